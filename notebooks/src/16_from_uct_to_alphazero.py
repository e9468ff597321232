# %% [markdown]
# # 16 · From UCT to AlphaZero
#
# **What you'll do.** You tell a search how promising each move is before the search tries it, and you let a small network learn such opinions from its own games.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* compute the PUCT score of a tried or an untried move,
# - write a search that compares tried and untried moves,
# - say for which player a network's value counts, and test whether a program uses the value correctly,
# - turn a game of self-play into training data for a network,
# - test a player against *every* reply instead of counting games.
#
# **What you'll need.** Chapters 04, 05 and 08; a little numpy. &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## An opinion before the first game
# UCT treats all untried moves alike. But when you look at a board, you have an opinion about each move at once. The picture below shows such
# opinions as bars. It is O's turn, and only moves 2 and 8 (✓) keep the draw. <span class="with-python">Drag the bars, and see how the search uses your opinion.</span>

# %%
from mctslib.course.ch16 import Hunches

Hunches("A", source="oracle", iterations=50)

# %% [markdown]
# The left bars show your **prior**: one share for each legal move, which the search gets before it tries any move. The shares add up to 1. The middle bars show the two parts of the score by which the search chooses its next move, and the right bars show the visits so far. You will write this score in a moment.
#
# <span class="with-python">Try two experiments. First choose *Ask the network*: its priors are wrong in this position, and later you will see why.
# Then give nearly the whole prior to a wrong move, choose more iterations, and watch the visits shift to a right move.</span>
#
# ## Two predictions
# Guess before you go on.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

losses_guess = predict("16-losses")
losses_guess

# %%
seconds_guess = predict("16-seconds")
seconds_guess

# %% [markdown]
# ## AlphaZero replaces two parts of UCT
# UCT has two parts that use no knowledge of the game. First, UCT tries every move of a node once before it compares the moves. Second, UCT plays random games to find out what a position is worth. AlphaZero (Silver et al., 2018) replaces both parts. A prior tells the search which moves are promising. And a function *estimates* the value of the new position, so no playout is needed.
#
# The search then chooses the move a with the highest **PUCT** score. N is the number of visits of the node, and n the number of visits of the move:
#
# $$\underbrace{Q(a)}_{\text{what the move brought}} + \underbrace{c \cdot P(a) \cdot \frac{\sqrt{N}}{1+n(a)}}_{\text{a bonus for moves with a high prior}}$$
#
# An untried move has a score, too, so the search need not try every move. As the Q of an untried move, we take the estimated value of the position in which the move is made.
#
# **On paper.** Suppose that a node has N = 4 and c = 1, that its nine moves have a prior of 1/9 each, and that the estimated value of the position is ½. Move 0 was tried once and lost.
# Move 1 was tried three times and won twice. Which move comes next? The three scores are
#
# - for move 0: 0 + 1/9 · 2 / 2,
# - for move 1: 2/3 + 1/9 · 2 / 4,
# - for an untried move: ½ + 1/9 · 2.
#
# Move 1 and the untried moves have exactly the same score, 13/18. If several moves have equal scores, the search takes the first of them.
#
# ### Exercise 1: the PUCT score
# The arguments are the value Q of one move, its prior, its visits n, the visits N of its parent, and c. All of them are numbers. Return the score of the move.

# %% tags=["exercise"]
# hint: Take the square root of the parent's visits alone. The bonus is divided by 1 + visits, so an untried move needs no special case.
from math import sqrt


def puct_score(value, prior, visits, parent_visits, c):
    # --- solution
    return value + c * prior * sqrt(parent_visits) / (1 + visits)
    # --- end


# %%
from mctslib.course.ch16 import check_puct_score

check_puct_score(puct_score)

# %% [markdown]
# ## A judge, and a search that uses it
# In this library a **judge** is a function from a state to a pair: the prior of each legal move, and the value for the player to move. Our first judge has no
# opinion. It gives the same prior to all moves. Its value is `None`, so the search plays a random game instead.


# %%
def even(state):
    actions = state.legal_actions()
    return {action: 1 / len(actions) for action in actions}, None


# %% [markdown]
# The search below calls a judge. A subclass of the library's `ActionPolicy` only has to define `terms`, the two parts of a score. `ActionPolicy` then chooses the
# tried or untried move with the highest sum.

# %%
from mctslib.methods.actions import ActionPolicy


