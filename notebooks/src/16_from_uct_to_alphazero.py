# %% [markdown]
# # 16 · From UCT to AlphaZero
#
# **What you'll do.** Give the search a hunch and a guess, and let a network learn both from nothing.
#
# **What you'll learn.** Afterwards you can
# - score a move by PUCT, on paper and in code,
# - say whose value a network's number is, and what happens if you get it wrong,
# - turn a game of self-play into lessons for a network,
# - test a player against *every* reply instead of counting games,
# - say what noise is for, and what Gumbel's draw repairs when there are few looks.
#
# **What you'll need.** Chapters 04, 05, 08; a little numpy. &nbsp; **Time:** about 75 minutes.
#
# ## Predict first

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

losses = predict("16-losses")
losses

# %%
seconds = predict("16-seconds")
seconds

# %% [markdown]
# ## Two things to replace
# UCT treats all untried moves alike, and asks dice what a position is worth. A strong player has a *hunch* which moves to look at, and a *guess* who stands better. AlphaZero replaces exactly these two.
#
# A **prior** is a share of 1 for every legal move, before any was tried. And instead of a playout, somebody is asked for the value of the new position. Selection goes by **PUCT**:
#
# $$\underbrace{Q(s,a)}_{\text{what it brought}} + \underbrace{c \cdot P(s,a) \cdot \frac{\sqrt{N(s)}}{1+N(s,a)}}_{\text{what the prior hands out}}$$
#
# An untried move has a score too, and may wait for ever. Its Q is what the position itself was judged to be worth.
#
# **On paper.** A node was visited 4 times, c = 1, nine moves with a prior of 1/9 each, judged ½. Move 0 was tried once and lost, move 1 three times and won twice. Which one comes next? (Move 0: 0 + 1/9 · 2 / 2. Move 1: 2/3 + 1/9 · 2 / 4. Untried: ½ + 1/9 · 2.)
#
# ### Exercise 1: the score
# The value, the prior and the visits n of one move, and the visits N of its parent:

# %% tags=["exercise"]
# hint: The square root is over the parent's visits alone; below the line stands 1 + visits, so an untried move is no special case.
from math import sqrt


def puct_score(value, prior, visits, parent_visits, c):
    # --- solution
    return value + c * prior * sqrt(parent_visits) / (1 + visits)
    # --- end


# %%
from mctslib.course.ch16 import check_puct_score

check_puct_score(puct_score)

# %% [markdown]
# (On paper move 1 and the untried ones are exactly equal, 13/18; of equals the first is taken.)
#
# ## The search that compares untried moves
# A **judge** is a function: state → (priors, value of the player to move). Our first one knows nothing: every move alike, and no opinion of the value: play it out with dice. The search asks `terms` for both parts of the score; `ActionPolicy` (in `mctslib/methods/actions.py`) goes to the highest sum.


# %%
def even(state):
    actions = state.legal_actions()
    return {action: 1 / len(actions) for action in actions}, None


# %%
from mctslib.methods.actions import ActionPolicy


class MyPuct(ActionPolicy):
    def __init__(self, judge, c=1.5):
        self.judge, self.c = judge, c

    def terms(self, node, action):
        priors, value = self.judge(node.state)
        child, bonus = node.children.get(action), self.c * sqrt(node.visits or 1) * priors[action]
        if child is None or not child.visits:
            return (1 / 2 if value is None else value), bonus
        return child.value, bonus / (1 + child.visits)


# %% [markdown]
# The library's `Puct` does the same, faster: it asks its judge once a node. The visits are the same, move by move:

# %%
from mctslib import search
from mctslib.course import A
from mctslib.draw import show_children
from mctslib.methods.puct import Puct

mine, theirs = (search(A.state, 100, seed=0, **puct(even).options()) for puct in (MyPuct, Puct))
print(mine.distribution() == theirs.distribution())
show_children(theirs.root, Puct(even))

# %% [markdown]
# ## Is an even prior UCT?
# Not letter by letter: UCB1 has a logarithm, PUCT has not. But where all visits are equal both take the best value; where all values are equal both take the fewest visits; and with c = 0 both are greedy. A script (`python -m tests.bench.alphazero`) put both to 400 positions in which a move can be wrong. Right moves, with 95 % intervals:

