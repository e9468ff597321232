# %% [markdown]
# # 07 · Turn the c knob
#
# Here is position A. It is O's turn.

# %%
from mctslib.course import A
from mctslib.draw import show_board

show_board(A.state)

# %% [markdown]
# Only two of O's six moves save the draw: 2 and 8. Let MCTS look for them, with 50 to 1,600 iterations, sixty seeds each, and one setting that I keep secret for a moment. **What share of the sixty searches choose 2 or 8?** Sketch the curve in the air, then look.

# %%
from mctslib.course import ch07, plots

secret = 1.5
marks = [50, 100, 200, 400, 800, 1600]
shares = ch07.correct_shares(A, secret, marks, range(60))
plots.picture(plots.share_lines({"MCTS": shares}, marks, title="Searches of A that are right"))

# %% [markdown]
# Look again. With 50 iterations a few searches are right, with 100 fewer, and with 200, four times the work, *none*: this search gets worse by thinking. With 800 there is still none. Twice as long, and all sixty are right.
#
# Are sixty seeds too few? I ran 300. With 800 iterations 0 of 300 are right, with 1,600 iterations 300 of 300, and halfway, with 1,200, about one half.
#
# What is the secret? One number, *c*, the knob in the selection phase. It stood at 1.5, close to the √2 of the theory. And √2 itself? All 300 searches are wrong at 700 iterations, and none at 2,000. With *c* = 0.7, though, all sixty searches are right at 800. So should we always turn the knob down? I thought so. But with *c* = 0.18 a quarter of the sixty searches are wrong at 800, and just as many at 3,200.
#
# In this chapter you find out what the knob does, why both ends of its scale fail, and how to choose *c* for a budget.
#
# **What you'll need.** The four phases (chapters 03 and 04). &nbsp; **Time:** about 45 minutes.
#
# ## An exchange rate
# Selection walks to the child with the highest
#
# $$\underbrace{Q}_{\text{exploitation}} + \underbrace{c\,\sqrt{\ln N / n}}_{\text{exploration}}$$
#
# where *n* is the number of visits of the child, and *N* the number of visits of its parent. For example, here are two children below a node with *N* = 20:
#
# | child | n | Q | √(ln N / n) |
# |---|---|---|---|
# | *a* | 16 | 0.5 | 0.43 |
# | *b* | 4 | 0.3 | 0.87 |
#
# Child *a* has the better mean, and child *b* has been neglected. Who gets the next visit? Take a pencil: multiply the last column by *c*, and add Q, once for *c* = 0.18 and once for *c* = 0.7.

# %%
from math import log, sqrt

for c in (0.18, 0.7):
    a = 0.5 + c * sqrt(log(20) / 16)
    b = 0.3 + c * sqrt(log(20) / 4)
    print(f"c = {c}:  a {a:.3f}   b {b:.3f}")

# %% [markdown]
# With 0.18 the next visit goes to *a*, with 0.7 to *b*. So *c* is an **exchange rate**: how much Q do you pay to learn more about a move that you have neglected? At *c* = 0.46 the two are level.
#
# ## Why position A is hard
# But how can more thinking make a search worse? Here is O's view of A. Beside each move you see two numbers: its worth if both sides go on perfectly, and its worth if both go on at random.

# %%
from mctslib import oracle

for action, mean in oracle.flat_values(A.state).items():
    print(action, oracle.value(A.state.apply(action), player=1), round(float(mean), 3))

# %% [markdown]
# The corner 0 looks best in random games, but it loses: it makes a threat, X blocks, and X then wins by force. Cells 2 and 8 look mediocre, and they are right. At first MCTS sees the second number, for its playouts are random games. The few searches that are right after 50 iterations are right *by luck*, and with 200 there is less luck. **In A, a search must overcome its first impression.** The knob decides when.
#
# ## One search proves nothing
# I could have shown you one search. Here are the moves of ten, with *c* = 0.7 and 300 iterations each:

# %%
from mctslib import UCB1, search

[search(A.state, 300, seed=seed, tree_policy=UCB1(0.7)).action for seed in range(10)]

# %% [markdown]
# Six are right, and four are wrong. With the first seed I could have told you that this setting works, and with the second that it does not. So we count the **share of right runs**: if 45 of 60 runs choose a right move, it is 45 / 60 = 0.75.
#
# ### Exercise 1: the share of right runs
# Write `correct_share(state, correct, c, iterations, seeds)`. `correct` is the set of right moves, and `seeds` a sequence such as `range(60)` or `[3, 5, 8]`. Search once with each seed: `search(state, iterations, seed=seed, tree_policy=UCB1(c)).action` is the chosen move. Return the share of the searches whose move is in `correct`.


