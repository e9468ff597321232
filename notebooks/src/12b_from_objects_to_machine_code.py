# %% [markdown]
# # 12b · From objects to machine code
#
# **What you'll do.** You make a search faster, one step at a time. After each step you check that the faster program still does the same search.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* compute how much faster a program becomes if one part of it becomes faster,
# - read a profile, and find the line that is worth changing,
# - store a board in two integers, and find four in a row with shifts,
# - show that a fast engine does exactly what a slow engine does,
# - say what a second of search is worth.
#
# **What you'll need.** Chapter 12. &nbsp; **Time:** about 75 minutes.

# %% [markdown]
# ## Two engines
# You can play the game below against two engines, which grow the same kind of tree. One engine is plain Python, and the other is compiled to machine code. <span
# class="with-python">Change the engine at any time, and compare how many iterations the two engines make.</span>

# %%
from mctslib.course.ch12b import SpeedPlay

SpeedPlay(seconds=1.0)

# %% [markdown]
# ## Two predictions
# Guess before you go on.

# %%
from mctslib.course import budget, checkpoint, predict, score_prediction, summary

amdahl_guess = predict("12b-amdahl")
amdahl_guess

# %%
steps_guess = predict("12b-steps")
steps_guess

# %% [markdown]
# ## A simple version of the game
# We begin with the simplest program. The board is a tuple of 42 cells, row by row from the bottom. `LINES` contains all lines of four cells. The next cell prints the number of lines and the first line.
#
# The library's class `Shared` has the members that are the same in all versions of the program: `legal_actions`, `is_terminal` and `rewards`. Each version adds
# two members. `actions` contains the columns that are not full, and is empty after a win. `won` says whether the player who has just moved has four in a row.

# %%
from mctslib.course.ch12b import LINES, Shared


def placed(cells, column, mark):
    place = next(k for k in range(column, 42, 7) if cells[k] == " ")
    return (*cells[:place], mark, *cells[place + 1 :])


len(LINES), LINES[0]

# %% [markdown]
# The next cell is version 1, **objects**. It looks along all 69 lines each time its member `won` is used.


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
        mark = "XO"[self.current_player]
        return Objects(placed(self.cells, column, mark), 1 - self.current_player)


# %% [markdown]
# Are these rules the same as the library's? We let the search grow a tree with `Objects`, and another tree with the library's `ConnectFour`, from
# the same random numbers. The two trees must be identical. `trace_of` returns a record of each iteration: its path, its random game and the rewards.
# The next cell compares 200 records.

# %%
from mctslib import ConnectFour, search
from mctslib.course.ch12b import trace_of

reference = trace_of(ConnectFour())
trace_of(Objects()) == reference, len(reference)

# %% [markdown]
# All 200 records are equal. Counting moves with `perft` (chapter 11) would not reveal a mistake in the rewards, but this comparison does. We repeat this
# comparison after each step.
#
# ## Where does the time go?
# Before you change anything, measure which part is slow. A **profiler** records how often each function is called and how much time it takes. The next
# cell prints how often three functions were called. The picture below shows the profile of the search with `Objects`: on the left the four phases,
# and on the right the functions, each without the time of the functions that it calls.

# %%
from mctslib.course.ch12b import calls, profile_bars, profile_of

profile = profile_of(search, Objects(), 200)
counts = calls(profile)
print({name: counts[name] for name in ("apply", "actions", "won")})
profile_bars(
    profile, alt="Most of the time goes into simulate, and there into the small steps of won."
)

# %% [markdown]
# Most of the time goes into the random games. The bar `genexpr` represents the small steps inside `any` and `all`. The 200 iterations made 3,885
# moves and tested 8,729 times whether the last move had won. These tests took more than a million small steps. A profiler slows down small functions the most, so the order of the bars is more reliable than their lengths.
#
# **On paper.** Suppose that a program spends three quarters of its time on playouts, and that you make the playouts three times as fast. How long does the program take now?
#
# Say that the program took 1 second. The playouts took ¾ of this second, and now they take ¼. The rest still takes ¼. In total, the program takes ½ second, so it is twice as fast, not three times as fast. This is **Amdahl's law** (Amdahl, 1967).

# %%
why = "The part that was not made faster sets the limit."
score_prediction(amdahl_guess, "twice", why)

# %% [markdown]
# ### Exercise 1: Amdahl's law
# Write `speedup(share, factor)`. One part of a program takes the share `share` of the program's time, a number from 0 to 1, and this part becomes `factor` times as fast.
# Return how many times as fast the whole program becomes. In the example above, `speedup(0.75, 3)` is 2.


