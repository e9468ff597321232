# %% [markdown]
# # 05 · Whose win is it? The bug clinic
#
# O is to move, and the cell in the dashed frame wins at once. A search with 300 iterations has looked at this position 100 times, with 100 seeds. The bar in a cell shows how often the search chose this cell.

# %%
from collections import Counter

from mctslib import Node, TicTacToe
from mctslib.course import W, ch05, checkpoint, predict, score_prediction, summary
from mctslib.draw import show_board

changed = ch05.MUTANTS["no sides"]
engine = changed.engine()
open_row = TicTacToe.from_text("X.X/OO./X..")
roots = [engine.tree(open_row, 300, seed) for seed in range(100)]
chosen = Counter(max(root.children.values(), key=lambda c: c.visits).action for root in roots)
show_board(open_row, highlight=[5], shares={cell: chosen[cell] / 100 for cell in chosen})

# %% [markdown]
# Not once did the search take the win, and now X can complete the upper row. I have changed one line of our search, but I won't say yet which one. Is such an engine good for anything? Let it play X, with 300 iterations for each move, in 200 games against a player who moves at random.

# %%
wins_as_x = ch05.INSTRUMENTS["random as X"].count(engine, 200, seed="first look")
wins_as_x

# %% [markdown]
# It wins 198 of 200. (The brackets hold the 95% interval.) In a longer match of 1,000 games it won 988. The engine without the change won 986. So the picture was an accident, and the change is harmless?
#
# Now let it play O.

# %%
wins_as_o = ch05.INSTRUMENTS["random as O"].count(engine, 200, seed="first look")
wins_as_o

# %% [markdown]
# As O it wins 1 of 200 games, against a player who moves at random. Here is the change. The library's line has a `-` before it, and the changed line a `+`.

# %%
print(changed.diff())

# %% [markdown]
# Each node on the path gets X's reward, whoever moved into the node. When such an engine plays O, it looks for moves that help X.
#
# But why is it so good as X? It believes that O wants X to win, too. This belief may do no harm against a random player, but against a perfect player, who never loses at tic-tac-toe, it should do harm. So we count the games that X does *not lose*: first for the changed engine, then for the engine without the change, which we call *healthy*.

# %%
not_lost = {
    name: ch05.INSTRUMENTS["perfect as X"].count(one, 200, seed="first look")
    for name, one in {"changed": engine, "healthy": ch05.HEALTHY}.items()
}
not_lost

# %% [markdown]
# The healthy engine loses none of its 200 games, but the changed one loses 106.
#
# 198 wins of 200 were no proof that a search is right. What is? Eleven engines stand before you, each with one wrong line. We call such a program a **mutant**. The one you have just met has the name *no sides*. At the end you pack a kit of tests that finds all eleven and is as small as possible.
#
# **What you'll need.** The four functions of chapter 04, and UCB1. &nbsp; **Time:** about 55 minutes, and about 20 minutes more for the optional part at the end.
#
# ## Is a difference more than luck?
# With other seeds even the same engine may win more games or fewer, so "fewer wins than the healthy engine" does not prove a bug. We need an interval for the *difference* between the shares of games that the two engines win, healthy minus mutant (Newcombe, 1998). If the whole interval lies above zero, the mutant is worse. If zero lies inside, we **cannot tell**.
#
# For example, one engine wins 93 of 100 games and another 88. The interval for the difference goes from −0.100 to 0.203, so we cannot tell. With the same shares in 10,000 games each it goes from 0.036 to 0.064, and the second engine is worse. These are 99.9% intervals, wider than the usual 95%. We are going to make dozens of comparisons, and with 95% intervals luck alone would convict a healthy engine now and then.

# %%
checkpoint("05-cannot")

# %% [markdown]
# ## A test without games
# A match tests the whole engine at once, but slowly. Why not test a single function, with numbers that we know? To reveal *no sides*, we need only three nodes: a root, the node of X's move, and below it the node of O's reply.

# %%
from mctslib.tree import attach


def short_line():
    """Return two new nodes below a root: the node of X's move, and the node of O's reply."""
    x_node = attach(Node(TicTacToe()), 0)
    return x_node, attach(x_node, 4)


# %% [markdown]
# In all three nodes N and W are 0. Suppose that a playout from O's node ends in a draw, and that we backpropagate the rewards (½, ½) from there. Then W is ½ in O's node and ½ in X's node.
#
# ### Exercise 1: a hand test
# Write `hand_test(backpropagate)`. It makes the two nodes with `short_line()`, calls `backpropagate(o_node, rewards)` with rewards of your choice, and returns True if W is right in both nodes, and False otherwise. Which rewards reveal every wrong version? (W of a node is `node.value_sum`.)


