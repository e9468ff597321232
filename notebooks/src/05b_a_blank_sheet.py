# %% [markdown]
# # 05b · A blank sheet
#
# **What you'll do.** You write a whole Monte Carlo tree search in one empty cell, for a game that you have not seen before.
#
# **What you'll learn.** Afterwards you can
# - *on paper:* follow a game in which a player sometimes moves again, and say whose reward is added to which node,
# - name the six members of a state that a search needs,
# - write the loop around the four phases, UCB1 over nodes, and the choice of the final move,
# - write a complete Monte Carlo tree search without the library.
#
# **What you'll need.** Chapters 02 to 05. &nbsp; **Time:** about 60 minutes.

# %% [markdown]
# ## A row of coins
# Two players, X and O, share a row of coins. The player to move takes the coin at the left end or the coin at the right end.
# **After an odd coin the same player moves again.** After an even coin it is the other player's turn. When no coin is left, the player with more money wins. If both players have the same amount, the game is a draw, and each player gets ½. The picture below shows a row. Odd coins have a double rim.

# %%
from mctslib.course.ch05b import CoinRow

row = CoinRow((3, 2, 5, 4))
row

# %% [markdown]
# **On paper.** X takes the left coin, the 3. Who moves next? And who moves after that player has taken the 4? Write down both answers before you go on.

# %%
after_three = row.apply("left")
after_four = after_three.apply("right")
"XO"[after_three.current_player], "XO"[after_four.current_player]

# %% [markdown]
# The 3 is odd, so X moves again. The 4 is even, so O is next.
#
# ## Two predictions
# Guess before you go on.

# %%
from mctslib.course import checkpoint, predict, score_prediction, summary

flip_guess = predict("05b-flip")
flip_guess

# %%
lines_guess = predict("05b-lines")
lines_guess

# %% [markdown]
# ## The game as a class
# A search needs six members of a state: `num_players`, `current_player`, `legal_actions()`, `apply(action)`, `is_terminal()` and
# `rewards()`. The class below is the whole game. A `NamedTuple` is a tuple whose fields have names. A tuple never changes, so `apply` must return a new state.

# %%
from typing import NamedTuple


class Coins(NamedTuple):
    coins: tuple
    money: tuple = (0, 0)
    current_player: int = 0
    num_players = 2

    def legal_actions(self):
        return ["left", "right"] if len(self.coins) > 1 else ["left"] * len(self.coins)

    def apply(self, action):
        coin = self.coins[0] if action == "left" else self.coins[-1]
        rest = self.coins[1:] if action == "left" else self.coins[:-1]
        money = list(self.money)
        money[self.current_player] += coin
        again = coin % 2 == 1
        return Coins(rest, tuple(money), self.current_player if again else 1 - self.current_player)

    def is_terminal(self):
        return not self.coins

    def rewards(self):
        if self.money[0] == self.money[1]:
            return (0.5, 0.5)
        return (1, 0) if self.money[0] > self.money[1] else (0, 1)


# %% [markdown]
# When one coin is left, it lies at both ends, so only "left" is legal. The library's `CoinRow` has the same rules, and it can also be shown as a picture. In the game below, both players take the left coin at every turn:

# %%
state = Coins((3, 2, 5, 4))
while not state.is_terminal():
    print(state)
    state = state.apply("left")
print(state, state.rewards())

# %%
checkpoint("05b-mover")

# %% [markdown]
# ## The outer loop
# In chapter 04 the loop contained a call of `iterate`, the library's function for one iteration. Now you write the code of the iteration as well. In words: make a root, repeat the four phases many times, then choose a move. Below is the smallest example, with the library's four functions:

# %%
import random
from mctslib import Node, UCB1, uniform
from mctslib.search import backpropagate, expand, select, simulate

root, rng = Node(row), random.Random(0)
for _ in range(100):
    node = expand(select(root, UCB1()), rng)
    playout = simulate(node.state, rng, uniform)
    backpropagate(node, playout.rewards)

# %% [markdown]
# After the loop, the children of the root contain the results of the search: N and W for each end of the row. The next cell shows N for each end, and N of the root.

# %%
visits = {action: child.visits for action, child in root.children.items()}
visits, root.visits

# %% [markdown]
# The visits of the two ends add up to the 100 iterations.
#
# ## UCB1 over nodes
# In chapter 02 the arms of UCB1 were the entries of two lists. In a tree each arm is a child node. Take a child with n visits and value sum W, below a node
# with N visits. The score of this child is W / n + c · √(ln N / n). The next cell computes the score of one child, with c = 1:

# %%
from math import log, sqrt

child = root.children["left"]
child.value_sum / child.visits + 1.0 * sqrt(log(root.visits) / child.visits)

# %% [markdown]
# ### Exercise 1: pick a child
# Return the child of `node` with the highest score. `node.children` is a dictionary from actions to nodes, and each child has `visits` (at
# least one) and `value_sum`.


