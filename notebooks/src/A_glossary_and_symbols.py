# %% [markdown]
# # A · Glossary and symbols
#
# **What you'll find.** The words and letters of the course. Each word that a chapter sets in bold is listed here, with its meaning, its name in the
# library, and its names in other texts.
#
# **How to use it.** Look up what you need. You need not read this appendix from start to end.

# %% [markdown]
# ## The letters
# The course needs only a few letters. N, W and Q belong to a node or to its parent, and c to the rule that chooses:
#
# | letter | meaning | for a child | for its parent |
# |---|---|---|---|
# | N | visits: the number of iterations that passed through the node | `child.visits`, in formulas also n | `node.visits` |
# | W | the sum of rewards, for the player who moved into the node | `child.value_sum` | `node.value_sum` |
# | Q | the mean reward, W / N | `child.value` | `node.value` |
# | c | the weight of exploration | `UCB1(c=…)` | |
#
# These letters give the score by which selection chooses among the children:
#
# $$Q + c\,\sqrt{\frac{\ln N}{n}}$$
#
# Here N is the number of visits of the parent (for slot machines, the total number of pulls). Q and n belong to the child (for slot machines, to an arm). In pictures every node shows its own visits as N. Here is the score of one child twice, computed by hand, from the attributes of the nodes, and by the library's function:

# %%
from math import log, sqrt
from mctslib import UCB1, TicTacToe, search

node = search(TicTacToe.from_text("X../XOO/OX."), 100, seed=0).root
child = node.children[2]
by_hand = child.value + 1.0 * sqrt(log(node.visits) / child.visits)
print("by hand", by_hand, "· by the library", UCB1(c=1.0).score(node, child))

# %% [markdown]
# ## The words
# The last column names the chapter in which a word is first needed. "Elsewhere" means that other books and programs use another word for
# the same thing, or the same word for another thing.

# %%
from mctslib.course.glossary import glossary

glossary()

# %% [markdown]
# To look for one word, put it between the quotation marks. The function searches all columns:

# %%
glossary("simulation")

# %% [markdown]
# ## Words that are easily confused
# **Iteration, simulation, rollout, playout.** An *iteration* is one pass through all four phases. A *playout* is a random game. In phase 3 of an
# iteration it is also called *rollout* or *simulation*. Many papers say "simulations" when they count iterations. When you compare two programs,
# check what each of them counts.
#
# **UCB1, UCT, MCTS.** *UCB1* is a rule for slot machines (Auer, Cesa-Bianchi and Fischer, 2002). *UCT* uses UCB1 in every node of a tree (Kocsis
# and Szepesvári, 2006). *Monte Carlo tree search*, MCTS, is the name of the whole family of methods (Coulom, 2006). UCT is its best-known member.
#
# **Backpropagation, backup.** Both mean phase 4, which carries a result up to the root. Neural networks have another backpropagation, which
# computes derivatives (slopes).
#
# **Value of a node, value of a position.** Q is what the search has *measured* so far, for the player who moved into the node. The minimax value is
# the result if both sides play perfectly. The exact value under random play is the mean that infinitely many playouts would give. Chapter 01 and
# chapter 08 explain the difference.

# %% [markdown]
# ## Two scales of rewards
# This course counts a win as 1, a draw as ½ and a loss as 0. Many programs count 1, 0, −1 instead. To go from our scale to the other, double the
# reward and subtract one:
#
# $$Q' = 2Q - 1, \qquad W' = 2W - N$$
#
# The differences between the means of the children become twice as large, so the bonus must be doubled, too: **c′ = 2c**. If you copy c from a
# program with the other scale, your search explores too much or too little, and you get no error message. Here is the score for the other scale, with c = 1 doubled:


# %%
def score(node, child):
    return (2 * child.value - 1) + 2 * 1.0 * sqrt(log(node.visits) / child.visits)


# %% [markdown]
# With this score the search should take exactly the same steps. Are the records of 300 iterations equal?

# %%
from mctslib import Highest, record

usual_search = record(TicTacToe(), 300, seed=5, tree_policy=UCB1(c=1.0))
other_scale = record(TicTacToe(), 300, seed=5, tree_policy=Highest(score))
same = usual_search.iterations == other_scale.iterations
same

# %% [markdown]
# They are equal. And if you forget to double c?


# %%
def score_with_same_c(node, child):
    return (2 * child.value - 1) + 1.0 * sqrt(log(node.visits) / child.visits)


same_c = record(TicTacToe(), 300, seed=5, tree_policy=Highest(score_with_same_c))
still_same = usual_search.iterations == same_c.iterations
still_same

# %% [markdown]
# Now the records differ: the search takes other steps.

# %% [markdown]
# *The project's tests check every number in this appendix except the years.*

# %% [claims]
from claims import claim

win, draw = TicTacToe.from_text("XXX/OO./..."), TicTacToe.from_text("XOX/XOO/OXX")
claim(
    "a win as 1, a draw as ½ and a loss as 0",
    win.rewards()[0],
    *set(draw.rewards()),
    win.rewards()[1],
)
rewards = win.rewards()[0], draw.rewards()[0], win.rewards()[1]
claim("Many programs count 1, 0, −1 instead", *(2 * reward - 1 for reward in rewards))
assert abs(by_hand - UCB1(c=1.0).score(node, child)) < 1e-12
assert same and not still_same
