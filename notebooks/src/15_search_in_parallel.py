# %% [markdown]
# # 15 · Search in parallel
#
# You have eight cores, so you send eight workers into one search tree, that of position A (X at 5 and 7, O at 3, O to move) after 40 iterations. One after another, each selects a leaf and expands it. None has played its game yet. **On how many different nodes do the eight workers stand?** Guess, then look.

# %%
import random
from collections import Counter

from mctslib import UCB1, search, select
from mctslib.course import A, ch15, checkpoint, predict, score_prediction, summary
from mctslib.methods import parallel

A.state

# %%
root, rng = search(A.state, 40, seed=0).root, random.Random(0)
# the `expand` of chapter 04, except that a node which waits for its first game is left alone
nodes = [parallel.expand(select(root, UCB1()), rng) for worker in range(8)]
crowd = Counter(node.path() for node in nodes)
crowd

# %% [markdown]
# All eight stand on one node, and are about to play from the position after moves 1 and 6.
#
# Is this a bug? No. Selection reads N and W, and the first worker has changed neither. It has only added a child without visits, and UCB1 sends the second worker straight to such a child.
#
# But perhaps I picked an unlucky tree? Here are 300 trees, each with its own seed. The dictionary says how many trees send the workers to 1, 2, 3 … different nodes.

# %%
without = ch15.places(waiting="not at all")
without

# %% [markdown]
# I did pick an unlucky one: 43 of the 300 trees send everybody to a single node. But no tree sends the eight to more than four nodes. Why four?
#
# I first called it luck, because `expand` picks an untried move at random. That was wrong. All eight walk to the same leaf. There `expand` gives each worker a different untried move, until none is left, and the rest crowd onto one new child. So the *number* of nodes must be the number of untried moves at this leaf. I counted: it is, in 299 of the 300 trees.
#
# In this chapter you repair the crowding with a function of a few lines. Then we ask what eight workers are worth. A paper and our first measurement contradict each other, and the winner is a way that I had nearly left out.
#
# **What you'll need.** The four phases (chapter 04), matches and intervals (chapter 09). &nbsp; **Time:** about 45 minutes.
#
# ## A lie, taken back
# How can the second worker know where the first one is? The first must leave a mark in the tree, and the usual mark is a small lie. While its game is running, the worker pretends that the game is lost: at every node on its path N grows by 1, and W does not. So Q falls, and the next worker is tempted elsewhere. When the result arrives, the worker takes the lie back and records the truth. The lie is called **virtual loss**.
#
# For example, a child has N = 3 and W = 2, so Q = 0.67. A worker passes through, and now the child has N = 4 and W = 2, so Q = 0.50. The game is won, and the child has N = 4 and W = 3.
#
# But wait, *who* loses the pretended game? Both players do. W counts the points of the player who moved into the node. So X loses at X's nodes, and O loses at O's nodes. No real game ends like that. But it does no harm, for both should look elsewhere for a moment.
#
# ### Exercise 1: on paper
# The root has N = 10 and two children: *left* with N = 6, W = 4 and *right* with N = 4, W = 2. Three workers choose one after another by UCB1 with c = 1. Each adds one virtual loss to its child *and to the root*. The first worker compares 4 / 6 + √(ln 10 / 6) = 1.286 with 2 / 4 + √(ln 10 / 4) = 1.259, and goes left. Where do the others go?

# %% tags=["exercise"]
# hint: After the first worker the root has N = 11, and the left child has N = 7 and still W = 4. Compute both scores again, with a pocket calculator or with `math.log` and `math.sqrt`.
# --- solution
three_workers = ["left", "right", "left"]
# --- stub
# three_workers = ["left", None, None]
# --- end

# %%
ch15.check_paper(three_workers)

# %% [markdown]
# ### Exercise 2: tell the lie
# Write `add_virtual_loss(node, amount)`. It adds `amount` to the `visits` of the node and of every node above it, including the root, and leaves `value_sum` alone. A negative amount takes the lie back. The parent of the root is None.


# %% tags=["exercise"]
# hint: It is `backpropagate` (chapter 04) without the line that adds a reward, and with `amount` instead of 1.
def add_virtual_loss(node, amount):
    """Add `amount` visits without a reward to the node and to all nodes above it."""
    # --- solution
    # --- end


