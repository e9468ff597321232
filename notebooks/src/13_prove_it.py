# %% [markdown]
# # 13 · Prove it
#
# Plain UCT searches position A for 500 iterations, and plays move 4. It is O's turn, and only moves 2 and 8 keep the draw.

# %%
from mctslib import TicTacToe, search
from mctslib.course import A, ch13, checkpoint, predict, score_prediction, summary
from mctslib.draw import show_board, show_children

show_board(A.state)

# %%
tree = search(A.state, 500, seed=0)
print(tree.table())

# %% [markdown]
# A wrong move, then. That happens; 500 iterations are not many. But look *inside* the tree: does it hold enough to know better? `proofs` goes through all nodes of the tree and notes what is certain there. (You will soon write the heart of it.)

# %%
from mctslib.methods import solver

facts = solver.proofs(tree.root)
{action: facts.get(child) for action, child in sorted(tree.root.children.items())}

# %% [markdown]
# `(1, 0)` means that X gets 1 and O gets 0, whatever O tries. The tree holds the *proof* that moves 0, 1, 4 and 6 lose, so only 2 and 8 are left. The tree has ruled out move 4, but the search plays it.
#
# But one seed proves nothing, least of all about proofs. So I took fifty:

# %%
blind_guess = predict("13-blind")
blind_guess

# %%
blind_seeds = sum(map(ch13.plays_a_proved_loss, range(50)))
score_prediction(
    blind_guess, blind_seeds, "The proof is in the tree, but UCT looks only at averages.", within=5
)

# %% [markdown]
# That is more than half. I also ran 300 seeds. 180 searches play a move that their own tree proves to be lost: 60%, with an interval from 54 to 65%. And how many play a wrong move at all? Only five more, 185. When UCT goes wrong here, its tree nearly always knows better.
#
# How can a program be so blind? UCT looks at averages, so I suspected the visits from *before* the proof. Here they are for each proved move of the first tree: the visits and their mean before the proof was complete, and the same after it.

# %%
halves = ch13.around_the_proof(seed=0)
for action, (n, mean, later, mean_later) in halves.items():
    print(
        f"move {action}: {n:3} visits with mean {mean:.2f} before, {later:2} visits with mean {mean_later:.2f} after"
    )

# %% [markdown]
# The suspicion was right, but it is only half of the story. Move 4 had 99 visits when it was proved, and has had only 9 since: the proof came late, and nine poor results hardly move an average over a hundred visits. But the mean of these nine is 0.11, and not 0. Why does a proved loss still bring anything? I first wrote: because the playouts are random games, in which X may miss the win. That was wrong. A proof reaches down to the ends of games, so where X follows it, there is no playout at all. I went through 100 searches. After a proof, O still got something in 2,156 of 7,561 visits, and in each of the 2,156 X had left the proof *inside the tree*. UCB1 moves for X, too, and keeps trying X's other replies. Nobody has told it that it need not ask any more.
#
# So you teach the search to listen to its own tree. At the end we ask what a proof is worth.
#
# **What you'll need.** The four phases (chapter 04), position A (chapter 08) and intervals (chapter 09). &nbsp; **Time:** about 50 minutes.
#
# ## What is certain?
# A mean is a guess. But at some nodes the game is over, and nothing is left to guess. From these ends certainty climbs up the tree. We call a result that is certain a **fact**: a tuple with the reward that each player gets if both play perfectly from here. `(0, 1)` means that O wins.
#
# How does certainty climb? In the smallest example O is to move, and only cells 7 and 8 are free.

# %%
show_board(TicTacToe.from_text("OXO/XXO/X.."))

# %% [markdown]
# Move 8 completes a column, so O wins. What does move 7 do? We need not know. O may choose, and O will choose 8. One winning move is enough, and the fact of this position is `(0, 1)`.
#
# Now turn the question round. When is O *lost*? One losing move is not enough, and five are not enough. As long as a single move is untried, this move may save O. For a win one witness will do; for a loss every move must be a witness. Let a node be *known* if it has a fact. Then a fact follows for its parent by two rules:
#
# 1. If a known child gives the player to move a reward of 1, the fact of this child is also the fact of the parent.
# 2. Otherwise *every legal action* must have a known child. Then the best of the children's facts, for the player to move, is the fact of the parent.
#
# And draws? The second rule covers them. Suppose that O has two moves, and both children are known: `(1, 0)` and `(0.5, 0.5)`. O gets 0 from the first and ½ from the second, so the fact is `(0.5, 0.5)`.
#
# ### Exercise 1: conclude
# Write `conclude(node, facts)`. It returns the fact of `node`, or None if no fact follows yet. `facts` is a dictionary from known nodes to their facts. You need
#
# - `node.state.is_terminal()` and `node.state.rewards()`: if the game is over, the rewards are the fact, as a tuple,
# - `node.children`, a dictionary from actions to child nodes,
# - `node.state.current_player`, the number of the player to move, and `node.state.legal_actions()`.


