# %% [markdown]
# # 12 · Grow up: Connect Four, and speed
#
# **What you'll do.** Make the search many times faster, one step at a time, and check at each step that it is still the same search.
#
# **What you'll learn.** Afterwards you can
# - say *on paper* how much a faster part makes the whole faster,
# - read a profile, and find the line that is worth changing,
# - store a board in two integers and test four in a row with shifts,
# - show that a fast engine does exactly what a slow one does,
# - compare searches at equal time.
#
# **What you'll need.** The four phases (chapter 04), intervals (chapter 09). &nbsp; **Time:** about 80 minutes, and 40 for an optional second half.
#
# ## Predict first
# In **Connect Four** a disc is dropped into one of seven columns and falls to the lowest free place. Four in a row, in any direction, win.

# %%
from mctslib.course import budget, checkpoint, predict, score_prediction, summary

hundred = predict("12-hundred")
hundred

# %%
equal = predict("12-equal")
equal

# %% [markdown]
# ## The game, as one would write it first
# Forty-two cells in a tuple, row by row from the bottom. To see whether somebody has won, look along every line of four.


# %%
def line(column, row, across, up):
    """The four cells that begin here and go in this direction; None if they leave the board."""
    inside = 0 <= column + 3 * across < 7 and row + 3 * up < 6
    return [7 * (row + n * up) + column + n * across for n in range(4)] if inside else None


ways = [(1, 0), (0, 1), (1, 1), (-1, 1)]
starts = [(column, row, *way) for row in range(6) for column in range(7) for way in ways]
LINES = [line(*start) for start in starts if line(*start)]
len(LINES), LINES[0]

# %% [markdown]
# What all our versions share. A win belongs to whoever moved last:


# %%
class Shared:
    num_players = 2

    def legal_actions(self):
        return self.actions

    def is_terminal(self):
        return not self.legal_actions()

    def rewards(self):
        if not self.won:
            return (0.5, 0.5)
        return (0.0, 1.0) if self.current_player == 0 else (1.0, 0.0)


# %% [markdown]
# Version 1, **objects**, with no thought of speed. `won` asks about the player who has just moved:


# %%
class Objects(Shared):
    def __init__(self, cells=(" ",) * 42, current_player=0):
        self.cells, self.current_player = cells, current_player

    @property
    def won(self):
        return any(all(self.cells[k] == "OX"[self.current_player] for k in line) for line in LINES)

    @property
    def actions(self):
        return () if self.won else tuple(c for c in range(7) if self.cells[35 + c] == " ")

    def apply(self, column):
        place = next(k for k in range(column, 42, 7) if self.cells[k] == " ")
        cells = (*self.cells[:place], "XO"[self.current_player], *self.cells[place + 1 :])
        return Objects(cells, 1 - self.current_player)


# %% [markdown]
# Is it right? From the same random numbers it must grow the same tree as the library's own `ConnectFour`. `trace` collects each iteration's path, random game and rewards.

# %%
from mctslib import ConnectFour, search
from mctslib.fast.xorshift import Xorshift


def trace_of(start, seed=1, iterations=200, engine=search, **options):
    """What every iteration did, from random numbers that are always the same."""
    trace = []
    engine(start, iterations, seed=Xorshift(seed), trace=trace, **options)
    return trace


reference = trace_of(ConnectFour())


def unchanged(start, **options):
    return trace_of(start, **options) == reference


# %%
unchanged(Objects()), len(reference)

# %% [markdown]
# All 200 records are equal: the moves, and the rewards, which a mere count of moves (`perft`, chapter 11) does not see. We compare again after each step.
#
# ## Where does the time go?
# Do not guess: measure. A **profiler** notes each call of a function and its time. Python brings one:

# %%
import cProfile

from mctslib.course.ch12 import alone, busiest, calls, phase_shares, profile_bars, thread_time

profile = cProfile.Profile(thread_time)  # counts what we compute, not what others do meanwhile
with alone():  # what else this Python has to do can wait
    profile.runcall(search, Objects(), 200, seed=Xorshift(1))
counts = calls(profile)
print({name: counts[name] for name in ("apply", "actions", "won")})
profile_bars(profile, alt="Most is in simulate, and there in the small steps of won.")

