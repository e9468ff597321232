"""The experiment of chapter 04: how many searches choose the right move."""

from mctslib.course.ch04.luck import START
from mctslib.door.entrance import search
from mctslib.search import PHASES, Phases

RIGHT_MOVE = 2  # the cell that X has to block in the chapter's position
SEARCHES = 20
ITERATIONS = (30, 60, 1000)


def count_right_moves(phases: Phases = PHASES) -> list[int]:
    """Count how many of 20 searches choose the right move, cell 2, in the chapter's position.

    phases  the phases of the searches

    The result has one count for searches of 30 iterations, one for 60 and one for 1,000.  The seeds
    of the searches are 0 to 19.
    """
    counts = []
    for iterations in ITERATIONS:
        results = [search(START, iterations, seed=seed, phases=phases) for seed in range(SEARCHES)]
        counts.append(sum(result.action == RIGHT_MOVE for result in results))
    return counts
