# %% [markdown]
# # 09b · Rate many players
#
# Three dice, with three different numbers each (every number is on two faces): A has 2, 4 and 9, B has 1, 6 and 8, C has 3, 5 and 7. Two of the dice are rolled, and the higher number wins. Each pair plays 3,600 games. You want to bet on the best die. Which is it?

# %%
from mctslib import arena
from mctslib.course import budget, ch09b, checkpoint, predict, score_prediction, summary

dice = ch09b.dice_tournament(3600, seed=1)
ch09b.score_intervals(dice)

# %% [markdown]
# A beats B, B beats C, and C beats A. So whoever chooses first has the worse die, for the other takes the one that beats it. But perhaps that is an accident of 3,600 games? It is not. Each die has three numbers, so A and B make nine pairs, and A's number is higher in five: 2 above 1, 4 above 1, and 9 above all three. The other two matches are 5 : 4, too.
#
# Now we ask a rating for its opinion. A **rating** gives each player one number, so that differences explain results.

# %%
ch09b.show_ladder(arena.ladder(dice), None)

# %% [markdown]
# "All equal", says the ladder, and it has looked at 10,800 games. It is not even wrong: averaged over their opponents the dice *are* equal. But you can win with them all evening, if the other player chooses first.
#
# Chess players, Go programs and language models are ranked by ratings. What can a single number say about a player, and what can it not? We compute some ratings, and catch ourselves reading intervals wrongly.
#
# **What you'll need.** Chapter 09. &nbsp; **Time:** about 55 minutes.
#
# ## A rare thing
#
# ### Exercise 1: your own dice
# Such a **cycle** is rare: among all the ways to put the numbers 1 to 9 on three dice, three on each, there are only five, and one of them is ours. Find another, by thought, with a pencil, or with a program. Write A, B and C so that A beats B, B beats C, and C beats A.

# %% tags=["exercise"]
# hint: Put the highest number on a die whose other numbers are small, so that it wins with one number only. Or let `itertools.combinations(range(1, 10), 3)` try them all.
# --- solution
my_dice = [(1, 5, 9), (3, 4, 8), (2, 6, 7)]
# --- stub
# my_dice = [None, None, None]
# --- end

# %%
ch09b.check_dice(my_dice)

# %% [markdown]
# ## From a lead to a score
# Arpad Elo was a professor of physics and a chess master in Milwaukee. On his scale a lead of 400 points means odds of ten to one: the stronger player gets ten points for each point of the weaker. A lead of *d* means odds of 10^(*d* / 400) to 1, and the expected score is the odds divided by the odds plus 1:
#
# $$\text{score} = \frac{10^{d/400}}{10^{d/400} + 1} = \frac{1}{1 + 10^{-d/400}}$$

# %%
ch09b.elo_curve()

# %% [markdown]
# **On paper.** A leads B by 400 points. What score can A expect, and what B? And if they are equal?
#
# For A, odds of 10 to 1 make $10 / 11 = 0.91$. For B the lead is −400, the odds are 1 to 10, and the score is $1 / 11 = 0.09$. With equal ratings it is ½.
#
# ### Exercise 2: the expected score
# Write `expected(lead)`, the score that a player can expect who leads by `lead` Elo points, which may be negative.


# %% tags=["exercise"]
# hint: In Python, 10 to the power of x is `10**x`. Put brackets around the whole sum below the fraction line.
def expected(lead):
    """Return the expected score of a player who leads by `lead` Elo points."""
    # --- solution
    # --- end


# %%
ch09b.check_expected(expected)

# %% [markdown]
# ## From results to ratings
# Five players of tic-tac-toe meet each other in 50 games for each pair, and change sides after every game:

# %%
mcts = {n: arena.MCTSPlayer(n, reuse=False, name=f"MCTS {n}") for n in (30, 300)}
weak, best = [arena.RandomPlayer(), arena.FlatMonteCarlo(100)], arena.PerfectPlayer()
players = [*weak, mcts[30], mcts[300], best]
results = arena.round_robin(players, budget(50, 20, "games per pair"), progress=False)
ch09b.score_intervals(results)

