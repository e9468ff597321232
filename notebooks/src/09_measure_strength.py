# %% [markdown]
# # 09 · Measure strength
#
# Here is a proof that a player is weaker than itself. A and B are the same program, so each game between them is the toss of a fair coin. I let them play matches of up to 300 games, and looked at the score after every ten games.

# %%
from mctslib.arena import wilson as interval
from mctslib.course import budget, ch09, checkpoint, predict, score_prediction, summary

tosses = ch09.coin_matches(budget(2000, 500, "matches"), games=300)
wins, games, (low, high) = ch09.first_proof(tosses, every=10)
print(f"A won {wins} of {games} games: {wins / games:.3f} ({low:.3f} to {high:.3f})")

# %% [markdown]
# After 90 games A has won 34. The brackets hold a 95% interval for its true share of wins, and the whole interval lies below ½. So B is the better player.
#
# But A *is* B. The coin was fair, and the formula of the interval is right, as you will find when you have written it yourself. I left out no game and hid no look. **What did I do wrong?**
#
# **What you'll need.** Chapter 08. &nbsp; **Time:** about 55 minutes.
#
# ## Which true shares fit the result?
# The **score** of a match is the number of points for each game: a win counts as 1, a draw as ½ and a loss as 0. Suppose that a player wins each game with probability *p*, whatever happened in the others. In a match of *n* games we observe a share near *p*, and the typical distance between the two is the **standard error**, √(*p* (1 − *p*) / *n*). In about 95% of all matches the distance is at most *z* = 1.96 standard errors. (The 1.96 belongs to the bell curve, a good approximation for more than a few dozen games, unless *p* is close to 0 or 1.)
#
# But we know the observed share *s*, and want to know *p*. So turn the question round: keep every *p* whose distance from *s* is at most 1.96 standard errors. After 60 wins in 100 games, try all thousandths:

# %%
from math import sqrt

thousandths = [k / 1000 for k in range(1001)]
fits = [p for p in thousandths if abs(p - 60 / 100) <= 1.96 * sqrt(p * (1 - p) / 100)]
print("from", fits[0], "to", fits[-1])

# %% [markdown]
# These shares form **Wilson's interval** (Wilson, 1927): the true share may be as low as 50.3%, or as high as 69%.
#
# The bell shows which shares a player with the true share *p* is likely to get in a match. <span class="with-python">Move *p* until the observed share is at the edge of the grey part of the bell. This *p* is an end of the interval.</span> Beside the bell, or below it, are random matches of such a player. A cross marks each match whose interval does not contain *p*.

# %%
ch09.Bell(13, 20)

# %% [markdown]
# So we get crosses even if we do everything right: the interval is built to miss the truth in about one match in 20. Was my match one of these? Keep that suspicion.
#
# We can compute the ends without trying. Write *w* = *z*² / *n*. At each end the distance between *p* and *s* is exactly *z* standard errors. Square both sides and solve for *p*:
#
# $$(p - s)^2 = w\,(p - p^2)$$
# $$(1 + w)\,p^2 - (2s + w)\,p + s^2 = 0$$
# $$p = \frac{s + \frac{w}{2} \pm \sqrt{w\,s\,(1 - s) + \frac{w^2}{4}}}{1 + w}$$
#
# Suppose that a player has 8 wins in 10 games, and take $z = 2$. Then $s = 0.8$ and $w = 0.4$. The square root is $\sqrt{0.4 \cdot 0.8 \cdot 0.2 + 0.04} \approx 0.3225$, and the ends are $(1 \pm 0.3225) / 1.4$, that is, 0.484 and 0.945.
#
# ### Exercise 1: the interval
# Write `wilson(successes, games, z)`. It returns the two ends as a pair, the lower end first.


# %% tags=["exercise"]
# hint: `s = successes / games` and `w = z * z / games`. The square root is `sqrt(w * s * (1 - s) + w * w / 4)`; divide both ends by `1 + w`.
def wilson(successes, games, z=1.96):
    """Return (low, high), Wilson's interval for the true share of successes."""
    # --- solution
    # --- end


# %%
ch09.check_wilson(wilson)

# %% [markdown]
# The library's function is called `interval` here. With draws a score varies less, and the interval is usually wider than necessary.

# %%
checkpoint("09-sixty")

