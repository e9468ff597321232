"""Support games with hidden cards: hide cards from the reader and from the search.

Such a game has the methods `determinizations()` and `view(player)` (see `methods/hidden.py`), and
also `seen_by(player)`, which describes the position in words.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mctslib.arena.session import Game
from mctslib.chance import chance_to_move, hides, seats
from mctslib.door.limits import whole_number
from mctslib.game import Action
from mctslib.games.board import draws_for
from mctslib.methods.hidden import Table, Tried, counts_at, iterate
from mctslib.policies import FinalMove
from mctslib.tree import Node, attach

CHUNK = 50  # iterations between two pauses
C = 0.7  # the engine's exploration constant, as in chapter 17


class Veiled:
    """A position as a reader may see it, for display only: no moves are possible.

    state   the position
    player  the player from whose point of view the position is shown; with None, nothing is hidden
    names   the names of the players, for the picture that the game draws
    """

    def __init__(self, state: Any, player: int | None, names: Sequence[str]) -> None:
        self._actions = () if chance_to_move(state) else state.legal_actions()
        self._over = state.is_terminal()
        is_open = player is None or self._over or not hides(state)
        self._words = str(state) if is_open else state.seen_by(player)
        self._names = {action: state.action_name(action) for action in self._actions}
        draw = draws_for(state)
        if draw is not None:
            picture = draw(player, [name.removeprefix("the ") for name in names])
            self._repr_svg_ = lambda: picture

    def legal_actions(self) -> Sequence[Action]:
        return self._actions

    def is_terminal(self) -> bool:
        return self._over

    def action_name(self, action: Action) -> str:
        return self._names[action]

    def __str__(self) -> str:
        return self._words

    __repr__ = __str__


def seen(game: Game, is_engine: Callable[[int], bool], names: Sequence[str]) -> Any:
    """Return the position as the reader may see it.

    is_engine  player → whether the engine plays for this player
    names      the names of the players

    A reader who plays no side sees the whole position.  When the game is over, every reader sees
    the whole position.  If no card is hidden and the game draws no picture with the names of the
    players, the result is the state itself.
    """
    state = game.state
    people = [player for player in seats(state) if not is_engine(player)]
    if not hides(state) and draws_for(state) is None:
        return state
    if not people or (state.is_terminal() and len(people) > 1):
        return Veiled(state, None, names)
    player = state.current_player if state.current_player in people else people[0]
    return Veiled(state, player, names)


class DealTable:
    """The counts of one information-set search, which always begins in the same position.

    If chance deals the cards after `start`, the table contains the actions of both players for
    every card.  In this case one table is enough for a whole game, and also for later games.
    Chapter 17 measures the exploitability of this search.

    start  the position in which every iteration begins
    """

    def __init__(self, start: Any) -> None:
        self.start = start
        self.table: Table = {}
        self.done = 0  # the number of iterations so far

    def slices(self, iterations: int, rng: random.Random) -> Iterator[float]:
        """Search in slices until the table has `iterations` iterations; yield the fraction done."""
        iterations = whole_number("iterations", iterations)
        while self.done < iterations:
            for _ in range(min(CHUNK, iterations - self.done)):
                iterate(self.start, self.table, rng, C)
                self.done += 1
            yield self.done / iterations


def hidden_slices(
    root: Node, known: DealTable, iterations: int, rng: random.Random
) -> Iterator[float]:
    """Run information-set search in slices; yield the fraction done, from 0 to 1.

    Afterwards the root's children hold the visits and rewards counted for the view of the player to
    move.
    """
    for fraction in known.slices(iterations, rng):
        _count(root, counts_at(known.table, root.state))
        yield fraction
    _count(root, counts_at(known.table, root.state))
    if not root.children:
        _guess(root)
    yield 1.0


def _count(root: Node, counts: dict[Action, Tried]) -> None:
    """Copy the counts of the tried actions to the root and its children."""
    for action, count in counts.items():
        if count.visits:
            child = root.children.get(action) or attach(root, action)
            child.visits = count.visits
            child.value_sum = count.reward
    root.visits = sum(child.visits for child in root.children.values())


def _guess(root: Node) -> None:
    """Give each legal action 1 visit and Q = ½, because the search never reached the position."""
    for action in root.state.legal_actions():
        child = attach(root, action)
        child.visits = 1
        child.value_sum = 0.5
    root.visits = len(root.children)


def mixed(rng: random.Random) -> FinalMove:
    """Return a function that chooses the final move at random, for games with hidden cards.

    The probability of each action is proportional to its visits.
    """

    def final_move(root: Node) -> Action:
        children = list(root.children.values())
        actions = [child.action for child in children]
        visits = [child.visits for child in children]
        return rng.choices(actions, visits)[0]

    return final_move
