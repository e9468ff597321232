# %% [markdown]
# # 10 · Sudo tic-tac-toe
#
# **What you'll do.** Play tic-tac-toe on nine boards at once, a game with 81 first moves, and see what the search does where nobody can look at everything.
#
# ## The rules, by playing
# Nine small boards form a big one. Play in any cell. **The cell you choose sends your opponent to the board at that place**: play the top right cell of some board, and
# the reply has to be made in the top right board. If that board is full, any other one will do.
#
# In **mode 1** three in a row on any small board win the game. <span class="with-python">You are X.</span>

# %%
from mctslib.games import SudoTicTacToe
from mctslib.widgets import Play

Play(SudoTicTacToe(mode=1), iterations=500, moves=(36,), seed=1)

# %% [markdown]
# (X has begun in the middle board, top left cell. So O was sent to the top left board. The headline counts the boards from 0, as the program does: board 0 is the top left one.)
#
# ## What this chapter is about
#
# **What you'll learn.** Afterwards you can
# - count, on paper, the ways to play the first two moves, and say why the obvious answer is wrong,
# - measure how wide and how long a game is, and what that means for a search that wants to see all of it,
# - write a **heavy playout**, one that thinks a little, and say when it pays and when it does not,
# - read a tree that is wide and shallow, and one that is narrow and deep.
#
# **What you'll need.** Chapters 04 and 09: the four phases, matches and intervals. &nbsp; **Time:** about 60 minutes.
#
# Two predictions:

# %%
from mctslib.course import predict

first_two = predict("10-first-two")
first_two

# %%
heavy_or_light = predict("10-heavy")
heavy_or_light

# %% [markdown]
# ## A number for every cell
# In the program the boards are numbered 0 to 8, row by row, and so are the cells of each. The action is 9 · board + cell. So action 36 is board 4, cell 0:

# %%
state = SudoTicTacToe(mode=1).apply(36)
state.legal_actions()

# %% [markdown]
# The first nine numbers: all of board 0, nothing else.
#
# ### Exercise 1: where to?
# Write `sent_to(action)`, the number of the board to which the opponent is sent, and `action_at(row, column)`, the action whose cell is drawn
# in that row and column of the big 9 × 9 square, both counted from 0.


# %% tags=["exercise"]
# hint: The cell is the remainder `action % 9`. For the second: the board stands in row `row // 3` and column `column // 3` of boards; inside it, the cell is in row `row % 3`, column `column % 3`.
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
# **On paper.** There are 81 first moves. Each sends O to a board with nine cells. So is it 81 · 9 = 729 ways to play the first two moves? Count again: what if X plays
# cell 4 *of board 4*? Then O is sent to the board in which X has just taken a cell, and there are eight left. That happens for 9 of the 81 first moves: 72 · 9 + 9 · 8.
# `perft` counts the ways to play so many moves:

# %%
from mctslib.checks import perft

ways = [perft(SudoTicTacToe(mode=1), moves) for moves in (1, 2, 3)]
ways

# %%
from mctslib.course import score_prediction

score_prediction(
    first_two, ways[1], "Nine first moves send O to the board that X has just played in."
)

# %% [markdown]
# If you copy a number, you do not notice such a slip. If you count from the rules, as `perft` does, you find it at once.
#
# ## How wide, how long?
# Let random games tell. The **branching factor** is the mean number of legal actions at a turn.
#
# ### Exercise 2: measure it
# `shape(state, rng)` plays one random game from `state` and returns two numbers: how many moves it took, and the *sum* of the numbers of legal
# actions met on the way. (Sums can be added up over many games; means cannot.) Draw each move with `rng`, all legal actions being equally likely, for
# example by `uniform(state, rng)`.

# %% tags=["exercise"]
# hint: A loop as in chapter 00. In each turn add 1 to the moves and `len(state.legal_actions())` to the sum, before you apply `uniform(state, rng)`.
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
from mctslib.course.ch10 import check_shape, shape as ours

check_shape(shape)

# %% [markdown]
# 300 games of each mode, with our version. In **mode 2** a small board that is won is closed, as if it were full, and three small boards in a row win the game. (If nobody gets there, it is a draw.) It is also known as ultimate tic-tac-toe.

