"""`PlayGeneration`: play against a network after some generations of self-play."""

from typing import Any

import ipywidgets as W

from mctslib.course.ch16.tables import STARTS, generations, network
from mctslib.games.board import by_column
from mctslib.given import check_one_of
from mctslib.methods.puct import Puct
from mctslib.widgets.panel import safely
from mctslib.widgets.play.play import Play

LOOKS = {"ttt": 25, "c4": 32}  # iterations per move, as many as in self-play


class PlayGeneration(Play):
    """Play against a trained network, with a slider for the network's generation.

    When the reader changes the generation, a new game begins.

    game        "ttt" (3×3) or "c4" (Connect Four on 5 × 4)
    generation  one of the stored generations, by default the last one
    options     further keyword arguments of `Play`
    """

    def __init__(self, game: str = "c4", generation: int | None = None, **options: Any) -> None:
        check_one_of("game", game, STARTS)
        known = generations(game)
        if generation is not None:
            check_one_of("generation", generation, known)
        self.name = game
        chosen = known[-1] if generation is None else generation
        narrow = W.Layout(width="280px", max_width="100%")
        self.generation = W.SelectionSlider(
            options=known, value=chosen, description="generation", layout=narrow
        )
        super().__init__(STARTS[game], iterations=LOOKS[game], **self._opponent(), **options)
        self.generation.observe(self._changed, "value")

    def _opponent(self) -> dict[str, Any]:
        return Puct(network(f"{self.name}-0-{self.generation.value}")).options()

    def _lay_out(self) -> None:
        super()._lay_out()
        self.controls.size.layout.display = "none"  # the network fits only one board
        beside = self.figure.children[1]
        beside.children = (self.generation, *beside.children)

    def first_act(self) -> str:
        place = "column" if by_column(self.start) else "cell"
        return f"Choose a {place} to play against generation {self.generation.value}."

    def _promise(self) -> str:
        return "Generation 0 has learned nothing yet." if super()._promise() else ""

    @safely
    def _changed(self, change: object = None) -> None:
        self.options = self._opponent()
        self.new_game()
