# %% [markdown]
# # 15 · Search in parallel
#
# **What you'll do.** You send several workers into one tree at the same time, and see where they go. You measure how much the search loses because each worker chooses before the other workers' results have arrived.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* say where three workers go, with and without virtual loss,
# - write one round of a parallel search,
# - tell leaf, root and tree parallelisation apart, and say what each of them loses,
# - compare parallel searches at equal iterations and at equal time,
# - distinguish the speed of a program from the speed of the machine.
#
# **What you'll need.** The four phases (chapter 04), matches and intervals (chapter 09). &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## Eight workers
# In a search each iteration depends on the results of the iterations before it. But a machine with eight cores can run eight playouts at the same time. The picture below shows eight workers that search Connect Four in *rounds*. In each round every worker first chooses a leaf, then plays a playout, and then brings back the result. Time runs from left to right.

# %%
from mctslib import ConnectFour
from mctslib.course.ch15 import timeline

timeline(ConnectFour(), workers=8)

# %% [markdown]
# A solid bar is a playout, and a longer playout takes more time. A dashed bar shows that a worker is waiting. The round ends at the grey line, when its longest playout ends.
#
# So parallel search has two costs. First, some workers wait. Second, the eight workers of a round choose their leaves before any of them has a result. We begin with the second cost. But first make two predictions:

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

score_guess = predict("15-score")
score_guess

# %%
scheme_guess = predict("15-scheme")
scheme_guess

# %% [markdown]
# ## Where do the workers go?
# Threads on real cores would grow a different tree in each run. So our workers run in one process, one after another, and the same seed gives the same tree in each run. The next cell builds the tree of position A (X at 5 and 7, O at 3, O
# to move) after 40 ordinary iterations. Then eight workers select and expand, one after another, and none of them has a result yet. `Counter` counts the workers on each node; a node is shown by the moves that lead to it.

# %%
import random
from collections import Counter

from mctslib import UCB1, record, replay, select
from mctslib.methods.parallel import expand
from mctslib.course import A

root, rng = replay(A.state, record(A.state, 40, seed=0).iterations), random.Random(0)
nodes = [expand(select(root, UCB1()), rng) for worker in range(8)]
crowd = Counter(node.path() for node in nodes)
crowd

# %% [markdown]
# All eight workers stand on the same node. Selection uses N and W, and the first worker has changed neither of them. But eight playouts from one node tell us much less than eight playouts from eight nodes. Is this tree an exception? The next cell counts
# the different nodes in twenty other trees, each with its own seed.

# %%
from mctslib.course.ch15 import places

without = places(waiting="not at all")
without

# %% [markdown]
# The eight workers never stand on more than four different nodes, and in 8 of the 20 trees all stand on one. They stand on several nodes if selection ends at a node with several untried actions, because `expand` chooses one of these actions at random.
#
# ## A visit without a result
# The usual remedy is old and simple. A waiting worker counts as a visit that ended in a loss: at every node on its path, N increases by one, and W stays the same. So the path has a slightly lower score when the next worker selects. This is called
# **virtual loss**. When the result arrives, the virtual loss is taken back, and the real visit is counted.
#
# Here is a small example. A child has N = 3 and W = 2, so Q = 0.67. While one worker waits below the child, it has N = 4 and W = 2, so Q = 0.50. If the worker then brings back a win, the child has N = 4 and W = 3.
#
# ### Exercise 1: on paper
# The root has N = 10 and two children: *left* with N = 6, W = 4 and *right* with N = 4, W = 2. Three workers choose one after another by UCB1 with c = 1. Each of them adds one virtual loss to its child *and to the root*. Which child does each worker choose? The
# next cell computes the two scores for the first worker.

# %%
from math import log, sqrt


def ucb1(W, n, N):
    """Return W / n + √(ln N / n), the UCB1 score with c = 1."""
    return W / n + sqrt(log(N) / n)


at_the_root, left, right = 10, (6, 4), (4, 2)  # N, and (N, W) of both children
[round(ucb1(W, n, at_the_root), 3) for n, W in (left, right)]

