"""A node's children as its tree policy sees them: the numbers, and both terms of the score as one stacked bar.

Of an iteration it shows which child was taken; after it each number as before → after, and the bars' old lengths as
thin outlines, so that one sees the exploration of all the others grow.
"""

from collections.abc import Callable
from math import inf, isfinite, isnan
from typing import Any, NamedTuple

from mctslib.draw import svg
from mctslib.draw.look import (
    FAINT,
    HATCHED,
    INK,
    NOTE,
    PAPER,
    ROUND,
    SOLID,
    TITLE,
    WORDS,
    text_width,
)
from mctslib.draw.outline import move_name
from mctslib.draw.svg import element, text
from mctslib.game import Action
from mctslib.policies import UCB1, TreePolicy
from mctslib.scores import Score, compares_actions, scores
from mctslib.tree import Node
from mctslib.words import number, points

TITLES = {
    "move": "move",
    "N": "N",
    "W": "W",
    "Q": "Q = W / N",
    "explore": "+ explore",
    "score": "= score",
}
WIDE, SHORTEST, ROW, TOP = (
    620,
    110,
    20,
    72,
)  # pixels: the whole, if it fits; the room for bars at least; rows; above
MARK = "▶ "  # before the move of the row that was taken: not its frame alone


class Places(NamedTuple):
    """Where things stand: the end of each column, the left and the room of the bars, pixels a unit of the score."""

    ends: dict[str, float]
    left: float
    room: float
    scale: float

    @property
    def right(self) -> float:
        """Where the frame of the marked row ends."""
        return self.left + self.room + 12


class ChildRow(NamedTuple):
    """A child of the table: its score, its score before the iteration (None: no row before), whether it is marked."""

    now: Score
    was: Score | None = None
    marked: bool = False
    badge: str = ""  # what the tree policy knows of it: "✓ won"

    @property
    def figures(self) -> dict[str, str]:
        """What stands in each column; `was→now` where there was something else before."""
        now, was = _figures(self.now), _figures(self.was or self.now)
        return {
            key: word if word == was[key] else f"{was[key]}→{word}" for key, word in now.items()
        }

    @property
    def drawn(self) -> dict[str, str]:
        """The same as it is drawn: pairs without their leading zeros, the move with the mark of its row."""
        words = {
            key: _pair(*word.split("→")) if "→" in word else word
            for key, word in self.figures.items()
        }
        return {**words, "move": MARK * self.marked + self.figures["move"]}


def selected(node: Node, tree_policy: TreePolicy = UCB1()) -> Node | None:
    """The child that selection goes to; None where expansion comes first."""
    if not node.visits or node.state.is_terminal():
        return None
    if compares_actions(tree_policy):
        return node.children.get(tree_policy.pick(node))  # type: ignore[attr-defined]
    if len(node.children) < len(node.state.legal_actions()):
        return None
    new = next((one.child for one in scores(node, tree_policy) if one.total == inf), None)
    return new or tree_policy(node)


def children_bars_svg(
    node: Node,
    tree_policy: TreePolicy = UCB1(),
    label: str | None = None,
    *,
    taken: Action = None,
    before: Node | None = None,
) -> str:
    """The table of a node's children: N, W, Q, exploration, score; and bars: Q solid, exploration hatched.

    taken   the action that an iteration took here: its row is marked, not the one the tree policy would take now
    before  the same node before that iteration, if what is shown is the node after it
    """
    rows = _table(node, tree_policy, taken, before)
    plan = _planned(rows, taken is not None, titles(tree_policy))
    body = "".join(_row(row, TOP + k * ROW, plan) for k, row in enumerate(rows))
    note = _note(node, rows, tree_policy, taken, before)
    foot = text(note, 14, TOP + len(rows) * ROW + 17, WORDS, font_style="italic")
    height = TOP + len(rows) * ROW + 26
    label = label or describe_children(node, tree_policy, taken=taken, before=before)
    return svg.document(
        _header(node, tree_policy, plan) + body + foot, plan.right + 8, height, label
    )


def titles(tree_policy: TreePolicy) -> dict[str, str]:
    """The columns' titles; a policy may have its own for the two terms."""
    value, bonus = getattr(tree_policy, "titles", (TITLES["Q"], TITLES["explore"]))
    return {**TITLES, "Q": value, "explore": bonus}


def _planned(rows: list[ChildRow], walked: bool, titles: dict[str, str]) -> Places:
    """Each column as wide as its widest words, the bars as long as the rest allows.

    walked  leave room for before → after, so that nothing moves aside when an iteration ends
    """
    ends, x = {}, 4.0
    for key, title in titles.items():
        words = [row.drawn[key] for row in rows]
        words += [
            _pair(word, word) for word in words if walked and key != "move" and "→" not in word
        ]
        words += [MARK + word for word in words if key == "move"]
        widths = [text_width(word, _size(word), bold=True) for word in words]
        ends[key] = x = x + 10 + max(text_width(title, WORDS, bold=True), *widths, 0)
    said = max(
        (text_width(row.badge, WORDS, bold=True) + 6 for row in rows if row.badge), default=0
    )
    room = max(SHORTEST, WIDE - x - 14 - said - 20)
    longest = (
        one.total for row in rows for one in (row.now, row.was) if one and isfinite(one.total)
    )
    return Places(ends, x + 14, room + said, room / max([1.0, *longest]))


