"""Checkers of chapter 14: credited moves, their counts, the mixture of Q and AMAF, and the blocking
policy.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence, Set
from functools import partial
from math import sqrt
from typing import Any

from mctslib.course.ch14.answers import Counts, blend, block_only, credited, learn, win_only
from mctslib.course.exercise import (
    Mistakes,
    Wrong,
    call,
    close,
    demand,
    exercise,
    explained,
    plain,
    same,
    typed,
)
from mctslib.course.small_games import TwoStones
from mctslib.draw.show import board_svg
from mctslib.game import Action, State
from mctslib.games import ConnectFour, Hex, TicTacToe
from mctslib.oracle import positions
from mctslib.policies import uniform
from mctslib.search import simulate
from mctslib.tree import Node, Playout, attach

Playouts = tuple[Playout, ...]
Learned = dict[tuple[Action, ...], dict[Action, tuple[float, float]]]


@exercise(
    "Right: the set contains each move of the player to move once, even if a turn consists of "
    "several moves."
)
def check_credited(own: Callable[..., Any]) -> None:
    """Check that `own(state, actions)` returns the actions chosen by the player to move."""
    starts = Hex(3), ConnectFour(), TwoStones(), Hex(3).apply(4), ConnectFour().apply(3)
    cases = [(state, _playout(state, seed).actions) for state in starts for seed in (1, 2)]
    answers = [_credited(own, *case) for case in cases]
    why = explained(
        CREDIT_MISTAKES,
        cases,
        answers,
        "Go through the actions: first add the action if `state.current_player` is the right "
        "player, then apply the action.",
    )
    for case, answer in zip(cases, answers):
        same(answer, credited(*case), _credited_call(*case), why)
    over = TicTacToe.from_text("XXX/OO./...")
    shown = "credited(<a finished game>, ())"
    same(as_set(call(own, over, (), shown=shown), shown), set(), shown)


def _credited(own: Callable[..., Any], state: State, actions: Sequence[Action]) -> set[Action]:
    shown = _credited_call(state, actions)
    return as_set(call(own, state, actions, shown=shown), shown)


def _credited_call(state: State, actions: Sequence[Action]) -> str:
    return f"credited(<{_name(state)}, player {state.current_player} to move>, {actions})"


def as_set(answer: Any, shown: str) -> set[Any]:
    """Return an answer as a set.  A frozenset and the keys of a dict are also accepted."""
    if isinstance(answer, Set):
        return set(answer)
    return typed(answer, set, shown)


CREDIT_MISTAKES: Mistakes = [
    (
        lambda state, actions: moves_of(0, state, actions),
        "You return the moves of player 0, but player 1 may be to move in `state`.",
    ),
    (
        lambda state, actions: moves_of(1, state, actions),
        "You return the moves of player 1, but player 0 may be to move in `state`.",
    ),
    (lambda state, actions: set(actions), "You return the moves of *both* players."),
    (lambda state, actions: set(actions[1::2]), "You return the other player's moves."),
    (
        lambda state, actions: set(actions[::2]),
        "The players do not always alternate: in Two Stones a turn consists of two moves. Use "
        "`state.current_player`.",
    ),
    (
        lambda state, actions: set(actions[:1]),
        "You return only the first move, but *all* moves count as first moves.",
    ),
]


@exercise(
    "Right: each node counts the later moves of the player to move there, with this player's "
    "reward."
)
def check_learn(own: Callable[..., Any]) -> None:
    """Check that `own(counts, node, playout)` adds a playout to the counts of all nodes up to the
    root.

    Here counts[node][action] is a list: [playouts, sum of rewards].
    """
    cases = [
        leaf_and_playouts(Hex(3), (4, 0, 2), 5),
        leaf_and_playouts(ConnectFour(), (3, 3), 80),
        leaf_and_playouts(TwoStones(), (4, 0), 2),
        leaf_and_playouts(Hex(3), (4, 0), 1, 4, 7),
        leaf_and_playouts(TicTacToe(), (0, 4, 8), 2, 3, 4),
    ]
    answers = [counted(partial(_called, own), *case) for case in cases]
    mistakes = [(partial(counted, mistake), words) for mistake, words in LEARN_MISTAKES]
    why = explained(mistakes, cases, answers, "")
    for (node, playouts), answer in zip(cases, answers):
        right = counted(learn, node, playouts)
        for path in sorted(right | answer, key=len):
            shown, wanted = answer.get(path, {}), right.get(path, {})
            for action in sorted(shown | wanted):
                if shown.get(action) != wanted.get(action):
                    raise Wrong(
                        _difference(node, playouts, path, action, shown, wanted, why),
                        partial(board_svg, node_above(node, path).state),
                    )


def _called(own: Callable[..., Any], counts: Counts, node: Node, playout: Playout) -> None:
    call(own, counts, node, playout, shown="learn(counts, node, playout)")


def _difference(
    node: Node,
    playouts: Playouts,
    path: tuple,
    action: Action,
    shown: dict,
    wanted: dict,
    why: str,
) -> str:
    where = f"at the node after {path}" if path else "at the root"
    found = pair_as_text(shown.get(action))
    right = pair_as_text(wanted.get(action))
    game = f"The playout starts from the leaf {node.path()}"
    for number, playout in enumerate(playouts, 1):
        game += f"; playout {number} consists of {playout.actions}, with rewards {playout.rewards}"
    result = f"Then {where} action {action} has {found}; it should have {right}."
    return f"{game}. {result} {why}".rstrip()


def pair_as_text(pair: tuple[float, float] | None) -> str:
    """Return the counts of an action as text: "[playouts, sum of rewards]", or "nothing"."""
    if pair is None or pair == (0, 0):
        return "nothing"
    return f"[{pair[0]:g}, {pair[1]:g}]"


def leaf_and_playouts(state: State, path: Sequence[Action], *seeds: int) -> tuple[Node, Playouts]:
    """Return the leaf at the end of a path, and a playout from this leaf for each seed."""
    node = Node(state)
    for action in path:
        node = attach(node, action)
    return node, tuple(_playout(node.state, seed) for seed in seeds)


def _playout(state: State, seed: int) -> Playout:
    return simulate(state, random.Random(seed), uniform)


def counted(own: Callable[..., Any], node: Node, playouts: Playouts) -> Learned:
    """Return a function's counts for some playouts as a dict: path of a node → action → counts."""
    counts: Counts = defaultdict(dict)
    for playout in playouts:
        own(counts, node, playout)
    demand(
        all(isinstance(one, Node) for one in counts),
        "The keys of `counts` must be nodes: use `counts[node]`.",
    )
    pairs = [plain(pair) for found in counts.values() for pair in found.values()]
    demand(
        all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs),
        "For each action, `counts[node]` must hold a list of two numbers: [playouts, sum of "
        "rewards].",
    )
    noted: Learned = {}
    for one, found in counts.items():
        if found:
            noted[one.path()] = {action: as_pair(pair) for action, pair in found.items()}
    return noted


