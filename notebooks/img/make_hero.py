"""Draw the pictures of the README: `python notebooks/img/make_hero.py`.

hero.svg shows one search at some of its moments: a few guesses turn into a plan, while the tree
stays in its place.  Its style sheet goes through the moments `ROUNDS` times and stops at the last
one.  hero_still.svg shows this last moment, for readers whose system asks for no motion.
stepper.svg shows the four phases of one iteration, side by side.  green.svg shows two searches of
the putting green of chapter 18.

A phone shows narrower pictures, because the letters of the wide ones would become too small to
read.  hero_phone.svg has only the root and the first moves, and hero_phone_still.svg shows its last
moment.  stepper_phone.svg and green_phone.svg have their parts one below the other.  The still
pictures are needed,
because browsers do not tell a picture whether its reader wants motion.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from mctslib import Node, TicTacToe, most_visited, record, search
from mctslib.course.ch18 import uct, widened
from mctslib.course.ch18.greens import green_picture, in_words
from mctslib.draw import board_svg, film_strip, gallery
from mctslib.draw.dot import fill
from mctslib.draw.look import FIGURE, HEADLINE, INK, PAPER, ROUND, SHADE, TOLD, WORDS, wrapped
from mctslib.draw.outline import ShownNode, move_name, visible
from mctslib.draw.putting import SIDE
from mctslib.draw.strip import placed
from mctslib.draw.svg import FIRST_TAG, dimensions, document, element, text
from mctslib.files import write_safely
from mctslib.games.board import cell_of
from mctslib.games.putting import Putting
from mctslib.stepper import Stepper
from mctslib.widgets.stepping.parts import strip_of
from mctslib.words import count, number, percent

START = TicTacToe.from_text("X.O/X../O..")  # X to move; only the centre stops O, and it wins
MOMENTS = (5, 10, 20, 40, 80, 150, 300)  # iterations
SHOWN = 17  # the number of nodes shown: the root, all first moves, and the most visited other nodes
ON_A_PHONE = 1 + len(START.legal_actions())  # nodes on a phone: the root and all first moves
LAST = len(MOMENTS) - 1

# The film.
STEP = 1.6  # seconds for which each moment is shown, except the last one
REST = 5.0  # seconds for which the last moment is shown
LOOP = STEP * LAST + REST
ROUNDS = 3  # the number of times that the film runs
FADE = 0.5  # seconds in which colours and lines change
CUT = 0.01  # seconds in which words change

HOLE, WALL = (0.35, 0.8), 0.7  # of the putting green

# Sizes in pixels.
MARGIN = 8
CARD = 76  # width of a card
CARD_ON_A_PHONE = 64  # so that the letters stay readable on a screen of 320 pixels
GAP = 8  # between two cards
TALL = 108  # height of a card
BOARD = 48  # width of the board in a card
LEVEL = 144  # from the top of a card to the top of its children's cards
TOP = 82  # the space above the tree
THINNEST = 0.8  # the smallest width of a line to a node
BADGE = 48  # from the left edge of a number in the row of moments to that of the next number


Actions = tuple  # the actions from the root to a node


class Place(NamedTuple):
    """The place of a card: the column of its middle, and its level, both counted from 0."""

    column: float
    level: int


@dataclass(frozen=True)
class Film:
    """A search at some of its moments.

    card    the width of a card, in pixels
    shown   the nodes in the picture, parents first
    places  path → the place of its card
    nodes   path → the node at each moment; None if the tree does not contain it yet
    """

    card: int
    shown: list[ShownNode]
    places: dict[Actions, Place]
    nodes: dict[Actions, list[Node | None]]

    def corner(self, path: Actions) -> tuple[float, float]:
        """Return the upper left corner of a card."""
        place = self.places[path]
        x = MARGIN + (self.card + GAP) * place.column + GAP / 2
        return x, TOP + LEVEL * place.level

    def pen(self, path: Actions, k: int) -> float:
        """Return the width of the line to a node at moment `k`.

        The width grows with the node's share of the root's visits.
        """
        node = self.nodes[path][k]
        root = self.nodes[()][k]
        if node is None or root is None:
            return THINNEST
        return THINNEST + 9 * sqrt(node.visits / root.visits)


def film(most: int = SHOWN) -> Film:
    """Search, and return the part of the tree to show, with the place of each node.

    most  the number of nodes to show
    """
    trace = record(START, max(MOMENTS), seed=1)
    trees = [trace.tree(moment) for moment in MOMENTS]
    first_moves = [(action,) for action in START.legal_actions()]
    top = visible(trees[-1], most, first_moves)
    shown = sorted(top.all(), key=lambda one: len(one.path))
    nodes = {}
    for one in shown:
        nodes[one.path] = [node_at(tree, one.path) for tree in trees]
    return Film(CARD_ON_A_PHONE if most == ON_A_PHONE else CARD, shown, places_of(top), nodes)


def places_of(top: ShownNode) -> dict[Actions, Place]:
    """Return the place of each node: leaves side by side, a parent above its children."""
    columns = itertools.count()
    found: dict[Actions, Place] = {}

    def put(shown: ShownNode) -> float:
        """Find the places of a node and of all nodes below it; return the column of the node."""
        below = [put(child) for child in shown.children]
        column = (below[0] + below[-1]) / 2 if below else next(columns)
        found[shown.path] = Place(column, len(shown.path))
        return column

    put(top)
    return found


def node_at(root: Node, path: Actions) -> Node | None:
    """Return the node that the path leads to, or None if the tree does not contain it yet."""
    node: Node | None = root
    for action in path:
        node = node.children.get(action) if node else None
    return node


# ---------------------------------------------------------------------------- what is drawn


def hero(moving: bool = True, most: int = SHOWN) -> str:
    """Return the tree as the text of an SVG.

    moving  whether the tree grows in the picture; otherwise it is shown fully grown
    most    the number of nodes to show
    """
    tree = film(most)
    moments = list(range(LAST + 1)) if moving else [LAST]
    captions = [caption(tree.nodes[()][k]) for k in moments]
    parts = [style(tree)] if moving else []
    for k, one in enumerate(tree.shown):
        parts.append(card(tree, one, k))
    for k, words in zip(moments, captions):
        size = TOLD if most == ON_A_PHONE else HEADLINE
        said = text(words, 2 * MARGIN, 32, size, font_weight="bold")
        if moving:
            said += clock(k)
        said += numbers(tree, k)
        hidden = {} if k == LAST else {"opacity": 0}
        parts.append(element("g", said, class_=f"m{k}", **hidden))
    columns = max(place.column for place in tree.places.values())
    levels = max(place.level for place in tree.places.values())
    width = (tree.card + GAP) * (1 + columns) + 2 * MARGIN
    height = TOP + LEVEL * levels + TALL + 8
    return document("".join(parts), width, height, " ".join(captions))


def caption(root: Node) -> str:
    """Return the sentence about a tree: the most visited move, and its share of the visits."""
    best = root.children[most_visited(root)]
    share = percent(best.visits / root.visits)
    return f"After {root.visits} iterations X {best.action} has {share} of the visits."


def card(tree: Film, shown: ShownNode, k: int) -> str:
    """Return the card of a node with its board, and the line from its parent's card.

    Both are visible from the first moment at which the tree contains the node.
    """
    node = shown.node
    x, y = tree.corner(shown.path)
    middle = x + tree.card / 2
    name = move_name(node) if shown.path else "X to move"
    last = cell_of(node.parent.state, node.action) if node.parent else None
    board = board_svg(node.state, width=BOARD, last=last)
    look = {"rx": ROUND, "stroke": INK, "fill": fill(node), "class_": f"q{k}"}
    parts = [
        line(tree, shown.path, k) if shown.path else "",
        element("rect", x=x, y=y, width=tree.card, height=TALL, **look),
        text(name, middle, y + 15, WORDS, text_anchor="middle", font_weight="bold"),
        placed(board, x + (tree.card - BOARD) / 2, y + 20, BOARD, BOARD),
    ]
    born = next(n for n, there in enumerate(tree.nodes[shown.path]) if there)
    return element("g", "".join(parts), class_=f"b{born}")


def line(tree: Film, path: Actions, k: int) -> str:
    """Return the curve from the parent's card to the card of a node."""
    above, top = tree.corner(path[:-1])
    below, y = tree.corner(path)
    start = above + tree.card / 2
    end = below + tree.card / 2
    bend = (LEVEL - TALL) / 2
    d = f"M{start:g} {top + TALL}C{start:g} {y - bend / 2:g} {end:g} {y - 1.5 * bend:g} {end:g} {y}"
    width = tree.pen(path, LAST)
    return element("path", d=d, fill="none", stroke=SHADE, stroke_width=width, class_=f"w{k}")


