# %% [markdown]
# # 04 · Build it in four functions
#
# **What you'll do.** Write Monte Carlo tree search yourself: four functions, each a few lines. Then run them in the library's own loop
# and see *your* tree grow.
#
# Your tree will begin with the position of chapter 03. X is to move, cells 1, 2 and 8 are free, and X should block at 2.

# %%
from mctslib import TicTacToe
from mctslib.draw import show_board

start = TicTacToe.from_text("X../XOO/OX.")
show_board(start)

# %% [markdown]
# **What you'll learn.** Afterwards you can
# - grow a tree on paper from the four functions, without running them,
# - write `select`, `expand`, `simulate` and `backpropagate` from memory,
# - say what each may change and what it must leave alone,
# - find a wrong line by comparing two trees grown from the same seed.
#
# **What you'll need.** Chapter 03, where you walked through the four phases by hand; states, rewards and seeds from chapter 00; random playouts
# from chapter 01; UCB1 from chapter 02. In Python you need functions, loops and dictionaries. &nbsp; **Time:** about 75 minutes.

# %% [markdown]
# ## Two predictions
# Guess first. Both are scored when your program runs.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

lines_guess = predict("04-lines")
lines_guess

# %%
connect_guess = predict("04-connect")
connect_guess

# %% [markdown]
# ## The node
# A node holds its state, its parent, the action that led to it, who played that action, its children, and N and W. Here is the library's
# own code. (What follows a colon in its first line, such as `: State`, and the arrow `-> None` are notes to the reader. Python
# pays no attention to them.)

# %%
from inspect import getsource
from mctslib import Node

print(getsource(Node.__init__))

# %% [markdown]
# `children` is a dictionary from actions to nodes, empty at first. `player` is who moved *into* the node: the player to move at
# the parent. Try it:

# %%
root = Node(start)
child = Node(start.apply(2), parent=root, action=2)
root.player, child.player, child.state.current_player

# %% [markdown]
# X (player 0) moved into the child; O (player 1) is to move there. If you mix up these two, you get a program that plays for the
# other side. It is a famous mistake, and chapter 05 hunts it down.

# %% [markdown]
# ## Phase 1: select
# Start at the root. As long as *every* legal action of the node has a child, go down to the child that the **tree policy**
# picks. Stop at the first node that has an untried action, or where the game is over.
#
# The tree policy is handed to you as a function: `tree_policy(node)` returns the child with the highest score. With
# UCB1 of chapter 02 (c is 1 here, the library's usual value, so the tree is another one than in chapter 03):

# %%
from mctslib import UCB1, search

tree_policy = UCB1()
grown = search(start, 7, seed=12).root
tree_policy(grown), len(grown.children), len(grown.state.legal_actions())

# %% [markdown]
# The two numbers behind the child show whether every action was tried. And where the game is over? There are no legal actions and no children: 0 and 0.
# These two numbers are equal as well, so take care.
#
# ### Exercise 1: select


# %% tags=["exercise"]
# hint: A while loop with two conditions: the node has children, and as many as it has legal actions. In the loop one step: node = tree_policy(node).
def select(root, tree_policy):
    # --- solution
    node = root
    while node.children and len(node.children) == len(node.state.legal_actions()):
        node = tree_policy(node)
    return node
    # --- end


# %%
from mctslib.course.ch04 import check_select

check_select(select)

# %%
checkpoint("04-untried")

# %% [markdown]
# ## Phase 2: expand
# Take one untried action at random, and add its child. To attach it, the library has a helper of a few lines. It makes the node, puts it among the
# children, and when the last one arrives it puts them in order:

# %%
from mctslib.tree import attach

print(getsource(attach))

# %% [markdown]
# And "at random"? `rng.random()` returns a number from 0 up to 1, where 0 is possible and 1 is not. So `int(rng.random() * 3)` is 0, 1 or 2, each
# equally likely. This number is the index of an action:

# %%
import random

rng = random.Random(0)
[int(rng.random() * 3) for _ in range(12)]

# %% [markdown]
# ### Exercise 2: expand
# If there is no untried action, the game is over: return the node itself. Take all luck from the `rng` you are given, so that
# the same seed gives the same tree. And change no N and no W: that is for phase 4.


# %% tags=["exercise"]
# hint: untried = the legal actions that are not in node.children. Is the list empty? Return node. Else return attach(node, …) of a random one.
def expand(node, rng):
    # --- solution
    children = node.children
    untried = [action for action in node.state.legal_actions() if action not in children]
    if not untried:
        return node
    return attach(node, untried[int(rng.random() * len(untried))])
    # --- end


# %%
from mctslib.course.ch04 import check_expand

check_expand(expand)

