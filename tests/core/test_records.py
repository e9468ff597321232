"""Ten iterations of each method give the moves and the rewards that are stored in `records.json`.

The runs are determined by their seeds.  If you change a method on purpose, look at the differences,
and write the records again:

    .venv/bin/python tests/core/test_records.py
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mctslib import TicTacToe, search
from mctslib.games import Pig
from mctslib.methods.gumbel import Gumbel
from mctslib.methods.puct import Puct
from mctslib.methods.rave import Rave
from mctslib.methods.solver import Solver
from mctslib.methods.widening import Widening

STORED = Path(__file__).resolve().parent / "records.json"
WIDE = {"chance_exponent": 0.6, "chance_factor": 1.5}


def of_search(state: Any, method: Any) -> list[str]:
    """Return the action of a search of ten iterations, and a short text about each iteration."""
    trace: list[Any] = []
    result = search(state, 10, seed=5, trace=trace, **method.options())
    found = [f"action {result.action!r}"]
    for one in trace:
        rewards = tuple(round(reward, 6) for reward in one.rewards)
        found.append(f"{one.path} {one.expanded} {len(one.rollout)} {rewards}")
    return found


RUNS: dict[str, Callable[[], list[str]]] = {
    "RAVE": lambda: of_search(TicTacToe(), Rave()),
    "PUCT": lambda: of_search(TicTacToe(), Puct()),
    "Gumbel": lambda: of_search(TicTacToe(), Gumbel()),
    "solver": lambda: of_search(TicTacToe.from_text("XO./.X./O.."), Solver()),
    "widening": lambda: of_search(Pig(20), Widening(0.5, 2.0, c=0.7)),
    "widening of dice": lambda: of_search(Pig(20), Widening(1.0, 5.0, **WIDE)),
    "widening by count": lambda: of_search(Pig(20), Widening(0.5, replay="by count", **WIDE)),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_run_gives_the_moves_that_are_stored(name):
    assert RUNS[name]() == json.loads(STORED.read_text(encoding="utf-8"))[name]


if __name__ == "__main__":
    records = {name: run() for name, run in RUNS.items()}
    STORED.write_text(json.dumps(records, indent=0) + "\n", encoding="utf-8")
