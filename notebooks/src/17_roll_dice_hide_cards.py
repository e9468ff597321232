# %% [markdown]
# # 17 · Roll dice, hide cards
#
# Two cards lie face down, and one of them is the ace. The action *safe* pays 0.6. After *risk* you point at a card: the ace pays 1, the other card nothing. A blind guess is worth ½, so *safe* is right, and you needed no computer.
#
# A computer that must not peek does what strong bridge programs do. It puts the ace in each place where it may lie, searches each of these positions as if the cards were open, and takes the mean. I ran this method sixty times with 20 iterations, and 43 times it played *safe*. **How many times will it be with 300 iterations?**

# %%
from mctslib.course import ch17, checkpoint, measured, predict, score_prediction, summary

safe_guess = predict("17-safe")
safe_guess

# %%
safe = {iterations: ch17.plays_safe("determinization", iterations) for iterations in (20, 100, 300)}
safe

# %%
score_prediction(safe_guess, "none", "The more it searches, the better it points at the ace.")

# %% [markdown]
# None, and with 100 iterations it was none already. The program gets worse by thinking. Perhaps it recovers if it thinks longer? I gave it all the thinking in the world: now it solves each position exactly.

# %%
from mctslib import games, search
from mctslib.methods import dice, hidden, poker

cards = games.TwoCards(0.6, 0)
promised = hidden.promised(cards)
{cards.action_name(action): value for action, value in promised.items()}

# %% [markdown]
# No, it promises 1.0 for a guess that is worth ½. Each of the two positions is solved without a mistake, and the mean of two right answers is wrong. Where the ace lies left, the search points left; where it lies right, it points right. *It* knows where to point. You don't.
#
# Dice and cards hide things, and a tree sees everything. So we ask of each search: who in the tree knows too much? Knowledge leaks four times in this chapter.
#
# **What you'll need.** The four phases (chapters 03 and 04) and UCB1 (chapter 02). &nbsp; **Time:** about 65 minutes.
#
# ## A die that nobody knows yet
# In **Pig** you roll a die as often as you dare. The number is added to the points of your turn. But a 1 takes all points of the turn, and the turn ends. If you *hold*, you keep the points, and the turn ends, too. Below you have 20 points and 12 more in this turn, your opponent has 20, and 50 points win. <span class="with-python">Play on.</span>

# %%
from mctslib.widgets import Play

stake = games.Pig(50, (20, 20), 12)
Play(stake, iterations=300, seed=0, tree=False)

# %% [markdown]
# Who throws the die? A *third player*, chance. Its six actions are the six faces, its reward is always 0, and a position where it moves is a **chance node**. We need not change the search of chapter 04. How often do its 600 iterations choose each face below *roll*?

# %%
result = search(stake, 600, seed=0)
{face: child.visits for face, child in result.root.children[1].children.items()}

# %% [markdown]
# The search divides its visits as evenly as it can. All rewards of chance are 0, so every face has Q = 0, and only the exploration term differs. It is largest for the face with the fewest visits.

# %%
checkpoint("17-faces")

# %% [markdown]
# ## What is true?
# Does the search also choose well? In chapter 08 we computed exact values backwards from the ends of a game. With Pig that fails: if both players roll a 1, the game is back where it was. Instead we guess all values, compute each value from the others, and repeat until they hardly change. This is **value iteration**.
#
# Let `win[i, j, k]` be the probability that the player to move wins, with i points of their own, j points of the opponent, and k points in this turn. Holding is worth 1 − win[j, i + k, 0], for then the opponent is to move, and you win if they don't.
#
# Suppose that a coin takes the place of the die. After heads you win with probability 0.8. After tails your opponent begins a turn, and wins with probability 0.7. A throw is then worth ½ · 0.8 + ½ · (1 − 0.7) = 0.55.
#
# ### Exercise 1: one roll
# Return the probability that the player to move wins if they roll now. `win` is an array, and `i`, `j` and `k` are whole numbers; the table is large enough for one more roll. A face from 2 to 6 adds to k, and the same player is to move. After a 1 the points of the turn are lost, and the opponent begins a turn.


# %% tags=["exercise"]
# hint: Return the mean of six numbers. After a 1 the opponent is to move: the opponent's points are then the first index of the table, k is 0, and you win if the opponent does not.
def roll_value(win, i, j, k):
    """Return the probability that the player to move wins, if they roll now."""
    # --- solution
    # --- end


