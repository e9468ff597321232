# %% [markdown]
# # 10 · Sudo tic-tac-toe
#
# **What you'll do.** You play tic-tac-toe on nine boards at once. This game has 81 first moves. You see how the search works in a game that is
# too large to examine completely.
#
# ## Learn the rules by playing
# Nine small boards form a big board. In the first move X may play in any cell. **The cell you choose sends your opponent to the board at the same
# place.** For example, if you play the top right cell of some board, the reply must be made on the top right board. If that board is full, the
# reply may be played on any other board.
#
# In **mode 1**, three in a row on any small board win the game. In the game below, X has begun in the top left cell of the middle board. So O was
# sent to the top left board. <span class="with-python">You are X.</span>

# %%
from mctslib.games import SudoTicTacToe
from mctslib.widgets import Play

Play(SudoTicTacToe(mode=1), iterations=500, moves=(36,), seed=1)

# %% [markdown]
# The headline counts the boards from 0, as the program does. Board 0 is the top left board.
#
# ## What this chapter is about
#
# **What you'll learn.** Afterwards you can
# - *on paper:* count the ways to play the first two moves,
# - measure how wide and how long a game is, and explain what this means for a search that must examine every line of play,
# - write a **heavy playout**, which looks ahead before each move, and test whether it makes a search stronger,
# - read a tree that is wide and shallow, and a tree that is narrow and deep.
#
# **What you'll need.** The four phases (chapter 04), matches and intervals (chapter 09). &nbsp; **Time:** about 60 minutes.
#
# ## Two predictions

# %%
from mctslib.course import predict

first_two = predict("10-first-two")
first_two

# %%
heavy_or_light = predict("10-heavy")
heavy_or_light

# %% [markdown]
# ## A number for every cell
# In the program the boards are numbered 0 to 8, row by row, and so are the cells of each board. The number of an action is 9 · board + cell. So
# action 36 is cell 0 of board 4. The next cell plays it and prints the legal replies:

# %%
state = SudoTicTacToe(mode=1).apply(36)
state.legal_actions()

# %% [markdown]
# The legal replies are the actions 0 to 8, which are all cells of board 0.
#
# ### Exercise 1: boards and cells
# Write two functions.
#
# - `sent_to(action)` returns the number of the board to which the opponent is sent. For example, `sent_to(36)` is 0.
# - `action_at(row, column)` returns the action whose cell is drawn in this row and column of the whole 9 × 9 grid. Rows and columns are counted
#   from 0. For example, `action_at(3, 3)` is 36.


# %% tags=["exercise"]
# hint: The cell is the remainder `action % 9`. For the second function: the board is in row `row // 3` and column `column // 3` of the nine boards. Inside the board, the cell is in row `row % 3` and column `column % 3`.
def sent_to(action):
    # --- solution
    return action % 9
    # --- end


def action_at(row, column):
    # --- solution
    board = row // 3 * 3 + column // 3
    cell = row % 3 * 3 + column % 3
    return 9 * board + cell
    # --- end


# %%
from mctslib.course.ch10 import check_cells

check_cells(sent_to, action_at)

# %% [markdown]
# ## How many ways are there?
# **On paper.** In how many ways can the first two moves be played? There are 81 first moves, and each sends O to a board with nine cells. Is the
# answer 81 · 9 = 729?
#
# Count again. What if X plays cell 4 *of board 4*? Then O is sent to the board on which X has just taken a cell, and eight cells are left. This
# happens for 9 of the 81 first moves. So the answer is 72 · 9 + 9 · 8.
#
# The library's `perft(state, n)` counts the sequences of n moves. The next cell calls it for 1, 2 and 3 moves:

# %%
from mctslib.checks import perft

ways = [perft(SudoTicTacToe(mode=1), moves) for moves in (1, 2, 3)]
ways

# %%
from mctslib.course import score_prediction

score_prediction(
    first_two, ways[1], "Nine first moves send O to the board on which X has just moved."
)

