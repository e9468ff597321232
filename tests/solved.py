"""Run the exercise cells of the chapters with the solutions or with the stubs for readers."""

from functools import cache
from importlib import import_module

import build
from mctslib.course import grading
from mctslib.course.chapters import chapter_of

BEFORE = """
import random
from fractions import Fraction
from math import *
from typing import NamedTuple
from mctslib import UCB1, Node, search, select, simulate, uniform
from mctslib.methods import parallel
from mctslib.arena.intervals import wilson as interval
from mctslib.arena.matches import play_game
from mctslib.course.ch05.checkers import short_line
from mctslib.course import small_games
from mctslib.game import illegal, not_over
from mctslib.tree import Playout, attach
from mctslib.methods.poker import determinized_strategy
from mctslib.course import ch18
from mctslib.methods.widening import draw_untried
fused = determinized_strategy()
playout = lambda state, rng: simulate(state, rng, uniform).rewards
"""  # names that earlier cells define


def graded(chapter: str) -> dict:
    """Return the checkers of the exercises that are graded as data: name of the answer → checker."""
    if (grading.HERE / f"ch{chapter}" / "exercises.toml").exists():
        import_module(f"mctslib.course.ch{chapter}.checkers")
    return {one.name: one.check for one in grading.EXERCISES.values() if one.chapter == chapter}


@cache
def exercises(chapter: str) -> list[str]:
    """Return the text of each exercise cell of a chapter, unchanged from the chapter's source."""
    return [cell.source for cell in _cells(chapter) if "exercise" in cell.metadata.get("tags", [])]


@cache
def answers(chapter: str, version=build.solution) -> dict:
    """Return a dictionary of the definitions in the exercise cells: name → object.

    version  `build.solution` for the solutions, `build.stub` for the stubs
    """
    names: dict = {}
    exec(BEFORE, names)
    # the exercises of chapter 11 use the class that this cell defines
    given = [cell.source for cell in _cells(chapter) if cell.source.startswith("class Bar(")]
    for text in given + [version(cell) for cell in exercises(chapter)]:
        exec(compile(text, "a cell", "exec"), names)
    return names


def _cells(chapter):
    (source,) = [source for source in build.sources() if chapter_of(source) == chapter]
    return build.cells_of(source)
