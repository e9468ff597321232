"""Provide the parts of checkers: the class `Verdict`, the decorator `exercise`, and helpers.

    @exercise("Right: the mean is W / N.")
    def check_mean(own):
        for node in examples:
            answer = call(own, node, returns=float)
            close(answer, node.value, f"mean({node!r})")
        demand(own(root) <= 1, "A mean of rewards cannot be above 1.")

Here `own` is the reader's answer, a function or a value.  `call` ends the check if the function is
not written yet, raises an exception, or returns a value of the wrong type.  `close` ends the check
if the number is wrong.
"""

import random
import re
import sys
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import wraps
from html import escape
from math import isclose, isnan, sqrt
from numbers import Integral, Real
from os import sep
from pathlib import Path
from typing import Any

from mctslib.course.chapters import chapter_of_module
from mctslib.course.store import keep
from mctslib.draw.look import RIGHT, SOFT, WRONG
from mctslib.words import a, distinct, signed

# The folders of this library and of Python's own, whose lines the reader did not write.
LIBRARIES = (f"{Path(__file__).parents[1]}{sep}", f"{Path(random.__file__).parent}{sep}")
# numpy's less precise float types → the tolerance for numbers of that type
COARSE = {"float32": 1e-6, "float16": 2e-3}
PATIENCE = 200_000  # the number of executed lines after which a function counts as endless
LONGEST = 80  # the largest length of a value in a sentence, in characters
# The tolerance for a count of random choices, in standard deviations; a fair count exceeds it about
# once in a million cases
SIGMAS = 5
Picture = str | Callable[[], str]

MARKS = {"correct": "✔", "wrong": "✗", "pending": "○"}
COLOURS = {"correct": RIGHT, "wrong": WRONG, "pending": SOFT}
CHECKERS: dict[str, list[str]] = {}
"""Chapter → the names of its checkers; filled when the chapter's checkers are loaded."""

# kind → the type that its values must have
ACCEPTED: dict[type, type] = {float: Real, int: Integral}
CALLED = {float: "a number", int: "a whole number", str: "a string"}  # kind → its name in a message


# ---------------------------------------------------------- verdicts


@dataclass(frozen=True)
class Verdict:
    """The result of a checker; in a condition it counts as true exactly if the answer is correct.

    status   "correct" or "wrong", or "pending" if there is nothing to check yet
    message  the message to the reader, with `code` between backticks; line breaks are kept
    picture  SVG or HTML below the message, which shows the first counterexample
    """

    status: str
    message: str
    picture: str = ""

    def __bool__(self) -> bool:
        return self.status == "correct"

    def __repr__(self) -> str:
        return f"{MARKS[self.status]} {self.message}"

    def _repr_html_(self) -> str:
        text = with_marks(escape(self.message, quote=False))
        style = f"border-left:4px solid {COLOURS[self.status]};padding:.4em .8em"
        words = f'<div style="white-space:pre-wrap"><b>{MARKS[self.status]}</b> {text}</div>'
        return f'<div role="status" style="{style}">{words}{self.picture}</div>'


def with_marks(text: str) -> str:
    """Return a text as HTML: `code` between backticks as code, a *word* between asterisks in italics."""
    code_or_stress = r"`([^`\n]+)`|(?<![\w*])\*(\w(?:[^*`\n]*\w)?)\*(?![\w*])"

    def mark(found: re.Match[str]) -> str:
        code, stressed = found.groups()
        return f"<code>{code}</code>" if code else f"<em>{stressed}</em>"

    return re.sub(code_or_stress, mark, text)


class Pending(Exception):
    """Raised if there is nothing to check yet."""


class Wrong(Exception):
    """Raised if the answer is wrong.

    The message names the mistake and, for a number, its distance from the right number.
    A picture may be given as a function, so that the picture is drawn only when needed.
    """

    def __init__(self, message: str, picture: Picture = "") -> None:
        super().__init__(message)
        self.picture = picture() if callable(picture) else picture


