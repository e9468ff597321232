# %% [markdown]
# # 06 · Watch trees grow
#
# With perfect play tic-tac-toe is a draw, so the empty board is worth ½ to X. Let us ask a search. After 100 iterations it says 0.61. That is too high, but the search has just begun. **What will it say as it goes on to 100,000?**

# %%
from mctslib import TicTacToe, UCB1, draw, search
from mctslib.course import S, budget, ch06, checkpoint, predict, score_prediction, summary

value_guess = predict("06-value")
value_guess

# %%
C = 2**0.5 / 2  # the exploration constant of this chapter; the next one asks how to choose it
empty = TicTacToe()
moments = [100, 300, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]
trees = {seed: list(ch06.snapshots(empty, moments, seed, C)) for seed in range(3)}
ch06.root_value_picture(trees, perfect=0.5)

# %%
outcome = "It rises first, away from ½, and then falls."
score_prediction(value_guess, outcome, "Why? That is the question of this chapter.")

# %% [markdown]
# The answer gets *worse*, for thousands of iterations, with all three seeds. With seed 0 it climbs from 0.61 to 0.70 at 5,000, and then falls, to 0.52 at 100,000. (With the other seeds the top is at 0.70 and 0.72.) I call this curve *the hump*. If you had stopped at 5,000, you would have seen a curve that rises, flattens, and settles at the wrong value. You might have looked for a bug.
#
# There is none. But what is the tree doing up there?
#
# First you learn to read a tree: its shape, N, and Q. Then you explain the hump, and we put the explanation to a test. At the end we wait for one last node, which takes its time.
#
# **What you'll need.** UCB1 (chapter 02) and the four phases (chapters 03 and 04). &nbsp; **Time:** about 50 minutes.
#
# ## A young tree
# This is the tree after 30 iterations. Each box is a node with its visits N and its mean reward Q, for the player who moved into it. Blue favours X, and orange favours O. A thicker line leads to more visits, and a grey triangle stands for nodes that are not drawn.

# %%
young = search(empty, 30, seed=0, tree_policy=UCB1(C))
draw.show_tree(young.root, max_nodes=13, boards=2)

# %% [markdown]
# Every first move of X has been tried, but none has more than 5 visits. The search still treats them nearly alike. How unequal will the visits be after 10,000?

# %%
visits_guess = predict("06-share")
visits_guess

# %%
result = search(empty, 10_000, seed=0, tree_policy=UCB1(C))
print(result.table())
centre_share = round(100 * result.distribution()[4])

# %%
score_prediction(
    visits_guess, centre_share, "The centre received more than half of the visits.", within=10
)

# %% [markdown]
# Cell 4, the centre, received 54% of the visits, and cell 7 received 1%. (With seeds 1 and 2 the centre received 52% and 57%.) This **asymmetry** is what a tree search is for: the search looks most often at the moves that look best. A child with a low Q must wait until its exploration term c · √(ln N / n) has grown, and a logarithm grows slowly: from N = 1,000 to 10,000, ln N goes only from 6.9 to 9.2. Here are all nodes at once. Each row is one depth, and the width of a node shows its number of visits.

# %%
from mctslib.widgets import Atlas

Atlas(result)

# %% [markdown]
# For each move we now have two numbers, N and Q. Which one should you trust? Q looks more important, but it is an average, and an average of few rewards depends on luck: in the young tree, corner 0 had Q = 0.80 after 5 visits, and now it has Q = 0.61 after 557 visits. N is slower to be fooled. A move receives many visits only if its Q *stays* high while the search tests it again and again. So `search` plays the move with the highest N.

# %%
checkpoint("06-reading")

# %% [markdown]
# ## How large can a tree become?
# The *complete tree* of a position has a node for every sequence of moves that can follow, and one for the position itself. Here is a small example. It is O's turn, and only the cells 7 and 8 are free.

# %%
two_free = TicTacToe.from_text("XOX/XOX/O..")
draw.show_tree(search(two_free, 10, seed=0).root)

# %% [markdown]
# If O plays 7, O has won, and the game is over: 1 node. If O plays 8, X can still play 7: 2 nodes. With the root we have 1 + 1 + 2 = 4. The rule is the same for every position: count 1 for the position, and add the counts of all positions one move later.
#
# ### Exercise 1: count the complete tree
# Write the rule as a function that calls itself. `state.legal_actions()` is the list of legal moves, empty when the game is over; `state.apply(action)` is the position after a move.