# %% [markdown]
# ## How many games do I need?
# A match shows that A is stronger if the whole interval lies above ½. With Wilson's interval that is so exactly when
#
# $$s - \tfrac12 \;>\; z\,\frac{1/2}{\sqrt{n}}$$
#
# because at *p* = ½ the standard error is ½ / √*n*.
#
# **On paper.** Take *z* ≈ 2, and let A score 60%. The **edge** *s* − ½ is one tenth. How many games do we need to rule out ½? √*n* must exceed 10, so *n* must exceed 100: the square of one over the edge.
#
# ### Exercise 2: games needed
# Write `games_needed(share, z)`. It returns the smallest number of games for which a score of `share` rules out ½. If an end of the interval is exactly ½, then ½ is not ruled out yet.

# %% tags=["exercise"]
# hint: Solve for n: it must exceed (z / 2 / (share - 0.5)) ** 2. `floor(x) + 1` is the first whole number above x.
from math import floor


def games_needed(share, z=1.96):
    """Return the smallest number of games for which a score of `share` rules out ½."""
    # --- solution
    # --- end


# %%
ch09.check_games_needed(games_needed)

# %%
from mctslib.arena import games_needed as needed

table = {share: needed(share, z=1.96) for share in (0.75, 0.6, 0.55, 0.525)}
table

# %% [markdown]
# A score of 75% rules out ½ after 16 games. For 55% it takes 385, and for 52.5% it takes 1,537: half the edge costs four times as many games.
#
# But these are *observed* scores. What if 55% is the truth?

# %%
enough_guess = predict("09-enough")
enough_guess

# %% [markdown]
# If the *true* share is 55%, then about half of all matches of 385 games end with a score below 55%, and do not rule out ½. The probability that a match rules out ½ is its **power**. Here is the exact power for three true shares:

# %%
from mctslib.course import plots

sizes = [25 * 2**k for k in range(7)]
chances = {f"true share {p:.0%}": [ch09.power(p, n) for n in sizes] for p in (0.6, 0.55, 0.52)}
ax = plots.share_lines(chances, sizes, title="The probability that a match shows the difference")
ax.set(xlabel="games", ylabel="power")
plots.picture(ax)

# %%
enough = needed(0.55, power=0.8)
score_prediction(enough_guess, "about 800", f"For a power of 80% it takes {enough} games.")

# %% [markdown]
# For this power you need about twice as many games as the table says. So decide first which edge would matter to you, compute the number of games, and *then* play.
#
# ## What I did wrong
# I did not decide first. My proof at the beginning followed another rule: look every ten games, and stop as soon as the interval excludes ½. There are 7 wins after 10 games, and the interval is 40% to 89%, so I go on. There are 15 wins after 20 games, and the interval is 53% to 89%. Stop, and publish.
#
# Statisticians call it *optional stopping*. We call it *peeking*.
#
# ### Exercise 3: a match with peeking
# Write `peeks(results, every)`. `results` is a list with a 1 for each win and a 0 for each loss. Look after every `every` games, and return True if at any look `interval` excludes ½. If fewer than `every` games are left at the end, do not look again.


# %% tags=["exercise"]
# hint: for games in range(every, len(results) + 1, every): take low, high = interval(sum(results[:games]), games) and return True if not low <= 0.5 <= high.
def peeks(results, every):
    """Return True if `interval` excludes ½ after some multiple of `every` games."""
    # --- solution
    # --- end


# %%
ch09.check_peeks(peeks)

# %% [markdown]
# How much harm does peeking do? A patient observer looks at each coin match once, after 300 games, and another one every ten games.

# %%
fooled = predict("09-fooled")
fooled

# %%
patient, peeking = (ch09.shares_fooled(tosses, every=every) for every in (300, 10))
print(f"fooled: the patient observer in {patient:.1%} of the matches, the other in {peeking:.1%}")

# %%
score_prediction(
    fooled, round(100 * peeking), "Each look is another chance to be fooled.", within=8
)

