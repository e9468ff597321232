# %% [markdown]
# # 03 · Walk one iteration by hand
#
# **What you'll do.** Take a small tree, a pencil and a calculator, and make it grow.
#
# The tree begins with the position below. It is X's turn, and three cells are free. Before you read on: where would *you* play?

# %%
from mctslib import TicTacToe
from mctslib.draw import show_board

start = TicTacToe.from_text("X../XOO/OX.")
show_board(start)

# %% [markdown]
# **What you'll learn.** Afterwards you can
# - carry out selection, expansion, simulation and backpropagation *on paper*,
# - compute a UCB1 score and say which half of it decided,
# - fill in N and W of every node on a path, and say from whose view each W is,
# - read the record of an iteration and tell whether it is possible.
#
# **What you'll need.** Chapters 01 (playouts) and 02 (UCB1), a pencil, and a calculator with `ln`.
# &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## Two predictions
# Guess before you run anything else.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

nodes_guess = predict("03-nodes")
nodes_guess

# %%
whose_guess = predict("03-whose")
whose_guess

# %% [markdown]
# ## The position
# Look at the position at the top again. Cells are numbered row by row, from 0 at the top left to 8 at the bottom right. So the three free cells are 1, 2 and 8.
#
# O threatens to complete the diagonal with cell 2, so X has to play there. You know what a threat is. The search does not.
# It will find cell 2 with nothing but random games and a little bookkeeping, and today you are the bookkeeper.
#
# ## Watch one iteration
# `record` runs a search and writes down what it does. We fix the seed, so that your luck is the same as ours. The *tree
# policy* is the rule that chooses the way: UCB1, as in chapter 02.

# %%
from mctslib import UCB1, record

theory = UCB1(c=2**0.5)
trace = record(start, 12, seed=12, tree_policy=theory)

# %% [markdown]
# The **stepper** stands at the end of iteration 4. One **iteration** is one pass through four phases. Click them one
# after the other, and watch the tree. **Selection** walks down a path. **Expansion** adds a node at its end. **Simulation**
# plays a random game from there, of which the tree keeps nothing. **Backpropagation** carries the result up, and the
# numbers change from the new node to the root.
#
# Then play on with **▶**, or begin at the very start with **⏮**. What the numbers mean comes next.

# %%
from mctslib.widgets import StepperView

StepperView(trace, tree_policy=theory, at=4)

# %% [markdown]
# ## What a node remembers
# The **tree** holds the positions that the search has decided to remember. Each **node** is one position, and it keeps
# two numbers:
#
# - **N**, its *visits*: how many iterations passed through it;
# - **W**, its *value sum*: the rewards collected in them. A win is 1, a draw ½, a loss 0.
#
# From the two follows a third, **Q = W / N**, the mean reward. As rewards lie between 0 and 1, you can read Q
# as "share of points won". A node with N = 4 and W = 3, say:

# %%
from mctslib import Node

root = Node(start)
root.visits, root.value_sum = 4, 3.0
root.value

# %% [markdown]
# > **Whose points?** Those of *the player who moved into the node*. In the node "X takes cell 2", W counts
# > X's points. One level below, where O has just moved, W counts O's points. When X chooses among its moves it wants a
# > high Q, and when O chooses it wants a high Q too: both simply look for the biggest number. (Nobody moved into the
# > root. By convention it counts for the player to move there.)
#
# ## What it wrote down
# All that you saw comes from short records. Here is the first:

# %%
trace.iterations[0]

# %% [markdown]
# The *path* led to cell 2. The node there was *expanded*, that is, newly added. Then a random
# game, the *rollout*, went on with O at 8 and X at 1. The *rewards* are (1, 0): X, who comes first, got 1, O got 0.
#
# > **Two words that get mixed up.** An *iteration* is one pass through all four phases. A *simulation*, also called *rollout*
# > or *playout*, is the random game of phase 3 only. Many papers say "1,000 simulations" where they mean
# > 1,000 iterations.
#
# While a position has moves that were never tried, the search tries one of those first. There are three
# moves, so three iterations, one new child each. (The colour says for whom the node is good: blue for X, orange for O, nearly white for neither. The thicker a line
# the more visits.)

# %%
from mctslib.draw import show_tree

for iteration in trace.iterations[:3]:
    print(iteration)
