# %% [markdown]
# # 14 · What playouts share
#
# **What you'll do.** Make every playout tell of all the moves in it, see where that wins nearly everything and where it loses, and meet a good player who is a bad adviser.
#
# **What you'll learn.** Afterwards you can
# - say, on paper, which moves of a playout count at which node, and for whom,
# - write **RAVE** and say what its k stands for,
# - tell beforehand whether a game suits it,
# - add what you know of a game as a bias, or as a heavy playout, and calculate exactly whether the playout helps.
#
# **What you'll need.** Chapters 04 and 10. &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## Predict first

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

rave_wins = predict("14-rave")
rave_wins

# %%
adviser = predict("14-adviser")
adviser

# %% [markdown]
# ## A hundred playouts, and too many cells
# Hex: X joins top and bottom, O left and right. UCT has made 100 playouts on the empty board. With 49 first moves, that is two each: it knows next to nothing (left).
#
# But each playout took some twenty cells for X, and X won or lost with *them*. For each cell take the mean over all playouts in which X had it, now or later (right):

# %%
from mctslib import UCB1, record
from mctslib.course.ch14 import means
from mctslib.draw import gallery
from mctslib.draw.show import board_svg
from mctslib.games import ConnectFour, Hex

hundred = record(Hex(7), 100, seed=1, tree_policy=UCB1(0.3)).iterations
q, amaf = means(Hex(7), hundred, [100])[100]


def maps(state, *values):
    """The board once for each of these values."""
    return [
        board_svg(state, values={a: float(v) for a, v in some.items()}, width=310)
        for some in values
    ]


gallery(
    maps(Hex(7), q, amaf),
    ["Q: the playouts that began with the cell", "AMAF: all playouts with the cell"],
)

# %% [markdown]
# The value on the right is called **AMAF**, *all moves as first*. The left map is a patchwork of single results. The right one is calmer, and higher in the middle than in the acute corners, as players of Hex would say. This is one search with one seed; how much better AMAF is, on a board whose truth is known, comes below.
#
# **On paper.** Tic-tac-toe, X to move. From this node a playout goes X 4, O 0, X 2, O 1, X 6, and X wins. Here it counts for 2, 4 and 6, each with reward 1. At the node below, after X 4, O is to move: there it counts for 0 and 1, each with reward 0.
#
# ### Exercise 1: who took what?
# `credited(state, actions)` returns the *set* of those actions that the player to move in `state` took. `actions` are played from `state` on. In some games a player moves twice in a row, so ask each state whose turn it is.


# %% tags=["exercise"]
# hint: Keep `player = state.current_player` and an empty `set()`. For each action: if `state.current_player == player`, add it; then `state = state.apply(action)`.
def credited(state, actions):
    # --- solution
    player, found = state.current_player, set()
    for action in actions:
        if state.current_player == player:
            found.add(action)
        state = state.apply(action)
    return found
    # --- end


# %%
from mctslib.course.ch14 import check_credited, credited as ours

check_credited(credited)

# %% [markdown]
# ### Exercise 2: count at every node
# `learn(counts, node, playout)` is called after every playout with the node it began at. For this node and all above it: each credited action gets one more playout, and the reward of the player to move *there*. `counts[node]` is a dictionary: action → `[playouts, sum of rewards]`. What lies between a node and the leaf counts like the playout's own moves.


# %% tags=["exercise"]
# hint: Start with `actions = playout.actions` and walk up with `node = node.parent` until it is None. Before each step up put `node.action` in front: `actions = (node.action, *actions)`. A new entry: `counts[node].setdefault(action, [0, 0])`.
def learn(counts, node, playout):
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
# ## Believe it, but not for ever
# AMAF is known early, and it is the answer to another question: what is cell 4 worth *at some time*, not now. Q is the right question, with few answers. So begin with AMAF and let it fade, with a weight β that falls from 1 to 0:
#
# $$(1-\beta)\,Q + \beta\,\mathrm{AMAF}, \qquad \beta = \sqrt{\frac{k}{3N+k}}$$
#
# This is RAVE, *rapid action value estimation* (Gelly and Silver, 2007). N is the visits of the node whose actions are compared (some papers take the child's: say which). After N = k visits β is ½.
#
# ### Exercise 3: mix them