# %% tags=["exercise"]
# hint: A draw gives both players the same reward, so it cannot reveal whose reward a node has got. Let O win: the rewards are (0, 1). What is W in O's node, and in X's node? Compare the pair `(x_node.value_sum, o_node.value_sum)` with these two numbers.
def hand_test(backpropagate):
    """Return whether `backpropagate` gives the right W to X's node and to O's node."""
    # --- solution
    # --- end


# %%
ch05.check_hand_test(hand_test)

# %% [markdown]
# Among the versions that your test rejects is our second mutant, *side to move*: it adds `rewards[node.state.current_player]`, the reward of the player who is *about to* move.
#
# ## A whole tree on paper
# The position of chapter 03 is small enough to work out a whole tree. We wrote down the paths and the rewards of twelve iterations. N and W of every node follow from these records. Here are the pairs (N, W). A node is named by the moves that lead to it.

# %%
ch05.on_paper(12)

# %% [markdown]
# I call each way to examine an engine an **instrument**. This one is called *tree by hand*: it runs an engine for twelve iterations, and after each of them compares every N and W with the paper. It needs no statistics, so it is an **exam**: either it finds a difference or it does not. The healthy engine passes all four exams of this chapter, and a mutant differs from it in one line. So whatever an exam finds in a mutant is the fault of that line.
#
# A third mutant, *draw is a loss*, gives both players nothing for a draw. Here is its change, and below it the exam of the healthy engine, of *no sides* and of *draw is a loss* (· means that nothing was found).

# %%
draw_is_loss = ch05.MUTANTS["draw is a loss"]
print(draw_is_loss.diff())
for examined in (ch05.HEALTHY, engine, draw_is_loss.engine()):
    print(ch05.INSTRUMENTS["tree by hand"].examine(examined))

# %% [markdown]
# ## Rules that hold in every tree
# But the exam *tree by hand* is unjust. It knows only the numbers of *our* engine.

# %%
checkpoint("05-luck")

# %% [markdown]
# For engines of other people we need rules that are true in *each* tree, whatever the random numbers. Such a rule is an **invariant**. You know one from chapter 03: at a node below the root whose game is not over, N is 1 more than the sum of its children's N, because the node had one playout of its own. The library's `check_tree` tests many invariants. What does it say about *draw is a loss*?

# %%
ch05.INSTRUMENTS["invariants"].examine(draw_is_loss.engine())

# %% [markdown]
# Behind this message stands a rule: the two players share one point for each game. But after a draw in this engine the point is missing.
#
# ### Exercise 2: your own invariant
# At a node whose game is over there is nothing to play, so each visit brings the same reward. W must be N times the reward of the player who moved into the node. For example, with N = 3, a win makes W = 3 · 1 = 3.
#
# Write `finished_right(root)`. It returns True if this rule holds at all nodes of the tree whose game is over, and False otherwise. You need `root.descendants()` (all nodes of the tree), `node.state.is_terminal()`, `node.state.rewards()` and `node.player`. The function must not change the tree.


# %% tags=["exercise"]
# hint: Go through `root.descendants()` and look only at nodes with `node.state.is_terminal()`. For each of them compare `node.value_sum` with `node.visits * node.state.rewards()[node.player]`. The function `all` returns whether every comparison is True.
def finished_right(root):
    """Return whether W is N times the reward in all nodes with a finished game."""
    # --- solution
    # --- end


# %%
ch05.check_finished_right(finished_right)

# %% [markdown]
# Your function convicts three mutants: *no sides*, *side to move*, and a new one, *parent's playout*, in which the random game starts one move too early, at the parent of the new node.
#
# And now a bug that no match can reveal. An engine may keep a part of its tree for the next move. The root of this part must forget its old parent, or backpropagation goes on into positions that nobody needs any more.

# %%
not_cut = ch05.MUTANTS["parent not cut"]
print(not_cut.diff())
ch05.INSTRUMENTS["invariants"].examine(not_cut.engine())

# %% [markdown]
# With the same seeds this mutant plays the same moves as the healthy engine, so no number of games would tell them apart. But it uses more and more memory.
#
# ## The formula
# Are the invariants enough, then? Four mutants have a wrong selection formula, and in their trees every invariant holds: N and W are right, but the visits have gone to the wrong nodes. The exam *formula* makes nodes whose children have known N and W, and compares the child that an engine picks with the choice of UCB1. In the lines below, `child.visits` is n, and `log_visits` is ln N.

