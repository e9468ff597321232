"""The pure model of stepping: a search walked through phase by phase, and the sentences that say
what happens.
"""

from mctslib.stepper.model import Stepper

__all__ = ["Stepper"]
