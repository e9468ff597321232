# %% [markdown]
# # C · History and sources
#
# Somebody had each idea of this course for the first time. Here is who, and when, and what to read next. **Time:** about 15 minutes.

# %% [markdown]
# ## A timeline
# Each year has the same length on this line. Notice how much happened in one of them.

# %%
from mctslib.course.history import timeline

timeline()

# %% [markdown]
# ## The story
# **Random games give advice.** How good is a position? Abramson (1990) proposed an answer that needs no expert: play on at random many times, and take the average result. He called this average the expected outcome. Brügmann (1993) let random games choose the moves of a Go program. Go was an interesting case: the search that plays chess so well needs a function that judges positions, and for Go nobody knew a good one. Chapter 01 lets random games choose in this way.
#
# **Slot machines.** Statisticians studied another question: how should one divide trials among choices whose results are uncertain (Robbins, 1952)?
# Lai and Robbins (1985) showed that even a rule that works well on every machine has a regret that grows at least like the logarithm of the number of pulls. Auer,
# Cesa-Bianchi and Fischer (2002) found a simple rule whose regret grows at this rate, and whose guarantee holds at any time, not only in the limit. This
# rule is UCB1, the subject of chapter 02.
#
# **A tree from random games.** Coulom (2006) let the random games grow a tree, one node at a time, so that the averages near the root come close to
# the results of best play. He called the method Monte Carlo tree search. His program Crazy Stone won a tournament of Go on the small board. In the
# same year Kocsis and Szepesvári (2006) put UCB1 into every node. Their algorithm, UCT, came with a theorem: with more and more iterations, the
# probability of a wrong move goes to zero. Chapters 03, 04 and 08 are about these two papers.
#
# **Go.** Gelly, Wang, Munos and Teytaud (2006) built UCT into MoGo. Its playouts were no longer purely random: a move in a playout was often a reply close to the opponent's last move. RAVE (Gelly and Silver, 2011) also uses a playout to judge the moves that were made later in this playout. With RAVE, MoGo was the first program to reach the level of a master on the small board. Chaslot and others (2008) gave the four phases the names that this course uses.
# Browne and others (2012) collected the results of the first years.
#
# **Networks.** AlphaGo (Silver and others, 2016) added two neural networks to the tree: one proposes moves, and the other judges positions. It was
# the first program to beat a professional player on the full board without a handicap. AlphaGo Zero (2017) learned only from its own games. It used no playouts: the network alone judged a new node. AlphaZero (2018) did the same in chess and shogi. MuZero (Schrittwieser and others, 2020)
# even learned its own model of the rules, and searches with it. And yet all of these programs still use the tree, the visits and the backpropagation of chapter 03.
#
# **Later work.** Świechowski and others (2023) review how the method has been changed since, and where it is used, in games and elsewhere.

# %% [markdown]
# ## A theorem with a gap
# The story of the theorem has a second part. Coquelin and Munos (2007) built trees in which UCT takes extremely long to find the best move. Shah,
# Xie and Xu (2020) pointed out that the first proof is incomplete. It assumes that bad luck averages out faster than one can expect in a tree, where the rewards of a node change while the tree below it grows. Shah, Xie and Xu prove convergence with a bonus that grows like a power instead of a logarithm. The library's UCT still uses the logarithm. The gap is a good reason to measure, as chapter 09 does.

# %% [markdown]
# ## What to read, chapter by chapter
# Which chapter have you just finished? Put its number between the quotation marks:

# %%
from mctslib.course.history import sources_table

sources_table("04")

# %% [markdown]
# **If you read only three:** Browne and others (2012), sections 1 to 3, for the overview; Auer, Cesa-Bianchi and Fischer (2002), the first pages,
# for the rule; and Kocsis and Szepesvári (2006), because they combine the rule with the tree. You can read all three after chapter 04. Skip the
# proofs at first.

# %% [markdown]
# ## All sources

# %%
sources_table()

# %% [markdown]
# *The project's tests check every number in this appendix except the years.*

# %% [claims]
from mctslib.course.history import SOURCES

turns = [source for source in SOURCES if source.turn]
assert [s.year for s in turns] == sorted(s.year for s in turns)
most = max({s.year for s in turns}, key=lambda year: sum(s.year == year for s in turns))
assert most == 2006  # the year in which so much happened
