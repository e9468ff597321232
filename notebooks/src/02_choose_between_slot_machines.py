# %% [markdown]
# # 02 · Choose between slot machines
#
# Flat Monte Carlo gave each move the same number of random games, even a move that had lost them all. Which move deserves the next game?
#
# Here is the question without a board: a slot machine with four arms. A pull pays 1 if it wins, and 0 otherwise. You have 40 pulls, and so has a simple rule with the name UCB1. It gives each arm a *score*, its mean so far plus a bonus for an arm that has few pulls, and pulls the arm with the highest score. <span class="with-python">Can you beat it?</span> <span class="with-python by-hand">Click into the cell below, press Shift+Enter, and pull.</span>

# %%
from mctslib.course import ch02, checkpoint, predict, score_prediction

ch02.Bandit(arms=4, pulls=40)

# %% [markdown]
# In the chart, a dot is the mean of an arm so far<span class="with-python">, filled for you and hollow for UCB1</span>. The line through it extends 1/√*n* to either side, where *n* is the number of pulls of this arm. <span class="with-python">UCB1 plays the same machine with the same luck: the third pull of an arm pays both of you the same. You see the scores by which it chooses.</span> How large the bonus should be is a question for later: we shall derive it.
#
# **What you'll need.** Chapter 01 (an estimate from *n* games is seldom off by more than 1/√*n*), square roots and logarithms. &nbsp; **Time:** about 45 minutes.
#
# ## A machine with four arms
#
# A **bandit** is a slot machine with several **arms**. Each arm wins with a probability of its own, its **true mean**, and a win gives a reward of 1. A player does not know the true means. But I show you those of the next machine: its arms 0, 1, 2 and 3 win with the probabilities 0.2, 0.5, 0.6 and 0.3, so arm 2 is the best. Here are ten pulls of arm 2.

# %%
import random

MEANS = [0.2, 0.5, 0.6, 0.3]


def pull(arm, rng):
    """Return 1 with probability MEANS[arm], and 0 otherwise."""
    return int(rng.random() < MEANS[arm])


rng = random.Random(3)
[pull(2, rng) for _ in range(10)]

# %% [markdown]
# Before each pull you want two things: to use the arm that has paid best so far (**exploitation**), and to learn more about an arm that you hardly know (**exploration**). One pull seldom gives you both.
#
# ## What a choice costs
#
# Suppose you beat UCB1. Was it skill? Whether a pull wins is partly luck, and nobody can help their luck. To judge only the *choices*, we compare true means. Suppose that the best arm has true mean 0.6. A pull of an arm with true mean 0.5 then costs 0.1 wins on average. A player's **regret** is the sum of these costs over all pulls.
#
# For example, a machine has two arms, with true means 0.5 and 0.6. You pull the first arm 3 times and the second 7 times. The regret is 3 · 0.1 + 7 · 0 = 0.3.
#
# ### Exercise 1: regret
#
# Write `regret(means, counts)`. It takes the list of the true means and the list of the numbers of pulls, and returns the regret. In the example above, `regret([0.5, 0.6], [3, 7])` is 0.3.


# %% tags=["exercise"]
# hint: The best true mean is `max(means)`. Go through `zip(means, counts)`, and add up `count * (best - mean)`.
def regret(means, counts):
    """Return the regret of counts[k] pulls of each arm k, whose true mean is means[k]."""
    # --- solution
    # --- end


# %%
ch02.check_regret(regret)


# %% [markdown]
# ## Three simple rules
#
# A **policy** decides which arm to pull. All it knows are two lists: how often each arm has been pulled so far (`counts`), and the sum of its rewards (`sums`). `play` returns how often a policy pulled each arm.


# %%
def play(policy, pulls, rng):
    """Pull the arms that the policy chooses, and return the number of pulls of each arm."""
    counts, sums = [0] * len(MEANS), [0] * len(MEANS)
    for _ in range(pulls):
        arm = policy(counts, sums, rng)
        counts[arm] += 1
        sums[arm] += pull(arm, rng)
    return counts


