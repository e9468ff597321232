# %% [markdown]
# # 07 · Turn the c knob
#
# **What you'll do.** You turn the knob of MCTS, the exploration constant *c*, and measure how *c* changes the moves that the search chooses.
#
# Most measurements in this chapter use the position below. It is O's turn. We call this position A.

# %%
from mctslib.course import A
from mctslib.draw import show_board

show_board(A.state)

# %% [markdown]
# **What you'll learn.** Afterwards you can
# - *on paper:* compute which child the selection phase picks, and the value of *c* at which selection switches to another child,
# - measure a setting by the share of its runs that choose a right move,
# - explain what goes wrong when *c* is too small, and what goes wrong when *c* is too large,
# - choose *c* for a budget, and rescale *c* for another range of rewards,
# - choose a rule for the final move.
#
# **What you'll need.** The four phases (chapters 03 and 04). &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## Predict first
# Selection walks to the child with the highest
#
# $$\underbrace{Q}_{\text{exploitation}} + \underbrace{c\,\sqrt{\ln N / n}}_{\text{exploration}}$$
#
# where *n* is the number of visits of the child and *N* the number of visits of its parent. Guess before you read on. A wrong guess does no harm,
# and guessing helps you to remember the answer.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

my_best_c = predict("07-best")
my_best_c

# %%
my_doubling = predict("07-doubling")
my_doubling

# %% [markdown]
# ## The paper part
# Suppose a node with *N* = 20 visits has two children:
#
# | child | n | Q | √(ln N / n) |
# |---|---|---|---|
# | *a* | 16 | 0.5 | 0.43 |
# | *b* | 4 | 0.3 | 0.87 |
#
# The last column uses ln 20, which is almost exactly 3. Multiply the number in the last column by *c*, and add Q. Which child does selection pick if *c* = 0.18, and which child if *c* =
# 0.7? Take a pencil. <span class="with-python">Then run the next cell, which computes both sums.</span>

# %%
from math import log, sqrt
from mctslib import UCB1, ucb1

for c in (0.18, 0.7):
    print(f"c = {c}:  a {ucb1(0.5, 16, 20, c):.3f}   b {ucb1(0.3, 4, 20, c):.3f}")
turning_point = (0.5 - 0.3) / (sqrt(log(20) / 4) - sqrt(log(20) / 16))
turning_point

# %% [markdown]
# With *c* = 0.18 selection picks *a*, the child with the higher Q. With *c* = 0.7 it picks *b*, the child with fewer visits. Between these values, at *c* ≈ 0.46, both sums
# are equal. Above this *c* selection picks *b* instead of *a*.
#
# So *c* is an **exchange rate**. It determines how much Q the search gives up in order to learn more about a neglected move.

# %% [markdown]
# ## A deceptive position
# Look at position A again. Its cells are numbered 0 to 8, row by row. Cell 8 is important for X, because there X would make two threats at once. The next cell
# computes two numbers for each of O's moves: its value with perfect play, and its value if both sides continue at random.

# %%
from mctslib.oracle import flat_values, value

actions = A.state.legal_actions()
perfect = {action: value(A.state.apply(action), player=1) for action in actions}
by_random_play = {action: round(float(mean), 3) for action, mean in flat_values(A.state).items()}
perfect, by_random_play

# %% [markdown]
# With perfect play only cells 2 and 8 save the draw. But in random games corner 0 scores best: 0.5, against 0.333 and 0.367 for cells 2 and 8.
# The corner makes a threat, but X blocks it and then wins by force.
#
# So position A is deceptive. **To choose a right move in A, a search must overcome its first impression.**
#
# ## One search proves nothing
# The next cell searches A ten times, with the same *c*, the same budget and ten different seeds. It lists the chosen moves:

# %%
from mctslib import search

[search(A.state, 300, seed=seed, tree_policy=UCB1(0.7)).action for seed in range(10)]

