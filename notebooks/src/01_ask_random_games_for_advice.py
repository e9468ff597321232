# %% [markdown]
# # 01 · Ask random games for advice
#
# **What you'll do.** You play thousands of random games, choose the move with the best results, and find the positions in which this move stays wrong however many games you play.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* compute the exact value of a position under random play,
# - write flat Monte Carlo, the simplest way to choose a move with random games,
# - compute how many random games an estimate needs,
# - find the tic-tac-toe positions in which flat Monte Carlo fails, however long it runs.
#
# **What you'll need.** The rules of tic-tac-toe; functions, loops and dictionaries in Python. &nbsp; **Time:** about 50 minutes.

# %% [markdown]
# The picture below shows a position that we call W. It is X's turn, and cell 8 (in the dashed frame) wins the game.

# %%
from mctslib.draw import show_board
from mctslib.course import A, S, W

show_board(W.state, highlight=[8])

# %% [markdown]
# ## Two predictions
#
# **Flat Monte Carlo** chooses a move with the help of random games. It tries each legal move, and after each move it plays the rest of the game many times at random. Each of these random games is called a **playout**. Then flat Monte Carlo chooses the move with the best average result. The method is called *flat* because it compares only the next moves and keeps no tree of later positions. *Monte Carlo* is a district of Monaco that is known for its casino.
#
# Guess before you read on.

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
# A **state** is a position: the board and the player to move. Position W above is a state. Cells are numbered row by row, from 0 to 8. A state contains the number of the player to move (player 0 is X, player 1 is O) and the list of legal **actions**. In tic-tac-toe an action is a free cell.

# %%
W.state.current_player, W.state.legal_actions()

# %% [markdown]
# `apply` returns the state after an action. The old state does not change. When the game is over, `rewards()` returns the reward of each player, X first: 1 for a win, ½ for a draw, 0 for a loss.

# %%
after = W.state.apply(8)
after.is_terminal(), after.rewards()

# %% [markdown]
# In a playout all legal actions are equally likely. The function below plays one playout. Its argument `rng` is a random number generator: each call of `rng.random()` returns a new number between 0 and 1.


# %%
def playout(state, rng):
    """Play one random game from `state` to its end, and return the rewards."""
    while not state.is_terminal():
        actions = state.legal_actions()
        state = state.apply(actions[int(rng.random() * len(actions))])
    return state.rewards()


# %% [markdown]
# Suppose that X does not take the win in W, but moves to the centre, cell 4. The next cell plays five random games after this move, and shows X's reward in each game:

# %%
import random

rng = random.Random(0)
[playout(W.state.apply(4), rng)[0] for _ in range(5)]

# %% [markdown]
# One game tells us almost nothing. But the average of many games tells us how well the move does *on the whole*. This average is all that flat Monte Carlo computes for a move. In the five games above X got 3 points, so the average is 3 / 5 = 0.6.
#
# ### Exercise 1: flat Monte Carlo
#
# Write the function `flat_means(state, playouts, rng)`. For each legal action it plays `playouts` random games from the state *after* the action, and averages the rewards of the player who chooses the action. It returns a dictionary from actions to averages. You can use `playout` from above.


# %% tags=["exercise"]
# hint: The player who chooses is `state.current_player`. For each action, call `playout(state.apply(action), rng)[player]` `playouts` times, add up the rewards, and divide the sum by `playouts`.
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
# The library's version is called `flat_search`. It takes the *total* number of playouts and shares them out among the actions one at a time, in turn. For each action it returns a pair: the number of playouts, and the mean reward. The next cell calls it for W.

# %%
from mctslib.arena import flat_search

flat_search_of_w = flat_search(W.state, 500, seed=1)
flat_search_of_w

# %% [markdown]
# Cell 8 has the best average, so flat Monte Carlo plays there. The program contains no rule about good moves. It needed only the rules of the game and random numbers.
#
# ## The exact average
#
# An average of random games is an **estimate**. What does it estimate? If you could play all possible random games and average their results, weighted by their probabilities, you would get the exact average. In a small game this exact average can be computed:
#
# > The **value under random play** of a finished game is its reward. The value of any other position is *the mean of the values after each legal action*.
#
# **On paper.** In the position below it is O's turn. Compute the value under random play for O.

