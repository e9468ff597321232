# %% [markdown]
# # 20 · Nobody told it the rules
#
# **What you'll do.** You draw secret winning lines, let a model learn your game from results alone, and find out from its networks which lines the model has learned.
#
# The picture below shows eight such lines. Each line joins three cells. A player who fills the three cells of a line wins.

# %%
from mctslib.course.ch20 import SECRET, show_lines

show_lines(SECRET)

# %% [markdown]
# **What you'll learn.** Afterwards you can
# - *on paper:* say which player's result belongs to an imagined position,
# - explain MuZero's three networks, and use them to imagine the positions after several moves,
# - say when a learned model is useful, and when more iterations help,
# - test which facts a network has learned, without fooling yourself.
#
# **What you'll need.** Chapter 16; a little numpy. &nbsp; **Time:** about 60 minutes.
#
# ## Two predictions
# AlphaZero knows the rules: it asks the game what each move does, and whether the game is over. **MuZero** does not know the rules. It plays, sees boards and results, and must imagine the effect of a move.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

order_guess = predict("20-order")
order_guess

# %%
longer_guess = predict("20-longer")
longer_guess

# %% [markdown]
# ## Draw your own lines
# The widget below opens with these eight secret lines and a finished run. Move the slider *games* to see the model after fewer games. <span class="with-python">Then draw your own lines: drag over three cells, or press three cells one after another. **Learn** takes about half a minute. On a page without a server, learning takes longer and includes fewer games. **Stop** keeps everything that the model has learned.</span>

# %%
from mctslib.course.ch20 import SecretLines

SecretLines()

# %% [markdown]
# *The list with bars* shows the triples of cells with the highest values. According to the model, these triples are worth most to a player who fills all three cells. A ✓ marks your lines. The model has never seen a line. It has only seen who won.
# *The small boards* show one game. The model sees the empty board, and then imagines seven moves without another look at the board. A program that was fitted on real boards translates each imagined state into a board.
#
# ## Three networks
# MuZero stores all its knowledge in three small networks:
#
# - the **representation** turns a real board into a **latent state**, a list of 64 numbers whose meaning is not prescribed,
# - the **dynamics** turns a latent state and an action into the next latent state,
# - the **prediction** turns a latent state into a prior for each action and a value for the player to move.
#
# The next two cells use the three networks after 8,960 games of tic-tac-toe. In position S, X is to move, and only move 3 is right:

# %%
import numpy as np
from mctslib.course import S
from mctslib.methods.muzero import shipped_model
from mctslib.methods.network import encode

model = shipped_model("muzero-0")
board = np.array([encode(S.state)], np.float32)
latent = model.latents_of(board)
latent.shape, latent[0, :4].round(2)

# %%
priors, values = model.heads(latent)
print("priors", priors[0].round(2), "value for X", values.round(2))
imagined = model.after(latent, np.array([3]))
priors, values = model.heads(imagined)
print("priors", priors[0].round(2), "value for O", values.round(2))

# %% [markdown]
# The second line of the output belongs to the imagined position after move 3. Nothing told the model that move 3 fills cell 3, or that O is then to move.
#
# ### Exercise 1: a dream
# A *dream* is a sequence of imagined positions. `represent(board)` returns the latent state of a real board, and `imagine(latent, move)` returns the latent state after a move. Return the list of latent states of a dream: first the latent state of the real board, then one latent state after each move. Call `represent` only once.
# For example, with the moves 2 and 6 the list is `[represent(board), imagine(…, 2), imagine(…, 6)]`, where each `…` is the previous latent state.


# %% tags=["exercise"]
# hint: Begin with `latents = [represent(board)]`. In a loop over the moves append `imagine(latents[-1], move)`.
def dream(represent, imagine, board, moves):
    # --- solution
    latents = [represent(board)]
    for move in moves:
        latents.append(imagine(latents[-1], move))
    return latents
    # --- end


# %%
from mctslib.course.ch20 import check_dream

check_dream(dream)

# %% [markdown]
# ## A search in a dream
# The search is PUCT, as in chapter 16, with one difference: below the root, the dynamics computes the next position, not the game's `apply`. Such a position is a `Dream`. The search may try all nine actions there, and no imagined game is ever over. Only at the root does the search ask which moves are legal.

# %%
from mctslib import search
from mctslib.draw import show_children
from mctslib.methods.muzero import MuZero

