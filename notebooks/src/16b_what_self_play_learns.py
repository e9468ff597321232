# %% [markdown]
# # 16b · What self-play learns
#
# **What you'll do.** You look into a network that has learned tic-tac-toe from its own games, and you find out which parts of its training it needs.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* compute the shares that a search with two iterations teaches, and compare them with the prior,
# - say what a network's value predicts, and how this value differs from the exact value,
# - explain the purpose of chance in self-play, and test it by removing the chance,
# - explain the four steps of Gumbel AlphaZero: draw, halve, complete, improve.
#
# **What you'll need.** Chapter 16. &nbsp; **Time:** about 50 minutes.

# %% [markdown]
# ## Strange values
# With perfect play tic-tac-toe is a draw, so each first move is worth ½ to X. The first network of chapter 16 draws all its games against a perfect player. The picture
# below shows, for each first move, the value that the network gives to X.

# %%
from mctslib.course.ch16b import first_moves_picture

first_moves_picture()

# %% [markdown]
# All nine values lie above 0.6. You will find out why. Then we examine the parts of the training.
#
# ## Two predictions
# Guess before you go on.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

noise_guess = predict("16b-noise")
noise_guess

# %%
looks_guess = predict("16b-looks")
looks_guess

# %% [markdown]
# ## What does the value mean?
# The table compares two numbers for each network: its value of the empty board, where X is to move, and the share of the points that X scored in its 2,560 games of self-play, with a 95% interval. A draw counts as half a point.

# %%
from mctslib.course.ch16b import game_values_table

game_values_table()

# %% [markdown]
# The values and the shares differ by no more than 0.03. So the network's value predicts how *its own games* end, and these games are not played perfectly: a quarter of each prior is noise, and moves are drawn in proportion to their visits. The value is not the exact value that minimax computes. The mean error in the exam of chapter 16 stays near 0.2 for this reason.

# %%
checkpoint("16b-value")

# %% [markdown]
# ## Noise in the priors
# Self-play uses chance in two ways. The first way is noise: at the root of each search, a part of each prior is replaced with a random share. The random shares also add up to 1. They come from a Dirichlet distribution, which you can picture as a stick broken at random places into one piece for each move.
#
# Here is the smallest example. Two moves have the priors 0.9 and 0.1, and the stick breaks into 0.2 and 0.8. A quarter of each prior is replaced. The first move gets ¾ · 0.9 + ¼ · 0.2 = 0.725, and the second move gets ¾ · 0.1 + ¼ · 0.8 = 0.275.
#
# ### Exercise 1: mix in the noise
# `priors` and `chance` are dictionaries that map the same moves to numbers that add up to 1. `part` is a number from 0 to 1. Return a dictionary in which the share `part` of each prior is replaced with the move's share of chance.


# %% tags=["exercise"]
# hint: The result for a move is (1 - part) times its prior, plus part times its share of chance.
def noisy(priors, chance, part):
    # --- solution
    return {move: (1 - part) * prior + part * chance[move] for move, prior in priors.items()}
    # --- end


# %%
from mctslib.course.ch16b import check_noisy

check_noisy(noisy)

# %% [markdown]
# ## The purpose of chance
# The second way is the choice of the move. In the first six moves of a game, self-play *draws* each move in proportion to its visits. Later it plays the most visited move. You can switch off the noise with `noise=0` and the drawing with `warm=0`. The next cell counts how many of the 64 games of the first generation are different:

# %%
from mctslib.course.ch16b import different_games

variety = different_games()
variety

# %% [markdown]
# Without any chance, the same game is played 64 times, so the network has only one game to learn from. With one kind of chance alone, nearly all games of the first generation are different. Is one kind of chance also enough for good learning?
#
# The picture below shows stored runs of forty generations. Four pale runs appear, one for each seed. <span class="with-python">Choose which kinds of chance self-play uses: *both*, *noise alone*, *drawing alone* or *neither*. Press **Learn** to add a run of your own.</span>

# %%
from mctslib.course.ch16b import SelfPlayLab

SelfPlayLab("both", seed=5)

# %% [markdown]
# The table shows all sixteen runs after forty generations. The last two columns count the mistakes that the network makes as O against *every* reply, first without a search, and then with a search of 25 iterations:

# %%
from mctslib.course.ch16b import noise_table

noise_table()