# %% [markdown]
# On the left, the phases: most of the time goes into the random games. On the right, the functions, each without those that it calls; `genexpr` are the small steps inside `any` and `all`.
#
# The 200 iterations made 3,885 moves, asked 8,651 times whether somebody had won, and ran more than a million small steps for that. (A profiler slows small functions down most: trust its order, not its digits.)
#
# **On paper**: Imagine a program that spends ¾ of its time in playouts, and you make those three times as fast. Let the whole take time 1. The rest still takes ¼, the playouts now take ¼. Together ½: twice as fast, not three times. This is **Amdahl's law** (Amdahl, 1967).
#
# ### Exercise 1: Amdahl's law


# %% tags=["exercise"]
# hint: The rest takes 1 - share, as before; the part that became faster takes share / factor. The speed-up is the old time, 1, divided by the new time.
def speedup(share, factor):
    """How many times sooner the whole is done if `share` of it (0 to 1) becomes `factor` times faster."""
    # --- solution
    return 1 / ((1 - share) + share / factor)
    # --- end


# %%
from mctslib.course.ch12 import check_speedup

check_speedup(speedup)

# %% [markdown]
# ## Step 1: ask less, store flat
# Only the last disc can complete a line, and at most thirteen lines go through a cell. So ask once, after a move, and only there. The board becomes one **array**: 42 bytes side by side. `THROUGH` has the lines through each cell.

# %%
THROUGH = [[line for line in LINES if cell in line] for cell in range(42)]


def put(cells, column, player):
    """The cells with one disc more, and the place where it landed."""
    cells = bytearray(cells)
    place = next(k for k in range(column, 42, 7) if not cells[k])
    cells[place] = 1 + player
    return bytes(cells), place


def completed(cells, place):
    """Whether a line through this place is full of one mark."""
    return any(cells[a] == cells[b] == cells[c] == cells[d] for a, b, c, d in THROUGH[place])


# %%
class Array(Shared):
    def __init__(self, cells=bytes(42), current_player=0, won=False):
        self.cells, self.current_player, self.won = cells, current_player, won
        self.actions = () if won else tuple(c for c in range(7) if not cells[35 + c])

    def apply(self, column):
        cells, place = put(self.cells, column, self.current_player)
        return Array(cells, 1 - self.current_player, completed(cells, place))


unchanged(Array()), max(map(len, THROUGH))

# %% [markdown]
# We measure all versions after the last step.
#
# ## Step 2: a board in two integers
# An integer is a row of bits, so it can be a **bitboard**: one for each player, a bit set (1, not 0) where they have a disc. The bits have these numbers. A seventh on top of each column stays empty:
#
# ```text
#  5  12  19  26  33  40  47
#  4  11  18  25  32  39  46
#  3  10  17  24  31  38  45
#  2   9  16  23  30  37  44
#  1   8  15  22  29  36  43
#  0   7  14  21  28  35  42
# ```
#
# Python's signs for bits: `a << n` moves all bits up by `n` numbers, `a >> n` down; so `1 << k` has just bit `k` set. `a & b` keeps the bits set in both, `a | b` those set in either. `*` and `+` go before shifts, shifts before `&`, `&` before `|`.
#
# Where does a disc land? If places 21 and 22 are taken, *adding* bit 21 gives bit 23: the carry runs up the filled places and stops at the first free one. In `taken` are the discs of both players.
#
# ### Exercise 2: where does it land?


# %% tags=["exercise"]
# hint: (taken + (1 << 7 * column)) has the carry, and all the other columns too. The six places of the column are 63 << 7 * column: keep only those with &.
def drop(taken, column):
    """The bit of the lowest free place of the column, as an integer; 0 if it is full."""
    # --- solution
    return taken + (1 << 7 * column) & 63 << 7 * column
    # --- end


# %%
from mctslib.course.ch12 import check_drop

check_drop(drop)

# %% [markdown]
# Now four in a row. `bits >> 7` moves all discs one column to the left. So where `pairs = bits & bits >> 7` is set, a disc has a neighbour to its right: a *pair* begins there. Four in a row are two pairs, two steps apart: `pairs & pairs >> 14`. All level lines at once! The other directions have other steps; look at the numbers above. The empty seventh bit keeps lines from going round an edge.
#
# ### Exercise 3: four in a row


