"""The rules a game keeps, one function each: what `checks.check_game` reads a random game with.

The rules look at notes taken while the game was played (`notes.py`), so a game that changes its own past
is caught by comparing notes, not believed.
"""

from collections.abc import Callable, Sequence
from functools import partial
from numbers import Integral, Real

from mctslib.checks.notes import Complaint, Played, Raised, Seen, ask, since
from mctslib.draw import boards, svg
from mctslib.game import IllegalAction, State, chance_player

EQUALS = 60  # positions of a game that are compared with each other
SHARED = " (do positions share something that changes?)"
TRIED = (
    12  # illegal actions of a position that are tried; where there are more, others in other games
)


class Rule:
    """A rule reads a played game and answers with a complaint, or None."""

    def __init__(self, look: Callable[[Played], str | None], needs_the_rest: bool) -> None:
        self.look, self.needs_the_rest = look, needs_the_rest

    def __call__(self, game: Played) -> str | None:
        complaint = ask(lambda: self.look(game))
        return f"looking at it raised {complaint!r}" if isinstance(complaint, Raised) else complaint


RULES: dict[str, Rule] = {}  # the sentence → the rule, in the order of the report


def rule(sentence: str, needs_the_rest: bool = False) -> Callable[[Callable], Callable]:
    """Add the function below to the rules; `needs_the_rest` leaves it out where an earlier rule is broken."""

    def add(look: Callable[[Played], str | None]) -> Callable:
        RULES[sentence] = Rule(look, needs_the_rest)
        return look

    return add


def each_state(sentence: str) -> Callable[[Callable], Callable]:
    """A rule on the notes of a single state; the complaint says after how many moves."""

    def add(look: Callable[[Seen], str | None]) -> Callable:
        def of_the_game(game: Played) -> str | None:
            for moves, seen in enumerate(game.seen):
                if complaint := look(seen):
                    return Complaint.after(moves, complaint)
            return None

        rule(sentence)(of_the_game)
        return look

    return add


@each_state("No question about a position raises an exception.")
def no_exception(seen: Seen) -> str | None:
    names = {
        "players": "num_players",
        "actions": "legal_actions()",
        "over": "is_terminal()",
        "text": "str()",
    }
    for name, question in names.items():
        if isinstance(getattr(seen, name), Raised):
            return f"{question} raised {getattr(seen, name)!r}"
    return None


@rule("apply() of a legal action gives the next position.")
def apply_works(game: Played) -> str | None:
    if game.error:
        return Complaint.after(
            len(game.actions) - 1, f"apply({game.actions[-1]!r}) raised {game.error!r}"
        )
    for moves, state in enumerate(game.states):
        if (kind := type(state)) is not (wanted := type(game.states[0])):
            answer = f"{state!r}, a {kind.__name__}; it should be a {wanted.__name__}"
            return Complaint.after(
                moves - 1, f"apply({game.actions[moves - 1]!r}) returned {answer}"
            )
    return None


@rule("num_players is a whole number of at least 1.")
def number_of_players(game: Played) -> str | None:
    first = game.seen[0].players
    for moves, seen in enumerate(game.seen):
        if not (
            isinstance(seen.players, Raised)
            or (isinstance(seen.players, Integral) and int(seen.players) >= 1)
        ):
            return Complaint.after(moves, f"it is {_value(seen.players)}")
        if (
            isinstance(first, Integral)
            and isinstance(seen.players, Integral)
            and seen.players != first
        ):
            return Complaint.after(moves, f"it is {seen.players}; it was {first} at the start")
    return None


def _value(answer: object) -> str:
    """An answer as it is shown; a method in place of a value says what to do about it."""
    return (
        "a method; put @property above it, so that it is a value"
        if callable(answer)
        else repr(answer)
    )


@each_state("current_player is an index from 0 to num_players − 1 while the game goes on.")
def player_in_range(seen: Seen) -> str | None:
    if seen.over is not False or not isinstance(seen.players, Integral):
        return None
    fine = isinstance(seen.player, Integral) and 0 <= int(seen.player) < int(seen.players)
    return None if fine else f"it is {_value(seen.player)} (num_players is {seen.players})"