# %%
ch15.check_virtual_loss(add_virtual_loss)

# %% [markdown]
# Does the lie work? Here are the same 300 trees, with one virtual loss for each waiting worker.

# %%
with_loss = ch15.places(waiting="loss")
with_loss

# %% [markdown]
# The workers stand on eight nodes in 299 trees, and on seven in the last. Watch them go. <span class="with-python">Touch the move that you expect of the next worker, and press the button, until all eight have chosen; then press “0 lost games”, and take more workers.</span> A flag (⚑) shows where a worker stands. The numbers and the colours in the picture leave the lies out.

# %%
ch15.Workers(workers=8)

# %%
checkpoint("15-waits")

# %% [markdown]
# ## One round
# Now the workers play, in *rounds*. But in which order must things happen? If a worker chose its node *after* another worker's result had arrived, you would have an ordinary search in disguise.
#
# ### Exercise 3: the round
# Write `tree_round(root, workers, rng)`, which changes the tree and returns nothing. The parts are `select(root, UCB1())`, `expand(node, rng)`, `simulate(node.state, rng, uniform).rewards`, `backpropagate(node, rewards)` and `parallel.add_virtual_loss(node, amount)`. The order is yours to find. And beware: two workers may stand on one node.

# %% tags=["exercise"]
# hint: Write two loops. The first loop makes a list of the nodes that `expand` returns, and adds a virtual loss to each node at once. The second loop goes through this list. For each node it takes the virtual loss back, simulates, and backpropagates the rewards.
from mctslib import backpropagate, expand, simulate, uniform


def tree_round(root, workers, rng):
    """Make one round of the workers in one tree, with virtual losses."""
    # --- solution
    # --- end


# %%
ch15.check_round(tree_round)

# %% [markdown]
# ## Must it be a lie?
# A virtual loss makes a node look *bad*, although nothing bad has happened there. Liu and others (2020) only say: somebody is on the way. Their method, WU-UCT, leaves Q alone and counts *pending* visits in the exploration term, P at the node and p at the child:
#
# $$Q + c\,\sqrt{\frac{\ln(N+P)}{n+p}}$$
#
# In our example Q stays 0.67, and only the bonus shrinks. That is a milder mark, so it should push the workers apart less well. Is that so?

# %%
with_visit = ch15.places(waiting="visit")
with_visit

# %% [markdown]
# It is, but only a little: 272 trees with eight different nodes, against 299. But do we want the workers *apart*? A worker that was frightened away from the best move is apart, too. We want good moves, and only matches can tell.
#
# ## Maastricht, 2008
# Guillaume Chaslot, Mark Winands and Jaap van den Herik have a Go program, Mango, and want it to use many cores. They compare three ways to share the work:
#
# - **Leaf parallelisation**: choose one leaf, and everybody plays from there.
# - **Root parallelisation**: everybody grows a tree of their own. At the end, N and W of the first moves are added up.
# - **Tree parallelisation**: everybody shares one tree, with virtual loss. You have just written it.
#
# The second way looks naive: eight small trees that never hear of each other. And yet the abstract of the paper says that in Mango root parallelisation "may lead to the best results for a specific time setting and specific program parameters". Keep this sentence in mind.
#
# ## Equal playouts
# A script (`python -m tests.bench.parallel`) let each way play Connect Four against the ordinary search, both with 128 playouts for each move. Which way comes last?

# %%
scheme_guess = predict("15-scheme")
scheme_guess

# %%
eight = ch15.equal_iterations(workers=8)
title = "8 workers against one, 128 playouts for each move"
ch15.show_matches(eight, title, against="one tree, virtual loss")

# %%
words = {
    "one tree, virtual loss": "eight workers in one tree",
    "one leaf": "eight playouts of one leaf",
    "a tree each": "eight trees of 16 playouts each",
}
last = min(words, key=lambda name: eight[name].score)
score_prediction(scheme_guess, words[last], "16 playouts are about two for each column.")

# %% [markdown]
# The lie earns its keep. Without a mark ("neither") the workers get 0.10 points per game less. Between the lie and WU-UCT 1,200 games show no difference. One leaf is far behind, perhaps because eight games from one position tell much the same story.
#
# But look at the last row, with 0.248. With 32 workers, separate trees even lose all 300 games. (Each tree then gets four playouts, fewer than there are columns.) And this way may be *best*?
#
# ## Is the paper wrong?
# Let us first suspect ourselves. Eight trees of 16 playouts are very small. Perhaps they only need a larger budget? The compiled engine can afford one. Here are three budgets, each for both sides:

