"""Each method finds the same results as a second program that is simple and slow.

The games are small random trees for one player, in which some positions are equal.
"""

import random
from math import inf, log, sqrt

import pytest
from toys import Script

from mctslib import record
from mctslib.methods.alone import (
    Alone,
    MeanAndMax,
    beam,
    best_first,
    best_of_n,
    drawn_by,
    grow,
    likeliest_first,
)
from mctslib.methods.puct import even


def random_tree(rng, depth):
    """Return a tree of dictionaries whose leaves are rewards.

    In about half of the nodes, the first subtree occurs a second time.
    """
    if depth == 0 or rng.random() < 0.15:
        return (rng.choice([0.0, 0.25, 0.5, 0.75, 1.0]),)
    subtrees = [random_tree(rng, depth - 1) for _ in range(rng.randint(2, 4))]
    if rng.random() < 0.5:
        subtrees.append(subtrees[0])
    return dict(enumerate(subtrees))


def games(depth=4):
    """Yield pairs of a seed and a game for one player."""
    for seed in range(3):
        rng = random.Random(seed)
        tree = {action: random_tree(rng, depth - 1) for action in range(3)}
        yield seed, Script.of(tree, [0])


GAMES = pytest.mark.parametrize("seed, game", list(games()), ids=range(3))


def uneven(state):
    """Return random probabilities, one for each action.

    If there are more than two actions, the first action has probability 0.
    """
    actions = state.legal_actions()
    weights = [random.Random(f"{state.tree} {action}").random() for action in actions]
    if len(actions) > 2:
        weights[0] = 0.0
    return {action: w / sum(weights) for action, w in zip(actions, weights)}, None


def worth(state):
    """Return a value from 0 to 1, which differs from position to position."""
    return random.Random(repr(state.tree)).random()


def plain_lines(found):
    """Return the lines that a search has found, as tuples, and its number of steps."""
    return [tuple(line) for line in found.lines], found.steps


# ---------------------------------------------------------------------------- lines


def naive_samples(state, steps, seed, proposer, until_solved):
    """Draw whole lines of actions; each action owns a part of the interval from 0 to 1."""
    rng = random.Random(seed)
    lines, used = [], 0
    while used < steps:
        actions, at = (), state
        while not at.is_terminal():
            number, reached = rng.random(), 0.0
            drawn = None
            for action, share in proposer(at)[0].items():
                if drawn is None and number < reached + share:
                    drawn = action
                reached += share
            actions, at = (*actions, drawn), at.apply(drawn)
        used += len(actions)
        lines.append((actions, at.rewards()[0], used))
        if until_solved and at.rewards() == (1,):
            break
    return lines, used


@GAMES
@pytest.mark.parametrize("until_solved", [True, False])
@pytest.mark.parametrize("proposer", [even, uneven])
def test_lines_that_are_drawn(seed, game, until_solved, proposer):
    expected = naive_samples(game, 40, seed, proposer, until_solved)
    found = best_of_n(game, 40, seed, proposer, until_solved)
    assert plain_lines(found) == expected
    again = best_of_n(game, 40, random.Random(seed), proposer, until_solved)
    assert again == found


def test_a_number_beyond_the_sum_of_the_shares_draws_the_likeliest():
    """The sum 0.25 + 0.5 + 0.125 is 0.875, so 0.9 exceeds it and draws b, the likeliest action.

    The part of b begins at 0.25.
    """
    policy = drawn_by(lambda state: ({"a": 0.25, "b": 0.5, "c": 0.125}, None))

    class Fixed:
        def __init__(self, number):
            self.number = number

        def random(self):
            return self.number

    numbers = [0.0, 0.24, 0.25, 0.74, 0.75, 0.87, 0.9]
    assert "".join(policy(None, Fixed(number)) for number in numbers) == "aabbccb"


# ---------------------------------------------------------------------------- beginnings


def steps_on(actions, state):
    """Extend `actions` by each legal action; return the longer beginnings with their positions."""
    return [((*actions, action), state.apply(action)) for action in state.legal_actions()]


def probability(game, actions, proposer):
    """Return the logarithm of the probability of a beginning."""
    total, at = 0.0, game
    for action in actions:
        share = proposer(at)[0][action]
        total, at = (total + log(share) if share else -inf), at.apply(action)
    return total


def value_of(state, value):
    """Return the reward if the game is over, and otherwise the estimate of `value`."""
    return state.rewards()[0] if state.is_terminal() else value(state)


def naive_beam(game, width, proposer, value):
    """Keep in each layer the best beginnings that lead to different positions."""
    layer, lines, used = [((), game)], [], 0
    while layer:
        longer = [new for actions, state in layer for new in steps_on(actions, state)]
        if value:
            used += len(longer)
            longer.sort(key=lambda new: value_of(new[1], value), reverse=True)
        else:
            longer.sort(key=lambda new: probability(game, new[0], proposer), reverse=True)
        layer, met = [], []
        for actions, state in longer:
            if state in met or len(met) == width:
                continue
            met.append(state)
            used += not value
            if state.is_terminal():
                lines.append((actions, state.rewards()[0], used))
            else:
                layer.append((actions, state))
    return lines, used


@GAMES
@pytest.mark.parametrize("width", [1, 3])
@pytest.mark.parametrize("proposer", [even, uneven])
@pytest.mark.parametrize("value", [None, worth])
def test_the_beginnings_of_a_beam(seed, game, width, proposer, value):
    expected = naive_beam(game, width, proposer, value)
    assert plain_lines(beam(game, width, proposer, value)) == expected


