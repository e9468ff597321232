# %% [markdown]
# # 04 · Build it in four functions
#
# **What you'll do.** You write Monte Carlo tree search yourself, as four functions. Then you run these functions in the library's own loop
# and watch *your* tree grow.
#
# The root of your tree will be the position of chapter 03. It is X's turn, cells 1, 2 and 8 are free, and X should block at 2.

# %%
from mctslib import TicTacToe
from mctslib.draw import show_board

start = TicTacToe.from_text("X../XOO/OX.")
show_board(start)

# %% [markdown]
# **What you'll learn.** Afterwards you can
# - grow a tree on paper by following the four functions, without running the code,
# - write `select`, `expand`, `simulate` and `backpropagate` from memory,
# - say what each function may change, and what it must not change,
# - find a wrong line by comparing two trees that were grown with the same seed.
#
# **What you'll need.** The methods of a state from chapter 00, random games from chapter 01, UCB1 from chapter 02, and above all the four phases of chapter 03. In Python you need functions, loops and dictionaries. &nbsp; **Time:** about 75 minutes.

# %% [markdown]
# ## Two predictions
# Guess before you write any code. Your program will show whether you were right.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

lines_guess = predict("04-lines")
lines_guess

# %%
connect_guess = predict("04-connect")
connect_guess

# %% [markdown]
# ## The node
# A node of the tree is an object with seven attributes. The next cell prints the library's own code for a new node. In its first line, the words
# after a colon, such as `: State`, and the arrow `-> None` are type annotations, which are notes for the reader. Python ignores them when the code runs.

# %%
from inspect import getsource
from mctslib import Node

print(getsource(Node.__init__))

# %% [markdown]
# `children` is a dictionary from actions to nodes, and it is empty at first. `player` is the number of the player who moved *into* the node. This is the player whose turn it was at
# the parent. The next cell makes two nodes, and shows the `player` of both, and the player whose turn it is in the child:

# %%
root = Node(start)
child = Node(start.apply(2), parent=root, action=2)
root.player, child.player, child.state.current_player

# %% [markdown]
# X (player 0) moved into the child, and O (player 1) is to move there. If a program mixes up these two players, it chooses moves that are good for
# the wrong side. This mistake is common, and chapter 05 shows how to find it.

# %% [markdown]
# ## Phase 1: select
# Selection starts at the root. While *all* legal actions of the node have a child, selection goes down to the child that the **tree policy**
# picks. Selection stops at the first node that has an untried action or in which the game is over.
#
# The tree policy is a function: `tree_policy(node)` returns the child with the highest score. The next cell grows a small tree with
# UCB1. It shows the child that UCB1 picks at the root, the number of the root's children, and the number of its legal actions. We use the library's usual
# constant, c = 1, so this tree differs from the tree of chapter 03.

# %%
from mctslib import UCB1, search

tree_policy = UCB1()
small_tree = search(start, 7, seed=12).root
tree_policy(small_tree), len(small_tree.children), len(small_tree.state.legal_actions())

# %% [markdown]
# How does the tree policy choose? The score of a child is the UCB1 score of chapter 03, Q + c · √(ln N / n). Here N is the number of visits of the root, and n is the number of visits of the child.
# The next cell computes the score of each child of the root:

# %%
from math import log, sqrt

for action, child_node in small_tree.children.items():
    bonus = tree_policy.c * sqrt(log(small_tree.visits) / child_node.visits)
    print(action, round(child_node.value + bonus, 3))

# %% [markdown]
# The child for cell 8 has the highest score. The root has three children and three legal actions, so all its actions have been tried. Selection goes down to the child for cell 8. This child has two legal
# actions, but only one child of its own, so selection stops there and returns this node.
#
# Be careful with nodes where the game is over. Such a node has 0 legal actions and 0 children. These two numbers are equal, but selection must stop there.
#
# ### Exercise 1: select
# Write the function `select(root, tree_policy)`. It returns the node at which selection stops. It must not change the tree.


# %% tags=["exercise"]
# hint: Use a while loop with two conditions: the node has children, and it has as many children as legal actions. In the loop, `node = tree_policy(node)` goes one step down.
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
# Expansion chooses one untried action at random, and adds a child for it. The library has a function for the second step: `attach(node, action)` makes the child, puts it into `node.children`, and returns the child.
# When all actions have children, `attach` sorts the children.

# %%
from mctslib.tree import attach

print(getsource(attach))

