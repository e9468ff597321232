"""Search with alpha-beta, a minimax search without the positions that cannot change the result.

Minimax must visit every continuation.  Alpha-beta keeps the value that each side can already reach
with other moves.  The search leaves a position as soon as a reply shows that the other side would
avoid this position (Knuth and Moore, 1975).  At the maximum depth an *evaluation* estimates which
side is ahead.  `AlphaBetaPlayer` searches one move deep, then two, and so on.  The search is simple
on purpose: it has no table of positions, and keeps nothing from one move to the next.
"""

import random
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from typing import Any

from mctslib.checks import perft
from mctslib.game import Action, State
from mctslib.games.connect4 import ConnectFour, winning_lines
from mctslib.machine import in_browser
from mctslib.methods.refuse import refuse_all_but_two_players, refuse_chance

WIN = 1e6  # larger than any evaluation; an earlier win is worth more
# the points for a line with 0 to 3 discs of one side and no disc of the other side
POINTS = (0, 1, 4, 16)
DEEPEST = 60
# Browsers provide no CPU clock, so the elapsed time is measured there.
CPU_TIME = time.perf_counter if in_browser() else time.process_time
Evaluation = Callable[[Any], float]


class TimeIsUp(Exception):
    """Raised when the time runs out in the middle of a search."""


def open_lines(state: ConnectFour) -> float:
    """Return an evaluation of a position of Connect Four for the player to move.

    The evaluation is the sum of the points for the rows of four that this player can still
    complete, minus the points for the rows that the opponent can still complete.
    """
    discs, opponent_discs = state.x, state.o
    if state.current_player == 1:
        discs, opponent_discs = opponent_discs, discs
    total = 0
    for line in winning_lines(*state.shape):
        count = (discs & line).bit_count()
        opponent_count = (opponent_discs & line).bit_count()
        if opponent_count == 0:
            total += POINTS[min(count, 3)]
        elif count == 0:
            total -= POINTS[min(opponent_count, 3)]
    return total


Order = Callable[[tuple[Action, ...]], tuple[Action, ...]]
"""Sorts the actions: alpha-beta tries the first one first."""


@lru_cache(maxsize=None)
def from_the_middle(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the actions, sorted by their distance from the middle of the tuple.

    Middle columns are often good, and alpha-beta skips more positions if good actions come first.
    """
    middle = (len(actions) - 1) / 2
    places = sorted(range(len(actions)), key=lambda place: abs(place - middle))
    return tuple(actions[place] for place in places)


def never_stop() -> None:
    """Do nothing, so that a search that calls this function has no time limit."""


def alpha_beta(
    state: State,
    depth: int,
    low: float = -inf,
    high: float = inf,
    *,
    evaluate: Evaluation = open_lines,
    look: Callable[[], None] = never_stop,
    order: Order = from_the_middle,
) -> float:
    """Return the value of a position for the player to move.

    The game must have two players who take turns, and no chance events.  The rewards of the two
    players must add up to 1.

    depth     the number of moves to look ahead, 0 or more
    low       the value that the player to move can be sure of with another move; a result of at
              most `low` is only an upper bound
    high      the value to which the opponent can limit the player to move by choosing another move;
              a result of at least `high` is only a lower bound
    evaluate  a function that takes a position at depth 0 and returns an estimate for the player to
              move, between −WIN and WIN
    look      a function that is called at each position and may raise `TimeIsUp`
    order     a function that takes the actions and returns them in the order in which to try them
    """
    look()
    if state.is_terminal():
        reward = state.rewards()[state.current_player]
        return (2 * reward - 1) * (WIN + depth)
    if depth == 0:
        return evaluate(state)
    best = -inf
    for action in order(tuple(state.legal_actions())):
        after = state.apply(action)
        sure = max(low, best)
        value = -alpha_beta(
            after, depth - 1, -high, -sure, evaluate=evaluate, look=look, order=order
        )
        best = max(best, value)
        if best >= high:
            break  # the opponent will avoid this position
    return best


def count_positions(state: State, depth: int, order: Order = from_the_middle) -> tuple[int, int]:
    """Count the positions that alpha-beta visits, and the positions that minimax would visit.

    depth  the number of moves to look ahead, 0 or more
    order  a function that takes the actions and returns them in the order in which to try them
    """
    looked_at = 0

    def look() -> None:
        nonlocal looked_at
        looked_at += 1

    alpha_beta(state, depth, look=look, order=order)
    return looked_at, sum(perft(state, moves) for moves in range(depth + 1))


class AlphaBetaPlayer:
    """A player who searches one move deep, then two, then three, until the time is up.

    The player plays the best move that was found at the last depth completed.

    seconds   the time for each move, measured by `clock`, 0 or more
    evaluate  a function that takes a position and returns an estimate for the player to move;
              `open_lines` works for Connect Four only
    clock     a function that returns a time in seconds; the default returns the CPU time of this
              process, or in a browser the elapsed time

    After a move, `depth` is the last depth that the search finished.  Raises ValueError if
    `seconds` is negative.
    """

    def __init__(
        self,
        seconds: float,
        evaluate: Evaluation = open_lines,
        clock: Callable[[], float] = CPU_TIME,
    ) -> None:
        if not seconds >= 0:
            raise ValueError(f"seconds must be a number ≥ 0, not {seconds}.")
        self.seconds = seconds
        self.evaluate = evaluate
        self.clock = clock
        self.name = f"alpha-beta {seconds} s"
        self.depth = 0

    def choose(self, state: State, rng: random.Random) -> Action:
        """Return the best action of the last depth completed.

        Raises `CannotSearch` if the game has chance events, or does not have exactly two players.
        """
        refuse_chance(state, "Alpha-beta")
        refuse_all_but_two_players(state, "Alpha-beta")
        until = self.clock() + self.seconds
        self.depth = 0
        actions: Sequence[Action] = from_the_middle(tuple(state.legal_actions()))
        try:
            for depth in range(1, DEEPEST):
                values = self.values(state, actions, depth, until)
                # Search the best action of this depth first at the next depth.
                actions = sorted(actions, key=values.__getitem__, reverse=True)
                self.depth = depth
                if abs(values[actions[0]]) >= WIN:
                    break  # the game is decided
        except TimeIsUp:
            pass
        return actions[0]

    def values(
        self, state: State, actions: Sequence[Action], depth: int, until: float
    ) -> dict[Action, float]:
        """Return each action's value, or −∞ for an action no better than an earlier one.

        state    the position
        actions  the actions, in the order in which they are searched
        depth    the number of moves to look ahead, 1 or more
        until    the reading of the clock at which the search stops

        Raises `TimeIsUp` if the time is up and an earlier depth has been finished.
        """

        def look() -> None:
            if self.depth and self.clock() > until:  # depth 1 is always finished
                raise TimeIsUp

        best = -inf
        values = {}
        for action in actions:
            after = state.apply(action)
            value = -alpha_beta(after, depth - 1, -inf, -best, evaluate=self.evaluate, look=look)
            values[action] = value if value > best else -inf
            best = max(best, value)
        return values
