# %% [markdown]
# # 12b · From objects to machine code
#
# **What you'll do.** You make a search more than a hundred times as fast, one step at a time, and you check after each step that it is still the same search.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* say how much a faster part makes the whole program faster,
# - read a profile, and find the line that is worth changing,
# - store a board in two integers, and find four in a row with shifts,
# - show that a fast engine does exactly what a slow one does,
# - say what a second of search buys.
#
# **What you'll need.** Chapter 12. &nbsp; **Time:** about 75 minutes.

# %% [markdown]
# ## Two engines
# Two engines can play the game below. Both grow the same kind of tree, but one of them is plain Python, and the other one is compiled to machine code. <span class="with-python">Switch the engine at any time, and watch how many iterations each of them makes.</span>

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
# ## The game, as one would write it first
# We begin with the simplest program. The board is a tuple of 42 cells, row by row from the bottom. `LINES` holds all lines of four cells. The library's class `Shared` has the members that are the same in all versions: `legal_actions`,
# `is_terminal` and `rewards`. A version must have `actions`, the columns that are not full, and `won`, whether the player who has just moved has four in a row.

# %%
from mctslib.course.ch12b import LINES, Shared


def placed(cells, column, mark):
    place = next(k for k in range(column, 42, 7) if cells[k] == " ")
    return (*cells[:place], mark, *cells[place + 1 :])


len(LINES), LINES[0]

# %% [markdown]
# This is version 1, **objects**. It looks along all 69 lines whenever somebody asks whether the game is won.


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
# Are these the rules? From the same random numbers the search must grow the same tree with `Objects` as with the library's own `ConnectFour`. `trace_of` returns a record of each iteration: its path, its random game and the rewards. We compare 200 records.

# %%
from mctslib import ConnectFour, search
from mctslib.course.ch12b import trace_of

reference = trace_of(ConnectFour())
trace_of(Objects()) == reference, len(reference)

# %% [markdown]
# All 200 records are equal. A mere count of moves (`perft`, chapter 11) would not see a mistake in the rewards; the records do. We repeat this comparison after each step.
#
# ## Where does the time go?
# Do not guess which part is slow, measure it. A **profiler** notes how often each function is called and how much time it takes. The picture below shows the profile of the search with `Objects`. On the left are the four phases. On the right are the functions, each without
# the functions that it calls.

# %%
from mctslib.course.ch12b import calls, profile_bars, profile_of

profile = profile_of(search, Objects(), 200)
counts = calls(profile)
print({name: counts[name] for name in ("apply", "actions", "won")})
profile_bars(profile, alt="Most is in simulate, and there in the small steps of won.")

# %% [markdown]
# Most of the time goes into the random games. `genexpr` are the small steps inside `any` and `all`. The 200 iterations made 3,885 moves, asked 8,651 times whether somebody had won, and ran more than a million small steps for
# that. A profiler slows small functions down most, so trust the order of the bars more than their lengths.
#
# **On paper.** Suppose that a program spends three quarters of its time in playouts, and that you make the playouts three times as fast. How long does the program take now? Let the whole take time 1. The rest still takes ¼. The playouts took ¾, and now they take
# ¼. Together the program takes ½, so it is twice as fast, not three times. This is **Amdahl's law** (Amdahl, 1967).

# %%
why = "The part that was not made faster sets the limit."
score_prediction(amdahl_guess, "twice", why)

# %% [markdown]
# ### Exercise 1: Amdahl's law
# Write `speedup(share, factor)`. A part of the program takes the share `share` of the time, 0 to 1, and this part becomes `factor` times as fast. Return how many times as fast the whole program becomes.


# %% tags=["exercise"]
# hint: The rest takes 1 - share, as before; the part that became faster takes share / factor. The speed-up is the old time, 1, divided by the new time.
def speedup(share, factor):
    # --- solution
    return 1 / ((1 - share) + share / factor)
    # --- end


# %%
from mctslib.course.ch12b import check_speedup

check_speedup(speedup)

# %% [markdown]
# ## Step 1: ask less, store flat
# Only the last disc can complete a line, and at most thirteen lines go through a cell. So we ask only once, after a move, and only about these lines. The board becomes one **array**: 42 bytes side by side. `THROUGH` holds the lines
# through each cell.

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
# `put` returns the new cells and the place where the disc has landed. `completed` tells whether a line through this place is full of one mark. Version 2 uses both:


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
# An integer is a row of bits, so it can be a **bitboard**. We use one integer for each player, and a bit is 1 where this player has a disc. The bits have the numbers below. Every column has a seventh bit on top, which stays 0:
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
# Python has signs for bits. `a << n` moves all bits up by `n` numbers, and `a >> n` moves them down, so in `1 << k` just the bit `k` is 1. In `a & b` those bits are 1 that are 1 in both, and in `a | b` those that are 1 in either. Python
# computes `*` and `+` before shifts, shifts before `&`, and `&` before `|`.
#
# Where does a disc land? Suppose that the places 21 and 22 are taken. If we *add* bit 21 to the board, the result has bit 23: as in a sum on paper, the carry runs up the filled places and stops at the first free one.
#
# ### Exercise 2: where does it land?
# Write `drop(taken, column)`. In `taken` are the discs of both players. Return the bit of the lowest free place of the column as an integer, or 0 if the column is full.