# %%
trees = ch15.budgets()
ch15.show_matches(trees, "8 trees against one tree")

# %% [markdown]
# No: eight trees lose at every budget. In the middle they come closest, with 0.410. Why they are down to 0.185 at 8,192 playouts, we do not know.
#
# The first row also checks our own work, at no extra cost. It repeats the match of "a tree each" with another engine: 0.225 here, 0.248 there, a difference of −0.02 (−0.08 to 0.03). So the engines do not contradict each other. Our measurement stands.
#
# Now read the abstract again: "for a specific *time* setting". We have never looked at a clock.
#
# ## The word was "time"
# Nobody buys eight cores to make the same 128 playouts. You want more playouts in the same time. So let us use a clock, but a simulated one, which lets us repeat every run: each move of a playout takes one *tick*, and all else is free. Below are 120 ticks in rounds, and 120 ticks without rounds, in which a worker who is done walks down the tree again at once.

# %%
ch15.timelines()

# %% [markdown]
# In rounds, a third of the time goes by in waiting for the longest game. And with a tree each? Workers who never hear of each other have nobody to wait for. Equal playouts have hidden this advantage. Here is what 1,000 ticks buy from the empty board, as a mean of 50 searches:

# %%
made = ch15.finished(ticks=1_000)
for name, (playouts, moves) in made.items():
    print(f"{name:25} {playouts:6.1f} playouts of {moves:.1f} moves")

# %% [markdown]
# In rounds, eight workers make 5.3 times the playouts of one worker; with a tree each, 8.0 times. But without rounds they make 8.5 times as many. How can eight workers do *more* than the work of eight?
#
# I took this for a bug in the clock. It is none. Look at the lengths: in one big tree the leaves lie deeper, and a game that begins later is over sooner, after 18.0 moves instead of 19.2. Nobody worked faster: the pieces of work became smaller.
#
# Now let the ways play. Eight workers have 1,000 ticks for each move. If the one worker has 1,000 as well, every way scores 0.80 or more, and near the top the ways are hard to tell apart. A match tells most near one half. So we give the one worker *four times* the time.

# %%
clock_guess = predict("15-clock")
clock_guess

# %%
longer = ch15.equal_time(times=4)
title = "8 workers against one with 4 times the time"
ch15.show_matches(longer, title, against="a tree each")

# %%
score_prediction(
    clock_guess, "in the middle", "It is ahead of one leaf, and behind one tree without rounds."
)

# %% [markdown]
# A tree each is no longer last. At equal playouts, a tree each was 0.06 points behind one leaf (0.03 to 0.10). At equal time it is 0.10 ahead (0.03 to 0.16), and level with the shared tree in rounds. But we have changed two things, what we hold equal and the budget: 1,000 ticks buy the eight trees 412.6 playouts together, not 128. We have not separated the two.
#
# So was the paper wrong? No, and neither was our first table. The table asks what a *playout* is worth, and a "time setting" asks what an *hour* is worth.
#
# But the row that surprised me most is another one: one tree, no rounds, 0.671. It is far ahead of a tree each, by 0.14 (0.08 to 0.21). Was that a lucky match? With equal time on both sides this tree scores 0.899, and is ahead again, by 0.08 (0.04 to 0.12). It keeps the lie, and drops only the rounds. So it was not the lie that held the shared tree back.
#
# And what are eight workers worth? In rounds with virtual loss, or with a tree each, they are worth about as much as one worker with four times the time, for both intervals contain one half. Without rounds they are worth more.
#
# What is best on *your* machine? We cannot say. Our clock gives the shared tree away for free, but real workers in one tree get into each other's way when they write. In separate trees they never do. And we have played only Connect Four.
#
# ## Real threads
# So far the clock has been simulated. Ordinary Python runs only one thread at a time, but the compiled engine (chapter 12b) lets other threads run while it searches. Here are its iterations per second with a tree on each thread, first by the clock on the wall, then by the CPU time of all cores together.

# %% tags=["measured"]
there = ch15.threads_available()
for threads in (1, 2) if there else ():
    wall, cpu = ch15.speed(threads)
    print(f"threads: {threads} {wall:12,.0f} per second, {cpu:12,.0f} per second of CPU time")
