"""The questions of a chapter: one file `questions.toml` in its folder, read and checked here.

They do not stand in the notebooks' code, so that a cell does not give its answer away.

    title = "Ask random games for advice"

    [predict.blunders]
    question = "In how many of the 4,520 positions does it blunder?"
    numbers = [0, 4520]                     # a whole number; [0.0, 1.0] takes any; or: options = ["never", ...]

    [checkpoint.rewards]
    question = "O has just won. What is `state.rewards()`?"
    options = [{ text = "`(1.0, 0.0)`", why = "No: ..." }, { text = "`(0.0, 1.0)`", why = "Yes: ...", right = true }]
"""

import re
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
KINDS = ("predict", "checkpoint")


class QuestionError(ValueError):
    """There is no such question, or it is not written as it should be; the message says what to change."""


@dataclass(frozen=True)
class Option:
    """One answer to choose; `why` it is right or not (empty in a prediction)."""

    text: str
    why: str = ""
    right: bool = False


@dataclass(frozen=True)
class Question:
    """One question.  Texts may hold `code`, *emphasis* and **strong emphasis**, and nothing else.

    key      chapter and name: "01-blunders"
    kind     "predict" or "checkpoint"
    options  what can be chosen; empty if a number is asked for
    numbers  the lowest and the highest number that make sense; None if there are options
    """

    key: str
    kind: str
    text: str
    options: tuple[Option, ...] = ()
    numbers: tuple[float, float] | None = None

    @property
    def whole(self) -> bool:
        """Whether only a whole number is an answer: a range with a decimal point, such as [0.0, 1.0], takes any."""
        return self.numbers is not None and all(isinstance(number, int) for number in self.numbers)

    def option(self, text: Any) -> Option | None:
        """The option with this text, if there is one."""
        return next((option for option in self.options if option.text == text), None)


def question(key: str, kind: str) -> Question:
    """The question `key`, as "01-blunders"; `kind` is "predict" or "checkpoint".  `QuestionError` if there is none."""
    chapter, _, name = key.partition("-")
    found = questions(chapter)
    same = [one for one in found if one.key == key and one.kind == kind]
    if not same:
        there = ", ".join(one.key for one in found if one.kind == kind) or "none"
        raise QuestionError(f"Chapter {chapter} has no [{kind}.{name}]; it has {there}.")
    return same[0]


def chapters() -> list[str]:
    """The chapters that have questions, in order: "00", "01", …, "A"."""
    return sorted(file.parent.name.removeprefix("ch") for file in HERE.glob("ch*/questions.toml"))


def titles() -> dict[str, str]:
    """The chapters and their names, as the files give them."""
    return {
        chapter: tomllib.loads(_file(chapter).read_text(encoding="utf-8"))["title"]
        for chapter in chapters()
    }


def questions(chapter: str) -> list[Question]:
    """All questions of a chapter, in the order of its file.  Raises `QuestionError` if it has no file, or a bad one."""
    file = _file(chapter)
    if not chapter.isalnum() or not file.is_file():
        raise QuestionError(f"There is no file mctslib/course/ch{chapter}/questions.toml.")
    return read(file.read_text(encoding="utf-8"), chapter)


def _file(chapter: str) -> Path:
    return HERE / f"ch{chapter}" / "questions.toml"


def read(text: str, chapter: str) -> list[Question]:
    """The questions in a TOML text; raises `QuestionError` at the first that is not as it should be."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise QuestionError(f"{chapter}.toml is not TOML: {error}.") from None
    tables.pop("title", None)
    if unknown := set(tables) - set(KINDS):
        raise QuestionError(
            f"{chapter}.toml: a table is [predict.…] or [checkpoint.…], not [{min(unknown)}]."
        )
    return [
        _question(f"{chapter}-{name}", kind, table)
        for kind, named in tables.items()
        for name, table in named.items()
    ]


def _question(key: str, kind: str, table: Any) -> Question:
    where = f"{key.partition('-')[0]}.toml, [{kind}.{key.partition('-')[2]}]"
    fields = {"question", "options", "numbers"} if kind == "predict" else {"question", "options"}
    if not isinstance(table, dict) or not _is_text(table.get("question")):
        raise QuestionError(f'{where}: question = "..." is missing.')
    if unknown := set(table) - fields:
        raise QuestionError(
            f"{where}: no such field: {min(unknown)}. There are {', '.join(sorted(fields))}."
        )
    try:
        options, numbers = _options(kind, table.get("options", [])), _numbers(table.get("numbers"))
        if bool(options) == bool(numbers):
            raise QuestionError("it needs either options or numbers = [lowest, highest].")
    except QuestionError as error:
        raise QuestionError(f"{where}: {error}") from None
    return Question(key, kind, table["question"].strip(), options, numbers)


def _options(kind: str, given: Any) -> tuple[Option, ...]:
    """The options of a question: at least two, all different, exactly one right if it is a checkpoint."""
    if not isinstance(given, list):
        raise QuestionError("options is a list.")
    made = tuple(
        _prediction_option(one) if kind == "predict" else _checkpoint_option(one) for one in given
    )
    if given and len({option.text for option in made}) < max(2, len(made)):
        raise QuestionError("options need at least two, all different.")
    if kind == "checkpoint" and sum(option.right for option in made) != 1:
        raise QuestionError("exactly one option has right = true.")
    return made


def _prediction_option(one: Any) -> Option:
    if not _is_text(one):
        raise QuestionError("an option of a prediction is a text.")
    return Option(one)


def _checkpoint_option(one: Any) -> Option:
    if not (isinstance(one, dict) and _is_text(one.get("text")) and _is_text(one.get("why"))):
        raise QuestionError(
            'an option is { text = "...", why = "..." }, every one with its explanation.'
        )
    if set(one) - {"text", "why", "right"} or not isinstance(one.get("right", False), bool):
        raise QuestionError("an option has text, why and, where it is the right one, right = true.")
    return Option(**one)


def _numbers(given: Any) -> tuple[float, float] | None:
    if given is None:
        return None
    good = (
        isinstance(given, list) and len(given) == 2 and all(type(n) in (int, float) for n in given)
    )
    if not good or not given[0] < given[1]:
        raise QuestionError("numbers is [lowest, highest].")
    return given[0], given[1]


def html(text: str) -> str:
    """A text of a question as HTML: `code`, *emphasis*, **strong emphasis**; everything else as it stands."""
    pieces = re.split(r"(`[^`]+`)", escape(text, quote=False))
    for i, piece in enumerate(pieces):
        if i % 2:
            pieces[i] = f"<code>{piece[1:-1]}</code>"
        else:
            piece = re.sub(r"\*\*(\S(?:.*?\S)??)\*\*", r"<strong>\1</strong>", piece)
            pieces[i] = re.sub(r"\*(\S(?:.*?\S)??)\*", r"<em>\1</em>", piece)
    return "".join(pieces)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
