# %% [markdown]
# # 09b · Rate many players
#
# **What you'll do.** You give every player of a tournament one number, and you find out what such a number can show and what it cannot show.
#
# The number is called a rating. The picture below shows what the difference between two ratings means. The lead of one player over another, in Elo points, determines the score that the first player can expect.

# %%
from mctslib.course.ch09b import elo_curve

elo_curve()

# %% [markdown]
# **What you'll learn.** Afterwards you can
# - *on paper:* turn a lead in Elo points into an expected score,
# - compute ratings from the results of a tournament,
# - compare two players by the interval for the difference between their ratings,
# - find players whose results no rating can explain,
# - explain why a rating depends on the opponents in the tournament.
#
# **What you'll need.** Chapter 09. &nbsp; **Time:** about 50 minutes, and 20 more for a part that is marked as optional.

# %% [markdown]
# ## Two predictions
# Guess before you go on.

# %%
from mctslib.course import budget, checkpoint, predict, score_prediction, summary

dice_guess = predict("09b-dice")
dice_guess

# %%
against_random_guess = predict("09b-trapper")
against_random_guess

# %% [markdown]
# ## A tournament of five
# Five players of tic-tac-toe play a tournament in which each player meets every other player. Each pair of players plays 50 games, and the sides are swapped after every game. The picture below shows the scores in all ten
# matches, with Wilson's intervals.

# %%
from mctslib.arena import FlatMonteCarlo, MCTSPlayer, PerfectPlayer, RandomPlayer, round_robin
from mctslib.course.ch09b import score_intervals

mcts = {n: MCTSPlayer(n, reuse=False, name=f"MCTS {n}") for n in (30, 300)}
players = [RandomPlayer(), FlatMonteCarlo(100), mcts[30], mcts[300], PerfectPlayer()]
results = round_robin(players, budget(50, 20, "games per pair"), progress=False)
score_intervals(results)

# %% [markdown]
# With five players there are ten matches, and with twenty there would be 190. A table with that many numbers is hard to read. A **rating** is one number for each player. The difference between the ratings of two players
# explains the score of their match.
#
# ## From a lead to a score
# Chess players use the Elo scale. On this scale a lead of 400 points means odds of ten to one: the stronger player gets 10 points for each point of the weaker player. In general a lead of *d*
# points means odds of 10^(*d* / 400) to 1. The expected score is the odds divided by the odds plus 1:
#
# $$\text{score} = \frac{10^{d/400}}{10^{d/400} + 1} = \frac{1}{1 + 10^{-d/400}}$$
#
# **On paper.** A leads B by 400 points. The odds are 10 to 1, so the expected score of A is $10 / 11 = 0.91$. What is the expected score of B? And what is the expected score of A if both have the same rating?
#
# The lead of B is −400, so its odds are 1 to 10, and its expected score is $1 / 11 = 0.09$. With equal ratings the odds are 1 to 1, and the score is ½.
#
# ### Exercise 1: the expected score
# Write `expected(lead)`. It returns the expected score of a player who leads by `lead` Elo points. `lead` may be negative.


# %% tags=["exercise"]
# hint: In Python, 10 to the power of x is `10**x`. Put brackets around the whole sum below the fraction line.
def expected(lead):
    # --- solution
    return 1 / (1 + 10 ** (-lead / 400))
    # --- end


# %%
from mctslib.course.ch09b import check_expected

check_expected(expected)

# %% [markdown]
# ## From results to ratings
# Now we go in the other direction. Which ratings explain the results? Bradley and Terry (1952) choose the ratings that make the results most likely. For these ratings a simple rule holds: *each player has
# as many points as the ratings lead us to expect*.
#
# So there is a simple way to find these ratings. Begin with a rating of 0 for each player. Then repeat one step: compute the expected points of each match, raise the rating of each player who got more points than expected, and lower the rating of each player who got fewer.
#
# Here is one step with two players. Suppose that A and B both have rating 0, and that A got 15 points in 20 games against B. With equal ratings 10 points are expected, so A has a surplus of 5 points. With a step of 2 Elo points per point of
# surplus, A rises to 10, and B falls to −10. In the next round A leads by 20 Elo points. With a lead of 20 points, 10.6 points are expected from 20 games, so the surplus is smaller.
#
# ### Exercise 2: one step
# Write `improve(ratings, rows, step)`. It returns a *new* dictionary of ratings.
# - `ratings` is a dictionary from names to Elo points.
# - `rows` is a list of matches. Each match is a tuple `(a, b, points, games)`: two names, the points of `a`, and the number of games.
# - For each match the surplus is `points` minus `games` times the expected score of `a`. Add `step` times the surplus to the rating of `a`, and subtract the same amount from the rating of `b`.
# - Compute all expected scores from the ratings that were given, not from those that have already changed.


