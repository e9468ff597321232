"""Define the engines to compare; each is a function that returns a search for a game.

Every pure-Python engine plays the same game from `mctslib`, with its methods renamed as the
engine's package requires.  The renaming costs no time.  Run as a script, this file is the worker
for one engine; its arguments are the name of the engine and the name of the game.
"""

import gc
import json
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import lru_cache, partial
from math import sqrt
from typing import Any

from mctslib import UCB1, ConnectFour, State, SudoTicTacToe, TicTacToe, search
from mctslib.fast.xorshift import Xorshift

Search = Callable[[int], Any]  # iterations → the root of the tree; None if it is not accessible

GAMES: dict[str, State] = {
    **{str(size): TicTacToe(size) for size in range(3, 7)},
    "connect4": ConnectFour(),
    "sudo1": SudoTicTacToe(1),
    "sudo2": SudoTicTacToe(2),
}
OPENSPIEL = {
    "3": "tic_tac_toe",
    **{str(n): f"mnk(m={n},n={n},k={n})" for n in range(4, 7)},
    "connect4": "connect_four",
    "sudo2": "ultimate_tic_tac_toe",
}


def mctslib(game: str) -> Search:
    """Return a search with the readable engine."""
    state, policy = GAMES[game], UCB1(sqrt(2))

    def run(iterations: int) -> Any:
        return search(state, iterations, seed=random.getrandbits(32), tree_policy=policy).root

    return run


def compiled(game: str, seed: Callable[[], Any] = Xorshift) -> Search:
    """Return a search with the compiled engine.

    seed  a function that returns the generator or the seed of each search
    """
    fast, state, policy = _compiled_engine(), GAMES[game], UCB1(sqrt(2))

    def run(iterations: int) -> Any:
        return fast.search(state, iterations, seed=seed(), tree_policy=policy).root

    return run


def compiled_playouts(game: str) -> Search:
    """Return a function that makes playouts without a tree.

    The function does not search.  The difference between its time and the time of a search shows
    the cost of the tree.
    """
    fast, state = _compiled_engine(), GAMES[game]

    def run(iterations: int) -> None:
        fast.flat_search(state, iterations, Xorshift())

    return run


def _compiled_engine() -> Any:
    from mctslib import fast

    fast.need_numba()
    from mctslib.fast.warm import ready

    ready(quiet=True)
    return fast


def renamed(game: str, **names: Any) -> Any:
    """Return the first position of a game, with additional names for its methods.

    names  the names and values that a subclass of the game's class adds
    """
    start = GAMES[game]
    return type("Game", (type(start),), {"__slots__": (), **names})._make(start)


@lru_cache(maxsize=1 << 12)
def signed(state: State) -> int:
    """Return the result: +1 if X has won, −1 if O has won, 0 for a draw."""
    x, o = state.rewards()
    return round(x - o)


def sign_to_move(state: State) -> int:
    """Return +1 if X is to move, and −1 if O is to move."""
    return 1 - 2 * state.current_player


def monte_carlo_tree_search(game: str) -> Search:
    from mcts.searcher.mcts import MCTS

    rules = type(GAMES[game])
    start = renamed(
        game,
        get_possible_actions=rules.legal_actions,
        take_action=rules.apply,
        get_reward=signed,
        get_current_player=sign_to_move,
    )
    return _keeping_the_root(lambda n: MCTS(iteration_limit=n, exploration_constant=sqrt(2)), start)


def mcts(game: str) -> Search:
    """Return a search with `mcts`, whose backpropagation, by mistake, never changes sides.

    Both players then help X to win, so the games are short and the search is fast.  In 10,000
    iterations of Connect Four `mcts` makes 12.5 moves in an average iteration, and `mctslib` makes
    17.1 moves.
    """
    from mcts import mcts as engine

    rules = type(GAMES[game])
    start = renamed(
        game,
        getPossibleActions=rules.legal_actions,
        takeAction=rules.apply,
        isTerminal=rules.is_terminal,
        getReward=signed,
    )
    return _keeping_the_root(lambda n: engine(iterationLimit=n, explorationConstant=1), start)


def _keeping_the_root(make: Callable[[int], Any], state: Any) -> Search:
    def run(iterations: int) -> Any:
        engine = make(iterations)
        engine.search(state)
        return engine.root

    return run


def own_list(state: State) -> list:
    """Return the legal actions as a new list, because mctspy removes elements from it."""
    return list(state.legal_actions())