# %% [markdown]
# A number that you copy from somewhere may come from such a mistake. `perft` uses the rules themselves to count.
#
# ## How wide and how long is the game?
# We now measure the size of this game with random games. The **branching factor** is the mean number of legal actions in a turn.
#
# Here is a small example. In a game with three turns there were 9, 8 and 7 legal actions. So the game has 3 moves, the sum of the numbers of legal actions is 24,
# and their mean is 24 / 3 = 8.
#
# ### Exercise 2: measure a random game
# `shape(state, rng)` plays one random game from `state` and returns two numbers: how many moves the game took, and the *sum* of the numbers of
# legal actions in all its turns. In the example it returns `(3, 24)`. The function returns a sum and not a mean, because you can add up the sums of many games. Draw each move with `uniform(state, rng)`, which returns a random legal action.

# %% tags=["exercise"]
# hint: Write a loop as in chapter 00. In each turn add 1 to the moves and `len(state.legal_actions())` to the sum. Then apply `uniform(state, rng)`.
from mctslib import uniform


def shape(state, rng):
    # --- solution
    moves = choices = 0
    while not state.is_terminal():
        moves, choices = moves + 1, choices + len(state.legal_actions())
        state = state.apply(uniform(state, rng))
    return moves, choices
    # --- end


# %%
from mctslib.course.ch10 import check_shape, shape as shape_of_game

check_shape(shape)

# %% [markdown]
# We play 300 games in each mode, with the library's version of your function. In **mode 2** a small board that is won is closed, as if it were
# full, and three small boards in a row win the game. If nobody gets three boards in a row, the game is drawn. Mode 2 is also known as ultimate
# tic-tac-toe.

# %%
import random


def measure(mode, games=300):
    """Return the mean length and the branching factor of random games."""
    rng = random.Random(0)
    played = [shape_of_game(SudoTicTacToe(mode), rng) for _ in range(games)]
    moves, choices = (sum(column) for column in zip(*played))
    return moves / games, choices / moves


# %%
lengths, branching = zip(measure(1), measure(2))
for mode in (1, 2):
    print(f"mode {mode}: {lengths[mode - 1]:.1f} moves, {branching[mode - 1]:.1f} choices per move")

# %% [markdown]
# In mode 2 a random game takes about 59 moves, with about nine choices each. If all games were like this, there would be nine to the power of 59
# games, a number of 57 digits. A computer that examines a million games per second would need far longer than the age of the universe. So
# **minimax**, which must follow every line of play to its end, cannot be used here. The next cell counts the digits.

# %%
digits = len(str(round(branching[1]) ** round(lengths[1])))
digits

# %% [markdown]
# ## Near the end of the game
# When few moves are left, minimax can be used. The picture below shows a game in mode 2 after 39
# moves. A large X or O marks a small board that has been won and closed. O may play in the grey
# cells.

# %%
moves_so_far = [0, 1, 9, 4, 36, 7, 70, 71, 79, 67, 43, 63, 20, 21, 31, 40, 37, 13, 38, 23]
moves_so_far += [49, 22, 10, 14, 52, 55, 11, 50, 46, 30, 29, 27, 32, 33, 58, 78, 59, 72, 57]
near_the_end = SudoTicTacToe(mode=2)
for action in moves_so_far:
    near_the_end = near_the_end.apply(action)
near_the_end

# %% [markdown]
# The next cell uses `perft` to count the lines of play from this position, for 1 to 6 moves. Then it computes the exact value of the position with `value`, which uses
# minimax, and counts the best moves:

# %%
from mctslib.oracle import optimal_actions, value

lines = [perft(near_the_end, moves) for moves in range(1, 7)]
lines, value(near_the_end), len(optimal_actions(near_the_end))

# %% [markdown]
# Only a few hundred lines of play are left, and no line is longer than six moves. With best play the game is a draw, whatever O plays now. `value` examined 183
# different positions.
#
# One move earlier, 117,522 positions can follow. Three moves earlier more than a million positions can follow, so many that `value` gives up and raises an error.
# MCTS is suited to such games. You can stop it after *any* number of iterations, and its move is usually better after more iterations.

# %%
from mctslib.course import checkpoint

checkpoint("10-minimax")

# %% [markdown]
# ## A wide tree and a narrow tree
# Even in plain Python, a modern computer runs thousands of iterations of this game in a second. (To measure your computer, run
# `search(SudoTicTacToe(2), Limit(seconds=1)).root.visits` in a new cell.) The next cell searches the empty board with 5,000 iterations, and
# prints how many visits the five most visited and the five least visited first moves have:

# %%
from mctslib import Limit, search

opening = search(SudoTicTacToe(mode=2), 5000, seed=0)
visits = sorted((child.visits for child in opening.root.children.values()), reverse=True)
visits[:5], visits[-5:]

# %% [markdown]
# 81 moves share 5,000 visits. The most visited move has 117 visits, and the least visited move has 20. The tree is wide and shallow: its nodes
# are on average just under three moves below the root.
#
# Compare this tree with the tree of a position in which the player is sent to a single board. The picture below shows such a position, after 24 moves:

# %%
rng, middle = random.Random(1), SudoTicTacToe(mode=2)
for _ in range(24):
    middle = middle.apply(uniform(middle, rng))
middle

# %%
narrow = search(middle, 5000, seed=0)
print(narrow.table())

# %% [markdown]
# Here nine moves share 5,000 visits. How deep are the two trees? `depths` returns a list with the depth of each node, which is the number of moves from the root to the node.


# %%
def depths(node, depth=0):
    """Return the depth of each node of a tree; the root has depth 0."""
    found = [depth]
    for child in node.children.values():
        found += depths(child, depth + 1)
    return found


# %%
from statistics import mean

opening_depths, narrow_depths = depths(opening.root), depths(narrow.root)
print(f"opening: mean {mean(opening_depths):.2f}, largest {max(opening_depths)}")
print(f"one board: mean {mean(narrow_depths):.2f}, largest {max(narrow_depths)}")

# %% [markdown]
# The mean depths differ by about one and a half moves. This is a large difference, because each further move multiplies the number of positions by about
# nine.
#
# ## Heavy playouts
# In mode 1 you often have two in a row on the board to which you are sent. If the third cell is free, you win at once. Random playouts miss most of
# these wins, so you may doubt whether their results mean anything. A **heavy playout** looks one move ahead in every turn. You write the first half of such a playout:
# take a win if there is one.
#
# ### Exercise 3: win at once, or move at random
# Write the rollout policy `greedy(state, rng)`. If an action wins the game at once for the player to move, the policy returns this action. If several actions win, it returns the first
# of them. Otherwise it returns a random action, drawn with `uniform(state, rng)`. The policy should work for *any* game. An action wins if the game is over
# after the action and the player who moved has reward 1.


# %% tags=["exercise"]
# hint: For each action look at `after = state.apply(action)`. The action wins if `after.is_terminal()` and `after.rewards()[state.current_player] == 1`. Use the player to move in `state`, not in `after`.
def greedy(state, rng):
    # --- solution
    for action in state.legal_actions():
        after = state.apply(action)
        if after.is_terminal() and after.rewards()[state.current_player] == 1:
            return action
    return uniform(state, rng)
    # --- end


# %%
from mctslib.course.ch10 import check_greedy

check_greedy(greedy)

# %% [markdown]
# The library's policy `blocking` does the second half, too. It wins at once if it can. Otherwise it avoids moves after which the opponent can win at
# once, and chooses at random among the other moves. The next cell measures the mean length of a game in mode 1, first with random playouts, then
# with heavy playouts:

# %%
from mctslib import blocking, simulate


def mean_length(policy, mode, games=100):
    """Return the mean number of moves of games played by a rollout policy."""
    rng = random.Random(0)
    return mean(len(simulate(SudoTicTacToe(mode), rng, policy).actions) for _ in range(games))


light_length, heavy_length = mean_length(uniform, 1), mean_length(blocking, 1)
light_length, heavy_length

# %% [markdown]
# With heavy playouts the games last longer, because the players no longer give their opponents an immediate win.
#
# Do heavy playouts make the search stronger? Heavy playouts are slower, so the answer depends on what is equal for both sides: the iterations or the time. A script
# (`python -m tests.bench.heavy`) has played two matches in each game. In the first match both sides had 200 *iterations* per move. In the second match both
# sides had about the same *time*. For the second match the script measured how many times as long a heavy iteration takes, on the empty board. The heavy side
# had 200 iterations, and the light side had 200 times this number. The next cell prints the number for each game:

# %%
from mctslib.course.ch10 import heavy_results, heavy_rows, heavy_scores