# %%
import random


def measure(mode, games=300):
    """Mean length and branching factor of random games."""
    rng = random.Random(0)
    played = [ours(SudoTicTacToe(mode), rng) for _ in range(games)]
    moves, choices = (sum(column) for column in zip(*played))
    return moves / games, choices / moves


# %%
lengths, branching = zip(measure(1), measure(2))
for mode in (1, 2):
    print(f"mode {mode}: {lengths[mode - 1]:.1f} moves, {branching[mode - 1]:.1f} choices a move")

# %% [markdown]
# In mode 2 a random game takes about 59 moves with about nine choices each. If all games were like that, there would be nine to the power of 59, a number of 57 digits. A computer that looks at
# a million positions a second would need longer than the universe is old, many times over. That is why **minimax**, which wants to see every line to its end, gives up here.

# %%
digits = len(str(round(branching[1]) ** round(lengths[1])))
digits

# %% [markdown]
# ## When minimax does not give up
# Near the end it is another story. Here are 39 moves of a game in mode 2; some boards are won, by the large marks, and closed. The grey cells may be played:

# %%
line = [0, 1, 9, 4, 36, 7, 70, 71, 79, 67, 43, 63, 20, 21, 31, 40, 37, 13, 38, 23]
line += [49, 22, 10, 14, 52, 55, 11, 50, 46, 30, 29, 27, 32, 33, 58, 78, 59, 72, 57]
near_the_end = SudoTicTacToe(mode=2)
for action in line:
    near_the_end = near_the_end.apply(action)
near_the_end

# %% [markdown]
# From here the *whole* rest of the game is a few hundred lines of play, at most six moves long. `value`, a minimax, looks at all of them:

# %%
from mctslib.oracle import optimal_actions, value

lines = [perft(near_the_end, moves) for moves in range(1, 7)]
lines, value(near_the_end), len(optimal_actions(near_the_end))

# %% [markdown]
# A draw whatever O plays. That took 183 positions. One move earlier over 50,000 can come up; three moves earlier `value` counts for a minute or so, and then refuses: over a million. That wall is
# what MCTS was made for: it gives an answer after *any* number of iterations, and mostly a better one after more.

# %%
from mctslib.course import checkpoint

checkpoint("10-minimax")

# %% [markdown]
# ## What the engine does in a second
# A computer of today does thousands of iterations of this game in a second, even in plain Python. (How many on yours? `search(SudoTicTacToe(2), Limit(seconds=1)).root.visits`
# in a cell of your own tells.) Take 5,000, from the empty board:

# %%
from mctslib import Limit, search

opening = search(SudoTicTacToe(mode=2), 5000, seed=0)
visits = sorted((child.visits for child in opening.root.children.values()), reverse=True)
visits[:5], visits[-5:]

# %% [markdown]
# 81 moves share 5,000 visits. The favourite has 117, some move has 20; the tree is a carpet: its nodes lie, on average, not quite three moves below the root. Now a position in which one is sent to one board, the grey one:

# %%
rng, middle = random.Random(1), SudoTicTacToe(mode=2)
for _ in range(24):
    middle = middle.apply(uniform(middle, rng))
middle

# %%
narrow = search(middle, 5000, seed=0)
print(narrow.table())

# %% [markdown]
# The same 5,000 iterations on nine moves. `depths` tells how far from the root the nodes are. The means differ by about one and a half moves, and every move deeper costs a factor of about nine.


# %%
def depths(node, depth=0):
    """The depth of every node below, the root's being 0."""
    below = (d for child in node.children.values() for d in depths(child, depth + 1))
    return [depth, *below]


# %%
from statistics import mean

wide, deep = mean(depths(opening.root)), mean(depths(narrow.root))
round(wide, 2), round(deep, 2), max(depths(opening.root)), max(depths(narrow.root))

# %% [markdown]
# ## Playouts that think
# In mode 1 you win at once if you may play on a board where you have two in a row and the third cell is free. Random playouts walk past that all the time: is their opinion worth anything? A **heavy
# playout** looks one move ahead. First half of it: take a win if there is one.
#
# ### Exercise 3: win at once, else random
# Write the rollout policy `greedy(state, rng)`: an action that wins the game at once for the player to move, the first one if there are several; else
# a random one, by `uniform`. It should work for *any* game.


