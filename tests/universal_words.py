"""Find the sentences that say always, never or nobody, and the reason why each is true.

    python tests/universal_words.py              those of which universal_words.toml says nothing
    python tests/universal_words.py --wider 18   those of chapter 18 that say every, all or only

The sentences are those of the notebooks' text and of the questions with their explanations.  Such
a word is a claim.  It is borne out if its sentence holds the quote of a `claim`, is a question or a
title, or if `universal_words.toml` names a few words of the sentence and says why they hold:

- "definition", where the sentence says what a word or a program means, or how to do something;
- "story", where it tells what was or was not said or done, such as "nobody told the engine";
- "premise", where it says what may happen, or that something is not always so;
- "source", where it tells what a paper has proved or what was published;
- "tests/test_x.py::test_y", a test, or "claims", where an assertion below the chapter's
  `# %% [claims]` says the same without a quote.
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

UNIVERSAL = re.compile(r"\b(?:always|never|nobody|no one|everybody|everyone)\b", re.I)
WIDER = re.compile(r"\b(?:every|all|only|none)\b", re.I)  # too many for a register
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


def sentences_of(text: str, words: re.Pattern[str] = UNIVERSAL) -> list[str]:
    """Return the sentences of a text cell that have one of these words."""
    shown = prose(TITLE.sub("", LINK.sub("", text)))
    found = []
    for paragraph in re.split(r"\n\s*\n", shown):
        for sentence in SENTENCE.split(paragraph):
            one = plain(sentence)
            is_heading = one.startswith("#") or one.endswith("?")
            if words.search(one) and not is_heading:
                found.append(one)
    return found


def texts_of(source: Path) -> list[str]:
    """Return the text cells of a notebook's source, and the questions of its chapter."""
    texts = [cell.source for cell in build.cells_of(source) if cell.cell_type == "markdown"]
    questions = ROOT / f"mctslib/course/ch{source.stem.partition('_')[0]}/questions.toml"
    if questions.exists():
        texts += [piece.text for piece in pieces(questions) if piece.kind == "question"]
    return texts


def universal_sentences(source: Path, words: re.Pattern[str] = UNIVERSAL) -> list[Sentence]:
    """Return the sentences with one of these words that no claim of their chapter quotes."""
    chapter = source.stem.partition("_")[0]
    code = []
    for cell in build.claims_of(source):
        if cell.cell_type == "code":
            code += parsed(cell.source)
    quotes = [plain(quote) for quote in quotes_of_claims(code)[0]]
    found = []
    for text in texts_of(source):
        for sentence in sentences_of(text, words):
            if not any(quote in sentence for quote in quotes):
                found.append(Sentence(chapter, sentence))
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


def main(arguments: list[str]) -> None:
    """Print the sentences of which the register says nothing.

    arguments  "--wider", to look for every, all and only instead; and chapters, if not all of them
    """
    words = WIDER if "--wider" in arguments else UNIVERSAL
    chapters = [one for one in arguments if one != "--wider"]
    for source in build.sources():
        if chapters and source.stem.partition("_")[0] not in chapters:
            continue
        for sentence in universal_sentences(source, words):
            if reason_for(sentence) is None:
                print(sentence.chapter, "|", sentence.text)


if __name__ == "__main__":
    main(sys.argv[1:])
