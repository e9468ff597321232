# %% [markdown]
# # 00 · Play before you know
#
# Your opponent is a program that knows nothing about tic-tac-toe except its rules. <span class="with-python">Run the next cell with Shift+Enter.</span> You are X:
# click a cell of the board, or use the arrow keys and Enter.

# %%
from mctslib.widgets import Play

Play(human="X", iterations=1000, seed=1, thoughts=False)

# %% [markdown]
# **What you'll do.** Play tic-tac-toe against a program that knows nothing about tic-tac-toe, and look into its head.
#
# **What you'll learn.** Afterwards you can
# - say, with pencil and paper, which moves are legal in a position and what its rewards are,
# - play a game from Python, move by move,
# - read what the engine thinks: visits, shares, values,
# - write a random game, the one thing the engine is made of.
#
# **What you'll need.** The rules of tic-tac-toe and a little Python: functions, lists, dictionaries. No mathematics.
# &nbsp; **Time:** about 35 minutes.
#
# <span class="with-python">You may change a cell and run it again. Nothing outside this notebook changes.</span>

# %% [markdown]
# ## Two predictions
# Make them now, before you run anything else. A number and Enter will do. Your guesses are kept, and compared with what comes out.

# %%
from mctslib.course import checkpoint, predict, progress, score_prediction, summary

first_cell = predict("00-first")
first_cell

# %%
random_wins = predict("00-random")
random_wins

# %% [markdown]
# ## A game in five questions
# A **state** is one position of a game. Here is the first one. A state shows its board when it is the last line of a cell:

# %%
from mctslib import TicTacToe

state = TicTacToe()
state

# %% [markdown]
# A program that wants to play has to ask five things. First: whose turn is it? Players are numbered from 0, and player 0 is X.

# %%
state.current_player

# %% [markdown]
# Second: what may they do? An **action** is the number of a free cell.

# %%
state.legal_actions()

# %% [markdown]
# Third: what happens then? `apply` returns a *new* state. The old one stays as it was, so you can go back to it.

# %%
next_state = state.apply(4)
next_state

# %% [markdown]
# Fourth: is it over? And fifth, when the game is over: who got what? The **rewards** are a pair of numbers, one for each
# player; X's comes first. A win is 1, a draw ½, a loss 0. (`from_text` reads a board row by row; a dot is a free cell. Here X has
# the first row.)

# %%
won = TicTacToe.from_text("XXX/OO./...")
won.is_terminal(), won.rewards()

# %% [markdown]
# That is all. An illegal move is refused, and the message says why:

# %%
from mctslib import IllegalAction

try:
    next_state.apply(4)
except IllegalAction as error:
    print(error)

# %% [markdown]
# ### Exercise 1: a draw
# Write a list of moves, from the empty board, that ends in a draw. X and O take turns. Use paper!

# %% tags=["exercise"]
# hint: A draw fills all nine cells, and nobody has three in a row. Draw the full board first, then put its moves in turn.
# --- solution
moves = [4, 0, 2, 6, 3, 5, 1, 7, 8]
# --- stub
# moves = ...
# --- end

# %%
from mctslib.course.ch00 import check_drawn_game

check_drawn_game(moves)

# %% [markdown]
# ### Exercise 2: read a state
# Write `outcome(state)`. It returns one of four texts: `"X wins"`, `"O wins"`, `"draw"`, `"not over"`.


# %% tags=["exercise"]
# hint: Ask `state.is_terminal()` first: `rewards()` of a game that goes on is an error. Then look at `state.rewards()[0]`.
def outcome(state):
    # --- solution
    if not state.is_terminal():
        return "not over"
    return {1.0: "X wins", 0.5: "draw", 0.0: "O wins"}[state.rewards()[0]]
    # --- end


# %%
from mctslib.course.ch00 import check_outcome

check_outcome(outcome)

# %%
checkpoint("00-rewards")

