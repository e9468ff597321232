# %% [markdown]
# # 08 · MCTS against random playouts
#
# **What you'll do.** Put three ways to choose a move side by side: random playouts without a tree, MCTS, and minimax.
#
# This is the position, O to move. It is called A.

# %%
from mctslib.course import A
from mctslib.draw import show_board

show_board(A.state)

# %% [markdown]
# **What you'll learn.**
# - *On paper:* the value of a position under perfect play.
# - Write minimax, and say what it costs.
# - Compare two players fairly: same budget, sides swapped, an interval beside each result.
# - Measure how often a method fails, on hundreds of games nobody has seen before.
# - Say what the convergence theorem promises, and what it does not.
#
# **What you'll need.** Flat Monte Carlo (chapter 01) and the four phases (chapters 03 and 04). &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## Predict first
#
# **Flat Monte Carlo**, from chapter 01, tries each legal move with many random playouts and plays the move with the best average. No tree, no selection. Let it meet MCTS:

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

losses = predict("08-losses")
losses

# %% [markdown]
# The second question is about many games, and a growing number of playouts:

# %%
plateau = predict("08-plateau")
plateau

# %% [markdown]
# ## Three ways to choose
#
# Position A, O to move. Only the two cells in dashed frames hold the draw.

# %%
from mctslib import TicTacToe, search

show_board(A.state, highlight=sorted(A.correct))

# %% [markdown]
# **Flat Monte Carlo** with 5,000 playouts, dealt to the moves in turn. Per move, the mean reward of O:

# %%
from mctslib.arena import flat_search

estimates = flat_search(A.state, 5000, seed=0)  # action → (playouts, mean reward)
flat_values_of_a = {action: round(mean, 2) for action, (_, mean) in estimates.items()}
flat_values_of_a

# %% [markdown]
# It likes the corner 0 best, and the corner loses. (With other seeds it is sometimes the corner 6, which loses too. In ten runs it was never a right move.) **MCTS** with 5,000 iterations, which also make 5,000 random playouts:

# %%
tree = search(A.state, 5000, seed=0)
tree.action, {action: round(share, 2) for action, share in tree.distribution().items()}

# %% [markdown]
# It gives one of the right moves most visits, and with seeds 1 to 5 it does so, too. The third way uses no chance at all. **Minimax** looks at every continuation and supposes that both sides choose their best.
#
# **On paper.** O to move:

# %%
paper = TicTacToe.from_text("OXO/XXO/X..")
show_board(paper)

# %% [markdown]
# Cell 8 completes the right column: reward 1 for O. Cell 7 leaves X only cell 8, and the board is full: a draw, ½. Under random play the position was worth the *mean*, ¾. Under perfect play O takes the better one, so it is worth 1. When it is X's turn, X takes what is best for X, which is worst for O.
#
# ### Exercise 1: minimax


# %% tags=["exercise"]
# hint: Two cases. state.is_terminal(): return state.rewards()[player]. Otherwise collect minimax(state.apply(action), player) for every legal action; take the max if state.current_player == player, else the min.
def minimax(state, player):
    """Exact reward of `player` if both sides play perfectly from here on."""
    # --- solution
    if state.is_terminal():
        return state.rewards()[player]
    values = [minimax(state.apply(action), player) for action in state.legal_actions()]
    return max(values) if state.current_player == player else min(values)
    # --- end


# %%
from mctslib.course.ch08 import check_minimax

check_minimax(minimax)

# %% [markdown]
# `oracle.value` does the same and remembers each position it has seen:

# %%
from mctslib.oracle import flat_values, optimal_actions, positions, value

value(A.state), optimal_actions(A.state)

# %% [markdown]
# If it comes to an end, minimax is exact. Its price: it must look at *every* position that can still come up. How many different ones are there? And how many nodes does your `minimax` visit, which remembers nothing and meets the same position again after other orders of moves? From A, and from the empty board:

# %%
from mctslib.checks import perft

starts = A.state, TicTacToe()
different = [len(list(positions(state))) for state in starts]
visited = [sum(perft(state, moves) for moves in range(10)) for state in starts]
different, visited

