# %% [markdown]
# # 16b · What self-play learns
#
# The first network of chapter 16 drew all its 200 games against a perfect player. Tic-tac-toe is a draw, and this network plays it like one. So let us ask the network what it thinks of each first move, from X's side. The right answer is ½, nine times.

# %%
from mctslib.course import ch16, ch16b, checkpoint, measured, predict, score_prediction, summary

ch16b.first_moves_picture()

# %% [markdown]
# Not one of the nine values is right. All lie above 0.6. How can a program that lost none of these games be wrong about every move?
#
# Look at what it was taught. Here is its value of the empty board, beside the values of the two networks with other seeds; and the share of the points that X won in each network's own 2,560 games of self-play, with a 95% interval.

# %%
ch16b.game_values_table()

# %% [markdown]
# Value and share agree within 0.03, but with seed 1 the value lies below the interval. So the network is not so wrong after all. I had asked it about perfect play, and it told me about *its own games*, in which a quarter of each prior was noise and moves were drawn by lot.
#
# What must a network's own games be like, so that it learns to play well? We take away their chance, and then nearly all of their search.
#
# **What you'll need.** Chapter 16. &nbsp; **Time:** about 45 minutes.

# %%
checkpoint("16b-value")

# %% [markdown]
# ## One game, 64 times
# Self-play uses chance in two ways. First, *noise*: at the root of each search, a part of each prior is replaced by a random share. Second, the first six moves of a game are *drawn*, in proportion to their visits; later the most visited move is played. Take away one, or the other, or both, and let a network that knows nothing yet play 64 games. How many of them are different?

# %%
variety = ch16b.different_games()
variety

# %% [markdown]
# Without any chance the network plays the same game 64 times. But either kind of chance alone makes nearly all the games different. So could we drop one of the two?
#
# The random shares come from a Dirichlet distribution: break a stick at random places, a piece for each move. Let the priors be 0.9 and 0.1, and the pieces 0.2 and 0.8. If a quarter of each prior is replaced, the first move gets ¾ · 0.9 + ¼ · 0.2 = 0.725, and the second 0.275.
#
# ### Exercise 1: mix in the noise
# `priors` and `chance` are dictionaries from the same moves, *in any order*, to numbers that add up to 1. Return a dictionary in which the share `part` of each prior is replaced by `part` of the move's number in `chance`.


# %% tags=["exercise"]
# hint: For each move: (1 - part) times its prior, plus part times its share of chance.
def noisy(priors, chance, part):
    """Return the priors mixed with noise."""
    # --- solution
    # --- end


# %%
ch16b.check_noisy(noisy)

# %% [markdown]
# I let sixteen networks learn for forty generations, four with each of the four mixtures of chance. <span class="with-python">Choose a mixture, and drag the mark to where you expect the end of its curve. Then press *Learn*. When your own network has learned, a pale line shows the mean of my four with the same mixture.</span>

# %%
noise_guess = predict("16b-noise")
noise_guess

# %%
ch16b.SelfPlayLab("neither", seed=5)

# %%
ch16b.noise_table()

# %%
score_prediction(noise_guess, "the one with neither", "It learns from hardly more than one game.")

# %% [markdown]
# *Neither* is far behind. But look at the other rows. With *noise alone* the prior is right in 87 to 88% of the positions, with *drawing alone* in 95 to 97%, with *both* in 97 to 98%. With noise alone nearly all of the 64 games were different, but these networks still learn less. Is variety not the point, then?
#
# Perhaps it is, but I had counted it with a network that knew nothing yet. Let the three trained networks of chapter 16 play one more generation in each way:

# %%
later = {seed: ch16b.different_games(seed) for seed in range(3)}
for seed, games in later.items():
    print(f"network {seed}: {games}")

