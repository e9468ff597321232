"""`LiveTree`: show the tree that the reader's four functions grow, with differences in red."""

from collections.abc import Iterator
from typing import Any

import ipywidgets as W

from mctslib.course.ch04.compare import compare_trees, explain_difference, first_difference
from mctslib.course.exercise import PATIENCE, patience
from mctslib.draw.facts import Teller
from mctslib.draw.show import Picture, describe_tree, tree_svg
from mctslib.game import State, as_state
from mctslib.policies import UCB1
from mctslib.search import PHASES, Phases, search
from mctslib.tree import Node
from mctslib.widgets.bar import ControlBar, Headline, framed, width_for
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.widgets.walking import (
    WalkedTree,
    all_widths,
    full_height,
    height_for,
    versions,
    walked,
)
from mctslib.words import count

FORWARD = ("Forward", "arrow-right", "Go forward one iteration")
AGAIN = ("Start again", "refresh", "Go back to the tree before the first iteration")
PAUSE = 0.03  # the time in seconds for which the slider must rest before the tree is drawn
TELLER = Teller(UCB1())  # both trees grow with the default policy


class LiveTree(Panel):
    """Show a search's tree after each iteration, and mark its differences from the library's tree.

    state       the position in which the search starts
    phases      the reader's `Phases`; by default the library's phases
    iterations  the largest value of the slider, from 1 to 500
    seed        the seed of both trees
    max_nodes   the largest number of nodes in the picture

    Raises ValueError if `iterations` is outside its range.
    """

    lives_as = "sliders"
    kept_slider = "slider"

    def __init__(
        self,
        state: State,
        phases: Phases = PHASES,
        *,
        iterations: int = 60,
        seed: int = 0,
        max_nodes: int = 15,
    ) -> None:
        if not 1 <= iterations <= 500:
            raise ValueError(
                f"iterations must be 1 to 500, not {iterations}, because a larger tree is hard "
                "to read."
            )
        super().__init__("drawing")
        self.state, self.phases, self.seed, self.max_nodes = (
            as_state(state),
            phases,
            seed,
            max_nodes,
        )
        self.first: int | None = None
        self.drawn = self.alt = ""
        self.slider = W.IntSlider(
            value=iterations,
            min=0,
            max=iterations,
            description="iterations",
            layout=W.Layout(width="420px"),
        )
        self.buttons = [
            push_button("Back", "arrow-left", "Go back one iteration", self.back),
            push_button(*FORWARD, self.forward),
            push_button(
                "First difference",
                "search",
                "Go to the first iteration after which the two trees differ",
                self.to_first_difference,
            ),
        ]
        self.sentence = Headline()
        self.tree = WalkedTree(self, 0, layout=W.Layout(flex="1 1 100%"))
        back, forward, difference = self.buttons
        forward.add_class("mcts-act")
        forward.layout.min_width = width_for(FORWARD[0], AGAIN[0])
        bar = ControlBar(forward, [back, self.slider], [difference])
        self.children = framed(self, self.sentence, [self.tree], bar)
        self.slider.observe(self.moved, "value")
        self.look_for_difference()
        self.draw()

    @safely
    def back(self, button: object = None) -> None:
        """Go back one iteration."""
        self.slider.value -= 1

    @safely
    def forward(self, button: object = None) -> None:
        """Go forward one iteration, or from the last one to the beginning."""
        self.slider.value = (self.slider.value + 1) % (self.slider.max + 1)

    @safely
    def to_first_difference(self, button: object = None) -> None:
        """Go to the first iteration after which the two trees differ."""
        if self.first is not None:
            self.slider.value = self.first

    @safely
    def moved(self, change: object = None) -> None:
        """Draw the tree after a short pause, so that a moving slider causes only a few drawings."""
        self.work.start(self._drawing(), delay=PAUSE)

    def _drawing(self) -> Iterator[float]:
        self.draw()
        yield 1.0

    @safely
    def look_for_difference(self) -> None:
        """Grow both trees side by side, and store the first iteration after which they differ."""
        if self.phases != PHASES:
            with patience(20 * PATIENCE):
                self.first = first_difference(self.state, self.phases, self.slider.max, self.seed)
        self.buttons[2].layout.display = "none" if self.first is None else ""

    @safely
    def draw(self) -> None:
        """Draw the reader's tree after the number of iterations that the slider shows."""
        mine, reference = self.grow(self.phases), self.grow(PHASES)
        differs = compare_trees(mine, reference)
        look: dict[str, Any] = {"max_nodes": self.max_nodes, "differs": differs, "sums": True}
        look |= full_height(mine)
        if not self.tree.height:  # the first tree that is drawn is the largest one
            self.tree.height = height_for(mine, **look)
        self.drawn = tree_svg(mine, **look)
        self.alt = f"{describe_tree(mine, **look)} {self.describe(mine, reference, differs)}"
        look["teller"] = TELLER
        longest = TELLER.longest(mine, self.slider.max)
        self.tree.show(lambda: mine, versions(mine, **look), longest, **look)
        self.sentence.say(*self.described(mine, reference, differs))
        back, forward, _ = self.buttons
        at_end = self.slider.value == self.slider.max
        forward.description, forward.icon, forward.tooltip = AGAIN if at_end else FORWARD
        back.layout.visibility = "visible" if self.slider.value else "hidden"

    def grow(self, phases: Phases) -> Node:
        """Return the tree that the phases grow in the slider's number of iterations."""
        root = Node(self.state)
        if not self.slider.value:
            return root
        if phases == PHASES:
            return search(root, self.slider.value, seed=self.seed).root
        with patience(20 * PATIENCE):
            return search(root, self.slider.value, seed=self.seed, phases=phases).root

    def describe(self, mine: Node, reference: Node, differs: set) -> str:
        """Return a comparison of the two trees in words."""
        return " ".join(self.described(mine, reference, differs)).strip()

    def described(self, mine: Node, reference: Node, differs: set) -> tuple[str, str]:
        """Return a comparison of the two trees in words: a sentence, and more about it."""
        t = self.slider.value
        if not differs:
            later = f"They differ from iteration {self.first} on." if self.first else ""
            same = "your tree and the reference are the same in all nodes"
            return f"After {count(t, 'iteration')} {same}.", later
        deepest = max(differs, key=lambda path: (len(path), path))
        nodes = count(len(differs), "node is", "nodes are")
        where = explain_difference(deepest, mine, reference)
        since = f"Your tree has differed from the reference since iteration {self.first}."
        return f"{nodes} red.", f"{since} For example, {where}"

    def static_picture(self) -> str:
        """Return the tree and its description in words, as HTML."""
        return f"{Picture(self.drawn, self.alt)._repr_html_()}{self.sentence.value}"

    def page_picture(self) -> str:
        """Return HTML for a page: the tree, with facts about its nodes, and its description."""
        return f"{walked(all_widths(self.tree.whole), self.tree.longest)}{self.sentence.value}"

    def static_text(self) -> str:
        """Return the description without the tree."""
        return self.alt
