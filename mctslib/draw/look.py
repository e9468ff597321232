"""The look of everything that is drawn: its colours, its letters, its sizes, in one place.

Two players, each with a colour and a shape.  One scale for values, diverging about ½.  One accent
for each phase.  A shape, a dash or a number always repeats what a colour says.  No other file names
a colour or a size of letters (`tests/test_look.py`).
"""

from collections.abc import Sequence

# ---------------------------------------------------------------------------- the palette

# Inks and papers.  Pictures bring white paper along; a live one takes the page's instead
# (`stylesheet`).
INK = "#1a1a1a"
SOFT = "#555555"
MIDDLE = "#777777"
FAINT = "#8a8a8a"
PALE = "#b4b4b4"
HAIR = "#dcdcdc"
PAPER = "#ffffff"

# Dark enough to read on white, and told apart by colour-blind readers (Okabe and Ito, "Color
# Universal Design", 2008).
BLUE = "#0063a6"
VERMILION = "#c04e00"
GREEN = "#00785a"
PURPLE = "#a3497c"
OLIVE = "#7a5c00"
CHARCOAL = "#444444"
SKY = "#2a84b8"
CRIMSON = "#b22222"
VIOLET = "#6a51a3"

MARK_COLOURS = {"X": BLUE, "O": VERMILION}
ACCENTS = (BLUE, GREEN, PURPLE, VERMILION)  # of the four phases, in their order
SOLID = SKY  # the first term of a score: exploitation
HATCHED = OLIVE  # the second term of a score: exploration
RIGHT = BLUE  # ✓
WRONG = "#b1001f"  # ✗
LAST = "#fff0b3"  # the ground of the cell that was played last
OPEN = "#e4e4e4"  # the ground of cells where one may play
BAR = "#b9cdd9"
DRAWN = "#dcdcdc"  # drawn games
WEDGE = "#cfcfcf"  # nodes that are not drawn
ALERT = "#8a0f14"
ALERT_PAPER = "#fdecea"

# Lines and bars of a chart, in their order; each line has dashes of its own too.
SERIES = (BLUE, VERMILION, GREEN, PURPLE, OLIVE, SKY, CHARCOAL, CRIMSON, VIOLET)
DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 3", "4 2", "1 2", "6 6", "10 2 2 2")

# The scale of values: ColorBrewer's BrBG, safe for the colour-blind.
WIN = "#5ab4ac"  # teal, at 1
EVEN = "#f5f5f5"  # nearly white, at ½
LOSS = "#d8b365"  # brown, at 0

# ---------------------------------------------------------------------------- letters

FONT = "Helvetica, Arial, sans-serif"
MONOSPACE = "DejaVu Sans Mono, Menlo, Consolas, monospace"
MEASURED = "Courier"  # what Graphviz measures with, because all its letters are equally wide
LETTER_WIDTH = 0.6  # of a letter in that font, as a share of its size

# Sizes of letters, in pixels.
HUGE = 26  # the arrow between two pictures
TITLE = 13
WORDS = 12
NOTE = 11
FIGURE = 10
LEAST = 9  # no figure is smaller, not even in a picture that is shrunk to its place

# ---------------------------------------------------------------------------- sizes, in pixels

ROUND = 6  # radius of corners
LINE_HEIGHT = 17  # from a line of words to the next
HEADING_HEIGHT = 40  # of what stands above the tree of a running phase
PAGE = 640  # the room for a picture on a page 800 wide, beside JupyterLab's cell numbers
HAND = 340  # what a telephone shows at once
COMFORTABLE = (
    1.08 * PAGE
)  # a picture so wide can be shrunk to the page: its figures are at least LEAST high


# ---------------------------------------------------------------------------- the scale of values


def value_colour(q: float) -> str:
    """Return the colour of a value from 0 to 1: brown at 0, nearly white at ½, teal at 1.

    The colour leaves the middle quickly (power 0.6), because about ½ a difference of 0.05 matters.
    """
    distance = 2 * min(max(q, 0.0), 1.0) - 1  # from the middle, −1 to 1
    end = WIN if distance > 0 else LOSS
    return mix(EVEN, end, abs(distance) ** 0.6)


def mix(one: str, other: str, share: float) -> str:
    """Return the colour that lies `share` (0 to 1) of the way from one colour to the other."""
    channels = [
        round(a + share * (b - a)) for a, b in zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]))
    ]
    return f"#{bytes(channels).hex()}"


# ---------------------------------------------------------------------------- how wide words are

