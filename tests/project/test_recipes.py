"""Follow the four recipes of the map to the letter in a copy of the repository.

`tests/recipes/` has one example for each recipe.  A test puts the files of the example where the
recipe says, makes the one-line changes that the recipe names, and runs the commands that the recipe
names.
"""

import os
import re
import shutil
import subprocess
import sys

import pytest
from repository import ROOT

EXAMPLES = ROOT / "tests" / "recipes"
MAP = (ROOT / "mctslib" / "README.md").read_text(encoding="utf-8")
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "build", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"
)


@pytest.fixture
def copy(tmp_path):
    """Return a copy of the repository without built files."""
    folder = tmp_path / "copy"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    return folder


def run(copy, *arguments, typed="", good=True):
    """Run Python in the copy and return what it printed.

    good    whether the command has to succeed
    """
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env={**kept, "PYTHONPATH": str(copy), "MCTSLIB_PROGRESS": "off"},
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )
    printed = done.stdout + done.stderr
    assert (done.returncode == 0) == good, printed
    return printed


def run_tests(copy, files, name):
    """Run the tests whose names match `name` in some files of the copy; at least one must pass."""
    found = run(copy, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *files, "-k", name)
    assert re.search(r"\d+ passed", found), found


def check_imports(copy):
    """Check that each part of the copy imports only what the contracts allow."""
    run(copy, "-c", "from importlinter.cli import lint_imports_command as c; c()")


def insert_line(file, before, line):
    """Insert a line into a file, before the first line that begins with `before`."""
    text = file.read_text(encoding="utf-8")
    place = re.search(rf"^{re.escape(before)}", text, re.M)
    assert place, f"{file} has no line that begins with {before!r}"
    file.write_text(f"{text[: place.start()]}{line}\n{text[place.start() :]}", encoding="utf-8")


def said_in_the_map(*names):
    """Check that the recipes of the map name these files and settings, which the test uses."""
    recipes = MAP.partition("## Four recipes")[2]
    assert recipes
    for name in names:
        assert name in recipes, f"the recipes do not name {name}"


@pytest.mark.slow
def test_a_game(copy):
    said_in_the_map("games/twenty_one.py", "games/__init__.py", "MENU", "--game twentyone")
    shutil.copy(EXAMPLES / "twenty_one.py", copy / "mctslib/games")
    insert_line(
        copy / "mctslib/games/__init__.py",
        "from mctslib.games.two_cards",
        "from mctslib.games.twenty_one import TwentyOne as TwentyOne",
    )
    check = "from mctslib.games import TwentyOne; from mctslib.checks import check_game; "
    assert "✘" not in run(copy, "-c", f"{check}print(check_game(TwentyOne()))")
    run(
        copy,
        "-c",
        "from mctslib.games import TwentyOne; from mctslib.widgets import Play; Play(TwentyOne())",
    )

    played = run(
        copy, "-m", "mctslib", "--game", "twentyone", "--level", "1", typed="action 2\nq\n"
    )
    listed = re.findall(r"action \d", played)
    assert listed and "do not understand" not in played, played
    run_tests(
        copy,
        ["tests/terminal/test_terminal.py", "tests/checks/test_checks.py"],
        "twentyone or TwentyOne",
    )
    check_imports(copy)


@pytest.mark.parametrize(
    "chapter",
    [pytest.param("99", marks=pytest.mark.slow), pytest.param("98b", marks=pytest.mark.long)],
)
def test_a_chapter(copy, chapter):
    """The recipe works for chapter 99, whose files the example has, and for the half chapter 98b.

    For 98b the test replaces 99 with 98b in these files.
    """
    said_in_the_map(
        "course/ch99/",
        "questions.toml",
        "checkers.py",
        "notebooks/src/99_count_to_two.py",
        "tests/course/test_exercises_99.py",
        "build.py --only 99",
    )
    folder = copy / f"mctslib/course/ch{chapter}"
    shutil.copytree(EXAMPLES / "chapter", folder)
    source = copy / f"notebooks/src/{chapter}_count_to_two.py"
    shutil.copy(EXAMPLES / "99_count_to_two.py", source)
    answers = copy / f"tests/course/test_exercises_{chapter}.py"
    shutil.copy(EXAMPLES / "test_exercises_99.py", answers)
    for file in [*folder.iterdir(), source, answers]:
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("99", chapter), encoding="utf-8")
    list_chapter(chapter, copy / "README.md")
    run(copy, "notebooks/build.py", "--only", chapter)
    files = ["test_notebooks", "test_course", "test_claims", "test_exercises"]
    names = f"{chapter} or every_chapter or called_as_their_notebooks"
    run_tests(
        copy,
        [*(f"tests/course/{name}.py" for name in files), "tests/project/test_readme.py"],
        names,
    )
    check_imports(copy)


def list_chapter(chapter, readme):
    """Add a new chapter of 5 minutes to README's table, after chapter 17."""
    text = readme.read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if "17_roll_dice_hide_cards" in line)
    links, minutes = row.rsplit("|", 2)[:2]
    link = f"[{chapter} Count to two](notebooks/{chapter}_count_to_two.ipynb)"
    new = f"{links.rstrip()} · {link} | {int(minutes) + 5} |"
    readme.write_text(text.replace(row, new), encoding="utf-8")


@pytest.mark.slow
def test_a_method_of_search(copy):
    said_in_the_map("methods/greedy.py", "options()", "MCTSPlayer", "StepperView")
    said_in_the_map("treats_chance = True", "refuse_chance", "refuse_hidden", "test_methods.py")
    shutil.copy(EXAMPLES / "greedy.py", copy / "mctslib/methods")
    use = """
from mctslib import TicTacToe, search
from mctslib.arena import MCTSPlayer, match
from mctslib.checks import check_tree
from mctslib.methods.greedy import Greedy
from mctslib.widgets import StepperView

check_tree(search(TicTacToe(), 100, seed=1, **Greedy().options()).root)
player = MCTSPlayer(20, method=Greedy, name="greedy 20")
print(match(player, player, 2, seed=1))
StepperView(TicTacToe(), iterations=20, **Greedy().options())
"""
    run(copy, "-c", use)
    run_tests(copy, ["tests/methods/test_methods.py"], "greedy or Greedy")
    check_imports(copy)


@pytest.mark.slow
def test_a_widget_that_chapters_share(copy):
    said_in_the_map(
        "widgets/counting/count.py", "widgets/__init__.py", '"counting.count": "Counter"'
    )
    shutil.copytree(EXAMPLES / "counting", copy / "mctslib/widgets/counting")
    insert_line(
        copy / "mctslib/widgets/__init__.py",
        '        "atlas.atlas"',
        '        "counting.count": "Counter",',
    )
    use = "from mctslib.widgets import Counter; c = Counter(); c.press(); print(c.static_picture())"
    assert "Presses: 1." in run(copy, "-c", use)
    check_imports(copy)
