"""Checkers of chapter 04, for the reader's own select, expand, simulate and backpropagate."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce
from math import isfinite
from numbers import Real
from typing import Any

from mctslib.course.ch04.luck import (
    ELSEWHERE,
    LUCK,
    ORDER,
    RED,
    START,
    demand_fair_luck,
    grows_the_reference,
    in_order,
    picks,
)
from mctslib.course.exercise import (
    Picture,
    Wrong,
    call,
    close,
    demand,
    exercise,
    function_name,
    plain,
    same,
    short,
)
from mctslib.draw.show import board_svg, tree_svg
from mctslib.game import Action, State
from mctslib.games import ConnectFour, Nim, TicTacToe
from mctslib.games.names import player_name
from mctslib.guard import upwards
from mctslib.policies import UCB1
from mctslib.search import PHASES, Phases, search
from mctslib.search import expand as reference_expand
from mctslib.trace import walk
from mctslib.tree import Node, Path, Playout
from mctslib.words import count

POLICY = UCB1()
O_FIRST = TicTacToe.from_text("XO./.X./..O", to_move="O")
NIM = Nim(5)
FINISHED = TicTacToe.from_text("XXX/OO./...")
FULL_COLUMN = reduce(ConnectFour.apply, [0] * 6, ConnectFour())  # only columns 1 to 6 are legal
ONE_BY_ONE = ConnectFour(1, 12)  # one column, so the tree is a single line of 12 moves

Rewards = tuple[float, ...]
Statistics = dict[Path, tuple[int, float]]
"""A dictionary from the path of each node to its pair (N, W)."""


def grown(iterations: int, state: State = START, seed: int = 12) -> Node:
    """Return the root of a tree that the library has grown from a state."""
    if not iterations:
        return Node(state)
    return search(state, iterations, seed=seed).root


def statistics_of(root: Node) -> Statistics:
    """Return N and W of all nodes of a tree."""
    return {node.path(): (node.visits, node.value_sum) for node in root.descendants()}


# ---------------------------------------------------------- select


@exercise("Your `select` goes down to the best child while all moves of a node have been tried.")
def check_select(own: Callable[[Node, Any], Node]) -> None:
    """Check `own(root, tree_policy)` on trees of several sizes, with three tree policies."""
    for iterations in (0, 1, 2, 3, 4, 7, 9, 25, 200):
        root = grown(iterations)
        compare_selection(own, root, POLICY, f"a tree of {count(iterations, 'iteration')}")
    for iterations in (30, 50, 70):
        tree = f"a tree of {count(iterations, 'iteration')} of Connect Four"
        compare_selection(own, grown(iterations, ConnectFour()), POLICY, tree)
    compare_selection(own, grown(60, O_FIRST), POLICY, "a tree in which O moves first")
    compare_selection(own, grown(40, NIM), POLICY, "a tree of Nim with five sticks")
    thread = "a tree with a single line of 12 moves (Connect Four in one column)"
    compare_selection(own, grown(14, ONE_BY_ONE), POLICY, thread)
    for root in (grown(200), grown(400, ConnectFour())):
        first = "a tree policy that always takes the first child"
        compare_selection(own, root, first_child, first)
        last = "a tree policy that always takes the last child"
        compare_selection(own, root, last_child, last)


def first_child(node: Node) -> Node:
    """Return the first child, as a tree policy that tests whether `select` follows its policy."""
    return next(iter(node.children.values()))


def last_child(node: Node) -> Node:
    """Return the last child, as a tree policy that tests whether `select` follows its policy."""
    return list(node.children.values())[-1]


def policy_of_nodes_with_children(policy: Callable[[Node], Node], node: Node) -> Node:
    """Return the child that a policy picks, or raise LookupError if the node has no child."""
    if node.children:
        return policy(node)
    if node.state.is_terminal():
        why = "the game is over there, so the node has 0 children and 0 legal actions"
    else:
        why = "none of its actions has been tried"
    message = f"tree_policy was called for {name_of(node.path())}, which has no child: {why}."
    raise LookupError(f"{message} Selection must stop at such a node")


def compare_selection(
    own: Callable, root: Node, policy: Callable[[Node], Node], where: str
) -> None:
    """Raise `Wrong` if a reader's `select` returns a wrong node or changes the tree.

    own     the reader's function
    root    the root of the tree
    policy  the tree policy
    where   words for the tree or the tree policy
    """
    before = statistics_of(root)
    picture = partial(tree_svg, root, max_nodes=12, sums=True)
    name = function_name(own)
    handed_policy = partial(policy_of_nodes_with_children, policy)
    shown = f"{name}(root, tree_policy), on {where}"
    selected = call(own, root, handed_policy, returns=Node, shown=shown)
    changed = f"`{name}` changed the tree. Only backpropagation may change N and W."
    demand(statistics_of(root) == before, changed, picture)
    right = PHASES.select(root, policy)
    if selected is right:
        return
    all_tried = len(selected.children) == len(selected.state.legal_actions())
    if len(selected.path()) < len(right.path()) and all_tried:
        why = (
            "Your `select` stops too early. All moves of this node have been tried, so go on to "
            "a child."
        )
    elif right in upwards(selected.parent):
        place = name_of(right.path())
        unfinished = f"{place[0].upper()}{place[1:]} still has an untried move, or the game is over"
        why = f"Your `select` goes too far. {unfinished} there, so stop there."
    else:
        why = "In each step, go to the child that `tree_policy(node)` returns."
    found = f"On {where} you select {name_of(selected.path())}"
    raise Wrong(f"{found}, but you should select {name_of(right.path())}. {why}", picture)


def name_of(path: Path) -> str:
    """Return the name of a node for a message: "the root", or "node" and the node's path."""
    return f"node {path}" if path else "the root"


