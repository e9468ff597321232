# %% [markdown]
# # 06 · Watch trees grow
#
# **What you'll do.** You let search trees grow from a few nodes to many thousands, and you learn to read their shapes and their numbers.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* compute the Q of the root from the N and Q of its children,
# - describe how a search divides its iterations among the moves, and explain why,
# - decide which number of a move to trust, N or Q,
# - judge whether a search has run long enough for its value to be trusted,
# - find the positions that a tree has left out.
#
# **What you'll need.** UCB1 (chapter 02) and the four phases (chapters 03 and 04). &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## A young tree
# The picture below shows the search tree of an empty tic-tac-toe board after 30 iterations. Each box is a node with its visits N
# and its mean reward Q. The boards show where the players have moved.

# %%
from mctslib import TicTacToe, UCB1, search
from mctslib.draw import show_tree

C = 2**0.5 / 2
empty = TicTacToe()
young = search(empty, 30, seed=0, tree_policy=UCB1(C))
show_tree(young.root, max_nodes=13, boards=2)

# %% [markdown]
# The root is at the top. Below the root are the nodes of X's nine first moves, named after their cells, 0 to 8. A thicker line leads to a
# node with more visits. A blue box favours X, and an orange box favours O. The number Q is the mean reward of the player who moved into the node. A grey triangle stands for
# nodes that are not drawn, and the number below the triangle counts these nodes.
#
# After 30 iterations, the search has tried each of X's first moves, and no first move has more than 5 visits. In this chapter we let the tree grow.
# We use the exploration constant c = √2 / 2. How to choose c is the subject of chapter 07.

# %% [markdown]
# ## Two predictions
# Guess before you go on. A wrong guess does no harm, and guessing helps you to remember the result.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

visits_guess = predict("06-share")
visits_guess

# %%
value_guess = predict("06-value")
value_guess

# %% [markdown]
# ## How large can a tree become?
# We begin with an upper limit: a tree that contains every way in which the game can continue. This is the *complete tree* of
# a position. The complete tree has one node for the position itself, and one node for every sequence of moves that can follow.
#
# Here is a small example. In the position below it is O's turn, and only the cells 7 and 8 are free.

# %%
from mctslib.draw import show_board

two_free = TicTacToe.from_text("XOX/XOX/O..")
show_board(two_free)

# %% [markdown]
# If O plays 7, O has three in a column, and the game is over. If O plays 8, X can still play 7, and the game is drawn. The
# picture below shows the complete tree. The root is at the left this time.

# %%
from mctslib.course.ch06 import show_whole_tree

show_whole_tree(search(two_free, 10, seed=0).root)

# %% [markdown]
# The complete tree has 4 nodes. You can count these nodes without a picture, from the end of the game backwards:
#
# - After O's move 7 the game is over. The count of this position is 1, for the position itself.
# - After O's move 8, one more move is possible. The count of this position is 1 for itself plus 1 for the final position, 2 in total.
# - The count of the root is 1 for itself, plus the counts of the two positions one move later: 1 + 1 + 2 = 4.
#
# The rule is the same for every position: count 1 for the position, and add the counts of all positions one move later.
#
# ### Exercise 1: count the complete tree
# Write the rule as a function that calls itself. You need two methods of a position. `state.legal_actions()` returns the list of
# legal moves; the list is empty when the game is over. `state.apply(action)` returns the position after a move.


# %% tags=["exercise"]
# hint: Start with 1 for the position itself. Then go through `state.legal_actions()`, and for each action add `count_nodes(state.apply(action))`. When the game is over there is no action, and the count stays 1.
def count_nodes(state):
    """Return the number of nodes of the complete tree from `state`, including the root."""
    # --- solution
    return 1 + sum(count_nodes(state.apply(action)) for action in state.legal_actions())
    # --- end


# %%
from mctslib.course.ch06 import check_count_nodes

check_count_nodes(count_nodes)

# %% [markdown]
# How large is the complete tree of the empty board? The library's `perft(state, n)` counts the sequences of exactly n moves. A game
# of tic-tac-toe has at most 9 moves, so we add the counts for 0 to 9 moves. (Your `count_nodes(empty)` returns the same number
# after a moment.)