# %%
from mctslib.arena import wilson
from mctslib.course.ch16 import table

worth, sample = table("worth"), 400


def share(right, of=sample):
    low, high = wilson(right, of)
    return f"{right / of:6.1%} ({low:.1%} to {high:.1%})"


for row in worth["even"]:
    for name in ("UCT", "PUCT c = 1"):
        print(f"{row['iterations']:3} iterations, {name:10} {share(row[name])}")

# %% [markdown]
# No difference that these positions could show. All that follows comes from better priors and better values.
#
# ## A hunch by hand
# Position A: only moves 2 and 8 (dashed frames) are right for O. <span class="with-python">Set the prior of every move, and choose who says what a position is worth: dice, a network, or the exact oracle.</span> Bars and board show where the visits go.

# %%
from mctslib.course.ch16 import Hunches

Hunches("A", source="oracle", iterations=50)

# %% [markdown]
# Try these:
# - Position W, nothing at all for the winning move 8: with playouts nobody looks at it, with the oracle the search finds it. (What does an untried move count?)
# - Position S, nearly all on the useless move 7, then more iterations: with the oracle the search drops your hunch.
# - Values by the network, then **Ask the network** for its priors, too: here they are wrong (later you will see why).
#
# How long does a bad hunch last? In position S only move 3 is right. The prior of the useless move 7 grows, the rest is shared evenly; values by the oracle, so no dice are involved:

# %%
from mctslib.course import S
from mctslib.oracle import value


def looks_needed(prior):
    """After how many iterations move 3 is the most visited one for the first time."""
    hunch = {a: prior if a == 7 else (1 - prior) / 3 for a in S.state.legal_actions()}
    options = Puct(
        lambda state: (hunch if state == S.state else even(state)[0], value(state))
    ).options()
    return next(n for n in range(1, 2000) if search(S.state, n, seed=0, **options).action == 3)


needed = {prior: looks_needed(prior) for prior in (0.25, 0.5, 0.9, 0.99)}
needed

# %% [markdown]
# The surer the wrong hunch, the longer it takes. But the search corrects it: that is what the network will learn from. (Each number is the *first* budget at which move 3 has the most visits. Where two moves are close, another one may be ahead again at some larger budgets.)
#
# ## Whose value?
# A network speaks for the player **to move**. A node counts for the player who moved **into** it.
#
# ### Exercise 2: both rewards
# `value` is that of `player` (0 is X, 1 is O), who is to move. Return X's reward and O's.


# %% tags=["exercise"]
# hint: If X is to move, X gets `value` and O the rest. If O is to move, it is the other way round.
def whose(value, player):
    # --- solution
    return (value, 1 - value) if player == 0 else (1 - value, value)
    # --- end


# %%
from mctslib.course.ch16 import check_whose

check_whose(whose)

# %% [markdown]
# What if one gets it wrong? A network after 40 generations of learning, and the same one with its values turned round, on 100 positions in which a move can be wrong; first with its priors, then with even ones:

# %%
from mctslib.course.ch16 import network, tictactoe_exam

exam, brain = tictactoe_exam(), network("ttt-0-40")
whole = {"right": brain, "turned": lambda state: (brain(state)[0], 1 - brain(state)[1])}
without = {
    name: lambda state, judge=judge: (even(state)[0], judge(state)[1])
    for name, judge in whole.items()
}


def found(judges, numbers=exam.sample(100)):
    """In how many of 100 positions a search of 25 iterations moves right."""
    return {name: exam.searched(Puct(judge).options, 25, numbers) for name, judge in judges.items()}


with_priors, with_even = found(whole), found(without)
with_priors, with_even

# %% [markdown]
# With good priors the turned values hardly show: the prior leads the search, and ends of games in the tree bring true rewards. Only without it do you see the damage. All this rests on 100 positions, so a small difference cannot be seen: with priors the two 95 % intervals overlap, with even priors they do not. Do not wait for results; test `whose` itself.

# %%
checkpoint("16-whose")