# %% tags=["exercise"]
# hint: Begin with `new = dict(ratings)`. The lead of a is `ratings[a] - ratings[b]`. At the end `return new`.
def improve(ratings, rows, step):
    # --- solution
    new = dict(ratings)
    for a, b, points, games in rows:
        surplus = points - games / (1 + 10 ** (-(ratings[a] - ratings[b]) / 400))
        new[a] += step * surplus
        new[b] -= step * surplus
    return new
    # --- end


# %%
from mctslib.course.ch09b import check_improve

check_improve(improve)

# %% [markdown]
# The library's `fitted` repeats this step. `rows_of` turns the results into such rows. The next cell prints the ratings of our tournament after 1, 10 and 500 rounds. Each number is a player's lead over random.

# %%
from mctslib.course.ch09b import fitted, rows_of

for rounds in (1, 10, 500):
    ratings = fitted(rows_of(results), rounds)
    print(rounds, {name: round(elo - ratings["random"]) for name, elo in ratings.items()})

# %% [markdown]
# After 500 rounds the ratings do not change any more. Five numbers now summarise ten matches.
#
# The library's `ladder` finds such ratings in fewer steps, and differs from `fitted` in two ways. First, the rating of a player who lost every game would fall without end. So `ladder` adds a few imaginary draws (Firth, 1993). Second,
# the player who moves first has an advantage. `ladder` fits this advantage together with the ratings (Davidson and Beaver, 1977), because otherwise the leads come out too small.

# %%
from mctslib.arena import ladder, moving_first

steps = ladder(results, anchor="random")
moving_first(results), [(step.name, round(step.elo)) for step in steps]

# %% [markdown]
# In our tournament, moving first is worth 135 Elo points.
#
# ## How reliable is a rating?
# The picture below shows the ladder with 95% intervals. Random has rating 0, and each bar is the interval for a player's lead *over random*.

# %%
from mctslib.course.ch09b import show_ladder

show_ladder(steps, "random")

# %% [markdown]
# With few games, such an interval misses the true lead more often than it should. If very few of these games have a winner, or if the player who moves first wins most of them, the interval is wider than necessary.
# So `ladder` computes no interval for a player with fewer than 12 games. A player also needs 5 games that are not draws, and 4 games that were not won by the player who moved first.
# Two players whom only their own match compares get an interval from 400 games on, because a single match has few possible results. Their score has an interval after any number of games (chapter 09).
#
# Read the bars with care. The strength of random is itself uncertain. This uncertainty makes all bars wider, because each bar shows a distance from random. For two other players this part of the uncertainty is the same,
# so it cancels in the difference between their ratings. *Compare two players by the interval of their difference*, and not by whether their bars overlap. `differences` computes this interval for each pair of players.

# %%
from mctslib.arena import differences

for lead in differences(results):
    print(f"{lead.a} − {lead.b}: {lead.elo:.0f} ({lead.low:.0f} to {lead.high:.0f})")

# %% [markdown]
# Does the right comparison matter? We play 30 small tournaments of the same five players, with 16 games per pair. In how many of these tournaments do the intervals show that MCTS 300 and MCTS 30 differ? The first number below counts the tournaments in which
# the bars of the two players on the ladder do not overlap. The second number counts the tournaments in which the interval of the difference excludes 0.

# %%
from mctslib.course.ch09b import small_tournaments, told_apart

tournaments = small_tournaments(players, budget(30, 5, "tournaments"), games=16)
apart, settled = told_apart(tournaments, "MCTS 30", "MCTS 300")
apart, settled