# %%
from mctslib.checks import perft

complete = sum(perft(empty, moves) for moves in range(10))
complete

# %% [markdown]
# ## Which part of the tree grows?
# Now we let the search run for 10,000 iterations, and compare its tree with the complete tree. The table lists X's first moves with
# their visits N, their share of all visits, and their Q.

# %%
result = search(empty, 10_000, seed=0, tree_policy=UCB1(C))
grown = sum(1 for node in result.root.descendants())
print(f"{grown:,} nodes, {grown / complete:.1%} of the complete tree")
print(result.table())

# %% [markdown]
# The tree has 7,573 nodes, only 1.4% of the complete tree. Why does the tree not have a node for each of the 10,000 iterations? An iteration
# adds a node only where a move has not been tried yet. In 2,428 of the 10,000 iterations, selection walked to a node where the game
# was already over. In such a node no move is left to try, so these iterations added no node.
#
# The visits are divided very unequally. Cell 4, the centre, received 54% of the visits, and cell 7 received 1%. The tree below the centre
# has 3,230 nodes, and the tree below cell 7 has 99. A tree with such unequal parts is called asymmetric, and this property is its
# **asymmetry**. One run could be an exception, but two more runs look similar. With seeds 1 and 2 the centre received 52% and 57%
# of the visits.
#
# Where does the asymmetry come from? Selection goes to the child with the highest UCB1 score, so a child with a high Q is visited more often.
# Selection can still go to a child with a low Q, but only after a while. Meanwhile the visits N of the parent increase, and so the child's exploration
# term c · √(ln N / n) increases. But the logarithm grows slowly. From N = 1,000 to N = 10,000, for example, ln N grows only from 6.9 to 9.2. So a
# child with a low Q waits longer and longer between two visits.
#
# The picture below shows the same tree as at the beginning of the chapter, now after 10,000 iterations. Only 16 of the
# 7,573 nodes are drawn.

# %%
show_tree(result.root, max_nodes=16, boards=2)

# %% [markdown]
# Compare this picture with the young tree. In the young tree, four first moves shared the highest number of visits. Now the thickest line leads to the centre. The
# numbers below the grey triangles count thousands of hidden nodes. To see where these nodes are, we count the nodes at each depth.
#
# ### Exercise 2: the shape of a tree
# The *depth* of a node is the number of moves that lead to it from the root. The *shape* of a tree is a list of the numbers of nodes at depth 0, at
# depth 1, at depth 2 and so on. For example, the complete tree with 4 nodes above has the shape `[1, 2, 1]`, which counts the root, O's two moves, and X's move.
#
# Each node has a dictionary `node.children` from actions to nodes. So `node.children.values()` contains the children of a node.


# %% tags=["exercise"]
# hint: Keep a list `level` of the nodes at one depth. At first it is `[root]`. The next level consists of all children of all nodes in `level`. Stop when a level is empty.
def shape(root):
    """Return a list with the number of nodes at depth 0, 1, 2 and so on."""
    # --- solution
    level, counts = [root], []
    while level:
        counts.append(len(level))
        level = [child for node in level for child in node.children.values()]
    return counts
    # --- end


# %%
from mctslib.course.ch06 import check_shape

check_shape(shape)

# %% [markdown]
# The library's version of your function is called `nodes_by_depth`. The next cell prints the shape of our tree beside the shape of the
# complete tree.

# %%
from mctslib.course.ch06 import nodes_by_depth

for depth, nodes in enumerate(nodes_by_depth(result.root)):
    possible = perft(empty, depth)
    print(f"depth {depth}: {nodes:5,} of {possible:7,} nodes, {nodes / possible:6.1%}")

# %% [markdown]
# The first three rows are complete. Further down, the search has left out most of the possible nodes: at depth 4 the tree has 60% of the possible nodes, and at
# depth 7 only 0.4%.
#
# The picture below shows all 7,573 nodes at once. Each row is one depth. The width of a node shows its number of visits. Frames mark the
# *principal variation*, which is the path that starts at the root and continues with the most visited child at each node.

