"""Checkers of chapter 11: games of the reader's own, held against the contract and against their rules.

First `check_game`, the coach of the chapter, looks for what no game may do.  Then the reader's game and ours
are walked side by side through *every* position that can be reached: the first one in which they disagree is
drawn.  The games are small enough for that, so no wrong rule is accepted.
"""

import tomllib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from mctslib.checks import check_game
from mctslib.course.exercise import Endless, Pending, Wrong, demand, exercise, patience, short
from mctslib.course.small_games import Chomp, Stairs, TwoStones
from mctslib.draw.show import board_svg
from mctslib.game import Action, State

RULES = tomllib.loads(
    Path(__file__).with_name("rules.toml").read_text(encoding="utf-8")
)  # game → question → words
LINES = 20_000_000  # lines of the reader's code that one check may run: a few seconds


class Position(NamedTuple):
    """One position of our game: how it is reached from an earlier one of the list, and what it answers."""

    before: int
    path: tuple[Action, ...]
    answers: dict[str, Any]


@exercise("Right: all positions of Chomp agree. Now play it: `Play(Chomp())`.")
def check_chomp(own: Callable[[], State]) -> None:
    """`own` is a class: `own()` is the whole bar."""
    _checked(own, Chomp())


@exercise(
    "Right: all ways down agree, and the search needed not one line changed for a single player."
)
def check_stairs(own: Callable[[], State]) -> None:
    """`own` is a class: `own()` stands on the top step."""
    _checked(own, Stairs())


@exercise(
    "Right: all positions agree. Two moves in a row, and nothing in the search had to change."
)
def check_two_stones(own: Callable[[], State]) -> None:
    """`own` is a class: `own()` is the empty board."""
    _checked(own, TwoStones())


def _checked(own: Callable[[], State], ours: State) -> None:
    """Pending for a stub; Wrong for a broken contract or a rule that differs; silent if all is right."""
    if own is None or own is ...:
        raise Pending("Nothing here yet: write the class, then run both cells.")
    demand(callable(own), "The checker needs your class itself, without brackets.")
    every, rules = every_position(ours), RULES[type(ours).__name__]
    try:
        with patience(LINES):
            _keeps_the_contract(own, every, rules)
            _same_game(own(), every, rules)
    except Endless as error:
        raise Wrong(f"Your game does not come to an end: {error}") from None
    except NotImplementedError as error:
        raise Pending("Nothing here yet: write the methods that still say `your turn`.") from error


def _keeps_the_contract(
    own: Callable[[], State], every: list[Position], rules: dict[str, str]
) -> None:
    start = own()
    for name in (
        "legal_actions",
        "apply",
        "is_terminal",
        "rewards",
        "num_players",
        "current_player",
    ):
        demand(
            hasattr(start, name),
            f"Your class has no `{name}`. `Domineering` above has all six members.",
        )
    start.legal_actions(), start.is_terminal()  # a stub says so here
    report = check_game(start, games=30, max_moves=200)
    if report.broken:
        if "NotImplementedError" in str(report):
            raise NotImplementedError
        rule, seen = next(iter(report.broken.items()))
        if " raised " in seen:
            _told_by_the_rules(own, every, rules)
        raise Wrong(f"{rule} In your game, {seen}")


def _told_by_the_rules(
    own: Callable[[], State], every: list[Position], rules: dict[str, str]
) -> None:
    """`Wrong` if a rule differs before the exception comes: "it is over on row 4" says more than "IndexError"."""
    try:
        _same_game(own(), every, rules)
    except (Wrong, Endless):
        raise
    except Exception:  # nothing differs before: then the exception is what there is to say
        return


ANSWERS: dict[str, tuple[str, Callable[[State], Any]]] = {
    "over": ("is_terminal()", lambda state: bool(state.is_terminal())),
    "actions": ("legal_actions()", lambda state: list(state.legal_actions())),
    "player": ("current_player", lambda state: state.current_player),
    "rewards": ("rewards()", lambda state: tuple(state.rewards())),
}


@cache
def every_position(ours: State) -> list[Position]:
    """All positions that can be reached, each once, the nearest first."""
    found: list[tuple[State, int, tuple[Action, ...]]] = [(ours, 0, ())]
    seen = {ours}
    for number, (state, _, path) in enumerate(found):  # it grows while we walk through it
        for action in state.legal_actions():
            if (after := state.apply(action)) not in seen:
                seen.add(after)
                found.append((after, number, (*path, action)))
    return [Position(before, path, _answers_of(state)) for state, before, path in found]


def _answers_of(state: State) -> dict[str, Any]:
    """What a position must answer: who is to move while the game goes on, the rewards once it is over."""
    left_out = "player" if state.is_terminal() else "rewards"
    return {what: ask(state) for what, (_, ask) in ANSWERS.items() if what != left_out}


def _same_game(start: State, every: list[Position], rules: dict[str, str]) -> None:
    """Walk the reader's game through every position; `Wrong` at the first that answers differently."""
    walked: list[State] = []
    for position in every:
        own = walked[position.before].apply(position.path[-1]) if walked else start
        walked.append(own)
        for what, wanted in position.answers.items():
            call, ask = ANSWERS[what]
            said = ask(own)
            if not _equal(said, wanted):
                after = (
                    f"After the actions {list(position.path)}" if position.path else "At the start"
                )
                message = f"{after}, `{call}` is {short(said)}; it should be {short(wanted)}. {rules[what]}"
                raise Wrong(message, partial(board_svg, own))


def _equal(said: Any, wanted: Any) -> bool:
    """Equal; sums that were added up in another order too."""
    if isinstance(wanted, tuple):
        return len(said) == len(wanted) and all(abs(a - b) < 1e-9 for a, b in zip(said, wanted))
    return bool(said == wanted)
