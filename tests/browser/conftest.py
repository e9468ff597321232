"""JupyterLab on loopback and a headless Chromium: one of each a session, a page a notebook.

    def test_something(open_notebook):
        nb = open_notebook("00_play_before_you_know.ipynb").run_all()
        nb.page.get_by_role("button", name="New game").click()
        assert nb.complaints() == []
        nb.screenshot("a name")        # build/screenshots/a name.png

Set CHROMIUM to use a browser that is not on the PATH, SCREENSHOTS for another folder of pictures.
"""
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHOTS = Path(os.environ.get("SCREENSHOTS", ROOT / "build" / "screenshots"))
CHROMIUM_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]
CONTEXT = "window.jupyterapp.shell.currentWidget.sessionContext"
WINDOW = {"width": 1280, "height": 1600}
AT_REST = Path(__file__).with_name("at_rest.js").read_text(encoding="utf-8")
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},  # every cell is in the page, seen or not
    "docmanager-extension/plugin": {"autosave": False},
}


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker("browser")


class Lab(NamedTuple):
    """A running JupyterLab: its address, its token, and the folder it serves."""

    url: str
    token: str
    folder: Path


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def _stop(server: subprocess.Popen) -> None:
    """End the server and the kernels it started: they share its process group."""
    if os.name != "posix":
        server.terminate()
        server.wait(10)
        return
    for sig, patience in ((signal.SIGTERM, 8), (signal.SIGKILL, 5)):
        try:
            os.killpg(server.pid, sig)
            server.wait(patience)
            return
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


OPTIONS = {
    "jupyterlab": ["--LabApp.expose_app_in_browser=True", "--LabApp.news_url=", "--LabApp.extension_manager=readonly"],
    "notebook": ["--JupyterNotebookApp.expose_app_in_browser=True"],
}


def _command(app: str, port: int, folder: Path) -> list[str]:
    return [
        sys.executable, "-m", app, "--no-browser", "--allow-root", *OPTIONS[app],
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={folder}", "--ServerApp.terminals_enabled=False",
    ]


def _environment(folder: Path, token: str) -> dict[str, str]:
    """Nothing of the user's own Jupyter set-up; the token is not in the process list."""
    own = {
        "JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "JUPYTER_RUNTIME_DIR": "run",
        "JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    return {**os.environ, **{name: str(folder / d) for name, d in own.items()}, "JUPYTER_TOKEN": token}


def _wait_until_up(lab: Lab, server: subprocess.Popen, log: Path) -> None:
    ask = urllib.request.Request(f"{lab.url}/api/status", headers={"Authorization": f"token {lab.token}"})
    give_up = time.monotonic() + 90
    while True:
        try:
            with urllib.request.urlopen(ask, timeout=2):
                return
        except OSError:
            if server.poll() is not None or time.monotonic() > give_up:
                pytest.fail("Jupyter did not start:\n" + log.read_text()[-4000:])
            time.sleep(0.1)


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """JupyterLab, serving a copy of notebooks/ (so that no test changes the real ones)."""
    with _serving("jupyterlab", tmp_path_factory.mktemp("lab")) as running:
        yield running


@pytest.fixture
def notebook_7(tmp_path):
    """Notebook 7, likewise."""
    pytest.importorskip("notebook", reason="NOT TRIED: Notebook 7 is not installed (pip install notebook)")
    with _serving("notebook", tmp_path) as running:
        yield running


@contextmanager
def _serving(app: str, tmp: Path):
    shutil.copytree(ROOT / "notebooks", tmp / "notebooks",
                    ignore=shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__", "src", "kernel-*"))
    for plugin, values in SETTINGS.items():
        file = tmp / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values))
    port = _free_port()
    running = Lab(f"http://127.0.0.1:{port}", secrets.token_hex(16), tmp / "notebooks")
    log = tmp / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            _command(app, port, running.folder), env=_environment(tmp, running.token),
            stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            _wait_until_up(running, server, log)
            yield running
        finally:
            _stop(server)


@pytest.fixture(scope="session")
def context(tmp_path_factory):
    """Headless Chromium: the system's own, driven by playwright.

    One a session, with a profile on the disk: JupyterLab's big scripts are then read, and compiled, once.
    """
    sync_api = pytest.importorskip("playwright.sync_api")
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "chrome")
    found = next(filter(None, (shutil.which(n) for n in names if n)), None)
    if found is None:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("no Chromium found: apt-get install chromium, or set CHROMIUM=/path/to/it")
    with sync_api.sync_playwright() as p:
        ctx = p.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"), executable_path=found, headless=True, args=CHROMIUM_FLAGS,
            viewport=WINDOW, reduced_motion="reduce")
        ctx.set_default_timeout(60_000)
        yield ctx
        ctx.close()