# %%
from mctslib import TicTacToe

paper = TicTacToe.from_text("OXO/XXO/X..")
show_board(paper)

# %% [markdown]
# If O plays cell 8, O completes the right column and gets 1. If O plays cell 7, X must play cell 8. Then the board is full and neither player has a line, so the game is a draw, and O gets ½. Both of O's actions are equally likely. So the value for O is the mean of 1 and ½, which is ¾.
#
# ### Exercise 2: the value under random play
#
# Write the rule above as a function that calls itself. `random_value(state, player)` returns the value of `state` under random play *for the given player*, no matter whose turn it is. For the board above, `random_value(paper, 1)` is ¾ (O's value), and `random_value(paper, 0)` is ¼ (X's value).


# %% tags=["exercise"]
# hint: There are two cases. If `state.is_terminal()`, return `state.rewards()[player]`. Otherwise call `random_value(state.apply(action), player)` for each legal action, and return the mean.
def random_value(state, player):
    """Return the exact mean reward of `player` if all moves from here on are uniformly random."""
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
# In the library, `expected_value` computes the same value with exact fractions. `flat_values` computes the value after each legal action, for the player to move. For W these values are:

# %%
from mctslib.oracle import expected_value, flat_values

{action: str(mean) for action, mean in flat_values(W.state).items()}

# %% [markdown]
# The more playouts flat Monte Carlo uses, the closer its averages come to these values. So `flat_values` returns the averages that flat Monte Carlo would find **with infinitely many playouts**.
#
# ## How far off is an estimate?
#
# Now that we can compute exact values, we can measure how far estimates are from them. We use the difficult position from chapter 00, which we call position A from now on. Suppose that O has just taken corner 0 in this position. The next cell shows the exact value for O, and the board.

# %%
corner = A.state.apply(0)
exact = expected_value(corner, player=1)
print(exact)
show_board(corner, last=0)

# %% [markdown]
# We estimate this value 200 times with 25 playouts each, then 200 times with 100 playouts each, then 200 times with 400 playouts each. How much do the 200 estimates scatter? The function `pstdev` computes their **standard deviation**, which is the typical distance of an estimate from the mean of the estimates.

# %%
from statistics import pstdev
from mctslib.course.ch01 import repeated_estimates

rng = random.Random(1)
estimates = {n: repeated_estimates(corner, 1, n, 200, rng) for n in (25, 100, 400)}
spread = {n: pstdev(estimates[n]) for n in estimates}
{n: round(width, 3) for n, width in spread.items()}

# %% [markdown]
# With four times as many playouts the estimates scatter half as much. In general the scatter shrinks like 1/√*n*, where *n* is the number of playouts. This is slow: to divide the error by ten you need a hundred times as many playouts.
#
# For rewards between 0 and 1 there is a simple rule: **the exact value is within 1/√*n* of the estimate about 95 times in 100.** For example, an estimate of 0.60 from 100 playouts means that the exact value probably lies between 0.50 and 0.70.
#
# Where does the rule come from? Rewards between 0 and 1 have a standard deviation of at most ½. The mean of *n* of them therefore has a standard deviation of at most ½ / √*n*. The means follow roughly a bell curve, and about 95% of a bell curve lies within two standard deviations of its mean.
#
# Did the rule hold for our estimates? For each *n* the next cell computes the share of the 200 estimates that are within 1/√*n* of the exact value.

# %%
from mctslib.course.ch01 import share_within

observed = {n: share_within(estimates[n], exact, n) for n in estimates}
observed

# %% [markdown]
# In other positions the rule may hold less often. If a game has no draws, the exact share can be computed for each probability of a win. The next cell shows the smallest of these shares, which is the worst case, for five values of *n*.

# %%
from mctslib.course.ch01 import worst_share_within

worst_case = {n: round(worst_share_within(n), 2) for n in (2, 6, 25, 30, 100)}
worst_case

