"""Slides of chapter 00: play, the engine's numbers, and a difficult position."""

import random

from mctslib import TicTacToe, search, simulate, uniform
from mctslib.course.asking import checkpoint, predict
from mctslib.course.puzzles import A
from mctslib.course.teach.lesson import Slide
from mctslib.draw import film_strip, show_board
from mctslib.draw.show import board_svg
from mctslib.words import listing, number

FIVE_QUESTIONS = (
    "<ol><li>Whose turn is it?</li><li>Which moves are legal?</li>"
    "<li>What is the position after a move?</li><li>Is the game over?</li>\n"
    "<li>What does each player get? A win is 1, a draw ½, a loss 0.</li></ol>"
)


def slides() -> list[Slide]:
    """Return the slides of chapter 00, which take a little over three quarters of an hour."""
    return [*play_slides(), *random_game_slides(), *trap_slides()]


def play_slides() -> list[Slide]:
    """Return the slides about the game and about the engine's numbers."""
    result = search(TicTacToe(), 1000, seed=1)
    shares = show_board(TicTacToe(), shares=result.distribution())
    return [
        Slide(
            "Monte Carlo tree search",
            2,
            """
A program plays a game well, although it is given only the rules.

Today you play against the program, read its numbers, and repeat its steps by hand.""",
            shares,
        ),
        Slide(
            "A guess first",
            4,
            "Write down your guess.",
            predict("00-random"),
        ),
        Slide(
            "A game in five questions",
            5,
            f"""
{FIVE_QUESTIONS}

The program is told nothing else about the game.""",
            show_board(TicTacToe.from_text("XO./.X./..O")),
        ),
        Slide(
            "Play it",
            12,
            """
The class plays against the engine, either in chapter 00 on the projector or in a terminal with

    python -m mctslib

Can you beat the engine?""",
            show_board(TicTacToe().apply(4)),
        ),
        Slide(
            "The engine's numbers",
            6,
            f"""
{result.iterations:,} iterations on the empty board:

{indented(result.table())}

**N** is the number of times that the search tried a move.
**Q** is the mean reward after this move.

The engine plays the move with the most visits.""",
            shares,
        ),
    ]


def indented(lines: object) -> str:
    """Return the lines of a text indented, so that a slide shows them unchanged."""
    return "\n".join(f"    {line}" for line in str(lines).splitlines())


def random_game_slides() -> list[Slide]:
    """Return the slides about one random game and about a thousand random games."""
    rng = random.Random(3)
    states = [TicTacToe()]
    while not states[-1].is_terminal():
        action = rng.choice(states[-1].legal_actions())
        states.append(states[-1].apply(action))
    captions = [f"after {moves} moves" for moves in range(len(states))]
    rng = random.Random(1)
    rewards = [simulate(TicTacToe(), rng, uniform).rewards[0] for _ in range(1000)]
    wins = rewards.count(1)
    draws = rewards.count(0.5)
    losses = rewards.count(0)
    return [
        Slide(
            "Random games",
            4,
            "In a random game both sides choose legal moves at random until the game is over.",
            film_strip([board_svg(state, width=200) for state in states], captions),
        ),
        Slide(
            "A thousand random games",
            3,
            f"""
From the empty board X wins {number(wins)} games, O wins {number(losses)},
and {number(draws)} games are draws.

One random game tells us nothing.
A thousand random games show that moving first is an advantage.

Whose guess was closest?""",
        ),
    ]


def trap_slides() -> list[Slide]:
    """Return the slides about a position in which short searches often choose wrong moves."""
    weak = [search(A.state, 100, seed=seed).action for seed in range(10)]
    strong = [search(A.state, 1000, seed=seed).action for seed in range(10)]
    return [
        Slide(
            "A difficult position", 3, "It is O's turn. Where would you play?", show_board(A.state)
        ),
        Slide(
            "Ten short searches, and ten longer ones",
            4,
            f"""
Ten searches with different seeds and 100 iterations each choose

{indented(weak)}

With 1,000 iterations each they choose

{indented(strong)}

Only {listing(sorted(A.correct))} lead to a draw.
The searches contain no rule about such positions.""",
            show_board(A.state, shares=search(A.state, 1000, seed=0).distribution()),
        ),
        Slide(
            "Before we go on",
            4,
            "Raise your hand for A, B or C.",
            checkpoint("00-played"),
            checkpoint("00-threat"),
        ),
    ]
