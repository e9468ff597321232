# %% [markdown]
# # 14 · What playouts share
#
# **What you'll do.** You let every playout count for all the moves in it, and find out in which games this helps. Then you add knowledge of a game to a search, and meet a policy that plays well but misleads a search.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* say which moves of a playout count at which node, and for which player,
# - write **RAVE**, and explain its parameter k,
# - judge from the rules of a game whether RAVE suits it, and test your judgement with a control,
# - add knowledge of a game as a bias or as a heavy playout, and compute whether the heavy playout helps.
#
# **What you'll need.** Chapters 04 and 10. &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## A hundred playouts for 49 cells
# In Hex, X wins by connecting the top and bottom edges, and O wins by connecting the left and right edges. UCT has made 100 playouts on an empty board with 49 cells, about two for each first move.
# The pictures below show two values for every cell, both from the same 100 playouts. On the left is Q, the mean of the few playouts that *began* with the cell. On the
# right is the mean of all playouts in which X took the cell *at any time*.

# %%
from mctslib.course.ch14 import first_moves, value_boards
from mctslib.games import ConnectFour, Hex

known = first_moves(playouts=100, size=7)
captions = {
    "Q: playouts that began with the cell": known["Q"],
    "AMAF: all playouts in which X took the cell": known["AMAF"],
}
value_boards(Hex(7), captions)

# %% [markdown]
# The value on the right is called **AMAF**, *all moves as first*. The left picture is a patchwork of single results. The right picture is smoother. Its values are higher in the middle of the board than in the acute corners, as Hex players would expect. A playout on this board contains about twenty moves by X, so it counts for about twenty cells instead of one.
#
# Both pictures come from one search with one seed. Below we measure AMAF in many searches.

# %% [markdown]
# ## Two predictions

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

rave_wins = predict("14-rave")
rave_wins

# %%
adviser = predict("14-adviser")
adviser

# %% [markdown]
# ## Which moves count?
# At a node, a playout counts for the moves that *the player to move at this node* makes from there on. Each of these moves gets this player's reward.
#
# Here is an example in tic-tac-toe. X is to move at a node, and the game continues with X 4, O 0, X 2, O 1, X 6. The last move wins for X.
#
# - At this node, the playout counts for X's moves 2, 4 and 6, each with reward 1.
# - At the next node, after X 4, O is to move. There the playout counts for O's moves 0 and 1, each with reward 0.
#
# ### Exercise 1: which moves count
# Write `credited(state, actions)`. It returns the *set* of actions that the player to move in `state` takes. `actions` contains the actions of both players, in order, beginning in `state`. In some games a
# player moves twice in a row, so look at `state.current_player` before each action. `state.apply(action)` returns the position after an action.


# %% tags=["exercise"]
# hint: Store `player = state.current_player` and start with an empty `set()`. For each action: if `state.current_player == player`, add the action; then `state = state.apply(action)`.
def credited(state, actions):
    """Return the set of actions that the player to move in `state` has chosen."""
    # --- solution
    player, found = state.current_player, set()
    for action in actions:
        if state.current_player == player:
            found.add(action)
        state = state.apply(action)
    return found
    # --- end


# %%
from mctslib.course.ch14 import check_credited

check_credited(credited)

# %% [markdown]
# ### Exercise 2: count at every node
# A playout begins at a leaf, but it counts at the leaf *and at all nodes above it*. For a node above the leaf, the moves between this node and the leaf belong to the game, too, so they count in the same way as the playout's own moves.
#
# For example, suppose that the leaf was reached by X 4 and then O 0, and that the playout from the leaf is X 2, O 1, X 6. For the root, the game is 4, 0, 2, 1, 6, and for the node after X 4 it is 0, 2, 1, 6.
#
# Write `learn(counts, node, playout)`. `node` is the leaf. The playout has `playout.actions`, a tuple, and `playout.rewards`, one reward for each player. `counts[node]` is a dictionary that maps each action to a list `[playouts, sum of rewards]`.
# For the leaf and each node above it, add one playout and the reward of the player to move there to each credited action. `node.action` is the action that led to a node, and `node.parent` is the node above it. The parent of the root is None.


