"""Games that break a rule of `check_game` and trees that break a law are found and reported."""

import random
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from small_games import Climb, MovesTwice, Nim, ThreeWay
from toys import Script, crediting

from mctslib import IllegalAction, Node, Phases, TicTacToe, record, search
from mctslib.checks import TreeError, check_game, check_tree, perft, perft_results, perft_split
from mctslib.checks.rules import RULES
from mctslib.draw.boards import picture
from mctslib.trace import replay
from mctslib.tree import attach

GAMES = [TicTacToe(), TicTacToe(4), Nim(12), Climb(), ThreeWay(), MovesTwice()]
every_game = pytest.mark.parametrize(
    "state", GAMES, ids=lambda state: f"{type(state).__name__}{state[0]}"
)


class Correct(NamedTuple):
    """A correct game: two players say 0 or 1 in turn.  The broken games are variants of it."""

    said: tuple[int, ...] = ()

    num_players = 2
    current_player = property(lambda self: len(self.said) % 2)

    def legal_actions(self):
        return [] if len(self.said) == 3 else [0, 1]

    def apply(self, action):
        if action not in self.legal_actions():
            raise IllegalAction(f"{action!r} is not legal here")
        return type(self)((*self.said, action))

    def is_terminal(self):
        return len(self.said) == 3

    def rewards(self):
        if len(self.said) < 3:
            raise ValueError("not over")
        return (1.0, 0.0) if sum(self.said) > 1 else (0.0, 1.0)


def broken(**changes):
    """Return `Correct` with some of its methods replaced."""
    return type("Broken", (Correct,), {"__slots__": (), **changes})()


@dataclass(eq=False)
class Mutating:
    """A game with a single board, which apply() changes and returns."""

    said: list

    num_players = 2
    current_player, legal_actions = Correct.current_player, Correct.legal_actions
    is_terminal, rewards = Correct.is_terminal, Correct.rewards

    def apply(self, action):
        if action not in self.legal_actions():
            raise IllegalAction("no")
        self.said.append(action)
        return self


class SharingItsBoard(Mutating):
    """A game whose apply() returns a new object with the same list inside."""

    def apply(self, action):
        return SharingItsBoard(super().apply(action).said)


class EqualOnlyToItself(Mutating):
    def apply(self, action):
        if action not in self.legal_actions():
            raise IllegalAction("no")
        return EqualOnlyToItself([*self.said, action])


class ChangedByARefusal(Mutating):
    """A game that refuses an illegal action only after the action has changed the state."""

    def apply(self, action):
        self.said = [*self.said, action]
        if action not in (0, 1) or len(self.said) > 3:
            raise IllegalAction("no")
        after = ChangedByARefusal(self.said)
        self.said = self.said[:-1]
        return after

    def __eq__(self, other):
        return self.said == other.said

    def __hash__(self):
        return hash(tuple(self.said))


@dataclass(eq=False)
class WithDice:
    """A game whose positions carry a generator, as a copied environment does.

    matters   whether the next position depends on the generator
    """

    dice: object
    matters: bool = True
    said: tuple = ()
    thrown: int = 0

    num_players = 1
    current_player = 0

    def legal_actions(self):
        return [] if len(self.said) == 3 else [0, 1]

    def apply(self, action):
        if action not in self.legal_actions():
            raise IllegalAction(f"{action!r} is not legal here")
        after = deepcopy(self)
        after.said = (*self.said, action)
        number = int(6 * after.dice.random())
        after.thrown += number if self.matters else 1
        return after

    def is_terminal(self):
        return len(self.said) == 3

    def rewards(self):
        if len(self.said) < 3:
            raise ValueError("not over")
        return (self.thrown / 15,)

    def __eq__(self, other):
        return self.said == other.said

    def __hash__(self):
        return hash(self.said)


def any_word(state, action):
    """Apply the action "stay" like 0, and any other action like 1."""
    if not early(state):
        raise IllegalAction("over")
    return type(state)((*state.said, int(action != "stay")))


def early(state):
    return len(state.said) < 3


def failing(self):
    raise ZeroDivisionError("oh no")


def illegal_one():
    raise IllegalAction("0 is not legal here")


