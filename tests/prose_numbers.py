"""The numbers in a notebook's prose that nothing bears out.

    python tests/prose_numbers.py 03        what the notebook made from notebooks/src/03_*.py would be told

A numeral in a text cell, in a question of the chapter, or in the sentence of `score_prediction`, is borne out if

- it lies in a quote that a `claim` of the notebook compares with what was computed, or
- the notebook's own code sets it (1,000 where a cell says 1000), asserts and claims aside, or
- it is no statement: code, formula, size, name (chapter 8, cell 4), year, list number, time needed, a sentence that
  begins with "Suppose" or "Imagine", a sentence with its source in brackets (author, year), further reading.

The options of a prediction, and the wrong ones of a checkpoint, may say what they like.
"""

import ast
import re
import sys
from collections.abc import Iterator
from math import isclose
from typing import NamedTuple

from numerals import numerals, prose

from mctslib.course.questions import QuestionError, questions

QUOTE = "claim"
LARGEST = 12  # smaller whole numbers stand in every code
CONVENTIONS = {-1}  # the other usual reward of a loss
SENTENCE = re.compile(
    r"(?<=[.!?:;])\s+(?=[A-Z*\"“`\[])|\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=#)|(?<=\|)\n"
)
SOURCE = re.compile(
    r"\([^()]*\b[A-Z][^()]*\b(?:1[89]|20)\d\d[a-z]?\b[^()]*\)"
    r"|\b[A-Z][\w’'-]+(?: et al\.)?,? \((?:1[89]|20)\d\d[a-z]?\)"
)
PREMISE = re.compile(r"\W*(?:Suppose|Imagine)\b")
LIST_NUMBER = re.compile(r"^\s*\d+\. ", re.M)
TITLE = re.compile(r"^# [0-9A-Z]\w* · .*$", re.M)
TIME = re.compile(r"\b\d+(?:(?: to |–)\d+)? minutes\b")
LINK_TITLE = re.compile(r"\b\d\d(?= · )")
FURTHER = re.compile(r"^## Further reading\b.*?(?=^## |^\*\*Next|\Z)", re.M | re.S)


class Text(NamedTuple):
    """A piece of prose, and where it stands."""

    where: str
    text: str


def problems(nb, chapter: str) -> list[str]:
    """One sentence for each quote that stands nowhere and each numeral that nothing bears out."""
    code = [tree for cell in nb.cells if cell.cell_type == "code" for tree in _parsed(cell.source)]
    quotes, found = _quotes(code)
    texts = [Text("the text", cell.source) for cell in nb.cells if cell.cell_type == "markdown"]
    texts += [Text("its questions", text) for text in _asked(chapter)]
    texts += [Text("a score", text) for text in _scores(code)]
    patterns = {quote: re.compile(r"\s+".join(map(re.escape, quote.split()))) for quote in quotes}
    for quote, pattern in patterns.items():
        if not any(pattern.search(text) for _, text in texts):
            found.append(f"claimed, but it stands nowhere: {quote!r}")
    inputs = {*_inputs(code), *CONVENTIONS}
    for where, text in texts:
        found += [f"{where}: {line}" for line in unclaimed(text, patterns.values(), inputs)]
    return found


def unclaimed(text: str, quotes=(), inputs=frozenset()) -> list[str]:
    """The numerals of a text that neither a quote (a compiled pattern) nor an input bears out, each in its place."""
    plain = _statements(text)
    spans = [match.span() for quote in quotes for match in quote.finditer(text)]
    return [
        f"{one.text.strip()!r} in {_around(text, one.start, one.end)!r}"
        for one in numerals(plain)
        if one.kind == "number"
        and not any(a <= one.start and one.end <= b for a, b in spans)
        and not any(isclose(value, set_) for set_ in inputs for value in _as_input(one))
    ]


def _as_input(one):
    """How code may write it: 95 % is 0.95 or 95."""
    return (one.value, 100 * one.value) if "%" in one.text or "cent" in one.text else (one.value,)


def _around(text: str, start: int, end: int) -> str:
    return " ".join(text[max(0, start - 40) : end + 30].split())


def _statements(text: str) -> str:
    """The text with everything blanked that states no number of its own; all places stay."""

    def blank(part: str) -> str:
        return re.sub(r"\S", " ", part)

    sourced = text
    text = prose(text)
    for pattern in (
        FURTHER,
        TITLE,
        LINK_TITLE,
        LIST_NUMBER,
        *([TIME] if text.startswith("# ") else []),
    ):
        text = pattern.sub(lambda found: blank(found[0]), text)
    start, pieces = 0, []
    for end in [*(m.end() for m in SENTENCE.finditer(sourced)), len(sourced)]:
        free = SOURCE.search(sourced[start:end]) or PREMISE.match(sourced[start:end])
        pieces.append(blank(text[start:end]) if free else text[start:end])
        start = end
    return "".join(pieces)


