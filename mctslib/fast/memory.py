"""How much memory there is left: asked before the tree grows, because afterwards the kernel would be killed."""

import os
import sys
from contextlib import suppress
from math import inf
from pathlib import Path

SHARE = 0.5  # of what was free, a tree may take
CONTAINER = Path("/sys/fs/cgroup")


def free_bytes() -> float:
    """Bytes that can still be had, as the system and its container say; infinite where neither says anything."""
    return min(system_bytes(), container_bytes())


def system_bytes() -> float:
    with suppress(OSError, ValueError, AttributeError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
        if sys.platform != "win32":
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    return inf


def container_bytes() -> float:
    with suppress(OSError, ValueError):
        limit = (CONTAINER / "memory.max").read_text().strip()
        return int(limit) - int((CONTAINER / "memory.current").read_text())
    return inf


def may_have(used: int) -> float:
    """How many bytes a tree may have that has used so many."""
    return SHARE * (free_bytes() + used)


def spent(nodes: int, visits: int) -> str:
    """What to say when there is not, or when a node cannot count any further."""
    full = f"The tree has {nodes:,} nodes and {visits:,} visits, and no memory for more: the search ends here."
    return f"{full}  Limit(nodes=…) sets a bound of your own."
