"""Speed, memory and import time of mctslib beside other packages, as medians and ratios.

    python -m tests.bench --install     once: the other packages, into environments under build/bench
    python -m tests.bench               tic-tac-toe, Connect Four and ultimate tic-tac-toe, some ten minutes
    python -m tests.bench --games 3 --iterations 2000 --engines mctslib monte-carlo-tree-search

Every engine runs in a process of its own and waits its turn: one search each (or several short ones), round
after round, so that a busy minute of the machine slows all of them.  CPU time is measured, and the median round
counts.  An engine too slow for so many iterations gets fewer, and its row says so; one that is not there is a row
that says so too.
"""

import argparse
import json
import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import median

from .contestants import CONTESTANTS, GAMES

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "bench"
YARDSTICK = "OpenSpiel C++"
SECONDS, FEWEST = 4.0, 100  # of CPU time for one engine in one table; iterations of one search
TRACED, SLOWER = (
    10_000,
    5,
)  # iterations of the search whose memory is measured; how many times slower that makes it
ENVIRONMENTS = {"peers": HERE / "requirements.txt", "mcts": HERE / "requirements-mcts.txt"}


def python(environment: str) -> Path:
    """The interpreter of one of the environments; this one where it was not installed."""
    if not environment:
        return Path(sys.executable)
    inside = BUILD / environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    return inside if inside.exists() else Path(sys.executable)


def environment_of(name: str) -> str:
    """Where an engine lives: `mcts` apart from the other packages, our own in the environment of this process."""
    return "mcts" if name.startswith("mcts (") else "" if name.startswith("mctslib") else "peers"


def install() -> None:
    for name, requirements in ENVIRONMENTS.items():
        venv.create(BUILD / name, system_site_packages=True, with_pip=True)
        subprocess.run([python(name), "-m", "pip", "install", "-q", "-r", requirements], check=True)


class Worker:
    """A process with one engine in it, that answers one question at a time."""

    def __init__(self, name: str, game: str) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [python(environment_of(name)), HERE / "contestants.py", name, game],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.missing = self._answer().get("missing")

    def ask(self, question: str, iterations: int) -> float | None:
        self.process.stdin.write(f"{question} {iterations}\n")
        self.process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        self.process.communicate()

    def _answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"The worker of {self.name} ended; its error is printed above.")
        return json.loads(line)


@dataclass(frozen=True)
class Row:
    """What is known of one engine: iterations a second, in searches of how many, bytes a node; or why nothing is."""

    speed: float = 0.0
    iterations: int = 0
    held: float | None = None
    missing: str = ""


def affordable(iterations: int, speed: float, seconds: float) -> int:
    """So many iterations, or fewer by powers of ten, that three searches fit into the time."""
    while iterations // 10 >= FEWEST and 3 * iterations / speed > seconds:
        iterations //= 10
    return iterations


def measure(
    game: str, iterations: int, rounds: int, seconds: float, names: list[str]
) -> dict[str, Row]:
    """A row for each engine.  One that has had its seconds sits out the remaining rounds."""
    workers = [Worker(name, game) for name in names]
    rows = {worker.name: Row(missing=worker.missing) for worker in workers if worker.missing}
    there = [worker for worker in workers if not worker.missing]
    counts = {
        worker: affordable(iterations, FEWEST / worker.ask("speed", FEWEST), seconds)
        for worker in there
    }
    times = {worker: [worker.ask("speed", counts[worker])] for worker in there}
    for _ in range(rounds - 1):
        for worker in there:
            if sum(times[worker]) < seconds:
                times[worker].append(worker.ask("speed", counts[worker]))
    for worker in there:
        speed = counts[worker] / median(times[worker])
        traced = affordable(min(counts[worker], TRACED), speed / SLOWER, seconds)
        rows[worker.name] = Row(speed, counts[worker], worker.ask("memory", traced))
    for worker in workers:
        worker.close()
    return {name: rows[name] for name in names}


def import_seconds(rounds: int) -> float:
    """Median time that `import mctslib` takes in a fresh process."""
    code = "import time; t = time.perf_counter(); import mctslib; print(time.perf_counter() - t)"
    runs = (
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
        )
        for _ in range(rounds)
    )
    return median(float(run.stdout) for run in runs)


def lines(found: dict[str, Row], iterations: int) -> list[str]:
    """One line an engine; its speed as a multiple of the yardstick's, or where that is missing of the first one's."""
    there = [name for name, row in found.items() if not row.missing]
    yardstick = YARDSTICK if YARDSTICK in there else next(iter(there), YARDSTICK)
    return [
        f"{'':32}{'iterations/s':>14}{'bytes a node':>14}   times {yardstick}",
        *(
            line(name, row, found.get(yardstick, Row()).speed, iterations)
            for name, row in found.items()
        ),
    ]


def line(name: str, row: Row, yardstick: float, iterations: int) -> str:
    if row.missing:
        return f"{name:32}  not installed ({row.missing})"
    held = "–" if row.held is None else f"{row.held:,.0f}"
    fewer = f"   in searches of {row.iterations:,}" if row.iterations < iterations else ""
    return f"{name:32}{row.speed:14,.0f}{held:>14}{row.speed / yardstick:10.3f}{fewer}"


def called(game: str) -> str:
    """What people call a game."""
    known = {
        "connect4": "Connect Four",
        "sudo1": "Sudo tic-tac-toe",
        "sudo2": "ultimate tic-tac-toe",
    }
    return known.get(game, f"{game}×{game} tic-tac-toe")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--install", action="store_true", help="fetch the other packages, then stop"
    )
    parser.add_argument(
        "--iterations", type=int, nargs="*", default=[1000, 10_000, 100_000], help="of one search"
    )
    parser.add_argument("--rounds", type=int, default=7, help="searches of each engine (7)")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="of CPU time for an engine in a table (4)"
    )
    parser.add_argument(
        "--engines",
        nargs="*",
        choices=list(CONTESTANTS),
        default=list(CONTESTANTS),
        metavar="NAME",
        help=f"which engines: {', '.join(CONTESTANTS)} (all)",
    )
    parser.add_argument(
        "--games",
        nargs="*",
        choices=list(GAMES),
        default=["3", "connect4", "sudo2"],
        metavar="GAME",
        help=f"which games: {', '.join(GAMES)} (3, that is tic-tac-toe on 3×3, connect4 and sudo2, "
        "that is ultimate tic-tac-toe)",
    )
    options = parser.parse_args()
    if options.install:
        return install()
    for game, iterations in product(options.games, options.iterations):
        print(
            f"\n{called(game)}, {iterations:,} iterations from the empty board, c = √2, "
            f"CPU time, median of up to {options.rounds} rounds"
        )
        found = measure(game, iterations, options.rounds, options.seconds, options.engines)
        print(*lines(found, iterations), sep="\n", flush=True)
    print(f"\nimport mctslib: {import_seconds(options.rounds) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