found = search(S.state, 25, seed=0, **MuZero(model).options())
print(found.action, found.root.children[3].state)
show_children(found.root, MuZero(model))

# %%
checkpoint("20-root")

# %% [markdown]
# With `rules=True` the search uses the same model, but the true rules. Then each iteration of `MuZero` is the same as the corresponding iteration of `Puct` with this model as its judge:

# %%
from mctslib.methods.puct import Puct

with_rules, puct = [], []
search(S.state, 100, seed=0, trace=with_rules, **MuZero(model, rules=True).options())
search(S.state, 100, seed=0, trace=puct, **Puct(model.judge).options())
print(with_rules == puct)

# %% [markdown]
# ## How the model learns
# Self-play works as in chapter 16: 64 games at the same time, 25 iterations for each move. Learning is different. The model looks at *one* real board of a game, and then imagines the K = 3 moves that were really made from there. In each of these four positions it learns to predict
#
# - the shares of the visits of the search in this position,
# - the result of the game, for the player to move in this position,
# - the latent state of the real board in this position. The error of this prediction is the **consistency loss** of Ye et al. (2021).
#
# **On paper.** The first player has won the game, so `first` is 1. The dream begins after `turn` = 3 moves. What is the result for the player to move k = 2 imagined moves later? After 3 + 2 = 5 moves the second player is to move, so the result is 0.
#
# ### Exercise 2: whose result?
# Return the result for the player to move `k` imagined moves after `turn` moves of a real game. `first` is the first player's result: 1 for a win, ½ for a draw, 0 for a loss.


# %% tags=["exercise"]
# hint: After an even number of moves the first player is to move. How many moves have been made?
def result_there(first, turn, k):
    # --- solution
    return first if (turn + k) % 2 == 0 else 1 - first
    # --- end


# %%
from mctslib.course.ch20 import check_result_there

check_result_there(result_there)

# %% [markdown]
# The module `mctslib/methods/backward.py` computes the gradients of all these losses. Each array of this module stores how it was computed. The next cell runs the whole training, with two generations of 64 games. Then it compares each loss in the last step of learning with the same loss in the first step:

# %%
from mctslib.methods.dreamer import Dreamer

learner = Dreamer(seed=7)
learner.learn(2)
print(f"{learner.played} games, {learner.learned} steps of learning")
for name, first, last in zip(
    ("priors", "values", "consistency"), learner.losses[0], learner.losses[-1]
):
    print(f"the loss of {name:11} has {'fallen' if last < first else 'not fallen'}")

# %% [markdown]
# The losses themselves are not printed, because their digits depend on the processor.
#
# The learner works in small steps, and each step is either completed or has no effect. If you stop `learn` early, the next call continues from there.
#
# ## First the board, then the lines, then the moves
# A script trained a model with each of three seeds, 8,960 games each. The pictures below show three shares for each seed. *Boards* is the share of whole boards that are right three imagined moves ahead. *Lines* is the share of the eight true lines that are among the first eight triples. *Moves* is the share of right moves that the search makes in all 3,191 positions where a move can be wrong.

# %%
from mctslib.course.ch20.experiments import REACHED, SEEDS, curve, curves_picture, first_above

curves_picture()

# %%
runs = [curve("plain", seed) for seed in SEEDS]
reached = {
    what: [first_above(rows, what, REACHED) for rows in runs]
    for what in ("boards", "lines", "moves")
}
for what, games in reached.items():
    print(f"95% of the {what:6} right after", games, "games")

score_prediction(
    order_guess,
    "what a move does to the board",
    "In all three runs the model gets the board right first.",
)

# %% [markdown]
# The script measured only from time to time, so each number belongs to the first measurement at which this share was reached. There is a reason for the order. Every move of every game shows what a move does to the board. Only the end of a game shows who wins. Good moves come last, because the search that finds them needs correct boards and correct lines.
#
# ## More iterations in a dream
# In earlier chapters more iterations made every search better. Here the search sees only imagined positions. The table shows the share of right moves in 300 positions, for models that have learned from 896 games (*young*) and from 8,960 games (*old*). With each kind of model, one search runs in its dreams, and another search uses the true rules. Each row is the mean of three seeds.

# %%
from mctslib.course.ch20.experiments import (
    in_dreams_and_with_rules,
    mean,
    models,
    print_by_iterations,
    print_table,
)

