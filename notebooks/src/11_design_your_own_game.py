# %% [markdown]
# # 11 · Design your own game
#
# **What you'll do.** Write a game that the library has never seen, and minutes later play it against MCTS, look into the search, and let it play a match.
#
# **What you'll learn.** Afterwards you can
# - count, with pencil and paper, the first moves of a new game,
# - settle the three things that the rules of a new game leave to you: how a position is stored, how moves are named, and how you see that the game is over,
# - use `check_game` as a coach and read what it says,
# - write games for one player, and games in which a player moves twice.
#
# **What you'll need.** Python classes. Chapter 00 for the five questions a search asks; chapter 04 helps. &nbsp; **Time:** about 70 minutes.

# %% [markdown]
# ## The game
# **Domineering** is played on squared paper, here 4 × 4. Player 0 draws dominoes that stand (two cells, one above the other), player 1 dominoes
# that lie (two cells side by side). Dominoes may not overlap. Whoever cannot place one has lost. There are no draws.
#
# A search asks a game five questions (chapter 00): who is to move, what is legal, what happens then, is it over, and who got what. Your class answers them in
# six members: one for each question, and `num_players`. Before you can write them you have three things to settle, and these are the next three headings.
#
# Play one game with somebody now, or with yourself. Then two predictions:

# %%
from mctslib.course import predict

winner = predict("11-winner")
winner

# %%
openings_3 = predict("11-openings")
openings_3

# %% [markdown]
# ## First: how is a position stored?
# Imagine you walk in on a game that others have begun. What must you know to take over? That, and nothing else, is the **state**.
#
# For Domineering: which cells are free, and whose turn it is. How the dominoes lie does not matter any more.
# The cells are numbered row by row, 0 to 15. A `frozenset` is a set that cannot be changed.

# %%
whole_board = frozenset(range(16))
sorted(whole_board - {5, 9})

# %% [markdown]
# That is the board after player 0 has put a domino on cells 5 and 9.
#
# ## Second: what is legal, and how is a move named?
# An **action** should be a small value that can be sorted; a number is best. Let an action be the domino's upper or left cell.
# The other cell then follows: one row down is 4 cells on, one column to the right is 1 cell on. Not from the right edge, though.


# %%
def partner(cell, player):
    """The other cell of the domino that begins at `cell`."""
    if player == 0:
        return cell + 4
    return cell + 1 if cell % 4 < 3 else None


# %%
partner(5, 0), partner(5, 1), partner(7, 1)

# %% [markdown]
# A domino fits where both of its cells are free. (Below the last row there is no cell, so none is free: nothing more is needed.)


# %%
def places(free, player):
    """Where the player can put a domino, sorted."""
    return [cell for cell in sorted(free) if partner(cell, player) in free]


# %%
print(places(whole_board, 0))
print(places(whole_board - {5, 9}, 1))

# %% [markdown]
# **On paper.** From the empty board player 0 has 12 moves: 4 columns, 3 places in each. How many *pairs* of a first move and a reply are there?
# A standing domino at the left or right edge blocks 2 of the 12 lying places, in the middle 4. There are 6 of each kind: 144 − 6·2 − 6·4 = 108.
# You will check that in a minute.
#
# ## Third: when is it over, and who has won?
# When the player to move has no place left; and that player has lost. Everything is settled, so here is a first try. It has
# mistakes. Can you see some before you run on?

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
# (A `NamedTuple` is a class whose fields are listed on top; two of them are equal when their fields are.)
#
# `check_game` is your coach. It plays random games and compares what your methods return with the rules that a search relies on:

# %%
from mctslib.checks import check_game

first_report = check_game(FirstTry(set(range(16))))
first_report

# %% [markdown]
# Three rules are broken: rewards are paid before the game is over; a set cannot be hashed (that is, be a key of a dictionary); and, the costliest, `apply` **changed the position it was asked of**. (The last rules in the list wait until these are kept.)
# The position below the list shows the damage: nobody has moved, and hardly a cell is free. A search tries one move, then another one *from the same
# position*; if the first has changed it, every number in the tree is about some other game. That is why `apply` must return a *new* state.

# %%
from mctslib.course import checkpoint

checkpoint("11-mutating")