# %% [markdown]
# For very small *n* the bell curve is a poor approximation. With 2 games, or with 6, the rule holds only 91 times in 100. With 25 or 100 games it holds 95 times in 100, as promised. Between 25 and 100 games the share jumps up and down a little. For example, with 30 games the rule holds 93 times in 100. From 21 to 130 games it holds at least 93 times in 100.
#
# ### Exercise 3: how many playouts?
#
# Write the function `playouts_needed(error)`. It returns the smallest whole number *n* for which 1/√*n* is at most the given error. For example, `playouts_needed(0.1)` is 100, because 1/√100 = 0.1.
#
# Computers round fractions, and your function must allow for this rounding. For example, `1 / (1/7)**2` comes out as `49.00000000000001`. The function `math.ceil` rounds up, so it would turn this number into `50`, although `49` playouts are enough. The solution is to round to six places first, with `round(..., 6)`.


# %% tags=["exercise"]
# hint: If you solve 1/√n = error for n, you get n = 1/error². Round this number to six places, and then round it up with `math.ceil`.
def playouts_needed(error):
    """Return the smallest whole number n of playouts with 1/√n ≤ error."""
    # --- solution
    from math import ceil

    return ceil(round(1 / error**2, 6))
    # --- end


# %%
from mctslib.course.ch01 import check_playouts_needed

check_playouts_needed(playouts_needed)

# %% [markdown]
# ## Watch the estimates settle
#
# The tool below estimates all moves of a position. <span class="with-python">Choose position A, the easy position W, or position S, in which O made the first move.</span> Each row is a move. The dot is the estimate, the bar extends 1/√*n* to either side, and the upright line is the exact value under random play. Use the slider to change the number of playouts<span class="with-python">, and press *Other seed* to repeat the experiment with other random numbers</span>. A ✓ marks the moves that are right under perfect play. <span class="with-python">In which positions does the best estimate belong to a wrong move, even with ten thousand playouts?</span>

# %%
from mctslib.course.ch01 import FlatExplorer

FlatExplorer("A", playouts=100)

# %%
checkpoint("01-surer")

# %% [markdown]
# ## Position A: sure of the wrong move
#
# In position A, random games give corner 0 the best average. Suppose that O plays this corner, and that X answers as well as possible. The pictures below show the rest of the game, move by move.

# %%
from mctslib.course.ch01 import film_of

captions = {0: "O threatens 6", 6: "X blocks and threatens 8", 8: "O blocks and threatens 4"}
captions |= {4: "X blocks and threatens 1 and 2", 1: "O can block only one", 2: "X wins"}
film_of(A.state, captions)

# %% [markdown]
# Each of X's answers blocks a threat and makes a new one, until X threatens two cells at the same time. In a playout X answers at random, so the average covers *all* of X's replies, good and bad. **The average over all replies is not the result of the best reply**, and a good opponent does not play at random. More playouts cannot help, because they only make the average over all replies more precise.
#
# ## How often does flat Monte Carlo fail?
#
# Under **perfect play** each side chooses its best move in each position. The library's `value(state, player)` computes the reward that a player gets under perfect play. Without the second argument it computes the reward of the player to move. (You will write this function in chapter 08.)
#
# A **blunder** is a move after which the player's value is lower than before. For example, in position A perfect play leads to a draw, so O's value is ½. After O takes corner 0, perfect play leads to X's win, so O's value is 0. The corner is a blunder:

# %%
from mctslib.oracle import value

value(A.state, 1), value(A.state.apply(0), 1)

# %% [markdown]
# ### Exercise 4: find a blunder
#
# Write the function `is_blunder(state, action)`. It returns True if the action is a blunder by the player to move, and False otherwise. Use `value`.

# %% tags=["exercise"]
# hint: The player is `state.current_player`. Compare `value(state.apply(action), player)` with `value(state, player)`. After the move it is the other player's turn, so you must name the player in both calls.
from mctslib.oracle import value


def is_blunder(state, action):
    """Return True if the player to move loses value by `action`."""
    # --- solution
    player = state.current_player
    return value(state.apply(action), player) < value(state, player)
    # --- end


# %%
from mctslib.course.ch01 import check_is_blunder

check_is_blunder(is_blunder)

# %% [markdown]
# Which moves does flat Monte Carlo prefer with infinitely many playouts? The function below returns the moves with the highest value under random play. The cell also shows these moves for the positions A and S.


