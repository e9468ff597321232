"""Checkers of chapter 00: the result of a position, and a random game."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from math import sqrt
from typing import Any

from mctslib.course.exercise import SIGMAS, call, demand, is_even
from mctslib.course.grading import Case, Graded
from mctslib.draw.show import board_svg
from mctslib.game import State
from mctslib.games import TicTacToe
from mctslib.oracle import positions
from mctslib.words import number

BOARDS = (  # boards for each answer of `outcome`, among them a full board that is not a draw
    "XXX/OO./...",  # X wins
    "X.O/.X./..O",  # not over
    "X.O/XO./O.X",  # O wins
    "XOX/XOO/OXX",  # a draw
    ".../.../...",  # not over
    "XOX/OXO/XOX",  # X wins: the board is full, but the game is not a draw
)
# The number of games whose results are counted; single moves are counted in twice as many games
GAMES = 1000


# ---------------------------------------------------------- exercise 1: read a state


def outcome(state: State) -> str:
    """Return the result of a position, or "not over" if the game goes on."""
    if not state.is_terminal():
        return "not over"
    return {1.0: "X wins", 0.5: "draw", 0.0: "O wins"}[state.rewards()[0]]


def outcome_cases() -> list[Case]:
    """Return the boards of `BOARDS`, and 200 others."""
    states: list[State] = [TicTacToe.from_text(board) for board in BOARDS]
    states += random.Random(0).sample(list(positions(TicTacToe())), 200)
    return [
        Case((state,), "state is the board below", partial(board_svg, state)) for state in states
    ]


check_outcome = Graded("00", outcome, outcome_cases, returns=str).checker()


# ---------------------------------------------------------- exercise 2: a random game


def random_game(state: State, rng: random.Random) -> State:
    """Play a random game from a state, and return its last state."""
    while not state.is_terminal():
        state = state.apply(rng.choice(state.legal_actions()))
    return state


@Graded("00", random_game).checked_by
def check_random_game(own: Callable[[TicTacToe, random.Random], TicTacToe]) -> None:
    """Check that `own(state, rng)` returns the final state of a game of random legal moves."""
    ends_where_it_is_over(own)
    starts_where_it_is_told(own)
    leaves_a_finished_game(own)
    chooses_fairly(own)
    ends_as_often_as_chance(own)


def ends_where_it_is_over(own: Callable[..., TicTacToe]) -> None:
    """Demand that each game is finished, and that its course depends only on the seed."""
    start = TicTacToe()
    shown = "random_game(TicTacToe(), rng)"
    ends: list[TicTacToe] = []
    for seed in range(200):
        end = call(own, start, random.Random(seed), returns=TicTacToe, shown=shown)
        unfinished = "The state that you return is not the end of a game."
        demand(end.is_terminal(), unfinished, partial(board_svg, end))
        ends.append(end)
    alike = "Your function played the same game with 200 seeds. Choose each move with `rng`."
    demand(len(set(ends)) > 1, alike)
    again = [own(start, random.Random(seed)) for seed in range(200)]
    foreign = (
        "With the same seed your function played different games. "
        "Take all random numbers from `rng`."
    )
    demand(ends == again, foreign)


def starts_where_it_is_told(own: Callable[..., TicTacToe]) -> None:
    """Demand that the marks on the given board are still there at the end of the game."""
    middle = TicTacToe.from_text("X.O/.X./O..")
    shown = "random_game(this board, rng)"
    end = call(own, middle, random.Random(0), returns=TicTacToe, shown=shown)
    for before, after in zip(middle.cells(), end.cells(), strict=True):
        elsewhere = "Your game did not begin with the given state."
        demand(before in (".", after), elsewhere, partial(board_svg, middle))


def leaves_a_finished_game(own: Callable[..., TicTacToe]) -> None:
    """Demand that a finished game is returned unchanged."""
    over = TicTacToe.from_text("XXX/OO./...")
    shown = "random_game(a finished game, rng)"
    end = call(own, over, random.Random(0), returns=TicTacToe, shown=shown)
    advice = "Call `is_terminal()` before each move, and return the state when the game is over."
    late = f"This game is already over. {advice}"
    demand(end == over, late, partial(board_svg, over))


def chooses_fairly(own: Callable[..., TicTacToe]) -> None:
    """Demand that all places in the list of legal moves are chosen about equally often.

    Lists of different lengths are counted separately.
    """
    taken = Counter(choices(own))
    for legal in range(9, 1, -1):
        often = [taken[legal, place] for place in range(legal)]
        fair = sum(often) / legal
        seen = f"your games chose the first, the second, … of these moves {often} times"
        wanted = f"A fair choice takes each move about {number(fair, 0)} times"
        advice = "Choose *each* move at random."
        demand(is_even(often), f"With {legal} legal moves left, {seen}. {wanted}. {advice}")


def choices(own: Callable[..., TicTacToe]) -> Iterator[tuple[int, int]]:
    """Yield a pair of numbers for each move of the reader's games.

    The first number is the number of legal moves, and the second is the index of the chosen move
    among them.
    """
    # position → the position before it, and the move between them
    came: dict[TicTacToe, tuple[TicTacToe, int]] = {}

    class Watched(TicTacToe):
        """Tic-tac-toe that records the position and the move from which each position arose."""

        __slots__ = ()

        def apply(self, action: int) -> TicTacToe:
            after = super().apply(action)
            came[after] = self, action
            return after

    for seed in range(2 * GAMES):
        came.clear()
        state = own(Watched(), random.Random(seed))
        while state in came:
            state, action = came[state]
            yield len(state.legal_actions()), state.legal_actions().index(action)


def ends_as_often_as_chance(own: Callable[..., TicTacToe]) -> None:
    """Demand that each result is about as frequent as in games with equally likely moves."""
    came = Counter(own(TicTacToe(), random.Random(seed)).rewards() for seed in range(GAMES))
    for rewards, share in shares_of_results(TicTacToe()).items():
        often = came[rewards]
        fair = GAMES * share
        spread = sqrt(fair * (1 - share))
        seen = f"Of your {GAMES:,} games, {often} ended with the rewards {rewards}"
        wanted = f"If all moves are equally likely, the expected number is {number(fair, 0)}"
        message = f"{seen}. {wanted}. Choose each move at random, whatever marks are on the board."
        demand(abs(often - fair) <= SIGMAS * spread, message)


@cache
def shares_of_results(state: TicTacToe) -> dict[tuple[float, float], float]:
    """Return a dictionary from each pair of final rewards to its probability.

    The probability refers to games from `state` in which all moves are uniformly random.
    """
    if state.is_terminal():
        return {state.rewards(): 1.0}
    actions = state.legal_actions()
    shares: Counter[Any] = Counter()
    for action in actions:
        shares.update(shares_of_results(state.apply(action)))
    return {rewards: share / len(actions) for rewards, share in shares.items()}