show_tree(trace.tree(3), sums=True)

# %% [markdown]
# ### Exercise 1: fill in the tree
# Five records of another search. The last two passed through a child of the root, and added a node
# below it. For each child of the root write the pair (N, W). Mind who moved into these nodes.

# %%
unseen = record(start, 5, seed=22, tree_policy=theory)
print(*unseen.iterations, sep="\n")

# %% tags=["exercise"]
# hint: X moved into all three, so W adds up the first of the two rewards. N counts the records whose path begins with the cell: two for cell 2.
# --- solution
after_five = {1: (1, 0.0), 2: (2, 1.5), 8: (2, 0.5)}
# --- stub
# after_five = {1: (..., ...), 2: (..., ...), 8: (..., ...)}
# --- end

# %%
from mctslib.course.ch03 import check_children

check_children(after_five, unseen.tree(5))

# %% [markdown]
# ## Phase 1: select
# Now every move was tried once. Where should iteration 4 go? This is the question of chapter 02: each child is a slot machine,
# and UCB1 says which one to pull. The *parent's* visits N take the place of all pulls so far, the child's visits n that of the
# pulls of one arm:
#
# $$\underbrace{\vphantom{\sqrt{\frac{\ln N}{n}}}Q}_{\text{exploitation}} \;+\; \underbrace{c\,\sqrt{\frac{\ln N}{n}}}_{\text{exploration}}$$
#
# We take c = √2 again, which the theory recommends for such rewards. UCB1 used in every node of a tree is called
# **UCT**, UCB applied to trees.
#
# Here are the scores of the three children, each visited once, the parent three times:

# %%
from math import sqrt
from mctslib.policies import ucb1

for action, child in trace.tree(3).children.items():
    print(action, round(ucb1(child.value, child.visits, 3, sqrt(2)), 3))

# %% [markdown]
# All three get the same bonus, as all were visited equally often; Q alone decides, and cell 2 wins. The table under the
# stepper's tree shows both parts of each sum. (A picture shows every node's own visits as N. In the formula two nodes
# meet, so there the child's are written n.)

# %%
from mctslib.draw import show_children

show_children(trace.tree(3), theory)

# %% [markdown]
# Iteration 4 therefore walks to cell 2. That node has untried moves of its own, so selection stops there. A new node is
# added below it, and a random game played, which X wins:

# %%
fourth = trace.iterations[3]
print(fourth)
show_tree(trace.tree(4), sums=True)

# %% [markdown]
# Cell 2 now has N = 2 and W = 2, the root has N = 4. Why 2, if its only child has N = 1? Its own first playout counts too,
# from when it had no child. So at a node below the root N is one more than its children's together, one more than "all
# pulls", which does no harm. Two kinds of nodes are different: the root, which has no playout of its own, and nodes
# where the game is over, which have no children.
#
# Will the next iteration go to cell 2 again? Its mean is perfect. But the others have become more interesting without doing anything.
#
# ### Exercise 2: three scores with the calculator
# Compute the UCB1 scores of cells 1, 2 and 8 after iteration 4, to three decimals, with c = √2. To which cell does selection
# go next? It is closer than you think.

# %% tags=["exercise"]
# hint: For cell 2 it is `2/2 + 1.414 × √(1.386 / 2)`, as `ln 4 = 1.386`.
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
# At the end of the path stands a node with untried moves. One of them is picked at random and becomes a new node. **One an
# iteration**: memory grows slowly, and only where selection leads.
#
# If the game is over in that node, there is nothing to add. Then the iteration goes on with the node itself.
#
# Here are the paths of seven iterations. The last node of each was new:

# %%
nodes_after_7 = sum(1 for _ in trace.tree(7).descendants())
[iteration.path for iteration in trace.iterations[:7]]

# %%
score_prediction(nodes_guess, nodes_after_7, "One node an iteration, plus the root.")

# %% [markdown]
# ## Phase 3: simulate
# From the new node both sides play at random to the end: the pale boards below the stepper's tree. It is bad
# tic-tac-toe, and that is fine: the *average* of many bad games mostly tells a good position from a hopeless one. The moves
# of the rollout are **not** added to the tree. Only its result counts.
#
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
on_path = (after_4, after_4.children[2], after_4.children[2].children[8])
print(*on_path, sep="\n")