# %% tags=["exercise"]
# hint: The rest takes 1 - share, as before. The part that became faster takes share / factor. The speed-up is the old time, 1, divided by the new time.
def speedup(share, factor):
    # --- solution
    return 1 / ((1 - share) + share / factor)
    # --- end


# %%
from mctslib.course.ch12b import check_speedup

check_speedup(speedup)

# %% [markdown]
# ## Step 1: test fewer lines, and store the board in one array
# Only the last disc can complete a line, and at most thirteen lines go through a cell. So we test only once, after a move, and we test only these lines.
# The board becomes one **array**: 42 bytes side by side. `THROUGH` contains the lines through each cell.

# %%
THROUGH = [[line for line in LINES if cell in line] for cell in range(42)]


def put(cells, column, player):
    cells = bytearray(cells)
    place = next(k for k in range(column, 42, 7) if not cells[k])
    cells[place] = 1 + player
    return bytes(cells), place


def completed(cells, place):
    return any(cells[a] == cells[b] == cells[c] == cells[d] for a, b, c, d in THROUGH[place])


# %% [markdown]
# `put` returns the new cells and the place where the disc has landed. `completed` returns whether a line through this place has four equal marks. Version 2, **array**, uses both functions:


# %%
class Array(Shared):
    def __init__(self, cells=bytes(42), current_player=0, won=False):
        self.cells, self.current_player, self.won = cells, current_player, won
        self.actions = () if won else tuple(c for c in range(7) if not cells[35 + c])

    def apply(self, column):
        cells, place = put(self.cells, column, self.current_player)
        return Array(cells, 1 - self.current_player, completed(cells, place))


trace_of(Array()) == reference, max(map(len, THROUGH))

# %% [markdown]
# The records are still equal. We measure the speed of all versions after the last step.
#
# ## Step 2: a board in two integers
# An integer is a row of bits, so it can represent a board: it is then called a **bitboard**. We use one integer for each player. A bit is 1 if this player has a disc in its place. The bits have the numbers below. Every column has a seventh bit on top, which stays 0:
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
# Python has operators for bits:
#
# - `a << n` shifts all bits up by `n`, and `a >> n` shifts them down by `n`. So in `1 << k` only the bit `k` is 1.
# - `a & b` keeps the bits that are 1 in both numbers, and `a | b` keeps the bits that are 1 in at least one of them.
# - Python computes `*` first, then `+`, then shifts, then `&`, then `|`. If you are not sure, use brackets.
#
# Where does a disc land? Suppose that places 21 and 22 are taken. If we *add* bit 21 to the board, the result has bit 23. As in addition on paper, the carry moves up through the filled places and stops at the first free place.
#
# ### Exercise 2: where does it land?
# Write `drop(taken, column)`. The integer `taken` contains the discs of both players. Return the bit of the lowest free place of the column as an
# integer, or 0 if the column is full. In the example above the column is 3, and `drop` returns `1 << 23`.


# %% tags=["exercise"]
# hint: `taken + (1 << 7 * column)` contains the carry, and also the other columns. The six places of the column are `63 << 7 * column`. Keep only these places with `&`.
def drop(taken, column):
    # --- solution
    return taken + (1 << 7 * column) & 63 << 7 * column
    # --- end


# %%
from mctslib.course.ch12b import check_drop

check_drop(drop)

# %% [markdown]
# Now we look for four in a row. `bits >> 7` moves all discs one column to the left. So `pairs = bits & bits >> 7` has a 1 where a disc has a
# neighbour to its right. We call such a place a *pair*. Four in a row are two pairs, two steps apart. So there are four in a row if
# `pairs & pairs >> 14` is not 0.
#
# Here is a small example. The bottom row has discs at places 0, 7, 14 and 21. Then `pairs` has bits 0, 7 and 14, and `pairs & pairs >> 14` has bit 0. With only the first three discs, `pairs` has bits 0 and 7, and `pairs & pairs >> 14` is 0.
#
# This test finds all horizontal lines at once. For the other directions the step is not 7; you can read the right step off the numbers above. The seventh bit of each column
# stays 0, so no line wraps around an edge.
#
# ### Exercise 3: four in a row
# Write `wins(bits)`. Return `True` if these discs of one player contain four in a row in any direction, else `False`.


