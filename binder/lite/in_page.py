"""Prepare Python in a page; `start.mjs` imports this file before the kernel starts.

- Packages that the page brings but has not loaded yet (numpy, matplotlib, scipy) are fetched when
  they are first imported.
- Nothing else can be installed, and the stand-in for the kernel's installer, `piplite`, says so.
- matplotlib builds its list of fonts on each visit; its warning about that is switched off.
- The kernel keeps no history of its cells.  IPython imports sqlite3 for the history; a stand-in
  with a few names of sqlite3 is enough.
- IPython's terminal, which a page does not need, is left out: it took two thirds of the time of
  importing IPython.
"""

import logging
import sys
from importlib.machinery import PathFinder
from types import ModuleType

import pyodide_js
from pyodide.ffi import can_run_sync, run_sync

ABOUT_PIP = (
    "This page has all packages that the notebooks need. "
    "To install others, use a Jupyter outside the page."
)
LOCK = pyodide_js._api.lockfile_packages.to_py()
LATER = {name: package for package, entry in LOCK.items() for name in entry["imports"]}


class Fetch:
    """The last finder of modules, which fetches a package that the page offers.

    It waits for the package if this browser lets Python wait.
    """

    @staticmethod
    def find_spec(name, path=None, target=None):
        """Return the spec of a module, or None if the page does not offer the module.

        Raises ImportError if the package is being fetched and Python cannot wait for it.
        """
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
    """Raise ImportError, because nothing can be installed in the page."""
    raise ImportError(ABOUT_PIP)


async def get_transformed_code(words):
    """Return the code that runs in place of a line `%pip …`."""
    return f"print({ABOUT_PIP!r})"


sys.meta_path.append(Fetch)
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
piplite = ModuleType("piplite", "The stand-in for the kernel's installer.")
piplite.piplite = piplite.cli = piplite
piplite.install, piplite.get_transformed_code = install, get_transformed_code
sys.modules.update({"piplite": piplite, "piplite.piplite": piplite, "piplite.cli": piplite})

sqlite3 = ModuleType("sqlite3", "The names that IPython needs if it keeps no history.")
sys.modules["sqlite3"] = sqlite3
for name in ("Connection", "DatabaseError", "OperationalError", "IntegrityError"):
    setattr(sqlite3, name, type(name, (Exception,), {}))

embed = ModuleType("IPython.terminal.embed", "There is no terminal to embed.")
embed.embed = None
sys.modules["IPython.terminal.embed"] = embed
