# %% [markdown]
# # 06b · When paths meet
#
# X takes cell 0, O takes 4, X takes 8. Or X takes 8, O takes 4, X takes 0. Here is what one search of the empty board, with 1,000 iterations, believes about these two beginnings of a game.

# %%
from mctslib import TicTacToe, search
from mctslib.course import budget, ch06b, checkpoint, predict, score_prediction, summary
from mctslib.draw import show_board

root = search(TicTacToe(), 1000, seed=0).root
one = root.children[0].children[4].children[8]
two = root.children[8].children[4].children[0]
for node in (one, two):
    print(node.path(), "N =", node.visits, " Q =", round(node.value, 2))
print("one position:", one.state == two.state)

# %%
show_board(one.state)

# %% [markdown]
# It is one board, with two nodes and two opinions. One opinion rests on 3 visits, the other on 7, so their difference may be chance. But what the search learned at one of the two nodes is unknown at the other. A position that several paths lead to is called a **transposition**.
#
# Are transpositions rare? I took them for a detail. Then I let trees of 10,000 iterations grow for four games, with three seeds each. Before you look at the means, guess one number.

# %%
copies_guess = predict("06b-copies")
copies_guess

# %%
print(ch06b.copies_table())

# %%
score_prediction(copies_guess, "nearly all", "97% of the nodes repeat a position.")

# %% [markdown]
# Nim with heaps of 3, 4 and 5 has 232 positions. A tree of 10,000 iterations stores one of them more than 400 times, and each of these copies begins to learn from nothing.
#
# So let us store every position once. We need one dictionary for this, and it even works. Then comes a game of eleven positions. There the tree, given 400 iterations, is right with every seed that we try, and the dictionary is wrong with every seed. In this chapter we find out why, mend the search, and ask what merging is worth.
#
# **What you'll need.** UCB1 (chapter 02), N, W and Q (chapters 03 and 05). &nbsp; **Time:** about 45 minutes.

# %% [markdown]
# ## A tree and a graph
# Below is another Nim, with six sticks in one heap: a player takes one or two sticks, and whoever takes the last one wins. On the left you see the tree of 24 iterations. On the right is a search with as many iterations that stores each position once. This is not a tree, but a **graph**. Both pictures have a column for each number of sticks that are left. Each box shows who moves and N; Q belongs to the player who moved *into* the position, as always.
#
# <span class="with-python">Touch a box: all copies of its position light up, on both sides. Then touch two copies on the left, one after the other, and press *Merge two*. The graph shows its numbers after your first merge.</span> What must become of N, of W and of Q? And what changes *above* the merged node, although no new playout was made?

# %%
ch06b.Meeting()

# %% [markdown]
# The position with three sticks, X to move, has two copies: Q is 0.82 for one, and 0.60 for the other. (The exact value is 1, because whoever must move from three sticks loses.) Merged, N is 11 + 5 = 16 and Q is 0.75. But then the two nodes above, from which O moved there, have believed in wrong numbers. Each keeps its own count: one chose this move 11 times, the other 5 times. But the move is now worth 0.75 to both, and so both compute their Q anew.
#
# When you have merged everything by hand, do your numbers agree with the graph's? They do not. The graph on the right has *searched* as a graph: it knew more when it chose its moves, and chose other ones.

# %% [markdown]
# ## One dictionary
# What is the cheapest way to merge? We look up each new position in a dictionary, and if it is there, we take the node that exists. All else stays as it is: N counts the visits of a node, and a result is added to W along the path of its iteration. I call this search *path only*.
#
# We test it in all 94 positions of Nim 3, 4, 5 in which the first player is to move and can make a mistake. A move is right if it keeps the win. In the table each column is a number of iterations, and each entry is the percentage of right moves: the mean over 10 seeds, with its 95% interval.

# %%
dictionary_guess = predict("06b-dictionary")
dictionary_guess

# %%
print(ch06b.right_table("Nim", ["tree", "path only"]))

# %%
score_prediction(
    dictionary_guess,
    "better than 8 of 10",
    "It is right in about 9 of 10 positions, and with 1,000 iterations in nearly all.",
)

