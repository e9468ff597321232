"""Every phase of the search agrees with computations by hand.

The comments show the arithmetic, so that a reader can check it.
"""

import random
from math import inf, isnan, log, nan, sqrt

import pytest
from toys import FixedRandom, Script

from mctslib import (
    UCB1,
    Highest,
    Limit,
    Node,
    PhaseError,
    Phases,
    Playout,
    TicTacToe,
    fast,
    ucb1,
)
from mctslib.checks import check_tree
from mctslib.door.entrance import reuse, search
from mctslib.door.guard import TreeInUse, alone
from mctslib.draw.scores import scores
from mctslib.more_policies import best_value
from mctslib.policies import most_visited, uniform
from mctslib.search import backpropagate, expand, iterate, select, simulate

POSITION_A = TicTacToe.from_text(".../O.X/.X.")
POSITION_W = TicTacToe.from_text("OO./.../XX.")
COIN = Script.of({0: (0, 1), 1: (1, 0)}, (0, 1))  # player 0 chooses: 0 loses, 1 wins


def grown(state, **children):
    """Return a root whose children have the given numbers, such as `_0=(visits, value_sum)`."""
    root = Node(state)
    for name, (visits, value_sum) in children.items():
        action = int(name[1:])
        child = root.children[action] = Node(state.apply(action), root, action)
        child.visits, child.value_sum = visits, value_sum
        root.visits += visits
    return root


# ------------------------------------------------------------------ UCB1


@pytest.mark.parametrize(
    "arguments, score",
    [
        # 2/3 + √2 · √(ln 10 / 3) = 0.6667 + 1.4142 · 0.8761 = 0.6667 + 1.2390, rounded
        ((2 / 3, 3, 10, sqrt(2)), pytest.approx(1.9057, abs=1e-4)),
        ((0.25, 4, 100, 0), 0.25),  # with c = 0 the score is the mean
        ((0.0, 0, 5, 1.0), inf),  # no visits
        ((0.5, 1, 1, 1.4), 0.5),  # ln 1 = 0, so a parent with one visit gives no bonus
        # Four times the visits give half the bonus.
        (
            (0, 16, 50, 1),
            pytest.approx(ucb1(0, 4, 50, 1) / 2),
        ),
    ],
)
def test_ucb1_by_hand(arguments, score):
    assert ucb1(*arguments) == score


@pytest.mark.parametrize("seed", range(6))
def test_call_picks_what_the_formula_says(seed):
    rng = random.Random(seed)
    statistics = {
        f"_{a}": (n := rng.randrange(1, 100), n * rng.uniform(0.3, 0.7)) for a in range(9)
    }
    root, c = grown(TicTacToe(), **statistics), rng.choice([0.1, 0.7, sqrt(2), 3.0])
    bonus = {a: c * sqrt(log(root.visits) / child.visits) for a, child in root.children.items()}
    scores = {a: child.value_sum / child.visits + bonus[a] for a, child in root.children.items()}
    assert UCB1(c)(root).action == max(scores, key=scores.get)
    assert UCB1(c).score(root, root.children[4]) == pytest.approx(scores[4])


def test_ties_go_to_the_first_legal_action_whatever_was_expanded_first():
    game = Script.of(dict.fromkeys(range(5), (0.5,)), (0,))
    for seed in range(20):
        root, rng = Node(game), random.Random(seed)
        for _ in range(5):
            iterate(root, rng)
        assert list(root.children) == [0, 1, 2, 3, 4]
        assert select(root, UCB1()).action == 0  # five equal children


def test_a_score_of_ones_own_and_its_nan():
    root = grown(COIN, _0=(1, 0.0), _1=(1, 1.0))
    assert Highest(lambda node, child: child.value * -node.visits)(root).action == 0
    with pytest.raises(ValueError):
        Highest(lambda node, child: float("nan") if child.action else node.visits)(root)


def test_the_scores_of_children_with_both_terms():
    root = grown(COIN, _1=(2, 0.5), _0=(10, 2.0))
    told = [
        scores(root, policy)
        for policy in (UCB1(2.0), Highest(lambda node, child: node.visits), lambda node: None)
    ]
    # the scores are in the order of the legal actions
    assert all([score.child.action for score in each] == [0, 1] for each in told)
    for known, bonus, total in zip(
        told, (2 * sqrt(log(12) / 10), 11.8, nan), (0.2 + 2 * sqrt(log(12) / 10), 12, nan)
    ):
        assert known[0][1:] == pytest.approx((0.2, bonus, total), nan_ok=True)
    root.children[0].visits = 0
    for policy in (UCB1(), Highest(lambda node, child: 1 / child.visits)):
        assert isnan(scores(root, policy)[0].value) and scores(root, policy)[0][2:] == (inf, inf)
    assert scores(Node(COIN), UCB1()) == []
    assert UCB1().score(root, root.children[0]) == inf
    root.children[-1] = root.children.pop(0)  # an illegal action has no place in the order
    assert [score.child.action for score in scores(root, UCB1())] == [1, 0]


