# %% [markdown]
# # 13 · Prove it
#
# **What you'll do.** You find proofs in a search tree, and build a search that uses these proofs: **MCTS-Solver**.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* say what is certain about a node, and what is only likely,
# - write `conclude` and `learn`, which carry facts up the tree,
# - find out why a solver wastes its visits, and repair the solver in one line,
# - choose the final move when some moves are proved, also in a lost position,
# - compare a solver with alpha–beta, and say how much proofs gain in matches.
#
# **What you'll need.** The four phases (chapter 04), position A (chapter 08) and intervals (chapter 09). &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## Position A again
# The picture below shows position A. It is O's turn. Only moves 2 and 8 keep the draw. After any other move X can win.

# %%
from mctslib import TicTacToe, search
from mctslib.course import A, checkpoint, predict, score_prediction, summary
from mctslib.draw import show_board, show_tree

show_board(A.state, highlight=sorted(A.correct))

# %% [markdown]
# When plain UCT searches this position, its tree contains proofs that some moves lose. But plain UCT does not use these proofs. Make two predictions about them:

# %%
blind_guess = predict("13-blind")
blind_guess

# %%
asleep_guess = predict("13-asleep")
asleep_guess

# %% [markdown]
# ## What is certain about a node?
# We let plain UCT search position A for 500 iterations.

# %%
tree = search(A.state, 500, seed=0)
print(tree.table())

# %% [markdown]
# The search plays 4. This choice is based on averages, so the move is only likely to be good. But the results of some nodes of the tree are certain, because the game is over at these nodes. The next cell counts all nodes, and the nodes at which the game is over.

# %%
nodes = list(tree.root.descendants())
ends = [node for node in nodes if node.state.is_terminal()]
len(nodes), len(ends)

# %% [markdown]
# From these ends, certainty spreads up the tree. A certain result of a node is called a **fact**. A fact is a tuple with one reward for each player: the reward that the player gets if both players play perfectly from this node on. For example, the fact `(0, 1)` means that X gets 0 and O gets 1.
#
# Here is the smallest example. In the position below it is O's turn, and only cells 7 and 8 are free.

# %%
show_board(TicTacToe.from_text("OXO/XXO/X.."))

# %% [markdown]
# O's move 8 completes a column and wins. O may choose this move, so the fact of this position is `(0, 1)`. We need not examine O's other move.
#
# A loss needs more work. The player to move has lost only if *every* legal action loses. As long as one action has not been tried, this action may
# avoid the loss. So there are two rules for a node:
#
# 1. If one known child gives the player to move a reward of 1, the fact of this child is the fact of the node.
# 2. Otherwise, every *legal action* must have a known child. Then the fact that is best for the player to move is the fact of the node.
#
# The second rule also covers draws. Suppose that O has two legal actions, and both children are known: `(1, 0)` and `(0.5, 0.5)`. O gets 0 from the
# first child and ½ from the second, so the fact of the node is `(0.5, 0.5)`.
#
# ### Exercise 1: conclude
# Write `conclude(node, facts)`. It returns the fact of `node`, or None if no fact follows yet. `facts` is a dictionary from nodes to facts. A node that is not in `facts` is not *known*. You need
#
# - `node.state.is_terminal()` and `node.state.rewards()`: if the game is over, the rewards are the fact, as a tuple,
# - `node.children`, a dictionary from actions to child nodes,
# - `node.state.current_player`, the number of the player to move, and `node.state.legal_actions()`.


# %% tags=["exercise"]
# hint: Three steps. First, if the game is over, return `tuple(node.state.rewards())`. Second, collect the facts of the known children; if there are none, return None. Third, take the fact that is best for `node.state.current_player`. Return it if it is worth 1 to this player, or if as many children are known as there are legal actions. Otherwise return None.
def conclude(node, facts):
    """Return the fact of `node` that follows from the facts of its children, or None."""
    # --- solution
    if node.state.is_terminal():
        return tuple(node.state.rewards())
    known = [facts[child] for child in node.children.values() if child in facts]
    if not known:
        return None
    player = node.state.current_player
    best = max(known, key=lambda fact: fact[player])
    complete = len(known) == len(node.state.legal_actions())
    return best if best[player] == 1 or complete else None
    # --- end