# %%
ch17.check_roll_value(roll_value)

# %% [markdown]
# Take the larger of the two values in each position, and go through all positions again and again: the library's `solve_pig` does no more. How much is it worth to begin?

# %%
first_guess = predict("17-first")
first_guess

# %%
stored = measured("ch17/hidden")
score_prediction(
    first_guess, stored["pig"]["first"], "Neller and Presser found 0.5306 in 2004.", within=0.03
)

# %% [markdown]
# Now our position: first the true values, then what my thirty searches of 1,000 iterations believe on average.

# %%
truth = dice.chances(stake)
print({stake.action_name(action): round(chance, 3) for action, chance in truth.items()})
believed = ch17.beliefs(stake, 1_000)
print(believed)

# %% [markdown]
# *Roll* is right, and 26 of the 30 searches choose it (95% interval 70 to 95%). But they believe that *hold* is worth 0.72, and 0.57 is true. A search may choose well and yet be wrong about the values. Ours has hardly left its first impression: random games pay 0.74 for *hold* and 0.75 for *roll*.
#
# ## A die that is thrown too early
# It is tempting to throw the die inside `apply`, with a random number. I wrote such a program, and let it search the same position thirty times. In the right program the values of *roll* lay between 0.69 and 0.78. And in this one?

# %%
frozen = ch17.beliefs(ch17.FrozenPig(50, (20, 20), 12), 1_000)
print(frozen)

# %% [markdown]
# With one seed *roll* seems to be a disaster, with another nearly a sure win. What is the bug?

# %%
checkpoint("17-frozen")

# %% [markdown]
# The tree has seen the throw before the player decides: the first leak.
#
# ## One plan for all deals
# Back to the cards, where chance has moved *before* the decision. The method of the first page is called **determinization**, and each position that it searches, with the ace in a place of its own, is *a* determinization. There are three plans: *safe*; *risk*, then left; *risk*, then right. Here is what they pay:
#
# | | safe | left | right |
# |---|---|---|---|
# | the ace lies left | 0.6 | 1 | 0 |
# | the ace lies right | 0.6 | 0 | 1 |
#
# **On paper.** Determinization takes the best plan in each row and promises (1 + 1) / 2 = 1. But you cannot tell the rows apart, so you need *one* plan for both. The columns have the means 0.6, 0.5 and 0.5, and the largest of them, 0.6, is the honest value. Ian Frank and David Basin (1998) found this in bridge and called it **strategy fusion**: plans that belong to different deals are fused into one that nobody can play. It is the second leak.
#
# ### Exercise 2: as wrong as can be
# Here the promise is 0.4 too high. How wrong can determinization be? Design a table with *four* rows (four deals, equally likely), as many plans as you like, and payments from 0 to 1; `pay` is the list of the rows. Make the promise minus the honest value as large as possible.

# %% tags=["exercise"]
# hint: Leave out the safe plan of the two cards: the promise is 1, and the honest value ½. Now there are four places for the ace.
# --- solution
pay = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
# --- stub
# pay = [[0.6, ...], [0.6, ...], [0.6, ...], [0.6, ...]]
# --- end

# %%
ch17.check_pay(pay)

# %% [markdown]
# Can the gap be larger than ¾? Let M be the largest number in the table. Its plan earns at least a quarter of M on average. The promise is at most M, and the gap at most ¾ of M. With n deals it is at most 1 − 1/n: the more is hidden, the worse the promise can be. But it need not be bad. Determinization plays well in bridge and skat, and Jeffrey Long and others (2010) asked why.

# %%
checkpoint("17-fusion")

