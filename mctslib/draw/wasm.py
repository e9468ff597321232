"""Run Graphviz in a browser: the WebAssembly build of hpcc-js from the package `easydot`.

The build, of about 0.7 MB, is loaded once.  Loading takes a moment and must not block the page, so
call `start` early.
"""

import asyncio
from base64 import b64encode
from importlib.util import find_spec
from pathlib import Path
from typing import Any

LOADING = "Graphviz is still being loaded: run this cell again to see the tree as a picture."
INSTALL = "To see this tree as a picture: %pip install easydot, and restart the kernel."
loading: Any = None  # the task that loads Graphviz, or None before loading begins


def start() -> None:
    """Start loading Graphviz.  Raises OSError if `easydot` is not installed."""
    global loading
    if loading is not None:
        return
    spec = find_spec("easydot")
    if spec is None or spec.origin is None:
        raise FileNotFoundError(INSTALL)
    script = Path(spec.origin).parent / "assets" / "index.js"
    loading = asyncio.ensure_future(_loaded(script))


def on_its_way() -> bool:
    """Return whether Graphviz is still being loaded; until then trees may be drawn as text."""
    return loading is not None and not loading.done()


async def _loaded(script: Path) -> Any:
    """Load the script, and return the Graphviz object that it provides."""
    from pyodide.code import run_js  # type: ignore[import-not-found]

    address = f"data:text/javascript;base64,{b64encode(script.read_bytes()).decode()}"
    module = await run_js(f"import('{address}')")
    return await module.Graphviz.load()


def render(dot: str, engine: str = "dot") -> str:
    """Return the SVG text that Graphviz makes from DOT text with one of its layout engines.

    Raises OSError if Graphviz is missing or still being loaded, or if it fails.
    """
    start()
    from pyodide.ffi import JsException, can_run_sync, run_sync  # type: ignore[import-not-found]

    try:
        if on_its_way() and can_run_sync():
            run_sync(loading)
        if on_its_way():
            raise FileNotFoundError(LOADING)
        return str(loading.result().layout(dot, "svg", engine))
    except JsException as error:
        raise OSError(f"Graphviz failed: {error}") from error
