# %% [markdown]
# # 11 · Design your own game
#
# Here is a game in a dozen lines. It is **Domineering** on 4 × 4 cells: player 0 puts down standing dominoes, player 1 lying ones, and whoever finds no place for a domino has lost. Two moves have been played:

# %%
from mctslib.course import ch11, checkpoint, predict, score_prediction, summary

ch11.show_dominoes(standing=[6], lying=[0])

# %% [markdown]
# Read the class, if you like, and look for a mistake. Then we search it for 1,000 iterations.


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
# No error. The search recommends move 10, the domino on cells 10 and 14. Shall we play it? Look at the board first, on which nobody has moved yet. These cells are free:

# %%
sorted(start.free)

# %% [markdown]
# Four. A thousand iterations were spent on a board that the *first* of them had nearly filled, and the advice is worth nothing. But perhaps I picked an unlucky seed? Here are 300 searches of the same empty board, and the move that each of them recommends.

# %%
wild = ch11.advice(lambda: FirstTry(set(range(16))))
wild

# %% [markdown]
# I did not. Every one of the 12 first moves is somebody's favourite. And only 14 of the 300 searches end with an error: in the other 286 the game lies, and the search believes it.
#
# **The plan.** You write games, and the whole library (search, boards, trees, matches) works with them. On the way we meet three games that lie without an error. The question of this chapter is how you would ever notice.
#
# **What you'll need.** Python classes, and the five questions that a search asks (chapter 00). &nbsp; **Time:** about 60 minutes.
#
# ## What must a game say?
# Who is to move, which moves are legal, what comes after a move, whether the game is over, and what the rewards are. Your class needs one member for each question, and `num_players`. Play one game on paper before you go on. This is a position after three moves:

# %%
ch11.show_dominoes(standing=[5, 3], lying=[0])

# %%
winner = predict("11-winner")
winner

# %%
openings_3 = predict("11-openings")
openings_3

# %% [markdown]
# Three things are left to you.
#
# **What is a position?** Suppose you take over a game that others have begun. What must you know to go on? Which cells are free, and whose turn it is. How the dominoes lie does not matter any more. The cells are numbered row by row, 0 to 15.
#
# **What is a move called?** An action should be a small value that can be sorted; a number is best. We call a domino by its upper or left cell. `partner` finds the other one, and a lying domino cannot begin at the right edge.
#
# **When is it over?** When the player to move has no place. This player has lost.
#
# So where does `FirstTry` go wrong?

# %%
from mctslib import checks

first_report = checks.check_game(FirstTry(set(range(16))))
first_report

# %% [markdown]
# `check_game` plays random games and tests what a search relies on. Three rules are broken. Two are harmless here: the rewards come too early, and a set cannot be the key of a dictionary. The third is our lie: `apply` **changes the position on which it is called**. A search tries one move, and then another *from the same position*. That position was gone.

# %%
checkpoint("11-mutating")

# %% [markdown]
# ## A game that tells the truth
# The free cells go into a `frozenset`, which nobody can change, and `free - {…}` makes a new one. `illegal` and `not_over` give good error messages, and `__str__` draws the board in letters.

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
# All rules are kept. Is the game right, then? `check_game` knows what *any* game must do. But it has never heard of dominoes.
#
# So let us count by hand. Player 0 has 12 first moves: 4 columns, 3 places in each. How many *pairs* of a first move and a reply are there? Each first move blocks some of the 12 lying places: 2 at the left or right edge, 4 in the middle. There are 6 first moves of each kind. If nothing were blocked, there would be 12 pairs for each first move, so 144 − 6·2 − 6·4 = 108 are left. `perft` counts the sequences of 1, 2 and 3 moves:

# %%
counts = [checks.perft(Domineering(), moves) for moves in (1, 2, 3)]
counts

# %% [markdown]
# 12 and 108. Chess programmers find their errors like this. But a wrong count tells you only *that* something is wrong. `perft_split` tells you where: here are the replies to each first move.

# %%
split = checks.perft_split(Domineering(), 2)
print(*(f"{move}:{replies}" for move, replies in split.items()))

# %% [markdown]
# ## The second lie
# Now let me exchange 0.0 and 1.0 in `rewards`. A search would then look for the surest way to lose. `check_game` is content, and all counts stay the same. Nothing that we have used so far would notice.
#
# What would? `perft_results` counts the games by their rewards:

# %%
results = checks.perft_results(Domineering())
results

