# %% [markdown]
# # 12b · From objects to machine code
#
# In chapter 12 UCT lost to alpha-beta, clearly. In this chapter it wins, clearly, against the same opponent and with the same time for each move. We shall not touch the method. Every iteration stays as it was, down to the last random number. There are only more iterations in each second.
#
# This is where we shall arrive: Connect Four against UCT, with 100,000 iterations for each move instead of 1,000. <span class="with-python">Make a few moves, and watch how long UCT thinks. The engine in Python makes the first moves. Meanwhile the compiled engine is loaded in the background, and takes over when it is ready.</span>

# %%
from mctslib import ConnectFour, Phases, fast, search
from mctslib.course import budget, ch12b, checkpoint, predict, score_prediction, summary
from mctslib.widgets import Play

Play(ConnectFour(), iterations=budget(100_000, 1_000, "iterations for each move"))

# %% [markdown]
# Where does all that speed come from? We take a simple program and make it faster in four steps. One of them is the trick that everybody talks about: a whole board in two integers. It will disappoint us, and then we want to know why.
#
# **What you'll need.** Chapter 12. &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## The program that one writes first
# The board is a tuple of 42 cells, row by row from the bottom, and `LINES` contains all lines of four cells. `Shared` is what all our versions have in common. Each version adds its own `apply` and two members: `actions` contains the columns that are not full, and is empty after a win; `won` says whether the player who has just moved has four in a row.


# %%
LINES = ch12b.LINES


def placed(cells, column, mark):
    place = next(k for k in range(column, 42, 7) if cells[k] == " ")
    return (*cells[:place], mark, *cells[place + 1 :])


# %%
class Objects(ch12b.Shared):
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


print(len(LINES), "lines, the first of them", LINES[0])

# %% [markdown]
# Each look at `won` goes through the 69 lines until it finds a full one. That is slow, but is it right? `perft` (chapter 11) counts sequences of moves, but would not notice a mistake in the rewards. So we ask for more. Two searches, one with `Objects` and one with the library's `ConnectFour`, get the same random numbers, and we keep a record of each iteration: its path, its random game, its rewards. Are all 200 records equal?

# %%
reference = ch12b.trace_of(ConnectFour())
print("equal:", ch12b.trace_of(Objects()) == reference)

# %% [markdown]
# They are. This comparison is our safety rope: we shall pull at it after each step.
#
# ## Where does the time go?
# I could guess, but I would not trust my guess. A **profiler** records how often each function is called and how much time it takes. Above the bars are the calls of three functions. On the left are the four phases, on the right the functions, each without the functions that it calls.

# %%
profile = ch12b.profile_of(search, Objects(), 200)
counts = ch12b.calls(profile)
print({name: counts[name] for name in ("apply", "actions", "won")})
ch12b.profile_bars(
    profile, alt="Most of the time goes into simulate, and there into the small steps of won."
)

# %% [markdown]
# The time goes into the random games, and there into `genexpr`: the small steps inside `any` and `all`. The 200 iterations made 3,885 moves and tested 8,729 times whether the last move had won. These tests took more than a million small steps.
#
# Don't trust the lengths of the bars too far. A profiler does some work at each call, so small functions look worse than they are. But the profiler has told us where to begin. And how much can we hope for?

# %%
amdahl_guess = predict("12b-amdahl")
amdahl_guess

# %%
score_prediction(amdahl_guess, "twice", "The part that was not made faster sets the limit.")

# %% [markdown]
# Say that the program took 1 second. The function took ¾ of this second, and now it takes ¼. The rest still takes ¼. In total, the program takes ½ second. Gene Amdahl argued like this in 1967, against computers with many processors. His argument is called **Amdahl's law**.
#
# ### Exercise 1: Amdahl's law
# Write `speedup(share, factor)`. One part of a program takes the share `share` of its time, a number from 0 to 1, and this part becomes `factor` times as fast. Return how many times as fast the whole program becomes. For example, `speedup(0.75, 3)` is 2.


