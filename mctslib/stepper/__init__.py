"""Step through a search phase by phase: the model and its explanations, without widgets."""

from mctslib.stepper.model import Stepper

__all__ = ["Stepper"]
