"""`PlayGeneration`: play against a network after some generations of self-play."""

from typing import Any

from mctslib.course.ch16.tables import STARTS, generations, network
from mctslib.games.board import by_column
from mctslib.given import check_one_of
from mctslib.methods.puct import Puct
from mctslib.widgets.bar import ActButton, choice
from mctslib.widgets.panel import safely
from mctslib.widgets.play.play import Play

LOOKS = {"ttt": 25, "c4": 32}  # iterations per move, as many as in self-play


class PlayGeneration(Play):
    """Play against a trained network, with a button for each of the network's generations.

    When the reader changes the generation, a new game begins.  After a game that the reader has not
    lost, the filled button goes on to the next generation.

    game        "ttt" (3×3) or "c4" (Connect Four on 5 × 4)
    generation  one of the stored generations, by default the first one
    options     further keyword arguments of `Play`
    """

    def __init__(self, game: str = "c4", generation: int | None = None, **options: Any) -> None:
        check_one_of("game", game, STARTS)
        known = generations(game)
        if generation is not None:
            check_one_of("generation", generation, known)
        self.name = game
        chosen = known[0] if generation is None else generation
        names = [(f"generation {known[0]}", known[0]), *((str(one), one) for one in known[1:])]
        self.generation = choice("The generation that plays against you", names, chosen)
        self.generation.add_class("mcts-above")
        super().__init__(STARTS[game], iterations=LOOKS[game], **self._opponent(), **options)
        self.generation.observe(self._changed, "value")

    def _opponent(self) -> dict[str, Any]:
        return Puct(network(f"{self.name}-0-{self.generation.value}")).options()

    def _lay_out(self) -> None:
        super()._lay_out()
        self.controls.size.layout.display = "none"  # the network fits only one board
        self.figure.children = (*self.figure.children, self.generation)

    def first_act(self) -> str:
        place = "column" if by_column(self.start) else "cell"
        return f"Choose a {place} to play against generation {self.generation.value}."

    def _promise(self) -> str:
        learned = self.generation.value != generations(self.name)[0]
        return "" if learned or not super()._promise() else "It has learned nothing yet."

    def refresh(self, words: str = "") -> None:
        super().refresh(words)
        after = self._next()
        if after is not None:
            act = self.controls.buttons["new game"]
            assert isinstance(act, ActButton)
            act.rename(
                f"Generation {after}", "play", "Play against a network that has learned longer"
            )

    def _next(self) -> int | None:
        """Return the next generation, after a game that the reader has not lost, or else None."""
        state = self.game.state
        if not state.is_terminal():
            return None
        engines = [player for player in (0, 1) if self.controls.is_engine(player)]
        if len(engines) != 1 or state.rewards()[engines[0]] == 1:
            return None
        later = [one for one in generations(self.name) if one > self.generation.value]
        return min(later, default=None)

    def _commanded(self, command: str, button: object) -> None:
        after = self._next()
        if command == "new game" and after is not None:
            self.generation.value = after
        else:
            super()._commanded(command, button)

    @safely
    def _changed(self, change: object = None) -> None:
        self.options = self._opponent()
        self.new_game()