for game, row in heavy_rows().items():
    slowdown = f"a heavy iteration takes {row['slowdown']} times as long"
    print(f"{game:16} {row['games']} games per match, {slowdown}")

# %% [markdown]
# The two pictures below show how many games the heavy side won, drew and lost. In the first picture both sides have the same number of iterations, and in the second picture both have the same time.

# %%
from mctslib.course.plots import match_bars, picture

title = "Heavy against light playouts, with 200 iterations per move"
picture(match_bars(heavy_results("equal iterations"), title=title))

# %%
title = "Heavy against light playouts, with equal time per move"
picture(match_bars(heavy_results("equal time"), title=title))

# %% [markdown]
# If a draw counts as half a win, each match has a single score. The next cell prints the score of the heavy side with its 95% interval (chapter 09), and
# names the side that is ahead if the interval excludes one half:

# %%
print(heavy_scores())

# %% [markdown]
# - **Mode 1** and **Connect Four.** With equal iterations the heavy side is far ahead. A single row decides these games, and random playouts often
#   overlook a row. But in mode 1 a heavy iteration takes nearly eight times as long as a light one. With equal time, 200 games do not show which side is stronger.
# - **Tic-tac-toe 3×3.** Most games are drawn, which makes this interval wider than necessary (chapter 09). Of the 58 games with a winner, the
#   heavy side won 42, which is clearly more than half. With equal time, the heavy side won 16 of 32.
# - **Mode 2.** With equal iterations neither side is clearly ahead, and with equal time the light side is far ahead. A move that wins the whole game is
#   possible only near the end, so `blocking` gains nothing by looking ahead during most of a playout.
#
# So with equal time the heavy playouts were not clearly ahead in any of these games.

# %%
from mctslib.course.ch10 import who_is_ahead

outcome = who_is_ahead(heavy_results("equal time")["sudo, mode 1"])
score_prediction(
    heavy_or_light,
    outcome,
    "Looking ahead takes time. The light side spent that time on more playouts.",
)

# %%
checkpoint("10-heavy")

# %% [markdown]
# ## Keep the tree?
# After both sides have moved, one part of the tree is still useful: the subtree below these two moves. The next search can begin with this subtree
# instead of an empty tree. `MCTSPlayer` does so, unless you pass `reuse=False`.
#
# A script (`python -m tests.bench.reuse`) has played matches between a player that keeps its tree and a player that discards its tree. Both had 200
# iterations per move. The next cell prints how many visits were kept for each search, and the picture below shows the results.

# %%
from mctslib.course.ch10 import reuse_results, reuse_rows

for game, row in reuse_rows().items():
    print(f"{game:16} on average a search begins with {row['kept']:4} visits of the last search")

# %%
title = "Keeping the tree against discarding it, with 200 iterations per move"
picture(match_bars(reuse_results(), title=title))

# %% [markdown]
# The result is disappointing. In none of the four matches do the 200 games show which player is stronger. The list above suggests a reason. A search
# began with only 8 to 27 visits on average, because the visits to all other moves and replies are lost. Keeping the tree costs almost no time, so the
# library keeps it.
#
# ## Ten levels
# How strong is "level 6"? A level is simply a number of iterations. A script (`python -m tests.bench.levels`) has measured the strength of
# each level, and the library stores the counts. In 3×3 tic-tac-toe each level played 400 games against a random player and 400 against perfect play
# (level 10: 1,000). In Connect Four it played 200 games against the next level. The table below shows the score of each level with a 95% interval:

# %%
from mctslib.arena import ITERATIONS, strengths
from mctslib.course.ch10 import levels_table

levels = strengths()
print(levels_table(levels))

# %%
from mctslib.course.ch10 import against_next_level

next_level = against_next_level(levels, "Connect Four")
picture(match_bars(next_level, title="Connect Four: each level against the next, in 200 games"))