# ---------------------------------------------------------- expand

NODES_TO_EXPAND: list[tuple[State, tuple[Action, ...]]] = [  # state, actions already tried
    (START, ()),
    (START, (1,)),
    (TicTacToe(), ()),
    (TicTacToe(4), (0, 5)),
    (FULL_COLUMN, (3,)),
    (NIM, ()),
]


@exercise("Your `expand` adds one new child, and adds nothing if the game is over.")
def check_expand(own: Callable[[Node, random.Random], Node]) -> str | None:
    """Check that `own(node, rng)` adds one child for an untried action, picked at random."""
    starts: list[State] = [START, O_FIRST]
    for state in starts:
        node = Node(state)
        node.visits = 1
        for seed in range(1, len(state.legal_actions()) + 1):
            demand_one_child(own, node, seed)
    demand_nothing_at_the_end(own)
    for state, tried in NODES_TO_EXPAND:
        demand_fair_luck(own, state, tried)
    return warning_about_expand(own)


def warning_about_expand(own: Callable) -> str | None:
    """Return a warning if a right `expand` works differently from the library's, or else None."""
    if grows_the_reference(Phases(expand=own)):
        consequence = ELSEWHERE
    else:
        consequence = RED
    if picks(own, START, ()) != picks(reference_expand, START, ()):
        return (
            "Your `expand` is right and random. But it uses the random numbers differently from "
            f"{LUCK}, {consequence}"
        )
    if not all(in_order(own, START, seed) for seed in range(10)):
        order = f"its children stay in the order in which they were added, but {ORDER}"
        return f"Your `expand` is right. But {order}, {consequence}"
    if consequence == RED:
        draws = "it does not draw exactly one random number for each new child, as"
        return f"Your `expand` is right and random. But {draws} {LUCK} does, {RED}"
    return None


