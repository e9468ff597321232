"""Trees of other libraries are read rightly, drawn decently, and explained only as far as is known."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from mctslib import UCB1, TicTacToe, search
from mctslib.door.guard import CannotSearch
from mctslib.draw.bars import describe_children, selected
from mctslib.draw.show import show_children, show_tree
from mctslib.foreign import (
    from_dict,
    from_json,
    from_mctx,
    from_networkx,
    from_open_spiel,
    from_tree,
    open_spiel,
)
from mctslib.widgets import Atlas, TwoTrees, living

HERE = Path(__file__).parent
SMALL = {
    "visits": 20,
    "value": 0.6,
    "priors": {"left": 0.7, "right": 0.3},
    "children": {
        "left": {
            "visits": 14,
            "value": 0.7,
            "children": {"stay": {"visits": 9, "value": 0.25}, "go": {"visits": 0}},
        },
        "right": {"visits": 5, "value": 0.4},
    },
}


def numbers(root):
    """Return path → (N, Q) for each node."""
    return {node.path(): (node.visits, round(node.value, 9)) for node in root.descendants()}


# ---------------------------------------------------------------------------- what is read


def test_a_dict_and_a_file_of_json(tmp_path):
    expected = {(): (20, 0.6), ("left",): (14, 0.7), ("left", "stay"): (9, 0.25)}
    expected |= {("right",): (5, 0.4)}
    told = from_dict(SMALL)
    assert numbers(told.root) == expected
    assert told.notes == ("Left out: 1 child without visits.",)
    (tmp_path / "tree.json").write_text(json.dumps(SMALL))
    assert numbers(from_json(tmp_path / "tree.json").root) == expected


def test_our_own_tree_comes_back_through_every_reader():
    """A searched tree, written down and read again, has the same numbers and positions."""
    networkx = pytest.importorskip("networkx", reason="NOT TRIED: networkx is not installed")
    root = search(TicTacToe(), 300, seed=3).root

    def written(node):
        below = {str(action): written(child) for action, child in node.children.items()}
        return {"visits": node.visits, "value": node.value, "children": below}

    graph = networkx.DiGraph()
    for node in root.descendants():
        graph.add_node(node.path(), visits=node.visits, value=node.value)
        for action, child in node.children.items():
            graph.add_edge(node.path(), child.path(), action=action)
    copies = (
        from_dict(json.loads(json.dumps(written(root))), state=TicTacToe()),
        from_networkx(graph, (), state=TicTacToe()),
        from_tree(
            root,
            children=lambda node: node.children,
            visits=lambda node: node.visits,
            value=lambda node: node.value,
            state=TicTacToe(),
        ),
    )
    for copy in copies:
        assert numbers(copy.root) == numbers(root) and copy.notes == ()
        states = {node.path(): node.state for node in copy.root.descendants()}
        assert states == {node.path(): node.state for node in root.descendants()}
        searched = search(copy.root, 100, seed=0)
        assert searched.root.visits == 400


def test_values_of_another_scale_and_for_the_other_player():
    tree = {"visits": 9, "value": -0.5, "children": {"4": {"visits": 8, "value": 0.5}}}
    told = from_dict(tree, scale=(-1, 1), for_next=True, state=TicTacToe())
    assert numbers(told.root) == {(): (9, 0.25), (4,): (8, 0.25)}
    tree["children"]["0"] = {"visits": 0, "value": 99}  # nobody has looked, so it is not wrong
    assert from_dict(tree, scale=(-1, 1), state=TicTacToe()).root.visits == 9


def test_the_arrays_of_mctx():
    """`mctx_tree.json` is a tree of mctx 0.0.71: `gumbel_muzero_policy`, 24 simulations."""
    arrays = json.loads((HERE / "mctx_tree.json").read_text())
    tree = SimpleNamespace(**{name: np.array(values) for name, values in arrays.items()})
    told = from_mctx(tree, state=TicTacToe())
    rewards, discounts = tree.children_rewards[0, 0], tree.children_discounts[0, 0]
    theirs = np.clip(rewards + discounts * tree.children_values[0, 0], -1, 1)
    assert told.root.visits == tree.node_visits[0, 0]
    for action, child in told.root.children.items():
        assert child.visits == tree.children_visits[0, 0, action]
        assert 2 * child.value - 1 == pytest.approx(theirs[action], abs=1e-4)
        assert sum(told.priors[told.root].values()) == pytest.approx(1)
    for node in told.root.descendants():
        assert not (node.state.is_terminal() and node.children)


def bot_tree(name, puct=False):
    mcts = pytest.importorskip(
        "open_spiel.python.algorithms.mcts", reason="NOT TRIED: OpenSpiel is not installed"
    )
    state, rng = open_spiel(name), np.random.RandomState(1)
    choose = mcts.SearchNode.puct_value if puct else mcts.SearchNode.uct_value
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(
        state.raw.get_game(),
        2.0,
        300,
        evaluator,
        solve=False,
        random_state=rng,
        child_selection_fn=choose,
    )
    return from_open_spiel(bot.mcts_search(state.raw), state, c=2.0, puct=puct)


@pytest.mark.parametrize("puct", [False, True])
def test_the_scores_of_open_spiels_bot_pick_what_the_bot_would_pick(puct):
    told = bot_tree("tic_tac_toe", puct)
    compared = 0
    for node in told.root.descendants():
        theirs = told.theirs[node]
        if not theirs.children or node.state.is_terminal():
            continue
        name = "puct_value" if puct else "uct_value"
        scores = {
            child.action: getattr(child, name)(theirs.explore_count, 2.0)
            for child in theirs.children
        }
        picked = told.tree_policy.pick(node)
        assert scores[picked] == pytest.approx(max(scores.values()))
        compared += 1
    assert compared > 70


# ---------------------------------------------------------------------------- what is explained


def test_a_tree_whose_policy_is_unknown_is_not_explained_by_ours():
    told = from_dict(SMALL)
    words = describe_children(told.root)
    assert "not known" in words and "Selection goes" not in words and "∞" not in words
    assert selected(told.root) is None
    assert "√" not in show_children(told.root).svg and "score" not in show_children(told.root).svg
    assert "√" not in told.table().svg
    root = from_dict({"visits": 1, "value": 0.5}, state=TicTacToe()).root
    with pytest.raises(CannotSearch):
        search(root, 20, tree_policy=told.tree_policy)


def test_a_told_policy_explains_the_tree():
    puct = from_dict(SMALL, c_puct=1.25)
    assert "P·√20" in show_children(puct.root).svg
    ucb = from_dict(SMALL, tree_policy=UCB1(0.7))
    assert "0.7 · √(ln 20 / n)" in show_children(ucb.root).svg
    assert puct.tree_policy.terms(puct.root, "left") == pytest.approx(
        (0.7, 1.25 * 0.7 * 20**0.5 / 15)
    )


def test_nothing_is_explained_where_chance_moves():
    told = bot_tree("pig(winscore=20)")
    rolled = told.root.children[0]
    assert rolled.state.current_player == rolled.state.chance_player
    for words in (describe_children(rolled), describe_children(rolled, told.tree_policy)):
        assert "Chance moves here" in words and "Selection goes" not in words
    assert "Selection goes" in describe_children(told.root)


# ---------------------------------------------------------------------------- odd trees


def drawn(told):
    """Check that every picture of a tree can be drawn."""
    assert told.tree().svg and told.table().svg and show_tree(told.root).svg
    assert Atlas(told.root).static_picture()
    return told


def test_a_circle_and_a_node_with_two_parents():
    circle = {"visits": 9, "value": 0.5}
    circle["children"] = {"on": {"visits": 5, "value": 0.3, "children": {"back": circle}}}
    told = drawn(from_dict(circle))
    assert told.root.size() == 3 and "second time" in " ".join(told.notes)
    shared = {"visits": 4, "value": 0.5, "children": {"z": {"visits": 2, "value": 0.1}}}
    two = {"visits": 9, "value": 0.5, "children": {"a": shared, "b": shared}}
    assert from_dict(two).root.size() == 4


def test_nodes_below_a_finished_game_are_left_out_and_counted():
    tree = {"visits": 2, "value": 0.5, "children": {"5": {"visits": 1, "value": 0}}}
    for move in (2, 4, 1, 3, 0):
        tree = {"visits": tree["visits"] + 1, "value": 0.5, "children": {str(move): tree}}
    told = drawn(from_dict(tree, state=TicTacToe()))
    assert told.notes == ("Left out: 1 node below the end of a game.",)


def test_visits_that_do_not_add_up_are_drawn_with_a_note():
    tree = {"visits": 3, "value": 0.5, "children": {"a": {"visits": 50, "value": 0.5}}}
    told = drawn(from_dict(tree))
    assert "more visits" in told.notes[0] and told.notes[0].rstrip(".") in told.tree().alt


@pytest.mark.parametrize(
    ("tree", "options", "reason"),
    [
        ({"visits": 3, "value": -0.2}, {}, "scale"),
        ({"visits": 3, "value": float("nan")}, {}, "finite"),
        ({"visits": -3, "value": 0.2}, {}, "whole number"),
        ({"visits": 3.5, "value": 0.2}, {}, "whole number"),
        (
            {"visits": None, "value": 0.2},
            {},
            "the root: the number of visits must be a number, not None",
        ),
        ({"visits": 3, "value": "good"}, {}, "the root: the value must be a number, not 'good'"),
        ({"visits": 3, "value": 0.2}, {"c_puct": 1}, "priors"),
        ({"visit": 3, "value": 0.2}, {}, "visits"),
        ([1], {}, "root"),
        ({"visits": 3, "value": 0.2, "children": {"a": 5}}, {}, "object"),
        ({"visits": 3, "value": 0.2, "children": 5}, {}, "list"),
        (
            {"visits": 3, "value": 0.5, "children": {"9": {"visits": 1, "value": 0.5}}},
            {"state": TicTacToe()},
            "not legal",
        ),
    ],
)
def test_what_is_no_tree_is_refused_with_the_reason(tree, options, reason):
    with pytest.raises(ValueError, match=reason):
        from_dict(tree, **options)


# ------------------------------------------------------------------ two trees back to back


def moves_below(drawn):
    """Return rank → the name of the move, for the children of a drawn node."""
    return {rank: child.name for rank, child in drawn.below.items()}


def test_the_same_move_has_the_same_place_in_both_trees_even_if_each_holds_only_some():
    def below(*moves):
        children = {move: {"visits": 10, "value": 0.5} for move in moves}
        return {
            "visits": 30,
            "value": 0.5,
            "children": {"a": {"visits": 29, "value": 0.5, "children": children}},
        }

    one, other = from_dict(below("x", "y")), from_dict(below("y", "z"))
    (pair,) = TwoTrees([(one, other)]).face.data["pairs"]
    assert [moves_below(root.below[0]) for root in pair] == [{0: "x", 1: "y"}, {1: "y", 2: "z"}]


def test_two_foreign_trees_show_their_notes_and_live_on_a_page():
    wild = {
        "visits": 3,
        "value": 0.1,
        "children": {"a": {"visits": 9, "value": 1}, "b": {"visits": 0}},
    }
    view = TwoTrees([(from_dict(wild), from_dict(wild))])
    assert "more visits than the node itself" in view.status.text
    assert "Left out: 1 child without visits." in view.status.text
    assert view.static_text() == "Both searches play a."
    assert "UCB1" not in str(view.face.data) + view.static_picture() + living.page(view)


def test_hundreds_of_first_moves_and_a_long_chain_back_to_back():
    def many(visits):
        children = {f"m{k}": {"visits": visits, "value": 0.5} for k in range(900)}
        return from_dict({"visits": 3000, "value": 0.5, "children": children})

    view = TwoTrees([(many(3), many(2))])
    assert "Not drawn: 900 and 900 first moves" in view.status.text
    assert view.static_picture().count("m8") < 10  # the still picture shows the most visited moves
    deep = {"visits": 1, "value": 0.5}
    for k in range(3_000):
        deep = {"visits": k + 2, "value": 0.5, "children": {"a": deep}}
    told = from_dict(deep)
    assert TwoTrees([(told, told)]).static_picture()
