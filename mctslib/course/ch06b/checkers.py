"""Checkers of chapter 06b: design a trap, and write `learn`.

The words and the common mistakes of `learn` are in `exercises.toml`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from mctslib.course.ch06b.mistakes import PathOnly
from mctslib.course.ch06b.small import Small, Table
from mctslib.course.exercise import alike, demand, exercise, given, plain
from mctslib.course.grading import Case, Graded
from mctslib.door.entrance import search
from mctslib.oracle import optimal_actions

MOST = 9  # positions of a trap
THINKS = 400  # iterations of each search
SEEDS = range(10)
ENOUGH = 9  # seeds with which the tree must be right


@exercise("")
def check_trap(answer: Any) -> str:
    """Check a small game that fools the search with one dictionary, but not the tree."""
    start = Small("start", table_of(given(answer, dict, "trap")))
    right = optimal_actions(start)
    demand(len(right) < len(start.legal_actions()), "Every first move is right: there is no trap.")
    tree = sum(search(start, THINKS, seed=seed).action in right for seed in SEEDS)
    fooled = sum(PathOnly(start).search(THINKS, seed).action in right for seed in SEEDS)
    found = f"The tree is right {tree} of 10 times, the dictionary {fooled} times."
    demand(
        tree >= ENOUGH, f"{found} The trap must not catch the tree: let it find {right[0]} earlier."
    )
    meet = Counter(
        name
        for entry in start.table.values()
        if isinstance(entry, str)
        for name in entry[2:].split()
    )
    demand(max(meet.values()) > 1, f"{found} No two paths meet, so there is nothing to merge.")
    demand(
        fooled <= 1,
        f"{found} So the dictionary finds the way out: where does it get the visits to do so?",
    )
    return f"Right: a trap of {len(start.table)} positions. {found}"


def table_of(answer: dict[Any, Any]) -> Table:
    """Return a reader's game; raise `Wrong` if it is none, has a cycle, or is too large."""
    table = {name: plain(entry) for name, entry in answer.items()}
    demand("start" in table, "The table has no line for `start`.")
    for name, entry in table.items():
        if isinstance(entry, str):
            parts = entry[2:].split()
            demand(entry[:2] in ("X:", "O:") and bool(parts), f"{name}: write it like `X: A B`.")
            unknown = [part for part in parts if part not in table]
            demand(not unknown, f"{name} leads to {unknown}, which the table lacks.")
        else:
            is_reward = isinstance(entry, int | float) and 0 <= entry <= 1
            demand(is_reward, f"{name} is an end: its reward must be a number from 0 to 1.")
    demand(isinstance(table["start"], str), "`start` is an end: nobody can choose a move.")
    passed = reached(table, "start", ())
    lost = [name for name in table if name not in passed]
    demand(not lost, f"No path from `start` leads to {lost}.")
    demand(len(table) <= MOST, f"Your game has {len(table)} positions; at most {MOST} are allowed.")
    return table


def reached(table: Table, name: str, path: tuple[str, ...]) -> set[str]:
    """Return the positions that can be reached from `name`; raise `Wrong` if a path comes back."""
    demand(name not in path, f"A path comes back to {name}: the game must have no cycle.")
    entry = table[name]
    parts = entry[2:].split() if isinstance(entry, str) else []
    return {name}.union(*(reached(table, part, (*path, name)) for part in parts))


def learn(playouts: int, own: float, edges: Sequence[tuple[int, int, float]]) -> tuple[int, float]:
    """Return N and W of a position from its own playouts and its edges."""
    visits = playouts
    total = own
    for n, end_visits, end_total in edges:
        visits += n
        total += n * end_total / end_visits
    return visits, total


def learn_cases() -> list[Case]:
    """Return the cases of `check_learn`."""
    return [
        Case(
            (1, 0.0, [(3, 10, 7.0), (1, 1, 0.0)]),
            "one playout was lost here",
            prose="`edges` is `[(3, 10, 7.0), (1, 1, 0.0)]`",
        ),
        Case((1, 1.0, [(4, 4, 3.0), (2, 2, 0.5)]), "no other path comes here, as in a tree"),
        Case((5, 5.0, []), "the game is over, and five iterations ended here"),
        Case((0, 0.0, [(2, 8, 6.0), (6, 6, 1.5)]), "the position is the root"),
        Case(
            (1, 0.5, [(1, 9, 9.0), (1, 1, 0.0), (7, 28, 7.0)]), "two edges lead to shared positions"
        ),
    ]


def same_pair(one: Any, other: Any) -> bool:
    """Return whether two answers are the same pair of numbers, up to rounding."""
    one, other = plain(one), plain(other)
    return len(one) == len(other) and all(map(alike, one, other))


LEARN = Graded("06b", learn, learn_cases, same=same_pair, returns=tuple)
check_learn = LEARN.checker()
