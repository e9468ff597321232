"""A pytest plugin that tries changes: for each change it forks a child, which runs the tests.

The library and the tests are imported and collected once.  A child puts the changed code into the
function and runs the tests that run the changed lines, the quickest first, until one fails.  So a
change takes little more time than the test that notices it.

A test is stopped if it takes far more processor time than usual.  A child is stopped if it takes
far more wall-clock time than usual, for example because it sleeps.
"""

import ast
import contextlib
import ctypes
import functools
import gc
import json
import os
import resource
import shutil
import signal
import time
from collections import Counter
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import pytest
from mutation.changes import Change, changes, codes_in
from mutation.reach import Reach

WANTED = Path("wanted.json")  # the changes to try, the budget, and the tests of defaults
VERDICTS = Path("verdicts.jsonl")  # one line for each change that was tried

NOTICED, SURVIVED, ENDED, NO_PYTHON = "noticed", "survived", "ended", "no Python"
NOT_PUT_IN = "not put in"  # for example if another function makes the function anew in each call
RESULTS = {0: SURVIVED, 1: NOTICED, 2: NOT_PUT_IN, 3: NO_PYTHON}  # exit code of a child → result
USUAL_TIMES, USUAL_PLUS = 10, 2.0  # a test is stopped after 10 × its usual time + 2 seconds
ASLEEP_AFTER = (
    120.0  # wall-clock seconds for a child, to which ten times the usual time of its tests is added
)
MEMORY = 4 * 2**30  # bytes of memory that a child may use
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class Trial(NamedTuple):
    """The result of trying one change.

    result   noticed, survived, ended (in a loop, or asleep), no Python or not put in
    test     the number of the test that noticed the change; None if none did
    seconds  the processor time of the trial
    """

    result: str
    test: int | None
    seconds: float


# ---------------------------------------------------------------------------- the child


def live_functions() -> dict[tuple[str, str, int], list[FunctionType]]:
    """Return the library's functions in memory as a dict: file, name, first line → functions."""
    found: dict[tuple[str, str, int], list[FunctionType]] = {}
    for thing in gc.get_objects():
        if type(thing) is FunctionType and (thing.__module__ or "").startswith("mctslib."):
            code = thing.__code__
            key = code.co_filename, code.co_qualname, code.co_firstlineno
            found.setdefault(key, []).append(thing)
    return found


CACHED = type(functools.cache(len))  # a function that stores its results


def live_caches() -> list[Any]:
    """Return the functions of the library that store their results."""
    found = []
    for thing in gc.get_objects():
        if isinstance(thing, CACHED):
            if (thing.__module__ or "").startswith("mctslib"):
                found.append(thing)
    return found


def put_in(change: Change, file: str, functions: list[FunctionType]) -> None:
    """Give functions the changed code.

    Raises SyntaxError if the changed code is not valid Python, and ValueError if the code and the
    function use different numbers of free variables.
    """
    code = change.code(file)
    for function in functions:
        function.__code__ = code
        if change.arguments:
            set_defaults(function, change.arguments)


def set_defaults(function: FunctionType, arguments: ast.arguments) -> None:
    """Give a function the default arguments of a syntax tree."""

    def value(node: ast.expr) -> Any:
        tree = ast.fix_missing_locations(ast.Expression(node))
        return eval(compile(tree, "defaults", "eval"), function.__globals__)

    function.__defaults__ = tuple(value(node) for node in arguments.defaults)
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults)
    function.__kwdefaults__ = {argument.arg: value(node) for argument, node in pairs if node}


def set_limits() -> None:
    """Put the child into its own process group, tie its life to its parent, limit its memory."""
    os.setpgid(0, 0)
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def run(session: pytest.Session, numbers: list[int], reach: Reach, budget: float, pipe: int) -> int:
    """Run tests until one fails or the budget of processor time is used up; return the exit code.

    numbers  the tests, in this order
    budget   seconds of processor time
    pipe     the file descriptor to which the number of each test is written when the test begins
    """
    begun = time.process_time()
    for number, following in zip(numbers, [*numbers[1:], None]):
        if time.process_time() - begun > budget:
            return 0
        usual = reach.seconds[number]
        signal.setitimer(signal.ITIMER_PROF, USUAL_TIMES * usual + USUAL_PLUS)
        os.write(pipe, b"%d\n" % number)
        item = session.items[number]
        next_item = None if following is None else session.items[following]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=next_item)
        if session.testsfailed:
            return 1
    return 0


# ---------------------------------------------------------------------------- the parent


