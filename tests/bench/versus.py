"""Play the compiled engine against OpenSpiel's C++ MCTS (`solve=True`) at equal time.

    python -m tests.bench.versus connect4 --games 200 --seconds 0.2

Both engines search by the clock, and only one searches at a time.  The mean CPU time of their moves
is printed beside the score.  These times show whether a busy machine has favoured one engine.  A
search that proves its move ends early, so it uses less time.  Sides are swapped after each game,
and the two games of a pair start with the same random move.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from math import sqrt
from statistics import fmean

from mctslib import Limit
from mctslib.arena.matches import Tally

from .__main__ import ROOT, python
from .contestants import GAMES, OPENSPIEL

MOST = 2**31 - 1  # the limit on simulations: more than fit into the time for a move


class OpenSpiel:
    """OpenSpiel's bot in a process of its own, which reads the moves so far and writes a move."""

    def __init__(self, game: str, seconds: float) -> None:
        command = [
            python("peers"),
            "-m",
            "tests.bench.versus",
            game,
            "--worker",
            "--seconds",
            str(seconds),
        ]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        self.times: list[float] = []

    def move(self, state, actions, rng) -> int:
        self.process.stdin.write(json.dumps([rng.getrandbits(31), *actions]) + "\n")
        self.process.stdin.flush()
        action, took = json.loads(self.process.stdout.readline())
        self.times.append(took)
        return action


class Ours:
    """The compiled engine, with a new tree for each move."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.times: list[float] = []

    def move(self, state, actions, rng) -> int:
        from mctslib import fast
        from mctslib.fast.xorshift import Xorshift

        start = time.process_time()
        result = fast.search(state, Limit(seconds=self.seconds), seed=Xorshift(rng.getrandbits(64)))
        self.times.append(time.process_time() - start)
        return result.action


def step(rules, state, seed: int, seconds: float) -> tuple[int, float]:
    """Return the action of OpenSpiel's search, and the CPU time of the search.

    The search ends after `seconds`, or when its action is proven.
    """
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    start = time.process_time()
    bot = pyspiel.MCTSBot(
        rules, evaluator, sqrt(2), MOST, 1000, True, seed, False, max_wall_clock_time=seconds
    )
    return bot.step(state), time.process_time() - start


def chosen(state, board: int):
    """Return the state after a local board is chosen, or None if the choice is impossible now."""
    if board not in state.legal_actions():
        return None
    after = state.child(board)
    return after if after.current_player() == state.current_player() else None


def work(game: str, seconds: float) -> None:
    """Read lines of moves; after each line write OpenSpiel's move and its time.

    In OpenSpiel's ultimate tic-tac-toe a player who may play anywhere makes two moves: first the
    choice of the board, then the choice of the cell.  Each of the two moves gets half of the time.
    """
    import pyspiel

    rules = pyspiel.load_game(OPENSPIEL[game])
    boards = game.startswith("sudo")
    for line in sys.stdin:
        seed, *actions = json.loads(line)
        state = rules.new_initial_state()
        for action in actions:
            if boards:
                state = chosen(state, action // 9) or state
                state.apply_action(action % 9)
            else:
                state.apply_action(action)
        free = boards and chosen(state, state.legal_actions()[0]) is not None
        action, took = step(rules, state, seed, seconds / 2 if free else seconds)
        if free:
            cell, more = step(rules, chosen(state, action), seed, seconds / 2)
            action, took = 9 * action + cell, took + more
        elif boards:
            action += 9 * (actions[-1] % 9)
        print(json.dumps([action, took]), flush=True)


def play(game: str, players, rng: random.Random, opening: int) -> tuple[float, float]:
    """Play one game that begins with the move `opening`; return its rewards."""
    state, actions = GAMES[game].apply(opening), [opening]
    while not state.is_terminal():
        action = players[state.current_player].move(state, actions, rng)
        state, actions = state.apply(action), [*actions, action]
    return state.rewards()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.versus", description=__doc__.splitlines()[0]
    )
    parser.add_argument("game", nargs="?", choices=["connect4", "sudo2", "3"], default="connect4")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work(options.game, options.seconds)
        return
    ours, theirs = Ours(options.seconds), OpenSpiel(options.game, options.seconds)
    tally = Tally()
    for number in range(options.games):
        rng = random.Random(number // 2)
        opening = rng.choice(GAMES[options.game].legal_actions())
        if number % 2:
            theirs_reward, our_reward = play(options.game, (theirs, ours), rng, opening)
        else:
            our_reward, theirs_reward = play(options.game, (ours, theirs), rng, opening)
        tally = tally.add(our_reward, theirs_reward)
        low, high = tally.score_interval()
        print(
            f"{tally.games} games of {options.game}, {options.seconds} s for each move: "
            f"{tally.wins} wins, {tally.draws} draws, {tally.losses} losses; "
            f"score {tally.score:.1%} ({low:.1%}–{high:.1%}); mean CPU time of a move "
            f"{fmean(ours.times):.3f} s, OpenSpiel {fmean(theirs.times):.3f} s",
            flush=True,
        )
    theirs.process.communicate()


if __name__ == "__main__":
    main()