# %% tags=["exercise"]
# hint: After the first worker the root has N = 11, and the child that the worker chose has one more visit and the same W. Compute both scores again, on paper or with `ucb1`.
# --- solution
three_workers = ["left", "right", "left"]
# --- stub
# three_workers = [None, None, None]
# --- end

# %%
from mctslib.course.ch15 import check_paper

check_paper(three_workers)

# %% [markdown]
# ### Exercise 2: add a virtual loss
# Write `add_virtual_loss(node, amount)`. The function adds `amount` to the `visits` of the node and of every node above it, including the root. It does not change `value_sum`. A negative amount takes virtual losses back. `node.parent` is the node above `node`, and the parent of the root
# is None.


# %% tags=["exercise"]
# hint: It is `backpropagate` (chapter 04) without the line that adds a reward, and with `amount` instead of 1.
def add_virtual_loss(node, amount):
    """Add `amount` visits without a reward to the node and to all nodes above it."""
    # --- solution
    while node is not None:
        node.visits += amount
        node = node.parent
    # --- end


# %%
from mctslib.course.ch15 import check_virtual_loss

check_virtual_loss(add_virtual_loss)

# %% [markdown]
# The next cell counts the different nodes again, in the same twenty trees, with a virtual loss for each waiting worker.

# %%
waiting = places(waiting="loss")
waiting

# %% [markdown]
# Now all eight workers stand on different nodes, in each of the twenty trees.
#
# The tool below shows one such round, worker by worker. <span class="with-python">Press the button for the next worker.</span> The flags (⚑) in the tree show which workers stand on a node. N and Q in the tree count only completed playouts, without virtual losses. <span class="with-python">Then choose a virtual loss of 0 and more workers.</span>

# %%
from mctslib.course.ch15 import Workers

Workers("A", workers=8)

# %%
checkpoint("15-waits")

# %% [markdown]
# ## One round
# In a round, every worker first selects, expands and adds a virtual loss. *Then* each worker plays its playout. *Then* the virtual losses are taken back, and the results are backpropagated.
#
# ### Exercise 3: the round
# Write `tree_round(root, workers, rng)`. It changes the tree and returns nothing. You need
#
# - `select(root, UCB1())`, which returns a node, and `expand(node, rng)`, which returns the node where the worker stands,
# - `parallel.add_virtual_loss(node, amount)`,
# - `simulate(node.state, rng, uniform).rewards` and `backpropagate(node, rewards)`.

# %% tags=["exercise"]
# hint: Write two loops. The first loop makes a list of the nodes that `expand` returns, and adds a virtual loss to each node at once. The second loop goes through this list. For each node it takes the virtual loss back, simulates, and backpropagates the rewards.
from mctslib import UCB1, backpropagate, select, simulate, uniform
from mctslib.methods.parallel import expand
from mctslib.methods import parallel


def tree_round(root, workers, rng):
    """Make one round of the workers in one tree, with virtual losses."""
    # --- solution
    nodes = []
    for _ in range(workers):
        nodes.append(expand(select(root, UCB1()), rng))
        parallel.add_virtual_loss(nodes[-1], 1)
    for node in nodes:
        parallel.add_virtual_loss(node, -1)
        backpropagate(node, simulate(node.state, rng, uniform).rewards)
    # --- end


# %%
from mctslib.course.ch15 import check_round

check_round(tree_round)

# %% [markdown]
# The library's `parallel.rounds` runs one round after another. The next cell checks that with one worker each iteration is the same as in the ordinary search.

# %%
from mctslib import Node

one = []
for records in parallel.rounds(Node(A.state), 200, 1, random.Random(7)):
    one += records
same = one == record(A.state, 200, seed=7).iterations
same

