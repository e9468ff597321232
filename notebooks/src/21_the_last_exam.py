# %% [markdown]
# # 21 · The last exam
#
# **What you'll do.** You compare the players of the course. All of them answer the same 300 questions, whose right answers are known.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* count the questions that only one of two players gets right,
# - give the difference between two players with its interval, and correct for many comparisons,
# - work out how many iterations fit into a given time,
# - say which conclusions can be drawn from an exam, which from games, and which from neither.
#
# **What you'll need.** Chapters 04, 09 and 09b. The players come from chapters 00 to 18, but you need not have read all of these chapters. &nbsp; **Time:** about 50 minutes.

# %% [markdown]
# ## The questions
# A question is a position of Connect Four on 5 columns and 4 rows in which a move can be wrong. Here is one:

# %%
from mctslib.course.ch21 import questions

question = questions()[4]
question.state

# %% [markdown]
# The board is so small that a program can examine every position that may follow. So for each column the program gives the exact result for the player to move: `w` wins, `d` draws, `l` loses, and `-` marks a full column. A move is right if no other column has a better result.

# %%
question.results, question.right

# %% [markdown]
# ## Two predictions
# Sixteen players of this course have answered 300 such questions. Guess before you go on.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

twin_guess = predict("21-twin")
twin_guess

# %%
time_guess = predict("21-time")
time_guess

# %% [markdown]
# ## The exam
# The picture below shows all answers of the sixteen players. Each row belongs to one player, and each stroke is a question that the player answered wrongly. <span class="with-python">Press a stroke to open its question, and see what the players answered and why. Then change *equal* from iterations to CPU time, and *shown* from the answers to the games.</span>

# %%
from mctslib.course.ch21 import LastExam

LastExam(question=5)

# %% [markdown]
# Three rows are *controls*, which show whether the exam works. *UCT* is the plain search of chapter 04. *compiled* is the **twin** of *UCT* in machine code, which must give the same answers. *UCT, other seed* is the same program as *UCT*, but with other random numbers.

# %% [markdown]
# ## Where the questions come from
# The positions were reached in random games after 6 to 14 moves. A position was kept if a move could be wrong there, and if neither the position nor its mirror image had been kept before. `results_of` uses `mctslib/oracle.py` to compute the exact results, backwards from the ends of the game. The next cell checks the question that was reached after the most moves:

# %%
from mctslib.course.ch21 import results_of

deepest = max(questions(), key=lambda one: len(one.moves))
results_of(deepest.state), results_of(deepest.state) == deepest.results

# %% [markdown]
# A mark needs a baseline. How often is a random legal move right? And what kinds of moves do the questions ask for?

# %%
from collections import Counter

guessing = sum(one.chance for one in questions()) / len(questions())
kinds = Counter(one.kind for one in questions())
round(guessing, 3), kinds

# %% [markdown]
# A random move is right in 38% of the questions. A third of the questions can be answered by looking one or two moves ahead: the player to move can win at once, or must prevent an immediate win of the opponent. In the other questions a player must look further ahead.
#
# ## The players
# Each player has the settings of its chapter. **Nothing was tuned on these questions.**
#
# | player | introduced in | description |
# |---|---|---|
# | random | chapter 00 | draws a legal move |
# | flat | chapter 01 | playouts without a tree |
# | UCT | chapter 04 | the readable engine, c = 1 |
# | graph | chapter 06b | UCT that stores each position once |
# | win or block | chapter 10 | UCT with playouts that win at once or block |
# | alpha-beta | chapter 12 | minimax with an evaluation, without playouts; an iteration is one position examined |
# | compiled | chapter 12b | UCT in machine code |
# | solver | chapter 13 | UCT that proves wins and losses |
# | RAVE, bias | chapter 14 | UCT that learns from all moves of a playout; UCT with a bonus for promising moves |
# | 8 workers | chapter 15 | one tree and eight workers with virtual losses |
# | network alone, PUCT | chapter 16 | a network that learned the game on this board by self-play, without and with a search |
# | Gumbel | chapter 16b | the same network, with sequential halving |
# | widening | chapter 18 | UCT that tries a few moves first |
#
# Chapters 17, 19 and 20 have no player here. Their players are made for hidden cards, for puzzles with one player, or for a learned model of another game.
#
# ## Equal iterations
# Each player makes 100 iterations for each question, and takes the exam three times with different seeds. A *mark* is the share of right answers. The column *points* shows how far the mark is above or below UCT's mark, in percentage points:

# %%
from mctslib.course.ch21 import exam_table

exam_table("iterations-100")

# %% [markdown]
# How do you read such a row? Compare two players on the same questions. If both are right, or both are wrong, the question does not show which player is better. Only the other questions count. The columns *more* and *fewer* give the numbers of these questions. This is the idea of McNemar (1947).
#
# **On paper.** Suppose that one player's marks for five questions are 1, 1, 0, 1, 0 (1 is right, 0 is wrong), and that another player's marks are 1, 0, 0, 1, 1. How many questions count, and for which player?
#
# Two questions count: the second question for the first player, and the last question for the second player.
#
# ### Exercise 1: the questions that count
# `one` and `other` are lists of the marks 1 and 0, with one entry for each question. Return a pair of numbers: how many questions only `one` gets right, and how many only `other` gets right.


# %% tags=["exercise"]
# hint: `zip(one, other)` gives both marks for each question. Count the questions with the larger mark in `one`, and the questions with the larger mark in `other`.
def paired(one, other):
    # --- solution
    more = sum(a > b for a, b in zip(one, other))
    fewer = sum(a < b for a, b in zip(one, other))
    return more, fewer
    # --- end


# %%
from mctslib.course.ch21 import check_paired

check_paired(paired)

# %%
checkpoint("21-paired")

# %% [markdown]
# ## The twin
# The first control is the twin. Both engines were written to grow the same tree from the same random numbers. So with equal iterations they must give the same answers:

# %%
from mctslib.course.ch21 import same_answers

same_answers("iterations-100", "compiled", "UCT")

# %%
score_prediction(twin_guess, 0, "The same tree leads to the same answer.")

# %% [markdown]
# All 900 answers are the same. A single different answer would have revealed a mistake in the exam: in the seeds, in the questions, or in an engine. **In each measurement, include a player whose result you know in advance.**
#
# The second control shows how large the effect of luck is:

# %%
same_answers("iterations-100", "UCT, other seed", "UCT")

# %% [markdown]
# The same program with other seeds chooses the same move in 680 of the 900 answers, and another move in the rest. These differences are only luck. The next section shows how to recognize a difference that may be luck.
#
# ## The interval of a difference
# Both players answered the same questions, and some questions are harder than others. So first compute the difference between the two marks for each question. These n differences have a mean and a standard deviation s. The 95% interval of the mean is mean ± 1.96 · s / √n. The variance s² is the sum of the squared distances from the mean, divided by n − 1.
#
# Suppose that the differences are 1, 0, 0, 1. Their mean is 0.5, and their squared distances from the mean add up to 1. So s² is 1/3, and the interval is 0.5 ± 1.96 · √(1/3) / √4, which is 0.5 ± 0.57.
#
# ### Exercise 2: how far ahead?
# `one` and `other` are lists of marks from 0 to 1, with one entry for each question. Return a tuple of three numbers: the mean difference, and the low and the high end of its interval.


# %% tags=["exercise"]
# hint: Make the list of differences. The variance is `sum((d - mean) ** 2 for d in differences) / (n - 1)`, and s is its square root.
def lead(one, other):
    # --- solution
    differences = [a - b for a, b in zip(one, other)]
    n = len(differences)
    mean = sum(differences) / n
    variance = sum((d - mean) ** 2 for d in differences) / (n - 1)
    half = 1.96 * (variance / n) ** 0.5
    return mean, mean - half, mean + half
    # --- end


