# %% [markdown]
# # 19 · Nobody plays against you
#
# Here are four numbers. Combine two of them by +, −, × or ÷, put the result in their place, and go on until one number is left. This number must be 24, and every result on the way must be a whole number above zero.

# %%
from mctslib import UCB1
from mctslib.course import budget, ch19, checkpoint, predict, score_prediction, summary
from mctslib.games import TwentyFour
from mctslib.methods import alone

hand = TwentyFour(1, 2, 7, 7)
hand

# %% [markdown]
# There are 417 ways to go on from here to the end, and one of them is right. Take a minute; the solution stands further down.
#
# And a search? In chapter 07 we had a knob, c, that decided between trees that are all wrong and trees that are all right. So let us turn it. Take twenty hands like this one, and for each hand three searches that may combine two numbers 100 times, with c = 0.3, 1 and 3. On how many of the twenty hands do all three searches try the same things in the same order? Guess, then look.

# %%


def lines_of(state, c):
    """Return the lines that UCT tries until one is right, or until 100 steps are spent."""
    return alone.grow(state, 100, {"tree_policy": UCB1(c)}, seed=0).lines


same = [
    lines_of(state, 0.3) == lines_of(state, 1) == lines_of(state, 3) for state in ch19.exam()[:20]
]
print(f"the same lines on {sum(same)} of {len(same)} hands")

# %% [markdown]
# On all twenty, to the last step. The knob has nothing to act on. Until a line is right, every reward is 0, so every W is 0 and so is every Q. What is left of UCB1 is the exploration term, and there c multiplies √(ln N / n) for all children alike. **A reward that only says yes or no gives a search nothing to climb until it has said yes once.**
#
# You are alone, and nearly every end is a no. What can a search climb, then? We try a memory, a hunch, a label and a bribe. At the end we take the yes away, too.
#
# **What you'll need.** Chapters 03, 07 and 16. &nbsp; **Time:** about 50 minutes.
#
# ## Where this comes from
# In 2023 Shunyu Yao and others gave this very puzzle to a language model. Writing line after line, the model was seldom right. Then Yao and his colleagues let the model search, with a method that you will write below, and called the whole a *Tree of Thoughts*. **No language model runs here.** The puzzle is the same, but a list of eleven weights proposes the steps, and later a small network judges them.
#
# A **step** combines two numbers, and a **line** is a whole sequence of steps. The program that looks at the last number and says yes or no is called a **verifier**. Below, three searches spend the same number of steps on our hand. One grows a *tree*, one draws whole lines (*best of n*), and both prefer likely steps. The third draws lines at *random*. Watch Q in the tree. <span class="with-python">Press *10 more steps*, then try *Other hand*.</span>

# %%
ch19.SameBudget()

# %%
checkpoint("19-climb")

# %% [markdown]
# ## A memory
# What does a search spend? For a language model the cost is the text that it writes, so we count **generated steps**: each new node is one step, and so is each action of a playout. Walking through nodes that exist costs nothing.
#
# **On paper.** Our hand allows 14 first steps. In the first iteration, the search adds a node below the root and plays on to the end. How many steps is that? And the 15th iteration?
#
# Three, one in the tree and two in the playout; then two, because the first step of the line exists already.
#
# **Best-of-n** is the search without a memory: draw line after line until one is right or the steps are spent. A line that has begun goes on to its end. With a budget of 5 and lines of 3 steps, the second line begins after 3 steps and ends after 6, and no third one begins.
#
# ### Exercise 1: steps until solved
# `lines` is a list of pairs, the actions of a line and its reward. Return how many steps have been generated when the first line with reward 1 is finished, its own steps included. Return None if the budget runs out first.


# %% tags=["exercise"]
# hint: Count in `used`. For each line: return None if `used` has reached the budget; else add `len(actions)`, and return `used` if the reward is 1. After the loop return None, too.
def steps_until_solved(lines, budget):
    """Return the steps generated up to the end of the first right line, or None."""
    # --- solution
    # --- end


# %%
ch19.check_steps_until_solved(steps_until_solved)

# %% [markdown]
# I made an exam of 200 hands, in each of which less than 1% of random lines are right. Is the tree's memory worth anything, as long as there is nothing to climb?

