"""Each rule of style in `prose.py` finds its faults and accepts plain prose.

All prose of the repository keeps the rules.
"""

import os
import subprocess
import sys

import draw_sentences
import prose
import prose_sources
import pytest
import repository
from prose_sources import Piece

FILES = prose.all_files()

FOUND = {
    "per": [
        "The rewards are one number a player, X first.",
        "With 100 playouts a move, MCTS wins.",
        "It takes 4 steps an iteration.",
        "The tree grows by one more an expansion.",
        "How many nodes are new, an iteration on average?",
        "It looks at the clock once a move.",
        "That is 40 visits a child and no more.",
    ],
    "pronouns": [
        "As soon as it does so, it wins.",
        "It is bad play, and that is fine.",
        "Those that it may know stand in brackets.",
        "It looks natural: it wins, and it scores.",
        "If that was judged, read it again.",
    ],
    "caption": [
        "All nodes, as wide as their visits.",
        "The round, worker by worker, in one picture",
        "On the left the array, on the right the integers.",
    ],
    "parenthesis": [
        "It wins (but only as long as the other player does not see the threat in time).",
        "(No such rewards scatter by more than ½, so means of n by no more than that.)",
    ],
    "colon": [
        "One row is a move: the dot is its mean, the bar is its interval: look at both.",
        "Ask this: who won? Then ask that: who lost?",
    ],
    "private": ["The tree is a carpet.", "Take another yardstick."],
    "word": ["The win rate rose.", "After 1,000 simulations it stops.", "Take an empty square."],
    "percent": ["It wins 95\x20% of its games.", "The share is 0.5\xa0%, not more."],
}
LEFT_ALONE = {
    "per": [
        "A node gets as many visits a priori.",
        "It gives three points a colour of their own.",
        "The program runs a search and writes it down.",
        "It visits a node, and wins a game.",
        "The number of visits a node has is N.",
        "The clock ticks ten times a second.",
        "Take 100 playouts per move.",
        "It is called once a line is full.",
    ],
    "pronouns": [
        "It wins if it moves first.",
        "The move that wins is the one that it plays.",
        "It shows that the node is new.",
        "Press it, so that it stops.",
        "That is why the search is fast.",
        "It is so because those nodes are proved.",
    ],
    "caption": [
        "Each bar is a move.",
        "AMAF: all playouts with the cell",
        "Rewards of one run",
        "The curves, seed by seed, end at one half.",
    ],
    "parenthesis": [
        "It wins (in 51 of 60 games).",
        "A judge is a function: state → (the prior of each action, the value of the player who is"
        " to move in it).",
        "See [the whole course](a_link.ipynb) and nothing else at all, which is a long sentence.",
    ],
    "colon": [
        "Here are three of them:",
        "Abramson (1990), Expected outcome: a general model: the value.",
        'It says "red: stop" and: goes.',
        "The sum is: 2 + 3, so: 5.",
        "One: " + "word " * 60 + "two: three.",
        "The ratio 3:4 and the time 12:30 are no colons: right.",
    ],
    "private": ["A playout is a random game.", "The playouts are over."],
    "word": ["The failure rate fell.", "Simulation is phase 3.", "We square both sides."],
    "percent": ["It wins 95% of its games.", "The format is %d."],
}


@pytest.mark.parametrize("rule, text", [(rule, text) for rule in FOUND for text in FOUND[rule]])
def test_a_sentence_that_breaks_the_rule_is_found(rule, text):
    assert list(prose.RULES[rule].check(prose_sources.plain(text)))


@pytest.mark.parametrize(
    "rule, text", [(rule, text) for rule in LEFT_ALONE for text in LEFT_ALONE[rule]]
)
def test_a_sentence_that_keeps_the_rule_is_left_alone(rule, text):
    assert not list(prose.RULES[rule].check(prose_sources.plain(text)))


def test_every_rule_has_sentences_of_its_own():
    assert set(FOUND) == set(LEFT_ALONE) == set(prose.RULES)
    for rule in prose.RULES.values():
        assert list(rule.check(rule.example)), rule.example


# ---------------------------------------------------------- where prose stands


def texts(found):
    """Return the kinds, lines and texts of these pieces of prose."""
    return [(piece.kind, piece.line, " ".join(piece.text.split())) for piece in found]


def test_the_text_cells_of_a_notebook_are_read_down_to_the_claims():
    source = (
        "# %% [markdown]\n# # A title\n# A **bold** word\n# and `code`.\n#\n# - one item\n"
        "# - two items\n\n# %%\nx = 1  # a comment\nprint('a message of several words')\n"
        "# %% [claims]\n# %% [markdown]\n# not read\n"
    )
    assert texts(prose_sources.of_notebook("f", source)) == [
        ("notebook", 2, "A title"),
        ("notebook", 3, "A bold word and §."),
        ("notebook", 6, "one item"),
        ("notebook", 7, "two items"),
        ("comment", 10, "a comment"),
        ("message", 11, "a message of several words"),
    ]