# ---------------------------------------------------------------------------- what the code says


def _parsed(source: str) -> Iterator[ast.Module]:
    try:
        yield ast.parse(source)
    except SyntaxError:  # a magic command
        return


def _calls(code, name: str) -> Iterator[ast.Call]:
    for tree in code:
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == name
            ):
                yield node


def _quotes(code) -> tuple[list[str], list[str]]:
    """The quotes of all claims; a complaint for each claim whose quote, or whose values, are no good."""
    quotes, found, inputs = (
        [],
        [],
        {number for number in _inputs(code) if number > LARGEST or number % 1},
    )
    for tree, call in [(cell, call) for cell in code for call in _calls([cell], QUOTE)]:
        match call.args:
            case [ast.Constant(value=str(quote)), first, *more]:
                quotes.append(quote)
                if restated := _restated([first, *more], _set_in(tree), inputs):
                    found.append(
                        f"claimed, but with values that nothing computes: {quote!r} ({', '.join(restated)})"
                    )
            case _:
                found.append(f"a claim needs a quote, written out, and values: {ast.unparse(call)}")
    return quotes, found


def _set_in(tree: ast.Module) -> dict[str, ast.expr]:
    """Name → what the cell sets it to, last."""
    plain = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    )
    return {node.targets[0].id: node.value for node in plain}


def _restated(values: list[ast.expr], names: dict[str, ast.expr], inputs: set[float]) -> list[str]:
    """The values of a claim that were typed beside it and prove nothing.

    A number that stands in another value says which case is meant, `at[0.7][200], 200`; so may one that the code sets.
    """
    values = [
        names.get(value.id, value) if isinstance(value, ast.Name) else value for value in values
    ]
    typed = [value for value in values if _is_literal(value)]
    used = {
        n.value
        for value in values
        if value not in typed
        for n in ast.walk(value)
        if isinstance(n, ast.Constant)
    }
    known = used | inputs if len(typed) < len(values) else set()
    return [
        ast.unparse(value)
        for value in typed
        if not (isinstance(value, ast.Constant) and value.value in known)
    ]


def _is_literal(node: ast.expr) -> bool:
    """Whether an expression holds nothing but constants."""
    return not any(
        isinstance(n, ast.Name | ast.Call | ast.Attribute | ast.Subscript) for n in ast.walk(node)
    )


def _inputs(code) -> Iterator[float]:
    """The numbers that the code sets: not those it compares with in an assert, nor a claim's, nor an index."""
    waiting: list[ast.AST] = list(code)
    while waiting:
        node = waiting.pop()
        claims = (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == QUOTE
        )
        if isinstance(node, ast.Assert) or claims:
            continue
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            yield node.value
        if (
            isinstance(node, ast.UnaryOp)
            and isinstance(node.op, ast.USub)
            and isinstance(node.operand, ast.Constant)
        ):
            yield -node.operand.value
        waiting += [
            part
            for name, part in _parts(node)
            if not (isinstance(node, ast.Subscript) and name == "slice")
        ]


def _parts(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for name, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield name, part


def _scores(code) -> Iterator[str]:
    for call in _calls(code, "score_prediction"):
        yield from (
            arg.value
            for arg in call.args[2:3]
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
        )


def _asked(chapter: str) -> Iterator[str]:
    """The texts of a chapter's questions that ought to be true."""
    try:
        asked = questions(chapter)
    except QuestionError:
        return
    for one in asked:
        texts = [
            one.text,
            *(o.text for o in one.options if o.right),
            *(o.why for o in one.options if o.why),
        ]
        if not PREMISE.match(one.text):
            yield from texts
        else:  # what it supposes is supposed in its answers too
            given = {number.value for number in numerals(one.text)}
            yield from (_without(text, given) for text in texts[1:])


def _without(text: str, given: set[float]) -> str:
    for one in reversed(numerals(text)):
        if one.value in given:
            text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return text


if __name__ == "__main__":
    sys.path.insert(0, "notebooks")
    import build

    for source in build.sources(sys.argv[1] if len(sys.argv) > 1 else ""):
        print(source.stem)
        found = problems(build.checked_notebook(source), source.stem.partition("_")[0])
        print("".join(f"    {line}\n" for line in found))
