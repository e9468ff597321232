"""A pytest plugin that records which lines each test executes, and how long each test takes.

The plugin writes `reach.json`, which `Reach.read` reads.  The lines that run before the first test
are listed separately: they run when the library is imported or the tests are collected.
"""

import json
import os
import time
from pathlib import Path
from typing import NamedTuple

import coverage

FILE = Path("reach.json")
DATA = Path("reach.coverage")


class Reach(NamedTuple):
    """The notes about the tests that the last complete run has written.

    tests     file → line → the tests that run the line, as numbers
    seconds   the processor time of each test
    names     the name of each test
    imported  file → the lines that run before the first test
    """

    tests: dict[str, dict[int, list[int]]]
    seconds: list[float]
    names: list[str]
    imported: dict[str, set[int]]

    @classmethod
    def read(cls) -> "Reach":
        """Return the notes that the last run of all tests has written."""
        stored = json.loads(FILE.read_text(encoding="utf-8"))
        tests = {}
        for file, lines in stored["tests"].items():
            tests[file] = {int(line): numbers for line, numbers in lines.items()}
        imported = {file: set(lines) for file, lines in stored["imported"].items()}
        return cls(tests, stored["seconds"], stored["names"], imported)

    def at(self, file: str, lines: range) -> list[int]:
        """Return the tests that run one of these lines, the quickest first."""
        found: set[int] = set()
        for line in lines:
            found |= set(self.tests.get(file, {}).get(line, ()))
        return sorted(found, key=lambda number: (self.seconds[number], number))


class Recorder:
    """Measures the tests of one session of pytest."""

    def __init__(self) -> None:
        self.coverage = coverage.Coverage(
            data_file=str(DATA), config_file=False, source=["mctslib"], messages=False
        )
        self.names: list[str] = []
        self.seconds: list[float] = []
        self.begun = 0.0
        self.coverage.erase()
        self.coverage.start()

    def begin(self, name: str) -> None:
        """Note that a test begins."""
        self.coverage.switch_context(str(len(self.names)))
        self.names.append(name)
        self.begun = time.process_time()

    def end(self) -> None:
        """Note that the test has ended."""
        self.seconds.append(round(time.process_time() - self.begun, 4))

    def write(self) -> None:
        """Write everything that was noted."""
        self.coverage.stop()
        self.coverage.save()
        data = self.coverage.get_data()
        tests: dict[str, dict[int, list[int]]] = {}
        imported: dict[str, list[int]] = {}
        for path in data.measured_files():
            file = Path(path).relative_to(os.getcwd()).as_posix()
            tests[file], imported[file] = {}, []
            for line, contexts in data.contexts_by_lineno(path).items():
                tests[file][line] = sorted(int(name) for name in contexts if name)
                if "" in contexts:
                    imported[file].append(line)
        stored = {
            "tests": tests,
            "seconds": self.seconds,
            "names": self.names,
            "imported": imported,
        }
        FILE.write_text(json.dumps(stored), encoding="utf-8")


RECORDER: list[Recorder] = []


def pytest_load_initial_conftests():
    """Begin to measure before the library is imported."""
    RECORDER.append(Recorder())


def pytest_runtest_logstart(nodeid):
    RECORDER[0].begin(nodeid)


def pytest_runtest_logfinish():
    RECORDER[0].end()


def pytest_sessionfinish():
    RECORDER[0].write()