# %%
words = "Without any chance, a network learns from hardly more than one game."
score_prediction(noise_guess, "the one with neither", words)

# %% [markdown]
# The networks with *neither* are far behind. With *noise alone* the prior is right in 87 to 88% of the positions. With *drawing alone* it is right in 95 to 97%, and with *both* in 97 to 98%. So here the drawn moves matter most.
#
# Why does a network learn less with noise alone, although the games of its first generation are nearly all different? While the network learns, its highest priors grow. Then noise in a quarter of each prior seldom changes the *most visited* move. In the next cell
# the three trained networks of chapter 16 play one more generation in each of the four ways. How many of the 64 games are different?

# %%
later = {seed: different_games(seed) for seed in range(3)}
later

# %% [markdown]
# With noise alone, about half of the games are repetitions. With drawn moves nearly all games stay different.
#
# This experiment teaches two lessons. First, an experiment that removes parts of a method needs all combinations: without the row *drawing alone* we would have thought that the noise matters most. Second, a game of tic-tac-toe has at most nine moves, of which six are drawn. In Go, AlphaGo Zero drew the first 30 moves of games that last hundreds of moves (Silver et al., 2017). It also used noise, so that the search tries every move now and then.
#
# ## Few looks
# Chapter 16 said that the shares of the visits are usually a better prior than the prior before the search. Is this also true with very few iterations? In this chapter we call an iteration a *look*. Large networks are slow, so a program with a large network spends most of its time on its looks.
#
# **On paper.** Three moves have the priors 0.45, 0.35 and 0.20, and their true values are 0.2, 0.3 and 1. If you draw a move from the prior, its value is
# 0.45 · 0.2 + 0.35 · 0.3 + 0.20 · 1 = 0.395 on average. With two looks, PUCT examines each of the two moves with the highest priors once. So its shares are ½, ½ and 0. What is the mean value of a move that is drawn from these shares?

# %%
import numpy as np

from mctslib.course.ch16b import drawn_worth, puct_shares

prior, truth = np.array([[0.45, 0.35, 0.20]]), np.array([[0.2, 0.3, 1.0]])
two = puct_shares(prior, truth, 2)
two, (two * truth).sum(), (prior * truth).sum()

# %% [markdown]
# The new prior has a mean value of only 0.25, less than the old prior. With two looks PUCT does not examine the third move, however good this move is.
#
# ## First idea: draw the moves
# Gumbel AlphaZero (Danihelka et al., 2022) draws *different* moves from the prior, one for each look, and then prefers the best of these moves. There is an elegant way to draw different moves: add a random number to the logarithm of each prior, and take
# the moves with the highest sums. The random numbers are Gumbel noise, −log(−log u), where u is a random number between 0 and 1.
#
# The first move drawn in this way is a plain draw from the prior. So on average the best of several drawn moves is worth at least as much as a draw from the prior.
#
# ### Exercise 2: the best of a few
# The first three arguments are lists with one number for each move: `logits` contains the logarithms of the priors, `noise` contains the Gumbel noise, and `values` contains the values of the moves, as found by one look at each move. The fourth argument is the number of looks. Take the `looks` moves with the highest sum of logit and noise. Of these moves, return the move with the highest value.


# %% tags=["exercise"]
# hint: `sorted(range(len(logits)), key=…, reverse=True)[:looks]` gives the drawn moves. Then use `max(drawn, key=values.__getitem__)`.
def best_of(logits, noise, values, looks):
    # --- solution
    moves = range(len(logits))
    drawn = sorted(moves, key=lambda move: logits[move] + noise[move], reverse=True)[:looks]
    return max(drawn, key=lambda move: values[move])
    # --- end


# %%
from mctslib.course.ch16b import check_best_of

check_best_of(best_of)

# %% [markdown]
# With two looks, the best drawn move of our example has a mean value of 0.63:

# %%
drawn_worth(prior, truth, 2)

# %% [markdown]
# One example proves little. So we made 2,000 random problems with nine moves each. The table shows the mean value of both targets, and the number of problems in which a target is worth less than the prior that it should improve:

# %%
from mctslib.course.ch16b import problems_table

problems_table()

# %% [markdown]
# With 2 looks PUCT's shares are worse than the prior in 746 of the 2,000 problems, and with 8 looks still in 111. The best drawn move is worse than the prior in none of them.
#
# ## Second idea: halve
# If there are more looks than drawn moves, the looks must be divided among the moves. *Sequential halving* (Karnin, Koren and Somekh, 2013) works in rounds. In each round all remaining moves get the same number of looks, and the better half of them remains for the next round. The next cell shows the rounds with four drawn moves and eight looks:

# %%
from mctslib.course.ch16b import halving_rounds

halving_rounds(4, 8)

# %% [markdown]
# ## Third idea: complete the values
# After the search, some moves have a value Q, and other moves have had no look. A move without looks gets a *completed* value. The completed value is a mean of the network's own value for the position and of the values found, each weighted by the prior of its move. So a move without looks counts neither as a win nor as a loss.
#
# ## Fourth idea: improve the policy
# The network does not learn shares of visits. It learns the **improved policy**: each prior is multiplied by exp(σ), where σ is a weight times the completed value, and the products are divided by their sum. If all values are equal, the prior does not change. With a large weight the values matter more, and with a small weight the prior matters more.
#
# Here is the smallest example. Two moves have the prior ½ each and the values 1 and 0, and the weight is 2. The products are ½ · e² = 3.69 and ½ · 1 = 0.5, so the first move gets 3.69 / 4.19 = 88%.
#
# ### Exercise 3: the improved policy
# `priors` and `values` are lists with one number for each move, and `weight` is a number. Return the improved policy as a list.

# %% tags=["exercise"]
# hint: First make a list of `prior * exp(weight * value)`, with `zip(priors, values)`. Then divide each number by the sum of the list.
from math import exp


def improved_policy(priors, values, weight):
    # --- solution
    powers = [prior * exp(weight * value) for prior, value in zip(priors, values)]
    total = sum(powers)
    return [power / total for power in powers]
    # --- end


# %%
from mctslib.course.ch16b import check_improved_policy

check_improved_policy(improved_policy)

# %% [markdown]
# The weight is (50 + the most visits of a move) · c. We take c = 0.1, which is also the default in DeepMind's library mctx. Below the root, the search follows the same improved policy and chooses the move whose share of the visits is furthest below its share in this policy. The library's `Gumbel` combines all four ideas.
#
# ## Can a network learn with two looks?
# So far we have examined artificial problems. A script let networks learn tic-tac-toe for forty generations with 2, 4 and 8 looks for each move, with three seeds. Compare the two teachers: PUCT's shares with noise and drawn moves as in chapter 16, and Gumbel's improved policy. The table shows the share of the 4,520 positions in which the prior alone is right. A random move is right in 58.0%.

# %%
from mctslib.course.ch16b import looks_table

looks_table()

# %%
from mctslib.course import measured

runs = measured("ch16b/looks")["runs"]
first = next(run for run in runs if run["teacher"] == "PUCT")
score_prediction(
    looks_guess, round(100 * first["prior"][-1]), "Two looks teach PUCT little.", within=5
)

# %% [markdown]
# With 2 looks, PUCT's networks are right in 64 to 68% of the positions, not far above the 58% of a random move. Gumbel's are right in 87 to 89%. With 4 looks PUCT's networks are right in 76 to 84% and Gumbel's in 91 to 93%. With 8 looks PUCT's are right in 91 to 93% and Gumbel's in about 95%. So Gumbel's advantage shrinks with more looks.
#
# The paper proves that the improved policy is at least as good as the prior if the values are exact. Here the values come from a network, so the proof does not apply, and only measurements like this table can show whether the improved policy is better than the prior.

# %%
checkpoint("16b-gumbel")

# %% [markdown]
# ## Connect Four on a small board
# The same program can learn another game: Connect Four with 5 columns and 4 rows. The network is somewhat larger. There are only two runs, each with its own seed, so our results describe only these two networks. In the script each network played 100 games against UCT with 32, with 100 and with 300 iterations. The network had 32 iterations for each of its own moves:

# %%
from mctslib.course.ch16 import match_table

match_table("c4")

# %% [markdown]
# The scores of both networks are far above one half, even when UCT has about ten times as many iterations. The two networks play different games, so it is a coincidence that two of their rows are equal. <span class="with-python">Play against the first network yourself, after 0, 4, 16 or 60 generations of training:</span>

# %%
from mctslib.course.ch16 import PlayGeneration

PlayGeneration("c4", seed=0)

