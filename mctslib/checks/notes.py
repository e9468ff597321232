"""Play a random game and write down everything it says: the notes that the rules of `rules.py` read.

Whatever the game answers, be it an exception, is kept as an answer, so nothing here ever raises.
A `Complaint` is what a rule says of the notes.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from mctslib.game import Action, State


@dataclass(frozen=True)
class Raised:
    """Stands where an answer should be: the question raised this."""

    error: Exception | SystemExit

    def __repr__(self) -> str:
        return f"{type(self.error).__name__}: {self.error}".splitlines()[0]


def ask(question: Callable[[], Any]) -> Any:
    """The answer, or `Raised`."""
    try:
        return question()
    except (Exception, SystemExit) as error:  # whatever a learner's code may raise; exit() too
        return Raised(error)


@dataclass(frozen=True)
class Seen:
    """Everything a state said of itself when it was first met."""

    players: Any
    player: Any
    actions: Any
    over: Any
    rewards: Any
    text: Any
    hash: Any

    @classmethod
    def of(cls, state: State) -> Self:
        return cls(
            ask(lambda: state.num_players),
            ask(lambda: state.current_player),
            ask(lambda: _copied(state.legal_actions())),
            ask(lambda: _truth(state.is_terminal())),
            ask(lambda: _copied(state.rewards())),
            ask(lambda: str(state)),
            ask(lambda: hash(state)),
        )

    def facts(self) -> dict[str, str]:
        """All answers as text, without the addresses in memory that two objects cannot have in common."""
        return {
            name: re.sub(r"\b0x[0-9a-fA-F]+", "0x…", repr(value))
            for name, value in vars(self).items()
        }

    def answers(self) -> dict[str, str]:
        """What equal positions agree on, however they were reached: who may do what, and who got what."""
        names = ["players", "over", "actions", *(["player"] if self.over is False else ["rewards"])]
        return {name: repr(getattr(self, name)) for name in names}


def _copied(answer: Any) -> Any:
    """A list, kept as a copy: the game might change its own."""
    return tuple(answer) if isinstance(answer, list) else answer


def _truth(answer: Any) -> Any:
    """True and False in any guise, such as numpy's, as Python's own."""
    return bool(answer) if answer in (True, False) else answer


def since(moves: int) -> str:
    """After 0 moves, after 1 move, after 2 moves …"""
    return f"after {moves} move{'s' * (moves != 1)}"


class Complaint(str):
    """What is wrong, in words, and after how many moves of the game it was seen."""

    moves: int | None = None

    @classmethod
    def after(cls, moves: int, words: str) -> Self:
        complaint = cls(f"{since(moves)} {words}")
        complaint.moves = moves
        return complaint


@dataclass
class Played:
    """One random game: its states, what each said when it was new, and the actions between them."""

    states: list[State]
    seen: list[Seen]
    actions: list[Action] = field(default_factory=list)
    error: Raised | None = None  # what apply() raised, if it did
    too_long: bool = False
    met: dict[State, Seen] = field(
        default_factory=dict
    )  # the positions of the games before this one

    def step(self, action: Action) -> None:
        after = ask(lambda: self.states[-1].apply(action))
        self.actions.append(action)
        if isinstance(after, Raised):
            self.error = after
        else:
            self.states.append(after)
            self.seen.append(Seen.of(after))


def play(state: State, seed: str, max_moves: int) -> Played:
    """Play a random game, as far as the game's answers allow."""
    rng, game = random.Random(seed), Played([state], [Seen.of(state)])
    while not game.error and _can_go_on(game.seen[-1]):
        game.too_long = len(game.actions) >= max_moves
        if game.too_long:
            break
        game.step(rng.choice(game.seen[-1].actions))
    return game


def _can_go_on(seen: Seen) -> bool:
    return seen.over is False and isinstance(seen.actions, Sequence) and len(seen.actions) > 0