# %% tags=["exercise"]
# hint: Start with `actions = playout.actions` and walk up with `node = node.parent` until it is None. Before each step up, put `node.action` in front: `actions = (node.action, *actions)`. For a new action use `counts[node].setdefault(action, [0, 0])`.
def learn(counts, node, playout):
    """Count a playout at `node` and at every node above it."""
    # --- solution
    actions = playout.actions
    while node is not None:
        player = node.state.current_player
        for action in credited(node.state, actions):
            count = counts[node].setdefault(action, [0, 0])
            count[0] += 1
            count[1] += playout.rewards[player]
        actions, node = (node.action, *actions), node.parent
    # --- end


# %%
from mctslib.course.ch14 import check_learn, learn as our_learn

check_learn(learn)

# %% [markdown]
# ## Use AMAF at first, and Q later
# AMAF is available after a few playouts, but it does not estimate the value that Q estimates. AMAF estimates the value of a cell if X takes it *at some time*. Q estimates the value of the cell if X takes it *now*, which is the value that we need. But Q
# needs many playouts. So the search begins with AMAF, and later relies more and more on Q. The search mixes the two values with a weight β that falls from 1 towards 0:
#
# $$(1-\beta)\,Q + \beta\,\mathrm{AMAF}, \qquad \beta = \sqrt{\frac{k}{3N+k}}$$
#
# N is the number of visits of the node whose actions are compared. (Some papers use the visits of the child instead.) After N = k visits, β is ½. This method is called RAVE, *rapid action value
# estimation* (Gelly and Silver, 2007).
#
# For example, take k = 300 and a move with Q = 0.2 and AMAF = 0.8. If N = 0, then β = 1 and the mixture is 0.8. If N = 300, then β = ½ and the mixture is 0.5.
#
# ### Exercise 3: mix Q and AMAF
# Write `blend(q, amaf, visits, k)`, which returns the mixture. `visits` is N.

# %% tags=["exercise"]
# hint: `beta = sqrt(k / (3 * visits + k))`, then the weighted sum. Which of the two values must lose its weight?
from math import sqrt


def blend(q, amaf, visits, k):
    """Return (1−β)·Q + β·AMAF, where `visits` is N."""
    # --- solution
    beta = sqrt(k / (3 * visits + k))
    return (1 - beta) * q + beta * amaf
    # --- end


# %%
from mctslib.course.ch14 import check_blend

check_blend(blend)

# %% [markdown]
# ## Which β finds a winning move?
# Hex 4×4 is small enough to solve. Four first moves win, and twelve lose. We call the move with the highest mixture the *favourite*. For each number of playouts and each β we measure the share of searches whose favourite is a winning move.
#
# The tool below shows one search on the left. Its cells show the mixture for the chosen β, and the favourite has a frame. The table in the middle contains the shares of 300 searches for every β. The chart on the right
# shows the same shares for three values of β. <span class="with-python">Choose cells of the table, first with few playouts, then with more.</span> Before you look at the last rows, guess which β is best there.

# %%
from mctslib.course.ch14 import BetaMap

BetaMap(playouts=200, beta=0.5)

# %% [markdown]
# The next cell prints the shares for three values of β with their 95% intervals (Wilson). The script `python -m tests.bench.favourites` ran the 300 searches.

# %%
from mctslib.course.ch14 import favourite_table

print(favourite_table())

# %% [markdown]
# At 200 playouts, the favourite of AMAF alone is a winning move in 77% of the searches, and the favourite of Q alone in 57%. At 3,200 playouts the order is reversed: AMAF alone reaches 74%, and Q alone 93%. More playouts do not help AMAF, because it still estimates the wrong value. The mixture with β = ½ lies between the two at 200 playouts, and it is at least as good as both at 1,600.
#
# So β must be large at first and small later. The formula for β has this property.
#
# ## The search
# Even an untried action has an AMAF value if it was taken later in some playout. So the search need not try every action once before it compares the actions. It compares *actions* instead of nodes, and adds a node for the
# chosen action. The library's `ActionPolicy` works in this way. It calls `terms` to get the two terms of each action's score.

# %%
from collections import defaultdict
from dataclasses import replace
from functools import partial