# %% [markdown]
# Player 0 wins 11,088 of all games, and player 1 wins 14,004. With the lie these two numbers change places. But which is right? No program can tell you, for only you know the rules. Work out the rewards at the end of *one* game on paper. That is the test.

# %%
checkpoint("11-whose-reward")

# %% [markdown]
# ## Play it
# <span class="with-python">You are player 0, with standing dominoes; a button stands for the upper cell.</span>

# %%
from mctslib.widgets import Play

Play(Domineering(), iterations=300, seed=1)

# %% [markdown]
# Letters are hard to read. A method `_repr_svg_` that returns SVG is used wherever the library shows a position. (The `aria-label` is read aloud to people who cannot see the picture.)


# %%
class Drawn(Domineering):
    def _repr_svg_(self):
        squares = "".join(
            f'<rect x="{cell % 4 * 30 + 2}" y="{cell // 4 * 30 + 2}" width="28" height="28" '
            f'stroke="black" fill="{"white" if cell in self.free else "steelblue"}"/>'
            for cell in range(16)
        )
        words = f'role="img" aria-label="Domineering, free cells: {sorted(self.free)}"'
        size = 'width="124" height="124" viewBox="0 0 124 124"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {words}>{squares}</svg>'


# %%
from mctslib import search
from mctslib.draw import show_tree

result = search(Drawn(), 1000, seed=0)
show_tree(result.root, max_nodes=8)

# %% [markdown]
# The stepper of chapter 03 takes your game, too, and so do the matches of chapter 09:

# %%
from mctslib.widgets import StepperView

StepperView(Drawn(), iterations=60, at=12)

# %%
from mctslib import arena

match_result = arena.match(
    arena.MCTSPlayer(300), arena.FlatMonteCarlo(300), 40, state=Domineering(), progress=False
)
match_result

# %% [markdown]
# Whoever began won most games, and 40 games do not show which player is stronger: the interval contains one half. But is move 6, the search's favourite, *right*? The game is small enough to ask for the exact value of the empty board for player 0, and for the right first moves:

# %%
from mctslib import oracle

oracle.value(Domineering(), 0), oracle.optimal_actions(Domineering())

# %%
score_prediction(winner, "player 0, who begins", "Player 0 can begin in the middle rows.")

# %%
score_prediction(
    openings_3,
    counts[2],
    "There are 12 first moves. On average 9 replies follow, and then 7 third moves.",
    within=100,
)

# %% [markdown]
# ## Exercise 1: Chomp
# A bar of chocolate has 3 rows of 4 squares, numbered row by row from 0 to 11. A bite takes one square, and every square that is neither in a row above it nor in a column to its left. Biting 6, for example, takes 6, 7, 10 and 11. Square 0, at the top left, is poisoned: whoever eats it loses (D. Gale, 1974).
#
# An action is the number of the bitten square, and on the whole bar each square may be bitten. `self.left` holds the squares that are left. Write three methods:
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
# hint: `row, column = divmod(square, 4)`. A square is left if its row is smaller than the row of the bite, or its column is smaller than the column of the bite. When the bar is gone, the player to move is the player who did *not* eat the last square.
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
# Whoever begins can always win, and here is a proof that shows no winning move. Suppose you bite only the last corner, square 11. If this wins, good. If not, your opponent has a reply that wins. But every bite takes the last corner along, so you could have made this very bite first.
#
# ## Exercise 2: nobody to play against
# These numbers are the steps of a staircase. You start on the top step. From place *k* of a row you go to place *k* (action 0) or *k* + 1 (action 1) of the next row, and collect the numbers on your steps, the top step included. The reward is their sum divided by 30.

# %%
from mctslib.course import small_games
from mctslib.course.small_games import STAIRS

for row in STAIRS:
    print(*row)

# %% [markdown]
# The fields are the row and the place where you stand, counted from 0, and the total so far. The last row is row 4.
#
# - `legal_actions(self)` returns the list of the legal actions, which is empty on the last row.
# - `apply(self, action)` returns a new `Stairs(row, place, total)`, and raises `illegal(self, action)` if the action is not legal.
# - `is_terminal(self)` returns whether you stand on the last row.
# - `rewards(self)` returns a tuple with one number, which is written `(number,)`, and raises `not_over(self)` if the game is not over.


