"""The words of the course: what each means, its symbol, its name in the library, and what others call it.

The entries stand in `glossary.toml`.
"""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

from mctslib.course.pages import CELL, HEAD, Page, scrollable


@dataclass(frozen=True)
class Term:
    """One entry of the glossary.

    first    the chapter where the word first matters, as "03"
    symbol   the letter of the formulas, if there is one
    where    the library's own name for it, to be found by `found`: "Node.visits"
    others   what other texts and programs say
    """

    word: str
    meaning: str
    first: str
    symbol: str = ""
    where: str = ""
    others: str = ""

    def found(self) -> Any:
        """What `where` names in `mctslib`; AttributeError or ImportError if there is no such thing."""
        place, _, rest = self.where.rpartition(":")
        here: Any = import_module(f"mctslib.{place}" if place else "mctslib")
        for name in rest.split("."):
            fields = getattr(here, "__dataclass_fields__", {})
            here = fields[name] if name in fields else getattr(here, name)
        return here


_FILE = Path(__file__).with_suffix(".toml")
_DATA = tomllib.loads(_FILE.read_text(encoding="utf-8"))
TERMS = tuple(Term(**entry) for entry in _DATA["term"])

WIDE = CELL.replace('"', '"min-width:8em;', 1)  # the meaning keeps its room in a narrow window
COLUMNS = ("word", "symbol", "in the library", "meaning", "elsewhere", "chapter")


def glossary(search: str = "", terms: Iterable[Term] = TERMS) -> Page:
    """The terms in which `search` occurs (in any column; all if empty), in alphabetical order, as a table."""
    wanted = search.lower()
    chosen = [term for term in terms if any(wanted in cell.lower() for cell in cells(term))]
    chosen.sort(key=lambda term: term.word.lower())
    head = "".join(f'<th scope="col" {HEAD}>{name}</th>' for name in COLUMNS)
    body = "".join(_row(term) for term in chosen)
    text = "\n".join(" · ".join(cell for cell in cells(term) if cell) for term in chosen)
    none = "" if chosen else f"<p>No entry has {escape(search)!r} in it.</p>"
    name = f"Glossary: {search}" if search else "Glossary"
    table = scrollable(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>", name)
    return Page(table + none, text or "No entry.")


def unexplained(prose: str) -> set[str]:
    """The words that a text in Markdown sets in bold and that have no entry, nor stand in one as another name.

    Up to three words count, without a mark at the end, as the headings of paragraphs have (**On paper.**).
    """
    found = re.findall(r"\*\*([^*\s][^*]*[^*.:?!)\s]|[^*\s])\*\*", prose)
    words = {" ".join(words.split()).lower() for words in found if len(words.split()) <= 3}
    return {word for word in words.difference(_DATA["no_terms"]) if not _explained(word)}


def _explained(word: str) -> bool:
    """Whether the word, or without the s of many, has an entry or stands there as another name."""
    names = {
        name.lower() for term in TERMS for name in (term.word, *re.split(r"[ ,():]+", term.symbol))
    }
    one = word.removesuffix("s")
    return bool({word, one} & names) or any(one in term.others.lower() for term in TERMS)


def cells(term: Term) -> tuple[str, ...]:
    """The columns of a term, in the order of `COLUMNS`."""
    return (
        term.word,
        term.symbol,
        term.where.replace(":", "."),
        term.meaning,
        term.others,
        term.first,
    )


def _row(term: Term) -> str:
    word, symbol, where, *rest = map(escape, cells(term))
    parts = where.replace(".", ".<wbr/>").replace("_", "_<wbr/>")  # where a long name may break
    code = f'<code style="white-space:normal">{parts}</code>' if where else ""
    columns = [symbol and f"<i>{symbol}</i>", code, *rest]
    data = "".join(
        f"<td {WIDE if k == 2 else CELL}>{column}</td>" for k, column in enumerate(columns)
    )
    return f'<tr><th scope="row" {CELL}>{word}</th>{data}</tr>'
