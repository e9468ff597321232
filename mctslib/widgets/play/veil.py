"""Play games with hidden cards: hide cards from the reader, and search without seeing them.

Such a game has the methods `determinizations()` and `view(player)` (see `methods/hidden.py`), and
also `seen_by(player)`, which describes the position in words.
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
C = 0.7  # the engine's exploration constant, as in chapter 17


class Veiled:
    """A position as one player may see it; it can be shown, but no move can be made in it."""

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
    """Return the position as the reader may see it.

    is_engine  player → whether the engine plays for this player

    A reader who plays no side sees the whole position.  When the game is over, any reader sees
    the whole position.
    """
    state = game.state
    people = [player for player in seats(state) if not is_engine(player)]
    if not hides(state) or state.is_terminal() or not people:
        return state
    return Veiled(state, state.current_player if state.current_player in people else people[0])


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

    Afterwards the root's children have the counts for the view of the player to move.
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
    """Give each legal action one visit and Q = ½, because the search has not met the position."""
    for action in root.state.legal_actions():
        child = attach(root, action)
        child.visits = 1
        child.value_sum = 0.5
    root.visits = len(root.children)


def mixed(rng: random.Random) -> FinalMove:
    """Return a function that picks the final move in a game with hidden cards.

    The returned function draws an action at random, with probabilities in proportion to the visits.
    """

    def final_move(root: Node) -> Action:
        children = list(root.children.values())
        actions = [child.action for child in children]
        visits = [child.visits for child in children]
        return rng.choices(actions, visits)[0]

    return final_move
