# %% [markdown]
# # 16 · From UCT to AlphaZero
#
# Here is a player of tic-tac-toe that cannot lose: a small network with a search of 25 iterations. Nobody showed the network a game. It knew the rules, and learned from games against itself. How do I know that the player cannot lose? Tic-tac-toe is so small that we need not count games. At its own turns the player chooses, and at the opponent's turns we try *every* legal move.

# %%
from mctslib import TicTacToe, search
from mctslib.course import A, S, ch16, checkpoint, predict, score_prediction, summary
from mctslib.methods import network, puct

brain = ch16.network("ttt-0-40")


def unbeatable(state):
    return search(state, 25, seed=0, **puct.Puct(brain).options()).action


for player, name in enumerate("XO"):
    met, mistakes = ch16.every_reply(unbeatable, TicTacToe(), player)
    print(f"as {name}: {len(mistakes)} mistakes in {met} positions")

# %% [markdown]
# It makes no mistake, whatever the opponent plays. That is a proof, not a sample. Now I show it position A, where O must play 2 or 8. (I trained two more with other seeds. They cannot lose either.) Here are the moves of the three.

# %%
at_a = ch16.moves_at_a((25, 400))
at_a[25]

# %% [markdown]
# Wrong, wrong, and wrong. A player that cannot lose plays a losing move? How can that be?
#
# In this chapter you replace two parts of UCT and get AlphaZero's search; then a network learns what the search needs, from its own games. At the end we return to position A.
#
# **What you'll need.** The four phases (chapter 04), whose win a node counts (chapter 05), perfect play (chapter 08), and a little numpy. &nbsp; **Time:** about 50 minutes.
#
# ## An opinion before the first game
# UCT treats all untried moves alike. *You* look at a board and have an opinion at once. Give this opinion to the search: the left bars are your **prior**, one share for each move, and the shares add up to 1. The middle bars are the score by which the search chooses, and the right bars the visits. The position is A, with O to move, and ✓ marks the right moves. My hunch is wrong: it gives 80% to the corner 0, which loses. <span class="with-python">Let the search think longer, until the visits leave this move. Then drag the bars. And what does the network believe? *Ask the network* tells you.</span>

# %%
ch16.Hunches("A", hunch={0: 0.8}, iterations=8)

# %% [markdown]
# ## Two parts of UCT, replaced
# UCT does two things blindly. It tries every move of a node once before it compares them, and it plays random games to find out what a position is worth. David Silver and his colleagues at DeepMind replaced both in AlphaGo Zero (2017) and AlphaZero (2018). A prior says which moves are promising, and a function *estimates* the value of the new position, so that no playout is needed. The search takes the move a with the highest **PUCT** score, where N counts the visits of the node, and n those of the move:
#
# $$\underbrace{Q(a)}_{\text{what the move brought}} + \underbrace{c \cdot P(a) \cdot \frac{\sqrt{N}}{1+n(a)}}_{\text{a bonus for moves with a high prior}}$$
#
# An untried move has a score, too. As its Q we take the estimated value of the position in which the move is made.
#
# For example, take c = 1 and a node with N = 4, nine moves with a prior of 1/9 each, and the estimate ½. Move 0 was tried once and lost: its score is 0 + 1/9 · 2 / 2. Move 1 was tried three times and won twice: 2/3 + 1/9 · 2 / 4. An untried move has ½ + 1/9 · 2. Which move comes next? Move 1 and the untried moves have exactly the same score, 13/18, and among equals the search takes the first.
#
# ### Exercise 1: the PUCT score
# Write `puct_score(value, prior, visits, parent_visits, c)`. The arguments are the value Q of one move, its prior, its visits n, the visits N of its node, and c. All are numbers. Return the score of the move.

# %% tags=["exercise"]
# hint: Take the square root of the parent's visits alone. The bonus is divided by 1 + visits, so an untried move needs no special case.
from math import sqrt


def puct_score(value, prior, visits, parent_visits, c):
    """Return the PUCT score of one move."""
    # --- solution
    # --- end


# %%
ch16.check_puct_score(puct_score)

