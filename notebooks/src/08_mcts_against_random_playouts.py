# %% [markdown]
# # 08 · MCTS against random playouts
#
# Suppose that you could make *infinitely many* random playouts before each move. No computer can. But for tic-tac-toe we can compute what they would say: the exact mean of all random games. So here is a player with infinitely many playouts. It plays the move with the best mean, and meets a player who cannot lose. How many of 100 games does it lose?

# %%
from mctslib import TicTacToe, arena, search
from mctslib.course import A, budget, ch08, checkpoint, plots, predict, score_prediction, summary

games_each = budget(100, 30, "games")
flat_match = arena.match(ch08.InfiniteFlat(), arena.PerfectPlayer(), games_each, progress=False)
low, high = flat_match.interval("losses")
print(f"{flat_match.losses} of {flat_match.games} games lost, {low:.0%} to {high:.0%}")

# %% [markdown]
# It loses 19 of 100 games. We cannot blame bad luck for its means: they are exact. And how many does a tree search lose, with no more than a thousand playouts for each move?

# %%
mcts = arena.MCTSPlayer(1000, reuse=False, name="MCTS")
mcts_match = arena.match(mcts, arena.PerfectPlayer(), games_each, progress=False)
low, high = mcts_match.interval("losses")
print(f"{mcts_match.losses} of {mcts_match.games} games lost, {low:.0%} to {high:.0%}")

# %% [markdown]
# The tree search loses 3 games, and the intervals of the two shares of losses do not overlap. So a thousand playouts with a tree did better than infinitely many without one. (Both players lost only games in which they moved second.)
#
# What can a tree know that infinitely many games do not tell? And does a tree help outside tic-tac-toe, or have I picked the one game that flatters it?
#
# **What you'll need.** Flat Monte Carlo (chapter 01) and the four phases (chapters 03 and 04). &nbsp; **Time:** about 50 minutes.
#
# ## Three ways to choose
# We take position A once more. It is O's turn, and only the two framed cells keep the draw.

# %%
from mctslib.draw import show_board

show_board(A.state, highlight=sorted(A.correct))

# %% [markdown]
# The first way is flat Monte Carlo: we divide the playouts equally among the moves, and play the move with the best mean. Here are O's means of 5,000 playouts:

# %%
estimates = arena.flat_search(A.state, 5000, seed=0)  # action → (playouts, mean reward)
flat_values_of_a = {action: round(mean, 2) for action, (_, mean) in estimates.items()}
flat_values_of_a

# %% [markdown]
# Flat Monte Carlo plays corner 0, which loses. With other seeds it sometimes plays corner 6, but that loses too. In ten runs it never chose a right move. The second way is **MCTS**, with 5,000 iterations, which are 5,000 playouts as well:

# %%
tree = search(A.state, 5000, seed=0)
{action: round(share, 2) for action, share in tree.distribution().items()}

# %% [markdown]
# These are the shares of the visits, and the largest belongs to a right move, also with seeds 1 to 5. But how do we *know* that it is right? The third way uses no random numbers at all. **Minimax** looks at every continuation, and assumes that both sides choose their best move. It will be our judge.
#
# **On paper.** Here it is O's turn, and two cells are free. What is the position worth for O if both sides play perfectly?

# %%
paper = TicTacToe.from_text("OXO/XXO/X..")
show_board(paper)

# %% [markdown]
# If O plays cell 8, the right column is complete, and O's reward is 1. If O plays cell 7, X can only play 8, and the draw is worth ½. Under *random* play the position is worth the mean of the two, ¾. Under perfect play O takes the better move, so it is worth 1. And when it is X's turn, X takes the move that is worst for O.
#
# ### Exercise 1: minimax
# Write `minimax(state, player)`. It returns the reward of `player` (0 for X, 1 for O) if both sides play perfectly from `state` on. You need `state.is_terminal()`, `state.rewards()` (one number for each player, from 0 to 1), `state.current_player`, `state.legal_actions()` and `state.apply(action)`. It should work for any game of two players, even if a player may move twice in a row.


# %% tags=["exercise"]
# hint: There are two cases. If `state.is_terminal()`, return `state.rewards()[player]`. Otherwise collect `minimax(state.apply(action), player)` for every legal action. Return the largest value if `state.current_player == player`, and otherwise the smallest value.
def minimax(state, player):
    """Return the exact reward of `player` if both sides play perfectly from here on."""
    # --- solution
    # --- end


# %%
ch08.check_minimax(minimax)

