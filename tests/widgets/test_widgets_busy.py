"""Widgets that draw while they work show a consistent state, however busy the machine is.

A closed widget stops its work.
"""

import asyncio
import threading

import pytest
from front_end import press, send, until
from panels import all_parts, working_panels

from mctslib import ConnectFour, TicTacToe
from mctslib.more_policies import blocking
from mctslib.widgets.bar import ActButton


def begun(panel):
    """Return the panel at work; if the panel is idle, press its filled button first."""
    if not panel.work.running:
        press(next(part for part in all_parts(panel) if isinstance(part, ActButton)))
    return panel


def pressed(panel, button):
    """Press the panel's button named `button`, and return the panel."""
    press(getattr(panel, button))
    return panel


def watched_game(make):
    return make(human=None, iterations=200, seed=1)


def connect_four(make):
    return make(ConnectFour(), human=None, iterations=100_000, rollout_policy=blocking)


def long_tournament(make):
    return begun(make(players=("random", "flat 30", "MCTS 10"), games=500))


def live_tree(make):
    tree = make(TicTacToe(), iterations=20)
    send(tree.slider, value=7)
    return tree


def atlas(make):
    return pressed(make(ConnectFour(), iterations=30_000), "more")


def pressed_all(clinic):
    """Press "Run all" of the clinic."""
    press(clinic.buttons["run_all"])
    return clinic


# A panel that begins to work when it is made, or when its filled button is pressed, needs no entry
# here.
MADE_BY = {
    "Play": [watched_game, connect_four],
    "PlayYourEngine": [lambda make: make()],  # begins to work after the reader's move
    "Tournament": [long_tournament],
    "FlatExplorer": [lambda make: make(playouts=1000)],
    "LiveTree": [live_tree],
    "Atlas": [atlas],
    "Clinic": [lambda make: pressed_all(make())],  # has no long work, and no button that stops it
}
SLOW = {"Tournament"}  # this widget is slow to draw for a saved notebook
WIDGETS = {}  # the name of each case → the widget's class, and the function that makes it
for name, kind in working_panels().items():
    for number, make in enumerate(MADE_BY.get(name, [lambda make: begun(make())])):
        WIDGETS[f"{name} {number}"] = kind, make


def test_the_widgets_that_work_are_found():
    assert set(MADE_BY) | SLOW <= set(working_panels())


@pytest.mark.slow
def test_many_widgets_at_once_on_a_busy_machine_leave_no_traceback():
    async def story():
        cases = [WIDGETS["Play 0"]] * 6
        cases += [case for case in WIDGETS.values() if case[0].__name__ not in SLOW]
        made = [make(kind) for kind, make in cases]
        # some widgets are shown in their own cell, some while another cell runs
        for number, widget in enumerate(made):
            look = widget._repr_mimebundle_
            bundle, _ = await asyncio.to_thread(look) if number % 2 else look()
            assert bundle["text/plain"]
        assert [widget.status.error for widget in made] == [None] * len(made)
        for widget in made:
            widget.close()

    stop = threading.Event()

    def keep_busy():
        while not stop.wait(0.001):
            sum(range(30_000))

    busy = threading.Thread(target=keep_busy)
    busy.start()
    try:
        asyncio.run(story())
    finally:
        stop.set()
        busy.join()


@pytest.mark.parametrize("name", WIDGETS)
async def test_a_closed_widget_ends_its_work(name):
    kind, make = WIDGETS[name]
    widget = make(kind)
    await asyncio.sleep(0.1)
    widget.close()
    await until(lambda: asyncio.all_tasks() == {asyncio.current_task()}, seconds=5)
    assert not widget.work.running and widget.status.error is None


@pytest.mark.parametrize("name", WIDGETS)
async def test_a_second_click_on_stop_does_not_begin_the_work_again(name):
    """The second click of an impatient reader arrives when the work has already ended."""
    kind, make = WIDGETS[name]
    widget = make(kind)
    stop = next((part for part in all_parts(widget) if isinstance(part, ActButton)), None)
    if stop is None or not widget.work.running:
        pytest.skip("no filled button stops this work")
    press(stop)
    await until(lambda: not widget.work.running, seconds=20)
    before = stop.description
    press(stop)
    assert not widget.work.running and stop.description == before
    widget.close()
