# %% [markdown]
# # A · Glossary and symbols
#
# **What you'll find.** The words and letters of the course, among them each word that a chapter sets in bold, with its meaning, its name in the library, and what other texts call
# it.
#
# **How to use it.** Look up what you need; this is no chapter to be read from start to end. **Time:** a minute a word.

# %% [markdown]
# ## The letters
# Few letters carry the whole subject. All of them belong to one node and its parent:
#
# | letter | meaning | for a child | for its parent |
# |---|---|---|---|
# | N | visits: iterations that passed through | `child.visits`, in formulas also n | `node.visits` |
# | W | the sum of rewards, for the player who moved into the node | `child.value_sum` | `node.value_sum` |
# | Q | the mean reward, W / N | `child.value` | `node.value` |
# | c | the weight of exploration | `UCB1(c=…)` | |
#
# From them follows the score by which selection chooses among the children:
#
# $$Q + c\,\sqrt{\frac{\ln N}{n}}$$
#
# Here N are the visits of the parent (of a slot machine: all pulls), and Q and n belong to the child (to an arm). In a picture
# every node shows its own visits as N. Let us compute it once with the library's names, and once by its own
# function:

# %%
from math import log, sqrt
from mctslib import UCB1, TicTacToe, search

node = search(TicTacToe.from_text("X../XOO/OX."), 100, seed=0).root
child = node.children[2]
by_hand = child.value + 1.0 * sqrt(log(node.visits) / child.visits)
by_hand, UCB1(c=1.0).score(node, child)

# %% [markdown]
# ## The words
# The last column names the chapter in which a word first matters. Where it says "elsewhere", other books and programs use another word
# for the same thing, or the same word for another thing.

# %%
from mctslib.course.glossary import glossary

glossary()

# %% [markdown]
# Looking for one word? Put it between the quotation marks. All columns are searched:

# %%
glossary("simulation")

# %% [markdown]
# ## Words that are easily mixed up
# **Iteration, simulation, rollout, playout.** An *iteration* is one pass through all four phases. A *playout* is a random game. In phase 3 of an
# iteration it is also called *rollout* or *simulation*. Many papers say "simulations" where they count iterations. When you compare
# two programs, check what they count.
#
# **UCB1, UCT, MCTS.** *UCB1* is a rule for slot machines (Auer, Cesa-Bianchi and Fischer, 2002). *UCT* uses it in every node of a tree
# (Kocsis and Szepesvári, 2006). *Monte Carlo tree search*, MCTS, is the name of the whole family (Coulom, 2006); UCT is its best-known member.
#
# **Backpropagation, backup.** Both mean phase 4: carrying a result up to the root. Neural networks have a backpropagation of their own, which
# carries derivatives (slopes). The two share nothing but the direction, backwards.
#
# **Value of a node, value of a position.** Q is what the search has *measured* so far, for the player who moved into the node. The minimax value
# is what *would* happen if both sides played perfectly. The exact value under random play is a third thing: what endless playouts
# would give. Chapters 01 and 08 are about the difference.
#
# **State, node.** A state is a position of the game. A node is the search's memory of it. The same position can be reached by different
# orders of moves, and then this library has a node for each.

# %% [markdown]
# ## Two scales of rewards
# This course counts a win as 1, a draw as ½, a loss as 0. Many programs count 1, 0, −1 instead. To go from one scale to the other, double
# and subtract one:
#
# $$Q' = 2Q - 1, \qquad W' = 2W - N$$
#
# The differences between the children's means become twice as large, so the bonus has to be doubled too: **c′ = 2c**.
# Who copies c from a program with the other scale searches with half or double the curiosity, and no error message tells.


# %%
def score(node, child):
    return (2 * child.value - 1) + 2 * 1.0 * sqrt(log(node.visits) / child.visits)


# %% [markdown]
# With this score on the other scale, the search takes the very same steps:

# %%
from mctslib import Highest, record

ours = record(TicTacToe(), 300, seed=5, tree_policy=UCB1(c=1.0))
theirs = record(TicTacToe(), 300, seed=5, tree_policy=Highest(score))
same = ours.iterations == theirs.iterations
same

# %% [markdown]
# And with c not doubled, it does not:


# %%
def copied(node, child):
    return (2 * child.value - 1) + 1.0 * sqrt(log(node.visits) / child.visits)


other = record(TicTacToe(), 300, seed=5, tree_policy=Highest(copied))
unlike = ours.iterations == other.iterations
unlike

# %% [markdown]
# ## Are these really the library's names?
# Every name in the column "in the library" is looked up. The cell stops with an error if one is missing.

# %%
from mctslib.course.glossary import TERMS

named = [term for term in TERMS if term.where]
all(term.found() is not None for term in named)

# %% [markdown]
# *Every number in this appendix is checked by the project's tests.*

# %% [claims]
from claims import claim
from mctslib.trace import walk

win, draw = TicTacToe.from_text("XXX/OO./..."), TicTacToe.from_text("XOX/XOO/OXX")
claim(
    "a win as 1, a draw as ½, a loss as 0", win.rewards()[0], *set(draw.rewards()), win.rewards()[1]
)
rewards = win.rewards()[0], draw.rewards()[0], win.rewards()[1]
claim("Many programs count 1, 0, −1 instead", *(2 * reward - 1 for reward in rewards))
assert abs(by_hand - UCB1(c=1.0).score(node, child)) < 1e-12
assert same and not unlike

# %%
tree = search(TicTacToe(), 2000, seed=0).root
one, two = walk(tree, (0, 4, 8)), walk(tree, (8, 4, 0))
assert one is not two and one.state.cells() == two.state.cells()  # a node for each order of moves
