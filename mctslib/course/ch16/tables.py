"""Read the stored networks and tables of chapter 16, each when it is first needed."""

from functools import cache
from typing import Any

from mctslib.course.stored import measured
from mctslib.games import ConnectFour, TicTacToe
from mctslib.methods.network import NETS, Brain, shipped

FOUR = ConnectFour(5, 4)
STARTS: dict[str, Any] = {"ttt": TicTacToe(), "c4": FOUR}
LOOKS = {"ttt": 25, "c4": 32}  # iterations per move, as many as in self-play


@cache
def network(name: str) -> Brain:
    """Return a trained network as a judge.

    name  the game, the seed and the generation, such as "ttt-0-40"; "c4" is Connect Four on 5 × 4

    Raises ValueError if there is no such network.
    """
    game, _, _ = name.partition("-")
    return shipped(name, STARTS.get(game, STARTS["ttt"]))


def generations(game: str) -> list[int]:
    """Return the generations for which a network with seed 0 is stored; the game is "ttt" or
    "c4".
    """
    files = NETS.glob(f"{game}-0-*.npz")
    return sorted(int(file.stem.rpartition("-")[2]) for file in files)


def table(name: str) -> Any:
    """Return a table of the chapter: "curve-ttt-0", "curve-c4-0", "worth" or "turned"."""
    return measured(f"ch16/{name}")
