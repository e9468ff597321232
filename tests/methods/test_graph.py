"""The search on a graph: without merging it is UCT, and with merging its numbers fit."""

import random
from dataclasses import dataclass

import pytest
from toys import Script

from mctslib import ConnectFour, Limit, Nim, TicTacToe, search, uniform
from mctslib.arena import RandomPlayer, match
from mctslib.course.ch06b.cycles import Counted, WithHistory
from mctslib.course.ch06b.mistakes import AllParents, PathOnly
from mctslib.course.ch06b.small import CYCLE, Small, meeting
from mctslib.door.contract import CannotSearch
from mctslib.games import Hex, Kuhn, Pig
from mctslib.methods.graph import Graph, GraphPlayer
from mctslib.oracle import ComesAgain, optimal_actions, positions
from mctslib.widgets import Atlas, TwoTrees

GAMES = [TicTacToe(), ConnectFour(5, 4), Hex(4), Nim(3, 4, 5)]


def paths_to(graph):
    """Return for each spot the number of paths in the graph from the root to it.

    The root has one path.  A spot with two or more is a place where paths meet.
    """
    order = []
    seen = set()
    waiting = [(graph.root, False)]
    while waiting:  # sort the spots so that each comes after everything that it leads to
        spot, done = waiting.pop()
        if done:
            order.append(spot)
        elif spot not in seen:
            seen.add(spot)
            waiting.append((spot, True))
            waiting += [(edge.end, False) for edge in spot.edges.values()]
    paths = dict.fromkeys(order, 0)
    paths[graph.root] = 1
    for spot in reversed(order):
        for edge in spot.edges.values():
            paths[edge.end] += paths[spot]
    return paths


@pytest.mark.parametrize("state", GAMES, ids=lambda state: type(state).__name__)
@pytest.mark.parametrize("seed", range(2))
def test_without_merging_it_is_uct(state, seed):
    found = search(state, 300, seed=seed)
    graph = Graph(state, merging=False)
    result = graph.search(300, seed)
    nodes = {node.path(): node for node in found.root.descendants()}
    assert set(nodes) == set(graph.spots)
    for path, node in nodes.items():
        spot = graph.spots[path]
        assert spot.visits == node.visits
        assert spot.sums[node.player] == pytest.approx(node.value_sum, abs=1e-9)
        assert list(spot.edges) == list(node.children)
    assert (result.action, result.iterations) == (found.action, 300)
    assert result.distribution() == found.distribution()
    assert result.value == pytest.approx(found.value)
    walked = {node.path(): node for node in graph.walked().descendants()}
    assert {path: node.visits for path, node in walked.items()} == {
        path: node.visits for path, node in nodes.items()
    }


@pytest.mark.parametrize("state", GAMES, ids=lambda state: type(state).__name__)
def test_with_merging_each_position_is_stored_once_and_its_numbers_fit(state):
    graph = Graph(state)
    graph.search(600, 1)
    assert len(graph.spots) == len({id(spot) for spot in graph.spots.values()})
    assert any(paths > 1 for paths in paths_to(graph).values())
    assert set(paths_to(graph)) == set(graph.spots.values())
    for key, spot in graph.spots.items():
        assert spot.state == key
        assert spot.visits == spot.playouts + sum(edge.visits for edge in spot.edges.values())
        assert spot.playouts == 0 if spot is graph.root else spot.playouts >= 1
        for action, edge in spot.edges.items():
            assert edge.end.state == spot.state.apply(action) and edge.visits <= edge.end.visits
    graph.root.learn()
    assert graph.root.visits == 600
    of_edges = sum(edge.visits * edge.end.value(0) for edge in graph.root.edges.values())
    assert graph.root.value(0) == pytest.approx(of_edges / 600)


def test_its_paths_are_a_tree_that_two_trees_and_the_atlas_draw():
    graph = Graph(TicTacToe())
    found = graph.search(300, 2)
    root = graph.walked()
    assert root.visits == 300 == len(graph.paths)
    for node in root.descendants():
        ended = sum(path == node.path() for path in graph.paths)
        assert node.visits == ended + sum(child.visits for child in node.children.values())
        if node is not root:
            assert node.value == pytest.approx(graph.spots[node.state].value(node.player))
    assert {a: one.visits for a, one in root.children.items()} == {
        a: one.visits for a, one in found.root.children.items()
    }
    assert TwoTrees([(search(TicTacToe(), 300, seed=2), root)]).moves()
    assert "300" in Atlas(root).static_text()


