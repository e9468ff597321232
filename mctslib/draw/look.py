"""Define the look of all pictures in one place: the colours, fonts and sizes.

Colours other than ink have three uses.  They mark the two players; the things that a reader can
touch or that are happening now; and right and wrong answers.  Everything else, including amounts,
is drawn in a shade of ink.  A shape, a dash or a number always repeats the meaning of a colour.  No
other file defines a colour, which `tests/draw/test_look.py` checks.
"""

from collections.abc import Sequence

# ---------------------------------------------------------------------------- the palette

# Inks and papers.  Pictures have white paper, but live pictures use the colours of the page
# (`stylesheet`).
INK = "#1b1b1f"  # text, and the amount that is selected among several
SOFT = "#5a5a64"  # notes, the edges of a tree, amounts
SHADE = "#8c8c96"  # the amounts beside a selected amount, and lines in the background; never text
RULE = "#d9d9de"  # frames and the lines of a grid
SURFACE = "#f6f6f8"  # the background of a bar of controls, and of cells open to a move
PAPER = "#ffffff"

# The players.  A player's colour is used only for the player and for values that are good for the
# player.
X = "#1270c2"
O = "#b84a00"
MARK_COLOURS = {"X": X, "O": O}

ACT = "#4a1f9e"  # the filled button, the running phase, the path of this iteration
ACT_PAPER = "#efe9fb"  # the background of the selected item among several

# The colours for right and wrong are never used without the signs ✓ and ✗.
RIGHT = "#17754a"
WRONG = "#b3123b"
WRONG_PAPER = "#fdecf0"  # the background of an error message

# The scale of values.
X_END = "#82b4e4"  # the end of the scale where X wins
EVEN = "#f1f1f4"  # a draw, or equally good for X and O
O_END = "#eaa574"  # the end of the scale where O wins

DARKEST_AMOUNT = "#9a9aa6"  # in a map of amounts; ink remains readable on this background

# The lines of a chart get these shades of ink and these dashes, in this order.  Each line's name is
# at the end of the line.
SERIES = (INK, SOFT, SHADE) * 3
DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 3", "4 2", "1 2", "6 6", "10 2 2 2")

# ---------------------------------------------------------------------------- letters

FONT = "Helvetica, Arial, sans-serif"
MONOSPACE = "DejaVu Sans Mono, Menlo, Consolas, monospace"
MEASURED = "Courier"  # Graphviz measures with this font, whose letters all have the same width
LETTER_WIDTH = 0.6  # the width of a letter in that font, as a share of the font size

# Sizes of letters, in pixels.
HUGE = 24  # the arrow between two pictures
HEADLINE = 18  # the sentence above a widget, which tells the next step or the last event
TOLD = 16  # the sentence with more details
TITLE = 14  # the title of a picture
WORDS = 12
NOTE = 12
FIGURE = 12
LEAST = 12  # the smallest size of letters on the screen

# ---------------------------------------------------------------------------- sizes, in pixels

SPACES = (4, 8, 12, 16, 24)  # the distances between the parts of a widget
ROUND = 6  # the radius of the corners of controls and nodes
FRAME_ROUND = 8  # the radius of the corners of a widget's frame
CONTROL = 36  # the height of a control
TOUCHED = 44  # the height of a control and of a board's cell on a touch screen
LINE_HEIGHT = 17  # the distance between two lines of text
HEADING_HEIGHT = 40  # the height of the heading above the tree of a running phase
PAGE = 640  # the width left for a picture beside JupyterLab's cell numbers on a page of 800 pixels
HAND = 340  # the width of a phone's screen
COMFORTABLE = 800  # a picture of this width fits on most screens; on smaller screens it scrolls


# ---------------------------------------------------------------------------- the players


def player_colour(player: int) -> str:
    """Return the colour of a player's marks: X for player 0, O for player 1, ink for others."""
    return (X, O)[player] if player in (0, 1) else INK


def mark_colour(mark: str) -> str:
    """Return the colour of a mark: the player's colour for "X" and "O", ink for any other mark."""
    return MARK_COLOURS.get(mark, INK)


