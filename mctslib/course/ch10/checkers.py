"""Check the exercises of chapter 10: the shortest win, a greedy playout.

The words of the exercises are in `exercises.toml`.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from mctslib.course.ch10.sizes import winning_actions
from mctslib.course.exercise import Pending, Wrong, call, demand, exercise, given, is_even
from mctslib.course.grading import Graded
from mctslib.course.small_games import Chomp, Stairs, TwoStones
from mctslib.draw.show import board_svg
from mctslib.game import Action, State
from mctslib.games import ConnectFour, SudoTicTacToe, TicTacToe
from mctslib.games.names import player_name
from mctslib.more_policies import wins
from mctslib.policies import uniform
from mctslib.words import count, worth

# ------------------------------------------------------------ exercise 1: the shortest win

SHORTEST = 5


@exercise("Right: X wins with the fifth move of the game, and nobody can win sooner.")
def check_shortest(moves: Sequence[Action]) -> None:
    """Check that `moves` is a game of mode 1 that X wins with the fifth move."""
    moves = given(moves, list, "shortest")
    if not moves:
        raise Pending("The game has no moves yet.")
    state = SudoTicTacToe(1)
    for number, action in enumerate(moves, 1):
        picture = partial(board_svg, state)
        demand(
            not state.is_terminal(), f"The game is over before move {number} of your list.", picture
        )
        legal = state.legal_actions()
        words = ", ".join(map(str, legal)) if len(legal) <= 9 else "all free cells"
        demand(
            action in legal,
            f"Move {number} of your list, {action}, is not legal. The legal actions are: {words}.",
            picture,
        )
        state = state.apply(int(action))
    picture = partial(board_svg, state)
    demand(state.is_terminal(), "The game is not over after your moves.", picture)
    demand(
        len(moves) == SHORTEST,
        f"Your game is won, after {count(len(moves), 'move')}. There is a shorter one: X needs "
        "three moves on *one* board, so after each of X's moves, O's reply must send X back there.",
        picture,
    )


# ------------------------------------------------------------ exercise 2: a playout that takes a
# win

MANY = 900  # the number of tries in which choices are counted
SHARED = (
    "The answers are right, but your function draws from Python's shared random numbers "
    "(`random.seed`, `random.choice`), so all later cells draw different numbers. Draw only from "
    "`rng`."
)


def greedy(state: State, rng: random.Random) -> Action:
    """Return the first action that wins at once, or else a random action."""
    for action in state.legal_actions():
        after = state.apply(action)
        if after.is_terminal() and after.rewards()[state.current_player] == 1:
            return action
    return uniform(state, rng)


@Graded("10", greedy).checked_by
def check_greedy(own: Callable[..., Any]) -> None:
    """Check that `own(state, rng)` returns the first winning action, or else a random action."""
    shared_numbers = random.getstate()
    for seed, state in enumerate(greedy_positions(), 1):  # a different seed for each position
        answer = _greedy_action(own, state, seed)
        winning = winning_actions(state)
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
    demand(is_even(often), f"{equal}. {seen}.", picture)


@cache
def greedy_positions() -> Sequence[State]:
    """Return positions from random games, some of them with a winning move, and special positions.

    In some of the special positions an action ends the game with a loss or a draw.  In Two Stones
    the same player may move twice in a row.  Stairs has only one player, and many of its final
    positions are neither won nor lost.
    """
    met = _positions_met()
    with_a_win = [state for state in met if winning_actions(state)]
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