def mctspy(game: str) -> Search:
    from mctspy.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode
    from mctspy.tree.search import MonteCarloTreeSearch

    rules = type(GAMES[game])
    start = renamed(
        game,
        move=rules.apply,
        is_game_over=rules.is_terminal,
        game_result=property(signed),
        next_to_move=property(sign_to_move),
        get_legal_actions=own_list,
    )

    def run(iterations: int) -> Any:
        root = TwoPlayersGameMonteCarloTreeSearchNode(start)
        MonteCarloTreeSearch(root).best_action(iterations)
        return root

    return run


def multimcts(game: str) -> Search:
    """Return a search with the package `multimcts`.

    The package is compiled with Cython; the rules of the game stay in Python.
    """
    from multimcts import MCTS

    rules = type(GAMES[game])
    start = renamed(
        game,
        get_legal_moves=own_list,
        make_move=rules.apply,
        get_reward=lambda state: abs(signed(state)),
        get_current_team=lambda state: state.current_player,
    )

    def run(iterations: int) -> None:
        MCTS(exploration_bias=sqrt(2)).search(start, max_iterations=iterations)

    return run


def openspiel_python(game: str, start: Callable[[], Any] | None = None) -> Search:
    import numpy as np
    from open_spiel.python.algorithms import mcts as algorithms

    rules, own = _openspiel_game(game)
    evaluator = algorithms.RandomRolloutEvaluator(1, np.random.RandomState(0))

    def run(iterations: int) -> Any:
        bot = algorithms.MCTSBot(rules, sqrt(2), iterations, evaluator, solve=False)
        return bot.mcts_search(start() if start else own)

    return run


def openspiel_python_our_game(game: str) -> Search:
    class Game:
        """A state that wraps one of our states and is changed in place, as OpenSpiel requires."""

        def __init__(self, state: State) -> None:
            self.state = state

        def clone(self) -> "Game":
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

    return openspiel_python(game, lambda: Game(GAMES[game]))


def openspiel_cpp(game: str) -> Search:
    import pyspiel

    rules, start = _openspiel_game(game)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)

    def run(iterations: int) -> None:
        pyspiel.MCTSBot(rules, evaluator, sqrt(2), iterations, 1000, False, 0, False).step(start)

    return run


def _openspiel_game(game: str) -> tuple[Any, Any]:
    import pyspiel

    if game not in OPENSPIEL:
        raise ImportError("the package does not have this game")
    rules = pyspiel.load_game(OPENSPIEL[game])
    return rules, rules.new_initial_state()


CONTESTANTS: dict[str, Callable[[str], Search]] = {
    "mctslib": mctslib,
    "mctslib compiled": compiled,
    "mctslib compiled, Random": partial(compiled, seed=partial(random.getrandbits, 32)),
    "mctslib playouts, no tree": compiled_playouts,
    "monte-carlo-tree-search": monte_carlo_tree_search,
    "mcts (plays wrong)": mcts,
    "mctspy": mctspy,
    "multimcts (Cython)": multimcts,
    "OpenSpiel Python, its own game": openspiel_python,
    "OpenSpiel Python, our game": openspiel_python_our_game,
    "OpenSpiel C++": openspiel_cpp,
}


ENOUGH = 0.05  # seconds; a shorter search is repeated, and the mean time is returned


def cpu_seconds(run: Search, iterations: int) -> float:
    """Return the CPU time of one search."""
    gc.collect()
    start, searches, spent = time.process_time(), 0, 0.0
    while spent < ENOUGH:
        run(iterations)
        searches += 1
        spent = time.process_time() - start
    return spent / searches


def bytes_a_node(run: Search, iterations: int) -> float | None:
    """Return the memory of a finished tree, including its states, in bytes per node."""
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


def work(name: str, game: str) -> None:
    """Make the measurements that are requested on standard input, such as "speed 10000"."""
    try:
        run = CONTESTANTS[name](game)
    except ImportError as error:
        print(json.dumps({"missing": str(error)}), flush=True)
        return
    print(json.dumps({"ready": name}), flush=True)
    questions = {"speed": cpu_seconds, "memory": bytes_a_node}
    for line in sys.stdin:
        question, iterations = line.split()
        print(json.dumps(questions[question](run, int(iterations))), flush=True)


if __name__ == "__main__":
    work(sys.argv[1], sys.argv[2])
