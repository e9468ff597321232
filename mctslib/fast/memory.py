"""Find out how much memory is left, because the system kills a process with too large a tree."""

import os
import sys
from contextlib import suppress
from math import inf
from pathlib import Path

SHARE = 0.5  # share of the free memory that a tree may take
CONTAINER = Path("/sys/fs/cgroup")


def free_bytes() -> float:
    """Return the bytes that are free in the system and in its container; infinity if unknown."""
    return min(system_bytes(), container_bytes())


def system_bytes() -> float:
    """Return the free bytes of the system; infinity if the system does not report them, as on
    Windows."""
    with suppress(OSError, ValueError, AttributeError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    with suppress(OSError, ValueError, AttributeError):
        if sys.platform != "win32":
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    return inf


def container_bytes() -> float:
    """Return the bytes that are free in the container; infinity if there is no limit."""
    with suppress(OSError, ValueError):
        limit = (CONTAINER / "memory.max").read_text().strip()
        return int(limit) - int((CONTAINER / "memory.current").read_text())
    return inf


def may_have(used: int) -> float:
    """Return how many bytes a tree may have if it uses `used` bytes now."""
    return SHARE * (free_bytes() + used)


def spent(nodes: int, visits: int) -> str:
    """Return the warning for a tree that has no memory, or no numbers, for more visits."""
    return (
        f"The tree has {nodes:,} nodes and {visits:,} visits, and no memory for more: "
        "the search ends here.  Limit(nodes=…) sets a bound of your own."
    )
