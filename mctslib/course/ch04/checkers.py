"""Checkers of chapter 04: the reader's own select, expand, simulate and backpropagate."""

import random
from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from mctslib.course.ch04.luck import LUCK, ORDER, RED, fair, in_order, picks
from mctslib.course.exercise import (
    Picture,
    Wrong,
    call,
    demand,
    exercise,
    function_name,
    same,
)
from mctslib.draw.show import board_svg, tree_svg
from mctslib.game import State
from mctslib.games import ConnectFour, TicTacToe
from mctslib.games.board import MARKS
from mctslib.guard import upwards
from mctslib.policies import UCB1
from mctslib.search import PHASES, search
from mctslib.search import expand as reference_expand
from mctslib.trace import walk
from mctslib.tree import Node, Playout
from mctslib.words import count

START = TicTacToe.from_text("X../XOO/OX.")  # X to move: cells 1, 2 and 8
POLICY = UCB1()
FULL_COLUMN = reduce(ConnectFour.apply, [0] * 6, ConnectFour())  # columns 1 to 6 are left
LAST = "They are what `rewards()` of the last state says, in any game (in some the loser gets something too)."
ONE_BY_ONE = ConnectFour(
    1, 12
)  # a single column: one legal move at a time, so its tree is a thread of 12 moves


def grown(iterations: int, state: State = START, seed: int = 12) -> Node:
    """A reference tree of so many iterations."""
    return search(state, iterations, seed=seed).root


def _statistics(root: Node) -> dict[tuple, tuple[int, float]]:
    return {node.path(): (node.visits, node.value_sum) for node in root.descendants()}


# ---------------------------------------------------------------------------- select


@exercise("Correct: down along the best scores, as long as every move of a node has been tried.")
def check_select(own: Callable[[Node, Any], Node]) -> None:
    """`select(root, tree_policy)` on trees of several sizes, with two tree policies."""
    for iterations in (0, 1, 2, 3, 4, 7, 9, 25, 200):
        root = grown(iterations) if iterations else Node(START)
        _selects(own, root, POLICY, f"a tree of {count(iterations, 'iteration')}")
    for iterations in (30, 50, 70):
        root = grown(iterations, ConnectFour())
        _selects(own, root, POLICY, f"a tree of {count(iterations, 'iteration')} of Connect Four")
    _selects(
        own, grown(14, ONE_BY_ONE), POLICY, "a thread of 12 moves (Connect Four in one column)"
    )
    for root in (grown(200), grown(400, ConnectFour())):
        for place, which in ((0, "first"), (-1, "last")):
            _selects(
                own,
                root,
                partial(_child_at, place),
                f"a tree policy that always takes the {which} child",
            )


def _child_at(place: int, node: Node) -> Node:
    """A tree policy that nobody would use, to see whether `select` asks it, and at every step."""
    return list(node.children.values())[place]


def _asked(policy: Callable, node: Node) -> Node:
    """The tree policy as it is handed over: it says what is wrong where there is no child to choose."""
    if node.children:
        return policy(node)
    over = "the game is over there, and 0 children are as many as 0 legal actions"
    why = over if node.state.is_terminal() else "none of its actions was tried yet"
    raise LookupError(
        f"tree_policy was asked about node {node.path()}, which has no child: {why}. Stop at such a node"
    )


def _selects(own: Callable, root: Node, policy: Callable, where: str) -> None:
    before = _statistics(root)
    picture = partial(tree_svg, root, max_nodes=12, sums=True)
    shown = f"{function_name(own)}(root, tree_policy), on {where}"
    answer = call(own, root, partial(_asked, policy), returns=Node, shown=shown)
    right = PHASES.select(root, policy)
    if answer is right:
        changed = f"`{function_name(own)}` changed the tree; N and W are written in backpropagation alone."
        return demand(_statistics(root) == before, changed, picture)
    tried, legal = len(answer.children), len(answer.state.legal_actions())
    if len(answer.path()) < len(right.path()) and tried == legal:
        why = "It stops too early: every move of that node has been tried, so go on to a child."
    elif right in upwards(answer.parent):
        why = f"It goes too far: node {right.path()} still has an untried move (or the game is over), so stop there."
    else:
        why = "Does each step go to the child that `tree_policy(node)` returns?"
    raise Wrong(
        f"On {where} you select node {answer.path()}; it should be node {right.path()}. {why}",
        picture,
    )


# ---------------------------------------------------------------------------- expand


