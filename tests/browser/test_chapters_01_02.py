"""Chapters 01 and 02 run in JupyterLab, and the explorer and the slot machine can be used."""

import re

import pytest
from pages import button, open_settings
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def explorer(open_code):
    nb = open_code(
        "from mctslib.course.ch01 import FlatExplorer\nFlatExplorer('A', playouts=100)"
    ).run_all()
    expect(nb.page.get_by_role("img", name="100 playouts per move")).to_be_visible(timeout=60_000)
    open_settings(nb)
    return nb


@pytest.fixture(scope="module")
def machine(open_code):
    nb = open_code(
        "from mctslib.course.ch02 import Bandit\nmachine = Bandit(arms=4, pulls=10)\nmachine"
    ).run_all()
    expect(nb.page.get_by_text("6 pulls left")).to_be_visible(timeout=60_000)
    return nb


# -------------------- the explorer of averages


def test_more_games_by_mouse_and_by_keyboard(explorer):
    explorer.page.bring_to_front()
    button(explorer, "Play on").press("Enter")
    expect(explorer.page.get_by_role("img", name="300 playouts per move")).to_be_visible()
    button(explorer, "3,000").click()
    expect(explorer.page.get_by_role("img", name="3,000 playouts per move")).to_be_visible(
        timeout=60_000
    )
    shown = explorer.page.get_by_text("3,000 games each choose cell 0, which is ✗ wrong")
    expect(shown.filter(visible=True)).to_be_visible()
    explorer.screenshot("flat explorer A", explorer.page.locator(".mcts-panel"))


def test_a_cell_lights_its_row_and_the_reverse(explorer):
    """Also by keyboard: the cell that the arrow keys reach lights its row."""
    panel = explorer.page.locator(".mcts-panel")
    cell = panel.locator("[data-pick='2']:visible")
    lit = panel.locator(".mcts-lit:visible")
    cell.hover()
    expect(lit).to_have_count(2)
    panel.locator("[data-part='4']:visible").hover()
    expect(panel.locator("[data-pick='4'].mcts-lit:visible")).to_be_visible()
    panel.locator(".mcts-headline").hover()
    expect(lit).to_have_count(0)
    cell.focus()
    explorer.page.keyboard.press("ArrowLeft")
    expect(panel.locator("[data-part='1'].mcts-lit:visible")).to_be_visible()


# -------------------- the slot machine


def test_pull_by_mouse_and_by_the_keyboard(machine):
    machine.page.bring_to_front()
    button(machine, "Arm 1").click()
    expect(machine.page.get_by_text("5 pulls left")).to_be_visible()
    button(machine, "Arm 2").press("Enter")
    expect(machine.page.get_by_text("4 pulls left")).to_be_visible()
    expect(machine.page.get_by_text(re.compile("Arm 2 pays")).first).to_be_visible()


def test_a_round_to_its_end_reveals_the_means(machine):
    button(machine, "New machine").click()
    expect(machine.page.get_by_text("6 pulls left")).to_be_visible()
    for left in range(5, 0, -1):
        button(machine, "Arm 1").click()
        expect(machine.page.get_by_text(re.compile(rf"\({left} pulls? left"))).to_be_visible()
    button(machine, "Arm 0").click()
    expect(machine.page.get_by_text("machines won:")).to_be_visible()
    expect(
        machine.page.get_by_role("img", name=re.compile("Mean rewards of you and UCB1.*true"))
    ).to_be_visible()
    ended = re.compile("You win|UCB1 wins|A tie")
    said = machine.page.locator(".mcts-headline [role=presentation]", has_text=ended)
    expect(said).to_be_visible()
    machine.screenshot("bandit end", machine.page.locator(".mcts-panel"))
    with machine.seen("Dark"):
        machine.screenshot("bandit end dark", machine.page.locator(".mcts-panel"))
