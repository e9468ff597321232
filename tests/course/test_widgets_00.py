"""The opening of chapter 00: its stored searches are the library's, and what its sentences promise
holds in each game that a reader can play.
"""

from collections import Counter

import pytest

from mctslib import search
from mctslib.course.ch00 import Trap
from mctslib.course.ch00 import trap as stored
from mctslib.course.ch00.trap import LONG, SHORT, TIMES
from mctslib.course.puzzles import A
from mctslib.course.stored import measured
from mctslib.oracle import optimal_actions
from mctslib.widgets import living
from tests.bench import trap as bench

DATA = measured(stored.FILE)


@pytest.mark.parametrize("seed", [0, 57])
def test_a_stored_search_is_computed_again(seed):
    plays, visits = bench.growth(seed)
    assert "".join(map(str, plays)) == DATA["plays"][seed]
    assert visits == DATA["visits"][seed]


def test_a_search_that_is_looked_at_is_the_search_of_one_call():
    for iterations in (SHORT, LONG):
        result = search(A.state, iterations, seed=3)
        moment = TIMES.index(iterations)
        assert str(result.action) == DATA["plays"][3][moment]
        assert bench.visits_of(result.root) == DATA["visits"][3][moment]


def test_the_stored_answers_are_computed_again():
    states = bench.to_answer()
    for iterations, some in ((SHORT, states), (LONG, states[::25])):
        answers = stored.replies(iterations)
        assert len(answers) == len(states)
        for state in some:
            assert list(answers[stored.key(state)]) == bench.answer(state, iterations)


def test_the_hundred_engines_agree_with_the_counts_of_all():
    """With 100 of 1,000 searches, a share is off by more than 0.15 about once in a million."""
    for moment, time in enumerate(TIMES):
        of_100 = sum(int(plays[moment]) not in A.correct for plays in DATA["plays"])
        assert abs(of_100 / 100 - stored.falls(time) / stored.searches()) < 0.15
    assert sorted(A.correct) == optimal_actions(A.state)


def test_the_reader_can_beat_the_short_search_but_not_by_every_move():
    first = int(DATA["plays"][0][TIMES.index(SHORT)])
    assert set(Counter(stored.games(first, SHORT))) == {0.0, 1.0}
    assert stored.worth()[stored.key(A.state.apply(first))] == 1


@pytest.mark.parametrize("first", sorted(A.correct))
def test_against_the_long_search_a_draw_is_the_best_result(first):
    """These are the first moves of all hundred engines, and so all games that a page can show."""
    assert {int(plays[-1]) for plays in DATA["plays"]} == A.correct
    assert max(stored.games(first, LONG)) == 0.5


def test_it_lives_on_a_page_with_the_data_of_the_notebook():
    trap = Trap()
    assert living.can_live(trap) and "mcts-living" in living.page(trap)
    assert trap.view.data["worth"].keys() > trap.view.data["replies"][str(LONG)].keys()
    assert "Shift+Enter" in trap.static_picture() and "you can beat it" in trap.static_picture()
    trap.close()
