# %% [markdown]
# # 03 · Walk one iteration by hand
#
# **What you'll do.** You carry out the steps of a tree search yourself, with a pencil and a calculator.
#
# The root of the tree is the position below. It is X's turn, and three cells are free. Before you read on: where would *you* play?

# %%
from mctslib import TicTacToe
from mctslib.draw import show_board

start = TicTacToe.from_text("X../XOO/OX.")
show_board(start)

# %% [markdown]
# **What you'll learn.** Afterwards you can
# - carry out selection, expansion, simulation and backpropagation *on paper*,
# - compute UCB1 scores, and say which of their two terms decided the choice,
# - write down N and W of each node on a path, and say what these numbers count,
# - read the record of an iteration, and decide whether this iteration is possible.
#
# **What you'll need.** Chapters 01 (playouts) and 02 (UCB1), a pencil, and a calculator with `ln`.
# &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## Two predictions
# Guess before you read on.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

nodes_guess = predict("03-nodes")
nodes_guess

# %%
growing_guess = predict("03-whose")
growing_guess

# %% [markdown]
# ## The position
# Look at the position at the top again. Cells are numbered row by row, from 0 at the top left to 8 at the bottom right. So the three free cells are 1, 2 and 8.
#
# O threatens to complete the diagonal with cell 2, so X must play there. You can see the threat, but the search has no rule about threats.
# The search finds cell 2 with random games and two numbers for each position. In this chapter you compute these numbers.
#
# ## Watch one iteration
# `record` runs a search and returns a record of its steps. We fix the seed, so that you see the same search as we do. The *tree
# policy* is the rule that chooses the way down the tree. Ours is UCB1 from chapter 02.

# %%
from mctslib import UCB1, record

tree_policy = UCB1(c=2**0.5)
trace = record(start, 12, seed=12, tree_policy=tree_policy)

# %% [markdown]
# The tool below is called the **stepper**. It shows the search tree after iteration 4. One **iteration** is one pass through four phases:
#
# - **Selection** walks down a path in the tree.
# - **Expansion** adds a node at the end of this path.
# - **Simulation** plays a random game from the new node. The tree does not store the moves of this game.
# - **Backpropagation** carries the result up the path, and changes the numbers of all nodes from the new node to the root.
#
# Click the four phases one after the other, and watch the tree. Then press **▶** to continue, or **⏮** to go back to the
# beginning. The next section explains the numbers.

# %%
from mctslib.widgets import StepperView

StepperView(trace, tree_policy=tree_policy, at=4, code=False)

# %% [markdown]
# ## What a node stores
# The **tree** contains the positions that the search stores. Each **node** is one position, and has
# two numbers:
#
# - **N**, its *visits*, is the number of iterations that passed through the node.
# - **W**, its *value sum*, is the sum of the rewards of these iterations. A win counts as 1, a draw as ½, a loss as 0.
#
# A third number is computed from these two: the mean reward **Q = W / N**. Because rewards lie between 0 and 1, Q
# is the share of the possible points that was won. As an example, the next cell makes a node with N = 4 and W = 3, and shows its Q.

# %%
from mctslib import Node

root = Node(start)
root.visits, root.value_sum = 4, 3.0
root.value

# %% [markdown]
# > **Whose points does W count?** W counts the points of *the player who moved into the node*. In the node "X takes cell 2", W counts
# > X's points. One level below, where O has just moved, W counts O's points. So X looks for a high Q when it chooses among its moves, and
# > O also looks for a high Q when it chooses among its own moves. No player moved into the
# > root. By convention, W of the root counts the points of the player whose turn it is there.
#
# ## The record of an iteration
# The pictures in the stepper are made from short records, one for each iteration. Here is the first record:

# %%
trace.iterations[0]

# %% [markdown]
# The *path* led to cell 2. `expanded=True` means that the node at the end of the path was new. Then a random
# game, the *rollout*, continued with O at 8 and X at 1. The *rewards* are (1, 0): X's reward is 1, O's reward is 0.
#
# > **Two words with different meanings.** An *iteration* is one pass through all four phases. A *simulation*, also called *rollout*
# > or *playout*, is only the random game of phase 3. Many papers write "1,000 simulations" and mean
# > 1,000 iterations.
#
# If a position has untried moves, the search tries one of these moves first. The root has three
# moves, so each of the first three iterations adds one child to the root. The next cell prints these three records. The picture below them shows the tree after iteration 3. The colour
# of a node shows which player it favours: blue for X, orange for O, nearly white for neither. A thicker line leads to a node with more visits.

