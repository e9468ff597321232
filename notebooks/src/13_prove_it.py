# %% [markdown]
# # 13 · Prove it
#
# **What you'll do.** Read proofs out of a tree that never knew it held any, then build a search that uses them: **MCTS-Solver**.
#
# **What you'll learn.**
# - *On paper:* say what is certain about a node, and what is only likely.
# - Write `conclude`, and carry facts up the tree.
# - See a solver fall asleep on a draw, find out why, and wake it with one line.
# - Say what proofs gain in matches, and how sure that is.
#
# **What you'll need.** The four phases (chapter 04), position A (chapter 08), intervals (chapter 09). &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## Predict first

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

blind_guess = predict("13-blind")
blind_guess

# %%
asleep_guess = predict("13-asleep")
asleep_guess

# %% [markdown]
# ## Proofs that nobody has read
#
# Position A again, O to move. Only 2 and 8 hold the draw. Plain UCT, 500 iterations:

# %%
from mctslib import TicTacToe, search
from mctslib.course import A

tree = search(A.state, 500, seed=0)
print(tree.table())

# %% [markdown]
# It plays 4. That is an opinion, made of averages. But some nodes of this tree are no opinion: in them the game is over.

# %%
nodes = list(tree.root.descendants())
ends = [node for node in nodes if node.state.is_terminal()]
len(nodes), len(ends)

# %% [markdown]
# And what holds of the ends reaches further up. We call what is certain of a node a **fact**: the rewards, one a player, if all play perfectly from there on.
#
# **On paper.** O to move:

# %%
from mctslib.draw import show_board

show_board(TicTacToe.from_text("OXO/XXO/X.."))

# %% [markdown]
# Cell 8 completes a column and wins. So for O, who chooses, this position is *won*, whatever cell 7 brings: nobody need look. The fact is `(0, 1)`: 0 for X, 1 for O.
#
# A loss is another matter. Who is to move is lost only if *none* of the moves is better, and a move that nobody has tried may be better. Two rules:
#
# 1. One known child that brings the player to move 1 is enough.
# 2. Else every *legal action* must have a child that is known. Then the best of them is the fact.
#
# ### Exercise 1: conclude
#
# Write `conclude(node, facts)`: what follows for a node. `facts` is a dictionary, node → fact; what is not in it is not known.


# %% tags=["exercise"]
# hint: Three steps. The game is over: tuple(node.state.rewards()). Collect the facts of the known children; none: return None. Take the best for node.state.current_player; return it if it is worth 1 to that player, or if as many are known as node.state.legal_actions() has; else None.
def conclude(node, facts):
    """The fact of `node` that follows from those of its children (node → rewards); None while none does."""
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
# From the leaves up, that reads every proof in a tree, whichever search has grown it. (Parents come first in `descendants`, so we turn them round. From here on the library's `conclude`, the same code, does the work.)

# %%
from mctslib.methods import solver as library


def proofs(root):
    """All facts that a tree holds: node → rewards."""
    facts = {}
    for node in reversed(list(root.descendants())):
        if (fact := library.conclude(node, facts)) is not None:
            facts[node] = fact
    return facts


# %% [markdown]
# A badge says what is known, for whoever moved into the node, as Q does: ✓ won, ✗ lost, = drawn.

# %%
from mctslib.draw import show_tree

facts = proofs(tree.root)
show_tree(tree.root, badge=lambda node: library.badge(node, facts))

# %% [markdown]
# The tree *holds the proof* that 4 is lost, and the search went there more often than anywhere else: averages forget slowly. One run tells nothing; here are fifty seeds:


# %%
def blind(seed):
    """Whether plain UCT plays a move that its own tree proves lost."""
    found = search(A.state, 500, seed=seed)
    fact = proofs(found.root).get(found.root.children[found.action])
    return fact is not None and fact[A.state.current_player] == 0


blind_seeds = sum(map(blind, range(50)))
score_prediction(
    blind_guess, blind_seeds, "The proofs are there; UCT only looks at averages.", within=5
)

# %%
checkpoint("13-incomplete")

# %% [markdown]
# ## Watch the badges spread
#
# Every box is a node, below its parent, and as wide as the tree below it will be. Full: won for who moved there. Half: drawn. A line at the bottom: lost. Empty: not known. Drag the slider, and see when each side has its proof. On the right a search that *uses* the facts; we build it next.

# %%
from mctslib.course.ch13 import ProofExplorer

ProofExplorer("A")

# %% [markdown]
# ## Learn on the way up
#
# To use facts we need them *while* the tree grows. After each iteration only the nodes on its path can become known.
#
# ### Exercise 2: learn
#
# Write `learn(node, facts)`. It starts at the node that was just played out and goes up, and puts what follows into `facts`, until for some node nothing does.