# %% tags=["exercise"]
# hint: For each seed, test whether the chosen move is in `correct`, and count the right moves. Then divide by `len(seeds)`.
def correct_share(state, correct, c, iterations, seeds):
    """Return the share of the searches, from 0 to 1, that choose a `correct` action."""
    # --- solution
    # --- end


# %%
ch07.check_correct_share(correct_share)

# %% [markdown]
# ## Four settings
# Now four values of *c*, with sixty seeds each. With which is a search of 400 iterations right most often?

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

my_best_c = predict("07-best")
my_best_c

# %%
from mctslib.course import budget

budgets = [50, 100, 200, 400, 800, 1600, 3200]
seeds = range(budget(60, 20, "seeds"))
shares_by_c = {c: ch07.correct_shares(A, c, budgets, seeds) for c in (0, 0.18, 0.7, 1.5)}
lines = {f"c = {c}": shares for c, shares in shares_by_c.items()}
plots.picture(plots.share_lines(lines, budgets, title=f"Position A, {len(seeds)} seeds"))

# %%
share_at = {c: dict(zip(budgets, shares)) for c, shares in shares_by_c.items()}
best_at_400 = max(share_at, key=lambda c: share_at[c][400])
why = "With 0 and 0.18 many runs were stuck, and with 1.5 every run was still wrong."
score_prediction(my_best_c, str(best_at_400), why)

# %% [markdown]
# Four lines, four characters.
#
# - ***c* = 0** hardly looks back. From 200 iterations on the same 20 of the 60 runs are right.
# - ***c* = 0.18** is ahead at 200 iterations, but then it seems stuck, too.
# - ***c* = 0.7** begins slowly, is ahead at 400, and gets all 60 right from 800 on.
# - ***c* = 1.5** you know.
#
# But is 0.18 really stuck? In theory, for any *c* above 0 the logarithm makes the search return to a neglected move at some point. With the compiled engine of chapter 12b we can wait longer. Here are the shares of 100 runs, after so many iterations:

# %%
patient = [800, 3200, 12_800, 51_200]
dict(zip(patient, ch07.correct_shares(A, 0.18, patient, range(budget(100, 10, "seeds")))))

# %% [markdown]
# It was not stuck: 81 of 100 runs are right at 3,200 iterations, and 98 at 51,200. And the last two? I waited, and after 3,276,800 iterations both are still wrong. The theory promises a return, and names no date.
#
# How far should you believe *my* lines? Sixty runs determine a share of one half only to within about 0.12. So I ran ten times as many, with 200, 400 and 800 iterations:

# %%
many_seeds = range(budget(600, 100, "seeds"))
ten_times_more = {c: ch07.correct_shares(A, c, [200, 400, 800], many_seeds) for c in (0, 0.18, 0.7)}
for c, found in ten_times_more.items():
    print(f"c = {c}:", *(f"{share:.2f}" for share in found))

# %% [markdown]
# Six hundred runs determine it to within about 0.04. At 200 iterations the shares are 0.51 for *c* = 0.18 and 0.22 for 0.7. At 400 they are 0.71 and 0.77, and 0.7 is ahead by 0.06 (0.01 to 0.11). (And "all right" was luck: at 800 iterations *c* = 0.7 gets 598 of the 600.) So there is no best *c*. There is a best *c* **for a budget**.
#
# ## Turn it yourself
# The map counts, of 100 searches, those that are right, for many values of *c* (rows) and many budgets (columns). Beside it, or below, you see one search of the framed cell: how it divides its visits among the moves. <span class="with-python">Drag on the map, or use the arrow keys; a column with question marks shows its numbers once you reach it.</span> Find a budget at which a small *c* is best, and one at which a larger *c* is best. Which rows get *worse* before they get better?

# %%
ch07.CExplorer(c=1.5, budget=400)

# %%
checkpoint("07-falls")

# %% [markdown]
# ### Exercise 2: choose c for a deadline
# You have 400 iterations. Find a *c* with which at least `0.85` of the runs choose a right move in A. The checker runs 600 searches, with seeds from 0 upwards, and at least 510 of them must be right. How many searches do *you* need to be fairly sure beforehand?

# %% tags=["exercise"]
# hint: With 0.18 many runs were stuck, and 0.7 was a little too slow for 400 iterations. Try values between them, with `correct_share` and at least a hundred seeds.
# --- solution
my_c = 0.5
# --- stub
# my_c = ...
# --- end

# %%
ch07.check_choose_c(my_c)

# %% [markdown]
# ## Too small, too large
# What does being stuck look like from the inside? I took the first seed with which *c* = 0 chooses corner 0 after 800 iterations. Here is the same search after 3,200.


