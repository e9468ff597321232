# %% [markdown]
# # 05 · Whose win is it? The bug clinic
#
# **What you'll do.** You examine search engines that have one wrong line each, and find out which tests notice the wrong line.
#
# The picture below shows two trees after 60 iterations, from the same position and with the same seed. In the search that grew the second tree, one line is wrong.

# %%
from mctslib.course import A
from mctslib.course.ch05 import HEALTHY, MUTANTS
from mctslib.draw import gallery, tree_svg

engines = {"the library": HEALTHY, "one line changed": MUTANTS["no sides"].engine()}
trees = [tree_svg(engine.tree(A.state, 60), max_nodes=7, boards=1) for engine in engines.values()]
gallery(trees, engines, spoken=True)

# %% [markdown]
# **What you'll learn.** Afterwards you can
# - *on paper:* check backpropagation with a tree of three nodes,
# - write tests that reject an engine with a bug and accept an engine without one,
# - find bugs in the UCB1 formula and in the handling of players, draws and finished games,
# - explain what a number of wins proves, and what it does not prove.
#
# **What you'll need.** The four functions of chapter 04, and UCB1. &nbsp; **Time:** about 70 minutes, and about 25 minutes more for the optional part at the end.
#
# ## Two predictions
#
# A **mutant** is a program in which one line was changed on purpose. This chapter examines eleven mutants of our search. A search without such a change is called *healthy*.
#
# Guess before you go on.

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
# In chapter 04 you built a bug into backpropagation: each node on the path got X's reward. This is our first mutant, called *no sides*. The next cell shows the change. The line with `-` is the library's line, and the line with `+` is the mutant's line.

# %%
from mctslib.course.ch05 import INSTRUMENTS

no_sides = MUTANTS["no sides"]
print(no_sides.diff())

# %% [markdown]
# All other lines of the mutant are the same as in the library. How would you test an engine like this? A natural test is to let it play. An **instrument** is a way to examine an engine. Our first instrument, *random as X*, counts the wins of an engine that plays X against a player who moves at random. The next cell plays 200 games.

# %%
engine = no_sides.engine()
wins_as_x = INSTRUMENTS["random as X"].count(engine, 200, seed="first look")
wins_as_x

# %% [markdown]
# The mutant won 198 of the 200 games, with 300 iterations per move. The numbers in brackets are the 95% interval. Is the engine good? The next cell lets it play O.

# %%
wins_as_o = INSTRUMENTS["random as O"].count(engine, 200, seed="first look")
wins_as_o

# %% [markdown]
# As O, the mutant won one game against a *random* player. In its nodes, W counts X's points, so when the mutant plays O, it looks for moves that help X.
#
# How well does the mutant play as X against a perfect player? A perfect player does not lose at tic-tac-toe, so we count the games that were *not lost*. The next cell shows the mutant's count first, and then the count of the healthy engine with the same number of iterations.

# %%
not_lost_by_mutant = INSTRUMENTS["perfect as X"].count(engine, 200, seed="first look")
not_lost_by_healthy = INSTRUMENTS["perfect as X"].count(HEALTHY, 200, seed="first look")
not_lost_by_mutant, not_lost_by_healthy

# %% [markdown]
# The healthy engine lost none of its games, and the mutant lost more than half. When it plays X, the mutant searches as if O made moves that are good for X. A random player often makes such moves, but a perfect player does not.
#
# ## Is a difference more than luck?
#
# Two matches with different seeds seldom end with the same number of wins. So "fewer wins than the healthy engine" does not prove a bug. We need an interval for the *difference* of the two shares, healthy minus mutant (Newcombe, 1998). If the whole interval is above zero, we say that the mutant is worse. If zero lies inside the interval, we say that we **cannot tell**.
#
# Here is an example with two pairs of numbers. The first pair is 93 and 88 wins in 100 games each. The second pair is 9,300 and 8,800 wins in 10,000 games each. The next cell computes both intervals.

# %%
from mctslib.course.ch05 import Count, difference_interval