# %%
from mctslib.draw import show_tree

for iteration in trace.iterations[:3]:
    print(iteration)
show_tree(trace.tree(3), sums=True)

# %% [markdown]
# You can compute N and W from the records. For example, the first record above has the path `(2,)` and the rewards (1, 0). So after
# iteration 1 the child "cell 2" has N = 1. X moved into this child, and X's reward is 1, so W = 1.
#
# ### Exercise 1: fill in the tree
# The next cell prints five records of another search. Each of the last two iterations passed through a child of the root, and added a node
# below this child. For each child of the root, write the pair (N, W) after the five iterations. Think about who moved into the children.

# %%
second_trace = record(start, 5, seed=22, tree_policy=tree_policy)
print(*second_trace.iterations, sep="\n")

# %% tags=["exercise"]
# hint: N of a child is the number of records whose path begins with its cell. For cell 2 there are two such records. X moved into all three children, so W is the sum of X's rewards, the first of the two rewards in each record.
# --- solution
after_five = {1: (1, 0.0), 2: (2, 1.5), 8: (2, 0.5)}
# --- stub
# after_five = {1: (..., ...), 2: (..., ...), 8: (..., ...)}
# --- end

# %%
from mctslib.course.ch03 import check_children

check_children(after_five, second_trace.tree(5))

# %% [markdown]
# ## Phase 1: select
# We return to the first search. After three iterations each move of the root has been tried once. Where should iteration 4 go? This is the question of chapter 02: each child is an arm of a slot machine,
# and UCB1 decides which arm to pull. The *parent's* visits N take the place of the total number of pulls, and the child's visits n take the place of the
# pulls of one arm. The score of a child is
#
# $$\underbrace{\vphantom{\sqrt{\frac{\ln N}{n}}}Q}_{\text{exploitation}} \;+\; \underbrace{c\,\sqrt{\frac{\ln N}{n}}}_{\text{exploration}}$$
#
# We use c = √2 again, the constant from the theory for rewards between 0 and 1. A search that uses UCB1 in the nodes of a tree is called
# **UCT**, UCB applied to trees.
#
# Here is an example. After iteration 3 the parent has N = 3, and its child "cell 2" has n = 1 and Q = 1. The natural logarithm of 3 is 1.099. So the
# exploration term is 1.414 · √(1.099 / 1) = 1.482, and the score is 1 + 1.482 = 2.482. The next cell computes the scores of all three children.

# %%
from math import sqrt
from mctslib.policies import ucb1

for action, child in trace.tree(3).children.items():
    print(action, round(ucb1(child.value, child.visits, 3, sqrt(2)), 3))

# %% [markdown]
# All three children have one visit, so their exploration terms are equal. Q alone decides, and cell 2 has the highest score. The picture below shows
# both terms of each score as bars. In pictures, the visits of each node are written N. The formula needs the visits of two nodes,
# so in the formula the visits of the child are written n.

# %%
from mctslib.draw import show_children

show_children(trace.tree(3), tree_policy)

# %% [markdown]
# So iteration 4 walks to cell 2. This node has untried moves, so selection stops there. Expansion adds a new node
# below it, and simulation plays a random game, which X wins. The next cell prints the record of iteration 4, and draws the tree after it.

# %%
iteration_4 = trace.iterations[3]
print(iteration_4)
show_tree(trace.tree(4), sums=True)

# %% [markdown]
# The node "cell 2" now has N = 2 and W = 2, and the root has N = 4. Why does cell 2 have 2 visits, when its only child has N = 1? The first playout, from cell 2 itself, counts too.
# This playout was played before cell 2 had a child. So the N of a node is 1 more than the sum of its children's visits. There are two
# exceptions: the root has no playout of its own, and a node where the game is over has no children.
#
# Will iteration 5 go to cell 2 again? Cell 2 has the highest possible mean. But the N of the root has grown, so the exploration terms of the other two children have grown as well.
#
# ### Exercise 2: three scores
# Compute the UCB1 scores of cells 1, 2 and 8 after iteration 4, to three decimals, with c = √2 = 1.414 and ln 4 = 1.386. To which cell does selection
# go next? Two of the scores are close to each other.

