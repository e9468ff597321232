# %% [markdown]
# # 09 · Measure strength
#
# **What you'll do.** Find out which of two players is the stronger, and how sure you may be.
#
# **What you'll learn.**
# - *On paper:* how many games it takes to tell 60 % from the toss of a coin.
# - Write Wilson's interval, and read one.
# - Play paired matches, and say why they need fewer games.
# - Turn a tournament into ratings.
# - Spot a conclusion that the games do not carry.
#
# **What you'll need.** Chapter 08. &nbsp; **Time:** about 80 minutes, and 20 more for a part that is marked as optional.

# %% [markdown]
# ## Predict first
#
# Two guesses: about two players who are **exactly equal**, and about one who makes no mistakes.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

fooled = predict("09-fooled")
fooled

# %%
trapper = predict("09-trapper")
trapper

# %% [markdown]
# ## A score is a rumour
#
# The **score** of a match is points a game: a win counts 1, a draw ½. Let MCTS with 100 iterations a move meet MCTS with 30, eight times over, 20 games each time, every match with a seed of its own:

# %%
from mctslib.arena import match, play_game
from mctslib.arena import FlatMonteCarlo, MCTSPlayer, PerfectPlayer, RandomPlayer

mcts = {n: MCTSPlayer(n, reuse=False, name=f"MCTS {n}") for n in (30, 100, 200, 300)}
scores = [match(mcts[100], mcts[30], 20, seed=seed, progress=False).score for seed in range(8)]
scores

# %% [markdown]
# The same two players, and scores from 0.6 to 0.725. Had you played only one of these matches, you would have believed it. A score without an interval is a rumour.
#
# ## Which true shares fit?
#
# Suppose a player truly wins a share *p* of its games, and every game is a fresh toss. In *n* games the share we see lands near *p*; its typical distance, the **standard error**, is √(*p* (1 − *p*) / *n*). In about 95 % of the matches it lands within *z* = 1.96 standard errors: the bell curve's number, and a good one for more than a few dozen games, unless *p* is extreme.
#
# Now turn that around. We saw a share *s*: 60 wins in 100 games. Keep every *p* that lies no further away than that:

# %%
from math import sqrt

every = [k / 1000 for k in range(1001)]
fits = [p for p in every if abs(p - 60 / 100) <= 1.96 * sqrt(p * (1 - p) / 100)]
fits[0], fits[-1]

# %% [markdown]
# This is **Wilson's interval** (1927): *all the true shares that what we saw does not rule out*. Sixty wins in a hundred may be a player who wins 50.3 % of its games, or 69 %.
#
# Slide *p*, and its bell with it, until what was seen stands just at the bell's edge: there the interval ends. Below, 100 matches of a player who *has* that true share. Crosses mark those whose interval misses it: their shares lie beyond the edges.

# %%
from mctslib.course.ch09 import Bell, chance_to_miss

Bell(13, 20)

# %% [markdown]
# By design it errs in about one match of 20; here, for *p* = ½, in exactly 4.1 %.
#
# Three lines of algebra do it exactly. Write *w* = *z*² / *n*. At the two ends the distance is exactly *z* standard errors; square that:
#
# $$(p - s)^2 = w\,(p - p^2)$$
# $$(1 + w)\,p^2 - (2s + w)\,p + s^2 = 0$$
# $$p = \frac{s + \frac{w}{2} \pm \sqrt{w\,s\,(1 - s) + \frac{w^2}{4}}}{1 + w}$$
#
# ### Exercise 1: the interval


# %% tags=["exercise"]
# hint: `s = successes / games` and `w = z * z / games`. The square root is `sqrt(w * s * (1 - s) + w * w / 4)`; divide both ends by `1 + w`.
def wilson(successes, games, z=1.96):
    """(low, high): Wilson's interval for the true share of successes."""
    # --- solution
    s, w = successes / games, z * z / games
    root = sqrt(w * s * (1 - s) + w * w / 4)
    low, high = (s + w / 2 - root) / (1 + w), (s + w / 2 + root) / (1 + w)
    return max(0.0, low), min(1.0, high)  # rounding may put an end a hair outside
    # --- end


# %%
from mctslib.course.ch09 import check_wilson

check_wilson(wilson)

# %% [markdown]
# The library has the same function. Here it is called `interval`, so that yours stays yours: for 60 wins in 100 games, and for 0 losses in 100.

# %%
from mctslib.arena import wilson as interval

interval(60, 100), interval(0, 100)