# %% [markdown]
# Some runs choose a right move and some do not. So we run the search with many seeds and compute the **share of runs that choose a right move**.
# For example, if 45 of 60 runs choose a right move, the share is 45 / 60 = 0.75. A share lies between 0 and 1.
#
# ### Exercise 1: the share of right runs
# Write `correct_share(state, correct, c, iterations, seeds)`. The parameters are
#
# - `state`, the position,
# - `correct`, the set of its right moves,
# - `c`, the exploration constant,
# - `iterations`, the number of iterations of each search,
# - `seeds`, a sequence of seeds such as `range(60)` or `[3, 5, 8]`.
#
# Search once with each seed. `search(state, iterations, seed=seed, tree_policy=UCB1(c)).action` is the chosen move. Return the share of the
# searches whose move is in `correct`.


# %% tags=["exercise"]
# hint: For each seed, test whether the chosen move is in `correct`, and count the right moves. Then divide by `len(seeds)`.
def correct_share(state, correct, c, iterations, seeds):
    """Return the share of the searches, from 0 to 1, that choose a `correct` action."""
    # --- solution
    hits = 0
    for seed in seeds:
        hits += search(state, iterations, seed=seed, tree_policy=UCB1(c)).action in correct
    return hits / len(seeds)
    # --- end


# %%
from mctslib.course.ch07 import check_correct_share

check_correct_share(correct_share)

# %% [markdown]
# ## Four settings of the knob
# Now we measure four values of *c* with 60 seeds each. The library's `correct_shares` grows one tree for each seed, and reads off its most
# visited move after 50, 100, … iterations. The picture below shows one line for each *c*: the share of right runs at each budget.

# %%
from mctslib.course import budget, plots
from mctslib.course.ch07 import correct_shares

budgets = [50, 100, 200, 400, 800, 1600, 3200]
seeds = range(budget(60, 20, "seeds"))
shares_by_c = {c: correct_shares(A, c, budgets, seeds) for c in (0, 0.18, 0.7, 1.5)}
lines = {f"c = {c}": shares for c, shares in shares_by_c.items()}
plots.picture(plots.share_lines(lines, budgets, title=f"Position A, {len(seeds)} seeds"))

# %% [markdown]
# Before you read on, try to explain *why* each line looks as it does.
#
# - With ***c* = 0** there is no exploration term. From 200 to 3,200 iterations the same 20 of the 60 runs are right, so more iterations do not help here.
# - ***c* = 0.18** is the best of the four values at 200 iterations, with a share of 0.48. But the share gets stuck at 0.77.
#   In theory, for any *c* above 0 the logarithm makes the search return to a neglected move at some point. Here this takes more than
#   3,200 iterations.
# - ***c* = 0.7** starts lower, with 0.18 at 200 iterations, and has the highest share at 400. From 800 iterations on, all 60 of these runs are right.
# - With ***c* = 1.5**, *every one* of the 60 runs is wrong from 200 to 800 iterations, although some runs were right after 50. At 1,600 iterations all
#   60 runs are right.
#
# Two more values are interesting: √2 from the theory, and the library's default. The next cell prints their shares after 400, 800 and 1,600 iterations.
# The cell after it repeats the closest comparisons with 600 seeds, after 200, 400 and 800 iterations.

# %%
textbook = correct_shares(A, sqrt(2), [400, 800, 1600], seeds)
default = correct_shares(A, UCB1().c, [400, 800, 1600], seeds)
textbook, default

# %%
many_seeds = range(budget(600, 100, "seeds"))
ten_times_more = {c: correct_shares(A, c, [200, 400, 800], many_seeds) for c in (0, 0.18, 0.7)}
ten_times_more

