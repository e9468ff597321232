"""`Workers`: where W workers stand in one tree when they choose without each other's results, round by round."""

import random
from collections import Counter
from functools import lru_cache, partial
from typing import Any, NamedTuple

import ipywidgets as W

from mctslib.course.puzzles import PUZZLES, choose
from mctslib.draw.show import tree_svg
from mctslib.game import State
from mctslib.methods import parallel
from mctslib.policies import UCB1
from mctslib.search import search
from mctslib.tree import Node, Path
from mctslib.widgets.panel import Panel, safely

WORKERS = (1, 2, 4, 8, 16, 32, 64)
BEFORE = 40  # iterations of one worker that the tree begins with
ROUNDS = 10
NODES = 22  # drawn at most
SHOWN = 8  # of those on which workers stand
SCHEMES = {"tree": "all share one tree", "leaf": "all play out one leaf"}


class Crowd(NamedTuple):
    """The tree while the workers wait, and how many of them stand on each node, most first."""

    root: Node
    crowd: dict[Path, int]


@lru_cache(maxsize=200)
def moment(state: State, scheme: str, workers: int, loss: int, rounds: int, seed: int) -> Crowd:
    """The tree after so many rounds, the next one chosen and not yet played out."""
    root, rng = Node(state), random.Random(seed)
    search(root, BEFORE, seed=rng)
    if rounds:
        for _ in parallel.rounds(root, rounds * workers, workers, rng, scheme=scheme, loss=loss):
            pass
    alone = scheme == "leaf"
    stands = parallel.choose(root, 1 if alone else workers, rng, UCB1(), 0 if alone else loss)
    counts = Counter(stand.node.path() for stand in stands * (workers if alone else 1))
    return Crowd(root, dict(counts.most_common()))


class Workers(Panel):
    """A menu for the scheme, sliders for the workers, the virtual losses of each, and the rounds that are over.

    puzzle   "A", "S" or "W", the position that is searched; or one of your own game, if it is small enough
    workers  1, 2, 4 … 64
    loss     virtual losses a worker that waits counts, 0 to 3
    seed     of the search
    """

    def __init__(
        self,
        puzzle: str | State = "A",
        *,
        workers: int = 8,
        scheme: str = "tree",
        loss: int = 1,
        seed: int = 0,
    ) -> None:
        if workers not in WORKERS:
            raise ValueError(
                f"workers must be one of {', '.join(map(str, WORKERS))}, not {workers!r}."
            )
        if scheme not in SCHEMES:
            raise ValueError(f"scheme must be one of {', '.join(SCHEMES)}, not {scheme!r}.")
        if isinstance(loss, bool) or loss not in range(4):
            raise ValueError(f"loss must be 0, 1, 2 or 3, not {loss!r}.")
        self.puzzles, name = choose(PUZZLES, puzzle)
        super().__init__()
        self.seed = seed
        self._make_controls(name, workers, scheme, loss)
        self.picture = W.HTML()
        top = W.HBox([self.puzzle_box, self.scheme], layout=W.Layout(flex_flow="row wrap"))
        self.children = [top, self.workers, self.loss, self.rounds, self.status, self.picture]
        self._draw()

    def _make_controls(self, puzzle: str, workers: int, scheme: str, loss: int) -> None:
        wide = W.Layout(width="98%", max_width="460px")
        words = [(f"{name}: {what}", name) for name, what in SCHEMES.items()]
        self.puzzle_box = W.Dropdown(
            options=list(self.puzzles), value=puzzle, description="position"
        )
        self.scheme = W.Dropdown(options=words, value=scheme, description="scheme")
        self.workers = W.SelectionSlider(
            options=WORKERS, value=workers, description="workers", layout=wide
        )
        self.loss = W.IntSlider(value=loss, min=0, max=3, description="virtual loss", layout=wide)
        self.rounds = W.IntSlider(
            value=0, min=0, max=ROUNDS, description="rounds over", layout=wide
        )
        for control in (self.puzzle_box, self.scheme, self.workers, self.loss, self.rounds):
            control.observe(self.changed, "value")

    @safely
    def changed(self, change: object = None) -> None:
        """Another setting: another crowd."""
        self._draw()

    @property
    def now(self) -> Crowd:
        """What the controls say."""
        state, scheme = self.puzzles[self.puzzle_box.value].state, self.scheme.value
        return moment(
            state, scheme, self.workers.value, self.loss.value, self.rounds.value, self.seed
        )

    def _draw(self) -> None:
        self.loss.disabled = self.scheme.value == "leaf"
        now = self.now
        self.picture.value = drawn(now)
        self.status.say(said(now))

    def static_picture(self) -> str:
        return self.picture.value

    def static_text(self) -> str:
        return f"{self.status.text} (run this cell to move the sliders)"


def said(now: Crowd) -> str:
    """How many workers stand where, in words."""
    workers, nodes = sum(now.crowd.values()), len(now.crowd)
    where = "one node" if nodes == 1 else f"{nodes} different nodes"
    if workers == 1:
        return "1 worker stands on one node and waits for its result."
    fullest = next(iter(now.crowd.values()))
    most = f"; {fullest} on the fullest" if nodes > 1 and fullest > 1 else ""
    drawn = f"  (⚑; {SHOWN} of these nodes are drawn.)" if nodes > SHOWN else "  (⚑)"
    return f"{workers} workers stand on {where}{most}, and wait for their results.{drawn}"


def drawn(now: Crowd) -> str:
    """The tree with the workers in it: a line in each node on which some stand."""
    kept = list(now.crowd)[:SHOWN]
    crowd = {id(node): count for path, count in now.crowd.items() if (node := _at(now.root, path))}
    label = f"The tree while the workers wait.  {said(now)}"
    look: dict[str, Any] = {
        "keep": _with_parents(kept),
        "badge": partial(_badge, crowd),
        "label": label,
    }
    return tree_svg(now.root, max_nodes=NODES, boards=1, **look)


def _badge(crowd: dict[int, int], node: Node) -> str:
    count = crowd.get(id(node), 0)
    return f"⚑ {count}" if count else ""


def _at(root: Node, path: Path) -> Node:
    node = root
    for action in path:
        node = node.children[action]
    return node


def _with_parents(paths: list[Path]) -> list[Path]:
    """The paths and all above them, parents first."""
    return sorted({path[:depth] for path in paths for depth in range(1, len(path) + 1)}, key=len)
