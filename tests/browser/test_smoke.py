"""Every notebook, opened and run in JupyterLab as a reader would: nothing red, nothing in the console."""
from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
NOTEBOOKS = sorted(p.name for p in (Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_pictures_show_before_anything_is_run(open_notebook, lab, name):
    """JupyterLab does not trust outputs it has not seen made, and leaves out what might be dangerous."""
    nb = open_notebook(name)
    cells = json.loads((lab.folder / name).read_text(encoding="utf-8"))["cells"]
    committed = json.dumps([c.get("outputs") for c in cells]).count("<img ")
    nb.page.wait_for_load_state("networkidle")
    sizes = nb.page.locator(".jp-OutputArea img").evaluate_all("all => all.map(i => i.naturalWidth)")
    assert len(sizes) == committed and all(sizes)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_notebook_runs_in_the_browser_without_complaint(open_notebook, name):
    nb = open_notebook(name)
    nb.long_screenshot(f"{name} as committed")
    nb.clear()
    nb.run_all()
    nb.long_screenshot(f"{name} after running all")
    assert nb.errors() == []
    assert nb.problems == []


def test_the_helper_notices_errors_and_console_complaints(open_code):
    """The test above can fail: a cell on stderr, one that raises, a script that throws."""
    nb = open_code(
        "import sys; print('to stderr', file=sys.stderr)",
        "1 / 0")
    nb.run_all()
    nb.page.evaluate("() => { setTimeout(() => { throw new Error('planted') }); console.error('also'); }")
    nb.page.wait_for_timeout(100)
    assert any("ZeroDivisionError" in e for e in nb.errors())
    assert any("to stderr" in e for e in nb.errors())
    assert any("planted" in p for p in nb.problems) and any("also" in p for p in nb.problems)


def test_a_plain_widget_and_a_button_round_trip(open_code):
    nb = open_code("""\
import ipywidgets
button, n = ipywidgets.Button(description='Count'), ipywidgets.IntText(0, description='n')
button.on_click(lambda _: setattr(n, 'value', n.value + 1))
ipywidgets.HBox([button, n])""")
    nb.run_all()
    for expected in ("1", "2", "3"):
        nb.page.get_by_role("button", name="Count").click()
        expect(nb.page.locator(".widget-text input")).to_have_value(expected)
    assert nb.errors() == [] and nb.problems == []
