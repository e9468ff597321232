# %% [markdown]
# # 18 · More moves than you can try
#
# Here is a green, the lawn around a hole in golf, seen from above, with a ball and a wall. You have three strokes. A stroke is one of 360 directions and one of 5 strengths; the ball rolls straight, bounces off the edges and the wall, and must *stop* in the hole.

# %%
from mctslib.games import Putting

green = Putting()
green

# %% [markdown]
# We let UCT have 1,000 iterations, with c = 0.5 as in all of this chapter.
#
# **On paper.** How many different strokes are there, and how many rounds of three?

# %%
strokes = len(green.legal_actions())
print(f"{strokes:,} strokes, {strokes**3:,} rounds")

# %%
from mctslib.course import budget, ch18, checkpoint, predict, score_prediction, summary

uct_guess = predict("18-uct")
uct_guess

# %%
plain_runs = ch18.holing_runs(ch18.uct, 1000, range(8), green)
score_prediction(uct_guess, sum(plain_runs), "Look at one of the trees.")

# %%
from mctslib import UCB1, search

plain = search(green, 1000, seed=1, tree_policy=UCB1(0.5))
tried = len(plain.root.children)
deepest = max(len(node.path()) for node in plain.root.descendants())
print(f"{tried:,} first strokes tried; the tree is {deepest} stroke deep")

# %% [markdown]
# This search has tried 1,000 first strokes, but not a single second one. UCT tries every action once before it compares any two, and here it would need 800 iterations more to be through. UCT is so thorough that it never looks ahead.
#
# You can try only a few of very many things. Which few, and what may you believe about them afterwards?
#
# **What you'll need.** Chapters 04, 07 and 09; chance nodes from chapter 17. &nbsp; **Time:** about 50 minutes.
#
# ## Room for a few
# Rémi Coulom's Go program *Crazy Stone* looked at a few moves first and let more in as the visits of a node grew. He called this **progressive widening** (2007). We take the rule of Adrien Couëtoux and others (2011): a node with N visits gets **room** for factor · N^exponent children, but for at least one. Selection stops at a node that has fewer children than its room, and expansion draws a new action there.
#
# With factor 1 and exponent 0.5, the room is the square root of N. A node with N = 1 has room for one child. At N = 2 the room is 1.41. The node has one child, and 1 is less than 1.41, so it gets a second child. At N = 4 the room is 2.00, and 2 is not less than 2.00. The third child comes at N = 5.
#
# ### Exercise 1: is there room?
# `room(node, exponent, factor)` returns True if the node may get one more child, else False. For a node without visits take N = 1. The room is at least 1. A node whose legal actions all have children has no room for another child. A node has `visits`, `children` and `state.legal_actions()`.


# %% tags=["exercise"]
# hint: `limit = max(1, factor * max(node.visits, 1) ** exponent)`. Then compare `len(node.children)` with the limit, and with the number of legal actions.
def room(node, exponent, factor):
    """Return whether a node may get one more child."""
    # --- solution
    # --- end


# %%
ch18.check_room(room)

# %%
checkpoint("18-room")

# %% [markdown]
# We change two of the four phases of chapter 04, by a line each. A new node gets a playout of its own before it gets a child.

# %%
from mctslib import Phases
from mctslib.methods.widening import draw_untried
from mctslib.tree import attach


def select(root, tree_policy):
    node = root
    while node.children and not ch18.room(node, 0.5, 1):
        node = tree_policy(node)
    return node


def expand(node, rng):
    if node.state.is_terminal() or (node.visits == 0 and node.parent):
        return node
    return attach(node, draw_untried(node, rng))


phases = Phases(select=select, expand=expand)
wide = search(green, 1000, seed=1, tree_policy=UCB1(0.5), phases=phases)
favourite = wide.root.children[wide.action]
print(f"{len(wide.root.children)} first strokes, and {favourite.visits} visits of the favourite")

# %% [markdown]
# This tree has 32 first strokes instead of 1,000, and its favourite has 611 visits. (In the library: `search(green, 1000, **Widening(0.5, c=0.5).options())`.) Below are both searches on their way there, after 200 iterations. The darker a line, the more visits its stroke has; the numbers mark where the strokes of the most visited sequence end. <span class="with-python">Let them think longer. Touch a green to move the hole (the arrow keys do so, too), shorten the wall, and change the exponent.</span>

# %%
ch18.PuttingLab()

