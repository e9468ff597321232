"""Right and wrong answers that test the checkers of chapter 09.

One test checks that later cells of a chapter do not overwrite a reader's answer.
"""

import dis
import random
from itertools import accumulate
from math import ceil, floor, sqrt

import numpy as np
import pytest
from named_mistakes import declared
from solved import answers

import build
from mctslib.arena import intervals
from mctslib.arena.matches import play_game
from mctslib.course.ch09 import checkers as ch09
from mctslib.course.chapters import chapter_of

Z = 1.96
CHECKS = {
    "09": {
        name: getattr(ch09, f"check_{name}") for name in ("wilson", "games_needed", "peeks", "pair")
    }
}


def on_a_grid(successes, games, z=Z):
    """Return the interval found by trying every thousandth, as the chapter does at first."""
    s = successes / games
    grid = [k / 1000 for k in range(1001)]
    fitting = [p for p in grid if abs(p - s) <= z * sqrt(p * (1 - p) / games)]
    return fitting[0], fitting[-1]


def as_the_formula_stands(successes, games, z=Z):
    """Return the interval that the formula gives, without a limit of 1.

    Because of rounding, its upper end for 5 successes in 5 games is 1.0000000000000002.
    """
    s, w = successes / games, z * z / games
    root = sqrt(w * s * (1 - s) + w * w / 4)
    return [(s + w / 2 - root) / (1 + w), np.float64((s + w / 2 + root) / (1 + w))]


def counts_up(share, z=Z):
    games = 1
    while z / 2 / sqrt(games) >= share - 0.5:
        games += 1
    return games


def by_a_generator(results, every):
    """Return whether an interval excludes ½, as a numpy bool from a generator expression."""
    wins = np.cumsum(results)
    looks = (intervals.wilson(wins[n - 1], n) for n in range(every, len(results) + 1, every))
    return np.bool_(any(low > 0.5 or high < 0.5 for low, high in looks))


def by_the_distance_from_half(results, every):
    """Return whether the share is ever more than z standard errors (for p = ½) away from ½."""
    wins = list(accumulate(results))
    return any(
        abs(wins[n - 1] / n - 0.5) > Z / 2 / sqrt(n) for n in range(every, len(results) + 1, every)
    )


def one_look_after_another(results, every, games=0):
    """Return whether an interval excludes ½, with a recursive call for each further look."""
    games += every
    if games > len(results):
        return False
    low, high = intervals.wilson(sum(results[:games]), games)
    return low > 0.5 or high < 0.5 or one_look_after_another(results, every, games)


def by_the_state_of_the_generator(a, b, opening, seed):
    """Play both games with one generator, which is reset before the second game."""
    rng = random.Random(seed)
    before = rng.getstate()
    first = play_game((a, b), opening, rng).rewards[0]
    rng.setstate(before)
    return np.array([first, play_game((b, a), opening, rng).rewards[1]])


def as_a_list(a, b, opening, seed):
    players = [(a, b), (b, a)]
    records = [play_game(two, opening, random.Random(seed)) for two in players]
    return [record.rewards[number] for number, record in enumerate(records)]


RIGHT = [
    ("wilson", on_a_grid),
    ("wilson", as_the_formula_stands),
    ("wilson", intervals.wilson),
    ("games_needed", counts_up),
    ("games_needed", lambda s, z=Z: floor(z * z / (4 * (s - 0.5) ** 2)) + 1.0),
    ("peeks", by_a_generator),
    ("peeks", by_the_distance_from_half),
    ("peeks", one_look_after_another),
    ("pair", as_a_list),
    ("pair", by_the_state_of_the_generator),
]


def by_the_shared_numbers(a, b, opening, seed):
    rewards = []
    for number, players in enumerate(((a, b), (b, a))):
        random.seed(seed)
        rewards.append(play_game(players, opening, random).rewards[number])
    return tuple(rewards)


def pair_as_answer(mistake):
    """Turn a mistake into an answer that ignores its arguments a and b, the players."""
    return lambda a, b, opening, seed: mistake(opening, seed)


def shares_as_wins(results, every):
    looks = range(every, len(results) + 1, every)
    return any(abs(sum(results[:n]) / n - 0.5) > Z / sqrt(n) for n in looks)


def reads_past_the_end(results, every):
    looks = range(every, len(results) + every, every)
    return any(
        not low <= 0.5 <= high
        for low, high in (intervals.wilson(sum(results[:n]), n) for n in looks)
    )