# %%
from mctslib.widgets import Atlas

atlas = Atlas(result)
atlas

# %% [markdown]
# The wide column belongs to the centre. This column reaches down to depth 9, where the board is full. The narrow column of cell 7 ends at depth 4.
#
# ## Which number should you trust?
# Each move has two numbers, N and Q. Q looks more important, because Q is the estimate of how good the move is. But Q is an average, and
# an average of few rewards depends on luck. In the young tree, corner 0 had Q = 0.80 after 5 visits. Now the corner has Q = 0.61 after 557 visits.
#
# N depends less on luck. A move receives many visits only if its Q stays high while the search tests it again and again. For this
# reason, `search` plays the move with the highest N.

# %%
checkpoint("06-reading")

# %% [markdown]
# ## The value of the root
# How is the Q of the root related to the Q of its children? Each iteration passes through the root and through one of its
# children. So the root's total reward is the sum of the children's total rewards, and a child's total reward is N times Q.
#
# Here is the smallest example. A root has two children:
#
# | child | N | Q | total reward N · Q |
# |---|---|---|---|
# | a | 3 | 1.0 | 3 |
# | b | 1 | 0.0 | 0 |
#
# The root has 4 visits and a total reward of 3, so its Q is 3 / 4 = 0.75. This is the mean of the children's Q, *weighted by their
# visits*. The plain mean of 1.0 and 0.0 would be 0.5.
#
# Now compute such a Q yourself, with pencil and paper. The root in the next table has three children. What is the Q of this root?
#
# | child | N | Q |
# |---|---|---|
# | a | 6 | 0.5 |
# | b | 3 | 0.0 |
# | c | 1 | 1.0 |
#
# The next cell computes the answer.

# %%
children = {"a": (6, 0.5), "b": (3, 0.0), "c": (1, 1.0)}  # name: (N, Q)
root_Q = sum(N * Q for N, Q in children.values()) / sum(N for N, Q in children.values())
root_Q

# %% [markdown]
# The children earned 3 + 0 + 1 = 4 points in 10 visits, so the root's Q is 0.4. The most visited child, a, has a higher Q of 0.5. The
# visits to b pull the root's Q down.
#
# The same happens in our search of the empty board: the centre has Q = 0.67, but the root has only Q = 0.65. When you read about
# "the value of a position", find out which of these two numbers the author means. In this chapter, the value of a position is the Q of the root.
#
# ## How the value changes
# With perfect play tic-tac-toe is a draw, so the true value of the empty board is ½. We now watch how the root's Q changes while the
# tree grows. A *snapshot* contains the numbers of a tree at one moment. The next cell grows three trees with three different seeds, takes a snapshot of each tree after 100, 300, … iterations, and
# draws the root's Q in every snapshot.

# %%
from mctslib.course.ch06 import root_value_picture, snapshots

moments = [100, 300, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]
trees = {seed: list(snapshots(empty, moments, seed, C)) for seed in range(3)}
root_value_picture(trees, perfect=0.5)

# %% [markdown]
# With seed 0, Q is 0.61 after 100 iterations and *rises* to 0.70 after 5,000 iterations, away from the true value ½. Then Q falls, and
# reaches 0.52 after 100,000 iterations. With the other two seeds, Q also climbs to 0.70 and 0.72 before it falls. So the rise is not an
# accident of one seed. We call this rise and fall *the hump*.
#
# ### Exercise 3: the recent value
# Q is the mean of *all* rewards so far, and the early rewards come from games with many mistakes. To see which rewards the search receives *now*, use only the visits
# between two snapshots.
#
# Here is a small example. After 10 visits a node has the total reward W = 8. After 15 visits the total reward is W = 9. So the last 5 visits earned
# only 1 point, and their mean reward is 1 / 5 = 0.2. Q does not show this drop yet: after 15 visits, Q is still 9 / 15 = 0.6.
#
# Write this calculation as a function. The function takes two pairs (N, W) of the same node: first the earlier
# pair, then the later pair.


