# %% [markdown]
# # 17 · Roll dice, hide cards
#
# **What you'll do.** You search a game with a die and two games with hidden cards, and you compare the values that the search finds with the exact values.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* compute the value that a search finds if it can see hidden cards, and compare this value with the true value,
# - treat a die as a player of the game, and say why the search needs no other change,
# - compute exact values for a game in which positions can recur,
# - search with information sets, and explain strategy fusion with two cards,
# - measure the strength of a poker player exactly, and say why the player must mix its moves instead of playing the most visited move.
#
# **What you'll need.** The four phases (chapters 03 and 04) and UCB1 (chapter 07). &nbsp; **Time:** about 80 minutes.

# %% [markdown]
# ## A game with a die
# In **Pig** you roll a die as often as you dare. The number on the die is added to the points of your turn. But if you roll a 1, you lose the points of the turn, and the turn ends. If you *hold*, you keep the points, and the turn ends, too.
# Below you have 20 points and 12 more in this turn, your opponent has 20, and 50 points win the game. <span class="with-python">Play the game to the end:</span>

# %%
from mctslib.games import Pig
from mctslib.widgets import Play

stake = Pig(50, (20, 20), 12)
Play(stake, iterations=300, seed=0, tree=False)

# %% [markdown]
# ## Two predictions
# Guess before you go on.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

first_guess = predict("17-first")
first_guess

# %%
risk_guess = predict("17-risk")
risk_guess

# %% [markdown]
# ## Chance is a player
# Who throws the die? In this library a *third player*, called chance, throws it. After *roll* it is chance's turn. The six actions of chance are the six faces of the die, and its reward at the end of the game is 0. A position in which chance moves is a **chance node**. The search of chapter 04 needs no change:

# %%
from mctslib import search

result = search(stake, 600, seed=0)
print(result.table())

# %% [markdown]
# How often did the search choose each face directly below *roll*?

# %%
faces = {face: child.visits for face, child in result.root.children[1].children.items()}
faces

# %% [markdown]
# The faces have equal or nearly equal numbers of visits. All rewards of chance are 0, so every face has Q = 0, and only the exploration term of UCB1 differs. This term is largest for the face with the fewest visits. So UCB1 divides the visits of a chance node evenly, as a fair die does in the long run. In a playout, `uniform` throws the die, and there, too, all faces are equally likely.

# %%
checkpoint("17-faces")

# %% [markdown]
# ## Exact values for Pig
# Does the search choose the right move? Chapter 08 computed exact values backwards, from the ends of the game. Try the same with Pig:

# %%
from mctslib.oracle import ComesAgain, solve

try:
    solve(Pig(10))
except ComesAgain as error:
    print(error)

# %% [markdown]
# If both players roll a 1, the game returns to an earlier position. So there is no order in which to work backwards through the positions. The remedy is called **value iteration**: guess all values, compute each value from the others, and repeat this step until no value changes.
#
# Let `win[i, j, k]` be the probability that the player to move wins, if this player has i points, the opponent has j points, and this turn has brought k points. Where i + k reaches the goal, this probability is 1. The table also has entries for the values of k that one more roll can reach.
#
# ### Exercise 1: one roll
# Return the probability that the player to move wins if they roll now. `win` is an array, and `i`, `j` and `k` are whole numbers. After a face from 2 to 6 the same player is still to move, with more points in this turn. After a 1 the opponent begins a turn with k = 0, and the entry of the table is then the *opponent's* probability.


# %% tags=["exercise"]
# hint: Return the mean of six numbers. After a 1 the opponent is to move: the opponent's points are then the first index of the table, and you win if the opponent does not.
def roll_value(win, i, j, k):
    # --- solution
    lost = 1 - win[j, i, 0]
    return (lost + sum(win[i, j, k + face] for face in range(2, 7))) / 6
    # --- end


# %%
from mctslib.course.ch17 import check_roll

check_roll(roll_value)

