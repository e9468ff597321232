"""Chapter 18's lab shows two searches of the library, and the reader changes the green."""

import asyncio

import pytest
from front_end import press, send, until

from mctslib import search
from mctslib.course.ch18 import PuttingLab
from mctslib.course.ch18.experiments import uct, widened
from mctslib.course.ch18.greens import MOST_DRAWN, fan, in_words
from mctslib.course.ch18.widget import PLACES
from mctslib.games import Putting


@pytest.fixture
def lab():
    lab = PuttingLab(200)
    yield lab
    lab.close()


def told(iterations, seed=1, **green):
    """Return the sentences about both searches of a green."""
    state = Putting(**{"hole": (0.35, 0.8), "wall": 0.7} | green)
    return [
        in_words(search(state, iterations, seed=seed, **options).root)
        for options in (uct(), widened())
    ]


def test_it_shows_the_searches_of_the_library(lab):
    assert lab.seen.words == told(200)
    assert "200 first, 0 second" in lab.seen.words[0]
    assert all(words in lab.figure.value for words in lab.seen.words)


def test_the_reader_moves_the_hole_and_the_wall_and_thinks_longer(lab):
    lab.figure.picked = ["55 20", 1]
    assert lab.hole == (0.55, 0.2) and lab.seen.words == told(200, hole=(0.55, 0.2))
    send(lab.controls["wall"], value=0.2)
    press(lab.buttons["longer"])
    assert lab.seen.words == told(400, hole=(0.55, 0.2), wall=0.2)
    press(lab.buttons["other"])
    assert lab.seed == 2 and "400 iterations" in lab.headline.words
    lab.figure.picked = ["35 50", 2]  # the wall is there
    assert lab.hole == (0.55, 0.2) and lab.status.error is None
    for _ in range(4):
        press(lab.undo)
    assert lab.seen.words == told(200)


def test_at_the_last_stage_the_filled_button_is_quiet(lab):
    for stage in (400, 1_000, 2_000):
        assert "mcts-quiet" not in lab.buttons["longer"]._dom_classes
        press(lab.buttons["longer"])
        counted = f"UCT: {stage:,} first strokes and no second one."
        said = counted if stage == 1_000 else f"{stage:,} iterations: the widened"
        assert lab.headline.said[0].startswith(said)
    assert lab.headline.said[0].endswith("Move the hole.")
    assert "mcts-quiet" in lab.buttons["longer"]._dom_classes
    press(lab.buttons["longer"])
    assert lab.iterations == 100 and lab.headline.said[0].endswith("first?")


def test_each_place_of_the_hole_is_on_the_green_and_not_on_the_wall():
    for hole in PLACES.values():
        assert Putting(hole=hole, wall=0.9).green.hole == hole


def test_the_searches_can_be_stopped(lab):
    async def stopped():
        send(lab.controls["exponent"], value=0.3)
        assert lab.work.running
        press(lab.buttons["longer"])  # it is the Stop button now
        await until(lambda: not lab.work.running)

    asyncio.run(stopped())
    assert lab.exponent == lab.controls["exponent"].value == 0.5 and lab.status.error is None


def test_of_many_strokes_some_are_drawn_and_it_is_said():
    root = search(Putting(), 1000, seed=0, **uct()).root
    assert len(fan(root)) == MOST_DRAWN and "(600 drawn)" in in_words(root)
