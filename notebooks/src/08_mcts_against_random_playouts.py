# %% [markdown]
# # 08 · MCTS against random playouts
#
# **What you'll do.** Take the tree away from MCTS, keep the random games, and let the two play each other.
#
# **What you'll learn.**
# - *On paper:* the exact value of a position under random play.
# - Write flat Monte Carlo, the method without a tree, and say exactly when it fails.
# - Compare two players fairly: same budget, sides swapped, an interval beside each result.
# - Say what the convergence theorem promises, and what it does not.
#
# **What you'll need.** The four phases (chapters 03 and 04); chapter 07 helps. About 60 minutes.

# %% [markdown]
# ## Predict first
#
# **Flat Monte Carlo** asks random games for advice. It tries each legal move with many random playouts (games played to the end by chance alone) and plays the move with the best average. No tree, no selection. Two guesses before we start:
#
# 1. Give it *infinitely* many playouts, so that luck plays no part any more. In how many of the 4,520 unfinished tic-tac-toe positions does it still throw away a win or a draw?
# 2. MCTS plays 100 games against it, both with 1,000 playouts a move, taking turns to begin. How many of them does MCTS lose?

# %%
my_blunders = ...  # 0 to 4520
my_losses = ...  # 0 to 100

# %% [markdown]
# ## Ask random games for advice
#
# One playout is the third phase of MCTS, `simulate`. Here are five of them for W, after X moves to the centre (cell 4): 1 means that X won.

# %%
import random
from mctslib import simulate, uniform
from mctslib.draw import show_board
from mctslib.experiments import A, S, W

rng = random.Random(0)
[simulate(W.state.apply(4), rng, uniform).rewards[0] for _ in range(5)]

# %% [markdown]
# Here is W itself; the dashed frames are around cell 4, and around 8, which wins at once.

# %%
show_board(W.state, highlight=[4, 8])

# %% [markdown]
# Many such games give an average, and the average is all that flat Monte Carlo knows about a move.
#
# ### Exercise 1: flat Monte Carlo

# %% tags=["exercise"]
# hint: player = state.current_player. For each action, collect simulate(state.apply(action), rng, uniform).rewards[player], `playouts` times, and average.
def flat_means(state, playouts, rng):
    """{action: mean reward of the player to move} from `playouts` random games after each action."""
    # --- solution
    player = state.current_player
    means = {}
    for action in state.legal_actions():
        after = state.apply(action)
        means[action] = sum(simulate(after, rng, uniform).rewards[player] for _ in range(playouts)) / playouts
    return means
    # --- end

# %%
from mctslib.exercises.ch08 import check_flat_means

check_flat_means(flat_means)

# %% [markdown]
# The library's version shares out a total number of playouts, one move after the other, and says how many each move got. On W it finds the win at once:

# %%
from mctslib.players import flat_search

estimates = flat_search(W.state, 500, seed=1)
{action: (visits, round(mean, 2)) for action, (visits, mean) in estimates.items()}

# %% [markdown]
# Cell 8 completes a row, so *every* playout after it is a win.

# %%
assert estimates[8] == (100, 1.0)
assert all(mean < 1 for action, (_, mean) in estimates.items() if action != 8)

# %% [markdown]
# ## More playouts, and then infinitely many
#
# More playouts bring the averages closer to their true means. How close? For an average of *n* games the typical error shrinks like 1/√*n*: four times the games, half the error. But those true means can be had without playing at all.
#
# **On paper.** The value of a position under random play is: at the end of the game the reward, otherwise *the average of the values after each legal move*. Work it out for this board, O to move:

# %%
from mctslib import TicTacToe

paper = TicTacToe.from_text("OXO/XXO/X..")
show_board(paper)

# %% [markdown]
# Cell 8 completes the right column: O wins, 1. Cell 7 leaves X only cell 8, and then the board is full without a line: a draw, ½. Both are equally likely, so the value for O is (1 + ½) / 2 = ¾.
#
# ### Exercise 2: the same for any board

# %% tags=["exercise"]
# hint: Two cases. state.is_terminal(): return state.rewards()[player]. Otherwise call the function itself for every state.apply(action), and average.
def random_value(state, player):
    """Exact mean reward of `player` when every move from here on is uniformly random."""
    # --- solution
    if state.is_terminal():
        return state.rewards()[player]
    values = [random_value(state.apply(action), player) for action in state.legal_actions()]
    return sum(values) / len(values)
    # --- end

