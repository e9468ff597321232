"""Games with hidden cards at the board: what a person may see, and an engine that does not look.

Such a game says `determinizations()` and `view(player)` (`methods/hidden.py`), and
`seen_by(player)`, the position in words.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mctslib.arena.session import Game
from mctslib.game import Action, hides, seats
from mctslib.limits import whole_number
from mctslib.methods.hidden import Table, Tried, counts_at, iterate
from mctslib.policies import FinalMove
from mctslib.tree import Node, attach

CHUNK = 50  # iterations between two pauses
C = 0.7  # of the engine's exploration, as in chapter 17


class Veiled:
    """A position as one player may see it: enough to show it, and nothing more."""

    def __init__(self, state: Any, player: int) -> None:
        self._actions = state.legal_actions()
        self._words = state.seen_by(player)
        self._over = state.is_terminal()
        self._names = {action: state.action_name(action) for action in self._actions}

    def legal_actions(self) -> Sequence[Action]:
        return self._actions

    def is_terminal(self) -> bool:
        return self._over

    def action_name(self, action: Action) -> str:
        return self._names[action]

    def __str__(self) -> str:
        return self._words

    __repr__ = __str__


def seen(game: Game, is_engine: Callable[[int], bool]) -> Any:
    """Return the position as the person at the board may see it.

    is_engine  whether the engine plays a player's side

    Spectators see all of the position, and so does everybody when the game is over.
    """
    state = game.state
    people = [player for player in seats(state) if not is_engine(player)]
    if not hides(state) or state.is_terminal() or not people:
        return state
    return Veiled(state, state.current_player if state.current_player in people else people[0])


def hidden_slices(root: Node, iterations: int, rng: random.Random) -> Iterator[float]:
    """Run information-set search in slices; yield the fraction done, from 0 to 1.

    The search uses only what the player to move knows.  Its counts become the root's children.
    """
    table: Table = {}
    for done in range(1, whole_number("iterations", iterations) + 1):
        iterate(root.state, table, rng, C)
        if done % CHUNK == 0 or done == iterations:
            _count(root, counts_at(table, root.state))
            yield done / iterations


def _count(root: Node, counts: dict[Action, Tried]) -> None:
    """Write the counts of the actions that were tried into the root and its children."""
    for action, count in counts.items():
        if count.visits:
            child = root.children.get(action) or attach(root, action)
            child.visits = count.visits
            child.value_sum = count.reward
    root.visits = sum(child.visits for child in root.children.values())


def mixed(rng: random.Random) -> FinalMove:
    """Return the final move of a game with hidden cards.

    It chooses each action with a probability in proportion to its visits.
    """

    def final_move(root: Node) -> Action:
        children = list(root.children.values())
        actions = [child.action for child in children]
        visits = [child.visits for child in children]
        return rng.choices(actions, visits)[0]

    return final_move
