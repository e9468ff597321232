"""The shape of the repository: few things at the top, one formatter, one spelling of each command."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOP = {
    "README.md",
    "requirements.txt",
    "notebooks",
    "mctslib",
    "tests",
    "binder",
    "LICENSE",
    "pyproject.toml",
}
MODULES = sorted((ROOT / "mctslib").rglob("*.py"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


def committed():
    """The files git knows; where there is no git, all of them."""
    try:
        done = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        return done.stdout.strip("\0").split("\0")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")


def test_only_what_a_reader_expects_stands_at_the_top():
    top = {name.split("/")[0] for name in committed()}
    assert {name for name in top if not name.startswith(".")} <= TOP


@pytest.mark.parametrize("module", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_module_says_in_its_first_sentence_what_it_is_for(module):
    text = module.read_text(encoding="utf-8").strip()
    assert not text or text.startswith(('"""', 'r"""'))


def test_the_version_is_stated_once():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    init = (ROOT / "mctslib/__init__.py").read_text(encoding="utf-8")
    assert re.findall(r'^__version__ = "(.+)"', init, re.M) in ([], [project["version"]])


def test_the_readme_gives_one_command_to_start_and_one_to_test():
    for command in (
        "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"
        " && .venv/bin/jupyter lab notebooks/00_play_before_you_know.ipynb",
        "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt -r tests/requirements.txt"
        " && .venv/bin/python -m pytest",
    ):
        assert README.count(f"\n{command}\n") == 1


def test_the_readme_and_the_project_agree_on_the_oldest_python_and_on_those_that_were_tried():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    tried = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert f"You need Python {oldest}" in README and oldest in tried
    assert re.findall(r"3\.\d+", re.search(r"^\| tried \| .*?;", README, re.M)[0]) == tried


TOOLS = [
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    pytest.param(["mypy"], marks=pytest.mark.slow),
]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: " ".join(t[:2]))
def test_the_static_checks_find_nothing(tool):
    done = subprocess.run([sys.executable, "-m", *tool], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_whoever_names_a_test_names_one_that_is_there():
    """The tests for other Pythons, what CI leaves to them, and what the mutation run leaves out."""
    named = {
        found
        for file in ("tests/test_pythons.py", "tests/mutation/mutmut.toml", ".ci/run")
        for found in re.findall(
            r"(test_\w+\.py)::(test_\w+)", (ROOT / file).read_text(encoding="utf-8")
        )
    }
    assert len(named) > 10
    assert [
        one
        for one in named
        if f"def {one[1]}(" not in (ROOT / "tests" / one[0]).read_text(encoding="utf-8")
    ] == []
