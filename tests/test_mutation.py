"""The mutation run copies the right files, tries the right mutants, and its lists name existing
tests.
"""

import ast
import json
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from mutation import __main__ as runner
from mutation.__main__ import FileVerdicts, drawn, explained, plain, report, short, untried_in

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / "tests/mutation/mutmut.toml").read_text(encoding="utf-8"))
MUTMUT = SETTINGS["tool"]["mutmut"]
SELECTED = MUTMUT["pytest_add_cli_args_test_selection"]


@pytest.mark.parametrize("entry", SELECTED)
def test_every_test_that_is_selected_or_left_out_exists(entry):
    """If a selected test did not exist, the mutation run would end before its first mutant."""
    file, _, test = entry.removeprefix("--deselect=").partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    assert not test or f"def {test.partition('[')[0]}(" in text


@pytest.mark.parametrize("pattern", MUTMUT["only_mutate"])
def test_every_file_that_is_mutated_exists(pattern):
    assert list(ROOT.glob(pattern))


def mutated_modules():
    """Return the modules of the rooms that the run mutates: name → file."""
    found = {}
    for pattern in MUTMUT["only_mutate"]:
        for file in ROOT.glob(pattern):
            if pattern.endswith("/*") and file.suffix == ".py" and file.stem != "__init__":
                name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
                found[name] = file
    return found


def imported_by(file):
    """Return the modules of the library from which a file imports something.

    For a name that a room offers, such as `mctslib.games.Nim`, this is the module that defines it.
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
    """Every mutated module is imported by a selected test; otherwise every mutant of a new game
    would survive.
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


SOURCE = """
class Point:
    def __new__(cls, x):
        return tuple.__new__(cls)

    @property
    def double(self):
        return 2 * self.x

    @double.setter
    def double(self, x):
        self.x = x


@cache
@twice(3)
def slow(n):
    return n
"""


def test_decorators_are_applied_below_their_functions():
    lines = [line for line in plain(SOURCE).splitlines() if line]
    assert lines == [
        "class Point:",
        "    def made(cls, x):",
        "        return tuple.__new__(cls)",
        "    __new__ = made",
        "    def double(self):",
        "        return 2 * self.x",
        "    double = property(double)",
        "    @double.setter",
        "    def double(self, x):",
        "        self.x = x",
        "def slow(n):",
        "    return n",
        "slow = cache(twice(3)(slow))",
    ]
    assert len(plain(SOURCE).splitlines()) == len(SOURCE.splitlines()) + 3


def test_names_are_shortened_as_the_page_writes_them():
    assert short("mctslib.tree.xǁNodeǁpath__mutmut_3") == "tree.Node.path 3"
    assert short("mctslib.arena.spread.x_spread__mutmut_12") == "arena.spread.spread 12"
    assert all(re.fullmatch(r"[\w.]+ \d+", name) for name in explained())


FILES = [
    FileVerdicts("mctslib/a.py", {f"mctslib.a.x_f__mutmut_{k}": None for k in range(8)}),
    FileVerdicts("mctslib/b.py", {f"mctslib.b.x_g__mutmut_{k}": k % 2 or None for k in range(8)}),
]


def test_a_share_is_the_same_each_time_and_leaves_out_what_is_decided():
    assert drawn(FILES, 1 / 4) == drawn(FILES, 1 / 4)
    assert len(drawn(FILES[:1], 1 / 4)) == 2 and set(drawn(FILES, 1)) == {
        *FILES[0].codes,
        *(f"mctslib.b.x_g__mutmut_{k}" for k in (0, 2, 4, 6)),
    }


def test_only_files_that_were_changed_are_resumed():
    assert untried_in(FILES, {"mctslib/b.py", "README.md"}) == FILES[1].untried()
    assert len(FILES[1].untried()) == 4


def test_survivors_that_the_page_does_not_explain_are_counted(monkeypatch, capsys):
    codes = {"mctslib.a.x_f__mutmut_1": 0, "mctslib.a.x_f__mutmut_2": 1}
    codes |= {"mctslib.a.x_f__mutmut_3": 33, "mctslib.a.x_f__mutmut_4": None}
    monkeypatch.setattr(runner, "explained", lambda: {"a.f 1", "a.gone 7"})
    assert report([FileVerdicts("mctslib/a.py", codes)]) == 1
    printed = capsys.readouterr().out
    assert "1 of 3 killed" in printed and "2 survived, 1 not tried" in printed
    assert "no such mutant any more: 1\n    a.gone 7" in printed
    assert "not explained: 1\n    a.f 3" in printed


def test_a_file_that_has_not_changed_keeps_its_time(tmp_path, monkeypatch):
    """Copying an unchanged file keeps its time, so its verdicts stay and an interrupted run can be
    continued.
    """
    monkeypatch.setattr(runner, "ROOT", tmp_path / "project")
    monkeypatch.setattr(runner, "WORK", tmp_path / "copy")
    source = tmp_path / "project/mctslib/a.py"
    source.parent.mkdir(parents=True)
    source.write_text("@cache\ndef f():\n    pass\n", encoding="utf-8")
    name, target = Path("mctslib/a.py"), tmp_path / "copy/mctslib/a.py"
    runner.copy_file(name, ["mctslib/a.py"])
    before = target.stat().st_mtime_ns
    runner.copy_file(name, ["mctslib/a.py"])
    assert target.stat().st_mtime_ns == before and "f = cache(f)" in target.read_text("utf-8")
    source.write_text("def f():\n    return 1\n", encoding="utf-8")
    runner.copy_file(name, ["mctslib/a.py"])
    assert target.read_text("utf-8") == "def f():\n    return 1\n"


def test_verdicts_are_read_from_what_mutmut_writes(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "WORK", tmp_path)
    meta = tmp_path / "mutants/mctslib/a.py.meta"
    meta.parent.mkdir(parents=True)
    meta.write_text(json.dumps({"exit_code_by_key": {"m": 0, "n": None}}), encoding="utf-8")
    (found,) = runner.verdicts()
    assert found.name == "mctslib/a.py" and found.survivors() == ["m"] and found.untried() == ["n"]