# %% [markdown]
# The dictionary works. Nothing in this table tells you that there is a mistake in the search.
#
# ## Eleven positions
# Now a game that I made for this chapter, with one line for each position: who moves, and where to. A number is X's reward at an end of the game.

# %%
for name, entry in ch06b.MEET.items():
    print(name, "→", entry)

# %% [markdown]
# X goes to A or to B. From A, X may go on to C, worth ¾, or to six positions that are worth nothing. From B, O may go to the same C, or to G, worth ½. So A is worth ¾, B is worth ½, and A is right. In how many of 30 searches does X pick A, with 100, 400 and 1,000 iterations?

# %%
SEEDS = budget(30, 8, "seeds")
print(ch06b.picks_table(["tree", "path only"], SEEDS))

# %% [markdown]
# With 100 iterations neither search has found A yet. With 400, and with 1,000, the tree is right with all 30 seeds, and the dictionary with none. Here are the dictionary's symptoms after 1,000 iterations with seed 0. For each move you see how often it was *taken*, N of the position that it leads to, and X's mean reward in that position.

# %%
print(ch06b.symptoms("path only"))

# %% [markdown]
# Read the lines below A. Which number do you not like?

# %%
checkpoint("06b-starves")

# %% [markdown]
# A has 22 visits, and only one of them went on to C. C's 61 visits tell A that this move is explored enough. So A spends its visits on bad moves, looks bad, and is visited less. Meanwhile B sends more and more visits to C.
#
# ### Exercise 1: a smaller trap
# Make a game with at most nine positions that fools the dictionary, but not the tree. Write it as a table, like `ch06b.MEET`. With 400 iterations and the seeds 0 to 9, the tree must pick a right first move at least 9 times, and the dictionary at most once.

# %% tags=["exercise"]
# hint: With fewer bad moves A recovers too early. How good may B be, without being right?
# --- solution
trap = {
    "start": "X: A B",
    "A": "X: C D E F H",
    "B": "O: C G",
    "C": 0.75,
    "G": 0.6,
    **dict.fromkeys("DEFH", 0.0),
}
# --- stub
# trap = ...
# --- end

# %%
ch06b.check_trap(trap)

# %% [markdown]
# ### All parents
# If C's results belong to A as well, why not add each result to *every* parent, and to the parents of the parents? Here is how often this search picks A, and then the same table as before.

# %%
print(ch06b.picks_table(["all parents"], SEEDS))
print(ch06b.symptoms("all parents"))

# %% [markdown]
# Now A sends its visits to C, and the search takes A 736 times. Then why doesn't it pick A? Because it picks the move to the position with the largest N. B was taken 264 times, and its N is 939: the visits that A sent to C are counted for B as well. So B believes that O goes to C most of the time, but O took G in 232 of the 264 visits.
#
# Then let us not look at N at the end, but pick the move that was *taken* most often. It is A in 0, 17 and 30 of the 30 searches. Is the search healed? Here are both ways of picking in Nim:

# %%
print(ch06b.right_table("Nim", ["tree", "all parents", "all parents, moves taken"]))

# %% [markdown]
# Picked by N, the move gets *worse* when the search thinks longer: from 100 to 1,000 iterations it loses 3.8 points of 100 (2.4 to 5.2). I suspected the search. But the same searches, read by the moves taken, show no loss: they change by +1.3 points (−0.8 to 3.4). The last look at N makes the difference, 5.1 points (2.2 to 8.0), which is more than the whole loss. The search is not healed, though. However we read it, we cannot show that it gains anything after 100 iterations, and with 1,000 it is 28 points behind the tree (25 to 31).

# %% [markdown]
# ## Keep two counts
# The repair is what you saw when you merged by hand. First, write on each *edge* (a move between two positions) how often it was taken, and let UCB1 compare these numbers. Second, do not add results up: whenever an iteration passes a position, compute its N and W anew from its edges.
#
# ### Exercise 2: learn
# Write `learn(playouts, own, edges)`, which returns the pair N, W of a position for one player. `playouts` is the number of playouts that began in this position, and `own` is the sum of their rewards for this player. `edges` is a list with a tuple for each move: `n`, the visits of the edge, and then N and W of the position that it leads to. Suppose that 3 visits went to C and 1 to D. C has 10 visits by now, because another path uses it too, and X won 7 of these; D has 1 visit, which X lost. Then `edges` is `[(3, 10, 7.0), (1, 1, 0.0)]`.