# %% [markdown]
# From the empty board 5,478 different positions, and 549,946 nodes: little for a computer. From the start of chess or Go no computer of today would finish. A tree search can be stopped after any iteration, and then has a move to play.
#
# ## Watch the averages move
#
# One run of each on A, up to 25,600 playouts. The thin lines are the exact values: those of random play on the left, those of minimax on the right.

# %%
from mctslib.course.ch08 import flat_history, tree_history

playouts = [50 * 2**k for k in range(10)]
flat_means = flat_history(A.state, playouts, seed=0)
tree_means = tree_history(A.state, playouts, seed=0, c=1)

# %% [markdown]
# Three moves are enough to see it: the trap 0, and the two right ones.

# %%
from mctslib.course import plots

chosen = [0, 2, 8]
by_chance = flat_values(A.state)
perfect = {action: value(A.state.apply(action), player=1) for action in chosen}
left, right = plots.panels()


def draw_values(means, exact, title, ax):
    shown = {action: means[action] for action in chosen}
    plots.value_lines(shown, playouts, exact, correct=A.correct, title=title, ax=ax)


draw_values(flat_means, by_chance, "random playouts", left)
draw_values(tree_means, perfect, "MCTS", right)
plots.picture(right)

# %% [markdown]
# On the left everything settles quickly, in the wrong order. More playouts bring the averages closer to random play's values, and those are the answer to the wrong question: an opponent does not roll dice. On the right the two right moves climb towards ½, and the corner sinks. It has not reached its exact value 0 even at the end: a move that looks bad is seldom visited, so its average is slow to forget. That does no harm, because only the order matters.

# %%
checkpoint("08-tree")

# %% [markdown]
# ## Race them yourself
#
# Below, MCTS and random playouts have estimated position A with the same number of playouts. The short lines at the right of each chart are the exact values. Right moves are black lines, and a wrong move
# that a method would play is red. <span class="with-python">Move the slider to see the estimates after fewer playouts. Press **Play it as a match** to let MCTS play whole games. You can stop at any time; what was done so far stays.</span>

# %%
from mctslib.course.ch08 import Race

Race()

# %% [markdown]
# ## A fair fight
#
# To compare two players you must decide what they have in common. Four rules:
#
# 1. **Same budget.** One iteration of MCTS makes exactly one playout (of no moves, where the game is over already), so both get the same number of playouts a move. (In *seconds* the tree costs a little extra; say which you mean.)
# 2. **Sides swapped.** In tic-tac-toe the first move is a big advantage.
# 3. **The same start and fixed seeds**, so that anybody can repeat it.
# 4. **An interval, not just a count**: all the true shares that fit what was seen. Chapter 09 derives it.
#
# `reuse=False` makes MCTS begin with an empty tree at every move, else it would bring earlier playouts along: more than its budget.

# %%
from mctslib.arena import match
from mctslib.arena import FlatMonteCarlo, MCTSPlayer, PerfectPlayer
from mctslib.course import budget


def fight(playouts, games=budget(100, 20, "games")):
    """MCTS against flat Monte Carlo with equal playouts a move."""
    return match(MCTSPlayer(playouts, reuse=False), FlatMonteCarlo(playouts), games, progress=False)


# %% [markdown]
# Two matches, with 100 playouts a move and with 1,000; in brackets the 95 % intervals:

# %%
small, large = fight(100), fight(1000)
print(small, large, sep="\n\n")
results = {"100 playouts": small, "1,000 playouts": large}
plots.picture(plots.match_bars(results, title="MCTS against random playouts"))

# %% [markdown]
# With 1,000 playouts a move MCTS wins 44, draws 56 and loses none. With 100 it loses 17, all but one of them moving second: so few playouts leave room for bad luck.
#
# "Loses none" is not "never loses". By the interval, a true share of losses up to 3.7 % would fit as well.
#
# ## The hardest opponent
#
# In tic-tac-toe nobody can win against minimax, so only the losses count. Flat Monte Carlo with *infinitely* many playouts may sit the exam too: it plays the move with the best exact value under random play.