def at_the_looks(results, every):
    return intervals.first_look(results[: len(results) // every * every], every)


def without_the_last_return(results, every):
    if at_the_looks(results, every):
        return True


def games(a, b, opening, seed, fresh=True):
    rng = random.Random(seed)
    first = play_game((a, b), opening, rng).rewards
    return first, play_game((b, a), opening, random.Random(seed) if fresh else rng).rewards


def one_stream(a, b, opening, seed):
    first, second = games(a, b, opening, seed, fresh=False)
    return first[0], second[1]


WRONG = [
    *declared("wilson", ch09.WILSON_MISTAKES),
    *declared("games_needed", ch09.GAMES_MISTAKES),
    *declared("peeks", ch09.PEEKS_MISTAKES),
    *declared("pair", ch09.PAIR_MISTAKES, pair_as_answer),
    ("wilson", lambda *a: intervals.wilson(*a)[0], "should be a tuple"),
    ("wilson", lambda *a: (None, None), "Is a `return` missing?"),
    ("wilson", lambda *a: intervals.wilson(*a)[:1], "has 1 entry; it should have two"),
    ("wilson", lambda k, n, z: intervals.wilson(k, n, 1.02 * z), "term by term"),
    ("wilson", lambda k, n, z: (0.0, 1.0), "term by term"),
    ("wilson", lambda k, n, z=2.58: intervals.wilson(k, n, z), "If no z is given, z is 1.96"),
    (
        "games_needed",
        lambda s, z: floor((z / 2 / (s - 0.5)) ** 2),
        "above n = 132.25 is `floor(n) + 1`",
    ),
    ("games_needed", lambda s, z: (z / 2 / (s - 0.5)) ** 2, "above n = 132.25 is `floor(n) + 1`"),
    ("games_needed", lambda s, z: ceil((z / 2 / (s - 0.5)) ** 2), "`games_needed(0.75, 2)` is 16"),
    ("games_needed", lambda s, z: round((z / 2 / (s - 0.5)) ** 2) + 1, "above n = 141.61 is"),
    (
        "games_needed",
        lambda s, z=2: floor((z / 2 / (s - 0.5)) ** 2) + 1,
        "`games_needed(0.75)` is 17",
    ),
    ("games_needed", lambda s, z: ceil(1 / (s - 0.5) ** 2), "Solve z"),
    ("peeks", reads_past_the_end, "½ is inside"),
    ("peeks", shares_as_wins, "so ½ is outside"),
    ("peeks", lambda results, every: print(), "returned None"),
    ("peeks", without_the_last_return, "returned None"),
    ("peeks", lambda results, every: bool(results.clear()), "changed its argument"),
    ("peeks", intervals.first_look, "should be a bool"),
    ("peeks", lambda results, every: True, "At each of the 10 looks ½ is inside"),
    ("peeks", lambda results, every: False, "won 20 of the first 20 games"),
    (
        "peeks",
        lambda results, every: len(results) < every or bool(at_the_looks(results, every)),
        "There is no look, because there are fewer than 7 games",
    ),
    (
        "peeks",
        lambda results, every: at_the_looks(results, every) is not None or len(results) == 35,
        "At the only look ½ is inside",
    ),
    ("pair", one_stream, "Each game needs a new"),
    ("pair", by_the_shared_numbers, "shared random numbers"),
    (
        "pair",
        lambda a, b, o, s: (games(b, a, o, s)[0][0], games(b, a, o, s)[1][1]),
        "rewards of `b`",
    ),
    (
        "pair",
        lambda a, b, o, s: (games(a, b, o, s)[0][0], games(a, b, o, s + 1)[1][1]),
        "Play two games, each with a new",
    ),
    ("pair", lambda *a: list(one_stream(*a)), "Each game needs a new"),
    ("pair", lambda *a: sum(one_stream(*a)), "should be a tuple"),
]


def test_counterexamples_are_drawn():
    wrong = ch09.check_wilson(ch09.shortcut)
    assert "Wilson&#x27;s" in wrong.picture or "Wilson's" in wrong.picture
    assert "off by" in wrong.message


def test_the_solution_s_interval_lies_between_0_and_1_whatever_is_rounded():
    """Without a limit, rounding would make the upper end for 5 wins in 5 games greater than 1."""
    assert as_the_formula_stands(5, 5)[1] > 1
    wilson = answers("09")["wilson"]
    for games in range(1, 200):
        assert wilson(0, games)[0] == 0 and wilson(games, games)[1] <= 1


def bound(source):
    """Return the names that a cell binds at its top level by import, definition or assignment."""
    code = compile(source, "cell", "exec")
    return {
        i.argval for i in dis.get_instructions(code) if i.opname in ("STORE_NAME", "STORE_GLOBAL")
    }


@pytest.mark.parametrize("source", build.sources(), ids=chapter_of)
def test_what_the_reader_wrote_is_never_overwritten(source):
    """No later cell binds the name of an exercise again.

    Otherwise a repeated check would test the library's function instead of the answer.
    """
    own = set()
    for cell in build.solution_notebook(source).cells:
        if cell.cell_type == "code" and not cell.source.startswith("%"):
            names, exercise = bound(cell.source), "exercise" in cell.metadata.get("tags", [])
            assert exercise or not names & own, cell.source
            own |= names if exercise else set()


DRAWN = {  # the mistakes whose message comes with a picture of the first counterexample
    ("wilson", ch09.WILSON_MISTAKES[0][1]),
    ("pair", "Each game needs a new"),
}
