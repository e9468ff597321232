# %% [markdown]
# # 10 · Sudo tic-tac-toe
#
# Nine small boards form a big one. **The cell you choose sends your opponent to the board at the same place**: play the top right cell of some board, and the reply must be made on the top right board. (If that board is full, the reply may be made on any other.) In **mode 1**, three in a row on *any* small board win. In the game below X has begun in the top left cell of the middle board, so O was sent to the top left board. <span class="with-python">You are X.</span>

# %%
from mctslib.games import SudoTicTacToe
from mctslib.widgets import Play

Play(SudoTicTacToe(mode=1), iterations=500, moves=(36,), seed=1)

# %% [markdown]
# In **mode 2** a small board that is won is closed, and three small boards in a row win. (You may know it as ultimate tic-tac-toe.)
#
# Now I make our search cleverer. Its playouts are random games, and a random player overlooks wins. So let the playouts look one move ahead: take a win if there is one, and avoid a move after which the opponent has one. Then the new engine plays 200 games against the old one in each mode, with the same number of iterations.

# %%
from mctslib.course import ch10, checkpoint, plots, predict, score_prediction, summary

clever = ch10.heavy_results("equal iterations")
modes = {mode: clever[mode] for mode in ("sudo, mode 1", "sudo, mode 2")}
plots.picture(plots.match_bars(modes, title="Playouts that look ahead, against random playouts"))

# %% [markdown]
# In mode 1 the new engine wins 178 of 200 games. In mode 2 it wins 78 and loses 89. The code and the grid are the same, but three in a row on a small board mean something else. What is cleverness worth, and why does it depend on the game?
#
# We try three ideas for a stronger engine: cleverness in the playouts, a memory of the last search, and simply more of the same. Two of them disappoint.
#
# **What you'll need.** The four phases (chapter 04), matches and intervals (chapter 09). &nbsp; **Time:** about 45 minutes.
#
# ## A number for every cell
# Boards are numbered 0 to 8, row by row, and so are the cells of each board. The number of an action is 9 · board + cell. So action 36 is cell 0 of board 4, and it sends the opponent to board 0, where the legal replies are 0 to 8:

# %%
SudoTicTacToe(mode=1).apply(36).legal_actions()

# %% [markdown]
# ### Exercise 1: the shortest win
# Suppose that the two players of mode 1 work *together*. How soon can X win? Write the actions of such a game, as few as possible, X's and O's moves in turn. (Paper helps. X needs three cells in a row of one board. And who decides on which board X may play?)

# %% tags=["exercise"]
# hint: Let X always play on board 0. Then each of O's moves must be in cell 0 of its board, because that cell sends X to board 0. X's cell decides on which board O plays. Does O find cell 0 free there? It does if X never plays cell 0 itself.
# --- solution
shortest = [1, 9, 4, 36, 7]
# --- stub
# shortest = [...]
# --- end

# %%
ch10.check_shortest(shortest)

# %% [markdown]
# ## Why playouts at all?
# In how many ways can the first two moves be played? There are 81 first moves, and each sends O to a board with nine cells.

# %%
first_two = predict("10-first-two")
first_two

# %%
from mctslib.checks import perft

ways = [perft(SudoTicTacToe(mode=1), moves) for moves in (1, 2)]
print(f"{ways[0]} ways to play one move, {ways[1]} ways to play two")

# %%
score_prediction(
    first_two, ways[1], "Nine first moves send O to the board on which X has just moved."
)

# %% [markdown]
# 81 · 9 = 729 is tempting, but wrong. Cell 4 *of board 4* sends O to the board on which X has just taken a cell, and eight cells are left. This happens for 9 of the 81 first moves, so the answer is 72 · 9 + 9 · 8 = 720.
#
# And how large is the whole game? I let 300 random games be played in each mode. Here are their mean length, and the mean number of legal actions in a turn, which is called the **branching factor**.

# %%
sizes = {mode: ch10.size(SudoTicTacToe(mode), games=300) for mode in (1, 2)}
for mode, (length, branching) in sizes.items():
    print(f"mode {mode}: {length:.1f} moves, {branching:.1f} choices in a turn")

