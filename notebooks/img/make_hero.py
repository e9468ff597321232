"""Draw hero.svg, the picture at the top of the README: `python notebooks/img/make_hero.py`.

One search, stopped at four moments: a random guess turns into a plan.
"""
from pathlib import Path

from mctslib import TicTacToe, record
from mctslib.draw import film_strip, tree_svg

START = TicTacToe.from_text("XO./.X./..O")  # X to move; two of the five moves win by a double threat
MOMENTS = {1: 15, 5: 15, 20: 10, 300: 12}  # iterations → nodes in the picture


def hero() -> str:
    """The film strip as SVG text."""
    trace = record(START, max(MOMENTS), seed=1)
    frames = [tree_svg(trace.tree(t), max_nodes=nodes) for t, nodes in MOMENTS.items()]
    captions = [f"after {t} iteration{'s' * (t > 1)}" for t in MOMENTS]
    return film_strip(frames, captions).svg


if __name__ == "__main__":
    Path(__file__).with_name("hero.svg").write_text(hero(), encoding="utf-8")