# %%
def best_by_random_play(state):
    """Return the moves with the best exact value under random play."""
    means = flat_values(state)
    return [action for action in means if means[action] == max(means.values())]


best_by_random_play(A.state), best_by_random_play(S.state)

# %% [markdown]
# Now we count the positions in which flat Monte Carlo makes a blunder, among all unfinished positions that can arise if X moves first. We count carefully: if several moves tie and at least one of them is right, we do not count the position. The function `optimal_actions` returns the moves that are not blunders.

# %%
from mctslib.oracle import optimal_actions, positions

unfinished = [state for state in positions(TicTacToe()) if not state.is_terminal()]
blunders = []
for state in unfinished:
    if not set(best_by_random_play(state)) & set(optimal_actions(state)):
        blunders.append(state)
len(blunders), len(unfinished)

# %% [markdown]
# Flat Monte Carlo makes a blunder in 70 of the 4,520 positions. Many of the 70 are rotations or mirror images of each other. The library's `shape` returns the same string for rotations and mirror images, so we can count each *shape* once.

# %%
from mctslib.course.ch01 import shape

by_shape = {shape(state): state for state in blunders}
len(by_shape)

# %% [markdown]
# The picture below shows all ten shapes, with the right moves in dashed frames. The words below each board name the **favourite** of random games, the move with the best average.

# %%
from mctslib.course.ch01 import show_fooled

show_fooled(list(by_shape.values()))

# %% [markdown]
# Ten shapes may not sound like many, and in most positions the move that random games prefer is right. But an opponent who knows the ten shapes can try to reach one of them.
#
# ## Position S: a tie
#
# In position S, X must block at 3. (S has three O's and two X's, and it is X's turn, so in this game O moved first. Therefore S is not among the positions that we counted.) The picture below shows S. The cell after the picture computes the averages that flat Monte Carlo would find with infinitely many playouts.

# %%
show_board(S.state, highlight=[3])

# %%
{action: str(mean) for action, mean in flat_values(S.state).items()}

# %% [markdown]
# The block at 3 and the useless move 7 tie exactly, at ⅓ each. Even with infinitely many playouts, flat Monte Carlo would have to toss a coin between a draw and a loss. We did not count ties like this one as blunders. The next cell counts how many of the unfinished positions have such a tie.


# %%
def is_mixed(state):
    """Return whether some of the moves that random games prefer are right and others are blunders."""
    best, right = set(best_by_random_play(state)), set(optimal_actions(state))
    return bool(best & right) and bool(best - right)


mixed = [state for state in unfinished if is_mixed(state)]
len(mixed)

# %%
checkpoint("01-cure")

# %% [markdown]
# ## Your predictions

# %%
why = "These positions are rare, but an opponent who knows them can win."
score_prediction(blunders_guess, len(blunders), why, within=50)

# %%
score_prediction(
    spread_guess,
    "400",
    "The scatter shrinks like 1/√n, so halving the scatter takes four times as many games.",
)

# %% [markdown]
# ## In practice
#
# - Flat Monte Carlo is easy to write and easy to run on many machines at the same time. It is a good first opponent for any new game.
# - Similar methods have been very strong in games with chance or hidden cards, for example Scrabble and Bridge (Browne and others, 2012, section 2.3).
# - Programs seldom give each move the same number of playouts. If a move looks hopeless after a few games, it needs no more games. Which move should get the next playout? Chapter 02 answers this question.
#
# ## Further reading
#
# - Metropolis and Ulam (1949), *The Monte Carlo method*: the name and the idea.
# - Abramson (1990), *Expected-outcome: a general model of static evaluation*: the value under random play as advice.
# - Brügmann (1993), *Monte Carlo Go*: the first Go program of this kind.
# - Browne (2011), *The dangers of random playouts*: small games in which random playouts mislead.
#
# **Next:** [02 · Choose between slot machines](02_choose_between_slot_machines.ipynb). You spend more playouts on the moves that deserve them.

# %%
summary("01")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from fractions import Fraction
from statistics import NormalDist
from mctslib import simulate, uniform

