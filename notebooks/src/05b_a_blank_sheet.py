# %% [markdown]
# # 05b · A blank sheet
#
# Two players, X and O, share a row of coins. The player to move takes the coin at the left end or the coin at the right end. **After an odd coin the same player moves again**; after an even one it is the other player's turn. When no coin is left, the player with more money wins. (With equal money the game is a draw, and each player gets ½.) Odd coins have a double rim.

# %%
from mctslib.course import ch05b, checkpoint, predict, score_prediction, summary

row = ch05b.CoinRow((3, 2, 5, 4))
row

# %% [markdown]
# **On paper.** X takes the left coin, the 3. Who moves next? And who moves after that player has taken the 4?

# %%
after_three = row.apply("left")
after_four = after_three.apply("right")
print("after the 3:", "XO"[after_three.current_player])
print("after the 4:", "XO"[after_four.current_player])

# %% [markdown]
# The 3 is odd, so X moves again, but the 4 is even, so O is next. A harmless rule? Suppose we add one player's reward at one level of the tree and the other player's at the next, since "the players take turns". In tic-tac-toe such a search is right, but how does it fare with coins?

# %%
flip_guess = predict("05b-flip")
flip_guess

# %%
wrong = ch05b.wrong_moves(reward=ch05b.by_depth)
score_prediction(
    flip_guess,
    wrong,
    "If a player moves again, the depth no longer shows who made a move.",
    within=2,
)

# %% [markdown]
# It chose a wrong move in 13 of 20 rows. (I chose rows in which such mistakes show. In a row with only even coins this search is right.) So don't copy a search blindly; write your own. But haven't you done that in chapter 04? You wrote four functions there, but the nodes, the loop and UCB1 came from the library. Further down I have left a cell empty, and in it you write a whole Monte Carlo tree search.
#
# **What you'll need.** Chapters 02 to 05. &nbsp; **Time:** about 55 minutes.
#
# ## The game as a class
# A search needs six members of a state: `num_players`, `current_player`, `legal_actions()`, `apply(action)`, `is_terminal()` and `rewards()`. Here is the whole game. A `NamedTuple` is a tuple whose fields have names. A tuple never changes, so `apply` must return a new state.

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


# %%
state = Coins((3, 2, 5, 4))
while not state.is_terminal():
    print(state)
    state = state.apply("left")
print(state, state.rewards())

# %% [markdown]
# In this game I let both players take the left coin at every turn. (The last coin lies at both ends, so only "left" is legal. The library's `CoinRow` has the same rules, and a picture.)

# %%
checkpoint("05b-mover")

# %% [markdown]
# ## The loop
# In words: make a root, repeat the four phases many times, then choose a move. With the library's functions of chapter 04 we need few lines:

# %%
import random
from mctslib import Node, Phases, UCB1, uniform

root, rng, library = Node(row), random.Random(0), Phases()
for _ in range(100):
    node = library.expand(library.select(root, UCB1()), rng)
    playout = library.simulate(node.state, rng, uniform)
    library.backpropagate(node, playout.rewards)

{action: child.visits for action, child in root.children.items()}

# %% [markdown]
# The visits of the two ends add up to the 100 iterations. Now we take the library away, piece by piece. `select` needs UCB1. A child with n visits and value sum W, below a node with N visits, has the score W / n + c · √(ln N / n). Here is the score of the left end, with c = 1:

# %%
from math import log, sqrt

child = root.children["left"]
child.value_sum / child.visits + 1.0 * sqrt(log(root.visits) / child.visits)

# %% [markdown]
# ### Exercise 1: pick a child
# Write `pick_child(node, c)`. It returns the child of `node` with the highest score. `node.children` is a dictionary from actions to nodes; the node has `visits`, and each child has `visits` (at least one) and `value_sum`. Scores may be below 0, since some games have negative rewards.


# %% tags=["exercise"]
# hint: Write a small function `score(child)` with the formula above. Then return `max(node.children.values(), key=score)`.
def pick_child(node, c):
    """Return the child with the highest UCB1 score."""
    # --- solution
    # --- end


# %%
ch05b.check_pick_child(pick_child)

# %% [markdown]
# And the final move? I would have taken the child with the highest mean. But a mean over few visits is rough, and selection gives many visits only to a child whose mean has stayed high. So when the loop ends, the program plays the action of the **most visited** child of the root. Suppose that child a has N = 20, and child b has N = 40, but a lower mean. The program plays b.
#
# ### Exercise 2: the final move
# Write `final_action(root)`. It returns the *action* of the most visited child. Each child has an attribute `action`.


# %% tags=["exercise"]
# hint: Use `max` over the children, with their visits as the key. Each node has an attribute `action`.
def final_action(root):
    """Return the action of the most visited child."""
    # --- solution
    # --- end


# %%
ch05b.check_final_action(final_action)

# %%
checkpoint("05b-final")