# ------------------------------------------------------------------ phase 1, selection


def test_select_walks_to_the_best_child_of_a_complete_node():
    root = grown(COIN, _0=(5, 0.0), _1=(5, 5.0))
    assert select(root, UCB1()) is root.children[1]


def test_select_stops_at_the_end_of_the_game():
    leaf = select(grown(COIN, _0=(1, 0.0), _1=(100, 100.0)), UCB1(0))
    assert leaf.state.is_terminal() and leaf.action == 1


# ------------------------------------------------------------------ phase 2, expansion


def test_expand_picks_one_untried_action():
    root = Node(TicTacToe())
    # 0.5 · 9 = 4.5, so expansion takes the action with index 4 of (0, 1, … 8)
    child = expand(root, FixedRandom(0.5))
    assert (
        child.action == 4
        and root.children == {4: child}
        and child.parent is root
        and child.visits == 0
    )
    # now (0, 1, 2, 3, 5, 6, 7, 8) are untried, and 0.5 · 8 = 4 is the index of action 5
    backpropagate(child, (1.0, 0.0))
    assert expand(root, FixedRandom(0.5)).action == 5


def test_expand_of_a_finished_game_is_the_node_itself():
    leaf = Node(Node(COIN).state.apply(1))
    assert expand(leaf, FixedRandom(0.0)) is leaf and leaf.children == {}


def test_the_player_of_a_node_is_who_moved_into_it():
    root = Node(TicTacToe())
    child = expand(root, FixedRandom(0.0))
    assert (root.player, child.player) == (0, 0)
    assert expand(child, FixedRandom(0.0)).player == 1


# ------------------------------------------------------------------ phase 3, simulation


def test_simulate_a_finished_game_gives_its_rewards_and_draws_no_random_number():
    rng = FixedRandom(0.0)
    assert simulate(COIN.apply(1), rng, uniform) == Playout((), (1, 0)) and rng.calls == 0


def test_simulate_plays_to_the_end():
    # each move takes the first empty cell: X 0, O 1, X 2, O 3, X 4, O 5, X 6, and X has the line
    # 2-4-6
    assert simulate(TicTacToe(), FixedRandom(0.0), uniform) == Playout(
        (0, 1, 2, 3, 4, 5, 6), (1.0, 0.0)
    )


def test_the_rollout_policy_decides():
    last = lambda state, rng: state.legal_actions()[-1]  # noqa: E731
    assert simulate(TicTacToe(), FixedRandom(0.0), last).actions == (8, 7, 6, 5, 4, 3, 2)


def test_uniform_uses_the_whole_range():
    picks = [uniform(TicTacToe(), FixedRandom(x)) for x in (0.0, 0.111, 0.112, 0.9999999)]
    assert picks == [0, 0, 1, 8]  # 0.111 · 9 = 0.999, 0.112 · 9 = 1.008


# ------------------------------------------------------------------ phase 4, backpropagation


def test_backpropagate_credits_each_node_to_who_moved_there():
    root = Node(TicTacToe())
    child = Node(root.state.apply(4), root, 4)  # X moved here
    grandchild = Node(child.state.apply(0), child, 0)  # O moved here
    backpropagate(grandchild, (1.0, 0.0))  # X wins
    assert [(n.visits, n.value_sum) for n in (grandchild, child, root)] == [
        (1, 0.0),
        (1, 1.0),
        (1, 1.0),
    ]


def test_one_player():
    result = search(
        Script.of({0: {0: (0.2,), 1: (0.4,)}, 1: {0: (0.9,), 1: (0.1,)}}, (0, 0)), 400, seed=1
    )
    assert result.principal_variation() == [1, 0]
    check_tree(result.root)


def test_three_players_each_maximise_their_own():
    # After action 0, player 1 takes (0, 1, 0), whatever player 2 prefers, so player 0 chooses
    # action 1.
    game = Script.of(
        {0: {0: (1, 0, 0), 1: (0, 1, 0)}, 1: {0: (0.6, 0, 0.4), 1: (0.5, 0, 0.5)}}, (0, 1, 2)
    )
    result = search(game, 600, seed=3)
    assert result.action == 1
    check_tree(result.root)


