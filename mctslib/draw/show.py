"""Draw boards and trees: the pure functions return SVG text, or a `Picture` for a notebook."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mctslib.draw import boards, layout, playout, strip, svg
from mctslib.draw.bars import children_bars_svg, describe_children
from mctslib.draw.dot import HEADINGS, place, tree_dot
from mctslib.draw.facts import Teller, hidden_in_words
from mctslib.draw.look import ACT, NOTE, PAPER, TITLE, text_width
from mctslib.draw.outline import (
    ShownNode,
    hidden,
    name,
    pictured,
    statistics,
    tree_text,
)
from mctslib.game import Action, State
from mctslib.games.board import columns, own_picture, sides
from mctslib.games.names import action_name, describe_board, step_name
from mctslib.policies import TreePolicy
from mctslib.tree import PHASE_NAMES, Node, walk
from mctslib.words import count, percent

SAID = 15  # descriptions in words cover at most this many wedges, the most visited wedges first
SAID_MOVES = 50  # descriptions name at most this many moves of a path or of a playout
NARROW_NODE = 60  # the width of a narrow node and of the gap beside it, in pixels
LONGEST = 2000  # the description of a state has at most this many characters


@dataclass(frozen=True)
class Picture:
    """A picture as SVG text, with a description in words.

    A notebook shows the picture; a screen reader reads `alt` aloud.
    """

    svg: str
    alt: str

    def _repr_html_(self) -> str:
        """Return an `<img>` of the picture, because GitHub does not show inline SVG."""
        return svg.image(self.svg, self.alt, fit=True)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": self.alt}

    def __repr__(self) -> str:
        return f"<Picture: {self.alt}>"


@dataclass(frozen=True)
class FilmStrip(Picture):
    """The picture of a whole film strip, with the SVG text and the caption of each frame."""

    lives_as = "film"

    frames: tuple[str, ...]
    captions: tuple[str, ...]

    __repr__ = Picture.__repr__


def board_svg(state: State, *, line: bool = True, last: Any = None, **options: Any) -> str:
    """Draw the board of a state whose game is played on a grid (`Board`).

    line    whether to draw a line through the cells that won, if the game has `winning_cells()`

    For any other state, the function returns the state's own picture, or else its text.  The other
    parameters (last, shares, values, highlight, numbers, order, width, label) are those of
    `draw.boards.board`.
    """
    if not columns(state):
        return boards.picture(state, options.get("label"))
    return boards.state_board(state, line=line, last=last, **options)


def show_board(state: State, **options: Any) -> Picture:
    """Return a board's picture for a notebook; the parameters are those of `board_svg`."""
    words = describe_state(state) + shares_in_words(state, options.get("shares") or {})
    return Picture(board_svg(state, **options), options.get("label") or words)


def shares_in_words(state: State, shares: Mapping[Any, float]) -> str:
    """Describe the shares on a board for `alt`, largest first; return "" if there are none."""
    said = []
    for action in sorted(shares, key=lambda action: -shares[action]):
        said.append(f"{action_name(state, action)} {percent(shares[action])}")
    return f"; shares: {', '.join(said)}" if said else ""


def describe_state(state: State) -> str:
    """Describe the state in words, for `alt`.

    A grid is described row by row.  For any other state, the description is the label of its
    picture, or else its text.
    """
    side = columns(state)
    if side:
        return describe_board(state.cells(), side, sides(state))  # type: ignore[attr-defined]
    words = ""
    if own_picture(state):
        words = svg.words(boards.picture(state))
    lines = (words or str(state)).splitlines()
    return " / ".join(lines)[:LONGEST]


def tree_svg(
    root: Node,
    *,
    label: str | None = None,
    rollout: Sequence[Action] | None = None,
    result: str = "",
    headed: bool = True,
    teller: Teller | None = None,
    **options: Any,
) -> str:
    """Draw the tree as SVG text; the other parameters are those of `tree_dot`.

    label     the text for a screen reader; by default the result of `describe_tree`
    rollout   the moves of the playout, which is drawn below the tree in phase "simulate"
    result    the result of the playout, as a short text
    headed    whether the name of the running phase is written above the tree
    teller    says what is known about each node, for a page on which readers point at nodes

    Without Graphviz the picture shows the tree as text, followed by advice on installing Graphviz.
    """
    label = label or describe_tree(root, rollout=rollout, result=result, **options)
    dot = tree_dot(root, **options)
    phase = options.get("phase")
    row: list[playout.Ghost] = []
    if phase == "simulate" or rollout is not None:
        row = _ghosts(root, rollout or (), result, options)
    above, width = heading(phase if headed else "")
    try:
        answers = answers_of(root, teller, **options) if teller else None
        tree = layout.finished(layout.render(dot), label, above, width, answers)
    except OSError as error:
        return _in_letters(root, row, str(error), label, options)
    if not row:
        return tree
    return playout.below(tree, row, ACT)