# %% [markdown]
# ## A network that knows nothing
# The position is told as two planes: where the player to move has marks, and where the other one has. Eighteen numbers go in, through two layers; out come nine for the hunch and one for the guess.
#
# Below it a new network and the trained one look at position S (X to move, only move 3 is right). After each its exam, which is exact: *all* 4,520 positions of tic-tac-toe that go on, marked by the oracle. `hunch`: how often the highest prior alone is right; `matters`: the same where a move can be wrong; `guess`: the best value one move ahead; `error`: of the value, on average.

# %%
import numpy as np
from mctslib.methods.network import Net, arrays, encode, sigmoid, softmax


def forward(net, x, legal):
    for weights, bias in zip(net.weights[:-1], net.biases):
        x = np.maximum(x @ weights + bias, 0)
    out = x @ net.weights[-1] + net.biases[-1]
    logits = np.where(
        legal, out[:, :9], -np.inf
    )  # mask first, then softmax: the priors of the rest add up to 1
    return softmax(logits), sigmoid(out[:, 9])


# %%
net, (x, legal) = Net(18, 9, seed=0), arrays([S.state], 9)
print(np.array(encode(S.state), int).reshape(2, 3, 3))
for one in (net, brain.net):
    hunch, guess = forward(one, x, legal)
    print(hunch.round(2), guess.round(2))
    print({name: round(mark, 3) for name, mark in exam.mark(one)._asdict().items()})

# %% [markdown]
# What do these marks mean? Without any learning one gets some moves right, too. The next cell computes the marks of a random move, and of a player who looks one move ahead and takes every position that goes on for ½:

# %%
baselines = exam.baselines()
{name: round(share_right, 3) for name, share_right in baselines.items()}

# %% [markdown]
# A random move is right in 58.0 % of the 4,520 positions, and a look one move ahead in 81.2 %. `hunch` should be compared with the first of these numbers, `guess` with the second.
#
# Nearly even priors and a guess of ½: the new one knows nothing. As a judge a network is called a `Brain`; it remembers what it has said.
#
# ## What a game teaches
# **Self-play**: the search plays both sides. Of each position we keep the visits, and how the game ended.

# %%
import random
from mctslib import TicTacToe
from mctslib.methods.puct import dirichlet


def self_play(judge, rng, iterations=25):
    """One game: (player to move, visits of each move) of every search; and the rewards at its end."""
    state, said = TicTacToe(), []
    while not state.is_terminal():
        root = search(
            state, iterations, seed=rng, **Puct(judge, noise=dirichlet(rng)).options()
        ).root
        visits = {action: child.visits for action, child in root.children.items()}
        said.append((state.current_player, visits))
        state = state.apply(rng.choices(list(visits), list(visits.values()))[0])
    return said, state.rewards()


said, rewards = self_play(brain, random.Random(1))
said[0], len(said), rewards

# %% [markdown]
# ### Exercise 3: lessons
# For every search of the game the *shares* of the visits (they teach the hunch), and the reward of the player who was to move there (it teaches the guess).


# %% tags=["exercise"]
# hint: A loop over `for player, visits in said`. Divide every count by `sum(visits.values())`. The second entry is `rewards[player]`.
def lessons(said, rewards):
    # --- solution
    found = []
    for player, visits in said:
        total = sum(visits.values())
        found.append(({action: n / total for action, n in visits.items()}, rewards[player]))
    return found
    # --- end


# %%
from mctslib.course.ch16 import check_lessons

check_lessons(lessons)

# %% [markdown]
# The shares are a better hunch than the one that made them: the search has just corrected it. The network learns to say at once what took 25 looks; then 25 looks from there see further. That is all of AlphaZero's idea.
#
# ## What is noise for?
# In self-play a quarter of the root's priors is given away by chance, and the first moves are drawn from the visits. Without both, this is what a **generation** of 64 games looks like:

# %%
from mctslib.methods.selfplay import Learner


def different_games(**settings):
    """How many different games there are among the 64 of the first generation."""
    learner = Learner(TicTacToe(), seed=0, **settings)
    while learner.live:
        learner.step()
    return len({tuple(state for state, _ in game.searches) for game in learner.games})


variety = {
    "neither": different_games(noise=0, warm=0),
    "noise": different_games(warm=0),
    "both": different_games(),
}
variety