def as_pair(pair: Sequence[Any]) -> tuple[float, float]:
    """Return [playouts, sum of rewards] as a tuple of plain numbers."""
    playouts, rewards = map(plain, plain(pair))
    return playouts, rewards


def node_above(node: Node, path: tuple) -> Node:
    """Return the node with a given path: `node` itself or a node above it."""
    while node.parent is not None and node.path() != path:
        node = node.parent
    return node


def _name(state: Any) -> str:
    return type(state).__name__


def every_move_of(player: int, state: State, actions: Sequence[Action]) -> list[Action]:
    """Return the moves of a player among the actions, with repetitions."""
    found = []
    for action in actions:
        if state.current_player == player:
            found.append(action)
        state = state.apply(action)
    return found


def moves_of(player: int, state: State, actions: Sequence[Action]) -> set[Action]:
    """Return the moves of a player among the actions, without repetitions."""
    return set(every_move_of(player, state, actions))


def credited_here(node: Node, actions: Sequence[Action], root: Node) -> Collection[Action]:
    """Return the moves that a right answer credits at a node."""
    return credited(node.state, actions)


def mover(node: Node, root: Node) -> int:
    """Return the player to move at a node."""
    return node.state.current_player


def mover_at_root(node: Node, root: Node) -> int:
    """Return the player to move at the root."""
    return root.state.current_player


def same_node(node: Node, root: Node) -> Node:
    """Return the node itself."""
    return node


def nothing(counts: Counts, node: Node, action: Action) -> None:
    """Do nothing before an action is counted."""


def drops_the_count(counts: Counts, node: Node, action: Action) -> None:
    """Delete the counts of an action."""
    counts[node].pop(action, None)


