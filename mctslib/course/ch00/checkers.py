"""Checkers of chapter 00: a drawn game, the result of a position, shares, and a random game."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from math import sqrt
from typing import Any

from mctslib.course.exercise import (
    Mistakes,
    call,
    close,
    demand,
    exercise,
    explained,
    given,
    same,
    typed,
)
from mctslib.draw.show import board_svg
from mctslib.game import State
from mctslib.games import TicTacToe
from mctslib.oracle import positions
from mctslib.words import count, number

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
# The tolerance in standard deviations; a fair count exceeds it about once in a million cases
SIGMAS = 5
VISITS = ({0: 30, 4: 60, 8: 10}, {1: 5}, {2: 0, 3: 7, 5: 1}, {0: 1, 1: 2})
RESULTS = {1.0: "X wins", 0.5: "draw", 0.0: "O wins"}  # X's reward → the result


# ---------------------------------------------------------- exercise 1: a draw


@exercise("Your game is a draw, and all its moves are legal.")
def check_drawn_game(moves: Sequence[int]) -> None:
    """Check that a list of moves from the empty board leads to a draw."""
    moves = given(moves, list, "moves")
    state: State = TicTacToe()
    for turn, move in enumerate(moves, start=1):
        picture = partial(board_svg, state)
        late = f"The game is over after move {turn - 1}, so move {turn} is not possible."
        demand(not state.is_terminal(), late, picture)
        cell = typed(move, int, f"moves[{turn - 1}]")
        taken = f"Move {turn} plays cell {cell}, which is not free on this board."
        demand(cell in state.legal_actions(), taken, picture)
        state = state.apply(cell)
    picture = partial(board_svg, state)
    unfinished = f"After {count(len(moves), 'move')} the game is not over yet."
    demand(state.is_terminal(), unfinished, picture)
    won = f"This game is not a draw: its rewards are {state.rewards()}."
    demand(state.rewards() == (0.5, 0.5), won, picture)


# ---------------------------------------------------------- exercise 2: read a state


@exercise("`outcome` is right for each board, even for a full board on which X has won.")
def check_outcome(own: Callable[[State], str]) -> None:
    """Check that `own(state)` returns "X wins", "O wins", "draw" or "not over"."""
    states = [TicTacToe.from_text(board) for board in BOARDS]
    states += random.Random(0).sample(list(positions(TicTacToe())), 200)
    shown = "outcome(this board)"
    answers = []
    for state in states:
        answers.append(call(own, state, returns=str, shown=shown))
    cases = [(state,) for state in states]
    for state, answer in zip(states, answers, strict=True):
        why = explained(OUTCOME_MISTAKES, cases, answers, THREE_STEPS)
        same(answer, outcome(state), shown, why, partial(board_svg, state))


def outcome(state: State) -> str:
    """Return the result of a position as a string, or "not over" if the game goes on."""
    if not state.is_terminal():
        return "not over"
    return RESULTS[state.rewards()[0]]


def by_the_other_reward(state: State) -> str:
    """Return the result that follows if O's reward is mistaken for X's."""
    return RESULTS[state.rewards()[1]] if state.is_terminal() else "not over"


def full_is_a_draw(state: State) -> str:
    """Return the result of a position, but call each full board a draw."""
    return outcome(state) if state.legal_actions() or not is_full(state) else "draw"


def over_when_full(state: State) -> str:
    """Return the result of a position, but "not over" if the board is not full."""
    return outcome(state) if is_full(state) else "not over"


def never_a_draw(state: State) -> str:
    """Return the result of a position, but "O wins" in place of a draw."""
    return "O wins" if outcome(state) == "draw" else outcome(state)


def always_x(state: State) -> str:
    """Return the result of a position, but "X wins" in place of a win for O."""
    return "X wins" if outcome(state) == "O wins" else outcome(state)


def is_full(state: State) -> bool:
    """Return whether no cell of a board is free."""
    return isinstance(state, TicTacToe) and "." not in state.cells()


OUTCOME_MISTAKES: Mistakes = [  # a wrong function of a state, and the message for it
    (
        by_the_other_reward,
        "X is player 0: `rewards()[0]` is X's reward, and `rewards()[1]` is O's.",
    ),
    (full_is_a_draw, "A full board may have been won with its last move: call `rewards()`."),
    (over_when_full, "A game may be over before the board is full: call `is_terminal()`."),
    (never_a_draw, "If each player has the reward ½, the game is a draw."),
    (always_x, "The winner has the reward 1. If O has this reward, O has won."),
]
THREE_STEPS = "Call `is_terminal()` first. If the game is over, X's reward is 1, ½ or 0."


# ---------------------------------------------------------- exercise 3: shares


@exercise(
    "Your shares are right. They add up to 1, so you can compare searches of different lengths."
)
def check_shares(own: Callable[[dict[int, int]], dict[int, float]]) -> None:
    """Check that `own(visits)` divides each number of visits by the sum of all visits."""
    answers = [call(own, visits, returns=dict, shown=shares_call(visits)) for visits in VISITS]
    for visits, answer in zip(VISITS, answers):
        shown = shares_call(visits)
        keys = "The answer has the same keys as `visits`."
        same(set(answer), set(visits), f"the keys of {shown}", keys)
        for move, share in answer.items():
            typed(share, float, f"{shown}[{move}]")
    undivided = "You returned the numbers of visits. Divide each number by the sum of all visits."
    demand(answers != list(VISITS), undivided)
    percentages = "Your numbers add up to 100, so they are percentages. Shares add up to 1."
    demand(not all(abs(sum(answer.values()) - 100) < 1e-3 for answer in answers), percentages)
    for visits, answer in zip(VISITS, answers):
        for move, often in visits.items():
            right = often / sum(visits.values())
            why = "Divide each number of visits by the sum of all visits."
            close(answer[move], right, f"{shares_call(visits)}[{move}]", why)


def shares_call(visits: dict[int, int]) -> str:
    """Return a call to `shares` as it is written in a message."""
    return f"shares({visits})"


# ---------------------------------------------------------- exercise 4: a random game


@exercise("Your random games are right. The engine plays thousands of such games.")
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
        spread = sqrt(fair * (1 - 1 / legal))
        even = all(abs(times - fair) <= SIGMAS * spread for times in often)
        seen = f"your games chose the first, the second, … of these moves {often} times"
        wanted = f"A fair choice takes each move about {number(fair, 0)} times"
        advice = "Choose *each* move at random."
        demand(even, f"With {legal} legal moves left, {seen}. {wanted}. {advice}")


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