class MyPuct(ActionPolicy):
    def __init__(self, judge, c=1.5):
        self.judge = judge
        self.c = c

    def terms(self, node, action):
        priors, value = self.judge(node.state)
        bonus = self.c * priors[action] * sqrt(node.visits or 1)
        child = node.children.get(action)
        if child is None or not child.visits:
            return (1 / 2 if value is None else value), bonus
        return child.value, bonus / (1 + child.visits)


# %% [markdown]
# If a node has no visits yet, `node.visits or 1` is 1, so the priors decide the first choice, too. The library's `Puct` computes the same score, but it calls the judge only once for each node. In position A, both searches distribute 100 iterations over the moves in the same way:

# %%
from mctslib import search
from mctslib.course import A
from mctslib.draw import show_children
from mctslib.methods.puct import Puct

my_search = search(A.state, 100, seed=0, **MyPuct(even).options())
library_search = search(A.state, 100, seed=0, **Puct(even).options())
print(my_search.distribution() == library_search.distribution())
show_children(library_search.root, Puct(even))

# %% [markdown]
# ## Is PUCT with an even prior the same as UCT?
# The two formulas differ: UCB1 has a logarithm, and PUCT does not. But they agree in three ways. If the visits are equal, both choose the move with the best value. If the values are equal, both choose the move with the fewest visits. If c = 0, both are greedy. A script ran both searches on 400 positions in which a move can be wrong. The table shows how many moves were right, with 95% intervals:

# %%
from mctslib.course.ch16 import even_prior_table

even_prior_table()

# %% [markdown]
# In these positions we see no difference between the two searches. So the gains in the rest of this chapter come from better priors and better values.
#
# ## How long does a wrong prior last?
# In position S, X is to move, and only move 3 is right. We give a prior of 25, 50, 90 or 99% to the useless move 7 and divide the rest evenly among the other moves. The
# values come from the exact oracle, so no random games are involved. The next cell counts the iterations until move 3 has the most visits for the first time:

# %%
from mctslib.course.ch16 import iterations_to_overrule

needed = {prior: iterations_to_overrule(prior) for prior in (0.25, 0.5, 0.9, 0.99)}
needed

# %% [markdown]
# The larger the wrong prior, the more iterations the search needs to correct it. In all four cases the search does correct the prior, and a network can learn from this correction. But the first lead need not last. With the prior of 50%, move 3 leads after 3 iterations. After 7 to 17 iterations it is behind again. After 18 it leads once more.
#
# ## Which player's value is it?
# A network's value counts for the player who is *to move*. The value of a node in the tree counts for the player who moved *into* it. So the value must be translated into the
# rewards of both players, which add up to 1.
#
# ### Exercise 2: both rewards
# `value` is a number from 0 to 1 for `player`, who is to move; `player` is 0 for X and 1 for O. Return the pair (X's reward, O's reward).


# %% tags=["exercise"]
# hint: If X is to move, X gets `value` and O gets 1 − `value`. If O is to move, O gets `value` and X gets 1 − `value`.
def whose(value, player):
    # --- solution
    return (value, 1 - value) if player == 0 else (1 - value, value)
    # --- end


# %%
from mctslib.course.ch16 import check_whose

check_whose(whose)

# %% [markdown]
# What happens if a program gives the value to the wrong player? A script took three networks that you will meet below, and 1,500 positions in which a move can be wrong. It searched each position with 25 iterations in three ways: with the right values, with the values
# exchanged, and with ½ for every position. In the upper rows the search uses the networks' priors, and in the lower rows all priors are even.

# %%
from mctslib.course.ch16 import turned_table

turned_table()

# %% [markdown]
# With good priors the bug does little harm: 1,428 of 1,500 moves are right instead of 1,492 for the first network. With the uninformative value ½ for every position, 1,486 moves are right. So here the priors do nearly all of the work, and the finished games in the tree provide true rewards. With even priors the bug is easy to see. With the bug, 1,193 moves are right instead of 1,469. With ½ for every position, 1,366 moves are right.
#
# So a few lost games do not reveal that a value belongs to the wrong player. Test the function `whose` itself.

# %%
checkpoint("16-whose")

# %% [markdown]
# ## An untrained network
# The input of our network is two boards of zeros and ones: the marks of the player to move, and the marks of the opponent. So the input has 18 numbers. These numbers pass through two layers of units. The output has nine numbers for the priors and one number for the value. The next cell shows the input for position S:

# %%
import numpy as np
from mctslib.course import S
from mctslib.methods.network import Net, arrays, encode, sigmoid, softmax

np.array(encode(S.state), int).reshape(2, 3, 3)

# %% [markdown]
# The function below is the whole network. Each layer multiplies by its weights, adds its biases, and replaces negative numbers with 0. At the end, illegal moves get the number −∞, so that `softmax` gives them a prior of 0.


# %%
def forward(net, x, legal):
    for weights, bias in zip(net.weights[:-1], net.biases):
        x = np.maximum(x @ weights + bias, 0)
    out = x @ net.weights[-1] + net.biases[-1]
    logits = np.where(legal, out[:, :9], -np.inf)
    return softmax(logits), sigmoid(out[:, 9])


# %% [markdown]
# The next cell prints the priors and the value of position S, where only move 3 is right: first from a new network, and then from a trained one.

# %%
from mctslib.course.ch16 import network

brain = network("ttt-0-40")
net = Net(18, 9, seed=0)
x, legal = arrays([S.state], 9)
for one in (net, brain.net):
    priors, values = forward(one, x, legal)
    print(priors.round(2), values.round(2))

# %% [markdown]
# The new network has nearly even priors and a value of ½. How good is each network? Our exam is exact. It consists of *all* 4,520 positions of tic-tac-toe that are not over, and the oracle computes the right moves in each. The exam gives four marks:
#
# - `prior`: the share of the positions in which the move with the highest prior is right,
# - `hard`: the same share, but only among the positions in which a move can be wrong,
# - `value`: the share of the positions in which the move to the position with the best value is right,
# - `error`: the mean distance between the network's values and the exact values.

# %%
from mctslib.course.ch16 import tictactoe_exam

exam = tictactoe_exam()
for one in (net, brain.net):
    print({name: round(mark, 3) for name, mark in exam.mark(one)._asdict().items()})

# %% [markdown]
# A mark needs a baseline: what mark does a player get without any learning? The next cell computes the marks of a player that draws a random move, and of a player that looks one move ahead and gives the value ½ to every unfinished position.

# %%
baselines = exam.baselines()
{name: round(share, 3) for name, share in baselines.items()}

# %% [markdown]
# Compare `prior` with the random move, which is right in 58.0% of the 4,520 positions. Compare `value` with the player that looks one move ahead, which is right in 81.2%.
#
# ## Training data from a game
# In **self-play** a search plays both sides of a game. For each position we keep the visits that the search gave to the moves and, when the game is over, its result. The library's class `Brain` turns a network into a judge. `dirichlet` replaces a quarter of each prior at the root with a random share; chapter 16b examines the purpose of this noise.

# %%
import random

from mctslib import TicTacToe
from mctslib.methods.puct import dirichlet


def self_play(judge, rng, iterations=25):
    """Play one game; return (player to move, visits of each move) for each search, and the rewards."""
    state = TicTacToe()
    searches = []
    while not state.is_terminal():
        method = Puct(judge, noise=dirichlet(rng))
        root = search(state, iterations, seed=rng, **method.options()).root
        visits = {action: child.visits for action, child in root.children.items()}
        searches.append((state.current_player, visits))
        [action] = rng.choices(list(visits), list(visits.values()))
        state = state.apply(action)
    return searches, state.rewards()


searches, rewards = self_play(brain, random.Random(1))
print(searches[0], len(searches), rewards)

# %% [markdown]
# ### Exercise 3: lessons
# `searches` is the list of pairs (player to move, visits of each move), and `rewards` is the pair of rewards at the end. Return a list with one pair for each search:
#
# - the *shares* of the visits, as a dictionary from moves to numbers that add up to 1 (from them the network learns the prior),
# - the reward of the player who was to move there (from it the network learns the value).


# %% tags=["exercise"]
# hint: Write a loop `for player, visits in searches`. Divide each count by `sum(visits.values())`. The second entry of the pair is `rewards[player]`.
def lessons(searches, rewards):
    # --- solution
    found = []
    for player, visits in searches:
        total = sum(visits.values())
        shares = {action: n / total for action, n in visits.items()}
        found.append((shares, rewards[player]))
    return found
    # --- end


# %%
from mctslib.course.ch16 import check_lessons

check_lessons(lessons)

# %% [markdown]
# The shares of the visits are usually a better prior than the prior with which the search began, because the search has corrected it. The network learns to return, without a search, the shares for which the search needed 25 iterations. With these shares as priors, 25 more iterations can find even better moves. This cycle is AlphaZero's idea.

