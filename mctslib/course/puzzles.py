"""The positions that the chapters look at again and again, and their right moves; positions of one's own as puzzles."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from itertools import islice

from mctslib.game import Action, State, as_state
from mctslib.games import TicTacToe
from mctslib.oracle import TooLarge, optimal_actions, positions, value


@dataclass(frozen=True)
class Puzzle:
    """A position, the moves that are right in it, and why, in one sentence."""

    name: str
    state: State
    correct: frozenset[Action]
    story: str

    def html(self) -> str:
        """Name and story, for a page."""
        return f"<b>Position {escape(self.name)}.</b> {escape(self.story)}"

    def solved_by(self, action: Action) -> bool:
        """Whether `action` is one of the right moves."""
        return action in self.correct


A = Puzzle(
    "A",
    TicTacToe.from_text(".../O.X/.X."),
    frozenset({2, 8}),
    "X is about to make two threats at once.  Only 2 and 8 hold the draw; random games like the corner 0 best.",
)
S = Puzzle(
    "S",
    TicTacToe.from_text("O.X/.OO/..X", to_move="X"),
    frozenset({3}),
    "X must block at 3; random games like the useless 7 exactly as much.",
)
W = Puzzle(
    "W", TicTacToe.from_text("OO./.../XX."), frozenset({8}), "X wins at once with 8: the easy one."
)
EMPTY = Puzzle("empty board", TicTacToe(), frozenset(range(9)), "Every move keeps the draw.")
PUZZLES = {puzzle.name: puzzle for puzzle in (A, S, W)}
POSITIONS = {**PUZZLES, EMPTY.name: EMPTY}
MOST_POSITIONS = 50_000  # that may come up in a game of one's own: its right moves are worked out while one waits


def puzzle_of(state: State) -> Puzzle:
    """A position of any game as a puzzle, its right moves worked out by perfect play.

    Raises `TooLarge` if more than `MOST_POSITIONS` can come up, ValueError if the game is over.
    """
    if state.is_terminal():
        raise ValueError(f"The game is over, so no move is right:\n{state}")
    looked = sum(1 for _ in islice(positions(state), MOST_POSITIONS + 1))
    if looked > MOST_POSITIONS:
        many = f"Over {MOST_POSITIONS:,} positions can come up here, too many to work out which moves are right."
        raise TooLarge(f"{many} Begin later in the game, or with a smaller board.")
    best = optimal_actions(state)
    moves = ", ".join(map(str, best))
    worth = f"Perfect play brings the player to move {value(state):g}, with any of these moves: {moves}."
    return Puzzle(type(state).__name__, state, frozenset(best), worth)


def choose(
    known: Mapping[str, Puzzle], wanted: str | State, what: str = "puzzle"
) -> tuple[dict[str, Puzzle], str]:
    """The puzzles to choose from and the chosen one's name; a position of one's own game stands alone.

    Raises ValueError for a name that is not known, `TooLarge` as `puzzle_of`.
    """
    if not isinstance(wanted, str):
        own = puzzle_of(as_state(wanted))
        return {own.name: own}, own.name
    if wanted not in known:
        raise ValueError(f"{what} must be one of {', '.join(known)} or a position, not {wanted!r}.")
    return dict(known), wanted
