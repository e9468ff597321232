"""A game in progress, for whatever lets people play: its moves, whose turn it is, and the trees.

There is no widget and no drawing here, so everything can be tried without a browser.
"""

import random
from collections.abc import Collection

from mctslib.game import Action, State, chance_to_move, hides
from mctslib.games.names import action_name, player_name, result, where
from mctslib.policies import uniform
from mctslib.search import reuse
from mctslib.tree import Node


class Game:
    """A game in progress, with a tree for each player who thinks about it.

    start    the position in which the game begins
    states   all positions so far, the start first
    actions  the moves between them
    root     the root of the tree grown last
    thinker  the player whose tree that is; None for a tree that belongs to no player
    trees    thinker → the root of the tree, and the moves that lead from the start to it
    """

    def __init__(self, start: State) -> None:
        self.start = start
        self.clear()

    def clear(self) -> None:
        """Go back to the start."""
        self.states: list[State] = [self.start]
        self.actions: list[Action] = []
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

    def before(self) -> State:
        """Return the position in which the last move was played."""
        return self.states[-2] if self.actions else self.start

    # ------------------------------------------------------------------------ moves

    def play(self, action: Action) -> None:
        """Play an action for the side to move.

        Raises `IllegalAction`, and changes nothing, if the action is not legal.
        """
        self.states.append(self.state.apply(action))
        self.actions.append(action)

    def let_chance_move(self, rng: random.Random) -> str:
        """Play what is left to chance, until a player is to move; return it in words.

        For example "The die shows 4.".  Where cards are hidden (the game has `determinizations`),
        the words are only that chance has dealt.
        """
        sentences = []
        while chance_to_move(self.state):
            action = uniform(self.state, rng)
            if hides(self.start):
                sentences.append("Chance has dealt.")
            else:
                name = action_name(self.state, action)
                sentences.append(f"{name[:1].upper()}{name[1:]}.")
            self.play(action)
        return " ".join(sentences)

    def undo(self, people: Collection[int]) -> bool:
        """Take moves back until one of `people` is to move.

        Returns False, and changes nothing, if there is no such move.
        """
        for number in reversed(range(len(self.actions))):
            if self.states[number].current_player in people:
                del self.states[number + 1 :]
                del self.actions[number:]
                return True
        return False

    # ------------------------------------------------------------------------ trees

    @property
    def root(self) -> Node:
        return self.trees[self.thinker][0]

    @root.setter
    def root(self, root: Node) -> None:
        self.trees[self.thinker] = root, tuple(self.actions)

    def grow_from_here(self, thinker: int | None = None) -> Node:
        """Make the current position the root of the tree of a player; return that root.

        thinker  the player, whose tree is kept as far as it lies below this position; None for a
                 new tree

        The tree of a player starts anew, too, after moves were taken back or another line was
        played, because it does not lead here then; and where nothing is known of this position,
        so that the root counts for the player to move.
        """
        played = tuple(self.actions)
        self.thinker = thinker
        self.root = self._known_root(played) or Node(self.state)
        return self.root

    def _known_root(self, played: tuple[Action, ...]) -> Node | None:
        """Return the node of the current position in the tree of `thinker`; None if there is
        none."""
        if self.thinker is None or self.thinker not in self.trees:
            return None
        root, moves_to_root = self.trees[self.thinker]
        if played[: len(moves_to_root)] != moves_to_root:
            return None
        root = reuse(root, *played[len(moves_to_root) :])
        return root if root.visits else None

    def holds(self, root: Node) -> bool:
        """Return whether this is still the root of a tree, so that the game has not gone on."""
        return any(root is kept for kept, _ in self.trees.values())

    # ------------------------------------------------------------------------ words

    def mark(self, player: int) -> str:
        """Return what a player is called: X, O, or a number."""
        return player_name(self.start, player)

    def ending(self) -> str:
        """Return in words how the game ended."""
        return result(self.state, self.start)

    def turn(self, engine: str = "") -> str:
        """Return in words whose turn it is, or how the game ended.

        engine  what the engine is doing, in words, if it is the engine's turn
        """
        if self.state.is_terminal():
            return self.ending()
        mark = self.mark(self.state.current_player)
        if engine:
            return f"The engine, {mark}, {engine}"
        sentences = [f"Your turn: {mark} to move.", where(self.state)]
        return " ".join(sentence for sentence in sentences if sentence)
