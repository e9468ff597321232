"""Draw hero.svg, the picture at the top of the README: `python notebooks/img/make_hero.py`.

One search, stopped at three moments: a few guesses turn into a plan.
"""
from pathlib import Path

from mctslib import Node, TicTacToe, most_visited, record
from mctslib.draw import film_strip, tree_svg

START = TicTacToe.from_text("X.O/X../O..")  # X to move; only the centre stops O, and it wins
MOMENTS = {5: 6, 20: 9, 300: 10}  # iterations → nodes in the picture


def caption(root: Node) -> str:
    """What the tree says after so many iterations."""
    best = root.children[most_visited(root)]
    return f"after {root.visits} iterations: X {best.action} has {best.visits / root.visits:.0%} of the visits"


def hero() -> str:
    """The film strip as SVG text."""
    trace = record(START, max(MOMENTS), seed=1)
    trees = [trace.tree(moment) for moment in MOMENTS]
    frames = [tree_svg(tree, max_nodes=nodes) for tree, nodes in zip(trees, MOMENTS.values(), strict=True)]
    return film_strip(frames, map(caption, trees), columns=len(MOMENTS)).svg


if __name__ == "__main__":
    Path(__file__).with_name("hero.svg").write_text(hero(), encoding="utf-8")
