"""The mutation run copies the right files and tries the right mutants.

The lists in the settings of the run name existing tests.
"""

import ast
import os
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from mutation import __main__ as runner
from mutation.__main__ import SETTINGS, Found, Rule, all_changes, drawn, files, report, rules
from mutation.changes import changes, version

ROOT = Path(__file__).resolve().parent.parent
SELECTED = SETTINGS["tests"]


@pytest.mark.parametrize("entry", SELECTED)
def test_every_test_that_is_selected_or_left_out_exists(entry):
    """If a selected test did not exist, the mutation run would end before its first mutant."""
    file, _, test = entry.removeprefix("--deselect=").partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    assert not test or f"def {test.partition('[')[0]}(" in text


@pytest.mark.parametrize("pattern", SETTINGS["files"])
def test_every_file_that_is_mutated_exists(pattern):
    assert list(ROOT.glob(pattern))


def mutated_modules():
    """Return a dict of the modules that the run mutates: name → file."""
    found = {}
    for pattern in SETTINGS["files"]:
        for file in ROOT.glob(pattern):
            if pattern.endswith("/*") and file.suffix == ".py" and file.stem != "__init__":
                name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
                found[name] = file
    return found


def imported_by(file):
    """Return the modules of the library from which a file imports something.

    For a name that a room offers, such as `mctslib.games.Nim`, the module that defines the name is
    returned.
    """
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("mctslib"):
            found.add(node.module)
            module = import_module(node.module)
            for alias in node.names:
                found.add(f"{node.module}.{alias.name}")
                found.add(getattr(getattr(module, alias.name, None), "__module__", ""))
    return found


def test_each_module_that_is_mutated_is_reached_by_a_test_that_is_selected():
    """Every mutated module is imported by a selected test.

    If no selected test imported a new game, every mutant of this game would survive.
    """
    modules = mutated_modules()
    waiting = []
    for entry in SELECTED:
        if not entry.startswith("--"):
            waiting.append(ROOT / entry.partition("::")[0])
    reached = set()
    while waiting:
        new = imported_by(waiting.pop()) & set(modules) - reached
        reached |= new
        waiting += [modules[name] for name in new]
    assert set(modules) - reached == set()


# ---------------------------------------------------------------------------- changes


def names_of(source):
    """Return the names of the changes of a module."""
    return [change.name for change in changes(source)]


@pytest.mark.parametrize(
    "line, changed",
    [
        ("return a + b", ["return a - b"]),
        ("return a // b", ["return a / b"]),
        ("return a < b", ["return a <= b"]),
        ("return a in b", ["return a not in b"]),
        ("return a and b", ["return a or b"]),
        ("return not a", ["return not not a"]),
        ("return 1", ["return 2"]),
        ("return True", ["return False"]),
        ("return 'Ab'", ["return 'XXAbXX'", "return 'ab'", "return 'AB'"]),
        ("return f'Ab{a}'", []),
        ("return len(a, 1)", []),
        ("return a(b)", ["return a(None)"]),
        ("return a(b, c=d)", ["a(None, c=d)", "a(c=d)", "a(b, c=None)", "a(b)"]),
        ("return a(*b)", []),
        ("return a.split()", []),
        ("return a.find()", ["return a.rfind()"]),
        ("return lambda: a", ["return lambda: None"]),
        ("return a if b else c", ["return a if False else c", "return a if True else c"]),
        ("a = b", ["a = None"]),
        ("a = None", ["a = ''"]),
        ("a += b", ["a -= b", "a = b"]),
        ("a: int = b", ["a: int = None"]),
        ("'A docstring.'", []),
        ("pass", []),
    ],
)
def test_the_changes_of_a_statement(line, changed):
    """The changes of a line equal those listed by hand."""
    expected = []
    for new in changed:
        if "return" in line and "return" not in new:
            new = f"return {new}"
        expected.append(f"{line} → {new}")
    assert names_of(f"def f():\n    {line}\n") == expected