# %% tags=["exercise"]
# hint: The numbers of vertical neighbours differ by 1, of horizontal neighbours by 7, and of diagonal neighbours by 6 or 8. For each step compute `pairs = bits & bits >> step`. There are four in a row if `pairs & pairs >> 2 * step` is not 0. Return True or False.
def wins(bits):
    # --- solution
    for step in (1, 6, 7, 8):
        pairs = bits & bits >> step
        if pairs & pairs >> 2 * step:
            return True
    return False
    # --- end


# %%
from mctslib.course.ch12b import check_wins

wins_is_right = check_wins(wins)
wins_is_right

# %% [markdown]
# Version 3 uses both ideas. From here on `test` is your `wins` if it has passed the check. Otherwise `test` is the function `four` in the next cell.


# %%
def land(taken, column):
    return taken + (1 << 7 * column) & 63 << 7 * column


def four(bits):
    found = 0
    for step in (1, 6, 7, 8):
        found |= bits & bits >> step & bits >> 2 * step & bits >> 3 * step
    return found > 0


test = wins if wins_is_right else four

# %% [markdown]
# `discs` contains the discs of the player to move, and `other_discs` the discs of the opponent. A column is full if its sixth place is taken. This place has the bit `7 * c + 5`.


# %%
class Bits(Shared):
    def __init__(self, discs=0, other_discs=0, current_player=0, won=False):
        self.discs, self.other_discs = discs, other_discs
        self.current_player, self.won = current_player, won
        full = discs | other_discs
        self.actions = () if won else tuple(c for c in range(7) if not full >> 7 * c + 5 & 1)

    def apply(self, column):
        discs = self.discs | land(self.discs | self.other_discs, column)
        return Bits(self.other_discs, discs, 1 - self.current_player, test(discs))


print("equal:", trace_of(Bits()) == reference)

# %% [markdown]
# ## Step 3: no objects in a playout
# A playout does not keep its positions, so it does not need an object for each of them. `search` accepts our own function for a phase (chapter 04). The playout below
# keeps the position in three variables.

# %%
from mctslib import Phases
from mctslib.course.ch12b import rewards_after
from mctslib.tree import Playout


def in_place(state, rng, policy):
    mine, yours, won = state.discs, state.other_discs, state.won
    columns, played = list(state.actions), []
    while columns:
        played.append(columns[int(rng.random() * len(columns))])
        bit = land(mine | yours, played[-1])
        won, mine, yours = test(mine | bit), yours, mine | bit
        if bit >> 7 * played[-1] + 5:
            columns.remove(played[-1])
        columns = [] if won else columns
    last = (state.current_player + len(played) + 1) % 2
    return Playout(tuple(played), rewards_after(last, won))


# %%
faster_playout = Phases(simulate=in_place)
print("equal:", trace_of(Bits(), phases=faster_playout) == reference)

# %% [markdown]
# ## Step 4: compile
# At every operation Python checks the types of the values and chooses how to compute with them. A **compiler** makes this choice once and writes machine code.
# **numba** (Lam, Pitrou and Seibert, 2015) compiles functions that work on numbers and arrays when these functions are called for the first time. It cannot
# compile our objects, which is why step 3 removed them.
#
# `mctslib.fast` is an engine compiled with numba. The next cell prints two of its functions: its test for one direction and its playout. In this
# code `x` is the state of the random number generator, `columns` has a bit for each column that is not full, and `nth` picks one of these columns.

# %%
from importlib.util import find_spec

from mctslib import fast
from mctslib.course.ch12b import excerpt

has_numba = find_spec("numba") is not None
compiled = fast.search if has_numba else search  # without numba the readable engine stands in
print("numba is installed." if has_numba else fast.MISSING)
print(excerpt("four_in_a_row", "@part"), excerpt("connect4_playout", "# ---"), sep="\n\n")

# %% [markdown]
# Both of your functions are in this code. The tree is also an array: each node is one column of this array.
#
# Is it still the same search? Every record must be equal. We compare 500 iterations of both engines with each of 20 seeds. The next cell also
# prints the last record of one search:

# %%
pairs = []
for seed in range(20):
    readable_trace = trace_of(ConnectFour(), seed, 500, engine=search)
    pairs.append((readable_trace, trace_of(ConnectFour(), seed, 500, engine=compiled)))
equal_pairs = sum(readable == from_compiled for readable, from_compiled in pairs)
print(equal_pairs, "of", len(pairs), "are equal")
pairs[3][1][-1]

# %% [markdown]
# Among 10,000 iterations there is no difference. The project's test `tests/fast/test_fast_trace.py` makes the same comparison for the other games of the
# compiled engine.

# %%
checkpoint("12b-same")

