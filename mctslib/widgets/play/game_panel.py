"""Run a game against an engine: handle the reader's commands, the turns and the searches.

`Play` defines the engine's search, and adds the displays beside the board.
"""

import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from mctslib.arena.session import Game, engine_called
from mctslib.chance import hides, seats
from mctslib.door.guard import counted_actions
from mctslib.game import Action, State
from mctslib.games.names import ENGINE, action_name, names_of, why_not
from mctslib.policies import FinalMove, most_visited
from mctslib.tree import Node
from mctslib.widgets.bar import ActButton
from mctslib.widgets.panel import Panel, safely
from mctslib.widgets.play.board import Thought, thoughts
from mctslib.widgets.play.parts import refusal
from mctslib.words import count, number

GLANCE = 0.2  # seconds between two displays of the findings during a search


class Look(NamedTuple):
    """The findings of a search at one moment.

    root   the root of the search's tree
    known  action → the finding about it
    best   the action that the search chose
    """

    root: Node | None = None
    known: Mapping[Action, Thought] = {}
    best: Action = None


class GamePanel(Panel):
    """A game, and an engine that searches its positions.

    The engine keeps one tree for each side that it plays, and grows a new tree for each hint.

    game    the game so far
    seen    the latest `Look`; a new `Look` replaces the old one as a whole, so its parts always
            belong together
    kept    the number of games behind the moves of the tree before its last search
    remark  a sentence about the last finding
    moved   a sentence about the engine's last move, if it was the last move; "" otherwise.  The
            remark begins with this sentence
    viewed  the number of moves before the position of a finished game that the reader looks at, or
            None for the last position
    held    whether the engine waits until the reader presses "Engine moves"

    A subclass sets `controls`, which has `buttons`, `is_engine(player)` and `engines_alone()`,
    before calling `_listen`.  The subclass also defines `_search` and `refresh`.
    """

    controls: Any
    unit = "game"  # what the engine makes many of before a move, in sentences

    def __init__(
        self,
        start: State,
        moves: Iterable[Action],
        rng: random.Random,
        final_move: FinalMove = most_visited,
    ) -> None:
        super().__init__()
        self.start, self.rng, self.final_move = start, rng, final_move
        self.first_moves = tuple(moves)
        self._reset()
        self._play_first_moves()

    def _reset(self) -> None:
        self.game, self.held = Game(self.start), False
        self._forget()

    def _play_first_moves(self) -> None:
        for action in self.first_moves:
            self.game.play(action)

    def _forget(self) -> None:
        self.seen, self.kept, self.remark, self.moved = Look(), 0, "", ""
        self.viewed: int | None = None

    known = property(
        attrgetter("seen.known"),
        doc="The findings of the last search about each action; empty before the first search.",
    )
    best = property(
        attrgetter("seen.best"),
        doc="The action that the last search chose; None before and during the search.",
    )

    @property
    def searched(self) -> State | None:
        """The position that was searched last, even after the game has moved on."""
        return self.seen.root.state if self.seen.root else None

    def _listen(self) -> None:
        self.commands: dict[str, Callable[[], Any]] = {
            "new game": self.new_game,
            "position again": self.position_again,
            "earlier": partial(self.walk, -1),
            "later": partial(self.walk, 1),
            "take back": self.take_back,
            "hint": self.hint,
            "engine moves": self.engine_moves,
            "stop": self.work.stop,
        }
        for command, button in self.controls.buttons.items():
            give = partial(self._commanded, command)
            if isinstance(button, ActButton):
                button.act = give
            else:
                button.on_click(give)

    def _commanded(self, command: str, button: object) -> None:
        self._heard(command, None)

    # -------------------- commands of a person
    def _heard(self, command: str, action: Action) -> None:
        """Handle a message from a button or the board: a command with its cell or action."""
        if command in ("play", "refused"):
            (self.play if command == "play" else self.refuse)(action)
        elif command in self.commands:
            self.commands[command]()

    @safely
    def play(self, action: Action) -> None:
        """Play `action` for the side to move, as a click on the board does."""
        refused = refusal(self.game.state, self._engine_to_move(), self.work.running)
        if refused:
            return self.refresh(refused)
        self.work.cancel()
        self.game.play(action)
        self._forget()
        self._proceed()

    @safely
    def refuse(self, cell: int) -> None:
        """Explain why no move is possible in a clicked cell."""
        state = self.game.state
        self.refresh(
            refusal(state, self._engine_to_move(), self.work.running) or why_not(state, cell)
        )

    @safely
    def take_back(self) -> None:
        """Undo moves until it is a person's turn; if only engines play, undo one move.

        At the end of a game with hidden cards, nothing is undone, because the cards are known.
        """
        if hides(self.start) and self.game.state.is_terminal():
            return self.refresh("The cards have been shown. Press New game for another deal.")
        self.work.cancel()
        if not self.game.undo(self._whose_moves()):
            return self._proceed("There is nothing to take back.")
        self._forget()
        self.held = self._engine_to_move()
        self._proceed("Taken back.")

    def _whose_moves(self) -> Collection[int]:
        """Return the players whose moves can be taken back: people, or else all players."""
        players = seats(self.start)
        return {player for player in players if not self.controls.is_engine(player)} or players

    @safely
    def new_game(self) -> None:
        """Go back to the starting position."""
        self.work.cancel()
        self._reset()
        self._proceed()

    @safely
    def position_again(self) -> None:
        """Go back to the position in which the reader began."""
        self.work.cancel()
        self._reset()
        self._play_first_moves()
        self._proceed()

    @safely
    def walk(self, step: int) -> None:
        """Show an earlier (−1) or a later (1) position of a finished game.

        At the end of a game with hidden cards, only the last position is shown.
        """
        if not self.game.state.is_terminal() or hides(self.start):
            return
        last = len(self.game.actions)
        here = last if self.viewed is None else self.viewed
        self.viewed = min(max(here + step, 0), last)
        self.refresh(f"Move {self.viewed} of {last}.")

    @safely
    def hint(self) -> None:
        """Search for the side to move and show the findings, without making a move."""
        self._asked(self._hinted, None, "Searching for a hint …")

    @safely
    def engine_moves(self) -> None:
        """Let the engine move for the side to move, or let a stopped engine continue."""
        self.held = False
        self._asked(self._replied, self.game.state.current_player, "")

    def _asked(self, finish: Callable[[str], None], thinker: int | None, words: str) -> None:
        if self.game.state.is_terminal() or self.work.running:
            return self.refresh(refusal(self.game.state, True, True))
        self._think(finish, thinker, words=words)

    @safely
    def _side_changed(self, change: Any) -> None:
        self.work.cancel()
        self.held = False
        self._proceed()

    # -------------------- the engine
    def _engine_to_move(self) -> bool:
        state = self.game.state
        return not state.is_terminal() and self.controls.is_engine(state.current_player)

    def _proceed(self, words: str = "") -> None:
        """Play the moves of chance, show the position, and start the engine if it is to move."""
        self.remark = f"{self.remark} {self.game.let_chance_move(self.rng)}".strip()
        self.refresh(words)
        if self._engine_to_move() and not self.held:
            self._think(self._replied, self.game.state.current_player, self._delay())
        elif not self.known:
            self._draw()

    def _delay(self) -> float:
        """Return the number of seconds to wait before the engine searches."""
        return 0

    def _think(
        self, finish: Callable[[str], None], thinker: int | None, delay: float = 0, words: str = ""
    ) -> None:
        root = self.game.grow_from_here(None if hides(self.start) else thinker)
        self.kept = sum(child.visits for child in root.children.values())
        self.work.start(self._slices(), finish, delay)
        if self.work.running:
            self.refresh(words)

    def _search(self) -> Iterator[float]:
        """Grow the tree of `game.root` in slices; yield the fraction done."""
        raise NotImplementedError

    def _grown(self, root: Node) -> None:
        self.game.root = root

    def _slices(self) -> Iterator[float]:
        glance = time.monotonic()
        for fraction in self._search():
            if time.monotonic() - glance > GLANCE and self.game.root.children:
                glance = time.monotonic()
                self._see(None)
                self.refresh()
            yield fraction

    def _see(self, best: Action) -> None:
        self.seen = Look(self.game.root, thoughts(self.game.root), best)

    def _replied(self, outcome: str) -> None:
        """Make the engine's move after its search has ended."""
        if self._concluded(outcome):
            who = self.names()[self.game.state.current_player]
            self.moved = self._told_move(who)
            self.game.play(self.best)
            self.remark = self.moved + ("" if self.game.state.is_terminal() else self._effort())
            self.held = outcome == "stop" and self.controls.engines_alone()
            self._draw()
            self._proceed()

    def _hinted(self, outcome: str) -> None:
        if self._concluded(outcome):
            self.moved = ""
            self.remark = f"Hint: {self._described(self.names()[self.game.state.current_player])}."
            self._draw()
            self.refresh()

    def _concluded(self, outcome: str) -> bool:
        """Read the findings of the search; if the search has none, make the engine wait.

        Returns whether there are findings.
        """
        if outcome == "error" or not self.game.root.children:
            self.held = True
            self.refresh()
            return False
        self._see(self.final_move(self.game.root))
        return True

    # -------------------- what the reader sees
    def refresh(self, words: str = "") -> None:
        raise NotImplementedError

    def _draw(self) -> None:
        """Draw the pictures that take time to draw; subclasses override this method."""

    def _said(self, words: str) -> str:
        """Return the line below the board: the last remark, `words`, and whose turn it is."""
        return " ".join(filter(None, [self.remark, words, self.turn()]))

    def names(self) -> list[str]:
        """Return the players' names for sentences: "X", "you", "the engine" or "player 2"."""
        players = seats(self.start)
        people = [player for player in players if not self.controls.is_engine(player)]
        return names_of(self.start, people)

    def _described(self, who: str) -> str:
        """Return the best action for the player `who` in words, with the number of its games."""
        name = action_name(self.game.root.state, self.best)
        # with hidden cards, a number would reveal the engine's card
        return name if hides(self.start) else f"{name}. It was tried in {self._tried()}"

    def _told_move(self, who: str) -> str:
        """Return a sentence about the move that the engine has made for the player `who`."""
        if hides(self.start):
            return f"{engine_called(who)} chose: {self._described(who)}."
        name = action_name(self.game.root.state, self.best)
        engine = "The engine" if who == ENGINE else who
        is_forced = len(counted_actions(self.game.root.state)) == 1
        why = "its only move" if is_forced else f"after trying it in {self._tried()}"
        return f"{engine[:1].upper()}{engine[1:]} played {name}, {why}."

    def _tried(self) -> str:
        """Return in how many of all games the search tried its best action: "205 of 985 games"."""
        total = sum(thought.visits for thought in self.known.values())
        return f"{number(self.known[self.best].visits)} of {count(total, self.unit)}"

    def _effort(self) -> str:
        """Return a sentence with the number of games that were kept, or "" for a new tree."""
        return (
            f" It had kept {count(self.kept, self.unit)} from its last search." if self.kept else ""
        )

    def turn(self) -> str:
        """Return a sentence that states whose turn it is, or how the game ended."""
        engine = f"waits: press “{self._go_on()}”." if self.held else "is thinking …"
        return self.game.turn(engine if self._engine_to_move() else "", self.names())

    def _go_on(self) -> str:
        """Return the text of the button that lets a waiting engine continue."""
        return "Engine moves"
