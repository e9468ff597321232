"""Find sentences that break a rule of style, as far as a program can check it.

    python tests/prose.py                    the findings in all files
    python tests/prose.py README.md          the findings in these files or folders
    python tests/prose.py --rules            the rules, each with a sentence that breaks it
    python tests/prose.py --clean            the files of `prose_waiting.txt` that have become clean

Each finding names the file, the line, the rule and the words.  `prose_sources.py` finds the prose
of every file, and `WAITING` names the files whose findings `test_style.py` does not yet count.
"""

import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import repository
from prose_sources import Piece, pieces, sentences

ROOT = repository.ROOT
WAITING_FILE = Path(__file__).with_name("prose_waiting.txt")
WAITING = set(WAITING_FILE.read_text(encoding="utf-8").split())
GLOSSARY = ROOT / "mctslib" / "course" / "glossary.toml"

EXCEPTIONS_FILE = Path(__file__).with_name("prose_exceptions.toml")
EXCEPTIONS = tomllib.loads(EXCEPTIONS_FILE.read_text(encoding="utf-8")).get("exception", [])


def words_in(text: str) -> set[str]:
    """Return the words of a text."""
    return set(text.split())


class Finding(NamedTuple):
    """A sentence that breaks a rule.

    file    the path from the top of the repository
    line    where the sentence begins
    rule    the name of the rule
    words   the words that break the rule
    text    the sentence, or the paragraph
    """

    file: str
    line: int
    rule: str
    words: str
    text: str

    def __str__(self):
        text = " ".join(self.text.split())
        return f"{self.file}:{self.line}: {self.rule}: {self.words!r} in: {text[:160]}"


# ---------------------------------------------------------- "a game" for "per game"

UNIT = (
    "action arm bit board cell chapter child choice column edge entry episode file folder game"
    " generation hand iteration leaf level line match move node page pair person"
    " phase player playout position pull question reader round row run search seed side"
    " simulation square step thread tree turn value visit worker"
).replace(" ", "|")
COUNTED = (
    "actions bits bytes calls cells characters children clicks comparisons copies dollars"
    " entries evaluations games hours inches iterations kilobytes letters losses"
    " megabytes microseconds milliseconds minutes nanoseconds nodes numbers pages playouts"
    " points positions questions rollouts seconds simulations"
    " threads times ticks units weights words years"
).replace(" ", "|")
ALSO_VERBS = "draws files lines moves pulls rounds rows runs samples searches steps visits wins"
ALSO_VERBS = ALSO_VERBS.replace(" ", "|")
QUANTITY = (
    r"(?:\d[\d,.]*|§|one|two|three|four|five|six|ten|many|few|more|fewer|some|several|of|for)"
)
ONE = "file folder number point row line picture entry cell colour bit byte page column".replace(
    " ", "|"
)
END = (
    r"(?=\s*(?:[.,;:)!?–—]|$)|\s+(?:and|or|but|on|for|in|at|to|by|than|with|from|instead|while|until"
    r"|after|because|so|if|when|is|are|was|were|as|come|comes|together)\b)"
)
PER = re.compile(
    rf"\b(?:{COUNTED}) an? (?:{UNIT})\b{END}"
    rf"|\b{QUANTITY} (?:{ALSO_VERBS}) an? (?:{UNIT})\b{END}"
    rf"|\b[Oo]ne (?:{ONE}) an? (?:{UNIT})\b{END}"
    rf"|\b(?:[Oo]nce|[Tt]wice) an? (?:{UNIT})\b(?=\s*(?:[.,;:)!?–—]|$)|\s+(?:and|or|but)\b)"
    rf"|\b[Aa]n? (?:{UNIT}) on average\b"
    rf"|\bone (?:more )?an (?:expansion|iteration)\b"
)


def per(sentence: str) -> Iterator[str]:
    """Yield the places where "a game" means *per game*."""
    for match in PER.finditer(sentence):
        before = sentence[: match.start()].rstrip().rsplit(" ", 1)[-1].lower()
        if before not in ("of", "gives", "give", "gave"):
            yield match[0]


# ---------------------------------------------------------- pronouns

