"""`Tournament`: choose players and a board, and see who is stronger and how sure that is.

Everybody plays everybody, in rounds, so that a tournament stopped early is still fair to all.
"""

from collections.abc import Iterator, Mapping, Sequence
from time import monotonic

import ipywidgets as W

from mctslib.arena.matches import MatchResult, for_two
from mctslib.arena.players import Player, player_named
from mctslib.arena.ratings import Rating, ladder, players_of
from mctslib.arena.tournament import games_in, round_robin_steps
from mctslib.course.ch09.ladders import ladder_svg, results_table, undecided
from mctslib.course.puzzles import MOST_POSITIONS, puzzle_of
from mctslib.draw.show import gallery
from mctslib.draw.svg import text_block
from mctslib.game import State
from mctslib.games import TicTacToe
from mctslib.games.tictactoe import SIZES
from mctslib.oracle import TooLarge
from mctslib.widgets.panel import SLICE, Panel, safely

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
FAST = ("random", "perfect", " 10", " 30", " 100", " 300")
STATIC_GAMES = 10  # a pair, in the picture of a saved notebook
PAUSE = 0.5  # seconds between two pictures of the table while games are played


class Tournament(Panel):
    """Everybody against everybody, with ratings and intervals.

    players  names like "random", "perfect", "flat 100" (playouts a move), "MCTS 300" (iterations a
             move); also players of your own, such as MCTSPlayer(100, method=Solver, name="solver
             100")
    state    where every game starts: a position of your own game, for two players
    size     or the empty board of tic-tac-toe with so many cells a side, 3 to 6; the perfect player
             knows only 3
    games    a pair, half of them with the sides swapped
    seed     the same seed gives the same tournament
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
        self.own = state
        start = for_two(TicTacToe(size) if state is None else state)
        if players is None:
            players = (*USUAL, "perfect") if state is None or solved(start) else USUAL
        self.guests = {one.name: one for one in players if not isinstance(one, str)}
        names = [one if isinstance(one, str) else one.name for one in players]
        seats(names, start, self.guests)
        super().__init__("playing")
        self.results: list[MatchResult] = []
        self.ratings: list[Rating] = []
        self._make_controls(names, size, games, seed)

    def _make_controls(self, players: Sequence[str], size: int, games: int, seed: int) -> None:
        narrow = W.Layout(width="105px")
        self.players = {
            name: W.Checkbox(value=name in players, description=name, indent=False, layout=narrow)
            for name in dict.fromkeys([*PLAYERS, *players])
        }
        self.size = W.Dropdown(
            options=[(f"{n} × {n}", n) for n in SIZES], value=size, description="board"
        )
        self.games = W.Dropdown(
            options=sorted({*GAMES, games}),
            value=games,
            description="games",
            tooltip="a pair of players",
        )
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        self.start = W.Button(
            description="Start", icon="play", tooltip="Play the tournament from the beginning"
        )
        self.start.on_click(self.play)
        self.picture, self.table = W.HTML(), W.HTML()
        wrap = W.Layout(flex_flow="row wrap")
        self.children = [
            W.HTML("<b>Players</b> (the number: playouts or iterations a move)"),
            W.HBox(list(self.players.values()), layout=wrap),
            W.HTML(
                "<b>Everybody meets everybody</b>, so many games each pair, half of them with the "
                "sides swapped"
            ),
            W.HBox(
                [self.size] * (self.own is None) + [self.games, self.seed, self.start], layout=wrap
            ),
            self.work,
            self.status,
            self.picture,
            self.table,
        ]

    def chosen(self) -> list[str]:
        """The names that are ticked."""
        return [name for name, box in self.players.items() if box.value]

    @safely
    def play(self, button: object = None) -> None:
        """Start the tournament with the settings as they are; table and ladder grow as it goes."""
        state = TicTacToe(self.size.value) if self.own is None else self.own
        players, games = seats(self.chosen(), state, self.guests), self.games.value
        self.results, self.ratings = [], []
        self._show()
        pairs = len(players) * (len(players) - 1) // 2
        self.status.say(f"{pairs} pair{'s' * (pairs > 1)}, {games} games each …")
        steps = round_robin_steps(players, games, state=state, seed=self.seed.value)
        self.work.start(self._playing(steps, games), self._ended)

    def _playing(self, steps: Iterator[list[MatchResult]], games: int) -> Iterator[float]:
        until, drawn = monotonic() + SLICE, monotonic()
        for self.results in steps:
            if monotonic() > until:
                if monotonic() > drawn + PAUSE:
                    self.table.value, drawn = results_table(self.results), monotonic()
                yield games_in(self.results) / (games * len(self.results))
                until = monotonic() + SLICE
        yield 1.0

    @safely
    def _ended(self, outcome: str) -> None:
        self._show()
        self.rate()
        ended = "Stopped" if outcome == "stop" else "Done"
        reading = (
            undecided(self.results, self.ratings)
            if self.ratings
            else "Too few for ratings: not every pair has played."
        )
        self.status.say(f"{ended} after {games_in(self.results):,} games. {reading}")

    def rate(self) -> None:
        """The ladder of the games played so far; nothing until everybody has played."""
        if self.results and all(result.games for result in self.results):
            zero = anchor(players_of(self.results))
            self.ratings = ladder(self.results, anchor=zero)
            self.picture.value = ladder_svg(self.ratings, zero)

    def _show(self) -> None:
        self.table.value = results_table(self.results) if any(r.games for r in self.results) else ""
        self.picture.value = ""

    def static_picture(self) -> str:
        """The ladder after a few games of the players that think fast.

        On large boards only words.
        """
        names = [name for name in self.chosen() if name.endswith(FAST)]
        if self.own is not None or self.size.value > 3 or len(names) < 2:
            return text_block(self.static_text())
        *_, results = round_robin_steps(
            seats(names, TicTacToe(), self.guests), STATIC_GAMES, seed=self.seed.value
        )
        ratings = ladder(results, anchor=anchor(names))
        words = f"After {games_in(results):,} games. {undecided(results, ratings)}"
        return gallery([ladder_svg(ratings, anchor(names))], [words], spoken=True)._repr_html_()

    def static_text(self) -> str:
        return f"A tournament between {', '.join(self.chosen())} (run this cell to play it)"


def seats(names: Sequence[str], start: State, guests: Mapping[str, Player]) -> list[Player]:
    """The players of these names, some of them the reader's own.

    Refuses a tournament that cannot be played.
    """
    if len(set(names)) < max(len(names), 2):
        raise ValueError("A tournament needs two players or more, each named once.")
    if "perfect" in names and not solved(start):
        known = "the 3 × 3 board: leave it out, or choose that board"
        if not isinstance(start, TicTacToe):
            known = f"games in which at most {MOST_POSITIONS:,} positions can come up: leave it out"
        raise ValueError(f"The perfect player knows only {known}.")
    return [guests.get(name) or player_named(name) for name in names]


def solved(start: State) -> bool:
    """Whether the right moves of all positions can be worked out while one waits."""
    if isinstance(start, TicTacToe) and start.size > 3:
        return False
    try:
        return bool(puzzle_of(start))
    except TooLarge:
        return False


def anchor(names: Sequence[str]) -> str | None:
    """Who has rating 0: the random player, if it takes part."""
    return "random" if "random" in names else None
