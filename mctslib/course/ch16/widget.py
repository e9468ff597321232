"""`Hunches`: drag the prior of each move of a position, and see how PUCT uses it."""

from collections.abc import Mapping, Sequence
from math import fsum
from numbers import Real
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as W
import traitlets

from mctslib.course.ch16.bars import NARROW, WIDE, MoveRow, bars_svg
from mctslib.course.ch16.tables import network
from mctslib.course.puzzles import POSITIONS, Puzzle
from mctslib.door.entrance import search
from mctslib.door.result import SearchResult
from mctslib.draw.show import board_svg, gallery
from mctslib.game import Action, State
from mctslib.given import check_one_of
from mctslib.methods.puct import Judge, Priors, Puct, even
from mctslib.oracle import value
from mctslib.widgets.bar import ActButton, ControlBar, Headline, choice
from mctslib.widgets.menus import Menu, following
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.widgets.picking import with_areas
from mctslib.words import worth

HERE = Path(__file__).parent
WIDGETS = HERE.parents[1] / "widgets"
SCRIPTS = (WIDGETS / "words.js", WIDGETS / "lighting.js", HERE / "hunches.js")  # joined
SOURCES = ("playouts", "network", "oracle")
ITERATIONS = (1, 2, 4, 8, 16, 25, 50, 100, 200)
LONGEST = (
    (
        "The search chooses cell 8, which is ✓ right.",
        "X to move. Let it think longer, or drag the end of a bar to change your prior.",
    ),
)
LONGEST_TOLD = "Next comes move 8, in the frame: Q + bonus = 0.88 + 0.88 = 0.88."


def judge_of(source: str, state: State, priors: Priors) -> Judge:
    """Return a judge with the given priors for `state`, and even priors for all other positions.

    source  the source of the values, one of `SOURCES`
    """
    brain = network("ttt-0-16") if source == "network" else None

    def judge(position: State) -> tuple[Priors, float | None]:
        given = priors if position == state else even(position)[0]
        if brain is not None:
            _, estimate = brain(position)
            return given, estimate
        return given, value(position) if source == "oracle" else None

    return judge


class PriorBars(anywidget.AnyWidget):
    """The board and the bars on the page, which Python draws in two widths.

    When the reader has moved a bar, the page sends {action, share}, and `heard` is called with this
    message.
    """

    _esm = "\n".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    _css = (HERE / "hunches.css").read_text(encoding="utf-8")
    pictures = traitlets.Dict().tag(sync=True)

    def __init__(self, heard: Any) -> None:
        super().__init__()
        self.add_class("mcts-hunches")
        self.on_msg(lambda widget, content, buffers: heard(content))