# %%
def favourites(state):
    """The moves that infinitely many random playouts like best."""
    means = flat_values(state)
    return [action for action in means if means[action] == max(means.values())]


class InfiniteFlat:
    """Flat Monte Carlo with infinitely many playouts."""

    name = "infinite flat"

    def choose(self, state, rng):
        return rng.choice(favourites(state))


# %% [markdown]
# Both against minimax, 100 games each: (wins, draws, losses).

# %%
exam_games = budget(100, 30, "games")
mcts = MCTSPlayer(1000, reuse=False, name="MCTS")
mcts_exam = match(mcts, PerfectPlayer(), exam_games, progress=False)
flat_exam = match(InfiniteFlat(), PerfectPlayer(), exam_games, progress=False)
tuple(mcts_exam.total), tuple(flat_exam.total)

# %% [markdown]
# MCTS with 1,000 iterations loses 3 games, infinitely many random playouts lose 19, *all of them moving second*: there the traps are. The intervals do not even touch. A thousand playouts with a tree do better than infinitely many without one.

# %%
mcts_exam.interval("losses"), flat_exam.interval("losses")

# %% [markdown]
# ## Two hundred games nobody has seen
#
# Perhaps that is a whim of tic-tac-toe. Kocsis and Szepesvári (2006) tested UCT on **P-games**: random games without a board. Every move has a hidden number; the first player's numbers count as plus, the second player's as minus. At the end the sum decides: above 0 the first player has won. As many different games as you like, one for every seed.

# %%
from mctslib.course.ch08 import PGame

game = PGame(seed=1, branching=8, depth=4)
for action in (3, 0, 5, 2):
    game = game.apply(action)
    print(game)

# %% [markdown]
# Eight choices, four moves: 4,096 ways to play, so minimax can say which first moves are right. (The paper's games were longer.) In many games every first move is right; we keep 200 in which one can go wrong.

# %%
from mctslib.course.ch08 import games_with_a_choice

games = games_with_a_choice(budget(200, 60, "games"), branching=8, depth=4)
first_game, right_moves = games[0]
first_game, sorted(right_moves)

# %% [markdown]
# In the first of them only move 3 is right. The **failure rate** of a method is the share of these games in which its first move is wrong.
#
# ### Exercise 2: the failure rate


# %% tags=["exercise"]
# hint: sum(pick(game) not in right for game, right in games) counts the wrong moves; divide by len(games).
def failure_rate(pick, games):
    """Share of the (game, right moves) in which the move pick(game) is not a right one."""
    # --- solution
    return sum(pick(game) not in right for game, right in games) / len(games)
    # --- end


# %%
from mctslib.course.ch08 import check_failure_rate

check_failure_rate(failure_rate)

# %% [markdown]
# To see the rate at several budgets we let one tree per game grow from budget to budget, look each time whether it would move right (`tree_results` does that), and count the games in which it is wrong:

# %%
from mctslib.course.ch08 import count_wrong, tree_results

budgets = [10, 30, 100, 300, 1000, 3000]
tree_right = tree_results(games, budgets)
tree_wrong = count_wrong(tree_right)
tree_wrong

# %% [markdown]
# The same for flat Monte Carlo, and for infinitely many playouts (without playing one):

# %%
from mctslib.course.ch08 import flat_results, wrong_in_the_limit

flat_right = flat_results(games, budgets)
flat_wrong = count_wrong(flat_right)
infinite_wrong = wrong_in_the_limit(games)
flat_wrong, infinite_wrong

# %% [markdown]
# The picture below shows the shares; the upright bars are 95 % intervals.

# %%
infinite = [infinite_wrong] * len(budgets)
wrong = {"MCTS": tree_wrong, "flat": flat_wrong, "flat, infinite": infinite}
title = f"{len(games)} P-games: how often is the first move wrong?"
plots.picture(plots.rate_lines(wrong, budgets, len(games), title=title))

# %% [markdown]
# With 100 playouts the bars still overlap, but that decides nothing. Both sat the *same* games, so leave out those in which both are right or both wrong. For each budget: in how many games is only MCTS right, in how many only flat Monte Carlo? And the first number as a share of both, with its 95 % interval:

# %%
from mctslib.arena import wilson
from mctslib.course.ch08 import only_one_right

only_right = only_one_right(tree_right, flat_right)
for playouts_made, (tree_only, flat_only) in zip(budgets, only_right):
    low, high = wilson(tree_only, tree_only + flat_only)
    print(f"{playouts_made:5,} playouts: {tree_only:2} to {flat_only:2}, {low:.0%} to {high:.0%}")

# %% [markdown]
# With 100 playouts only MCTS is right 39 times, only flat Monte Carlo 22 times. The interval, 51 to 75 %, just leaves out one half; but we looked at six budgets, and in one of six looks at equal methods such a result would be no surprise. With 300 playouts it is 42 to 9 (70 to 90 %): that is clear. From 100 playouts to 3,000 MCTS falls from 57 games wrong to 30, to 1, to none. Flat Monte Carlo flattens out on its **plateau**, 49 games, a quarter of them all, and more playouts do not get it off: infinitely many are wrong in as many games.
#
# Be fair to minimax, too: it looks at 4,096 ends and is exact, while MCTS needed 3,000 playouts. In a game as small as this the tree saves little. It pays where the game is too large to finish.

# %% [markdown]
# ## What the theorem says
#
# What the picture shows is a theorem of Kocsis and Szepesvári (2006). For UCT, as the iterations go to infinity,
#
# - the value at the root converges to the value of perfect play, and
# - the probability that the chosen move is wrong goes to zero.
#
# (Shah, Xie and Xu, 2020, found a gap in the proof, and closed it for an exploration term that grows like a power of *N* instead of a logarithm.)
#
# For flat Monte Carlo no such theorem can be true: you have seen the plateau. But mind the words "to infinity". There are games, built to mislead, on which UCT needs absurdly many iterations (Coquelin and Munos, 2007), and chapter 06 shows a value that moves *away* from the truth for thousands of iterations first.
#
# ### Exercise 3: what is promised?
#
# Which of these does the theorem promise for UCT, with a *c* that fits the rewards?
#
# - **a)** Search long enough, and the mean reward at the root comes as close to the value of perfect play as you like.
# - **b)** A million iterations are enough for a game of my own.
# - **c)** The chance that the chosen move is wrong becomes as small as you like.
# - **d)** Every further iteration brings the value closer to the truth.
# - **e)** All this holds for any *c*, also for 0.
# - **f)** Flat Monte Carlo with enough playouts has the same guarantee.

# %% tags=["exercise"]
# hint: The theorem has two parts, both about the limit, and one condition.
# --- solution
promised = {"a": True, "b": False, "c": True, "d": False, "e": False, "f": False}
# --- stub
# promised = {"a": ..., "b": ..., "c": ..., "d": ..., "e": ..., "f": ...}  # True or False
# --- end

# %%
from mctslib.course.ch08 import check_theorem

check_theorem(promised)

# %%
checkpoint("08-friend")

# %% [markdown]
# ## Your predictions

# %%
why = "With a thousand playouts the tree sees the traps that flat Monte Carlo walks into."
score_prediction(losses, large.losses, why, within=3)

# %% [markdown]
# And the plateau:

# %%
why = "Luck goes away with more playouts; the wrong question stays."
score_prediction(plateau, "It falls at first, then stays well above zero.", why)

# %% [markdown]
# ## In practice
#
# <small>Flat Monte Carlo is not a straw man: with cards or dice, with a future that nobody can look into, or with a move needed in a millisecond, averaging random games is a strong baseline and trivial to run in parallel. The first Monte Carlo Go program, too, let random games choose its moves (Brügmann, 1993). Nor is minimax: with alpha-beta pruning, which skips what cannot matter, and a good evaluation it ruled chess for decades. Compare a new search with both, and at equal *time*, because that is what the user pays.</small>
#
# ## Further reading
#
# - Brügmann (1993), *Monte Carlo Go*: random games as advice.
# - Kocsis and Szepesvári (2006), *Bandit based Monte-Carlo planning*: the theorem, and P-games in section 3.1.
# - Smith and Nau (1994), *An analysis of forward pruning*: where P-games come from.
# - Coquelin and Munos (2007), *Bandit algorithms for tree search*: how slow it can be.
# - Shah, Xie and Xu (2020), *Non-asymptotic analysis of Monte Carlo tree search*: the gap, and the repair.
#
# **Next:** chapter 09 measures strength: how many games are enough?

