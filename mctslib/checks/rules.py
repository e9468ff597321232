"""Define the rules that a game must keep, one function for each; `check_game` applies them.

The rules read notes that were taken during a random game (`notes.py`).  If a game changes earlier
positions, the positions then differ from the notes, so the change is found.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from functools import partial
from math import isfinite
from numbers import Integral, Real
from types import ModuleType
from typing import Any, NamedTuple

from mctslib.chance import chance_player, has_probabilities
from mctslib.checks.notes import Complaint, Played, Raised, Seen, result_of, since
from mctslib.draw import boards, svg
from mctslib.game import IllegalAction, State
from mctslib.games.board import columns, names_actions
from mctslib.games.names import action_name
from mctslib.words import a, count, number

EQUALS = 60  # at most this many positions, from the start of a game, are compared with one another
SHARED = " (do positions share something that changes?)"
TRIED = 12  # at most this many actions are tried in a position
SEEDS = 5  # so many other seeds are tried for a random generator in a position
LOOKED_INTO = 2_000  # at most this many objects are looked into for a random generator
CLOSE = 1e-9  # the largest accepted difference between 1 and the sum of the probabilities

Look = Callable[[Played], str | None]
"""A function that describes a mistake in a game, or returns None."""

LookAtState = Callable[[Seen], str | None]
"""A function that describes a mistake in a single state, or returns None."""


class Rule:
    """A rule of the contract: a function that describes a mistake in a game, or returns None.

    needs_the_rest  whether the rule is skipped if an earlier rule is broken
    """

    def __init__(self, look: Look, needs_the_rest: bool) -> None:
        self.look = look
        self.needs_the_rest = needs_the_rest

    def __call__(self, game: Played) -> str | None:
        complaint = result_of(lambda: self.look(game))
        if isinstance(complaint, Raised):
            return f"reading it raised {complaint!r}"
        return complaint


RULES: dict[str, Rule] = {}  # sentence about a rule → the rule, in the report's order


def rule(sentence: str, needs_the_rest: bool = False) -> Callable[[Look], Look]:
    """Decorator: add a function to the rules; `sentence` states the rule in the report."""

    def add(look: Look) -> Look:
        RULES[sentence] = Rule(look, needs_the_rest)
        return look

    return add


def rule_for_each_state(sentence: str) -> Callable[[LookAtState], LookAtState]:
    """Decorator: add a rule about single states; complaints begin with "after … moves"."""

    def add(look: LookAtState) -> LookAtState:
        def look_at_game(game: Played) -> str | None:
            for moves, seen in enumerate(game.seen):
                complaint = look(seen)
                if complaint:
                    return Complaint.after(moves, complaint)
            return None

        rule(sentence)(look_at_game)
        return look

    return add


# --------------------------------------------------------------------------------- one position


@rule_for_each_state("Reading a position raises no exception.")
def no_exception(seen: Seen) -> str | None:
    members = {
        "num_players": seen.players,
        "legal_actions()": seen.actions,
        "is_terminal()": seen.over,
        "str()": seen.text,
    }
    for member, value in members.items():
        if isinstance(value, Raised):
            return f"{member} raised {value!r}"
    return None


@rule("apply() of a legal action returns the next position.")
def apply_works(game: Played) -> str | None:
    if game.error:
        moves = len(game.actions) - 1
        return Complaint.after(moves, f"apply({game.actions[-1]!r}) raised {game.error!r}")
    wanted = type(game.states[0])
    for moves, state in enumerate(game.states):
        kind = type(state)
        if kind is not wanted:
            action = game.actions[moves - 1]
            returned = f"{state!r}, {a(kind.__name__)}; it should be {a(wanted.__name__)}"
            return Complaint.after(moves - 1, f"apply({action!r}) returned {returned}")
    return None


@rule("num_players is a whole number of at least 1.")
def number_of_players(game: Played) -> str | None:
    first = game.seen[0].players
    for moves, seen in enumerate(game.seen):
        players = seen.players
        if isinstance(players, Raised):
            continue
        if not isinstance(players, Integral) or int(players) < 1:
            return Complaint.after(moves, f"it is {described(players)}")
        if not is_plain_int(players):
            return Complaint.after(moves, f"it is {not_plain(players, 'int')}")
        if isinstance(first, Integral) and players != first:
            return Complaint.after(moves, f"it is {players}; it was {first} at the start")
    return None


@rule_for_each_state("current_player is an index from 0 to num_players − 1 while the game goes on.")
def player_in_range(seen: Seen) -> str | None:
    if seen.over is not False or not isinstance(seen.players, Integral):
        return None
    if not isinstance(seen.player, Integral) or not 0 <= int(seen.player) < int(seen.players):
        return f"it is {described(seen.player)} (num_players is {seen.players})"
    if not isinstance(seen.player, int):
        return f"it is {not_plain(seen.player, 'int')}"
    return None


@rule_for_each_state("is_terminal() returns True or False.")
def truth(seen: Seen) -> str | None:
    if isinstance(seen.over, (bool, Raised)):
        return None
    return f"it is {seen.over!r}"


def described(value: object) -> str:
    """Return a value as text, or advice if the value is a method."""
    if callable(value):
        return "a method; put @property above it, so that it is a value"
    return repr(value)


def is_plain_int(value: object) -> bool:
    """Return whether a value is a Python int other than True or False."""
    return isinstance(value, int) and not isinstance(value, bool)


def not_plain(value: object, wanted: str) -> str:
    """Describe the mistake in a value of a foreign type, as in "3, a numpy.int64; …"."""
    kind = type(value)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    return f"{value}, {a(name)}; write {wanted}(…)"


# --------------------------------------------------------------------------------- actions


@rule_for_each_state("legal_actions() is a sorted sequence without repeats.")
def sorted_and_distinct(seen: Seen) -> str | None:
    if isinstance(seen.actions, Raised):
        return None
    if not isinstance(seen.actions, Sequence):
        return f"it is {a(type(seen.actions).__name__)}, not a list or tuple"
    in_order = result_of(lambda: sorted(set(seen.actions)))
    if isinstance(in_order, Raised):  # actions that have no hash or cannot be compared
        return f"it is {list(seen.actions)}, which cannot be sorted without repeats: {in_order!r}"
    if list(seen.actions) != in_order:
        return f"it is {list(seen.actions)}"
    return None


@rule_for_each_state("Each action is an int, a float, a str, or a tuple of these.")
def plain_actions(seen: Seen) -> str | None:
    if not isinstance(seen.actions, Sequence):
        return None
    for action in seen.actions:
        strange = first_strange_part(action)
        if strange is not None:
            return f"there is the action {action!r}: {strange}"
    return None


def first_strange_part(action: Any) -> str | None:
    """Describe the mistake in an action, or in a part of a tuple; return None if there is none.

    Only actions of Python's own types can be saved, sent to a page and typed.
    """
    if isinstance(action, tuple):
        for part in action:
            strange = first_strange_part(part)
            if strange is not None:
                return strange
        return None
    if isinstance(action, bool):
        return not_plain(action, "int")
    if isinstance(action, float) and not isfinite(action):
        return f"{action} is not a number"
    if isinstance(action, int | float | str):
        return None
    if isinstance(action, Integral):
        return not_plain(action, "int")
    return not_plain(action, "tuple" if isinstance(action, list) else "str")


@rule("The actions of all positions can be sorted together.")
def comparable(game: Played) -> str | None:
    known: set[Any] = set()
    for moves, seen in enumerate(game.seen):
        if not isinstance(seen.actions, Sequence):
            return None
        if isinstance(result_of(partial(sorted, set(seen.actions))), Raised):
            return None  # an earlier rule reports this mistake
        known |= set(seen.actions)
        in_order = result_of(partial(sorted, known))
        if isinstance(in_order, Raised):
            return Complaint.after(moves, f"there are other kinds of actions: {in_order!r}")
    return None


@rule_for_each_state("There are legal actions as long as the game goes on, and none afterwards.")
def empty_at_the_end(seen: Seen) -> str | None:
    if not isinstance(seen.actions, Sequence) or not isinstance(seen.over, bool):
        return None
    if seen.over == bool(seen.actions):
        return f"is_terminal() is {seen.over} and legal_actions() is {list(seen.actions)}"
    return None


# --------------------------------------------------------------------------------- the end


@rule("Every game comes to an end.")
def comes_to_an_end(game: Played) -> str | None:
    # In a game with chance, positions may be repeated, because the dice decide how the game
    # continues.
    has_chance = chance_player(game.states[0]) is not None
    first_with_hash: dict[int, int] = {}  # hash → the number of moves before its first occurrence
    for moves, seen in enumerate(game.seen):
        if has_chance or isinstance(seen.hash, Raised):
            continue
        earlier = first_with_hash.setdefault(seen.hash, moves)
        if earlier < moves and is_same_position(game, earlier, moves):
            return Complaint.after(
                moves, f"the position is the same as {since(earlier)}: the game may never end"
            )
    if game.too_long:
        return f"a random game was not over after {count(len(game.actions), 'move')}"
    return None


def is_same_position(game: Played, earlier: int, later: int) -> bool:
    """Return whether two positions return the same values, and are equal by the game's own `==`."""
    if game.seen[earlier].facts() != game.seen[later].facts():
        return False
    return game.states[earlier] == game.states[later]


