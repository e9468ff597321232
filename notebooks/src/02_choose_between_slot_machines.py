# %% [markdown]
# # 02 · Choose between slot machines
#
# **What you'll do.** Find the best arm of a slot machine while you play it, and derive the rule by which every tree search in this course chooses where to look next.
#
# A slot machine with four arms is in the next cell. Pulling an arm pays 1 for a win and 0 for nothing. You and UCB1, the rule of this chapter, have the same number of pulls on the same machine, and the same luck: the third pull of an arm pays the same to both of you. At the end the true means are shown. A dot is an arm's mean so far, and its line reaches 1/√*n* to both sides.
#
# UCB1's cards lie open: an arm's bar is its mean plus a bonus for what is still unknown, and it pulls the longest. <span class="with-python">Watch the bars of arms left alone rise.</span>

# %%
from mctslib.course.ch02 import Bandit

Bandit(arms=4, pulls=40)

# %% [markdown]
# <span class="with-python">Did you stick to an arm too early, or try a bad one too often?</span>
#
# **What you'll learn.**
# - *On paper:* the UCB1 score of three arms.
# - Derive UCB1: why there is a bonus, why a logarithm, why *n* below.
# - Code it, and read a regret plot.
# - Rescale *c* when the rewards change.
#
# **What you'll need.** Chapter 01 (estimates are off by up to about 1/√*n*); square roots and logarithms. About 60 minutes.

# %% [markdown]
# ## Predict first
#
# Chapter 01 gave every move the same number of random games, good or hopeless. Who deserves the next one? Guess first:

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

greedy_guess = predict("02-greedy")
greedy_guess

# %%
tenfold_guess = predict("02-tenfold")
tenfold_guess

# %% [markdown]
# ## A machine with four arms
#
# A **bandit** is a slot machine with several **arms**. (A casino's machine has one, and takes your money.) Pulling an arm gives a **reward**, here 1 for a win and 0 for nothing. Each arm wins with a probability of its own, its **true mean**. You are not told any of them. We are, and pull arm 2, the best, ten times:

# %%
import random

MEANS = [0.2, 0.5, 0.6, 0.3]


def pull(arm, rng):
    """1 with the probability MEANS[arm], else 0."""
    return int(rng.random() < MEANS[arm])


rng = random.Random(3)
[pull(2, rng) for _ in range(10)]

# %% [markdown]
# The dilemma: pull the arm that did best so far (**exploitation**), or one that you know little about (**exploration**)? A pull does one at the cost of the other.

# %% [markdown]
# ## What choices cost
#
# Winning is partly luck. To judge the *choices* alone, compare the arms' true means: a pull of an arm with true mean 0.5, where the best has 0.6, costs 0.1 wins. The **gap** of an arm is the best true mean minus its own. The **regret** of a player is the sum of the gaps of all arms pulled.
#
# ### Exercise 1: regret


# %% tags=["exercise"]
# hint: best = max(means). Add up count * (best - mean) over zip(means, counts).
def regret(means, counts):
    """What it cost to pull each arm counts[arm] times, compared with always pulling the best."""
    # --- solution
    best = max(means)
    return sum(count * (best - mean) for mean, count in zip(means, counts))
    # --- end


# %%
from mctslib.course.ch02 import check_regret

check_regret(regret)

# %% [markdown]
# ## Three simple rules
#
# A **policy** decides which arm to pull, from what was seen so far: `counts`, the pulls of each arm, and `sums`, the rewards it has brought. Here is a player that follows a policy:


# %%
def play(policy, pulls, rng):
    """How often each arm was pulled."""
    counts, sums = [0] * len(MEANS), [0] * len(MEANS)
    for _ in range(pulls):
        arm = policy(counts, sums, rng)
        counts[arm] += 1
        sums[arm] += pull(arm, rng)
    return counts


# %% [markdown]
# **Random** learns nothing:


# %%
def random_arm(counts, sums, rng):
    return int(rng.random() * len(counts))


play(random_arm, 1000, random.Random(1))

# %% [markdown]
# **Greedy** pulls each arm once, then always the one with the best mean:

# %%
from math import e, inf, log, sqrt


def greedy(counts, sums, rng):
    means = [total / n if n else inf for n, total in zip(counts, sums)]
    return means.index(max(means))