# %% tags=["exercise"]
# hint: Upright neighbours differ by 1, level ones by 7, slanting ones by 6 and 8. For each step: pairs = bits & bits >> step; four in a row if pairs & pairs >> 2 * step is not 0. Return True or False.
def wins(bits):
    """Whether these discs, of one player, hold four in a row."""
    # --- solution
    for step in (1, 6, 7, 8):
        pairs = bits & bits >> step
        if pairs & pairs >> 2 * step:
            return True
    return False
    # --- end


# %%
from mctslib.course.ch12 import check_wins

verdict = check_wins(wins)
verdict

# %% [markdown]
# Version 3, with both tricks. If your `wins` has passed, it is the `test` from here on; else ours is. `discs` holds the discs of the player to move, `other_discs` those of the opponent; a column is full when its sixth place, bit `7 * c + 5`, is taken:


# %%
def land(taken, column):
    return taken + (1 << 7 * column) & 63 << 7 * column


def four(bits):
    found = 0
    for step in (1, 6, 7, 8):
        found |= bits & bits >> step & bits >> 2 * step & bits >> 3 * step
    return found > 0


test = wins if verdict else four


# %%
class Bits(Shared):
    def __init__(self, discs=0, other_discs=0, current_player=0, won=False):
        self.discs, self.other_discs = discs, other_discs
        self.current_player, self.won = current_player, won
        self.actions = (
            () if won else tuple(c for c in range(7) if not (discs | other_discs) >> 7 * c + 5 & 1)
        )

    def apply(self, column):
        discs = self.discs | land(self.discs | self.other_discs, column)
        return Bits(self.other_discs, discs, 1 - self.current_player, test(discs))


# %%
unchanged(Bits())

# %% [markdown]
# ## Step 3: no objects on the way
# A playout throws its positions away. Why make an object for each? `search` takes a phase of our own (chapter 04):

# %%
from mctslib import Phases
from mctslib.tree import Playout


def in_place(state, rng, policy):
    """A random game without an object for each position."""
    discs, other_discs = state.discs, state.other_discs
    player, won = state.current_player, state.won
    columns, played = list(state.actions), []
    while columns:
        column = columns[int(rng.random() * len(columns))]
        played.append(column)
        bit = land(discs | other_discs, column)
        won = test(discs | bit)
        if won:
            columns = []
        elif bit >> 7 * column + 5:
            columns.remove(column)
        discs, other_discs, player = other_discs, discs | bit, 1 - player
    return Playout(
        tuple(played), ((0.0, 1.0) if player == 0 else (1.0, 0.0)) if won else (0.5, 0.5)
    )


# %%
faster_playout = Phases(simulate=in_place)
unchanged(Bits(), phases=faster_playout)

# %% [markdown]
# ## Step 4: compile it
# At every operation Python asks anew what these things are and how to add them. A **compiler** settles that once and leaves machine code. **numba** (Lam, Pitrou and Seibert, 2015) compiles Python functions on numbers and arrays when they are first called. So the objects had to go.
#
# `mctslib.fast` is such an engine. Below are its test for one direction and its playout. (`x` is the state of the random numbers; `columns` has a bit for each column that is not full, and `nth` picks one.)

# %%
from importlib.util import find_spec
from pathlib import Path

from mctslib import fast

there = find_spec("numba") is not None
compiled = fast.search if there else search  # without numba the readable engine stands in
source = Path(fast.__file__).with_name("rules.py").read_text(encoding="utf-8")


def excerpt(first, until):
    return source[
        source.index(f"def {first}") : source.index(until, source.index(f"def {first}"))
    ].strip()


print("numba is there." if there else fast.MISSING)
print(excerpt("four_in_a_row", "@part"), excerpt("connect4_playout", "# ---"), sep="\n\n")

# %% [markdown]
# Your two tricks are in there. The tree is an array as well: a node is a column of it.
#
# ## The same search?
# It must be, record by record. 500 iterations by both engines with each of 20 seeds, and the last record of one of them:

# %%
engines = search, compiled
pairs = [[trace_of(ConnectFour(), seed, 500, engine=one) for one in engines] for seed in range(20)]
equal_pairs = sum(readable == from_compiled for readable, from_compiled in pairs)
print(equal_pairs, "of", len(pairs), "are equal")
pairs[3][1][-1]

# %% [markdown]
# 10,000 iterations and not one of them differs. `tests/test_fast_trace.py` asks the same of every game and option.
#
# ## All steps, drawn
# How fast? Count iterations per second of **CPU time**: while the processor worked for us. Each version runs seven times, in turns.

# %%
from functools import partial