def exercise(praise: str) -> Callable[[Callable[..., Any]], Callable[..., Verdict]]:
    """Turn a function into a checker; the function raises `Pending` or `Wrong`, or just returns.

    Only the stop button's KeyboardInterrupt leaves a checker, because any other exception, even
    SystemExit, becomes a verdict that names the exception.  If the answer is right, the reader's progress records that the exercise has been
    passed.  The check leaves the state of Python's shared random generator unchanged, even if the
    reader's function uses this generator.

    praise  the message about a right answer, unless the function returns another message
    """

    def decorate(check: Callable[..., Any]) -> Callable[..., Verdict]:
        chapter = chapter_of_module(check.__module__)
        key = f"{chapter} {check.__name__}"
        CHECKERS.setdefault(chapter, []).append(check.__name__)

        @wraps(check)
        def checker(*answers: Any) -> Verdict:
            shared_numbers = random.getstate()
            try:
                message = check(*answers) or praise
            except Pending as pending:
                return Verdict("pending", str(pending))
            except Wrong as wrong:
                return Verdict("wrong", str(wrong), wrong.picture)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                return Verdict("wrong", f"The check stopped with {in_words(error)}.")
            finally:
                random.setstate(shared_numbers)
            keep("exercises", key, True)
            return Verdict("correct", message)

        return checker

    return decorate


# ---------------------------------------------------------- calling


class Endless(Exception):
    """Raised if one of the reader's functions does not end."""


class OutOfPatience(BaseException):
    """Raised inside the reader's function, where `except Exception` must not catch it."""


@contextmanager
def patience(lines: int = PATIENCE) -> Iterator[None]:
    """Context manager: raise `Endless` if the functions called in the block run too long.

    lines  the largest number of lines of code that these functions may execute together; a call
           of a function of this library or of Python's own counts as one line, because a function
           that stops at each of its lines is many times slower
    """
    before = sys.gettrace()
    left = lines
    importing = 0  # an import in the reader's function is not counted

    def end_of_import(frame: Any, event: str, argument: Any) -> Any:
        nonlocal importing
        importing -= event == "return"
        return end_of_import

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left, importing
        if event == "call" and frame.f_code.co_name == "_find_and_load":
            importing += 1
            return end_of_import
        if importing:
            return None
        known = event == "call" and frame.f_code.co_filename.startswith(LIBRARIES)
        left -= known or event == "line"
        if left < 0:
            reason = f"it was still running after {lines:,} lines"
            raise OutOfPatience(f"{reason}. Make sure that its loop can end.")
        return None if known else count

    sys.settrace(count)
    try:
        yield
    except OutOfPatience as end:
        raise Endless(str(end)) from end
    finally:
        sys.settrace(before)


def call(
    own: Callable[..., Any],
    *arguments: Any,
    returns: type | None = None,
    shown: str = "",
    lines: int = PATIENCE,
) -> Any:
    """Call the reader's function, and return the function's answer.

    returns  the expected type; `float` accepts any number, None accepts any answer
    shown    the call as it is written in a message; by default made from the arguments
    lines    the largest number of lines of code that the function may execute

    Raises `Pending` if the function is not written yet.  Raises `Wrong` if the function raises an
    exception, does not end, changes its arguments, or returns a value of the wrong type.
    """
    name = function_name(own)
    shown = shown or f"{name}({', '.join(map(repr, arguments))})"
    handed = [deepcopy(argument) if is_data(argument) else argument for argument in arguments]
    try:
        with patience(lines):
            answer = own(*handed)
    except Endless as error:
        raise Wrong(f"`{shown}` does not come to an end: {error}") from None
    except NotImplementedError as error:
        advice = f"write the body of `{name}`, then run both cells again"
        raise Pending(f"Nothing here yet: {advice}.") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise Wrong(f"`{shown}` raised {in_words(error)}.") from error
    for before, after in zip(arguments, handed):
        if after is not before and after != before:
            change = f"{short(before)} has become {short(after)}"
            message = f"`{shown}` changed its argument: {change}."
            raise Wrong(f"{message} Leave the argument as it was, and change a copy.")
    if returns is None:
        return answer
    return typed(answer, returns, shown)