def test_a_loop_and_a_match_change_in_their_first_lines():
    source = """
def f(a=1):
    for b in a(2):
        if b:
            continue
        break
    match a:
        case 1:
            pass
        case _:
            pass
"""
    assert names_of(source) == [
        "def f(a=1): → def f(a=2):",
        "for b in a(2): → for b in a(None):",
        "for b in a(2): → for b in a(3):",
        "match a: → match a:",  # one of two cases is omitted, or `case 1` becomes `case 2`
        "match a: → match a: (2)",
        "match a: → match a: (3)",
        "break → return",
        "continue → break",
    ]


SOURCE = """
from functools import cache


class Point:
    @property
    def double(self):
        return 2 * self.x


@cache
def slow(n, m=3):
    def inner():
        return n

    return inner() + m
"""


def run_changed(change):
    """Run a module with the changed code of one function; return the module's names."""
    names = {}
    exec(compile(SOURCE, "file", "exec"), names)
    code = change.code("file")
    where = names["Point"].double.fget if "." in change.function.name else names["slow"].__wrapped__
    where.__code__ = code
    return names


def test_changed_code_can_be_put_into_a_function_that_is_decorated():
    done = {}
    for change in changes(SOURCE):
        names = run_changed(change)
        point = names["Point"]()
        point.x = 5
        done[change.name] = point.double, names["slow"](4)
    assert done == {
        "return 2 * self.x → return 2 / self.x": (0.4, 7),
        "return 2 * self.x → return 3 * self.x": (15, 7),
        "def slow(n, m=3): → def slow(n, m=4):": (10, 7),  # defaults are not part of the code
        "return inner() + m → return inner() - m": (10, 1),
    }


def test_a_change_knows_its_function_and_the_lines_that_reach_it():
    found = {change.name.partition(" →")[0]: change for change in changes(SOURCE)}
    assert found["return 2 * self.x"].function.name == "Point.double"
    assert found["return 2 * self.x"].function.line == 6  # the line where the decorator begins
    assert list(found["return 2 * self.x"].lines) == [8]
    assert list(found["def slow(n, m=3):"].lines) == [13, 14, 15, 16]


def test_after_all_changes_the_tree_is_as_before():
    """Each change is undone before the next one is made."""
    for path in files():
        text = (ROOT / path).read_text(encoding="utf-8")
        last = None
        for change in changes(text):
            last = change
        assert last is None or ast.dump(last.module) == ast.dump(ast.parse(text))


# ---------------------------------------------------------------------------- the run


GAME = """
def double(n):
    if n < 0:
        return "less than 0"
    return n * 2

def endless(n):
    while n > 0:
        n = n - 1
    return n

def plus_one(function):
    def added(n):
        return function(n) + 1
    return added

@plus_one
def triple(n):
    return 3 * n

def made():
    return 5

TABLE = made()
"""
TESTS = """
from mctslib.game import TABLE, double, endless, triple

def test_double():
    assert double(3) == 6

def test_negative():
    assert double(-1).startswith("less")

def test_the_end():
    assert endless(2) == 0

def test_triple():
    assert triple(2) == 7

def test_the_table():
    assert TABLE == 5
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Make a small project for the runner to work on, and return its folder."""
    files = {
        "mctslib/__init__.py": "",
        "mctslib/game.py": GAME,
        "tests/test_game.py": TESTS,
        "notebooks/a.txt": "",
        "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "--import-mode=importlib"\n',
    }
    for name, content in files.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(content, encoding="utf-8")
    (tmp_path / "tests/mutation").symlink_to(ROOT / "tests/mutation")
    monkeypatch.setattr(runner, "ROOT", tmp_path)
    monkeypatch.setattr(runner, "WORK", tmp_path / "build/mutation")
    settings = {"files": ["mctslib/game.py"], "tests": ["tests/test_game.py"], "defaults": []}
    monkeypatch.setattr(runner, "SETTINGS", settings)
    monkeypatch.setattr(runner, "rules", list)
    return tmp_path


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")