# %% [markdown]
# The value √2 behaves like 1.5. The default is 1, and its share at 400 iterations lies between the shares of 0.7 and √2.
#
# Sixty runs are not many: they determine a share of one half only to within about 0.12. This is why the second cell above uses 600 runs, which determine such a share to within about 0.04. At 200 iterations the shares are
# 0.51 for *c* = 0.18, 0.41 for 0 and 0.22 for 0.7. At 400 iterations *c* = 0.18 has 0.71 and *c* = 0.7 has 0.77.
# And not all runs with *c* = 0.7 are right: at 800 iterations 598 of the 600 runs are right.
#
# So there is no single best *c*. There is a best *c* **for a budget**: in A, the best of our four values is 0.18
# at 200 iterations and 0.7 at 400.
#
# Now we look at two more positions. In W, X can win at once. In S, X must block; O made the first move of that game. Each row below shows the shares after 25, 100 and 1,600
# iterations.

# %%
from mctslib.course import S, W

elsewhere = {}
for puzzle in (W, S):
    for c in shares_by_c:
        shares = correct_shares(puzzle, c, [25, 100, 1600], seeds)
        elsewhere[puzzle.name, c] = shares
        print(f"{puzzle.name}, c = {c:<5}", *(f"{share:6.2f}" for share in shares))

# %% [markdown]
# Here, with each of the three *c* above 0, all 60 runs are right at 100 and at 1,600 iterations. With *c* = 0 the shares remain at 0.73 and 0.77. So not every position is deceptive.
#
# ## Too small, too large
# What does a tree with *c* = 0 look like? We take the first seed for which the search chooses corner 0 after 800 iterations, and print the visits after 3,200 iterations.


# %%
def chooses_the_corner(seed):
    return search(A.state, 800, seed=seed, tree_policy=UCB1(0)).action == 0


corner_seed = next(seed for seed in range(60) if chooses_the_corner(seed))
greedy = search(A.state, 3200, seed=corner_seed, tree_policy=UCB1(0))
print(greedy.table())

# %% [markdown]
# In this run every move except 0 was tried exactly **once**, so each of these moves was judged by a single random game. Without the exploration
# term the search cannot distinguish a bad move from an unlucky one.
#
# Why is Q = 0.997 for a move that loses? X's replies, one level down, are chosen in the same greedy way. X repeats a reply that looked good early,
# and this reply is a mistake.
#
# Now we look at a large *c*. The picture below compares *c* = 0.7 with *c* = 1.5. It shows how the visits are divided among the moves, on average over 60
# runs.

# %%
from mctslib.course.ch07 import mean_visit_shares

visits = {f"c = {c}": mean_visit_shares(A, c, 400, seeds) for c in (0.7, 1.5)}
plots.picture(plots.visit_bars(visits, correct=A.correct, title="A, 400 iterations"))

# %% [markdown]
# With *c* = 0.7 the two right moves get 40% of the visits. With *c* = 1.5 they get only 29%, less than the third that two of six moves would get
# if all moves had the same number of visits. The same happens at the nodes further down. Of the visits below the corner, X's one good reply gets 66% with *c* = 0.7
# and only 47% with *c* = 1.5. X's mistakes get the rest. A tree that explores all moves almost equally learns little more than flat Monte Carlo.
#
# ## Turn it yourself
# The tool below grows two trees from the **same seed** with two values of *c*. A map shows the share of right runs for
# many values of *c* (rows) and many budgets (columns). The two lines across the map are your values of *c*, and small frames mark the best *c* for
# each budget. <span class="with-python">The curves and the map fill in while you watch. The menu "rewards" belongs to a later section.</span> Try
# to find
#
# - a *c* whose tree is deep and narrow,
# - a budget at which a small *c* is best, and a budget at which a larger *c* is best.
#
# <span class="with-python">Also look for a position in which *c* hardly matters.</span>

# %%
from mctslib.course.ch07 import CExplorer

CExplorer(puzzle="A", c=(0.18, 1.5), budget=400)

# %% [markdown]
# The next picture shows every node of two Connect Four trees after 10,000 iterations each. The width of a node shows its number of visits.

# %%
from mctslib import ConnectFour
from mctslib.widgets import Atlas