def _pair(was: str, now: str) -> str:
    """Before → after in little room: .639→.640."""
    return f"{was.removeprefix('0') or 0}→{now.removeprefix('0') or 0}"


def _size(word: str) -> int:
    """Of letters: before → after is a little smaller."""
    return NOTE if "→" in word else WORDS


def describe_children(
    node: Node,
    tree_policy: TreePolicy = UCB1(),
    *,
    taken: Action = None,
    before: Node | None = None,
) -> str:
    """The same table in words."""
    rows = _table(node, tree_policy, taken, before)
    table = "; ".join(_words(row) for row in rows)
    return (
        f"Children of the node: {table or 'none'}. {_note(node, rows, tree_policy, taken, before)}"
    )


def _words(row: ChildRow) -> str:
    words = row.figures
    badge = f" ({row.badge})" if row.badge else ""
    numbers = (
        f"N {words['N']}, W {words['W']}, Q {words['Q']} + {words['explore']} = {words['score']}"
    )
    return f"{words['move']}: {numbers}{badge}"


def _table(
    node: Node, tree_policy: TreePolicy, taken: Action, before: Node | None
) -> list[ChildRow]:
    if not node.visits:
        return []
    old = (
        {score.child.action: score for score in scores(before, tree_policy)}
        if before and before.visits
        else {}
    )
    best = selected(node, tree_policy) if taken is None else node.children.get(taken)
    badge = getattr(tree_policy, "badge", lambda child: "")
    return [
        ChildRow(score, old.get(score.child.action), score.child is best, badge(score.child))
        for score in scores(node, tree_policy)
    ]


def _note(
    node: Node, rows: list[ChildRow], tree_policy: TreePolicy, taken: Action, before: Node | None
) -> str:
    """What the tree policy makes of it, in one sentence; after an iteration what it took, and what the outlines are."""
    untried = len(node.state.legal_actions()) - len(node.children)
    if node.state.is_terminal():
        return "The game is over here: there is nothing to select."
    if before is not None and taken in node.children:
        how = "went to" if taken in before.children else "added"
        return f"The iteration {how} {move_name(node.children[taken], 7)}.  Thin outlines: the bars before it."
    if compares_actions(tree_policy):
        return _noted_action(node, tree_policy, taken)
    if untried > 0:
        moves = "1 move has" if untried == 1 else f"{untried} moves have"
        return f"{moves} not been tried yet: selection stops here and expansion adds one of them."
    best = selected(node, tree_policy)
    if best is None:
        return "No child has been visited yet."
    if taken is not None and best.action != taken:
        return f"The iteration went to {taken}, although the tree policy puts {move_name(best, 7)} first."
    reason = (
        "the tree policy picks it"
        if any(isnan(row.now.total) for row in rows)
        else "the highest score"
    )
    return f"Selection goes to {move_name(best, 7)}: {reason}."


def _noted_action(node: Node, tree_policy: Any, taken: Action) -> str:
    """The same of a policy that compares actions, tried or not."""
    if not node.visits:
        return "No child has been visited yet."
    best = next(
        s.child for s in scores(node, tree_policy) if s.child.action == tree_policy.pick(node)
    )
    if taken is not None and best.action != taken:
        return f"The iteration went to {taken}, although the tree policy puts {move_name(best, 7)} first."
    new = "" if best.action in node.children else "  It has no node yet: expansion adds it."
    return f"Selection goes to {move_name(best, 7)}: the highest score.{new}"


def _header(node: Node, tree_policy: TreePolicy, plan: Places) -> str:
    """The columns' titles; above them the formula, each term under-braced by the look of its bar."""
    words = "".join(
        text(title, plan.ends[key], TOP - 8, WORDS, text_anchor="end", font_weight="bold")
        for key, title in titles(tree_policy).items()
    )
    value, bonus = _letters(node, tree_policy)
    names = getattr(tree_policy, "names", ("exploitation", "exploration"))
    middle = (
        plan.right - max(130.0, text_width(bonus, TITLE), text_width(names[1], WORDS) + 30) - 16
    )
    left = max(130.0, text_width(value, TITLE), text_width(names[0], WORDS) + 30)
    formula = (
        _term(value, middle - 10 - left, middle - 10, names[0], solid_bar)
        + text("+", middle, 18, TITLE, text_anchor="middle")
        + _term(bonus, middle + 10, plan.right - 6, names[1], hatched_bar)
    )
    return (
        words
        + formula
        + element("line", x1=10, y1=TOP - 4, x2=plan.right, y2=TOP - 4, stroke=FAINT)
    )


