# %% [markdown]
# # 99 · Count to two
#
# **What you'll do.** You add two numbers.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* add 1 and 1.
#
# **What you'll need.** Nothing. &nbsp; **Time:** about 5 minutes.

# %% [markdown]
# ## Two predictions

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

sum_guess = predict("99-sum")
sum_guess

# %%
parity_guess = predict("99-parity")
parity_guess

# %% [markdown]
# ## Halves
# A whole has two halves of the same size. In this chapter each half is a number, and the whole is
# the sum of both numbers. You find the numbers yourself, one after the other, and a checker
# compares each number with the right one. A number can be too small, too large or negative, and
# the checker says which. Nothing else is needed, because the chapter is only an example: it shows
# the smallest notebook that passes all tests of a chapter. We begin with the two halves, and end
# with the whole. At the end your two predictions are compared with the sum. Below each exercise its
# hint and its solution are folded, so that you can compare your code with the solution.

# %%
whole_number = int("2")

# %%
numbers = list(range(whole_number))

# %%
halves = [number + 1 for number in numbers if number + 1 < whole_number]

# %%
halves

# %%
len(numbers) / whole_number

# %%
sum(halves)

# %%
max(halves)

# %%
whole_number - sum(halves)

# %% [markdown]
# ### Exercise 1: the first half
# Which number is the first half?

# %% tags=["exercise"]
# hint: It is the smallest whole number above 0.
# --- solution
first_half = 1
# --- stub
# first_half = None
# --- end

# %%
from mctslib.course.ch99 import check_first_half

check_first_half(first_half)

# %% [markdown]
# ### Exercise 2: the second half

# %% tags=["exercise"]
# hint: It is as large as the first half.
# --- solution
second_half = 1
# --- stub
# second_half = None
# --- end

# %%
from mctslib.course.ch99 import check_second_half

check_second_half(second_half)

# %% [markdown]
# ### Exercise 3: the whole

# %% tags=["exercise"]
# hint: Add the two halves.
# --- solution
whole = 2
# --- stub
# whole = None
# --- end

# %%
from mctslib.course.ch99 import check_whole

check_whole(whole)

# %%
checkpoint("99-halves")

# %% [markdown]
# ## Your predictions
# The sum of the halves is 2.

# %%
total = sum([1, 1])
score_prediction(sum_guess, total, "One and one make two.", within=0)

# %%
score_prediction(parity_guess, "even", "Two is even.")

# %% [markdown]
# ## Further reading
# - A book about numbers. Such a book begins with the first two numbers, and usually goes on to many
#   more of them. Each entry of this list gives the author, the year and the section, and one
#   sentence that says what a reader finds there.
# - A second book, for readers who want to know why a sum does not depend on the order of its parts,
#   and who have the time to read the proof. The sentence after the title says whether the book is
#   easy or difficult to read.

# %%
summary("99")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

claim("The sum of the halves is 2", total)
