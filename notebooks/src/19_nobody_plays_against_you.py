# %% [markdown]
# # 19 · Nobody plays against you
#
# **What you'll do.** You search a puzzle for one player, whose solution is a line of steps, and compare two ways of searching for this line: drawing whole lines, and growing a tree.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* count the generated steps that a search has spent,
# - write best-of-n, the layer of a beam, a step label, and a backup that mixes mean and maximum,
# - say when a tree is better than samples, and when a beam is better than both,
# - show how a search that trusts a judge finds the judge's mistakes.
#
# **What you'll need.** Chapters 03, 07 and 16. &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## Make 24
# You get a hand of numbers. A **step** combines two of the numbers by +, −, × or ÷, and the result takes their place. Every result must be a whole number above zero. The
# last number must be 24. A **line** is a whole sequence of steps, to the last number. Here is a hand:

# %%
from mctslib.games import TwentyFour

hand = TwentyFour(1, 2, 7, 7)
hand

# %% [markdown]
# Language models solve problems in a similar way. They write a line of steps, and sometimes a program can check the end of the line. Many of the methods that are built around these models come from search: best-of-n, beams, trees, and judges of steps.
# **No language model runs in this chapter.** A puzzle with exact answers takes the place of the problem, and a list of eleven weights takes the place of the model. Only the search is the same.
#
# Below, three searches work on this hand with the same number of steps. The tree and best of n ask the same proposer for likely steps, while random lines use no proposer. Press the filled button or drag the ring. Then try *Other hand*: with some hands the tree loses.

# %%
from mctslib.course.ch19 import SameBudget

SameBudget()

# %% [markdown]
# The tree stops at its first ✓. The lines that the samplers draw after the tree's first ✓ are surplus, so their frames are dotted.
#
# ## Two predictions
# Guess before you go on.

# %%
from mctslib.course import budget, checkpoint, predict, score_prediction, summary

uct_guess = predict("19-uct")
uct_guess

# %%
judge_guess = predict("19-judge")
judge_guess

# %% [markdown]
# ## A game for one player
# The puzzle is a `State` like all others. It has one player and one reward: 1 if the last number is 24, else 0. An action is a string:

# %%
print(hand.legal_actions())
hand.apply("7*7")

# %% [markdown]
# The function that gives this reward is called a **verifier**, because it only says yes or no, and only at the end. The hand is so small that all lines can be tried:

# %%
from mctslib.games.twentyfour import count_lines, solution, solutions

count_lines(hand.numbers), solutions(hand)

# %% [markdown]
# Of 417 lines one is right. Some hands have no solution. You can play such a hand, too, but `solution` raises an error for it:

# %%
try:
    solution(TwentyFour(1, 1, 1, 1))
except ValueError as error:
    print(error)

# %% [markdown]
# ## What does a search spend?
# The cost of a language model is the text that it writes. So we count **generated steps**: each new node of a tree is one step, and so is each action of a playout. Walking through existing nodes costs nothing.
#
# **On paper.** In the first iteration, a search of a hand with four numbers adds a node below the root and plays on to the end. How many steps does this iteration generate? In the next iteration, the search adds a node below this node. How many steps does the second iteration generate?
#
# The first iteration generates 3 steps, one in the tree and two in the playout. The second iteration starts from an existing node, so it generates 2.
#
# **Best-of-n** is the simplest search. It draws lines until one is right or the budget is spent. Suppose that the budget is 5 and each line has 3 steps: the first line leaves 2 steps, so a second line begins and is finished, and after 6 steps no third line begins.
#
# ### Exercise 1: steps until solved
# `draw(state)` returns a new line: its actions and its reward. Return how many steps had been generated when a line first had reward 1, including the steps of this line. Return None if the budget is spent before a line is right.


# %% tags=["exercise"]
# hint: Count in `used`. `while used < budget:` draw a line, add `len(actions)`, and return `used` if the reward is 1.
def steps_until_solved(state, budget, draw):
    # --- solution
    used = 0
    while used < budget:
        actions, reward = draw(state)
        used += len(actions)
        if reward == 1:
            return used
    return None
    # --- end


# %%
from mctslib.course.ch19 import check_steps_until_solved

check_steps_until_solved(steps_until_solved)

# %% [markdown]
# ## Nothing to climb
# `grow` runs the library's search until the budget of steps is spent. It returns the lines with their rewards, and the tree. Here is plain UCT:

# %%
from mctslib import UCB1
from mctslib.methods.alone import grow

found = grow(hand, 30, {"tree_policy": UCB1(1)}, seed=0)
[(line.actions, line.reward) for line in found.lines[:3]], found.solved_after

# %% [markdown]
# No line was right, so every W in the tree is 0. What does UCT do in this case? Let it search 20 hard hands, which are the first hands of the exam below, with three very different values of c. The cell compares the lines that these searches try:

# %%
from mctslib.course.ch19 import exam


def lines_of(state, c):
    """Return the lines that UCT tries until one is right, or until 100 steps are spent."""
    return grow(state, 100, {"tree_policy": UCB1(c)}, seed=0).lines


same = [lines_of(state, 0.3) == lines_of(state, 1) == lines_of(state, 3) for state in exam()[:20]]
sum(same), len(same)

# %% [markdown]
# All 20 searches are the same for the three values of c, line by line. The mean is 0 everywhere, so c multiplies the only remaining term, and the order of the scores does not depend on c. **A verifier that says only yes or no gives
# the tree nothing to climb until it has said yes once.** The tree does one thing better than random lines: it remembers where it has been.
#
# The exam of this chapter has 200 hands. For each of them less than 1% of random lines are right. How many does each search solve with 30 steps?

# %%
from mctslib.methods.alone import best_of_n

hands = exam()[: budget(200, 60, "hands")]
by_tree = [grow(state, 30, seed=k).solved_after for k, state in enumerate(hands)]
by_luck = [best_of_n(state, 30, seed=k).solved_after for k, state in enumerate(hands)]
tree_30 = sum(steps is not None and steps <= 30 for steps in by_tree)
luck_30 = sum(steps is not None and steps <= 30 for steps in by_luck)
tree_30, luck_30

# %%
score_prediction(
    uct_guess, "both solve about as many", "Before the first ✓ the tree has nothing to climb."
)

# %% [markdown]
# Both numbers are small and nearly equal. The tables below repeat the measurement with three seeds.

# %%
checkpoint("19-climb")

# %% [markdown]
# ## A proposer
# A language model does not draw its steps evenly: it has learned which steps are likely. Our **proposer** learns from 60 solved hands that are not in the exam. It measures eleven properties of each step, the **features**, multiplies each feature by a weight, and turns the sums into shares with a softmax, as the network of chapter 16 does. Learning makes the steps of solutions more likely:

# %%
from mctslib.course.ch19 import FEATURES, Proposer, hands_to_learn_from, learned

weights = learned(hands_to_learn_from())
for name, weight in zip(FEATURES, weights):
    print(f"{weight:+.2f}  {name}")

# %% [markdown]
# The weight with the largest absolute value is −2.54: a proposer should not multiply or divide by 1. Here are the three likeliest steps for our hand, with their shares:

# %%
proposer = Proposer()
shares, no_value = proposer(hand)
sorted(shares.items(), key=lambda item: -item[1])[:3]

# %% [markdown]
# A proposer is a judge in the sense of chapter 16, but without a value, so PUCT can use the proposer unchanged. `Alone` is PUCT for one player: an untried step has value 0, because rewards are rare in a game for one player. Now all our searches can ask the proposer.
#
# A **beam** is the third way to use a proposer. It goes forward in layers. In each layer it makes all beginnings one step longer, keeps the likeliest of them, say three, and drops the others. The probability of a beginning is the product of
# its shares. Suppose that three beginnings have the probabilities 0.5, 0.3 and 0.2, and that the first two lead to the same numbers: a beam of width 2 then keeps the beginnings with 0.5 and 0.2.
#
# ### Exercise 2: a layer of a beam
# `beginnings` is a list of pairs (probability, position). Return the `width` likeliest pairs whose positions differ, the likeliest first. If two pairs have equal positions, keep the likelier one.


# %% tags=["exercise"]
# hint: Sort the pairs by probability, the largest first. Then go through them: keep a pair if its position is new and fewer than `width` are kept.
def keep(beginnings, width):
    # --- solution
    kept, met = [], set()
    for probability, position in sorted(beginnings, key=lambda pair: -pair[0]):
        if position not in met and len(kept) < width:
            met.add(position)
            kept.append((probability, position))
    return kept
    # --- end


# %%
from mctslib.course.ch19 import check_keep

check_keep(keep)

