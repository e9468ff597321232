"""Checkers of chapter 10: the places of cells, the length of a game, and a playout that takes a
win.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from math import sqrt
from typing import Any

from mctslib.course.ch10.watched import PlayedGame, Watched
from mctslib.course.exercise import Wrong, call, demand, exercise, explained, same
from mctslib.course.small_games import Chomp, Stairs, TwoStones
from mctslib.draw.show import board_svg
from mctslib.game import Action, State
from mctslib.games import ConnectFour, SudoTicTacToe, TicTacToe
from mctslib.games.names import player_name
from mctslib.more_policies import wins
from mctslib.policies import uniform
from mctslib.words import count, worth

# ------------------------------------------------------------ exercise 1: boards and cells


@exercise("Right: both functions use 9 · board + cell.")
def check_cells(own_sent: Callable[..., Any], own_action: Callable[..., Any]) -> None:
    """Check the results of `own_sent(action)` and `own_action(row, column)`.

    `own_sent` must return the board to which an action sends the opponent, and `own_action` must
    return the action whose cell is drawn in a given row and column.
    """
    actions = [(action,) for action in (36, 8, 0, 80, 13, 70, *range(81))]
    boards = [call(own_sent, *case, returns=int) for case in actions]
    why = explained(BOARD_MISTAKES, actions, boards, REMAINDER)
    for (action,), board in zip(actions, boards):
        same(board, sent_to(action), f"sent_to({action})", why)

    places = [*FIRST_PLACES, *((row, column) for row in range(9) for column in range(9))]
    found = [call(own_action, *place, returns=int) for place in places]
    why = explained(PLACE_MISTAKES, places, found, FRAMED)
    for (row, column), action in zip(places, found):
        right = action_at(row, column)
        picture = partial(board_svg, SudoTicTacToe(1), highlight=[right])
        same(action, right, f"action_at({row}, {column})", why, picture)


FIRST_PLACES = [(0, 0), (0, 5), (0, 8), (8, 0), (1, 3), (4, 4), (2, 5), (7, 4), (8, 8)]


def sent_to(action: Action) -> int:
    """Return the board to which an action sends the opponent: the number of the action's cell."""
    return action % 9


def action_at(row: int, column: int) -> Action:
    """Return the action whose cell is drawn in a given row and column of the 9 × 9 square."""
    board = row // 3 * 3 + column // 3
    cell = row % 3 * 3 + column % 3
    return 9 * board + cell


def board_and_cell_exchanged(row: int, column: int) -> int:
    """Return 9 · cell + board."""
    action = action_at(row, column)
    return 9 * (action % 9) + action // 9


REMAINDER = "The number of the cell is the remainder of the action divided by 9."
BOARD_MISTAKES: list[tuple[Callable[[Action], int], str]] = [
    (
        lambda action: action // 9,
        "You returned the board of the cell itself. The opponent is sent to the board with the "
        "number of the cell, which is the remainder.",
    ),
    (lambda action: action % 9 + 1, "Boards and cells are counted from 0."),
]
FRAMED = (
    "The question is about the framed cell. Find its board, and then the number of the cell on "
    "this board."
)
PLACE_MISTAKES: list[tuple[Callable[[int, int], int], str]] = [
    (
        lambda row, column: 9 * row + column,
        "You counted row by row through the whole 9 × 9 grid. The nine cells of a *board* have "
        "consecutive numbers.",
    ),
    (
        board_and_cell_exchanged,
        "You swapped board and cell. The action is 9 · board + cell.",
    ),
    (
        lambda row, column: action_at(column, row),
        "You swapped row and column.",
    ),
    (
        lambda row, column: action_at(row, column) + 1,
        "Boards and cells are counted from 0.",
    ),
]

# ------------------------------------------------------------ exercise 2: the shape of a game

