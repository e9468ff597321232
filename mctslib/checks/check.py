"""Checks to run on one's own work: is this a game, is this a search tree, are the rules complete?

`check_game` plays random games and compares every answer of the game with the contract of `game.py`;
`check_tree` compares every node with the laws of the search; `perft` counts, which no wrong rule survives.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import chain

from mctslib.checks.notes import Complaint, Played, Seen, ask, play
from mctslib.checks.rules import EQUALS, RULES
from mctslib.draw import boards
from mctslib.game import Action, State
from mctslib.tree import Node


@dataclass(frozen=True)
class Report:
    """What `check_game` found.  `broken` says of each rule that failed what was seen.

    position  the first position that breaks a rule, and actions: the moves that led there
    """

    games: int
    broken: dict[str, str]  # rule → what was seen instead
    skipped: tuple[str, ...] = ()  # rules that could not be checked before the broken ones are kept
    position: State | None = None
    actions: tuple[Action, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.broken

    def __str__(self) -> str:
        lines = [self._line(rule) for rule in RULES]
        verdict = (
            "All rules are kept"
            if self.ok
            else f"{len(self.broken)} of {len(RULES)} rules are broken"
        )
        return "\n".join(
            [*lines, f"{verdict} ({self.games} random game{'s' * (self.games != 1)})."]
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """The report, and the first position that breaks a rule as its game shows it: picture, text, or nothing."""
        style = (
            "white-space:pre-wrap;word-break:normal;overflow-wrap:break-word"  # words stay whole
        )
        lines = f'<pre style="{style}">{escape(str(self))}</pre>'
        if self.position is None:
            return lines
        played = ", ".join(map(repr, self.actions)) or "no moves"
        return f"{lines}<p>The position after {escape(played)}:</p>{boards.picture(self.position)}"

    def _line(self, rule: str) -> str:
        if rule in self.broken:
            return f"✗ {rule} — {self.broken[rule]}"
        return f"– {rule} (not checked yet)" if rule in self.skipped else f"✔ {rule}"


def check_game(state: State, games: int = 200, seed: int = 0, *, max_moves: int = 10_000) -> Report:
    """Play random games from `state` and see whether it keeps every rule a search relies on.

    Raises nothing, whatever the game does.  Ends with the first game that breaks a rule, so that the
    report shows one cause and not its echoes.  A game longer than `max_moves` counts as never ending.
    """
    if isinstance(state, type):
        first, *others = RULES
        message = f"{state.__name__} is a class; a game starts from a state: write check_game({state.__name__}())"
        return Report(0, {first: message}, tuple(others))
    met: dict[State, Seen] = {}
    for number in range(games):
        game = play(state, seed=f"{seed}/{number}", max_moves=max_moves)
        game.met = met
        broken, skipped = _judge(game)
        if broken:
            moves = min(
                (said.moves or 0 for said in broken.values() if isinstance(said, Complaint)),
                default=None,
            )
            position = None if moves is None else game.states[moves]
            return Report(number + 1, broken, skipped, position, tuple(game.actions[: moves or 0]))
        ask(partial(met.update, zip(game.states[:EQUALS], game.seen)))
    return Report(games, {})


def _judge(game: Played) -> tuple[dict[str, str], tuple[str, ...]]:
    """The broken rules and, as later rules build on earlier ones, those that were left out."""
    broken: dict[str, str] = {}
    skipped = []
    for text, rule in RULES.items():
        if rule.needs_the_rest and broken:
            skipped.append(text)
            continue
        if complaint := rule(game):
            broken[text] = complaint
    return broken, tuple(skipped)


# ---------------------------------------------------------------------------- perft


def perft(state: State, depth: int) -> int:
    """How many different sequences of `depth` moves begin at `state`: the chess programmers' test."""
    if depth == 0:
        return 1
    actions = state.legal_actions()
    return (
        len(actions)
        if depth == 1
        else sum(perft(state.apply(action), depth - 1) for action in actions)
    )


def perft_split(state: State, depth: int) -> dict[Action, int]:
    """The same count action by action, to find the move below which two programs differ.  depth ≥ 1."""
    return {action: perft(state.apply(action), depth - 1) for action in state.legal_actions()}


# ---------------------------------------------------------------------------- the tree


class TreeError(AssertionError):
    """A node breaks a law of the search tree; the message names the node and the law."""