# %%
uct_guess = predict("19-uct")
uct_guess

# %%
hands = ch19.exam()[: budget(200, 60, "hands")]
tree = [alone.grow(state, 300, seed=k) for k, state in enumerate(hands)]
luck = [alone.best_of_n(state, 300, seed=k) for k, state in enumerate(hands)]
for steps in (30, 300):
    by_tree, by_luck = ch19.solved(tree, steps), ch19.solved(luck, steps)
    print(f"{steps:3} steps: the tree solves {by_tree} hands, best-of-n {by_luck}")

# %%
score_prediction(
    uct_guess, "both solve about as many", "Nothing to climb, and little to remember yet."
)

# %% [markdown]
# With 30 steps the two are level. With 300 they are not, and three seeds agree: the tree solves 54 to 58% of the hands, best-of-n 35 to 42%. But the tree stops at its first yes, so it still has nothing to climb. What helps it, then?
#
# Perhaps the tree never tries a line twice? I counted the lines for each hand, on the hands on which neither search found anything in 300 steps.

# %%
for name, (lines, different) in ch19.lines_tried(tree, luck).items():
    print(f"{name:10} {lines:4.0f} lines, {different:4.0f} of them different")

# %% [markdown]
# The tree does repeat lines, 6% of them, and best-of-n 10%. But the tree has tried *half as many lines again*, because it pays less for a line whose beginning exists. Is that all? Give best-of-n half as many steps again, 450: it solves 50 to 53% of the hands. That is most of the gap. A tree is a way to write many lines cheaply.
#
# ## A hunch
# A language model does not draw its steps evenly: it knows which are likely. So does our **proposer**. From 60 solved hands that are not in the exam, it has learned a weight for each of eleven features of a step. A softmax turns the weighted sums into probabilities.

# %%
for name, weight in zip(ch19.FEATURES, ch19.learned(ch19.hands_to_learn_from())):
    print(f"{weight:+.2f}  {name}")

# %% [markdown]
# The proposer's strongest opinion has the weight −2.54: do not multiply or divide by 1. Best-of-n and the tree can draw from the proposer. And there is a third way.
#
# A **beam** goes forward in layers. In each layer it makes all beginnings one step longer and keeps the likeliest few; the others are dropped for good. The probability of a beginning is the product of the probabilities of its steps. Suppose that three beginnings have the probabilities 0.5, 0.3 and 0.2, and that the first two lead to the same numbers: a beam of width 2 keeps 0.5 and 0.2.
#
# ### Exercise 2: a layer of a beam
# `beginnings` is a list of pairs (probability, position), in any order. Return a list of the `width` likeliest pairs whose positions differ, the likeliest first. If pairs have equal positions, keep the likeliest of them.


# %% tags=["exercise"]
# hint: Sort the pairs by probability, the largest first. Go through them, and keep a pair if its position is new. Return the first `width` of those you kept.
def keep(beginnings, width):
    """Return the `width` likeliest beginnings with different positions, the likeliest first."""
    # --- solution
    # --- end


# %%
ch19.check_keep(keep)

# %% [markdown]
# Here are the seven searches without a judge on the 200 hands (`python -m tests.bench.twentyfour` measures them). Those that draw random numbers I ran with three seeds, and the table shows the lowest and the highest share of hands solved. *PUCT, equal shares* gives every step the same prior. The width of a beam is a third of its budget. *Likeliest first* always makes the likeliest of all beginnings one step longer, and drops none.

# %%
ch19.budget_table("proposer")

# %% [markdown]
# The hunch is worth more than the memory: best-of-n with a hunch solves half of the hands in 100 steps, and UCT without one a fifth. PUCT with the proposer has the hunch and the memory, and is better still: 94 to 95% in 300 steps.
#
# And the beam? With 12 steps the beam solves 36 hands and likeliest first a single one. But with 100 steps likeliest first is ahead. I think that being forced to finish helps when steps are few, but all that I have counted is how the score turns.
#
# ## A label
# The verifier rewards the end of a line. Could each *step* get a reward? Then somebody would have to label the steps. Or nobody: play from the position many times, and take the share of playouts that end with a yes. We know this number. **It is Q.** Here are its exact values for random playouts after two first steps of our hand:

# %%
from mctslib.games.twentyfour import chance_to_make

{step: chance_to_make(hand.apply(step).numbers, 24) for step in ("7*7", "7+7")}

# %% [markdown]
# After 7 × 7 one playout in 44 is right (now you know how it begins), after 7 + 7 none. Peiyi Wang and others (2024) let a language model play on a few times from each step of its solutions. They called the share of right ends the *soft* label of the step; a *hard* label says only whether any end was right. With such labels they trained a judge, *Math-Shepherd*.
#
# Our judge is a small network that has learned from 400 other hands, with 8 playouts for each label. It gives a position a value without any playout:

# %%
judge = ch19.learned_judge()
{step: round(judge.value(hand.apply(step)), 3) for step in ("7*7", "7*2", "2*1")}

# %% [markdown]
# That is not promising: 82% for 7 × 2, which cannot be right, but 6% for the one step that can. Would you let such a judge lead you? **Best-first search** does: it always goes on from the position with the highest value.

# %%
ch19.budget_table("judge")

# %% [markdown]
# Best-first search solves all 200 hands in 300 steps, led by a judge that I would not have followed. I was impressed. Then I counted. No hand of the exam leads to more than 281 different positions, and this search generates none twice. With 300 steps it has seen everything, whoever leads it: even random values, drawn *from a hat*, solve every hand.
#
# So look at 100 steps. There the judge solves 91%, and the hat 35 to 41%. So the judge is a good guide after all, although its favourite first step cannot be right on 99 of the 200 hands. With the hunch *and* the judge, PUCT solves 61% in 30 steps, more than any other search of this chapter.
#
# Must a search be able to come back to what it has left? Look at the beam of 3. It solves 69% with 100 steps, and 69% with 1,000.

# %%
checkpoint("19-beam")

# %% [markdown]
# One row is stranger still. *Likes small* is a judge that I made up: the smaller the numbers, the higher the value. It knows nothing of 24, but leads best-first search to 70% in 100 steps.
#
# ## A bribe
# The search has nothing to climb, so let us build it a hill. A last number near 24 shall get a reward, up to ½, and 24 itself gets 1 as before. Without this bribe UCT solves 98.5% or more of the hands in 1,000 steps, with any c. And with it? In the table below, the value of a step is the *mean* of its rewards as usual, or their *maximum*, or *half of each*.

# %%
near_guess = predict("19-near")
near_guess

# %%
ch19.budget_table("backup")

# %%
score_prediction(near_guess, "fewer", "It walks back to the near misses that it knows.")

# %% [markdown]
# With the mean as the value of a step, and c = 0.3, UCT is down to 64 to 66%. On the 73 hands that one of these searches did not solve, it generated in 4,000 iterations only 350 of its 1,000 steps on average. It walked to the same near misses again and again, which costs nothing and finds nothing.
#
# Exploration repairs the damage: with c = 1 all three rows solve 98% or more. Taking the *maximum* as the value of a step, still with c = 0.3, repairs much of it: 87 to 88% of the hands are solved. Against an opponent, the mean works because the visits gather on the good replies. Alone, you can choose the best line again, so Maarten Schadd and others (2008) let the best line count beside the mean.
#
# ## And if nobody says yes?
# So far the verifier has had the last word. But an essay has no verifier. Then we draw n lines, and a *judge* picks one. Let three judges pick from the same lines: the verifier, the learned judge, and my judge that likes small numbers. *Believed* is the mean value that a judge gives to its picks, and *paid* is the share of them that are right.

# %%
judge_guess = predict("19-judge")
judge_guess

# %%
ch19.picking_charts()

# %%
score_prediction(judge_guess, "it falls", "The more lines, the smaller the smallest last number.")

# %% [markdown]
# With a single line all three are right in 3% of the cases: there is nothing to choose. With a thousand lines, my judge believes in its picks more than ever, with 0.95, but not one of them is right. This is called **reward hacking**: the search finds what the judge overrates.
#
# So does more search make a judge's picks worse? Look at the second chart: the picks of the *learned* judge become better and better, from 3% to 79%. More search does not corrupt a judge. It *shows* what the judge likes. With very many lines, what share of the picks is right? For a simple judge you can compute it.
#
# ### Exercise 3: the ceiling
# Among the lines that are drawn, a share `right` is right. The judge says *yes* to every right line, and, by mistake, to a share `fooled` of the wrong ones. It picks one of the lines to which it said yes, at random. When very many lines are drawn, what share of its picks is right? Write `ceiling(right, fooled)`. Take 10,000 lines and a pencil. (`right` is above 0.)