stuck = play(greedy, 1000, random.Random(1))
stuck

# %% [markdown]
# The best arm (arm 2) lost its first pull, so its mean is 0, and in this run greedy never pulls it again. **ε-greedy** (say "epsilon-greedy") repairs that with a fixed dose of chance: it pulls a random arm with probability ε, here 0.1.


# %%
def epsilon_greedy(counts, sums, rng, epsilon=0.1):
    rule = random_arm if rng.random() < epsilon else greedy
    return rule(counts, sums, rng)


play(epsilon_greedy, 1000, random.Random(1))

# %% [markdown]
# It finds the best arm. But it goes on pulling bad arms at the same rate for ever, even when it has long known that they are bad.
#
# ## How far off can a mean be?
#
# Greedy's mistake was to believe a mean of a single pull. How much should one believe a mean of *n* pulls? Hoeffding (1963) answered, for independent rewards between 0 and 1, whatever their true mean:
#
# > The chance that the mean of *n* pulls is **too low by *a* or more** is at most $e^{-2na^2}$.
#
# In plain words: every further pull divides this bound by the same factor. And *a* is squared, so for twice the error the bound is taken to the fourth power: a tenth becomes a ten-thousandth. (*e* is 2.718…, the base of the natural logarithm ln.) A test with fair coins: the mean of 50 flips, too low by 0.1 or more, in 10,000 tries:

# %%
import numpy as np

flips = np.random.default_rng(0).random((10_000, 50)) < 0.5
unlucky = (flips.sum(axis=1) <= 50 * (0.5 - 0.1)).mean()
promised = e ** (-2 * 50 * 0.1**2)
round(float(unlucky), 3), round(promised, 3)

# %% [markdown]
# Less than promised. Hoeffding's rule is a theorem, so the true chance is never above the bound; here the bound is generous.
#
# ## UCB1, derived
#
# **Be an optimist.** Score an arm not by its mean, but by the highest true mean it could *reasonably* have: mean + bonus. Then pull the highest score. Either the arm is as good as hoped, or its score comes down and you have learned something. Greedy has no bonus, so an arm with bad luck at the start may never get a second chance.
#
# **How large is the bonus?** Let *N* be the number of pulls so far, on all arms together, and *n* that of this arm. We want the risk that the truth is even higher than the score to be tiny, and to get tinier as the game goes on, say $N^{-4}$. Hoeffding's risk for a bonus *a* is $e^{-2na^2}$. Set the two equal, take the logarithm, and solve for *a*:
#
# $$e^{-2na^2} = N^{-4}$$
#
# $$2na^2 = 4\ln N$$
#
# $$a = \sqrt{\frac{2\ln N}{n}}$$
#
# After 100 pulls in all, the bonus of an arm that had 1, 10 or 50 of them:

# %%
{n: round(sqrt(2 * log(100) / n), 2) for n in (1, 10, 50)}

# %% [markdown]
# - **Why *n* below?** The more pulls of *this* arm, the less its mean can be off: the 1/√*n* of chapter 01.
# - **Why ln *N* above?** Somebody who plays for ever with a fixed risk is fooled again and again. So the risk has to shrink with *N*. But a logarithm grows so slowly that bad arms are tried ever more rarely.
# - **Why the power 4?** It makes the proof work. Hoeffding's *n* is fixed beforehand; ours hangs on luck. So the proof adds up the risks of every *n* that may come up, at every pull, and with the power 4 the sum stays finite. It does not say that 4 is best.
#
# The rule is called **UCB1**, "upper confidence bound" (Auer, Cesa-Bianchi and Fischer, 2002). The factor √2 is usually given a name, *c*:
#
# $$\text{score} = \text{mean} + c\,\sqrt{\frac{\ln N}{n}}$$
#
# With *c* = √2 it is the rule of the paper. Our tree search uses *c* = 1 unless told otherwise; chapter 07 turns that knob.
#
# ### Exercise 2: on paper
#
# Three arms, with the pulls *n* and the sums of rewards:
#
# | arm | pulls *n* | sum of rewards |
# |---|---|---|
# | 0 | 8 | 5 |
# | 1 | 5 | 3 |
# | 2 | 3 | 1 |

