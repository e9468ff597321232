"""Exact answers for games small enough to look at every position: what the search is measured against.

Two questions have exact answers.  What does each player get if everybody plays perfectly (`solve`), and
what on average if everybody plays at random, or by some other policy (`expected_rewards`)?  Both are worked out from
the ends of the game backwards, once for each position, and remembered.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from fractions import Fraction
from typing import Any
from weakref import WeakKeyDictionary

from mctslib.game import Action, State

MAX_POSITIONS = 1_000_000

Rewards = tuple[Any, ...]
Memory = dict[
    type, dict[State, Rewards]
]  # by class of game: positions of two games may compare equal
Policy = Callable[[Any], Sequence[Action]]
"""A **policy**, where it can be calculated with: the actions it picks from in a position, all equally likely."""

_perfect: Memory = defaultdict(dict)


def everything(state: State) -> Sequence[Action]:
    """The policy that picks from all legal actions: uniformly random play."""
    return state.legal_actions()


_mean: WeakKeyDictionary[Policy, Memory] = WeakKeyDictionary()


class TooLarge(ValueError):
    """The game has too many positions to look at every one."""


class ComesAgain(TooLarge):
    """A position of the game can come again, so that its ends have no order in which to work backwards."""


def solve(state: State) -> Rewards:
    """Each player's reward under perfect play: every player takes the most they can get.

    With two players whose rewards add up to 1 this is the minimax value; with more it is the max^n
    value (Luckhardt and Irani, 1986), equals going to the first action.  Raises `TooLarge` beyond a
    million positions; tic-tac-toe on 3×3 has 5,478, on 4×4 some ten million.  Raises `ComesAgain` where positions do.
    """
    return _backwards(state, _perfect[type(state)], _best, everything)


def expected_rewards(state: State, policy: Policy = everything) -> tuple[Fraction, ...]:
    """Each player's mean reward, as an exact fraction, if everybody plays by `policy` from here.

    policy  a function: position → the actions it picks from, all equally likely, such as `decisive_actions` (what
            `blocking` does); all legal actions if not given

    Raises ValueError where it names none, or one that is not legal.
    """
    known = _mean.setdefault(policy, defaultdict(dict))[type(state)]
    return _backwards(state, known, _average, policy)


def value(state: State, player: int | None = None) -> float:
    """The reward of `player` (of the one to move, if not given) under perfect play."""
    return float(solve(state)[_whose(state, player)])


def expected_value(
    state: State, player: int | None = None, policy: Policy = everything
) -> Fraction:
    """The mean reward of `player` (of the one to move, if not given) if everybody plays by `policy`, or at random."""
    return expected_rewards(state, policy)[_whose(state, player)]


def optimal_actions(state: State) -> list[Action]:
    """All actions that keep the value of the position, for the player to move."""
    player, actions = state.current_player, state.legal_actions()
    best = solve(state)[player]
    return [action for action in actions if solve(state.apply(action))[player] == best]


def flat_values(state: State, policy: Policy = everything) -> dict[Action, Fraction]:
    """What infinitely many playouts by `policy` would show: action → mean reward of the player to move."""
    player = state.current_player
    return {
        action: expected_value(state.apply(action), player, policy)
        for action in state.legal_actions()
    }


def positions(state: State) -> Iterator[Any]:
    """Every position that can be reached from `state`, itself first, each once, shortest games first."""
    seen, waiting = {state}, [state]
    for position in waiting:  # the list grows while it is walked
        yield position
        for action in position.legal_actions():
            after = position.apply(action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)


def _whose(state: State, player: int | None) -> int:
    if player is None and state.is_terminal():
        raise ValueError(
            f"The game is over and nobody is to move: say whose value you want.\n{state}"
        )
    return state.current_player if player is None else player


def _best(state: State, outcomes: Sequence[Rewards]) -> Rewards:
    player = state.current_player
    return max(outcomes, key=lambda rewards: rewards[player])


def _average(state: State, outcomes: Sequence[Rewards]) -> Rewards:
    return tuple(sum(each, Fraction(0)) / len(outcomes) for each in zip(*outcomes, strict=True))


def _moves(position: State, policy: Policy) -> Sequence[Action]:
    """What the policy picks from, or ValueError."""
    legal = position.legal_actions()
    if policy is everything or not legal:
        return legal
    actions = policy(position)
    if (
        not isinstance(actions, Sequence | Set)
        or not actions
        or any(action not in legal for action in actions)
    ):
        message = f"A policy names the actions it picks from, at least one and all legal; here it gave {actions!r}."
        raise ValueError(f"{message}\n{position}")
    return list(actions)


def _backwards(
    state: State,
    known: dict[State, Rewards],
    combine: Callable[[State, Sequence[Rewards]], Rewards],
    policy: Policy,
) -> Rewards:
    """Fill in `known` from the ends of the game up to `state`, without recursion: games may be long."""
    room, waiting, begun = len(known) + MAX_POSITIONS, [state], set[State]()
    while waiting:
        position = waiting[-1]
        if position not in known:
            after = [position.apply(action) for action in _moves(position, policy)]
            missing = [child for child in after if child not in known]
            if missing:
                begun.add(
                    position
                )  # on the way to its ends: what leads back to it goes in a circle
                if again := [child for child in missing if child in begun]:
                    raise ComesAgain(
                        f"Positions of this game come again, so it has no exact answer here:\n{again[0]}"
                    )
                waiting += missing
                if len(known) + len(waiting) > room:
                    too_many = f"This position has over {MAX_POSITIONS:,} successors: too many for an exact answer."
                    raise TooLarge(too_many)
                continue
            if after:
                known[position] = combine(position, [known[child] for child in after])
            else:
                known[position] = tuple(map(Fraction, position.rewards()))
        waiting.pop()
    return known[state]
