"""Report times without asserting them, because a busy machine must not make a test fail."""

import statistics
import warnings


def report(what: str, milliseconds: list[float], wanted: float) -> None:
    """Print the median and the longest time, and warn if the median is above `wanted`."""
    middle = statistics.median(milliseconds)
    worst = max(milliseconds)
    line = f"{what}: median {middle:.0f} ms, worst {worst:.0f} ms (wanted: {wanted:.0f} ms)"
    print("\n" + line)
    if middle > wanted:
        warnings.warn(line, stacklevel=2)