# %%
from mctslib.course.ch21 import check_lead

check_lead(lead)

# %% [markdown]
# In the table a player's mark for a question is the mean of three sittings. The interval takes into account that the questions were drawn by chance: the same number of new questions of the same kind would give a different result.
#
# ## Many comparisons
# The table above compares 15 players with UCT. If all players were equally good, each of 15 intervals would still exclude 0 with a probability of 5%. If the intervals were independent, at least one of them would exclude 0 with a probability of 54%. Sixteen players make 120 pairs.

# %%
checkpoint("21-many")

# %% [markdown]
# Holm (1979) proposed a simple remedy, **Holm's correction**. For each comparison take the **p-value**: the probability that two equally good players differ at least as much as these two players did. With m comparisons, the smallest p-value must be at most 5% divided by m, the next one at most 5% divided by m − 1, and so on. Stop at the first p-value that is too large: its difference does not count, and neither do the differences with larger p-values. With this rule, the probability that a difference between equally good players counts by mistake, even once, is at most 5%.
#
# Suppose that the level is 0.05, and that there are three p-values, 0.04, 0.001 and 0.024. From the smallest to the largest they must be at most 0.05/3 = 0.017, 0.05/2 = 0.025 and 0.05/1. All three are small enough, so all three differences count. Now suppose that the middle p-value is 0.03 instead of 0.024. Then 0.03 is too large, and 0.04 does not count either.
#
# ### Exercise 3: Holm's correction
# `chances` is the list of p-values. Return a list with an entry for each of them, in the same order: True if its difference counts, False otherwise.


# %% tags=["exercise"]
# hint: `sorted(range(len(chances)), key=chances.__getitem__)` gives the places in the list, beginning with the place of the smallest p-value. Stop at the first p-value that is too large.
def holm(chances, level):
    # --- solution
    counts = [False] * len(chances)
    left = len(chances)
    for place in sorted(range(len(chances)), key=chances.__getitem__):
        if chances[place] > level / left:
            break
        counts[place] = True
        left -= 1
    return counts
    # --- end


# %%
from mctslib.course.ch21 import check_holm

check_holm(holm)

# %% [markdown]
# The dots in the table follow this rule: ● marks a difference that counts, and ○ marks a difference that does not count.
#
# - *win or block* is 5.8 points ahead of UCT, and this counts. Its playouts look for wins and blocks, and a third of the questions ask for such moves.
# - *PUCT* and *Gumbel* have higher marks than UCT, but their intervals contain 0. The network helps on some questions and misleads the search on others: PUCT gets 98 answers right that UCT gets wrong, and UCT gets 67 answers right that PUCT gets wrong.
# - *flat*, *RAVE*, *network alone* and *random* are behind UCT, and this counts.
# - *graph* is 1.2 points behind UCT, and its interval contains 0. So on this board nothing is gained by storing each position once, as far as this exam can show.
# - Now look at *UCT, other seed*. Its interval excludes 0, **although it is the same program**. This is a false alarm, and among many intervals false alarms are likely. By Holm's correction this difference does not count, so its dot is ○. The interval of *alpha-beta* excludes 0 as well, and this difference does not count either.
#
# ## Equal time
# If you wait for a move, the time matters, not the number of iterations. So how many iterations fit into 2 ms? A move takes a fixed time, in which the search makes the root and its lists, and then the same time for each iteration. You can work out both times from two measurements. Suppose that 128 iterations take 3 ms and 384 iterations take 7 ms. Then 256 more iterations take 4 ms more, so one iteration takes 1/64 ms. So 128 iterations take 2 ms, and the fixed time is the remaining 1 ms. Then in 10 ms there is time for (10 − 1) · 64 = 576 iterations.
#
# ### Exercise 4: equal time
# `small` and `large` are two measurements. Each is a pair of the number of iterations and the time of a move in milliseconds. Return how many iterations fit into `milliseconds`, rounded down. If no iteration fits, return 1, because a search needs at least one iteration.