# %%
checkpoint("16-lesson")

# %% [markdown]
# ## Watch a network learn
# The library's `Learner` plays 64 games at the same time, so that the network can judge 64 positions in one matrix multiplication. Then the network learns from the newest positions, rotated and mirrored in all eight ways. The 64 games and the learning after them are one **generation**. The pale lines below show a run that a script made. <span class="with-python">Press **Learn**, and watch a new network
# learn. You may stop at any time and continue later.</span>

# %%
from mctslib.course.ch16 import LearningCurve

LearningCurve(seed=7, generations=10)

# %% [markdown]
# Three runs of forty generations, each with a different seed, end with nearly the same marks. The picture shows the marks `prior` and `value`, and the baseline of each mark:

# %%
from mctslib.course.ch16 import curves_picture

curves_picture()

# %% [markdown]
# ## How strong is the network?
# First we count games. The networks of all three seeds, with 25 iterations for each move, and plain UCT with 25 iterations have played 200 games each against perfect play. Each of these players moved first in every second game:

# %%
from mctslib.course.ch16 import match_table, table

match_table("ttt")

# %%
worth = table("worth")
uct_losses = worth["matches"][3]["losses"]
score_prediction(
    losses_guess, uct_losses, "A search with so few playouts misses many threats.", within=15
)

# %%
curves = [table(f"curve-ttt-{seed}")["rows"] for seed in range(3)]
spent = [rows[-1]["CPU seconds"] for rows in curves]
words = f"The three runs took {min(spent):.0f} to {max(spent):.0f} seconds."
score_prediction(seconds_guess, "less than a minute", words)

# %% [markdown]
# If a player loses none of 200 games, its true share of losses may still be nearly 2%. In such a small game we need not count games at all. We can test *every* reply: at our turn the network chooses, and at the
# opponent's turn we try all legal moves.

# %%
from mctslib.course.ch16 import every_reply


def with_search(state):
    return search(state, 25, seed=0, **Puct(brain).options()).action


as_x, as_o = (every_reply(with_search, TicTacToe(), player) for player in (0, 1))
print(f"as X: {len(as_x[1])} mistakes in {as_x[0]} positions")
print(f"as O: {len(as_o[1])} mistakes in {as_o[0]} positions")

# %% [markdown]
# The network with its search makes no mistake in any position that it can meet, whatever the opponent plays. So this player cannot lose, and this result is exact. The table shows all three networks, with and without the search:

# %%
from mctslib.course.ch16 import replies_table

replies_table()

# %% [markdown]
# *Without* the search, the first network makes two mistakes as O. Games against a perfect player need not show these mistakes.
#
# What about position A, with which this chapter began? The next cell shows the moves of the three networks there, after 25 and after 400 iterations:

# %%
from mctslib.course.ch16 import moves_at_a

at_a = moves_at_a((25, 400))
at_a

# %% [markdown]
# All three networks choose a wrong move with 25 iterations. In the test above, none of the networks with the search met position A, because their own moves lead to other positions. Position A was also rare in the games from which the networks learned, which is a likely reason for the wrong priors. With 400 iterations each network finds a right move.
#
# ## In practice
# - The AlphaZero papers call an iteration a "simulation", although it contains no playout.
# - Many programs use values from −1 to 1, where Q = 0 is a draw. On our scale Q = 0 is a loss. So you cannot use their c and their value of untried moves on our scale. Use half of their c.
# - Real programs evaluate many leaves with one call of the network, because one large multiplication costs little more than a small one. `Learner` plays many games side by side for the same reason.
#
# ## Further reading
# - C. Rosin, *Multi-armed bandits with episode context* (2011): PUCB, from which PUCT is derived.
# - D. Silver et al., *Mastering the game of Go without human knowledge* (2017), "Methods".
# - D. Silver et al., *A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play* (2018).
#
# **Next:** [16b · What self-play learns](16b_what_self_play_learns.ipynb). You examine the network's values, remove the noise from its training, and train it with two iterations for each move.

# %%
summary("16")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from fractions import Fraction as F

from claims import claim

from mctslib.arena import wilson
from mctslib.course.ch16 import move_with_wrong_prior
from mctslib.methods.selfplay import Learner, images