# %% [markdown]
# After holding, the player keeps i + k points and the opponent is to move, so holding is worth 1 − win[j, i + k, 0]. One sweep computes, for every position, the larger of the values of rolling and holding. Here are 40 sweeps of Pig to 10 points:

# %%
import numpy as np


def sweep(win):
    new = win.copy()
    for i, j, k in np.argwhere(win < 1):
        roll = (1 - win[j, i, 0] + sum(win[i, j, k + 2 : k + 7])) / 6
        new[i, j, k] = max(roll, 1 - win[j, i + k, 0])
    return new


i, j, k = np.indices((10, 10, 16))
win = np.where(i + k >= 10, 1.0, 0.5)
for _ in range(40):
    win = sweep(win)
float(win[0, 0, 0])

# %% [markdown]
# The library's `solve_pig` computes whole arrays at once, and repeats the sweeps until no value changes. The next cell shows, for four goals, the probability that the first player wins, and the number of sweeps:

# %%
from mctslib.methods.dice import chances, solve_pig

solved = {goal: solve_pig(goal) for goal in (10, 20, 30, 50)}
{goal: (round(float(found.win[0, 0, 0]), 4), found.sweeps) for goal, found in solved.items()}

# %% [markdown]
# A script has solved Pig to 100 points:

# %%
from mctslib.course import measured

stored = measured("ch17/hidden")
first = stored["pig"]["first"]
score_prediction(
    first_guess, first, "Neller and Presser computed the same value in 2004: 0.5306.", within=0.03
)

# %% [markdown]
# At the beginning of that game you should hold as soon as the turn has brought you 21 points. So the popular rule "hold at 20" is nearly right there.
#
# Which move is right in our position? The search above chose to hold, but one seed is little evidence. The next two cells print the exact values, and the results of searches with 30 seeds after 300 and after 1,000 iterations. These results are the number of searches that choose *roll*, and the mean, the lowest and the highest value that the searches find for *roll*.

# %%
from mctslib.course.ch17 import beliefs_about_rolling

truth = {stake.action_name(action): chance for action, chance in chances(stake).items()}
truth

# %%
fair = {iterations: beliefs_about_rolling(stake, iterations) for iterations in (300, 1000)}
fair

# %% [markdown]
# The right move is *roll*. After 300 iterations 20 of the 30 searches choose it, and after 1,000 iterations 26 (95% intervals 49 to 81% and 70 to 95%). On average the searches overestimate the value of *roll*. One reason is that the opponent plays at random below the tree. But the 30 values of *roll* are close together.
#
# ## A frozen die
# Many programs throw the die inside `apply`. Then the child of *roll* keeps the same throw for the whole search. The next cell searches the same position with this bug, 300 iterations with each of 30 seeds:

# %%
from mctslib.course.ch17 import frozen_beliefs

frozen = frozen_beliefs(300)
frozen

# %% [markdown]
# In some searches *roll* seems to lose, and in others it seems to be a certain win. `check_game` from chapter 11 finds this bug, because the same actions must lead to the same position:

# %%
from mctslib.checks import check_game
from mctslib.course.ch17.experiments import FrozenPig

[line for line in str(check_game(FrozenPig(20), 5)).splitlines() if line.startswith("✗")]

# %%
checkpoint("17-frozen")

# %% [markdown]
# ## Two cards face down
# In the next game, chance has already moved, but the players cannot see its move. Two cards lie face down, and one of them is the ace. The action *safe* pays 0.6. After *risk* you point at a card. The ace pays 1, and the other card pays 0. We need no computer to find the right move. A blind guess is worth ½, so *safe* is right.
#
# Programmers often say: "All hidden cards are reshuffled before each playout, so the search cannot cheat." We test this claim.

# %%
from mctslib.games import TwoCards

both = TwoCards(0.6, 0).determinizations()
both

