"""Parallel search in rounds, and on real threads: what they equal, what they keep, what they refuse."""

import random
import time
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mctslib import (
    UCB1,
    ConnectFour,
    Hex,
    Nim,
    Node,
    TicTacToe,
    fast,
    limits,
    record,
    replay,
    search,
)
from mctslib.arena import match
from mctslib.checks import check_tree
from mctslib.course.ch15.widget import Workers, moment
from mctslib.fast.games import NoKernel
from mctslib.fast.xorshift import Xorshift
from mctslib.methods import parallel
from mctslib.methods.parallel import ParallelPlayer, added_up, parallel_search, rounds
from mctslib.methods.threads import search_threads

GAMES = [TicTacToe(), Nim(1, 2, 3), ConnectFour(5, 4), Hex(3)]


def signature(root):
    return [(node.path(), node.visits, node.value_sum) for node in root.descendants()]


@pytest.mark.parametrize("state", GAMES, ids=lambda state: type(state).__name__)
@pytest.mark.parametrize("scheme", ["tree", "leaf"])
def test_one_worker_is_the_sequential_search_record_by_record(state, scheme):
    for loss in (0, 1, 3):
        done = rounds(Node(state), 90, 1, random.Random(3), scheme=scheme, loss=loss)
        assert [one for each in done for one in each] == record(state, 90, seed=3).iterations


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(GAMES),
    st.integers(1, 60),
    st.integers(1, 20),
    st.sampled_from(["tree", "leaf"]),
    st.integers(0, 3),
    st.integers(0, 99),
)
def test_nothing_of_the_waiting_is_left(state, iterations, workers, scheme, loss, seed):
    root = Node(state)
    options = {"scheme": scheme, "loss": loss, "tree_policy": UCB1(0.3)}
    done = [
        one
        for records in rounds(root, iterations, workers, random.Random(seed), **options)
        for one in records
    ]
    assert len(done) == root.visits == iterations and {type(one.expanded) for one in done} == {bool}
    assert sorted(signature(replay(state, done))) == sorted(signature(root)), (
        "the records say all there is"
    )
    assert all(0 <= node.value_sum <= node.visits for node in root.descendants())
    again = parallel_search(state, iterations, workers, seed=seed, **options)
    assert signature(again) == signature(root)


def test_with_virtual_loss_the_tree_keeps_every_law():
    """A node on which nobody waits twice is played out once before it grows children."""
    check_tree(parallel_search(TicTacToe(), 300, 8, seed=1), 300)


def test_the_first_round_by_hand():
    """Nothing tried: three workers take the three actions there are, and wait there."""
    root = Node(Nim(1, 2))
    stands = parallel.choose(root, 3, random.Random(0))
    assert {stand.node.path() for stand in stands} == {
        (a,) for a in root.state.legal_actions()
    } and root.visits == 3
    assert all(stand.node.visits == 1 and stand.node.value_sum == 0 for stand in stands)
    records = parallel.finish(stands, random.Random(0))
    assert root.visits == len(records) == 3
    assert root.value_sum == sum(
        child.value_sum for child in root.children.values()
    )  # both count for who moves first


def test_added_up_by_hand():
    state = TicTacToe.from_text("XX./OO./...")
    roots = [search(state, 3, seed=0).root, search(state, 40, seed=1).root]
    total = added_up(roots)
    assert total.visits == 43 and list(total.children) == sorted(total.children)
    assert total.value_sum == sum(root.value_sum for root in roots) and signature(
        added_up(roots[:1])
    )
    for action, child in total.children.items():
        assert child.path() == (action,) and child.state == state.apply(action)
        found = [root.children[action] for root in roots if action in root.children]
        assert child.visits == sum(node.visits for node in found)
        assert child.value_sum == sum(node.value_sum for node in found)


def test_root_parallelisation_shares_the_iterations_out():
    root = parallel_search(TicTacToe(), 100, 8, seed=0, scheme="root")
    assert root.visits == 100
    assert parallel_search(TicTacToe(), 3, 8, seed=0, scheme="root").visits == 8, (
        "at least one each"
    )


@pytest.mark.parametrize(
    "options, words",
    [
        ({"scheme": "forest"}, "one of tree, leaf, root, not 'forest'"),
        ({"workers": 0}, "workers must be a whole number ≥ 1, not 0"),
        ({"workers": True}, "workers must be a whole number ≥ 1, not True"),
        ({"iterations": -3}, "iterations must be a whole number ≥ 1"),
        ({"loss": -1}, "loss must be a whole number ≥ 0, not -1"),
        ({"loss": True}, "loss must be a whole number ≥ 0, not True"),
        ({"workers": inf}, "workers must be a whole number"),
    ],
)
def test_bad_numbers_are_refused_in_a_sentence(options, words):
    with pytest.raises(ValueError, match=words):
        parallel_search(TicTacToe(), **{"iterations": 10, "workers": 2, **options})


def test_rounds_are_of_one_tree():
    with pytest.raises(ValueError, match='"tree" or "leaf", not \'root\''):
        next(rounds(Node(TicTacToe()), 10, 2, random.Random(0), scheme="root"))
    for name, numbers in {"iterations": (0, 2), "workers": (10, 0)}.items():
        with pytest.raises(ValueError, match=f"^{name} must be a whole number ≥ 1, not 0"):
            next(rounds(Node(TicTacToe()), *numbers, random.Random(0)))


