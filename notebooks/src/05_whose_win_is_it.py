# %% [markdown]
# # 05 · Whose win is it? The bug clinic
#
# **What you'll do.** Examine search engines that have one wrong line each, and find out which tests notice.
#
# Here are two trees of 60 iterations from the same position and the same seed. In the second, one line of the search is wrong:

# %%
from mctslib.course import A
from mctslib.course.ch05 import HEALTHY, MUTANTS
from mctslib.draw import gallery, tree_svg

engines = {"the library": HEALTHY, "one line changed": MUTANTS["no sides"].engine()}
trees = [tree_svg(engine.tree(A.state, 60), max_nodes=7, boards=1) for engine in engines.values()]
gallery(trees, engines, spoken=True)

# %% [markdown]
# **What you'll learn.**
# - *On paper:* check backpropagation with a tree of three nodes.
# - Write tests that convict a sick engine and acquit a healthy one.
# - Diagnose bugs of perspective, of draws, of finished games and of the formula.
# - Say what a win rate proves, and what it does not.
#
# **What you'll need.** The four functions of chapter 04, and UCB1. About 70 minutes, and about 25 minutes more for the optional part at the end.
#
# ## Predict first
#
# A **mutant** is a program with one line changed on purpose. In this chapter eleven mutants of our search are waiting.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

seen_by_random = predict("05-random")
seen_by_random

# %%
best_test = predict("05-best")
best_test

# %% [markdown]
# ## A bug that wins
#
# In chapter 04 you broke backpropagation: everybody on the path was credited with X's reward. Here is that mutant again. A line with `-` is the library's, a line with `+` is what the mutant has instead.

# %%
from mctslib.course.ch05 import INSTRUMENTS

no_sides = MUTANTS["no sides"]
print(no_sides.diff())

# %% [markdown]
# The mutant is compiled from the library's own source with this piece replaced; the rest is the same. How would most people test it? They let it play. An **instrument** is a way to examine an engine, and the first one counts wins against a player who moves at random:

# %%
engine = no_sides.engine()
as_x = INSTRUMENTS["random as X"].count(engine, 200, seed="first look")
as_x

# %% [markdown]
# 198 wins in 200 games, with 300 iterations a move (the brackets hold the 95 % interval). Ready to publish? Let it play O instead:

# %%
as_o = INSTRUMENTS["random as O"].count(engine, 200, seed="first look")
as_o

# %% [markdown]
# One win, against somebody who plays *at random*. Its values count X's wins as good, so as O it looks for the moves that help X. And as X, against an opponent who never errs? Here games *not lost* are counted, the mutant's first, then those of a healthy engine with the same iterations:

# %%
perfect_as_x = INSTRUMENTS["perfect as X"].count(engine, 200, seed="first look")
healthy_as_x = INSTRUMENTS["perfect as X"].count(HEALTHY, 200, seed="first look")
perfect_as_x, healthy_as_x

# %% [markdown]
# The healthy engine never lost, the mutant lost more than half of its games. As X it hopes that O will help, and a random O often does.
#
# ## When is a difference a difference?
#
# Two runs with different seeds seldom give the same number of wins, so "fewer wins than the healthy engine" is not yet a verdict. We need an interval for the *difference* of the two shares, healthy minus mutant (Newcombe, 1998). If even its lower end is above zero, we call the mutant worse. If zero lies inside, the honest verdict is: **cannot tell**.

# %%
from mctslib.course.ch05 import Count, difference_interval

small = difference_interval(Count(93, 100), Count(88, 100))
large = difference_interval(Count(9300, 10000), Count(8800, 10000))
[tuple(round(end, 3) for end in interval) for interval in (small, large)]

# %% [markdown]
# 93 against 88 in a hundred games: zero lies well inside, so we cannot tell. With the same shares in a hundred times as many games, the whole interval is above zero. It is a 99.9 % interval, stricter than usual: we are going to ask dozens of such questions, and with 95 % intervals a healthy engine would be called worse every now and then, by chance.

# %%
checkpoint("05-cannot")

# %% [markdown]
# ## Look inside: a hand test
#
# Games look at an engine from outside. It is cheaper to look at one function with numbers that you know. A root, X's move below it, O's reply below that:

# %%
from mctslib import Node, TicTacToe
from mctslib.tree import attach


def short_line():
    """Return the nodes of X's move and of O's reply, below a root; nothing counted yet."""
    x_node = attach(Node(TicTacToe()), 0)
    return x_node, attach(x_node, 4)


# %% [markdown]
# **On paper.** O wins a playout, rewards (0, 1), and it is backpropagated from O's node. What is W in O's node? In X's?
#
# ### Exercise 1: a hand test of one line
#
# Return True if both nodes have what you wrote down. It must acquit every healthy backpropagation and convict the sick ones.