from mctslib.methods.actions import ActionPolicy


class Rave(ActionPolicy):
    """Score actions by (1−β)·Q + β·AMAF, and untried actions by AMAF alone."""

    def __init__(self, k=300):
        self.k, self.counts = k, defaultdict(dict)

    def terms(self, node, action):
        playouts, total = self.counts[node].get(action, (0, 0))
        amaf = total / playouts if playouts else 1.0
        child = node.children.get(action)
        if child is None:
            return 0.0, amaf
        beta = 1 / sqrt(1 + 3 * node.visits / self.k)
        return (1 - beta) * child.value, beta * amaf

    def options(self):
        options, after = super().options(), partial(our_learn, self.counts)
        return {**options, "phases": replace(options["phases"], after=after)}


# %% [markdown]
# `1 / sqrt(1 + 3N/k)` is another way to write the same β. The search calls `after` at the end of every iteration. An action that has not occurred in any playout gets an AMAF value of 1, so that the search tries it. There is no exploration term: the search tries other moves only because of their AMAF values. The library's version is faster. The next cell checks, record by record, that both versions grow the same tree.

# %%
from mctslib import record, search
from mctslib.methods import rave

page = record(Hex(4), 200, seed=0, **Rave(300).options())
quick = record(Hex(4), 200, seed=0, **rave.Rave(300).options())
same = page.iterations == quick.iterations
same

# %% [markdown]
# The picture below shows both terms of every action at the root of Hex 3×3 after 40 playouts.

# %%
from mctslib.draw import show_children

method = rave.Rave(300)
root = search(Hex(3), 40, seed=0, **method.options()).root
show_children(root, method)

# %% [markdown]
# This run is *stuck*. X's move 0 loses, but X happened to win all playouts with it. For O, every reply has an AMAF value of 0. If several actions are equal, the search takes the first one, so it takes the same reply again and again. With AMAF alone the search cannot leave this reply. A small UCB1
# bonus with c = 0.1 is enough to make the search try other replies. The next cell counts in how many of 100 searches the chosen opening is a winning move, first without the bonus and then with it.

# %%
from mctslib.course.ch14 import finds_a_win

without, bonus = finds_a_win(c=0.0), finds_a_win(c=0.1)
sum(without), sum(bonus)

# %% [markdown]
# The opening wins in 88 searches without the bonus, and in 99 with it. 12 searches are right only with the bonus, and 1 is right only without it.
#
# ## Who wins?
# A script (`python -m tests.bench.rave`) played matches of RAVE against UCT with equal numbers of playouts. The two games of each pair start from the same random opening of two moves, with sides swapped. UCT uses the value of c that scored the most points against three other values.
#
# RAVE differs from UCT in *two* ways: it uses AMAF, and with c = 0 it has no exploration bonus. To separate the two, each match needs a **control**. The control is the same search with the same c, but with k = 0, which switches AMAF off. The control plays the same match against UCT. The difference between the two scores is the gain from AMAF. The table shows the matches in Hex.

# %%
from mctslib.course.ch14 import match_table, matches

print(match_table("Hex 5×5"))
print(match_table("Hex 7×7"))

# %%
from mctslib.course.ch14.stored import MatchSetting

played = matches()
fifty = played[MatchSetting("Hex 5×5", 50, 3000, 0.0)]
why = (
    "Each playout counts for many cells. UCT has only about two playouts for each of the 25 cells."
)
score_prediction(rave_wins, fifty.wins, why, within=15)

# %% [markdown]
# The first row means: with 50 playouts for each move, c = 0 and k = 30, RAVE gets 0.80 points per game against UCT. Its control gets 0.54. So AMAF adds 0.26, and the 95% interval of this difference lies above 0.
#
# In Hex, AMAF adds at least 0.21 points per game in each row, and all intervals lie above 0. On the larger board RAVE wins all 40 games.
#
# The table also shows that k must suit the budget. With k = 30 the score falls from 0.80 at 50 playouts to 0.42 at 1,000. For this k, β is small after N = 1,000 visits, and with c = 0 the search has almost no other reason to explore. With k = 3,000 RAVE gets 0.72 at 1,000 playouts. The
# controls show the cost of c = 0 alone: at 1,000 playouts, the search without AMAF and without a bonus gets only 0.21.
#
# ## And in Connect Four?
# The next table shows the matches in Connect Four, where an action is a column. Some rows have an exploration bonus. UCT's best c is 0.5.