# %%
from mctslib.course.ch13 import check_conclude

check_conclude(conclude)

# %% [markdown]
# If we call `conclude` for every node of a tree, children before parents, we find all proofs in the tree, whichever search grew it. `descendants()` lists
# parents before children, so we reverse the list. The next cell uses the library's `conclude`, which is the same code as the solution.

# %%
from mctslib.methods import solver as library


def proofs(root):
    """Return all facts that a tree contains, as a dictionary from nodes to facts."""
    facts = {}
    for node in reversed(list(root.descendants())):
        fact = library.conclude(node, facts)
        if fact is not None:
            facts[node] = fact
    return facts


# %% [markdown]
# The picture below shows the top of the tree of our search. A *badge* marks a known node: ✓ won, ✗ lost, or = drawn, for the player who moved into the
# node.

# %%
facts = proofs(tree.root)
show_tree(tree.root, badge=lambda node: library.badge(node, facts))

# %% [markdown]
# The tree *contains the proof* that move 4 loses, and yet the search visited move 4 more often than any other move, and plays this move. Its average still contains the good rewards from before the proof was found.
#
# One run is not enough for a conclusion. The next cell counts for how many of fifty seeds plain UCT plays a move although its own tree proves that this move loses.


# %%
def plays_a_proved_loss(seed):
    """Return whether plain UCT plays a move that its own tree proves to be lost."""
    found = search(A.state, 500, seed=seed)
    fact = proofs(found.root).get(found.root.children[found.action])
    return fact is not None and fact[A.state.current_player] == 0


blind_seeds = sum(plays_a_proved_loss(seed) for seed in range(50))
score_prediction(
    blind_guess,
    blind_seeds,
    "The proofs are in the tree, but UCT looks only at averages.",
    within=5,
)

# %%
checkpoint("13-incomplete")

# %% [markdown]
# ## Watch the proofs spread
# The tool below shows two searches of position A with the same seed. Plain UCT collects facts, but does not use them. The solver, which we build in the next section, uses its facts.
# In both trees each box is a node, which stands below its parent. A coloured box is a known node. Its colour shows who wins, and grey means a draw. Move the violet line through the iterations, and find out when each search has proved the root.

# %%
from mctslib.course.ch13 import ProofExplorer

ProofExplorer("A")

# %% [markdown]
# ## Learn on the way up
# To use facts, the search needs them *while* the tree grows. After an iteration, new facts can follow only for the nodes on its path: first for the last node of the path,
# then perhaps for the parent of this node, and so on.
#
# For example, suppose that an iteration ends in a node where O has won. The fact of this node is `(0, 1)`. O also chose the last move, so the parent's
# fact is `(0, 1)` by rule 1. At the grandparent X is to move, and may have other moves. If no fact follows for the grandparent, no new fact can follow for the nodes above it either.
#
# ### Exercise 2: learn
# Write `learn(node, facts)`. Start at `node`, the last node of the path, and go up with `node.parent`. The parent of the root is None. For each node store
# its fact in the dictionary `facts`. Stop at the first node without a fact. `learn` returns nothing. A node that is already in `facts` keeps its fact, and the loop continues with its parent.


# %% tags=["exercise"]
# hint: Write a loop with `while node is not None`. The fact is `facts.get(node)`, or else `conclude(node, facts)`. If the fact is None, return. Otherwise store it in `facts[node]` and continue with `node.parent`.
def learn(node, facts):
    """Store the facts that follow for a node, for its parent, and so on."""
    # --- solution
    while node is not None:
        fact = facts.get(node) or conclude(node, facts)
        if fact is None:
            return
        facts[node] = fact
        node = node.parent
    # --- end


# %%
from mctslib.course.ch13 import check_learn

check_learn(learn)

# %% [markdown]
# If we pass a function as `Phases(after=…)`, the search calls it at the end of each iteration. The four phases do not change.
#
# How should selection use a fact? The first idea is to use the fact in place of the UCB1 score. Then a known win has score 1, a known draw has score ½, and a known loss has score 0. There is no exploration bonus, because a fact is certain.


