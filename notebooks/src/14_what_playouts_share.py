# %% [markdown]
# # 14 · What playouts share
#
# In Hex, X wins by connecting the top and bottom edges, and O by connecting the left and right edges. UCT has made 100 playouts on an empty board with 49 cells, about two for each first move. Below are two pictures of the board, *both from the same 100 playouts*. **Which one would you trust?**

# %%
from mctslib.course import checkpoint, ch14, predict, score_prediction, summary
from mctslib.games import ConnectFour, Hex

known = ch14.first_moves(playouts=100, size=7)
captions = {
    "Q: playouts that began with the cell": known["Q"],
    "AMAF: all playouts in which X took the cell": known["AMAF"],
}
ch14.value_boards(Hex(7), captions)

# %% [markdown]
# The left picture is a patchwork of single results. On the right the middle shines and the acute corners are dark, as a Hex player would expect, and that after only a hundred games. Here is the trick: on the left we ask "what happened in games that *began* with this cell?", and on the right "what happened in games in which X took this cell *at any time*?" X makes about twenty moves in a game, so each game counts for about twenty cells instead of one.
#
# The value on the right is called **AMAF**, *all moves as first*. Bernd Brügmann used it in 1993 for a Go program that played whole random games, which must have looked absurd. Is AMAF as good as it looks?

# %%
rave_wins = predict("14-rave")
rave_wins

# %%
played = ch14.matches()
fifty = played[ch14.MatchSetting("Hex 5×5", 50, 3000, 0.0)]
why = (
    "Each playout counts for many cells. UCT has only about two playouts for each of the 25 cells."
)
score_prediction(rave_wins, fifty.wins, why, within=15)

# %% [markdown]
# That is crushing. So why doesn't every search use AMAF? The right picture answers a *different question* from the one we ask.
#
# In this chapter you let every playout count for all its moves, and we find out when AMAF can be believed. Then we meet a player who is better than random, and a worse adviser.
#
# **What you'll need.** The four phases (chapter 04), matches and intervals (chapter 09), and playouts with knowledge (chapter 10). &nbsp; **Time:** about 50 minutes.
#
# ## Which moves count?
# At a node, a playout counts for the moves that *the player to move at this node* makes from there on. Each of these moves gets this player's reward.
#
# For example, X is to move in tic-tac-toe, and the game continues with X 4, O 0, X 2, O 1, X 6. The last move wins for X. At this node the playout counts for X's moves 2, 4 and 6, each with reward 1. At the next node, after X 4, O is to move. There the playout counts for O's moves 0 and 1, each with reward 0.
#
# ### Exercise 1: which moves count
# Write `credited(state, actions)`. It returns the *set* of actions that the player to move in `state` takes. `actions` holds the actions of both players, in order, beginning in `state`. In some games a player moves twice in a row, so look at `state.current_player` before each action. `state.apply(action)` is the position after an action.


# %% tags=["exercise"]
# hint: Store `player = state.current_player` and start with an empty `set()`. For each action: if `state.current_player == player`, add the action; then `state = state.apply(action)`.
def credited(state, actions):
    """Return the set of actions that the player to move in `state` has chosen."""
    # --- solution
    # --- end


# %%
ch14.check_credited(credited)

# %% [markdown]
# ### Exercise 2: count at every node
# A playout begins at a leaf, but we count it at the leaf *and at all nodes above it*. For a node above the leaf, the moves from there to the leaf belong to the game, too. If X 4 and O 0 led to the leaf, and the playout is X 2, O 1, X 6, then the game is 4, 0, 2, 1, 6 for the root, and 0, 2, 1, 6 for the node after X 4.
#
# Write `learn(counts, node, playout)`. `node` is the leaf. The playout has `playout.actions`, a tuple, and `playout.rewards`, one for each player. `counts[node]` is a dictionary from actions to lists `[playouts, sum of rewards]`, and empty at first. For the leaf and each node above it, add one playout, and the reward of the player to move there, to each credited action. `node.action` led to a node, `node.parent` is the node above it, and the parent of the root is None.


# %% tags=["exercise"]
# hint: Start with `actions = playout.actions` and walk up with `node = node.parent` until it is None. Before each step up, put `node.action` in front: `actions = (node.action, *actions)`. For a new action use `counts[node].setdefault(action, [0, 0])`.
def learn(counts, node, playout):
    """Count a playout at `node` and at every node above it."""
    # --- solution
    # --- end


