"""Graphviz in a browser: the WebAssembly build of hpcc-js, which the package `easydot` carries.

It is loaded once, some 0.7 MB.  That takes a moment in which the page must be heard: `start` it early.
"""

import asyncio
from base64 import b64encode
from importlib.util import find_spec
from pathlib import Path
from typing import Any

LOADING = "Graphviz is still being loaded: run this cell again to see the tree as a picture."
INSTALL = "To see this tree as a picture: %pip install easydot, and restart the kernel."
_loading: Any = None  # the task that loads it, once begun


def start() -> None:
    """Begin to load Graphviz.  Raises OSError where it is not installed."""
    global _loading
    if _loading is None:
        spec = find_spec("easydot")
        if spec is None or spec.origin is None:
            raise FileNotFoundError(INSTALL)
        _loading = asyncio.ensure_future(_loaded(Path(spec.origin).parent / "assets" / "index.js"))


def on_its_way() -> bool:
    """Whether it is being loaded: what is drawn now is drawn in letters."""
    return _loading is not None and not _loading.done()


async def _loaded(script: Path) -> Any:
    from pyodide.code import run_js  # type: ignore[import-not-found]

    module = await run_js(
        f"import('data:text/javascript;base64,{b64encode(script.read_bytes()).decode()}')"
    )
    return await module.Graphviz.load()


def render(dot: str) -> str:
    """DOT text to SVG text.  Raises OSError where Graphviz is missing, still on its way, or fails."""
    start()
    from pyodide.ffi import JsException, can_run_sync, run_sync  # type: ignore[import-not-found]

    try:
        if on_its_way() and can_run_sync():
            run_sync(_loading)
        if on_its_way():
            raise FileNotFoundError(LOADING)
        return str(_loading.result().layout(dot, "svg", "dot"))
    except JsException as error:
        raise OSError(f"Graphviz failed: {error}") from error
