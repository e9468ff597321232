# %% [markdown]
# # 01 · Ask random games for advice
#
# In chapter 00 random games recommended the losing corner. You may say that we did not play enough of them. So take a million, take as many as you like: would they be wiser?
#
# In this chapter you write the program that asks random games for advice, and it plays well. In nearly every position of tic-tac-toe it finds a right move. At the end you play against it in the others.
#
# **What you'll need.** Chapter 00, or the rules of tic-tac-toe and some Python. &nbsp; **Time:** about 35 minutes.
#
# ## The simplest program that thinks
# **Flat Monte Carlo** tries each legal move. After each move it plays the rest of the game many times at random, and it chooses the move with the best average. One such random game is called a **playout**. The method is *flat* because it compares only the next moves, and remembers nothing about the positions after them.
#
# Here is a position with X to move. We call it W, because X can win at once with cell 8, in the dashed frame. (A is the trap of chapter 00. You will meet it again.) But suppose that X moves to the centre instead. Below the board are X's rewards in five playouts after this move.

# %%
import random

from mctslib import simulate, uniform
from mctslib.course import A, W, ch01, checkpoint, predict, score_prediction
from mctslib.draw import show_board

show_board(W.state, highlight=[8])

# %%
rng = random.Random(0)
[simulate(W.state.apply(4), rng, uniform).rewards[0] for _ in range(5)]

# %% [markdown]
# One game tells us almost nothing. The average of these five is 3 / 5 = 0.6, and an average of many games tells how well the move does *on the whole*. That is all flat Monte Carlo wants to know.
#
# ### Exercise 1: flat Monte Carlo
# Write `flat_means(state, playouts, rng)`. For each legal action it plays `playouts` random games from the state *after* the action, and averages the rewards of the player who chooses the action. It returns a dictionary from actions to averages. A playout is `simulate(state, rng, uniform).rewards`, a pair of rewards, X's first.


# %% tags=["exercise"]
# hint: The player who chooses is `state.current_player`. For each action, add up `simulate(state.apply(action), rng, uniform).rewards[player]` over `playouts` games, and divide the sum by `playouts`.
def flat_means(state, playouts, rng):
    """Return {action: mean reward of the player to move}, from random games after each action."""
    # --- solution
    player = state.current_player
    means = {}
    for action in state.legal_actions():
        after = state.apply(action)
        rewards = [simulate(after, rng, uniform).rewards[player] for _ in range(playouts)]
        means[action] = sum(rewards) / playouts
    return means
    # --- end


# %%
ch01.check_flat_means(flat_means)

# %% [markdown]
# Your program knows nothing about lines and threats, and still it finds the win in W. But in A, the trap, it takes the corner.
#
# ## What does an average estimate?
# If you could play *all* random games and weight them by their probabilities, you would get the exact average. In a small game we can compute it:
#
# > The **value under random play** of a finished game is, for each player, this player's reward. The value of any other position is *the mean of the values after each legal action*.
#
# The smallest example: in the position below it is O's turn.

# %%
from mctslib import TicTacToe

paper = TicTacToe.from_text("OXO/XXO/X..")
show_board(paper)

# %% [markdown]
# If O plays cell 8, O completes the right column and gets 1. If O plays cell 7, X must play cell 8, the board is full, and O gets ½. Both of O's actions are equally likely, so the value of the position for O is the mean of 1 and ½, which is ¾.
#
# ### Exercise 2: the value under random play
# Write this rule as a function that calls itself. `random_value(state, player)` returns the value *for the given player*, no matter whose turn it is. For the board above, `random_value(paper, 1)` is ¾ (O's value), and `random_value(paper, 0)` is ¼ (X's value).


# %% tags=["exercise"]
# hint: There are two cases. If `state.is_terminal()`, return `state.rewards()[player]`. Otherwise call `random_value(state.apply(action), player)` for each legal action, and return the mean.
def random_value(state, player):
    """Return the exact mean reward of `player` if all moves from here on are uniformly random."""
    # --- solution
    # --- end


# %%
ch01.check_random_value(random_value)

# %% [markdown]
# The library's `flat_values` computes the value after each legal action, for the player to move. These are the averages that flat Monte Carlo would find **with infinitely many playouts**. Here they are for A:

# %%
from mctslib.oracle import flat_values

{action: round(float(mean), 3) for action, mean in flat_values(A.state).items()}

# %% [markdown]
# There is the answer to our first question. The best average of all belongs to corner 0, which loses. A million games would not be wiser. They would only be surer.
#
# ## How sure?
# An average of random games scatters. How many games does it take to halve the scatter?