# %% [markdown]
# ## A visit that is not a loss
# A virtual loss makes a node look *bad*, although its result is not known yet. Liu and others (2020) change only the exploration term. Their method, WU-UCT, counts pending visits in addition to the completed visits N and n: P is the number of pending visits at the node, and p is their number at the child:
#
# $$Q + c\,\sqrt{\frac{\ln(N+P)}{n+p}}$$
#
# Q is the mean of the n results that have arrived. So a waiting worker lowers a child's exploration bonus, but not its mean. Take the child with N = 3 and W = 2 again: while one worker waits below this child, its Q stays 0.67.
#
# The next cell counts the different nodes in the twenty trees once more, now with WU-UCT.

# %%
unobserved = places(waiting="visit")
unobserved

# %% [markdown]
# With WU-UCT, too, all eight workers stand on different nodes in each of the twenty trees. The two methods differ in the means that selection uses for the next worker. Which method plays better? We measure both below.
#
# ## Three ways to share the work
# Chaslot, Winands and van den Herik (2008) compare three ways:
#
# - **Leaf parallelisation**: the search chooses one leaf, and all workers play playouts from this leaf. This method is simple, because the workers need not share a tree.
# - **Root parallelisation**: every worker grows its own tree. At the end the visits of the first moves are added up.
# - **Tree parallelisation**: all workers share one tree, with virtual loss. You have just written one round of this method.
#
# Here is an example of root parallelisation. In the first tree, action a has 3 visits with a mean of 1. In the second tree, a has 1 visit with a mean of 0. Together a has 4 visits, and the mean of all four is 3 / 4 = 0.75. The mean of the two means would be 0.5.
#
# ### Exercise 4: add up the trees
# Write `added_up(roots)`. It returns a dictionary. The keys are the actions that at least one of the trees has tried. The value of an action is a pair: the sum of its visits in all trees, and its mean value over these visits. `root.children` is a dictionary from
# actions to nodes, and each node has `visits` and `value_sum`.


# %% tags=["exercise"]
# hint: For each action, collect its children from all trees that have tried it. Add their visits. The mean is the sum of all `value_sum`, divided by the sum of all `visits`.
def added_up(roots):
    """Return for each action (visits, mean value) over all trees."""
    # --- solution
    together = {}
    for action in set().union(*(root.children for root in roots)):
        found = [root.children[action] for root in roots if action in root.children]
        visits = sum(child.visits for child in found)
        together[action] = visits, sum(child.value_sum for child in found) / visits
    return together
    # --- end


# %%
from mctslib.course.ch15 import check_added_up

check_added_up(added_up)

# %% [markdown]
# ## The cost at equal playouts
# In a script (`python -m tests.bench.parallel`) each scheme has played Connect Four against the ordinary search. Both players have 128 playouts for each move. They swap sides after each game. The picture below shows the matches with eight workers.

# %%
from mctslib.course.ch15 import equal_iterations, said
from mctslib.course.plots import match_bars, picture

eight, many = equal_iterations(workers=8), equal_iterations(workers=32)
picture(match_bars(eight, title="8 workers against one, 128 playouts for each move"))

# %%
for workers, results in ((8, eight), (32, many)):
    for name, tally in results.items():
        print(f"{workers:2} workers  {name:22} {said(tally)}")

# %%
score_prediction(
    score_guess,
    eight["one tree, virtual loss"].score,
    "The interval is printed above.",
    within=0.06,
)

# %%
words = {
    "one tree, virtual loss": "eight workers in one tree",
    "one leaf": "eight playouts of one leaf",
    "a tree each": "eight trees of 16 playouts each",
}
worst = min(words, key=lambda name: eight[name].score)
score_prediction(
    scheme_guess, words[worst], "16 playouts are two for each column, so no tree gets deep."
)

# %% [markdown]
# With eight workers, one tree with virtual loss gets 0.46 points per game, and one tree with WU-UCT gets 0.47. The interval of virtual loss lies just below ½, so the ordinary search is a little better. The interval of WU-UCT
# contains ½, so 600 games do not show a difference between WU-UCT and the ordinary search. With 32 workers both schemes lose clearly.
#
# One leaf for all workers is worse than one shared tree, because many playouts from one position give much the same information. A tree for each worker is worst. With 32 workers each tree has only four playouts, fewer than there are columns, and this scheme loses all 300 games.
#
# Does virtual loss help? Is WU-UCT better than virtual loss? All these matches were played against the same opponent. So we compute the differences of the scores, each with its 95% interval. (The matches are independent, so their variances add up; see chapter 09.)