# %% tags=["exercise"]
# hint: Let `right` be 0.03 and `fooled` 0.01. Of 10,000 lines 300 are right, and all of them get a yes. How many of the 9,700 wrong lines get one? The pick is one of all these.
def ceiling(right, fooled):
    """Return the share of a fallible judge's picks that are right, when very many lines are drawn."""
    # --- solution
    # --- end


# %%
ch19.check_ceiling(ceiling)

# %% [markdown]
# A judge that is fooled by one wrong line in a hundred seems excellent. Here is the exact share of its picks that are right, if 3% of the lines are:

# %%
for n in (1, 10, 100, 1000):
    print(f"{n:5} lines: {ch19.paid_by_mistaken(right=0.03, fooled=0.01, lines=n):.2f}")
print(f"   ceiling: {ch19.ceiling(0.03, 0.01):.2f}")

# %% [markdown]
# A quarter of its picks are wrong, however long you search, and the rarer right lines are, the lower the ceiling. The ceiling of our learned judge I do not know.
#
# Two things help. Let a verifier have the last word where there is one: under its eyes, even the judge that likes small numbers was a guide. And where there is none, look now and then at what is *paid*.
#
# ## Further reading
# - S. Yao and others, *Tree of thoughts: deliberate problem solving with large language models* (2023), section 4.1: the puzzle.
# - M. Schadd and others, *Single-player Monte-Carlo tree search* (2008), section 3: the best line beside the mean.
# - H. Lightman and others, *Let's verify step by step* (2023), and P. Wang and others, *Math-Shepherd: verify and reinforce LLMs step-by-step without human annotations* (2024), section 3.
# - L. Gao, J. Schulman and J. Hilton, *Scaling laws for reward model overoptimization* (2023): how believed and paid drift apart when the judge is a large network.
#
# **Next:** [20 · Nobody told it the rules](20_nobody_told_it_the_rules.ipynb).

# %%
summary("19")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, and what we quote.*

# %% [claims]
from math import ceil

from claims import claim

from mctslib.course.ch19.judges import lessons, nearness
from mctslib.course.ch19.proposer import HARD, SHIPPED
from mctslib.course.ch19.tables import data, mean_of
from mctslib.games.twentyfour import can_make, count_lines, solutions
from inspect import signature

exam, stored = ch19.exam(), data()
twelve, thirty, hundred, three_hundred = stored["short"]
thousand = max(stored["long"])
assert len(solutions(hand)) == 1 and [line[0] for line in solutions(hand)] == ["7*7"]
claim("There are 417 ways to go on from here", count_lines(hand.numbers))
assert all(same)
firsts = len(hand.legal_actions())
claim("Our hand allows 14 first steps", firsts)
claim("And the 15th iteration?", firsts + 1)
ends_at = [line.steps for line in alone.grow(hand, 3 * firsts + 1, seed=0).lines]
assert ends_at == [*range(3, 3 * firsts + 1, 3), 3 * firsts + 2]
assert len(ch19.FEATURES) == 11
costs, most = 3, 5
spent = ch19.steps_until_solved([("abc", 0), ("abc", 1), ("abc", 1)], most)
claim(
    "With a budget of 5 and lines of 3 steps, the second line begins after 3 steps and ends after 6",
    most,
    costs,
    costs,
    spent,
)
claim("Here are the seven searches without a judge on the 200 hands", len(exam))
claim("Two searches try 200 hands", len(exam))
claim("how many of the 200 hands does it solve", len(exam))
claim(
    "I made an exam of 200 hands, in each of which less than 1% of random lines are right",
    len(exam),
    HARD,
)
assert all(0 < chance_to_make(state.numbers, 24) < HARD for state in exam)

# %%
table, judged, backup = stored["proposer"], stored["judge"], stored["backup"]
short = {steps: k for k, steps in enumerate(stored["short"])}
long = {steps: k for k, steps in enumerate(stored["long"])}


