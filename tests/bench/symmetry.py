"""The eight symmetries of the square board: its reflections and rotations."""

from collections import defaultdict

from mctslib import TicTacToe

TURN = tuple(3 * column + 2 - row for row in range(3) for column in range(3))
MIRROR = tuple(3 * row + 2 - column for row in range(3) for column in range(3))


def _after(first, second):
    return tuple(first[cell] for cell in second)


TURNS = [tuple(range(9))]
for _ in range(3):
    TURNS.append(_after(TURNS[-1], TURN))
SYMMETRIES = [*TURNS, *(_after(turn, MIRROR) for turn in TURNS)]


def image(state: TicTacToe, symmetry) -> TicTacToe:
    """Return the position whose cell k has the content of cell symmetry[k]."""
    cells = "".join(state.cells()[cell] for cell in symmetry)
    return TicTacToe.from_text("/".join(cells[k : k + 3] for k in (0, 3, 6)))


def classes(states) -> list[list[TicTacToe]]:
    """Return the states in groups; the states of a group are images of each other."""
    groups = defaultdict(list)
    for state in states:
        groups[min(image(state, symmetry) for symmetry in SYMMETRIES)].append(state)
    return list(groups.values())