# %% tags=["exercise"]
# hint: `each = (longer - t) / (more - n)` and `fixed = t - each * n`. `int` rounds down.
def iterations_for(milliseconds, small, large):
    # --- solution
    (n, t), (more, longer) = small, large
    each = (longer - t) / (more - n)
    fixed = t - each * n
    return max(1, int((milliseconds - fixed) / each))
    # --- end


# %%
from mctslib.course.ch21 import check_iterations_for

check_iterations_for(iterations_for)

# %% [markdown]
# The script of this chapter measured each player in this way, in **CPU time**. This is the time during which the processor works on the search, without the time during which it works for other programs. On your machine the times are different, but the ratio of two players' times should be similar. The next cell measures your machine:

# %% tags=["measured"]
from mctslib.course.ch21 import machine_ratio

machine_ratio()

# %% [markdown]
# The next table shows the exam at 2 ms of CPU time for each question. The numbers of iterations were computed from the script's measurements. In the exam itself, the players took between 1.5 and 2.4 ms for a question. (*graph* joined later, on a busier machine, where its time was measured as a multiple of UCT's.)

# %%
exam_table("ms-2")

# %%
score_prediction(
    time_guess,
    "compiled, which is UCT in machine code",
    "It makes about a hundred times as many iterations as UCT in the same time.",
)

# %% [markdown]
# - *compiled* makes 12,820 iterations where the readable engine makes 129, and it is right in 96.2% of the questions. It is the only player whose lead over UCT counts. At equal iterations all its answers were the same as UCT's.
# - *win or block* makes only 38 iterations in this time, because its iterations take more than twice as long as UCT's. Its lead shrinks from 5.8 points to 2.1 and no longer counts.
# - *graph* makes 75 iterations, and is 2.8 points behind UCT. The interval excludes 0, but by Holm's correction this difference does not count.
# - *PUCT* makes 37 iterations, because each iteration calls the network. It is 2.4 points ahead, which does not count.
#
# On this machine, speed was worth more than any idea of the course. But this table compares programs, not ideas. In the library only plain UCT runs in machine code, although each of the other ideas could be compiled, too.

# %%
checkpoint("21-time")

# %% [markdown]
# ## A clock of one's own
# So far each move gets the same time, whether it is hard or not. That is a waste, is it not? A person answers a forced move at once, and thinks about a close decision. `ClockPlayer` of `mctslib.arena.clock` does the same. It moves at once if one move is legal, stops when the second move can no longer catch up with the first, and spends what it has saved where the two are close. In a game it never makes more iterations than a player who always makes 100. A script (`python -m tests.bench.clock`) let these two play 400 games each of Hex (7 × 7) and of Connect Four. In Hex the clock scores 0.57 (0.52 to 0.62), so it is worth something. In Connect Four it scores 0.54 (0.49 to 0.59), and no gain is shown. We have tried one budget and one opponent, and have not tuned the clock.
#
# ## Another budget
# Would the results be the same with another budget? All players have taken the exam with two more budgets: ten times as many iterations, and five times as much time:

# %%
exam_table("iterations-1000")

# %%
exam_table("ms-10")

# %% [markdown]
# - The main results are the same. At equal iterations, *win or block* is again the only player whose lead over UCT counts. At equal time, *compiled* is again the only one. With 63,969 iterations it is right in 97.3% of the questions.
# - The false alarm is gone. At 1,000 iterations, *UCT, other seed* has the same mark as UCT, and its interval extends from −1.5 to 1.5 points.
# - Not all players gain equally from more iterations. From 100 to 1,000 iterations UCT rises from 85.6% to 90.2%, PUCT from 89.0% to 95.0%, and RAVE only from 74.6% to 75.7%.
#
# How much does the order of the players depend on the budget? Each line below compares two exams. The number is the share of all pairs of players that the two exams put in the same order.