# %% tags=["exercise"]
# hint: Start with `playouts` and `own`. For each edge, add n to N, and n times the Q of its end to W.
def learn(playouts, own, edges):
    """Return N and W of a position from its own playouts and its edges."""
    # --- solution
    # --- end


# %%
ch06b.check_learn(learn)

# %% [markdown]
# Does your function heal the search of the eleven positions? `graph_with` puts it into a search that counts visits on edges.


# %%
def mended(iterations):
    try:
        right = ch06b.picks(ch06b.graph_with(learn), iterations, SEEDS)
    except NotImplementedError:
        return "your turn"
    return f"A in {right} of {SEEDS} searches"


for iterations in (100, 400, 1000):
    print(f"{iterations} iterations: {mended(iterations)}")

# %% [markdown]
# In the library this search is `Graph` in `mctslib.methods.graph`. If no two paths meet, it is the tree search that you know: n of an edge is N of its end, and computing anew gives the same numbers as adding up.
#
# ## Which half of the repair did it?
# We have changed two things at once, and I was sure that the repair needs both. Let us change them one at a time: *edges only* counts visits on edges, but still adds results up; *anew only* computes Q anew, but still counts visits in positions. Here are the picks of A once more.

# %%
print(ch06b.picks_table(["path only", "edges only", "anew only", "graph"], SEEDS))

# %% [markdown]
# I was wrong. Here the edges do all of the work, and computing anew does none. Afterwards I see why: A starved because of a *count*, and C always gives ¾, so there is never any news about C that A could miss. And in Nim?

# %%
print(ch06b.right_table("Nim", ["path only", "edges only", "anew only", "graph"]))

# %% [markdown]
# In Nim I cannot credit either half. With 300 iterations computing anew gains 3.3 points of 100 (*anew only* against *path only*; interval 1.6 to 5.0). But with 1,000 it costs 0.5 (0.1 to 0.9), and between *graph* and *edges only* all four intervals of the difference contain zero. And the count that starves A does *good* here: *path only* is ahead of *edges only* by 5.2 points with 300 iterations (3.4 to 7.1), and by 1.1 with 1,000 (0.6 to 1.6). Why? Perhaps a position that other paths have searched well needs no more visits from here. I have not tested this guess. But the Go program KataGo does something like it: if a position has more visits than the edge that leads there, it stops, and takes the position's Q as it is.
#
# What do I take from this? A good score in one game does not show that a search is right. The small game does show that *path only* is wrong, and why: UCB1 wants to know how often *this* position tried the move, and reads another number.
#
# ## What is it worth?
# Merging costs time. One iteration of our graph takes as long as 1.65 iterations of our tree in Nim, and as 2 in tic-tac-toe. So there are two fair comparisons: with as many iterations as the graph, and with as much time. The columns are the graph's iterations. (For Connect Four each seed draws 150 positions, after six random moves.)

# %%
for game in ("Nim", "tic-tac-toe", "Connect Four 5×4"):
    print(ch06b.right_table(game, ["tree", "tree, same time", "graph"]), end="\n\n")

# %% [markdown]
# In Nim the graph is clearly ahead with 300 iterations, and with 1,000 iterations 98.8% of its moves are right, against 86.7% for the tree and 93.5% for the tree with the same time. But with 30 iterations the tree with the same time is ahead, by 6.1 points (3.3 to 8.9).
#
# In the two other games we cannot show any gain. Between graph and tree with as many iterations, all eight intervals of the difference contain zero. With the same time the tree is even *better*. In tic-tac-toe it is ahead by 2.2, 0.7 and 0.3 points with 30, 100 and 300 iterations of the graph, and in Connect Four by 3.9 and 4.7 points with 30 and 100. (None of these five intervals contains zero.)
#
# And this was the *readable* tree. The compiled engine of chapter 12b makes 195 iterations of tic-tac-toe while our graph makes one, and 148 of Connect Four. A compiled graph would be fast as well, but we have not written one. So compare methods in one engine, and engines by the clock.
#
# Does merging at least save memory? While the game is large enough for the search, it does not: the search walks *through* a known position to a new one. The graph of 1,000 iterations of tic-tac-toe has nearly as many positions as the tree has nodes, but its playouts begin deeper. Here are both with seed 0. It was the same with each of the six seeds that we tried.