prior_, total = F(1, len(even(TicTacToe())[0])), 4
won, untried = F(2, 3) + prior_ * 2 / total, F(1, 2) + prior_ * 2
assert won == untried > prior_ * 2 / 2
claim("have a prior of 1/9 each", prior_)
claim("for move 0: 0 + 1/9 · 2 / 2", F(0, total), prior_, sqrt(total), 1 + F(1))
claim("for move 1: 2/3 + 1/9 · 2 / 4", F(2, 3), prior_, sqrt(total), 1 + F(3))
claim("for an untried move: ½ + 1/9 · 2", F(1, 2), prior_, sqrt(total))
claim("exactly the same score, 13/18", won)
assert A.correct == {2, 8} and S.correct == {3}
asked, _ = network("ttt-0-16")(A.state)
assert max(asked, key=asked.get) not in A.correct  # "These priors are wrong in this position"
claim("A script ran both searches on 400 positions", table("worth")["sample"])
for row in worth["even"]:
    low, high = wilson(row["UCT"], worth["sample"])
    assert low < row["PUCT c = 1"] / worth["sample"] < high
assert needed[0.25] < needed[0.5] < needed[0.9] < needed[0.99]
claim("With the prior of 50%, move 3 leads after 3 iterations", 0.5, *S.correct, needed[0.5])
budgets_behind = [
    budget
    for budget in range(needed[0.5], 100)
    if move_with_wrong_prior(0.5, budget) not in S.correct
]
claim("After 7 to 17 iterations it is behind again", budgets_behind[0], budgets_behind[-1])
assert budgets_behind == list(range(7, 18))
claim("After 18 it leads once more", budgets_behind[-1] + 1)

# %%
turned = table("turned")
claim("1,500 positions in which a move can be wrong", turned["sample"])
claim("It searched each position with 25 iterations", turned["iterations"])
right = {(row["priors"], row["values"], row["seed"]): row["right"] for row in turned["rows"]}
claim(
    "1,428 of 1,500 moves are right instead of 1,492 for the first network",
    right["network", "turned", 0],
    turned["sample"],
    right["network", "right", 0],
)
claim("for every position, 1,486 moves are right", right["network", "constant ½", 0])
claim(
    "1,193 moves are right instead of 1,469. With ½ for every position, 1,366",
    right["even", "turned", 0],
    right["even", "right", 0],
    0.5,
    right["even", "constant ½", 0],
)
for seed in range(3):  # the same story with each network
    assert right["network", "turned", seed] > 0.95 * turned["sample"]
    assert right["network", "right", seed] - right["network", "constant ½", seed] < 10
    assert right["even", "right", seed] > right["even", "constant ½", seed] + 90
    assert right["even", "constant ½", seed] > right["even", "turned", seed] + 150

# %%
claim("So the input has 18 numbers", net.inputs)
claim("all* 4,520 positions of tic-tac-toe that are not over", len(exam.states))
claim("which is right in 58.0% of the 4,520 positions", baselines["random"], len(exam.states))
claim("which is right in 81.2%", baselines["one ply"])
learner = Learner(TicTacToe())
claim("plays 64 games at the same time", learner.count)
claim("can judge 64 positions in one matrix multiplication", learner.count)
claim("The 64 games and the learning", learner.count)
assert len(images(TicTacToe())) == 8 and learner.noise == 1 / 4
claim("the shares for which the search needed 25 iterations", learner.iterations)
claim("With these shares as priors, 25 more iterations", learner.iterations)
assert all(rows[-1]["generation"] == 40 for rows in curves)
assert all(rows[-1]["prior"] > 0.95 and rows[-1]["value"] > 0.95 for rows in curves)

# %%
played = worth["matches"]
assert all(row["draws"] == 200 for row in played[:3]) and max(spent) < 60
games = sum(played[0][result] for result in ("wins", "draws", "losses"))
claim("plays 200 games of tic-tac-toe", games)
claim("draws 200 of 200 games against perfect play", played[0]["draws"], games)
claim("with 25 iterations have played 200 games each", 25, games)
claim(
    "If a player loses none of 200 games, its true share of losses may still be nearly 2%",
    games,
    wilson(0, games)[1],
)
assert not as_x[1] and not as_o[1]
assert not A.correct & set(at_a[25]) and A.correct >= set(at_a[400])
alone = [row["wrong"] for row in worth["replies"] if row["who"] == "network alone"]
assert not any(row["wrong"] for row in worth["replies"] if row["who"] != "network alone")
claim("the first network makes two mistakes as O", alone[1])