versions = {"1 objects": Objects(), "2 one array": Array(), "3 two integers": Bits()}
steps = {name: partial(search, start, 200, seed=1) for name, start in versions.items()}
steps["4 playout in place"] = partial(search, Bits(), 200, seed=1, phases=faster_playout)
steps["the library's, in Python"] = partial(search, ConnectFour(), 200, seed=1)
steps |= {"5 compiled": partial(compiled, ConnectFour(), 30_000, seed=1)} if there else {}

# %%
from mctslib.course.ch12 import each, in_turns, shares, speed_bars

took = in_turns(steps, budget(7, 3, "runs"))
rates = {name: [steps[name].args[1] / seconds for seconds in runs] for name, runs in took.items()}
speed_bars(rates, title="One tree, at different speeds")

# %% [markdown]
# (Thin lines: from the slowest run to the fastest.) Asking less brought most of what Python could give: more than five times. The two integers brought far less, not even twice the speed. Why? Take the moves of the 200 iterations apart:

# %%
from mctslib.course.ch12 import moves_of

arrays, bits = moves_of(reference, Array()), moves_of(reference, Bits())
making = (
    each(Array, [(s.cells, s.current_player) for s, _ in arrays]),
    each(Bits, [(s.discs, s.other_discs, s.current_player) for s, _ in bits]),
)
placing = (
    each(put, [(s.cells, c, s.current_player) for s, c in arrays]),
    each(land, [(s.discs | s.other_discs, c) for s, c in bits]),
)
looking = (
    each(completed, [put(s.cells, c, s.current_player) for s, c in arrays]),
    each(test, [(s.apply(c).other_discs,) for s, c in bits]),
)

# %% tags=["measured"]
from mctslib.course.ch12 import shares_table

parts = shares(
    {
        "place the disc": placing,
        "look for four": looking,
        "make the object": making,
        "all of a move": (steps["2 one array"], steps["3 two integers"]),
    },
    budget(7, 3, "runs"),
)
print(shares_table(parts))

# %% tags=["measured"]
from mctslib.course.ch12 import millisecond

millisecond({name: runs for name, runs in rates.items() if name[0].isdigit()}, parts)

# %%
checkpoint("12-bits")

# %% [markdown]
# On the left the array, on the right the integers; lowest and highest of seven runs, and 100 % is a whole move with the array. The long bar: what each step saves of a millisecond. Below, under the lens, the array and the integers. Placing a disc became several times cheaper; making the object dearer, as shifts now find the columns that are not full. Even if placing and looking cost *nothing*, the array's search would not be three times as fast (Amdahl). So step 3 left out the objects. Compiled, it is more than *ten times* faster than anything in Python here, and more than a hundred times faster than where we began.
#
# ## Play it
# <span class="with-python">Switch the engine in mid-game; watch the speed (now by the clock) and the visits. Can you beat the readable engine with a tenth of a second, and the compiled one with five?</span> Below, what speed buys: a tree of 4,000 iterations, and, compiled, one of a hundred times as many.

# %%
from mctslib.course.ch12 import SpeedPlay

SpeedPlay(seconds=1.0)

# %%
from mctslib.widgets import Atlas

slow, quick = (
    search(ConnectFour(), 4_000, seed=0),
    compiled(ConnectFour(), 400_000 if there else 4_000, seed=0),
)
atlas = Atlas(slow, quick, titles=("in Python", "compiled"))
atlas

# %% [markdown]
# It is 15 deep instead of 6 (with seeds 1 and 2: 15 and 16 instead of 7).
#
# ## Optional: the second half
# *A good place to stop. What follows takes about 40 minutes.*
#
# ## Keep the tree
# After two moves, the part of the tree below them still holds (chapter 10). **Tree reuse** walks down to it, cuts off what is above, and goes on.
#
# ### Exercise 4: the root of the next search
# A child that the tree does not have is made: `Node(node.state.apply(action), node, action)`.

# %% tags=["exercise"]
# hint: For each action: child = node.children.get(action); if it is None, make it; then node = child. At the end node.parent = None, else backpropagation would walk on into the past.
from mctslib import Node


def keep(root, *actions):
    """The node after these actions, cut off from what was above it."""
    # --- solution
    node = root
    for action in actions:
        node = node.children.get(action) or Node(node.state.apply(action), node, action)
    node.parent = None
    return node
    # --- end


# %%
from mctslib.course.ch12 import check_keep

