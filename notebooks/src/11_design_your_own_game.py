# %% [markdown]
# # 11 · Design your own game
#
# **What you'll do.** You write a game that is not in the library. Then you play your game against MCTS, examine the search, and let MCTS play a
# match.
#
# The game is **Domineering**. It is played on a square grid, here of 4 × 4 cells. Player 0 draws standing dominoes, which cover two cells, one above the other. Player 1
# draws lying dominoes, which cover two cells side by side. Dominoes may not overlap. A player who cannot place a domino loses. There are no draws.
# The picture below shows a position after three moves.

# %%
from mctslib.course.ch11 import show_dominoes

show_dominoes(standing=[5, 3], lying=[0])

# %% [markdown]
# **What you'll learn.** Afterwards you can
# - *on paper:* count the first moves of a new game,
# - decide three things that the rules of a new game leave open: how a position is stored, how moves are named, and how the program finds out that the game is
#   over,
# - use `check_game`, and read its report,
# - write games for one player, and games in which a player moves twice.
#
# **What you'll need.** Python classes, and chapter 00 for the five questions that a search asks. Chapter 04 helps. &nbsp;
# **Time:** about 70 minutes.

# %% [markdown]
# ## The game
# A search asks a game five questions (chapter 00): who is to move, which moves are legal, what the position is after a move, whether the game is over, and what the rewards are.
# Your class needs six members, one for each question, and `num_players`. Before you write these members you decide three things, under the next
# three headings.
#
# Play one game on paper now, with a partner or against yourself. Then answer two questions:

# %%
from mctslib.course import predict

winner = predict("11-winner")
winner

# %%
openings_3 = predict("11-openings")
openings_3

# %% [markdown]
# ## First: how is a position stored?
# Suppose you take over a game that others have begun. What must you know to continue it? This information, and nothing else, is the **state**.
#
# In Domineering you must know which cells are free, and whose turn it is. You need not know how the dominoes lie. The cells are numbered row by
# row, 0 to 15. We store the free cells in a `frozenset`, which is a set that cannot be changed. The next cell shows the free cells after player 0
# has put a domino on cells 5 and 9.

# %%
whole_board = frozenset(range(16))
sorted(whole_board - {5, 9})

# %% [markdown]
# ## Second: what is legal, and how is a move named?
# An **action** should be a small value that can be sorted. A number is best. We name a domino by the number of its upper or left cell. The number of the other cell follows from this number.
# The number of the cell below is larger by 4, and the number of the cell to the right is larger by 1. A lying domino cannot
# begin at the right edge, so there the function returns `None`.


# %%
def partner(cell, player):
    """Return the other cell of the domino that begins at `cell`, or None if there is none."""
    if player == 0:
        return cell + 4
    return cell + 1 if cell % 4 < 3 else None


# %%
partner(5, 0), partner(5, 1), partner(7, 1)

# %% [markdown]
# A domino fits if both of its cells are free. A number beyond the last row does not belong to a cell, so it is not in the set of free cells.


# %%
def places(free, player):
    """Return the cells at which a domino of the player can begin, sorted."""
    return [cell for cell in sorted(free) if partner(cell, player) in free]


# %%
print(places(whole_board, 0))
print(places(whole_board - {5, 9}, 1))

# %% [markdown]
# **On paper.** On the empty board player 0 has 12 moves: 4 columns, 3 places in each. How many *pairs* of a first move and a reply are there?
#
# Each first move blocks some of the 12 places for lying dominoes. A standing domino at the left or right edge blocks 2 of them, and a standing
# domino in the middle blocks 4. There are 6 first moves of each kind. So the number of pairs is 144 − 6·2 − 6·4 = 108. You will check this number
# soon.
#
# ## Third: when is the game over, and who has won?
# The game is over when the player to move has no place left for a domino. This player has lost.
#
# Here is a first version of the whole class. It contains mistakes. Can you find some of them before you read the next cells? (A `NamedTuple` is a class whose
# fields are listed at its top. Two objects of this class are equal if all their fields are equal.)

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


# %% [markdown]
# `check_game` plays random games and tests whether your methods obey the rules that a search relies on:

# %%
from mctslib.checks import check_game

first_report = check_game(FirstTry(set(range(16))))
first_report