# %% [markdown]
# ## The table
# One command measures all searches on the 200 hands: `python -m tests.bench.twentyfour`. Searches that use random numbers run with three seeds, and the table shows the lowest and the highest share of hands solved. The width of a beam is a third of its budget, because the beam
# has three layers. *Likeliest first* extends the likeliest of all beginnings.

# %%
from mctslib.course.ch19 import budget_chart, budget_table

budget_table("proposer")

# %%
budget_chart(
    "proposer",
    {"beam, proposer": "beam", "PUCT, proposer": "PUCT", "best of n, proposer": "best of n"},
)

# %% [markdown]
# Read the table from the top.
# - Without a proposer, UCT and random lines are level at 30 steps. At 300 steps the tree solves 54 to 58% of the hands, and random lines 35 to 42%.
# - PUCT with equal shares and UCT are level, too, as in chapter 16.
# - The proposer is worth more than the tree: best of n with the proposer solves half of the hands with 100 steps, while UCT without it solves a fifth.
# - With the proposer, PUCT and best of n are level at 30 steps. At 300 steps PUCT solves 94 to 95%, and best of n 79 to 82%. Best of n draws some lines more than once, but a tree remembers the lines that it has tried.
# - **The beam is simply better.** It solves 40% with 30 steps, and all hands with 300. The puzzle has only three layers, and the proposer seldom drops the right beginning. Yao and others (2023) made language models search this puzzle with a beam, too: their *Tree of Thoughts* kept five beginnings for each layer.
#
# So a tree is not the best search everywhere. What would change the order of the searches? Longer lines, a worse proposer, and rewards on the way. The rewards come next.
#
# ## Labels for steps
# The verifier rewards only the end of a line. Its reward is an **outcome reward**. A **process reward** is given for each step. How do you get such rewards if nobody labels the steps by hand? Play from the position many times, and take the share of playouts that are right:

# %%
from mctslib.games.twentyfour import chance_to_make

after = hand.apply("7*7")
chance_to_make(after.numbers, 24), chance_to_make(hand.apply("7+7").numbers, 24)

# %% [markdown]
# These are the exact shares for random playouts after the two steps: after 7 × 7 one line in 44 is right, and after 7 + 7 none. Wang and others (2024) estimate this share with a few playouts of a language model, call it the label of the step, and train a judge on the labels; their method is *Math-Shepherd*. **The label is Q of
# chapter 03**: the mean reward of the playouts from a node. In the experiments of Lightman and others (2023), a judge trained on labels of steps picked right solutions more often than a judge trained on outcomes.
#
# ### Exercise 3: a step label
# `play(state)` plays one line from `state` to its end and returns its reward, 0 or 1. Return the label: the share of `playouts` lines that are right.


# %% tags=["exercise"]
# hint: Add up the rewards of `playouts` calls of `play(state)`, and divide by `playouts`.
def step_label(state, playouts, play):
    # --- solution
    solved = 0
    for _ in range(playouts):
        solved += play(state)
    return solved / playouts
    # --- end


# %%
from mctslib.course.ch19 import check_step_label

check_step_label(step_label)

# %% [markdown]
# Our judge is a small network that has learned labels of 8 playouts each, from 400 hands that are not in the exam. The judge estimates a label without any playout:

# %%
from mctslib.course.ch19 import learned_judge

judge = learned_judge()
{step: round(judge.value(hand.apply(step)), 3) for step in ("7*7", "7*2", "2*1")}

# %% [markdown]
# The estimates are rough: after 7 × 2 the judge expects 82%, after 7 × 7 it expects 6%, and only 7 × 7 can be right. How much do such estimates help? **Best-first search** continues with the position to which the judge gives the highest value, wherever this position is in the tree.

# %%
budget_table("judge")

# %% [markdown]
# - With the judge, best-first search solves 46% with 30 steps and all hands with 300. UCT with random playouts needs 1,000 steps for nearly all of them.
# - PUCT with the proposer and the judge is the best at 30 steps, with 61%. No other search of this chapter solves so many hands with so few steps. It makes no playouts and uses no random numbers, so its three seeds give the same result.
# - A beam that asks the judge must generate steps before it can judge them. The beam of 10 solves 2% with 100 steps and 93% with 300. The beam of 3 solves 69% with each budget from 100 steps on.
# - The judge of the second row likes small numbers and knows nothing else. Best-first search with it solves all hands with 300 steps, because the verifier has the last word. Remember this row.

# %%
checkpoint("19-beam")

