"""Find the prose of the repository: each paragraph with its kind, its file and its line.

The kinds are

    notebook   the text cells of a source of a notebook
    question   a string of a chapter's `questions.toml`, except those of the next row
    option     an option of a question, which may be wrong on purpose, or the chapter's title
    glossary   a string of any other TOML file of the library, such as the glossary
    page       a Markdown page
    caption    a string of the library that stands with a picture or a table
    message    any other string with four words or more
    docstring  a docstring, paragraph by paragraph, and row by row where parameters are listed
    comment    a comment; consecutive lines are one comment

The sign § stands for each piece of code, and formulas and links are removed from the prose.
"""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import repository

ROOT = repository.ROOT
CLAIMS = "# %% [claims]"
# Files that quote faulty prose, or that are only examples.
NO_PROSE = ("tests/prose.py", "tests/test_style.py", "tests/recipes/")


class Piece(NamedTuple):
    """A paragraph of prose.

    kind  one of the kinds above
    file  the path from the top of the repository
    line  the line where the paragraph begins, or where the string that contains the paragraph
          begins
    """

    kind: str
    file: str
    line: int
    text: str


def pieces(file: Path) -> list[Piece]:
    """Return the prose of a file, in order."""
    name = file.relative_to(ROOT).as_posix()
    if name.startswith(NO_PROSE):
        return []
    text = file.read_text(encoding="utf-8")
    found: list[Piece] = []
    if name.startswith("notebooks/src/"):
        found = list(of_notebook(name, text))
    elif file.suffix == ".py":
        found = list(of_python(name, text, strings=not name.startswith("tests/")))
    elif file.suffix == ".md":
        found = list(of_markdown("page", name, text, 1))
    elif file.suffix == ".toml":
        found = list(of_toml(name, text))
    elif file.suffix in (".js", ".mjs", ".css"):
        found = list(of_script(name, text))
    return [piece for piece in found if len(piece.text.split()) > 1]


# ---------------------------------------------------------- plain prose

NOT_PROSE = re.compile(
    r"```.*?```|``[^`]+``|`[^`]+`|\$\$.*?\$\$|\$[^$\n]+\$|<!--.*?-->"
    r"|\]\([^)\s]*\)|https?://\S+|<(?:svg|style)\b.*?</(?:svg|style)>",
    re.S,
)
TAG = re.compile(r"</?[a-zA-Z][^<>]*>|&\w+;")
STOP = re.compile(r"(?<=[.!?])[*_”\")’]*\s+(?=[\W_]*[A-Z\d§])")
ABBREVIATION = re.compile(r"(?:\b(?:et al|e\.g|i\.e|vs|cf|etc|Fig|No)|\b[A-Z])\.[*_”\")’]*$")


def plain(text: str) -> str:
    """Return the text with § in place of code, and with the same line breaks."""
    text = NOT_PROSE.sub(lambda found: hidden(found[0]), text)
    text = TAG.sub(lambda found: "\n" * found[0].count("\n"), text)
    return re.sub(r"\*\*|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|[\[\]]", "", text)


def hidden(code: str) -> str:
    """Return the sign § with the line breaks of the code that it replaces."""
    sign = "" if code.startswith(("](", "<!--")) else "§"
    return sign + "\n" * code.count("\n")


