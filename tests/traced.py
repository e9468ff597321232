"""Call a function and do something before each line that it runs, such as pressing the stop button."""

import signal
import sys


def call_traced(action, is_watched, before_line):
    """Call `action`, call `before_line` before each line of the watched code, and return the result.

    is_watched   takes the code object of a function, and returns whether its lines count
    before_line  may raise an error, which then comes from this line
    """

    def trace(frame, event, argument):
        if not is_watched(frame.f_code):
            return None
        if event == "line":
            before_line()
        return trace

    sys.settrace(trace)
    try:
        return action()
    finally:
        sys.settrace(None)


class Press:
    """Press the stop button before one of the watched lines; count the lines.

    number  which of the lines, counted from 1, or None for no press
    """

    def __init__(self, number):
        self.number, self.seen = number, 0

    def __call__(self):
        self.seen += 1
        if self.seen == self.number:
            signal.raise_signal(signal.SIGINT)
