"""Test the c explorer and the race with the messages that a browser sends."""

from xml.etree import ElementTree

import pytest
from front_end import press, send

from mctslib import UCB1, search
from mctslib.course.ch07 import CExplorer
from mctslib.course.ch07.heat import (
    BUDGETS,
    GRID,
    NARROW,
    PHONE_COLUMNS,
    PHONE_ROWS,
    SEEDS,
    counted,
    heat_map,
    name_of,
    stored,
)
from mctslib.course.ch08 import Race
from mctslib.course.ch08.histories import flat_history, tree_history
from mctslib.course.ch08.lines import PHONE, WIDTHS, colour_of, race_chart
from mctslib.course.ch08.racers import MARKS, Racers, exact
from mctslib.course.puzzles import A
from mctslib.draw.look import INK, SHADE, WRONG
from mctslib.words import worth


def pick(panel, words):
    """Pick a part of the picture, as the page does; each pick has another number."""
    send(panel.figure, picked=[words, pick.number])
    pick.number += 1


pick.number = 0

# -------------------- the c explorer


@pytest.mark.parametrize("c", [0.18, pytest.param(0.6, marks=pytest.mark.slow)])
def test_the_map_counts_searches(c):
    assert counted(c, range(SEEDS)) == stored()[GRID.index(c)]


def test_the_map_shows_the_counts_with_the_largest_c_at_the_top():
    drawn = ElementTree.fromstring(CExplorer(budget=BUDGETS[-1]).map())
    written = [word.text for word in drawn.findall(".//{*}text[@stroke-width='4']")]
    assert written == [f"{right}" for row in reversed(stored()) for right in row]


def test_the_shares_are_those_of_search_with_the_chosen_cell():
    explorer = CExplorer(0.18, 50, seed=3)
    shares = search(A.state, 50, seed=3, tree_policy=UCB1(0.18)).distribution()
    told = ElementTree.fromstring(explorer.board()).get("aria-label")
    assert all(f"{move} {share:.0%}" in told for move, share in shares.items())
    press(explorer.buttons["other"])
    assert explorer.seed == 4 and explorer.figure.value.count("seed 4 chooses cell") == 1


def test_a_pick_moves_the_frame_and_undo_brings_it_back():
    explorer = CExplorer(1.5, 400)
    pick(explorer, "0.18 800")
    assert (explorer.c, explorer.budget) == (0.18, 800)
    assert "c = 0.18, 800 iterations: 81 of 100 are right." in explorer.headline.words
    for nonsense in ("", "0.18", "0.2 800", "0.18 801"):
        pick(explorer, nonsense)
    press(explorer.undo)
    assert (explorer.c, explorer.budget) == (1.5, 400) and explorer.status.error is None


def test_thinking_longer_goes_to_the_next_column_and_at_last_to_the_first():
    explorer, seen = CExplorer(budget=25), []
    for _ in BUDGETS:
        assert ("mcts-quiet" in explorer.buttons["more"]._dom_classes) == (explorer.budget == 3200)
        press(explorer.buttons["more"])
        seen.append(explorer.budget)
    assert seen == [*BUDGETS[1:], 25]


def test_a_phone_shows_a_part_of_the_map_with_the_framed_cell():
    for c in GRID:
        for columns, budget in enumerate(BUDGETS, 1):
            drawn = heat_map([row[:columns] for row in stored()], (c, budget), NARROW)
            assert f'data-pick="{name_of(c, budget)}"' in drawn
            assert drawn.count("data-pick") == len(PHONE_COLUMNS) * len(PHONE_ROWS)


# -------------------- the race


def test_the_racers_are_search_and_flat_search():
    racers, marks = Racers(seed=3), MARKS[:3]
    for _ in marks:
        racers.advance()
    for method, expected in (
        ("tree", tree_history(A.state, marks, 3, 1)),
        ("flat", flat_history(A.state, marks, 3)),
    ):
        for action, line in expected.items():
            assert [one.values[action] for one in racers.seen[method]] == pytest.approx(line)
    assert racers.seen["tree"][-1].move == search(A.state, marks[-1], seed=3).action


def test_the_race_on_a_ends_with_the_tree_right_and_random_playouts_wrong():
    race = Race()
    said = "After 400 playouts each: random plays 0 ✗, MCTS 4 ✗."
    assert race.headline.words.startswith(said)
    for _ in range(6):
        press(race.buttons["race"])
    said = "After 25,600 playouts each: random plays 0 ✗, MCTS 8 ✓."
    assert race.headline.words.startswith(said)
    assert "Random playouts: 0 ✗" in race.figure.value and "MCTS: 8 ✓" in race.figure.value
    press(race.buttons["race"])
    assert race.playouts == MARKS[0]


def test_another_seed_races_anew():
    race = Race()
    before = race.figure.value
    press(race.buttons["other"])
    assert race.seed == 1 and race.figure.value != before


def test_the_exact_values_are_those_of_random_and_of_perfect_play():
    assert exact("tree") == {0: 0, 1: 0, 2: 0.5, 4: 0, 6: 0, 8: 0.5}
    assert exact("flat")[0] == 0.5


@pytest.mark.parametrize("width", [*WIDTHS, PHONE])
def test_right_moves_are_ink_the_trap_is_red_and_both_have_names(width):
    colours = {action: colour_of(action, 0) for action in (0, 2, 6, 8)}
    assert colours == {0: WRONG, 2: INK, 6: SHADE, 8: INK}
    seen = Race().seen("flat")
    drawn = ElementTree.fromstring(race_chart(seen, "flat", width))
    words = {one.text for one in drawn.findall(".//{*}text")}
    assert words & {f"{k} {sign}" for k in A.state.legal_actions() for sign in "✓✗"} == {
        "0 ✗",
        "2 ✓",
        "8 ✓",
    }


def test_a_line_says_its_estimate_while_it_is_lit():
    seen = Race().seen("tree")
    drawn = ElementTree.fromstring(race_chart(seen, "tree"))
    for line in drawn.findall(".//{*}g[@data-part]"):
        (told,) = line.findall("{*}text[@visibility]")  # another text names the exact value
        action = int(line.get("data-part"))
        assert told.text == f"of {action}: {worth(seen[-1].values[action])}"
        assert told.get("visibility") == "hidden"
