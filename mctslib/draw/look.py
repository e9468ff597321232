"""The look of everything that is drawn: its colours, its letters, its sizes, in one place.

Two players, each with a colour and a shape.  One scale for values, diverging about ½.  One accent a phase.  Whatever
a colour says, a shape, a dash or a number beside it says too.  No other file names a colour (`tests/test_look.py`).
"""

from collections.abc import Sequence

# Inks and papers.  Pictures bring white paper along; a live one takes the page's instead (`stylesheet`).
INK, SOFT, MIDDLE, FAINT = "#1a1a1a", "#555555", "#777777", "#8a8a8a"
PALE, HAIR, PAPER = "#b4b4b4", "#dcdcdc", "#ffffff"
# Dark enough to read on white, and told apart by colour-blind readers (Okabe and Ito, "Color Universal Design", 2008).
BLUE, VERMILION, GREEN, PURPLE, OLIVE = "#0063a6", "#c04e00", "#00785a", "#a3497c", "#7a5c00"
CHARCOAL, SKY, CRIMSON, VIOLET = "#444444", "#2a84b8", "#b22222", "#6a51a3"

MARK_COLOURS = {"X": BLUE, "O": VERMILION}
ACCENTS = (BLUE, GREEN, PURPLE, VERMILION)  # of the four phases, in their order
SERIES = (
    BLUE,
    VERMILION,
    GREEN,
    PURPLE,
    OLIVE,
    SKY,
    CHARCOAL,
    CRIMSON,
    VIOLET,
)  # lines and bars, in their order
DASHES = (
    "",
    "7 4",
    "2 3",
    "9 3 2 3",
    "12 3",
    "4 2",
    "1 2",
    "6 6",
    "10 2 2 2",
)  # of the same series
WIN, EVEN, LOSS = (
    "#5ab4ac",
    "#f5f5f5",
    "#d8b365",
)  # ColorBrewer's BrBG, safe for the colour-blind: teal, grey, brown
SOLID, HATCHED = SKY, OLIVE  # the two terms of a score, exploitation and exploration
RIGHT, WRONG = BLUE, "#b1001f"  # ✓ and ✗
LAST, BAR, OPEN, DRAWN = (
    "#fff0b3",
    "#b9cdd9",
    "#e4e4e4",
    "#dcdcdc",
)  # played last; a bar; where to play; drawn games
WEDGE = "#cfcfcf"  # nodes that are not drawn
ALERT, ALERT_PAPER = "#8a0f14", "#fdecea"

FONT = "Helvetica, Arial, sans-serif"
MEASURED = (
    "Courier"  # what Graphviz measures with: every letter is 0.6 of its size, so centres are known
)
MONOSPACE = "DejaVu Sans Mono, Menlo, Consolas, monospace"
TITLE, WORDS, NOTE, FIGURE, LEAST = 13, 12, 11, 10, 9  # sizes of letters, in pixels
ROUND = 6  # radius of corners
PAGE = 640  # pixels: the room for a picture on a page 800 wide, beside JupyterLab's cell numbers
HAND = 340  # pixels: what a telephone shows at once
COMFORTABLE = (
    1.08 * PAGE
)  # so wide a picture may be shrunk to the page: its figures are still as high as LEAST


def value_colour(q: float) -> str:
    """The colour of a value: brown at 0 (`LOSS`), nearly white at ½ (`EVEN`), teal at 1 (`WIN`).

    It leaves the middle quickly (power 0.6): about ½ a difference of 0.05 matters and shows.
    """
    off = 2 * min(max(q, 0.0), 1.0) - 1
    return mix(EVEN, WIN if off > 0 else LOSS, abs(off) ** 0.6)


def mix(one: str, other: str, share: float) -> str:
    """The colour that lies `share` (0…1) of the way from one colour to the other."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]))
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in pairs)


# ---------------------------------------------------------------------------- how wide words are

# In hundredths of the letters' size, rounded up from DejaVu Sans: the widest of the fonts that "sans-serif" stands
# for on readers' machines.  What has room for it has room for all.  Anything else is as wide as its size.
_WIDTHS = {
    c: width
    for width, letters in {
        32: " ',.·’ijlIJ",
        42: "/:;|\\-ft()[]!r",
        54: '"*_`–sz?',
        64: "cLFkvxyPTYoaeEΣhnuSbdgpq$0123456789{}√ε“”",
        79: "KAVXZBRCUNH▶◀DG&OQ",
        84: "w#+<=>^~≠✓✗→−±×∞",
    }.items()
    for c in letters
}


def text_width(words: str, size: float, bold: bool = False) -> float:
    """How much room one line of words needs at most, in pixels, whatever the reader's font."""
    widths = [_WIDTHS.get(letter, 100) for letter in words]
    return (sum(widths) * 1.11 + 3 * len(widths) if bold else sum(widths)) * size / 100


def wrapped(words: str, width: float, size: float, bold: bool = False) -> list[str]:
    """The words in lines of at most that width; a longer word has a line of its own."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def widest(lines: Sequence[str], size: float, bold: bool = False) -> float:
    """The width of the widest of some lines; 0 if there is none."""
    return max((text_width(line, size, bold) for line in lines), default=0.0)


# ---------------------------------------------------------------------------- live pictures on a dark page

_DARK = {
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


def dark(colour: str) -> str:
    """What a colour becomes on a dark page; the same where it is good there too."""
    return _DARK.get(colour, colour)


def stylesheet() -> str:
    """CSS for widgets: the colours by name (`--mcts-x`), and, on a dark page, the same for the pictures in panels.

    A picture keeps its own attributes, so it needs no styles outside JupyterLab.  What stands on the colour of a
    value (class `valued`) keeps its dark ink, but its outline lies on the page.
    """
    names = {
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
    page = 'body[data-jp-theme-light="false"]'
    light_names = "".join(f"--mcts-{name}:{colour};" for name, colour in names.items())
    dark_names = "".join(f"--mcts-{name}:{dark(colour)};" for name, colour in names.items())
    pictures = dark_pictures(f"{page} .mcts-panel svg")
    wide = ".mcts-panel .widget-html-content{overflow-x:auto}\n"
    kept = f".valued{{--mcts-x:{BLUE};--mcts-o:{VERMILION};--ink:{INK};--soft:{SOFT}}}\n"
    return f":root{{{light_names}}}\n{page}{{{dark_names}}}\n{pictures}{wide}{kept}"


def dark_pictures(svg: str) -> str:
    """CSS that gives the pictures of this selector the colours of a dark page."""
    rules = "".join(
        f'{svg} [{what}="{colour}"]:not(.valued *){{{what}:{other}}}\n'
        for colour, other in _DARK.items()
        for what in ("fill", "stroke")
    )
    outline = f'.valued>path:is([fill^="#"],[stroke="{WRONG}"])'
    rules += "".join(
        f'{svg} {outline}[stroke="{colour}"]{{stroke:{other}}}\n' for colour, other in _DARK.items()
    )
    return f"{rules}{svg} .paper{{fill:none!important}}\n"
