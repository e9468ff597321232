# %% [markdown]
# # 06 · Watch trees grow
#
# **What you'll do.** Let a tree grow from one node to tens of thousands, and look at its shape, at its numbers, and at the one node that will not come.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* compute the value of the root from the N and Q of its children,
# - say why a search tree leans to one side, and by how much,
# - read N and Q of a move, and say which of the two to trust,
# - tell a value that has arrived from one that is only resting on top of a hump.
#
# **What you'll need.** The four phases (chapters 03 and 04). &nbsp; **Time:** about 50 minutes.

# %% [markdown]
# ## Two predictions
# Guess before you run anything. A wrong guess costs nothing, and makes the answer stick.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

share = predict("06-share")
share

# %%
hump = predict("06-hump")
hump

# %% [markdown]
# ## The paper part
# The root has three children. Take a pencil: what is the mean of all the rewards that came back through them?

# %%
children = {"a": (6, 0.5), "b": (3, 0.0), "c": (1, 1.0)}  # N and Q
mean = sum(N * Q for N, Q in children.values()) / sum(N for N, Q in children.values())
mean

# %% [markdown]
# Every visit counts the same, so the root's Q is the mean of its children's Q, **weighted by their visits**. It is not the Q of
# the best child. Visits spent on bad moves pull it down, and that will matter soon. (Deeper down the sides change: a node's Q belongs to the
# player who moved there, its children's Q to the opponent, so it is *one minus* such a mean, with the node's own first playout added.)
#
# ## The complete tree
# How large could a search tree become, if it held every way the game can go? Count one node for the position, and add the
# trees of all the positions one move later.
#
# ### Exercise 1: count the complete tree


# %% tags=["exercise"]
# hint: Where the game is over, `state.legal_actions()` is empty, so the sum is 0 and the position counts as the 1 it is.
def count_nodes(state):
    """How many nodes the complete tree from `state` has, the root among them."""
    # --- solution
    return 1 + sum(count_nodes(state.apply(action)) for action in state.legal_actions())
    # --- end


# %%
from mctslib.course.ch06 import check_count_nodes

check_count_nodes(count_nodes)

# %% [markdown]
# From the empty board it takes a moment. Your function does it; so does `perft`, which counts the sequences of so many moves:

# %%
from mctslib import TicTacToe, UCB1, most_visited, record, search
from mctslib.checks import perft

empty = TicTacToe()
complete = sum(perft(empty, moves) for moves in range(10))
complete

# %% [markdown]
# ## A tree that leans
# Now a search. We take c = √2 / 2, half of what the theory says, to compare with something published further down.

# %%
C = 2**0.5 / 2
result = search(empty, 10_000, seed=0, tree_policy=UCB1(C))
grown = sum(1 for node in result.root.descendants())
print(f"{grown} nodes, {grown / complete:.1%} of the complete tree")
print(result.table())
below = {
    action: sum(1 for node in child.descendants()) for action, child in result.root.children.items()
}
print("nodes in each part:", below)

# %% [markdown]
# After 10,000 iterations it holds 7,573 nodes, 1.4 % of the complete tree. (Iterations that end in a finished game add no node.)
# Which part of it? The centre got 54 % of the visits, and each edge only a few percent. The part that begins with the edge 7 has 99 nodes, that of the centre 3,230.
# That is **asymmetry**: the tree grows where selection leads, and selection leads where Q has been high. Nobody pruned
# anything. A move that looks bad simply waits, longer and longer, because the exploration term grows with a
# *logarithm*. (This is one run. With seeds 1 and 2 the centre gets 52 % and 57 %.)

# %%
from mctslib.draw import show_tree

show_tree(result.root, max_nodes=16, boards=2)

# %% [markdown]
# The thick line is where the visits went. The small grey notes count what is hidden. Wide or deep? Count the nodes at each depth.
#
# ### Exercise 2: the shape of a tree


# %% tags=["exercise"]
# hint: Keep a list `level` of the nodes at one depth, `[root]` at first. The next level is all children of all nodes in it: `node.children.values()`.
def shape(root):
    """A list: how many nodes at depth 0 (the root alone), 1, 2 and so on."""
    # --- solution
    level, counts = [root], []
    while level:
        counts.append(len(level))
        level = [child for node in level for child in node.children.values()]
    return counts
    # --- end


# %%
from mctslib.course.ch06 import check_shape

check_shape(shape)

# %% [markdown]
# The library's own, next to the complete tree:

# %%
from mctslib.course.ch06 import nodes_by_depth