# %% [markdown]
# One search is an anecdote. Here are 40 for each row, with 95% intervals; `N^0.5` is the search with exponent 0.5.

# %%
print(ch18.share_of_runs(angles=360))

# %% [markdown]
# With 3,000 iterations UCT holes the ball in 2 of 40 runs, and the search with exponent 0.5 in 19. But more than half of these runs still miss.
#
# ## Which exponent?
# A small exponent gives a deep tree, but of few strokes, which may all be bad. A large one gives nearly UCT's tree. I cannot tell you the best exponent for your game and your iterations, so you must try.
#
# ### Exercise 2: plan an experiment
# Which exponent holes more balls with 300 iterations, 0.3 or 0.7? You can afford 12,000 iterations in all. `plan(one, other)` returns a list of runs for two exponents. A run is a tuple `(exponent, iterations, green, seed)`. The greens 0, 1, 2 … have 24 directions and a shorter wall, and on each the hole lies elsewhere. What do you keep the same, and what do you vary? The checker carries out a plan that can answer the question.


# %% tags=["exercise"]
# hint: If one of them wins, what else could be the reason?
def plan(one, other):
    """Return the runs of an experiment that compares two exponents."""
    # --- solution
    # --- end


# %%
ch18.check_plan(plan)

# %% [markdown]
# ## New strokes near the best
# So far I have drawn each new stroke from all untried ones. Shouldn't we look near the best stroke so far? `ch18.best_tried(node)` returns the action with the highest mean, and of several the most visited. `ch18.untried_near(node, action)` lists the untried strokes of the same strength at most 15 degrees away.
#
# ### Exercise 3: draw near the best
# `draw_near(node, rng)` returns a new action. With probability one half, the action is drawn from the untried strokes near the best stroke, all equally likely. Otherwise it is `draw_untried(node, rng)`. It is `draw_untried(node, rng)`, too, if the node has no child yet or if no stroke near the best one is untried.
#
# Suppose that four strokes are untried, two of them near the best. Each near one is drawn with probability ½ · ½ + ½ · ¼ = ⅜, each of the others with ½ · ¼ = ⅛.


# %% tags=["exercise"]
# hint: `if node.children and rng.random() < 0.5:` make the list of near strokes; if it is not empty, return `rng.choice(near)`.
def draw_near(node, rng):
    """Draw a new stroke: with probability one half near the best stroke, and else anywhere."""
    # --- solution
    # --- end


# %%
ch18.check_draw_near(draw_near)

# %% [markdown]
# Does it help? With 3,000 iterations, 25 of 40 runs hole the ball if no new stroke is drawn near the best, 14 if half of them are, and 14 if all are. So looking near the best seems to do harm. I had a reason ready, too: the best stroke so far is only one whose random game happened to end in the hole.
#
# But I owe both the harm and the reason a second look. The 25 belongs to the search with exponent 0.5 of the table above, with other random numbers, and there 19 of 40 runs holed the ball. Together I have 44 of 80 for drawing anywhere, against 28 of 80 for the two near searches, a difference of 0.20 (0.05 to 0.35). Here are 100 fresh seeds for each of two searches: one draws anywhere, the other draws half of its strokes near the best.

# %%
from functools import partial

fresh = range(100, 100 + budget(100, 10, "runs"))
anywhere_again, near_again = (
    sum(
        ch18.holing_runs(partial(ch18.widened, 0.5, draw=ch18.near_best(share)), 3000, fresh, green)
    )
    for share in (0, 0.5)
)
print(f"anywhere {anywhere_again}, half near {near_again} of {len(fresh)} runs")

# %% [markdown]
# 60 and 57: a difference of 0.03 (−0.11 to 0.17). So I do not know whether looking near the best does harm here, and nothing suggests that it helps.
#
# And the reason? I watched eight searches, and checked at each new stroke whether *any* game through the best stroke so far had ended in the hole. For 97% of the new strokes none had.

# %%
checkpoint("18-near")

# %% [markdown]
# So my reason was wrong: hardly ever had a game paid. In 97% of the cases the "best" stroke was simply the first that had been drawn, and "near the best" meant *near the first*. **Before you ask whether a hint helps, look whether it says anything.**
#
# ## An uneven green
# On this green a stroke rolls a little differently each time. Its direction has a standard deviation of 3 degrees, and its length one of 5%. After each stroke chance picks one of 625 equally likely rolls. Here is every tenth roll of one stroke.