def end_colour(player: int) -> str:
    """Return the colour at the end of the value scale where `player` (0 for X, 1 for O) wins."""
    return (X_END, O_END)[player]


# ---------------------------------------------------------------------------- the scales


STEPS = 40  # the number of steps of a scale; on a dark page each step may have a different colour


def mix(one: str, other: str, share: float) -> str:
    """Return the colour at the fraction `share` (0 to 1) of the way from `one` to `other`."""
    channels = [
        round(a + share * (b - a)) for a, b in zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]))
    ]
    return f"#{bytes(channels).hex()}"


def _value_scale(low: str, even: str, high: str) -> list[str]:
    """Return the colours of the values 0, 1/40, …, 1.

    The colour changes quickly near the middle (power 0.75), because near ½ a difference of 0.05
    matters.
    """
    colours = []
    for step in range(STEPS + 1):
        distance = 2 * step / STEPS - 1  # the distance from the middle, −1 to 1
        end = high if distance > 0 else low
        colours.append(mix(even, end, abs(distance) ** 0.75))
    return colours


def _amount_scale(paper: str, darkest: str) -> list[str]:
    """Return the colours of the amounts 0, 1/40, …, 1."""
    return [mix(paper, darkest, step / STEPS) for step in range(STEPS + 1)]


VALUES = _value_scale(O_END, EVEN, X_END)
AMOUNTS = _amount_scale(PAPER, DARKEST_AMOUNT)


def step_of(share: float) -> int:
    """Return the step of a scale that is nearest to a share, after clipping the share to 0 … 1."""
    return round(STEPS * min(max(share, 0.0), 1.0))


def value_step(value: float, player: int = 0) -> int:
    """Return the step of a value, from 0 to 1, on the scale from 0 (O wins) to 40 (X wins).

    player   the player from whose point of view the value is given: 0 for X, 1 for O
    """
    return step_of(1 - value if player == 1 else value)


def value_colour(value: float, player: int = 0, players: int = 2) -> str:
    """Return the colour of a value from 0 to 1: blue if good for X, orange if good for O.

    player    the player from whose point of view the value is given: 0 for X, 1 for O.  All values
              of a picture use the same scale, so the colour of a position does not depend on the
              player who moved into it
    players   the number of players who share the rewards, not counting chance.  Unless there are
              two players, the colour is a shade of ink, which is darker for a larger value
    """
    if players != 2 or player > 1:
        return amount_colour(0.6 * value)
    return VALUES[value_step(value, player)]


def amount_colour(share: float) -> str:
    """Return the colour of an amount from 0 (paper) to 1 (darkest).

    Ink is readable on each of these colours.
    """
    return AMOUNTS[step_of(share)]


# ---------------------------------------------------------------------------- the width of texts

# The widths of letters in DejaVu Sans, in hundredths of the font size, rounded up.  On readers'
# machines "sans-serif" may mean different fonts.  DejaVu Sans is the widest of these fonts, so a
# text that fits in DejaVu Sans fits in each of them.
LETTERS_OF_WIDTH = {
    32: " ',.·’ijlIJ",
    42: "/:;|\\-ft()[]!r",
    54: '"*_`–sz?',
    64: "cLFkvxyPTYoaeEΣhnuSbdgpq$0123456789{}√ε“”",
    79: "KAVXZBRCUNH▶◀DG&OQ",
    84: "w#+<=>^~≠✓✗→−±×∞",
}
WIDTHS = {letter: width for width, letters in LETTERS_OF_WIDTH.items() for letter in letters}
WIDEST = 100  # the width of any other letter


def text_width(words: str, size: float, bold: bool = False) -> float:
    """Return the largest width that a line of text can have in a reader's font, in pixels.

    size   the size of the letters, in pixels
    """
    width: float = sum(WIDTHS.get(letter, WIDEST) for letter in words)
    if bold:
        width = width * 1.11 + 3 * len(words)
    return width * size / 100