# %% [markdown]
# ## Count what a player can know
# All positions that a player cannot tell apart form one **information set**. In our games `view(player)` returns what a player knows, and positions with equal views belong together. Peter Cowling, Edward Powley and Daniel Whitehouse (2012) deal the hidden cards anew in *each iteration*, and let all deals share their counts. We keep these in one table: for each view a dictionary from actions to counts.
#
# An action may be legal in one deal and not in the next, so the table also counts how often each action was *available*. UCB1 uses this number in place of the parent's visits:
#
# $$\frac{W}{N} + c\,\sqrt{\frac{\ln \text{available}}{N}}$$
#
# For example, a card could be played in 10 of 1,000 iterations. With N = 9 its bonus for c = 1 is √(ln 10 / 9) = 0.51. If we took the visits of the parent, it would be 0.88.
#
# ### Exercise 3: choose in a view
# `counts` is a dictionary from actions to `Tried` objects with the attributes `available` and `visits` and the method `score(c)`, the formula above; `Tried()` makes a new one. `counts` may contain actions that are not legal in this deal, and may lack legal ones. `actions` are the legal actions. Write `pick(counts, actions, rng, c)`:
#
# - count each of `actions` as available once more, before anything else,
# - if some of `actions` have no visits, return one of these, each with the same probability, drawn with `rng`,
# - otherwise return the action of `actions` with the highest score.

# %% tags=["exercise"]
# hint: Begin with a loop over `actions`: `counts.setdefault(action, Tried()).available += 1`. Then make the list `untried` of the actions whose `visits` are 0. `untried[int(rng.random() * len(untried))]` is a random action of this list. Compare only the scores of `actions`.
from mctslib.methods.hidden import Tried


def pick(counts, actions, rng, c):
    """Return a random untried action, or else the one with the highest score."""
    # --- solution
    # --- end


# %%
ch17.check_pick(pick)

# %% [markdown]
# The rest of an iteration is short: we deal the cards, walk down through the views until an action is new, play a playout, and add the visits and rewards to the counts. Here is the table for the two cards after 500 iterations: the view, the action, its visits and its mean.

# %%
import random

names = {(): ("safe", "risk"), (1,): ("point left", "point right")}
for (_, view), counts in hidden.information_search(cards, 500, random.Random(0)).items():
    for action, count in sorted(counts.items()):
        print(f"{view!s:5} {names[view][action]:12} {count.visits:4} {count.mean:6.3f}")

# %% [markdown]
# After *risk*, in the view `(1,)`, we have one pair of counts for all deals, so nothing in the table knows where to point. I repeated the sixty searches of the first page, by information sets: how many play *safe* with 20, 100 and 300 iterations?

# %%
informed = {n: ch17.plays_safe("information sets", n) for n in (20, 100, 300)}
informed

# %% [markdown]
# This search gets better by thinking: with 300 iterations all sixty play *safe*.
#
# ## Poker with three cards
# Harold Kuhn (1950) made a game of poker that fits on a page, for two players and three cards: jack, queen and king, in rising order.
#
# 1. Each player puts one coin into the pot and gets one card, which the other cannot see.
# 2. The first player passes or bets one more coin. After a pass, the second player passes or bets.
# 3. After a bet, the other player *calls*, that is, puts in one more coin, or gives up. Whoever gives up leaves the pot to the player who bet.
# 4. If nobody gave up, the cards are shown, and the higher card wins the pot.
#
# <span class="with-python">Play a few hands. The engine does not see your card.</span>

# %%
Play(games.Kuhn(), iterations=1_000, seed=0)

# %% [markdown]
# A strategy says how often to bet in each view. (A call counts as a bet.) `(0, "p")` is the jack after a pass, and there are twelve views. How good is a strategy? An opponent who *knows* it and replies perfectly has only 64 plans in each seat, so we can try them all. The coins that this opponent wins in each hand, as a mean over both seats, are the **exploitability** of the strategy.

# %%
from fractions import Fraction

fused = poker.determinized_strategy()
for name, strategy in {
    "coin flips": dict.fromkeys(poker.VIEWS, Fraction(1, 2)),
    "Kuhn": poker.nash(),
    "determinization": fused,
}.items():
    print(f"{name:16} {poker.exploitability(strategy)}")

# %% [markdown]
# Kuhn's strategy loses nothing to somebody who knows it. If both players use it, neither can win more by a change, and that is a **Nash equilibrium**. But determinization, with every deal solved perfectly, loses 1/6 of a coin in each hand on average, and never bets with the jack: in each determinization the opponent sees the jack, and calls. A *bluff*, a bet with a bad card, makes sense only against somebody who cannot see your card.
#
# ### Exercise 4: bluff
# `mine` is a dictionary from views to the probability of a bet. At first it holds what determinization plays. Change it until a perfect opponent wins at most 1/20 of a coin in each hand. The checker names the one view whose change helps most; try to guess it first.

