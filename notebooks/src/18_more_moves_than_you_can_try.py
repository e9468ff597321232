# %% [markdown]
# # 18 · More moves than you can try
#
# **What you'll do.** You search a game with 1,800 moves in every position, first on a level green and then on an uneven one.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* say after how many visits a node gets its next child,
# - write **progressive widening** as two of the four phases,
# - choose an exponent by an experiment,
# - widen the outcomes of chance as well, and test whether the estimates of the search are too high.
#
# **What you'll need.** Chapters 04, 07 and 09; chance nodes from chapter 17. &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## A green with a wall
# One player has three strokes to hole a ball. A stroke is one of 360 directions and one of 5 strengths. The ball rolls in a straight line, and bounces off the edges and the wall. The ball is holed if it *stops* in the hole. The reward is 1 for a holed ball and 0 otherwise. The picture below shows the green from above.
# The ball lies below the wall, and the hole lies above it.

# %%
from mctslib.games import Putting

green = Putting()
green

# %% [markdown]
# **On paper.** How many different rounds of three strokes are there? <span class="with-python">Write down the number before you run the next cell.</span>

# %%
strokes = len(green.legal_actions())
strokes, strokes**3

# %% [markdown]
# There are 1,800 strokes, so there are more than 5 billion rounds.
#
# ## Two predictions
# Guess before you go on.

# %%
from mctslib.course import budget, checkpoint, predict, score_prediction, summary

uct_guess = predict("18-uct")
uct_guess

# %%
paid_guess = predict("18-paid")
paid_guess

# %% [markdown]
# ## What plain UCT does
# UCT tries every action of a node once before it compares them. The next cell gives UCT 1,000 iterations. All searches of this chapter have c = 0.5.

# %%
from mctslib import UCB1, search

plain = search(green, 1000, seed=1, tree_policy=UCB1(0.5))
tried = len(plain.root.children)
deepest = max(len(node.path()) for node in plain.root.descendants())
tried, deepest

# %% [markdown]
# UCT has tried 1,000 different first strokes, and no second stroke. After 800 more iterations it would have tried each first stroke once, and would know the result of one random game for each stroke.
# The search spends all its iterations on breadth.
#
# ## Room for a few
# The remedy is to try only a few actions at first. A node with N visits gets **room** for factor · N^exponent children, but for at least one. Selection stops at a node that has fewer children than its room, and expansion draws one new action there at random. At a node without room, selection continues to a child, although the node still has untried actions. So a node is widened step by step as its visits grow. This is called **progressive widening**. The name is from Coulom (2007), the power of N from Couëtoux et al. (2011).
#
# Here is the smallest example. With factor 1 and exponent 0.5, the room is the square root of N:

# %%
for visits in (1, 2, 4, 5, 9, 10):
    print(f"N = {visits:2}: room for {visits**0.5:.2f} children")

# %% [markdown]
# A node with N = 1 has room for one child. At N = 2 the room is 1.41. The node has one child, and 1 is less than 1.41, so it gets a second child. At N = 4 the room is 2.00, and 2 is not less than 2.00. The third child comes at N = 5.
#
# ### Exercise 1: is there room?
# `room(node, exponent, factor)` returns True if the node may get one more child, else False. For a node without visits take N = 1. The room is at least 1. A node whose legal actions all have children has no room for another child. A node has `visits`, `children` and `state.legal_actions()`.


# %% tags=["exercise"]
# hint: `limit = max(1, factor * max(node.visits, 1) ** exponent)`. Then compare `len(node.children)` with the limit, and with the number of legal actions.
def room(node, exponent, factor):
    # --- solution
    children = len(node.children)
    limit = max(1, factor * max(node.visits, 1) ** exponent)
    return children < limit and children < len(node.state.legal_actions())
    # --- end


# %%
from mctslib.course.ch18 import check_room

check_room(room)

# %%
checkpoint("18-room")

# %% [markdown]
# ## Two phases change
# Only selection and expansion differ from the phases of chapter 04. The functions below are the whole method for a game without chance. They use the library's `room`, so they run even before you have written your own.
# `draw_untried` picks one of the untried actions with equal probability.

