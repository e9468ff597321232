"""What Python needs to know in a page.  `start.mjs` imports this before the kernel starts.

- What the page brings, but has not loaded yet (numpy, matplotlib, scipy), is fetched when it is first imported.
- Nothing else can be installed: the kernel's installer, `piplite`, says so instead of asking an index.
- matplotlib looks at its fonts anew on each visit; it need not say so in red.
- The kernel keeps no history of its cells.  IPython wants to know sqlite3 for it; a few names are enough.
- IPython's terminal, which no page has, took two thirds of the time in which IPython is imported.
"""

import logging
import sys
from importlib.machinery import PathFinder
from types import ModuleType

import pyodide_js
from pyodide.ffi import can_run_sync, run_sync

ABOUT_PIP = "This page brings all that the notebooks need. For more, take a Jupyter that runs outside of it."
LOCK = pyodide_js._api.lockfile_packages.to_py()
LATER = {name: package for package, entry in LOCK.items() for name in entry["imports"]}


class Fetch:
    """Asked last, for what was not found.  It waits for the package, where this browser lets Python wait."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in LATER:
            return None
        loading = pyodide_js.loadPackage(LATER[name])
        if not can_run_sync():
            raise ImportError(
                f"{name} is being fetched: wait a moment, then run this cell again.", name=name
            )
        run_sync(loading)
        return PathFinder.find_spec(name)


async def install(*packages, **options):
    raise ImportError(ABOUT_PIP)


async def get_transformed_code(words):
    """What becomes of a line `%pip …`."""
    return f"print({ABOUT_PIP!r})"


sys.meta_path.append(Fetch)
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
piplite = ModuleType("piplite", "Stands where the kernel looks for its installer.")
piplite.piplite = piplite.cli = piplite
piplite.install, piplite.get_transformed_code = install, get_transformed_code
sys.modules.update({"piplite": piplite, "piplite.piplite": piplite, "piplite.cli": piplite})

sqlite3 = sys.modules["sqlite3"] = ModuleType(
    "sqlite3", "What IPython looks at when it keeps no history."
)
for name in ("Connection", "DatabaseError", "OperationalError", "IntegrityError"):
    setattr(sqlite3, name, type(name, (Exception,), {}))

embed = sys.modules["IPython.terminal.embed"] = ModuleType(
    "IPython.terminal.embed", "There is no terminal to embed."
)
embed.embed = None
