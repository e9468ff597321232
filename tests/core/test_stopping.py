"""What need not end, ends: long and slow games, and real interrupts in a real kernel."""

import os
import random
import time

import pytest
from jupyter_client.manager import start_new_kernel

from mctslib import Limit, Node, Phases, TicTacToe, search, simulate
from mctslib.arena import MCTSPlayer
from mctslib.checks import check_tree
from mctslib.door import limits
from mctslib.door.guard import alone
from mctslib.door.limits import deferred_interrupt, one_step
from mctslib.methods.parallel import choose, finish, rounds
from mctslib.methods.puct import Puct

no_ctrl_c = pytest.mark.skipif(os.name == "nt", reason="no Ctrl-C is sent on Windows")

GAME = '''

from dataclasses import dataclass, replace
import time

@dataclass(frozen=True)
class Forever:
    """Two players move in turn; each move takes `wait` seconds, and `end` moves end the game."""
    wait: float = 0.0
    end: int = 0
    moves: int = 0
    num_players = 2
    @property
    def current_player(self):
        return self.moves % 2
    def legal_actions(self):
        return () if self.is_terminal() else (0, 1)
    def apply(self, action):
        time.sleep(self.wait)
        return replace(self, moves=self.moves + 1 if self.end else 1 - self.moves)
    def is_terminal(self):
        return bool(self.end) and self.moves >= self.end
    def rewards(self):
        return (1.0, 0.0)
'''
exec(GAME)  # the same game as in the kernels below


# ------------------------------------------------------------------ a time limit inside a playout


@pytest.fixture
def clock(monkeypatch):
    """Return a fake clock that only `time.sleep` moves on."""
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    return now


SLOW = Forever(0.2, 40)  # noqa: F821


def test_a_time_limit_breaks_off_the_first_playout(clock):
    """One move of expansion takes 0.2 s; then the playout is broken off before its first move."""
    result = search(SLOW, Limit(seconds=0.1), seed=0)
    assert (result.iterations, result.stopped_by) == (0, "seconds")
    assert result.action in (0, 1) and clock[0] == pytest.approx(0.2)
    assert result.root.size() == 1 and result.root.visits == 0


def test_a_later_playout_that_is_broken_off_leaves_nothing_behind(clock):
    """The first iteration takes 40 moves of 0.2 s; the second is broken off after 10 s."""
    records = []
    result = search(SLOW, Limit(seconds=10), seed=0, trace=records)
    assert (result.iterations, len(records), result.stopped_by) == (1, 1, "seconds")
    assert clock[0] == pytest.approx(10, abs=0.3)
    check_tree(result.root, 1)


def own_simulate(state, rng, policy):
    return simulate(state, rng, policy)


@pytest.mark.parametrize(
    "options", [{"phases": Phases(simulate=own_simulate)}, Puct().options()], ids=["own", "PUCT"]
)
def test_playouts_of_other_phases_are_broken_off_too(clock, options):
    assert search(SLOW, Limit(seconds=10), seed=0, **options).iterations == 1
    assert clock[0] == pytest.approx(10, abs=0.3)


def test_a_player_keeps_to_its_time_in_a_slow_game(clock):
    player = MCTSPlayer(Limit(seconds=0.1))
    for move in range(1, 4):
        assert player.choose(SLOW, random.Random(0)) in (0, 1)
        assert clock[0] <= 0.21 * move


def test_a_press_is_heard_inside_a_slow_playout(clock):
    def pressing(state, rng):
        if state.moves == 10:
            limits.STOP_BUTTON.pressed(0, None)
        return 0

    result = search(SLOW, 5, seed=0, rollout_policy=pressing)
    assert (result.iterations, result.stopped_by) == (0, "interrupt")
    assert clock[0] == pytest.approx(11 * 0.2)


# ------------------------------------------------------------------ one press and a round


class Pressing(random.Random):
    """A generator that presses the stop button when it draws its `at`-th number."""

    def __init__(self, at):
        super().__init__(1)
        self.left = at

    def random(self):
        self.left -= 1
        if self.left == 0:
            limits.STOP_BUTTON.pressed(0, None)
        return super().random()


@pytest.mark.parametrize("scheme", ["tree", "unobserved", "leaf"])
def test_one_press_in_a_round_leaves_a_whole_tree(scheme):
    for at in range(1, 200, 7):
        limits.STOP_BUTTON.last = -float("inf")
        root, seen = Node(TicTacToe()), 0
        with pytest.raises(KeyboardInterrupt):
            for records in rounds(root, 400, 4, Pressing(at), scheme=scheme):
                seen += len(records)
        assert root.visits == seen
        check_counts(root, scheme)
        with alone(root):
            pass


def check_counts(root, scheme):
    """Raise an error unless the counts of a tree that was grown in rounds fit each other."""
    if scheme != "leaf":  # with leaf parallelisation a node has several playouts of its own
        check_tree(root, root.visits, every_action_first=False)
    for node in root.descendants():
        below = sum(child.visits for child in node.children.values())
        assert node.visits >= below and node.visits > 0