# %% tags=["exercise"]
# hint: The game is over when `self.row == 4`. The next number is `STAIRS[self.row + 1][self.place + action]`.
class Stairs(NamedTuple):
    row: int = 0
    place: int = 0
    total: int = 2
    num_players = 1
    current_player = 0

    def legal_actions(self):
        # --- solution
        return [] if self.is_terminal() else [0, 1]
        # --- end

    def apply(self, action):
        # --- solution
        if action not in self.legal_actions():
            raise illegal(self, action)
        row, place = self.row + 1, self.place + action
        return Stairs(row, place, self.total + STAIRS[row][place])
        # --- end

    def is_terminal(self):
        # --- solution
        return self.row == 4
        # --- end

    def rewards(self):
        # --- solution
        if not self.is_terminal():
            raise not_over(self)
        return (self.total / 30,)
        # --- end


# %%
ch11.check_stairs(Stairs)

# %% [markdown]
# A greedy walker takes the 6 first, and can then reach at most 21. What does the search do, with the same four phases and nobody to play against?

# %%
walk = search(small_games.Stairs(), 200, seed=0)
best = oracle.value(small_games.Stairs(), 0) * 30
greedy_best = oracle.value(small_games.Stairs().apply(0), 0) * 30
walk.principal_variation(), best, greedy_best

# %% [markdown]
# ## Exercise 3: two marks for each turn
# In **Two Stones** tic-tac-toe X begins with one mark. From then on each player places *two* marks, one after the other: O O, X X, O O. (Connect6 has the same rule; see Wu and Huang, 2005.)
#
# An action is still one mark, the number of its cell. So all you have to say is who moves when *n* marks are on the board, 0 for X and 1 for O. `self.marks` is a pair of sets: the cells of X and the cells of O.
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
# Perhaps your game exists already: as somebody's board, or as an environment with a method `step`. Then you write no rules, only a wrapper. This is what all wrappers share; two positions are equal if the same moves led to them.


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
# Our first customer is a frozen lake: seven cells in a row, a hole at cell 0, home at cell 6. You start at cell 3 and have eight steps, and in one step of three you slide the other way. `step` changes the lake, and by now we know what to do about that: copy it first.

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
# The search may choose the first step on many such lakes, each with its own dice. What will it do at cell 3?

# %%
steps, believed = ch11.on_the_ice(OnLake)
steps, believed

# %% [markdown]
# On 17 of the 50 lakes it walks *left*, towards the hole. And it expects 0.90 points. With chance as a player (chapter 17) the lake can be solved exactly:

# %%
truth = oracle.value(ch11.Ice(), 0)
truth, oracle.optimal_actions(ch11.Ice())

# %% [markdown]
# Nobody can get more than 0.63 here, and the right first step is to the right. Has the search gone mad? No, it knows the future. **A copied lake carries a copy of its dice.** So the same step from the same position slides in the same way, each time:

# %%
[deepcopy(ch11.Lake(seed=0)).step(1) for copy in range(5)]

# %% [markdown]
# Where the copies slide, the search steps left in order to land on the right. That is the third lie. An earlier version of `check_game` believed it, because the rules that it tested were all kept: the same moves lead to the same position, indeed. Now it shakes the dice inside a position, and looks whether anything changes:

# %%
lake_report = checks.check_game(OnLake(ch11.Lake(seed=0)))
lake_report.broken