# %% tags=["exercise"]
# hint: Start with 1 for the position itself. Then go through `state.legal_actions()`, and for each action add `count_nodes(state.apply(action))`. When the game is over there is no action, and the count stays 1.
def count_nodes(state):
    """Return the number of nodes of the complete tree from `state`, including the root."""
    # --- solution
    # --- end


# %%
ch06.check_count_nodes(count_nodes)

# %% [markdown]
# The complete tree of the empty board has 549,946 nodes. Ours has 7,573 after 10,000 iterations, 1.4%. The search chose its move by *leaving out* nearly everything. But why didn't each of the 10,000 iterations add a node? In 2,428 of them, selection walked to a node where the game was already over.
#
# ## What is Q made of?
# Back to the hump. The Q of the root rose, so let us ask what this Q is made of. Each iteration passes through the root and one of its children, so the root's total reward is the sum of the children's, and a child's total reward is N · Q. With one child of N = 3 and Q = 1.0, and another of N = 1 and Q = 0.0, the root has 3 points from 4 visits, Q = 0.75. That is the mean of the children's Q, *weighted by their visits*.
#
# So the root's Q averages over all moves, good and bad, and over *all times*. That is a clue. Early rewards come from games with many mistakes, but Q never forgets them.
#
# ### Exercise 2: a number without a past
# Find a number that shows what the search earns *now*. You may look at the same node twice: at the pair (N, W) some time ago, and at the pair (N, W) now, where W is the total reward. For example, a node had N = 10 and W = 8, and now it has N = 15 and W = 9. Q has fallen from 0.8 to 0.6 only, although five visits in a row brought just one point: *now* it earns 0.2 for each visit. Write `recent_value(before, after)`.


# %% tags=["exercise"]
# hint: The later W minus the earlier W is the reward that the visits in between earned. How many visits were in between?
def recent_value(before, after):
    """Return the mean reward of the visits between two pairs (N, W) of one node."""
    # --- solution
    # --- end


# %%
ch06.check_recent_value(recent_value)

# %% [markdown]
# The library's version takes two snapshots of a tree. Here is the recent value beside Q, for seed 0:

# %%
from itertools import pairwise

for before, after in pairwise(trees[0]):
    iterations = f"{before.iterations:6,} to {after.iterations:7,}"
    print(f"{iterations}: recent value {ch06.recent_value(before, after):.3f}, Q {after.value:.3f}")

# %% [markdown]
# The recent value rises to 0.73 between iterations 2,000 and 5,000, and in the second half of the run it is 0.505. So the search knows the truth long before Q admits it. Now we know why Q falls so *slowly*. But why did the rewards rise at all?
#
# ## Who learns first?
# If both sides play at random, X gets 0.65 points for each game, on average. Every move inside the tree changes this average: X's good moves raise it, and O's good moves lower it. We call this change the *gain* of the move. For example, X plays the centre, and O replies in corner 0:

# %%
from mctslib.oracle import expected_value

after_centre = empty.apply(4)
after_corner = after_centre.apply(0)
for name, state in {"empty": empty, "centre": after_centre, "corner": after_corner}.items():
    print(f"{name:6} {float(expected_value(state, 0)):.2f}")

# %% [markdown]
# From 0.65 to 0.75: the centre gains +0.10. Then O takes back 0.04. Now we add up the gains of all moves in the tree, for each side, counting a move once for each of its visits, and divide by the number of iterations. (`ledger` does this for the iterations between two moments.)

# %%
random_play = float(expected_value(empty, 0))
ledgers = {seed: ch06.ledger(empty, moments, seed, C) for seed in range(budget(3, 1, "seeds"))}
ch06.gains_picture(ledgers, random_play)

# %% [markdown]
# At first X gains more than O takes back, in all three runs: the sum of both gains rises to at least 0.08, but after 5,000 iterations it is negative. With seed 0, between 2,000 and 5,000 iterations X's moves gain 0.20 points for each iteration, and O's moves take back only 0.12. At the end X gains 0.37, and O takes back 0.51. (And 0.65 plus both gains is the recent value of each stretch, with an error below 0.02, so I see nothing else going on.)
#
# So X learns first. Why? I thought of the root. X chooses there, and all iterations pass it. But O replies in nine different nodes, and must learn in each of them from a part of the games. So for a while X's good moves meet replies that are almost random.
#
# That sounds convincing, and I could leave it there. But this explanation makes a prediction. Put *O* at the root: after X's centre, O chooses in every iteration, and X must learn in eight different nodes. Now O should be first. What part of its final gain has each side reached?

