"""Compute exact values of games that are small enough for every position to be examined.

The results of searches are compared with these values.  `solve` computes the reward of each player
if all players play perfectly.  `expected_rewards` computes the mean reward of each player if all
players play at random or follow another policy.  Each function works backwards from the ends of the
game, and computes and stores the value of each position once.  If chance moves, the value is the
mean over the outcomes.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from fractions import Fraction
from typing import Any
from weakref import WeakKeyDictionary

from mctslib.chance import chance_outcomes, chance_to_move
from mctslib.game import Action, State

MAX_POSITIONS = 1_000_000

Rewards = tuple[Any, ...]
"""**Rewards** are one exact number for each player."""

Memory = dict[type, dict[State, Rewards]]
"""Values by game class and position, because positions of different games may compare equal."""

Policy = Callable[[Any], Sequence[Action]]
"""A **policy** for exact values: position → the actions that may be picked, all equally likely."""

Combine = Callable[[State, Sequence[Action], Sequence[Rewards]], Rewards]
"""A function that computes the value of a position from the values after its actions."""


def everything(state: State) -> Sequence[Action]:
    """Return all legal actions; this is the policy of uniformly random play."""
    return state.legal_actions()


PERFECT_VALUES: Memory = defaultdict(dict)
MEAN_VALUES: WeakKeyDictionary[Policy, Memory] = WeakKeyDictionary()


class TooLarge(ValueError):
    """Raised when a game has too many positions to examine."""


class ComesAgain(TooLarge):
    """Raised when a position can be repeated, because then `solve` cannot work backwards."""


# --------------------------------------------------------------------------------- values


def solve(state: State) -> Rewards:
    """Return each player's reward if every player maximizes their own reward (perfect play).

    For two players whose rewards add up to 1, this is the minimax value.  For more players, it is
    the max^n value (Luckhardt and Irani, 1986); of several equally good actions the first is taken.

    Raises `TooLarge` beyond a million positions (tic-tac-toe has 5,478 on 3×3, and about ten
    million on 4×4), and `ComesAgain` if a position can be repeated.
    """
    return work_backwards(state, PERFECT_VALUES[type(state)], best_rewards, everything)


def expected_rewards(state: State, policy: Policy = everything) -> tuple[Fraction, ...]:
    """Return each player's mean reward, as an exact fraction, if all players follow a policy.

    policy  position → the actions that may be played there, all equally likely; by default all
            legal actions.  An example is `decisive_actions`, which `blocking` uses

    Raises ValueError if the policy returns no action or an illegal action.  Also raises the errors
    of `solve`.
    """
    known = MEAN_VALUES.setdefault(policy, defaultdict(dict))[type(state)]
    return work_backwards(state, known, mean_rewards, policy)


def value(state: State, player: int | None = None) -> float:
    """Return the reward of a player under perfect play.

    player  the number of the player; by default the player to move

    Raises ValueError if the game is over and no player is given.  Also raises the errors of
    `solve`.
    """
    return float(solve(state)[given_or_to_move(state, player)])


def expected_value(
    state: State, player: int | None = None, policy: Policy = everything
) -> Fraction:
    """Return the mean reward of a player if all players follow a policy.

    player  the number of the player; by default the player to move
    policy  the actions that may be played, as in `expected_rewards`

    Raises ValueError if the game is over and no player is given.  Also raises the errors of
    `expected_rewards`.
    """
    return expected_rewards(state, policy)[given_or_to_move(state, player)]


def optimal_actions(state: State) -> list[Action]:
    """Return the actions that preserve the position's value for the player to move."""
    player = state.current_player
    best = solve(state)[player]
    return [
        action for action in state.legal_actions() if solve(state.apply(action))[player] == best
    ]


def flat_values(state: State, policy: Policy = everything) -> dict[Action, Fraction]:
    """Return the mean reward of the player to move in `state` after each legal action.

    Each mean is the limit that the average over many playouts with `policy` approaches.
    """
    player = state.current_player
    means = {}
    for action in state.legal_actions():
        means[action] = expected_value(state.apply(action), player, policy)
    return means


