"""All colours are in one file, and letters have room in any font.

On a dark page, each colour has its own replacement.
"""

import ast
import re
from pathlib import Path

import matplotlib
import pytest
from matplotlib.ft2font import FT2Font

from mctslib.draw import look

LIBRARY = Path(look.__file__).parents[1]
FILES = [path for path in sorted(LIBRARY.rglob("*")) if path.suffix in (".py", ".css", ".js")]
COLOUR = re.compile(r"(?<!&)#(?:[0-9a-fA-F]{3}){1,2}\b(?!;)|\brgba?\(")


@pytest.mark.parametrize("bold", [False, True])
def test_words_have_room_in_the_widest_usual_font(bold):
    path = Path(matplotlib.get_data_path()) / "fonts/ttf" / f"DejaVuSans{'-Bold' * bold}.ttf"
    font = FT2Font(str(path))
    font.set_size(100, 72)
    for letter in [*map(chr, range(32, 127)), *"½≠√·…★✓✗∞→−▶◀ε±×Σ’“”—–"]:
        assert (
            look.text_width(letter, 100, bold)
            >= font.load_char(ord(letter)).linearHoriAdvance / 65536
        ), letter


def test_lines_are_broken_where_the_room_ends():
    lines = look.wrapped("one two three four extraordinarily five", 60, 12)
    assert (
        " ".join(lines) == "one two three four extraordinarily five" and "extraordinarily" in lines
    )
    assert all(look.text_width(line, 12) <= 60 for line in lines if " " in line)


def contrast(one, other):
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG 2.2 defines it."""

    def light(colour):
        shares = [channel / 255 for channel in bytes.fromhex(colour[1:])]
        return sum(
            weight * (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
            for weight, share in zip((0.2126, 0.7152, 0.0722), shares)
        )

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


WRITTEN = ("INK", "SOFT", "X", "O", "ACT", "RIGHT", "WRONG")
GROUNDS = ("PAPER", "SURFACE", "EVEN")


def test_whatever_is_written_is_read_on_light_and_on_dark_grounds():
    for colour in WRITTEN:
        for ground in GROUNDS:
            ink, paper = getattr(look, colour), getattr(look, ground)
            assert contrast(ink, paper) >= 4.5
            assert contrast(look.dark(ink), look.dark(paper)) >= 4.5


def test_every_mark_is_seen_on_paper():
    for colour in [*look.SERIES, look.X, look.O]:
        assert contrast(colour, look.PAPER) >= 3
        assert contrast(look.dark(colour), look.DARK_PAPER) >= 3


@pytest.mark.parametrize("scale", [look.VALUES, look.AMOUNTS], ids=["values", "amounts"])
def test_ink_is_read_on_every_step_of_a_scale(scale):
    assert min(contrast(look.INK, colour) for colour in scale) >= 4.5
    assert min(contrast(look.dark(look.INK), look.dark(colour)) for colour in scale) >= 4.5


def test_every_colour_has_its_own_on_a_dark_page():
    """A dark page replaces each colour of a picture, and no two colours share a replacement."""
    palette = [value for name, value in vars(look).items() if is_colour(name, value)]
    known = {*palette, *look.VALUES, *look.AMOUNTS}
    assert known <= {*look.ON_DARK_PAGES}
    assert len({*look.VALUES, *look.AMOUNTS}) == 2 * (look.STEPS + 1)


def is_colour(name, value):
    light = not name.startswith("DARK")
    return light and isinstance(value, str) and COLOUR.fullmatch(value) is not None


def test_a_value_has_one_direction_whoever_moved():
    assert look.value_colour(1, 0) == look.value_colour(0, 1) == look.X_END
    assert look.value_colour(0, 0) == look.value_colour(1, 1) == look.O_END
    assert look.value_colour(0.5, 0) == look.value_colour(0.5, 1) == look.EVEN


# ---------------------------------------------------------------------------- roles

PLAYERS = {"X", "O", "X_END", "O_END", "MARK_COLOURS"}
ASKING = [path for path in FILES if path.suffix == ".py" and path != Path(look.__file__)]


def colours_asked_for(path):
    """Return the names that a file imports from `look` or uses as attributes of `look`."""
    text = path.read_text(encoding="utf-8")
    names = set()
    tree = ast.parse(text if re.search(r"\blook\b", text) else "")
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "mctslib.draw.look":
            names |= {alias.name for alias in node.names}
        is_attribute = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if is_attribute and node.value.id == "look":
            names.add(node.attr)
    return names


def test_a_players_colour_is_asked_for_by_the_player():
    """A colour that depends on the player comes from a function of `look`.

    These functions are `player_colour`, `mark_colour`, `end_colour` and `value_colour`.
    """
    asked = {path: colours_asked_for(path) for path in ASKING}
    assert [path.name for path, colours in asked.items() if colours & PLAYERS] == []
    askers = [path for path, colours in asked.items() if colours & {"mark_colour", "player_colour"}]
    assert len(askers) >= 3
