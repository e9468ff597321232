"""Learn in generations of small steps; learning can be stopped between any two steps."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from mctslib.limits import deferred_interrupt, whole_number


class Generations(ABC):
    """A learner that works in small steps; many steps make a generation.

    generation  how many generations are finished
    """

    generation = 0

    @property
    @abstractmethod
    def progress(self) -> float:
        """The fraction of this generation that is done, roughly, from 0 to 1."""

    @abstractmethod
    def step(self) -> None:
        """Do one small step of work, completely or not at all."""

    def learn(self, generations: int) -> None:
        """Learn for some generations; the stop button ends this early, between two steps.

        generations  ≥ 1, else ValueError
        """
        with deferred_interrupt() as interrupt:
            for _ in self.slices(generations):
                if interrupt.is_set():
                    return

    def slices(self, generations: int) -> Iterator[float]:
        """Work step by step for some generations; yield the fraction done after each step.

        generations  ≥ 1, else ValueError
        """
        generations = whole_number("generations", generations)
        first = self.generation
        while self.generation < first + generations:
            self.step()
            yield min(1.0, (self.generation - first + self.progress) / generations)