# %%
from mctslib.course.ch21 import same_order

for one, other in (
    ("iterations-100", "iterations-1000"),
    ("ms-2", "ms-10"),
    ("iterations-100", "ms-2"),
    ("iterations-1000", "ms-10"),
):
    print(f"{one:15} {other:15} {same_order(one, other):.0%}")

# %% [markdown]
# With a larger budget of the same kind, 89 or 92% of the pairs keep their order. Between equal iterations and equal time the share is 80% for the small budgets and 90% for the large budgets. So in this exam, the step from 100 iterations to 2 ms changes more than the step to a larger budget.
#
# ## Games
# An exam tests single moves. A game consists of a whole sequence of moves, and an opponent punishes some mistakes and misses others. So all pairs of players have also played 24 games each, in three tournaments of eight games. Each move had 2 ms of CPU time, and each opening was played twice, with the sides swapped. The ladder shows each player's lead over UCT in Elo points (chapter 09b):

# %%
from mctslib.course.ch21 import ladder_table

ladder_table("time")

# %% [markdown]
# - *compiled* leads UCT by 160 points, with an interval from 119 to 202. *PUCT* and *Gumbel* lead UCT as well, by 136 and 135 points, although their leads did not count in the exam.
# - *network alone* is right in 60% of the questions, far behind UCT. But the games show no difference between the two players, because the interval contains 0. A likely reason is that the questions come from random games. The network learned from its own games, and in a game it leads the play to positions that resemble the positions of those games. **An exam shows how well a player answers questions of the exam's kind.**
# - *graph* is 66 points behind UCT (26 to 107), and this counts. In the exam it did not. At equal iterations its interval contains 0: merging costs more time here than it brings.
# - *UCT, other seed* is 39 points behind the same program. Its interval just contains 0, from −80 to 1.
#
# How far can you trust such a ladder? Each number below is a share of the 120 pairs of players. The first number is the share of the pairs that two tournaments of eight games put in the same order. The second number is the share of the pairs that the games and the exam put in the same order. By luck alone, one half of the pairs would be in the same order.

# %%
from mctslib.course.ch21 import alike, exam_and_games_alike

for how in ("iterations", "time"):
    print(f"equal {how:11} {alike(how):.1%} {exam_and_games_alike(how):.1%}")

# %% [markdown]
# Two tournaments agree on 80 to 87% of the pairs. So eight games for each pair show which players are far ahead, but not which of two neighbours on the ladder is better. The games and the exam agree on 75% of the pairs at equal iterations, and on 87% at equal time.
#
# ## Let your own player take the exam
# `sit` lets any player answer the 300 questions. Its argument is a player of the library, or a function of your own that takes a position and a random generator and returns a column. This player's row then comes first:

# %%
from mctslib.arena import MCTSPlayer
from mctslib.course.ch21 import sit

my_player = sit(MCTSPlayer(30, reuse=False, name="UCT with 30"))
LastExam(my_player)

# %% [markdown]
# ## What the exam does not show
# - The exam uses one game, one board and one machine. RAVE was made for Go and is strong at Hex, but here it is behind UCT.
# - Each player has one setting. A better c, k or network may change the player's rank. But settings must be chosen on questions other than these. Otherwise the settings fit these questions, and the mark is too high.
# - The network was trained on exactly this board. The 2 ms do not include the time of its training.
#
# ## Where to go from here
# - **Your own game.** Write its rules (chapter 11), run `check_game`, and let UCT play it. Then change one thing at a time, and measure (chapter 09).
# - **A problem of another kind.** Chapter 18 is about too many moves, chapter 19 about problems without an opponent, and chapter 20 about unknown rules. Most real problems have at least one of these three difficulties.
# - **The sources.** [C · History and sources](C_history_and_sources.ipynb) tells you which papers to read first.
#
# ## In practice
# - Draw the questions at random before you look at any player, and do not change them afterwards.
# - State how many comparisons you made. Also count the comparisons that you do not show.
# - Compare at equal time *and* at equal iterations, and with more than one budget. If the order of the players changes, say so.
#
# ## Further reading
# - Q. McNemar, *Note on the sampling error of the difference between correlated proportions or percentages* (1947).
# - S. Holm, *A simple sequentially rejective multiple test procedure* (1979).
#
# **Next:** look back at the history of these methods in [C · History and sources](C_history_and_sources.ipynb).