dice = random.Random(0)


def chance(state, action):
    """Draw the next state at random, whichever action is given."""
    return Correct.apply(state, action) and type(state)((*state.said, int(dice.random() * 2)))


def two(kind, state):
    """Return the actions 0 and 1 as values of the type `kind`."""
    return [kind(0), kind(1)] if early(state) else []


class Tossed(Correct):
    """A variant of `Correct` in which player 1 is a coin."""

    __slots__ = ()
    chance_player = 1

    def chance_outcomes(self):
        return [(0, 0.5), (1, 0.5)]

    def rewards(self):
        return (Correct.rewards(self)[0], 0.0)


def tossed(outcomes):
    """Return a `Tossed` with these outcomes."""
    return type("Broken", (Tossed,), {"__slots__": (), "chance_outcomes": lambda self: outcomes})()


def numbers_then_words(self):
    """Return legal actions: first numbers, later words, which cannot be sorted like numbers."""
    if not early(self):
        return []
    return ["a", "b"] if self.said else [0, 1]


BROKEN = {  # rule → games that break it
    "apply() does not change the position that it is called on.": {
        "mutating apply": Mutating([]),
        "shared board": SharingItsBoard([]),
    },
    "The same actions lead to an equal position with the same hash.": {
        "identity equality": EqualOnlyToItself([]),
        "chance inside apply": broken(apply=chance),
    },
    "There are legal actions as long as the game goes on, and none afterwards.": {
        "moves at the end": broken(legal_actions=lambda self: [0, 1]),
        "no moves before the end": broken(
            legal_actions=lambda self: [] if len(self.said) > 1 else [0, 1]
        ),
    },
    "rewards() at the end is one number for each player.": {
        "rewards of 32 bits": broken(
            rewards=lambda self: tuple(np.float32(reward) for reward in Correct.rewards(self))
        ),
        "one reward too few": broken(rewards=lambda self: Correct.rewards(self)[:1]),
        "rewards raise at the end": broken(
            rewards=lambda self: Correct.rewards(self) and failing(self)
        ),
    },
    "Every reward lies between 0 and 1.": {
        "rewards from -1 to 1": broken(
            rewards=lambda self: tuple(2 * r - 1 for r in Correct.rewards(self))
        ),
        "reward nan": broken(rewards=lambda self: Correct.rewards(self) and (float("nan"), 0.0)),
    },
    "rewards() raises ValueError while the game goes on.": {
        "early rewards": broken(rewards=lambda self: (0.5, 0.5)),
    },
    "legal_actions() is a sorted sequence without repeats.": {
        "unsorted actions": broken(legal_actions=lambda self: [1, 0] if early(self) else []),
        "repeated actions": broken(legal_actions=lambda self: [0, 0, 1] if early(self) else []),
        "a set of actions": broken(legal_actions=lambda self: {0, 1} if early(self) else set()),
        "actions that cannot be compared": broken(
            legal_actions=lambda self: [0, "one"] if early(self) else []
        ),
    },
    "Each action is an int, a float, a str, or a tuple of these.": {
        "numpy's whole numbers": broken(legal_actions=lambda self: two(np.int64, self)),
        "a numpy number in a tuple": broken(
            legal_actions=lambda self: [("go", (np.int8(1),))] if early(self) else []
        ),
        "actions that cannot be saved": broken(legal_actions=lambda self: two(Fraction, self)),
        "an action without end": broken(
            legal_actions=lambda self: [0.0, float("inf")] if early(self) else []
        ),
    },
    "The actions of all positions can be sorted together.": {
        "numbers first, then words": broken(legal_actions=numbers_then_words),
    },
    "chance_outcomes(), if the game has it, pairs the legal actions with their probabilities.": {
        "probabilities without chance": broken(chance_outcomes=lambda self: []),
        "probabilities that sum to 0.9": tossed([(0, 0.5), (1, 0.4)]),
        "an outcome too few": tossed([(0, 1)]),
        "outcomes in another order": tossed([(1, 0.5), (0, 0.5)]),
        "a probability below 0": tossed([(0, -0.5), (1, 1.5)]),
        "probabilities without actions": tossed([0.5, 0.5]),
    },
    "The board, if the game has one, fits its columns, and action names are strings.": {
        "half a row": broken(columns=2, cells=lambda self: "..."),
        "cells in a list": broken(columns=2, cells=lambda self: [".", "."]),
        "a name that is none": broken(action_name=lambda self, action: None),
    },
    "Chance, if the game has it, is the last player, and its reward is 0.": {
        "chance comes first": broken(chance_player=0),
        "chance is a method": broken(chance_player=lambda self: 1),
        "chance wins": broken(
            chance_player=1, rewards=lambda self: Correct.rewards(self) and (0.0, 1.0)
        ),
    },
    "A position can be hashed.": {
        "unhashable": broken(__hash__=None),
    },
    "The game is not over before the first move.": {
        "over before it begins": broken(
            is_terminal=lambda self: True,
            legal_actions=lambda self: [],
            rewards=lambda self: (0.5, 0.5),
        ),
    },
    "Every game comes to an end.": {
        "never ending": broken(
            is_terminal=lambda self: False,
            legal_actions=lambda self: [0],
            apply=lambda self, action: self,
        ),
        "a move that changes nothing": broken(
            apply=lambda self, action: (
                self if action == 1 and early(self) else Correct.apply(self, action)
            )
        ),
    },
    "current_player is an index from 0 to num_players − 1 while the game goes on.": {
        "numpy's player": broken(current_player=property(lambda self: np.int8(len(self.said) % 2))),
        "player 2 of 2": broken(current_player=property(lambda self: len(self.said) % 2 + 1)),
        "current_player is a method": broken(current_player=lambda self: 0),
    },
    "num_players is a whole number of at least 1.": {
        "no players": broken(num_players=0),
        "numpy's players": broken(num_players=np.int64(2)),
        "num_players is a method": broken(num_players=lambda self: 2),
        "a player joins": broken(
            num_players=property(lambda self: 2 if early(self) else 3),
            rewards=lambda self: (*Correct.rewards(self), 0.0),
        ),
    },
    "is_terminal() returns True or False.": {
        "is_terminal None": broken(is_terminal=lambda self: None),
    },
    "Reading a position raises no exception.": {
        "legal_actions raises": broken(legal_actions=failing),
        "str raises": broken(__str__=failing),
        "exit() at the end": broken(is_terminal=lambda self: False if early(self) else exit()),
    },
    "apply() of a legal action returns the next position.": {
        "apply raises": broken(apply=lambda self, action: failing(self)),
        "apply returns None": broken(apply=lambda self, action: None),
        "legal action refused": broken(
            apply=lambda self, action: Correct.apply(self, action) if action else illegal_one()
        ),
        "the next position and a reward": broken(
            apply=lambda self, action: (Correct.apply(self, action), 0)
        ),
    },
    "apply() of an illegal action raises IllegalAction.": {
        "illegal action accepted": broken(
            legal_actions=lambda self: [len(self.said)] if early(self) else [],
            apply=lambda self, action: type(self)((*self.said, action)),
        ),
        "changed by what it refuses": ChangedByARefusal([]),
        "any word will do": broken(
            legal_actions=lambda self: ["go", "stay"] if early(self) else [], apply=any_word
        ),
    },
    "Luck is a move of chance, and not a generator that copies of a position share.": {
        "dice of Python": WithDice(random.Random(1)),
        "dice of numpy": WithDice(np.random.default_rng(1)),
    },
    "Equal positions return the same values.": {
        "equal though different": broken(__eq__=lambda self, other: True, __hash__=lambda self: 1),
        "equal whatever came before": broken(
            __eq__=lambda self, other: (
                (len(self.said), sum(self.said)) == (len(other.said), sum(other.said))
            ),
            __hash__=lambda self: len(self.said),
            rewards=lambda self: (
                Correct.rewards(self) and ((1.0, 0.0) if self.said[0] else (0.0, 1.0))
            ),
        ),
    },
    "If a position has a picture, _repr_svg_(), the picture is well-formed XML.": {
        "picture raises": broken(_repr_svg_=failing),
        "broken picture": broken(_repr_svg_=lambda self: "<svg>"),
    },
}
GAMES_OF = {name: game for games in BROKEN.values() for name, game in games.items()}