# %% [markdown]
# Both numbers come from the same games. The bars show the difference in 0 of 30 tournaments, and the interval of the difference shows it in 30.

# %%
checkpoint("09b-overlap")

# %% [markdown]
# ## A rating depends on the opponents
# The perfect player cannot lose to MCTS 300. By how many Elo points does the perfect player lead? One tournament is a single sample, so we use all 30. For each tournament we compute the lead of the perfect player over MCTS 300 twice: from all games, and from the games in which random did
# not play. Below are the leads from all games, sorted.

# %%
from mctslib.course.ch09b import leads_of_perfect

leads = [leads_of_perfect(one) for one in tournaments]
print(*sorted(round(by_all) for by_all, _ in leads))

# %% [markdown]
# In 7 of 30 tournaments MCTS 300 has the higher rating. The first line of the next cell prints the mean lead with its interval. The second line prints how much larger the lead becomes on average when the games against random are left out. The two leads of a tournament come from the same games, so we compare them in pairs (chapter 09).

# %%
from statistics import fmean

from mctslib.arena import mean_interval

all_leads = [by_all for by_all, _ in leads]
gains = [without - by_all for by_all, without in leads]
for numbers in (all_leads, gains):
    low, high = mean_interval(numbers)
    print(f"{fmean(numbers):.0f} ({low:.0f} to {high:.0f})")

# %% [markdown]
# The perfect player leads by 26 points (interval 13 to 38). Without the games against random it leads by 10 points more (6 to 14). Why? MCTS 300 wins more games against random than the perfect player does, and this raises
# its rating. A rating is an average over the opponents in the tournament. Against other opponents the same two players get different ratings. The optional part at the end explains why the perfect player wins less often against random.

# %%
checkpoint("09b-pool")

# %% [markdown]
# ## Three players in a circle
# A rating puts all players on one line. But the results of some games do not fit on a line. For example, take three dice on which each number appears on two faces: A has 2, 4 and 9, B has 1, 6 and 8, C has 3, 5 and 7. The higher number wins. In the tournament below, each pair
# of dice plays 3,600 games:

# %%
from mctslib.course.ch09b import dice_tournament

dice = dice_tournament(3600, seed=1)
score_intervals(dice)

# %% [markdown]
# A beats B, B beats C, and C beats A. You can check the first match with pencil and paper. Of the nine pairs of numbers, A is higher in five (2 above 1, 4 above 1, and 9 above all three). In each of the three matches the stronger die wins a game with the same probability, 5/9. Such a **cycle** cannot be explained
# by one number for each player. The ladder of the dice shows this:

# %%
show_ladder(ladder(dice), None)

# %% [markdown]
# In the ladder all three dice look equal. Averaged over their opponents, they are equal. But the sentence "A and B are equal" is wrong. So look at the table of the matches before you trust a ladder.
#
# ### Exercise 3: find a circle
# Write `beats_in_a_circle(shares)`. `shares[a, b]` is the share of the points that player `a` got against player `b`. Each pair of players is in the dictionary in both orders. Return three names `(a, b, c)` such that `a` beats `b`, `b` beats `c`
# and `c` beats `a`. A player beats another player if its share is above one half. If there are no such three players, return `None`.


# %% tags=["exercise"]
# hint: The names are `{name for pair in shares for name in pair}`. `permutations(names, 3)` gives every choice of three players, in every order. For each order, compare three shares with one half.
from itertools import permutations


def beats_in_a_circle(shares):
    # --- solution
    names = {name for pair in shares for name in pair}
    for a, b, c in permutations(names, 3):
        if shares[a, b] > 0.5 and shares[b, c] > 0.5 and shares[c, a] > 0.5:
            return a, b, c
    return None
    # --- end


# %%
from mctslib.course.ch09b import check_beats_in_a_circle

check_beats_in_a_circle(beats_in_a_circle)

# %% [markdown]
# ## Your own tournament
# The tool below shows a tournament of the same five players with 20 games per pair. One of the players, the *ruler*, has rating 0, and the other ratings are leads over the ruler. <span class="with-python">Click ⚙ to choose the players and the board, and press **Start**. You can stop at any time.</span>

# %%
from mctslib.course.ch09b import Tournament

Tournament()

# %% [markdown]
# ## Your predictions