from_100_games = difference_interval(Count(93, 100), Count(88, 100))
from_10_000_games = difference_interval(Count(9300, 10000), Count(8800, 10000))
[tuple(round(end, 3) for end in interval) for interval in (from_100_games, from_10_000_games)]

# %% [markdown]
# Zero lies inside the first interval, so we cannot tell. The second pair has the same shares, but a hundred times as many games, and its whole interval is above zero.
#
# Both are 99.9% intervals, which are wider than the usual 95% intervals. The reason is that we will compare engines dozens of times. With 95% intervals, chance alone would sometimes make us call a healthy engine worse.

# %%
checkpoint("05-cannot")

# %% [markdown]
# ## Look inside: a test with known numbers
#
# A match tests the whole engine. It is faster to test a single function with numbers that you know. For this test we need a tree of three nodes: a root, the node of X's move, and below it the node of O's reply. The function below makes this tree, with N = 0 and W = 0 in all nodes.

# %%
from mctslib import Node, TicTacToe
from mctslib.tree import attach


def short_line():
    """Return two new nodes below a root: the node of X's move, and the node of O's reply."""
    x_node = attach(Node(TicTacToe()), 0)
    return x_node, attach(x_node, 4)


# %% [markdown]
# Here is an example. Suppose that a playout from O's node ends in a draw, with the rewards (½, ½). After backpropagation, W is ½ in O's node and ½ in X's node. A draw cannot reveal that a function confuses the players, because both players get the same reward.
#
# **On paper.** Now suppose that O wins the playout, so the rewards are (0, 1). What is W in O's node after backpropagation? What is W in X's node?
#
# ### Exercise 1: a hand test
#
# Complete the function `hand_test(backpropagate)`. Its first lines make the two nodes, and backpropagate O's win from O's node. It should return True if both nodes have the values of W that you wrote down, and False otherwise. So the test must be True for each healthy backpropagation, and False for each backpropagation with a bug.


# %% tags=["exercise"]
# hint: W of a node is `node.value_sum`. Compare the pair `(x_node.value_sum, o_node.value_sum)` with the two numbers on your paper. You need both nodes, because some bugs change only one of them.
def hand_test(backpropagate):
    """Return whether W of X's node is X's reward, and W of O's node is O's reward."""
    x_node, o_node = short_line()
    backpropagate(o_node, (0.0, 1.0))
    # --- solution
    return (x_node.value_sum, o_node.value_sum) == (0, 1)
    # --- end


# %%
from mctslib.course.ch05 import check_hand_test

check_hand_test(hand_test)

# %% [markdown]
# This test needs no games and no statistics, and takes about a millisecond. One of the functions that it rejects adds `rewards[node.state.current_player]`, the reward of the player *to move* in the node. This function belongs to the second mutant, *side to move*.
#
# ## A whole tree on paper
#
# The position of chapter 03 is small enough for paper. We have written down the paths and the rewards of twelve iterations. As in chapter 03, N and W of all nodes follow from these records. The next cell shows the path of each node, and its pair (N, W).

# %%
from mctslib.course.ch05 import exams

exams.on_paper(12)

# %% [markdown]
# We can use these numbers as an instrument, *tree by hand*: it runs an engine for twelve iterations, and compares N and W after each iteration with the numbers on paper. An **exam** is an instrument like this one, which needs no statistics. An exam either describes a difference or finds nothing.
#
# Our healthy engine passes all four exams in this chapter, and an exam uses the same seeds each time. A mutant differs from the healthy engine in one piece of code. So if an exam finds something wrong in a mutant, the changed piece is the cause.
#
# The next cell runs this exam on three engines: the healthy engine, the mutant *no sides*, and a new mutant in which a draw counts as a loss.

# %%
by_hand, draw_is_loss = INSTRUMENTS["tree by hand"], MUTANTS["draw is a loss"]
print(draw_is_loss.diff())
for examined in (HEALTHY, engine, draw_is_loss.engine()):
    print(by_hand.examine(examined))

