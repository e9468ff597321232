# %% [markdown]
# # 03 · Walk one iteration by hand
#
# **What you'll do.** Take a tree with three nodes, a pencil and a calculator, and make it grow, one step at a time.
#
# **What you'll learn.** Afterwards you can
# - carry out selection, expansion, simulation and backpropagation *on paper*,
# - compute a UCB1 score and say which half of it decided,
# - fill in N and W of every node on a path, and say from whose view each W is,
# - read the record of an iteration and tell whether it is possible.
#
# **What you'll need.** The rules of tic-tac-toe, a calculator with `ln`, some Python. Chapter 00 helps.
# &nbsp; **Time:** about 45 minutes.

# %% [markdown]
# ## Two predictions
# Guess before you run anything. A wrong guess costs nothing, and makes the answer stick.
#
# 1. The search starts with a tree of one node. How many nodes has it after 7 iterations?
# 2. A random game ends with a win for X. Whose W grows: that of every node on the path, or only of some?
#    Write `"all"` or `"some"`.

# %%
prediction_1 = ...
prediction_2 = ...

# %% [markdown]
# ## The position
# It is X's turn, and three cells are free. Before you read on: where would *you* play?

# %%
from mctslib import TicTacToe
from mctslib.draw import show_board

start = TicTacToe.from_text("X../XOO/OX.")
show_board(start)

# %% [markdown]
# Cells are numbered row by row, from 0 at the top left to 8 at the bottom right. So the three free cells are:

# %%
start.legal_actions()

# %% [markdown]
# O threatens to complete the diagonal with cell 2, so X has to play there. You know what a threat is. The search does not.
# It will find cell 2 with nothing but random games and a little bookkeeping, and today you are the bookkeeper.

# %% [markdown]
# ## What a node remembers
# The **tree** holds the positions that the search has decided to remember. Each **node** is one position, and it keeps
# two numbers:
#
# - **N**, its *visits*: how many iterations passed through it;
# - **W**, its *value sum*: the rewards collected in them. A win is 1, a draw ½, a loss 0.

# %%
from mctslib import Node

root = Node(start)
root

# %% [markdown]
# From the two numbers follows a third, **Q = W / N**, the mean reward. As rewards lie between 0 and 1, you can read Q
# as "share of points won". A node with N = 4 and W = 3, say:

# %%
root.visits, root.value_sum = 4, 3.0
root.value

# %% [markdown]
# > **Whose points?** Those of *the player who moved into the node*. In the node "X takes cell 2", W counts
# > X's points. One level below, where O has just moved, W counts O's points. When X chooses among its moves it wants a
# > high Q, and when O chooses it wants a high Q too: both simply look for the biggest number. (Nobody moved into the
# > root. By convention it counts for the player to move there.)

# %% [markdown]
# ## Three iterations, recorded
# One **iteration** is one pass through four phases: select, expand, simulate, backpropagate. `record` runs a search and
# writes down what each of them did. We fix the seed, so that your luck is the same as ours. (What `UCB1` and c are, you
# will see in phase 1.)

# %%
from mctslib import UCB1, record

theory = UCB1(c=2**0.5)
trace = record(start, 12, seed=12, tree_policy=theory)
trace.iterations[0]

# %% [markdown]
# Read it from left to right: the *path* led to cell 2. The node there was *expanded*, that is, newly added. Then a random
# game, the *rollout*, went on with O at 8 and X at 1. The *rewards* are (1, 0): X, who comes first, got 1, O got 0.

# %% [markdown]
# > **Two words that get mixed up.** An *iteration* is one pass through all four phases. A *simulation*, also called *rollout*
# > or *playout*, is the random game of phase 3 only. Many papers and programs say "1,000 simulations" where they mean
# > 1,000 iterations. In this series the words are kept apart.

# %%
for iteration in trace.iterations[:3]:
    print(iteration)

# %% [markdown]
# While a position has moves that were never tried, the search tries one of those first. There are three
# moves, so three iterations, one new child each.

# %%
from mctslib.draw import show_tree

show_tree(trace.tree(3))

# %% [markdown]
# ### Exercise 1: fill in the tree
# Look at the three records, not at the picture. For each child of the root write the pair (N, W). Who moved into these
# nodes?

# %% tags=["exercise"]
# hint: X moved into all three, so W is the first of the two rewards. Each was visited once. The record of cell 1 ends with the rewards (0.0, 1.0).
# --- solution
first_three = {1: (1, 0.0), 2: (1, 1.0), 8: (1, 0.5)}
# --- stub
# first_three = {1: (..., ...), 2: (..., ...), 8: (..., ...)}
# --- end