# %%
summary("08")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from statistics import NormalDist

from mctslib.arena import Z95

assert max(flat_values_of_a, key=flat_values_of_a.get) == 0 and tree.action in A.correct
means = [flat_search(A.state, 5000, seed=seed) for seed in range(10)]
assert {max(one, key=lambda action: one[action][1]) for one in means} == {0, 6}
claim("In ten runs it was never", len(means))
assert value(A.state.apply(0), 1) == value(A.state.apply(6), 1) == 0
assert all(search(A.state, 5000, seed=seed).action in A.correct for seed in range(1, 6))
claim("From the empty board 5,478 different positions, and 549,946 nodes", different[1], visited[1])
claim("reward 1 for O", value(paper.apply(8), 1))
claim(
    "a draw, ½. Under random play the position was worth the *mean*, ¾",
    value(paper.apply(7), 1),
    sum(flat_values(paper).values()) / 2,
)
claim("so it is worth 1", value(paper))

# %%
claim("up to 25,600 playouts", playouts[-1])
assert flat_means[0][-1] > max(flat_means[2][-1], flat_means[8][-1]) + 0.1
assert min(tree_means[2][-1], tree_means[8][-1]) > 0.47 and 0.1 < tree_means[0][-1] < 0.3
claim("the two right moves climb towards ½", perfect[2])
claim("its exact value 0", perfect[0])
assert large.losses == 0 and small.first.losses < small.second.losses

# %%
assert mcts_exam.first.losses == flat_exam.first.losses == mcts_exam.wins == flat_exam.wins == 0
ends = games[0][0].branching ** games[0][0].depth
claim("only move 3 is right", *right_moves)
claim("4,096 ways to play", ends)
claim("it looks at 4,096 ends", ends)
claim("95 %", 2 * NormalDist().cdf(Z95) - 1)
assert tree_wrong[2] > tree_wrong[3] > tree_wrong[5] == 0 and only_right[3][0] > only_right[3][1]
assert min(infinite_wrong, flat_wrong[-1]) > len(games) / 10

# %%
from mctslib.course import in_full

if in_full():  # what so many games gave
    claim("wins 44, draws 56 and loses none", large.wins, large.draws)
    claim("it loses 17, all but one of them moving second", small.losses, small.first.losses)
    claim("up to 3.7 % would fit", large.interval("losses")[1])
    claim(
        "loses 3 games, infinitely many random playouts lose 19", mcts_exam.losses, flat_exam.losses
    )
    assert mcts_exam.interval("losses")[1] < flat_exam.interval("losses")[0]
    claim(
        "From 100 playouts to 3,000 MCTS falls from 57 games wrong to 30, to 1, to none",
        budgets[2],
        3000,
        *tree_wrong[2:5],
    )
    claim(
        "only MCTS is right 39 times, only flat Monte Carlo 22 times. The interval, 51 to 75 %",
        *only_right[2],
        *wilson(39, 39 + 22),
    )
    claim("With 300 playouts it is 42 to 9 (70 to 90 %)", 300, *only_right[3], *wilson(42, 42 + 9))
    claim("we looked at six budgets", len(budgets))
    claim("its **plateau**, 49 games", infinite_wrong)
    assert 0.2 < infinite_wrong / len(games) < 0.3 and flat_wrong[-1] == infinite_wrong
    decided = [wilson(max(pair), sum(pair))[0] > 0.5 for pair in only_right]
    assert decided == [False] * 2 + [True] * 4
    bars = [
        (wilson(tree, 200)[1], wilson(flat_, 200)[0]) for tree, flat_ in zip(tree_wrong, flat_wrong)
    ]
    assert [high > low for high, low in bars] == [True] * 3 + [False] * 3