# %% tags=["exercise"]
# hint: Compare (x_node.value_sum, o_node.value_sum) with the pair of numbers on your paper. One node alone is not enough: some bug always gets one of them right.
def hand_test(backpropagate):
    """Return whether X's node and O's node each hold their own side's reward."""
    x_node, o_node = short_line()
    backpropagate(o_node, (0.0, 1.0))
    # --- solution
    return (x_node.value_sum, o_node.value_sum) == (0, 1)
    # --- end


# %%
from mctslib.course.ch05 import check_hand_test

check_hand_test(hand_test)

# %% [markdown]
# Remember what this cost: no game, no statistics, a millisecond. One of the convicted adds `rewards[node.state.current_player]`, the reward of the player *to move* there. That is the second mutant, *side to move*.
#
# ## A whole tree by hand
#
# The position of chapter 03 is small enough for paper. For twelve iterations the path and the rewards have been written down. From that alone, every N and W can be worked out: path, then (N, W).

# %%
from mctslib.course.ch05 import exams

exams.on_paper(12)

# %% [markdown]
# An **exam** is an instrument that needs no statistics: it complains, or it finds nothing. Our healthy engine passes all four exams of this chapter, and an exam uses the same seeds each time. A mutant differs from this engine in one piece of code. So if an exam complains about a mutant, the changed piece is the reason. This exam examines the healthy engine, *no sides*, and a mutant for which a draw counts as a loss:

# %%
by_hand, draw = INSTRUMENTS["tree by hand"], MUTANTS["draw is a loss"]
print(draw.diff())
print(*(by_hand.examine(patient) for patient in (HEALTHY, engine, draw.engine())), sep="\n")

# %% [markdown]
# ## Laws that every tree obeys
#
# A tree by hand has a price: it is right for *our* engine alone. A healthy engine that uses its random generator in another way, or has the moves in another order, fails this exam, so a complaint about such an engine proves nothing. An **invariant** is a law that holds in *every* healthy tree, whatever the luck. For example: as long as the game goes on there, a node below the root has the visits of its children, plus one for its own playout. `check_tree`, from the library, checks many such laws.

# %%
INSTRUMENTS["invariants"].examine(draw.engine())

# %% [markdown]
# Read the complaint: each game is worth one point, and what one side did not get, the other must have got.
#
# ### Exercise 2: a law of your own
#
# A node whose game is finished has no luck left in it: each of its visits brought the same reward. So W is N times the reward of the player who moved there. Make a test of it.


# %% tags=["exercise"]
# hint: all(... for node in root.descendants() if node.state.is_terminal()), and inside compare node.value_sum with node.visits * node.state.rewards()[node.player].
def finished_right(root):
    """Return whether every finished game in the tree has the W that it must have."""
    # --- solution
    return all(
        node.value_sum == node.visits * node.state.rewards()[node.player]
        for node in root.descendants()
        if node.state.is_terminal()
    )
    # --- end


# %%
from mctslib.course.ch05 import check_finished

check_finished(finished_right)

# %% [markdown]
# The three convicted are *no sides*, *side to move* and a new one, *parent's playout*. That has `leaf.state` where `child.state` should be: the random game starts at the parent of the new node, which learns nothing about its own move.
#
# And a bug that showed in none of our games. When an engine keeps a part of its tree for the next move, it must cut the old parent off. Otherwise backpropagation walks on into positions that are long past:

# %%
uncut = MUTANTS["parent not cut"]
print(uncut.diff())
INSTRUMENTS["invariants"].examine(uncut.engine())

# %% [markdown]
# ## The formula
#
# Four of the mutants have a wrong selection formula. The invariants do not see these mutants: the bookkeeping is right, only the visits go elsewhere. The exam for these: nodes made by hand, whose children have known visits and sums of rewards, and the child that UCB1 must pick there. (As in chapter 02, n stands for the visits of a child and N for the visits of its parent. In the lines below `child.visits` is n, `node.visits` is N, and `log_visits` is the logarithm of N.)

# %%
for name in ("raw wins", "sqrt(N)/n", "log of n", "no root"):
    print(MUTANTS[name].diff().splitlines()[1])
    print(INSTRUMENTS["formula"].examine(MUTANTS[name].engine()), end="\n\n")

# %% [markdown]
# ### Exercise 3: repair a formula
#
# This score has two of the faults at once. Mend it. Its parameters are W and n of a child, N of the child's parent, and c.

# %% tags=["exercise"]
# hint: Exploitation is the mean reward, value_sum / visits. In the exploration term the logarithm is of parent_visits.
from math import log, sqrt