# %% tags=["exercise"]
# hint: The rest takes 1 - share, as before. The part that became faster takes share / factor. The speed-up is the old time, 1, divided by the new time.
def speedup(share, factor):
    """Return how many times as fast the whole program becomes."""
    # --- solution
    # --- end


# %%
ch12b.check_speedup(speedup)

# %% [markdown]
# ## Step 1: do less
# Only the last disc can complete a line, and at most thirteen lines go through a cell. So we test once after each move, and only these lines. The board becomes one **array**, 42 bytes side by side. `put` returns the new cells and the place where the disc has landed, and `completed` tests the lines through this place.

# %%
THROUGH = [[line for line in LINES if cell in line] for cell in range(42)]


def put(cells, column, player):
    cells = bytearray(cells)
    place = next(k for k in range(column, 42, 7) if not cells[k])
    cells[place] = 1 + player
    return bytes(cells), place


def completed(cells, place):
    return any(cells[a] == cells[b] == cells[c] == cells[d] for a, b, c, d in THROUGH[place])


# %%
class Array(ch12b.Shared):
    def __init__(self, cells=bytes(42), current_player=0, won=False):
        self.cells, self.current_player, self.won = cells, current_player, won
        self.actions = () if won else tuple(c for c in range(7) if not cells[35 + c])

    def apply(self, column):
        cells, place = put(self.cells, column, self.current_player)
        return Array(cells, 1 - self.current_player, completed(cells, place))


print("equal:", ch12b.trace_of(Array()) == reference)

# %% [markdown]
# ## Step 2: a board in two integers
# Here is the famous trick. An integer is a row of bits, so it can be a board, a **bitboard**. There is one integer for each player, and a bit is 1 if this player has a disc in its place. The places have these numbers, and every column has a seventh bit on top, which stays 0:
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
# - `a << n` shifts all bits up by `n`, and `a >> n` shifts them down. So in `1 << k` only the bit `k` is 1.
# - `a & b` keeps the bits that are 1 in both numbers, and `a | b` those that are 1 in at least one.
# - Python computes `*` first, then `+`, then shifts, then `&`, then `|`. If you are not sure, use brackets.
#
# Where does a disc land? No loop is needed. Suppose that places 21 and 22 are taken. If we *add* bit 21 to the board, the result has bit 23: as in addition on paper, the carry moves up through what is full and stops at the first free place.
#
# ### Exercise 2: where does it land?
# Write `drop(taken, column)`. The integer `taken` contains the discs of both players. Return the bit of the lowest free place of the column as an integer, or 0 if the column is full. In the example the column is 3, and `drop` returns `1 << 23`.


# %% tags=["exercise"]
# hint: `taken + (1 << 7 * column)` contains the carry, and also the other columns. The six places of the column are `63 << 7 * column`. Keep only these places with `&`.
def drop(taken, column):
    """Return the bit of the place where a disc lands, or 0 if the column is full."""
    # --- solution
    # --- end


# %%
ch12b.check_drop(drop)

# %% [markdown]
# And four in a row? `bits >> 7` moves all discs one column to the left. So `pairs = bits & bits >> 7` has a 1 where a disc has a neighbour to its right. With discs at places 0, 7, 14 and 21, `pairs` has bits 0, 7 and 14. Four in a row are two pairs, two steps apart: `pairs & pairs >> 14` has bit 0. With only the first three discs, `pairs & pairs >> 14` is 0. So one test finds all horizontal lines of the board.
#
# And why the seventh bit? Without it, column 1 would begin with bit 6. Then three discs at the top of column 0 and one at the bottom of column 1 would have the numbers 3, 4, 5 and 6, and count as a line.
#
# ### Exercise 3: four in a row
# Write `wins(bits)`. Return `True` if these discs of one player contain four in a row in any direction, else `False`. How far apart are neighbours in the other directions?


