"""Find the sentences that say always, never or nobody, and the reason why each is true.

    python tests/universal_words.py     the sentences that universal_words.toml does not mention

Such a word is a claim.  The sentence needs nothing more if it contains the quote of a `claim`, or
is a question or a title.  Otherwise `universal_words.toml` quotes a few of its words and gives a
reason:

- "definition", where the sentence says what a word or a program means, or how to do something;
- "story", where it tells what was or was not said or done, such as "nobody told the engine";
- "premise", where it says what may happen, or that something is not always so;
- "source", where it tells what a paper has proved or what was published;
- "tests/test_x.py::test_y", a test, or "claims", where an assertion below the chapter's
  `# %% [claims]` says the same without a quote.
"""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

from numerals import prose
from prose_numbers import SENTENCE, TITLE, parsed, quotes_of_claims
from repository import module_at

build = module_at("notebooks/build.py")

UNIVERSAL = re.compile(r"\b(?:always|never|nobody|no one|everybody|everyone)\b", re.I)
REASONS = ("definition", "story", "premise", "source", "claims")
LINK = re.compile(r"\[[^\]]*\]\([^)]*\)")
REGISTER = Path(__file__).with_suffix(".toml")


class Sentence(NamedTuple):
    """A sentence of a chapter with a universal word."""

    chapter: str
    text: str


def plain(text: str) -> str:
    """Return a text in one line, without emphasis and in single blanks."""
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


def universal_sentences(source: Path) -> list[Sentence]:
    """Return the sentences with a universal word that no claim of their chapter quotes."""
    chapter = source.stem.partition("_")[0]
    code = []
    for cell in build.claims_of(source):
        if cell.cell_type == "code":
            code += parsed(cell.source)
    quotes = [plain(quote) for quote in quotes_of_claims(code)[0]]
    found = []
    for cell in build.cells_of(source):
        if cell.cell_type != "markdown":
            continue
        for text in sentences_of(cell.source):
            if not any(quote in text for quote in quotes):
                found.append(Sentence(chapter, text))
    return found


def register() -> dict[str, dict[str, str]]:
    """Return the register: chapter → a few words of a sentence → the reason why it is true."""
    return tomllib.loads(REGISTER.read_text(encoding="utf-8"))


def reason_for(sentence: Sentence) -> str | None:
    """Return the reason that the register gives for a sentence, or None if it has none."""
    for words, reason in register().get(sentence.chapter, {}).items():
        if words in sentence.text:
            return reason
    return None


def main() -> None:
    """Print the sentences that the register does not mention."""
    for source in build.sources():
        for sentence in universal_sentences(source):
            if reason_for(sentence) is None:
                print(sentence.chapter, "|", sentence.text)


if __name__ == "__main__":
    main()
