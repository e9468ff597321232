# %% [markdown]
# # 17 · Roll dice, hide cards
#
# **What you'll do.** Search a game with a die, then two games with hidden cards, and compare what the search believes with the exact truth.
#
# **What you'll learn.** Afterwards you can
# - make a die a player of the game, and say why the search needs no other change,
# - compute exact values where positions come again,
# - tell a search that *cheats* from one that does not, and explain strategy fusion with two cards,
# - say why in poker "play the most visited move" is a bug.
#
# **What you'll need.** Chapters 03, 04 and 07: the four phases and UCB1. &nbsp; **Time:** about 70 minutes.
#
# ## What a board never does
# Now a die falls, and cards lie face down. Two predictions:

# %%
from mctslib.course import predict

first_guess = predict("17-first")
first_guess

# %%
risk_guess = predict("17-risk")
risk_guess

# %% [markdown]
# ## Chance is a player
# In **Pig** you roll as often as you dare. What the die shows is added to the points of your turn; a 1 loses them and ends the turn. *Hold*, and they are yours. Here you have 20 points and 12 at stake, the other one has 20, and 50 win. <span class="with-python">Play it to the end:</span>

# %%
from mctslib.games import Pig
from mctslib.widgets import Play

stake = Pig(50, (20, 20), 12)
Play(stake, iterations=300, seed=0, tree=False)

# %% [markdown]
# Who throws the die? In this library the die is a *third player*, called chance: after *roll* it is chance's turn, and its six actions are the six faces. Its reward is always 0. It does not care. A position where chance moves is a **chance node**. Now search, with the search of chapter 04 as it is:

# %%
from mctslib import search

result = search(stake, 600, seed=0)
{
    stake.action_name(a): (child.visits, round(child.value, 3))
    for a, child in result.root.children.items()
}

# %% [markdown]
# Nobody told UCB1 about dice. How often did it choose each face, directly below *roll*?

# %%
faces = {face: child.visits for face, child in result.root.children[1].children.items()}
faces

# %% [markdown]
# Evenly! The rewards of chance are 0, so every face has Q = 0, and the exploration term alone decides: the next visit goes to the face that has the fewest. Who does not care deals visits like a fair die. And a playout throws it with `uniform`.

# %%
from mctslib.course import checkpoint

checkpoint("17-faces")

# %% [markdown]
# ## The truth about Pig
# Is the answer right? Chapter 08 worked exact values out from the ends of the game backwards. Try:

# %%
from mctslib.oracle import ComesAgain, solve

try:
    solve(Pig(10))
except ComesAgain as error:
    print(error)

# %% [markdown]
# Both roll a 1, and everything is as it was: there is no last position to begin with. The cure is **value iteration**: guess all values, compute each from the others, repeat.
#
# Let `win[i, j, k]` be the chance to win of the player whose turn it is, with i points, the other one with j, and k at stake. (Where i + k reaches the goal it is 1; the table is large enough for another throw.)
#
# ### Exercise 1: one roll
# Write `roll_value(win, i, j, k)`: the chance to win of who rolls now.


# %% tags=["exercise"]
# hint: The mean of six numbers. After any face but the 1 it is still your turn, with k + face at stake. After a 1 the other one begins a turn with nothing at stake: look up *their* chance and think of whose it is.
def roll_value(win, i, j, k):
    # --- solution
    lost = 1 - win[j, i, 0]
    return (lost + sum(win[i, j, k + face] for face in range(2, 7))) / 6
    # --- end


# %%
from mctslib.course.ch17 import check_roll

check_roll(roll_value)

# %% [markdown]
# Holding gives the turn away with the points kept: 1 − win[j, i + k, 0]. A sweep computes the better of the two everywhere:

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

# %% [markdown]
# The library does the same with whole arrays, until nothing changes any more:

# %%
from mctslib.methods.dice import chances, solve_pig