# %%
gained = all(fourth.rewards[node.player] > 0 for node in on_path)
whose = "That of every node on the path" if gained else "That of some nodes on the path only"
score_prediction(whose_guess, whose, "X's nodes gained a point; the node O moved into did not.")

# %% [markdown]
# ### Exercise 3: the way back
# Now you, with a search that had other luck. Its sixth iteration went to cell 1, and then O took cell 2, which ends the game.
# So the rollout is empty, and the rewards are read off the board. Below its record stand the root and cell 1 as they were *before*.
# Write (N, W) *after* it, for the three nodes on its path.

# %%
other = record(start, 6, seed=11, tree_policy=theory)
before = other.tree(5)
print(other.iterations[5], before, before.children[1], sep="\n")

# %% tags=["exercise"]
# hint: O won, so O's reward is 1 and X's is 0. Who moved into (1,), who into (1, 2)? The root counts for X. A new node starts with N = 0 and W = 0.
# --- solution
after = {(): (6, 3.5), (1,): (3, 2.0), (1, 2): (1, 1.0)}
# --- stub
# after = {(): (..., ...), (1,): (..., ...), (1, 2): (..., ...)}
# --- end

# %%
from mctslib.course.ch03 import check_backpropagation

check_backpropagation(after, other, 6)

# %%
checkpoint("03-draw")

# %% [markdown]
# ## Your sheet of paper
# Once more, deeper down, and without Python. Below is iteration 12 of the first search, just before phase 4. Write the new N
# and the new W of each node. One of the nodes does not belong to the path. Each number is checked as soon as you press Enter
# or Tab, and **Another iteration** gives you a new sheet.

# %%
from mctslib.course.ch03 import Paper

Paper(trace, 12)

# %% [markdown]
# ## Predict
# A trace is all there is to know of a search. Save it to a small text file, send it to a friend, and open it again. A file that
# does not fit the position is refused.

# %%
from mctslib import Trace

trace.save("my_search.json")
saved = Trace.open("my_search.json", start)
print(saved == trace)

# %% [markdown]
# Now the stepper asks *you* which child selection will walk to. Work it out on paper, click it, and see. Iteration 7 is the
# first one that goes down *two* levels before it expands.

# %%
StepperView(saved, tree_policy=theory, predict=True, at=6)

# %% [markdown]
# Did you see iteration 7? Down at node `(2,)` it is **O** who chooses. Both of O's replies were tried once:

# %%
show_children(trace.tree(6).children[2], theory)

# %% [markdown]
# O's move to 8 scored 0 points for O, its move to 1 scored half a point. So selection takes cell 1. The search was not told that O wants something else than X. It follows from *whose* points W counts.
#
# ### Exercise 4: spot the possible record
# Here is the tree of exercise 3 after its six iterations, and four records. Only one of them can be iteration 7. Which? (c is
# √2, as before.)

# %%
from mctslib import Iteration

records = {
    "A": Iteration(path=(8, 1), expanded=True, rollout=(2,), rewards=(0.5, 0.5)),
    "B": Iteration(path=(2, 8), expanded=True, rollout=(1,), rewards=(1, 0)),
    "C": Iteration(path=(2, 8, 1), expanded=True, rollout=(), rewards=(1, 0)),
    "D": Iteration(path=(2,), expanded=False, rollout=(8, 1), rewards=(1, 0)),
}
show_tree(other.tree(6), sums=True)

# %% tags=["exercise"]
# hint: First find the child of the root with the highest score: compute the three. Has it untried moves? Then exactly one new node goes below it.
# --- solution
next_record = "B"
# --- stub
# next_record = ...
# --- end

# %%
from mctslib.course.ch03 import check_next_record

check_next_record(next_record, records, other.tree(6), theory)

# %% [markdown]
# ## Does it find the block?
# Twelve iterations have been enough to prefer cell 2. But how sure is it? More iterations:

# %%
from mctslib import search

result = search(start, 1000, seed=12, tree_policy=theory)
print(result.table())

# %% [markdown]
# The visits have gathered on one move. And look at its Q: it is close to ½. With random replies cell 2 would bring X ¾
# of the points (two replies, one a draw, one a win). But the tree lets O *choose* its
# reply, and O has learnt to draw. This is what a tree is for.