# %% [markdown]
# ## Mean or maximum?
# With an opponent, the value of a step is the mean, because the opponent chooses, too. A single player can choose the best line again. The search of Schadd and others (2008) is made for one player, and takes the best line into account as well as the mean. With rewards of 0 and 1 the question does not arise here, because the search stops at the first 1. So we reward near misses, too: a last number near 24 gets a reward of up to ½.
#
# Suppose that three lines below a step had the rewards 0, 0.5 and 0.1: their mean is 0.2, their maximum is 0.5, and with weight ½ the value of the step is 0.35.
#
# ### Exercise 4: mean and maximum
# Return (1 − weight) · mean + weight · maximum of a list of rewards.


# %% tags=["exercise"]
# hint: The mean is `sum(rewards) / len(rewards)`.
def mean_and_max(rewards, weight):
    # --- solution
    mean = sum(rewards) / len(rewards)
    return (1 - weight) * mean + weight * max(rewards)
    # --- end


# %%
from mctslib.course.ch19 import check_mean_and_max

check_mean_and_max(mean_and_max)

# %% [markdown]
# In the library `MeanAndMax` keeps the best reward of each node. The table shows UCT with rewards for near misses:

# %%
budget_table("backup")

# %% [markdown]
# Up to 300 steps no row is far ahead of another. Now look at 1,000 steps and c = 0.3. With the mean the search solves 64 to 66%, and with the maximum 87 to 88%. With c = 0.3, a search that is rewarded for near misses can get stuck: it walks to the same near miss again and again, and these walks generate nothing new. With c = 1 it explores enough to escape, and all three rows solve 98% or more.
#
# Compare this table with the table of the judges above. Plain UCT without any reward for near misses solved 98.5% or more with 1,000 steps. **A reward for near misses does not help here**, because a line that ends next to 24 is no closer to a solution.

# %%
checkpoint("19-max")

# %% [markdown]
# ## A judge that can be fooled
# So far the verifier had the last word. Often there is no verifier, for example for the end of an essay. Then a judge picks the best of n lines. Let three judges pick from the same lines: the verifier, the learned judge, which looks at the position before the last step, and the judge that likes small numbers.
# *Believed* is the mean of the values that the judge gives to its picks, and *paid* is the share of picks that are right:

# %%
from mctslib.course.ch19 import picking_charts

picking_charts()

# %%
score_prediction(
    judge_guess, "it falls", "The search finds what the judge likes, and it likes the wrong thing."
)

# %% [markdown]
# With one line there is no choice, and 3% of the lines are right. With 100 lines 80% of the verifier's picks are right, and 65% of the learned judge's. The judge that likes small numbers gives its picks higher and higher values, from 0.55 to 0.94, but fewer and fewer of them are right. Of its picks from ten lines or more, none is right. A value of 0.94
# belongs to a last number between 1 and 2.
#
# This is called **reward hacking**: a search that trusts a judge finds what the judge overrates. More search makes reward hacking worse, because among more lines there are more that the judge overrates. Two remedies help, and you have seen both in this chapter. First, let a verifier have the last word where there is one. Second, compare *paid* with *believed*.
#
# ## In practice
# - No language model ran here. For a language model you can ask the same questions, but the numbers will differ: its lines are longer, it proposes far better steps, and a step costs more than a call of a judge.
# - Begin with best-of-n. It needs no bookkeeping, its lines can be drawn in parallel, and it is the control for everything else.
# - The library's search needs no change for one player. In a game for two players whose second player does not move, the search grows the same tree; a test compares the records.
# - Count the same thing for every search. Our beam with a proposer pays only for the steps that it keeps, because this beam ranks the steps by their shares before they are generated. A beam with a judge pays for all steps.
#
# ## Further reading
# - M. Schadd and others, *Single-player Monte-Carlo tree search* (2008), section 3: the best line in addition to the mean.
# - S. Yao and others, *Tree of thoughts: deliberate problem solving with large language models* (2023), section 4.1: the puzzle “Game of 24”.
# - H. Lightman and others, *Let's verify step by step* (2023): outcome and process rewards.
# - P. Wang and others, *Math-Shepherd: verify and reinforce LLMs step-by-step without human annotations* (2024), section 3: the label of a step.
# - L. Gao, J. Schulman and J. Hilton, *Scaling laws for reward model overoptimization* (2023): how the judge's values and the true rewards drift apart.
#
# **Next:** [20 · Nobody told it the rules](20_nobody_told_it_the_rules.ipynb).

