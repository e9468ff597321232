"""A node's children as its tree policy sees them: the numbers, and both terms of the score as one stacked bar.

Of an iteration it shows which child was taken; after it each number as before → after, and the bars' old lengths as
thin outlines, so that one sees the exploration of all the others grow.
"""
from collections.abc import Callable
from math import inf, isfinite, isnan
from typing import NamedTuple

from mctslib.draw import svg
from mctslib.draw.outline import move_name
from mctslib.draw.svg import FAINT, INK, PAPER, element, text
from mctslib.game import Action
from mctslib.games.names import points
from mctslib.policies import UCB1, Score, TreePolicy, scores
from mctslib.tree import Node

SOLID, HATCHED = "#2f6f9f", "#b35a00"
COLUMNS = {"move": 52, "N": 104, "W": 168, "Q": 254, "explore": 344, "score": 434}  # where each column ends
BAR_LEFT, BAR_ROOM, ROW, TOP = 448, 250, 24, 64


class ChildRow(NamedTuple):
    """A child of the table: its score, its score before the iteration (None: no row before), a word at its bar."""

    now: Score
    was: Score | None = None
    mark: str = ""

    @property
    def figures(self) -> dict[str, str]:
        """What stands in each column; `was→now` where there was something else before."""
        now, was = _figures(self.now), _figures(self.was or self.now)
        return {key: word if word == was[key] else f"{was[key]}→{word}" for key, word in now.items()}


def selected(node: Node, tree_policy: TreePolicy = UCB1()) -> Node | None:
    """The child that selection goes to; None while an action is untried, for expansion comes first."""
    if not node.children or not node.visits or len(node.children) < len(node.state.legal_actions()):
        return None
    new = next((one.child for one in scores(node, tree_policy) if one.total == inf), None)
    return new or tree_policy(node)


def children_bars_svg(
    node: Node, tree_policy: TreePolicy = UCB1(), label: str | None = None, *, taken: Action = None,
    before: Node | None = None,
) -> str:
    """The table of a node's children: N, W, Q, exploration, score; and bars: Q solid, exploration hatched.

    taken   the action that an iteration took here: its row is marked, not the one the tree policy would take now
    before  the same node before that iteration, if what is shown is the node after it
    """
    rows = _table(node, tree_policy, taken, before)
    longest = (one.total for row in rows for one in (row.now, row.was) if one and isfinite(one.total))
    scale = BAR_ROOM / max([1.0, *longest])
    body = "".join(_row(row, TOP + k * ROW, scale) for k, row in enumerate(rows))
    note = _note(node, rows, tree_policy, taken, before)
    foot = text(note, 14, TOP + len(rows) * ROW + 18, 12.5, font_style="italic")
    height = TOP + len(rows) * ROW + 28
    label = label or describe_children(node, tree_policy, taken=taken, before=before)
    return svg.document(_header(_bonus(node, tree_policy)) + body + foot, BAR_LEFT + BAR_ROOM + 96, height, label)


def describe_children(
    node: Node, tree_policy: TreePolicy = UCB1(), *, taken: Action = None, before: Node | None = None
) -> str:
    """The same table in words."""
    rows = _table(node, tree_policy, taken, before)
    table = "; ".join(_words(row) for row in rows)
    return f"Children of the node: {table or 'none'}. {_note(node, rows, tree_policy, taken, before)}"


def _words(row: ChildRow) -> str:
    words = row.figures
    return f"{words['move']}: N {words['N']}, W {words['W']}, Q {words['Q']} + {words['explore']} = {words['score']}"


def _table(node: Node, tree_policy: TreePolicy, taken: Action, before: Node | None) -> list[ChildRow]:
    if not node.visits:
        return []
    old = {score.child.action: score for score in scores(before, tree_policy)} if before and before.visits else {}
    best = selected(node, tree_policy) if taken is None else node.children.get(taken)
    word = "◀ selected" if before is None or taken in before.children else "◀ new"
    return [
        ChildRow(score, old.get(score.child.action), word if score.child is best else "")
        for score in scores(node, tree_policy)
    ]


def _note(node: Node, rows: list[ChildRow], tree_policy: TreePolicy, taken: Action, before: Node | None) -> str:
    """What the tree policy makes of it, in one sentence; after an iteration what it took, and what the outlines are."""
    untried = len(node.state.legal_actions()) - len(node.children)
    if node.state.is_terminal():
        return "The game is over here: there is nothing to select."
    if before is not None and taken in node.children:
        how = "went to" if taken in before.children else "added"
        return f"The iteration {how} {move_name(node.children[taken], 7)}.  Thin outlines: the bars before it."
    if untried > 0:
        moves = "1 move has" if untried == 1 else f"{untried} moves have"
        return f"{moves} not been tried yet: selection stops here and expansion adds one of them."
    best = selected(node, tree_policy)
    if best is None:
        return "No child has been visited yet."
    if taken is not None and best.action != taken:
        return f"The iteration went to {taken}, although the tree policy puts {move_name(best, 7)} first."
    reason = "the tree policy picks it" if any(isnan(row.now.total) for row in rows) else "the highest score"
    return f"Selection goes to {move_name(best, 7)}: {reason}."


