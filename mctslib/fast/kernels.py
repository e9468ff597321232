"""Define the four phases of the search on a tree in one array, compiled by numba.

`layout.py` describes the array, and `selection.py` picks the children of phase 1.

Selection passes only through complete nodes, and reads the visits and points of their children in
one sweep.  The children of a growing node form a chain.  When the last child is added, all children
move to neighbouring places, in the order of the legal actions, and their old places become free.
"""

import threading

import numpy as np

from mctslib.fast import layout
from mctslib.fast.draws import below, count, kernel, make_numbers, nth, part
from mctslib.fast.layout import (
    ACTION,
    ENDED,
    FIRST,
    FREE,
    GROWING,
    KIND,
    NEXT,
    NODES,
    NONE,
    OPEN,
    POINTS,
    SPLIT,
    USED,
    VISITS,
)
from mctslib.fast.rules import legal, play, playout
from mctslib.fast.selection import ROW, best_child

NO_RECORDS = np.empty((0, 4), np.int64), np.empty((0, layout.LONGEST), np.uint8)


def new_scratch():
    """Allocate scratch memory for one search, because the kernels themselves allocate no memory.

    The scratch memory consists of two rows of whole numbers for the board and the path, an array
    for the scores of the children, and an array for the line of moves.
    """
    return (
        np.zeros((2, layout.LONGEST), np.int64),
        np.zeros(layout.LONGEST),
        np.zeros(layout.LONGEST, np.uint8),
    )


class ScratchOfThread(threading.local):
    """The scratch memory of each thread, in which kernels keep nothing between two calls."""

    def __init__(self):
        self.arrays = new_scratch()


SCRATCH = ScratchOfThread()


def scratch_of_thread():
    """Return the scratch memory of this thread, which is reused because allocation takes time."""
    return SCRATCH.arrays


# ---------------------------------------------------------------------------- phase 1: select


@part
def select(rules, board, player, tree, c, table, scores, line, path):
    """Walk down to a growing or finished node; return the node, its depth and the player to move.

    The moves are made on `board` and written to `line`; the nodes are written to `path`.
    """
    node = np.uint64(0)
    depth = 0
    while GROWING < tree[KIND, node] < ENDED:
        node = best_child(tree, node, c, scores, table)
        line[depth] = tree[ACTION, node]
        play(rules, board, player, tree[ACTION, node])
        depth += 1
        path[depth] = node
        player = 1 - player
    return node, depth, player


# ---------------------------------------------------------------------------- phase 2: expand


@part
def set_node(tree, place, action):
    """Write a node without visits to a place; `action` leads to the node."""
    tree[VISITS, place] = 0
    tree[POINTS, place] = 0
    tree[ACTION, place] = action
    tree[KIND, place] = GROWING
    tree[FIRST, place] = NONE


@part
def copy_node(tree, old, new_tree, new):
    """Copy a node, except for the links to its siblings, to another place."""
    for row in range(NEXT):
        new_tree[row, new] = tree[row, old]


@part
def untried(tree, node, low, high):
    """Return the legal actions that have no child yet, as bits in the form of `rules.legal`."""
    child = tree[FIRST, node]
    while child != NONE:
        action = tree[ACTION, np.uint64(child)]
        if action < SPLIT:
            low ^= 1 << action
        else:
            high ^= 1 << action - SPLIT
        child = tree[NEXT, np.uint64(child)]
    return low, high


@part
def nth_action(low, high, k):
    """Return action number k, counted from 0, among actions that are given as bits."""
    if k < count(low):
        return nth(low, k)
    return SPLIT + nth(high, k - count(low))


@part
def rank(low, high, action):
    """Return the number of actions that come before `action`, among actions given as bits."""
    if action < SPLIT:
        return count(low & (1 << action) - 1)
    return count(low) + count(high & (1 << action - SPLIT) - 1)


@part
def add_child(tree, counters, node, action):
    """Add a child at the head of the chain of `node`; return its place.

    The child gets a place that has become free, or else the next unused place.
    """
    place = counters[FREE]
    if place == NONE:
        place = counters[USED]
        counters[USED] += 1
    else:
        counters[FREE] = tree[NEXT, place]
    set_node(tree, place, action)
    tree[NEXT, place] = tree[FIRST, node]
    tree[FIRST, node] = place
    return place


@part
def complete(tree, counters, node, action, low, high):
    """Add the last child of a node; return the child's place.

    All children move to new neighbouring places, in the order of their actions.
    """
    child = tree[FIRST, node]
    first = counters[USED]
    tree[FIRST, node] = first
    tree[KIND, node] = count(low) + count(high)
    counters[USED] += tree[KIND, node]
    while child != NONE:
        old = np.uint64(child)
        copy_node(tree, old, tree, np.uint64(first + rank(low, high, tree[ACTION, old])))
        sibling = tree[NEXT, old]
        tree[NEXT, old] = counters[FREE]
        counters[FREE] = child
        child = sibling
    newest = first + rank(low, high, action)
    set_node(tree, newest, action)
    return newest


