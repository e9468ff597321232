"""Speed, memory and import time of mctslib beside other packages, as medians and ratios.

    python -m tests.bench --install     once: the other packages, into environments under build/bench
    python -m tests.bench               the tables of 3×3 tic-tac-toe
    python -m tests.bench --games 3 connect4 sudo2 --iterations 1000 10000 100000       all of them

Every engine runs in a process of its own and waits its turn: one search each (or several short ones), round
after round, so that a busy minute of the machine slows all of them.  CPU time is measured, and the median round
counts.  A package that is not there is a row that says so.
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import venv
from itertools import product
from pathlib import Path
from statistics import median

from .contestants import CONTESTANTS, GAMES

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "bench"
YARDSTICK = "OpenSpiel C++"
PATIENCE = 30.0  # seconds of CPU time for one engine in one table
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


def speeds(game: str, iterations: int, rounds: int) -> dict[str, float | str]:
    """Engine → iterations a second of CPU time, or why there is none.

    The first round warms up and has few iterations.  An engine that has had `PATIENCE` seconds sits out the rest.
    """
    workers = [Worker(name, game) for name in CONTESTANTS]
    times = {worker: [] for worker in workers if not worker.missing}
    for worker in times:
        worker.ask("speed", min(iterations, 1000))
    for _ in range(rounds):
        for worker, seconds in times.items():
            if sum(seconds) < PATIENCE:
                seconds.append(worker.ask("speed", iterations))
    found = {worker: iterations / median(seconds) for worker, seconds in times.items()}
    for worker in workers:
        worker.close()
    return {worker.name: found.get(worker, f"not installed ({worker.missing})") for worker in workers}


def memory(game: str, iterations: int) -> dict[str, list[float | None]]:
    """Engine → bytes a node of the first search in a process and of the second.  None: it cannot be seen."""
    found = {}
    for name in CONTESTANTS:
        worker = Worker(name, game)
        if not worker.missing:
            found[name] = [worker.ask("memory", iterations) for _ in range(2)]
        worker.close()
    return found


def import_seconds(rounds: int) -> float:
    """Median time that `import mctslib` takes in a fresh process."""
    code = "import time; t = time.perf_counter(); import mctslib; print(time.perf_counter() - t)"
    runs = (subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
            for _ in range(rounds))  # fmt: skip
    return median(float(run.stdout) for run in runs)


def speed_rows(found: dict[str, float | str]) -> list[str]:
    """One line an engine; its speed as a multiple of the yardstick's, or of ours where that is missing."""
    yardstick = YARDSTICK if isinstance(found.get(YARDSTICK), float) else "mctslib"
    rows = [f"{'':32}{'iterations/s':>14}   times {yardstick}"]
    for name, speed in found.items():
        if isinstance(speed, str):
            rows.append(f"{name:32}  {speed}")
        else:
            rows.append(f"{name:32}{speed:14,.0f}{speed / found[yardstick]:10.3f}")
    return rows


def memory_rows(found: dict[str, list[float | None]]) -> list[str]:
    head = f"{'bytes a node':32}{'first search':>14}{'second search':>16}"
    seen = {name: held for name, held in found.items() if None not in held}
    return [head, *(f"{name:32}{first:14,.0f}{second:16,.0f}" for name, (first, second) in seen.items())]


def called(game: str) -> str:
    return f"{game}×{game} tic-tac-toe" if game.isdigit() else game


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__.splitlines()[0])
    parser.add_argument("--install", action="store_true", help="fetch the other packages, then stop")
    parser.add_argument("--iterations", type=int, nargs="*", default=[10_000], help="of one search (10,000)")
    parser.add_argument("--rounds", type=int, default=7, help="searches of each engine (7)")
    parser.add_argument("--games", nargs="*", choices=list(GAMES), default=["3"], metavar="GAME",
                        help=f"which games: {', '.join(GAMES)} (3, that is tic-tac-toe on 3×3)")  # fmt: skip
    options = parser.parse_args()
    if options.install:
        return install()
    for game, iterations in product(options.games, options.iterations):
        print(f"\n{called(game)}, {iterations:,} iterations from the empty board, c = √2, "
              f"CPU time, median of {options.rounds} rounds")  # fmt: skip
        print(*speed_rows(speeds(game, iterations, options.rounds)), sep="\n", flush=True)
        if iterations <= 10_000:
            print(*memory_rows(memory(game, iterations)), sep="\n", flush=True)
    print(f"\nimport mctslib: {import_seconds(options.rounds) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
