"""The runners of `Race` on one position, without any widget: tree search, pure random playouts, and minimax.

Minimax does not race: it looks at every position that can still come up, once, and knows.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from time import monotonic

from mctslib.arena.players import Estimates, flat_search
from mctslib.course.puzzles import Puzzle
from mctslib.draw.charts import line_chart
from mctslib.fast.choice import flat, grow
from mctslib.game import Action, State
from mctslib.limits import Limit
from mctslib.oracle import flat_values, optimal_actions, positions, value
from mctslib.policies import UCB1, most_visited
from mctslib.tree import Node
from mctslib.widgets.panel import SLICE

MARKS = (50, 100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600)
CHUNK = 100  # iterations between two looks at the clock


class Racers:
    """The two methods on one position, and their estimates so far at each of `MARKS`.

    history  "tree" or "flat" → action → list of (playouts, value for the player to move)
    """

    def __init__(self, puzzle: Puzzle, c: float, seed: int) -> None:
        state = puzzle.state
        self.puzzle, self.policy = puzzle, UCB1(c)
        self.root, self.done = Node(state), 0
        self.estimates: Estimates | None = None
        self.rngs = random.Random(seed), random.Random(seed)
        self.history: dict[str, dict[Action, list[tuple[float, float]]]] = {
            method: {action: [] for action in state.legal_actions()} for method in ("tree", "flat")
        }

    def advance(self, playouts: int) -> None:
        """So many more playouts for each; both are noted down where a mark is reached."""
        tree_rng, flat_rng = self.rngs
        self.root = grow(
            self.root, Limit(iterations=playouts), seed=tree_rng, tree_policy=self.policy
        ).root
        self.estimates = flat(
            flat_search, self.puzzle.state, playouts, flat_rng, start=self.estimates
        )
        self.done += playouts
        if self.done in MARKS:
            for action, (_, mean) in self.estimates.items():
                self.history["flat"][action].append((self.done, mean))
            for action, child in self.root.children.items():
                self.history["tree"][action].append((self.done, child.value))

    def slices(self, last: int) -> Iterator[float]:
        """Advance to `last` playouts; yields the fraction done at each mark, and after each slice of time."""
        until = monotonic() + SLICE
        while self.done < last:
            mark = next(mark for mark in MARKS if mark > self.done)
            self.advance(min(CHUNK, mark - self.done))
            if self.done == mark or monotonic() > until:
                yield self.done / last
                until = monotonic() + SLICE

    def choice(self, method: str) -> Action | None:
        """The move a method would make now: most visits in the tree, the best mean without one."""
        if self.estimates is None:
            return None
        if method == "tree":
            return most_visited(self.root)
        return max(self.estimates, key=lambda action: self.estimates[action][1])  # type: ignore[index]

    def exact(self, method: str) -> dict[Action, float]:
        """Where the values of a method run to: perfect play, or random play."""
        state = self.puzzle.state
        if method == "flat":
            return {action: float(mean) for action, mean in flat_values(state).items()}
        return {
            action: value(state.apply(action), state.current_player)
            for action in state.legal_actions()
        }

    def chart(self, method: str) -> str:
        """The estimates as lines, their exact values as thin lines across."""
        name = {"tree": "MCTS", "flat": "Random playouts"}[method]
        guides = {"tree": "perfect play (minimax)", "flat": "random play"}[method]
        lines = {self.named(action): points for action, points in self.history[method].items()}
        exact = {self.named(action): mean for action, mean in self.exact(method).items()}
        marks = [mark for mark in MARKS if mark <= max(self.done, MARKS[1])]
        return line_chart(
            lines,
            title=f"{name} → {guides}",
            x_label="playouts",
            marks=marks,
            guides=exact,
            size=(322, 250),
        )

    def named(self, action: Action) -> str:
        return (
            f"{action} ✓"
            if action in self.puzzle.correct and len(self.puzzle.correct) < 4
            else f"{action}"
        )

    def verdict(self) -> str:
        """Who would play what by now, in one sentence."""
        words = []
        for method, name in (("tree", "MCTS"), ("flat", "random playouts")):
            action = self.choice(method)
            words.append(
                f"{name} would play {action} {'✓' if self.puzzle.solved_by(action) else '✗ wrong'}"
            )
        return f"After {self.done:,} playouts each: " + "; ".join(words) + "."

    def minimax(self) -> str:
        """What minimax plays, and how many positions it has to look at, in one sentence."""
        right, looked = optimal_actions(self.puzzle.state), count_positions(self.puzzle.state)
        moves = (
            "any move"
            if right == list(self.puzzle.state.legal_actions())
            else " or ".join(map(str, right))
        )
        return (
            f"Minimax plays {moves} ✓, after a look at every position that can come up: {looked:,}."
        )


@lru_cache(maxsize=None)
def count_positions(state: State) -> int:
    """How many different positions can come up from `state`, itself included."""
    return sum(1 for _ in positions(state))
