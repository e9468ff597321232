"""Draw the findings of a search beside the board: bars of visits, expected moves and a gauge.

Every picture has a fixed size, whatever its content, so that nothing on the page moves.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mctslib.chance import seats
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
    widest,
    wrapped,
)
from mctslib.draw.strip import placed
from mctslib.draw.svg import document, element, shorten, text
from mctslib.game import Action
from mctslib.games.board import cell_of, columns
from mctslib.games.names import action_name, player_name, step_name
from mctslib.policies import most_visited
from mctslib.tree import Node
from mctslib.widgets.play.board import Thought
from mctslib.words import count, hundredths, percent, worth

ROW = 21  # the height of a row; this number and the following sizes are in pixels
ROWS = 6  # at most this many moves have a bar; one more row counts the other moves
NAMED = 20  # the text for screen readers names at most this many moves
BARS = 256  # the width of the picture with the bars, which fits on a phone
BAR = 190  # the length of the longest bar, unless the names of the moves are long
LEFT = 40  # the x coordinate at which the bars begin if the names of moves are short
NAME = 130  # the largest width of the name of a move beside its bar
AFTER = 56  # the room after the longest bar, for its share
BEGINNING = 7  # the number of letters before the … in a name that was too long
LINES = 4  # the largest number of lines for the name of a move on a tile without a board
ABOVE = 3  # the same on a tile with a board
LINE = 15  # the height of such a line
GAP = 14  # the gap between two tiles, with room for an arrow
EDGE = 2  # half of the frame of the first tile, and of the last tile
LONGEST_NAME = 60  # no name of a move has more characters
EXPECTED = 4  # the largest number of moves in the expected line
GAUGE = 30  # the width of the gauge
TICK = 5  # the length of the two strokes that mark the middle of the gauge
NO_SEARCH = "There has been no search yet."


class Tile(NamedTuple):
    """The size of a tile, in pixels."""

    width: float
    height: float

    @property
    def inside(self) -> float:
        """The largest width of the texts on a tile."""
        return self.width - 8


SMALL = Tile(84, 134)
LARGE = Tile(124, 166)  # for a board with many columns
MANY = 5  # a board with more columns than this number has many columns


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


def visit_bars(answer: Answer | None, rows: int = ROWS) -> str:
    """Draw a bar for each move's share of the visits; the bar of the chosen move is the darkest.

    The most visited moves come first; among moves with equal visits, the chosen move comes first.
    The last row counts the moves that have no bar because there is no room.  Before a search the
    picture has only the line at which the bars begin.

    rows   at most this many moves have a bar
    """
    width, height = BARS, ROW * (rows + 1)
    if answer is None or not answer.known:
        return document(_start_of_bars(LEFT, height), width, height, NO_SEARCH)
    by_visits = sorted(
        answer.known.items(), key=lambda pair: (-pair[1].visits, pair[0] != answer.best)
    )
    shown = by_visits[:rows]
    names, size = _names_beside_bars(answer.root.state, [action for action, _ in shown])
    left = max(LEFT, widest(names, size) + 10)
    longest = max(thought.share for _, thought in by_visits) or 1
    room = min(BAR, BARS - left - AFTER)
    parts = []
    for row, ((action, thought), name) in enumerate(zip(shown, names)):
        label = (name, size)
        length = room * thought.share / longest
        parts.append(_bar(row, label, thought.share, length, left, action == answer.best))
    if len(by_visits) > rows:
        others = by_visits[rows:]
        share = percent(sum(thought.share for _, thought in others))
        words = f"{count(len(others), 'other')}: {share}"
        parts.append(text(words, left, rows * ROW + 14, WORDS))
    return document("".join(parts), width, height, _bars_in_words(answer, by_visits))


def _start_of_bars(x: float, height: float) -> str:
    """Draw the line at which the bars of a picture of this height begin."""
    return element("line", x1=x, x2=x, y1=2, y2=height - ROW, stroke=RULE)


def _names_beside_bars(state: Any, actions: Sequence[Action]) -> tuple[list[str], float]:
    """Return the names of actions and the size of their letters, so that they fit beside bars.

    The names have letters of the usual size, or else small letters; a name that is still too wide
    is shortened.
    """
    names = [_full_name(state, action) for action in actions]
    if widest(names, TITLE) <= NAME:
        return names, TITLE
    return [_fitting(name, NAME, WORDS) for name in names], WORDS


def _fitting(name: str, room: float, size: float) -> str:
    """Return a name, shortened in its middle until it is at most `room` pixels wide."""
    least = BEGINNING + 2
    for length in range(len(name), least, -1):
        short = _in_letters(name, length)
        if text_width(short, size) <= room:
            return short
    return _in_letters(name, least)


def _bar(
    row: int, label: tuple[str, float], share: float, length: float, left: float, chosen: bool
) -> str:
    """Draw one bar, with its share behind it and its label, a name and a size, before it."""
    y = row * ROW
    name, size = label
    weight: dict[str, Any] = {"font_weight": "bold"} if chosen else {}
    colour = INK if chosen else SHADE
    fits = text_width(name, size, bold=chosen) <= left - 10
    parts = (
        text(name, left - 10, y + 15, size, text_anchor="end", **(weight if fits else {})),
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


def _full_name(state: Any, action: Action) -> str:
    """Return the name of an action from its game, or else the action as text, on one line."""
    return shorten(step_name(state, action), LONGEST_NAME)


def _in_letters(name: str, length: int) -> str:
    """Return a name in at most `length` characters; cut the middle of a longer name.

    The end of a name is kept, because names such as "take 1 from heap 1" and "take 1 from heap 2"
    differ only there.
    """
    if len(name) <= length:
        return name
    start, end = name[:BEGINNING], name[BEGINNING + 1 - length :]
    return f"{start.rstrip()}…{end.lstrip()}"


# ---------------------------------------------------------------------------- the expected line


def expected_line(root: Node, best: Action, length: int = 3) -> list[Action]:
    """Return the chosen move and then the most visited moves, `length` moves at most."""
    line: list[Action] = []
    node = root
    while node.children and len(line) < length:
        line.append(most_visited(node) if line or best is None else best)
        node = node.children[line[-1]]
    return line


def tile_of(start: Any) -> Tile:
    """Return the size of the tiles of a game, which is large for a board with many columns.

    start   a position of the game
    """
    return LARGE if columns(start) > MANY else SMALL


def most_on_a_phone(tile: Tile) -> int:
    """Return the number of tiles that fit in a row on a phone."""
    return 2 if tile is LARGE else EXPECTED - 1


def expected_boards(
    answer: Answer | None,
    names: Sequence[str] = (),
    most: int = EXPECTED,
    tile: Tile = SMALL,
) -> str:
    """Draw the expected line as small boards, each with the colour of its value as background.

    names   the names of the players (`names_of`); by default the game's own names
    most    the largest number of moves
    tile    the size of each board with its words

    For a game without a board, the names of the moves take the place of the boards.
    """
    width = 2 * EDGE + most * tile.width + (most - 1) * GAP
    if answer is None or not answer.known:
        look = {"fill": "none", "stroke": RULE, "stroke_dasharray": "4 4"}
        frames = [_frame(_left_of(place, tile), tile, **look) for place in range(most)]
        return document("".join(frames), width, tile.height, NO_SEARCH)
    line = expected_line(answer.root, answer.best, most)
    node = answer.root
    first = _called(node, 0, names)
    parts = []
    words = []
    for place, action in enumerate(line):
        node = node.children[action]
        x = _left_of(place, tile)
        parts.append(_tile(node, x, tile, names, chosen=place == 0))
        if place + 1 < len(line):
            arrow = f"M{x + tile.width + 3:g} {tile.height / 2 - 6:g}l6 6-6 6"
            parts.append(element("path", d=arrow, fill="none", stroke=INK, stroke_width=1.6))
        words.append(", ".join(filter(None, [_move(node), _value(node, first)])))
    return document("".join(parts), width, tile.height, f"Expected: {'; '.join(words)}.")


def _left_of(number: int, tile: Tile) -> float:
    """Return the x coordinate of the left edge of a tile; the tiles are numbered from 0."""
    return EDGE + number * (tile.width + GAP)


def _frame(x: float, tile: Tile, **look: Any) -> str:
    """Draw the frame of a tile."""
    size: dict[str, Any] = {"width": tile.width, "height": tile.height - 2 * EDGE}
    return element("rect", x=x, y=EDGE, **size, rx=FRAME_ROUND, **look)


def _tile(node: Node, x: float, tile: Tile, names: Sequence[str], chosen: bool) -> str:
    """Draw one move of the line: its name, the resulting board, its value and its visits.

    Without a board there is room for the name of the player and for a long name of the move.
    """
    first = _called(node, 0, names)
    frame: dict[str, Any] = {"stroke": INK if chosen else RULE, "stroke_width": 2 if chosen else 1}
    middle = x + tile.width / 2
    low = tile.height - 11
    parts = [
        _frame(x, tile, fill=fill(node), **frame),
        text(_value(node, first), middle, low - 16, WORDS, text_anchor="middle"),
        text(f"N {node.visits:,}", middle, low, WORDS, text_anchor="middle"),
    ]
    if columns(node.state) and node.parent is not None:
        parts += _name_and_board(node, x, tile)
    else:
        who = shorten(_called(node, node.player, names), 11)
        parts.append(text(who, middle, 19, WORDS, text_anchor="middle"))
        parts += _in_lines(_lines_of_name(node, LINES, tile, bold=True), middle, 38, bold=True)
    return "".join(parts)


def _name_and_board(node: Node, x: float, tile: Tile) -> list[str]:
    """Draw the name of a node's move, and below it the board.

    A name that does not fit on one line has small and thin letters, and the board is smaller.
    """
    assert node.parent is not None
    middle = x + tile.width / 2
    move = _move(node)
    if text_width(move, TITLE, bold=True) <= tile.inside:
        parts = [text(move, middle, 19, TITLE, text_anchor="middle", font_weight="bold")]
        top = 26
    else:
        lines = _lines_of_name(node, ABOVE, tile, bold=False)
        parts = _in_lines(lines, middle, 17, bold=False)
        top = 8 + LINE * len(lines)
    last = cell_of(node.parent.state, node.action)
    width = tile.width - 20
    board = state_board(node.state, last=last, width=width)
    return [*parts, placed(board, x + 10, top, width, tile.height - 40 - top)]


def _lines_of_name(node: Node, most: int, tile: Tile, bold: bool) -> list[str]:
    """Return the name of a node's action in lines that fit on a tile, at most `most` lines."""
    if node.parent is None:
        return []
    name = _full_name(node.parent.state, node.action)
    lines = wrapped(name, tile.inside, WORDS, bold)
    return [_fitting(line, tile.inside, WORDS) for line in lines[:most]]