# %%
print(match_table("Connect Four"))

# %% [markdown]
# Look at the “RAVE” column first. With c = 0 and k = 30, RAVE gets only 0.29 points per game against UCT, and with 1,000 playouts and k = 300 only 0.12. It would be easy to conclude that AMAF is bad for Connect Four. The controls show that this conclusion is wrong. With c = 0 the search without
# AMAF gets even less: 0.24 with 100 playouts and 0.035 with 1,000. So these games are lost because of the missing exploration bonus.
#
# How much does AMAF add? With 100 playouts and k = 300 it adds 0.28 points per game at c = 0, 0.20 at c = 0.25, and 0.10 at UCT's best c of 0.5. All three intervals lie above 0, but the last one only just. The more a search explores because of its bonus, the less AMAF adds.
#
# With 1,000 playouts AMAF adds 0.08 points per game at c = 0, and the interval of this gain lies above 0, too. At c = 0.5 RAVE gets 0.44 points per game in 200 games, and its control gets 0.53. So here AMAF seems to cost 0.09 points. The interval of this difference goes from −0.19 to 0.00, so AMAF may cost almost nothing, but it does not help. (We have not corrected these intervals for the several comparisons.)
#
# ## The weakness of AMAF
# Still, AMAF has a weakness in Connect Four, which two measurements show. First, we measure the share of random playouts in which the player to move takes a given action at some time.

# %%
from mctslib.course.ch14 import leads, mentions

mentioned = {"Hex 5×5": mentions(Hex(5)), "Connect Four": mentions(ConnectFour())}
mentioned

# %% [markdown]
# In Hex, a given cell is taken by the player in 43% of the playouts. In Connect Four, the player drops a disc in a given column in 78% of the playouts. So nearly the same playouts count for all columns, and the columns have nearly the same mean.
#
# Second, in Connect Four the same action fills a different cell each time. In the position below X must block column 0 *now*.

# %%
must_block = ConnectFour()
for action in (3, 0, 3, 0, 4, 0):
    must_block = must_block.apply(action)
must_block

# %% [markdown]
# For eight searches, the next cell computes by how much column 0 leads the best other column, first by Q and then by AMAF.

# %%
by_q, by_amaf = leads(must_block, action=0)
print("by Q   ", [f"{lead:+.2f}" for lead in by_q])
print("by AMAF", [f"{lead:+.2f}" for lead in by_amaf])

# %% [markdown]
# Q finds the block in all eight searches: column 0 leads by 0.27 to 0.31. By AMAF, some other column looks nearly as good or even better. If X plays another column first and column 0 later, the playout counts for both columns.

# %%
checkpoint("14-same")

# %%
checkpoint("14-k")

# %% [markdown]
# ## “RAVE performing badly”
# “RAVE performing badly” is the title of a learner's question on the web. At every node, the learner's program counted the moves of the player to move at the *root*. We made a version of RAVE with this mistake, and played the same matches with it. The next cell prints the scores of
# the right version and of the version with the mistake.

# %%
for game, playouts in (("Hex 5×5", 50), ("Connect Four", 100)):
    for credit in ("mover", "root"):
        tally = played[MatchSetting(game, playouts, 300, 0.0, credit)]
        low, high = tally.score_interval()
        print(f"{game:12} the {credit:5}'s moves: {tally.score:.2f} ({low:.2f} to {high:.2f})")

# %% [markdown]
# In Connect Four the mistake costs many points: the score falls from 0.52 to 0.35. In Hex the matches hide the mistake. There RAVE has 180 wins with the mistake and 177 without it. One reason is that in Hex a good cell for X is also a good cell for O. So a match does not always reveal a
# mistake. To find the mistake, work through one playout on paper, and compare your counts with the program's counts.

# %%
checkpoint("14-thread")

