# %% [markdown]
# # 12 · Grow up: Connect Four
#
# **What you'll do.** You search a game that people actually play, and you let MCTS play against alpha-beta, which the strongest chess programs used for decades.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* run alpha-beta on a small tree, and say which numbers it skips,
# - write alpha-beta,
# - keep a search tree from one move to the next,
# - say what ten times as many iterations are worth,
# - compare two methods at equal time.
#
# **What you'll need.** The four phases (chapter 04), minimax (chapter 08), intervals (chapter 09). &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## The game
# In **Connect Four** two players drop discs into seven columns. A disc falls to the lowest free place of its column. The first player with four
# discs in a row, in any direction, wins. <span class="with-python">Play a game against MCTS: click a column.</span>

# %%
from mctslib import ConnectFour
from mctslib.widgets import Play

Play(ConnectFour())

# %% [markdown]
# ## Two predictions
# Guess before you go on.

# %%
from mctslib.course import budget, checkpoint, predict, score_prediction, summary

hundred = predict("12-hundred")
hundred

# %%
equal = predict("12-equal")
equal

# %% [markdown]
# ## Keep the tree
# Suppose you have played a move, and the engine has replied. The part of the old tree below these two moves is still useful for the next search.
# **Tree reuse** walks down to this part, removes everything above it, and continues the search there.
#
# Suppose, for example, that the search has made 1,000 iterations, that you play column 3, and that the engine replies with column 2. Then
# `root.children[3].children[2]` is the root of the next search. All its visits and all nodes below it are already there.
#
# ### Exercise 1: the root of the next search
# Write `keep(root, *actions)`. It returns the node after these actions, and sets the `parent` of this node to `None`. If a child on the way is missing from the tree, create it: `Node(node.state.apply(action), node, action)`.
# In the example above the call is `keep(root, 3, 2)`.


# %% tags=["exercise"]
# hint: For each action: `child = node.children.get(action)`. If `child` is None, create it. Then `node = child`. At the end set `node.parent = None`, because backpropagation walks up until a node has no parent.
from mctslib import Node


def keep(root, *actions):
    # --- solution
    node = root
    for action in actions:
        node = node.children.get(action) or Node(node.state.apply(action), node, action)
    node.parent = None
    return node
    # --- end


# %%
from mctslib.course.ch12 import check_keep

check_keep(keep)

# %% [markdown]
# Chapter 10 measured how much tree reuse is worth. In the matches below every search starts with a new tree, so that the players differ only in the number of iterations.
#
# ## What are more iterations worth?
# A player with 10,000 iterations per move plays against a player with 100. They play 40 games and take turns to move first.

# %%
from mctslib.arena import MCTSPlayer, match