solved = {goal: solve_pig(goal) for goal in (10, 20, 30, 50)}
print(float(win[0, 0, 0]))
{goal: (round(float(found.win[0, 0, 0]), 4), found.sweeps) for goal, found in solved.items()}

# %% [markdown]
# First our own value for 10 points; then, by goal, the share of the games that the first player wins, and the sweeps it took. For 100 points a script has done the same (`python -m tests.bench.hidden`):

# %%
from mctslib.course import measured, score_prediction

stored = measured("ch17/hidden")
print(stored["pig"])

first = stored["pig"]["first"]
score_prediction(
    first_guess, first, "Neller and Presser computed the same in 2004: 0.5306.", within=0.03
)

# %% [markdown]
# At the very start one should hold from 21 points on: the folk rule "hold at 20" is nearly right there. And in our position? Our search wanted to hold. But one seed says little. So first the truth; then, with 30 seeds, 300 and 1,000 iterations each: how often is *roll* chosen, and what is it believed to be worth, on the mean, at least and at most?

# %%
from statistics import mean


def beliefs(state, iterations, seeds=30):
    """How often "roll" is chosen, and what it is believed to be worth: mean, lowest, highest."""
    found = [search(state, iterations, seed=seed) for seed in range(seeds)]
    values = [result.root.children[1].value for result in found]
    return [
        sum(result.action == 1 for result in found),
        *(round(f(values), 3) for f in (mean, min, max)),
    ]


truth = {stake.action_name(action): chance for action, chance in chances(stake).items()}
print(truth)
fair = {iterations: beliefs(stake, iterations) for iterations in (300, 1000)}
fair

# %% [markdown]
# One should roll, and in 20 of 30 seeds it does after 300 iterations, in 26 after 1,000 (95 % intervals: 49 to 81 %, 70 to 95 %). Both moves look too good to it. One reason: six children a throw make a tree wide and short, and below it an opponent plays at random. But all seeds say about the same.
#
# ## The die that froze
# Many programs throw the die inside `apply`:

# %%
import random

from mctslib.games.pig import FACES

dice = random.Random(0)


class Frozen(Pig):
    """Pig whose `apply` throws the die itself."""

    def apply(self, action):
        after = super().apply(action)
        return after.apply(dice.choice(FACES)) if after.rolling else after


frozen = beliefs(Frozen(50, (20, 20), 12), 300)
frozen

# %% [markdown]
# The same position, and from seed to seed *roll* is a disaster or a triumph. `check_game` (chapter 11) finds this bug at once:

# %%
from mctslib.checks import check_game

[line for line in str(check_game(Frozen(20), 5)).splitlines() if line.startswith("✗")]

# %%
checkpoint("17-frozen")

# %% [markdown]
# ## Two cards face down
# Now the other half: what is there, but unseen. Two cards lie face down, one is the ace. *Safe* pays 0.6. *Risk*, and you point at a card: 1 for the ace, 0 for the other one. The truth needs no computer: pointing blindly is worth one half, so play safe.
#
# And a search? “All hidden cards are reshuffled before each playout, so it cannot cheat”, programmers write. Let us see.

# %%
from mctslib.games import TwoCards

both = TwoCards(0.6, 0).determinizations()
both

# %% [markdown]
# **Determinization** puts the ace somewhere, searches that determinization as if all could be seen, and takes the mean over all determinizations. (The same word names the method and each of the filled-in positions.) There are three plans: safe, risk and left, risk and right. What each of them pays, in each determinization: `pay = [[0.6, 1.0, 0.0], [0.6, 0.0, 1.0]]`.
#
# ### Exercise 2: the promise and the truth
# `pay[k][plan]` is what a plan pays in determinization k; all determinizations are equally likely. Write `promise(pay)`: what the method believes if it takes the best plan anew in each determinization. And `honest(pay)`: what a player gets who cannot tell them apart, and has one plan for all.