# %% tags=["exercise"]
# hint: Three steps. First, if the game is over, return `tuple(node.state.rewards())`. Second, collect the facts of the known children; if there are none, return None. Third, take the fact that is best for `node.state.current_player`. Return it if it is worth 1 to this player, or if as many children are known as there are legal actions. Otherwise return None.
def conclude(node, facts):
    """Return the fact of `node` that follows from the facts of its children, or None."""
    # --- solution
    # --- end


# %%
ch13.check_conclude(conclude)

# %% [markdown]
# `proofs` calls such a function for every node of a tree, children before parents.

# %% [markdown]
# Watch certainty climb. The tool shows two searches of position A with the same seed. Plain UCT notes facts, but does not use them; the solver, which we are about to build, does. Each box is one of O’s moves or, below it, one of X’s replies, and a coloured box is a known node (grey for a draw). The counts take in the whole tree. <span class="with-python">Move the slider through the iterations.</span> When has each search proved the root?

# %%
ch13.ProofExplorer("A")

# %% [markdown]
# ## Learn on the way up
# To use facts, the search needs them *while* the tree grows. Must it go through the whole tree after each iteration? No: only the nodes on the path have changed. Suppose that an iteration ends where O has just won. The fact of this node is `(0, 1)`. It was O's turn at the parent, and O could make this move, so by rule 1 the parent has the same fact. At the grandparent X chooses, and may have other moves. If nothing follows there, nothing new follows above it.
#
# ### Exercise 2: learn
# Write `learn(node, facts)`. Start at `node`, the last node of the path, and go up with `node.parent`; the parent of the root is None. Store the fact of each node in `facts`, and stop at the first node without one. A node that is already in `facts` keeps its fact, and the loop continues with its parent. `learn` returns nothing.


# %% tags=["exercise"]
# hint: Write a loop with `while node is not None`. The fact is `facts.get(node)`, or else `conclude(node, facts)`. If the fact is None, return. Otherwise store it in `facts[node]` and continue with `node.parent`.
def learn(node, facts):
    """Store the facts that follow for a node, for its parent, and so on."""
    # --- solution
    # --- end


# %%
ch13.check_learn(learn)

# %% [markdown]
# How should *selection* use a fact? My first idea was to put the fact of a child in place of its UCB1 score. A known win scores 1, a known draw ½, a known loss 0. There is no bonus, since a certain thing needs no exploration. `proved_after` makes a tree policy of such a score, calls `learn` after each iteration, and counts the iterations until the root is known. Here are five searches of position A.


# %%
def first_score(node, child, facts, ucb1):
    """Return the fact of `child` for the player who moved there; without a fact its UCB1 score."""
    if child in facts:
        return facts[child][child.player]
    return ucb1.score(node, child)


print("iterations:", *(ch13.proved_after(A.state, seed, first_score) for seed in range(5)))

# %% [markdown]
# After about 500 iterations, all five searches have *proved* that position A is a draw. This is **MCTS-Solver**: Mark Winands, Yngvi Björnsson and Jahn-Takeshi Saito built it in 2008 for the game Lines of Action. (Theirs proves wins and losses. Ours also proves draws, but this will cost us.)
#
# ## Position D
# Here is position D. It is O's turn, and only move 8 keeps the draw.

# %%
D = ch13.POSITIONS["D"]
show_board(D.state, highlight=sorted(D.correct))

# %%
asleep_guess = predict("13-asleep")
asleep_guess

# %%
asleep = [ch13.proved_after(D.state, seed, first_score) for seed in range(30)]
print("iterations, sorted:", *sorted(asleep))

# %%
score_prediction(
    asleep_guess, "over 6,000", "Most searches need about 220. What is this one doing?"
)

# %% [markdown]
# One search needs about thirty times as many iterations as most others. It has *fallen asleep*. Is it a freak? I ran 300 seeds. 13 of the searches need more than 1,000 iterations, and two of them have no proof even after 9,000. Here are the root's children in the sleeping tree after 6,000 iterations, a few hundred before the proof at last succeeds.

