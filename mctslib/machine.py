"""What this Python lacks: a browser (Pyodide) has no threads, processes or compiled engine."""

import sys


def in_browser() -> bool:
    """Return whether this Python runs in a web page.

    Work that runs beside a page elsewhere is done in slices there, between the clicks.
    """
    return sys.platform == "emscripten"