# %% [markdown]
# So why don't we always use minimax? From the empty board your `minimax` visits 549,946 nodes, the complete tree of chapter 06. A computer does not mind. But from the start of chess or Go no computer would finish, while a tree search can be stopped at any time.
#
# ## Watch the averages
# We let both methods run on A, for up to 25,600 playouts, and look at their estimates of the six moves. After 400 both methods are still wrong. Will more playouts help? One chart belongs to flat Monte Carlo, and the short lines at its right are the exact values under random play. The other belongs to MCTS, and its short lines are the values under perfect play. Right moves have black lines, and a wrong move that a method would play has a red one. <span class="with-python">Press *Race on* to double the playouts, up to the last. Point at a cell of the board, and its line lights up in both charts.</span>

# %%
ch08.Race(400)

# %% [markdown]
# The averages of flat Monte Carlo all settle quickly, but in the wrong order. More playouts bring them closer to their values under random play, and those are exact answers to the wrong question: a good opponent does not move at random.
#
# In the tree the averages of the right moves climb towards ½, and the average of the corner falls. (How they begin is luck. With other seeds the first hundred playouts look different, but the end looks the same.) But where does the corner end? Not at its exact value 0. After 25,600 iterations its average is still 0.27. Does the tree not know that the corner loses? Perhaps it only has not looked: the corner got 165 of the visits. This can be tested. I gave the position after the corner a search of its own with all 25,600 iterations, and there O's average falls to 0.005. So the search could know, and does not care. Here that does no harm. Only the order of the moves matters.

# %%
checkpoint("08-tree")

# %% [markdown]
# ### Exercise 2: build a trap
# How wrong can random games be? Build a game that misleads them. You play *left* or *right*, your opponent answers with one of three replies, and you make one of two last moves. Each end is 1 (you win) or 0 (you lose). Choose the twelve ends so that infinitely many random games prefer *left*, although against a good opponent *left* loses and *right* wins. Take a pencil, and ask first how many wins a losing side may have.

# %% tags=["exercise"]
# hint: *left* loses if after one reply both ends are 0. *right* wins if after each reply at least one end is 1. Give *left* as many wins as that allows, and *right* as few.
# --- solution
trap = {"left": [(0, 0), (1, 1), (1, 1)], "right": [(1, 0), (1, 0), (1, 0)]}
# --- stub
# trap = {"left": [(..., ...), (..., ...), (..., ...)], "right": [(..., ...), (..., ...), (..., ...)]}
# --- end

# %%
ch08.check_trap(trap)

# %% [markdown]
# ## A fair match
# What happens if MCTS and flat Monte Carlo play each other? Without rules, a match may compare something else than the two methods. Our rules:
#
# 1. **Same budget.** One iteration of MCTS makes exactly one playout (of no moves if the game is over). So both players get the same number of playouts for each move. The tree takes a little extra *time*, so say which budget you mean.
# 2. **Alternating first moves.** In tic-tac-toe the first move is a big advantage.
# 3. **The same start and fixed seeds.** Then the match can be repeated.
# 4. **An interval beside each count.** It contains all true shares that fit the result, and chapter 09 derives it.
#
# With `reuse=False` MCTS begins each search with an empty tree. Otherwise it would keep earlier playouts, and use more than its budget.

# %%
losses = predict("08-losses")
losses

# %%


def equal_match(playouts, games=budget(100, 20, "games")):
    """Return a match of MCTS and flat Monte Carlo with the same number of playouts for each move."""
    mcts, flat = arena.MCTSPlayer(playouts, reuse=False), arena.FlatMonteCarlo(playouts)
    return arena.match(mcts, flat, games, progress=False)


small, large = equal_match(100), equal_match(1000)
results = {"100 playouts": small, "1,000 playouts": large}
plots.picture(plots.match_bars(results, title="MCTS against random playouts"))

# %%
score_prediction(
    losses, large.losses, "With a thousand playouts for each move MCTS lost no game.", within=3
)

# %% [markdown]
# With 1,000 playouts MCTS wins 44 games, draws 56 and loses none. But it may still lose: the interval contains true shares of losses up to 3.7%. With 100 playouts it wins 41 and loses 17, all but one of them as the second player. So it is ahead there, too, but I would not call it safe. With so few playouts, bad luck may still choose the move.
#
# ## Two hundred unknown games
# But perhaps tic-tac-toe is a special case? Kocsis and Szepesvári (2006) tested UCT on **P-games**, random games without a board. Every move has a hidden number. The first player's numbers are added to a sum, the second player's are subtracted, and if the sum at the end is above 0, the first player has won. Each seed is another game. I make four moves in one such game:

# %%
game = ch08.PGame(seed=1, branching=8, depth=4)
for action in (3, 0, 5, 2):
    game = game.apply(action)
    print(game)

# %% [markdown]
# Eight choices at each of four moves make 4,096 ways to play, few enough for minimax to judge. In many of these games every first move is right, so we keep 200 in which at least one is wrong.

#
# The **failure rate** of a method is the share of games in which its first move is wrong. Can more playouts bring the rate of flat Monte Carlo down to zero?

# %%
failures_guess = predict("08-failures")
failures_guess