# %% [markdown]
# In Connect Four every interval lies below one half, so each level is clearly weaker than the next.
#
# In 3×3 tic-tac-toe levels 8 and 9 drew all their games against the next level. But level 8 is not perfect: it lost 10 of 400 games against
# perfect play, 2.5% (interval 1.4 to 4.5%). Level 9 lost none of 400 games, and level 10, with 10,000 iterations, lost none of 1,000. They may still lose
# up to 1% and 0.4% of their games: the intervals of chapter 09 reach so far. Level 1, with 2 iterations, lost 25% of its games against the *random* player (21 to 29%).
#
# ## Play mode 2
# The board below shows mode 2, in which three boards in a row win. <span class="with-python">You play X. You can change the engine's strength, take moves
# back, and let the engine play against itself.</span>

# %%
Play(SudoTicTacToe(mode=2), level=6, moves=(40, 36), seed=2)

# %% [markdown]
# ## In practice
# - **Fast heavy playouts.** Good engines make heavy playouts cheap: compiled code looks up patterns in a table. In Go such playouts made a
#   weak program strong (Gelly et al., 2006). With cheap heavy playouts the result with equal time can be different from ours.
# - **Enough randomness.** A heavy playout should not always make the same moves, because then every playout repeats the same mistake. So `blocking`
#   moves at random unless it sees a win or a threat.
# - **Wide openings.** Engines often take the first moves from a book of openings, or use symmetry. If you may rotate
#   and mirror the whole board, only 15 of the 81 first moves are different.
#
# ## Further reading
# - S. Gelly, Y. Wang, R. Munos, O. Teytaud, *Modification of UCT with Patterns in Monte-Carlo Go* (2006): playouts that answer the last move with
#   small patterns.
# - D. Silver and G. Tesauro, *Monte-Carlo Simulation Balancing* (2009): a stronger playout policy can make the search weaker.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 6.1: better playouts.
#
# **Next:** [11 · Design your own game](11_design_your_own_game.ipynb).

# %%
from mctslib.course import summary

summary("10")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from mctslib.course.ch10 import action_at as drawn_at