# %% tags=["exercise"]
# hint: In Kuhn's strategy the second player bets with the jack after a pass in one third of the hands, and calls with the queen after a bet in one third of the hands. With the king the second player always bets or calls. As the first action of a hand, bet with the king three times as often as with the jack, and never with the queen. After "pb", the probability of a call with the queen is ⅓ more than the probability of a first bet with the jack.
mine = dict(fused)
# --- solution
mine.update({(2, "p"): 1, (0, "p"): Fraction(1, 3), (1, "b"): Fraction(1, 3)})
mine.update({(0, ""): Fraction(1, 5), (2, ""): Fraction(3, 5), (1, "pb"): Fraction(1, 2)})
# --- stub
# mine[0, "p"] = ...  # and other views
# --- end

# %%
ch17.check_bluff(mine)

# %% [markdown]
# ## Which move does the search play?
# Information-set search can play Kuhn poker against itself, with one table that begins before the deal. But which action does it play in the end? By the rule of chapter 05b, it plays the most visited one of each view. Or it *mixes*: it bets with a probability equal to the share of the visits that went to the bet. We measure the exploitability of both, for ten searches of 1,000 iterations.

# %%
start = games.Kuhn()
tables = [hidden.information_search(start, 1_000, random.Random(seed), 0.7) for seed in range(10)]
mixed = [round(float(poker.exploitability(poker.share_strategy(table))), 3) for table in tables]
pure = [
    round(float(poker.exploitability(poker.most_visited_strategy(table))), 3) for table in tables
]
print("mixed:       ", mixed)
print("most visited:", pure)

# %% [markdown]
# Mixing loses less with all ten seeds, and the most visited action is no better than determinization. It cannot be better: a strategy that in each view either always bets or never bets has an exploitability of at least 1/6, whoever makes it. A player who never mixes tells the opponent too much. That is the third leak.
#
# Here is the whole strategy of the first mixing search. The perfect strategies form a family: the first player bluffs with the jack in a share α of the hands, from 0 to ⅓, bets first with the king in 3α, and calls with the queen in α + ⅓. Behind ◆ is the member of the family that comes nearest.

# %%
ch17.twelve_views(poker.share_strategy(tables[0]))

# %%
checkpoint("17-mix")

# %% [markdown]
# ## The leak that we explained wrongly
# Many engines keep no table from before the deal. At each turn they search anew *from the current view*, and draw only deals that agree with their own card. I let such an engine mix, too, with up to a million iterations (`python -m tests.bench.hidden`). Each point is the mean exploitability over ten seeds.

# %%
ch17.gain_lines(stored["kuhn"])

# %% [markdown]
# The visit shares come close to an equilibrium, and then stop: 0.016 coins after 100,000 iterations, 0.017 after 1,000,000. But the search from the current view gets *worse* by thinking, like the search on the first page, and it arrives at the 1/6 of determinization. Why?
#
# I had an answer ready. After a bet, such a search deals each card to the opponent with the same probability, although an opponent who bets does not hold all cards equally often. How often they bet with a card is decided in *other parts of the game*, which this search does not contain. Frank and Basin call this **non-locality**, and it is real. But does it explain the loss? Then the loss should vanish if we repair the six views after a bet. We take the strategy of determinization, and put Kuhn's numbers there, with the best of eleven α:

# %%
after_a_bet = [view for view in poker.VIEWS if view[1].endswith("b")]
print(f"before {float(poker.exploitability(fused)):.3f}")
print(f"after  {float(ch17.mended(fused, after_a_bet)):.3f}")

# %% [markdown]
# The loss does not vanish: of 0.167 coins, 0.069 are left. But perhaps the same fault works in the views that remain? In three of them the opponent has passed, and a pass says something, too. So look where nothing has been said and all cards of the opponent *are* equally likely: at the jack, as the first action. The search also holds counts for the opponent, who must answer our bet. How often does the queen call? Of ten seeds with 3,000 iterations I give the lowest and the highest share.

# %%
calls = {
    "from the current view": ch17.queens_calls(games.Kuhn((0, 1)), 3_000),
    "from before the deal": ch17.queens_calls(start, 3_000),
}
for search_name, (lowest, highest) in calls.items():
    print(f"{search_name:21} {lowest:.2f} to {highest:.2f}")