VERB_AFTER = (
    r"(?:is|was|are|were|has|had|does|did|will|would|can|could|may|might|must|should|costs?|means?"
    r"|takes?|makes?|holds?|needs?|happens?|helps?|works?|shows?|gives?|leaves?|matters?|tells?)"
)
BEFORE_PRONOUN = words_in(
    """of from with by for than like after before at on in into to and but or as so about without
    between under over because if when while does do did"""
)
DETERMINERS = words_in(
    """the a an this these each every any no all some both our your my his her their its one two
    three four five six seven eight nine ten many few several most what which whose such other
    another someone somebody nobody everybody anybody nothing something everything anything you we
    she he they i there here who"""
)
WORD = re.compile(r"[A-Za-z’'½√§\d][\w’'.,%/-]*")
# the largest number of words between two pronouns that count as near each other
PRONOUN_GAP = 6


def pronouns(sentence: str) -> Iterator[str]:
    """Yield two pronouns (*it, that, those, so*) without a noun between them, or a third *it*.

    "So" and "that" count only where they stand for something; they do not count in "so that", "so
    it is", "the move that wins" and "it shows that".
    """
    clause = re.split(r"[;()]", sentence)
    for part in clause:
        words = WORD.findall(part)
        if sum(word.lower().strip(".,") == "it" for word in words) > 2:
            yield "it … it … it"
        places = [at for at in range(len(words)) if is_pronoun(words, at)]
        for first, second in zip(places, places[1:]):
            between = [word.lower().strip(".,") for word in words[first + 1 : second]]
            both = {words[at].lower().strip(".,") for at in (first, second)}
            if both == {"it"} or len(between) > PRONOUN_GAP:
                # "it wins if it moves first" is plain, because both pronouns mean the same thing
                continue
            if not any(is_noun_like(word) for word in between):
                yield " ".join(words[first : second + 1])


def is_pronoun(words: list[str], at: int) -> bool:
    """Return whether a word stands for a noun: *it* always, *that*, *those* and *so* sometimes."""
    word = words[at].lower().strip(".,")
    before = words[at - 1].lower() if at else ""
    after = words[at + 1].lower() if at + 1 < len(words) else ""
    ends = words[at][-1] in ".," or not after
    if word == "it":
        return True
    if word == "those":
        return ends or re.fullmatch(rf"of|that|who|which|{VERB_AFTER}", after) is not None
    if word == "that":
        follows = not before or before in BEFORE_PRONOUN or before.endswith((",", "."))
        stands = ends or re.fullmatch(rf"of|{VERB_AFTER}", after) is not None
        return follows and stands
    if word == "so":
        return before in ("do", "does", "did", "say", "says", "think", "is", "was", "and") and ends
    return False


def is_noun_like(word: str) -> bool:
    """Return whether a word is a sign of a noun: a determiner, a number, or code."""
    return word in DETERMINERS or not word[0].isalpha() or "§" in word


# ---------------------------------------------------------- captions

VERBS = words_in(
    """am is are was were be been being has have had having do does did can could may might must
    shall should will would isn't aren't doesn't don't can't won't cannot let"""
)
REGULAR = """
    add allow answer appear ask back belong call change check choose click close colour come compare
    compute contain continue correspond cost count cover decide depend differ divide draw drop end
    enter estimate exceed expand explain explore fall fill find follow fit get give go grow happen
    help hold include increase join jump keep know label last lead leave lie limit list look lose
    make mark matter mean measure meet move name need open pass pay place play plot point prefer
    press print produce prove pull put reach read remain repeat replace report rest return reveal
    rise run say score search see select separate set share show shrink skip sort stand start stay
    stop strengthen sum surround take tell tie touch tread try turn use vary visit wait want watch
    win work write add contribute converge agree estimate lower raise treat miss predict
"""
IRREGULAR = """
    began begun came chose chosen done drew drawn fell fallen found gave given got went gone grew
    grown held kept knew known led left lay lain lost made meant met paid ran read said saw seen
    shown stood took taken told thought won wrote written
"""


def forms_of(verb: str) -> list[str]:
    """Return the usual spellings of a regular verb: play, plays, played, playing."""
    stem = verb[:-1] if verb.endswith("e") else verb
    third = f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"
    if verb.endswith(("s", "x", "sh", "ch", "o")):
        third = f"{verb}es"
    doubled = f"{verb}{verb[-1]}"
    return [verb, third, f"{stem}ed", f"{doubled}ed"]


