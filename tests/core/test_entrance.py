"""The entrance of a search refuses broken games, and lets every fair way to draw pass."""

import random
from contextlib import suppress
from dataclasses import dataclass, replace

import pytest

from mctslib import (
    UCB1,
    ConnectFour,
    Limit,
    Node,
    Phases,
    Playout,
    SudoTicTacToe,
    TicTacToe,
    record,
    search,
)
from mctslib.arena import FlatMonteCarlo, MCTSPlayer, RandomPlayer, match
from mctslib.arena.matches import play_game
from mctslib.arena.players import flat_search
from mctslib.arena.thinking import search_slices
from mctslib.course.ch04 import LiveTree, compare_trees
from mctslib.course.ch04.compare import reference_tree
from mctslib.door.contract import BrokenContract, first_look, simulate_to_an_end
from mctslib.door.entrance import nothing_unplayed
from mctslib.door.guard import CannotSearch, JudgeError
from mctslib.fast.choice import grow
from mctslib.games import Pig
from mctslib.methods import alone
from mctslib.methods.alone import Alone, MeanAndMax
from mctslib.methods.bias import ProgressiveBias
from mctslib.methods.gumbel import Gumbel
from mctslib.methods.hidden import determinized, information_search
from mctslib.methods.muzero import MuZero
from mctslib.methods.parallel import SCHEMES, parallel_search, rounds
from mctslib.methods.puct import Puct, even
from mctslib.methods.rave import Rave
from mctslib.methods.solver import Solver
from mctslib.methods.widening import Widening
from mctslib.more_policies import best_value, blocking
from mctslib.policies import uniform
from mctslib.search import iterate, simulate, uct
from mctslib.tree import attach

# ------------------------------------------------------------------ one algorithm


@pytest.mark.parametrize("state", [TicTacToe(), ConnectFour(), SudoTicTacToe()], ids=repr)
def test_the_bare_search_makes_the_records_of_the_one_with_a_door(state, monkeypatch):
    bare = []
    monkeypatch.setitem(uct.__globals__, "iterate", lambda *given: bare.append(iterate(*given)))
    for seed in range(5):
        bare.clear()
        guarded = []
        root = Node(state)
        action = uct(root, 200, seed)
        found = search(state, 200, seed=seed, trace=guarded)
        assert bare == guarded and action == found.action
        assert told(root) == told(found.root)


def test_both_searches_take_other_policies(monkeypatch):
    bare, guarded, root = [], [], Node(TicTacToe())
    monkeypatch.setitem(uct.__globals__, "iterate", lambda *given: bare.append(iterate(*given)))
    action = uct(root, 150, 3, UCB1(0.4), blocking, best_value)
    options = {"tree_policy": UCB1(0.4), "rollout_policy": blocking, "final_move": best_value}
    assert action == search(TicTacToe(), 150, seed=3, trace=guarded, **options).action
    assert bare == guarded


def told(root):
    return [(node.path(), node.visits, node.value_sum) for node in root.descendants()]


def test_a_playout_with_an_end_draws_the_same_numbers():
    for seed in range(20):
        state = TicTacToe().apply(4)
        for other in (simulate_to_an_end, first_look(TicTacToe())):
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


class Solo(Ten):
    """One player adds 1 or 2, and wins by reaching 10 exactly."""

    num_players = 1

    def apply(self, action):
        return replace(self, total=self.total + action)

    def rewards(self):
        return (float(self.total == 10),)


class Covered(Ten):
    """`Ten` as a game with hidden cards, in which nothing happens to be hidden."""

    def view(self, player):
        return self.total

    def determinizations(self):
        return [self]


def but(base=Ten, start=(0, 0), **members):
    """Return the first position of a game like `base` with other members."""
    return type("Mine", (base,), members)(*start)


def changing(state, action):
    object.__setattr__(state, "total", state.total + action)
    object.__setattr__(state, "current_player", (state.current_player + 1) % state.num_players)
    return state


def signs(state, action):
    return replace(state, total=state.total + action, current_player=-1)