# %% [markdown]
# ## Phase 3: simulate
# Play on from a *state* (not a node: nothing of this goes into the tree) until the game is over. Each move comes from the **rollout policy**,
# a function again: `rollout_policy(state, rng)` returns an action. The simplest is `uniform`: any legal one.
#
# Return a `Playout`: the actions, and the rewards of *all* players, both as tuples. Here is one, and a move of `uniform`:

# %%
from mctslib import Playout, uniform

Playout(actions=(2, 1, 8), rewards=(0.5, 0.5)), uniform(start, random.Random(0))

# %% [markdown]
# ### Exercise 3: simulate


# %% tags=["exercise"]
# hint: Collect the actions in a list while the state is not terminal. At the end: Playout(tuple(actions), tuple(state.rewards())).
def simulate(state, rng, rollout_policy):
    # --- solution
    actions = []
    while not state.is_terminal():
        action = rollout_policy(state, rng)
        state = state.apply(action)
        actions.append(action)
    return Playout(tuple(actions), tuple(state.rewards()))
    # --- end


# %%
from mctslib.course.ch04 import check_simulate

check_simulate(simulate)

# %%
checkpoint("04-finished")

# %% [markdown]
# ## Phase 4: backpropagate
# Walk from the node up to the root. At each node add one to `visits`, and to `value_sum` the reward of the player who moved there:
# `rewards[node.player]`. The root is the node whose parent is `None`.
#
# ### Exercise 4: backpropagate


# %% tags=["exercise"]
# hint: while node is not None: two additions, then one step up, node = node.parent. Without the step it never ends (the checker will notice).
def backpropagate(node, rewards):
    # --- solution
    while node is not None:
        node.visits += 1
        node.value_sum += rewards[node.player]
        node = node.parent
    # --- end


# %%
from mctslib.course.ch04 import check_backpropagate

check_backpropagate(backpropagate)

# %% [markdown]
# ## All four together
# The loop that calls them is not magic either. This is the library's, word for word. `phases` is where your functions come in.

# %%
from mctslib import iterate

print(getsource(iterate))

# %% [markdown]
# Now hand them over. Whatever you have not written yet is replaced by the library's, so you can come here at any time. Then comes the
# real search, with your phases. It is the same `search` that played against you in chapter 00.

# %%
from mctslib.course.ch04 import own_phases

mine = own_phases(select=select, expand=expand, simulate=simulate, backpropagate=backpropagate)
result = search(start, 150, seed=12, phases=mine)
print(result.table())

# %% [markdown]
# And the reference: the library's phases, with the same seed. If your functions do the same, then the two trees agree in every node, every
# N and every W. `compare_trees` returns the paths of the nodes that differ. An empty set means: none.

# %%
from mctslib.course.ch04 import compare_trees
from mctslib.draw import show_tree

reference = search(start, 150, seed=12)
differ = compare_trees(result.root, reference.root)
print(differ)
show_tree(result.root, differs=differ, sums=True)

# %% [markdown]
# ## Your tree, live
# Move the slider, or press Back and Forward, and watch your functions at work. A node that is not as in the reference is drawn red and
# marked ≠. <span class="with-python">**First difference** jumps to the first iteration where something goes wrong.</span>
#
# <span class="with-python">After you have changed a function, run its cell, the `own_phases` cell, and this one.</span>

# %%
from mctslib.course.ch04 import LiveTree

LiveTree(start, mine, iterations=150, seed=12)

# %% [markdown]
# Do you see it fill up? This position is so small that its whole game tree has only 14 nodes. From then on iterations add visits, and no more nodes.
#
# ## Break it on purpose
# A famous bug: everybody on the path gets *X's* reward, as if O wanted X to win.

# %%
from mctslib import Phases


def backpropagate_for_x(node, rewards):
    while node is not None:
        node.visits += 1
        node.value_sum += rewards[0]
        node = node.parent


broken = Phases(backpropagate=backpropagate_for_x)
LiveTree(start, broken, iterations=60, seed=12)

# %% [markdown]
# All 14 nodes are red. But when did it begin? Not at once:

# %%
from mctslib.course.ch04 import first_difference

first_difference(start, broken, 60, seed=12)

# %% [markdown]
# In the first three iterations the tree has only nodes that X moved into, and for those the bug is right. It shows as soon as a node of O's
# appears. And does it play badly?

# %%
print(search(start, 60, seed=12, phases=broken).table())

# %% [markdown]
# It still plays 2, the right move! Only the values give it away: 92 % of the points, in a position that is a draw? But one search is one search.
# How many of 20 play 2, after 30, 60 and 1,000 iterations? Healthy searches first, broken ones behind them:

# %%
from mctslib.course.ch04 import count_right_moves

healthy = count_right_moves(Phases())
sick = count_right_moves(broken)
healthy, sick