@each_state("is_terminal() answers True or False.")
def truth(seen: Seen) -> str | None:
    return None if isinstance(seen.over, (bool, Raised)) else f"it is {seen.over!r}"


@each_state("legal_actions() is a sorted sequence without repeats.")
def sorted_and_distinct(seen: Seen) -> str | None:
    if isinstance(seen.actions, Raised):
        return None
    if not isinstance(seen.actions, Sequence):
        return f"it is a {type(seen.actions).__name__}, not a list or tuple"
    in_order = ask(lambda: sorted(set(seen.actions)))
    if isinstance(in_order, Raised):  # no keys of a dictionary, or not to be compared
        return f"it is {list(seen.actions)}, which cannot be sorted without repeats: {in_order!r}"
    return None if list(seen.actions) == in_order else f"it is {list(seen.actions)}"


@each_state("There are legal actions exactly while the game goes on.")
def empty_at_the_end(seen: Seen) -> str | None:
    if not isinstance(seen.actions, Sequence) or not isinstance(seen.over, bool):
        return None
    if seen.over == bool(seen.actions):
        return f"is_terminal() is {seen.over} and legal_actions() is {list(seen.actions)}"
    return None


@rule("Every game comes to an end.")
def comes_to_an_end(game: Played) -> str | None:
    met: dict[int, int] = {}  # hash → after how many moves
    for moves, seen in enumerate(game.seen):
        earlier = moves if isinstance(seen.hash, Raised) else met.setdefault(seen.hash, moves)
        same_answers = earlier < moves and game.seen[earlier].facts() == seen.facts()
        dice = (
            chance_player(game.states[0]) is not None
        )  # they decide whether it goes on: not for ever
        if (
            same_answers and not dice and game.states[earlier] == game.states[moves]
        ):  # equal by the game's own word
            return Complaint.after(
                moves, f"the position is that {since(earlier)} again: this may go on for ever"
            )
    return (
        f"a random game was not over after {len(game.actions):,} moves" if game.too_long else None
    )


@rule("The game is not over before the first move.")
def begins(game: Played) -> str | None:
    return "is_terminal() is True at the start" if game.seen[0].over is True else None


@each_state("rewards() raises ValueError while the game goes on.")
def no_early_rewards(seen: Seen) -> str | None:
    refused = isinstance(seen.rewards, Raised) and isinstance(seen.rewards.error, ValueError)
    return f"it gave {seen.rewards!r}" if seen.over is False and not refused else None


@each_state("rewards() at the end is one number for each player.")
def one_reward_each(seen: Seen) -> str | None:
    if seen.over is not True or not isinstance(seen.players, Integral):
        return None
    fine = isinstance(seen.rewards, Sequence) and len(seen.rewards) == seen.players
    fine = fine and all(isinstance(reward, Real) for reward in seen.rewards)
    kind = (
        ""
        if isinstance(seen.rewards, Sequence | Raised)
        else f", a {type(seen.rewards).__name__}, not a tuple,"
    )
    return (
        None
        if fine
        else f"it gave {seen.rewards!r}{kind} for {seen.players} player{'s' * (seen.players != 1)}"
    )


@each_state("Every reward lies between 0 and 1.")
def rewards_in_range(seen: Seen) -> str | None:
    if seen.over is not True or not isinstance(seen.rewards, Sequence):
        return None
    outside = [
        reward
        for reward in seen.rewards
        if isinstance(reward, Real) and not 0 <= float(reward) <= 1
    ]
    return f"it gave {outside[0]}" if outside else None


@rule("chance, where there is one, is the last player, and its reward is 0.")
def nature_does_not_care(game: Played) -> str | None:
    who, players, end = chance_player(game.states[0]), game.seen[0].players, game.seen[-1]
    if who is None:
        return None
    if not isinstance(who, Integral) or isinstance(who, bool) or who != players - 1:
        return Complaint.after(0, f"it is {_value(who)} (num_players is {players})")
    paid = end.rewards[who] if end.over is True and isinstance(end.rewards, Sequence) else 0
    return Complaint.after(len(game.actions), f"it got {paid}") if paid else None