# %% [markdown]
# With noise alone about half of the 64 games are now repetitions. I believe that this is the reason: a network that has learned is sure of itself, and noise in a quarter of each prior seldom changes which move has the *most* visits. I have counted the repetitions, not the reason. But had we tried only *both*, *noise alone* and *neither*, we would now praise the noise. An experiment that takes away parts needs every combination.
#
# (Do not carry this result over to Go. A game of tic-tac-toe has at most nine moves, and the first six are drawn by lot. AlphaGo Zero drew the first 30 of some hundreds (Silver et al., 2017), and it used the noise as well.)
#
# ## Two looks
# The lesson of each position is the visits of a search, 25 iterations in chapter 16. In AlphaGo Zero it was 1,600 (Silver et al., 2017). How few will do? We call an iteration a *look* here, and go down to two.
#
# Three moves have the priors 0.45, 0.35 and 0.20, and their true values are 0.2, 0.3 and 1. Whoever plays by this prior gets 0.45 · 0.2 + 0.35 · 0.3 + 0.20 · 1 = 0.395 on average. PUCT looks twice, once at each of the two favourites, so it teaches the shares ½, ½ and 0. What does a pupil get who plays by these shares?

# %%
import numpy as np

prior, truth = np.array([[0.45, 0.35, 0.20]]), np.array([[0.2, 0.3, 1.0]])
two = ch16b.puct_shares(prior, truth, 2)
print(f"PUCT's shares {two[0]}, mean value {(two * truth).sum():.3f}")

# %% [markdown]
# The pupil gets 0.25, and was better off before the lesson. The third move is the best by far, but PUCT never looks at it.
#
# In 2022 Ivo Danihelka and three colleagues at DeepMind proposed a remedy. Do not look at the favourites. *Draw* different moves from the prior, one after another, and prefer the best of them. Can this be worse than the prior, as PUCT's lesson was?
#
# ### Exercise 2: the best of two
# Two different moves are drawn: the first from the prior, the second from what is left of it (the priors of the other moves, divided by their sum). Return the mean value of the better one, as an exact number.


# %% tags=["exercise"]
# hint: In how many ways can moves 0 and 2 be drawn, and are these ways equally likely?
def best_of_two(priors, values):
    """Return the mean value of the better one of two different moves drawn from the priors."""
    # --- solution
    # --- end


# %%
ch16b.check_best_of_two(best_of_two)

# %% [markdown]
# For our three moves the mean is 0.63, where the prior gets 0.395 and PUCT's lesson 0.25. And the best of two can *never* be worse than the prior: the first of the two is a plain draw from the prior, and the better of two is at least as good as the first.
#
# But I chose our three moves to make a point. Here are 2,000 random problems of nine moves, whose values have nothing to do with the priors. *Best favourite* looks at the moves with the highest priors and prefers the best of them. How often is a lesson worth less than the prior?

# %%
ch16b.problems_table()

# %% [markdown]
# With 2 looks PUCT's lesson is worse than the prior in 746 of the 2,000 problems, and with 8 looks still in 111. The best of the drawn is worse in none, as proved.
#
# But what does drawing earn? Hardly anything. With 2 looks the best of the drawn is worth 0.666 on average, and the best favourite 0.666, too; with 4 looks it is 0.801 and 0.802. The higher mean comes from *preferring the best*. Drawing buys us the guarantee: the best favourite is worse than the prior in 359 problems with 2 looks, and in 16 with 4.
#
# How do we draw different moves in a single step? Add to the logarithm of each prior a random number −log(−log u), with u even between 0 and 1, and take the highest sums. This *Gumbel noise* gave the method its name.
#
# ### Exercise 3: the best of a few
# `logits` is the list of the logarithms of the priors, `noise` that of the Gumbel noise, and `values` that of what one look at each move would find. Take the `looks` moves with the highest sum of logit and noise. Return the one of *these* that has the highest value.
#
# For example, the logits −1, −1.5 and −2 with the noise 0.2, −0.1 and 1.5 make the sums −0.8, −1.6 and −0.5. With one look the drawn move is 2, although move 0 is likelier. With two looks 2 and 0 are drawn, and the values decide between them.


# %% tags=["exercise"]
# hint: `sorted(range(len(logits)), key=…, reverse=True)[:looks]` gives the drawn moves. Then `max(drawn, key=values.__getitem__)`.
def best_of(logits, noise, values, looks):
    """Return the best of the moves that are drawn with Gumbel noise."""
    # --- solution
    # --- end


# %%
ch16b.check_best_of(best_of)

# %%
checkpoint("16b-gumbel")

