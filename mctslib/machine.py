"""Find out whether Python runs in a browser, without threads, processes and compiled engine."""

import sys


def in_browser() -> bool:
    """Return whether this Python runs in a web page.

    In a web page, work is done in slices between clicks; elsewhere, on other threads.
    """
    return sys.platform == "emscripten"