young, old = models("early"), models()
dreams, with_the_rules = in_dreams_and_with_rules({"young": young, "old": old})
print_by_iterations(dreams, with_the_rules)

# %%
score_prediction(
    longer_guess,
    round(100 * mean(dreams["young"])[-1]),
    "A search in a dream can find only what follows from its model.",
    within=3,
)

# %% [markdown]
# Compare the two young rows. The networks are the same, and so is the search. With the true rules each iteration adds a true fact, and 200 iterations repair nearly all errors of the model. In the dream, the iterations only work out the consequences of the model's own values. If these values are good, as in the old rows, the search in the dream is nearly as good as the search with the rules.
#
# ## Does the model imagine boards?
# A latent state has 64 numbers, which need not describe a board. A **linear probe** tests whether these numbers describe a board (Alain and Bengio, 2016). The probe is a linear map from latent states to the marks of the nine cells, fitted by least squares to *real* boards. Then we apply it to *imagined* states of other boards. The table shows the share of whole boards that the probe reads correctly:

# %%
from mctslib.course.ch20.experiments import boards_read, whole_boards

read = {"trained": old, "without consistency": models("loose"), "untrained": models("untrained")}
whole = {name: mean(whole_boards(boards_read(some))) for name, some in read.items()}
print_table(whole, range(8), "whole boards, after moves:")

# %% [markdown]
# The models of the second row were trained in the same way, but without the consistency loss. How well do they play?

# %%
from mctslib.course.ch20.experiments import last_rows

for kind in ("plain", "loose"):
    for row in last_rows(kind):
        print(f"{kind:6} right moves {row['right']:.1%}, mistakes as X and as O {row['mistakes']}")

# %% [markdown]
# The two numbers after *mistakes* count the positions in which the model chooses a wrong move, as X and as O. They cover all positions that the model can meet, whatever the opponent plays. Without the consistency loss, the models play about as well, but our probe reads only a part of their imagined boards. These models learn to imagine only as much as the priors and the values need. This is the idea of the original MuZero.
#
# *A pitfall.* What happens if the probe is fitted to the imagined states themselves?

# %%
refitted = mean(whole_boards(boards_read(models("untrained"), depth=3, refit=True)))
cells = [row[1].cells for row in boards_read(models("untrained"), depth=1, refit=True)]
print_table({"untrained, own probe": refitted}, range(4), "whole boards, after moves:")
print("cells read right after 1 move:", [f"{share:.0%}" for share in cells])

# %% [markdown]
# Models that have learned nothing seem to imagine many boards correctly. Their networks only mix the inputs, and a probe that is fitted to their own states undoes part of the mixing. So this probe proves nothing about the training.

# %%
checkpoint("20-probe")

# %% [markdown]
# ## Read the rules out of the model
# How can we see the rules that a model has learned? For each of the 84 triples of cells, we take boards on which the player to move has marks in two cells of the triple. The model imagines the move to the third cell, and we look at its value for the new position. Now the *opponent* is to move. So a low value means that the triple was good for the player who filled it.
#
# ### Exercise 3: read the lines
# `values` is a dictionary that maps each triple to the value for the player to move *after* the triple was filled. Return a list of the `count` triples that are most likely to be winning lines according to `values`, the most likely first.


# %% tags=["exercise"]
# hint: After a player has filled a line, the opponent has lost. `sorted(values, key=values.get)` sorts the triples by their values, beginning with the lowest.
def read_lines(values, count):
    # --- solution
    return sorted(values, key=values.get)[:count]
    # --- end


# %%
from mctslib.course.ch20 import check_read_lines

check_read_lines(read_lines)

# %%
from mctslib.course.ch20 import beliefs

for expected in beliefs(model)[:10]:
    print(expected.line, f"{expected.value:.0%} ± {2 * expected.error:.0%}")

# %% [markdown]
# The first eight triples are the rows, columns and diagonals. The model's estimates for the other triples are lower. The script also trained models on the secret lines of the widget, with three seeds, 4,480 games each. The next cell shows, for each measurement, how many of the eight lines were among the first eight triples:

# %%
for seed in SEEDS:
    print(f"seed {seed}:", [row["found"] for row in curve("secret", seed)])