# %% [markdown]
# ## The second try
# - `frozenset` in place of `set`: it can be hashed, and it cannot be changed. `free - {…}` makes a new one.
# - Two helpers of the library give good error messages: `illegal(state, action)` for a move that is not allowed, `not_over(state)` for rewards asked too early.
# - `__str__` draws the board in letters. The screen needs no more than that.

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
# The coach is content: the *contract* is kept. It cannot know whether these are the *rules* you meant. For that, count.
# `perft(state, n)` is the number of ways to make *n* moves. Chess programmers find their errors with it. But it counts moves and nothing else: rewards that are
# exchanged, a win for a loss, leave each count as it is. So work out by hand who gets what at the end of one game, too. Here are your 12 and 108:

# %%
from mctslib.checks import perft

counts = [perft(Domineering(), moves) for moves in (1, 2, 3)]
counts

# %% [markdown]
# A wrong count tells you *that* something is wrong. `perft_split` tells you where: it gives the count for each first move:

# %%
from mctslib.checks import perft_split

split = perft_split(Domineering(), 2)
print(*(f"{move}:{replies}" for move, replies in split.items()))

# %% [markdown]
# Moves 0, 4 and 8 stand at the left edge, 3, 7 and 11 at the right one: 10 replies. The others leave 8, as you counted.
#
# ## Play it
# That is all. There is no step two: search, board, explorers and matches take your game as it is. <span class="with-python">You are player 0 and put standing dominoes; each button
# is an action, the upper cell of one.</span>

# %%
from mctslib.widgets import Play

Play(Domineering(), iterations=300, seed=1)

# %% [markdown]
# A picture is more pleasant than letters. A method `_repr_svg_` that returns an SVG text (a picture, written down) is used wherever a position is shown, here by `show_board`. Standing and lying dominoes look
# alike here, as the state has forgotten which was which. The `viewBox` says how large the drawing is, so that it can be shown at any size; the `aria-label` is for those who cannot see it:


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
# (`Play(Drawn())` plays on that picture; `CExplorer(Drawn())` and `Race(Drawn())` of chapters 07 and 08 take your game too.) The search sees your game as it sees any other:

# %%
from mctslib import search

result = search(Drawn(), 1000, seed=0)
print(result.table())

# %%
show_tree(result.root, max_nodes=8)

# %% [markdown]
# Step through it, phase by phase, as in chapter 03:

# %%
from mctslib.widgets import StepperView

StepperView(Drawn(), iterations=60, at=12)

# %% [markdown]
# And a match, 40 games with sides swapped, against flat Monte Carlo (chapter 01) with as many playouts:

# %%
from mctslib.arena import match
from mctslib.arena import FlatMonteCarlo, MCTSPlayer

duel = match(MCTSPlayer(300), FlatMonteCarlo(300), 40, state=Domineering(), progress=False)
duel

# %% [markdown]
# Is the engine *right*? The game is small enough to be solved, so ask:

# %%
from mctslib.oracle import optimal_actions, value

value(Domineering(), 0), optimal_actions(Domineering())

# %% [markdown]
# The first player wins, by beginning with one of four moves in the middle rows. The engine's 6 is one of them. In the match whoever began
# won most games. Both halves together, the interval of the win share holds one half: these 40 games do not say who is stronger. With another seed 40 games might; chapter 09 says how many it takes.

# %%
from mctslib.course import score_prediction

score_prediction(winner, "player 0, who begins", "The one who begins can take the middle.")

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
# A bar of chocolate has 3 rows of 4 squares, numbered row by row from 0 to 11. A bite takes one square and everything that is not above
# it and not left of it: biting 6 takes 6, 7, 10 and 11. Square 0, top left, is poisoned: whoever eats it loses. (D. Gale, 1974)
#
# An action is the number of the square that is bitten, so on the whole bar each square is a legal action. `self.left` holds the squares that are left.
# Write the three methods.


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
# hint: `row, column = divmod(square, 4)`. A square stays if its row is smaller than the bite's, or its column is. When the bar is gone, the player to move is the one who did *not* eat the last square.
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
# <span class="with-python">Play it with `Play(Chomp())` in a cell of your own.</span> Whoever begins can win. That can be proved in two lines without knowing how to win. (Let the first player bite just the last
# corner. Either that wins; or some reply to it wins, and as every bite takes that corner too, the first player could have begun with that very bite.)

# %% [markdown]
# ## Exercise 2: alone
# Nobody said that a game needs two. (With three, `Play` plays it; a match is for two.) On these stairs you start on the top step, and from place *k* of a row you go on to place *k* (action 0) or *k* + 1
# (action 1) of the next. You collect the numbers you step on. The one reward is their sum divided by 30, so that it stays between 0 and 1.

