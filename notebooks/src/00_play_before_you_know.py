# %% [markdown]
# # 00 · Play before you know
#
# Your opponent is a program that knows nothing about tic-tac-toe except its rules. <span class="with-python by-hand">Run the next cell with Shift+Enter.</span> You are X:
# click a cell of the board, or use the arrow keys and Enter.

# %%
from mctslib.widgets import Play

Play(human="X", iterations=1000, seed=1, thoughts=False)

# %% [markdown]
# **What you'll do.** You play tic-tac-toe against a program that knows only the rules, and you read the numbers behind its moves.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* find the legal moves of a position, and the rewards of a finished game,
# - play a game from Python, move by move,
# - read the engine's numbers: visits, shares and values,
# - write a program that plays a random game. The engine is built from such games.
#
# **What you'll need.** The rules of tic-tac-toe, and functions, lists and dictionaries in Python. You need no mathematics.
# &nbsp; **Time:** about 35 minutes.
#
# <span class="with-python">You may change a cell and run it again. The library and the other notebooks stay as they are.</span>

# %% [markdown]
# ## Two predictions
# Guess before you read on: type a number and press Enter. <span class="with-python">This notebook keeps your guesses and compares them with the results later.</span>

# %%
from mctslib.course import checkpoint, predict, progress, score_prediction, summary

first_cell = predict("00-first")
first_cell

# %%
random_wins = predict("00-random")
random_wins

# %% [markdown]
# ## A game in five questions
# A **state** is one position of a game. The next cell makes the first state, the empty board. If the last line of a cell is a state, the notebook draws its board.

# %%
from mctslib import TicTacToe

state = TicTacToe()
state

# %% [markdown]
# To play a game, a program needs the answers to five questions. The first question: whose turn is it? Players are numbered from 0, and player 0 is X.

# %%
state.current_player

# %% [markdown]
# The second question: which moves are legal? A move is called an **action**. In tic-tac-toe an action is the number of a free cell. The cells are numbered row by row, from 0 to 8.

# %%
state.legal_actions()

# %% [markdown]
# The third question: what is the position after a move? `apply` returns a *new* state. The old state does not change, so you can go back to it.

# %%
next_state = state.apply(4)
next_state

# %% [markdown]
# The fourth question: is the game over? If the game is over, there is a fifth question. What does each player get? The **rewards** are a pair of numbers, one for each
# player. The first number is X's reward. A win counts as 1, a draw as ½ and a loss as 0.
#
# For an example we need a finished game. `from_text` reads a board row by row, and a dot stands for a free cell. On the board below, X has filled the first row.

# %%
won = TicTacToe.from_text("XXX/OO./...")
won.is_terminal(), won.rewards()

# %% [markdown]
# X has won: the game is over, X gets 1, and O gets 0. A program that can answer the five questions knows the whole game.
#
# If you try an illegal move, `apply` raises an error. The message says why the move is illegal:

# %%
from mctslib import IllegalAction

try:
    next_state.apply(4)
except IllegalAction as error:
    print(error)

# %% [markdown]
# ### Exercise 1: a draw
# Write a list of cell numbers: the moves of a whole game that begins with the empty board and ends in a draw. X and O take turns. Use pencil and paper.

# %% tags=["exercise"]
# hint: In a draw all nine cells are full, and neither player has three in a row. Draw a full board first, with five X and four O. Then write down its cells: one of X's, one of O's, and so on.
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
# Write the function `outcome(state)`. It returns one of four strings: `"X wins"`, `"O wins"`, `"draw"` or `"not over"`. For example, `outcome(won)` is
# `"X wins"`. A state has `is_terminal()` and `rewards()`, as you saw above. If the game is not over, `rewards()` raises an error.


# %% tags=["exercise"]
# hint: First look at `state.is_terminal()`. If the game is over, X's reward `state.rewards()[0]` tells you the result.
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
# ## Play again, and watch the engine
# Play two more games. In the first game, watch the bars: they show how often the engine tried each cell in its search before it
# moved. In the second game, press ⚙ and change the number of iterations. With more iterations the engine thinks longer. You can take back a move that you
# regret. <span class="with-python">The button *Tree* opens a picture that chapter 03 explains.</span>
#
# On the board below X has already taken the centre, so you see the engine's bars immediately. *New game* gives you an empty board.

# %%
play = Play(human="X", iterations=1000, moves=(4,), seed=1)
play

