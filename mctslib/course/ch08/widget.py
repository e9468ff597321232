"""`Race`: compare tree search with random playouts and minimax, in one position or in a match.

Tree search and pure random playouts make the same number of playouts.  In a position the estimates
of the tree converge to the values under perfect play (minimax), and the estimates of pure random
playouts converge to the values under random play.
"""

from collections.abc import Iterator
from html import escape
from time import monotonic

import ipywidgets as W

from mctslib.arena.matches import MatchResult, Tally, for_two, match_steps
from mctslib.arena.players import FlatMonteCarlo, MCTSPlayer, PerfectPlayer
from mctslib.course.ch08.lines import race_chart
from mctslib.course.ch08.racers import MARKS, Racers
from mctslib.course.own_position import offer_set_up
from mctslib.course.puzzles import POSITIONS, choose
from mctslib.draw.charts import outcome_chart
from mctslib.draw.show import board_svg, gallery
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.given import check_one_of
from mctslib.machine import in_browser
from mctslib.policies import UCB1
from mctslib.widgets.bar import (
    ActButton,
    ControlBar,
    Headline,
    room_for,
    three_widths,
    two_widths,
)
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import SLICE, Panel, push_button, safely
from mctslib.widgets.picking import PickingPicture, pressable
from mctslib.words import count, number, percent

# the possible numbers of playouts for each move of a match
PLAYOUTS = (25, 50, 100, 200, 400, 1000)
GAMES = (20, 50, 100, 200, 500)
OPPONENTS = ("flat Monte Carlo", "minimax")
OPENING = 2.0  # seconds that the first race may take before it continues in slices
PACE = 0.12  # seconds from one mark to the next, slow enough to watch the lines grow
RACE_WIDTHS = (284, 384, 480, 358)  # widths of a chart of the race in pixels; see `_drawn`
ON_A_PHONE = 236  # the width of such a chart on a phone, in pixels
BOARDS = (146, 90)  # the widths of the board in pixels, the second for a phone
MATCH_WIDTHS = (560, 256)  # widths of a match's chart in pixels, the second for a phone
ON = "Race on", "play", "Let both methods make more playouts"
AGAIN = "Race again", "refresh", "Let both methods estimate again from the start"
OPENING_MARK = 400  # the number of playouts of the first race
STATIC_MARK = 3200  # the number of playouts up to which a saved notebook shows the race