def test_rounds_come_one_after_the_other():
    greedy = UCB1(0.1)
    for scheme, of_one, options in (
        ("leaf", parallel.leaf_round, {}),
        ("tree", parallel.tree_round, {"loss": 3}),
    ):
        root, rng = Node(TicTacToe()), random.Random(1)
        by_hand = [of_one(root, 6, rng, greedy, **options) for _ in range(20)]
        more = {"scheme": scheme, "tree_policy": greedy, **options}
        assert list(rounds(Node(TicTacToe()), 120, 6, random.Random(1), **more)) == by_hand
        assert len({one.path for one in by_hand[0]}) == (1 if scheme == "leaf" else 6)


def test_a_player_of_each_scheme_sits_down():
    for scheme in parallel.SCHEMES:
        found = match(
            ParallelPlayer(20, 4, scheme=scheme),
            ParallelPlayer(20, 1),
            2,
            state=TicTacToe(),
            progress=False,
        )
        assert found.total.games == 2
    assert ParallelPlayer(20, 4, tree_policy=UCB1(0.5)).name == "tree 20 by 4"


def test_a_player_searches_as_it_was_told(monkeypatch):
    asked, rng, root = [], random.Random(0), search(TicTacToe(), 9, seed=0).root
    monkeypatch.setattr(
        parallel, "parallel_search", lambda *one, **more: asked.append((one, more)) or root
    )
    ParallelPlayer(20, 4, scheme="leaf").choose(TicTacToe(), rng)
    assert asked == [
        ((TicTacToe(), 20, 4), {"seed": rng, "scheme": "leaf", "tree_policy": UCB1(), "loss": 1})
    ]


def test_a_worker_counts_one_virtual_loss_if_not_said():
    one, two = (
        signature(parallel_search(TicTacToe(), 60, 8, seed=1, loss=loss)) for loss in (1, 2)
    )
    assert signature(parallel_search(TicTacToe(), 60, 8, seed=1)) == one != two
    root, rng = Node(TicTacToe()), random.Random(1)
    for left in range(60, 0, -8):
        parallel.tree_round(root, min(left, 8), rng)
    assert signature(root) == one


# ---------------------------------------------------------------------------- threads


def test_threads_give_the_same_answer_each_time_and_add_up():
    found = [search_threads(ConnectFour(5, 4), 2001, 2, seed=4) for _ in range(2)]
    assert signature(found[0].root) == signature(found[1].root)
    assert (
        found[0].root.visits == found[0].iterations == 2002 and found[0].stopped_by == "iterations"
    )
    assert found[0].action in found[0].root.children


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_find_what_searches_one_after_the_other_do(threads):
    numbers, state, begun = Xorshift(4), ConnectFour(5, 4), time.perf_counter()
    seeds = [Xorshift(numbers.getrandbits(64)) for _ in range(threads)]
    alone = [fast.search(state, 500, seed=own, tree_policy=UCB1(0.3)).root for own in seeds]
    found = search_threads(state, 500 * threads, threads, seed=4, tree_policy=UCB1(0.3))
    assert (
        signature(found.root) == signature(added_up(alone))
        and 0 < found.seconds < time.perf_counter() - begun
    )


def test_the_stop_button_ends_all_threads(monkeypatch):
    presses, grow = iter([lambda: limits.STOP_BUTTON.pressed(0, None)]), fast.search
    monkeypatch.setattr(
        fast,
        "search",
        lambda *args, stop, **more: (
            next(presses, bool)() or (stop.wait(10) and grow(*args, stop=stop, **more))
        ),
    )
    found = search_threads(ConnectFour(), 10**8, 2, seed=0)
    assert found.stopped_by == "interrupt" and 2 <= found.root.visits == found.iterations < 10**8


def test_threads_refuse_what_they_cannot_do():
    with pytest.raises(NoKernel):
        search_threads(Nim(3), 10, 2)
    for name, numbers in {"iterations": (0, 2), "threads": (10, 0)}.items():
        with pytest.raises(ValueError, match=f"^{name} must be a whole number ≥ 1, not 0"):
            search_threads(TicTacToe(), *numbers)


# ---------------------------------------------------------------------------- the widget


def test_the_widget_shows_where_they_stand():
    panel = Workers("A", workers=8, loss=0)
    assert (
        panel.status.text.startswith("8 workers stand on one node") and "⚑ 8" in panel.picture.value
    )
    panel.loss.value = 1
    assert panel.status.text.startswith("8 workers stand on 8 different nodes")
    assert panel.picture.value.count(">⚑ 1<") == 8
    panel.workers.value = 64
    assert "(⚑; 8 of these nodes are drawn, " in panel.status.text
    panel.scheme.value = "leaf"
    assert panel.loss.disabled and panel.status.text.startswith("64 workers stand on one node")
    panel.workers.value = 1
    assert panel.status.text.startswith("1 worker stands on one node")
    panel.rounds.value = 3
    assert panel.now.root.visits == 43 and panel.status.error is None
    assert panel.static_picture().startswith("<svg") and "run this cell" in panel.static_text()


def test_what_it_shows_is_what_the_method_does():
    """40 iterations and two rounds of eight: the same tree, and eight new leaves that wait."""
    shown = moment(TicTacToe(), "tree", 8, 1, 2, 5)
    root, rng = Node(TicTacToe()), random.Random(5)
    search(root, 40, seed=rng)
    list(rounds(root, 16, 8, rng))
    for stand in parallel.choose(root, 8, rng):
        parallel.wait(stand.node, -1)
    assert signature(root) == signature(shown.root) and sum(shown.crowd.values()) == 8


@pytest.mark.parametrize("wrong", [{"workers": 3}, {"scheme": "root"}, {"loss": 4}, {"loss": True}])
def test_the_widget_refuses_other_settings(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Workers(**wrong)
