"""`Tournament`: choose players and a board, and see who is stronger.

Intervals show how certain the order is.  Each player plays against each of the others.  The games
are played in rounds, so that a tournament is fair to all players even if it is stopped early.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import comb
from time import monotonic

import ipywidgets as W

from mctslib.arena.matches import MatchResult, for_two
from mctslib.arena.players import Player, player_named
from mctslib.arena.ratings import Rating, ladder, players_of
from mctslib.arena.tournament import games_in, round_robin_steps
from mctslib.course.ch09b import opening
from mctslib.course.ch09b.ladders import results_table
from mctslib.course.ch09b.ruler import (
    ROW,
    conclusion,
    headline,
    longest_conclusions,
    middle_player,
    ruler_svg,
    score_table,
)
from mctslib.course.puzzles import MOST_POSITIONS, puzzle_of
from mctslib.draw.show import gallery
from mctslib.draw.svg import text_block
from mctslib.game import State
from mctslib.games import TicTacToe
from mctslib.games.square import SIZES
from mctslib.oracle import TooLarge
from mctslib.widgets.bar import ActButton, ControlBar, Headline, room_for
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import SLICE, Panel, safely
from mctslib.words import count

USUAL = ("random", "flat 100", "MCTS 30", "MCTS 300")
PLAYERS = (
    "random",
    "flat 30",
    "flat 100",
    "flat 300",
    "flat 1000",
    "MCTS 10",
    "MCTS 30",
    "MCTS 100",
    "MCTS 300",
    "MCTS 1000",
    "MCTS 3000",
    "perfect",
)
GAMES = (10, 20, 50, 100, 200, 500)
FAST = ("random", "perfect", " 10", " 30", " 100", " 300")  # endings of the names of fast players
STATIC_GAMES = 10  # the number of games for each pair in the picture of a saved notebook
LADDER = 34 + 48 + 8  # pixels reserved above and below the rows of the ladder
NO_LADDER = '<p class="mcts-label">Here the ladder appears after a game of each pair.</p>'
PAUSE = 0.5  # seconds between two updates of the table while games are played


class Tournament(Panel):
    """Play a tournament in which each player meets each of the others, and show the ratings.

    players  names such as "random", "perfect", "flat 100" (100 playouts for each move) or "MCTS
             300" (300 iterations for each move), or your own players, such as MCTSPlayer(100,
             method=Solver, name="solver 100")
    state    the position from which each game starts, such as a position of your own game for two
             players; by default the empty board of tic-tac-toe
    size     the number of cells along a side of the tic-tac-toe board, from 3 to 6; the perfect
             player can play only on 3 × 3
    games    the number of games for each pair; in half of them the sides are swapped
    seed     the seed of the tournament; the same seed gives the same games
    """

    def __init__(
        self,
        players: Sequence[str | Player] | None = None,
        *,
        state: State | None = None,
        size: int = 3,
        games: int = 20,
        seed: int = 0,
    ) -> None:
        self.state = state
        start = for_two(TicTacToe(size) if state is None else state)
        if players is None:
            players = (*USUAL, "perfect") if solved(start) else USUAL
        names = []
        self.guests: dict[str, Player] = {}  # the reader's own players
        for player in players:
            if isinstance(player, str):
                names.append(player)
            elif not hasattr(player, "name"):
                raise TypeError(f"A player must be a name or an object with one, not {player!r}.")
            else:
                names.append(player.name)
                self.guests[player.name] = player
        seats(names, start, self.guests)  # raises ValueError for an impossible tournament
        super().__init__("playing")
        self.results: list[MatchResult] = []
        self.ratings: list[Rating] = []
        self.begun: tuple[object, ...] = ()  # the players, the state and the seed of the results
        offered = [name for name in PLAYERS if name != "perfect" or state is None or solved(start)]
        self._make_controls([*offered, *names], names, games, seed)
        self._make_board_menu(size)
        self._lay_out()
        usual = (tuple(names), games, seed, state, size)
        if usual == (opening.PLAYERS, opening.GAMES, opening.SEED, None, 3):
            self.results = opening.stored()
            self.begun = self._asked_for()
            self.rate()
        for control in (*self.players.values(), self.size, self.seed, self.games):
            control.observe(self._name_the_button, "value")
        self._show()

    def _make_controls(
        self, offered: Sequence[str], players: Sequence[str], games: int, seed: int
    ) -> None:
        self.players = {}
        for name in dict.fromkeys(offered):  # removes repeated names
            narrow = W.Layout(width="105px")
            self.players[name] = W.Checkbox(
                value=name in players, description=name, indent=False, layout=narrow
            )
        self.games = Menu(
            options=sorted({*GAMES, games}),
            value=games,
            description="games",
            tooltip="for each pair of players",
        )
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        self.start = ActButton(
            self.work,
            "Start",
            "play",
            "Play the tournament from the beginning",
            self.play,
            later=[more(GAMES[-1])],
        )
        self.ruler = Menu(
            options=[],
            description="ruler",
            tooltip="The player from whom the others are measured",
            layout=W.Layout(width="165px"),  # the width must not depend on the names
        )
        self.ruler.observe(self._another_ruler, "value")

    def _make_board_menu(self, size: int) -> None:
        """Make the menu of board sizes; larger boards hide the box of the perfect player."""
        self.size = Menu(
            options=[(f"{n} × {n}", n) for n in SIZES],
            value=size,
            description="board",
            tooltip="The perfect player can play only on 3 × 3",
        )
        if self.state is None:
            self.size.observe(self._another_board, "value")
            self._another_board()

    @safely
    def _another_board(self, change: object = None) -> None:
        """Show or hide the box of the perfect player.

        The hidden box still takes up its space, so that nothing else moves.
        """
        is_small = self.size.value == TicTacToe().size
        self.players["perfect"].layout.visibility = "visible" if is_small else "hidden"

    def _lay_out(self) -> None:
        self.headline = Headline()
        self.picture = W.HTML()
        self.picture.add_class("mcts-if-wide")
        self.hand = W.HTML()  # the same ladder for a phone
        self.hand.add_class("mcts-if-narrow")
        self.ladder = W.VBox(
            [self.picture, self.hand], layout=W.Layout(flex="7 1 490px", max_width="510px")
        )
        self.told = W.HTML()
        self.scores = W.HTML()
        self.table = W.HTML()
        right = W.VBox(
            [self.told, self.scores, self.table],
            layout=W.Layout(flex="6 1 300px", max_width="600px"),
        )
        self.figure = W.HBox([self.ladder, right])
        self.figure.add_class("mcts-figure")
        boxes = W.HBox(list(self.players.values()), layout=W.Layout(flex_flow="row wrap"))
        settings = [boxes, self.seed]
        if self.state is None:
            settings.insert(1, self.size)
        self.bar = ControlBar(self.start, [], [self.ruler, self.games], settings)
        self.bar.keep_together(self.games)
        self.bar.fold(self, self.scores, self.table, self.ruler, self.games)
        self.add_class("mcts-framed")
        self.children = [self.headline, self.figure, self.status, self.bar]
        self._keep_room(len(self.chosen()))

    def _keep_room(self, players: int) -> None:
        """Reserve space for a ladder with this number of players."""
        self.ladder.layout.min_height = f"{LADDER + ROW * players}px"
        self.table.layout.min_height = "28px"

    def chosen(self) -> list[str]:
        """Return the names of the players that are ticked and can play on the chosen board."""
        return [
            name
            for name, box in self.players.items()
            if box.value and box.layout.visibility != "hidden"
        ]

    @safely
    def play(self, button: object = None) -> None:
        """Play more games, or with other players, another board or seed a new tournament.

        The table and the ladder are updated during the games.
        """
        _, state, seed = asked = self._asked_for()
        players = seats(self.chosen(), state, self.guests)
        games = self.games.value
        self._keep_room(len(players))
        if self._goes_on():
            games += min(result.games for result in self.results)
        else:
            self.results, self.ratings = [], []
        self.begun = asked
        self._show()
        pairs = comb(len(players), 2)
        self.status.say("")
        self.headline.say(
            "The tournament is being played.",
            f"{count(pairs, 'pair')}, {count(games, 'game')} each",
        )
        steps = round_robin_steps(players, games, state=state, seed=seed, results=self.results)
        self.work.start(self._playing(steps, games * pairs), self._ended)

    def _asked_for(self) -> tuple[tuple[str, ...], State, int]:
        """Return the names of the chosen players, the first position, and the seed."""
        state = TicTacToe(self.size.value) if self.state is None else self.state
        return tuple(self.chosen()), state, self.seed.value

    def _goes_on(self) -> bool:
        """Return whether more games can be added to those on the ladder."""
        return bool(self.ratings) and self.begun == self._asked_for()

    @safely
    def _name_the_button(self, change: object = None) -> None:
        """Let the button say what it does with the current settings."""
        if self._goes_on():
            self.start.rename(more(self.games.value), "play", "Add these games to the results")
        else:
            self.start.rename("Start", "play", "Play the tournament from the beginning")
        # Starting again would take away the results.
        self.start.fill(self._goes_on() or not self.ratings)

    def _playing(self, steps: Iterator[list[MatchResult]], games: int) -> Iterator[float]:
        """Play the steps up to a number of games; yield the share of the new games."""
        before = games_in(self.results)
        until = monotonic() + SLICE
        drawn = monotonic()
        for results in steps:
            self.results = results
            if monotonic() <= until:
                continue
            if monotonic() > drawn + PAUSE:
                self._show_scores()
                self._show_ladder(is_over=False)
                drawn = monotonic()
            yield (games_in(results) - before) / (games - before)
            until = monotonic() + SLICE
        yield 1.0

    @safely
    def _ended(self, outcome: str) -> None:
        self.rate()
        self._show()
        ended = "Stopped" if outcome == "stop" else "Done"
        games = count(games_in(self.results), "game")
        self.status.say(f"{ended} after {games}.")

    def rate(self) -> None:
        """Rate the players on the games played so far, if every pair has played."""
        if self.results and all(result.games for result in self.results):
            self.ratings = ladder(self.results, anchor=anchor(players_of(self.results)))
            names = [rating.name for rating in self.ratings]
            kept = self.ruler.value if self.ruler.value in names else None
            self.ruler.options = names
            self.ruler.value = kept or middle_player(self.results)

    @safely
    def _another_ruler(self, change: object = None) -> None:
        self._show()

    def _show(self) -> None:
        """Show the ladder, the scores and the sentences for the games played so far."""
        self._show_scores()
        has_ladder = bool(self.ratings) and self.ruler.value is not None
        self._name_the_button()
        # Without a ladder the ruler measures nothing; the hidden menu keeps its space.
        self.ruler.layout.visibility = "visible" if has_ladder else "hidden"
        if not has_ladder:
            self.picture.value = NO_LADDER
            self.hand.value = NO_LADDER
            self._tell("")
            if not self.results:
                self.headline.say(
                    "Who is stronger?", "Click ⚙ to choose the players, then press Start."
                )
            else:
                self.headline.say("Too few games for ratings.", "Not every pair has played.")
            return
        self.headline.say(*headline(self.results))
        self._show_ladder(is_over=True)
        self._tell(conclusion(self.results))

    def _show_ladder(self, is_over: bool) -> None:
        """Show the ladder if every pair has played.

        The ladder has no intervals until the tournament has ended or has been stopped.
        """
        if not all(result.games for result in self.results):
            return
        ruler = self.ruler.value
        if ruler not in players_of(self.results):
            ruler = middle_player(self.results)
        self.picture.value = ruler_svg(self.results, ruler, is_over=is_over)
        self.hand.value = ruler_svg(self.results, ruler, is_narrow=True, is_over=is_over)

    def _tell(self, words: str) -> None:
        """Show sentences in a space that is large enough for the longest possible text."""
        told = room_for(escape(words), map(escape, longest_conclusions(self.chosen())))
        self.told.value = f'<div style="line-height:1.4">{told}</div>'

    def _show_scores(self) -> None:
        played = any(result.games for result in self.results)
        if not played:
            self.scores.value = score_table([], self.chosen())
            self.table.value = ""
            return
        self.scores.value = score_table(self.results)
        numbers = results_table(self.results)
        self.table.value = f"<details><summary>All results in numbers</summary>{numbers}</details>"

    def static_picture(self) -> str:
        """Return the ladder of the games played, or of a few games between the fast players.

        For a large board, for the reader's own game, and if fewer than two fast players are ticked,
        the method returns only words.
        """
        names = [name for name in self.chosen() if name.endswith(FAST)]
        if self.state is not None or self.size.value > 3 or len(names) < 2:
            return text_block(self.static_text())
        players = seats(names, TicTacToe(), self.guests)
        results = self.results
        if not self.ratings:
            *_, results = round_robin_steps(players, STATIC_GAMES, seed=self.seed.value)
        words = f"After {count(games_in(results), 'game')}. {conclusion(results)}"
        picture = ruler_svg(results, middle_player(results))
        return gallery([picture], [words], spoken=True)._repr_html_()

    def static_text(self) -> str:
        return f"A tournament between {', '.join(self.chosen())} (run this cell to play it)"


def more(games: int) -> str:
    """Return the words of the button that adds games of each pair."""
    return f"{count(games, 'more game')} each"


def seats(names: Sequence[str], start: State, guests: Mapping[str, Player]) -> list[Player]:
    """Return the players of a tournament.

    names   the names of the players
    start   the position from which each game starts
    guests  dict from the names of the reader's own players to the players

    Raises ValueError if the tournament cannot be played.
    """
    if len(set(names)) < max(len(names), 2):
        raise ValueError("A tournament needs at least two players, each named only once.")
    if "perfect" in names and not solved(start):
        raise ValueError(_why_not_perfect(start))
    return [guests.get(name) or player_named(name) for name in names]


def _why_not_perfect(start: State) -> str:
    if isinstance(start, TicTacToe):
        possible = "on the 3 × 3 board: leave it out, or choose that board"
    else:
        positions = count(MOST_POSITIONS, "position")
        possible = f"games in which at most {positions} can come up: leave it out"
    return f"The perfect player can play only {possible}."


def solved(start: State) -> bool:
    """Return whether the right moves in all positions can be computed quickly."""
    if isinstance(start, TicTacToe) and start.size > 3:
        return False
    try:
        return bool(puzzle_of(start))
    except TooLarge:
        return False


def anchor(names: Sequence[str]) -> str | None:
    """Return the name of the player whose rating is set to 0.

    This is "random" if the random player takes part, and otherwise None.
    """
    return "random" if "random" in names else None