LONG = 3201  # with this seed, `uniform` plays a game of mode 2 with 77 moves
SHAPE_SEEDS = (*range(20), LONG)
SHAPE_STARTS: dict[str, State] = {
    "two cells left": TicTacToe.from_text("XXO/OOX/X.."),
    "3×3": TicTacToe(),
    "sudo, mode 1": SudoTicTacToe(1),
    "sudo, mode 2": SudoTicTacToe(2),
    "two stones": TwoStones(),  # in this game a player moves twice in a row
    "over": TicTacToe.from_text("XXX/OO./..."),
}
# the reader's 21 games must begin with at least this many different moves
FIRST_MOVES = {"3×3": 5, "sudo, mode 1": 8}
MANY = 900  # the number of games or tries in which choices are counted
# The tolerance in standard deviations; a fair count exceeds it about once in a million cases
SIGMAS = 5


def shape(state: State, rng: random.Random) -> tuple[int, int]:
    """Play one random game from a position.

    Returns the number of moves in the game, and the number of legal actions before a move, summed
    over all moves.
    """
    moves = 0
    choices = 0
    while not state.is_terminal():
        moves += 1
        choices += len(state.legal_actions())
        state = state.apply(uniform(state, rng))
    return moves, choices


@exercise("Right: you return the number of moves and the sum of the choices.")
def check_shape(own: Callable[..., Any]) -> None:
    """Check that `own(state, rng)` plays a random game and returns (moves, choices).

    `choices` is the number of legal actions, summed over all turns.  Both numbers are compared with
    the game that was played.  The reader may therefore draw the moves in any way, as long as only
    `rng` decides and legal moves are equally likely.
    """
    shared_numbers = random.getstate()
    answers = []
    games = []
    shown = []
    for name, state in SHAPE_STARTS.items():
        for seed in SHAPE_SEEDS:
            words = f"shape(<{name}>, random.Random({seed}))"
            answer, game = _shape_of_a_game(own, state, seed, words)
            answers.append(answer)
            games.append(game)
            shown.append(words)
    why = explained(SHAPE_MISTAKES, [(game,) for game in games], answers, EACH_TURN)
    for answer, game, words in zip(answers, games, shown):
        right = (len(game.actions), sum(game.choices))
        same(answer, right, words, why)
    for name, first_moves in FIRST_MOVES.items():
        _plays_at_random(own, name, first_moves)
    _chooses_evenly(own)
    demand(random.getstate() == shared_numbers, SHARED)


SHARED = (
    "The answers are right, but your function draws from Python's shared random numbers "
    "(`random.seed`, `random.choice`), so all later cells draw different numbers. Draw only from "
    "`rng`."
)


def _shape_of_a_game(
    own: Callable[..., Any], state: State, seed: int, shown: str
) -> tuple[tuple[Any, Any], PlayedGame]:
    """Return the reader's two numbers, and the record of the game that the function played."""
    ended: list[PlayedGame] = []
    answer = call(own, Watched(state, ended), random.Random(seed), returns=tuple, shown=shown)
    two = "it should have two entries: moves and choices."
    demand(len(answer) == 2, f"`{shown}` has {count(len(answer), 'entry', 'entries')}; {two}")
    if state.is_terminal():
        return answer, PlayedGame()
    unfinished = f"`{shown}` is {answer}, but no game was played to its end. {TO_THE_END}"
    demand(bool(ended), unfinished, partial(board_svg, state))
    return answer, ended[-1]


def _plays_at_random(own: Callable[..., Any], name: str, first_moves: int) -> None:
    """Raise `Wrong` if one seed gives different games, or if too few first moves differ."""
    played: list[PlayedGame] = []
    again: list[PlayedGame] = []
    for games in (played, again):
        for seed in SHAPE_SEEDS:
            shown = f"shape(<{name}>, random.Random({seed}))"
            _, game = _shape_of_a_game(own, SHAPE_STARTS[name], seed, shown)
            games.append(game)
    repeats = f"Two games of <{name}> with the same seed differ. Draw from `rng` only."
    demand(played == again, repeats)
    different = len({game.actions[0] for game in played})
    few = (
        f"{len(played)} games of <{name}> with different seeds have only "
        f"{count(different, 'different first move')}."
    )
    demand(different >= first_moves, f"{few} Use `rng` to draw each move from all legal actions.")