# %%
from mctslib.exercises.ch08 import check_random_value

check_random_value(random_value)

# %% [markdown]
# `oracle.expected_value` does this with exact fractions and remembers every position it has seen; `flat_values` gives it for each move. So `flat_values` **is** flat Monte Carlo with infinitely many playouts.

# %%
from mctslib.oracle import expected_value, flat_values

expected_value(paper), {action: str(mean) for action, mean in flat_values(A.state).items()}

# %% [markdown]
# The first number is the one from your paper. The others are what flat Monte Carlo would find out about A.

# %%
assert expected_value(paper) == 3 / 4
assert max(flat_values(A.state), key=flat_values(A.state).get) == 0

# %% [markdown]
# ## Position A: certain, and wrong
#
# On A (O to move) the corner 0 has the best average of all, ½. Let O play it, and let X answer as well as possible:

# %%
from mctslib.oracle import optimal_actions, value

line = [0, 6, 8, 4, 1, 2]
film = [A.state]
for action in line:
    film.append(film[-1].apply(action))

# %% [markdown]
# Here is that game as a film strip:

# %%
from mctslib.draw import board_svg, film_strip

captions = ["O threatens 6", "X blocks and threatens 8", "O blocks and threatens 4"]
captions += ["X blocks and threatens 1 and 2", "O can block only one", "X wins"]
film_strip([board_svg(board, last=cell) for board, cell in zip(film[1:], line)], captions, height=110)

# %% [markdown]
# Each of X's answers is forced, and each makes a threat of its own, until two lines are open at once. A random X would rarely find these moves, and that is the point: **the average over all replies is not the best reply.** An opponent does not roll dice.
#
# More playouts cannot help. They bring the average closer to ½, and ½ is the wrong question.

# %%
assert film[-1].rewards() == (1.0, 0.0)
assert all(cell in optimal_actions(board) for cell, board in zip(line[1::2], film[1::2]))
assert value(A.state.apply(0), player=1) == 0 and value(A.state, player=1) == 1 / 2
assert expected_value(A.state.apply(0), player=1) == 1 / 2

# %% [markdown]
# ## How often does that happen?
#
# A **blunder** is a move that is worth less than the position was, under perfect play on both sides.
#
# ### Exercise 3: spot a blunder

# %% tags=["exercise"]
# hint: value(state) is for the player to move. After the move the other player is to move: ask for value(after, player).
def is_blunder(state, action):
    """True if `action` throws away value that perfect play would have kept."""
    # --- solution
    player = state.current_player
    return value(state.apply(action), player) < value(state)
    # --- end

# %%
from mctslib.exercises.ch08 import check_is_blunder

check_is_blunder(is_blunder)

# %% [markdown]
# Now count. In which positions are **all** the moves with the best random value blunders? (Where two tie and one of them is right, we are generous and let it pass.)

# %%
from mctslib.oracle import positions

def favourites(state):
    """The moves that infinitely many random playouts like best."""
    means = flat_values(state)
    return [action for action in means if means[action] == max(means.values())]

# %% [markdown]
# We ask that of every position that can come up, X moving first:

# %%
going_on = [state for state in positions(TicTacToe()) if not state.is_terminal()]
blunders = [state for state in going_on if not set(favourites(state)) & set(optimal_actions(state))]
len(going_on), len(blunders)

# %% [markdown]
# 70 of the 4,520. Many are the same position turned or mirrored, so let us count each shape once:

# %%
import numpy as np

def shape(state):
    """The same text for all eight turns and reflections of a board."""
    grid = np.array(list(state.cells())).reshape(3, 3)
    views = [np.rot90(g, turns) for g in (grid, grid.T) for turns in range(4)]
    return min("".join(view.ravel()) for view in views)

# %% [markdown]
# Positions of one shape share one entry:

# %%
shapes = {shape(state): state for state in blunders}
len(shapes)

# %% [markdown]
# Here are five of the ten, with the right moves in dashed frames:

# %%
from mctslib.draw import gallery

