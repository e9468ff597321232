"""Send a widget the messages that a browser would send."""

import asyncio
import time


def send(widget, **state):
    """Change a control as a reader would."""
    _arrives(widget, {"method": "update", "state": state})


def tell(widget, **content):
    """Send a well-formed message as the page of a widget would."""
    say(widget, content)


def say(widget, content):
    """Send a message, which may be malformed, as the page of a widget would."""
    _arrives(widget, {"method": "custom", "content": content})


def _arrives(widget, data):
    """Pass a message for a widget to the kernel; a message to a closed widget is ignored."""
    if widget.comm is not None:
        widget.comm.handle_msg({"content": {"data": data}, "buffers": []})


def press(button):
    """Click a button as a reader would."""
    tell(button, event="click")


def choose(dropdown, label):
    """Choose the option with this label from a menu, as a reader would."""
    labels = [
        str(option[0] if isinstance(option, tuple) else option) for option in dropdown.options
    ]
    send(dropdown, index=labels.index(str(label)))


def fail(*arguments, **options):
    """Raise an error; this function stands in for one that draws or searches."""
    raise RuntimeError("no <picture>")


async def until(condition, seconds=30.0):
    """Let other tasks run until `condition()` holds; raise AssertionError after `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition did not become true"
        await asyncio.sleep(0.005)