# %%
summary("19")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from inspect import signature
from math import ceil, floor, isclose

from claims import claim

from mctslib.course.ch19 import mean_and_max as our_mean_and_max
from mctslib.course.ch19.judges import lessons, likes_small
from mctslib.course.ch19.proposer import HARD, SHIPPED
from mctslib.course.ch19.tables import data, mean_of

measured_all = data()
twelve, thirty, hundred, three_hundred = measured_all["short"]
thousand = max(measured_all["long"])
assert count_lines(hand.numbers) == 417 and len(solutions(hand)) == 1
claim("Of 417 lines one is right", count_lines(hand.numbers))
assert len(FEATURES) == 11 and len(hands_to_learn_from()) == 60
assert not set(hands_to_learn_from()) & set(exam())
claim("The exam of this chapter has 200 hands", len(exam()))
assert all(0 < chance_to_make(state.numbers, 24) < 0.01 for state in exam())
claim("For each of them less than 1% of random lines are right", HARD)
first = grow(hand, 1, {"tree_policy": UCB1(1)}, seed=0)
claim("The first iteration generates 3 steps", first.steps)
claim("All 20 searches are the same", sum(same))
assert all(same) and found.root.value_sum == 0
assert [round(weight, 2) for weight in weights] == list(SHIPPED)
claim("The weight with the largest absolute value is −2.54", max(weights, key=abs))
assert list(FEATURES)[weights.index(min(weights))] == "multiplies or divides by 1"

# %%
table = measured_all["proposer"]
at = {steps: k for k, steps in enumerate(measured_all["short"])}


def ends(name, steps, rows=table, places=at):
    """The lowest and the highest share of the seeds."""
    shares = [seed[places[steps]] for seed in rows[name]]
    return min(shares), max(shares)


claim(
    "At 300 steps the tree solves 54 to 58% of the hands, and random lines 35 to 42%",
    three_hundred,
    *ends("UCT", 300),
    *ends("best of n, random", 300),
)
claim(
    "At 300 steps PUCT solves 94 to 95%, and best of n 79 to 82%",
    three_hundred,
    *ends("PUCT, proposer", 300),
    *ends("best of n, proposer", 300),
)
claim("level at 30 steps", thirty)
for one, other in (("UCT", "best of n, random"), ("PUCT, proposer", "best of n, proposer")):
    assert abs(mean_of("proposer", one)[1] - mean_of("proposer", other)[1]) < 0.03
assert all(
    abs(a - b) < 0.04
    for a, b in zip(mean_of("proposer", "UCT"), mean_of("proposer", "PUCT, equal shares"))
)
claim("solves half of the hands with 100 steps", hundred)
assert 0.5 <= ends("best of n, proposer", 100)[0] <= ends("best of n, proposer", 100)[1] < 0.53
assert 0.15 < ends("UCT", 100)[0] <= ends("UCT", 100)[1] < 0.22  # a fifth
claim(
    "It solves 40% with 30 steps, and all hands with 300",
    ends("beam, proposer", 30)[0],
    thirty,
    three_hundred,
)
assert ends("beam, proposer", 300) == (1, 1)
assert all(
    ends("beam, proposer", steps)[0]
    > max(ends(name, steps)[1] for name in table if "first" not in name and "beam" not in name)
    for steps in at
)
if len(hands) == 200:
    assert tree_30 / 200 == table["UCT"][0][1] and luck_30 / 200 == table["best of n, random"][0][1]
    assert abs(tree_30 - luck_30) < 6

