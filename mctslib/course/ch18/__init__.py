"""Chapter 18, More moves than you can try: what its notebook imports, each loaded when it is first named."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    widget="PuttingLab",
)