@exercise("Correct: one untried move, one new child, and nothing where the game is over.")
def check_expand(own: Callable[[Node, random.Random], Node]) -> str | None:
    """`expand(node, rng)` adds one child of an untried action, picked at random."""
    node = Node(START)
    node.visits = 1
    for number in range(1, 4):
        _adds_one(own, node, number)
    _adds_nothing(own)
    for state, tried in (
        (START, ()),
        (START, (1,)),
        (TicTacToe(), ()),
        (TicTacToe(4), (0, 5)),
        (FULL_COLUMN, (3,)),
    ):
        fair(own, state, tried)
    if picks(own, START, ()) != picks(reference_expand, START, ()):
        return f"Correct, and random. But it draws its luck in another way than {LUCK}, {RED}"
    if not all(in_order(own, START, seed) for seed in range(10)):
        return f"Correct. But its children stay in the order in which they came, and {ORDER}, {RED}"
    return None


def _adds_one(own: Callable, node: Node, number: int) -> None:
    """The `number`-th call on one node: a new child, properly tied to its parent."""
    tried, before = set(node.children), _statistics(node)
    shown = f"{function_name(own)}(node, rng)"
    try:
        child = call(own, node, random.Random(number), returns=Node, shown=shown)
    except Wrong as wrong:
        new = [f"a child for action {action}" for action in node.children if action not in tried]
        once = f"It attached {' and '.join(new)}, and then went wrong: call `attach` once, and return what it gives."
        raise Wrong(f"{once} {wrong}" if new else str(wrong)) from wrong
    picture = partial(tree_svg, node, sums=True)
    demand(
        child is not node,
        "It returns the node it was given, although that has an untried move.",
        picture,
    )
    again = f"Action {child.action} had been tried already: leave out what is in `node.children`."
    demand(child.action not in tried, again, picture)
    added = len(node.children) - len(tried)
    demand(
        added > 0, "The new child is not in `node.children`: nobody would find it again.", picture
    )
    demand(added == 1, f"It added {added} children; an iteration adds one.", picture)
    demand(
        not child.children,
        "The new child has a child already; an iteration adds one node.",
        picture,
    )
    demand(
        child.parent is node,
        "The child does not know its parent: `Node(state, parent, action)`.",
        picture,
    )
    demand(
        node.children.get(child.action) is child,
        "`node.children[action]` should be the child you return.",
        picture,
    )
    same(
        child.state,
        node.state.apply(child.action),
        "child.state",
        "It is the state after the action.",
    )
    moved = "The player who moved *into* the child, `node.state.current_player`; `Node(state, parent, action)` sets it."
    same(child.player, node.state.current_player, "child.player", moved, picture)
    fresh = (child.visits, child.value_sum)
    same(fresh, (0, 0.0), "(N, W) of the new child", "The visit is counted in backpropagation.")
    _untouched(own, before, node, picture)


def _adds_nothing(own: Callable) -> None:
    """At the end of the game the node itself comes back."""
    over = Node(TicTacToe.from_text("XXX/OO./..."))
    over.visits = 1
    answer = call(
        own,
        over,
        random.Random(0),
        returns=Node,
        shown=f"{function_name(own)}(a finished game, rng)",
    )
    nothing = "Where the game is over, return the node itself and add nothing."
    picture = partial(board_svg, over.state)
    demand(answer is over and not over.children, nothing, picture)
    _untouched(own, {(): (1, 0.0)}, over, picture)


def _untouched(own: Callable, before: dict, root: Node, picture: Picture) -> None:
    """The nodes that were there have the N and W they had."""
    now = _statistics(root)
    changed = f"`{function_name(own)}` changed the N or W of a node that was there; that is left to backpropagation."
    demand(all(now.get(path) == numbers for path, numbers in before.items()), changed, picture)


# ---------------------------------------------------------------------------- simulate


@exercise("Correct: it plays to the very end by the rollout policy, and brings back the rewards.")
def check_simulate(own: Callable[[TicTacToe, random.Random, Any], Playout]) -> None:
    """`simulate(state, rng, rollout_policy)` plays one game to its end."""
    for board in (".../.../...", "X../XOO/OX.", "XXO/OOX/X.."):
        for seed in range(5):
            _plays(own, TicTacToe.from_text(board), seed, _any_move)
        _plays(own, TicTacToe.from_text(board), 0, lambda state, rng: state.legal_actions()[0])
    _plays(own, ConnectFour(), 0, _any_move)
    _plays(own, Generous.from_text("X../XOO/OX."), 1, _any_move)
    over = TicTacToe.from_text("XXX/OO./...")
    answer = call(
        own,
        over,
        random.Random(0),
        _any_move,
        returns=Playout,
        shown="simulate(a finished game, …)",
    )
    picture = partial(board_svg, over)
    same(
        tuple(answer.actions),
        (),
        "the actions on a finished game",
        "There is nothing left to play.",
        picture,
    )
    same(answer.rewards, over.rewards(), "the rewards of a finished game", picture=picture)


