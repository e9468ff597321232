"""Write a tree of another library as a page of its own, without scripts and without other files."""

from __future__ import annotations

from html import escape

from mctslib.draw.outline import move_name
from mctslib.draw.show import show_children
from mctslib.foreign.trees import ForeignTree
from mctslib.tree import Node

MOST_TABLES = 20
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 24px auto; max-width: 1400px; padding: 0 16px;
  color: #1b1b1f; background: #fff }
figure { margin: 0 0 16px; overflow-x: auto }
summary { cursor: pointer; padding: 4px 0 }
"""


def page_of(told: ForeignTree, title: str, max_nodes: int = 15) -> str:
    """Return an HTML page with a tree, its notes, and the tables of its most visited nodes.

    title      the title of the page
    max_nodes  the largest number of drawn nodes, 1 to 200
    """
    tables = "".join(map(table, most_visited_inner_nodes(told.root)))
    head = f'<meta charset="utf-8"><title>{escape(title)}</title>'
    view = '<meta name="viewport" content="width=device-width">'
    return (
        f'<!DOCTYPE html><html lang="en"><head>{head}{view}<style>{STYLE}</style></head><body>'
        f"<h1>{escape(title)}</h1><figure>{told.tree(max_nodes=max_nodes).svg}</figure>"
        f"{tables}</body></html>\n"
    )


def most_visited_inner_nodes(root: Node) -> list[Node]:
    """Return the most visited nodes that have children, the root first."""
    inner = [node for node in root.descendants() if node.children]
    return sorted(inner, key=lambda node: -node.visits)[:MOST_TABLES]


def table(node: Node) -> str:
    """Return the table of a node's children, which is open at first only for the root."""
    steps = []
    above = node
    while above.parent is not None:
        steps.append(move_name(above))
        above = above.parent
    name = " → ".join(reversed(steps)) or "the root"
    is_open = " open" if node.parent is None else ""
    return (
        f"<details{is_open}><summary>The children of {escape(name)}</summary>"
        f"<figure>{show_children(node).svg}</figure></details>"
    )