# %%
from mctslib.exercises.ch03 import check_children

check_children(first_three, trace.tree(3))

# %% [markdown]
# ## Phase 1: select
# Now every move was tried once. Where should iteration 4 go? There are two good reasons to visit a child: it has done
# well so far (*exploitation*), or we know little about it (*exploration*). UCB1 adds the two:
#
# $$\underbrace{\vphantom{\sqrt{\frac{\ln N}{n}}}Q}_{\text{exploitation}} \;+\; \underbrace{c\,\sqrt{\frac{\ln N}{n}}}_{\text{exploration}}$$
#
# Here N is the number of visits of the parent, n that of the child, and c says how curious we are. The theory
# recommends c = √2 for rewards from 0 to 1.

# %%
from math import inf, log, sqrt

def ucb1(value, visits, parent_visits, c):
    return value + c * sqrt(log(parent_visits) / visits) if visits else inf

# %% [markdown]
# A child that was never visited scores infinity: anything is better than not knowing. For the three children, each
# visited once, the parent three times:

# %%
for action, child in trace.tree(3).children.items():
    print(action, round(ucb1(child.value, child.visits, 3, sqrt(2)), 3))

# %% [markdown]
# All three get the same bonus, as all were visited equally often; Q alone decides, and cell 2 wins. The picture
# shows the two parts of each sum. (There, N is the child's own number of visits, and the parent's stands under the ln.)

# %%
from mctslib.draw import show_children

show_children(trace.tree(3), theory)

# %% [markdown]
# Iteration 4 therefore walks to cell 2. That node has untried moves of its own, so selection stops there. A new node is
# added below it, and a random game played:

# %%
trace.iterations[3]

# %% [markdown]
# X won. Cell 2 now has N = 2 and W = 2, the root has N = 4. Will the next iteration go to cell 2 again? Its mean is as
# perfect as can be. But the others have become more interesting without doing anything.

# %%
show_tree(trace.tree(4))

# %% [markdown]
# ### Exercise 2: three scores with the calculator
# Compute the UCB1 scores of cells 1, 2 and 8 after iteration 4, to three decimals, with c = √2. Which one is
# next? It is closer than you think.

# %% tags=["exercise"]
# hint: ln 4 = 1.386. Cell 2: Q = 2/2, and the root of 1.386/2 is 0.833; times 1.414, plus 1.
# --- solution
scores = {1: 1.665, 2: 2.177, 8: 2.165}
# --- stub
# scores = {1: ..., 2: ..., 8: ...}
# --- end

# %%
from mctslib.exercises.ch03 import check_scores

check_scores(scores, trace.tree(4))

# %% [markdown]
# **Checkpoint 1.** A child is not visited for a long time, while its parent is visited again and again. What happens to its score?
#
# <details><summary>A. It stays the same: its own N and W have not changed.</summary>
# Not quite. Q stays the same, but ln N in the exploration term grows with every visit of the <i>parent</i>.</details>
# <details><summary>B. It grows slowly, without any bound.</summary>
# Yes. The logarithm grows slowly, but for ever, so no child is forgotten: sooner or later its score is the highest.</details>
# <details><summary>C. It sinks, because it is a bad move.</summary>
# No. The score sinks when the child <i>is</i> visited: then n grows, and the bonus gets smaller.</details>

# %% [markdown]
# ## Phase 2: expand
# At the end of the path stands a node with untried moves. One of them is picked at random and becomes a new node. **One an
# iteration**: memory grows slowly, and only where selection leads.
#
# If the game is over in that node, there is nothing to add. Then the iteration goes on with the node itself.

# %%
[iteration.path for iteration in trace.iterations[:7]]

# %% [markdown]
# Seven paths, and the last node of each was new:

# %%
nodes_after_7 = sum(1 for _ in trace.tree(7).descendants())
all(iteration.expanded for iteration in trace.iterations[:7]), nodes_after_7

# %%
from mctslib.exercises import score_prediction

score_prediction(prediction_1, nodes_after_7, "One node an iteration, plus the root.")

# %% [markdown]
# ## Phase 3: simulate
# From the new node both sides play at random to the end. It is bad tic-tac-toe, and that is fine: the *average* of
# many bad games still tells a good position from a hopeless one. The moves of the rollout are **not** added to the
# tree. Only its result counts.

