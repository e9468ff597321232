# %% [markdown]
# # 21 · The last exam
#
# Two players have answered the same 300 questions, three times each. Every question is a position whose right moves are known. The first player is right in 85.6% of the cases, the second in 83.1%. The difference (before rounding) is −2.4 points, with an interval from −4.8 to −0.1, so it does not contain 0. **Which player is better?**
#
# Let us look at their answers. How often did they choose the same move?

# %%
from mctslib.course import ch21, checkpoint, predict, score_prediction, summary

same, answers = ch21.same_answers("iterations-100", "UCT, other seed", "UCT")
print(f"the same move in {same} of {answers} answers")

# %% [markdown]
# The two players are *the same program*, the plain search of chapter 04. Only the random numbers differ, and with them 220 of 900 answers.
#
# So here is a difference whose interval excludes 0, but we know that neither player is better. How can this happen? And if it can, what are we to believe of the other players?
#
# Which of all the ideas of this course makes a player stronger, and how do we know?
#
# **What you'll need.** Chapters 04, 09 and 09b. The players come from chapters 00 to 18, but you need not have read all of these. &nbsp; **Time:** about 45 minutes.
#
# ## The questions
# Connect Four on 5 columns and 4 rows is so small that a program can look at everything that may follow. Here is a question, and below it the exact result of each column: `w` wins, `d` draws, `l` loses, `-` is full. A move is right if no other has a better result.

# %%
question = ch21.questions()[4]
question.state

# %%
print(f"columns 0 to 4: {question.results}; right: {question.right}")

# %% [markdown]
# The positions come from random games, after 6 to 14 moves. I kept a position if a move could be wrong there, and if neither it nor its mirror image was there already. A random legal move is right in 38% of the questions.
#
# And here is a question that 41 of 48 answers get wrong, three answers from each of the sixteen players. <span class="with-python">They are hidden until you press the column that you would take. *Next question* goes on to the next one on which UCT and the player with the best mark differ.</span>

# %%
ch21.LastExam()

# %% [markdown]
# ## The players
# Each player has the settings of its chapter. **I tuned nothing on these questions.**
#
# | player | chapter | description |
# |---|---|---|
# | random | 00 | draws a legal move |
# | flat | 01 | playouts without a tree |
# | UCT | 04 | the readable engine, c = 1 |
# | graph | 06b | UCT that stores each position once |
# | win or block | 10 | UCT with playouts that win at once or block |
# | alpha-beta | 12 | minimax with an evaluation; an iteration is one position examined |
# | compiled | 12b | UCT in machine code |
# | solver | 13 | UCT that proves wins and losses |
# | RAVE, bias | 14 | UCT that learns from all moves of a playout; UCT with a bonus for promising moves |
# | 8 workers | 15 | one tree and eight workers with virtual losses |
# | network alone, PUCT | 16 | a network that learned this game by self-play, without and with a search |
# | Gumbel | 16b | the same network, with sequential halving |
# | widening | 18 | UCT that tries a few moves first |
#
# ## A result that we know in advance
# *compiled* is the **twin** of *UCT*. I wrote both engines to grow the same tree from the same random numbers. With 100 iterations for each question and the same seeds, how many of 300 answers differ?

# %%
twin_guess = predict("21-twin")
twin_guess

# %%
same, answers = ch21.same_answers("iterations-100", "compiled", "UCT")
score_prediction(twin_guess, answers - same, "The same tree leads to the same answer.")

# %% [markdown]
# None: with three seeds for each question, all 900 are the same. Is a result that we knew in advance a wasted measurement? One different answer would have shown a mistake in the exam: in the seeds, in the questions, or in an engine. *UCT, other seed* is the other control: there we see what luck looks like. **Put a player into each measurement whose result you know.**
#
# ## Equal iterations
# A *mark* is the share of right answers. The column *points* shows how far a player's mark lies above or below UCT's, in percentage points, and we come to ● and ○ further down.

# %%
ch21.exam_table("iterations-100")

