"""The engines that are compared, each behind the same two functions: prepare, and search so many iterations.

Every pure-Python engine gets the same game, `mctslib.TicTacToe`, under the names that the package asks for.
A name that is only another name costs nothing.
Run as a script, this file is the worker for one engine:  python contestants.py NAME
"""
from __future__ import annotations

import gc
import json
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import Any

from mctslib import UCB1, TicTacToe, search

Search = Callable[[int], Any]  # iterations → the root of the tree, or None where it cannot be seen


def mctslib(size: int) -> Search:
    state = TicTacToe(size)
    return lambda iterations: search(state, iterations, seed=random.getrandbits(32), tree_policy=UCB1(sqrt(2))).root


class Signed(TicTacToe):
    """Results as +1 for X, −1 for O, 0 for a draw; players as +1 and −1."""

    __slots__ = ()

    @property
    def next_to_move(self) -> int:
        return 1 - 2 * self.current_player

    @lru_cache(maxsize=None)  # noqa: B019
    def result(self) -> int:
        x, o = self.rewards()
        return round(x - o)


def monte_carlo_tree_search(size: int) -> Search:
    from mcts.searcher.mcts import MCTS

    class Game(Signed):
        __slots__ = ()
        get_possible_actions = TicTacToe.legal_actions
        take_action = TicTacToe.apply
        get_reward = Signed.result

        def get_current_player(self) -> int:
            return 1 - 2 * self.current_player

    return _keeping_the_root(lambda n: MCTS(iteration_limit=n, exploration_constant=sqrt(2)), Game(size))


def mcts(size: int) -> Search:
    """Fast, but wrong: its backpropagation never changes sides."""
    from mcts import mcts as engine

    class Game(Signed):
        __slots__ = ()
        getPossibleActions = TicTacToe.legal_actions
        takeAction = TicTacToe.apply
        isTerminal = TicTacToe.is_terminal
        getReward = Signed.result

    return _keeping_the_root(lambda n: engine(iterationLimit=n, explorationConstant=1), Game(size))


def _keeping_the_root(make: Callable[[int], Any], state: TicTacToe) -> Search:
    def run(iterations: int) -> Any:
        engine = make(iterations)
        engine.search(state)
        return engine.root

    return run


def mctspy(size: int) -> Search:
    from mctspy.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode
    from mctspy.tree.search import MonteCarloTreeSearch

    class Game(Signed):
        __slots__ = ()
        move = TicTacToe.apply
        is_game_over = TicTacToe.is_terminal
        game_result = property(Signed.result)

        def get_legal_actions(self) -> list[int]:
            return list(self.legal_actions())  # it takes actions out of the list

    def run(iterations: int) -> Any:
        root = TwoPlayersGameMonteCarloTreeSearchNode(Game(size))
        MonteCarloTreeSearch(root).best_action(iterations)
        return root

    return run


def openspiel_python(size: int) -> Search:
    import numpy as np
    from open_spiel.python.algorithms import mcts as algorithms

    game, start = _openspiel_game(size)
    evaluator = algorithms.RandomRolloutEvaluator(1, np.random.RandomState(0))

    def run(iterations: int) -> Any:
        bot = algorithms.MCTSBot(game, sqrt(2), iterations, evaluator, solve=False)
        return bot.mcts_search(start)

    return run


def openspiel_python_our_game(size: int) -> Search:
    import numpy as np
    from open_spiel.python.algorithms import mcts as algorithms

    game, _ = _openspiel_game(size)
    evaluator = algorithms.RandomRolloutEvaluator(1, np.random.RandomState(0))

    class Game:
        """OpenSpiel's states change in place; this one moves on to the next of ours."""

        def __init__(self, state: TicTacToe) -> None:
            self.state = state

        def clone(self) -> Game:
            return Game(self.state)

        def apply_action(self, action: int) -> None:
            self.state = self.state.apply(int(action))

        def legal_actions(self, player: int | None = None) -> tuple[int, ...]:
            return self.state.legal_actions()

        def is_terminal(self) -> bool:
            return self.state.is_terminal()

        def is_chance_node(self) -> bool:
            return False

        def current_player(self) -> int:
            return self.state.current_player

        def returns(self) -> list[float]:
            return [2 * reward - 1 for reward in self.state.rewards()]

    def run(iterations: int) -> Any:
        bot = algorithms.MCTSBot(game, sqrt(2), iterations, evaluator, solve=False)
        return bot.mcts_search(Game(TicTacToe(size)))

    return run


def openspiel_cpp(size: int) -> Search:
    import pyspiel

    game, start = _openspiel_game(size)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)

    def run(iterations: int) -> None:
        pyspiel.MCTSBot(game, evaluator, sqrt(2), iterations, 1000, False, 0, False).step(start)

    return run


def _openspiel_game(size: int) -> tuple[Any, Any]:
    import pyspiel

    game = pyspiel.load_game(f"mnk(m={size},n={size},k={size})" if size > 3 else "tic_tac_toe")
    return game, game.new_initial_state()


CONTESTANTS: dict[str, Callable[[int], Search]] = {
    "mctslib": mctslib,
    "monte-carlo-tree-search": monte_carlo_tree_search,
    "mcts (plays wrong)": mcts,
    "mctspy": mctspy,
    "OpenSpiel Python, its own game": openspiel_python,
    "OpenSpiel Python, our game": openspiel_python_our_game,
    "OpenSpiel C++": openspiel_cpp,
}


def cpu_seconds(run: Search, iterations: int) -> float:
    gc.collect()
    start = time.process_time()
    run(iterations)
    return time.process_time() - start


def bytes_a_node(run: Search, iterations: int) -> float | None:
    """Memory that stays allocated while the tree is held, the states included."""
    tracemalloc.start()
    root = run(iterations)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / _count(root) if root is not None else None


def _count(root: Any) -> int:
    waiting, nodes = [root], 0
    while waiting:
        children = waiting.pop().children
        nodes += 1
        waiting += children.values() if isinstance(children, dict) else children
    return nodes


def work(name: str, size: int) -> None:
    """Answer the questions on standard input, one a line: "speed 10000" or "memory 10000"."""
    try:
        run = CONTESTANTS[name](size)
    except ImportError as error:
        print(json.dumps({"missing": str(error)}), flush=True)
        return
    print(json.dumps({"ready": name}), flush=True)
    questions = {"speed": cpu_seconds, "memory": bytes_a_node}
    for line in sys.stdin:
        question, iterations = line.split()
        print(json.dumps(questions[question](run, int(iterations))), flush=True)


if __name__ == "__main__":
    work(sys.argv[1], int(sys.argv[2]))