for _verb in REGULAR.split():
    VERBS.update(forms_of(_verb))
VERBS.update(IRREGULAR.split())


def verbless(caption: str) -> Iterator[str]:
    """Yield a caption of five or more words that has a comma or a full stop, but no verb."""
    words = [word.lower().strip(".,:;") for word in WORD.findall(caption)]
    is_title = not re.search(r"[,;]|\.\W*$", caption)
    if len(words) < 5 or is_title:
        return
    nouns_before = DETERMINERS | BEFORE_PRONOUN - {"and", "but", "or", "to"}
    befores = ["the", *words]
    if not any(word in VERBS and last not in nouns_before for last, word in zip(befores, words)):
        yield caption.strip()[:60]


# ---------------------------------------------------------- parentheses and colons

LONGEST_PARENTHESIS = 12  # words
PARENTHESIS = re.compile(r"\(([^()]*)\)")
# A colon between two words.  The last colon of a paragraph may announce the lines below it.
COLON = re.compile(r"(?<=[a-zA-Z§)’])(?<!Time):(?=\s+[a-zA-Z“§*])")
IN_QUOTES = re.compile(r"“[^”]*”|\"[^\"\n]*\"|\{[^}]*\}")
LABEL = re.compile(r"^(?:§|[Hh]int):")
CITED = re.compile(r"^.{0,160}\(\d{4}\)", re.S)  # the title of a book may contain a colon
COLON_WORDS = 60


def parentheses(sentence: str) -> Iterator[str]:
    """Yield the parentheses that hold more than 12 words."""
    for match in PARENTHESIS.finditer(sentence):
        if sentence[: match.start()].rstrip().endswith("→"):
            continue  # the parenthesis is a tuple
        words = [word for word in match[1].split() if re.search(r"\w", word)]
        if len(words) > LONGEST_PARENTHESIS:
            yield f"({' '.join(words[:5])} …)"


def colons(paragraph: str) -> Iterator[str]:
    """Yield the second of two colons that are at most 60 words apart in a paragraph."""
    last = None
    if CITED.match(paragraph):
        return
    paragraph = IN_QUOTES.sub(lambda quote: "0" * len(quote[0]), paragraph)
    paragraph = LABEL.sub(lambda start: start[0].replace(":", ","), paragraph)
    for match in COLON.finditer(paragraph):
        at = len(paragraph[: match.start()].split())
        if last is not None and at - last < COLON_WORDS:
            yield " ".join(paragraph[: match.start() + 1].split()[-4:])
        last = at


# ---------------------------------------------------------- private words

# Words that the course uses, or used to use, in a sense of its own.  Each of these words needs
# an entry in the glossary.
PRIVATE = {
    "blunder": r"blunders?",
    "carpet": r"carpets?",
    "favourite": r"favourites?",
    "hump": r"humps?",
    "hunch": r"hunch(?:es)?",
    "ledger": r"ledgers?",
    "level": r"levels? \d\b",
    "mark": r"(?:first|last|next|each|every|from) marks?\b(?! of)",
    "playout": r"playouts?",
    "snapshot": r"snapshots?",
    "trap": r"traps?",
    "yardstick": r"yardsticks?",
}


def terms() -> set[str]:
    """Return the words that the glossary explains, in lower case."""
    entries = tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))["term"]
    return {entry["word"].lower() for entry in entries}


TERMS = terms()
UNEXPLAINED = {
    word: re.compile(rf"\b{pattern}\b", re.I)
    for word, pattern in PRIVATE.items()
    if word not in TERMS
}


def private(sentence: str) -> Iterator[str]:
    """Yield the private words that the glossary does not explain."""
    for pattern in UNEXPLAINED.values():
        for match in pattern.finditer(sentence):
            yield match[0]


# ---------------------------------------------------------- one word for one thing

# A word that the course does not use → the word that it uses (.github/CONTRIBUTING.md).
INSTEAD = {
    r"(?:win|winning|success) rates?": "share of wins",
    r"[\d,]+ simulations": "iterations",
    r"random simulations?": "random games, or playouts",
    r"(?:empty|free|taken|this|that|centre|corner) squares?": "cell",
    r"(?:possible|hidden|sampled|guessed) worlds?": "determinization",
    r"rolled out": "played out",
    r"measuring rods?": "measure",
}
OTHER_WORDS = re.compile(rf"\b(?:{'|'.join(INSTEAD)})\b", re.I)