# %%
spread_guess = predict("01-spread")
spread_guess

# %% [markdown]
# Let us measure. We estimate O's value after the corner 200 times with 100 playouts each, 200 times with 150, and so on. The **standard deviation** is the typical distance of an estimate from the mean of the estimates.

# %%
from statistics import pstdev

corner = A.state.apply(0)
rng = random.Random(1)
estimates = {n: ch01.repeated_estimates(corner, 1, n, 200, rng) for n in (100, 150, 200, 400)}
spread = {n: pstdev(estimates[n]) for n in estimates}
{n: round(width, 3) for n, width in spread.items()}

# %%
closest_to_half = min(spread, key=lambda n: abs(spread[n] - spread[100] / 2))
score_prediction(
    spread_guess,
    str(closest_to_half),
    "The scatter shrinks like 1/√n: half the scatter takes four times the games, and a tenth of it "
    "a hundred times the games. This is slow.",
)

# %% [markdown]
# For rewards between 0 and 1 there is a simple rule: **an estimate from *n* playouts is within 1/√*n* of the exact value about 95 times in 100, or more often.** If an estimate from 100 playouts is 0.60, the exact value probably lies between 0.50 and 0.70.
#
# <details><summary>Where does the rule come from?</summary>
#
# Rewards between 0 and 1 have a standard deviation of at most ½, so the mean of *n* of them has one of at most ½ / √*n*. The means follow roughly a bell curve, and about 95% of a bell curve lies within two standard deviations of its mean. But for a handful of games the curve is a poor fit, and the rule may hold less often.
#
# </details>
#
# Look for yourself. Each row is a move of A. The dot is the average so far, and the bar extends 1/√*n* to either side. Which cell would you trust? From 30 playouts on, an upright line shows the exact value under random play.

# %%
ch01.FlatExplorer("A", playouts=3)

# %% [markdown]
# ### Exercise 3: plan an experiment
# The exact value of one move is 0.52, and that of another 0.50. Draw a bar around each of the two values, 1/√*n* to either side. After how many playouts of *each* move do the two bars just touch? Work it out on paper, before anything runs. Then write `playouts_needed(gap)`, which returns this number for two values that are `gap` apart. One percent more or less does not matter.


# %% tags=["exercise"]
# hint: Draw two values, `gap` apart, with a bar around each. How far may a bar reach so that the two only touch? Set 1/√n equal to this length, and solve for n.
def playouts_needed(gap):
    """Return the playouts of each move after which the bars of two values just touch."""
    # --- solution
    # --- end


# %%
ch01.check_playouts_needed(playouts_needed)

# %% [markdown]
# Can you tell the two moves apart after so many playouts? In an experiment you see only two *estimates*, and they scatter. In about half of all experiments their bars overlap. Yet the better move has the higher estimate in more than 99 of 100 experiments. So overlapping bars do not mean that you know nothing. (From chapter 05 on we look at the *difference* of two averages.)
#
# ## Sure of the wrong move
# Suppose that O plays the corner, and that X answers as well as possible:

# %%
captions = {0: "O threatens 6", 6: "X blocks and threatens 8", 8: "O blocks and threatens 4"}
captions |= {4: "X blocks and threatens 1 and 2", 1: "O can block only one", 2: "X wins"}
ch01.film_of(A.state, captions)

# %% [markdown]
# But in a playout X answers at random, so the average covers *all* of X's replies, good and bad. **The average over all replies is not the result of the best reply**, and a good opponent does not play at random. More playouts only make the wrong number more precise.
#
# ## How often does flat Monte Carlo fail?
# Perhaps A is a rare accident. Let us count. Under **perfect play** each side chooses its best move in each position; the reward that a player gets then is the value under perfect play. (You will compute it in chapter 08.) A **blunder** is a move that lowers this value for the player who moves. In A, O's value is ½; after the corner it is 0.
#
# We have seen flat Monte Carlo fail in one position, but succeed in another. In how many of all positions does it fail?

# %%
blunders_guess = predict("01-blunders")
blunders_guess

# %% [markdown]
# We take all unfinished positions that can arise if X moves first, and count those in which flat Monte Carlo blunders even with infinitely many playouts. We are kind to it: if several moves have the best average and one of them is right, we don't count the position.

# %%
from mctslib.oracle import optimal_actions, positions

unfinished = [state for state in positions(TicTacToe()) if not state.is_terminal()]
blunders = []
for state in unfinished:
    if not set(ch01.preferred(state)) & set(optimal_actions(state)):
        blunders.append(state)
print(f"{len(blunders)} of {len(unfinished):,}")

