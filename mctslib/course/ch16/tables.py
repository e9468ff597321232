"""What the script `python -m tests.bench.alphazero` has made: networks and tables, read when they are asked for."""

from functools import cache
from typing import Any

from mctslib.course.stored import measured
from mctslib.games import ConnectFour, TicTacToe
from mctslib.methods.network import NETS, Brain, shipped

FOUR = ConnectFour(5, 4)
STARTS: dict[str, Any] = {"ttt": TicTacToe(), "c4": FOUR}


@cache
def network(name: str) -> Brain:
    """A trained network as a judge: "ttt-0-40" is game, seed, generation; "c4" is Connect Four on 5 × 4."""
    return shipped(name, STARTS.get(name.partition("-")[0], TicTacToe()))


def generations(game: str) -> list[int]:
    """The generations of that game's first network that are there, "ttt" or "c4"."""
    return sorted(int(file.stem.rpartition("-")[2]) for file in NETS.glob(f"{game}-0-*.npz"))


def table(name: str) -> Any:
    """A table of the script: "curve-ttt-0", "curve-c4-0" or "worth"."""
    return measured(f"ch16/{name}")