# %% [markdown]
# ## In practice
# - In a match, a program switches off the noise and plays the most visited move. If you pass no random generator to `Gumbel`, it considers the moves with the highest priors.
# - The result of a single game is a noisy target for the value. Real programs therefore learn from a mixture of the game's result and the search's own value.
# - Gumbel AlphaZero was designed for at most a few dozen looks. With hundreds of looks, visit shares are a good target, too.
#
# ## Further reading
# - I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, *Policy improvement by planning with Gumbel* (2022): sections 3 and 4; the completed values are in appendix D.
# - Z. Karnin, T. Koren, O. Somekh, *Almost optimal exploration in multi-armed bandits* (2013): sequential halving.
# - D. Silver et al., *Mastering the game of Go without human knowledge* (2017), "Methods": noise and drawn moves.
#
# **Next:** [17 · Roll dice, hide cards](17_roll_dice_hide_cards.ipynb). You search games in which a die falls or cards lie face down.

# %%
summary("16b")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from fractions import Fraction
from math import e

from claims import claim

from mctslib.course.ch16 import generations, network, table
from mctslib.course.ch16b import problems
from mctslib.course.ch16b.widget import SETTINGS
from mctslib.course.ch16 import tictactoe_exam
from mctslib.arena import Tally
from mctslib.course.ch16.opponents import LOOKS
from mctslib.methods.gumbel import Gumbel
from mctslib.oracle import value
from mctslib.methods.selfplay import Learner
from mctslib.games import TicTacToe

empty = TicTacToe()
brain = network("ttt-0-40")
first_values = [1 - brain(empty.apply(action))[1] for action in range(9)]
assert min(first_values) > 0.6
claim("values lie above 0.6", min(first_values))
rows = [table(f"curve-ttt-{seed}")["rows"][-1] for seed in range(3)]
claim("in its 2,560 games of self-play", rows[0]["games"])
assert min(row["prior"] for row in rows) > 0.95  # "right moves in nearly all positions"
against_perfect = table("worth")["matches"][0]
assert not against_perfect["wins"] and not against_perfect["losses"]  # "draws all its games"
gaps = []
for seed, row in enumerate(rows):
    gaps.append(abs(network(f"ttt-{seed}-40")(empty)[1] - row["X's points"] / row["games"]))
    assert row["games"] == rows[0]["games"] and 0.19 < row["error"] < 0.23
assert 0.025 < max(gaps) < 0.035
claim("differ by no more than 0.03", max(gaps))
learner = Learner(empty)
part = learner.noise
small, broken = {0: 0.9, 1: 0.1}, {0: 0.2, 1: 0.8}
mixed = {move: (1 - part) * small[move] + part * broken[move] for move in small}
claim("¾ · 0.9 + ¼ · 0.2 = 0.725", 1 - part, small[0], part, broken[0], mixed[0])
claim("¾ · 0.1 + ¼ · 0.8 = 0.275", 1 - part, small[1], part, broken[1], mixed[1])
claim(
    "have the priors 0.9 and 0.1, and the stick breaks into 0.2 and 0.8",
    *small.values(),
    *broken.values(),
)
claim("each first move is worth ½ to X", value(empty.apply(0), 0))
claim("of the empty board is clearly more than ½ for X", value(empty, 0))
claim("O's value would be below ½.", value(empty, 0))
assert {value(empty.apply(action), 0) for action in range(9)} == {1 / 2}
assert part == 1 / 4 and learner.warm == 6
claim("how many of the 64 games of the first generation", learner.count)
claim("the same game is played 64 times", learner.count)
claim("How many of the 64 games are different?", learner.count)
assert variety["neither"] == 1 and min(variety["noise alone"], variety["drawing alone"]) > 60
for games in later.values():
    assert 28 < games["noise alone"] < 36 and min(games["drawing alone"], games["both"]) > 56

# %%
runs_of = {}
for run in measured("ch16b/noise")["runs"]:
    runs_of.setdefault(run["setting"], []).append(run["prior"][-1])
assert all(len(priors) == 4 for priors in runs_of.values())
ends = {setting: (min(priors), max(priors)) for setting, priors in runs_of.items()}
claim("*noise alone* the prior is right in 87 to 88% of the positions", *ends["noise alone"])
claim("right in 95 to 97%", *ends["drawing alone"])
claim("with *both* in 97 to 98%", *ends["both"])
assert ends["neither"][1] < 0.7
claim("a search of 25 iterations", learner.iterations)
claim("worst prior after 40 generations?", measured("ch16b/noise")["generations"])

