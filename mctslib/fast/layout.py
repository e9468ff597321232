"""Define the layout of a compiled tree: the meaning of the rows and counters in its arrays.

Python and the kernels share these numbers, so this file does not load numba.

A node is a number, its **place**.  The data of the node are at this place in the rows of `tree`:

    VISITS    N                        KIND    0: growing; 1 to 121: complete, with this number of
    POINTS    2 · W, a whole number            children; 200 + outcome: the game is over
    ACTION    the action to the node   FIRST   of a complete node the place of its first child,
                                               whose siblings follow side by side; of a growing
                                               node the place of its newest child
                                       NEXT    while the parent is growing: the place of the child
                                               that was added before this child

`counters` holds four numbers about the whole tree: the number of places in use, the first place
that has become free, the number of nodes, and the player for whom the root counts (see
`Node.player`).
"""

VISITS, POINTS, ACTION, KIND, FIRST, NEXT = ROWS = range(6)
GROWING = 0
ENDED = 200
NONE = -1
USED, FREE, NODES, ROOT_PLAYER = range(4)
LONGEST = 128  # no game has more moves
MOST_ACTIONS = 121  # no position has more actions

OPEN = 3  # the outcome while the game is not over
# The number of actions whose bits are in the first of two numbers: the cells of 7 Sudo boards.
SPLIT = 63