def score(value_sum, visits, parent_visits, c):
    """Return UCB1 of a child that has at least one visit."""
    # --- solution
    return value_sum / visits + c * sqrt(log(parent_visits) / visits)
    # --- stub
    # return value_sum + c * sqrt(log(visits) / visits)
    # --- end


# %%
from mctslib.course.ch05 import check_score

check_score(score)

# %% [markdown]
# ## The rules
#
# The search may be perfect and the *game* wrong. In the rules of this engine the game goes on after somebody has won. The exam for rules is **perft**: count all sequences of n moves, for n from 1 to 6, and compare with the known numbers.

# %%
plays_on = MUTANTS["plays on"]
print(plays_on.diff())
INSTRUMENTS["perft"].examine(plays_on.engine())

# %% [markdown]
# In the position named W (for *win*; this W is a name, not a sum of rewards) it is X's turn, and a win is there to be taken. A **litmus position** is one whose right move is known for certain; like a game it is asked many times.

# %%
from mctslib.draw import show_board
from mctslib.course import W

show_board(W.state, highlight=sorted(W.correct))

# %% [markdown]
# 50 searches by the healthy engine, and 50 by the mutant:

# %%
w_now = INSTRUMENTS["litmus W"].count(plays_on.engine(), 50, "now")
INSTRUMENTS["litmus W"].count(HEALTHY, 50, "now"), w_now

# %% [markdown]
# In its 50 searches the mutant does not once take the win: in its rules the game goes on after a win, so the win can wait.
#
# The last of the eleven, *skips the untried*, selects with a mere `while node.children:`, and goes deeper before every move was tried.
#
# ## The clinic is open
#
# <span class="with-python">Pick a bug and an instrument, and read the verdict.</span> The verdict comes from a stored measurement: 1,000 games for a match, 400 searches for a litmus position (A and S are those of chapter 01; in S, O began). <span class="with-python">**Run it now** takes a small sample of its own, often too small to tell.</span>

# %%
from mctslib.course.ch05 import Clinic

Clinic("no sides", "random as X")

# %% [markdown]
# ## Which instrument sees which bug?
#
# Everything at once. `python -m mctslib.course.ch05.measure` has measured it, and the file keeps counts, seeds and sample sizes. Each cell has seeds of its own, made from the names of its row and its column. So two counts differ by chance, too, even where two engines play the same moves. The first row is a second healthy engine with other seeds, a **control**: an instrument that convicts the control is no good.

# %%
from mctslib.course.ch05 import load_matrix

matrix = load_matrix()
matrix.table()

# %% [markdown]
# Do not believe a file. Every exam again, and two of the litmus counts, search by search (the matches take minutes):

# %%
from mctslib.course.ch05.measure import examine_again, measure

again = examine_again()
right_in_s = measure("no sides", "litmus S")["count"]
right_in_w = measure("plays on", "litmus W")["count"]
right_in_s, right_in_w

# %% [markdown]
# How many of the eleven does each instrument see?

# %%
seen = {name: len(matrix.seen_by(name)) for name in INSTRUMENTS}
seen

# %% [markdown]
# **Winning against random proves almost nothing.** The match as X sees 4 of the eleven, although 1,000 games were played with each. (A fifth is close: *log of n* won 963 games, the healthy engine 986. The interval of the difference begins at -0.0009, just below zero: cannot tell.) A tree of twelve iterations on paper, without any opponent, sees 10. Look at three rows:
#
# - *no sides* wins 98.8 % of its games as X against random, the healthy engine 98.6 %. As O it wins 0.5 %.
# - *no root* and *parent's playout* are convicted by no match, not even against perfect play. A look inside gives them away, or position A.
# - *parent not cut* is seen by a single instrument, the invariants. In its moves there is nothing to see: with the same seeds they are the healthy engine's, one for one. (In the table its counts are not the healthy engine's, because each cell has seeds of its own.)
#
# And none of these instruments sees everything: formula and perft are blind to most bugs, and certain about the others. So use several, the cheap and certain ones first: rules, hand tests, invariants, formula. Play matches last, on *both* sides, against the best opponent you have.

# %%
checkpoint("05-friend")

# %% [markdown]
# ## Your predictions

# %%
why = "A weak opponent punishes little, and moving first hides more."
score_prediction(seen_by_random, seen["random as X"], why, within=1)

# %%
why = "It compares N and W of each node, and all four functions and the game contribute to them."
score_prediction(best_test, "A tree of 12 iterations, worked out on paper", why)

# %% [markdown]
# ## Optional: be the doctor
#
# The rest is practice: everything has been said.
#
# ### Exercise 4: five patients
#
# Five engines, and what the instruments found. One of them is healthy. The names are those of the table's rows. Name each, from what is reported below:

# %%
from mctslib.course.ch05 import case_file

for letter in "PQRTU":
    print(case_file(letter), end="\n\n")