# %%
unlucky = asleep.index(max(asleep))
sleeper = solver.Solver(revisit=True, decisive=False)
slept = search(D.state, 6_000, seed=unlucky, **sleeper.options())
show_children(slept.root, sleeper)

# %% [markdown]
# ### Exercise 3: wake it up
# Find the bug from its symptoms. Which move gets nearly all visits, and what can the search still learn there? Which move does the proof wait for? Then write `awake_score`, with the parameters of `first_score`. Selection walks to the child with the highest score. For a child that is not known, leave `ucb1.score(node, child)` as it is; it is at least 0, and may be infinite. (As long as a node is not known, it has a child or an action that is not known either. Why?)

# %% tags=["exercise"]
# hint: Move 8 is a known draw with the score ½, and gets nearly all visits. A visit to a known child cannot lead to a new fact, so it must score less than every other child. Which number is lower than every UCB1 score, whatever c is? Use `inf` from the module `math`, with a minus sign.
from math import inf


def awake_score(node, child, facts, ucb1):
    """Return the score of `child`, so that no known child keeps the search from a new fact."""
    # --- solution
    # --- end


# %%
ch13.check_score(awake_score)

# %% [markdown]
# Move 8 was a known draw with the score ½. The proof still needed move 1, but the UCB1 score of move 1 lay below ½. The search went to 8 again and again, and learned nothing, while the logarithm in the bonus of move 1 grew as slowly as logarithms do. (In all 13 slow searches of the 300 it is these two moves.)
#
# %%
checkpoint("13-beside")

# %% [markdown]
# The library's `Solver` scores as you do. How long do its searches take, with the same thirty seeds?

# %%
awake = [
    search(D.state, 9_000, seed=seed, **solver.Solver(decisive=False).options()).iterations
    for seed in range(30)
]
print(f"{min(awake)} to {max(awake)} iterations")

# %% [markdown]
# ## The whole game
# With best play tic-tac-toe is a draw, as everybody knows, but can our solver prove it?

# %%
found = search(TicTacToe(), 60_000, seed=0, **solver.Solver(decisive=False).options())
print(f"{found.stopped_by} after {found.iterations:,} iterations")

# %% [markdown]
# It can, in about 54,000 iterations. (With the sleeping score I found no proof in 60,000 iterations, with any of three seeds. A script, `python -m tests.bench.solver`, tried them.)
#
# ## The final move
# Which move do we play in the end? Until now it was the most visited one. But the repaired score avoids known children, so their visits no longer tell how good they are. The final move must look at the facts:
#
# - If a known child wins, play it, however few its visits.
# - Otherwise compare two moves: the best known child, and the most visited of the children that are *not* known (of two with equal visits, the one with the higher mean). Play the known child if its fact is higher than the mean of the other, and the other if not.
# - If all children are known, play the best one. Of several with the best fact, play the one with the most visits.
#
# For example, child *a* is a known draw, and child *b* is not known, with 8 visits and a mean of 0.25. The draw is worth 0.5 > 0.25, so play *a*. If the mean of *b* were 0.75, you would play *b*.
#
# ### Exercise 4: the final move
# Write `final_move(root, facts)`. It returns the action to play. For each child you need `child.action`, `child.visits`, `child.value` (the mean) and `facts[child][child.player]`, the worth of a known child for the player who chooses it.


# %% tags=["exercise"]
# hint: Make two lists: the children in `facts`, and the other children. The best child of the first list has the highest pair `(facts[child][child.player], child.visits)`. The best child of the second list has the highest pair `(child.visits, child.value)`. Either list may be empty. Play the known child if it is worth 1, or more than the value of the other child.
def final_move(root, facts):
    """Return the action to play: a known action if it wins or is worth more than the usual one."""
    # --- solution
    # --- end


# %%
ch13.check_final_move(final_move)

# %% [markdown]
# Your four functions make a complete engine. Does it agree with the library's?

# %%
print(ch13.compare_engines(lambda: ch13.Parts(awake_score, learn, final_move)))

# %% [markdown]
# ## How to lose well
# Why do we play the most visited move if the facts are equal? In a lost position every move is worth 0, so to a solver one move is as good as another. But a real opponent makes mistakes, so we may hope.
#
# Let us count points. The script took the 100 positions of tic-tac-toe with at least five empty cells that are lost for the player to move, and played ten games from each. The defender has 1,000 iterations for each move; the opponent is plain UCT with only 20. Three defend: plain UCT, a solver that plays the *first* of equal moves, and ours, which plays the *most visited* of them. Which of the three saves most points?