# %% [markdown]
# The first is what the grid of thousandths found, only finer: 50.2 % to 69.1 %. The second does not say "it never loses": anything up to 3.7 % fits.
#
# Many books give a shortcut, *s* ± *z* √(*s* (1 − *s*) / *n*). After 0 losses it says 0 ± 0: certainty. Do not use it for counts as small as that. Draws, on the other hand, do hardly any harm: results of ½ scatter less than wins and losses, so Wilson's interval is then mostly wider than it need be.

# %%
checkpoint("09-sixty")

# %% [markdown]
# ## How many games do I need?
#
# "Is A stronger than B?" asks whether ½ fits what we saw. By Wilson's rule ½ is ruled out exactly when
#
# $$s - \tfrac12 \;>\; z\,\frac{1/2}{\sqrt{n}}$$
#
# because at *p* = ½ the standard error is ½ / √*n*.
#
# **On paper.** Take *z* ≈ 2. How many games rule out ½ if A scores 60 %? The **edge**, *s* − ½, is one tenth, so √*n* must exceed 10, and *n* must exceed 100. In short: *one over the edge, squared*.
#
# ### Exercise 2: games needed

# %% tags=["exercise"]
# hint: Solve for n: it must exceed (z / 2 / (share - 0.5)) ** 2. `floor(x) + 1` is the first whole number above x.
from math import floor


def games_needed(share, z=1.96):
    """The smallest number of games in which a score of `share` rules out ½."""
    # --- solution
    return floor((z / 2 / (share - 0.5)) ** 2) + 1
    # --- end


# %%
from mctslib.course.ch09 import check_games_needed

check_games_needed(games_needed)

# %% [markdown]
# The table to remember, by the library's version, with the same *z*:

# %%
from mctslib.arena import games_needed as needed

table = {share: needed(share, z=1.96) for share in (0.75, 0.6, 0.55, 0.52, 0.51)}
table

# %% [markdown]
# To see that 75 % is not a coin takes 16 games. For 55 % it takes 385, for 51 % nearly 10,000. Half the edge, four times the games.
#
# But if A's *true* share is 55 %, then half of all matches of 385 games score below 55 % and see nothing. The **power** of a match is the chance that it notices. For 80 % power, a habit in science, it takes about twice the games:

# %%
from scipy.stats import binom


def power(share, games):
    """The exact chance that ½ lies outside the interval and below it."""
    noticed = [k for k in range(games + 1) if interval(k, games)[0] > 0.5]
    return float(sum(binom.pmf(noticed, games, share)))


enough = needed(0.55, power=0.8)
enough, power(0.55, 385), power(0.55, enough)

# %% [markdown]
# For three true shares:

# %%
from mctslib.course import plots

sizes = [25 * 2**k for k in range(7)]
chances = {f"true share {p:.0%}": [power(p, n) for n in sizes] for p in (0.6, 0.55, 0.52)}
ax = plots.share_lines(chances, sizes, title="The chance to notice")
ax.set(xlabel="games", ylabel="power")
plots.picture(ax)

# %% [markdown]
# Choose the number of games *before* you play, from the smallest edge you care about.
#
# ## Do not peek
#
# Why before? Because it is tempting to look every ten games, and to stop when the interval first leaves out ½.
#
# ### Exercise 3: somebody who peeks


# %% tags=["exercise"]
# hint: for games in range(every, len(results) + 1, every): take low, high = interval(sum(results[:games]), games) and return True if not low <= 0.5 <= high.
def peeks(results, every):
    """True if at any look, after every `every` games, `interval` leaves out ½.  A result is 1 or 0."""
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
# Now 2,000 matches of 300 games between two exactly equal players: each game is the toss of a fair coin. The library's `first_look` looks as your function does, and once more after the very last game; it says after how many games ½ was outside (`None`: at no look).

# %%
import random

from mctslib.arena import first_look
from mctslib.course import budget

rng, many = random.Random(0), budget(2000, 500, "matches")
tosses = [[int(rng.random() < 0.5) for _ in range(300)] for _ in range(many)]
peeking = sum(first_look(toss, 10) is not None for toss in tosses) / many
patient = sum(first_look(toss, 300) is not None for toss in tosses) / many
patient, peeking