# %% tags=["exercise"]
# hint: For each action look at `after = state.apply(action)`. It is a win if `after.is_terminal()` and `after.rewards()[state.current_player] == 1`. Remember whose reward it is: the player to move *before*.
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
# The library's `blocking` does the other half as well: win at once; else avoid what lets the opponent win at once; else random. Games of mode 1 played like that are longer, as nobody
# throws them away in one move:

# %%
from mctslib import blocking, simulate


def mean_length(policy, mode, games=100):
    rng = random.Random(0)
    return mean(len(simulate(SudoTicTacToe(mode), rng, policy).actions) for _ in range(games))


light_length, heavy_length = mean_length(uniform, 1), mean_length(blocking, 1)
light_length, heavy_length

# %% [markdown]
# Does it make the search stronger? That depends on what you hold equal. Heavy playouts are slower; the numbers below come from a script (`python -m tests.bench.heavy`) that played each match at equal
# *iterations*, and again with as many more iterations for the light side as the heavy one's time was worth.

# %%
from mctslib.course import measured


def by_game(name):
    """What a script has measured, game by game."""
    return {row["game"]: row for row in measured(name)["rows"]}


rows = by_game("ch10/heavy_playouts")
for game, row in rows.items():
    slowdown = f"a heavy iteration takes {row['slowdown']} times as long"
    print(f"{game:16} {row['games']} games a match, {slowdown}")

# %%
from mctslib.arena import Tally
from mctslib.course.plots import match_bars, picture


def tallies(what):
    """The heavy side's results, game by game."""
    return {game: Tally(**row[what]) for game, row in rows.items()}


ax = match_bars(
    tallies("equal iterations"), title="Heavy against light playouts, 200 iterations a move each"
)
picture(ax)

# %%
ax = match_bars(tallies("equal time"), title="Heavy (200 iterations) against light, at equal time")
picture(ax)

# %% [markdown]
# A draw counts half. So the score of the heavy side, with its 95 % interval (chapter 09):


# %%
def who_is_ahead(tally):
    low, high = tally.score_interval()
    if low > 1 / 2:
        return "heavy"
    return "light" if high < 1 / 2 else "neither, clearly"


def score_in_words(tally):
    low, high = tally.score_interval()
    return f"{tally.score:.0%} ({low:.0%} to {high:.0%}): {who_is_ahead(tally)}"


for what in ("equal iterations", "equal time"):
    for game, tally in tallies(what).items():
        print(f"{what:16}  {game:16} {score_in_words(tally)}")

# %% [markdown]
# - **Mode 1** and **Connect Four**, at equal iterations: the thoughtful playouts win by far. Where one row decides, a playout that overlooks rows says little. But a heavy iteration takes nearly
#   eight times as long here, and at equal time the advantage is gone: 200 games cannot tell the two apart.
# - **Tic-tac-toe 3×3**: mostly draws, and then this interval is wider than it need be (chapter 09). Look at the 58 games with a winner: heavy won 42 of them, clearly more than half. At equal time it won 16 of 32.
# - **Mode 2**: no clear help even at equal iterations, and at equal time a disaster. The move that wins the whole game comes up only near the end, so for most of the playout `blocking` looks ahead for nothing.
#
# A quick opinion, asked for many times over, is hard to beat.

# %%
outcome = who_is_ahead(tallies("equal time")["sudo, mode 1"])
score_prediction(
    heavy_or_light, outcome, "Thinking costs time, and the light side used it for more playouts."
)

# %%
checkpoint("10-heavy")

# %% [markdown]
# ## Keep the tree?
# After both sides have moved, the part of the tree below those two moves is still true. Why not go on with it? `MCTSPlayer` does, unless you
# say `reuse=False`. A script (`python -m tests.bench.reuse`) has played keeping against forgetting, 200 iterations a move, and counted the visits that were saved:

# %%
reuse = by_game("ch10/tree_reuse")
for game, row in reuse.items():
    print(f"{game:16} begins a search with {row['kept']:4} visits of the last one, on average")

