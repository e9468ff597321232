# %% [markdown]
# # 01 · Ask random games for advice
#
# **What you'll do.** Let chance play thousands of games, follow the advice that comes out, and find the positions where this advice stays wrong however many games you play.
#
# The picture below shows a position that we call W. It is X's turn, and cell 8 (in the dashed frame) wins at once.

# %%
from mctslib.draw import show_board
from mctslib.course import A, S, W

show_board(W.state, highlight=[8])

# %% [markdown]
# **What you'll learn.**
# - *On paper:* the exact value of a position under random play.
# - Write flat Monte Carlo, the simplest way to choose a move by playing random games.
# - Say how many random games an estimate needs.
# - Say in which tic-tac-toe positions the method fails, however long it runs.
#
# **What you'll need.** The rules of tic-tac-toe; functions, loops and dictionaries in Python. About 50 minutes.

# %% [markdown]
# ## Predict first
#
# **Flat Monte Carlo** asks random games for advice. It tries each legal move, lets chance play the rest of the game many times (each time is a **playout**), and chooses the move with the best average result. ("Flat", because it looks no further than one move. "Monte Carlo", after the casino.)
# Guess before you run anything.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

blunders_guess = predict("01-blunders")
blunders_guess

# %%
spread_guess = predict("01-spread")
spread_guess

# %% [markdown]
# ## One random game
#
# A **state** is a position: the board, and whose turn it is. The position W above is a state. Cells are numbered row by row, from 0 to 8. From a state you can read who is to move (player 0 is X, player 1 is O) and which **actions**, here cells, are legal:

# %%
W.state.current_player, W.state.legal_actions()

# %% [markdown]
# `apply` gives the state after an action; the old one stays as it was. When the game is over, `rewards()` says what each player gets, X first: 1 for a win, ½ for a draw, 0 for a loss.

# %%
after = W.state.apply(8)
after.is_terminal(), after.rewards()

# %% [markdown]
# A playout is a game played to its end by chance alone: every legal action is equally likely. (`rng` is a random number generator; `rng.random()` lies between 0 and 1.)


# %%
def playout(state, rng):
    """The rewards at the end of one random game from `state`."""
    while not state.is_terminal():
        actions = state.legal_actions()
        state = state.apply(actions[int(rng.random() * len(actions))])
    return state.rewards()


# %% [markdown]
# Five playouts after X has moved to the centre, cell 4, instead of winning. What X gets:

# %%
import random

rng = random.Random(0)
[playout(W.state.apply(4), rng)[0] for _ in range(5)]

# %% [markdown]
# One game says next to nothing. But the average of many games says how well the move does *on the whole*, and this average is all that flat Monte Carlo knows.
#
# ### Exercise 1: flat Monte Carlo
#
# Write it: for each legal action, `playouts` random games after it, and the mean reward of the player who chooses.


# %% tags=["exercise"]
# hint: player = state.current_player. For each action take playout(state.apply(action), rng)[player], `playouts` times, and average.
def flat_means(state, playouts, rng):
    """Return {action: mean reward of the player to move}, from random games after each action."""
    # --- solution
    player = state.current_player
    means = {}
    for action in state.legal_actions():
        rewards = [playout(state.apply(action), rng)[player] for _ in range(playouts)]
        means[action] = sum(rewards) / playouts
    return means
    # --- end


# %%
from mctslib.course.ch01 import check_flat_means

check_flat_means(flat_means)

# %% [markdown]
# The library's `flat_search` does the same, but takes the *total* number of playouts and hands them out to the actions one at a time. For each action it returns (playouts, mean reward):

# %%
from mctslib.arena import flat_search

on_w = flat_search(W.state, 500, seed=1)
on_w

# %% [markdown]
# Cell 8 has the best average, so flat Monte Carlo plays there. Nobody told the program how to play well. The rules and the dice were enough.
#
# ## Without playing at all
#
# An average of random games is an **estimate**. Of what? Of the average over *all* random games, each counted as often as chance would play it. In a small game that can be had exactly:
#
# > The value of a position **under random play** is: at the end of the game the reward; before that, *the mean of the values after each legal action*.
#
# **On paper.** Work it out for O, who is to move here:

# %%
from mctslib import TicTacToe

paper = TicTacToe.from_text("OXO/XXO/X..")
show_board(paper)

# %% [markdown]
# Cell 8 completes the right column, reward 1 for O. Cell 7 leaves X only cell 8, and then the board is full without a line: a draw, ½. Both are equally likely, so the value for O is the mean of the two, ¾.
#
# ### Exercise 2: the same for any board


