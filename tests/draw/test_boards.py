"""The library draws pictures and writes words from a game's description of its board."""

from base64 import b64decode
from functools import reduce
from math import dist
from xml.etree import ElementTree

import pytest

from mctslib import ConnectFour, Hex, Nim, SudoTicTacToe, TicTacToe, search
from mctslib.draw.boards import picture
from mctslib.draw.hexagons import middle
from mctslib.draw.look import INK, MARK_COLOURS, SURFACE, value_colour
from mctslib.draw.show import (
    board_svg,
    describe_state,
    film_strip,
    show_board,
    tree_dot,
)
from mctslib.draw.svg import dimensions, framed, words
from mctslib.games.board import columns
from mctslib.games.hex import NEAR
from mctslib.terminal.options import STARTS

# X has won board 1 and is sent to board 4.
WON = reduce(SudoTicTacToe.apply, (1, 9, 2, 18, 0, 12), SudoTicTacToe(2))


def marks(picture, shape):
    return [part for part in ElementTree.fromstring(picture).iter() if part.tag.endswith(shape)]


def test_a_picture_has_the_board_s_own_proportions():
    for state, ratio in (
        (ConnectFour(), 6 / 7),
        (Nim(3, 4, 5), 3 / 5),
        (SudoTicTacToe(), 1),
        (TicTacToe(5), 1),
    ):
        _, _, width, height = map(
            float, ElementTree.fromstring(board_svg(state)).get("viewBox").split()
        )
        assert (height - 12) / (width - 12) == pytest.approx(ratio, abs=0.01)


def test_the_board_one_is_sent_to_is_shaded_and_a_won_board_has_its_mark():
    drawn = board_svg(WON)
    assert drawn.count(f'fill="{SURFACE}"') == 9 and len(marks(drawn, "}g")) == 1
    # X may move anywhere, so no board stands out.
    assert board_svg(SudoTicTacToe()).count(f'fill="{SURFACE}"') == 0


def test_the_last_disc_and_the_winning_line_are_drawn():
    state = reduce(ConnectFour.apply, [0, 1, 0, 1, 0, 1, 0], ConnectFour())
    assert (
        len(marks(board_svg(state), "line")) == 1
        and len(marks(board_svg(state, line=False), "line")) == 0
    )
    framed = [one for one in marks(board_svg(state, last=38), "rect") if one.get("class") == "last"]
    assert [one.get("stroke") for one in framed] == [INK]


# X has the cells of the top row.  O has the cells of the middle row and wins.
HEX = reduce(Hex.apply, (0, 3, 1, 4, 2, 5), Hex(3))


def test_hexagons_touch_their_neighbours_and_no_others():
    """Centres of neighbours are one cell width apart; other centres are over 1.7 widths apart."""
    for size in (3, 11):
        places = [middle(cell, size) for cell in range(size**2)]
        for cell, near in enumerate(NEAR[size]):
            apart = {k: dist(places[cell], place) for k, place in enumerate(places) if k != cell}
            assert {k for k, d in apart.items() if d < 1.01} == {k for k in apart if near >> k & 1}
            assert all(d == pytest.approx(1, abs=1e-9) or d > 1.7 for d in apart.values())


def test_a_board_shows_the_numbers_of_free_cells_in_these_cells():
    state = TicTacToe.from_text(".../O.X/.X.")
    drawn = board_svg(state, numbers=state.legal_actions())
    shown = [part.text for part in marks(drawn, "text")]
    assert shown == [str(cell) for cell in state.legal_actions()]
    assert board_svg(HEX, numbers=[0]) == board_svg(HEX)  # a hexagon has no room for its number


def test_a_board_of_hexagons_shows_whose_its_sides_are_and_the_chain_that_won():
    drawn = board_svg(HEX, last=5, shares={7: 0.25}, values={7: 0.5}, highlight=[8])
    sides = [part for part in marks(drawn, "path") if part.get("class") == "side"]
    assert [side.get("stroke") for side in sides] == [MARK_COLOURS[owner] for owner in "XXOO"]
    assert [side.get("stroke-dasharray") is not None for side in sides] == [
        False,
        False,
        True,
        True,
    ]
    assert len(marks(drawn, "circle")) == 3 + 2 and words(drawn).endswith(
        "; sides: top X, bottom X, left O, right O"
    )
    chain = [part for part in marks(drawn, "path") if part.get("class") == "line"]
    assert (
        [part.get("d").count("L") for part in chain] == [2]
        and ">25%<" in drawn
        and ">Q 0.50<" in drawn
    )
    assert 'class="line"' not in board_svg(HEX, line=False) and str(HEX) == "X X X\n O O O\n  . . ."


