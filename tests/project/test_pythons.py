"""All other versions of Python on this machine reproduce the committed numbers.

The test looks for Python interpreters on the PATH and among those that uv and pyenv have installed.
Each interpreter gets its own environment in build/pythons, or in the folder that the variable
MCTSLIB_PYTHONS names.  If the variable CI is set, only Binder's version of Python is tested.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from repository import ROOT

HOME = Path(os.environ.get("MCTSLIB_PYTHONS", ROOT / "build" / "pythons"))
VERSIONS = ["3.11", "3.12", "3.13", "3.14"]
THIS_PYTHON = "{}.{}".format(*sys.version_info)
RUNTIME = (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8").strip()
BINDER = RUNTIME.removeprefix("python-")
SAME_NUMBERS = [
    "course/test_notebooks.py::test_it_runs_as_committed_and_then_solved",
    "core/test_search.py",
    "core/test_trace.py",
    "fast/test_fast_trace.py::test_the_same_trace_for_five_seeds",
]


def environment():
    """Return this run's environment without pytest's variables, but with pyenv's interpreters."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    pythons = [str(folder) for folder in pyenv.glob("versions/3.*/bin")]
    variables = {}
    for name, value in os.environ.items():
        if not name.startswith(("PYTEST", "PYTHON")):
            variables[name] = value
    variables["PATH"] = os.pathsep.join([os.environ["PATH"], *pythons])
    return variables


def run(*command, check=True):
    """Run a command in the top folder and return its exit code."""
    done = subprocess.run(command, cwd=ROOT, env=environment(), check=check)
    return done.returncode


def python_of(folder):
    """Return the path of a virtual environment's interpreter."""
    if os.name == "nt":
        return folder / "Scripts" / "python.exe"
    return folder / "bin" / "python"


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("version", VERSIONS)
def test_another_python_gives_the_same_numbers(version):
    if version == THIS_PYTHON:
        pytest.skip(f"the other tests run on Python {version}")
    if os.environ.get("CI") and version != BINDER:
        pytest.skip(f"if CI is set, only Python {BINDER} is tried")
    uv = pytest.importorskip("uv").find_uv_bin()
    if run(uv, "python", "find", "-q", "--no-python-downloads", version, check=False):
        pytest.skip(f"NOT TRIED: this machine has no Python {version}")
    home = HOME / version
    python = python_of(home)
    new = [uv, "venv", "-q", "--allow-existing", "--no-python-downloads"]
    run(*new, "--python", version, home)
    requirements = ["-r", "requirements.txt", "-r", "tests/requirements.txt"]
    run(uv, "pip", "install", "-q", "--python", python, *requirements)
    # Compile the kernels first, as binder/postBuild does, so that no two tests compile them at
    # once.
    run(python, "-c", "from mctslib.fast.warm import ready; ready(quiet=True)")
    tests = [f"tests/{name}" for name in SAME_NUMBERS]
    run(python, "-m", "pytest", "-q", "-n", "auto", "-m", "not long", *tests)