@part
def expand(rules, board, tree, counters, node, rng):
    """Add the child of a random untried action; return its place."""
    low, high = legal(rules, board)
    rest, more = untried(tree, node, low, high)
    left = count(rest) + count(more)
    rng[0], k = below(rng[0], rng, left)
    action = nth_action(rest, more, k)
    counters[NODES] += 1
    if left > 1:
        return add_child(tree, counters, node, action)
    return complete(tree, counters, node, action, low, high)


# ------------------------------------------------------------ phase 4, and all phases together


@part
def backpropagate(tree, counters, path, depth, to_move, outcome):
    """Add to each node on the path one visit, and the reward of the player who moved into it."""
    gain = 2 - outcome if to_move else outcome
    tree[VISITS, 0] += 1
    tree[POINTS, 0] += gain if counters[layout.ROOT_PLAYER] == to_move else 2 - gain
    for k in range(1, depth + 1):
        node = np.uint64(path[k])
        tree[VISITS, node] += 1
        tree[POINTS, node] += gain
        gain = 2 - gain


@part
def write_record(records, lines, row, depth, expanded, length, outcome, line):
    """Write an iteration to a row of `records` and of `lines`; see `grow`."""
    records[row, 0] = depth
    records[row, 1] = expanded
    records[row, 2] = length
    records[row, 3] = outcome
    for k in range(length):
        lines[row, k] = line[k]


@kernel
def grow(
    rules,
    start,
    to_move,
    tree,
    counters,
    rng,
    c,
    iterations,
    max_nodes,
    table,
    scratch,
    scores,
    line,
    records,
    lines,
):
    """Run iterations; return the number of iterations that were run.

    This number is less than `iterations` if the tree reaches `max_nodes` first, or has no room for
    more children.  If `records` has rows, iteration k is written to row k: the length of its path,
    whether the iteration expanded the tree, the number of its actions in the tree and in the
    playout, and the outcome.  The actions are written to row k of `lines`.
    """
    board = scratch[0]
    path = scratch[1]
    path[0] = 0
    room = tree.shape[1] - layout.MOST_ACTIONS - ROW
    done = 0
    while not done or (done < iterations and counters[NODES] < max_nodes and counters[USED] < room):
        for k in range(len(start)):
            board[k] = start[k]
        node, depth, player = select(rules, board, to_move, tree, c, table, scores, line, path)
        outcome = tree[KIND, node] - ENDED
        length = depth
        growing = tree[KIND, node] == GROWING
        if growing:
            node = np.uint64(expand(rules, board, tree, counters, node, rng))
            line[depth] = tree[ACTION, node]
            outcome = play(rules, board, player, tree[ACTION, node])
            depth += 1
            path[depth] = node
            length = depth
            if outcome == OPEN:
                outcome, length = playout(rules, board, 1 - player, rng, line, depth)
            else:
                tree[KIND, node] = ENDED + outcome
        backpropagate(tree, counters, path, depth, to_move, outcome)
        if len(records):
            write_record(records, lines, done, depth, growing, length, outcome, line)
        done += 1
    return done


@kernel
def flat(rules, start, to_move, rng, playouts, first_turn, visits, points, scratch, line):
    """Make playouts without a tree; the legal actions take turns, with one playout each.

    For each action, the number of its playouts is added to `visits`, and the results of these
    playouts for the player to move are added to `points`.
    """
    board = scratch[0]
    low, high = legal(rules, start)
    n = count(low) + count(high)
    for turn in range(first_turn, first_turn + playouts):
        for k in range(len(start)):
            board[k] = start[k]
        k = turn % n
        outcome = play(rules, board, to_move, nth_action(low, high, k))
        if outcome == OPEN:
            outcome, _ = playout(rules, board, 1 - to_move, rng, line, 0)
        visits[k] += 1
        points[k] += 2 - outcome if to_move else outcome


@kernel
def prepare(rng):
    """Make the 53-bit numbers of a generator whose words come from Python."""
    make_numbers(rng)


@kernel
def cut(tree, node, new, counters):
    """Copy `node` and the tree below it to the empty tree `new`, parents before their children."""
    copy_node(tree, node, new, 0)
    counters[USED] = 1
    counters[FREE] = NONE
    place = 0
    while place < counters[USED]:
        child = new[FIRST, place]
        kind = new[KIND, place]
        growing = kind == GROWING
        if growing:
            left = layout.MOST_ACTIONS  # the chain ends earlier
        elif kind >= ENDED:
            left = 0
        else:
            left = kind
        new[FIRST, place] = counters[USED] if child != NONE and left else NONE
        while child != NONE and left:
            copy_node(tree, child, new, counters[USED])
            child = tree[NEXT, child] if growing else child + 1
            left = left - 1
            new[NEXT, counters[USED]] = counters[USED] + 1 if child != NONE and left else NONE
            counters[USED] += 1
        place += 1
    counters[NODES] = counters[USED]