def _header(bonus: str) -> str:
    """The columns' titles; over the bars the formula, each term under-braced by the look of its bar."""
    titles = {"move": "move", "N": "N", "W": "W", "Q": "Q = W / N", "explore": "+ explore", "score": "= score"}
    words = "".join(
        text(title, COLUMNS[key], 50, 12, text_anchor="end", font_weight="bold") for key, title in titles.items()
    )
    left, middle, right = BAR_LEFT, BAR_LEFT + 100, BAR_LEFT + 296
    formula = (
        _term("Q", left, middle - 10, "exploitation", _solid) + text("+", middle, 22, 15, text_anchor="middle")
        + _term(bonus, middle + 10, right, "exploration", _hatched)
    )
    return words + formula + element("line", x1=10, y1=59, x2=BAR_LEFT + BAR_ROOM + 86, y2=59, stroke=FAINT)


def _term(formula: str, left: float, right: float, meaning: str, bar: Callable[..., str]) -> str:
    """One term of the sum, a brace under it, and below what it means with a sample of its bar."""
    half = (right - left) / 2
    brace = f"M{left} 27q0 5 5 5h{half - 10}q5 0 5 5q0 -5 5 -5h{half - 10}q5 0 5 -5"
    return (
        text(formula, left + half, 21, 14, text_anchor="middle") + element("path", d=brace, fill="none", stroke=INK)
        + bar(left + half - 46, 41, 16) + text(meaning, left + half - 26, 52, 12)
    )


def _bonus(node: Node, tree_policy: TreePolicy) -> str:
    """The second term in letters, with the numbers that all children share."""
    visits = node.visits or "…"  # there is no logarithm of 0
    return f"{tree_policy.c:.4g} · √(ln {visits} / n)" if isinstance(tree_policy, UCB1) else "bonus of the tree policy"


def _row(row: ChildRow, y: float, scale: float) -> str:
    weight = {"font_weight": "bold"} if row.mark else {}
    words = "".join(
        text(word, COLUMNS[key], y + 16, 11.5 if "→" in word else 13, text_anchor="end", **weight)
        for key, word in row.figures.items()
    )
    return (_frame(y, row.mark) if row.mark else "") + words + _bars(row, y + 4, scale)


def _figures(score: Score) -> dict[str, str]:
    child = score.child
    return {
        "move": move_name(child, 7), "N": f"{child.visits}", "W": points(child.value_sum), "Q": number(score.value),
        "explore": number(score.bonus), "score": number(score.total),
    }


def number(value: float) -> str:
    """Three decimals; ∞ where nothing was tried yet, - where nothing is known."""
    return f"{value:.3f}" if isfinite(value) else "-" if isnan(value) else "∞"


def _frame(y: float, mark: str) -> str:
    """Around the row that is marked, with an arrow and a word at the right: not colour alone."""
    width = BAR_LEFT + BAR_ROOM + 78
    return element(
        "rect", x=10, y=y, width=width, height=ROW - 3, rx=5, fill="none", stroke=INK, stroke_width=2
    ) + text(mark, BAR_LEFT + BAR_ROOM + 80, y + 16, 12, text_anchor="end", font_weight="bold")


def _bars(row: ChildRow, y: float, scale: float) -> str:
    """Both terms; around them, thin, what they were before.  A page may let them grow from there (class "grow")."""
    bars, was = _both(row.now, y, scale), row.was
    if was is None or not isfinite(was.total) or not isfinite(row.now.total):
        return bars
    solid, whole = max(0.0, was.value) * scale, (max(0.0, was.value) + max(0.0, was.bonus)) * scale
    share = whole / max(1e-9, (max(0.0, row.now.value) + max(0.0, row.now.bonus)) * scale)
    outline = "".join(
        element("rect", x=BAR_LEFT + x, y=y - 3, width=width, height=19, fill="none", stroke=INK, stroke_width=0.7)
        for x, width in ((0.0, solid), (solid, whole - solid))
    )
    style = f"--from:{share:.3f};transform-origin:{BAR_LEFT}px 0"
    return element("g", bars, class_="grow", style=style) + element("g", outline, class_="was")


def _both(score: Score, y: float, scale: float) -> str:
    solid = max(0.0, score.value) * scale
    if isnan(score.total):
        return _solid(BAR_LEFT, y, solid)
    if not isfinite(score.total):
        return text("not visited yet: comes first", BAR_LEFT, y + 12, 12, font_style="italic")
    return _solid(BAR_LEFT, y, solid) + _hatched(BAR_LEFT + solid, y, max(0.0, score.bonus) * scale)


def _solid(x: float, y: float, width: float) -> str:
    return element("rect", x=x, y=y, width=width, height=13, fill=SOLID, stroke=INK, stroke_width=0.8)


def _hatched(x: float, y: float, width: float) -> str:
    """A box with diagonal lines, drawn one by one: a shared pattern could be lost with another picture."""
    strokes = "".join(
        f"M{x + start + max(0.0, -start):.2f} {y + 13 + min(0.0, start):.2f}"
        f"L{x + min(start + 13, width):.2f} {y + 13 - min(13.0, width - start):.2f}"
        for start in range(-6, int(width), 6)
    )
    box = element("rect", x=x, y=y, width=width, height=13, fill=PAPER, stroke=INK, stroke_width=0.8)
    return box + element("path", d=strokes, stroke=HATCHED, stroke_width=1.8, fill="none")
