# %% [markdown]
# # 08 · MCTS against random playouts
#
# **What you'll do.** You compare three ways to choose a move: random playouts without a tree, MCTS, and minimax.
#
# The first comparison uses position A, which you know from chapter 01. It is O's turn.

# %%
from mctslib.course import A
from mctslib.draw import show_board

show_board(A.state)

# %% [markdown]
# **What you'll learn.** Afterwards you can
# - *on paper:* compute the value of a position under perfect play,
# - write minimax, and explain how much work it takes,
# - compare two players fairly: with the same budget, with alternating first moves, and with an interval for each result,
# - measure how often a method fails on hundreds of unknown games,
# - explain what the convergence theorem promises, and what it does not promise.
#
# **What you'll need.** Flat Monte Carlo (chapter 01) and the four phases (chapters 03 and 04). &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## Predict first
#
# **Flat Monte Carlo** (chapter 01) tries each legal move with many random playouts and plays the move with the best average. It has no tree and no
# selection. The first question is about a match against MCTS:

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

losses = predict("08-losses")
losses

# %% [markdown]
# The second question is about many games and a growing number of playouts:

# %%
failures_guess = predict("08-failures")
failures_guess

# %% [markdown]
# ## Three ways to choose
#
# The picture below shows position A again. It is O's turn. The dashed frames mark the only two cells with which O keeps the draw.

# %%
from mctslib import TicTacToe, search

show_board(A.state, highlight=sorted(A.correct))

# %% [markdown]
# The first way is **flat Monte Carlo**, here with 5,000 playouts, which are divided equally among the moves. The next cell prints O's mean reward
# for each move:

# %%
from mctslib.arena import flat_search

estimates = flat_search(A.state, 5000, seed=0)  # action → (playouts, mean reward)
flat_values_of_a = {action: round(mean, 2) for action, (_, mean) in estimates.items()}
flat_values_of_a

# %% [markdown]
# Corner 0 has the highest mean, so flat Monte Carlo plays this corner, and the move loses. With other seeds flat Monte Carlo sometimes plays corner 6, which
# loses too. In ten runs it never chose a right move.
#
# The second way is **MCTS** with 5,000 iterations, which also make 5,000 random playouts. The next cell prints the chosen move, and each move's
# share of the visits:

# %%
tree = search(A.state, 5000, seed=0)
tree.action, {action: round(share, 2) for action, share in tree.distribution().items()}

# %% [markdown]
# MCTS chooses a right move here, and also with seeds 1 to 5.
#
# The third way uses no random numbers at all. **Minimax** looks at every continuation and assumes that both sides choose their best move.
#
# **On paper.** Here is the smallest example. In the position below it is O's turn, and two cells are free. What is the value of the position for O if both
# sides play perfectly?

# %%
paper = TicTacToe.from_text("OXO/XXO/X..")
show_board(paper)

# %% [markdown]
# Look at both moves:
#
# - O plays cell 8, which completes the right column. O's reward is 1.
# - O plays cell 7. Then X can only play 8, and the board is full. The game is a draw, so O's reward is ½.
#
# Under random play the value of the position is the *mean* of both rewards, ¾. Under perfect play O takes the better move, so the value is 1. When it
# is X's turn, X takes the move that is best for X, and this move is the worst for O.
#
# ### Exercise 1: minimax
# Write `minimax(state, player)`. It returns the reward of `player` (0 for X, 1 for O) if both sides play perfectly from `state` on. You need
# `state.is_terminal()`, `state.rewards()` (one number for each player), `state.current_player`, `state.legal_actions()` and `state.apply(action)`.


# %% tags=["exercise"]
# hint: There are two cases. If `state.is_terminal()`, return `state.rewards()[player]`. Otherwise collect `minimax(state.apply(action), player)` for every legal action. Return the largest value if `state.current_player == player`, and otherwise the smallest value.
def minimax(state, player):
    """Return the exact reward of `player` if both sides play perfectly from here on."""
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
# The library's `oracle.value` computes the same number and stores it for each position that it has evaluated:

# %%
from mctslib.oracle import flat_values, optimal_actions, positions, value

value(A.state), optimal_actions(A.state)

# %% [markdown]
# Minimax is exact, if it can finish. But it must examine *every* position that can still arise. How many different positions are there? And how
# many nodes does your `minimax` visit? It stores nothing, so it visits a position again when another order of moves leads there. The next cell counts
# both, from A and from the empty board:

# %%
from mctslib.checks import perft

starts = A.state, TicTacToe()
different = [len(list(positions(state))) for state in starts]
visited = [sum(perft(state, moves) for moves in range(10)) for state in starts]
different, visited

# %% [markdown]
# From the empty board 5,478 different positions can be reached, but your `minimax` visits 549,946 nodes. This takes a computer little time. But from the
# start of chess or Go, no modern computer would finish. You can stop a tree search after any iteration, and it will still have a move to play.
#
# ## Watch the averages
#
# We let each method run once on A, for up to 25,600 playouts.

# %%
from mctslib.course.ch08 import flat_history, tree_history

playouts = [50 * 2**k for k in range(10)]
flat_means = flat_history(A.state, playouts, seed=0)
tree_means = tree_history(A.state, playouts, seed=0, c=1)

# %% [markdown]
# The picture below shows the averages of three moves: corner 0 and the two right moves. The thin lines show exact values. In the left chart these are
# the values under random play, and in the right chart the values under perfect play.

# %%
from mctslib.course import plots
from mctslib.course.ch08 import averages_picture

averages_picture(flat_means, tree_means, playouts, moves=[0, 2, 8])

# %% [markdown]
# In the left chart all averages settle quickly, but in the wrong order. More playouts bring them closer to the values under random play. But these values
# are the wrong measure, because a good opponent does not choose moves at random.
#
# In the right chart the averages of the two right moves climb towards ½, and the average of the corner falls. Even at the end, the corner's average has not reached its
# exact value 0. The search seldom visits a move that looks bad, so the early rewards of the corner stay in its average for a long time. This error does
# no harm here, because only the order of the moves matters.

# %%
checkpoint("08-tree")

# %% [markdown]
# ## Race them yourself
#
# In the tool below, MCTS and random playouts have estimated position A with the same number of playouts. The short lines at the right of each chart
# are the exact values. Right moves have black lines. A wrong move that a method would play has a red line. <span class="with-python">Move the
# slider to see the estimates after fewer playouts. Press **Play it as a match** to let MCTS play whole games. You can stop the match at any time
# and keep the games played so far.</span>

# %%
from mctslib.course.ch08 import Race

Race()

# %% [markdown]
# ## A fair match
#
# To compare two players you must decide which conditions are the same for both. We use four rules:
#
# 1. **Same budget.** One iteration of MCTS makes exactly one playout (of no moves if the game is already over). So both players get the same number
#   of playouts per move. The tree takes a little extra *time*, so say which budget you mean.
# 2. **Alternating first moves.** In tic-tac-toe the first move is a big advantage.
# 3. **The same start and fixed seeds.** Then the match can be repeated.
# 4. **An interval beside each count.** The interval contains all true shares that are compatible with the result. Chapter 09 derives it.
#
# `reuse=False` makes MCTS begin with an empty tree at every move. Otherwise MCTS would keep earlier playouts, and so use more than its budget.

# %%
from mctslib.arena import match
from mctslib.arena import FlatMonteCarlo, MCTSPlayer, PerfectPlayer
from mctslib.course import budget


def equal_match(playouts, games=budget(100, 20, "games")):
    """Return a match of MCTS and flat Monte Carlo with the same number of playouts per move."""
    return match(MCTSPlayer(playouts, reuse=False), FlatMonteCarlo(playouts), games, progress=False)


# %% [markdown]
# We play two matches, with 100 playouts per move and with 1,000 playouts per move. The numbers in brackets are 95% intervals:

# %%
small, large = equal_match(100), equal_match(1000)
print(small, large, sep="\n\n")
results = {"100 playouts": small, "1,000 playouts": large}
plots.picture(plots.match_bars(results, title="MCTS against random playouts"))

# %% [markdown]
# With 1,000 playouts per move MCTS wins 44 games, draws 56 and loses none. With 100 playouts it loses 17, and it moved second in all but one of
# these games. With so few playouts, bad luck can still decide which move is chosen.
#
# MCTS lost no game, but this does not mean that it cannot lose. The interval contains true shares of losses up to 3.7%.
#
# ## The hardest opponent
#
# In tic-tac-toe no player can win against minimax, so only the losses count. We let two players play against minimax: MCTS, and flat Monte Carlo with
# *infinitely* many playouts. The second player needs no playouts, because it plays the move with the best exact value under random play.


