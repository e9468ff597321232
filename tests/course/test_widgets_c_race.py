"""Test the c explorer and the race with the messages that a browser sends.

The tests run inside an event loop and without one.
"""

import asyncio
from xml.etree import ElementTree

import pytest
from front_end import choose, press, send, tell, until

from mctslib import UCB1, most_visited, search
from mctslib.arena.matches import match
from mctslib.arena.players import FlatMonteCarlo, MCTSPlayer, PerfectPlayer
from mctslib.course.ch07 import CExplorer, correct_shares, heat
from mctslib.course.ch07 import widget as explorer_module
from mctslib.course.ch07.dragging import cell_of
from mctslib.course.ch07.widget import BUDGETS, GRID, run
from mctslib.course.ch08 import Race
from mctslib.course.ch08.histories import flat_history, tree_history
from mctslib.course.ch08.lines import emphasised, race_chart
from mctslib.course.ch08.racers import MARKS, Racers
from mctslib.course.ch08.widget import OPENING_MARK, RACE_WIDTHS
from mctslib.course.puzzles import PUZZLES
from mctslib.draw.look import INK, SHADE, WRONG
from mctslib.oracle import positions
from mctslib.words import worth


@pytest.fixture
def explorer():
    return CExplorer(budget=50, seeds=1)


def test_both_trees_are_those_of_search_on_the_same_seed(explorer):
    for root, c in zip(explorer.roots, (0.18, 1.5)):
        expected = search(PUZZLES["A"].state, 50, seed=1, tree_policy=UCB1(c)).distribution()
        assert {a: child.visits / 50 for a, child in root.children.items()} == expected


def at(explorer, c):
    """Set the left value of c as the page does."""
    send(explorer.c[0], index=GRID.index(c))


def test_a_slider_regrows_one_tree_and_keeps_the_other(explorer):
    left, right = explorer.roots
    at(explorer, 0.7)
    assert explorer.roots[0] is not left and explorer.roots[1] is right
    assert explorer.labels == ["c = 0.7", "c = 1.5"]
    assert explorer.face.data["names"] == explorer.labels and "c = 0.7" in explorer.headline.words


def test_coming_back_to_a_setting_finds_the_remembered_tree(explorer):
    left = explorer.roots[0]
    at(explorer, 2.0)
    at(explorer, 0.18)
    assert explorer.roots[0] is left


def test_the_headline_and_the_trees_say_which_moves_are_right(explorer):
    tree = explorer.face.data["pairs"][0][0]
    marked = {child.name for child in tree.below.values() if child.name.endswith("✓")}
    assert marked == {"O 2✓", "O 8✓"}
    for root, part in zip(explorer.roots, explorer.static_text().split(", c = ")):
        played = most_visited(root)
        assert part.rstrip(".").endswith(f"cell {played} {'✓' if played in (2, 8) else '✗'}")


def test_thinking_longer_goes_to_the_next_column_and_at_last_to_the_first(explorer):
    before = explorer.budget.value
    explorer.more_iterations()
    assert explorer.budget.value == 2 * before
    while explorer.budget.value < 3200:
        explorer.more_iterations()
    explorer.more_iterations()
    assert explorer.budget.value == 25 and explorer.status.error is None


def test_position_and_seed(explorer):
    choose(explorer.puzzle_box, "W")
    assert explorer.roots[0].state == PUZZLES["W"].state
    assert explorer.face.data["story"] == PUZZLES["W"].story
    before = explorer.face.data["pairs"]
    send(explorer.seed, value=12)
    assert explorer.face.data["pairs"] != before and explorer.status.error is None


def test_equal_constants_have_two_names_and_equal_trees(explorer):
    at(explorer, 1.5)
    assert explorer.labels == ["c = 1.5", "c = 1.5 again"]
    left, right = explorer.face.data["pairs"][0]
    assert left == right


async def test_the_map_follows_a_drag_before_the_trees_do():
    explorer = CExplorer(budget=25, seeds=1)
    await until(lambda: not explorer.work.running)
    seen = []
    explorer.face.observe(seen.append, "data")
    for column in range(len(BUDGETS)):
        before = explorer.map.value
        tell(explorer.map, column=column, row=column, begins=column == 0)
        assert explorer.map.value != before and not seen
    explorer.work.cancel()


