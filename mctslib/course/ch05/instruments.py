"""The instruments of the clinic, all with one question: `examine(engine)` → a `Finding`.

Two kinds.  An **exam** looks inside and needs no statistics.  A **trial** counts how often
something goes well and compares the share with the healthy engine's: it needs many games, and its
verdict may be "cannot tell".
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mctslib.arena.matches import game_steps
from mctslib.arena.players import PerfectPlayer, Player, RandomPlayer
from mctslib.arena.thinking import gathered, paused
from mctslib.course.ch05 import exams
from mctslib.course.ch05.engine import HEALTHY, Engine, EnginePlayer
from mctslib.course.ch05.findings import Count, Finding, compare
from mctslib.course.puzzles import PUZZLES
from mctslib.games import TicTacToe
from mctslib.games.board import MARKS
from mctslib.policies import most_visited

ITERATIONS = 300  # a move, in every game
LITMUS_ITERATIONS = {"A": 800, "S": 400, "W": 400}
TRIALS = 20  # of a trial that is run now, in the page
Slice = bool | None  # of a trial: None while it goes on, then whether it went well


@dataclass(frozen=True)
class Instrument:
    """One way to examine an engine.

    what   what it does, in a sentence
    goal   what counts as a hit, where it counts
    exam   engine → a complaint, empty if all is well; or
    trial  engine, seed → None … None, then whether it went well
    """

    name: str
    what: str
    goal: str = ""
    exam: Callable[[Engine], str] | None = None
    trial: Callable[[Engine, str], Iterator[Slice]] | None = None

    def examine(
        self, engine: Engine, trials: int = TRIALS, seed: str = "now", healthy: Count | None = None
    ) -> Finding:
        """Return the verdict on an engine.

        trials, seed  of a trial
        healthy       what a trial is compared with; by default as many trials of the healthy
                      engine
        """
        if self.exam:
            complaint = self.exam(engine)
            return Finding(bool(complaint), complaint or "Nothing to complain about.")
        healthy = healthy or self.count(HEALTHY, trials, "healthy")
        return compare(self.count(engine, trials, seed), healthy, self.goal)

    def count(self, engine: Engine, trials: int, seed: str) -> Count:
        """Return how many trials went well.

        After the stop button only the trials that were done are counted, and a line is printed.
        """
        verdicts = (found for found in self.slices(engine, trials, seed) if found is not None)
        done = gathered(verdicts, trials, "trials")
        return Count(sum(done), len(done))

    def slices(self, engine: Engine, trials: int, seed: str) -> Iterator[Slice]:
        """Yield None after each slice of a trial, and after each trial whether it went well."""
        assert self.trial is not None
        for number in range(trials):
            yield from self.trial(engine, f"{seed}/{number}")


def game(engine: Engine, seed: str, opponent: Player, side: int) -> Iterator[Slice]:
    """Play one game; yield whether it went well.

    That is: won against a random player, not lost against a perfect player.
    """
    player = EnginePlayer(engine, ITERATIONS)
    players = (opponent, player) if side else (player, opponent)
    record = yield from paused(game_steps(players, TicTacToe(), random.Random(seed)))
    yield record.rewards[side] >= (1 if isinstance(opponent, RandomPlayer) else 0.5)


def litmus(engine: Engine, seed: str, name: str) -> Iterator[Slice]:
    """Search a position whose right moves are known; yield whether the search chose one."""
    puzzle, rng = PUZZLES[name], random.Random(seed)
    root = engine.root(puzzle.state)
    for _ in range(LITMUS_ITERATIONS[name] // 100):
        engine.grow(root, 100, rng)
        yield None
    yield puzzle.solved_by(most_visited(root))


def _match(side: int, opponent: Player) -> Instrument:
    goal, doing = ("won", "wins") if opponent.name == "random" else ("not lost", "does not lose")
    return Instrument(
        f"{opponent.name} as {MARKS[side]}",
        f"How often it {doing} as {MARKS[side]} against a {opponent.name} player, {ITERATIONS} iterations a move.",
        f"Games {goal}",
        trial=lambda engine, seed: game(engine, seed, opponent, side),
    )


def _litmus(name: str) -> Instrument:
    return Instrument(
        f"litmus {name}",
        f"How often it is right in position {name} after {LITMUS_ITERATIONS[name]} iterations. {PUZZLES[name].story}",
        "Right answers",
        trial=lambda engine, seed: litmus(engine, seed, name),
    )


def _exam(exam: Callable[[Engine], str], name: str) -> Instrument:
    return Instrument(name, (exam.__doc__ or "").strip(), exam=exam)


_ALL = [
    *(_match(side, opponent) for opponent in (RandomPlayer(), PerfectPlayer()) for side in (0, 1)),
    *map(_litmus, "ASW"),
    _exam(exams.by_hand, "tree by hand"),
    _exam(exams.invariants, "invariants"),
    _exam(exams.formula, "formula"),
    _exam(exams.rules, "perft"),
]
INSTRUMENTS = {instrument.name: instrument for instrument in _ALL}
EXAMS = [name for name, instrument in INSTRUMENTS.items() if instrument.exam]