class Generous(TicTacToe):
    """Tic-tac-toe in which the loser gets a quarter too: the rewards of the two do not add up to 1."""

    __slots__ = ()

    def rewards(self) -> tuple[float, ...]:  # type: ignore[override]
        return tuple(0.25 + 0.75 * reward for reward in super().rewards())


def _any_move(state: State, rng: random.Random) -> int:
    return rng.choice(state.legal_actions())


def _plays(own: Callable, state: State, seed: int, policy: Callable) -> None:
    """One playout: legal, to the end, by the policy, with the rewards of that end."""
    picture = partial(board_svg, state)
    shown = f"{function_name(own)}(this board, rng, rollout_policy)"
    answer = call(own, state, random.Random(seed), policy, returns=Playout, shown=shown)
    right, now = PHASES.simulate(state, random.Random(seed), policy), state
    for action in answer.actions:
        legal = action in now.legal_actions()
        demand(
            legal,
            f"Your playout plays {action!r}, which is not legal after the moves before it.",
            picture,
        )
        now = now.apply(action)
    end = partial(board_svg, now)
    early = f"Your playout stops after {len(answer.actions)} moves, before the game is over."
    demand(now.is_terminal(), early, end)
    demand(
        isinstance(answer.actions, tuple), "Give the actions as a tuple: `tuple(actions)`.", picture
    )
    every = "Return all the rewards, `tuple(state.rewards())`: one number a player."
    demand(isinstance(answer.rewards, tuple), every, picture)
    same(answer.rewards, now.rewards(), "the rewards of your playout", LAST, end)
    why = "Does every move come from `rollout_policy(state, rng)`?"
    same(tuple(answer.actions), right.actions, "the moves of your playout", why, picture)


# ---------------------------------------------------------------------------- backpropagate


@exercise(
    "Correct: everyone on the way counts the visit, and gets the reward of whoever moved there."
)
def check_backpropagate(own: Callable[[Node, tuple[float, ...]], None]) -> None:
    """`backpropagate(node, rewards)` from nodes at several depths, for a win, a loss and a draw."""
    for path in ((), (2,), (2, 1), (2, 1, 8)):
        for rewards in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5)):
            _goes_back(own, grown(30), grown(30), path, rewards)
    _goes_back(
        own, _twice(), _twice(), (2, 1, 8), (0.75, 0.25), " in a game where X moved twice running"
    )
    _goes_back(
        own, grown(30), grown(30), (2, 1), (0.75, 0.5), " in a game where both get something"
    )
    _goes_back(
        own,
        grown(14, ONE_BY_ONE),
        grown(14, ONE_BY_ONE),
        (0,) * 12,
        (1.0, 0.0),
        " in a game of 12 moves",
    )


def _twice() -> Node:
    """A tree in which X made both moves on the way to (2, 1), and O the next."""
    root = grown(30)
    for path, player in (((2, 1), 0), ((2, 1, 8), 1)):
        walk(root, path).player = player
    return root


def _goes_back(
    own: Callable, root: Node, reference: Node, path: tuple, rewards: tuple, where: str = ""
) -> None:
    answer = call(
        own, walk(root, path), rewards, shown=f"{function_name(own)}(node {path}, {rewards})"
    )
    PHASES.backpropagate(walk(reference, path), rewards)
    case = f"after a playout from node {path} with the rewards {rewards}{where}"
    for node in reversed(list(reference.descendants())):  # the deepest first: where it went wrong
        _updated(walk(root, node.path()), node, path, case)
    demand(answer is None, f"It changes the nodes and returns nothing; yours returned {answer!r}.")


def _updated(own: Node, right: Node, path: tuple, case: str) -> None:
    """Compare N and W of one node; say what was forgotten."""
    here = right.path()
    on_path = path[: len(here)] == here
    name = f"node {here}" if here else "the root"
    *_, top = upwards(own)
    picture = partial(tree_svg, top, max_nodes=10, path=path, sums=True)
    why = (
        "Go on up to the root, the root included."
        if on_path
        else "It is not on the path: leave it alone."
    )
    same(own.visits, right.visits, f"N of {name} {case}", why, picture)
    player = right.player
    why = f"{MARKS[player]} moved there (`node.player` is {player}), so W grows by `rewards[{player}]`."
    if not here:
        why = f"The root counts for the player to move there: `node.player` is {right.player}, as everywhere."
    if own.value_sum != right.value_sum:
        wrong = f"W of {name} is {own.value_sum:g} {case}; it should be {right.value_sum:g}. {why}"
        raise Wrong(wrong, picture)