# %%
plain_uct, first_of_equals, most_visited = ch13.resistance().values()
for defender in (plain_uct, first_of_equals, most_visited):
    low, high = defender.interval
    print(f"{defender.name:31} {defender.score:.3f} points per game ({low:.3f} to {high:.3f})")
for other in (first_of_equals, plain_uct):
    value, low, high = ch13.gap(most_visited, other)
    print(f"most visited, minus {other.name}: {value:.3f} ({low:.3f} to {high:.3f})")

# %% [markdown]
# The solver that plays the first of equal moves gains 0.04 points per game, and plain UCT, which knows less, gains 0.16. The solver knew too much, and gave up. Playing the most visited move wins the points back: 0.16, too, and these games do not show whether this solver or plain UCT defends better.
#
# What do the visits know that the facts do not? Perhaps they remember how hard the opponent's winning reply was to find. That can be counted. After the first move of these positions 52% of the opponent's replies win, after the most visited one 28%. And could another move have left fewer? I looked with three seeds: in none of the 300 searches, neither of our solver nor of plain UCT. The facts say that every move loses, and the visits say which move loses by the smallest margin.
#
# ## What is a proof worth?
# So are proofs worth the trouble? Let the solver play Connect Four against plain UCT, both with the same number of iterations for each move. Each pair of games starts with the same four random moves, with sides swapped.

# %%
rows = ch13.matches()
for row in rows:
    low, high = row.interval
    print(
        f"{row.iterations:5,} iterations: {row.score:.3f} points per game ({low:.3f} to {high:.3f}), {row.games} games"
    )

# %% [markdown]
# With 100 iterations for each move, the gain is clear. With 1,000 the interval contains ½. Does the gain *shrink*? For that we need differences with their intervals. The score at 100 iterations minus the score at 300 is 0.061 (0.009 to 0.112), and minus the score at 1,000 it is 0.066 (0.007 to 0.124).
#
# So the gain shrinks? I think so, but the evidence is weak. These were two comparisons, and if we widen both intervals accordingly, the second begins at 0. (Why it should shrink, we have not tested.)
#
# And what about alpha–beta (chapter 12), which does nothing but prove positions? The whole game of tic-tac-toe costs alpha–beta 16,811 positions, and the solver about 54,000 nodes. For a proof of a small game I would take alpha–beta, the simpler tool, but for a good move at any moment, and a proof when there is one, the solver.
#
# ## Decisive moves
# A **decisive move** wins at once (Teytaud and Teytaud, 2010). Whoever sees one need not search. The library's `Solver` looks for one when it visits a node for the second time. (So far we have switched this off with `decisive=False`.) Tic-tac-toe has 4,520 positions in which the game is not over. In what share of them is the played move right? The brackets hold the lowest and the highest share of three seeds.

# %%
print(ch13.right_table())

# %% [markdown]
# Do we again gain most with the fewest iterations? An earlier version of this chapter said so, but the table does not. From plain UCT to facts we gain 0.40 percentage points at 100 iterations, and no less at 300: 0.42. And if you count *mistakes*, it is the other way round. Of those that plain UCT makes, the facts remove 26% at 100 iterations and 84% at 300.
#
# ## In practice
# A proof says who wins, but not how soon. So a solver may take detours in a won game.
#
# ## Further reading
# - M. Winands, Y. Björnsson and J.-T. Saito, *Monte-Carlo Tree Search Solver* (2008).
# - F. Teytaud and O. Teytaud, *On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms* (2010). We have read only the abstract.
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 5.4.1.
#
# **Next:** [14 · What playouts share](14_what_playouts_share.ipynb).

# %%
summary("13")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, and what we quote.*

# %% [claims]
from claims import claim
from mctslib.oracle import positions, value
from statistics import fmean, median
from mctslib.course import measured

from mctslib import Node
from mctslib.arena import Tally
from mctslib.course.ch13.parts import MOST
from mctslib.trace import record, replay_one

