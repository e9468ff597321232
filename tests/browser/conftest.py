"""Start JupyterLab on loopback and a headless Chromium, once per session, for the browser tests.

Each notebook has a page of its own.

    def test_something(open_notebook):
        nb = open_notebook("00_play_before_you_know.ipynb").run_all()
        nb.page.get_by_role("button", name="New game").click()
        assert nb.complaints() == []
        nb.screenshot("a name")        # build/screenshots/a name.png

Set CHROMIUM to use a browser that is not on the PATH, and SCREENSHOTS to keep the pictures in
another folder.
"""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from opened import WINDOW, Notebook

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    # With this setting, the page contains all cells, visible or not.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "docmanager-extension/plugin": {"autosave": False},
}


FAILED = pytest.StashKey[bool]()  # whether a test failed while it ran


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker("browser")


class Lab(NamedTuple):
    """A running JupyterLab: its address, its token, and the folder of its notebooks."""

    url: str
    token: str
    folder: Path

    def address(self, name: str) -> str:
        """Return the address of the page with this notebook."""
        return f"{self.url}/lab/tree/{name}?reset&token={self.token}"


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def _stop(server: subprocess.Popen) -> None:
    """End the server and the kernels in its process group."""
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
    "jupyterlab": [
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.news_url=",
        "--LabApp.extension_manager=readonly",
    ],
    "notebook": ["--JupyterNotebookApp.expose_app_in_browser=True"],
}


def _command(app: str, port: int, folder: Path) -> list[str]:
    return [
        sys.executable,
        "-m",
        app,
        "--no-browser",
        "--allow-root",
        *OPTIONS[app],
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={folder}",
        "--ServerApp.terminals_enabled=False",
    ]


def _environment(folder: Path, token: str) -> dict[str, str]:
    """Return environment variables that set Jupyter's token and give Jupyter its own folders.

    In an environment variable, the token does not appear in the list of processes.
    """
    own = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "run",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    return {
        **os.environ,
        **{name: str(folder / d) for name, d in own.items()},
        "JUPYTER_TOKEN": token,
    }


def _wait_until_up(lab: Lab, server: subprocess.Popen, log: Path) -> None:
    ask = urllib.request.Request(
        f"{lab.url}/api/status", headers={"Authorization": f"token {lab.token}"}
    )
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
    """Start JupyterLab on a copy of notebooks/, so that no test changes the real notebooks."""
    with _serving("jupyterlab", tmp_path_factory.mktemp("lab")) as running:
        yield running


@pytest.fixture
def notebook_7(tmp_path):
    """Start Notebook 7 on a copy of notebooks/."""
    pytest.importorskip(
        "notebook", reason="NOT TRIED: Notebook 7 is not installed (pip install notebook)"
    )
    with _serving("notebook", tmp_path) as running:
        yield running


@contextmanager
def _serving(app: str, tmp: Path):
    shutil.copytree(
        ROOT / "notebooks",
        tmp / "notebooks",
        ignore=shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__", "src", "kernel-*"),
    )
    for plugin, values in SETTINGS.items():
        file = tmp / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values))
    port = _free_port()
    running = Lab(f"http://127.0.0.1:{port}", secrets.token_hex(16), tmp / "notebooks")
    log = tmp / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            _command(app, port, running.folder),
            env=_environment(tmp, running.token),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            _wait_until_up(running, server, log)
            yield running
        finally:
            _stop(server)


@pytest.fixture(scope="session")
def chromium():
    """Yield the function `chromium(profile, *flags)`, which starts the system's own Chromium.

    The browser has no window, and playwright drives it until the end of the session.  The function
    also accepts the options of playwright's contexts, such as has_touch=True.

    playwright hides scroll bars; with ignore_default_args=["--hide-scrollbars"] they are visible.
    """
    sync_api = pytest.importorskip("playwright.sync_api")
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "chrome")
    found = next(filter(None, (shutil.which(n) for n in names if n)), None)
    if found is None:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("no Chromium found: apt-get install chromium, or set CHROMIUM=/path/to/it")
    with sync_api.sync_playwright() as p, ExitStack() as started:

        def start(profile: Path, *flags: str, **options):
            usual = {"viewport": WINDOW, "reduced_motion": "reduce"}
            ctx = started.enter_context(
                p.chromium.launch_persistent_context(
                    profile,
                    executable_path=found,
                    headless=True,
                    args=[*CHROMIUM_FLAGS, *flags],
                    **{**usual, **options},
                )
            )
            ctx.set_default_timeout(60_000)
            return ctx

        yield start


