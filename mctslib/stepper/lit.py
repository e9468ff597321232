"""Mark words that belong to a part of the figure, so that each can light up the other.

A marked text is a string.  `plain` returns it without marks, and `html` returns it with underlined
words that name their parts in `data-l`.
"""

import re
from html import escape

from mctslib.draw.dot import place
from mctslib.draw.outline import move_name
from mctslib.tree import Node

MARKED = re.compile("\x02([^\x03]*)\x03([^\x04]*)\x04")
BOARD, END = "board", "end"  # the keys of the board, and of the result of a playout


def lit(words: str, *keys: str) -> str:
    """Return words that light up the parts of the figure with these keys."""
    return f"\x02{' '.join(keys)}\x03{words}\x04"


def key_of(node: Node) -> str:
    """Return the key of a node, which is its place in the tree."""
    return place(node, len(node.path()))


def named(node: Node) -> str:
    """Return the name of a node, "the root" or its move such as "X 4", which lights the node up."""
    return lit(move_name(node) if node.parent is not None else "the root", key_of(node))


def plain(words: str) -> str:
    """Return a marked text without its marks."""
    return MARKED.sub(r"\2", words)


def html(words: str) -> str:
    """Return a marked text as HTML, with underlined words that can be focused."""
    return MARKED.sub(r'<u tabindex="0" data-l="\1">\2</u>', escape(words))