# %% [markdown]
# The sign · means that the exam found nothing, and ✗ means that the exam found a fault.
#
# ## Rules that are true in each tree
#
# The numbers on paper are right only for *our* engine. Another healthy engine may use its random numbers in another way, or list the moves in another order. Such an engine grows a different tree, so it fails this exam although nothing is wrong with it. An **invariant** is a rule that is true for *each* tree of an engine without bugs, no matter which random numbers the engine used.
#
# Here is an example of an invariant from chapter 03. Take a node below the root whose game is not over. Its N is 1 more than the sum of its children's N, because the node had one playout of its own. The library's `check_tree` checks many invariants. The next cell runs it on trees of the mutant *draw is a loss*.

# %%
INSTRUMENTS["invariants"].examine(draw_is_loss.engine())

# %% [markdown]
# The invariant in this message says that the two players share one point per game: their rewards add up to 1. In the mutant, a draw gives no points.
#
# ### Exercise 2: your own invariant
#
# Consider a node in which the game is finished. Each visit to this node brings the same reward, because no playout follows. So W must be N times the reward of the player who moved into the node. For example, if X has won in a node that X moved into, and N = 3, then W must be 3 · 1 = 3. If the game was a draw and N = 4, then W must be 4 · ½ = 2.
#
# Write the function `finished_right(root)`. It returns True if this rule holds in all nodes of the tree where the game is finished, and False otherwise. You can use `root.descendants()` (all nodes of the tree), `node.state.is_terminal()`, `node.state.rewards()` and `node.player`. The function must not change the tree.


# %% tags=["exercise"]
# hint: Go through `root.descendants()` and look only at nodes with `node.state.is_terminal()`. For each of these nodes, compare `node.value_sum` with `node.visits * node.state.rewards()[node.player]`. The function `all` returns whether the comparison is True for all these nodes.
def finished_right(root):
    """Return whether W is N times the reward in all nodes with a finished game."""
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
# Your function rejects three mutants: *no sides*, *side to move*, and a new one, *parent's playout*. In the new mutant the random game starts with `leaf.state` instead of `child.state`. So the game starts at the parent of the new node, and its result says nothing about the move into the new node.
#
# The next mutant has a bug that matches do not reveal. An engine can keep a part of its tree for the next move of the game. The root of this part must then forget its old parent. Otherwise backpropagation continues into positions that are no longer needed. The next cell shows the mutant *parent not cut*, and what the invariants find.

# %%
parent_not_cut = MUTANTS["parent not cut"]
print(parent_not_cut.diff())
INSTRUMENTS["invariants"].examine(parent_not_cut.engine())

# %% [markdown]
# ## The formula
#
# Four of the mutants have a wrong selection formula. The invariants do not find these mutants, because N and W are still consistent. Only the choice of the visited nodes is wrong. The exam *formula* makes nodes whose children have known N and W. Then it compares the child that an engine picks with the child that UCB1 picks.
#
# The next cell shows the changed line of each of the four mutants, and what the exam finds. In these lines `child.visits` is n, the visits of the child, and `node.visits` is N, the visits of its parent. `log_visits` is the logarithm of N.

# %%
for name in ("raw wins", "sqrt(N)/n", "log of n", "no root"):
    print(MUTANTS[name].diff().splitlines()[1])
    print(INSTRUMENTS["formula"].examine(MUTANTS[name].engine()), end="\n\n")

# %% [markdown]
# ### Exercise 3: repair a formula
#
# The function `score` below has two of these bugs at the same time. Repair the function so that it returns the UCB1 score of chapter 02. Its arguments are W and n of a child, N of the child's parent, and the constant c.

# %% tags=["exercise"]
# hint: The first term of the score is the mean reward, `value_sum / visits`. In the exploration term, take the logarithm of `parent_visits`.
from math import log, sqrt


def score(value_sum, visits, parent_visits, c):
    """Return the UCB1 score of a child that has at least one visit."""
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
# The search can be right while the rules of the *game* are wrong. The exam for rules is called **perft**. It counts all sequences of n moves, and compares the counts with known numbers.
#
# For a small example we write a game from scratch. Two players take turns, and at each turn a player takes one or two sticks from a pile. The player who takes the last stick wins. A state must answer the five questions of chapter 00. The class below is a `NamedTuple`, which is a tuple whose fields have names.

