# %% [markdown]
# # 15 · Search in parallel
#
# **What you'll do.** Send many workers into one tree at the same time, see where they stand, and measure what it costs that none of them knows what the others are about to find.
#
# **What you'll learn.** Afterwards you can
# - say on paper where three workers go, with and without virtual loss,
# - write one round of a parallel search,
# - tell leaf, root and tree parallelisation apart, and say what each of them loses,
# - tell the speed of a program from the speed of a machine.
#
# **What you'll need.** Chapters 04 and 09: the four phases, matches and intervals. &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## The price of not waiting
# A search is a chain: the second iteration goes where it goes *because* of the result of the first. A machine with eight cores wants to play eight
# games at the same time. So what do you lose if you must choose the next eight playouts before you have seen one of them? Two predictions:

# %%
from mctslib.course import predict

score_guess = predict("15-score")
score_guess

# %%
scheme_guess = predict("15-scheme")
scheme_guess

# %% [markdown]
# Real cores that share a tree would grow another one in each run. So first we play the eight workers *on one process, in rounds*: in each round all choose, then all
# play, then all bring their results. That can be stepped through, and a seed gives the same tree. Position A (X at 5 and 7, O at 3, O to move) after 40 ordinary iterations:

# %%
from mctslib import record, replay
from mctslib.course.puzzles import A

past = record(A.state, 40, seed=0).iterations


def tree():
    """Position A after 40 iterations, a new tree each time."""
    return replay(A.state, past)


# %% [markdown]
# Eight workers, one after the other, select and expand, and nobody has a result yet. Where does each of them stand?

# %%
import random
from collections import Counter

from mctslib import UCB1, expand, select

root, rng = tree(), random.Random(0)
nodes = [expand(select(root, UCB1()), rng) for worker in range(8)]
crowd = Counter(node.path() for node in nodes)
crowd

# %% [markdown]
# All on one node. Of course: select looks at N and W, and the first worker has changed neither. Eight games from one position tell far less than eight games from eight.
# How often is it that bad? Twenty other trees, with dice of their own:


# %%
def places(seed, add_virtual_loss=None, workers=8):
    """On how many nodes the workers stand in the tree of this seed.

    Where a worker stands, `add_virtual_loss` is called.
    """
    root, rng = replay(A.state, record(A.state, 40, seed=seed).iterations), random.Random(seed)
    found = set()
    for _ in range(workers):
        node = expand(select(root, UCB1()), rng)
        found.add(node.path())
        if add_virtual_loss:
            add_virtual_loss(node, 1)
    return len(found)


# %%
without = [places(seed) for seed in range(20)]
without

# %% [markdown]
# Never on more than four nodes, in 8 of the 20 trees all on one. (More than one only where selection ends at a node with several untried actions: then the dice of `expand` scatter them a little.)
#
# ## A visit that is not paid yet
# The cure is old and simple: a worker that waits counts as a visit that has lost. On every node of its way N grows by one and W stays. So the way looks a little
# worse, and the next worker may prefer another one. It is called **virtual loss**. When the result is there, the visit is taken back and the real one counted.
#
# ### Exercise 1: on paper
# The root has N = 10 and two children: *left* with N = 6, W = 4 and *right* with N = 4, W = 2. Three workers choose one after the other by UCB1 with c = 1, and each
# counts one virtual loss, at the child *and at the root*. Which way does each of them go? Here are the numbers that the first worker meets:

# %%
from math import log, sqrt


def ucb1(W, n, N):
    return W / n + sqrt(log(N) / n)


at_the_root, left, right = 10, (6, 4), (4, 2)  # N, and (N, W) of both children

[round(ucb1(W, n, at_the_root), 3) for n, W in (left, right)]

# %% tags=["exercise"]
# hint: After the first worker the root has N = 11, and the child it went to has one visit more and the same W. Compute both scores again, by hand or with `ucb1`.
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
# Write `add_virtual_loss(node, amount)`: it adds `amount` visits, and no reward, to the node and to every node above it, the root included. A negative amount takes them back.


# %% tags=["exercise"]
# hint: It is `backpropagate` (chapter 04) without the line that adds a reward, and with `amount` in place of 1.
def add_virtual_loss(node, amount):
    # --- solution
    while node is not None:
        node.visits += amount
        node = node.parent
    # --- end


# %%
from mctslib.course.ch15 import check_virtual_loss

check_virtual_loss(add_virtual_loss)

