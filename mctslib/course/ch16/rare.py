"""Count the positions of self-play, to find those that a network hardly ever learns from."""

import random
from collections import Counter
from collections.abc import Callable

from mctslib.door.entrance import search
from mctslib.game import State
from mctslib.games import TicTacToe
from mctslib.methods.puct import Judgement, Puct, dirichlet
from mctslib.methods.selfplay import images

IMAGES = [list(map(int, cells)) for cells, _ in images(TicTacToe())]


def as_one_image(state: TicTacToe) -> str:
    """Return the same text for a board and for its rotations and mirror images."""
    cells = state.cells()
    return min("".join(cells[cell] for cell in image) for image in IMAGES)


def met_in_self_play(
    judge: Callable[[State], Judgement], games: int = 200, stones: int = 3, iterations: int = 25
) -> Counter[str]:
    """Play games of self-play, and count the positions with a given number of stones.

    judge       the network, as a function from a state to priors and a value
    iterations  the number of iterations of the search for each move

    Game number k draws its moves and its noise with the seed k.  Returns a counter of boards as
    text (`as_one_image`), of which each game adds one.
    """
    met: Counter[str] = Counter()
    for seed in range(games):
        rng = random.Random(seed)
        state = TicTacToe()
        for _ in range(stones):
            method = Puct(judge, noise=dirichlet(rng))
            root = search(state, iterations, seed=rng, **method.options()).root
            visits = {action: child.visits for action, child in root.children.items()}
            [action] = rng.choices(list(visits), list(visits.values()))
            state = state.apply(action)
        met[as_one_image(state)] += 1
    return met