# %% tags=["exercise"]
# hint: The later W minus the earlier W is the reward that the visits in between earned. How many visits were in between?
def recent_value(before, after):
    """Return the mean reward of the visits between two pairs (N, W) of one node."""
    # --- solution
    (N_before, W_before), (N_after, W_after) = before, after
    return (W_after - W_before) / (N_after - N_before)
    # --- end


# %%
from mctslib.course.ch06 import check_recent_value

check_recent_value(recent_value)

# %% [markdown]
# The library's version takes two snapshots instead of two pairs. We import this version as `value_between`, because the name
# `recent_value` belongs to your function. The next cell calls `value_between` for each pair of neighbouring snapshots of seed 0.

# %%
from itertools import pairwise
from mctslib.course.ch06 import recent_value as value_between

for before, after in pairwise(trees[0]):
    recent = value_between(before, after)
    iterations = f"{before.iterations:6,} to {after.iterations:7,}"
    print(f"{iterations}: recent value {recent:.3f}, Q {after.value:.3f}")

# %% [markdown]
# The recent value changes earlier and more strongly than Q. Between iterations 2,000 and 5,000 the recent value rises to 0.73. In the second half of the run, from
# 50,000 to 100,000, the recent value is 0.505, almost ½. So the rewards fall to ½ long before Q does.
# Q still contains the high rewards of the hump, and further iterations only dilute these rewards.
#
# ## Which side learns first?
# To explain the hump, we measure what each move contributes. If both sides play at random, X receives 0.65 points per game on average. After a good move by X this average is
# higher, and after a good move by O the average is lower. The *gain* of a move is the change in X's average.
#
# Here is an example. The function `expected_value(state, 0)` (chapter 01) computes X's average exactly. The next cell calls the
# function for the empty board, after X plays the centre, and after O replies in corner 0.

# %%
from mctslib.oracle import expected_value

after_centre = empty.apply(4)
after_corner = after_centre.apply(0)
[round(float(expected_value(state, 0)), 2) for state in (empty, after_centre, after_corner)]

# %% [markdown]
# X's average rises from 0.65 to 0.75, so the gain of the centre is +0.10. Then the average falls to 0.71, so the gain of O's reply is −0.04.
#
# An iteration makes a few moves inside the tree before its random playout begins. We add the gains of X's moves and the gains of O's moves,
# and divide both sums by the number of iterations. The library's `ledger` computes these two means for the iterations between two snapshots.

# %%
from mctslib.course import budget
from mctslib.course.ch06 import gains_picture, ledger

random_play = float(expected_value(empty, 0))
ledgers = {seed: ledger(empty, moments, seed, C) for seed in range(budget(3, 1, "seeds"))}
for row in ledgers[0]:
    total = random_play + row.own_gain + row.other_gain
    gains = f"{random_play:.2f}  X {row.own_gain:+.2f}  O {row.other_gain:+.2f}"
    print(f"to {row.iterations:7,}: {gains}  = {total:.2f}")

# %% [markdown]
# Each row covers the iterations since the row above it. The last column starts from 0.65, X's average under
# random play, and adds both gains. This sum predicts X's mean reward in these iterations. Compare this sum with the recent values above. For the same iterations, the sum and the recent value differ by less than 0.02.
#
# The picture below shows the gains for all three seeds. The dotted line marks the sum of both gains that would bring X's average to exactly ½.

# %%
gains_picture(ledgers, random_play)

# %% [markdown]
# In all three runs, the sum of both gains first rises to at least 0.08. After 5,000 iterations the sum is negative. With seed 0, between iterations 2,000 and
# 5,000, X's moves gain 0.20 points per iteration, and O's moves reduce X's average by only 0.12. At the end X's moves gain 0.37, and O's
# moves reduce X's average by 0.51.
#
# Why does X learn faster at first? X chooses its first move at the root, and all iterations pass through the root. O chooses its reply in nine
# different nodes, and the iterations are divided among these nodes. Suppose that 900 iterations are divided equally. Then X's choice is based on
# 900 rewards, but each of O's nine choices is based on only 100. So X finds good moves first, and for a while X wins often against replies that
# are almost random. Then O's replies improve as well, and X's rewards go down.
#
# **Q measures how well both sides have played in the tree so far. While only one side plays well, Q is too high for this side.**
#
# ## Watch it yourself
# The tool below shows the same experiment<span class="with-python"> for a position, a c and a seed of your choice</span>. Move the slider to go through the iterations. One
# chart shows three curves: Q of the root, the recent value, and the value with perfect play. The other chart shows
# the gains of both sides. The tree stands beside or above the charts. Try to find
#
# - the iteration after which the centre has the most visits,
# - the top of the hump.
#
# <span class="with-python">Then compare the humps of a small c and of a large c, and try to find a position without a hump.</span>