for depth, nodes in enumerate(nodes_by_depth(result.root)):
    print(f"depth {depth}: {nodes:5} of {perft(empty, depth):7,}")

# %% [markdown]
# The first three rows are complete. From there on the tree is a choice: at depth 4 it holds 60 % of the nodes there could be, at depth 7 less
# than one in a hundred. All 7,573 nodes, as wide as their visits: the centre's part, with the principal variation in frames,
# reaches depth 9; that of the edge 7 ends at depth 4.

# %%
from mctslib.widgets import Atlas

atlas = Atlas(result)
atlas

# %%
checkpoint("06-reading")

# %% [markdown]
# ## The hump
# Tic-tac-toe is a draw, so the empty board is worth ½. What does the search say? Three seeds, each looked at after more and more iterations:

# %%
from mctslib.course import plots
from mctslib.course.ch06 import snapshots

marks = [100, 300, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]
trees = {seed: list(snapshots(empty, marks, seed, C)) for seed in range(3)}
lines = {f"seed {seed}": [moment.value for moment in tree] for seed, tree in trees.items()}
ax = plots.share_lines(lines, marks, title="The value of the empty board")
ax.axhline(0.5, color="gray", linestyle=":", label="perfect play")
_ = ax.set(ylim=(0.45, 0.8), ylabel="Q of the root"), ax.legend()
plots.picture(ax)

# %% [markdown]
# The first seed starts at 0.61, and *rises* to 0.70 at 5,000 iterations, further and further from the truth. Then it falls, and
# at 100,000 it is 0.52. Three seeds, one hump: it is no accident of luck.
#
# > **A warning from the field.** A published notebook ran this search with rewards from −1 to 1 and c = √2. It saw
# > about 0.51 at 5,000 iterations, stopped there, and taught that the search does not converge. Going on gives
# > 0.36 at 10,000, 0.22 at 20,000, 0.064 at 100,000.
#
# Are those our numbers? On their scale a reward *r* becomes 2*r* − 1, and their c does what half of it does here
# (chapter 07 shows why). The last column is the Q of the favourite move instead of the root's:

# %%
published = {5_000: 0.51, 10_000: 0.36, 20_000: 0.22, 100_000: 0.064}
growing = trees[0]
for moment in growing[4:]:
    theirs, (N, Q) = published.get(moment.iterations, "?"), moment.children[moment.favourite]
    root_value, favourite = 2 * moment.value - 1, 2 * Q - 1
    print(
        f"{moment.iterations:7,}  published {theirs:5}  root {root_value:.3f}  favourite {favourite:.3f}"
    )

# %% [markdown]
# They are the *last* column's, as near as one seed is to another. The root's own value is lower: it is the weighted mean, and carries
# the visits to the weaker moves with it. So when somebody tells you "the value", ask which node's.
#
# ### Exercise 3: what it thinks *now*
# Q is a mean over a node's whole past, early mistakes included. To see what the search thinks lately, take only the visits
# between two looks.


# %% tags=["exercise"]
# hint: W after minus W before is what those visits earned. How many were there?
def recent_value(before, after):
    """The mean reward of the visits between two looks at a node; each look is a pair (N, W)."""
    # --- solution
    (N_before, W_before), (N_after, W_after) = before, after
    return (W_after - W_before) / (N_after - N_before)
    # --- end


# %%
from mctslib.course.ch06 import check_recent_value

check_recent_value(recent_value)

# %% [markdown]
# The library's takes two snapshots:

# %%
from itertools import pairwise
from mctslib.course.ch06 import recent_value as late

recent = {after.iterations: late(before, after) for before, after in pairwise(growing)}
{iterations: round(value, 3) for iterations, value in recent.items()}

# %% [markdown]
# This curve is sharper: 0.73 on the top, yet 0.505 for the second half of the run (and the other seeds say so too). What the search gets has been close to ½
# for a long time. Its Q still carries the hump, and only dilutes it.
#
# ## Why a hump?
# If both sides play at random, X gets 0.65 points a game. Every move in the tree shifts this number; X wants it up, O
# wants it down. Chapter 01 computes it exactly for any position, so we can keep accounts: how much do the moves of each side
# add, an iteration on average?

# %%
from mctslib.oracle import expected_value


def accounts(iterations):
    """What X's moves in the tree, and O's, added to what random play would give X."""
    added = [0, 0]
    for iteration in iterations:
        state = empty
        for action in iteration.path:
            after = state.apply(action)
            added[state.current_player] += expected_value(after, 0) - expected_value(state, 0)
            state = after
    return [float(total / len(iterations)) for total in added]