# %% tags=["exercise"]
# hint: Write a small function `score(child)` with the formula above. Then return `max(node.children.values(), key=score)`.
def pick_child(node, c):
    # --- solution
    def score(child):
        return child.value_sum / child.visits + c * sqrt(log(node.visits) / child.visits)

    return max(node.children.values(), key=score)
    # --- end


# %%
from mctslib.course.ch05b import check_pick_child

check_pick_child(pick_child)

# %% [markdown]
# ## The final move
# When the loop ends, the program must play one action. It plays the action of the **most visited** child of the root. A mean over few visits is rough, but selection gives many visits only to a child whose mean has stayed high.
# Suppose that child a has N = 20, and child b has N = 40 and a lower mean. Then the program plays the action of child b.
#
# ### Exercise 2: the final move
# Return the *action* of the most visited child. Each child has an attribute `action`.


# %% tags=["exercise"]
# hint: Use `max` over the children, with their visits as the key. Each node has an attribute `action`.
def final_action(root):
    # --- solution
    return max(root.children.values(), key=lambda child: child.visits).action
    # --- end


# %%
from mctslib.course.ch05b import check_final_action

check_final_action(final_action)

# %%
checkpoint("05b-final")

# %% [markdown]
# ## The blank sheet
# Now write everything yourself, without the library. Your function `best_move(state, iterations, rng)` returns a legal action for the player to move.
#
# - `state` has only the six members above.
# - Each iteration plays one random game to its end.
# - At the end, the function returns the action of the most visited child of the root.
# - All random numbers come from `rng`, a `random.Random`. For example, `rng.choice(actions)` draws one action.
# - How you represent the tree is up to you: a class, or a dictionary for each node.
# - `log` and `sqrt` are imported above.
#
# A dictionary is enough for a node. It stores the player who made the move *into* the node, because in this game the depth of a node does not determine this player. No
# move leads to the root, so its player is `None`. The search does not use the root's W.

# %%
example = {"state": row, "player": None, "children": {}, "N": 0, "W": 0}
example

# %% [markdown]
# The checker runs your function on 20 rows with 400 iterations each, and compares your moves with the best moves, which are computed exactly. This takes a few seconds. If some of your
# moves are wrong, the checker also compares them with the moves of broken searches, and names the mistake that would explain your moves. If all your moves are right, it
# runs your function on each position that can arise from one more row. Then the checker examines the games that your search plays. Each iteration should play one game, and the moves after the new node should be random. A node's untried actions should be tried before any action is tried a second time. One value of c, which
# you may choose, should explain which children are selected. The final move should be the most visited one.
#
# ### Exercise 3: all of Monte Carlo tree search


# %% tags=["exercise"]
# hint: Write the four phases in one loop. Keep the nodes of the path in a list. A node is fully expanded if it has as many children as legal actions. Walk down only from a fully expanded node, and stop at a node without children. Backpropagation adds `rewards[node["player"]]`, and the root, which nobody moved into, needs no W.
def best_move(state, iterations, rng):
    # --- solution
    def new_node(state, player):
        return {"state": state, "player": player, "children": {}, "N": 0, "W": 0}

    def score(child, parent):
        return child["W"] / child["N"] + sqrt(log(parent["N"]) / child["N"])

    root = new_node(state, None)
    for _ in range(iterations):
        node = root
        path = [root]
        while node["children"] and len(node["children"]) == len(node["state"].legal_actions()):
            parent = node
            node = max(parent["children"].values(), key=lambda child: score(child, parent))
            path.append(node)
        here = node["state"]
        untried = [a for a in here.legal_actions() if a not in node["children"]]
        if untried:
            action = rng.choice(untried)
            node["children"][action] = new_node(here.apply(action), here.current_player)
            path.append(node["children"][action])
        end = path[-1]["state"]
        while not end.is_terminal():
            end = end.apply(rng.choice(end.legal_actions()))
        for node in path:
            node["N"] += 1
            if node["player"] is not None:
                node["W"] += end.rewards()[node["player"]]
    return max(root["children"], key=lambda action: root["children"][action]["N"])
    # --- end


# %%
from mctslib.course.ch05b import check_best_move

check_best_move(best_move)

# %% [markdown]
# ## What your search has done
# The picture below shows the checker's exam. Each column is one of the 20 rows. The first line shows your answers, as soon as your function returns moves. The second line belongs to a correct engine, and
# each of the other lines belongs to an engine with one common mistake. *Right* counts the right answers, and *like yours* counts the answers that are the same as yours. If a broken engine gives the same answers as your function in nearly all rows, look for its mistake in your code.

# %%
from mctslib.course.ch05b import show_exam

show_exam(best_move)

# %% [markdown]
# Your function returns a move, but not its tree. Still, the tree can be reconstructed from outside. The next cell passes your function a state that records each game that is played to its end. Each game adds one node to the tree: the first position of the game
# that is not in the tree yet. So the recorded games are enough to build the tree again. The picture below shows the tree for the first row of the exam. N counts the games through a position, and Q is the mean reward in these games for the player who took the coin.

# %%
from mctslib.course.ch05b import show_own_tree

show_own_tree(best_move)