# %% [markdown]
# How do you choose an action at random? `rng.random()` returns a number between 0 and 1, where 0 is possible and 1 is not. So `int(rng.random() * 3)` is 0, 1 or 2, all
# equally likely. With such a number as an index you can choose from a list of three actions:

# %%
import random

rng = random.Random(0)
[int(rng.random() * 3) for _ in range(12)]

# %% [markdown]
# ### Exercise 2: expand
# Write the function `expand(node, rng)`. It adds one child for a random untried action, and returns this child. Follow three rules:
#
# - If there is no untried action, the game is over in the node. Then return the node itself.
# - Take all random numbers from `rng`, so that the same seed gives the same tree.
# - Do not change the N or the W of any node. They change only in phase 4.


# %% tags=["exercise"]
# hint: Make a list `untried` of the legal actions that are not in `node.children`. If the list is empty, return `node`. Otherwise choose a random action from the list, and return `attach(node, action)`.
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
# Simulation plays from a state until the game is over. It takes a *state*, not a node, because the moves of this random game do not go into the tree. The **rollout policy** chooses each move.
# It is a function, too: `rollout_policy(state, rng)` returns an action. The simplest rollout policy is `uniform`, which chooses each legal action with the same probability.
#
# The result of a simulation is a `Playout`. It contains a tuple of the actions, and a tuple of the rewards of *all* players. The next cell makes a `Playout`, and lets `uniform` choose a move:

# %%
from mctslib import Playout, uniform

Playout(actions=(2, 1, 8), rewards=(0.5, 0.5)), uniform(start, random.Random(0))

# %% [markdown]
# ### Exercise 3: simulate
# Write the function `simulate(state, rng, rollout_policy)`. It plays from `state` to the end of the game, and returns the `Playout`. If the game is already over in `state`, the tuple of
# actions is empty.


# %% tags=["exercise"]
# hint: While the state is not terminal, choose an action with `rollout_policy`, apply it, and append it to a list `actions`. At the end, return `Playout(tuple(actions), tuple(state.rewards()))`.
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
# Backpropagation walks from the new node up to the root. At each node it adds 1 to `visits`, and it adds `rewards[node.player]` to `value_sum`. This is the reward of the player who moved into the node.
# The root is the node whose parent is `None`.
#
# Here is an example. Suppose that X played 2, O played 8, and X won, so the rewards are (1, 0). All three nodes on the path get one more visit. The node for O's move has player 1, so its
# `value_sum` grows by 0. The node for X's move has player 0, so its `value_sum` grows by 1. The root has player 0 as well, so its `value_sum` grows by 1.
#
# ### Exercise 4: backpropagate
# Write the function `backpropagate(node, rewards)`. It changes the nodes from `node` up to the root, and returns nothing.


# %% tags=["exercise"]
# hint: Use a loop `while node is not None`. In the loop, do the two additions, and then go one step up with `node = node.parent`.
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
# The library's function `iterate` calls the four functions, one after the other. One call of `iterate` is one iteration. The next cell prints the code of `iterate`. The argument `phases` contains the four functions.

# %%
from mctslib import iterate

print(getsource(iterate))

# %% [markdown]
# The next cell collects your functions in `my_phases`. If you have not written one of the functions yet, `own_phases` uses the library's function instead. Then the cell runs
# `search` with your functions. This is the same `search` that played against you in chapter 00.

# %%
from mctslib.course.ch04 import own_phases

my_phases = own_phases(select=select, expand=expand, simulate=simulate, backpropagate=backpropagate)
result = search(start, 150, seed=12, phases=my_phases)
print(result.table())

# %% [markdown]
# ### The loop around the iterations, and the final move
# What does `search` do with the four functions? It makes a root, and calls `iterate` as many times as you asked. Then it chooses the final move, which is the action of the *most visited* child of the root.
# It does not choose the child with the highest Q, because a high Q of a child with few visits may be luck, as you saw in chapter 00.
#
# The next cell does the same without `search`. It shows the final move, and the N of the root.

# %%
own_root, rng = Node(start), random.Random(12)
for _ in range(150):
    iterate(own_root, rng, phases=my_phases)
most_visited = max(own_root.children.values(), key=lambda child: child.visits)
most_visited.action, own_root.visits

# %% [markdown]
# The final move is the first move in the table above.
#
# ### Compare your tree with the library's tree
# Now we compare your tree with the *reference*, a tree that the library's functions grow with the same seed. If your functions work like the library's functions, both trees have the same nodes with the same
# N and W. `compare_trees` returns the set of the paths of all nodes that differ. If no node differs, the set is empty, and Python prints `set()`. The picture below shows your tree.