# %% [markdown]
# ## Knowledge as a bonus: progressive bias
# Perhaps you *know* which moves are promising. **Progressive bias** (Chaslot and others, 2008) adds a bonus H / (n + 1) to the UCB1 score. H is 1 for a promising action and 0 for other actions. The bonus shrinks as the number n of visits of the action grows. In tic-tac-toe we call the
# actions of `decisive_actions()` promising. These are the moves that win at once, or else the blocking moves, or else all moves. In 110 of the 400 positions below all moves are promising.
#
# The library's `ProgressiveBias` changes two things at once. First, it compares untried actions with tried actions, as RAVE does: the score of an untried action is computed as if the action had been tried once and had won. Second, it gives the promising moves a bonus. To separate the two
# changes we need two controls. The next cell counts right moves after 25 playouts, in 400 positions in which a move can be wrong, for three seeds:
#
# - plain UCT,
# - `ProgressiveBias` without knowledge (weight 0, so there is no bonus),
# - `ProgressiveBias` with knowledge.

# %%
from mctslib import TicTacToe
from mctslib.course.ch14 import right_moves
from mctslib.methods.bias import ProgressiveBias

plain = right_moves(dict)
unknowing = right_moves(lambda: ProgressiveBias(weight=0).options())
knowing = right_moves(lambda: ProgressiveBias(hint=TicTacToe.decisive_actions).options())
plain, unknowing, knowing

# %% [markdown]
# The means of the three seeds are 342, 349 and 370 of 400. The gain is 29 positions. The comparison of untried actions contributes 7 of them, and the knowledge contributes 22. With each of the three seeds, the knowledge contributes at least 20 positions.
#
# ## A good player that misleads a search
# Chapter 10 used knowledge in the playouts, which are then called heavy playouts. How does a playout policy change the values? In tic-tac-toe we need no samples. `oracle.expected_value(state, player, policy)` computes a player's exact mean reward if *both* sides
# play by the policy. Here a policy is a function that takes a position and returns a list of actions, from which one action is drawn with equal probabilities.
#
# ### Exercise 4: a policy that only blocks
# Write `block_only(state)`. It returns the actions with which the *opponent* would win at once if it were the opponent's turn. If there are none, it returns all legal actions. It does not look for wins of its own. You need
# `state.winning_actions(player)`, which returns the actions with which a player would win at once, `state.current_player`, and `state.legal_actions()`.


# %% tags=["exercise"]
# hint: The opponent is `1 - state.current_player`. An empty list is false, so you can write the other case after `or`.
def block_only(state):
    """Return the actions that block an immediate win; if there are none, all legal actions."""
    # --- solution
    return state.winning_actions(1 - state.current_player) or state.legal_actions()
    # --- end


# %%
from mctslib.course.ch14 import block_only as our_block, check_block, win_only

check_block(block_only)

# %% [markdown]
# The next cell computes three numbers for each of four policies.
#
# - *As a player:* the exact score of the policy against random play (the mean over both sides).
# - *Misled:* suppose that infinitely many playouts by this policy start after each move. In how many positions are *all* moves with the highest value wrong?
# - *Counting ties:* in how many positions is *at least one* move with the highest value wrong?

# %%
from mctslib.course.ch14 import misled, score_against_random

policies = {
    "random": TicTacToe.legal_actions,
    "block only": our_block,
    "win only": win_only,
    "win, else block": TicTacToe.decisive_actions,
}
advice = {
    name: (score_against_random(policy), *misled(policy)) for name, policy in policies.items()
}
for name, (score, every, some) in advice.items():
    print(f"{name:16} as a player {score:.4f}   misled in {every:3}   counting ties {some:4}")

# %%
change = advice["block only"][1] - advice["random"][1]
verdict = "in just as many"
if change > 0:
    verdict = "in more"
elif change < 0:
    verdict = "in fewer"
score_prediction(
    adviser,
    verdict,
    "A policy that only blocks is a better player, but its playouts mislead more often.",
)

