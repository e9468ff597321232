"""Chapter 05b, A blank sheet: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_best_move check_final_action check_pick_child",
    coins="CoinRow",
    widget="PlayYourEngine",
)
