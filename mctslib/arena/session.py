"""A game in progress, for whoever lets people play: the moves so far, whose turn it is, and the trees of the engines.

No widget and no drawing here; everything can be tried without a browser.
"""

import random
from collections.abc import Collection

from mctslib.game import Action, State, chance_to_move, hides
from mctslib.games.names import action_name, player_name, result, where
from mctslib.policies import uniform
from mctslib.search import reuse
from mctslib.tree import Node


class Game:
    """A game in progress, from `start`, with a tree for each who thinks about it.

    states   all positions so far, the start first; actions: the moves between them
    root     the root of the tree last grown
    trees    who thinks → the root of their tree, and the moves that lead from the start to it
    """

    def __init__(self, start: State) -> None:
        self.start = start
        self.clear()

    def clear(self) -> None:
        """Back to the start."""
        self.states, self.actions = [self.start], list[Action]()
        self.thinker: int | None = None
        self.trees: dict[int | None, tuple[Node, tuple[Action, ...]]] = {
            None: (Node(self.start), ())
        }

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.states[-1]

    @property
    def last(self) -> Action:
        """The move just played, or None."""
        return self.actions[-1] if self.actions else None

    def play(self, action: Action) -> None:
        """Play for the side to move.  Raises `IllegalAction` and changes nothing if that cannot be."""
        self.states.append(self.state.apply(action))
        self.actions.append(action)

    def let_chance_move(self, rng: random.Random) -> str:
        """Play what is left to chance, until a player is to move; what that was, in words: "The die shows 4.".

        Where cards are hidden (the game has `determinizations`), only that it was done.
        """
        said = []
        while chance_to_move(self.state):
            action = uniform(self.state, rng)
            name = action_name(self.state, action)
            said.append(
                "Chance has dealt." if hides(self.start) else f"{name[:1].upper()}{name[1:]}."
            )
            self.play(action)
        return " ".join(said)

    def undo(self, people: Collection[int]) -> bool:
        """Take moves back until one of `people` is to move; False, and nothing done, if there is no such move."""
        turns = [k for k, state in enumerate(self.states[:-1]) if state.current_player in people]
        if turns:
            del self.states[turns[-1] + 1 :], self.actions[turns[-1] :]
        return bool(turns)

    @property
    def root(self) -> Node:
        return self.trees[self.thinker][0]

    @root.setter
    def root(self, root: Node) -> None:
        self.trees[self.thinker] = root, tuple(self.actions)

    def grow_from_here(self, thinker: int | None = None) -> Node:
        """The present position as the root of a player's own tree: what that knows below it is kept.

        None thinks on a new tree.  So does a player after moves were taken back or another line was played, as their
        tree does not lead here; and where nothing is known, so that the root counts for the player to move.
        """
        played, self.thinker = tuple(self.actions), thinker
        root, at = self.trees.get(thinker, (Node(self.start), ()))
        led_here = thinker is not None and played[: len(at)] == at
        root = reuse(root, *played[len(at) :]) if led_here else root
        self.root = root if led_here and root.visits else Node(self.state)
        return self.root

    def holds(self, root: Node) -> bool:
        """Whether this is still the root of somebody's tree: nobody has gone on from it."""
        return any(root is kept for kept, _ in self.trees.values())

    def mark(self, player: int) -> str:
        """What a player is called: X, O, or a number."""
        return player_name(self.start, player)

    def before(self) -> State:
        """The position in which the last move was played."""
        return self.states[-2] if self.actions else self.start

    def turn(self, engine: str = "") -> str:
        """Whose turn it is, or how the game ended, in words; `engine` says what it does if it is the engine's."""
        if self.state.is_terminal():
            return result(self.state, self.start)
        mark = self.mark(self.state.current_player)
        if engine:
            return f"The engine, {mark}, {engine}"
        return " ".join(filter(None, [f"Your turn: {mark} to move.", where(self.state)]))