def other_words(sentence: str) -> Iterator[str]:
    """Yield words for which the course uses another word."""
    for match in OTHER_WORDS.finditer(sentence):
        yield match[0]


# ---------------------------------------------------------- "95%" as the widgets write it

SPACED_PERCENT = re.compile(r"\d[ \u00a0\u202f]%(?![\w=])")


def spaced_percent(sentence: str) -> Iterator[str]:
    """Yield numbers that a space separates from their per cent sign."""
    for match in SPACED_PERCENT.finditer(sentence):
        yield match[0]


# ---------------------------------------------------------- all rules


class Rule(NamedTuple):
    """A rule of style.

    check    yields the words that break the rule
    kinds    the kinds of prose to which the rule applies, "" for all
    whole    whether the rule applies to a whole paragraph, not to a single sentence
    example  a sentence that breaks the rule
    """

    check: Callable[[str], Iterator[str]]
    kinds: str
    whole: bool
    example: str


READERS = "notebook question option page glossary"
RULES = {
    "per": Rule(per, "", False, "The rewards are one number a player."),
    "pronouns": Rule(pronouns, "", False, "As soon as it does so, it wins."),
    "caption": Rule(verbless, "caption", True, "All nodes, as wide as their visits."),
    "parenthesis": Rule(
        parentheses,
        "",
        False,
        "It wins (one two three four five six seven eight nine ten eleven twelve thirteen).",
    ),
    "colon": Rule(
        colons, "notebook question option page docstring comment", True, "One: two: three."
    ),
    "private": Rule(private, READERS + " caption message", False, "The tree is a carpet."),
    "word": Rule(other_words, READERS + " caption message docstring", False, "The win rate rose."),
    "percent": Rule(spaced_percent, "", False, "It wins 95\u202f% of its games."),
}


def findings(file: Path) -> list[Finding]:
    """Return all findings of all rules in a file."""
    found = []
    for piece in pieces(file):
        for name, rule in RULES.items():
            if not rule.kinds or piece.kind in rule.kinds.split():
                found += broken(piece, name, rule)
    return found


def broken(piece: Piece, name: str, rule: Rule) -> Iterator[Finding]:
    """Yield the findings of one rule in a piece of prose."""
    texts = [(piece.line, piece.text)] if rule.whole else sentences(piece)
    for line, text in texts:
        if not is_exception(piece.file, text):
            for words in rule.check(text):
                yield Finding(piece.file, line, name, words, text)


def is_exception(file: str, text: str) -> bool:
    """Return whether a sentence is on the list of exceptions."""
    flat = " ".join(text.split())
    return any(one["file"] == file and one["words"] in flat for one in EXCEPTIONS)


def main(arguments: list[str]) -> int:
    """Print the findings or the rules, as requested; return 1 if there are findings."""
    sys.stdout.reconfigure(errors="replace")  # the console of Windows lacks some characters
    if "--rules" in arguments:
        for name, rule in RULES.items():
            print(f"{name:12} {rule.check.__doc__.splitlines()[0]}\n{'':12} {rule.example}")
        return 0
    if "--clean" in arguments:
        paths = [ROOT / name for name in sorted(WAITING)]
        print(*[path.relative_to(ROOT) for path in paths if not findings(path)], sep="\n")
        return 0
    files = [file for name in arguments for file in files_of(Path(name).resolve())] or all_files()
    found = [finding for file in files for finding in findings(file)]
    print("".join(f"{finding}\n" for finding in found), end="")
    print(f"{len(found)} findings in {len(files)} files", file=sys.stderr)
    return bool(found)


def files_of(path: Path) -> list[Path]:
    """For a file, return [path]; for a folder, return its files that may hold prose."""
    if path.is_dir():
        return [file for file in all_files() if file.is_relative_to(path)]
    return [path]


def all_files() -> list[Path]:
    """Return all files of the repository that may hold prose."""
    return repository.files(".py", ".md", ".toml", ".js", ".mjs", ".css")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
