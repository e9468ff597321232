"""The widget `Workers` of chapter 15: where workers stand in one tree when they choose without each
other's results.
"""

import random
from collections import Counter
from typing import NamedTuple

import ipywidgets as W

from mctslib.course.puzzles import PUZZLES, choose
from mctslib.draw.outline import visible
from mctslib.draw.show import tree_svg
from mctslib.game import State
from mctslib.methods import parallel
from mctslib.policies import UCB1
from mctslib.search import search
from mctslib.tree import Node, Path
from mctslib.widgets.panel import Panel, safely

WORKERS = (1, 2, 4, 8, 16, 32, 64)
LOSSES = range(4)
BEFORE = 40  # iterations of one worker that the tree begins with
ROUNDS = 10
NODES = 22  # drawn of the tree, or more where the nodes below need more
SHOWN = 8  # nodes with workers that are drawn: those with the most workers
MOST_NODES = 60  # drawn at most
SCHEMES = {"tree": "all share one tree", "leaf": "all play out one leaf"}


class Crowd(NamedTuple):
    """The tree while the workers wait for their results."""

    root: Node  # with N and Q of the playouts that are over: no virtual losses
    crowd: dict[Path, int]  # how many workers stand on each node, the fullest node first


class CrowdView(NamedTuple):
    """What a picture of a crowd shows."""

    keep: list[Path]  # the nodes that the picture must hold, parents before their children
    nodes: int  # that the picture has at most
    flags: dict[Path, int]  # how many workers stand on each node that is drawn
    hidden: dict[Path, int]  # the same of the nodes that are not drawn


def moment(state: State, scheme: str, workers: int, loss: int, rounds: int, seed: int) -> Crowd:
    """Return the tree when the workers of a round have chosen, and none of them has a result yet.

    state    the position that is searched
    scheme   a key of `SCHEMES`
    workers  how many choose in each round
    loss     virtual losses that each of them counts while it waits
    rounds   rounds that are over
    seed     of the search
    """
    root = Node(state)
    rng = random.Random(seed)
    search(root, BEFORE, seed=rng)
    if rounds:
        iterations = rounds * workers
        for _ in parallel.rounds(root, iterations, workers, rng, scheme=scheme, loss=loss):
            pass
    if scheme == "leaf":
        leaves = parallel.choose(root, 1, rng, UCB1(), 0) * workers
    else:
        leaves = parallel.choose(root, workers, rng, UCB1(), loss)
        parallel.take_back(leaves, loss)
    counts = Counter(leaf.node.path() for leaf in leaves)
    return Crowd(root, dict(counts.most_common()))


def view_of(now: Crowd) -> CrowdView:
    """Choose what a picture shows: the fullest nodes with all nodes above them, then the most
    visited nodes.
    """
    keep = _with_parents(list(now.crowd)[:SHOWN])
    nodes = min(max(NODES, 1 + len(keep)), MOST_NODES)
    drawn = {shown.path for shown in visible(now.root, nodes, keep).all()}
    flags = {path: count for path, count in now.crowd.items() if path in drawn}
    hidden = {path: count for path, count in now.crowd.items() if path not in drawn}
    return CrowdView(keep, nodes, flags, hidden)


class Workers(Panel):
    """A menu for the scheme, sliders for the workers, the virtual losses of each, and the rounds
    that are over.

    puzzle   "A", "S" or "W", the position that is searched; or one of your own game, if it is small
             enough
    workers  1, 2, 4 … 64
    scheme   "tree" or "leaf"
    loss     virtual losses that each waiting worker counts, 0 to 3
    seed     of the search

    N and Q in the picture are those of the playouts that are over: virtual losses are not counted
    there.
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
        if isinstance(loss, bool) or loss not in LOSSES:
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
        self.loss = W.IntSlider(
            value=loss, min=LOSSES[0], max=LOSSES[-1], description="virtual loss", layout=wide
        )
        self.rounds = W.IntSlider(
            value=0, min=0, max=ROUNDS, description="rounds over", layout=wide
        )
        for control in (self.puzzle_box, self.scheme, self.workers, self.loss, self.rounds):
            control.observe(self.changed, "value")

    @safely
    def changed(self, change: object = None) -> None:
        """Draw the crowd of the settings as they are now."""
        self._draw()

    def _draw(self) -> None:
        self.loss.disabled = self.scheme.value == "leaf"
        self.now = moment(
            self.puzzles[self.puzzle_box.value].state,
            self.scheme.value,
            self.workers.value,
            self.loss.value,
            self.rounds.value,
            self.seed,
        )
        self.picture.value = drawn(self.now)
        self.status.say(described(self.now))

    def static_picture(self) -> str:
        return self.picture.value

    def static_text(self) -> str:
        return f"{self.status.text} (run this cell to move the sliders)"


def described(now: Crowd) -> str:
    """Return in words how many workers stand where, and how many of them the picture does not
    show.
    """
    workers = sum(now.crowd.values())
    nodes = len(now.crowd)
    if workers == 1:
        return "1 worker stands on one node and waits for its result."
    where = "one node" if nodes == 1 else f"{nodes} different nodes"
    fullest = max(now.crowd.values())
    most = f"; {fullest} on the fullest" if nodes > 1 and fullest > 1 else ""
    return f"{workers} workers stand on {where}{most}, and wait for their results.  ({_shown(now)})"


def _shown(now: Crowd) -> str:
    view = view_of(now)
    if not view.hidden:
        return "⚑"
    missing = sum(view.hidden.values())
    verb = "stands" if missing == 1 else "stand"
    return f"⚑; {len(view.flags)} of these nodes are drawn, {missing} more {verb} on the others."


def drawn(now: Crowd) -> str:
    """Return the tree as SVG text, with a line in each node on which workers stand."""
    view = view_of(now)

    def badge(node: Node) -> str:
        count = view.flags.get(node.path(), 0)
        return f"⚑ {count}" if count else ""

    label = f"The tree while the workers wait.  {described(now)}"
    return tree_svg(
        now.root, max_nodes=view.nodes, boards=1, keep=view.keep, badge=badge, label=label
    )


def _with_parents(paths: list[Path]) -> list[Path]:
    """Return the paths and all paths above them, parents first."""
    found = set()
    for path in paths:
        for depth in range(1, len(path) + 1):
            found.add(path[:depth])
    return sorted(found, key=len)
