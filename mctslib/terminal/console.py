"""Words on a terminal: lines that fit its window, a keyboard with arrow keys, streams that may be closed or odd."""

import os
import sys
from contextlib import suppress
from textwrap import fill

USUAL = 80  # columns of a window that does not say


def prepare() -> None:
    """Make ready: streams that were closed lead nowhere, letters they do not know become `?`, arrow keys work."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115 (until the end)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):
        with suppress(AttributeError, ValueError):  # not every stand-in for a stream can do that
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    if sys.platform != "win32":  # the terminal of Windows has its own arrow keys
        with suppress(ImportError):
            import readline

            readline.parse_and_bind("set enable-bracketed-paste off")


def in_colour() -> bool:
    """Whether to print colours: only to a terminal, and not where the user asks for none."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def room() -> int:
    """How many columns the window has; 0 where nobody looks at it.

    The window itself is asked: the variable COLUMNS may be that of another window, or of this one before it changed.
    """
    if not sys.stdout.isatty():
        return 0
    with suppress(OSError, ValueError):
        return os.get_terminal_size(sys.stdout.fileno()).columns or USUAL
    return USUAL


def say(words: str = "", hang: str = "") -> None:
    """Print sentences, broken between words where the window ends; `hang` begins what a line goes on with."""
    wide = room()
    lines = [
        fill(line, max(wide, 20), subsequent_indent=hang) if wide else line
        for line in words.split("\n")
    ]
    print("\n".join(lines), flush=True)


def show_progress(fraction: float | None) -> None:
    """How far a thought is, where somebody looks at it, in a line that is wiped out at the end (None)."""
    if room():
        words = "" if fraction is None else f"Thinking, {fraction:.0%} …"
        print(f"\r{words:16}\r", end="", flush=True)


def ask(prompt: str) -> str:
    """What the user types, in small letters, without what is no letter.  EOFError at the end of the input."""
    words = "".join(filter(str.isprintable, input(prompt))).strip().lower()
    if not sys.stdin.isatty():
        say(words)  # so that what was read from a pipe stands in the output
    return words