# %% [markdown]
# Is PUCT's *formula* better than UCB1? I would have thought so, a little. But in 400 positions, with an even prior and the same random games, I could not show it: with 25 iterations PUCT found 370 right moves and UCT 371, with 100 iterations 386 and 392.
#
# ## How long does a wrong opinion last?
# In position S, X is to move, and only move 3 is right. Give a prior of 25, 50, 90 or 99% to the useless move 7, divide the rest evenly, and let all values be exact. After how many iterations does move 3 have the most visits for the first time?

# %%
{prior: ch16.iterations_to_overrule(prior) for prior in (0.25, 0.5, 0.9, 0.99)}

# %% [markdown]
# With exact values the search corrects every one of these priors. This is the core of the whole idea: if a search knows better than its prior, the prior can learn from the search. (But a first lead need not last. With the prior of 50%, move 3 leads after 3 iterations, is behind again after 7 to 17, and leads once more after 18.)
#
# ### Exercise 2: on paper, a prior of 0
# Now the useless move 7 gets the prior 1, and all other moves get 0. Take c = 1.5. The estimate for S is ½, and every visit of move 7 brings 0.
#
# 1. After how many visits of move 7 does the search first try another move? (Until then, N and n are equal. The score of the other moves never changes. Why?)
# 2. Suppose that the network believes that S is worth 0 instead of ½. Does the search *ever* try another move?

# %% tags=["exercise"]
# hint: An untried move with the prior 0 has the score ½ + 0. Move 7 has the score 0 + 1.5 · √N / (1 + N) after N visits. For which N is it below ½ for the first time? And when is it below 0?
# --- solution
visits_of_7 = 7
ever = False
# --- stub
# visits_of_7 = None
# ever = None
# --- end

# %%
ch16.check_merciless(visits_of_7, ever)

# %% [markdown]
# (In a real search O tries a bad reply to move 7 now and then, so the Q of move 7 is a little above 0, and the first other move comes after 15 visits.) But where the network takes a position for lost, a prior of exactly 0 can hide the right move for ever.
#
# ## Whose value is it?
# A network's value is for the player who is *to move*. A node's value counts for the player who moved *into* it. If the network gives 0.9 and O is to move, then O's reward is 0.9, and X's is 0.1.
#
# We know this trap from chapter 05. Here it is nearly invisible. I let the search try 1,500 positions in which a move can be wrong, with 25 iterations each: with the right values, with values that were given to the wrong player on purpose (*turned*), and with ½ for every position. In the upper rows the priors are the networks', in the lower rows they are even. How many of the moves are right?

# %%
ch16.turned_table()

# %% [markdown]
# With good priors the bug does little harm: for the first network 1,428 of 1,500 moves are right instead of 1,492. And ½ for *every* position does almost no harm: 1,486. So the priors do nearly all of the work here. But give the search even priors, and the bug is easy to see: 1,193 moves instead of 1,469, where ½ for every position gives 1,366. A program with this bug may still win its matches, so test the translation itself.

# %%
checkpoint("16-whose")

# %% [markdown]
# ## A network, before and after
# The input is two boards of zeros and ones, the marks of the player to move and those of the opponent: 18 numbers. They pass through two layers of units. The output has nine numbers for the priors, and one for the value. The function below is the whole network.

# %%
import numpy as np


def forward(net, x, legal):
    for weights, bias in zip(net.weights[:-1], net.biases):
        x = np.maximum(x @ weights + bias, 0)
    out = x @ net.weights[-1] + net.biases[-1]
    logits = np.where(legal, out[:, :9], -np.inf)  # so that illegal moves get the prior 0
    return network.softmax(logits), network.sigmoid(out[:, 9])


net = network.Net(18, 9, seed=0)
x, legal = network.arrays([S.state], 9)
for one in (net, brain.net):
    priors, values = forward(one, x, legal)
    print(priors.round(2), values.round(2))

# %% [markdown]
# The new network has nearly even priors and the value ½; the trained network prefers move 3, the right one. But S is one position, and I chose it. How good is each network in *all* 4,520 positions in which the game is not over? Our exam has four marks: how often the move with the highest `prior` is right, the same in the `hard` positions in which a move can be wrong, how often the move to the best `value` is right, and the mean `error` of the value.