# %% [markdown]
# In mode 2 there are about 59 moves with about nine choices each. Nine to the power of 59 is a number with 57 digits. Minimax follows every line of play to its end. Nobody will wait for that. MCTS never has to finish: we can stop it at any time, and it plays with what it knows by then.
#
# ## Be clever
# A playout that follows rules in place of pure chance is called a **heavy playout**; a random one is light. Which rule is the first that comes to mind? Win if you can.
#
# ### Exercise 2: win at once, or move at random
# Write the rollout policy `greedy(state, rng)`. If an action wins the game at once for the player to move, it returns this action, and the first of them if there are several. Otherwise it returns a random action, drawn with `uniform(state, rng)`. The policy should work for *any* game: an action wins if the game is over after it and the player who moved has reward 1.
#
# For example, in tic-tac-toe X has cells 0 and 1, O has 3 and 4, and X is to move. Of the five legal moves only 2 wins (5 only stops O), and after it the rewards are (1, 0): `greedy` returns 2.


# %% tags=["exercise"]
# hint: For each action look at `after = state.apply(action)`. The action wins if `after.is_terminal()` and `after.rewards()[state.current_player] == 1`. Use the player to move in `state`, not in `after`.
from mctslib import uniform


def greedy(state, rng):
    """Return the first action that wins at once, or else a random action."""
    # --- solution
    # --- end


# %%
ch10.check_greedy(greedy)

# %% [markdown]
# The library's policy `blocking` does more: it also avoids moves after which the opponent can win at once. I gave it to the new engine of the beginning. So why does this engine win clearly in mode 1 and not in mode 2?
#
# I thought: in mode 2 a win is possible only near the end, so before that `blocking` gains nothing by looking ahead. This reason can be tested by counting. In random games, after how many moves can a player win at once for the first time? And in what share of the games does this player *not* win in the end? The playout then reports a wrong result.

# %%
chances = {mode: ch10.first_chances(SudoTicTacToe(mode)) for mode in (1, 2)}
for mode, (moves, missed) in chances.items():
    print(f"mode {mode}: first chance after {moves:.0f} moves, missed in {missed:.0%} of the games")

# %% [markdown]
# The reason is half right. In mode 2 the first chance comes when nearly nine tenths of the moves have been made, and in mode 1 after little more than half. But a random playout of mode 2 often throws the game away, too: a quarter of the results are wrong, against a third in mode 1. Is that enough to turn 178 wins into 78? It hardly looks so.
#
# So let us ask what a search asks. It does not want to know whether a playout is *played* well, but what its result *says* about the position. Does a clever playout say anything else than a random one? I took 150 positions of each mode, after a third of a random game. From each I made 200 random playouts, 200 random ones again, and 200 with `blocking`, and took X's mean of each sample. How well do two samples agree about these positions? That is a *correlation*: 1 if one mean follows the other exactly, and 0 if they have nothing in common.

# %%
print(ch10.agreement())

# %% [markdown]
# In mode 1 the clever playouts have something of their own to say: two random samples agree with 0.87, a random and a clever one only with 0.61. In mode 2 it is 0.76 and 0.71, so the clever playouts say nearly what the random ones say. Who pays for a look ahead there, pays for an echo. (I looked at one moment of the game only. Later in the game it may be otherwise.)
#
# ## At what price?
# Looking ahead takes time. On the empty board I measured how many light iterations take as long as a heavy one: 2.6 in tic-tac-toe, 7.8 in Connect Four, 7.7 in mode 1 and 3.4 in mode 2.
#
# And now we hold the *time* equal: the heavy side gets 200 iterations for each move, and the light side as many as its speed allows (`python -m tests.bench.heavy`).

# %%
heavy_or_light = predict("10-heavy")
heavy_or_light

# %%
print(ch10.heavy_scores())

# %%
score_prediction(
    heavy_or_light,
    ch10.who_is_ahead(ch10.heavy_results("equal time")["sudo, mode 1"]),
    "Looking ahead takes time. The light side spent that time on more playouts.",
)