@rule("The game is not over before the first move.")
def begins(game: Played) -> str | None:
    if game.seen[0].over is True:
        return "is_terminal() is True at the start"
    return None


@rule_for_each_state("rewards() raises ValueError while the game goes on.")
def no_early_rewards(seen: Seen) -> str | None:
    refused = isinstance(seen.rewards, Raised) and isinstance(seen.rewards.error, ValueError)
    if seen.over is False and not refused:
        return f"it gave {seen.rewards!r}"
    return None


@rule_for_each_state("rewards() at the end is one number for each player.")
def one_reward_each(seen: Seen) -> str | None:
    if seen.over is not True or not isinstance(seen.players, Integral):
        return None
    players = count(int(seen.players), "player")
    if isinstance(seen.rewards, Raised):
        return f"it gave {seen.rewards!r} for {players}"
    if not isinstance(seen.rewards, Sequence):
        kind = type(seen.rewards).__name__
        return f"it gave {seen.rewards!r}, {a(kind)}, not a tuple, for {players}"
    are_numbers = all(isinstance(reward, Real) for reward in seen.rewards)
    if len(seen.rewards) != seen.players or not are_numbers:
        return f"it gave {seen.rewards!r} for {players}"
    for reward in seen.rewards:
        if isinstance(reward, bool) or not isinstance(reward, int | float):
            return f"it gave {not_plain(reward, 'float')}"
    return None