# %%
def first_score(node, child, facts, ucb1):
    """Return the fact of `child` for the player who moved there; without a fact its UCB1 score."""
    if child in facts:
        return facts[child][child.player]
    return ucb1.score(node, child)


# %% [markdown]
# The next cell puts the parts together. `Highest` makes a tree policy from a score. The search stops when its `stop` object returns True from `is_set()`;
# our solver returns True when the root is known. A `WeakKeyDictionary` drops its entry for a node when the node no longer exists.

# %%
from weakref import WeakKeyDictionary

from mctslib import UCB1, Highest
from mctslib.search import Phases


class MySolver:
    reason = "proved"

    def __init__(self, score, learn=library.learn, final_move=library.final_move):
        self.facts, self.root = WeakKeyDictionary(), None
        self.learn, self.final_move = learn, final_move
        self.policy = Highest(lambda node, child: score(node, child, self.facts, UCB1(1.0)))

    def after(self, node, playout):
        self.learn(node, self.facts)
        while node.parent is not None:
            node = node.parent
        self.root = node

    def is_set(self):
        return self.root in self.facts

    def options(self):
        return {
            "tree_policy": self.policy,
            "phases": Phases(after=self.after),
            "stop": self,
            "final_move": lambda root: self.final_move(root, self.facts),
        }


# %%
def proved_after(state, seed, score):
    """Return the iterations after which `MySolver` stops, 9,000 at most."""
    return search(state, 9_000, seed=seed, **MySolver(score).options()).iterations


[proved_after(A.state, seed, first_score) for seed in range(5)]

# %% [markdown]
# After about 500 iterations the solver has *proved* that position A is a draw.
#
# ## The solver falls asleep
# The picture below shows position D. It is O's turn, and only move 8 keeps the draw.

# %%
from mctslib.course.ch13 import POSITIONS

D = POSITIONS["D"]
show_board(D.state, highlight=sorted(D.correct))

# %% [markdown]
# The next cell lets the solver prove position D with thirty seeds, and prints the sorted numbers of iterations.

# %%
asleep = [proved_after(D.state, seed, first_score) for seed in range(30)]
print(sorted(asleep))

# %% [markdown]
# With most seeds the solver needs about 220 iterations, but with one seed it needs about 30 times as many. The picture below shows the root's children for this seed, shortly before
# the proof. (`Solver(revisit=True, decisive=False)` is the library's version of `MySolver(first_score)`. It can also label the children in pictures.)

# %%
from mctslib.draw import show_children

unlucky = asleep.index(max(asleep))
sleeper = library.Solver(revisit=True, decisive=False)
slept = search(D.state, 6_000, seed=unlucky, **sleeper.options())
show_children(slept.root, sleeper)

# %% [markdown]
# Move 8 is a known draw, so its score is ½. It has received nearly all visits. All other moves except move 1 are known to lose. Move 1 is not known yet, and its
# score is below ½. So the search selects move 8 again and again, although a visit to a known node cannot lead to a new fact. Meanwhile the logarithm in the
# bonus of move 1 grows, but only slowly, so move 1 gets a visit only from time to time. We say that the solver has *fallen asleep*.

# %%
score_prediction(
    asleep_guess,
    "over 6,000",
    "The search keeps visiting a known node, and leaves it only when the logarithm has grown.",
)

# %% [markdown]
# ### Exercise 3: wake it up
# A visit to a known child cannot lead to a new fact. Change the score so that selection does not go to a known child while the node has a child that is not known. Such a child exists, because `conclude` makes a node known when all its children are known. The parameters are the same as in `first_score`; `ucb1.score(node, child)` is at
# least 0, and it may be infinite.

# %% tags=["exercise"]
# hint: Which number is lower than every UCB1 score, whatever c is? Use `inf` from the module `math`, with a minus sign.
from math import inf


def awake_score(node, child, facts, ucb1):
    """Return the UCB1 score; for a known child a number below every UCB1 score."""
    # --- solution
    return -inf if child in facts else ucb1.score(node, child)
    # --- end


# %%
from mctslib.course.ch13 import check_score

check_score(awake_score)

# %% [markdown]
# The library's `Solver` contains this line. The next cell proves position D again, with the same thirty seeds, and prints the smallest and the largest number of iterations.

