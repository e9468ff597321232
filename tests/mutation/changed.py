"""A pytest plugin that imports one file of the library with a change.

In this way the tests can also notice a change in the values that the library computes during the
import.  This takes seconds for each change, because everything is imported again.
"""

import importlib.machinery
import json
import os
from pathlib import Path

from mutation.changes import changes, compiled


def pytest_load_initial_conftests():
    """Change how the file named in `CHANGED` is compiled, before this file is imported."""
    asked = json.loads(os.environ["CHANGED"])
    path = os.path.abspath(asked["file"])
    for change in changes(Path(path).read_text(encoding="utf-8")):
        if f"{change.function.name}: {change.name}" == asked["change"]:
            code = compiled(change.module, path)
            break
    usual = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader, name):
        return code if os.path.abspath(loader.path) == path else usual(loader, name)

    importlib.machinery.SourceFileLoader.get_code = get_code
