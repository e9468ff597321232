"""Find out whether Python runs in a browser, which has no threads, processes or compiled engine."""

import sys


def in_browser() -> bool:
    """Return whether this Python interpreter runs in a web page.

    In a web page, long work is done in slices between clicks.  Elsewhere, other threads do this
    work.
    """
    return sys.platform == "emscripten"