# %% [markdown]
# If an environment tells its probabilities (Gymnasium's FrozenLake has them in `env.unwrapped.P`), make chance a player. If it does not, do not search it by copying.
#
# Four shapes that people have, each as a wrapper. They need packages of their own, so they are not run here, but the project's tests run them.
#
# **A library's board: python-chess.** `push` changes the board, so copy it. `Chess(chess.Board())` is ready for `search`.
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
# **A class with `step`: Gymnasium.** The reward and the end come out of `step` and are not kept, so we keep them. `Env((env, 0.0, False))` begins, after `env.reset(seed=0)`. Divide the points if they can exceed 1. The slippery FrozenLake lies like ours; with `is_slippery=False` it is honest.
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
# **Several players and `step`: PettingZoo.** A copy of its tic-tac-toe is a *fresh* game, without a word. So do not copy: play the moves again. That is slow, and right. `Zoo(fresh())` begins.
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
# **An array with a mask: pgx.** Its positions never change, so nothing is copied. But who begins is drawn at random, the mask is full once the game is over, and a position does not say that cards are hidden: a search would see them. `Pgx(env.init(jax.random.PRNGKey(0)))` begins.
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
# OpenSpiel needs no wrapper: after `pip install 'mctslib[openspiel]'`, `from mctslib.foreign import open_spiel` makes its open games ready to search. Fun to play are `Play(open_spiel("breakthrough"))`, in which pawns race across the board, `open_spiel("othello")`, `open_spiel("clobber")`, `open_spiel("quoridor")` with its walls, `open_spiel("ultimate_tic_tac_toe")`, and alone `open_spiel("2048", scale=(0, 4000))`.
#
# ## In practice
# - Speed depends on `legal_actions` and `apply`, which every move of every playout calls. Write a clear version first, keep it, and test the fast version against it.
# - **A game must end.** If a position can occur again, store the number of moves in the state, and call it a draw after a fixed number. (`check_game` reports a position that occurs again.)
# - Hidden cards need more than this chapter: chapter 17.
#
# ## Further reading
# - E. Berlekamp, J. Conway, R. Guy, *Winning Ways for your Mathematical Plays* (1982): Domineering, and a theory of such games.
# - D. Gale, *A curious Nim-type game* (1974): Chomp, and the proof above.
# - I-C. Wu and D.-Y. Huang, *A new family of k-in-a-row games* (2005): two stones for each turn.
# - M. Lanctot et al., *OpenSpiel: A Framework for Reinforcement Learning in Games* (2019).
#
# Before you go on, invent a game and write it. And then ask it three questions: does `check_game` keep quiet, does `perft` count what you count, and did the right player win?
#
# **Next:** [12 · Grow up: Connect Four](12_grow_up_connect_four_and_speed.ipynb).

# %%
summary("11")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

claim(
    "recommends move 10, the domino on cells 10 and 14",
    uct(Node(FirstTry(set(range(16)))), 1000, seed=0),
    10,
    partner(10, 0),
)
assert len(start.free) == 4
claim(
    "only 14 of the 300 searches end with an error: in the other 286",
    wild["error"],
    sum(wild.values()),
    sum(wild.values()) - wild["error"],
)
claim("Every one of the 12 first moves", len(wild) - 1)
assert min(wild[move] for move in wild if move != "error") > 10
assert sorted(Domineering().apply(5).apply(0).apply(3).free) == [2, 4, 6, 8, *range(10, 16)]
claim("Three rules are broken", len(first_report.broken))
assert report.ok
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
claim("12 and 108. Chess", *counts[:2])
assert all(split[move] == (10 if move % 4 in (0, 3) else 8) for move in split)
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
    "Player 0 wins 11,088 of all games, and player 1 wins 14,004",
    0,
    results[1.0, 0.0],
    1,
    results[0.0, 1.0],
)
exchanged = checks.perft_results(Exchanged())
assert (exchanged[0.0, 1.0], exchanged[1.0, 0.0]) == (results[1.0, 0.0], results[0.0, 1.0])

# %%
low, high = match_result.interval("wins")
assert oracle.value(Domineering(), 0) == 1
assert result.action in oracle.optimal_actions(Domineering())
claim("40 games do not show", match_result.games)
claim("is move 6, the search's favourite", result.action)
assert (
    low < 1 / 2 < high
    and match_result.first.wins > 2 * match_result.first.losses
    and match_result.second.losses > match_result.second.wins
)

# %%
from mctslib.draw.boards import picture
from mctslib.draw.svg import framed

drawn = Drawn().apply(5)
assert picture(drawn) == framed(drawn._repr_svg_())  # it is used where a position is shown
bite = small_games.Chomp().apply(6)
bitten = small_games.Chomp().left - bite.left
claim("Biting 6, for example, takes 6, 7, 10 and 11", min(bitten), *sorted(bitten))
assert oracle.value(small_games.Chomp(), 0) == 1
claim("takes the 6 first, and can then reach at most 21", STAIRS[1][0], greedy_best)
assert best == 27 and STAIRS[1][0] > STAIRS[1][1] and walk.principal_variation() == [1, 1, 1, 1]

# %%
claim("On 17 of the 50 lakes", steps["left"], sum(steps.values()))
claim("it expects 0.90 points", believed)
claim("more than 0.63 here", round(truth, 2))
assert oracle.optimal_actions(ch11.Ice()) == [1]
assert len({deepcopy(ch11.Lake(seed=0)).step(1) for copy in range(20)}) == 1
assert list(lake_report.broken) == [
    "Luck is a move of chance, and not a generator that copies of a position share."
]
