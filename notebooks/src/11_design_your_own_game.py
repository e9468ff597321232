# %% [markdown]
# # 11 · Design your own game
#
# We play **Domineering** on squared paper, here with 4 × 4 cells. Player 0 puts down standing dominoes, player 1 lying ones, and whoever finds no place for a domino has lost. Two moves have been played:

# %%
from mctslib.course import ch11, checkpoint, predict, score_prediction, small_games, summary

ch11.show_dominoes(standing=[6], lying=[0])

# %% [markdown]
# I wrote the rules in Python; the cells are numbered row by row, from 0 to 15. Then we search the game for 1,000 iterations.


# %%
def partner(cell, player):
    """Return the other cell of the domino that begins at `cell`, or None if there is none."""
    if player == 0:
        return cell + 4
    return cell + 1 if cell % 4 < 3 else None


def places(free, player):
    """Return the cells at which a domino of the player can begin, sorted."""
    return [cell for cell in sorted(free) if partner(cell, player) in free]


# %%
from typing import NamedTuple


class FirstTry(NamedTuple):
    free: set
    current_player: int = 0
    num_players = 2

    def legal_actions(self):
        return places(self.free, self.current_player)

    def apply(self, action):
        self.free.remove(action)
        self.free.remove(partner(action, self.current_player))
        return FirstTry(self.free, 1 - self.current_player)

    def is_terminal(self):
        return not self.legal_actions()

    def rewards(self):
        return (0.0, 1.0) if self.current_player == 0 else (1.0, 0.0)


# %%
from mctslib import Node
from mctslib.search import uct

start = FirstTry(set(range(16)))
uct(Node(start), 1000, seed=0)

# %% [markdown]
# There is no error, and the search recommends move 10, the domino on cells 10 and 14. Shall we play it? Let us look at the board first. Nobody has moved on it yet, so all 16 cells should be free:

# %%
print("free cells:", sorted(start.free))

# %% [markdown]
# Only four are free, so the advice is worth nothing. But perhaps I picked an unlucky seed? Here are 300 searches, each of an empty board of its own.

# %%
wild = ch11.advice(lambda: FirstTry(set(range(16))))
wild

# %% [markdown]
# I did not. Every one of the 12 first moves is the favourite of some searches. And only 14 of the 300 searches end with an error. In the other 286 the game lies, and the search believes it.
#
# This is the first of four lies in this chapter. A game that lies hardly ever raises an error. How would you notice?
#
# **What you'll need.** Python classes, and the five questions that a search asks (chapter 00). &nbsp; **Time:** about 60 minutes.
#
# ## What must a game say?
# It must say who is to move, which moves are legal, what comes after a move, whether the game is over, and what the rewards are. Your class needs one member for each of these, and `num_players`. Two decisions are yours.
#
# **What is a position?** Suppose you take over a game that others have begun. What must you know to go on? You need the free cells, and whose turn it is, but not how the dominoes lie.
#
# **What is a move called?** An action should be a small value that can be sorted; a number is best. We name a domino by its upper or left cell, and `partner` finds its other cell.
#
# ### Exercise 1: catch the lie
# So where does `FirstTry` go wrong? Write `lies(game, move)`, which gets a position of a game with the members of `FirstTry`, and a legal move. It returns True if the game misleads a search as `FirstTry` does, else False.


# %% tags=["exercise"]
# hint: What has the search called that can take away free cells? Mind that two names may mean the *same* set.
def lies(game, move):
    """Return whether the game misleads a search as `FirstTry` does."""
    # --- solution
    # --- end


# %%
ch11.check_lies(lies)

# %%
from mctslib import checks

first_report = checks.check_game(FirstTry(set(range(16))))
first_report

# %% [markdown]
# `check_game` plays random games and tests what a search relies on. Three rules are broken. Two of them did no harm here: `rewards` answers before the game is over, and a position with a set in it cannot be the key of a dictionary. The third is our lie: `apply` **changes the position on which it is called**. A search tries one move, and later another *from the same position*. But the first iteration has filled the board, and all the others searched what it had left.

