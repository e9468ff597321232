"""Draw the findings of a search beside the board: bars of visits, expected moves and a gauge.

Every picture has a fixed size, whatever its content, so that nothing on the page moves.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mctslib.draw.boards import drawn_mark, state_board
from mctslib.draw.dot import fill
from mctslib.draw.look import (
    FRAME_ROUND,
    INK,
    RULE,
    SHADE,
    TITLE,
    WORDS,
    end_colour,
    text_width,
    wrapped,
)
from mctslib.draw.strip import placed
from mctslib.draw.svg import document, element, shorten, text
from mctslib.game import Action, seats
from mctslib.games.board import cell_of, columns, names_actions
from mctslib.games.names import action_name, player_name
from mctslib.policies import most_visited
from mctslib.tree import Node
from mctslib.widgets.play.board import Thought
from mctslib.words import count, percent

ROW = 21  # the height of a row; this number and the following sizes are in pixels
ROWS = 6  # at most this many moves have a bar; the last row counts the other moves
NAMED = 20  # the text for screen readers names at most this many moves
BARS = 290  # the width of the picture with the bars, which fits on a phone
BAR = 190  # the length of the longest bar, unless the names of the moves are long
LEFT = 124  # the x coordinate at which the bars begin if the names of moves are long
BEGINNING = 7  # the number of letters before the … in a name that was too long
TILE = 84
TILE_HEIGHT = 134
LINES = 4  # the largest number of lines for the name of a move on a tile without a board
GAP = 14  # the gap between two tiles, with room for an arrow
EXPECTED = 4  # the largest number of moves in the expected line
GAUGE = 30  # the width of the gauge


class Answer(NamedTuple):
    """The result of a search, read from its tree.

    root   the root of the tree
    known  action → the finding about it
    best   the action that the search chose; None during the search
    """

    root: Node
    known: Mapping[Action, Thought]
    best: Action


# ---------------------------------------------------------------------------- bars


def visit_bars(answer: Answer | None) -> str:
    """Draw a bar for each move's share of the visits; the bar of the chosen move is the darkest.

    The most visited moves come first; among moves with equal visits, the chosen move comes first.
    The last row counts the moves that have no bar because there is no room.
    """
    width, height = BARS, ROW * (ROWS + 1)
    if answer is None or not answer.known:
        return document("", width, height, "There has been no search yet.")
    by_visits = sorted(
        answer.known.items(), key=lambda pair: (-pair[1].visits, pair[0] != answer.best)
    )
    names = [_short_name(answer.root.state, action) for action, _ in by_visits[:ROWS]]
    left = 40 if max(map(len, names)) < 4 else LEFT
    longest = max(thought.share for _, thought in by_visits) or 1
    room = min(BAR, BARS - left - 56)
    parts = []
    for row, ((action, thought), name) in enumerate(zip(by_visits, names)):
        chosen = action == answer.best
        parts.append(_bar(row, name, thought.share, room * thought.share / longest, left, chosen))
    rest = len(by_visits) - ROWS
    if rest > 0:
        share = sum(thought.share for _, thought in by_visits[ROWS:])
        others = f"{count(rest, 'other')}: {percent(share)}"
        parts.append(text(others, left, ROWS * ROW + 14, WORDS))
    return document("".join(parts), width, height, _bars_in_words(answer, by_visits))


def _bar(row: int, name: str, share: float, length: float, left: float, chosen: bool) -> str:
    y = row * ROW
    weight: dict[str, Any] = {"font_weight": "bold"} if chosen else {}
    colour = INK if chosen else SHADE
    fits = text_width(name, TITLE, bold=chosen) <= left - 10
    parts = (
        text(name, left - 10, y + 15, TITLE, text_anchor="end", **(weight if fits else {})),
        element("rect", x=left, y=y + 2, width=max(length, 1), height=16, rx=2, fill=colour),
        text(percent(share), left + length + 8, y + 14, WORDS, **weight),
    )
    return "".join(parts)


def _bars_in_words(answer: Answer, by_visits: Sequence[tuple[Action, Thought]]) -> str:
    state = answer.root.state
    rows = [f"{action_name(state, action)}: {thought}" for action, thought in by_visits[:NAMED]]
    if len(by_visits) > NAMED:
        rows.append(f"and {len(by_visits) - NAMED:,} other moves")
    return f"What the search found: {'; '.join(rows)}."


def _short_name(state: Any, action: Action, length: int = 14) -> str:
    """Return the name of an action in at most `length` characters; cut the middle of a longer name.

    The end of a name is kept, because names such as "take 1 from heap 1" and "take 1 from heap 2"
    differ only there.
    """
    name = action_name(state, action) if names_actions(state) else str(action)
    if len(name) <= length:
        return shorten(name, length)
    start, end = name[:BEGINNING], name[BEGINNING + 1 - length :]
    return f"{shorten(start, length)}…{shorten(end, length)}"


# ---------------------------------------------------------------------------- the expected line


def expected_line(root: Node, best: Action, length: int = 3) -> list[Action]:
    """Return the chosen move and then the most visited moves, `length` moves at most."""
    line: list[Action] = []
    node = root
    while node.children and len(line) < length:
        line.append(most_visited(node) if line or best is None else best)
        node = node.children[line[-1]]
    return line


def expected_boards(answer: Answer | None, names: Sequence[str] = (), most: int = EXPECTED) -> str:
    """Draw the expected line as small boards, each with the colour of its value as background.

    names   the names of the players (`names_of`); by default the game's own names
    most    the largest number of moves

    For a game without a board, the names of the moves take the place of the boards.
    """
    # A shorter line, for a phone, leaves out the space after its last tile.
    width = most * (TILE + GAP) - (0 if most == EXPECTED else GAP - 4)
    if answer is None or not answer.known:
        return document("", width, TILE_HEIGHT, "There has been no search yet.")
    line = expected_line(answer.root, answer.best, most)
    node = answer.root
    first = _called(node, 0, names)
    parts = []
    words = []
    for number, action in enumerate(line):
        node = node.children[action]
        x = 2 + number * (TILE + GAP)
        parts.append(_tile(node, x, names, chosen=number == 0))
        if number + 1 < len(line):
            arrow = f"M{x + TILE + 3} {TILE_HEIGHT / 2 - 6:g}l6 6-6 6"
            parts.append(element("path", d=arrow, fill="none", stroke=INK, stroke_width=1.6))
        words.append(f"{_move(node)}, {_value(node, first)}")
    return document("".join(parts), width, TILE_HEIGHT, f"Expected: {'; '.join(words)}.")


def _tile(node: Node, x: float, names: Sequence[str], chosen: bool) -> str:
    """Draw one move of the line: its name, the resulting board, its value and its visits.

    Without a board there is room for the name of the player and for a long name of the move.
    """
    first = _called(node, 0, names)
    frame: dict[str, Any] = {"stroke": INK if chosen else RULE, "stroke_width": 2 if chosen else 1}
    size: dict[str, Any] = {
        "x": x,
        "y": 2,
        "width": TILE,
        "height": TILE_HEIGHT - 4,
        "rx": FRAME_ROUND,
    }
    middle = x + TILE / 2
    visits = f"{node.visits:,}"
    parts = [
        element("rect", fill=fill(node), **size, **frame),
        text(_value(node, first), middle, 107, WORDS, text_anchor="middle"),
        text(f"N {visits}", middle, 123, WORDS, text_anchor="middle"),
    ]
    if columns(node.state) and node.parent is not None:
        last = cell_of(node.parent.state, node.action)
        board = state_board(node.state, last=last, width=64)
        parts.insert(1, placed(board, x + 10, 26, TILE - 20, 68))
        parts.append(text(_move(node), middle, 19, TITLE, text_anchor="middle", font_weight="bold"))
    else:
        parts.append(
            text(
                shorten(_called(node, node.player, names), 11),
                middle,
                19,
                WORDS,
                text_anchor="middle",
            )
        )
        parts += _name_in_lines(node, middle)
    return "".join(parts)


def _name_in_lines(node: Node, middle: float) -> list[str]:
    """Write the name of a node's action in the middle of its tile, on as many lines as it needs."""
    if node.parent is None:
        return []
    lines = wrapped(action_name(node.parent.state, node.action), TILE - 10, WORDS, bold=True)
    look: dict[str, Any] = {"text_anchor": "middle", "font_weight": "bold"}
    return [
        text(shorten(line, 10), middle, 38 + 15 * row, WORDS, **look)
        for row, line in enumerate(lines[:LINES])
    ]


