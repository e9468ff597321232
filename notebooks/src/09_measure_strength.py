# %% [markdown]
# # 09 · Measure strength
#
# **What you'll do.** You find out which of two players is the stronger one, and how sure you can be.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* compute how many games it takes to show that a player who scores 60% is the stronger one,
# - write a function that computes Wilson's interval, and explain what an interval means,
# - choose the number of games before a match,
# - explain why you must not stop a match as soon as the result looks good,
# - play games in pairs, and explain why pairs need fewer games.
#
# **What you'll need.** Chapter 08. &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## Eight matches between the same two players
# The **score** of a match is the number of points per game: a win counts as 1, a draw as ½ and a loss as 0. MCTS with 100 iterations per move plays against MCTS with
# 30 iterations per move. They play eight matches of 20 games, and each match has its own seed. The picture below shows the eight scores.

# %%
from mctslib.arena import MCTSPlayer, match
from mctslib.course.ch09 import score_dots

mcts = {n: MCTSPlayer(n, reuse=False, name=f"MCTS {n}") for n in (30, 100, 200)}
eight = [match(mcts[100], mcts[30], 20, seed=seed, progress=False) for seed in range(8)]
score_dots(eight)

# %% [markdown]
# The players are the same in all eight matches, but the scores lie between 0.6 and 0.725. If you had played only one of these matches, you would have believed its score. A single score does not show how far it may be from the truth. An interval does, and this chapter explains how to compute one.
#
# ## Two predictions
# Guess before you go on.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

fooled = predict("09-fooled")
fooled

# %%
enough_guess = predict("09-enough")
enough_guess

# %% [markdown]
# ## Which true shares fit the result?
#
# Suppose that a player truly wins a share *p* of its games, and that the games are independent of each other. In a match of *n* games we observe a share near *p*. The typical distance
# between this share and *p* is the **standard error**, √(*p* (1 − *p*) / *n*). In about 95% of all matches the share lies within *z* = 1.96 standard errors of *p*. The number 1.96
# belongs to the bell curve. The bell curve is a good approximation for more than a few dozen games, unless *p* is close to 0 or 1.
#
# In practice we know the observed share, and we want to know *p*. For example, we observed 60 wins in 100 games, so the share is *s* = 0.6. We keep every *p* whose distance from *s* is at
# most 1.96 standard errors. The cell below tries every *p* that is a multiple of one thousandth, and shows the smallest and the largest *p* that we keep:

# %%
from math import sqrt

thousandths = [k / 1000 for k in range(1001)]
fits = [p for p in thousandths if abs(p - 60 / 100) <= 1.96 * sqrt(p * (1 - p) / 100)]
fits[0], fits[-1]

# %% [markdown]
# These shares form **Wilson's interval** (Wilson, 1927). It contains *all true shares that the result does not rule out*. After 60 wins in 100 games, the true share may be as low as 50.3%, or as high as 69%.
#
# In the picture below a slider sets the true share *p*. The bell shows which shares a player with this *p* is likely to get in a match. <span class="with-python">Move *p* until the observed share is at the edge of the
# dark part of the bell. This *p* is an end of the interval.</span> Below the bell are 100 matches of a player whose true share is *p*. A cross marks each match whose interval does not contain *p*.

# %%
from mctslib.course.ch09 import Bell, chance_to_miss

Bell(13, 20)

# %% [markdown]
# The interval is constructed so that it misses the true share in about one match in 20. For *p* = ½ and 20 games the exact probability of a miss is 4.1%.
#
# The ends of the interval can also be computed exactly. Write *w* = *z*² / *n*. At each end the distance between *p* and *s* is exactly *z* standard errors. We square both sides and solve for *p*:
#
# $$(p - s)^2 = w\,(p - p^2)$$
# $$(1 + w)\,p^2 - (2s + w)\,p + s^2 = 0$$
# $$p = \frac{s + \frac{w}{2} \pm \sqrt{w\,s\,(1 - s) + \frac{w^2}{4}}}{1 + w}$$
#
# Suppose that a player has 8 wins in 10 games, and take $z = 2$. Then $s = 0.8$ and $w = 0.4$. The square root is $\sqrt{0.4 \cdot 0.8 \cdot 0.2 + 0.04} \approx 0.3225$. The ends are therefore $(1 \pm 0.3225) / 1.4$, that is, 0.484 and 0.945.
#
# ### Exercise 1: the interval
# Write `wilson(successes, games, z)`. It returns the two ends as a pair, the lower end first.


