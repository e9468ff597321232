"""The compiled engine loads during a game on a page, and then takes over automatically.

The engine's tree can be used like any other tree.
"""

import re

import pytest
from measured import report
from pages import CLOCK, open_settings, says
from playwright.sync_api import expect

pytest.importorskip("numba", reason="the compiled engine needs numba")

SHOWN = """\
from mctslib import ConnectFour, Node, search
from mctslib.fast.choice import LOADER
from mctslib.widgets import Play
start = ConnectFour()
play = globals().get("play") or Play(start, iterations=10_000, human="both", seed=1, tree=True)
play"""
TOLD = """\
engine = "readable" if type(play.game.root) is Node else "compiled"
print("known to the", engine, "engine:", play.game.root.visits)"""
SEARCHED = """\
before = play.game.root.visits
again = search(play.game.root, 100, seed=1).root if before else play.game.root
print("after a search in a cell:", again is play.game.root, again.visits - before, again.size())"""
LOADED = """\
LOADER.asked += 1_000_000
LOADER.loaded(), LOADER.thread.join()"""


@pytest.fixture(scope="module")
def nb(open_code):
    return open_code(SHOWN, TOLD, SEARCHED, LOADED).run_all()


def press(nb, name):
    nb.page.get_by_role("button", name=name).click()


def test_the_tree_of_the_widget_belongs_to_the_reader(nb):
    expect(nb.output("known to the")).to_contain_text("known to the readable engine: 0")
    press(nb, "Hint")
    expect(says(nb)).to_contain_text("Hint: column", timeout=30_000)
    tree = nb.page.get_by_role(
        "tree", name=re.compile("Search tree of [0-9,]+ nodes, 10,000 visits")
    )
    expect(tree).to_be_visible()
    nb.run_all()
    expect(nb.output("known to the")).to_contain_text("known to the compiled engine: 10000")
    expect(nb.output("after a search")).to_contain_text(
        re.compile("after a search in a cell: True 100 10[01]0")
    )
    # A hint begins a new search, because the old tree belongs to the cell that continued it.
    press(nb, "Hint")
    expect(tree).to_be_visible(timeout=30_000)


def test_ten_thousand_iterations_are_answered_at_once(nb):
    open_settings(nb)
    nb.page.get_by_label("O is", exact=True).select_option(label="engine")
    times = []
    for column in (3, 2, 4):
        press(nb, "New game")
        expect(says(nb)).to_contain_text(re.compile("Your turn|You are X"))
        cell = f"[data-cell='{35 + column}']"
        times.append(nb.page.evaluate(CLOCK, [cell, "", "O played", ".mcts-board"]))
    report("click to answer at 10,000 iterations of Connect Four", times, 300)
    expect(nb.page.get_by_role("tree", name=re.compile("Search tree of"))).to_be_visible()
    nb.screenshot("play compiled")
