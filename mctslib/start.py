"""Let Control-C end `python -m mctslib` without a traceback while the program is still loading.

Python loads the package first and then the program, so no `try` of the program sees a Control-C of
this first moment.  The package imports this file before all others.
"""

import signal
import sys


def hold() -> None:
    """Let Control-C end the process, if the package is loaded for `python -m mctslib…`.

    `sys.argv[0]` is "-m" as long as Python is still looking for the program.
    """
    named = [word.removeprefix("-m").partition(".")[0] for word in sys.orig_argv]
    is_program = sys.argv[:1] == ["-m"] and "mctslib" in named
    if is_program and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def begin() -> None:
    """Let Control-C raise KeyboardInterrupt again, which the program catches from here on."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


hold()
