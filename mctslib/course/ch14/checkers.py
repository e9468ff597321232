"""Checkers of chapter 14: which moves a playout tells of, where they are counted, how they are mixed, what blocks."""

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from functools import partial
from math import sqrt
from typing import Any

from mctslib.course.ch14.answers import Counts, blend, block_only, credited, learn, win_only
from mctslib.course.exercise import Wrong, call, close, demand, exercise, explained, plain, same
from mctslib.course.small_games import TwoStones
from mctslib.draw.show import board_svg
from mctslib.game import Action, State
from mctslib.games import ConnectFour, Hex, TicTacToe
from mctslib.oracle import positions
from mctslib.policies import uniform
from mctslib.search import simulate
from mctslib.tree import Node, Playout, attach

Learned = dict[tuple[Action, ...], dict[Action, tuple[float, float]]]


@exercise("Right: the moves of the player to move, whoever's turn comes next, each once.")
def check_credited(own: Callable[..., Any]) -> None:
    """`own(state, actions)` → the set of what the player to move in `state` took among the actions."""
    starts = Hex(3), ConnectFour(), TwoStones()
    cases = [(state, _playout(state, seed).actions) for state in starts for seed in (1, 2)]
    answers = [
        call(own, *case, returns=set, shown=f"credited(<{_name(case[0])}>, {case[1]})")
        for case in cases
    ]
    why = explained(
        CREDITS,
        cases,
        answers,
        "Walk through the game: note the action, if `state.current_player` is "
        "the one you look for, and only then apply it.",
    )
    for case, answer in zip(cases, answers):
        same(answer, credited(*case), f"credited(<{_name(case[0])}>, {case[1]})", why)
    over = TicTacToe.from_text("XXX/OO./...")
    same(call(own, over, (), returns=set), set(), "credited(<a finished game>, ())")


CREDITS = [
    (lambda state, actions: set(actions), "Those are the moves of *both* players."),
    (lambda state, actions: set(actions[1::2]), "Those are the other player's moves."),
    (
        lambda state, actions: set(actions[::2]),
        "Every second move is not always the same player's: in Two Stones a turn has two. Ask `state.current_player`.",
    ),
    (
        lambda state, actions: set(actions[:1]),
        "That is the first move only; *all* moves count as first.",
    ),
]


@exercise("Right: at every node its own player's moves, from there on, with that player's reward.")
def check_learn(own: Callable[..., Any]) -> None:
    """`own(counts, node, playout)` adds to counts[node][action] = [playouts, sum of rewards], up to the root."""
    cases = [
        _case(Hex(3), (4, 0, 2), 5),
        _case(ConnectFour(), (3, 3), 80),
        _case(TwoStones(), (4, 0), 2),
    ]
    answers = [_learned(partial(_called, own), *case) for case in cases]
    why = explained(LEARNED, cases, answers, "")
    for (node, playout), answer in zip(cases, answers):
        right = _learned(learn, node, playout)
        for path in sorted(right | answer, key=len):
            shown, wanted = answer.get(path, {}), right.get(path, {})
            for action in sorted(shown | wanted):
                if shown.get(action) != wanted.get(action):
                    raise Wrong(
                        _difference(node, playout, path, action, shown, wanted, why),
                        partial(board_svg, _at(node, path).state),
                    )


def _called(own: Callable[..., Any], counts: Counts, node: Node, playout: Playout) -> None:
    call(own, counts, node, playout, shown="learn(counts, node, playout)")


def _difference(
    node: Node, playout: Playout, path: tuple, action: Action, shown: dict, wanted: dict, why: str
) -> str:
    where = f"at the node after {path}" if path else "at the root"
    pairs = [
        f"[{n:g}, {w:g}]" if (n, w) != (0, 0) else "nothing"
        for n, w in (one.get(action, (0, 0)) for one in (shown, wanted))
    ]
    game = f"The tree is left after {node.path()}, the playout goes on with {playout.actions}"
    counted = f"Then {where} action {action} has {pairs[0]}; it should have {pairs[1]}."
    return f"{game}, rewards {playout.rewards}. {counted} {why}".rstrip()


def _case(state: State, path: Sequence[Action], seed: int) -> tuple[Node, Playout]:
    """A leaf below that path, and a playout from there."""
    node = Node(state)
    for action in path:
        node = attach(node, action)
    return node, _playout(node.state, seed)


def _playout(state: State, seed: int) -> Playout:
    return simulate(state, random.Random(seed), uniform)


def _learned(own: Callable[..., Any], node: Node, playout: Playout) -> Learned:
    """What a function counts, by path and action."""
    counts: Counts = defaultdict(dict)
    own(counts, node, playout)
    demand(
        all(isinstance(one, Node) for one in counts),
        "The keys of `counts` are nodes: `counts[node]`.",
    )
    pairs = [pair for found in counts.values() for pair in found.values()]
    demand(
        all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs),
        "For each action `counts[node]` has a list of two numbers: [playouts, sum of rewards].",
    )
    noted = {
        one.path(): {a: tuple(map(plain, pair)) for a, pair in found.items()}
        for one, found in counts.items()
    }
    return {path: found for path, found in noted.items() if found}


def _at(node: Node, path: tuple) -> Node:
    """The node above (or at) `node` with that path."""
    while node.parent is not None and node.path() != path:
        node = node.parent
    return node


def _name(state: Any) -> str:
    return type(state).__name__


def _by(player: int, state: State, actions: Sequence[Action]) -> list[Action]:
    """The player's moves among the actions, as often as they were made."""
    found = []
    for action in actions:
        found += [action] if state.current_player == player else []
        state = state.apply(action)
    return found


