"""Make the data of a `Play` for a page: the start of the game, and the engine's strength.

The engine itself is `uct.js`.  This script searches 3×3 tic-tac-toe with UCB1, c = 1 and random
playouts.  A page can therefore show a `Play` only with this game and this engine.
"""

from typing import Any

from mctslib.games import TicTacToe
from mctslib.policies import most_visited
from mctslib.widgets.play.parts import people

PAGE = ("widgets/words.js", "widgets/living/uct.js", "widgets/living/play_page.js")
STYLES = ("widgets/living/play_page.css",)
PLAYERS = 2
MOST_SEEDS = 2**53  # larger whole numbers are not exact in a browser


def can_live(play: Any) -> bool:
    """Return whether a page can play this game: one person against the plain engine."""
    start = play.start
    plain_game = type(start) is TicTacToe and start.size == 3
    plain_engine = not play.options and play.final_move is most_visited
    return plain_game and plain_engine and len(_people(play)) == 1


def data(play: Any) -> dict[str, Any]:
    """Return the data of a board as a dict.

    The dict contains the first position, the moves made so far, the players, the engine's strength,
    and whether the engine's findings are shown at first.
    """
    (human,) = _people(play)
    iterations, seed = play.given["iterations"], play.given["seed"]
    if isinstance(iterations, tuple):
        iterations = iterations[PLAYERS - 1 - human]
    start = play.start
    return {
        "board": start.board,
        "player": start.current_player,
        "moves": list(play.given["moves"]),
        "human": human,
        "iterations": iterations,
        "seed": seed % MOST_SEEDS if isinstance(seed, int) else 0,
        "thoughts": play.given["thoughts"],
    }


def _people(play: Any) -> set[int]:
    """Return the numbers of the players that people control."""
    return people(play.given["human"], PLAYERS)