# %% [markdown]
# Early, on the hump, and later; beside the sum what X really got in these iterations. A tree keeps such accounts by itself,
# for a move counts as often as it was visited: the picture has those of all three seeds, from mark to mark.

# %%
from mctslib.course import budget
from mctslib.course.ch06 import ledger, ledger_lines

by_chance = float(expected_value(empty, 0))
trace = record(empty, 30_000, seed=0, tree_policy=UCB1(C)).iterations
parts = {"early": trace[300:1_000], "top": trace[1_000:5_000], "later": trace[10_000:]}
added = {name: accounts(part) for name, part in parts.items()}
for name, (x, o) in added.items():
    got = sum(iteration.rewards[0] for iteration in parts[name]) / len(parts[name])
    print(
        f"{name:6} {by_chance:.2f}  X {x:+.2f}  O {o:+.2f}  = {by_chance + x + o:.2f}   X got {got:.2f}"
    )
books = {f"seed {seed}": ledger(empty, marks, seed, C) for seed in range(budget(3, 1, "seeds"))}
plots.picture(ledger_lines(books, 0.5 - by_chance, title="What the moves of each side bring"))

# %% [markdown]
# The accounts agree with what X got. On the hump X's moves bring 0.17, and O's take away only 0.10. Every iteration passes
# through X's first choice, but O's answers have to share them. So X learns first, and against answers that are still nearly random it
# wins a lot. Later O's moves take away 0.35, more than X's bring, and Q comes down. **Q tells how well the two sides play by now,
# and whoever learns first looks better than they are.**
#
# ## And beyond?
# Is it worth going three times as far? The excess over ½, times the iterations, for the first seed:

# %%
last = budget(300_000, 100_000, "iterations")
far = list(snapshots(empty, range(100_000, last + 1, 100_000), seed=0, c=C))
surplus = [round(moment.value_sum - moment.iterations / 2) for moment in far]
[round(moment.value, 3) for moment in far], surplus

# %% [markdown]
# Q goes on falling, to 0.51. But the *surplus*, the points X got beyond its due, hardly grows any more:
# 2,415 of them at 100,000 iterations (with the other two seeds 2,389 and 2,532), 2,794 at 300,000. More than half of those are from the first 10,000 iterations, the hump. From here
# on ten times the iterations buy about one more digit. The tree has 27,976 nodes and grows slowly, so memory is no trouble.
#
# ## Watch it yourself
# Move the slider through the iterations. Try to find: the moment when the centre takes the lead; the top of the hump for a small c and for a
# large one; a position where there is no hump, and one where a side's own moves *cost* points. ("Q" is the mean of all so far, "recent" that of the visits since the mark before,
# "perfect" the value with perfect play. Beside it, the accounts.)

# %%
from mctslib.course.ch06 import Growth

Growth("empty board", c=0.7, iterations=5_000)

# %%
checkpoint("06-flat")

# %% [markdown]
# ## The node that will not come
# This is position S of chapter 01, with only four free cells. O began (three O's, two X's), so X is to move, and must block at 3.

# %%
from mctslib.draw import show_board
from mctslib.course import S

show_board(S.state)

# %% [markdown]
# This tree is small enough to become complete. We let the search run for 24,000 iterations, with the theory's c:

# %%
theory = UCB1(2**0.5)
small = search(S.state, 24_000, seed=0, tree_policy=theory).root
sum(1 for node in small.descendants()), round(small.value, 2)

# %% [markdown]
# 50 nodes. Is that all? A published notebook also had 50 after about as many iterations, and "explained" them by an arithmetic with
# free cells. But wins end the game early, so no such formula can know. Don't argue, count:

# %%
all_nodes = [perft(S.state, moves) for moves in range(5)]
all_nodes, sum(all_nodes)

# %% [markdown]
# The complete tree has 51. (Whoever forgets to count the root gets 50, and for the wrong reason thinks all is well.) One node is missing. Which?
#
# ### Exercise 4: find the missing nodes


# %% tags=["exercise"]
# hint: Walk through the complete tree as in exercise 1, but carry the path along: from a path and its state you get to `(*path, action)`. Keep the paths that are not in `{node.path() for node in root.descendants()}`.
def missing(root):
    """A list of the paths of the complete tree that are not in the tree of `root`."""

    # --- solution
    def paths(state, path=()):
        yield path
        for action in state.legal_actions():
            yield from paths(state.apply(action), (*path, action))

    grown = {node.path() for node in root.descendants()}
    return [path for path in paths(root.state) if path not in grown]
    # --- end


# %%
from mctslib.course.ch06 import check_missing

check_missing(missing)

