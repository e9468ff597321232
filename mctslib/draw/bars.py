"""Draw a node's children as a table of numbers, with a bar for each child's score.

The bar has two parts, because the score has two terms: exploitation and exploration.  A frame marks
the child to which selection goes.
"""

from collections.abc import Callable, Sequence
from math import inf, isfinite, isnan
from typing import Any, NamedTuple

from mctslib.draw import svg
from mctslib.draw.look import (
    INK,
    PAPER,
    ROUND,
    SHADE,
    SOFT,
    TITLE,
    WORDS,
    text_width,
)
from mctslib.draw.outline import move_name
from mctslib.draw.scores import Score, compares_actions, policy_at, scores, untold
from mctslib.draw.svg import element, text
from mctslib.policies import UCB1, TreePolicy
from mctslib.tree import Node
from mctslib.words import count, number, points, worked

TITLES = {  # key → title of the column, in the order of the columns
    "move": "move",
    "N": "N",
    "W": "W",
    "Q": "Q = W / N",
    "explore": "+ explore",
    "score": "= score",
}
TERMS = ("exploitation", "exploration")  # the names of the two terms of a score
MARK = "▶ "  # this sign precedes the marked move, because the row's frame is easy to overlook
NOT_VISITED = "No child has been visited yet."
MOST_ROWS = 40  # the table has at most this many rows

# All sizes are in pixels.
WIDE = 620  # the width of the table, unless its contents need more
SHORTEST = 90  # the smallest width of the area for the bars
ROW = 20  # the height of a row
TOP = 72  # the distance from the upper edge to the first row
THICK = 13  # the height of a bar
TERM = 130.0  # the smallest width of a term of the formula
STRIPE = 6  # the distance between two stripes of a hatched bar


class Places(NamedTuple):
    """The positions of the table's parts, in pixels."""

    ends: dict[str, float]  # key of a column → its right edge, where its texts end
    left: float  # the x coordinate at which the bars begin
    room: float  # the width of the area for bars and badges
    scale: float  # the length of a bar for a score of 1

    @property
    def right(self) -> float:
        """The x coordinate at which the frame of the marked row ends."""
        return self.left + self.room + 12


class ChildRow(NamedTuple):
    """A row of the table, for one child."""

    now: Score
    was: Score | None = None  # the score before the iteration, or None if there was none
    marked: bool = False
    badge: str = ""  # a word that the tree policy adds, such as "✓ won"

    @property
    def figures(self) -> dict[str, str]:
        """The text of each column."""
        return figures_of(self.now)

    @property
    def drawn(self) -> dict[str, str]:
        """The texts as drawn: `MARK` precedes a marked move."""
        mark = MARK if self.marked else ""
        return {**self.figures, "move": mark + self.figures["move"]}

    @property
    def longest(self) -> float:
        """The larger of the scores before and after, or 0 if neither is finite and positive."""
        totals = [score.total for score in (self.now, self.was) if score is not None]
        return max([0.0, *(total for total in totals if isfinite(total))])


def selected(node: Node, tree_policy: TreePolicy | None = None) -> Node | None:
    """Return the child to which selection goes, or None if there is none or it is not known."""
    tree_policy = policy_at(node, tree_policy)
    if untold(tree_policy) or not node.visits or node.state.is_terminal():
        return None
    if compares_actions(tree_policy):
        return node.children.get(tree_policy.pick(node))  # type: ignore[attr-defined]
    if len(node.children) < len(node.state.legal_actions()):
        return None
    for score in scores(node, tree_policy):
        if score.total == inf:
            return score.child
    return tree_policy(node)


# ---------------------------------------------------------------- the picture and its words