# %% [markdown]
# The lead is gone. With equal iterations the heavy side is far ahead in two of the four games. (It is ahead in 3×3 tic-tac-toe, too, if you leave out the draws: there it won 42 of the 58 games with a winner.) But with equal time it is clearly ahead in none, and in mode 2 it loses 156 of 200.
#
# But don't believe that heavy playouts are bad. Ours are expensive. Good engines make them cheap, with compiled code that looks up patterns in a table. In Go such playouts made MoGo a strong program (Gelly et al., 2006). Which comparison you should read depends on what you ask: with equal iterations we compare the playouts, and with equal time the programs.

# %%
checkpoint("10-heavy")

# %% [markdown]
# ## Remember
# The second idea costs next to nothing. After both sides have moved, a part of the tree is still valid: the part below these two moves. So we let the next search begin with this subtree instead of an empty tree. `MCTSPlayer` does so, unless you pass `reuse=False`. What is the old tree worth? Each player has 200 iterations for each move (`python -m tests.bench.reuse`). The dictionary below the picture says with how many visits a search begins, on average.

# %%
kept = {game: row["kept"] for game, row in ch10.reuse_rows().items()}
plots.picture(
    plots.match_bars(ch10.reuse_results(), title="Keeping the tree against discarding it")
)
kept

# %% [markdown]
# In none of the four matches do the 200 games show which player is stronger. My guess at the reason: a search begins with only 8 to 27 visits on average, for the visits to all other moves and replies are lost. (No match shows a loss, either, so the library keeps the tree.)
#
# ## More of the same
# The third idea is the dullest: more iterations. "Level 6" of our engine is nothing but a number of them. `python -m tests.bench.levels` has measured each level. Here is each level of Connect Four against the next.

# %%
from mctslib.arena import strengths

levels = strengths()
next_level = ch10.against_next_level(levels, "Connect Four")
plots.picture(
    plots.match_bars(next_level, title="Connect Four: each level against the next, in 200 games")
)

# %% [markdown]
# In Connect Four, every level is clearly weaker than the next. The dullest idea works each time, but it has a price as well: each level makes at least twice as many iterations as the one before.
#
# ## Play mode 2
# And now mode 2. <span class="with-python">You play X. You can change the engine's strength, take moves back, and let the engine play against itself.</span>

# %%
Play(SudoTicTacToe(mode=2), level=6, moves=(40, 36), seed=2)

# %% [markdown]
# ## Further reading
# - S. Gelly, Y. Wang, R. Munos, O. Teytaud, *Modification of UCT with Patterns in Monte-Carlo Go* (2006): playouts that answer the last move with small patterns.
# - D. Silver and G. Tesauro, *Monte-Carlo Simulation Balancing* (2009): a stronger playout policy can make the search weaker.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 6.1: better playouts.
#
# **Next:** [11 · Design your own game](11_design_your_own_game.ipynb).

# %%
summary("10")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, and the measured times.*

# %% [claims]
from claims import claim

from random import Random

from mctslib.arena import ITERATIONS, wilson
from mctslib.course import measured
from mctslib.course.ch10.checkers import greedy as right_greedy
from mctslib.course.ch10.matches import correlations
from mctslib.games import TicTacToe

rows, reuse = ch10.heavy_rows(), ch10.reuse_rows()
first, second = modes.values()
one, two = sizes
claim(
    "In mode 1 the new engine wins 178 of 200 games. In mode 2 it wins 78 and loses 89",
    one,
    first.wins,
    first.games,
    two,
    second.wins,
    second.losses,
)
claim("Then the new engine plays 200 games against the old one", first.games)
start = SudoTicTacToe(mode=1)
cells = [len(start.apply(action).legal_actions()) for action in start.legal_actions()]
claim("81 first moves", ways[0])
claim("81 · 9 = 729 is tempting", ways[0], max(cells), ways[0] * max(cells))
how_often = cells.count(8), len(cells), cells.count(9), 9, cells.count(8), 8, ways[1]
claim("This happens for 9 of the 81 first moves, so the answer is 72 · 9 + 9 · 8 = 720", *how_often)
assert min(cells) == 8 and ways[1] == sum(cells)
board, cell = divmod(36, 9)
claim("So action 36 is cell 0 of board 4", 36, cell, board)
short = [
    action for action in start.legal_actions() if len(start.apply(action).legal_actions()) == 8
]
board, cell = divmod(short[4], 9)
claim("Cell 4 *of board 4* sends O", cell, board)
assert start.apply(36).legal_actions() == tuple(range(9))