def _term(formula: str, left: float, right: float, meaning: str, bar: Callable[..., str]) -> str:
    """One term of the sum, a brace under it, and below what it means with a sample of its bar."""
    half, start = (right - left) / 2, (left + right - text_width(meaning, WORDS) - 22) / 2
    brace = f"M{left:.1f} 22q0 5 5 5h{half - 10:.1f}q5 0 5 5q0 -5 5 -5h{half - 10:.1f}q5 0 5 -5"
    return (
        text(formula, left + half, 17, TITLE, text_anchor="middle")
        + element("path", d=brace, fill="none", stroke=INK)
        + bar(start, 35, 16)
        + text(meaning, start + 22, 46, WORDS)
    )


def _letters(node: Node, tree_policy: Any) -> tuple[str, str]:
    """Both terms in letters, with the numbers that all children share."""
    if hasattr(tree_policy, "letters"):
        return tree_policy.letters(node)
    visits = f"{node.visits:,}" if node.visits else "…"  # there is no logarithm of 0
    known = isinstance(tree_policy, UCB1)
    return "Q", f"{tree_policy.c:.4g} · √(ln {visits} / n)" if known else "bonus of the tree policy"


def _row(row: ChildRow, y: float, plan: Places) -> str:
    weight = {"font_weight": "bold"} if row.marked else {}
    words = "".join(
        text(word, plan.ends[key], y + 14, _size(word), text_anchor="end", **weight)
        for key, word in row.drawn.items()
    )
    total = max([0.0, *(one.total for one in (row.now, row.was) if one and isfinite(one.total))])
    badge = (
        text(row.badge, plan.left + total * plan.scale + 6, y + 14, WORDS, font_weight="bold")
        if row.badge
        else ""
    )
    return (_frame(y, plan) if row.marked else "") + words + _bars(row, y + 3, plan) + badge


def _figures(score: Score) -> dict[str, str]:
    child = score.child
    return {
        "move": move_name(child, 7),
        "N": f"{child.visits:,}",
        "W": points(child.value_sum),
        "Q": figure(score.value),
        "explore": figure(score.bonus),
        "score": figure(score.total),
    }


def figure(value: float) -> str:
    """Return three decimals; "∞" if nothing was tried yet, "-" if there is no score or none is needed (−∞)."""
    return "-" if value == -inf else number(value, 3)


def _frame(y: float, plan: Places) -> str:
    """Around the row that is marked."""
    look: dict[str, Any] = {"rx": ROUND, "fill": "none", "stroke": INK, "stroke_width": 2}
    return element("rect", class_="marked", x=4, y=y, width=plan.right - 2, height=ROW - 1, **look)


def _bars(row: ChildRow, y: float, plan: Places) -> str:
    """Both terms; around them, thin, what they were before.  A page may let them grow from there (class "grow")."""
    bars, was, scale = _both(row.now, y, plan), row.was, plan.scale
    if was is None or not isfinite(was.total) or not isfinite(row.now.total):
        return bars
    solid, whole = max(0.0, was.value) * scale, (max(0.0, was.value) + max(0.0, was.bonus)) * scale
    share = whole / max(1e-9, (max(0.0, row.now.value) + max(0.0, row.now.bonus)) * scale)
    outline = "".join(
        element(
            "rect",
            x=plan.left + x,
            y=y - 2,
            width=width,
            height=17,
            fill="none",
            stroke=INK,
            stroke_width=0.7,
        )
        for x, width in ((0.0, solid), (solid, whole - solid))
    )
    style = f"--from:{share:.3f};transform-origin:{plan.left:.1f}px 0"
    return element("g", bars, class_="grow", style=style) + element("g", outline, class_="was")


def _both(score: Score, y: float, plan: Places) -> str:
    solid = max(0.0, score.value) * plan.scale
    if score.total == -inf:
        return ""  # known: its badge stands here
    if isnan(score.total):
        return solid_bar(plan.left, y, solid)
    if not isfinite(score.total):
        return text("not visited yet: comes first", plan.left, y + 12, WORDS, font_style="italic")
    return solid_bar(plan.left, y, solid) + hatched_bar(
        plan.left + solid, y, max(0.0, score.bonus) * plan.scale
    )


def solid_bar(x: float, y: float, width: float) -> str:
    return element(
        "rect", x=x, y=y, width=width, height=13, fill=SOLID, stroke=INK, stroke_width=0.8
    )


def hatched_bar(x: float, y: float, width: float) -> str:
    """A box with diagonal lines, drawn one by one: a shared pattern could be lost with another picture."""
    strokes = "".join(
        f"M{x + start + max(0.0, -start):.2f} {y + 13 + min(0.0, start):.2f}"
        f"L{x + min(start + 13, width):.2f} {y + 13 - min(13.0, width - start):.2f}"
        for start in range(-6, int(width), 6)
    )
    box = element(
        "rect", x=x, y=y, width=width, height=13, fill=PAPER, stroke=INK, stroke_width=0.8
    )
    return box + element("path", d=strokes, stroke=HATCHED, stroke_width=1.8, fill="none")