# %%
checkpoint("03-writers")

# %%
checkpoint("03-changed")

# %% [markdown]
# ## In practice
# - Engines keep these numbers too (AlphaZero adds a third, the *prior*: what its network thinks of a move before any visit).
#   Memory is often the limit, so many add one node an iteration, as you did.
# - Some programs store W from the view of the player *to move*, and flip signs on the way up. It works, but when it goes
#   wrong, it is hard to see. Here nothing is ever flipped, and games where a player moves twice need no special case.
#
# ## Further reading
# - P. Auer, N. Cesa-Bianchi and P. Fischer, *Finite-time Analysis of the Multiarmed Bandit Problem* (2002), figure 1: UCB1.
# - L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo Planning* (2006), section 2: UCB1 in a tree becomes UCT.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 3: the four phases, with their picture.
#
# **Next:** [04 · Build it in four functions](04_build_it_in_four_functions.ipynb). You have done it by hand. Now let Python do it.
#
# ## What you did

# %%
summary("03")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

three, four = trace.tree(3), trace.tree(4)
claim("the three free cells are 1, 2 and 8", *start.legal_actions())
claim(
    "from 0 at the top left to 8 at the bottom right",
    *TicTacToe().legal_actions()[:: len(start.cells()) - 1],
)
win, draw = start.apply(2).apply(8).apply(1), start.apply(2).apply(1).apply(8)
claim("A win is 1, a draw ½, a loss 0", win.rewards()[0], *set(draw.rewards()), win.rewards()[1])
claim("rewards lie between 0 and 1", min(win.rewards()), max(win.rewards()))
claim("A node with N = 4 and W = 3", root.visits, root.value_sum)
first = trace.iterations[0]
claim("went on with O at 8 and X at 1", *first.rollout)
claim(
    "The *rewards* are (1, 0): X, who comes first, got 1, O got 0", *first.rewards, *first.rewards
)
claim(
    "three iterations, one new child each",
    len(three.children),
    len(three.children) - len(trace.tree(2).children),
)

# %%
assert first.path == (2,) and first.expanded and start.current_player == 0
assert max(three.children.values(), key=lambda child: child.value).action == 2 and fourth.path == (
    2,
    8,
)
moved = {node.action: (node.visits, node.value_sum) for node in four.children.values()}
claim("Cell 2 now has N = 2 and W = 2, the root has N = 4", *moved[2], four.visits)
assert (
    0 < theory.score(four, four.children[2]) - theory.score(four, four.children[8]) < 0.02
)  # "closer than you think"
only = four.children[2].children[8].visits
claim("Why 2, if its only child has N = 1?", moved[2][0], only)
claim("N is one more than its children's together", moved[2][0] - only)
for node in trace.tree().descendants():
    below = sum(child.visits for child in node.children.values())
    if node.parent is None:
        assert node.visits == below
    elif node.state.is_terminal():
        assert not node.children
    else:
        assert node.visits == 1 + below
claim("- N + 1, because it was visited", four.visits - three.visits)
claim("Iteration 4 ended with the rewards (1, 0)", four.visits, *fourth.rewards)
claim(
    "so that node gets 1. Then O moved to 8",
    moved[2][1] - three.children[2].value_sum,
    fourth.path[1],
)
claim("O's reward, which is 0", four.children[2].children[8].value_sum)
assert [len(iteration.path) for iteration in trace.iterations[:7]] == [1, 1, 1, 2, 2, 2, 3]

# %%
from mctslib.oracle import expected_value

assert other.iterations[5] == Iteration((1, 2), True, (), (0.0, 1.0))
assert record(start, 7, seed=11, tree_policy=theory).iterations[6] == records["B"]
replies = {node.action: node.value_sum for node in trace.tree(6).children[2].children.values()}
claim(
    "O's move to 8 scored 0 points for O, its move to 1 scored half a point",
    8,
    replies[8],
    1,
    replies[1],
)
claim("cell 2 would bring X ¾", expected_value(start.apply(2), 0))
assert result.action == 2 and abs(result.root.children[2].value - 0.5) < 0.05
claim("it is close to ½", round(2 * result.root.children[2].value) / 2)
claim("Twelve iterations have been enough", len(trace))
assert trace.tree().children[2].visits == max(c.visits for c in trace.tree().children.values())
