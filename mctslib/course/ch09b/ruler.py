"""Draw the pictures of `Tournament`: a ladder measured from one player, and a table of all scores.

The player from whom the others are measured is called the ruler.  At first the ruler is the player
in the middle of the ladder.  For each of the other players the picture shows the interval of the
*difference* from the ruler.  Intervals of single ratings are not shown, because the intervals of
two ratings can overlap even if the difference between the two players is certain.
"""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, inf, isfinite
from typing import Any, NamedTuple

from mctslib.arena.bradley_terry import FEWEST, FEWEST_AGAINST, FEWEST_DECIDED, FEWEST_OF_TWO
from mctslib.arena.matches import MatchResult
from mctslib.arena.ratings import Lead, differences, ladder
from mctslib.course.ch09b.ladders import drawn_ends
from mctslib.draw.look import (
    ACT,
    ACT_PAPER,
    INK,
    NOTE,
    ROUND,
    RULE,
    SOFT,
    TITLE,
    WORDS,
    amount_colour,
    step_of,
    text_width,
)
from mctslib.draw.svg import document, element, shorten, text
from mctslib.words import count, hundredths, listing, number, observed, signed

WIDTH = 490  # the width of the picture; this number and the next six are in pixels
NARROW = 256  # the width of the picture on a phone
ROW = 42
TOP = 34
RIGHT = 118  # space for words at the right end of a row
EDGE = 20  # space between the names and the lines
BRACKET = 14  # space for a bracket on the left of a narrow ladder
# possible distances between two marks of the axis, in Elo points
STEPS = (20, 50, 100, 200, 500, 1000, 2000)
MOST_STEPS = 6  # the largest number of steps on the axis
LESS_STEPS = 4  # the largest number of steps on a phone
LONG_BAR_NOTE = "bar: 95% interval of the difference"
LONG_BRACKET_NOTE = "bracket: neighbours not told apart"
ONE_LINE = (
    'style="white-space:nowrap"'  # keeps a name on one line, so the table's height stays the same
)
# The style of a cell in the table of scores.  With a fixed line height, a ✓ does not make its cell
# taller.
CELL = "text-align:center;padding:6px 5px;line-height:20px"
SHORT_BAR_NOTE = "bar: 95% interval"
SHORT_BRACKET_NOTE = "bracket: not told apart"
NOTE_DURING_GAMES = "The intervals appear after the last game."
TOO_FEW_GAMES = (
    f"There are too few games for intervals. Each player needs at least {FEWEST} games: at least "
    f"{FEWEST_DECIDED} that are not draws, and {FEWEST_AGAINST} that the first mover did not win. "
    "The order may be luck."
)
TWO_PLAYERS = (
    f"Two players need at least {FEWEST_OF_TWO} games for an interval of their difference in Elo "
    "points."
)
MORE_GAMES = "More games would show more."
MANY = 5  # from so many players on, their names take two lines above the columns
LONGEST = 16  # the largest number of characters of a name; a longer name is shortened


def minus(words: str) -> str:
    """Return a number with a minus sign in place of a hyphen."""
    return words.replace("-", "−")


def order_of(results: Sequence[MatchResult]) -> list[str]:
    """Return the names of the players, the strongest first."""
    return [step.name for step in ladder(results, intervals=False)]