async def test_a_burst_of_values_redraws_few_times_and_ends_at_the_last():
    redraws = []
    explorer = CExplorer(budget=25, seeds=1)
    explorer.face.observe(redraws.append, "data")
    for step in range(100):
        send(explorer.c[0], index=step % len(GRID))
        await asyncio.sleep(0.001)
    await until(lambda: not explorer.work.running)
    assert 1 <= len(redraws) <= 10 and explorer.constants[0] == GRID[99 % len(GRID)]
    assert explorer.roots[0].visits == 25


def test_the_map_holds_the_shares_and_frames_both_rows():
    explorer = CExplorer(c=(0.18, 0.4), budget=100, seeds=3)
    drawn = maps(explorer)[0]
    written = [word.text for word in drawn.findall(".//{*}text[@stroke-width='5']")]
    shares = [correct_shares(PUZZLES["A"], c, BUDGETS, range(3)) for c in GRID]
    assert written == [f"{100 * share:.0f}" for row in shares for share in row]
    frames = [float(box.get("y")) for box in drawn.findall(".//{*}rect[@stroke-width='2']")]
    rows = {
        word.text: float(word.get("y")) - 4 - heat.WIDE.high / 2
        for word in drawn.findall(".//{*}text[@text-anchor='end']")
    }
    assert frames == [rows["0.18"], rows["0.4"]]


async def test_stop_ends_the_measuring_and_keeps_what_there_is():
    explorer_module.run.cache_clear()
    explorer = CExplorer(budget=25, seeds=30)
    await until(lambda: len(explorer.measured.get(("A", 0.4), [])) >= 2)
    press(explorer.work.button)
    await until(lambda: not explorer.work.running)
    assert 2 <= len(explorer.measured["A", 0.4]) < 30 and "Stopped" in explorer.headline.words


def test_nothing_is_measured_twice():
    explorer = CExplorer(c=(0.3, 0.6), budget=25, seeds=2)
    misses = run.cache_info().misses
    at(explorer, 0.6)
    at(explorer, 0.3)
    assert run.cache_info().misses == misses


def test_a_still_measures_only_what_is_missing(explorer):
    for _ in range(2):
        explorer.static_picture()
        assert [len(explorer.measured["A", c]) for c in GRID] == [1] * len(GRID)


ROWS = list(reversed(GRID))  # rows of the map, from the top


@pytest.mark.parametrize("c, side", [(0.3, 0), (0.0, 0), (2.0, 1), (3.0, 1)])
def test_a_press_on_the_map_moves_the_nearer_line_and_the_column(explorer, c, side):
    before = explorer.constants
    tell(explorer.map, column=3, row=ROWS.index(c), begins=True)
    assert explorer.constants[side] == c and explorer.constants[1 - side] == before[1 - side]
    assert explorer.budget.value == BUDGETS[3]
    assert [root.visits for root in explorer.roots] == [BUDGETS[3]] * 2


def test_a_message_names_a_cell_of_the_map_or_none():
    last = {"column": 7, "row": 12, "begins": True}
    assert cell_of(last, 8, 13) == (7, 12, True)
    for wrong in ({"column": 8}, {"row": 13}, {"row": -1}, {"column": "7"}, {"begins": 1}):
        assert cell_of({**last, **wrong}, 8, 13) is None


def test_a_drag_keeps_the_line_that_it_began_with(explorer):
    tell(explorer.map, column=1, row=ROWS.index(0.18), begins=True)
    for row in (ROWS.index(0.6), ROWS.index(3.0)):
        tell(explorer.map, column=1, row=row, begins=False)
    assert explorer.constants == [3.0, 1.5]
    tell(explorer.map, column=1, row=ROWS.index(1.2), begins=True)
    assert explorer.constants == [3.0, 1.2]


def maps(explorer):
    """Return the wide map and the narrow map."""
    return ElementTree.fromstring(f"<p>{explorer.map.value}</p>").findall(".//{*}svg")


