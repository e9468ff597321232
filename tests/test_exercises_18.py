"""The answers with which the checkers of chapter 18 are tested, and tests of its experiments."""

import random
from functools import partial
from math import ceil

import numpy as np
import pytest

from mctslib import search
from mctslib.course.ch18 import checkers as ch18
from mctslib.course.ch18 import experiments as ex
from mctslib.course.ch18.checkers import (
    check_draw_near,
    check_holed_share,
    check_replayed,
    check_room,
)
from mctslib.course.questions import question
from mctslib.games import Putting
from mctslib.methods.widening import draw_untried
from mctslib.tree import Node

CHECKS = {
    "18": {
        "room": check_room,
        "holed_share": check_holed_share,
        "draw_near": check_draw_near,
        "replayed": check_replayed,
    }
}
SLOW = {"holed_share", "draw_near"}

# ---------------------------------------------------------- room


def by_ceiling(node, exponent, factor):
    """Round the limit up; a whole number is below ⌈x⌉ exactly if it is below x."""
    visits = 1 if node.visits == 0 else node.visits
    limit = max(ceil(factor * visits**exponent), 1)
    return np.bool_(min(limit, len(node.state.legal_actions())) > len(node.children))


def by_returns(node, exponent, factor):
    """Test one condition after another, and return as soon as one of them decides."""
    if not node.children:
        return not node.state.is_terminal()
    if len(node.children) == len(node.state.legal_actions()):
        return False
    return (len(node.children) / factor) ** (1 / exponent) < node.visits


def without_a_least(node, exponent, factor):
    """Leave out the special case of no children, because 0 is below every limit."""
    open_actions = len(node.state.legal_actions()) - len(node.children)
    limit = factor * (node.visits or 1) ** exponent
    return bool(open_actions) and len(node.children) < limit


def of_the_parent(node, exponent, factor):
    return len(node.children) < node.parent.visits**exponent


def the_limit(node, exponent, factor):
    return factor * node.visits**exponent


def always(node, exponent, factor):
    return True


def forgets_to_return(node, exponent, factor):
    print(len(node.children) < node.visits**exponent)


def adds_a_visit(node, exponent, factor):
    node.visits += 1
    return ch18.room(node, exponent, factor)


# ---------------------------------------------------------- an experiment


def runs(exponent, seeds):
    found = []
    for seed in seeds:
        root = search(ch18.GREEN, 300, seed=seed, **ex.widened(exponent)).root
        found.append(ex.holes(root))
    return found


def by_mean(exponent, seeds):
    return np.mean(runs(exponent, seeds))


def by_walking(exponent, seeds):
    """Follow the favourites down the tree, and give each search its own generator."""
    holed = 0
    for seed in seeds:
        found = search(Putting(24, wall=0.4), 300, seed=random.Random(seed), **ex.widened(exponent))
        holed += ex.favourites(found.root)[-1].state.holed
    return holed / len(seeds)


def without_seed(exponent, seeds):
    found = [search(ch18.GREEN, 300, **ex.widened(exponent)).root for _ in seeds]
    return sum(ex.holes(root) + random.random() for root in found) / len(seeds)


def wide_green(exponent, seeds):
    found = [search(Putting(), 300, seed=s, **ex.widened(exponent)).root for s in seeds]
    return (0.001 + sum(map(ex.holes, found))) / len(found)


# ---------------------------------------------------------- near the best


def near_first(node, rng):
    """Draw first whether to stay near the best stroke, then look for the strokes near it."""
    anywhere = rng.random() >= 0.5 or len(node.children) == 0
    near = [] if anywhere else ex.untried_near(node, ex.best_tried(node))
    return near[int(len(near) * rng.random())] if near else draw_untried(node, rng)


def by_hand(node, rng):
    """Draw the stroke without the helpers of the library."""
    if node.children and rng.randrange(2):
        best = max(node.children.values(), key=lambda child: child.value_sum / child.visits)
        strength, direction = divmod(best.action, 360)
        beside = [strength * 360 + (direction + k) % 360 for k in range(-15, 16)]
        new = [stroke for stroke in beside if stroke not in node.children]
        if new:
            return rng.choice(new)
    while True:
        stroke = rng.randrange(1800)
        if stroke not in node.children:
            return stroke


def nearing(node, rng, best=ex.best_tried, share=0.5):
    if node.children and rng.random() < share:
        near = ex.untried_near(node, best(node))
        if near:
            return rng.choice(near)
    return draw_untried(node, rng)


def most_visited(node):
    return max(node.children.values(), key=lambda child: child.visits).action


def worst(node):
    return min(node.children.values(), key=lambda child: child.value).action