# %% [markdown]
# **Determinization** puts the ace in one of its possible places, searches that position as if all cards were visible, and takes the mean over all places of the ace. Each position in which the hidden cards are filled in is called *a* determinization, too. There are three plans: safe; risk, then left; risk, then right. The table `pay = [[0.6, 1.0, 0.0], [0.6, 0.0, 1.0]]` holds the reward of each plan, with one row for each determinization.
#
# **On paper.** In each row the best plan pays 1, so determinization gives *risk* the value (1 + 1) / 2 = 1. But you cannot tell the rows apart, so you must use one plan for both rows. The plans then pay 0.6, 0.5 and 0.5 on average.
#
# ### Exercise 2: the promised value and the true value
# `pay[k][plan]` is the payment of a plan in determinization k, and all determinizations are equally likely. Write two functions:
#
# - `promise(pay)` returns the value that determinization computes, with the best plan of each row,
# - `honest(pay)` returns the average payment of the best single plan.


# %% tags=["exercise"]
# hint: `promise` is the mean of the maxima of the rows, and `honest` is the maximum of the means of the columns. `zip(*pay)` gives the columns.
# --- solution
def promise(pay):
    return sum(max(row) for row in pay) / len(pay)


def honest(pay):
    return max(sum(plan) for plan in zip(*pay)) / len(pay)


# --- stub
# def promise(pay):
#     raise NotImplementedError("your turn")
#
# def honest(pay):
#     raise NotImplementedError("your turn")
# --- end

# %%
from mctslib.course.ch17 import check_promise

check_promise(promise, honest)

# %% [markdown]
# The library's determinization, with each position solved exactly, finds the same values:

# %%
from mctslib.methods import hidden

believed = hidden.promised(TwoCards(0.6, 0))
print(believed)
words = "In each determinization the search knows which card to point at."
score_prediction(risk_guess, str(float(believed[1])), words)

# %% [markdown]
# Each determinization is solved perfectly, and yet the value of *risk* is wrong by one half. Frank and Basin (1998) call this error **strategy fusion**: for positions that the player cannot tell apart, the search fuses different plans into one value that no single plan can reach.
#
# ## Search with information sets
# All positions that a player cannot tell apart form one **information set**. So we keep one set of counts for each information set. In our games `view(player)` returns what the player *knows*, and positions with equal views form one information set. For the two cards, the view is the same wherever the ace lies.
#
# Information-set search (Cowling, Powley and Whitehouse, 2012) deals the hidden cards anew in *each iteration*. It keeps one table: each view has a dictionary from actions to counts. An action may be legal in one determinization and illegal in the next, so the table also counts how often an action was *available*. UCB1 uses this count in place of the parent's visits:
#
# $$\frac{W}{N} + c\,\sqrt{\frac{\ln \text{available}}{N}}$$
#
# ### Exercise 3: choose in a view
# `counts` is a dictionary from actions to `Tried` objects. A `Tried` object has the attributes `available` and `visits`, and the method `score(c)`, the formula above. `counts` may contain actions that are not legal in this determinization, and may lack actions that are legal. `actions` contains the legal actions. Write `pick(counts, actions, rng, c)`:
#
# - first, add 1 to `available` for every action of `actions`,
# - then, if some of `actions` have no visits, return one of them, drawn at random with `rng.random()`,
# - otherwise return the action of `actions` with the highest score.

# %% tags=["exercise"]
# hint: Begin with a loop over `actions`: `counts.setdefault(action, Tried()).available += 1`. Then make the list `untried` of the actions whose `visits` are 0. `untried[int(rng.random() * len(untried))]` is a random action of this list. Compare only the scores of `actions`.
from mctslib.methods.hidden import Tried


def pick(counts, actions, rng, c):
    # --- solution
    for action in actions:
        counts.setdefault(action, Tried()).available += 1
    untried = [action for action in actions if not counts[action].visits]
    if untried:
        return untried[int(rng.random() * len(untried))]
    return max(actions, key=lambda action: counts[action].score(c))
    # --- end


