"""A match of the compiled engine against OpenSpiel's C++ MCTS (`solve=True`), at the same time a move.

    python -m tests.bench.versus connect4 --games 200 --seconds 0.2

OpenSpiel's search takes a number of simulations and no time, so on both sides the number for a move is set by how
much CPU time the move before took, and a busy machine favours nobody.  Sides are swapped after each game, and each
pair of games starts with the same random move.
"""
from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from math import sqrt

from mctslib.arena import Tally

from .__main__ import ROOT, python
from .contestants import GAMES, OPENSPIEL

WARM_UP = 10_000  # simulations of the first move, to see how fast it is


class OpenSpiel:
    """Its bot, in a process of its own that is told the moves so far and answers with a move."""

    def __init__(self, game: str, seconds: float) -> None:
        command = [python("peers"), "-m", "tests.bench.versus", game, "--worker", "--seconds", str(seconds)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)

    def move(self, state, actions, rng) -> int:
        self.process.stdin.write(json.dumps([rng.getrandbits(31), *actions]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Ours:
    """The compiled engine, with a new tree for each move."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.iterations = seconds, WARM_UP

    def move(self, state, actions, rng) -> int:
        from mctslib import fast
        from mctslib.xorshift import Xorshift

        start = time.process_time()
        result = fast.search(state, self.iterations, seed=Xorshift(rng.getrandbits(64)))
        took = time.process_time() - start
        self.iterations = max(int(self.iterations * min(self.seconds / took, 100)), 100)
        return result.action


class Bot:
    """OpenSpiel's search with as many simulations as it manages in `seconds`, by how fast it was the last time."""

    def __init__(self, rules, seconds: float) -> None:
        self.rules, self.seconds, self.simulations = rules, seconds, WARM_UP

    def step(self, state, seed: int) -> int:
        import pyspiel

        evaluator, start = pyspiel.RandomRolloutEvaluator(1, seed), time.process_time()
        bot = pyspiel.MCTSBot(self.rules, evaluator, sqrt(2), self.simulations, 1000, True, seed, False)
        action = bot.step(state)
        took = time.process_time() - start
        if took > self.seconds / 10:  # a position that is proven is left early: that says nothing about speed
            self.simulations = max(int(self.simulations * self.seconds / took), 100)
        return action


def chosen(state, board: int):
    """The state after the choice of a local board; None if this is not the time to choose one."""
    if board not in state.legal_actions():
        return None
    after = state.child(board)
    return after if after.current_player() == state.current_player() else None


def work(game: str, seconds: float) -> None:
    """Answer each line of moves with OpenSpiel's move.

    Its ultimate tic-tac-toe has two moves where a player is free to go anywhere: first the board, then the cell.
    """
    import pyspiel

    rules = pyspiel.load_game(OPENSPIEL[game])
    bot, boards = Bot(rules, seconds), game.startswith("sudo")
    for line in sys.stdin:
        seed, *actions = json.loads(line)
        state = rules.new_initial_state()
        for action in actions:
            state = (boards and chosen(state, action // 9)) or state
            state.apply_action(action % 9 if boards else action)
        action = bot.step(state, seed)
        if boards:
            after = chosen(state, action)
            action = 9 * action + bot.step(after, seed) if after else 9 * (actions[-1] % 9) + action
        print(json.dumps(action), flush=True)


def play(game: str, players, rng: random.Random, opening: int) -> tuple[float, float]:
    state, actions = GAMES[game].apply(opening), [opening]
    while not state.is_terminal():
        action = players[state.current_player].move(state, actions, rng)
        state, actions = state.apply(action), [*actions, action]
    return state.rewards()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.versus", description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", choices=["connect4", "sudo2", "3"], default="connect4")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return work(options.game, options.seconds)
    ours, theirs, tally = Ours(options.seconds), OpenSpiel(options.game, options.seconds), Tally()
    for number in range(options.games):
        rng = random.Random(number // 2)
        opening = rng.choice(GAMES[options.game].legal_actions())
        players = (theirs, ours) if number % 2 else (ours, theirs)
        rewards = play(options.game, players, rng, opening)
        tally = tally.add(*(rewards[::-1] if number % 2 else rewards))
        low, high = tally.score_interval()
        print(f"{tally.games} games of {options.game}, {options.seconds} s a move: {tally.wins} wins, {tally.draws} "
              f"draws, {tally.losses} losses; score {tally.score:.1%} ({low:.1%}–{high:.1%})", flush=True)  # fmt: skip
    theirs.process.communicate()


if __name__ == "__main__":
    main()
