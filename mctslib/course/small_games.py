"""The games that chapter 11 asks the reader to write, as we would write them; small, and each unlike the others."""

from typing import Any, NamedTuple

from mctslib.game import illegal, not_over


class _Bar(NamedTuple):
    left: frozenset[int] = frozenset(range(12))
    current_player: int = 0


class Chomp(_Bar):
    """A bar of 3 × 4 squares; a bite takes a square and all that is below or right of it; square 0 is poison."""

    num_players = 2

    def legal_actions(self) -> list[int]:
        return sorted(self.left)

    def apply(self, action: int) -> "Chomp":
        if action not in self.left:
            raise illegal(self, action)
        row, column = divmod(action, 4)
        kept = frozenset(k for k in self.left if k // 4 < row or k % 4 < column)
        return Chomp(kept, 1 - self.current_player)

    def is_terminal(self) -> bool:
        return not self.left

    def rewards(self) -> tuple[float, float]:
        if self.left:
            raise not_over(self)
        return (1.0, 0.0) if self.current_player == 0 else (0.0, 1.0)

    def __str__(self) -> str:
        return _rows(("#" if k in self.left else "." for k in range(12)), 4)


STAIRS = ((2,), (6, 3), (1, 2, 7), (4, 1, 3, 9), (5, 8, 1, 2, 6))
"""The numbers of the staircase, from the top; from place k one goes on to place k or k + 1 of the next row."""

MOST = 30  # no way down collects more


class _Walk(NamedTuple):
    row: int = 0
    place: int = 0
    total: int = STAIRS[0][0]


class Stairs(_Walk):
    """One player walks down; the reward is what the steps bring, divided by `MOST`."""

    num_players = 1
    current_player = 0

    def legal_actions(self) -> list[int]:
        return [] if self.is_terminal() else [0, 1]

    def apply(self, action: int) -> "Stairs":
        if action not in self.legal_actions():
            raise illegal(self, action)
        row, place = self.row + 1, self.place + action
        return Stairs(row, place, self.total + STAIRS[row][place])

    def is_terminal(self) -> bool:
        return self.row == len(STAIRS) - 1

    def rewards(self) -> tuple[float]:
        if not self.is_terminal():
            raise not_over(self)
        return (self.total / MOST,)


LINES_OF_THREE = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)


class _Marks(NamedTuple):
    marks: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())


class TwoStones(_Marks):
    """Tic-tac-toe with two marks a turn, but for the first turn, which has one (as in Connect6, Wu 2005)."""

    num_players = 2

    @property
    def current_player(self) -> int:
        return (len(self.marks[0]) + len(self.marks[1]) + 1) // 2 % 2

    def winner(self) -> int | None:
        return next(
            (k for k in (0, 1) if any(self.marks[k] >= set(line) for line in LINES_OF_THREE)), None
        )

    def legal_actions(self) -> list[int]:
        if self.winner() is not None:
            return []
        return [cell for cell in range(9) if not any(cell in marks for marks in self.marks)]

    def apply(self, action: int) -> "TwoStones":
        if action not in self.legal_actions():
            raise illegal(self, action)
        own = self.marks[self.current_player] | {action}
        return TwoStones((own, self.marks[1]) if self.current_player == 0 else (self.marks[0], own))

    def is_terminal(self) -> bool:
        return not self.legal_actions()

    def rewards(self) -> tuple[float, float]:
        if not self.is_terminal():
            raise not_over(self)
        winner = self.winner()
        return (0.5, 0.5) if winner is None else (1.0, 0.0) if winner == 0 else (0.0, 1.0)

    def __str__(self) -> str:
        return _rows(
            ("X" if k in self.marks[0] else "O" if k in self.marks[1] else "." for k in range(9)), 3
        )


def _rows(cells: Any, width: int) -> str:
    return "\n".join(map(" ".join, zip(*[iter(cells)] * width)))