# %%
from mctslib.course.ch17 import check_pick

check_pick(pick)

# %% [markdown]
# The rest of an iteration is short. It deals the cards, walks down through the views until it takes a new action, plays a playout, and adds the visits and the rewards to the counts.

# %%
import random

from mctslib import simulate, uniform
from mctslib.chance import chance_to_move


def iterate(state, table, rng, c=1.0):
    determinizations = state.determinizations()
    position = determinizations[int(rng.random() * len(determinizations))]
    path = []
    new = False
    while not new and not position.is_terminal():
        if chance_to_move(position):
            position = position.apply(uniform(position, rng))
            continue
        player = position.current_player
        counts = table.setdefault((player, position.view(player)), {})
        action = hidden.pick(counts, position.legal_actions(), rng, c)
        new = not counts[action].visits
        path.append((counts[action], player))
        position = position.apply(action)
    rewards = simulate(position, rng, uniform).rewards
    for count, player in path:
        count.visits += 1
        count.reward += rewards[player]


# %% [markdown]
# After 500 iterations the table for the two cards has two views: the view before the first choice, and the view after *risk*. The next cell shows each action with its visits and its mean reward:

# %%
table, rng = {}, random.Random(0)
for _ in range(500):
    iterate(TwoCards(0.6, 0), table, rng)

for view, counts in table.items():
    print(view, {a: (count.visits, round(count.mean, 3)) for a, count in counts.items()})

# %% [markdown]
# The picture below compares the values of both searches with the true values. Choose more iterations and see which bar grows. <span class="with-python">Then let *safe* pay less than one half.</span>

# %%
from mctslib.course.ch17 import Cards

Cards(0.6, iterations=100, seed=1)

# %% [markdown]
# With how many of 60 seeds does each search play *safe*, after 20, 100 and 300 iterations? The first number of each pair belongs to determinization, and the second to information-set search:

# %%
from mctslib.course.ch17 import plays_safe

safe = {iterations: plays_safe(iterations, seeds=60) for iterations in (20, 100, 300)}
safe

# %%
checkpoint("17-fusion")

# %% [markdown]
# ## Poker with three cards
# Kuhn poker (1950) has three cards: jack, queen and king, in rising order. It is a game for two players.
#
# 1. Each player puts one coin, the *ante*, into the pot, and gets one card, which the other player cannot see.
# 2. The first player passes or bets one more coin.
# 3. After a pass, the second player passes or bets one more coin. If both players pass, the cards are shown, and the higher card wins the pot.
# 4. After a bet, the other player either *calls*, that is, puts in one more coin, or passes, that is, gives up. After a call the cards are shown, and the higher card wins the pot. After a pass the pot goes to the player who bet.
#
# So in each hand a player wins or loses one coin, or two coins if a player has called a bet. <span class="with-python">Play a few hands. The engine does not see your card. You and the engine take turns in the first seat:</span>

# %%
from mctslib.course.ch17 import PokerTable

PokerTable(1_000, seed=0)

# %% [markdown]
# ## How good is a strategy?
# A strategy is a rule for how often to bet in each view. (A call also counts as a bet.) A view consists of the player's card and the actions so far. For example, `(0, "p")` is the jack after a pass. There are twelve views. To measure a strategy, we compute how many coins per hand an opponent wins who *knows* the strategy and replies perfectly. The mean over both seats is called the **exploitability** of the strategy. We can compute it exactly, because the opponent has only 64 plans in each seat. The next cell computes the exploitability of three strategies: coin flips, Kuhn's own strategy, and determinization with every deal solved perfectly.

# %%
from fractions import Fraction

from mctslib.methods.poker import VIEWS, determinized_strategy, exploitability, nash

coin_flips = {view: Fraction(1, 2) for view in VIEWS}
perfect, fused = nash(Fraction(1, 3)), determinized_strategy()
{
    "coin flips": exploitability(coin_flips),
    "Kuhn": exploitability(perfect),
    "determinization": exploitability(fused),
}