# %%
from mctslib.course.ch06 import Growth

Growth("empty board", c=0.7, iterations=5_000)

# %%
checkpoint("06-flat")

# %% [markdown]
# ## Can a tree become complete?
# The tree of the empty board contains only a small part of all possible nodes. For a position near the end of the game, the complete tree
# is small enough for a search to build it completely. We take position S of chapter 01. It is X's turn, and X must play 3, because O
# threatens to win there.

# %%
from mctslib.course import S

show_board(S.state)

# %% [markdown]
# We count the nodes of the complete tree with `perft`, and let the search run for 24,000 iterations, this time with the theoretical constant c = √2.

# %%
possible_nodes = sum(perft(S.state, moves) for moves in range(5))
root_S = search(S.state, 24_000, seed=0, tree_policy=UCB1(2**0.5)).root
print(possible_nodes, "nodes are possible,", sum(1 for node in root_S.descendants()), "have grown")

# %% [markdown]
# The complete tree has 51 nodes. After 24,000 iterations, the search tree has 50 nodes. Which node is missing?
#
# ### Exercise 4: find the missing nodes
# A *path* is the tuple of the actions that lead from the root to a node. The path of the root is the empty tuple `()`. We
# return to the position with two free cells. Its complete tree has the paths `()`, `(7,)`, `(8,)` and `(8, 7)`. The picture below shows the
# search tree of this position after 2 iterations.

# %%
show_whole_tree(search(two_free, 2, seed=0).root)

# %% [markdown]
# The dashed node has not been added yet. Its path is `(8, 7)`, so for this tree your function must return `[(8, 7)]`.
#
# You need three things. `root.state` is the position of the root. `root.descendants()` goes through all nodes of a tree, including the root.
# `node.path()` returns the path of a node.


# %% tags=["exercise"]
# hint: First collect the paths that have grown as `{node.path() for node in root.descendants()}`. Then walk through the complete tree as in exercise 1, starting at `root.state`, and carry the path along, because the action leads from `path` to `(*path, action)`. Keep each path that is not in the set.
def missing(root):
    """Return a list of the paths of the complete tree that are not in the tree of `root`."""

    # --- solution
    def paths(state, path=()):
        yield path
        for action in state.legal_actions():
            yield from paths(state.apply(action), (*path, action))

    grown = {node.path() for node in root.descendants()}
    return [path for path in paths(root.state) if path not in grown]
    # --- end


# %%
from mctslib.course.ch06 import check_missing

check_missing(missing)

# %% [markdown]
# The library's version is called `missing_paths`. The next cell calls `missing_paths` for our tree of position S, and draws the complete tree with the missing
# node dashed.

# %%
from mctslib.course.ch06 import missing_paths

print(missing_paths(root_S))
show_whole_tree(root_S)

# %% [markdown]
# Three mistakes in a row lead to the missing node. X plays 6 and does not block. O plays 1, although 3 would win. X plays 3, although 7 would win.
# Then O plays 7, which is the missing node. To add this node, the search must try three bad moves in a row.
#
# How often does the search try these moves? Of the 24,000 iterations, 91 tried X's first mistake. Of these 91, only 7 tried O's
# mistake, and only 1 tried X's second mistake. One more visit after X's second mistake would add the missing node.
#
# The numbers fall so fast because a bad move receives visits roughly in proportion to the
# *logarithm* of its parent's visits. If the parent is a bad move, too, its own number of visits is
# only a logarithm, so the child receives the logarithm of a logarithm. For example, ln 24,000 is
# 10.1, the logarithm of 10.1 is 2.3, and the logarithm of
# 2.3 is 0.8. The theory promises that every node is added at some point, but it does not say how soon. With seed 0 the missing node is added in
# iteration 104,588. With seed 1 the node is still missing after 120,000 iterations.
#
# ## What decides when a tree is complete?
# A larger c makes the search explore more. So we repeat the search of position S with six values of c, for 20,000 iterations and with three seeds
# each. The function `last_new_node` returns the iteration that added the last node, and the number of nodes at the end.

