"""The compiled engine refuses games that it cannot search, can be stopped, and limits its memory.

The compiled engine uses its cache, and the readable engine replaces it if numba is missing.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from math import inf

import pytest
from fast_games import GAMES, position
from measured import report

from mctslib import (
    ConnectFour,
    Hex,
    Highest,
    Limit,
    Nim,
    Node,
    TicTacToe,
    search,
)
from mctslib.arena.players import FlatMonteCarlo, MCTSPlayer, flat_search
from mctslib.checks import check_tree
from mctslib.fast.xorshift import Xorshift
from mctslib.search import Phases

pytest.importorskip("numba", reason="the compiled engine needs numba")
from numba.core import event
from repository import ROOT

from mctslib import fast
from mctslib.fast import choice as engines
from mctslib.fast import kernels, memory, tree, warm
from mctslib.fast.choice import LOADER
from mctslib.fast.engine import load
from mctslib.fast.layout import VISITS
from mctslib.fast.nodes import FastNode, plain
from mctslib.fast.selection import ROW, TABLE
from mctslib.fast.tree import BYTES_A_NODE, FastTree


class Own(TicTacToe):
    """A game with the rules of tic-tac-toe, in a class unknown to the compiled engine."""

    __slots__ = ()


def halves(root):
    """Add ¼ to the root's sum of rewards; no game of the compiled engine gives such a sum."""
    root.value_sum += 0.25
    return root


START = TicTacToe()
REFUSED = {  # words of the error → a function that returns the position, and the options
    "no kernels for Nim": (lambda: Nim(5), {}),
    "no kernels for Own": (lambda: Own._make(START), {}),
    "no room for 12 × 12": (lambda: ConnectFour(12, 12), {}),
    "only the tree policy UCB1": (
        lambda: START,
        {"tree_policy": Highest(lambda node, child: child.value)},
    ),
    "only uniform playouts": (
        lambda: START,
        {"rollout_policy": lambda state, rng: state.actions[0]},
    ),
    "its own four phases": (lambda: START, {"phases": Phases(select=lambda root, policy: root)}),
    "not SystemRandom": (lambda: START, {"seed": random.SystemRandom()}),
    "that plain search has grown": (lambda: halves(search(START, 20, seed=1).root), {}),
    "search only from a root": (lambda: fast.search(START, 20).root.children[0], {}),
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_it_does_not_offer_it_refuses_in_one_sentence(words):
    make, options = REFUSED[words]
    with pytest.raises(fast.NoKernel, match=words) as error:
        fast.search(make(), **options)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("make", [random.Random, Xorshift])
def test_flat_search_gives_the_same_estimates(name, make):
    state, ours, theirs = position(name, 3), make(6), make(6)
    a = flat_search(state, 77, ours)
    b = fast.flat_search(state, 77, theirs)
    assert a == b and ours.getstate() == theirs.getstate()
    assert flat_search(state, 50, ours, start=a) == fast.flat_search(state, 50, theirs, start=b)


# ---------------------------------------------------------------------------- stopping


def test_a_stop_button_on_another_thread_ends_the_search():
    stop = threading.Event()
    threading.Timer(0.05, stop.set).start()
    start = time.perf_counter()
    result = fast.search(ConnectFour(), Limit(iterations=10**9), stop=stop)
    report("compiled engine: back after a stop", [1000 * (time.perf_counter() - start) - 50], 100)
    assert result.stopped_by == "stop"
    check_tree(plain(fast.search(ConnectFour(), 300).root))


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to oneself")
def test_an_interrupt_gives_what_there_is():
    before = signal.getsignal(signal.SIGINT)
    threading.Timer(0.05, os.kill, [os.getpid(), signal.SIGINT]).start()
    result = fast.search(ConnectFour(), Limit(iterations=10**9))
    assert result.stopped_by == "interrupt" and result.root.visits == result.iterations
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    ("quiet", "folders", "says"),
    [
        (True, ["a", "b"], ""),
        (False, ["a", "b"], warm.COMPILING),
        (False, ["a", ""], warm.COMPILING_AGAIN),  # one kernel cannot be cached
    ],
)
def test_a_long_compilation_is_announced_with_its_end(quiet, folders, says, monkeypatch, capsys):
    monkeypatch.setattr(warm, "PATIENCE", 0.01)
    monkeypatch.setattr(warm, "cache_folders", lambda: folders)
    warm.announced(lambda: event.start_event("numba:compile") or time.sleep(0.1), quiet)
    said = capsys.readouterr().out
    assert said.startswith(says) and (said.endswith("done.\n") or (not says and not said))


# ---------------------------------------------------------------------------- memory