# %% tags=["exercise"]
# hint: Start with the exams: each complaint says where it hurts. A patient whom nobody accuses goes home. Then look up the row of your suspect in the table and compare it finding by finding.
# --- solution
diagnosis = {
    "P": "no sides",
    "Q": "plays on",
    "R": "healthy",
    "T": "log of n",
    "U": "draw is a loss",
}
# --- stub
# diagnosis = {"P": ..., "Q": ..., "R": ..., "T": ..., "U": ...}
# --- end

# %%
from mctslib.course.ch05 import check_diagnosis

check_diagnosis(diagnosis)

# %% [markdown]
# ### The blind round
#
# Now without help: a patient without a label, perhaps healthy. <span class="with-python">Use as few instruments as you can; a wrong name counts as one.</span>

# %%
from mctslib.course.ch05 import BlindRound

BlindRound(seed=6)

# %% [markdown]
# ## In practice
#
# <small>Most bugs of this kind have been found in public code, in tutorials and in libraries. Big engine projects keep perft numbers for their games, and let a new version play thousands of games against the old one before it is accepted. Changing a program on purpose to see whether the tests notice has a name, mutation testing; the tests of this series are tested in that way. Appendix B has the bug card, one page to keep beside the keyboard.</small>
#
# ## Further reading
#
# - DeMillo, Lipton and Sayward (1978), *Hints on test data selection*: mutation testing begins.
# - Newcombe (1998), *Interval estimation for the difference between independent proportions*: method 10 is ours.
# - Browne et al. (2012), *A survey of Monte Carlo tree search methods*, section 3: whose reward goes where, in pseudo-code.
#
# **Next:** [05b · A blank sheet](05b_a_blank_sheet.ipynb). You write a whole search for a game that you have not seen.

# %%
summary("05")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

claim("eleven mutants of our search", len(MUTANTS))
claim("198 wins in 200 games", as_x.hits, as_x.of)
claim("One win, against somebody", as_o.hits)
assert healthy_as_x.hits == healthy_as_x.of and perfect_as_x.share < 0.5
assert small[0] < 0 < small[1] and large[0] > 0
from mctslib.course.ch05 import EXAMS

assert len(EXAMS) == 4 and all(not INSTRUMENTS[name].exam(HEALTHY) for name in EXAMS)
for (patient, name), said in again.items():
    assert matrix.cell(patient, name).said == said
assert {name for _, name in again} == set(EXAMS)
claim("passes all four exams", len(EXAMS))
wrong_formula = ("raw wins", "sqrt(N)/n", "log of n", "no root")
assert not set(wrong_formula) & set(matrix.seen_by("invariants"))
assert set(matrix.seen_by("formula")) == set(wrong_formula)
assert max(seen.values()) < len(MUTANTS)  # none of these instruments sees everything
assert right_in_s == list(matrix.cell("no sides", "litmus S").count)
assert (
    right_in_w == list(matrix.cell("plays on", "litmus W").count)
    and right_in_w[0] == w_now.hits == 0
)
assert matrix.seeing("healthy") == []

# %%
settings = matrix.settings
claim("with 300 iterations a move", settings["iterations a move"])
claim("It is a 99.9 % interval", settings["verdict confidence"])
claim("plays 1,000 games as X", settings["games"])
claim("1,000 games for a match, 400 searches", settings["games"], settings["litmus searches"])
claim(
    "The match as X sees 4 of the eleven, although 1,000 games",
    seen["random as X"],
    settings["games"],
)
claim("sees 10", seen["tree by hand"])
assert seen["tree by hand"] == max(seen.values()) < len(MUTANTS)
won = [matrix.cell("no sides", name).count.share for name in ("random as X", "random as O")]
healthy = matrix.baseline("random as X").share
claim("98.8 % of its games as X against random, the healthy engine 98.6 %", won[0], healthy)
claim("As O it wins 0.5 %", won[1])
matches = {name for name in INSTRUMENTS if " as " in name}
quiet = [set(matrix.seeing(name)) for name in ("no root", "parent's playout")]
assert all(not matches & seeing and "litmus A" in seeing for seeing in quiet)
close = [matrix.cell("log of n", "random as X").count, matrix.baseline("random as X")]
claim("*log of n* won 963 games, the healthy engine 986", *(count.hits for count in close))
claim("begins at -0.0009", difference_interval(*reversed(close))[0])
assert matrix.cell("parent not cut", "random as O").count != matrix.baseline("random as O")
as_o_again = INSTRUMENTS["random as O"].count
assert as_o_again(uncut.engine(), 5, "first look") == as_o_again(HEALTHY, 5, "first look")
assert (
    matrix.seeing("parent not cut") == ["invariants"]
    and seen["perft"] == 1
    and seen["formula"] == 4
)
