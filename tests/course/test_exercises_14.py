"""Right and wrong answers that test the checkers of chapter 14.

Other tests check the model behind the chapter's map, and the stored matches.
"""

import json
from fractions import Fraction as F
from importlib import resources
from math import sqrt

import numpy as np
import pytest

from mctslib.arena import Tally
from mctslib.course.ch14 import checkers as ch14
from mctslib.course.ch14 import match_table, matches, with_controls
from mctslib.course.ch14.answers import blend, block_only
from mctslib.course.ch14.maps import mixed, winning_openings
from mctslib.course.differences import difference
from mctslib.games import Hex, TicTacToe
from mctslib.methods.rave import Rave, taken
from mctslib.tree import Node


def win_only(state):
    """Return the actions that win at once, or all legal actions if no action wins at once."""
    return state.winning_actions(state.current_player) or state.legal_actions()


def entered(entry):
    def learn(counts, node, playout):
        counts[node][0] = entry

    return learn


def learn_pairs(counts, node, playout):
    """Learn with tuples instead of lists, and with rewards that are numpy floats."""
    actions = playout.actions
    while node is not None:
        for action in ch14.credited(node.state, actions):
            number, total = counts[node].get(action, (0, 0.0))
            reward = np.float64(playout.rewards[node.state.current_player])
            counts[node][action] = (number + 1, total + reward)
        actions, node = (node.action, *actions), node.parent


CHECKS = {"14": {"my_adviser": ch14.check_adviser}}
RIGHT = [
    ("credited", lambda state, actions: frozenset(ch14.credited(state, actions))),
    ("learn", learn_pairs),
    ("my_adviser", lambda state: set(win_only(state))),
]
WRONG = [
    ("learn", entered(1), "a list of two numbers"),
    (
        "learn",
        lambda counts, node, playout: counts[node.state].update({1: [1, 1]}),
        "The keys of `counts` must be nodes",
    ),
    ("my_adviser", block_only, "the policy that only blocks"),
    ("my_adviser", TicTacToe.legal_actions, "misleads in 70 positions"),
    ("my_adviser", lambda state: [], "at least one action"),
    ("my_adviser", lambda state: range(9)[:], "should be a list of actions"),
    ("my_adviser", lambda state: [*range(9)], "these actions are not legal"),
]


def test_what_the_reader_counts_is_what_the_library_counts():
    counts, node, (playout,) = ch14.learn_case(Hex(3), (4, 0, 2), 5).arguments
    told, library = ch14.counted(ch14.learn, counts, node, [playout]), Rave()
    library.learn(node, playout)
    counted = {
        one.path(): {a: tuple(pair) for a, pair in found.items()}
        for one, found in library.counts.items()
    }
    assert told == {path: found for path, found in counted.items() if found}
    assert taken(node.state, playout.actions)[node.state.current_player] == ch14.credited(
        node.state, playout.actions
    )


def test_the_mixture_at_its_ends_and_where_nothing_is_known():
    own, shared = {0: F(1, 2)}, {0: F(1, 4), 1: F(3, 4)}
    assert mixed(own, shared, F(0)) == own and mixed(own, shared, F(1)) == shared
    assert mixed(own, shared, F(1, 2)) == {0: F(3, 8), 1: F(3, 4)}


def test_which_openings_win_on_small_boards():
    """On 4×4 only the short diagonal wins; on 3×3 the centre wins, and cell 0 does not.

    If the board is rotated by 180°, the winning openings stay the same.
    """
    for size in (3, 4):
        winning = winning_openings(size)
        assert winning == {size * size - 1 - cell for cell in winning}
    assert (
        winning_openings(4) == {3, 6, 9, 12}
        and 4 in winning_openings(3)
        and 0 not in winning_openings(3)
    )


STORED = json.loads(
    (resources.files("mctslib.course") / "ch14" / "matches.json").read_text(encoding="utf-8")
)


def test_the_stored_matches_are_those_of_the_command():
    from tests.bench.rave import COMMAND, GAMES, MATCHES, Setting

    assert STORED["command"] == COMMAND
    games = {
        tuple(row[name] for name in Setting._fields): row["wins"] + row["draws"] + row["losses"]
        for row in STORED["rows"]
    }
    assert games == {setting: 2 * pairs for setting, pairs in MATCHES}
    assert {game: c for game, (_, c) in GAMES.items()} == {
        game: float(max(points, key=points.get)) for game, points in STORED["points of c"].items()
    }


def test_every_match_has_its_control():
    for game in ("Hex 5×5", "Hex 7×7", "Connect Four"):
        pairs = with_controls(game)
        assert pairs
        for pair in pairs:
            assert pair.setting.k > 0 and pair.control == matches()[pair.setting._replace(k=0)]
            assert pair.gain.value == pytest.approx(pair.rave.score - pair.control.score)
            assert pair.gain.low < pair.gain.value < pair.gain.high
        assert len(match_table(game).splitlines()) == 1 + len(pairs)


def test_a_difference_by_hand():
    """With 3 wins or 1 win in 4 games, the variance of the share is 3/16 divided by 4."""
    gap = difference(Tally(3, 0, 1), Tally(1, 0, 3))
    half = 1.96 * sqrt(2 * 3 / 16 / 4)
    assert gap == pytest.approx((0.5, 0.5 - half, 0.5 + half))


def test_beta_is_that_of_the_library():
    rave, node = Rave(k=30), Node(Hex(3))
    node.visits = 7
    assert blend(0.0, 1.0, 7, 30) == pytest.approx(rave.beta(node)) == pytest.approx(sqrt(30 / 51))


SLOW = {"my_adviser"}  # its checker takes a second