Atlas(ConnectFour(), iterations=10_000, c=(0.5, 2))

# %%
checkpoint("07-falls")

# %% [markdown]
# With *c* = 0.5 the most visited column has 94% of the visits, and the tree is 11 moves deep. With *c* = 2 the most visited column has 44% of the visits, and the tree is only 6 moves
# deep. With seeds 1 and 2, the tree with *c* = 0.5 is 10 and 12 moves deep, and the
# tree with *c* = 2 is 6 moves deep.
#
# ### Exercise 2: choose c for a deadline
# You have 400 iterations. Find a *c* with which at least `0.85` of the runs choose a right move in A. Use the tool above, or call `correct_share`.
# The checker runs 600 searches, with seeds from 0 upwards, and at least 510 of them must be right.

# %% tags=["exercise"]
# hint: With 0.18 the search got stuck, and 0.7 was a little too slow for 400 iterations. Try values between them.
# --- solution
my_c = 0.5
# --- stub
# my_c = ...
# --- end

# %%
from mctslib.course.ch07 import check_choose_c

check_choose_c(my_c)

# %% [markdown]
# ## One position is not a game
# We chose A because it is hard. So we also look at 200 random positions in which some moves are right and some are wrong. The picture below shows
# the share of these positions in which the search chooses a right move, for eight values of *c*, after 30 and after 100 iterations.

# %%
from mctslib.course.ch07 import right_moves_everywhere, share_right, tricky_positions

right_moves = right_moves_everywhere()
sample = tricky_positions(right_moves, 200)

# %%
constants = [0, 0.18, 0.35, 0.7, 1, sqrt(2), 2, 3]
profile = {}
for iterations in (30, 100):
    profile[iterations] = [share_right(right_moves, sample, c, iterations) for c in constants]
plots.picture(plots.c_profile(profile, constants, title="200 positions"))

# %% [markdown]
# The line for 100 iterations is nearly flat. Even *c* = 0 is right in 9 of 10 positions, and the values from 0.35 to 1 differ little. So in most of
# these positions *c* hardly matters. The value of *c* matters if the first impression is wrong, and one such position can decide a game.
#
# ## *c* has a unit: the range of the rewards
# Our rewards run from 0 to 1. Many programs use −1 for a loss and 1 for a win. How must *c* change for such rewards? We replace one of the four phases,
# backpropagation, in two ways. The first replacement doubles every reward. The second replacement doubles every reward and then subtracts 1.

# %%
from mctslib import Phases, backpropagate, record


def doubled(node, rewards):
    """Backpropagate rewards that are twice as large."""
    backpropagate(node, [2 * reward for reward in rewards])


def plus_minus(node, rewards):
    """Backpropagate rewards from -1 (loss) through 0 (draw) to 1 (win)."""
    backpropagate(node, [2 * reward - 1 for reward in rewards])


# %% [markdown]
# Suppose Q doubles and *c* doubles too. Then the sum Q + *c* √(ln N / n) doubles for each child, and the child with the highest sum stays the same.
# Subtracting 1 from all rewards
# lowers Q by 1 for each child, so it does not change the order of the children either. So the searches below should make
# *exactly the same choices*, iteration by iteration. (`record` runs a search and records each iteration.)


# %%
def choices(c, backpropagate=backpropagate):
    """Return the records of the 1,000 iterations of a search with constant c."""
    phases = Phases(backpropagate=backpropagate)
    return record(A.state, 1000, seed=7, tree_policy=UCB1(c), phases=phases).iterations


usual = choices(0.7)
rewards_and_c_doubled = choices(1.4, doubled)
rewards_shifted_too = choices(1.4, plus_minus)
usual == rewards_and_c_doubled, rewards_and_c_doubled == rewards_shifted_too

# %% [markdown]
# All 1,000 iterations are the same. **If rewards and *c* are scaled together, nothing changes.** What if only the rewards are doubled? The next cell
# compares this search with a search whose *c* is halved, and with the usual search.