# %% tags=["exercise"]
# hint: One is the mean of the maxima of the rows, the other the maximum of the means of the columns. `zip(*pay)` turns rows into columns.
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
# The library's search of each determinization returns the same, here solved exactly:

# %%
from mctslib.methods import hidden

believed = hidden.promised(TwoCards(0.6, 0))
print(believed)
score_prediction(
    risk_guess, str(float(believed[1])), "In each determinization it knows which card to point at."
)

# %% [markdown]
# Each determinization alone is searched perfectly, and the answer is wrong by one half. Frank and Basin (1998) call it **strategy fusion**: different plans for positions that nobody can tell apart, fused into one promise.
#
# ## What you know is where you are
# All positions that a player cannot tell apart are one **information set**. So count by what the player *knows*, not by the position. Each of our games says it by `view(player)`: the same, wherever the ace lies.
#
# Information-set search (Cowling, Powley and Whitehouse, 2012) deals the hidden cards anew in *each iteration*, and keeps one table: view → action → counts. An action may be legal in one determinization and not in the next. So it also counts how often it was *available*, and UCB1 compares by that:
#
# $$\frac{W}{N} + c\,\sqrt{\frac{\ln \text{available}}{N}}$$
#
# ### Exercise 3: choose in a view
# `counts` is a dict, action → `Tried`, with `available`, `visits` and `score(c)`, the formula above. It may know actions that are not legal in this determinization, and lack some that are. Write `pick(counts, actions, rng, c)`: every action of `actions` becomes available once more; then an untried one at random; if there is none, the one with the highest score.

# %% tags=["exercise"]
# hint: First a loop with `counts.setdefault(action, Tried()).available += 1`. Then the list of those with `visits` 0. The random one: `untried[int(rng.random() * len(untried))]`. Compare only `actions`.
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
# Around it there is little. One iteration: deal, walk down by the views until an action is new, play out, count.

# %%
from mctslib import simulate, uniform
from mctslib.game import chance_to_move


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


# %%
table, rng = {}, random.Random(0)
for _ in range(500):
    iterate(TwoCards(0.6, 0), table, rng)

{
    view: {a: (count.visits, round(count.mean, 3)) for a, count in counts.items()}
    for view, counts in table.items()
}

# %% [markdown]
# Two views only: before the choice, and after *risk*: *one* place in the table, wherever the ace lies. Let the search think longer. Which bar grows? <span class="with-python">Then let *safe* pay less than one half.</span>

# %%
from mctslib.course.ch17 import Cards

Cards(0.6, iterations=100, seed=1)

# %% [markdown]
# In how many of 60 seeds does each of the two play *safe*, after 20, 100 and 300 iterations?


# %%
def plays_safe(iterations, seeds=60):
    """In how many of the seeds determinization and information sets play safe."""
    state, fused, informed = TwoCards(0.6, 0), 0, 0
    for seed in range(seeds):
        values = hidden.determinized(state, iterations, random.Random(seed))
        counts = hidden.counts_at(
            hidden.information_search(state, iterations, random.Random(seed)), state
        )
        fused, informed = (
            fused + (values[0] >= values[1]),
            informed + (counts[0].visits >= counts[1].visits),
        )
    return fused, informed


safe = {iterations: plays_safe(iterations) for iterations in (20, 100, 300)}
safe

# %%
checkpoint("17-fusion")

# %% [markdown]
# ## A poker of three cards
# Jack, queen, king: in Kuhn poker (1950) each of two players puts one coin into the pot and gets one card. In turn they pass or bet one coin more; after two passes the cards are shown, and the higher one wins the pot; after a bet the other one bets too, and the cards are shown, or passes and loses one coin. <span class="with-python">A few hands (the engine does not see your card):</span>

# %%
from mctslib.games import Kuhn

Play(Kuhn(), iterations=1000, seed=1)