# %% tags=["exercise"]
# hint: `s = successes / games` and `w = z * z / games`. The square root is `sqrt(w * s * (1 - s) + w * w / 4)`; divide both ends by `1 + w`.
def wilson(successes, games, z=1.96):
    """Return (low, high), Wilson's interval for the true share of successes."""
    # --- solution
    s, w = successes / games, z * z / games
    root = sqrt(w * s * (1 - s) + w * w / 4)
    low, high = (s + w / 2 - root) / (1 + w), (s + w / 2 + root) / (1 + w)
    return max(0.0, low), min(1.0, high)  # rounding may move an end slightly outside
    # --- end


# %%
from mctslib.course.ch09 import check_wilson

check_wilson(wilson)

# %% [markdown]
# The library has the same function. We import it under the name `interval`, so that your function keeps its name. Below are the intervals for 60 wins in 100 games and for 0 losses in 100 games.

# %%
from mctslib.arena import wilson as interval

interval(60, 100), interval(0, 100)

# %% [markdown]
# The first interval is the one that the grid of thousandths found, but more exact: 50.2% to 69.1%. The second interval shows that a player without a loss in 100 games may still
# lose sometimes. Every true share of losses up to 3.7% fits this result.
#
# Many books give a shorter formula, *s* ± *z* √(*s* (1 − *s*) / *n*). After 0 losses this formula gives 0 ± 0, as if the player could not lose. Do not use this formula if one of the two counts, wins or losses, is small.
# You may use Wilson's interval for games with draws, too. A score with draws varies less than a score with the same mean that comes from wins and losses only, so the interval is usually wider than necessary. For scores near 0 or 1 it may still be too narrow.

# %%
checkpoint("09-sixty")

# %% [markdown]
# ## How many games do I need?
#
# If A and B are equal, the true share is ½. So a match shows that A is stronger than B if its interval lies above ½. By Wilson's rule, the interval lies above ½ exactly when
#
# $$s - \tfrac12 \;>\; z\,\frac{1/2}{\sqrt{n}}$$
#
# because at *p* = ½ the standard error is ½ / √*n*.
#
# **On paper.** Take *z* ≈ 2. If A scores 60%, how many games does it take to rule out ½? The **edge** *s* − ½ is one tenth. So √*n* must exceed 10, and *n* must exceed 100. In general, with *z* ≈ 2, the number of games needed is the square of one over the edge.
#
# ### Exercise 2: games needed
# Write `games_needed(share, z)`. It returns the smallest number of games for which a score of `share` rules out ½. If an end of the interval is exactly ½, then ½ is not ruled out yet.

# %% tags=["exercise"]
# hint: Solve for n: it must exceed (z / 2 / (share - 0.5)) ** 2. `floor(x) + 1` is the first whole number above x.
from math import floor


def games_needed(share, z=1.96):
    """Return the smallest number of games for which a score of `share` rules out ½."""
    # --- solution
    return floor((z / 2 / (share - 0.5)) ** 2) + 1
    # --- end


# %%
from mctslib.course.ch09 import check_games_needed

check_games_needed(games_needed)

# %% [markdown]
# The table below uses the library's version with the same *z*. Its numbers are worth remembering.

# %%
from mctslib.arena import games_needed as needed

table = {share: needed(share, z=1.96) for share in (0.75, 0.6, 0.55, 0.52, 0.51)}
table

