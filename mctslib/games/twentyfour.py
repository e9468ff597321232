"""The puzzle 24: make 24 from a hand of numbers with +, −, × and ÷, using each number once.

The game has one player and no opponent.  An action is one *step*: it combines two of the remaining
numbers, and the result replaces both of them.  Every result is a whole number above 0.  So the
smaller number is subtracted from the larger, and a division must leave no remainder.  A hand of n
numbers is over after n − 1 steps.  An action is written as a string without spaces, such as "7*7"
or "49-1".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from mctslib.game import illegal, not_over
from mctslib.games.drawn import Drawn
from mctslib.given import check_between, whole
from mctslib.words import listing

SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷"}
"""The sign in an action → the sign as people write it."""

MOST_NUMBERS = 6
LARGEST = 999

Numbers = tuple[int, ...]


class Step(NamedTuple):
    """One step: two numbers, a sign, the result, and all numbers that are left afterwards."""

    first: int
    sign: str  # "+", "-", "*" or "/"
    second: int
    result: int
    left: Numbers  # sorted

    @property
    def action(self) -> str:
        """The action of this step, such as "7*7"."""
        return f"{self.first}{self.sign}{self.second}"

    @property
    def words(self) -> str:
        """The step as people write it, such as "7 × 7 = 49"."""
        return f"{self.first} {SIGNS[self.sign]} {self.second} = {self.result}"


def sums(larger: int, smaller: int) -> Iterator[tuple[str, int]]:
    """Yield the sign and the result of each step that two numbers allow."""
    yield "+", larger + smaller
    yield "*", larger * smaller
    if larger > smaller:
        yield "-", larger - smaller
    if larger % smaller == 0:
        yield "/", larger // smaller


@lru_cache(maxsize=200_000)
def steps(numbers: Numbers) -> dict[str, Step]:
    """Return all steps from these numbers as a dictionary: action → step, sorted by action.

    numbers  the numbers that are left, sorted
    """
    found = {}
    for low in range(len(numbers)):
        for high in range(low + 1, len(numbers)):
            smaller = numbers[low]
            larger = numbers[high]
            others = numbers[:low] + numbers[low + 1 : high] + numbers[high + 1 :]
            for sign, result in sums(larger, smaller):
                left = tuple(sorted((*others, result)))
                step = Step(larger, sign, smaller, result, left)
                found[step.action] = step
    return dict(sorted(found.items()))


class TwentyFourFields(NamedTuple):
    """The data of one position."""

    numbers: Numbers  # the numbers that are left, sorted
    target: int


class TwentyFour(Drawn, TwentyFourFields):
    """One position of the puzzle.  In `TwentyFour(1, 2, 7, 7)` the target is 24.

    numbers  the hand: 2 to 6 whole numbers from 1 to 999; by default 1, 2, 7, 7
    target   the number to make from the hand, from 1 to 999

    The reward is 1 if the last number is the target, and 0 otherwise.  A hand without a solution
    can be played as well; `solvable` returns whether there is a solution.  Raises ValueError for
    numbers out of range, and TypeError for numbers that are not whole.
    """

    __slots__ = ()
    num_players = 1
    current_player = 0

    def __new__(cls, *numbers: int, target: int = 24) -> TwentyFour:
        if not numbers:
            numbers = (1, 2, 7, 7)
        hand = tuple(sorted(whole(number, "A number of the hand") for number in numbers))
        target = whole(target, "The target")
        if not 2 <= len(hand) <= MOST_NUMBERS:
            raise ValueError(f"A hand must have 2 to {MOST_NUMBERS} numbers, not {len(hand)}.")
        if min(hand) < 1 or max(hand) > LARGEST:
            raise ValueError(
                f"The numbers of a hand must be from 1 to {LARGEST}, not {listing(hand)}."
            )
        check_between("The target", target, 1, LARGEST)
        return cls._make((hand, target))

    def legal_actions(self) -> Sequence[str]:
        """Return all steps, sorted; the list is empty when a single number is left."""
        return list(steps(self.numbers))

    def apply(self, action: str) -> TwentyFour:
        """Return the position after a step.  Raises `IllegalAction` if the step is not legal."""
        step = steps(self.numbers).get(action)
        if step is None:
            raise illegal(self, action)
        return type(self)._make((step.left, self.target))

    def is_terminal(self) -> bool:
        """Return whether a single number is left."""
        return len(self.numbers) == 1

    def rewards(self) -> tuple[float]:
        """Return (1,) if the last number is the target, else (0,).

        Raises ValueError while more than one number is left.
        """
        if not self.is_terminal():
            raise not_over(self)
        return (1.0,) if self.numbers[0] == self.target else (0.0,)

    def action_name(self, action: str) -> str:
        """Return a step with its result, such as "7 × 7 = 49"."""
        return steps(self.numbers)[action].words

    def _repr_svg_(self) -> str:
        from mctslib.draw.hand import hand_svg

        return hand_svg(self)

    def __reduce__(self) -> tuple:
        """Return the data from which `copy` and `pickle` rebuild a position."""
        return type(self)._make, (tuple(self),)

    def __str__(self) -> str:
        hand = "  ".join(map(str, self.numbers))
        return f"make {self.target} out of  {hand}"

    __repr__ = __str__


# --------------------------------------------------------------------------------- exact answers


@lru_cache(maxsize=None)
def can_make(numbers: Numbers, target: int) -> bool:
    """Return whether some sequence of steps makes the target from the sorted numbers."""
    if len(numbers) == 1:
        return numbers[0] == target
    return any(can_make(step.left, target) for step in steps(numbers).values())


def solvable(state: TwentyFour) -> bool:
    """Return whether the target can still be made."""
    return can_make(state.numbers, state.target)


def solutions(state: TwentyFour) -> list[tuple[str, ...]]:
    """Return every sequence of actions that makes the target; the list may be empty."""
    if not solvable(state):
        return []
    if state.is_terminal():
        return [()]
    found = []
    for action in state.legal_actions():
        for rest in solutions(state.apply(action)):
            found.append((action, *rest))
    return found


def solution(state: TwentyFour) -> tuple[str, ...]:
    """Return one sequence of actions that makes the target.

    Raises ValueError if no sequence makes the target.
    """
    if not solvable(state):
        hand = ", ".join(map(str, state.numbers))
        raise ValueError(
            f"No line of steps makes {state.target} from {hand}"
            " (all of them were tried): take another hand or another target."
        )
    return solutions(state)[0]


@lru_cache(maxsize=None)
def chance_to_make(numbers: Numbers, target: int) -> float:
    """Return the exact probability that uniformly random steps make the target."""
    if len(numbers) == 1:
        return float(numbers[0] == target)
    possible = steps(numbers).values()
    return sum(chance_to_make(step.left, target) for step in possible) / len(possible)


@lru_cache(maxsize=None)
def count_lines(numbers: Numbers) -> int:
    """Return the number of sequences of steps from the sorted numbers to a single number."""
    if len(numbers) == 1:
        return 1
    return sum(count_lines(step.left) for step in steps(numbers).values())


MENU = {"twentyfour": (TwentyFour(), "alone: make 24 from four numbers; --size 1,2,7,7 (the hand)")}
