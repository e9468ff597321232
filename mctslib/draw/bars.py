"""A node's children as its tree policy sees them: the numbers, and both terms of the score as one stacked bar."""
from collections.abc import Callable
from math import inf, isfinite, isnan

from mctslib.draw import svg
from mctslib.draw.look import FAINT, INK, PAPER
from mctslib.draw.outline import move_name
from mctslib.draw.svg import element, text
from mctslib.policies import UCB1, Score, TreePolicy, scores
from mctslib.tree import Node

SOLID, HATCHED = "#2f6f9f", "#b35a00"
COLUMNS = {"move": 58, "N": 100, "W": 142, "Q": 214, "explore": 280, "score": 336}  # where each column ends
BAR_LEFT, BAR_ROOM, ROW, TOP = 352, 250, 26, 66


def selected(node: Node, tree_policy: TreePolicy = UCB1()) -> Node | None:
    """The child that selection goes to; None while an action is untried, for expansion comes first."""
    if not node.children or not node.visits or len(node.children) < len(node.state.legal_actions()):
        return None
    new = next((one.child for one in scores(node, tree_policy) if one.total == inf), None)
    return new or tree_policy(node)


def children_bars_svg(node: Node, tree_policy: TreePolicy = UCB1(), label: str | None = None) -> str:
    """The table of a node's children: N, W, Q, exploration, score; and bars: Q solid, exploration hatched."""
    rows, best = _table(node, tree_policy), selected(node, tree_policy)
    scale = BAR_ROOM / max([1.0, *(row.total for row in rows if isfinite(row.total))])
    body = "".join(_row(row, row.child is best, TOP + k * ROW, scale) for k, row in enumerate(rows))
    foot = text(_note(node, rows, best), 14, TOP + len(rows) * ROW + 18, 12.5, font_style="italic")
    height = TOP + len(rows) * ROW + 30
    label = label or describe_children(node, tree_policy)
    return svg.document(_header(_bonus(node, tree_policy)) + body + foot, BAR_LEFT + BAR_ROOM + 96, height, label)


def describe_children(node: Node, tree_policy: TreePolicy = UCB1()) -> str:
    """The same table in words."""
    rows = _table(node, tree_policy)
    table = "; ".join(
        f"{move_name(row.child, 7)}: N {row.child.visits}, W {row.child.value_sum:g}, "
        f"Q {number(row.value)} + {number(row.bonus)} = {number(row.total)}"
        for row in rows
    )
    return f"Children of the node: {table or 'none'}. {_note(node, rows, selected(node, tree_policy))}"


def _table(node: Node, tree_policy: TreePolicy) -> list[Score]:
    return scores(node, tree_policy) if node.visits else []


def _note(node: Node, rows: list[Score], best: Node | None) -> str:
    """What the tree policy makes of it, in one sentence."""
    untried = len(node.state.legal_actions()) - len(node.children)
    if node.state.is_terminal():
        return "The game is over here: there is nothing to select."
    if untried > 0:
        moves = "1 move has" if untried == 1 else f"{untried} moves have"
        return f"{moves} not been tried yet: selection stops here and expansion adds one of them."
    if best is None:
        return "No child has been visited yet."
    reason = "the tree policy picks it" if any(isnan(row.total) for row in rows) else "the highest score"
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


def _row(row: Score, best: bool, y: float, scale: float) -> str:
    child = row.child
    weight = {"font_weight": "bold"} if best else {}
    figures = {
        "move": move_name(child, 7), "N": f"{child.visits}", "W": f"{child.value_sum:g}", "Q": number(row.value),
        "explore": number(row.bonus), "score": number(row.total),
    }
    words = "".join(text(word, COLUMNS[key], y + 16, 13, text_anchor="end", **weight) for key, word in figures.items())
    return (_frame(y) if best else "") + words + _bars(row, y + 4, scale)


def number(value: float) -> str:
    """Three decimals; ∞ where nothing was tried yet, - where nothing is known."""
    return f"{value:.3f}" if isfinite(value) else "-" if isnan(value) else "∞"


def _frame(y: float) -> str:
    """Around the winner's row, with an arrow and a word at the right: not colour alone."""
    width = BAR_LEFT + BAR_ROOM + 78
    return element(
        "rect", x=10, y=y, width=width, height=ROW - 3, rx=5, fill="none", stroke=INK, stroke_width=2
    ) + text("◀ selected", BAR_LEFT + BAR_ROOM + 80, y + 16, 12, text_anchor="end", font_weight="bold")


def _bars(row: Score, y: float, scale: float) -> str:
    solid = max(0.0, row.value) * scale
    if isnan(row.total):
        return _solid(BAR_LEFT, y, solid)
    if not isfinite(row.total):
        return text("not visited yet: comes first", BAR_LEFT, y + 12, 12, font_style="italic")
    return _solid(BAR_LEFT, y, solid) + _hatched(BAR_LEFT + solid, y, max(0.0, row.bonus) * scale)


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