def _chooses_evenly(own: Callable[..., Any]) -> None:
    """Raise `Wrong` if the legal moves of 3×3 tic-tac-toe are not chosen about equally often.

    Positions with different numbers of legal moves are counted separately.
    """
    taken: Counter[tuple[int, int]] = Counter()
    for seed in range(MANY):
        shown = f"shape(<3×3>, random.Random({seed}))"
        _, game = _shape_of_a_game(own, SHAPE_STARTS["3×3"], seed, shown)
        state = SHAPE_STARTS["3×3"]
        for action in game.actions:
            actions = state.legal_actions()
            taken[len(actions), actions.index(action)] += 1
            state = state.apply(action)
    for legal in range(9, 1, -1):
        often = [taken[legal, place] for place in range(legal)]
        seen = f"your games chose the first, the second, … of these moves {often} times"
        message = f"With {legal} legal moves left, {seen}. {ALL_ALIKE}"
        demand(_is_even(often), message)


def _is_even(often: Sequence[int]) -> bool:
    """Return whether the counts of several choices are plausible if the choices are equally
    likely.
    """
    fair = sum(often) / len(often)
    spread = sqrt(fair * (1 - 1 / len(often)))
    return all(abs(times - fair) <= SIGMAS * spread for times in often)


ALL_ALIKE = "Draw each move from all legal actions, so that each is equally likely."
TO_THE_END = "Continue until `is_terminal()` of the latest position is True."
EACH_TURN = (
    "At each turn add 1 to the moves and `len(state.legal_actions())` to the choices. Then make "
    "one random move."
)
ONE_MISSING = "One move is missing. The loop must continue until `is_terminal()` is True."


def _first_choices(game: PlayedGame) -> int:
    """Return the number of legal actions at the start of a game."""
    return game.choices[0] if game.choices else 0


SHAPE_MISTAKES: list[tuple[Callable[[PlayedGame], tuple[float, float]], str]] = [
    (
        lambda game: (sum(game.choices), len(game.actions)),
        "Return the number of moves first.",
    ),
    (
        lambda game: (len(game.actions), sum(game.choices) / max(1, len(game.actions))),
        "Return the *sum* of the choices, not their mean.",
    ),
    (
        lambda game: (len(game.actions), sum(game.choices) - _first_choices(game)),
        "Count the choices *before* you make the move, so that the first position is counted, too.",
    ),
    (lambda game: (len(game.actions) - 1, sum(game.choices)), ONE_MISSING),
    (lambda game: (len(game.actions) - 1, sum(game.choices) - 1), ONE_MISSING),
    (
        lambda game: (len(game.actions), len(game.actions)),
        "Both numbers count moves. Add `len(state.legal_actions())` to the choices.",
    ),
]

# ------------------------------------------------------------ exercise 3: a playout that takes a
# win


@exercise("Right: your policy takes a win if there is one, and otherwise moves at random.")
def check_greedy(own: Callable[..., Any]) -> None:
    """Check that `own(state, rng)` returns the first winning action, or else a random action."""
    shared_numbers = random.getstate()
    for seed, state in enumerate(greedy_positions(), 1):  # a different seed for each position
        answer = _greedy_action(own, state, seed)
        winning = _wins_at_once(state)
        if winning and answer != winning[0]:
            raise Wrong(_missed_win(state, answer, winning[0]), partial(board_svg, state))
        if not winning and answer != uniform(state, random.Random(seed)):
            _must_be_random(own, state, answer)
    _tries_evenly(own)
    demand(random.getstate() == shared_numbers, SHARED)


def _greedy_action(own: Callable[..., Any], state: State, seed: int) -> Action:
    """Return the reader's action; raise `Wrong` if the action is not legal."""
    answer = call(own, state, random.Random(seed), returns=int, shown="greedy(state, rng)")
    message = f"`greedy` returned {answer}, which is not legal here."
    demand(answer in state.legal_actions(), message, partial(board_svg, state))
    return answer


def _wins_at_once(state: State) -> list[Action]:
    """Return the actions that win at once for the player to move, in the order of the actions."""
    player = state.current_player
    return [action for action in state.legal_actions() if wins(state.apply(action), player)]


