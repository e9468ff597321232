"""Small runs of games, checks and tables of results give the texts and numbers in `reports.json`.

The test finds the games, the broken games and the broken trees itself.  If you change a text or a
rule on purpose, look at the differences, and write the reports again:

    .venv/bin/python tests/test_reports.py
"""

import inspect
import json
import random
import re
import sys
import traceback
from collections.abc import Callable
from copy import deepcopy
from math import isclose
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import test_checks
from all_games import games_with
from small_games import ThreeWay

from mctslib.arena.bradley_terry import Fit, last_that_fits, solved
from mctslib.arena.matches import MatchResult, Tally, match
from mctslib.arena.players import FlatMonteCarlo, RandomPlayer
from mctslib.arena.ratings import differences, ladder, moving_first
from mctslib.arena.tournament import paired_match
from mctslib.checks import TreeError, check_game, check_tree, perft_results
from mctslib.games import TicTacToe, board, names
from mctslib.games.putting import Putting
from mctslib.tree import Node

STORED = Path(__file__).resolve().parent / "reports.json"
CLOSE = 1e-6  # the largest relative difference between two numbers that count as equal
GAMES = sorted(games_with("legal_actions"), key=lambda kind: kind.__name__)
ODD = (0, 1, -1, 2, 3, 5, 1000, True, None, "x", 2.5, (), (1,), (0, 2), (-1, 3))
DIFFERENT = ("chance", "asserts")  # broken games whose report differs from run to run


def told(action: Callable[[], Any]) -> str:
    """Return the result or the error of a call as text, without addresses of objects.

    For an error that Python itself raises, only the type is given, because the message differs
    between versions.
    """
    try:
        result = str(action())
    except Exception as error:  # each game has its own error for a refused action
        result = type(error).__name__
        if str(traceback.extract_tb(error.__traceback__)[-1].line).startswith("raise"):
            result += f": {error}"
    return re.sub(r"0x[0-9a-f]+|at \S+>", "…", result)


# ---------------------------------------------------------------------------- games


def asked(state: Any) -> dict[str, str]:
    """Return some names, and the results of the functions of `games.board` that take a position."""
    found = {}
    for name, function in vars(board).items():
        if inspect.isfunction(function) and list(inspect.signature(function).parameters) == [
            "state"
        ]:
            found[name] = told(lambda function=function: function(state))
    found["where"] = told(lambda: names.where(state))
    found["cell names"] = told(lambda: [names.cell_name(state, cell) for cell in range(4)])
    return found


def of_game(kind: type) -> dict[str, str]:
    """Return a random game of a class, and the texts about its positions."""
    found = {f"made with {odd!r}": told(lambda odd=odd: kind(odd)) for odd in ODD}
    for odd in ODD:
        found[f"made with most {odd!r}"] = told(lambda odd=odd: kind(3, 4, most=odd))
    start = kind(3, 4) if kind.__name__ == "Nim" else kind()  # Nim has no default heaps
    state, rng = start, random.Random(1)
    for move in range(60):
        if move < 3:
            found |= {f"{move} {name}": text for name, text in asked(state).items()}
        found[f"{move}"] = f"{state}"
        found[f"{move} rewards"] = told(state.rewards)
        found[f"{move} refuses"] = told(lambda state=state: state.apply("nothing"))
        if state.is_terminal():
            break
        actions = list(state.legal_actions())
        action = actions[int(rng.random() * len(actions))]
        found[f"{move} action"] = f"{names.action_name(state, action)} of {actions[:20]}"
        state = state.apply(action)
    found["result"] = told(lambda: names.result(state, start))
    found["the end"] = str(asked(state))
    found["after the end"] = told(lambda: state.apply(0))
    for seed in range(2, 8):
        found[f"game {seed}"] = last_words(start, random.Random(seed))
    found["players"] = told(lambda: [names.player_name(start, k) for k in range(3)])
    return found


def last_words(start: Any, rng: random.Random) -> str:
    """Return the text about the last position of a random game, or its position after 60 moves."""
    state = start
    for _ in range(60):
        actions = list(state.legal_actions())
        if not actions:
            break
        state = state.apply(actions[int(rng.random() * len(actions))])
    return f"{state} {told(state.rewards)} {told(lambda: names.result(state, start))}"


def of_names() -> dict[str, str]:
    """Return the words for boards of several shapes."""
    found = {}
    for owners in ("", "XXOO", "X.O.", "...."):
        found[f"described {owners}"] = names.describe_board("XO..X....", 3, owners)
        found[f"sides {owners}"] = names.whose_sides(owners)
    three = ThreeWay()
    while not three.is_terminal():
        three = three.apply(three.legal_actions()[0])
    found["result of three"] = names.result(three, ThreeWay())
    named = SimpleNamespace(player_names=("Ada", "Bo"))
    found["named players"] = names.player_name(named, 1)
    for block in (0, 1, 2):
        for slanted in (False, True):
            text = names.grid_text("XO..X...X.O..OX.", 4, block, slanted)
            found[f"grid {block} {slanted}"] = text
    return found


def of_putts() -> dict[str, Any]:
    """Return where many strokes end, on greens with and without random errors."""
    found = {}
    start = Putting(24, 3)
    found["holed"] = str(start._replace(ball=start.green.hole))
    for noise in (0, 3):
        rng = random.Random(noise)
        state = Putting(24, 3, noise=noise)
        for number in range(40):
            if state.is_terminal():
                found[f"{noise} end {number}"] = f"{state} {state.rewards()}"
                state = Putting(24, 3, noise=noise)
            actions = state.legal_actions()
            state = state.apply(actions[int(rng.random() * len(actions))])
            found[f"{noise} {number} {state!r}"[:300]] = str(state)
    return found


