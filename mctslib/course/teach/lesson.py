"""Slides of a lesson: one file for the projector, its pictures live, no network.

A chapter that has slides lists them in its file `slides.py`: `slides()` returns each as a `Slide`.
"""

from html import escape
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

from mctslib.course.questions import html
from mctslib.course.teach.html import page, written

HERE = Path(__file__).parent
CHAPTERS = ("00", "03")  # of the lesson


class Slide:
    """What is shown at once.

    title    any text
    minutes  how long it is shown; 0 after the end of the lesson
    words    paragraphs with blank lines between: `code`, *emphasis*, **strong**; one that is
             indented is shown as it is, one that begins with "<" is HTML
    shown    beside the words: pictures, and widgets that live without a kernel
    """

    def __init__(self, title: str, minutes: int, words: str, *shown: Any) -> None:
        self.title = title
        self.minutes = minutes
        self.words = words
        self.shown = shown


def slides(chapters: tuple[str, ...] = CHAPTERS) -> list[Slide]:
    """Return the slides of a lesson from these chapters, in their order."""
    made: list[Slide] = []
    for chapter in chapters:
        made += import_module(f"mctslib.course.ch{chapter}.slides").slides()
    return made


def lesson(folder: Path) -> Path:
    """Write `slides.html` into the folder, which is made if it is not there; return the file."""
    from mctslib.widgets import living

    made = slides()
    minutes = 0
    sections = ""
    for number, slide in enumerate(made, start=1):
        sections += section(slide, f"{number} / {len(made)} · {clock(minutes)}")
        minutes += slide.minutes
    style = f"<style>{living.styles()}{(HERE / 'slides.css').read_text(encoding='utf-8')}</style>"
    script = living.script() + (HERE / "slides.js").read_text(encoding="utf-8")
    whole = page(f"A lesson of {minutes} minutes", style + sections, script)
    return written(folder, "slides.html", whole)


def clock(minutes: int) -> str:
    """Return minutes as on a clock: "1:05"."""
    return f"{minutes // 60}:{minutes % 60:02}"


def section(slide: Slide, place: str) -> str:
    """Return a slide as HTML.

    place  stands at its foot: its number, and when it begins
    """
    words = "".join(map(paragraph, slide.words.strip("\n").split("\n\n")))
    beside = "".join(f"<div>{shown_html(part)}</div>" for part in slide.shown)
    lasts = f" · {slide.minutes} min" if slide.minutes else ""
    title = escape(slide.title)
    return (
        f'<section class="slide" aria-label="{title}"><h1>{title}</h1>'
        f'<div class="parts"><div class="words">{words}</div>{beside}</div>'
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
    """Return a picture as a notebook shows it, or a widget with what it needs to live."""
    from mctslib.widgets import living
    from mctslib.widgets.living.pages import kind_of

    if kind_of(part):
        return str(living.page(part))
    return str(part._repr_html_())
