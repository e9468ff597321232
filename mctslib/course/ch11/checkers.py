"""Checkers of chapter 11: games of the reader's own, compared with the contract and the rules.

First `check_game`, the coach of the chapter, looks for what no game may do.  Then the reader's game
and ours are walked side by side through *every* position that can be reached: the first one in
which
they disagree is drawn.  The games are small enough for that, so no wrong rule is accepted.
"""

from __future__ import annotations

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

Words = dict[str, Any]  # one table of `rules.toml`
RULES: dict[str, Words] = tomllib.loads(
    Path(__file__).with_name("rules.toml").read_text(encoding="utf-8")
)
LINES = 20_000_000  # lines of the reader's code that one check may run: a few seconds
MEMBERS = (
    "legal_actions",
    "apply",
    "is_terminal",
    "rewards",
    "num_players",
    "current_player",
)


@exercise("Right: all positions of Chomp agree. Now play it: `Play(Chomp())`.")
def check_chomp(own: Callable[[], State]) -> None:
    """Check the class `own`: `own()` is the whole bar."""
    _check_class(own, Chomp())


@exercise(
    "Right: all ways down agree, and the search needed not one line changed for a single player."
)
def check_stairs(own: Callable[[], State]) -> None:
    """Check the class `own`: `own()` stands on the top step."""
    _check_class(own, Stairs())


@exercise(
    "Right: all positions agree. Two moves in a row, and nothing in the search had to change."
)
def check_two_stones(own: Callable[[], State]) -> None:
    """Check the class `own`: `own()` is the empty board."""
    _check_class(own, TwoStones())


def _check_class(own: Callable[[], State], ours: State) -> None:
    """Raise `Pending` for a stub, `Wrong` for a broken contract or for a rule that differs."""
    if own is None or own is ...:
        raise Pending("Nothing here yet: write the class, then run both cells.")
    demand(callable(own), "The checker needs your class itself, without brackets.")
    every = every_position(ours)
    rules = RULES[type(ours).__name__]
    try:
        with patience(LINES):
            _keep_the_contract(own, every, rules)
            difference = first_difference(own(), every)
    except Endless as error:
        raise Wrong(f"Your game does not come to an end: {error}") from None
    except NotImplementedError as error:
        raise Pending("Nothing here yet: write the methods that still say `your turn`.") from error
    if difference:
        raise _disagreement(difference, rules)


# ------------------------------------------------------------ the contract


def _keep_the_contract(own: Callable[[], State], every: list[Position], rules: Words) -> None:
    """Raise `Wrong` for the first rule of `check_game` that is broken, or for what caused it."""
    start = own()
    for name in MEMBERS:
        missing = f"Your class has no `{name}`. `Domineering` above has all six members."
        demand(hasattr(start, name), missing)
    start.legal_actions()  # a stub raises NotImplementedError here
    start.is_terminal()
    report = check_game(start, games=30, max_moves=200)
    if not report.broken:
        return
    if "NotImplementedError" in str(report):
        raise NotImplementedError
    rule, complaint = next(iter(report.broken.items()))
    difference = _difference_met(own, every)
    if difference and (" raised " in complaint or _wrong_actions(difference, rules)):
        raise _disagreement(difference, rules)
    raise Wrong(f"{rule} In your game, {complaint}")


def _difference_met(own: Callable[[], State], every: list[Position]) -> Disagreement | None:
    """Return where a game with a broken contract first differs from ours, as far as one can walk.

    "It is over on row 4" tells a reader more than "IndexError".
    """
    try:
        return first_difference(own(), every)
    except Endless:
        raise
    except Exception:  # no rule differs before: then the exception is what there is to tell
        return None


def _wrong_actions(difference: Disagreement, rules: Words) -> bool:
    """Return whether `legal_actions` alone is wrong: what `apply` has filled in is right.

    An action that it leaves out, and that `apply` accepts, is no fault of `apply`.
    """
    if difference.name != "actions" or _wrong_fields(difference, rules):
        return False
    try:
        return set(difference.answer) != set(difference.position.answers["actions"])
    except TypeError:  # actions that cannot be hashed
        return False