@pytest.mark.parametrize("name", GAMES)
def test_a_node_takes_no_more_than_32_bytes(name):
    tree = fast.search(GAMES[name], 20_000, seed=1).root.tree
    assert tree.used * BYTES_A_NODE <= 32 * tree.nodes  # few places stay free


def test_a_cap_is_obeyed():
    for cap in (1, 2, 50, 5000):
        result = fast.search(ConnectFour(), Limit(iterations=10**6, nodes=cap), seed=3)
        assert result.stopped_by == "nodes" and max(cap, 2) == result.root.tree.nodes
        assert sum(1 for _ in result.root.descendants()) == max(cap, 2)


def test_without_memory_the_search_ends_with_what_it_has(monkeypatch, recwarn):
    monkeypatch.setattr(memory, "free_bytes", lambda: 10e6)
    result = fast.search(ConnectFour(), Limit(iterations=10**8), seed=3)
    assert result.stopped_by == "memory" and 10**5 < result.iterations < 10**7
    assert result.root.tree.places * BYTES_A_NODE < 10e6
    assert "Limit(nodes=…)" in str(recwarn.pop(RuntimeWarning).message)


@pytest.fixture
def moves(monkeypatch):
    """Return a list to which each call of `FastTree.resize` appends the number of places."""
    sizes, make = [], FastTree.resize
    monkeypatch.setattr(
        FastTree, "resize", lambda tree, places: sizes.append(places) or make(tree, places)
    )
    return sizes


def test_a_large_tree_is_moved_once(moves):
    """A large tree is moved only once, to arrays that have room for all its nodes.

    A search cannot be stopped while its tree is being moved.
    """
    result = fast.search(ConnectFour(), Limit(nodes=300_000), seed=3)
    assert result.root.size() == 300_000
    assert moves == pytest.approx([300_000], rel=0.01)


def test_where_the_system_refuses_much_memory_less_is_asked_for(moves, monkeypatch, recwarn):
    make = tree.empty_tree

    def refuse(places):
        if places > 400_000:
            raise MemoryError
        return make(places)

    monkeypatch.setattr(tree, "empty_tree", refuse)
    result = fast.search(ConnectFour(), Limit(iterations=10**7), seed=3)
    assert (
        result.stopped_by == "memory"
        and 250_000 < result.root.size() < 400_000
        and max(moves) > 400_000
    )
    assert "no memory for more" in str(recwarn.pop(RuntimeWarning).message)
    visits = result.root.visits
    assert fast.search(result.root, 1, seed=3).root.visits == visits + 1


def test_a_node_that_cannot_count_any_further_ends_the_search(recwarn):
    root = fast.search(TicTacToe(), 100, seed=1).root
    root.tree.rows[VISITS, 0] = 2**30 - 51
    assert fast.search(root, 30, seed=1).stopped_by == "iterations"
    result = fast.search(root, 30, seed=1)
    assert result.stopped_by == "memory" and result.iterations == 20 and root.visits == 2**30 - 1
    assert "1,073,741,823 visits" in str(recwarn.pop(RuntimeWarning).message)


@pytest.mark.parametrize(
    "sysconf, free",
    [
        (None, inf),  # Windows
        (lambda name: {"SC_PAGE_SIZE": 4096}[name], inf),  # macOS lacks SC_AVPHYS_PAGES
        (lambda name: {"SC_PAGE_SIZE": 4096, "SC_AVPHYS_PAGES": 10}[name], 40_960),
    ],
)
def test_without_the_files_of_linux_the_system_is_asked_otherwise(sysconf, free, monkeypatch):
    def known(name):
        try:
            return sysconf(name)
        except KeyError:
            raise ValueError("unrecognized configuration name") from None

    monkeypatch.setattr(memory, "Path", lambda name: Missing())
    monkeypatch.delattr(os, "sysconf", raising=False)
    if sysconf is not None:
        monkeypatch.setattr(os, "sysconf", known, raising=False)
    assert memory.system_bytes() == free


class Missing:
    def read_text(self):
        raise FileNotFoundError


# ---------------------------------------------------------------------------- used automatically


@pytest.fixture
def asked_much(monkeypatch):
    monkeypatch.setattr(LOADER, "asked", 10**9)


def test_players_use_it_and_play_the_same_game(asked_much, monkeypatch):
    compiled, readable = (MCTSPlayer(300) for _ in range(2))
    state, a, b = ConnectFour(), random.Random(5), random.Random(5)
    for _ in range(8):
        action = compiled.choose(state, a)
        with monkeypatch.context() as patch:
            patch.setattr(engines, "offered", lambda *args, **options: False)
            assert readable.choose(state, b) == action
        state = state.apply(action)
    assert isinstance(compiled.result.root, FastNode) and type(readable.result.root) is Node
    assert a.getstate() == b.getstate()