# %% tags=["exercise"]
# hint: `beta = sqrt(k / (3 * visits + k))`, then the weighted sum. Which of both must fade?
from math import sqrt


def blend(q, amaf, visits, k):
    # --- solution
    beta = sqrt(k / (3 * visits + k))
    return (1 - beta) * q + beta * amaf
    # --- end


# %%
from mctslib.course.ch14 import blend as our_blend, check_blend

check_blend(blend)

# %% [markdown]
# ## Slide β
# Hex 4×4 is small enough to know the truth: four first moves win, twelve lose (right board). The left board is what one search by UCT says, mixed by β. Below, for all β at once: of all pairs of a winning and a losing move, how many are in the right order? The dots are eight searches.
#
# Begin at β = 0 with 100 playouts and go right. <span class="with-python">Then take more playouts.</span>

# %%
from mctslib.course.ch14 import BetaMap

BetaMap(playouts=100, beta=0.5)

# %% [markdown]
# Guessing gets half of the pairs. At 100 playouts Q has 59 % of them right, AMAF 84 %, in the mean of the eight searches. With more playouts Q catches up, slowly.
#
# ## The search
# An action that was never tried has an AMAF value. So the search need not try every action once before it compares: it picks among *actions*, and adds the node of the one it picks. The library's `ActionPolicy` does that; it asks for two terms.

# %%
from collections import defaultdict
from dataclasses import replace
from functools import partial

from mctslib.methods.actions import ActionPolicy


class Rave(ActionPolicy):
    """(1−β)·Q + β·AMAF; AMAF alone, where an action was not tried itself."""

    def __init__(self, k=300):
        self.k, self.counts = k, defaultdict(dict)

    def terms(self, node, action):
        playouts, total = self.counts[node].get(action, (0, 0))
        amaf, child = total / playouts if playouts else 1.0, node.children.get(action)
        beta = 1 / sqrt(1 + 3 * node.visits / self.k)
        return ((1 - beta) * child.value, beta * amaf) if child else (0.0, amaf)

    def options(self):
        options, after = super().options(), partial(our_learn, self.counts)
        return {**options, "phases": replace(options["phases"], after=after)}


# %% [markdown]
# `1 / sqrt(1 + 3N/k)` is the same β. `after` is called with every playout. There is no exploration term at all: the search looks elsewhere because AMAF tells it to. The library's version counts faster, and makes the same tree, record by record:

# %%
from mctslib.methods import rave

page = record(Hex(4), 200, seed=0, **Rave(300).options())
quick = record(Hex(4), 200, seed=0, **rave.Rave(300).options())
same = page.iterations == quick.iterations
same

# %% [markdown]
# What it sees at the root of 3×3, after 40 playouts: both terms of each action, tried or not. (`StepperView` takes its `phases` and `tree_policy`, and steps through it.)

# %%
from mctslib import search
from mctslib.draw import show_children

method = rave.Rave(300)
root = search(Hex(3), 40, seed=0, **method.options()).root
show_children(root, method)

# %% [markdown]
# This run is *stuck*. X 0 loses, but all of its playouts happened to be won: for O every reply has an AMAF of 0, and of equals the first is taken again and again. AMAF alone has no way back. A little of UCB1's bonus, c = 0.1, gives it one. In how many of 100 searches is the chosen opening a winning one?

# %%
from mctslib.course.ch14 import winning_openings


def finds_a_win(c):
    """For each of 100 seeds: is the move after 200 playouts a winning one?"""
    best = winning_openings(3)
    return [
        search(Hex(3), 200, seed=seed, **rave.Rave(300, c).options()).action in best
        for seed in range(100)
    ]


