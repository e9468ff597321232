# %% [markdown]
# # 00 · Play before you know
#
# You are X, and it is your move. Your opponent is a program that knows the rules of tic-tac-toe and nothing else, not even that two in a row are worth a look. It has just made a mistake: *you can beat it*. <span class="with-python by-hand">Click on the picture, and press Shift+Enter.</span> Play, let your opponent think longer, and watch.

# %%
from mctslib.course.ch00 import Trap

Trap()

# %% [markdown]
# Did you see the hump in the curve? I had expected that a program which thinks longer plays better. Here it first plays *worse*: of a thousand such programs, each with its own luck, 901 make this mistake after 100 games, and 948 after 180. But with 1,000 games not one of them makes it.
#
# Nobody told these programs anything in between. So this is our question for the whole course:
#
# > *What happened between 100 games and 1,000, if the program knows only the rules?*
#
# I could answer in one paragraph, but you would have to believe me. So by chapter 04 you will have written this program yourself.
#
# **What you'll need.** Some Python (functions, lists, dictionaries), and no mathematics. &nbsp; **Time:** about 25 minutes.
#
# ## Do not believe a picture
# But all these searches had been made before you came, and I could have drawn any curve. <span class="with-python">So make some of your own.</span> The program is called `search`. A game that it plays against itself while it thinks is called an **iteration**, and the *seed* decides its random numbers. Cells are numbered row by row, from 0 to 8. O has six moves; with 2 and 8 it holds the draw, and the other four lose. I call a position a **trap** if a short search prefers a losing move there. How many of 100 searches choose a losing move, with 100 iterations and with 1,000?

# %% tags=["outcome"]
from mctslib import TicTacToe, search

trap = TicTacToe.from_text(".../O.X/.X.")


def falls(iterations, searches=100):
    """Count the searches that choose a losing move: any cell except 2 and 8."""
    chosen = [search(trap, iterations, seed=seed).action for seed in range(searches)]
    return sum(move not in (2, 8) for move in chosen)


{iterations: falls(iterations) for iterations in (100, 1000)}

# %% [markdown]
# Does the curve tell the truth? <span class="with-python">Change the numbers if you like, and run the cell again.</span>
#
# ## What "only the rules" means
# To play a game, a program must be able to ask five questions. Whose turn is it? Which moves are legal? What is the position after a move? Is the game over? And if it is, what does each player get? We call a position a **state**, and a move an **action**.

# %%
print(trap.current_player)  # 0 is X, 1 is O
print(trap.legal_actions())
after_corner = trap.apply(0)  # a new state; the old one stays as it was
print(after_corner.is_terminal())
after_corner

# %% [markdown]
# The fifth question has an answer only when the game is over. The **rewards** are a pair, X's first: 1 for a win, ½ for a draw, 0 for a loss.

# %%
won = TicTacToe.from_text("XXX/OO./...")
print(won.is_terminal())
won.rewards()

# %% [markdown]
# That is all the program can see of tic-tac-toe.
#
# ### Exercise 1: read a state
# Write `outcome(state)`. It returns `"X wins"`, `"O wins"`, `"draw"` or `"not over"`. While the game is not over, `rewards()` raises an error, so ask first whether it is over.


# %% tags=["exercise"]
# hint: First look at `state.is_terminal()`. If the game is over, X's reward `state.rewards()[0]` tells you the result.
def outcome(state):
    """Return the result of a position, or "not over" if the game goes on."""
    # --- solution
    # --- end


# %%
from mctslib.course.ch00 import check_outcome

check_outcome(outcome)

# %% [markdown]
# ## The only other ingredient
# What can you do with five answers and no idea? Play nonsense. In a **random game** both sides pick any legal move, all with the same probability, until the game is over. Here is one. <span class="with-python">With another seed in place of the 3 you get another game, and with the same seed the same game again.</span>

# %%
import random

rng = random.Random(3)
state = TicTacToe()
while not state.is_terminal():
    state = state.apply(rng.choice(state.legal_actions()))
state

# %% [markdown]
# Let two players who know nothing play each other. Does it matter who begins? <span class="with-python">Run the cell above with a few other seeds before you guess.</span>

# %%
from mctslib.course import checkpoint, predict, score_prediction

random_wins = predict("00-random")
random_wins

# %% [markdown]
# The library has a random game, too: it is called `simulate`, and `uniform` says that all moves are equally likely.

# %%
from mctslib import simulate, uniform

rng = random.Random(1)
rewards = [simulate(TicTacToe(), rng, uniform).rewards[0] for _ in range(1000)]
x_wins = rewards.count(1)
o_wins = rewards.count(0)
{"X wins": x_wins, "draw": rewards.count(0.5), "O wins": o_wins}

# %%
score_prediction(
    random_wins,
    x_wins,
    f"O won only {o_wins}: whoever begins often has one more mark on the board.",
    within=60,
)

# %% [markdown]
# One random game says nothing, but from a thousand one can learn. So we let random games choose O's move in the trap: 10,000 random games after the corner 0, which loses, and 10,000 after cell 8, which holds the draw. What does O get on average?


# %%
def average_for_o(state, games=10_000):
    return sum(simulate(state, rng, uniform).rewards[1] for _ in range(games)) / games


