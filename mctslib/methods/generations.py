"""Learn in generations of small steps; learning can be stopped after any step."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from mctslib.door.limits import deferred_interrupt, whole_number


class Generations(ABC):
    """A learner that works in small steps; many steps form a generation.

    generation  the number of finished generations
    """

    generation = 0

    @property
    @abstractmethod
    def progress(self) -> float:
        """The approximate fraction of the current generation that is done, from 0 to 1."""

    @abstractmethod
    def step(self) -> None:
        """Do one small step of work, completely or not at all."""

    def learn(self, generations: int) -> None:
        """Learn for a number of generations; the stop button ends learning between two steps.

        generations  ≥ 1, the number of generations; any other value raises ValueError
        """
        with deferred_interrupt() as interrupt:
            for _ in self.slices(generations):
                if interrupt.is_set():
                    return

    def slices(self, generations: int) -> Iterator[float]:
        """Work step by step for a number of generations; after each step, yield the fraction done.

        generations  ≥ 1, the number of generations; any other value raises ValueError
        """
        generations = whole_number("generations", generations)
        first = self.generation
        while self.generation < first + generations:
            self.step()
            yield (self.generation - first + self.progress) / generations
