"""Test the bug clinic of chapter 05.

Each mutant differs from the healthy engine in one line.  No instrument finds a fault in the healthy
engine.  The stored data equal the data of a new run.
"""

import random
from inspect import getsource
from textwrap import dedent

import pytest

from mctslib import TicTacToe, search
from mctslib.arena.matches import play_game
from mctslib.arena.players import RandomPlayer
from mctslib.checks import check_tree
from mctslib.course.ch04.compare import compare_trees
from mctslib.course.ch05 import exams
from mctslib.course.ch05.card import bug_card
from mctslib.course.ch05.engine import HEALTHY, EnginePlayer
from mctslib.course.ch05.findings import Count, Finding, compare, difference_interval
from mctslib.course.ch05.instruments import EXAMS, INSTRUMENTS
from mctslib.course.ch05.matrix import CONTROL, PATIENTS, load_matrix
from mctslib.course.ch05.measure import (
    BASELINE,
    FIRST,
    as_stored,
    engine_of,
    measure,
    sample_size,
)
from mctslib.course.ch05.mutants import MUTANTS, PARTS, changed, mutated
from mctslib.policies import ucb1

MATRIX = load_matrix()
TRIALS = [name for name in INSTRUMENTS if name not in EXAMS]
FORMULAS = {"raw wins", "sqrt(N)/n", "log of n", "no root"}


def test_the_healthy_engine_is_the_librarys_search():
    for seed in range(3):
        mine = HEALTHY.tree(TicTacToe(), 250, seed)
        assert compare_trees(mine, search(TicTacToe(), 250, seed=seed).root) == set()


def test_growing_in_slices_is_growing_at_once():
    player = EnginePlayer(HEALTHY, 250)
    last = player.choose(TicTacToe(), random.Random(4))
    assert last == search(TicTacToe(), 250, seed=4).action and player.last[0].visits == 250


def test_a_player_goes_on_with_the_tree_of_the_moves_that_were_played():
    player, rng = EnginePlayer(HEALTHY, 200), random.Random(0)
    own = player.choose(TicTacToe(), rng)
    reply = TicTacToe().apply(own).legal_actions()[0]
    state = TicTacToe().apply(own).apply(reply)
    known = player.last[0].children[own].children[reply].visits
    player.choose(state, rng)
    root = player.last[0]
    assert root.state == state and root.parent is None and root.visits == known + 200
    check_tree(root)


@pytest.mark.parametrize("name", MUTANTS)
def test_every_mutant_plays_whole_games_on_either_side(name):
    player = EnginePlayer(MUTANTS[name].engine(), 60)
    for seed in range(4):
        player.last = None
        players = [player, RandomPlayer()] if seed % 2 else [RandomPlayer(), player]
        assert sum(play_game(players, TicTacToe(), random.Random(seed)).rewards) == 1


def test_the_moves_of_an_engine_whose_parent_is_not_cut_are_the_healthy_ones():
    for seed in range(3):
        games = [
            play_game([EnginePlayer(engine, 60), RandomPlayer()], TicTacToe(), random.Random(seed))
            for engine in (MUTANTS["parent not cut"].engine(), HEALTHY)
        ]
        assert games[0].actions == games[1].actions


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_differs_by_one_line_of_the_librarys_source(name):
    mutant = MUTANTS[name]
    before = dedent(getsource(PARTS[mutant.part])).splitlines()
    after = changed("\n".join(before) + "\n", mutant.right, mutant.wrong).splitlines()
    removed = [line[2:] for line in mutant.diff().splitlines() if line.startswith("- ")]
    added = [line[2:] for line in mutant.diff().splitlines() if line.startswith("+ ")]
    assert len(removed) == 1 and len(added) == (1 if mutant.wrong else 0)
    place = before.index(removed[0])
    assert before[:place] + added + before[place + 1 :] == after
    assert mutant.healthy_line() == removed[0].strip()


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_replaces_one_part_and_leaves_the_library_alone(name):
    engine, originals = MUTANTS[name].engine(), dict(PARTS)
    parts = (
        *vars(engine.phases).values(),
        type(engine.tree_policy),
        engine.iterate,
        engine.reuse,
        engine.game,
    )
    healthy = (
        *vars(HEALTHY.phases).values(),
        type(HEALTHY.tree_policy),
        HEALTHY.iterate,
        HEALTHY.reuse,
        HEALTHY.game,
    )
    assert sum(own is not other for own, other in zip(parts, healthy)) == 1
    engine.tree(TicTacToe(), 30)
    assert originals == PARTS


def test_a_change_that_does_not_fit_the_source_is_refused():
    with pytest.raises(ValueError, match="0 times"):
        mutated(search, "no such words", "x")
    with pytest.raises(ValueError, match="not once"):
        changed("a a", "a", "b")


@pytest.mark.parametrize("name", EXAMS)
def test_no_exam_convicts_a_healthy_engine(name):
    assert INSTRUMENTS[name].examine(HEALTHY) == Finding(False, "No fault found.")


def test_the_paper_agrees_with_the_search():
    trace: list = []
    root = search(exams.BY_HAND_START, 12, seed=exams.BY_HAND_SEED, trace=trace).root
    assert [(iteration.path, iteration.rewards) for iteration in trace] == exams.RECORDS
    assert exams.on_paper(12) == {
        node.path(): (node.visits, node.value_sum) for node in root.descendants()
    }


def test_some_lines_of_the_paper_by_hand():
    """In three iterations, X loses after move 1, wins after move 2 and draws after move 8.

    W of the root is therefore 0 + 1 + ½.
    """
    assert exams.on_paper(3) == {(): (3, 1.5), (1,): (1, 0.0), (2,): (1, 1.0), (8,): (1, 0.5)}


