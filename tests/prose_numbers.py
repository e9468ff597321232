"""Find the numbers in a notebook's prose that no computed value supports.

    python tests/prose_numbers.py 03     the complaints about the notebook of notebooks/src/03_*.py

A numeral in a text cell, in a question of the chapter, or in the sentence that the notebook gives
to `score_prediction`, is supported if

- it lies in a quote that a `claim` of the notebook compares with computed values, or
- the notebook's own code sets it outside asserts and claims (1,000 where a cell has 1000), or
- it belongs to a part that states nothing: code, a formula, a size, a name (chapter 8, cell 4), a
  year, a list number, the time that a chapter takes, a sentence that begins with "Suppose" or
  "Imagine", a sentence with its source in brackets (author, year), or the further reading.

The options of a prediction, and the wrong options of a checkpoint, may hold any number.
"""

import ast
import re
import sys
from collections.abc import Iterator
from math import isclose
from typing import NamedTuple

from numerals import numerals, prose

from mctslib.course.chapters import NUMBER, chapter_of
from mctslib.course.questions import QuestionError, questions

QUOTE = "claim"
LARGEST = 12  # whole numbers up to this one occur in most code
CONVENTIONS = {-1}  # the reward of a loss in many programs; ours is 0
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
LINK_TITLE = re.compile(rf"\b{NUMBER}(?= · )")
FURTHER = re.compile(r"^## Further reading\b.*?(?=^## |^\*\*Next|\Z)", re.M | re.S)


class Text(NamedTuple):
    """A piece of prose, with a description of its place."""

    where: str
    text: str


def problems(nb, chapter: str) -> list[str]:
    """Return a sentence for each quote missing from the text, and for each unsupported numeral.

    nb       a notebook with its claims
    chapter  the number of the chapter, such as "03"
    """
    code = []
    texts = []
    for cell in nb.cells:
        if cell.cell_type == "code":
            code += parsed(cell.source)
        if cell.cell_type == "markdown":
            texts.append(Text("the text", cell.source))
    texts += [Text("its questions", text) for text in texts_of_questions(chapter)]
    texts += [Text("a score", text) for text in texts_of_scores(code)]
    quotes, found = quotes_of_claims(code)
    patterns = {quote: re.compile(r"\s+".join(map(re.escape, quote.split()))) for quote in quotes}
    for quote, pattern in patterns.items():
        if not any(pattern.search(text) for _, text in texts):
            found.append(f"claimed, but not found in the text: {quote!r}")
    inputs = {*inputs_of(code), *CONVENTIONS}
    for where, text in texts:
        found += [f"{where}: {line}" for line in unclaimed(text, patterns.values(), inputs)]
    return found


# ---------------------------------------------------------- a text


def unclaimed(text: str, quotes=(), inputs=frozenset()) -> list[str]:
    """Return the numerals of a text that nothing supports, each with the words around it.

    quotes  compiled patterns: a numeral in the quote of a claim counts as supported
    inputs  numbers that the code sets; an equal numeral counts as supported
    """
    spans = [match.span() for quote in quotes for match in quote.finditer(text)]
    found = []
    for one in numerals(statements(text)):
        in_quote = any(start <= one.start and one.end <= end for start, end in spans)
        if one.kind == "number" and not in_quote and not is_input(one, inputs):
            found.append(f"{one.text.strip()!r} in {around(text, one.start, one.end)!r}")
    return found


def is_input(one, inputs) -> bool:
    """Return whether a numeral equals one of `inputs`; 95% equals both 0.95 and 95."""
    values = [one.value]
    if "%" in one.text or "cent" in one.text:
        values.append(100 * one.value)
    return any(isclose(value, number) for number in inputs for value in values)


def around(text: str, start: int, end: int) -> str:
    """Return the words around a place in a text."""
    return " ".join(text[max(0, start - 40) : end + 30].split())


def statements(text: str) -> str:
    """Return a text of the same length, with blanks in place of the parts that state nothing."""
    plain = prose(text)
    patterns = [FURTHER, TITLE, LINK_TITLE, LIST_NUMBER]
    if plain.startswith("# ") or "**What you'll need.**" in plain:
        patterns.append(TIME)  # how long the chapter takes
    for pattern in patterns:
        plain = pattern.sub(lambda found: blank(found[0]), plain)
    start = 0
    pieces = []
    for end in [*(match.end() for match in SENTENCE.finditer(text)), len(text)]:
        sentence = text[start:end]
        is_free = SOURCE.search(sentence) or PREMISE.match(sentence)
        pieces.append(blank(plain[start:end]) if is_free else plain[start:end])
        start = end
    return "".join(pieces)