# %%
from mctslib.methods.solver import Solver

awake = [
    search(D.state, 9_000, seed=seed, **Solver(decisive=False).options()).iterations
    for seed in range(30)
]
min(awake), max(awake)

# %% [markdown]
# With each of the thirty seeds, the solver needs at most 250 iterations. You can step through one of these searches below. Beside a known child, a word replaces the score.

# %%
from mctslib import record
from mctslib.widgets import StepperView

options = Solver(decisive=False).options()
trace = record(D.state, 500, seed=0, **options)
StepperView(trace, phases=options["phases"], tree_policy=options["tree_policy"], at=150)

# %%
checkpoint("13-draw")

# %% [markdown]
# ## A solved game
# It is well known that tic-tac-toe is a draw. The next cell proves this, from the empty board.

# %%
found = search(TicTacToe(), 60_000, seed=0, **Solver(decisive=False).options())
found.stopped_by, found.iterations

# %% [markdown]
# The solver needs about 54,000 iterations. The game has only 5,478 positions, but the tree contains a position once for each sequence of moves that leads to it.
#
# A script (`python -m tests.bench.solver`) tried three seeds for each of the two scores, with at most 60,000 iterations. The first list below shows the results with the repaired score, and the second list shows the results with the first score. None means that the solver found no proof.

# %%
from mctslib.course.ch13 import empty_board

stored = empty_board()
stored["awake"], stored["asleep"]

# %% [markdown]
# With the first score, the solver finds no proof with any of the three seeds, because its tree contains many known draws and the search falls asleep at them.
#
# In what sense has the solver solved tic-tac-toe? Researchers distinguish three levels (Allis, 1994). A game is
#
# - *ultra-weakly solved* if the result from the start is known,
# - *weakly solved* if we also know a strategy that reaches this result from the start, against every reply,
# - *strongly solved* if we know the result and such a strategy for every legal position.
#
# A single node is *proved* when its result is known. In our tree the root is proved, and for every reply of the opponent the tree contains a move that keeps the result. So the solver has weakly
# solved tic-tac-toe. It has not strongly solved the game, because many positions are not in the tree.
#
# ## The final move
# So far, `search` has chosen the most visited move. With the repaired score, selection avoids known children, so visits no longer show which move is best. The
# final move must take the facts into account:
#
# - If a known child wins, play it, even if it has few visits.
# - Otherwise take the most visited of the children that are *not* known. If two have equally many visits, take the one with the higher mean. Play this child, unless the fact of the best known child is higher than its mean.
# - If all children are known, play the best one. If several known children have the best fact, play the one with the most visits.
#
# For example, suppose that child a is a known draw, and child b is not known, with 8 visits and a mean of 0.25. The draw is worth 0.5, and 0.5 > 0.25, so play
# a. If the mean of b were 0.75, you would play b.
#
# ### Exercise 4: the final move
# Write `final_move(root, facts)`. It returns the action to play. For each child you need `child.action`, `child.visits`, `child.value` (the mean) and
# `facts[child][child.player]`, the value of a known child for the player who chooses it.


# %% tags=["exercise"]
# hint: Make two lists: the children in `facts`, and the other children. The best child of the first list has the highest pair `(facts[child][child.player], child.visits)`. The best child of the second list has the highest pair `(child.visits, child.value)`. Either list may be empty. Play the known child if it is worth 1, or more than the value of the other child.
def final_move(root, facts):
    """Return the action to play: a known action if it wins or is worth more than the usual one."""
    # --- solution
    children = root.children.values()
    known = [child for child in children if child in facts]
    others = [child for child in children if child not in facts]
    if not others:
        return max(known, key=lambda child: (facts[child][child.player], child.visits)).action
    usual = max(others, key=lambda child: (child.visits, child.value))
    if not known:
        return usual.action
    best = max(known, key=lambda child: (facts[child][child.player], child.visits))
    promise = facts[best][best.player]
    return best.action if promise == 1 or promise > usual.value else usual.action
    # --- end


# %%
from mctslib.course.ch13 import check_final_move

check_final_move(final_move)