# %%
in_tree, in_graph = ch06b.depths(seed=0)
print(f"tree:  {in_tree.nodes:,} nodes, a playout begins after {in_tree.moves:.1f} moves")
print(f"graph: {in_graph.nodes:,} positions, a playout begins after {in_graph.moves:.1f} moves")

# %% [markdown]
# Where does merging help, then? We saw a gain in one game of three: in Nim, where nearly all nodes are repeats, and not before 300 iterations. I suspect that there must be many paths to few positions, and time to come back to them. But tic-tac-toe could hardly have shown a gain, since nearly all of its moves are right anyway. So do not ask only *whether* a method is better. Ask *where*.
#
# ## Circles
# So far no position could come twice in one game. In chess it can. Here is a game of seven positions with a circle: from A, O may go to C, and from C, X may go back to A. By the rules, whoever repeats a position gets a draw, ½ for both.

# %%
for name, entry in ch06b.CYCLE.items():
    print(name, "→", entry)

# %% [markdown]
# X's right move is E, worth ⅜. At A, O goes to Z. At B, O must go to C, and the best that X can do there is L, worth ¼. (If X goes on from C to A, no position is repeated on this path, and O goes to Z.) Now we compute the values, and store each by its position. Does it matter in which order we look at X's moves?

# %%
print("A B E:", ch06b.stored_values("A B E"))
print("B A E:", ch06b.stored_values("B A E"))

# %% [markdown]
# It does: the first order makes B the best move, and the second makes it E. In the order A, B, E, the position C is first seen on the path through A. There, going back to A is a draw, so C is stored as ½. Later, B looks C up, and believes this number. But on B's path, A has not been visited. What a position is worth depends on how one came there. This is the *graph-history interaction*, which Campbell described in 1985, and no bookkeeping of N and W can mend it.
#
# Two remedies put the missing fact into the state. One is the *history*, the set of positions passed. The other is the *number of moves*, with a draw once a fixed number is reached. With either remedy E is the best move in both orders, but fewer paths meet: with the history there are 13 positions instead of 7, and with at most 10 moves there are 22. (If the states of a game have neither, `Graph` refuses a path that comes back to itself.)

# %%
checkpoint("06b-circle")

# %% [markdown]
# ## Who has been here before
# Childs, Brodeur and Kocsis (2008) ask what must change in UCT if the tree is treated as a graph. They try it in artificial trees and in Go, and conclude that a graph may make programs stronger. Saffidine, Cazenave and Méhat (2010, 2012) let parameters decide which count comes from where, and report gains in all games that they tried. So other games, and other choices, may well show a gain where our two games do not. David Wu wrote down for his Go program KataGo why the counts belong on the edges and why Q should be computed anew. He describes both mistakes of this chapter, and our `Graph` follows his rules, with playouts in place of a network.
#
# ## Further reading
# - D. Wu, *Monte-Carlo graph search from first principles* (as of 2025), [in KataGo's documentation](https://github.com/lightvector/KataGo/blob/master/docs/GraphSearch.md). We have read all of it.
# - B. Childs, J. Brodeur and L. Kocsis, *Transpositions and move groups in Monte Carlo tree search* (2008). We have read the abstract only.
# - A. Saffidine, T. Cazenave and J. Méhat, *UCD: Upper confidence bound for rooted directed acyclic graphs* (2010; longer in 2012). We have read both abstracts only.
# - A. Kishimoto and M. Müller, *A general solution to the graph history interaction problem* (2004). We have read the abstract and the beginning, which names Campbell's paper of 1985.
#
# **Next:** [07 · Turn the c knob](07_turn_the_c_knob.ipynb). How a tree grows depends on one number, c. In chapter 07 you choose it.

