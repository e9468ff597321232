"""Slides of a lesson: one file for the projector, its pictures live, no network.

A chapter that has slides lists them in its file `slides.py`: `slides()`, each a `Slide`.
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
    """What is shown at once, and for how many minutes.

    words   paragraphs with blank lines between; `code`, *emphasis*, **strong**; an indented one stands as it is, one
            that begins with "<" is HTML
    shown   beside the words: pictures, and widgets that live without a kernel
    """

    def __init__(self, title: str, minutes: int, words: str, *shown: Any) -> None:
        self.title, self.minutes, self.words, self.shown = title, minutes, words, shown


def slides(chapters: tuple[str, ...] = CHAPTERS) -> list[Slide]:
    """The slides of a lesson from these chapters, in their order."""
    return [
        slide
        for chapter in chapters
        for slide in import_module(f"mctslib.course.ch{chapter}.slides").slides()
    ]


def lesson(folder: Path) -> Path:
    """Write `slides.html`."""
    from mctslib.widgets import living

    made, passed, sections = slides(), 0, []
    for number, slide in enumerate(made, 1):
        sections.append(_section(slide, f"{number} / {len(made)} · {_clock(passed)}"))
        passed += slide.minutes
    style = f"<style>{living.styles()}{(HERE / 'slides.css').read_text(encoding='utf-8')}</style>"
    script = living.script() + (HERE / "slides.js").read_text(encoding="utf-8")
    return written(
        folder,
        "slides.html",
        page(f"A lesson of {passed} minutes", style + "".join(sections), script),
    )


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


def _section(slide: Slide, place: str) -> str:
    words = "".join(map(_paragraph, slide.words.strip("\n").split("\n\n")))
    beside = "".join(f"<div>{_html(part)}</div>" for part in slide.shown)
    lasts = f" · {slide.minutes} min" if slide.minutes else ""
    return (
        f'<section class="slide" aria-label="{escape(slide.title)}"><h1>{escape(slide.title)}</h1>'
        f'<div class="parts"><div class="words">{words}</div>{beside}</div><footer>{place}{lasts}</footer></section>\n'
    )


def _paragraph(text: str) -> str:
    if text.startswith("    "):
        return f"<pre>{escape(dedent(text))}</pre>"
    return text if text.startswith("<") else f"<p>{html(text)}</p>"


def _html(part: Any) -> str:
    """A picture as a notebook shows it, a widget with what it needs to live."""
    from mctslib.widgets import living
    from mctslib.widgets.living.pages import KINDS

    name = f"{type(part).__module__}.{type(part).__qualname__}"
    return str(living.page(part) if name in KINDS else part._repr_html_())