# %%
share = chance_to_make(after.numbers, 24)
claim("after 7 × 7 one line in 44 is right", 1 / share)
assert chance_to_make(hand.apply("7+7").numbers, 24) == 0
claim(
    "after 7 × 2 the judge expects 82%, after 7 × 7 it expects 6%",
    judge.value(hand.apply("7*2")),
    judge.value(hand.apply("7*7")),
)
assert [line[0] for line in solutions(hand)] == ["7*7"]
claim(
    "labels of 8 playouts each, from 400 hands",
    signature(lessons).parameters["playouts"].default,
    signature(lessons).parameters["hands"].default,
)
judged = measured_all["judge"]
far = {steps: k for k, steps in enumerate(measured_all["long"])}
claim(
    "best-first search solves 46% with 30 steps and all hands with 300",
    ends("best first, judge", 30, judged, far)[0],
    thirty,
    three_hundred,
)
assert ends("best first, judge", 300, judged, far)[0] == 1
claim("needs 1,000 steps for nearly all of them", max(far))
assert (
    ends("UCT, random playouts", 1000, judged, far)[0]
    >= 0.985
    > ends("UCT, random playouts", 300, judged, far)[1]
)
claim("is the best at 30 steps, with 61%", thirty, mean_of("judge", "PUCT, proposer and judge")[0])
assert mean_of("judge", "PUCT, proposer and judge")[0] > max(
    [ends(name, 30)[1] for name in table]
    + [ends(name, 30, judged, far)[1] for name in judged if "PUCT" not in name]
)
widths = [int(name.split()[2].strip(",")) for name in judged if "beam" in name]
claim(
    "The beam of 10 solves 2% with 100 steps and 93% with 300",
    max(widths),
    ends("beam of 10, judge", 100, judged, far)[0],
    hundred,
    ends("beam of 10, judge", 300, judged, far)[0] + 1e-9,
    three_hundred,
)
claim(
    "The beam of 3 solves 69% with each budget from 100 steps on",
    min(widths),
    ends("beam of 3, judge", 100, judged, far)[0] + 1e-9,
    hundred,
)
assert len({ends("beam of 3, judge", steps, judged, far) for steps in (100, 300, 1000)}) == 1
assert ends("best first, likes small", 300, judged, far)[0] == 1
claim("with it solves all hands with 300 steps", three_hundred)

# %%
backup = measured_all["backup"]
three = [0, 0.5, 0.1]
assert isclose(our_mean_and_max(three, 0), 0.2) and our_mean_and_max(three, 1) == 0.5
assert isclose(our_mean_and_max(three, 0.5), 0.35)
low_c = min(float(name.rpartition(" ")[2]) for name in backup)
claim("Now look at 1,000 steps and c = 0.3", thousand, low_c)
claim(
    "With the mean the search solves 64 to 66%, and with the maximum 87 to 88%",
    *(share + 1e-9 for share in ends("mean, c = 0.3", 1000, backup, far)),
    *(share + 1e-9 for share in ends("maximum, c = 0.3", 1000, backup, far)),
)
claim("Up to 300 steps no row is far ahead of another", three_hundred)
for k in range(3):
    shares_there = [mean_of("backup", name)[k] for name in backup]
    assert max(shares_there) - min(shares_there) < 0.08
claim(
    "all three rows solve 98% or more",
    min(
        ends(f"{name}, c = 1", 1000, backup, far)[0] for name in ("mean", "half of each", "maximum")
    ),
)
claim(
    "solved 98.5% or more with 1,000 steps",
    ends("UCT, random playouts", 1000, judged, far)[0],
    thousand,
)

# %%
picks = measured_all["picked"]
claim("3% of the lines are right", picks["verifier"][0][1])
claim(
    "With 100 lines 80% of the verifier's picks are right, and 65% of the learned judge's",
    measured_all["lines"][-1],
    picks["verifier"][-1][1],
    picks["learned judge"][-1][1],
)
claim(
    "from 0.55 to 0.94, but fewer and fewer of them are right",
    picks["likes small"][0][0],
    picks["likes small"][-1][0],
)
assert all(pair[1] == 0 for pair in picks["likes small"][2:]) and measured_all["lines"][2] == 10
paid_small = [pair[1] for pair in picks["likes small"]]
assert paid_small == sorted(paid_small, reverse=True) and paid_small[0] > paid_small[1]
last_number = 24 / picks["likes small"][-1][0] - 24  # 24 / (24 + last number) is the value
claim(
    "A value of 0.94\nbelongs to a last number between 1 and 2",
    picks["likes small"][-1][0],
    floor(last_number),
    ceil(last_number),
)
assert likes_small(TwentyFour(1, 1).apply("1*1")) == 24 / 25

# %%
from mctslib.course.ch19.judges import nearness

near_misses = [nearness(TwentyFour(n - 1, 1).apply(f"{n - 1}+1")) for n in (23, 25, 12)]
claim(
    "a last number near 24 gets a reward of up to ½",
    hand.target,
    ceil(10 * max(near_misses)) / 10,
)
claim("learns from 60 solved hands", len(hands_to_learn_from()))
claim("search 20 hard hands", len(same))
claim("no more hands with 1,000 steps than with 100", thousand, hundred)
claim("solves every hand within 300 steps", three_hundred)