# %%
def favourites(state):
    """Return the moves with the best exact value under random play."""
    means = flat_values(state)
    return [action for action in means if means[action] == max(means.values())]


class InfiniteFlat:
    """A player that moves as flat Monte Carlo with infinitely many playouts would."""

    name = "infinite flat"

    def choose(self, state, rng):
        return rng.choice(favourites(state))


# %% [markdown]
# Each of the two players plays 100 games against minimax. The next cell prints the wins, draws and losses of MCTS, and then of flat Monte Carlo:

# %%
games_each = budget(100, 30, "games")
mcts = MCTSPlayer(1000, reuse=False, name="MCTS")
mcts_match = match(mcts, PerfectPlayer(), games_each, progress=False)
flat_match = match(InfiniteFlat(), PerfectPlayer(), games_each, progress=False)
tuple(mcts_match.total), tuple(flat_match.total)

# %% [markdown]
# MCTS with 1,000 iterations loses 3 games. Flat Monte Carlo with infinitely many playouts loses 19. *Both lost only games in which they moved
# second.* The next cell prints the 95% intervals of both shares of losses:

# %%
mcts_match.interval("losses"), flat_match.interval("losses")

# %% [markdown]
# The intervals do not overlap. So in these games a thousand playouts with a tree did better than infinitely many playouts without a tree.
#
# ## Two hundred unknown games
#
# Perhaps tic-tac-toe is a special case. Kocsis and Szepesvári (2006) tested UCT on **P-games**, which are random games without a board. Every move
# has a hidden number. The numbers of the first player's moves are added to a sum, and the numbers of the second player's moves are subtracted. If
# the sum at the end is above 0, the first player has won. Each seed gives a different game. The next cell plays four moves of one game:

# %%
from mctslib.course.ch08 import PGame

game = PGame(seed=1, branching=8, depth=4)
for action in (3, 0, 5, 2):
    game = game.apply(action)
    print(game)

# %% [markdown]
# A game has eight choices at each of four moves, so there are 4,096 ways to play. This is few enough for minimax to find the right first moves.
# (The paper's games were longer.) In many of these games every first move is right. We keep 200 games in which at least one first move is wrong. Each entry
# of `games` is a pair: a game, and the set of its right first moves.

# %%
from mctslib.course.ch08 import games_with_a_choice

games = games_with_a_choice(budget(200, 60, "games"), branching=8, depth=4)
first_game, right_moves = games[0]
first_game, sorted(right_moves)

# %% [markdown]
# In the first game only move 3 is right. The **failure rate** of a method is the share of games in which its first move is wrong. For example, if a
# method chooses a wrong move in 2 of 8 games, its failure rate is 2 / 8 = 0.25.
#
# ### Exercise 2: the failure rate
# Write `failure_rate(pick, games)`. The function `pick` takes a game and returns a move. `games` is a list of pairs as above.


# %% tags=["exercise"]
# hint: `sum(pick(game) not in right for game, right in games)` counts the wrong moves. Divide by `len(games)`.
def failure_rate(pick, games):
    """Return the share of the games, from 0 to 1, in which the move pick(game) is wrong."""
    # --- solution
    return sum(pick(game) not in right for game, right in games) / len(games)
    # --- end


# %%
from mctslib.course.ch08 import check_failure_rate

check_failure_rate(failure_rate)

# %% [markdown]
# How does the failure rate change with the budget? For each game, `tree_results` grows one tree. After 10, 30, 100, … iterations it tests whether
# the tree would choose a right move. `count_wrong` counts the games with a wrong move, for each budget:

# %%
from mctslib.course.ch08 import count_wrong, tree_results

budgets = [10, 30, 100, 300, 1000, 3000]
tree_right = tree_results(games, budgets)
tree_wrong = count_wrong(tree_right)
tree_wrong

# %% [markdown]
# The next cell counts the games in which flat Monte Carlo chooses a wrong move. It also counts the games in which infinitely many playouts choose a wrong move. The second number can be
# computed without playouts:

# %%
from mctslib.course.ch08 import flat_results, wrong_in_the_limit

flat_right = flat_results(games, budgets)
flat_wrong = count_wrong(flat_right)
infinite_wrong = wrong_in_the_limit(games)
flat_wrong, infinite_wrong

# %% [markdown]
# The picture below shows these counts as shares of all games. The vertical bars are 95% intervals.