NAN = float("nan")
ROWS = {
    "players +1 and -1": ({"apply": signs}, "current_player is -1; it should be a number from 0"),
    "simultaneous moves": ({"start": (0, -2)}, "current_player is -2"),
    "rewards by name": ({"rewards": lambda s: {0: 1.0, 1: 0.0}}, "rewards.. returned a dict"),
    "no rewards": ({"rewards": lambda s: None}, "rewards.. returned a NoneType"),
    "points": ({"rewards": lambda s: (40, 0)[: s.num_players]}, "0 and 1"),
    "minus one": ({"rewards": lambda s: (-1, 1)[: s.num_players]}, "0 and 1"),
    "nan": ({"rewards": lambda s: (NAN, NAN)[: s.num_players]}, "0 and 1"),
    "no reward": ({"rewards": lambda s: ()}, "one number for each player"),
    "three rewards": ({"rewards": lambda s: (1, 0, 0)}, "one number for each player"),
    "apply changes": ({"apply": changing}, "changed the position instead of returning a new one"),
    "apply returns None": ({"apply": lambda s, action: None}, "returned None, which is not a pos"),
    "no end, no actions": ({"is_terminal": lambda s: False}, "there are no legal actions"),
    "an action twice": ({"legal_actions": lambda s: [1, 1]}, "names an action twice"),
    "lists": ({"legal_actions": lambda s: [[1], [2]]}, "cannot be the key of a dictionary"),
    "a set": ({"legal_actions": lambda s: {1, 2}}, "returned a set"),
    "a word for a number": ({"num_players": "two"}, "num_players is 'two'"),
    "endless": ({"apply": lambda s, action: replace(s)}, "not over after 10,000 moves"),
}


def own_simulate(state, rng, rollout_policy):
    """Do what a reader writes in chapter 04."""
    actions = []
    while not state.is_terminal():
        actions.append(rollout_policy(state, rng))
        state = state.apply(actions[-1])
    return Playout(tuple(actions), tuple(state.rewards()))


def method(kind, **given):
    return lambda state: search(state, 60, seed=0, **kind(**given).options())


def judged(state):
    return even(state)[0], 0.5


def in_rounds(scheme):
    return lambda state: parallel_search(state, 60, 4, seed=0, scheme=scheme)


PLAYERS = [MCTSPlayer(20), RandomPlayer()]
RNG = random.Random(0)
WAYS = {
    "search": lambda state: search(state, 60, seed=0),
    "search by time": lambda state: search(state, Limit(60, seconds=60)),
    "own simulate": lambda state: search(state, 60, phases=Phases(simulate=own_simulate)),
    "the quicker engine": lambda state: grow(Node(state), 60, seed=RNG),
    "slices": lambda state: list(search_slices(Node(state), 60, RNG)),
    "record": lambda state: record(state, 60, seed=0),
    **{kind.__name__: method(kind) for kind in (Alone, Gumbel, MeanAndMax, MuZero, Puct)},
    **{kind.__name__: method(kind) for kind in (ProgressiveBias, Rave, Solver, Widening)},
    "a judge": method(Puct, judge=judged),
    "Gumbel and a judge": method(Gumbel, judge=judged),
    **{f"rounds of {scheme}": in_rounds(scheme) for scheme in SCHEMES},
    "rounds": lambda state: list(rounds(Node(state), 20, 2, RNG)),
    "flat": lambda state: flat_search(state, 60, 0),
    "a player": lambda state: MCTSPlayer(20).choose(state, RNG),
    "a flat player": lambda state: FlatMonteCarlo(20).choose(state, RNG),
    "a match": lambda state: match(*PLAYERS, 2, state=state, progress=False),
    "a game without a search": lambda state: play_game([RandomPlayer()] * 3, state, RNG),
}
WAYS_ALONE = {
    "Alone, one player": method(Alone),
    "a tree": lambda state: alone.grow(state, 60, seed=0),
    "best of n": lambda state: alone.best_of_n(state, 60, 0, until_solved=False),
    "a beam": lambda state: alone.beam(state, 3),
    "a beam of values": lambda state: alone.beam(state, 3, value=lambda s: s.total / 20),
    "best first": lambda state: alone.best_first(state, 60, lambda s: s.total / 20),
    "likeliest first": lambda state: alone.likeliest_first(state, 60, even),
}
WAYS_COVERED = {
    "information sets": lambda state: information_search(state, 60, RNG),
    "determinization": lambda state: determinized(state, 60, RNG),
}
EVERY = {**WAYS, **WAYS_ALONE, **WAYS_COVERED}
EVERY_WAY = [
    *((way, Ten) for way in WAYS),
    *((way, Solo) for way in WAYS_ALONE),
    *((way, Covered) for way in WAYS_COVERED),
]
PLAY_NO_GAME = {"a judge", "Gumbel and a judge"}
NEED_NO_END = {*PLAY_NO_GAME, "best first", "likeliest first"}  # they count iterations or steps