# %% [markdown]
# The policy *random* gives each arm the same probability, and learns nothing. Of 1,000 pulls the four arms get:


# %%
def random_arm(counts, sums, rng):
    return int(rng.random() * len(counts))


play(random_arm, 1000, random.Random(1))

# %% [markdown]
# The policy **greedy** pulls each arm once, and from then on the arm with the best mean so far. What could be more reasonable?

# %%
from math import e, inf, log, sqrt


def greedy(counts, sums, rng):
    means = [total / n if n else inf for n, total in zip(counts, sums)]
    return means.index(max(means))


greedy_counts = play(greedy, 1000, random.Random(1))
greedy_counts

# %% [markdown]
# Arm 2, the best arm, lost its first pull. Its mean is 0, and in this run greedy never touches it again. But perhaps I picked an unlucky run?
#
# We shall play a thousand runs. But first, can greedy be mended? The policy **ε-greedy** (say "epsilon-greedy") pulls a random arm with probability ε, here 0.1. Otherwise it chooses as greedy does.


# %%
def epsilon_greedy(counts, sums, rng, epsilon=0.1):
    rule = random_arm if rng.random() < epsilon else greedy
    return rule(counts, sums, rng)


play(epsilon_greedy, 1000, random.Random(1))

# %% [markdown]
# In this run ε-greedy finds the best arm. But it goes on pulling bad arms at the same rate, long after its data have shown which arms are bad. We want a rule that explores *less* as it learns more. How much less?
#
# ## How far off can a mean be?
#
# Greedy trusted the mean of a single pull. How far can we trust the mean of *n* pulls? Wassily Hoeffding gave an answer in 1963. It holds for independent rewards between 0 and 1, whatever their true mean:
#
# > The probability that the mean of *n* pulls is **too low by *a* or more** is at most $e^{-2na^2}$.
#
# Here *e* is 2.718…, the base of the natural logarithm ln.
#
# How close does the bound come for a fair coin? We take the mean of 50 flips, 10,000 times. Which share of these means is too low by 0.1 or more?

# %%
observed = ch02.share_too_low(flips=50, distance=0.1, tries=10_000, seed=0)
bound_for_coins = e ** (-2 * 50 * 0.1**2)
{"share": round(observed, 3), "bound": round(bound_for_coins, 3)}

# %% [markdown]
# The share is below the bound, as the theorem promises, and far below it.
#
# ## UCB1, derived
#
# **Be an optimist.** Do not score an arm by its mean. Score it by the highest true mean that it could *reasonably* have: its mean so far plus a bonus. Then pull the arm with the highest score. Either the arm is as good as you hoped, or its score comes down and you have learned something.
#
# How large should the bonus be? Let *N* be the number of all pulls so far, and *n* the number of pulls of one arm. Its true mean should rarely be higher than its score, and more rarely as *N* grows: with a probability of at most $N^{-4}$, say. (The proof works with 4; it does not say that 4 is best.) By Hoeffding, the risk for a bonus *a* is at most $e^{-2na^2}$. Set the two equal, take the logarithm, and solve for *a*:
#
# $$e^{-2na^2} = N^{-4}$$
#
# $$2na^2 = 4\ln N$$
#
# $$a = \sqrt{\frac{2\ln N}{n}}$$
#
# With *N* = 100, this is the bonus of an arm that was pulled 1, 10 or 50 times:

# %%
{n: round(sqrt(2 * log(100) / n), 2) for n in (1, 10, 50)}