# %% [markdown]
# What does a mistake look like in such a picture? Here is the tree of the engine that decides by depth whose reward it adds:

# %%
from functools import partial
from mctslib.course.ch05b import engines

by_depth_engine = partial(engines.best_move, reward=engines.by_depth)
show_own_tree(by_depth_engine, of="the engine that decides by depth")

# %% [markdown]
# O has taken the 9, which is odd, so O moves again. The 1 would be better for O than the 2: Q is 0.88 after the 1, and 0.48 after the 2. But the engine treats this move as a move of X. So it plays 333 games through the 2, and 21 through the 1. **If a child has many visits, but a lower Q than its sibling, check whose reward is added.**
#
# ## Your engine against you
# <span class="with-python">Take a coin from one end.</span> You are X, and your own function is O. If your function does not pass the checker yet, the library's engine plays instead, and a line below the row tells you so. <span class="with-python">After you have
# changed `best_move`, run its cell and this one again.</span>

# %%
from mctslib.course.ch05b import PlayYourEngine

PlayYourEngine(best_move, seed=0)

# %% [markdown]
# ## Your predictions
# How often is a search wrong if it decides by depth whose reward it adds? This search is one of the broken searches in the checker. The next cell counts its wrong moves:

# %%
from mctslib.course.ch05b.exam import ROWS, answers_of
from mctslib.course.ch05b.engines import by_depth
from mctslib.oracle import optimal_actions

best_moves = [optimal_actions(position)[0] for position in ROWS]
moves_by_depth = answers_of({"reward": by_depth})
wrong_moves = sum(move != best for move, best in zip(moves_by_depth, best_moves))
score_prediction(
    flip_guess,
    wrong_moves,
    "If a player moves again, the depth no longer shows who made a move.",
    within=2,
)

# %% [markdown]
# The rows were chosen so that such mistakes show. In a row that has only even coins, this search works correctly. And how long is a whole tree search? Unfold the solution of exercise 3 to see one.

# %%
score_prediction(lines_guess, "at most 40 lines", "The solution of exercise 3 has 27 lines.")

# %% [markdown]
# ## In practice
# - If a program stores the player in each node, as yours does, it can play many different games. Programs for games in which the players strictly alternate often flip a sign instead. This is shorter, but wrong as soon as a player may move twice in a row.
# - `best_move` discards its tree after each move. The library's player keeps the subtree of the position that the game has reached.
# - To test a new search, choose a game that is small enough for exact answers, and choose positions in which the common mistakes lead to wrong moves.
#
# ## Further reading
# - C. Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), section 3: the loop, the final move and its variants.
# - G. Chaslot et al., *Progressive Strategies for Monte-Carlo Tree Search* (2008), section 2: how to choose the final move.
# - E. Berlekamp, J. Conway and R. Guy, *Winning Ways for Your Mathematical Plays* (1982): in Dots and Boxes, too, a player sometimes moves again.
#
# **Next:** [06 · Watch trees grow](06_watch_trees_grow.ipynb). You watch a search while its tree grows to thousands of nodes.

# %%
summary("05b")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim
from solved import exercises
from mctslib.checks import perft_results
from mctslib.course.ch05b.exam import ITERATIONS

claim("The visits of the two ends add up to the 100 iterations", sum(visits.values()))
claim("In how many of the 20 rows of this chapter's exam", len(ROWS))
claim("Each column is one of the 20 rows", len(ROWS))
claim("The checker runs your function on 20 rows with 400 iterations each", len(ROWS), ITERATIONS)
assert perft_results(Coins((3, 2, 5, 4, 6))) == perft_results(CoinRow((3, 2, 5, 4, 6)))
from mctslib.course.ch05b.watched import COINS, tree_of

assert CoinRow(COINS) == ROWS[0]
after_nine = (
    tree_of(by_depth_engine, ROWS[0], ITERATIONS, random.Random(0))
    .children["left"]
    .children["left"]
)
assert after_nine.player == after_nine.state.current_player == 1
one_coin, two_coin = after_nine.children["left"], after_nine.children["right"]
claim("O has taken the 9", after_nine.state.money[1])
one, two = one_coin.state.money[1] - 9, two_coin.state.money[1] - 9
claim(
    "The 1 would be better for O than the 2: Q is 0.88 after the 1, and 0.48 after the 2",
    one,
    two,
    one_coin.value,
    one,
    two_coin.value,
    two,
)
claim(
    "So it plays 333 games through the 2, and 21 through the 1",
    two_coin.visits,
    two,
    one_coin.visits,
    one,
)
text = exercises("05b")[2].partition("--- solution\n")[2].partition("    # --- end")[0]
length = 1 + sum(1 for line in text.splitlines() if line.strip())
claim("The solution of exercise 3 has 27 lines", length)
from mctslib.course.ch05b.engines import best_move as broken_or_right

even = CoinRow((2, 8, 4, 6, 2, 4))
for seed in range(5):
    healthy = broken_or_right(even, 100, random.Random(seed))
    assert broken_or_right(even, 100, random.Random(seed), reward=by_depth) == healthy