def positions(state: State) -> Iterator[Any]:
    """Yield each position that can be reached from `state` once, nearer positions first."""
    seen = {state}
    waiting = [state]
    yield state
    for position in waiting:  # the list grows during this loop
        for action in position.legal_actions():
            after = position.apply(action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
                yield after  # before the other actions, because the caller may stop here


def given_or_to_move(state: State, player: int | None) -> int:
    """Return `player`, or the player to move if `player` is None.

    Raises ValueError if `player` is None and the game is over.
    """
    if player is not None:
        return player
    if state.is_terminal():
        raise ValueError(f"The game is over and nobody is to move: name the player.\n{state}")
    return state.current_player


# --------------------------------------------------------------------------------- one position


def best_rewards(position: State, actions: Sequence[Action], rewards: Sequence[Rewards]) -> Rewards:
    """Return the rewards after the mover's best action, or the mean rewards if chance moves.

    rewards  for each of the actions, the rewards of all players after that action
    """
    if chance_to_move(position):
        return mean_rewards(position, actions, rewards)
    player = position.current_player
    return max(rewards, key=lambda after: after[player])


def mean_rewards(position: State, actions: Sequence[Action], rewards: Sequence[Rewards]) -> Rewards:
    """Return each player's mean reward; the actions are equally likely unless chance moves.

    rewards  for each of the actions, the rewards of all players after that action
    """
    weights = {action: Fraction(1, len(actions)) for action in actions}
    if chance_to_move(position):
        weights = {action: Fraction(chance) for action, chance in chance_outcomes(position)}
    means = []
    for player in range(position.num_players):
        shares = [
            weights[action] * after[player] for action, after in zip(actions, rewards, strict=True)
        ]
        means.append(sum(shares, Fraction(0)))
    return tuple(means)


def actions_of(position: State, policy: Policy) -> Sequence[Action]:
    """Return the actions that the policy may pick, or all legal actions if chance moves.

    Raises ValueError if the policy returns no action or an illegal action.
    """
    legal = position.legal_actions()
    if policy is everything or not legal or chance_to_move(position):
        return legal
    actions = policy(position)
    is_collection = isinstance(actions, Sequence | Set)
    if not is_collection or not actions or any(action not in legal for action in actions):
        raise ValueError(
            "A policy must return a list of at least one action, all of them legal;"
            f" here it returned {actions!r}.\n{position}"
        )
    return list(actions)


# --------------------------------------------------------------------------------- all positions


def work_backwards(
    state: State, known: dict[State, Rewards], combine: Combine, policy: Policy
) -> Rewards:
    """Return the value of a state; store the values of all positions below in `known`.

    known    position → value, for the positions whose value is already known
    combine  a function that computes the value of a position from the values after its actions
    policy   a function that returns the actions to examine in a position

    A long game would exceed Python's recursion limit, so the list `waiting` replaces recursion.
    The list contains the unfinished positions, and the positions whose values these positions need.

    Raises `TooLarge` beyond a million positions, and `ComesAgain` if a position can be repeated.
    """
    room = len(known) + MAX_POSITIONS
    waiting = [state]
    begun: set[State] = set()  # unfinished positions; a move back to one of them is a cycle
    while waiting:
        position = waiting[-1]
        if position in known:
            waiting.pop()
            continue
        actions = actions_of(position, policy)
        after = [position.apply(action) for action in actions]
        missing = [child for child in after if child not in known]
        if not missing:
            if actions:
                known[position] = combine(position, actions, [known[child] for child in after])
            else:
                known[position] = tuple(map(Fraction, position.rewards()))
            waiting.pop()
            continue
        begun.add(position)
        for child in missing:
            if child in begun:
                raise ComesAgain(
                    f"A position can be repeated, so there is no exact value here:\n{child}"
                )
        waiting += missing
        if len(known) + len(waiting) > room:
            raise TooLarge(
                f"This position has over {MAX_POSITIONS:,} successors: too many for an exact value."
            )
    return known[state]