# %%
def chooses_the_corner(seed):
    return search(A.state, 800, seed=seed, tree_policy=UCB1(0)).action == 0


corner_seed = next(seed for seed in range(60) if chooses_the_corner(seed))
greedy = search(A.state, 3200, seed=corner_seed, tree_policy=UCB1(0))
print(greedy.table())

# %% [markdown]
# Every move except 0 was tried exactly **once**. One random game was its whole trial. But how can Q be 0.997 for a move that loses? Earlier versions of this chapter said that X found a reply that looked good once, and repeats it. I looked, and it is sadder. X goes round among *three* mistakes, which have brought it 11 points in 3,192 visits. Its winning reply was tried once, lost that random game, and has Q = 0. To a greedy search 0.003 is better than 0, for ever. (In 11 of the 16 searches that choose the corner, the winning reply gets just one visit.)
#
# And a *c* that is too large? Here are two searches of 400 iterations back to back, with the same seed. <span class="with-python">Click O 0, the corner, and look for X 6, the reply that refutes it.</span>

# %%
from mctslib import widgets

pairs = [[search(A.state, 400, seed=s, tree_policy=UCB1(c)) for c in (0.7, 1.5)] for s in range(3)]
widgets.TwoTrees(pairs, names=("c = 0.7", "c = 1.5"))

# %% [markdown]
# Three pairs are an anecdote. What share of the visits do the two right moves get, on average over sixty runs?

# %%
visits = {f"c = {c}": ch07.mean_visit_shares(A, c, 400, seeds) for c in (0.7, 1.5)}
{c: f"{shares[2] + shares[8]:.0%}" for c, shares in visits.items()}

# %% [markdown]
# With *c* = 0.7 the two right moves get 40% of the visits. With *c* = 1.5 they get 29%, less than the third that two of six moves would get by drawing lots. Of the visits that go on below the corner, X's one good reply gets 67.4% with *c* = 0.7, and 47.0% with *c* = 1.5: the rest goes to X's mistakes, and makes the corner look good.
#
# ## *c* has a unit
# Our rewards run from 0 to 1. Many programs count a loss as −1 and a win as 1. May you copy their *c*?

# %%
my_doubling = predict("07-doubling")
my_doubling

# %%
why = "Q doubles and the exploration term does not, so exploration has half the weight."
score_prediction(my_doubling, "As if c had been halved.", why)

# %% [markdown]
# ### Exercise 3: another scale
# Suppose that a loss counts as `low` and a win as `high`, and everything in between is stretched evenly. Find the *c* for which selection makes *exactly the same choices* as with rewards from 0 to 1. Begin on paper: what happens to Q of every child if all rewards grow by 5? Then write `rescale_c(c, low, high)`.


# %% tags=["exercise"]
# hint: A reward r becomes low + (high − low) · r, so Q becomes low + (high − low) · Q. Adding the same number to all sums does not change their order. How must c change, so that the exploration term grows as Q does?
def rescale_c(c, low, high):
    """Return the c for rewards from low to high that acts as c does for rewards from 0 to 1."""
    # --- solution
    # --- end


# %%
ch07.check_rescale_c(rescale_c)

# %% [markdown]
# (Real searches agree: with rewards from −1 to 1 and *c* = 1.4, a search of A makes the same choices in all 1,000 iterations as with *c* = 0.7.) So "*c* = 1.4" means nothing until you know the range of the rewards, and the formula. The survey of Browne and others (2012) writes Q + 2 C √(2 ln N / n) with C = 1/√2; multiply it out, and it is our formula with *c* = 2.
#
# ## One position is not a game
# I chose A because it is hard. Here are 200 random positions in which some moves are right and some are wrong. In what share of them is the search right, for eight values of *c*, after 30 and after 100 iterations?

# %%
right_moves = ch07.right_moves_everywhere()
sample = ch07.tricky_positions(right_moves, 200)
constants = [0, 0.18, 0.35, 0.7, 1, 2**0.5, 2, 3]
profile = {}
for iterations in (30, 100):
    profile[iterations] = [ch07.share_right(right_moves, sample, c, iterations) for c in constants]
plots.picture(plots.c_profile(profile, constants, title="200 positions"))

# %% [markdown]
# The line for 100 iterations is nearly flat. Even *c* = 0 is right in 9 of 10 positions. So have I made too much of one position? In a way, yes. But one such position can decide a game.

# %%
checkpoint("07-time")