def demand_one_child(own: Callable, node: Node, seed: int) -> None:
    """Raise `Wrong` if a call to `expand` does not add one new child with the right attributes."""
    tried = set(node.children)
    before = statistics_of(node)
    shown = f"{function_name(own)}(node, rng)"
    try:
        child = call(own, node, random.Random(seed), returns=Node, shown=shown)
    except Wrong as wrong:
        new = [f"a child for action {action}" for action in node.children if action not in tried]
        if not new:
            raise
        attached = f"Your function attached {' and '.join(new)}, and then something went wrong"
        once = "Call `attach` once, and return its result."
        raise Wrong(f"{attached}. {once} {wrong}") from wrong
    picture = partial(tree_svg, node, sums=True)
    given_back = "Your function returns the given node, although this node has an untried move."
    demand(child is not node, given_back, picture)
    again = f"Action {child.action} has already been tried. Leave out the keys of `node.children`."
    demand(child.action not in tried, again, picture)
    added = len(node.children) - len(tried)
    lost = "The new child is not in `node.children`, so the search cannot find this child again."
    demand(added > 0, lost, picture)
    demand(added == 1, f"Your function added {added} children, but an iteration adds one.", picture)
    grandchild = "The new child already has a child, but an iteration adds only one node."
    demand(not child.children, grandchild, picture)
    no_parent = "`child.parent` should be the node. Use `attach`, or `Node(state, parent, action)`."
    demand(child.parent is node, no_parent, picture)
    other_child = "`node.children[action]` should be the child that you return."
    demand(node.children.get(child.action) is child, other_child, picture)
    after = "The child's state is the state after the action."
    same(child.state, node.state.apply(child.action), "child.state", after)
    mover = "This is the player who moved *into* the child, `node.state.current_player`"
    sets = "`Node(state, parent, action)` sets it."
    same(child.player, node.state.current_player, "child.player", f"{mover}. {sets}", picture)
    later = "Backpropagation counts the visit."
    same((child.visits, child.value_sum), (0, 0.0), "(N, W) of the new child", later)
    demand_untouched(own, before, node, picture)


def demand_nothing_at_the_end(own: Callable) -> None:
    """Raise `Wrong` unless `expand` returns the node of a finished game unchanged."""
    node = Node(FINISHED)
    node.visits = 1
    shown = f"{function_name(own)}(a finished game, rng)"
    answer = call(own, node, random.Random(0), returns=Node, shown=shown)
    nothing = "If the game is over, return the given node and add nothing."
    picture = partial(board_svg, FINISHED)
    demand(answer is node and not node.children, nothing, picture)
    demand_untouched(own, {(): (1, 0.0)}, node, picture)


def demand_untouched(own: Callable, before: Statistics, root: Node, picture: Picture) -> None:
    """Raise `Wrong` if N or W of an old node differs from the numbers in `before`."""
    now = statistics_of(root)
    changed = (
        f"`{function_name(own)}` changed N or W of an old node. Only backpropagation may change "
        "N and W."
    )
    demand(all(now.get(path) == numbers for path, numbers in before.items()), changed, picture)


# ---------------------------------------------------------- simulate

BOARDS = (".../.../...", "X../XOO/OX.", "XXO/OOX/X..")


@exercise("Your `simulate` follows the rollout policy to the end, and returns the rewards.")
def check_simulate(own: Callable[[State, random.Random, Any], Playout]) -> str | None:
    """Check that `own(state, rng, rollout_policy)` plays one game to its end."""
    for board in BOARDS:
        state = TicTacToe.from_text(board)
        for seed in range(5):
            check_playout(own, state, seed, any_move)
        check_playout(own, state, 0, first_move)
    for other in (ConnectFour(), O_FIRST, NIM):
        check_playout(own, other, 0, any_move)
    for game in (Generous, Harsh):
        check_playout(own, game.from_text("X../XOO/OX."), 1, any_move)
    check_finished_game(own)
    check_luck_of_playouts(own)
    if not grows_the_reference(Phases(simulate=own)):
        return (
            "Your `simulate` is right. But it uses `rng` for more than the calls of "
            f"`rollout_policy(state, rng)`, {RED}"
        )
    return None


class Generous(TicTacToe):
    """Tic-tac-toe in which a loser gets ¼, so that the two rewards do not always add up to 1."""

    __slots__ = ()

    def rewards(self) -> Rewards:  # type: ignore[override]
        return tuple(0.25 + 0.75 * reward for reward in super().rewards())


class Harsh(TicTacToe):
    """Tic-tac-toe with the rewards −1 for a loss, 0 for a draw and 1 for a win."""

    __slots__ = ()

    def rewards(self) -> Rewards:  # type: ignore[override]
        return tuple(2 * reward - 1 for reward in super().rewards())


def any_move(state: State, rng: random.Random) -> Action:
    """Return a random legal action."""
    return rng.choice(state.legal_actions())