# %% [markdown]
# A score of 75% rules out ½ after 16 games. For 55% it takes 385 games, and for 51% nearly 10,000. If the edge is half as large, you need four times as many games.
# For 52% and 51% your function may return 2,401 and 9,604, one game less than the table, because Python stores 0.52 and 0.51 only approximately. The library computes with exact fractions.
#
# These numbers are for the *observed* score. If the *true* share is 55%, then about half of all matches of 385 games end with a score below 55%, and do not rule out ½. The **power** of a match
# is the probability that its interval rules out ½. In science a power of 80% is a common aim. For this power you need about twice as many games. `power(share, games)` computes the exact probability:

# %%
from mctslib.course.ch09 import power

enough = needed(0.55, power=0.8)
enough, power(0.55, 385), power(0.55, enough)

# %% [markdown]
# The picture below shows the power for three true shares.

# %%
from mctslib.course import plots

sizes = [25 * 2**k for k in range(7)]
chances = {f"true share {p:.0%}": [power(p, n) for n in sizes] for p in (0.6, 0.55, 0.52)}
ax = plots.share_lines(chances, sizes, title="The probability that a match shows the difference")
ax.set(xlabel="games", ylabel="power")
plots.picture(ax)

# %% [markdown]
# So choose the number of games *before* the match. Compute this number from the smallest edge that matters to you.
#
# ## Do not peek
# Why before the match? Otherwise you might look at the score every ten games, and stop as soon as the interval excludes ½. We call this *peeking*. Statisticians call it *optional stopping*.
#
# Here is a small example, in which you look at the score after every ten games. Suppose that there are 7 wins after 10 games. The interval is then 40% to 89%, so the match continues. Suppose that there are 15 wins after 20 games. The interval is then 53% to 89%, so
# ½ is outside. An observer who peeks stops here and declares a winner.
#
# ### Exercise 3: a match with peeking
# Write `peeks(results, every)`. `results` is a list with a 1 for each win and a 0 for each loss. Look after every `every` games, and return `True` if at any look `interval` excludes ½. If fewer than `every` games are left at the end, do not look again.


# %% tags=["exercise"]
# hint: for games in range(every, len(results) + 1, every): take low, high = interval(sum(results[:games]), games) and return True if not low <= 0.5 <= high.
def peeks(results, every):
    """Return True if `interval` excludes ½ after some multiple of `every` games."""
    # --- solution
    for games in range(every, len(results) + 1, every):
        low, high = interval(sum(results[:games]), games)
        if not low <= 0.5 <= high:
            return True
    return False
    # --- end


# %%
from mctslib.course.ch09 import check_peeks

check_peeks(peeks)

# %% [markdown]
# Now two exactly equal players play 2,000 matches of 300 games. Each game is one toss of a fair coin. `shares_fooled(matches, every)` returns the share of these matches in which the interval excludes ½ at some look. We compare a patient
# observer, who looks once after 300 games, with an observer who peeks every ten games.

# %%
from mctslib.course import budget
from mctslib.course.ch09 import coin_matches, shares_fooled

tosses = coin_matches(budget(2000, 500, "matches"), games=300)
patient, peeking = shares_fooled(tosses, every=300), shares_fooled(tosses, every=10)
patient, peeking

# %% [markdown]
# The patient observer is fooled in 6% of the matches. A 95% interval allows about 5%. The observer who peeks every ten games finds a difference between equal players in 28% of the matches
# (interval 26 to 30%). Every look is another chance to be fooled.
#
# ## Two games from every opening
# You can also fool yourself by letting A always move first. For this reason `match` swaps the sides after every game. A **pair** of games goes one step further. Both games have the same seed and start
# from the same opening, which consists of a few random moves. In the second game the sides are swapped.
#
# `play_game(players, state, rng)` plays one game. `players` is a tuple of two players, and the first of them is player 0. The function returns a record. In this record, `rewards[0]` is the reward of player 0, and
# `rewards[1]` is the reward of player 1. For example, `play_game((a, b), opening, random.Random(seed)).rewards` may be `(1.0, 0.0)`.
#
# ### Exercise 4: a pair of games
# Write `pair(a, b, opening, seed)`. Play one game in which `a` is player 0, and one game in which `b` is player 0. Both games start from `opening`, and each has its own generator
# `random.Random(seed)`. Return the two rewards of `a`. In some games the rewards of both players do not add up to 1, so do not compute the reward of `a` from the reward of `b`.


