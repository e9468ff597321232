"""The edition without a server says what is true in its pages, in the colours of the widgets."""

import json
import re

import pytest
from repository import ROOT, module_at

from mctslib.draw import look

FIRST = "00_play_before_you_know"
NAMES = sorted(file.stem for file in (ROOT / "notebooks").glob("*.ipynb"))
# Words that ask a reader to run a cell.
ASKS_TO_RUN = re.compile(r"Shift\+Enter|\b[Rr]un (the next|this|its) cells?\b")


@pytest.fixture(scope="module")
def lite():
    return module_at("binder/lite/build.py")


@pytest.fixture(scope="module")
def chapters(lite, tmp_path_factory):
    """Return the prose of each chapter of the edition, as a dict from its name to its text."""
    folder = tmp_path_factory.mktemp("chapters")
    lite.write_chapters(folder)
    found = {}
    for file in folder.glob("*.ipynb"):
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        prose = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
        found[file.stem] = "\n".join(prose)
    return found


def test_the_chapter_that_runs_by_itself_does_not_ask_for_it(chapters):
    script = (ROOT / "binder/lite/chapter.js").read_text(encoding="utf-8")
    assert f'const FIRST = "{FIRST}.ipynb"' in script
    assert not ASKS_TO_RUN.search(chapters[FIRST])
    assert "and *you can beat it*. Click a cell of the board" in " ".join(chapters[FIRST].split())


@pytest.mark.parametrize("name", NAMES)
def test_only_the_chapter_that_runs_by_itself_has_such_sentences(lite, name):
    notebook = (ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8")
    assert ("with-python by-hand" in notebook) == (name == FIRST)


@pytest.mark.parametrize("name", NAMES)
def test_a_guess_is_asked_for_in_words_that_are_true_behind_every_door(chapters, name):
    """A page of the book runs nothing, and in this edition a button runs the whole chapter."""
    assert "before you run anything" not in chapters[name]


def test_the_filled_button_has_the_colour_of_an_action(lite):
    style = (ROOT / "binder/lite/chapter.css").read_text(encoding="utf-8")
    rule = re.search(r"button\.mcts-first \{(.*?)\}", style, re.S)[1]
    assert "background: var(--mcts-act)" in rule and "color: var(--mcts-paper)" in rule
    names = lite.names_of_colours()
    for colour in (look.ACT, look.dark(look.ACT)):
        assert f"--mcts-act:{colour};" in names
    for variable in re.findall(r"var\((--mcts-[\w-]+)\)", style):
        assert f"{variable}:" in names
