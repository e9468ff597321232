"""Other front ends show the complete notebooks, as far as the rules of these programs are known."""

import ast
import importlib
import re
from collections import defaultdict
from functools import cache
from html.parser import HTMLParser

import ipywidgets
import nbformat
import pytest
from anywidget import AnyWidget
from repository import ROOT

from mctslib import widgets
from mctslib.course.chapters import is_chapter
from mctslib.course.questions import chapters
from mctslib.widgets.panel import Panel

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
# A sanitizer removes these tags together with their contents.
DROPPED = {
    "script",
    "style",
    "svg",
    "form",
    "iframe",
    "button",
    "select",
    "textarea",
}


# ------------------------------------------------------ GitHub and nbviewer: no scripts, no widgets


class Sanitized(HTMLParser):
    """A parser that collects the visible parts of an HTML output.

    The parser collects the text and the words in pictures.
    """

    def __init__(self, page):
        super().__init__()
        self.words, self.pictures, self.inside = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag in DROPPED:
            self.inside.append(tag)
        elif (
            tag == "img"
            and not self.inside
            and (given := dict(attributes)).get("src", "").startswith("data:image/")
        ):
            self.pictures.append(given.get("alt", ""))

    def handle_endtag(self, tag):
        if tag in self.inside:
            del self.inside[self.inside.index(tag) :]

    def handle_data(self, data):
        if not self.inside and data.strip():
            self.words.append(data.strip())


@cache
def interactives():
    """Return the names of all widgets and of the two functions that make widgets."""
    offered = {name: getattr(widgets, name) for name in widgets.__all__}
    for chapter in chapters():
        room = importlib.import_module(f"mctslib.course.ch{chapter}")
        offered |= {name: getattr(room, name) for name in room.__all__ if name[0].isupper()}
    return {
        name for name, one in offered.items() if isinstance(one, type) and issubclass(one, Panel)
    } | {"predict", "checkpoint"}


def shown(nb):
    """Yield (source, outputs) for each cell whose last line makes or names a widget."""
    made = set()
    for cell in (c for c in nb.cells if c.cell_type == "code"):
        parts = ast.parse(cell.source).body
        for part in parts:
            if isinstance(part, ast.Assign) and called(part.value) in interactives():
                made |= {target.id for target in part.targets if isinstance(target, ast.Name)}
        last = parts[-1].value if isinstance(parts[-1], ast.Expr) else None
        if called(last) in interactives() or (isinstance(last, ast.Name) and last.id in made):
            yield cell.source, cell.outputs


def called(value):
    """Return the name of the function that an expression calls, or "" if it calls none by name."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return value.func.attr  # ch13.ProofExplorer("A")
    return ""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_where_all_that_moves_is_stripped_every_interactive_leaves_its_picture_with_words(path):
    found = list(shown(nbformat.read(path, 4)))
    assert found or not is_chapter(path), "a chapter has an interactive"
    for source, outputs in found:
        page = Sanitized("".join(out.get("data", {}).get("text/html", "") for out in outputs))
        assert (
            page.pictures or len(" ".join(page.words)) > 100 or re.search(r"\bpredict\(", source)
        ), source
        assert (
            all(len(alt) > 30 for alt in page.pictures)
            and len(" ".join(page.words + page.pictures)) > 50
        ), source
        assert any(len(out.get("data", {}).get("text/plain", "")) > 20 for out in outputs), source


# ------------------------------------------------------ VS Code and Colab: widgets come from a CDN


def test_every_widget_s_page_is_a_published_package():
    """VS Code and Colab load the module of a widget from a CDN of npm packages."""
    interactives()
    waiting, modules = [ipywidgets.Widget], set()
    for kind in waiting:
        waiting += kind.__subclasses__()
        if kind.__module__.startswith("mctslib.") and issubclass(kind, ipywidgets.DOMWidget):
            modules.add((kind._view_module.default_value, issubclass(kind, AnyWidget)))
    assert modules == {("@jupyter-widgets/controls", False), ("anywidget", True)}


def test_no_page_script_needs_jupyterlab():
    """Each colour is a CSS variable with a default, in case an application sets no value."""
    for file in sorted((ROOT / "mctslib").rglob("*.[jc]s*")):
        text = file.read_text("utf-8") if file.suffix in (".js", ".css") else ""
        assert "jupyterapp" not in text and not re.search(
            r"var\(--jp-[\w-]+\)|https?://(?!www\.w3\.org)", text
        )


# ---------------------------------------------------------------- another edition


def test_an_ipywidgets_that_is_too_old_is_named_with_what_to_do(monkeypatch):
    """On Colab, for example, a kernel may hold version 7 although version 8 has been installed."""
    monkeypatch.setattr(ipywidgets, "__version__", "7.7.1")
    with pytest.raises(ImportError, match=r"7\.7\.1.*restart the kernel"):
        importlib.reload(widgets)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("from mctslib.exercises.ch03 import check_scores", "exercises"),
        ("import mctslib.viz", "viz"),
        ("from mctslib.widgets import Stepper", "widgets.Stepper"),
        ("from mctslib import plots", "plots"),
    ],
)
def test_what_a_notebook_of_another_edition_imports_is_told_in_a_sentence(line, name):
    with pytest.raises(
        ImportError, match=rf"^mctslib \S+ has no '{name}': .* from the same place .*\.$"
    ):
        exec(line)


def test_a_style_sheet_gives_no_look_to_the_parts_of_another_panel():
    """All sheets of a notebook hold for the whole page, so a rule begins with its panel's name."""
    shared = {"mcts-panel", "mcts-atlas", "mcts-opening"}  # `living.css` sizes these two
    begun = defaultdict(set)
    for sheet in (ROOT / "mctslib").rglob("*.css"):
        rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors in re.findall(r"([^{}]+)\{", rules):
            for first in re.findall(r"(?:^|,)\s*\.([\w-]+)", selectors):
                begun[first].add(sheet.name)
    assert {name for name, sheets in begun.items() if len(sheets) > 1} <= shared
