"""Chapter 00 on the projector: play, look into the engine's head, and a trap."""

import random

from mctslib import TicTacToe, search, simulate, uniform
from mctslib.course.asking import checkpoint, predict
from mctslib.course.puzzles import A
from mctslib.course.teach.lesson import Slide
from mctslib.draw import film_strip, show_board
from mctslib.draw.show import board_svg
from mctslib.words import listing


def slides() -> list[Slide]:
    """Three quarters of an hour and a little more."""
    return [*_play(), *_random_games(), *_trap()]


def _play() -> list[Slide]:
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
            """
<ol><li>Whose turn is it?</li><li>What may they do?</li><li>What happens then?</li><li>Is it over?</li>
<li>Who gets what? A win is 1, a draw ½, a loss 0.</li></ol>

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

{_indented(result.table())}

**N**: how often it looked at a move. **Q**: the mean reward there. It plays the move with the most visits.""",
            shares,
        ),
    ]


def _indented(lines: object) -> str:
    return "\n".join(f"    {line}" for line in str(lines).splitlines())


def _random_games() -> list[Slide]:
    rng, states = random.Random(3), [TicTacToe()]
    while not states[-1].is_terminal():
        states.append(states[-1].apply(rng.choice(states[-1].legal_actions())))
    captions = [f"after {moves} moves" for moves in range(len(states))]
    rng = random.Random(1)
    rewards = [simulate(TicTacToe(), rng, uniform).rewards[0] for _ in range(1000)]
    wins, draws, losses = (rewards.count(reward) for reward in (1, 0.5, 0))
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

One random game is stupid. A thousand of them know that it is good to begin.

Whose guess was closest?""",
        ),
    ]


def _trap() -> list[Slide]:
    weak, strong = (
        [search(A.state, n, seed=seed).action for seed in range(10)] for n in (100, 1000)
    )
    return [
        Slide("A trap", 3, "O to move. Where would you play?", show_board(A.state)),
        Slide(
            "It falls into it, too",
            4,
            f"""
Ten engines with different luck, 100 iterations each, play

{_indented(weak)}

With 1,000 iterations each:

{_indented(strong)}

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