def test_it_is_not_loaded_for_a_little_work(monkeypatch):
    monkeypatch.setattr(LOADER, "asked", 0)
    rng = random.Random(1)
    for _ in range(19):
        root = engines.new_root(TicTacToe(), 1000, rng)
        assert type(root) is Node
        engines.grow(root, 1000, seed=rng)
    assert type(engines.new_root(TicTacToe(), 1000, rng)) is FastNode
    monkeypatch.setattr(LOADER, "asked", 0)
    assert type(engines.new_root(ConnectFour(), Limit(seconds=0.1), random.Random(1))) is FastNode


@pytest.mark.parametrize("state", [Nim(5), ConnectFour(12, 12)], ids=["Nim", "12 × 12"])
def test_games_without_kernels_stay_with_the_readable_engine(asked_much, state):
    assert type(engines.new_root(state, 1000, random.Random(1))) is Node
    assert MCTSPlayer(50).choose(state, random.Random(1)) in state.legal_actions()


def test_with_options_it_lacks_the_readable_engine_goes_on(asked_much):
    root = engines.new_root(TicTacToe(), 200, random.Random(1))
    engines.grow(root, 200, seed=random.Random(1))
    careful = engines.grow(
        root, 100, seed=random.Random(1), tree_policy=Highest(lambda node, child: child.value)
    )
    assert type(careful.root) is Node and careful.root.visits == 300
    check_tree(careful.root)


def test_a_page_does_not_wait_for_the_compiler(asked_much, monkeypatch):
    waiting = threading.Event()
    monkeypatch.setattr(LOADER, "thread", None)
    monkeypatch.setattr(LOADER, "load", lambda in_background: waiting.wait())
    with LOADER.in_a_page():
        with LOADER.in_a_page():
            pass  # the end of an inner block leaves the outer one as it is
        assert type(engines.new_root(TicTacToe(), 1000, random.Random(1))) is Node
        waiting.set()
        LOADER.thread.join()
        assert type(engines.new_root(TicTacToe(), 1000, random.Random(1))) is FastNode


def test_a_flat_player_uses_it_and_plays_the_same(asked_much, monkeypatch):
    compiled, a, b = FlatMonteCarlo(100), random.Random(1), random.Random(1)
    called = []
    monkeypatch.setattr(
        fast, "flat_search", lambda *args: called.append(args) or flat_search(*args)
    )
    assert compiled.choose(ConnectFour(), a) in range(7) and len(called) == 1
    assert compiled.estimates == flat_search(ConnectFour(), 100, b) and a.getstate() == b.getstate()
    assert (
        FlatMonteCarlo(100).choose(Nim(5), random.Random(1)) in Nim(5).legal_actions()
        and len(called) == 1
    )


# ---------------------------------------------------------------------------- compiling


def run(code, **environment):
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


USE = "from mctslib import fast, TicTacToe; print(fast.search(TicTacToe(), 200, seed=1).action)"
TIMED = (
    f"import time; import mctslib; t = time.process_time(); {USE}; print(time.process_time() - t)"
)


def test_a_search_does_not_wait_for_what_it_does_not_need(monkeypatch):
    monkeypatch.setattr(warm, "done", set())
    fast.search(TicTacToe(), 20)
    assert warm.done == set(warm.SEARCH)


@pytest.mark.long  # the next test compiles, too, and finds what it compiled
def test_what_was_compiled_is_kept_on_disk(tmp_path):
    first = run(TIMED, NUMBA_CACHE_DIR=str(tmp_path))
    assert "Compiling the fast engine" in first and list(tmp_path.rglob("*.nbi"))
    second = run(TIMED, NUMBA_CACHE_DIR=str(tmp_path))
    assert "Compiling" not in second
    for when, out, wanted in (("first", first, 8000), ("second", second, 500)):
        report(f"compiled engine, {when} call: CPU time", [1000 * float(out.split()[-1])], wanted)


BACKGROUND = (
    "import subprocess; from mctslib.fast import kernels, warm; run = subprocess.run\n"
    "def told(*args, **options): print('elsewhere'); return run(*args, **options)\n"
    "subprocess.run = told; warm.ready_in_background()\n"
    "print(sorted(warm.done), len(kernels.grow.stats.cache_hits))"
)


@pytest.mark.slow
def test_beside_a_page_another_process_compiles(tmp_path):
    done = f"{sorted(warm.KERNELS)} 1"
    assert run(BACKGROUND, NUMBA_CACHE_DIR=str(tmp_path)).splitlines() == ["elsewhere", done]
    assert run(BACKGROUND, NUMBA_CACHE_DIR=str(tmp_path)).splitlines() == [done]