# %% tags=["exercise"]
# hint: The numbers of vertical neighbours differ by 1, of horizontal neighbours by 7, and of diagonal neighbours by 6 or 8. For each step compute `pairs = bits & bits >> step`. There are four in a row if `pairs & pairs >> 2 * step` is not 0. Return True or False.
def wins(bits):
    """Return whether the discs contain four in a row."""
    # --- solution
    # --- end


# %%
wins_is_right = ch12b.check_wins(wins)
wins_is_right

# %% [markdown]
# From here on `test` is your `wins` if it has passed the check, and otherwise `four`. `discs` are the discs of the player to move. Column `c` is full if its sixth place, bit `7 * c + 5`, is taken.


# %%
def land(taken, column):
    return taken + (1 << 7 * column) & 63 << 7 * column


def four(bits):
    found = 0
    for step in (1, 6, 7, 8):
        found |= bits & bits >> step & bits >> 2 * step & bits >> 3 * step
    return found > 0


test = wins if wins_is_right else four


# %%
class Bits(ch12b.Shared):
    def __init__(self, discs=0, other_discs=0, current_player=0, won=False):
        self.discs, self.other_discs = discs, other_discs
        self.current_player, self.won = current_player, won
        full = discs | other_discs
        self.actions = () if won else tuple(c for c in range(7) if not full >> 7 * c + 5 & 1)

    def apply(self, column):
        discs = self.discs | land(self.discs | self.other_discs, column)
        return Bits(self.other_discs, discs, 1 - self.current_player, test(discs))


print("equal:", ch12b.trace_of(Bits()) == reference)

# %% [markdown]
# ## Step 3: no objects in a playout
# A playout forgets its positions at once, so why make an object for each of them? `search` accepts our own function for a phase (chapter 04), and the function below keeps the position in three variables.

# %%
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
    return Playout(tuple(played), ch12b.rewards_after(last, won))


# %%
faster_playout = Phases(simulate=in_place)
print("equal:", ch12b.trace_of(Bits(), phases=faster_playout) == reference)

# %% [markdown]
# ## Step 4: compile
# At every operation Python looks up the types of the values, and then chooses how to compute with them. A **compiler** chooses once, and writes machine code. **numba** (Siu Kwan Lam, Antoine Pitrou and Stanley Seibert, 2015) compiles functions on numbers and arrays when they are called for the first time. It cannot compile our objects, but step 3 has removed them from the playout. In the library's compiled engine the tree, too, is an array, with one column for each node.
#
# Here are two functions of that engine. Do you recognise yours? (`x` is the state of the random number generator, `columns` has a bit for each column that is not full, and `nth` picks one of them.)

# %%
from importlib.util import find_spec

has_numba = find_spec("numba") is not None
compiled = fast.search if has_numba else search  # without numba the readable engine stands in
print("numba is installed." if has_numba else fast.MISSING)
excerpts = [("four_in_a_row", "@part"), ("connect4_playout", "# ---")]
print(*(ch12b.excerpt(*both) for both in excerpts), sep="\n\n")

# %% [markdown]
# This code looks very different from the program with which we began. Is it still the same search? We pull harder at the rope: 500 iterations of both engines, with each of 20 seeds.

# %%
pairs = []
for seed in range(20):
    readable_trace = ch12b.trace_of(ConnectFour(), seed, 500, engine=search)
    pairs.append((readable_trace, ch12b.trace_of(ConnectFour(), seed, 500, engine=compiled)))
equal_pairs = sum(readable == from_compiled for readable, from_compiled in pairs)
print(equal_pairs, "of", len(pairs), "are equal")

# %% [markdown]
# Among 10,000 iterations there is no difference. This does not prove that no game in the world tells the engines apart. But a wrong rule would have to hide in all these games.

# %%
checkpoint("12b-same")

# %% [markdown]
# ## The race
# Now the clock. We count iterations per second of **CPU time**, the time in which the processor works for us. The versions take turns, so that a busy minute of the machine hurts all of them. We measured the speeds once, on our machine, and stored them (`python -m tests.bench.speeds`). How far apart are the first version and the last?

