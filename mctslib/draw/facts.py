"""Say in words what is known about each node of a drawn tree, for a reader who points at it.

The words travel with the picture, in the attribute `data-told` of each node, and `data-node` names
the node's place.  The page script (`widgets/walk.js`) only shows the words, so every number is
written by Python, and pointing at a node needs no answer from Python.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

from mctslib.chance import seats
from mctslib.draw.bars import selected
from mctslib.draw.outline import ShownNode, has_value, name
from mctslib.draw.scores import Score, scores
from mctslib.draw.svg import shorten
from mctslib.game import State
from mctslib.games.board import names_actions
from mctslib.games.names import player_name, step_name
from mctslib.policies import UCB1, TreePolicy
from mctslib.tree import Node
from mctslib.words import count, number, percent, worth

HINT = "Point at a node, tap it, or walk with the arrow keys."
BETWEEN = " · "  # stands between two facts about a node
EARLIER = 3  # a sentence names at most this many moves before the node's own move
LONGEST_NAME = 24  # a sentence shortens the name of a move to this many characters


@dataclass(frozen=True)
class Teller:
    """Says what is known about the nodes of one tree.

    tree_policy   the policy that scores the children, or None to say nothing about scores
    """

    tree_policy: TreePolicy | None = None

    def node(self, shown: ShownNode, root: Node, more: str = "") -> str:
        """Return the facts about a drawn node of the tree below `root`, followed by `more`."""
        node = shown.node
        facts = [
            who_moved(shown),
            visits_in_words(node, root),
            value_for(node),
            self.score(node) if shown.path else "",
            more,
        ]
        words = BETWEEN.join(fact for fact in facts if fact)
        return words[:1].upper() + words[1:]

    def score(self, node: Node) -> str:
        """Return the score of a child with its terms, or why it has none yet, or ""."""
        parent, policy = node.parent, self.tree_policy
        if policy is None or parent is None or not has_value(node):
            return ""
        untried = len(parent.state.legal_actions()) - len(parent.children)
        if isinstance(policy, UCB1) and untried > 0:
            moves = count(untried, "move beside it is", "moves beside it are")
            return f"no {score_name(policy)} yet, because {moves} untried"
        found = _score_of(node, policy)
        if found is None:
            return ""
        words = f"{score_name(policy)} = {_terms(found, parent, policy)}"
        is_next = len(parent.children) > 1 and selected(parent, policy) is node
        return f"{words}, the largest among its siblings" if is_next else words

    def longest(self, root: Node, most: int) -> str:
        """Return a text at least as long as any that this tree needs while N is at most `most`.

        A picture reserves room for the text, so that nothing below the picture moves.
        """
        state = root.state
        move = max(
            (shorten(move, LONGEST_NAME) for move in _moves_from(state)), key=len, default=""
        )
        player = max((player_name(state, player) for player in seats(state)), key=len)
        facts = [
            f"{player} plays {move} after … {', '.join([move] * EARLIER)}",
            f"N = {most:,} (under 1% of the root's visits)",
            f"Q = 0.88 for {player}",
        ]
        if self.tree_policy is not None:
            formula = f"0.88 + {_factor(self.tree_policy)}√(ln {most:,} / {most:,}) = 0.88"
            facts.append(
                f"{score_name(self.tree_policy)} = {formula}, the largest among its siblings"
            )
        return BETWEEN.join(facts)


# ---------------------------------------------------------------------------- single facts


def who_moved(shown: ShownNode) -> str:
    """Return the move that led to a node and the moves before it, such as "X plays 4 after 0"."""
    node = shown.node
    if not shown.path or node.parent is None:
        return f"The root, {_turn(node.state)}"
    move = _short(node)
    player = player_name(node.state, node.player)
    if node.player not in seats(node.state):
        words = move
    elif names_actions(node.parent.state):
        words = f"{player}: {move}"
    else:
        words = f"{player} plays {move}"
    earlier = list(_moves_before(node, len(shown.path) - 1))
    if not earlier:
        return words
    start = "… " if len(earlier) > EARLIER else ""
    return f"{words} after {start}{', '.join(earlier[-EARLIER:])}"


def _turn(state: Any) -> str:
    if state.is_terminal():
        return "the game is over"
    return f"{player_name(state, state.current_player)} to move"


def _moves_from(state: State) -> Iterator[str]:
    """Yield the names of the moves in a position, and of those after its first move.

    The moves of chance, such as the faces of a die, have names of another length.
    """
    if state.is_terminal():
        return
    actions = state.legal_actions()
    after = state.apply(actions[0])
    replies = [] if after.is_terminal() else after.legal_actions()
    yield from (step_name(state, action) for action in actions)
    yield from (step_name(after, action) for action in replies)


def _short(node: Node) -> str:
    """Return the name of the move that led to a node."""
    assert node.parent is not None
    return shorten(step_name(node.parent.state, node.action), LONGEST_NAME)


def _moves_before(node: Node, moves: int) -> Iterator[str]:
    """Yield the names of the last moves before a node's own move, the earliest first."""
    if moves and node.parent is not None:
        yield from _moves_before(node.parent, moves - 1)
        yield _short(node.parent)


def visits_in_words(node: Node, root: Node) -> str:
    """Return a node's N and its share of the root's visits."""
    words = f"N = {node.visits:,}"
    if node is root or not root.visits:
        return words
    share = percent(node.visits / root.visits)
    if share == "0%" and node.visits:
        share = "under 1%"
    return f"{words} ({share} of the root's visits)"


def value_for(node: Node) -> str:
    """Return a node's Q and the player for whom it counts, or "" if Q means nothing."""
    if not has_value(node):
        return ""
    alone = len(seats(node.state)) == 1
    player = "" if alone else f" for {player_name(node.state, node.player)}"
    return f"Q = {worth(node.value)}{player}"


def hidden_in_words(shown: ShownNode) -> str:
    """Return the facts about the children of a node that are not drawn."""
    moves = len(shown.node.children) - len(shown.children)
    more = "more " if shown.children else ""
    below = name(shown) if shown.path else "the root"
    return BETWEEN.join(
        (
            f"Not drawn: {count(moves, f'{more}move')} after {below}",
            f"N = {shown.hidden_visits:,}{' together' if moves > 1 else ''}",
            f"{count(shown.hidden_nodes, 'node')}",
        )
    )


# ---------------------------------------------------------------------------- the score


def score_name(policy: TreePolicy) -> str:
    """Return the name of the score by which a policy compares children."""
    return "UCB1" if isinstance(policy, UCB1) else "score"


def _score_of(node: Node, policy: TreePolicy) -> Score | None:
    """Return the finite score of a node among its siblings, or None if there is none."""
    assert node.parent is not None
    if node.parent.visits <= 0:
        return None
    for score in scores(node.parent, policy):
        if score.child is node or score.child.action == node.action:
            return score if isfinite(score.total) else None
    return None


def _terms(score: Score, parent: Node, policy: TreePolicy) -> str:
    """Return both terms and the sum, such as "0.53 + 1.41 · √(ln 500 / 94) = 0.89"."""
    bonus = worth(score.bonus)
    if isinstance(policy, UCB1):
        bonus = f"{_factor(policy)}√(ln {parent.visits:,} / {score.child.visits:,})"
    return f"{worth(score.value)} + {bonus} = {worth(score.total)}"


def _factor(policy: TreePolicy) -> str:
    """Return the constant before the root of UCB1, such as "1.41 · ", or "" for 1."""
    c = getattr(policy, "c", 1.0)
    return "" if c == 1 else f"{number(round(c, 2))} · "