# %%
from mctslib.course.ch06 import last_new_node

for c in (C, 1, 1.2, 1.6, 2, 3):
    runs = [last_new_node(S.state, c, seed, limit=20_000) for seed in range(3)]
    print(
        f"c = {c:.2f}:",
        ", ".join(f"{nodes} nodes (last in {iteration:,})" for iteration, nodes in runs),
    )

# %% [markdown]
# With c = 3 all three trees are complete after about a hundred iterations, and with c = 2 after fewer than 300. With c = 1.2 or less, no tree is
# complete after 20,000 iterations. With c = √2 / 2, the trees have only 42 to 44 nodes at the end. So the number of nodes depends strongly on c.
#
# Still, each of these 18 searches chooses the right move, 3. **A tree with missing nodes can still find the right move.** The search
# spends few iterations on bad moves, so more iterations remain for the good moves.
#
# ## Your predictions

# %%
centre_share = round(100 * result.distribution()[4])
score_prediction(
    visits_guess, centre_share, "The centre received more than half of the visits.", within=10
)

# %%
outcome = "It rises first, away from ½, and then falls."
score_prediction(value_guess, outcome, "X learns to choose before O learns to reply.")

# %% [markdown]
# ## In practice
# - **Do not stop on the hump.** The author of a published notebook watched a search of the empty board for 5,000 iterations, and concluded that
#   the search does not converge. After 5,000 iterations, our search of the empty board is at the top of the hump.
# - **Below the root the weighted mean looks different.** A node's Q belongs to the player who moved there, and the Q of its children belongs to the opponent.
#   There is a second difference: the first playout of the node took place before the node had children. To compute the node's Q,
#   average the values 1 − Q of the children, weighted by their visits, together with the reward of this first playout.
# - **Forget the past.** Some programs give recent rewards more weight than old rewards. Other programs replace an average with a proven result as soon as a result
#   can be proved (chapter 13).
# - **One position, two nodes.** If two orders of moves lead to the same position, our tree has two nodes for this position. Many engines use a single node
#   (*transpositions*).
#
# ## Further reading
# - L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo Planning* (2006), section 2: UCT tries every action infinitely often, and the error of the root's
#   value shrinks like log N / N.
# - P.-A. Coquelin and R. Munos, *Bandit Algorithms for Tree Search* (2007): positions in which UCT takes extremely long; the time grows like nested exponentials.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 3: asymmetric growth.
#
# **Next:** [07 · Turn the c knob](07_turn_the_c_knob.ipynb). You have seen how c changes a tree. Next you choose the value of c.

# %%
summary("06")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

from math import log

from mctslib import most_visited, record
from mctslib.oracle import optimal_actions
from mctslib.tree import walk

first_visits = [child.visits for child in young.root.children.values()]
assert (
    len(first_visits) == 9
    and young.root.visits == 30
    and first_visits.count(max(first_visits)) == 4
)
claim("no first move has more than 5 visits", max(first_visits))
count = {
    path: sum(1 for _ in walk(search(two_free, 10, seed=0).root, path).descendants())
    for path in [(), (7,), (8,)]
}
assert count == {(): 4, (7,): 1, (8,): 2} and nodes_by_depth(search(two_free, 10, seed=0).root) == (
    1,
    2,
    1,
)
claim("The complete tree has 4 nodes", count[()])
claim("1 + 2 = 4", count[7,], count[8,], count[()])
lengths = [moves for moves in range(12) if perft(empty, moves)]
claim("has at most 9 moves", lengths[-1])
claim("the counts for 0 to 9 moves", lengths[0], lengths[-1])
assert two_free.apply(7).rewards() == (0, 1) and two_free.apply(8).apply(7).rewards() == (0.5, 0.5)
assert missing_paths(search(two_free, 2, seed=0).root) == [(8, 7)]