class Race(Panel):
    """Compare MCTS with the same number of pure random playouts, and both methods with minimax.

    Pointing at a cell of the board lights its line in both charts, and the reverse; a cell that the
    reader presses stays lit.

    puzzle    the position: "A", "S", "W" or "empty board"; or a position of your own game, if this
              game is small enough for exact values
    c         the exploration constant of the tree, from 0 to 3
    playouts  the number of playouts that each player makes for each move of a match: 25, 50, 100,
              200, 400 or 1,000
    games     the number of games in a match: 20, 50, 100, 200 or 500; the sides are swapped after
              each game
    seed      the seed of the race and of the match
    """

    def __init__(
        self,
        puzzle: str | State = "A",
        *,
        c: float = 1.0,
        playouts: int = 100,
        games: int = 50,
        seed: int = 0,
    ) -> None:
        self.puzzles, name = choose(POSITIONS, puzzle)
        # the position from which each game of a match starts
        self.start: State = TicTacToe() if isinstance(puzzle, str) else puzzle
        check_one_of("playouts", playouts, PLAYOUTS)
        check_one_of("games", games, GAMES)
        super().__init__("playing")
        self.racers = Racers(self.puzzles[name], c, seed)
        self.result: MatchResult | None = None
        self.shows_match = False
        self.followed: Action | None = None  # the move whose line stays lit
        self._make_controls(name, c, playouts, games, seed)
        self._lay_out()
        offer_set_up(self, self.puzzles, self.puzzle_box)
        self._begin()

    def _make_controls(self, puzzle: str, c: float, playouts: int, games: int, seed: int) -> None:
        self.race_button = ActButton(self.work, *ON, self.race, later=[AGAIN[0]])
        self.match_button = push_button(
            "Play it as a match", "users", "Play whole games, and swap the sides", self.play
        )
        self.moment = W.SelectionSlider(
            options=[(number(mark), place) for place, mark in enumerate(MARKS)],
            value=len(MARKS) - 1,
            description="playouts",
            layout=W.Layout(width="300px"),
        )
        self.puzzle_box = Menu(options=list(self.puzzles), value=puzzle, description="position")
        self.c = W.FloatSlider(value=c, min=0, max=3, step=0.02, description="c of MCTS")
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        self.playouts = Menu(
            options=[(number(playouts), playouts) for playouts in PLAYOUTS],
            value=playouts,
            description="per move",
            tooltip="playouts per move of each player in a match",
        )
        self.games = Menu(
            options=GAMES,
            value=games,
            description="games",
            tooltip="the number of games in a match",
        )
        self.opponent = Menu(
            options=OPPONENTS, description="opponent", tooltip="the opponent of MCTS in a match"
        )

    def _lay_out(self) -> None:
        self.headline = Headline()
        self.figure = PickingPicture(self.follow)
        self.bar = ControlBar(
            self.race_button,
            [self.match_button, self.moment],
            [self.puzzle_box],
            [self.c, self.seed, self.opponent, self.playouts, self.games],
        )
        self.bar.fold(self, self.match_button, self.puzzle_box)
        self.add_class("mcts-framed")
        self.children = [self.headline, self.figure, self.status, self.bar]
        self.puzzle_box.observe(self._new_position, "value")
        self.moment.observe(self._new_moment, "value")

    def _new_racers(self) -> Racers:
        """Return the two methods with the current settings, before their first playouts."""
        puzzle = self.puzzles[self.puzzle_box.value]
        return Racers(puzzle, self.c.value, self.seed.value)

    def _begin(self) -> None:
        """Start a race, and run it for at most `OPENING` seconds before the widget appears."""
        self.followed = None
        self._show_race()
        self._race_to(OPENING_MARK)
        self.work.catch_up(OPENING)

    @safely
    def follow(self, words: str) -> None:
        """Keep the line of a cell lit, or no longer; a page may send any words."""
        named = {str(cell): cell for cell in self.racers.puzzle.free_cells()}
        if words in named:
            self.followed = None if self.followed == named[words] else named[words]
            self._show_race()

    def _board(self) -> str:
        puzzle = self.racers.puzzle
        ringed = puzzle.correct if isinstance(puzzle.state, TicTacToe) else ()
        cells = puzzle.free_cells()
        boards = []
        for width in BOARDS:
            board = board_svg(puzzle.state, width=width, highlight=ringed, numbers=cells)
            boards.append(pressable(board, puzzle.state, cells, self.followed))
        picture = two_widths(*boards)
        stories = [escape(one.story) for one in self.puzzles.values()]
        story = room_for(escape(puzzle.story), stories)
        return f'<div class="mcts-story">{picture}<div class="mcts-second">{story}</div></div>'

    @safely
    def _new_position(self, change: object = None) -> None:
        self.racers = self._new_racers()
        self.shows_match = False
        self._begin()

    @safely
    def _new_moment(self, change: object = None) -> None:
        """Show the race at the number of playouts to which the slider is set, or race on to it."""
        self.status.say("")
        self.shows_match = False
        mark = MARKS[self.moment.value]
        if self.work.running or mark <= self.racers.done or mark > last_mark():
            self._show_race()
        else:
            self._race_to(mark)

    @safely
    def race(self, button: object = None) -> None:
        """Let the race go on to the last mark; if it has, let it begin anew."""
        racers = self.racers
        is_new = self.c.value != racers.policy.c or self.seed.value != racers.seed
        if is_new or racers.done >= last_mark():
            self.racers = self._new_racers()
        self._race_to(last_mark(), PACE)

    def _race_to(self, mark: int, pace: float = 0.0) -> None:
        """Let both methods make playouts until each has made `mark` of them."""
        self.status.say("")
        self.shows_match = False
        self.work.what = "racing"
        self.work.start(self._racing(mark), self._ended, pace=pace)

    def _racing(self, mark: int) -> Iterator[float]:
        self.drawn = -1  # the index of the last mark that was drawn
        for fraction in self.racers.slices(mark):
            self._follow()
            yield fraction
        self._follow()

    def _follow(self) -> None:
        """Move the slider to the last mark that the race has reached, and draw the charts."""
        newest = self.racers.marks - 1
        if newest < 0 or newest == self.drawn:
            return
        self.drawn = newest
        if self.moment.value == newest:
            self._show_race()
        else:
            self.moment.value = newest  # the observer of the slider draws the charts

    def _show_race(self) -> None:
        racers = self.racers
        self.race_button.rename(*(AGAIN if racers.done >= last_mark() else ON))
        if not racers.marks:
            self.headline.say("Which estimate finds the right move?", racers.minimax())
            self.figure.value = self._board() + 2 * '<div class="mcts-race"></div>'
            return
        upto = min(self.moment.value, racers.marks - 1)
        self.headline.say(racers.verdict(upto), racers.effort(upto))
        self.figure.value = self._board() + self._drawn("flat", upto) + self._drawn("tree", upto)

    def _drawn(self, method: str, upto: int) -> str:
        """Return the chart of a method in five widths; the page shows the widest that fits."""
        *charts, beside, phone = (
            race_chart(self.racers, method, upto, width, self.followed)
            for width in (*RACE_WIDTHS, ON_A_PHONE)
        )
        return (
            f'<div class="mcts-race"><div class="mcts-if-wide">{three_widths(*charts)}'
            f'<div class="mcts-race-chart">{beside}</div></div>'
            f'<div class="mcts-if-narrow">{phone}</div></div>'
        )

    @safely
    def play(self, button: object = None) -> None:
        """Play a match with the current settings; the chart is updated during the games."""
        self.status.say("")
        games = self.games.value
        tree = MCTSPlayer(self.playouts.value, tree_policy=UCB1(self.c.value), reuse=False)
        opponent = self._chosen_opponent()
        self.result = MatchResult(tree.name, opponent.name)
        self.shows_match = True
        self.work.what = "playing"
        start = for_two(self.start)
        results = match_steps(tree, opponent, games, state=start, seed=self.seed.value)
        self.work.start(self._playing(results, games), self._ended)

    def _chosen_opponent(self) -> PerfectPlayer | FlatMonteCarlo:
        if self.opponent.value == "minimax":
            return PerfectPlayer()
        return FlatMonteCarlo(self.playouts.value)

    def _playing(self, results: Iterator[MatchResult], games: int) -> Iterator[float]:
        until = monotonic() + SLICE
        for result in results:
            self.result = result
            if monotonic() > until:
                self._show_match()
                yield result.games / games
                until = monotonic() + SLICE
        self._show_match()

    def _show_match(self) -> None:
        if self.result is None or not self.result.games:
            return
        first, second = self.result.a, self.result.b
        games = count(self.result.games, "game")
        self.headline.say(f"{first} against {second}, {games}.", interval_note(self.result.total))
        charts = (match_chart(self.result, width) for width in MATCH_WIDTHS)
        self.figure.value = f'<div class="mcts-race">{two_widths(*charts)}</div>'

    @safely
    def _ended(self, outcome: str) -> None:
        if self.shows_match:
            self._show_match()
        else:
            self._show_race()
        if outcome == "stop":
            self.status.say("Stopped: the results so far are kept.")

    def static_headline(self) -> tuple[str, str]:
        """Return what the race of the picture says; the live race may not have begun."""
        racers = self._raced()
        return racers.verdict(racers.marks - 1), racers.effort(racers.marks - 1)

    def _raced(self) -> Racers:
        """Return the race so far, or else a longer one, for a page without Python."""
        if self.racers.done >= STATIC_MARK:
            return self.racers
        racers = Racers(self.racers.puzzle, self.c.value, self.seed.value)
        for _ in racers.slices(STATIC_MARK):  # the playouts are made while the loop runs
            pass
        return racers

    def static_picture(self) -> str:
        racers = self._raced()
        upto = racers.marks - 1
        charts = [race_chart(racers, method, upto) for method in ("flat", "tree")]
        return gallery(charts, ["", ""], spoken=True)._repr_html_()

    def static_text(self) -> str:
        return "MCTS against pure random playouts and minimax (run this cell to let them race)"


def last_mark() -> int:
    """Return the number of playouts in a race; the number is smaller in a browser."""
    return STATIC_MARK if in_browser() else MARKS[-1]


def match_chart(result: MatchResult, width: float = MATCH_WIDTHS[0]) -> str:
    """Return an SVG chart of the tree search's wins, draws and losses, for each side and in total.

    The notes in the chart give the 95% intervals of the shares of wins and of losses.

    width  the width in pixels
    """
    tallies = {"MCTS first": result.first, "MCTS second": result.second, "both": result.total}
    rows = {}
    notes = {}
    for label, tally in tallies.items():
        rows[label] = (tally.wins, tally.draws, tally.losses)
        notes[label] = interval_note(tally)
    return outcome_chart(rows, notes, width=width)


def interval_note(tally: Tally) -> str:
    """Return the shares of wins and of losses in words, each with its Wilson interval."""
    if not tally.games:
        return "no games yet"
    shares = {"wins": tally.wins / tally.games, "losses": tally.losses / tally.games}
    notes = []
    for outcome, share in shares.items():
        low, high = tally.interval(outcome)
        interval = f"95% interval {percent(low)} to {percent(high)}"
        notes.append(f"{outcome} {percent(share)} ({interval})")
    return "; ".join(notes)