# %% tags=["exercise"]
# hint: play_game((a, b), opening, random.Random(seed)).rewards[0] is the first reward. In the second game the players are (b, a), and the reward of a is rewards[1].
import random

from mctslib.arena import play_game


def pair(a, b, opening, seed):
    """Return the rewards of `a` as player 0 and as player 1, in games with the same seed."""
    # --- solution
    as_first = play_game((a, b), opening, random.Random(seed)).rewards[0]
    as_second = play_game((b, a), opening, random.Random(seed)).rewards[1]
    return as_first, as_second
    # --- end


# %%
from mctslib.course.ch09 import check_pair

check_pair(pair)

# %% [markdown]
# `paired_match` plays such pairs from many openings. Below, MCTS with 200 iterations meets MCTS with 100 iterations in 20 matches. Each match has 60 openings of two random moves, and so 120 games. For each match we
# compute two intervals for the score. The first interval uses the 60 means of the pairs. The second interval uses the 120 games as if they were independent. Both intervals are the mean ± 1.96 standard errors, because with this
# many results the shorter formula is good enough.

# %%
from mctslib.arena import paired_match

seeds = range(budget(20, 5, "matches"))
matches = [
    paired_match(mcts[200], mcts[100], 60, plies=2, seed=seed, progress=False) for seed in seeds
]
intervals = {
    "paired": [one.interval() for one in matches],
    "unpaired": [one.unpaired_interval() for one in matches],
}
{name: sum(low > 0.5 for low, _ in found) for name, found in intervals.items()}

# %% [markdown]
# Both intervals are computed from the same games. Counted as pairs, 16 of the 20 matches show that 200 iterations beat 100. Counted as single games, only 2 of the 20 matches show it. To see why, we count the results of all pairs. In each
# result the first number is the reward of `MCTS 200` when it moved first, and the second number is its reward when it moved second. We also compare the mean widths of the intervals.

# %%
from collections import Counter

counts = Counter()
for one in matches:
    counts.update(one.pairs)
widths = {}
for name, found in intervals.items():
    widths[name] = round(sum(high - low for low, high in found) / len(found), 4)
counts, widths

# %% [markdown]
# In some openings the same side wins both games, whichever player plays that side. Each player then wins once, and the result of the pair is (1, 0) or (0, 1). Counted as single games, such results look like noise. Counted as a pair, each such result has the mean ½, so the luck of
# the opening disappears. The intervals from the pairs are little more than half as wide as those from the single games. To make an interval that much narrower by playing more games, you would need more than three times as many games.

# %%
checkpoint("09-carried")

# %% [markdown]
# ## Your predictions

# %%
why = "Every look is another chance to be fooled."
score_prediction(fooled, round(100 * peeking), why, within=8)

# %%
score_prediction(enough_guess, "about 800", f"For a power of 80% it takes {enough} games.")

# %% [markdown]
# ## In practice
# Developers of engines test each change with thousands of paired games from a book of openings. Both engines get the same time. The developers may look at the score after every game, because they use a test that was designed for this. The
# **sequential probability ratio test** (Wald, 1945) decides after each game for "better", "not better" or "play on", and keeps to the error rates that were chosen beforehand.
#
# ## Further reading
# - Wilson (1927), *Probable inference, the law of succession, and statistical inference*.
# - Brown, Cai and DasGupta (2001), *Interval estimation for a binomial proportion*: why not to use the shorter formula.
# - Wald (1945), *Sequential tests of statistical hypotheses*.
#
# **Next:** [09b · Rate many players](09b_rate_many_players.ipynb).

