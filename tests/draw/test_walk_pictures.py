"""A drawn tree shows the random game of phase 3 and the changes of phase 4."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from mctslib import Nim, record, search
from mctslib.draw import children_bars_svg, layout, tree_dot, tree_svg
from mctslib.draw.look import text_width
from mctslib.draw.playout import below, ghosts, leaf
from mctslib.draw.svg import dimensions
from mctslib.games import ConnectFour
from mctslib.games.names import step_name
from mctslib.games.tictactoe import TicTacToe
from mctslib.tree import Node, attach

A = TicTacToe.from_text(".../O.X/.X.")  # O to move


@pytest.fixture
def root():
    """Return a root at which O is to move; action 4 was tried 7 times and earned O 4 points."""
    root = Node(A)
    child = attach(root, 4)
    root.visits, root.value_sum = child.visits, child.value_sum = 7, 4.0
    return root


def words(picture):
    texts = (
        "".join(text.itertext())
        for text in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    )
    return " ".join(" ".join(texts).split())


def test_a_node_shows_what_backpropagation_changed_and_for_whom(root):
    seen = words(
        tree_svg(root, path=(4,), phase="backpropagate", sums=True, before={(4,): (6, 3.5)})
    )
    assert "+½ for O N 6→7 W 3½→4 Q 0.57" in seen and "N 7 W 4 Q 0.57" in seen
    assert "W" not in words(tree_svg(root, path=(4,), phase="backpropagate"))


def test_a_short_game_is_shown_whole_and_a_long_one_by_its_ends():
    node = Node(A)
    assert [ghost.words for ghost in ghosts(node, (4, 0, 1, 2, 6), "a draw")] == [
        "O 4",
        "X 0",
        "O 1",
        "X 2",
        "O 6",
        "a draw",
    ]
    game = [ghost.words for ghost in ghosts(Node(ConnectFour()), (0, 1) * 3 + (2, 3) * 3, "X wins")]
    assert game == ["X 0", "O 1", "… 8 more moves …", "X 2", "O 3", "X wins"]


def test_each_ghost_is_the_board_after_its_move_with_the_move_marked():
    first, second, _ = ghosts(Node(A), (4, 0), "X wins")
    assert "Board, row by row: . . ., O O X, . X ." in first.picture
    assert (
        "Board, row by row: X . ., O O X, . X ." in second.picture
        and 'class="last"' in second.picture
    )


def test_the_game_hangs_below_the_node_it_started_from_and_is_dashed_and_pale(root):
    options = {"path": (4,), "phase": "simulate"}
    tree = layout.finished(layout.render(tree_dot(root, **options)), "")
    picture = tree_svg(root, rollout=(0, 1, 2, 6, 8), result="a draw", **options)
    assert "X 0 O 1 X 2 O 6 X 8 a draw" in words(picture)
    assert dimensions(picture)[1] > dimensions(tree)[1] > leaf(tree)[1] > dimensions(tree)[1] / 2
    ghost = next(part for part in ET.fromstring(picture).iter() if part.get("class") == "ghost")
    assert float(ghost.get("opacity")) < 1 and "stroke-dasharray" in ET.tostring(ghost, "unicode")
    assert "Random game: 0, 1, 2, 6, 8; a draw." in ET.fromstring(picture).get("aria-label")


@pytest.mark.parametrize("badge", ["✓ won", "✗ lost", "= drawn", "= 0.25", "<&>"])
def test_a_badge_stands_in_its_node_on_a_line_of_its_own(root, badge):
    def of_child(node):
        return badge if node.parent is not None else ""

    picture = tree_svg(root, badge=of_child)
    lines = ["".join(text.itertext()) for text in ET.fromstring(picture).findall(".//{*}text")]
    assert lines.count(badge) == 1 and lines.index(badge) > lines.index("O 4")
    dot = tree_dot(root, badge=of_child)
    assert dot.count('penwidth="2.5"') == 1


def test_moves_with_long_names_are_told_apart_and_do_not_touch():
    """In Nim, "take 3 from heap 1" and "take 3 from heap 2" begin alike."""
    root = search(Nim(3, 4, 5), 60, seed=1).root
    table = children_bars_svg(root)
    names = [step_name(root.state, action) for action in root.children]
    assert all(name in table for name in names)
    row = ghosts(root, record(Nim(3, 4, 5), 1, seed=1).iterations[0].rollout, "player 1 wins")
    drawn = ET.fromstring(below(layout.render("digraph {a}"), row, "black"))
    spans = {}
    for line in drawn.iter("{http://www.w3.org/2000/svg}text"):
        if line.get("font-weight") == "bold":
            half = text_width(line.text, float(line.get("font-size")), bold=True) / 2
            x = float(line.get("x"))
            spans.setdefault(line.get("y"), []).append((x - half, x + half))
    assert max(map(len, spans.values())) >= 4
    for line in spans.values():
        assert all(end <= start for (_, end), (start, _) in pairwise(sorted(line)))
