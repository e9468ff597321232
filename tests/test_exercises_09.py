"""Chapter 09: the answers that its checkers are tried with; what a reader wrote is not overwritten."""

import dis
import random
from math import ceil, floor, sqrt

import pytest

import build
from mctslib import TicTacToe
from mctslib.arena import intervals
from mctslib.arena.matches import play_game
from mctslib.course.ch09 import checkers as ch09

Z = 1.96
CHECKS = {
    "09": {
        name: getattr(ch09, f"check_{name}") for name in ("wilson", "games_needed", "peeks", "pair")
    }
}
RIGHT = []


def shortcut(k, n, z):
    half = z * sqrt(k * (n - k) / n**3)
    return k / n - half, k / n + half


def undivided(k, n, z):
    low, high = intervals.wilson(k, n, z)
    return low * (1 + z * z / n), high * (1 + z * z / n)


def root_without_w(k, n, z):
    s, w = k / n, z * z / n
    root = sqrt(s * (1 - s) + w * w / 4)
    return (s + w / 2 - root) / (1 + w), (s + w / 2 + root) / (1 + w)


def last_look_only(results, every):
    low, high = intervals.wilson(sum(results), len(results))
    return not low <= 0.5 <= high


def only_if_better(results, every):
    return any(
        intervals.wilson(sum(results[:n]), n)[0] > 0.5
        for n in range(every, len(results) + 1, every)
    )


def shares_as_wins(results, every):
    looks = range(every, len(results) + 1, every)
    return any(abs(sum(results[:n]) / n - 0.5) > Z / sqrt(n) for n in looks)


def by_the_shortcut(results, every):
    looks = [(sum(results[:n]), n) for n in range(every, len(results) + 1, every)]
    return any(not low <= 0.5 <= high for low, high in (shortcut(k, n, Z) for k, n in looks))


def each_ten_by_itself(results, every):
    parts = [results[n - every : n] for n in range(every, len(results) + 1, every)]
    return any(intervals.first_look(part, every) is not None for part in parts)


def reads_past_the_end(results, every):
    looks = range(every, len(results) + every, every)
    return any(
        not low <= 0.5 <= high
        for low, high in (intervals.wilson(sum(results[:n]), n) for n in looks)
    )


def root_divided_only(k, n, z):
    low, high = undivided(k, n, z)
    middle, half = (low + high) / 2, (high - low) / 2 / (1 + z * z / n)
    return middle - half, middle + half


def games(a, b, opening, seed, fresh=True):
    rng = random.Random(seed)
    first = play_game((a, b), opening, rng).rewards
    return first, play_game((b, a), opening, random.Random(seed) if fresh else rng).rewards


def one_stream(a, b, opening, seed):
    first, second = games(a, b, opening, seed, fresh=False)
    return first[0], second[1]