# %% [markdown]
# How do you read such a row? The player and UCT had the same questions. Where both are right, or both wrong, a question says nothing about who is better. Only the other questions count (Quinn McNemar, 1947). The columns *more* and *fewer* say in how many of 900 answers only the player is right, and in how many only UCT is.
#
# **On paper.** One player's marks for five questions are 1, 1, 0, 1, 0; another's are 1, 0, 0, 1, 1. Two questions count: the second for the first player, the last for the second player.
#
# ### Exercise 1: the questions that count
# `one` and `other` are lists of the marks 1 and 0. Return a pair of numbers: how many questions only `one` gets right, and how many only `other` gets right.


# %% tags=["exercise"]
# hint: `zip(one, other)` gives both marks for each question. Count the questions with the larger mark in `one`, and the questions with the larger mark in `other`.
def paired(one, other):
    """Return how many questions only `one` gets right, and how many only `other`."""
    # --- solution
    # --- end


# %%
ch21.check_paired(paired)

# %%
checkpoint("21-paired")

# %% [markdown]
# We get the interval from these differences, too. For each of the n questions take the difference of the two marks; then take the mean of the differences and their standard deviation s. The interval is the mean ± 1.96 · s / √n. For the differences 1, 0, 0, 1 the mean is 0.5 and s² is 1/3, so the interval is 0.5 ± 0.57.
#
# ### Exercise 2: plan the next exam
# PUCT is 3.4 points ahead of UCT, and its interval reaches 4.3 points to either side. Perhaps it *is* better, and 300 questions are too few? Suppose that the next exam finds the same lead and the same s. Write `needed(questions, lead, half)`: the smallest number of questions whose interval does not contain 0, if an exam of `questions` questions has found the `lead` with an interval that reaches `half` to either side. `lead` and `half` are above 0.


# %% tags=["exercise"]
# hint: How does the half width depend on n? With n questions in place of `questions`, it is half · √(questions / n), and this must be less than the lead. Solve for n. If the two would be equal, one more question is needed.
def needed(questions, lead, half):
    """Return the smallest number of questions whose interval excludes 0, if the lead stays."""
    # --- solution
    # --- end


# %%
ch21.check_needed(needed)

# %% [markdown]
# For PUCT, with all decimals, 457 questions would do, and for half the lead four times as many. But that holds only if the lead stays.
#
# ## Fifteen intervals
# Back to the program that is worse than itself. If two players are equally good, their interval excludes 0 by luck with a probability of 5%. But the table has 15 intervals. If all players were equally good and the intervals independent, at least one false alarm would come with a probability of 54%. And we might compare any two of the sixteen.

# %%
checkpoint("21-many")

# %% [markdown]
# Sture Holm (1979) proposed a remedy for false alarms, **Holm's correction**. For each comparison take the **p-value**: the probability that two equally good players differ at least as much as these did. With m comparisons, the smallest p-value must be at most 5% divided by m, the next one at most 5% divided by m − 1, and so on. Stop at the first p-value that is too large; neither this difference nor those after it count. Then the probability of *even one* false alarm is at most 5%.
#
# For example, three p-values are 0.04, 0.001 and 0.024. From the smallest to the largest they must be at most 0.05/3 = 0.017, 0.05/2 = 0.025 and 0.05/1. All three count. If the middle one were 0.03, it would be too large, and 0.04 would not count either.
#
# ### Exercise 3: Holm's correction
# `chances` is the list of p-values, some of which may be equal, and `level` is the 5%, as 0.05. Return a list with an entry for each p-value, in the same order: True if its difference counts, False otherwise.


# %% tags=["exercise"]
# hint: `sorted(range(len(chances)), key=chances.__getitem__)` gives the places in the list, beginning with the place of the smallest p-value. Stop at the first p-value that is too large.
def holm(chances, level):
    """Return for each p-value whether its difference counts."""
    # --- solution
    # --- end


# %%
ch21.check_holm(holm)

# %% [markdown]
# The dots in the table follow this rule: ● counts, ○ does not. *UCT, other seed* has ○, as it should, and so does *alpha-beta*, whose interval excludes 0 as well. PUCT and Gumbel are ahead, but their intervals contain 0. The differences of five players count: *flat*, *RAVE*, *network alone* and *random* are behind, and one is ahead, *win or block*, by 5.8 points.
#
# Of all the ideas of this course a single one helps so much that we can show it. I had hoped for more. And why this one? I would have said: its playouts look for wins and blocks, and a third of the questions ask for such moves. But I had not counted. Here are the marks for each kind of question: the player to move can win at once, must block at once, or must look further.