def check_tree(
    root: Node,
    iterations: int | None = None,
    *,
    broken_off: bool = False,
    shared: bool | None = None,
    every_action_first: bool = True,
) -> None:
    """Raise `TreeError` unless every node keeps the laws of a tree that plain MCTS has grown.

    iterations  the number of visits the root should have, if known
    broken_off  allow one leaf without visits, as an exception in the game's own code leaves behind
    shared      whether two players share one point a game; random games tell, if you do not
    every_action_first   whether all actions of a node are tried before one of its children gets children of its own;
                not so in a search that compares actions, tried or not (`mctslib.methods.actions`)
    """
    if root.parent is not None:
        raise TreeError(f"{root!r} has a parent, so it is not a root.")
    if iterations is not None and root.visits != iterations:
        raise TreeError(f"{root!r} should have N = {iterations}, the number of iterations.")
    nodes = list(root.descendants())
    for node in nodes:
        for complaint in chain(_links(node, every_action_first), _visits(node), _values(node)):
            raise TreeError(f"{node!r}: {complaint}")
    for point in (True, False) if root.state.num_players == 2 else (False,):
        wrong = [node for node in nodes if _left_over(node, point)]
        if wrong and (not point or (_is_shared(wrong[-1]) if shared is None else shared)):
            raise TreeError(f"{wrong[0]!r}: {_left_over(wrong[0], point)}")
    unvisited = sum(not node.visits for node in nodes[1:])
    if unvisited > broken_off:
        raise TreeError(f"{root!r}: {unvisited} nodes below it were never visited.")


def _links(node: Node, every_action_first: bool) -> Iterator[str]:
    legal = list(node.state.legal_actions())
    if not set(node.children) <= set(legal):
        yield f"its children {list(node.children)} should be legal actions, {legal}."
    if len(node.children) == len(legal) and list(node.children) != legal:
        yield f"all its children are there, so they should be in the order of the legal actions, {legal}."
    for action, child in node.children.items():
        if child.parent is not node or child.action != action:
            yield f"its child {action!r} has another parent or action."
        if child.state != node.state.apply(action) or child.player != node.state.current_player:
            yield f"its child {action!r} holds another state or player than the action leads to."
        if every_action_first and child.children and len(node.children) < len(legal):
            yield f"its child {action!r} has children before all of its own actions were tried."


def _visits(node: Node) -> Iterator[str]:
    own = _own_visits(node)
    if node.state.is_terminal() or (not node.visits and node.parent is not None):
        if node.children:
            yield "a node that is finished or was never visited cannot have children."
    elif own not in ((0, 1) if node.parent is None else (1,)):
        yield f"N should be 1 (its own playout) + the N of its children; it is {own} + them."


def _values(node: Node) -> Iterator[str]:
    if not -_slack(node) <= node.value_sum <= node.visits + _slack(node):
        yield "W should lie between 0 and N."
    if node.state.is_terminal() and abs(node.value_sum - _paid(node, node.player)) > _slack(node):
        yield "W of a finished game should be N times the reward."


def _slack(node: Node) -> float:
    """What a sum of floats may be off by."""
    return 1e-9 * (1 + node.visits)


def _paid(end: Node, player: int) -> float:
    """What the visits of a finished game have brought to a player."""
    return end.visits * end.state.rewards()[player]


def _left_over(node: Node, shared: bool) -> str:
    """What is wrong with W by what is known of the nodes below, in words; "" if nothing is.

    shared   the two players share one point a game, so the next node tells what its visits brought to either;
             else only a node of the same player does, and the end of a game.  A playout may have brought 0 to 1.
    """
    left, playouts = node.value_sum, _own_visits(node)
    if node.state.is_terminal():
        return ""
    waiting = list(node.children.values())
    while waiting:
        below = waiting.pop()
        if below.player == node.player:
            left -= below.value_sum
        elif shared:
            left -= below.visits - below.value_sum
        elif below.state.is_terminal():
            left -= _paid(below, node.player)
        else:
            playouts += _own_visits(below)
            waiting.extend(below.children.values())
    if -_slack(node) <= left <= playouts + _slack(node):
        return ""
    many = f" for {playouts} playouts" if playouts > 1 else ""
    return (
        f"W should be its own playout's reward + its children's part; {left:g} is left over{many}."
    )


def _is_shared(node: Node) -> bool:
    """Whether the rewards add up to 1 in random games from here, more of them than the tree has seen."""
    rng = random.Random(0)
    for _ in range(10 * min(node.visits, 100) + 100):
        state = node.state
        while not state.is_terminal():
            state = state.apply(rng.choice(state.legal_actions()))
        if abs(sum(state.rewards()) - 1) > 1e-9:
            return False
    return True


def _own_visits(node: Node) -> int:
    return node.visits - sum(child.visits for child in node.children.values())
