"""Chapter 09: each checker takes the solution, and tells stub and typical mistakes apart."""
from __future__ import annotations

import dis
import random
from functools import cache
from math import ceil, floor, sqrt
from pathlib import Path

import pytest

import build
from mctslib import TicTacToe
from mctslib.arena import intervals
from mctslib.arena.matches import play_game
from mctslib.course.ch09 import checkers as ch09

SOURCE = Path(__file__).resolve().parent.parent / "notebooks" / "src" / "09_measure_strength.py"
Z = 1.96


@cache
def built():
    """The functions of the chapter's exercises, as its solutions define them."""
    names = {"sqrt": sqrt, "floor": floor, "random": random, "play_game": play_game, "interval": intervals.wilson}
    for cell in build.solution_notebook(SOURCE).cells:
        if "exercise" in cell.metadata.get("tags", []):
            exec(cell.source, names)
    return names


def stub(*arguments):
    raise NotImplementedError("your turn")


# ---------------------------------------------------------------------------- typical mistakes


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
    return any(intervals.wilson(sum(results[:n]), n)[0] > 0.5 for n in range(every, len(results) + 1, every))


def at_every_game(results, every):
    return intervals.first_look(results, 1) is not None


def shares_as_wins(results, every):
    looks = range(every, len(results) + 1, every)
    return any(abs(sum(results[:n]) / n - 0.5) > Z / sqrt(n) for n in looks)


def by_the_shortcut(results, every):
    looks = [(sum(results[:n]), n) for n in range(every, len(results) + 1, every)]
    return any(not low <= 0.5 <= high for low, high in (shortcut(k, n, Z) for k, n in looks))


def each_ten_by_itself(results, every):
    parts = [results[n - every : n] for n in range(every, len(results) + 1, every)]
    return any(intervals.first_look(part, every) is not None for part in parts)


def skips_the_last_look(results, every):
    return intervals.first_look(results[:-1], every) is not None if len(results) > every else False


def looks_at_the_end_too(results, every):
    return intervals.first_look(results, every) is not None


def reads_past_the_end(results, every):
    looks = range(every, len(results) + every, every)
    return any(not low <= 0.5 <= high for low, high in (intervals.wilson(sum(results[:n]), n) for n in looks))


def root_divided_only(k, n, z):
    low, high = undivided(k, n, z)
    middle, half = (low + high) / 2, (high - low) / 2 / (1 + z * z / n)
    return middle - half, middle + half


def games(a, b, opening, seed, fresh=True):
    rng = random.Random(seed)
    first = play_game((a, b), opening, rng).rewards
    return first, play_game((b, a), opening, random.Random(seed) if fresh else rng).rewards


def same_side_twice(a, b, opening, seed):
    return (play_game((a, b), opening, random.Random(seed)).rewards[0],) * 2


def one_stream(a, b, opening, seed):
    first, second = games(a, b, opening, seed, fresh=False)
    return first[0], second[1]


def other_seed(a, b, opening, seed):
    return games(a, b, opening, seed)[0][0], games(a, b, opening, seed + 1)[1][1]


SOLUTIONS = [
    (ch09.check_wilson, "wilson"),
    (ch09.check_games_needed, "games_needed"),
    (ch09.check_peeks, "peeks"),
    (ch09.check_pair, "pair"),
]