without, bonus = finds_a_win(0.0), finds_a_win(0.1)
sum(without), sum(bonus)

# %% [markdown]
# In 88 without, in 99 with it; 12 searches are right only with the bonus, 1 only without.
#
# ## Who wins?
# RAVE against UCT at equal playouts: pairs of games from random openings of two moves, sides swapped, UCT with the c that won most points against three others. One command plays them all, `python -m tests.bench.rave`, and keeps the counts.

# %%
from mctslib.arena import Tally
from mctslib.course import measured

matches = {}
for row in measured("ch14/matches")["rows"]:
    key = row["game"], row["playouts"], row["k"], row["c"], row["credit"]
    matches[key] = Tally(row["wins"], row["draws"], row["losses"])


# %%
def said(tally):
    """The score and its 95 % interval."""
    low, high = tally.score_interval()
    return f"{tally.score:.2f} ({low:.2f} to {high:.2f}), {tally.games} games"


for (game, playouts, k, c, credit), tally in matches.items():
    if credit == "mover":
        print(f"{game:12} {playouts:5,} playouts  k = {k:4}  c = {c:4}  {said(tally)}")

# %%
from mctslib.course.plots import match_bars, picture

chosen = {
    f"{game}, {playouts:,}, k = {k}": tally
    for (game, playouts, k, c, credit), tally in matches.items()
    if credit == "mover" and not c
}
picture(match_bars(chosen, title="RAVE's wins, draws and losses against UCT, at equal playouts"))

# %%
why = "Each playout tells of many cells, and 50 playouts for 25 cells are what UCT lacks."
score_prediction(rave_wins, matches["Hex 5×5", 50, 3000, 0.0, "mover"].wins, why, within=15)

# %% [markdown]
# In Hex RAVE wins 177 of 200 games with k = 300 and 50 playouts, and all 40 on the larger board. And k has to outlive the budget: with k = 30 the score falls from 0.80 at 50 playouts to 0.42 at 1,000; with k = 3000 it stays above one half.
#
# Connect Four is another matter. With k = 30 RAVE scores 0.29; larger k hold their own at 100 playouts; but at 1,000, with k = 300, it wins 3 games of 40. Here, too, the bonus is a way back: with c = 0.25 and 100 playouts the 0.52 become 0.65.
#
# So be careful with these rows. In all of them but this one RAVE has c = 0, while UCT has its best c. They compare two things at once: AMAF against none, and no exploration bonus against a tuned one. What they show is that RAVE *without the bonus* loses in Connect Four when there are many playouts. They do not show that AMAF is the cause; for that RAVE would need a tuned c as well.
#
# ## Why not in Connect Four?
# How many random playouts mention an action at all?

# %%
import random

from mctslib import simulate, uniform


def mentions(state, games=300):
    """The mean share of random playouts in which the player to move takes a given action."""
    rng = random.Random(0)
    taken = [ours(state, simulate(state, rng, uniform).actions) for _ in range(games)]
    return sum(map(len, taken)) / games / len(state.legal_actions())


mentioned = {"Hex 5×5": mentions(Hex(5)), "Connect Four": mentions(ConnectFour())}
mentioned

# %% [markdown]
# In Hex 43 % of the playouts have a given cell, the others do not. In Connect Four 78 % have a disc of mine in a given column, sooner or later; so all columns share nearly the same playouts, and nearly the same mean. Worse, the action is another cell each time. Here X must block column 0 *now*:

# %%
must = ConnectFour()
for action in (3, 0, 3, 0, 4, 0):
    must = must.apply(action)
must

# %%
seeds = range(8)
found = [
    means(must, record(must, 300, seed=s, tree_policy=UCB1(0.5)).iterations, [300])[300]
    for s in seeds
]
lead = [[values[0] - max(v for a, v in values.items() if a) for values in both] for both in found]
print("lead of the block by Q   ", [f"{float(own):+.2f}" for own, _ in lead])
print("lead of the block by AMAF", [f"{float(shared):+.2f}" for _, shared in lead])

