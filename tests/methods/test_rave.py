"""RAVE and progressive bias agree with counts by hand and with a slower program.

The cases β = 0 and β = 1 are also tested.
"""

from math import inf, log, sqrt

import pytest

from mctslib import Node, Phases, Playout, TicTacToe, record, search
from mctslib.course.small_games import TwoStones
from mctslib.draw import show_children
from mctslib.games import ConnectFour, Hex, SudoTicTacToe
from mctslib.methods.actions import ActionPolicy
from mctslib.methods.bias import ProgressiveBias
from mctslib.methods.rave import Rave, fading, taken
from mctslib.policies import UCB1
from mctslib.stepper.model import Stepper
from mctslib.tree import attach

START = TicTacToe()
GAMES = [START, Hex(3), ConnectFour(), SudoTicTacToe(1), TwoStones()]


def test_a_playout_counts_at_every_node_above_for_who_moves_there():
    """X plays 4 in the tree; the playout is O 0, X 8, O 2, X 6, and X wins.

    At the root, X's moves 4, 8 and 6 count; below move 4, O's moves 0 and 2 count.
    """
    rave, root = Rave(), Node(TicTacToe())
    child = attach(root, 4)
    rave.learn(child, Playout((0, 8, 2, 6), (1.0, 0.0)))
    assert {a: rave.seen(root, a) for a in range(9) if rave.counts[root].get(a)} == {
        4: (1, 1),
        6: (1, 1),
        8: (1, 1),
    }
    assert rave.counts[child] == {0: [1, 0.0], 2: [1, 0.0]}
    assert rave.seen(child, 5) == (0, 1.0), "an action without counts gets the best value"
    rave.learn(child, Playout((0, 8, 2, 6), (0.5, 0.5)))
    assert rave.seen(root, 8) == (2, 0.75)
    assert rave.counts[child][0] == [2, 0.5], "the counts add up"
    assert Rave(c=1).terms(child, 5) == (0.0, 1.0) == Rave(c=1).terms(root, 4), (
        "a node without visits has no bonus either"
    )


def test_a_move_that_comes_twice_counts_once():
    state = ConnectFour()
    assert taken(state, (3, 3, 3, 2)) == {0: {3}, 1: {3, 2}}


def test_beta_is_a_half_after_k_visits():
    assert [fading(300, n) for n in (0, 300)] == [1, 0.5]
    assert fading(0, 0) == 0
    assert fading(inf, 10**9) == 1
    assert fading(300, 100) == pytest.approx(sqrt(300 / (3 * 100 + 300)))


def in_order(node, rng):
    """Expand the first untried action, if there is one."""
    untried = [action for action in node.state.legal_actions() if action not in node.children]
    return attach(node, untried[0]) if untried else node


@pytest.mark.parametrize("state", GAMES, ids=lambda state: type(state).__name__)
def test_with_beta_0_it_is_uct_record_by_record(state):
    uct = record(state, 300, seed=2, tree_policy=UCB1(0.7), phases=Phases(expand=in_order))
    assert record(state, 300, seed=2, **Rave(k=0, c=0.7).options()).iterations == uct.iterations


class AllMovesAsFirst(Rave):
    """A second implementation of AMAF alone."""

    def pick(self, node):
        means = {action: self.seen(node, action)[1] for action in node.state.legal_actions()}
        return max(means, key=means.get)


@pytest.mark.parametrize("state", GAMES, ids=lambda state: type(state).__name__)
def test_with_beta_1_it_is_amaf_record_by_record(state):
    amaf = record(state, 200, seed=2, **AllMovesAsFirst().options())
    assert record(state, 200, seed=2, **Rave(k=inf).options()).iterations == amaf.iterations


@pytest.mark.parametrize("state", GAMES, ids=lambda state: type(state).__name__)
@pytest.mark.parametrize("options", [{}, {"k": 10, "c": 0.4}, {"k": 0, "c": 1.0}])
def test_the_quick_choice_is_the_slow_one(state, options):
    rave = Rave(**options)
    root = search(state, 150, seed=3, **rave.options()).root
    for node in root.descendants():
        if not node.state.is_terminal():
            assert rave.pick(node) == ActionPolicy.pick(rave, node)


def test_the_stepper_goes_back_and_forth_and_knows_what_the_search_knew():
    rave = Rave()
    options = rave.options()
    stepper = Stepper(record(Hex(3), 40, seed=5, **options), options["phases"], rave)
    for t in (30, 10):
        stepper.jump(t)
        other = Rave()
        root = search(Hex(3), t, seed=5, **other.options()).root
        shown = [rave.terms(stepper.root, action) for action in range(9)]
        assert shown == [other.terms(root, action) for action in range(9)]
    bars = show_children(stepper.root, rave)
    assert "AMAF" in bars.svg
    assert "all playouts with it" in bars.svg
    assert "·Q" in bars.svg


# ---------------------------------------------------------------------------- progressive bias

THREAT = TicTacToe.from_text("OO./.../XX.")  # X to move wins by playing 8


def test_the_promising_action_comes_first_and_its_bias_fades():
    bias, node = ProgressiveBias(weight=2.0, c=1.0), Node(THREAT)
    assert bias.promising(node) == [8]
    assert bias.terms(node, 8) == (1.0, 2.0)
    assert bias.terms(node, 2) == (1.0, 0.0)
    assert bias.pick(node) == 8
    child = attach(node, 8)
    assert bias.terms(node, 8) == (1.0, 2.0), "a child without visits is untried"
    child.visits, child.value_sum, node.visits = 3, 2.0, 3  # Q = 2/3, then √(ln 3 / 3) + 2/4
    assert bias.terms(node, 8) == (2 / 3, sqrt(log(3) / 3) + 0.5)
    assert bias.terms(node, 2) == (
        1.0,
        sqrt(log(3)),
    )
    assert ProgressiveBias().terms(node, 8) == (2 / 3, sqrt(log(3) / 3) + 0.25), (
        "the defaults of weight and c are 1"
    )


def test_the_hint_is_asked_once_a_node():
    asked = []

    def hint(state):
        asked.append(state)
        return state.legal_actions()[-1:]

    bias = ProgressiveBias(hint=hint)
    root = search(TicTacToe(), 50, seed=0, **bias.options()).root
    assert len(asked) == sum(node in bias.hints for node in root.descendants())
