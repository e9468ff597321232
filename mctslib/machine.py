"""What this Python lacks: a browser (Pyodide) has no threads, processes or compiled engine."""

import sys


def in_browser() -> bool:
    """Return whether this Python runs in a web page.

    There, work that would otherwise run in a thread or a process is done in slices, between the
    reader's clicks.
    """
    return sys.platform == "emscripten"