def _in_lines(lines: Sequence[str], middle: float, base: float, bold: bool) -> list[str]:
    """Write lines one below another, the first one on the baseline `base`."""
    look: dict[str, Any] = {"text_anchor": "middle"}
    if bold:
        look["font_weight"] = "bold"
    return [text(line, middle, base + LINE * row, WORDS, **look) for row, line in enumerate(lines)]


def _called(node: Node, player: int, names: Sequence[str]) -> str:
    """Return the short name of a player, such as "engine"."""
    if player < len(names):
        return names[player].removeprefix("the ")
    return player_name(node.state, player)


def _move(node: Node) -> str:
    """Return the player and the move as a short text, such as "O 8", or the name of the move.

    The name of the player is left out unless it is a letter.
    """
    parent = node.parent
    if parent is None:
        return ""
    who = player_name(parent.state, parent.state.current_player)
    name = _full_name(parent.state, node.action)
    return f"{who} {name}" if len(who) == 1 else name


def _value(node: Node, first: str) -> str:
    """Return a node's value as text.

    In a two-player game, the text gives the share of the first player, whose name is `first`.  In
    any other game, the text gives the mean reward of the player who moved.  After a move of chance
    the text is empty, because the node counts no rewards.
    """
    players = seats(node.state)
    if not node.visits or node.player not in players:
        return ""
    if len(players) == 2:
        return f"{percent(share_of_first(node))} {first}"
    return f"Q {worth(node.value)}"