some = list(shapes.values())[:5]
words = [f"{'XO'[s.current_player]} to move: {favourites(s)[0]} is the trap" for s in some]
gallery([board_svg(s, highlight=optimal_actions(s)) for s in some], words, height=120)

# %% [markdown]
# Ten shapes do not sound like much, and most positions forgive. But a good opponent steers towards the ones that do not.

# %%
assert (len(going_on), len(blunders), len(shapes)) == (4520, 70, 10)
assert shape(A.state) in shapes

# %% [markdown]
# ## Position S: it cannot even tell
#
# In S, X must block at 3. What do random games say?

# %%
{action: str(mean) for action, mean in flat_values(S.state).items()}

# %% [markdown]
# An exact tie, ⅓ each, between the block at 3 and the useless 7. With *infinitely* many playouts flat Monte Carlo would have to toss a coin between a draw and a loss. The tree needs a hundred:

# %%
from mctslib import UCB1, search

on_s = [search(S.state, 100, seed=seed).action for seed in range(20)]
on_s.count(3)

# %% [markdown]
# All 20 seeds block.

# %%
means = flat_values(S.state)
assert means[3] == means[7] == max(means.values()) and 3 * means[3] == 1
assert value(S.state.apply(3), 0) == 1 / 2 and value(S.state.apply(7), 0) == 0
assert on_s == [3] * 20

# %% [markdown]
# **Checkpoint.** Why does a tree get right what infinitely many playouts get wrong?
#
# <details><summary>a) Its playouts are cleverer.</summary>
#
# No, they are the very same random games, made by the same function.</details>
# <details><summary>b) It makes more of them.</summary>
#
# No. We just let flat Monte Carlo have infinitely many.</details>
# <details><summary>c) Below the first move it goes where the replies are strong, so the averages slowly become averages over <i>good</i> play.</summary>
#
# Yes. Selection sends the opponent's visits to the opponent's best replies. Each average is then dominated by them, and moves from "what happens by chance" towards "what happens against a good player".</details>

# %% [markdown]
# ## Watch the averages move
#
# Same position A, same number of playouts, both methods. The thin lines are the exact values each should run to: random play on the left, perfect play on the right.

# %%
from mctslib.experiments import flat_history, tree_history

marks = [50 * 2**k for k in range(10)]
flat, tree = flat_history(A.state, marks, seed=0), tree_history(A.state, marks, seed=0, c=0.7)

# %% [markdown]
# Three moves are enough to see it: the trap 0 and the two right ones.

# %%
from mctslib import plots

chosen = [0, 2, 8]
by_chance = flat_values(A.state)
perfect = {action: value(A.state.apply(action), player=1) for action in chosen}
left, right = plots.panels()
for values, exact, title, ax in ((flat, by_chance, "random playouts", left), (tree, perfect, "MCTS", right)):
    plots.value_lines({a: values[a] for a in chosen}, marks, exact, correct=A.correct, title=title, ax=ax)
plots.picture(right)

# %% [markdown]
# On the left everything settles quickly, at the wrong order. On the right the two right moves climb to ½, and the corner sinks. It has not reached its exact value 0 even after 25,600 iterations: a move that looks bad is seldom visited, so its average is slow to forget. That does no harm, because only the order of the moves matters.

# %%
assert marks[-1] == 25600
assert flat[0][-1] > max(flat[2][-1], flat[8][-1]) + 0.1
assert min(tree[2][-1], tree[8][-1]) > 0.47 and 0.1 < tree[0][-1] < 0.3

# %% [markdown]
# ## Race them yourself
#
# Press **Race** to let both estimate a position, and **Play the match** to let them meet over whole games. Stop whenever you like; what was done so far stays.

# %%
from mctslib.widgets import Race

Race()

# %% [markdown]
# ## A fair fight
#
# To compare two players you must decide what they have in common. Four rules:
#
# 1. **Same budget.** One iteration of MCTS makes exactly one playout, so we give both the same number of playouts a move. (In *seconds* the tree costs a little extra; say which you mean.)
# 2. **Sides swapped.** In tic-tac-toe the first move is a big advantage.
# 3. **The same start and fixed seeds**, so that anybody can repeat it.
# 4. **An interval, not just a count.**
#
# `reuse=False` makes MCTS begin with an empty tree at every move, else it would bring earlier playouts along: more than its budget.