# %% [markdown]
# ## Further reading
# - P. Auer, N. Cesa-Bianchi and P. Fischer, *Finite-time Analysis of the Multiarmed Bandit Problem* (2002): UCB1, and where √2 comes from.
# - L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo Planning* (2006): UCB1 in a tree.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 3: the formula and its constant.
#
# **Next:** [08 · MCTS against random playouts](08_mcts_against_random_playouts.ipynb).

# %%
summary("07")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, and what we quote.*

# %% [claims]
from statistics import fmean

from claims import claim
from mctslib import ucb1
from mctslib.arena import Tally, wilson
from mctslib.course import in_full
from mctslib.course.ch07 import one_run
from mctslib.course.differences import difference
from mctslib.oracle import flat_values, value

shares_of = ch07.correct_shares
opening = shares_of(A, secret, marks, range(60))
assert 0 < opening[1] < opening[0] < 0.15 and opening[2:] == [0, 0, 0, 1]
claim("| *a* | 16 | 0.5 | 0.43 |", 16, 0.5, sqrt(log(20) / 16))
claim("| *b* | 4 | 0.3 | 0.87 |", 4, 0.3, sqrt(log(20) / 4))
claim("At *c* = 0.46", (0.5 - 0.3) / (sqrt(log(20) / 4) - sqrt(log(20) / 16)))
claim("two of O's six moves save the draw: 2 and 8", *sorted(A.correct))
claim("share of the sixty searches choose 2 or 8", *sorted(A.correct))
assert ucb1(0.5, 16, 20, 0.18) > ucb1(0.3, 4, 20, 0.18)
assert ucb1(0.5, 16, 20, 0.7) < ucb1(0.3, 4, 20, 0.7)
by_random_play = flat_values(A.state)
perfect = {action: value(A.state.apply(action), player=1) for action in by_random_play}
assert {action for action, worth in perfect.items() if worth == 0.5} == {2, 8} and perfect[0] == 0
assert max(by_random_play, key=by_random_play.get) == 0
ten = [search(A.state, 300, seed=seed, tree_policy=UCB1(0.7)).action for seed in range(10)]
assert [action in A.correct for action in ten[:2]] == [True, False]
assert sum(action in A.correct for action in ten) == 6
right, runs = [1] * 45, [1] * 45 + [0] * 15
before, after = [0, 1], [5, 6]
claim("if all rewards grow by 5", after[0] - before[0])
share = sum(right) / len(runs)
claim(
    "if 45 of 60 runs choose a right move, it is 45 / 60 = 0.75",
    *(len(right), len(runs), len(right), len(runs), share),
)
assert share_at[0.18][200] == max(share_at[c][200] for c in share_at)
assert best_at_400 == 0.7
assert [share_at[1.5][n] for n in (200, 400, 800, 1600)] == [0, 0, 0, 1]
claim("to within about 0.12", (wilson(30, 60)[1] - wilson(30, 60)[0]) / 2)
claim("to within about 0.04", (wilson(300, 600)[1] - wilson(300, 600)[0]) / 2)
claim("at least 510 of them must be right", round(0.85 * 600))


def share_of_the_good_reply(c, seed):
    """Return the share of X's good reply among the visits below the corner.

    The playout from the corner itself is not counted.
    """
    corner = search(A.state, 400, seed=seed, tree_policy=UCB1(c)).root.children[0]
    good = [action for action, child in corner.children.items() if value(child.state, 0) == 1]
    assert good == [6]
    return corner.children[6].visits / (corner.visits - 1)