def nowhere_else(node, rng):
    if node.children and rng.random() < 0.5:
        return rng.choice(ex.untried_near(node, ex.best_tried(node)))
    return draw_untried(node, rng)


def no_child_yet(node, rng):
    near = ex.untried_near(node, ex.best_tried(node))
    return rng.choice(near) if near and rng.random() < 0.5 else draw_untried(node, rng)


def tried_again(node, rng):
    return rng.choice(list(node.children)) if node.children else draw_untried(node, rng)


def from_everywhere(node, rng):
    return nearing(node, random)


def the_same(node, rng):
    return nearing(node, random.Random(0))


def a_child(node, rng):
    return next(iter(node.children.values()), 5)


def outside(node, rng):
    return 1800


# ---------------------------------------------------------- a kept roll


def by_loop(stroke):
    chosen = None
    for child in stroke.children.values():
        if chosen is None or child.visits < chosen.visits:
            chosen = child
    return chosen


def by_sorting(stroke):
    return sorted(stroke.children.values(), key=lambda child: child.visits)[0]


def taking(name_of):
    return lambda stroke: stroke.children[name_of(stroke)]


def for_iterations(iterations):
    """Return an answer function that runs each search for `iterations` iterations."""

    def share(exponent, seeds):
        found = [search(ch18.GREEN, iterations, seed=s, **ex.widened(exponent)) for s in seeds]
        return sum(ex.holes(run.root) for run in found) / len(seeds)

    return share


RIGHT = [
    ("room", by_ceiling),
    ("room", by_returns),
    ("room", without_a_least),
    ("holed_share", by_mean),
    ("holed_share", by_walking),
    ("draw_near", near_first),
    ("draw_near", by_hand),
    ("replayed", by_loop),
    ("replayed", by_sorting),
]
WRONG = [
    *[("room", mistake, words) for mistake, words in ch18.ROOM_MISTAKES],
    ("room", of_the_parent, "AttributeError"),
    ("room", the_limit, "should be a bool"),
    ("room", always, "Compare the number of children"),
    ("room", forgets_to_return, "Is a `return` missing?"),
    ("room", adds_a_visit, "changed the tree"),
    *[("holed_share", mistake, words) for mistake, words in ch18.SHARE_MISTAKES],
    ("holed_share", without_seed, "a different number each time"),
    ("holed_share", wide_green, "For each seed"),
    ("holed_share", runs, "it should be a number"),
    ("holed_share", for_iterations(299), "`search(green, 300, seed=seed"),
    ("holed_share", for_iterations(301), "`search(green, 300, seed=seed"),
    ("draw_near", partial(nearing, best=most_visited), "near the most visited stroke"),
    ("draw_near", partial(nearing, best=worst), "near the worst stroke"),
    ("draw_near", partial(nearing, share=0.0), "use `untried_near`?"),
    ("draw_near", partial(nearing, share=1.0), "the other half should lie anywhere"),
    ("draw_near", partial(nearing, share=0.25), "it should be about half"),
    ("draw_near", nowhere_else, "IndexError"),
    ("draw_near", no_child_yet, "ValueError"),
    ("draw_near", tried_again, "has a child already"),
    ("draw_near", from_everywhere, "the global generator"),
    ("draw_near", the_same, "draws the same stroke for every `rng`"),
    ("draw_near", a_child, "it should be a whole number"),
    ("draw_near", outside, "but this is not a legal action"),
    *[("replayed", taking(mistake), words) for mistake, words in ch18.REPLAY_MISTAKES],
    ("replayed", lambda stroke: min(stroke.children), "should be a Node"),
    ("replayed", lambda stroke: stroke, "not a child of the given stroke"),
    ("replayed", lambda stroke: list(stroke.children.values())[1], "Compare the visits"),
]

# ---------------------------------------------------------- the experiments


def test_strokes_near_another_wrap_around_and_keep_the_strength():
    node = Node(Putting())
    near = ex.untried_near(node, 2 * 360 + 5)
    assert len(near) == 31 and all(stroke // 360 == 2 for stroke in near)
    assert {stroke % 360 for stroke in near} == {*range(21), *range(350, 360)}


def test_a_finished_tree_putts_only_legal_rounds():
    root = search(Putting(noise=3), 500, seed=0, **ex.by_count()).root
    assert 0 <= ex.paid_by_tree(root, 50) <= 50
    assert ex.paid_by_tree(root, 50, seed=1) == ex.paid_by_tree(root, 50, seed=1)


@pytest.mark.parametrize("share", [0.0, 0.049, 0.05, 0.3, 0.45, 1.0])
def test_every_share_has_an_option_of_the_prediction(share):
    assert ex.band(share) in [one.text for one in question("18-paid", "predict").options]