# %% [markdown]
# All deals of the search from our view give *us* the jack. The opponent's counts are made from these deals alone, so the queen learns to call nearly always, as if she had seen our card. Nobody bluffs in front of such an opponent. No view of the opponent contains our card, and yet its *counts* know it: the fourth leak.
#
# How much of the loss comes from non-locality, and how much from this leak? I cannot say: after a pass both may be at work.
#
# ## Made for poker
# Can we do better than 0.016? Counterfactual regret minimization, CFR (Martin Zinkevich and others, 2007), can. CFR goes through the whole game again and again, and adds up in each view how much more each action would have won than the strategy did. From these sums comes the next strategy. Here is the exploitability of the mean strategy after 10, 100 and 1,000 passes through all six deals.

# %%
for passes in (10, 100, 1_000):
    print(f"{passes:5,} {float(poker.exploitability(poker.counterfactual_regret(passes))):.4f}")

# %% [markdown]
# A hundred passes of CFR beat my million iterations of the search. So why do we search at all? CFR visits the whole game in every pass. A search need not.
#
# ## In practice
# Give an engine `view(player)` and not the state. Then ask what its *counts* know.
#
# ## Further reading
# - T. Neller, C. Presser, *Optimal Play of the Dice Game Pig* (2004): value iteration, and pictures of the solution.
# - P. Cowling, E. Powley, D. Whitehouse, *Information Set Monte Carlo Tree Search* (2012), sections IV and V.
# - I. Frank, D. Basin, *Search in Games with Incomplete Information* (1998): strategy fusion and non-locality, in bridge.
# - J. Long, N. Sturtevant, M. Buro, T. Furtak, *Understanding the Success of Perfect Information Monte Carlo Sampling in Game Tree Search* (2010).
# - H. Kuhn, *A Simplified Two-Person Poker* (1950).
# - M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, *Regret Minimization in Games with Incomplete Information* (2007).
#
# **Next:** [18 · More moves than you can try](18_more_moves_than_you_can_try.ipynb).

# %%
summary("17")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, and what we quote.*

# %% [claims]
from math import log, sqrt
from statistics import fmean

from claims import claim

from mctslib import simulate, uniform
from mctslib.arena.intervals import wilson
from mctslib.course.ch17.checkers import ENOUGH, GAP
from mctslib.games.pig import FACES
from mctslib.methods.dice import solve_pig
from mctslib.methods.poker import counterfactual_regret, exploitability, least_without_mixing

half, heads, tails = Fraction(1, 2), 0.8, 0.7
worth_of_a_throw = half * heads + half * (1 - tails)
claim("½ · 0.8 + ½ · (1 − 0.7) = 0.55", half, heads, half, 1, tails, worth_of_a_throw)
few, *_, many = safe
claim("with 20 iterations, and 43 times it played *safe*", few, safe[few])
claim("How many times will it be with 300 iterations?", many)
claim("With 20 iterations 43 of sixty such searches play *safe*", few, safe[few])
assert safe[many] == 0 and list(safe.values()) == sorted(safe.values(), reverse=True)
assert list(informed.values()) == sorted(informed.values()) and informed[many] == 60
assert not safe[100]  # "with 100 iterations it was none already"
claim("how many play *safe* with 20, 100 and 300 iterations?", *informed)
claim("with 300 iterations all sixty play *safe*", many)
claim("The action *safe* pays 0.6", cards.safe)
own, other = stake.scores
claim(
    "you have 20 points and 12 more in this turn, your opponent has 20, and 50 points win",
    own,
    stake.turn,
    other,
    stake.goal,
)
faces = [child.visits for child in result.root.children[1].children.values()]
assert max(faces) - min(faces) <= 1 and len(faces) == len(FACES)
assert FACES[0] == 1
claim("A face from 2 to 6 adds to k", FACES[1], FACES[-1])
small = solve_pig(8)
assert abs(ch17.roll_value(small.win, 3, 1, 2) - small.roll[3, 1, 2]) < 1e-9
claim("Two perfect players play Pig to 100 points", stored["pig"]["goal"])
claim("Neller and Presser found 0.5306 in 2004", stored["pig"]["first"])
assert truth[1] > truth[0]
seeds = 30
claim(
    "26 of the 30 searches choose it (95% interval 70 to 95%)",
    believed.rolls,
    seeds,
    *wilson(believed.rolls, seeds),
)
claim("that *hold* is worth 0.72, and 0.57 is true", believed.hold, truth[0])
assert believed.hold > truth[0] and believed.roll > truth[1]
rng = random.Random(1)
at_random = [
    fmean(simulate(stake.apply(action), rng, uniform).rewards[0] for _ in range(20_000))
    for action in (0, 1)
]
claim("random games pay 0.74 for *hold* and 0.75 for *roll*", *at_random)
claim("values of *roll* lay between 0.69 and 0.78", believed.lowest, believed.highest)
assert frozen.lowest < 1 / 3 < 0.9 < frozen.highest

