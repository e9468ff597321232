"""Find out whether Python runs in a browser (Pyodide): no threads, processes or compiled engine."""

import sys


def in_browser() -> bool:
    """Return whether this Python runs in a web page.

    In a web page, work is done in slices between the clicks; elsewhere it is done on other threads.
    """
    return sys.platform == "emscripten"