# %%
from mctslib import Phases
from mctslib.course.ch18 import room as library_room
from mctslib.methods.widening import draw_untried
from mctslib.tree import attach


def select(root, tree_policy):
    node = root
    while node.children and not library_room(node, 0.5, 1):
        node = tree_policy(node)
    return node


def expand(node, rng):
    if node.state.is_terminal() or (node.visits == 0 and node.parent):
        return node
    return attach(node, draw_untried(node, rng))


# %% [markdown]
# Because of the second condition in `expand`, a new node first gets a playout of its own. The next cell repeats the search with these two phases:

# %%
phases = Phases(select=select, expand=expand)
wide = search(green, 1000, seed=1, tree_policy=UCB1(0.5), phases=phases)
favourite = wide.root.children[wide.action]
len(wide.root.children), favourite.visits

# %% [markdown]
# This tree has 32 first strokes instead of 1,000, and its favourite stroke has 611 visits. In the library the two functions are `Widening`, and `Widening(0.5, c=0.5).options()` are the options for `search`.
#
# ## Move the hole
# The widget below runs both searches with eight seeds. Each first stroke is drawn as a line: the darker the line, the larger the stroke's share of the visits. The thick line is the most visited sequence of strokes. <span class="with-python">Drag the hole or the end of the wall, and change the exponent. If you use the keyboard, the arrow keys move the hole or the wall once it has the focus.</span>

# %%
from mctslib.course.ch18 import PuttingLab

PuttingLab()

# %% [markdown]
# The fan of tried strokes hardly narrows, because every new stroke is drawn from all directions. But few lines of the fan are dark, because most visits go to one stroke.
#
# In how many of eight runs does the most visited line of UCT end in the hole?

# %%
from mctslib.course.ch18 import holing_runs, uct, widened

plain_runs = holing_runs(uct, 1000, range(8), green)
wide_runs = holing_runs(widened, 1000, range(8), green)
score_prediction(uct_guess, sum(plain_runs), f"The widened search holes it in {sum(wide_runs)}.")

# %% [markdown]
# Eight runs are few. A script made 40 runs for each row of the table below, and the numbers in brackets are 95% intervals.

# %%
from mctslib.course.ch18 import share_of_runs

print(share_of_runs(angles=360))

# %% [markdown]
# With 3,000 iterations UCT holes the ball in 2 of 40 runs, and the search with exponent 0.5 in 19. The intervals do not overlap. Widening does not make the search perfect: about half of its runs still miss.
#
# Perhaps 360 directions are simply too many. Here is the same table for 24 directions:

# %%
print(share_of_runs(angles=24))

# %% [markdown]
# With 120 strokes UCT tries each first stroke several times, and still holes the ball in only 6 of 40 runs at 3,000 iterations. The search with exponent 0.7 holes it in 27. So a coarser grid is not the same as widening.

# %%
checkpoint("18-one")

# %% [markdown]
# ## Which exponent?
# A small exponent gives a deep and narrow tree. The few strokes that it has tried may all be bad. A large exponent gives a tree that is nearly as flat as UCT's tree. The best exponent depends on the game and on the number of iterations, so it must be found by experiment.
#
# ### Exercise 2: an experiment
# `holed_share(exponent, seeds)` returns the share of seeds for which the search holes the ball. Search `small`, a green with 24 directions and a shorter wall, with 300 iterations and `widened(exponent)`. `widened(exponent)` returns the options of a widened search,
# and `holes(root)` returns whether the most visited line of a tree ends in the hole.

# %%
from mctslib.course.ch18 import holes

small = Putting(angles=24, wall=0.4)
holes(search(small, 300, seed=0, **widened(0.5)).root)


# %% tags=["exercise"]
# hint: For each seed: `root = search(small, 300, seed=seed, **widened(exponent)).root`. Count the seeds for which `holes(root)` is True, and divide by `len(seeds)`.
def holed_share(exponent, seeds):
    # --- solution
    holed = 0
    for seed in seeds:
        root = search(small, 300, seed=seed, **widened(exponent)).root
        holed += holes(root)
    return holed / len(seeds)
    # --- end


# %%
from mctslib.course.ch18 import check_holed_share

check_holed_share(holed_share)