# %%
summary("06b")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests, except the years and what the papers say.*

# %% [claims]
from claims import claim
from mctslib import Nim
from mctslib.course.ch06b.checkers import ENOUGH, MOST, SEEDS as TRAP_SEEDS, THINKS, learn_cases
from mctslib.course.ch06b.counted import BUDGETS
from mctslib.course.ch06b.counted import searched as in_small
from mctslib.course.ch06b.mistakes import MovesTaken
from mctslib.course.ch06b.cycles import DRAW, exact_values
from mctslib.course.ch06b.joining import copies, joined, places, q, searched
from mctslib.oracle import positions as all_positions
from mctslib.oracle import value

claim("what one search of the empty board, with 1,000 iterations, believes", root.visits)
opinions = [root.children[k].children[4].children[8 - k].visits for k in (0, 8)]
claim("One opinion rests on 3 visits, the other on 7", *opinions)
heaps = (3, 4, 5)
positions = len(list(all_positions(Nim(*heaps))))
nim = [ch06b.copies("Nim 3, 4, 5", 10_000, seed) for seed in (0, 1, 2)]
claim(
    "Nim with heaps of 3, 4 and 5 has 232 positions. A tree of 10,000 iterations stores one of them more than 400 times",
    *(*heaps, nim[0].positions, 10_000, 400),
)
assert all(one.most > 400 and one.positions == positions for one in nim)
assert sum(one.repeated for one in nim) / 3 > 0.9

# %%
tree = searched(24, 0, False)
claim("On the left you see the tree of 24 iterations", tree.root.visits)
three = places()[4]
nodes = joined(tree)
more, fewer = copies(nodes, three)
claim("Q is 0.82 for one, and 0.60 for the other", q(nodes[more]), q(nodes[fewer]))
assert value(three, 1) == 1
merged = joined(tree, [(more, fewer)])
[one] = copies(merged, three)
claim(
    "N is 11 + 5 = 16 and Q is 0.75",
    *(nodes[more].visits, nodes[fewer].visits, merged[one].visits, q(merged[one])),
)
claim("the move is now worth 0.75 to both", q(merged[one]))
claim(
    "one chose this move 11 times, the other 5 times",
    merged[(5,)].edges[3].visits,
    merged[(4,)].edges[3].visits,
)
assert [merged[p].visits for p in ((5,), (4,))] == [nodes[p].visits for p in ((5,), (4,))]

# %%
from mctslib.course import measured

stored = measured("ch06b/right_moves")
claim("We test it in all 94 positions of Nim 3, 4, 5", stored["Nim"]["positions"], *heaps)
seeds = [len(rows) for rows in stored["Nim"]["right"].values()]
claim("the mean over 10 seeds", *set(seeds))
anew = ch06b.gain("Nim", "anew only", "path only", 300)
claim(
    "3.3 points of 100 (*anew only* against *path only*; interval 1.6 to 5.0)",
    100 * anew.value,
    100,
    100 * anew.low,
    100 * anew.high,
)
costs = ch06b.gain("Nim", "path only", "anew only", 1000)
claim("But with 1,000 it costs 0.5 (0.1 to 0.9)", 1000, *(100 * one for one in costs))
both = [ch06b.gain("Nim", "graph", "edges only", one) for one in stored["budgets"]]
assert len(both) == 4 and all(one.low < 0 < one.high for one in both)
count_gains = [ch06b.gain("Nim", "path only", "edges only", one) for one in (300, 1000)]
fewer, more = ([100 * one for one in gained] for gained in count_gains)
claim("by 5.2 points with 300 iterations (3.4 to 7.1)", fewer[0], 300, *fewer[1:])
claim("by 1.1 with 1,000 (0.6 to 1.6)", more[0], 1000, *more[1:])
early = ch06b.gain("Nim", "tree, same time", "graph", 30)
claim("is ahead, by 6.1 points (3.3 to 8.9)", *(100 * one for one in early))
assert 0.75 < ch06b.right("Nim", "tree", 300).value < 0.85
assert ch06b.gain("Nim", "path only", "tree", 300).low > 0.05
assert ch06b.right("Nim", "path only", 300).value > 0.87
assert ch06b.right("Nim", "path only", 1000).value > 0.98
exact = {name: float(value(ch06b.meeting().apply(name), 0)) for name in "AB"}
assert exact == {"A": 0.75, "B": 0.5} and len(ch06b.MEET) == 11
if SEEDS == 30:
    claim("the tree is right with all 30 seeds", ch06b.picks("tree", 400, SEEDS))
    assert ch06b.picks("tree", 1000, SEEDS) == 30
