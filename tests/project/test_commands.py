"""Test the commands that the project shows to its readers.

`documented.py` finds the commands.  The table `RUN_BY` states what runs each command, and the tests
below check these statements.  If a page gets a new command, the first test fails until a pattern of
the table matches the command.
"""

import importlib
import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from documented import commands, files, workflows
from repository import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMMANDS = commands()


OTHER_PYTHON = "test_pythons.py::test_another_python_gives_the_same_numbers"
PUBLISHED = "test_workflows.py::test_what_is_published_is_what_the_builders_write"
NEW_OWNER = "test_owner.py::test_no_placeholder_is_left_in_a_copy_of_the_repository"
HERO = "test_draw.py::test_the_pictures_of_the_readme_are_what_the_code_draws"
STYLE = "test_style.py::test_the_scripts_print_what_their_first_lines_say"
# Pattern of commands → what runs the commands that match it: a test, as FILE::NAME; a file of CI
# that contains the command; or one of
#   "help"      this file runs the command with --help
#   "import"    the command takes long or changes stored results; this file imports its module
#   "here"      this file runs the command unchanged
#   "pytest"    the command runs tests, which CI runs; this file checks its files and markers
#   "a person"  the command changes a system or waits for a person, so no program runs it
RUN_BY = {
    r"python -m venv \.venv": ".ci/run",
    r"pip install -r requirements\.txt -r tests/requirements\.txt": ".ci/run",
    r"pip install -r requirements\.txt": "test_release.py::test_the_wheel_in_an_empty_place",
    r"pip install -r binder/book/requirements\.txt": ".ci/run",
    r"pip install -e '\.\[cluster\]'": "test_release.py::test_an_extra_can_be_had",
    r"bash \.ci/run": "tests.yml",
    r"jupyter lab .*": "browser/test_smoke.py::test_the_notebook_runs_without_complaint",
    r"uv venv": "test_release.py::test_the_wheel_in_an_empty_place",
    r"uv pip install -r requirements\.txt": OTHER_PYTHON,
    r"uv run --no-project jupyter lab .*": "help",
    r"sudo apt install .*": "a person",
    r"pip install nbclassic voila": "a person",
    r"\. \.venv/bin/activate": "a person",
    r"python -m http\.server .*": "a person",
    r"mv build/lite build/book/lite": PUBLISHED,
    r"pre-commit (install|run --all-files)": "test_commands.py::test_the_hooks_find_nothing",
    r"python -m (build|twine) .*": "test_release.py::test_both_archives_pass_the_check_of_an_index",
    r"python -m pytest\b.*": "pytest",
    r"python -m mypy": "test_layout.py::test_the_static_checks_find_nothing",
    r"python -m ruff .*": "test_layout.py::test_the_static_checks_find_nothing",
    r"python -m mctslib": "test_terminal.py::test_a_game_through_a_pipe",
    r"python -m mctslib --help": "here",
    r"python -m mctslib --game twentyone": "test_recipes.py::test_a_game",
    r"python -m mctslib\.course": "help",
    r"python -m mctslib\.course get .*": "test_release.py::test_get_writes_the_notebooks",
    r"python -m mctslib\.course .*": "test_teach.py::test_a_command_of_the_page_does_what_it_says",
    r"python -m tests\.bench( .*)?": "help",
    r"python -m tests\.bench\.(levels|versus)( .*)?": "help",
    r"python tests/test_(defaults|records|reports)\.py": "import",
    r"python -m tests\.bench\.\w+( .*)?": "import",
    r"python -m tests\.mutation( .*)?": "import",
    r"python \.github/owner\.py .*": NEW_OWNER,
    r"python binder/book/build\.py": "browser/test_book.py::test_the_search_finds_a_chapter",
    r"python binder/lite/build\.py": "browser/test_lite.py::test_the_board_answers",
    r"python notebooks/build\.py --only 99": "test_recipes.py::test_a_chapter",
    r"python notebooks/build\.py --check": NEW_OWNER,
    r"python notebooks/build\.py( --(only|solutions) .*)?": "help",
    r"python notebooks/img/make_hero\.py": HERO,
    r"python tests/prose_numbers\.py .*": "here",
    r"python tests/universal_words\.py( \w+| --idle)?": "here",
    r"python tests/(prose|draw_sentences)\.py( .*)?": STYLE,
}


def pattern_of(command):
    """Return the first pattern that matches the whole command, or "" if there is none."""
    for pattern in RUN_BY:
        if re.fullmatch(pattern, command):
            return pattern
    return ""


def run_by(kind):
    """Return the commands for which `RUN_BY` gives this value, such as "help"."""
    return [one for one in sorted(COMMANDS) if RUN_BY.get(pattern_of(one)) == kind]