# %%
length, branching = sizes[2]
claim("about 59 moves with about nine choices each", length, round(branching))
digits = len(str(round(branching) ** round(length)))
claim("Nine to the power of 59 is a number with 57 digits", round(branching), round(length), digits)
example = TicTacToe.from_text("XX./OO./...")
cells = [[cell for cell, mark in enumerate(example.cells()) if mark == own] for own in "XO"]
found = right_greedy(example, Random(0))
other = right_greedy(TicTacToe.from_text("XX./OO./...", to_move="O"), Random(0))
claim(
    "X has cells 0 and 1, O has 3 and 4, and X is to move. Of the five legal moves only 2 wins (5",
    *(*cells[0], *cells[1], found, other),
)
wins = [action for action in example.legal_actions() if example.apply(action).is_terminal()]
assert len(example.legal_actions()) == 5 and wins == [found]
claim("the rewards are (1, 0): `greedy` returns 2", *example.apply(found).rewards(), found)
echo = correlations()
claim(
    "two random samples agree with 0.87, a random and a clever one only with 0.61",
    *(pair[0] for pair in echo["1"].values()),
)
claim("it is 0.76 and 0.71, so the clever", *(pair[0] for pair in echo["2"].values()))
assert echo["1"]["random, heavy"][2] < echo["1"]["random, random"][1]
assert echo["2"]["random, heavy"][2] > echo["2"]["random, random"][1]
agreed = measured("ch10/agreement")
claim("I took 150 positions of each mode", len(agreed["means"]["1"]))
claim(
    "From each I made 200 random playouts, 200 random ones again, and 200 with",
    *[agreed["playouts"]] * 3,
)
assert (
    0.3 < agreed["moves"]["1"] / sizes[1][0] < 0.37 and 0.3 < agreed["moves"]["2"] / length < 0.37
)
claim("Is that enough to turn 178 wins into 78", first.wins, second.wins)
(early, lost), (late, lost_late) = chances.values()
assert 0.86 < late / length < 0.92  # "nearly nine tenths"
assert 0.5 < early / sizes[1][0] < 0.6  # "little more than half"
assert 0.2 < lost_late < 0.3 < lost < 0.4  # "a quarter", "a third"

# %%
heavy, light = clever, ch10.heavy_results("equal time")
ahead = ch10.who_is_ahead
neither = "no clear winner"
assert [ahead(tally) for tally in heavy.values()].count("heavy") == 2
assert "heavy" not in map(ahead, light.values()) and ahead(light["sudo, mode 2"]) == "light"
won, beaten = heavy["tic-tac-toe 3×3"].wins, heavy["tic-tac-toe 3×3"].losses
claim("there it won 42 of the 58 games with a winner", won, won + beaten)
assert wilson(won, won + beaten)[0] > 1 / 2
claim("it loses 156 of 200", light["sudo, mode 2"].losses, light["sudo, mode 2"].games)
slower = [row["slowdown"] for row in rows.values()]
claim("2.6 in tic-tac-toe, 7.8", *slower[:2])
claim("7.7 in mode 1 and 3.4 in mode 2", slower[2], one, slower[3], two)
row = rows["sudo, mode 1"]
claim("the heavy side gets 200 iterations for each move", row["heavy iterations"])
assert row["light iterations at equal time"] == round(200 * row["slowdown"])
claim("Each player has 200 iterations for each move", reuse["Connect Four"]["iterations"])
claim("do the 200 games show", reuse["Connect Four"]["games"])
assert all(ahead(tally) == neither for tally in ch10.reuse_results().values())
claim("begins with only 8 to 27 visits on average", min(kept.values()), max(kept.values()))

# %%
assert next_level["1 against 2"].games == 200
assert all(tally.score_interval()[1] < 1 / 2 for tally in next_level.values())
assert all(more >= 2 * few for few, more in zip(ITERATIONS, ITERATIONS[1:], strict=False))