def _mover(node: Node, root: Node) -> int:
    return node.state.current_player


def _here(node: Node, actions: Sequence[Action], root: Node) -> Collection[Action]:
    return credited(node.state, actions)


def _wrongly(
    moves: Callable[..., Collection[Action]] = _here,
    whose: Callable[[Node, Node], int] = _mover,
    at: Callable[[Node, Node], Node] = lambda node, root: node,
    push: bool = True,
    top: bool = True,
) -> Callable[[Node, Playout], Learned]:
    """What `learn` counts with one thing changed: the moves, the reward, the node, the moves in the tree, the root."""

    def own(counts: Counts, node: Node | None, playout: Playout) -> None:
        assert node is not None
        actions, root = playout.actions, _at(node, ())
        while node is not None and (top or node.parent is not None):
            for action in moves(node, actions, root):
                count = counts[at(node, root)].setdefault(action, [0, 0])
                count[0] += 1
                count[1] += playout.rewards[whose(node, root)]
            actions, node = (node.action, *actions) if push else actions, node.parent

    return lambda node, playout: _learned(own, node, playout)


def _root_mover(node: Node, root: Node) -> int:
    return root.state.current_player


LEARNED = [
    (
        _wrongly(lambda node, actions, root: set(actions)),
        "The moves of *both* players are counted: use `credited`.",
    ),
    (
        _wrongly(lambda node, actions, root: _by(node.state.current_player, node.state, actions)),
        "A move that comes twice in one playout counts once: a playout is one opinion.",
    ),
    (
        _wrongly(
            lambda node, actions, root: set(_by(root.state.current_player, node.state, actions)),
            _root_mover,
        ),
        "That counts the moves of the *root's* player at every level: at every second one it is the wrong player.",
    ),
    (
        _wrongly(whose=_root_mover),
        "Whose reward? That of the player to move at this node, not at the root.",
    ),
    (
        _wrongly(whose=lambda node, root: node.player),
        "`node.player` moved *into* the node; its actions belong to `node.state.current_player`.",
    ),
    (
        _wrongly(push=False),
        "The moves between this node and the leaf are missing: walking up, put `node.action` in front.",
    ),
    (
        _wrongly(
            lambda node, actions, root: set(
                _by(node.state.current_player, root.state, (*node.path(), *actions))
            )
        ),
        "Moves that were made *before* the node say nothing about it: they are over.",
    ),
    (
        _wrongly(at=lambda node, root: root),
        "One table for the whole tree mixes all positions: each node has its own.",
    ),
    (
        _wrongly(lambda node, actions, root: actions[:1]),
        "Only the first move is counted: *all* moves count as first.",
    ),
    (_wrongly(top=False), "The root has a table as well: go on until `node` is None."),
]


@exercise("Right: AMAF at first, Q in the end, half of each after k visits.")
def check_blend(own: Callable[..., Any]) -> None:
    """`own(q, amaf, visits, k)` → (1−β)·Q + β·AMAF."""
    cases = [
        (0.2, 0.8, 300, 300),
        (0.2, 0.8, 0, 300),
        (0.25, 0.75, 1000, 30),
        (0.9, 0.4, 50, 3000),
        (0.5, 0.0, 8, 1),
    ]
    answers = [call(own, *case, returns=float) for case in cases]
    why = explained(
        BLENDS, cases, answers, "β = √(k / (3N + k)) is the weight of AMAF, 1 − β that of Q."
    )
    for case, answer in zip(cases, answers):
        close(answer, blend(*case), f"{getattr(own, '__name__', 'blend')}{case}", why)


BLENDS = [
    (
        lambda q, amaf, n, k: blend(amaf, q, n, k),
        "β is the weight of AMAF, not of Q: it must fade.",
    ),
    (lambda q, amaf, n, k: q + k / (3 * n + k) * (amaf - q), "The square root is missing."),
    (lambda q, amaf, n, k: q + sqrt(k / (n + k)) * (amaf - q), "The 3 before N is missing."),
    (
        lambda q, amaf, n, k: q + sqrt(k / (3 * n + k)) * amaf,
        "The weights add up to 1: Q has the weight 1 − β.",
    ),
]


@exercise("Right: it blocks wherever there is something to block, and wins only by chance.")
def check_block(own: Callable[..., Any]) -> None:
    """`own(state)` → the actions the policy picks from, in every position of 3×3 tic-tac-toe that goes on."""
    why = explained(BLOCKS, SHOWN, [_blocks(own, *case) for case in SHOWN], BLOCK_RULE)
    for state in [*(case[0] for case in SHOWN), *positions(TicTacToe())]:
        if not state.is_terminal() and (answer := _blocks(own, state)) != sorted(block_only(state)):
            message = (
                f"`block_only` picks from {answer} here; it should be {sorted(block_only(state))}."
            )
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


BOARDS = "XX./O../...", "XX./OO./...", "XO./.../XO.", "X../.../..."  # one threat, both, both, none
SHOWN = [(TicTacToe.from_text(board),) for board in BOARDS]
BLOCK_RULE = (
    "Ask `state.winning_actions` about the opponent; where it names none, take all legal actions."
)
BLOCKS = [
    (
        lambda state: sorted(win_only(state)),
        "Those cells win for the player to *move*; look for the opponent's, `1 - state.current_player`.",
    ),
    (
        lambda state: sorted(state.decisive_actions()),
        "That wins first, and blocks only then: it is `decisive_actions`. This policy does not see its own wins.",
    ),
    (
        lambda state: sorted(state.winning_actions(1 - state.current_player)),
        "Where nothing is to be blocked, the policy picks from all legal actions.",
    ),
    (lambda state: sorted(state.legal_actions()), "That blocks nothing."),
]