# %%
rewards_doubled = choices(0.7, doubled)
c_halved = choices(0.35)
rewards_doubled == c_halved, rewards_doubled == usual

# %% [markdown]
# The first comparison is True and the second comparison is False. So doubling only the rewards has the same effect as halving *c*. <span class="with-python">You can
# try this in the tool above: choose another range in the menu "rewards", with and without stretching *c* along with the rewards.</span>
#
# ### Exercise 3: rescale c
# `rescale_c(c, low, high)` takes a *c* that was chosen for rewards from 0 to 1. It returns the *c* that has the same effect if a loss counts as `low`
# and a win counts as `high`. For example, `rescale_c(0.7, 0, 2)` is 1.4, as in the experiment above.


# %% tags=["exercise"]
# hint: How much wider is the range from low to high than the range from 0 to 1?
def rescale_c(c, low, high):
    """Return the c for rewards from low to high that acts as c does for rewards from 0 to 1."""
    # --- solution
    return c * (high - low)
    # --- end


# %%
from mctslib.course.ch07 import check_rescale_c

check_rescale_c(rescale_c)

# %% [markdown]
# So "*c* = 1.4" means nothing until you know the range of the rewards and the factors in the formula. Here are seven formulas: six from public
# tutorials and small programs, and one from a survey. Each has the form Q + k √(f · ln N / n). If the rewards span a range of width w, the formula
# acts like *c* = k √f / w on our scale. The next cell computes this *effective c* for all seven.

# %%
formulas = {  # k, f, and the lowest and highest reward
    "a Python tutorial,  Q + 0.1 √(2 ln N / n)": (0.1, 2, -1, 1),
    "a Java tutorial,  Q + 1.41 √(ln N / n), a win counts as 10": (1.41, 1, 0, 10),
    "a Python package,  Q + 1/√2 · √(2 ln N / n)": (1 / sqrt(2), 2, -1, 1),
    "another package,  Q + 1.4 √(2 ln N / n)": (1.4, 2, -1, 1),
    "a widely copied program,  Q + √(2 ln N / n)": (1, 2, 0, 1),
    "hobby programs,  Q + 1.5 √(ln N / n)": (1.5, 1, 0, 1),
    "Browne et al. 2012,  Q + 2 C √(2 ln N / n), C = 1/√2": (2 / sqrt(2), 2, 0, 1),
}
effective = {name: k * sqrt(f) / (high - low) for name, (k, f, low, high) in formulas.items()}
for name, c in effective.items():
    print(f"{c:5.2f}   {name}")

# %% [markdown]
# The effective *c* of the six programs ranges from 0.07 to 1.5, a factor of more than twenty, although all programs are meant to use the same formula. When
# you read the code of another program, compute its effective *c* first.
#
# Does the difference matter? The next cell searches A with the smallest and the largest *c* of the six programs, and prints the shares of right
# runs at 400, 1,600 and 3,200 iterations.

# %%
smallest_c = min(effective.values())
extremes = [correct_shares(A, c, [400, 1600, 3200], seeds) for c in (smallest_c, 1.5)]
extremes

# %% [markdown]
# At 400 iterations 60% of the runs with the smallest *c* are right, and no run with the largest *c* is right. At 1,600 iterations 80% of the runs with the
# smallest *c* are right, and so are all runs with the largest *c*. At 3,200 iterations the share for the smallest *c* is still stuck at 80%.
#
# ## The last move: most visited or best value?
# When the budget is used up, do we play the child with the most visits N, or the child with the best value Q? We compare both rules on the same
# trees. `compare_final_moves` grows one tree for each of the 4,520 positions in which the game is not over. It counts how often each rule chooses a
# right move, and how often the two rules choose different moves.

# %%
from mctslib.arena import wilson
from mctslib.course.ch07 import compare_final_moves