WRONG = [
    ("wilson", shortcut, "claims certainty"),
    ("wilson", undivided, "divided by 1 + w"),
    ("wilson", root_without_w, "look at the square root"),
    ("wilson", lambda *a: intervals.wilson(*a)[::-1], "Low comes first"),
    ("wilson", lambda *a: intervals.wilson(*a)[0], "should be a tuple"),
    ("wilson", lambda k, n, z: intervals.wilson(k, n), "term by term"),
    ("wilson", root_divided_only, "each as a whole"),
    ("wilson", lambda *a: (None, None), "Is a `return` missing?"),
    ("wilson", lambda k, n, z=2.58: intervals.wilson(k, n, z), "If no z is given, it is 1.96"),
    ("wilson", lambda k, n, z=Z: intervals.wilson(n - k, n, z), "off by +0.1926"),
    (
        "games_needed",
        lambda s, z: floor((z / 2 / (s - 0.5)) ** 2),
        "above 132.25 is `floor(132.25) + 1`",
    ),
    ("games_needed", lambda s, z: (z / 2 / (s - 0.5)) ** 2, "above 132.25 is `floor(132.25) + 1`"),
    ("games_needed", lambda s, z: ceil((z / 2 / (s - 0.5)) ** 2), "`games_needed(0.75, 2)` is 16"),
    ("games_needed", lambda s, z: round((z / 2 / (s - 0.5)) ** 2) + 1, "above 141.61 is"),
    (
        "games_needed",
        lambda s, z=2: floor((z / 2 / (s - 0.5)) ** 2) + 1,
        "`games_needed(0.75)` is 17",
    ),
    ("games_needed", lambda s, z: ceil((z / (s - 0.5)) ** 2), "on top is missing"),
    ("games_needed", lambda s, z: ceil(z / 2 / (s - 0.5)), "square it"),
    (
        "games_needed",
        lambda s, z: ceil(z * z * s * (1 - s) / (s - 0.5) ** 2),
        "Ask whether p = ½ still fits",
    ),
    ("games_needed", lambda s, z: ceil(1 / (s - 0.5) ** 2), "Solve z"),
    ("peeks", last_look_only, "One look outside is enough"),
    ("peeks", only_if_better, "above or below"),
    (
        "peeks",
        lambda results, every: intervals.first_look(results, 1) is not None,
        "Look only after every",
    ),
    ("peeks", reads_past_the_end, "½ is inside"),
    (
        "peeks",
        lambda results, every: (
            len(results) > every and intervals.first_look(results[:-1], every) is not None
        ),
        "One look outside is enough",
    ),
    ("peeks", lambda results, every: print(), "returned None"),
    ("peeks", lambda results, every: bool(results.clear()), "changed what it was given"),
    ("peeks", by_the_shortcut, "½ is inside"),
    ("peeks", each_ten_by_itself, "½ is inside"),
    ("peeks", intervals.first_look, "should be a bool"),
    (
        "peeks",
        lambda results, every: intervals.first_look(results, every) is not None,
        "Look only after every",
    ),
    ("peeks", shares_as_wins, "½ is outside"),
    ("pair", lambda *a: tuple(rewards[0] for rewards in games(*a)), "read `rewards[1]`"),
    ("pair", lambda *a: tuple(games(*a)[0]), "not swapped"),
    (
        "pair",
        lambda a, b, opening, seed: (
            (play_game((a, b), opening, random.Random(seed)).rewards[0],) * 2
        ),
        "not swapped",
    ),
    ("pair", lambda *a: (games(*a)[0][1], games(*a)[1][0]), "rewards of `b`"),
    ("pair", lambda *a: (games(*a)[1][1], games(*a)[0][0]), "comes first"),
    ("pair", one_stream, "starts a fresh"),
    (
        "pair",
        lambda a, b, o, s: (games(a, b, TicTacToe(), s)[0][0], games(a, b, TicTacToe(), s)[1][1]),
        "not from the empty board",
    ),
    (
        "pair",
        lambda a, b, o, s: (games(b, a, o, s)[0][0], games(b, a, o, s)[1][1]),
        "rewards of `b`",
    ),
    (
        "pair",
        lambda a, b, o, s: (games(a, b, o, 0)[0][0], games(a, b, o, 0)[1][1]),
        "whatever the seed",
    ),
    (
        "pair",
        lambda a, b, o, s: (games(a, b, o, s)[0][0], 1 - games(a, b, o, s)[0][0]),
        "not swapped",
    ),
    (
        "pair",
        lambda a, b, o, s: (games(a, b, o, s)[0][0], games(a, b, o, s + 1)[1][1]),
        "Two games, `a` first",
    ),
    ("pair", lambda *a: list(one_stream(*a)), "starts a fresh"),
    ("pair", lambda *a: sum(one_stream(*a)), "should be a tuple"),
]


def test_counterexamples_are_drawn():
    wrong = ch09.check_wilson(shortcut)
    assert "Wilson&#x27;s" in wrong.picture or "Wilson's" in wrong.picture
    assert "off by" in wrong.message


def bound(source):
    """The names that a cell binds at its top level: by import, definition or assignment."""
    code = compile(source, "cell", "exec")
    return {
        i.argval for i in dis.get_instructions(code) if i.opname in ("STORE_NAME", "STORE_GLOBAL")
    }


@pytest.mark.parametrize("source", build.sources(), ids=lambda source: source.stem[:2])
def test_what_the_reader_wrote_is_never_overwritten(source):
    """Else a check that is run again tells a correct reader about the library's function, which may differ."""
    own = set()
    for cell in build.solution_notebook(source).cells:
        if cell.cell_type == "code" and not cell.source.startswith("%"):
            names, exercise = bound(cell.source), "exercise" in cell.metadata.get("tags", [])
            assert exercise or not names & own, cell.source
            own |= names if exercise else set()


DRAWN = {  # those that come with a picture: the first counterexample
    ("wilson", "claims certainty"),
    ("pair", "starts a fresh"),
}