# %%
exam = ch16.tictactoe_exam()
for one in (net, brain.net):
    print({name: round(mark, 3) for name, mark in exam.mark(one)._asdict().items()})
baselines = exam.baselines()
{name: round(share, 3) for name, share in baselines.items()}

# %% [markdown]
# A mark needs a baseline. We compare `prior` with a random move, right in 58.0% of the positions, and `value` with a player that looks one move ahead and calls all else ½: 81.2%.
#
# ## Lessons from a game
# In **self-play** a search plays both sides. For each position we keep the visits that the search gave to the moves, and when the game is over, its result. (A *judge* is a function from a state to priors and a value, such as our `brain`. `dirichlet` mixes noise into the prior of the root; chapter 16b asks what for.)

# %%
import random


def self_play(judge, rng, iterations=25):
    """Play one game; return (player to move, visits of each move) for each search, and the rewards."""
    state = TicTacToe()
    searches = []
    while not state.is_terminal():
        method = puct.Puct(judge, noise=puct.dirichlet(rng))
        root = search(state, iterations, seed=rng, **method.options()).root
        visits = {action: child.visits for action, child in root.children.items()}
        searches.append((state.current_player, visits))
        [action] = rng.choices(list(visits), list(visits.values()))
        state = state.apply(action)
    return searches, state.rewards()


searches, rewards = self_play(brain, random.Random(1))
print("the first of", len(searches), "searches:", searches[0])
print("rewards:", rewards)

# %% [markdown]
# ### Exercise 3: lessons
# `searches` is the list of pairs (player to move, visits of each move), and `rewards` the pair of rewards at the end. Return a list with one pair for each search: the *shares* of the visits, as a dictionary from moves to numbers that add up to 1 (from them the network learns the prior), and the reward of the player who was to move there (from it, the value). For example, `[(1, {0: 1, 4: 3})]` with the rewards `(0, 1)` gives `[({0: 0.25, 4: 0.75}, 1)]`.


# %% tags=["exercise"]
# hint: Write a loop `for player, visits in searches`. Divide each count by `sum(visits.values())`. The second entry of the pair is `rewards[player]`.
def lessons(searches, rewards):
    """Return the shares of the visits and the mover's reward, for each search."""
    # --- solution
    # --- end


# %%
ch16.check_lessons(lessons)

# %%
checkpoint("16-lesson")

# %% [markdown]
# The network learns to say at once what took the search 25 iterations. With this as its prior, 25 more iterations see further. And so on: that is AlphaZero.
#
# ## Watch a network learn
# First a guess.

# %%
seconds_guess = predict("16-seconds")
seconds_guess

# %% [markdown]
# A new network plays 64 games side by side, and learns from the newest positions, rotated and mirrored in all eight ways; this is one **generation**. The pale lines are three runs of mine. <span class="with-python">Drag the mark to your guess, and press **Learn**. You may stop at any time.</span>

# %%
ch16.LearningCurve(seed=7)

# %%
curves = [ch16.table(f"curve-ttt-{seed}")["rows"] for seed in range(3)]
spent = [rows[-1]["CPU seconds"] for rows in curves]
words = f"The three runs took {min(spent):.0f} to {max(spent):.0f} seconds."
score_prediction(seconds_guess, "less than a minute", words)

# %% [markdown]
# And how do the networks do against perfect play, in 200 games each? Guess first how plain UCT does.

# %%
losses_guess = predict("16-losses")
losses_guess

# %%
ch16.match_table("ttt")

# %%
worth = ch16.table("worth")
uct_losses = worth["matches"][3]["losses"]
why = "That is nearly every second game."
score_prediction(losses_guess, uct_losses, why, within=15)

# %% [markdown]
# But a player that loses no game of 200 may still have a true share of losses of nearly 2%. The test of every reply allows none:

# %%
ch16.replies_table()

# %% [markdown]
# Look at the first network *without* its search: two mistakes as O. Matches against a perfect player need not find them.
#
# ## Back to position A
# So why does a player that cannot lose go wrong in A? The test tries every move of the *opponent*, but at its own turns the player chooses, and its choices never lead to A. So we have proved that the player cannot lose from the *start*. About positions that the player avoids we know nothing.
#
# But the network learned from thousands of positions of its own games. Was A not among them? I trained all three again, and counted the games with A (in any of its eight images): in the first ten generations, and in the other thirty.