# %% [markdown]
# Q sees it in all eight searches: the block leads by 0.27 to 0.31. By AMAF every other column looks nearly as good, because the lines in which X played them *and* blocked count for them as well.

# %%
checkpoint("14-same")

# %%
checkpoint("14-k")

# %% [markdown]
# ## “RAVE performing badly”
# That is the title of a learner's question on the web. His program counted what the player of the *root* did, at every level. We have built that mistake in and let it play, too:

# %%
for game, playouts in (("Hex 5×5", 50), ("Connect Four", 100)):
    for credit in ("mover", "root"):
        print(
            f"{game:12} the {credit:5}'s moves: ", said(matches[game, playouts, 300, 0.0, credit])
        )

# %% [markdown]
# In Connect Four the mistake costs dearly: 0.52 becomes 0.35. In Hex nobody would notice, with 180 wins to 177: a good cell for X is a good cell for O. So a match does not always find a mistake; one playout, counted by hand, does.

# %%
checkpoint("14-thread")

# %% [markdown]
# ## What you know beforehand: progressive bias
# Perhaps you *know* which moves are promising. **Progressive bias** (Chaslot and others, 2008) adds to UCB1 a bonus H / (n + 1) that fades with the visits n of the action; H is 1 for a promising action, else 0. In tic-tac-toe: a win, or the only block, `decisive_actions()`.

# %%
from mctslib import TicTacToe
from mctslib.methods.bias import ProgressiveBias
from mctslib.oracle import expected_value, flat_values, optimal_actions, positions

open_positions = [state for state in positions(TicTacToe()) if not state.is_terminal()]
tricky = [
    state
    for state in open_positions
    if len(optimal_actions(state)) < len(state.legal_actions()) >= 4
]
sample = random.Random(0).sample(tricky, 400)


# %%
def right_moves(make):
    """For each position of the sample: does a search of 25 playouts find a right move?"""
    return [
        search(state, 25, seed=1, **make()).action in optimal_actions(state) for state in sample
    ]


plain = right_moves(dict)
biased = right_moves(lambda: ProgressiveBias(hint=TicTacToe.decisive_actions).options())
only_biased = sum(b and not p for b, p in zip(biased, plain))
only_plain = sum(p and not b for b, p in zip(biased, plain))
sum(plain), sum(biased), only_biased, only_plain

# %% [markdown]
# Of 400 positions in which one can go wrong UCT finds a right move in 342, with the bias in 371. In 42 only the biased search is right, in 13 only the plain one.
#
# But where nobody can win at once and nothing has to be blocked, `decisive_actions()` returns *all* actions. Then every action gets the same H, and the bias knows nothing. So count again without these positions:

# %%
names_all = [len(state.decisive_actions()) == len(state.legal_actions()) for state in sample]


def counts(right, among):
    """In how many positions the search is right: where the hint names all actions, and elsewhere."""
    all_named = sum(ok for ok, every in zip(right, among) if every)
    return all_named, sum(right) - all_named


sum(names_all), counts(plain, names_all), counts(biased, names_all)

# %% [markdown]
# In 110 of the 400 positions all actions are promising. There the right moves rise from 73 to 82, which is no merit of the hint: an equal bonus for all actions only changes how long each of them is explored. In the other 290 they rise from 269 to 289, and that is what the knowledge brings.
#
# An untried action counts here as tried once and won, so the promising ones are tried *first*; a bias that could not do that would be half a bias.
#
# ## A good player, a bad adviser
# Chapter 10 put thinking into the playouts: heavy playouts. What does a playout policy do to the values? On 3×3 there is no need to sample: `oracle.expected_rewards(state, policy)` calculates the mean reward, as a fraction, if *both* sides play by the policy. A policy is here a function: position → the actions it picks from, all equally likely.
#
# ### Exercise 4: a policy that only blocks
# `block_only(state)`: the actions with which the *opponent* would win at once, were it their turn; where there is none, all legal actions. It does not look for wins of its own. `state.winning_actions(player)` names the actions that would win at once for a player.