# %%
for start, name in ((after_centre, "after X's centre"), (empty.apply(0), "after X's corner")):
    *early, last = ch06.ledger(start, moments[:7], 0, C)
    print(name)
    for row in early[2:5]:
        own, other = row.own_gain / last.own_gain, row.other_gain / last.other_gain
        print(f"  to {row.iterations:5,} iterations: O {own:4.0%}, X {other:4.0%}")

# %% [markdown]
# After the centre the explanation fails. X has reached a larger part of its gain than O, up to 2,000 iterations, although it is X who must learn in eight nodes. After the corner it holds: O is ahead. (Both results hold with all three seeds that I tried.) So a place at the root helps, but it does not decide. Perhaps some good moves are simply easier to find than others; I do not know. But this we have seen:
#
# **Q measures how well both sides have played in the tree so far. While only one side plays well, Q is too high for this side.**
#
# ## Watch it yourself
# The chart shows Q of the root, the recent value, and the value with perfect play. The board shows the shares of the visits that X's nine first moves have. <span class="with-python">Press *Grow on*, and find with the slider the iteration after which the centre has the most visits, and the top of the hump. Then compare a small c with a large c, and try to find a position without a hump.</span>

# %%
ch06.Growth("empty board", c=0.7)

# %%
checkpoint("06-flat")

# %% [markdown]
# ## The last node
# For the last node of the empty board we shall not wait. But position S is near the end of a game: X is to move, and must play 3. How long must we wait until its tree is complete? This time c is the √2 of the theory.

# %%
draw.show_board(S.state)

# %%
possible_nodes = sum(1 for path in ch06.all_paths(S.state))
root_S = search(S.state, 24_000, seed=0, tree_policy=UCB1(2**0.5)).root
print(possible_nodes, "nodes are possible,", sum(1 for node in root_S.descendants()), "have grown")

# %% [markdown]
# After 24,000 iterations one of the 51 nodes is still missing. Which one?
#
# ### Exercise 3: find the missing nodes
# A *path* is the tuple of the actions that lead from the root to a node; the path of the root is `()`. Write `missing(root)`, which returns the list of the paths of the complete tree that are not in the tree of `root`. `root.state` is the position of the root, `root.descendants()` goes through all nodes of the tree, and `node.path()` is the path of a node. For example, the tree of our small position after 2 iterations lacks one node, so the list is `[(8, 7)]`.


# %% tags=["exercise"]
# hint: First collect the paths that have grown as `{node.path() for node in root.descendants()}`. Then walk through the complete tree as in exercise 1, starting at `root.state`, and carry the path along, because the action leads from `path` to `(*path, action)`. Keep each path that is not in the set.
def missing(root):
    """Return a list of the paths of the complete tree that are not in the tree of `root`."""

    # --- solution
    def paths(state, path=()):
        yield path
        for action in state.legal_actions():
            yield from paths(state.apply(action), (*path, action))

    grown = {node.path() for node in root.descendants()}
    return [path for path in paths(root.state) if path not in grown]
    # --- end


# %%
ch06.check_missing(missing)

# %%
print("missing:", ch06.missing_paths(root_S))
node = root_S
for action in (6, 1, 3):
    node = node.children[action]
    print(f"after {node.path()}: {node.visits} visits")

# %% [markdown]
# Three mistakes in a row lead to the missing node. X plays 6 and does not block; O plays 1, although 3 would win; X plays 3, although 7 would win. Of the 24,000 iterations, 91 tried X's first mistake. Of these 91, only 7 tried O's mistake, and only 1 tried X's second mistake. One more visit would add the node.
#
# A bad move gets visits roughly in proportion to the *logarithm* of its parent's visits. If the parent is a bad move itself, they go with the logarithm of a logarithm. Is that so? I made the search three times as long, 72,000 iterations, with three seeds. X's first mistake got 103 visits instead of 91. O's mistake below it got no further visit. The theory promises that every node is added at some point, but it does not say when. With seed 0 the last node is added in iteration 104,588. With seed 1 I stopped at 120,000, and a node was still missing.
#
# But does a missing node matter? With c = 3 the trees of S are complete after about a hundred iterations with each of three seeds, and with c = √2 / 2 they still have only 42 to 44 nodes after 20,000. All six searches play the right move. A tree need not be complete to be right.
#
# ## In practice
# Below the root the weighted mean looks different. A node's Q belongs to the player who moved there, and the Q of its children to the opponent, so average 1 − Q. And the node's own first playout took place before it had children.
#
# ## Further reading
# - L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo Planning* (2006), section 2: UCT tries every action infinitely often, and the error of the root's value shrinks like log N / N.
# - P.-A. Coquelin and R. Munos, *Bandit Algorithms for Tree Search* (2007): positions in which UCT takes extremely long; the time grows like nested exponentials.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 3: asymmetric growth.
#
# **Next:** [06b · When paths meet](06b_when_paths_meet.ipynb). Many nodes of a tree are the same position. What if each position were stored only once?