def test_where_no_other_process_can_be_it_is_compiled_here(monkeypatch):
    def refuse(*args, **options):
        raise PermissionError

    monkeypatch.setattr(subprocess, "run", refuse)
    monkeypatch.setattr(warm, "cache_folders", lambda: ["missing"] * len(warm.KERNELS))
    monkeypatch.setattr(warm, "done", set())
    warm.ready_in_background()
    assert warm.done == set(warm.KERNELS)


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param("os.makedirs", marks=pytest.mark.long),
        pytest.param("tempfile.TemporaryFile", marks=pytest.mark.long),
        pytest.param("numba.core.caching.IndexDataCacheFile.save", marks=pytest.mark.slow),
    ],
)
def test_a_disk_that_refuses_only_costs_time(broken, tmp_path):
    code = (
        "import os, tempfile, numba.core.caching\n"
        "def refuse(*args, **options): raise PermissionError('read-only')\n"
        f"{broken} = refuse\n{USE}"
    )
    missing = tmp_path / "missing"
    assert run(code, NUMBA_CACHE_DIR=str(missing)).split()[-1] == str(
        fast.search(TicTacToe(), 200, seed=1).action
    )


def test_what_was_compiled_before_a_file_changed_is_dropped(tmp_path):
    old, new = tmp_path / "kernels.grow-1.nbi", tmp_path / "kernels.cut-1.nbi"
    for file in (old, new):
        file.write_text("")
    os.utime(old, (1, 1))
    warm.forget_what_is_older([str(tmp_path), ""])
    assert new.exists() and not old.exists()


def test_without_numba_everything_else_works():
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "import random, mctslib.fast.choice as engines\n"
        "from mctslib import fast, TicTacToe\nfrom mctslib.arena.players import MCTSPlayer\n"
        "engines.LOADER.asked = 10 ** 9\n"
        "print(MCTSPlayer(100).choose(TicTacToe(), random.Random(1)) in range(9))\n"
        "try:\n    fast.search(TicTacToe(), 10)\nexcept ImportError as error:\n    print(error)"
    )
    assert run(code).splitlines() == ["True", fast.MISSING]
    assert "\n" not in fast.MISSING and "pip install" in fast.MISSING


@pytest.mark.parametrize("page", [False, True])
def test_a_numba_that_does_not_work_is_said_once_and_done_without(page):
    """If numba cannot be imported, a single message says so, and the readable engine is used.

    For example, numba may be older than numpy.
    """
    code = (
        "import importlib.util, random, sys, warnings, mctslib.fast.choice as engines\n"
        "class Broken:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'numba': return importlib.util.spec_from_loader(name, self)\n"
        "    def create_module(self, spec): return None\n"
        "    def exec_module(self, module): raise ImportError('Numba needs\\nNumPy 1.0 or less')\n"
        "sys.meta_path.insert(0, Broken())\n"
        "from mctslib import fast, Node, TicTacToe\n"
        "engines.LOADER.asked = 10 ** 9\n"
        "with warnings.catch_warnings(record=True) as said:\n"
        "    warnings.simplefilter('always')\n"
        f"    with engines.LOADER.in_a_page() if {page} else warnings.catch_warnings():\n"
        "        for _ in range(3):\n"
        "            root = engines.grow(Node(TicTacToe()), 50, seed=random.Random(1)).root\n"
        "            engines.LOADER.thread and engines.LOADER.thread.join()\n"
        "print(type(root).__name__, root.visits, len(said))\n"
        "try: fast.search(TicTacToe(), 10)\n"
        "except ImportError as error: print(error)"
    )
    assert run(code).splitlines() == [
        "Node 50 1",
        f"{fast.MISSING}  (Numba needs NumPy 1.0 or less)",
    ]


@pytest.mark.parametrize("places", [240, 243, 246, 249, 252])
def test_behind_the_last_node_a_full_row_of_scores_can_be_read(places):
    """Scores are computed in full rows, so a kernel may read places beyond the last child.

    On an empty 11×11 board of Hex, the root alone has 121 children, which are moved together.
    """
    grown = FastTree(Hex(11))
    grown.resize(places)
    position = grown.rules, grown.board, grown.state.current_player
    numbers = load(random.Random(1)), 1.0, 1000, 10**6, TABLE
    kernels.grow(
        *position, grown.rows, grown.counters, *numbers, *kernels.new_scratch(), *kernels.NO_RECORDS
    )
    assert 100 < grown.used <= places - ROW
