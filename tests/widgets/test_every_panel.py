"""Check that the panels of the library can be used, displayed, saved and closed without errors.

The tests find the panels by going through the modules.  In each panel they change each control and
press each button.  If a panel needs arguments or takes a long time, `SMALL` lists functions that
make a small panel of this kind.
"""

import asyncio
import gc
import inspect
import threading
import traceback
import weakref
from html import escape
from typing import Any, NamedTuple

import ipywidgets as W
import numpy as np
import pytest
from front_end import press, say, send, until
from panels import badly_written, panels, shown_parts, words_of
from small_games import MovesTwice, ThreeWay

from mctslib import ConnectFour, Nim, Node, TicTacToe, search
from mctslib.fast.choice import LOADER
from mctslib.fast.tree import FastTree
from mctslib.game import IllegalAction, illegal
from mctslib.games import Pig


class Counters(NamedTuple):
    """A game in which two players take turns to remove one or two counters from a heap.

    All numbers in this game are numpy numbers.
    """

    left: Any = np.int64(5)
    current_player: Any = np.int64(0)
    num_players = 2

    def is_terminal(self):
        return self.left == np.int64(0)

    def legal_actions(self):
        return tuple(action for action in np.arange(1, 3) if action <= self.left)

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        return Counters(self.left - action, 1 - self.current_player)

    def rewards(self):
        return tuple(np.eye(2)[1 - self.current_player])


START = TicTacToe.from_text("X../XOO/OX.")
SMALL = {  # name of a panel → functions that make small panels of this kind
    "Atlas": [
        lambda make: make(START, iterations=60, engine="readable"),
        lambda make: make(ConnectFour(), iterations=200),
        lambda make: make(search(START, 60, seed=0)),
        lambda make: make(Counters(), iterations=60),
    ],
    "Checkpoint": [lambda make: make("03-draw")],
    "LearningCurve": [lambda make: make(generations=2)],
    "LiveTree": [lambda make: make(START, iterations=8)],
    "Play": [
        lambda make: make(iterations=30, seed=0),
        lambda make: make(human=None, iterations=20, seed=0),
        lambda make: make(Nim(2, 3), iterations=30, seed=0),
        lambda make: make(ThreeWay(), iterations=30, seed=0),
        lambda make: make(Pig(10), iterations=30, seed=0),
        lambda make: make(Counters(), iterations=30, seed=0),
    ],
    "Prediction": [lambda make: make("03-nodes"), lambda make: make("01-blunders")],
    "SameBudget": [lambda make: make(steps=20)],
    "SecretLines": [lambda make: make(generations=1)],
    "SelfPlayLab": [lambda make: make(generations=2)],
    "StepperView": [
        lambda make: make(START, iterations=6),
        lambda make: make(MovesTwice(), iterations=6, predict=True, at=3),
        lambda make: make(Counters(), iterations=12, predict=True, at=8),
    ],
    "TwoTrees": [
        lambda make: make([(search(START, 20, seed=0), search(START, 60, seed=0))]),
        lambda make: make([(search(Counters(), 9, seed=0), search(Counters(), 30, seed=0))]),
    ],
    "Tournament": [lambda make: make(players=("random", "MCTS 10"), games=10)],
}
TEXTS = "", "2", "<b>&amp;</b>", "é\u200b" * 50
REFUSED = ValueError, IllegalAction  # errors whose red line tells the reader what to do


PANELS = panels()
CASES = [
    pytest.param(kind, make, id=f"{name}-{number}")
    for name, kind in PANELS.items()
    for number, make in enumerate(SMALL.get(name, [lambda make: make()]))
]


def test_the_panels_are_found():
    assert {"Atlas", "Play", "StepperView", "CExplorer", "Bell", "Checkpoint"} <= set(PANELS)
    assert not {"Panel", "GamePanel", "Asked"} & set(PANELS)
    assert set(SMALL) <= set(PANELS)


# ------------------------------------------------------------------------------ what a reader does


def states(control):
    """Return a few messages that a page would send when a reader sets a control."""
    if isinstance(control, W.FloatProgress):
        return []
    if hasattr(control, "options") and hasattr(control, "index"):
        numbers = range(len(control.options))
        return [{"index": number} for number in sorted({*numbers[:1], *numbers[-1:]})]
    if isinstance(control, W.Checkbox):
        return [{"value": not control.value}, {"value": control.value}]
    if hasattr(control, "min") and hasattr(control, "max"):
        middle = type(control.value)((control.min + control.max) / 2)
        return [{"value": value} for value in (control.min, control.max, middle)]
    if isinstance(control, W.Text | W.Combobox):
        return [{"value": text} for text in TEXTS]
    return []


def checked(panel):
    """Check the panel's numbers, and that no error appears except a refused choice."""
    assert panel.status.error is None or isinstance(panel.status.error, REFUSED)
    assert badly_written(words_of(panel)) == []


def shown(panel):
    """Show the panel as a cell does, and check it."""
    bundle, _ = panel._repr_mimebundle_()  # IPython calls this method; the result has a picture
    words, _ = panel.static_headline()
    assert bundle["text/plain"] and escape(words) in bundle["text/html"]
    checked(panel)