# %%
from typing import NamedTuple


class Sticks(NamedTuple):
    left: int
    current_player: int = 0
    num_players = 2

    def legal_actions(self):
        return [number for number in (1, 2) if number <= self.left]

    def apply(self, action):
        return Sticks(self.left - action, 1 - self.current_player)

    def is_terminal(self):
        return self.left == 0

    def rewards(self):
        return (0, 1) if self.current_player == 0 else (1, 0)


# %% [markdown]
# With three sticks there are two first moves, 1 and 2. There are three sequences of two moves: 1 and 1, 1 and 2, 2 and 1. Only one sequence has three moves: 1, 1 and 1. `perft` returns the same numbers:

# %%
from mctslib.checks import perft

[perft(Sticks(3), moves) for moves in (1, 2, 3)]

# %% [markdown]
# In the mutant *plays on*, a game of tic-tac-toe continues after a player has won. The next cell shows the changed line, and what the exam finds. The exam counts the sequences of n moves, for n from 1 to 6.

# %%
plays_on = MUTANTS["plays on"]
print(plays_on.diff())
INSTRUMENTS["perft"].examine(plays_on.engine())

# %% [markdown]
# Another instrument for this mutant is a **litmus position**, which is a position whose right move is known. The instrument searches the position many times, with different seeds, and counts the right moves. We use position W of chapter 01. Here W is the name of a position, not a sum of rewards. The picture shows position W. It is X's turn, and the cell in the dashed frame wins.

# %%
from mctslib.draw import show_board
from mctslib.course import W

show_board(W.state, highlight=sorted(W.correct))

# %% [markdown]
# The next cell counts the right moves in 50 searches of the healthy engine, and in 50 searches of the mutant.

# %%
right_by_mutant = INSTRUMENTS["litmus W"].count(plays_on.engine(), 50, "now")
INSTRUMENTS["litmus W"].count(HEALTHY, 50, "now"), right_by_mutant

# %% [markdown]
# In none of its 50 searches does the mutant choose the winning move. By its rules the game continues after a win, so the mutant can still win later.
#
# The last of the eleven mutants is *skips the untried*. Its selection uses only `while node.children:`, so it goes deeper before all moves of a node have been tried.
#
# ## Try all instruments
#
# <span class="with-python">In the tool below, choose a bug and an instrument, and read the result.</span> The result comes from a stored measurement with 1,000 games for a match and 400 searches for a litmus position. The litmus positions A and S are the positions of chapter 01. <span class="with-python">**Run it now** takes a new, small sample, which is often too small to tell.</span>

# %%
from mctslib.course.ch05 import Clinic

Clinic("no sides", "random as X")

# %% [markdown]
# ## Which instrument finds which bug?
#
# The table below shows the results of all instruments for all mutants. Each row is an engine, and each column is an instrument. The sign ✗ means that the instrument finds the bug. The first row is a **control**, a second healthy engine with other seeds. If an instrument finds a bug in the control, the instrument is wrong.
#
# The program `python -m mctslib.course.ch05.measure` made these measurements, and stored them in a file. Each cell of the table has seeds of its own. So the counts of two engines can differ by chance, even if the engines play the same moves.

# %%
from mctslib.course.ch05 import load_matrix

matrix = load_matrix()
matrix.table()

# %% [markdown]
# You need not trust the file. The next cell repeats all the exams and two of the litmus counts. (The matches would take minutes.)

# %%
from mctslib.course.ch05.measure import examine_again, measure

repeated_exams = examine_again()
right_in_s = measure("no sides", "litmus S")["count"]
right_in_w = measure("plays on", "litmus W")["count"]
right_in_s, right_in_w

# %% [markdown]
# How many of the eleven mutants does each instrument find?

# %%
found_by = {name: len(matrix.seen_by(name)) for name in INSTRUMENTS}
found_by

