# %% [markdown]
# # 03 · Walk one iteration by hand
#
# X is to move, and O threatens cell 2. You see the threat at a glance, but the program does not: all it has are random games and two numbers for each position.

# %%
from mctslib import UCB1, TicTacToe, record
from mctslib.draw import show_board, show_tree

start = TicTacToe.from_text("X../XOO/OX.")
show_board(start)

# %% [markdown]
# We give it twelve iterations, with UCB1 of chapter 02 as its rule. `record` runs a search and keeps all that happens. The picture shows how the twelve are divided among the three moves:

# %%
tree_policy = UCB1(c=2**0.5)
trace = record(start, 12, seed=12, tree_policy=tree_policy)
show_board(start, shares={a: child.visits / 12 for a, child in trace.tree(12).children.items()})

# %% [markdown]
# Half of the twelve went to cell 2, the block. Nobody told the program to block. (Was I lucky? Of 1,000 such searches with other random numbers, cell 2 leads alone in 948.) In chapter 00 we asked what happens between 100 iterations and 1,000. It is always the same four steps, over and over, and they are small enough for a pencil. In this chapter we do these steps by hand.
#
# **What you'll need.** Chapter 02 (UCB1), a pencil, and a calculator with `ln`. &nbsp; **Time:** about 50 minutes.
#
# ## Read the tree
# Let us go back to the moment after iteration 3.

# %%
show_tree(trace.tree(3), sums=True, boards=3)

# %% [markdown]
# Each board is a **node**: a position that the search has stored. The nodes form a **tree**. The node at its top, the **root**, is our position. Each of X's three moves below it is a **child** of the root, and the root is its parent. Each node has two numbers.
#
# - **N**, its *visits*: how many iterations passed through it.
# - **W**, its *value sum*: the points that these iterations brought. A win is 1, a draw ½, a loss 0.
#
# From these two we get the mean, **Q = W / N**. X's three moves have been tried once each. The game after cell 2 was won (W = 1), the game after cell 8 was a draw (W = ½), and the game after cell 1 was lost (W = 0).
#
# > **Whose points?** W counts the points of *the player who moved into the node*. In the node "X takes cell 2" it counts X's points. One level below, where O has just moved, it counts O's. So each player simply looks for a high Q among its own moves. Colours work differently: blue is good for X and orange is good for O, whoever moved there. And the root? Nobody moved into it, so its W counts the points of the player to move, here X.
#
# ## Watch one iteration
# In iteration 4 X takes 2, O takes 8, and X wins the random game. The search writes this result into three nodes: "O takes 8", which is new, "X takes 2", and the root. All three were visited, so N grows by 1 in each. And W? Read "Whose points?" once more, and decide before you go on.

# %%
from mctslib.course import ch03, checkpoint, predict, score_prediction, summary

growing_guess = predict("03-whose")
growing_guess

# %% [markdown]
# Here are the first four iterations, phase by phase. The panel opens at the last one. Press **▶** and see the four steps. Point at an underlined word, and its part of the picture lights up.

# %%
from mctslib.widgets import StepperView

four_iterations = record(start, 4, seed=12, tree_policy=tree_policy)
StepperView(four_iterations, tree_policy=tree_policy, at=4, code=False)

# %%
path = [trace.tree(4), trace.tree(4).children[2], trace.tree(4).children[2].children[8]]
all_grew = all(trace.iterations[3].rewards[node.player] > 0 for node in path)
answer = "W of all nodes on the path" if all_grew else "W of some nodes on the path"
why = "W of a node grows only if the player who moved into it gets a reward."
score_prediction(growing_guess, answer, why)

# %% [markdown]
# Now go back to the first iteration, and watch where nodes appear. How will the tree go on growing?

# %%
nodes_guess = predict("03-nodes")
nodes_guess

# %%
nodes_after_7 = 1 + len({iteration.path for iteration in trace.iterations[:7]})
score_prediction(
    nodes_guess, nodes_after_7, "Each iteration added one node, and the root was there before."
)