# %%
uneven = Putting(noise=3)
ch18.rolls_of(uneven, stroke=1120)

# %% [markdown]
# A search that widens only the strokes tries all 625 rolls of a stroke before it visits one of them again:

# %%
flat = search(uneven, 10_000, seed=3, **ch18.every_roll()).root
print(ch18.belief(flat))

# %% [markdown]
# The favourite stroke has 124 visits and 123 rolls. The tree is flat again.
#
# So we widen at chance nodes, too. A chance node with N visits has room for N^0.4 rolls; if it is full, one of the kept rolls is visited again. This is **double progressive widening** (Couëtoux and others, 2011). Which of the kept rolls? In the paper, one is drawn in proportion to its count. We count visits.

# %%
lucky = search(uneven, 10_000, seed=3, **ch18.by_count()).root
print(ch18.belief(lucky))

# %% [markdown]
# Now the favourite stroke has only 32 rolls, and the tree thinks that it leads into the hole in 35% of the rounds. That is the tree's *belief*. `paid_by_tree` putts 1,000 real rounds with the most visited strokes. If the ball stops at a place that is not in the tree, the next stroke is that of the nearest place that is.

# %%
paid_guess = predict("18-paid")
paid_guess

# %%
rounds = budget(1000, 200, "rounds")
paid = ch18.paid_by_tree(lucky, rounds)
score_prediction(paid_guess, ch18.band(paid / rounds), f"{paid} of {rounds:,} rounds.")

# %% [markdown]
# One round. In the pictures we see the kept rolls of the favourite stroke, in the flat tree and in this one. A thick line is a roll with many visits.

# %%
ch18.kept_rolls(flat, lucky, captions=["strokes widened only", "rolls drawn by count"])

# %% [markdown]
# All rolls are equally likely, but one of 32 has 47% of the visits. Drawing by count is like an urn to which every drawn ball returns together with a copy of itself. But is that the reason for the 35%? I took the mean of the 32 rolls twice. Weighted by visits it is 35%. Weighted as chance would weight them, all alike, it is 2.4%. So it is the reason.
#
# But I picked this tree. Of 20 such trees, 6 expect to hole the ball in more than 10% of the rounds: in 27% on average, and they are paid 3.2%. The other 14 expect 1.6% and are paid 2.0%. Most trees are honest, but those that expect most are not. **A search that prefers the luckiest of many rough estimates mistakes luck for skill.**

# %%
checkpoint("18-luck")

# %% [markdown]
# ## Two remedies
# The first remedy: visit all kept rolls equally often, as chance does.
#
# ### Exercise 4: which roll is visited again?
# A chance node that keeps no more rolls is reached again. `replayed(stroke)` returns the child that is visited now. Which child must it be, so that all kept rolls get equally many visits? If several would do, return the first of them.


# %% tags=["exercise"]
# hint: Which roll is behind the others? If several are equal, `min` returns the first.
def replayed(stroke):
    """Return the child with the fewest visits, the first of them if there are several."""
    # --- solution
    # --- end


# %%
ch18.check_replayed(replayed)

# %% [markdown]
# The second remedy is simpler: look where the ball lies, and search again before every stroke. The first column holds beliefs, means over 20 trees of 10,000 iterations. The second is what these trees are paid in 1,000 rounds each, the third what a player gets in 100 rounds with a new search of 3,000 iterations before every stroke.

# %%
ch18.believed_and_paid()

# %% [markdown]
# With rolls drawn by count, the trees expect 9.2% and are paid 2.4%. With the least visited roll they expect 2.6% and are paid 2.8%. So a tree can be honest, but the honest trees putt hardly better.
#
# A new search before every stroke does putt better. The flat search, drawing by count and the least visited roll hole the ball in 42, 21 and 29 of 100 rounds (33 to 52%, 14 to 30% and 21 to 39%). The *flat* search, which widening the rolls was meant to improve, beats drawing by count, but I cannot show that it beats the least visited roll. And what about plain UCT, which we dismissed on the first page? I had never let it play here. It holes the ball in 47 of 100 rounds (38 to 57%). On this green, nothing shows that widening is better than UCT at all.
#
# ## Where are the rounds lost?
# This green is small enough for exact values. On a grid of 50 × 50 places, the value of a place with one stroke left is the holing probability of its best stroke. With two strokes left, we count a roll as 1 if it ends in the hole, and otherwise as the value of the place where it stops. The value of the place is the best mean over the 625 rolls. Working backwards like this is **dynamic programming**. The darker a place, the likelier you are to hole the ball from there:

# %%
ch18.exact_map(uneven)

# %%
values = ch18.all_values(uneven, ch18.tables())
print(f"the best first stroke {values.max():.3f}, a random one {values.mean():.3f}")
print(f"more than one half: {(values > 0.5).sum():,} first strokes")

# %% [markdown]
# Perfect play holes the ball in 97% of the rounds. After 1,465 of the 1,800 first strokes it still holes the ball in more than half. So does the first stroke hardly matter, and is the last one easy, with nothing left to plan? We can count, for the flat search. What does each of its strokes lose against the best stroke at its place? And what would plain UCT lose with the last one?

# %%
from statistics import fmean

lost = ch18.lost_by_stroke(uneven, seeds=range(budget(20, 4, "rounds")))
for name, losses in lost.items():
    print(f"{name:22} {fmean(losses):.2f} (mean of {len(losses)})")

# %% [markdown]
# The first stroke does matter, and the last one is not easy, as far as 20 rounds can tell. The first stroke loses 0.16 of a round (one drawn at random would lose 0.37). And the last stroke, the easy one, loses 0.27, about as much as the second.
#
# At the same 18 last strokes, plain UCT loses 0.09, which is less by 0.18 (0.04 to 0.31). There is nothing deeper to find there. The flat search has room for 55 of the 1,800 strokes, and UCT tries them all. We left UCT on the first page because it is so thorough, and here it is right to be thorough. So the room should depend on how much game is left. How wide must we search for a last stroke?
#
# ### Exercise 5: room for all
# `exponent_for(children, visits)` returns the exponent with which a node with these visits has room for exactly that many children. The factor is 1, and both numbers are at least 2. For example, 10 children at 100 visits take the exponent 0.5. No loop is needed.

# %% tags=["exercise"]
# hint: The exponent solves visits ** exponent = children. Take the logarithm of both sides: the exponent comes down in front of log(visits).
from math import log


def exponent_for(children, visits):
    """Return the exponent with which a node has room for exactly so many children."""
    # --- solution
    # --- end


# %%
ch18.check_exponent_for(exponent_for)

# %% [markdown]
# All 1,800 strokes in 3,000 iterations take the exponent 0.94, and so wide a search is nearly UCT. I built a player from the flat search and UCT: it widens with 0.5 for the first two strokes, and leaves the last one to plain UCT. It holes the ball in 63 of 100 rounds, where the flat search, with the same first two strokes, holed 42: a difference of 0.21 (0.07 to 0.35). And it is ahead of UCT alone, by 0.16 (0.02 to 0.30). Neither of its halves beats the other. Together they beat both.
#
# ## Further reading
# - R. Coulom, *Computing Elo ratings of move patterns in the game of Go* (2007), section 4: progressive widening.
# - G. Chaslot and others, *Progressive strategies for Monte-Carlo tree search* (2008), section 3: progressive unpruning, the same idea, found independently.
# - A. Couëtoux and others, *Continuous upper confidence trees* (2011): widening for outcomes as well.
#
# **Next:** [19 · Nobody plays against you](19_nobody_plays_against_you.ipynb).

# %%
summary("18")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, and what we quote.*

# %% [claims]
from math import ceil
from statistics import stdev

from claims import claim

from fractions import Fraction
from mctslib.course.ch18.experiments import C, CHANCE_EXPONENT, NEAR
from mctslib import record
from mctslib.course.ch18.plots import mean_of, rows
from mctslib.course.ch18.exact import GRID
from mctslib.course.ch18 import checkers as ch18_checkers
from mctslib.course.ch18.checkers import node_with
from mctslib.methods.widening import Widening