# %% tags=["exercise"]
# hint: The parent has N = 4. Cell 2 has n = 2 and Q = 2 / 2 = 1, so its score is `2/2 + 1.414 × √(1.386 / 2)`. The other two cells have n = 1.
# --- solution
scores = {1: 1.665, 2: 2.177, 8: 2.165}
next_cell = 2
# --- stub
# scores = {1: ..., 2: ..., 8: ...}
# next_cell = ...
# --- end

# %%
from mctslib.course.ch03 import check_scores

check_scores(scores, next_cell, trace.tree(4))

# %%
checkpoint("03-forgotten")

# %% [markdown]
# ## Phase 2: expand
# Selection ends at a node with untried moves. Expansion picks one of these moves at random, and adds a node for it. **Each
# iteration adds at most one node**, so the tree grows slowly, and only where selection leads.
#
# If the game is over in the node where selection ends, there is nothing to add. Then simulation and backpropagation start from this node.
#
# The next cell shows the paths of the first seven iterations. The last node of each path was new.

# %%
nodes_after_7 = sum(1 for _ in trace.tree(7).descendants())
[iteration.path for iteration in trace.iterations[:7]]

# %%
score_prediction(
    nodes_guess,
    nodes_after_7,
    "Each iteration added one node, and the root was there at the start.",
)

# %% [markdown]
# ## Phase 3: simulate
# From the new node both sides play random moves until the game is over. In the stepper, the pale boards below the tree show this random game. Both sides play
# badly, but the *average* of many such games often distinguishes a good position from a bad one. The moves
# of the rollout are **not** added to the tree. Only its result is used.
#
# ## Phase 4: backpropagate
# Now walk back from the new node to the root. At each node on the way,
#
# - N grows by 1, because the iteration visited the node,
# - W grows by the reward **of the player who moved into the node**.
#
# Here is an example. Iteration 4 ended with the rewards (1, 0), because X won. X moved into cell 2, so W of this node grows by 1. Then O moved to 8, so W of the new
# node grows by O's reward, which is 0. W of the root counts X's points, so its W grows by 1. The next cell prints the three nodes after iteration 4, from the root down.

# %%
after_4 = trace.tree(4)
nodes_on_path = (after_4, after_4.children[2], after_4.children[2].children[8])
print(*nodes_on_path, sep="\n")

# %%
all_grew = all(iteration_4.rewards[node.player] > 0 for node in nodes_on_path)
outcome = "W of all nodes on the path" if all_grew else "W of some nodes on the path"
score_prediction(growing_guess, outcome, "X won, so W of the node that O moved into did not grow.")

# %% [markdown]
# ### Exercise 3: the way back
# The next cell shows iteration 6 of a third search. It went to cell 1, and then O took cell 2 and won. The game was over in the new node,
# so the rollout is empty. Below the record are the root and the node "cell 1" as they were *before* iteration 6. The new node did not exist yet; a new node starts with N = 0 and W = 0.
#
# Write the pair (N, W) *after* iteration 6, for each of the three nodes on its path.

# %%
third_trace = record(start, 6, seed=11, tree_policy=tree_policy)
tree_before = third_trace.tree(5)
print(third_trace.iterations[5], tree_before, tree_before.children[1], sep="\n")

# %% tags=["exercise"]
# hint: O won, so O's reward is 1 and X's reward is 0. Who moved into the node (1,), and who moved into the node (1, 2)? W of the root counts X's points.
# --- solution
after = {(): (6, 3.5), (1,): (3, 2.0), (1, 2): (1, 1.0)}
# --- stub
# after = {(): (..., ...), (1,): (..., ...), (1, 2): (..., ...)}
# --- end

# %%
from mctslib.course.ch03 import check_backpropagation

check_backpropagation(after, third_trace, 6)

# %%
checkpoint("03-draw")

# %% [markdown]
# ## Your sheet of paper
# Now do the same for a longer path. The sheet below shows iteration 12 of the first search, just before phase 4. Write the new N
# and the new W of each node. One of the nodes is not on the path. When you press Enter
# or Tab, the number is checked. **Another iteration** gives you a new sheet.

# %%
from mctslib.course.ch03 import Paper

Paper(trace, 12)

# %% [markdown]
# ## Choose the way yourself
# A trace contains the records of all iterations of a search. You can save a trace in a small text file and open it again later. `Trace.open` rejects a file that
# does not match the position.

# %%
from mctslib import Trace

trace.save("my_search.json")
opened_trace = Trace.open("my_search.json", start)
print(opened_trace == trace)