def share_of_first(node: Node) -> float:
    """Return the value of a node for the first player (X) in a two-player game."""
    return 1 - node.value if node.player == 1 else node.value


# ---------------------------------------------------------------------------- the gauge


def gauge(answer: Answer | None, height: float, names: Sequence[str] = ()) -> str:
    """Draw an upright bar that shows the value of the position after the chosen move.

    names   the names of the players (`names_of`); by default the game's own names

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
        return document(outline, GAUGE, height, NO_SEARCH)
    share = share_of_first(node)
    cut = 4 + inside * (1 - share)
    first, second = names or [player_name(node.state, player) for player in range(2)]
    column: dict[str, Any] = {"x": 4, "width": GAUGE - 8}
    parts = [
        element("rect", y=4, height=max(cut - 4, 0), fill=end_colour(1), **column),
        element("rect", y=cut, height=max(inside + 4 - cut, 0), fill=end_colour(0), **column),
        *_middle_of_gauge(height / 2),
        outline,
        text(
            hundredths(share),
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


def _middle_of_gauge(y: float) -> list[str]:
    """Draw a short stroke at each side of the middle; the number may stand between them."""
    ends = ((0, TICK), (GAUGE - TICK, GAUGE))
    return [element("line", x1=x1, x2=x2, y1=y, y2=y, stroke=INK) for x1, x2 in ends]


def _clear_of_ends(cut: float, height: float) -> float:
    """Return a baseline for a text near the boundary `cut`, clear of the marks at both ends."""
    return min(max(cut + 16, 46), height - 32)