# %% [markdown]
# ## Play a lost position well
# Why do the visits matter if the facts are equal? In a lost position all moves are worth 0, so any move seems as good as another. But the opponent may make mistakes, and
# some moves make mistakes more likely.
#
# A script measured how much the choice matters. It took the 100 positions of tic-tac-toe with at least five empty cells that are lost for the player to move, and played ten games from each position. The
# defender has 1,000 iterations for each move. The opponent is plain UCT with only 20 iterations. There are three defenders: plain UCT, the solver that plays the *first* of several equal moves, and the solver that plays the *most visited* of several equal moves. A win counts as 1 point, and a draw as ½ point.

# %%
from mctslib.course.ch13 import gap, resistance

defenders = resistance()
for defender in defenders.values():
    low, high = defender.interval
    print(f"{defender.name:31} {defender.score:.3f} points per game ({low:.3f} to {high:.3f})")

# %% [markdown]
# The solver that plays the first of equal moves gains only 0.04 points per game, and plain UCT gains 0.16. So this solver defends worse than plain UCT, although it uses facts. The solver that plays the most
# visited of equal moves gains 0.16, too. The next cell prints the differences between the defenders with their 95% intervals: first the solver that plays the most visited of equal moves against the solver that plays the first, then against plain UCT. All three defenders have played from the same positions, so each interval is computed from the differences position by position (chapter 09).

# %%
plain_uct, first_of_equals, most_visited = defenders.values()
[[round(x, 3) for x in gap(most_visited, other)] for other in (first_of_equals, plain_uct)]

# %% [markdown]
# The visits make a clear difference: if the solver uses the visits, it defends about as well as plain UCT, and these games do not show which of the two is better. A likely reason is that the visits come from the time before the proof. A move got many visits if the opponent's winning reply to it was hard to find. Such a
# move is also hard for a weak opponent.
#
# ## Your own solver
# You have written `learn`, `awake_score` and `final_move`, and your `learn` calls your `conclude`. The four functions together make a complete engine. The next cell runs this
# engine on the six positions of this chapter, and compares each search with a search by the library's engine.

# %%
from mctslib.course.ch13 import compare_engines

print(compare_engines(lambda: MySolver(awake_score, learn, final_move)))

# %% [markdown]
# If all four functions are right, the two engines agree in all searches: both stop after the same number of iterations, with the same tree and the same move.
#
# ## The solver beside alpha–beta
# Alpha–beta (chapter 12) proves positions, too. Which of the two needs less work? The next cell counts for each position
#
# - the iterations until the tree of plain UCT contains the proof, and the iterations of the solver (medians of 20 seeds),
# - the number of nodes in the solver's tree when it finds the proof (median),
# - the number of positions that alpha–beta examines. Alpha–beta tries the moves in the order of their numbers, and does not store any position.

# %%
from mctslib.course.ch13 import efforts, positions_looked_at

table = efforts()
print("    plain UCT    solver   its nodes   alpha-beta")
for name, row in table.items():
    print(
        f"{name}   {row.plain_iterations:9,.0f} {row.iterations:9,.0f} {row.nodes:11,.0f} {row.looked_at:12,}"
    )
positions_looked_at(TicTacToe())

# %% [markdown]
# The solver needs far fewer iterations than plain UCT, except in position W, where one move wins at once. The comparison with alpha–beta has a mixed result. In A, B and S, the two methods need about the same number of positions. In C, D and W, the solver needs fewer. The number below the table is for the empty board: alpha–beta examines 16,811 positions, and the solver's tree has about
# 54,000 nodes.
#
# So for a small game, alpha–beta is the simpler method of finding a proof. The solver has another advantage: you can stop it at any moment, and it still plays a good move.
#
# ## Decisive moves
# A **decisive move** wins at once (Teytaud and Teytaud, 2010). There is no need to search when such a move exists. The library's `Solver` looks for a decisive move when it visits a node for the second
# time: if there is one, this move becomes the node's first child, and the node is proved in the same iteration. So far we have switched this rule off with
# `decisive=False`, so that you could see the effect of the facts alone.
#
# How much do facts and decisive moves gain? The script searched all 4,520 positions of tic-tac-toe in which the game is not over, with three seeds each. A move is right
# if it keeps the value of the position.