# %%
ch14.check_learn(learn)

# %% [markdown]
# Such counting is easy to get wrong. Can you find a bug from its symptom?

# %%
checkpoint("14-thread")

# %% [markdown]
# I made this mistake on purpose. Here are RAVE's points per game against UCT, in 200 games each, first with the right counts and then with the learner's.

# %%
for game, playouts in (("Hex 5×5", 50), ("Connect Four", 100)):
    for credit, words in (("mover", "right counts"), ("root", "the mistake")):
        tally = played[ch14.MatchSetting(game, playouts, 300, 0.0, credit)]
        low, high = tally.score_interval()
        print(f"{game:12} {words:12} {tally.score:.2f} ({low:.2f} to {high:.2f})")

# %% [markdown]
# In Connect Four the score falls from 0.52 to 0.35. But in Hex the matches *hide* the mistake: RAVE wins 180 games with it, and 177 without it. A won match does not prove that the program is right.
#
# ## First the crowd, then the witness
# AMAF knows something after a few playouts, but it answers the wrong question: what is a cell worth if X takes it *at some time*? Q answers the right question, what the cell is worth *now*, but needs many playouts. So we begin with AMAF, and shift to Q, with a weight β that falls from 1 towards 0:
#
# $$(1-\beta)\,Q + \beta\,\mathrm{AMAF}, \qquad \beta = \sqrt{\frac{k}{3N+k}}$$
#
# N is the number of visits of the node whose actions are compared, and k is ours to choose: after k visits β is ½. Sylvain Gelly and David Silver (2007) called it **RAVE**, *rapid action value estimation*. For example, take k = 300 and a move with Q = 0.2 and AMAF = 0.8. If N = 0, then β = 1 and the mixture is 0.8. If N = 300, then β = ½ and the mixture is 0.5.
#
# We can solve Hex 4×4: four first moves win, and twelve lose. The *favourite* is the move with the highest mixture. In the table, each row is a number of playouts, each column a β, and each cell the share of 300 searches whose favourite wins. I took the playouts of plain UCT; β only mixes Q and AMAF afterwards. <span class="with-python">Press *More playouts* again and again, and choose cells of the table.</span> Before you look at the last rows, guess which β is best there.

# %%
ch14.BetaMap(playouts=800, beta=0.5)

# %%
print(ch14.favourite_table())

# %% [markdown]
# At 200 playouts, AMAF alone has a winning favourite in 77% of the searches, and Q alone in 57%. At 3,200 playouts the order is reversed: AMAF alone reaches 74%, and Q alone 93%. AMAF does learn at first: 85% at 400 playouts (81 to 89%). Then, with eight times as many, it gets *worse* (68 to 78%). Because it comes to know the answer to the wrong question very well? That would be a good moral, but I doubt it. The playouts are UCT's, and the longer UCT searches, the less random they are. So I took a control, 300 times: AMAF alone, from playouts that are random from the first move. How often does its favourite win?

# %%
for playouts in (400, 800, 1_600, 3_200):
    share, low, high = ch14.share_of_random(playouts)
    print(f"{playouts:5,} random playouts: {share:.2f} ({low:.2f} to {high:.2f})")

# %% [markdown]
# From random playouts AMAF does not get worse: after 3,200 of them 299 of the 300 favourites win. So I cannot blame the wrong question, at least on this board. It is the moves that UCT chooses. *How* they mislead AMAF I can only guess: perhaps the other cells get the credit of UCT's favourites.
#
# ## Stuck
# A search with AMAF compares *actions*, tried or not: even an untried action has an AMAF value as soon as it has been taken in some playout. This saves playouts, but it is dangerous. Here are both terms of the mixture for every action at the root of Hex 3×3, after 40 playouts:

# %%
from mctslib import search
from mctslib.draw import show_children
from mctslib.methods import rave

method = rave.Rave(300)
root = search(Hex(3), 40, seed=0, **method.options()).root
show_children(root, method)

# %% [markdown]
# X's move 0 loses, but X has won every playout that began with it. For O, each reply has the AMAF value 0, and among equals the search takes the first. So it takes the same reply again and again, and X wins again and again. With a small UCB1 bonus, c = 0.1, we make the search try other replies. In how many of 100 searches does the chosen opening win, without the bonus and with it?