if in_full():  # results of the full number of seeds
    three_hundred = range(300)
    secretly = shares_of(A, secret, [800, 1200, 1600], three_hundred)
    claim(
        "With 800 iterations 0 of 300 are right, with 1,600 iterations 300 of 300",
        *(800, 300 * secretly[0], 300, 1600, 300 * secretly[2], 300),
    )
    assert 0.4 < secretly[1] < 0.6
    textbook = shares_of(A, sqrt(2), [700, 2000], three_hundred)
    assert textbook == [0, 1]
    budgets = [700, 2000]
    claim(
        "All 300 searches are wrong at 700 iterations, and none at 2,000",
        len(three_hundred),
        *budgets,
    )
    assert [share_at[0.7][n] for n in (800, 1600, 3200)] == [1, 1, 1]
    assert 0.2 < 1 - share_at[0.18][800] < 0.3 and share_at[0.18][800] == share_at[0.18][3200]
    alike = [one_run(A, 0, [200, 3200, 51_200], seed) for seed in seeds]
    assert all(len(set(run)) == 1 for run in alike)
    claim("the same 20 of the 60 runs", sum(run[0] for run in alike), len(seeds))
    promise = shares_of(A, 0.18, patient, range(100))
    wait = [51_200, 3_276_800]
    waiting = [seed for seed in range(100) if not one_run(A, 0.18, wait[:1], seed)[0]]
    assert len(waiting) == 2 and not any(any(one_run(A, 0.18, wait, seed)) for seed in waiting)
    claim("after 3,276,800 iterations both are still wrong", wait[-1])
    claim(
        "81 of 100 runs are right at 3,200 iterations, and 98 at 51,200",
        *(100 * promise[1], 100, 3200, 100 * promise[3], 51_200),
    )
    claim(
        "0.51 for *c* = 0.18 and 0.22 for 0.7. At 400 they are 0.71 and 0.77",
        *(ten_times_more[0.18][0], 0.18, ten_times_more[0.7][0], 0.7, 400),
        *(ten_times_more[0.18][1], ten_times_more[0.7][1]),
    )
    right_at_400 = {c: round(600 * ten_times_more[c][1]) for c in (0.18, 0.7)}
    ahead = difference(*(Tally(right_at_400[c], 0, 600 - right_at_400[c]) for c in (0.7, 0.18)))
    claim("0.7 is ahead by 0.06 (0.01 to 0.11)", 0.7, ahead.value, ahead.low, ahead.high)
    corners = [
        result.root.children[0].children
        for result in (search(A.state, 3200, seed=seed, tree_policy=UCB1(0)) for seed in range(60))
        if result.action == 0
    ]
    claim(
        "In 11 of the 16 searches that choose the corner",
        sum(replies[6].visits == 1 for replies in corners),
        len(corners),
    )
    claim(
        "at 800 iterations *c* = 0.7 gets 598 of the 600",
        *(800, 0.7, 600 * ten_times_more[0.7][2], len(many_seeds)),
    )
    good_reply = {c: fmean(share_of_the_good_reply(c, seed) for seed in seeds) for c in (0.7, 1.5)}
    claim(
        "gets 67.4% with *c* = 0.7, and 47.0% with *c* = 1.5",
        good_reply[0.7],
        0.7,
        good_reply[1.5],
        1.5,
    )
    claim(
        "the two right moves get 40% of the visits. With *c* = 1.5 they get 29%",
        visits["c = 0.7"][2] + visits["c = 0.7"][8],
        1.5,
        visits["c = 1.5"][2] + visits["c = 1.5"][8],
    )

# %%
assert [child.visits for action, child in greedy.root.children.items() if action] == [1] * 5
claim("how can Q be 0.997 for a move that loses", greedy.root.children[0].value)
replies = greedy.root.children[0].children
assert perfect[0] == 0
assert [r for r in replies if value(A.state.apply(0).apply(r), player=0) == 1] == [6]
assert replies[6].visits == 1 and replies[6].value_sum == 0
repeated = [reply for reply in replies.values() if reply.visits > 1]
assert len(repeated) == 3  # "among *three* mistakes"
claim(
    "brought it 11 points in 3,192 visits",
    sum(reply.value_sum for reply in repeated),
    sum(reply.visits for reply in repeated),
)
for reply in repeated:
    claim("To a greedy search 0.003 is better than 0, for ever", reply.value, replies[6].value)
hundred = dict(zip(constants, profile[100]))
claim("Even *c* = 0 is right in 9 of 10 positions", min(hundred), round(10 * hundred[0]), 10)
assert hundred[0] == min(hundred.values())
assert max(hundred.values()) - min(hundred[c] for c in (0.35, 0.7, 1)) < 0.03
from mctslib import Phases, backpropagate, record


def doubled(node, rewards):
    """Backpropagate rewards that are twice as large."""
    backpropagate(node, [2 * reward for reward in rewards])


def plus_minus(node, rewards):
    """Backpropagate rewards from -1 (loss) through 0 (draw) to 1 (win)."""
    backpropagate(node, [2 * reward - 1 for reward in rewards])


def choices(c, backpropagate=backpropagate):
    """Return the records of the 1,000 iterations of a search with constant c."""
    phases = Phases(backpropagate=backpropagate)
    return record(A.state, 1000, seed=7, tree_policy=UCB1(c), phases=phases).iterations


usual, rescaled = choices(0.7), choices(1.4, plus_minus)
only_rewards, half_c = choices(0.7, doubled), choices(0.35)
assert usual == rescaled and only_rewards == half_c != usual
claim(
    "with rewards from −1 to 1 and *c* = 1.4, a search of A makes the same choices in all 1,000 iterations as with *c* = 0.7",
    *(-1, 1, 1.4, len(rescaled), 0.7),
)
claim("it is our formula with *c* = 2", 2 / sqrt(2) * sqrt(2))