# %% tags=["exercise"]
# hint: A loop while node is not None. The fact is facts.get(node), or else conclude(node, facts). If it is None, return. Otherwise keep it and go on with node.parent.
def learn(node, facts):
    """Keep what follows from a node that was played out: for it, its parent, and so on."""
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
# A search asks for such a function: `Phases(after=…)` is called after backpropagation. The four phases stay as they are. What is known of a node we keep beside the tree, in a dictionary that forgets a node when its tree is gone.
#
# What should selection do with a fact? The first thing one thinks of: *let it stand for the score*. A known win counts 1, a known draw ½, a known loss 0; we are sure, so no bonus.

# %%
from weakref import WeakKeyDictionary

from mctslib.policies import UCB1, Highest


def first_score(node, child, facts, ucb1):
    """The fact where there is one, else UCB1."""
    fact = facts.get(child)
    return ucb1.score(node, child) if fact is None else fact[child.player]


# %% [markdown]
# And when the root itself is known, the search may stop. A stop button is any object with `is_set()`; ours presses itself.

# %%
from mctslib.search import Phases


class MySolver:
    reason = "proved"

    def __init__(self, score, c=1.0):
        self.facts, self.root = WeakKeyDictionary(), None
        self.policy = Highest(lambda node, child: score(node, child, self.facts, UCB1(c)))

    def after(self, node, playout):
        library.learn(node, self.facts)
        while node.parent is not None:
            node = node.parent
        self.root = node

    def is_set(self):
        return self.root in self.facts

    def options(self):
        return {"tree_policy": self.policy, "phases": Phases(after=self.after), "stop": self}


# %%
def proved_after(state, seed, score, most=9000):
    """How many iterations the search makes before it stops."""
    return search(state, most, seed=seed, **MySolver(score).options()).iterations


[proved_after(A.state, seed, first_score) for seed in range(5)]

# %% [markdown]
# About 500 iterations, and O's draw on A is no opinion any more.
#
# ## The solver falls asleep
#
# Position D, O to move: a draw, if O plays 8.

# %%
from mctslib.course.ch13 import POSITIONS

D = POSITIONS["D"]
show_board(D.state, highlight=sorted(D.correct))

# %%
asleep = [proved_after(D.state, seed, first_score) for seed in range(30)]
print(sorted(asleep))

# %% [markdown]
# Most seeds need about 220. One needs about 30 times as many. We look at the root of its tree, a little before it has its proof:

# %%
from mctslib.draw import show_children

unlucky = asleep.index(max(asleep))
sleeper = library.Solver(revisit=True, decisive=False)
slept = search(D.state, 6000, seed=unlucky, **sleeper.options())
show_children(slept.root, sleeper)

# %% [markdown]
# (`Solver(revisit=True, decisive=False)` is `MySolver(first_score)` with words for its pictures.)
#
# Move 8 is a known draw, and gets nearly all the visits. Every other move but one is known to lose, and that one, 1, looks worse than ½. So the search walks to 8, whose fact it knows, and learns *nothing*; and again; and again. Only the logarithm in the bonus of move 1, slowly growing, wakes it now and then for one visit.

# %%
score_prediction(
    asleep_guess,
    "over 6,000",
    "It goes on visiting what it knows, and only the logarithm wakes it.",
)

# %% [markdown]
# ### Exercise 3: wake it up
#
# A visit to a known node tells nothing new. Change the score, in one line, so that no known child is walked to while there is another. (There always is one: if all were known, `conclude` would have made their parent known.)

# %% tags=["exercise"]
# hint: Which number lies below every UCB1 score, whatever c is? math has it: inf, with a minus sign.
from math import inf


def awake_score(node, child, facts, ucb1):
    """UCB1; for a known child something that is below every UCB1 score."""
    # --- solution
    return -inf if child in facts else ucb1.score(node, child)
    # --- end


# %%
from mctslib.course.ch13 import check_score

check_score(awake_score)

# %% [markdown]
# The library's `Solver` has this line. All thirty seeds again:

# %%
from mctslib.methods.solver import Solver

awake = [
    search(D.state, 9000, seed=seed, **Solver(decisive=False).options()).iterations
    for seed in range(30)
]
min(awake), max(awake)

# %% [markdown]
# None above 250. Step through it: badges in the tree, and beside a known child, in place of a score, the word.

# %%
from mctslib import record
from mctslib.widgets import StepperView

options = Solver(decisive=False).options()
trace = record(D.state, 500, seed=0, **options)
StepperView(trace, phases=options["phases"], tree_policy=options["tree_policy"], at=150)

# %% [markdown]
# ## The empty board
#
# Everybody says that tic-tac-toe is a draw. When does the search *know*?

# %%
found = search(TicTacToe(), 60_000, seed=0, **Solver(decisive=False).options())
found.stopped_by, found.iterations