# %% [markdown]
# The patient observer is fooled in 6% of the matches (a 95% interval allows about 5%), the one who peeks finds a difference between equal players in 28% of them (interval 26 to 30%). More than one match in four proves that a player is stronger or weaker than itself, and I showed you the first.
#
# And if you *must* look, because each game costs money? The **sequential probability ratio test** (Wald, 1945) decides after each game for "better", "not better" or "play on", and keeps to error rates that you choose beforehand.
#
# ## Two games from every opening
# We can fool ourselves in other ways. If A always moves first, the match may measure the first move, so `match` swaps the sides after every game. A **pair** goes one step further: two games with the same seed from the same opening (a few random moves), with the sides swapped in between.
#
# In tic-tac-toe, MCTS with 200 iterations meets MCTS with 100, in 20 **paired** matches of 60 such pairs, which is 120 games each. For each match we compute two intervals, both as the mean ± 1.96 standard errors: one from the 60 means of the pairs, and one from the 120 games as if they were independent. How many of the 20 matches show that more iterations are better?

# %%
from mctslib.arena import MCTSPlayer, paired_match

strong, weak = (MCTSPlayer(n, reuse=False, name=f"MCTS {n}") for n in (200, 100))
seeds = range(budget(20, 5, "matches"))
matches = [paired_match(strong, weak, 60, plies=2, seed=s, progress=False) for s in seeds]
intervals = {
    "pairs": [one.interval() for one in matches],
    "single games": [one.unpaired_interval() for one in matches],
}
{name: sum(low > 0.5 for low, _ in found) for name, found in intervals.items()}

# %% [markdown]
# I did not expect this: the same games, counted as pairs, show the difference in 16 of the 20 matches, and counted as single games only in 2. Where does that come from? Here are the pairs, counted by what the stronger player got: first in the game that it began, then in the other one.

# %%
from collections import Counter

counts = Counter(pair for one in matches for pair in one.pairs)
for (first, second), number in counts.most_common():
    print(f"first {first}, second {second}: {number:3} pairs")

# %% [markdown]
# In 460 of the 1,200 pairs the player who moves first wins both games, whoever it is. Counted as single games, that is a win and a loss, which is noise. Counted as a pair it is ½.
#
# Earlier versions of this chapter called this noise the luck of the *opening*. But in only 15 pairs the second player wins both, so much of it must be the first move. I counted in a third way, with an interval that knows who moved first, but not which two games share an opening: 10 of the 20 matches show the difference. So swapping the sides takes us from 2 to 10, and sharing the opening from 10 to 16.
#
# So are pairs always better? I thought so. Do the sum for a simple game without draws.
#
# ### Exercise 4: when do pairs help?
# Take *n* openings, and two equal players. A share `decided` of the openings gives one win to each. Each other opening is won twice by the same player, by A or by B with probability ½. How wide is the interval from the pairs, compared with the one from the 2*n* single games? Write `width_ratio(decided)`: the first width divided by the second. (The variance of a number that is 1 or 0 with probability ½ each is a quarter, and the standard error of a mean of *n* independent numbers is √(variance / *n*).) For which share are the two equal?


# %% tags=["exercise"]
# hint: Call the variance of a single game v, so that the error from 2n games is √(v / 2n). The mean of a decided pair is ½, without any variance. The mean of any other pair is 1 or 0, so its variance is v, like that of a single game. So the variance of a pair's mean is (1 − decided) · v.
def width_ratio(decided):
    """Return the width of the interval from pairs, divided by the width from single games."""
    # --- solution
    # --- end


# %%
ch09.check_width_ratio(width_ratio)

# %% [markdown]
# The two widths are equal when `decided` is one half. Below that the interval from pairs is the *wider* one. But it is the right one: two games from one opening are not independent, and whoever counts them as if they were gets an interval that is too narrow, or too wide. In our matches it was too wide. By how much, on average?

# %%
widths = {
    name: round(sum(high - low for low, high in found) / len(found), 4)
    for name, found in intervals.items()
}
widths

# %% [markdown]
# The intervals from pairs are little more than half as wide. With single games you would need more than three times as many.

# %%
checkpoint("09-carried")

# %% [markdown]
# ## Further reading
# - Wilson (1927), *Probable inference, the law of succession, and statistical inference*.
# - Wald (1945), *Sequential tests of statistical hypotheses*.
#
# **Next:** [09b · Rate many players](09b_rate_many_players.ipynb).

# %%
summary("09")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years.*

# %% [claims]
from statistics import NormalDist, fmean, variance

from claims import claim
from scipy.stats import binom

from mctslib.course import in_full
from mctslib.course.ch09 import checkers