drawn = paper.apply(7).apply(8)
win, loss = after.rewards()
claim("1 for a win, ½ for a draw, 0 for a loss", win, drawn.rewards()[0], loss)
claim(
    "player 0 is X, player 1 is O", TicTacToe().current_player, TicTacToe().apply(0).current_player
)
again = random.Random(0)
five = [playout(W.state.apply(4), again)[0] for _ in range(5)]
claim(
    "X got 3 points, so the average is 3 / 5 = 0.6", sum(five), sum(five), len(five), sum(five) / 5
)
of_O = paper.apply(8).rewards()[1], drawn.rewards()[1]
claim("completes the right column and gets 1", of_O[0])
claim("O gets ½. Both", of_O[1])
claim("the mean of 1 and ½, which is ¾", *of_O, expected_value(paper))
claim("is ¾ (O's value)", expected_value(paper, 1))
claim("is ¼ (X's value)", expected_value(paper, 0))

# %%
assert playout(W.state, random.Random(7)) == simulate(W.state, random.Random(7), uniform).rewards
assert flat_search_of_w[8][1] == 1
assert all(mean < 1 for action, (_, mean) in flat_search_of_w.items() if action != 8)
assert abs(spread[25] / spread[100] - 2) < 0.3 and abs(spread[100] / spread[400] - 2) < 0.3
rng = random.Random(1)
written_out = [Fraction(sum(playout(corner, rng)[1] for _ in range(25))) / 25 for _ in range(200)]
assert written_out == estimates[25]
sure = 2 * NormalDist().cdf(2) - 1
claim("about 95 times in 100", 100 * sure, 100)
hundred, mean = 100, 0.6
claim(
    "an estimate of 0.60 from 100 playouts",
    mean,
    hundred,
)
claim("lies between 0.50 and 0.70", mean - 1 / hundred**0.5, mean + 1 / hundred**0.5)
claim("is 100, because 1/√100 = 0.1", hundred, 1, 1 / hundred**0.5)
claim(
    "With 2 games, or with 6, the rule holds only 91 times in 100",
    *[n for n in worst_case if worst_case[n] == worst_case[2]],
    100 * worst_case[2],
    100,
)
claim("With 25 or 100 games it holds 95 times in 100", 25, 100, 100 * worst_case[25], 100)
assert worst_case[25] == worst_case[100]
claim("with 30 games the rule holds 93 times in 100", 30, 100 * worst_case[30], 100)
assert worst_case[6] == worst_case[2] == min(worst_case.values())
tried = range(21, 131)
claim(
    "From 21 to 130 games it holds at least 93 times in 100",
    min(tried),
    max(tried),
    100 * min(worst_share_within(n, step=2) for n in tried),
    100,
)
claim("a standard deviation of at most ½. The", pstdev([0, 1]))
claim("a standard deviation of at most ½ / √*n*", pstdev([0, 1]))
claim("about 95% of a bell curve", sure)
assert min(observed.values()) > 0.93

# %%
assert max(flat_values(A.state), key=flat_values(A.state).get) == 0 and sorted(A.correct) == [2, 8]
game, end = list(captions), A.state
for number, action in enumerate(game):
    assert number % 2 == 0 or action in optimal_actions(end)
    end = end.apply(action)
assert end.rewards() == (1.0, 0.0)
claim("so O's value is ½", value(A.state, 1))
claim("so O's value is 0", value(corner, 1))
claim("in 70 of the 4,520 positions", len(blunders), len(unfinished))
claim("Many of the 70", len(blunders))
claim("the 4,520 unfinished tic-tac-toe positions", len(unfinished))
claim("all ten shapes", len(by_shape))
claim("Ten shapes", len(by_shape))
assert optimal_actions(S.state) == [3]
assert value(S.state.apply(7), 0) == 0 < value(S.state, 0) == 1 / 2
claim("three O's and two X's", S.state.cells().count("O"), S.state.cells().count("X"))
tie = flat_values(S.state)
claim(
    "The block at 3 and the useless move 7 tie exactly, at ⅓ each",
    *best_by_random_play(S.state),
    max(tie.values()),
)
assert tie[3] == tie[7] and len(mixed) > len(blunders)
