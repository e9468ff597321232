"""Checkers of chapter 11: games of the reader's own, held against the contract and against their rules.

First `check_game`, the coach of the chapter, looks for what no game may do.  Then the reader's game and ours
are walked side by side through *every* position that can be reached: the first one in which they disagree is
drawn.  The games are small enough for that, so no wrong rule is accepted.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mctslib.checks.check import check_game
from mctslib.course.exercise import Endless, Pending, Wrong, demand, exercise, patience, short
from mctslib.course.small_games import Chomp, Stairs, TwoStones
from mctslib.game import Action, State

LINES = 20_000_000  # lines of the reader's code that one check may run: a few seconds


# ---------------------------------------------------------------------------- the checkers


@exercise("Right: all positions of Chomp agree. Now play it: `Play(Chomp())`.")
def check_chomp(own: Callable[[], State]) -> None:
    """`own` is a class: `own()` is the whole bar."""
    _checked(own, Chomp(), {
        "actions": "A bite may be taken at any square that is left, the poisoned one too. "
                   "Did a bite take too much or too little?",
        "over": "The game is over when no square is left.",
        "rewards": "Who ate the last square, the poisoned one, has lost; `current_player` is then the *other* one, "
                   "as the players take turns.",
        "player": "The players take turns.",
    })


@exercise("Right: all ways down agree, and the search needed not one line changed for a single player.")
def check_stairs(own: Callable[[], State]) -> None:
    """`own` is a class: `own()` stands on the top step."""
    _checked(own, Stairs(), {
        "actions": "On every step but the last row the actions are 0 (down) and 1 (down and one to the right).",
        "over": "The walk is over on the last row, the fifth.",
        "rewards": "One number, in a tuple: the sum of all five steps, the top one too, divided by 30.",
        "player": "There is one player, number 0, who is always to move.",
    })


@exercise("Right: all positions agree. Two moves in a row, and nothing in the search had to change.")
def check_two_stones(own: Callable[[], State]) -> None:
    """`own` is a class: `own()` is the empty board."""
    _checked(own, TwoStones(), {
        "actions": "Any empty cell may be marked, and none once there is a line.",
        "over": "The game is over with three in a row or a full board.",
        "rewards": "1 for the player with the line, 0 for the other; ½ each if there is none.",
        "player": "Count the marks on the board: X has the 1st, O the 2nd and 3rd, X the 4th and 5th, and so on.",
    })


def _checked(own: Callable[[], State], ours: State, rules: dict[str, str]) -> None:
    """Pending for a stub; Wrong for a broken contract or a rule that differs; silent if all is right."""
    if own is None or own is ...:
        raise Pending("Nothing here yet: write the class, then run both cells.")
    demand(callable(own), "The checker needs your class itself, without brackets.")
    try:
        with patience(LINES):
            start = own()
            _keeps_the_contract(start)
            _same_game(start, ours, rules)
    except Endless as error:
        raise Wrong(f"Your game does not come to an end: {error}") from None
    except NotImplementedError as error:
        raise Pending("Nothing here yet: write the methods that still say `your turn`.") from error


def _keeps_the_contract(start: State) -> None:
    for name in ("legal_actions", "apply", "is_terminal", "rewards", "num_players", "current_player"):
        demand(hasattr(start, name), f"Your class has no `{name}`. `Domineering` above has all six members.")
    start.legal_actions(), start.is_terminal()  # a stub says so here
    report = check_game(start, games=30, max_moves=200)
    if report.broken:
        if "NotImplementedError" in str(report):
            raise NotImplementedError
        rule, seen = next(iter(report.broken.items()))
        raise Wrong(f"{rule} In your game, {seen}")


def _same_game(mine: State, ours: State, rules: dict[str, str]) -> None:
    """Walk both games through every position; `Wrong` at the first that answers differently."""
    seen = {ours}
    waiting: list[tuple[State, State, tuple[Action, ...]]] = [(mine, ours, ())]
    while waiting:
        own, right, path = waiting.pop(0)
        _same_answers(own, right, path, rules)
        for action in right.legal_actions():
            after = right.apply(action)
            if after not in seen:
                seen.add(after)
                waiting.append((own.apply(action), after, (*path, action)))


def _same_answers(own: State, right: State, path: tuple[Action, ...], rules: dict[str, str]) -> None:
    answers: dict[str, Callable[[State], Any]] = {
        "over": lambda state: bool(state.is_terminal()),
        "actions": lambda state: list(state.legal_actions()),
        "player": lambda state: None if right.is_terminal() else state.current_player,
        "rewards": lambda state: tuple(state.rewards()) if right.is_terminal() else None,
    }
    calls = {"over": "is_terminal()", "actions": "legal_actions()", "player": "current_player", "rewards": "rewards()"}
    for what, answer in answers.items():
        said, wanted = answer(own), answer(right)
        if not _equal(said, wanted):
            after = f"After the actions {list(path)}" if path else "At the start"
            told = f"{after}, `{calls[what]}` is {short(said)}; it should be {short(wanted)}. {rules[what]}"
            raise Wrong(told, lambda: _drawn(own))


def _equal(said: Any, wanted: Any) -> bool:
    """Equal; sums that were added up in another order too."""
    if isinstance(wanted, tuple) and isinstance(said, tuple):
        return len(said) == len(wanted) and all(abs(a - b) < 1e-9 for a, b in zip(said, wanted))
    return bool(said == wanted)


def _drawn(state: State) -> str:
    from mctslib.draw.show import board_svg

    return board_svg(state)