# %% [markdown]
# ## What is taught in the end
# Three details make a method of this.
#
# If there are more looks than drawn moves, *sequential halving* spends them (Karnin, Koren and Somekh, 2013): give all moves the same number of looks, drop the worse half, and begin again. Here is how four moves share eight looks.

# %%
ch16b.halving_rounds(4, 8)

# %% [markdown]
# A move without a look gets a *completed* value, a mean of the network's own value and of the values found.
#
# And the lesson is not the one best move. It is the **improved policy**: each prior times exp(weight · value), divided by the sum. Two moves with prior ½ each, values 1 and 0, and weight 2 give ½ · e² = 3.69 and ½ · 1 = 0.5, so the first gets 3.69 / 4.19 = 88%. If all values are equal, nothing changes. The weight is (50 + the most visits of a move) · c; we take c = 0.1, as DeepMind's library mctx does. Below the root, the search goes where the visits lag furthest behind this policy. The library's `Gumbel` does all of this.
#
# ## Does it learn with two looks?
# So far the problems were made up at random. Now I let networks learn tic-tac-toe for forty generations with 2, 4 and 8 looks for each move, from both teachers, PUCT and Gumbel, with three seeds each. In what share of the 4,520 positions is the prior alone right? A random move is right in 58.0%.

# %%
looks_guess = predict("16b-looks")
looks_guess

# %%
ch16b.looks_table()

# %%
runs = measured("ch16b/looks")["runs"]
first = next(run for run in runs if run["teacher"] == "PUCT")
score_prediction(
    looks_guess, round(100 * first["prior"][-1]), "Two looks teach PUCT's pupils little.", within=5
)

# %% [markdown]
# With 2 looks PUCT's pupils reach 64 to 68%, not much more than random moves, but Gumbel's pupils reach 87 to 89%. With 8 looks it is 91 to 93% against about 95%: the more looks there are, the less the teacher matters.
#
# Did the proof not decide this in advance? It holds if the values are exact, but here they come from a network that is itself learning. "Significantly improve prior performance when planning with few simulations", says the abstract of the paper, and for tic-tac-toe I can confirm this.
#
# ## Connect Four on a small board
# The same program, another game: Connect Four with 5 columns and 4 rows, and a somewhat larger network. I made only two runs, so this is about two networks. Each network had 32 iterations for a move, and played 100 games against UCT with 32, with 100 and with 300 iterations.

# %%
ch16.match_table("c4")

# %% [markdown]
# Both networks are far ahead, even of a UCT that has about ten times as many iterations. (The two are not independent: their matches begin from the same seed, and against UCT with 32 iterations, 6 of the first 20 games are the same, move for move.) Here are the first network's priors for the first move, a share for each column, after 0, 4, 16 and 60 generations:

# %%
for generation in ch16.generations("c4"):
    priors, _ = ch16.network(f"c4-0-{generation}")(ch16.FOUR)
    print(f"{generation:2} generations:", *(f"{prior:.2f}" for prior in priors.values()))

# %% [markdown]
# <span class="with-python">Play against the last of the four. If you beat it, or not at all, change 60 to the number of another generation.</span>

# %%
from mctslib.methods.puct import Puct
from mctslib.widgets import Play

Play(ch16.FOUR, iterations=32, seed=0, **Puct(ch16.network("c4-0-60")).options())

# %% [markdown]
# ## In practice
# In a match, switch off the noise and play the most visited move. Without a random generator, `Gumbel` considers the moves with the highest priors.
#
# ## Further reading
# - I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, *Policy improvement by planning with Gumbel* (2022): sections 3 and 4; the completed values are in appendix D.
# - Z. Karnin, T. Koren, O. Somekh, *Almost optimal exploration in multi-armed bandits* (2013): sequential halving.
# - D. Silver et al., *Mastering the game of Go without human knowledge* (2017), "Methods": noise and drawn moves.
#
# **Next:** [17 · Roll dice, hide cards](17_roll_dice_hide_cards.ipynb).

# %%
summary("16b")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years, and what we quote.*

# %% [claims]
from fractions import Fraction
from functools import partial
from math import e
from random import Random

from claims import claim