@each_state("A position can be hashed.")
def hashable(seen: Seen) -> str | None:
    return f"hash() raised {seen.hash!r}" if isinstance(seen.hash, Raised) else None


@rule("A picture of the position, _repr_svg_(), is well-formed XML where there is one.")
def well_formed(game: Played) -> str | None:
    for moves, state in enumerate(game.states):
        picture = ask(partial(svg.check, boards.own_picture(state)))
        if isinstance(picture, Raised):
            return Complaint.after(moves, f"it raised {picture!r}")
    return None


@rule("apply() leaves the position it was asked of as it was.")
def unchanged(game: Played) -> str | None:
    for moves, (state, before) in enumerate(zip(game.states, game.seen, strict=True)):
        if changed := _change(state, before):
            return Complaint.after(moves, f"the position changed: {changed}")
    return None


def _change(state: State, before: Seen) -> str | None:
    now, then = Seen.of(state).facts(), before.facts()
    return next(
        (
            f"{name} was {then[name]} and is now {now[name]}"
            for name in now
            if now[name] != then[name]
        ),
        None,
    )


@rule("The same actions lead to an equal position with the same hash.", needs_the_rest=True)
def same_again(game: Played) -> str | None:
    state = game.states[0]
    for moves, action in enumerate(game.actions, 1):
        state = state.apply(action)
        if not (state == game.states[moves] and hash(state) == hash(game.states[moves])):
            return Complaint.after(
                moves, f"played again, the position after {game.actions[:moves]} is another"
            )
        if changed := _change(state, game.seen[moves]):
            return Complaint.after(
                moves, f"played again, the position says something else: {changed}{SHARED}"
            )
    for moves, (state, before) in enumerate(zip(game.states, game.seen, strict=True)):
        if changed := _change(state, before):
            return Complaint.after(
                moves, f"when they were played again, the first position changed: {changed}{SHARED}"
            )
    return None


@rule("Positions that are equal say the same.", needs_the_rest=True)
def equal_says_the_same(game: Played) -> str | None:
    for moves, state in enumerate(game.states[:EQUALS]):
        for earlier in range(moves):
            if (
                state == game.states[earlier]
                and game.seen[moves].facts() != game.seen[earlier].facts()
            ):
                return Complaint.after(
                    moves, f"the position equals that after {earlier} moves, but says otherwise"
                )
        now, then = game.seen[moves].answers(), game.met.get(state, game.seen[moves]).answers()
        for name in (name for name in now if now[name] != then[name]):
            message = (
                f"{name} is {now[name]} here, and {then[name]} there: does == leave something out?"
            )
            return Complaint.after(moves, f"the position equals one of another game, but {message}")
    return None


@rule("apply() of an illegal action raises IllegalAction.", needs_the_rest=True)
def illegal_refused(game: Played) -> str | None:
    known = {action for seen in game.seen for action in seen.actions}
    if all(
        type(action) is int for action in known
    ):  # a negative index, or one too many; True is no test: it equals 1
        known |= {min(known) - 1, max(known) + 1} if known else {0}
    elif all(type(action) is str for action in known):
        known |= {max(known) + "?"}
    for moves, (state, seen) in enumerate(zip(game.states, game.seen, strict=True)):
        wrong = sorted(known - set(seen.actions))
        step = -(-len(wrong) // TRIED) or 1
        for action in wrong[(moves + len(game.actions)) % step :: step]:
            answer = ask(partial(state.apply, action))
            if not (isinstance(answer, Raised) and isinstance(answer.error, IllegalAction)):
                return Complaint.after(
                    moves, f"apply({action!r}) gave {answer!r}".replace("\n", " ")
                )
        if changed := _change(state, seen):
            return Complaint.after(
                moves, f"an illegal action was refused, but the position changed: {changed}"
            )
    return None