# %% [markdown]
# ## All steps
# How fast are the versions? We count iterations per second of **CPU time**, which is the time during which the processor worked for us. Each version runs seven times, and the versions take turns. The picture below shows a bar for each version. On each bar, a thin line goes from the slowest run to the fastest.

# %%
from functools import partial

versions = {"1 objects": Objects(), "2 one array": Array(), "3 two integers": Bits()}
steps = {name: partial(search, start, 200, seed=1) for name, start in versions.items()}
steps["4 playout in place"] = partial(search, Bits(), 200, seed=1, phases=faster_playout)
steps["the library's, in Python"] = partial(search, ConnectFour(), 200, seed=1)
steps |= {"5 compiled": partial(compiled, ConnectFour(), 30_000, seed=1)} if has_numba else {}

# %%
from mctslib.course.ch12b import iterations_per_second, speed_bars

rates = iterations_per_second(steps, budget(7, 3, "runs"))
speed_bars(rates, title="One tree, at different speeds")

# %%
why = "The compiler helps more than all steps before it."
score_prediction(steps_guess, "more than 100 times", why)

# %% [markdown]
# Step 1, which tests fewer lines, gave most of the speed-up that Python allows: more than a factor of five. The two integers of step 2 gave far
# less, not even a factor of two. Why?
#
# To find out, we measure the parts of a move. In the table below, the left column is for the array, and the right column is for the two integers. Each entry gives the lowest and the highest value of seven runs. A whole move with the array is 100%.

# %% tags=["measured"]
from mctslib.course.ch12b import parts_of_a_move, shares, shares_table

tasks = parts_of_a_move(
    reference, Array(), Bits(), put=put, completed=completed, land=land, test=test
)
tasks["all of a move"] = (steps["2 one array"], steps["3 two integers"])
parts = shares(tasks, budget(7, 3, "runs"))
print(shares_table(parts))

# %% [markdown]
# The picture below shows the same measurements. The long bar stands for a millisecond of the first version. Its pieces show how much of this millisecond
# each step saves. The two bars below the long bar enlarge the time that is left with the array and with the two integers.

# %% tags=["measured"]
from mctslib.course.ch12b import millisecond

millisecond({name: runs for name, runs in rates.items() if name[0].isdigit()}, parts)

# %% [markdown]
# With integers, placing a disc became several times cheaper. But making the object became more expensive, because the constructor now uses shifts to find the columns that are not full. Even if placing and testing cost *nothing*, the search with the array would not become three times as fast. This is
# Amdahl's law again, and it is why step 3 left out the objects.
#
# The compiled search is more than *ten times* as fast as any version in Python here, and more than a hundred times as fast as the first version.

# %%
checkpoint("12b-bits")

# %% [markdown]
# ## What is a second worth?
# The picture below shows two trees of Connect Four back to back. The left one has 4,000 iterations. The compiled engine made the right one, with a hundred times as many iterations. The height of a move shows its share of the iterations.

# %%
from mctslib.widgets import TwoTrees

slow = search(ConnectFour(), 4_000, seed=0)
quick = compiled(ConnectFour(), 400_000 if has_numba else 4_000, seed=0)
TwoTrees([(slow, quick)], names=("in Python", "compiled"))

# %% [markdown]
# The picture shows the first four moves only. How deep do the trees go?

# %%
from mctslib.widgets import Atlas

depths = [Atlas(found).depth for found in (slow, quick)]
print("in Python:", depths[0], "moves; compiled:", depths[1], "moves")

# %% [markdown]
# The right tree is 15 moves deep, and the left one 6. With seeds 1 and 2, the right tree is 15 and 16 moves deep, and the left one 7.
#
# Does a deeper tree win more games? In chapter 12, UCT in Python played against alpha-beta in Python, with 0.05 seconds of CPU time per move. The same script repeated the match with the compiled UCT. The picture below shows both scores of UCT.

# %%
from mctslib.course.ch12b import scores_against_alpha_beta

scores_against_alpha_beta()

# %% [markdown]
# In Python, UCT scores 26% against alpha-beta (interval 18 to 35%). Compiled, it scores 76% (interval 61 to 87%). The method, the opponent and
# the time are the same. Only the speed is different, and this difference turned a clear loss into a clear win.
#
# ## In practice
# - **Measure first.** The profile showed where the time went. The two integers look like the cleverest step, but they changed a part that took
#   little time.
# - **Memory.** A node of the compiled tree takes 24 bytes. A `Node` with its state takes hundreds.
# - **Keep the slow version.** The readable engine is the specification of the compiled engine. Without it we could not test that the records are
#   equal.
#
# ## Further reading
# - G. Amdahl, *Validity of the single processor approach to achieving large scale computing capabilities* (1967).
# - S. K. Lam, A. Pitrou, S. Seibert, *Numba: a LLVM-based Python JIT compiler* (2015).
#
# **Next:** [13 · Prove it](13_prove_it.ipynb).

