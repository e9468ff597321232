"""Play against the engine in the terminal, or watch the engine play against itself.

This file contains the dialogue.  `options.py` reads the command line; `table.py` shows positions
and reads moves.
"""

import random
from collections.abc import Sequence
from copy import copy

from mctslib.arena.players import MCTSPlayer
from mctslib.arena.session import Game, engine_called
from mctslib.arena.thinking import thinking
from mctslib.door.limits import deferred_interrupt
from mctslib.game import Action
from mctslib.games.board import names_actions
from mctslib.games.names import YOU, names_of, where
from mctslib.terminal.console import (
    ask,
    in_colour,
    prepare,
    say,
    show_progress,
)
from mctslib.terminal.options import chosen
from mctslib.terminal.table import drawn, example, move_name, read_move
from mctslib.words import percent, worth

COMMANDS = """\
  a move    {example}
  hint, h   show the move that the engine would make
  undo, u   take back your last move
  moves, m  list all legal moves
  new, n    start again
  help, ?   show this list
  quit, q   leave
While the engine thinks, Control-C makes it move at once."""
SHORT_FORMS = {
    "h": "hint",
    "u": "undo",
    "m": "moves",
    "n": "new",
    "?": "help",
    "q": "quit",
    "exit": "quit",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one game after another until the player leaves.

    arguments  the arguments of the command line; by default the arguments of the process

    Returns the exit code, which is 0.
    """
    try:
        choice = chosen(arguments)
        prepare()
        game, rng = Game(choice.start), random.Random(choice.seed)
        Conversation(game, choice.engine, choice.people, rng, in_colour()).run()
    except (KeyboardInterrupt, EOFError):
        say("\nGoodbye.")
    return 0


class Conversation:
    """A game between the engine and people.

    game     the game in progress
    engine   the engine, which moves for all players except `people`
    people   the numbers of the players who type their moves
    rng      the random generator for the engine and for chance
    colours  whether to print colours
    """

    def __init__(
        self,
        game: Game,
        engine: MCTSPlayer,
        people: set[int],
        rng: random.Random,
        colours: bool = False,
    ) -> None:
        self.game = game
        self.engine = engine
        self.people = people
        self.rng = rng
        self.colours = colours

    def run(self) -> None:
        """Take turns until the game is over or the player leaves.

        Raises EOFError at the end of the input.
        """
        say(self.greeting())
        self.show()
        while True:
            self.let_chance_move()
            state = self.game.state
            if state.is_terminal():
                say(self.game.ending(self.names()))
                if not self.people:
                    return
            if state.is_terminal() or state.current_player in self.people:
                if not self.listen():
                    say("Goodbye.")
                    return
            else:
                self.engine_moves()

    # ------------------------------------------------------------------------ output

    def greeting(self) -> str:
        """Return a greeting that names the players of both sides."""
        if not self.people:
            return f"The engine ({self.engine.name}) plays against itself."
        you = self.game.mark(min(self.people))
        engine = f"the engine plays at {self.engine.name}"
        return f"You are {you}; {engine}.  Type help for a list of commands."

    def show(self) -> None:
        """Print the position."""
        print(f"\n{drawn(self.game, self.colours)}\n", flush=True)

    def names(self) -> list[str]:
        """Return the players' names for sentences: "X", "you", "the engine" or "player 2"."""
        return names_of(self.game.start, self.people)

    def turn(self) -> str:
        """Return sentences that state who is to move, unless it is "you", and where."""
        name = self.names()[self.game.state.current_player]
        to_move = "" if name == YOU else f"{name[:1].upper()}{name[1:]} to move."
        sentences = [to_move, where(self.game.state)]
        return " ".join(sentence for sentence in sentences if sentence)

    # ------------------------------------------------------------------------ chance and engine

    def let_chance_move(self) -> None:
        """If chance is to move, make and print the moves of chance."""
        words = self.game.let_chance_move(self.rng)
        if words:
            say(words)
            self.show()

    def engine_moves(self) -> None:
        """Let the engine choose and play its move."""
        state = self.game.state
        action = self.thought(self.engine)
        plays = "plays:" if names_actions(state) else "plays"
        engine = engine_called(self.names()[state.current_player])
        say(f"{engine} {plays} {move_name(state, action)}.")
        self.game.play(action)
        self.show()

    def thought(self, player: MCTSPlayer) -> Action:
        """Show the progress of a player's search, and return the chosen move.

        Control-C makes the player choose immediately, from the results so far.
        """
        thoughts = thinking(player, self.game.state, self.rng)
        with deferred_interrupt() as pressed:
            try:
                # The first slice always runs, because earlier results belong to another position.
                show_progress(next(thoughts))
                while not pressed.is_set():
                    show_progress(next(thoughts))
                return player.result.action  # type: ignore[union-attr]
            except StopIteration as end:
                return end.value
            finally:
                show_progress(None)

    # ------------------------------------------------------------------------ input

    def listen(self) -> bool:
        """Execute the command that the player types; return False if the command is `quit`."""
        if self.game.state.is_terminal():
            words = ask("undo, new or quit: ")
        else:
            words = ask(f"{self.turn()} Your move: ".lstrip())
        command = words.lower()
        command = SHORT_FORMS.get(command, command)
        if command == "quit":
            return False
        if command in ("", "help"):
            self.help()
        elif command == "hint":
            self.hint()
        elif command == "undo":
            self.undo()
        elif command == "moves":
            self.moves()
        elif command == "new":
            self.new()
        else:
            self.move(words)
        return True

    def move(self, words: str) -> None:
        """Play the move that the player has typed, or print why the move cannot be played."""
        try:
            action = read_move(self.game.state, words)
        except ValueError as error:
            say(str(error))
            return
        self.game.play(action)
        self.show()

    def hint(self) -> None:
        """Print the move that the engine would play."""
        state = self.game.state
        if state.is_terminal():
            say("The game is over, so there is nothing to play.")
            return
        adviser = copy(self.engine)  # a hint uses its own tree
        action = self.thought(adviser)
        found = adviser.result
        value = found.root.children[action].value  # type: ignore[union-attr]
        share = found.distribution()[action]  # type: ignore[union-attr]
        name = move_name(state, action)
        say(f"Hint: {name} ({percent(share)} of the visits, Q = {worth(value)}).")

    def undo(self) -> None:
        """Take back the last move of the player, and all later moves."""
        taken_back = self.game.undo(self.people)
        say("Taken back." if taken_back else "There is nothing to take back.")
        self.show()

    def moves(self) -> None:
        """List the legal moves."""
        state = self.game.state
        names = ", ".join(move_name(state, action) for action in state.legal_actions())
        say(f"Legal moves: {names or 'none, the game is over'}.")

    def new(self) -> None:
        """Start a new game."""
        self.game.clear()
        say("A new game.")
        self.show()

    def help(self) -> None:
        """List the commands."""
        say(COMMANDS.format(example=example(self.game.state)), hang=" " * 12)