def first_move(state: State, rng: random.Random) -> Action:
    """Return the first legal action, as a rollout policy that uses no random numbers."""
    return state.legal_actions()[0]


class WatchedPolicy:
    """A rollout policy that records each of its actions with the state in which it was chosen."""

    def __init__(self, policy: Callable[[State, random.Random], Action]) -> None:
        self.policy = policy
        self.choices: list[tuple[State, Action]] = []

    def __call__(self, state: State, rng: random.Random) -> Action:
        action = self.policy(state, rng)
        self.choices.append((state, action))
        return action


def check_playout(own: Callable, state: State, seed: int, policy: Callable) -> None:
    """Raise `Wrong` if a playout is illegal, stops before the end, or has wrong rewards.

    Each move must also be the one that the policy returned for the state before the move.
    """
    picture = partial(board_svg, state)
    watched = WatchedPolicy(policy)
    shown = f"{function_name(own)}(this board, rng, rollout_policy)"
    playout = call(own, state, random.Random(seed), watched, returns=Playout, shown=shown)
    now = state
    by_policy = True
    for action in playout.actions:
        illegal = f"Your playout plays {action!r}, which is not legal after the moves before it."
        demand(action in now.legal_actions(), illegal, picture)
        by_policy = by_policy and (now, action) in watched.choices
        now = now.apply(action)
    end = partial(board_svg, now)
    moves = count(len(playout.actions), "move")
    demand(now.is_terminal(), f"Your playout stops after {moves}, before the game is over.", end)
    as_tuple = "Give the actions as a tuple: `tuple(actions)`."
    demand(isinstance(playout.actions, tuple), as_tuple, picture)
    all_rewards = "Return all the rewards, `tuple(state.rewards())`: one number for each player."
    demand(isinstance(playout.rewards, tuple), all_rewards, picture)
    last = (
        "In any game the rewards must be the `rewards()` of the last state. In some games the "
        "loser also gets points."
    )
    same(playout.rewards, now.rewards(), "the rewards of your playout", last, end)
    if not by_policy:
        right = PHASES.simulate(state, random.Random(seed), policy)
        why = "Does every move come from `rollout_policy(state, rng)`?"
        same(playout.actions, right.actions, "the moves of your playout", why, picture)
        raise Wrong(f"Your playout's moves are not the policy's moves. {why}", picture)


def check_finished_game(own: Callable) -> None:
    """Raise `Wrong` if the playout of a finished game has a move or wrong rewards."""
    picture = partial(board_svg, FINISHED)
    shown = "simulate(a finished game, …)"
    playout = call(own, FINISHED, random.Random(0), any_move, returns=Playout, shown=shown)
    actions = "the actions on a finished game"
    same(tuple(playout.actions), (), actions, "No move is left to play.", picture)
    same(playout.rewards, FINISHED.rewards(), "the rewards of a finished game", picture=picture)


def check_luck_of_playouts(own: Callable) -> None:
    """Raise `Wrong` if equal seeds give different playouts, or all seeds give the same playout."""
    first = [own(TicTacToe(), random.Random(seed), any_move) for seed in range(5)]
    second = [own(TicTacToe(), random.Random(seed), any_move) for seed in range(5)]
    again = "The same seed gave two different playouts. Call `rollout_policy` with your `rng`."
    demand(first == second, again)
    alike = "Five seeds gave the same playout. Call `rollout_policy` with the `rng` passed to you."
    demand(len(set(first)) > 1, alike)


# ---------------------------------------------------------- backpropagate


@dataclass(frozen=True)
class Backup:
    """One backpropagation to check.

    tree     a function that returns a fresh copy of the tree
    path     the path of the node at which backpropagation starts
    rewards  the rewards of the playout
    game     words for a message about a special game, or "" for an ordinary game
    """

    tree: Callable[[], Node]
    path: Path
    rewards: Rewards
    game: str = ""


def tree_where_x_moved_twice() -> Node:
    """Return a tree in which X made both moves on the path (2, 1), and O made the next move."""
    root = grown(30)
    walk(root, (2, 1)).player = 0
    walk(root, (2, 1, 8)).player = 1
    return root