# %%
fourth = trace.iterations[3]
end = start
for action in fourth.path + fourth.rollout:
    end = end.apply(action)
show_board(end)

# %% [markdown]
# ## Phase 4: backpropagate
# Now walk back from the new node to the root. Every node on the way gets
#
# - N + 1, because it was visited,
# - W + the reward **of the player who moved into it**.
#
# Iteration 4 ended with the rewards (1, 0): X won. X moved into cell 2, so that node gets 1. Then O moved to 8, so the new
# node gets O's reward, which is 0. And the root counts for X.

# %%
after_4 = trace.tree(4)
for node in (after_4, after_4.children[2], after_4.children[2].children[8]):
    print(node)

# %%
score_prediction(prediction_2, "some", "X's nodes gained a point; the node O moved into did not.")

# %% [markdown]
# ### Exercise 3: the way back
# Now you, with a search that had other luck. Its sixth iteration went to cell 1, and then O took cell 2, which ends the game.
# So the rollout is empty, and the rewards are read off the board:

# %%
other = record(start, 6, seed=11, tree_policy=theory)
other.iterations[5]

# %% [markdown]
# Before that iteration, the two nodes that were there looked like this. Write (N, W) *after* it, for the three nodes on its path.

# %%
before = other.tree(5)
print(before, before.children[1], sep="\n")

# %% tags=["exercise"]
# hint: O won, so O's reward is 1 and X's is 0. Who moved into (1,), who into (1, 2)? The root counts for X. A new node starts with N = 0 and W = 0.
# --- solution
after = {(): (6, 3.5), (1,): (3, 2.0), (1, 2): (1, 1.0)}
# --- stub
# after = {(): (..., ...), (1,): (..., ...), (1, 2): (..., ...)}
# --- end

# %%
from mctslib.exercises.ch03 import check_backpropagation

check_backpropagation(after, other, 6)

# %% [markdown]
# **Checkpoint 2.** A random game is a draw. What happens along the path?
#
# <details><summary>A. Nothing: nobody won.</summary>
# No. Every node on the path was visited, so N grows everywhere. And a draw is worth something.</details>
# <details><summary>B. N grows by 1 and W by ½, in every node on the path.</summary>
# Yes. Both players get ½, so here it makes no difference who moved where.</details>
# <details><summary>C. W grows by ½ for X's nodes and shrinks by ½ for O's.</summary>
# That is a draw as seen by somebody who counts −1, 0, 1 and mixes up the signs. With rewards from 0 to 1, W never shrinks.</details>
# <details><summary>D. W grows by 1 everywhere: not losing is a success.</summary>
# Tempting, but then the search could not tell a draw from a win.</details>

# %% [markdown]
# ## Now walk: the stepper
# Below is the whole search, one phase at a time. Press **Phase ▸** (or the → key) and watch the tree, the board, the scores
# and the code. You can also step *back*, go on by whole iterations, and jump.
#
# Then switch on **Predict**. Before each selection the stepper asks you which child it will walk to. Work it out, click it,
# and see. Take iteration 7 with you on paper: it is the first one that goes down *two* levels before it expands.

# %%
from mctslib.widgets import StepperView

stepper = StepperView(trace, tree_policy=theory)
stepper

# %% [markdown]
# Did you see iteration 7? Down at node `(2,)` it is **O** who chooses. Both of O's replies were tried once:

# %%
show_children(trace.tree(6).children[2], theory)

# %% [markdown]
# O's move to 8 scored 0 points for O, its move to 1 scored half a point. So selection takes cell 1. Nobody told the search
# that O wants something else than X. It follows from *whose* points W counts.

# %% [markdown]
# ### Exercise 4: spot the possible record
# Here is the tree after iteration 7, and four records. Only one of them can be iteration 8. Which?

# %%
from mctslib import Iteration

records = {
    "A": Iteration(path=(2, 8, 1), expanded=True, rollout=(), rewards=(1.0, 0.0)),
    "B": Iteration(path=(1, 8), expanded=True, rollout=(2,), rewards=(1.0, 0.0)),
    "C": Iteration(path=(1, 8, 2), expanded=True, rollout=(), rewards=(1.0, 0.0)),
    "D": Iteration(path=(1,), expanded=False, rollout=(8, 2), rewards=(1.0, 0.0)),
}
show_tree(trace.tree(7))

# %% tags=["exercise"]
# hint: First find the child of the root with the highest score: compute the three. Has it untried moves? Then exactly one new node goes below it.
# --- solution
next_record = "B"
# --- stub
# next_record = ...
# --- end