# %% [markdown]
# When your function passes, try it with `range(100)` and several exponents. Which differences between exponents would you trust?
#
# ## New strokes near the best
# So far, each new stroke has been drawn from all untried strokes. It seems clever to draw new strokes near the best stroke so far. `best_tried(node)` returns the action with the highest mean, and `untried_near(node, action)` lists the untried strokes with the same strength that are at most 15 degrees away.
#
# ### Exercise 3: draw near the best
# `draw_near(node, rng)` returns a new action. With probability one half, the action is drawn from the untried strokes near the best stroke, all equally likely. Otherwise, the action is `draw_untried(node, rng)`. The function also returns `draw_untried(node, rng)` if the node has no child yet, or if no stroke near the best stroke is untried.


# %% tags=["exercise"]
# hint: `if node.children and rng.random() < 0.5:` make the list of near strokes; if it is not empty, return `rng.choice(near)`.
from mctslib.course.ch18 import best_tried, untried_near


def draw_near(node, rng):
    # --- solution
    if node.children and rng.random() < 0.5:
        near = untried_near(node, best_tried(node))
        if near:
            return rng.choice(near)
    return draw_untried(node, rng)
    # --- end


# %%
from mctslib.course.ch18 import check_draw_near

check_draw_near(draw_near)

# %% [markdown]
# `Widening(0.5, draw=draw_near)` searches with your function. Does it help on this green? Again there are 40 runs for each number.

# %%
from mctslib.course.ch18 import rows

near_holed = {row["share"]: len(row["holed"]) for row in rows("near") if row["iterations"] == 3000}
near_holed

# %% [markdown]
# With 3,000 iterations, 25 of 40 runs hole the ball if every new stroke comes from anywhere, 14 of 40 if half of them are drawn near the best stroke, and 14 of 40 if all are. 25 against 14! But the first of these is the search with exponent 0.5 of the table above, with other random numbers, and there only 19 of 40 runs holed it. The two controls together have 44 of 80, the two near searches 28 of 80, a difference of 0.20 (0.05 to 0.35). So drawing near the best does harm here, but less than our first forty runs would have us believe.
#
# I think that it is too early to know the best: after a few visits it is the stroke whose random game happened to end in the hole, and its neighbours go to nearly the same place. We have not counted this. Knowledge about good actions helps if it is right. Coulom (2007) drew Go moves by patterns learned from the games of strong players.

# %%
checkpoint("18-near")

# %% [markdown]
# ## An uneven green
# Now a stroke rolls a little differently each time. Its direction has a standard deviation of 3 degrees, and its length has a standard deviation of 5%. After each stroke chance moves, and picks one of 625 equally likely rolls. The picture below shows every tenth roll of one stroke.

# %%
from mctslib.course.ch18 import rolls_of

uneven = Putting(noise=3)
rolls_of(uneven, stroke=1120)

# %% [markdown]
# The search of the last sections widens only the strokes. For each stroke it would try all 625 rolls before it visits one of them again:

# %%
from mctslib.course.ch18 import belief, every_roll

flat = search(uneven, 10_000, seed=3, **every_roll()).root
belief(flat)

# %% [markdown]
# The favourite stroke has 124 visits and 123 rolls, and none of the rolls was visited twice. The first visit of the stroke was just a playout. So the search followed no second stroke further, and the tree is flat again.
#
# ## Widen the rolls as well
# The remedy is to apply the same idea to chance nodes. A chance node with N visits has room for N^0.4 rolls. This is **double progressive widening** (Couëtoux and others, 2011). If there is room, a new roll is drawn. If not, one of the kept rolls is visited again. Which one? In the paper, a kept roll is drawn with a probability in proportion to its count. We count visits. The library calls this method `replay="by count"`.

# %%
from mctslib.course.ch18 import by_count

lucky = search(uneven, 10_000, seed=3, **by_count()).root
belief(lucky)

# %% [markdown]
# This tree is deep. According to its estimate, its favourite stroke leads into the hole in 35% of the rounds. We call such an estimate the tree's *belief*. Is this belief true? `paid_by_tree` putts 1,000 real rounds. It plays the stroke with the most visits in the tree. If the ball stops at a place that is not in the tree, the function uses the node whose ball is nearest.