def numbers(tree: Film, k: int) -> str:
    """Return the texts in the cards at one moment: N, Q, and the number of hidden nodes."""
    parts = []
    for path, nodes in tree.nodes.items():
        node = nodes[k]
        if node is None:
            continue
        x, y = tree.corner(path)
        lines = [f"N {node.visits}", f"Q {number(node.value, 2)}", hidden_below(tree, path, node)]
        for row, words in enumerate(lines):
            place = y + 80 + 12 * row
            parts.append(text(words, x + tree.card / 2, place, FIGURE, text_anchor="middle"))
    return "".join(parts)


def hidden_below(tree: Film, path: Actions, node: Node) -> str:
    """Return a text with the number of hidden nodes below a node, or "" if none is hidden."""
    hidden = 0
    for action, child in node.children.items():
        if (*path, action) not in tree.nodes:
            hidden += child.size()
    return f"+{count(hidden, 'node')}" if hidden else ""


def clock(k: int) -> str:
    """Return the row of the moments' numbers; the number of moment k has a dark background."""
    parts = []
    for n, moment in enumerate(MOMENTS):
        x = 2 * MARGIN + BADGE * n
        ink, paper = (PAPER, INK) if n == k else (INK, PAPER)
        parts.append(element("rect", x=x, y=44, width=42, height=22, rx=11, fill=paper, stroke=INK))
        parts.append(text(moment, x + 21, 59.5, FIGURE, text_anchor="middle", fill=ink))
    return "".join(parts)