# %%
paper_pulls, paper_sums = [8, 5, 3], [5, 3, 1]
N = sum(paper_pulls)
N, round(log(N), 2)

# %% [markdown]
# So *N* is 16 and ln *N* is 2.77. Work out the three scores with *c* = √2, to two decimals. Which arm is next?

# %% tags=["exercise"]
# hint: Arm 1: the mean is `3 / 5`, the bonus 1.414 · √(2.77 / 5) = 1.05.
# --- solution
scores = {0: 1.46, 1: 1.65, 2: 1.69}
next_arm = 2
# --- stub
# scores = {0: ..., 1: ..., 2: ...}
# next_arm = ...
# --- end

# %%
from mctslib.course.ch02 import check_scores

check_scores(scores, next_arm)

# %% [markdown]
# ### Exercise 3: UCB1


# %% tags=["exercise"]
# hint: An arm with count 0 has score inf. For the others: total / n + c * sqrt(log(sum(counts)) / n). Then take the index of the largest.
def choose(counts, sums, c):
    """The arm that UCB1 pulls next: each arm once, then the highest score; of equals the first."""
    # --- solution
    N = sum(counts)
    scores = [total / n + c * sqrt(log(N) / n) if n else inf for n, total in zip(counts, sums)]
    return scores.index(max(scores))
    # --- end


# %%
from mctslib.course.ch02 import check_choose

check_choose(choose)

# %%
checkpoint("02-waiting")

# %% [markdown]
# ## A thousand players at once
#
# One run proves little. `mctslib.course.ch02.bandit` has the same four policies, written for tables of numbers with one row a run, so that a thousand runs are played side by side. The best arm is arm 2, and after each number of pulls in `marks` the regret is noted.

# %%
from mctslib.course.ch02.bandit import EpsilonGreedy, UCB1Arm, auer_bound, play_runs
from mctslib.course.ch02 import bandit

marks = [100, 500, *range(1000, 10_001, 1000)]
rules = {"random": bandit.random_arm, "greedy": bandit.greedy}
rules |= {"ε-greedy, ε = 0.1": EpsilonGreedy(0.1), "UCB1, c = √2": UCB1Arm(sqrt(2))}
runs = {name: play_runs(rule, MEANS, marks, runs=1000, seed=0) for name, rule in rules.items()}

# %% [markdown]
# In the end, mean regret ± half the 95 % interval (a range made so that it nearly always holds the truth), and in how many of the runs the best arm got most pulls:


# %%
def told(one):
    return f"{one.mean[-1]:.0f} ± {one.margin[-1]:.0f}, {one.favourite(2)} runs"


{name: told(one) for name, one in runs.items()}

# %% [markdown]
# How the regret grew (the bands are the intervals, mostly too narrow to see):

# %%
from mctslib.course import plots
from mctslib.course.ch02 import regret_lines

bound = [auer_bound(MEANS, mark) for mark in marks]
plots.picture(regret_lines(runs, bound=bound, title="What a thousand players lose on average"))

# %% [markdown]
# Once more, near the ground:

# %%
plots.picture(regret_lines(runs, top=260, title="The same, up to 260 wins lost"))

# %% [markdown]
# **How to read it.** The slope says what a pull costs *now*. A straight line never learns any more: random of course, but greedy too, because the runs that are stuck stay stuck, and ε-greedy, with its fixed dose of chance. A line that *bends* learns: UCB1's grows like a logarithm.
#
# **Be fair.** After 1,000 pulls ε-greedy is ahead, 42 against 63. UCB1 overtakes it later: at 10,000 it stands at 170 against 232. For a short game a rule that explores less can be better.
#
# **The bound.** Auer, Cesa-Bianchi and Fischer (2002, theorem 1) proved that the expected regret of UCB1 with *c* = √2 after *N* pulls is never above
#
# $$8\sum_{\text{worse arms}}\frac{\ln N}{\text{gap}} \;+\; \Bigl(1+\frac{\pi^2}{3}\Bigr)\sum_{\text{worse arms}}\text{gap}$$
#
# That is the grey line. It is true, and at the end 6.9 times what UCB1 really lost. What matters is its shape: ln *N*. No policy that copes with every machine can grow more slowly than that (Lai and Robbins, 1985).
#
# The proof wants √2. This machine would have been happy with less, with *c* = 1:

# %%
one = play_runs(UCB1Arm(1), MEANS, marks, runs=1000, seed=0)
told(one)

# %% [markdown]
# ## Other rewards, same machine
#
# Let a win pay 10 instead of 1. The means grow tenfold, the bonus does not. (Regret is still counted in wins, so that the three can be compared.)

# %%
tenfold = play_runs(UCB1Arm(sqrt(2)), MEANS, marks, runs=1000, seed=0, scale=10)
rescaled = play_runs(UCB1Arm(10 * sqrt(2)), MEANS, marks, runs=1000, seed=0, scale=10)
names = ["win pays 1, c = √2", "win pays 10, c = √2", "win pays 10, c = 10·√2"]
three = dict(zip(names, [runs["UCB1, c = √2"], tenfold, rescaled]))
{name: told(one) for name, one in three.items()}

# %% [markdown]
# As a picture, greedy beside them:

# %%
beside = {"greedy": runs["greedy"], **three}
plots.picture(regret_lines(beside, title="Rewards times ten, with and without c"))

# %% [markdown]
# With the old *c* UCB1 has turned towards greedy: only in 644 of the 1,000 runs does the best arm get most pulls. The others are stuck (ln *N* would free them one day, but far too late for these pulls), and the line goes up straight. With *c* times ten it makes the same pulls, **exactly**: every score is ten times what it was, and the highest stays the highest.
#
# ### Exercise 4: rescale *c*
#
# Four other machines. For each, what a loss pays and what a win pays:

# %%
pays = {"cents": (0, 100), "win or lose": (-1, 1), "plus five": (5, 6), "half": (0, 0.5)}

# %% [markdown]
# Which *c* makes the same pulls on each of them as *c* = √2 does with rewards 0 and 1?

# %% tags=["exercise"]
# hint: Multiply c by the width of the rewards: highest minus lowest. Adding the same to all rewards lifts all scores alike.
# --- solution
rescaled_c = {
    "cents": 100 * sqrt(2),
    "win or lose": 2 * sqrt(2),
    "plus five": sqrt(2),
    "half": sqrt(2) / 2,
}
# --- stub
# rescaled_c = {"cents": ..., "win or lose": ..., "plus five": ..., "half": ...}
# --- end

# %%
from mctslib.course.ch02 import check_rescaled

check_rescaled(rescaled_c)

# %% [markdown]
# ## A node is a bandit
#
# Now look at a position in a game. The legal moves are arms. Playing a random game after a move is a pull, and its reward is the result. Instead of dealing random games evenly, as in chapter 01, let UCB1 deal them: good moves get many, hopeless ones few.
#
# A search tree does this in *every* position it remembers: each **node** is a bandit, and choosing a child by UCB1 is called **selection**. Here is a small tree for position A, grown with *c* = √2. For each move from its root: visits and value sum, that is, pulls and sum of rewards.

# %%
from mctslib import UCB1, search
from mctslib.course import A

root = search(A.state, 60, seed=0, tree_policy=UCB1(sqrt(2))).root
children = list(root.children.values())
counts = np.array([child.visits for child in children])
sums = np.array([child.value_sum for child in children])
counts.tolist(), sums.tolist()

# %% [markdown]
# The bandit's rule and the tree's selection choose the same child:

# %%
children[UCB1Arm(sqrt(2))(counts, sums)].action, UCB1(sqrt(2))(root).action

# %% [markdown]
# There is one difference, and it is the heart of the matter: **the arms change while they are pulled.** Below a move stands another bandit, for the opponent, which learns too and sends later games along better replies. So a move that looked good to random games can sink as the search goes on. That is what could save us in position A, and chapter 08 watches it happen.

# %%
checkpoint("02-tree")

# %% [markdown]
# ## Your predictions

# %%
why = "A bad first pull is enough to lose the best arm for ever."
score_prediction(greedy_guess, runs["greedy"].favourite(2), why, within=100)

# %%
why = "The means grew tenfold, the bonus did not."
score_prediction(
    tenfold_guess, "It explores less, and in some runs gets stuck on a worse arm.", why
)

