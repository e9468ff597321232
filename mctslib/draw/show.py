"""Pictures of boards and trees: pure functions, data in, SVG text out; and `Picture` to show one in
a notebook.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from mctslib.draw import boards, layout, playout, strip, svg
from mctslib.draw.bars import children_bars_svg, describe_children
from mctslib.draw.charts import share_chart
from mctslib.draw.dot import HEADINGS, tree_dot
from mctslib.draw.look import ACT, NOTE, PAPER, TITLE, text_width
from mctslib.draw.outline import hidden, name, pictured, statistics, tree_text
from mctslib.game import Action, State
from mctslib.games.board import columns, own_picture, sides
from mctslib.games.names import action_name, describe_board
from mctslib.policies import UCB1, TreePolicy
from mctslib.tree import PHASE_NAMES, Node
from mctslib.words import count, percent

SAID = 15  # wedges that are said in words, those with the most visits


@dataclass(frozen=True)
class Picture:
    """An SVG text and the words that stand for it.

    A notebook shows it; a screen reader speaks `alt`.
    """

    svg: str
    alt: str

    def _repr_html_(self) -> str:
        """An `<img>` with the picture inside: unlike inline SVG it is also shown on GitHub."""
        return svg.image(self.svg, self.alt, fit=True)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": self.alt}

    def __repr__(self) -> str:
        return f"<Picture: {self.alt}>"


@dataclass(frozen=True)
class FilmStrip(Picture):
    """The picture of all frames, and each by itself: SVG texts and captions."""

    frames: tuple[str, ...]
    captions: tuple[str, ...]

    __repr__ = Picture.__repr__


def board_svg(state: State, *, line: bool = True, last: Any = None, **options: Any) -> str:
    """The board of any state that is a grid (`Board`); of others, their own picture or text.

    line    whether a full line is struck through (if the game says which: `winning_cells()`)
    The other arguments (last, shares, values, highlight, order, width, label) are those of
    `draw.boards.board`.
    """
    if not columns(state):
        return boards.picture(state, options.get("label"))
    return boards.state_board(state, line=line, last=last, **options)


def show_board(state: State, **options: Any) -> Picture:
    """A board to look at in a notebook; the arguments are those of `board_svg`."""
    words = describe_state(state) + shares_in_words(state, options.get("shares") or {})
    return Picture(board_svg(state, **options), options.get("label") or words)


def shares_in_words(state: State, shares: Mapping[Any, float]) -> str:
    """The shares that a board shows, for `alt`, the largest first; nothing where there are none."""
    order = sorted(shares, key=lambda action: -shares[action])
    listed = ", ".join(
        f"{action_name(state, action)} {percent(shares[action])}" for action in order
    )
    return f"; shares: {listed}" if listed else ""


def describe_state(state: State) -> str:
    """The state in words, for `alt`: a grid row by row, else what the game's own picture says, else
    its text.
    """
    if side := columns(state):
        return describe_board(state.cells(), side, sides(state))  # type: ignore[attr-defined]
    own = svg.words(boards.picture(state)) if own_picture(state) else ""
    return " / ".join((own or str(state)).splitlines())[:2000]


def show_distribution(
    state: State, shares: Mapping[Any, float], best: Any = None, most: int = 12
) -> Picture:
    """A search's answer as shares of its visits, one for each action of `state`, to look at in a
    notebook.

    shares  action → its share, 0 to 1, as `SearchResult.distribution()` says; best: the one to mark
            with a star
    most    how many actions get a bar of their own, the largest shares first; the rest share one
    """
    order = sorted(shares, key=lambda action: -shares[action])
    rows = [
        (("★ " if a is not None and a == best else "") + action_name(state, a), shares[a])
        for a in order[:most]
    ]
    if rest := order[most:]:
        rows.append((f"{len(rest)} others", fsum(shares[a] for a in rest)))
    words = "Shares of the visits: " + "; ".join(
        f"{name}: {percent(share, 1)}" for name, share in rows
    )
    names, values = zip(*rows, strict=True) if rows else ((), ())
    return Picture(share_chart(names, {"": values}, label=words, width=400), words)


def tree_svg(
    root: Node,
    *,
    label: str | None = None,
    rollout: Sequence[Action] | None = None,
    result: str = "",
    **options: Any,
) -> str:
    """The tree as SVG text; the arguments are those of `tree_dot`, `label` the words for a screen
    reader, and

    rollout   the moves of the random game, drawn below the tree: of phase "simulate", and (for a
              `live` page, which lets it vanish) of "backpropagate"
    result    what it ended with, in a word or two

    Never fails for want of Graphviz: then the picture is the tree in letters, and a line on what to
    install.
    """
    label = label or describe_tree(root, rollout=rollout, result=result, **options)
    dot, phase = tree_dot(root, **options), options.get("phase")
    row = (
        _ghosts(root, rollout or (), result, options)
        if phase == "simulate" or rollout is not None
        else []
    )
    try:
        tree = layout.finished(
            layout.render(dot), label, *heading("" if options.get("live") else phase)
        )
    except OSError as error:
        words = [
            tree_text(root, options.get("max_nodes", 15)),
            " → ".join(ghost.words for ghost in row),
        ]
        return svg.text_block("\n\n".join(filter(None, [*words, str(error)])), label)
    return playout.below(tree, row, ACT, phase != "simulate") if row else tree


def _ghosts(
    root: Node, rollout: Sequence[Action], result: str, options: Mapping[str, Any]
) -> list[playout.Ghost]:
    """Return the random game as it is drawn, from the new node or the end of the path on."""
    node = root
    for action in options.get("new") or options.get("path") or ():
        node = node.children.get(action, node)
    return playout.ghosts(node, rollout, result)


def heading(phase: str | None) -> tuple[str, float]:
    """What stands above the tree of a running phase, its number in a circle of its colour; and how
    wide that is.
    """
    if not phase:
        return "", 0
    (title, words), colour = HEADINGS[phase], ACT
    number = svg.text(
        PHASE_NAMES.index(phase) + 1,
        20,
        22,
        TITLE,
        fill=PAPER,
        text_anchor="middle",
        font_weight="bold",
    )
    parts = (
        svg.element("circle", cx=20, cy=17, r=10, fill=colour),
        number,
        svg.text(title, 37, 16, TITLE, fill=colour, font_weight="bold"),
        svg.text(words, 37, 31, NOTE),
    )
    return "".join(parts), 45 + max(text_width(title, TITLE, bold=True), text_width(words, NOTE))


def show_tree(root: Node, *, label: str | None = None, **options: Any) -> Picture:
    """A tree to look at in a notebook; the arguments are those of `tree_svg`."""
    label = label or describe_tree(root, **options)
    return Picture(tree_svg(root, label=label, **options), label)


def describe_tree(
    root: Node,
    *,
    max_nodes: int = 15,
    path: Sequence[Any] = (),
    new: Sequence[Any] | None = None,
    phase: str | None = None,
    differs: Iterable[Sequence[Any]] = (),
    rollout: Sequence[Action] | None = None,
    result: str = "",
    keep: Iterable[Sequence[Action]] = (),
    badge: Callable[[Node], str] | None = None,
    **_: Any,
) -> str:
    """The tree in words, for `alt`: size, most visited children, badges, phase, random game, what
    is hidden.
    """
    shown = list(pictured(root, max_nodes, path, new, differs, keep).all())
    size = sum(1 + one.hidden_nodes for one in shown)
    children = sorted(root.children.values(), key=lambda child: -child.visits)[:3]
    best = "; ".join(f"{svg.shorten(child.action)}: {statistics(child)}" for child in children)
    words = f"Search tree of {count(size, 'node')}, {count(root.visits, 'visit')}."
    words += f" Most visited moves: {best}." if best else ""
    badges = [f"{name(one)} {word}" for one in shown if badge and (word := badge(one.node))]
    words += f" Badges: {'; '.join(badges)}." if badges else ""
    steps = ", ".join(svg.shorten(action) for action in path[:50])
    words += f" Phase {phase}, path {steps or 'at the root'}." if phase else ""
    moves = ", ".join(svg.shorten(action) for action in (rollout or ())[:50])
    words += (
        f" Random game: {moves or 'none'}; {svg.shorten(result)}."
        if phase == "simulate" and result
        else ""
    )
    wedges = sorted((one for one in shown if one.hidden_nodes), key=lambda one: -one.hidden_visits)
    rest = "; ".join(f"below {name(one)} {hidden(one)}" for one in wedges[:SAID])
    return words + (f" Not drawn: {rest}{'; …' * (len(wedges) > SAID)}." if rest else "")


def show_children(node: Node, tree_policy: TreePolicy = UCB1()) -> Picture:
    """A node's children as the tree policy sees them, to look at in a notebook; see
    `children_bars_svg`.
    """
    return Picture(children_bars_svg(node, tree_policy), describe_children(node, tree_policy))


def film_strip(
    pictures: Iterable[str],
    captions: Iterable[str],
    *,
    height: float | None = None,
    columns: int | None = None,
) -> FilmStrip:
    """SVG texts side by side, an arrow between neighbours, each with its caption.

    height scales every picture to that height; columns is how many stand in a row (as many as fit).
    """
    frames, captions = tuple(pictures), tuple(captions)
    alt = "Film strip: " + "; ".join(f"{k}. {caption}" for k, caption in enumerate(captions, 1))
    return FilmStrip(
        strip.film_strip(frames, captions, alt, height=height, columns=columns),
        alt,
        frames,
        captions,
    )


def gallery(
    pictures: Iterable[str],
    captions: Iterable[str],
    *,
    height: float | None = None,
    columns: int | None = None,
    spoken: bool = False,
) -> Picture:
    """SVG texts side by side, each with its caption, no arrows: pictures of one kind, to compare.

    spoken  a screen reader hears the words of each picture, not only its caption
    """
    pictures, captions = list(pictures), list(captions)
    words = map(svg.words, pictures) if spoken else [""] * len(pictures)
    alt = "; ".join(
        f"{caption.rstrip('.')}: {said}" if said else caption
        for caption, said in zip(captions, words)
    )
    return Picture(
        strip.film_strip(pictures, captions, alt, height=height, columns=columns, arrow=""), alt
    )