# %% [markdown]
# Which ratings explain these ten matches? Bradley and Terry (1952) choose the ones that make the results most likely, and for those a simple rule holds: *each player has as many points as the ratings lead us to expect*. So we can find the ratings by repairing them. Whoever has more points than expected rises, whoever has fewer falls, and then we look again.
#
# For example, A and B have rating 0, and A got 15 points in 20 games. With equal ratings we expect 10, so A has a surplus of 5. With a step of 2 Elo points for each point of surplus, A rises to 10, and B falls to −10. In the next round the lead of 20 explains 10.6 points, and the surplus is only 4.4.
#
# ### Exercise 3: one step
# Write `improve(ratings, rows, step)`. It returns a *new* dictionary of all the ratings. `rows` is a list of matches `(a, b, points, games)`, where `points` are those of `a`. All expected scores come from the ratings that were given. (And what do you do with a player who has played no match?)


# %% tags=["exercise"]
# hint: Begin with `new = dict(ratings)`. The surplus is `points - games * expected(ratings[a] - ratings[b])`. Add `step` times the surplus to a, and subtract it from b.
def improve(ratings, rows, step):
    """Return ratings that fit the results of the matches better."""
    # --- solution
    # --- end


# %%
ch09b.check_improve(improve)

# %% [markdown]
# Here are the ratings of our five players after 1, 10 and 500 such steps, measured from the random player:

# %%
for rounds in (1, 10, 500):
    ratings = ch09b.fitted(ch09b.rows_of(results), rounds)
    print(rounds, "steps:", {name: round(elo - ratings["random"]) for name, elo in ratings.items()})

# %% [markdown]
# After 500 steps we stop, with five numbers for ten matches. But our rule has two holes. A player who lost every game would fall without end, so the library's `ladder` adds a few imaginary draws (Firth, 1993). And whoever moves first has an advantage, here 135 Elo points, which `ladder` fits together with the ratings (Davidson and Beaver, 1977).

# %%
steps = arena.ladder(results, anchor="random")
print(f"moving first is worth {arena.moving_first(results):.0f}")
ch09b.show_ladder(steps, "random")

# %% [markdown]
# ## A trap for those who know intervals
# The bars are 95% intervals for the lead *over random*. In chapter 09 we learned to trust intervals, but an interval of *what*? Here are 30 tournaments of the same five players, with 16 games for each pair. MCTS 300 is stronger than MCTS 30. In how many of the 30 tournaments do their two bars lie apart? And in how many does the interval of their *difference* leave out zero?

# %%
tournaments = ch09b.small_tournaments(players, budget(30, 5, "tournaments"), games=16)
apart, settled = ch09b.told_apart(tournaments, "MCTS 30", "MCTS 300")
print(f"bars apart: {apart}, difference without zero: {settled}, of {len(tournaments)}")

# %% [markdown]
# The bars lie apart in 0 of 30 tournaments, but the interval of the difference leaves out zero in 30 of 30. The same games, the same two players. How can we be certain of a difference if both its ends are uncertain?
#
# Because they are uncertain *together*. A bar is a distance from random, but we hardly know how strong random is, since it loses nearly everything. This doubt makes all bars long. In the difference of two other players it cancels, as the height of the ladder's foot does if you measure from rung to rung. **Compare two players by the interval of their difference**, never by whether their bars overlap. Here are the differences in our first tournament:

# %%
for lead in arena.differences(results):
    print(f"{lead.a} − {lead.b}: {lead.elo:.0f} ({lead.low:.0f} to {lead.high:.0f})")

# %%
checkpoint("09b-overlap")

# %% [markdown]
# ## Who is the best?
# The perfect player cannot lose to MCTS 300, so I expected it to stand higher on the ladder. By how much? A single tournament is one sample, but we have 30. Here are its leads over MCTS 300 in all 30, in Elo points, sorted:

# %%
leads = [ch09b.leads_of_perfect(one) for one in tournaments]
print(*sorted(round(by_all) for by_all, _ in leads))

