"""The entrance of a search refuses broken games, and lets every fair way to draw pass."""

import random
from contextlib import suppress
from dataclasses import dataclass, replace

import pytest
from toys import Script

from mctslib import ConnectFour, Limit, Node, Phases, SudoTicTacToe, TicTacToe, search
from mctslib.course.ch04 import LiveTree, compare_trees
from mctslib.course.ch04.compare import reference_tree
from mctslib.door.contract import MOST_MOVES, BrokenContract, checked_simulate, simulate_to_an_end
from mctslib.door.entrance import nothing_unplayed
from mctslib.door.luck import Luck
from mctslib.policies import uniform
from mctslib.search import iterate, simulate, uct
from mctslib.tree import attach

# ------------------------------------------------------------------ one algorithm


@pytest.mark.parametrize("state", [TicTacToe(), ConnectFour(), SudoTicTacToe()], ids=repr)
def test_the_bare_search_and_the_one_with_checks_play_the_same_move(state):
    for seed in range(5):
        assert uct(state, 200, seed) == search(state, 200, seed=seed).action


def test_a_playout_with_an_end_draws_the_same_numbers():
    for seed in range(20):
        state = TicTacToe().apply(4)
        for other in (simulate_to_an_end, checked_simulate(TicTacToe())):
            ours, theirs = random.Random(seed), random.Random(seed)
            assert simulate(state, ours, uniform) == other(state, theirs, uniform)
            assert ours.getstate() == theirs.getstate()


# ------------------------------------------------------------------ the contract


@dataclass(frozen=True)
class Ten:
    """Two players add 1 or 2 in turn; who reaches 10 wins.  A test changes one member."""

    total: int = 0
    current_player: int = 0
    num_players = 2

    def legal_actions(self):
        return [] if self.total >= 10 else [1, 2]

    def apply(self, action):
        return replace(self, total=self.total + action, current_player=1 - self.current_player)

    def is_terminal(self):
        return self.total >= 10

    def rewards(self):
        return (0.0, 1.0) if self.current_player == 0 else (1.0, 0.0)


class Changing(Ten):
    def apply(self, action):
        object.__setattr__(self, "total", self.total + action)
        object.__setattr__(self, "current_player", 1 - self.current_player)
        return self


class Signs(Ten):
    def apply(self, action):
        return Signs(self.total + action, -1 if self.current_player == 1 else 1)


def but(**members):
    """Return `Ten()` with other members."""
    return type("Mine", (Ten,), members)()


@pytest.mark.parametrize(
    "game, words",
    [
        (Signs(0, 1), "current_player is -1; it should be a number from 0 to 1"),
        (Ten(0, -2), "current_player is -2"),
        (but(rewards=lambda s: {0: 1.0, 1: 0.0}), "rewards.. returned a dict"),
        (but(rewards=lambda s: None), "rewards.. returned a NoneType"),
        (but(rewards=lambda s: (50, 0)), "each reward lies from 0 to 1"),
        (but(rewards=lambda s: (1, -1)), "each reward lies from 0 to 1"),
        (but(rewards=lambda s: (1,)), "one number for each player, not .1,. for 2"),
        (Changing(), "changed the position instead of returning a new one"),
        (but(apply=lambda s, action: None), "returned None, which is not a position"),
        (but(is_terminal=lambda s: False), "there are no legal actions"),
        (but(legal_actions=lambda s: [1, 1]), "names an action twice"),
        (but(legal_actions=lambda s: [[1], [2]]), "cannot be the key of a dictionary"),
        (but(legal_actions=lambda s: {1, 2}), "returned a set"),
        (but(num_players="two"), "num_players is 'two'"),
        (but(apply=lambda s, action: replace(s)), f"not over after {MOST_MOVES:,} moves"),
        (but(apply=lambda s, action: s), "changed the position instead of returning a new one"),
    ],
)
def test_a_broken_game_is_refused_before_the_first_iteration(game, words):
    with pytest.raises(BrokenContract, match=f"(?s){words}.*run check_game"):
        search(game, Limit(seconds=60))


def test_the_whole_game_is_searched():
    assert search(Ten(), 2000, seed=1).action == 1  # 1, 4, 7 and 10 win


def test_actions_that_cannot_be_sorted_are_searched_in_their_own_order():
    game = Script.of({0: (0, 1)}, (0, 1))
    mixed = {"pass": (0.0, 1.0), 3: (1.0, 0.0)}

    class Mixed(Script):
        def legal_actions(self):
            return () if self.is_terminal() else (3, "pass")

    root = search(Mixed(frozenset(mixed.items()), game.movers), 50, seed=0).root
    assert list(root.children) == [3, "pass"] and root.children[3].visits > 40