def fitted_tree(root: Node, room: float, **options: Any) -> str:
    """Draw the tree at most `room` pixels wide; the other parameters are those of `tree_svg`.

    The least visited nodes are left out until the rest fits; a wedge counts the nodes left out.
    """
    drawn = pictured(root, **options).all()
    leaves = sum(not shown.children for shown in drawn)
    if leaves * NARROW_NODE > room:
        leaves = max(1, int(room / NARROW_NODE))
    while True:
        picture = tree_svg(root, most_leaves=leaves, **options)
        width = svg.dimensions(picture)[0]
        if width <= room or leaves == 1:
            return picture
        leaves = max(1, min(leaves - 1, round(leaves * room / width)))


def answers_of(root: Node, teller: Teller, **options: Any) -> dict[str, layout.ToldNode]:
    """Return what a page says about each node and wedge that `tree_dot` draws."""
    answers = {}
    for shown in pictured(root, **options).all():
        where = place(shown.node, len(shown.path))
        answers[f"n{shown.number}"] = layout.ToldNode(where, teller.node(shown, root))
        if shown.hidden_nodes:
            answers[f"s{shown.number}"] = layout.ToldNode(f"{where}_more", hidden_in_words(shown))
    return answers


def _in_letters(
    root: Node, row: Sequence[playout.Ghost], advice: str, label: str, options: Mapping[str, Any]
) -> str:
    """Write the tree, the playout and the advice as text in place of a drawing."""
    tree = tree_text(root, options.get("max_nodes", 15))
    game = " → ".join(ghost.words for ghost in row)
    paragraphs = [words for words in (tree, game, advice) if words]
    return svg.text_block("\n\n".join(paragraphs), label)


def _ghosts(
    root: Node, rollout: Sequence[Action], result: str, options: Mapping[str, Any]
) -> list[playout.Ghost]:
    """Return the ghosts of the playout, which starts at the new node or at the path's end."""
    node = root
    for action in options.get("new") or options.get("path") or ():
        node = node.children.get(action, node)
    return playout.ghosts(node, rollout, result)


def heading(phase: str | None) -> tuple[str, float]:
    """Draw the heading above a tree: the running phase's number in a circle, and its name.

    Returns the SVG text and its width in pixels, or ("", 0) without a phase.
    """
    if not phase:
        return "", 0
    title, words = HEADINGS[phase]
    number = PHASE_NAMES.index(phase) + 1
    middle: dict[str, Any] = {"text_anchor": "middle", "font_weight": "bold"}
    parts = [
        svg.element("circle", cx=20, cy=17, r=10, fill=ACT),
        svg.text(number, 20, 22, TITLE, fill=PAPER, **middle),
        svg.text(title, 37, 16, TITLE, fill=ACT, font_weight="bold"),
        svg.text(words, 37, 31, NOTE),
    ]
    width = 45 + max(text_width(title, TITLE, bold=True), text_width(words, NOTE))
    return "".join(parts), width


def show_tree(root: Node, *, label: str | None = None, **options: Any) -> Picture:
    """Return a tree's picture for a notebook; the parameters are those of `tree_svg`."""
    label = label or describe_tree(root, **options)
    return Picture(tree_svg(root, label=label, **options), label)


def describe_tree(
    root: Node,
    *,
    path: Sequence[Any] = (),
    phase: str | None = None,
    rollout: Sequence[Action] | None = None,
    result: str = "",
    badge: Callable[[Node], str] | None = None,
    **options: Any,
) -> str:
    """Describe the tree in words, for `alt`; the other parameters are those of `tree_dot`.

    The text gives the size of the tree, the most visited children of the root, the badges, the
    phase, the playout and the hidden nodes.
    """
    shown = list(pictured(root, path=path, **options).all())
    sentences = [_size_in_words(root, shown), _best_in_words(root)]
    if badge:
        sentences.append(_badges_in_words(shown, badge))
    if phase:
        steps = _actions_in_words(root.state, path) or "at the root"
        sentences.append(f"Phase {phase}, path {steps}.")
    if phase == "simulate" and result:
        last = walk(root, path) if rollout else root
        moves = _actions_in_words(last.state, rollout or ()) or "none"
        sentences.append(f"Random game: {moves}; {svg.shorten(result)}.")
    sentences.append(_hidden_in_words(shown))
    return " ".join(sentence for sentence in sentences if sentence)


