"""Make the slides of a lesson as a single file, which has live pictures and needs no network.

If a chapter has slides, the function `slides()` in its file `slides.py` returns the slides as a
list of `Slide` objects.
"""

from html import escape
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

from mctslib.course.chapters import chapters_with
from mctslib.course.questions import html
from mctslib.course.teach.html import page, written

HERE = Path(__file__).parent
CHAPTERS = ("00", "03")  # the chapters of the 90-minute lesson


class Slide:
    """The content of one slide.

    title    the title, as plain text
    minutes  the time for the slide, in minutes; 0 for a slide after the end of the lesson
    words    paragraphs separated by blank lines, with `code`, *emphasis* and **strong emphasis**;
             an indented paragraph is shown unchanged, and a paragraph that begins with "<" is HTML
    shown    pictures, and widgets that work without a kernel, to be shown beside the words
    """

    def __init__(self, title: str, minutes: int, words: str, *shown: Any) -> None:
        self.title = title
        self.minutes = minutes
        self.words = words
        self.shown = shown


def slides(chapters: tuple[str, ...] = CHAPTERS) -> list[Slide]:
    """Return the slides of several chapters, in the given order."""
    made: list[Slide] = []
    for chapter in chapters:
        made += import_module(f"mctslib.course.ch{chapter}.slides").slides()
    return made


def chapters() -> list[str]:
    """Return the chapters that have slides, such as "03"."""
    return chapters_with("slides.py")


def lesson(folder: Path, *wanted: str) -> Path:
    """Write the slides of several chapters to one file, and return the path of this file.

    folder  the folder for the file; it is made if it does not exist
    wanted  chapters such as "18"; by default the chapters of the 90-minute lesson

    Raises ValueError if a chapter has no slides.
    """
    from mctslib.widgets import living

    for chapter in wanted:
        if chapter not in chapters():
            raise ValueError(
                f"Chapter {chapter} has no slides, but the chapters {', '.join(chapters())} have "
                "slides."
            )
    made = slides(wanted or CHAPTERS)
    minutes = 0
    sections = ""
    for number, slide in enumerate(made, start=1):
        sections += section(slide, f"{number} / {len(made)} · {clock(minutes)}")
        minutes += slide.minutes
    style = f"<style>{living.styles()}{(HERE / 'slides.css').read_text(encoding='utf-8')}</style>"
    script = living.script() + (HERE / "slides.js").read_text(encoding="utf-8")
    whole = page(f"A lesson of {minutes} minutes", style + sections, script)
    name = "-".join(["slides", *wanted])
    return written(folder, f"{name}.html", whole)


def clock(minutes: int) -> str:
    """Return a number of minutes as hours and minutes, such as "1:05"."""
    return f"{minutes // 60}:{minutes % 60:02}"


def section(slide: Slide, place: str) -> str:
    """Return a slide as HTML.

    place  the text at the foot of the slide, with the slide's number and starting time
    """
    text = slide.words.strip("\n")
    words = "".join(map(paragraph, text.split("\n\n")))
    told = f'<div class="words">{words}</div>' if text else ""
    shown = "".join(f"<div>{shown_html(part)}</div>" for part in slide.shown)
    lasts = f" · {slide.minutes} min" if slide.minutes else ""
    title = escape(slide.title)
    return (
        f'<section class="slide" aria-label="{title}"><h1>{title}</h1>'
        f'<div class="parts">{told}{shown}</div>'
        f"<footer>{place}{lasts}</footer></section>\n"
    )


def paragraph(text: str) -> str:
    """Return a paragraph of a slide's words as HTML."""
    if text.startswith("    "):
        return f"<pre>{escape(dedent(text))}</pre>"
    if text.startswith("<"):
        return text
    return f"<p>{html(text)}</p>"


def shown_html(part: Any) -> str:
    """Return the HTML of a picture, or of a widget that works without a kernel.

    The picture looks the same as in a notebook.
    """
    from mctslib.widgets import living
    from mctslib.widgets.living.pages import kind_of

    if kind_of(part):
        return str(living.page(part))
    return str(part._repr_html_())
