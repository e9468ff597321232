"""Chapter 17, Roll dice, hide cards: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_bluff check_pick check_promise check_roll",
    plots="gain_lines",
    widget="Cards",
)