@rule_for_each_state("Every reward lies between 0 and 1.")
def rewards_in_range(seen: Seen) -> str | None:
    if seen.over is not True or not isinstance(seen.rewards, Sequence):
        return None
    for reward in seen.rewards:
        if isinstance(reward, Real) and not 0 <= float(reward) <= 1:
            return f"it gave {reward}"
    return None


# --------------------------------------------------------------------------------- chance


@rule("Chance, if the game has it, is the last player, and its reward is 0.")
def chance_is_last(game: Played) -> str | None:
    start = game.states[0]
    end = game.seen[-1]
    chance = chance_player(start)
    players = game.seen[0].players
    if chance is None:
        return None
    if not is_plain_int(chance) or chance != players - 1:
        return Complaint.after(0, f"it is {described(chance)} (num_players is {players})")
    if end.over is True and isinstance(end.rewards, Sequence) and end.rewards[chance]:
        return Complaint.after(len(game.actions), f"it got {end.rewards[chance]}")
    return None


@rule("chance_outcomes(), if the game has it, pairs the legal actions with their probabilities.")
def probabilities(game: Played) -> str | None:
    if not has_probabilities(game.states[0]):
        return None
    if chance_player(game.states[0]) is None:
        return Complaint.after(0, "there is no chance_player, whose actions they are")
    for moves, seen in enumerate(game.seen):
        complaint = None if seen.outcomes is None else wrong_outcomes(seen)
        if complaint:
            return Complaint.after(moves, complaint)
    return None


def wrong_outcomes(seen: Seen) -> str | None:
    """Describe the mistake in the probabilities of chance in a state, or return None."""
    outcomes = seen.outcomes
    if isinstance(outcomes, Raised):
        return f"it raised {outcomes!r}"
    if not isinstance(outcomes, Sequence) or not all(is_pair(outcome) for outcome in outcomes):
        return f"it is {outcomes!r}; it should be a list of pairs (action, probability)"
    actions = [action for action, _ in outcomes]
    if actions != list(seen.actions):
        return f"its actions are {actions}; the legal actions are {list(seen.actions)}"
    for action, probability in outcomes:
        if not isinstance(probability, Real) or not 0 < float(probability) <= 1:
            right = "it should be above 0 and at most 1"
            return f"the probability of {action!r} is {probability!r}; {right}"
    total = float(sum(probability for _, probability in outcomes))
    if abs(total - 1) > CLOSE:
        return f"the probabilities sum to {number(total)}, not to 1"
    return None


def is_pair(value: object) -> bool:
    """Return whether a value is a list or a tuple of length two."""
    return isinstance(value, list | tuple) and len(value) == 2