def test_a_whole_graph_has_fourteen_positions_and_thirty_three_paths():
    graph = Graph(Nim(2, 2))
    graph.search(3000, 0)
    assert set(graph.spots) == set(positions(Nim(2, 2))) and len(graph.spots) == 14
    assert sum(paths_to(graph).values()) == 33


def test_two_searches_are_one():
    one, two = Graph(Nim(3, 4, 5)), Graph(Nim(3, 4, 5))
    rng = random.Random(5)
    one.search(60, rng)
    whole = two.search(200, 5)
    assert one.search(140, rng).table() == whole.table()


def test_it_finds_the_best_move_for_one_two_and_three_players():
    tree = {0: {3: (0.2,), 4: (0.4,)}, 1: {5: (0.3,), 6: (0.9,)}, 2: (0.5,)}
    assert Graph(Script.of(tree, [0, 0])).search(300, 0).action == 1
    assert Graph(Nim(1, 2)).search(300, 0).action in optimal_actions(Nim(1, 2))
    tree = {
        0: {2: (1.0, 0.0, 0.0), 3: (0.0, 0.9, 0.1)},
        1: {4: (0.6, 0.3, 0.1), 5: (0.9, 0.1, 0.0)},
    }
    assert Graph(Script.of(tree, [0, 1, 2])).search(400, 0).action == 1


def test_a_position_that_does_not_equal_itself_is_refused_unless_nothing_is_merged():
    @dataclass(eq=False)
    class Forgetful:
        state: Nim
        num_players = 2

        def __getattr__(self, name):
            return getattr(self.state, name)

        def apply(self, action):
            return Forgetful(self.state.apply(action))

    with pytest.raises(CannotSearch):
        Graph(Forgetful(Nim(2, 2)))
    assert Graph(Forgetful(Nim(2, 2)), merging=False).search(50, 0).iterations == 50


def test_a_circle_is_refused_in_a_sentence_and_leaves_no_trace():
    graph = Graph(Small("start", CYCLE))
    with pytest.raises(ComesAgain):
        graph.search(1000, 0)
    for spot in graph.spots.values():
        assert spot.visits == spot.playouts + sum(edge.visits for edge in spot.edges.values())


@pytest.mark.parametrize("kind", [WithHistory, Counted])
def test_both_remedies_for_circles_find_the_right_move(kind):
    state = kind(Small("start", CYCLE))
    assert optimal_actions(state) == ["E"]
    for seed in range(3):
        assert Graph(state).search(300, seed).action == "E"


def test_it_plays_in_matches():
    total = match(
        GraphPlayer(100), RandomPlayer(), 10, state=Nim(3, 4, 5), seed=0, progress=False
    ).total
    assert total.games == 10 and total.wins > 7
    player = GraphPlayer(Limit(iterations=100))
    assert player.choose(Nim(1, 2), random.Random(0)) in optimal_actions(Nim(1, 2))
    assert player.result.iterations == 100


def test_each_mistake_picks_the_wrong_move_where_the_graph_is_right():
    for seed in range(2):
        assert Graph(meeting()).search(1000, seed).action == "A"
        assert PathOnly(meeting()).search(1000, seed).action == "B"
        assert AllParents(meeting()).search(1000, seed).action == "B"


def test_a_failing_playout_leaves_no_trace(monkeypatch):
    calls = iter(range(10_000))

    def sometimes(state, rng):
        if next(calls) % 37 == 36:
            raise ZeroDivisionError
        return uniform(state, rng)

    monkeypatch.setattr("mctslib.methods.graph.uniform", sometimes)
    graph, done = Graph(TicTacToe()), 0
    rng = random.Random(0)
    for _ in range(200):
        try:
            graph.search(1, rng)
            done += 1
        except ZeroDivisionError:
            pass
    assert 50 < done < 200 and graph.root.visits == done
    assert all(spot.visits for spot in graph.spots.values())


def test_limits_end_it():
    assert Graph(TicTacToe()).search(Limit(seconds=0)).stopped_by == "seconds"
    graph = Graph(TicTacToe())
    assert graph.search(Limit(nodes=20), 0).stopped_by == "nodes"
    assert len(graph.spots) == 20


@pytest.mark.parametrize("state", [Pig(20), Kuhn()], ids=str)
def test_chance_and_hidden_cards_are_refused(state):
    with pytest.raises(CannotSearch):
        Graph(state)