# %% [markdown]
# Now both methods choose, with 10, 30, 100, … playouts. What flat Monte Carlo would choose with infinitely many we compute without any playout.

# %%
games = ch08.games_with_a_choice(budget(200, 60, "games"), branching=8, depth=4)
budgets = [10, 30, 100, 300, 1000, 3000]
tree_right = ch08.tree_results(games, budgets)
flat_right = ch08.flat_results(games, budgets)
tree_wrong, flat_wrong = ch08.count_wrong(tree_right), ch08.count_wrong(flat_right)
infinite_wrong = ch08.wrong_in_the_limit(games)
wrong = {"MCTS": tree_wrong, "flat": flat_wrong, "flat, infinite": [infinite_wrong] * len(budgets)}
title = f"{len(games)} P-games: how often is the first move wrong?"
plots.picture(plots.rate_lines(wrong, budgets, len(games), title=title))

# %%
score_prediction(
    failures_guess,
    "It falls at first, and then remains well above zero.",
    "More playouts remove the luck, but the average of random games remains the wrong measure.",
)

# %% [markdown]
# With 100, 300, 1,000 and 3,000 playouts MCTS is wrong in 57 games, then in 30, in 1 and in 0. Flat Monte Carlo stays on a **plateau**: with 3,000 playouts it is wrong in 49 games, a quarter of all, and with infinitely many in 49 as well.
#
# But look at 10 and at 100 playouts. Is the tree ahead there, too? The bars (95% intervals) overlap. But that settles nothing, because both methods met the *same* games. So we leave out the games in which both are right or both wrong. Each line below counts the games in which only MCTS is right, then those in which only flat Monte Carlo is right, and gives the interval for MCTS's share of both.

# %%
only_right = ch08.only_one_right(tree_right, flat_right)
for playouts_made, (tree_only, flat_only) in zip(budgets, only_right):
    low, high = arena.wilson(tree_only, tree_only + flat_only)
    print(f"{playouts_made:5,} playouts: {tree_only:2} to {flat_only:2}, {low:.0%} to {high:.0%}")

# %% [markdown]
# With 10 playouts the count is 28 to 30, and nothing is decided. With 100 it is 39 to 22, and the interval, 51 to 75%, just excludes one half. Should you believe that? We made six comparisons, and among six comparisons of equal methods one such result would be no great surprise. With 300 playouts it is 42 to 9 (70 to 90%), and that is clear.
#
# And minimax? It looks at the 4,096 ends of such a game and is exact. MCTS is wrong in one game after 1,000 playouts, and in none after 3,000. I had hoped for more. Here the tree saves little, but it is meant for games in which minimax cannot finish.
#
# ## What the theorem says
# That MCTS gets all 200 right in the end is what a theorem of Kocsis and Szepesvári (2006) leads us to expect. If *c* fits the range of the rewards, and the number of iterations of UCT goes to infinity, then
#
# - the value at the root converges to the value under perfect play, and
# - the probability that the chosen move is wrong goes to zero.
#
# Fourteen years later Shah, Xie and Xu (2020) found a gap in the proof, and closed it for an exploration term that grows like a power of *N* instead of a logarithm. For flat Monte Carlo no such theorem can be true: you have built the counterexample yourself.
#
# But the theorem says "goes to infinity", and not when. In games that were made to mislead it, UCT needs extremely many iterations (Coquelin and Munos, 2007). And in chapter 06 we saw values move *away* from the truth first, for thousands of iterations.

# %%
checkpoint("08-friend")

# %% [markdown]
# ## Further reading
# - Kocsis and Szepesvári (2006), *Bandit based Monte-Carlo planning*: the theorem, and P-games in section 3.1.
# - Coquelin and Munos (2007), *Bandit algorithms for tree search*: how slow UCT can be.
# - Shah, Xie and Xu (2020), *Non-asymptotic analysis of Monte Carlo tree search*: the gap in the proof, and its repair.
#
# **Next:** [09 · Measure strength](09_measure_strength.ipynb). A match proves that a player is weaker than itself.

# %%
summary("08")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years.*

# %% [claims]
from claims import claim
from statistics import NormalDist

from mctslib.arena import Z95, flat_search, wilson
from mctslib.checks import perft
from mctslib.oracle import flat_values, value

assert max(flat_values_of_a, key=flat_values_of_a.get) == 0 and tree.action in A.correct
means = [flat_search(A.state, 5000, seed=seed) for seed in range(10)]
assert {max(one, key=lambda action: one[action][1]) for one in means} == {0, 6}
claim("In ten runs it never", len(means))
assert value(A.state.apply(0), 1) == value(A.state.apply(6), 1) == 0
assert all(search(A.state, 5000, seed=seed).action in A.correct for seed in range(1, 6))
claim("your `minimax` visits 549,946 nodes", sum(perft(TicTacToe(), moves) for moves in range(10)))
assert max(tree.distribution(), key=tree.distribution().get) == tree.action
claim("and O's reward is 1", value(paper.apply(8), 1))
claim(
    "the draw is worth ½. Under *random* play the position is worth the mean of the two, ¾",
    value(paper.apply(7), 1),
    sum(flat_values(paper).values()) / 2,
)
claim("so it is worth 1", value(paper))
from mctslib.course.ch08.racers import MARKS as playouts