for iterations in (100, 400, 1000):
    assert ch06b.picks("path only", iterations, SEEDS) == 0
    assert ch06b.picks("all parents", iterations, SEEDS) == 0
    assert ch06b.picks("anew only", iterations, SEEDS) == 0
    assert ch06b.picks("edges only", iterations, SEEDS) == ch06b.picks("graph", iterations, SEEDS)
    assert ch06b.picks("graph", iterations, SEEDS) == SEEDS * (iterations > 100)
claim("With 100 iterations neither search has found A yet", BUDGETS[0])
assert ch06b.picks("tree", 100, SEEDS) == 0

# %%
a = in_small("path only").root.edges["A"].end
claim(
    "A has 22 visits, and only one of them went on to C. C's 61 visits",
    a.visits,
    a.edges["C"].visits,
    a.edges["C"].end.visits,
)
edge = in_small("all parents").root.edges["B"]
claim("takes A 736 times", in_small("all parents").root.edges["A"].visits)
claim("B was taken 264 times, and its N is 939", edge.visits, edge.end.visits)


most_taken = [ch06b.picks(MovesTaken, number, SEEDS) for number in BUDGETS]
if SEEDS == 30:
    claim("It is A in 0, 17 and 30 of the 30 searches", *most_taken, SEEDS)
claim("O took G in 232 of the 264 visits", edge.end.edges["G"].visits, edge.visits)
from mctslib.course.ch06b.counted import mean_of, shares


def loss(method):
    few, many = (shares("Nim", method)[one] for one in (100, 1000))
    return mean_of([100 * (one - other) for one, other in zip(few, many)])


lost, kept = loss("all parents"), loss("all parents, moves taken")
claim(
    "from 100 to 1,000 iterations it loses 3.8 points of 100 (2.4 to 5.2)",
    *(100, 1000, lost.value, 100, lost.low, lost.high),
)
claim("they change by +1.3 points (−0.8 to 3.4)", -kept.value, -kept.high, -kept.low)
gaps = [
    [
        100 * (one - other)
        for one, other in zip(shares("Nim", "all parents, moves taken")[n], falling)
    ]
    for n, falling in shares("Nim", "all parents").items()
    if n in (100, 1000)
]
claim(
    "The last look at N makes the difference, 5.1 points (2.2 to 8.0)",
    *mean_of([many - few for few, many in zip(*gaps)]),
)
behind = ch06b.gain("Nim", "tree", "all parents, moves taken", 1000)
claim("it is 28 points behind the tree (25 to 31)", *(100 * one for one in behind))
claim("a game with at most nine positions", MOST)
claim("pick a right first move at least 9 times", ENOUGH)
claim("With 400 iterations and the seeds 0 to 9", THINKS, TRAP_SEEDS[0], TRAP_SEEDS[-1])
_, _, [to_c, to_d] = learn_cases()[0].arguments
claim(
    "3 visits went to C and 1 to D. C has 10 visits by now, because another path uses it too, and X won 7",
    *(to_c[0], to_d[0], *to_c[1:]),
)

# %%
claim(
    "takes as long as 1.65 iterations of our tree in Nim, and as 2 in tic-tac-toe",
    *map(ch06b.factor, ("Nim", "tic-tac-toe")),
)
ttt, four = (stored[game] for game in ("tic-tac-toe", "Connect Four 5×4"))
for game in ("tic-tac-toe", "Connect Four 5×4"):
    assert {len(rows) for rows in stored[game]["right"].values()} == {10}
    for iterations in stored["budgets"]:
        same = ch06b.gain(game, "graph", "tree", iterations)
        assert same.low < 0 < same.high
