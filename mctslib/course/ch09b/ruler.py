"""The pictures of `Tournament`: a ladder measured from one player, and the table of all scores.

The player in the middle of the ladder is the ruler.  For each other player the picture shows the
interval of the *difference* from the ruler.  It does not show intervals of single ratings, because
they can overlap even if the difference of two players is certain.
"""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, isfinite

from mctslib.arena.bradley_terry import FEWEST
from mctslib.arena.matches import MatchResult
from mctslib.arena.ratings import Lead, differences, ladder
from mctslib.course.ch09b.ladders import drawn_ends
from mctslib.draw.look import (
    ACT,
    ACT_PAPER,
    INK,
    NOTE,
    PAPER,
    ROUND,
    RULE,
    SOFT,
    TITLE,
    WORDS,
    amount_colour,
    text_width,
)
from mctslib.draw.svg import document, element, shorten, text
from mctslib.words import count, listing, number, percent

WIDTH = 560  # pixels, like the next four numbers
ROW = 42
TOP = 34
RIGHT = 118  # room for words at the right end of a row
EDGE = 20  # space between the names and the lines
STEPS = (20, 50, 100, 200, 500, 1000, 2000)  # distances of two marks of the axis, in Elo points
MOST_STEPS = 6  # largest number of steps on the axis
LONGEST = 16  # characters; a longer name is shortened


def order_of(results: Sequence[MatchResult]) -> list[str]:
    """Return the names of the players, the strongest first."""
    return [step.name for step in ladder(results, intervals=False)]