# %% [markdown]
# One game, 64 times over: nothing new would ever be seen. Noise shows the network positions that good players never allow. In a match it is switched off.
#
# ## Before your eyes
# `Learner` plays 64 games at once, so that the network judges 64 positions in one multiplication of matrices; then it learns from the newest positions, turned and mirrored in all eight ways. <span class="with-python">Press **Learn**. **Stop** loses nothing: **Learn** goes on from the step it was in.</span>

# %%
from mctslib.course.ch16 import LearningCurve

LearningCurve(generations=10)

# %%
learner, hunches = Learner(TicTacToe(), seed=7), []
for _ in range(5):
    learner.learn(1)
    hunches.append(exam.mark(learner.net).hunch)
[round(hunch, 2) for hunch in hunches]

# %% [markdown]
# The same without buttons, on another seed: the hunch alone after each of five generations. The script has learned with three seeds, forty generations each:

# %%
from mctslib.course.plots import picture, share_lines

curves = [table(f"curve-ttt-{seed}")["rows"] for seed in range(3)]
marks = (1, 2, 4, 8, 16, 40)
lines = {
    f"{head}, seed {seed}": [rows[g][head] for g in marks]
    for head in ("hunch", "guess")
    for seed, rows in enumerate(curves)
}
ax = share_lines(lines, marks, title="The network alone, against the oracle")
ax.set(xlabel="generation", ylabel="share of right moves, 4,520 positions", ylim=(0.6, 1.01))
picture(ax)

# %% [markdown]
# ## What is it worth?
# Games first: networks of all three seeds with 25 iterations a move, and plain UCT with 25, against perfect play. 200 games each, sides swapped:

# %%
for row in worth["matches"][:4]:
    low, high = wilson(row["losses"], 200)
    print(
        f"{row['match']:24} {row['draws']:3} drawn, {row['losses']:2} lost: {low:.1%} to {high:.1%} of its games"
    )

score_prediction(
    losses, worth["matches"][3]["losses"], "So few playouts miss many a threat.", within=15
)

# %%
spent = [rows[-1]["CPU seconds"] for rows in curves]
score_prediction(
    seconds,
    "less than a minute",
    f"The three runs took {min(spent):.0f} to {max(spent):.0f} seconds.",
)

# %% [markdown]
# "None of 200" still allows a share of losses of nearly 2 %. But here one need not count games: play *every* reply.

# %%
from mctslib.course.ch16 import every_reply


def searched(state):
    return search(state, 25, seed=0, **Puct(brain).options()).action


as_x, as_o = (every_reply(searched, TicTacToe(), player) for player in (0, 1))
print(f"mistakes as X: {len(as_x[1])} in {as_x[0]} positions, as O: {len(as_o[1])} in {as_o[0]}")

# %% [markdown]
# No mistake in any position that it can meet, whatever the other side plays: it cannot lose. That is no estimate. All three seeds, from the script; and, last, their moves in position A, after 25 and after 400 iterations:

# %%
for row in worth["replies"]:
    side = "XO"[row["player"]]
    print(
        f"seed {row['seed']}, {row['who']:18} as {side}: {row['wrong']} mistakes in {row['met']} positions"
    )
at_a = [
    [
        search(A.state, n, seed=0, **Puct(network(f"ttt-{seed}-40")).options()).action
        for n in (25, 400)
    ]
    for seed in range(3)
]
at_a

# %% [markdown]
# *Without* the search the first network makes two mistakes as O; games against a perfect player need not ever show them.
#
# In position A all three are wrong with few looks. As none of them errs where it can get to, none can get to A: its own replies do not lead there when it plays without noise. More looks find a right move all the same.
#
# ## What does the value learn?
# Look at `error` above: the guess is far from the exact value, though the play is perfect. And the empty board, a draw, with X to move:

# %%
first = curves[0][-1]
low, high = wilson(round(first["X's points"]), first["games"])
brain(TicTacToe())[1], first["X's points"] / first["games"], (low, high)

# %% [markdown]
# It says what its *own noisy games* brought: X's share of the points in all 2,560 of them. That is no minimax value.

# %%
checkpoint("16-value")