def test_a_game_that_ends_only_sometimes_is_given_up():
    """The first game is short; later playouts follow a policy that goes round in a circle."""
    ring = but(apply=lambda s, action: replace(s, total=(s.total + action) % 9 + 2 * (action == 2)))
    with pytest.raises(BrokenContract, match="a playout was not over after 10,000 moves"):
        search(ring, 5, seed=0, rollout_policy=lambda state, rng: 1)


# ------------------------------------------------------------------ an iteration that fails


def test_a_failed_iteration_leaves_nothing_behind():
    root = search(TicTacToe(), 50, seed=1).root
    before = [node.path() for node in root.descendants()]
    rng = random.Random(3)

    def fails(state, rng, policy):
        raise KeyboardInterrupt

    for _ in range(20):
        with pytest.raises(KeyboardInterrupt), nothing_unplayed(root):
            iterate(root, rng, phases=Phases(simulate=fails))
    assert [node.path() for node in root.descendants()] == before


# ------------------------------------------------------------------ every fair way to draw


def drawn(pick):
    """Return an `expand` that picks an untried action with `pick(untried, rng)`."""

    def expand(node, rng):
        untried = [a for a in node.state.legal_actions() if a not in node.children]
        return attach(node, pick(untried, rng)) if untried else node

    return expand


def shuffled(untried, rng):
    rng.shuffle(untried)
    return untried.pop()


FAIR = {
    "random": lambda untried, rng: untried[int(rng.random() * len(untried))],
    "choice": lambda untried, rng: rng.choice(untried),
    "randrange": lambda untried, rng: untried[rng.randrange(len(untried))],
    "randint": lambda untried, rng: untried[rng.randint(0, len(untried) - 1)],
    "choices": lambda untried, rng: rng.choices(untried)[0],
    "shuffle": shuffled,
    "sample": lambda untried, rng: rng.sample(untried, 1)[0],
    "from the end": lambda untried, rng: untried[-1 - int(rng.random() * len(untried))],
    "not rng at all": lambda untried, rng: random.choice(untried),
}
START = TicTacToe.from_text("X../XOO/OX.")


@pytest.mark.parametrize("way", FAIR)
def test_no_fair_way_to_draw_turns_a_node_red(way):
    for state in (START, TicTacToe()):
        for seed in range(5):
            records = []
            phases = Phases(expand=drawn(FAIR[way]))
            mine = search(state, 150, seed=seed, phases=phases, trace=records).root
            assert not compare_trees(mine, reference_tree(state, records))
    assert "red" not in LiveTree(START, phases, iterations=60, seed=12).sentence.value


@pytest.mark.parametrize("way", ["random", "choice", "randrange", "randint", "choices"])
def test_five_ways_to_draw_even_give_the_library_s_tree(way):
    def told(root):
        return [(node.path(), node.visits, node.value_sum) for node in root.descendants()]

    mine = search(TicTacToe(), 300, seed=4, phases=Phases(expand=drawn(FAIR[way]))).root
    assert told(mine) == told(search(TicTacToe(), 300, seed=4).root)


def test_a_wrong_phase_is_still_red():
    def first_child(root, policy):
        node = root
        while node.children and len(node.children) == len(node.state.legal_actions()):
            node = next(iter(node.children.values()))
        return node

    def for_x(node, rewards):
        while node is not None:
            node.visits, node.value_sum = node.visits + 1, node.value_sum + rewards[0]
            node = node.parent

    def swapped(state, rng, policy):
        playout = simulate(state, rng, policy)
        return playout._replace(rewards=playout.rewards[::-1])

    for phases in (
        Phases(select=first_child),
        Phases(backpropagate=for_x),
        Phases(simulate=swapped),
        Phases(expand=lambda node, rng: node),
    ):
        records, mine = [], Node(START)
        with suppress(ValueError):  # without a child there is no move to play
            search(mine, 60, seed=12, phases=phases, trace=records)
        assert compare_trees(mine, reference_tree(START, records))


def test_luck_has_the_numbers_of_random():
    ours, theirs = Luck(7), random.Random(7)
    assert [ours.random() for _ in range(9)] == [theirs.random() for _ in range(9)]
    assert {Luck(k).randint(1, 3) for k in range(50)} == {1, 2, 3}
    assert {Luck(k).randrange(2, 9, 3) for k in range(50)} == {2, 5, 8}