# %% [markdown]
# ## The blank sheet
# Now you write everything, and without the library. I give you a name and five rules. `best_move(state, iterations, rng)` returns a legal action for the player to move.
#
# - `state` has only the six members above.
# - Each iteration plays *one* random game to its end.
# - At the end, the function returns the action of the most visited child of the root.
# - All random numbers come from `rng`, a `random.Random`. For example, `rng.choice(actions)` draws one action.
# - How you represent the tree is up to you: a class, or a dictionary for each node. I have imported `log` and `sqrt` above.
#
# A dictionary is enough for a node. But whatever you take, let it store the player who made the move *into* the node: we have seen a search that asked the depth instead. Nobody moved into the root, so its player is None, and its W is not used.

# %%
{"state": row, "player": None, "children": {}, "N": 0, "W": 0}

# %% [markdown]
# The checker runs your function on 20 rows with 400 iterations each, and compares your moves with the best ones, which we can compute exactly. But right moves can be luck, so it also watches the games that your search plays. Each iteration should play one game, with random moves after the new node. A node's untried actions should come before any action is tried a second time. One value of c (your choice) should explain which children are selected, and the final move should be the most visited one.
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
ch05b.check_best_move(best_move)

# %% [markdown]
# My solution has 27 lines, and that is all there is: no line of it knows that the game is about coins. If yours is not right yet, compare it with the broken engines below. Each column is one of the 20 rows of coins, and into the engine of each lower line I put one common mistake. *Like yours* counts the answers that are the same as yours.

# %%
ch05b.show_exam(best_move)

# %% [markdown]
# Your function returns a move, but keeps its tree to itself. And yet we can see the tree from outside: in the cell below I hand your function a state that records each game played to its end. Each game adds one node, for its first position that is not in the tree yet. N counts the games through a position, and Q is their mean reward for the player who took the coin.

# %%
ch05b.show_own_tree(best_move)

# %% [markdown]
# And this is the tree of the search that was wrong 13 times. Find the node in which the search goes astray.

# %%
ch05b.show_own_tree(ch05b.best_move_by_depth, of="the engine that decides by depth")

# %% [markdown]
# O has taken the 9, which is odd, so O moves again. The 1 would be better for O than the 2: Q is 0.88 after the 1, and 0.48 after the 2. But the engine takes O's next move for a move of X, and plays 333 games through the 2, and 21 through the 1. **If a child has many visits, but a lower Q than its sibling, check whose reward is added.**
#
# ## Your engine against you
# <span class="with-python">Press the coin at one end of the row to take it.</span> You are X, and your own function is O. If it does not pass the checker yet, the library's engine plays instead, and a line below the row tells you so. <span class="with-python">After you have changed `best_move`, run its cell and this one again.</span>

# %%
ch05b.PlayYourEngine(best_move, seed=0)

# %% [markdown]
# ## Further reading
# - G. Chaslot et al., *Progressive Strategies for Monte-Carlo Tree Search* (2008), section 2: how to choose the final move.
# - E. Berlekamp, J. Conway and R. Guy, *Winning Ways for Your Mathematical Plays* (1982): in Dots and Boxes, too, a player sometimes moves again.
#
# **Next:** [06 · Watch trees grow](06_watch_trees_grow.ipynb). We watch a search while its tree grows to thousands of nodes.

# %%
summary("05b")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years.*

# %% [claims]
from claims import claim
from solved import exercises

from mctslib.checks import perft_results
from mctslib.course.ch05b import engines
from mctslib.course.ch05b.exam import ITERATIONS, ROWS
from mctslib.course.ch05b.watched import COINS, tree_of

claim("a wrong move in 13 of 20 rows", wrong, len(ROWS))
claim("the search that was wrong 13 times", wrong)
claim("The visits of the two ends add up to the 100 iterations", root.visits)
assert sum(child.visits for child in root.children.values()) == root.visits
claim("In how many of 20 rows does it choose a wrong move", len(ROWS))
claim("Each column is one of the 20 rows", len(ROWS))
claim("The checker runs your function on 20 rows with 400 iterations each", len(ROWS), ITERATIONS)
assert perft_results(Coins((3, 2, 5, 4, 6))) == perft_results(ch05b.CoinRow((3, 2, 5, 4, 6)))
assert ch05b.CoinRow(COINS) == ROWS[0]
after_nine = (
    tree_of(ch05b.best_move_by_depth, ROWS[0], ITERATIONS, random.Random(0))
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
    "and plays 333 games through the 2, and 21 through the 1",
    two_coin.visits,
    two,
    one_coin.visits,
    one,
)
text = exercises("05b")[2].partition("--- solution\n")[2].partition("    # --- end")[0]
length = 1 + sum(1 for line in text.splitlines() if line.strip())
claim("My solution has 27 lines", length)

even = ch05b.CoinRow((2, 8, 4, 6, 2, 4))
for seed in range(5):
    healthy = engines.best_move(even, 100, random.Random(seed))
    assert engines.best_move(even, 100, random.Random(seed), reward=engines.by_depth) == healthy