# %%
from mctslib.course.ch04 import compare_trees
from mctslib.draw import show_tree

reference = search(start, 150, seed=12)
different_nodes = compare_trees(result.root, reference.root)
print(different_nodes)
show_tree(result.root, differs=different_nodes, sums=True)

# %% [markdown]
# ## Your tree, live
# The tool below shows your tree after each iteration. Move the slider, or press Back and Forward. A node that differs from the reference is red and
# is marked with ≠. <span class="with-python">**First difference** jumps to the first iteration after which the two trees differ.
# Point at a node to read how its numbers give its score.</span>
#
# <span class="with-python">If you change a function, run its cell again, then the cell with `own_phases`, then the cell below.</span>

# %%
from mctslib.course.ch04 import LiveTree

LiveTree(start, my_phases, iterations=150, seed=12)

# %% [markdown]
# This position is so small that its whole game tree has only 14 nodes. When the tree has all 14 nodes, further iterations add visits but no nodes.
#
# ## Break it on purpose
# Now we build a common bug into `backpropagate`: each node on the path gets *X's* reward, as if O also wanted X to win. The tool below shows the tree that grows with this bug.

# %%
from mctslib import Phases


def backpropagate_for_x(node, rewards):
    while node is not None:
        node.visits += 1
        node.value_sum += rewards[0]
        node = node.parent


phases_with_bug = Phases(backpropagate=backpropagate_for_x)
LiveTree(start, phases_with_bug, iterations=60, seed=12)

# %% [markdown]
# After 60 iterations all 14 nodes are red. After which iteration do the two trees differ for the first time?

# %%
from mctslib.course.ch04 import first_difference

first_difference(start, phases_with_bug, 60, seed=12)

# %% [markdown]
# In the first three iterations the new nodes are nodes that X moved into, and for these nodes X's reward is right. In iteration 4 the first node that O moved into appears, and it gets the wrong
# reward. Does the program play badly with this bug? The next cell shows its moves after 60 iterations.

# %%
print(search(start, 60, seed=12, phases=phases_with_bug).table())

# %% [markdown]
# The program still plays 2, the right move. But look at the value of this move: it is 92% of the points. Under perfect play this position is a draw, so the value is wrong.
#
# The result of a single search may be luck. So we run 20 searches with 30 iterations, 20 with 60 iterations, and 20 with 1,000 iterations, and count how many of the 20 play cell 2. The first list
# is for the library's functions, the second list for the functions with the bug.

# %%
from mctslib.course.ch04 import count_right_moves

right_without_bug = count_right_moves(Phases())
right_with_bug = count_right_moves(phases_with_bug)
right_without_bug, right_with_bug

# %% [markdown]
# With the bug 14 of 20 searches are right after 30 iterations, 5 after 60 iterations, and none after 1,000 iterations. If you test only short searches, you may not notice such a bug.
#
# If a program plays worse with more iterations, its values may be wrong. Check backpropagation first. A search without bugs can also become
# worse for a while, as chapter 07 shows. But it recovers later, and its values come close to the exact values.
#
# Here are three more programs that do something unexpected. Which phase is to blame in each of them?

# %%
checkpoint("04-luck")

# %%
checkpoint("04-gathered")

# %%
checkpoint("04-childless")

# %% [markdown]
# ## What you have built
# How many lines of code does a tree search need? The next cell counts the lines of the library's four functions, without comments and docstrings.

# %%
from mctslib.course.ch04 import code_lines
from mctslib.search import PHASES
from mctslib.tree import PHASE_NAMES

lines = sum(code_lines(getattr(PHASES, name)) for name in PHASE_NAMES)
lines

# %%
score_prediction(
    lines_guess, lines, "These are the library's functions. Yours may be shorter.", within=8
)

# %%
score_prediction(connect_guess, 0, "The four functions only call methods that each game has.")

# %% [markdown]
# The next cell runs your functions on Connect Four. X has three discs on top of each other in column 0, and it is X's turn. Your functions contain no rule of
# Connect Four. The picture shows the position after the move that the search chooses.

# %%
from mctslib import ConnectFour

position = ConnectFour()
for column in (0, 1, 0, 1, 0, 2):
    position = position.apply(column)
connect_four_result = search(position, 500, seed=0, phases=my_phases)
show_board(position.apply(connect_four_result.action))

# %% [markdown]
# <span class="with-python">Now you can play against your own program:</span>

# %%
from mctslib.widgets import Play

Play(human="O", iterations=2000, seed=0, phases=my_phases)

