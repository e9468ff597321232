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
# **Before you look anything up**, in this order: perft of your game; one backpropagation by hand; the invariants; the formula on paper. All four are quick, and every bug of the card fails at least one of them. Matches come last: on both sides, against the best opponent you have, with an interval. And they may overlook a bug: chapter 14 has one that costs RAVE its strength in one game and nothing in another.

# %%
from mctslib.course.ch05 import INSTRUMENTS, MUTANTS

for name in ("perft", "tree by hand", "invariants", "formula"):
    print(f"{name:14}", INSTRUMENTS[name].what)

# %% [markdown]
# ## Claims

# %%
assert all(card.tests(name) for name in MUTANTS)
assert {test for name in MUTANTS for test in card.tests(name)} == {"perft", "tree by hand", "invariants", "formula"}
assert all(INSTRUMENTS[test].examine(MUTANTS[name].engine()).guilty for name in MUTANTS for test in card.tests(name))