# %% [markdown]
# If you look once, at the end, you are fooled in 6 % of the matches: about the 5 % that a 95 % interval allows. If you peek every ten games, you "find" a difference between equals in 28 % (interval 26 to 30 %). Every look is another chance to be fooled.
#
# ## Two games from every opening
#
# Another way to fool yourself is to let A always move first. `match` swaps the sides after every game. A **pair** goes one step further: both games start from the same opening, a few random moves, and from the same seed.
#
# `play_game(players, state, rng)` plays one game. `players` is a pair, the one who is player 0 first. It returns a record with `.actions` and `.rewards`;
# `rewards[0]` is the reward of player 0, `rewards[1]` that of player 1. For example, `play_game((a, b), opening, random.Random(seed)).rewards`.
#
# ### Exercise 4: a pair of games
# Write `pair(a, b, opening, seed)`: play one game in which `a` is player 0, and one in which `b` is, both from `opening`, each with a generator
# of its own, `random.Random(seed)`. Return the two rewards of `a`. (In some games the rewards do not add up to 1.)


# %% tags=["exercise"]
# hint: play_game((a, b), opening, random.Random(seed)).rewards[0] is the first. In the second the players are (b, a), and a's reward is rewards[1].
def pair(a, b, opening, seed):
    """The rewards of `a` as player 0 and as player 1, each game with a fresh random.Random(seed)."""
    # --- solution
    as_first = play_game((a, b), opening, random.Random(seed)).rewards[0]
    as_second = play_game((b, a), opening, random.Random(seed)).rewards[1]
    return as_first, as_second
    # --- end


# %%
from mctslib.course.ch09 import check_pair

check_pair(pair)

# %% [markdown]
# `paired_match` does that for many openings. Here are 20 matches, each with a seed of its own: 60 openings of two random moves, so 120 games. For each we take two intervals of the score, its mean ± 1.96 standard errors: once from the scores of the 60 pairs, once from the 120 games as if nobody had noticed the pairs. (The shortcut: with so many results it is good enough, and it can take pairs.)

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
# The very same games! By the pairs, 16 of the 20 matches see that 200 iterations beat 100; as single games, 2 of 20. Why? Look at all the pairs (the result of `MCTS 200` moving first, and moving second), and at the mean widths.

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
# An opening that wins for one side gives each player one win: (1, 0) or (0, 1). As single games these look like noise. As a pair each has the mean ½: the luck of the opening has gone. The intervals are not much more than half as wide, which otherwise takes over three times the games.
#
# ## Optional: perfect, and yet not the best against random
#
# *About 20 minutes. Short of time? Run the cells and go on with "One ladder for all".*
#
# Who wins most against a random player? Here no interval is needed. For a player who picks evenly among certain moves, chances can be worked out exactly, as fractions, from the ends of the game backwards. `chances_of(state, player, moves)` does this; it returns the chances of a win, a draw and a loss. The perfect player's moves are `optimal_actions`:

# %%
from mctslib import TicTacToe
from mctslib.course.ch09 import chances_of
from mctslib.oracle import optimal_actions

perfect_second = chances_of(TicTacToe(), 1, optimal_actions)
[round(float(chance), 3) for chance in perfect_second]

# %% [markdown]
# For MCTS we give every position a seed of its own, so that it plays the same move whenever the position comes up. Three such players, with 1,000 iterations a move:

# %%
from mctslib.course.ch09 import frozen

uct_second = [chances_of(TicTacToe(), 1, frozen(seed)) for seed in range(budget(3, 1, "players"))]
[[round(float(chance), 3) for chance in chances] for chances in uct_second]

# %% [markdown]
# Moving second, the perfect player wins 77.7 % of its games against random. Each of the three MCTS players wins over 90 %, although two of them now and then even lose!
#
# The reason: the perfect player knows only wins, draws and losses. When several moves keep the draw it takes any of them, also one after which the opponent can hardly go wrong. MCTS began with random replies and still remembers them: among equal moves it prefers those after which most replies are mistakes. It *sets traps*.
#
# If that is right, a perfect player who sets traps on purpose should catch up: of the moves that keep the value, it takes the one that wins most often against random. And MCTS should prefer the same moves.

# %%
from mctslib.course.ch09 import positions_with_traps, trap_setter

trapper_second = chances_of(TicTacToe(), 1, trap_setter)
[round(float(chance), 3) for chance in trapper_second]