# %% [markdown]
# About 54,000 iterations, each with one new node at most. The game has only 5,478 positions, but the tree holds a position once for each order of moves that leads to it. A script (`python -m tests.bench.solver`) has tried three seeds of each kind, for at most 60,000 iterations:

# %%
from mctslib.course.ch13 import empty_board

stored = empty_board()
stored["awake"], stored["asleep"], stored["most"]

# %% [markdown]
# The sleeper has no proof with any of the three. Known draws are soft pillows, and this tree is full of them.

# %%
checkpoint("13-draw")

# %% [markdown]
# ## What to play?
#
# Visits used to be the answer: the most visited move. Now they avoid what is known. So the final move has to look at the facts:
#
# - a known win is played, however few visits it has;
# - else the most visited of the moves that are *not* known, unless the best known one promises more than its mean.
#
# ### Exercise 4: the final move


# %% tags=["exercise"]
# hint: Two lists: the children in facts, and the others. Best of the first by (facts[child][child.player], child.visits), best of the second by (visits, value). Either list may be empty. The fact wins if it is 1, or above the value of the other.
def final_move(root, facts):
    """The action to play: a known one if it wins or promises more than the most visited of the others."""
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
# ## How long to a proof?
#
# Six positions, ten seeds each: the median number of iterations until the root is known. Plain UCT keeps facts here too, but does not use them; it is only asked when it *could* know.

# %%
from statistics import median


def plain(seed, state):
    """Iterations until the tree of plain UCT holds the proof of its root."""
    return search(
        state, 9000, seed=seed, **{**Solver(decisive=False).options(), "tree_policy": UCB1()}
    ).iterations


def proving(seed, state):
    return search(state, 9000, seed=seed, **Solver(decisive=False).options()).iterations


def medians(state, seeds=10):
    return [median(method(seed, state) for seed in range(seeds)) for method in (plain, proving)]


to_proof = {name: medians(puzzle.state) for name, puzzle in POSITIONS.items()}
for name, (without, using) in to_proof.items():
    print(f"{name}   plain {without:7,.0f}   solver {using:5,.0f}")

# %% [markdown]
# C is lost whatever one does, so *all* moves have to be known. W wins at once, and there is nothing to save. (The explorer above shows each of them.)
#
# ## What does it gain?
#
# A proof is fine; does it win games? Connect Four, the solver against plain UCT, both with the same iterations a move. Each pair of games starts from its own four random moves, sides swapped (`python -m tests.bench.solver`).

# %%
from mctslib.course.ch13 import gains, matches
from mctslib.course.plots import picture

rows = matches()
for row in rows:
    low, high = row.interval
    print(
        f"{row.iterations:5,} iterations: {row.score:.3f} points a game ({low:.3f} to {high:.3f}), {row.games} games"
    )
picture(gains(rows))

# %% [markdown]
# With 100 iterations a move the gain is clear. With 1,000 the interval holds one half: these games cannot tell whether there is one. But do not compare "clear" with "cannot tell" (chapter 09); ask for the interval of the *difference*:

# %%
from math import sqrt


def fall(one, other):
    """By how much the score falls from one row to the other, and the ends of its 95 % interval."""
    half = sqrt(sum((row.interval[1] - row.score) ** 2 for row in (one, other)))
    gap = one.score - other.score
    return [round(number, 3) for number in (gap, gap - half, gap + half)]


fall(rows[0], rows[1]), fall(rows[0], rows[2])

# %% [markdown]
# Both intervals leave out 0 (neither is corrected for the number of comparisons): from 100 to 300 iterations, and from 100 to 1,000, the gain really shrinks. A likely reason: with more iterations plain UCT meets the winning replies itself, and a proof that comes later than the right move wins no game. Where it ends a smaller game can say. The same on 3×3, after two random moves:

# %%
from functools import partial

from mctslib.arena import MCTSPlayer, paired_match, wilson


def on_3x3(iterations, pairs):
    """The solver against plain UCT, both with so many iterations, each opening twice, sides swapped."""
    solver, plain = (
        MCTSPlayer(iterations, method=partial(Solver, decisive=False), name="solver"),
        MCTSPlayer(iterations, reuse=False),
    )
    return paired_match(solver, plain, pairs, plies=2, seed=13, progress=False)


small = {
    iterations: on_3x3(iterations, pairs)
    for iterations, pairs in ((50, 300), (400, 150), (1000, 80))
}
for iterations, match in small.items():
    low, high = match.interval()
    print(
        f"{iterations:5,} iterations: {match.score:.3f} ({low:.3f} to {high:.3f}), {len(match.pairs)} pairs"
    )

level = sum(one == 0.5 for one in small[1000].scores)
level, [round(end, 3) for end in wilson(80 - level, 80)]

