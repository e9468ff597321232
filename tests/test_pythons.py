"""The other Pythons that `pyproject.toml` allows: each that this machine has gives the numbers that are committed.

They are looked for on the PATH and among those of uv and pyenv.  Each gets an environment of its own in
build/pythons, or in the folder that MCTSLIB_PYTHONS names.  Where CI is set, only Binder's is tried.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HOME = Path(os.environ.get("MCTSLIB_PYTHONS", ROOT / "build" / "pythons"))
VERSIONS = ["3.11", "3.12", "3.13", "3.14"]
OWN = "{}.{}".format(*sys.version_info)
BINDER = (
    (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
)
SAME = [
    "test_notebooks.py::test_it_runs_as_committed_and_then_solved",
    "test_search.py",
    "test_trace.py",
    "test_fast_trace.py::test_the_same_trace_for_five_seeds",
]


def run(*command, check=True):
    """The exit code of a command that knows pyenv's Pythons, and nothing of the tests that run here."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    path = os.pathsep.join([os.environ["PATH"], *map(str, pyenv.glob("versions/3.*/bin"))])
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST", "PYTHON"))
    }
    return subprocess.run(command, cwd=ROOT, env={**kept, "PATH": path}, check=check).returncode


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("version", VERSIONS)
def test_another_python_gives_the_same_numbers(version):
    if version == OWN or (os.environ.get("CI") and version != BINDER):
        pytest.skip(f"Python {version} is this one, or none that is tried here")
    uv = pytest.importorskip("uv").find_uv_bin()
    if run(uv, "python", "find", "-q", "--no-python-downloads", version, check=False):
        pytest.skip(f"NOT TRIED: this machine has no Python {version}")
    run(
        uv,
        "venv",
        "-q",
        "--allow-existing",
        "--no-python-downloads",
        "--python",
        version,
        HOME / version,
    )
    python = HOME / version / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(
        uv,
        "pip",
        "install",
        "-q",
        "--python",
        python,
        "-r",
        "requirements.txt",
        "-r",
        "tests/requirements.txt",
    )
    run(
        python, "-c", "from mctslib.fast.warm import ready; ready(quiet=True)"
    )  # as binder/postBuild does
    run(python, "-m", "pytest", "-q", "-m", "not long", *(f"tests/{name}" for name in SAME))