# ---------------------------------------------------------------------------- checks


def of_broken_games() -> dict[str, str]:
    """Return the report on each broken game of `test_checks`, except those in `DIFFERENT`."""
    found = {}
    for name, game in test_checks.GAMES_OF.items():
        if not any(word in name for word in DIFFERENT):
            report = check_game(deepcopy(game), 3, max_moves=100)
            found[name] = re.sub(r"0x[0-9a-f]+|np\.", "…", str(report))
            found[f"{name}: games and position"] = f"{report.games} {report.actions}"
    return found


def of_broken_trees() -> dict[str, str]:
    """Return the error message for each broken tree of `test_checks`."""
    found = {}
    for name, (harm, _) in test_checks.FAULTS.items():
        root = test_checks.tree()
        harm(root)
        with pytest.raises(TreeError) as caught:
            check_tree(root)
        found[name] = str(caught.value)
    for number in (1, 2):
        root = test_checks.tree()
        for node in [node for node in root.descendants() if not node.children][:number]:
            node.children[0] = Node(node.state, node, 0)
        found[f"{number} below the end"] = told(lambda root=root: check_tree(root))
        root = Node(TicTacToe())
        for action in range(number):
            root.children[action] = Node(root.state.apply(action), root, action)
        found[f"{number} not visited"] = told(lambda root=root: check_tree(root))
    return found


# ---------------------------------------------------------------------------- results

RESULTS = [
    MatchResult("a", "b", Tally(7, 2, 1), Tally(3, 3, 4)),
    MatchResult("b", "c", Tally(6, 0, 4), Tally(5, 1, 4)),
    MatchResult("a", "c", Tally(9, 0, 1), Tally(8, 1, 1)),
    MatchResult("c", "d", Tally(10, 0, 0), Tally(10, 0, 0)),
]
ONE_SIDE = [MatchResult("a", "b", Tally(12, 3, 5)), MatchResult("b", "c", Tally(2, 2, 8))]


def of_ratings() -> dict[str, Any]:
    """Return the ratings of two small tournaments, with intervals and differences."""
    found: dict[str, Any] = {}
    for name, results in (("both", RESULTS), ("one side", ONE_SIDE)):
        for anchor in (None, "b"):
            for step in ladder(results, anchor=anchor):
                found[f"{name} {anchor} {step.name}"] = [step.elo, step.low, step.high]
        for lead in differences(results):
            found[f"{name} {lead.a} {lead.b}"] = [lead.elo, lead.low, lead.high]
        found[f"{name} first"] = moving_first(results)
        fit = Fit(results, sorted({one.a for one in results} | {one.b for one in results}))
        found[f"{name} best"] = fit.best.tolist()
        contrast = fit.contrast("a", "b")
        found[f"{name} ratio"] = fit.variance_ratio(contrast)
        found[f"{name} interval"] = list(fit.interval(contrast))
        found[f"{name} types"] = f"{fit.weights.dtype} {fit.points.dtype} {fit.points.tolist()}"
    found["last"] = [last_that_fits(lambda x: abs(x) < 3, 0.5, sign) for sign in (1, -1)]
    found["solved"] = solved(np.array([[2.0, 1], [1, 3]]), np.array([3.0, 5])).tolist()
    found["unsolved"] = solved(np.array([[1.0, 1], [1, 1]]), np.array([2.0, 2])).tolist()
    return found


def of_matches() -> dict[str, str]:
    """Return the results of matches between weak players, and the numbers of games by result."""
    flat, weak = FlatMonteCarlo(4), RandomPlayer()
    found = {"match": str(match(flat, weak, 12, seed=2, progress=False))}
    found["another"] = str(match(flat, weak, 12, progress=False))
    found["pairs"] = str(paired_match(flat, weak, 5, seed=2, progress=False))
    late = TicTacToe.from_text("XOX/O../...")
    found["counts"] = str(perft_results(late, 5))
    return found


RUNS: dict[str, Callable[[], dict[str, Any]]] = {
    **{kind.__name__: lambda kind=kind: of_game(kind) for kind in GAMES},
    "names": of_names,
    "putts": of_putts,
    "broken games": of_broken_games,
    "broken trees": of_broken_trees,
    "ratings": of_ratings,
    "matches": of_matches,
}


def same(found: Any, stored: Any) -> bool:
    """Return whether two parts of a report are equal; decimals may differ by rounding."""
    if isinstance(stored, list):
        return len(found) == len(stored) and all(map(same, found, stored))
    if isinstance(stored, float):
        return isclose(found, stored, rel_tol=CLOSE, abs_tol=CLOSE)
    return found == stored


@pytest.mark.parametrize("name", RUNS)
def test_a_report_is_the_one_that_is_stored(name):
    stored = json.loads(STORED.read_text(encoding="utf-8"))[name]
    found = json.loads(json.dumps(RUNS[name]()))
    differing = {key: found.get(key) for key in stored if not same(found.get(key), stored[key])}
    assert found.keys() == stored.keys() and not differing


def test_every_report_has_a_run():
    assert json.loads(STORED.read_text(encoding="utf-8")).keys() == RUNS.keys()


if __name__ == "__main__":
    reports = {name: run() for name, run in RUNS.items()}
    STORED.write_text(json.dumps(reports, indent=0) + "\n", encoding="utf-8")
    sys.exit()
