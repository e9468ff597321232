"""Compute the data of `Race`, which compares tree search, pure random playouts and minimax.

The first two methods make playouts, and their estimates are recorded at certain numbers of
playouts, which are called marks.  Minimax does not take part in the race.  Minimax looks once at
each position that can be reached, and computes exact values.  This file contains no widget.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from time import monotonic

from mctslib.arena.players import Estimates, flat_search
from mctslib.course.chosen import MOST_ROWS
from mctslib.course.puzzles import Puzzle
from mctslib.door.limits import Limit
from mctslib.fast.choice import flat, grow
from mctslib.game import Action, State
from mctslib.oracle import flat_values, optimal_actions, positions, value
from mctslib.policies import UCB1, most_visited
from mctslib.tree import Node
from mctslib.widgets.panel import SLICE
from mctslib.words import count, number

MARKS = (50, 100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600)
CHUNK = 100  # the number of iterations between two checks of the time
MOST_TICKS = 3  # a chart marks the right moves only if at most this many moves are right
NAMES = {"tree": "MCTS", "flat": "random playouts"}


class Racers:
    """Two methods that search the same position, and their estimates at the marks reached so far.

    puzzle   the position
    c        the exploration constant of the tree, 0 or more
    seed     the seed of the random numbers of both methods

    done     the number of playouts made so far by each method
    history  dict from the method, "tree" or "flat", to its estimates: a dict from each action to a
             list of pairs (playouts, value for the player to move), one pair for each mark since
             the action was first tried
    choices  dict from the method, "tree" or "flat", to the list of the moves that the method would
             choose, one move for each mark so far
    """

    def __init__(self, puzzle: Puzzle, c: float, seed: int) -> None:
        self.puzzle = puzzle
        self.policy = UCB1(c)
        self.seed = seed
        self.root = Node(puzzle.state)
        self.estimates: Estimates | None = None
        self.done = 0
        self.tree_rng = random.Random(seed)
        self.flat_rng = random.Random(seed)
        self.known: dict[str, dict[Action, float]] = {}  # the results of `exact`
        self.history: dict[str, dict[Action, list[tuple[float, float]]]] = {}
        self.choices: dict[str, list[Action]] = {}
        for method in NAMES:
            self.history[method] = {action: [] for action in puzzle.state.legal_actions()}
            self.choices[method] = []

    def advance(self, playouts: int) -> None:
        """Make more playouts with each method, and record the estimates if a mark is reached.

        playouts  the number of additional playouts, 1 or more
        """
        limit = Limit(iterations=playouts)
        result = grow(self.root, limit, seed=self.tree_rng, tree_policy=self.policy)
        self.root = result.root
        state = self.puzzle.state
        self.estimates = flat(flat_search, state, playouts, self.flat_rng, start=self.estimates)
        self.done += playouts
        if self.done in MARKS:
            self._note(self.estimates)

    def _note(self, estimates: Estimates) -> None:
        for action, (visits, mean) in estimates.items():
            if visits:
                self.history["flat"][action].append((self.done, mean))
        for action, child in self.root.children.items():
            self.history["tree"][action].append((self.done, child.value))
        for method in NAMES:
            self.choices[method].append(self.choice(method))

    def slices(self, last: int) -> Iterator[float]:
        """Make playouts until each method has made `last` playouts.

        last  one of `MARKS`

        Yields the fraction of the playouts done, at each mark and after each slice of time.
        """
        until = monotonic() + SLICE
        while self.done < last:
            mark = next(mark for mark in MARKS if mark > self.done)
            self.advance(min(CHUNK, mark - self.done))
            if self.done == mark or monotonic() > until:
                yield self.done / last
                until = monotonic() + SLICE

    def choice(self, method: str) -> Action | None:
        """Return the move that a method would play now, or None before the first playout.

        method  "tree" for the most visited move, "flat" for the move with the best mean
        """
        if self.estimates is None:
            return None
        if method == "tree":
            return most_visited(self.root)
        means = {action: mean for action, (visits, mean) in self.estimates.items() if visits}
        return max(means, key=means.__getitem__)

    def exact(self, method: str) -> dict[Action, float]:
        """Return a dict from each action to the value to which a method's estimates converge.

        method  "tree" for the values under perfect play, "flat" for the values under random play
        """
        if method in self.known:
            return self.known[method]
        state = self.puzzle.state
        values = {}
        if method == "flat":
            for action, mean in flat_values(state).items():
                values[action] = float(mean)
        else:
            for action in state.legal_actions():
                values[action] = value(state.apply(action), state.current_player)
        self.known[method] = values
        return values

    @property
    def marks(self) -> int:
        """The number of marks that the race has reached."""
        return len(self.choices["tree"])

    def verdict(self, upto: int) -> str:
        """Return a sentence that says which move each method would play at a mark.

        upto  the index of the mark
        """
        said = []
        for method, name in NAMES.items():
            action = self.choices[method][upto]
            mark = "✓" if self.puzzle.solved_by(action) else "✗"
            verb = "plays" if method == "tree" else "play"
            said.append(f"{name} {verb} {action} {mark}")
        return f"{'; '.join(said)}."

    def effort(self, upto: int) -> str:
        """Return sentences with the number of playouts at a mark and with minimax's moves."""
        return f"After {count(MARKS[upto], 'playout')} each. {self.minimax()}"

    def minimax(self) -> str:
        """Return a sentence with minimax's moves and the number of positions that it visits."""
        state = self.puzzle.state
        right = optimal_actions(state)
        if right == list(state.legal_actions()):
            moves = "any move"
        elif len(right) > MOST_ROWS:
            moves = f"one of {count(len(right), 'right move')}"
        else:
            moves = " or ".join(map(str, right))
        total = number(count_positions(state))
        look = f"after it has looked at every position that can follow: {total}"
        return f"Minimax plays {moves} ✓, {look}."


@lru_cache(maxsize=None)
def count_positions(state: State) -> int:
    """Return the number of different positions that can follow from `state`, including `state`."""
    return sum(1 for _ in positions(state))