# %% [markdown]
# Three rules are broken:
#
# - `rewards` returns rewards before the game is over.
# - A set cannot be hashed, which means that it cannot be a key of a dictionary.
# - The worst mistake: `apply` **changes the position on which it is called**.
#
# The last rules in the list are tested only when your class keeps these three rules. The position below the list shows the damage: no player has moved, but few cells are free. A search tries one move, and then another move *from the same position*. If the first move has changed this position, the search counts visits and
# rewards for the wrong positions. So `apply` must return a *new* state.

# %%
from mctslib.course import checkpoint

checkpoint("11-mutating")

# %% [markdown]
# ## The second version
# The second version makes three changes.
#
# - It stores the free cells in a `frozenset`, which can be hashed and cannot be changed. `free - {…}` makes a new frozenset.
# - It uses two helpers of the library that give good error messages: `illegal(state, action)` for a move that is not allowed, and `not_over(state)`
#   for a call of `rewards()` that comes too early.
# - Its method `__str__` draws the board in letters, which is enough to show the game on the screen.

# %%
from mctslib.game import illegal, not_over


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
        return Domineering(rest, 1 - self.current_player)

    def is_terminal(self):
        return not self.legal_actions()

    def rewards(self):
        if not self.is_terminal():
            raise not_over(self)
        return (0.0, 1.0) if self.current_player == 0 else (1.0, 0.0)


# %%
report = check_game(Domineering())
report

# %% [markdown]
# `check_game` finds no mistake, so the game keeps the *contract* with the search. But `check_game` cannot find out whether your class follows
# the *rules* that you intended. To test the rules, count sequences of moves: `perft(state, n)` returns the number of sequences of *n* moves. Chess programmers find errors in
# this way. Here are your 12 and 108:

# %%
from mctslib.checks import perft

counts = [perft(Domineering(), moves) for moves in (1, 2, 3)]
counts

# %% [markdown]
# A wrong count tells you *that* something is wrong. `perft_split` tells you where: it gives the number of replies for each first move:

# %%
from mctslib.checks import perft_split

split = perft_split(Domineering(), 2)
print(*(f"{move}:{replies}" for move, replies in split.items()))

# %% [markdown]
# The moves 0, 4 and 8 are at the left edge and 3, 7 and 11 at the right edge. After each of these moves there are 10 replies. After each of the other moves
# there are 8, as you counted.
#
# `perft` counts moves and nothing else. If a class exchanges the rewards of a win and a loss, every count stays the same. `perft_results`
# returns the number of games for each pair of rewards at the end:

# %%
from mctslib.checks import perft_results

results = perft_results(Domineering())
results

# %% [markdown]
# Of all games, player 0 wins 11,088, and player 1 wins 14,004. If the rewards were exchanged, these two numbers would change places. The counts
# alone do not tell you which of the two results is right. So also work out the rewards at the end of one game on paper.
#
# ## Play it
# Your game is now complete. The library's search, board, tools and matches work with it. <span class="with-python">In the
# game below you are player 0 and place standing dominoes. Each button stands for an action, which is the upper cell of a domino.</span>

# %%
from mctslib.widgets import Play

Play(Domineering(), iterations=300, seed=1)

# %% [markdown]
# A picture is easier to read than letters. If a class has a method `_repr_svg_` that returns SVG text, the library uses this picture wherever it
# shows a position, for example in `show_board`. In the picture below, standing and lying dominoes look alike, because the state does not store
# which is which. The `viewBox` gives the size of the drawing, so the drawing can be scaled. The `aria-label` describes the picture for people who cannot
# see it.


# %%
class Drawn(Domineering):
    def apply(self, action):
        return Drawn(*super().apply(action))

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
from mctslib.draw import show_board, show_tree

drawn = Drawn().apply(5).apply(2)
show_board(drawn)

# %% [markdown]
# (`Play(Drawn())` uses this picture, too. The tools `CExplorer` and `Race` of chapters 07 and 08 also take your game.) The next cell searches the
# empty board of your game:

# %%
from mctslib import search

result = search(Drawn(), 1000, seed=0)
print(result.table())

# %% [markdown]
# The picture below shows the root of this search and some of the most visited nodes:

# %%
show_tree(result.root, max_nodes=8)

# %% [markdown]
# The tool below shows the search of your game phase by phase, as in chapter 03:

# %%
from mctslib.widgets import StepperView

StepperView(Drawn(), iterations=60, at=12)

# %% [markdown]
# The next cell plays a match of 40 games against flat Monte Carlo (chapter 01). Both players have 300 playouts per move, and they take turns to move first:

# %%
from mctslib.arena import match
from mctslib.arena import FlatMonteCarlo, MCTSPlayer

match_result = match(MCTSPlayer(300), FlatMonteCarlo(300), 40, state=Domineering(), progress=False)
match_result

# %% [markdown]
# Does the search choose a *right* move? The game is small enough to be solved exactly. The next cell prints the value of the empty board for player
# 0, and the right first moves:

# %%
from mctslib.oracle import optimal_actions, value

value(Domineering(), 0), optimal_actions(Domineering())

# %% [markdown]
# With perfect play the player who begins wins. There are four winning first moves, in the middle rows. The search chose a winning move, 6.
#
# In the match, the player who began won most games. Over the whole match, the interval for the share of wins contains one half. So
# these 40 games do not show which player is stronger. Chapter 09 explains how many games are needed.

# %%
from mctslib.course import score_prediction

score_prediction(winner, "player 0, who begins", "Player 0 can begin in the middle rows.")

# %%
score_prediction(
    openings_3,
    counts[2],
    "There are 12 first moves. On average 9 replies follow, and then 7 third moves.",
    within=100,
)

# %%
checkpoint("11-whose-reward")

# %% [markdown]
# ## Exercise 1: Chomp
# A bar of chocolate has 3 rows of 4 squares, numbered row by row from 0 to 11. A bite takes one square. It also takes every square that is neither in a row above the bitten square nor in a column to its left. For example, biting 6 takes 6, 7, 10 and 11. Square 0, at the top left, is poisoned: the player
# who eats it loses (D. Gale, 1974).
#
# An action is the number of the bitten square. On the whole bar each square is a legal action. The field `self.left` contains the squares that are
# left, and `is_terminal` is already written. Write three methods:
#
# - `legal_actions(self)` returns the sorted list of the squares that can be bitten,
# - `apply(self, action)` returns a new `Chomp(left, current_player)`, in which `left` is again a `frozenset`, and raises `illegal(self, action)` if
#   the square is gone,
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
from mctslib.course.ch11 import check_chomp

check_chomp(Chomp)

# %% [markdown]
# <span class="with-python">To play against the search, run `Play(Chomp())` in a new cell.</span> The player who begins can always win. There is a short proof, which does not show the winning move:
#
# - Suppose the first player bites only the last corner, square 11. If this move wins, the proof is complete.
# - Otherwise the opponent has a reply that wins. Each bite also takes the last corner. So the first player could have played this reply as the
#   first move, and the position would be the same.

# %% [markdown]
# ## Exercise 2: a game for one player
# A game does not need two players. (`Play` also accepts games for three players; a match needs two.) Here is a game for one player. The numbers below are the
# steps of a staircase. You start on the top step. From place *k* of a row you go to place *k* (action 0) or to place *k* + 1 (action 1)
# of the next row. You collect the numbers on your steps, including the top step. The reward is their sum divided by 30, so it lies between 0 and 1.

# %%
from mctslib.course import small_games
from mctslib.course.small_games import STAIRS

for row in STAIRS:
    print(*row)

# %% [markdown]
# Write the four methods of the class below. The fields are the row and the place where you stand, counted from 0, and the total so far. The top row
# is row 0, and the last row is row 4.
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
from mctslib.course.ch11 import check_stairs

check_stairs(Stairs)

# %% [markdown]
# A greedy player takes the 6 first, and can then reach at most 21. The best total is 27. The next cells search the library's version of the game
# with the usual four phases, and compute both totals exactly:

# %%
walk = search(small_games.Stairs(), 200, seed=0)
walk.principal_variation()

# %%
best = value(small_games.Stairs(), 0) * 30
greedy_best = value(small_games.Stairs().apply(0), 0) * 30
best, greedy_best

# %% [markdown]
# ## Exercise 3: two marks per turn
# In **Two Stones** tic-tac-toe X begins with one mark. After this move each player places *two* marks per turn, one after the other: O O, X X, O O.
# Three in a row win, as usual. (Connect6 has the same rule; see Wu and Huang, 2005.)
#
# An action is still one mark, given by the number of its cell, 0 to 8. So you only have to compute who is to move when *n* marks are on the board. The field
# `self.marks` is a pair of sets: the cells of X and the cells of O. Return 0 for X and 1 for O.
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
from mctslib.course.ch11 import check_two_stones

check_two_stones(TwoStones)