# %%
from mctslib.arena import match
from mctslib.players import FlatMonteCarlo, MCTSPlayer, PerfectPlayer

def fight(playouts, games=100):
    """MCTS against flat Monte Carlo with equal playouts a move."""
    tree = MCTSPlayer(playouts, tree_policy=UCB1(0.7), reuse=False)
    return match(tree, FlatMonteCarlo(playouts), games, progress=False)

# %% [markdown]
# Two matches, 100 playouts a move and 1,000:

# %%
small, large = fight(100), fight(1000)
print(small, large, sep="\n\n")

# %% [markdown]
# The shares in brackets are 95 % intervals; more about them in a moment. As a picture:

# %%
results = {"100 playouts": small, "1,000 playouts": large}
plots.picture(plots.match_bars(results, title="MCTS against random playouts"))

# %% [markdown]
# With 1,000 playouts a move MCTS wins 44, draws 56 and **loses none**. With 100 it loses some, all of them moving second: so few playouts leave room for bad luck. And the extra playouts do not help flat Monte Carlo: it loses at least as often with 1,000 as with 100. You cannot buy your way out of the wrong question.

# %%
assert (large.wins, large.draws, large.losses) == (44, 56, 0)
assert small.losses > 0 == small.first.losses
assert large.wins >= small.wins

# %% [markdown]
# ## How sure are we?
#
# No losses in 100 games. Is the chance of a loss zero? No: a player who loses one game in 50 also gets through 100 games unbeaten now and then.

# %%
0.98**100

# %% [markdown]
# About 13 % of the time. **Wilson's interval** gives all true shares *p* that fit what we saw, in the sense that |*p* − share| ≤ *z* √(*p* (1 − *p*) / *n*), with *z* = 1.96 for 95 %. Solved for *p*:
#
# $$\frac{s + \frac{z^2}{2n} \;\pm\; z\sqrt{\frac{s(1-s)}{n} + \frac{z^2}{4n^2}}}{1 + \frac{z^2}{n}}$$

# %%
low, high = large.interval("losses")
low, high

# %% [markdown]
# So the true share of losses may be anything up to 3.7 %. The win share is 44 %, with an interval from 35 to 54 %.

# %%
assert round(0.98**100, 2) == 0.13
assert low == 0 and round(high, 3) == 0.037
assert [round(100 * bound) for bound in large.interval("wins")] == [35, 54]

# %% [markdown]
# ### Exercise 4: the interval in four lines

# %% tags=["exercise"]
# hint: s = successes / games and w = z * z / games. The middle is s + w / 2; the square root is sqrt(s * (1 - s) / games + w / (4 * games)); divide both ends by 1 + w.
from math import sqrt

def wilson(successes, games, z=1.96):
    """(low, high): Wilson's interval for the true share of successes."""
    # --- solution
    s, w = successes / games, z * z / games
    half = z * sqrt(s * (1 - s) / games + w / (4 * games))
    return (s + w / 2 - half) / (1 + w), (s + w / 2 + half) / (1 + w)
    # --- end

# %%
from mctslib.exercises.ch08 import check_wilson

check_wilson(wilson)

# %% [markdown]
# ## The hardest opponent
#
# Beating flat Monte Carlo is nice; the real exam is the perfect player. Against it nobody wins, so only the losses count. We let "infinite" flat Monte Carlo sit the exam too: it simply plays its favourite.

# %%
class InfiniteFlat:
    """Flat Monte Carlo with infinitely many playouts."""

    name = "infinite flat"

    def choose(self, state, rng):
        return rng.choice(favourites(state))

# %% [markdown]
# Both against the perfect player, 100 games each: (wins, draws, losses).

# %%
thousand = MCTSPlayer(1000, tree_policy=UCB1(0.7), reuse=False, name="MCTS")
exam = {
    player.name: match(player, PerfectPlayer(), 100, progress=False)
    for player in (thousand, InfiniteFlat())
}
{name: (result.wins, result.draws, result.losses) for name, result in exam.items()}