claim("all eight intervals", 2 * len(stored["budgets"]))
claim("each seed draws 150 positions", four["positions"])
later = {
    game: [ch06b.gain(game, "tree, same time", "graph", one) for one in stored["budgets"]]
    for game in ("tic-tac-toe", "Connect Four 5×4")
}
points = [100 * one.value for one in later["tic-tac-toe"]]
claim(
    "by 2.2, 0.7 and 0.3 points with 30, 100 and 300 iterations of the graph",
    *points[:3],
    *stored["budgets"][:3],
)
assert all(one.low > 0 for one in later["tic-tac-toe"][:3])
points = [100 * one.value for one in later["Connect Four 5×4"]]
claim("by 3.9 and 4.7 points with 30 and 100", *points[:2], *stored["budgets"][:2])
assert all(one.low > 0 for one in later["Connect Four 5×4"][:2])
nim_at = {m: ch06b.right("Nim", m, 1000).value for m in ("graph", "tree", "tree, same time")}
claim(
    "with 1,000 iterations 98.8% of its moves are right, against 86.7% for the tree and 93.5% for the tree with the same time",
    1000,
    *nim_at.values(),
)
for other in ("tree", "tree, same time"):
    assert ch06b.gain("Nim", "graph", other, 300).low > 0
    assert ch06b.gain("Nim", "graph", other, 1000).low > 0

# %%
claim(
    "makes 195 iterations of tic-tac-toe while our graph makes one",
    *(ch06b.factor("tic-tac-toe", compiled=True), 1),
)
claim("and 148 of Connect", ch06b.factor("Connect Four 5×4", compiled=True))
claim("The graph of 1,000 iterations of tic-tac-toe", root.visits)
seeds = [ch06b.depths(seed) for seed in range(6)]
claim("It was the same with each of the six seeds", len(seeds))
assert seeds[0] == (in_tree, in_graph) and in_tree.nodes == root.size()
for one, other in seeds:
    assert 0.99 * one.nodes < other.nodes <= one.nodes and other.moves > one.moves + 0.2

# %%
start = ch06b.Small("start", ch06b.CYCLE)
assert len(ch06b.CYCLE) == 7
assert ch06b.stored_values("A B E")["B"] == 0.5 and ch06b.stored_values("B A E")["B"] == 0.25
for state in (ch06b.WithHistory(start), ch06b.Counted(start)):
    assert exact_values(state) == {"A": 0, "B": 0.25, "E": 0.375}
claim(
    "there are 13 positions instead of 7, and with at most 10 moves there are 22",
    *(len(list(all_positions(ch06b.WithHistory(start)))), len(ch06b.CYCLE)),
    *(ch06b.Counted(start).last, len(list(all_positions(ch06b.Counted(start))))),
)

claim("X may go on to C, worth ¾", ch06b.MEET["C"])
claim("or to G, worth ½. So A is worth ¾, B is worth ½", ch06b.MEET["G"], exact["A"], exact["B"])
claim("and C always gives ¾", ch06b.MEET["C"])
claim("C is the end of the game and gives ¾ on every path", ch06b.MEET["C"])
claim("whoever repeats a position gets a draw, ½ for both", DRAW[0])
claim("X's right move is E, worth ⅜", ch06b.CYCLE["E"])
claim("the best that X can do there is L, worth ¼", ch06b.CYCLE["L"])
claim("C has shown: ½ after A, ¼ after B", DRAW[0], ch06b.CYCLE["L"])
claim("so C is stored as ½", ch06b.stored_values("A B E")["B"])
claim("97% of the nodes repeat a position", sum(one.repeated for one in nim) / 3)
wins = ch06b.right("Nim", "path only", 300).value
claim(
    "It is right in about 9 of 10 positions, and with 1,000", 10 * wins, 10, stored["budgets"][-1]
)
plain = ch06b.right("Nim", "tree", 300).value
claim("the tree picks a right move in about 8 of 10 positions", 10 * plain, 10)