# %% [markdown]
# ## Play, and look over its shoulder
# Play two more games. In the first, watch the bars<span class="with-python"> beside the board</span>: they show how often the engine looked at each cell before it
# moved. In the second, press ⚙ and make the engine stronger or weaker: more iterations are more thought. Take back a move that you
# regret. <span class="with-python">The button *Tree* opens a picture that can wait until chapter 03.</span>

# %%
play = Play(human="X", iterations=1000, moves=(4,), seed=1)
play

# %% [markdown]
# (In the game above X has taken the centre already, so that you see at once what the engine makes of it. *New game* gives you an
# empty board.)
#
# Could you beat it? If both sides play perfectly, tic-tac-toe is a draw. So a draw is the best result you can hope for against a strong engine.
#
# ## Look into its head
# The same engine without the board: `search` thinks about a state for a number of **iterations**. In each iteration it looks at one game that might follow.

# %%
from mctslib import search

result = search(TicTacToe(), 1000, seed=1)
print(result.table())

# %% [markdown]
# One line for each move, the most visited first:
#
# - **N**, the *visits*: how often the search looked at this move;
# - **share**: the visits as a part of the whole;
# - **Q**, the *value*: the mean reward of X, if X goes there, in the games it looked at.
#
# The move with the most visits is played. Why not the one with the best value? A value that rests on few visits may be luck. Many visits are harder to come by through luck: the search must have
# returned to the move again and again. (Harder, not impossible. Further down you will see engines that differ only in their luck,
# and choose different moves.)

# %%
from mctslib.draw import show_board

show_board(TicTacToe(), shares=result.distribution())

# %%
score_prediction(first_cell, result.action, "The centre lies on four of the eight lines.")

# %% [markdown]
# ### Exercise 3: shares
# Turn visits into shares. `shares({0: 30, 4: 60, 8: 10})` is `{0: 0.3, 4: 0.6, 8: 0.1}`.


# %% tags=["exercise"]
# hint: First the sum of `visits.values()`; then a dictionary with every count divided by it.
def shares(visits):
    # --- solution
    total = sum(visits.values())
    return {move: count / total for move, count in visits.items()}
    # --- end


# %%
from mctslib.course.ch00 import check_shares

check_shares(shares)

# %% [markdown]
# ## What does it think *with*?
# Nobody told the engine about lines, threats or the centre. It knows the five questions, and it can toss a coin. So it
# plays **random games**: both sides take any legal move, to the very end. Here is one:

# %%
import random

rng = random.Random(3)
state = TicTacToe()
while not state.is_terminal():
    state = state.apply(rng.choice(state.legal_actions()))
state

# %% [markdown]
# All luck comes from `rng`. With the same seed, here 3, you get the same "random" game each time. So if something goes wrong, you
# can reproduce it.
#
# ### Exercise 4: a random game
# Put those lines into a function. `random_game(state, rng)` plays from *any* state to the end and returns the last state.


# %% tags=["exercise"]
# hint: The loop above, without the two lines before it. Do not forget to return the state.
def random_game(state, rng):
    # --- solution
    while not state.is_terminal():
        state = state.apply(rng.choice(state.legal_actions()))
    return state
    # --- end


# %%
from mctslib.course.ch00 import check_random_game

check_random_game(random_game)

# %% [markdown]
# In the library the random game is called `simulate`. It also remembers the moves; `uniform` makes them all equally likely. A thousand of them, from the empty board:

# %%
from mctslib import simulate, uniform

rng = random.Random(1)
rewards = [simulate(TicTacToe(), rng, uniform).rewards[0] for _ in range(1000)]
x_wins, draws, o_wins = (rewards.count(reward) for reward in (1, 0.5, 0))
x_wins, draws, o_wins

# %%
score_prediction(
    random_wins, x_wins, "Whoever begins has the first chance at everything.", within=50
)

# %% [markdown]
# One random game tells us nothing, but a thousand of them reveal something: it is good to begin. From there it is not far to a
# program that plays: try each move, play random games after it, take the move that scored best. The next
# chapter builds it, and shows where it fails.
#
# ## A trap
# O to move. Where would you play?

# %%
trap = TicTacToe.from_text(".../O.X/.X.")
trap