class Notebook:
    """A notebook open in JupyterLab.

    page      playwright's page
    problems  what the page has complained of so far: in which test, and an error with its stack
    """

    def __init__(self, context, lab: Lab, name: str) -> None:
        self.name = name
        self.problems: list[str] = []
        self.page = context.new_page()
        self.page.on("pageerror", self._failed)
        self.page.on("console", self._heard)
        self.page.goto(f"{lab.url}/lab/tree/{name}?reset&token={lab.token}")
        self.page.wait_for_selector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook", state="visible")
        self.wait_idle()

    def _failed(self, error) -> None:
        self._note(f"page error: {error}\n{error.stack}")

    def _heard(self, message) -> None:
        if message.type == "error":
            at = message.location
            self._note(f"console: {message.text} ({at.get('url', '')}:{at.get('lineNumber')}:{at.get('columnNumber')})")

    def _note(self, problem: str) -> None:
        self.problems.append(f"{os.environ.get('PYTEST_CURRENT_TEST', 'no test')}: {problem}")

    # ---- running

    def wait_idle(self, timeout: int = 60_000) -> None:
        """Until the kernel has answered, is idle, and no cell waits ([*])."""
        self.page.wait_for_function(
            """async () => {
                const panel = window.jupyterapp?.shell?.currentWidget;
                const session = panel?.sessionContext;
                if (!session) return false;
                await session.ready;
                const kernel = session.session?.kernel;
                if (!kernel) return false;
                await kernel.info;
                const prompts = [...panel.node.querySelectorAll('.jp-InputPrompt')];
                return kernel.connectionStatus === 'connected' && kernel.status === 'idle'
                    && !prompts.some(p => p.textContent.includes('*'));
            }""", timeout=timeout)

    def run_all(self, timeout: int = 180_000) -> "Notebook":
        """Run > Run All Cells, and wait until the last one (or the first that fails) is done."""
        self.page.evaluate(
            """() => { window.ranAll = false;
                       window.jupyterapp.commands.execute('notebook:run-all-cells')
                           .finally(() => { window.ranAll = true; }); }""")
        self.page.wait_for_function("() => window.ranAll", timeout=timeout)
        self.wait_idle(timeout)
        return self

    def clear(self) -> None:
        """Clear all outputs, so that what is seen afterwards was made by this run."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('editmenu:clear-all')")

    def interrupt(self) -> None:
        """The stop button of JupyterLab."""
        self.page.evaluate(f"() => {CONTEXT}.session.kernel.interrupt()")

    def theme(self, name: str) -> None:
        """Change to the "Light" or the "Dark" theme, and wait until all of it is there.

        JupyterLab covers the page meanwhile and takes the cover away a fifth of a second later (`splash` in
        @jupyterlab/apputils-extension).  A second change within that time has the same cover removed twice, and
        the second removal throws "Failed to execute 'removeChild' on 'Node'": hence the wait before and after.
        """
        self.page.wait_for_selector("#jupyterlab-splash", state="detached")
        self.page.evaluate(
            "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})", f"JupyterLab {name}")
        self.page.wait_for_selector(f"body[data-jp-theme-name='JupyterLab {name}']", state="attached")
        self.page.wait_for_selector("#jupyterlab-splash", state="detached")

    def at_rest(self) -> "Notebook":
        """In the foreground, and wait until no widget works and nothing on the page changes or moves any more.

        What is measured without that may be gone: a widget that works replaces its pictures many times a second.
        """
        self.page.bring_to_front()
        self.page.wait_for_function(AT_REST)
        return self

    @contextmanager
    def seen(self, theme: str = "Light", width: int = WINDOW["width"]):
        """In the foreground, in this theme and in a window so wide; afterwards as always."""
        self.page.bring_to_front()
        self.theme(theme)
        self.page.set_viewport_size({**WINDOW, "width": width})
        self.at_rest()
        try:
            yield
        finally:
            self.page.set_viewport_size(WINDOW)
            self.theme("Light")

    # ---- looking

    def cell(self, text: str):
        """The code cell whose source contains `text` (a playwright locator)."""
        source = self.page.locator(".jp-InputArea", has_text=text)
        return self.page.locator(".jp-CodeCell").filter(has=source).first

    def output(self, text: str):
        """The output area of the code cell whose source contains `text` (a playwright locator)."""
        return self.cell(text).locator(".jp-Cell-outputArea")

    def errors(self) -> list[str]:
        """The texts of all error and stderr outputs, and of widgets that could not be shown."""
        kinds = ("error", "stderr")
        where = ", ".join(f"[data-mime-type='application/vnd.jupyter.{kind}']" for kind in kinds)
        shown = self.page.locator(where).all_inner_texts()
        sign = re.compile(r"Error (displaying|creating) widget|Loading widget\.\.\.|Traceback \(most recent")
        broken = self.page.locator(".jp-OutputArea-output").filter(has_text=sign)
        return shown + broken.all_inner_texts()

    def complaints(self) -> list[str]:
        """All that has failed: error outputs, what the console says, red status lines."""
        return self.errors() + self.problems + self.page.locator(".mcts-panel [role=alert]").all_inner_texts()

    def violations(self, context: str = ".mcts-panel") -> list[tuple[str, str]]:
        """What axe finds wrong in the elements of this selector: each rule, and where."""
        from axe_playwright_python.sync_playwright import Axe

        self.at_rest()
        found = Axe().run(self.page, context=context).response
        assert found["passes"], "it looked at nothing"
        return [(rule["id"], node["html"][:160]) for rule in found["violations"] for node in rule["nodes"]]

    def screenshot(self, name: str, locator=None) -> Path:
        """A picture of the page as it is seen, or of one `locator`, in build/screenshots/."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        path = SHOTS / (re.sub(r"[^\w.=-]", "_", name) + ".png")
        (locator or self.page).screenshot(path=path)
        return path

    def long_screenshot(self, name: str) -> Path:
        """A picture of the whole notebook, from its first cell to its last."""
        before = self.page.viewport_size
        height = self.page.evaluate(
            """() => { const n = window.jupyterapp.shell.currentWidget.content;
                       const inner = n.node.querySelector('.jp-WindowedPanel-inner') ?? n.node;
                       return Math.ceil(inner.scrollHeight) + 250; }""")
        self.page.set_viewport_size({"width": before["width"], "height": min(height, 16_000)})
        self.page.evaluate(
            """() => { const node = window.jupyterapp.shell.currentWidget.content.node;
                       for (const e of [node, ...node.querySelectorAll('.jp-WindowedPanel-outer')]) e.scrollTop = 0;
                     }""")
        self.at_rest()
        try:
            return self.screenshot(name)
        finally:
            self.page.set_viewport_size(before)
            self.at_rest()

    def close(self) -> None:
        """Shut the kernel down and close the tab."""
        self.page.evaluate(f"() => {CONTEXT}.shutdown()")
        self.page.close()