def _missed_win(state: State, answer: Action, right: Action) -> str:
    """Return the message for an answer that is not the first winning action."""
    if wins(state.apply(answer), state.current_player):
        return (
            f"{answer} wins, and so does {right}. If several actions win, return the first of them."
        )
    player = player_name(state, state.current_player)
    player = player[0].upper() + player[1:]
    message = f"{player} to move wins at once with {right}; your answer was {answer}."
    advice = "Whose reward did you read, and did you try every action?"
    if right == 0:
        advice += " Note that Python treats the action 0 as False in `if action` and in `or`."
    return f"{message} {advice}"


TRIES = 60  # 60 fair choices between two actions are all equal in about one of 10¹⁸ cases


def _must_be_random(own: Callable[..., Any], state: State, answer: Action) -> None:
    """Raise `Wrong` if the action is always the same, even though no action wins at once."""
    for seed in range(TRIES):
        if _greedy_action(own, state, seed) != answer:
            return
    name = player_name(state, state.current_player)
    after: Any = state.apply(answer)
    picture = partial(board_svg, state)
    if after.is_terminal():
        reward = after.rewards()[state.current_player]
        ends = f"{answer} ends the game with a reward of {worth(reward)} for {name}."
        raise Wrong(f"{ends} This is not a win: the reward of a win is 1.", picture)
    name = name[0].upper() + name[1:]
    raise Wrong(
        f"{name} to move cannot win at once here, so the action should be random, as "
        f"`uniform(state, rng)` is; it was {answer} in each of {TRIES} tries.",
        picture,
    )


def _tries_evenly(own: Callable[..., Any]) -> None:
    """Raise `Wrong` if one seed gives two different actions, or if some actions come up too often.

    The actions are counted on the empty board, where none of them wins at once.
    """
    start = TicTacToe()
    picture = partial(board_svg, start)
    answers = [_greedy_action(own, start, seed) for seed in range(MANY)]
    again = [_greedy_action(own, start, seed) for seed in range(TRIES)]
    only_rng = "The same `rng` gives different actions. Draw from `rng` only."
    demand(answers[:TRIES] == again, only_rng, picture)
    often = [answers.count(action) for action in start.legal_actions()]
    equal = "If no action wins, every legal action should be equally likely"
    seen = f"On the empty board your function chose the actions 0, 1, … {often} times"
    demand(_is_even(often), f"{equal}. {seen}.", picture)


@cache
def greedy_positions() -> Sequence[State]:
    """Return positions from random games, some of them with a winning move, and special positions.

    In some of the special positions an action ends the game with a loss or a draw.  In Two Stones
    the same player may move twice in a row.  Stairs has only one player, and many of its final
    positions are neither won nor lost.
    """
    met = _positions_met()
    with_a_win = [state for state in met if _wins_at_once(state)]
    two_moves = [state for state in with_a_win if isinstance(state, TwoStones)]
    last_steps = []
    for place in range(4):
        for total in (12, 22):  # the reward is 1 if the sum is 30
            last_steps.append(Stairs(3, place, total))
    return [*with_a_win[:40], *two_moves, *met[::9], *drawing(), *last_steps, late_win()]


def _positions_met() -> list[State]:
    """Play each of seven games twelve times at random, and return all unfinished positions."""
    met = []
    for start in (
        TicTacToe(),
        ConnectFour(),
        SudoTicTacToe(1),
        SudoTicTacToe(2),
        Chomp(),
        TwoStones(),
        Stairs(),
    ):
        rng = random.Random(5)
        for _ in range(12):
            state: Any = start
            while not state.is_terminal():
                met.append(state)
                state = state.apply(uniform(state, rng))
    return met


def late_win() -> State:
    """Return a position of mode 1 with 77 legal actions, of which only the last one wins.

    The position cannot occur in a game.
    """
    x = 1 << 78 | 1 << 79
    o = 1 << 0 | 1 << 9
    free = tuple(action for action in range(81) if not (x | o) >> action & 1)
    return SudoTicTacToe(1)._replace(x=x, o=o, actions=free)


def drawing() -> list[State]:
    """Return positions of mode 2 in which no action wins at once, but one action leads to a draw.

    The drawing action is not the first legal action.
    """
    found = []
    for seed in (279, 502):
        rng = random.Random(seed)
        line: list[Any] = [SudoTicTacToe(2)]
        while not line[-1].is_terminal():
            line.append(line[-1].apply(uniform(line[-1], rng)))
        found.append(line[-2])
    return found