class Hunches(Panel):
    """Drag the prior of each move of a position, and see how PUCT uses it.

    position    the name of the position: "A", "S", "W" or "empty board"
    source      the source of the values: "playouts", "network" (16 generations of self-play) or
                "oracle"
    iterations  the number of iterations of the search: 1, 2, 4, 8, 16, 25, 50, 100 or 200
    c           the weight of the prior, from 0 to 4
    seed        the seed of the playouts
    hunch       the first priors of some moves, as a dict; the other moves share the rest equally
    """

    lives_as = "sliders"
    kept_slider = "iterations"

    def __init__(
        self,
        position: str = "A",
        *,
        source: str = "playouts",
        iterations: int = 25,
        c: float = 1.5,
        seed: int = 0,
        hunch: Priors | None = None,
    ) -> None:
        check_one_of("position", position, POSITIONS)
        check_one_of("source", source, SOURCES)
        check_one_of("iterations", iterations, ITERATIONS)
        super().__init__()
        self.seed = seed
        self.quiet = False
        self._make_controls(position, source, iterations, c)
        self._lay_out()
        self._new_position()
        if hunch:
            self.set_priors(completed(hunch, self.puzzle.state.legal_actions()))

    def _make_controls(self, position: str, source: str, iterations: int, c: float) -> None:
        self.position = Menu(options=list(POSITIONS), value=position, description="position")
        self.source = choice("Source of the values", SOURCES, source)
        self.iterations = Menu(options=ITERATIONS, value=iterations, description="iterations")
        self.c = W.BoundedFloatText(value=c, min=0, max=4, step=0.1, description="c")
        longer = "Search with more iterations; after the largest number, with one"
        self.more = ActButton(self.work, "Think longer", "play", longer, self.think_longer)
        self.level = push_button("All equal", "", "Give every move the same prior", self.equal)
        self.asked = push_button("Ask the network", "", "Take the priors of a network", self.ask)
        self.position.observe(self._new_position, "value")
        for control in (self.source, self.iterations, self.c):
            control.observe(self._changed, "value")

    def _lay_out(self) -> None:
        self.add_class("mcts-framed")
        self.layout.max_width = "940px"  # hardly wider than the figure and the bar
        self.headline = Headline(longest=LONGEST)
        self.bars = PriorBars(self._heard)
        self.status.reserve([LONGEST_TOLD])
        bar = ControlBar(
            self.more,
            [self.level, self.asked],
            [self.source, self.iterations],
            [self.position, self.c],
        )
        bar.fold(self, self.level, self.asked, self.source)
        self.children = [self.headline, self.bars, self.status, bar]

    @property
    def puzzle(self) -> Puzzle:
        """Return the position with its right moves."""
        return POSITIONS[self.position.value]

    @property
    def looks(self) -> int:
        """Return the number of iterations of the search."""
        return int(self.iterations.value)

    @safely
    def _new_position(self, change: object = None) -> None:
        self.set_priors(even(self.puzzle.state)[0])

    @safely
    def equal(self, button: object = None) -> None:
        """Give every move the same prior."""
        self.set_priors(even(self.puzzle.state)[0])

    @safely
    def ask(self, button: object = None) -> None:
        """Use the network's priors."""
        priors, _ = network("ttt-0-16")(self.puzzle.state)
        self.set_priors(priors)

    @safely
    def think_longer(self, button: object = None) -> None:
        """Search with the next number of iterations, and after the largest with the smallest."""
        self.iterations.value = following(ITERATIONS, self.iterations.value)

    @safely
    def _changed(self, change: object = None) -> None:
        self._draw()

    @safely
    def _heard(self, message: Any) -> None:
        """Use a prior that the reader has dragged; the priors of the other moves keep their
        proportions.
        """
        action, share = message_of(message)
        if action not in self.priors:
            raise ValueError(f"Move {action!r} is not legal here.")
        others = 1 - self.priors[action]
        changed = {}
        for move, prior in self.priors.items():
            part = prior / others if others > 1e-9 else 1 / max(1, len(self.priors) - 1)
            changed[move] = share if move == action else (1 - share) * part
        self.set_priors(changed)

    def set_priors(self, priors: Priors) -> None:
        """Search with these priors, scaled to add up to 1, and draw the result."""
        total = fsum(priors.values())
        self.priors = {action: prior / total for action, prior in priors.items()}
        self._draw()

    def search(self) -> SearchResult:
        """Search with the current settings."""
        return search(self.puzzle.state, self.looks, seed=self.seed, **self.puct.options())

    def _draw(self) -> None:
        judge = judge_of(self.source.value, self.puzzle.state, self.priors)
        self.puct = Puct(judge, self.c.value)
        self.result = self.search()
        self.rows = self._rows()
        self.next_action = self.puct.pick(self.result.root)
        wide, narrow = (self.bars_picture(columns) for columns in (WIDE, NARROW))
        board, place = map(self.lit, (self.board_picture(), self.small_picture()))
        self.bars.pictures = {
            "board": board + self.key(),
            "place": place + self.key(),
            "wide": wide,
            "narrow": narrow,
        }
        self.headline.say(self.verdict(), self.invitation())
        self.status.say(self.told())

    def _rows(self) -> list[MoveRow]:
        root = self.result.root
        rows = []
        for action in self.puzzle.state.legal_actions():
            q, bonus = self.puct.terms(root, action)
            child = root.children.get(action)
            visits = child.visits if child else 0
            right = action in self.puzzle.correct
            share = visits / self.looks
            rows.append(MoveRow(action, right, self.priors[action], q, bonus, visits, share))
        return rows

    def row(self, action: Action) -> MoveRow:
        """Return the row of a move."""
        return next(row for row in self.rows if row.action == action)

    def bars_picture(self, columns: Any, can_drag: bool = True) -> str:
        """Return the picture of the bars, laid out in `columns`, which is `WIDE` or `NARROW`."""
        return bars_svg(self.rows, self.next_action, self.result.action, columns, can_drag)

    def board_picture(self) -> str:
        """Return the board with the shares of the visits; right moves have a dashed frame."""
        ring = self.framed()
        shares = self.result.distribution()
        return board_svg(self.puzzle.state, shares=shares, highlight=ring, width=180)

    def small_picture(self) -> str:
        """Return the board for a phone, which has the numbers of the moves only."""
        numbers = self.puzzle.free_cells()
        return board_svg(self.puzzle.state, numbers=numbers, highlight=self.framed(), width=104)

    def lit(self, board: str) -> str:
        """Return a picture of the board whose cells light with the rows of the bars."""
        looks = {cell: {"data_part": cell} for cell in self.puzzle.free_cells()}
        return with_areas(board, self.puzzle.state, looks)

    def framed(self) -> list[Action]:
        """Return the right moves, or no moves if all moves are right."""
        marked = self.puzzle.correct
        return sorted(marked) if len(marked) < len(self.result.distribution()) else []

    def key(self) -> str:
        """Return the meaning of the dashed frames, as HTML; without frames, the line is blank."""
        words = "dashed, ✓: right moves" if self.framed() else "&nbsp;"
        return f"<p class='mcts-label'>{words}</p>"

    def verdict(self) -> str:
        """Return a sentence with the move that the search chooses."""
        action = self.result.action
        return f"The search chooses {self.puzzle.judged(action)}."

    def invitation(self) -> str:
        """Return sentences that tell the reader whose move it is and how to change a prior."""
        return f"{self.turn()} Let it think longer, or drag the end of a bar to change your prior."

    def turn(self) -> str:
        """Return a sentence that names the player to move."""
        return f"{'XO'[self.puzzle.state.current_player]} to move."

    def told(self) -> str:
        """Return a sentence about the move that the next iteration tries."""
        after = self.row(self.next_action)
        q, score = worth(after.q), worth(after.score)
        bonus = worth(float(score) - float(q))  # so that the sum is right as it is written
        return f"Next comes move {after.action}, in the frame: Q + bonus = {q} + {bonus} = {score}."

    def static_picture(self, can_drag: bool = True) -> str:
        words = [self.puzzle.story, self.told()]
        pictures = [self.board_picture(), self.bars_picture(WIDE, can_drag)]
        return gallery(pictures, words, spoken=True)._repr_html_()

    def page_picture(self) -> str:
        """Return the picture for a page without Python, where the bars cannot be dragged."""
        return self.static_picture(can_drag=False)

    def page_words(self) -> str:
        """Return the headline for a page without Python."""
        return f"{self.verdict()} {self.turn()}"

    def static_text(self) -> str:
        return f"{self.verdict()} {self.told()} (run this cell to drag the bars)"