# %%
summary("06")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, and what we quote.*

# %% [claims]
from claims import claim

from math import log

from mctslib import most_visited, record
from mctslib.oracle import optimal_actions
from mctslib.tree import walk

first_visits = [child.visits for child in young.root.children.values()]
assert (
    len(first_visits) == 9
    and young.root.visits == 30
    and first_visits.count(max(first_visits)) == 4
)
claim("none has more than 5 visits", max(first_visits))
count = {
    path: sum(1 for _ in walk(search(two_free, 10, seed=0).root, path).descendants())
    for path in [(), (7,), (8,)]
}
assert count == {(): 4, (7,): 1, (8,): 2}
claim("1 + 2 = 4", count[7,], count[8,], count[()])
assert two_free.apply(7).rewards() == (0, 1) and two_free.apply(8).apply(7).rewards() == (0.5, 0.5)
assert ch06.missing_paths(search(two_free, 2, seed=0).root) == [(8, 7)]

# %%
table = result.distribution()
complete = sum(1 for path in ch06.all_paths(empty))
grown = sum(1 for node in result.root.descendants())
claim("The complete tree of the empty board has 549,946 nodes", complete)
claim("Ours has 7,573 after 10,000 iterations, 1.4%", grown, result.root.visits, grown / complete)
added_none = [
    it for it in record(empty, 10_000, seed=0, tree_policy=UCB1(C)).iterations if not it.expanded
]
claim("In 2,428 of them", len(added_none))
assert result.root.visits == 10_000
assert grown == 10_000 - len(added_none) + 1
for iteration in added_none:
    state = empty
    for action in iteration.path:
        state = state.apply(action)
    assert state.is_terminal()
claim("Cell 4, the centre, received 54% of the visits, and cell 7 received 1%", table[4], table[7])
assert min(table, key=table.get) == 7 and max(table, key=table.get) == 4 == result.action
centre = {}
for seed in (1, 2):
    for m in trees[seed]:
        if m.iterations == 10_000:
            centre[seed] = m.children[4][0] / 10_000
claim("With seeds 1 and 2 the centre received 52% and 57%", 1, 2, centre[1], centre[2])
claim("ln N goes only from 6.9 to 9.2", log(1_000), log(10_000))
young_0, old_0 = young.root.children[0], result.root.children[0]
claim(
    "corner 0 had Q = 0.80 after 5 visits, and now it has Q = 0.61 after 557 visits",
    young_0.value,
    young_0.visits,
    old_0.value,
    old_0.visits,
)

# %%
N_of, Q_of = (3, 1), (1.0, 0.0)
three = sum(n * q for n, q in zip(N_of, Q_of))
claim("the root has 3 points from 4 visits, Q = 0.75", three, sum(N_of), three / sum(N_of))
(N_then, W_then), (N_now, W_now) = (10, 8), (15, 9)
claim("a node had N = 10 and W = 8, and now it has N = 15 and W = 9", N_then, W_then, N_now, W_now)
claim("Q has fallen from 0.8 to 0.6 only", W_then / N_then, W_now / N_now)
claim("*now* it earns 0.2 for each visit", (W_now - W_then) / (N_now - N_then))
Qs = {seed: {m.iterations: m.value for m in tree} for seed, tree in trees.items()}
claim("After 100 iterations it says 0.61", 100, Qs[0][100])
claim(
    "climbs from 0.61 to 0.70 at 5,000, and then falls, to 0.52 at 100,000",
    *(Qs[0][100], Qs[0][5_000], 5_000, Qs[0][100_000], 100_000),
)
claim("the top is at 0.70 and 0.72", *(max(Qs[seed].values()) for seed in (1, 2)))
assert all(
    max(line, key=line.get) in (2_000, 5_000) and line[100_000] < line[100] for line in Qs.values()
)
recent = {
    after.iterations: ch06.recent_value(before, after) for before, after in pairwise(trees[0])
}
claim("rises to 0.73 between iterations 2,000 and 5,000", recent[5_000], 2_000, 5_000)
claim("in the second half of the run it is 0.505", recent[100_000])
assert max(recent.values()) == recent[5_000]