start = SudoTicTacToe(mode=1)
cells = [len(start.apply(action).legal_actions()) for action in start.legal_actions()]
claim("81 first moves", ways[0])
claim("81 · 9 = 729", ways[0], max(cells), ways[0] * max(cells))
how_often = cells.count(8), len(cells), cells.count(9), 9, cells.count(8), 8
claim("This happens for 9 of the 81 first moves. So the answer is 72 · 9 + 9 · 8", *how_often)
claim("eight cells are left", min(cells))
assert (drawn_at(3, 3), 36 // 9, 36 % 9) == (36, 4, 0)
turns = [9, 8, 7]
claim(
    "the sum of the numbers of legal actions is 24, and their mean is 24 / 3 = 8",
    sum(turns),
    sum(turns),
    len(turns),
    mean(turns),
)
assert state.legal_actions() == tuple(range(9)) and ways[1] == sum(cells)

# %%
from mctslib.oracle import positions

earlier = SudoTicTacToe(mode=2)
for action in moves_so_far[:-1]:
    earlier = earlier.apply(action)
claim("One move earlier, 117,522 positions can follow", sum(1 for _ in positions(earlier)))
claim(
    "a random game takes about 59 moves, with about nine choices each",
    lengths[1],
    round(branching[1]),
)
claim(
    "nine to the power of 59 games, a number of 57 digits",
    round(branching[1]),
    round(lengths[1]),
    digits,
)
assert 100 < sum(lines) < 1000  # "a few hundred lines of play"
assert (
    max(moves for moves, count in enumerate(lines, 1) if count) == 6 and perft(near_the_end, 7) == 0
)
claim("`value` examined 183 different positions", sum(1 for _ in positions(near_the_end)))
assert value(near_the_end) == 1 / 2
assert set(optimal_actions(near_the_end)) == set(near_the_end.legal_actions())
claim("after 39 moves. A large X or O", len(moves_so_far))

# %%
shares = len(visits), opening.root.visits, visits[0], visits[-1]
claim(
    "81 moves share 5,000 visits. The most visited move has 117 visits, and the least visited move has 20",
    *shares,
)
claim("Here nine moves share 5,000 visits", len(middle.legal_actions()), narrow.root.visits)
assert 1.25 < mean(narrow_depths) - mean(opening_depths) < 1.75  # "about one and a half moves"
assert 2.5 < mean(opening_depths) < 3 and heavy_length > light_length


# %%
def turned(cell, times, mirrored):
    row, column = divmod(cell, 3)
    for _ in range(times):
        row, column = column, 2 - row
    return 3 * row + (2 - column if mirrored else column)


ways_to_turn = [(times, mirrored) for times in range(4) for mirrored in (0, 1)]
squares = [(board, cell) for board in range(9) for cell in range(9)]
classes = {
    frozenset((turned(b, *way), turned(c, *way)) for way in ways_to_turn) for b, c in squares
}
claim("only 15 of the 81 first moves are different", len(classes), len(visits))

# %%
from mctslib.arena import wilson

rows, reuse = heavy_rows(), reuse_rows()
heavy, light = heavy_results("equal iterations"), heavy_results("equal time")
verdicts = {game: (who_is_ahead(heavy[game]), who_is_ahead(light[game])) for game in rows}
neither = "neither, clearly"
assert verdicts["sudo, mode 1"] == verdicts["Connect Four"] == ("heavy", neither)
assert verdicts["sudo, mode 2"] == (neither, "light")
claim("eight times as long", round(rows["sudo, mode 1"]["slowdown"]))
assert "heavy" not in [at_equal_time for _, at_equal_time in verdicts.values()]
wins, losses = heavy["tic-tac-toe 3×3"].wins, heavy["tic-tac-toe 3×3"].losses
claim("Of the 58 games with a winner, the heavy side won 42", wins + losses, wins)
assert wilson(wins, wins + losses)[0] > 1 / 2
claim(
    "the heavy side won 16 of 32", (even := light["tic-tac-toe 3×3"]).wins, even.wins + even.losses
)
claim("Minimax can solve the position after 39 moves", len(moves_so_far))
claim("200 games do not show which side", rows["sudo, mode 1"]["games"])
claim("both sides had 200 *iterations* per move", rows["sudo, mode 1"]["heavy iterations"])
row = rows["sudo, mode 1"]
claim(
    "The heavy side had 200 iterations, and the light side had 200 times this number",
    row["heavy iterations"],
    row["heavy iterations"],
)
assert row["light iterations at equal time"] == round(200 * row["slowdown"])
claim("Both had 200 iterations per move", reuse["Connect Four"]["iterations"])

# %%
kept = [row["kept"] for row in reuse.values()]
claim("do the 200 games show", reuse["Connect Four"]["games"])
assert all(who_is_ahead(tally) == neither for tally in reuse_results().values())
claim("A search began with only 8 to 27 visits on average", min(kept), max(kept))

# %%
against = {(row.level, row.against): row.tally for row in levels if row.game != "Connect Four"}
lost = {level: against[level, "perfect"] for level in (8, 9, 10)}
claim(
    "lost 10 of 400 games against perfect play, 2.5% (interval 1.4 to 4.5%)",
    lost[8].losses,
    lost[8].games,
    lost[8].losses / lost[8].games,
    *lost[8].interval("losses"),
)
claim(
    "Level 9 lost none of 400 games, and level 10, with 10,000 iterations, lost none of 1,000",
    9,
    lost[9].games,
    len(ITERATIONS),
    ITERATIONS[-1],
    lost[10].games,
)
claim(
    "up to 1% and 0.4% of their games",
    lost[9].interval("losses")[1],
    lost[10].interval("losses")[1],
)
assert lost[9].losses == lost[10].losses == 0
beaten = against[1, "random"]
claim(
    "Level 1, with 2 iterations, lost 25% of its games against the *random* player (21 to 29%)",
    levels[0].level,
    ITERATIONS[0],
    beaten.losses / beaten.games,
    *beaten.interval("losses"),
)
claim("each level played 400 games", against[1, "random"].games)
sizes = (
    against[9, "perfect"].games,
    len(ITERATIONS),
    against[10, "perfect"].games,
    next_level["1 against 2"].games,
)
claim("400 against perfect play (level 10: 1,000). In Connect Four it played 200 games", *sizes)
assert all(tally.score_interval()[1] < 1 / 2 for tally in next_level.values())
claim("levels 8 and 9 drew all their games", len(ITERATIONS) - 2, len(ITERATIONS) - 1)
assert all(against[n, f"level {n + 1}"].draws == against[n, f"level {n + 1}"].games for n in (8, 9))