MISTAKES = [
    (ch09.check_wilson, shortcut, "claims certainty"),
    (ch09.check_wilson, undivided, "divided by 1 + w"),
    (ch09.check_wilson, root_without_w, "look at the square root"),
    (ch09.check_wilson, lambda *a: intervals.wilson(*a)[::-1], "Low comes first"),
    (ch09.check_wilson, lambda *a: intervals.wilson(*a)[0], "should be a tuple"),
    (ch09.check_wilson, lambda k, n, z: intervals.wilson(k, n), "term by term"),
    (ch09.check_wilson, root_divided_only, "each as a whole"),
    (ch09.check_wilson, lambda *a: (None, None), "Is a `return` missing?"),
    (ch09.check_wilson, lambda k, n, z=2.58: intervals.wilson(k, n, z), "If no z is given, it is 1.96"),
    (ch09.check_wilson, lambda k, n, z=Z: intervals.wilson(n - k, n, z), "off by +0.1926"),
    (ch09.check_games_needed, lambda s, z: floor((z / 2 / (s - 0.5)) ** 2), "above 132.25 is `floor(132.25) + 1`"),
    (ch09.check_games_needed, lambda s, z: (z / 2 / (s - 0.5)) ** 2, "above 132.25 is `floor(132.25) + 1`"),
    (ch09.check_games_needed, lambda s, z: ceil((z / 2 / (s - 0.5)) ** 2), "`games_needed(0.75, 2)` is 16"),
    (ch09.check_games_needed, lambda s, z: round((z / 2 / (s - 0.5)) ** 2) + 1, "above 141.61 is"),
    (ch09.check_games_needed, lambda s, z=2: floor((z / 2 / (s - 0.5)) ** 2) + 1, "`games_needed(0.75)` is 17"),
    (ch09.check_games_needed, lambda s, z: ceil((z / (s - 0.5)) ** 2), "on top is missing"),
    (ch09.check_games_needed, lambda s, z: ceil(z / 2 / (s - 0.5)), "square it"),
    (ch09.check_games_needed, lambda s, z: ceil(z * z * s * (1 - s) / (s - 0.5) ** 2), "Ask whether p = ½ still fits"),
    (ch09.check_games_needed, lambda s, z: ceil(1 / (s - 0.5) ** 2), "Solve z"),
    (ch09.check_peeks, last_look_only, "One look outside is enough"),
    (ch09.check_peeks, only_if_better, "above or below"),
    (ch09.check_peeks, at_every_game, "Look only after every"),
    (ch09.check_peeks, reads_past_the_end, "½ is inside"),
    (ch09.check_peeks, skips_the_last_look, "One look outside is enough"),
    (ch09.check_peeks, lambda results, every: print(), "returned None"),
    (ch09.check_peeks, lambda results, every: bool(results.clear()), "changed the list"),
    (ch09.check_peeks, by_the_shortcut, "½ is inside"),
    (ch09.check_peeks, each_ten_by_itself, "½ is inside"),
    (ch09.check_peeks, intervals.first_look, "should be a bool"),
    (ch09.check_peeks, looks_at_the_end_too, "Look only after every"),
    (ch09.check_peeks, shares_as_wins, "½ is outside"),
    (ch09.check_pair, lambda *a: tuple(rewards[0] for rewards in games(*a)), "read `rewards[1]`"),
    (ch09.check_pair, lambda *a: tuple(games(*a)[0]), "not swapped"),
    (ch09.check_pair, same_side_twice, "not swapped"),
    (ch09.check_pair, lambda *a: (games(*a)[0][1], games(*a)[1][0]), "rewards of `b`"),
    (ch09.check_pair, lambda *a: (games(*a)[1][1], games(*a)[0][0]), "comes first"),
    (ch09.check_pair, one_stream, "starts a fresh"),
    (ch09.check_pair, lambda a, b, o, s: (games(a, b, TicTacToe(), s)[0][0], games(a, b, TicTacToe(), s)[1][1]),
     "not from the empty board"),
    (ch09.check_pair, lambda a, b, o, s: (games(b, a, o, s)[0][0], games(b, a, o, s)[1][1]), "rewards of `b`"),
    (ch09.check_pair, lambda a, b, o, s: (games(a, b, o, 0)[0][0], games(a, b, o, 0)[1][1]), "whatever the seed"),
    (ch09.check_pair, lambda a, b, o, s: (games(a, b, o, s)[0][0], 1 - games(a, b, o, s)[0][0]), "not swapped"),
    (ch09.check_pair, other_seed, "Two games, `a` first"),
    (ch09.check_pair, lambda *a: list(one_stream(*a)), "starts a fresh"),
    (ch09.check_pair, lambda *a: sum(one_stream(*a)), "should be a tuple"),
]


@pytest.mark.parametrize("checker, name", SOLUTIONS)
def test_the_chapters_own_solution_passes(checker, name):
    verdict = checker(built()[name])
    assert verdict and verdict.message, verdict


@pytest.mark.parametrize("checker, name", SOLUTIONS)
def test_stub_is_met_with_patience(checker, name):
    assert checker(stub).status == "pending"


@pytest.mark.parametrize("checker, answer, message", MISTAKES)
def test_mistake_gets_its_own_message(checker, answer, message):
    verdict = checker(answer)
    assert verdict.status == "wrong" and message in verdict.message, verdict


@pytest.mark.parametrize("checker, name", SOLUTIONS)
def test_each_checker_is_tried_with_three_mistakes_or_more(checker, name):
    assert len({message for c, _, message in MISTAKES if c is checker}) >= 3


def test_counterexamples_are_drawn():
    wrong = ch09.check_wilson(shortcut)
    assert "Wilson&#x27;s" in wrong.picture or "Wilson's" in wrong.picture
    assert "off by" in wrong.message
    assert "<svg" in ch09.check_pair(one_stream).picture


def bound(source):
    """The names that a cell binds at its top level: by import, definition or assignment."""
    code = compile(source, "cell", "exec")
    return {i.argval for i in dis.get_instructions(code) if i.opname in ("STORE_NAME", "STORE_GLOBAL")}


@pytest.mark.parametrize("source", build.sources(), ids=lambda source: source.stem[:2])
def test_what_the_reader_wrote_is_never_overwritten(source):
    """Else a check that is run again tells a correct reader about the library's function, which may differ."""
    own = set()
    for cell in build.solution_notebook(source).cells:
        if cell.cell_type == "code" and not cell.source.startswith("%"):
            names, exercise = bound(cell.source), "exercise" in cell.metadata.get("tags", [])
            assert exercise or not names & own, cell.source
            own |= names if exercise else set()
