"""Play a random game, and record everything that the game returns.

The rules in `rules.py` read these notes.  An exception raised by the game is stored as a `Raised`,
so the functions of this file raise no exceptions.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from mctslib.chance import chance_to_move, has_probabilities
from mctslib.game import Action, State
from mctslib.words import count


@dataclass(frozen=True)
class Raised:
    """An error that the game raised instead of returning a value."""

    error: Exception | SystemExit

    def __repr__(self) -> str:
        return f"{type(self.error).__name__}: {self.error}".splitlines()[0]


def result_of(call: Callable[[], Any]) -> Any:
    """Return the value of a call, or the error as a `Raised`."""
    try:
        return call()
    except (Exception, SystemExit) as error:  # a learner's code may even call exit()
        return Raised(error)


@dataclass(frozen=True)
class Seen:
    """Everything that a state returned when the game first reached this state."""

    players: Any
    player: Any
    actions: Any
    over: Any
    rewards: Any
    outcomes: Any  # the probabilities of chance, or None if chance is not to move
    text: Any
    hash: Any

    @classmethod
    def of(cls, state: State) -> Self:
        """Return the notes on a state."""
        return cls(
            players=result_of(lambda: state.num_players),
            player=result_of(lambda: state.current_player),
            actions=result_of(lambda: copied(state.legal_actions())),
            over=result_of(lambda: truth(state.is_terminal())),
            rewards=result_of(lambda: copied(state.rewards())),
            outcomes=result_of(lambda: outcomes_of(state)),
            text=result_of(lambda: str(state)),
            hash=result_of(lambda: hash(state)),
        )

    def facts(self) -> dict[str, str]:
        """Return all values as text.

        Addresses in memory are left out, because they differ from object to object.
        """
        facts = {}
        for name, value in vars(self).items():
            facts[name] = re.sub(r"\b0x[0-9a-fA-F]+", "0x…", repr(value))
        return facts

    def shared_by_equals(self) -> dict[str, str]:
        """Return as strings the values that equal positions must share, however they were reached.

        The shared values are the number of players, whether the game is over, the legal actions and
        the probabilities of chance.  The player to move is added while the game goes on, and the
        rewards are added once the game is over.
        """
        names = ["players", "over", "actions", "outcomes"]
        names.append("player" if self.over is False else "rewards")
        return {name: repr(getattr(self, name)) for name in names}


def copied(value: Any) -> Any:
    """Return a list as a tuple, which the game cannot change; return other values unchanged."""
    if isinstance(value, list):
        return tuple(value)
    return value


def truth(value: Any) -> Any:
    """Return numpy's True and False as Python's True and False; return other values unchanged."""
    if value in (True, False):
        return bool(value)
    return value


def outcomes_of(state: Any) -> Any:
    """Return a copy of `chance_outcomes()`, or None if chance is not to move in this state."""
    if has_probabilities(state) and chance_to_move(state):
        return copied(state.chance_outcomes())
    return None


class Complaint(str):
    """A text about a broken rule, with the number of moves before the rule was broken."""

    moves: int | None = None

    @classmethod
    def after(cls, moves: int, words: str) -> Self:
        """Return a complaint about the position after a number of moves."""
        complaint = cls(f"{since(moves)} {words}")
        complaint.moves = moves
        return complaint


def since(moves: int) -> str:
    """Return words such as "after 0 moves" or "after 1 move"."""
    return f"after {count(moves, 'move')}"


@dataclass
class Played:
    """One random game: its states, the notes on each state, and the actions between the states."""

    states: list[State]
    seen: list[Seen]
    actions: list[Action] = field(default_factory=list)
    error: Raised | None = None  # the error that apply() raised, if any
    too_long: bool = False
    met: dict[State, Seen] = field(default_factory=dict)  # positions of the games before this one

    def step(self, action: Action) -> None:
        """Apply an action to the last state, and record the result."""
        after = result_of(lambda: self.states[-1].apply(action))
        self.actions.append(action)
        if isinstance(after, Raised):
            self.error = after
            return
        self.states.append(after)
        self.seen.append(Seen.of(after))


def play(state: State, seed: str, max_moves: int) -> Played:
    """Play a random game until the end or until a wrong value is returned; return the notes.

    max_moves  the number of moves after which the game counts as too long
    """
    rng = random.Random(seed)
    game = Played([state], [Seen.of(state)])
    while game.error is None and can_go_on(game.seen[-1]):
        if len(game.actions) >= max_moves:
            game.too_long = True
            break
        game.step(rng.choice(game.seen[-1].actions))
    return game


def can_go_on(seen: Seen) -> bool:
    """Return whether the game is not over, and there are actions to choose from."""
    return seen.over is False and isinstance(seen.actions, Sequence) and len(seen.actions) > 0