def test_the_area_of_the_map_is_that_of_its_cells(explorer):
    """The layer that reacts to a drag covers the cells of the wide map and of the narrow map."""
    wide, narrow = maps(explorer)
    assert float(wide.get("width")) > float(narrow.get("width")) <= 294  # the room on a phone
    for drawn in (wide, narrow):
        width, height = float(drawn.get("width")), float(drawn.get("height"))
        cells = drawn.find("{*}g").findall("{*}rect")[: len(GRID) * len(BUDGETS)]
        left, top = (min(float(cell.get(key)) for cell in cells) for key in "xy")
        right = max(float(cell.get("x")) + float(cell.get("width")) for cell in cells)
        low = max(float(cell.get("y")) + float(cell.get("height")) for cell in cells)
        expected = left / width, top / height, (right - left) / width, (low - top) / height
        assert explorer.map.area == pytest.approx(expected, abs=1e-3)
    assert explorer.map.cells == [len(BUDGETS), len(GRID)]


def test_the_racers_are_search_and_flat_search():
    racers = Racers(PUZZLES["A"], 0.7, 3)
    for _ in racers.slices(200):
        pass
    marks = [50, 100, 200]
    for method, expected in (
        ("tree", tree_history(PUZZLES["A"].state, marks, 3, 0.7)),
        ("flat", flat_history(PUZZLES["A"].state, marks, 3)),
    ):
        for action, line in expected.items():
            assert [x for x, _ in racers.history[method][action]] == marks
            assert [y for _, y in racers.history[method][action]] == pytest.approx(line)


def test_the_race_on_a_ends_with_the_tree_right_and_random_playouts_wrong():
    race = Race(seed=0)
    press(race.race_button)
    assert race.racers.done == MARKS[-1]
    assert race.headline.words.startswith("MCTS plays 8 ✓; random playouts play 0 ✗.")
    assert race.racers.choice("flat") == 0 and race.racers.choice("tree") in (2, 8)
    assert "Random playouts play 0 ✗" in race.figure.value
    assert "MCTS plays 8 ✓" in race.figure.value
    looked = len(list(positions(PUZZLES["A"].state)))
    assert (
        f"Minimax plays 2 or 8 ✓, after it has looked at every position that can follow: {looked}."
        in race.headline.words
    )


def test_it_opens_before_the_methods_part_and_races_on_from_there():
    race = Race()
    assert race.racers.done == OPENING_MARK and race.race_button.description == "Race on"
    assert race.headline.words.startswith("MCTS plays 4 ✗; random playouts play 0 ✗.")
    racers = race.racers
    press(race.race_button)
    assert race.racers is racers and racers.done == MARKS[-1]
    assert race.race_button.description == "Race again"
    press(race.race_button)
    assert race.racers is not racers


def test_another_seed_begins_a_new_race():
    race = Race()
    racers = race.racers
    send(race.seed, value=5)
    press(race.race_button)
    assert race.racers is not racers and race.racers.seed == 5


def test_the_slider_races_on_to_its_mark():
    race = Race()
    send(race.moment, index=6)
    assert race.racers.done == MARKS[6] and "After 3,200 playouts each" in race.headline.words


def test_the_slider_goes_back_and_forth():
    race = Race()
    press(race.race_button)
    last = race.figure.value, race.headline.words
    send(race.moment, index=2)
    assert "After 200 playouts each" in race.headline.words and race.figure.value != last[0]
    send(race.moment, index=len(MARKS) - 1)
    assert (race.figure.value, race.headline.words) == last


def test_right_moves_are_ink_and_the_trap_is_red():
    race = Race()
    racers, colours = race.racers, {}
    for action in (0, 2, 6, 8):
        colours[action] = emphasised(racers, action, 0)
    assert colours == {0: WRONG, 2: INK, 6: SHADE, 8: INK}
    all_right = Race("empty board").racers
    assert emphasised(all_right, 4, 4) == INK and emphasised(all_right, 3, 4) == SHADE


