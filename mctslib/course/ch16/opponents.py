"""`PlayGeneration`: play against a network after some generations of self-play."""

from typing import Any

from mctslib.course.ch16.hunch_boards import hunches_html, hunches_svg
from mctslib.course.ch16.tables import STARTS, generations, network
from mctslib.draw.show import gallery
from mctslib.game import State
from mctslib.games.board import by_column
from mctslib.given import check_one_of
from mctslib.methods.puct import Priors, Puct
from mctslib.widgets.bar import ActButton
from mctslib.widgets.panel import safely
from mctslib.widgets.picking import PickingPicture
from mctslib.widgets.play.play import Play

LOOKS = {"ttt": 25, "c4": 32}  # iterations per move, as many as in self-play


class PlayGeneration(Play):
    """Play against a trained network, and see what its generations think before they search.

    A small board for each stored generation shows its priors; a press on it makes this generation
    the opponent, and begins a new game.  After a game that the reader has not lost, the filled
    button goes on to the next generation.

    game        "ttt" (3×3) or "c4" (Connect Four on 5 × 4)
    generation  one of the stored generations, by default the first one
    options     further keyword arguments of `Play`
    """

    def __init__(self, game: str = "c4", generation: int | None = None, **options: Any) -> None:
        check_one_of("game", game, STARTS)
        self.known_generations = generations(game)
        if generation is not None:
            check_one_of("generation", generation, self.known_generations)
        self.name = game
        self.generation = self.known_generations[0] if generation is None else generation
        super().__init__(STARTS[game], iterations=LOOKS[game], **self._search_options(), **options)

    def _search_options(self) -> dict[str, Any]:
        return Puct(network(f"{self.name}-0-{self.generation}")).options()

    def _lay_out(self) -> None:
        super()._lay_out()
        self.add_class("mcts-generations")
        self.controls.size.layout.display = "none"  # the network fits only one board

    def _make_opponent(self) -> PickingPicture:
        picture = PickingPicture(self._picked)
        picture.add_class("mcts-opponent")
        return picture

    def _show_opponent(self, told: str) -> None:
        self.told.layout.display = "" if told or not self._is_fresh() else "none"
        self.opponent.value = hunches_html(
            self._shown_position(), self.hunches(), self.generation, self._about_hunches()
        )

    def _shown_position(self) -> State:
        """Return the position that was searched last, or else the current one."""
        return self.game.state if self.searched is None else self.searched

    def hunches(self) -> dict[int, Priors]:
        """Return each generation's priors in the position that was searched last."""
        state = self._shown_position()
        if state.is_terminal():
            return {one: {} for one in self.known_generations}
        judges = {one: network(f"{self.name}-0-{one}") for one in self.known_generations}
        return {one: judge(state)[0] for one, judge in judges.items()}

    def _about_hunches(self) -> str:
        state = self._shown_position()
        if state.is_terminal():
            return "The game is over."
        who = self.names()[state.current_player]
        if self._is_fresh():
            return (
                f"Each generation’s priors for {who}’s first move, before any search: the larger, "
                "the higher. Which one do you play?"
            )
        return f"The priors for {who}’s move:"

    def first_act(self) -> str:
        place = "column" if by_column(self.start) else "cell"
        return f"Choose a {place} to play against generation {self.generation}."

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
        later = [one for one in self.known_generations if one > self.generation]
        return min(later, default=None)

    def _commanded(self, command: str, button: object) -> None:
        after = self._next()
        if command == "new game" and after is not None:
            self.play_against(after)
        else:
            super()._commanded(command, button)

    @safely
    def _picked(self, text: str) -> None:
        chosen = {str(one): one for one in self.known_generations}
        if text in chosen:
            self.play_against(chosen[text])

    @safely
    def play_against(self, generation: int) -> None:
        """Begin a new game against one of the stored generations."""
        check_one_of("generation", generation, self.known_generations)
        self.generation = generation
        self.options = self._search_options()
        self.new_game()

    def static_picture(self) -> str:
        """Return the picture of the game, and the priors of the generations."""
        priors = hunches_svg(self._shown_position(), self.hunches(), self.generation)
        return gallery([super().static_picture(), priors], ["", self._about_hunches()]).svg
