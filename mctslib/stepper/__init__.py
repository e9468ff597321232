"""Step through a search phase by phase, without widgets: the model, and the sentences that explain
each step.
"""

from mctslib.stepper.model import Stepper

__all__ = ["Stepper"]