def _called(node: Node, player: int, names: Sequence[str]) -> str:
    """Return the short name of a player, such as "engine"."""
    if player < len(names):
        return names[player].removeprefix("the ")
    return player_name(node.state, player)


def _move(node: Node) -> str:
    """Return the player and the move as a short text, such as "O 8"."""
    parent = node.parent
    if parent is None:
        return ""
    who = player_name(parent.state, parent.state.current_player)
    if len(who) == 1:
        return shorten(f"{who} {_short_name(parent.state, node.action)}", 9)
    return _short_name(parent.state, node.action, 9)


def _value(node: Node, first: str) -> str:
    """Return a node's value as text.

    In a two-player game, the text gives the share of the first player, whose name is `first`.  In
    any other game, the text gives the mean reward of the player who moved.
    """
    if not node.visits:
        return ""
    if len(seats(node.state)) == 2:
        return f"{percent(share_of_first(node))} {first}"
    return f"Q {percent(node.value)}"


def share_of_first(node: Node) -> float:
    """Return the value of a node for the first player (X) in a two-player game."""
    return 1 - node.value if node.player == 1 else node.value


# ---------------------------------------------------------------------------- the gauge


def gauge(answer: Answer | None, height: float) -> str:
    """Draw an upright bar that shows the value of the position after the chosen move.

    X's share is the lower part of the bar, and O's share the upper part.  The bar is empty if there
    has been no search, or if the game does not have two players.
    """
    inside = height - 8
    frame: dict[str, Any] = {
        "x": 4,
        "y": 4,
        "width": GAUGE - 8,
        "height": inside,
        "rx": 4,
        "fill": "none",
    }
    outline = element("rect", stroke=RULE, **frame)
    node = None if answer is None else answer.root.children.get(answer.best)
    if node is None or not node.visits or len(seats(node.state)) != 2:
        return document(outline, GAUGE, height, "There has been no search yet.")
    share = share_of_first(node)
    cut = 4 + inside * (1 - share)
    first, second = player_name(node.state, 0), player_name(node.state, 1)
    column: dict[str, Any] = {"x": 4, "width": GAUGE - 8}
    parts = [
        element("rect", y=4, height=max(cut - 4, 0), fill=end_colour(1), **column),
        element("rect", y=cut, height=max(inside + 4 - cut, 0), fill=end_colour(0), **column),
        element("line", x1=0, x2=GAUGE, y1=height / 2, y2=height / 2, stroke=INK),
        outline,
        text(
            percent(share).rstrip("%"),
            GAUGE / 2,
            _clear_of_ends(cut, height),
            WORDS,
            text_anchor="middle",
        ),
    ]
    if len(first) == 1 == len(second):
        parts.append(drawn_mark(second, GAUGE / 2, 18, 6))
        parts.append(drawn_mark(first, GAUGE / 2, height - 18, 6))
    words = (
        f"The search expects {percent(share)} for {first} and {percent(1 - share)} for {second}."
    )
    return document("".join(parts), GAUGE, height, words)


def _clear_of_ends(cut: float, height: float) -> float:
    """Return a baseline for a text near the boundary `cut`, clear of the marks at both ends."""
    return min(max(cut + 16, 46), height - 32)