@pytest.fixture(scope="module")
def open_notebook(context, lab):
    """open_notebook(name) opens a notebook in a tab of its own; all are closed after the module."""
    opened: list[Notebook] = []

    def go(name: str) -> Notebook:
        opened.append(Notebook(context, lab, name))
        return opened[-1]

    yield go
    for nb in opened:
        if not nb.page.is_closed():
            nb.close()


@pytest.fixture(scope="module")
def open_code(open_notebook, lab):
    """open_code("cell 1", "cell 2") opens a notebook made of these cells, not run yet."""
    import nbformat

    def go(*cells: str) -> Notebook:
        made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
        made.metadata.kernelspec = {"display_name": "Python 3", "language": "python", "name": "python3"}
        name = f"scratch_{secrets.token_hex(4)}.ipynb"
        nbformat.write(made, lab.folder / name)
        return open_notebook(name)

    return go


@pytest.fixture(autouse=True)
def the_end(request):
    """After every test: a picture of the page of its fixture `nb`, and no complaint in any notebook of its fixtures."""
    if getattr(request.node, "execution_count", 1) > 1:  # run once more: the first report has what was heard then
        for _, nb in _notebooks(request):
            nb.problems.clear()
    yield
    for name, nb in _notebooks(request):
        if not nb.page.is_closed():
            if name == "nb":
                nb.screenshot(request.node.name)
            assert nb.complaints() == [], name


def _notebooks(request) -> list[tuple[str, Notebook]]:
    """The notebooks among the fixtures that the test names, and those names."""
    return [(name, nb) for name, nb in request.node.funcargs.items() if isinstance(nb, Notebook)]