# %%
depths, table = nodes_by_depth(result.root), result.distribution()
below = {
    action: sum(1 for _ in child.descendants()) for action, child in result.root.children.items()
}
claim("The tree has 7,573 nodes, only 1.4% of the complete tree", grown, grown / complete)
added_none = [
    it for it in record(empty, 10_000, seed=0, tree_policy=UCB1(C)).iterations if not it.expanded
]
claim("In 2,428 of the 10,000 iterations", len(added_none), result.root.visits)
assert grown == 10_000 - len(added_none) + 1
for iteration in added_none:
    state = empty
    for action in iteration.path:
        state = state.apply(action)
    assert state.is_terminal()
claim("Cell 4, the centre, received 54% of the visits, and cell 7 received 1%", table[4], table[7])
claim("has 3,230 nodes, and the tree below cell 7 has 99", below[4], below[7])
assert min(table, key=table.get) == 7 and max(table, key=table.get) == 4 == result.action
centre = {}
for seed in (1, 2):
    for m in trees[seed]:
        if m.iterations == 10_000:
            centre[seed] = m.children[4][0] / 10_000
claim("With seeds 1 and 2 the centre received 52% and 57%", 1, 2, centre[1], centre[2])
claim("ln N grows only from 6.9 to 9.2", log(1_000), log(10_000))
assert max(first_visits) <= 5 and depths[:3] == (1, 9, 72) and depths[3] < perft(empty, 3)
kept = [nodes / perft(empty, depth) for depth, nodes in enumerate(depths)]
claim("has 60% of the possible nodes", kept[4])
claim("only 0.4%", kept[7])
assert kept[:3] == [1, 1, 1] and all(share < 1 for share in kept[3:])
claim("shows all 7,573 nodes", len([*result.root.descendants()]))
claim("of the 7,573 nodes are drawn", grown)
reach = {action: len(nodes_by_depth(child)) for action, child in result.root.children.items()}
claim("reaches down to depth 9", reach[4])
claim("The narrow column of cell 7 ends at depth 4", reach[7])
young_0, old_0 = young.root.children[0], result.root.children[0]
claim(
    "corner 0 had Q = 0.80 after 5 visits. Now the corner has Q = 0.61 after 557 visits",
    young_0.value,
    young_0.visits,
    old_0.value,
    old_0.visits,
)

# %%
assert root_Q == 0.4
pair_N, pair_Q = [3, 1], [1.0, 0.0]
claim("= 0.75. This is the mean", sum(map(float.__mul__, pair_Q, map(float, pair_N))) / sum(pair_N))
(N_early, W_early), (N_late, W_late) = (10, 8), (15, 9)
claim(
    "their mean reward is 1 / 5 = 0.2",
    W_late - W_early,
    N_late - N_early,
    (W_late - W_early) / (N_late - N_early),
)
claim("Q is still 9 / 15 = 0.6", W_late, N_late, W_late / N_late)
claim("in 10 visits, so the root's Q is 0.4", sum(N for N, Q in children.values()), root_Q)
claim(
    "the centre has Q = 0.67, but the root has only Q = 0.65",
    result.root.children[4].value,
    result.root.value,
)
Qs = {seed: {m.iterations: m.value for m in tree} for seed, tree in trees.items()}
claim(
    "Q is 0.61 after 100 iterations and *rises* to 0.70 after 5,000 iterations",
    Qs[0][100],
    100,
    Qs[0][5_000],
    5_000,
)
claim("reaches 0.52 after 100,000 iterations", Qs[0][100_000], 100_000)
claim(
    "Q also climbs to 0.70 and 0.72 before it falls", *(max(Qs[seed].values()) for seed in (1, 2))
)
assert all(
    max(line, key=line.get) in (2_000, 5_000) and line[100_000] < line[100] for line in Qs.values()
)
recent = {after.iterations: value_between(before, after) for before, after in pairwise(trees[0])}
claim(
    "Between iterations 2,000 and 5,000 the recent value rises to 0.73", 2_000, 5_000, recent[5_000]
)
claim("50,000 to 100,000, the recent value is 0.505", 50_000, 100_000, recent[100_000])
assert max(recent.values()) == recent[5_000]