# %% tags=["exercise"]
# hint: (taken + (1 << 7 * column)) has the carry, and all the other columns too. The six places of the column are 63 << 7 * column: keep only those with &.
def drop(taken, column):
    # --- solution
    return taken + (1 << 7 * column) & 63 << 7 * column
    # --- end


# %%
from mctslib.course.ch12b import check_drop

check_drop(drop)

# %% [markdown]
# Now four in a row. `bits >> 7` moves all discs one column to the left. So where `pairs = bits & bits >> 7` has a 1, a disc has a neighbour to its right, and a *pair* begins there. Four in a row are two pairs, two steps apart, so we test whether
# `pairs & pairs >> 14` is not 0. This finds all level lines at once. For the other directions the step is different; read it off the numbers above. The seventh bit, which stays 0, keeps lines from going round an edge.
#
# ### Exercise 3: four in a row
# Write `wins(bits)`. Return `True` if these discs of one player hold four in a row in any direction, else `False`.


# %% tags=["exercise"]
# hint: Upright neighbours differ by 1, level ones by 7, slanting ones by 6 and 8. For each step: pairs = bits & bits >> step; four in a row if pairs & pairs >> 2 * step is not 0. Return True or False.
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

verdict = check_wins(wins)
verdict

# %% [markdown]
# Version 3 uses both tricks. If your `wins` has passed, it is the `test` from here on; otherwise `four` below is.


# %%
def land(taken, column):
    return taken + (1 << 7 * column) & 63 << 7 * column


def four(bits):
    found = 0
    for step in (1, 6, 7, 8):
        found |= bits & bits >> step & bits >> 2 * step & bits >> 3 * step
    return found > 0


test = wins if verdict else four

# %% [markdown]
# `discs` holds the discs of the player to move, and `other_discs` those of the opponent. A column is full when its sixth place, the bit `7 * c + 5`, is taken.


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
# ## Step 3: no objects on the way
# A playout throws its positions away, so it needs no object for each of them. `search` accepts a phase of our own (chapter 04). The playout below keeps the position in three variables.

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
# ## Step 4: compile it
# At every operation Python asks anew which types it has to do with, and how to add them. A **compiler** settles this once and writes machine code. **numba** (Lam, Pitrou and Seibert, 2015) compiles Python functions on numbers and arrays when they are
# called for the first time. It does not compile our objects, which is why they had to go.
#
# `mctslib.fast` is such an engine. Below are its test for one direction and its playout. In this code `x` is the state of the random numbers, `columns` has a bit for each column that is not full, and `nth` picks one of them.

# %%
from importlib.util import find_spec

from mctslib import fast
from mctslib.course.ch12b import excerpt

there = find_spec("numba") is not None
compiled = fast.search if there else search  # without numba the readable engine stands in
print("numba is there." if there else fast.MISSING)
print(excerpt("four_in_a_row", "@part"), excerpt("connect4_playout", "# ---"), sep="\n\n")

# %% [markdown]
# You can find both of your tricks in this code. The tree is an array as well: each node is one column of it.
#
# Does it still make the same search? It must, record by record. We compare 500 iterations of both engines with each of 20 seeds, and we look at the last record of one of them:

# %%
engines = search, compiled
pairs = [[trace_of(ConnectFour(), seed, 500, engine=one) for one in engines] for seed in range(20)]
equal_pairs = sum(readable == from_compiled for readable, from_compiled in pairs)
print(equal_pairs, "of", len(pairs), "are equal")
pairs[3][1][-1]

# %% [markdown]
# Among 10,000 iterations there is no difference. The project's test `tests/test_fast_trace.py` makes the same comparison for the other games of the compiled engine.

# %%
checkpoint("12b-same")

# %% [markdown]
# ## All steps
# How fast are the versions? We count iterations per second of **CPU time**, which is the time the processor worked for us. Each version runs seven times, and the versions take turns. In the picture below a thin line goes from the slowest run to the fastest.

# %%
from functools import partial

versions = {"1 objects": Objects(), "2 one array": Array(), "3 two integers": Bits()}
steps = {name: partial(search, start, 200, seed=1) for name, start in versions.items()}
steps["4 playout in place"] = partial(search, Bits(), 200, seed=1, phases=faster_playout)
steps["the library's, in Python"] = partial(search, ConnectFour(), 200, seed=1)
steps |= {"5 compiled": partial(compiled, ConnectFour(), 30_000, seed=1)} if there else {}

# %%
from mctslib.course.ch12b import in_turns, speed_bars

