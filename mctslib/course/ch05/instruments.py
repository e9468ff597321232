"""The instruments of the clinic, each with a method `examine(engine)` that returns a `Finding`.

There are two kinds of instruments.  An **exam** inspects the engine and needs no statistics.  An
instrument of the other kind repeats a **trial**, for example a game, counts the trials that go
well, and compares their share with the healthy engine's share.  Such an instrument needs many
trials, and its verdict may be "cannot tell".
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
from mctslib.words import count

ITERATIONS = 300  # iterations for each move of a game
LITMUS_ITERATIONS = {"A": 800, "S": 400, "W": 400}
TRIALS = 20  # the number of trials when a reader uses an instrument in the notebook
Slice = bool | None  # None while a trial runs, and at its end whether the trial went well


@dataclass(frozen=True)
class Instrument:
    """One way to examine an engine, either an exam or a count of many trials.

    name   the name of the instrument
    what   a description of the instrument's work, in sentences
    goal   words for the good trials, for example "Games won"
    exam   a function that takes an engine and returns a complaint, or "" if nothing is wrong
    trial  a function that takes an engine and a seed, and returns an iterator.  The iterator yields
           None while the trial runs, and finally whether the trial went well.
    """

    name: str
    what: str
    goal: str = ""
    exam: Callable[[Engine], str] | None = None
    trial: Callable[[Engine, str], Iterator[Slice]] | None = None

    def examine(self, engine: Engine) -> Finding:
        """Return the verdict on an engine; an instrument that counts makes `TRIALS` trials with it,
        and as many with the healthy engine.
        """
        if self.exam:
            complaint = self.exam(engine)
            return Finding(bool(complaint), complaint or "No fault found.")
        healthy = self.count(HEALTHY, TRIALS, "healthy")
        return compare(self.count(engine, TRIALS, "now"), healthy, self.goal)

    def count(self, engine: Engine, trials: int, seed: str) -> Count:
        """Return the number of trials that went well, and the number of all trials.

        If the reader presses the stop button, only the finished trials are counted, and a note is
        printed.
        """
        slices = self.slices(engine, trials, seed)
        verdicts = (found for found in slices if found is not None)
        done = gathered(verdicts, trials, "trials")
        return Count(sum(done), len(done))

    def slices(self, engine: Engine, trials: int, seed: str) -> Iterator[Slice]:
        """Yield None after each slice of a trial, and a bool at the end of each trial.

        True means that the trial went well.
        """
        assert self.trial is not None
        for number in range(trials):
            yield from self.trial(engine, f"{seed}/{number}")


def game(engine: Engine, seed: str, opponent: Player, side: int) -> Iterator[Slice]:
    """Play a game, and yield whether the game went well.

    Against a random player the game goes well if the engine wins.  Against a perfect player the
    game goes well if the engine does not lose.
    """
    player = EnginePlayer(engine, ITERATIONS)
    players = (player, opponent) if side == 0 else (opponent, player)
    record = yield from paused(game_steps(players, TicTacToe(), random.Random(seed)))
    enough = 1 if isinstance(opponent, RandomPlayer) else 0.5
    yield record.rewards[side] >= enough


def litmus(engine: Engine, seed: str, name: str) -> Iterator[Slice]:
    """Search a position whose right moves are known, and yield whether the chosen move is right."""
    puzzle = PUZZLES[name]
    rng = random.Random(seed)
    root = engine.root(puzzle.state)
    for _ in range(LITMUS_ITERATIONS[name] // 100):
        engine.grow(root, 100, rng)
        yield None
    yield puzzle.solved_by(most_visited(root))


def match_against(opponent: Player, side: int) -> Instrument:
    """Return the instrument that lets an engine play games as one side against an opponent."""
    if isinstance(opponent, RandomPlayer):
        goal, doing = "Games won", "wins"
    else:
        goal, doing = "Games not lost", "does not lose"
    mark = MARKS[side]

    def trial(engine: Engine, seed: str) -> Iterator[Slice]:
        return game(engine, seed, opponent, side)

    return Instrument(
        name=f"{opponent.name} as {mark}",
        what=f"How often the engine {doing} as {mark} against a {opponent.name} player, "
        f"with {ITERATIONS} iterations per move.",
        goal=goal,
        trial=trial,
    )


def litmus_test(name: str) -> Instrument:
    """Return the instrument that lets an engine search a position whose right moves are known."""
    iterations = LITMUS_ITERATIONS[name]

    def trial(engine: Engine, seed: str) -> Iterator[Slice]:
        return litmus(engine, seed, name)

    return Instrument(
        name=f"litmus {name}",
        what=f"How often the engine is right in position {name} after "
        f"{count(iterations, 'iteration')}. {PUZZLES[name].story}",
        goal="Right answers",
        trial=trial,
    )


BY_HAND = Instrument(
    name="tree by hand",
    what=(
        "Compares every N and W after each of 12 iterations with the numbers on paper, for the "
        "position of chapter 03."
    ),
    exam=exams.by_hand,
)
INVARIANTS = Instrument(
    name="invariants",
    what=(
        "Runs `check_tree` on three trees: a tree from the empty board, a tree from a late "
        "position, and a reused tree.\n\nIn tic-tac-toe the two players share one point per "
        "game, whatever rewards the engine's rules return."
    ),
    exam=exams.invariants,
)
FORMULA = Instrument(
    name="formula",
    what=(
        "Compares the child that selection picks with the choice of UCB1 with c = 1, in nodes "
        "with known numbers."
    ),
    exam=exams.formula,
)
PERFT = Instrument(
    name="perft",
    what="Compares the numbers of sequences of 1 to 6 moves with the known numbers.",
    exam=exams.rules,
)


def all_instruments() -> Iterator[Instrument]:
    """Yield the instruments in the order of the matrix's columns."""
    for opponent in (RandomPlayer(), PerfectPlayer()):
        for side in (0, 1):
            yield match_against(opponent, side)
    for name in LITMUS_ITERATIONS:
        yield litmus_test(name)
    yield from (BY_HAND, INVARIANTS, FORMULA, PERFT)


INSTRUMENTS = {instrument.name: instrument for instrument in all_instruments()}
EXAMS = [name for name, instrument in INSTRUMENTS.items() if instrument.exam]