# %%
summary("21")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from itertools import combinations

from claims import claim

from mctslib.arena.intervals import mean_interval
from mctslib.course.stored import measured

clock = measured("ch21/clock")
at_the_clock = {}
for row in clock["rows"]:
    points = [1.0] * row["wins"] + [0.5] * row["draws"] + [0.0] * row["losses"]
    at_the_clock[row["game"]] = [sum(points) / len(points), *mean_interval(points)]
    assert row["used"] <= 1
claim("a player who always makes 100", clock["allowance"])
claim("play 400 games each of Hex (7 × 7)", clock["rows"][0]["games"])
claim("In Hex the clock scores 0.57 (0.52 to 0.62)", *at_the_clock["Hex 7"])
claim("In Connect Four it scores 0.54 (0.49 to 0.59)", *at_the_clock["Connect Four"])

from mctslib.course.ch21 import CANDIDATES, mark
from mctslib.course.ch21 import results as stored
from mctslib.course.ch21.players import WORKERS
from mctslib.course.ch21.exam import PLIES, START
from mctslib.course.ch21.answers import holm as our_holm
from mctslib.course.ch21.answers import iterations_for as our_iterations
from mctslib.course.ch21.answers import lead as our_lead

everybody = stored.names()
claim("answer the same 300 questions", len(questions()))
assert (START.columns, START.shape[1]) == (5, 4)
claim("Connect Four on 5 columns and 4 rows", *START.shape[:2])
assert {one.name for one in CANDIDATES} | {"alpha-beta"} == set(everybody)
claim(
    "Sixteen players of this course have answered 300 such questions",
    len(everybody),
    len(questions()),
)
claim("random games after 6 to 14 moves", PLIES[0], PLIES[-1])
claim("A random move is right in 38%", guessing)
assert 0.32 < (kinds["win at once"] + kinds["block at once"]) / 300 < 0.35
claim("is right in 38% of the questions", guessing)

# %%
equal = stored.comparisons("iterations-100")
claim(
    "is 5.8 points ahead of UCT, and this counts. Its playouts",
    100 * equal["win or block"].value,
)
claim("*graph* is 1.2 points behind UCT, and its", -100 * equal["graph"].value)
assert equal["graph"].low < 0 < equal["graph"].high
counting = {name for name, row in equal.items() if row.counts}
assert counting == {"win or block", "flat", "RAVE", "network alone", "random"}
for name in ("PUCT", "Gumbel"):
    assert equal[name].low < 0 < equal[name].value < equal[name].high
claim(
    "PUCT gets 98 answers right that UCT gets wrong, and UCT gets 67 answers right that PUCT gets wrong",
    equal["PUCT"].more,
    equal["PUCT"].fewer,
)
for name in ("UCT, other seed", "alpha-beta"):
    assert equal[name].high < 0 and not equal[name].counts
