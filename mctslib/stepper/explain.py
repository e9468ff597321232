"""Plain words for what a search does: one sentence a phase, and the reason for every choice.

Pure functions from nodes and records to text.  Nothing here changes a tree.
"""

from collections.abc import Sequence
from math import inf, isfinite, isnan
from typing import Any, NamedTuple

from mctslib.game import Action, State, seats
from mctslib.games.names import player_name
from mctslib.policies import TreePolicy
from mctslib.scores import Score, compares_actions, scores
from mctslib.tree import Iteration, Node
from mctslib.words import listing, number, points


class Change(NamedTuple):
    """What backpropagation did to one node: visits and value sum before and after."""

    node: Node
    visits: tuple[int, int]
    value_sum: tuple[float, float]

    @property
    def added(self) -> tuple[int, float]:
        """(added to N, added to W)."""
        return self.visits[1] - self.visits[0], self.value_sum[1] - self.value_sum[0]


# ---------------------------------------------------------------------------- names


def path_name(path: Sequence[Action]) -> str:
    """`the root`, or the actions from it: `4 → 2`."""
    return " → ".join(map(str, path)) if path else "the root"


def untried(node: Node) -> list[Action]:
    """The legal actions that have no child yet."""
    return [action for action in node.state.legal_actions() if action not in node.children]


# ---------------------------------------------------------------------------- selection


def formula(score: Score) -> str:
    """`0.667 + 1.239 = 1.906`, `∞` without visits, `proved` for −∞, `no score` if the policy does
    not tell.
    """
    if isnan(score.total) or score.total == -inf:
        return "no score" if isnan(score.total) else "proved"
    return (
        f"{number(score.value, 3)} + {number(score.bonus, 3)} = {number(score.total, 3)}"
        if isfinite(score.total)
        else "∞"
    )


def why_child(node: Node, action: Action, tree_policy: TreePolicy) -> str:
    """Why selection went from `node` to its child `action`."""
    table = scores(node, tree_policy)
    taken = next(score for score in table if score.child.action == action)
    others = sorted(
        (score for score in table if score is not taken), key=lambda score: -score.total
    )
    if not others:
        return f"it took {action}, the only child"
    if any(isnan(score.total) for score in table):
        return f"it took {action}, the choice of the tree policy"
    if others[0].total > taken.total:
        first = f"puts {others[0].child.action} first ({formula(others[0])})"
        return f"it took {action} ({formula(taken)}), although the tree policy {first}"
    if others[0].total == taken.total:
        equal = listing(score.child.action for score in others if score.total == taken.total)
        return (
            f"it took {action}: {formula(taken)}, level with {equal}; of equals the first is taken"
        )
    if others[0].total == -inf:
        return f"it took {action}: all the others are proved"
    second = f"{others[0].child.action} with {number(others[0].total, 3)}"
    return f"it took {action}: {formula(taken)} is the highest score, before {second}"


def why_stop(node: Node, tree_policy: TreePolicy) -> str:
    """Why selection ends at `node`."""
    if node.state.is_terminal():
        return "the game is over there"
    if compares_actions(tree_policy):
        return _no_node_yet(node, tree_policy)
    left = untried(node)
    if len(left) == 1:
        return f"action {left[0]} has not been tried there yet"
    if left:
        return f"actions {listing(left)} have not been tried there yet"
    return "every action there has been tried, so the library's own select would have gone on"


def _no_node_yet(node: Node, tree_policy: Any) -> str:
    table = scores(node, tree_policy)
    best = next(score for score in table if score.child.action == tree_policy.pick(node))
    if best.child.action in node.children:
        return f"the search ended there, although {best.child.action} ({formula(best)}) has a node to go on to"
    return f"action {best.child.action} comes first ({formula(best)}) and has no node yet"