@pytest.fixture(scope="session")
def context(chromium, tmp_path_factory):
    """Open one browser context per session.

    The profile is stored on disk, so that JupyterLab's large scripts are read and compiled only
    once.
    """
    return chromium(tmp_path_factory.mktemp("profile"))


@pytest.fixture(scope="session")
def phone(chromium, tmp_path_factory):
    """Open a browser context that resembles a phone: narrow, dark, and with a touch screen."""
    screen = {"width": 390, "height": 844}
    options = {"viewport": screen, "has_touch": True, "color_scheme": "dark"}
    return chromium(tmp_path_factory.mktemp("phone"), **options)


@pytest.fixture(scope="session")
def opened(context, lab):
    """Return a function: `with opened(name) as nb:` opens a notebook, and leaves it at the end.

    A page without complaints is kept for the next notebook, which opens there six times as fast as
    in a new page.
    """
    free = []

    @contextmanager
    def go(name: str):
        nb = Notebook(context, lab, name, free.pop() if free else None)
        try:
            yield nb
        except BaseException:
            nb.page.close()
            raise
        if nb.page.is_closed():
            return
        if nb.problems:
            nb.close()
        else:
            free.append(nb.leave())

    return go


@pytest.fixture(scope="module")
def open_notebook(opened):
    """Yield the function `open_notebook(name)`: the notebook stays open until the module ends."""
    with ExitStack() as until_the_end:
        yield lambda name: until_the_end.enter_context(opened(name))


def written(lab: Lab, *cells: str) -> str:
    """Write a notebook with these cells, and return its name."""
    import nbformat

    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    made.metadata.kernelspec = {
        "display_name": "Python 3",
        "language": "python",
        "name": "python3",
    }
    name = f"scratch_{secrets.token_hex(4)}.ipynb"
    nbformat.write(made, lab.folder / name)
    return name


@pytest.fixture(scope="module")
def open_code_with_scroll_bars(chromium, lab, tmp_path_factory):
    """Return a function like `open_code`, in a browser that shows scroll bars, as a reader's does.

    The other tests measure widths without the room of a bar.
    """
    visible = {"ignore_default_args": ["--hide-scrollbars"]}
    context = chromium(tmp_path_factory.mktemp("bars"), **visible)
    yield lambda *cells: Notebook(context, lab, written(lab, *cells), None)
    context.close()


@pytest.fixture(scope="module")
def open_code(open_notebook, lab):
    """Return the function `open_code("cell 1", "cell 2")`, which opens a notebook with these cells.

    The function does not run the cells.
    """
    return lambda *cells: open_notebook(written(lab, *cells))


@pytest.fixture(autouse=True)
def the_end(request):
    """After each test, check that its notebooks report no complaint, and take a picture of `nb`.

    `nb` is the fixture of this name, if the test uses it.  A failed test leaves a picture of each
    of its notebooks, even in CI.
    """
    if getattr(request.node, "execution_count", 1) > 1:
        for _, nb in _notebooks(request):
            nb.begin_again()
    yield
    failed = request.node.stash.get(FAILED, False)
    for name, nb in _notebooks(request):
        if not nb.page.is_closed():
            if failed or name == "nb":
                nb.screenshot(
                    f"{request.node.name}{f', {name}' if name != 'nb' else ''}", failed=failed
                )
            assert nb.complaints() == [], name


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.stash[FAILED] = report.failed
    return report


def _notebooks(request) -> list[tuple[str, Notebook]]:
    """Return the notebooks among the fixtures of a test, each with the name of its fixture."""
    return [(name, nb) for name, nb in request.node.funcargs.items() if isinstance(nb, Notebook)]