claim("The table above compares 15 players with UCT", len(equal))
claim("each of 15 intervals would", len(equal))
claim("with a probability of 54%", 1 - 0.95 ** len(equal))
pairs = len(list(combinations(everybody, 2)))
claim("Sixteen players make 120 pairs", len(everybody), pairs)
claim("Yes: 5% of 120 is 6", 0.05, pairs, 0.05 * pairs)
claim("about 6", 0.05 * pairs)
made = stored.iterations_of("UCT", "iterations-100")
milliseconds = int(stored.GAMES_AT["time"].rpartition("-")[2])
claim("Each player makes 100 iterations for each question", made)
claim("with 100 iterations for each question and with the same seeds", made)
claim(
    "each player gets 2 ms of CPU time for each move instead of 100 iterations", milliseconds, made
)
claim("how many iterations fit into 2 ms", milliseconds)
claim("shows the exam at 2 ms of CPU time", milliseconds)
spent = []
for row, times in stored.sittings()["ms"].items():
    condition, _, name = row.partition("|")
    if condition == "ms-2" and stored.iterations_of(name, condition):
        spent += times
claim("took between 1.5 and 2.4 ms", min(spent), max(spent))
claim("The 2 ms do not include the time of its training", milliseconds)
claim("Both answer the same 300 questions", len(questions()))
claim("lets any player answer the 300 questions", len(questions()))
claim("| 8 workers |", WORKERS)

claim("All 900 answers are the same", same_answers("iterations-100", "compiled", "UCT")[0])
claim(
    "chooses the same move in 680 of the 900 answers",
    *same_answers("iterations-100", "UCT, other seed", "UCT"),
)
four = [1, 0, 0, 1]
middle, _, top = our_lead(four, [0, 0, 0, 0])
squares = sum((one - middle) ** 2 for one in four)
spread = squares / (len(four) - 1)
claim("Their mean is 0.5, and their squared distances from the mean add up to 1", middle, squares)
claim("So s² is 1/3, and the interval is 0.5 ± ", spread, middle)
claim("√(1/3) / √4, which is 0.5 ± 0.57", spread, middle, top - middle)

# %%
level = 0.05
accepted, refused = [0.04, 0.001, 0.024], [0.04, 0.001, 0.03]
assert our_holm(accepted, level) == [True, True, True]
assert our_holm(refused, level) == [False, True, False]
counted = len(accepted)
claim(
    "must be at most 0.05/3 = 0.017, 0.05/2 = 0.025 and 0.05/1.",
    *(level, counted, level / counted),
    *(level, counted - 1, level / (counted - 1)),
    *(level, counted - 2),
)
claim("the middle p-value is 0.03 instead of 0.024", max(refused[1:]), max(accepted[1:]))
claim("0.03 is too large, and 0.04 does not count", refused[2], refused[0])
(few, short), (many, long) = (128, 3), (384, 7)
each = (long - short) / (many - few)
claim("Then 256 more iterations take 4 ms more", many - few, long - short)
claim("so one iteration takes 1/64 ms", each)
claim("So 128 iterations take 2 ms", few, few * each)
claim("is the remaining 1 ms", short - few * each)
wait = 10
claim(
    "Then in 10 ms there is time for (10 − 1) · 64 = 576 iterations",
    *(wait, wait, short - few * each, 1 / each),
    our_iterations(wait, (few, short), (many, long)),
)

# %%
timed = stored.comparisons("ms-2")
claim(
    "makes 12,820 iterations where the readable engine makes 129, and it is right in 96.2%",
    stored.iterations_of("compiled", "ms-2"),
    stored.iterations_of("UCT", "ms-2"),
    mark("ms-2", "compiled"),
)
assert {name for name, row in timed.items() if row.counts and row.value > 0} == {"compiled"}
claim(
    "*win or block* makes only 38 iterations in this time",
    stored.iterations_of("win or block", "ms-2"),
)
claim(
    "Its lead shrinks from 5.8 points to 2.1",
    100 * equal["win or block"].value,
    100 * timed["win or block"].value,
)
assert stored.prices()["win or block"]["ms for 100"] > 2 * stored.prices()["UCT"]["ms for 100"]
graph_row = timed["graph"]
claim(
    "*graph* makes 75 iterations, and is 2.8 points behind UCT",
    stored.iterations_of("graph", "ms-2"),
    -100 * graph_row.value,
)
assert graph_row.high < 0 and not graph_row.counts
claim("*PUCT* makes 37 iterations", stored.iterations_of("PUCT", "ms-2"))
claim("It is 2.4 points ahead, which does not count", 100 * timed["PUCT"].value)
assert max(everybody, key=lambda name: mark("ms-2", name)) == "compiled"