# %%
for name in ("raw wins", "sqrt(N)/n", "log of n", "no root"):
    print(ch05.MUTANTS[name].diff().splitlines()[1])
    print(ch05.INSTRUMENTS["formula"].examine(ch05.MUTANTS[name].engine()), end="\n\n")

# %% [markdown]
# ## The rules
# And the search may be right while the *game* is wrong. In the mutant *plays on*, a game of tic-tac-toe goes on after somebody has won. No invariant is broken, because the tree is a right tree of another game.
#
# To test the rules alone, we count sequences of moves. **Perft** is the number of legal sequences of n moves. From the empty board it is 9 for one move. For six moves it would be 9 · 8 · 7 · 6 · 5 · 4 = 60,480 if nobody could win before the sixth. But X can complete a row with the fifth move. That happens in 1,440 sequences, and each of them would have had four continuations, one for each empty cell. So the right number is 60,480 − 4 · 1,440 = 54,720.

# %%
plays_on = ch05.MUTANTS["plays on"]
print(plays_on.diff())
ch05.INSTRUMENTS["perft"].examine(plays_on.engine())

# %% [markdown]
# The last kind of instrument is a **litmus position**, whose right move is known. We search it many times with different seeds, and count the right moves. Here is position W of chapter 01 (this W is only a name). X wins at once in the dashed frame, but in 50 searches *plays on* never takes the win.

# %%
show_board(W.state, highlight=sorted(W.correct))

# %% [markdown]
# Why? My first explanation was that the game goes on, so the engine can still win later. But that cannot be the whole reason: a player who does not mind *when* to win would take the winning move now and then. So what is each of X's moves worth, if both sides play perfectly by the rules of this engine?

# %%
from mctslib.oracle import value

its_position = plays_on.engine().root(W.state).state
{action: value(its_position.apply(action), 0) for action in its_position.legal_actions()}

# %% [markdown]
# Only the block at 2 wins, and the winning move, 8, loses. If X plays it, O completes the upper row, and by the rules of this engine the game is judged at its end, where the upper row counts first. So winning now is a *mistake* in the game that this engine plays, and the engine plays it well. (The last of the eleven mutants, *skips the untried*, goes deeper before all moves of a node have been tried.)
#
# ## Which instrument finds which bug?
# Now you know all eleven mutants. There are eleven instruments, too: four matches (as X and as O, against a random and a perfect player), three litmus positions (W, the trap A of chapter 01, and S, which chapter 06 will look at) and four exams. With `python -m mctslib.course.ch05.measure` I tried each instrument on each mutant, with 1,000 games for a match and 400 searches for a litmus position.

# %%
seen_by_random = predict("05-random")
seen_by_random

# %%
matrix = ch05.load_matrix()
found_by = {name: len(matrix.seen_by(name)) for name in ch05.INSTRUMENTS}
found_by["random as X"]

# %%
score_prediction(
    seen_by_random,
    found_by["random as X"],
    "A random opponent seldom punishes a bad move, and the first move is an advantage.",
    within=1,
)

# %% [markdown]
# And all the others?

# %%
best_test = predict("05-best")
best_test

# %% [markdown]
# Here is the table. A ✗ means that the instrument finds the bug; in a cell without ✗ it finds nothing. As a control I have also examined a second healthy engine, with other seeds. <span class="with-python">Press a question mark, and guess before you see. *Run all* fills the table.</span>

# %%
ch05.Clinic("draw is a loss", "random as X")

# %%
for name, found in found_by.items():
    print(f"{name:14} {found:2}")

# %%
score_prediction(
    best_test,
    "A tree of 12 iterations, worked out on paper",
    "All four functions and the game contribute to its N and W.",
)

# %% [markdown]
# **Wins against a random player prove little.** 1,000 games as X find 4 of the eleven mutants. Look at the mutant for which a draw is a loss: it won 996 games, more than any other engine in this table, the healthy ones included. But twelve iterations on paper, without an opponent, find 10.
#
# Nor does a better opponent see everything. No match finds *no root* or *parent's playout*.

# %% [markdown]
# ### Exercise 3: pack a kit
# A friend has written her own engine, in another programming language. Her engine may have any of the eleven bugs. *Tree by hand* is of no use to you, since her engine draws its random numbers in another way. Which other instruments do you take, so that they find all eleven bugs, and the kit is as small as possible? Give their names as they stand at the head of the table.

# %% tags=["exercise"]
# hint: Begin with the bug that only one instrument finds, because this instrument must be in the kit. Cross out all bugs that it finds. Then look for the fewest instruments that find the rest. `ch05.missed_by(["formula", "perft"])` lists the bugs that a kit does not find.
# --- solution
kit = ["invariants", "litmus A"]
# --- stub
# kit = [...]
# --- end

