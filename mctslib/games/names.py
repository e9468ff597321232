"""Name the cells, actions and players of a game, for drawing, playing and descriptions.

A game may define its own names (`board.Board` lists the members).  In a game without such names, an
action is shown as it is, and people pick it from a list.

A cell is named after the action that fills it, as in "cell 4".  Code, trees and chapters use the
same number; only the terminal uses other names.  If pieces fall, the action is the column, counted
from 0, and "column 3, row 0" is the lowest cell of column 3.  If actions have names of their own, a
cell is named after its place, as in "row 2, column 3".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from mctslib.chance import chance_player, seats
from mctslib.game import Action, illegal
from mctslib.games.board import (
    EMPTY,
    MARKS,
    block_of,
    block_size,
    by_column,
    cell_of,
    columns,
    landing,
    names_actions,
    shaded,
)
from mctslib.words import count, listing, points, signed

YOU = "you"  # the name of the only person in a game whose players have no names of their own
ENGINE = "the engine"

# --------------------------------------------------------------------------------- cells, actions


def cell_name(state: Any, cell: int) -> str:
    """Return the name of a drawn cell: "cell 4", or "cell 4 (board 0)" if there are blocks.

    The name may also be a row and a column, as in "row 2, column 3".
    """
    row, column = divmod(cell, columns(state))
    if names_actions(state):
        return f"row {row + 1}, column {column + 1}"
    if by_column(state):
        last_row = len(state.cells()) // columns(state) - 1
        return f"column {column}, row {last_row - row}"
    name = f"cell {cell_number(state, cell)}"
    if block_size(state):
        name += f" (board {block_of(state, cell)})"
    return name


def cell_number(state: Any, cell: int) -> int:
    """Return the number of a drawn cell, which is the legal action in this cell.

    If no legal action lies in the cell, the number comes from counting the cells row by row, or
    board by board if there are several boards.
    """
    action_in = landing(state)
    if cell in action_in:
        return action_in[cell]
    block = block_size(state)
    if not block:
        return cell
    row, column = divmod(cell, columns(state))
    within = block * (row % block) + column % block
    return block**2 * block_of(state, cell) + within


def action_name(state: Any, action: Action) -> str:
    """Return the name of an action of this position, from the game's `action_name` if it exists."""
    if names_actions(state):
        return str(state.action_name(action))
    if by_column(state):
        return f"column {action}"
    if columns(state):
        cell = cell_of(state, action)
        if isinstance(cell, int) and 0 <= cell < len(state.cells()):
            return cell_name(state, cell)
    return f"action {action}"


def step_name(state: Any, action: Action) -> str:
    """Return the short name of an action: the game's own name, or else the action as text.

    Trees, tables, buttons and sentences about a tree use this name; `action_name` names the cell.
    """
    return str(state.action_name(action)) if names_actions(state) else str(action)


# --------------------------------------------------------------------------------- players, results


def player_name(start: Any, player: int) -> str:
    """Return the name of a player: "X", "O", "player 2" or "chance".

    start   a position of the game.  Its `player_names` are used if there are any.  Without them,
            two players are called X and O if the board shows no marks other than X and O
    """
    if player == chance_player(start):
        return "chance"
    if hasattr(start, "player_names"):
        return str(start.player_names[player])
    if columns(start) and start.num_players == 2 and set(start.cells()) <= {*MARKS, EMPTY}:
        return MARKS[player]
    return f"player {int(player)}"  # `player` may also be True or a numpy number


def has_letters(start: Any) -> bool:
    """Return whether the players of this game have names of their own, such as X and O."""
    return any(player_name(start, player) != f"player {player}" for player in seats(start))


def names_of(start: Any, people: Collection[int]) -> list[str]:
    """Return the names of the players in a game against an engine.

    start   a position of the game, as in `player_name`
    people  the players whose moves are chosen by people

    If the players have no names of their own, a single person is "you", and a single engine is
    "the engine".
    """
    names = [player_name(start, player) for player in seats(start)]
    if has_letters(start) or len(people) != 1:
        return names
    engines = [player for player in seats(start) if player not in people]
    for player in people:
        names[player] = YOU
    if len(engines) == 1:
        names[engines[0]] = ENGINE
    return names


def wins(name: str) -> str:
    """Return a name with its verb, as in "X wins" or "you win"."""
    return f"{name} win" if name == YOU else f"{name} wins"


def winnings(state: Any) -> list[int] | None:
    """Return the number of coins that each player except chance has won in a finished game.

    Return None if the game is not about coins.
    """
    if not hasattr(state, "winnings"):
        return None
    won = state.winnings()
    return [won[player] for player in seats(state)]


def coins(won: int) -> str:
    """Return a number of coins with its sign, such as "+1 coin", "-2 coins" or "0 coins"."""
    _, noun = count(abs(won), "coin").split()
    return f"{signed(won)} {noun}"


def score(start: Any, names: Sequence[str], finished: Sequence[Any]) -> str:
    """Return a sentence that states each player's total reward over several games.

    start     a position of the game
    names     the names of the players
    finished  the final position of each game

    In a game about coins the sentence states a purse, which is the sum of the coins won: the purse
    of the only person, or else the purse of each player.  If no game is finished, a purse is 0; in
    other games the sentence is then "".
    """
    after = f" after {count(len(finished), 'game')}" if finished else ""
    if hasattr(start, "winnings"):
        purses = [sum(column) for column in zip(*map(winnings, finished))] or [0] * len(names)
        if YOU in names:
            return f"Your purse{after}: {coins(purses[names.index(YOU)])}."
        return f"Purses in coins{after}: {_each(names, map(signed, purses))}."
    if not finished:
        return ""
    sums = [sum(state.rewards()[player] for state in finished) for player in seats(start)]
    if len(sums) == 1:
        return f"Points{after}: {points(sums[0])}."
    return f"Points{after}: {_each(names, map(points, sums))}."


