"""Read the trees of OpenSpiel, mctx, networkx and JSON; none of these packages is imported here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mctslib.foreign.policies import BotScores, Their
from mctslib.foreign.trees import ForeignTree, from_tree
from mctslib.game import Action


def from_dict(tree: Mapping[str, Any], **options: Any) -> ForeignTree:
    """Return the tree of a nested dict, as JSON holds it.

    tree     {"visits": 9, "value": 0.5, "children": {"a": {…}, "b": {…}}}.  The children may also
             be a list of nodes with an "action" each.  A node may have "prior" (its own), "priors"
             (those of its actions), "player" (who is to move) and "text"
    options  the options of `from_tree`

    Raises ValueError for a root or a child that is not a dict, for a node without "visits" or
    "value", and the errors of `from_tree`.
    """
    if not isinstance(tree, Mapping):
        raise ValueError(f"The root must be a dict or an object of JSON, not {tree!r:.60}.")
    nodes = all_dicts(tree)
    if any("priors" in node or "prior" in node for node in nodes):
        options.setdefault("prior", priors_of)
    if all("player" in node for node in nodes):
        options.setdefault("player", lambda node: node["player"])
    if any("text" in node for node in nodes):
        options.setdefault("text", lambda node: str(node.get("text", "")))
    return from_tree(
        tree,
        children_of,
        lambda node: field_of(node, "visits"),
        lambda node: field_of(node, "value"),
        **options,
    )


def from_json(file: str | Path, **options: Any) -> ForeignTree:
    """Return the tree in a JSON file; its form and the options are those of `from_dict`.

    Raises OSError if the file cannot be read, and ValueError if it holds no such tree.
    """
    text = Path(file).read_text(encoding="utf-8-sig", errors="replace")
    try:
        tree = json.loads(text)
    except RecursionError:
        raise ValueError("The tree is too deep for Python's reader of JSON.") from None
    return from_dict(tree, **options)


def all_dicts(tree: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return all nodes of a nested dict, parents before their children."""
    waiting, seen = [tree], {id(tree)}
    for node in waiting:  # the list grows on the way
        for _, child in children_of(node):
            if id(child) not in seen:
                seen.add(id(child))
                waiting.append(child)
    return waiting


def children_of(node: Mapping[str, Any]) -> list[tuple[Action, Mapping[str, Any]]]:
    """Return the pairs of a node's children.  Raises ValueError for anything that is not a node."""
    given = node.get("children") or {}
    if isinstance(given, Mapping):
        pairs = list(given.items())
    elif isinstance(given, list):
        pairs = [(plain(field_of(child, "action")), child) for child in given]
    else:
        raise ValueError(f"Children must be an object or a list, not {given!r:.60}.")
    for action, child in pairs:
        if not isinstance(child, Mapping):
            raise ValueError(f"A node must be an object, but {action!r} is {child!r:.60}.")
    return pairs


def plain(action: Any) -> Action:
    """Return an action that was read from JSON, with tuples for lists."""
    return tuple(map(plain, action)) if isinstance(action, list) else action


def field_of(node: Any, key: str) -> Any:
    """Return a field of a node.  Raises ValueError with the fields that the node has instead."""
    if not isinstance(node, Mapping):
        raise ValueError(f"A node must be an object, not {node!r:.60}.")
    if key not in node:
        found = ", ".join(map(str, list(node)[:8])) or "nothing"
        raise ValueError(f'A node needs "{key}", but one has only: {found}.')
    return node[key]


def priors_of(node: Mapping[str, Any]) -> dict[Action, float]:
    """Return the priors of a node's actions, told by the node or by its children."""
    own = {action: child["prior"] for action, child in children_of(node) if "prior" in child}
    return {**node.get("priors", {}), **own}


