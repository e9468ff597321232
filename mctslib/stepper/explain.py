"""Explain in plain words what happens in each phase of a search, and why.

These pure functions turn nodes and records into text, and never change a tree.  A phase has a
headline, which describes the event, and sentences that explain why.  Their words carry marks
(`lit.py`), which connect them with the figure.
"""

from collections.abc import Sequence
from math import inf, isfinite, isnan
from typing import Any, NamedTuple

from mctslib.chance import seats
from mctslib.draw.scores import Score, compares_actions, scores
from mctslib.game import Action, State
from mctslib.games.names import player_name
from mctslib.policies import TreePolicy
from mctslib.stepper.lit import BOARD, END, key_of, lit, named
from mctslib.tree import Iteration, Node
from mctslib.words import count, listing, number, points, worked

MOST_STEPS = 2  # of a longer walk, only the first step is explained with its numbers
MOST_LIT = 30  # the words about more untried moves light none of them up
MOST_NAMED = 4  # this many untried moves are named; more are only counted


class Said(NamedTuple):
    """The headline of a moment, and the sentences that explain it, as marked texts."""

    headline: str
    words: str


class Change(NamedTuple):
    """The effect of backpropagation on one node: visits and value sum before and after."""

    node: Node
    visits: tuple[int, int]
    value_sum: tuple[float, float]

    @property
    def added(self) -> tuple[int, float]:
        """The amounts added to N and to W."""
        return self.visits[1] - self.visits[0], self.value_sum[1] - self.value_sum[0]


# ---------------------------------------------------------------------------- selection


def untried(node: Node) -> list[Action]:
    """Return the legal actions that have no child yet."""
    return [action for action in node.state.legal_actions() if action not in node.children]


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
    name = named(taken.child)
    if not others:
        return f"{name} is the only child"
    if any(isnan(score.total) for score in table):
        return f"the tree policy chose {name}"
    second = max(others, key=lambda score: score.total)
    if second.total > taken.total:
        first = f"{named(second.child)} first ({formula(second)})"
        return f"{name} was taken ({formula(taken)}), although the tree policy puts {first}"
    if second.total == taken.total:
        equal = [named(score.child) for score in table if score.total == taken.total]
        if len(equal) > MOST_NAMED:
            equal = [str(len(equal)) + " children"]
        return f"{listing(equal)} have the same score, {formula(taken)}; the first of them is taken"
    if second.total == -inf:
        return f"{name} is the only child that is not proved"
    runner_up = f"{named(second.child)} has {worked(second.total)}"
    return f"{name} has the highest score, {formula(taken)}; {runner_up}"


def why_stop(node: Node, tree_policy: TreePolicy) -> str:
    """Explain in a clause, without a full stop, why selection ends at `node`."""
    if node.state.is_terminal():
        return "the game is over there"
    if compares_actions(tree_policy):
        return _no_node_yet(node, tree_policy)
    left = untried(node)
    if left:
        words = count(len(left), "move is", "moves are")
        return f"{lit(words, *_keys_of(node, left))} untried there, and untried moves come first"
    return "every move there has been tried, so the library's own select would have continued"


def _keys_of(node: Node, actions: Sequence[Action]) -> list[str]:
    """Return the keys of moves that have no node yet; of many moves, of none."""
    if len(actions) > MOST_LIT:
        return []
    return [key_of(_child(node, action)) for action in actions]


def _child(node: Node, action: Action) -> Node:
    """Return the child that an action leads to; one that has no node yet is made for its name."""
    return node.children.get(action) or Node(node.state.apply(action), node, action)


def _no_node_yet(node: Node, tree_policy: Any) -> str:
    first = tree_policy.pick(node)
    best = next(score for score in scores(node, tree_policy) if score.child.action == first)
    if first in node.children:
        name = named(best.child)
        return f"the search ended there, although {name} ({formula(best)}) already has a node"
    return f"{named(best.child)} comes first ({formula(best)}) and has no node yet"