flat_means = ch08.flat_history(A.state, playouts, seed=0)
tree_means = ch08.tree_history(A.state, playouts, seed=0, c=1)
race = ch08.Race(400)
claim("After 400 both methods are still wrong", race.playouts)
assert not {race.seen(method)[-1].move for method in ("tree", "flat")} & set(A.correct)

# %%
claim("for up to 25,600 playouts", playouts[-1])
assert flat_means[0][-1] > max(flat_means[2][-1], flat_means[8][-1]) + 0.1
assert min(tree_means[2][-1], tree_means[8][-1]) > 0.47 and 0.1 < tree_means[0][-1] < 0.3
claim("the right moves climb towards ½", value(A.state.apply(2), player=1))
claim("its exact value 0", value(A.state.apply(0), player=1))
for seed in range(1, 4):
    ends_at = ch08.tree_history(A.state, playouts, seed=seed, c=1)
    assert min(ends_at[2][-1], ends_at[8][-1]) > 0.47 and 0.25 < ends_at[0][-1] < 0.3
many = search(A.state, playouts[-1], seed=0).root.children[0]
claim("After 25,600 iterations its average is still 0.27", playouts[-1], many.value)
assert many.value == tree_means[0][-1]
claim("the corner got 165 of the visits", many.visits)
alone = search(A.state.apply(0), playouts[-1], seed=0).root.children.values()
for_x = sum(child.value_sum for child in alone) / sum(child.visits for child in alone)
claim("with all 25,600 iterations, and there O's average falls to 0.005", playouts[-1], 1 - for_x)
assert large.losses == 0 and small.first.losses < small.second.losses

# %%
assert mcts_match.first.losses == flat_match.first.losses == mcts_match.wins == flat_match.wins == 0
ends = games[0][0].branching ** games[0][0].depth
claim("4,096 ways to play", ends)
claim("It looks at the 4,096 ends", ends)
claim("The bars (95% intervals)", 2 * NormalDist().cdf(Z95) - 1)
assert tree_wrong[2] > tree_wrong[3] > tree_wrong[5] == 0 and only_right[3][0] > only_right[3][1]
claim("Choose the twelve ends", sum(len(pair) for pairs in trap.values() for pair in pairs))
assert min(infinite_wrong, flat_wrong[-1]) > len(games) / 10

# %%
from mctslib.course import in_full

if in_full():  # results of the full number of games
    claim("wins 44 games, draws 56 and loses none", large.wins, large.draws)
    claim(
        "With 100 playouts it wins 41 and loses 17, all but one of them",
        budgets[2],
        small.wins,
        small.losses,
        small.first.losses,
    )
    claim("true shares of losses up to 3.7%", large.interval("losses")[1])
    claim("The tree search loses 3 games, and", mcts_match.losses)
    claim("It loses 19 of 100 games", flat_match.losses, flat_match.games)
    assert mcts_match.interval("losses")[1] < flat_match.interval("losses")[0]
    claim(
        "With 100, 300, 1,000 and 3,000 playouts MCTS is wrong in 57 games, then in 30, in 1 and in 0",
        *budgets[2:6],
        *tree_wrong[2:6],
    )
    claim("With 10 playouts the count is 28 to 30", budgets[0], *only_right[0])
    claim(
        "it is 39 to 22, and the interval, 51 to 75%",
        *only_right[2],
        *wilson(only_right[2][0], sum(only_right[2])),
    )
    claim(
        "With 300 playouts it is 42 to 9 (70 to 90%)",
        budgets[3],
        *only_right[3],
        *wilson(only_right[3][0], sum(only_right[3])),
    )
    claim("We made six comparisons", len(budgets))
    claim("with 3,000 playouts it is wrong in 49 games", budgets[-1], flat_wrong[-1])
    claim("and with infinitely many in 49 as well", infinite_wrong)
    assert 0.2 < infinite_wrong / len(games) < 0.3 and flat_wrong[-1] == infinite_wrong
    decided = [wilson(max(pair), sum(pair))[0] > 0.5 for pair in only_right]
    assert decided == [False] * 2 + [True] * 4
    bars = [
        (wilson(tree, 200)[1], wilson(flat_, 200)[0]) for tree, flat_ in zip(tree_wrong, flat_wrong)
    ]
    assert [high > low for high, low in bars] == [True] * 3 + [False] * 3