# %% [markdown]
# ## In practice
#
# <small>Bandit rules choose advertisements, treatments in medical trials, settings of programs. Engines tune *c* by trial, and seldom end at √2. Regret is also not quite what a game player minds: pulls made while thinking cost nothing, only the move chosen in the end counts ("simple regret"), which allows more exploration. UCB1 is used in trees all the same, because deeper down the pulls themselves form the averages.</small>
#
# ## Further reading
#
# - Robbins (1952), *Some aspects of the sequential design of experiments*: where the problem comes from.
# - Hoeffding (1963), *Probability inequalities for sums of bounded random variables*.
# - Lai and Robbins (1985), *Asymptotically efficient adaptive allocation rules*: no better than ln *N*.
# - Auer, Cesa-Bianchi and Fischer (2002), *Finite-time analysis of the multiarmed bandit problem*: UCB1, theorem 1 and its proof.
# - Bubeck, Munos and Stoltz (2009), *Pure exploration in multi-armed bandits problems*: simple regret.
# - Lattimore and Szepesvári (2020), *Bandit algorithms*: the textbook.
#
# **Next:** chapter 03 puts bandits below bandits, and walks through a tree search by hand.

# %%
summary("02")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

assert MEANS.index(max(MEANS)) == 2 and max(stuck) == stuck[3] and stuck[2] == 1
own, best = MEANS[1:3]
claim(
    "a pull of an arm with true mean 0.5, where the best has 0.6, costs 0.1 wins",
    own,
    best,
    best - own,
)
claim("(*e* is 2.718…", e)
claim(
    "the mean of 50 flips, too low by 0.1 or more, in 10,000 tries",
    flips.shape[1],
    0.1,
    flips.shape[0],
)
assert 0 < unlucky < promised
tables = [([3, 2, 4, 1], [1, 2, 3, 0]), ([5, 1, 0, 0], [5, 1, 0, 0]), ([9, 8, 7, 6], [1, 5, 3, 5])]
assert all(
    bandit.greedy(np.array(n), np.array(wins)) == greedy(n, wins, None) for n, wins in tables
)
claim("So *N* is 16 and ln *N* is 2.77", N, log(N))
claim(
    "the bonus 1.414 · √(2.77 / 5) = 1.05",
    sqrt(2),
    log(N),
    paper_pulls[1],
    sqrt(2 * log(N) / paper_pulls[1]),
)

# %%
at = marks.index(1000)
end = {name: one.mean[-1] for name, one in runs.items()}
epsilon, ucb = runs["ε-greedy, ε = 0.1"], runs["UCB1, c = √2"]
claim(
    "After 1,000 pulls ε-greedy is ahead, 42 against 63", marks[at], epsilon.mean[at], ucb.mean[at]
)
claim("at 10,000 it stands at 170 against 232", marks[-1], ucb.mean[-1], epsilon.mean[-1])
assert epsilon.mean[at] + epsilon.margin[at] < ucb.mean[at] - ucb.margin[at]
assert ucb.mean[-1] + ucb.margin[-1] < epsilon.mean[-1] - epsilon.margin[-1]
claim("at the end 6.9 times what UCB1 really lost", bound[-1] / ucb.mean[-1])
assert all(ucb.mean + ucb.margin < bound) and one.mean[-1] + one.margin[-1] < ucb.mean[-1]


# %%
def bend(one):
    """The cost of a pull in the last 1,000, as a share of that in the first 1,000."""
    return (one.mean[-1] - one.mean[-2]) / one.mean[at]


assert bend(runs["greedy"]) > 0.9 and bend(runs["random"]) > 0.9 and bend(ucb) < 0.1
late = epsilon.mean[-1] - epsilon.mean[-2], epsilon.mean[-2] - epsilon.mean[-3]
assert abs(late[0] / late[1] - 1) < 0.1
steps = [after - before for before, after in zip(tenfold.mean[at:], tenfold.mean[at + 1 :])]
assert max(steps) / min(steps) < 1.1
claim("in 644 of the 1,000 runs", tenfold.favourite(2), len(tenfold.counts))
assert (rescaled.counts == ucb.counts).all()
assert children[UCB1Arm(sqrt(2))(counts, sums)] is UCB1(sqrt(2))(root)