def middle_player(results: Sequence[MatchResult]) -> str:
    """Return the player in the middle of the ladder, or the weaker of the two in the middle."""
    order = order_of(results)
    return order[len(order) // 2]


def groups(results: Sequence[MatchResult]) -> list[list[str]]:
    """Return groups of players, the strongest group first.

    Neighbours on the ladder are in the same group if they cannot be distinguished.
    """
    order = order_of(results)
    found = [[order[0]]]
    for lead in differences(results, list(pairwise(order))):
        if lead.settled:
            found.append([lead.b])
        else:
            found[-1].append(lead.b)
    return found


def is_partly_open(results: Sequence[MatchResult], group: Sequence[str]) -> bool:
    """Return whether the first player of a group is shown to be stronger than the last player.

    No player of a group can be distinguished from the next player.  The small differences between
    neighbours may nevertheless add up to a difference that is certain.
    """
    if len(group) < 3:
        return False
    (lead,) = differences(results, [(group[0], group[-1])])
    return lead.settled


def headline(results: Sequence[MatchResult]) -> tuple[str, str]:
    """Return a sentence about the result of the tournament, and a note with the number of games."""
    steps = groups(results)
    players = sum(map(len, steps))
    games = count(sum(one.games for one in results), "game")
    if players == 2:
        order = order_of(results)
        words = _told_apart(order) if len(steps) == 2 else _not_told_apart(order)
        return words, games
    if len(steps) == players:
        words = f"{count(players, 'player')}, each shown to be stronger than the next one."
    elif len(steps) > 1:
        words = f"{count(players, 'player')} in {len(steps)} groups that the games tell apart."
    elif is_partly_open(results, steps[0]):
        words = f"{count(players, 'player')}, whose order is partly open."
    else:
        words = f"{count(players, 'player')}, and the order may be luck."
    return words, f"{games}, each player against each other player"


def conclusion(results: Sequence[MatchResult]) -> str:
    """Return sentences about the neighbours on the ladder that cannot be distinguished yet."""
    order = order_of(results)
    leads = differences(results, list(pairwise(order)))
    if len(order) == 2:
        return _score_of_two(results, leads[0])
    if all(isfinite(lead.high) for lead in leads):
        return _order_in_words(results)
    return TOO_FEW_GAMES


def _score_of_two(results: Sequence[MatchResult], lead: Lead) -> str:
    """Return sentences about the score of the stronger of two players."""
    (result,) = results
    score = result.score
    low, high = result.total.score_interval()
    if result.a != lead.a:
        score, low, high = 1 - score, 1 - high, 1 - low
    said = [_score_in_words(lead.a, lead.b, score, low, high)]
    if not lead.settled:
        said.append(MORE_GAMES)
    if not isfinite(lead.high):
        said.append(TWO_PLAYERS)
    return " ".join(said)


def _score_in_words(name: str, other: str, score: float, low: float, high: float) -> str:
    interval = f"95% interval: {observed(low)} to {observed(high)}"
    return f"{name} scores {observed(score)} against {other} ({interval})."


def _order_in_words(results: Sequence[MatchResult]) -> str:
    alike = [group for group in groups(results) if len(group) > 1]
    if not alike:
        return "Each player is shown to be stronger than the next one on the ladder."
    said = []
    for group in alike:
        if is_partly_open(results, group):
            said.append(f"The order of {listing(group)} is partly open.")
        else:
            said.append(_not_told_apart(group))
    return " ".join([*said, MORE_GAMES])


def _told_apart(order: Sequence[str]) -> str:
    return f"{order[0]} is shown to be stronger than {order[1]}."


def _not_told_apart(group: Sequence[str]) -> str:
    return f"{listing(group)} cannot be told apart yet."


def longest_conclusions(names: Sequence[str]) -> list[str]:
    """Return texts, one of which is at least as long as any `conclusion` about these players."""
    pairs = [list(names[start : start + 2]) for start in range(0, len(names), 2)]
    alike = " ".join([*map(_not_told_apart, pairs), MORE_GAMES])
    if len(names) == 2:
        score = _score_in_words(names[0], names[1], 0.9999, 0.9999, 0.9999)
        return [f"{score} {MORE_GAMES} {TWO_PLAYERS}"]
    return [alike, TOO_FEW_GAMES]


class Layout(NamedTuple):
    """The positions of the parts of a ladder, in pixels.

    A player's name and words are above the bar in a narrow ladder, and beside the bar in a wide
    one.
    """

    width: float
    left: float  # the x coordinate of the left end of the axis
    right: float  # the x coordinate of the right end of the axis
    is_narrow: bool

    def words_at(self, y: float) -> float:
        """Return the y coordinate of the words in the row whose middle is `y`."""
        return y - 4 if self.is_narrow else y + 5

    def bar_at(self, y: float) -> float:
        """Return the y coordinate of the bar in the row whose middle is `y`."""
        return y + 10 if self.is_narrow else y

    def name(self, name: str, y: float, **look: Any) -> str:
        """Draw the name of a player in the row whose middle is `y`."""
        place: dict[str, Any] = {"x": BRACKET, "text_anchor": "start"}
        if not self.is_narrow:
            place = {"x": self.left - EDGE, "text_anchor": "end"}
        return text(shorten(name, LONGEST), y=self.words_at(y), size=TITLE, **place, **look)


def layout_for(names: Sequence[str], is_narrow: bool) -> Layout:
    """Return the layout of a ladder of these players."""
    if is_narrow:
        return Layout(NARROW, BRACKET, NARROW - 8, True)
    longest = max(text_width(shorten(name, LONGEST), TITLE, bold=True) for name in names)
    return Layout(WIDTH, EDGE + longest, WIDTH - RIGHT, False)


def ruler_svg(
    results: Sequence[MatchResult], ruler: str, *, is_narrow: bool = False, is_over: bool = True
) -> str:
    """Return an SVG chart with each player's difference from the ruler, and its interval.

    ruler      the player from whom all others are measured
    is_narrow  whether the picture is for a phone
    is_over    whether the tournament has ended; until then the ladder has no intervals
    """
    order = order_of(results)
    others = [name for name in order if name != ruler]
    leads = {lead.a: lead for lead in _leads(results, others, ruler, is_over)}
    ends = [0.0]
    for lead in leads.values():
        ends += drawn_ends(lead)
    low, high = min(ends), max(max(ends), min(ends) + 100)
    layout = layout_for(order, is_narrow)
    scale = (layout.right - layout.left) / (high - low)
    bottom = TOP + ROW * len(order)

    def x(elo: float) -> float:
        return layout.left + (elo - low) * scale

    parts = [
        text(f"Elo points above {shorten(ruler, LONGEST)}", 0, 16, TITLE, font_weight="bold"),
        _ground(layout, TOP + ROW * order.index(ruler)),
    ]
    for mark in marks_between(low, high, LESS_STEPS if is_narrow else MOST_STEPS):
        stroke = RULE if mark else INK
        for above, below in _spans(layout, len(order)):
            parts.append(element("line", x1=x(mark), x2=x(mark), y1=above, y2=below, stroke=stroke))
        parts.append(
            text(minus(signed(mark)), x(mark), bottom + 16, WORDS, text_anchor="middle", fill=SOFT)
        )
    for row, name in enumerate(order):
        y = TOP + ROW * (row + 0.5)
        if name == ruler:
            parts.append(_ruler_row(name, x(0), y, layout))
        else:
            lead = leads[name]
            reach = [x(end) for end in drawn_ends(lead)]
            parts.append(_row(lead, x(lead.elo), reach, y, layout))
    note = NOTE_DURING_GAMES
    if is_over:
        parts.append(_brackets(groups(results), layout))
        note = _note(leads.values(), len(groups(results)) < len(order), is_narrow)
    parts.append(text(note, 0, bottom + 40, NOTE, fill=SOFT))
    said = "; ".join(f"{name} {in_words(leads[name])}" for name in others)
    words = f"Elo points above {ruler}: {said}."
    return document("".join(parts), layout.width, bottom + 48, words)


def _spans(layout: Layout, rows: int) -> list[tuple[float, float]]:
    """Return the ends of the pieces of a vertical line, in pixels.

    In a narrow ladder the line leaves out the names and the words above the bars.
    """
    if not layout.is_narrow:
        return [(TOP, TOP + ROW * rows)]
    bars = [layout.bar_at(TOP + ROW * (row + 0.5)) for row in range(rows)]
    return [(bar - 8, bar + 8) for bar in bars]


def _note(leads: Iterable[Lead], has_brackets: bool, is_narrow: bool) -> str:
    """Return the words that explain the signs of a ladder after the last game."""
    said = []
    if any(isfinite(lead.high) for lead in leads):
        said.append(SHORT_BAR_NOTE if is_narrow else LONG_BAR_NOTE)
    if has_brackets:
        said.append(SHORT_BRACKET_NOTE if is_narrow else LONG_BRACKET_NOTE)
    return "; ".join(said)


def _leads(
    results: Sequence[MatchResult], others: Sequence[str], ruler: str, is_over: bool
) -> list[Lead]:
    """Return the leads of the other players over the ruler.

    The leads have no intervals until the tournament has ended, because computing intervals takes a
    long time.
    """
    if is_over:
        return differences(results, [(name, ruler) for name in others])
    elo = {step.name: step.elo for step in ladder(results, intervals=False)}
    return [Lead(name, ruler, elo[name] - elo[ruler], -inf, inf, False) for name in others]


def in_words(lead: Lead) -> str:
    """Return a difference and its interval as a string, such as "+120 (80 to 160)"."""
    elo = signed(lead.elo, 0)
    if not isfinite(lead.high):
        return elo
    return f"{elo} ({number(lead.low, 0)} to {number(lead.high, 0)})"


def marks_between(low: float, high: float, most: int = MOST_STEPS) -> list[int]:
    """Return the marks of the axis, in Elo points; `most` is the largest number of steps."""
    fitting = (step for step in STEPS if (high - low) / step <= most)
    step = next(fitting, STEPS[-1])
    return [step * multiple for multiple in range(ceil(low / step), floor(high / step) + 1)]


def _ground(layout: Layout, y: float) -> str:
    """Draw the background of the ruler's row, whose top is at `y`."""
    look: dict[str, Any] = {"rx": ROUND, "fill": ACT_PAPER}
    return element("rect", x=0, y=y + 4, width=layout.width, height=ROW - 8, **look)


def _ruler_row(name: str, x: float, y: float, layout: Layout) -> str:
    look = {"fill": ACT, "font_weight": "bold"}
    dot = element("circle", cx=x, cy=layout.bar_at(y), r=6, fill=ACT)
    right = layout.width - 8
    words = text("the ruler", right, layout.words_at(y), WORDS, text_anchor="end", **look)
    return layout.name(name, y, **look) + dot + words


def _row(lead: Lead, x: float, reach: Sequence[float], y: float, layout: Layout) -> str:
    colour = INK if lead.settled else SOFT
    low, high = reach
    if lead.settled:
        verdict = "✓ ahead" if lead.elo > 0 else "✓ behind"
    else:
        verdict = "○ open"
    bar = layout.bar_at(y)
    caps = f"M{low:.1f} {bar - 7}v14M{high:.1f} {bar - 7}v14"
    look: dict[str, Any] = {"height": 8, "rx": 2, "fill": colour, "opacity": 0.35}
    words = f"{minus(signed(lead.elo, 0))} {verdict}"
    parts = [layout.name(lead.a, y, font_weight="bold" if lead.settled else "normal")]
    if isfinite(lead.high):
        parts.append(element("rect", x=low, y=bar - 4, width=max(high - low, 1.0), **look))
        parts.append(element("path", d=caps, stroke=colour, stroke_width=1.5))
    parts += [
        element("circle", cx=x, cy=bar, r=6, fill=colour),
        text(words, layout.width - 8, layout.words_at(y), WORDS, text_anchor="end"),
    ]
    return "".join(parts)


def _brackets(steps: Sequence[Sequence[str]], layout: Layout) -> str:
    """Draw a bracket beside each group of neighbours that cannot be distinguished."""
    parts = []
    row = 0
    x, tip = layout.left - EDGE + 12, -6
    if layout.is_narrow:
        x, tip = 2, 5
    for group in steps:
        if len(group) > 1:
            above = TOP + ROW * row + 8
            below = TOP + ROW * (row + len(group)) - 8
            path = f"M{x + tip} {above}H{x}V{below}h{tip}"
            parts.append(element("path", d=path, fill="none", stroke=SOFT, stroke_width=2))
        row += len(group)
    return "".join(parts)


def score_table(results: Sequence[MatchResult], names: Sequence[str] = ()) -> str:
    """Return an HTML table with the score of each row's player against each column's player.

    names  the players in the order of the rows; by default the strongest player is first

    The scores are in per cent.  Darker cells have higher scores.  A score is marked ✓ if its
    interval excludes ½.
    """
    order = list(names) or order_of(results)
    found: dict[tuple[str, str], tuple[float, bool]] = {}
    for one in results:
        if not one.games:
            continue
        low, high = one.total.score_interval()
        sure = not low <= 0.5 <= high
        found[one.a, one.b] = (one.score, sure)
        found[one.b, one.a] = (1 - one.score, sure)
    style = ONE_LINE if len(order) < MANY else ""  # the names of many players take two lines
    head = "".join(f'<th scope="col" {style}>{_short(name)}</th>' for name in order)
    rows = []
    for name in order:
        cells = "".join(_cell(found.get((name, other))) for other in order)
        rows.append(f'<tr><th scope="row" {ONE_LINE}>{_short(name)}</th>{cells}</tr>')
    return (
        '<p style="margin:0 0 4px;line-height:1.4">'
        "Score of the row against the column, per cent. ✓: their own games exclude 50%.</p>"
        '<div tabindex="0" role="region" aria-label="Scores of all pairs" '
        'style="overflow-x:auto;max-width:100%">'
        '<table class="mcts-scores" aria-label="Score of the row against the column, per cent">'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _short(name: str) -> str:
    return escape(shorten(name, LONGEST))


def _cell(score: tuple[float, bool] | None) -> str:
    if score is None:
        return f'<td style="{CELL}">·</td>'
    share, sure = score
    words = _in_hundred(share)
    ground = f"var(--mcts-amount-{step_of(share)},{amount_colour(share)})"
    style = f"background:{ground};color:var(--mcts-ink,{INK});{CELL}"
    if sure:
        return f'<td style="{style};font-weight:700">{words} ✓</td>'
    return f'<td style="{style}">{words}</td>'


def _in_hundred(share: float) -> str:
    """Return a score in per cent, without its sign, so that the scores of both players add to 100.

    A half is rounded up only for the player with the larger score.
    """
    rounded = int(hundredths(max(share, 1 - share)))
    return str(rounded if share >= 0.5 else 100 - rounded)