def ends(rows, name, steps, places):
    """Return the lowest and the highest share of the seeds."""
    shares = [seed[places[steps]] for seed in rows[name]]
    return min(shares), max(shares)


claim(
    "the tree solves 54 to 58% of the hands, best-of-n 35 to 42%",
    *(ends(table, "UCT", 300, short)[0] + 1e-9, ends(table, "UCT", 300, short)[1]),
    *ends(table, "best of n, random", 300, short),
)
assert abs(mean_of("proposer", "UCT")[1] - mean_of("proposer", "best of n, random")[1]) < 0.03
if len(hands) == len(exam):
    assert ch19.solved(tree, 300) / len(exam) == table["UCT"][0][-1]
    by_tree, by_luck = ch19.lines_tried(tree, luck).values()
    claim(
        "does repeat lines, 6% of them, and best-of-n 10%",
        1 - by_tree.different / by_tree.lines,
        1 - by_luck.different / by_luck.lines,
    )
    assert 1.4 < by_tree.lines / by_luck.lines < 1.6
    longer = 450
    with_more = [
        ch19.solved(
            [alone.best_of_n(state, longer, 1000 * seed + k) for k, state in enumerate(exam)],
            longer,
        )
        for seed in range(stored["seeds"])
    ]
    claim(
        "half as many steps again, 450: it solves 50 to 53% of the hands",
        *(longer, min(with_more) / len(exam), max(with_more) / len(exam)),
    )
weights = ch19.learned(ch19.hands_to_learn_from())
assert [round(weight, 2) for weight in weights] == list(SHIPPED)
assert list(ch19.FEATURES)[weights.index(min(weights))] == "multiplies or divides by 1"
claim("strongest opinion has the weight −2.54", max(weights, key=abs))
claim("From 60 solved hands", len(ch19.hands_to_learn_from()))
assert not set(ch19.hands_to_learn_from()) & set(exam)
assert (
    0.5
    <= ends(table, "best of n, proposer", 100, short)[0]
    <= ends(table, "best of n, proposer", 100, short)[1]
    < 0.53
)
assert 0.15 < ends(table, "UCT", 100, short)[0] <= ends(table, "UCT", 100, short)[1] < 0.22
claim("best-of-n with a hunch solves half of the hands in 100 steps", hundred)
claim("94 to 95% in 300 steps", *ends(table, "PUCT, proposer", 300, short), three_hundred)

# %%
proposer = ch19.Proposer()


