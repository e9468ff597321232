"""Check the layout of the repository: few files at the top, one formatter, one version number."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

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
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def committed():
    """Return the files that git tracks; skip the test if git is missing."""
    command = ["git", "ls-files", "-z"]
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace", check=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return done.stdout.strip("\0").split("\0")


def test_only_what_a_reader_expects_stands_at_the_top():
    top = {name.split("/")[0] for name in committed()}
    assert {name for name in top if not name.startswith(".")} <= TOP


@pytest.mark.parametrize("module", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_module_says_in_its_first_sentence_what_it_is_for(module):
    text = module.read_text(encoding="utf-8").strip()
    assert not text or text.startswith(('"""', 'r"""'))


def test_the_version_is_the_same_everywhere():
    version = PROJECT["version"]
    init = (ROOT / "mctslib/__init__.py").read_text(encoding="utf-8")
    assert re.findall(r'^__version__ = "(.+)"', init, re.M) in ([], [version])
    citation = yaml.safe_load((ROOT / ".github/CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == version and citation["license"] == PROJECT["license"]
    changes = (ROOT / ".github/CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+?)[, ]", changes, re.M)[1] == version


def test_the_readme_gives_one_command_to_start_and_one_to_test():
    for command in (
        "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"
        " && .venv/bin/jupyter lab notebooks/00_play_before_you_know.ipynb",
        "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"
        " -r tests/requirements.txt && .venv/bin/python -m pytest -n auto",
    ):
        assert README.count(f"\n{command}\n") == 1


def test_the_classifiers_name_the_pythons_that_were_tried():
    """The classifiers name the versions of Python that `tests/README.md` lists.

    README.md names the oldest version.
    """
    oldest = PROJECT["requires-python"].removeprefix(">=")
    tried = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert f"Python {oldest} or newer" in README and oldest == tried[0]
    page = (ROOT / "tests/README.md").read_text(encoding="utf-8")
    sentence = re.search(r"^\| tried \| (.*?):", page, re.M)[1]
    assert re.findall(r"3\.\d+", sentence) == tried


TOOLS = [
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    pytest.param(["mypy"], marks=pytest.mark.slow),
    pytest.param(["mypy", "--platform", "win32"], marks=pytest.mark.slow),
    pytest.param(["mypy", "--platform", "darwin"], marks=pytest.mark.slow),
]


@pytest.mark.parametrize("tool", TOOLS, ids=" ".join)
def test_the_static_checks_find_nothing(tool):
    command = [sys.executable, "-m", *tool]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace"
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_file_that_names_a_test_names_one_that_exists():
    """The files checked are `test_pythons.py`, `.ci/run` and the settings of the mutation run."""
    named = set()
    for file in ("tests/test_pythons.py", "tests/mutation/settings.toml", ".ci/run"):
        text = (ROOT / file).read_text(encoding="utf-8")
        named |= set(re.findall(r"(test_\w+\.py)::(test_\w+)", text))
    assert len(named) > 10
    missing = []
    for file, test in sorted(named):
        if f"def {test}(" not in (ROOT / "tests" / file).read_text(encoding="utf-8"):
            missing.append(f"{file}::{test}")
    assert missing == []
