# %% [markdown]
# # B · The bug card
#
# **What you'll do.** Look up a symptom, when your own search plays strangely.
#
# Each row is a bug that chapter 05 examines: what one sees, what it probably is, the exams that catch it (from the measurements of that chapter), and the line of the library to compare with yours. To print it, choose *File → Print*; it fits on one page.

# %%
from mctslib.course.ch05.card import bug_card

card = bug_card()
card

# %% [markdown]
# **Before you look anything up**, in this order: perft of your game; one backpropagation by hand; the invariants; the formula on paper. These four exams need no games, and each bug of the card fails at least one of them. Matches come last: on both sides, against the best opponent you have, with an interval. And they may overlook a bug: chapter 14 has one that costs RAVE its strength in one game and nothing in another.

# %%
from mctslib.course.ch05 import INSTRUMENTS, MUTANTS

for name in ("perft", "tree by hand", "invariants", "formula"):
    print(f"{name:14}", INSTRUMENTS[name].what)

# %% [markdown]
# **If your search proves things** (chapter 13): a node called lost though an action is untried → count the *legal actions*, not the children; the wrong side wins proofs → the best for `state.current_player`, not for `node.player`; draws turn into losses → keep the best fact as it stands; iterations go by and nothing new is proved → it walks to what it knows; it plays a move that is proved to be lost → the final move looks at visits only.
#
# **If a network judges** (chapter 16): good with its own priors, bad with even ones → the value is the wrong player's; the priors of the legal moves do not add up to one → mask before the softmax; all games of self-play are alike → noise and drawn moves are off; weaker in matches than its exam says → they are still on.
#
# **If there are dice or hidden cards** (chapter 17): a move looks splendid with one seed and hopeless with the next → the die is thrown inside `apply`, make it a player, chance; it is far too hopeful, or plays as if it knew the cards → it does, in each deal it tries: count by what a player knows; in poker the opponent can predict its moves → it plays the most visited move, mix by the visits.

# %% [markdown]
# *Every number in this appendix is checked by the project's tests.*

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