# %% [markdown]
# Ten engines with different luck, 100 iterations each:

# %%
weak = [search(trap, 100, seed=seed).action for seed in range(10)]
weak

# %% [markdown]
# Most of them take a corner on the left, 0 or 6. A corner looks natural: it makes a threat at once, and against random replies it scores well. But
# suppose O takes 0: X blocks at 6 and threatens 8, O has to go there, X blocks at 4 and has two threats at once. The picture shows this position:

# %%
lost = trap.apply(0).apply(6).apply(8).apply(4)
lost

# %% [markdown]
# Now give them ten times as long:

# %%
strong = [search(trap, 1000, seed=seed).action for seed in range(10)]
strong

# %% [markdown]
# All ten take 2 or 8, the only two cells that hold the draw. Nobody told them about the trap. With more iterations they have *seen X's reply*. Only the later moves of the games they look at are random. The longer the search
# runs, the more of the early moves, for both sides, are good ones. How that works is what this series is about.

# %%
show_board(trap, shares=search(trap, 1000, seed=0).distribution())

# %% [markdown]
# Try it from the other side: here you are X, and an engine of only 100 iterations has just walked into the trap. Your move.

# %%
Play(human="X", iterations=100, moves=(5, 3, 7), seed=0)

# %% [markdown]
# ## Three more questions before you go
# With the question about rewards above they make four. Whatever you choose, you are told why it is right or not.

# %%
checkpoint("00-played")

# %%
checkpoint("00-seed")

# %%
checkpoint("00-threat")

# %% [markdown]
# ## In practice
# - The best engines for Go, and some for chess, work the same way, with a neural network in place of the random games. AlphaGo, in
#   2016, still used both.
# - "Iterations" is a better measure of strength than "seconds", because it does not depend on the computer. In a match with a clock one
#   sets seconds, of course. `search` takes either.
# - The value of the centre in the table above is *not* the ½ of perfect play yet. It takes far longer for a value to become accurate than
#   for the best move to emerge.
#
# ## Further reading
# - R. Coulom, *Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search* (2006), section 1: where the idea comes from.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 7: what it has been used for.
# - D. Silver et al., *Mastering the game of Go with deep neural networks and tree search* (2016): how far it went.
#
# **Next:** [01 · Ask random games for advice](01_ask_random_games_for_advice.ipynb). A player made of nothing but random games.

# %% [markdown]
# ## Your progress
# What you did in this chapter:

# %%
summary("00")

# %% [markdown]
# And in all of them. <span class="with-python">Come back to this page whenever you like, and run the next cell again:</span>

# %%
progress()

# %% [markdown]
# <span class="with-python">Some time later you may want to read a chapter a second time, without its prose: you say what each cell does, then
# run it. `second_reading("00")`, imported from `mctslib.course`, writes such a copy beside this notebook.</span>
#
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

from mctslib.games.grid import square_lines
from mctslib.oracle import flat_values, optimal_actions, value

through_centre = [line for line in square_lines(3) if 4 in line]
claim("four of the eight lines", len(through_centre), len(square_lines(3)))
assert result.action == 4 and max(result.distribution().values()) == result.distribution()[4]
claim("the ½ of perfect play", value(TicTacToe().apply(4), 0))
assert result.root.children[4].value > 0.6  # "*not* the ½ of perfect play yet"
assert x_wins > o_wins and x_wins + draws + o_wins == 1000

# %%
assert sum(action in (0, 6) for action in weak) > 5 and search(trap, 100, seed=0).action == 0
by_chance = flat_values(trap)  # against random replies
assert min(by_chance[0], by_chance[6]) > max(by_chance[2], by_chance[8])
threats = lost.winning_actions(0)
assert value(lost, 0) == 1
claim("has two threats at once", len(threats))

# %%
holding = sorted(optimal_actions(trap))
assert set(strong) <= set(holding) and value(trap, 1) == 0.5
claim("All ten take 2 or 8", len(strong), *holding)
claim("the only two cells that hold the draw", len(holding))
