"""The commands that the pages, the workflows and the scripts show can be followed.

`documented.py` finds the commands.  What they do is tested elsewhere; here the files, the markers,
the modules and the packages that they name exist, and each program of the project explains itself.
"""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.util import find_spec

import pytest
from documented import commands
from repository import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMMANDS = sorted(commands())
# A program of the project, as it is called: python -m tests.bench, python notebooks/build.py.
OWN = re.compile(r"python (-m (?:mctslib|tests)[\w.]*|[\w./]+\.py)")
PROGRAMS = sorted({OWN.match(command)[0] for command in COMMANDS if OWN.match(command)})
EXPLAINED = [  # these have options; the others take a word or nothing
    "python -m mctslib",
    "python -m mctslib.course",
    "python -m tests.bench",
    "python notebooks/build.py",
]


def test_many_commands_are_found():
    assert len(COMMANDS) > 50 and set(EXPLAINED) <= set(PROGRAMS)


def test_every_file_that_a_command_names_exists():
    """The files that a command names exist, except those of chapter 99, which is an example."""
    for command in COMMANDS:
        for path in re.findall(r"[\w./-]+/[\w.-]+\.(?:py|txt|ipynb)\b", command):
            assert "99" in path or (ROOT / path).is_file(), path


def test_a_command_that_runs_tests_names_files_and_markers_that_exist():
    for command in [one for one in COMMANDS if "-m pytest" in one]:
        words = shlex.split(command)[3:]
        options = PROJECT["tool"]["pytest"]["ini_options"]
        markers = {marker.partition(":")[0] for marker in options["markers"]}
        taking = {"-m": markers, "-n": {"auto"}, "-k": None}
        while words:
            word = words.pop(0)
            if word in taking:
                value = words.pop(0)
                assert taking[word] is None or value in taking[word]
            else:
                assert word.startswith("tests/") and (ROOT / word).exists(), word


def test_the_module_of_a_command_exists():
    for program in [one for one in PROGRAMS if " -m " in one]:
        name = program.removeprefix("python -m ")
        assert find_spec(name) is not None
        assert find_spec(f"{name}.__main__") if find_spec(name).submodule_search_locations else True


@pytest.mark.parametrize("program", EXPLAINED)
def test_a_command_explains_itself(program):
    """--help prints something, even where Windows can show only 256 characters."""
    done = subprocess.run(
        [sys.executable, *program.split()[1:], "--help"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        encoding="cp1252",
        timeout=240,
    )
    assert done.returncode == 0 and done.stdout.strip(), done.stdout + done.stderr


def test_the_packages_for_a_cluster_are_asked_for_in_one_version():
    text = (ROOT / "tests/requirements-cluster.txt").read_text(encoding="utf-8")
    asked = [line for line in text.splitlines() if not line.startswith("#")]
    assert asked == PROJECT["project"]["optional-dependencies"]["cluster"]