claim("A stroke is one of 360 directions and one of 5 strengths", *green.green[:2])
claim(
    "let UCT have 1,000 iterations, with c = 0.5 as in all of this chapter",
    plain.root.visits,
    0.5,
)
claim("This search has tried 1,000 first strokes, but not a single second one", tried)
assert deepest == 1
claim("here it would need 800 iterations more to be through", strokes - tried)
untried, near_best, half = 4, 2, Fraction(1, 2)
anywhere = Fraction(1, untried)
near_one, other = half * Fraction(1, near_best) + half * anywhere, half * anywhere
claim("½ · ½ + ½ · ¼ = ⅜", half, half, half, anywhere, near_one)
claim("each of the others with ½ · ¼ = ⅛", half, anywhere, other)
assert near_best * near_one + (untried - near_best) * other == 1
method = Widening(0.5)
sizes = [node_with(visits, 0) for visits in (1, 2, 4, 5)]
one, two, four, five = (node.visits for node in sizes)
limits = [method.limit(node) for node in sizes]
claim(
    "With factor 1 and exponent 0.5, the room is the square root of N",
    method.factor,
    method.exponent,
)
claim(
    "A node with N = 1 has room for one child. At N = 2 the room is 1.41. The node has one child, and 1 is less than 1.41",
    one,
    limits[0],
    two,
    limits[1],
    1,
    1,
    limits[1],
)
claim(
    "At N = 4 the room is 2.00, and 2 is not less than 2.00. The third child comes at N = 5",
    four,
    limits[2],
    2,
    limits[2],
    five,
)
assert not ch18.room(favourite.parent, 0.5, 1) or len(wide.root.children) < 1000**0.5
claim(
    "This tree has 32 first strokes instead of 1,000, and its favourite has 611 visits",
    len(wide.root.children),
    tried,
    favourite.visits,
)
same = record(green, 1000, seed=1, **Widening(0.5, c=0.5).options()).iterations
ours = record(green, 1000, seed=1, tree_policy=UCB1(0.5), phases=phases).iterations
assert same == ours  # "In the library: …"
claim("search(green, 1000, **Widening(0.5, c=0.5).options())", 1000, 0.5, C)
even = {(row["angles"], row["iterations"], row["search"]): row for row in rows("even")}
assert {row["runs"] for row in even.values()} == {40}
runs_each = rows("even")[0]["runs"]
claim("Here are 40 for each row", runs_each)
claim("`N^0.5` is the search with exponent 0.5", method.exponent)
# "more than half of these runs still miss"
assert len(even[360, 3000, "0.5"]["holed"]) < runs_each / 2
claim(
    "With 3,000 iterations UCT holes the ball in 2 of 40 runs, and the search with exponent 0.5 in 19",
    3000,
    len(even[360, 3000, "UCT"]["holed"]),
    runs_each,
    method.exponent,
    len(even[360, 3000, "0.5"]["holed"]),
)
from mctslib.arena import wilson

assert wilson(2, 40)[1] < wilson(19, 40)[0]

assert C == 0.5
claim("with 300 iterations, 0.3 or 0.7", ch18_checkers.ITERATIONS, *ch18_checkers.GOLFERS)
claim("You can afford 12,000 iterations in all", ch18_checkers.AFFORDED)
claim("have 24 directions and a shorter wall", ch18_checkers.numbered(0).green.angles)
assert ch18_checkers.numbered(0).green.wall < green.green.wall
claim("the untried strokes of the same strength at most 15 degrees away", NEAR)
again = len(even[360, 3000, "0.5"]["holed"])
near_holed = {row["share"]: len(row["holed"]) for row in rows("near") if row["iterations"] == 3000}
assert {row["runs"] for row in rows("near")} == {runs_each}
claim(
    "With 3,000 iterations, 25 of 40 runs hole the ball if no new stroke is drawn near the best, 14 if half of them are, and 14 if all are",
    3000,
    near_holed[0.0],
    runs_each,
    near_holed[0.5],
    near_holed[1.0],
)
claim(
    "The 25 belongs to the search with exponent 0.5 of the table above, with other random numbers, and there 19 of 40 runs",
    near_holed[0.0],
    float(even[360, 3000, "0.5"]["search"]),
    again,
    runs_each,
)
anywhere, near = near_holed[0.0] + again, near_holed[0.5] + near_holed[1.0]
shares = anywhere / (2 * runs_each), near / (2 * runs_each)
spread = 1.96 * sum(share * (1 - share) / (2 * runs_each) for share in shares) ** 0.5
claim(
    "44 of 80 for drawing anywhere, against 28 of 80 for the two near searches, a difference of 0.20 (0.05 to 0.35)",
    anywhere,
    2 * runs_each,
    near,
    2 * runs_each,
    shares[0] - shares[1],
    shares[0] - shares[1] - spread,
    shares[0] - shares[1] + spread,
)
if len(fresh) == 100:  # fewer where little is computed
    claim("Here are 100 fresh seeds for each", len(fresh))
    p, q = anywhere_again / 100, near_again / 100
    wide_by = 1.96 * ((p * (1 - p) + q * (1 - q)) / 100) ** 0.5
    claim(
        "60 and 57: a difference of 0.03 (−0.11 to 0.17)",
        anywhere_again,
        near_again,
        p - q,
        p - q - wide_by,
        p - q + wide_by,
    )
