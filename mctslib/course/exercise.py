"""What every checker is made of: a `Verdict`, the decorator `exercise`, and the stages as small functions.

@exercise("Right: the mean is W / N.")
def check_mean(own):
    for node in examples:
        answer = call(own, node, returns=float)       # nothing yet, None, wrong type, an exception
        close(answer, node.value, f"mean({node!r})")  # wrong in this case, and how far off
    demand(own(root) <= 1, "A mean of rewards cannot be above 1.")
"""

import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import wraps
from html import escape
from math import isclose, nan
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from mctslib.course.store import keep
from mctslib.draw.look import RIGHT, SOFT, WRONG

LIBRARY = Path(__file__).parents[1]
COARSE = {"float32": 1e-6, "float16": 2e-3}  # numpy's numbers of fewer digits
PATIENCE = 200_000  # lines of code after which a function counts as never ending
Picture = str | Callable[[], str]
Mistakes = Iterable[
    tuple[Callable[..., Any], str]
]  # each a function that gives the wrong answer, and what to say
MARKS = {"correct": "✔", "wrong": "✗", "pending": "○"}
CHECKERS: dict[str, list[str]] = {}  # the names of a chapter's checkers, once its module is loaded
COLOURS = {"correct": RIGHT, "wrong": WRONG, "pending": SOFT}


@dataclass(frozen=True)
class Verdict:
    """What a checker says.  True exactly when the answer is correct.

    status   "correct", "wrong" or "pending" (nothing to check yet)
    message  to the reader; `code` between backticks, new lines kept
    picture  SVG or HTML shown below the message: the first counterexample, drawn
    """

    status: str
    message: str
    picture: str = ""

    def __bool__(self) -> bool:
        return self.status == "correct"

    def __repr__(self) -> str:
        return f"{MARKS[self.status]} {self.message}"

    def _repr_html_(self) -> str:
        text = re.sub(r"`([^`\n]+)`", r"<code>\1</code>", escape(self.message, quote=False))
        return (
            f'<div role="status" style="border-left:4px solid {COLOURS[self.status]};padding:.4em .8em">'
            f'<div style="white-space:pre-wrap"><b>{MARKS[self.status]}</b> {text}</div>{self.picture}</div>'
        )


class Pending(Exception):
    """There is nothing to check yet."""


class Wrong(Exception):
    """The answer is wrong; the message tells the reader what and how far, the picture shows it.

    A picture may be given as a function, so that it is drawn only when it is needed.
    """

    def __init__(self, message: str, picture: Picture = "") -> None:
        super().__init__(message)
        self.picture = picture() if callable(picture) else picture


def exercise(praise: str) -> Callable[[Callable[..., Any]], Callable[..., Verdict]]:
    """Make a checker: a function that raises `Pending` or `Wrong`, or returns when all is right.

    `praise` is said at the end, unless the function returns a text of its own.  A reader's mistake never
    leaves a traceback: whatever else is raised becomes a verdict that names it.  A pass is remembered.
    """

    def decorate(check: Callable[..., Any]) -> Callable[..., Verdict]:
        chapter = check.__module__.partition(".ch")[2].partition(".")[
            0
        ]  # of mctslib.course.ch04.checkers, "04"
        CHECKERS.setdefault(chapter, []).append(check.__name__)

        @wraps(check)
        def checker(*answers: Any) -> Verdict:
            try:
                verdict = Verdict("correct", check(*answers) or praise)
                keep("exercises", f"{chapter} {check.__name__}", True)
                return verdict
            except Pending as pending:
                return Verdict("pending", str(pending))
            except Wrong as wrong:
                return Verdict("wrong", str(wrong), wrong.picture)
            except Exception as error:
                return Verdict("wrong", f"That stopped with {_in_words(error)}.")

        return checker

    return decorate


class Endless(Exception):
    """A function of the reader's own does not come to an end."""


@contextmanager
def patience(lines: int = PATIENCE) -> Iterator[None]:
    """Raise `Endless` once the functions that the block calls have run so many lines: a loop without a step."""
    before, left = sys.gettrace(), lines

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left
        left -= event == "line"
        if left < 0:
            raise Endless(
                f"it was still running after {lines:,} lines (does its loop take a step each time?)"
            )
        return count

    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


def call(
    own: Callable[..., Any],
    *arguments: Any,
    returns: type | None = None,
    shown: str = "",
    lines: int = PATIENCE,
) -> Any:
    """The reader's function called, its answer past the first stages.  Data it is given must stay as it was.

    returns  the wanted type; `float` takes any number, None allows (and expects) no answer
    shown    how to write the call in a message, if not by the arguments' reprs
    lines    how many lines of code it may take; more where it plays many games
    """
    name = function_name(own)
    shown = shown or f"{name}({', '.join(map(repr, arguments))})"
    handed = [deepcopy(argument) if _is_data(argument) else argument for argument in arguments]
    try:
        with patience(lines):
            answer = own(*handed)
    except Endless as error:
        raise Wrong(f"`{shown}` does not come to an end: {error}") from None
    except NotImplementedError as error:
        raise Pending(
            f"Nothing here yet: write the body of `{name}`, then run both cells again."
        ) from error
    except Exception as error:
        raise Wrong(f"`{shown}` raised {_in_words(error)}.") from error
    for before, after in zip(arguments, handed):
        message = f"`{shown}` changed what it was given: {short(before)} has become {short(after)}."
        demand(
            after is before or after == before,
            f"{message} Others still need it: make something new instead.",
        )
    return answer if returns is None else typed(answer, returns, shown)


