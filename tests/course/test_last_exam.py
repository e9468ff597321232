"""Chapter 21's questions have exact answers.

The chapter's players, stored results and widget agree with the answers.
"""

import random
from math import comb

import pytest

from mctslib.arena import MCTSPlayer, RandomPlayer
from mctslib.arena.ratings import differences
from mctslib.course.ch21 import LastExam, results, sit
from mctslib.course.ch21.answers import holm, iterations_for, lead, paired
from mctslib.course.ch21.exam import KINDS, ExamQuestion, questions, results_of
from mctslib.course.ch21.players import CANDIDATES
from mctslib.course.ch21.sitting import Sitting
from mctslib.course.stored import file_of
from mctslib.more_policies import decisive_actions
from mctslib.oracle import optimal_actions

BY_NAME = {one.name: one for one in CANDIDATES}
FILES = ("questions", "prices", "sittings", "games")

# ---------------------------------------------------------------------------- questions


def test_the_questions_are_300_different_positions_in_which_a_move_can_be_wrong():
    states = [question.state for question in questions()]
    assert len(set(states)) == len(states) == 300
    for question, state in zip(questions(), states):
        assert not state.is_terminal()
        legal = state.legal_actions()
        assert [c for c, result in enumerate(question.results) if result != "-"] == list(legal)
        assert 0 < len(question.right) < len(legal)


def test_no_question_is_the_mirror_image_of_another_one():
    states = {question.state for question in questions()}
    for question in questions():
        moves = "".join(str(4 - int(move)) for move in question.moves)
        mirrored = ExamQuestion(moves, "").state
        assert mirrored == question.state or mirrored not in states


def test_the_stored_answers_are_those_of_the_oracle():
    late = [question for question in questions() if len(question.moves) >= 11]
    assert len(late) > 100
    for question in late[::4]:
        assert results_of(question.state) == question.results
        assert list(question.right) == optimal_actions(question.state)


def negamax(state, known=None):
    """Return the exact value for the player to move: −1, 0 or 1.

    This second program has no line of code in common with the library.
    """
    if state.is_terminal():
        first, second = state.rewards()
        return round((first - second) * (1 if state.current_player == 0 else -1))
    known = {} if known is None else known
    key = (state.x, state.o)
    if key in known:
        return known[key]
    best = max(-negamax(state.apply(action), known) for action in state.legal_actions())
    known[key] = best
    return best


def test_a_second_program_finds_the_same_results():
    letters = {1: "w", 0: "d", -1: "l"}
    for question in [one for one in questions() if len(one.moves) >= 10][::8]:
        found = ["-"] * 5
        for action in question.state.legal_actions():
            found[action] = letters[-negamax(question.state.apply(action))]
        assert "".join(found) == question.results


def test_what_a_question_asks_for():
    kinds = {question.kind for question in questions()}
    assert kinds == set(KINDS)
    for question in questions():
        urgent = decisive_actions(question.state)
        everything = len(urgent) == len(question.state.legal_actions())
        if question.kind == KINDS[2]:
            assert everything
        if question.kind == KINDS[0]:
            assert set(urgent) <= set(question.right)


# ---------------------------------------------------------------------------- players


@pytest.mark.parametrize("candidate", CANDIDATES, ids=lambda one: one.name)
def test_every_candidate_answers_alike_from_the_same_seed(candidate):
    question = questions()[4]
    actions = [candidate.think(question.state, 20, random.Random(3)) for _ in range(2)]
    assert actions[0] == actions[1] and actions[0] in question.state.legal_actions()


def test_the_twin_makes_the_same_tree_as_uct():
    for number, question in enumerate(questions()[:20]):
        one, other = (
            BY_NAME[name].think(question.state, 100, random.Random(number))
            for name in ("UCT", "compiled")
        )
        assert one == other


# ---------------------------------------------------------------------------- results


def test_the_stored_files_are_small_and_whole():
    for name in FILES:
        assert file_of(f"ch21/{name}").stat().st_size <= 200_000
    legal = [question.state.legal_actions() for question in questions()]
    for condition in results.CONDITIONS:
        for name in results.names():
            sheets = results.answers(condition, name)
            assert len(sheets) == 3 and {len(sheet) for sheet in sheets} == {300}
            for sheet in sheets:
                assert all(int(column) in actions for column, actions in zip(sheet, legal))
    players = len(results.names())
    assert len(results.results()) == comb(players, 2) == len(results.games()["leads"])
    assert {one.games for one in results.results()} == {8 * results.tournaments()}


EQUAL_ITERATIONS = [one for one in results.CONDITIONS if one.startswith("iterations")]


@pytest.mark.parametrize("condition", EQUAL_ITERATIONS)
def test_the_twin_is_the_same_in_every_answer_at_equal_iterations(condition):
    assert results.same_answers(condition, "compiled", "UCT") == (900, 900)
    row = results.comparisons(condition)["compiled"]
    assert row[:6] == (0, 0, 0, 0, 0, 1)


def test_a_comparison_is_made_of_the_answers_of_the_exercises():
    condition, name = "iterations-100", "RAVE"
    row = results.comparisons(condition)[name]
    own, other = results.marks(condition, name), results.marks(condition, "UCT")
    assert (row.value, row.low, row.high) == lead(own, other)
    pairs = [
        paired(results.rights(a), results.rights(b))
        for a, b in zip(results.answers(condition, name), results.answers(condition, "UCT"))
    ]
    assert (row.more, row.fewer) == tuple(map(sum, zip(*pairs)))
    rows = results.comparisons(condition)
    counts = holm([row.chance for row in rows.values()])
    assert [row.counts for row in rows.values()] == counts