# %%
ax = match_bars(
    {game: Tally(row["wins"], row["draws"], row["losses"]) for game, row in reuse.items()},
    title="Tree kept against tree forgotten, 200 iterations a move each",
)
picture(ax)

# %% [markdown]
# An honest disappointment: in none of the four games can these 200 games tell the two apart. A search of 200 iterations
# began with only 8 to 27 visits on average: those of all the other moves and replies are lost. It costs next to nothing, so we keep the tree; but do not expect wonders.
#
# ## Ten levels
# How strong is "level 6"? A level is a number of iterations and nothing else, and what it is worth has been *measured*: by a script (`python -m tests.bench.levels`), whose counts the library keeps. Each level played 400 games
# of 3×3 tic-tac-toe against random and 400 against perfect play (level 10: 1,000), and 200 games of Connect Four against the next level:

# %%
from mctslib.arena import ITERATIONS, strengths
from mctslib.course.ch10 import levels_table

levels = strengths()
print(levels_table(levels))

# %%
rungs = [row for row in levels if "level" in row.against and row.game == "Connect Four"]
steps = {f"{row.level} against {row.against[6:]}": row.tally for row in rungs}
ax = match_bars(steps, title="Connect Four: each level against the next, 200 games")
picture(ax)

# %% [markdown]
# In Connect Four each step is a real one: every interval lies below one half. In 3×3 tic-tac-toe levels 8 and 9 drew all their games against the next, and yet level 8 is not perfect:
# it lost 10 of 400 games to perfect play, 2.5 % (interval 1.4 to 4.5 %). Level 9 lost none of 400, level 10, with 10,000 iterations, none of 1,000: shares up to 1 % and 0.4 % fit. Level 1, with 2 iterations, lost 25 % of its games to *random* (21 to 29 %): a child can beat it.
#
# ## Play mode 2
# Three boards in a row win. <span class="with-python">Switch the engine's strength, let it play against itself, take moves back.</span>

# %%
Play(SudoTicTacToe(mode=2), level=6, moves=(40, 36), seed=2)

# %% [markdown]
# ## In practice
# - Real engines make heavy playouts *cheap*: patterns from a table, counted in machine code. In Go that was the step from weak to strong (Gelly et al., 2006). Then the answer at equal time can turn round.
# - Heavy must not mean *always the same*: a playout that leaves nothing to chance repeats its mistake in all playouts. So `blocking` stays random wherever it sees no win and no threat.
# - A wide opening is often taken from a book, or narrowed by symmetry: of the 81 first moves only 15 are different, if you may turn and mirror the whole board.
#
# ## Further reading
# - S. Gelly, Y. Wang, R. Munos, O. Teytaud, *Modification of UCT with Patterns in Monte-Carlo Go* (2006), playouts that answer the last move by small patterns.
# - D. Silver and G. Tesauro, *Monte-Carlo Simulation Balancing* (2009): a stronger playout policy can make a weaker search.
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
from mctslib.course.ch10 import action_at as ours_at