# %%
summary("09")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from fractions import Fraction
from statistics import NormalDist

from mctslib.arena import Tally

scores = [one.score for one in eight]
claim("the scores lie between 0.6 and 0.725", min(scores), max(scores))
claim("the true share may be as low as 50.3%, or as high as 69%", fits[0], fits[-1])
claim("but more exact: 50.2% to 69.1%", *interval(60, 100))
claim("Every true share of losses up to 3.7% fits", interval(0, 100)[1])
claim("the exact probability of a miss is 4.1%", chance_to_miss(20, 500))
claim("½", Tally(draws=1).score)
assert (
    interval(0, 30)[1] > 0.1
    and interval(60, 100)[0] > 0.5
    and abs(interval(60, 100)[0] - fits[0]) < 0.001
)
claim(
    "after 16 games. For 55% it takes 385 games, and for 51% nearly 10,000",
    table[0.75],
    0.55,
    table[0.55],
    0.51,
    table[0.51],
)

in_floats = {share: floor((1.96 / 2 / (share - 0.5)) ** 2) + 1 for share in (0.52, 0.51)}
claim("For 52% and 51% your function may return 2,401 and 9,604", *in_floats, *in_floats.values())
claim("one game less than the table", table[0.52] - in_floats[0.52])
assert table[0.51] - in_floats[0.51] == 1

# %%
on_paper = max(
    n for n in range(1, 1_000) if 2 * (1 / 2 / sqrt(n)) > 0.6 - 1 / 2 - 1e-9
)  # ½ is not ruled out yet
claim("must exceed 10, and *n* must exceed 100", sqrt(on_paper), on_paper)
claim(
    "share is 55%, then about half of all matches of 385 games end with a score below 55%",
    0.55,
    table[0.55],
    0.55,
)
from scipy.stats import binom

assert 0.48 < binom.cdf(0.55 * 385, 385, 0.55) < 0.52 and 0.78 < power(0.55, enough) < 0.82
claim("you need about twice as many games", round(enough / table[0.55], 1))
assert patient < 0.1 < 0.2 < peeking
claim("interval extends from 50.2% to 69.1%", *interval(60, 100))
decided = 400  # games
claim("A scored 56%, interval 51 to 61%", 0.56, *interval(0.56 * decided, decided))
seen = [sum(low > 0.5 for low, _ in intervals[name]) for name in ("paired", "unpaired")]
assert seen[0] > seen[1]
assert (
    0.5 < widths["paired"] / widths["unpaired"] < 3**-0.5
)  # "little more than half as wide", "more than three times"

# %%
played = {2 * len(one.pairs) for one in matches}
claim("so 120 games", *played)
claim("The second interval uses the 120 games", *played)
claim("95%", 2 * NormalDist().cdf(1.96) - 1)
assert (counts[1, 0] + counts[0, 1]) / counts.total() > 0.3
low, high = interval(7, 10)
claim("The interval is then 40% to 89%", low, high)
low, high = interval(15, 20)
claim("The interval is then 53% to 89%", low, high)
w = 4 / 10
assert round(sqrt(w * 0.8 * 0.2 + w * w / 4), 4) == 0.3225
claim("that is, 0.484 and 0.945", *interval(8, 10, 2))
assert 700 < enough < 900  # "about 800"

# %%
from mctslib.course import in_full

if in_full():  # results of the full number of matches
    claim(
        "is fooled in 6% of the matches. A 95% interval allows about 5%",
        patient,
        2 * NormalDist().cdf(1.96) - 1,
        2 * NormalDist().cdf(-1.96),
    )
    claim("difference between equal players in 28% of the matches", peeking)
    claim("(interval 26 to 30%)", *interval(2000 * peeking, 2000))
    claim(
        "Counted as pairs, 16 of the 20 matches show that 200 iterations beat 100. Counted as single games, only 2 of the 20 matches show it",
        seen[0],
        len(matches),
        200,
        100,
        seen[1],
        len(matches),
    )