# %% [markdown]
# ## A game that tells the truth
# We put the free cells into a `frozenset`, which nobody can change, and `free - {…}` makes a new one. `illegal` makes the error for a move that the rules forbid, `not_over` the error for rewards before the end, and `__str__` draws the board with the characters `.` and `#`.

# %%
from mctslib.game import illegal, not_over

whole_board = frozenset(range(16))


class Board(NamedTuple):
    free: frozenset = whole_board
    current_player: int = 0

    def __str__(self):
        marks = ["." if cell in self.free else "#" for cell in range(16)]
        return "\n".join(" ".join(marks[row : row + 4]) for row in (0, 4, 8, 12))


# %%
class Domineering(Board):
    num_players = 2

    def legal_actions(self):
        return places(self.free, self.current_player)

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        rest = self.free - {action, partner(action, self.current_player)}
        return type(self)(rest, 1 - self.current_player)

    def is_terminal(self):
        return not self.legal_actions()

    def rewards(self):
        if not self.is_terminal():
            raise not_over(self)
        return (0.0, 1.0) if self.current_player == 0 else (1.0, 0.0)


# %%
report = checks.check_game(Domineering())
report

# %% [markdown]
# `check_game` finds no broken rule. But is this Domineering? It knows what *any* game must do, and has never heard of dominoes.
#
# So we count by hand. Player 0 has 12 first moves: 4 columns, 3 places in each. How many *pairs* of a first move and a reply are there? If nothing were blocked, there would be 12 · 12 = 144. But a first move at the left or right edge blocks 2 of the 12 lying places, and one in a middle column blocks 4. There are 6 first moves of each kind, so we are left with 144 − 6·2 − 6·4 = 108 pairs. And how many sequences of *three* moves are there? Guess, then `perft` counts them.

# %%
openings_3 = predict("11-openings")
openings_3

# %%
counts = [checks.perft(Domineering(), moves) for moves in (1, 2, 3)]
print("sequences of 1, 2 and 3 moves:", counts)

# %%
score_prediction(
    openings_3,
    counts[2],
    "There are 12 first moves. On average 9 replies follow, and then 7 third moves.",
    within=100,
)

# %% [markdown]
# The first two numbers are 12 and 108, as we counted. Chess programmers look for errors in their rules like this, and so should you.
#
# ## The second lie
# Now suppose that I had exchanged 0.0 and 1.0 in `rewards`. The search would look for the surest way to lose, `check_game` would be content, and every count would stay the same. Which test would notice? With `perft_results` we count all possible games by their rewards:

# %%
results = checks.perft_results(Domineering())
results

# %% [markdown]
# Player 0 wins 11,088 of all possible games, and player 1 wins 14,004. With the lie these two numbers would change places. But which way round is right? No program can tell you, for only you know the rules. Work out the rewards at the end of *one* game on paper. That is the test.

# %%
checkpoint("11-whose-reward")

# %% [markdown]
# ## Play it
# <span class="with-python">You are player 0, with standing dominoes; each button names the upper cell of a domino.</span> The panel of chapter 03 that shows an iteration step by step takes your game, too, and so do the matches of chapter 09.

# %%
from mctslib import widgets

widgets.Play(Domineering(), iterations=300, seed=1)

# %% [markdown]
# Who wins if both sides play perfectly? We can solve this game, so decide before the program does.

# %%
winner = predict("11-winner")
winner

# %%
from mctslib import oracle

best_moves = oracle.optimal_actions(Domineering())
favourite = uct(Node(Domineering()), 1000, seed=0)
print(f"value {oracle.value(Domineering(), 0)}, right: {best_moves}, UCT: {favourite}")

# %%
score_prediction(
    winner, "player 0, who begins", "Moves 4 to 7 win: the dominoes in the two middle rows."
)