# %% tags=["exercise"]
# hint: Two cases. state.is_terminal(): return state.rewards()[player]. Otherwise call the function itself for every state.apply(action), and average.
def random_value(state, player):
    """Exact mean reward of `player` when every move from here on is uniformly random."""
    # --- solution
    if state.is_terminal():
        return state.rewards()[player]
    values = [random_value(state.apply(action), player) for action in state.legal_actions()]
    return sum(values) / len(values)
    # --- end


# %%
from mctslib.course.ch01 import check_random_value

check_random_value(random_value)

# %% [markdown]
# `oracle.expected_value` computes the same value with exact fractions, and remembers the positions it has met. `flat_values` computes it for each move. For W:

# %%
from mctslib.oracle import expected_value, flat_values

{action: str(mean) for action, mean in flat_values(W.state).items()}

# %% [markdown]
# So `flat_values` **is** flat Monte Carlo with infinitely many playouts, without playing one.
#
# ## How far off is an estimate?
#
# Now we know the truth and can measure luck. We take the trap of chapter 00, called A from now on. O has just taken the corner 0. The exact value for O, and the board:

# %%
corner = A.state.apply(0)
exact = expected_value(corner, player=1)
print(exact)
show_board(corner, last=0)

# %% [markdown]
# We estimate it 200 times over, with 25, 100 and 400 playouts each. `pstdev`, the **standard deviation**, says how much the estimates scatter: their typical distance from the middle.

# %%
from fractions import Fraction
from statistics import fmean, pstdev

rng = random.Random(1)


def estimate(n):
    """The mean reward of O in n random games after the corner."""
    return Fraction(sum(playout(corner, rng)[1] for _ in range(n))) / n


many = {n: [estimate(n) for _ in range(200)] for n in (25, 100, 400)}
spread = {n: pstdev(estimates) for n, estimates in many.items()}
{n: round(width, 3) for n, width in spread.items()}

# %% [markdown]
# Four times the playouts, half the scatter: luck shrinks like 1/√*n*, where *n* is the number of playouts. This is slow: to divide the error by ten you need a hundred times as many playouts.
#
# A handy rule for rewards between 0 and 1: **the truth is within 1/√*n* of the estimate about 95 times in 100.** Rewards between 0 and 1 have a standard deviation of at most ½. The mean of *n* of them therefore has one of at most ½ / √*n*. And about 95 % of a bell curve lies within two standard deviations of its middle.
#
# Did the rule hold? The cell below prints first the share of our estimates that kept to it. Then, for games without draws, it prints the exact share in the worst case: at the winning probability for which the rule does worst.

# %%
from math import comb


def share_kept(n, mille):
    """Return how often the mean of n games is off by 1/√n at most; `mille` of 1,000 are won."""
    p = mille / 1000
    near = [k for k in range(n + 1) if (1000 * k - n * mille) ** 2 <= 1000**2 * n]
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in near)


kept = {
    n: fmean(n * (mean - exact) ** 2 <= 1 for mean in many[n]) for n in many
}  # squared: fractions decide
least = {
    n: round(min(share_kept(n, mille) for mille in range(1001)), 2) for n in (2, 6, 25, 30, 100)
}
kept, least

# %% [markdown]
# For very small *n* the bell curve is a poor approximation: the rule holds only 91 times in 100 with 2 games, and with 6. With 25 or 100 it holds 95 times in 100, as promised. In between it jumps up and down a little: with 30 games it holds 93 times in 100. From 21 games on, in all numbers up to 130, the worst case is never below that.
#
# ### Exercise 3: how many playouts?
#
# How many playouts make 1/√*n* as small as a given error? Mind the dust of floating-point numbers: `1 / (1/7)**2` comes out as `49.00000000000001`, which `math.ceil` would turn into `50`, although `49` are enough. Rounding to six places first, `round(..., 6)`, removes it.


# %% tags=["exercise"]
# hint: 1/√n = error gives n = 1/error². Round this to six places; then `math.ceil` rounds up.
def playouts_needed(error):
    """The smallest whole number n of playouts with 1/√n ≤ error."""
    # --- solution
    from math import ceil

    return ceil(round(1 / error**2, 6))
    # --- end


# %%
from mctslib.course.ch01 import check_playouts_needed

check_playouts_needed(playouts_needed)