# %% [markdown]
# An opponent who knows Kuhn's strategy wins nothing from it on average over both seats. In the first seat Kuhn's strategy loses 1/18 of a coin per hand, and in the second seat it wins the same amount. A strategy with exploitability 0 is a **Nash equilibrium**. Determinization loses 1/6 of a coin per hand to a perfect opponent. With the jack, determinization does not bet, because in each determinization the opponent sees the jack. A *bluff*, a bet with a bad card, makes sense only against an opponent who cannot see the card.
#
# ### Exercise 4: bluff
# `mine` is a dictionary from views to the probability of a bet, a number from 0 to 1. At first it contains the strategy of determinization. Change the strategy until a perfect opponent wins at most 1/20 of a coin per hand. The checker names the one view whose change helps most.

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
from mctslib.course.ch17 import check_bluff

check_bluff(mine)

# %% [markdown]
# ## Which move does the search play?
# Information-set search can play Kuhn poker against itself. Each iteration begins before the deal, so one table contains the views of both players with every card. Which action should the engine play when the search is over? By the rule of chapter 05b it plays the most visited action of each view. But it can also *mix*: then it bets with a probability equal to the share of the visits that went to the bet. The next cell computes the exploitability of both rules, with ten seeds and 1,000 iterations each:

# %%
from mctslib.games import Kuhn
from mctslib.methods.poker import most_visited_strategy, share_strategy

tables = [hidden.information_search(Kuhn(), 1000, random.Random(seed), 0.7) for seed in range(10)]
mixed = [round(float(exploitability(share_strategy(table))), 3) for table in tables]
pure = [round(float(exploitability(most_visited_strategy(table))), 3) for table in tables]
print("mixed:       ", mixed)
print("most visited:", pure)

# %% [markdown]
# In all ten runs mixing is better than playing the most visited action. Playing the most visited action is no better than determinization. In each view this strategy bets in no hand or in every hand, and a strategy that never mixes has an exploitability of at least 1/6. The engine that you played above is the engine that we measured here: it mixes, and its table begins before the deal.
#
# ## All twelve views
# The picture below shows the whole strategy of the search. Each bar shows how often the search bets in one view. The mark ◆ shows how often a perfect player bets. The perfect strategies form a family. The first player bluffs with the jack in a share α of the hands, where α may be any number from 0 to ⅓. Then the first player must bet first with the king in 3α of the hands, and must call with the queen in α + ⅓ of the hands. <span class="with-python">So three marks slide together when you move α.</span>
#
# The dial on the right shows the exploitability. The picture below the dial shows a perfect opponent's purse, that is, the coins won so far, over 50 hands.

# %%
from mctslib.course.ch17 import TwelveViews

TwelveViews(1_000, seed=0)

# %% [markdown]
# <span class="with-python">Choose more iterations, and then *most visited*. Compare the dial with the purse.</span> We call 50 hands an evening. After 1,000 iterations, with seed 0, a perfect opponent is ahead at the end of 66% of the evenings. So at the end of about every third evening, even an opponent who knows the strategy is *not* ahead. The result of one evening cannot tell you which player is better, but the exploitability can.
#
# ## Does the search reach an equilibrium?
# A script has run the search for up to a million iterations. The picture shows three lines, and each point is the mean exploitability over ten seeds. Two of the lines belong to the two rules: the most visited action and the visit shares. The paragraphs below explain the third line:

# %%
from mctslib.course.ch17 import gain_lines

gain_lines(stored["kuhn"])

# %% [markdown]
# The visit shares come close to an equilibrium. But their line becomes flat: after 100,000 iterations the mean is 0.016, and after 1,000,000 it is 0.017. These are *measurements*. No theorem promises that the visit shares of UCB1 converge to an equilibrium in games with hidden cards.
#
# The third line belongs to a second engine, which uses the same search in another way. At each turn it begins a new search *from the current view*. It draws from all deals that agree with this view, each with the same probability, and it also mixes its actions by the visit shares. Many engines for games with hidden cards work in this way. The table shows the exploitability of both engines:

# %%
from mctslib.course.ch17 import two_engines_table

two_engines_table()

# %% [markdown]
# With 100 and 300 iterations the second engine is better. But more iterations make this engine *worse*. Its exploitability approaches 1/6, so it becomes no better than determinization. Why? After a bet, the second engine deals each possible card to the opponent with the same probability. But an opponent who has bet does not have each card with the same probability. How likely a card is depends on how often the opponent bets with it, and therefore on values *in other parts of the game*, which can no longer be reached. Frank and Basin (1998) call this problem **non-locality**. The table of the first engine begins before the deal and contains these other parts. Its counts after a bet come from hands in which the opponent chose to bet.
#
# ## Methods made for poker
# Counterfactual regret minimization, CFR (Zinkevich et al., 2007), goes through the whole game again and again. For each action in each view it adds up the *regret*: the amount by which the action would have won more than the current strategy won. The next strategy chooses each action in proportion to its regret if the regret is positive, and CFR returns the mean of all strategies. A theorem says that the exploitability of this mean goes to 0. CFR+ (Tammelin, 2014) sets negative sums to 0, and gives later strategies more weight in the mean. The table shows the exploitability after different numbers of passes through all six deals:

# %%
from mctslib.course.ch17 import regret_table

regret_table()

# %% [markdown]
# In the first row the strategy changes after each deal, and in the other rows after all six deals. A hundred passes of CFR that update the two players' strategies in turn already give a better result than a million iterations of the search. But CFR must visit the whole game, which is possible here because Kuhn poker is small. In a large game, a search needs to visit only a part of the game.

# %%
checkpoint("17-mix")

# %% [markdown]
# ## In practice
# - A chance node with very many outcomes needs another method: draw one outcome at each visit, or let the number of children grow slowly (chapter 18).
# - Our `determinizations()` lists all deals. Real card games have too many deals to list, so engines *sample* deals that agree with everything that the player has seen.
# - Determinization can be useful. It plays very well in bridge and skat. Long, Sturtevant, Buro and Furtak (2010) measured in which kinds of games it works.
# - Do not let the engine see the hidden cards: give it `view(player)`, not the state.
#
# ## Further reading
# - T. Neller, C. Presser, *Optimal Play of the Dice Game Pig* (2004): value iteration, and pictures of the solution.
# - P. Cowling, E. Powley, D. Whitehouse, *Information Set Monte Carlo Tree Search* (2012), sections IV and V.
# - I. Frank, D. Basin, *Search in Games with Incomplete Information* (1998): strategy fusion and non-locality, in bridge.
# - J. Long, N. Sturtevant, M. Buro, T. Furtak, *Understanding the Success of Perfect Information Monte Carlo Sampling in Game Tree Search* (2010).
# - H. Kuhn, *A Simplified Two-Person Poker* (1950).
# - M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, *Regret Minimization in Games with Incomplete Information* (2007): CFR.
# - O. Tammelin, *Solving Large Imperfect Information Games Using CFR+* (2014).
#
# **Next:** [18 · More moves than you can try](18_more_moves_than_you_can_try.ipynb).

# %%
summary("17")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from statistics import mean

from claims import claim

from mctslib.arena.intervals import wilson
from mctslib.course.ch17 import ahead
from mctslib.course.ch17.checkers import ENOUGH
from mctslib.games.pig import FACES
from mctslib.methods.poker import counterfactual_regret, least_without_mixing, mean_coins