def naive_best_first(game, steps, value):
    """Extend the beginning with the highest value, or the oldest of equally valuable beginnings."""
    met, waiting, lines = [game], [((), game)], []
    while waiting and len(met) - 1 < steps:
        best = max(waiting, key=lambda one: value_of(one[1], value) if one[0] else 0)
        waiting.remove(best)
        for actions, state in steps_on(*best):
            if state in met or len(met) - 1 == steps:
                continue
            met.append(state)
            if not state.is_terminal():
                waiting.append((actions, state))
                continue
            lines.append((actions, state.rewards()[0], len(met) - 1))
            if state.rewards() == (1,):
                return lines, len(met) - 1
    return lines, len(met) - 1


@GAMES
@pytest.mark.parametrize("steps", [1, 7, 1000])
@pytest.mark.parametrize("value", [worth, lambda state: 0.5], ids=["worth", "equal"])
def test_the_most_valuable_comes_first(seed, game, steps, value):
    assert plain_lines(best_first(game, steps, value)) == naive_best_first(game, steps, value)


def naive_likeliest_first(game, steps, proposer):
    """Generate the likeliest beginning that has not been generated yet.

    If several beginnings are equally likely, generate the oldest.
    """
    met, lines, waiting, newest = [], [], [], ((), game)
    while len(met) < steps:
        waiting += steps_on(*newest)
        waiting = [one for one in waiting if one[1] not in met]
        if not waiting:
            break
        newest = max(waiting, key=lambda one: probability(game, one[0], proposer))
        waiting.remove(newest)
        met.append(newest[1])
        if newest[1].is_terminal():
            lines.append((newest[0], newest[1].rewards()[0], len(met)))
            if newest[1].rewards() == (1,):
                break
    return lines, len(met)


@GAMES
@pytest.mark.parametrize("steps", [1, 7, 1000])
@pytest.mark.parametrize("proposer", [even, uneven])
def test_the_likeliest_comes_first(seed, game, steps, proposer):
    expected = naive_likeliest_first(game, steps, proposer)
    assert plain_lines(likeliest_first(game, steps, proposer)) == expected


# ---------------------------------------------------------------------------- trees


def naive_lines(game, iterations, steps, until_solved):
    """Count the steps of a record and keep its lines, until all steps are used up.

    With `until_solved`, also stop at a line with reward 1.
    """
    lines, used, met = [], 0, {()}
    for iteration in iterations:
        is_new = iteration.path not in met
        met.add(iteration.path)
        used += is_new + len(iteration.rollout)
        at = game
        for action in (*iteration.path, *iteration.rollout):
            at = at.apply(action)
        if is_new or iteration.rollout:
            lines.append(((*iteration.path, *iteration.rollout), at.rewards()[0], used))
        solved = bool(lines) and lines[-1][1] == 1
        if used >= steps or (until_solved and solved):
            break
    return lines, used


TREES = {
    "UCT": dict,
    "mean and max": lambda: MeanAndMax(0.5, 0.5).options(),
    "Alone": lambda: Alone(uneven, 1).options(),
}


@GAMES
@pytest.mark.parametrize("until_solved", [True, False])
@pytest.mark.parametrize("name", TREES)
def test_a_tree_keeps_its_lines(seed, game, until_solved, name):
    steps = 30
    iterations = record(game, 4 * steps, seed=seed, **TREES[name]()).iterations
    found = grow(game, steps, TREES[name](), seed, until_solved)
    assert plain_lines(found) == naive_lines(game, iterations, steps, until_solved)


def picks(iterations):
    """Yield each choice of a search: its path, its action, and the numbers of all paths so far.

    The numbers are the visits, sums and best rewards of the earlier iterations.  Rewards are those
    of player 0.
    """
    visits, sums, best = {(): 0}, {(): 0.0}, {}
    for iteration in iterations:
        for depth, action in enumerate(iteration.path):
            at = iteration.path[:depth]
            yield at, action, visits, sums, best
        for depth in range(len(iteration.path) + 1):
            at = iteration.path[:depth]
            visits[at] = visits.get(at, 0) + 1
            sums[at] = sums.get(at, 0.0) + iteration.rewards[0]
            best[at] = max(best.get(at, 0.0), iteration.rewards[0])


@GAMES
@pytest.mark.parametrize("c, weight", [(1, 0.5), (0.3, 0.25)])
def test_each_choice_of_mean_and_maximum(seed, game, c, weight):
    """Each choice follows from the formula of `MeanAndMax`, computed from the record alone."""
    iterations = record(game, 150, seed=seed, **MeanAndMax(c, weight).options()).iterations
    choices = 0
    for at, action, visits, sums, best in picks(iterations):
        children = [(*at, other) for other in position(game, at).legal_actions()]
        if any(child not in visits for child in children):
            assert (*at, action) not in visits
            continue
        scores = []
        for child in children:
            mean = sums[child] / visits[child]
            bonus = c * sqrt(log(visits[at]) / visits[child])
            scores.append((1 - weight) * mean + weight * best[child] + bonus)
        assert scores[children.index((*at, action))] == pytest.approx(max(scores))
        choices += 1
    assert choices > 100


def position(game, actions):
    """Return the position after some actions."""
    for action in actions:
        game = game.apply(action)
    return game