def middle_player(results: Sequence[MatchResult]) -> str:
    """Return the player in the middle of the ladder, the weaker of two if their number is even."""
    order = order_of(results)
    return order[len(order) // 2]


def groups(results: Sequence[MatchResult]) -> list[list[str]]:
    """Return groups of neighbours on the ladder that cannot be told apart, the strongest first."""
    order = order_of(results)
    found = [[order[0]]]
    for lead in differences(results, list(pairwise(order))):
        if lead.settled:
            found.append([lead.b])
        else:
            found[-1].append(lead.b)
    return found


def headline(results: Sequence[MatchResult]) -> tuple[str, str]:
    """Return a sentence with the result of the tournament, and a note with the number of games."""
    steps = groups(results)
    players = sum(map(len, steps))
    games = count(sum(one.games for one in results), "game")
    if len(steps) == players:
        words = f"{count(players, 'player')}, each shown to be stronger than the next one."
    elif len(steps) == 1:
        words = f"{count(players, 'player')}, and the order may be luck."
    else:
        words = f"{count(len(steps), 'step')}, {count(players, 'player')}."
    return words, f"{games}, everybody against everybody"


def conclusion(results: Sequence[MatchResult]) -> str:
    """Return sentences that name the neighbours on the ladder that cannot be told apart yet."""
    order = order_of(results)
    leads = differences(results, list(pairwise(order)))
    if not all(isfinite(lead.high) for lead in leads):
        return (
            f"These are too few games for intervals: each player needs at least {FEWEST}.  "
            "The order may be luck."
        )
    said = []
    for group in groups(results):
        if len(group) > 1:
            said.append(f"{listing(group)} cannot be told apart yet.")
    if not said:
        return "Each player is shown to be stronger than the next one on the ladder."
    return " ".join([*said, "More games would tell more."])


def ruler_svg(results: Sequence[MatchResult], ruler: str) -> str:
    """Return the ladder as SVG: a row for each player, with the interval of the difference.

    ruler  the player from whom all others are measured
    """
    order = order_of(results)
    others = [name for name in order if name != ruler]
    leads = {lead.a: lead for lead in differences(results, [(name, ruler) for name in others])}
    left = EDGE + max(text_width(shorten(name, LONGEST), TITLE, bold=True) for name in order)
    ends = [0.0]
    for lead in leads.values():
        ends += drawn_ends(lead)
    low, high = min(ends), max(max(ends), min(ends) + 100)
    scale = (WIDTH - RIGHT - left) / (high - low)
    bottom = TOP + ROW * len(order)

    def x(elo: float) -> float:
        return left + (elo - low) * scale

    parts = [element("rect", width=WIDTH, height=bottom + 48, fill=PAPER)]
    parts.append(
        text(f"Elo points above {shorten(ruler, LONGEST)}", 0, 16, TITLE, font_weight="bold")
    )
    for mark in marks_between(low, high):
        stroke = RULE if mark else INK
        parts.append(element("line", x1=x(mark), x2=x(mark), y1=TOP, y2=bottom, stroke=stroke))
        words = f"{mark:+d}" if mark else "0"
        parts.append(text(words, x(mark), bottom + 16, WORDS, text_anchor="middle", fill=SOFT))
    for row, name in enumerate(order):
        y = TOP + ROW * (row + 0.5)
        if name == ruler:
            parts.append(_ruler_row(name, x(0), y, left))
        else:
            lead = leads[name]
            reach = [x(end) for end in drawn_ends(lead)]
            parts.append(_row(lead, x(lead.elo), reach, y, left))
    parts.append(_brackets(groups(results), left))
    note = "bar: 95 % interval of the difference; bracket: neighbours not told apart"
    parts.append(text(note, 0, bottom + 40, NOTE, fill=SOFT))
    said = "; ".join(f"{name} {in_words(leads[name])}" for name in others)
    return document("".join(parts), WIDTH, bottom + 48, f"Elo points above {ruler}: {said}.")


def in_words(lead: Lead) -> str:
    """Return a difference with its interval as a string, such as "+120 (80 to 160)"."""
    elo = f"{lead.elo:+.0f}".replace("-", "−")
    if not isfinite(lead.high):
        return elo
    return f"{elo} ({number(lead.low, 0)} to {number(lead.high, 0)})"


def marks_between(low: float, high: float) -> list[int]:
    """Return the marks of the axis, in Elo points."""
    fitting = (step for step in STEPS if (high - low) / step <= MOST_STEPS)
    step = next(fitting, STEPS[-1])
    return [step * multiple for multiple in range(ceil(low / step), floor(high / step) + 1)]


def _ruler_row(name: str, x: float, y: float, left: float) -> str:
    ground = element(
        "rect", x=0, y=y - ROW / 2 + 4, width=WIDTH, height=ROW - 8, rx=ROUND, fill=ACT_PAPER
    )
    named = text(
        shorten(name, LONGEST),
        left - EDGE,
        y + 5,
        TITLE,
        text_anchor="end",
        fill=ACT,
        font_weight="bold",
    )
    dot = element("circle", cx=x, cy=y, r=7, fill=ACT)
    words = text(
        "the ruler", WIDTH - 8, y + 5, WORDS, text_anchor="end", fill=ACT, font_weight="bold"
    )
    return ground + named + dot + words


def _row(lead: Lead, x: float, reach: Sequence[float], y: float, left: float) -> str:
    colour = INK if lead.settled else SOFT
    weight = "bold" if lead.settled else "normal"
    low, high = reach
    if lead.settled:
        verdict = "✓ ahead" if lead.elo > 0 else "✓ behind"
    else:
        verdict = "○ open"
    elo = f"{lead.elo:+.0f}".replace("-", "−")
    caps = f"M{low:.1f} {y - 7}v14M{high:.1f} {y - 7}v14"
    parts = [
        text(
            shorten(lead.a, LONGEST),
            left - EDGE,
            y + 5,
            TITLE,
            text_anchor="end",
            font_weight=weight,
        ),
        element(
            "rect",
            x=low,
            y=y - 4,
            width=max(high - low, 1.0),
            height=8,
            rx=2,
            fill=colour,
            opacity=0.35,
        ),
        element("path", d=caps, stroke=colour, stroke_width=1.5),
        element("circle", cx=x, cy=y, r=6, fill=colour),
        text(f"{elo} {verdict}", WIDTH - 8, y + 5, WORDS, text_anchor="end"),
    ]
    return "".join(parts)


def _brackets(steps: Sequence[Sequence[str]], left: float) -> str:
    """Return a bracket beside each group of neighbours that cannot be told apart."""
    parts = []
    row = 0
    x = left - EDGE + 12
    for group in steps:
        if len(group) > 1:
            above = TOP + ROW * row + 8
            below = TOP + ROW * (row + len(group)) - 8
            path = f"M{x - 6} {above}h6V{below}h-6"
            parts.append(element("path", d=path, fill="none", stroke=SOFT, stroke_width=2))
        row += len(group)
    return "".join(parts)


def score_table(results: Sequence[MatchResult]) -> str:
    """Return an HTML table with the score, in per cent, of each row's player against each column's.

    Darker cells have higher scores.  A score has ✓ if its interval excludes ½.
    """
    order = order_of(results)
    found: dict[tuple[str, str], tuple[float, bool]] = {}
    for one in results:
        if not one.games:
            continue
        low, high = one.total.score_interval()
        sure = not low <= 0.5 <= high
        found[one.a, one.b] = (one.score, sure)
        found[one.b, one.a] = (1 - one.score, sure)
    head = "".join(f'<th scope="col">{_short(name)}</th>' for name in order)
    rows = []
    for name in order:
        cells = "".join(_cell(found.get((name, other))) for other in order)
        rows.append(f'<tr><th scope="row">{_short(name)}</th>{cells}</tr>')
    return (
        '<div tabindex="0" role="region" aria-label="Scores of all pairs" '
        'style="overflow-x:auto;max-width:100%">'
        '<table class="mcts-scores"><caption style="text-align:left;line-height:1.4">'
        "Score of the row against the column, per cent. ✓: half is ruled out.</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _short(name: str) -> str:
    return escape(shorten(name, LONGEST))


def _cell(score: tuple[float, bool] | None) -> str:
    if score is None:
        return '<td style="text-align:center">·</td>'
    share, sure = score
    words = percent(share).removesuffix("%").strip()
    style = f"background:{amount_colour(share)};text-align:center;padding:6px 8px"
    if sure:
        return f'<td style="{style};font-weight:700">{words} ✓</td>'
    return f'<td style="{style}">{words}</td>'