# %%
with_traps = positions_with_traps()
with_traps = with_traps[:: len(with_traps) // budget(len(with_traps), 116, "positions")]
mcts_move = frozen(0)
by_mcts = sum(mcts_move(state)[0] in trap_setter(state) for state in with_traps)
by_chance = sum(len(trap_setter(state)) / len(optimal_actions(state)) for state in with_traps)
len(with_traps), by_mcts, round(by_chance)

# %% [markdown]
# The trap setter wins nearly 92 %, and it never loses: its chance of a loss is exactly 0. And MCTS? `with_traps` holds the 464 positions in which O has several best moves, some better traps than others. In 327 of them MCTS takes a best trap; a toss among the best moves would do so in 215. So a high score against random says "sets traps", not "plays well".
#
# ## One ladder for all
#
# With many players, matches between two become a large table. **Bradley and Terry** (1952) explain it by one number a player: a player of strength *s* scores
#
# $$\frac{1}{1 + e^{\,t - s}}$$
#
# a game against one of strength *t*. On the **Elo** scale these numbers are stretched so that 400 points mean ten to one. Everybody plays everybody, 50 games a pair:

# %%
from mctslib.arena import expected_score, ladder
from mctslib.arena import round_robin

players = [RandomPlayer(), FlatMonteCarlo(100), mcts[30], mcts[300], PerfectPlayer()]
results = round_robin(players, budget(50, 20, "games a pair"))
[round(expected_score(lead), 2) for lead in (0, 100, 400)]

# %% [markdown]
# Those are the expected scores for leads of 0, 100 and 400 Elo points. `ladder` computes the ratings that fit the results best. A player who lost every game would be rated minus infinity, so each player also gets a small imagined share of a win against each other player.
#
# Each rating has a 95 % interval. The interval contains every lead over random that the results do not make too unlikely. With few games such an interval promises more than it keeps: for a player with fewer than 10 games `ladder` gives no interval at all.

# %%
steps = ladder(results, anchor="random")
text = "; ".join(f"{s.name} {s.elo:.0f} ({s.low:.0f} to {s.high:.0f})" for s in steps)
plots.picture(
    plots.ladder(steps, title="Elo with 95 % intervals, random = 0"),
    f"Ratings with intervals: {text}.",
)

# %% [markdown]
# Read it with care. Every bar is a distance *to random*, so what is uncertain about random widens them all. To compare two players put the zero at one of them: by how much does the perfect player lead MCTS 300?
#
# One tournament is a rumour, too. So here are 30 small ones. Each gives two leads: by all its games, and without those of random. First the leads by all games, in order:


# %%
def leads(seed):
    """By how many Elo points perfect leads MCTS 300 in a small tournament: by all games, and without random's."""
    games = round_robin(players, 16, seed=seed, progress=False)
    without = [result for result in games if result.a != "random"]
    return [lead_of_perfect(games), lead_of_perfect(without)]


def lead_of_perfect(games):
    """Its rating if MCTS 300 has rating 0."""
    ratings = ladder(games, anchor="MCTS 300", intervals=False)
    return next(rating.elo for rating in ratings if rating.name == "perfect")


tournaments = [leads(seed) for seed in range(budget(30, 5, "tournaments"))]
print(*(round(lead) for lead, _ in sorted(tournaments)))

# %% [markdown]
# Each could have told its own story; in 7 of 30 MCTS 300 even seems the better one. Now all together: the mean lead with its interval; and by how much, tournament by tournament, it grows without random's games. (Two numbers from the same games: a pair!)

# %%
from statistics import fmean

from mctslib.arena import mean_interval

by_all = [lead for lead, _ in tournaments]
gains = [without - lead for lead, without in tournaments]
for numbers in (by_all, gains):
    low, high = mean_interval(numbers)
    print(f"{fmean(numbers):.1f} ({low:.1f} to {high:.1f})")

# %% [markdown]
# The perfect player does lead, by 22 points (interval 11 to 32). Without random's games it leads by 9 more (6 to 12): little, and yet sure, being compared in pairs. A rating is an average over *these* opponents: MCTS 300 wins more games against random (the optional part says why), and that hides what happens against the others.

# %% [markdown]
# ## A tournament of your own
#
# <span class="with-python">Choose players and board, press **Start**; stop whenever you like.</span>

# %%
from mctslib.course.ch09 import Tournament

Tournament()

# %%
checkpoint("09-carried")

# %% [markdown]
# ## Your predictions

# %%
why = "Every look is another chance to be fooled."
score_prediction(fooled, round(100 * peeking), why, within=8)

# %%
why = "Among equal moves the perfect player sets no traps."
score_prediction(trapper, "MCTS with 1,000 iterations", why)

# %% [markdown]
# ## In practice
#
# <small>Engine builders test every change with thousands of paired games from a book of openings, at equal time. They may peek, because they use a test that was made for it: the sequential probability ratio test (Wald, 1945) says after each game "better", "not better" or "play on", and keeps its promised error rate. A rating is only comparable within one pool of players, one time control, one set of openings.</small>
#
# ## Further reading
#
# - Wilson (1927), *Probable inference, the law of succession, and statistical inference*.
# - Brown, Cai and DasGupta (2001), *Interval estimation for a binomial proportion*: why not the shortcut.
# - Bradley and Terry (1952), *Rank analysis of incomplete block designs*; Elo (1978), *The rating of chessplayers*.
# - Wilks (1938), *The large-sample distribution of the likelihood ratio*: intervals such as those of the ratings.
# - Wald (1945), *Sequential tests of statistical hypotheses*.
#
# **Next:** chapter 10, a board of boards.

# %%
summary("09")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from fractions import Fraction
from statistics import NormalDist

from mctslib.arena import Tally

claim("scores from 0.6 to 0.725", min(scores), max(scores))
claim("who wins 50.3 % of its games, or 69 %", fits[0], fits[-1])
claim("only finer: 50.2 % to 69.1 %", *interval(60, 100))
claim("anything up to 3.7 % fits", interval(0, 100)[1])
claim("for *p* = ½, in exactly 4.1 %", Fraction(500, 1000), chance_to_miss(20, 500))
claim("½", Tally(draws=1).score)
assert (
    interval(0, 30)[1] > 0.1
    and interval(60, 100)[0] > 0.5
    and abs(interval(60, 100)[0] - fits[0]) < 0.001
)
claim(
    "takes 16 games. For 55 % it takes 385, for 51 % nearly 10,000",
    table[0.75],
    0.55,
    table[0.55],
    0.51,
    table[0.51],
)

# %%
on_paper = max(
    n for n in range(1, 1_000) if 2 * (1 / 2 / sqrt(n)) > 0.6 - 1 / 2 - 1e-9
)  # ½ is not ruled out yet
claim("must exceed 10, and *n* must exceed 100", sqrt(on_paper), on_paper)
claim(
    "share is 55 %, then half of all matches of 385 games score below 55 %", 0.55, table[0.55], 0.55
)
assert 0.48 < binom.cdf(0.55 * 385, 385, 0.55) < 0.52 and 0.78 < power(0.55, enough) < 0.82
claim("it takes about twice the games", round(enough / table[0.55], 1))
assert patient < 0.1 < 0.2 < peeking
claim("interval reaches from 50.2 % to 69.1 %", *interval(60, 100))
claim("A scored 56 %, interval 51 to 61 %", 0.56, *interval(0.56 * 400, 400))
seen = [sum(low > 0.5 for low, _ in intervals[name]) for name in ("paired", "unpaired")]
assert seen[0] > seen[1]
assert (
    0.5 < widths["paired"] / widths["unpaired"] < 3**-0.5
)  # "not much more than half as wide", "over three times"

# %%
played = {2 * len(one.pairs) for one in matches}
claim("so 120 games", *played)
claim("once from the 120 games", *played)
claim("95 %", 2 * NormalDist().cdf(1.96) - 1)
assert (counts[1, 0] + counts[0, 1]) / counts.total() > 0.3
claim("wins 77.7 %", perfect_second[0])
claim("wins over 90 %", min(win for win, _, _ in uct_second))
assert by_mcts > 1.25 * by_chance
claim("nearly 92 %, and it never loses", trapper_second[0])
assert trapper_second[2] == 0 and trapper_second[0] > perfect_second[0]
assert (lost := {r.b: r.losses for r in results if r.a == "random"})["MCTS 300"] > lost["perfect"]

# %%
from mctslib.course import in_full

if in_full():  # what so many matches, players, positions and tournaments gave
    claim(
        "are fooled in 6 % of the matches: about the 5 % that a 95 % interval allows",
        patient,
        2 * NormalDist().cdf(-1.96),
        2 * NormalDist().cdf(1.96) - 1,
    )
    claim("between equals in 28 % (interval 26 to 30 %)", peeking, *interval(2000 * peeking, 2000))
    claim(
        "By the pairs, 16 of the 20 matches see that 200 iterations beat 100; as single games, 2 of 20",
        seen[0],
        len(matches),
        200,
        100,
        seen[1],
        len(matches),
    )
    claim("two of them now and then even lose", sum(loss > 0 for _, _, loss in uct_second))
    claim("holds the 464 positions", len(with_traps))
    claim(
        "In 327 of them MCTS takes a best trap; a toss among the best moves would do so in 215",
        by_mcts,
        by_chance,
    )
    claim("in 7 of 30 MCTS", sum(round(lead) < 0 for lead in by_all), len(tournaments))
    claim("by 22 points (interval 11 to 32)", fmean(by_all), *mean_interval(by_all))
    claim("it leads by 9 more (6 to 12)", fmean(gains), *mean_interval(gains))
