"""`PuttingLab`: show two searches of one green side by side; the reader moves the hole and the
wall.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from mctslib.course.ch18.experiments import depth_counts, holes, uct, widened
from mctslib.course.ch18.greens import MOST_DRAWN, green_picture, in_words, with_places
from mctslib.door.entrance import search
from mctslib.draw.show import gallery
from mctslib.games.putting import LONGEST_WALL, Putting
from mctslib.tree import Node
from mctslib.widgets.bar import two_widths
from mctslib.widgets.explorer import Explorer, OneOf, Slide, View, button
from mctslib.widgets.menus import following
from mctslib.widgets.picking import titled
from mctslib.words import count

SEEDS = 8
SIDES = 452, 218  # of a green, on a page and on a phone
SLICE = 100  # iterations of a search in one slice
STAGES = (100, 200, 400, 1_000, 2_000)  # the iterations that a reader can choose
NAMES = ("UCT", "Widened")
PLACES = {  # what a press on the green sends → the place of the hole, off the wall and the ball
    f"{x} {y}": (x / 100, y / 100)
    for x in range(5, 100, 10)
    for y in range(10, 100, 10)
    if y != 50 and (x, y) != (35, 20)
}
WHO = {  # (UCT, the widened search) → who holes the ball, and the next question
    (False, False): ("both miss.", " Who holes the ball first?"),
    (False, True): ("the widened search holes it.", " Will UCT?"),
    (True, False): ("UCT holes it.", " Will the widened search?"),
    (True, True): ("both hole the ball.", ""),
}
NONE = " and no second one."
COUNTED = 1_000  # from so many iterations on, the headline counts UCT's strokes
MOVE = "Touch a green to move the hole ○."
LINES = (
    "● ball · ○ hole · grey: first strokes, darker with more visits · "
    "thick: the main line, dashed if it misses"
)
FEW_LINES = "● ball · grey: tried · thick: the main line, dashed if it misses"  # on a phone
NOTE = '<div class="mcts-whole-row" style="font-size:12px;line-height:16px;margin:0">{}</div>'
LONGER = "Think longer", "play", "Let both searches make more iterations"
AGAIN = "From 100 on", "refresh", "Let both searches begin with 100 iterations"


class Seen(NamedTuple):
    """Both searches: who holes the ball, a headline, and for each a green and a sentence."""

    who: tuple[bool, bool]  # whether UCT holes the ball, and whether the widened search does
    headline: str
    greens: list[tuple[str, str]]  # for a page, and for a phone
    words: list[str]


class PuttingLab(Explorer):
    """Show UCT and a search with progressive widening on the same green.

    iterations  the number of iterations of each search: 100, 200, 400, 1000 or 2000
    exponent    the exponent of the widening, from 0.1 to 1
    seed        the seed of both searches, from 0 to 7
    """

    lives_as = "sliders"
    kept = "iterations"
    folds = True
    headlines = (("1,000 iterations: the widened search holes it. Will UCT?", MOVE),)

    iterations = OneOf(STAGES)
    exponent = Slide(0.1, 1, 0.1)
    wall = Slide(0, LONGEST_WALL, 0.1)
    seed = OneOf(range(SEEDS))
    hole = OneOf(tuple(PLACES.values()))

    def __init__(self, iterations: int = 200, exponent: float = 0.5, *, seed: int = 1) -> None:
        self.grown: dict[tuple[Any, ...], Seen] = {}
        super().__init__(
            iterations=iterations, exponent=exponent, wall=0.7, seed=seed, hole=(0.35, 0.8)
        )
        for slider in self.controls.values():
            slider.add_class("mcts-second")  # a phone shows larger greens instead

    def prepare(self, values: dict[str, Any]) -> Iterator[float]:
        """Search the green of the settings with both methods, and keep their pictures and words."""
        key = tuple(values.values())
        if key in self.grown:
            return
        roots = []
        for side, options in enumerate((uct(), widened(values["exponent"]))):
            root = Node(Putting(hole=values["hole"], wall=values["wall"]))
            rng = random.Random(values["seed"])
            for made in range(0, values["iterations"], SLICE):
                yield (side + made / values["iterations"]) / len(NAMES)
                search(root, SLICE, seed=rng, **options)
            roots.append(root)
        self.grown[key] = shown(roots, values["iterations"])

    @button(*LONGER, filled=True, again=AGAIN)
    def longer(self) -> None:
        """Search with the next number of iterations, and after the largest with the smallest."""
        self.set(iterations=following(STAGES, self.iterations))

    @button("Other seed", "refresh", "Search with other random numbers")
    def other(self) -> None:
        """Search with the next of the eight seeds."""
        self.set(seed=(self.seed + 1) % SEEDS)

    def picked(self, words: str) -> None:
        """Move the hole to the place that the reader touched, such as "35 80"."""
        if words in PLACES:
            self.set(hole=PLACES[words])

    def view(self) -> View:
        """Return the headline and both greens, on which the hole can be moved."""
        seen = self.seen
        greens = ""
        for name, green, words in zip(NAMES, seen.greens, seen.words):
            both = [with_places(*one, PLACES, self.hole) for one in zip(green, SIDES)]
            few = words.partition(". ")[0].replace(f" ({MOST_DRAWN} drawn)", "")
            small = f'<span class="mcts-for-wide">{words}</span>'
            small += f'<span class="mcts-for-narrow">{few}</span>'
            picture = f'<div style="min-width:250px">{two_widths(*both)}</div>'
            greens += titled(name, picture, small)
        return View(
            seen.headline + self.ask(),
            MOVE,
            figure=greens + NOTE.format(two_widths(LINES, FEW_LINES)),
        )

    def ask(self) -> str:
        """Return the question that more iterations answer, or what is left to do."""
        if self.iterations == STAGES[-1]:
            return " Move the hole."
        return " Will it ever?" if NONE in self.seen.headline else WHO[self.seen.who][1]

    @property
    def at_end(self) -> bool:
        return self.iterations == STAGES[-1]

    @property
    def seen(self) -> Seen:
        """The pictures and the words for the settings."""
        return self.grown[tuple(self.values.values())]

    def page_words(self) -> str:
        """Return the headline for a page, where the hole cannot be moved."""
        return self.seen.headline

    def static_picture(self) -> str:
        captions = [f"{name}: {words}" for name, words in zip(NAMES, self.seen.words)]
        return gallery([wide for wide, _ in self.seen.greens], captions).svg

    def static_headline(self) -> tuple[str, str]:
        """Return the headline of the panel, without what only the panel can do."""
        return self.seen.headline, ""

    def static_text(self) -> str:
        said = [f"{name}: {words}" for name, words in zip(NAMES, self.seen.words)]
        return f"{self.seen.headline} {' '.join(said)} (run this cell to move the hole)"


def shown(roots: list[Node], iterations: int) -> Seen:
    """Return the headline, the greens and the sentences for the trees of both searches."""
    wide, narrow = ([green_picture(root, side, misses=True) for root in roots] for side in SIDES)
    who = holes(roots[0]), holes(roots[1])
    headline = f"{count(iterations, 'iteration')}: {WHO[who][0]}"
    if who == (False, True) and iterations >= COUNTED and len(depth_counts(roots[0])) == 1:
        headline = f"UCT: {count(iterations, 'first stroke')}{NONE}"
    return Seen(who, headline, list(zip(wide, narrow)), list(map(in_words, roots)))