# %% [markdown]
# That was an iteration: **selection, expansion, simulation, backpropagation**. I would have expected a fifth step, in which the program *thinks*. There is none. An engine with 1,000 iterations repeats these four a thousand times.
#
# We go through the four steps once more, with the numbers of iteration 4.
#
# **Select.** Each child is an arm, and UCB1 chooses. The parent's visits N stand for all pulls, the child's visits n for the pulls of this arm:
#
# $$\underbrace{\vphantom{\sqrt{\frac{\ln N}{n}}}Q}_{\text{exploitation}} \;+\; \underbrace{c\,\sqrt{\frac{\ln N}{n}}}_{\text{exploration}}$$
#
# We take c = √2 = 1.414. The root has N = 3, and ln 3 = 1.099. The second part, the bonus of chapter 02, is also called the *exploration term*. Each child has n = 1, so each gets the same one, 1.414 · √(1.099 / 1) = 1.482. Cell 2 has Q = 1, and its score is 1 + 1.482 = 2.482. Cell 8 gets 0.5 + 1.482 = 1.982, and cell 1 only 1.482. We walk to cell 2. Two moves of O are untried there, so our walk ends.
#
# **Expand** adds a node for one of them, chosen at random, with N = 0 and W = 0. (Only one, so the tree grows slowly, and only where selection leads. If the game is already over where the walk ends, there is nothing to add.) **Simulate** plays a random game from there; the tree forgets its moves and keeps its result, 1 for X and 0 for O. **Backpropagate** walks back up and writes the result down: the root went from N = 3, W = 1.5 to N = 4, W = 2.5. "X takes 2" went from N = 1, W = 1 to N = 2, W = 2. "O takes 8" now has N = 1 and W = 0, because O moved there, and O got nothing. (Cell 2 has N = 2, but its only child has N = 1. Why? We count its own first game, too.)
#
# ### Exercise 1: two steps back up
# I searched the same position anew, and stopped after three iterations.

# %%
second_trace = record(start, 5, seed=22, tree_policy=tree_policy)
show_tree(second_trace.tree(3), sums=True, boards=3)

# %% [markdown]
# In iteration 4, X takes 2, O takes 8 (a new node), and X wins the random game. In iteration 5, X takes 8, O takes 2 (a new node), and O wins at once. Write the pair (N, W) of each child of the root after these two iterations.

# %% tags=["exercise"]
# hint: Each iteration passes through one child of the root and adds 1 to its N. X moved into all three children, so W grows by X's points: 1 if X won, 0 if O won.
# --- solution
after_five = {1: (1, 0.0), 2: (2, 1.5), 8: (2, 0.5)}
# --- stub
# after_five = {1: (..., ...), 2: (..., ...), 8: (..., ...)}
# --- end

# %%
ch03.check_children(after_five, second_trace.tree(5))

# %% [markdown]
# ## Where next?
# Let us go back to the first search, after iteration 4. Cell 2 has won every game so far, so surely iteration 5 goes there again? But its own visits have grown, which lowers its exploration term. And the root's visits have grown, which raises the others'.
#
# ### Exercise 2: three scores
# Compute the UCB1 scores of cells 1, 2 and 8 in this tree, to three decimals, with c = 1.414 and ln 4 = 1.386. Where does selection go? It will be close.

# %%
show_tree(trace.tree(4), sums=True, boards=3)

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
ch03.check_scores(scores, next_cell, trace.tree(4))

# %%
checkpoint("03-again")

# %% [markdown]
# ## The way back
# So far we have given O's nodes nothing when X won. Is that fair, or does the program count only X's points? Let us look at a game that O wins.
#
# ### Exercise 3: who gets the point?
# Here is a third search, after five iterations:

# %%
third_trace = record(start, 6, seed=11, tree_policy=tree_policy)
show_tree(third_trace.tree(5), sums=True, boards=3)

# %% [markdown]
# In iteration 6, X takes 1, and O takes 2 (a new node, which starts with N = 0 and W = 0). O has three in a row: the game is over before any random move. Write the pair (N, W) *after* the iteration for each of the three nodes on its path. We name a node by the moves that lead to it, so `()` is the root, and `(1,)` is "X takes 1".

# %% tags=["exercise"]
# hint: O won, so O's reward is 1 and X's reward is 0. Who moved into the node (1,), and who moved into the node (1, 2)? W of the root counts X's points.
# --- solution
after = {(): (6, 3.5), (1,): (3, 2.0), (1, 2): (1, 1.0)}
# --- stub
# after = {(): (..., ...), (1,): (..., ...), (1, 2): (..., ...)}
# --- end

# %%
ch03.check_backpropagation(after, third_trace, 6)