# %% [markdown]
# So the bonus shrinks like 1/√*n* with each pull of *this* arm, as in chapter 01, and grows with the pulls of the others, but slowly, so bad arms are tried more and more rarely.
#
# Peter Auer, Nicolò Cesa-Bianchi and Paul Fischer published this rule in 2002, and called it **UCB1** (UCB stands for "upper confidence bound"). People usually replace the factor √2 by a constant, *c*, that they can choose:
#
# $$\text{score} = \text{mean} + c\,\sqrt{\frac{\ln N}{n}}$$
#
# With *c* = √2 this is the rule of the paper. Our search uses *c* = 1 unless you choose another value, and chapter 07 is about the choice.
#
# ### Exercise 2: on paper
#
# A machine with three arms has been pulled *N* = 16 times, and ln 16 = 2.77:
#
# | arm | pulls *n* | sum of rewards |
# |---|---|---|
# | 0 | 8 | 5 |
# | 1 | 5 | 3 |
# | 2 | 3 | 1 |
#
# As an example we compute the score of arm 1, with *c* = √2 = 1.414. The mean is 3 / 5 = 0.60, and the bonus is 1.414 · √(2.77 / 5) = 1.05. So the score of arm 1 is 1.65.
#
# Compute the scores of the other two arms, to two decimals. Which arm does UCB1 pull next?

# %% tags=["exercise"]
# hint: Arm 0 has mean `5 / 8` and bonus 1.414 · √(2.77 / 8). Arm 2 has mean `1 / 3` and bonus 1.414 · √(2.77 / 3).
# --- solution
scores = {0: 1.46, 1: 1.65, 2: 1.69}
next_arm = 2
# --- stub
# scores = {0: ..., 1: 1.65, 2: ...}
# next_arm = ...
# --- end

# %%
ch02.check_scores(scores, next_arm)

# %% [markdown]
# ### Exercise 3: UCB1
#
# Write `choose(counts, sums, c)`, with the two lists of a policy and the constant *c*. (The rewards may be any numbers now, even negative ones.) The function returns the number of the arm that UCB1 pulls next. Follow three rules:
#
# - An arm without pulls has no mean yet. Such an arm comes first, as if its score were infinite.
# - Otherwise UCB1 pulls the arm with the highest score.
# - If several arms share the highest score, UCB1 pulls the first of them.
#
# You can use `log`, `sqrt` and `inf` (infinity), which are imported above. For example, `choose([8, 5, 3], [5, 3, 1], sqrt(2))` returns the arm that you found in exercise 2.


# %% tags=["exercise"]
# hint: Make a list of scores. The score of an arm with n pulls is `total / n + c * sqrt(log(sum(counts)) / n)`, or `inf` if n is 0. `scores.index(max(scores))` is the first arm with the highest score.
def choose(counts, sums, c):
    """Return the arm that UCB1 pulls next: arms without pulls first, then the highest score."""
    # --- solution
    # --- end


# %%
ch02.check_choose(choose)

# %%
checkpoint("02-waiting")

# %% [markdown]
# ## A thousand players at once
#
# Now comes the match. One run may be luck, so we let each of the four policies play 1,000 runs of 10,000 pulls on our machine. Below are, for each policy, the mean regret at the end, and the number of runs in which arm 2, the best, got the most pulls. (The number behind ± gives an interval around the mean; about 95% of such intervals contain the true value.) First a guess about greedy.

# %%
greedy_guess = predict("02-greedy")
greedy_guess

# %%
moments = [100, 500, *range(1000, 10_001, 1000)]
runs = ch02.compare_policies(MEANS, moments)
ch02.final_regrets(runs, best_arm=2)

# %%
why = "If the best arm loses its first pull, greedy may never pull this arm again."
score_prediction(greedy_guess, runs["greedy"].favourite(2), why, within=100)

# %% [markdown]
# And this is how the mean regret grows. (The line without marks is a bound: a theorem says that the expected regret of UCB1 stays below it.)

# %%
from mctslib.course import plots

bound = [ch02.auer_bound(MEANS, moment) for moment in moments]
plots.picture(ch02.regret_lines(runs, bound=bound, title="Mean regret of a thousand players"))