# %% [markdown]
# In 7 of the 30 tournaments the perfect player is *behind*: a player that never makes a mistake, behind one that does. Some of this is luck, for the leads scatter widely. But let us also suspect their opponents. We leave out all games against random, and see how much the lead grows. The first line is the mean lead with its interval. The second is the mean growth, tournament by tournament.

# %%
from statistics import fmean

all_leads = [by_all for by_all, _ in leads]
gains = [without - by_all for by_all, without in leads]
for numbers in (all_leads, gains):
    low, high = arena.mean_interval(numbers)
    print(f"{fmean(numbers):.0f} ({low:.0f} to {high:.0f})")

# %% [markdown]
# The lead is 26 points (13 to 38), and without random's games 10 points more (6 to 14). So the games against the weakest player cost the best one points.

# %%
checkpoint("09b-pool")

# %%
against_random_guess = predict("09b-trapper")
against_random_guess

# %% [markdown]
# Against random we need no sample: we can compute the chances of a win, a draw and a loss. Here they are when random begins, first for the perfect player and then for three players with 1,000 iterations of MCTS. (Each position has its own seed, so such a player always plays the same move there.)

# %%
from mctslib import TicTacToe, oracle

start = TicTacToe()
perfect_second = ch09b.chances_of(start, 1, oracle.optimal_actions)
uct_second = [
    ch09b.chances_of(start, 1, ch09b.frozen(seed, 1_000)) for seed in range(budget(3, 1, "players"))
]
for chances in (perfect_second, *uct_second):
    print("win {:.1%}, draw {:.1%}, loss {:.1%}".format(*map(float, chances)))

# %%
score_prediction(
    against_random_guess,
    "MCTS with 1,000 iterations",
    "The perfect player asks only what is not lost.",
)

# %% [markdown]
# The perfect player wins 77.7% of its games, each of the MCTS players over 90%, although two of them lose now and then. (They have 1,000 iterations, the one in the tournaments 300.) Why does a player that makes mistakes win more?
#
# I have a guess. The perfect player knows wins, draws and losses, but nothing between. If several moves keep the draw, it draws lots, even among moves after which nobody can go wrong. MCTS has learned from random replies, so among moves of equal value it would take the one after which most replies are mistakes. It would *set traps*. Distrust this guess, and test it. If it is true, a perfect player that sets traps on purpose should win about as often:

# %%
trapper_second = ch09b.chances_of(start, 1, ch09b.trap_setter)
print("win {:.1%}, draw {:.1%}, loss {:.1%}".format(*map(float, trapper_second)))

# %% [markdown]
# The trap setter wins nearly 92% of its games, and never loses. So far my guess has held, but that proves little: MCTS could win as often for another reason. Does it really take those moves? We count the positions in which O has several best moves and some of them are better traps. How often does MCTS take a best trap there, and how often would a player who draws lots?

