"""Where what stands in the arrays of a compiled tree.  Known to Python and to the kernels, so it needs no numba.

A node is a number, its **place**; what is known about it stands at that place in the rows of `tree`:

    VISITS    N                             KIND   0 growing; 1–121 complete: so many children; 200 + outcome: ended
    POINTS    2 · W, a whole number         FIRST  complete: its first child, the others follow side by side;
    ACTION    that led here                        growing: its newest child
                                            NEXT   the child before it, while the parent is growing

`counters` holds four numbers about the whole tree: the places in use, the first that is free again, the nodes, and
whom the root counts for (see `Node.player`).
"""

VISITS, POINTS, ACTION, KIND, FIRST, NEXT = ROWS = range(6)
GROWING, ENDED, NONE = 0, 200, -1
USED, FREE, NODES, ROOT_PLAYER = range(4)
LONGEST, MOST_ACTIONS = 128, 121  # no game has more moves, no position more actions

OPEN = 3  # an outcome: the game goes on
SPLIT = 63  # actions in the first of the two numbers that hold them as bits: a whole number of Sudo's boards