def from_networkx(graph: Any, root: Their, **options: Any) -> ForeignTree:
    """Return the tree of a `networkx.DiGraph` whose edges lead from parents to children.

    graph    its nodes have the attributes `visits` and `value`, and its edges `action`, and
             perhaps `prior`
    root     the node to begin with
    options  the options of `from_tree`
    """

    def edges(node: Their) -> list[tuple[Action, Their, Mapping[str, Any]]]:
        below = graph.out_edges(node, data=True)
        return [(data.get("action", str(child)), child, data) for _, child, data in below]

    if any("prior" in data for _, _, data in graph.edges(data=True)):
        options.setdefault(
            "prior",
            lambda node: {act: data["prior"] for act, _, data in edges(node) if "prior" in data},
        )
    return from_tree(
        root,
        lambda node: [(action, child) for action, child, _ in edges(node)],
        lambda node: field_of(graph.nodes[node], "visits"),
        lambda node: field_of(graph.nodes[node], "value"),
        **options,
    )


def from_open_spiel(
    root: Their,
    state: Any,
    c: float | None = None,
    *,
    puct: bool = False,
    scale: tuple[float, float] = (-1, 1),
) -> ForeignTree:
    """Return the tree that OpenSpiel's `MCTSBot.mcts_search` returns.

    root       the `SearchNode` that it returns
    state      the position of the root: `open_spiel(…)`, or a state of this library whose actions
               have the same numbers
    c          the bot's `uct_c`, for OpenSpiel's utilities; None if it is not known
    puct       whether the bot's `child_selection_fn` is `SearchNode.puct_value`
    scale      the lowest and the highest utility of the game

    OpenSpiel adds up utilities for the player who moved into a node, so only the scale changes.
    If `c` is given, the pictures show the bot's own scores; the tree cannot be grown with them.
    """
    told = from_tree(
        root,
        lambda node: [(child.action, child) for child in node.children],
        lambda node: node.explore_count,
        lambda node: node.total_reward / node.explore_count,
        scale=scale,
        state=state,
        prior=lambda node: {child.action: child.prior for child in node.children},
    )
    if c is None:
        return told
    low, high = scale
    return told.explained_by(BotScores(told.theirs, c, puct, low, high - low))


def from_mctx(
    tree: Any, game: int = 0, *, scale: tuple[float, float] = (-1, 1), **options: Any
) -> ForeignTree:
    """Return the tree of one game of `policy_output.search_tree` of mctx.

    tree     an object with the arrays of `mctx.Tree`.  They may be numpy arrays: B games, M nodes
             (one more than simulations), A actions
             `node_visits`, `node_values`, `parents`, `action_from_parent`  (B, M)
             `children_index`, `children_rewards`, `children_discounts`, `children_prior_logits`
             (B, M, A); a child's index is −1 if the child does not exist
    game     the number of the game in the batch, 0 … B − 1
    scale    the values that become 0 and 1; values outside are cut off
    options  the other options of `from_tree`

    The value of a child is r + γ·v of its edge, as mctx computes it for the player to move above.
    mctx also grows nodes below the end of a game; with `state` they are left out.  mctx rescales Q
    before it compares actions, so the tree policy is unknown unless you pass one.
    """
    import numpy as np

    def array(name: str) -> Any:
        return np.asarray(getattr(tree, name))[game]

    visits, values = array("node_visits"), array("node_values")
    parents, arrived_by = array("parents"), array("action_from_parent")
    index, logits = array("children_index"), array("children_prior_logits")
    rewards, discounts = array("children_rewards"), array("children_discounts")

    def value(node: int) -> float:
        above = parents[node]
        q = values[node]
        if above >= 0:
            edge = above, arrived_by[node]
            q = rewards[edge] + discounts[edge] * q
        return float(np.clip(q, *scale))

    def priors(node: int) -> dict[Action, float]:
        weights = np.exp(logits[node] - logits[node].max())
        return {a: float(p) for a, p in enumerate(weights / weights.sum()) if p > 0}

    return from_tree(
        0,
        lambda node: [(a, int(child)) for a, child in enumerate(index[node]) if child >= 0],
        lambda node: int(visits[node]),
        value,
        scale=scale,
        prior=priors,
        **options,
    )
