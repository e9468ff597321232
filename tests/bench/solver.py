"""Measure the gain from MCTS-Solver in matches, in lost positions, and in single moves.

    python -m tests.bench.solver

The script writes mctslib/course/ch13/matches.json.  Parts that are already in the file are kept.
To measure all parts again, in about half an hour, delete the file.

"empty board"  the number of iterations after which the empty 3×3 board is proved
"rows"         matches in Connect Four against plain UCT at equal iterations, with c = 1 and a new
               tree for each move.  The two games of a pair start from the same four random moves,
               with sides swapped
"lost"         the points of three defenders in lost positions against a weak opponent
"right"        the number of positions of tic-tac-toe in which a right move is found

A solver with `decisive=False` plays no decisive moves, so only the effect of its proved values is
measured.  A game depends only on its number.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from statistics import fmean
from typing import Any

from mctslib import oracle
from mctslib.arena import MCTSPlayer, paired_match
from mctslib.arena.matches import play_game
from mctslib.door.entrance import search
from mctslib.game import Action
from mctslib.games import ConnectFour, TicTacToe
from mctslib.methods.solver import Solver
from mctslib.tree import Node
from tests.bench.keeping import keep, kept

MATCHES = "ch13/matches"
PAIRS = {100: 400, 300: 200, 1000: 140}  # iterations per move → pairs of games
SEED, PLIES = 13, 4
SEEDS, MOST = range(3), 60_000  # for the proofs of the empty board
EMPTY, LOST_SEEDS = 5, range(10)  # fewest empty cells in a lost position; the seeds of its games
DEFENDER, OPPONENT = 1_000, 20  # iterations for each move
BUDGETS, RIGHT_SEEDS = (100, 300, 1_000), range(3)


class FirstOfEquals(Solver):
    """An earlier version of the solver: it plays the first of several equally good known moves."""

    def final_move(self, root: Node) -> Action:
        """Return the action to play; of several equally good known children, choose the first."""
        if any(child not in self.facts for child in root.children.values()):
            return super().final_move(root)
        return max(root.children.values(), key=lambda child: self.facts[child][child.player]).action


DEFENDERS: dict[str, Callable[[], Any] | None] = {
    "plain UCT": None,
    "solver, first of equals": partial(FirstOfEquals, decisive=False),
    "solver, most visited of equals": partial(Solver, decisive=False),
}
FINDERS: dict[str, Callable[[], Any] | None] = {
    "plain UCT": None,
    "facts": partial(Solver, decisive=False),
    "facts and decisive moves": Solver,
}


def proved_after(seed: int, revisit: bool) -> int | None:
    """Return the iterations that prove the empty 3×3 board, or None if `MOST` are too few."""
    solver = Solver(revisit=revisit, decisive=False)
    found = search(TicTacToe(), MOST, seed=seed, **solver.options())
    return found.iterations if found.stopped_by == "proved" else None


def empty_board() -> dict[str, Any]:
    """Return the numbers of iterations until the empty board is proved, one for each seed."""
    awake = [proved_after(seed, revisit=False) for seed in SEEDS]
    asleep = [proved_after(seed, revisit=True) for seed in SEEDS]
    return {"awake": awake, "asleep": asleep, "most": [MOST]}


def connect_four() -> list[dict[str, Any]]:
    """Return the matches in Connect Four, one row for each number of iterations.

    In a row, `scores` maps each mean number of points per game to the number of pairs of games in
    which the solver got this mean.
    """
    rows = []
    for iterations, pairs in PAIRS.items():
        method = partial(Solver, decisive=False)
        solver = MCTSPlayer(iterations, method=method, name=f"solver {iterations}")
        plain = MCTSPlayer(iterations, reuse=False)
        result = paired_match(
            solver, plain, pairs, plies=PLIES, state=ConnectFour(), seed=SEED, progress=False
        )
        scores = dict(sorted(Counter(result.scores).items()))
        rows.append({"iterations": iterations, "pairs": pairs, "scores": scores})
    return rows


def lost_positions() -> list[TicTacToe]:
    """Return all positions with enough empty cells that are lost for the player to move.

    In most lost positions with fewer empty cells, the opponent has two threats, so the game soon
    ends.
    """
    found = []
    for state in oracle.positions(TicTacToe()):
        if state.is_terminal() or len(state.legal_actions()) < EMPTY:
            continue
        if oracle.value(state, state.current_player) == 0:
            found.append(state)
    return found


def resistance() -> dict[str, Any]:
    """Return the mean points of each defender in each of the lost positions."""
    lost = lost_positions()
    opponent = MCTSPlayer(OPPONENT, reuse=False, name="opponent")
    points: dict[str, list[float]] = {}
    for name, method in DEFENDERS.items():
        defender = MCTSPlayer(DEFENDER, method=method, reuse=False, name=name)
        points[name] = [mean_points(state, defender, opponent) for state in lost]
        print(name, fmean(points[name]), flush=True)
    return {
        "positions": len(lost),
        "empty": EMPTY,
        "seeds": len(LOST_SEEDS),
        "defender": DEFENDER,
        "opponent": OPPONENT,
        "points": points,
    }


def mean_points(state: TicTacToe, defender: MCTSPlayer, opponent: MCTSPlayer) -> float:
    """Return the mean points of the defender, who is to move, over the games with all seeds."""
    mover = state.current_player
    players = [defender, opponent] if mover == 0 else [opponent, defender]
    rewards = []
    for seed in LOST_SEEDS:
        game = play_game(players, state, random.Random(f"{SEED}/{seed}"))
        rewards.append(game.rewards[mover])
    return fmean(rewards)


def right_moves() -> dict[str, Any]:
    """Return in how many positions each search plays a right move, for each budget and seed."""
    every = [state for state in oracle.positions(TicTacToe()) if not state.is_terminal()]
    counts: dict[str, dict[int, list[int]]] = {}
    for name, method in FINDERS.items():
        counts[name] = {}
        for iterations in BUDGETS:
            counts[name][iterations] = [
                right_of(every, method, iterations, seed) for seed in RIGHT_SEEDS
            ]
            print(name, iterations, counts[name][iterations], flush=True)
    return {"positions": len(every), "counts": counts}


def right_of(states: list[TicTacToe], method: Any, iterations: int, seed: int) -> int:
    """Return in how many of these positions a search finds a move that keeps the value."""
    right = 0
    for number, state in enumerate(states):
        options = method().options() if method else {}
        found = search(state, iterations, seed=seed * len(states) + number, **options)
        right += found.action in oracle.optimal_actions(state)
    return right


PARTS: dict[str, Callable[[], Any]] = {
    "empty board": empty_board,
    "rows": connect_four,
    "lost": resistance,
    "right": right_moves,
}


def main() -> None:
    """Measure the parts that are missing from the file; write the file after each part."""
    table: dict[str, Any] = {
        "command": "python -m tests.bench.solver",
        "game": "Connect Four",
        "plies": PLIES,
        "seed": SEED,
    }
    table |= kept(MATCHES)
    for part, measure in PARTS.items():
        if part not in table:
            table[part] = measure()
            keep(MATCHES, table)


if __name__ == "__main__":
    main()