@pytest.mark.parametrize("width", RACE_WIDTHS)
def test_only_the_lines_that_matter_have_names_in_the_order_of_their_ends(width):
    racers = Race().racers
    upto = racers.marks - 1
    for method, at_exact in (("flat", ["8", "2"]), ("tree", ["2, 8", "4"])):
        drawn = ElementTree.fromstring(race_chart(racers, method, upto, width))
        texts = sorted(drawn.findall(".//{*}text"), key=lambda one: float(one.get("y")))
        words = [one.text for one in texts]
        ends = [name for name in words if name in ("0 ✗", "4 ✗", "2 ✓", "8 ✓")]
        played = racers.choice(method)
        values = {action: racers.history[method][action][-1][1] for action in (played, 2, 8)}
        assert [int(name[0]) for name in ends] == sorted(values, key=lambda a: -values[a])
        assert [name for name in words if name in at_exact] == at_exact


def test_a_line_says_its_estimate_while_it_is_lit_and_a_pressed_cell_keeps_it_lit():
    race = Race()
    upto, shown = race.racers.marks - 1, "{http://www.w3.org/2000/svg}"

    def chart(followed):
        drawn = ElementTree.fromstring(race_chart(race.racers, "tree", upto, followed=followed))
        return {
            line.get("data-part"): line
            for line in drawn.iter(f"{shown}g")
            if "data-part" in line.attrib
        }

    race.figure.act("6")
    race.figure.act("3")  # O is there
    assert race.followed == 6 and "mcts-kept" in race.figure.value
    lines = chart(6)
    assert [name for name, line in lines.items() if line.get("class")] == ["6"]
    for name, line in lines.items():
        estimate = race.racers.history["tree"][int(name)][-1][1]
        (told,) = line.findall("{*}text")
        assert told.text == f"of {name}: {worth(estimate)}" and told.get("visibility") == "hidden"
    race.figure.act("6")
    assert race.followed is None and "mcts-kept" not in race.figure.value


def test_the_guides_are_the_exact_values():
    racers = Racers(PUZZLES["A"], 0.7, 0)
    assert racers.exact("tree") == {0: 0, 1: 0, 2: 0.5, 4: 0, 6: 0, 8: 0.5}
    assert racers.exact("flat")[0] == 0.5


def test_the_match_is_the_arenas():
    race = Race(c=0.7, playouts=25, games=20, seed=5)
    press(race.match_button)
    expected = match(
        MCTSPlayer(25, tree_policy=UCB1(0.7), reuse=False),
        FlatMonteCarlo(25),
        20,
        seed=5,
        progress=False,
    )
    assert (race.result.first, race.result.second) == (expected.first, expected.second)
    assert f"W {expected.wins}" in race.figure.value and "95% interval" in race.figure.value
    send(race.moment, index=0)  # back to the race
    assert "After 50 playouts each" in race.headline.words


def test_the_match_against_minimax():
    race = Race(playouts=25, games=20, seed=5)
    choose(race.opponent, "minimax")
    press(race.match_button)
    expected = match(MCTSPlayer(25, reuse=False), PerfectPlayer(), 20, seed=5, progress=False)
    assert (race.result.first, race.result.second) == (expected.first, expected.second)
    assert race.result.wins == 0 and race.result.b == "perfect"


def test_choosing_another_position_starts_anew():
    race = Race()
    choose(race.puzzle_box, "empty board")
    assert race.racers.done == OPENING_MARK and "All moves lead to a draw" in race.figure.value
    assert race.racers.puzzle.name == "empty board" and race.status.error is None


@pytest.mark.parametrize(
    "button, done",
    [
        ("race", lambda race: race.racers.done >= 200),
        ("play", lambda race: bool(race.result and race.result.games >= 2)),
    ],
)
async def test_stop_keeps_what_was_done(button, done):
    race = Race(playouts=1000, games=500)
    getattr(race, button)()
    assert race.work.running and race.race_button.description.startswith("Stop")
    await until(lambda: done(race))
    press(race.race_button)
    await until(lambda: not race.work.running)
    assert "Stopped" in race.status.text and race.race_button.description == "Race on"
    if button == "race":
        assert race.racers.done < MARKS[-1]
    else:
        assert race.result.games < 500
    race.moment.value = 0
    assert not race.status.text  # it was about the picture before