# %%
without, bonus = ch14.finds_a_win(c=0.0), ch14.finds_a_win(c=0.1)
print(f"without: {sum(without)}, with: {sum(bonus)}")

# %% [markdown]
# The opening wins in 88 searches without the bonus, and in 99 with it.
#
# ## Who wins?
# RAVE differs from UCT in *two* ways: it uses AMAF, and with c = 0 it has no bonus. If it wins or loses, which of the two is the reason? So we give each match a **control**: the same search with the same c, but with k = 0, which switches AMAF off. Both scores are points per game against UCT, and their difference is what AMAF adds. I gave UCT the c that scored best among four (`python -m tests.bench.rave`).

# %%
print(ch14.match_table("Hex 5×5"))
print(ch14.match_table("Hex 7×7"))

# %% [markdown]
# In the first row, with 50 playouts for each move, c = 0 and k = 30, RAVE gets 0.80 points per game, and its control 0.54. So AMAF adds 0.26. In Hex AMAF adds at least 0.21 in each row, and all intervals lie above 0.
#
# But look at k = 30 on the smaller board, further down. The score falls from 0.80 at 50 playouts to 0.42 at 1,000. Its control falls, too, from 0.54 to 0.21, so most of the fall is not AMAF's. And with 1,000 playouts AMAF adds 0.51 with k = 3,000, and 0.21 with k = 30.

# %%
checkpoint("14-k")

# %% [markdown]
# ## And in Connect Four?
# Here an action is a column. UCT's best c is 0.5, and in some rows I gave RAVE a bonus, too. Look at the RAVE column first.

# %%
print(ch14.match_table("Connect Four"))

# %% [markdown]
# With c = 0 and k = 30, RAVE gets only 0.29 points per game, and with 1,000 playouts and k = 300 only 0.12. So AMAF is bad for Connect Four? I would have believed it, too, without the controls. They use no AMAF, and score no better: 0.24 with 100 playouts and 0.04 with 1,000. What they lack is the *bonus*.
#
# With 100 playouts and k = 300 AMAF adds 0.29 points per game at c = 0, 0.20 at c = 0.25, and 0.10 at UCT's best c of 0.5. The first two intervals lie well above 0; the last one begins at 0. With 1,000 playouts and c = 0.5, RAVE gets 0.44 points per game in 200 games, and its control 0.53: it seems to *cost* 0.09 points. The interval goes from −0.19 to 0.00, so AMAF may cost almost nothing, but we see no sign that it helps. (We have not corrected the intervals for the several comparisons.)
#
# Why does AMAF add less than in Hex? I have one suspicion. On the board below, X must block column 0 *now*. In eight searches, by how much does column 0 lead the best other column, first by Q, then by AMAF?

# %%
must_block = ConnectFour()
for action in (3, 0, 3, 0, 4, 0):
    must_block = must_block.apply(action)
by_q, by_amaf = ch14.leads(must_block, action=0)
print("by Q   ", *(f"{lead:+.2f}" for lead in by_q))
print("by AMAF", *(f"{lead:+.2f}" for lead in by_amaf))
must_block

# %% [markdown]
# Q sees the block in all eight searches: column 0 leads by 0.27 to 0.31. By AMAF it leads in seven, by 0.01 to 0.03, but in one it does not: the difference is nearly gone. A game in which X plays elsewhere first, and blocks later, counts for both columns, as if the order did not matter. But here it does.

# %%
checkpoint("14-same")

# %% [markdown]
# ## A good player, a bad adviser
# So far we asked *which* moves a playout tells about. And *what* does it tell about them? Chapter 10 put knowledge into playouts. In tic-tac-toe we need no samples: for any policy we can compute what infinitely many playouts would say. A policy that always blocks the opponent's threats is a better player than chance, but is it a better adviser? I count the positions, of 4,520, in which *all* moves that look best after infinitely many playouts are wrong.

# %%
adviser = predict("14-adviser")
adviser

# %%
from mctslib import TicTacToe


def block_only(state):
    """Return the actions that block an immediate win; if there are none, all legal actions."""
    return state.winning_actions(1 - state.current_player) or state.legal_actions()