# --------------------------------------------------------------------------------- for people


@rule_for_each_state("A position can be hashed.")
def hashable(seen: Seen) -> str | None:
    if isinstance(seen.hash, Raised):
        return f"hash() raised {seen.hash!r}"
    return None


@rule("If a position has a picture, _repr_svg_(), the picture is well-formed XML.")
def well_formed(game: Played) -> str | None:
    for moves, state in enumerate(game.states):
        picture = result_of(partial(svg.check, boards.own_picture(state)))
        if isinstance(picture, Raised):
            return Complaint.after(moves, f"it raised {picture!r}")
    return None


@rule("The board, if the game has one, fits its columns, and action names are strings.")
def shown(game: Played) -> str | None:
    for moves, (state, seen) in enumerate(zip(game.states, game.seen, strict=True)):
        complaint = wrong_board(state) or wrong_names(state, seen.actions)
        if complaint:
            return Complaint.after(moves, complaint)
    return None


def wrong_board(state: Any) -> str | None:
    """Describe the mistake in the cells of a board, or return None."""
    width = result_of(lambda: columns(state))
    if isinstance(width, Raised):
        return f"its columns raised {width!r}"
    if not width:
        return None
    cells = result_of(state.cells)
    if not isinstance(cells, str):
        return f"cells() is {cells!r}, not a string"
    if len(cells) == 0 or len(cells) % width != 0:
        return f"cells() has {count(len(cells), 'character')}, not whole rows of {width}"
    return None


def wrong_names(state: Any, actions: object) -> str | None:
    """Describe the mistake in the names of the first legal actions, or return None."""
    if not isinstance(actions, Sequence):
        return None
    for action in actions[:TRIED]:
        name = result_of(partial(action_name, state, action))
        if isinstance(name, Raised):
            return f"the name of action {action!r} raised {name!r}"
        if names_actions(state) and not isinstance(state.action_name(action), str):
            return f"action_name({action!r}) is {state.action_name(action)!r}, not a string"
    return None


# --------------------------------------------------------------------------------- never changing


@rule("apply() does not change the position that it is called on.")
def unchanged(game: Played) -> str | None:
    for moves, (state, before) in enumerate(zip(game.states, game.seen, strict=True)):
        changed = change(state, before)
        if changed:
            return Complaint.after(moves, f"the position changed: {changed}")
    return None


def change(state: State, before: Seen) -> str | None:
    """Describe the first change found in the values of a state, or return None."""
    now = Seen.of(state).facts()
    then = before.facts()
    for name in now:
        if now[name] != then[name]:
            return f"{name} was {then[name]} and is now {now[name]}"
    return None


@rule("The same actions lead to an equal position with the same hash.", needs_the_rest=True)
def same_again(game: Played) -> str | None:
    state = game.states[0]
    for moves, action in enumerate(game.actions, 1):
        state = state.apply(action)
        first = game.states[moves]
        if not (state == first and hash(state) == hash(first)):
            played = game.actions[:moves]
            return Complaint.after(moves, f"the second time, {played} led to another position")
        changed = change(state, game.seen[moves])
        if changed:
            return Complaint.after(
                moves, f"the second time, the position returned other values: {changed}{SHARED}"
            )
    for moves, (state, before) in enumerate(zip(game.states, game.seen, strict=True)):
        changed = change(state, before)
        if changed:
            return Complaint.after(
                moves,
                f"the first position changed when the moves were played again: {changed}{SHARED}",
            )
    return None


@rule("Luck is a move of chance, and not a generator that copies of a position share.")
def no_own_dice(game: Played) -> str | None:
    if not (contents(game.states[0]).dice or contents(game.states[-1]).dice):
        return None
    for moves, (state, action) in enumerate(zip(game.states[:EQUALS], game.actions)):
        if not contents(state).dice:
            continue
        usual = contents(state.apply(action)).values
        for seed in range(SEEDS):
            other = deepcopy(state)
            for generator in contents(other).dice.values():
                shake(generator, seed)
            if contents(other.apply(action)).values != usual:
                place = next(iter(contents(state).dice))
                return Complaint.after(
                    moves,
                    f"apply({action!r}) depends on the generator {place}.  A copy of the position"
                    " draws the same numbers, so a search would know the future: let chance move"
                    " (chance_player)",
                )
    return None


class Contents(NamedTuple):
    """What is inside a position: where each thing is → a generator, or a value as text."""

    dice: dict[str, Any]
    values: dict[str, str]