# %% [markdown]
# With 50 and with 400 iterations the solver is a little ahead, and it is certain. With 1,000 all 80 pairs end level: both find the right moves, and nothing is left to gain. (So few pairs still allow that one in 22 would be decided: 4.6 %.)
#
# ## In practice
# - What is *proved* is the result of a position with best play, not how many moves it takes. In a won game the solver may therefore dawdle. In the field's words (Allis, 1994) a game is *ultra-weakly solved* when the result from the start is known, *weakly solved* when a strategy is known, too, that reaches it from the start against every reply, and *strongly solved* when the same holds for every position. A proved root comes with such a strategy in its tree, so it is a weak solution; most positions are never visited.
# - A proved loss is no reason to resign: the opponent may not have seen it.
# - Facts need no kernel and no second player: `conclude` takes the best for whoever is to move, and works for three.
# - A cousin in one line, a **decisive move** (Teytaud and Teytaud, 2010): what wins at once is always played, in the tree and in the playouts. The library's `Solver` takes decisive moves in the tree by default; this chapter has switched that off with `decisive=False`, so that you could see the proofs alone.
# - Tree reuse: facts belong to nodes, so they move along with the tree.
# - In *Lines of Action*, a wide game with sudden deaths, the solver scored 65 % against the same search without it (Winands, Björnsson and Saito, 2008). Ours is another game; measure yours.
#
# ## Further reading
# - M. Winands, Y. Björnsson and J.-T. Saito, *Monte-Carlo Tree Search Solver* (2008): proven wins and losses.
# - F. Teytaud and O. Teytaud, *On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms* (2010).
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 5.4.1.
# - L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence* (1994): what "solved" can mean.
#
# **Next:** [14 · What playouts share](14_what_playouts_share.ipynb).

# %%
summary("13")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from mctslib.oracle import positions

played = tree.root.children[tree.action]
claim("O to move. Only 2 and 8 hold the draw", *sorted(A.correct))
claim("It plays 4", tree.action)
claim("that 4 is lost", played.action)
assert facts[played] == (1, 0) and played.visits == max(
    child.visits for child in tree.root.children.values()
)
assert proofs(tree.root) == library.proofs(tree.root)
assert 480 < min(proved_after(A.state, seed, first_score) for seed in range(5)) < 520  # "About 500"
claim("a draw, if O plays 8", *D.correct)
claim("mostly needs about 220 iterations", median(asleep))
claim("Most seeds need about 220", median(asleep))
claim("about 30 times as many", max(asleep) / median(asleep))
assert sorted(asleep)[-2] < max(asleep) / 5 and max(asleep) > 6000
*lost, one = sorted(
    slept.root.children.values(), key=lambda child: sleeper.badge(child) != "✗ lost"
)[:5]
claim("and that one, 1, looks worse than ½", one.action, sleeper.facts[slept.root.children[8]][1])
assert one not in sleeper.facts and all(sleeper.badge(child) == "✗ lost" for child in lost)
assert (
    sleeper.score(slept.root, one) < 1 / 2
    and slept.root.children[8].visits > 0.95 * slept.root.visits
)
claim("the search walks to 8, whose fact it knows", slept.root.children[8].action)
claim("a known draw ½", sleeper.facts[slept.root.children[8]][0])
claim("counts a known draw as ½", sleeper.facts[slept.root.children[8]][0])
claim("None above 250", round(max(awake), -1))
assert max(awake) <= 250

# %%
from mctslib.checks import perft

claim("About 54,000 iterations", found.iterations)
assert found.root.size() < sum(perft(TicTacToe(), moves) for moves in range(10))
assert found.iterations == stored["awake"][0]
claim("for at most 60,000 iterations", *stored["most"])
assert (
    len(stored["awake"]) == len(stored["asleep"]) == 3
    and all(stored["awake"])
    and not any(stored["asleep"])
)
assert rows[0].interval[0] > 1 / 2 and rows[-1].interval[0] < 1 / 2 < rows[-1].interval[1]
claim(
    "With 100 iterations a move the gain is clear. With 1,000",
    rows[0].iterations,
    rows[-1].iterations,
)
claim(
    "from 100 to 300 iterations, and from 100 to 1,000, the gain",
    *(rows[k].iterations for k in (0, 1, 0, 2)),
)
assert min(fall(rows[0], row)[1] for row in rows[1:]) > 0
assert all(using <= without for without, using in to_proof.values())
ahead = [iterations for iterations, match in small.items() if match.interval()[0] > 1 / 2]
claim("With 50 and with 400 iterations the solver is a little ahead, and it is certain", *ahead)
claim("With 1,000 all 80 pairs end level", list(small)[-1], level)
rare = wilson(80 - level, 80)[1]
claim("one in 22 would be decided: 4.6 %", round(1 / rare), rare)
assert len(small[1000].pairs) == 80
claim("The game has only 5,478 positions", sum(1 for _ in positions(TicTacToe())))
