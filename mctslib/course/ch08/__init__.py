"""Chapter 08, MCTS against random playouts: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_failure_rate check_minimax check_theorem",
    widget="Race",
    histories="flat_history tree_history",
    pgame="PGame average games_with_a_choice right_moves",
)
