"""Draw the boards of chapter 14: several boards side by side, with the values of the moves."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mctslib.course.ch14.maps import means
from mctslib.draw.show import Picture, board_svg, gallery
from mctslib.game import Action, State
from mctslib.games import Hex
from mctslib.policies import UCB1
from mctslib.trace import record
from mctslib.words import worth

Values = Mapping[Action, Fraction | float]
WIDTH = 310  # the width of a board, in pixels


def value_boards(state: State, boards: Mapping[str, Values]) -> Picture:
    """Draw the board of `state` several times, each time with different values in its cells.

    boards  a dictionary from the caption of each board to the board's values, which are a
            dictionary from each action to a number from 0 to 1
    """
    pictures = []
    for caption, values in boards.items():
        numbers = {action: float(value) for action, value in values.items()}
        label = in_words(caption, numbers)
        pictures.append(board_svg(state, values=numbers, width=WIDTH, label=label))
    picture = gallery(pictures, list(boards))
    words = [in_words(caption, values) for caption, values in boards.items()]
    return Picture(picture.svg, " ".join(words))


def in_words(caption: str, values: Values) -> str:
    """Describe a board of values for screen readers, by its highest values and its lowest value."""
    ordered = sorted(values, key=lambda action: (-values[action], str(action)))
    ends = [f"{action} {worth(float(values[action]))}" for action in (*ordered[:3], ordered[-1])]
    return f"{caption}: highest {', '.join(ends[:3])}; lowest {ends[-1]}."


def first_moves(playouts: int, size: int = 7) -> dict[str, Any]:
    """Search the empty board of Hex by UCT with c = 0.3; return the values of the first moves.

    In the result, "Q" and "AMAF" are dictionaries from the cell to the value, and "records" are the
    records of the search.
    """
    records = record(Hex(size), playouts, seed=1, tree_policy=UCB1(0.3)).iterations
    own, shared = means(Hex(size), records, [playouts])[playouts]
    return {"Q": own, "AMAF": shared, "records": records}