# %%
infinite = [infinite_wrong] * len(budgets)
wrong = {"MCTS": tree_wrong, "flat": flat_wrong, "flat, infinite": infinite}
title = f"{len(games)} P-games: how often is the first move wrong?"
plots.picture(plots.rate_lines(wrong, budgets, len(games), title=title))

# %% [markdown]
# With 100 playouts the bars of MCTS and flat Monte Carlo overlap, but this alone does not show that the methods are equally good. Both methods played the
# *same* games. So we leave out the games in which both are right and the games in which both are wrong. The next cell counts, for each budget, the
# games in which only MCTS is right and the games in which only flat Monte Carlo is right. It then prints the 95% interval for MCTS's share of all
# these games:

# %%
from mctslib.arena import wilson
from mctslib.course.ch08 import only_one_right

only_right = only_one_right(tree_right, flat_right)
for playouts_made, (tree_only, flat_only) in zip(budgets, only_right):
    low, high = wilson(tree_only, tree_only + flat_only)
    print(f"{playouts_made:5,} playouts: {tree_only:2} to {flat_only:2}, {low:.0%} to {high:.0%}")

# %% [markdown]
# With 100 playouts only MCTS is right in 39 games, and only flat Monte Carlo in 22. The interval, 51 to 75%, just excludes one half. But we made
# six comparisons, and among six comparisons of equal methods one such result would be no surprise. With 300 playouts the counts are 42 and 9, and
# the interval is 70 to 90%. This difference is clear.
#
# With 100, 300, 1,000 and 3,000 playouts, the number of games in which MCTS is wrong falls from 57 to 30, then to 1 and then to 0. Flat Monte Carlo stays on a
# **plateau**: it is wrong in 49 games, a quarter of all games. More playouts do not help, because even with infinitely many playouts flat Monte Carlo is wrong in the same number of games.
#
# Now compare the cost with that of minimax. Minimax examines 4,096 ends of a game and is exact, and MCTS needed 3,000 playouts. In such a small game
# the tree saves little. A tree helps when the game is too large for minimax to finish.

# %% [markdown]
# ## What the theorem says
#
# Kocsis and Szepesvári (2006) proved a theorem about UCT that explains the picture. As the number of iterations goes to infinity,
#
# - the value at the root converges to the value under perfect play, and
# - the probability that the chosen move is wrong goes to zero.
#
# Shah, Xie and Xu (2020) found a gap in the proof. They closed it for an exploration term that grows like a power of *N* instead of a logarithm.
#
# For flat Monte Carlo no such theorem can be true, as the plateau shows. But note the words "goes to infinity". In some games that were constructed to mislead the search,
# UCT needs extremely many iterations (Coquelin and Munos, 2007). And in chapter 06 a value first moved *away* from the truth for thousands of
# iterations.
#
# ### Exercise 3: what is promised?
#
# Which of these statements does the theorem promise for UCT, if *c* fits the rewards?
#
# - **a)** If the search runs long enough, the mean reward at the root comes as close to the value under perfect play as you like.
# - **b)** A million iterations are enough for your own game.
# - **c)** The probability that the chosen move is wrong becomes as small as you like.
# - **d)** Every further iteration brings the value closer to the truth.
# - **e)** All this is true for any *c*, even for 0.
# - **f)** Flat Monte Carlo with enough playouts has the same guarantee.
#
# Replace each `...` in the next cell by `True` or `False`.

# %% tags=["exercise"]
# hint: The theorem has two parts, both about the limit, and one condition on *c*.
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
why = "With a thousand playouts per move MCTS lost no game."
score_prediction(losses, large.losses, why, within=3)

# %% [markdown]
# And the second prediction:

# %%
why = "More playouts remove the luck, but the average of random games remains the wrong measure."
score_prediction(failures_guess, "It falls at first, and then remains well above zero.", why)