# %%
shared = 900
claim("900 rewards, but each of O's nine choices is based on only 100", shared, shared / 9)
steps = [float(expected_value(state, 0)) for state in (empty, after_centre, after_corner)]
claim("X receives 0.65 points per game", random_play)
claim("The last column starts from 0.65", random_play)
claim(
    "rises from 0.65 to 0.75, so the gain of the centre is +0.10",
    steps[0],
    steps[1],
    steps[1] - steps[0],
)
claim("falls to 0.71, so the gain of O's reply is −0.04", steps[2], steps[2] - steps[1])
rows = {row.iterations: row for row in ledgers[0]}
differences = [
    abs(random_play + row.own_gain + row.other_gain - recent[n])
    for n, row in rows.items()
    if n in recent
]
claim("the sum and the recent value differ by less than 0.02", max(differences))
assert max(differences) < 0.02
claim(
    "5,000, X's moves gain 0.20 points per iteration, and O's moves reduce X's average by only 0.12",
    5_000,
    rows[5_000].own_gain,
    -rows[5_000].other_gain,
)
claim(
    "X's moves gain 0.37, and O's moves reduce X's average by 0.51",
    rows[100_000].own_gain,
    -rows[100_000].other_gain,
)
for book in ledgers.values():
    sums = {row.iterations: row.own_gain + row.other_gain for row in book}
    assert all(total < 0 for n, total in sums.items() if n > 5_000)
highest = [max(row.own_gain + row.other_gain for row in book) for book in ledgers.values()]
claim("rises to at least 0.08. After 5,000 iterations", min(highest), 5_000)
assert min(highest) >= 0.08

# %%
claim("The complete tree has 51 nodes", possible_nodes)
claim("the search tree has 50 nodes", sum(1 for _ in root_S.descendants()))
assert missing_paths(root_S) == [(6, 1, 3, 7)]
tried = [walk(root_S, path).visits for path in [(), (6,), (6, 1), (6, 1, 3)]]
claim(
    "Of the 24,000 iterations, 91 tried X's first mistake. Of these 91, only 7 tried O's mistake, and only 1",
    tried[0],
    tried[1],
    tried[1],
    *tried[2:],
)
bad = [S.state.apply(6), S.state.apply(6).apply(1), S.state.apply(6).apply(1).apply(3)]
assert [optimal_actions(state) for state in (S.state, *bad[:2])] == [[3], [3, 7], [7]]
assert bad[0].apply(3).rewards() == bad[2].apply(7).rewards() == (0, 1) and bad[1].apply(
    7
).rewards() == (1, 0)
ln = [log(24_000), log(log(24_000)), log(log(log(24_000)))]
claim(
    "is 10.1, the logarithm of 10.1 is 2.3, and the logarithm of 2.3 is 0.8",
    ln[0],
    ln[0],
    ln[1],
    ln[1],
    ln[2],
)
grew = {seed: last_new_node(S.state, 2**0.5, seed, limit=120_000) for seed in (0, 1)}
claim("iteration 104,588", grew[0][0])
assert grew[0][1] == 51 and grew[1][1] == 50
by_c = {
    c: [last_new_node(S.state, c, seed, limit=20_000) for seed in range(3)]
    for c in (C, 1, 1.2, 1.6, 2, 3)
}
assert all(90 <= n <= 110 and size == 51 for n, size in by_c[3]) and all(
    n < 300 and size == 51 for n, size in by_c[2]
)
assert all(size < 51 for c in (C, 1, 1.2) for _, size in by_c[c])
claim("only 42 to 44 nodes", *(f(size for _, size in by_c[C]) for f in (min, max)))
right = [
    search(S.state, 20_000, seed=seed, tree_policy=UCB1(c)).action == 3
    for c in by_c
    for seed in range(3)
]
claim("each of these 18 searches chooses the right move", sum(right))
assert all(right) and most_visited(root_S) == 3