# %% [markdown]
# A strategy says how often to bet in each view, a card and what was said. How good is it? Ask what somebody wins from it who *knows* it: its **exploitability**, in coins a hand, the mean of both seats. With so few plans, 64 for each seat, it is computed exactly. For coin flips, for Kuhn's own strategy, and for determinization, every deal solved perfectly:

# %%
from fractions import Fraction

from mctslib.methods.poker import VIEWS, determinized_strategy, exploitability, mean_coins, nash

coin_flips = {view: Fraction(1, 2) for view in VIEWS}
perfect, fused = nash(Fraction(1, 3)), determinized_strategy()
{
    "coin flips": exploitability(coin_flips),
    "Kuhn": exploitability(perfect),
    "determinization": exploitability(fused),
}

# %% [markdown]
# Kuhn's strategy loses nothing to anybody who knows it (to begin costs 1/18 of a coin a hand all the same). Determinization gives away 1/6 of a coin a hand. With the jack, card 0, it never bets: in each determinization the other one sees the jack. A *bluff* makes sense only where somebody does not know.
#
# ### Exercise 4: bluff
# Change the chances to bet until somebody who knows your strategy wins no more than 1/20 of a coin a hand. Views are (card, what was said): `(0, "p")` is the jack after a pass, "pb" is pass and bet. Begin with determinization's strategy; the checker names the one view whose change lowers the loss most.

# %% tags=["exercise"]
# hint: Kuhn's strategy: bet with the jack after a pass in one hand of three, with the queen after a bet in one of three, with the king always. Before anything was said, the king bets three times as often as the jack, the queen never; after "pb" the queen bets as often as the jack does at the start and a third more.
mine = dict(fused)
# --- solution
mine.update({(2, "p"): 1, (0, "p"): Fraction(1, 3), (1, "b"): Fraction(1, 3)})
mine.update({(0, ""): Fraction(1, 5), (2, ""): Fraction(3, 5), (1, "pb"): Fraction(1, 2)})
# --- stub
# mine[0, "p"] = ...  # and the others
# --- end

# %%
from mctslib.course.ch17 import check_bluff

check_bluff(mine)

# %% [markdown]
# ## The most visited move is the bug
# The engine you have just played against searches anew at each of its turns, from its current view. What we measure now is another use of the same search: one table that grows from the deal on, for both players' views. Information-set search plays Kuhn poker against itself, and both players' views stand in one table. When it is over, what does it play? By the rule of chapter 03, the most visited action of each view. Or it *mixes*: bets as often as the search did. Ten seeds, 1,000 iterations each:

# %%
from mctslib.methods.poker import most_visited_strategy, share_strategy

tables = [hidden.information_search(Kuhn(), 1000, random.Random(seed), 0.7) for seed in range(10)]
mixed = [round(float(exploitability(share_strategy(table))), 3) for table in tables]
pure = [round(float(exploitability(most_visited_strategy(table))), 3) for table in tables]
mixed, pure

# %% [markdown]
# Every single mixture beats every single maximum, and those are no better than determinization. With more iterations (means of 10 seeds each, from the same script):

# %%
from mctslib.course.ch17 import gain_lines

gain_lines(stored["kuhn"])

# %% [markdown]
# The shares of the visits come near a strategy that nobody can exploit, but the gain does not go to zero: with the most iterations a small one is left. The most visited action stays where it is: it never bluffs, or always. This is what was *measured*; for UCB1 in such games no theorem promises that the shares arrive. Methods made for poker have one, and are faster here, too: *counterfactual regret minimisation*, 100 times through all six deals, gives away about as little as 30,000 iterations do.

# %%
checkpoint("17-mix")