# ---------------------------------------------------------------------------- what moves


def style(tree: Film) -> str:
    """Return the style sheet of the film.

    The style sheet says when each word is visible, when a node appears, and how lines and colours
    change.
    """
    moments = range(LAST + 1)
    rules = []
    for k in moments:
        seen = [f"opacity:{int(n == k)}" for n in moments]
        rules.append(rule(f"m{k}", seen, fade=CUT))
    for k in moments[1:]:
        born = [f"opacity:{int(n >= k)}" for n in moments]
        rules.append(rule(f"b{k}", born))
    for k, (path, nodes) in enumerate(tree.nodes.items()):
        colours = [fill(node) if node else PAPER for node in nodes]
        rules.append(rule(f"q{k}", [f"fill:{colour}" for colour in colours]))
        if path:
            widths = [tree.pen(path, n) for n in moments]
            rules.append(rule(f"w{k}", [f"stroke-width:{width:.2f}" for width in widths]))
    return element("style", f"@media (prefers-reduced-motion:no-preference){{{''.join(rules)}}}")


def rule(name: str, looks: Sequence[str], fade: float = FADE) -> str:
    """Return a class of the style sheet that gives an element its look at each moment.

    looks  the look at each moment, as CSS
    fade   the number of seconds in which one look changes to the next
    """
    stops = []
    for k, look in enumerate(looks):
        begin = 0.0 if k == 0 else STEP * k + fade
        end = LOOP if k == LAST else STEP * (k + 1)
        stops.append(f"{100 * begin / LOOP:.2f}%,{100 * end / LOOP:.2f}%{{{look}}}")
    return f"@keyframes {name}{{{''.join(stops)}}}.{name}{{animation:{name} {LOOP:g}s {ROUNDS}}}"


def steps(columns: int | None = None) -> str:
    """Return the four phases of one iteration, as the stepper draws them in a saved notebook.

    columns  the number of phases in a row; by default as many as fit on a page
    """
    stepper = Stepper(record(START, 20, seed=0))
    stepper.jump(20)  # the random game of this iteration is short, and X loses it
    strip = strip_of(stepper)
    return film_strip(strip.frames, strip.captions, columns=columns).svg


def headed(picture: str, words: str, told: str) -> str:
    """Return a picture with a headline above it.

    told   what the picture shows, which a screen reader says after the headline
    """
    width, height = dimensions(picture)
    inside = picture[FIRST_TAG.search(picture).end() : picture.rindex("</svg>")]  # type: ignore[union-attr]
    lines = wrapped(words, width, HEADLINE, bold=True)
    high = 26 * len(lines) + 6
    above = "".join(
        text(line, 0, 20 + 26 * k, HEADLINE, font_weight="bold") for k, line in enumerate(lines)
    )
    below = element("g", inside, transform=f"translate(0 {high})")
    return document(above + below, width, height + high, f"{words} {told}")


def green(columns: int | None = None) -> str:
    """Draw two searches of a putting green: without widening, and with it.

    columns  the number of greens in a row; by default as many as fit on a page.  The headline stands
             above a row of two, because it is wider than one green
    """
    roots = [Node(Putting(hole=HOLE, wall=WALL)) for _ in range(2)]
    for root, method in zip(roots, (uct(), widened(0.5))):
        search(root, 1_000, seed=1, **method)
    tried = [f"{len(root.children):,}" for root in roots]
    words = f"{tried[0]} strokes, none tried twice. Or {tried[1]}, and a way around the wall."
    greens = [green_picture(root, SIDE) for root in roots]
    shown = gallery(greens, ["UCT", "progressive widening"], columns=columns)
    if columns == 1:
        return shown.svg
    return headed(shown.svg, words, " ".join(map(in_words, roots)))


PICTURES = {  # file → the function that draws it
    "hero.svg": hero,
    "hero_still.svg": partial(hero, moving=False),
    "hero_phone.svg": partial(hero, most=ON_A_PHONE),
    "hero_phone_still.svg": partial(hero, moving=False, most=ON_A_PHONE),
    "stepper.svg": steps,
    "stepper_phone.svg": partial(steps, columns=1),
    "green.svg": green,
    "green_phone.svg": partial(green, columns=1),
}

if __name__ == "__main__":
    for file, draw in PICTURES.items():
        write_safely(Path(__file__).with_name(file), draw())
