"""`LastExam`: answer questions of the last exam, and see who else chose which column."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mctslib.course.ch21.exam import IN_WORDS, KINDS, QUESTIONS, ExamQuestion, questions
from mctslib.course.ch21.results import CONDITIONS, all_sheets, by_mark, marks_of
from mctslib.course.ch21.sitting import Sitting
from mctslib.draw import svg
from mctslib.draw.boards import MARGIN
from mctslib.draw.look import ACT, INK, RULE, SHADE
from mctslib.draw.show import board_svg, describe_state
from mctslib.draw.svg import dimensions, element
from mctslib.games.board import columns
from mctslib.games.names import player_name
from mctslib.widgets.bar import two_widths
from mctslib.widgets.explorer import Explorer, OneOf, Slide, View, button
from mctslib.widgets.moments import Moments
from mctslib.widgets.picking import titled
from mctslib.words import count

BUDGETS = dict(
    zip(("100 iterations", "1,000 iterations", "2 ms", "10 ms"), CONDITIONS, strict=True)
)
URGENT = {
    KINDS[0]: "A move wins at once.",
    KINDS[1]: "After a wrong move the opponent can win at once.",
    KINDS[2]: "No move wins at once, and no move lets the opponent win at once.",
}
RESULTS = {"w": "win", "d": "draw"}
SHOW = "Show answers", "play", "Show what the players chose, without an answer of your own"
NEXT = "Next question", "play", "Go to the next question that divides the players"
ON_A_PAGE = range(1, QUESTIONS + 1, 13)  # the questions that a page without a kernel shows
FIRST = 207  # 7 of 48 answers find the win, and 35 choose the same wrong column
WIDEST = 240  # the width of a table's last column, in pixels
WIDE, PHONE = 380, 256  # the width of the board, in pixels
NAME = 72  # the width of a table's first column, in pixels
BAR = 94  # the length of the longest bar, in pixels
HIGH, LOW = (f"padding:clamp(4px, {share}cqw, 13px) 0" for share in (1.4, 0.5))  # of a row
BAR_CELL = BAR + 70  # with the number of answers, and "← you"


class LastExam(Explorer):
    """Ask a question of the exam, and show who chose which column after the reader has chosen one.

    own       a sitting of your own player, as returned by `sit`; the players are then yours and
              all others, and "Next question" goes to the next one that yours has wrong
    budget    what all other players have for each move: "100 iterations", "1,000 iterations",
              "2 ms" or "10 ms"
    question  the number of the question, from 1 to 300; the panel opens with a hard one

    Raises TypeError or ValueError if a setting is not allowed.
    """

    lives_as = "sliders"
    kept = "question"
    folds = True
    headlines = (
        (
            "Column 4 loses ✗. 48 of 51 answers find the draw.",
            f"Question 300. {URGENT[KINDS[2]]} You have 100 of 100 right.",
        ),
    )

    budget = OneOf(tuple(BUDGETS), tuple(BUDGETS), "for each move")
    question = Slide(1, QUESTIONS, 1, "question")

    def __init__(
        self, own: Sitting | None = None, *, budget: str = "100 iterations", question: int = FIRST
    ) -> None:
        self.own = own
        self.answers: dict[int, int | None] = {}  # question → the column that the reader chose
        super().__init__(budget=budget, question=question)

    @button(*NEXT, filled=True)
    def next(self) -> None:
        """Show the answers, or go to the next question that your player has wrong, or else on which
        UCT and the best other player have different marks.
        """
        if not self._answered:
            self._answer(None)
            return
        one, other = self._players()
        for step in range(1, QUESTIONS + 1):
            place = (self.question - 1 + step) % QUESTIONS
            if one[place] != other[place]:
                self.set(question=place + 1)
                return

    @property
    def _answered(self) -> bool:
        return self.question in self.answers

    def picked(self, words: str) -> None:
        """Take the column as the reader's answer, and show the answers of the players."""
        if words in map(str, self._now.state.legal_actions()) and not self._answered:
            self._answer(int(words))

    def _answer(self, column: int | None) -> None:
        self.answers[round(self.question)] = column
        self._draw()

    def _draw(self) -> None:
        super()._draw()
        if not self._answered:
            self.buttons["next"].rename(*SHOW)
        self.buttons["next"].fill(self._answered)  # before, the reader should press a column

    def _players(self) -> tuple[list[float], list[float]]:
        """Return the marks of the two players whose differences lead to the next question."""
        sheets = all_sheets(BUDGETS[self.budget], self.own)
        if self.own is not None:
            return marks_of(next(iter(sheets.values()))), [1.0] * QUESTIONS
        best = next(name for name in by_mark(BUDGETS[self.budget]) if name != "UCT")
        return marks_of(sheets["UCT"]), marks_of(sheets[best])

    def view(self) -> View:
        """Return the question, its board, and what the players answered if the reader has answered."""
        state, best = self._now.state, RESULTS[self._now.best]
        mover = player_name(state, state.current_player)
        more = f"Question {self.question}. {URGENT[self._now.kind]}"
        if not self._answered:
            return View(
                f"{mover} can {best}. Which column? Press it.",
                more,
                figure=self._figure(hidden=True),
            )
        told, mine = self._found().partition(": ")[2], self.answers[round(self.question)]
        if mine is not None:
            sign = "✓" if mine in self._now.right else "✗"
            told = f"Column {mine} {IN_WORDS[self._now.results[mine]]} {sign}. {told}"
        return View(told, f"{more}{self._score()}", figure=self._figure())

    def _score(self) -> str:
        """Return how many of the reader's answers are right, or "" if there are none."""
        given = [(number, one) for number, one in self.answers.items() if one is not None]
        right = sum(one in questions()[number - 1].right for number, one in given)
        return f" You have {right} of {len(given)} right." if given else ""

    @property
    def _now(self) -> ExamQuestion:
        return questions()[self.question - 1]

    def _chosen(self) -> dict[int, Counter[str]]:
        """Return, for each column that is not full, how often each player chose it."""
        chosen: dict[int, Counter[str]] = {c: Counter() for c in self._now.state.legal_actions()}
        for name, sheets in all_sheets(BUDGETS[self.budget], self.own).items():
            mine = self.own is not None and name.endswith("(yours)")
            for sheet in sheets[:1] if mine else sheets:
                chosen[int(sheet[self.question - 1])][name] += 1
        return chosen

    def _found(self) -> str:
        """Return in a sentence how many answers are right."""
        chosen = self._chosen()
        right = sum(chosen[column].total() for column in self._now.right)
        asked = sum(players.total() for players in chosen.values())
        what = RESULTS[self._now.best]
        return f"Question {self.question}: {right} of {count(asked, 'answer')} find the {what}."

    def _asked(self) -> str:
        """Return in sentences what the question asks for."""
        state = self._now.state
        mover = player_name(state, state.current_player)
        value = RESULTS[self._now.best]
        return f"{mover} is to move and can {value}. {URGENT[self._now.kind]}"

    def _figure(self, *, still: bool = False, hidden: bool = False) -> str:
        """Return the board, and beside or below it a table of the answers, as HTML.

        hidden  whether the answers are hidden, so that the columns can be pressed
        """
        state = self._now.state
        sizes = [
            board_svg(state, numbers=state.legal_actions(), width=width) for width in (WIDE, PHONE)
        ]
        board = svg.image(sizes[1], describe_state(state), fit=True)
        if not still:
            part = "data_pick" if hidden else "data_part"
            board = two_widths(*(self._with_columns(one, part) for one in sizes))
        chosen = self._chosen()
        most = max(players.total() for players in chosen.values())
        asked = sum(players.total() for players in chosen.values())
        rows = [self._row(column, players, most, hidden) for column, players in chosen.items()]
        title = f"Who chose what{' (still hidden)' if hidden else ''}"
        own = ", one from yours" if self.own is not None else ""
        note = f"{count(asked, 'answer')}: three from each player{own}, {self.budget} for each move"
        table = f'<table style="border-collapse:collapse;font-size:14px;width:100%">{"".join(rows)}</table>'
        beside = f'<div>{board}</div><div style="flex:1 1 240px;width:auto">{titled(title, table, note)}</div>'
        return (
            f'<div style="display:flex;flex-wrap:wrap;gap:12px 24px">{beside}</div>'
            if still
            else beside
        )

    def _with_columns(self, board: str, part: str) -> str:
        """Return the board with an area over each column, which lights with the column's row.

        part  the attribute that names the column: "data_pick" if the column can be pressed
        """
        state = self._now.state
        side, mine = columns(state), self.answers.get(round(self.question))
        unit = (dimensions(board)[0] - 2 * MARGIN) / side
        areas = []
        for column in state.legal_actions():
            look: dict[str, Any] = {part: column}
            if part == "data_pick":
                look["aria_label"] = f"column {column}"
            if column == mine:
                look |= {"stroke": ACT, "stroke_width": 3}
            x, high = MARGIN + column * unit + 2, len(state.cells()) // side * unit - 4
            size: dict[str, Any] = {"x": x, "y": MARGIN + 2, "width": unit - 4, "height": high}
            areas.append(element("rect", rx=4, fill="transparent", **size, **look))
        return board.replace("</svg>", "".join(areas) + "</svg>")

    def _row(self, column: int, players: Counter[str], most: int, hidden: bool) -> str:
        """Return the row of a column: its result, how many answers chose it, and who gave them.

        most    the number of answers with the longest bar
        hidden  whether the row shows only the column
        """
        line = f"border-top:1px solid var(--mcts-rule,{RULE})"
        start = f'<tr data-part="{column}" style="display:flex;flex-wrap:wrap;{line}">'
        if hidden:
            look = f"display:block;height:13px;border:1px dashed {SHADE}"
            bar = f'<td style="flex:1;{HIGH}"><span style="{look}"></span></td>'
            end = f'<td style="{HIGH};padding-left:8px">?</td>'
            return f"{start}{cell(NAME, f'<b>{column}</b>', room=HIGH)}{bar}{end}</tr>"
        many = players.total()
        result = IN_WORDS[self._now.results[column]]
        sign = "✓" if column in self._now.right else "✗"
        ink = f"var(--mcts-ink,{INK})" if many == most else f"var(--mcts-shade,{SHADE})"
        look = f"display:inline-block;height:13px;width:{many / most * BAR:.0f}px;background:{ink}"
        bar = f'<span style="{look}"></span> {many or "none"}'
        if column == self.answers.get(round(self.question)):
            bar += " ← you"
        return (
            f"{start}{cell(NAME, f'<b>{column} {sign}</b> {result}')}"
            f"{cell(BAR_CELL, bar)}{cell(WIDEST, told(players), 'mcts-second')}</tr>"
        )

    def page_moments(self) -> Moments:
        """Return some of the questions, for a page without a kernel."""
        shown = sorted({*ON_A_PAGE, self.question})

        def show(place: int) -> None:
            self.values = {**self.values, "question": shown[place]}
            self._draw()

        names = [str(number) for number in shown]
        return Moments("question", names, shown.index(self.question), show)

    def page_words(self) -> str:
        """Return the words above the picture of a page without a kernel."""
        return f"{self._found()} {self._asked()}"

    def static_headline(self) -> tuple[str, str]:
        """Return the words above the picture, which shows the answers."""
        return self._found(), self._asked()

    def static_picture(self) -> str:
        return self._figure(still=True)


def cell(width: float, words: str, kind: str = "", room: str = LOW) -> str:
    """Return a cell of the table; only the widest takes the room that is left."""
    grow = int(width == WIDEST)
    look = f"flex:{grow} 0 {width}px;max-width:100%;text-align:left;white-space:normal;line-height:18px"
    return f'<td class="{kind}" style="{look};{room};background:none">{words}</td>'


def told(players: Counter[str]) -> str:
    """Return the players that chose a column, the most frequent first, such as "UCT ×3"."""
    names = [
        f"{name} ×{times}".replace(" ", "\N{NO-BREAK SPACE}")
        for name, times in players.most_common()
    ]
    return " · ".join(names)