# %%
from mctslib.exercises.ch03 import check_next_record

check_next_record(next_record, records, trace.tree(7), theory)

# %% [markdown]
# ## Does it find the block?
# Twelve iterations have been enough to prefer cell 2. But how sure is it? More iterations:

# %%
from mctslib import search

result = search(start, 1000, seed=12, tree_policy=theory)
print(result.table())

# %% [markdown]
# The visits have gathered on one move. And look at its Q: it is close to ½. With random replies cell 2 would bring X ¾
# of the points (you can count it: two replies, one a draw, the other a win). But the tree lets O *choose* its
# reply, and O has learnt to draw. This is what a tree is for.

# %%
shares = result.distribution()
show_board(start, shares=shares)

# %% [markdown]
# ## Checkpoint 3: the whole round
#
# **Which phases write into the tree's N and W?**
# <details><summary>A. All four.</summary>
# No. Selection reads them, expansion adds an empty node, simulation never looks at the tree.</details>
# <details><summary>B. Only backpropagation.</summary>
# Yes. If a program breaks off during one of the first three phases, its statistics are still right.</details>
# <details><summary>C. Simulation and backpropagation.</summary>
# Simulation makes a result. Writing it down is left to backpropagation.</details>
#
# **The path of an iteration has three moves and the node was new. How many nodes change?**
# <details><summary>A. One.</summary>
# One is <i>added</i>, but all on the path are updated.</details>
# <details><summary>B. Three.</summary>
# Nearly: you forgot the root.</details>
# <details><summary>C. Four.</summary>
# Yes: three moves lead through three nodes, and the root makes four.</details>

# %% [markdown]
# ## In practice
# - Engines keep exactly these two numbers a node (AlphaZero adds a third, the *prior*). Memory, not time, is often the limit, so most
#   add one node an iteration, as you did.
# - Some programs store W from the view of the player *to move*, and flip signs on the way up. It works, but when it goes
#   wrong, it is hard to see. Here nothing is ever flipped, and games where a player moves twice need no special case.
# - Visiting a finished game again and again is not a bug. It makes its parent more certain.
#
# ## Further reading
# - P. Auer, N. Cesa-Bianchi and P. Fischer, *Finite-time Analysis of the Multiarmed Bandit Problem* (2002), figure 1: UCB1.
# - L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo Planning* (2006), section 2: UCB1 in a tree becomes UCT.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 3: the four phases, with their picture.
#
# **Next:** [04 · Build it in four functions](04_build_it_in_four_functions.ipynb). You have done it by hand. Now let Python do it.

# %% [markdown]
# ## Claims
# Every number in the text above, checked. If the cells below are silent, the text is true.

# %%
three, four, seven = trace.tree(3), trace.tree(4), trace.tree(7)
assert start.legal_actions() == (1, 2, 8) and start.current_player == 0
assert trace.iterations[0] == Iteration((2,), True, (8, 1), (1.0, 0.0))
assert all(child.visits == 1 for child in three.children.values()) and nodes_after_7 == 8
assert fourth.path == (2, 8) and fourth.rewards == (1.0, 0.0)
assert other.iterations[5] == Iteration((1, 2), True, (), (0.0, 1.0))

# %%
assert (four.visits, four.children[2].visits, four.children[2].value_sum) == (4, 2, 2.0)
assert (four.value_sum, four.children[2].children[8].value_sum) == (2.5, 0.0)
assert max(three.children.values(), key=lambda child: child.value).action == 2
gap = theory.score(four, four.children[2]) - theory.score(four, four.children[8])
assert 0 < gap < 0.02  # "closer than you think"
assert [len(iteration.path) for iteration in trace.iterations[:7]] == [1, 1, 1, 2, 2, 2, 3]

# %%
replies = trace.tree(6).children[2].children
assert {action: node.value_sum for action, node in replies.items()} == {1: 0.5, 8: 0.0}
assert trace.iterations[6].path == (2, 1, 8) and trace.iterations[7] == records["B"]
assert trace.tree(12).children[2].visits == max(c.visits for c in trace.tree(12).children.values())

# %%
from mctslib.oracle import expected_value

assert result.action == 2 and shares[2] > 0.8 and abs(result.root.children[2].value - 0.5) < 0.05
assert expected_value(start.apply(2), 0) == 0.75
draw, win = (start.apply(2).apply(reply) for reply in (1, 8))
assert draw.apply(8).rewards() == (0.5, 0.5) and win.apply(1).rewards() == (1.0, 0.0)