@every_game
def test_correct_games_keep_every_rule(state):
    report = check_game(state, 20)
    assert report.ok, report


def test_the_game_the_broken_ones_are_made_from_is_correct_and_no_position_of_it_is_shown():
    report = check_game(Correct())
    assert report.ok and report.position is None and "<svg" not in report._repr_html_(), report
    assert str(report).endswith("All rules are kept (200 random games).")
    assert str(check_game(Correct(), 1)).endswith(" (1 random game).")
    assert str(report).count("✔ ") == len(RULES) and "not checked yet" not in str(report)


def test_a_generator_that_changes_nothing_is_no_fault():
    report = check_game(WithDice(random.Random(1), matters=False), 20)
    assert report.ok, report


WHOLE = {"over before it begins"}  # faults that concern no particular position


@pytest.mark.parametrize(
    ("rule", "name"), [(rule, name) for rule, games in BROKEN.items() for name in games]
)
def test_a_broken_game_is_named_by_its_rule_and_shows_where(rule, name):
    """The report shows the text of the first broken position, or the error raised by its str()."""
    # some of these games change themselves
    report = check_game(deepcopy(GAMES_OF[name]), 20, max_moves=500)
    assert not report.ok and rule in report.broken and f"✗ {rule} — " in str(report), report
    assert f"\nBroken rules: {len(report.broken)} of {len(RULES)} (" in str(report)
    assert str(report).count("(not checked yet)") == len(set(report.skipped) - set(report.broken))
    assert report._repr_html_().startswith("<pre") and "✗" in report._repr_html_()
    assert name in WHOLE or (report.position is not None and "<svg" in report._repr_html_()), report


