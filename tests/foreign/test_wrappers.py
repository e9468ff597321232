"""The wrapper that chapter 11 shows for another package keeps the contract; the traps are real."""

import re
from copy import deepcopy
from pathlib import Path

import pytest

from mctslib import search
from mctslib.checks import check_game
from mctslib.game import illegal, not_over

ROOT = Path(__file__).parents[2]
SOURCE = next((ROOT / "notebooks/src").glob("11_*.py")).read_text(encoding="utf-8")


def shown():
    """Return the names that the block of Python in the chapter's text defines."""
    space = {"illegal": illegal, "not_over": not_over}
    cells = SOURCE.split("# %%")
    exec(next(cell for cell in cells if "class Wrapped:" in cell), space)
    text = re.sub(r"^# ?", "", SOURCE, flags=re.MULTILINE)
    [block] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(block, space)
    return space


def needed(package):
    return pytest.importorskip(package, reason=f"NOT TRIED: {package} is not installed")


def test_an_environment_of_pettingzoo():
    needed("pygame")
    classic = needed("pettingzoo.classic.tictactoe_v3")
    space = shown()
    start = space["Zoo"](space["fresh"]())
    report = check_game(start, 2, max_moves=2000)
    assert report.ok, report
    assert search(start, 30, seed=0).root.visits == 30
    env = classic.raw_env()
    env.reset()
    env.step(4)
    assert sum(env.board.squares) != 0 and sum(deepcopy(env).board.squares) == 0  # a fresh game


def test_a_copy_of_the_slippery_lake_of_gymnasium_slides_the_same_way():
    slippery = needed("gymnasium").make("FrozenLake-v1", is_slippery=True)
    slippery.reset(seed=0)
    assert slippery.unwrapped.P
    assert len({int(deepcopy(slippery).step(1)[0]) for _ in range(20)}) == 1