def _each(names: Sequence[str], amounts: Iterable[str]) -> str:
    """Return each name with its amount, as in "X 2, O 1" or "player 0: 2, player 1: 1"."""
    signs = (":" if name[-1:].isdigit() else "" for name in names)
    return ", ".join(f"{name}{sign} {amount}" for name, sign, amount in zip(names, signs, amounts))


def result(state: Any, start: Any, names: Sequence[str] = ()) -> str:
    """Return a sentence that says how a finished game ended.

    start   a position of the game, as in `player_name`
    names   the names of the players, by default the names that `player_name` returns

    The sentence leaves out the reward of chance, which has no meaning.  A single player has no
    opponent, so a reward of ½ is not called a draw.
    """
    shared = state.rewards()
    rewards = {player: shared[player] for player in seats(start)}
    names = names or [player_name(start, player) for player in rewards]
    if len(rewards) == 1:
        return result_of_one(names[0], shared[0])
    won = winnings(state)
    if won is not None and max(won) > 0:
        return f"The game is over: {wins(names[won.index(max(won))])} {count(max(won), 'coin')}."
    winners = [names[player] for player, reward in rewards.items() if reward == 1]
    if len(winners) == 1:
        return f"The game is over: {wins(winners[0])}."
    if winners:
        return f"The game is over: {listing(winners)} win."
    if set(rewards.values()) == {0.5}:
        return "The game is over: a draw."
    shares = [f"{points(reward)} for {names[k]}" for k, reward in rewards.items()]
    return f"The game is over: rewards {listing(shares)}."


def result_of_one(name: str, reward: float) -> str:
    """Return a sentence that says how a one-player game ended.

    name    the name of the player
    """
    if reward == 1:
        return f"The game is over: {wins(name)}."
    return f"The game is over: the reward is {points(reward)}."


# --------------------------------------------------------------------------------- where to play


def where(state: Any) -> str:
    """Return a sentence that says in which board to play, or "" if play is not restricted."""
    if not block_size(state) or not columns(state) or not shaded(state):
        return ""
    boards = {block_of(state, cell) for cell in landing(state)}
    if len(boards) == 1:
        return f"Play in board {boards.pop()}."
    return "Play in any open board."


def why_not(state: Any, cell: int, name: str = "") -> str:
    """Return a sentence that says why nothing can be played in a drawn cell.

    name    the name of the cell, by default the name that `cell_name` returns

    Raises `IllegalAction` if there is no such cell.
    """
    if cell not in range(len(state.cells())):
        raise illegal(state, f"cell {cell}")
    name = (name or cell_name(state, cell)).capitalize()
    if by_column(state):
        return f"Column {cell % columns(state)} is full; choose another."
    if state.cells()[cell] != EMPTY:
        return f"{name} is taken; choose an empty cell."
    return f"{name} is closed to you now; choose another cell."


# --------------------------------------------------------------------------------- boards as text


def describe_board(cells: str, side: int, owners: str = "") -> str:
    """Describe a board, as in "Board, row by row: X . O, . X ., . . O".

    cells   one character for each cell, row by row
    side    the number of cells in a row
    owners  the owners of the four sides of a board with hexagonal cells, as in `whose_sides`
    """
    rows = [" ".join(cells[start : start + side]) for start in range(0, len(cells), side)]
    slanting = ", each half a cell further right" if owners else ""
    words = f"Board, row by row{slanting}: {', '.join(rows)}"
    if owners:
        words += f"; {whose_sides(owners)}"
    return words


def whose_sides(owners: str) -> str:
    """Return the owners of a board's sides, as in "sides: top X, bottom X, left O, right O".

    owners  one character for each side: top, bottom, left, right; with "", no player owns a side,
            and the result is ""
    """
    if not owners:
        return ""
    sides = ("top", "bottom", "left", "right")
    return "sides: " + ", ".join(f"{side} {owner}" for side, owner in zip(sides, owners))


def grid_text(cells: str, side: int, block: int = 0, slanted: bool = False) -> str:
    """Return a board as lines of text.

    cells    one character for each cell, row by row
    side     the number of cells in a row
    block    the number of cells along the side of a block; lines separate the blocks.  With 0 there
             are no blocks
    slanted  whether each row begins half a cell to the right of the row above
    """
    rows = [cells[start : start + side] for start in range(0, len(cells), side)]
    if block:
        return text_of_blocks(rows, block)
    lines = [" ".join(row) for row in rows]
    if slanted:
        lines = [" " * number + line for number, line in enumerate(lines)]
    return "\n".join(lines)


def text_of_blocks(rows: list[str], block: int) -> str:
    """Return rows of cells as text, with lines between blocks of `block` × `block` cells."""
    side = len(rows[0])
    lines = []
    for number, row in enumerate(rows):
        if number > 0 and number % block == 0:
            stroke = "+".join(["-" * (2 * block + 1)] * (side // block))
            lines.append(stroke[1:-1])
        parts = [" ".join(row[start : start + block]) for start in range(0, side, block)]
        lines.append(" | ".join(parts))
    return "\n".join(lines)