def children_bars_svg(node: Node, tree_policy: TreePolicy | None = None) -> str:
    """Return the table of a node's children: N, W, Q, exploration, score and a bar of two parts.

    tree_policy   the policy whose scores are shown; by default `scores.policy_at` decides
    """
    tree_policy = policy_at(node, tree_policy)
    every_row = rows_of(node, tree_policy)
    rows = shown(every_row)
    places = planned(rows, titles(tree_policy))
    body = [_row(row, TOP + k * ROW, places) for k, row in enumerate(rows)]
    low = TOP + len(rows) * ROW
    note = note_below(node, every_row, tree_policy)
    foot = text(note, 14, low + 17, WORDS, font_style="italic")
    left_out = rows_left_out(every_row)
    if left_out:
        low += ROW
        foot += text(left_out, 14, low + 17, WORDS, font_style="italic")
    content = _header(node, tree_policy, places) + "".join(body) + foot
    label = describe_children(node, tree_policy)
    return svg.document(content, places.right + 8, low + 26, label)


def describe_children(node: Node, tree_policy: TreePolicy | None = None) -> str:
    """Describe the table in words; the parameters are the same as in `children_bars_svg`."""
    tree_policy = policy_at(node, tree_policy)
    rows = rows_of(node, tree_policy)
    table = "; ".join(_row_in_words(row) for row in shown(rows)) or "none"
    note = note_below(node, rows, tree_policy)
    return f"Children of the node: {table}. {note} {rows_left_out(rows)}".rstrip()


def _row_in_words(row: ChildRow) -> str:
    figures = row.figures
    badge = f" ({row.badge})" if row.badge else ""
    score = f"Q {figures['Q']}"
    if not isnan(row.now.bonus):
        score += f" + {figures['explore']} = {figures['score']}"
    return f"{figures['move']}: N {figures['N']}, W {figures['W']}, {score}{badge}"


# ---------------------------------------------------------------- the contents of the table


def titles(tree_policy: TreePolicy) -> dict[str, str]:
    """Return the titles of the columns; a policy may have its own titles for the two terms."""
    value, bonus = getattr(tree_policy, "titles", (TITLES["Q"], TITLES["explore"]))
    if untold(tree_policy):
        return {key: TITLES[key] for key in ("move", "N", "W", "Q")}
    return {**TITLES, "Q": value, "explore": bonus}


def rows_of(node: Node, tree_policy: TreePolicy, before: Node | None = None) -> list[ChildRow]:
    """Return a row for each child, or for each action if the policy compares actions.

    before  the node before an iteration, if `node` is the node after the iteration

    Returns no rows before the node's first visit.
    """
    if not node.visits:
        return []
    old = {}
    if before is not None and before.visits:
        old = {score.child.action: score for score in scores(before, tree_policy)}
    marked = selected(node, tree_policy)
    badge = getattr(tree_policy, "badge", lambda child: "")
    rows = []
    for score in scores(node, tree_policy):
        child = score.child
        rows.append(ChildRow(score, old.get(child.action), child is marked, badge(child)))
    return rows


def shown(rows: Sequence[ChildRow]) -> Sequence[ChildRow]:
    """Return the rows that are drawn, in their order.

    If there are more than `MOST_ROWS` rows, only the marked row and the most visited rows are
    drawn.
    """
    if len(rows) <= MOST_ROWS:
        return rows

    def rank(place: int) -> tuple[bool, int]:
        row = rows[place]
        return not row.marked, -row.now.child.visits

    return [rows[place] for place in sorted(sorted(range(len(rows)), key=rank)[:MOST_ROWS])]


def rows_left_out(rows: Sequence[ChildRow]) -> str:
    """Return a sentence that states how many rows are drawn, or "" if all rows are drawn."""
    if len(rows) <= MOST_ROWS:
        return ""
    return f"The table shows {MOST_ROWS} of {number(len(rows))} rows: the most visited moves."


def figures_of(score: Score) -> dict[str, str]:
    """Return the text of each column for a score."""
    child = score.child
    return {
        "move": move_name(child),
        "N": f"{child.visits:,}",
        "W": points(child.value_sum),
        "Q": figure(score.value),
        "explore": figure(score.bonus),
        "score": figure(score.total),
    }


def figure(value: float) -> str:
    """Return a score as text: three decimals, "∞" for an untried child, or "-" for nan and −∞."""
    return "-" if value == -inf else worked(value)


