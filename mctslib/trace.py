"""Record and replay: the tree at time t is a function of the first t iterations.

A `Trace` is a starting state and the records of all iterations from there.  Everything that is drawn,
stepped through, undone, saved or compared comes from it; the search itself knows nothing of it.
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

FORMAT = 1


class TraceError(ValueError):
    """A saved trace is damaged, or does not belong to this game; the message names the place."""


@dataclass
class Trace:
    """The starting state of a search and the records of its iterations."""

    state: State
    iterations: list[Iteration] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.iterations)

    def tree(self, t: int | None = None) -> Node:
        """The root of the tree after the first `t` iterations (all, if not given)."""
        return replay(self.state, self.iterations[:t])

    def save(self, file: str | PathLike[str]) -> None:
        """Write the trace to a text file, over what is there; errors as in `to_json`, or OSError."""
        write_safely(file, self.to_json())

    @classmethod
    def open(cls, file: str | PathLike[str], state: State, *, judged: bool = False) -> Trace:
        """Read back what was saved of a search that started at `state`; `TraceError` if the file is damaged.

        judged  as in `from_json`.  Raises OSError if there is no such file.
        """
        try:
            return cls.from_json(Path(file).read_text(encoding="utf-8"), state, judged=judged)
        except UnicodeDecodeError as error:
            raise TraceError(f"This is not a saved trace: {error}") from error

    def to_json(self) -> str:
        """The trace as text.  Raises TypeError unless actions are numbers, texts, or (nested) tuples of them."""
        try:
            return json.dumps(
                {"format": FORMAT, "start": str(self.state), "iterations": self.iterations}
            )
        except TypeError as error:
            raise TypeError(
                f"Only actions that are numbers, texts or tuples of them can be saved: {error}."
            ) from error

    @classmethod
    def from_json(cls, text: str, state: State, *, judged: bool = False) -> Trace:
        """Read back `to_json()` of a search that started at `state`.

        Every record is played out on the game, so a damaged file gives `TraceError` and nothing else.

        judged  whether playouts may break off where somebody judged the position, a network for example; else each
                has to end the game
        """
        saved = _object(text)
        if saved.get("format") != FORMAT:
            raise TraceError(f"This is not a trace of format {FORMAT}.")
        if saved.get("start") != str(state):
            raise TraceError(f"The trace was recorded from another position:\n{saved.get('start')}")
        if not isinstance(saved.get("iterations"), list):
            raise TraceError("The list 'iterations' is missing.")
        trace, root = cls(state), Node(state)
        for number, record in enumerate(saved["iterations"], 1):
            try:
                iteration = _iteration(record)
                _check_playout(replay_one(root, iteration).state, iteration, judged)
            except Exception as error:  # whatever a game may raise at an action that it never gave
                raise TraceError(f"Iteration {number} is damaged: {error}") from error
            trace.iterations.append(iteration)
        return trace


def record(state: State, limit: Limit | int, **options: Any) -> Trace:
    """Search from `state` and keep every iteration.  The options are those of `search`.

    The stop button ends it with the iterations that were made by then, and how many they are is printed.
    """
    trace = Trace(state)
    if search(state, limit, trace=trace.iterations, **options).stopped_by == "interrupt":
        print(f"Stopped after {len(trace):,} iterations: this is what there is.", flush=True)
    return trace


def replay(
    state: State,
    iterations: Iterable[Iteration],
    phases: Phases = PHASES,
) -> Node:
    """The root of the tree that these iterations built, in order, from `state`, as these phases backpropagate."""
    root = Node(state)
    for iteration in iterations:
        replay_one(root, iteration, phases)
    return root


def replay_one(
    root: Node,
    iteration: Iteration,
    phases: Phases = PHASES,
) -> Node:
    """Do one recorded iteration to the tree; returns the node that was played out.  Raises what `regrow` does."""
    node = regrow(root, iteration)
    finish(node, iteration, phases)
    return node


def finish(node: Node, iteration: Iteration, phases: Phases) -> None:
    """Backpropagate the recorded playout of `node`, and do what these phases do after it."""
    phases.backpropagate(node, iteration.rewards)
    if phases.after is not None:
        phases.after(node, Playout(iteration.rollout, iteration.rewards))


def regrow(root: Node, iteration: Iteration) -> Node:
    """Add the node of a recorded iteration, if it added one; returns the node that was played out.

    Raises KeyError or ValueError if the tree is not the one in which it was recorded.
    """
    node = walk(root, iteration.path[:-1] if iteration.expanded else iteration.path)
    if len(iteration.rewards) != node.state.num_players:
        raise ValueError(f"{len(iteration.rewards)} rewards, but {node.state.num_players} players")
    if not iteration.expanded:
        return node
    action = iteration.path[-1]
    if action in node.children:
        raise ValueError(
            f"expand added action {action!r} once more, though its child is there already"
        )
    return attach(node, action)


def walk(root: Node, path: Iterable[Action]) -> Node:
    """The node that `path` leads to; KeyError if the tree does not go so far."""
    node = root
    for action in path:
        node = node.children[action]
    return node


def _object(text: str) -> dict[str, Any]:
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TraceError(f"This is not a saved trace: {error}") from error
    if not isinstance(saved, dict):
        raise TraceError("This is not a saved trace: the outermost value should be an object.")
    return saved


def _iteration(record: Any) -> Iteration:
    """One record from its JSON form, every field checked."""
    path, expanded, rollout, rewards = record
    if not (isinstance(path, list) and isinstance(rollout, list) and isinstance(rewards, list)):
        raise TypeError("path, rollout and rewards should be lists")
    if not isinstance(expanded, bool) or (expanded and not path):
        raise TypeError("expanded should be true or false, and an expansion has a path")
    if not all(type(reward) in (int, float) and 0 <= reward <= 1 for reward in rewards):
        raise ValueError(f"rewards should be numbers from 0 to 1, not {rewards}")
    return Iteration(_tuples(path), expanded, _tuples(rollout), tuple(rewards))


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _check_playout(state: State, iteration: Iteration, judged: bool) -> None:
    """Raise ValueError unless the recorded playout leads to the end (or was `judged`) and to the recorded rewards."""
    for action in iteration.rollout:
        state = state.apply(action)
    if not state.is_terminal():
        if judged:
            return
        raise ValueError(
            "the playout breaks off before the end (if that was judged: read it with judged=True)"
        )
    if tuple(state.rewards()) != iteration.rewards:
        raise ValueError(f"the playout ends with {tuple(state.rewards())}, not {iteration.rewards}")
