"""Pictures for chapter 01: a game as a film strip, and positions in which random games mislead."""

from collections.abc import Mapping, Sequence

import numpy as np

from mctslib.draw import Picture, board_svg, film_strip, gallery
from mctslib.games import TicTacToe
from mctslib.oracle import flat_values, optimal_actions


def film_of(start: TicTacToe, captions: Mapping[int, str]) -> Picture:
    """Draw the positions of a game as a film strip, one picture for each move.

    start     the position before the first move, which is not drawn
    captions  dict from each move to the caption of its picture, in the order of the game
    """
    state, boards = start, []
    for move in captions:
        state = state.apply(move)
        boards.append(board_svg(state, last=move))
    return film_strip(boards, list(captions.values()), height=110, columns=2)


def show_fooled(states: Sequence[TicTacToe]) -> Picture:
    """Draw positions with the right moves in dashed frames.

    The caption of each position names the moves that have the best exact value under random play.
    """
    boards = [board_svg(state, highlight=optimal_actions(state)) for state in states]
    captions = []
    for state in states:
        means = flat_values(state)
        best = [str(move) for move in means if means[move] == max(means.values())]
        mover = "XO"[state.current_player]
        captions.append(f"{mover} is to move; random games prefer {', '.join(best)}")
    return gallery(boards, captions, height=110, columns=3)


NUMBERS = np.arange(9).reshape(3, 3)
VIEWS = [np.rot90(way, turns).ravel() for way in (NUMBERS, NUMBERS.T) for turns in range(4)]


def shape(state: TicTacToe) -> str:
    """Return a string that is the same for all eight rotations and reflections of a board."""
    cells = state.cells()
    return min("".join(cells[number] for number in view) for view in VIEWS)