# %% [markdown]
# MCTS with 1,000 iterations draws every game. Infinitely many random playouts lose one game in five, *all of them moving second*: there the traps are. In this exam a thousand playouts with a tree do better than infinitely many without one.

# %%
assert exam["MCTS"].draws == 100
lost = exam["infinite flat"]
assert lost.first.losses == 0 and 15 <= lost.second.losses == lost.losses <= 25

# %% [markdown]
# ## What the theorem says
#
# Kocsis and Szepesvári (2006) proved for UCT that, as the iterations go to infinity,
#
# - the value at the root converges to the value of perfect play, and
# - the probability that the move chosen is not optimal goes to zero.
#
# No amount of random playouts can promise that; position A is the proof. But the theorem speaks about the limit. Take the empty board, whose true value is ½, a draw:

# %%
from mctslib import Node

root, rng, history = Node(TicTacToe()), random.Random(0), {}
for mark in (1000, 5000, 10_000, 20_000, 50_000, 100_000):
    result = search(root, mark - root.visits, seed=rng, tree_policy=UCB1(0.7))
    history[mark] = result.value
    print(f"{mark:7,} iterations: value {result.value:.3f}, plays {result.action}")

# %% [markdown]
# Wait: did you notice that it first goes **up**, away from ½, and comes down only later? At 5,000 iterations X looks like winning nearly three games in four. X finds its attacks before O finds its defences. Someone who stops there writes "it does not converge". At 100,000 it is within 0.03 of the truth.

# %%
assert value(TicTacToe()) == 1 / 2
assert history[5000] > history[1000] and 0.7 < history[5000] < 0.75
assert abs(history[100_000] - 1 / 2) < 0.03

# %% [markdown]
# So remember both halves: the *value* converges, slowly; the *choice* is often right long before.
#
# What the theorem does **not** say:
# - how many iterations *you* need: there are positions, built to mislead, on which UCT needs absurdly many (Coquelin and Munos, 2007);
# - that any *c* will do: the proof wants one that fits the range of the rewards (chapter 07);
# - that each iteration makes the tree a little better: on A with *c* = 1.5 we saw it get worse first.

# %% [markdown]
# **Checkpoint.** A friend says: "My MCTS wins 95 of 100 games against random playouts, so it is correct." What do you answer?
#
# <details><summary>a) 95 % is convincing.</summary>
#
# Convincing that it is *better*. Even a search with a bug in it can beat an opponent that falls into every trap.</details>
# <details><summary>b) Show me the games against a perfect player, by side, with intervals.</summary>
#
# Yes. A weak opponent punishes nothing. And look at the two sides apart: moving first hides a lot.</details>
# <details><summary>c) Play 1,000 games instead of 100.</summary>
#
# That narrows the interval, but it answers the same weak question more precisely.</details>

# %% [markdown]
# ## Your predictions

# %%
from mctslib.exercises import score_prediction

why = "Averages over random replies mislead even without any bad luck."
score_prediction(my_blunders, len(blunders), why, within=30)

# %% [markdown]
# And the match:

# %%
why = "With a thousand playouts the tree sees the traps that flat Monte Carlo walks into."
score_prediction(my_losses, large.losses, why, within=3)

# %% [markdown]
# ## In practice
#
# <small>Flat Monte Carlo is not a straw man: with cards or dice, with a long future that nobody can look into, or with a move needed in a millisecond, averaging random games is a strong baseline and trivial to run in parallel. The first Monte Carlo Go program worked much like that (Brügmann, 1993). Always compare a new search with it first. And measure at equal *time* before you ship, because that is what the user pays.</small>
#
# ## Further reading
#
# - Brügmann (1993), *Monte Carlo Go*: random games as advice.
# - Kocsis and Szepesvári (2006), *Bandit based Monte-Carlo planning*: the theorem.
# - Coquelin and Munos (2007), *Bandit algorithms for tree search*: how slow it can be.
# - Browne et al. (2012), *A survey of Monte Carlo tree search methods*, sections 2.3 and 3.
# - Shah, Xie and Xu (2020), *Non-asymptotic analysis of Monte Carlo tree search*: what the first proof left open, and a repair.
# - Wilson (1927), *Probable inference, the law of succession, and statistical inference*.
#
# **Next:** chapter 09 measures strength: how many games are enough?