# %%
ch21.marks_by_kind("iterations-100", "UCT", "win or block", "network alone")

# %% [markdown]
# UCT answers nearly all of the easy questions right without such playouts. But nearly the whole lead of *win or block* comes from the questions in which one must look *further*. Perhaps its playouts are better witnesses of what follows after a move; I have not tested it.
#
# The third row is odd, too. The network alone wins at once in only 48% of the positions where it could. It does not look ahead, not even one move; a search does.
#
# ## Equal time
# But you wait for seconds and not for iterations. Let each player have 2 ms of CPU time for a question. (CPU time is the time during which the processor works on the search, and not for other programs.) How many iterations is that? Let us say that a move takes a fixed time, for the root and its lists, and that each iteration adds the same amount. Then two measurements give both. Suppose that 128 iterations take 3 ms and 384 take 7 ms. Then 256 more take 4 ms more, so one takes 1/64 ms and the fixed time is 1 ms. In 10 ms there is time for 576 iterations.
#
# ### Exercise 4: equal time
# `small` and `large` are two such measurements, pairs of a number of iterations and a time in milliseconds. Return how many iterations fit into `milliseconds`, rounded down, but at least 1, for a search needs one.


# %% tags=["exercise"]
# hint: `each = (longer - t) / (more - n)` and `fixed = t - each * n`. `int` rounds a positive number down.
def iterations_for(milliseconds, small, large):
    """Return the number of iterations that fit into the given time, or 1 if none fits."""
    # --- solution
    # --- end


# %%
ch21.check_iterations_for(iterations_for)

# %%
time_guess = predict("21-time")
time_guess

# %%
ch21.exam_table("ms-2")

# %%
score_prediction(
    time_guess,
    "compiled, which is UCT in machine code",
    "It makes about a hundred times as many iterations as UCT in the same time.",
)

# %% [markdown]
# Again the lead of a single player counts, but it is another player. *compiled* makes 12,820 iterations where its twin makes 129. Its idea is speed, which the first table could not show at all. *win or block* makes only 38 iterations in this time. Its lead of 5.8 points shrinks to 2.1 and does not count any more. (I measured the time of *graph* later, as a multiple of UCT's.)
#
# Is speed then worth more than every idea? It is, on my machine, in this library. But the table compares *programs*. Only plain UCT runs in machine code here, and each of the other ideas could be compiled, too.

# %%
checkpoint("21-time")

# %% [markdown]
# So far each move has been given the same time, hard or not. `ClockPlayer` of `mctslib.arena.clock` saves iterations where nothing is left to decide, and spends them where two moves are close. In a whole game it makes no more iterations than a player who always makes 100. In 400 games of Hex (7 × 7) it scores 0.57 (0.52 to 0.62) against that player, but in Connect Four 0.54 (0.49 to 0.59), where I cannot show a gain (`python -m tests.bench.clock`).
#
# ## Another budget
# Perhaps 100 iterations and 2 ms were lucky numbers? I let all players take the exam again, with ten times as many iterations, and with five times as much time.

# %%
ch21.exam_table("iterations-1000")

# %%
ch21.exam_table("ms-10")

# %% [markdown]
# The same two leads count: that of *win or block* at equal iterations, and that of *compiled* at equal time. (At 1,000 iterations the intervals of PUCT and Gumbel exclude 0, but their leads still do not count. Keep these two in mind.) The false alarm is gone, for at 1,000 iterations *UCT, other seed* has the same mark as UCT.
#
# ## Games
# But an exam asks for single moves. In a game an opponent punishes some mistakes and misses others. So I let each pair play 24 games with 2 ms for each move, eight in each of three tournaments. Here is each player's lead over UCT in Elo points (chapter 09b).

# %%
ch21.ladder_table()