# %%
ch05.check_kit(kit)

# %% [markdown]
# Two are enough: the rules that hold in every tree, and one hard position. But position A needs 400 searches, and a healthy engine to compare with. If you want neither, take three exams: the invariants, the formula and perft. Together they find all eleven.
#
# But don't trust this kit too far. We chose its parts after we had seen the bugs. Suppose that nobody had thought of *parent not cut*. Then position A alone would have found the other ten, we would have packed nothing else, and missed the eleventh. And nothing here would find a bug in the choice of the final move: all our instruments take the most visited move themselves. So begin with what is fast and certain: perft, hand tests, invariants and the formula. Play matches at the end, on *both* sides, against the strongest opponent you have.

# %%
checkpoint("05-friend")

# %% [markdown]
# ## Optional: find the bug
# ### Exercise 4: five engines without names
# Below is what the instruments found in five engines, P, Q, R, T and U. One of them is healthy, and the other four are mutants of the table. Find the name of each engine. A name is the text at the beginning of a row in the table.

# %%
for letter in "PQRTU":
    print(ch05.case_file(letter), end="\n\n")

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
ch05.check_diagnosis(diagnosis)

# %% [markdown]
# Appendix B has the bug card, a page with the symptoms of all these bugs.
#
# ## Further reading
# - DeMillo, Lipton and Sayward (1978), *Hints on test data selection*: the origin of mutation testing, which changes a program on purpose and asks whether its tests notice.
# - Newcombe (1998), *Interval estimation for the difference between independent proportions*: we use its method 10.
#
# **Next:** [05b · A blank sheet](05b_a_blank_sheet.ipynb).

# %%
summary("05")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years.*

# %% [claims]
from itertools import combinations
from math import prod

from claims import claim

from mctslib.checks import perft
from mctslib.course.ch05 import checkers
from mctslib.course.ch05.checkers import STARTS
from mctslib.course.ch05.measure import measure
from mctslib.search import backpropagate

INSTRUMENTS, MUTANTS, HEALTHY = ch05.INSTRUMENTS, ch05.MUTANTS, ch05.HEALTHY
settings = matrix.settings
claim("A search with 300 iterations has looked", settings["iterations a move"])
claim("at this position 100 times, with 100 seeds", chosen.total(), len(roots))
assert open_row.current_player == 1 and open_row.apply(5).rewards() == (0.0, 1.0)
assert 5 not in chosen and set(chosen) == {7, 8}
assert all(open_row.apply(cell).apply(1).rewards() == (1.0, 0.0) for cell in chosen)
healthy_roots = [HEALTHY.tree(open_row, 300, seed) for seed in range(20)]
assert all(max(one.children.values(), key=lambda c: c.visits).action == 5 for one in healthy_roots)
claim("with 300 iterations for each move, in 200 games", settings["iterations a move"], 200)
claim("It wins 198 of 200", wins_as_x.hits, wins_as_x.of)
long, healthy = matrix.cell("no sides", "random as X").count, matrix.baseline("random as X")
claim(
    "In a longer match of 1,000 games it won 988. The engine without the change won 986",
    long.of,
    long.hits,
    healthy.hits,
)
assert long.of == healthy.of == settings["games"]
claim("As O it wins 1 of 200 games", wins_as_o.hits, wins_as_o.of)
lost = {name: one.of - one.hits for name, one in not_lost.items()}
claim(
    "none of its 200 games, but the changed one loses 106", not_lost["healthy"].of, lost["changed"]
)
claim("198 wins of 200 were no proof", wins_as_x.hits, wins_as_x.of)
assert len(MUTANTS) == len(INSTRUMENTS) == 11
assert lost["healthy"] == 0
few, many = (
    ch05.difference_interval(ch05.Count(93 * times, games), ch05.Count(88 * times, games))
    for times, games in ((1, 100), (100, 10_000))
)
claim("goes from −0.100 to 0.203", *few)
claim("in 10,000 games each it goes from 0.036 to 0.064", 10_000, *many)
usual = 0.95
claim("These are 99.9% intervals, wider than the usual 95%", settings["verdict confidence"], usual)
x_node, o_node = short_line()
assert x_node.visits == o_node.value_sum == 0
backpropagate(o_node, (0.5, 0.5))
claim("W is ½ in O's node and ½ in X's node", o_node.value_sum, x_node.value_sum)
exams = [name for name in INSTRUMENTS if INSTRUMENTS[name].exam]
assert exams == ch05.EXAMS and len(exams) == 4
assert all(not INSTRUMENTS[name].exam(HEALTHY) for name in exams)
grown = HEALTHY.tree(W.state, 100)
inner = [n for n in grown.descendants() if n.parent and not n.state.is_terminal()]
assert all(n.visits == 1 + sum(c.visits for c in n.children.values()) for n in inner)
three, win = 3, 1
claim("with N = 3, a win makes W = 3 · 1 = 3", three, three, win, three * win)