def note_below(node: Node, rows: Sequence[ChildRow], tree_policy: TreePolicy) -> str:
    """Return a sentence about the child that the tree policy selects."""
    if node.state.is_terminal():
        return "The game is over here, so there is nothing to select."
    if untold(tree_policy):
        return tree_policy.note(node)  # type: ignore[attr-defined]
    if compares_actions(tree_policy):
        return _note_on_actions(node, tree_policy)
    untried = len(node.state.legal_actions()) - len(node.children)
    if untried > 0:
        moves = count(untried, "move has", "moves have")
        return f"{moves} not been tried yet: selection stops here and expansion adds one of them."
    best = selected(node, tree_policy)
    if best is None:
        return NOT_VISITED
    without_scores = any(isnan(row.now.total) for row in rows)
    reason = "the tree policy picks it" if without_scores else "it has the highest score"
    return f"Selection goes to {move_name(best)}, because {reason}."


def _note_on_actions(node: Node, tree_policy: Any) -> str:
    """Return the sentence for a policy that compares all actions, tried or untried."""
    if not node.visits:
        return NOT_VISITED
    action = tree_policy.pick(node)
    best = next(score.child for score in scores(node, tree_policy) if score.child.action == action)
    new = "" if action in node.children else "  This move has no node yet; expansion will add one."
    return f"Selection goes to {move_name(best)}, which has the highest score.{new}"


# ---------------------------------------------------------------------------- places in the table


def planned(rows: Sequence[ChildRow], titles: dict[str, str]) -> Places:
    """Return the positions of the table's parts; `titles` are the titles of the columns.

    Each column is as wide as its widest text.  The bars get the rest of the width.
    """
    ends = {}
    end = 4.0
    for key, title in titles.items():
        words = [row.drawn[key] for row in rows]
        if key == "move":
            words += [MARK + word for word in words]
        widths = [text_width(word, WORDS, bold=True) for word in words]
        end += 6 + max([text_width(title, WORDS, bold=True), *widths])
        ends[key] = end
    badges = [text_width(row.badge, WORDS, bold=True) + 6 for row in rows if row.badge]
    badge_room = max(badges, default=0)
    bar_room = max(SHORTEST, WIDE - end - 14 - badge_room - 20)
    longest = max([1.0, *(row.longest for row in rows)])
    return Places(ends, end + 14, bar_room + badge_room, bar_room / longest)


# ---------------------------------------------------------------------------- the header


def _header(node: Node, tree_policy: TreePolicy, places: Places) -> str:
    """Draw the titles of the columns, and above them the formula of the score.

    Each term of the formula has a brace and a sample of its bar.
    """
    bold = {"text_anchor": "end", "font_weight": "bold"}
    parts = [
        text(title, places.ends[key], TOP - 8, WORDS, **bold)
        for key, title in titles(tree_policy).items()
    ]
    line = element("line", x1=10, y1=TOP - 4, x2=places.right, y2=TOP - 4, stroke=SHADE)
    if untold(tree_policy):
        return "".join(parts) + line
    value, bonus = _formula(node, tree_policy)
    value_name, bonus_name = getattr(tree_policy, "names", TERMS)
    plus = places.right - _term_room(bonus, bonus_name) - 16
    start = plus - 10 - _term_room(value, value_name)
    parts.append(_term(value, start, plus - 10, value_name, solid_bar))
    parts.append(text("+", plus, 18, TITLE, text_anchor="middle"))
    parts.append(_term(bonus, plus + 10, places.right - 6, bonus_name, hatched_bar))
    return "".join(parts) + line


def _term_room(formula: str, meaning: str) -> float:
    """Return the width that a term of the formula needs in the header."""
    return max(TERM, text_width(formula, TITLE), text_width(meaning, WORDS) + 30)


def _term(formula: str, left: float, right: float, meaning: str, bar: Callable[..., str]) -> str:
    """Draw a term of the formula, with a brace, its meaning and a sample bar below."""
    half = (right - left) / 2
    start = (left + right - text_width(meaning, WORDS) - 22) / 2
    arm = f"h{half - 10:.1f}"
    brace = f"M{left:.1f} 22q0 5 5 5{arm}q5 0 5 5q0 -5 5 -5{arm}q5 0 5 -5"
    parts = (
        text(formula, left + half, 17, TITLE, text_anchor="middle"),
        element("path", d=brace, fill="none", stroke=INK),
        bar(start, 35, 16),
        text(meaning, start + 22, 46, WORDS),
    )
    return "".join(parts)