# %% tags=["exercise"]
# hint: The opponent is `1 - state.current_player`. An empty list is false, so `or` can name the other case.
def block_only(state):
    # --- solution
    return state.winning_actions(1 - state.current_player) or state.legal_actions()
    # --- end


# %%
from mctslib.course.ch14 import check_block, win_only, block_only as our_block

check_block(block_only)

# %% [markdown]
# First the player: its exact score against a random one, mean of both sides.


# %%
def as_player(policy):
    """Mean reward of the policy against random play, once as X and once as O."""

    def against_random(player):
        return lambda state: (
            policy if state.current_player == player else TicTacToe.legal_actions
        )(state)

    start = TicTacToe()
    return sum(expected_value(start, player, against_random(player)) for player in (0, 1)) / 2


# %% [markdown]
# Then the adviser. With infinitely many playouts by a policy from each move, which does it like best? Count the positions in which *all* its favourites are losing moves (or lose a win), and those in which at least one is.


# %%
def misled(policy):
    """(positions in which every favourite is wrong, positions in which at least one is)."""
    every = some = 0
    for state in open_positions:
        values, right = flat_values(state, policy), optimal_actions(state)
        wrong = [
            a for a, value in values.items() if value == max(values.values()) and a not in right
        ]
        some += bool(wrong)
        every += not any(values[a] == max(values.values()) for a in right)
    return every, some


# %%
policies = {
    "random": TicTacToe.legal_actions,
    "block only": our_block,
    "win only": win_only,
    "win, else block": TicTacToe.decisive_actions,
}
table = {name: (as_player(policy), *misled(policy)) for name, policy in policies.items()}
print("playout policy     as a player   misled in   (counting ties)")
for name, (score, every, some) in table.items():
    print(f"{name:18} {float(score):11.4f} {every:11} {some:17}")

verdict = {-1: "in fewer", 0: "in just as many", 1: "in more"}
more = (table["block only"][1] > table["random"][1]) - (table["block only"][1] < table["random"][1])
score_prediction(adviser, verdict[more], "A better player, and a worse adviser.")

# %% [markdown]
# Of 4,520 positions random playouts are misled in 70. The blocker, who scores 0.76 against random, is misled in 96. The one who only wins, a weaker player with 0.70, is misled in 16. Heavy helps on average; it does not have to. Gelly and Silver (2007) met the same surprise in Go, by measuring.
#
# ## The best-known opening of all
# The library's own `blocking`, win or else block, is a strong player and mostly a good adviser. But here X has opened in the corner. Only the centre holds the draw:

# %%
corner = TicTacToe.from_text("X../.../...")
light, heavy = flat_values(corner), flat_values(corner, TicTacToe.decisive_actions)
gallery(maps(corner, light, heavy), ["random playouts", "win, else block"])

# %% [markdown]
# The careful playouts prefer the opposite corner, 0.458 to 0.443, and no number of them will change that. A tree must undo it. Of 50 seeds, how many play the centre?

# %%
from mctslib import blocking


def centre(policy, playouts, seeds=50):
    """How many searches play the centre."""
    return sum(
        search(corner, playouts, seed=s, rollout_policy=policy).action == 4 for s in range(seeds)
    )


undone = {
    playouts: (centre(uniform, playouts), centre(blocking, playouts)) for playouts in (200, 1600)
}
undone

# %% [markdown]
# With 200 playouts 31 of 50 find it by random playouts, 13 by careful ones. With 1,600 all do: the tree has outgrown the bad advice.

# %%
checkpoint("14-adviser")

