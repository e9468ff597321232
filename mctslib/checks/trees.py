"""Check every node of a search tree against the laws of plain MCTS."""

import random
from collections.abc import Iterator
from itertools import chain

from mctslib.tree import Node
from mctslib.words import count, number


class TreeError(AssertionError):
    """Raised when a node breaks a law of the tree; the message names the node and the law."""


def check_tree(
    root: Node,
    iterations: int | None = None,
    *,
    broken_off: int = 0,
    shared: bool | None = None,
    every_action_first: bool = True,
) -> None:
    """Raise `TreeError` unless every node obeys the laws of a tree grown by plain MCTS.

    iterations          the number of visits that the root should have; None if it is not known
    broken_off          the allowed number of leaves without visits; an exception in the game leaves
                        one such leaf
    shared              whether the rewards of the two players add up to 1 in each game; by default
                        random games are played to find out
    every_action_first  whether all actions of a node must be tried before any of its children gets
                        children; False for a search that also compares untried actions
                        (`mctslib.methods.actions`)
    """
    if root.parent is not None:
        raise TreeError(f"{root!r} has a parent, so it is not a root.")
    if iterations is not None and root.visits != iterations:
        raise TreeError(f"{root!r} should have N = {iterations}, the number of iterations.")
    nodes = list(root.descendants())
    for node in nodes:
        for wrong in chain(
            wrong_links(node, every_action_first), wrong_visits(node), wrong_values(node)
        ):
            raise TreeError(f"{node!r}: {wrong}")
    check_sums(root, nodes, shared)
    unvisited = [node for node in nodes[1:] if node.visits == 0]
    if len(unvisited) > broken_off:
        verb = "was" if len(unvisited) == 1 else "were"
        raise TreeError(f"{root!r}: {count(len(unvisited), 'node')} below it {verb} never visited.")


def check_sums(root: Node, nodes: list[Node], shared: bool | None) -> None:
    """Raise `TreeError` if the W of a node is inconsistent with the W of the nodes below.

    nodes   all nodes of the tree
    shared  whether the rewards of the two players add up to 1, as in `check_tree`

    With two players, the function first tries the strict law for rewards that add up to 1.  If a
    node breaks the strict law and `shared` is None, random games show whether this law is valid for
    the game.
    """
    if root.state.num_players == 2:
        wrong = [node for node in nodes if wrong_sum(node, shared=True)]
        if wrong:
            if shared is None:
                shared = share_one_point(wrong[-1])
            if shared:
                raise TreeError(f"{wrong[0]!r}: {wrong_sum(wrong[0], shared=True)}")
    for node in nodes:
        wrong_words = wrong_sum(node, shared=False)
        if wrong_words:
            raise TreeError(f"{node!r}: {wrong_words}")


def wrong_links(node: Node, every_action_first: bool) -> Iterator[str]:
    """Yield a description of each mistake in the links between a node and its children."""
    legal = list(node.state.legal_actions())
    if not set(node.children) <= set(legal):
        yield f"its children {list(node.children)} should be legal actions, {legal}."
    if len(node.children) == len(legal) and list(node.children) != legal:
        yield (
            f"all its children exist, so they should be in the order of the legal actions, {legal}."
        )
    for action, child in node.children.items():
        if child.parent is not node or child.action != action:
            yield f"its child {action!r} has another parent or action."
        if child.state != node.state.apply(action) or child.player != node.state.current_player:
            yield f"its child {action!r} has another state or player than the action leads to."
        if every_action_first and child.children and len(node.children) < len(legal):
            yield f"its child {action!r} has children before all of its own actions were tried."


def wrong_visits(node: Node) -> Iterator[str]:
    """Yield a description of each mistake in the visits N of a node."""
    is_root = node.parent is None
    never_visited = node.visits == 0 and not is_root
    if node.state.is_terminal() or never_visited:
        if node.children:
            yield "a node that is finished or was never visited cannot have children."
        return
    own = own_visits(node)
    allowed = (0, 1) if is_root else (1,)
    if own not in allowed:
        yield f"N should be 1 (its own playout) + the N of its children; it is {own} + them."


def wrong_values(node: Node) -> Iterator[str]:
    """Yield a description of each mistake in W that does not involve the children."""
    if not -slack(node) <= node.value_sum <= node.visits + slack(node):
        yield "W should lie between 0 and N."
    if node.state.is_terminal():
        if abs(node.value_sum - paid(node, node.player)) > slack(node):
            yield "W of a finished game should be N times the reward."


def wrong_sum(node: Node, shared: bool) -> str:
    """Describe how W contradicts the nodes below, or return "" if W is consistent with them.

    shared   whether the rewards of the two players add up to 1 in each game.  If so, the W of a
             child determines the rewards of both players.  If not, only nodes of the same player
             and finished games determine the player's rewards

    The rest of W must lie between 0 and the number of the remaining playouts, because each playout
    adds a reward from 0 to 1.
    """
    if node.state.is_terminal():
        return ""
    left = node.value_sum
    playouts = own_visits(node)
    waiting = list(node.children.values())
    while waiting:
        below = waiting.pop()
        if below.player == node.player:
            left -= below.value_sum
        elif shared:
            left -= below.visits - below.value_sum
        elif below.state.is_terminal():
            left -= paid(below, node.player)
        else:
            playouts += own_visits(below)
            waiting.extend(below.children.values())
    if -slack(node) <= left <= playouts + slack(node):
        return ""
    many = f" for {number(playouts)} playouts" if playouts > 1 else ""
    should = "W should be its own playout's reward + its children's part"
    return f"{should}; {number(left)} is left over{many}."


def share_one_point(node: Node) -> bool:
    """Return whether the rewards add up to 1 in random games from a node.

    For a small tree, the function plays more games than the tree has visits.
    """
    rng = random.Random(0)
    for _ in range(10 * min(node.visits, 100) + 100):
        state = node.state
        while not state.is_terminal():
            state = state.apply(rng.choice(state.legal_actions()))
        if abs(sum(state.rewards()) - 1) > 1e-9:
            return False
    return True


def own_visits(node: Node) -> int:
    """Return the number of visits that ended at a node instead of continuing to a child."""
    return node.visits - sum(child.visits for child in node.children.values())


def paid(end: Node, player: int) -> float:
    """Return the sum of a player's rewards over all visits to a finished game."""
    return end.visits * end.state.rewards()[player]


def slack(node: Node) -> float:
    """Return the largest error that rounding can cause in the W of a node."""
    return 1e-9 * (1 + node.visits)