def test_a_fault_deep_in_one_line_of_play_is_found_and_drawn():
    wrong = broken(
        rewards=lambda self: (2.0, 0.0) if self.said == (1, 0, 1) else Correct.rewards(self)
    )
    report = check_game(wrong)
    assert (
        report.position.said == report.actions == (1, 0, 1)
        and "Every reward lies between 0 and 1." in report.broken
    )
    assert f"The position after 1, 0, 1:</p>{picture(report.position)}" in report._repr_html_()
    first = check_game(broken(legal_actions=lambda self: [1, 0]))
    assert first.actions == () and "The position after no moves:" in first._repr_html_()


def test_a_coin_with_its_probabilities_is_correct():
    assert check_game(Tossed()).ok and check_game(tossed([(0, 1 / 3), (1, 2 / 3)])).ok


def test_a_game_that_changes_the_list_it_gave_is_found():
    """`check_game` keeps a copy of the actions, so it notices if a game changes its own list."""
    shared = [0, 1]

    def apply(self, action):
        after = Correct.apply(self, action)
        shared[1] += 1
        return after

    report = check_game(
        broken(legal_actions=lambda self: [] if len(self.said) == 3 else shared, apply=apply)
    )
    assert "the position changed: actions was (0, 1) and is now (0, " in str(report)


def test_every_rule_has_a_game_that_breaks_it():
    assert set(BROKEN) == set(RULES)


@pytest.mark.parametrize(
    "given, words", [(object(), "has no attribute"), (TicTacToe, "write check_game(TicTacToe())")]
)
def test_what_is_no_game_at_all_gets_a_report_too(given, words):
    report = check_game(given, 3)
    assert words in report.broken["Reading a position raises no exception."] and not report.ok
    assert len(str(report).splitlines()) == len(RULES) + 1


def test_positions_may_be_equal_and_look_different():
    """Equal positions may have different texts, for example because a text shows the last move."""

    def rewards(self):
        if early(self):
            raise ValueError(f"not over: {self.said}")
        return (0.5, 0.5)

    last_move_shown = broken(
        __eq__=lambda self, other: len(self.said) == len(other.said),
        __hash__=lambda self: len(self.said),
        rewards=rewards,
        __str__=lambda self: str(self.said[-1:]),
    )
    assert check_game(last_move_shown).ok