# %% [markdown]
# Random playouts mislead in 70 of the 4,520 positions. The policy that only blocks scores 0.76 against random play, and misleads in 96 positions. The policy that only looks for wins is a weaker player, with 0.70, and misleads in only 16 positions. So a better player can be a worse adviser: its playouts can mislead a search more often. Gelly and Silver (2007) measured the same effect in Go.
#
# ## The opening in a corner
# The library's own `blocking` policy wins if it can, and otherwise blocks. It is a strong player, and its playouts give good advice in most positions. But in the position below, X has opened in a corner, and only the centre keeps the draw. The pictures show the exact values
# of O's moves under two playout policies.

# %%
from mctslib.oracle import flat_values, optimal_actions

corner = TicTacToe.from_text("X../.../...")
light, heavy = flat_values(corner), flat_values(corner, TicTacToe.decisive_actions)
value_boards(corner, {"random playouts": light, "win, else block": heavy})

# %% [markdown]
# The heavy playouts prefer the opposite corner, 0.458 to 0.443, and more playouts do not change this preference. Only the tree can correct the mistake. The next cell counts how many of 50 searches play the centre, first with random playouts and then with heavy playouts.

# %%
from mctslib import blocking, uniform
from mctslib.course.ch14 import plays_the_centre

centre = {}
for playouts in (200, 1_600):
    centre[playouts] = [
        plays_the_centre(corner, policy, playouts, 50) for policy in (uniform, blocking)
    ]
centre

# %% [markdown]
# With 200 playouts for each search, 31 of 50 searches with random playouts find the centre, and 13 of 50 with heavy playouts. With 1,600 playouts all searches find the centre, because the tree is now deep enough to correct the bad values.

# %%
checkpoint("14-adviser")

# %% [markdown]
# ## In practice
# - Strong programs for Go and Hex used RAVE until neural networks arrived. They computed β from the visits of the move and the number of its AMAF playouts, instead of using one k (Gelly and Silver, 2011).
# - Choose k for your number of playouts. A k that is good for few playouts can be bad for many.
# - If the same action has a different effect later in the game, describe actions more exactly (by a piece *and* its target), and test RAVE against its control.
# - Judge a playout policy by whether the *search* becomes stronger at equal time, not by how well the policy plays.
#
# ## Further reading
# - B. Brügmann, *Monte Carlo Go* (1993): all moves as first.
# - S. Gelly and D. Silver, *Combining online and offline knowledge in UCT* (2007); *Monte-Carlo tree search and rapid action value estimation in computer Go* (2011), sections 4 and 5.
# - G. Chaslot and others, *Progressive strategies for Monte-Carlo tree search* (2008), section 3: progressive bias.
# - C. Browne and others, *A survey of Monte Carlo tree search methods* (2012), section 5.3: the AMAF family of methods.
#
# **Next:** [15 · Search in parallel](15_search_in_parallel.ipynb).

# %%
summary("14")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from fractions import Fraction
from statistics import fmean
from mctslib.arena import wilson
from mctslib.course.ch14 import credited as ours, share_right, winning_openings, with_controls
from mctslib.oracle import positions

hundred = known["records"]
claim(
    "UCT has made 100 playouts on an empty board with 49 cells, about two for each first move",
    len(hundred),
    len(known["Q"]),
    round(len(hundred) / len(known["Q"])),
)
twenty = sum(len(ours(Hex(7), path + rollout)) for path, _, rollout, _ in hundred) / len(hundred)
assert 18 < twenty < 23  # "about twenty moves of X"
middle, acute = [16, 17, 18, 23, 24, 25, 30, 31, 32], [0, 1, 7, 41, 47, 48]
assert sum(map(known["AMAF"].get, middle)) / 9 > sum(map(known["AMAF"].get, acute)) / 6 + Fraction(
    1, 20
)
line = 4, 0, 2, 1, 6
claim("X 4, O 0, X 2, O 1, X 6. The last move wins for X", *line)
end = TicTacToe()
for action in line:
    end = end.apply(action)
claim(
    "X's moves 2, 4 and 6, each with reward 1", *sorted(ours(TicTacToe(), line)), end.rewards()[0]
)
claim(
    "O's moves 0 and 1, each with reward 0",
    *sorted(ours(TicTacToe().apply(4), line[1:])),
    end.rewards()[1],
)
claim(
    "with a weight β that falls from 1 towards 0",
    rave.fading(300, 0),
    round(rave.fading(300, 10**9), 3),
)
claim("After N = k visits, β is ½", rave.fading(300, 300))
from mctslib.course.ch14 import blend as our_blend

