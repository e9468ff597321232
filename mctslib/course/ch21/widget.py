"""`LastExam`: show the players' answers as strips, the differences from a chosen player, and the
ladder of the games.
"""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets as T

from mctslib.course.ch21.exam import QUESTIONS
from mctslib.course.ch21.page import headline, own_data, page_data, told
from mctslib.course.ch21.results import CONDITIONS, names
from mctslib.course.ch21.sitting import Sitting
from mctslib.course.ch21.still import still_svg
from mctslib.given import check_one_of
from mctslib.widgets.panel import Panel

HERE = Path(__file__).parent
LIBRARY = HERE.parents[1]
SCRIPTS = (  # joined into one script
    LIBRARY / "widgets/words.js",
    LIBRARY / "widgets/elements.js",
    HERE / "last_exam.js",
)


class LastExamView(anywidget.AnyWidget):
    """The visible part of the widget, which also works on a page without Python."""

    _esm = "\n".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    _css = (HERE / "last_exam.css").read_text(encoding="utf-8")
    data = T.Dict().tag(sync=True)  # see `page.page_data`
    opening = T.Dict().tag(
        sync=True
    )  # the settings that are shown first: condition, beside, question
    own = T.Dict().tag(sync=True)  # name, answers and mark of the reader's own player; may be empty


class LastExam(Panel):
    """Show all answers in the last exam and the results of the games between the players.

    own        a sitting of your own player, as returned by `sit`; its row comes first
    condition  the condition that is shown at first: one of `CONDITIONS`, such as "ms-2"
    beside     the player with which all others are compared at first
    question   the number of the question that is shown at first, from 1 to 300

    Raises TypeError or ValueError if a setting is not allowed.
    """

    lives_as = "last_exam"

    def __init__(
        self,
        own: Sitting | None = None,
        *,
        condition: str = CONDITIONS[0],
        beside: str = "UCT",
        question: int = 1,
    ) -> None:
        if own is not None and not isinstance(own, Sitting):
            raise TypeError(f"own must be a sitting, such as `sit(player)`, not {own!r}.")
        if own is not None and len(own.given) != QUESTIONS:
            raise ValueError(
                f"{own.name} has answered only {len(own.given)} of {QUESTIONS} questions: let the "
                "player take the whole exam."
            )
        check_one_of("condition", condition, CONDITIONS)
        check_one_of("beside", beside, names())
        check_one_of("question", question, range(1, QUESTIONS + 1))
        super().__init__("showing")
        self.condition = condition
        self.beside = beside
        place = names().index(beside)
        opening = {"condition": condition, "beside": place, "question": question - 1}
        shown = {"name": own.name, **own_data(own.given)} if own else {}
        self.own = shown
        self.sitting = own
        self.view = LastExamView(data=page_data(), opening=opening, own=shown)
        self.children = [self.view, self.status]

    def words(self) -> list[str]:
        """Return the sentences that describe the still picture."""
        sentences = [headline(self.condition), told(self.condition)]
        if self.own:
            sentences.append(f"{self.own['name']} is right in {self.own['mark']}.")
        return sentences

    def static_picture(self) -> str:
        return still_svg(self.condition, self.beside, self.sitting)

    def static_text(self) -> str:
        return f"{' '.join(self.words())} (Run this cell to open a question.)"
