"""Represent a game in progress, for terminals and widgets: its moves and its search trees.

This file contains neither widgets nor drawing code, so the whole file can be tested without a
browser.
"""

import random
from collections.abc import Collection, Sequence

from mctslib.chance import chance_to_move, hides
from mctslib.door.entrance import reuse
from mctslib.game import Action, State
from mctslib.games.board import is_grid, names_actions
from mctslib.games.names import ENGINE, YOU, action_name, player_name, result, where
from mctslib.policies import uniform
from mctslib.tree import Node

LONGEST_QUESTION = 40  # the number of characters in the longest question about the next action


class Game:
    """A game in progress, with a search tree for each player who thinks about a move.

    start    the position in which the game begins
    states   all positions so far, beginning with `start`
    actions  the moves between these positions
    root     the root of the most recently grown tree
    thinker  the player to whom this tree belongs; None for a tree that belongs to no player
    trees    thinker → the root of the tree, and the moves that lead from the start to this root
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
        """The last move, or None before the first move."""
        return self.actions[-1] if self.actions else None

    def before(self) -> State:
        """Return the position before the last move, or the start if no move was played."""
        return self.states[-2] if self.actions else self.start

    # ------------------------------------------------------------------------ moves

    def play(self, action: Action) -> None:
        """Play an action for the side to move.

        Raises `IllegalAction`, and changes nothing, if the action is not legal.
        """
        self.states.append(self.state.apply(action))
        self.actions.append(action)

    def let_chance_move(self, rng: random.Random) -> str:
        """Make the moves of chance until a player is to move; return a description of these moves.

        The description is, for example, "The die shows 4.".  If the game hides cards (it has
        `determinizations`), the description states only that chance has dealt.
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
        """Take back moves until one of `people` is to move.

        Returns True if moves were taken back.  Returns False, and changes nothing, if none of
        `people` has moved so far.
        """
        number = self._last_move_of(people)
        if number is None:
            return False
        del self.states[number + 1 :]
        del self.actions[number:]
        return True

    def can_undo(self, people: Collection[int]) -> bool:
        """Return whether one of `people` has moved so far."""
        return self._last_move_of(people) is not None

    def _last_move_of(self, people: Collection[int]) -> int | None:
        """Return the number of the last move that one of `people` made, or None."""
        for number in reversed(range(len(self.actions))):
            if self.states[number].current_player in people:
                return number
        return None

    # ------------------------------------------------------------------------ trees

    @property
    def root(self) -> Node:
        """The root of the tree of `thinker`; assign a root only for the current position."""
        return self.trees[self.thinker][0]

    @root.setter
    def root(self, root: Node) -> None:
        self.trees[self.thinker] = root, tuple(self.actions)

    def grow_from_here(self, thinker: int | None = None) -> Node:
        """Make the current position the root of a player's tree; return the root.

        thinker  the player, who keeps the part of the old tree below this position; with None, the
                 tree is new and belongs to no player

        The player gets a new tree if the old tree has no visits at this position, or does not lead
        to this position because moves were taken back or other moves were played.
        """
        played = tuple(self.actions)
        self.thinker = thinker
        self.root = self._known_root(played) or Node(self.state)
        return self.root

    def _known_root(self, played: tuple[Action, ...]) -> Node | None:
        """Return the node of the current position in the tree of `thinker`, or None."""
        if self.thinker is None or self.thinker not in self.trees:
            return None
        root, moves_to_root = self.trees[self.thinker]
        if played[: len(moves_to_root)] != moves_to_root:
            return None
        root = reuse(root, *played[len(moves_to_root) :])
        return root if root.visits else None

    def holds(self, root: Node) -> bool:
        """Return whether this node is still the root of a kept tree."""
        return any(root is kept for kept, _ in self.trees.values())

    # ------------------------------------------------------------------------ words

    def mark(self, player: int) -> str:
        """Return the name of a player, such as "X" or "player 2"."""
        return player_name(self.start, player)

    def ending(self, names: Sequence[str] = ()) -> str:
        """Return a sentence about the end of the game, using these names for the players."""
        return result(self.state, self.start, names)

    def turn(self, engine: str = "", names: Sequence[str] = ()) -> str:
        """Return a sentence that states whose turn it is, or how the game ended.

        engine  a description of what the engine is doing if it is the engine's turn, otherwise ""
        names   the names of the players (`names_of`)
        """
        if self.state.is_terminal():
            return self.ending(names)
        player = self.state.current_player
        name = names[player] if names else self.mark(player)
        if engine:
            return f"{engine_called(name)} {engine}"
        to_move = _your_turn(self.state) if name == YOU else f"Your turn: {name} to move."
        sentences = [to_move, where(self.state)]
        return " ".join(sentence for sentence in sentences if sentence)


def engine_called(name: str) -> str:
    """Return the start of a sentence about the engine that plays for the player with this name."""
    return "The engine" if name == ENGINE else f"The engine, {name},"


def _your_turn(state: State) -> str:
    """Return the sentence that tells the only person in a game to move.

    If there are at most three actions, and they have names, the sentence lists the actions.
    """
    actions = state.legal_actions()
    if is_grid(state) or not names_actions(state) or len(actions) > 3:
        return "Your turn."
    *most, last = [action_name(state, action) for action in actions]
    question = f"Your turn: {', '.join(most)} or {last}?" if most else f"Your turn: {last}."
    return question if len(question) <= LONGEST_QUESTION else "Your turn."