# %%
from mctslib.course.differences import difference

virtual_loss, wu_uct, neither = (eight[name] for name in list(eight)[:3])
print("virtual loss - neither: ", difference(virtual_loss, neither))
print("WU-UCT - virtual loss:  ", difference(wu_uct, virtual_loss))
print("virtual loss - one leaf:", difference(virtual_loss, eight["one leaf"]))

# %% [markdown]
# Virtual loss helps: without it the eight workers get 0.09 points per game less, and the interval of the gain lies above 0. Between WU-UCT and virtual loss, the interval contains 0, so our games do not show a difference. One tree with virtual loss is
# clearly better than one leaf.
#
# ## Does a separate tree for each worker lose at every budget?
# 16 playouts for each tree are very few. So the script also let eight trees play against one tree with more playouts, using the compiled engine. The total number of playouts is the same on both sides.

# %%
from mctslib.course.ch15 import budgets

for iterations, tally in budgets().items():
    print(f"{iterations:6,} playouts for each move: {said(tally)}")

# %% [markdown]
# Eight trees lose at each of the three budgets: all three intervals lie below ½. But how clearly they lose depends on the budget. With 1,024 playouts they come closest to one tree, with 0.41 points per game. With 128 playouts they get 0.225, and with 8,192 only 0.185. So a result at one budget does not tell you
# the result at another. A likely reason for the two low values is that with 128 playouts each tree has only 16, and that with 8,192 one tree gets much deeper than eight trees with 1,024 playouts each.
#
# ## The cost of waiting
# So far both sides had equal *playouts*. But eight workers need less time for the same number of playouts. How much less? If no worker ever waited, eight workers would make eight times as many playouts as one worker in the same time. In rounds they must wait for the longest playout. The next cell counts the moves of random playouts from the empty board, for
# rounds of 8 and of 32 workers.

# %%
from mctslib.course.ch15 import playout_lengths

lengths = {workers: playout_lengths(ConnectFour(), workers) for workers in (8, 32)}
for workers, moves in lengths.items():
    print(
        f"{workers:2} workers: mean {moves.mean:.1f}, longest {moves.longest:.1f}, {moves.speed:.1f} times one worker"
    )

# %% [markdown]
# A playout has about 21 moves on average. The longest of eight playouts has about 32. So in the same time eight workers make only 5.3 times as many playouts as one worker, and 32 workers only 18.5 times as many.
#
# Must the workers wait? Without rounds, a worker whose playout is over brings back its result and chooses its next leaf at once. The picture below shows eight workers without rounds, over the same length of time as the first picture of this chapter.

# %%
timeline(ConnectFour(), workers=8, rounds=False)

# %% [markdown]
# ## The gain at equal time
# Now both sides get the same *time* for each move. We use a simulated clock, so that the matches can be repeated: a playout takes one tick for each of its moves, and selection and backpropagation take no time. Each worker has 1,000 ticks for each move. From the empty board, this
# time is enough for about 47 playouts of one worker. In rounds, waiting uses up a part of this time. If each worker has its own tree, no worker waits.

# %%
from mctslib.course.ch15 import equal_time

timed = equal_time()
picture(match_bars(timed, title="8 workers against one, equal time"))

# %%
for name, tally in timed.items():
    print(f"{name:26} {said(tally)}")

# %% [markdown]
# At equal time every scheme wins clearly against one worker: each interval lies far above ½. So a parallel playout is worth *less* than a playout of the ordinary search, but the larger number of playouts *more* than makes up for this loss.
#
# Which scheme is best at equal time? With 100 games each, the intervals are wide. WU-UCT has the highest score, but we must not compare intervals by eye (chapter 09). The next cell computes the differences between the other schemes and virtual loss, with their 95% intervals.

# %%
for name in list(timed)[1:]:
    print(f"{name:26} {difference(timed[name], timed['one tree, virtual loss'])}")