# %% [markdown]
# The count sometimes falls by one, because two triples with nearly equal values change places.
#
# Are your own lines really a new game? They may be tic-tac-toe in disguise. For example, if you number the cells in another order, the eight lines of the next cell become the lines of tic-tac-toe:

# %%
from mctslib.course.ch20 import disguise

odd_looking = [
    (0, 1, 2),
    (0, 3, 7),
    (0, 4, 5),
    (1, 3, 4),
    (1, 5, 8),
    (1, 6, 7),
    (2, 3, 8),
    (2, 4, 6),
]
disguise(odd_looking), disguise(SECRET)

# %% [markdown]
# The first result lists, for each cell, the cell of tic-tac-toe to which it corresponds. The second result, `None`, means that no numbering turns the secret lines of the widget into the lines of tic-tac-toe.
#
# ## Change the rules, not the learner
# The learner does not know the rules. So we can change the rules without changing a line of the learner's code. A script trained the learner on three more games, with three seeds and 4,480 games each:
#
# - *squares*: a block of 2 × 2 cells wins, and so do the four corners,
# - *misere*: a player who fills a row, a column or a diagonal loses,
# - *gravity*: the board stands upright, and a mark must lie on the floor or on another mark.
#
# The table counts the positions in which a move can be wrong, and shows how often a random move is right in these positions. This share is the baseline for the three models. The mistakes as X and as O are added together.

# %%
from mctslib.course.ch20.experiments import other_rules_table

other_rules_table()

# %% [markdown]
# In all three games the models are far above the baseline. In *squares* a line has four cells, and even this required no change in the learner.
#
# In *misere* the models have learned the opposite meaning of the lines. The next cell counts the eight lines of tic-tac-toe among the first eight triples, and among the last eight:

# %%
for row in last_rows("misere"):
    print(f"among the first eight: {row['found']}, among the last eight: {row['found last']}")

# %% [markdown]
# None of the lines is among the eight triples with the highest values, and 6 to 8 of them are among the eight triples with the lowest values.
#
# ## A confession
# We did give the learner one rule without mentioning it. The learner of this chapter also learns from mirror images of its games, because *we* know that a mirror image of a game of tic-tac-toe is another possible game. The runs with secret lines used no mirror images, and neither did three more runs of tic-tac-toe. The next cell compares these three runs with the first three, and with three runs of AlphaZero, which is the same program with `known_rules=True`. All nine runs are shown after 4,480 games:

# %%
from mctslib.course.ch20.experiments import row_at

for kind, words in (("plain", "MuZero"), ("unmirrored", "without mirrors"), ("rules", "AlphaZero")):
    for seed in SEEDS:
        row = row_at(curve(kind, seed), 4480)
        print(f"{words:16} right moves {row['right']:.1%}, mistakes {row['mistakes']}")

# %% [markdown]
# How many games do the rules save? The next cell shows after how many games AlphaZero moved right in 95% of the positions, and after how many games MuZero reached the same share:

# %%
from_the_rules = [
    next(row["games"] for row in curve("rules", seed) if row["right"] >= REACHED) for seed in SEEDS
]
from_the_rules, reached["moves"]

# %% [markdown]
# ## In practice
# - MuZero learned Go, chess, shogi and Atari games with one program. A learned model is worth its cost if the rules cannot be written down or if a simulator is slow.
# - For Atari games the model also predicts rewards during the game, and values are discounted. In a board game the result at the end is enough.
# - The authors of the paper halve the gradient at each imagined step. Our small model uses the whole gradient.
# - After the end of a game, we let the model imagine more actions, drawn at random, so that it learns that nothing changes after the end.
#
# ## Further reading
# - J. Schrittwieser et al., *Mastering Atari, Go, chess and shogi by planning with a learned model* (2020), figure 1 and "Methods".
# - W. Ye et al., *Mastering Atari games with limited data* (2021), section 4.1: the consistency loss.
# - G. Alain, Y. Bengio, *Understanding intermediate layers using linear classifier probes* (2016).
#
# **Next:** [21 · The last exam](21_the_last_exam.ipynb).

# %%
summary("20")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
import inspect

from claims import claim

from mctslib.course.ch20.experiments import BUDGETS, EARLY, longer_in_a_dream, tictactoe
from mctslib.course.ch20.reading import TRIPLES
from mctslib.methods.line_boards import TIC_TAC_TOE
from mctslib.course.ch20.learning import MOVES
from mctslib import TicTacToe