# %% [markdown]
# The slope of a line is what a pull costs *now*. As long as a line is straight, its policy is not getting better. Three of the four lines are straight in the end, each for its own reason. Random never learns. In 466 of the 1,000 runs greedy still pulls nothing but wrong arms in its last 1,000 pulls. And ε-greedy goes on spending a tenth of its pulls on arms drawn at random. Only the line of UCB1 goes on bending.
#
# So UCB1 is the better rule? It depends on how long you play. After 1,000 pulls ε-greedy is ahead, with a regret of 42 against 63 for UCB1, but after 10,000 pulls UCB1 is ahead, with 170 against 232. If you play only for a short time, a rule that explores less can be better.
#
# ### Exercise 4: be unfair to greedy
# On our machine greedy ends with the best arm in about half of its runs. Design a machine on which it does so in at most 100 of 1,000 runs, while UCB1 still does so in at least 900. A run has 1,000 pulls, and we say that it ends with the arm that it has pulled most. Write `machine`, the list of the true means, with a single best arm. Begin on paper: which first pulls lead greedy astray, and what makes them likely?

# %% tags=["exercise"]
# hint: Take two arms. With which probability does the better one lose its first pull? And what does greedy do if both have lost theirs?
# --- solution
machine = [0, 0.05]
# --- stub
# machine = [...]
# --- end

# %%
ch02.check_machine(machine)

# %% [markdown]
# The factor √2 came from a proof. Does our first machine need it? We try *c* = 1:

# %%
runs_with_c1 = ch02.play_runs(ch02.UCB1Arm(1), MEANS, moments)
ch02.final_regrets({"UCB1, c = 1": runs_with_c1}, best_arm=2)

# %% [markdown]
# With *c* = 1 the regret is only 99 instead of 170. A bound says what cannot go wrong, but not what is best.

# %% [markdown]
# ## A position is a bandit
#
# Now think of a position in a game. The legal moves are the arms. A pull is a random game after the move, and its result is the reward. Flat Monte Carlo pulled all arms equally often; UCB1 spends most of its games on moves that look good.
#
# The program of chapter 00 chooses like this, and not only among its own moves. It does the same for the opponent's reply, for the answer to this reply, and so on, in *each* position that it has stored. But there is one important difference from a slot machine: **the arms change while they are pulled.** After each move another bandit chooses for the opponent, and it learns, too. So a move that looked good in random games can look worse and worse as the search goes on. That is just what we need in the trap of chapter 00, where the corner looks good only as long as X answers at random. Is it enough? In chapter 08 we let a long search run on it.

# %%
checkpoint("02-tree")

# %% [markdown]
# ## In practice
#
# Regret is not quite what matters to a game player. During the search a pull of a bad move costs us nothing, and only the move that we play in the end counts. The regret of this one move is called "simple regret", and to make it small one should explore more. But our search uses UCB1 all the same. In the later positions a pull of a bad move does cost something: its result enters the averages of the moves before it, too.
#
# ## Further reading
#
# - Hoeffding (1963), *Probability inequalities for sums of bounded random variables*: the bound of this chapter.
# - Auer, Cesa-Bianchi and Fischer (2002), *Finite-time analysis of the multiarmed bandit problem*: UCB1, theorem 1 and its proof.
#
# **Next:** [03 · Walk one iteration by hand](03_walk_one_iteration_by_hand.ipynb). Bandits below bandits, with a pencil.

# %% [claims]
from claims import claim
from math import erf

import numpy as np
from mctslib.course.ch02 import bandit