took = in_turns(steps, budget(7, 3, "runs"))
rates = {name: [steps[name].args[1] / seconds for seconds in runs] for name, runs in took.items()}
speed_bars(rates, title="One tree, at different speeds")

# %%
why = "Each step helps a little, and the compiler more than all of them."
score_prediction(steps_guess, "more than 100 times", why)

# %% [markdown]
# Step 1, to ask less, brought most of what Python could give: more than five times the speed. The two integers of step 2 brought far less, not even twice the speed. To see why, we measure the parts of a move. In each row of the table
# the array stands on the left and the two integers on the right, each with the lowest and the highest of seven runs. A whole move with the array is 100 %.

# %% tags=["measured"]
from mctslib.course.ch12b import parts_of_a_move, shares, shares_table

tasks = parts_of_a_move(
    reference, Array(), Bits(), put=put, completed=completed, land=land, test=test
)
tasks["all of a move"] = (steps["2 one array"], steps["3 two integers"])
parts = shares(tasks, budget(7, 3, "runs"))
print(shares_table(parts))

# %% [markdown]
# The picture below shows the same numbers. The long bar is a millisecond of the first version, divided by what each step saves of it. Below the lens are the array and the two integers.

# %% tags=["measured"]
from mctslib.course.ch12b import millisecond

millisecond({name: runs for name, runs in rates.items() if name[0].isdigit()}, parts)

# %% [markdown]
# With integers, placing a disc became several times cheaper. Making the object became dearer, because shifts now find the columns that are not full. Even if placing and looking cost *nothing*, the search with the array would not become three times as fast; this is
# Amdahl's law again. So step 3 left out the objects. The compiled search is more than *ten times* as fast as anything in Python here, and more than a hundred times as fast as the first version.

# %%
checkpoint("12b-bits")

# %% [markdown]
# ## What does a second buy?
# Below are two trees of Connect Four. The left one has 4,000 iterations, and the right one has a hundred times as many, made by the compiled engine. Each node is a rectangle, and its width shows its share of the visits.

# %%
from mctslib.widgets import Atlas

slow = search(ConnectFour(), 4_000, seed=0)
quick = compiled(ConnectFour(), 400_000 if there else 4_000, seed=0)
atlas = Atlas(slow, quick, titles=("in Python", "compiled"))
atlas

# %% [markdown]
# The right tree is 15 moves deep, the left one 6. With seeds 1 and 2 the depths are 15 and 16 instead of 7.
#
# And does more depth mean more wins? In chapter 12, UCT in Python met alpha-beta in Python, with 0.05 seconds of CPU time per move. The same script has played the match with the compiled UCT.

# %%
from mctslib.course.ch12b import scores_against_alpha_beta

scores_against_alpha_beta()

# %% [markdown]
# In Python UCT scores 26 % against alpha-beta (interval 18 to 35 %), and compiled it scores 76 % (interval 61 to 87 %). The method is the same, and so are the opponent and the time. Speed turned a clear loss into a clear win.
#
# ## In practice
# - **Measure first.** The profile showed where the time went, and this was not where the cleverest trick was possible.
# - **Memory.** A node of the compiled tree takes 24 bytes. A `Node` with its state takes hundreds.
# - **Keep the slow version.** The readable engine is the specification of the compiled one. Without it nobody could test that the records are equal.
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
    "The 200 iterations made 3,885 moves, asked 8,651 times",
    len(reference),
    counts["apply"],
    counts["won"],
)
new_time, rest = 1 / amdahl(3 / 4, 3), 1 / amdahl(3 / 4, inf)
claim("The rest still takes ¼", rest)
claim("The playouts took ¾, and now they take ¼", 1 - rest, new_time - rest)
claim("Together the program takes ½", new_time)
claim("at most thirteen lines go through a cell", max(map(len, THROUGH)))
lands = (1 << 21 | 1 << 22) + (1 << 21)
claim("If we *add* bit 21 to the board, the result has bit 23", 21, lands.bit_length() - 1)

# %%
claim("The left one has 4,000 iterations", slow.iterations)
if there:
    others = {
        s: Atlas(*(compiled(ConnectFour(), n, seed=s) for n in (4_000, 400_000))).depths
        for s in (1, 2)
    }
    claim("The right tree is 15 moves deep, the left one 6", *reversed(atlas.depths))
    claim(
        "With seeds 1 and 2 the depths are 15 and 16 instead of 7",
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
assert not there or middle["5 compiled"] > max(10 * max(python), 100 * middle["1 objects"])

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
    "UCT scores 26 % against alpha-beta (interval 18 to 35 %)",
    by_engine[0].score,
    *by_engine[0].score_interval(),
)
claim("it scores 76 % (interval 61 to 87 %)", by_engine[1].score, *by_engine[1].score_interval())
if there:
    from mctslib.fast.tree import BYTES_A_NODE

    claim("takes 24 bytes", BYTES_A_NODE)