def wrapped(words: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Break a text into lines at most `width` pixels wide; a wider word gets its own line."""
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def widest(lines: Sequence[str], size: float, bold: bool = False) -> float:
    """Return the width of the widest line, in pixels, or 0 if there are no lines."""
    return max((text_width(line, size, bold) for line in lines), default=0.0)


# ---------------------------------------------------------------- live pictures on a dark page

DARK_PAPER = "#111111"
DARK_X_END = "#205a8e"
DARK_EVEN = "#2a2a30"
DARK_O_END = "#8f4712"
ON_DARK_PAGES = {
    INK: "#ededf0",
    SOFT: "#a9a9b4",
    SHADE: "#777783",
    RULE: "#3a3a42",
    SURFACE: "#1c1c20",
    PAPER: DARK_PAPER,
    X: "#4f9fe8",
    O: "#ff9e57",
    ACT: "#e3d6ff",
    ACT_PAPER: "#2c2440",
    RIGHT: "#8ff0c0",
    WRONG: "#ff6b85",
    WRONG_PAPER: "#3a1620",
    DARKEST_AMOUNT: "#5f5f6b",
    X_END: DARK_X_END,
    EVEN: DARK_EVEN,
    O_END: DARK_O_END,
    **dict(zip(VALUES, _value_scale(DARK_O_END, DARK_EVEN, DARK_X_END))),
    **dict(zip(AMOUNTS[1:], _amount_scale(DARK_PAPER, "#5f5f6b")[1:])),
}

DARK_PAGE = 'body[data-jp-theme-light="false"]'  # the selector of JupyterLab's dark themes
NAMES = {  # the name of a colour in the styles of widgets, after `--mcts-`
    "x": X,
    "o": O,
    "ink": INK,
    "soft": SOFT,
    "shade": SHADE,
    "rule": RULE,
    "surface": SURFACE,
    "paper": PAPER,
    "act": ACT,
    "act-paper": ACT_PAPER,
    "right": RIGHT,
    "wrong": WRONG,
    "wrong-paper": WRONG_PAPER,
    **{f"value-{step}": colour for step, colour in enumerate(VALUES)},
    **{f"amount-{step}": colour for step, colour in enumerate(AMOUNTS)},
}
SIZES = {  # the name of a size in the styles of widgets, in pixels
    "headline": HEADLINE,
    "told": TOLD,
    "title": TITLE,
    "words": WORDS,
    "round": ROUND,
    "frame-round": FRAME_ROUND,
    "control": CONTROL,
    "touched": TOUCHED,
    **{f"space-{step}": size for step, size in enumerate(SPACES, start=1)},
}


def dark(colour: str) -> str:
    """Return the colour that replaces `colour` on a dark page; the two may be the same."""
    return ON_DARK_PAGES.get(colour, colour)


def stylesheet() -> str:
    """Return CSS for widgets, with names for colours and sizes (`--mcts-x`, `--mcts-control`).

    On a dark page the CSS also gives the dark colours to pictures in panels.  Every picture also
    contains its colours as attributes, so outside JupyterLab no styles are needed.
    """
    light_names = "".join(f"--mcts-{name}:{colour};" for name, colour in NAMES.items())
    dark_names = "".join(f"--mcts-{name}:{dark(colour)};" for name, colour in NAMES.items())
    sizes = "".join(f"--mcts-{name}:{size}px;" for name, size in SIZES.items())
    rules = [
        f":root{{{light_names}{sizes}}}\n",
        f"{DARK_PAGE}{{{dark_names}}}\n",
        dark_pictures(f"{DARK_PAGE} .mcts-panel svg"),
        ".mcts-panel .widget-html-content{overflow-x:auto}\n",
    ]
    return "".join(rules)


def dark_pictures(selector: str) -> str:
    """Return CSS that gives the pictures matched by a selector the colours of a dark page."""
    rules = []
    for colour, other in ON_DARK_PAGES.items():
        for what in ("fill", "stroke"):
            rules.append(f'{selector} [{what}="{colour}"]{{{what}:{other}}}\n')
    rules.append(f"{selector} .paper{{fill:none!important}}\n")
    return "".join(rules)