# Width of letters in hundredths of their size, rounded up from DejaVu Sans, which is the widest of
# the fonts that "sans-serif" stands for on readers' machines: what has room for its words has room
# for the words of all of them.
LETTERS_OF_WIDTH = {
    32: " ',.·’ijlIJ",
    42: "/:;|\\-ft()[]!r",
    54: '"*_`–sz?',
    64: "cLFkvxyPTYoaeEΣhnuSbdgpq$0123456789{}√ε“”",
    79: "KAVXZBRCUNH▶◀DG&OQ",
    84: "w#+<=>^~≠✓✗→−±×∞",
}
WIDTHS = {letter: width for width, letters in LETTERS_OF_WIDTH.items() for letter in letters}
WIDEST = 100  # of any other letter


def text_width(words: str, size: float, bold: bool = False) -> float:
    """Return the room that a line of words needs at most, in pixels, whatever the reader's font.

    size   of the letters, in pixels
    """
    width: float = sum(WIDTHS.get(letter, WIDEST) for letter in words)
    if bold:
        width = width * 1.11 + 3 * len(words)
    return width * size / 100


def wrapped(words: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Break words into lines of at most this width, in pixels; a word that is wider has a line of
    its own.
    """
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def widest(lines: Sequence[str], size: float, bold: bool = False) -> float:
    """Return the width of the widest of some lines, in pixels; 0 if there is none."""
    return max((text_width(line, size, bold) for line in lines), default=0.0)


# ---------------------------------------------------------------- live pictures on a dark page

ON_DARK_PAGES = {
    INK: "#e8e8e8",
    SOFT: "#b8b8b8",
    MIDDLE: "#9a9a9a",
    FAINT: "#8f8f8f",
    PALE: "#6a6a6a",
    HAIR: "#484848",
    PAPER: "#1c1c1c",
    BLUE: "#6db9f2",
    VERMILION: "#ff9d4d",
    GREEN: "#4cc9a4",
    PURPLE: "#e592c0",
    OLIVE: "#d6b64a",
    SKY: "#9bd4f5",
    CHARCOAL: "#c4c4c4",
    CRIMSON: "#ff8080",
    VIOLET: "#b8a5ea",
    WRONG: "#ff7d86",
    LAST: "#544a22",
    BAR: "#4d6a7c",
    OPEN: "#3a3a3a",
    WEDGE: "#5c5c5c",
    ALERT: "#ffb3b0",
    ALERT_PAPER: "#4a1d1c",
}

DARK_PAGE = 'body[data-jp-theme-light="false"]'  # the selector of JupyterLab's dark themes
NAMES = {  # the name of a colour in the styles of widgets, after `--mcts-`
    "x": BLUE,
    "o": VERMILION,
    "ink": INK,
    "soft": SOFT,
    "hair": HAIR,
    "paper": PAPER,
    "last": LAST,
    "open": OPEN,
    "right": RIGHT,
    "wrong": WRONG,
    "alert": ALERT,
    "alert-paper": ALERT_PAPER,
}


def dark(colour: str) -> str:
    """Return what a colour becomes on a dark page; the same colour if it is good there too."""
    return ON_DARK_PAGES.get(colour, colour)


def stylesheet() -> str:
    """Return CSS for widgets: the colours by name (`--mcts-x`) and, on a dark page, those of
    pictures in panels.

    A picture keeps its own attributes, so it needs no styles outside JupyterLab.  What stands on
    the colour of a value (class `valued`) keeps its dark ink, but its outline lies on the page.
    """
    light_names = "".join(f"--mcts-{name}:{colour};" for name, colour in NAMES.items())
    dark_names = "".join(f"--mcts-{name}:{dark(colour)};" for name, colour in NAMES.items())
    rules = [
        f":root{{{light_names}}}\n",
        f"{DARK_PAGE}{{{dark_names}}}\n",
        dark_pictures(f"{DARK_PAGE} .mcts-panel svg"),
        ".mcts-panel .widget-html-content{overflow-x:auto}\n",
        f".valued{{--mcts-x:{BLUE};--mcts-o:{VERMILION};--ink:{INK};--soft:{SOFT}}}\n",
    ]
    return "".join(rules)


def dark_pictures(selector: str) -> str:
    """Return CSS that gives the pictures of a selector the colours of a dark page."""
    rules = []
    for colour, other in ON_DARK_PAGES.items():
        for what in ("fill", "stroke"):
            rules.append(f'{selector} [{what}="{colour}"]:not(.valued *){{{what}:{other}}}\n')
    outline = f'.valued>path:is([fill^="#"],[stroke="{WRONG}"])'
    for colour, other in ON_DARK_PAGES.items():
        rules.append(f'{selector} {outline}[stroke="{colour}"]{{stroke:{other}}}\n')
    rules.append(f"{selector} .paper{{fill:none!important}}\n")
    return "".join(rules)