# %% [markdown]
# In the stepper below *you* decide which child selection walks to. Compute the scores on paper, and click a child. The stepper then shows which child the search chose. Iteration 7 is the
# first iteration that goes down *two* levels before it adds a node.

# %%
StepperView(opened_trace, tree_policy=tree_policy, predict=True, at=6, code=False)

# %% [markdown]
# In iteration 7, selection reaches the node `(2,)`. There it is O's turn to choose, and both of O's replies have been tried once. The picture below shows their scores.

# %%
show_children(trace.tree(6).children[2], tree_policy)

# %% [markdown]
# O's move to 8 has brought O 0 points, and O's move to 1 has brought O half a point. So selection goes to cell 1. The search has no extra rule for O's turns. O's choice is good for O because W of these nodes counts O's points.
#
# ### Exercise 4: find the possible record
# The next cell draws the tree of exercise 3 after its six iterations, and makes four records. Only one of these records is possible for iteration 7. Which one? Use c = √2. A possible record follows these rules:
#
# - At a node whose moves have all been tried, the path goes to the child with the highest score.
# - At a node with untried moves, the path takes one of these moves to a new node and ends there.
# - The rollout continues from the new node until the game is over.
# - The rewards match the final board of the rollout.

# %%
from mctslib import Iteration

records = {
    "A": Iteration(path=(8, 1), expanded=True, rollout=(2,), rewards=(0.5, 0.5)),
    "B": Iteration(path=(2, 8), expanded=True, rollout=(1,), rewards=(1, 0)),
    "C": Iteration(path=(2, 8, 1), expanded=True, rollout=(), rewards=(1, 0)),
    "D": Iteration(path=(2,), expanded=False, rollout=(8, 1), rewards=(1, 0)),
}
show_tree(third_trace.tree(6), sums=True)

# %% tags=["exercise"]
# hint: First compute the scores of the three children of the root. The path begins with the child that has the highest score. If this child has untried moves, exactly one new node is added below it.
# --- solution
next_record = "B"
# --- stub
# next_record = ...
# --- end

# %%
from mctslib.course.ch03 import check_next_record

check_next_record(next_record, records, third_trace.tree(6), tree_policy)

# %% [markdown]
# ## Does the search find the block?
# After twelve iterations cell 2 already has the most visits. The next cell runs the same search for 1,000 iterations, and prints N and Q of each move.

# %%
from mctslib import search

result = search(start, 1000, seed=12, tree_policy=tree_policy)
print(result.table())

# %% [markdown]
# Most of the visits went to cell 2, and its Q is close to ½. With random replies, cell 2 would bring X ¾
# of the points on average: of O's two replies, one leads to a draw and the other to X's win. But in the tree O *chooses* its
# reply, and after enough iterations O mostly chooses the draw. This is the advantage of a tree over random games alone.

# %%
checkpoint("03-writers")

# %%
checkpoint("03-changed")

# %% [markdown]
# ## In practice
# - Engines store N and W too. AlphaZero stores a third number, the *prior*, which is the probability that its network gives to a move before the first visit.
# - Many engines add one node in each iteration, as you did, to save memory.
# - Some programs store W for the player *to move*, and change the sign at each step on the way up. An error in these signs
#   is hard to find. With our convention no sign changes, and games in which a player moves twice need no special case.
#
# ## Further reading
# - P. Auer, N. Cesa-Bianchi and P. Fischer, *Finite-time Analysis of the Multiarmed Bandit Problem* (2002), figure 1: UCB1.
# - L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo Planning* (2006), section 2: UCB1 in a tree becomes UCT.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 3: the four phases, with a picture.
#
# **Next:** [04 · Build it in four functions](04_build_it_in_four_functions.ipynb). You have carried out the four phases by hand. Next you write them in Python.
#
# ## Your progress

# %%
summary("03")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from math import log

from claims import claim