assert MEANS.index(max(MEANS)) == 2 and greedy_counts[2] == 1
assert max(greedy_counts) == greedy_counts[3]
own, best = MEANS[1:3]
claim(
    "the best arm has true mean 0.6. A pull of an arm with true mean 0.5 then costs 0.1 wins",
    best,
    own,
    best - own,
)
pulls_of_first, pulls_of_second = 3, 7
claim("with true means 0.5 and 0.6", own, best)
claim(
    "The regret is 3 · 0.1 + 7 · 0 = 0.3",
    pulls_of_first,
    best - own,
    pulls_of_second,
    best - best,
    pulls_of_first * (best - own),
)
claim("is 0.3.", pulls_of_first * (best - own))
claim("the probabilities 0.2, 0.5, 0.6 and 0.3", *MEANS)
claim("Here *e* is 2.718…", e)
assert 0 < observed < bound_for_coins / 2
tables = [([3, 2, 4, 1], [1, 2, 3, 0]), ([5, 1, 0, 0], [5, 1, 0, 0]), ([9, 8, 7, 6], [1, 5, 3, 5])]
assert all(
    bandit.greedy(np.array(n), np.array(wins)) == greedy(n, wins, None) for n, wins in tables
)
paper_pulls, paper_sums = [8, 5, 3], [5, 3, 1]
N = sum(paper_pulls)
claim("*N* = 16 times, and ln 16 = 2.77", N, N, log(N))
mean, bonus = paper_sums[1] / paper_pulls[1], sqrt(2 * log(N) / paper_pulls[1])
claim("√2 = 1.414", sqrt(2))
claim("1.414 · √(2.77 / 8)", sqrt(2), log(N), paper_pulls[0])
claim("1.414 · √(2.77 / 3)", sqrt(2), log(N), paper_pulls[2])
sure = erf(1.96 / sqrt(2))
claim("about 95% of such intervals", sure)
claim("The mean is 3 / 5 = 0.60", paper_sums[1], paper_pulls[1], mean)
claim(
    "the bonus is 1.414 · √(2.77 / 5) = 1.05. So the score of arm 1 is 1.65",
    sqrt(2),
    log(N),
    paper_pulls[1],
    bonus,
    1,
    mean + bonus,
)

# %%
at = moments.index(1000)
end = {name: one.mean[-1] for name, one in runs.items()}
epsilon, ucb = runs["ε-greedy, ε = 0.1"], runs["UCB1, c = √2"]
claim("play 1,000 runs of 10,000 pulls", len(ucb.counts), moments[-1])
claim(
    "After 1,000 pulls ε-greedy is ahead, with a regret of 42 against 63",
    moments[at],
    epsilon.mean[at],
    ucb.mean[at],
)
claim(
    "after 10,000 pulls UCB1 is ahead, with 170 against 232",
    moments[-1],
    ucb.mean[-1],
    epsilon.mean[-1],
)
assert epsilon.mean[at] + epsilon.margin[at] < ucb.mean[at] - ucb.margin[at]
assert ucb.mean[-1] + ucb.margin[-1] < epsilon.mean[-1] - epsilon.margin[-1]
assert all(ucb.mean + ucb.margin < bound)
assert runs_with_c1.mean[-1] + runs_with_c1.margin[-1] < ucb.mean[-1]
claim("the regret is only 99 instead of 170", runs_with_c1.mean[-1], ucb.mean[-1])


# %%
def bend(one):
    """Return the regret of the last 1,000 pulls, divided by the regret of the first 1,000."""
    return (one.mean[-1] - one.mean[-2]) / one.mean[at]


late = runs["greedy"].regret[:, -1] - runs["greedy"].regret[:, -2]
claim(
    "In 466 of the 1,000 runs greedy still pulls nothing but wrong arms in its last 1,000 pulls",
    sum(late > 99.9),
    len(late),
    moments[-1] - moments[-2],
)
assert bend(runs["greedy"]) > 0.9 and bend(runs["random"]) > 0.9 and bend(ucb) < 0.1
last = epsilon.mean[-1] - epsilon.mean[-2], epsilon.mean[-2] - epsilon.mean[-3]
assert abs(last[0] / last[1] - 1) < 0.1
rounds = [play.favourite(2) for play in (runs["greedy"], ucb)]
assert 0.45 < rounds[0] / len(ucb.counts) < 0.6  # "in about half of its runs"
claim("in at most 100 of 1,000 runs", ch02.checkers.SELDOM, ch02.checkers.RUNS)
claim("in at least 900", ch02.checkers.OFTEN)
claim("A run has 1,000 pulls", ch02.checkers.PULLS)