# %% [markdown]
# With our `add_virtual_loss` the eight workers of each tree stand on

# %%
from mctslib.methods import parallel

waiting = [places(seed, parallel.add_virtual_loss) for seed in range(20)]
waiting

# %% [markdown]
# different nodes. See it: ⚑ says how many workers stand on a node and wait. Begin with virtual loss 0, then 1, then more workers, then later rounds. N and Q are those of the playouts that are over. The virtual losses are not in these numbers: the *next* worker sees one visit more for each virtual loss of each worker that stands on the node or below it.

# %%
from mctslib.course.ch15 import Workers

Workers("A", workers=8)

# %%
from mctslib.course import checkpoint

checkpoint("15-waits")

# %% [markdown]
# ## One round
# Now all of it. In a round every worker selects, expands, and waits; *then* each plays its game; *then* the waiting visits are taken back and the results go up the tree.
#
# ### Exercise 3: the round
# Write `tree_round(root, workers, rng)` with `select`, `expand`, `add_virtual_loss`, `simulate` and `backpropagate`. Selection goes by `UCB1()`, playouts by `uniform`. It returns nothing: it changes the tree.

# %% tags=["exercise"]
# hint: Two loops. The first one makes a list of the nodes that `expand` returned, each with `add_virtual_loss(node, 1)`. The second one goes through that list: `add_virtual_loss(node, -1)`, then the playout and its rewards.
from mctslib import UCB1, backpropagate, expand, select, simulate, uniform
from mctslib.methods import parallel


def tree_round(root, workers, rng):
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
# The library's `parallel.rounds` does so round after round. With one worker it is the search you know, iteration for iteration:

# %%
from mctslib import Node

one = [done for each in parallel.rounds(Node(A.state), 200, 1, random.Random(7)) for done in each]
same = one == record(A.state, 200, seed=7).iterations
same

# %% [markdown]
# ## Three ways to share the work
# Chaslot, Winands and van den Herik (2008) compare three ways, under these names:
# - **Leaf parallelisation**: one leaf is chosen, and all workers play it out. Simple, and nobody has to share a tree.
# - **Root parallelisation**: every worker grows a tree of its own; at the end the visits of the first moves are added up.
# - **Tree parallelisation**: all share one tree, with virtual loss. That is what you have just written.
#
# ### Exercise 4: add the trees up
# Write `added_up(roots)`: a dict with, for each action that at least one of the trees has tried, a pair: its visits in all trees together, and its mean value over all these visits.


# %% tags=["exercise"]
# hint: Collect the children of one action from all the trees that have it. Their visits are added; the value is the sum of all `value_sum` divided by the sum of all `visits`. (A mean of the trees' values would count a tree with few visits like one with many.)
def added_up(roots):
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
# ## What it costs
# A script (`python -m tests.bench.parallel`) has let each scheme play Connect Four against the ordinary search. Both sides have 128 playouts a move in all, 300 games a match, sides swapped after each game.

# %%
from mctslib import ConnectFour
from mctslib.arena import Tally
from mctslib.course import measured

stored = measured("ch15/parallel")


def tallies(what, workers):
    """Scheme → the result of its match."""
    rows = [row for row in stored[what] if row["workers"] == workers]
    names = [
        row["scheme"] + ", no virtual loss" * (row["scheme"] == "tree" and not row["loss"])
        for row in rows
    ]
    return {name: Tally(row["wins"], row["draws"], row["losses"]) for name, row in zip(names, rows)}


# %%
from mctslib.course.plots import match_bars, picture

eight, many = tallies("equal iterations", 8), tallies("equal iterations", 32)
picture(match_bars(eight, title="8 workers against one, 128 playouts a move each"))


# %%
def said(tally):
    """The share of the points, a draw being half a point, with its 95 % interval."""
    low, high = tally.score_interval()
    return f"{tally.score:.1%} ({low:.1%} to {high:.1%})"


for workers, results in ((8, eight), (32, many)):
    for name, tally in results.items():
        print(f"{workers:2} workers  {name:22} {said(tally)}")

# %%
from mctslib.course import score_prediction

score_prediction(
    score_guess, eight["tree"].score, "The interval tells how sure that is.", within=0.06
)

# %%
worst = min(eight, key=lambda name: eight[name].score)
words = {
    "tree": "eight workers in one tree",
    "leaf": "eight playouts of one leaf",
    "root": "eight trees of 16 playouts each",
}
score_prediction(
    scheme_guess, words[worst], "Sixteen playouts are two for each column: no tree gets deep."
)