# %% [markdown]
# *compiled* leads by 160 points (119 to 202), and now PUCT and Gumbel lead as well, by 136 and 135, although the exam at 2 ms could not tell them from UCT. But look at *UCT, other seed*: it is 39 points behind itself, with an interval that just contains 0, from −80 to 1. All rows are measured from the same UCT, and if UCT was lucky, all others look weaker together. `ch21.ladder_table("UCT, other seed")` measures from the other seed, and there *8 workers*, *graph*, *flat* and *bias* do not count as weaker any more.
#
# The row that puzzles me most is *network alone*. In the exam it is right in 60% of the cases, far behind UCT, but in the games I can show no difference between the two. How can that be? The questions come from random games, and the network learned from its own. Perhaps it leads the play into positions that it knows. One number fits: after 6 moves it is right in 77% of the questions, like UCT with 75%, and in later positions it falls behind. But later positions may also ask more for looking ahead, and I cannot tell the two reasons apart. **An exam shows how well a player answers questions of the exam's kind.**
#
# ## Your own player
# `sit` lets any player answer the 300 questions: a player of the library, or a function of your own that takes a position and a random generator and returns a column. The table then has a row for your player, and the panel goes on to the questions that your player has wrong.

# %%
from mctslib.arena import MCTSPlayer

my_player = ch21.sit(MCTSPlayer(30, reuse=False, name="UCT with 30"))
ch21.exam_table("iterations-100", my_player)

# %%
ch21.LastExam(my_player)

# %% [markdown]
# ## What the exam does not show
# - It uses one game, one board and one machine. RAVE was made for Go, and here it is behind UCT.
# - Each player has one setting. Another c, k or network may change its rank.
# - The network was trained on exactly this board, and the 2 ms do not include the time of its training.
#
# ## Where to go from here
# - **Your own game.** Write its rules (chapter 11), run `check_game`, and let UCT play it. Then change one thing at a time, and measure (chapter 09).
# - **When you measure.** Draw the questions before you look at any player. Say how many comparisons you made, including those that you do not show. Compare at equal time *and* at equal iterations.
#
# ## Further reading
# - Q. McNemar, *Note on the sampling error of the difference between correlated proportions or percentages* (1947).
# - S. Holm, *A simple sequentially rejective multiple test procedure* (1979).
#
# **Next:** look back at the history of these methods in [C · History and sources](C_history_and_sources.ipynb).

# %%
summary("21")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years.*

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
claim("In 400 games of Hex (7 × 7)", *{row["games"] for row in clock["rows"]})
claim("it scores 0.57 (0.52 to 0.62)", *at_the_clock["Hex 7"])
claim("in Connect Four 0.54 (0.49 to 0.59)", *at_the_clock["Connect Four"])

from mctslib.course.ch21 import CANDIDATES, mark
from mctslib.course.ch21 import results as stored
from mctslib.course.ch21.players import WORKERS
from mctslib.course.ch21.exam import KINDS, PLIES, START
from mctslib.course.ch21.answers import holm as our_holm
from mctslib.course.ch21.answers import iterations_for as our_iterations
from mctslib.course.ch21.answers import lead as our_lead

everybody = stored.names()
questions = ch21.questions
shown = ch21.LastExam().question - 1
chosen = [
    int(sheet[shown]) for name in everybody for sheet in stored.answers("iterations-100", name)
]
missed = sum(column not in questions()[shown].right for column in chosen)
claim("a question that 41 of 48 answers get wrong", missed, len(chosen))
guessing = sum(one.chance for one in questions()) / len(questions())
claim("Two players have answered the same 300 questions", len(questions()))
assert (START.columns, START.shape[1]) == (5, 4)
claim("Connect Four on 5 columns and 4 rows", *START.shape[:2])
assert {one.name for one in CANDIDATES} | {"alpha-beta"} == set(everybody)
claim("from random games, after 6 to 14 moves", PLIES[0], PLIES[-1])
claim("A random legal move is right in 38%", guessing)
# %%
equal = stored.comparisons("iterations-100")
claim(
    "*win or block*, by 5.8 points",
    100 * equal["win or block"].value,
)
counting = {name for name, row in equal.items() if row.counts}
assert counting == {"win or block", "flat", "RAVE", "network alone", "random"}
for name in ("PUCT", "Gumbel"):
    assert equal[name].low < 0 < equal[name].value < equal[name].high