# %% [markdown]
# **Wins against a random player prove little.** The match as X finds 4 of the eleven mutants, although each mutant played 1,000 games. A fifth mutant, *log of n*, is a borderline case. It won 963 games, and the healthy engine won 986. The interval of the difference begins at -0.0009, just below zero, so we cannot tell. The tree of twelve iterations on paper needs no opponent, and it finds 10 mutants.
#
# Look more closely at three results:
#
# - *no sides* wins 98.8% of its games as X against the random player. The healthy engine wins 98.6%. But as O, *no sides* wins only 0.5%.
# - No match finds *no root* and *parent's playout*, not even a match against a perfect player. Exams and position A find both mutants.
# - *parent not cut* is found only by the invariants. With the same seeds this mutant plays the same moves as the healthy engine. Its counts in the table differ from the healthy engine's counts because each cell has seeds of its own.
#
# None of these instruments finds all eleven mutants. The exams *formula* and *perft* find few mutants, but a mutant that they find certainly has a bug. So use several instruments. Begin with the instruments that are fast and certain: perft for the rules, hand tests, invariants, and the formula. Play matches at the end, on *both* sides, against the strongest opponent you have.

# %%
checkpoint("05-friend")

# %% [markdown]
# ## Your predictions

# %%
why = "A weak opponent rarely punishes bad moves, and the first move is an advantage."
score_prediction(seen_by_random, found_by["random as X"], why, within=1)

# %%
why = "It compares N and W of each node, and all four functions and the game contribute to them."
score_prediction(best_test, "A tree of 12 iterations, worked out on paper", why)

# %% [markdown]
# ## Optional: find the bug
#
# The rest of this chapter is practice, and introduces nothing new.
#
# ### Exercise 4: five engines without names
#
# The next cell lists what the instruments found in five engines, P, Q, R, T and U. One of the engines is healthy. The other four are mutants of the table above. Find the name of each engine. A name is the text at the beginning of a row in the table.

# %%
from mctslib.course.ch05 import case_file

for letter in "PQRTU":
    print(case_file(letter), end="\n\n")

# %% tags=["exercise"]
# hint: Start with the exams, because their messages say what is wrong. If no instrument finds anything, the engine is healthy. When you suspect a mutant, look up its row in the table, and compare each number.
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
# The tool below gives you an engine without a name. It may be healthy. <span class="with-python">Use instruments, and name the engine. Try to use few instruments. A wrong name counts as one more instrument.</span>

# %%
from mctslib.course.ch05 import BlindRound

BlindRound(seed=6)

# %% [markdown]
# ## In practice
#
# - Most of these bugs have been found in public code, in tutorials and in libraries.
# - Large engine projects keep perft numbers for their games. Before such a project accepts a new version, this version plays thousands of games against the old one.
# - Changing a program on purpose, to see whether its tests notice the change, is called mutation testing. The tests of this series are checked in this way.
# - Appendix B contains the bug card, a page with the symptoms of all these bugs.
#
# ## Further reading
#
# - DeMillo, Lipton and Sayward (1978), *Hints on test data selection*: the origin of mutation testing.
# - Newcombe (1998), *Interval estimation for the difference between independent proportions*: we use its method 10.
# - Browne et al. (2012), *A survey of Monte Carlo tree search methods*, section 3: pseudo-code that shows which reward is added to which node.
#
# **Next:** [05b · A blank sheet](05b_a_blank_sheet.ipynb). You write a whole search for a game that you have not seen before.

# %%
summary("05")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

from mctslib.search import backpropagate

