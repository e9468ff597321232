"""Extract a checker's messages about wrong answers from its source, and from `exercises.toml`.

The messages contain "…" in the places where the checker inserts values.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mctslib.course.grading import words_of

COURSE = Path(__file__).parents[1]
LEAST = 4  # the smallest number of words in a sentence that makes sense on its own


def sayings(chapter: str, checker: str) -> list[str]:
    """Return the sentences of a checker without repetitions, or [] if there is no such checker.

    The result includes the sentences of the functions and tables that the checker uses in its file.

    chapter  the chapter of the checker, such as "03"
    checker  the name of a function in the chapter's `checkers.py`
    """
    parts = parts_of(chapter)
    if checker not in parts:
        return []
    used = [checker]
    for name in used:  # the list grows during this loop
        named = names_in(parts[name])
        used += [part for part in parts if part in named and part not in used]
    found = graded(chapter, checker)
    for name in used:
        for sentence in sentences(parts[name]):
            if sentence not in found:
                found.append(sentence)
    return found


def graded(chapter: str, checker: str) -> list[str]:
    """Return the messages of an exercise whose words are data (`grading.py`)."""
    if not (COURSE / f"ch{chapter}" / "exercises.toml").is_file():
        return []
    words = words_of(chapter).get(checker.removeprefix("check_"), {})
    mistakes = [mistake["says"] for mistake in words.get("mistakes", ())]
    return list(dict.fromkeys([*mistakes, *filter(None, [words.get("rule")])]))


@cache
def parts_of(chapter: str) -> dict[str, ast.stmt]:
    """Return a dict from the name of each top-level function or table to its statement.

    The functions and tables come from the chapter's `checkers.py`, and from `paper_scores.py`,
    which two chapters share.
    """
    file = COURSE / f"ch{chapter}" / "checkers.py"
    found: dict[str, ast.stmt] = {}
    if not file.is_file():
        return found
    sources = [one.read_text(encoding="utf-8") for one in (COURSE / "paper_scores.py", file)]
    for part in [part for source in sources for part in ast.parse(source).body]:
        match part:
            case (
                ast.FunctionDef(name=name)
                | ast.Assign(targets=[ast.Name(id=name)])
                | ast.AnnAssign(target=ast.Name(id=name))
            ):
                found[name] = part
    return found


def names_in(part: ast.stmt) -> set[str]:
    """Return the names that a statement uses."""
    return {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}


def sentences(part: ast.stmt) -> Iterator[str]:
    """Yield the sentences in a table, or in a function without its docstring and decorators."""
    statements: list[ast.stmt] = [part]
    if isinstance(part, ast.FunctionDef):
        statements = part.body
        if ast.get_docstring(part):
            statements = statements[1:]
    for statement in statements:
        for text in texts(statement):
            text = re.sub(r"( …)+$", "", text).strip()
            if is_sentence(text):
                yield text


def is_sentence(text: str) -> bool:
    """Return whether a text looks like a sentence that makes sense on its own."""
    words = re.findall(r"[A-Za-z]{2,}", re.sub(r"`[^`]*`", "", text))
    if len(words) < LEAST or text.startswith("Nothing here yet"):
        return False
    return text.endswith((".", "?", "!"))


def texts(node: ast.AST) -> Iterator[str]:
    """Yield all strings below a node of the syntax tree, in order.

    An f-string counts as a single string, in which "…" stands for each inserted value.
    """
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            pieces = [part.value if isinstance(part, ast.Constant) else "…" for part in values]
            yield "".join(map(str, pieces))
        case _:
            for child in ast.iter_child_nodes(node):
                yield from texts(child)