# %%
from mctslib.course.ch06 import all_paths, show_whole_tree


def not_there(root):
    """The paths of the complete tree that have not grown."""
    return set(all_paths(root.state)) - {node.path() for node in root.descendants()}


print(not_there(small))
show_whole_tree(small)

# %% [markdown]
# The ghost: X plays cell 6 and does not block; O plays cell 1 and does not win; X plays cell 3, though cell 7 would win at once; then O wins with cell 7. Three blunders in a row.
# To come there, the search must explore a bad move of a bad move of a bad move.
#
# Of 24,000 iterations 91 tried X's blunder, 7 of those O's, and one X's second. That node needs one visit more. And visits
# to a bad move grow like the logarithm of its parent's: a logarithm of a logarithm of a logarithm. Does it ever come? The
# theorem says: surely. *When* is another matter:


# %%
def last_growth(c, seed, limit=120_000):
    """The iteration in which the last node so far came, and how many nodes the tree has then."""
    iterations = record(S.state, limit, seed=seed, tree_policy=UCB1(c)).iterations
    grew = [number for number, iteration in enumerate(iterations, 1) if iteration.expanded]
    return grew[-1], len(grew) + 1


late_growth = [last_growth(2**0.5, seed) for seed in range(4)]
late_growth

# %% [markdown]
# With two of these four seeds the last node comes after about 104,600 iterations; with the other two it does not come within 120,000. In *all*
# of them the fiftieth is there long before 24,000. What do the seeds differ in? One random game: the first playout from `(6, 1)`.


# %%
def first_luck(seed):
    """Whether O won the first playout from (6, 1)."""
    iterations = record(S.state, 1_000, seed=seed, tree_policy=theory).iterations
    return next(i for i in iterations if i.path == (6, 1)).rewards == (0.0, 1.0)


lucky = [first_luck(seed) for seed in range(4)]
lucky

# %% [markdown]
# If O happened to win it, the blunder looks a little better to O, gets one visit more, and the door opens. A single coin
# toss, felt a hundred thousand iterations later. And c?

# %%
by_c = {c: [last_growth(c, seed, 20_000) for seed in range(3)] for c in (C, 1, 1.2, 1.6, 2, 3)}
for c, seen in by_c.items():
    print(f"c = {c:.2f}:", seen)

# %% [markdown]
# With c = 3 the tree is complete after about a hundred iterations, with c = 2 within three hundred. With c = 1.2 and less it is not complete after 20,000, and with
# the c of the hump it holds only 42 to 44 nodes by then. So "50 nodes after 24,000 iterations" tells you about somebody's c, hardly about the position. And
# yet the search plays the right move with every one of these c. **A missing node is not a missing answer**: leaving it out is what the tree is for.
#
# ## Your predictions

# %%
score_prediction(
    share, round(100 * result.distribution()[4]), "The centre takes more than half.", within=10
)

# %%
score_prediction(
    hump,
    "It rises first, away from ½, and then falls.",
    "X learns to choose before O learns to answer.",
)

# %% [markdown]
# ## In practice
# - Engines report visits beside values, and watch them: a favourite that is about to be overtaken is a reason to think longer.
# - To weigh late visits more is an old idea. Some programs let Q forget slowly; others back up proven results, which ends such averages at once.
# - Where two orders of moves lead to one position, a tree holds it twice. Engines that can afford it share the node (*transpositions*).
#
# ## Further reading
# - L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo Planning* (2006), section 2: every action is tried infinitely often, and the bias falls like log N / N.
# - P.-A. Coquelin and R. Munos, *Bandit Algorithms for Tree Search* (2007): how very long UCT may wait, with nested exponentials.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 3: asymmetric growth.
#
# **Next:** [07 · Turn the c knob](07_turn_the_c_knob.ipynb). You have seen what c does to a tree; now choose it.

# %%
summary("06")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from mctslib.course import in_full
from mctslib.oracle import optimal_actions
from mctslib.trace import walk