# %%
why = (
    "I would not have thought that a program can play so well by playing nonsense. But an opponent "
    "who knows these positions can wait for one."
)
score_prediction(blunders_guess, len(blunders), why, within=50)

# %% [markdown]
# Many of these positions are rotations or mirror images of each other, and so we are left with ten different *shapes*.
#
# ## Beat flat Monte Carlo
# Now the opponent who knows these shapes is you. In each of the ten the program has just played its favourite move, the one with the best average of all random games. In six you can win, and in the other four you save a draw that it should not have given you.

# %%
ch01.BeatFlat()

# %%
checkpoint("01-cure")

# %% [markdown]
# Flat Monte Carlo is easy to write, easy to run on many machines, and a good first opponent for any new game. In games with chance or hidden cards, such as Scrabble and Bridge, similar programs have been very strong (Browne and others, 2012, section 2.3). But flat Monte Carlo gives each move the same number of playouts, even a move that looked hopeless after a few. Which move deserves the next playout?
#
# **Next:** [02 · Choose between slot machines](02_choose_between_slot_machines.ipynb).
#
# ## Further reading
# - B. Abramson, *Expected-outcome: a general model of static evaluation* (1990): the value under random play as advice.
# - C. Browne, *The dangers of random playouts* (2011): small games in which random playouts mislead.

# %% [claims]
from claims import claim
from mctslib.course.ch01.widget import FEW, PLAYOUTS
from statistics import NormalDist

import numpy as np

from mctslib.course.ch01.checkers import playouts_needed as needed_for
from mctslib.course.ch01.fooled import fooled, page_data
from mctslib.course.grading import words_of
from mctslib.oracle import expected_value, value

drawn = paper.apply(7).apply(8)
again = random.Random(0)
five = [simulate(W.state.apply(4), again, uniform).rewards[0] for _ in range(5)]
claim(
    "The average of these five is 3 / 5 = 0.6",
    sum(five),
    len(five),
    sum(five) / len(five),
)
of_O = paper.apply(8).rewards()[1], drawn.rewards()[1]
claim("completes the right column and gets 1", of_O[0])
claim("the board is full, and O gets ½", of_O[1])
claim("the mean of 1 and ½, which is ¾", *of_O, expected_value(paper))
claim("is ¾ (O's value)", expected_value(paper, 1))
claim("is ¼ (X's value)", expected_value(paper, 0))

# %%
assert abs(spread[100] / spread[400] - 2) < 0.3
sure = 2 * NormalDist().cdf(2) - 1
claim("about 95 times in 100", 100 * sure, 100)
better, worse = 0.52, 0.50
claim("of one move is 0.52, and that of another 0.50", better, worse)
needed = round(needed_for(better - worse))
assert f"touch after {needed:,} playouts each" in words_of("01")["playouts_needed"]["praise"]
draws = np.random.default_rng(1)
one, other = (draws.binomial(needed, p, 20_000) / needed for p in (better, worse))
assert 0.49 < np.mean(one - other < better - worse) < 0.51  # "In about half of all experiments"
ahead = 100 * np.mean(one > other)
assert ahead > 99
claim("in more than 99 of 100 experiments", int(ahead), 100)
claim("From 30 playouts on", next(n for n in PLAYOUTS if n > FEW))
hundred, mean = 100, 0.6
claim("an estimate from 100 playouts is 0.60", hundred, mean)
claim("lies between 0.50 and 0.70", mean - 1 / hundred**0.5, mean + 1 / hundred**0.5)
claim("a standard deviation of at most ½, so", pstdev([0, 1]))
claim("one of at most ½ / √*n*", pstdev([0, 1]))
claim("about 95% of a bell curve", sure)

# %%
values = flat_values(A.state)
assert max(values, key=values.get) == 0 and sorted(A.correct) == [2, 8]
game, end = list(captions), A.state
for number, action in enumerate(game):
    assert number % 2 == 0 or action in optimal_actions(end)
    end = end.apply(action)
assert end.rewards() == (1.0, 0.0)
claim("O's value is ½; after the corner it is 0", value(A.state, 1), value(corner, 1))
claim("the 4,520 unfinished tic-tac-toe positions", len(unfinished))
claim("ten different *shapes*", len(fooled()))
claim("In each of the ten the program has", len(fooled()))
gained = []
for shape in fooled():
    reader = 1 - shape.current_player
    gained.append(value(shape.apply(ch01.preferred(shape)[0]), reader))
claim("In six you can win", gained.count(1))
claim("in the other four you save a draw", gained.count(0.5))
assert len(page_data()) == len(fooled())