# %% [markdown]
# ## In practice
# - Strong programs used RAVE in Go and Hex until networks came. They count β from both numbers of visits instead of one k, and some start Q with a guess instead.
# - **k must outlive the budget**: tune it at the budget you play with.
# - Where actions mean something else later, give them better names (a piece *and* its target), or leave RAVE alone.
# - Check an adviser by whether the *search* gets better, at equal time; never by how well it plays.
#
# ## Further reading
# - B. Brügmann, *Monte Carlo Go* (1993): all moves as first.
# - S. Gelly and D. Silver, *Combining online and offline knowledge in UCT* (2007); *Monte-Carlo tree search and rapid action value estimation in computer Go* (2011), sections 4 and 5.
# - G. Chaslot and others, *Progressive strategies for Monte-Carlo tree search* (2008), section 3: progressive bias.
# - C. Browne and others, *A survey of Monte Carlo tree search methods* (2012), section 5.3: the family of AMAF.
#
# **Next:** [15 · Search in parallel](15_search_in_parallel.ipynb).

# %%
summary("14")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from fractions import Fraction
from mctslib.arena import wilson
from mctslib.course.ch14.maps import sharpness

claim(
    "UCT has made 100 playouts on the empty board. With 49 first moves, that is two each",
    len(hundred),
    len(q),
    round(len(hundred) / len(q)),
)
twenty = sum(len(ours(Hex(7), path + rollout)) for path, _, rollout, _ in hundred) / len(hundred)
assert 18 < twenty < 23  # "some twenty cells"
middle, acute = [16, 17, 18, 23, 24, 25, 30, 31, 32], [0, 1, 7, 41, 47, 48]
assert sum(map(amaf.get, middle)) / 9 > sum(map(amaf.get, acute)) / 6 + Fraction(1, 20)
line = 4, 0, 2, 1, 6
claim("a playout goes X 4, O 0, X 2, O 1, X 6", *line)
end = TicTacToe()
for action in line:
    end = end.apply(action)
claim(
    "it counts for 2, 4 and 6, each with reward 1",
    *sorted(ours(TicTacToe(), line)),
    end.rewards()[0],
)
claim(
    "it counts for 0 and 1, each with reward 0",
    *sorted(ours(TicTacToe().apply(4), line[1:])),
    end.rewards()[1],
)
claim(
    "with a weight β that falls from 1 to 0", rave.fading(300, 0), round(rave.fading(300, 10**9), 3)
)
claim("After N = k visits β is ½", rave.fading(300, 300))
assert same
sharp = {
    (n, beta): sum(sharpness(seed, n, Fraction(beta)) for seed in range(8)) / 8
    for n in (100, 1600)
    for beta in (0, 1)
}
claim("At 100 playouts Q has 59 % of them right, AMAF 84 %", 100, sharp[100, 0], sharp[100, 1])
assert root.children[0].value == 1 and 0 not in winning_openings(3)

# %%
assert not any(
    method.seen(root.children[0], action)[1] for action in range(1, 9)
)  # "for O every reply"
only = [(b and not a) - (a and not b) for a, b in zip(without, bonus)]
claim(
    "In 88 without, in 99 with it; 12 searches are right only with the bonus, 1 only without",
    sum(without),
    sum(bonus),
    only.count(1),
    only.count(-1),
)
assert wilson(only.count(1), only.count(1) + only.count(-1))[0] > 1 / 2
assert sharp[100, 0] < sharp[1600, 0] < sharp[1600, 1]  # "Q catches up, slowly"
ks = {
    (game, n, k): tally
    for (game, n, k, c, credit), tally in matches.items()
    if credit == "mover" and not c
}
fifty = ks["Hex 5×5", 50, 300]
claim(
    "RAVE wins 177 of 200 games with k = 300 and 50 playouts, and all 40",
    fifty.wins,
    fifty.games,
    300,
    50,
    ks["Hex 7×7", 100, 300].wins,
)
assert ks["Hex 7×7", 100, 300].games == ks["Hex 7×7", 100, 300].wins
most = max(n for _, n, _ in ks)
short, long = ks["Hex 5×5", 50, 30], ks["Hex 5×5", 1000, 30]
claim(
    "with k = 30 the score falls from 0.80 at 50 playouts to 0.42 at 1,000",
    30,
    short.score,
    50,
    long.score,
    most,
)
claim("with k = 3000 it stays above one half", max(k for *_, k in ks))
assert (
    long.score_interval()[1] < short.score_interval()[0]
    and ks["Hex 5×5", 1000, 3000].score_interval()[0] > 1 / 2
)
four = ks["Connect Four", 100, 30]
claim("With k = 30 RAVE scores 0.29", 30, four.score)
assert all(ks["Connect Four", 100, k].score_interval()[1] > 1 / 2 for k in (300, 3000))
assert four.score_interval()[1] < 1 / 2
lost = ks["Connect Four", 1000, 300]
claim(
    "larger k hold their own at 100 playouts; but at 1,000, with k = 300, it wins 3 games of 40",
    100,
    most,
    300,
    lost.wins,
    lost.games,
)
back = matches["Connect Four", 100, 300, 0.25, "mover"]