def _size_in_words(root: Node, shown: Sequence[ShownNode]) -> str:
    """State how many nodes and how many visits the whole tree has."""
    size = sum(1 + one.hidden_nodes for one in shown)
    return f"Search tree of {count(size, 'node')}, {count(root.visits, 'visit')}."


def _best_in_words(root: Node) -> str:
    """Describe the three most visited moves with their statistics, or return "" for a leaf."""
    children = sorted(root.children.values(), key=lambda child: -child.visits)
    best = []
    for child in children[:3]:
        move = svg.shorten(step_name(root.state, child.action))
        best.append(f"{move}: {statistics(child)}")
    return f"Most visited moves: {'; '.join(best)}." if best else ""


def _badges_in_words(shown: Sequence[ShownNode], badge: Callable[[Node], str]) -> str:
    """Describe the badges of the nodes, or return "" if there are no badges."""
    said = []
    for one in shown:
        words = badge(one.node)
        if words:
            said.append(f"{name(one)} {words}")
    return f"Badges: {'; '.join(said)}." if said else ""


def _actions_in_words(state: State, actions: Sequence[Action]) -> str:
    """Name the first actions of a path or of a playout from `state`.

    From an illegal action on, the actions are named as they are.
    """
    said = []
    for action in actions[:SAID_MOVES]:
        legal = action in state.legal_actions()
        said.append(svg.shorten(step_name(state, action) if legal else action))
        state = state.apply(action) if legal else state
    return ", ".join(said)


def _hidden_in_words(shown: Sequence[ShownNode]) -> str:
    """Describe the hidden nodes, the most visited wedges first; return "" if no node is hidden."""
    wedges = [one for one in shown if one.hidden_nodes]
    wedges.sort(key=lambda one: -one.hidden_visits)
    said = [f"below {name(one)} {hidden(one)}" for one in wedges[:SAID]]
    if len(wedges) > SAID:
        said.append("…")
    return f"Not drawn: {'; '.join(said)}." if said else ""


def show_children(node: Node, tree_policy: TreePolicy | None = None) -> Picture:
    """Return the picture of `children_bars_svg` for a notebook."""
    return Picture(children_bars_svg(node, tree_policy), describe_children(node, tree_policy))


def film_strip(
    pictures: Iterable[str],
    captions: Iterable[str],
    *,
    height: float | None = None,
    columns: int | None = None,
) -> FilmStrip:
    """Show SVG pictures side by side, with captions below and an arrow between neighbours.

    height   the height of every picture after scaling, in pixels; by default each picture
             keeps its height
    columns  the number of pictures in a row; by default as many as fit
    """
    frames = tuple(pictures)
    captions = tuple(captions)
    numbered = [f"{k}. {caption}" for k, caption in enumerate(captions, 1)]
    alt = f"Film strip: {'; '.join(numbered)}"
    drawn = strip.film_strip(frames, captions, alt, height=height, columns=columns)
    return FilmStrip(drawn, alt, frames, captions)


def gallery(
    pictures: Iterable[str],
    captions: Iterable[str],
    *,
    height: float | None = None,
    columns: int | None = None,
    spoken: bool = False,
) -> Picture:
    """Show SVG pictures side by side for comparison, with captions below and without arrows.

    height   the height of every picture after scaling, in pixels; by default each picture
             keeps its height
    columns  the number of pictures in a row; by default as many as fit
    spoken   whether a screen reader also reads the description of each picture, not only its
             caption
    """
    frames = list(pictures)
    captions = list(captions)
    said = list(captions)
    if spoken:
        said = [_spoken(caption, frame) for caption, frame in zip(captions, frames)]
    alt = "; ".join(said)
    drawn = strip.film_strip(frames, captions, alt, height=height, columns=columns, arrow="")
    return Picture(drawn, alt)


def _spoken(caption: str, picture: str) -> str:
    """Return a picture's caption, followed by the picture's description if there is one."""
    words = svg.words(picture)
    return f"{caption.rstrip('.')}: {words}" if caption and words else caption or words