# ---------------------------------------------------------------------------- perft


def test_all_games_are_counted_by_their_results():
    """In Nim with 3 sticks, player 0 wins the games 1-1-1 and 3; player 1 wins 1-2 and 2-1."""
    assert perft_results(Nim(3)) == {(1.0, 0.0): 2, (0.0, 1.0): 2}
    assert perft_results(Nim(3), 1) == {(1.0, 0.0): 1} and perft_results(Nim(3), 0) == {}
    assert list(perft_results(Nim(4)).values()) == [3, 4]  # player 1 wins 1-3, 2-2, 3-1 and 1-1-1-1


def test_swapped_rewards_are_seen_by_results_alone():
    """A game with swapped rewards has the right move counts and breaks no rule of the contract.

    Only the counts of games by their results differ.
    """

    class Swapped(Nim):
        __slots__ = ()

        def rewards(self):
            return super().rewards()[::-1]

        def apply(self, action):
            return Swapped(*super().apply(action))

    assert check_game(Swapped(4)).ok
    assert [perft(Swapped(4), n) for n in range(5)] == [perft(Nim(4), n) for n in range(5)]
    assert perft_results(Swapped(4)) != perft_results(Nim(4))


def test_perft_by_hand():
    # The games of Nim with 3 sticks are 1-1-1, 1-2, 2-1 and 3.
    # There are three first moves, three games of two or more moves, and one game of three moves.
    assert [perft(Nim(3), depth) for depth in range(5)] == [1, 3, 3, 1, 0]
    assert perft_split(Nim(3), 2) == {1: 2, 2: 1, 3: 0}


# ---------------------------------------------------------------------------- trees


@every_game
@pytest.mark.parametrize("iterations", [1, 2, 7, 300])
def test_trees_of_every_game_keep_the_laws(state, iterations):
    check_tree(search(state, iterations, seed=iterations).root, iterations)


def tree():
    """Return a tree that begins late in a game, so that some of its nodes are finished games."""
    return record(TicTacToe.from_text("X.O/.X./..."), 60, seed=1).tree()


def first(root):
    return next(iter(root.children.values()))


def test_a_game_that_both_may_lose_has_weaker_laws_than_one_with_a_single_winner():
    """The rewards add up to 0 or 1, so one player's reward does not determine the other's."""
    tree = {
        0: {0: (0.0, 0.0), 1: (1.0, 0.0)},
        1: {0: (0.0, 1.0), 1: {0: (0.0, 0.0), 1: (0.0, 0.0)}},
    }
    for seed in range(5):
        root = search(Script.of(tree, (0, 1, 0)), 60, seed=seed).root
        check_tree(root, 60)
    with pytest.raises(TreeError):
        check_tree(root, 60, shared=True)


def a_tenth_off(which, more=0.1):
    """Return a function that adds `more` to W of the first node that `which` accepts.

    No playout adds 0.1, so the returned function makes the tree invalid.
    """

    def harm(root):
        node = next(node for node in root.descendants() if which(node))
        node.value_sum += more

    return harm


def own(node):
    """Return the rewards of a node's own playouts in a game in which two players share a point."""
    return node.value_sum - sum(child.visits - child.value_sum for child in node.children.values())


def grow_below_an_unfinished_node(root):
    half = next(n for n in root.descendants() if 0 < len(n.children) < len(n.state.legal_actions()))
    leaf = first(half)
    action = leaf.state.legal_actions()[0]
    leaf.children[action] = Node(leaf.state.apply(action), leaf, action)