# %% [markdown]
# ## In practice
# - A die with many outcomes: a child for each does not pay. Sample one on each visit, or let their number grow slowly.
# - Our `determinizations()` lists all deals. With real hands one *samples* a deal that agrees with everything seen, also with what the others' moves tell.
# - Determinization is not useless: in bridge and skat it plays very well. Long, Sturtevant, Buro and Furtak (2010) measured when.
# - Never let the engine look: give it `view(player)`, not the state.
#
# ## Further reading
# - T. Neller, C. Presser, *Optimal Play of the Dice Game Pig* (2004): value iteration, and pictures of the answer.
# - P. Cowling, E. Powley, D. Whitehouse, *Information Set Monte Carlo Tree Search* (2012), sections IV and V.
# - I. Frank, D. Basin, *Search in Games with Incomplete Information* (1998): strategy fusion, in bridge.
# - J. Long, N. Sturtevant, M. Buro, T. Furtak, *Understanding the Success of Perfect Information Monte Carlo Sampling in Game Tree Search* (2010).
# - H. Kuhn, *A Simplified Two-Person Poker* (1950).
#
# **Next:** [18 · More moves than you can try](18_more_moves_than_you_can_try.ipynb).

# %%
from mctslib.course import summary

summary("17")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from mctslib.arena.intervals import wilson
from mctslib.course.ch17.checkers import ENOUGH
from mctslib.methods.poker import regret_matching

own, other = stake.scores
assert max(faces.values()) - min(faces.values()) <= 1 and set(faces) == set(FACES)
claim(
    "you have 20 points and 12 at stake, the other one has 20, and 50 win",
    own,
    stake.turn,
    other,
    stake.goal,
)
assert abs(win[0, 0, 0] - solved[10].win[0, 0, 0]) < 1e-8
claim("For 100 points a script", stored["pig"]["goal"])
claim("one should hold from 21 points on", stored["pig"]["hold"])
assert truth["roll"] > truth["hold"] and result.action == 0
seeds, (short, long) = beliefs.__defaults__[0], fair
claim("with 30 seeds, 300 and 1,000 iterations each", seeds, short, long)
claim("in 20 of 30 seeds it does after 300 iterations", fair[short][0], seeds, short)
claim(
    "in 26 after 1,000 (95 % intervals: 49 to 81 %, 70 to 95 %)",
    fair[long][0],
    long,
    *wilson(fair[short][0], seeds),
    *wilson(fair[long][0], seeds),
)
assert (
    all(fair[n][2] > truth["roll"] for n in fair) and result.root.children[0].value > truth["hold"]
)
claim("Neller and Presser computed the same in 2004: 0.5306.", stored["pig"]["first"])
assert frozen[2] < 1 / 2 < 0.9 < frozen[3]

# %%
assert both[0] != both[1] and both[0].view(0) == both[1].view(0)
assert believed[1] - 1 / 2 == 1 / 2 and all(table[0, (1,)][side].visits for side in (0, 1))
assert all(count[1] >= count[0] for count in safe.values()) and safe[300] == (0, 60)
claim(
    "With so few plans, 64 for each seat",
    2 ** len([view for view in VIEWS if len(view[1]) % 2 == 0]),
)
claim("to begin costs 1/18 of a coin a hand", -mean_coins(perfect))
claim("Determinization gives away 1/6 of a coin a hand", exploitability(fused))
assert not exploitability(perfect) and not any(
    chance for view, chance in fused.items() if view[0] == 0
)

claim("wins no more than 1/20 of a coin a hand", ENOUGH)
assert max(mixed) < min(pure) and min(pure) >= round(float(exploitability(fused)), 3)
assert all(
    min(row["most visited"]) >= 0.166 and len(row["shares"]) == len(tables)
    for row in stored["kuhn"]
)
shares = [mean(row["shares"]) for row in stored["kuhn"]]
assert shares == sorted(shares, reverse=True)
sweeps, last = 100, stored["kuhn"][-1]
assert abs(exploitability(regret_matching(sweeps)) - shares[-1]) < 0.002
claim(
    "100 times through all six deals, gives away about as little as 30,000 iterations do",
    sweeps,
    last["iterations"],
)
