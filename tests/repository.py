"""Find all files of a checkout, whether or not git tracks them."""

import importlib.util
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WRITTEN = {"build", "dist", "__pycache__"}  # folders that programs write
SHOWN = {".ci", ".github"}  # folders of the repository whose names begin with a dot


def is_ours(folder):
    """Return whether a folder holds files of the repository."""
    if folder.name in SHOWN:
        return True
    if folder.name.startswith(".") or folder.name in WRITTEN:
        return False
    return not (folder / "pyvenv.cfg").exists()


def files(*suffixes, folder=""):
    """Return the files with one of these suffixes, such as ".py", sorted by their paths.

    folder  where to look; by default the whole repository
    """
    found = []
    for place, folders, names in os.walk(ROOT / folder):
        folders[:] = [name for name in folders if is_ours(Path(place, name))]
        found += [Path(place, name) for name in names if name.endswith(suffixes)]
    return sorted(found)


def module_at(path):
    """Import a Python file that belongs to no package, and return the module.

    path  the path from the top of the repository, such as "binder/book/build.py"
    """
    name = path.removesuffix(".py").replace("/", "_").replace(".", "")
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