claim("eleven mutants of our search", len(MUTANTS))
claim("won 198 of the 200 games", wins_as_x.hits, wins_as_x.of)
claim("The next cell plays 200 games", wins_as_x.of)
claim("the mutant won one game against", wins_as_o.hits)
assert not_lost_by_healthy.hits == not_lost_by_healthy.of and not_lost_by_mutant.share < 0.5
assert from_100_games[0] < 0 < from_100_games[1] and from_10_000_games[0] > 0
hits, more_hits, trials = (93, 88), (9_300, 8_800), (100, 10_000)
assert from_100_games == difference_interval(Count(hits[0], trials[0]), Count(hits[1], trials[0]))
assert from_10_000_games == difference_interval(
    Count(more_hits[0], trials[1]), Count(more_hits[1], trials[1])
)
claim("The first pair is 93 and 88 wins in 100 games each", *hits, trials[0])
claim("The second pair is 9,300 and 8,800 wins in 10,000 games each", *more_hits, trials[1])
x_node, o_node = short_line()
claim("with N = 0 and W = 0 in all nodes", x_node.visits, o_node.value_sum)
backpropagate(o_node, (0.5, 0.5))
claim("W is ½ in O's node and ½ in X's node", o_node.value_sum, x_node.value_sum)
claim("with the rewards (½, ½)", o_node.value_sum, x_node.value_sum)
three, four, win, draw = 3, 4, 1, 0.5
claim("and N = 3, then W must be 3 · 1 = 3", three, three, win, three * win)
claim("and N = 4, then W must be 4 · ½ = 2", four, four, draw, four * draw)
pile = Sticks(3)
sequences = [(1, 1), (1, 2), (2, 1)]
last_sequence = (1, 1, 1)
claim("With three sticks there are two first moves", pile.left, perft(pile, 1))
claim("There are three sequences of two moves", perft(pile, 2), len(sequences[0]))
claim("Only one sequence has three moves", perft(pile, 3), len(last_sequence))
assert len(sequences) == perft(pile, 2) and pile.apply(2).apply(1).rewards() == (0, 1)
from mctslib.course.ch05 import EXAMS

assert len(EXAMS) == 4 and all(not INSTRUMENTS[name].exam(HEALTHY) for name in EXAMS)
for (patient, name), said in repeated_exams.items():
    assert matrix.cell(patient, name).said == said
assert {name for _, name in repeated_exams} == set(EXAMS)
claim("passes all four exams", len(EXAMS))
wrong_formula = ("raw wins", "sqrt(N)/n", "log of n", "no root")
assert not set(wrong_formula) & set(matrix.seen_by("invariants"))
assert set(matrix.seen_by("formula")) == set(wrong_formula)
assert max(found_by.values()) < len(MUTANTS)  # "None of these instruments finds all eleven"
assert right_in_s == list(matrix.cell("no sides", "litmus S").count)
assert (
    right_in_w == list(matrix.cell("plays on", "litmus W").count)
    and right_in_w[0] == right_by_mutant.hits == 0
)
assert matrix.seeing("healthy") == []

# %%
settings = matrix.settings
claim("with 300 iterations per move", settings["iterations a move"])
claim("Both are 99.9% intervals", settings["verdict confidence"])
claim("play 1,000 games as X", settings["games"])
claim("1,000 games for a match and 400 searches", settings["games"], settings["litmus searches"])
claim(
    "The match as X finds 4 of the eleven mutants, although each mutant played 1,000 games",
    found_by["random as X"],
    settings["games"],
)
claim("it finds 10 mutants", found_by["tree by hand"])
assert found_by["tree by hand"] == max(found_by.values()) < len(MUTANTS)
won = [matrix.cell("no sides", name).count.share for name in ("random as X", "random as O")]
healthy = matrix.baseline("random as X").share
claim(
    "98.8% of its games as X against the random player. The healthy engine wins 98.6%",
    won[0],
    healthy,
)
claim("wins only 0.5%", won[1])
matches = {name for name in INSTRUMENTS if " as " in name}
quiet = [set(matrix.seeing(name)) for name in ("no root", "parent's playout")]
assert all(not matches & seeing and "litmus A" in seeing for seeing in quiet)
close = [matrix.cell("log of n", "random as X").count, matrix.baseline("random as X")]
claim("It won 963 games, and the healthy engine won 986", *(count.hits for count in close))
claim("begins at -0.0009", difference_interval(*reversed(close))[0])
assert matrix.cell("parent not cut", "random as O").count != matrix.baseline("random as O")
count_as_o = INSTRUMENTS["random as O"].count
assert count_as_o(parent_not_cut.engine(), 5, "first look") == count_as_o(HEALTHY, 5, "first look")
assert matrix.seeing("parent not cut") == ["invariants"]
assert found_by["perft"] == 1 and found_by["formula"] == 4
