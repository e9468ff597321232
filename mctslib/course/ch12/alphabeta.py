"""Alpha-beta: minimax that skips what cannot change the answer, deeper and deeper until the time is over.

Minimax must look at every continuation.  Alpha-beta remembers what each side is already sure of elsewhere, and
leaves a position as soon as one reply shows that the other side would not let it come up (Knuth and Moore, 1975).
Where it may look no further, an *evaluation* guesses who is ahead.  Kept plain on purpose: no table of positions
seen before, no memory from move to move.
"""

import random
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from typing import Any

from mctslib.game import Action, State
from mctslib.games.connect4 import ConnectFour, winning_lines
from mctslib.machine import in_browser
from mctslib.methods.refuse import refuse_all_but_two_players, refuse_chance

WIN = 1e6  # more than any evaluation; the sooner, the more
POINTS = (0, 1, 4, 16)  # for a line with 0 to 3 discs of one side and none of the other
DEEPEST = 60
CPU_TIME = (
    time.perf_counter if in_browser() else time.process_time
)  # no clock of the CPU runs in a browser
Evaluation = Callable[[Any], float]


class TimeIsUp(Exception):
    """The clock has run out in the middle of a search."""


def open_lines(state: ConnectFour) -> float:
    """Points for the rows of four that the player to move can still complete, minus those of the opponent."""
    mine, theirs = (state.o, state.x) if state.current_player else (state.x, state.o)
    total = 0
    for line in winning_lines(*state.shape):
        ours, others = (mine & line).bit_count(), (theirs & line).bit_count()
        if not others:
            total += POINTS[min(ours, 3)]
        elif not ours:
            total -= POINTS[min(others, 3)]
    return total


@lru_cache(maxsize=None)
def from_the_middle(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions, the middle ones first: good moves first mean that more is skipped."""
    middle = (len(actions) - 1) / 2
    return tuple(actions[k] for k in sorted(range(len(actions)), key=lambda k: abs(k - middle)))


def alpha_beta(
    state: State,
    depth: int,
    low: float = -inf,
    high: float = inf,
    *,
    evaluate: Evaluation = open_lines,
    look: Callable[[], None] = lambda: None,
) -> float:
    """What the position is worth to the player to move, `depth` ≥ 0 moves looked ahead.

    For games of two players who move in turn, whose rewards add up to 1, without chance.

    low, high  what the player to move, and the opponent, are sure of elsewhere: outside of them the answer is
               only a bound (at most `low`, at least `high`)
    evaluate   a guess for the player to move, used at depth 0; between −WIN and WIN
    look       called at each position; may raise `TimeIsUp`
    """
    look()
    if state.is_terminal():
        return (2 * state.rewards()[state.current_player] - 1) * (WIN + depth)
    if not depth:
        return evaluate(state)
    best = -inf
    for action in from_the_middle(tuple(state.legal_actions())):
        after = state.apply(action)
        best = max(
            best,
            -alpha_beta(after, depth - 1, -high, -max(low, best), evaluate=evaluate, look=look),
        )
        if best >= high:
            break  # the opponent would not let this position come up
    return best


class AlphaBetaPlayer:
    """Searches one move deep, two, three … until `seconds` are over; plays what the last finished depth found.

    seconds   ≥ 0 a move (else ValueError), by `clock` (the CPU time of this process, if not given)
    evaluate  a guess for the player to move; `open_lines` is for Connect Four
    depth     how many moves the last search looked ahead
    """

    def __init__(
        self,
        seconds: float,
        evaluate: Evaluation = open_lines,
        clock: Callable[[], float] = CPU_TIME,
    ) -> None:
        if not seconds >= 0:
            raise ValueError(f"seconds must be a number ≥ 0, not {seconds}.")
        self.seconds, self.evaluate, self.clock = seconds, evaluate, clock
        self.name = f"alpha-beta {seconds} s"
        self.depth = 0

    def choose(self, state: State, rng: random.Random) -> Action:
        """Return the best action found; raise `CannotSearch` unless two players decide all."""
        refuse_chance(state, "Alpha-beta")
        refuse_all_but_two_players(state, "Alpha-beta")
        until, self.depth = self.clock() + self.seconds, 0
        actions: Sequence[Action] = from_the_middle(tuple(state.legal_actions()))
        try:
            for depth in range(1, DEEPEST):
                values = self.values(state, actions, depth, until)
                actions = sorted(
                    actions, key=values.__getitem__, reverse=True
                )  # the best first, next time too
                self.depth = depth
                if abs(values[actions[0]]) >= WIN:
                    break  # won or lost, whatever comes
        except TimeIsUp:
            pass
        return actions[0]

    def values(
        self, state: State, actions: Sequence[Action], depth: int, until: float
    ) -> dict[Action, float]:
        """action → its value; exact for the best, at most that of the best for the others."""

        def look() -> None:
            if self.depth and self.clock() > until:  # one move deep is always finished
                raise TimeIsUp

        best, found = -inf, {}
        for action in actions:
            value = -alpha_beta(
                state.apply(action), depth - 1, -inf, -best, evaluate=self.evaluate, look=look
            )
            best, found[action] = max(best, value), value if value > best else -inf
        return found