# %%
from mctslib.course.ch18 import band, paid_by_tree

rounds = budget(1000, 200, "rounds")
paid = paid_by_tree(lucky, rounds)
score_prediction(paid_guess, band(paid / rounds), f"{paid} of {rounds:,} rounds.")

# %% [markdown]
# The tree's belief is 35%, but in the real rounds no ball went in: 0%. The pictures below show the kept rolls of the favourite stroke: in the flat tree on the left, and in this tree on the right. A thick line is a roll with many visits.

# %%
from mctslib.course.ch18 import kept_rolls

kept_rolls(flat, lucky, captions=["strokes widened only", "rolls drawn by count"])

# %% [markdown]
# One of 32 rolls has 47% of the visits, although all rolls are equally likely. Drawing by count works like an urn to which every drawn ball is returned together with a copy of itself. The shares drift, and they stay where they have drifted. The search then compares many strokes, and prefers a stroke whose most visited roll happened to be good. **A search that chooses the best of many rough estimates mistakes luck for skill.**

# %%
checkpoint("18-luck")

# %% [markdown]
# ## Two remedies
# The first remedy is to visit all kept rolls equally often, because they are equally likely. At a chance node, the library's `UCB1` does the same.
#
# ### Exercise 4: which roll is visited again?
# `replayed(stroke)` returns the child of a chance node with the fewest visits. If several children have equally few visits, it returns the first of them.


# %% tags=["exercise"]
# hint: Use `min` on `stroke.children.values()`, with the visits as the key. If several are equal, `min` returns the first.
def replayed(stroke):
    # --- solution
    return min(stroke.children.values(), key=lambda child: child.visits)
    # --- end


# %%
from mctslib.course.ch18 import check_replayed

check_replayed(replayed)

# %% [markdown]
# The second remedy is to start a new search before every stroke, from the place where the ball really lies. In the library, `MCTSPlayer(1000, method=Widening)` does this. The tree is then needed only for the next stroke.
#
# The bars below show both remedies. A filled bar shows the search's belief in its favourite stroke, as a mean over 20 trees with 10,000 iterations each. The first open bar shows the share of the trees' rounds that end in the hole, with 1,000 rounds for each tree. The second open bar shows the same share for 100 rounds with a new search of 3,000 iterations before every stroke.
# The last bar belongs to the exact player of the next section.

# %%
from mctslib.course.ch18 import believed_and_paid

believed_and_paid()

# %% [markdown]
# If rolls are drawn by count, the mean belief of the 20 trees is 9.2%, and 2.4% of their rounds end in the hole. The belief of 6 of these trees is more than 10%. If the least visited roll is visited again, the mean belief is 2.6%, and 2.8% of the rounds end in the hole, so this belief is honest. But these trees do not play better.
#
# The second remedy makes better players. With a new search before every stroke, 42, 21 and 29 of 100 rounds end in the hole, in the order of the picture, although each of these searches has only 3,000 iterations. The 95% intervals are 33 to 52%, 14 to 30% and 21 to 39%. A new search starts from the place where the ball really lies, and with one stroke left this search is easy. So a tree's belief in its first stroke says little about a player that searches again before every stroke.
#
# ## The exact answer
# This green is small enough for an exact answer. Take a grid of 50 × 50 places. With one stroke left, the value of a place is the holing probability of the best stroke. With two strokes left, it is the best mean over the 625 rolls. A roll counts as 1 if the ball is holed at once, and otherwise as the value of the place where the ball stops. Working backwards in this way is called **dynamic programming**. A script has computed the two tables, and the picture shows them: the darker a place, the likelier you are to hole the ball from there.

# %%
from mctslib.course.ch18 import exact_map

exact_map(uneven)

# %%
from mctslib.course.ch18 import all_values, tables

values = all_values(uneven, tables())
float(values.max())

# %% [markdown]
# According to the tables perfect play holes the ball in 97% of the rounds, and the exact player in the bar chart above did so in 986 of 1,000 real rounds. The values in the tables are a little too low, because places are rounded to the grid. No search of this chapter comes near to this result. Look at the values of the first strokes:

# %%
good = int((values > 0.5).sum())
good, len(values)

