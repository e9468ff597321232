"""Explain in plain words what happens in each phase of a search, and why.

These pure functions turn nodes and records into text, and never change a tree.  The first sentence
of a text, the headline, describes the event.  Two spaces separate the headline from the sentences
that explain why.
"""

from collections.abc import Sequence
from math import inf, isfinite, isnan
from typing import Any, NamedTuple

from mctslib.chance import seats
from mctslib.game import Action, State
from mctslib.games.names import player_name
from mctslib.policies import TreePolicy
from mctslib.scores import Score, compares_actions, scores
from mctslib.tree import Iteration, Node
from mctslib.words import listing, number, points, worked

MOST_LISTED = 20  # up to this many untried actions are listed; more are only counted


class Change(NamedTuple):
    """The effect of backpropagation on one node: visits and value sum before and after."""

    node: Node
    visits: tuple[int, int]
    value_sum: tuple[float, float]

    @property
    def added(self) -> tuple[int, float]:
        """The amounts added to N and to W."""
        return self.visits[1] - self.visits[0], self.value_sum[1] - self.value_sum[0]


# ---------------------------------------------------------------------------- names


def path_name(path: Sequence[Action]) -> str:
    """Return "the root", or the actions that lead from the root to a node, such as "4 → 2"."""
    return " → ".join(map(str, path)) if path else "the root"


def untried(node: Node) -> list[Action]:
    """Return the legal actions that have no child yet."""
    return [action for action in node.state.legal_actions() if action not in node.children]


# ---------------------------------------------------------------------------- selection


def formula(score: Score) -> str:
    """Return a score as a sum of its terms, such as "0.667 + 1.239 = 1.906".

    The text is "∞" for an infinite score, "proved" for −∞, and "no score" if the policy has no
    scores.
    """
    if isnan(score.total):
        return "no score"
    if score.total == -inf:
        return "proved"
    if not isfinite(score.total):
        return "∞"
    return f"{worked(score.value)} + {worked(score.bonus)} = {worked(score.total)}"


def why_child(node: Node, action: Action, tree_policy: TreePolicy) -> str:
    """Explain in a clause, without a full stop, why selection took the child `action` of `node`."""
    table = scores(node, tree_policy)
    taken = next(score for score in table if score.child.action == action)
    others = [score for score in table if score is not taken]
    if not others:
        return f"{action} is the only child"
    if any(isnan(score.total) for score in table):
        return f"the tree policy chose {action}"
    second = max(others, key=lambda score: score.total)
    if second.total > taken.total:
        first = f"{second.child.action} first ({formula(second)})"
        return f"{action} was taken ({formula(taken)}), although the tree policy puts {first}"
    if second.total == taken.total:
        equal = [score.child.action for score in table if score.total == taken.total]
        same = f"{listing(equal)} have the same score, {formula(taken)}"
        return f"{same}; {action} is taken, because it is the first of them"
    if second.total == -inf:
        return f"{action} is the only child that is not proved"
    runner_up = f"{second.child.action} comes second with {worked(second.total)}"
    return f"{action} has the highest score, {formula(taken)}; {runner_up}"


def why_stop(node: Node, tree_policy: TreePolicy) -> str:
    """Explain in a clause, without a full stop, why selection ends at `node`."""
    if node.state.is_terminal():
        return "the game is over there"
    if compares_actions(tree_policy):
        return _no_node_yet(node, tree_policy)
    left = untried(node)
    if len(left) == 1:
        return f"action {left[0]} has not been tried there yet"
    if len(left) > MOST_LISTED:
        return f"{len(left):,} actions have not been tried there yet"
    if left:
        return f"actions {listing(left)} have not been tried there yet"
    return "every action there has been tried, so the library's own select would have continued"


def _no_node_yet(node: Node, tree_policy: Any) -> str:
    first = tree_policy.pick(node)
    best = next(score for score in scores(node, tree_policy) if score.child.action == first)
    if first in node.children:
        return f"the search ended there, although {first} ({formula(best)}) already has a node"
    return f"action {first} comes first ({formula(best)}) and has no node yet"


def verdict(node: Node, guess: Action, truth: Action | None, tree_policy: TreePolicy) -> str:
    """Explain why selection takes the child `truth` of `node`, and assess a wrong guess.

    guess   the reader's answer
    truth   the right answer, or None if selection stops at the node
    """
    place = path_name(node.path())
    if truth is None:
        return f"Selection stops at {place}: {why_stop(node, tree_policy)}."
    reason = f"At {place}, {why_child(node, truth, tree_policy)}."
    if guess == truth:
        return reason
    if guess not in node.children:
        if compares_actions(tree_policy):
            return f"{reason}  Selection continues, because that child has the highest score."
        if untried(node):
            return f"{reason}  This search continues, although some actions there are untried."
        return f"{reason}  Selection continues, because every action at {place} has been tried."
    fares = next(score for score in scores(node, tree_policy) if score.child.action == guess)
    return f"{reason}  Your guess, {guess}, has {formula(fares)}."


# ---------------------------------------------------------------------------- what each phase did