class Trials:
    """Tries the requested changes in one session of pytest."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.reach = Reach.read()
        self.wanted = json.loads(WANTED.read_text(encoding="utf-8"))
        self.noticing: Counter[int] = Counter()  # tests that noticed other changes of the file
        self.passing: set[int] = set()  # tests that pass in a child without a change
        self.failing: set[int] = set()  # tests that fail in such a child; they are left out
        names = {item.nodeid: number for number, item in enumerate(session.items)}
        order = [names[name] for name in self.reach.names]
        session.items = [session.items[number] for number in order]
        gc.unfreeze()
        self.functions = live_functions()
        self.caches = live_caches()
        gc.collect()
        gc.freeze()

    def all(self) -> None:
        """Try all requested changes, and write one line about each."""
        with VERDICTS.open("a", encoding="utf-8") as out:
            for file, names in self.wanted["files"].items():
                self.noticing.clear()
                text = Path(file).read_text(encoding="utf-8")
                for change in changes(text):
                    key = f"{change.function.name}: {change.name}"
                    if key in names:
                        trial = self.one(file, change)
                        out.write(json.dumps(self.line(file, change, trial)) + "\n")
                        out.flush()
        names = [self.reach.names[number] for number in sorted(self.failing)]
        print("omitted, because they fail in a child without a change:", names)

    def line(self, file: str, change: Change, trial: Trial) -> dict[str, Any]:
        """Return the entry about one change, as it is written to the file."""
        return {
            "file": file,
            "version": change.function.version,
            "change": f"{change.function.name}: {change.name}",
            "lines": list(change.lines),
            "result": trial.result,
            "test": None if trial.test is None else self.reach.names[trial.test],
            "seconds": round(trial.seconds, 2),
        }

    def one(self, file: str, change: Change) -> Trial:
        """Try one change."""
        while True:
            numbers = [n for n in self.near(file, change) if n not in self.failing]
            numbers.sort(key=self.promise)
            trial = self.forked(numbers, file, change)
            if trial.test is None or self.passes(trial.test):
                break
        if trial.result == NOTICED and trial.test is not None:
            self.noticing[trial.test] += 1
        return trial

    def put_in_below(self, change: Change, path: str) -> None:
        """Put the changed code into the functions that the changed function has already made.

        For example, a decorator that was called during the import has made such a function.
        """
        for code in codes_in(change.code(path)):
            key = path, code.co_qualname, code.co_firstlineno
            for function in self.functions.get(key, ()):
                function.__code__ = code

    def near(self, file: str, change: Change) -> list[int]:
        """Return the tests that may notice a change: those that run its lines.

        A changed default is also tried with the tests of all defaults, which call no function.
        """
        numbers = self.reach.at(file, change.lines)
        if change.arguments:
            for number, name in enumerate(self.reach.names):
                if name.startswith(tuple(self.wanted["defaults"])) and number not in numbers:
                    numbers.append(number)
        return numbers

    def promise(self, number: int) -> float:
        """Return a number that is small if a test is quick or noticed other changes in the file."""
        return (0.01 + self.reach.seconds[number]) / (1 + self.noticing[number])

    def passes(self, number: int) -> bool:
        """Return whether a test passes in a child without any change; remember the result."""
        if number not in self.passing and number not in self.failing:
            unchanged = self.forked([number]).result == SURVIVED
            (self.passing if unchanged else self.failing).add(number)
        return number in self.passing

    def forked(self, numbers: list[int], file: str = "", change: Change | None = None) -> Trial:
        """Run tests in a child process, after a change if there is one."""
        reading, writing = os.pipe()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        child = os.fork()
        if not child:
            os._exit(self.child(file, change, numbers, writing))
        os.close(writing)
        usual = sum(self.reach.seconds[number] for number in numbers)
        status = wait(child, ASLEEP_AFTER + 10 * min(usual, self.wanted["budget"]))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        with os.fdopen(reading) as lines:
            begun = lines.read().split()
        result = ENDED if os.WIFSIGNALED(status) else RESULTS.get(os.WEXITSTATUS(status), NOTICED)
        last = int(begun[-1]) if begun and result in (NOTICED, ENDED) else None
        return Trial(result, last, seconds)

    def child(self, file: str, change: Change | None, numbers: list[int], pipe: int) -> int:
        """Put in the change, if there is one, and run the tests; return the exit code."""
        try:
            set_limits()
            if change:
                path = os.path.abspath(file)
                functions = self.functions[path, change.function.name, change.function.line]
                put_in(change, path, functions)
                self.put_in_below(change, path)
            for cache in self.caches:
                cache.cache_clear()
            return run(self.session, numbers, self.reach, self.wanted["budget"], pipe)
        except SyntaxError:
            return 3
        except (KeyError, ValueError):
            return 2


def wait(child: int, seconds: float) -> int:
    """Wait until a child has ended; after `seconds`, end it and the processes it has started."""
    end = time.monotonic() + seconds
    pause = 0.001
    done, status = os.waitpid(child, os.WNOHANG)
    while not done:
        if time.monotonic() > end:
            kill(child)
        time.sleep(pause)
        pause = min(pause * 1.3, 0.1)
        done, status = os.waitpid(child, os.WNOHANG)
    kill(child)  # end the processes that the child has left behind
    return status


def kill(group: int) -> None:
    """End all processes of a group, if there are any."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try the changes instead of running the tests."""
    folder = session.config._tmp_path_factory.getbasetemp()
    Trials(session).all()
    shutil.rmtree(folder, ignore_errors=True)
    return True