def contents(state: Any) -> Contents:
    """Return the random generators and the plain values inside a position.

    At most `LOOKED_INTO` objects are looked into.
    """
    found = Contents({}, {})
    waiting: list[tuple[str, Any]] = [("self", state)]
    seen: set[int] = set()
    for place, value in waiting:  # the list grows on the way
        if isinstance(value, str | bytes | int | float | None) or type(value).__name__ == "ndarray":
            found.values[place] = repr(value)
        elif id(value) in seen or len(seen) >= LOOKED_INTO:
            continue
        elif is_generator(value):
            found.dice[place] = value
        elif isinstance(value, dict):
            waiting += [(f"{place}[{key!r}]", one) for key, one in value.items()]
        elif isinstance(value, list | tuple):
            waiting += [(f"{place}[{k}]", one) for k, one in enumerate(value)]
        elif not isinstance(value, type | ModuleType):
            fields = [name for kind in type(value).__mro__ for name in slots(kind)]
            fields += getattr(value, "__dict__", {})
            waiting += [(f"{place}.{k}", one) for k in fields for one in read_field(value, k)]
        seen.add(id(value))
    return found


def read_field(value: Any, name: str) -> list[Any]:
    """Return the value of a field in a list, which is empty if the field cannot be read."""
    try:
        return [getattr(value, name)]
    except Exception:  # a library's own objects may refuse, as the arrays of jax do
        return []


def slots(kind: type) -> Sequence[str]:
    """Return the names of the fields that a class declares in `__slots__`."""
    names = vars(kind).get("__slots__", ())
    return [names] if isinstance(names, str) else list(names)


def is_generator(value: Any) -> bool:
    """Return whether a value is a random generator of Python or numpy."""
    of_numpy = type(value).__module__.startswith("numpy.random")
    return isinstance(value, random.Random) or (of_numpy and hasattr(value, "random"))


def shake(generator: Any, seed: int) -> None:
    """Let a random generator of Python or numpy draw other numbers from now on."""
    if hasattr(generator, "seed"):
        generator.seed(seed)
    else:
        bits = generator.bit_generator
        bits.state = type(bits)(seed).state


@rule("Equal positions return the same values.", needs_the_rest=True)
def equals_agree(game: Played) -> str | None:
    for moves, state in enumerate(game.states[:EQUALS]):
        seen = game.seen[moves]
        for earlier in range(moves):
            if state == game.states[earlier] and seen.facts() != game.seen[earlier].facts():
                return Complaint.after(
                    moves,
                    f"it equals the position after {earlier} moves, but returns other values",
                )
        now = seen.shared_by_equals()
        then = game.met.get(state, seen).shared_by_equals()
        for name in now:
            if now[name] != then[name]:
                return Complaint.after(
                    moves,
                    f"the position equals one in another game, but {name} is {now[name]} here,"
                    f" and {then[name]} there: does == leave something out?",
                )
    return None


@rule("apply() of an illegal action raises IllegalAction.", needs_the_rest=True)
def illegal_refused(game: Played) -> str | None:
    known = known_actions(game)
    for moves, (state, seen) in enumerate(zip(game.states, game.seen, strict=True)):
        wrong = sorted(known - set(seen.actions))
        for action in some_of(wrong, first=moves + len(game.actions)):
            returned = result_of(partial(state.apply, action))
            if not (isinstance(returned, Raised) and isinstance(returned.error, IllegalAction)):
                words = f"apply({action!r}) gave {returned!r}".replace("\n", " ")
                return Complaint.after(moves, words)
        changed = change(state, seen)
        if changed:
            return Complaint.after(
                moves, f"an illegal action was refused, but the position changed: {changed}"
            )
    return None


def known_actions(game: Played) -> set[Any]:
    """Return all actions of a game, and up to two actions that were never legal in the game.

    If all actions are whole numbers, the added actions are the smallest action minus 1 and the
    largest action plus 1.  The action True would be no test, because it equals the action 1.
    """
    known: set[Any] = set()
    for seen in game.seen:
        known |= set(seen.actions)
    if all(type(action) is int for action in known):
        known |= {min(known) - 1, max(known) + 1} if known else {0}
    elif all(type(action) is str for action in known):
        known |= {max(known) + "?"}
    return known


def some_of(actions: Sequence[Any], first: int) -> Iterable[Any]:
    """Return at most `TRIED` of the actions, evenly spread; `first` determines which of them."""
    step = max(1, -(-len(actions) // TRIED))
    return actions[first % step :: step]
