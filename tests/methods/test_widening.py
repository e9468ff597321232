"""Progressive widening equals UCT in one extreme case, and uses the width that its limit allows.

Bad input is refused with an error message.
"""

import random
from collections import Counter
from math import ceil, inf

import pytest
from small_games import Urn
from toys import FixedRandom

from mctslib import UCB1, ConnectFour, TicTacToe, search
from mctslib.chance import chance_to_move
from mctslib.checks import check_tree
from mctslib.door.guard import CannotSearch
from mctslib.games import Pig, Putting
from mctslib.methods.widening import Widening, draw_new_outcome, draw_untried
from mctslib.tree import Node, attach

GAMES = [TicTacToe(), ConnectFour(), Pig(20), Putting(24, 2), Putting(24, 2, noise=3)]


@pytest.mark.parametrize("state", GAMES, ids=lambda state: type(state).__name__)
@pytest.mark.parametrize("c", [0.5, 1.0])
def test_with_exponent_1_and_an_infinite_factor_it_is_uct_record_by_record(state, c):
    for seed in range(2):
        plain, wide = [], []
        search(state, 150, seed=seed, tree_policy=UCB1(c), trace=plain)
        search(state, 150, seed=seed, trace=wide, **Widening(1, inf, c=c).options())
        assert plain == wide
        wide = []
        search(state, 150, seed=seed, trace=wide, **Widening(1, 1e9, c=c).options())
        assert plain == wide


@pytest.mark.parametrize("exponent", [0.3, 0.5, 1.0])
@pytest.mark.parametrize("factor", [0.5, 1.0, 3.0])
def test_every_node_has_as_many_children_as_its_visits_allow(exponent, factor):
    root = search(Putting(), 600, seed=1, **Widening(exponent, factor).options()).root
    check_tree(root, every_action_first=False)
    room = max(1, ceil(factor * (root.visits - 1) ** exponent))
    assert len(root.children) == min(1800, root.visits, room)
    for node in root.descendants():
        assert len(node.children) <= max(1, ceil(factor * node.visits**exponent))


def test_outcomes_are_widened_and_visited_evenly():
    method = Widening(0.5, chance_exponent=0.4)
    root = search(Putting(noise=3), 2000, seed=0, **method.options()).root
    for node in root.descendants():
        if node.children and chance_to_move(node.state):
            visits = [child.visits for child in node.children.values()]
            assert len(visits) <= max(1, ceil(node.visits**0.4))
            assert max(visits) - min(visits) <= max(2, 0.6 * max(visits))


def test_two_searches_with_one_generator_equal_one_search():
    def grown(*parts):
        method, rng, trace = Widening(chance_exponent=0.5, replay="by count"), random.Random(5), []
        root = Node(Putting(noise=3))
        for many in parts:
            search(root, many, seed=rng, trace=trace, **method.options())
        return trace

    assert grown(300) == grown(100, 200)


def test_new_actions_are_drawn_evenly():
    rng = random.Random(0)
    root = Node(Putting(4, 2))
    for action in (1, 4, 5):
        attach(root, action)
    drawn = Counter(draw_untried(root, rng) for _ in range(5000))
    assert sorted(drawn) == [0, 2, 3, 6, 7]
    assert min(drawn.values()) > 850


def test_ten_million_actions_are_searched():
    green = Putting(angles=1_000_000, strengths=10)
    assert len(green.legal_actions()) == 10_000_000
    root = search(green, 300, seed=0, **Widening().options()).root
    assert root.visits == 300 and len(root.children) == 18


def test_ten_million_actions_are_refused_by_a_search_that_would_try_each_of_them():
    green = Putting(angles=1_000_000, strengths=10)
    with pytest.raises(CannotSearch):
        search(green, 300, seed=0)


def test_a_chance_node_may_have_one_child_at_first():
    widening = Widening(0.5, chance_exponent=0.5)
    assert widening.limit(Node(Urn("draw"))) == 1


def test_the_limits_of_moves_and_of_outcomes_have_their_own_exponents():
    """With 16 visits: 3 · √16 = 12 moves, and 16^¼ = 2 outcomes."""
    widening = Widening(0.5, 3, chance_exponent=0.25)
    move, outcome = Node(TicTacToe()), Node(Urn("draw"))
    move.visits = outcome.visits = 16
    assert (widening.limit(move), widening.limit(outcome)) == (12, 2)


@pytest.mark.parametrize(
    "number, by_probability, among_equals",
    [(0.1, "draw", "draw"), (0.25, "loss", "draw"), (0.6, "win", "loss"), (1.0, "win", None)],
)
def test_a_widening_method_draws_new_outcomes_by_their_probability(
    number, by_probability, among_equals
):
    """The outcomes are draw (0.2), loss (0.1) and win (0.7)."""
    drawn = Widening(0.5, chance_exponent=0.5).expand(Node(Urn("draw")), FixedRandom(number))
    assert drawn.action == by_probability
    if among_equals:
        plain = Widening(0.5).expand(Node(Urn("draw")), FixedRandom(number))
        assert plain.action == among_equals


@pytest.mark.parametrize("number, drawn", [(0.6, "draw"), (0.7, "loss")])
def test_the_outcomes_without_a_child_share_the_probability(number, drawn):
    """Without the win, a draw has 2/3 of the remaining probability, and a loss has 1/3."""
    node = Node(Urn("draw"))
    attach(node, "win")
    assert draw_new_outcome(node, FixedRandom(number)) == drawn


def test_without_a_generator_the_outcome_with_the_fewest_visits_is_kept():
    node = Node(Urn("draw"))
    for action, visits in (("win", 7), ("draw", 1), ("loss", 1)):
        attach(node, action).visits = visits
    kept = Widening(0.5, chance_exponent=0.5, replay="by count").kept_outcome(node)
    assert kept.action == "draw", "1 / 0.2 is less than 7 / 0.7 and 1 / 0.1"


@pytest.mark.parametrize("number, again", [(0.05, "draw"), (0.25, "loss"), (0.35, "win")])
def test_by_count_an_outcome_is_kept_in_proportion_to_its_visits(number, again):
    node = Node(Urn("draw"))
    for action, visits in (("draw", 1), ("loss", 2), ("win", 7)):
        attach(node, action).visits = visits
    method = Widening(0.5, chance_exponent=0.5, replay="by count")
    method.rng = FixedRandom(number)
    assert method.kept_outcome(node).action == again