# %% [markdown]
# ## In practice
#
# - **Flat Monte Carlo has its uses.** In games with cards or dice, or if a move must be found within a millisecond, it is a strong baseline. It is also easy to run in
#   parallel. The first Monte Carlo Go program also used random games to choose its moves (Brügmann, 1993).
# - **Minimax has its uses, too.** With a good evaluation and with alpha-beta pruning, which skips positions that cannot matter, it was the best
#   method for chess for decades.
# - **Compare a new search with both.** Give all of them the same *time*, because time is what the user pays.
#
# ## Further reading
#
# - Brügmann (1993), *Monte Carlo Go*: the average of random games as advice.
# - Kocsis and Szepesvári (2006), *Bandit based Monte-Carlo planning*: the theorem, and P-games in section 3.1.
# - Smith and Nau (1994), *An analysis of forward pruning*: where P-games come from.
# - Coquelin and Munos (2007), *Bandit algorithms for tree search*: how slow UCT can be.
# - Shah, Xie and Xu (2020), *Non-asymptotic analysis of Monte Carlo tree search*: the gap in the proof, and its repair.
#
# **Next:** chapter 09 measures strength, and computes how many games are enough.

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
claim("In ten runs it never", len(means))
assert value(A.state.apply(0), 1) == value(A.state.apply(6), 1) == 0
assert all(search(A.state, 5000, seed=seed).action in A.correct for seed in range(1, 6))
claim(
    "5,478 different positions can be reached, but your `minimax` visits 549,946 nodes",
    different[1],
    visited[1],
)
claim("O's reward is 1", value(paper.apply(8), 1))
claim(
    "O's reward is ½. Under random play the value of the position is the *mean* of both rewards, ¾",
    value(paper.apply(7), 1),
    sum(flat_values(paper).values()) / 2,
)
claim("so the value is 1", value(paper))

# %%
claim("up to 25,600 playouts", playouts[-1])
assert flat_means[0][-1] > max(flat_means[2][-1], flat_means[8][-1]) + 0.1
assert min(tree_means[2][-1], tree_means[8][-1]) > 0.47 and 0.1 < tree_means[0][-1] < 0.3
claim("the two right moves climb towards ½", value(A.state.apply(2), player=1))
claim("its exact value 0", value(A.state.apply(0), player=1))
assert large.losses == 0 and small.first.losses < small.second.losses

# %%
assert mcts_match.first.losses == flat_match.first.losses == mcts_match.wins == flat_match.wins == 0
ends = games[0][0].branching ** games[0][0].depth
claim("only move 3 is right", *right_moves)
claim("4,096 ways to play", ends)
claim("Minimax examines 4,096 ends", ends)
claim("95%", 2 * NormalDist().cdf(Z95) - 1)
assert tree_wrong[2] > tree_wrong[3] > tree_wrong[5] == 0 and only_right[3][0] > only_right[3][1]
wrong_moves = [1, 1, 0, 0, 0, 0, 0, 0]
claim(
    "a wrong move in 2 of 8 games, its failure rate is 2 / 8 = 0.25",
    *[sum(wrong_moves), len(wrong_moves)] * 2,
    sum(wrong_moves) / len(wrong_moves),
)
assert min(infinite_wrong, flat_wrong[-1]) > len(games) / 10

# %%
from mctslib.course import in_full

if in_full():  # results of the full number of games
    claim("wins 44 games, draws 56 and loses none", large.wins, large.draws)
    claim(
        "it loses 17, and it moved second in all but one of these games",
        small.losses,
        small.first.losses,
    )
    claim("true shares of losses up to 3.7%", large.interval("losses")[1])
    claim(
        "loses 3 games. Flat Monte Carlo with infinitely many playouts loses 19",
        mcts_match.losses,
        flat_match.losses,
    )
    assert mcts_match.interval("losses")[1] < flat_match.interval("losses")[0]
    claim(
        "With 100, 300, 1,000 and 3,000 playouts, the number of games in which MCTS is wrong falls from 57 to 30, then to 1 and then to 0",
        *budgets[2:6],
        *tree_wrong[2:6],
    )
    claim(
        "only MCTS is right in 39 games, and only flat Monte Carlo in 22. The interval, 51 to 75%",
        *only_right[2],
        *wilson(39, 39 + 22),
    )
    claim(
        "With 300 playouts the counts are 42 and 9, and the interval is 70 to 90%",
        300,
        *only_right[3],
        *wilson(42, 42 + 9),
    )
    claim("we made six comparisons", len(budgets))
    claim("stays on a **plateau**: it is wrong in 49 games", infinite_wrong)
    assert 0.2 < infinite_wrong / len(games) < 0.3 and flat_wrong[-1] == infinite_wrong
    decided = [wilson(max(pair), sum(pair))[0] > 0.5 for pair in only_right]
    assert decided == [False] * 2 + [True] * 4
    bars = [
        (wilson(tree, 200)[1], wilson(flat_, 200)[0]) for tree, flat_ in zip(tree_wrong, flat_wrong)
    ]
    assert [high > low for high, low in bars] == [True] * 3 + [False] * 3
