"""Code that behaves differently on another system has a test that simulates that system.

The test finds such code by searching for telltale words.  The tests simulate Windows by replacing
`sys` in the module, and they simulate a missing function by deleting the function.
"""

import os
import re
import sys
from types import SimpleNamespace

import pytest
from bench import __main__ as bench
from repository import ROOT, files, module_at

from mctslib.fast import warm

DIFFERENT = re.compile(
    r"sys\.platform|os\.name\b|hasattr\((os|signal|time|socket)\b|\b(fcntl|msvcrt|termios|winreg)\b"
    r"|pthread_|sysconf|/proc/|os\.(nice|fork|getuid|geteuid|kill|link|cpu_count)\b"
    r"|import readline|get_context\("
)
# The file → the tests that simulate other systems, as FILE::NAME.
SIMULATED_BY = {
    "binder/lite/build.py": ["test_platforms.py::test_the_python_of_the_builder_s_environment"],
    "mctslib/arena/spread.py": [
        "test_parallel.py::test_main_is_itself_again",
        "test_parallel.py::test_no_more_processes_are_started_than_windows_can_use",
        "test_parallel.py::test_without_a_mask_of_signals_as_on_windows_jobs_are_done_all_the_same",
    ],
    "mctslib/course/store.py": [
        "test_course.py::test_windows_refuses_a_lock_that_is_just_being_removed_and_is_asked_again"
    ],
    "mctslib/draw/layout.py": ["test_draw.py::test_an_installed_graphviz_is_preferred"],
    "mctslib/fast/memory.py": [
        "test_fast.py::test_without_the_files_of_linux_the_system_is_asked_otherwise"
    ],
    "mctslib/fast/warm.py": ["test_platforms.py::test_a_system_without_nice_compiles_all_the_same"],
    "mctslib/files.py": [
        "test_files.py::test_and_if_it_goes_on_refusing_the_old_content_stays",
        "test_files.py::test_a_new_file_is_written_and_one_that_is_there_is_not_touched",
    ],
    "mctslib/machine.py": [
        "test_in_browser.py::test_without_threads_processes_and_big_packages_everything_runs_and_what_cannot_says_why"
    ],
    "mctslib/terminal/console.py": [
        "test_terminal.py::test_without_readline_as_on_windows_one_can_type"
    ],
    "tests/bench/__main__.py": ["test_platforms.py::test_the_python_of_a_bench_s_environment"],
}


def is_run_by_readers_or_owners(file):
    """Return whether a file is code that runs on other people's systems, and not a test."""
    place = file.relative_to(ROOT)
    return place.parts[0] != "tests" or place.parts[1] == "bench"


def different_files():
    """Return the files with code that behaves differently on another system."""
    found = []
    for file in filter(is_run_by_readers_or_owners, files(".py")):
        if DIFFERENT.search(file.read_text(encoding="utf-8")):
            found.append(file.relative_to(ROOT).as_posix())
    return found


def test_each_file_with_code_for_another_system_names_its_tests():
    assert different_files() == sorted(SIMULATED_BY)


@pytest.mark.parametrize("test", sorted({test for some in SIMULATED_BY.values() for test in some}))
def test_the_test_that_simulates_a_system_exists(test):
    file, _, name = test.partition("::")
    assert f"def {name}(" in (ROOT / "tests" / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "platform, place", [("win32", "Scripts/python.exe"), ("linux", "bin/python")]
)
def test_the_python_of_a_bench_s_environment(platform, place, tmp_path, monkeypatch):
    own = SimpleNamespace(platform=platform, executable=sys.executable)
    monkeypatch.setattr(bench, "sys", own)
    monkeypatch.setattr(bench, "BUILD", tmp_path)
    interpreter = tmp_path / "peers" / place
    interpreter.parent.mkdir(parents=True)
    assert str(bench.python("peers")) == sys.executable
    interpreter.touch()
    assert bench.python("peers") == interpreter


@pytest.mark.parametrize("platform, folder", [("win32", "Scripts"), ("darwin", "bin")])
def test_the_python_of_the_builder_s_environment(platform, folder, monkeypatch):
    lite = module_at("binder/lite/build.py")
    monkeypatch.setattr(lite, "sys", SimpleNamespace(platform=platform))
    assert lite.own_python() == lite.ENVIRONMENT / folder / "python"


@pytest.mark.parametrize("has_nice", [True, False])
def test_a_system_without_nice_compiles_all_the_same(has_nice, monkeypatch):
    asked = []
    monkeypatch.delattr(os, "nice", raising=False)
    if has_nice:
        monkeypatch.setattr(os, "nice", asked.append, raising=False)
    exec(warm.POLITE)
    assert asked == ([5] if has_nice else [])