def counting(
    counts: Counts,
    leaf: Node,
    playout: Playout,
    *,
    moves: Callable[[Node, Sequence[Action], Node], Collection[Action]] = credited_here,
    whose: Callable[[Node, Node], int] = mover,
    at: Callable[[Node, Node], Node] = same_node,
    before: Callable[[Counts, Node, Action], object] = nothing,
    keeps_moves: bool = True,
    top: bool = True,
) -> None:
    """Count a playout as `learn` does; the keyword parameters introduce mistakes.

    moves        a function that takes the node, the actions after it and the root, and returns the
                 moves that are counted at the node
    whose        a function that takes the node and the root, and returns the player whose reward is
                 added
    at           a function that takes the node and the root, and returns the node whose table is
                 used
    before       a function that is called with the counts, the node and an action before the action
                 is counted
    keeps_moves  whether the moves between the node and the leaf are put before the moves of the
                 playout
    top          whether the playout is counted at the root
    """
    actions = playout.actions
    root = node_above(leaf, ())
    node: Node | None = leaf
    while node is not None and (top or node.parent is not None):
        table = at(node, root)
        reward = playout.rewards[whose(node, root)]
        for action in moves(node, actions, root):
            before(counts, table, action)
            count = counts[table].setdefault(action, [0, 0])
            count[0] += 1
            count[1] += reward
        if keeps_moves:
            actions = (node.action, *actions)
        node = node.parent


def keeps_the_first(counts: Counts, leaf: Node, playout: Playout) -> None:
    """Apply a wrong rule: count for each action only the first playout that contains the action."""
    actions = playout.actions
    node: Node | None = leaf
    while node is not None:
        for action in credited(node.state, actions):
            reward = playout.rewards[node.state.current_player]
            counts[node].setdefault(action, [1, reward])
        actions = (node.action, *actions)
        node = node.parent


def clears(counts: Counts, node: Node, playout: Playout) -> None:
    """Apply a wrong rule: delete the counts of all nodes before counting the playout."""
    counts.clear()
    learn(counts, node, playout)


def moves_of_both(node: Node, actions: Sequence[Action], root: Node) -> set[Action]:
    """Return the moves of both players."""
    return set(actions)


def moves_as_often_as_made(node: Node, actions: Sequence[Action], root: Node) -> list[Action]:
    """Return the moves of the player to move at the node, with repetitions."""
    return every_move_of(mover(node, root), node.state, actions)


def moves_of_root_player(node: Node, actions: Sequence[Action], root: Node) -> set[Action]:
    """Return the moves of the player to move at the root."""
    return moves_of(mover_at_root(node, root), node.state, actions)


def moves_since_root(node: Node, actions: Sequence[Action], root: Node) -> set[Action]:
    """Return all moves since the root that were made by the player to move at the node."""
    return moves_of(mover(node, root), root.state, (*node.path(), *actions))


LEARN_MISTAKES: Mistakes = [
    (
        partial(counting, moves=moves_of_both),
        "Your function counts the moves of *both* players: use `credited`.",
    ),
    (
        partial(counting, moves=moves_as_often_as_made),
        "Count a move only once, even if it occurs twice in a playout.",
    ),
    (
        partial(counting, moves=moves_of_root_player, whose=mover_at_root),
        "You count the moves of the player to move at the *root* at every level, but at every "
        "second level the other player is to move.",
    ),
    (
        partial(counting, whose=mover_at_root),
        "Add the reward of the player to move at this node, not at the root.",
    ),
    (
        partial(counting, whose=lambda node, root: node.player),
        "`node.player` moved *into* the node, but `node.state.current_player` chooses its actions.",
    ),
    (
        partial(counting, keeps_moves=False),
        "The moves between this node and the leaf are missing. On the way up, put each "
        "`node.action` in front of the moves.",
    ),
    (
        partial(counting, moves=moves_since_root),
        "Do not count moves that were made *before* the node.",
    ),
    (
        partial(counting, at=lambda node, root: root),
        "One table for the whole tree mixes all positions: each node needs its own table.",
    ),
    (
        partial(counting, moves=lambda node, actions, root: actions[:1]),
        "You count only the first move, but *all* moves count as first moves.",
    ),
    (
        partial(counting, before=drops_the_count),
        "A later playout has replaced the counts of earlier playouts: add to the old counts.",
    ),
    (
        keeps_the_first,
        "You count only the first playout: `setdefault` keeps the old list, so add to the list "
        "afterwards.",
    ),
    (
        clears,
        "The counts of earlier playouts are lost: add to the tables instead of emptying them.",
    ),
    (partial(counting, top=False), "The root has a table as well: continue until `node` is None."),
]