own_value, shared_value = 0.2, 0.8
at_first = our_blend(own_value, shared_value, 0, 300)
claim("If N = 0, then β = 1 and the mixture is 0.8", 0, rave.fading(300, 0), at_first)
claim(
    "If N = 300, then β = ½ and the mixture is 0.5",
    300,
    rave.fading(300, 300),
    our_blend(own_value, shared_value, 300, 300),
)
assert same
assert len(winning_openings(4)) == 4 and Hex(4).legal_actions()[-1] == 15
assert root.children[0].value == 1 and 0 not in winning_openings(3)
assert not any(method.seen(root.children[0], action)[1] for action in range(1, 9))

# %%
share = {(n, beta): share_right(n, beta) for n in (200, 1600, 3200) for beta in (0.0, 0.5, 1.0)}
claim(
    "At 200 playouts, the favourite of AMAF alone is a winning move in 77%",
    200,
    share[200, 1.0][0],
)
claim("and the favourite of Q alone in 57%", share[200, 0.0][0])
claim(
    "At 3,200 playouts the order is reversed: AMAF alone reaches 74%, and Q alone 93%",
    3200,
    share[3200, 1.0][0],
    share[3200, 0.0][0],
)
assert share[200, 0.0][2] < share[200, 1.0][1] and share[3200, 1.0][2] < share[3200, 0.0][1]
assert share[200, 0.0][0] < share[200, 0.5][0] < share[200, 1.0][0]
assert share[1600, 0.5][0] >= max(share[1600, 0.0][0], share[1600, 1.0][0])
from mctslib.course import measured

claim("the shares of 300 searches", measured("ch14/favourites")["searches"])
only = [(b and not a) - (a and not b) for a, b in zip(without, bonus)]
claim(
    "The opening wins in 88 searches without the bonus, and in 99 with it", sum(without), sum(bonus)
)
claim(
    "12 searches are right only with the bonus, and 1 is right only without it",
    only.count(1),
    only.count(-1),
)
assert wilson(only.count(1), only.count(1) + only.count(-1))[0] > 1 / 2

