"""Checkers of chapter 00: a drawn game, reading a state, a random game, shares of visits."""
from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from typing import Any

from mctslib.course.exercise import Wrong, call, close, demand, exercise, given, same, typed, untouched
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
GAMES = 1000  # from one board, to see how often it ends in which way
SIGMAS = 5  # how many standard deviations a share may be off: a fair one is so in one of a million cases


@exercise("A draw, and every move in it legal. You just did what an engine does all day: apply, apply, apply.")
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
    demand(state.rewards() == (0.5, 0.5), f"Somebody wins: the rewards are {state.rewards()}.", picture)


@exercise("Every board is read correctly, even the full one that is no draw.")
def check_outcome(own: Callable[[State], str]) -> None:
    """`outcome(state)` is "X wins", "O wins", "draw" or "not over"."""
    states = [TicTacToe.from_text(board) for board in ENDINGS]
    found = random.Random(0).sample(list(positions(TicTacToe())), 200)
    for state in states + found:
        answer = call(own, state, returns=str, shown="outcome(this board)")
        same(answer, _outcome(state), "outcome(this board)", picture=partial(board_svg, state))


def _outcome(state: State) -> str:
    return {1.0: "X wins", 0.5: "draw", 0.0: "O wins"}[state.rewards()[0]] if state.is_terminal() else "not over"


@exercise("That is a random game: any legal move, until the end. Thousands of these are all the engine knows.")
def check_random_game(own: Callable[[TicTacToe, random.Random], TicTacToe]) -> None:
    """`random_game(state, rng)` is the final state of a game of random legal moves."""
    start, ends = TicTacToe(), []
    for seed in range(200):
        end = call(own, start, random.Random(seed), returns=TicTacToe, shown="random_game(TicTacToe(), rng)")
        demand(end.is_terminal(), "The state you return is not the end of a game yet.", partial(board_svg, end))
        ends.append(end)
    demand(len(set(ends)) > 1, "200 different generators gave the same game. Does a move depend on `rng`?")
    again = [own(start, random.Random(seed)) for seed in range(200)]
    demand(ends == again, "The same seed should give the same game: draw all your luck from `rng`.")
    middle = TicTacToe.from_text("X.O/.X./O..")
    end = call(own, middle, random.Random(0), returns=TicTacToe, shown="random_game(this board, rng)")
    kept = all(now == was for now, was in zip(end.cells(), middle.cells(), strict=True) if was != ".")
    demand(kept, "Your game did not start from the state it was given.", partial(board_svg, middle))
    _every_move_likely(own)
    _over_already(own)
    _as_often_as_chance(own, "XOX/.O./.X.", lambda end: end)
    _as_often_as_chance(own, ".../.../...", lambda end: end.rewards())


def _every_move_likely(own: Callable[[TicTacToe, random.Random], TicTacToe]) -> None:
    """Of two cells left, each should be taken first about half the time."""
    nearly = TicTacToe.from_text("XOX/XO./O.X")  # O to move: 5 draws, 7 wins
    wins = sum(own(nearly, random.Random(seed)).rewards()[1] == 1 for seed in range(400))
    if not 140 <= wins <= 260:
        raise Wrong(
            f"On this board O picks the winning cell 7 in {wins} of 400 games; a fair choice picks it about 200 "
            "times. Every legal move should be equally likely.",
            partial(board_svg, nearly),
        )


def _as_often_as_chance(own: Callable[..., TicTacToe], board: str, kind: Callable[[TicTacToe], Any]) -> None:
    """From `board` each kind of end should come as often as with moves that are all equally likely."""
    start = TicTacToe.from_text(board)
    came = [kind(own(start, random.Random(seed))) for seed in range(GAMES)]
    for end, share in _ends(start, kind).items():
        often, spread = came.count(end), sqrt(GAMES * share * (1 - share))
        how = "as drawn" if isinstance(end, TicTacToe) else f"with the rewards {end}"
        told = f"Of {GAMES:,} games from `{board}` {often} ended {how}; chance makes it about {GAMES * share:.0f}."
        picture = partial(board_svg, end if isinstance(end, TicTacToe) else start)
        demand(abs(often - GAMES * share) <= SIGMAS * spread, f"{told} Is *every* move random?", picture)


def _ends(state: TicTacToe, kind: Callable[[TicTacToe], Any]) -> dict[Any, float]:
    """How likely each kind of end is after uniformly random moves."""
    if state.is_terminal():
        return {kind(state): 1.0}
    shares: dict[Any, float] = {}
    for action in state.legal_actions():
        for end, share in _ends(state.apply(action), kind).items():
            shares[end] = shares.get(end, 0.0) + share / len(state.legal_actions())
    return shares


def _over_already(own: Callable[[TicTacToe, random.Random], TicTacToe]) -> None:
    """A game that is over stays as it is."""
    over = TicTacToe.from_text("XXX/OO./...")
    end = call(own, over, random.Random(0), returns=TicTacToe, shown="random_game(a finished game, rng)")
    late = "This game is over before the first move: ask `is_terminal()` first, and return the state itself."
    demand(end == over, late, partial(board_svg, over))


@exercise("Shares: the same visits, made comparable. They sum to 1, whatever the number of iterations.")
def check_shares(own: Callable[[dict[int, int]], dict[int, float]]) -> None:
    """`shares(visits)` divides each number of visits by their sum."""
    for visits in ({0: 30, 4: 60, 8: 10}, {1: 5}, {2: 0, 3: 7, 5: 1}, {0: 1, 1: 2}):
        shown, own_visits = f"shares({visits})", dict(visits)
        answer = call(own, own_visits, returns=dict, shown=shown)
        same(set(answer), set(visits), f"the keys of {shown}", "Every move keeps its key.")
        total = sum(typed(share, float, f"{shown}[{move}]") for move, share in answer.items())
        demand(abs(total - 100) > 1e-6, f"`{shown}` sums to 100: those are percentages; shares sum to 1.")
        for move, count in visits.items():
            close(answer[move], count / sum(visits.values()), f"{shown}[{move}]", "Divide by the sum of all visits.")
        untouched(visits, own_visits, shown)