# %%
steps_guess = predict("12b-steps")
steps_guess

# %% [markdown]
# Each number is the median of 31 runs, and the thin line on a bar goes from the slowest run to the fastest.

# %%
print(ch12b.measured_on())
ch12b.speed_bars(ch12b.measured_rates(), title="One tree, at different speeds")

# %%
score_prediction(steps_guess, "more than 100 times", "The compiled engine is the last bar.")

# %% [markdown]
# Doing less (step 1) gave most of what Python could give. The compiled engine makes nearly a hundred times as many iterations as the best version in Python. But the famous integers gave not even a factor of two. From the first bar to the last, the factor is more than four thousand. How fast is your machine?

# %% tags=["measured"]
from functools import partial
from statistics import median

versions = {"1 objects": Objects(), "2 one array": Array(), "3 two integers": Bits()}
steps = {name: partial(search, start, 200, seed=1) for name, start in versions.items()}
steps["4 playout in place"] = partial(search, Bits(), 200, seed=1, phases=faster_playout)
steps["the library's, in Python"] = partial(search, ConnectFour(), 200, seed=1)
steps |= {"5 compiled": partial(compiled, ConnectFour(), 30_000, seed=1)} if has_numba else {}
rates = ch12b.iterations_per_second(steps, budget(3, 1, "runs"))
print(*(f"{name:26}{median(runs):12,.0f}" for name, runs in rates.items()), sep="\n")

# %% [markdown]
# Why did the integers give so little? Are bit operations slow in Python? Let us take a move apart. On the left is the array, on the right are the two integers, each with the lowest and the highest of 31 runs. A whole move with the array is 100%.

# %%
print(ch12b.shares_table(ch12b.measured_parts()))

# %% [markdown]
# And here are the shares on your machine:

# %% tags=["measured"]
tasks = ch12b.parts_of_a_move(
    reference, Array(), Bits(), put=put, completed=completed, land=land, test=test
)
tasks["all of a move"] = (steps["2 one array"], steps["3 two integers"])
print(ch12b.shares_table(ch12b.shares(tasks, budget(3, 1, "runs"))))

# %% [markdown]
# No, bit operations are not slow: placing a disc became several times cheaper. But placing was only a part of a move. How much would the search with the array gain if placing and testing cost *nothing*? Placing and testing are together about half of a move, so by the formula of Exercise 1 the search would be twice as fast. And making the object became *dearer*. I suspect the seven shifts in the constructor, which look for the columns that are not full. So it paid to throw out the objects in step 3.

# %%
checkpoint("12b-bits")

# %% [markdown]
# So was the trick useless? Perhaps it only came too early. In machine code no object is left, and there the bits are what the playout is made of. (How much slower an array would be there, we have not measured.)
#
# ## What is a second worth?
# The compiled UCT makes many more iterations in the same time. But iterations are not strength. Here is the match of chapter 12 once more, 100 games against alpha-beta in Python with 0.05 seconds of CPU time for each move, and below it the same match with the compiled UCT, in 40 games (`python -m tests.bench.connect_four`).

# %%
ch12b.scores_against_alpha_beta()

# %% [markdown]
# In Python, UCT scores 26% against alpha-beta (interval 18 to 35%). Compiled, it scores 76% (interval 61 to 87%). A clear loss became a clear win, and only the speed is different. But the win says nothing about which *method* is better: nobody has compiled alpha-beta here. When you read that one program beats another, ask how fast each of them was.
#
# And if you make your own program faster, keep the slow one. Without it there would have been no rope.
#
# ## Further reading
# - G. Amdahl, *Validity of the single processor approach to achieving large scale computing capabilities* (1967).
# - S. K. Lam, A. Pitrou, S. Seibert, *Numba: a LLVM-based Python JIT compiler* (2015).
#
# **Next:** [13 · Prove it](13_prove_it.ipynb).