# %% [markdown]
# ## In practice
# - The library's `expand` has a few more lines than the solution above. These lines are for trees in which an earlier iteration stopped halfway, for example because of an error in the game's code.
# - The library's loop checks what your functions return. If a function returns something wrong, the error message names this function, and the tree stays valid.
# - `simulate` calls the methods of the game at each move of the rollout. So if a search is too slow, first make the code of the *game* faster.
# - Some programs add all children at once. Other programs add a child only at the second visit to a leaf. Such changes affect how much memory a search needs.
# - You can also test a fast engine in this way: compare its records with the records of a simple engine that uses the same seed.
#
# ## Further reading
# - G. Chaslot et al., *Progressive Strategies for Monte-Carlo Tree Search* (2008), section 2: the origin of the names of the four phases.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), algorithm 2: UCT as pseudo-code. Find your four functions in it.
# - L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo Planning* (2006): the theorem that UCT finds the best move after enough iterations. [Appendix C](C_history_and_sources.ipynb) describes its history.
#
# **Next:** [05 · Whose win is it?](05_whose_win_is_it.ipynb) You look for bugs like the bug above in other programs.

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
    "X (player 0) moved into the child, and O (player 1) is to move there",
    child.player,
    child.state.current_player,
)
over = Node(TicTacToe.from_text("XXX/OO./..."))
claim("has 0 legal actions and 0 children", len(over.state.legal_actions()), len(over.children))
claim("constant, c = 1, so", tree_policy.c)
assert (root.player, small_tree.player) == (0, 0)
claim(
    "The root has three children and three legal actions",
    len(small_tree.children),
    len(small_tree.state.legal_actions()),
)
chosen = tree_policy(small_tree)
claim("goes down to the child for cell 8", chosen.action)
claim("The child for cell 8 has the highest score", chosen.action)
claim("This child has two legal", len(chosen.state.legal_actions()))
assert len(chosen.children) == 1
won = start.apply(2).apply(8).apply(1)
claim("so the rewards are (1, 0)", *won.rewards())
claim(
    "The node for O's move has player 1, so",
    Node(start.apply(2).apply(8), Node(start.apply(2)), 8).player,
)
claim("`value_sum` grows by 0", won.rewards()[1])
claim("The node for X's move has player 0", child.player)
claim("so its `value_sum` grows by 1. The root has player 0", won.rewards()[0], root.player)
claim("as well, so its `value_sum` grows by 1", won.rewards()[0])
thirds = {int(k / 300 * 3) for k in range(300)}
claim("is 0, 1 or 2, all", *sorted(thirds))
size = sum(1 for _ in search(start, 1000, seed=12).root.descendants())
claim("has only 14 nodes", size)


# %%
def whole(state):
    return 1 + sum(whole(state.apply(action)) for action in state.legal_actions())


early = search(start, 60, seed=12, phases=phases_with_bug)
claim("has only 14 nodes", whole(start))
claim("When the tree has all 14 nodes", whole(start))
right_tree = search(start, 60, seed=12).root
claim(
    "After 60 iterations all 14 nodes are red",
    early.root.visits,
    len(compare_trees(early.root, right_tree)),
)
assert len(list(early.root.descendants())) == 14
for seed in (0, 12):
    assert sum(1 for _ in search(start, 3, seed=seed).root.descendants()) == 4
first = first_difference(start, phases_with_bug, 60, seed=12)
claim("In the first three iterations", first - 1)
claim("In iteration 4 the first node that O moved into appears", first)
claim("The program still plays 2, the right move", early.action)
claim("moves after 60 iterations", early.root.visits)
claim("92% of the points", early.root.children[2].value)
assert value(start) == 0.5 and right_without_bug == [20, 20, 20]
claim(
    "20 searches with 30 iterations, 20 with 60 iterations, and 20 with 1,000 iterations",
    *(number for length in LENGTHS for number in (SEARCHES, length)),
)
claim("how many of the 20 play cell 2", SEARCHES, RIGHT_MOVE)
claim(
    "14 of 20 searches are right after 30 iterations, 5 after 60 iterations, and none after 1,000",
    right_with_bug[0],
    SEARCHES,
    LENGTHS[0],
    right_with_bug[1],
    LENGTHS[1],
    LENGTHS[2],
)
assert right_with_bug[2] == 0
assert most_visited.action == result.action and not compare_trees(own_root, result.root)
assert search(position, 500, seed=0).action == 0 and position.apply(0).rewards() == (1.0, 0.0)
assert (
    sum(child.visits for child in reference.root.children.values()) == reference.root.visits == 150
)