def sentences(piece: Piece) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a piece of prose, each with its line."""
    start = 0
    ends = list(STOP.finditer(piece.text))
    for match in ends:
        if not ABBREVIATION.search(piece.text[start : match.start()]):
            yield piece.line + piece.text.count("\n", 0, start), piece.text[start : match.end()]
            start = match.end()
    if piece.text[start:].strip():
        yield piece.line + piece.text.count("\n", 0, start), piece.text[start:]


# ---------------------------------------------------------- Markdown

ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")
HEADING = re.compile(r"\s*#+\s+(.*)")


def of_markdown(kind: str, file: str, text: str, line: int) -> Iterator[Piece]:
    """Yield the paragraphs, items, headings and cells of tables of a Markdown text."""
    lines: list[str] = []
    begin = line
    is_code = False
    for number, row in enumerate([*text.splitlines(), ""], line):
        is_fence = row.lstrip().startswith(("```", "~~~"))
        is_code = is_code != is_fence
        is_table = row.lstrip().startswith("|")
        breaks = not row.strip() or is_fence or is_code or is_table or row.startswith("    ")
        begins = ITEM.match(row) or HEADING.match(row)
        if (breaks or begins) and lines:
            yield Piece(kind, file, begin, plain("\n".join(lines)))
            lines = []
        if is_table and not re.fullmatch(r"[\s|:-]+", row):
            for cell in re.split(r"(?<!\\)\|", row.strip().strip("|")):
                yield Piece(kind, file, number, plain(cell))
        if breaks and not (lines or is_code or is_fence or is_table or not row.strip()):
            row = row.strip()  # a line that continues an item of a list
            breaks = False
        if not breaks:
            if not lines:
                begin = number
            title = HEADING.match(row)
            if title:
                lines.append(title[1])
            elif lines:
                lines.append(row)
            else:
                lines.append(ITEM.sub("", row, count=1))
            if title:
                yield Piece(kind, file, number, plain(title[1]))
                lines = []


# ---------------------------------------------------------- notebooks


def of_notebook(file: str, text: str) -> Iterator[Piece]:
    """Yield the text cells of a source above its claims, and the comments of its code."""
    head = text.partition(CLAIMS)[0]
    cell: list[str] = []
    begin = 1
    is_markdown = False
    for number, row in enumerate([*head.splitlines(), "# %%"], 1):
        if row.startswith("# %%"):
            if is_markdown:
                yield from of_markdown("notebook", file, "\n".join(cell), begin)
            else:
                yield from of_code(file, "\n".join(cell), begin)
            cell = []
            begin = number + 1
            is_markdown = "[markdown]" in row
        else:
            cell.append(re.sub(r"^# ?", "", row) if is_markdown else row)


def of_code(file: str, code: str, line: int) -> Iterator[Piece]:
    """Yield the prose of a code cell, or nothing if the cell is not Python (a magic command)."""
    try:
        ast.parse(code)
    except SyntaxError:
        return
    for piece in of_python(file, code, strings=True):
        yield piece._replace(line=piece.line + line - 1)


# ---------------------------------------------------------- Python

CODE_COMMENT = re.compile(
    r"^(?:type:|noqa|ruff:|pragma|fmt:|-{3,}|%%|={3,}|!|\s*(?:def |return |raise |\w+ = ))"
)
ROW = re.compile(r"(?:`[^`]+`|[\w.,*()→\" ·…−-]+?)(?<![.!?:;])\s{2,}(?=\S)")  # "name   what it is"
CAPTION_NAME = re.compile(r"caption|^static_text$", re.I)
SHORTEST_MESSAGE = 4  # words
NO_MESSAGE = re.compile(
    r"[\\{}]|;\s*$|:\s?[\w#-]+;|</|\bpx\b|==|=\"|^\s*<|^(?:import|from) |^[a-z-]+:\S"
    r"|\)\s*$(?<!\w\))"
)


def of_python(file: str, text: str, strings: bool) -> Iterator[Piece]:
    """Yield the docstrings, the comments and, if requested, the strings of Python code."""
    tree = ast.parse(text)
    docstrings = set()
    found: list[Piece] = []
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        is_place = isinstance(
            node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        )
        if is_place and body and is_string(body[0]):
            docstrings.add(body[0].value)
            found += of_docstring(file, body[0].value.value, body[0].lineno)
    found += of_comments(file, text)
    if strings:
        found += of_strings(file, tree, docstrings)
    return iter(sorted(found, key=lambda piece: piece.line))


def is_string(statement: ast.stmt) -> bool:
    """Return whether a statement is nothing but a string."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def of_docstring(file: str, text: str, line: int) -> Iterator[Piece]:
    """Yield the paragraphs of a docstring, and each row of a list of parameters by itself."""
    lines: list[str] = []
    begin = line
    rows = text.splitlines()
    margin = min((indent(row) for row in rows[1:] if row.strip()), default=0)
    is_code = False
    for number, row in enumerate([*rows, ""], line):
        deep = number > line and indent(row) >= margin + 4 and row.strip()
        is_row = ROW.match(row.strip())
        is_item = ITEM.match(row)
        is_code = bool(deep) and (is_code or not lines)
        if (not row.strip() or is_row or is_item or is_code) and lines:
            yield Piece("docstring", file, begin, plain("\n".join(lines)))
            lines = []
        if row.strip() and not is_code:
            if not lines:
                begin = number
            row = row.strip()[is_row.end() :] if is_row else row.strip()
            lines.append(ITEM.sub("", row, count=1) if is_item else row)


