"""Prepare Python in a page: `start.mjs` imports this file before the kernel starts.

- The packages numpy, matplotlib and scipy are fetched when they are first imported.
- Parts of the library that the first chapter does not need are fetched in the same way.
- No other package can be installed.  This file's module `piplite` takes the place of the kernel's
  installer, and raises an error that explains this limit.
- matplotlib builds its list of fonts on each visit.  The warning about this delay is switched off.
- The kernel keeps no history of its cells.  IPython imports sqlite3 for the history, so a
  replacement with a few of sqlite3's names is enough.
- IPython's terminal is left out, because a page does not need a terminal, and because importing the
  terminal took two thirds of the time for importing IPython.
"""

import gzip
import importlib
import io
import json
import logging
import sys
import zipfile
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

import js
import pyodide_js
from pyodide.ffi import JsException, can_run_sync, run_sync

ABOUT_PIP = (
    "This page has all packages that the notebooks need. "
    "To install other packages, run Jupyter on your own machine or on Binder."
)
NO_CONNECTION = (
    "This chapter needs a part of the library that could not be fetched. "
    "Check the connection, then run this cell again."
)
NEWER_EDITION = (
    "This page is older than the site, which no longer has the part of the library that this "
    "page needs. Save the chapter, then load the page again."
)
LOCK = pyodide_js._api.lockfile_packages.to_py()
LATER = {name: package for package, entry in LOCK.items() for name in entry["imports"]}
HERE = Path(__file__).parent
PARTS = json.loads((HERE / "in_page_parts.json").read_text())  # module → the file with its code


class Fetch:
    """A finder of modules that fetches a package from the site; Python tries this finder last.

    If Python can wait in this browser, the finder waits until the package has arrived.
    """

    @staticmethod
    def find_spec(name, path=None, target=None):
        """Return the spec of a module, or None if the site does not have the module.

        Raises ImportError if the package is being fetched and Python cannot wait.
        """
        if name not in LATER:
            return None
        loading = pyodide_js.loadPackage(LATER[name])
        if not can_run_sync():
            raise ImportError(
                f"{name} is being fetched. Wait a moment, then run this cell again.", name=name
            )
        run_sync(loading)
        return PathFinder.find_spec(name)


class FetchPart:
    """A finder of modules that fetches a part of the library.

    Here Python can wait in any browser, because a worker may wait for a file.
    """

    @staticmethod
    def find_spec(name, path=None, target=None):
        """Return the spec of a module, or None if no part contains the module.

        Raises ImportError if the part cannot be fetched.
        """
        if name not in PARTS:
            return None
        with zipfile.ZipFile(io.BytesIO(gzip.decompress(fetched(PARTS[name])))) as part:
            part.extractall(HERE)
        importlib.invalidate_caches()
        return PathFinder.find_spec(name, path)


def fetched(name):
    """Return the bytes of a file in Pyodide's folder.

    Raises ImportError if there is no connection, or if the site no longer has the file.
    """
    request = js.XMLHttpRequest.new()
    request.open("GET", pyodide_js._api.config.indexURL + name, False)
    request.responseType = "arraybuffer"
    try:
        request.send()
    except JsException:
        raise ImportError(NO_CONNECTION) from None
    if request.status != 200:
        raise ImportError(NEWER_EDITION)
    return request.response.to_bytes()


async def install(*packages, **options):
    """Raise ImportError, because nothing can be installed in the page."""
    raise ImportError(ABOUT_PIP)


async def get_transformed_code(words):
    """Return the code that runs in place of a line that begins with `%pip`."""
    return f"print({ABOUT_PIP!r})"


sys.meta_path += [Fetch, FetchPart]
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
piplite = ModuleType("piplite", "The replacement of the kernel's installer.")
piplite.piplite = piplite.cli = piplite
piplite.install, piplite.get_transformed_code = install, get_transformed_code
sys.modules.update({"piplite": piplite, "piplite.piplite": piplite, "piplite.cli": piplite})

sqlite3 = ModuleType("sqlite3", "The names that IPython needs if it keeps no history.")
sys.modules["sqlite3"] = sqlite3
for name in ("Connection", "DatabaseError", "OperationalError", "IntegrityError"):
    setattr(sqlite3, name, type(name, (Exception,), {}))

embed = ModuleType("IPython.terminal.embed", "A page has no terminal to embed.")
embed.embed = None
sys.modules["IPython.terminal.embed"] = embed