def verdict(node: Node, guess: Action, truth: Action | None, tree_policy: TreePolicy) -> str:
    """Explain why a right guess is right, or assess a wrong one without telling the right one.

    guess   the reader's answer
    truth   the right answer, or None if selection stops at the node
    """
    if truth is None and guess in node.children:
        return f"Selection does not go on to {named(node.children[guess])}."
    if truth is None:
        return f"Selection stops at {named(node)}: {why_stop(node, tree_policy)}."
    if guess == truth:
        return f"At {named(node)}, {why_child(node, truth, tree_policy)}."
    if guess in node.children:
        fares = next(score for score in scores(node, tree_policy) if score.child.action == guess)
        return f"{named(fares.child)} has {formula(fares)}."
    if compares_actions(tree_policy):
        return "Selection continues, because a child has the highest score."
    if untried(node):
        return "This search continues, although some moves there are untried."
    return "Selection continues, because no move there is untried."


# ---------------------------------------------------------------------------- what each phase did


def nothing_yet(root: Node) -> Said:
    """Describe the tree before the first iteration."""
    mover = player_name(root.state, root.state.current_player)
    so_far = f"The tree is {named(root)} alone, without a visit"
    return Said("Nothing has happened yet.", f"{so_far}; {mover} is to move.")


def selection(root: Node, path: Sequence[Action], tree_policy: TreePolicy, who: str) -> Said:
    """Describe phase 1 with the numbers in the tree before the iteration.

    who   "Selection", or the name of the reader's own function
    """
    walked = [root]
    for action in path:
        walked.append(walked[-1].children[action])
    stop = f"{named(walked[-1])}: {why_stop(walked[-1], tree_policy)}."
    if not path:
        return Said(f"{who} stays at the root.", f"The walk ends at {stop}")
    steps = []
    for node, action in list(zip(walked, path))[: MOST_STEPS if len(path) <= MOST_STEPS else 1]:
        steps.append(f"At {named(node)}, {why_child(node, action, tree_policy)}.")
    if len(path) > MOST_STEPS:
        steps.append(f"Then come {listing(map(named, walked[2:]))}, in the same way.")
    return Said(f"{who} walks down to {named(walked[-1])}.", f"{' '.join(steps)} It ends at {stop}")


def expansion(node: Node, iteration: Iteration, tree_policy: TreePolicy, who: str) -> Said:
    """Describe phase 2.

    node   the node at the end of the iteration's path
    """
    if not iteration.expanded:
        ended = f"The game is over at {named(node)}, so the same node is used again."
        return Said(f"{who} adds nothing.", ended)
    parent = node.parent
    assert parent is not None, "an added node has a parent"
    left = [*untried(parent), node.action]
    if compares_actions(tree_policy):
        why = f"At {named(parent)}, {named(node)} came first, and had no node."
    else:
        mover = player_name(parent.state, parent.state.current_player)
        moves = lit(count(len(left), "untried move"), *_keys_of(parent, left))
        chance = "Chance picks" if len(left) > 1 else "It is"
        why = f"At {named(parent)}, {mover} has {moves}. {chance} {named(node)}."
    return Said(f"{who} adds {named(node)}.", f"{why} The new node is empty: N = 0 and W = 0.")


def outcome(state: State, rewards: Sequence[float]) -> str:
    """Describe the end of a game: name the winner, a draw, or the reward of each player.

    state    a position of the game
    rewards  one number for each player; the reward of chance has no meaning and is left out
    """
    winner = only_winner(state, rewards)
    if winner is not None:
        return f"{player_name(state, winner)} wins"
    shares = _shares(state, rewards)
    if _is_draw(shares):
        return "a draw, ½ for each"
    return f"rewards {_listed(state, shares)}"


def _listed(state: State, shares: dict[int, float]) -> str:
    return listing(f"{points(reward)} for {player_name(state, k)}" for k, reward in shares.items())


def _is_draw(shares: dict[int, float]) -> bool:
    return len(shares) > 1 and set(shares.values()) == {0.5}