def verdict(node: Node, guess: Action, truth: Action | None, tree_policy: TreePolicy) -> str:
    """Why selection takes the child `truth` of `node` (None: stops there), and how a wrong guess
    fares.
    """
    place = path_name(node.path())
    if truth is None:
        return f"Selection stops at {place}: {why_stop(node, tree_policy)}."
    reason = f"At {place} {why_child(node, truth, tree_policy)}."
    if guess == truth:
        return reason
    if guess not in node.children:
        why = (
            "that child has the highest score"
            if compares_actions(tree_policy)
            else (f"every action at {place} has been tried")
        )
        return f"{reason}  It goes on down, for {why}."
    fares = next(score for score in scores(node, tree_policy) if score.child.action == guess)
    return f"{reason}  Your {guess} has {formula(fares)}."


# ---------------------------------------------------------------------------- a sentence a phase


def nothing_yet(state: State) -> str:
    """Before the first iteration."""
    mover = player_name(state, state.current_player)
    return (
        f"Nothing has happened yet: the tree is the root alone, with {mover} to move and no visits."
    )


def selection(root: Node, path: Sequence[Action], tree_policy: TreePolicy, who: str) -> str:
    """Phase 1, told in the tree that it saw."""
    node, steps = root, []
    for action in path:
        steps.append(f"At {path_name(node.path())} {why_child(node, action, tree_policy)}.")
        node = node.children[action]
    if not path:
        return f"{who} stays at the root, for {why_stop(root, tree_policy)}."
    return f"{who} walks down to {path_name(path)}.  {'  '.join(steps)}  It stops, for {why_stop(node, tree_policy)}."


def expansion(iteration: Iteration, who: str) -> str:
    """Phase 2."""
    if not iteration.expanded:
        place = path_name(iteration.path)
        return f"{who} adds nothing: the game is over at {place}, so this node is used again."
    *above, action = iteration.path
    place = path_name(above)
    return (
        f"{who} picks the untried action {action} and adds its node below {place}.  It has N = 0."
    )


def outcome(state: State, rewards: Sequence[float]) -> str:
    """Return how a game ended: who wins, a draw, or the reward of each player.

    state    a position of the game
    rewards  one number for each player; the reward of chance means nothing and is left out
    """
    shares = {player: rewards[player] for player in seats(state)}
    winners = [player for player, reward in shares.items() if reward == 1]
    if len(shares) > 1 and len(winners) == 1 and sum(shares.values()) == 1:
        return f"{player_name(state, winners[0])} wins"
    if len(shares) > 1 and set(shares.values()) == {0.5}:
        return "a draw, ½ for each"
    listed = [f"{points(reward)} for {player_name(state, k)}" for k, reward in shares.items()]
    return f"rewards {listing(listed)}"


def simulation(state: State, iteration: Iteration, who: str) -> str:
    """Phase 3; `state` is where the playout starts."""
    result = outcome(state, iteration.rewards)
    if not iteration.rollout and not state.is_terminal():
        return f"{who} plays no game: it judges the position, {result}.  The tree does not change."
    if not iteration.rollout:
        return f"{who} has nothing to play, the game is over here: {result}."
    moves, many = " ".join(map(str, iteration.rollout)), len(iteration.rollout)
    played = f"{many} random moves" if many > 1 else "one random move"
    return f"{who} plays {played} to the end ({moves}): {result}.  The tree does not change."


def backpropagation(changes: Sequence[Change], rewards: Sequence[float], who: str) -> str:
    """Phase 4, as it really was: what was added to each node of the path, from the bottom up."""
    return f"{who} carries the result up to the root.  {'  '.join(_changed(c, rewards) for c in changes)}"


def _changed(change: Change, rewards: Sequence[float]) -> str:
    node, (visits, reward) = change.node, change.added
    place, due = path_name(node.path()), rewards[node.player]
    counted = "one visit more" if visits == 1 else f"{visits:+d} visits instead of one"
    given = points(reward) if reward == due else f"{points(reward)} instead of {points(due)}"
    mover = player_name(node.state, node.player)
    return f"{place[0].upper()}{place[1:]}: {counted} ({change.visits[1]}), {mover} gets {given}."