# %%
checkpoint("03-draw")

# %% [markdown]
# ## Now you do all four
# In this panel *you* are the selection. Compute the scores on paper, then click a child. Iteration 7 is the first that goes down two levels, so it asks you twice. Then press **▶** until only the way back is left, and stop. The way back is yours, too: write down the new N and the new W of each node on the path, press **▶** once more, and compare. The next iteration is a new sheet of paper.

# %%
StepperView(trace, tree_policy=tree_policy, predict=True, at=6, code=False)

# %% [markdown]
# The second choice was O's. Did you give O the move that is good for X? You may search the program for a rule "O wants X to lose", but you will find none. All we have is the bookkeeping: W of O's two moves counts O's points. If you write down the wrong player's points, everything still runs, but O helps X. (Chapter 05 is about such bugs.)
#
# ## A shorthand
# The library writes an iteration down as four facts: the path, whether its last node was new, the random moves, and the rewards. You know this iteration by heart:

# %%
trace.iterations[3]

# %% [markdown]
# ### Exercise 4: find the possible record
# Below are four records, and under them the tree of exercise 3 after its six iterations. Only one of the records can be iteration 7. Which one? Use c = √2, and these rules:
#
# - Where all moves have been tried, the path goes to the child with the highest score.
# - Where some moves are untried, the path takes one of them to a new node, and ends.
# - The random game (`rollout`) goes on from there until the game is over, and the rewards fit its end.

# %%
from mctslib import Iteration

records = {
    "A": Iteration(path=(8, 1), expanded=True, rollout=(2,), rewards=(0.5, 0.5)),
    "B": Iteration(path=(2, 8), expanded=True, rollout=(1,), rewards=(1, 0)),
    "C": Iteration(path=(2, 8, 1), expanded=True, rollout=(), rewards=(1, 0)),
    "D": Iteration(path=(2,), expanded=False, rollout=(8, 1), rewards=(1, 0)),
}
show_tree(third_trace.tree(6), sums=True, boards=3)

# %% tags=["exercise"]
# hint: First compute the scores of the three children of the root. The path begins with the child that has the highest score. If this child has untried moves, exactly one new node is added below it.
# --- solution
next_record = "B"
# --- stub
# next_record = ...
# --- end

# %%
ch03.check_next_record(next_record)

# %% [markdown]
# ## Where have the random replies gone?
# Cell 2 is the only move that does not lose at once. O has two replies to it: after 8, X wins, and after 1 the game is a draw. If O replied at random, cell 2 would bring X ¾ of the points. But we let the search go on to 1,000 iterations, and look at the Q of cell 2.

# %%
from mctslib import search

result = search(start, 1000, seed=12, tree_policy=tree_policy)
print(result.table())

# %% [markdown]
# This Q is not ¾, but close to ½. Have the random games become wiser? They are as random as before. But in the tree O *chooses*, with its own Q, and in these 1,000 iterations it has seldom chosen 8. So what reaches cell 2 are mostly draws.
#
# We saw this happen in chapter 00. At first X's answers to the corner were random, and the corner looked good. Iteration by iteration the tree grew below the corner, X's good answer was chosen more and more often, and the corner's Q sank, until another move overtook it. Flat Monte Carlo (chapter 01) has no tree, so its replies stay random for ever.

# %%
checkpoint("03-writers")

# %% [markdown]
# ## In practice
# Many programs store W for the player *to move*, and flip a sign at each step on the way up. But an error in these signs is hard to see.
#
# Rémi Coulom gave this kind of search its name, Monte-Carlo tree search, in 2006, when he wrote the Go program Crazy Stone. C. Browne and others (*A Survey of Monte Carlo Tree Search Methods*, 2012, section 3) draw the four phases.
#
# **Next:** [04 · Build it in four functions](04_build_it_in_four_functions.ipynb). You have done by hand what a search does a thousand times. Next you write the search, and then it is *your* program that walks into the trap of chapter 00, and out again.

# %%
summary("03")

# %% [claims]
from math import log, sqrt

from claims import claim