def test_a_leaf_is_noted_and_marked_in_one_step():
    """A press while workers choose takes effect after the last choice, and undoes all of them."""
    root = Node(TicTacToe())
    for at in range(1, 5):
        limits.STOP_BUTTON.last = -float("inf")
        with pytest.raises(KeyboardInterrupt):
            choose(root, 4, Pressing(at))
        assert root.visits == 0
        assert not any(child.visits for child in root.children.values())
    leaves = choose(root, 4, random.Random(0))
    limits.STOP_BUTTON.last = -float("inf")
    with one_step():
        finish(leaves, random.Random(0))
    assert root.visits == 4


def test_one_step_leaves_a_press_to_the_block_around_it():
    with deferred_interrupt() as outer, one_step():
        limits.STOP_BUTTON.pressed(0, None)
    assert outer.is_set()
    limits.STOP_BUTTON.last = -float("inf")
    with pytest.raises(KeyboardInterrupt), one_step():
        limits.STOP_BUTTON.pressed(0, None)
    with pytest.raises(KeyError), one_step():
        raise KeyError


# ------------------------------------------------------------------ a real kernel


def in_a_kernel(code, presses, first=1.0, gap=2.0, after="2 + 2", patience=60, idle=False):
    """Run code in a new kernel, press its stop button, and ask it something afterwards.

    presses  how often the button is pressed, `gap` seconds apart
    first    the number of seconds before the first press
    after    the expression that is asked afterwards
    idle     whether to press only after the cell has ended, while a panel works

    Returns the error's name or "ok", the seconds it took, and the value of `after`, which is None
    if the kernel has died or does not answer.
    """
    manager, client = start_new_kernel()

    def reply_to(message, timeout=patience):
        while (reply := client.get_shell_msg(timeout=timeout))["parent_header"][
            "msg_id"
        ] != message:
            pass
        return reply["content"]

    try:
        reply_to(client.execute(GAME), 60)
        asked = client.execute(code)
        began = time.monotonic()
        if idle:
            content = reply_to(asked)
        time.sleep(first)
        for press in range(presses):
            manager.interrupt_kernel()
            if press + 1 < presses:
                time.sleep(gap)
        if not idle:
            content = reply_to(asked)
        took = time.monotonic() - began
        values = reply_to(client.execute("None", user_expressions={"value": after}))
        assert manager.is_alive()
        value = values["user_expressions"]["value"]["data"]["text/plain"]
        return content.get("ename", content["status"]), took, value
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.mark.slow
@no_ctrl_c
def test_one_press_ends_a_slow_search():
    code = "from mctslib import search\nfound = search(Forever(0.3, 60), 10**6)"
    name, took, stopped_by = in_a_kernel(code, 1, first=4, after="found.stopped_by")
    assert name == "ok" and took < 8 and stopped_by == "'interrupt'"


@pytest.mark.slow
@no_ctrl_c
def test_two_presses_two_seconds_apart_end_a_move_that_hangs():
    code = "from mctslib import search\nsearch(Forever(600, 60), 10**6)"
    name, took, _ = in_a_kernel(code, 2, first=3)
    assert name == "KeyboardInterrupt" and took < 10


@pytest.mark.slow
@no_ctrl_c
@pytest.mark.parametrize("gap", [0.1, 2.0])
def test_a_double_press_on_a_board_leaves_the_kernel_alive(gap):
    code = "from mctslib.widgets import Play\nkept = 7\nplay = Play(Forever(3, 60), human=None)"
    name, _, kept = in_a_kernel(code, 2, gap=gap, after="kept", idle=True)
    assert name == "ok" and kept == "7"


@pytest.mark.slow
@no_ctrl_c
def test_real_interrupts_leave_whole_trees_of_rounds():
    code = """
import os, random, signal, threading
from mctslib import Node, TicTacToe
from mctslib.door import limits
from mctslib.door.guard import alone
from mctslib.methods.parallel import rounds
rng, broken, ended = random.Random(5), [], 0
for k in range(60):
    root, limits.STOP_BUTTON.last, seen = Node(TicTacToe()), -1e9, 0
    timer = threading.Timer(rng.uniform(0.001, 0.05), os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        for records in rounds(root, 10**9, 8, random.Random(k), scheme="tree"):
            seen += len(records)
    except KeyboardInterrupt:
        ended += 1
    timer.join()
    try:
        assert seen <= root.visits <= seen + 8
        for node in root.descendants():
            assert node.visits >= sum(child.visits for child in node.children.values())
            assert node.visits > 0 or node is root
        with alone(root):
            pass
    except Exception as error:
        broken.append((k, repr(error)))
"""
    name, _, found = in_a_kernel(code, 0, first=0, after="(ended, broken)", patience=120)
    assert name == "ok" and found == "(60, [])"