# %%
why = "The three dice beat each other in a circle."
score_prediction(dice_guess, "C may win more often than A", why)

# %%
why = "The optional part below shows how much more often it wins, and why."
score_prediction(against_random_guess, "MCTS with 1,000 iterations", why)

# %% [markdown]
# ## Optional: a perfect player is not the best player against random
# *About 20 minutes. You can skip this part.*
#
# Who wins most often against a random player? Here we need no interval, because the probabilities can be computed exactly. `chances_of(state, player, moves)` returns the probabilities of a win, a draw and a loss for a player against random. In each position
# `moves` returns a list of moves, and the player chooses each of them with the same probability. For the perfect player this list is `optimal_actions`. Below are the probabilities when the perfect player moves second:

# %%
from mctslib import TicTacToe
from mctslib.course.ch09b import chances_of
from mctslib.oracle import optimal_actions

perfect_second = chances_of(TicTacToe(), 1, optimal_actions)
[round(float(chance), 3) for chance in perfect_second]

# %% [markdown]
# For MCTS with 1,000 iterations we give every position its own seed, so that MCTS always plays the same move in the same position. Below are the probabilities for three such players with different seeds:

# %%
from mctslib.course.ch09b import frozen

uct_second = [
    chances_of(TicTacToe(), 1, frozen(seed, 1_000)) for seed in range(budget(3, 1, "players"))
]
[[round(float(chance), 3) for chance in chances] for chances in uct_second]

# %% [markdown]
# The perfect player wins 77.7% of its games against random. Each of the three MCTS players wins over 90% of its games, although two of them sometimes lose.
#
# The perfect player distinguishes only wins, draws and losses. When several moves keep the draw, it chooses one of them at random, even a move after which the opponent can hardly go wrong. MCTS learns from random replies. Among moves of the same exact
# value it prefers a move after which most replies are mistakes. In other words, MCTS *sets traps*.
#
# If this explanation is right, a perfect player that sets traps on purpose should win as often as MCTS. `trap_setter` is such a player. Of the moves that keep the value, it chooses the move that wins most often against random.

# %%
from mctslib.course.ch09b import trap_setter

trapper_second = chances_of(TicTacToe(), 1, trap_setter)
[round(float(chance), 3) for chance in trapper_second]

# %% [markdown]
# The trap setter wins nearly 92% of its games, and its probability of a loss is exactly 0. Does MCTS really prefer the same moves? `positions_with_traps` returns the positions in which O has several best moves, and some of these moves are better traps
# than others. The next cell prints the number of these positions, the number in which MCTS takes a best trap, and the number to expect from a random choice among the best moves.

# %%
from mctslib.course.ch09b import positions_with_traps