repeated = ch15.same_again() if there else None
print("same seed, same result:", repeated)

# %% [markdown]
# The right column shows how much the *program* does with a second of the processor, and should be about the same in both lines. The left one depends also on how many processors the *machine* gives to the threads.
#
# The last line is one more gift of separate trees: in whatever order the threads run, the same seed gives the same result. In *one* shared tree it matters who comes first.

# %%
checkpoint("15-threads")

# %% [markdown]
# ## In practice
# With a network instead of playouts (chapter 16), virtual loss collects a batch of leaves, and one call of the network evaluates all of them. In self-play you can do without the lie: play many games at once, and take one leaf from each.
#
# ## Further reading
# - G. Chaslot, M. Winands and J. van den Herik, *Parallel Monte-Carlo Tree Search* (2008). We have read the abstract, twice, as you know.
# - A. Liu, J. Chen, M. Yu, Y. Zhai, X. Zhou and J. Liu, *Watch the Unobserved: A Simple Approach to Parallelizing Monte Carlo Tree Search* (2020). We have read the abstract and the introduction.
# - We have not read these two again: D. Silver et al., *Mastering the game of Go with deep neural networks and tree search* (2016), "Methods", and C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 6.3.
#
# **Next:** [16 · From UCT to AlphaZero](16_from_uct_to_alphazero.ipynb).

# %%
summary("15")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, the times of real threads, and what we quote.*

# %% [claims]
import re
from math import log, sqrt

from claims import claim
from mctslib import Node, ucb1
from mctslib.course import measured
from mctslib.course.ch15.crowds import places_in
from mctslib.course.differences import difference
from mctslib.course.ch15.pictures import TICKS
from mctslib.course.ch15.stored import FILE

stored = measured(FILE)
same = search(A.state, 40, seed=0).root
again = Node(A.state)
list(parallel.rounds(again, 40, 1, random.Random(0)))
assert same.visits == again.visits  # with one worker a round is an ordinary iteration
assert list(crowd.values()) == [len(nodes)] and list(crowd) == [(1, 6)]
trees_seen = sum(without.values())
claim("Here are 300 trees, each with its own seed", trees_seen)
claim("the same 300 trees, with one virtual loss", sum(with_loss.values()))
claim("43 of the 300 trees send everybody to a single node", without[1], trees_seen)
claim("no tree sends the eight to more than four nodes", len(nodes), max(without))
claim("on eight nodes in 299 trees", with_loss[8])
assert with_loss == {7: 1, 8: 299}


def untried(seed):
    """Return the number of untried moves at the leaf where selection ends."""
    leaf = select(search(A.state, 40, seed=seed).root, UCB1())
    return len(leaf.state.legal_actions()) - len(leaf.children)


as_many = [places_in(seed, "not at all", len(nodes)) == untried(seed) for seed in range(trees_seen)]
claim("it is, in 299 of the 300 trees", sum(as_many), trees_seen)
claim(
    "272 trees with eight different nodes, against 299",
    with_visit[8],
    with_loss[8],
)
waiting = re.search(r"waiting: (\d+)% of the time", ch15.timelines().alt)
assert abs(int(waiting[1]) / 100 - 1 / 3) < 0.02  # "a third of the time goes by in waiting"
board = A.state.cells()
taken = [k for k in range(9) if board[k] == "X"] + [board.index("O")]
claim("position A (X at 5 and 7, O at 3, O to move) after 40 iterations", *taken, same.visits)
# ---- the examples
child = Node(A.state.apply(2), Node(A.state), 2)
child.visits, child.value_sum = 3, 2.0
claim("a child has N = 3 and W = 2, so Q = 0.67", child.visits, child.value_sum, child.value)
claim("Q stays 0.67", child.value)
parallel.add_virtual_loss(child, 1)
claim("now the child has N = 4 and W = 2, so Q = 0.50", child.visits, child.value_sum, child.value)
at_the_root, left, right = 10, (6, 4), (4, 2)
claim("*left* with N = 6, W = 4 and *right* with N = 4, W = 2", *left, *right)
claim("The root has N = 10", at_the_root)
claim(
    "the root has N = 11, and the left child has N = 7 and still W = 4",
    at_the_root + 1,
    left[0] + 1,
    left[1],
)
(a, W), (b, V) = left, right
scores = [
    (ucb1(W / (a + i), a + i, 10 + i + j, 1), ucb1(V / (b + j), b + j, 10 + i + j, 1))
    for i, j in ((0, 0), (1, 0), (1, 1))
]
assert [("left", "right")[x < y] for x, y in scores] == ["left", "right", "left"]
claim("4 / 6 + √(ln 10 / 6) = 1.286", W, a, at_the_root, a, W / a + sqrt(log(at_the_root) / a))
claim("2 / 4 + √(ln 10 / 4) = 1.259", V, b, at_the_root, b, V / b + sqrt(log(at_the_root) / b))