# %%
claim("priors 0.45, 0.35 and 0.20, and their true values are 0.2, 0.3 and 1", *prior[0], *truth[0])
claim(
    "0.45 · 0.2 + 0.35 · 0.3 + 0.20 · 1 = 0.395",
    prior[0, 0],
    truth[0, 0],
    prior[0, 1],
    truth[0, 1],
    prior[0, 2],
    truth[0, 2],
    (prior * truth).sum(),
)
claim("So its shares are ½, ½ and 0", *two[0])
claim("The new prior has a mean value of only 0.25", (two * truth).sum())
claim("has a mean value of 0.63", *drawn_worth(prior, truth, 2))
priors, values = problems(2_000, seed=0)
plain = (priors * values).sum(1)
worse = {}
for looks in (2, 8):
    worse[looks] = int(((puct_shares(priors, values, looks) * values).sum(1) < plain - 1e-12).sum())
claim("So we made 2,000 random problems with nine moves", len(plain), priors.shape[1])
claim(
    "With 2 looks PUCT's shares are worse than the prior in 746 of the 2,000 problems, "
    "and with 8 looks still in 111",
    min(worse),
    worse[2],
    len(plain),
    max(worse),
    worse[8],
)
for looks in (2, 4):
    assert (drawn_worth(priors, values, looks) >= plain - 1e-12).all()
half = Fraction(1, 2)
powers = [half * Fraction(e**2), half * Fraction(e**0)]
claim("Two moves have the prior ½ each", half)
claim("½ · e² = 3.69 and ½ · 1 = 0.5", half, powers[0], half, powers[1] / half, powers[1])
claim("The weight is (50 + the most visits", Gumbel().c_visit)
claim("We take c = 0.1", Gumbel().c_scale)
claim("3.69 / 4.19 = 88%", e**2 / 2, e**2 / 2 + 1 / 2, e**2 / (e**2 + 1))

# %%
learned = {}
for run in runs:
    learned.setdefault((run["teacher"], run["looks"]), []).append(run["prior"][-1])
assert all(len(priors) == 3 for priors in learned.values())
baseline = tictactoe_exam().baselines()["random"]
claim(
    "the 4,520 positions in which the prior alone is right. A random move is right in 58.0%",
    len(tictactoe_exam().states),
    baseline,
)
claim("(A random move is right with a probability of 58%.)", baseline)
claim("not far above the 58% of a random move", baseline)
claim("with only 2 iterations for each move instead of 25", first["looks"], learner.iterations)
claim(
    "After 40 generations, in what percentage of the 4,520 positions",
    measured("ch16b/looks")["generations"],
    len(tictactoe_exam().states),
)
spans = {key: (min(shares), max(shares)) for key, shares in learned.items()}
claim("right in 64 to 68% of the positions", *spans["PUCT", 2])
claim("Gumbel's are right in 87 to 89%", *spans["Gumbel", 2])
claim(
    "PUCT's networks are right in 76 to 84% and Gumbel's in 91 to 93%",
    *spans["PUCT", 4],
    *spans["Gumbel", 4],
)
most = max(looks for _, looks in learned)
claim(
    "With 8 looks PUCT's are right in 91 to 93% and Gumbel's in about 95%",
    most,
    *spans["PUCT", most],
    sum(learned["Gumbel", most]) / 3,
)
assert spans["PUCT", 8][1] < spans["Gumbel", 8][0]
claim("after 0, 4, 16 or 60 generations", *generations("c4"))
played = table("worth")["matches"][4:]
scores = [Tally(row["wins"], row["draws"], row["losses"]).score_interval() for row in played]
assert min(low for low, high in scores) > 0.7
budgets = [int(row["match"].split()[-1]) for row in played]
first_network, second_network = played[:3], played[3:]
assert budgets[:3] == budgets[3:]
equal_rows = [
    {**one, "match": ""} == {**other, "match": ""}
    for one, other in zip(first_network, second_network, strict=True)
]
claim("it is a coincidence that two of their rows are equal", sum(equal_rows))
claim(
    "played 100 games against UCT with 32, with 100 and with 300 iterations. The network had 32 iterations",
    played[0]["wins"] + played[0]["draws"] + played[0]["losses"],
    *budgets[:3],
    LOOKS["c4"],
)