def convicted(name):
    """Return whether the invariant of exercise 2 fails in one of ten trees of a mutant."""
    trees = (MUTANTS[name].engine().tree(start, 300, seed) for seed in range(5) for start in STARTS)
    return not all(map(checkers.finished_right, trees))


assert {name for name in MUTANTS if convicted(name)} == {
    "no sides",
    "side to move",
    "parent's playout",
}
same = [
    INSTRUMENTS[name].count(not_cut.engine(), 20, "same")
    == INSTRUMENTS[name].count(HEALTHY, 20, "same")
    for name in ("random as O", "perfect as O")
]
assert all(same)
wrong_formula = {"raw wins", "sqrt(N)/n", "log of n", "no root"}
assert not wrong_formula & set(matrix.seen_by("invariants"))
assert set(matrix.seen_by("formula")) == wrong_formula

# %%
empty = TicTacToe()
claim("it is 9 for one move", perft(empty, 1))
most = prod(range(4, 10))
won_with_the_fifth = (prod(range(5, 10)) * 4 - perft(empty, 6)) // 4
claim("it would be 9 · 8 · 7 · 6 · 5 · 4 = 60,480", *range(9, 3, -1), most)
claim("That happens in 1,440 sequences", won_with_the_fifth)


def over_after(state, moves):
    """Return the number of sequences of `moves` moves that end the game."""
    if not moves:
        return state.is_terminal()
    return sum(over_after(state.apply(action), moves - 1) for action in state.legal_actions())


assert over_after(empty, 5) == won_with_the_fifth
claim(
    "the right number is 60,480 − 4 · 1,440 = 54,720", most, 4, won_with_the_fifth, perft(empty, 6)
)
assert perft(plays_on.engine().root(empty).state, 6) == most
worth = {action: value(its_position.apply(action), 0) for action in its_position.legal_actions()}
claim(
    "Only the block at 2 wins, and the winning move, 8, loses",
    max(worth, key=worth.get),
    *W.correct,
)
assert sorted(worth.values()) == [0, 0, 0, 0, 1]
right_by_mutant = ch05.INSTRUMENTS["litmus W"].count(plays_on.engine(), 50, "now")
assert right_by_mutant.hits == 0
claim("in 50 searches *plays on* never", right_by_mutant.of)
over = its_position.apply(8).apply(2)
while over.legal_actions():
    over = over.apply(over.legal_actions()[0])
assert over.rewards() == (0.0, 1.0)  # the upper row counts first

# %%
claim("1,000 games for a match and 400 searches", settings["games"], settings["litmus searches"])
claim("play 1,000 games as X", settings["games"])
claim("1,000 games as X find 4 of the eleven mutants", settings["games"], found_by["random as X"])
wins = {name: matrix.cell(name, "random as X").count.hits for name in ch05.PATIENTS}
claim("it won 996 games, more than any other engine", wins["draw is a loss"])
assert sorted(wins.values())[-2] < wins["draw is a loss"] and healthy.hits < 996
claim("twelve iterations on paper, without an opponent, find 10", found_by["tree by hand"])
assert found_by["tree by hand"] == max(found_by.values()) < len(MUTANTS)
matches = {name for name in INSTRUMENTS if " as " in name}
assert len(matches) == 4
quiet = [set(matrix.seeing(name)) for name in ("no root", "parent's playout")]
assert all(not matches & seeing for seeing in quiet)
assert matrix.seeing("healthy") == [] and matrix.seeing("parent not cut") == ["invariants"]
others = [name for name in INSTRUMENTS if name != "tree by hand"]
small = [set(two) for two in combinations(others, 2) if not ch05.missed_by(two)]
assert small == [{"invariants", "litmus A"}] and all(ch05.missed_by([one]) for one in others)
assert not ch05.missed_by(["invariants", "formula", "perft"])
assert ch05.missed_by(["litmus A"]) == ["parent not cut"]
claim("position A needs 400 searches", settings["litmus searches"])
repeated = ch05.examine_again()
assert all(matrix.cell(*where).said == said for where, said in repeated.items())
assert {name for _, name in repeated} == set(exams)
assert measure("plays on", "litmus W")["count"] == list(matrix.cell("plays on", "litmus W").count)