# %% [markdown]
# ## Connect Four, small
# The same program, nothing changed but the game: 5 columns, 4 rows, four in a row. A somewhat larger network, one seed. The script's matches, 100 games each: this one network scores far above one half even where UCT looks about ten times as often. <span class="with-python">Then play against generations 0, 4, 16 and 60 yourself.</span>

# %%
from mctslib.arena import Tally

for row in worth["matches"][4:]:
    tally = Tally(row["wins"], row["draws"], row["losses"])
    low, high = tally.score_interval()
    print(
        f"{row['match']:22} {'–'.join(map(str, tally)):8} {tally.score:.1%} ({low:.1%} to {high:.1%})"
    )

# %%
from mctslib.course.ch16 import PlayGeneration

PlayGeneration("c4", seed=0)

# %% [markdown]
# ## Few looks: what Gumbel repairs
# The lesson is that the shares of the visits are better than the prior. Are they always? **On paper:** priors .45, .35 and .20, and the moves are truly worth .2, .3 and 1. Drawn from the prior one earns .395. PUCT with two looks looks at the two favourites, once each: shares ½, ½, 0.

# %%
from mctslib.course.ch16 import drawn_worth, puct_shares

prior, truth = np.array([[0.45, 0.35, 0.20]]), np.array([[0.2, 0.3, 1.0]])
two = puct_shares(prior, truth, 2)
(prior * truth).sum(), two, (two * truth).sum()

# %% [markdown]
# The "improved" hunch earns .25: worse than before. Gumbel AlphaZero looks at *different* moves, drawn from the prior: take the highest of logit + Gumbel noise ($-\log(-\log u)$ with u random between 0 and 1), as many as there are looks. Then prefer the best of those. The first one drawn is a plain draw from the prior, so the best of all drawn is never worth less.
#
# ### Exercise 4: the best of a few
# `logits` are logarithms of the priors, `worths` what a look at each move shows. Draw the `looks` moves with the highest logit + noise; return the one of them with the best worth.


# %% tags=["exercise"]
# hint: `sorted(range(len(logits)), key=…, reverse=True)[:looks]` gives the drawn moves; then `max(drawn, key=worths.__getitem__)`.
def best_of(logits, noise, worths, looks):
    # --- solution
    moves = range(len(logits))
    drawn = sorted(moves, key=lambda move: logits[move] + noise[move], reverse=True)[:looks]
    return max(drawn, key=lambda move: worths[move])
    # --- end


# %%
from mctslib.course.ch16 import check_best_of

check_best_of(best_of)

# %% [markdown]
# On paper's example two looks now earn .63. `drawn_worth` goes through all orders of drawing, so it is exact. On 2,000 problems with nine moves, made by chance: what the two targets are worth, and in how many problems they are worth *less* than the prior.

# %%
from mctslib.course.ch16 import problems

priors, worths = problems(2000, seed=0)
plain = (priors * worths).sum(1)
outcome = {("prior", 0): plain}
for looks in (2, 4):
    outcome["PUCT", looks] = (puct_shares(priors, worths, looks) * worths).sum(1)
    outcome["Gumbel", looks] = drawn_worth(priors, worths, looks)
for (who, looks), earned in outcome.items():
    worse = int((earned < plain - 1e-12).sum())
    print(
        f"{who:7} {looks} looks: worth {earned.mean():.3f}, less than the prior in {worse:3} of 2,000"
    )

# %% [markdown]
# At 4 looks PUCT's target is a step back in every fifth problem, Gumbel's in none. These problems are synthetic: one decision with random priors and random worths, no game. And this is only the first idea of the paper. Its full algorithm (Danihelka et al., 2022) also shares the looks by sequential halving, weighs the priors and the values together when it chooses and when it learns, and has another rule below the root. And the promise is about *exact* worths: a look that asks a network sees only what the network believes.
#
# ## In practice
# - AlphaZero's "simulation" is our iteration.
# - On the scale from −1 to 1 an untried move with Q = 0 counts as a draw, on ours as lost; here it is worth what its parent is. And c does not carry over: on our scale take half.
#
# ## Further reading
# - C. Rosin, *Multi-armed bandits with episode context* (2011): PUCB, from which PUCT comes.
# - D. Silver et al., *Mastering the game of Go without human knowledge* (2017), "Methods".
# - D. Silver et al., *A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play* (2018).
# - I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, *Policy improvement by planning with Gumbel* (2022).
#
# **Next:** [17 · Roll dice, hide cards](17_roll_dice_hide_cards.ipynb).

