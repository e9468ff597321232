"""What the front end does with a widget: the messages that a browser sends, without one."""

import asyncio
import time


def send(widget, **state):
    """A reader changes a control."""
    _arrives(widget, {"method": "update", "state": state})


def tell(widget, **content):
    """The page of a widget says something."""
    say(widget, content)


def say(widget, content):
    """The page of a widget says something, which may be damaged."""
    _arrives(widget, {"method": "custom", "content": content})


def _arrives(widget, data):
    """The kernel receives a message for a widget; of a closed one it knows nothing."""
    if widget.comm is not None:
        widget.comm.handle_msg({"content": {"data": data}, "buffers": []})


def press(button):
    """A reader clicks on a button."""
    tell(button, event="click")


def choose(dropdown, label):
    """A reader chooses the option with this label from a menu."""
    labels = [
        str(option[0] if isinstance(option, tuple) else option) for option in dropdown.options
    ]
    send(dropdown, index=labels.index(str(label)))


def fail(*arguments, **options):
    """To stand in for a function that draws or searches."""
    raise RuntimeError("no <picture>")


async def until(condition, seconds=30.0):
    """Wait until `condition()` holds, while others run; AssertionError if that takes too long."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.005)
