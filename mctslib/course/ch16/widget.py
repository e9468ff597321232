"""`Hunches`: drag the prior of each move of a position, and see how PUCT uses it."""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from mctslib.course.ch16.bars import NARROW, STEPS, WIDE, Columns, MoveRow, bars_svg
from mctslib.course.ch16.tables import network
from mctslib.course.puzzles import POSITIONS, Puzzle
from mctslib.door.entrance import search
from mctslib.door.result import SearchResult
from mctslib.draw.boards import MARGIN, Squares
from mctslib.draw.look import ACT, SOFT, TITLE
from mctslib.draw.show import board_svg, gallery
from mctslib.draw.svg import element, text
from mctslib.game import Action, State
from mctslib.games.names import action_name
from mctslib.given import check_one_of
from mctslib.methods.puct import Judge, Judgement, Priors, Puct, even
from mctslib.oracle import value
from mctslib.widgets.bar import two_widths
from mctslib.widgets.explorer import Explorer, Held, OneOf, View, button
from mctslib.widgets.menus import following
from mctslib.words import count, percent, worth

ITERATIONS = (1, 2, 4, 8, 16, 25, 50, 100, 200)
C = 1.5  # the weight of the prior
HUNCH = 0.8  # the first prior of a move that loses
PRIOR = "Priors say what to try first."
LONGEST = (("Cell 8 ✗ rose to 88% of 100 visits. Will it rise further?", f"X to move. {PRIOR}"),)
MARKS = "dashed: the search's choice", "violet: comes next", "✓: a right move"
BOARDS = 190, 104  # the width of the board on a page and on a phone, in pixels
# whether the share of the chosen move rose or fell → words of the headline, and its question
MOVED = {-1: "fell to", 0: "has", 1: "rose to"}
ONWARD = {-1: "Will it fall further?", 0: "For how long?", 1: "Will it rise further?"}
LONGEST_TOLD = "Next comes move 8: Q + bonus = 0.88 + 0.88 = 0.88."


def judge_of(state: State, priors: Priors) -> Judge:
    """Return a judge with the given priors for `state`, even priors elsewhere, and exact values."""

    def judge(position: State) -> Judgement:
        given = priors if position == state else even(position)[0]
        return given, value(position)

    return judge