# %% [markdown]
# Did you beat the engine? If both sides play perfectly, tic-tac-toe is a draw. So a draw is the best result you can hope for against a strong engine.
#
# ## Read the engine's numbers
# You can also run the engine without a board. The function `search` examines a state for a number of **iterations**. In each iteration the search looks at one possible continuation of the game.
# The next cell runs 1,000 iterations for the empty board, where X is to move.

# %%
from mctslib import search

result = search(TicTacToe(), 1000, seed=1)
print(result.table())

# %% [markdown]
# The table has one line for each move. The most visited move comes first.
#
# - **N**, the *visits*, is the number of iterations in which the search looked at this move.
# - **share** is the move's part of all visits.
# - **Q**, the *value*, is X's mean reward in the games that the search looked at after this move.
#
# The engine plays the move with the most visits. Why not the move with the best value? If a move has few visits, its high value may be luck. Many visits are rarely luck, because the search must have
# returned to the move again and again. But sometimes even many visits are luck: further down you will see searches that differ only in their random numbers,
# and yet choose different moves.
#
# The picture below shows the same shares on the board.

# %%
from mctslib.draw import show_board

show_board(TicTacToe(), shares=result.distribution())

# %%
score_prediction(first_cell, result.action, "The centre lies on four of the eight lines.")

# %% [markdown]
# ### Exercise 3: shares
# Turn visits into shares. Suppose that three moves have 30, 60 and 10 visits. Together they have 100 visits, so the first move has a share of 30 / 100 = 0.3.
#
# Write the function `shares(visits)`. It takes a dictionary from moves to visits and returns a dictionary from the same moves to shares. For example,
# `shares({0: 30, 4: 60, 8: 10})` is `{0: 0.3, 4: 0.6, 8: 0.1}`.


# %% tags=["exercise"]
# hint: First compute the sum of `visits.values()`. Then make a dictionary in which each number of visits is divided by this sum.
def shares(visits):
    # --- solution
    total = sum(visits.values())
    return {move: count / total for move, count in visits.items()}
    # --- end


# %%
from mctslib.course.ch00 import check_shares

check_shares(shares)

# %% [markdown]
# ## Random games
# The engine contains no rule about lines, threats or the centre. The engine uses only the answers to the five questions and random numbers. With these it
# plays **random games**. In a random game both sides choose among their legal moves, all with the same probability, until the game is over. The next cell plays one
# random game and shows its last position.

# %%
import random

rng = random.Random(3)
state = TicTacToe()
while not state.is_terminal():
    state = state.apply(rng.choice(state.legal_actions()))
state

# %% [markdown]
# All random numbers come from `rng`, a random number generator. The number 3 is its *seed*. With the same seed you get the same "random" game each time. So if something goes wrong, you
# can reproduce it.
#
# ### Exercise 4: a random game
# Turn these lines into a function. `random_game(state, rng)` plays a random game from *any* given state to its end, and returns the last state. If the game is already over in the given state, the function returns the given state itself.


# %% tags=["exercise"]
# hint: Use the loop above, without the two lines that make `rng` and the empty board. Return the state after the loop.
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
# In the library, the function for a random game is called `simulate`. Its argument `uniform` means that all legal moves are equally likely. The next cell plays a
# thousand random games from the empty board, and counts X's wins, the draws and O's wins.

# %%
from mctslib import simulate, uniform

rng = random.Random(1)
rewards = [simulate(TicTacToe(), rng, uniform).rewards[0] for _ in range(1000)]
x_wins, draws, o_wins = (rewards.count(reward) for reward in (1, 0.5, 0))
x_wins, draws, o_wins

# %%
score_prediction(
    random_wins, x_wins, "X moves first, so X often has more marks on the board.", within=50
)

# %% [markdown]
# One random game tells us nothing, but a thousand random games reveal that it is an advantage to move first. In the same way, random games can
# advise a player: try each move, play many random games after it, and choose the move with the best average. In the next
# chapter you write this program, and find out where it fails.
#
# ## A difficult position
# In the position below it is O's turn. Where would you play?

# %%
difficult_position = TicTacToe.from_text(".../O.X/.X.")
difficult_position

# %% [markdown]
# The next cell searches this position ten times. Each of the ten searches has 100 iterations and its own seed, so the searches differ only in their random numbers.

# %%
moves_after_100 = [search(difficult_position, 100, seed=seed).action for seed in range(10)]
moves_after_100

# %% [markdown]
# Most of the ten searches choose a corner on the left, 0 or 6. A corner looks natural: it makes an immediate threat, and against random replies it scores well. But
# suppose that O takes 0. X must block at 6, and now X threatens 8. O must block at 8, and now O threatens 4. X blocks at 4, and now X has two threats at the same time. O can block
# only one of them. The picture below shows this last position.
#
# The position at the beginning of this section is a **trap**: in a short search a losing move looks good.