puct = equal["PUCT"]
claim(
    "PUCT is 3.4 points ahead of UCT, and its interval reaches 4.3 points to either side",
    100 * puct.value,
    100 * (puct.high - puct.value),
)
claim(
    "with all decimals, 457 questions would do",
    ch21.needed(len(questions()), puct.value, puct.high - puct.value),
)
twin, double = equal["compiled"], equal["UCT, other seed"]
claim(
    "in 85.6% of the cases, the second in 83.1%",
    mark("iterations-100", "UCT"),
    mark("iterations-100", "UCT, other seed"),
)
claim(
    "is −2.4 points, with an interval from −4.8 to −0.1",
    100 * double.value,
    100 * double.low,
    100 * double.high,
)
for kind in KINDS[:2]:  # "nearly all of the easy ones"
    assert stored.mark_in("iterations-100", "UCT", kind) > 0.97
further = [stored.mark_in("iterations-100", name, KINDS[2]) for name in ("win or block", "UCT")]
assert further[0] - further[1] > 0.08
far = sum(one.kind == KINDS[2] for one in questions())
assert (
    abs(1 - far / len(questions()) - 1 / 3) < 0.01
)  # "a third of the questions ask for such moves"
part_of_lead = (further[0] - further[1]) * far / len(questions())
assert 0.9 < part_of_lead / equal["win or block"].value < 1  # "nearly the whole lead"
claim("wins at once in only 48%", stored.mark_in("iterations-100", "network alone", KINDS[0]))
for name in ("UCT, other seed", "alpha-beta"):
    assert equal[name].high < 0 and not equal[name].counts
claim("the table has 15 intervals", len(equal))
claim("would come with a probability of 54%", 1 - 0.95 ** len(equal))
pairs = len(list(combinations(everybody, 2)))
claim("Sixteen players make 120 pairs", len(everybody), pairs)
claim("5% of 120 is 6", 0.05, pairs, 0.05 * pairs)
claim("about 6", 0.05 * pairs)
assert equal["graph"].low < 0 < equal["graph"].high
made = stored.iterations_of("UCT", "iterations-100")
milliseconds = int(stored.GAMES_AT.rpartition("-")[2])
claim(
    "With 100 iterations for each question and the same seeds, how many of 300 answers differ",
    made,
    len(questions()),
)
claim("and 300 questions are too few", len(questions()))
claim("with 100 iterations for each question and with the same seeds", made)
claim(
    "each player gets 2 ms of CPU time for each move instead of 100 iterations", milliseconds, made
)
claim("have 2 ms of CPU time for a question", milliseconds)
claim("Perhaps 100 iterations and 2 ms were", made, milliseconds)
claim("and the 2 ms do not include the time of its training", milliseconds)
claim("Both answer the same 300 questions", len(questions()))
claim("lets any player answer the 300 questions", len(questions()))
chapter_of = {one.name: one.chapter.lstrip("0") for one in CANDIDATES} | {"alpha-beta": "12"}
claim("| UCT | 04 |", chapter_of["UCT"])
claim("| win or block | 10 |", chapter_of["win or block"])
claim("| alpha-beta | 12 |", chapter_of["alpha-beta"])
claim("| solver | 13 |", chapter_of["solver"])
claim("| RAVE, bias | 14 |", chapter_of["RAVE"])
claim("| 8 workers | 15 |", WORKERS, chapter_of["8 workers"])
claim("| network alone, PUCT | 16 |", chapter_of["PUCT"])
claim("| widening | 18 |", chapter_of["widening"])
for one, other in (("RAVE", "bias"), ("PUCT", "network alone")):
    assert chapter_of[one] == chapter_of[other]