def test_the_formula_exam_knows_the_child_with_the_best_ucb1():
    for children in exams.SELECTIONS.values():
        total = sum(n for n, _ in children)
        scores = [ucb1(w / n, n, total, 1.0) for n, w in children]
        assert scores[0] > max(scores[1:]) + 0.05


def test_the_formula_exam_tells_the_four_wrong_formulas_apart():
    complaints = {INSTRUMENTS["formula"].examine(MUTANTS[name].engine()).said for name in FORMULAS}
    assert len(complaints) == 4
    guilty = {
        name for name in MUTANTS if INSTRUMENTS["formula"].examine(MUTANTS[name].engine()).guilty
    }
    assert guilty == FORMULAS


def test_an_engine_that_plays_on_does_not_take_the_win():
    count = INSTRUMENTS["litmus W"].count(MUTANTS["plays on"].engine(), 20, "test")
    assert count.hits < 5 and INSTRUMENTS["litmus W"].count(HEALTHY, 20, "test").hits == 20


def test_trials_are_seeded_one_by_one():
    tool = INSTRUMENTS["random as O"]
    answers = [answer for answer in tool.slices(HEALTHY, 6, "x") if answer is not None]
    assert len(answers) == 6 and tool.count(HEALTHY, 3, "x") == Count(sum(answers[:3]), 3)


def test_newcombes_own_example():
    """The 95% interval of 56/70 − 48/80 agrees with Newcombe (1998), table II, method 10 (a)."""
    assert difference_interval(Count(56, 70), Count(48, 80), 1.959964) == pytest.approx(
        (0.0524, 0.3339), abs=1e-4
    )


def test_a_small_sample_cannot_tell_and_a_large_one_can():
    assert not compare(Count(88, 100), Count(93, 100), "won").guilty
    assert "Cannot tell" in compare(Count(88, 100), Count(93, 100), "won").said
    assert compare(Count(8800, 10000), Count(9300, 10000), "won").guilty


def test_better_than_healthy_is_no_crime_and_said_so():
    found = compare(Count(99, 100), Count(50, 100), "won")
    assert not found.guilty and "Better" in found.said
    assert not compare(Count(0, 0), Count(5, 10), "won").guilty


def test_false_alarms_are_rarer_than_one_in_two_hundred():
    rng, alarms = random.Random(0), 0
    for _ in range(2000):
        a, b = (Count(sum(rng.random() < 0.9 for _ in range(100)), 100) for _ in range(2))
        alarms += compare(a, b, "won").guilty
    assert alarms < 10


def test_the_file_is_complete_and_says_how_it_was_made():
    assert list(MATRIX.data["cells"]) == list(PATIENTS)
    assert all(
        list(row) == list(INSTRUMENTS)
        for row in [*MATRIX.data["cells"].values(), MATRIX.data["baseline"]]
    )
    for row in [*MATRIX.data["cells"].values(), MATRIX.data["baseline"]]:
        for name in TRIALS:
            count = Count(*row[name]["count"])
            assert row[name] == as_stored(count) | {"first": row[name]["first"]}
            assert count.of == sample_size(name)
    assert {"iterations a move", "games", "seeds", "c", "litmus iterations"} <= set(MATRIX.settings)
    assert MATRIX.settings["games"] == sample_size("random as X") >= 300


def test_nobody_convicts_the_control():
    assert MATRIX.seeing(CONTROL) == []


def test_every_bug_is_seen_by_an_exam():
    for name in MUTANTS:
        assert set(MATRIX.seeing(name)) & set(EXAMS), name


@pytest.mark.parametrize("patient", PATIENTS)
def test_every_exam_done_again_says_the_same(patient):
    for name in EXAMS:
        assert measure(patient, name) == MATRIX.data["cells"][patient][name]


def row_of(patient):
    """Return the stored cells of an engine."""
    return MATRIX.data["baseline"] if patient == BASELINE else MATRIX.data["cells"][patient]


@pytest.mark.slow
def test_the_first_trials_of_the_right_engine_done_again_give_the_same_counts():
    """A change of the rules or of a search that a stored measurement depends on is noticed here."""
    for name in TRIALS:
        assert measure(BASELINE, name, FIRST)["first"] == row_of(BASELINE)[name]["first"]


@pytest.mark.long
@pytest.mark.parametrize("name", TRIALS)
@pytest.mark.parametrize("patient", [BASELINE, *PATIENTS])
def test_all_cells_done_again_give_the_same_counts(patient, name):
    assert measure(patient, name) == row_of(patient)[name]


def test_published_facts_of_the_engine_that_never_changes_sides():
    """Against random moves this engine wins nearly all games as X and loses nearly all as O.

    The engine runs 300 iterations per move.
    """
    as_x, as_o, perfect = (
        MATRIX.cell("no sides", n).count for n in ("random as X", "random as O", "perfect as X")
    )
    assert as_x.share > 0.95 and as_o.share < 0.05 and 0.4 < 1 - perfect.share < 0.6


def test_what_tells_two_engines_apart():
    assert MATRIX.tells_apart("no sides", "plays on", ["perft", "formula"]) == "perft"
    assert MATRIX.tells_apart("no sides", "no sides") == ""


def test_the_bug_card_has_a_row_a_bug_and_only_tests_that_catch_it():
    card = bug_card()
    assert len(card.rows()) == len(MUTANTS)
    for (_, _, tests, line), (name, mutant) in zip(card.rows(), MUTANTS.items()):
        assert tests and mutant.right.strip().splitlines()[0] in line
        for test in tests.split(", "):
            assert INSTRUMENTS[test].examine(engine_of(name)).guilty
    assert card._repr_html_().count("<tr>") == len(MUTANTS) + 1