# %%
claim(
    "with c = 0.25 and 100 playouts the 0.52 become 0.65",
    max(c for *_, c, _ in matches),
    100,
    ks["Connect Four", 100, 300].score,
    back.score,
)
assert back.score_interval()[0] > 1 / 2
bug = matches["Connect Four", 100, 300, 0.0, "root"]
claim(
    "In Connect Four the mistake costs dearly: 0.52 becomes 0.35",
    ks["Connect Four", 100, 300].score,
    bug.score,
)
assert bug.score_interval()[1] < ks["Connect Four", 100, 300].score_interval()[0]
claim(
    "nobody would notice, with 180 wins to 177",
    matches["Hex 5×5", 50, 300, 0.0, "root"].wins,
    fifty.wins,
)
claim("In Hex 43 % of the playouts", mentioned["Hex 5×5"])
claim("In Connect Four 78 % have a disc", mentioned["Connect Four"])
claim("the block leads by 0.27 to 0.31", min(own for own, _ in lead), max(own for own, _ in lead))
assert max(shared for _, shared in lead) < 0.05  # "nearly as good"

# %%
claim(
    "Of 400 positions in which one can go wrong UCT finds a right move in 342, with the bias in 371",
    len(sample),
    sum(plain),
    sum(biased),
)
claim("In 42 only the biased search is right, in 13 only the plain one", only_biased, only_plain)
plain_all, plain_others = counts(plain, names_all)
biased_all, biased_others = counts(biased, names_all)
claim("In 110 of the 400 positions all actions are promising", sum(names_all), len(sample))
claim("There the right moves rise from 73 to 82", plain_all, biased_all)
claim(
    "In the other 290 they rise from 269 to 289",
    len(sample) - sum(names_all),
    plain_others,
    biased_others,
)
connect_four_cs = [key[3] for key in matches if key[0] == "Connect Four" and key[4] == "mover"]
assert sum(c != 0 for c in connect_four_cs) == 1  # "In all of them but this one RAVE has c = 0"
assert wilson(only_biased, only_biased + only_plain)[0] > 1 / 2
claim(
    "Of 4,520 positions random playouts are misled in 70", len(open_positions), table["random"][1]
)
claim(
    "The blocker, who scores 0.76 against random, is misled in 96",
    table["block only"][0],
    table["block only"][1],
)
claim("a weaker player with 0.70, is misled in 16", table["win only"][0], table["win only"][1])
assert (
    optimal_actions(corner) == [4]
    and max(heavy, key=heavy.get) == 8
    and max(light, key=light.get) == 4
)
claim("prefer the opposite corner, 0.458 to 0.443", heavy[8], heavy[4])
claim(
    "With 200 playouts 31 of 50 find it by random playouts, 13 by careful ones. With 1,600 all do",
    200,
    undone[200][0],
    50,
    undone[200][1],
    1600,
)
assert undone[1600] == (50, 50) and wilson(undone[200][1], 50)[1] < wilson(undone[200][0], 50)[0]