# %% [markdown]
# Some programs compute the value of a node as minus the value of its child. Such a program is wrong for this game, because the child may belong to
# the same player. Our search adds `rewards[node.player]` to each node, so it does not matter whose turn comes next (chapter 05).

# %%
checkpoint("11-twice")

# %% [markdown]
# ## In practice
# - **Hash and equality** make it possible to detect that two orders of moves lead to the same position. Our search does not use this, but many engines
#   do (with a *transposition table*).
# - **Speed** depends on `legal_actions` and `apply`, because the search calls them for every move of every playout. Our class sorts a set in each
#   call. The library's tic-tac-toe stores the legal actions with the position. Write a clear version first, keep it, and test the fast version
#   against it.
# - **Dice and hidden cards** fit these five questions, too, if chance is one more player. Chapter 17 shows how. If cards are hidden, the search must
#   also guess these cards (Browne et al. 2012, section 4.8).
# - **A game must end.** If a position of your game can occur again, store the number of moves in the state, and end the game in a draw after a fixed
#   number of moves. (`check_game` reports a position that occurs again.)
#
# ## Further reading
# - E. Berlekamp, J. Conway, R. Guy, *Winning Ways for your Mathematical Plays* (1982): Domineering, and a theory of such games.
# - D. Gale, *A curious Nim-type game* (1974): Chomp, and the proof above.
# - I-C. Wu and D.-Y. Huang, *A new family of k-in-a-row games* (2005): two stones per turn.
#
# Before you go on, invent a game and write it.
#
# **Next:** [12 · Grow up: Connect Four](12_grow_up_connect_four_and_speed.ipynb).

# %%
from mctslib.course import summary

summary("11")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

assert sorted(Domineering().apply(5).apply(0).apply(3).free) == [2, 4, 6, 8, *range(10, 16)]
claim("Three rules are broken", len(first_report.broken))
assert report.ok
claim(
    "player 0 has 12 moves: 4 columns, 3 places in each",
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
claim("Here are your 12 and 108", *counts[:2])
claim(
    "The moves 0, 4 and 8 are at the left edge and 3, 7 and 11 at the right edge. After each of these moves "
    "there are 10 replies. After each of the other moves there are 8",
    *[move for move in split if move % 4 == 0],
    *[move for move in split if move % 4 == 3],
    split[0],
    split[1],
)
assert all(split[move] == (10 if move % 4 in (0, 3) else 8) for move in split)
claim("There are 12 first moves", counts[0])
claim(
    "On average 9 replies follow, and then 7 third moves",
    counts[1] / counts[0],
    counts[2] / counts[1],
)


class Exchanged(Domineering):
    """Domineering with the rewards of a win and a loss exchanged, which no count shows."""

    def apply(self, action):
        return Exchanged(*super().apply(action))

    def rewards(self):
        return super().rewards()[::-1]


assert [perft(Exchanged(), moves) for moves in (1, 2, 3)] == counts
claim(
    "Of all games, player 0 wins 11,088, and player 1 wins 14,004",
    0,
    results[1.0, 0.0],
    1,
    results[0.0, 1.0],
)
exchanged = perft_results(Exchanged())
assert (exchanged[0.0, 1.0], exchanged[1.0, 0.0]) == (results[1.0, 0.0], results[0.0, 1.0])

# %%
low, high = match_result.interval("wins")
assert value(Domineering(), 0) == 1 and result.action in optimal_actions(Domineering())
claim("There are four winning first moves", len(optimal_actions(Domineering())))
claim("The search chose a winning move, 6", result.action)
claim("these 40 games do not show", match_result.games)
assert (
    low < 1 / 2 < high
    and match_result.first.wins > 2 * match_result.first.losses
    and match_result.second.losses > match_result.second.wins
)

# %%
from mctslib.draw.boards import picture
from mctslib.draw.svg import framed

assert picture(drawn) == framed(drawn._repr_svg_())  # it is used where a position is shown
bite = small_games.Chomp().apply(6)
bitten = small_games.Chomp().left - bite.left
claim("biting 6 takes 6, 7, 10 and 11", min(bitten), *sorted(bitten))
assert value(small_games.Chomp(), 0) == 1
claim(
    "takes the 6 first, and can then reach at most 21. The best total is 27",
    STAIRS[1][0],
    greedy_best,
    best,
)
assert STAIRS[1][0] > STAIRS[1][1] and walk.principal_variation() == [1, 1, 1, 1]