won, of, ends = ch09.first_proof(tosses, every=10)
claim("After 90 games A has won 34", of, won)
assert ends[1] < 1 / 2 and of % 10 == 0
claim("matches of up to 300 games", len(tosses[0]))
claim("the true share may be as low as 50.3%, or as high as 69%", fits[0], fits[-1])
assert abs(interval(60, 100)[0] - fits[0]) < 0.001 and abs(interval(60, 100)[1] - fits[-1]) < 0.002
assert interval(0, 30)[1] > 0.1 and interval(60, 100)[0] > 0.5
claim("interval extends from 50.2% to 69.1%", *interval(60, 100))
decided = 400  # games
points = {"win": 1, "draw": 0.5, "loss": 0}
claim("a win counts as 1, a draw as ½ and a loss as 0", *points.values())
claim("A scored 56%, interval 51 to 61%", 0.56, *interval(0.56 * decided, decided))
claim(
    "after 16 games. For 55% it takes 385, and for 52.5% it takes 1,537",
    table[0.75],
    0.55,
    table[0.55],
    0.525,
    table[0.525],
)
assert table == {share: checkers.games_needed(share) for share in table}
on_paper = max(n for n in range(1, 1_000) if 2 * (1 / 2 / sqrt(n)) > 0.6 - 1 / 2 - 1e-9)
claim("√*n* must exceed 10, so *n* must exceed 100", sqrt(on_paper), on_paper)
claim("then about half of all matches of 385 games", table[0.55])
assert 0.48 < binom.cdf(0.55 * 385, 385, 0.55) < 0.52 and 0.78 < ch09.power(0.55, enough) < 0.82
assert 1.8 < enough / table[0.55] < 2.2 and 700 < enough < 900
claim("95%", 2 * NormalDist().cdf(1.96) - 1)
claim("There are 7 wins after 10 games, and the interval is 40% to 89%", 7, 10, *interval(7, 10))
claim("There are 15 wins after 20 games, and the interval is 53% to 89%", 15, 20, *interval(15, 20))
w = 4 / 10
assert round(sqrt(w * 0.8 * 0.2 + w * w / 4), 4) == 0.3225
claim("that is, 0.484 and 0.945", *checkers.wilson(8, 10, 2))

# %%
assert patient < 0.1 < 0.2 < peeking
seen = {name: sum(low > 0.5 for low, _ in found) for name, found in intervals.items()}
assert seen["pairs"] > seen["single games"]
assert 0.5 < widths["pairs"] / widths["single games"] < 3**-0.5
played = {2 * len(one.pairs) for one in matches}
claim("which is 120 games each", *played)
claim("and one from the 120 games as if", *played)
assert (counts[1, 0] + counts[0, 1]) / counts.total() > 0.3
assert checkers.width_ratio(0.5) == 1 < checkers.width_ratio(0.4)
if in_full():  # results of the full number of matches
    share = 2 * NormalDist().cdf(-1.96)
    claim("fooled in 6% of the matches (a 95% interval allows about 5%)", patient, 1 - share, share)
    claim("finds a difference between equal players in 28% of them", peeking)
    claim("(interval 26 to 30%)", *interval(2000 * peeking, 2000))
    assert peeking > 1 / 4  # "more than one match in four"
    both = seen["pairs"], len(matches), seen["single games"]
    claim("in 16 of the 20 matches, and counted as single games only in 2", *both)
    first_wins = counts[1, 0]
    claim("In 460 of the 1,200 pairs the player who moves first wins", first_wins, counts.total())
    claim("in only 15 pairs the second player wins both", counts[0, 1])

    def knows_who_moved_first(one):
        """Return the lower end of an interval that knows who moved first, but not the openings."""
        as_first, as_second = zip(*one.pairs)
        games = len(one.pairs)
        error = sqrt((variance(as_first) + variance(as_second)) / 4 / games)
        return (fmean(as_first) + fmean(as_second)) / 2 - 1.96 * error

    with_sides = sum(knows_who_moved_first(one) > 0.5 for one in matches)
    claim("10 of the 20 matches show the difference", with_sides, len(matches))
    claim(
        "from 2 to 10, and sharing the opening from 10 to 16",
        *(seen["single games"], with_sides, with_sides, seen["pairs"]),
    )
