"""One look: colours stand in one file, letters have room in any font, and the page's dark colours
are known.
"""

import re
from pathlib import Path

import matplotlib
import pytest
from matplotlib.ft2font import FT2Font

from mctslib.draw import look

LIBRARY = Path(look.__file__).parents[1]
FILES = [path for path in sorted(LIBRARY.rglob("*")) if path.suffix in (".py", ".css", ".js")]
COLOUR = re.compile(r"(?<!&)#(?:[0-9a-fA-F]{3}){1,2}\b(?!;)|\brgba?\(")


def test_colours_are_named_in_one_file_only():
    named = {
        path.name: found
        for path in FILES
        if (found := COLOUR.findall(path.read_text(encoding="utf-8")))
    }
    assert list(named) == ["look.py"]


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
    """The contrast ratio of two colours as in WCAG 2.2, from 1 to 21."""

    def light(colour):
        shares = [channel / 255 for channel in bytes.fromhex(colour[1:])]
        return sum(
            weight * (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
            for weight, share in zip((0.2126, 0.7152, 0.0722), shares)
        )

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colour", [look.INK, look.SOFT, *look.SERIES, look.WRONG])
def test_whatever_is_written_is_read_on_white_and_on_a_dark_page(colour):
    assert contrast(colour, look.PAPER) >= (4 if colour == look.SKY else 4.5)
    assert contrast(look.dark(colour), "#111111") >= 4.5


def test_ink_is_read_on_every_value():
    assert min(contrast(look.INK, look.value_colour(q / 20)) for q in range(21)) >= 7
