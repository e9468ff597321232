"""What a checker has to say to wrong answers, read off its source: every sentence, `…` where it names what it found."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

COURSE = Path(__file__).parents[1]
LEAST = 4  # words of a sentence that says something by itself


def sayings(chapter: str, checker: str) -> list[str]:
    """The sentences of a checker and of the functions and tables of its file that it uses; [] if there is none."""
    parts, waiting, said = _parts(chapter), [checker], dict[str, None]()
    for name in waiting:  # the list grows while it is walked
        used = (
            {node.id for node in ast.walk(parts[name]) if isinstance(node, ast.Name)}
            if name in parts
            else set()
        )
        waiting += [other for other in parts if other in used and other not in waiting]
    for name in waiting:
        said |= dict.fromkeys(_sentences(parts[name]) if name in parts else ())
    return list(said)


@cache
def _parts(chapter: str) -> dict[str, ast.stmt]:
    """name → the function or table of that name at the top of a chapter's checkers."""
    file, found = COURSE / f"ch{chapter}" / "checkers.py", dict[str, ast.stmt]()
    for part in ast.parse(file.read_text(encoding="utf-8")).body if file.is_file() else ():
        match part:
            case (
                ast.FunctionDef(name=name)
                | ast.Assign(targets=[ast.Name(id=name)])
                | ast.AnnAssign(target=ast.Name(id=name))
            ):
                found[name] = part
    return found


def _sentences(part: ast.stmt) -> Iterator[str]:
    """The sentences in a function (neither docstring nor praise) or a table."""
    body = (
        part.body[bool(ast.get_docstring(part)) :] if isinstance(part, ast.FunctionDef) else [part]
    )
    for statement in body:
        for text in _texts(statement):
            text = re.sub(r"( …)+$", "", text).strip()
            words = re.findall(r"[A-Za-z]{2,}", re.sub(r"`[^`]*`", "", text))
            if (
                len(words) >= LEAST
                and text[-1] in ".?!"
                and not text.startswith("Nothing here yet")
            ):
                yield text


def _texts(node: ast.AST) -> Iterator[str]:
    """Every text below a node, in its order, those with names filled in as one."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(str(v.value) if isinstance(v, ast.Constant) else "…" for v in values)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _texts(child)