with_traps = positions_with_traps()
with_traps = with_traps[:: len(with_traps) // budget(len(with_traps), 116, "positions")]
mcts_move = frozen(0, 1_000)
by_mcts = sum(mcts_move(state)[0] in trap_setter(state) for state in with_traps)
by_chance = sum(len(trap_setter(state)) / len(optimal_actions(state)) for state in with_traps)
len(with_traps), by_mcts, round(by_chance)

# %% [markdown]
# In 327 of the 464 positions MCTS takes a best trap. A random choice among the best moves would, on average, do so in 215 positions. So a high score against random may come from traps. It does not show that a player plays well.
#
# ## In practice
# - Rating lists of engines name the opponents, the time per move and the openings, because ratings are comparable within one such list, but not between lists.
# - Systems such as Elo's (1978) update ratings after every game, with the step of exercise 2. Rating lists of engines use all games at once to compute all ratings, as `ladder` does.
# - With thousands of games the intervals become so narrow that cycles, and opponents that suit one player better than another, matter more than luck.
#
# ## Further reading
# - Bradley and Terry (1952), *Rank analysis of incomplete block designs*.
# - Davidson and Beaver (1977), *On extending the Bradley-Terry model to incorporate within-pair order effects*.
# - Elo (1978), *The rating of chessplayers*.
# - Firth (1993), *Bias reduction of maximum likelihood estimates*.
# - Wilks (1938), *The large-sample distribution of the likelihood ratio*: the intervals of `ladder` and `differences`.
#
# **Next:** [10 · Sudo tic-tac-toe](10_sudo_tic_tac_toe.ipynb), a board of boards.

# %%
summary("09b")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from math import comb

from claims import claim
from fractions import Fraction

from mctslib.arena import expected_score
from mctslib.arena.bradley_terry import (
    FEWEST,
    FEWEST_AGAINST,
    FEWEST_DECIDED,
    FEWEST_OF_TWO,
)
from mctslib.course import in_full
from mctslib.course.ch09b.tournaments import DICE, improved

games = {one.games for one in results}
if in_full():
    claim("Each pair of players plays 50 games", *games)
claim("With five players there are ten matches, and with twenty there would be 190", comb(20, 2))
ten_to_one = [400, -400]
assert [round(expected_score(lead), 2) for lead in ten_to_one] == [0.91, 0.09]
claim("and the score is ½", expected_score(0))
first = improved({"A": 0, "B": 0}, [("A", "B", 15, 20)], 2)
claim("With equal ratings 10 points are expected", 20 * expected_score(0))
claim("surplus of 5 points", 15 - 20 * expected_score(0))
claim("A rises to 10, and B falls to −10", first["A"], first["B"])
claim(
    "With a lead of 20 points, 10.6 points are expected from 20 games",
    20,
    20 * expected_score(20),
    20,
)
again = fitted(rows_of(results), 600)
assert all(abs(again[name] - ratings[name]) < 0.01 for name in ratings)
claim("fewer than 12 games", FEWEST)
claim(
    "A player also needs 5 games that are not draws, and 4 games",
    FEWEST_DECIDED,
    FEWEST_AGAINST,
)
claim("get an interval from 400 games on", FEWEST_OF_TWO)
nine = [Fraction(a > b) for a in DICE["A"] for b in DICE["B"]]
assert sum(nine) == 5 and len(nine) == 9
claim("A has 2, 4 and 9, B has 1, 6 and 8, C has 3, 5 and 7", *DICE["A"], *DICE["B"], *DICE["C"])
low_a, middle_a, high_a = DICE["A"]
claim(
    "2 above 1, 4 above 1, and 9 above all three",
    low_a,
    min(DICE["B"]),
    middle_a,
    min(DICE["B"]),
    high_a,
)
claim("a higher number than die B in 5 of 9 rolls", sum(nine), len(nine))
claim("a higher number than die C in 5 of 9", sum(nine), len(nine))
for a, b in (("A", "B"), ("B", "C"), ("C", "A")):
    wins = sum(x > y for x in DICE[a] for y in DICE[b])
    claim("the same probability, 5/9", wins / len(nine))
assert all(one.total.score_interval()[0] > 0.5 for one in dice)
assert all(step.low < 0 < step.high for step in ladder(dice))
claim("plays 3,600 games", *{one.games for one in dice})

# %%
claim("wins 77.7%", perfect_second[0])
claim("wins over 90%", min(win for win, _, _ in uct_second))
assert by_mcts > 1.25 * by_chance
claim("nearly 92%", trapper_second[0])
assert trapper_second[2] == 0 and trapper_second[0] > perfect_second[0]
lost = {one.b: one.losses for one in results if one.a == "random"}
assert lost["MCTS 300"] > lost["perfect"]
assert all(one.wins == 0 for one in results if (one.a, one.b) == ("MCTS 300", "perfect"))

# %%
if in_full():  # results of the full number of games, players, positions and tournaments
    claim("moving first is worth 135 Elo points", moving_first(results))
    claim("We play 30 small tournaments", len(tournaments))
    claim(
        "in 0 of 30 tournaments, and the interval of the difference shows it in 30",
        apart,
        30,
        settled,
    )
    claim("two of them sometimes lose", sum(loss > 0 for _, _, loss in uct_second))
    claim("In 327 of the 464 positions", by_mcts, len(with_traps))
    claim("would, on average, do so in 215", by_chance)
    claim("In 7 of 30 tournaments MCTS", sum(round(one) < 0 for one in all_leads), len(leads))
    claim("leads by 26 points (interval 13 to 38)", fmean(all_leads), *mean_interval(all_leads))
    claim("it leads by 10 points more (6 to 14)", fmean(gains), *mean_interval(gains))
