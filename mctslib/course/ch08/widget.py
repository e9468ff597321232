"""`Race`: tree search, pure random playouts and minimax, on one position and as a match.

Tree and playouts get the same number of playouts.  On a position the estimates of both run towards
*their* exact values: those of the tree towards minimax's, those of pure random playouts towards
random play's.
"""

from collections.abc import Iterator
from functools import partial
from html import escape
from time import monotonic

import ipywidgets as W

from mctslib.arena.matches import MatchResult, Tally, for_two, match_steps
from mctslib.arena.players import FlatMonteCarlo, MCTSPlayer, PerfectPlayer
from mctslib.course.ch08.racers import MARKS, Racers
from mctslib.course.puzzles import POSITIONS, choose
from mctslib.draw.charts import outcome_chart
from mctslib.draw.show import gallery
from mctslib.game import State
from mctslib.games import TicTacToe
from mctslib.policies import UCB1
from mctslib.widgets.panel import SLICE, Panel, push_button, safely

PLAYOUTS = (25, 50, 100, 200, 400, 1000)  # a move, in a match
GAMES = (20, 50, 100, 200, 500)
OPPONENTS = ("flat Monte Carlo", "minimax")
PACE = 0.12  # seconds from one mark of the race to the next: slow enough to see the lines run
STATIC_MARK = 3200  # how far the picture of a saved notebook goes


class Race(Panel):
    """MCTS against pure random playouts, with the same number of playouts each, and against
    minimax.

    puzzle    the position: "A", "S", "W" or "empty board"; or one of your own game, if it is small
              enough
    c         exploration constant of the tree, from 0 to 3
    playouts  in the match, playouts a move for both, one of 25 … 1,000
    games     of the match; the sides are swapped after each
    seed      the same seed gives the same race and the same match
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
        self.start: State = TicTacToe() if isinstance(puzzle, str) else puzzle  # of the match
        super().__init__("playing")
        self.racers = Racers(self.puzzles[name], c, seed)
        self.result: MatchResult | None = None
        self._make_controls(name, c, playouts, games, seed)
        self._lay_out()
        self._show_race()

    def _make_controls(self, puzzle: str, c: float, playouts: int, games: int, seed: int) -> None:
        self.puzzle_box = W.Dropdown(
            options=list(self.puzzles), value=puzzle, description="position"
        )
        self.c = W.FloatSlider(value=c, min=0, max=3, step=0.02, description="c of MCTS")
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        self.playouts = W.Dropdown(
            options=[(f"{n:,}", n) for n in PLAYOUTS],
            value=playouts,
            description="playouts",
            tooltip="a move, both",
        )
        self.games = W.Dropdown(options=GAMES, value=games, description="games")
        self.opponent = W.Dropdown(options=OPPONENTS, description="opponent")
        button = partial(push_button, width="150px")
        self.race_button = button("Race", "flag-checkered", "Both estimate the position", self.race)
        self.match_button = button(
            "Play the match", "users", "Whole games, sides swapped after each", self.play
        )

    def _lay_out(self) -> None:
        wrap = W.Layout(flex_flow="row wrap")
        self.board, self.charts, self.table = W.HTML(), W.HTML(), W.HTML()
        self.children = [
            W.HBox([self.c, self.seed], layout=wrap),
            W.HTML(
                "<b>On one position:</b> thick lines are the estimates, thin lines the exact values"
            ),
            W.HBox([self.puzzle_box, self.race_button], layout=wrap),
            self.board,
            self.charts,
            W.HTML(
                "<b>As a match:</b> whole games, with so many playouts a move (minimax needs none)"
            ),
            W.HBox([self.opponent, self.playouts, self.games, self.match_button], layout=wrap),
            self.table,
            self.work,
            self.status,
        ]
        self.puzzle_box.observe(self._new_position, "value")

    @safely
    def _new_position(self, change: object = None) -> None:
        self.work.cancel()
        self.racers = Racers(self.puzzles[self.puzzle_box.value], self.c.value, self.seed.value)
        self._show_race()

    @safely
    def race(self, button: object = None) -> None:
        """Start both from nothing and let them estimate, up to the last of `MARKS`."""
        self.racers = Racers(self.puzzles[self.puzzle_box.value], self.c.value, self.seed.value)
        self.work.what = "racing"
        self.work.start(self._racing(), self._ended, pace=PACE)

    def _racing(self) -> Iterator[float]:
        for fraction in self.racers.slices(MARKS[-1]):
            self._show_race()
            yield fraction
        self._show_race()

    def _show_race(self) -> None:
        self.board.value = self.racers.puzzle.html()
        if self.racers.done:
            self.charts.value = self.racers.chart("flat") + self.racers.chart("tree")
            self.board.value += (
                f"<br>{escape(self.racers.verdict())}<br>{escape(self.racers.minimax())}"
            )

    @safely
    def play(self, button: object = None) -> None:
        """Play the match with the settings as they are; the table grows game by game."""
        n, games = self.playouts.value, self.games.value
        tree = MCTSPlayer(n, tree_policy=UCB1(self.c.value), reuse=False)
        other = PerfectPlayer() if self.opponent.value == "minimax" else FlatMonteCarlo(n)
        self.result = MatchResult(tree.name, other.name)
        self.work.what = "playing"
        results = match_steps(tree, other, games, state=for_two(self.start), seed=self.seed.value)
        self.work.start(self._playing(results, games), self._ended)

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
        self.table.value = match_chart(self.result) if self.result and self.result.games else ""

    @safely
    def _ended(self, outcome: str) -> None:
        self._show_race()
        self._show_match()
        if outcome == "stop":
            self.status.say("Stopped: what was done so far stays.")

    def static_picture(self) -> str:
        racers = self.racers
        if not racers.done:
            racers = Racers(self.racers.puzzle, self.c.value, self.seed.value)
            for _ in racers.slices(STATIC_MARK):
                pass
        charts = [racers.chart(method) for method in ("flat", "tree")]
        words = ["Thin lines: the exact values.", f"{racers.verdict()} {racers.minimax()}"]
        return gallery(charts, words, spoken=True)._repr_html_()

    def static_text(self) -> str:
        return "MCTS against pure random playouts and minimax (run this cell to let them race)"


def match_chart(result: MatchResult) -> str:
    """Wins, draws and losses of the tree search by side, with 95 % intervals of the wins and of the
    losses.
    """
    tallies = {"MCTS first": result.first, "MCTS second": result.second, "both": result.total}
    rows = {label: (tally.wins, tally.draws, tally.losses) for label, tally in tallies.items()}
    return outcome_chart(rows, {label: interval_note(tally) for label, tally in tallies.items()})


def interval_note(tally: Tally) -> str:
    """The share of wins and of losses, each with its Wilson interval."""
    if not tally.games:
        return "no games yet"
    words = []
    for outcome in ("wins", "losses"):
        (low, high), share = tally.interval(outcome), getattr(tally, outcome) / tally.games
        words.append(f"{outcome} {share:.0%} (95 % interval {low:.0%} to {high:.0%})")
    return "; ".join(words)