# %% [markdown]
# With 1,465 of the 1,800 first strokes perfect play still holes more than half of its rounds. So the first stroke is not the difficulty. The difficulty is to find good second and third strokes from the place where the ball stops. There, a search with few iterations loses rounds that the first stroke has not yet lost.
#
# ## In practice
# - Before neural networks, Go programs widened their trees in an order that put good moves first. Even without such an order, as here, widening helps, because a deep tree is worth more than a broad one.
# - Programs with networks draw a handful of actions from the network's policy instead, and search only these.
# - If a search keeps only some outcomes, compare its beliefs with the rewards that it really gets. This test costs little and needs no exact answer.
# - `Widening` can also handle millions of actions, if `legal_actions()` returns a `range`.
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
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from mctslib import record
from mctslib.course.ch18.plots import mean_of
from mctslib.course.ch18.exact import GRID
from mctslib.course.ch18.checkers import node_with
from mctslib.methods.widening import Widening

claim("You search a game with 1,800 moves in every position", strokes)
claim("A stroke is one of 360 directions and one of 5 strengths", *green.green[:2])
claim(
    "There are 1,800 strokes, so there are more than 5 billion rounds",
    strokes,
    strokes**3 // 10**9 * 10**9,
)
claim(
    "The next cell gives UCT 1,000 iterations. All searches of this chapter have c = 0.5",
    plain.root.visits,
    0.5,
)
claim("UCT has tried 1,000 different first strokes, and no second stroke", tried)
assert deepest == 1
claim("After 800 more iterations it would have tried each first stroke once", strokes - tried)
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
assert not library_room(favourite.parent, 0.5, 1) or len(wide.root.children) < 1000**0.5
claim(
    "This tree has 32 first strokes instead of 1,000, and its favourite stroke has 611 visits",
    len(wide.root.children),
    tried,
    favourite.visits,
)
same = record(green, 1000, seed=1, **Widening(0.5, c=0.5).options()).iterations
ours = record(green, 1000, seed=1, tree_policy=UCB1(0.5), phases=phases).iterations
assert same == ours  # "In the library the two functions are `Widening`"
even = {(row["angles"], row["iterations"], row["search"]): row for row in rows("even")}
assert {row["runs"] for row in even.values()} == {40}
runs_each = rows("even")[0]["runs"]
claim("A script made 40 runs for each row of the table below", runs_each)
claim(
    "With 3,000 iterations UCT holes the ball in 2 of 40 runs, and the search with exponent 0.5 in 19",
    3000,
    len(even[360, 3000, "UCT"]["holed"]),
    runs_each,
    method.exponent,
    len(even[360, 3000, "0.5"]["holed"]),
)
from mctslib.arena import wilson

assert wilson(2, 40)[1] < wilson(19, 40)[0]  # "The intervals do not overlap"
claim(
    "Perhaps 360 directions are simply too many. Here is the same table for 24 directions",
    green.green.angles,
    small.green.angles,
)
claim("With 120 strokes UCT tries each first stroke several times", len(small.legal_actions()))
claim(
    "still holes the ball in only 6 of 40 runs at 3,000 iterations. The search with exponent 0.7 holes it in 27",
    len(even[24, 3000, "UCT"]["holed"]),
    runs_each,
    3000,
    float(rows("even")[3]["search"]),
    len(even[24, 3000, "0.7"]["holed"]),
)
assert wilson(6, 40)[1] < wilson(27, 40)[0]
from mctslib.course.ch18.checkers import ITERATIONS
from mctslib.course.ch18.experiments import C, CHANCE_EXPONENT, NEAR