FAULTS = {
    "a visit too many": (
        lambda root: setattr(first(root), "visits", first(root).visits + 1),
        "N should be",
    ),
    "W a tenth above N": (
        a_tenth_off(lambda node: node.value_sum == node.visits),
        "between 0 and N",
    ),
    "W a tenth below 0": (a_tenth_off(lambda node: not node.value_sum, -0.1), "between 0 and N"),
    "a tenth too little at the end": (
        a_tenth_off(lambda node: node.state.is_terminal(), -0.1),
        "N times the reward",
    ),
    "a tenth too much": (
        a_tenth_off(lambda node: own(node) == 1 < node.visits - node.value_sum),
        "W should be its",
    ),
    "a tenth too little": (
        a_tenth_off(lambda node: own(node) == 0 < node.value_sum, -0.1),
        "W should be its",
    ),
    "child left out": (
        lambda root: root.children.pop(root.state.legal_actions()[0]),
        "before all of its own actions",
    ),
    "children in another order": (
        lambda root: setattr(root, "children", dict(reversed(root.children.items()))),
        "in the order of the legal actions",
    ),
    "illegal child": (
        lambda root: root.children.update({99: Node(first(root).state, root, 99)}),
        "should be legal actions",
    ),
    "another parent": (lambda root: setattr(first(root), "parent", None), "another parent"),
    "another action": (lambda root: setattr(first(root), "action", 5), "another parent or action"),
    "another state": (
        lambda root: setattr(first(root), "state", TicTacToe().apply(8)),
        "another state",
    ),
    "another player": (lambda root: setattr(first(root), "player", 0), "player"),
    "growth too early": (grow_below_an_unfinished_node, "before all of its own actions"),
    "not a root": (lambda root: setattr(root, "parent", Node(TicTacToe())), "is not a root"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_broken_tree_is_named(name):
    harm, law = FAULTS[name]
    root = tree()
    check_tree(root, 60)
    harm(root)
    with pytest.raises(TreeError, match=law):
        check_tree(root)


def test_signs_swapped_on_the_way_up_are_found():
    every_reward_to_the_first_player = crediting(lambda node, rewards, leaf: rewards[0])
    phases = Phases(backpropagate=every_reward_to_the_first_player)
    root = replay(TicTacToe(), record(TicTacToe(), 200, seed=0).iterations, phases)
    with pytest.raises(TreeError, match="W should be"):
        check_tree(root)


class Both(Correct):
    """A correct cooperative game, in which both players get the same reward."""

    __slots__ = ()

    def rewards(self):
        return (Correct.rewards(self)[0],) * 2


@pytest.mark.parametrize("seed", range(4))
def test_rewards_need_not_add_up_to_one(seed):
    """W of a node is at least the sum of W over certain nodes below it.

    Each path below the node contributes one node: the nearest node of the same player or a finished
    game, whichever comes first.
    """
    root = search(Both(), 40, seed=seed).root
    assert check_game(Both(), 20).ok
    check_tree(root, 40)
    ends = [node for node in root.descendants() if node.state.is_terminal() and node.value_sum]
    ends[0].parent.value_sum = (
        sum(end.value_sum for end in ends if end.parent is ends[0].parent) - 0.1
    )
    with pytest.raises(TreeError, match="W should be its own"):
        check_tree(root)


def test_number_of_iterations_is_compared():
    with pytest.raises(TreeError, match="N = 61"):
        check_tree(tree(), 61)


def test_one_unvisited_leaf_is_allowed_after_a_break_only():
    root = search(TicTacToe(), 3, seed=0).root
    untried = next(action for action in root.state.legal_actions() if action not in root.children)
    root.children[untried] = Node(root.state.apply(untried), root, untried)
    check_tree(root, 3, broken_off=True)
    with pytest.raises(TreeError, match="never visited"):
        check_tree(root, 3)
    root = Node(TicTacToe())
    attach(root, 4)
    check_tree(root, 0, broken_off=True)


class Twice(Correct):
    """A game that raises an error at its end if its first actions were 1 and 1."""

    def rewards(self):
        if self.said[:2] == (1, 1):
            raise ZeroDivisionError
        return super().rewards()


def test_a_report_counts_the_games_up_to_the_broken_one_and_names_what_was_not_checked():
    report = check_game(Twice(), 200)
    assert not report.ok and 1 <= report.games <= 20
    assert check_game(Twice(), report.games).broken == report.broken
    assert report.games == 1 or check_game(Twice(), report.games - 1).ok
    later = [name for name, rule in RULES.items() if rule.needs_the_rest]
    assert report.skipped and set(report.skipped) <= set(later)
    first = list(RULES).index(next(iter(report.broken)))
    assert set(report.skipped) == {name for name in later if list(RULES).index(name) > first}