def completed(hunch: Priors, legal: Sequence[Action]) -> Priors:
    """Return the priors of all legal moves: those of the hunch, and equal parts of the rest.

    Raises TypeError if the hunch is no dict, and ValueError if it names a move that is not legal, if
    a prior is negative, or if nothing is left for the other moves.
    """
    if not isinstance(hunch, Mapping):
        raise TypeError(
            f"hunch must be a dict from moves to priors, such as {{0: 0.8}}, not {hunch!r}."
        )
    for action in hunch:
        check_one_of("hunch", action, legal)
    others = [action for action in legal if action not in hunch]
    rest = 1 - fsum(hunch.values())
    if min(hunch.values()) < 0 or rest < 0 or not others:
        raise ValueError(
            "The priors of a hunch must be ≥ 0 and add up to at most 1, and leave out a move."
        )
    return {action: hunch.get(action, rest / max(1, len(others))) for action in legal}


def message_of(message: Any) -> tuple[Action, float]:
    """Return the action and the share in a message from the page.

    Raises ValueError if the message is malformed.
    """
    action = message.get("action") if isinstance(message, dict) else None
    share = message.get("share") if isinstance(message, dict) else None
    is_share = isinstance(share, Real) and not isinstance(share, bool)
    if type(action) is not int or not is_share or not 0 <= share <= 1:  # type: ignore[operator]
        raise ValueError("A message must contain a move and a share from 0 to 1.")
    return action, float(share)  # type: ignore[arg-type]