# %%
for games_with_a in ch16.table("worth")["games with A"]:
    print(f"{sum(games_with_a[:10])} games with A, then {sum(games_with_a[10:])}")

# %% [markdown]
# A was among them, but in only 35 of 7,680 games, 21 of them in the first ten generations, when the networks were weak. A network learns from its own games, and the better it plays, the less it learns about A. (That this is *why* the priors are wrong there is only my suspicion.)
#
# The search can still make up for these wrong priors. Here are the three moves with 400 iterations instead of 25.

# %%
at_a[400]

# %% [markdown]
# All three find a right move. Where an opinion is wrong, the search needs more time.
#
# ## In practice
# - The AlphaZero papers call an iteration a "simulation", although it contains no playout.
# - Many programs use values from −1 to 1, where Q = 0 is a draw. On our scale Q = 0 is a loss. Use half of their c, and translate their value of untried moves.
#
# ## Further reading
# - C. Rosin, *Multi-armed bandits with episode context* (2011): PUCB, from which PUCT is derived.
# - D. Silver et al., *Mastering the game of Go without human knowledge* (2017), "Methods".
# - D. Silver et al., *A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play* (2018).
#
# **Next:** [16b · What self-play learns](16b_what_self_play_learns.ipynb).

# %%
summary("16")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, the seconds of our runs on another machine, and what we quote.*

# %% [claims]
from fractions import Fraction as F

from claims import claim


from mctslib.arena import wilson
from mctslib.course.ch16 import move_with_wrong_prior
from mctslib.course.ch16.checkers import lessons as lessons_of
from mctslib.methods.selfplay import Learner, images

hunches = ch16.Hunches("A", hunch={0: 0.8}, iterations=8)
claim("it gives 80% to the corner 0", hunches.priors[0])
assert hunches.result.action == 0 and 0 not in A.correct

prior_, total = F(1, len(puct.even(TicTacToe())[0])), 4
won, untried = F(2, 3) + prior_ * 2 / total, F(1, 2) + prior_ * 2
assert won == untried > prior_ * 2 / 2
claim("nine moves with a prior of 1/9 each", prior_)
after_one, after_three = 1 + 1, 1 + 3  # the visits of a move, plus one
root_of_N = int(total**0.5)
claim("lost: its score is 0 + 1/9 · 2 / 2", 0 * prior_, prior_, root_of_N, after_one)
claim("won twice: 2/3 + 1/9 · 2 / 4", F(2, 3), prior_, root_of_N, after_three)
claim("An untried move has ½ + 1/9 · 2", F(1, 2), prior_, root_of_N)
claim("O must play 2 or 8", *sorted(A.correct))
given = 0.9
claim(
    "If the network gives 0.9 and O is to move, then O's reward is 0.9, and X's is 0.1",
    *(given, given, 1 - given),
)
claim("exactly the same score, 13/18", won)
assert A.correct == {2, 8} and S.correct == {3}
asked, _ = ch16.network("ttt-0-16")(A.state)
assert max(asked, key=asked.get) not in A.correct  # "These priors are wrong in this position"
claim("But in 400 positions, with an even prior", worth["sample"])
few, more = worth["even"]
claim(
    "with 25 iterations PUCT found 370 right moves and UCT 371, with 100 iterations 386 and 392",
    *(few["iterations"], few["PUCT c = 1"], few["UCT"]),
    *(more["iterations"], more["PUCT c = 1"], more["UCT"]),
)
for row in worth["even"]:
    low, high = wilson(row["UCT"], worth["sample"])
    assert low < row["PUCT c = 1"] / worth["sample"] < high
needed = {prior: ch16.iterations_to_overrule(prior) for prior in (0.25, 0.5, 0.9, 0.99)}
assert needed[0.25] < needed[0.5] < needed[0.9] < needed[0.99]
claim("With the prior of 50%, move 3 leads after 3 iterations", 0.5, *S.correct, needed[0.5])
budgets_behind = [
    budget
    for budget in range(needed[0.5], 100)
    if move_with_wrong_prior(0.5, budget) not in S.correct
]
claim("is behind again after 7 to 17", budgets_behind[0], budgets_behind[-1])
assert budgets_behind == list(range(7, 18))
claim("leads once more after 18", budgets_behind[-1] + 1)

