# %% [markdown]
# # 12 · Grow up: Connect Four
#
# Nine numbers lie face down, in three rows of three. I shall choose a row. Then you choose a number in it, and pay me as many coins, so you will choose the smallest. Before I choose, I may turn numbers over, from left to right, row by row. I want to be *certain* which row is best. You may see the numbers, so that you can find the answer in your head:
#
# | | | | |
# |---|--:|--:|--:|
# | first row | 3 | 12 | 8 |
# | second row | 2 | 4 | 6 |
# | third row | 14 | 5 | 2 |
#
# **How many of the nine must I turn over?**

# %%
from mctslib.course import ch12, checkpoint, measured, predict, score_prediction, summary

nine_guess = predict("12-nine")
nine_guess

# %%
nine = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
turned = ch12.turned_over(nine)
print("turned over:", *turned)

# %%
score_prediction(nine_guess, len(turned), "The second row has shown enough after one number.")

# %% [markdown]
# I must turn over seven. From the first row I get 3. The second row begins with 2, so whatever the other two numbers are, I don't want this row. In the third row 14 and 5 look good, and only the last number disappoints.
#
# To skip like this is called **alpha-beta** (Donald Knuth and Ronald Moore analysed it in 1975), and for decades the strongest chess programs were built on it. Alpha-beta skips what cannot matter. MCTS also skips most of a game, but for another reason: it looks where things seem good. Alpha-beta *knows* that it misses nothing; MCTS hopes so.
#
# Which of the two plays better, with equal time, in a game that people play? And why? My first answer was a guess. Here we test it.
#
# **What you'll need.** The four phases (chapter 04), minimax (chapter 08), intervals (chapter 09). &nbsp; **Time:** about 50 minutes.
#
# ## Two bounds
# Minimax (chapter 08) looks at everything. Let a value be the value *for the player to move*. What is good for one player is bad for the other, so a move is worth minus the value of the position after it.

# %%


def value(tree):
    """Return the value of a number, or of a list of trees, for the player to move."""
    if not isinstance(tree, list):
        return tree
    return max(-value(branch) for branch in tree)


value(nine)

# %% [markdown]
# To skip, alpha-beta must know what the two players already have. Each call gets two bounds:
#
# - `low`: the player to move is sure of this much already, with another move.
# - `high`: with an earlier move, the opponent can make sure that the player to move gets no more than this. A position that is worth more will not be reached.
#
# As soon as the best value reaches `high`, the remaining moves can be skipped. In the second row *you* are to move, and a number is worth minus itself to you. I am sure of 3, so your `high` is −3. The first number gives you −2, which is more, and we skip the others.
#
# ### Exercise 1: alpha-beta
# Write `alpha_beta(tree, low, high)`. A tree is a number, which is its own value, or a list of trees. Go through the branches in their order, keep the best value so far, beginning with `-inf`, and return it. For each branch call `alpha_beta` again, now with the opponent to move. With which two bounds? (What was good is now bad, and what you are sure of may have grown since the beginning of the loop.)

# %% tags=["exercise"]
# hint: For the opponent both bounds change their sign and trade places. The opponent's lower bound is `-high`, and the upper bound is `-max(low, best)`. After each branch, leave the loop if `best >= high`.
from math import inf


def alpha_beta(tree, low, high):
    """Return the value of a tree for the player to move, and skip what cannot matter."""
    # --- solution
    # --- end


# %%
ch12.check_alpha_beta(alpha_beta)

# %%
checkpoint("12-cut")

# %% [markdown]
# ## The order
# Seven of nine is not much of a saving. But I turned over the numbers in the order in which they lay there.
#
# ### Exercise 2: fewer than seven
# Sort the rows, and the numbers in each row, so that alpha-beta turns over as few numbers as possible. How many are enough, and why can there never be fewer, in whatever order?

# %% tags=["exercise"]
# hint: Which row should come first, so that I am sure of much at once? And which number of another row proves that the row is worse?
# --- solution
ordered = [[3, 12, 8], [2, 4, 6], [2, 14, 5]]
# --- stub
# ordered = [[3, 12, 8], [...], [...]]
# --- end

# %%
ch12.check_order(ordered)

# %% [markdown]
# Five are enough. To know that a row is worth 3 I must see all of it, and to know that another row is worth no more I must see at least one of its numbers: 3 + 1 + 1. But to sort like this, one must know the answer. A program can only guess which moves are good.
#
# How much is a good guess worth? In **Connect Four**, two players drop discs into seven columns, and four in a row, in any direction, win. <span class="with-python">Play a game against MCTS: click a column.</span>

# %%
from mctslib import ConnectFour
from mctslib.widgets import Play

Play(ConnectFour())

# %% [markdown]
# Here is a guess that costs nothing: the middle columns are good. So let alpha-beta look six moves ahead from the empty board, with three orders of the columns. At how many positions does it look?

# %%
middle = ch12.from_the_middle
orders = {
    "the middle first": middle,
    "left to right": tuple,
    "the edges first": lambda columns: middle(columns)[::-1],
}
looked_at = {}
for name, order in orders.items():
    looked_at[name], in_minimax = ch12.count_positions(ConnectFour(), 6, order)
print(looked_at, "minimax:", in_minimax)