async def used(panel):
    """Set each control to its `states`, press each button twice, and then show the panel."""
    shown(panel)
    met = []
    # A press may bring new controls.
    while new := [part for part in shown_parts(panel) if part not in met]:
        control = new[0]
        met.append(control)
        for state in states(control):
            send(control, **state)
            checked(panel)
        for _ in range(2):
            if isinstance(control, W.Button) and control is not panel.work.button:
                press(control)
                checked(panel)
        if states(control) or isinstance(control, W.Button):
            await asyncio.sleep(0.01)
            shown(panel)
    press(panel.work.button)
    await until(lambda: not panel.work.running)
    shown(panel)


async def used_and_closed(kind, make):
    """Make, use and close a panel; return it, because a notebook also keeps displayed panels."""
    panel = make(kind)
    await asyncio.sleep(0)
    await used(panel)
    panel.close()
    await until(lambda: asyncio.all_tasks() == {asyncio.current_task()}, seconds=10)
    return panel


# ------------------------------------------------------------------------------ what is left


@pytest.fixture
def nothing_yet():
    """Hide the objects that exist from the collector, so that `alive` sees only newer ones."""
    gc.collect()
    gc.freeze()


def alive():
    """Return the widgets that are open, and the nodes and trees, all made since `nothing_yet`."""
    gc.collect()
    kinds = W.Widget, Node, FastTree
    found = [one for one in gc.get_objects() if isinstance(one, kinds)]
    return [one for one in found if not isinstance(one, W.Widget) or one.comm is not None]


@pytest.fixture(scope="module", autouse=True)
def engine():
    """Load the compiled engine, so that no panel needs a thread to load it."""
    if LOADER.thread is None:
        LOADER.loaded()
    LOADER.thread.join()


@pytest.fixture
def own_progress(tmp_path, monkeypatch):
    """Start each test with an empty progress file."""
    monkeypatch.setenv("MCTSLIB_PROGRESS", str(tmp_path / "progress.json"))


@pytest.mark.parametrize(("kind", "make"), CASES)
def test_used_in_every_way_and_closed_it_leaves_nothing(kind, make, own_progress, nothing_yet):
    threads = set(threading.enumerate())
    panel = asyncio.run(used_and_closed(kind, make))
    for thread in set(threading.enumerate()) - threads:
        thread.join(timeout=5)
    assert set(threading.enumerate()) <= threads
    assert not alive()
    assert panel.closed
    held = weakref.ref(panel)
    del panel
    gc.collect()
    assert held() is None


# ------------------------------------------------------------------------------ damaged messages


DAMAGED = (
    None,
    -1,
    10**9,
    -(10**9),
    1e308,
    float("nan"),
    float("inf"),
    "",
    "x",
    [],
    {},
    True,
    [1, 2],
)


async def told_nonsense(panel, complaints):
    """Send each control of a panel, in turn, values that a page would never send."""
    controls = [part for part in shown_parts(panel) if not isinstance(part, W.HTML | W.HTMLMath)]
    for part in controls:
        for name in {"index", "value"} & set(part.keys):
            for damaged in DAMAGED:
                send(part, **{name: damaged})
                await asyncio.sleep(0)
                error = panel.status.error
                if error is not None and not isinstance(error, REFUSED):
                    complaints.append((type(part).__name__, name, damaged, repr(error)))
                    panel.status.error = None
        for content in (None, 1, "x", [], {}, {"event": None}, {"event": []}, {"event": "x"}):
            say(part, content)
    panel._repr_mimebundle_()


@pytest.mark.parametrize(("kind", "make"), CASES)
@pytest.mark.filterwarnings("ignore:Exception in widget method:Warning")  # refused by ipywidgets
def test_a_damaged_message_is_refused_before_the_panel_reads_it(kind, make, own_progress):
    """A damaged message, such as a string in place of a number, causes no error and no red line."""

    async def story():
        panel = make(kind)
        await asyncio.sleep(0)
        await told_nonsense(panel, complaints)
        press(panel.work.button)
        await until(lambda: not panel.work.running)
        panel.close()

    complaints = []
    asyncio.run(story())
    assert not complaints


# ------------------------------------------------------------------------------ what is never made


ODD = "x", -1


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_refuses_an_argument_with_a_sentence_and_leaves_nothing_open(
    name, own_progress, nothing_yet
):
    """The library itself raises the error, not Python or a widget that uses the argument.

    The widgets of a refused panel are closed.  Otherwise dozens of them would stay in the kernel
    and on the page.
    """
    kind = PANELS[name]
    for parameter in inspect.signature(kind).parameters.values():
        for odd in ODD if parameter.kind is not inspect.Parameter.VAR_KEYWORD else ():
            try:
                if parameter.kind in (parameter.VAR_POSITIONAL, parameter.POSITIONAL_ONLY):
                    made = kind(odd)
                else:
                    made = kind(**{parameter.name: odd})
            except Exception as error:
                if "required positional argument" in str(error):
                    continue  # the panel needs other arguments as well
                raised = traceback.extract_tb(error.__traceback__)[-1]
                assert "mctslib" in raised.filename and raised.line.startswith("raise "), error
            else:
                made.close()
    assert not alive()


def test_a_panel_that_is_interrupted_while_it_is_made_leaves_nothing_open(monkeypatch, nothing_yet):
    """If the construction of a panel is interrupted, here at a button, its widgets are closed."""

    def stop(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(W.Button, "on_click", stop)
    with pytest.raises(KeyboardInterrupt):
        PANELS["Bandit"]()
    assert not alive()
