"""Find the places where a file of the library writes a number itself, not with `words`.

In Python there are two kinds of such places:

- a number with decimals, such as `f"{share:.2f}"`, unless it is a coordinate or the value of an
  attribute in a drawing;
- a count without commas, such as `f"{hits} of {trials}"` or `str(visits)`, unless the f-string is a
  call that a reader may type, or the message of an error, which repeats numbers as Python writes
  them.

In JavaScript, `toFixed`, `toPrecision` and `toLocaleString` write a number, and so does
`Math.round(100 * share)`.  A count in a template needs `number` or `count`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import mctslib

LIBRARY = Path(mctslib.__file__).parent
OWN = ("words.py", "words.js")  # the two files that write numbers
DECIMALS = re.compile(r"\.\d*[fgeE%]$")
FORMATTED = re.compile(r"\{\w*:[^{}]*\.\d+[fgeE%]\}")  # a format for `str.format`
# An f-string with coordinates: numbers and the commands of a path.  "…" stands for a value.
COORDINATES = re.compile(r"(?!.*  )(?:…|[-,. \d]|[MmLlHhVvCcQqZz](?![a-z ])|px|translate\(|\))+")
ATTRIBUTE = re.compile(r"[\w-]+(?:=|=\"|:)$")  # the end of the text before an attribute's value
CALL = re.compile(r"[\w…`]\((?!s\))")  # "shares(…)", but not "1 move (…)"
# Names of counts that can reach 1,000.  A plain name may hold words, such as "3 games".  A name is
# not a count if its function declares the name as a string, or calls a function of `WORDS` to make
# the value.
WORDS = {"count", "escape", "number", "percent", "points", "signed", "str", "with_moves"}
COUNTS = {
    "budget", "draws", "games", "hits", "iterations", "nodes", "of", "playouts",
    "positions", "pulls", "runs", "steps", "total", "trials", "visits", "wins",
}  # fmt: skip
IN_JAVASCRIPT = re.compile(
    r"\btoFixed\(|\btoPrecision\(|\btoLocaleString\(|Math\.round\(100 \*"
    rf"|\$\{{(?:\w+\.)*(?:{'|'.join(sorted(COUNTS))})\}}"
)


def own_formats() -> Iterator[tuple[str, str]]:
    """Yield the file and the text of each place that writes a number itself."""
    for file in sorted(LIBRARY.rglob("*")):
        name = file.relative_to(LIBRARY).as_posix()
        if name in OWN or file.suffix not in (".py", ".js"):
            continue
        text = file.read_text(encoding="utf-8")
        find = in_python if file.suffix == ".py" else in_javascript
        for found in find(text):
            yield name, found


def in_javascript(text: str) -> Iterator[str]:
    """Yield the lines of a page script in which it writes a number itself."""
    for line in text.splitlines():
        if IN_JAVASCRIPT.search(line):
            yield line.strip()


def in_python(text: str) -> Iterator[str]:
    """Yield the source of each f-string, or template, that writes a number itself."""
    yield from _below(ast.parse(text), frozenset())


def _below(node: ast.AST, words: frozenset[str]) -> Iterator[str]:
    """Yield the complaints about a part of a file.

    words   the names that hold words in the functions around this part
    """
    if isinstance(node, ast.FunctionDef):
        words |= set(_names_of_words(node))
    if isinstance(node, ast.JoinedStr):
        yield from _in_words(node, words)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from FORMATTED.findall(node.value)
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "str":
        yield from (ast.unparse(node) for one in node.args if _is_count(one, words))
    for part in ast.iter_child_nodes(node):
        inside_error = isinstance(part, ast.Raise)
        yield from _below(part, words | COUNTS if inside_error else words)


def _names_of_words(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the names that hold words, not numbers, in a function."""
    arguments = function.args
    for one in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        if one.annotation is not None and ast.unparse(one.annotation) not in ("int", "float"):
            yield one.arg
    for part in ast.walk(function):
        if isinstance(part, ast.Assign) and _makes_words(part.value):
            for target in part.targets:
                yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))


def _makes_words(value: ast.expr) -> bool:
    for part in ast.walk(value):
        is_text = isinstance(part, ast.Constant) and isinstance(part.value, str)
        if is_text or isinstance(part, ast.JoinedStr):
            return True
        if isinstance(part, ast.Call) and ast.unparse(part.func) in WORDS:
            return True
    return False


def _skeleton(words: ast.JoinedStr) -> str:
    """Return the constant parts of an f-string, with "…" in place of each value."""
    parts = [one.value if isinstance(one, ast.Constant) else "…" for one in words.values]
    return "".join(str(part) for part in parts)


def _in_words(whole: ast.JoinedStr, words: frozenset[str]) -> Iterator[str]:
    skeleton = _skeleton(whole)
    has_coordinates = skeleton != "…" and COORDINATES.fullmatch(skeleton) is not None
    before = ""  # the constant text before a value
    for part in whole.values:
        if isinstance(part, ast.Constant):
            before = str(part.value)
        if not isinstance(part, ast.FormattedValue):
            continue
        spec = _skeleton(part.format_spec) if isinstance(part.format_spec, ast.JoinedStr) else ""
        is_drawn = has_coordinates or ATTRIBUTE.search(before)
        has_decimals = DECIMALS.search(spec) and not is_drawn
        is_count = "," not in spec and _is_count(part.value, words)
        if has_decimals or (is_count and not CALL.search(skeleton)):
            yield f"{{{ast.unparse(part.value)}{':' * bool(spec)}{spec}}}"


def _is_count(value: ast.expr, words: frozenset[str]) -> bool:
    if isinstance(value, ast.Attribute):
        return value.attr in COUNTS and value.attr not in words
    return isinstance(value, ast.Name) and value.id in COUNTS and value.id not in words


# The functions that give a quantity its decimals, in place of these calls.
DECIDED = {("number", 2): "worth", ("number", 3): "worked", ("percent", 1): "observed"}


def decided() -> Iterator[str]:
    """Yield each call of `number` or `percent` whose decimals `words.py` decides."""
    for file in sorted(LIBRARY.rglob("*.py")):
        if file.name in OWN:
            continue
        for part in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(part, ast.Call) or len(part.args) != 2:
                continue
            name, digits = ast.unparse(part.func), ast.unparse(part.args[1])
            better = digits.isdecimal() and DECIDED.get((name, int(digits)))
            if better:
                yield f"{file.relative_to(LIBRARY)}: {ast.unparse(part)} (use {better})"