def blank(part: str) -> str:
    """Return the text with each character replaced by a blank, except white space."""
    return re.sub(r"\S", " ", part)


# ---------------------------------------------------------- what the code sets and claims


def parsed(source: str) -> list[ast.Module]:
    """Return a list with the syntax tree of a cell, or [] for a magic command."""
    try:
        return [ast.parse(source)]
    except SyntaxError:
        return []


def is_call(node: ast.AST, name: str) -> bool:
    """Return whether a node is a call of the function `name`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def quotes_of_claims(code: list[ast.Module]) -> tuple[list[str], list[str]]:
    """Return the quotes of all claims, and a complaint for each claim that proves nothing."""
    quotes = []
    complaints = []
    inputs = {number for number in inputs_of(code) if number > LARGEST or number % 1}
    for cell in code:
        for call in ast.walk(cell):
            if not is_call(call, QUOTE):
                continue
            match call.args:
                case [ast.Constant(value=str(quote)), first, *more]:
                    quotes.append(quote)
                    typed = restated([first, *more], assigned_in(cell), inputs)
                    if typed:
                        values = f"{quote!r} ({', '.join(typed)})"
                        complaints.append(
                            f"claimed, but with values that no code computes: {values}"
                        )
                case _:
                    needs = "a claim needs a quote that is a plain string, and values"
                    complaints.append(f"{needs}: {ast.unparse(call)}")
    return quotes, complaints


def assigned_in(tree: ast.Module) -> dict[str, ast.expr]:
    """Return the names that a cell sets, each with the last expression assigned to it."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node.value
    return found


def restated(values: list[ast.expr], names: dict[str, ast.expr], inputs: set[float]) -> list[str]:
    """Return the values of a claim that only repeat a typed number and therefore prove nothing.

    A typed number is allowed if it names the case, like 200 in `at[0.7][200], 200`.  A number that
    the code sets is allowed as well, if another value of the claim is computed.
    """
    expressions = []
    for value in values:
        is_name = isinstance(value, ast.Name)
        expressions.append(names.get(value.id, value) if is_name else value)
    typed = [value for value in expressions if is_literal(value)]
    known: set[float] = set()
    if len(typed) < len(expressions):
        known |= inputs
        for value in expressions:
            if value not in typed:
                known |= {n.value for n in ast.walk(value) if isinstance(n, ast.Constant)}
    complaints = []
    for value in typed:
        if not isinstance(value, ast.Constant) or value.value not in known:
            complaints.append(ast.unparse(value))
    return complaints


def is_literal(node: ast.expr) -> bool:
    """Return whether an expression consists of constants only."""
    computing = ast.Name | ast.Call | ast.Attribute | ast.Subscript
    return not any(isinstance(part, computing) for part in ast.walk(node))


def inputs_of(code: list[ast.Module]) -> Iterator[float]:
    """Yield the numbers that the code sets.

    Indices, the numbers of a claim, and numbers in the comparison of an assert are left out.
    """
    waiting: list[ast.AST] = list(code)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Assert) or is_call(node, QUOTE):
            continue
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            yield node.value
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            if isinstance(node.operand, ast.Constant):
                yield -node.operand.value
        for name, part in parts_of(node):
            if not (isinstance(node, ast.Subscript) and name == "slice"):
                waiting.append(part)


def parts_of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the child nodes of a syntax node, each with the name of its field."""
    for name, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield name, part


# ---------------------------------------------------------- other texts


def texts_of_scores(code: list[ast.Module]) -> Iterator[str]:
    """Yield the sentences that cells pass to `score_prediction`, if these are plain strings."""
    for cell in code:
        for call in ast.walk(cell):
            if is_call(call, "score_prediction"):
                for argument in call.args[2:3]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def texts_of_questions(chapter: str) -> Iterator[str]:
    """Yield those texts of a chapter's questions that must be true."""
    try:
        asked = questions(chapter)
    except QuestionError:
        return
    for one in asked:
        answers = [option.text for option in one.options if option.right]
        answers += [option.why for option in one.options if option.why]
        if PREMISE.match(one.text):  # the answers may repeat the numbers in a question's premise
            given = {number.value for number in numerals(one.text)}
            yield from (without(text, given) for text in answers)
        else:
            yield one.text
            yield from answers


def without(text: str, given: set[float]) -> str:
    """Return the text with blanks in place of these numerals."""
    for one in reversed(numerals(text)):
        if one.value in given:
            text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return text


if __name__ == "__main__":
    sys.path.insert(0, "notebooks")
    import build

    for source in build.sources(sys.argv[1] if len(sys.argv) > 1 else ""):
        print(source.stem)
        found = problems(build.checked_notebook(source), chapter_of(source))
        print("".join(f"    {line}\n" for line in found))
