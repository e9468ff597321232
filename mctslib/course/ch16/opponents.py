"""`PlayGeneration`: play against a network after some generations of self-play."""

from typing import Any

import ipywidgets as W

from mctslib.course.ch16.tables import STARTS, generations, network
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
        narrow = W.Layout(width="280px")  # so that the bar fits in one row
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
        row = self.controls.row
        place = row.children.index(self.controls.gap) + 1
        row.children = (*row.children[:place], self.generation, *row.children[place:])

    @safely
    def _changed(self, change: object = None) -> None:
        self.options = self._opponent()
        self.new_game()
