"""The map of β shows the library's numbers and the stored ones, and each control works."""

from fractions import Fraction as F
from xml.etree import ElementTree

import pytest
from front_end import press, send

from mctslib import UCB1, search
from mctslib.arena import wilson
from mctslib.course.ch14 import (
    BetaMap,
    crossing,
    favourite_table,
    favourites,
    share_of_random,
    share_right,
)
from mctslib.course.ch14.maps import BETAS, BUDGETS, favourite, known, mixed
from mctslib.course.stored import measured
from mctslib.games import Hex
from mctslib.methods.rave import Rave
from mctslib.words import percent
from tests.bench.favourites import favourite_wins, random_favourite_wins


@pytest.fixture
def panel():
    return BetaMap(100, 0.5)


def test_q_is_that_of_the_search_and_amaf_that_of_the_method():
    """Plain UCT searches while RAVE counts.

    After 100 playouts, Q at the root equals Q in the search, and AMAF equals AMAF in RAVE.
    """
    rave = Rave()
    options = rave.options()["phases"]
    phases = type(options)(after=rave.learn)
    root = search(Hex(4), 100, seed=3, tree_policy=UCB1(0.3), phases=phases).root
    q, amaf = known(3)[100]
    assert q == {
        action: F(child.value_sum) / child.visits for action, child in root.children.items()
    }
    assert {a: float(mean) for a, mean in amaf.items()} == {a: rave.seen(root, a)[1] for a in amaf}


def test_the_first_of_equal_moves_is_the_favourite():
    assert favourite({3: F(1, 2), 1: F(1, 2), 2: F(0)}) == 1


def test_without_amaf_untried_moves_have_no_value():
    q, amaf = {1: F(1)}, {1: F(0), 2: F(1, 2)}
    assert mixed(q, amaf, F(0)) == {1: 1}
    assert mixed(q, amaf, F(1, 4)) == {1: F(3, 4), 2: F(1, 2)}


def test_the_stored_favourites_are_those_of_the_searches():
    stored = favourites()
    assert list(stored) == list(BUDGETS)
    for playouts in (10, 100):
        for beta in BETAS:
            right = stored[playouts][float(beta)]
            assert len(right) == 300
            for seed in range(3):
                assert right[seed] == favourite_wins(seed, playouts, beta)


def test_the_stored_control_is_that_of_random_playouts():
    control = measured("ch14/favourites")["random"]
    assert list(map(int, control)) == list(BUDGETS)
    for seed in range(2):
        for playouts, right in random_favourite_wins(seed).items():
            assert control[str(playouts)][seed] == "01"[right]
    share, low, high = share_of_random(3200)
    assert share == control["3200"].count("1") / 300 and low < share < high


def test_a_share_has_wilson_s_interval():
    share, low, high = share_right(200, 0.5)
    right = favourites()[200][0.5]
    assert share == sum(right) / 300 and (low, high) == wilson(sum(right), 300)
    assert f"{share:.2f} ({low:.2f} to {high:.2f})" in favourite_table()


def test_the_headline_compares_amaf_and_q(panel):
    row = crossing.shares(100)
    leads = f"AMAF leads Q by {percent(row[1.0])} to {percent(row[0.0])}"
    assert panel.headline.said[1] == f"{leads}."
    assert panel.headline.said[0].endswith("And after 200?")
    panel.set(playouts=3_200)
    assert panel.headline.said[1].startswith("Q leads AMAF by ")


def test_more_playouts_are_shown_only_when_the_reader_gets_there(panel):
    assert '"200 playouts, β = 0.5: not shown yet"' in panel.figure.value
    press(panel.buttons["more"])
    assert '"200 playouts, β = 0.5: not shown yet"' not in panel.figure.value


def test_the_table_has_every_share_and_one_frame(panel):
    table = crossing.table(3200, 0.5)
    assert table.count("data-pick") == len(BUDGETS) * len(BETAS)
    assert table.count('aria-pressed="true"') == 1
    for playouts in BUDGETS:
        for beta in BETAS:
            share = crossing.shares(playouts)[float(beta)]
            words = f"{playouts:,} playouts, β = {float(beta):g}: {percent(share)}"
            assert f'aria-label="{words}"' in table


def test_cells_are_picked_and_undone(panel):
    send(panel.figure, picked=["3200 1", 1])
    assert (panel.playouts, panel.beta) == (3200, 1)
    assert "β = 1: 74%" in panel.figure.value
    send(panel.figure, picked=["17 0.3", 2])
    send(panel.figure, picked=[{"a": 1}, 3])
    assert (panel.playouts, panel.beta) == (3200, 1) and panel.status.error is None
    press(panel.undo)
    assert (panel.playouts, panel.beta) == (100, 0.5)
    assert panel.undo.layout.visibility == "hidden"


def test_double_goes_round(panel):
    for _ in BUDGETS:
        press(panel.buttons["more"])
    assert panel.playouts == 100 and panel.status.error is None


def test_each_cell_that_shows_the_best_number_of_its_row_is_marked():
    """After 10 playouts four cells show 34, although their shares differ."""
    shown = [percent(share) for share in crossing.shares(10).values()]
    assert max(shown) == "34%" and shown.count("34%") == 4
    drawn = ElementTree.fromstring(crossing.table(10, 0.0))
    numbers = [one for one in drawn.iterfind(".//{*}g/{*}text") if one.text == "34"]
    assert [one.get("text-decoration") for one in numbers] == 4 * ["underline"]
