"""Checkers of chapter 14: credited moves, their counts, and a policy that gives good advice."""

import random
from collections import defaultdict
from collections.abc import Callable, Sequence, Set
from functools import partial
from typing import Any

from mctslib.course.ch14.answers import block_only
from mctslib.course.ch14.games import misled, score_against_random
from mctslib.course.exercise import Wrong, call, demand, exercise, plain, typed
from mctslib.course.grading import Case, Graded
from mctslib.course.small_games import TwoStones
from mctslib.draw.show import board_svg
from mctslib.game import Action, State
from mctslib.games import ConnectFour, Hex, TicTacToe
from mctslib.oracle import positions
from mctslib.policies import uniform
from mctslib.search import simulate
from mctslib.tree import Node, Playout, attach

Counts = defaultdict[Node, dict[Action, list[float]]]
Playouts = tuple[Playout, ...]
Learned = dict[tuple[Action, ...], dict[Action, tuple[float, float]]]
MOST_MISLED = 30  # positions in which the playouts of an adviser may mislead


def playout_from(state: State, seed: int) -> Playout:
    """Return a random playout."""
    return simulate(state, random.Random(seed), uniform)


# ---------------------------------------------------------------------------- credited


def credited(state: State, actions: Sequence[Action]) -> set[Action]:
    """Return the set of actions that the player to move in `state` has chosen."""
    player, found = state.current_player, set()
    for action in actions:
        if state.current_player == player:
            found.add(action)
        state = state.apply(action)
    return found


def credited_cases() -> list[Case]:
    """Return the cases of `check_credited`: two playouts of each start, and a finished game."""
    starts = Hex(3), ConnectFour(), TwoStones(), Hex(3).apply(4), ConnectFour().apply(3)
    cases = []
    for state in starts:
        for seed in (1, 2):
            actions = playout_from(state, seed).actions
            name = type(state).__name__
            where = f"`state` is {name}, player {state.current_player} to move"
            cases.append(Case((state, actions), where, partial(board_svg, state)))
    over = TicTacToe.from_text("XXX/OO./...")
    return [*cases, Case((over, ()), "the game is over")]


def ask_for_set(own: Callable[..., Any], *arguments: Any, shown: str) -> Any:
    """Return the reader's answer as a set; a frozenset and the keys of a dict are accepted."""
    answer = call(own, *arguments, shown=shown)
    if isinstance(answer, Set):
        return set(answer)
    return typed(answer, set, shown)


check_credited = Graded("14", credited, credited_cases, ask=ask_for_set).checker()

# ---------------------------------------------------------------------------- learn


def learn(counts: Counts, node: Node | None, playout: Playout) -> None:
    """Count a playout at `node` and at every node above it."""
    actions = playout.actions
    while node is not None:
        player = node.state.current_player
        for action in credited(node.state, actions):
            count = counts[node].setdefault(action, [0, 0])
            count[0] += 1
            count[1] += playout.rewards[player]
        actions, node = (node.action, *actions), node.parent


def every_move_of(player: int, state: State, actions: Sequence[Action]) -> list[Action]:
    """Return the moves of a player among the actions, with repetitions; mistakes use it."""
    found = []
    for action in actions:
        if state.current_player == player:
            found.append(action)
        state = state.apply(action)
    return found


def root_of(node: Node) -> Node:
    """Return the root above a node; the named mistakes in `exercises.toml` use it."""
    while node.parent is not None:
        node = node.parent
    return node


def learn_cases() -> list[Case]:
    """Return the cases of `check_learn`: leaves of four games, with one to three playouts each."""
    return [
        learn_case(Hex(3), (4, 0, 2), 5),
        learn_case(ConnectFour(), (3, 3), 80),
        learn_case(TwoStones(), (4, 0), 2),
        learn_case(Hex(3), (4, 0), 1, 4, 7),
        learn_case(TicTacToe(), (0, 4, 8), 2, 3, 4),
    ]


def learn_case(state: State, path: Sequence[Action], *seeds: int) -> Case:
    """Return a case: empty counts, the leaf at the end of a path, and a playout for each seed."""
    node = Node(state)
    for action in path:
        node = attach(node, action)
    playouts = tuple(playout_from(node.state, seed) for seed in seeds)
    told = "; then ".join(f"{one.actions} with rewards {one.rewards}" for one in playouts)
    where = f"the path of the leaf is {node.path()} and the playout is {told}"
    return Case((defaultdict(dict), node, playouts), where, partial(board_svg, node.state))


def counted(own: Callable[..., Any], counts: Counts, node: Node, playouts: Playouts) -> Learned:
    """Return a function's counts for some playouts as a dict: path of a node → action → counts."""
    counts = defaultdict(dict)
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


def first_difference(answer: Learned, right: Learned) -> str:
    """Say which action of which node has wrong counts."""
    for path in sorted(right | answer, key=len):
        found, wanted = answer.get(path, {}), right.get(path, {})
        for action in sorted(found | wanted):
            if found.get(action) != wanted.get(action):
                where = f"the node after {path}" if path else "the root"
                pairs = [pair_as_text(pair) for pair in (found.get(action), wanted.get(action))]
                return f"gives action {action} at {where} {pairs[0]} instead of {pairs[1]}"
    raise ValueError("the counts are equal")


def pair_as_text(pair: tuple[float, float] | None) -> str:
    """Return the counts of an action as text: "[playouts, sum of rewards]", or "nothing"."""
    if pair is None or pair == (0, 0):
        return "nothing"
    return f"[{pair[0]:g}, {pair[1]:g}]"


check_learn = Graded("14", learn, learn_cases, effect=counted, tell=first_difference).checker()

# ---------------------------------------------------------------------------- an adviser


@exercise("")
def check_adviser(own: Callable[..., Any]) -> str:
    """Check that infinitely many playouts with the policy `own` mislead in few positions."""
    advised: dict[State, list[Action]] = {}
    for state in positions(TicTacToe()):
        if not state.is_terminal():
            advised[state] = _advice(own, state)
    if all(sorted(actions) == sorted(block_only(state)) for state, actions in advised.items()):
        raise Wrong(
            "This is the policy that only blocks; it misleads in 96 positions. If both sides block "
            "every threat, a threat looks harmless."
        )
    bad = misled(advised.__getitem__)
    found = f"Your adviser misleads in {bad} positions"
    demand(bad <= MOST_MISLED, f"{found}; at most {MOST_MISLED} are allowed.")
    score = score_against_random(advised.__getitem__)
    return (
        f"Right: {found[0].lower()}{found[1:]}. As a player it scores {score:.2f} against chance."
    )


def _advice(own: Callable[..., Any], state: TicTacToe) -> list[Action]:
    shown = f"my_adviser({state.cells()})"
    answer = plain(call(own, state, shown=shown, lines=2_000))
    picture = partial(board_svg, state)
    listed = isinstance(answer, list | tuple | set | frozenset)
    demand(listed, f"`{shown}` is {answer!r}; it should be a list of actions.", picture)
    actions = [plain(action) for action in answer]
    demand(bool(actions), f"`{shown}` is empty: return at least one action.", picture)
    wrong = set(actions) - set(state.legal_actions())
    demand(not wrong, f"`{shown}` contains {wrong}, and these actions are not legal.", picture)
    return actions
