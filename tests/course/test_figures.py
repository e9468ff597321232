"""The small figures beside questions: what they show, and that they give no answer away."""

from xml.etree.ElementTree import fromstring

import pytest

from mctslib.course.asking import Checkpoint, Prediction
from mctslib.course.figures import drawn, is_figure
from mctslib.course.questions import chapters, questions

PICTURED = [one for chapter in chapters() for one in questions(chapter) if one.figure]


def boxes(picture):
    """Return the frames of a tree's nodes, as left, top, right and bottom."""
    rects = [one for one in fromstring(picture).iter() if one.tag.endswith("rect")][1:]
    found = []
    for one in rects:
        x, y, width, height = (float(one.get(name)) for name in ("x", "y", "width", "height"))
        found.append((x, y, x + width, y + height))
    return found


def test_a_tree_has_a_box_for_each_node_and_none_overlap():
    tree = ["a", ["b|two lines", ["d"], ["a longer text"]], ["c", ["~the end"]]]
    picture = drawn({"tree": tree})
    placed = boxes(picture)
    assert len(placed) == 5 and "the end" in picture
    for k, (left, top, right, low) in enumerate(placed):
        for x, y, x2, y2 in placed[k + 1 :]:
            assert right <= x or x2 <= left or low <= y or y2 <= top
    width, height = (float(fromstring(picture).get(name)) for name in ("width", "height"))
    assert all(x >= 0 and y >= 0 and x2 <= width and y2 <= height for x, y, x2, y2 in placed)


@pytest.mark.parametrize(
    "wrong", ["a", {}, {"board": 1}, {"tree": []}, {"tree": ["a", "b"]}, {"after": ["a"]}]
)
def test_what_is_no_figure_is_refused(wrong):
    assert not is_figure(wrong)


@pytest.mark.parametrize("asked", PICTURED, ids=lambda one: one.key)
def test_a_figure_is_small_has_words_and_does_not_tell_the_answer(asked):
    panel = (Prediction if asked.kind == "predict" else Checkpoint)(asked.key)
    picture = panel.page.view["figure"]
    assert float(fromstring(picture).get("width")) <= 220  # a phone leaves 234 pixels
    assert picture.count("aria-label") == 1 and "<img" in panel.static_picture()
    assert not any(option.text in picture or "✓" in picture for option in asked.options)


AFTER = [one for one in PICTURED if "after" in one.figure]


@pytest.mark.parametrize("asked", AFTER, ids=lambda one: one.key)
def test_the_right_answer_writes_itself_into_the_tree_and_nothing_changes_its_size(asked):
    panel = Checkpoint(asked.key)
    before = panel.page.view["figure"]
    for option in [*asked.options, *asked.options[:1]]:
        panel.choose(option.text)
        assert ("figure" in panel.page.answer) == option.right
        after = panel.page.answer.get("figure", before)
        assert (after != before) == option.right
        sizes = [[fromstring(one).get(k) for k in ("width", "height")] for one in (before, after)]
        assert sizes[0] == sizes[1]


def test_few_questions_have_a_figure():
    assert 0 < len(PICTURED) <= 8