exam = tictactoe()
assert len(SECRET) == 8
claim("64 numbers whose meaning", model.latent)
claim("A latent state has 64 numbers", model.latent)
claim("use the three networks after 8,960 games", runs[0][-1]["games"])
assert list(S.correct) == [3] and S.state.current_player == 0
claim("64 games at the same time, 25 iterations for each move", learner.count, learner.iterations)
claim("the K = 3 moves that were really made", learner.unrolled)
claim("with two generations of 64 games", learner.generation, learner.count)
assert with_rules == puct
claim("with each of three seeds, 8,960 games each", len(runs), runs[2][-1]["games"])
claim("in all 3,191 positions where a move can be wrong", exam.matters.sum())
for rows_of_seed in zip(reached["boards"], reached["lines"], reached["moves"]):
    assert list(rows_of_seed) == sorted(set(rows_of_seed))  # "in all three runs"
asked = inspect.signature(longer_in_a_dream).parameters["positions"].default
early = next(row["games"] for row in runs[0] if row["generation"] == EARLY)
claim("Three models have learned from 896 games each", len(young), early)
claim("a model finds a right move in 88% of 300 positions", mean(dreams["young"])[3], asked)
claim("With 25 iterations in its own imagination", BUDGETS[3])
claim("are right with 200 iterations", BUDGETS[-1])
claim("right moves in 300 positions, for models that have learned from 896 games", asked, early)
claim("and from 8,960 games", runs[0][-1]["games"])
assert mean(with_the_rules["young"])[-1] > 0.99  # "repair nearly all errors"
for dreamed, real in zip(dreams["young"], with_the_rules["young"]):
    assert real[-1] - dreamed[-1] > 0.04
for dreamed, real in zip(dreams["old"], with_the_rules["old"]):
    assert abs(real[-1] - dreamed[-1]) < 0.01  # "nearly as good as the rules"
won = TicTacToe.from_text("XXX/OO./...").rewards()
drawn = TicTacToe.from_text("XOX/XOO/OXX").rewards()
claim("1 for a win, ½ for a draw, 0 for a loss", won[0], drawn[0], won[1])
claim("and 200 iterations repair nearly all", BUDGETS[-1])

# %%
from mctslib.course.ch20.exam import LinesExam
from mctslib.course.ch20.experiments import random_right
from mctslib.course.ch20.secrets import OTHER_RULES

turned_round = last_rows("misere")
for name, rules in OTHER_RULES.items():
    baseline = random_right(LinesExam(rules))
    assert all(row["games"] == 4480 for row in last_rows(name))
    assert min(row["right"] for row in last_rows(name)) > baseline + 0.35  # "far above"
claim("with three seeds and 4,480 games each", len(turned_round), turned_round[0]["games"])
assert not any(row["found"] for row in turned_round)
last_found = [row["found last"] for row in turned_round]
claim("and 6 to 8 of them are among the eight", min(last_found), max(last_found))
assert len(OTHER_RULES["squares"].lines[0]) == 4
plain, loose = last_rows("plain"), last_rows("loose")
assert min(row["right"] for row in loose) > 0.97  # "plays about as well"
assert all(run[-1] > 0.99 for run in whole_boards(boards_read(old)))
assert whole["without consistency"][7] < 0.6
assert whole["untrained"][1] < 0.01 and refitted[1] > 0.5 and min(cells) > 0.9
claim("For each of the 84 triples", len(TRIPLES))
assert {e.line for e in beliefs(model)[:8]} == set(TIC_TAC_TOE)
secret = [[row["found"] for row in curve("secret", seed)] for seed in SEEDS]
claim("with three seeds, 4,480 games each", len(secret), curve("secret", 0)[-1]["games"])
assert all(found_[-1] == 8 for found_ in secret)
assert any(b == a - 1 for found_ in secret for a, b in zip(found_, found_[1:]))
assert disguise(odd_looking) is not None and disguise(SECRET) is None
compared = [row_at(curve(kind, 0), 4480)["games"] for kind in ("plain", "unmirrored", "rules")]
assert len(set(compared)) == 1
claim("are shown after 4,480 games", compared[0])
assert max(from_the_rules) < min(reached["moves"])
claim("AlphaZero moved right in 95% of the positions", REACHED)
claim("then imagines seven moves without", len(MOVES))
