"""Checkers of chapter 00: a drawn game, reading a state, a random game, shares of visits."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from math import sqrt
from typing import Any

from mctslib.course.exercise import call, close, demand, exercise, given, same, typed
from mctslib.draw.show import board_svg
from mctslib.game import State
from mctslib.games import TicTacToe
from mctslib.oracle import positions

ENDINGS = {  # board → what `outcome` should say of it
    "XXX/OO./...": "X wins",
    "X.O/.X./..O": "not over",
    "X.O/XO./O.X": "O wins",
    "XOX/XOO/OXX": "draw",
    ".../.../...": "not over",
    "XOX/OXO/XOX": "X wins",  # full, and yet no draw
}
GAMES = 1000  # to see how often they end in which way; twice as many, to see each choice
SIGMAS = (
    5  # how many standard deviations a share may be off: a fair one is so in one of a million cases
)


@exercise(
    "A draw, and every move in it legal. You just did what an engine does all day: apply, apply, apply."
)
def check_drawn_game(moves: Sequence[int]) -> None:
    """A list of cells that, played from the empty board, ends in a draw."""
    state: State = TicTacToe()
    for number, move in enumerate(given(moves, list, "moves"), 1):
        picture = partial(board_svg, state)
        late = f"The game is over after move {number - 1}; move {number} comes too late."
        demand(not state.is_terminal(), late, picture)
        typed(move, int, f"moves[{number - 1}]")
        taken = f"Move {number} plays cell {move!r}, which is not free on this board."
        demand(move in state.legal_actions(), taken, picture)
        state = state.apply(move)
    picture = partial(board_svg, state)
    demand(state.is_terminal(), f"After {len(moves)} moves the game still goes on.", picture)
    demand(
        state.rewards() == (0.5, 0.5), f"Somebody wins: the rewards are {state.rewards()}.", picture
    )


@exercise("Every board is read correctly, even the full one that is no draw.")
def check_outcome(own: Callable[[State], str]) -> None:
    """`outcome(state)` is "X wins", "O wins", "draw" or "not over"."""
    states = [TicTacToe.from_text(board) for board in ENDINGS]
    found = random.Random(0).sample(list(positions(TicTacToe())), 200)
    for state in states + found:
        answer = call(own, state, returns=str, shown="outcome(this board)")
        same(answer, _outcome(state), "outcome(this board)", picture=partial(board_svg, state))


def _outcome(state: State) -> str:
    return (
        {1.0: "X wins", 0.5: "draw", 0.0: "O wins"}[state.rewards()[0]]
        if state.is_terminal()
        else "not over"
    )


@exercise(
    "That is a random game: any legal move, until the end. Thousands of these are all the engine knows."
)
def check_random_game(own: Callable[[TicTacToe, random.Random], TicTacToe]) -> None:
    """`random_game(state, rng)` is the final state of a game of random legal moves."""
    start, ends = TicTacToe(), []
    for seed in range(200):
        end = call(
            own,
            start,
            random.Random(seed),
            returns=TicTacToe,
            shown="random_game(TicTacToe(), rng)",
        )
        demand(
            end.is_terminal(),
            "The state you return is not the end of a game yet.",
            partial(board_svg, end),
        )
        ends.append(end)
    demand(
        len(set(ends)) > 1,
        "200 different generators gave the same game. Does a move depend on `rng`?",
    )
    again = [own(start, random.Random(seed)) for seed in range(200)]
    demand(ends == again, "The same seed should give the same game: draw all your luck from `rng`.")
    middle = TicTacToe.from_text("X.O/.X./O..")
    end = call(
        own, middle, random.Random(0), returns=TicTacToe, shown="random_game(this board, rng)"
    )
    kept = all(
        now == was for now, was in zip(end.cells(), middle.cells(), strict=True) if was != "."
    )
    demand(kept, "Your game did not start from the state it was given.", partial(board_svg, middle))
    _over_already(own)
    _every_choice_fair(own)
    _as_often_as_chance(own)


def _every_choice_fair(own: Callable[..., TicTacToe]) -> None:
    """Among equally many legal moves, each place in the list is taken about equally often."""
    taken = Counter(_choices(own))
    for legal in range(9, 1, -1):
        often = [taken[legal, place] for place in range(legal)]
        fair = sum(often) / legal
        message = f"With {legal} legal moves left, your games took the first, the second, … of them {often} times"
        spread = sqrt(fair * (1 - 1 / legal))
        even = all(abs(count - fair) <= SIGMAS * spread for count in often)
        demand(
            even,
            f"{message}; a fair choice takes each about {fair:.0f} times. Is *every* move random?",
        )


def _choices(own: Callable[..., TicTacToe]) -> Iterator[tuple[int, int]]:
    """(how many moves were legal, the place of the one that was taken) for every move of many games."""
    came: dict[TicTacToe, tuple[TicTacToe, int]] = {}

    class Watched(TicTacToe):
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


def _as_often_as_chance(own: Callable[..., TicTacToe]) -> None:
    """From the empty board each result should come as often as with moves that are all equally likely."""
    came = Counter(own(TicTacToe(), random.Random(seed)).rewards() for seed in range(GAMES))
    for rewards, share in _ends(TicTacToe()).items():
        often, spread = came[rewards], sqrt(GAMES * share * (1 - share))
        words = f"Of {GAMES:,} games {often} ended with the rewards {rewards}; chance makes about {GAMES * share:.0f}."
        demand(
            abs(often - GAMES * share) <= SIGMAS * spread,
            f"{words} Does a move depend on the board?",
        )


@cache
def _ends(state: TicTacToe) -> dict[tuple[float, float], float]:
    """How likely each result is after uniformly random moves."""
    if state.is_terminal():
        return {state.rewards(): 1.0}
    shares: Counter[Any] = Counter()
    for action in state.legal_actions():
        shares.update(_ends(state.apply(action)))
    return {rewards: share / len(state.legal_actions()) for rewards, share in shares.items()}


def _over_already(own: Callable[[TicTacToe, random.Random], TicTacToe]) -> None:
    """A game that is over stays as it is."""
    over = TicTacToe.from_text("XXX/OO./...")
    end = call(
        own, over, random.Random(0), returns=TicTacToe, shown="random_game(a finished game, rng)"
    )
    late = "This game is over before the first move: ask `is_terminal()` first, and return the state itself."
    demand(end == over, late, partial(board_svg, over))


@exercise(
    "Shares: the same visits, made comparable. They sum to 1, whatever the number of iterations."
)
def check_shares(own: Callable[[dict[int, int]], dict[int, float]]) -> None:
    """`shares(visits)` divides each number of visits by their sum."""
    for visits in ({0: 30, 4: 60, 8: 10}, {1: 5}, {2: 0, 3: 7, 5: 1}, {0: 1, 1: 2}):
        shown = f"shares({visits})"
        answer = call(own, visits, returns=dict, shown=shown)
        same(set(answer), set(visits), f"the keys of {shown}", "Every move keeps its key.")
        total = sum(typed(share, float, f"{shown}[{move}]") for move, share in answer.items())
        demand(
            abs(total - 100) > 1e-6,
            f"`{shown}` sums to 100: those are percentages; shares sum to 1.",
        )
        for move, count in visits.items():
            close(
                answer[move],
                count / sum(visits.values()),
                f"{shown}[{move}]",
                "Divide by the sum of all visits.",
            )