depths = nodes_by_depth(result.root)
claim("it holds 7,573 nodes, 1.4 % of the complete tree", grown, grown / complete)
claim("got 54 % of the visits", result.distribution()[4])
claim("begins with the edge 7 has 99 nodes, that of the centre 3,230", 7, below[7], below[4])
claim(
    "at depth 4 it holds 60 % of the nodes there could be, at depth 7 less",
    4,
    depths[4] / perft(empty, 4),
    next(depth for depth in range(10) if 100 * depths[depth] < perft(empty, depth)),
)
reach = {action: len(nodes_by_depth(child)) for action, child in result.root.children.items()}
claim("reaches depth 9; that of the edge 7 ends at depth 4", max(reach.values()), 7, reach[7])
claim("All 7,573 nodes", len([*result.root.descendants()]))
assert reach[4] == atlas.depths[0] == len(depths) - 1 and result.principal_variation()[0] == 4
assert depths[:3] == (1, 9, 72) and depths[3] < 504 and depths[7] / perft(empty, 7) < 0.01
Qs = {moment.iterations: moment.value for moment in growing}
claim("seed starts at 0.61, and *rises* to 0.70 at 5,000 iterations", Qs[100], Qs[5_000], 5_000)
claim("100,000 it is 0.52", 100_000, Qs[100_000])
claim(
    "0.73 on the top, yet 0.505 for the second half of the run",
    max(recent.values()),
    recent[100_000],
)
assert max(Qs, key=Qs.get) == 5_000 and all(max(line) == max(line[3:5]) for line in lines.values())
assert min(result.distribution(), key=result.distribution().get) == 7 and mean == 0.4
assert result.action == 4
at_ten_thousand = {seed: trees[seed][marks.index(10_000)] for seed in (1, 2)}
claim(
    "With seeds 1 and 2 the centre gets 52 % and 57 %",
    *at_ten_thousand,
    *(m.children[4][0] / 10_000 for m in at_ten_thousand.values()),
)
assert all(
    late(*tree[-2:]) < 0.51 < 0.7 < max(late(*pair) for pair in pairwise(tree))
    for tree in trees.values()
)

# %%
ours = {
    n: [
        2 * Q - 1
        for tree in trees.values()
        for m in tree
        if m.iterations == n
        for Q in [m.children[m.favourite][1]]
    ]
    for n in published
}
assert all(min(ours[n]) - 0.02 < value < max(ours[n]) + 0.02 for n, value in published.items())
assert all(2 * m.value - 1 < 2 * m.children[m.favourite][1] - 1 for m in growing)
claim("X gets 0.65 points a game", by_chance)
claim(
    "On the hump X's moves bring 0.17, and O's take away only 0.10",
    added["top"][0],
    -added["top"][1],
)
claim("Later O's moves take away 0.35, more", -added["later"][1])
for book in books.values():
    both = {one.iterations: one.mine + one.theirs for one in book}
    assert max(both, key=both.get) in (2_000, 5_000) and max(both.values()) > 0.08
    assert all(both[n] < 0 for n in marks if n > 5_000)
assert (Qs[10_000] - 0.5) * 10_000 > surplus[-1] / 2
others = [round((trees[seed][-1].value - 0.5) * 100_000) for seed in (1, 2)]
if in_full():
    claim("Q goes on falling, to 0.51", far[-1].value)
    claim(
        "2,415 of them at 100,000 iterations (with the other two seeds 2,389 and 2,532), 2,794 at 300,000",
        surplus[0],
        100_000,
        *others,
        surplus[-1],
        last,
    )
    claim("The tree has 27,976 nodes", sum(far[-1].nodes))

# %%
claim("50 nodes. Is that all?", sum(1 for node in small.descendants()))
claim("The complete tree has 51", sum(all_nodes))
visits = [walk(small, path).visits for path in [(), (6,), (6, 1), (6, 1, 3)]]
claim("Of 24,000 iterations 91 tried X's blunder, 7 of those O's, and one X's second", *visits)
assert not_there(small) == {(6, 1, 3, 7)} and [optimal_actions(S.state), most_visited(small)] == [
    [3],
    3,
]
came, stayed = (
    [last for last, nodes in late_growth if nodes == 51],
    [n for _, n in late_growth if n == 50],
)
claim(
    "two of these four seeds the last node comes after about 104,600 iterations",
    len(came),
    len(lucky),
    came[0],
)
assert max(came) - min(came) < 50 and lucky == [nodes == 51 for _, nodes in late_growth]
early = [
    sum(i.expanded for i in record(S.state, 2_000, seed=s, tree_policy=theory).iterations)
    for s in range(4)
]
assert early == [49] * 4 and len(stayed) == 2
assert all(90 < n < 105 and size == 51 for n, size in by_c[3]) and all(
    n < 300 and size == 51 for n, size in by_c[2]
)
assert all(size < 51 for c in (1, 1.2) for _, size in by_c[c])
hump_sizes = [size for _, size in by_c[C]]
claim("it holds only 42 to 44 nodes by then", min(hump_sizes), max(hump_sizes))
assert all(search(S.state, 20_000, seed=0, tree_policy=UCB1(c)).action == 3 for c in by_c)
