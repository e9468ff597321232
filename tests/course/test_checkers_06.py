"""The checkers of chapter 06 judge answers that the checkers' authors did not have in mind.

These answers are right in unusual ways, or make one of the mistakes that the messages name.
"""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from mctslib.course.ch06 import checkers as ch06
from mctslib.course.ch06.growing import all_paths

RIGHT = []
"""Right answers in other styles: (chapter, name, answer).  test_exercises.py tries them."""


def count_by_list(state):
    return len(list(all_paths(state)))


def count_by_stack(state):
    waiting, nodes = [state], 0
    while waiting:
        state = waiting.pop()
        nodes += 1
        waiting += [state.apply(action) for action in state.legal_actions()]
    return nodes


RIGHT += [
    ("06", "count_nodes", own)
    for own in [count_by_list, count_by_stack, lambda state: np.int64(count_by_list(state))]
]


def recent(before, after, kind=float):
    return (kind(after[1]) - kind(before[1])) / (after[0] - before[0])


RIGHT += [
    ("06", "recent_value", own)
    for own in [
        recent,
        partial(recent, kind=Fraction),
        partial(recent, kind=np.float64),
        partial(recent, kind=np.float32),
        lambda b, a: a[1] / (a[0] - b[0]) - b[1] / (a[0] - b[0]),
        lambda b, a: recent(b, a) + 1e-13,
    ]
]


@pytest.mark.parametrize(
    "own",
    [
        lambda b, a: min(1, recent(b, a)),
        lambda b, a: max(0, recent(b, a)),
        lambda b, a: abs(recent(b, a)),
        lambda b, a: round(recent(b, a), 2),
    ],
)
def test_another_mistake_in_a_recent_value_gets_the_rule(own):
    assert "do not round" in ch06.check_recent_value(own).message


def missing(root, change=lambda path: path):
    there = {node.path() for node in root.descendants()}
    return [change(path) for path in all_paths(root.state) if path not in there]


RIGHT += [
    ("06", "missing", own)
    for own in [
        lambda root: missing(root)[::-1],
        lambda root: tuple(missing(root)),
        lambda root: missing(root, lambda path: tuple(map(np.int64, path))),
    ]
]