# %%
summary("12b")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from math import inf
from statistics import median

from claims import claim
from mctslib.course import in_full
from mctslib.course.ch12b import amdahl, busiest, phase_shares

small = sum(busiest(profile, len(counts))[name] for name in ("genexpr", "any", "all"))
assert phase_shares(profile)["simulate"] > 0.7 and small > 0.5
assert counts["genexpr"] > 1_000_000
claim("looks along all 69 lines", len(LINES))
claim(
    "The 200 iterations made 3,885 moves and tested 8,729 times",
    len(reference),
    counts["apply"],
    counts["won"],
)
new_time, rest = 1 / amdahl(3 / 4, 3), 1 / amdahl(3 / 4, inf)
claim("The rest still takes ¼", rest)
claim("The playouts took ¾ of this second, and now they take ¼", 1 - rest, new_time - rest)
claim("In total, the program takes ½ second", new_time)
claim("at most thirteen lines go through a cell", max(map(len, THROUGH)))
lands = (1 << 21 | 1 << 22) + (1 << 21)
claim("If we *add* bit 21 to the board, the result has bit 23", 21, lands.bit_length() - 1)
assert amdahl(0.75, 3) == 2 and lands & 63 << 21 == 1 << 23


def pairs_of(*places):
    bits = sum(1 << place for place in places)
    return bits & bits >> 7


bottom = pairs_of(0, 7, 14, 21)
assert bottom == 1 << 0 | 1 << 7 | 1 << 14 and bottom & bottom >> 14 == 1
assert pairs_of(0, 7, 14) == 1 << 0 | 1 << 7 and not pairs_of(0, 7, 14) >> 14

# %%
claim("The left one has 4,000 iterations", slow.iterations)
if has_numba:
    others = {
        s: [Atlas(compiled(ConnectFour(), n, seed=s)).depth for n in (4_000, 400_000)]
        for s in (1, 2)
    }
    claim("The right tree is 15 moves deep, and the left one 6", *reversed(depths))
    claim(
        "With seeds 1 and 2, the right tree is 15 and 16 moves deep, and the left one 7",
        *others,
        *(deep for _, deep in others.values()),
        *{shallow for shallow, _ in others.values()},
    )
    assert quick.iterations == 100 * slow.iterations

# %%
assert all(readable == from_compiled for readable, from_compiled in pairs)
claim("Among 10,000 iterations", sum(len(from_compiled) for _, from_compiled in pairs))
middle = {name: median(all_seven) for name, all_seven in rates.items()}
python = [pace for name, pace in middle.items() if name != "5 compiled"]
assert middle["2 one array"] > 5 * middle["1 objects"]
assert middle["3 two integers"] < 2 * middle["2 one array"]
# "most of what Python could give"
assert middle["2 one array"] / middle["1 objects"] > max(python) / middle["2 one array"]
assert not has_numba or middle["5 compiled"] > max(10 * max(python), 100 * middle["1 objects"])

# %%
placed_, looked, made, _ = (
    [found[0] for found in both] for both in parts.values()
)  # least disturbed
assert placed_[0] > 2 * placed_[1] and made[0] < made[1]  # "several times cheaper", "dearer"
assert amdahl(placed_[0] + looked[0], inf) < 3
root = search(ConnectFour(), 1).root
weight = sum(part.__sizeof__() for part in (root, root.children, root.state))
assert weight > (200 if in_full() else 100)

# %%
from mctslib.course import measured
from mctslib.course.ch12b.pictures import against_alpha_beta

timed = [row for row in measured("ch12/connect_four")["rows"] if row["kind"] == "time"]
claim("with 0.05 seconds of CPU time per move", *{row["seconds"] for row in timed})
by_engine = list(against_alpha_beta().values())
claim(
    "UCT scores 26% against alpha-beta (interval 18 to 35%)",
    by_engine[0].score,
    *by_engine[0].score_interval(),
)
claim(
    "Compiled, it scores 76% (interval 61 to 87%)",
    by_engine[1].score,
    *by_engine[1].score_interval(),
)
if has_numba:
    from mctslib.fast.tree import BYTES_A_NODE

    claim("takes 24 bytes", BYTES_A_NODE)
