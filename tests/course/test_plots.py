"""Figures and charts draw the computed numbers, and the measurements behind them are right."""

from collections import namedtuple
from xml.etree import ElementTree

import pytest
from matplotlib import pyplot

from mctslib import UCB1, best_value, search
from mctslib.arena.players import flat_search
from mctslib.course import plots
from mctslib.course.ch07.experiments import correct_shares, mean_of, one_run
from mctslib.course.ch08.histories import flat_history, tree_history
from mctslib.course.ch17.plots import NAMES, gain_lines
from mctslib.course.puzzles import A, S, W
from mctslib.draw import charts
from mctslib.draw.look import LEAST
from mctslib.oracle import flat_values, optimal_actions, value

Result = namedtuple("Result", "wins draws losses")


def test_the_right_moves_of_the_puzzles_are_the_oracles():
    assert optimal_actions(A.state) == sorted(A.correct) == [2, 8]
    assert optimal_actions(S.state) == sorted(S.correct) == [3]
    assert W.correct <= set(optimal_actions(W.state)) and W.state.apply(8).rewards() == (1.0, 0.0)


def test_random_play_misleads_on_a_ties_on_s_and_helps_on_w():
    a, s, w = (flat_values(puzzle.state) for puzzle in (A, S, W))
    assert max(a, key=a.get) == 0 and value(A.state.apply(0), 1) == 0
    assert s[3] == s[7] == max(s.values()) and max(w, key=w.get) == 8


def test_one_run_equals_separate_searches():
    marks = [20, 50, 120]
    apart = [search(A.state, n, seed=4, tree_policy=UCB1(0.7)).action in A.correct for n in marks]
    assert one_run(A, 0.7, marks, seed=4) == apart


def test_one_run_uses_the_final_move_it_is_given():
    roots = [search(A.state, 200, seed=s, tree_policy=UCB1(0.18)).root for s in range(12)]
    assert correct_shares(A, 0.18, [200], range(12), best_value) == [
        sum(best_value(root) in A.correct for root in roots) / 12
    ]


def test_the_story_of_c_on_position_a():
    """With c = 0, the share of right moves stays below 0.6 at 200, 800 and 1,600 iterations.

    With c = 0.7, the share is 1 from 800 iterations on.  With c = 1.5, the share is 1 only at 1,600
    iterations.  Each share is computed from 20 seeds.
    """
    story = {c: correct_shares(A, c, [200, 800, 1600], range(20)) for c in (0, 0.7, 1.5)}
    assert story[0][0] == story[0][1] == story[0][2] < 0.6
    assert story[0.7][1:] == [1, 1]
    assert story[1.5][:2] == [0, 0] and story[1.5][2] == 1


def test_mean_of_columns():
    assert mean_of([[True, False], [True, True]]) == [1, 0.5]
    with pytest.raises(ValueError, match="at least one run"):
        mean_of([])


def test_histories_are_the_values_at_their_marks():
    tree, flat = tree_history(A.state, [60, 200], 3, 0.7), flat_history(A.state, [60, 200], 3)
    root = search(A.state, 200, seed=3, tree_policy=UCB1(0.7)).root
    assert {a: line[1] for a, line in tree.items()} == {
        a: child.value for a, child in root.children.items()
    }
    assert {a: line[1] for a, line in flat.items()} == {
        a: q for a, (_, q) in flat_search(A.state, 200, 3).items()
    }


def test_share_lines_hold_the_data_and_differ_without_colour():
    ax = plots.share_lines({"c = 0": [0.1, 0.2], "c = 1": [0.3, 0.9]}, [50, 100], title="t")
    assert [list(line.get_ydata()) for line in ax.get_lines()] == [[0.1, 0.2], [0.3, 0.9]]
    styles = {(line.get_marker(), str(line.get_linestyle())) for line in ax.get_lines()}
    assert len(styles) == 2 and ax.get_xlabel() == "iterations"
    low, high = ax.get_ylim()
    assert -0.1 < low < 0 and 1 < high < 1.1


def test_match_bars_add_up_and_print_the_counts():
    ax = plots.match_bars({"m": Result(6, 3, 1), "none": Result(0, 0, 0)})
    assert [round(bar.get_width(), 9) for bar in ax.patches[:3]] == [0.6, 0.3, 0.1]
    assert [text.get_text() for text in ax.texts] == ["6", "3", "1"]


@pytest.mark.parametrize(
    "lines, message", [({}, "nothing to plot"), ({"a": [1]}, "'a' has 1 values for 2 places")]
)
def test_a_figure_refuses_what_does_not_fit(lines, message):
    with pytest.raises(ValueError, match=message):
        plots.share_lines(lines, [1, 2])


def test_a_picture_speaks_and_leaves_no_figure_open():
    picture = plots.picture(plots.share_lines({"x<y": [0.1, 0.95]}, [1, 2], title="T"))
    assert "T: share" in repr(picture) and "x<y: 0.10, 0.95" in repr(picture)
    assert 'alt="T: share' in picture._repr_html_() and "x&lt;y" in picture._repr_html_()
    assert picture.png.startswith(b"\x89PNG") and not pyplot.get_fignums()


def words(picture):
    return [element.text for element in ElementTree.fromstring(picture).iter() if element.text]


def test_a_line_chart_is_svg_with_labels_and_words():
    picture = charts.line_chart(
        {"c = 1": [(25, 0.0), (50, 0.5)], "<b>": [(25, 0.2)], "empty": []},
        title="A & B",
        marks=(25, 50),
    )
    assert ElementTree.fromstring(picture).get("aria-label").startswith("A & B. c = 1: 0.50 at 50")
    assert {"A & B", "c = 1", "<b>", "25", "50"} <= set(words(picture))
    assert "empty" not in words(picture)


def test_share_chart_prints_each_share():
    shares = {"left": [0.25, 0.75], "right": [1.0, 0.0]}
    picture = charts.share_chart(["0", "8"], shares, "Shares")
    assert {"25%", "75%", "100%", "0%", "8", "left"} <= set(words(picture))
    bars = ElementTree.fromstring(picture).findall(".//{*}rect")[-4:]
    assert all(float(bar.get("height")) > LEAST for bar in bars)  # no number on the bar above it


def test_the_lines_of_the_poker_players_are_means_over_the_seeds():
    shares = dict.fromkeys(NAMES.values(), (0, 0.1))
    rows = [{"iterations": 10, **shares}, {"iterations": 20, **shares, "shares": (0, 0.3)}]
    assert "visit shares: 0.050, 0.150" in gain_lines(rows).alt
