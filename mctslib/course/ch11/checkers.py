"""Checkers of chapter 11: catch a lie, and compare the reader's games with contract and rules.

First `check_game` tests the contract between a game and a search.  Then the reader's game is
compared with ours in *every* position that can be reached, after *every* action that leads to it,
and the first position in which the games differ is drawn.  The games are small enough for this
complete comparison, so no wrong rule is accepted.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from copy import deepcopy
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from mctslib.checks import check_game
from mctslib.course.ch11.lies import Dominoes, Exchanged, Liar
from mctslib.course.exercise import Endless, Pending, Wrong, demand, exercise, patience, short
from mctslib.course.grading import Case, Graded
from mctslib.course.small_games import Chomp, TwoStones
from mctslib.draw.show import board_svg
from mctslib.game import Action, State

Words = dict[str, Any]  # one table of `rules.toml`
RULES: dict[str, Words] = tomllib.loads(
    Path(__file__).with_name("rules.toml").read_text(encoding="utf-8")
)
# A check may execute at most this many lines of the reader's code, which takes a few seconds.
LINES = 20_000_000
IT_ENDS = "Every game comes to an end."  # a rule of the contract
MEMBERS = (
    "legal_actions",
    "apply",
    "is_terminal",
    "rewards",
    "num_players",
    "current_player",
)


def lies(game: Any, move: Action) -> bool:
    """Return whether the game misleads a search as `FirstTry` does."""
    before = set(game.free)
    game.apply(move)
    return before != set(game.free)


def lie_cases() -> list[Case]:
    """Return the cases of `check_lies`: positions of games that lie in this way, and of others.

    Each call gets a copy of its position, because a game that lies changes it.
    """
    board = frozenset(range(16))
    middle = board - {0, 4}
    return [
        Case((Liar(set(board)), 0), "`game` is the start of `FirstTry`"),
        Case((Dominoes(set(board)), 0), "`apply` changes only a copy of the set"),
        Case((Exchanged(set(board)), 5), "the rewards are exchanged, another lie"),
        Case((Dominoes(board), 9), "`game` is the start of an honest game"),
        Case((Liar(set(middle), 1), 1), "one move of `FirstTry` has been played"),
        Case((Dominoes(set(middle), 1), 1), "one move of an honest game has been played"),
        Case((Liar({3, 7}), 3), "`FirstTry` has one move left"),
    ]


check_lies = Graded(
    "11",
    lies,
    lie_cases,
    effect=lambda function, game, move: function(deepcopy(game), move),
    returns=bool,
).checker()


@exercise(
    "Right: your game agrees with ours in all positions. Now play it: `widgets.Play(Chomp())`."
)
def check_chomp(own: Callable[[], State]) -> None:
    """Check the reader's class `own`; `own()` must return the whole bar."""
    _check_class(own, Chomp())


@exercise(
    "Right: your game agrees with ours in all positions. The search needs no change for two moves "
    "in a row."
)
def check_two_stones(own: Callable[[], State]) -> None:
    """Check the reader's class `own`; `own()` must return the empty board."""
    _check_class(own, TwoStones())


def _check_class(own: Callable[[], State], ours: State) -> None:
    """Raise `Pending` for a stub, and `Wrong` for a broken contract or a wrong rule."""
    if own is None or own is ...:
        raise Pending("Nothing here yet: write the class, then run both cells.")
    demand(callable(own), "Give the checker the class itself, without brackets.")
    every = every_position(ours)
    rules = RULES[type(ours).__name__]
    try:
        with patience(LINES):
            _keep_the_contract(own, every, rules)
            difference = first_difference(own(), every)
    except Endless as error:
        raise Wrong(f"Your game does not end: {error}") from None
    except NotImplementedError as error:
        raise Pending(
            "Nothing here yet: write the methods that still contain `your turn`."
        ) from error
    if difference:
        raise _disagreement(difference, rules)


# ------------------------------------------------------------ the contract


def _keep_the_contract(own: Callable[[], State], every: list[Position], rules: Words) -> None:
    """Raise `Wrong` if the contract is broken, and name the broken rule or the first difference."""
    start = own()
    for name in MEMBERS:
        missing = f"Your class has no `{name}`. `Domineering` above has all six members."
        demand(hasattr(start, name), missing)
    start.legal_actions()  # a stub raises NotImplementedError here
    start.is_terminal()
    report = check_game(start, games=10, max_moves=200)
    if not report.broken:
        return
    if "NotImplementedError" in str(report):
        raise NotImplementedError
    rule, complaint = next(iter(report.broken.items()))
    difference = _difference_met(own, every)
    is_told_better = " raised " in complaint or rule == IT_ENDS
    if difference and (is_told_better or _wrong_actions(difference, rules)):
        raise _disagreement(difference, rules)
    raise Wrong(f"{rule} In your game, {complaint}")


