"""Compare the speed, memory use and import time of mctslib with those of other packages.

    python -m tests.bench --install     run this once: it installs the other packages in build/bench
    python -m tests.bench               tic-tac-toe, Connect Four and ultimate tic-tac-toe;
                                        this takes about ten minutes
    python -m tests.bench --games 3 --iterations 2000 --engines mctslib monte-carlo-tree-search

Every engine runs in its own process.  The engines take turns: in each round every engine makes one
search or several short searches.  So if the machine is busy for a minute, all engines are slowed
down alike.  Each speed in a table is computed from the median CPU time over all rounds.  An
engine that is too slow for the requested number of iterations makes fewer iterations per search,
and its row gives this smaller number.  If a package is not installed, its row says so.
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
SECONDS = 4.0  # seconds of CPU time for one engine in one table
FEWEST = 100  # the smallest number of iterations in one search
TRACED = 10_000  # the number of iterations in the search whose memory is measured
SLOWER = 5  # measuring the memory slows a search down by about this factor
ENVIRONMENTS = {"peers": HERE / "requirements.txt", "mcts": HERE / "requirements-mcts.txt"}


def python(environment: str) -> Path:
    """Return the path of the Python interpreter in an environment.

    For "" or for a missing environment, return the interpreter of this process.
    """
    if not environment:
        return Path(sys.executable)
    place = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    interpreter = BUILD / environment / place
    return interpreter if interpreter.exists() else Path(sys.executable)


def environment_of(name: str) -> str:
    """Return the name of the environment in which an engine runs.

    The name is "" for our own engines, which run in the environment of this process.  The package
    `mcts` has its own environment, because its modules have the same names as the modules of
    another package.
    """
    if name.startswith("mctslib"):
        return ""
    return "mcts" if name.startswith("mcts (") else "peers"


def install() -> None:
    """Create the environments, and install the other packages in them."""
    for name, requirements in ENVIRONMENTS.items():
        venv.create(BUILD / name, system_site_packages=True, with_pip=True)
        subprocess.run([python(name), "-m", "pip", "install", "-q", "-r", requirements], check=True)


class Worker:
    """A process that runs one engine and makes one measurement at a time.

    missing  the reason why the engine cannot be used; None if it can be used
    """

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
        """Return a search's CPU seconds ("speed") or the bytes per node of its tree ("memory")."""
        self.process.stdin.write(f"{question} {iterations}\n")
        self.process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        """End the process."""
        self.process.communicate()

    def _answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"The worker of {self.name} ended; its error is printed above.")
        return json.loads(line)


@dataclass(frozen=True)
class Row:
    """The measurements of one engine.

    speed       iterations per second
    iterations  the number of iterations of one search
    held        bytes per node; None if the tree is not accessible
    missing     the reason why the engine cannot be used; "" if it can be used
    """

    speed: float = 0.0
    iterations: int = 0
    held: float | None = None
    missing: str = ""


def affordable(iterations: int, speed: float, seconds: float) -> int:
    """Return the number of iterations for one search, reduced if the engine is slow.

    iterations  the requested number of iterations
    speed       the iterations per second
    seconds     the CPU seconds that are available for three searches

    The number is divided by ten until three searches fit into the available time, but it does not
    fall below `FEWEST`.
    """
    while iterations // 10 >= FEWEST and 3 * iterations / speed > seconds:
        iterations //= 10
    return iterations


def measure(
    game: str, iterations: int, rounds: int, seconds: float, names: list[str]
) -> dict[str, Row]:
    """Measure the engines, and return a dict: name of an engine → its row.

    An engine takes part in further rounds until it has used `seconds` of CPU time.
    """
    workers = [Worker(name, game) for name in names]
    rows = {worker.name: Row(missing=worker.missing) for worker in workers if worker.missing}
    there = [worker for worker in workers if not worker.missing]
    counts, times = {}, {}
    for worker in there:
        speed = FEWEST / worker.ask("speed", FEWEST)
        counts[worker] = affordable(iterations, speed, seconds)
        times[worker] = [worker.ask("speed", counts[worker])]
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
    """Return the median number of seconds that `import mctslib` takes in a fresh process."""
    code = "import time; t = time.perf_counter(); import mctslib; print(time.perf_counter() - t)"
    times = []
    for _ in range(rounds):
        run = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
        )
        times.append(float(run.stdout))
    return median(times)


def lines(found: dict[str, Row], iterations: int) -> list[str]:
    """Return the lines of a table, one for each engine.

    Each speed is also given as a multiple of the speed of the engine `YARDSTICK`.  If this engine
    is missing, the first installed engine takes its place.
    """
    there = [name for name, row in found.items() if not row.missing]
    yardstick = YARDSTICK
    if there and YARDSTICK not in there:
        yardstick = there[0]
    speed = found.get(yardstick, Row()).speed
    heading = f"{'':32}{'iterations/s':>14}{'bytes a node':>14}   times {yardstick}"
    return [heading, *(line(name, row, speed, iterations) for name, row in found.items())]


def line(name: str, row: Row, yardstick: float, iterations: int) -> str:
    """Return the line of one engine.

    yardstick   the speed that counts as 1, in iterations per second
    iterations  the requested number of iterations of one search
    """
    if row.missing:
        return f"{name:32}  not installed ({row.missing})"
    held = "–" if row.held is None else f"{row.held:,.0f}"
    fewer = f"   in searches of {row.iterations:,}" if row.iterations < iterations else ""
    return f"{name:32}{row.speed:14,.0f}{held:>14}{row.speed / yardstick:10.3f}{fewer}"


def called(game: str) -> str:
    """Return the usual name of a game."""
    known = {
        "connect4": "Connect Four",
        "sudo1": "Sudo tic-tac-toe",
        "sudo2": "ultimate tic-tac-toe",
    }
    return known.get(game, f"{game}×{game} tic-tac-toe")


def options_of_the_command_line() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--install", action="store_true", help="install the other packages, then stop"
    )
    parser.add_argument(
        "--iterations",
        type=int,
        nargs="*",
        default=[1000, 10_000, 100_000],
        help="iterations in one search",
    )
    parser.add_argument("--rounds", type=int, default=7, help="number of searches per engine (7)")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="CPU seconds per engine and table (4)"
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
        help=f"which games: {', '.join(GAMES)} (3 for tic-tac-toe on 3×3, connect4, and sudo2 for "
        "ultimate tic-tac-toe)",
    )
    return parser.parse_args()


def main() -> None:
    options = options_of_the_command_line()
    if options.install:
        install()
        return
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