def _shares(state: State, rewards: Sequence[float]) -> dict[int, float]:
    """Return a dictionary with the reward of each player except chance."""
    return {player: rewards[player] for player in seats(state)}


def only_winner(state: State, rewards: Sequence[float]) -> int | None:
    """Return the player who got 1 if all other players (at least one) got 0; else None."""
    shares = _shares(state, rewards)
    winners = [player for player, reward in shares.items() if reward == 1]
    if len(shares) > 1 and len(winners) == 1 and sum(shares.values()) == 1:
        return winners[0]
    return None


def simulation(node: Node, iteration: Iteration, who: str) -> Said:
    """Describe phase 3.

    node   the node from which the playout starts
    """
    state = node.state
    result = outcome(state, iteration.rewards)
    ended = f"That is {lit(_listed(state, _shares(state, iteration.rewards)), END)}."
    unchanged = "The tree has not changed yet."
    if not iteration.rollout and not state.is_terminal():
        judged = f"{who} judges {named(node)} and plays no game."
        return Said(judged, f"{ended} {unchanged}")
    if not iteration.rollout:
        return Said(f"{who} has nothing to play.", f"The game is over already. {ended} {unchanged}")
    many = count(len(iteration.rollout), "random move")
    played = lit("both sides move at random", BOARD)
    if len(seats(state)) < 2:
        played = lit("the moves are drawn at random", BOARD)
    how = f"From {named(node)} {played}, until the game is over."
    return Said(f"{who}, {many}: {result}.", f"{how} {ended} {unchanged}")


def backpropagation(changes: Sequence[Change], rewards: Sequence[float], who: str) -> Said:
    """Describe the actual changes in phase 4."""
    if not changes:
        return Said(f"{who} changes nothing.", "")
    state = changes[0].node.state
    wrong = [words for words in (_mistake(change, rewards) for change in changes) if words]
    winner = only_winner(state, rewards)
    shares = _shares(state, rewards)
    what = "the draw" if _is_draw(shares) else "the result"
    if winner is not None:
        what = f"{player_name(state, winner)}’s win"
    headline = f"{who} carries {what} up to the root."
    if wrong:
        return Said(headline, " ".join(wrong))
    keys = [key_of(change.node) for change in changes]
    all_nodes = "each node on the path" if len(keys) > 1 else "the root"
    visits = f"N grows by 1 in {lit(all_nodes, *keys)}."
    if winner is None:
        if _is_draw(shares):
            return Said(headline, f"{visits} It was a draw, so W grows by ½ in each of them.")
        gains = _listed(state, shares)
        return Said(headline, f"{visits} W grows by the points of who moved there: {gains}.")
    name = player_name(state, winner)
    gained = [change.node for change in changes if rewards[change.node.player] > 0]
    others = [change.node for change in changes if rewards[change.node.player] == 0]
    words = f"{name} won, and no node on the path counts for {name}."
    if gained:
        moved = [f"{name} moved there"] if any(node.parent for node in gained) else []
        if any(node.parent is None for node in gained):
            moved.append(f"the root counts for {name}")
        words = f"The point goes to {listing(map(named, gained))}, because {listing(moved)}."
        if others:
            get = "get" if len(others) > 1 else "gets"
            names = [_sentence_start(others[0]), *map(named, others[1:])]
            words += f" {listing(names)} {get} none."
    return Said(headline, f"{visits} {words}")


def _sentence_start(node: Node) -> str:
    return named(node).replace("the root", "The root")


def _mistake(change: Change, rewards: Sequence[float]) -> str:
    """Return a sentence about a change that is not 1 visit and the player's reward, or ""."""
    visits, reward = change.added
    due = rewards[change.node.player]
    wrong = []
    if visits != 1:
        wrong.append(f"{number(visits)} visits instead of 1")
    if reward != due:
        wrong.append(f"{points(reward)} instead of {points(due)} points")
    return f"{_sentence_start(change.node)} gained {listing(wrong)}." if wrong else ""