# %%
lost = difficult_position.apply(0).apply(6).apply(8).apply(4)
lost

# %% [markdown]
# Now each of the ten searches has ten times as many iterations:

# %%
moves_after_1000 = [search(difficult_position, 1000, seed=seed).action for seed in range(10)]
moves_after_1000

# %% [markdown]
# All ten choose 2 or 8, the only two cells with which O still gets a draw. The searches contain no rule about such positions. With more iterations they have *found X's reply*. In the games that a search
# plays, only the later moves are random. The longer the search runs, the more of the early moves are good ones, for both sides. The following
# chapters explain how.
#
# The picture below shows how one of the ten searches, with seed 0, divided its 1,000 iterations among the moves.

# %%
show_board(difficult_position, shares=search(difficult_position, 1000, seed=0).distribution())

# %% [markdown]
# Now play X yourself. An engine with only 100 iterations plays O and has just moved. It is your turn: can you win?

# %%
Play(human="X", iterations=100, moves=(5, 3, 7), seed=0)

# %% [markdown]
# ## Three more questions before you go
# Choose an answer. Each answer comes with an explanation of why it is right or wrong.

# %%
checkpoint("00-played")

# %%
checkpoint("00-seed")

# %%
checkpoint("00-threat")

# %% [markdown]
# ## In practice
# - The best engines for Go, and some for chess, work in the same way, but use a neural network instead of random games. AlphaGo, in
#   2016, still used both.
# - An engine's strength is better described by a number of iterations than by a number of seconds, because iterations do not depend on the speed of the computer. For a match with a
#   clock you set seconds instead. `search` accepts both.
# - In the table above, the value of the centre is *not* yet ½, the value under perfect play. It takes far longer for a value to become accurate than
#   for the best move to emerge.
#
# ## Further reading
# - R. Coulom, *Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search* (2006), section 1: the origin of the idea.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 7: applications of the method.
# - D. Silver et al., *Mastering the game of Go with deep neural networks and tree search* (2016): a program that beat a professional Go player.
#
# **Next:** [01 · Ask random games for advice](01_ask_random_games_for_advice.ipynb). You write a player that uses only random games.

# %% [markdown]
# ## Your progress
# The next cell shows what you have done in this chapter.

# %%
summary("00")

# %% [markdown]
# The next cell shows your progress in all chapters. <span class="with-python">You can come back to this page at any time and run the cell again.</span>

# %%
progress()

# %% [markdown]
# <span class="with-python">Later you may want to read a chapter a second time, without its prose. On this second reading you say what each cell will do before you run
# it. The function `second_reading("00")`, imported from `mctslib.course`, writes a copy without prose next to this notebook.</span>
#
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

from mctslib.games.grid import square_lines
from mctslib.oracle import flat_values, optimal_actions, value

through_centre = [line for line in square_lines(3) if 4 in line]
claim("four of the eight lines", len(through_centre), len(square_lines(3)))
assert result.action == 4 and max(result.distribution().values()) == result.distribution()[4]
claim("½, the value under perfect play", value(TicTacToe().apply(4), 0))
assert result.root.children[4].value > 0.6  # "the value of the centre is *not* yet ½"
assert x_wins > o_wins and x_wins + draws + o_wins == 1000

# %%
assert sum(action in (0, 6) for action in moves_after_100) > 5
assert search(difficult_position, 100, seed=0).action == 0
by_chance = flat_values(difficult_position)  # against random replies
assert min(by_chance[0], by_chance[6]) > max(by_chance[2], by_chance[8])
threats = lost.winning_actions(0)
assert value(lost, 0) == 1
claim("has two threats at the same time", len(threats))
after_corner, after_block = difficult_position.apply(0), difficult_position.apply(0).apply(6)
claim(
    "X must block at 6, and now X threatens 8",
    *after_corner.winning_actions(1),
    *after_block.winning_actions(0),
)
assert after_block.apply(8).winning_actions(1) == [4]
example = {0: 30, 4: 60, 8: 10}
together = sum(example.values())
claim("have 30, 60 and 10 visits", *example.values())
claim("Together they have 100 visits", together)
claim("30 / 100 = 0.3", example[0], together, example[0] / together)

# %%
holding = sorted(optimal_actions(difficult_position))
assert set(moves_after_1000) <= set(holding) and value(difficult_position, 1) == 0.5
claim("All ten choose 2 or 8", len(moves_after_1000), *holding)
claim("the only two cells with which O still gets a draw", len(holding))
