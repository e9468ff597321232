"""Read and print text on a terminal, and handle line lengths, arrow keys and streams."""

import os
import sys
from contextlib import suppress
from textwrap import fill

from mctslib.words import percent

USUAL = 80  # the number of columns assumed for a window of unknown width
NARROWEST = 20  # the smallest width, in columns, to which `say` breaks lines


def prepare() -> None:
    """Prepare standard input and output.

    After this call, characters that a stream cannot write are replaced with `?`, and arrow keys work.
    """
    for stream in (sys.stdin, sys.stdout):
        with suppress(AttributeError, ValueError):  # a replaced stream may not have `reconfigure`
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    if sys.platform != "win32":  # the terminal of Windows handles arrow keys itself
        with suppress(ImportError):
            import readline

            readline.parse_and_bind("set enable-bracketed-paste off")


def in_colour() -> bool:
    """Return whether to print colours: on a terminal, unless the user has switched them off."""
    if not sys.stdout.isatty():
        return False
    return "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def window_width() -> int:
    """Return the number of columns of the window, or 0 if the output does not go to a window.

    The width is read from the window itself.  The environment variable COLUMNS is not used, because
    it may describe another window, or an earlier size of this window.
    """
    if not sys.stdout.isatty():
        return 0
    with suppress(OSError, ValueError):
        return os.get_terminal_size(sys.stdout.fileno()).columns or USUAL
    return USUAL


def say(words: str = "", hang: str = "") -> None:
    """Print sentences, broken into lines between words to fit the window.

    hang  the text before each line of a sentence except the first line
    """
    columns = window_width()
    for line in words.split("\n"):
        if columns:
            line = fill(line, max(columns, NARROWEST), subsequent_indent=hang)
        print(line)
    sys.stdout.flush()


def show_progress(fraction: float | None) -> None:
    """Show the progress of a search in a line that is erased at the end.

    fraction  the fraction done, from 0 to 1, or None at the end
    """
    if window_width():
        words = "" if fraction is None else f"Thinking, {percent(fraction)} …"
        print(f"\r{words:16}\r", end="", flush=True)


def ask(prompt: str) -> str:
    """Return the input of the user without unprintable characters.

    Raises EOFError at the end of the input.
    """
    typed = input(prompt)
    words = "".join(character for character in typed if character.isprintable()).strip()
    if not sys.stdin.isatty():
        say(words)  # so that the output also shows the input from a pipe
    return words