def _formula(node: Node, tree_policy: Any) -> tuple[str, str]:
    """Return the formulas of both terms, with the numbers that all children share filled in."""
    if hasattr(tree_policy, "letters"):
        return tree_policy.letters(node)
    if not isinstance(tree_policy, UCB1):
        return "Q", "bonus of the tree policy"
    visits = f"{node.visits:,}" if node.visits else "…"  # the logarithm of 0 is not defined
    return "Q", f"{number(round(tree_policy.c, 3))} · √(ln {visits} / n)"


# ---------------------------------------------------------------------------- rows and bars


def _row(row: ChildRow, y: float, places: Places) -> str:
    """Draw a row with its figures, bars and badge, and with a frame if the row is marked."""
    weight = {"font_weight": "bold"} if row.marked else {}
    parts = []
    if row.marked:
        parts.append(_frame(y, places))
    for key, end in places.ends.items():
        parts.append(text(row.drawn[key], end, y + 14, WORDS, text_anchor="end", **weight))
    parts.append(_bars(row.now, y + 3, places))
    if row.badge:
        beside = places.left + row.longest * places.scale + 6
        parts.append(text(row.badge, beside, y + 14, WORDS, font_weight="bold"))
    return "".join(parts)


def _frame(y: float, places: Places) -> str:
    """Draw the frame around the marked row."""
    look: dict[str, Any] = {"rx": ROUND, "fill": "none", "stroke": INK, "stroke_width": 2}
    width = places.right - 2
    return element("rect", class_="marked", x=4, y=y, width=width, height=ROW - 1, **look)


def lengths(score: Score, scale: float) -> tuple[float, float]:
    """Return the lengths of the bars of both terms, in pixels; a negative term has length 0."""
    return max(0.0, score.value) * scale, max(0.0, score.bonus) * scale


def _bars(score: Score, y: float, places: Places) -> str:
    """Draw the bars of the finite terms; for an infinite score, write words or draw nothing."""
    if score.total == -inf:
        return ""  # the child's exact value is known, so its badge takes the place of bars
    solid, hatched = lengths(score, places.scale)
    if isnan(score.total):
        return solid_bar(places.left, y, solid)
    if not isfinite(score.total):
        words = "not visited yet, so it comes first"
        return text(words, places.left, y + 12, WORDS, font_style="italic")
    return solid_bar(places.left, y, solid) + hatched_bar(places.left + solid, y, hatched)


def solid_bar(x: float, y: float, width: float) -> str:
    """Draw the bar of the exploitation term, with its upper left corner at (x, y)."""
    return _box(x, y, width, SOFT)


def hatched_bar(x: float, y: float, width: float) -> str:
    """Draw the bar of the exploration term, with its upper left corner at (x, y).

    The diagonal stripes are drawn one by one.  A pattern that several pictures share would
    disappear together with the picture that defines it.
    """
    strokes = []
    for start in range(-STRIPE, int(width), STRIPE):
        left, right = max(0, start), min(start + THICK, width)
        # a stripe that would begin to the left of the box is cut off at the box's left edge
        lower = THICK + min(0.0, start)
        upper = THICK - min(THICK, width - start)
        strokes.append(f"M{x + left:.2f} {y + lower:.2f}L{x + right:.2f} {y + upper:.2f}")
    pen: dict[str, Any] = {"stroke": SOFT, "stroke_width": 1.8, "fill": "none"}
    return _box(x, y, width, PAPER) + element("path", d="".join(strokes), **pen)


def _box(x: float, y: float, width: float, fill: str) -> str:
    pen: dict[str, Any] = {"fill": fill, "stroke": INK, "stroke_width": 0.8}
    return element("rect", x=x, y=y, width=width, height=THICK, **pen)
