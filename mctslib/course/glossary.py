"""Look up the terms of the course, with their meanings, symbols and other names.

The entries are in `glossary.toml`.
"""

import re
import tomllib
from dataclasses import dataclass
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

from mctslib.course.pages import CELL, HEAD, Page, scrollable

FILE = Path(__file__).with_suffix(".toml")
# Bold text in Markdown that does not end in a punctuation mark.
BOLD = re.compile(r"\*\*([^*\s][^*]*[^*.:?!)\s]|[^*\s])\*\*")
LONGEST = 3  # the largest number of words in a term
# On a phone the first columns are visible, so the meaning stands beside the word.
COLUMNS = ("word", "meaning", "symbol", "in the library", "elsewhere", "chapter")
# The minimum width keeps the column of meanings readable in a narrow window.
WIDE = CELL.replace('"', '"min-width:11em;', 1)


@dataclass(frozen=True)
class Term:
    """One entry of the glossary.

    first    the first chapter that needs the term, such as "03"
    symbol   the letter for the term in formulas, or ""
    where    the library's name for the term, such as "Node.visits" or "course.store:keep"; see
             `found`
    others   the names of the term in other publications and programs
    """

    word: str
    meaning: str
    first: str
    symbol: str = ""
    where: str = ""
    others: str = ""

    def found(self) -> Any:
        """Return the object in `mctslib` that `where` names.

        Raises AttributeError or ImportError if there is no such object.
        """
        module, _, names = self.where.rpartition(":")
        here: Any = import_module(f"mctslib.{module}" if module else "mctslib")
        for name in names.split("."):
            fields = getattr(here, "__dataclass_fields__", {})
            here = fields[name] if name in fields else getattr(here, name)
        return here


DATA = tomllib.loads(FILE.read_text(encoding="utf-8"))
TERMS = tuple(Term(**entry) for entry in DATA["term"])


def glossary(search: str = "") -> Page:
    """Return a table of terms in alphabetical order.

    search  the text that an entry must contain in one of its columns; "" for all entries
    """
    wanted = search.lower()
    chosen = [term for term in TERMS if any(wanted in cell.lower() for cell in cells(term))]
    chosen.sort(key=lambda term: term.word.lower())
    head = "".join(f'<th scope="col" {HEAD}>{name}</th>' for name in COLUMNS)
    body = "".join(map(row_html, chosen))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    html = scrollable(table, f"Glossary: {search}" if search else "Glossary")
    lines = [" · ".join(cell for cell in cells(term) if cell) for term in chosen]
    if not chosen:
        html += f"<p>No entry has {escape(search)!r} in one of its columns.</p>"
        lines = ["No entry."]
    return Page(html, "\n".join(lines))


def cells(term: Term) -> tuple[str, ...]:
    """Return the cells of a term's row, in the order of `COLUMNS`."""
    return (
        term.word,
        term.meaning,
        term.symbol,
        term.where.replace(":", "."),
        term.others,
        term.first,
    )


def row_html(term: Term) -> str:
    """Return the row of a term as HTML."""
    word, meaning, symbol, where, others, first = map(escape, cells(term))
    columns = [
        f"<td {WIDE}>{meaning}</td>",
        f"<td {CELL}>{f'<i>{symbol}</i>' if symbol else ''}</td>",
        f"<td {CELL}>{code_html(where)}</td>",
        f"<td {CELL}>{others}</td>",
        f"<td {CELL}>{first}</td>",
    ]
    return f'<tr><th scope="row" {CELL}>{word}</th>{"".join(columns)}</tr>'


def code_html(name: str) -> str:
    """Return a name of the library as HTML, with line breaks allowed after a dot or underscore."""
    if not name:
        return ""
    parts = name.replace(".", ".<wbr/>").replace("_", "_<wbr/>")
    return f'<code style="white-space:normal">{parts}</code>'


# ---------------------------------------------------------- words without an entry


def unexplained(prose: str) -> set[str]:
    """Return the bold terms of a text that are neither an entry nor a name in an entry.

    prose  a text in Markdown

    Bold text counts as a term if it has at most `LONGEST` words and does not end in a punctuation
    mark.  The heading of a paragraph, such as **On paper.**, ends in a punctuation mark, so it does
    not count.
    """
    found = set()
    for bold in BOLD.findall(prose):
        words = bold.split()
        if len(words) <= LONGEST:
            found.add(" ".join(words).lower())
    found -= set(DATA["no_terms"])
    return {word for word in found if not is_explained(word)}


def is_explained(word: str) -> bool:
    """Return whether the glossary contains a word, or the word without a final s."""
    singular = word.removesuffix("s")
    for term in TERMS:
        names = [term.word, *re.split(r"[ ,():]+", term.symbol)]
        if any(name.lower() in (word, singular) for name in names):
            return True
        if singular in term.others.lower():
            return True
    return False