number = budget(len(right_moves), 1130, "positions")
sampled = list(right_moves)[:: len(right_moves) // number]
comparisons = {
    iterations: compare_final_moves(right_moves, sampled, iterations) for iterations in (50, 100)
}
comparisons

# %%
for iterations, comparison in comparisons.items():
    low, high = wilson(comparison.differ, len(sampled))
    share = comparison.differ / len(sampled)
    interval = f"95% interval {low:.1%} to {high:.1%}"
    print(f"{iterations} iterations: the rules differ in {share:.1%} ({interval})")

# %% [markdown]
# The two rules rarely differ, because selection goes to moves with a high Q, so such moves get the most visits. At 50 iterations the rules differ in 2.5% of
# the positions, and at 100 iterations in 0.7%. In both cases the two rules' numbers of right moves differ by at most four, which is far too small a difference to show that one
# rule is better.
#
# Then why do most engines play the most visited move? A high Q that comes from a few visits may be luck. Unless *c* is large, a move gets many visits only if its Q stays
# high while the search tests it again and again. If the two rules disagree, it is a good idea to search longer.
#
# ### Exercise 4: the secure child
# A third rule plays the **secure child**: the child with the highest Q − *a* / √N, where N is the child's own number of visits. The fewer visits a
# child has, the more is subtracted from its value.
#
# Suppose that *a* = 1 and that one child has Q = 0.6 and 4 visits. Its score is 0.6 − 1/√4 = 0.1. Suppose that another child has Q = 0.5 and 100 visits. Its score is 0.5 − 1/√100 = 0.4. So the rule plays the second child, although its Q is lower. Note the minus sign. The tree policy adds a bonus to the values of children with few visits, but this rule subtracts a penalty from their values.
#
# Write `secure_child(root, a)`. `root.children` is a dictionary from actions to nodes, and each node has `value`, `visits` and `action`.
# Return the *action* of the secure child.


# %% tags=["exercise"]
# hint: Take `max(root.children.values(), key=...)`, where the key computes Q − a / √N of a child. Return the `.action` of the result.
def secure_child(root, a):
    """Return the action of the child with the highest value - a / sqrt(visits)."""
    # --- solution
    return max(
        root.children.values(), key=lambda child: child.value - a / sqrt(child.visits)
    ).action
    # --- end


# %%
from mctslib.course.ch07 import check_secure_child

check_secure_child(secure_child)

# %%
checkpoint("07-time")

# %% [markdown]
# ## Your predictions

# %%
share_at = {c: dict(zip(budgets, shares)) for c, shares in shares_by_c.items()}
best_at_400 = max(share_at, key=lambda c: share_at[c][400])
why = "With 0 and 0.18 many runs were stuck, and with 1.5 every run was still wrong."
score_prediction(my_best_c, str(best_at_400), why)

# %%
why = "Q doubles and the exploration term does not, so exploration has half the weight."
score_prediction(my_doubling, "As if c had been halved.", why)

# %% [markdown]
# ## In practice
# Authors of engines do not take *c* from theory. They play many games to tune it, and tune it again after each change to the engine. For example, better playouts or
# knowledge about good moves guide the search, so a smaller *c* may be best. If the range of the rewards is not known beforehand, engines
# rescale the rewards while the search runs.
#
# ## Further reading
# - P. Auer, N. Cesa-Bianchi and P. Fischer, *Finite-time Analysis of the Multiarmed Bandit Problem* (2002): UCB1, and where √2 comes from.
# - L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo Planning* (2006): UCB1 in a tree.
# - G. Chaslot, M. Winands, J. van den Herik, J. Uiterwijk and B. Bouzy, *Progressive Strategies for Monte-Carlo Tree Search* (2008): max, robust
#   and secure child.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 3: the formula, its constant, the final move.
#
# **Next:** [08 · MCTS against random playouts](08_mcts_against_random_playouts.ipynb) compares MCTS with a search that has no tree, and with a
# search that has no playouts.

# %%
summary("07")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from statistics import fmean

from claims import claim
from mctslib import TicTacToe, most_visited
from mctslib.course import in_full
from mctslib.course.ch07 import one_run

claim("| *a* | 16 | 0.5 | 0.43 |", 16, 0.5, sqrt(log(20) / 16))
claim("| *b* | 4 | 0.3 | 0.87 |", 4, 0.3, sqrt(log(20) / 4))
claim("at *c* ≈ 0.46", turning_point)
claim("0.5, against 0.333 and 0.367", by_random_play[0], by_random_play[2], by_random_play[8])
claim("only cells 2 and 8 save the draw", *sorted(A.correct))
assert ucb1(0.5, 16, 20, 0.18) > ucb1(0.3, 4, 20, 0.18) and ucb1(0.5, 16, 20, 0.7) < ucb1(
    0.3, 4, 20, 0.7
)
assert {a for a, worth in perfect.items() if worth == 0.5} == {2, 8} and perfect[0] == 0
assert max(by_random_play, key=by_random_play.get) == 0
assert len({share_at[0][n] for n in budgets[2:]}) == 1
assert (
    share_at[0.18][200] == max(share_at[c][200] for c in share_at)
    and share_at[0.18][800] == share_at[0.18][1600] == share_at[0.18][3200]
)
assert share_at[0.7][400] > share_at[0.18][400] and [
    share_at[0.7][n] for n in (800, 1600, 3200)
] == [1, 1, 1]
assert [share_at[1.5][n] for n in (200, 400, 800, 1600)] == [0, 0, 0, 1] and share_at[1.5][50] > 0
assert max(textbook[:2]) < 0.06 and textbook[2] == 1 and best_at_400 == 0.7
claim("The default is 1", UCB1().c)
assert textbook[0] < default[0] < share_at[0.7][400] and default[1:] == [1, 1]
claim("to within about 0.12", (wilson(30, 60)[1] - wilson(30, 60)[0]) / 2)
claim("to within about 0.04", (wilson(300, 600)[1] - wilson(300, 600)[0]) / 2)


# %%
def grown(c, seed):
    found = search(ConnectFour(), 10_000, seed=seed, tree_policy=UCB1(c))
    depth = max(len(node.path()) for node in found.root.descendants())
    return found.iterations, c, found.distribution()[found.action], depth


def share_of_the_good_reply(c, seed):
    corner = search(A.state, 400, seed=seed, tree_policy=UCB1(c)).root.children[0]
    good = [action for action, child in corner.children.items() if value(child.state, 0) == 1]
    assert good == [6]
    return corner.children[6].visits / corner.visits


if in_full():  # results of the full number of seeds
    good_reply = {c: fmean(share_of_the_good_reply(c, seed) for seed in seeds) for c in (0.7, 1.5)}
    claim(
        "X's one good reply gets 66% with *c* = 0.7 and only 47% with *c* = 1.5",
        good_reply[0.7],
        0.7,
        good_reply[1.5],
        1.5,
    )
    three = range(3)
    narrow, wide = ([grown(c, seed) for seed in three] for c in (0.5, 2))
    claim(
        "With *c* = 0.5 the most visited column has 94% of the visits, and the tree is 11 moves deep",
        *narrow[0][1:],
    )
    claim(
        "With *c* = 2 the most visited column has 44% of the visits, and the tree is only 6 moves",
        *wide[0][1:],
    )
    claim("two Connect Four trees after 10,000 iterations each", wide[0][0])
    claim(
        "With seeds 1 and 2, the tree with *c* = 0.5 is 10 and 12 moves deep, and the tree with *c* = 2 is 6 moves",
        *three[1:],
        0.5,
        narrow[1][3],
        narrow[2][3],
        2,
        wide[1][3],
    )
    assert wide[1][3] == wide[2][3]
    claim("at 200 iterations, with a share of 0.48", 200, share_at[0.18][200])
    claim("But the share gets stuck at 0.77", share_at[0.18][3200])
    claim("starts lower, with 0.18 at 200 iterations", share_at[0.7][200], 200)
    claim(
        "0.51 for *c* = 0.18, 0.41 for 0 and 0.22 for 0.7. At 400 iterations *c* = 0.18 has 0.71 and *c* = 0.7 has 0.77",
        ten_times_more[0.18][0],
        0.18,
        ten_times_more[0][0],
        0,
        ten_times_more[0.7][0],
        0.7,
        400,
        0.18,
        ten_times_more[0.18][1],
        0.7,
        ten_times_more[0.7][1],
    )
    claim(
        "with *c* = 0.7 are right: at 800 iterations 598 of the 600 runs are",
        0.7,
        800,
        600 * ten_times_more[0.7][2],
        len(many_seeds),
    )
    claim("the same 20 of the 60 runs", 60 * share_at[0][200], len(seeds))
    alike = [one_run(A, 0, [200, 3200], seed) for seed in seeds]
    assert all(early == late for early, late in alike)
    claim("all 60 of these runs are right", len(seeds))
    claim("At 1,600 iterations all 60 runs are right", 1600, len(seeds))
    claim("all 60 runs are right at 100", len(seeds), 100)
    claim(
        "the two right moves get 40% of the visits. With *c* = 1.5 they get only 29%",
        visits["c = 0.7"][2] + visits["c = 0.7"][8],
        1.5,
        visits["c = 1.5"][2] + visits["c = 1.5"][8],
    )
    claim(
        "With *c* = 0 the shares remain at 0.73 and 0.77",
        0,
        elsewhere["W", 0][2],
        elsewhere["S", 0][2],
    )
    claim("60% of the runs with the smallest *c* are right", extremes[0][0])
    claim(
        "At 1,600 iterations 80% of the runs with the smallest *c* are right", 1600, extremes[0][1]
    )
    claim(
        "At 3,200 iterations the share for the smallest *c* is still stuck at 80%",
        3200,
        extremes[0][2],
    )
    claim(
        "the rules differ in 2.5% of the positions, and at 100 iterations in 0.7%",
        comparisons[50].differ / 4520,
        100,
        comparisons[100].differ / 4520,
    )

# %%
assert [child.visits for action, child in greedy.root.children.items() if action] == [1] * 5
claim("Why is Q = 0.997 for a move that loses", greedy.root.children[0].value)
reply = most_visited(greedy.root.children[0])
assert perfect[0] == 0 and value(A.state.apply(0).apply(reply), player=0) < 1
hundred = dict(zip(constants, profile[100]))
claim("Even *c* = 0 is right in 9 of 10 positions", min(hundred), round(10 * hundred[0]), 10)
assert hundred[0] == min(hundred.values())
assert max(hundred.values()) - min(hundred[c] for c in (0.35, 0.7, 1)) < 0.03

# %%
assert all(shares[1:] == [1, 1] for (name, c), shares in elsewhere.items() if c)
assert extremes[1] == [0, 1, 1] and extremes[0][1] == extremes[0][2]
assert usual == rewards_and_c_doubled == rewards_shifted_too
assert rewards_doubled == c_halved != usual
programs = list(effective.values())[:-1]
claim("ranges from 0.07 to 1.5, a factor of more than twenty", min(programs), max(programs))
claim("the 4,520 positions in which the game is not over", len(right_moves))
right, runs = [1] * 45, [1] * 45 + [0] * 15
claim("the share is 45 / 60 = 0.75", sum(right), len(runs), sum(runs) / len(runs))
claim("0.6 − 1/√4 = 0.1", 0.6, 1, 0.6 - 1 / sqrt(4))
claim("0.5 − 1/√100 = 0.4", 0.5, 1, 0.5 - 1 / sqrt(100))
claim("at least 510 of them must be right", round(0.85 * 600))
assert max(programs) / min(programs) > 20 and all(
    abs(one.visits_right - one.value_right) <= 4 for one in comparisons.values()
)