# %%
table_of_cards = [[cards.safe, 1, 0], [cards.safe, 0, 1]]
claim(
    "Here the promise is 0.4 too high", ch17.promise(table_of_cards) - ch17.honest(table_of_cards)
)
claim(
    "The columns have the means 0.6, 0.5 and 0.5, and the largest of them, 0.6, is",
    *(fmean(plan) for plan in zip(*table_of_cards)),
    ch17.honest(table_of_cards),
)
guesses = [row[1:] for row in table_of_cards]
claim("A blind guess is worth ½", ch17.honest(guesses))
claim("for a guess that is worth ½", ch17.honest(guesses))
claim(
    "the promise is 1, and the honest value ½",
    ch17.promise(guesses),
    ch17.honest(guesses),
)
assert promised[1] == ch17.promise(table_of_cards) == 1
claim("Can the gap be larger than ¾?", GAP)
claim("and the gap at most ¾ of M", GAP)
rare = Tried()
rare.available, rare.visits = 10, 9
claim(
    "With N = 9 its bonus for c = 1 is √(ln 10 / 9) = 0.51",
    rare.visits,
    1,
    rare.available,
    rare.visits,
    rare.score(1),
)
claim("it would be 0.88", sqrt(log(1000) / rare.visits))
plans = 2 ** len(poker.views_of(0))
claim("has only 64 plans in each seat", plans)
claim("loses 1/6 of a coin in each hand", exploitability(fused))
assert not exploitability(poker.nash())
assert not any(chance for view, chance in fused.items() if view[0] == 0)
claim("wins at most 1/20 of a coin in each hand", ENOUGH)
assert max(mixed) < min(pure) and min(pure) >= round(float(exploitability(fused)), 3)
claim("has an exploitability of at least 1/6", least_without_mixing())
steps = [Fraction(step, 30) for step in range(11)]
assert not any(exploitability(poker.nash(step)) for step in steps)
assert all(poker.nash(step)[2, ""] == 3 * step for step in steps)
assert all(poker.nash(step)[1, "pb"] == step + Fraction(1, 3) for step in steps)
claim("in a share α of the hands, from 0 to ⅓", min(steps), max(steps))
claim("and calls with the queen in α + ⅓", poker.nash(Fraction(0))[1, "pb"])
claim("a call with the queen is ⅓ more than", poker.nash(Fraction(0))[1, "pb"])
claim("with the best of eleven α", len(steps))

# %%
rows = {row["iterations"]: row for row in stored["kuhn"]}
assert all(min(row["most visited"]) >= 0.166 for row in rows.values())
assert all(len(row[name]) == 10 for row in rows.values() for name in ("shares", "from the view"))
shares = {iterations: fmean(row["shares"]) for iterations, row in rows.items()}
from_view = {iterations: fmean(row["from the view"]) for iterations, row in rows.items()}
claim(
    "0.016 coins after 100,000 iterations, 0.017 after 1,000,000",
    shares[100_000],
    100_000,
    shares[1_000_000],
    1_000_000,
)
claim("Can we do better than 0.016", min(shares.values()))
assert max(rows) == 1_000_000 and from_view[1_000_000] > from_view[100] + 0.03
assert abs(from_view[1_000_000] - float(exploitability(fused))) < 0.0001
claim("it arrives at the 1/6 of determinization", exploitability(fused))
claim(
    "of 0.167 coins, 0.069 are left",
    float(exploitability(fused)),
    float(ch17.mended(fused, after_a_bet)),
)
from_jack, before_the_deal = calls.values()
assert from_jack[0] > 0.85 and before_the_deal[1] < 0.65
assert float(exploitability(counterfactual_regret(100))) < min(rows[1_000_000]["shares"])