@needs_fork
@pytest.mark.slow
def test_a_run_finds_the_survivors_and_resumes(project, capfd):
    """No test calls double(0), and a loop from 2 that subtracts 2 also ends at 0.

    The result of `made` is used at import, so a change in `made` is noticed at the next import.
    The function that `plus_one` made during the import gets the changed code.
    """
    assert runner.main(["--tests", "tests/test_game.py"]) == 1
    known = {change.change: verdict["result"] for change, verdict in runner.verdicts().items()}
    assert set(known) == {change.change for change in all_changes(["mctslib/game.py"])}
    assert {name for name, result in known.items() if result == "survived"} == {
        "double: if n < 0: → if n <= 0:",
        "double: if n < 0: → if n < 1:",
        "endless: n = n - 1 → n = n - 2",
    }
    assert known["endless: n = n - 1 → n = n + 1"] == "ended"
    lines = (runner.WORK / "verdicts.jsonl").read_text(encoding="utf-8")
    assert runner.main(["--tests", "tests/test_game.py"]) == 1
    assert (runner.WORK / "verdicts.jsonl").read_text(encoding="utf-8") == lines


FOUND = [Found(f"mctslib/{file}.py", f"f: {k} → {k + 1}", "1") for file in "ab" for k in range(8)]


def test_a_share_is_the_same_each_time():
    assert drawn(FOUND, 1 / 4) == drawn(FOUND, 1 / 4)
    assert sorted(change.file for change in drawn(FOUND, 1 / 4)) == 2 * [FOUND[0].file] + 2 * [
        FOUND[-1].file
    ]
    assert set(drawn(FOUND, 1)) == set(FOUND)


def test_survivors_that_are_not_explained_are_counted(monkeypatch, capsys):
    """Two changes survived.  One rule explains the first change; the other explains neither."""
    known = {change: {"result": "noticed"} for change in FOUND[:4]}
    known[FOUND[1]] = known[FOUND[2]] = {"result": "survived"}
    same = Rule("It does the same.", ("a.f",), "1", "1|2")
    idle = Rule("There is no such survivor.", ("a.g",), "", ".*")
    monkeypatch.setattr(runner, "verdicts", lambda: known)
    monkeypatch.setattr(runner, "rules", lambda: [same, idle])
    assert report(FOUND) == 2
    printed = capsys.readouterr().out
    assert "16 changes, 4 tried, 2 noticed, 1 explained" in printed
    assert "rules that explain no survivor: 1\n    a.g: There is no such survivor." in printed
    assert "not explained: 1\n    a.f: 2 → 3" in printed


@pytest.mark.parametrize(
    "covered, rule",
    [
        (True, {}),
        (True, {"where": ("*.g", "a.*")}),
        (False, {"where": ("b.*",)}),
        (True, {"says": "zip("}),
        (False, {"says": "min("}),
        (False, {"differ": "True"}),
    ],
)
def test_a_rule_covers_changes_in_its_functions_that_differ_only_in_its_words(covered, rule):
    change = Found("mctslib/a.py", "f: zip(one, strict=True) → zip(one, strict=None) (2)", "1")
    whole = {"why": "", "where": ("a.f",), "says": "", "differ": "True|None"}
    assert Rule(**whole | rule).covers(change) == covered


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.where[0])
def test_each_rule_covers_changes_that_exist(rule):
    """Each rule explains a change of the current code, even if the functions were edited."""
    assert any(rule.covers(change) for change in every_change()), rule


@cache
def every_change():
    """Return all changes that can currently be made in the library."""
    return list(all_changes(files()))


def test_another_docstring_makes_no_other_version_of_a_function():
    """If only a docstring was edited, a tried change is not tried again."""
    texts = ['def f(a):\n    """{}"""\n    return a + 1\n', 'def f(a):\n    """{}"""\n']
    for text in texts:
        one, other = (ast.parse(text.format(words)).body[0] for words in ("One.", "Other."))
        assert version(one) == version(other)
        assert ast.get_docstring(one) == "One."
    plus, minus = (ast.parse(f"def f(a):\n    return a {sign} 1\n").body[0] for sign in "+-")
    assert version(plus) != version(minus)
