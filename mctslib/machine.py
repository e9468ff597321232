"""What this Python has beside itself: in a browser (Pyodide) no other threads or processes, and no compiled engine."""

import sys


def in_browser() -> bool:
    """Whether this Python runs in a page: what runs beside it elsewhere is done in slices there, between the clicks."""
    return sys.platform == "emscripten"