# %% [markdown]
# Minimax would look at 137,257 positions. With the middle first, alpha-beta needs 1,407, about 1%, and finds the same value. From left to right it needs 9.4 times as many, and with the edges first 32 times. Only the order has changed.
#
# ## How far ahead?
# Six moves are not a game. Where alpha-beta stops, somebody must estimate who is ahead. That is the job of a function, the **evaluation**. Ours counts the lines of four that each player can still complete, and lines with more discs count more. And how far ahead should a player look who has little time? The usual answer is to look one move ahead, then two, then three, and when the time is up, to make the best move of the last search that is complete. This is **iterative deepening**. (The shallow searches are cheap, and each tells the next one which move to try first.)
#
# ## Equal time
# Now they meet: UCT and alpha-beta, both in Python, both with 0.05 seconds of CPU time for each move, in 100 games. The two games of a pair begin with the same two random moves, with sides swapped (`python -m tests.bench.connect_four`).

# %%
equal_guess = predict("12-equal")
equal_guess

# %%
rows = measured("ch12/connect_four")["rows"]
matches = ch12.matches_at_equal_time(rows)
winner = ch12.stronger(matches["UCT against alpha-beta"], "MCTS", "alpha-beta")
score_prediction(equal_guess, winner, "But why?")

# %%
ch12.score_picture(matches, "Score of the first player, with the same CPU time for each move")

# %% [markdown]
# Alpha-beta wins clearly: UCT scores 0.26. My first explanation was that Connect Four is full of threats, and that alpha-beta overlooks no reply within its depth. But alpha-beta also has something that UCT has not: an evaluation made for this game. Which of the two made the difference?
#
# In the last row every unfinished game is worth the same to alpha-beta: it is *blind*. It overlooks no reply within its depth either, but it no longer beats UCT: UCT scores 0.565, and the interval contains one half. Between the two matches UCT's score differs by 0.305 (0.18 to 0.43). So without the knowledge there is no win. What I had said about threats was not false. It just did not explain the result.
#
# What UCT would do with the same knowledge, we have not tried. And the row "UCT, compiled" is *not* a fair comparison of methods: there UCT is machine code, and alpha-beta is Python. Chapter 12b tells how UCT became so fast.

# %%
checkpoint("12-time")

# %% [markdown]
# ## Keep the tree
# Alpha-beta, as we play it, begins each move from nothing. MCTS need not. Suppose that you have played column 3, and the opponent column 2. The part of your old tree below these two moves still holds. **Tree reuse** walks down to it and goes on from there: `root.children[3].children[2]` is the next root, with all its visits. (In the matches of chapter 10 it showed no gain. In those above every search began with a new tree.)
#
# ### Exercise 3: the root of the next search
# Write `keep(root, *actions)`, for example `keep(root, 3, 2)`. It returns the node after these actions. If a child on the way is missing, create it: `Node(node.state.apply(action), node, action)`. And remember that backpropagation walks up until it reaches a node whose `parent` is None.

# %% tags=["exercise"]
# hint: For each action: `child = node.children.get(action)`. If `child` is None, create it. Then `node = child`. At the end set `node.parent = None`.
from mctslib import Node


def keep(root, *actions):
    """Return the node after these actions as the root of the next search."""
    # --- solution
    # --- end


# %%
ch12.check_keep(keep)

# %% [markdown]
# ## Further reading
# - D. Knuth and R. Moore, *An analysis of alpha-beta pruning* (1975): how much alpha-beta can skip.
# - V. Allis, *A knowledge-based approach of Connect-Four* (1988): a proof that the first player wins, and the rules that make the proof possible.
#
# **Next:** [12b · From objects to machine code](12b_from_objects_to_machine_code.ipynb).

# %%
summary("12")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, and what we quote.*

# %% [claims]
from claims import claim

from mctslib.course.ch12 import alphabeta
from mctslib.course.differences import difference

claim("I must turn over seven. From the first row I get 3", len(turned), value(nine))
assert turned == [3, 12, 8, 2, 14, 5, 2] and value(nine) == 3
claim(
    "I am sure of 3, so your `high` is −3. The first number gives you −2",
    min(nine[0]),
    -min(nine[0]),
    -nine[1][0],
)
well_sorted = [[3, 12, 8], [2, 4, 6], [2, 14, 5]]
assert ch12.turned_over(well_sorted) == [3, 12, 8, 2, 2]
none, one, two, three = (len(ch12.turned_over(well_sorted[:rows])) for rows in range(4))
claim("3 + 1 + 1", one - none, two - one, three - two)
claim("Five are enough. To know that a row is worth 3", three, value(nine))
from_the_middle, from_the_left, from_the_edges = looked_at.values()
claim("Minimax would look at 137,257 positions", in_minimax)
claim(
    "With the middle first, alpha-beta needs 1,407, about 1%",
    from_the_middle,
    from_the_middle / in_minimax,
)
claim("it needs 9.4 times as many", from_the_left / from_the_middle)
claim("with the edges first 32 times", from_the_edges / from_the_middle)
values = {alphabeta.alpha_beta(ConnectFour(), 6, order=order) for order in orders.values()}
assert len(values) == 1

# %%
claim("both with 0.05 seconds of CPU time for each move", *{row["seconds"] for row in rows})
first = matches["UCT against alpha-beta"]
claim("100 games", first.games)
scores = {name: tally.score_interval() for name, tally in matches.items()}
assert scores["UCT against alpha-beta"][1] < 1 / 2 < scores["UCT, compiled against alpha-beta"][0]
assert min(scores["UCT against flat"][0], scores["alpha-beta against flat"][0]) > 1 / 2
blind = matches["UCT against alpha-beta, blind"]
claim("UCT scores 0.26", first.score)
claim("UCT scores 0.565, and the interval", blind.score)
assert blind.score_interval()[0] < 1 / 2 < blind.score_interval()[1]
gap = difference(blind, first)
claim("UCT's score differs by 0.305 (0.18 to 0.43)", gap.value, gap.low, gap.high)
