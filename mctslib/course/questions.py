"""Read and check the questions in the file `questions.toml` of a chapter's folder.

Questions are not part of the notebooks' code, because a cell that contains a question would reveal
the answer.

    title = "Ask random games for advice"

    [predict.blunders]
    question = "In how many of the 4,520 positions does it blunder?"
    numbers = [0, 4520]                     # a whole number; [0.0, 1.0] takes any number

    [predict.spread]
    question = "How many random games must each estimate have?"
    options = ["150", "200", "400"]

    [checkpoint.rewards]
    question = "O has just won. What is `state.rewards()`?"
    options = [
        { text = "`(1.0, 0.0)`", why = "No: ..." },
        { text = "`(0.0, 1.0)`", why = "Yes: ...", right = true },
    ]
    figure = { board = "XX./OOO/X.." }      # optional; `figures.py` explains the kinds
"""

import re
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from mctslib.course.chapters import chapters_with
from mctslib.course.figures import is_figure

HERE = Path(__file__).parent
KINDS = ("predict", "checkpoint")
FIELDS = {
    "predict": {"question", "options", "numbers", "figure"},
    "checkpoint": {"question", "options", "figure"},
}


class QuestionError(ValueError):
    """Raised if a question does not exist or is malformed; the message suggests a remedy."""


@dataclass(frozen=True)
class Option:
    """One of the options from which the reader chooses."""

    text: str
    why: str = ""  # why the option is right or wrong; empty in a prediction
    right: bool = False


@dataclass(frozen=True)
class Question:
    """A question in a chapter.

    The text and the options may contain `code`, *emphasis* and **strong emphasis**, but no other
    markup.

    key      the chapter and the name of the question, such as "01-blunders"
    kind     "predict" or "checkpoint"
    text     the question
    options  the options; () if the question asks for a number
    numbers  the lowest and the highest accepted number, or None if there are options
    figure   what the small figure beside the question shows (`figures.py`), or None
    """

    key: str
    kind: str
    text: str
    options: tuple[Option, ...] = ()
    numbers: tuple[float, float] | None = None
    figure: dict[str, Any] | None = None

    @property
    def whole(self) -> bool:
        """Whether the question asks for a whole number.

        If the range is written with decimal points, such as [0.0, 1.0], the question accepts any
        number.
        """
        if self.numbers is None:
            return False
        return all(isinstance(number, int) for number in self.numbers)

    def option(self, text: Any) -> Option | None:
        """Return the option with this text, or None if there is no such option."""
        for option in self.options:
            if option.text == text:
                return option
        return None


# ---------------------------------------------------------- the chapters' questions


def question(key: str, kind: str) -> Question:
    """Return one question.

    key   the chapter and the name of the question, such as "01-blunders"
    kind  "predict" or "checkpoint"

    Raises `QuestionError` if there is no such question.
    """
    chapter, _, name = key.partition("-")
    of_this_kind = [one for one in questions(chapter) if one.kind == kind]
    for one in of_this_kind:
        if one.key == key:
            return one
    there = ", ".join(one.key for one in of_this_kind) or "none"
    raise QuestionError(f"Chapter {chapter} has no [{kind}.{name}]; it has {there}.")


def chapters() -> list[str]:
    """Return the chapters that have questions, in order: "00", "01", …, "A"."""
    return chapters_with("questions.toml")


def titles() -> dict[str, str]:
    """Return a dict from each chapter to its title, such as "00" to "Play before you know"."""
    found = {}
    for chapter in chapters():
        table = tomllib.loads(file_of(chapter).read_text(encoding="utf-8"))
        found[chapter] = table["title"]
    return found


def questions(chapter: str) -> list[Question]:
    """Return all questions of a chapter, in the order of its file.

    Raises `QuestionError` if the chapter has no file, or if its file is malformed.
    """
    file = file_of(chapter)
    if not chapter.isalnum() or not file.is_file():
        raise QuestionError(f"There is no file mctslib/course/ch{chapter}/questions.toml.")
    return read(file.read_text(encoding="utf-8"), chapter)