def test_a_player_who_moves_twice_keeps_the_credit():
    result = search(
        Script.of({0: {0: (0, 1), 1: (1, 0)}, 1: {0: (0, 1), 1: (0, 1)}}, (0, 0, 1)), 200, seed=2
    )
    assert result.action == 0 and result.principal_variation() == [0, 1]
    assert result.root.children[0].children[1].player == 0
    check_tree(result.root)


# ------------------------------------------------------------------ the loop


def test_the_first_iteration_by_hand():
    root = Node(TicTacToe())
    record = iterate(root, FixedRandom(0.0))
    # expand 0; then O 1, X 2, O 3, X 4, O 5, and X 6 wins
    assert record == ((0,), True, (1, 2, 3, 4, 5, 6), (1.0, 0.0))
    assert (root.visits, root.value_sum, root.children[0].value_sum) == (1, 1.0, 1.0)


def test_iterations_are_exact_and_add_up():
    assert search(TicTacToe(), 137, seed=1).root.visits == 137
    once = search(TicTacToe(), 300, seed=9).root
    rng = random.Random(9)
    twice = search(search(TicTacToe(), 120, seed=rng).root, 180, seed=rng).root
    assert signature(once) == signature(twice)


def signature(root):
    return [(n.path(), n.visits, n.value_sum) for n in root.descendants()]


def test_it_takes_a_win_at_once_and_finds_the_defence():
    assert search(POSITION_W, 200, seed=1).action == 8
    assert search(POSITION_A, 2000, seed=1).action in (2, 8)


def test_distribution_sums_to_1_and_covers_all_legal_actions():
    result = search(TicTacToe(), 5, seed=1)  # fewer iterations than actions
    shares = result.distribution()
    assert list(shares) == list(range(9)) and sum(shares.values()) == pytest.approx(1)
    assert sorted(shares.values()) == [0, 0, 0, 0, 0.2, 0.2, 0.2, 0.2, 0.2][:9]


def test_value_is_the_movers():
    assert search(POSITION_W, 2000, seed=1).value > 0.9  # X is to move and wins
    result = search(COIN, 100, seed=1)
    assert result.value == result.root.value


@pytest.mark.parametrize("engine", [search, fast.search], ids=["readable", "compiled"])
def test_value_at_a_reused_root_is_still_the_movers(engine):
    """The root's own value is for X, who moved into the root and loses.

    The result's value is for the player to move.
    """
    pytest.importorskip("numba")
    lost = engine(
        TicTacToe.from_text("XX./OO./..."), 3000, seed=1
    ).root  # X plays 8 and does not block, so O wins by playing 5
    result = engine(reuse(lost, 8), 1000, seed=2)
    assert result.root.player == 0 and result.root.value < 0.3 and result.value > 0.7


def test_final_move_rules_can_differ():
    root = grown(COIN, _0=(100, 60.0), _1=(5, 4.0))
    assert (most_visited(root), best_value(root)) == (0, 1)  # 100 > 5, but 0.6 < 0.8
    assert best_value(grown(COIN, _0=(2, 1.0), _1=(6, 3.0))) == 1  # both have the value ½


def test_reuse_cuts_the_old_parent_off():
    old = search(TicTacToe(), 500, seed=1)
    before = old.root.visits
    root = reuse(old.root, 4)
    assert root.parent is root.action is None and root is old.root.children[4]
    kept = root.visits
    new = search(root, 100, seed=2)
    assert (new.root.visits, old.root.visits) == (kept + 100, before)
    check_tree(new.root)


def test_a_tree_is_in_use_from_its_root_to_its_leaves():
    """A search that begins at a node inside a tree also keeps other searches away from the root."""
    root = search(TicTacToe(), 50, seed=0).root
    below = root.children[4]
    for node in (below, next(iter(below.children.values()))):
        with alone(node), pytest.raises(TreeInUse):
            search(root, 1)
    with alone(root), pytest.raises(TreeInUse):
        reuse(root.children[4], 0)
    assert search(root, 1).root.visits == 51


def test_reuse_of_a_move_never_tried_starts_afresh():
    root = reuse(search(TicTacToe(), 1, seed=1).root, 0, 4)
    assert root.visits == 0 and root.state == TicTacToe().apply(0).apply(4)
    check_tree(search(root, 50, seed=1).root)