# %%
turned = ch16.table("turned")
claim("1,500 positions in which a move can be wrong", turned["sample"])
claim("with 25 iterations each: with the right values", turned["iterations"])
right = {(row["priors"], row["values"], row["seed"]): row["right"] for row in turned["rows"]}
claim(
    "for the first network 1,428 of 1,500 moves are right instead of 1,492",
    right["network", "turned", 0],
    turned["sample"],
    right["network", "right", 0],
)
claim("for *every* position does almost no harm: 1,486", right["network", "constant ½", 0])
claim("1,193 moves instead of 1,469", right["even", "turned", 0], right["even", "right", 0])
claim("for every position gives 1,366", right["even", "constant ½", 0])
for seed in range(3):  # the same story with each network
    assert right["network", "turned", seed] > 0.95 * turned["sample"]
    assert right["network", "right", seed] - right["network", "constant ½", seed] < 10
    assert right["even", "right", seed] > right["even", "constant ½", seed] + 90
    assert right["even", "constant ½", seed] > right["even", "turned", seed] + 150

# %%
claim("those of the opponent: 18 numbers", net.inputs)
claim("all* 4,520 positions in which the game is not over", len(exam.states))
claim("right in 58.0% of the positions", baselines["random"])
claim("calls all else ½: 81.2%", 0.5, baselines["one ply"])
learner = Learner(TicTacToe())
claim("plays 64 games side by side", learner.count)
assert len(images(TicTacToe())) == 8 and learner.noise == 1 / 4
claim("what took the search 25 iterations", learner.iterations)
claim("25 more iterations see further", learner.iterations)
assert all(rows[-1]["generation"] == 40 for rows in curves)
assert all(rows[-1]["prior"] > 0.95 and rows[-1]["value"] > 0.95 for rows in curves)

# %%
played = worth["matches"]
games = sum(played[0][result] for result in ("wins", "draws", "losses"))
assert all(row["draws"] == games for row in played[:3]) and max(spent) < 60
claim("against perfect play, in 200 games each", games)
claim("draws 200 of 200 games", played[0]["draws"], games)
claim("plays 200 games of tic-tac-toe", games)
claim(
    "loses no game of 200 may still have a true share of losses of nearly 2%",
    games,
    wilson(0, games)[1],
)
as_x, as_o = (ch16.every_reply(unbeatable, TicTacToe(), player) for player in (0, 1))
assert not as_x[1] and not as_o[1]
assert not A.correct & set(at_a[25]) and A.correct >= set(at_a[400])
alone = [row["wrong"] for row in worth["replies"] if row["who"] == "network alone"]
assert not any(row["wrong"] for row in worth["replies"] if row["who"] != "network alone")
claim("without* its search: two mistakes as O", alone[1])

cs = [1.5]
assert [cs[0] * sqrt(n) / (1 + n) < 1 / 2 for n in (6, 7)] == [False, True]
claim("Take c = 1.5", *cs)
claim("the score 0 + 1.5 ·", 0 * cs[0], *cs)
assert lessons_of([(1, {0: 1, 4: 3})], (0, 1)) == [({0: 0.25, 4: 0.75}, 1)]
met = worth["games with A"]
assert len(met) == 3 and {len(counts) for counts in met} == {40}
claim(
    "in only 35 of 7,680 games, 21 of them in the first ten generations",
    *(sum(map(sum, met)), learner.count * sum(map(len, met)), sum(sum(c[:10]) for c in met)),
)
assert wilson(sum(sum(c[:10]) for c in met), sum(map(sum, met)))[0] > 1 / 4  # A becomes rarer


def merciless(state):
    actions = state.legal_actions()
    first = {action: float(action == 7) for action in actions}
    return (first if state == S.state else puct.even(state)[0]), value(state)


from mctslib.oracle import value

for iterations in (15, 16):
    children = search(S.state, iterations, seed=0, **puct.Puct(merciless).options()).root.children
    assert len(children) == iterations - 14 and children[7].visits == 15
claim("the first other move comes after 15 visits", children[7].visits)
