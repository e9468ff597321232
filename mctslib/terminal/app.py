"""Play in the terminal: you against the engine, or watch it play itself.

This page is the conversation; the options are in `options.py`, how a position is shown and a move read in `table.py`.
"""

import os
import random
import sys
from collections.abc import Sequence
from copy import copy

from mctslib.arena.players import MCTSPlayer
from mctslib.arena.session import Game
from mctslib.arena.thinking import thinking
from mctslib.game import Action
from mctslib.games.board import names_actions
from mctslib.games.names import result, where
from mctslib.limits import deferred_interrupt
from mctslib.terminal.console import ask, in_colour, prepare, room, say, show_progress
from mctslib.terminal.options import chosen
from mctslib.terminal.table import drawn, example, move_name, read_move, width

COMMANDS = """\
  a move    {example}
  hint, h   what the engine would play
  undo, u   take back your last move
  moves, m  all moves that are legal now
  new, n    start again
  help, ?   this list
  quit, q   leave
Control-C while the engine thinks makes it play what it has found."""
WORDS = {
    "h": "hint",
    "u": "undo",
    "m": "moves",
    "n": "new",
    "?": "help",
    "q": "quit",
    "exit": "quit",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one game after another until the player leaves, or print a saved search; 0 is the exit code."""
    table = chosen(arguments)
    prepare()
    try:
        if table.saved:
            say(table.saved)
            return 0
        Conversation(
            Game(table.start), table.engine, table.people, random.Random(table.seed), in_colour()
        ).run()
    except (KeyboardInterrupt, EOFError):
        say("\nGoodbye.")
    except BrokenPipeError:  # whoever read our output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


class Conversation:
    """A game between the `engine` and `people`, the numbers of the players who type."""

    def __init__(
        self,
        game: Game,
        engine: MCTSPlayer,
        people: set[int],
        rng: random.Random,
        colours: bool = False,
    ) -> None:
        self.game, self.engine, self.people, self.rng, self.colours = (
            game,
            engine,
            people,
            rng,
            colours,
        )
        self.cramped = 0  # columns of the window when it was last said to be too narrow

    def run(self) -> None:
        """Take turns until the game is over or the player leaves; EOFError where the input ends."""
        say(self.greeting())
        self.show()
        while True:
            if said := self.game.let_chance_move(self.rng):
                say(said)
                self.show()
            state = self.game.state
            if state.is_terminal():
                say(result(state, self.game.start))
            if state.is_terminal() and not self.people:
                return
            if state.is_terminal() or state.current_player in self.people:
                if not self.listen():
                    return say("Goodbye.")
            else:
                self.engine_moves()

    def greeting(self) -> str:
        if not self.people:
            return f"The engine ({self.engine.name}) plays itself."
        you = self.game.mark(min(self.people))
        return f"You are {you}; the engine plays at {self.engine.name}.  Type help for a list of commands."

    def show(self) -> None:
        picture = drawn(self.game, self.colours)
        print(f"\n{picture}\n", flush=True)
        wide, needed = room(), width(picture)
        if wide < needed and wide != self.cramped:
            say(f"(The board is {needed} columns wide and this window {wide}: make it wider.)")
        self.cramped = wide

    def engine_moves(self) -> None:
        state = self.game.state
        action = self.thought(self.engine)
        colon = ":" * names_actions(state)
        say(
            f"The engine, {self.game.mark(state.current_player)}, plays{colon} {move_name(state, action)}."
        )
        self.game.play(action)
        self.show()

    def thought(self, player: MCTSPlayer) -> Action:
        """What the player chooses, who shows how far it is; Control-C makes it choose from what it has found."""
        thoughts = thinking(player, self.game.state, self.rng)
        with deferred_interrupt() as pressed:
            try:
                show_progress(
                    next(thoughts)
                )  # whatever is pressed: what was found before is of another position
                while not pressed.is_set():
                    show_progress(next(thoughts))
                return player.result.action  # type: ignore[union-attr]
            except StopIteration as end:
                return end.value
            finally:
                show_progress(None)

    def listen(self) -> bool:
        """Do what the player types; False if that is to leave."""
        over = self.game.state.is_terminal()
        words = ask(f"{'undo, new or quit' if over else f'{self.turn()} Your move'}: ")
        command = WORDS.get(words, words)
        if command == "quit":
            return False
        known = {
            "hint": self.hint,
            "undo": self.undo,
            "moves": self.moves,
            "new": self.new,
            "help": self.help,
        }
        known.get(command or "help", lambda: self.move(words))()
        return True

    def turn(self) -> str:
        name = self.game.mark(self.game.state.current_player)
        return " ".join(
            filter(None, [f"{name[:1].upper()}{name[1:]} to move.", where(self.game.state)])
        )

    def move(self, words: str) -> None:
        try:
            action = read_move(self.game.state, words)
        except ValueError as error:
            return say(str(error))
        self.game.play(action)
        self.show()

    def hint(self) -> None:
        state = self.game.state
        if state.is_terminal():
            return say("The game is over; there is nothing to play.")
        adviser = copy(self.engine)  # it thinks on a tree of its own
        action = self.thought(adviser)
        child = adviser.result.root.children[action]  # type: ignore[union-attr]
        share = adviser.result.distribution()[action]  # type: ignore[union-attr]
        say(
            f"Hint: {move_name(state, action)} ({share:.0%} of the visits, value Q {child.value:.2f})."
        )

    def undo(self) -> None:
        say("Taken back." if self.game.undo(self.people) else "There is nothing to take back.")
        self.show()

    def moves(self) -> None:
        state = self.game.state
        names = ", ".join(move_name(state, action) for action in state.legal_actions())
        say(f"Legal moves: {names or 'none, the game is over'}.")

    def new(self) -> None:
        self.game.clear()
        say("A new game.")
        self.show()

    def help(self) -> None:
        say(COMMANDS.format(example=example(self.game.state)), hang=" " * 12)