# ------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    "root, limit, options",
    [
        (None, 10, {}),
        (TicTacToe, 10, {}),
        (TicTacToe.from_text("XXX/OO./..."), 10, {}),
        (TicTacToe(), 0, {}),
        (TicTacToe(), 10, {"tree_policy": UCB1}),
        (TicTacToe(), 10, {"rollout_policy": None}),
        (TicTacToe(), 10, {"final_move": "best"}),
        (TicTacToe(), 10, {"phases": select}),
        (TicTacToe(), 10, {"trace": 5}),
        (TicTacToe(), 10, {"stop": 5}),
    ],
)
def test_what_cannot_be_searched_is_refused(root, limit, options):
    with pytest.raises((TypeError, ValueError)):
        search(root, limit, **options)


@pytest.mark.parametrize(
    "name, own, wanted",
    [
        ("select", lambda root, policy: None, "Your select returned None"),
        ("expand", lambda node, rng: 3, "Your expand returned 3"),
        ("simulate", lambda state, rng, policy: (1, 0), "Your simulate returned"),
        ("backpropagate", lambda node, rewards: node, "Your backpropagate returned"),
        ("simulate", lambda state, rng, policy: 1 / 0, "Your simulate raised ZeroDivisionError"),
    ],
)
def test_a_phase_of_ones_own_that_fails_is_named_and_the_tree_stays_valid(name, own, wanted):
    root = search(TicTacToe(), 50, seed=1).root
    with pytest.raises(PhaseError, match=f"(?s){wanted}"):
        search(root, 50, seed=2, phases=Phases(**{name: own}))
    check_tree(root, 50, broken_off=True)
    check_tree(search(root, 50, seed=3).root, 100, broken_off=True)


@pytest.mark.parametrize(
    "own, message",
    [
        (lambda node: None, "returned None"),
        (lambda node: node, "not a child of"),
        (lambda node: node.children["?"], "raised KeyError"),
    ],
)
def test_a_tree_policy_of_ones_own_that_fails_is_named(own, message):
    root = search(TicTacToe(), 20, seed=1).root
    with pytest.raises(PhaseError, match=f"Your tree policy .*{message}"):
        search(root, 50, seed=2, tree_policy=own)
    check_tree(root, 20)


def test_a_tree_policy_of_ones_own_that_works():
    greedy = lambda node: max(node.children.values(), key=lambda child: child.value)  # noqa: E731
    result = search(TicTacToe(), 100, seed=1, tree_policy=greedy)
    assert signature(result.root) == signature(
        search(TicTacToe(), 100, seed=1, tree_policy=UCB1(0)).root
    )


@pytest.mark.parametrize("ends_with", ["an exception", "a wrong value"])
def test_backpropagation_that_fails_halfway_is_undone(ends_with):
    """If backpropagation fails at the root, all nodes get their old N and W back.

    Before the failure, backpropagation has changed N and W of the other nodes on the path.
    """

    def half(node, rewards):
        node.visits += 1
        node.value_sum += 1.0
        if node.parent is not None:
            return half(node.parent, rewards)
        if ends_with == "an exception":
            raise RuntimeError("oops")
        return node

    root = search(TicTacToe(), 50, seed=1).root
    before = {node: (node.visits, node.value_sum) for node in root.descendants()}
    with pytest.raises(PhaseError, match="Your backpropagate raised RuntimeError: oops|returned"):
        search(root, 50, seed=2, phases=Phases(backpropagate=half))
    after = {node: (node.visits, node.value_sum) for node in root.descendants()}
    new = [after[node] for node in after if node not in before]
    assert {node: after[node] for node in before} == before
    assert new == []  # the leaf that the failed iteration had added is gone again


def test_own_phases_run_in_the_real_loop():
    calls = []

    def my_select(root, policy):
        calls.append(root.visits)
        return select(root, policy)

    result = search(TicTacToe(), 20, seed=1, phases=Phases(select=my_select))
    assert calls == list(range(20))
    assert signature(result.root) == signature(search(TicTacToe(), 20, seed=1).root)


def test_node_limit_is_exact():
    begun = search(TicTacToe(), 50, seed=1).root
    assert search(begun, Limit(nodes=99), seed=1).root.size() == 99  # the finished iterations count
    result = search(TicTacToe(), Limit(nodes=77), seed=1)
    assert sum(1 for _ in result.root.descendants()) == 77 and result.stopped_by == "nodes"