played = tree.root.children[tree.action]
losers = [action for action, child in tree.root.children.items() if facts.get(child) == (1, 0)]
claim(
    "Plain UCT searches position A for 500 iterations, and plays move 4",
    tree.root.visits,
    tree.action,
)
claim("only moves 2 and 8 keep the draw", *sorted(A.correct))
claim("that moves 0, 1, 4 and 6 lose", *sorted(losers))
assert len(losers) == 4 and set(losers) | A.correct == set(tree.root.children)
blind = wrong = 0
for seed in range(300):
    one = search(A.state, 500, seed=seed)
    known = solver.proofs(one.root)
    lost = [action for action, child in one.root.children.items() if known.get(child) == (1, 0)]
    blind += one.action in lost
    wrong += one.action not in A.correct
claim("I also ran 300 seeds. 180 searches play", len(range(300)), int(blind))
low, high = Tally(blind, 0, 300 - blind).score_interval()
claim("60%, with an interval from 54 to 65%", blind / 300, low, high)
claim("Only five more, 185", wrong)
assert wrong - blind == 5
claim(
    "Move 4 had 99 visits when it was proved, and has had only 9 since",
    4,
    halves[4].visits_before,
    halves[4].visits_after,
)
claim("the mean of these nine is 0.11", halves[4].mean_after)
assert all(one.mean_after < one.mean_before for one in halves.values())


def left_the_proof(root, path, facts):
    """Return whether X, below a move that is proved lost for O, leaves the proof inside the tree."""
    node = root.children[path[0]]
    for action in path[1:]:
        child = node.children.get(action)
        if node.state.current_player == 0 and facts.get(child) != (1.0, 0.0):
            return True
        if child is None:
            return False
        node = child
    return False


searches = range(100)
late = []  # for each visit after a proof: whether O got something, and whether X left the proof
for seed in searches:
    root, known = Node(A.state), {}
    for one in record(A.state, 500, seed=seed).iterations:
        if known.get(root.children.get(one.path[0])) == (1.0, 0.0):
            late.append((one.rewards[1] > 0, left_the_proof(root, one.path, known)))
        solver.learn(replay_one(root, one), known)
brought = [left for something, left in late if something]
claim("I went through 100 searches", len(searches))
claim(
    "in 2,156 of 7,561 visits, and in each of the 2,156",
    len(brought),
    len(late),
    sum(brought),
)
for seed in range(5):
    assert 480 < ch13.proved_after(A.state, seed, first_score) < 520  # "about 500"
claim("only move 8 keeps the draw", *D.correct)
claim("with most seeds the solver needs about 220 iterations", median(asleep))
claim("Most searches need about 220", median(asleep))
claim("so only 2 and 8 are left", *sorted(A.correct))
assert sum(200 < n < 250 for n in asleep) > 15
assert 27 < max(asleep) / median(asleep) < 33  # "about thirty times as many"
many = [
    search(D.state, MOST, seed=seed, **solver.Solver(revisit=True, decisive=False).options())
    for seed in range(300)
]
claim(
    "13 of the searches need more than 1,000 iterations",
    sum(one.iterations > 1000 for one in many),
    1000,
)
slow = [one.root for one in many if one.iterations > 1000]
claim("In all 13 slow searches of the 300", len(slow), len(many))
assert all(max(root.children.values(), key=lambda c: c.visits).action == 8 for root in slow)
for seed, one in enumerate(many):
    if one.iterations > 1000:
        asleep_there = solver.Solver(revisit=True, decisive=False)
        early = search(D.state, 1_000, seed=seed, **asleep_there.options()).root
        unknown = [
            child.action for child in early.children.values() if child not in asleep_there.facts
        ]
        assert unknown == [1]
assert sum(one.stopped_by != "proved" for one in many) == 2 and MOST == 9_000
assert sorted(asleep)[-2] < max(asleep) / 5 and 6100 < max(asleep) < 6500
*lost, one = sorted(
    slept.root.children.values(), key=lambda child: sleeper.badge(child) != "✗ lost"
)[:5]
assert (one.action, sleeper.facts[slept.root.children[8]][1]) == (1, 0.5)
assert one not in sleeper.facts and all(sleeper.badge(child) == "✗ lost" for child in lost)
assert (
    sleeper.score(slept.root, one) < 1 / 2
    and slept.root.children[8].visits > 0.95 * slept.root.visits
)
claim("counts a known draw as ½", sleeper.facts[slept.root.children[8]][0])
claim("Move 8 was a known draw with the score ½", sleeper.facts[slept.root.children[8]][0])
assert max(awake) <= 250