three, four = trace.tree(3), trace.tree(4)
claim("the three free cells are 1, 2 and 8", *start.legal_actions())
claim(
    "from 0 at the top left to 8 at the bottom right",
    *TicTacToe().legal_actions()[:: len(start.cells()) - 1],
)
win, draw = start.apply(2).apply(8).apply(1), start.apply(2).apply(1).apply(8)
claim(
    "A win counts as 1, a draw as ½, a loss as 0",
    win.rewards()[0],
    *set(draw.rewards()),
    win.rewards()[1],
)
claim("rewards lie between 0 and 1", min(win.rewards()), max(win.rewards()))
claim("makes a node with N = 4 and W = 3", root.visits, root.value_sum)
first = trace.iterations[0]
claim("continued with O at 8 and X at 1", *first.rollout)
claim("The *rewards* are (1, 0): X's reward is 1, O's reward is 0", *first.rewards, *first.rewards)
after_1 = trace.tree(1).children[2]
claim("and the rewards (1, 0). So after", *first.rewards)
claim('iteration 1 the child "cell 2" has N = 1', len(trace.iterations[:1]), after_1.visits)
claim("X's reward is 1, so W = 1", first.rewards[0], after_1.value_sum)
added = len(three.children) - len(trace.tree(2).children)
claim("each of the first three iterations adds one child", len(three.children), added)
example = three.children[2]
bonus = sqrt(2 * log(three.visits) / example.visits)
claim(
    'After iteration 3 the parent has N = 3, and its child "cell 2" has n = 1 and Q = 1',
    len(trace.iterations[:3]),
    three.visits,
    example.visits,
    example.value,
)
claim("The natural logarithm of 3 is 1.099", three.visits, log(three.visits))
claim(
    "1.414 · √(1.099 / 1) = 1.482, and the score is 1 + 1.482 = 2.482",
    sqrt(2),
    log(three.visits),
    example.visits,
    bonus,
    example.value,
    bonus,
    example.value + bonus,
)
claim("c = √2 = 1.414 and ln 4 = 1.386", sqrt(2), four.visits, log(four.visits))

# %%
assert first.path == (2,) and first.expanded and start.current_player == 0
assert max(three.children.values(), key=lambda child: child.value).action == 2
assert iteration_4.path == (2, 8)
moved = {node.action: (node.visits, node.value_sum) for node in four.children.values()}
claim("now has N = 2 and W = 2, and the root has N = 4", *moved[2], four.visits)
close_scores = [tree_policy.score(four, four.children[cell]) for cell in (2, 8)]
assert 0 < close_scores[0] - close_scores[1] < 0.02  # "close to each other"
only = four.children[2].children[8].visits
claim("Why does cell 2 have 2 visits, when its only child has N = 1?", moved[2][0], only)
claim("So the N of a node is 1 more than", moved[2][0] - only)
claim(
    "The parent has N = 4. Cell 2 has n = 2 and Q = 2 / 2 = 1, so",
    four.visits,
    moved[2][0],
    moved[2][1],
    moved[2][0],
    moved[2][1] / moved[2][0],
)
claim("The other two cells have n = 1", moved[1][0])
assert moved[8][0] == 1
for node in trace.tree().descendants():
    below = sum(child.visits for child in node.children.values())
    if node.parent is None:
        assert node.visits == below
    elif node.state.is_terminal():
        assert not node.children
    else:
        assert node.visits == 1 + below
claim("- N grows by 1, because", four.visits - three.visits)
claim("Iteration 4 ended with the rewards (1, 0)", four.visits, *iteration_4.rewards)
claim(
    "so W of this node grows by 1. Then O moved to 8",
    moved[2][1] - three.children[2].value_sum,
    iteration_4.path[1],
)
claim("O's reward, which is 0", four.children[2].children[8].value_sum)
claim("so its W grows by 1", four.value_sum - three.value_sum)
new = Node(start)
claim("a new node starts with N = 0 and W = 0", new.visits, new.value_sum)
claim("O's reward is 1 and X's reward is 0", *reversed(third_trace.iterations[5].rewards))
assert [len(iteration.path) for iteration in trace.iterations[:7]] == [1, 1, 1, 2, 2, 2, 3]

# %%
from mctslib.oracle import expected_value

assert third_trace.iterations[5] == Iteration((1, 2), True, (), (0.0, 1.0))
assert record(start, 7, seed=11, tree_policy=tree_policy).iterations[6] == records["B"]
replies = {node.action: node.value_sum for node in trace.tree(6).children[2].children.values()}
claim(
    "O's move to 8 has brought O 0 points, and O's move to 1 has brought O half a point",
    8,
    replies[8],
    1,
    replies[1],
)
claim("cell 2 would bring X ¾", expected_value(start.apply(2), 0))
assert result.action == 2 and abs(result.root.children[2].value - 0.5) < 0.05
claim("its Q is close to ½", round(2 * result.root.children[2].value) / 2)
claim("After twelve iterations", len(trace))
assert result.root.children[2].visits > 500  # "Most of the visits went to cell 2"
assert trace.tree().children[2].visits == max(c.visits for c in trace.tree().children.values())
