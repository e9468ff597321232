"""Chapter 00 on the projector: play, look into the engine's head, and a trap."""

import random

from mctslib import TicTacToe, search, simulate, uniform
from mctslib.course.asking import checkpoint, predict
from mctslib.course.puzzles import A
from mctslib.course.teach.lesson import Slide
from mctslib.draw import film_strip, show_board
from mctslib.draw.show import board_svg
from mctslib.words import listing

FIVE_QUESTIONS = (
    "<ol><li>Whose turn is it?</li><li>What may they do?</li><li>What happens then?</li>"
    "<li>Is it over?</li>\n<li>Who gets what? A win is 1, a draw ½, a loss 0.</li></ol>"
)


def slides() -> list[Slide]:
    """Return the slides of three quarters of an hour and a little more."""
    return [*play_slides(), *random_game_slides(), *trap_slides()]


def play_slides() -> list[Slide]:
    """Return the slides on the game and on what the engine sees in it."""
    result = search(TicTacToe(), 1000, seed=1)
    shares = show_board(TicTacToe(), shares=result.distribution())
    return [
        Slide(
            "Monte Carlo tree search",
            2,
            """
A program plays a game well, and all it knows is the rules.

Today: play it, look into its head, and do by hand what it does.""",
            shares,
        ),
        Slide(
            "Two guesses first",
            4,
            "Everybody writes down both.",
            predict("00-first"),
            predict("00-random"),
        ),
        Slide(
            "A game in five questions",
            5,
            f"""
{FIVE_QUESTIONS}

It knows nothing else.""",
            show_board(TicTacToe.from_text("XO./.X./..O")),
        ),
        Slide(
            "Play it",
            12,
            """
All against the engine: chapter 00 on the projector, or in a terminal

    python -m mctslib

Can you beat it?""",
            show_board(TicTacToe().apply(4)),
        ),
        Slide(
            "What it thinks",
            6,
            f"""
{result.iterations:,} iterations on the empty board:

{indented(result.table())}

**N**: how often it looked at a move. **Q**: the mean reward there.

It plays the move with the most visits.""",
            shares,
        ),
    ]


def indented(lines: object) -> str:
    """Return lines of text as a paragraph of a slide that is shown as it is."""
    return "\n".join(f"    {line}" for line in str(lines).splitlines())


def random_game_slides() -> list[Slide]:
    """Return the slides on one random game and on a thousand of them."""
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
            "What it thinks with",
            4,
            "Random games: both sides play any legal move, to the end.",
            film_strip([board_svg(state, width=200) for state in states], captions),
        ),
        Slide(
            "A thousand of them",
            3,
            f"""
From the empty board: X wins {wins}, O wins {losses}, {draws} draws.

One random game tells us nothing. A thousand of them reveal that it is good to begin.

Whose guess was closest?""",
        ),
    ]


def trap_slides() -> list[Slide]:
    """Return the slides on a position that the engine needs time for."""
    weak = [search(A.state, 100, seed=seed).action for seed in range(10)]
    strong = [search(A.state, 1000, seed=seed).action for seed in range(10)]
    return [
        Slide("A trap", 3, "O to move. Where would you play?", show_board(A.state)),
        Slide(
            "It falls into it, too",
            4,
            f"""
Ten engines with different luck, 100 iterations each, play

{indented(weak)}

With 1,000 iterations each:

{indented(strong)}

Only {listing(sorted(A.correct))} hold the draw. Nobody told them.""",
            show_board(A.state, shares=search(A.state, 1000, seed=0).distribution()),
        ),
        Slide(
            "Before we go on",
            4,
            "Hands up for A, B, C …",
            checkpoint("00-played"),
            checkpoint("00-threat"),
        ),
    ]