many, games = budget(10_000, 2_000, "iterations"), budget(40, 20, "games")
players = MCTSPlayer(many, reuse=False), MCTSPlayer(many // 100, reuse=False)

# %%
match_result = match(*players, games, state=ConnectFour(), progress=False)
print(match_result)

# %%
score_prediction(
    hundred,
    match_result.losses,
    "The interval in the table above shows how reliable this result is.",
    within=1,
)

# %% [markdown]
# The player with 100 iterations wins none of the 40 games. This does not mean that it can never win: the interval for its share of wins allows up to 9%.
#
# This match compared players whose numbers of iterations differ by a factor of a hundred. What is a factor of ten worth? A script (`python -m
# tests.bench.connect_four`) has played 40 games for each of three such steps. The picture below shows the score of the player with more iterations, with
# its 95% interval.

# %%
from mctslib.course import measured
from mctslib.course.ch12 import match_intervals, matches_of_iterations

rows = measured("ch12/connect_four")["rows"]
steps = matches_of_iterations(rows)
match_intervals(steps, "Score with ten times as many iterations, in 40 games each")

# %% [markdown]
# In each match the player with ten times as many iterations is clearly ahead: every interval lies above one half.
#
# ## Minimax with an evaluation
# Minimax (chapter 08) looks at every continuation to the end of the game. In Connect Four this would take far too long. So programs look only a few
# moves ahead, and a function estimates which player is ahead in the last position. This function is called an **evaluation**. Our evaluation counts the lines
# of four that each player can still complete, and lines with more discs count more.
#
# From now on a value is the value *for the player to move*. A result that is good for one player is bad for the other, so the value of a move is
# minus the value of the position after it.
#
# Here is the smallest example, a tree of two moves. I choose one of three branches. Then you choose a number in this branch. The number is my value
# after both moves.

# %%
tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def value(tree):
    if not isinstance(tree, list):
        return tree
    return max(-value(branch) for branch in tree)


value(tree)

# %% [markdown]
# In the first branch you choose the number that is worst for me, 3. In the second branch you choose 2, and in the third branch you choose 2 as well. So I choose the
# first branch, and the value is 3.
#
# ## Alpha-beta
# Minimax looked at all nine numbers. **Alpha-beta** (Knuth and Moore, 1975) finds the same value by looking at fewer numbers:
#
# - After the first branch I can be sure of at least 3.
# - In the second branch the first number is 2. You would choose 2, or a number that is even worse for me, so the branch is worth at most 2. I skip
#   the numbers 4 and 6.
# - In the third branch the numbers 14 and 5 are larger than 3, so I must go on. The last number is 2, so this branch, too, is worth less than 3.
#
# So alpha-beta looks at 7 of the 9 numbers.
#
# In code, each call gets two bounds. `low` is the value that the player to move can already get with another move. `high` is the value above which
# the opponent would avoid this position. As soon as the best value so far reaches `high`, the other moves are skipped. One level deeper the opponent is to move. There the two bounds change their signs and swap places.
#
# ### Exercise 2: alpha-beta
# Write `alpha_beta(tree, low, high)`. A tree is a number or a list of trees, as above.
# - If the tree is a number, return it.
# - Otherwise go through the branches in order. Keep the best value so far in `best`, beginning with `-inf`.
# - The value of a branch is minus the result of `alpha_beta` for this branch, with the lower bound `-high` and the upper bound `-max(low, best)`.
# - Leave the loop when `best >= high`, and return `best`.


# %% tags=["exercise"]
# hint: `best = max(best, -alpha_beta(branch, -high, -max(low, best)))` is the line inside the loop. `if best >= high: break` follows it.
from math import inf


def alpha_beta(tree, low, high):
    # --- solution
    if not isinstance(tree, list):
        return tree
    best = -inf
    for branch in tree:
        best = max(best, -alpha_beta(branch, -high, -max(low, best)))
        if best >= high:
            break
    return best
    # --- end


# %%
from mctslib.course.ch12 import check_alpha_beta

check_alpha_beta(alpha_beta)

# %%
checkpoint("12-cut")

# %% [markdown]
# ## Alpha-beta in Connect Four
# The library's `alphabeta.alpha_beta(state, depth)` does the same with positions. The function stops `depth` moves ahead and uses the evaluation there. It tries
# the middle columns first. The next cell searches the empty board 6 moves ahead. It counts the positions that alpha-beta looks at, and the
# positions that plain minimax would look at.

# %%
from mctslib.course.ch12 import count_positions

ahead = budget(6, 4, "moves ahead")
looked_at, in_minimax = count_positions(ConnectFour(), ahead)
looked_at, in_minimax

# %% [markdown]
# Alpha-beta looks at 1,407 positions, and minimax at 137,257. Both find the same value.
#
# How many moves ahead should a player look? This depends on how much time the player has. `AlphaBetaPlayer(seconds)` first searches one move ahead, then two, then
# three. When the time is up, it plays the best move of the last depth that it has finished. This is called **iterative deepening**.
#
# ## Equal time
# Now the three methods of chapter 08 play against each other with *equal time*, 0.05 seconds of CPU time per move. In the table, *UCT* is MCTS that
# selects by UCB1, and *flat* is flat Monte Carlo. UCT and alpha-beta played 100 games, and the other pairs played 40. Each random opening was played twice, with the sides swapped.
#
# The first cell scores your prediction. The picture after it shows the score of the player who is named first, with its 95% interval.

# %%
from mctslib.course.ch12 import matches_at_equal_time, stronger

matches = matches_at_equal_time(rows)
uct_match = matches["UCT against alpha-beta"]
winner = stronger(uct_match, "MCTS", "alpha-beta")
score_prediction(
    equal,
    winner,
    "Connect Four has many threats, and alpha-beta overlooks no reply within its depth.",
)

# %%
match_intervals(matches, "Score with the same CPU time per move")

# %% [markdown]
# At equal time and in the same language alpha-beta beats UCT here, and both beat flat Monte Carlo. In Connect Four there are many threats, and one
# overlooked reply can lose the game. Alpha-beta overlooks no reply within its depth. It also has knowledge that UCT does not have: its evaluation was
# made for this game, and UCT uses only the rules.
#
# The last row, which UCT wins, is *not* a fair comparison of methods. There UCT is compiled to machine code, and alpha-beta runs in Python. Chapter
# 12b shows how a search becomes so much faster.

# %%
checkpoint("12-time")

# %% [markdown]
# ## In practice
# - **Transposition tables.** Different orders of the same moves often lead to the same position. Many engines store each position in a table, so that
#   they need not search it again. They find the position by a number that is computed from the discs (a *hash*; Zobrist, 1970). In MCTS the tree then becomes a graph, and its
#   statistics need care (Childs, Brodeur and Kocsis, 2008).
# - **Order of moves.** Alpha-beta skips more if good moves come first. Iterative deepening helps: the best move of the last depth is tried first at
#   the next depth.
# - **Memory.** A tree that is kept grows from move to move. `Limit(nodes=…)` limits the number of nodes.
#
# ## Further reading
# - D. Knuth and R. Moore, *An analysis of alpha-beta pruning* (1975): how much alpha-beta can skip.
# - V. Allis, *A knowledge-based approach of Connect-Four* (1988): a proof that the first player wins, and the rules that make the proof possible.
# - A. Zobrist, *A new hashing method with application for game playing* (1970).
# - B. Childs, J. Brodeur, L. Kocsis, *Transpositions and move groups in Monte Carlo tree search* (2008).
#
# **Next:** [12b · From objects to machine code](12b_from_objects_to_machine_code.ipynb).

# %%
summary("12")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from mctslib.course import in_full
from mctslib.course.ch12.checkers import Branch, cut_value

assert match_result.interval("wins")[0] > match_result.interval("losses")[1]
if in_full():
    claim("wins none of the 40 games", match_result.games)
    assert match_result.losses == 0
    claim("allows up to 9%", match_result.interval("losses")[1])
    claim("looks at 1,407 positions, and minimax at 137,257", looked_at, in_minimax)
claim("has played 40 games for each", *{tally.games for tally in steps.values()})
assert all(tally.score_interval()[0] > 1 / 2 for tally in steps.values())
seen = []
claim("and the value is 3", cut_value(Branch(tree, seen), -inf, inf))
claim("looks at 7 of the 9 numbers", len(seen), sum(map(len, tree)))
assert seen == [3, 12, 8, 2, 14, 5, 2] and value(tree) == 3

# %%
timed = [row for row in rows if row["kind"] == "time"]
claim("0.05 seconds of CPU time per move", *{row["seconds"] for row in timed})
claim(
    "played 100 games, and the other pairs played 40",
    uct_match.games,
    *{row["games"] for row in timed[1:]},
)
scores = {name: tally.score_interval() for name, tally in matches.items()}
assert scores["UCT against alpha-beta"][1] < 1 / 2 < scores["UCT, compiled against alpha-beta"][0]
assert min(scores["UCT against flat"][0], scores["alpha-beta against flat"][0]) > 1 / 2
