"""Measure the free memory, because the system kills a process that uses too much."""

import os
import sys
from contextlib import suppress
from math import inf
from pathlib import Path

SHARE = 0.5  # the share of the free memory that a tree may use
CONTAINER = Path("/sys/fs/cgroup")


def free_bytes() -> float:
    """Return the number of bytes that are free in the system and its container, or infinity."""
    return min(system_bytes(), container_bytes())


def system_bytes() -> float:
    """Return the system's free bytes, or infinity if the system does not report them (Windows)."""
    with suppress(OSError, ValueError, AttributeError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    with suppress(OSError, ValueError, AttributeError):
        if sys.platform != "win32":
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    return inf


def container_bytes() -> float:
    """Return the container's free bytes, or infinity if the container has no limit."""
    with suppress(OSError, ValueError):
        limit = (CONTAINER / "memory.max").read_text().strip()
        return int(limit) - int((CONTAINER / "memory.current").read_text())
    return inf


def may_have(used: int) -> float:
    """Return the number of bytes that a tree may use in total if it uses `used` bytes now."""
    return SHARE * (free_bytes() + used)


def spent(nodes: int, visits: int) -> str:
    """Return the warning for a tree that has no memory for more visits, or has too many visits."""
    return (
        f"The tree has {nodes:,} nodes and {visits:,} visits, and there is no memory for more: "
        "the search ends here.  With Limit(nodes=…) you can set your own bound."
    )