# %% [markdown]
# ## Exercise 2: Chomp
# In Chomp (David Gale, 1974) two players take turns to bite into a bar of chocolate. It has 3 rows of 4 squares, numbered row by row from 0 to 11. A bite takes one square, and every square that is neither in a row above it nor in a column to its left. Biting 6, for example, takes 6, 7, 10 and 11. Square 0, at the top left, is poisoned: whoever eats it loses.
#
# An action is the number of the bitten square. `self.left` holds the squares that are left, and each of them may be bitten, even the poisoned one. Write three methods:
#
# - `legal_actions(self)` returns the sorted list of the squares that can be bitten,
# - `apply(self, action)` returns a new `Chomp(left, current_player)`, in which `left` is again a `frozenset`, and raises `illegal(self, action)` if the square is gone,
# - `rewards(self)` returns a pair of rewards, and raises `not_over(self)` if the game is not over.


# %%
class Bar(NamedTuple):
    left: frozenset = frozenset(range(12))
    current_player: int = 0
    num_players = 2

    def is_terminal(self):
        return not self.left

    def __str__(self):
        marks = ["#" if square in self.left else "." for square in range(12)]
        return "\n".join(" ".join(marks[row : row + 4]) for row in (0, 4, 8))


# %% tags=["exercise"]
# hint: `row, column = divmod(square, 4)`. A square remains if its row is smaller than the row of the bite, or its column is smaller than the column of the bite. When the bar is gone, the player to move is the player who did *not* eat the last square.
class Chomp(Bar):
    def legal_actions(self):
        # --- solution
        return sorted(self.left)
        # --- end

    def apply(self, action):
        # --- solution
        if action not in self.left:
            raise illegal(self, action)
        row, column = divmod(action, 4)
        rest = frozenset(s for s in self.left if s // 4 < row or s % 4 < column)
        return Chomp(rest, 1 - self.current_player)
        # --- end

    def rewards(self):
        # --- solution
        if not self.is_terminal():
            raise not_over(self)
        return (1.0, 0.0) if self.current_player == 0 else (0.0, 1.0)
        # --- end


# %%
ch11.check_chomp(Chomp)

# %% [markdown]
# I can prove that the player who begins can win, but the proof does not say how. Suppose that your first bite takes only square 11, the last corner. If this wins, good. If not, your opponent has a reply that wins. But every bite takes this corner along, so you could have made this winning bite yourself, as your first. So `oracle.value(Chomp(), 0)` must be 1: a theorem is a test, too.
#
# ## Exercise 3: two marks for each turn
# In **Two Stones** tic-tac-toe X begins with one mark. From then on each player places *two* marks in a turn: O O, X X, O O. (Connect6 has the same rule.)
#
# An action is still one mark, named by the number of its cell. All you have to say is who is to move when *n* marks are on the board, 0 for X and 1 for O. `self.marks` is a pair of sets: the cells of X and the cells of O.
#
# | n | 0 | 1 | 2 | 3 | 4 | 5 | 6 |
# |---|---|---|---|---|---|---|---|
# | to move | X | O | O | X | X | O | O |


# %% tags=["exercise"]
# hint: There are n = len(self.marks[0]) + len(self.marks[1]) marks on the board. Compute (n + 1) // 2 for each n in the table. Which of the results are even?
class TwoStones(small_games.TwoStones):
    @property
    def current_player(self):
        # --- solution
        n = len(self.marks[0]) + len(self.marks[1])
        return (n + 1) // 2 % 2
        # --- end

    def apply(self, action):
        return TwoStones(super().apply(action).marks)


# %%
ch11.check_two_stones(TwoStones)

# %%
checkpoint("11-twice")

# %% [markdown]
# ## Bring your own game
# Perhaps somebody has written your game already, as an environment with a method `step`. Then you write no rules, only a wrapper. All wrappers below share this class, in which two positions are equal if the same moves led to them.


# %%
class Wrapped:
    num_players = 1
    current_player = 0

    def __init__(self, inside, moves=()):
        self.inside, self.moves = inside, moves

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        return type(self)(self.after(action), (*self.moves, action))

    def rewards(self):
        if not self.is_terminal():
            raise not_over(self)
        return self.points()

    def __eq__(self, other):
        return self.moves == other.moves

    def __hash__(self):
        return hash(self.moves)


# %% [markdown]
# Our first environment is a frozen lake: seven cells in a row, a hole at cell 0, home at cell 6. You start at cell 3 and have eight steps, and in one step of three, on average, you slide the other way. Coming home is worth 1, and all else 0. There is only one player. `step` changes the lake, but by now we know the remedy: we copy the lake first.

# %%
from copy import deepcopy


class OnLake(Wrapped):
    def legal_actions(self):
        return [] if self.is_terminal() else [0, 1]  # left, right

    def after(self, action):
        lake = deepcopy(self.inside)
        lake.step(action)
        return lake

    def is_terminal(self):
        return self.inside.cell in (0, 6) or self.inside.steps == 8

    def points(self):
        return (float(self.inside.cell == 6),)


# %% [markdown]
# We let the search choose the first step on 50 such lakes, each with its own dice. How often does it step to each side, and how many points does it expect on average?

# %%
steps, believed = ch11.on_the_ice(OnLake)
print(steps, "points expected:", believed)

# %% [markdown]
# On 17 of the 50 lakes the search walks *left*, towards the hole. And it expects 0.90 points. With chance as a player (chapter 17 does this) we can solve the lake exactly. Here are its value and the best first steps, where 1 is a step to the right:

# %%
truth = oracle.value(ch11.Ice(), 0)
print(f"value {truth:.2f}, best first steps: {oracle.optimal_actions(ch11.Ice())}")

# %% [markdown]
# Nobody can get more than 0.63 points on average, and the first step must go to the right. But the search knows the future. **A copied lake carries a copy of its dice.** So the same step from the same position slides in the same way, each time. Here I let five copies of one lake step to the right. For each you see the new cell, the reward, and whether the walk is over:

# %%
[deepcopy(ch11.Lake(seed=0)).step(1) for copy in range(5)]

# %% [markdown]
# Where the search knows that it will slide, it can step left in order to land on the right. That is the third lie, and it is well hidden, for the same moves do lead to the same position. So `check_game` shakes the dice inside a position, and looks whether anything changes:

# %%
lake_report = checks.check_game(OnLake(ch11.Lake(seed=0)))
lake_report.broken

# %% [markdown]
# Gymnasium's slippery FrozenLake lies like ours. If an environment tells its probabilities (FrozenLake has them in `env.unwrapped.P`), make chance a player. If it rolls dice and keeps the probabilities to itself, do not search it by copying.
#
# **The fourth lie: a copy that is not a copy.** PettingZoo's environments have several players and a method `step`. Copy its tic-tac-toe in the middle of a game, and you get a *fresh* game, without a warning. So I copy nothing: this wrapper plays the moves again, which is slow, but right. (The project's tests run this class and those below. `Zoo(fresh())` is the first position.)
#
# ```python
# import numpy as np
# from pettingzoo.classic import tictactoe_v3
#
# def fresh():
#     env = tictactoe_v3.raw_env()
#     env.reset()
#     return env
#
# class Zoo(Wrapped):
#     num_players = 2
#     current_player = property(lambda self: self.inside.possible_agents.index(self.inside.agent_selection))
#
#     def legal_actions(self):
#         mask = self.inside.observe(self.inside.agent_selection)["action_mask"]
#         return [] if self.is_terminal() else np.flatnonzero(mask).tolist()
#
#     def after(self, action):
#         env = fresh()
#         for move in (*self.moves, action):
#             env.step(move)
#         return env
#
#     def is_terminal(self):
#         return any(self.inside.terminations.values())
#
#     def points(self):
#         return tuple((self.inside.rewards[who] + 1) / 2 for who in self.inside.possible_agents)
# ```
#
# <details><summary>Three more wrappers: python-chess, Gymnasium and pgx</summary>
#
# **A library's board: python-chess.** `push_uci` changes the board, so copy it. `Chess(chess.Board())` is ready for `search`.
#
# ```python
# import chess
#
# class Chess(Wrapped):
#     num_players = 2
#     current_player = property(lambda self: 0 if self.inside.turn else 1)  # White is player 0
#
#     def legal_actions(self):
#         return [] if self.is_terminal() else sorted(map(str, self.inside.legal_moves))
#
#     def after(self, action):
#         board = self.inside.copy()
#         board.push_uci(action)
#         return board
#
#     def is_terminal(self):
#         return self.inside.is_game_over()
#
#     def points(self):
#         return {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0)}.get(self.inside.result(), (0.5, 0.5))
# ```
#
# **A class with `step`: Gymnasium.** The reward and the end come out of `step` and are not kept, so we keep them. After `env.reset(seed=0)`, the first position is `Env((env, 0.0, False))`. If the points can exceed 1, divide them by the largest possible sum. With `is_slippery=False`, FrozenLake is honest.
#
# ```python
# class Env(Wrapped):
#     def legal_actions(self):
#         return [] if self.is_terminal() else list(range(self.inside[0].action_space.n))
#
#     def after(self, action):
#         env = deepcopy(self.inside[0])
#         _, reward, ended, cut, _ = env.step(action)
#         return env, self.inside[1] + float(reward), ended or cut
#
#     def is_terminal(self):
#         return self.inside[2]
#
#     def points(self):
#         return (self.inside[1],)
# ```
#
# **An array with a mask: pgx.** Its positions never change, so we copy nothing. But who begins is drawn at random, the mask is full once the game is over, and a position does not say that cards are hidden: a search would see them. With the class below, `Pgx(env.init(jax.random.PRNGKey(0)))` is the first position of a game.
#
# ```python
# import jax
# import numpy as np
# import pgx
#
# env = pgx.make("tic_tac_toe")
# step = jax.jit(env.step)
#
# class Pgx(Wrapped):
#     num_players = 2
#     current_player = property(lambda self: int(self.inside.current_player))
#
#     def legal_actions(self):
#         mask = self.inside.legal_action_mask
#         return [] if self.is_terminal() else np.flatnonzero(mask).tolist()
#
#     def after(self, action):
#         return step(self.inside, action)
#
#     def is_terminal(self):
#         return bool(self.inside.terminated)
#
#     def points(self):
#         return tuple((float(reward) + 1) / 2 for reward in self.inside.rewards)
# ```
#
# </details>
#
# OpenSpiel needs no wrapper: after `pip install 'mctslib[openspiel]'`, `open_spiel` from `mctslib.foreign` makes its games without hidden cards ready to search. Try `widgets.Play(open_spiel("breakthrough"))`, a race of pawns across the board.
#
# One more trap: **a game must end.** If a position can occur again (`check_game` reports it), store the number of moves in the state, and call the game a draw once this number reaches a limit.
#
# ## Further reading
# - E. Berlekamp, J. Conway, R. Guy, *Winning Ways for your Mathematical Plays* (1982): Domineering, and a theory of such games.
# - D. Gale, *A curious Nim-type game* (1974): Chomp, and the proof above.
# - I-C. Wu and D.-Y. Huang, *A new family of k-in-a-row games* (2005): Connect6.
#
# Before you go on, invent a game and write it. Then ask three questions. Does `check_game` find nothing? Does `perft` count what you count? And does the right player win a game that you have worked out on paper?
#
# **Next:** [12 · Grow up: Connect Four](12_grow_up_connect_four_and_speed.ipynb).

# %%
summary("11")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests. Not checked: years.*

# %% [claims]
from claims import claim

from mctslib.course.ch11.lies import Dominoes, Liar

assert uct(Node(Liar(set(range(16)))), 1000, seed=0) == uct(
    Node(FirstTry(set(range(16)))), 1000, seed=0
)
assert uct(Node(Dominoes(set(range(16)))), 1000, seed=0) == favourite
claim(
    "recommends move 10, the domino on cells 10 and 14",
    uct(Node(FirstTry(set(range(16)))), 1000, seed=0),
    10,
    partner(10, 0),
)
first = FirstTry(set(range(16)))
uct(Node(first), 1, seed=0)
assert first.free == start.free and len(start.free) == 4 and start.is_terminal()
claim(
    "only 14 of the 300 searches end with an error. In the other 286",
    wild["error"],
    sum(wild.values()),
    sum(wild.values()) - wild["error"],
)
claim("Every one of the 12 first moves", len(wild) - 1)
assert min(wild[move] for move in wild if move != "error") > 10
claim("Three rules are broken", len(first_report.broken))


class Careful(FirstTry):
    """The first try with its other two mistakes, but `apply` changes a copy of the set."""

    def apply(self, action):
        return Careful(*FirstTry(set(self.free), self.current_player).apply(action))


assert uct(Node(Careful(set(range(16)))), 1000, seed=0) == uct(Node(Domineering()), 1000, seed=0)
assert report.ok
split = checks.perft_split(Domineering(), 2)
claim(
    "Player 0 has 12 first moves: 4 columns, 3 places in each",
    0,
    counts[0],
    len({move % 4 for move in split}),
    len({move // 4 for move in split}),
)
replies = list(split.values())
claim(
    "144 − 6·2 − 6·4 = 108",
    counts[0] ** 2,
    replies.count(10),
    counts[0] - 10,
    replies.count(8),
    counts[0] - 8,
    counts[1],
)
claim("12 and 108, as we counted", *counts[:2])
assert all(split[move] == (10 if move % 4 in (0, 3) else 8) for move in split)
claim("there would be 12 · 12 = 144", counts[0], counts[0], counts[0] ** 2)
claim("There are 12 first moves", counts[0])
claim(
    "On average 9 replies follow, and then 7 third moves",
    counts[1] / counts[0],
    counts[2] / counts[1],
)


class Exchanged(Domineering):
    """Domineering with the rewards of a win and a loss exchanged, which no count shows."""

    def rewards(self):
        return super().rewards()[::-1]


assert checks.check_game(Exchanged(), 20).ok
assert [checks.perft(Exchanged(), moves) for moves in (1, 2, 3)] == counts
claim(
    "Player 0 wins 11,088 of all possible games, and player 1 wins 14,004",
    0,
    results[1.0, 0.0],
    1,
    results[0.0, 1.0],
)
exchanged = checks.perft_results(Exchanged())
assert (exchanged[0.0, 1.0], exchanged[1.0, 0.0]) == (results[1.0, 0.0], results[0.0, 1.0])

# %%
assert oracle.value(Domineering(), 0) == 1
assert favourite in best_moves
claim("Moves 4 to 7 win", best_moves[0], best_moves[-1])
assert best_moves == [4, 5, 6, 7]

# %%
bite = small_games.Chomp().apply(6)
bitten = small_games.Chomp().left - bite.left
claim("Biting 6, for example, takes 6, 7, 10 and 11", min(bitten), *sorted(bitten))
assert oracle.value(small_games.Chomp(), 0) == 1
# %%
claim("on 50 such lakes", sum(steps.values()))
claim("On 17 of the 50 lakes", steps["left"], sum(steps.values()))
claim("it expects 0.90 points", believed)
claim("more than 0.63 points on average", round(truth, 2))
assert oracle.optimal_actions(ch11.Ice()) == [1]
assert len({deepcopy(ch11.Lake(seed=0)).step(1) for copy in range(20)}) == 1
assert list(lake_report.broken) == [
    "Luck is a move of chance, and not a generator that copies of a position share."
]