# %% [markdown]
# With the bug 14 of 20 are right, then 5, then none. If you look at a short search, you see no harm: that is why such bugs live long.
#
# When a program plays worse the longer it thinks, suspect its values, and look at backpropagation first. (A healthy search can get
# worse for a while, too, as chapter 07 shows. But there it recovers, and its values come near the truth.)
#
# Here are three more programs that go their own way. Name the phase:

# %%
checkpoint("04-luck")

# %%
checkpoint("04-gathered")

# %%
checkpoint("04-childless")

# %% [markdown]
# ## What you have built
# How long has it become? The four functions of the library, without the text that explains them:

# %%
from mctslib.course.ch04 import code_lines
from mctslib.search import PHASES
from mctslib.tree import PHASE_NAMES

lines = sum(code_lines(getattr(PHASES, name)) for name in PHASE_NAMES)
lines

# %%
score_prediction(
    lines_guess, lines, "Those are the library's; yours may well be shorter.", within=8
)

# %%
score_prediction(connect_guess, 0, "The four functions only call methods that each game has.")

# %% [markdown]
# To prove it, here is Connect Four. X has three discs on top of each other in column 0, and it is X's turn. Your functions have never heard of
# discs:

# %%
from mctslib import ConnectFour

discs = ConnectFour()
for column in (0, 1, 0, 1, 0, 2):
    discs = discs.apply(column)
four_in_a_row = search(discs, 500, seed=0, phases=mine)
show_board(discs.apply(four_in_a_row.action))

# %% [markdown]
# <span class="with-python">And now play against your own program:</span>

# %%
from mctslib.widgets import Play

Play(human="O", iterations=2000, seed=0, phases=mine)

# %% [markdown]
# ## In practice
# - The library's `expand` has two more lines than yours, for a tree in which an earlier iteration broke off halfway, say at an error in the game's code. And its loop
#   guards your functions: if one returns the wrong thing, the message names it, and the tree stays valid.
# - `simulate` asks the game at every move of the rollout, so engines make the *game* fast first.
# - Some programs add all children at once, or expand a leaf only at its second visit. That changes how much memory a search needs.
# - Comparing two programs on one seed, record by record, is also how a fast engine can be tested against a simple one.
#
# ## Further reading
# - G. Chaslot et al., *Progressive Strategies for Monte-Carlo Tree Search* (2008), section 2: the four phases get their names.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), algorithm 2: UCT as pseudo-code. Find your four functions in it.
# - L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo Planning* (2006): the theorem that it finds the best move in the end. [Appendix C](C_history_and_sources.ipynb) tells its story.
#
# **Next:** [05 · Whose win is it?](05_whose_win_is_it.ipynb) A clinic for programs like the broken one above.

# %%
summary("04")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from mctslib.course.ch04.experiments import ITERATIONS as LENGTHS
from mctslib.course.ch04.experiments import RIGHT_MOVE, SEARCHES
from mctslib.oracle import optimal_actions, value

claim(
    "cells 1, 2 and 8 are free, and X should block at 2",
    *start.legal_actions(),
    *optimal_actions(start),
)
claim(
    "X (player 0) moved into the child; O (player 1) is to move there",
    child.player,
    child.state.current_player,
)
over = Node(TicTacToe.from_text("XXX/OO./..."))
claim(
    "no legal actions and no children: 0 and 0", len(over.state.legal_actions()), len(over.children)
)
claim("c is 1 here", tree_policy.c)
assert (root.player, len(grown.children), len(grown.state.legal_actions())) == (0, 3, 3)
thirds = {int(k / 300 * 3) for k in range(300)}
claim("is 0, 1 or 2, each equally likely", *sorted(thirds))
size = sum(1 for _ in search(start, 1000, seed=12).root.descendants())
claim("has only 14 nodes", size)


# %%
def whole(state):
    return 1 + sum(whole(state.apply(action)) for action in state.legal_actions())


early = search(start, 60, seed=12, phases=broken)
claim("has only 14 nodes", whole(start))
healthy_tree = search(start, 60, seed=12).root
claim("All 14 nodes are red", len(compare_trees(early.root, healthy_tree)))
assert len(list(early.root.descendants())) == 14
for seed in (0, 12):
    assert sum(1 for _ in search(start, 3, seed=seed).root.descendants()) == 4
claim("In the first three iterations", first_difference(start, broken, 60, seed=12) - 1)
claim("It still plays 2, the right move", early.action)
claim("92 % of the points", early.root.children[2].value)
assert value(start) == 0.5 and healthy == [20, 20, 20]
claim("How many of 20 play 2, after 30, 60 and 1,000 iterations", SEARCHES, RIGHT_MOVE, *LENGTHS)
claim("14 of 20 are right, then 5, then none", sick[0], SEARCHES, sick[1])
assert sick[2] == 0
assert search(discs, 500, seed=0).action == 0 and discs.apply(0).rewards() == (1.0, 0.0)
assert (
    sum(child.visits for child in reference.root.children.values()) == reference.root.visits == 150
)
