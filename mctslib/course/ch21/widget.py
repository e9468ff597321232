"""`LastExam`: go through the questions of the last exam, and see who chose which column."""

from __future__ import annotations

from collections import Counter

from mctslib.course.ch21.exam import IN_WORDS, KINDS, QUESTIONS, ExamQuestion, questions
from mctslib.course.ch21.results import CONDITIONS, all_sheets, by_mark, marks_of
from mctslib.course.ch21.sitting import Sitting
from mctslib.draw import svg
from mctslib.draw.look import INK, SHADE
from mctslib.draw.show import board_svg, describe_state
from mctslib.games.names import player_name
from mctslib.widgets.explorer import Explorer, OneOf, Slide, View, button
from mctslib.widgets.moments import Moments
from mctslib.words import count

BUDGETS = dict(
    zip(("100 iterations", "1,000 iterations", "2 ms", "10 ms"), CONDITIONS, strict=True)
)
URGENT = {
    KINDS[0]: "A move wins at once.",
    KINDS[1]: "After a wrong move the opponent can win at once.",
    KINDS[2]: "No move wins at once, and no move lets the opponent win at once.",
}
ON_A_PAGE = range(1, QUESTIONS + 1, 13)  # the questions that a page without a kernel shows
WIDEST = 240  # the width of a table's last column, in pixels
BAR = 110  # the length of the longest bar, in pixels


class LastExam(Explorer):
    """Show a question of the exam, and who chose which of its columns.

    own       a sitting of your own player, as returned by `sit`; the players are then yours and
              all others, and "Next question" goes to the next one that yours has wrong
    budget    what all other players have for each move: "100 iterations", "1,000 iterations",
              "2 ms" or "10 ms"
    question  the number of the question, from 1 to 300

    Raises TypeError or ValueError if a setting is not allowed.
    """

    lives_as = "sliders"
    kept = "question"
    folds = True
    headlines = (
        (
            "Question 300: 48 of 51 answers find the draw.",
            f"O is to move and can draw. {URGENT[KINDS[2]]}",
        ),
    )

    budget = OneOf(tuple(BUDGETS), tuple(BUDGETS), "for each move")
    question = Slide(1, QUESTIONS, 1, "question")

    def __init__(
        self, own: Sitting | None = None, *, budget: str = "100 iterations", question: int = 1
    ) -> None:
        self.own = own
        super().__init__(budget=budget, question=question)

    @button(
        "Next question", "play", "Go to the next question that divides the players", filled=True
    )
    def next(self) -> None:
        """Go to the next question that your player has wrong, or else on which UCT and the best
        other player have different marks.
        """
        one, other = self._players()
        for step in range(1, QUESTIONS + 1):
            place = (self.question - 1 + step) % QUESTIONS
            if one[place] != other[place]:
                self.set(question=place + 1)
                return

    def _players(self) -> tuple[list[float], list[float]]:
        """Return the marks of the two players whose differences lead to the next question."""
        sheets = all_sheets(BUDGETS[self.budget], self.own)
        if self.own is not None:
            return marks_of(next(iter(sheets.values()))), [1.0] * QUESTIONS
        best = next(name for name in by_mark(BUDGETS[self.budget]) if name != "UCT")
        return marks_of(sheets["UCT"]), marks_of(sheets[best])

    def view(self) -> View:
        """Return the question in words, its board, and the players that chose each column."""
        return View(self._found(), self._asked(), figure=self._figure())

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
        what = {"w": "win", "d": "draw"}[self._now.best]
        return f"Question {self.question}: {right} of {count(asked, 'answer')} find the {what}."

    def _asked(self) -> str:
        """Return in sentences what the question asks for."""
        state = self._now.state
        mover = player_name(state, state.current_player)
        value = {"w": "win", "d": "draw"}[self._now.best]
        return f"{mover} is to move and can {value}. {URGENT[self._now.kind]}"

    def _figure(self, *, still: bool = False) -> str:
        """Return the board, and beside or below it a table of the answers, as HTML."""
        state = self._now.state
        board = board_svg(state, numbers=state.legal_actions(), width=250)
        if still:
            board = svg.image(board, describe_state(state), fit=True)
        chosen = self._chosen()
        most = max(players.total() for players in chosen.values())
        rows = [self._row(column, players, most) for column, players in chosen.items()]
        table = f'<table style="border-collapse:collapse;font-size:14px">{"".join(rows)}</table>'
        beside = f'<div>{board}</div><div style="flex:1 1 240px;width:auto">{table}</div>'
        return (
            f'<div style="display:flex;flex-wrap:wrap;gap:12px 24px">{beside}</div>'
            if still
            else beside
        )

    def _row(self, column: int, players: Counter[str], most: int) -> str:
        """Return the row of a column: its result, how many answers chose it, and who gave them.

        most  the number of answers with the longest bar
        """
        many = players.total()
        result = IN_WORDS[self._now.results[column]]
        sign = "✓" if column in self._now.right else "✗"
        ink = f"var(--mcts-ink,{INK})" if many == most else f"var(--mcts-shade,{SHADE})"
        look = f"display:inline-block;height:13px;width:{many / most * BAR:.0f}px;background:{ink}"
        bar = f'<span style="{look}"></span> {many or "none"}'
        return (
            f'<tr style="display:flex;flex-wrap:wrap">{cell(84, f"<b>{column} {sign}</b> {result}")}'
            f"{cell(BAR + 36, bar)}{cell(WIDEST, told(players), 'mcts-second')}</tr>"
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

    def static_picture(self) -> str:
        return self._figure(still=True)


def cell(width: float, words: str, kind: str = "") -> str:
    """Return a cell of the table; only the widest takes the room that is left."""
    grow = int(width == WIDEST)
    look = f"flex:{grow} 0 {width}px;max-width:100%;text-align:left;white-space:normal"
    return f'<td class="{kind}" style="{look};padding:4px 0;background:none">{words}</td>'


def told(players: Counter[str]) -> str:
    """Return the players that chose a column, the most frequent first, such as "UCT ×3"."""
    names = [
        f"{name} ×{times}".replace(" ", "\N{NO-BREAK SPACE}")
        for name, times in players.most_common()
    ]
    return " · ".join(names)