from mctslib.course.ch16 import LOOKS, generations, network, table, tictactoe_exam
from mctslib.course.ch16b import problems
from mctslib.arena import MCTSPlayer, Tally, wilson
from mctslib.arena.matches import play_game
from mctslib.methods.gumbel import Gumbel
from mctslib.oracle import value
from mctslib.methods.selfplay import Learner
from mctslib.games import ConnectFour, TicTacToe

empty = TicTacToe()
brain = network("ttt-0-40")
first_values = [1 - brain(empty.apply(action))[1] for action in range(9)]
assert min(first_values) > 0.6
claim("All lie above 0.6", min(first_values))
rows = [table(f"curve-ttt-{seed}")["rows"][-1] for seed in range(3)]
claim("won in each network's own 2,560 games of self-play", rows[0]["games"])
assert min(row["prior"] for row in rows) > 0.95  # "right moves in nearly all positions"
against_perfect = table("worth")["matches"][0]
assert not against_perfect["wins"] and not against_perfect["losses"]
claim("drew all its 200 games against a perfect player", against_perfect["draws"])
gaps = []
for seed, row in enumerate(rows):
    gaps.append(abs(network(f"ttt-{seed}-40")(empty)[1] - row["X's points"] / row["games"]))
    assert row["games"] == rows[0]["games"]
assert 0.025 < max(gaps) < 0.035
claim("Value and share agree within 0.03", max(gaps))
below = [
    network(f"ttt-{seed}-40")(empty)[1] < wilson(round(row["X's points"]), row["games"])[0]
    for seed, row in enumerate(rows)
]
assert below == [False, True, False]  # "with seed 1"
learner = Learner(empty)
part = learner.noise
small, broken = {0: 0.9, 1: 0.1}, {0: 0.2, 1: 0.8}
mixed = {move: (1 - part) * small[move] + part * broken[move] for move in small}
claim("¾ · 0.9 + ¼ · 0.2 = 0.725", 1 - part, small[0], part, broken[0], mixed[0])
claim("and the second 0.275", mixed[1])
logits, noise = [-1, -1.5, -2], [0.2, -0.1, 1.5]
sums = [logit + luck for logit, luck in zip(logits, noise)]
claim(
    "the logits −1, −1.5 and −2 with the noise 0.2, −0.1 and 1.5 make the sums −0.8, −1.6 and −0.5",
    *(*logits, *noise, *sums),
)
drawn = sorted(range(3), key=lambda move: -sums[move])
claim("With one look the drawn move is 2, although move 0 is likelier", drawn[0], drawn[1])
claim("With two looks 2 and 0 are drawn", *drawn[:2])
assert logits[0] == max(logits)
claim(
    "Let the priors be 0.9 and 0.1, and the pieces 0.2 and 0.8",
    *small.values(),
    *broken.values(),
)
claim("The right answer is ½", value(empty.apply(0), 0))
claim("of the empty board is clearly more than ½ for X", value(empty, 0))
claim("O's value would be below ½.", value(empty, 0))
assert {value(empty.apply(action), 0) for action in range(9)} == {1 / 2}
assert part == 1 / 4 and learner.warm == 6
claim("a network that knows nothing yet play 64 games", learner.count)
claim("the network plays the same game 64 times", learner.count)
claim("One game, 64 times", learner.count)
claim("about half of the 64 games are now repetitions", learner.count)
claim("nearly all of the 64 games were different", learner.count)
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
claim("with *drawing alone* in 95 to 97%", *ends["drawing alone"])
claim("with *both* in 97 to 98%", *ends["both"])
assert ends["neither"][1] < 0.7
claim("25 iterations in chapter 16", learner.iterations)
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
claim("teaches the shares ½, ½ and 0", *two[0])
claim("The pupil gets 0.25", (two * truth).sum())
claim(
    "For our three moves the mean is 0.63, where the prior gets 0.395 and PUCT's lesson 0.25",
    ch16b.best_of_two(prior[0], truth[0]),
    (prior * truth).sum(),
    (two * truth).sum(),
)
assert np.isclose(ch16b.best_of_two(prior[0], truth[0]), ch16b.drawn_worth(prior, truth, 2)[0])
priors, values = problems(2_000, seed=0)
plain = (priors * values).sum(1)
worse = {}
for looks in (2, 8):
    worse[looks] = int(
        ((ch16b.puct_shares(priors, values, looks) * values).sum(1) < plain - 1e-12).sum()
    )
