"""Checkers of chapter 11: games of the reader's own, held against the contract and against their rules.

First `check_game`, the coach of the chapter, looks for what no game may do.  Then the reader's game and ours
are walked side by side through *every* position that can be reached: the first one in which they disagree is
drawn.  The games are small enough for that, so no wrong rule is accepted.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mctslib.checks import check_game
from mctslib.exercises.common import Endless, Pending, Wrong, demand, exercise, patience, short
from mctslib.game import Action, State, illegal, not_over

LINES = 20_000_000  # lines of the reader's code that one check may run: a few seconds


# ---------------------------------------------------------------------------- the games as we would write them


class _Bar(NamedTuple):
    left: frozenset[int] = frozenset(range(12))
    current_player: int = 0


class Chomp(_Bar):
    """A bar of 3 × 4 squares; a bite takes a square and all that is below or right of it; square 0 is poison."""

    num_players = 2

    def legal_actions(self) -> list[int]:
        return sorted(self.left)

    def apply(self, action: int) -> Chomp:
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

    def apply(self, action: int) -> Stairs:
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


LINES_OF_THREE = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class _Marks(NamedTuple):
    marks: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())


class TwoStones(_Marks):
    """Tic-tac-toe with two marks a turn, but for the first turn, which has one (as in Connect6, Wu 2005)."""

    num_players = 2

    @property
    def current_player(self) -> int:
        return (len(self.marks[0]) + len(self.marks[1]) + 1) // 2 % 2

    def winner(self) -> int | None:
        return next((k for k in (0, 1) if any(self.marks[k] >= set(line) for line in LINES_OF_THREE)), None)

    def legal_actions(self) -> list[int]:
        if self.winner() is not None:
            return []
        return [cell for cell in range(9) if not any(cell in marks for marks in self.marks)]

    def apply(self, action: int) -> TwoStones:
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
        return _rows(("X" if k in self.marks[0] else "O" if k in self.marks[1] else "." for k in range(9)), 3)


def _rows(cells: Any, width: int) -> str:
    return "\n".join(map(" ".join, zip(*[iter(cells)] * width)))


# ---------------------------------------------------------------------------- the checkers


@exercise("Right: all positions of Chomp agree. Now play it: `Play(Chomp())`.")
def check_chomp(own: Callable[[], State]) -> None:
    """`own` is a class: `own()` is the whole bar."""
    _checked(own, Chomp(), {
        "actions": "A bite may be taken at any square that is left, the poisoned one too. "
                   "Did a bite take too much or too little?",
        "over": "The game is over when no square is left.",
        "rewards": "Who ate the last square, the poisoned one, has lost; `current_player` is then the *other* one, "
                   "as the players take turns.",
        "player": "The players take turns.",
    })


@exercise("Right: all ways down agree, and the search needed not one line changed for a single player.")
def check_stairs(own: Callable[[], State]) -> None:
    """`own` is a class: `own()` stands on the top step."""
    _checked(own, Stairs(), {
        "actions": "On every step but the last row the actions are 0 (down) and 1 (down and one to the right).",
        "over": "The walk is over on the last row, the fifth.",
        "rewards": "One number, in a tuple: the sum of all five steps, the top one too, divided by 30.",
        "player": "There is one player, number 0, who is always to move.",
    })


@exercise("Right: all positions agree. Two moves in a row, and nothing in the search had to change.")
def check_two_stones(own: Callable[[], State]) -> None:
    """`own` is a class: `own()` is the empty board."""
    _checked(own, TwoStones(), {
        "actions": "Any empty cell may be marked, and none once there is a line.",
        "over": "The game is over with three in a row or a full board.",
        "rewards": "1 for the player with the line, 0 for the other; ½ each if there is none.",
        "player": "Count the marks on the board: X has the 1st, O the 2nd and 3rd, X the 4th and 5th, and so on.",
    })


def _checked(own: Callable[[], State], ours: State, rules: dict[str, str]) -> None:
    """Pending for a stub; Wrong for a broken contract or a rule that differs; silent if all is right."""
    if own is None or own is ...:
        raise Pending("Nothing here yet: write the class, then run both cells.")
    demand(callable(own), "The checker needs your class itself, without brackets.")
    try:
        with patience(LINES):
            start = own()
            _keeps_the_contract(start)
            _same_game(start, ours, rules)
    except Endless as error:
        raise Wrong(f"Your game does not come to an end: {error}") from None
    except NotImplementedError as error:
        raise Pending("Nothing here yet: write the methods that still say `your turn`.") from error


def _keeps_the_contract(start: State) -> None:
    for name in ("legal_actions", "apply", "is_terminal", "rewards", "num_players", "current_player"):
        demand(hasattr(start, name), f"Your class has no `{name}`. `Domineering` above has all six members.")
    start.legal_actions(), start.is_terminal()  # a stub says so here
    report = check_game(start, games=30, max_moves=200)
    if report.broken:
        if "NotImplementedError" in str(report):
            raise NotImplementedError
        rule, seen = next(iter(report.broken.items()))
        raise Wrong(f"{rule} In your game, {seen}")


def _same_game(mine: State, ours: State, rules: dict[str, str]) -> None:
    """Walk both games through every position; `Wrong` at the first that answers differently."""
    seen = {ours}
    waiting: list[tuple[State, State, tuple[Action, ...]]] = [(mine, ours, ())]
    while waiting:
        own, right, path = waiting.pop(0)
        _same_answers(own, right, path, rules)
        for action in right.legal_actions():
            after = right.apply(action)
            if after not in seen:
                seen.add(after)
                waiting.append((own.apply(action), after, (*path, action)))


def _same_answers(own: State, right: State, path: tuple[Action, ...], rules: dict[str, str]) -> None:
    answers: dict[str, Callable[[State], Any]] = {
        "over": lambda state: bool(state.is_terminal()),
        "actions": lambda state: list(state.legal_actions()),
        "player": lambda state: None if right.is_terminal() else state.current_player,
        "rewards": lambda state: tuple(state.rewards()) if right.is_terminal() else None,
    }
    calls = {"over": "is_terminal()", "actions": "legal_actions()", "player": "current_player", "rewards": "rewards()"}
    for what, answer in answers.items():
        said, wanted = answer(own), answer(right)
        if not _equal(said, wanted):
            after = f"After the actions {list(path)}" if path else "At the start"
            told = f"{after}, `{calls[what]}` is {short(said)}; it should be {short(wanted)}. {rules[what]}"
            raise Wrong(told, lambda: _drawn(own))


def _equal(said: Any, wanted: Any) -> bool:
    """Equal; sums that were added up in another order too."""
    if isinstance(wanted, tuple) and isinstance(said, tuple):
        return len(said) == len(wanted) and all(abs(a - b) < 1e-9 for a, b in zip(said, wanted))
    return bool(said == wanted)


def _drawn(state: State) -> str:
    from mctslib.draw import board_svg

    return board_svg(state)
