"""Step through a search phase by phase, without widgets: the model and its explanations."""

from mctslib.stepper.model import Stepper

__all__ = ["Stepper"]