claim("Here are 2,000 random problems of nine moves", len(plain), priors.shape[1])
claim(
    "With 2 looks PUCT's lesson is worse than the prior in 746 of the 2,000 problems, "
    "and with 8 looks still in 111",
    min(worse),
    worse[2],
    len(plain),
    max(worse),
    worse[8],
)
for looks in (2, 4):
    assert (ch16b.drawn_worth(priors, values, looks) >= plain - 1e-12).all()
drawn = {looks: ch16b.drawn_worth(priors, values, looks) for looks in (2, 4)}
best = {looks: ch16b.favourites_worth(priors, values, looks) for looks in (2, 4)}
claim(
    "With 2 looks the best of the drawn is worth 0.666 on average, and the best favourite 0.666, too; with 4 looks it is 0.801 and 0.802",
    *(one for k in drawn for one in (k, drawn[k].mean(), best[k].mean())),
)
claim(
    "worse than the prior in 359 problems with 2 looks, and in 16 with 4",
    *(one for k in best for one in ((best[k] < plain - 1e-12).sum(), k)),
)
half = Fraction(1, 2)
powers = [half * Fraction(e**2), half * Fraction(e**0)]
claim("Two moves with prior ½ each", half)
claim("½ · e² = 3.69 and ½ · 1 = 0.5", half, powers[0], half, powers[1] / half, powers[1])
claim("The weight is (50 + the most visits", Gumbel().c_visit)
claim("we take c = 0.1", Gumbel().c_scale)
claim("3.69 / 4.19 = 88%", e**2 / 2, e**2 / 2 + 1 / 2, e**2 / (e**2 + 1))

# %%
learned = {}
for run in runs:
    learned.setdefault((run["teacher"], run["looks"]), []).append(run["prior"][-1])
assert all(len(priors) == 3 for priors in learned.values())
baseline = tictactoe_exam().baselines()["random"]
claim(
    "the 4,520 positions is the prior alone right? A random move is right in 58.0%",
    len(tictactoe_exam().states),
    baseline,
)
claim("(A random move is right with a probability of 58%.)", baseline)
claim("with only 2 iterations for each move instead of 25", first["looks"], learner.iterations)
claim(
    "After 40 generations, in what percentage of the 4,520 positions",
    measured("ch16b/looks")["generations"],
    len(tictactoe_exam().states),
)
spans = {key: (min(shares), max(shares)) for key, shares in learned.items()}
claim("PUCT's pupils reach 64 to 68%", *spans["PUCT", 2])
claim("Gumbel's pupils reach 87 to 89%", *spans["Gumbel", 2])
most = max(looks for _, looks in learned)
claim(
    "With 8 looks it is 91 to 93% against about 95%",
    most,
    *spans["PUCT", most],
    sum(learned["Gumbel", most]) / 3,
)
assert spans["PUCT", 8][1] < spans["Gumbel", 8][0]
claim("after 0, 4, 16 and 60 generations", *generations("c4"))
claim("change 60 to the number", generations("c4")[-1])
played = table("worth")["matches"][4:]
scores = [Tally(row["wins"], row["draws"], row["losses"]).score_interval() for row in played]
assert min(low for low, high in scores) > 0.7
budgets = [int(row["match"].split()[-1]) for row in played]
assert budgets[:3] == budgets[3:]
four, uct = ConnectFour(5, 4), MCTSPlayer(budgets[0], reuse=False)


def game_of(seed, number):
    """Return the moves of a game of the match between a network and UCT."""
    method = partial(Puct, network(f"c4-{seed}-60"))
    pair = [MCTSPlayer(LOOKS["c4"], method=method), uct]
    return play_game(pair[:: -1 if number % 2 else 1], four, Random(f"0/{number}")).actions


alike = [game_of(0, number) == game_of(1, number) for number in range(20)]
claim(
    "against UCT with 32 iterations, 6 of the first 20 games are the same",
    budgets[0],
    sum(alike),
    len(alike),
)
claim(
    "Each network had 32 iterations for a move, and played 100 games against UCT with 32, with 100 and with 300 iterations",
    LOOKS["c4"],
    played[0]["wins"] + played[0]["draws"] + played[0]["losses"],
    *budgets[:3],
)