advice = {}
for name, policy in (("random", TicTacToe.legal_actions), ("block only", block_only)):
    advice[name] = (ch14.score_against_random(policy), ch14.misled(policy))
    print(f"{name:10}  as a player {advice[name][0]:.2f}, misled in {advice[name][1]} positions")

# %%
score_prediction(
    adviser, "in more", "It blocks better than chance, and its playouts mislead more often."
)

# %% [markdown]
# The first number is the score of the policy against random play. The better player is the worse adviser: 96 positions against 70. Gelly and Silver (2007) met the same effect in Go.

# %%
checkpoint("14-adviser")

# %% [markdown]
# ### Exercise 3: a better adviser
# Design a policy whose playouts mislead in at most 30 positions. It must not look further than one move ahead. Write `my_adviser(state)`, which returns a list of actions; the playout draws one of them. You may use `state.winning_actions(player)`, the actions with which a player would win at once if it were this player's turn, `state.current_player` and `state.legal_actions()`. Both sides of a playout follow your policy.


# %% tags=["exercise"]
# hint: If both sides block every threat, threats look harmless. Let the players *punish* instead. What does a playout say about a move that leaves the opponent a winning reply, if the opponent always takes it?
def my_adviser(state):
    """Return the actions from which a playout draws the next one."""
    # --- solution
    return state.winning_actions(state.current_player) or state.legal_actions()
    # --- end


# %%
ch14.check_adviser(my_adviser)

# %% [markdown]
# ## In practice
# - Many strong programs for Go and Hex used RAVE until neural networks arrived.
# - If the same action means something else later in the game, describe actions more exactly (a piece *and* its target), and test RAVE against its control.
# - Judge a playout policy by whether the *search* becomes stronger at equal time, not by how well the policy plays.
# - Knowledge can also be a bonus: **progressive bias** (Chaslot and others, 2008) adds H / (n + 1) to the UCB1 score of a move, where H is 1 for a promising move and n is the number of its visits (`methods/bias.py`).
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
# *Every number in this chapter is checked by the project's tests. Not checked: years, and what we quote.*

# %% [claims]
from claims import claim
from fractions import Fraction
from statistics import fmean
from mctslib.arena import wilson
from mctslib.course.ch14 import (
    MatchSetting,
    blend as our_blend,
    credited as ours,
    share_of_random,
    share_right,
    winning_openings,
    with_controls,
)
from mctslib.oracle import optimal_actions, positions

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

own_value, shared_value = 0.2, 0.8
at_first = our_blend(own_value, shared_value, 0, 300)
claim("If N = 0, then β = 1 and the mixture is 0.8", 0, rave.fading(300, 0), at_first)
claim(
    "If N = 300, then β = ½ and the mixture is 0.5",
    300,
    rave.fading(300, 300),
    our_blend(own_value, shared_value, 300, 300),
)
assert len(winning_openings(4)) == 4 and Hex(4).legal_actions()[-1] == 15
assert root.children[0].value == 1 and 0 not in winning_openings(3)
assert not any(method.seen(root.children[0], action)[1] for action in range(1, 9))

# %%
share = {(n, beta): share_right(n, beta) for n in (200, 1600, 3200) for beta in (0.0, 0.5, 1.0)}
claim(
    "AMAF alone has a winning favourite in 77% of the searches, and Q alone in 57%",
    share[200, 1.0][0],
    share[200, 0.0][0],
)
claim(
    "At 3,200 playouts the order is reversed: AMAF alone reaches 74%, and Q alone 93%",
    3200,
    share[3200, 1.0][0],
    share[3200, 0.0][0],
)
early = share_right(400, 1.0)
claim("85% at 400 playouts (81 to 89%)", early[0], 400, *early[1:])
claim("Then, with eight times as many, it gets *worse* (68 to 78%)", *share[3200, 1.0][1:])
claim("299 of the 300 favourites win", round(share_of_random(3200)[0] * 300), 300)
risen = [share_of_random(playouts)[0] for playouts in (400, 800, 1600, 3200)]
assert risen == sorted(risen) and share[3200, 1.0][2] < share_of_random(3200)[1]
assert 8 * 400 == 3200 and share[3200, 1.0][2] < early[1]
assert share[200, 0.0][2] < share[200, 1.0][1] and share[3200, 1.0][2] < share[3200, 0.0][1]
from mctslib.course import measured