def look(
    own: Callable[..., Any],
    root: Any,
    *arguments: Any,
    shown: str,
    picture: Picture = "",
    **options: Any,
) -> Any:
    """`call` of a function that is given a tree to look at; wrong if it has changed the tree."""
    before = _numbers_of(root)
    answer = call(own, root, *arguments, shown=shown, **options)
    changed = f"`{shown}` changed the tree that it was given; it should only look at it."
    demand(_numbers_of(root) == before, changed, picture)
    return answer


def _numbers_of(root: Any) -> list[Any]:
    """Path, N and W of every node of a tree."""
    return [(node.path(), node.visits, node.value_sum) for node in root.descendants()]


def function_name(own: Any) -> str:
    """The name of a function; refuses what cannot be called."""
    if own is None or own is ...:
        raise Pending("Nothing here yet: your turn.")
    if not callable(own):
        raise Wrong(f"The checker needs your function itself, without brackets; it got {own!r}.")
    return getattr(own, "__name__", "your function")


def given(answer: Any, kind: type, name: str = "your answer") -> Any:
    """An answer that is a value, past the first stages.  `...` (anywhere in it) means: not there yet."""
    if answer is None or "Ellipsis" in repr(answer):
        raise Pending(
            f"Nothing here yet: write your answer in place of `...` in `{name}`, then run both cells."
        )
    return typed(answer, kind, name)


def typed(answer: Any, kind: type, shown: str) -> Any:
    """The answer, if it is of this kind; None and other kinds are told apart."""
    if answer is None:
        raise Wrong(f"`{shown}` returned None. Is a `return` missing?")
    wanted, own = {float: Real, int: Integral}.get(kind, kind), plain(answer)
    own = kind(own) if kind in (list, tuple) and isinstance(own, list | tuple) else own
    if not isinstance(own, wanted) or (isinstance(own, bool) and kind is not bool):
        what = {float: "a number", int: "a whole number", str: "a text"}.get(
            kind, f"a {kind.__name__}"
        )
        raise Wrong(
            f"`{shown}` is {short(answer)}, a {type(answer).__name__}; it should be {what}."
        )
    exact = kind is float and not isinstance(
        own, int | float
    )  # Python 3.11 cannot write a Fraction in decimals
    return (
        float(answer) if exact else answer if kind is float else own
    )  # few digits are still told by `close`


def plain(answer: Any) -> Any:
    """A boolean, number, text or array of numpy's as Python's own; anything else as it is."""
    numpy = sys.modules.get("numpy")  # who has not loaded it cannot have one of them
    return (
        answer.tolist() if numpy and isinstance(answer, numpy.generic | numpy.ndarray) else answer
    )


def close(
    answer: float,
    right: float,
    shown: str,
    why: str = "",
    tolerance: float = 1e-9,
    picture: Picture = "",
) -> None:
    """Wrong unless the numbers agree to `tolerance`; says how far off, then `why`."""
    tolerance = max(tolerance, COARSE.get(type(answer).__name__, 0))
    if not isclose(answer, right, rel_tol=tolerance, abs_tol=tolerance):
        by = (
            ""
            if answer != answer or nan in (answer, right)
            else f", off by {float(answer - right):+.4g}"
        )
        raise Wrong(
            f"`{shown}` is {float(answer):.6g}; it should be {right:.6g}{by}. {why}".rstrip(),
            picture,
        )


def same(answer: Any, right: Any, shown: str, why: str = "", picture: Picture = "") -> None:
    """Wrong unless equal; shows both, then `why`."""
    if answer != right:
        raise Wrong(
            f"`{shown}` is {short(answer)}; it should be {short(right)}. {why}".rstrip(), picture
        )


def explained(
    mistakes: Mistakes, cases: Iterable[tuple[Any, ...]], answers: Iterable[Any], otherwise: str
) -> str:
    """What to say of wrong answers: the words of the mistake that gives *every* one of them, else `otherwise`."""
    pairs = list(zip(cases, answers, strict=True))
    alike = (
        words
        for mistake, words in mistakes
        if all(_equal(mistake(*case), answer) for case, answer in pairs)
    )
    return next(alike, otherwise)


def _equal(one: Any, other: Any) -> bool:
    numbers = isinstance(one, Real) and isinstance(other, Real)
    return isclose(one, other, abs_tol=1e-9) if numbers else one == other


def demand(rule: bool, otherwise: str, picture: Picture = "") -> None:
    """Wrong, in these words, unless the rule holds."""
    if not rule:
        raise Wrong(otherwise, picture)


def _is_data(value: Any) -> bool:
    """Whether it is numbers and words in lists, sets and dicts; an empty one is there to be filled."""
    if type(value) in (list, tuple, set, dict):
        return bool(value) and all(
            map(_is_data, (*value, *value.values()) if type(value) is dict else value)
        )
    return value is None or isinstance(value, Real | str)


def short(value: Any, length: int = 80) -> str:
    """The repr of a value, cut to a length that fits in a sentence."""
    text = repr(plain(value))
    return text if len(text) <= length else text[: length - 1] + "…"


def _in_words(error: Exception) -> str:
    """An exception in one clause, with the line of the reader's code that raised it."""
    frames = [
        f
        for f in traceback.extract_tb(error.__traceback__)
        if LIBRARY not in Path(f.filename).parents
    ]
    line = f", in `{frames[-1].line}`" if frames and frames[-1].line else ""
    return f"{type(error).__name__}: {error}{line}"