def indent(row: str) -> int:
    """Return the number of blanks at the beginning of a line."""
    return len(row) - len(row.lstrip())


def of_comments(file: str, text: str) -> Iterator[Piece]:
    """Yield the comments of Python code; consecutive lines are one comment."""
    lines: list[str] = []
    begin = 0
    place = (0, 0)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            words = re.sub(r"^#+:? ?", "", token.string)
            goes_on = lines and token.start == (place[0] + 1, place[1])
            if not goes_on and lines:
                yield Piece("comment", file, begin, plain("\n".join(lines)))
                lines = []
            if not CODE_COMMENT.match(words):
                begin = begin if lines else token.start[0]
                lines.append(words)
                place = token.start
    if lines:
        yield Piece("comment", file, begin, plain("\n".join(lines)))


def of_strings(file: str, tree: ast.AST, docstrings: set[ast.expr]) -> Iterator[Piece]:
    """Yield the strings that are sentences, except captions."""
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, is_caption = waiting.pop()
        is_caption = is_caption or names_a_caption(node)
        text = words_of(node)
        if text is None:
            waiting += [(child, is_caption) for child in ast.iter_child_nodes(node)]
        elif node not in docstrings and is_message(text):
            kind = "caption" if is_caption else "message"
            yield Piece(kind, file, node.lineno, plain(text))


def names_a_caption(node: ast.AST) -> bool:
    """Return whether the strings inside a node belong to a picture or a table."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return bool(CAPTION_NAME.search(name))
        case ast.FunctionDef(name=name) | ast.keyword(arg=str(name)):
            return bool(CAPTION_NAME.search(name))
    return False


def words_of(node: ast.AST) -> str | None:
    """Return the text of a string, with § for each value of an f-string, or None."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            parts = [part.value if isinstance(part, ast.Constant) else "§" for part in values]
            return "".join(map(str, parts))
    return None


def is_message(text: str) -> bool:
    """Return whether a string is prose, not code, HTML or a name."""
    words = re.findall(r"[A-Za-z’']{2,}", text)
    return len(words) >= SHORTEST_MESSAGE and not NO_MESSAGE.search(plain(text))


# ---------------------------------------------------------- TOML


def of_toml(file: str, text: str) -> Iterator[Piece]:
    """Yield the strings and the comments of a TOML file that holds prose."""
    for number, row in enumerate(text.splitlines(), 1):
        if row.startswith("# "):
            yield Piece("comment", file, number, plain(row[2:]))
    if not file.startswith("mctslib/"):
        return
    kind = "question" if file.endswith("questions.toml") else "glossary"
    start = 0
    for is_option, value in strings_of(tomllib.loads(text)):
        first = value.splitlines()[0] if value.strip() else ""
        at = text.find(first.replace('"', '\\"'), start)
        start = max(at, start)
        line = text.count("\n", 0, start) + 1
        if len(value.split()) >= 3:
            is_option = is_option and kind == "question"
            yield from of_markdown("option" if is_option else kind, file, value, line)


def strings_of(value, key: str = "") -> Iterator[tuple[bool, str]]:
    """Yield the strings of tables and arrays, each as a pair (whether it is an option, string)."""
    if isinstance(value, str):
        yield key in ("text", "options", "title"), value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from strings_of(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from strings_of(part, key)


# ---------------------------------------------------------- JavaScript and CSS

SCRIPT = re.compile(
    r"/\*(?P<block>.*?)\*/|(?P<lines>(?:(?<=\n)|^|(?<=\s))//[^\n]*(?:\n[ \t]*//[^\n]*)*)"
    r"|\"(?P<double>(?:[^\"\\\n]|\\.)*)\"|`(?P<template>(?:[^`\\]|\\.)*)`",
    re.S,
)


def of_script(file: str, text: str) -> Iterator[Piece]:
    """Yield the comments and the strings of a script that a simple pattern finds."""
    for match in SCRIPT.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match["block"] is not None or match["lines"] is not None:
            words = match["block"] or match["lines"] or ""
            words = re.sub(r"^[ \t]*(?://+|\*+)[ \t]?", "", words, flags=re.M).strip()
            for paragraph in re.split(r"\n\s*\n", words):
                if not re.search(r"[{};]\s*$", paragraph):
                    yield Piece("comment", file, line, plain(paragraph))
        else:
            words = re.sub(r"\$\{[^{}]*\}", "§", match["double"] or match["template"] or "")
            if is_message(words):
                yield Piece("message", file, line, plain(words))