# %%
claim("about 54,000 iterations", found.iterations)
stored = ch13.empty_board()
assert found.iterations == stored["awake"][0]
claim("found no proof in 60,000 iterations", *stored["most"])
assert (
    len(stored["awake"]) == len(stored["asleep"]) == 3
    and all(stored["awake"])
    and not any(stored["asleep"])
)

# %%
lost_rows = measured("ch13/matches")["lost"]
claim("the 100 positions", lost_rows["positions"])
claim(
    "has 1,000 iterations for each move; the opponent is plain UCT with only 20",
    lost_rows["defender"],
    lost_rows["opponent"],
)
assert (lost_rows["empty"], lost_rows["seeds"]) == (5, 10)
gap = ch13.gap
assert gap(most_visited, first_of_equals)[1] > 0 and gap(plain_uct, first_of_equals)[1] > 0
low, high = gap(most_visited, plain_uct)[1:]
assert low < 0 < high


def winning_replies(state, action):
    """Return the share of the opponent's replies after which the player to move still loses."""
    after, player = state.apply(action), state.current_player
    return fmean(value(after.apply(reply), player) == 0 for reply in after.legal_actions())


first_share, visited_share, fewest_replies = [], [], []
for state in positions(TicTacToe()):
    if state.is_terminal() or len(state.legal_actions()) < lost_rows["empty"]:
        continue
    if value(state, state.current_player):
        continue
    after = {action: winning_replies(state, action) for action in state.legal_actions()}
    first_share.append(after[min(after)])
    for seed in range(3):
        options = solver.Solver(decisive=False).options()
        visited_share.append(after[search(state, 1_000, seed=seed, **options).action])
        by_plain = after[search(state, 1_000, seed=seed).action]
        fewest_replies.append(visited_share[-1] == by_plain == min(after.values()))
claim(
    "52% of the opponent's replies win, after the most visited one 28%",
    fmean(first_share),
    fmean(visited_share),
)
claim("in none of the 300 searches", len(fewest_replies))
assert all(fewest_replies) and len(first_share) == lost_rows["positions"]

# %%
from mctslib.course.ch13.forks import planted

shares = ch13.right_shares()
plain_shares, with_facts = shares["plain UCT"], shares["facts"]
gained = [fmean(with_facts[n]) - fmean(plain_shares[n]) for n in (100, 300)]
claim(
    "we gain 0.40 percentage points at 100 iterations, and no less at 300: 0.42",
    100 * gained[0],
    100,
    300,
    100 * gained[1],
)
claim(
    "the facts remove 26% at 100 iterations and 84% at 300",
    gained[0] / (1 - fmean(plain_shares[100])),
    100,
    gained[1] / (1 - fmean(plain_shares[300])),
    300,
)
node, facts_of = planted(1, ((1.0, 0.0), "known"), ((0.5, 0.5), "known"))
assert solver.conclude(node, facts_of) == (0.5, 0.5)
for mean, right in ((0.25, 0), (0.75, 1)):
    ends_of = ((0.5, 0.5), "known"), ((mean, 1 - mean), "tried")
    root_of, facts_of = planted(0, *ends_of, visits=(3, 8))
    assert solver.final_move(root_of, facts_of) == right
claim("Tic-tac-toe has 4,520 positions", measured("ch13/matches")["right"]["positions"])
claim(
    "gains 0.04 points per game, and plain UCT, which knows less, gains 0.16",
    first_of_equals.score,
    plain_uct.score,
)
claim("wins the points back: 0.16, too", most_visited.score)
claim("costs alpha–beta 16,811 positions", ch13.positions_looked_at(TicTacToe()))
claim("and the solver about 54,000 nodes", found.root.size())

# %%
falls = [ch13.fall(rows[0], row) for row in rows[1:]]
claim("at 100 iterations minus the score at 300 is 0.061 (0.009 to 0.112)", 100, 300, *falls[0])
claim("the score at 1,000 it is 0.066 (0.007 to 0.124)", 1_000, *falls[1])
for (gain, low, high), begins in zip(falls, (0.002, 0.000)):
    assert abs(gain - (high - low) / 2 * 2.24 / 1.96 - begins) < 0.002  # 97.5% for two comparisons
assert rows[0].interval[0] > 1 / 2 and rows[-1].interval[0] < 1 / 2 < rows[-1].interval[1]
claim(
    "With 100 iterations for each move, the gain is clear. With 1,000",
    rows[0].iterations,
    rows[-1].iterations,
)
assert min(low for _, low, _ in falls) > 0