# %%
from mctslib.course import small_games
from mctslib.course.small_games import STAIRS

for row in STAIRS:
    print(*row)


# %% tags=["exercise"]
# hint: You are on the last row when `self.row == 4`. The number below is `STAIRS[self.row + 1][self.place + action]`. A tuple with one number in it is written `(number,)`.
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
# Somebody greedy takes the 6 first and can end with 21 at most; the best is 27. Here is the search on our version, with the same four phases as ever:

# %%
walk = search(small_games.Stairs(), 200, seed=0)
walk.principal_variation()

# %%
best = value(small_games.Stairs(), 0) * 30
greedy_best = value(small_games.Stairs().apply(0), 0) * 30
best, greedy_best

# %% [markdown]
# ## Exercise 3: two marks a turn
# In **Two Stones** tic-tac-toe X begins with one mark. From then on everybody places *two* marks, one after the other: O O, X X, O O. Three in a row win, as ever. (Connect6 plays like that, Wu 2005.)
# An action is still one mark: the number of its cell, 0 to 8. So the only thing to write is: who is to move when *n* marks are on the board? (`self.marks` is a pair of sets, X's cells and O's.)


# %% tags=["exercise"]
# hint: There are n = len(self.marks[0]) + len(self.marks[1]) marks on the board. Write the movers in a row: n = 0 is X; 1 and 2 are O; 3 and 4 are X; 5 and 6 are O. What does (n + 1) // 2 do to these numbers?
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
# Programs that write "minus the child's value" break on such a game, as the child may belong to the same player. Ours adds `rewards[node.player]` to each node
# and never asks whose turn comes next (chapter 05).

# %%
checkpoint("11-twice")

# %% [markdown]
# ## In practice
# - **Hash and equality** let a program notice that two move orders lead to one position. Our search does not use that; many engines do (a *transposition table*).
# - **Speed** is in `legal_actions` and `apply`: the search calls them for every move of every playout. Ours sorts a set each time; the library's tic-tac-toe stores the legal actions with the position. Write it clearly first, keep the clear version, and test the fast one against it.
# - **Dice and hidden cards** fit these five questions, too, with chance as one more player; chapter 17 shows how. The search needs more: guesses at what is hidden (Browne et al. 2012, section 4.8).
# - A game must end. If yours can go round in circles, store the number of moves and call it a draw after so many. (`check_game` says so when a position comes back.)
#
# ## Further reading
# - E. Berlekamp, J. Conway, R. Guy, *Winning Ways for your Mathematical Plays* (1982): Domineering, and a theory of such games.
# - D. Gale, *A curious Nim-type game* (1974): Chomp, and the proof of two lines.
# - I-C. Wu and D.-Y. Huang, *A new family of k-in-a-row games* (2005): two stones a turn.
#
# **Next:** think of a game that nobody has written yet, and write it. Then [12 · Grow up: Connect Four](12_grow_up_connect_four_and_speed.ipynb) searches a game that people really play.

# %%
from mctslib.course import summary

summary("11")

# %% [markdown]
# *Every number in this chapter is checked by the project's tests.*

# %% [claims]
from claims import claim

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
    "Moves 0, 4 and 8 stand at the left edge, 3, 7 and 11 at the right one: 10 replies. The others leave 8",
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
    """A win is paid as a loss: no count shows it."""

    def apply(self, action):
        return Exchanged(*super().apply(action))

    def rewards(self):
        return super().rewards()[::-1]


assert [perft(Exchanged(), moves) for moves in (1, 2, 3)] == counts

# %%
low, high = duel.interval("wins")
assert value(Domineering(), 0) == 1 and result.action in optimal_actions(Domineering())
claim("four moves in the middle rows", len(optimal_actions(Domineering())))
claim("The engine's 6 is one of them", result.action)
claim("these 40 games do not say", duel.games)
assert (
    low < 1 / 2 < high
    and duel.first.wins > 2 * duel.first.losses
    and duel.second.losses > duel.second.wins
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
    "takes the 6 first and can end with 21 at most; the best is 27", STAIRS[1][0], greedy_best, best
)
assert STAIRS[1][0] > STAIRS[1][1] and walk.principal_variation() == [1, 1, 1, 1]
