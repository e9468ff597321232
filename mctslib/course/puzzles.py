"""Provide the positions that many chapters use, with their right moves, and make new puzzles."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from itertools import islice

from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.games.names import action_name
from mctslib.given import as_state
from mctslib.oracle import TooLarge, optimal_actions, positions, value
from mctslib.words import number


@dataclass(frozen=True)
class Puzzle:
    """A position with its right moves and a sentence that explains why these moves are right."""

    name: str
    state: State
    correct: frozenset[Action]
    story: str

    def html(self) -> str:
        """Return the name and the story as HTML."""
        return f"<b>Position {escape(self.name)}.</b> {escape(self.story)}"

    def solved_by(self, action: Action) -> bool:
        """Return whether `action` is one of the right moves."""
        return action in self.correct

    def mark(self, action: Action) -> str:
        """Return the words that say whether a move is right."""
        return "✓ right" if self.solved_by(action) else "✗ wrong"

    def judged(self, action: Action) -> str:
        """Return the name of a move and whether it is right: "cell 0, which is ✗ wrong"."""
        return f"{action_name(self.state, action)}, which is {self.mark(action)}"

    def free_cells(self) -> list[Action]:
        """Return the cells whose numbers help a reader of the words about the position.

        These are the free cells in tic-tac-toe; in other games an action may not be a cell.
        """
        return list(self.state.legal_actions()) if isinstance(self.state, TicTacToe) else []


A = Puzzle(
    "A",
    TicTacToe.from_text(".../O.X/.X."),
    frozenset({2, 8}),
    "X can soon make two threats at the same time.  Only 2 and 8 lead to a draw, but random games "
    "prefer the corner 0.",
)
S = Puzzle(
    "S",
    TicTacToe.from_text("O.X/.OO/..X", to_move="X"),
    frozenset({3}),
    "X must block at 3, but random games give the useless 7 exactly the same average.",
)
W = Puzzle(
    "W",
    TicTacToe.from_text("OO./.../XX."),
    frozenset({8}),
    "X wins with the move 8.",
)
EMPTY = Puzzle(
    "empty board",
    TicTacToe(),
    frozenset(range(9)),
    "All moves lead to a draw under perfect play.",
)
PUZZLES = {puzzle.name: puzzle for puzzle in (A, S, W)}
POSITIONS = {**PUZZLES, EMPTY.name: EMPTY}
MOST_POSITIONS = 50_000  # the right moves of a game with more positions are not computed


def puzzle_of(state: State) -> Puzzle:
    """Make a puzzle from a position of any game.

    The right moves of the puzzle are the moves of perfect play.  Raises `TooLarge` if more than
    `MOST_POSITIONS` positions can be reached, and ValueError if the game is over.
    """
    if state.is_terminal():
        raise ValueError(f"The game is over, so no move is right:\n{state}")
    found = sum(1 for _ in islice(positions(state), MOST_POSITIONS + 1))
    if found > MOST_POSITIONS:
        many = f"More than {MOST_POSITIONS:,} positions can arise here"
        raise TooLarge(
            f"{many}, which are too many to compute the right moves. Begin later in the game, or "
            "with a smaller board."
        )
    best = optimal_actions(state)
    moves = ", ".join(map(str, best))
    worth = f"Under perfect play the player to move gets {number(value(state))}"
    story = f"{worth}, with any of these moves: {moves}."
    return Puzzle(type(state).__name__, state, frozenset(best), story)


def choose(
    known: Mapping[str, Puzzle], wanted: str | State, what: str = "puzzle"
) -> tuple[dict[str, Puzzle], str]:
    """Return the puzzles to choose from, and the name of the puzzle to show first.

    known   dict from the name of each puzzle to the puzzle
    wanted  a name in `known`, or a position of any game, which then becomes the only puzzle
    what    the noun with which an error message begins, such as "puzzle" or "position"

    Raises ValueError if the name is unknown, and the same errors as `puzzle_of` for a position.
    """
    if not isinstance(wanted, str):
        puzzle = puzzle_of(as_state(wanted))
        return {puzzle.name: puzzle}, puzzle.name
    if wanted not in known:
        names = ", ".join(known)
        raise ValueError(f"{what} must be one of {names} or a position, not {wanted!r}.")
    return dict(known), wanted