# %%
with_traps = ch09b.positions_with_traps()
with_traps = with_traps[:: len(with_traps) // budget(len(with_traps), 116, "positions")]
mcts_move = ch09b.frozen(0, 1_000)
by_mcts = sum(mcts_move(state)[0] in ch09b.trap_setter(state) for state in with_traps)
equal = [oracle.optimal_actions(state) for state in with_traps]
by_lot = sum(len(ch09b.trap_setter(one)) / len(moves) for one, moves in zip(with_traps, equal))
print(f"{len(with_traps)} positions: MCTS takes {by_mcts} best traps, lots take {by_lot:.0f}")

# %% [markdown]
# In 327 of the 464 positions MCTS takes a best trap. Drawing lots would do so in 215. So MCTS likes traps, but not always: in the other 137 positions it leaves the best trap alone. How many of its wins come from traps, I cannot say. Whoever beats the weak most often need not be the strongest player. It may be the best trapper, and a rating cannot tell the two apart.
#
# ## Your own tournament
# Is a tree worth more than a thousand playouts? `flat 1000` plays 1,000 random games before each move and keeps no tree, `MCTS 30` only 30, with a tree. <span class="with-python">Put the five players in order, then press *Start*, and *20 more games each* as often as you like. One player is the *ruler*: its rating is 0, and the others are measured from it. ⚙ has more players.</span>

# %%
ch09b.Tournament()

# %% [markdown]
# ## In practice
# - Rating lists of engines name the opponents, the time for a move and the openings. You can compare ratings within one list, but not between lists.
# - Elo's own system (1978) changes the ratings after each game, with a step like yours in Exercise 3. Lists of engines fit all games at once, as `ladder` does.
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
# *Every number in this chapter is checked by the project's tests. Not checked: years, and who Elo was.*

# %% [claims]
from math import comb

from claims import claim
from fractions import Fraction

from mctslib.course import in_full
from mctslib.course.ch09b.tournaments import DICE, improved

games = {one.games for one in results}
if in_full():
    claim("in 50 games for each pair", *games)
assert len(results) == comb(len(players), 2) == 10
claim("it has looked at 10,800 games", sum(one.games for one in dice))
ten_to_one = [400, -400]
assert [round(arena.expected_score(lead), 2) for lead in ten_to_one] == [0.91, 0.09]
claim("With equal ratings it is ½", arena.expected_score(0))
first = improved({"A": 0, "B": 0}, [("A", "B", 15, 20)], 2)
claim("With equal ratings we expect 10", 20 * arena.expected_score(0))
claim("so A has a surplus of 5", 15 - 20 * arena.expected_score(0))
claim("A rises to 10, and B falls to −10", first["A"], first["B"])
claim("the lead of 20 explains 10.6 points", 20, 20 * arena.expected_score(20))
claim("the surplus is only 4.4", 15 - 20 * arena.expected_score(20))
again = ch09b.fitted(ch09b.rows_of(results), 600)
assert all(abs(again[name] - ratings[name]) < 0.01 for name in ratings)
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
from mctslib.course.ch09b.checkers import NUMBERS

claim("the numbers 1 to 9 on three dice", NUMBERS[0], NUMBERS[-1])
for a, b in (("A", "B"), ("B", "C"), ("C", "A")):
    wins = sum(x > y for x in DICE[a] for y in DICE[b])
    claim("The other two matches are 5 : 4, too", wins, len(nine) - wins)
assert all(one.total.score_interval()[0] > 0.5 for one in dice)
assert all(step.low < 0 < step.high for step in arena.ladder(dice))
claim("Each pair plays 3,600 games", *{one.games for one in dice})
claim("an accident of 3,600 games", *{one.games for one in dice})

# %%
claim("The perfect player wins 77.7%", perfect_second[0])
claim("each of the MCTS players over 90%", min(win for win, _, _ in uct_second))
assert by_mcts > 1.25 * by_lot
claim("wins nearly 92%", trapper_second[0])
assert trapper_second[2] == 0 and trapper_second[0] > perfect_second[0]
lost = {one.b: one.losses for one in results if one.a == "random"}
assert lost["MCTS 300"] > lost["perfect"]
assert all(one.wins == 0 for one in results if (one.a, one.b) == ("MCTS 300", "perfect"))

# %%
if in_full():  # results of the full number of games, players, positions and tournaments
    claim("here 135 Elo points", arena.moving_first(results))
    claim(
        "Here are 30 tournaments of the same five players, with 16 games for each pair",
        len(tournaments),
        tournaments[0][0].games,
    )
    claim("In how many of the 30 tournaments do", len(tournaments))
    claim(
        "Here are its leads over MCTS 300 in all 30", mcts[300].limit.iterations, len(tournaments)
    )
    claim("The bars lie apart in 0 of 30 tournaments", apart, len(tournaments))
    claim("the difference leaves out zero in 30 of 30", settled, len(tournaments))
    assert sum(loss > 0 for _, _, loss in uct_second) == 2
    claim("In 327 of the 464 positions", by_mcts, len(with_traps))
    claim("Drawing lots would do so in 215", by_lot)
    claim("in the other 137 positions it leaves", len(with_traps) - by_mcts)
    claim("In 7 of the 30 tournaments", sum(round(one) < 0 for one in all_leads), len(leads))
    claim("The lead is 26 points (13 to 38)", fmean(all_leads), *arena.mean_interval(all_leads))
    claim(
        "without random's games 10 points more (6 to 14)", fmean(gains), *arena.mean_interval(gains)
    )
