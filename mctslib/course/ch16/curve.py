"""`LearningCurve`: a network learns tic-tac-toe from nothing while one looks on, examined after every generation."""

from collections.abc import Iterator, Sequence
from time import monotonic

import ipywidgets as W

from mctslib.course.ch16.exam import tictactoe_exam
from mctslib.course.ch16.tables import table
from mctslib.draw.charts import line_chart
from mctslib.draw.show import gallery
from mctslib.games import TicTacToe
from mctslib.methods.puct import Puct
from mctslib.methods.selfplay import Learner
from mctslib.search import search
from mctslib.widgets.panel import SLICE, Panel, push_button, safely

MOST = 40  # generations on the axis
MARKS = (1, 2, 4, 8, 16, 40)
LEVELS = (0.4, 0.6, 0.8, 1.0)
SAMPLE, LOOKS = 100, 25  # positions that a search is put to, and its iterations
Row = dict[str, float]


class LearningCurve(Panel):
    """Learn, stop, go on: what the network alone and its search get right, against the exact oracle.

    seed         of the network and of its games
    generations  that one press on the button adds, 1 to 40
    """

    def __init__(self, seed: int = 0, *, generations: int = 10) -> None:
        if generations not in range(1, MOST + 1):
            raise ValueError(
                f"generations must be a whole number from 1 to {MOST}, not {generations!r}."
            )
        super().__init__("learning")
        self.more = generations
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        self.go = push_button(
            "Learn", "graduation-cap", f"{generations} generations more", self.learn
        )
        self.new = push_button(
            "Forget all", "eraser", "A new network that knows nothing", self.forget
        )
        self.chart = W.HTML()
        wrap = W.Layout(flex_flow="row wrap")
        self.children = [
            W.HBox([self.go, self.new, self.seed], layout=wrap),
            self.work,
            self.status,
            self.chart,
        ]
        self.seed.observe(self.forget, "value")
        self._begin()

    def _begin(self) -> None:
        self.learner = Learner(TicTacToe(), self.seed.value)
        self.rows: list[Row] = []
        self.upto = 0
        self.chart.value = curve_svg(self.rows)
        self.status.say("A network that knows nothing. Press “Learn”.")

    @safely
    def forget(self, button: object = None) -> None:
        """Begin again with a new network."""
        self.work.cancel()
        self._begin()

    @safely
    def learn(self, button: object = None) -> None:
        """Some generations more; after a Stop, first those that were left: from the very step it was in."""
        if len(self.rows) >= min(self.upto, MOST):  # a generation is over when its exam is
            self.upto = min(len(self.rows) + self.more, MOST)
        if len(self.rows) >= MOST:
            return self.status.say(
                f"{MOST} generations are enough here: “Forget all” begins again."
            )
        self.status.say(f"Learning: generations {len(self.rows) + 1} to {self.upto} …")
        self.work.start(self._learning(), self._ended)

    def _learning(self) -> Iterator[float]:
        """Generations with their exams, a slice at a time; the fraction of this press that is done."""
        learner, first, until = self.learner, self.learner.generation, monotonic() + SLICE
        while len(self.rows) < self.upto:
            work = self._examine() if learner.generation > len(self.rows) else self._generation()
            for _ in work:
                if monotonic() > until:
                    yield min(
                        1.0,
                        (learner.generation - first + learner.progress) / (self.upto - first + 1),
                    )
                    until = monotonic() + SLICE

    def _generation(self) -> Iterator[None]:
        before = self.learner.generation
        while self.learner.generation == before:
            self.learner.step()
            yield

    def _examine(self) -> Iterator[None]:
        """The exam of this generation; its row is kept when all of it is done."""
        exam, right = tictactoe_exam(), 0
        numbers = exam.sample(SAMPLE)
        for k in numbers:
            move = search(
                exam.states[k], LOOKS, seed=k, **Puct(self.learner.brain).options()
            ).action
            right += bool(exam.right[k, move])
            yield
        marks = exam.mark(self.learner.net)
        self.rows.append(
            {"generation": self.learner.generation, **marks._asdict(), "both": right / SAMPLE}
        )
        self.chart.value = curve_svg(self.rows)

    @safely
    def _ended(self, outcome: str) -> None:
        stopped = "Stopped: “Learn” goes on from the step it was in. " if outcome == "stop" else ""
        self.status.say(stopped + (self._said() if self.rows else ""))

    def _said(self) -> str:
        """The last row in words."""
        now, done = self.rows[-1], len(self.rows)
        alone = f"right in {now['hunch']:.1%} of {len(tictactoe_exam().states):,} positions, the guess alone in"
        hard = (
            f"{now['guess']:.1%}; the search with both in {now['both']:.0%} of {SAMPLE} hard ones."
        )
        return f"{done} generations, {done * self.learner.count:,} games. The hunch alone is {alone} {hard}"

    def static_picture(self) -> str:
        """The curve so far; before the first press that of the script's run."""
        if self.rows:
            return gallery([curve_svg(self.rows)], [self.status.text], spoken=True)._repr_html_()
        stored = table("curve-ttt-0")
        count = stored["sample"]
        rows = [
            row | {"both": row["searched"] / count} for row in stored["rows"] if "searched" in row
        ]
        words = f"A run of the script: seed 0, {MOST} generations, the search on {count} hard positions."
        return gallery([curve_svg(rows)], [words], spoken=True)._repr_html_()

    def static_text(self) -> str:
        return f"{self.status.text} (run this cell to let it learn)"


def curve_svg(rows: Sequence[Row]) -> str:
    """A line each for the hunch, the guess and the search with both, over the generations."""
    names = {f"both, {LOOKS} looks": "both", "guess alone": "guess", "hunch alone": "hunch"}
    later = [row for row in rows if row["generation"]]
    lines = {name: [(row["generation"], row[key]) for row in later] for name, key in names.items()}
    title = "Share of right moves, by the exact oracle"
    return line_chart(
        lines, title=title, x_label="generations", marks=MARKS, size=(400, 240), levels=LEVELS
    )