class Hunches(Explorer):
    """Drag the prior of each move of a position, and see how PUCT uses it, with exact values.

    position    the name of the position: "A", "S", "W" or "empty board"
    iterations  the number of iterations of the search: 1, 2, 4, 8, 16, 25, 50, 100 or 200
    hunch       the first priors of some moves, as a dict; the other moves share the rest equally.
                By default a move that loses, if there is one, has the prior 80%
    """

    lives_as = "sliders"
    kept = "iterations"
    headlines = LONGEST
    folds = True

    position = OneOf(tuple(POSITIONS))
    iterations = OneOf(ITERATIONS, menu="iterations")
    priors = Held()

    def __init__(
        self, position: str = "A", *, iterations: int = 25, hunch: Priors | None = None
    ) -> None:
        check_one_of("position", position, POSITIONS)
        puzzle = POSITIONS[position]
        legal = puzzle.state.legal_actions()
        if hunch is None:
            wrong = [action for action in legal if action not in puzzle.correct]
            hunch = dict.fromkeys(wrong[:1], HUNCH)
        priors = completed(hunch, legal)
        self.chosen_last: tuple[dict[str, Any], Action, float] | None = None  # what was shown last
        super().__init__(
            position=position, iterations=iterations, priors=priors, longest=[LONGEST_TOLD]
        )
        self.buttons["ask"].remove_class("mcts-second")  # a phone shows it, too

    @property
    def puzzle(self) -> Puzzle:
        """The position with its right moves."""
        return POSITIONS[self.position]

    @property
    def puct(self) -> Puct:
        """The method of the search."""
        return Puct(judge_of(self.puzzle.state, self.priors), C)

    @button("Think longer", "play", "Search with more iterations; at last with one", filled=True)
    def think_longer(self) -> None:
        """Search with the next number of iterations, and after the largest with the smallest."""
        self.set(iterations=following(ITERATIONS, self.iterations))

    @button("All equal", "", "Give every move the same prior")
    def equal(self) -> None:
        """Give every move the same prior."""
        self.set(priors=even(self.puzzle.state)[0])

    @button("Ask the network", "", "Take the priors of a network")
    def ask(self) -> None:
        """Use the network's priors."""
        self.set(priors=network("ttt-0-16")(self.puzzle.state)[0])

    def picked(self, words: str) -> None:
        """Use a prior that the reader has dragged, such as "0 35"; the priors of the other moves
        keep their proportions.
        """
        dragged = {
            f"{action} {share}": (action, share) for action in self.priors for share in STEPS
        }
        if words not in dragged:
            return
        action, share = dragged[words]
        others = 1 - self.priors[action]
        changed = {}
        for move, prior in self.priors.items():
            part = prior / others if others > 1e-9 else 1 / max(1, len(self.priors) - 1)
            changed[move] = share / 100 if move == action else (1 - share / 100) * part
        self.set(priors=changed)

    def search(self) -> SearchResult:
        """Search with the current settings."""
        return search(self.puzzle.state, self.iterations, seed=0, **self.puct.options())

    def _draw(self) -> None:
        self.result = self.search()
        self.moved = self._moved()
        super()._draw()

    @property
    def at_end(self) -> bool:
        return self.is_right or self.iterations == ITERATIONS[-1]

    @property
    def is_right(self) -> bool:
        """Whether the search chooses a right move."""
        return self.result.action in self.puzzle.correct

    def view(self) -> View:
        """Return what the search chooses, and the bars of all moves beside the board."""
        bars = two_widths(self.bars_picture(WIDE), self.bars_picture(NARROW))
        said = "<br>".join(MARKS)
        look = "font-size:12px;line-height:18px"
        wide = f'{self.board(BOARDS[0])}<p style="{look};margin:4px 8px">{said}</p>'
        narrow = f'<div style="display:flex;{look}">{self.board(BOARDS[1])}<p>{said}</p></div>'
        board = two_widths(wide, f'<div style="width:256px">{narrow}</div>')
        sign = "✓" if self.is_right else "✗"
        chosen = action_name(self.puzzle.state, self.result.action)
        share = max(row.share for row in self.rows())
        has = f"{chosen} {sign} {MOVED[self.moved]} {percent(share)} of {count(self.iterations, 'visit')}"
        found = f"{has[0].upper()}{has[1:]}. {self.asked()}"
        figure = f'<div>{board}</div><div class="mcts-grows">{bars}</div>'
        return View(found, f"{self.turn()} {PRIOR}", self.told(), figure)

    def asked(self) -> str:
        """Return what the headline asks for: more iterations, or another prior."""
        if self.is_right:
            return "Drag a bar: can you mislead it?"
        if self.iterations < ITERATIONS[-1]:
            return ONWARD[self.moved]
        return "Drag a bar to help it."

    def _moved(self) -> int:
        """Return 1 if the chosen move's share rose with more iterations, -1 if it fell, else 0."""
        share = max(row.share for row in self.rows())
        before, self.chosen_last = self.chosen_last, (self.values, self.result.action, share)
        if before is None or before[1] != self.result.action:
            return 0
        earlier = before[0] | {"iterations": self.iterations}
        if earlier != self.values or before[0]["iterations"] >= self.iterations:
            return 0
        return (share > before[2]) - (share < before[2])

    def rows(self) -> list[MoveRow]:
        """Return the numbers of all moves."""
        root, puct = self.result.root, self.puct
        rows = []
        for action in self.puzzle.state.legal_actions():
            q, bonus = puct.terms(root, action)
            child = root.children.get(action)
            visits = child.visits if child else 0
            right = action in self.puzzle.correct
            share = visits / self.iterations
            rows.append(MoveRow(action, right, self.priors[action], q, bonus, visits, share))
        return rows

    def next_action(self) -> Action:
        """Return the move that the next iteration tries."""
        return self.puct.pick(self.result.root)

    def bars_picture(self, columns: Columns, can_drag: bool = True) -> str:
        """Return the picture of the bars, laid out in `columns`, which is `WIDE` or `NARROW`."""
        return bars_svg(self.rows(), self.next_action(), self.result.action, columns, can_drag)

    def board(self, width: float = BOARDS[0]) -> str:
        """Return the board with the search's choice, the next move and the right moves."""
        puzzle, cells = self.puzzle, self.puzzle.free_cells()
        ring = [self.result.action] if cells else []
        drawn = board_svg(puzzle.state, highlight=ring, width=width)
        parts = []
        places = Squares(3, (width - 2 * MARGIN) / 3)
        for cell in cells:
            x, y = places.corner(cell)
            if cell == self.next_action():
                look: dict[str, Any] = {"width": places.unit - 2, "height": places.unit - 2}
                look |= {"fill": ACT, "fill_opacity": 0.12, "stroke": ACT, "stroke_width": 1.5}
                parts.append(element("rect", x=x + 1, y=y + 1, rx=6, **look))
            right = cell in puzzle.correct and len(puzzle.correct) < len(cells)
            x, y = places.middle(cell)
            words = f"{cell} ✓" if right else f"{cell}"
            parts.append(text(words, x, y + 5, TITLE, text_anchor="middle", fill=SOFT))
        return drawn.replace("</svg>", "".join(parts) + "</svg>")

    def verdict(self) -> str:
        """Return a sentence with the move that the search chooses."""
        return f"The search chooses {self.puzzle.judged(self.result.action)}."

    def turn(self) -> str:
        """Return a sentence that names the player to move."""
        return f"{'XO'[self.puzzle.state.current_player]} to move."

    def told(self) -> str:
        """Return a sentence about the move that the next iteration tries."""
        after = next(row for row in self.rows() if row.action == self.next_action())
        q, score = worth(after.q), worth(after.score)
        bonus = worth(float(score) - float(q))  # so that the sum is right as it is written
        return f"Next comes move {after.action}: Q + bonus = {q} + {bonus} = {score}."

    def static_picture(self) -> str:
        pictures = [self.board(), self.bars_picture(WIDE, can_drag=False)]
        return gallery(pictures, [self.puzzle.story, self.told()], spoken=True)._repr_html_()

    def static_headline(self) -> tuple[str, str]:
        return self.verdict(), self.turn()

    def page_words(self) -> str:
        """Return the headline for a page, where the bars cannot be dragged."""
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
    if min(hunch.values(), default=0) < 0 or rest < 0 or not others:
        raise ValueError(
            "The priors of a hunch must be ≥ 0 and add up to at most 1, and leave out a move."
        )
    return {action: hunch.get(action, rest / len(others)) for action in legal}