# %%
virtual_loss, wu_uct, neither, leaf, separate = eight.values()
claim("both with 128 playouts for each move", stored["sequential"])
claim("16 playouts are about two for each column", stored["sequential"] / len(nodes))
claim("Eight trees of 16 playouts are", stored["sequential"] / len(nodes))
claim("Eight workers make 128 playouts in all", stored["sequential"])
claim("to make the same 128 playouts", stored["sequential"])
claim("the workers get 0.10 points per game less", difference(virtual_loss, neither).value)
assert difference(virtual_loss, neither).low > 0
claim("1,200 games show no difference", wu_uct.games)
step = difference(wu_uct, virtual_loss)
assert step.low < 0 < step.high
assert difference(neither, separate).low > 0 and difference(leaf, separate).low > 0
assert difference(virtual_loss, leaf).low > 0
claim("look at the last row, with 0.248", separate.score)
many = ch15.equal_iterations(workers=32)["a tree each"]
claim("With 32 workers, separate trees even lose all 300 games", 32, many.losses)
assert many.losses == many.games
small, middle, large = trees.values()
budgets = [row["iterations"] for row in stored["budgets"]]
claim("In the middle they come closest, with 0.410", middle.score)
claim("down to 0.185 at 8,192 playouts", large.score, budgets[-1])
assert all(tally.score_interval()[1] < 1 / 2 for tally in trees.values())
claim("0.225 here, 0.248 there", small.score, separate.score)
gap = difference(small, separate)
claim("a difference of −0.02 (−0.08 to 0.03)", gap.value, gap.low, gap.high)
one, in_rounds, free, each = made.values()
claim(
    "5.3 times the playouts of one worker; with a tree each, 8.0 times",
    in_rounds.playouts / one.playouts,
    each.playouts / one.playouts,
)
claim("without rounds they make 8.5 times as many", free.playouts / one.playouts)
claim("as a mean of 50 searches", ch15.finished.__defaults__[2])
claim("after 18.0 moves instead of 19.2", free.moves, one.moves)
claim(
    "1,000 ticks buy the eight trees 412.6 playouts together, not 128",
    stored["ticks"],
    each.playouts,
    stored["sequential"],
)
shown = TICKS
claim("Below are 120 ticks in rounds, and 120 ticks without rounds", shown, shown)
timed = ch15.equal_time()
claim("every way scores 0.80 or more", min(tally.score for tally in timed.values()))
claim("Eight workers have 1,000 ticks", stored["ticks"])
gap = difference(separate, leaf)
claim("was 0.06 points behind one leaf (0.03 to 0.10)", -gap.value, -gap.high, -gap.low)
on_time = longer["a tree each"]
gap = difference(on_time, longer["one leaf"])
claim("it is 0.10 ahead (0.03 to 0.16)", gap.value, gap.low, gap.high)
for name in ("one tree, virtual loss", "one tree, WU-UCT"):
    gap = difference(on_time, longer[name])
    assert gap.low < 0 < gap.high
free_tree = "one tree, no rounds"
claim("one tree, no rounds, 0.671", longer[free_tree].score)
gap = difference(longer[free_tree], on_time)
claim("by 0.14 (0.08 to 0.21)", gap.value, gap.low, gap.high)
claim("on both sides this tree scores 0.899", timed[free_tree].score)
gap = difference(timed[free_tree], timed["a tree each"])
claim("by 0.08 (0.04 to 0.12)", gap.value, gap.low, gap.high)
for name in ("one tree, virtual loss", "a tree each"):
    low, high = longer[name].score_interval()
    assert low < 1 / 2 < high
assert repeated or not there
