"""Whatever a game's own picture contains, only shapes, words and safe images reach the page.

A safe image contains no scripts.
"""

from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hostile import PICTURES, Pretty

from mctslib.draw.boards import picture
from mctslib.draw.harmless import ATTRIBUTES, ELEMENTS, rewritten
from mctslib.draw.svg import document, element, text
from mctslib.games import Pig

OURS = document(
    element("g", element("rect", width=5, height=5, fill="#fff"), transform="translate(1 2)")
    + text("a < b & 'c'", 3, 4, font_weight="bold"),
    9,
    9,
    'words, "quoted"',
)


class AsHtml(HTMLParser):
    """A parser that reads a picture as a browser reads HTML, and collects the tags and the text."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.others = [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_comment(self, words):
        self.others.append(words)

    handle_decl = handle_pi = unknown_decl = handle_comment


def dangers(page):
    """Return everything on the page except our own elements and attributes, and embedded images."""
    seen = AsHtml(page)
    found = list(seen.others)
    allowed = {name.lower() for name in ATTRIBUTES} | {"xmlns"}
    for number, (tag, attributes) in enumerate(seen.tags):
        if tag == "image" and attributes["href"].startswith("data:image/svg+xml;base64,"):
            continue
        names = set(attributes) - ({"style"} if number == 0 or tag == "text" else set())
        values = [
            value for name, value in attributes.items() if name not in ("aria-label", "xmlns")
        ]
        if tag not in ELEMENTS or names - allowed or any("(/" in value for value in values):
            found.append((tag, attributes))
        found += [value for value in values if "url" in value.lower() or "\\" in value]
    return found


def test_our_own_pictures_are_rewritten_letter_by_letter():
    assert rewritten(OURS) == OURS
    assert rewritten(Pig()._repr_svg_()) == Pig()._repr_svg_() == picture(Pig())
    assert "<image" in picture(Pig(), "other words")


def test_what_no_element_shows_is_left_out():
    assert rewritten(f"<?xml version='1.0'?><!-- a -->{OURS}<!-- b -->") == OURS
    assert rewritten(OURS.replace("<g", "<!-- c --><g")) == OURS


@pytest.mark.parametrize("name", PICTURES)
def test_no_hostile_picture_does_harm(name):
    shown = picture(Pretty(PICTURES[name]))
    assert dangers(shown) == []
    assert ElementTree.fromstring(shown).get("viewBox")


def test_what_does_harm_is_noticed():
    noticed = [name for name, hostile in PICTURES.items() if dangers(hostile)]
    assert len(noticed) > 0.8 * len(PICTURES) and len(PICTURES) > 50


def test_what_could_run_is_an_image_and_shows_all_that_is_in_it():
    framed = picture(Pretty(PICTURES["filter"]))
    data = AsHtml(framed).tags[1][1]["href"].partition("base64,")[2]
    assert b64decode(data).decode() == PICTURES["filter"]