# %% [markdown]
# All three intervals contain 0. So these games do not show which scheme is best at equal time. They do show that each scheme gains much more from eight workers than it loses. (We have not played matches without rounds.)

# %%
checkpoint("15-unvisited")

# %% [markdown]
# ## Real threads
# Python runs one thread at a time. But the compiled engine (chapter 12b) lets other threads run while it searches. `search_threads` uses root parallelisation: it grows one tree on each thread, and adds up the trees. The next cell measures the iterations per second with one thread and with two threads, first by wall-clock time, and then by the total CPU time of the threads.

# %% tags=["measured"]
from mctslib.course.ch15 import same_again, speed, threads_available

there = threads_available()
for threads in (1, 2) if there else ():
    wall, cpu = speed(threads)
    print(
        f"threads: {threads} {wall:12,.0f} iterations per second, {cpu:12,.0f} per second of CPU time"
    )

# %% [markdown]
# Compare the two columns. The second number should be about the same in both lines, because it depends on the *program* alone. The first number also depends on how busy the *machine* was. If there are as many free cores as threads, the first number nearly doubles. On a busy machine, two threads may simply get two shares of the processors instead of one. If you report only the first number, you may be measuring the other programs on your machine.
#
# Searches with rounds or with separate trees can be repeated: the same seed gives the same result, in whatever order the threads run. The next cell checks this for separate trees.

# %%
repeated = same_again() if there else None
repeated

# %% [markdown]
# If threads share *one* tree, the same seed need not give the same result, because the result depends on which thread comes first.

# %%
checkpoint("15-threads")

# %% [markdown]
# ## In practice
# - With a network instead of playouts (chapter 16), the workers become a *batch*: the search collects leaves with virtual loss, and one call of the network evaluates all of them. AlphaGo (Silver et al., 2016) shares one tree between many workers, with virtual loss.
# - A virtual loss must be taken back from exactly the nodes to which it was added. `check_round` finds mistakes of this kind.
# - In self-play, a program can play many games at the same time and evaluate one leaf of each game in one call. Then no virtual loss is needed.
#
# ## Further reading
# - G. Chaslot, M. Winands and J. van den Herik, *Parallel Monte-Carlo Tree Search* (2008): the three schemes, and virtual loss. According to their abstract, root parallelisation may be the best scheme in their Go program, for one setting of time and parameters. In our matches it is the worst. A ranking is valid for one program and one budget. We have read the abstract.
# - A. Liu, J. Chen, M. Yu, Y. Zhai, X. Zhou and J. Liu, *Watch the Unobserved: A Simple Approach to Parallelizing Monte Carlo Tree Search* (2020), on pending visits without a loss. We have read the abstract and the introduction.
# - D. Silver et al., *Mastering the game of Go with deep neural networks and tree search* (2016), "Methods". We have not read it again for this edition.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 6.3: parallelisation. We have not read it again for this edition.
#
# **Next:** [16 · From UCT to AlphaZero](16_from_uct_to_alphazero.ipynb).

# %%
summary("15")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from mctslib.course import measured
from mctslib.course.ch15.stored import FILE

stored = measured(FILE)
assert list(crowd.values()) == [len(nodes)] and set(waiting) == {8}
claim("in 8 of the 20 trees all stand on one", without.count(1), len(without))
claim("never stand on more than four different nodes", max(without))
board = A.state.cells()
taken = [k for k in range(9) if board[k] == "X"] + [board.index("O")]
claim(
    "position A (X at 5 and 7, O at 3, O to move) after 40 ordinary iterations",
    *taken,
    root.visits,
)
claim("*left* with N = 6, W = 4 and *right* with N = 4, W = 2", *left, *right)
claim("The root has N = 10", at_the_root)
claim("After the first worker the root has N = 11", at_the_root + 1)
child = Node(A.state.apply(2), Node(A.state), 2)
child.visits, child.value_sum = 3, 2.0
claim("A child has N = 3 and W = 2, so Q = 0.67", child.visits, child.value_sum, child.value)
claim("Q stays 0.67", child.value)
parallel.add_virtual_loss(child, 1)
claim("it has N = 4 and W = 2, so Q = 0.50", child.visits, child.value_sum, child.value)
two_trees = []
for visits, total in ((3, 3.0), (1, 0.0)):
    above = Node(A.state)
    above.children[2] = Node(A.state.apply(2), above, 2)
    above.children[2].visits, above.children[2].value_sum = visits, total
    two_trees.append(above)
