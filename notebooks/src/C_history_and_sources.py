# %% [markdown]
# # C · History and sources
#
# **What you'll find.** Where the ideas of this course come from, who had them, and what to read next.
#
# **How to use it.** Look at the line through time, read the story, then use the tables at the end when you want the original. **Time:** about 15 minutes.

# %% [markdown]
# ## A line through time
# The dots are true to scale. Look how much happened in one year.

# %%
from mctslib.course.history import timeline

timeline()

# %% [markdown]
# ## The story
# **Random games give advice.** How good is a position? Abramson (1990) proposed an answer that needs no expert: play on at random many times,
# and take the average end. He called it the expected outcome. Brügmann (1993) let random games choose the moves of a Go program. Go mattered
# because no good way was known to judge its positions, and the search that plays chess so well needs such a judgement. Random games
# are the idea of chapter 01.
#
# **Slot machines.** Quite independently, statisticians asked how to share out trials among uncertain choices (Robbins, 1952). Lai and Robbins
# (1985) showed that no rule that is good for all machines can lose less than something that grows like a logarithm. Auer, Cesa-Bianchi and Fischer (2002) found a simple
# rule that reaches this growth and holds at any time, not only in the end: UCB1. That is chapter 02.
#
# **The two meet.** Coulom (2006) let the random games grow a tree, a node at a time, so that the averages near the root turn into
# something like best play. He called it Monte Carlo tree search, and his program Crazy Stone won a tournament in Go on the small board. In the
# same year Kocsis and Szepesvári (2006) put UCB1 into every node. Their algorithm, UCT, came with a theorem: with more and more
# iterations, the chance of a wrong move goes to zero. Chapters 03, 04 and 08 are about these two papers.
#
# **Go.** Gelly, Wang, Munos and Teytaud (2006) built UCT into MoGo, whose playouts were not quite random any more: they answered the
# opponent's last move nearby. With RAVE (Gelly and Silver, 2011), which lets playouts speak about moves they made later on, MoGo was the
# first program to reach the level of a master on the small board. Chaslot and others (2008) gave the four phases the names that
# this course uses. Browne and others (2012) collected what had been found in the first years.
#
# **Networks.** AlphaGo (Silver and others, 2016) added two neural networks to the tree: one proposes moves, the other judges positions. It
# beat a professional player on the full board without a handicap, the first program to do so. AlphaGo Zero (2017) learned from nothing
# but its own games, and left the playouts out: the network alone judges the new node. AlphaZero (2018) did the same in chess and shogi.
# MuZero (Schrittwieser and others, 2020) even learned the rules it searches with. The tree, the visits and the walk back to the root
# are still those of chapter 03.
#
# **And since?** Świechowski and others (2023) review what has been changed and where it is used, in games and far from them.

# %% [markdown]
# ## A theorem with a gap
# The story of the theorem has a second part. Coquelin and Munos (2007) built trees in which UCT needs absurdly long to find the best
# move. And Shah, Xie and Xu (2020) pointed out that the first proof is incomplete: it takes for granted that bad luck dies out
# faster than can be expected in a tree, where the rewards of a node change while the tree below it learns. They prove convergence with
# a bonus that grows like a power, in place of the logarithm. The library's UCT still uses the logarithm. The gap is a good reason to
# measure, as chapter 09 does, and not only to believe.

# %% [markdown]
# ## What to read, chapter by chapter
# Put in the number of the chapter you have just finished, between the quotation marks:

# %%
from mctslib.course.history import sources_table

sources_table("04")

# %% [markdown]
# **If you read only three:** Browne and others (2012), sections 1 to 3, for the overview; Auer, Cesa-Bianchi and Fischer (2002), the first
# pages, for the idea; Kocsis and Szepesvári (2006), because it is where the two come together. All three can be read with what you know
# after chapter 04; skip the proofs at first.

# %% [markdown]
# ## All sources

# %%
sources_table()

# %% [markdown]
# ## Three habits for reading old papers
# 1. **Find out whose reward it is.** Some papers write from the view of the player to move, some from the view of whoever moved last.
# 2. **Find out the scale.** The same c means something else where a loss counts less than zero. [Appendix A](A_glossary_and_symbols.ipynb) has
#    the rule.
# 3. **Find out what is counted.** "Simulations" are mostly iterations, sometimes playouts. With several playouts a node, the two differ.

# %% [markdown]
# *Every number in this appendix is checked by the project's tests.*

# %% [claims]
from mctslib.course.history import SOURCES

turns = [source for source in SOURCES if source.turn]
assert [s.year for s in turns] == sorted(s.year for s in turns)
most = max({s.year for s in turns}, key=lambda year: sum(s.year == year for s in turns))
assert most == 2006  # the year in which so much happened