claim("all 900 are the same", ch21.same_answers("iterations-100", "compiled", "UCT")[0])
alike, given = ch21.same_answers("iterations-100", "UCT, other seed", "UCT")
claim("and with them 220 of 900 answers", given - alike, given)
claim("in how many of 900 answers only the player", given)
four = [1, 0, 0, 1]
middle, _, top = our_lead(four, [0, 0, 0, 0])
squares = sum((one - middle) ** 2 for one in four)
spread = squares / (len(four) - 1)
claim(
    "the mean is 0.5 and s² is 1/3, so the interval is 0.5 ± 0.57",
    middle,
    spread,
    middle,
    top - middle,
)

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
claim("If the middle one were 0.03, it would be too large, and 0.04", refused[2], refused[0])
(few, short), (many, long) = (128, 3), (384, 7)
each = (long - short) / (many - few)
claim("Then 256 more take 4 ms more", many - few, long - short)
claim("so one takes 1/64 ms and the fixed time is 1 ms", each, short - few * each)
claim(
    "In 10 ms there is time for 576 iterations",
    10,
    our_iterations(10, (few, short), (many, long)),
)

# %%
timed = stored.comparisons("ms-2")
claim(
    "makes 12,820 iterations where its twin makes 129",
    stored.iterations_of("compiled", "ms-2"),
    stored.iterations_of("UCT", "ms-2"),
)
assert {name for name, row in timed.items() if row.counts and row.value > 0} == {"compiled"}
claim(
    "*win or block* makes only 38 iterations in this time",
    stored.iterations_of("win or block", "ms-2"),
)
claim(
    "Its lead of 5.8 points shrinks to 2.1",
    100 * equal["win or block"].value,
    100 * timed["win or block"].value,
)
assert max(everybody, key=lambda name: mark("ms-2", name)) == "compiled"

# %%
much, long = "iterations-1000", "ms-10"
claim("with ten times as many iterations", stored.iterations_of("UCT", much) / made)
claim("and with five times as much time", int(long.rpartition("-")[2]) / milliseconds)
for condition, best in ((much, "win or block"), (long, "compiled")):
    ahead_there = stored.comparisons(condition)
    assert {name for name, row in ahead_there.items() if row.counts and row.value > 0} == {best}
for name in ("PUCT", "Gumbel"):  # "exclude 0, but their leads still do not count"
    close = stored.comparisons(much)[name]
    assert close.low > 0 and not close.counts
claim("(At 1,000 iterations the intervals", stored.iterations_of("PUCT", much))
assert mark(much, "UCT, other seed") == mark(much, "UCT")
claim("at 1,000 iterations *UCT, other seed* has", stored.iterations_of("UCT, other seed", much))

# %%
ladder_at_time = stored.leads()
counting_leads = stored.leads_that_count()
ahead = ladder_at_time["compiled"]
claim("*compiled* leads by 160 points (119 to 202)", ahead.elo, ahead.low, ahead.high)
claim("by 136 and 135, although", ladder_at_time["PUCT"].elo, ladder_at_time["Gumbel"].elo)
assert all(counting_leads[name] for name in ("compiled", "PUCT", "Gumbel"))
assert not any(timed[name].counts for name in ("PUCT", "Gumbel"))
claim("it is right in 60% of the cases", mark("ms-2", "network alone"))
alone = ladder_at_time["network alone"]
assert alone.low < 0 < alone.high and timed["network alone"].high < -0.15
double = ladder_at_time["UCT, other seed"]
claim("is 39 points behind itself", -double.elo)
counting_from_twin = stored.leads_that_count("UCT, other seed")
no_more = ("8 workers", "graph", "flat", "bias")
claim("there *8 workers*, *graph*, *flat* and *bias*", int(no_more[0].split()[0]))
assert all(counting_leads[name] and not counting_from_twin[name] for name in no_more)
claim("from −80 to 1.", double.low, double.high)

played = stored.results()[0].games
claim(
    "24 games with 2 ms for each move, eight in each of three tournaments",
    played,
    milliseconds,
    played / 3,
    stored.tournaments(),
)
early = [k for k, one in enumerate(questions()) if len(one.moves) == PLIES[0]]
late = [k for k in range(len(questions())) if k not in early]


def part(name, places):
    """Return a player's mark in some of the questions."""
    return sum(stored.marks("ms-2", name)[k] for k in places) / len(places)


claim(
    "after 6 moves it is right in 77% of the questions, like UCT with 75%",
    PLIES[0],
    part("network alone", early),
    part("UCT", early),
)
assert part("network alone", late) < part("UCT", late) - 0.2