class Pretty:
    def __init__(self, answer):
        self.answer = answer

    def _repr_svg_(self):
        return self.answer()

    def __str__(self):
        return "in words"


def test_a_game_s_own_picture_is_used_where_it_is_one():
    own = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5 5"/>'
    assert board_svg(Pretty(lambda: own)) == picture(Pretty(lambda: own))
    shown = picture(Pretty(lambda: own)).partition("base64,")[2].partition('"')[0]
    assert b64decode(shown).decode() == own
    assert 'viewBox="0 0 5 7" ' in picture(Pretty(lambda: "<svg width='5' height='7px'/>"))


@pytest.mark.parametrize("start", [TicTacToe(), Hex(4)], ids=["squares", "hexagons"])
def test_a_value_has_one_colour_whoever_is_to_move(start):
    good_for_x = board_svg(start, values={4: 0.9})
    as_good = board_svg(start.apply(0), values={4: 0.1})
    colour = value_colour(0.9, 0)
    assert f'fill="{colour}"' in good_for_x and f'fill="{colour}"' in as_good
    assert f'fill="{value_colour(0.9, 1)}"' not in good_for_x
    assert f'fill="{colour}"' in board_svg(start.apply(0), values={4: 0.9}, player=0)


@pytest.mark.parametrize(
    "head, size",
    [
        ("viewBox='0,0, 5 6'", (5, 6)),
        ('a=">" viewBox = "-1 -1 5e1 6"', (50, 6)),
        ('width="7" height="8.5px"', (7, 8.5)),
    ],
)
def test_how_large_a_picture_is(head, size):
    own = f"<?xml version='1.0'?><svg {head}><svg viewBox='0 0 1 1' width='1' height='1'/></svg>"
    assert dimensions(own) == size == dimensions(framed(own))
    strip = ElementTree.fromstring(film_strip([framed(own)], ["one"]).svg)
    inner = next(part for part in strip if part.tag.endswith("svg"))
    assert (float(inner.get("width")), float(inner.get("height"))) == size and inner.get("viewBox")


@pytest.mark.parametrize("state", [start for start, _ in STARTS.values()] + [Nim(30)], ids=type)
def test_the_library_s_games_come_with_words(state):
    """`_repr_html_` returns the board as an image with alternative text.

    JupyterLab would show the result of `_repr_svg_` as an image without alternative text, but
    JupyterLab prefers HTML.
    """
    shown = ElementTree.fromstring(state._repr_html_().removesuffix(">") + "/>")
    assert shown.get("alt") == words(state._repr_svg_()) and shown.get("alt")
    assert b64decode(shown.get("src").partition(",")[2]).decode() == state._repr_svg_()


def test_a_picture_s_own_words_are_used():
    own = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5 5" aria-label="a &lt; b"/>'
    assert describe_state(Pretty(lambda: own)) == "a < b" == show_board(Pretty(lambda: own)).alt
    assert describe_state(Pretty(lambda: "<svg/>")).startswith("in words")


def test_trees_draw_boards_of_every_shape_and_mark_the_last_cell():
    for state in (ConnectFour(), Hex(5), SudoTicTacToe(2), Nim(3, 4, 5)):
        dot = tree_dot(search(state, 60, seed=0).root, boards=2, max_nodes=4)
        rows = len(state.cells()) // columns(state)
        assert dot.count("<TR>") >= 4 * rows and f'BORDER="2" COLOR="{INK}"' in dot


@pytest.mark.parametrize("state", [TicTacToe(), Hex(3)], ids=["squares", "hexagons"])
def test_each_highlighted_cell_has_a_ring_and_the_last_one_a_frame(state):
    plain = len(list(ElementTree.fromstring(board_svg(state)).iter()))
    marked = ElementTree.fromstring(board_svg(state, highlight=[0, 4], last=8))
    assert len(list(marked.iter())) == plain + 3