def look(
    own: Callable[..., Any],
    root: Any,
    *arguments: Any,
    shown: str,
    picture: Picture = "",
    **options: Any,
) -> Any:
    """Call the reader's function with a tree, and raise `Wrong` if the function changes the tree.

    shown, options  as in `call`
    picture         a picture of the tree for the message
    """
    before = numbers_of(root)
    answer = call(own, root, *arguments, shown=shown, **options)
    changed = f"`{shown}` changed the tree. The function should only read the tree."
    demand(numbers_of(root) == before, changed, picture)
    return answer


def numbers_of(root: Any) -> list[Any]:
    """Return a list with the path, N and W of each node of a tree."""
    return [(node.path(), node.visits, node.value_sum) for node in root.descendants()]


def function_name(own: Any) -> str:
    """Return the name of the reader's function.

    Raises `Pending` if there is no function yet, and `Wrong` if `own` cannot be called.
    """
    if own is None or own is ...:
        raise Pending("Nothing here yet: your turn.")
    if not callable(own):
        raise Wrong(f"Pass your function itself to the checker, without brackets, not {own!r}.")
    return getattr(own, "__name__", "your function")


# ---------------------------------------------------------- types


def given(answer: Any, kind: type, name: str = "your answer") -> Any:
    """Check an answer that is a value, and return the answer converted to `kind`.

    An answer that contains `...` anywhere is not complete.  Raises `Pending` if there is no
    complete answer yet, and `Wrong` if the answer is of a different kind.
    """
    if answer is None or "Ellipsis" in repr(answer):
        advice = f"write your answer in place of `...` in `{name}`, then run both cells"
        raise Pending(f"Nothing here yet: {advice}.")
    return typed(answer, kind, name)


def typed(answer: Any, kind: type, shown: str) -> Any:
    """Return an answer converted to `kind`.

    Raises `Wrong` if the answer is None or of a different kind.

    kind   `float` accepts any number, and `int` any whole number; `list` also accepts a tuple, and
           `tuple` a list; numbers, strings and arrays of numpy are accepted like Python's own
    shown  the words for the answer in a message
    """
    if answer is None:
        raise Wrong(f"`{shown}` returned None. Is a `return` missing?")
    value = plain(answer)
    if kind in (list, tuple) and isinstance(value, list | tuple):
        value = kind(value)
    if not is_of_kind(value, kind):
        wanted = CALLED.get(kind) or a(kind.__name__)
        found = a(type(answer).__name__)
        message = f"`{shown}` is {short(answer)}, {found}; it should be {wanted}."
        if isinstance(answer, Generator):
            message += " A function that contains `yield` makes a generator. Use `return`."
        raise Wrong(message)
    if kind is not float:
        return value
    if isinstance(value, int | float):
        return answer  # keep the type, because `close` derives the tolerance from the type
    return float(answer)  # Python 3.11 cannot write a Fraction in decimals


def is_of_kind(value: Any, kind: type) -> bool:
    """Return whether a value belongs to a kind.  True and False are not accepted as numbers."""
    if isinstance(value, bool):
        return kind is bool
    return isinstance(value, ACCEPTED.get(kind, kind))


def whole(answer: Any, name: str) -> int:
    """Return a whole number, which may be given as a float such as 2.0.  Raises as `given` does."""
    value = plain(answer)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return int(given(answer, int, name))


def plain(answer: Any) -> Any:
    """Return a value of a numpy type as a value of one of Python's own types.

    Numbers, strings and arrays are converted.  Any other value is returned unchanged.
    """
    numpy = sys.modules.get("numpy")  # without numpy, no value has a numpy type
    if numpy is not None and isinstance(answer, numpy.generic | numpy.ndarray):
        return answer.tolist()
    return answer