def run(command, *more):
    """Run a command of Python or uv in the top folder; return its output in a Windows encoding.

    On Windows, the encoding of redirected output has at most 256 characters, and any other
    character raises an error.
    """
    words = shlex.split(command)
    if words[0] == "python":
        words[0] = sys.executable
    elif words[0] == "uv":
        words[:1] = [sys.executable, "-m", "uv"]
    words += more
    variables = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(
        words, cwd=ROOT, env=variables, capture_output=True, encoding="cp1252", timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_something_runs_every_command():
    assert len(COMMANDS) > 60
    unknown = {one: sorted(where) for one, where in COMMANDS.items() if not pattern_of(one)}
    assert unknown == {}


def test_every_pattern_matches_some_command():
    used = {pattern_of(command) for command in COMMANDS}
    assert set(RUN_BY) == used


@pytest.mark.parametrize("test", sorted({test for test in RUN_BY.values() if "::" in test}))
def test_the_test_that_runs_a_command_exists(test):
    file, _, name = test.partition("::")
    assert f"def {name}(" in (ROOT / "tests" / file).read_text(encoding="utf-8")


def test_ci_runs_what_it_is_said_to_run():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert re.search(r"^python3 -m venv .* -m pytest -n auto$", readme, re.M)
    assert "grep -x 'python3 -m venv .* -m pytest -n auto' README.md" in script
    assert "\ninstall binder/book/requirements.txt" in script
    assert run_by("tests.yml") == ["bash .ci/run"]
    assert "bash .ci/run" in str(workflows()["tests.yml"])


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_file_that_a_command_names_exists(command):
    """The files that a command names exist, except those of chapter 99, which is an example."""
    for path in re.findall(r"[\w./-]+/[\w.-]+\.(?:py|txt|ipynb)\b", command):
        assert "99" in path or (ROOT / path).is_file(), path


@pytest.mark.parametrize("command", run_by("pytest"))
def test_a_command_that_runs_tests_names_files_and_markers_that_exist(command):
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
            assert word.startswith("tests/") and (ROOT / word).is_file(), word


@pytest.mark.parametrize("command", run_by("help"))
def test_a_command_explains_itself(command):
    """Each command has the option --help.

    The test uses only this option, because the commands themselves take minutes or hours.
    """
    first = re.match(r"(?:python -m \S+|python \S+|uv run --no-project jupyter lab)", command)[0]
    assert run(first, "--help").strip()


@pytest.mark.parametrize("command", run_by("here"))
def test_a_command_runs(command):
    assert run(command) is not None


@pytest.mark.parametrize("command", run_by("import"))
def test_the_module_of_a_command_can_be_run(command):
    """The module of a command can be imported, and has code that runs it as a command."""
    words = shlex.split(command)
    name = words[2] if words[1] == "-m" else Path(words[1]).stem
    if name == "tests.mutation":
        name = "tests.mutation.__main__"
    module = importlib.import_module(name.removeprefix("tests."))
    source = Path(module.__file__).read_text(encoding="utf-8")
    assert 'if __name__ == "__main__":' in source


@pytest.mark.slow
def test_the_hooks_find_nothing(tmp_path):
    """The hooks can be installed and find nothing.  The test runs them in a clone."""
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
    activated = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    variables = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home"), "PATH": activated}
    for arguments in (["install"], ["run", "--all-files"]):
        command = [sys.executable, "-m", "pre_commit", *arguments]
        done = subprocess.run(command, cwd=clone, env=variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


# ---------------------------------------------------------------- what programs print


def installs():
    """Return the words that follow each "pip install" in the project, with the path of the file."""
    found = []
    for file in files(".py"):
        if file.name.startswith("test_"):
            continue  # a test may contain a pattern instead of a command
        for words in re.findall(r"pip install ([^`\"\n:,]*)", file.read_text(encoding="utf-8")):
            asked = re.split(r"\(|\s{3,}", words)[0]
            found.append((asked.strip(" .,"), file.relative_to(ROOT).as_posix()))
    return found


def test_messages_ask_for_files_and_packages_that_exist():
    """A package counts as existing if it is installed or if pyproject.toml names it."""
    asked = installs()
    assert len(asked) > 4
    unknown = []
    for words, file in asked:
        for word in re.split(r"[\s,]+", words):
            if word.endswith(".txt"):
                if not (ROOT / word).is_file():
                    unknown.append((word, file))
            elif re.fullmatch(r"'?[a-z][\w-]+(?:[<>=].*)?", word) and not known(word):
                unknown.append((word, file))
    assert unknown == []


def known(word):
    """Return whether the package `word` is installed, or is named in pyproject.toml."""
    name = re.match(r"'?([\w-]+)", word)[1]
    if name in str(PROJECT["project"]):
        return True
    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False