# %% [markdown]
# ## Watch them settle
#
# <span class="with-python">Choose a position: A, the easy W, or S, in which O began.</span> Each row is a move: the dot is its estimate, the bar reaches 1/√*n* to both sides, the upright line is the exact value. Move the slider<span class="with-python">, and throw other dice</span>. Moves with a ✓ are right under perfect play. <span class="with-python">Find out which positions fool you even with ten thousand playouts.</span>

# %%
from mctslib.course.ch01 import FlatExplorer

FlatExplorer("A", playouts=100)

# %%
checkpoint("01-surer")

# %% [markdown]
# ## Position A: certain, and wrong
#
# Let O take the corner 0, which random games like best, and let X answer as well as possible. That game as a film strip:

# %%
from mctslib.draw import board_svg, film_strip

line, film = [0, 6, 8, 4, 1, 2], [A.state]
for action in line:
    film.append(film[-1].apply(action))
captions = ["O threatens 6", "X blocks and threatens 8", "O blocks and threatens 4"]
captions += ["X blocks and threatens 1 and 2", "O can block only one", "X wins"]
film_strip(
    [board_svg(board, last=cell) for board, cell in zip(film[1:], line)],
    captions,
    height=110,
    columns=3,
)

# %% [markdown]
# Each of X's answers blocks, and makes a threat of its own, until two lines are open at once. In a playout X answers at random, so the average covers *all* of X's replies, good and bad. **The average over all replies is not the best reply**, and an opponent does not roll dice. More playouts cannot help: they answer the wrong question more precisely.
#
# ## How often does that happen?
#
# Under **perfect play** both sides always choose what is best for them. `oracle.value(state, player)` computes the reward this gives a player (chapter 08 builds it). A **blunder** is a move after which the player has less than before.
#
# ### Exercise 4: spot a blunder

# %% tags=["exercise"]
# hint: value(state) is for the player to move. After the move the other player is to move: ask for value(after, player).
from mctslib.oracle import value


def is_blunder(state, action):
    """True if `action` throws away value that perfect play would have kept."""
    # --- solution
    player = state.current_player
    return value(state.apply(action), player) < value(state)
    # --- end


# %%
from mctslib.course.ch01 import check_is_blunder

check_is_blunder(is_blunder)

# %% [markdown]
# Which moves do infinitely many random playouts like best?


# %%
def favourites(state):
    """The moves with the best exact value under random play."""
    means = flat_values(state)
    return [action for action in means if means[action] == max(means.values())]


favourites(A.state), favourites(S.state)

# %% [markdown]
# Now count, over every unfinished position that can come up with X moving first. We are generous: if several moves tie and at least one of them is right, we do not count the position. (`optimal_actions` are the moves that are no blunders.)

# %%
from mctslib.oracle import optimal_actions, positions

unfinished = [state for state in positions(TicTacToe()) if not state.is_terminal()]
blunders = [
    state for state in unfinished if not set(favourites(state)) & set(optimal_actions(state))
]
len(blunders), len(unfinished)

# %% [markdown]
# 70 of the 4,520. Many are the same position turned or mirrored, so let us count each **shape** once:

# %%
import numpy as np


def shape(state):
    """The same text for all eight turns and reflections of a board."""
    grid = np.array(list(state.cells())).reshape(3, 3)
    views = [np.rot90(g, turns) for g in (grid, grid.T) for turns in range(4)]
    return min("".join(view.ravel()) for view in views)


shapes = {shape(state): state for state in blunders}
len(shapes)

# %% [markdown]
# Here are all ten, the right moves in dashed frames:

# %%
from mctslib.draw import gallery

ten = list(shapes.values())
words = [
    f"{'XO'[s.current_player]} to move, trap: {', '.join(map(str, favourites(s)))}" for s in ten
]
gallery([board_svg(s, highlight=optimal_actions(s)) for s in ten], words, height=110, columns=3)

# %% [markdown]
# Ten shapes do not sound like many, and in most positions the favourite of random games is right. But an opponent who knows the ten can try to steer towards them.
#
# ## Position S: it cannot even tell
#
# In S, X must block at 3. (Three O's, two X's and X to move: here O began. So S is not among the positions counted.) What do random games say?

# %%
show_board(S.state, highlight=[3])

# %%
{action: str(mean) for action, mean in flat_values(S.state).items()}

# %% [markdown]
# An exact tie, ⅓ each, between the block at 3 and the useless 7. Even with infinitely many playouts flat Monte Carlo would have to toss a coin between a draw and a loss. Ties like this one, which we did not count as blunders, are not rare. Here is how many of the unfinished positions have one:


