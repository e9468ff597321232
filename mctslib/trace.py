"""Record and replay: the tree at time t is a function of the first t iterations.

A `Trace` consists of a starting state and the records of all iterations of a search from there.
Traces can be drawn, stepped through, undone, saved and compared.  The search itself does not use
this file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from mctslib.files import write_safely
from mctslib.game import Action, State
from mctslib.limits import Limit
from mctslib.search import PHASES, Phases, search
from mctslib.tree import Iteration, Node, Playout, attach
from mctslib.words import count

FORMAT = 1


class TraceError(ValueError):
    """Raised when a saved trace is damaged or belongs to another game, as the message states."""


@dataclass
class Trace:
    """The starting state of a search and the records of its iterations."""

    state: State
    iterations: list[Iteration] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.iterations)

    def tree(self, t: int | None = None) -> Node:
        """Return the root of the tree after the first `t` iterations, by default after all."""
        return replay(self.state, self.iterations[:t])

    def save(self, file: str | PathLike[str]) -> None:
        """Write the trace to a text file, replacing the old content of the file.

        Raises TypeError as `to_json` does, and OSError if the file cannot be written.
        """
        write_safely(file, self.to_json())

    @classmethod
    def open(cls, file: str | PathLike[str], state: State, *, judged: bool = False) -> Trace:
        """Return the trace that is saved in a file and belongs to a search from `state`.

        judged  whether playouts may end before the game does, as in `from_json`

        Raises `TraceError` if the file is damaged, and OSError if it cannot be read.
        """
        try:
            text = Path(file).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise TraceError(f"This is not a saved trace: {error}") from error
        return cls.from_json(text, state, judged=judged)

    def to_json(self) -> str:
        """Return the trace as text.

        Raises TypeError unless actions are numbers, strings, or (nested) tuples of these.
        """
        records = []
        for path, expanded, rollout, rewards in self.iterations:
            records.append((path, expanded, rollout, plain_numbers(rewards)))
        saved = {"format": FORMAT, "start": str(self.state), "iterations": records}
        try:
            return json.dumps(saved)
        except TypeError as error:
            raise TypeError(
                f"Only actions that are numbers, strings or tuples of these can be saved: {error}."
            ) from error

    @classmethod
    def from_json(cls, text: str, state: State, *, judged: bool = False) -> Trace:
        """Return the trace whose `to_json()` is `text`.

        state   the state from which the search started
        judged  whether playouts may end before the game does, for example because a network judged
                the position

        Every record is replayed with the rules of the game, so any damage raises `TraceError` and
        no other error.
        """
        saved = outermost_object(text)
        if saved.get("format") != FORMAT:
            raise TraceError(f"This is not a trace of format {FORMAT}.")
        if saved.get("start") != str(state):
            raise TraceError(f"The trace was recorded from another position:\n{saved.get('start')}")
        if not isinstance(saved.get("iterations"), list):
            raise TraceError("The list 'iterations' is missing.")
        trace = cls(state)
        root = Node(state)
        for number, record in enumerate(saved["iterations"], 1):
            try:
                iteration = read_iteration(record)
                node = replay_one(root, iteration)
                check_playout(node.state, iteration, judged)
            except Exception as error:  # a game may raise any exception for an illegal action
                raise TraceError(f"Iteration {number} is damaged: {error}") from error
            trace.iterations.append(iteration)
        return trace


# --------------------------------------------------------------------------------- record, replay


def record(state: State, limit: Limit | int, **options: Any) -> Trace:
    """Search from `state` and return the trace of the search.

    limit    the limit of the search, as in `search`
    options  other arguments of `search`

    The stop button ends the search.  The iterations made so far are then kept, and their number is
    printed.
    """
    trace = Trace(state)
    result = search(state, limit, trace=trace.iterations, **options)
    if result.stopped_by == "interrupt":
        print(
            f"Stopped after {count(len(trace), 'iteration')}. The result is based on these.",
            flush=True,
        )
    return trace


def replay(state: State, iterations: Iterable[Iteration], phases: Phases = PHASES) -> Node:
    """Return the root of the tree that results from the recorded iterations.

    state   the state from which the search started
    phases  the phases of the search; only `backpropagate` and `after` are called
    """
    root = Node(state)
    for iteration in iterations:
        replay_one(root, iteration, phases)
    return root


def replay_one(root: Node, iteration: Iteration, phases: Phases = PHASES) -> Node:
    """Repeat one recorded iteration in a tree, and return the node from which the playout started.

    Raises the same errors as `regrow`.
    """
    node = regrow(root, iteration)
    finish(node, iteration, phases)
    return node


def finish(node: Node, iteration: Iteration, phases: Phases) -> None:
    """Backpropagate the recorded playout of `node`, then call `phases.after` if it is set."""
    phases.backpropagate(node, iteration.rewards)
    if phases.after is not None:
        phases.after(node, Playout(iteration.rollout, iteration.rewards))


def regrow(root: Node, iteration: Iteration) -> Node:
    """Add the node that a recorded iteration added, if any, and return the playout's node.

    Raises KeyError or ValueError if the iteration was recorded in another tree.
    """
    path_in_the_tree = iteration.path[:-1] if iteration.expanded else iteration.path
    node = walk(root, path_in_the_tree)
    if len(iteration.rewards) != node.state.num_players:
        raise ValueError(f"{len(iteration.rewards)} rewards, but {node.state.num_players} players")
    if not iteration.expanded:
        return node
    action = iteration.path[-1]
    if action in node.children:
        raise ValueError(
            f"expand added action {action!r} once more, although it already has a child"
        )
    return attach(node, action)


def walk(root: Node, path: Iterable[Action]) -> Node:
    """Return the node to which `path` leads; raises KeyError if the path is not in the tree."""
    node = root
    for action in path:
        node = node.children[action]
    return node


# --------------------------------------------------------------------------------- reading


def outermost_object(text: str) -> dict[str, Any]:
    """Return the outermost object of a JSON text.  Raises `TraceError` if there is none."""
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TraceError(f"This is not a saved trace: {error}") from error
    if not isinstance(saved, dict):
        raise TraceError("This is not a saved trace: the outermost value should be an object.")
    return saved


def read_iteration(record: Any) -> Iteration:
    """Return an iteration read from JSON.  Raises TypeError or ValueError for an invalid field."""
    path, expanded, rollout, rewards = record
    if not (isinstance(path, list) and isinstance(rollout, list) and isinstance(rewards, list)):
        raise TypeError("path, rollout and rewards should be lists")
    if not isinstance(expanded, bool) or (expanded and not path):
        raise TypeError("expanded should be true or false, and an expansion needs a path")
    if not all(type(reward) in (int, float) and 0 <= reward <= 1 for reward in rewards):
        raise ValueError(f"rewards should be numbers from 0 to 1, not {rewards}")
    return Iteration(with_tuples(path), expanded, with_tuples(rollout), tuple(rewards))


def with_tuples(value: Any) -> Any:
    """Return a value from JSON with lists replaced by tuples."""
    if not isinstance(value, list):
        return value
    return tuple(with_tuples(part) for part in value)


def check_playout(state: State, iteration: Iteration, judged: bool) -> None:
    """Raise ValueError unless a recorded playout is possible in this game.

    A playout has to lead from `state` to the end of the game, with the recorded rewards.  If
    playouts may be `judged`, an earlier end is accepted.
    """
    for action in iteration.rollout:
        state = state.apply(action)
    if not state.is_terminal():
        if judged:
            return
        raise ValueError(
            "the playout stops before the end of the game"
            " (if a network judged the position, read the trace with judged=True)"
        )
    rewards = plain_numbers(state.rewards())
    if rewards != iteration.rewards:
        raise ValueError(f"the playout ends with {rewards}, not {iteration.rewards}")


def plain_numbers(rewards: Iterable[Any]) -> tuple[float, ...]:
    """Return rewards as plain Python numbers, because other types cannot be read back."""
    return tuple(reward if type(reward) in (int, float) else float(reward) for reward in rewards)