{cell: round(average_for_o(trap.apply(cell)), 2) for cell in (0, 8)}

# %% [markdown]
# Nonsense recommends the corner. It walks into the trap, too: after the corner X has only one reply that wins, and a player who moves at random often misses it.
#
# ### Exercise 2: prove that the corner loses
# Perhaps you have beaten the program after this corner. That proves little: O could have defended better. So write down X's plan before O answers. X has 5 and 7, O has 0 and 3, and it is X's turn. Put the five free cells in an order; on each turn X takes the first of them that is still free. With two of the 120 orders X wins *whatever* O does. You need only a pencil.

# %%
from mctslib.draw import show_board

show_board(trap.apply(0))

# %% tags=["exercise"]
# hint: Begin with the reply that wins: it makes a threat, so O must block. Where does X win if O does not block? And which cell then makes two threats at once?
# --- solution
plan = [6, 8, 4, 1, 2]
# --- stub
# plan = [..., ..., ..., ..., ...]
# --- end

# %%
from mctslib.course.ch00 import check_plan

check_plan(plan)

# %% [markdown]
# So random games recommend a move that loses by force, and our riddle is sharper. The program that fell is made of random games. But so is the one that did not fall. Something must decide *which* games are played.
#
# ## Two numbers for each move
# The program takes notes while it thinks. Here they are, after 100 iterations and after 1,000:

# %%
for iterations in (100, 1000):
    print(f"After {iterations:,} iterations:")
    print(search(trap, iterations, seed=0).table(), "\n")

# %% [markdown]
# You know **N** already, the *visits*: it counts the games that began with a move, and at the top of the chapter it was the length of a bar. **Q** is what these games brought, on average, to the player who makes the move. Here that is O. (In these games both sides make mistakes, so even a move that holds the draw need not have ½.) The program plays the move with the largest N.
#
# Now compare the corner, 0, in the two tables. Its Q has *fallen*. But these are two searches, with one seed. So I compared a hundred such pairs, and Q fell in 92 of them. If all replies were random, Q would stay near ½ forever. So the replies in those games were no longer quite random. On the way to 1,000 the program has found X's answer, and it comes back to this answer again and again.
#
# Nothing but N, Q and random games did this. How? That takes us the next four chapters.

# %%
checkpoint("00-played")

# %%
checkpoint("00-threat")

# %% [markdown]
# ## Play, and watch it think
# Now play a whole game, from the empty board. The bars show with which moves O's games began. (A program that chooses moves is also called an *engine*.) If both sides play well, the game ends in a draw, so don't be disappointed. <span class="with-python">Let the program think less, and find out how few games are enough to hold you off.</span>

# %%
from mctslib.widgets import Play

Play(human="X", iterations=1000, seed=1)

# %% [markdown]
# **Next:** [01 · Ask random games for advice](01_ask_random_games_for_advice.ipynb). How far do we get with random games alone? Further than I had thought.
#
# *Further reading.* R. Coulom, *Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search* (2006), section 1: where the idea comes from. D. Silver et al., *Mastering the game of Go with deep neural networks and tree search* (2016): how far it went.

# %% [claims]
from itertools import permutations

from claims import claim

from mctslib.course.ch00 import trap as stored
from mctslib.oracle import flat_values, optimal_actions, value

moves = trap.legal_actions()
losing = [move for move in moves if value(trap.apply(move), 1) == 0]
claim("with 2 and 8 it holds the draw", *sorted(optimal_actions(trap)))
assert len(moves) == 6 and len(losing) == 4
claim("901 make this mistake after 100 games", stored.falls(stored.SHORT), stored.SHORT)
claim("and 948 after 180", stored.falls(stored.TIMES[13]), stored.TIMES[13])
assert stored.searches() == 1000
assert stored.interval(180)[0] > stored.interval(100)[1]  # "Here it first plays *worse*"
assert stored.falls(stored.LONG) == 0
claim("with 1,000 games not one of them makes it", stored.LONG)
assert falls(100) > 80 and falls(1000) == 0
assert x_wins > 500 and rewards.count(0) < 350  # "whoever begins often has one more mark"

# %%
by_chance = flat_values(trap)
assert by_chance[0] == max(by_chance.values()) == 0.5  # "near ½ forever"
assert by_chance[8] < 0.4
replies = trap.apply(0).legal_actions()
winning = [move for move in replies if value(trap.apply(0).apply(move), 0) == 1]
assert len(winning) == 1  # "X has only one reply that wins"
corner = trap.apply(0).cells()
claim("X has 5 and 7, O has 0 and 3", *(i for mark in "XO" for i in range(9) if corner[i] == mark))
orders = list(permutations(replies))
claim("two of the 120 orders", sum(map(bool, map(check_plan, orders))), len(orders))


def q_of_the_corner(iterations, seed):
    return search(trap, iterations, seed=seed).root.children[0].value


pairs = [(q_of_the_corner(100, seed), q_of_the_corner(1000, seed)) for seed in range(100)]
fell = sum(long < short for short, long in pairs)
claim("Q fell in 92 of them", fell)
assert pairs[0][1] < pairs[0][0]  # in the two tables
