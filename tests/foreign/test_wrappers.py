"""The wrappers that chapter 11 shows for other packages keep the contract; their traps are real."""

import re
from copy import deepcopy
from pathlib import Path

import pytest

from mctslib import search
from mctslib.checks import check_game
from mctslib.game import illegal, not_over

ROOT = Path(__file__).parents[2]
SOURCE = next((ROOT / "notebooks/src").glob("11_*.py")).read_text(encoding="utf-8")


def shown(name):
    """Return the class `name` of the chapter: from a cell, or from a block in its text."""
    space = {"illegal": illegal, "not_over": not_over, "deepcopy": deepcopy}
    cells = SOURCE.split("# %%")
    exec(next(cell for cell in cells if "class Wrapped:" in cell), space)
    text = re.sub(r"^# ?", "", SOURCE, flags=re.MULTILINE)
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(next(block for block in blocks if f"class {name}(" in block), space)
    return space


def needed(package):
    return pytest.importorskip(package, reason=f"NOT TRIED: {package} is not installed")


def works(start, games=2):
    report = check_game(start, games, max_moves=2000)
    assert report.ok, report
    assert search(start, 30, seed=0).root.visits == 30


def test_a_board_of_python_chess():
    chess = needed("chess")
    kind = shown("Chess")["Chess"]
    works(kind(chess.Board("8/5k2/8/8/8/8/3R4/3K4 w - - 140 100")))  # a draw within ten moves
    mate = kind(chess.Board())
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        mate = mate.apply(move)
    assert mate.is_terminal() and mate.rewards() == (0.0, 1.0)


def test_an_environment_of_gymnasium_without_luck_and_with_it():
    gymnasium = needed("gymnasium")
    env = gymnasium.make("FrozenLake-v1", is_slippery=False)
    env.reset(seed=0)
    kind = shown("Env")["Env"]
    works(kind((env, 0.0, False)))
    slippery = gymnasium.make("FrozenLake-v1", is_slippery=True)
    slippery.reset(seed=0)
    assert slippery.unwrapped.P
    assert len({int(deepcopy(slippery).step(1)[0]) for _ in range(20)}) == 1
    report = check_game(kind((slippery, 0.0, False)), 3)
    assert ["Luck" in rule for rule in report.broken] == [True]


def test_an_environment_of_pettingzoo():
    needed("pygame")
    classic = needed("pettingzoo.classic.tictactoe_v3")
    space = shown("Zoo")
    works(space["Zoo"](space["fresh"]()))
    env = classic.raw_env()
    env.reset()
    env.step(4)
    assert sum(env.board.squares) != 0 and sum(deepcopy(env).board.squares) == 0  # a fresh game


def test_positions_of_pgx():
    needed("pgx")
    jax = needed("jax")
    space = shown("Pgx")
    works(space["Pgx"](space["env"].init(jax.random.PRNGKey(0))))