# %% [markdown]
# - *One tree with virtual loss* loses least. With eight workers its interval still reaches one half: 300 games cannot tell it from the search that waits for every result. With 32 they can.
# - *Leaf* loses more: many games from one position repeat themselves. *Root* loses most: with 32 workers each tree has four playouts, fewer than there are columns, and loses all 300 games.
#
# Does virtual loss itself help, eight workers, with against without? These are two matches against the same opponent, so compare the two shares. The interval of their *difference* (chapter 09: add the two variances):


# %%
def difference(a, b):
    """a's score minus b's with its 95 % interval; a game counts 0, ½ or 1."""

    def variance(t):
        return (t.wins + t.draws / 4 - t.games * t.score**2) / t.games**2

    half = 1.96 * sqrt(variance(a) + variance(b))
    return a.score - b.score, a.score - b.score - half, a.score - b.score + half


gain = difference(eight["tree"], eight["tree, no virtual loss"])
leaf_gap = difference(eight["tree"], eight["leaf"])
[round(x, 3) for x in gain], [round(x, 3) for x in leaf_gap]

# %% [markdown]
# The gain of virtual loss is likely, not certain, after 300 games: its interval reaches a little below 0. That one tree beats one leaf is certain enough.
#
# ## But eight cores are eight times as much
# All that was at equal *playouts*. Nobody buys eight cores to play as many games as with one. If no worker ever waited, eight workers would do eight times as many in the same time: 1,024 against 128. (Another 100 games each.) But workers do wait: a round is over when its longest playout is. How long is a playout from the empty board, and how long is the longest of eight? The next cell counts the moves of the playouts in many rounds:

# %%
from mctslib.course.ch15 import playout_lengths

moves = playout_lengths(ConnectFour(), workers=8, rounds=200)
moves

# %% [markdown]
# About 21 moves in the mean, about 32 for the longest of eight. A worker that waits for the slowest one therefore spends about a third of its time waiting, and the eight do about five times as many playouts as one, not eight times. The picture below shows the matches with eight times as many, so it shows the upper limit of the gain.

# %%
timed = tallies("equal time", 8)
picture(match_bars(timed, title="8 workers, 1,024 playouts, against one with 128"))

# %%
for name, tally in timed.items():
    print(f"{name:5} {said(tally)}")

# %% [markdown]
# With eight times as many playouts every scheme pays. So both sentences are true: *parallel playouts are worth less each*, and *together they are worth more*.

# %%
checkpoint("15-unvisited")

# %% [markdown]
# ## Real threads
# Python runs one thread at a time, but the compiled engine (chapter 12b) lets go of the interpreter while it searches. `search_threads` grows one tree a thread and adds them up: root parallelisation, at 200,000 iterations a move. Does it pay on your machine?

# %%
import time
from importlib.util import find_spec

from mctslib import fast
from mctslib.methods.threads import search_threads


def speeds(threads, iterations=200_000):
    """Iterations a second: by the clock on the wall, and by the CPU time of all threads."""
    wall, cpu = time.perf_counter(), time.process_time()
    done = search_threads(ConnectFour(), iterations, threads, seed=0).root.visits
    return done / (time.perf_counter() - wall), done / (time.process_time() - cpu)


there = (
    find_spec("numba") is not None
)  # it is compiled, or read from the disk, before the clock runs
search_threads(ConnectFour(), 1000, 2, seed=0).root.visits if there else print(fast.MISSING)

# %% tags=["measured"]
for threads in (1, 2) if there else ():
    wall, cpu = speeds(threads)
    print(
        f"threads: {threads} {wall:12,.0f} iterations a second, {cpu:12,.0f} a second of CPU time"
    )

# %% [markdown]
# Look at both columns. The second one should be about the same in both lines: it says what the *program* does. The first one also says what the *machine* had to give: with as many free cores as threads it
# nearly doubles; on a busy machine two threads may simply get two shares of it. Whoever reports the first number alone may be measuring their neighbours.
#
# Rounds and separate trees can be repeated: the same seed gives the same answer, however the threads are timed.

# %%
again = [
    search_threads(ConnectFour(), 20_000, 2, seed=5).distribution() for run in range(2 * there)
]
repeated = again[:1] == again[1:]
repeated