# %%
def is_mixed(state):
    """Whether the favourites of random play tie, some right and some blunders."""
    best, right = set(favourites(state)), set(optimal_actions(state))
    return bool(best & right) and bool(best - right)


mixed = [state for state in unfinished if is_mixed(state)]
len(mixed)

# %%
checkpoint("01-cure")

# %% [markdown]
# ## Your predictions

# %%
why = "Rare enough to overlook, common enough to lose by."
score_prediction(blunders_guess, len(blunders), why, within=50)

# %%
score_prediction(
    spread_guess, "400", "Luck shrinks like 1/√n: half of it takes four times the games."
)

# %% [markdown]
# ## In practice
#
# <small>Flat Monte Carlo is easy to write, and easy to run on many machines at once: a good first opponent for any new game. Where chance or hidden cards play a part, as in Scrabble and Bridge, its relatives have been very strong (Browne and others, 2012, section 2.3). Programs seldom give every move the same number of playouts: what is hopeless after a few games needs no more of them. Who should get the next one? That is the question of chapter 02.</small>
#
# ## Further reading
#
# - Metropolis and Ulam (1949), *The Monte Carlo method*: the name and the idea.
# - Abramson (1990), *Expected-outcome: a general model of static evaluation*: the value under random play as advice.
# - Brügmann (1993), *Monte Carlo Go*: the first Go program of this kind.
# - Browne (2011), *The dangers of random playouts*: small games in which they mislead.
#
# **Next:** chapter 02 spends the playouts where they are worth most.

# %%
summary("01")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from statistics import NormalDist
from mctslib import simulate, uniform

drawn = paper.apply(7).apply(8)
win, loss = after.rewards()
claim("1 for a win, ½ for a draw, 0 for a loss", win, drawn.rewards()[0], loss)
claim(
    "player 0 is X, player 1 is O", TicTacToe().current_player, TicTacToe().apply(0).current_player
)
claim("reward 1 for O", paper.apply(8).rewards()[1])
claim("a draw, ½. Both", drawn.rewards()[1])
claim("the mean of the two, ¾", expected_value(paper))

# %%
assert playout(W.state, random.Random(7)) == simulate(W.state, random.Random(7), uniform).rewards
assert on_w[8][1] == 1 and all(mean < 1 for action, (_, mean) in on_w.items() if action != 8)
assert abs(spread[25] / spread[100] - 2) < 0.3 and abs(spread[100] / spread[400] - 2) < 0.3
sure = 2 * NormalDist().cdf(2) - 1
claim("about 95 times in 100", 100 * sure, 100)
claim(
    "only 91 times in 100 with 2 games, and with 6",
    100 * least[2],
    100,
    *[n for n in least if least[n] == least[2]],
)
claim("With 25 or 100 it holds 95 times in 100", 25, 100, 100 * min(least[25], least[100]), 100)
assert least[25] == least[100]
claim("with 30 games it holds 93 times in 100", 30, 100 * least[30], 100)
assert least[6] == least[2] == min(least.values())
tried = range(21, 131)
worst = min(share_kept(n, mille) for n in tried for mille in range(0, 501, 2))
claim("From 21 games on, in all numbers up to 130", min(tried), max(tried))
assert round(worst, 2) == least[30]
claim("a standard deviation of at most ½", pstdev([0, 1]))
claim("one of at most ½ / √*n*", pstdev([0, 1]))
claim("about 95 % of a bell curve", sure)
assert min(kept.values()) > 0.93

# %%
assert max(flat_values(A.state), key=flat_values(A.state).get) == 0 and sorted(A.correct) == [2, 8]
assert film[-1].rewards() == (1.0, 0.0) and value(A.state, 1) == 1 / 2 > value(corner, 1) == 0
assert all(cell in optimal_actions(board) for cell, board in zip(line[1::2], film[1::2]))
claim("70 of the 4,520", len(blunders), len(unfinished))
claim("the 4,520 unfinished tic-tac-toe positions", len(unfinished))
claim("all ten", len(shapes))
claim("Ten shapes", len(shapes))
assert (
    optimal_actions(S.state) == [3] and value(S.state.apply(7), 0) == 0 < value(S.state, 0) == 1 / 2
)
tie = flat_values(S.state)
claim("⅓ each, between the block at 3 and the useless 7", max(tie.values()), *favourites(S.state))
assert tie[3] == tie[7] and len(mixed) > len(blunders)