# Each fault meets the plain search.  Each way to search meets a fault of the first position, two of a
# move, two of an end, and a game without an end.
MET_BY_ALL = (
    "simultaneous moves",
    "apply changes",
    "apply returns None",
    "rewards by name",
    "points",
    "endless",
)
CROSSED = [
    *(("search", Ten, row) for row in ROWS),
    *((way, base, row) for way, base in EVERY_WAY for row in MET_BY_ALL),
]


@pytest.mark.parametrize("way, base, row", CROSSED)
def test_each_way_to_search_refuses_a_broken_game(way, base, row):
    members, words = ROWS[row]
    if way in PLAY_NO_GAME:
        members = {"start": (7, 0), **members}
    if way != "search" and row == "endless":
        members, words = {"most_moves": 50, **members}, "not over after 50 moves"
    game = but(base, **members)
    if row == "endless" and way in NEED_NO_END:
        EVERY[way](game)
        return
    with pytest.raises(BrokenContract, match=f"(?s){words}.*run check_game"):
        EVERY[way](game)


class Move:
    """An action that has no order."""

    def __init__(self, step):
        self.step = step


MIXED = {1: 1, "two": 2}
MOVES = {Move(1): 1, Move(2): 2}
UNORDERED = [("search", Ten, MIXED), *((way, base, MOVES) for way, base in EVERY_WAY)]


@pytest.mark.parametrize("way, base, steps", UNORDERED)
def test_actions_need_no_order_to_be_searched(way, base, steps):
    game = but(
        base,
        legal_actions=lambda s: [] if s.is_terminal() else list(steps),
        apply=lambda s, action: base.apply(s, steps[action]),
    )
    EVERY[way](game)


ROLLED = Pig(20).apply(1)


@pytest.mark.parametrize("way", WAYS)
def test_no_face_of_a_die_is_returned_as_a_move(way):
    """A search for a move is refused where chance moves; a match makes the moves of chance."""
    if way in ("a match", "a game without a search"):
        WAYS[way](ROLLED)
        return
    words = "Chance moves here.*run check_game|cannot search Pig, because chance moves in it"
    with pytest.raises(CannotSearch, match=f"(?s){words}"):
        WAYS[way](ROLLED)


JUDGES = {
    "value nan": lambda state: (even(state)[0], NAN),
    "value 1.5": lambda state: (even(state)[0], 1.5),
    "a word": lambda state: (even(state)[0], "good"),
    "prior nan": lambda state: (dict.fromkeys(even(state)[0], NAN), None),
    "no prior": lambda state: ({}, None),
    "no pair": lambda state: 0.5,
    "None": lambda state: None,
}
JUDGING = {
    "Puct": lambda judge: search(Ten(), 60, **Puct(judge).options()),
    "Gumbel": lambda judge: search(Ten(), 60, **Gumbel(judge).options()),
    "Alone": lambda judge: search(Solo(), 60, **Alone(judge).options()),
    "a tree": lambda judge: alone.grow(Solo(), 60, Alone(judge).options()),
}


@pytest.mark.parametrize("wrong", JUDGES)
@pytest.mark.parametrize("way", JUDGING)
def test_a_judge_s_wrong_answer_is_the_judge_s_error(way, wrong):
    with pytest.raises(JudgeError, match="^The (judge|prior)"):
        JUDGING[way](JUDGES[wrong])


def test_a_tree_that_goes_on_is_not_looked_at_again(monkeypatch):
    looks = []
    monkeypatch.setitem(search.__globals__, "first_look", lambda *given: looks.append(given))
    root = Node(Ten())
    with suppress(TypeError):
        search(root, 5)
    root.visits = 1
    search(root, 5)
    assert len(looks) == 1


def test_a_game_says_how_long_it_may_be():
    long = but(is_terminal=lambda s: s.total >= 12_000, legal_actions=lambda s: [1])
    with pytest.raises(BrokenContract, match="(?s)not over after 10,000 moves .*run check_game"):
        search(long, 1)
    assert search(but(type(long), most_moves=12_000), 1).iterations == 1
    with pytest.raises(BrokenContract, match="not over after 7 moves"):
        search(but(most_moves=7, legal_actions=lambda s: [] if s.is_terminal() else [1]), 9)


def test_a_game_that_ends_only_sometimes_is_given_up():
    """The first playout is short; the second goes round in a circle."""
    ring = but(apply=lambda s, action: replace(s, total=(s.total + action) % 9 + 2 * (action == 2)))
    trace = []
    with pytest.raises(BrokenContract, match="a playout was not over after 10,000 moves"):
        search(ring, 5, seed=0, rollout_policy=lambda state, rng: 1 if trace else 2, trace=trace)
    assert len(trace) == 1


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
