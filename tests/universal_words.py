"""Find the sentences that say always, never, every, all, only or nobody, and why each is true.

    python tests/universal_words.py          sentences that universal_words.toml does not name
    python tests/universal_words.py 18       such sentences of chapter 18
    python tests/universal_words.py map      such sentences of the map
    python tests/universal_words.py --idle   entries of universal_words.toml that fit no sentence

The sentences are those of the notebooks' text, of the questions with their explanations, of the
glossary, and of the `PAGES`.  Such a word makes a claim.  The claim is borne out if its sentence
contains the quote of a `claim`, is a question or a title, has one of the `FORMS` below, or if
`universal_words.toml` quotes a few words of the sentence and gives the reason why it is true:

- "definition", where the sentence says what a word or a program means, or how to do something;
- "picture", where it says what a picture, a table, a cell or a board shows;
- "argument", where it follows from definitions, or from the sentences beside it;
- "story", where it reports what was or was not said or done, such as "nobody told the engine";
- "premise", where it says what may happen, what is supposed, or what is not always so;
- "source", where it reports what a paper proves or what was published;
- "tests/test_x.py::test_y", a test, or "claims", where an assertion below the chapter's
  `# %% [claims]` says the same without a quote.

A measured result, such as "all 60 runs are right", always needs a test or an assertion.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from numerals import prose
from prose_numbers import SENTENCE, TITLE, parsed, quotes_of_claims
from prose_sources import pieces
from repository import ROOT, module_at

build = module_at("notebooks/build.py")

UNIVERSAL = re.compile(
    r"\b(?:always|never|nobody|no one|everybody|everyone|every|all|only|none)\b", re.I
)
REASONS = ("definition", "picture", "argument", "story", "premise", "source", "claims")
FORMS = {
    r"Every number in this (chapter|appendix) is checked by the project's tests\.": (
        "tests/test_claims.py::test_every_number_in_the_prose_is_borne_out"
    ),
    r"The (next )?(cell|picture|table|tool) .*(show|list|compute|print|count|draw)": "picture",
    r"(- )?(Return|Take|Draw|Call|Compute|Give|Write|Count|Do not) ": "definition",
}
"""The beginning of a sentence → the reason why sentences that begin in this way are true."""
PAGES = {
    "README": "README.md",
    "map": "mctslib/README.md",
    "contributing": ".github/CONTRIBUTING.md",
    "tests": "tests/README.md",
    "teach": "mctslib/course/teach/README.md",
    "glossary": "mctslib/course/glossary.toml",
}
"""The name of each page in the register, with its file."""
LINK = re.compile(r"\[[^\]]*\]\([^)]*\)")
REGISTER = Path(__file__).with_suffix(".toml")


class Sentence(NamedTuple):
    """A sentence with a universal word, and the name of its chapter or page."""

    chapter: str
    text: str


def plain(text: str) -> str:
    """Return a text in one line, without emphasis and with single spaces."""
    return " ".join(text.replace("*", "").split())


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text cell that have a universal word."""
    shown = prose(TITLE.sub("", LINK.sub("", text)))
    found = []
    for paragraph in re.split(r"\n\s*\n", shown):
        for sentence in SENTENCE.split(paragraph):
            one = plain(sentence)
            is_heading = one.startswith("#") or one.endswith("?")
            if UNIVERSAL.search(one) and not is_heading:
                found.append(one)
    return found


def sources() -> list[Path]:
    """Return the sources of the notebooks and the files of the `PAGES`."""
    return [*build.sources(), *(ROOT / file for file in PAGES.values())]


def name_of(source: Path) -> str:
    """Return the name of a chapter, such as "05b", or of a page."""
    for name, file in PAGES.items():
        if source == ROOT / file:
            return name
    return source.stem.partition("_")[0]


def texts_of(source: Path) -> list[str]:
    """Return the texts of a page, or the text cells of a notebook and the chapter's questions."""
    if name_of(source) in PAGES:
        return [piece.text for piece in pieces(source) if piece.kind in ("page", "glossary")]
    texts = [cell.source for cell in build.cells_of(source) if cell.cell_type == "markdown"]
    questions = ROOT / f"mctslib/course/ch{source.stem.partition('_')[0]}/questions.toml"
    if questions.exists():
        texts += [piece.text for piece in pieces(questions) if piece.kind == "question"]
    return texts


def universal_sentences(source: Path) -> list[Sentence]:
    """Return the sentences with a universal word that no claim of their chapter quotes.

    Pages have no claims.
    """
    chapter = name_of(source)
    code = []
    claims = [] if chapter in PAGES else build.claims_of(source)
    for cell in claims:
        if cell.cell_type == "code":
            code += parsed(cell.source)
    quotes = [plain(quote) for quote in quotes_of_claims(code)[0]]
    found = []
    for text in texts_of(source):
        for sentence in sentences_of(text):
            if not any(quote in sentence for quote in quotes):
                found.append(Sentence(chapter, sentence))
    return found


def register() -> dict[str, dict[str, str]]:
    """Return the register: chapter → a few words of a sentence → the reason why it is true."""
    return tomllib.loads(REGISTER.read_text(encoding="utf-8"))


def reason_for(sentence: Sentence) -> str | None:
    """Return the reason that the register or the form of a sentence gives, or None."""
    for words, reason in register().get(sentence.chapter, {}).items():
        if words in sentence.text:
            return reason
    for form, reason in FORMS.items():
        if re.match(form, sentence.text):
            return reason
    return None


def idle_entries() -> list[tuple[str, str]]:
    """Return the chapter and the words of each entry of the register that fits no sentence.

    The sentence of such an entry was reworded or removed, or a claim now quotes it.  Delete the
    entry, because its words might later fit another sentence.
    """
    found = []
    entries = register()
    for source in sources():
        sentences = universal_sentences(source)
        chapter = name_of(source)
        for words in entries.get(chapter, {}):
            if not any(words in sentence.text for sentence in sentences):
                found.append((chapter, words))
    return found


def main(arguments: list[str]) -> None:
    """Print the sentences that the register does not name, or its idle entries.

    arguments  the names of the chapters and pages to look at (none means all), or "--idle"
    """
    if arguments == ["--idle"]:
        for chapter, words in idle_entries():
            print(chapter, "|", words)
        return
    for source in sources():
        if arguments and name_of(source) not in arguments:
            continue
        for sentence in universal_sentences(source):
            if reason_for(sentence) is None:
                print(sentence.chapter, "|", sentence.text)


if __name__ == "__main__":
    main(sys.argv[1:])