# %%
much, long = "iterations-1000", "ms-10"
claim("ten times as many iterations", stored.iterations_of("UCT", much) / made)
claim("and five times as much time", int(long.rpartition("-")[2]) / milliseconds)
for condition, best in ((much, "win or block"), (long, "compiled")):
    ahead_there = stored.comparisons(condition)
    assert {name for name, row in ahead_there.items() if row.counts and row.value > 0} == {best}
claim(
    "With 63,969 iterations it is right in 97.3%",
    stored.iterations_of("compiled", long),
    mark(long, "compiled"),
)
again = stored.comparisons(much)["UCT, other seed"]
assert mark(much, "UCT, other seed") == mark(much, "UCT")
claim("its interval extends from −1.5 to 1.5 points", 100 * again.low, 100 * again.high)
claim("At 1,000 iterations, *UCT, other seed* has", stored.iterations_of("UCT, other seed", much))
claim(
    "From 100 to 1,000 iterations UCT rises from 85.6% to 90.2%, PUCT from 89.0% to 95.0%, and RAVE only from 74.6% to 75.7%",
    made,
    stored.iterations_of("UCT", much),
    *(
        mark(condition, name)
        for name in ("UCT", "PUCT", "RAVE")
        for condition in ("iterations-100", much)
    ),
)
claim(
    "89 or 92% of the pairs keep their order",
    same_order("iterations-100", much),
    same_order("ms-2", long),
)
claim(
    "the share is 80% for the small budgets and 90% for the large budgets",
    same_order("iterations-100", "ms-2"),
    same_order(much, long),
)
claim("the step from 100 iterations to 2 ms", made, milliseconds)

# %%
ladder_at_time = stored.leads("time")
counting_leads = stored.leads_that_count("time")
ahead = ladder_at_time["compiled"]
claim("leads UCT by 160 points, with an interval from 119 to 202", ahead.elo, ahead.low, ahead.high)
claim("by 136 and 135 points", ladder_at_time["PUCT"].elo, ladder_at_time["Gumbel"].elo)
assert all(counting_leads[name] for name in ("compiled", "PUCT", "Gumbel"))
assert not any(timed[name].counts for name in ("PUCT", "Gumbel"))
claim("is right in 60% of the questions", mark("ms-2", "network alone"))
alone = ladder_at_time["network alone"]
assert alone.low < 0 < alone.high and timed["network alone"].high < -0.15
merging = ladder_at_time["graph"]
claim("is 66 points behind UCT (26 to 107)", -merging.elo, -merging.high, -merging.low)
assert counting_leads["graph"]
level_leads = stored.leads("iterations")["graph"]
assert level_leads.low < 0 < level_leads.high
double = ladder_at_time["UCT, other seed"]
claim("is 39 points behind the same program", -double.elo)
claim("from −80 to 1.", double.low, double.high)
assert double.low < 0 < double.high
claim("a share of the 120 pairs of players", pairs)
played = stored.results("time")[0].games
claim(
    "24 games each, in three tournaments of eight", played, stored.tournaments("time"), played / 3
)
agreed = {how: (alike(how), exam_and_games_alike(how)) for how in stored.GAMES_AT}
claim("Two tournaments agree on 80 to 87% of the pairs", agreed["iterations"][0], agreed["time"][0])
claim(
    "agree on 75% of the pairs at equal iterations, and on 87% at equal time",
    agreed["iterations"][1],
    agreed["time"][1],
)