check_keep(keep)

# %% [markdown]
# Chapter 10 has measured what that is worth.
#
# ## What do more iterations buy?
# Speed is not strength. A hundred times more iterations, 40 games, sides swapped:

# %%
from mctslib.arena import MCTSPlayer, match

many, games = budget(10_000, 2_000, "iterations"), budget(40, 20, "games")
players = MCTSPlayer(many, reuse=False), MCTSPlayer(many // 100, reuse=False)

# %%
duel = match(*players, games, state=ConnectFour(), progress=False)
print(duel)
score_prediction(hundred, duel.losses, "The interval is the honest part of the answer.", within=1)

# %% [markdown]
# Zero is not "never": the interval allows up to 9 %. And one factor of ten? A script (`python -m tests.bench.connect_four`) has played 40 games each. The score counts a draw as half a win; its 95 % interval follows:

# %%
from mctslib.course import measured, plots
from mctslib.course.ch12 import matches_of_iterations, scores_table

rows = measured("ch12/connect_four")["rows"]
steps = matches_of_iterations(rows)
print(scores_table(steps))
plots.picture(plots.match_bars(steps, title="Ten times more iterations, 40 games each"))

# %% [markdown]
# Each factor of ten wins: every interval lies above one half.
#
# ## Alpha-beta, at equal time
# **Alpha-beta** is minimax that leaves a position once it is clear that the opponent would not let it come up (Knuth and Moore, 1975). `low` and `high` are what the player to move, and the opponent, are sure of elsewhere. As it cannot see the end, it stops `depth` moves ahead and guesses. With `alphabeta.WIN + depth` a sooner win is worth more:

# %%
from math import inf

from mctslib.course.ch12 import alphabeta


def alpha_beta(state, depth, low=-inf, high=inf):
    """Worth for the player to move, so many moves looked ahead."""
    if state.is_terminal():
        return (2 * state.rewards()[state.current_player] - 1) * (alphabeta.WIN + depth)
    if depth == 0:
        return alphabeta.open_lines(state)
    best = -inf
    for action in state.legal_actions():
        best = max(best, -alpha_beta(state.apply(action), depth - 1, -high, -max(low, best)))
        if best >= high:
            break
    return best


# %% [markdown]
# What is good for one player is as bad for the other, hence the minus signs. `alphabeta.open_lines` is the guess: points for lines that I can still fill, minus yours. The library's version tries middle columns first.
#
# With a clock it searches one move deep, then two, then three, and plays the best move of the last depth that it finished (**iterative deepening**). `AlphaBetaPlayer(seconds)` does that. Now all three of chapter 08 at *equal time*, 0.05 seconds a move. (MCTS that selects by UCB1 is called UCT; *flat* is flat Monte Carlo.) UCT and alpha-beta played 100 games, the others 40, two at a time from the same random opening:

# %%
from IPython.display import display

from mctslib.course.ch12 import matches_at_equal_time, stronger

matches = matches_at_equal_time(rows)
print(scores_table(matches))
display(plots.picture(plots.match_bars(matches, title="The same CPU time a move")))

fight = matches["UCT against alpha-beta"]
winner = stronger(fight, "MCTS", "alpha-beta")
score_prediction(equal, winner, "In a game of sharp threats it pays to overlook no reply.")

# %% [markdown]
# At equal time and in the same language alpha-beta beats MCTS here, and both beat flat Monte Carlo. Connect Four is full of threats: one overlooked reply loses, and alpha-beta overlooks none within its depth. And it was told more: its guess was made for this game; MCTS knows only the rules. (In Go nobody had so good a guess, and there MCTS won.)
#
# The last row, which MCTS wins, is *not* fair: compiled against Python.

# %%
checkpoint("12-time")

# %% [markdown]
# ## In practice
# - **Transposition tables.** Different orders of moves lead to the same position. Engines keep a table of positions, found by a number mixed from the discs (a *hash*; Zobrist, 1970), and search each once. In MCTS the tree becomes a graph, whose statistics need care (Childs, Brodeur and Kocsis, 2008).
# - **Memory.** A node of the compiled tree takes 24 bytes, a `Node` with its state hundreds. `Limit(nodes=…)` sets a bound.
#
# ## Further reading
# - G. Amdahl, *Validity of the single processor approach to achieving large scale computing capabilities* (1967).
# - D. Knuth and R. Moore, *An analysis of alpha-beta pruning* (1975): how much it can skip.
# - V. Allis, *A knowledge-based approach of Connect-Four* (1988): the first player wins, and the rules that prove it.
# - S. K. Lam, A. Pitrou, S. Seibert, *Numba: a LLVM-based Python JIT compiler* (2015).
# - A. Zobrist, *A new hashing method with application for game playing* (1970).
# - B. Childs, J. Brodeur, L. Kocsis, *Transpositions and move groups in Monte Carlo tree search* (2008).
#
# **Next:** [13 · Prove it](13_prove_it.ipynb).

# %%
summary("12")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from statistics import median

from mctslib.course import in_full
from mctslib.course.ch12 import amdahl

small = sum(busiest(profile, len(counts))[name] for name in ("genexpr", "any", "all"))
assert phase_shares(profile)["simulate"] > 0.7 and small > 0.5
assert counts["genexpr"] > 1_000_000
claim(
    "The 200 iterations made 3,885 moves, asked 8,651 times",
    len(reference),
    counts["apply"],
    counts["won"],
)
new_time, rest = 1 / amdahl(3 / 4, 3), 1 / amdahl(3 / 4, float("inf"))
claim("still takes ¼, the playouts now take ¼. Together ½", rest, new_time - rest, new_time)
claim("at most thirteen lines go through a cell", max(map(len, THROUGH)))
lands = (1 << 21 | 1 << 22) + (1 << 21)
claim(
    "If places 21 and 22 are taken, *adding* bit 21 gives bit 23",
    21,
    22,
    21,
    lands.bit_length() - 1,
)
assert duel.interval("wins")[0] > duel.interval("losses")[1]
if in_full():
    claim("allows up to 9 %", duel.interval("losses")[1])
claim("a tree of 4,000 iterations", slow.iterations)
if there:
    others = {
        s: Atlas(*(compiled(ConnectFour(), n, seed=s) for n in (4_000, 400_000))).depths
        for s in (1, 2)
    }
    claim("It is 15 deep instead of 6", *reversed(atlas.depths))
    claim(
        "with seeds 1 and 2: 15 and 16 instead of 7",
        *others,
        *(d for _, d in others.values()),
        *{d for d, _ in others.values()},
    )
    assert quick.iterations == 100 * slow.iterations

# %%
assert all(readable == from_compiled for readable, from_compiled in pairs)
claim("10,000 iterations and not one", sum(len(from_compiled) for _, from_compiled in pairs))
middle = {name: median(all_seven) for name, all_seven in rates.items()}
python = [pace for name, pace in middle.items() if name != "5 compiled"]
assert (
    middle["2 one array"] > 5 * middle["1 objects"]
    and middle["3 two integers"] < 2 * middle["2 one array"]
)
assert (
    middle["2 one array"] / middle["1 objects"] > max(python) / middle["2 one array"]
)  # "most of what Python could"
assert not there or middle["5 compiled"] > max(10 * max(python), 100 * middle["1 objects"])

# %%
placed, looked, made, _ = (
    [found[0] for found in both] for both in parts.values()
)  # the least disturbed run
assert placed[0] > 2 * placed[1] and made[0] < made[1]  # "several times cheaper", "dearer"
assert amdahl(placed[0] + looked[0], inf) < 3
assert alpha_beta(ConnectFour(), 5) == alphabeta.alpha_beta(ConnectFour(), 5)
root = search(ConnectFour(), 1).root
assert sum(part.__sizeof__() for part in (root, root.children, root.state)) > (
    200 if in_full() else 100
)
claim("has played 40 games each", *{tally.games for tally in steps.values()})
assert all(tally.score_interval()[0] > 1 / 2 for tally in steps.values())

# %%
timed = [row for row in rows if row["kind"] == "time"]
claim("0.05 seconds a move", *{row["seconds"] for row in timed})
claim("played 100 games, the others 40", fight.games, *{row["games"] for row in timed[1:]})
scores = {name: tally.score_interval() for name, tally in matches.items()}
assert scores["UCT against alpha-beta"][1] < 1 / 2 < scores["UCT, compiled against alpha-beta"][0]
assert min(scores["UCT against flat"][0], scores["alpha-beta against flat"][0]) > 1 / 2
if there:
    from mctslib.fast.tree import BYTES_A_NODE

    claim("takes 24 bytes", BYTES_A_NODE)
