"""README.md has the right first screen, and its table of chapters agrees with the notebooks."""

import json
import re
from typing import NamedTuple

from repository import ROOT

from mctslib.course.chapters import is_chapter

README = (ROOT / "README.md").read_text(encoding="utf-8")
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
ROW = re.compile(r"^\| \*\*(.+?)\*\* \| (.*) \| ?(.*) \|$", re.M)
LINK = re.compile(r"\[[^]]+\]\(notebooks/(\w+)\.ipynb\)")


class Chapter(NamedTuple):
    """A chapter as the first cells of its notebook describe it."""

    name: str  # the notebook's file name without ".ipynb"
    heading: str  # "03 Walk one iteration by hand"
    minutes: int  # without optional parts; 0 if the notebook gives no minutes


def chapter(notebook):
    """Return the chapter of a notebook, with its heading and its minutes."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells)
    number, title = re.search(r"^# (\w+) · (.+)$", text, re.M).groups()
    minutes = re.search(r"\*\*Time:\*\* about (\d+) minutes", text)
    return Chapter(notebook.stem, f"{number} {title}", int(minutes[1]) if minutes else 0)


def row(part, chapters):
    """Return the row of the table that describes a part of the course."""
    links = [f"[{one.heading}](notebooks/{one.name}.ipynb)" for one in chapters]
    minutes = 0
    for one in chapters:
        if is_chapter(one.name):  # appendices are reference material, so their minutes do not count
            minutes += one.minutes
    last = f" {minutes} |" if minutes else " |"
    return f"| **{part}** | {' · '.join(links)} |{last}"


def wanted_rows(parts, chapters):
    """Return the rows that the table should have.

    parts     the current rows: each part's name and the notebooks that the row lists
    chapters  all chapters; a chapter that no part lists goes to the part of the chapter before it
    """
    part_of = {}
    for part, names in parts:
        for name in names:
            part_of[name] = part
    grouped = {part: [] for part, _ in parts}
    present = parts[0][0]
    for one in chapters:
        present = part_of.get(one.name, present)
        grouped[present].append(one)
    return [row(part, ones) for part, ones in grouped.items()]


def table(text):
    """Return the rows of the table: each part's name and the notebooks that the row lists."""
    return [(part, LINK.findall(links)) for part, links, _ in ROW.findall(text)]


def test_the_table_lists_every_chapter_with_its_title_and_the_minutes_of_each_part():
    """If this test fails, copy the rows that pytest shows as missing into README.md.

    The test fails, for example, after the title or the minutes of a chapter have changed.
    """
    present = [found[0] for found in ROW.finditer(README)]
    assert present == wanted_rows(table(README), [chapter(file) for file in NOTEBOOKS])


def test_every_chapter_that_is_read_from_start_to_end_says_how_long_it_takes():
    silent = [file.stem for file in NOTEBOOKS if is_chapter(file) and not chapter(file).minutes]
    assert silent == []


def test_the_first_screen_has_the_picture_the_link_the_command_and_the_table_in_this_order():
    marks = [
        "# Monte Carlo",
        "<picture>",
        "▶ Play it now",
        "```bash",
        "| part |",
        "## ",
    ]
    places = [README.index(mark) for mark in marks]
    assert places == sorted(places)


PICTURE = re.compile(r"<picture>.*?</picture>", re.S)
SOURCE = re.compile(r'<source media="([^"]*)" srcset="([^"]*)">')
PHONES = (360, 390, 430)  # the widths of phones' windows, in pixels
BESIDE = 2 * 16  # what the site needs of this width, in pixels
LEAST_LETTERS = 9


def shown(picture, width, wants_motion):
    """Return the text of the drawing that a browser chooses for a window."""
    for media, file in SOURCE.findall(picture):
        most = re.search(r"max-width: (\d+)px", media)
        if (most and width > int(most[1])) or ("reduced-motion" in media and wants_motion):
            continue
        return (ROOT / file).read_text(encoding="utf-8")
    (last,) = re.findall(r'<img src="([^"]*)"', picture)
    return (ROOT / last).read_text(encoding="utf-8")


def test_no_picture_moves_for_a_reader_who_wants_no_motion():
    """Browsers do not tell a picture what its reader wants, so the page has to choose."""
    pictures = PICTURE.findall(README)
    for width in (*PHONES, 1000):
        assert "@keyframes" in shown(pictures[0], width, wants_motion=True)
        for picture in pictures:
            assert "@keyframes" not in shown(picture, width, wants_motion=False)


def test_the_letters_of_a_picture_can_be_read_on_a_phone():
    for picture in PICTURE.findall(README):
        for width in PHONES:
            for wants_motion in (False, True):
                drawing = shown(picture, width, wants_motion)
                own = float(re.search(r'\bwidth="([\d.]+)"', drawing)[1])
                least = min(float(size) for size in re.findall(r'font-size="([\d.]+)"', drawing))
                assert least * min(1, (width - BESIDE) / own) >= LEAST_LETTERS


def test_a_picture_says_in_words_what_it_shows():
    alternatives = re.findall(r'<img [^>]*alt="([^"]*)"|!\[([^]]*)\]', README)
    assert alternatives and all(len(html or markdown) > 10 for html, markdown in alternatives)
