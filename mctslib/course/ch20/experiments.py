"""Measure how well the trained models of chapter 20 play, and what they have learned.

The trained models are in `mctslib/methods/nets/`, and their learning curves are in the folder of
this file. `python -m tests.bench.muzero` makes all of these files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mctslib.course.ch20.exam import LinesExam, exam_of
from mctslib.course.ch20.reading import BoardsRead, imagined_boards
from mctslib.course.ch20.secrets import OTHER_RULES
from mctslib.course.stored import measured
from mctslib.draw.charts import line_chart
from mctslib.draw.show import Picture, gallery
from mctslib.methods.line_boards import TIC_TAC_TOE
from mctslib.methods.muzero import Model, shipped_model
from mctslib.methods.side_by_side import Forest, Imagined, TrueRules, World
from mctslib.words import number, observed, percent

SEEDS = (0, 1, 2)
AHEAD = 3  # the number of imagined moves
EARLY = 14  # the number of generations after which the early models were saved
REACHED = 0.95  # a model counts as having learned something if its share is at least this large
BUDGETS = (1, 3, 10, 25, 50, 100, 200)
Row = dict[str, Any]


def tictactoe() -> LinesExam:
    """Return all positions of tic-tac-toe with their exact values."""
    return exam_of(TIC_TAC_TOE)


def models(kind: str = "") -> list[Model]:
    """Return the three models of a kind, one for each seed.

    kind  "" for models after 140 generations, "early" for models after 14 generations, "loose" for
          models after 140 generations without the consistency loss, and "untrained" for models
          before any training
    """
    if kind == "untrained":
        return [Model(seed=seed) for seed in SEEDS]
    ending = f"-{kind}" if kind else ""
    return [shipped_model(f"muzero-{seed}{ending}") for seed in SEEDS]


def curve(kind: str, seed: int) -> list[Row]:
    """Return the learning curve of one run: one row for each measurement.

    kind  "plain", "rules" (AlphaZero), "loose" (without the consistency loss), "unmirrored",
          "secret" (the lines of the widget), or a name of `OTHER_RULES`
    """
    return measured(f"ch20/curve-{kind}-{seed}")["rows"]


def curves_picture() -> Picture:
    """For each seed, draw a chart of three shares against the number of self-play games."""
    pictures = []
    for seed in SEEDS:
        rows = [row for row in curve("plain", seed) if row["games"]]
        lines = {
            "boards": [(row["games"], row["whole"][AHEAD]) for row in rows],
            "lines": [(row["games"], row["found"] / 8) for row in rows],
            "moves": [(row["games"], row["right"]) for row in rows],
        }
        chart = line_chart(
            lines,
            title=f"Seed {seed}: shares that are right",
            x_label="games of self-play",
            marks=(64, 256, 1280, 8960),
        )
        pictures.append(chart)
    return gallery(pictures, [f"seed {seed}" for seed in SEEDS], spoken=True)


def first_above(rows: Sequence[Row], what: str, share: float) -> int:
    """Return the number of games after which a curve first reaches a share.

    what  the name of the curve: "boards", "lines" or "moves"
    """
    for row in rows:
        reached = {
            "boards": row["whole"][AHEAD],
            "lines": row["found"] / 8,
            "moves": row["right"],
        }
        if reached[what] >= share:
            return row["games"]
    raise ValueError(f"This curve never reaches {percent(share)} of {what}.")


def longer_in_a_dream(
    trained: Sequence[Model], positions: int = 300, *, known_rules: bool = False
) -> list[list[float]]:
    """Return the share of right moves after each number of iterations in `BUDGETS`, with one row
    for each model.

    positions    the number of positions to draw, in each of which at least one legal move is wrong
    known_rules  whether the search uses the true rules below the root, instead of imagined states
    """
    exam = tictactoe()
    numbers = exam.sample(positions)
    rows = []
    for model in trained:
        world: World = Imagined(model, exam.rules)
        if known_rules:
            world = TrueRules(model, exam.rules)
        forest = Forest(world, exam.boards[numbers], BUDGETS[-1])
        row = []
        done = 0
        for iterations in BUDGETS:
            moves = forest.grow(iterations - done).root_visits.argmax(1)
            done = iterations
            row.append(round(float(exam.right[numbers, moves].mean()), 4))
        rows.append(row)
    return rows


def in_dreams_and_with_rules(
    trained: Mapping[str, Sequence[Model]],
) -> tuple[dict[str, list[list[float]]], dict[str, list[list[float]]]]:
    """Return the results of `longer_in_a_dream` in dreams and with the true rules.

    trained  a dict that maps each age, such as "early", to the models of this age

    Both results are dicts with the keys of `trained`.
    """
    dreams = {age: longer_in_a_dream(found) for age, found in trained.items()}
    with_rules = {age: longer_in_a_dream(found, known_rules=True) for age, found in trained.items()}
    return dreams, with_rules


def print_by_iterations(
    dreams: Mapping[str, Sequence[Sequence[float]]],
    with_rules: Mapping[str, Sequence[Sequence[float]]],
) -> None:
    """Print the mean share of right moves for each budget, in dreams and with the true rules."""
    rows = {f"{age}, in a dream": mean(found) for age, found in dreams.items()}
    rows |= {f"{age}, with the rules": mean(found) for age, found in with_rules.items()}
    print_table(rows, BUDGETS, "right moves, iterations:")


def mean(rows: Sequence[Sequence[float]]) -> list[float]:
    """Return the mean of each column of a table."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def print_table(rows: Mapping[str, Sequence[float]], head: Sequence[int], words: str) -> None:
    """Print a table of shares as percentages."""
    print(f"{words:26}" + "".join(f"{number(one):>8}" for one in head))
    for name, shares in rows.items():
        print(f"{name:26}" + "".join(f"{observed(share):>8}" for share in shares))