claim("the share of 300 searches", measured("ch14/favourites")["searches"])
only = [(b and not a) - (a and not b) for a, b in zip(without, bonus)]
claim("in 88 searches without the bonus, and in 99", sum(without), sum(bonus))
assert wilson(only.count(1), only.count(1) + only.count(-1))[0] > 1 / 2

# %%
four = {
    (pair.setting.playouts, pair.setting.c, pair.setting.k): pair
    for pair in with_controls("Connect Four")
}
claim("With c = 0 and k = 30, RAVE gets only 0.29 points", 0, 30, four[100, 0, 30].rave.score)
claim("and with 1,000 playouts and k = 300 only 0.12", 1000, 300, four[1000, 0, 300].rave.score)
claim(
    "score no better: 0.24 with 100 playouts and 0.04 with 1,000",
    four[100, 0, 30].control.score,
    100,
    four[1000, 0, 300].control.score,
    1000,
)
claim(
    "With 100 playouts and k = 300 AMAF adds 0.29 points per game at c = 0, 0.20 at c = 0.25, and 0.10 at UCT's best c of 0.5",
    100,
    300,
    four[100, 0, 300].gain.value,
    0,
    four[100, 0.25, 300].gain.value,
    0.25,
    four[100, 0.5, 300].gain.value,
    0.5,
)
assert all(four[100, c, 300].gain.low > 0.1 for c in (0, 0.25))
assert abs(four[100, 0.5, 300].gain.low) < 0.005  # "the last one begins at 0"
at_best_c = four[1000, 0.5, 300]
claim(
    "With 1,000 playouts and c = 0.5, RAVE gets 0.44 points per game in 200 games, and its control 0.53: it seems to *cost* 0.09",
    at_best_c.setting.playouts,
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
    "with 50 playouts for each move, c = 0 and k = 30, RAVE gets 0.80 points per game, and its control 0.54. So AMAF adds 0.26",
    first.setting.playouts,
    first.setting.c,
    first.setting.k,
    first.rave.score,
    first.control.score,
    first.gain.value,
)
claim("In Hex AMAF adds at least 0.21", min(pair.gain.value for pair in hex_pairs))
assert all(pair.gain.low > 0 for pair in hex_pairs)
long_match = MatchSetting("Hex 5×5", 1000, 30, 0.0)
long = played[long_match]
claim(
    "look at k = 30 on the smaller board, further down. The score falls from 0.80 at 50 playouts to 0.42 at 1,000",
    30,
    first.rave.score,
    50,
    long.score,
    long_match.playouts,
)
by_setting = {pair.setting: pair for pair in hex_pairs}
small_k, large_k = (by_setting[long_match._replace(k=k)] for k in (30, 3000))
claim("from 0.54 to 0.21, so", first.control.score, small_k.control.score)
claim(
    "AMAF adds 0.51 with k = 3,000, and 0.21 with k = 30",
    large_k.gain.value,
    large_k.setting.k,
    small_k.gain.value,
    small_k.setting.k,
)
bug = played[MatchSetting("Connect Four", 100, 300, 0.0, "root")]
right = played[MatchSetting("Connect Four", 100, 300, 0.0)]
claim("the score falls from 0.52 to 0.35", right.score, bug.score)
assert bug.score_interval()[1] < right.score_interval()[0]
claim(
    "RAVE wins 180 games with it, and 177 without it",
    played[MatchSetting("Hex 5×5", 50, 300, 0.0, "root")].wins,
    played[MatchSetting("Hex 5×5", 50, 300, 0.0)].wins,
)
claim("column 0 leads by 0.27 to 0.31", min(by_q), max(by_q))
leading = [lead for lead in by_amaf if lead > 0]
claim("By AMAF it leads in seven, by 0.01 to 0.03", min(leading), max(leading))
assert len(leading) == 7 and len(by_amaf) == 8

# %%
open_positions = sum(1 for state in positions(TicTacToe()) if not state.is_terminal())
claim("of 4,520, in which *all* moves", open_positions)
claim("96 positions against 70", advice["block only"][1], advice["random"][1])
assert advice["block only"][0] > advice["random"][0]
