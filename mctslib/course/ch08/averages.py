"""Draw how the estimates of the moves in position A converge.

One panel shows random playouts, and the other panel shows a growing tree.
"""

from collections.abc import Sequence
from typing import Any

from mctslib.course import plots
from mctslib.course.ch08.histories import History
from mctslib.course.puzzles import A
from mctslib.game import Action
from mctslib.oracle import flat_values, value


def averages_picture(
    flat_means: History, tree_means: History, playouts: Sequence[int], moves: Sequence[Action]
) -> Any:
    """Draw the averages of some moves in position A against the number of playouts.

    flat_means  the result of `flat_history`, drawn on the left with the values under random play
    tree_means  the result of `tree_history`, drawn on the right with the values under perfect play
    playouts    the numbers of playouts at which both histories were recorded
    moves       the moves to draw
    """
    player = A.state.current_player
    by_perfect_play = {move: value(A.state.apply(move), player=player) for move in moves}
    left, right = plots.panels()
    titles = {"random playouts": left, "MCTS": right}
    means = {"random playouts": flat_means, "MCTS": tree_means}
    exact: dict[str, dict[Action, Any]] = {
        "random playouts": dict(flat_values(A.state)),
        "MCTS": by_perfect_play,
    }
    for title, ax in titles.items():
        shown = {move: means[title][move] for move in moves}
        plots.value_lines(
            shown, playouts, exact[title], correct=sorted(A.correct), title=title, ax=ax
        )
    return plots.picture(right)
