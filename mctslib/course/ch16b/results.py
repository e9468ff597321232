"""Run the experiments of chapter 16b, each with one call that returns a table or a picture."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mctslib.arena import wilson
from mctslib.course.ch16.results import SEEDS
from mctslib.course.ch16.tables import network, table
from mctslib.course.ch16b.gumbel import drawn_worth, favourites_worth, problems, puct_shares
from mctslib.course.stored import measured
from mctslib.course.texts import Lines, aligned
from mctslib.draw.show import Picture, show_board
from mctslib.games import TicTacToe
from mctslib.methods.gumbel import halving_plan
from mctslib.methods.selfplay import Learner
from mctslib.words import count, number, observed, worked

EMPTY = TicTacToe()
COUNT = 2_000  # the number of problems


# ---------------------------------------------------------------------------- values


def first_moves_picture() -> Picture:
    """Show how the first network values each first move of tic-tac-toe for X."""
    brain = network("ttt-0-40")
    values = {}
    for action in EMPTY.legal_actions():
        _, of_o = brain(EMPTY.apply(action))  # O is to move
        values[action] = 1 - of_o
    return show_board(EMPTY, values=values)


def game_values_table() -> Lines:
    """Return a table with each network's value of the empty board, and with X's mean result in the
    network's games.
    """
    rows: list[Sequence[str]] = [("network", "value of the empty board", "X's share", "interval")]
    for seed in SEEDS:
        _, value = network(f"ttt-{seed}-40")(EMPTY)
        last = table(f"curve-ttt-{seed}")["rows"][-1]
        points, games = last["X's points"], last["games"]
        low, high = wilson(round(points), games)
        share = f"{worked(points / games)} of {number(games)} games"
        between = f"{worked(low)} to {worked(high)}"
        rows.append((f"seed {seed}", worked(value), share, between))
    return aligned(rows)


# ---------------------------------------------------------------------------- noise


SETTINGS: dict[str, dict[str, Any]] = {
    "neither": {"noise": 0, "warm": 0},
    "noise alone": {"warm": 0},
    "drawing alone": {"noise": 0},
    "both": {},
}


def different_games(seed: int | None = None) -> dict[str, int]:
    """Count the different games among 64 games of self-play, for each setting.

    seed  the seed of the network of chapter 16 that plays the games; None for a new network
    """
    found = {}
    for name, options in SETTINGS.items():
        learner = Learner(EMPTY, seed=0, **options)
        if seed is not None:
            learner.net = network(f"ttt-{seed}-40").net
            learner.brain = network(f"ttt-{seed}-40")
        while learner.live:
            learner.step()
        games = {tuple(state for state, _ in game.searches) for game in learner.games}
        found[name] = len(games)
    return found


def noise_table() -> Lines:
    """Return a table of networks that learned with or without noise, and with or without drawn
    moves.
    """
    head = ("chance in self-play", "seed", "prior alone right", "mistakes as O: alone", "searched")
    rows: list[Sequence[str]] = [head]
    for run in measured("ch16b/noise")["runs"]:
        right = observed(run["prior"][-1])
        alone, searched = run["mistakes alone"][1], run["mistakes searched"][1]
        cells = run["setting"], number(run["seed"]), right, number(alone), number(searched)
        rows.append(cells)
    return aligned(rows)


# ---------------------------------------------------------------------------- few looks


def problems_table() -> Lines:
    """Return a table with the mean worth of each target in random problems, and the mean worth of
    the prior.
    """
    priors, values = problems(COUNT, seed=0)
    plain = (priors * values).sum(1)
    rows: list[Sequence[str]] = [("target", "looks", "mean value", "worth less than the prior in")]
    rows.append(("prior", "0", worked(plain.mean()), ""))
    for looks in (2, 4, 8):
        earned = (puct_shares(priors, values, looks) * values).sum(1)
        rows.append(("PUCT's shares", number(looks), *worth_and_worse(earned, plain)))
    for looks in (2, 4):
        earned = favourites_worth(priors, values, looks)
        rows.append(("best favourite", number(looks), *worth_and_worse(earned, plain)))
    for looks in (2, 4):
        earned = drawn_worth(priors, values, looks)
        rows.append(("best of the drawn", number(looks), *worth_and_worse(earned, plain)))
    return aligned(rows)


def worth_and_worse(earned: np.ndarray, plain: np.ndarray) -> tuple[str, str]:
    """Return the mean worth, and the number of problems in which a target is worth less than the
    prior.
    """
    worse = int((earned < plain - 1e-12).sum())
    return worked(earned.mean()), f"{number(worse)} of {number(len(plain))}"


def halving_rounds(considered: int, looks: int) -> list[str]:
    """Return the rounds of sequential halving in words, such as "4 moves, 1 look each".

    considered  the number of moves that are drawn
    looks       the total number of looks
    """
    plan = halving_plan(considered, looks)
    sizes = [plan.count(visits) for visits in sorted(set(plan))]
    rounds: list[str] = []
    while sizes:
        moves = sizes[0]
        same = 1
        while same < len(sizes) and sizes[same] == moves:
            same += 1
        rounds.append(f"{count(moves, 'move')}, {count(same, 'look')} each")
        sizes = sizes[same:]
    return rounds


def looks_table() -> Lines:
    """Return a table of networks that learned from few looks, with PUCT or with Gumbel as the
    teacher.
    """
    rows: list[Sequence[str]] = [("looks", "teacher", *(f"seed {seed}" for seed in SEEDS))]
    stored = measured("ch16b/looks")["runs"]
    for looks in sorted({run["looks"] for run in stored}):
        for teacher in dict.fromkeys(run["teacher"] for run in stored):
            runs = [run for run in stored if (run["looks"], run["teacher"]) == (looks, teacher)]
            rows.append((number(looks), teacher, *(observed(run["prior"][-1]) for run in runs)))
    return aligned(rows)