own, other = stake.scores
claim(
    "you have 20 points and 12 more in this turn, your opponent has 20, and 50 points win",
    own,
    stake.turn,
    other,
    stake.goal,
)
assert max(faces.values()) - min(faces.values()) <= 1 and set(faces) == set(FACES)
assert abs(win[0, 0, 0] - solved[10].win[0, 0, 0]) < 1e-8
claim("A script has solved Pig to 100 points", stored["pig"]["goal"])
claim("Neller and Presser computed the same value in 2004: 0.5306.", stored["pig"]["first"])
claim("the turn has brought you 21 points", stored["pig"]["hold"])
assert truth["roll"] > truth["hold"] and result.action == 0
seeds, (short, long) = 30, fair
claim("searches with 30 seeds after 300 and after 1,000 iterations", seeds, short, long)
claim("After 300 iterations 20 of the 30 searches choose it", short, fair[short].rolls, seeds)
intervals = [*wilson(fair[short].rolls, seeds), *wilson(fair[long].rolls, seeds)]
claim(
    "after 1,000 iterations 26 (95% intervals 49 to 81% and 70 to 95%)",
    long,
    fair[long].rolls,
    *intervals,
)
assert all(believed_.mean > truth["roll"] for believed_ in fair.values())
assert all(believed_.highest - believed_.lowest < 0.15 for believed_ in fair.values())
assert frozen.lowest < 1 / 2 < 0.9 < frozen.highest

# %%
assert both[0] != both[1] and both[0].view(0) == both[1].view(0)
assert believed[1] - 1 / 2 == 1 / 2 and all(table[0, (1,)][side].visits for side in (0, 1))
assert all(informed >= determinized for determinized, informed in safe.values())
assert safe[300] == (0, 60)
plans = 2 ** len([view for view in VIEWS if len(view[1]) % 2 == 0])
claim("the opponent has only 64 plans in each seat", plans)
claim("loses 1/18 of a coin per hand", -mean_coins(perfect))
claim("Determinization loses 1/6 of a coin per hand", exploitability(fused))
assert not exploitability(perfect)
assert not any(chance for view, chance in fused.items() if view[0] == 0)
claim("wins at most 1/20 of a coin per hand", ENOUGH)
assert max(mixed) < min(pure) and min(pure) >= round(float(exploitability(fused)), 3)
claim("a strategy that never mixes has an exploitability of at least 1/6", least_without_mixing())
steps = [Fraction(step, 30) for step in range(11)]
assert not any(exploitability(nash(step)) for step in steps)
assert all(nash(step)[2, ""] == 3 * step for step in steps)
assert all(nash(step)[1, "pb"] == step + Fraction(1, 3) for step in steps)
evenings = ahead(share_strategy(tables[0]))
claim("of 66% of the evenings", evenings)

# %%
rows = {row["iterations"]: row for row in stored["kuhn"]}
assert all(min(row["most visited"]) >= 0.166 and len(row["shares"]) == 10 for row in rows.values())
assert all(len(row["from the view"]) == 10 for row in rows.values())
claim("each point is the mean exploitability over ten seeds", len(rows[100]["shares"]))
shares = {iterations: mean(row["shares"]) for iterations, row in rows.items()}
from_view = {iterations: mean(row["from the view"]) for iterations, row in rows.items()}
claim(
    "after 100,000 iterations the mean is 0.016, and after 1,000,000 it is 0.017",
    100_000,
    shares[100_000],
    1_000_000,
    shares[1_000_000],
)
claim("Its exploitability approaches 1/6", exploitability(fused))
assert abs(from_view[1_000_000] - 1 / 6) < 0.0001
claim("in a share α of the hands, where α may be any number from 0 to ⅓", min(steps), max(steps))
ahead_at = [n for n in rows if from_view[n] < shares[n]]
claim("With 100 and 300 iterations the second engine is better", *ahead_at)
claim("must call with the queen in α + ⅓ of the hands", nash(Fraction(0))[1, "pb"])
claim("a call with the queen is ⅓ more than", nash(Fraction(0))[1, "pb"])
assert max(rows) == 1_000_000 and from_view[1_000_000] > from_view[100] + 0.03
assert float(exploitability(counterfactual_regret(100))) < min(rows[1_000_000]["shares"])
