"""Draw sentences at random from all prose of the repository, to be judged by a reader.

    python tests/draw_sentences.py                        200 sentences with seed 0
    python tests/draw_sentences.py --number 60 --seed 3
    python tests/draw_sentences.py --kind docstring       only sentences of this kind
    python tests/draw_sentences.py --only mctslib/arena   only files whose path begins like this
    python tests/draw_sentences.py --count                how many sentences there are of each kind

Each sentence of four words or more is equally likely to be drawn.  The drawn sentences are
printed unchanged, each with its kind, its file and its line.  When you judge the sentences, imagine
a stranger who reads English well and has read the paragraphs before each sentence:

    must be rewritten   it has to be read twice, or its meaning has to be guessed
    needs a touch       it is understood at once, but a native editor would change it
"""

import argparse
import random
import re
import sys
from collections import Counter
from typing import NamedTuple

import prose
from prose_sources import pieces, sentences

SHORTEST = 4  # words


class Sentence(NamedTuple):
    """A sentence, with the file and the line where it begins."""

    kind: str
    file: str
    line: int
    text: str


def all_sentences(only: tuple[str, ...] = ("",), kind: str = "") -> list[Sentence]:
    """Return all sentences of four words or more, in the order of the files.

    only  beginnings of paths from the top of the repository; only files whose path has one of these
          beginnings count
    kind  a kind of prose that `prose_sources.py` finds; "" for all kinds
    """
    found = []
    for file in prose.all_files():
        if not file.relative_to(prose.ROOT).as_posix().startswith(only):
            continue
        for piece in pieces(file):
            if kind in ("", piece.kind):
                for line, text in sentences(piece):
                    flat = " ".join(text.split())
                    if len(re.findall(r"[\w§]+", flat)) >= SHORTEST:
                        found.append(Sentence(piece.kind, piece.file, line, flat))
    return found


def drawn(found: list[Sentence], number: int, seed: int) -> list[Sentence]:
    """Return `number` of the sentences, drawn without replacement, in the order of their files."""
    places = random.Random(seed).sample(range(len(found)), min(number, len(found)))
    return [found[place] for place in sorted(places)]


def main(arguments: list[str]) -> None:
    """Print the drawn sentences, or the number of sentences of each kind."""
    sys.stdout.reconfigure(errors="replace")  # the console of Windows lacks some characters
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=200, help="how many sentences")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the random draw")
    parser.add_argument("--kind", default="", help="draw only sentences of this kind")
    parser.add_argument("--only", nargs="+", default=[""], help="draw only from these paths")
    parser.add_argument("--count", action="store_true", help="count the sentences of each kind")
    given = parser.parse_args(arguments)
    found = all_sentences(tuple(given.only), given.kind)
    if given.count:
        for kind, number in Counter(sentence.kind for sentence in found).most_common():
            print(f"{number:6} {kind}")
        return
    for number, one in enumerate(drawn(found, given.number, given.seed), 1):
        print(f"{number}. [{one.kind}] {one.file}:{one.line}\n   {one.text}")


if __name__ == "__main__":
    main(sys.argv[1:])
