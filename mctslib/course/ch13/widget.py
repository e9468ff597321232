"""`ProofExplorer`: show how proofs spread in two searches of a position with the same seed."""

from collections.abc import Iterator
from typing import Any

from mctslib.course.ch13.positions import POSITIONS
from mctslib.course.ch13.spread import Spreading
from mctslib.course.ch13.still import legend, still
from mctslib.draw.show import board_svg, gallery
from mctslib.games.names import player_name
from mctslib.widgets.bar import two_widths
from mctslib.widgets.explorer import Explorer, OneOf, Slide, View, button
from mctslib.widgets.moments import Moments
from mctslib.words import count, number

SIDES = {"Plain UCT does not use its facts": False, "The solver uses its facts": True}
RULE = "A move loses as soon as one answer below it wins."
SEEDS = range(1000)
FRAMES = 40  # the number of moments on the slider, after the start
PACE = 0.1  # seconds for each moment
SPREAD = "Spread proofs", "play", "Go on to the next proof"
AGAIN = "Spread again", "refresh", "Show both searches from the start"


class ProofExplorer(Explorer):
    """Show the trees of plain UCT and of the solver, at any moment of the searches.

    position  the name of the position: "A", "S", "B", "C", "D" or "W"
    seed      the seed of both searches, a whole number from 0 to 999
    """

    lives_as = "sliders"
    folds = True
    kept = "moment"
    headlines = (
        (
            "No proof yet. Which search will be first, and by how far?",
            "After 10,000 iterations in position D.",
        ),
    )

    position = OneOf(tuple(POSITIONS), menu="position")
    seed = OneOf(SEEDS)
    moment = Slide(0, FRAMES, 1, "iterations", readout=False)

    def __init__(self, position: str = "A", *, seed: int = 0) -> None:
        self.grown: dict[tuple[str, int], list[Spreading]] = {}
        super().__init__(position=position, seed=seed, moment=0)
        self.values["moment"] = self._undecided()
        self._draw()

    def prepare(self, values: dict[str, Any]) -> Iterator[float]:
        """Search the position with the seed, unless these searches are known."""
        key = values["position"], values["seed"]
        if key not in self.grown:
            spreads = [Spreading(POSITIONS[key[0]].state, key[1], uses) for uses in SIDES.values()]
            for spread in spreads:
                yield from spread.grow()
            self.grown[key] = spreads

    @property
    def spreads(self) -> list[Spreading]:
        """The two searches that are shown."""
        return self.grown[self.position, self.seed]

    @property
    def t(self) -> int:
        """The number of iterations at the moment; later moments lie further apart."""
        return self._iterations(self.moment)

    def _iterations(self, moment: float) -> int:
        last = max(spread.done for spread in self.spreads)
        return round((last + 1) ** (moment / FRAMES)) - 1

    def _undecided(self) -> int:
        """Return the last moment at which neither search has proved the position."""
        proved = min(one.proved or one.done for one in self.spreads)
        return max(k for k in range(FRAMES) if k == 0 or self._iterations(k) < proved)

    @button(*SPREAD, filled=True, again=AGAIN)
    def run(self) -> None:
        """Show the moments one after another, up to the first proof, and then up to the end; at the
        end, begin at the start.
        """
        start = 0 if self.moment == FRAMES else round(self.moment)
        undecided = self._undecided()
        end = undecided + 1 if start <= undecided else FRAMES
        self.work.start(self._moments(start, end), pace=PACE)

    def _moments(self, start: int, end: int) -> Iterator[float]:
        for moment in range(start, end + 1):
            self.values = {**self.values, "moment": moment}
            self._draw()
            yield moment / end

    @property
    def at_end(self) -> bool:
        return self.moment == FRAMES

    @button("Other seed", "refresh", "Search with the next seed")
    def other(self) -> None:
        """Search with the next seed."""
        self.set(seed=(self.seed + 1) % len(SEEDS))

    def view(self) -> View:
        """Return what the two searches have proved at the moment, with both trees."""
        puzzle = POSITIONS[self.position]
        boards = [
            board_svg(puzzle.state, numbers=puzzle.free_cells(), width=width) for width in (132, 96)
        ]
        pairs = zip(self._trees(), self._trees(narrow=True), strict=True)
        trees = "".join(f"<div>{two_widths(*pair)}</div>" for pair in pairs)
        figure = f'<div class="mcts-story">{two_widths(*boards)}<div>{legend()}</div></div>{trees}'
        told = puzzle.story if self.moment == FRAMES else RULE  # the story tells the right moves
        figure += f'<div class="mcts-whole-row mcts-second">{told}</div>'
        return View(self._verdict(), self._about(), figure=figure)

    def _about(self) -> str:
        """Return which position is searched, and how far."""
        return f"After {count(self.t, 'iteration')} in position {self.position}."

    def _verdict(self) -> str:
        """Return sentences about what the two searches have proved."""
        plain, solver = (one.proved is not None and self.t >= one.proved for one in self.spreads)
        after = [count(one.proved or 0, "iteration") for one in self.spreads]
        if plain and solver:
            late = number(self.spreads[0].proved or 0)
            return f"The solver proved {self._result()} after {after[1]}, plain UCT after {late}."
        if solver:
            return f"The solver proved {self._result()} after {after[1]}. When will plain UCT?"
        if plain:
            return f"Plain UCT proved {self._result()} after {after[0]}. When will the solver?"
        return "No proof yet. Which search will be first, and by how far?"

    def _result(self) -> str:
        """Return the result of the position in words, such as "a draw" or "a win for X"."""
        proved = next(one for one in self.spreads if one.proved is not None)
        fact = proved.solver.facts[proved.root]
        if len(set(fact)) == 1:
            return "a draw"
        return f"a win for {player_name(POSITIONS[self.position].state, fact.index(max(fact)))}"

    def _trees(self, narrow: bool = False) -> list[str]:
        return [
            still(spread, min(self.t, spread.done), title, narrow=narrow)
            for spread, title in zip(self.spreads, SIDES, strict=True)
        ]

    def page_moments(self) -> Moments:
        """Return the moments for a page, each named by its number of iterations."""
        names = [number(self._iterations(k)) for k in range(FRAMES + 1)]
        return super().page_moments()._replace(labels=names)

    def page_pictures(self) -> tuple[str, str]:
        """Return both trees at the slider's moment for a page, and for a page on a phone."""
        captions = [*map(self._known, self.spreads), ""]
        wide, narrow = (
            gallery([*self._trees(on_a_phone), legend()], captions, columns=1, spoken=True).svg
            for on_a_phone in (False, True)
        )
        return wide, narrow

    def static_picture(self) -> str:
        with self.as_if(moment=FRAMES):
            return self.page_pictures()[0]

    def static_headline(self) -> tuple[str, str]:
        """Return the result of both searches, whose last moment the picture shows."""
        with self.as_if(moment=FRAMES):
            return self._verdict(), self._about()

    def static_text(self) -> str:
        words, more = self.static_headline()
        return f"{words} {more} (run this cell to change the settings)"

    def _known(self, spread: Spreading) -> str:
        t = min(self.t, spread.done)
        nodes, known = spread.counts(t)
        proved = "proved after " if spread.proved is not None and t >= spread.proved else ""
        return f"{proved}{count(t, 'iteration')}: {known:,} of {nodes:,} nodes known"