# %%
four = {
    (pair.setting.playouts, pair.setting.c, pair.setting.k): pair
    for pair in with_controls("Connect Four")
}
claim("With c = 0 and k = 30, RAVE gets only 0.29 points", 0, 30, four[100, 0, 30].rave.score)
claim("and with 1,000 playouts and k = 300 only 0.12", 1000, 300, four[1000, 0, 300].rave.score)
claim(
    "gets even less: 0.24 with 100 playouts and 0.035 with 1,000",
    four[100, 0, 30].control.score,
    100,
    four[1000, 0, 300].control.score,
    1000,
)
claim(
    "With 100 playouts and k = 300 it adds 0.28 points per game at c = 0, 0.20 at c = 0.25, and 0.10 at UCT's best c of 0.5",
    100,
    300,
    four[100, 0, 300].gain.value,
    0,
    four[100, 0.25, 300].gain.value,
    0.25,
    four[100, 0.5, 300].gain.value,
    0.5,
)
assert all(four[100, c, 300].gain.low > 0 for c in (0, 0.25, 0.5))
assert four[100, 0.5, 300].gain.low < 0.02
claim("With 1,000 playouts AMAF adds 0.08 points", 1000, four[1000, 0, 300].gain.value)
assert four[1000, 0, 300].gain.low > 0
at_best_c = four[1000, 0.5, 300]
claim(
    "At c = 0.5 RAVE gets 0.44 points per game in 200 games, and its control gets 0.53. So here AMAF seems to cost 0.09 points",
    at_best_c.setting.c,
    at_best_c.rave.score,
    at_best_c.rave.games,
    at_best_c.control.score,
    -at_best_c.gain.value,
)
claim("goes from −0.19 to 0.00", at_best_c.gain.low, at_best_c.gain.high)
assert at_best_c.control.games == at_best_c.rave.games
hex_pairs = with_controls("Hex 5×5") + with_controls("Hex 7×7")
first = hex_pairs[0]
claim(
    "with 50 playouts for each move, c = 0 and k = 30, RAVE gets 0.80 points per game against UCT. Its control gets 0.54. So AMAF adds 0.26",
    first.setting.playouts,
    first.setting.c,
    first.setting.k,
    first.rave.score,
    first.control.score,
    first.gain.value,
)
claim("AMAF adds at least 0.21 points per game", min(pair.gain.value for pair in hex_pairs))
assert all(pair.gain.low > 0 for pair in hex_pairs)
large = played[MatchSetting("Hex 7×7", 100, 300, 0.0)]
claim("On the larger board RAVE wins all 40 games", large.wins)
assert large.wins == large.games
long_match = MatchSetting("Hex 5×5", 1000, 30, 0.0)
long = played[long_match]
claim(
    "With k = 30 the score falls from 0.80 at 50 playouts to 0.42 at 1,000",
    30,
    first.rave.score,
    50,
    long.score,
    long_match.playouts,
)
claim("With k = 3,000 RAVE gets 0.72", 3000, played[MatchSetting("Hex 5×5", 1000, 3000, 0.0)].score)
claim("without a bonus gets only 0.21", played[MatchSetting("Hex 5×5", 1000, 0, 0.0)].score)
bug = played[MatchSetting("Connect Four", 100, 300, 0.0, "root")]
right = played[MatchSetting("Connect Four", 100, 300, 0.0)]
claim("the score falls from 0.52 to 0.35", right.score, bug.score)
assert bug.score_interval()[1] < right.score_interval()[0]
claim(
    "180 wins with the mistake and 177 without it",
    played[MatchSetting("Hex 5×5", 50, 300, 0.0, "root")].wins,
    played[MatchSetting("Hex 5×5", 50, 300, 0.0)].wins,
)
claim("is taken by the player in 43% of the playouts", mentioned["Hex 5×5"])
claim("a disc in a given column in 78% of the playouts", mentioned["Connect Four"])
claim("column 0 leads by 0.27 to 0.31", min(by_q), max(by_q))
assert max(by_amaf) < 0.05

# %%
means_of = [fmean(counts) for counts in (plain, unknowing, knowing)]
from mctslib.course.ch14 import tricky_positions

positions_tried = len(tricky_positions())
claim("in 400 positions in which a move can be wrong", positions_tried)
alike = [
    state
    for state in tricky_positions()
    if set(state.decisive_actions()) == set(state.legal_actions())
]
claim("In 110 of the 400 positions below all moves are promising", len(alike), positions_tried)
claim(
    "The means of the three seeds are 342, 349 and 370 of 400",
    *map(round, means_of),
    positions_tried,
)
claim("A hundred playouts for 49 cells", len(known["Q"]))
claim(
    "The gain is 29 positions. The comparison of untried actions contributes 7 of them, and the knowledge contributes 22",
    means_of[2] - means_of[0],
    means_of[1] - means_of[0],
    means_of[2] - means_of[1],
)
claim(
    "the knowledge contributes at least 20",
    min(know - none for know, none in zip(knowing, unknowing)),
)
open_positions = sum(1 for state in positions(TicTacToe()) if not state.is_terminal())
claim("Random playouts mislead in 70 of the 4,520 positions", advice["random"][1], open_positions)
claim(
    "scores 0.76 against random play, and misleads in 96 positions",
    advice["block only"][0],
    advice["block only"][1],
)
claim("with 0.70, and misleads in only 16 positions", advice["win only"][0], advice["win only"][1])
assert optimal_actions(corner) == [4]
assert max(heavy, key=heavy.get) == 8 and max(light, key=light.get) == 4
claim("prefer the opposite corner, 0.458 to 0.443", heavy[8], heavy[4])
claim(
    "With 200 playouts for each search, 31 of 50 searches with random playouts find the centre, and 13 of 50 with heavy playouts. With 1,600 playouts all",
    200,
    centre[200][0],
    50,
    centre[200][1],
    50,
    1600,
)
assert centre[1600] == [50, 50] and wilson(centre[200][1], 50)[1] < wilson(centre[200][0], 50)[0]