def test_docstrings_comments_and_strings_of_a_file_are_read():
    source = (
        '"""One line.\n\nA paragraph.  It has\ntwo lines.\n\n    some code\n\nname   what it is\n'
        'other  the other\n"""\n'
        "# a comment\n# of two lines\nx = 'code' + f'You can choose {x} of the two.'\n"
        "CAPTION = 'A caption with as many words'\n"
    )
    assert texts(prose_sources.of_python("f", source, strings=True)) == [
        ("docstring", 1, "One line."),
        ("docstring", 3, "A paragraph. It has two lines."),
        ("docstring", 8, "what it is"),
        ("docstring", 9, "the other"),
        ("comment", 11, "a comment of two lines"),
        ("message", 13, "You can choose § of the two."),
        ("caption", 14, "A caption with as many words"),
    ]


def test_pages_tables_and_scripts_are_read():
    page = (
        "# Title here\nText [link](x.md).\n\n```\ncode\n```\n\n| one cell | two cells |\n|---|---|"
    )
    assert [text for _, _, text in texts(prose_sources.of_markdown("page", "f", page, 1))] == [
        "Title here",
        "Text link.",
        "one cell",
        "two cells",
    ]
    script = '/* A comment. */\n// one line\n// and another\nsay("This is a sentence for you.");\n'
    assert [text for _, _, text in texts(prose_sources.of_script("f", script))] == [
        "A comment.",
        "one line and another",
        "This is a sentence for you.",
    ]


def test_questions_are_read_and_wrong_options_told_apart():
    source = '[a]\nquestion = "Who has won here?"\noptions = ["nobody has won", "X has won"]\n'
    name = "mctslib/course/ch99/questions.toml"
    assert texts(prose_sources.of_toml(name, source)) == [
        ("question", 2, "Who has won here?"),
        ("option", 3, "nobody has won"),
        ("option", 3, "X has won"),
    ]


def test_sentences_know_their_lines():
    piece = Piece("page", "f", 10, "One, e.g. two\nlines. Another\nline (Auer et al. 2002). Third.")
    assert [(line, " ".join(text.split())) for line, text in prose_sources.sentences(piece)] == [
        (10, "One, e.g. two lines."),
        (11, "Another line (Auer et al. 2002)."),
        (12, "Third."),
    ]


def test_every_kind_of_prose_is_found_in_the_repository():
    kinds = {piece.kind for file in FILES for piece in prose_sources.pieces(file)}
    assert kinds == {
        "notebook",
        "question",
        "option",
        "glossary",
        "page",
        "caption",
        "message",
        "docstring",
        "comment",
    }


# ---------------------------------------------------------- the prose of the repository


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(prose.ROOT).as_posix())
def test_the_prose_of_a_file_keeps_the_rules(file):
    if file.relative_to(prose.ROOT).as_posix() not in prose.WAITING:
        assert not prose.findings(file), "\n".join(map(str, prose.findings(file)))


def test_each_exception_has_a_reason_and_is_needed():
    for one in prose.EXCEPTIONS:
        file = prose.ROOT / one["file"]
        text = " ".join(" ".join(piece.text.split()) for piece in prose_sources.pieces(file))
        assert one["words"] in text and one["reason"], one


def test_each_waiting_file_exists():
    names = {file.relative_to(repository.ROOT).as_posix() for file in FILES}
    assert names >= prose.WAITING


# ---------------------------------------------------------- the drawing of sentences


def test_the_same_seed_draws_the_same_sentences():
    found = draw_sentences.all_sentences(only=("README.md", "mctslib/arena"))
    first = draw_sentences.drawn(found, 20, seed=1)
    assert first == draw_sentences.drawn(found, 20, seed=1)
    assert first != draw_sentences.drawn(found, 20, seed=2)
    assert len(set(first)) == 20 and set(first) <= set(found)


def test_every_sentence_can_be_drawn_once():
    found = draw_sentences.all_sentences(only=("tests/README.md",))
    assert draw_sentences.drawn(found, 10**6, seed=0) == found


def printed(script, *arguments):
    """Run a script of this folder with a Windows encoding; return its exit code and its lines."""
    done = subprocess.run(
        [sys.executable, prose.ROOT / "tests" / script, *arguments],
        cwd=prose.ROOT,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        encoding="cp1252",
        timeout=240,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout.splitlines()


def test_the_scripts_print_what_their_first_lines_say(tmp_path):
    only = ("--only", "tests/README.md", "--number", "3", "--kind", "page")
    code, lines = printed("draw_sentences.py", *only)
    assert code == 0 and len(lines) == 6 and lines[0].startswith("1. [page] tests/README.md:")
    code, lines = printed("draw_sentences.py", "--count", "--only", "tests/README.md")
    assert code == 0 and lines[0].endswith("page")
    code, lines = printed("prose.py", "--rules")
    assert code == 0 and len(lines) == 2 * len(prose.RULES)
    assert printed("prose.py", "mctslib/README.md") == (0, [])


def test_a_sentence_stands_in_the_line_that_is_printed():
    for one in draw_sentences.all_sentences(only=("README.md", ".github/"), kind="page"):
        line = (prose.ROOT / one.file).read_text(encoding="utf-8").splitlines()[one.line - 1]
        first = one.text.split("§")[0].split(" ")[0]
        assert first.strip("!(") in line, one