# %% [markdown]
# Threads that share *one* tree cannot promise that: who comes first decides what the others see.

# %%
checkpoint("15-threads")

# %% [markdown]
# ## In practice
# - With a network in place of playouts (chapter 16) the workers are a *batch*: leaves are collected with virtual loss and judged by one call. AlphaGo (Silver et al., 2016) shares one tree between many workers, with virtual loss, while its networks judge leaves elsewhere.
# - Some count waiting visits in the exploration term only and leave Q alone (Liu et al., 2020). Then a node does not look *bad* because somebody stands on it.
# - A virtual loss must be taken back from exactly the nodes on which it was counted, and with the right sign. Both bugs are easy to make; `check_round` finds them.
# - To learn from games of self-play, many games at once, one leaf each, need no virtual loss at all.
#
# ## Further reading
# - G. Chaslot, M. Winands, J. van den Herik, *Parallel Monte-Carlo Tree Search* (2008): the three schemes, and virtual loss. In their Go program root parallelisation could be the best of the three. In our matches it is the worst, because 16 playouts for each tree are very few. A ranking holds for one program and one budget.
# - D. Silver et al., *Mastering the game of Go with deep neural networks and tree search* (2016), "Methods".
# - A. Liu, J. Chen, M. Yu, Y. Zhai, X. Zhou, J. Liu, *Watch the Unobserved* (2020): waiting visits without a loss.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 6.3: parallelisation.
#
# **Next:** [16 · From UCT to AlphaZero](16_from_uct_to_alphazero.ipynb).

# %%
from mctslib.course import summary

summary("15")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

assert list(crowd.values()) == [len(nodes)] and set(waiting) == {8}
claim("in 8 of the 20 trees all on one", without.count(1), len(without))
claim("Never on more than four nodes", max(without))
board = A.state.cells()
taken = [k for k in range(9) if board[k] == "X"] + [board.index("O")]
claim(
    "Position A (X at 5 and 7, O at 3, O to move) after 40 ordinary iterations", *taken, len(past)
)
claim("*left* with N = 6, W = 4 and *right* with N = 4, W = 2", *left, *right)
claim("The root has N = 10", at_the_root)
claim("After the first worker the root has N = 11", at_the_root + 1)
(a, W), (b, V) = left, right
scores = [
    (ucb1(W, a + i, 10 + i + j), ucb1(V, b + j, 10 + i + j)) for i, j in ((0, 0), (1, 0), (1, 1))
]
assert [("left", "right")[first < second] for first, second in scores] == ["left", "right", "left"]
assert same

# %%
rows = stored["equal iterations"]
games = eight["tree"].games
claim("Both sides have 128 playouts a move in all, 300 games a match", stored["sequential"], games)
row = stored["equal time"][0]
claim(
    "1,024 against 128. (Another 100 games each.)",
    row["iterations"],
    stored["sequential"],
    timed["tree"].games,
)
longest = moves["longest of a round"]
share_busy = moves["mean"] / longest
claim("About 21 moves in the mean, about 32 for the longest of eight", moves["mean"], longest)
assert abs((1 - share_busy) - 1 / 3) < 0.02  # "about a third of its time waiting"
claim("the eight do about five times as many playouts", len(nodes), round(len(nodes) * share_busy))
claim(
    "because 16 playouts for each tree are very few",
    stored["sequential"] / 8,
)
low, high = eight["tree"].score_interval()
assert low < 1 / 2 < high and many["tree"].score_interval()[1] < 1 / 2
claim("300 games cannot tell it", games)
claim(
    "each tree has four playouts, fewer than there are columns, and loses all 300 games",
    stored["sequential"] / rows[-1]["workers"],
    many["root"].losses,
)
assert many["root"].losses == games
claim("With 32 they can", rows[-1]["workers"])
claim("Connect Four, 128 playouts a move", stored["sequential"])

# %%
assert (
    eight["tree"].score
    > eight["tree, no virtual loss"].score
    > eight["leaf"].score
    > eight["root"].score
)
assert gain[0] > 0 > gain[1] and leaf_gap[1] > 0 and difference(eight["leaf"], eight["root"])[1] > 0
claim(
    "not certain, after 300 games: its interval reaches a little below 0",
    games,
    round(gain[1], 1) + 0,
)
assert all(tally.score_interval()[0] > 1 / 2 for tally in timed.values())
claim("at 200,000 iterations a move", speeds.__defaults__[0])
assert repeated