def nothing_yet(state: State) -> str:
    """Describe the tree before the first iteration."""
    mover = player_name(state, state.current_player)
    so_far = "Nothing has happened yet.  The tree consists of the root alone, without visits"
    return f"{so_far}; {mover} is to move."


def selection(root: Node, path: Sequence[Action], tree_policy: TreePolicy, who: str) -> str:
    """Describe phase 1 with the numbers in the tree before the iteration.

    who   "Selection", or the name of the reader's own function
    """
    if not path:
        return f"{who} stays at the root, because {why_stop(root, tree_policy)}."
    node = root
    steps = []
    for action in path:
        steps.append(f"At {path_name(node.path())}, {why_child(node, action, tree_policy)}.")
        node = node.children[action]
    place = path_name(path)
    steps.append(f"{who} stops at {place}, because {why_stop(node, tree_policy)}.")
    return f"{who} walks down to {place}.  {'  '.join(steps)}"


def expansion(iteration: Iteration, who: str) -> str:
    """Describe phase 2."""
    place = path_name(iteration.path)
    if not iteration.expanded:
        return f"{who} adds nothing.  The game is over at {place}, so this node is used again."
    *above, action = iteration.path
    parent = path_name(above)
    return (
        f"{who} adds the node {place}.  Action {action} had not been tried at {parent}.  "
        "The new node has no visits yet."
    )


def outcome(state: State, rewards: Sequence[float]) -> str:
    """Describe the end of a game: name the winner, a draw, or the reward of each player.

    state    a position of the game
    rewards  one number for each player; the reward of chance has no meaning and is left out
    """
    winner = _only_winner(state, rewards)
    if winner is not None:
        return f"{player_name(state, winner)} wins"
    shares = _shares(state, rewards)
    if len(shares) > 1 and set(shares.values()) == {0.5}:
        return "a draw, ½ for each"
    listed = [f"{points(reward)} for {player_name(state, k)}" for k, reward in shares.items()]
    return f"rewards {listing(listed)}"


def _shares(state: State, rewards: Sequence[float]) -> dict[int, float]:
    """Return a dictionary with the reward of each player except chance."""
    return {player: rewards[player] for player in seats(state)}


def _only_winner(state: State, rewards: Sequence[float]) -> int | None:
    """Return the player who got 1 if all other players (at least one) got 0; else None."""
    shares = _shares(state, rewards)
    winners = [player for player, reward in shares.items() if reward == 1]
    if len(shares) > 1 and len(winners) == 1 and sum(shares.values()) == 1:
        return winners[0]
    return None


def simulation(state: State, iteration: Iteration, who: str) -> str:
    """Describe phase 3.

    state   the position in which the playout starts
    """
    result = outcome(state, iteration.rewards)
    unchanged = "The tree does not change."
    if not iteration.rollout and not state.is_terminal():
        return f"{who} plays no game: it judges the position, {result}.  {unchanged}"
    if not iteration.rollout:
        return f"{who} has nothing to play: {result}.  The game is over here.  {unchanged}"
    many = len(iteration.rollout)
    played = f"{many} random moves" if many > 1 else "one random move"
    moves = (
        f"The moves are {listing(iteration.rollout)}"
        if many > 1
        else "The move is " + str(iteration.rollout[0])
    )
    return f"{who} plays {played} to the end: {result}.  {moves}.  {unchanged}"


def backpropagation(changes: Sequence[Change], rewards: Sequence[float], who: str) -> str:
    """Describe the actual changes in phase 4, node by node from the bottom up."""
    if not changes:
        return f"{who} changes nothing."
    gains = _who_gains(changes[0].node.state, rewards)
    nodes = "  ".join(_changed(change, rewards) for change in changes)
    return f"{who} carries the result up.  {gains}  {nodes}"


def _who_gains(state: State, rewards: Sequence[float]) -> str:
    """Return a sentence about the rewards that are added to the nodes."""
    winner = _only_winner(state, rewards)
    if winner is not None:
        name = player_name(state, winner)
        return f"{name} won the playout, so every node that {name} moved into gains one point."
    shares = _shares(state, rewards)
    if len(shares) > 1 and set(shares.values()) == {0.5}:
        return "The playout was a draw, so every node of the path gains half a point."
    listed = [
        f"{points(reward)} where {player_name(state, k)} moved" for k, reward in shares.items()
    ]
    return f"Each node gains the reward of the player who moved into it: {listing(listed)}."


def _changed(change: Change, rewards: Sequence[float]) -> str:
    """Describe the changed numbers of one node and, if the change is wrong, the correct gain."""
    visits, reward = change.added
    due = rewards[change.node.player]
    path = change.node.path()
    name = f"Node {path_name(path)}" if path else "The root"
    has = f"{name} has N = {change.visits[1]}, W = {points(change.value_sum[1])}"
    wrong = []
    if visits != 1:
        wrong.append(f"{number(visits)} visits instead of 1")
    if reward != due:
        wrong.append(f"{points(reward)} instead of {points(due)} points")
    return f"{has}: it gained {listing(wrong)}." if wrong else f"{has}."
