"""Widgets that draw while they work show one consistent state, however busy the machine is.

A closed widget ends its work.
"""

import asyncio
import threading

import pytest
from front_end import press, send, tell, until

from mctslib import ConnectFour, TicTacToe
from mctslib.course.ch01 import FlatExplorer
from mctslib.course.ch04 import LiveTree
from mctslib.course.ch06 import Growth
from mctslib.course.ch07 import CExplorer
from mctslib.course.ch08 import Race
from mctslib.course.ch09b import Tournament
from mctslib.course.ch12b import SpeedPlay
from mctslib.course.ch16 import LearningCurve
from mctslib.policies import blocking
from mctslib.widgets import Atlas, Play, StepperView


def pressed(widget, button):
    """Return the widget after a press of one of its buttons, given by its name."""
    press(getattr(widget, button))
    return widget


def changed(widget, control, **state):
    """Return the widget after a change of one of its controls, given by its name."""
    send(getattr(widget, control), **state)
    return widget


def told(stepper, **message):
    """Return the stepper after a message of its page."""
    tell(stepper.face, **message)
    return stepper


WIDGETS = {
    "play": lambda: Play(human=None, iterations=200, seed=1),
    "connect four": lambda: Play(
        ConnectFour(), human=None, iterations=100_000, rollout_policy=blocking
    ),
    "speed": lambda: SpeedPlay(engine="readable", human=None, seconds=5),
    "race": lambda: pressed(Race(), "race_button"),
    "match": lambda: pressed(Race(playouts=25, games=500), "match_button"),
    "tournament": lambda: pressed(Tournament(("random", "flat 30", "MCTS 10"), games=500), "start"),
    "growth": lambda: Growth(),
    "flat": lambda: FlatExplorer(playouts=10_000),
    "c": lambda: CExplorer(budget=25, seeds=60),
    "stepper": lambda: told(StepperView(TicTacToe(), iterations=20), search=True),
    "live tree": lambda: changed(LiveTree(TicTacToe(), iterations=20), "slider", value=7),
    "atlas": lambda: pressed(Atlas(ConnectFour(), iterations=30_000), "more"),
    "learning": lambda: pressed(LearningCurve(), "go"),
}
SLOW = {"growth", "tournament"}  # to draw for a saved notebook


@pytest.mark.slow
def test_many_widgets_at_once_on_a_busy_machine_leave_no_traceback():
    async def story():
        made = [
            make()
            for make in [
                *[WIDGETS["play"]] * 6,
                *(WIDGETS[name] for name in sorted(set(WIDGETS) - SLOW)),
            ]
        ]
        for number, widget in enumerate(
            made
        ):  # some widgets begin in their own cell, some while another cell runs
            look = widget._repr_mimebundle_
            bundle, _ = await asyncio.to_thread(look) if number % 2 else look()
            assert bundle["text/plain"]
        assert [widget.status.error for widget in made] == [None] * len(made)
        for widget in made:
            widget.close()

    stop = threading.Event()
    busy = threading.Thread(
        target=lambda: [sum(range(30_000)) for _ in iter(lambda: stop.wait(0.001), True)]
    )
    busy.start()
    try:
        asyncio.run(story())
    finally:
        stop.set()
        busy.join()


@pytest.mark.parametrize("name", WIDGETS)
async def test_a_closed_widget_ends_its_work(name):
    widget = WIDGETS[name]()
    await asyncio.sleep(0.1)
    widget.close()
    await until(lambda: asyncio.all_tasks() == {asyncio.current_task()}, seconds=5)
    assert not widget.work.running and widget.status.error is None