assert C == 0.5
claim(
    "a green with 24 directions and a shorter wall, with 300 iterations",
    small.green.angles,
    ITERATIONS,
)
claim("the untried strokes with the same strength that are at most 15 degrees away", NEAR)
claim("Again there are 40 runs for each number", rows("near")[0]["runs"])
claim(
    "With 3,000 iterations, 25 of 40 runs hole the ball if every new stroke comes from anywhere, 14 of 40 if half of them are drawn near the best stroke, and 14 of 40 if all are. 25 against 14!",
    3000,
    near_holed[0.0],
    runs_each,
    near_holed[0.5],
    runs_each,
    near_holed[1.0],
    runs_each,
    near_holed[0.0],
    near_holed[0.5],
)
again = len(even[360, 3000, "0.5"]["holed"])
claim("the search with exponent 0.5 of the table above", float(even[360, 3000, "0.5"]["search"]))
claim("there only 19 of 40 runs holed it", again, runs_each)
anywhere, near = near_holed[0.0] + again, near_holed[0.5] + near_holed[1.0]
shares = anywhere / (2 * runs_each), near / (2 * runs_each)
spread = 1.96 * sum(share * (1 - share) / (2 * runs_each) for share in shares) ** 0.5
claim(
    "The two controls together have 44 of 80, the two near searches 28 of 80, a difference of 0.20 (0.05 to 0.35)",
    anywhere,
    2 * runs_each,
    near,
    2 * runs_each,
    shares[0] - shares[1],
    shares[0] - shares[1] - spread,
    shares[0] - shares[1] + spread,
)
claim(
    "Its direction has a standard deviation of 3 degrees, and its length has a standard deviation of 5%",
    uneven.green.noise,
    uneven.green.noise / 60,
)
rolls = len(uneven.apply(0).legal_actions())
claim("picks one of 625 equally likely rolls", rolls)
claim("For each stroke it would try all 625 rolls before it visits one of them again", rolls)
seen, thought = belief(flat), belief(lucky)
claim("The favourite stroke has 124 visits and 123 rolls", seen.visits, seen.rolls)
assert seen.twice == 0
claim("A chance node with N visits has room for N^0.4 rolls", CHANCE_EXPONENT)
claim("leads into the hole in 35% of the rounds", thought.believed)
if rounds == 1_000:  # fewer where little is computed
    claim("`paid_by_tree` putts 1,000 real rounds", rounds)
    claim(
        "The tree's belief is 35%, but in the real rounds no ball went in: 0%",
        thought.believed,
        paid / rounds,
    )
claim("One of 32 rolls has 47% of the visits", thought.rolls, thought.largest)
noisy = {row["search"]: row for row in rows("noisy") if row["iterations"] == 10_000}
claim("as a mean over 20 trees with 10,000 iterations each", len(noisy["count"]["trees"]), 10_000)
claim("with 1,000 rounds for each tree", noisy["count"]["rounds"])
anew = {row["search"]: row for row in rows("replanned")}
claim(
    "the same share for 100 rounds with a new search of 3,000 iterations before every stroke",
    anew["count"]["rounds"],
    anew["count"]["iterations"],
)
claim(
    "the mean belief of the 20 trees is 9.2%, and 2.4% of their rounds end in the hole",
    len(noisy["count"]["trees"]),
    mean_of(noisy["count"], "believed"),
    mean_of(noisy["count"], "paid"),
)
claim(
    "The belief of 6 of these trees is more than 10%",
    sum(tree["believed"] > 0.1 for tree in noisy["count"]["trees"]),
    0.1,
)
claim(
    "the mean belief is 2.6%, and 2.8% of the rounds end in the hole",
    mean_of(noisy["even"], "believed"),
    mean_of(noisy["even"], "paid"),
)
claim(
    "42, 21 and 29 of 100 rounds end in the hole",
    anew["every"]["holed"],
    anew["count"]["holed"],
    anew["even"]["holed"],
    anew["even"]["rounds"],
)
claim(
    "The 95% intervals are 33 to 52%, 14 to 30% and 21 to 39%",
    *wilson(anew["every"]["holed"], anew["every"]["rounds"]),
    *wilson(anew["count"]["holed"], anew["count"]["rounds"]),
    *wilson(anew["even"]["holed"], anew["even"]["rounds"]),
)
claim("each of these searches has only 3,000 iterations", anew["even"]["iterations"])
assert GRID == 50  # "a grid of 50 × 50 places"
claim("it is the best mean over the 625 rolls", rolls)
[perfect] = rows("perfect")
claim(
    "According to the tables perfect play holes the ball in 97% of the rounds, and the exact player in the bar chart above did so in 986 of 1,000 real rounds",
    values.max(),
    perfect["holed"],
    perfect["rounds"],
)
claim("With 1,465 of the 1,800 first strokes", good, strokes)

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