# %%
summary("12b")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, and what we quote.*

# %% [claims]
from inspect import signature
from math import inf

from claims import claim
from mctslib.course.ch12b import busiest, phase_shares
from mctslib.course.ch12b.checkers import speedup as amdahl

small = sum(busiest(profile, len(counts))[name] for name in ("genexpr", "any", "all"))
assert phase_shares(profile)["simulate"] > 0.7 and small > 0.5
assert counts["genexpr"] > 1_000_000
claim(
    "with 100,000 iterations for each move instead of 1,000",
    100_000,
    signature(Play).parameters["iterations"].default,
)
claim("goes through the 69 lines", len(LINES))
claim(
    "The 200 iterations made 3,885 moves and tested 8,729 times",
    len(reference),
    counts["apply"],
    counts["won"],
)
new_time, rest = 1 / amdahl(3 / 4, 3), 1 / amdahl(3 / 4, inf)
claim("The rest still takes ¼", rest)
claim("The function took ¾ of this second, and now it takes ¼", 1 - rest, new_time - rest)
claim("In total, the program takes ½ second", new_time)
claim("at most thirteen lines go through a cell", max(map(len, THROUGH)))
lands = (1 << 21 | 1 << 22) + (1 << 21)
claim("If we *add* bit 21 to the board, the result has bit 23", 21, lands.bit_length() - 1)
# with six bits for each column, places 3, 4, 5 and 6 lie in columns 0 and 1
assert [divmod(k, 6) for k in (3, 4, 5, 6)] == [(0, 3), (0, 4), (0, 5), (1, 0)]
assert amdahl(0.75, 3) == 2 and lands & 63 << 21 == 1 << 23


def pairs_of(*places):
    bits = sum(1 << place for place in places)
    return bits & bits >> 7


bottom = pairs_of(0, 7, 14, 21)
assert bottom == 1 << 0 | 1 << 7 | 1 << 14 and bottom & bottom >> 14 == 1
assert pairs_of(0, 7, 14) == 1 << 0 | 1 << 7 and not pairs_of(0, 7, 14) >> 14

# %%
assert all(readable == from_compiled for readable, from_compiled in pairs)
claim("Among 10,000 iterations", sum(len(from_compiled) for _, from_compiled in pairs))
stored_rates, parts = ch12b.measured_rates(), ch12b.measured_parts()
claim("Each number is the median of 31 runs", *set(map(len, stored_rates.values())))
claim(
    "the lowest and the highest of 31 runs",
    *{len(runs) for both in parts.values() for runs in both},
)
middle = {name: median(runs) for name, runs in stored_rates.items()}
python = [pace for name, pace in middle.items() if name != "5 compiled"]
assert middle["2 one array"] > 5 * middle["1 objects"]
assert middle["3 two integers"] < 2 * middle["2 one array"]
# "most of what Python could give"
assert middle["2 one array"] / middle["1 objects"] > max(python) / middle["2 one array"]
assert 80 < middle["5 compiled"] / max(python) < 100  # "nearly a hundred times as many"
assert middle["5 compiled"] > 4000 * middle["1 objects"]

# %%
placed_, looked, made, _ = ([median(runs) for runs in both] for both in parts.values())
assert placed_[0] > 2 * placed_[1] and made[0] < made[1]  # "several times cheaper", "dearer"
assert amdahl(1 / 2, inf) == 2 and 0.4 < placed_[0] + looked[0] < 0.6
# %%
from mctslib.course import measured
from mctslib.course.ch12b.pictures import against_alpha_beta

timed = measured("ch12/connect_four")["rows"]
claim("with 0.05 seconds of CPU time for each move", *{row["seconds"] for row in timed})
by_engine = list(against_alpha_beta().values())
claim("once more, 100 games against", by_engine[0].games)
claim("with the compiled UCT, in 40 games", by_engine[1].games)
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