# %%
from mctslib.course.ch13 import right_shares, right_table

print(right_table())

# %% [markdown]
# The share before the brackets is the mean over the three seeds, and the brackets contain the lowest and the highest share of a seed. With 100 iterations plain UCT is right in 98.50% of the positions,
# the search with facts in 98.89%, and the search with facts and decisive moves in 99.36%. With 1,000 iterations all three searches are right in at least 99.98% of the positions.
#
# ## How much do proofs gain in matches?
# The script also let the solver play Connect Four against plain UCT, both with the same number of iterations for each move. The solver again had `decisive=False`. The two games of each pair started from the same four random moves, with sides swapped.

# %%
from mctslib.course.ch13 import fall, gains, matches
from mctslib.course.plots import picture

rows = matches()
picture(gains(rows))

# %%
for row in rows:
    low, high = row.interval
    print(
        f"{row.iterations:5,} iterations: {row.score:.3f} points per game ({low:.3f} to {high:.3f}), {row.games} games"
    )

# %% [markdown]
# With 100 iterations for each move, the gain is clear. With 1,000 iterations the interval contains ½, so these games do not show whether there is a gain. To find out whether the gain really shrinks, we
# must not compare "clear" with "not shown" (chapter 09). We need the interval of the *difference*. The next cell computes two differences with their intervals: the gain with 100 iterations minus the gain with 300, and the gain with 100 minus the gain with 1,000.

# %%
[[round(x, 3) for x in fall(rows[0], row)] for row in rows[1:]]

# %% [markdown]
# Both intervals lie above 0, so the gain shrinks. (We have not corrected the intervals for the two comparisons.) A likely reason is that with more iterations, plain UCT finds the winning replies even without proofs. If a search plays the right move anyway, a proof of this move gains nothing.
#
# ## In practice
# - A proof gives the result of a position, not the number of moves to the end. So the solver may take detours in a won game.
# - A proved loss is no reason to resign. The opponent may not have found the proof.
# - `conclude` takes the fact that is best for the player to move, so it also works with three players.
# - Facts belong to nodes. If you reuse a tree for the next move, you keep its facts.
# - Decisive moves also help in playouts: `blocking` (chapter 10) plays them. Teytaud and Teytaud also look for *anti-decisive* moves, which prevent an immediate win of the opponent.
# - In *Lines of Action*, MCTS-Solver scored 65% against the same program without it (Winands, Björnsson and Saito, 2008). Our game is different, so our numbers cannot be compared with this result.
#
# ## Further reading
# - M. Winands, Y. Björnsson and J.-T. Saito, *Monte-Carlo Tree Search Solver* (2008): proved wins and losses. We have checked the figure of 65% against the abstract.
# - F. Teytaud and O. Teytaud, *On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms* (2010). We have read only the abstract.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 5.4.1.
# - L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence* (1994): the meanings of "solved".
# - D. Knuth and R. Moore, *An Analysis of Alpha-Beta Pruning* (1975).
#
# **Next:** [14 · What playouts share](14_what_playouts_share.ipynb).

# %%
summary("13")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from mctslib.oracle import positions
from statistics import fmean, median
from mctslib.course import measured

played = tree.root.children[tree.action]
claim("Only moves 2 and 8 keep the draw", *sorted(A.correct))
claim("The search plays 4", tree.action)
claim("that move 4 loses", played.action)
assert facts[played] == (1, 0) and played.visits == max(
    child.visits for child in tree.root.children.values()
)
assert proofs(tree.root) == library.proofs(tree.root)
for seed in range(5):
    assert 480 < proved_after(A.state, seed, first_score) < 520  # "about 500"
claim("only move 8 keeps the draw", *D.correct)
claim("with most seeds the solver needs about 220 iterations", median(asleep))
claim("With most seeds the solver needs about 220 iterations", median(asleep))
claim("about 30 times as many", max(asleep) / median(asleep))
assert sorted(asleep)[-2] < max(asleep) / 5 and max(asleep) > 6000
*lost, one = sorted(
    slept.root.children.values(), key=lambda child: sleeper.badge(child) != "✗ lost"
)[:5]
assert (one.action, sleeper.facts[slept.root.children[8]][1]) == (1, 0.5)
assert one not in sleeper.facts and all(sleeper.badge(child) == "✗ lost" for child in lost)
assert (
    sleeper.score(slept.root, one) < 1 / 2
    and slept.root.children[8].visits > 0.95 * slept.root.visits
)
claim("counts a known draw as ½", sleeper.facts[slept.root.children[8]][0])
claim("is a known draw, so its score is ½", sleeper.facts[slept.root.children[8]][0])
claim("the solver needs at most 250 iterations", round(max(awake), -1))
assert max(awake) <= 250

