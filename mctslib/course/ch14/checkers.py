"""Checkers of chapter 14: credited moves, their counts, the mixture, the blocking policy."""

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence, Set
from functools import partial
from math import sqrt
from typing import Any

from mctslib.course.ch14.answers import Counts, blend, block_only, credited, learn, win_only
from mctslib.course.exercise import (
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


@exercise("Right: the moves of the player to move, whoever's turn comes next, each once.")
def check_credited(own: Callable[..., Any]) -> None:
    """Check `own(state, actions)`: the set of those actions that the player to move took."""
    starts = Hex(3), ConnectFour(), TwoStones(), Hex(3).apply(4), ConnectFour().apply(3)
    cases = [(state, _playout(state, seed).actions) for state in starts for seed in (1, 2)]
    answers = [_credited(own, *case) for case in cases]
    why = explained(
        CREDITS,
        cases,
        answers,
        "Walk through the game: note the action, if `state.current_player` is "
        "the one you look for, and only then apply it.",
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
    """Return an answer as a set; a frozenset and the keys of a dict count too."""
    if isinstance(answer, Set):
        return set(answer)
    return typed(answer, set, shown)


CREDITS = [
    (
        lambda state, actions: set(_by(0, state, actions)),
        "Those are the moves of player 0; in `state` player 1 may be to move.",
    ),
    (
        lambda state, actions: set(_by(1, state, actions)),
        "Those are the moves of player 1; in `state` player 0 may be to move.",
    ),
    (lambda state, actions: set(actions), "Those are the moves of *both* players."),
    (lambda state, actions: set(actions[1::2]), "Those are the other player's moves."),
    (
        lambda state, actions: set(actions[::2]),
        "Every second move is not always the same player's: in Two Stones a turn has two. Ask "
        "`state.current_player`.",
    ),
    (
        lambda state, actions: set(actions[:1]),
        "That is the first move only; *all* moves count as first.",
    ),
]


@exercise("Right: at every node its own player's moves, from there on, with that player's reward.")
def check_learn(own: Callable[..., Any]) -> None:
    """Check `own(counts, node, playout)`, which adds to the counts from the node up to the root.

    counts[node][action] is [playouts, sum of rewards].
    """
    cases = [
        leaf_and_playouts(Hex(3), (4, 0, 2), 5),
        leaf_and_playouts(ConnectFour(), (3, 3), 80),
        leaf_and_playouts(TwoStones(), (4, 0), 2),
        leaf_and_playouts(Hex(3), (4, 0), 1, 4, 7),
        leaf_and_playouts(TicTacToe(), (0, 4, 8), 2, 3, 4),
    ]
    answers = [counted(partial(_called, own), *case) for case in cases]
    why = explained(LEARNED, cases, answers, "")
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
    pairs = [
        f"[{n:g}, {w:g}]" if (n, w) != (0, 0) else "nothing"
        for n, w in (one.get(action, (0, 0)) for one in (shown, wanted))
    ]
    game = f"The tree is left after {node.path()}"
    for number, playout in enumerate(playouts, 1):
        game += f"; playout {number} goes on with {playout.actions}, rewards {playout.rewards}"
    result = f"Then {where} action {action} has {pairs[0]}; it should have {pairs[1]}."
    return f"{game}. {result} {why}".rstrip()


def leaf_and_playouts(state: State, path: Sequence[Action], *seeds: int) -> tuple[Node, Playouts]:
    """Return a leaf below that path, and a playout from there for each seed."""
    node = Node(state)
    for action in path:
        node = attach(node, action)
    return node, tuple(_playout(node.state, seed) for seed in seeds)


def _playout(state: State, seed: int) -> Playout:
    return simulate(state, random.Random(seed), uniform)


def counted(own: Callable[..., Any], node: Node, playouts: Playouts) -> Learned:
    """Return what a function counted after these playouts: path → action → (playouts, rewards)."""
    counts: Counts = defaultdict(dict)
    for playout in playouts:
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


def node_above(node: Node, path: tuple) -> Node:
    """Return the node above (or at) `node` with that path."""
    while node.parent is not None and node.path() != path:
        node = node.parent
    return node


def _name(state: Any) -> str:
    return type(state).__name__


def _by(player: int, state: State, actions: Sequence[Action]) -> list[Action]:
    """Return the player's moves among the actions, as often as they were made."""
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
    before: Callable[[Counts, Node, Action], object] = lambda counts, node, action: None,
) -> Callable[[Node, Playouts], Learned]:
    """Return what `learn` counts with one thing changed.

    moves   the moves that are counted at a node
    whose   the player whose reward is added
    at      the node whose table is used
    push    whether the moves between the node and the leaf are put in front
    top     whether the root is counted
    before  what is done to the counts before an action is counted
    """

    def own(counts: Counts, node: Node | None, playout: Playout) -> None:
        assert node is not None
        actions, root = playout.actions, node_above(node, ())
        while node is not None and (top or node.parent is not None):
            for action in moves(node, actions, root):
                before(counts, at(node, root), action)
                count = counts[at(node, root)].setdefault(action, [0, 0])
                count[0] += 1
                count[1] += playout.rewards[whose(node, root)]
            actions, node = (node.action, *actions) if push else actions, node.parent

    return lambda node, playouts: counted(own, node, playouts)


def _first_come(node: Node, playouts: Playouts) -> Learned:
    """Count for each action only the first playout with it, which is wrong."""
    found: Learned = {}
    for playout in playouts:
        for path, pairs in counted(learn, node, (playout,)).items():
            found[path] = pairs | found.get(path, {})
    return found


def _cleared(counts: Counts, node: Node, playout: Playout) -> None:
    """Empty each node's table before the playout is counted, which is wrong."""
    counts.clear()
    learn(counts, node, playout)


def _root_mover(node: Node, root: Node) -> int:
    return root.state.current_player


LEARNED = [
    (
        _wrongly(lambda node, actions, root: set(actions)),
        "The moves of *both* players are counted: use `credited`.",
    ),
    (
        _wrongly(lambda node, actions, root: _by(node.state.current_player, node.state, actions)),
        "A move that comes twice in one playout counts once.",
    ),
    (
        _wrongly(
            lambda node, actions, root: set(_by(root.state.current_player, node.state, actions)),
            _root_mover,
        ),
        "That counts the moves of the *root's* player at every level: at every second one it is "
        "the wrong player.",
    ),
    (
        _wrongly(whose=_root_mover),
        "Add the reward of the player to move at this node, not at the root.",
    ),
    (
        _wrongly(whose=lambda node, root: node.player),
        "`node.player` moved *into* the node; its actions belong to `node.state.current_player`.",
    ),
    (
        _wrongly(push=False),
        "The moves between this node and the leaf are missing: walking up, put `node.action` in "
        "front.",
    ),
    (
        _wrongly(
            lambda node, actions, root: set(
                _by(node.state.current_player, root.state, (*node.path(), *actions))
            )
        ),
        "Do not count moves that were made *before* the node.",
    ),
    (
        _wrongly(at=lambda node, root: root),
        "One table for the whole tree mixes all positions: each node has its own.",
    ),
    (
        _wrongly(lambda node, actions, root: actions[:1]),
        "Only the first move is counted: *all* moves count as first.",
    ),
    (
        _wrongly(before=lambda counts, node, action: counts[node].pop(action, None)),
        "A later playout has replaced what the earlier ones counted: add to what is there.",
    ),
    (
        lambda node, playouts: _first_come(node, playouts),
        "Only the first playout is counted: `setdefault` keeps what is there, so add to it after.",
    ),
    (
        lambda node, playouts: counted(_cleared, node, playouts),
        "What earlier playouts counted is gone: do not empty a table, add to it.",
    ),
    (_wrongly(top=False), "The root has a table as well: go on until `node` is None."),
]


@exercise(
    "Right: at first AMAF counts alone, after k visits both count half, and in the "
    "end Q counts alone."
)
def check_blend(own: Callable[..., Any]) -> None:
    """Check `own(q, amaf, visits, k)`: the mixture (1−β)·Q + β·AMAF, with β = √(k / (3N + k))."""
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
    """Check `own(state)`: the actions that the policy picks from.

    The positions are all those of 3×3 tic-tac-toe in which the game goes on.
    """
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
        "These cells win for the player to *move*. Return those that win for the "
        "opponent, `1 - state.current_player`.",
    ),
    (
        lambda state: sorted(state.decisive_actions()),
        "That wins first, and blocks only then: it is `decisive_actions`. This policy does not "
        "see its own wins.",
    ),
    (
        lambda state: sorted(state.winning_actions(1 - state.current_player)),
        "Where nothing is to be blocked, the policy picks from all legal actions.",
    ),
    (lambda state: sorted(state.legal_actions()), "That blocks nothing."),
]
