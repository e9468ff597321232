"""Look for proofs in the tree of plain UCT, and make a solver from a reader's functions."""

from collections.abc import Callable
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from mctslib.course.puzzles import A
from mctslib.door.entrance import search
from mctslib.game import Action, State
from mctslib.methods import solver as library
from mctslib.methods.solver import Fact
from mctslib.more_policies import Highest
from mctslib.policies import UCB1
from mctslib.search import Phases
from mctslib.trace import record, replay_one
from mctslib.tree import Node, Playout

ITERATIONS = 500  # of plain UCT
MOST = 9_000  # iterations after which a search without a proof ends
Score = Callable[[Node, Node, Any, UCB1], float]


def plays_a_proved_loss(seed: int) -> bool:
    """Return whether plain UCT, in position A, plays a move that its own tree proves to be lost."""
    found = search(A.state, ITERATIONS, seed=seed)
    fact = library.proofs(found.root).get(found.root.children[found.action])
    return fact is not None and fact[A.state.current_player] == 0


class Halves(NamedTuple):
    """The visits of a move before and after its proof, and the mean rewards of both parts."""

    visits_before: int
    mean_before: float
    visits_after: int
    mean_after: float


def around_the_proof(seed: int) -> dict[Action, Halves]:
    """Return, for each proved move of position A, what plain UCT saw before and after the proof.

    A proof is complete in the iteration after which the facts of the tree contain the move.
    """
    root, facts = Node(A.state), dict[Node, Fact]()
    proved: dict[Action, tuple[int, float]] = {}
    for iteration in record(A.state, ITERATIONS, seed=seed).iterations:
        library.learn(replay_one(root, iteration), facts)
        for action, child in root.children.items():
            if child in facts:
                proved.setdefault(action, (child.visits, child.value_sum))
    halves = {}
    for action, (n, w) in sorted(proved.items()):
        child = root.children[action]
        later = child.visits - n
        halves[action] = Halves(n, w / n, later, (child.value_sum - w) / max(later, 1))
    return halves


class Parts:
    """A solver that is put together from a score, `learn` and `final_move`.

    The search calls `after` at the end of each iteration, and stops when `is_set` returns True.
    The facts are in a `WeakKeyDictionary`, which forgets a node that no longer exists.
    """

    reason = "proved"

    def __init__(
        self,
        score: Score,
        learn: Callable[..., Any] = library.learn,
        final_move: Callable[..., Action] = library.final_move,
    ) -> None:
        self.facts: WeakKeyDictionary[Node, Fact] = WeakKeyDictionary()
        self.root: Node | None = None
        self.learn, self.final_move = learn, final_move
        self.policy = Highest(lambda node, child: score(node, child, self.facts, UCB1(1.0)))

    def after(self, node: Node, playout: Playout) -> None:
        """Learn the facts that follow after an iteration."""
        self.learn(node, self.facts)
        while node.parent is not None:
            node = node.parent
        self.root = node

    def is_set(self) -> bool:
        """Return whether the root is proved."""
        return self.root in self.facts

    def options(self) -> dict[str, Any]:
        """Return the options of `search`."""
        return {
            "tree_policy": self.policy,
            "phases": Phases(after=self.after),
            "stop": self,
            "final_move": lambda root: self.final_move(root, self.facts),
        }


def proved_after(state: State, seed: int, score: Score) -> int:
    """Return the iterations after which a solver with this score stops, 9,000 at most."""
    return search(state, MOST, seed=seed, **Parts(score).options()).iterations