start = SudoTicTacToe(mode=1)
cells = [len(start.apply(action).legal_actions()) for action in start.legal_actions()]
claim("81 first moves", ways[0])
claim("81 · 9 = 729", ways[0], max(cells), ways[0] * max(cells))
how_often = cells.count(8), len(cells), cells.count(9), 9, cells.count(8), 8
claim("That happens for 9 of the 81 first moves: 72 · 9 + 9 · 8", *how_often)
claim("there are eight left", min(cells))
claim("So action 36 is board 4, cell 0", ours_at(3, 3), ours_at(3, 3) // 9, ours_at(3, 3) % 9)
assert state.legal_actions() == tuple(range(9)) and ways[1] == sum(cells)

# %%
from itertools import islice

from mctslib.oracle import positions

earlier = SudoTicTacToe(mode=2)
for action in line[:-1]:
    earlier = earlier.apply(action)
claim(
    "One move earlier over 50,000 can come up", sum(1 for _ in islice(positions(earlier), 50_000))
)
claim(
    "a random game takes about 59 moves with about nine choices each",
    lengths[1],
    round(branching[1]),
)
claim(
    "nine to the power of 59, a number of 57 digits", round(branching[1]), round(lengths[1]), digits
)
assert 100 < sum(lines) < 1000  # "a few hundred lines of play"
assert (
    max(moves for moves, count in enumerate(lines, 1) if count) == 6 and perft(near_the_end, 7) == 0
)
claim("That took 183 positions", sum(1 for _ in positions(near_the_end)))
assert value(near_the_end) == 1 / 2
assert set(optimal_actions(near_the_end)) == set(near_the_end.legal_actions())
claim("Here are 39 moves of a game", len(line))

# %%
shares = len(visits), opening.root.visits, visits[0], visits[-1]
claim("81 moves share 5,000 visits. The favourite has 117, some move has 20", *shares)
claim("The same 5,000 iterations on nine moves", narrow.root.visits, len(middle.legal_actions()))
assert 1.25 < deep - wide < 1.75  # "about one and a half moves"
assert 2.5 < wide < 3.2 and heavy_length > light_length


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
claim("of the 81 first moves only 15 are different", len(visits), len(classes))

# %%
from mctslib.arena import wilson

heavy, light = tallies("equal iterations"), tallies("equal time")
verdicts = {game: (who_is_ahead(heavy[game]), who_is_ahead(light[game])) for game in rows}
neither = "neither, clearly"
assert verdicts["sudo, mode 1"] == verdicts["Connect Four"] == ("heavy", neither)
assert verdicts["sudo, mode 2"] == (neither, "light")
claim("eight times as long", round(rows["sudo, mode 1"]["slowdown"]))
wins, losses = heavy["tic-tac-toe 3×3"].wins, heavy["tic-tac-toe 3×3"].losses
claim("Look at the 58 games with a winner: heavy won 42 of them", wins + losses, wins)
assert wilson(wins, wins + losses)[0] > 1 / 2
claim("it won 16 of 32", (even := light["tic-tac-toe 3×3"]).wins, even.wins + even.losses)
claim("200 games cannot tell", rows["sudo, mode 1"]["games"])
claim("200 iterations a move, and counted", reuse["Connect Four"]["iterations"])

# %%
kept = [row["kept"] for row in reuse.values()]
claim("games can these 200 games tell", reuse["Connect Four"]["games"])
assert all(
    who_is_ahead(Tally(row["wins"], row["draws"], row["losses"])) == neither
    for row in reuse.values()
)
claim("A search of 200 iterations", reuse["Connect Four"]["iterations"])
claim("began with only 8 to 27 visits on average", min(kept), max(kept))

# %%
against = {(row.level, row.against): row.tally for row in levels if row.game != "Connect Four"}
lost = {level: against[level, "perfect"] for level in (8, 9, 10)}
claim(
    "lost 10 of 400 games to perfect play, 2.5 % (interval 1.4 to 4.5 %)",
    lost[8].losses,
    lost[8].games,
    lost[8].losses / lost[8].games,
    *lost[8].interval("losses"),
)
claim(
    "Level 9 lost none of 400, level 10, with 10,000 iterations, none of 1,000",
    9,
    lost[9].games,
    len(ITERATIONS),
    ITERATIONS[-1],
    lost[10].games,
)
claim("up to 1 % and 0.4 % fit", lost[9].interval("losses")[1], lost[10].interval("losses")[1])
assert lost[9].losses == lost[10].losses == 0
beaten = against[1, "random"]
claim(
    "Level 1, with 2 iterations, lost 25 % of its games to *random* (21 to 29 %)",
    levels[0].level,
    ITERATIONS[0],
    beaten.losses / beaten.games,
    *beaten.interval("losses"),
)
claim("Each level played 400 games", against[1, "random"].games)
sizes = (
    against[9, "perfect"].games,
    len(ITERATIONS),
    against[10, "perfect"].games,
    steps["1 against 2"].games,
)
claim("400 against perfect play (level 10: 1,000), and 200 games", *sizes)
assert all(tally.score_interval()[1] < 1 / 2 for tally in steps.values())
claim("levels 8 and 9 drew all their games", len(ITERATIONS) - 2, len(ITERATIONS) - 1)
assert all(against[n, f"level {n + 1}"].draws == against[n, f"level {n + 1}"].games for n in (8, 9))