three, four = trace.tree(3), trace.tree(4)
assert trace.tree(12).children[2].visits == 6  # "Half of them went to cell 2"
assert {a: c.value_sum for a, c in three.children.items()} == {1: 0, 2: 1, 8: 0.5}
assert (round(sqrt(2), 3), round(log(3), 3), three.visits) == (1.414, 1.099, 3)
assert trace.iterations[3].path == (2, 8) and trace.iterations[3].rollout == (1,)
assert (three.value_sum, four.value_sum) == (1.5, 2.5)
assert [i.path for i in second_trace.iterations[3:]] == [(2, 8), (8, 2)]
assert [i.rewards[0] for i in second_trace.iterations[3:]] == [1, 0]
assert all(node.visits == 1 for node in second_trace.tree(3).children.values())
for node in (three.children[2], four.children[2].children[8]):  # "Each child has n = 1"
    assert node.visits == 1
bonus = sqrt(2 * log(3))
once = three.children[2].visits
claim("1.414 · √(1.099 / 1) = 1.482", sqrt(2), log(three.visits), once, bonus)
claim("We take c = √2 = 1.414", tree_policy.c)
claim("The root has N = 3, and ln 3 = 1.099", three.visits, three.visits, log(three.visits))
claim("the root went from N = 3, W = 1.5", three.visits, three.value_sum)
claim("to N = 4, W = 2.5", four.visits, four.value_sum)
claim("Cell 2 has Q = 1, and its score is 1 + 1.482 = 2.482", 2, 1, 1, bonus, 1 + bonus)
draw_value = three.children[8].value
claim("gets 0.5 + 1.482 = 1.982, and", draw_value, bonus, draw_value + bonus)
claim("cell 1 only 1.482", three.children[1].action, bonus)
claim("with c = 1.414 and ln 4 = 1.386", sqrt(2), 4, log(4))
close_scores = [tree_policy.score(four, four.children[cell]) for cell in (2, 8)]
assert 0 < close_scores[0] - close_scores[1] < 0.02  # "It will be close"
visits = four.children[2].visits + 1  # after another win of cell 2
again, once_more = (sqrt(2 * log(four.visits + 1) / n) for n in (visits, once))
assert close_scores[0] == max(close_scores) and four.children[1].value < draw_value
claim("With n = 3 its score falls to 1 + 1.036 = 2.036", visits, 1, again, 1 + again)
claim("to 0.5 + 1.794 = 2.294", draw_value, once_more, draw_value + once_more)


def leads_alone(seed):
    children = search(start, 12, seed=seed, tree_policy=tree_policy).root.children
    return all(children[2].visits > children[other].visits for other in (1, 8))


leads = sum(leads_alone(seed) for seed in range(1000))
claim("cell 2 leads alone in 948", four.children[2].action, leads)
claim(
    "happens between 100 iterations and 1,000",
    *(one.iterations for one in (search(start, n, seed=0) for n in (100, 1000))),
)
two_down = next(t for t, one in enumerate(trace.iterations, 1) if len(one.path) == 3)
claim("Here are the first four iterations", len(four_iterations.iterations))
claim("Iteration 7 is the first that goes down two levels", two_down)
claim("Only one of the records can be iteration 7", 1 + third_trace.tree(6).visits)
claim("does the tree have after 7 iterations", trace.tree(7).visits)


# %%
from mctslib.oracle import expected_value

assert third_trace.iterations[5] == Iteration((1, 2), True, (), (0.0, 1.0))
six = third_trace.tree(6)
assert tree_policy(six).action == 2  # "cell 2 has the highest score", so A is impossible
assert len(six.children[2].children) < 2 and 8 not in six.children[2].children  # nor C and D
assert record(start, 7, seed=11, tree_policy=tree_policy).iterations[6] == records["B"]
assert [len(iteration.path) for iteration in trace.iterations[:7]] == [1, 1, 1, 2, 2, 2, 3]
assert start.apply(2).apply(8).apply(1).rewards()[0] == 1  # "after 8, X wins"
assert start.apply(2).apply(1).apply(8).rewards()[0] == 0.5  # "after 1, it is a draw"
assert all(start.apply(cell).apply(2).is_terminal() for cell in (1, 8))  # the others lose at once
claim("cell 2 would bring X ¾", 2, expected_value(start.apply(2), 0))
block = result.root.children[2]
claim(
    "This Q is not ¾, but close to ½", expected_value(start.apply(2), 0), round(2 * block.value) / 2
)
assert abs(block.value - 0.5) < 0.05 and result.action == 2
assert block.children[8].visits < 0.1 * block.visits  # "seldom chosen 8"