@exercise(
    "Right: at first the mixture is AMAF alone, after k visits both values have weight ½, and "
    "after many visits the mixture is nearly Q alone."
)
def check_blend(own: Callable[..., Any]) -> None:
    """Check that `own(q, amaf, visits, k)` returns (1−β)·Q + β·AMAF, with β = √(k / (3N + k))."""
    cases = [
        (0.2, 0.8, 300, 300),
        (0.2, 0.8, 0, 300),
        (0.25, 0.75, 1000, 30),
        (0.9, 0.4, 50, 3000),
        (0.5, 0.0, 8, 1),
    ]
    answers = [call(own, *case, returns=float) for case in cases]
    why = explained(
        BLEND_MISTAKES,
        cases,
        answers,
        "β = √(k / (3N + k)) is the weight of AMAF, and 1 − β is the weight of Q.",
    )
    for case, answer in zip(cases, answers):
        close(answer, blend(*case), f"{getattr(own, '__name__', 'blend')}{case}", why)


BLEND_MISTAKES: Mistakes = [
    (
        lambda q, amaf, n, k: blend(amaf, q, n, k),
        "β is the weight of AMAF, not of Q, because the weight of AMAF must shrink.",
    ),
    (lambda q, amaf, n, k: q + k / (3 * n + k) * (amaf - q), "The square root is missing."),
    (lambda q, amaf, n, k: q + sqrt(k / (n + k)) * (amaf - q), "The 3 before N is missing."),
    (
        lambda q, amaf, n, k: q + sqrt(k / (3 * n + k)) * amaf,
        "The two weights must add up to 1: the weight of Q is 1 − β.",
    ),
]


@exercise("Right: the policy blocks if the opponent threatens to win, and wins only by chance.")
def check_block(own: Callable[..., Any]) -> None:
    """Check that `own(state)` returns the actions of the blocking policy.

    The function is tested in every position of 3×3 tic-tac-toe in which the game is not over.
    """
    shown = [state for [state] in SHOWN]
    why = explained(BLOCK_MISTAKES, SHOWN, [_blocks(own, state) for state in shown], BLOCK_RULE)
    going_on = [state for state in positions(TicTacToe()) if not state.is_terminal()]
    for state in [*shown, *going_on]:
        answer = _blocks(own, state)
        right = sorted(block_only(state))
        if answer != right:
            message = f"`block_only` picks from {answer} here; it should pick from {right}."
            raise Wrong(f"{message} {why}", partial(board_svg, state))


def _blocks(own: Callable[..., Any], state: TicTacToe) -> list[Action]:
    answer = plain(call(own, state, shown=f"block_only({state.cells()})", lines=2_000))
    listed = isinstance(answer, list | tuple | set | frozenset)
    demand(
        listed,
        f"`block_only` returned {answer!r}; it should be a list of actions.",
        partial(board_svg, state),
    )
    return sorted(map(plain, answer))


# The players who threaten to win on these boards are X, both, both, neither, and both; O is to move
# on the last board.
BOARDS = "XX./O../...", "XX./OO./...", "XO./.../XO.", "X../.../...", "XX./OO./X.."
SHOWN = [(TicTacToe.from_text(board),) for board in BOARDS]
BLOCK_RULE = (
    "Call `state.winning_actions` for the opponent. If the list is empty, return all legal actions."
)
BLOCK_MISTAKES: Mistakes = [
    (
        lambda state: sorted(win_only(state)),
        "These cells win for the player to *move*. Return the cells that win for the "
        "opponent, `1 - state.current_player`.",
    ),
    (
        lambda state: sorted(state.decisive_actions()),
        "Your policy wins if it can, and otherwise blocks, like `decisive_actions`. The blocking "
        "policy must not look for its own wins.",
    ),
    (
        lambda state: sorted(state.winning_actions(1 - state.current_player)),
        "If there is nothing to block, the policy must return all legal actions.",
    ),
    (lambda state: sorted(state.legal_actions()), "Your policy does not block."),
    (
        lambda state: sorted(state.winning_actions(0) or state.legal_actions()),
        "You block only player 0. The opponent is `1 - state.current_player`.",
    ),
    (
        lambda state: sorted(state.winning_actions(1) or state.legal_actions()),
        "You block only player 1. The opponent is `1 - state.current_player`.",
    ),
]
