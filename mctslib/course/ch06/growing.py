"""Record how a tree grows: its first moves, its value, and the gains of both sides.

    for snapshot in snapshots(TicTacToe(), [100, 1_000, 10_000], seed=0):
        print(snapshot.iterations, snapshot.value)

The readers of chapter 06 write some of these functions themselves.  The widget `Growth` draws the
results.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mctslib.course.marks import grown
from mctslib.game import Action, State
from mctslib.oracle import expected_value
from mctslib.policies import UCB1
from mctslib.trace import record
from mctslib.tree import Node, Path


@dataclass(frozen=True)
class Snapshot:
    """The statistics of a tree at one moment.

    iterations  N of the root
    value_sum   W of the root, the sum of the rewards of the player to move at the root
    children    dict from each first action to the pair (N, Q) of its node
    """

    iterations: int
    value_sum: float
    children: dict[Action, tuple[int, float]]

    @property
    def value(self) -> float:
        """Q of the root: the mean of all rewards so far, from 0 to 1."""
        return self.value_sum / self.iterations


def snapshot(root: Node) -> Snapshot:
    """Return a snapshot of the tree of `root`.  The root must have at least two visits."""
    children = {
        action: (child.visits, child.value)
        for action, child in root.children.items()
        if child.visits
    }
    return Snapshot(root.visits, root.value_sum, children)


def recent_value(before: Snapshot, after: Snapshot) -> float:
    """Return the mean reward, from 0 to 1, of the iterations between two snapshots of one tree."""
    return (after.value_sum - before.value_sum) / (after.iterations - before.iterations)


def snapshots(
    state: State, marks: Sequence[int], seed: int = 0, c: float = 1.0
) -> Iterator[Snapshot]:
    """Grow one tree, and yield a snapshot at each of the iteration counts in `marks`.

    state  the position at the root
    marks  the numbers of iterations, in increasing order
    seed   the seed of the search
    c      the exploration constant of UCB1, 0 or more

    Raises ValueError if the marks do not increase.
    """
    return map(snapshot, grown(state, marks, seed, c))


@dataclass(frozen=True)
class Account:
    """The mean gains of both sides between two moments of a growing tree.

    All gains are measured for the player to move at the root.  The gain of a move is the amount by
    which the move changes this player's average reward under random play.

    iterations  the visits of the root at the later moment
    own_gain    the points per iteration that this player's moves gain
    other_gain  the points per iteration that the other players' moves gain; often a negative number
    """

    iterations: int
    own_gain: float
    other_gain: float


def brought(root: Node) -> tuple[int, float, float]:
    """Add up the gains of all moves in a tree.

    Returns three numbers: N of the root, the sum of the gains of the moves made by the player to
    move at the root, and the sum of the gains of the other moves.

    The gain of a move is the amount by which the move changes the average reward, under random
    play, of the player to move at the root.  A move is counted once for each of its visits, so the
    sums can be computed from the visits in the tree.

    Raises `TooLarge` if the game is too large for exact values (see `expected_rewards`).
    """
    me, sums, known = root.state.current_player, [0.0, 0.0], dict[State, float]()
    waiting = [(root, _chance(root.state, me, known))]
    while waiting:
        node, before = waiting.pop()
        for child in node.children.values():
            after = _chance(child.state, me, known)
            sums[node.state.current_player != me] += child.visits * (after - before)
            waiting.append((child, after))
    return root.visits, sums[0], sums[1]


def _chance(state: State, player: int, known: dict[State, float]) -> float:
    """Return the average reward of a player if both sides play at random.

    known  a cache of earlier results, to which new results are added
    """
    if state not in known:
        known[state] = float(expected_value(state, player))
    return known[state]


def account(before: tuple[int, float, float], after: tuple[int, float, float]) -> Account:
    """Return the mean gains per iteration between two moments.

    before  the result of `brought` at the earlier moment
    after   the result of `brought` at the later moment
    """
    games = after[0] - before[0]
    return Account(after[0], (after[1] - before[1]) / games, (after[2] - before[2]) / games)


def ledger(state: State, marks: Sequence[int], seed: int = 0, c: float = 1.0) -> list[Account]:
    """Grow one tree and return the mean gains of both sides between consecutive `marks`.

    The parameters are those of `snapshots`.  The first `Account` covers the iterations up to the
    first mark.

    Raises ValueError if the marks do not increase.
    """
    looks = [(0, 0.0, 0.0), *map(brought, grown(state, marks, seed, c))]
    return [account(*pair) for pair in pairwise(looks)]


def all_paths(state: State) -> Iterator[Path]:
    """Yield the path of each node of the complete tree from `state`.

    The root's path () comes first.
    """
    waiting: list[tuple[State, Path]] = [(state, ())]
    while waiting:
        position, path = waiting.pop()
        yield path
        actions = position.legal_actions()
        waiting += [(position.apply(action), (*path, action)) for action in reversed(actions)]


def missing_paths(root: Node) -> list[Path]:
    """Return the paths of the complete tree that are not in the tree of `root`."""
    grown_paths = {node.path() for node in root.descendants()}
    return [path for path in all_paths(root.state) if path not in grown_paths]


def last_new_node(state: State, c: float, seed: int = 0, limit: int = 20_000) -> tuple[int, int]:
    """Search a position, and find the iteration that adds the last node to the tree.

    Returns the number of this iteration, counted from 1, and the number of nodes after the search.

    state  the position at the root, in which the game is not over
    c      the exploration constant of UCB1, 0 or more
    seed   the seed of the search
    limit  the number of iterations of the search, 1 or more
    """
    iterations = record(state, limit, seed=seed, tree_policy=UCB1(c)).iterations
    added = [number for number, iteration in enumerate(iterations, 1) if iteration.expanded]
    return added[-1], len(added) + 1