def is_data(value: Any) -> bool:
    """Return whether a value consists of numbers and strings, in lists, tuples, sets and dicts.

    An empty list or dict is not regarded as data, because a function may be expected to fill it.
    """
    if type(value) is dict:
        return bool(value) and all(map(is_data, [*value, *value.values()]))
    if type(value) in (list, tuple, set):
        return bool(value) and all(map(is_data, value))
    return value is None or isinstance(value, Real | str)


# ---------------------------------------------------------- judging


def close(answer: float, right: float, shown: str, why: str = "", picture: Picture = "") -> None:
    """Raise `Wrong` if the answer is another number than the right one.

    The message contains both numbers and their difference.

    shown  the words for the answer in the message
    why    an explanation that is added to the message
    """
    if alike(answer, right):
        return
    answer = float(answer)
    found, wanted = distinct(answer, right)
    if isnan(answer):
        found = "nan"
    message = f"`{shown}` is {found}; it should be {wanted}"
    if not isnan(answer) and not isnan(right):
        message += f", off by {signed(answer - right)}"
    raise Wrong(f"{message}. {why}".rstrip(), picture)


def same(answer: Any, right: Any, shown: str, why: str = "", picture: Picture = "") -> None:
    """Raise `Wrong`, with both answers in the message, if the answer is not the right answer.

    shown  the words for the answer in a message
    why    an explanation that is added to the message
    """
    if answer == right:
        return
    found, wanted = different_texts(answer, right)
    raise Wrong(f"`{shown}` is {found}; it should be {wanted}. {why}".rstrip(), picture)


def different_texts(one: Any, other: Any) -> tuple[str, str]:
    """Return two values as strings, cut to a length at which the strings differ.

    The length is greater than usual if the strings would otherwise look the same.
    """
    longest = max(LONGEST, len(repr(one)), len(repr(other)))
    length = LONGEST
    while True:
        texts = short(one, length), short(other, length)
        if texts[0] != texts[1]:
            return texts
        if length >= longest:
            break
        length *= 2
    kinds = a(type(one).__name__), a(type(other).__name__)
    return f"{short(one)}, {kinds[0]}", f"{short(other)}, {kinds[1]}"


def alike(one: Any, other: Any) -> bool:
    """Return whether two values are equal up to rounding errors in numbers."""
    if isinstance(one, Real) and isinstance(other, Real):
        kinds = (type(one).__name__, type(other).__name__)
        tolerance = max(1e-9, *(COARSE.get(kind, 0) for kind in kinds))
        return isclose(one, other, rel_tol=tolerance, abs_tol=tolerance)
    return bool(one == other)


def demand(rule: bool, otherwise: str, picture: Picture = "") -> None:
    """Raise `Wrong` with the message `otherwise` if `rule` is false."""
    if not rule:
        raise Wrong(otherwise, picture)


def is_even(counts: Sequence[int]) -> bool:
    """Return whether counts of choices are plausible if all choices are equally likely."""
    fair = sum(counts) / len(counts)
    spread = sqrt(fair * (1 - 1 / len(counts)))
    return all(abs(count - fair) <= SIGMAS * spread for count in counts)


# ---------------------------------------------------------- words


def short(value: Any, length: int = LONGEST) -> str:
    """Return the repr of a value, cut to a length that suits a sentence."""
    text = repr(plain(value))
    if len(text) <= length:
        return text
    return text[: length - 1] + "…"


def in_words(error: BaseException) -> str:
    """Return an exception as a clause: its type, the reader's line that raised it, its message.

    Only the first line of the message is used, because a board may follow, and the message of the
    checker goes on after the clause.
    """
    kind = type(error).__name__
    message = (str(error).splitlines() or [""])[0].rstrip(".: ")
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not frame.filename.startswith(LIBRARIES):
            if frame.line:
                kind += f" in the line `{frame.line}`"
            break
    return f"{kind}: {message}" if message else kind