# %%
summary("16")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from fractions import Fraction as F

from mctslib.course.ch16 import generations
from mctslib.methods.selfplay import images

prior_, total = F(1, len(even(TicTacToe())[0])), 4
won, untried = F(2, 3) + prior_ * 2 / total, F(1, 2) + prior_ * 2
assert won == untried > prior_ * 2 / 2
claim("nine moves with a prior of 1/9 each", prior_)
claim(
    "Move 0: 0 + 1/9 · 2 / 2. Move 1: 2/3 + 1/9 · 2 / 4. Untried: ½ + 1/9 · 2",
    F(0, total),
    prior_,
    sqrt(total),
    1 + F(1),
    F(2, 3),
    prior_,
    sqrt(total),
    1 + F(3),
    F(1, 2),
    prior_,
    sqrt(total),
)
claim("exactly equal, 13/18", won)
claim("A network after 40 generations", curves[0][-1]["generation"])
claim("*all* 4,520 positions of tic-tac-toe", len(exam.states))
claim(
    "A random move is right in 58.0 % of the 4,520 positions, and a look one move ahead in 81.2 %",
    baselines["random"],
    len(exam.states),
    baselines["one ply"],
)
claim("All this rests on 100 positions", len(exam.sample(100)))
assert wilson(with_priors["turned"], 100)[1] > wilson(with_priors["right"], 100)[0]  # "hardly show"
assert wilson(with_even["turned"], 100)[1] < wilson(with_even["right"], 100)[0]  # "the damage"

first_moves = len(learner.games)
claim("a **generation** of 64 games looks", first_moves)
claim("One game, 64 times over", first_moves)
assert variety["neither"] == 1 < 50 < min(variety["noise"], variety["both"]) <= first_moves
claim("`Learner` plays 64 games at once", first_moves)
claim("judges 64 positions in one multiplication", first_moves)
claim("in all 2,560 of them", first["games"])
assert len(images(TicTacToe())) == 8 and hunches[-1] > exam.mark(net).hunch + 0.1
assert all(rows[-1]["hunch"] > 0.95 and rows[-1]["guess"] > 0.95 for rows in curves)
assert needed[0.25] < needed[0.5] < needed[0.9] < needed[0.99]  # and it was overruled every time

# %%
rows = worth["even"]
assert all(
    wilson(row["UCT"], sample)[0] < row["PUCT c = 1"] / sample < wilson(row["UCT"], sample)[1]
    for row in rows
)
assert all(row["draws"] == 200 for row in worth["matches"][:3]) and max(spent) < 60
games = sum(worth["matches"][0][result] for result in ("wins", "draws", "losses"))
claim('"None of 200" still allows', worth["matches"][0]["losses"], games)
claim("a share of losses of nearly 2 %", wilson(0, 200)[1])
assert not as_x[1] and not as_o[1]
assert all(few not in A.correct and many in A.correct for few, many in at_a)
alone = [row["wrong"] for row in worth["replies"] if row["who"] == "network alone"]
assert not any(row["wrong"] for row in worth["replies"] if row["who"] != "network alone")
claim("the first network makes two mistakes as O", alone[1])
assert (
    not low <= 1 / 2 <= high
    and abs(brain(TicTacToe())[1] - first["X's points"] / first["games"]) < 0.06
)

# %%
claim("generations 0, 4, 16 and 60", *generations("c4"))
scores = [
    Tally(row["wins"], row["draws"], row["losses"]).score_interval() for row in worth["matches"][4:]
]
assert min(low for low, high in scores) > 0.7  # "far above one half"
claim("Drawn from the prior one earns .395", (prior * truth).sum())
claim("earns .25: worse than before", (two * truth).sum())
claim("two looks now earn .63", *drawn_worth(prior, truth, 2))
step_back = float((outcome["PUCT", 4] < plain - 1e-12).mean())
assert 0.18 < step_back < 0.23 and (outcome["Gumbel", 4] >= plain - 1e-12).all()  # "every fifth"