# %%
steps = [float(expected_value(state, 0)) for state in (empty, after_centre, after_corner)]
claim("If both sides play at random, X gets 0.65 points", random_play)
claim(
    "From 0.65 to 0.75: the centre gains +0.10. Then O takes back 0.04",
    *(steps[0], steps[1], steps[1] - steps[0], steps[1] - steps[2]),
)
rows = {row.iterations: row for row in ledgers[0]}
differences = [
    abs(random_play + row.own_gain + row.other_gain - recent[n])
    for n, row in rows.items()
    if n in recent
]
errors = [0.02]
assert max(differences) < min(errors)
claim(
    "(And 0.65 plus both gains is the recent value of each stretch, with an error below 0.02",
    random_play,
    *errors,
)
claim(
    "X's moves gain 0.20 points for each iteration, and O's moves take back only 0.12. At the end X gains 0.37, and O takes back 0.51",
    *(rows[5_000].own_gain, -rows[5_000].other_gain),
    *(rows[100_000].own_gain, -rows[100_000].other_gain),
)
for book in ledgers.values():
    sums = {row.iterations: row.own_gain + row.other_gain for row in book}
    assert all(total < 0 for n, total in sums.items() if n > 5_000)
highest = [max(row.own_gain + row.other_gain for row in book) for book in ledgers.values()]
claim(
    "the sum of both gains rises to at least 0.08, but after 5,000 iterations", min(highest), 5_000
)
assert min(highest) >= 0.08

# %%
for seed in range(3):
    for start, root_is_first in ((after_centre, False), (empty.apply(0), True)):
        *early, last = ch06.ledger(start, moments[:7], seed, C)
        for row in early[2:4]:
            own, other = row.own_gain / last.own_gain, row.other_gain / last.other_gain
            assert (own > other) == root_is_first, (seed, row)
claim("After 24,000 iterations one of the 51 nodes", root_S.visits, possible_nodes)
assert sum(1 for _ in root_S.descendants()) == 50
assert ch06.missing_paths(root_S) == [(6, 1, 3, 7)]
tried = [walk(root_S, path).visits for path in [(), (6,), (6, 1), (6, 1, 3)]]
claim(
    "Of the 24,000 iterations, 91 tried X's first mistake. Of these 91, only 7 tried O's mistake, and only 1",
    tried[0],
    tried[1],
    tried[1],
    *tried[2:],
)
bad = [S.state.apply(6), S.state.apply(6).apply(1), S.state.apply(6).apply(1).apply(3)]
assert [optimal_actions(state) for state in (S.state, *bad[:2])] == [[3], [3, 7], [7]]
assert bad[0].apply(3).rewards() == bad[2].apply(7).rewards() == (0, 1) and bad[1].apply(
    7
).rewards() == (1, 0)
for seed in range(3):
    shorter, longer = (
        search(S.state, n, seed=seed, tree_policy=UCB1(2**0.5)).root for n in (24_000, 72_000)
    )
    mistake, later = shorter.children[6], longer.children[6]
    claim("72,000 iterations, with three seeds", longer.visits)
    claim("got 103 visits instead of 91", later.visits, mistake.visits)
    assert mistake.children[1].visits == later.children[1].visits
assert longer.visits == 3 * shorter.visits
grew = {seed: ch06.last_new_node(S.state, 2**0.5, seed, limit=120_000) for seed in (0, 1)}
claim("the last node is added in iteration 104,588", grew[0][0])
assert grew[0][1] == 51 and grew[1][1] == 50
by_c = {
    c: [ch06.last_new_node(S.state, c, seed, limit=20_000) for seed in range(3)] for c in (C, 3)
}
assert all(90 <= n <= 110 and size == 51 for n, size in by_c[3])
claim("they still have only 42 to 44 nodes", *(f(size for _, size in by_c[C]) for f in (min, max)))
for c in by_c:
    for seed in range(3):
        assert search(S.state, 20_000, seed=seed, tree_policy=UCB1(c)).action == 3
assert most_visited(root_S) == 3