def backups_to_check() -> list[Backup]:
    """Return backpropagations of wins, losses and draws from several depths and special games."""
    small_tree = partial(grown, 30)
    backups = []
    for path in ((), (2,), (2, 1), (2, 1, 8)):
        for rewards in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5)):
            backups.append(Backup(small_tree, path, rewards))
    twice = " in a game in which X moved twice in a row"
    backups.append(Backup(tree_where_x_moved_twice, (2, 1, 8), (0.75, 0.25), twice))
    both = " in a game in which both players get points"
    backups.append(Backup(small_tree, (2, 1), (0.75, 0.5), both))
    negative = " in a game in which a loss costs a point"
    backups.append(Backup(small_tree, (2, 1), (-1.0, 1.0), negative))
    o_first = " in a game in which O moves first"
    backups.append(Backup(partial(grown, 30, O_FIRST), (2,), (1.0, 0.0), o_first))
    long = " in a game of 12 moves"
    backups.append(Backup(partial(grown, 14, ONE_BY_ONE), (0,) * 12, (1.0, 0.0), long))
    return backups


@exercise("Your `backpropagate` adds one visit, and the mover's reward, to each node on the path.")
def check_backpropagate(own: Callable[[Node, Rewards], None]) -> str | None:
    """Check N and W of all nodes of several trees after `own(node, rewards)`."""
    for backup in backups_to_check():
        check_backup(own, backup)
    if not grows_the_reference(Phases(backpropagate=own)):
        return (
            "Your `backpropagate` is right. But the last digits of W differ from the sum of the "
            f"rewards, which can decide between two scores, {RED}"
        )
    return None


def check_backup(own: Callable, backup: Backup) -> None:
    """Raise `Wrong` if N or W differs from the result of the library's backpropagation."""
    root = backup.tree()
    reference = backup.tree()
    path = backup.path
    shown = f"{function_name(own)}(node {path}, {backup.rewards})"
    answer = call(own, walk(root, path), backup.rewards, shown=shown)
    PHASES.backpropagate(walk(reference, path), backup.rewards)
    for right in reversed(list(reference.descendants())):  # the deepest node first
        compare_numbers(walk(root, right.path()), right, backup)
    demand(answer is None, f"`backpropagate` should return nothing, but yours returned {answer!r}.")


def visits_mistake(node: Node, right: Node, backup: Backup) -> str:
    """Return a message about the likely mistake if N of a node is wrong.

    right  the corresponding node of the library's tree
    """
    path = right.path()
    if backup.path[: len(path)] != path:
        return "This node is not on the path, so it must not change."
    before = walk(backup.tree(), path)
    if node.visits != before.visits:
        return "Each node on the path gets exactly one more visit."
    if node.value_sum != before.value_sum:
        return "W has changed, but N has not. Add one visit to each node on the path."
    if path == backup.path and path:
        return "Add one visit, and the mover's reward, to each node on the path."
    return "Walk up to the root, and update the root as well."


def compare_numbers(node: Node, right: Node, backup: Backup) -> None:
    """Raise `Wrong`, naming the likely mistake, if N or W of a node is wrong.

    right  the corresponding node of the library's tree
    """
    path = right.path()
    after = f"after a playout from {name_of(backup.path)} with the rewards {backup.rewards}"
    case = f"{after}{backup.game}"
    name = name_of(path)
    *_, top = upwards(node)
    picture = partial(tree_svg, top, max_nodes=10, path=backup.path, sums=True)
    why = visits_mistake(node, right, backup)
    same(node.visits, right.visits, f"N of {name} {case}", why, picture)
    player = right.player
    if path:
        mover = f"{player_name(right.state, player)} moved there (`node.player` is {player})"
        why = f"{mover}, so W grows by `rewards[{player}]`."
    else:
        counts = "The root counts for the player whose turn it is there"
        why = f"{counts} (`node.player` is {player}), so W grows by `rewards[{player}]`."
    value_sum = plain(node.value_sum)
    no_number = f"W of {name} is {short(value_sum)} {case}, but it should be a number. {why}"
    demand(isinstance(value_sum, Real), no_number)
    can_be_drawn = isfinite(value_sum)
    close(
        node.value_sum,
        right.value_sum,
        f"W of {name} {case}",
        why,
        picture=picture if can_be_drawn else "",
    )