paid_nothing, first_one = [], []


def watched(node, rng):
    """Draw a new stroke, and note what is known about the best stroke so far."""
    if node.children:
        best = node.children[ch18.best_tried(node)]
        paid_nothing.append(best.value_sum == 0)
        first_one.append(best is next(iter(node.children.values())))
    return ch18.near_best(0.5)(node, rng)


for seed in range(8):
    search(green, 3000, seed=seed, **ch18.widened(0.5, draw=watched))
claim("For 97% of the new strokes none had", sum(paid_nothing) / len(paid_nothing))
claim("In 97% of the cases", sum(first_one) / len(first_one))
claim(
    "Its direction has a standard deviation of 3 degrees, and its length one of 5%",
    uneven.green.noise,
    uneven.green.noise / 60,
)
rolls = len(uneven.apply(0).legal_actions())
claim("picks one of 625 equally likely rolls", rolls)
claim("tries all 625 rolls of a stroke before it visits one of them again", rolls)
seen, thought = ch18.belief(flat), ch18.belief(lucky)
claim("The favourite stroke has 124 visits and 123 rolls", seen.visits, seen.rolls)
assert seen.twice == 0
claim("A chance node with N visits has room for N^0.4 rolls", CHANCE_EXPONENT)
claim(
    "has only 32 rolls, and the tree thinks that it leads into the hole in 35% of the rounds",
    thought.rolls,
    thought.believed,
)
if rounds == 1_000:  # fewer where little is computed
    claim("`paid_by_tree` putts 1,000 real rounds", rounds)
    assert paid == 1
claim("one of 32 has 47% of the visits", thought.rolls, thought.largest)
claim("But is that the reason for the 35%", thought.believed)
kept = lucky.children[max(lucky.children, key=lambda a: lucky.children[a].visits)].children.values()
worth = [sum(child.value_sum for child in roll.children.values()) / roll.visits for roll in kept]
by_visits = sum(w * roll.visits for w, roll in zip(worth, kept)) / sum(roll.visits for roll in kept)
claim("I took the mean of the 32 rolls twice", len(worth))
claim("Weighted by visits it is 35%", by_visits)
claim("all alike, it is 2.4%", sum(worth) / len(worth))
noisy = {row["search"]: row for row in rows("noisy") if row["iterations"] == 10_000}
trees = noisy["count"]["trees"]
sure = [tree for tree in trees if tree["believed"] > 0.1]
modest = [tree for tree in trees if tree["believed"] <= 0.1]


def mean_of_trees(some, what):
    """Return the mean belief, or the mean share of rounds that hole the ball."""
    return sum(tree[what] for tree in some) / len(some) / (1000 if what == "holed" else 1)


claim(
    "Of 20 such trees, 6 expect to hole the ball in more than 10% of the rounds: in 27% on average, and they are paid 3.2%. The other 14 expect 1.6% and are paid 2.0%",
    len(trees),
    len(sure),
    0.1,
    mean_of_trees(sure, "believed"),
    mean_of_trees(sure, "holed"),
    len(modest),
    mean_of_trees(modest, "believed"),
    mean_of_trees(modest, "holed"),
)
assert min(tree["visits"] for tree in sure) > 4 * max(tree["visits"] for tree in modest)
claim("means over 20 trees of 10,000 iterations", len(trees), 10_000)
claim("is what these trees are paid in 1,000 rounds each", noisy["count"]["rounds"])
anew = {row["search"]: row for row in rows("replanned")}
claim(
    "what a player gets in 100 rounds with a new search of 3,000 iterations before every stroke",
    anew["count"]["rounds"],
    anew["count"]["iterations"],
)
claim(
    "With rolls drawn by count, the trees expect 9.2% and are paid 2.4%",
    mean_of(noisy["count"], "believed"),
    mean_of(noisy["count"], "paid"),
)
claim(
    "With the least visited roll they expect 2.6% and are paid 2.8%",
    mean_of(noisy["even"], "believed"),
    mean_of(noisy["even"], "paid"),
)
claim(
    "42, 21 and 29 of 100 rounds (33 to 52%, 14 to 30% and 21 to 39%)",
    anew["every"]["holed"],
    anew["count"]["holed"],
    anew["even"]["holed"],
    anew["even"]["rounds"],
    *wilson(anew["every"]["holed"], anew["every"]["rounds"]),
    *wilson(anew["count"]["holed"], anew["count"]["rounds"]),
    *wilson(anew["even"]["holed"], anew["even"]["rounds"]),
)