def _difference_met(own: Callable[[], State], every: list[Position]) -> Disagreement | None:
    """Return the first difference between our game and a game that breaks the contract.

    A difference such as "The game is over when no square is left" helps a reader more than the name
    of an exception, or the message that a game never ends.  The result is None if there is no difference, or if an
    exception is raised before a difference is found.
    """
    try:
        return first_difference(own(), every)
    except Endless:
        raise
    except Exception:  # no difference was found before the exception
        return None


def _wrong_actions(difference: Disagreement, rules: Words) -> bool:
    """Return whether only `legal_actions` is wrong and the fields set by `apply` are right.

    If `legal_actions` leaves out an action that `apply` accepts, the mistake is not in `apply`.
    """
    if difference.name != "actions" or _wrong_fields(difference, rules):
        return False
    try:
        return set(difference.answer) != set(difference.position.answers["actions"])
    except TypeError:  # the actions cannot be hashed
        return False


# ------------------------------------------------------------ the rules


class GameQuestion(NamedTuple):
    """A question about a position: the call as a string, and a function that makes the call."""

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
    before   the index, in the list of all positions, of a position from which one action leads to
             this position
    path     the actions that lead from the start to the position
    answers  a dict from the name of a question to the right answer
    others   the other ways to reach the position, as pairs: the index of the position before the
             last action, and this action
    """

    state: State
    before: int
    path: tuple[Action, ...]
    answers: dict[str, Any]
    others: list[tuple[int, Action]]


@cache
def every_position(ours: State) -> list[Position]:
    """Return all positions that can be reached, each only once, sorted by their distance.

    The distance of a position is the smallest number of actions from the start to the position.
    """
    found = [Position(ours, 0, (), _right_answers(ours), [])]
    place_of = {ours: 0}
    for number, position in enumerate(found):  # the list grows during the loop
        for action in position.state.legal_actions():
            after = position.state.apply(action)
            if after in place_of:
                found[place_of[after]].others.append((number, action))
            else:
                place_of[after] = len(found)
                path = (*position.path, action)
                found.append(Position(after, number, path, _right_answers(after), []))
    return found


def _right_answers(state: State) -> dict[str, Any]:
    """Return the right answers to the questions about a position.

    The rewards are included only if the game is over, and the player to move only if the game is
    not over.
    """
    left_out = "player" if state.is_terminal() else "rewards"
    answers = {}
    for name, question in QUESTIONS.items():
        if name != left_out:
            answers[name] = question.ask(state)
    return answers


class Disagreement(NamedTuple):
    """A difference between the reader's game and ours.

    position  the position in our game
    own       the reader's position after the same actions
    name      the name of the question to which the answers differ
    answer    the reader's answer
    """

    position: Position
    own: State
    name: str
    answer: Any


def first_difference(start: State, every: list[Position]) -> Disagreement | None:
    """Return the first difference between the reader's game and ours, or None if there is none."""
    walked: list[State] = []
    for position in every:
        own = walked[position.before].apply(position.path[-1]) if walked else start
        walked.append(own)
        difference = _difference_at(position, own)
        if difference:
            return difference
    for position, same in zip(every, walked):
        for before, action in position.others:
            own = walked[before].apply(action)
            if own != same:
                path = (*every[before].path, action)
                difference = _difference_at(position._replace(path=path), own)
                if difference:
                    return difference
    return None


def _difference_at(position: Position, own: State) -> Disagreement | None:
    """Return the first difference between a position of our game and the reader's position."""
    for name, right in position.answers.items():
        answer = QUESTIONS[name].ask(own)
        if not _equal(answer, right):
            return Disagreement(position, own, name, answer)
    return None


def _disagreement(difference: Disagreement, rules: Words) -> Wrong:
    """Return an exception that describes a difference: the position, both answers and the rule."""
    position = difference.position
    where = f"After the actions {list(position.path)}" if position.path else "At the start"
    call = QUESTIONS[difference.name].shown
    right = position.answers[difference.name]
    message = f"{where}, `{call}` is {short(difference.answer)}; it should be {short(right)}."
    message += f" {rules[difference.name]}"
    wrong = _wrong_fields(difference, rules)
    if wrong:
        message += f" {rules['apply'][wrong[0]]}"
    return Wrong(message, partial(board_svg, difference.own))


def _wrong_fields(difference: Disagreement, rules: Words) -> list[str]:
    """Return the names of the fields in which the reader's position differs from ours.

    A field that the reader's class lacks counts as different.
    """
    if not difference.position.path:
        return []  # `apply` has not been called yet
    ours = difference.position.state
    return [
        field
        for field in rules["fields"]
        if getattr(difference.own, field, None) != getattr(ours, field)
    ]


def _equal(answer: Any, right: Any) -> bool:
    """Return whether two answers are equal, except for rounding errors."""
    if not isinstance(right, tuple):
        return bool(answer == right)
    if len(answer) != len(right):
        return False
    return all(abs(one - other) < 1e-9 for one, other in zip(answer, right))
