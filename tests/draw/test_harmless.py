"""A game's own picture is shown in a page only if it holds shapes and text, and nothing that acts."""

import pytest

from mctslib.draw.harmless import rewritten
from mctslib.draw.svg import document


def picture(inside):
    return document(inside, 40, 20, "a picture")


@pytest.mark.parametrize(
    "inside",
    [
        '<rect x="1" y="2" width="3" height="4" fill="#ff0000" stroke-width="0.5"/>',
        '<g transform="translate(3, 4) rotate(45)"><circle cx="5" cy="5" r="2"/></g>',
        '<text x="3" y="9" font-size="8" aria-label="a &amp; b">1 &lt; 2</text>',
        '<path d="M0 0L9 9" stroke="rgb(0, 0, 0)" stroke-linecap="round"/>',
    ],
)
def test_shapes_and_text_stay_as_they_are(inside):
    told = rewritten(picture(inside))
    assert told is not None and rewritten(told) == told
    assert inside.split()[0] in told


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<image href="a.png"/>',
        '<rect onload="alert(1)"/>',
        '<rect style="fill: red"/>',
        '<rect id="x"/>',
        '<rect fill="url(#a)"/>',
        '<rect fill="image(a)"/>',
        '<rect fill="\\75rl(a)"/>',
        '<rect fill="http://a"/>',
        '<a href="a"><rect/></a>',
    ],
)
def test_what_acts_or_loads_is_refused(inside):
    assert rewritten(picture(inside)) is None