# ------------------------------------------------------------ the rules


class GameQuestion(NamedTuple):
    """Something that a position is asked: how the call is written, and the call."""

    shown: str
    ask: Callable[[State], Any]


QUESTIONS = {
    "over": GameQuestion("is_terminal()", lambda state: bool(state.is_terminal())),
    "actions": GameQuestion("legal_actions()", lambda state: list(state.legal_actions())),
    "player": GameQuestion("current_player", lambda state: state.current_player),
    "rewards": GameQuestion("rewards()", lambda state: tuple(state.rewards())),
}


class Position(NamedTuple):
    """One position of our game.

    state    the position
    before   the number, in the list of all positions, of one from which an action leads here
    path     the actions from the start
    answers  question → the right answer
    """

    state: State
    before: int
    path: tuple[Action, ...]
    answers: dict[str, Any]


@cache
def every_position(ours: State) -> list[Position]:
    """Return all positions that can be reached, each once, the nearest first."""
    found = [Position(ours, 0, (), _right_answers(ours))]
    seen = {ours}
    for number, position in enumerate(found):  # the list grows while we walk through it
        for action in position.state.legal_actions():
            after = position.state.apply(action)
            if after not in seen:
                seen.add(after)
                path = (*position.path, action)
                found.append(Position(after, number, path, _right_answers(after)))
    return found


def _right_answers(state: State) -> dict[str, Any]:
    """Return what is asked: who is to move while the game goes on, the rewards once it is over."""
    left_out = "player" if state.is_terminal() else "rewards"
    answers = {}
    for name, question in QUESTIONS.items():
        if name != left_out:
            answers[name] = question.ask(state)
    return answers


class Disagreement(NamedTuple):
    """Where the reader's game and ours disagree.

    position  ours
    own       the reader's, after the same actions
    name      of the question that is answered otherwise
    answer    the reader's answer
    """

    position: Position
    own: State
    name: str
    answer: Any


def first_difference(start: State, every: list[Position]) -> Disagreement | None:
    """Walk the reader's game through all positions of ours; None if they agree everywhere."""
    walked: list[State] = []
    for position in every:
        own = walked[position.before].apply(position.path[-1]) if walked else start
        walked.append(own)
        for name, right in position.answers.items():
            answer = QUESTIONS[name].ask(own)
            if not _equal(answer, right):
                return Disagreement(position, own, name, answer)
    return None


def _disagreement(difference: Disagreement, rules: Words) -> Wrong:
    """Return the verdict on a difference: where, what, what it should be, and by which rule."""
    position = difference.position
    where = f"After the actions {list(position.path)}" if position.path else "At the start"
    call = QUESTIONS[difference.name].shown
    right = position.answers[difference.name]
    message = f"{where}, `{call}` is {short(difference.answer)}; it should be {short(right)}."
    message += f" {rules[difference.name]}"
    if _wrong_fields(difference, rules):
        message += f" {rules['apply']}"
    return Wrong(message, partial(board_svg, difference.own))


def _wrong_fields(difference: Disagreement, rules: Words) -> bool:
    """Return whether `apply` has filled the fields of the position otherwise than in our game.

    A class with other fields may have gone wrong there, too.
    """
    if not difference.position.path:
        return False  # nothing has been applied yet
    own = [getattr(difference.own, field, None) for field in rules["fields"]]
    right = [getattr(difference.position.state, field) for field in rules["fields"]]
    return own != right


def _equal(answer: Any, right: Any) -> bool:
    """Return whether two answers are equal; sums that were added up in another order are."""
    if not isinstance(right, tuple):
        return bool(answer == right)
    if len(answer) != len(right):
        return False
    return all(abs(one - other) < 1e-9 for one, other in zip(answer, right))