def file_of(chapter: str) -> Path:
    """Return the path of a chapter's file of questions, which need not exist."""
    return HERE / f"ch{chapter}" / "questions.toml"


# ---------------------------------------------------------- reading a file


def read(text: str, chapter: str) -> list[Question]:
    """Return the questions in a TOML text.

    chapter  the chapter of the questions, which is the first part of their keys

    Raises `QuestionError` at the first malformed question.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise QuestionError(f"{chapter}.toml is not TOML: {error}.") from None
    tables.pop("title", None)
    unknown = set(tables) - set(KINDS)
    if unknown:
        kinds = "[predict.…] or [checkpoint.…]"
        raise QuestionError(f"{chapter}.toml: a table must be {kinds}, not [{min(unknown)}].")
    found = []
    for kind, named in tables.items():
        for name, table in named.items():
            try:
                found.append(made_of(table, f"{chapter}-{name}", kind))
            except QuestionError as error:
                raise QuestionError(f"{chapter}.toml, [{kind}.{name}]: {error}") from None
    return found


def made_of(table: Any, key: str, kind: str) -> Question:
    """Make a question from a table of a file, or raise `QuestionError` if the table is malformed."""
    if not table.get("question"):
        raise QuestionError('question = "..." is missing.')
    fields = FIELDS[kind]
    unknown = set(table) - fields
    if unknown:
        there = ", ".join(sorted(fields))
        raise QuestionError(f"no such field: {min(unknown)}. The fields are {there}.")
    options = options_of(table.get("options", []), kind)
    numbers = numbers_of(table["numbers"]) if "numbers" in table else None
    if bool(options) == bool(numbers):
        raise QuestionError("the table needs either options or numbers = [lowest, highest].")
    figure = table.get("figure")
    if figure is not None and not is_figure(figure):
        raise QuestionError('figure must be { board = "..." } or { tree = ["...", [...]] }.')
    return Question(key, kind, table["question"].strip(), options, numbers, figure)


def options_of(given: Any, kind: str) -> tuple[Option, ...]:
    """Make the options of a question.

    Raises `QuestionError` if there are fewer than two different options, or if a checkpoint does
    not have exactly one right option.
    """
    options = tuple(option_of(one, kind) for one in given)
    different = len({option.text for option in options})
    if options and (different < 2 or different < len(options)):
        raise QuestionError("there must be at least two options, all different.")
    if kind == "checkpoint" and sum(option.right for option in options) != 1:
        raise QuestionError("exactly one option has right = true.")
    return options


def option_of(given: Any, kind: str) -> Option:
    """Make an option: a string in a prediction, and a table with its explanation in a checkpoint."""
    if kind == "predict":
        return Option(given)
    try:
        option = Option(**given)
    except TypeError:
        option = Option("")
    if not (option.text and option.why):
        raise QuestionError(
            'an option must be { text = "...", why = "..." }, with its explanation; the right '
            "option also has right = true."
        )
    return option


def numbers_of(given: Any) -> tuple[float, float]:
    """Return the lowest and the highest number of a range."""
    if len(given) != 2 or not given[0] < given[1]:
        raise QuestionError("numbers must be [lowest, highest].")
    return given[0], given[1]


# ---------------------------------------------------------- showing a text


def html(text: str) -> str:
    """Convert a question's text, with `code`, *emphasis* and **strong emphasis**, to HTML.

    All other characters are shown unchanged.
    """
    pieces = re.split(r"(`[^`]+`)", escape(text, quote=False))
    for i, piece in enumerate(pieces):
        if i % 2 == 1:  # the text between backticks
            pieces[i] = f"<code>{piece[1:-1]}</code>"
        else:
            strong = re.sub(r"\*\*(\S(?:.*?\S)??)\*\*", r"<strong>\1</strong>", piece)
            pieces[i] = re.sub(r"\*(\S(?:.*?\S)??)\*", r"<em>\1</em>", strong)
    return "".join(pieces)
