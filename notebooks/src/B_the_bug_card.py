# %% [markdown]
# # B · The bug card
#
# Your own search plays strangely? Look up its symptom. Each row of the card is a bug that chapter 05 examines. The columns give the symptom that you see, the likely bug, the exams that catch this bug (from the measurements of chapter 05), and the line of the library to compare with your own line. The card fits on one page. To print it, choose *File → Print*.

# %%
from mctslib.course.ch05.card import bug_card

card = bug_card()
card

# %% [markdown]
# **Before you look for a symptom**, run four exams, in this order: perft of your game, one backpropagation by hand, the invariants, and the
# formula on paper. These exams need no matches, and each bug on the card fails at least one of them.
#
# Here is what each of the four exams looks at:

# %%
from mctslib.course.ch05 import INSTRUMENTS, MUTANTS

for name in ("perft", "tree by hand", "invariants", "formula"):
    print(f"{name:14}", INSTRUMENTS[name].what)

# %% [markdown]
# Later chapters have symptoms of their own. What should you check first?
#
# **If your search proves results** (chapter 13):
#
# | symptom | check this |
# |---|---|
# | A node is called lost although an action is untried. | Count the *legal actions*, not the children. |
# | Proofs show the wrong side as the winner. | Take the best result for `state.current_player`, not for `node.player`. |
# | Draws become losses. | Keep the best proved result unchanged. |
# | Iterations continue, but nothing new is proved. | Selection must not walk to nodes that are already proved. |
# | The search plays a move that is proved to be lost. | The choice of the final move must use proofs, not only visits. |
#
# **If a network judges positions** (chapter 16):
#
# | symptom | check this |
# |---|---|
# | The search is good with the network's priors and bad with equal priors. | The value may belong to the wrong player. |
# | The priors of the legal moves do not add up to one. | Mask illegal moves before the softmax. |
# | All games of self-play are alike. | Switch on the noise, and draw the first moves in proportion to their visits. |
# | The network is weaker in matches than its exam suggests. | Switch off the noise and let the first moves be the most visited, too. |
#
# **If there are dice or hidden cards** (chapter 17):
#
# | symptom | check this |
# |---|---|
# | A move looks excellent with one seed and hopeless with the next. | If `apply` throws the die, make chance a player instead. |
# | The search expects too much, or plays as if it knew the cards. | It knows the cards in each deal that it tries. Collect statistics for what each player sees (chapter 17). |
# | In poker the opponent can predict the moves. | Do not play the most visited move. Draw the move in proportion to the visits. |

# %% [markdown]
# *The project's tests check every number in this appendix except the years.*

# %% [claims]
assert all(card.tests(name) for name in MUTANTS)
assert {test for name in MUTANTS for test in card.tests(name)} == {
    "perft",
    "tree by hand",
    "invariants",
    "formula",
}
assert all(
    INSTRUMENTS[test].examine(MUTANTS[name].engine()).guilty
    for name in MUTANTS
    for test in card.tests(name)
)
