"""Names that the notebook of chapter 17 (“Roll dice, hide cards”) imports.

Each name is loaded when it is first used.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    checkers="check_bluff check_pick check_promise check_roll",
    experiments="beliefs_about_rolling frozen_beliefs plays_safe regret_table two_engines_table",
    plots="gain_lines",
    purse="ahead",
    cards="Cards",
    table="PokerTable",
    views="TwelveViews",
)