# %%
from mctslib.checks import perft

claim("about 54,000 iterations", found.iterations)
assert found.root.size() < sum(perft(TicTacToe(), moves) for moves in range(10))
assert found.iterations == stored["awake"][0]
claim("with at most 60,000 iterations", *stored["most"])
assert (
    len(stored["awake"]) == len(stored["asleep"]) == 3
    and all(stored["awake"])
    and not any(stored["asleep"])
)
claim("The game has only 5,478 positions", sum(1 for _ in positions(TicTacToe())))
weakly = library.proofs(found.root)
for node, fact in weakly.items():
    if node.children and node in weakly and node.state.current_player == 0:
        assert any(weakly.get(child) == fact for child in node.children.values())

# %%
lost_rows = measured("ch13/matches")["lost"]
claim("the 100 positions", lost_rows["positions"])
claim(
    "has 1,000 iterations for each move. The opponent is plain UCT with only 20 iterations",
    lost_rows["defender"],
    lost_rows["opponent"],
)
assert (lost_rows["empty"], lost_rows["seeds"]) == (5, 10)
assert gap(most_visited, first_of_equals)[1] > 0 and gap(plain_uct, first_of_equals)[1] > 0

# %%
from mctslib.course.ch13 import effort
from mctslib.course.ch13.forks import planted

shares = right_shares()
fewest, _, most = shares["plain UCT"]
claim("With 100 iterations plain UCT is right in 98.50%", fewest, fmean(shares["plain UCT"][100]))
claim(
    "the search with facts in 98.89%, and the search with facts and decisive moves in 99.36%",
    fmean(shares["facts"][100]),
    fmean(shares["facts and decisive moves"][100]),
)
claim(
    "With 1,000 iterations all three searches are right in at least 99.98%",
    most,
    min(min(rows_of[1000]) for rows_of in shares.values()),
)
claim("medians of 20 seeds", effort.__defaults__[0])
node, facts_of = planted(1, ((1.0, 0.0), "known"), ((0.5, 0.5), "known"))
assert library.conclude(node, facts_of) == (0.5, 0.5)
for mean, right in ((0.25, 0), (0.75, 1)):
    ends_of = ((0.5, 0.5), "known"), ((mean, 1 - mean), "tried")
    root_of, facts_of = planted(0, *ends_of, visits=(3, 8))
    assert library.final_move(root_of, facts_of) == right
claim(
    "the gain with 100 iterations minus the gain with 300, and the gain with 100 minus the gain with 1,000",
    *(rows[k].iterations for k in (0, 1, 0, 2)),
)
claim("all 4,520 positions", measured("ch13/matches")["right"]["positions"])
claim(
    "gains only 0.04 points per game, and plain UCT gains 0.16",
    first_of_equals.score,
    plain_uct.score,
)
claim("of equal moves gains 0.16, too", most_visited.score)
assert all(using.iterations <= using.plain_iterations for using in table.values())
assert all(row.looked_at > row.nodes for name, row in table.items() if name in "CDW")
for name in "ABS":
    assert abs(table[name].looked_at / table[name].nodes - 1) < 0.12  # "about equal"
claim("alpha–beta examines 16,811 positions", positions_looked_at(TicTacToe()))
claim("and the solver's tree has about 54,000 nodes", found.root.size())

# %%
assert rows[0].interval[0] > 1 / 2 and rows[-1].interval[0] < 1 / 2 < rows[-1].interval[1]
claim(
    "With 100 iterations for each move, the gain is clear. With 1,000",
    rows[0].iterations,
    rows[-1].iterations,
)
assert min(fall(rows[0], row)[1] for row in rows[1:]) > 0