def test_a_comparison_turns_round():
    sheets = results.all_sheets("ms-2")
    one = results.compared(sheets["PUCT"], sheets["UCT"])
    other = results.compared(sheets["UCT"], sheets["PUCT"])
    assert (one.more, one.fewer, one.value, one.low) == pytest.approx(
        (other.fewer, other.more, -other.value, -other.high)
    )


def test_the_p_value_is_that_of_a_bell_curve():
    assert results.p_value(1.96, 1.96) == pytest.approx(0.05, abs=1e-4)
    assert results.p_value(1, 1.96) == pytest.approx(0.3173, abs=1e-4)
    assert results.p_value(0, 1) == 1 and results.p_value(0.1, 0) == 0


def test_the_stored_leads_are_those_of_the_games():
    pairs = [("UCT", "random"), ("compiled", "UCT")]
    for row in differences(results.results(), pairs):
        stored = results.leads(row.b)[row.a]
        assert stored[2:5] == pytest.approx(row[2:5], abs=0.06)
        turned = results.leads(row.a)[row.b]
        assert turned[2:5] == pytest.approx((-row.elo, -row.high, -row.low), abs=0.06)
        assert stored.settled == turned.settled == row.settled


def test_iterations_fit_into_the_time_that_was_measured():
    assert iterations_for(10, (128, 3), (384, 7)) == 576
    for name, row in results.prices().items():
        assert 1 <= row["ms-2"] < row["ms-10"], name


# ---------------------------------------------------------------------------- sitting and widget


def test_a_player_of_ones_own_sits():
    found = sit(MCTSPlayer(10, reuse=False), "ten", count=5)
    assert found.name == "ten" and len(found.given) == 5 and 0 <= found.mark <= 1
    assert sit(lambda state, rng: state.legal_actions()[0], count=3).given == "".join(
        str(question.state.legal_actions()[0]) for question in questions()[:3]
    )
    assert sit(RandomPlayer(), count=2, seed=1).given == sit(RandomPlayer(), count=2, seed=1).given


@pytest.mark.parametrize("answer", [9, -1, None, True, "2", 2.5])
def test_an_illegal_answer_is_refused_in_one_sentence(answer):
    with pytest.raises(ValueError, match="is not a legal move: choose one of"):
        sit(lambda state, rng: answer, count=1)


PERFECT = Sitting("mine", "".join(str(one.right[0]) for one in questions()))
HASTY = Sitting("hasty", "".join(str(one.state.legal_actions()[0]) for one in questions()))


def test_the_table_compares_a_player_of_ones_own():
    table = results.exam_table("iterations-100", PERFECT)
    first = table.splitlines()[2]
    assert first.split()[:4] == ["mine", "(yours)", "100.0%", "+14.4"] and first.split()[-1] == "0"
    assert len(table.splitlines()) == 19


@pytest.mark.parametrize("make", [LastExam, lambda own: results.exam_table("ms-2", own)])
def test_an_unfinished_sitting_is_refused(make):
    with pytest.raises(ValueError):
        make(Sitting("short", "012"))
    with pytest.raises(TypeError):
        make("012")


def test_the_panel_counts_the_answers_to_a_question():
    panel = LastExam(question=5)
    panel.next()  # the first press shows the answers
    words, more = panel.headline.said
    chosen = [
        sheet[4] for name in results.names() for sheet in results.answers("iterations-100", name)
    ]
    right = sum(int(column) in (0, 3, 4) for column in chosen)
    assert f"{right} of {len(chosen)} answers find the win" in words
    assert more.startswith("Question 5.")
    assert "O is to move and can win." in panel.static_headline()[1]
    assert "PUCT\xa0×3" in panel.figure.value and "random\xa0×1" in panel.static_picture()
    panel.close()


def test_the_reader_answers_first_and_then_sees_the_others():
    panel = LastExam(question=5)
    assert panel.headline.said[0] == "O can win. Which column? Press it."
    assert "PUCT" not in panel.figure.value and "✓" not in panel.figure.value
    panel.picked("9")  # no such column
    panel.picked("1")
    assert panel.headline.words.startswith("Column 1 draws ✗.")
    assert "← you" in panel.figure.value and "PUCT" in panel.figure.value
    panel.picked("0")  # the first answer counts
    assert "You have 0 of 1 right." in panel.headline.words
    assert panel.buttons["next"].description == "Next question"
    panel.next()
    assert panel.buttons["next"].description == "Show answers"
    panel.close()


def test_the_next_question_divides_uct_and_the_best_player_and_goes_round():
    panel = LastExam(budget="2 ms", question=300)
    one, other = results.marks("ms-2", "UCT"), results.marks("ms-2", "compiled")
    divided = [k + 1 for k in range(300) if one[k] != other[k]]
    met = []
    for _ in divided:
        panel.next()
        panel.next()
        met.append(panel.question)
    assert met == divided and len(met) > 20
    panel.next()
    panel.next()
    assert panel.question == divided[0]
    panel.close()


def test_with_a_player_of_ones_own_the_next_question_is_one_it_has_wrong():
    panel = LastExam(HASTY, question=1)
    panel.next()
    assert (
        "hasty\xa0(yours)\xa0×1" in panel.figure.value and "of 49 answers" in panel.headline.words
    )
    panel.next()
    assert not HASTY.rights[panel.question - 1] and all(HASTY.rights[1 : panel.question - 1])
    perfect = LastExam(PERFECT, question=1)
    perfect.next()
    perfect.next()
    assert perfect.question == 1
    perfect.close()
    panel.close()