together = parallel.added_up(two_trees).children[2]
claim("3 / 4 = 0.75", together.value_sum, together.visits, together.value)
claim(
    "The mean of the two means would be 0.5",
    sum(one_tree.children[2].value for one_tree in two_trees) / len(two_trees),
)
(a, W), (b, V) = left, right
scores = [
    (ucb1(W, a + i, 10 + i + j), ucb1(V, b + j, 10 + i + j)) for i, j in ((0, 0), (1, 0), (1, 1))
]
assert [("left", "right")[first < second] for first, second in scores] == ["left", "right", "left"]
assert same

# %%
claim("Both players have 128 playouts for each move", stored["sequential"])
claim("Each worker has 1,000 ticks", stored["ticks"])
claim("enough for about 47 playouts of one worker", stored["ticks"] / lengths[8].mean)
claim(
    "about 21 moves on average. The longest of eight playouts has about 32",
    lengths[8].mean,
    lengths[8].longest,
)
claim(
    "only 5.3 times as many playouts as one worker, and 32 workers only 18.5 times",
    lengths[8].speed,
    32,
    lengths[32].speed,
)
claim("16 playouts are two for each column", stored["sequential"] / 8)
claim("16 playouts for each tree", stored["sequential"] / 8)
assert repeated or not there
trees = budgets()
claim(
    "With 1,024 playouts they come closest to one tree, with 0.41 points per game. With 128 playouts they get 0.225, and with 8,192 only 0.185",
    1024,
    trees[1024].score,
    128,
    trees[128].score,
    8192,
    trees[8192].score,
)
assert all(tally.score_interval()[1] < 1 / 2 for tally in trees.values())
smallest, largest = min(trees), max(trees)
claim(
    "with 128 playouts each tree has only 16",
    smallest,
    parallel.shared_out(smallest, len(nodes))[0],
)
claim(
    "with 8,192 one tree gets much deeper than eight trees with 1,024",
    largest,
    parallel.shared_out(largest, len(nodes))[0],
)
even = 0.5
assert max(timed, key=lambda name: timed[name].score) == "one tree, WU-UCT"
for name in list(timed)[1:]:
    gap = difference(timed[name], timed["one tree, virtual loss"])
    assert gap.low < 0 < gap.high
assert all(tally.score_interval()[0] > even for tally in timed.values())
claim("With 100 games each", min(tally.games for tally in timed.values()))
claim("both with 128 playouts for each move", stored["sequential"])
claim("Eight workers make 128 playouts in all", stored["sequential"])
assert set(unobserved) == {8}
claim(
    "virtual loss gets 0.46 points per game, and one tree with WU-UCT gets 0.47",
    virtual_loss.score,
    wu_uct.score,
)
assert virtual_loss.score_interval()[1] < 1 / 2 < wu_uct.score_interval()[1]
assert all(many[name].score_interval()[1] < 1 / 2 for name in many)
claim("600 games do not show a difference between WU-UCT and the ordinary search", wu_uct.games)
claim(
    "With 32 workers each tree has only four playouts, fewer than there are columns, and this scheme loses all 300 games",
    32,
    stored["sequential"] / 32,
    many["a tree each"].losses,
)
assert many["a tree each"].losses == many["a tree each"].games
assert neither.score > eight["one leaf"].score > eight["a tree each"].score
claim("the eight workers get 0.09 points per game less", difference(virtual_loss, neither).value)
assert difference(virtual_loss, neither).low > 0
assert difference(virtual_loss, eight["one leaf"]).low > 0
step = difference(wu_uct, virtual_loss)
assert step.low < 0 < step.high