def lead(name, other):
    """Return by how much one player is ahead of another, with a 95% interval."""
    share, its = (anew[which]["holed"] / anew[which]["rounds"] for which in (name, other))
    half = 1.96 * ((share * (1 - share) + its * (1 - its)) / anew[name]["rounds"]) ** 0.5
    return share - its, share - its - half, share - its + half


claim(
    "in 47 of 100 rounds (38 to 57%)",
    anew["uct"]["holed"],
    anew["uct"]["rounds"],
    *wilson(anew["uct"]["holed"], anew["uct"]["rounds"]),
)
for name in ("every", "count", "even"):
    assert lead(name, "uct")[1] < 0  # "nothing shows that widening is better"
_, low, high = lead("every", "uct")
assert low < 0 < high  # "Neither of its halves beats the other"
claim(
    "in 63 of 100 rounds, where the flat search, with the same first two strokes, holed 42: a difference of 0.21 (0.07 to 0.35)",
    anew["uct last"]["holed"],
    anew["uct last"]["rounds"],
    anew["every"]["holed"],
    *lead("uct last", "every"),
)
claim("ahead of UCT alone, by 0.16 (0.02 to 0.30)", *lead("uct last", "uct"))
assert GRID == 50  # "a grid of 50 × 50 places"
claim("is the best mean over the 625 rolls", rolls)
claim(
    "Perfect play holes the ball in 97% of the rounds",
    values.max(),
)
claim("After 1,465 of the 1,800 first strokes", (values > 0.5).sum(), strokes)
first, second, last, by_uct = lost.values()
if len(first) == 20:  # fewer where little is computed
    claim("as far as 20 rounds can tell", len(first))
    claim(
        "The first stroke loses 0.16 of a round (one drawn at random would lose 0.37). And the last stroke, the easy one, loses 0.27",
        fmean(first),
        values.max() - values.mean(),
        fmean(last),
    )
    assert abs(fmean(second) - fmean(last)) < 0.05
    apart = [ours_ - its for ours_, its in zip(last, by_uct)]
    wide_by = 2.11 * stdev(apart) / len(apart) ** 0.5  # Student's t for 18 pairs
    claim(
        "At the same 18 last strokes, plain UCT loses 0.09, which is less by 0.18 (0.04 to 0.31)",
        len(apart),
        fmean(by_uct),
        fmean(apart),
        fmean(apart) - wide_by,
        fmean(apart) + wide_by,
    )
needed = ch18_checkers.exponent_for(strokes, 3000)
claim("All 1,800 strokes in 3,000 iterations take the exponent 0.94", strokes, 3000, needed)
claim("it widens with 0.5 for the first two strokes", method.exponent)
claim(
    "10 children at 100 visits take the exponent 0.5",
    10,
    100,
    ch18_checkers.exponent_for(10, 100),
)
claim("has room for 55 of the 1,800 strokes", ceil(3000**0.5), strokes)

# %%
claim(
    "1,800 ways to make each of three strokes. UCT gets 1,000 iterations, in 8 runs",
    strokes,
    plain.root.visits,
    len(plain_runs),
)
if rounds == 1_000:
    claim(
        "leads into the hole in 35% of the rounds. Then we really putt 1,000 rounds",
        thought.believed,
        rounds,
    )
asked, later = node_with(80, 9), node_with(82, 9)
claim("A node has N = 80 visits and 9 children", asked.visits, len(asked.children))
claim("The exponent is 0.5, the factor is 1", method.exponent, method.factor)
claim(
    "The room is 80 to the power 0.5, which is 8.9",
    asked.visits,
    method.exponent,
    method.limit(asked),
)
claim(
    "9 is not below 8.9, so there is no room. At N = 82 the room is 9.06",
    len(asked.children),
    method.limit(asked),
    later.visits,
    method.limit(later),
)