def boards_read(
    trained: Sequence[Model], depth: int = 7, *, refit: bool = False
) -> list[list[BoardsRead]]:
    """Measure how well a probe reads the boards that each model imagines after 0 to `depth` moves.

    refit  whether to fit a new probe on imagined states at each depth; a good result would then
           prove nothing
    """
    return [imagined_boards(model, tictactoe(), depth, refit=refit) for model in trained]


def whole_boards(found: Sequence[Sequence[BoardsRead]]) -> list[list[float]]:
    """Return the shares of boards read without a mistake, with one row for each model."""
    return [[read.whole for read in row] for row in found]


def last_rows(kind: str) -> list[Row]:
    """Return the last row of each run's learning curve, for one kind of model."""
    return [curve(kind, seed)[-1] for seed in SEEDS]


def random_right(exam: LinesExam) -> float:
    """Return the mean probability that a random legal move is right, over the positions in which at
    least one legal move is wrong.
    """
    shares = exam.right.sum(1) / exam.legal.sum(1)
    return float(shares[exam.matters].mean())


def other_rules_table() -> None:
    """Print how well the chapter's learner plays games with other rules, one row for each game."""
    print("game     positions   random move   right moves of the three models   their mistakes")
    for name, rules in OTHER_RULES.items():
        exam = LinesExam(rules)
        rows = last_rows(name)
        shares = "   ".join(observed(row["right"]) for row in rows)
        mistakes = "  ".join(str(sum(row["mistakes"])) for row in rows)
        counted = f"{int(exam.matters.sum()):9,}"
        print(f"{name:8}{counted}   {observed(random_right(exam)):>11}   {shares:31}   {mistakes}")


def row_at(rows: Sequence[Row], games: int) -> Row:
    """Return the row of a curve that was measured after `games` games.

    Raises ValueError if there is no such row.
    """
    for row in rows:
        if row["games"] == games:
            return row
    raise ValueError(f"Nothing was measured after {number(games)} games.")