def solved_by(steps):
    """Return the number of hands solved by the beam, and by likeliest first."""
    beam = [alone.beam(state, steps // 3, proposer).solved_after is not None for state in exam]
    found = [alone.likeliest_first(state, steps, proposer).solved_after for state in exam]
    other = [after is not None and after <= steps for after in found]
    return sum(beam), sum(other)


by_beam, by_other = solved_by(twelve)
claim("With 12 steps the beam solves 36 hands", twelve, by_beam)
assert by_other == 1
by_beam, by_other = solved_by(hundred)
claim("But with 100 steps likeliest first is ahead", hundred)
assert by_beam < by_other
claim("After 7 × 7 one playout in 44 is right", 1 / chance_to_make(hand.apply("7*7").numbers, 24))
assert chance_to_make(hand.apply("7+7").numbers, 24) == 0
claim("82% for 7 × 2", judge.value(hand.apply("7*2")))
claim("6% for the one step that can", judge.value(hand.apply("7*7")))
claim(
    "from 400 other hands, with 8 playouts for each label",
    signature(lessons).parameters["hands"].default,
    signature(lessons).parameters["playouts"].default,
)
assert ends(judged, "best first, judge", 300, long) == (1, 1)
claim("solves all 200 hands in 300 steps", len(exam), three_hundred)


def positions_below(state, met):
    """Add all positions after `state` to the set `met`, and return it."""
    for action in state.legal_actions():
        after = state.apply(action)
        if after not in met:
            met.add(after)
            positions_below(after, met)
    return met


most_positions = max(len(positions_below(state, set())) for state in exam)
claim("No hand of the exam leads to more than 281 different positions", most_positions)
claim("With 300 steps it has seen everything", three_hundred)
assert most_positions < three_hundred
assert ends(judged, "best first, from a hat", 300, long) == (1, 1)
claim(
    "So look at 100 steps. There the judge solves 91%, and the hat 35 to 41%",
    *(hundred, ends(judged, "best first, judge", 100, long)[0] + 1e-9),
    *(share + 1e-9 for share in ends(judged, "best first, from a hat", 100, long)),
)
claim(
    "best-first search solves 91% of the hands in 100 steps",
    mean_of("judge", "best first, judge")[1] + 1e-9,
    hundred,
)
firsts_of = [{a: state.apply(a) for a in state.legal_actions()} for state in exam]
favourites = [max(after.values(), key=judge.value) for after in firsts_of]
claim(
    "cannot be right on 99 of the 200 hands",
    *(sum(not can_make(one.numbers, 24) for one in favourites), len(exam)),
)
claim("PUCT solves 61% in 30 steps", mean_of("judge", "PUCT, proposer and judge")[0], thirty)
claim(
    "It solves 69% with 100 steps, and 69% with 1,000",
    *(
        x
        for steps in (100, 1000)
        for x in (ends(judged, "beam of 3, judge", steps, long)[0] + 1e-9, steps)
    ),
)
claim(
    "leads best-first search to 70% in 100 steps",
    *(ends(judged, "best first, likes small", 100, long)[0] + 1e-9, hundred),
)

# %%
weak_c, strong_c = 0.3, 1
near_misses = [nearness(TwentyFour(n - 1, 1).apply(f"{n - 1}+1")) for n in (23, 25, 12)]
claim("shall get a reward, up to ½", ceil(10 * max(near_misses)) / 10)
claim(
    "solves 98.5% or more of the hands in 1,000 steps",
    ends(judged, "UCT, random playouts", 1000, long)[0],
    thousand,
)
claim(
    "With the mean as the value of a step, and c = 0.3, UCT is down to 64 to 66%",
    weak_c,
    *(share + 1e-9 for share in ends(backup, "mean, c = 0.3", 1000, long)),
)
claim(
    "with c = 1 all three rows solve 98% or more",
    strong_c,
    min(
        ends(backup, f"{name}, c = 1", 1000, long)[0]
        for name in ("mean", "half of each", "maximum")
    ),
)
claim(
    "repairs much of it: 87 to 88% of the hands",
    *(share + 1e-9 for share in ends(backup, "maximum, c = 0.3", 1000, long)),
)
options = alone.MeanAndMax(weak_c, 0.0).options
if len(hands) == len(exam):
    bribed = [
        alone.grow(state, thousand, options(), seed=k, reward=nearness)
        for k, state in enumerate(exam)
    ]
    stuck = [one for one in bribed if not one.solved_after]
    assert {one.root.visits for one in stuck} == {4000}
    claim(
        "On the 73 hands that one of these searches did not solve, it generated in 4,000 iterations only 350 of its 1,000 steps",
        len(stuck),
        stuck[0].root.visits,
        sum(one.steps for one in stuck) / len(stuck),
        thousand,
    )

# %%
picks = stored["picked"]
assert stored["lines"][-1] == 1000 and stored["lines"][2] == 10
claim("all three are right in 3% of the cases", picks["verifier"][0][1])
assert len({rows[0][1] for rows in picks.values()}) == 1
claim("believes in its picks more than ever, with 0.95", picks["likes small"][-1][0])
assert all(pair[1] == 0 for pair in picks["likes small"][2:])
believed, paid = zip(*picks["learned judge"])
assert list(believed) == sorted(believed) and list(paid) == sorted(paid)
claim("from 3% to 79%", paid[0], paid[-1])
right_lines = round(10_000 * 0.03)
claim("Of 10,000 lines 300 are right", 10_000, right_lines)
claim("How many of the 9,700 wrong lines", 10_000 - right_lines)
assert 0.24 < 1 - ch19.ceiling(0.03, 0.01) < 0.26  # a quarter
assert abs(ch19.paid_by_mistaken(0.03, 0.01, 1000) - ch19.ceiling(0.03, 0.01)) < 1e-9
three = [0.5, 0.3, 0.2]
assert [p for p, _ in ch19.keep(list(zip(three, "aab")), 2)] == [0.5, 0.2]
