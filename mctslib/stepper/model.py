"""Step through a recorded search, forward and back, phase by phase.

A position is one whole number: 0 at the start, and then four numbers for each iteration.

    position   0   1        2        3          4               5        6       …
    t          0   1        1        1          1               2        2
    phase      -   select   expand   simulate   backpropagate   select   expand

The tree at a position is computed from the record: it contains the nodes of all finished iterations
and, from `expand` on, the new node of the current iteration.
"""

from functools import partialmethod
from operator import index
from typing import NamedTuple

from mctslib.game import Action, State
from mctslib.guard import guarded
from mctslib.policies import UCB1, TreePolicy
from mctslib.search import PHASES, Phases
from mctslib.stepper import explain
from mctslib.stepper.code import source
from mctslib.stepper.replay import Replay
from mctslib.trace import Trace, walk
from mctslib.tree import PHASE_NAMES, Iteration, Node, Path

# the names of the phases in sentences
NOUNS = (
    "",
    "Selection",
    "Expansion",
    "Simulation",
    "Backpropagation",
)


class NoFurther:
    """The answer "selection stops here", which a reader may choose instead of an action."""

    def __repr__(self) -> str:
        return "stop"


STOP: Action = NoFurther()


class SelectionQuestion(NamedTuple):
    """A question: which way will the next selection go from `node`?  One of `options` is right."""

    t: int  # the number of the iteration that is about to start, counted from 1
    node: Node
    options: tuple[Action, ...]  # the actions of the node's children, and STOP


class PredictionScore(NamedTuple):
    """The number of right predictions, and the number of all predictions."""

    right: int
    asked: int


class Stepper:
    """A position in a recorded search that can be moved forward and back.

    trace         the record of the search; it may grow while a reader looks at it (see `survey`)
    phases        the functions that made the record; their source is shown, and their
                  `backpropagate` is called to replay the record
    tree_policy   the policy that selection used; it explains the choices

    If an iteration cannot be replayed, `trouble` describes the first such iteration, and `last` is
    the number of iterations before it.
    """

    def __init__(
        self, trace: Trace, phases: Phases = PHASES, tree_policy: TreePolicy = UCB1()
    ) -> None:
        self.trace = trace
        self.phases = phases
        self.tree_policy = tree_policy
        self.position = 0
        self._replay = Replay(trace, guarded(phases))
        self._earlier = Replay(trace, guarded(phases))
        self._answers: dict[tuple[int, int], bool] = {}  # (iteration, depth) → was it right?
        self.survey()

    def survey(self) -> None:
        """Find out how far the trace can be replayed; call this again after the trace has grown."""
        self.trouble = ""
        try:
            self._replay.go(2 * len(self.trace))
        except Exception as error:  # the reader's own functions may raise any exception
            number = self._replay.half // 2 + 1
            self.trouble = (
                f"Iteration {number} cannot be replayed.  {type(error).__name__}: {error}"
            )
        self.last = self._replay.half // 2

    # ------------------------------------------------------------------------ moving
    def go(self, position: int) -> None:
        """Go to this position, or to the nearest position that exists."""
        self.position = min(max(position, 0), 4 * self.last)

    def step(self, phases: int) -> None:
        """Go forward by this number of phases, or back if the number is negative."""
        self.go(self.position + phases)

    forward, back = partialmethod(step, 1), partialmethod(step, -1)
    # These two methods go to the same phase of the next or the previous iteration.
    next_iteration, previous_iteration = partialmethod(step, 4), partialmethod(step, -4)

    def home(self) -> None:
        """Go to the position before the first iteration."""
        self.go(0)

    def end(self) -> None:
        """Go to the position after the last iteration."""
        self.go(4 * self.last)

    def to_phase(self, phase: int) -> None:
        """Go to a phase, 1 to 4, of the current iteration, or of the first iteration at the start.

        Raises ValueError for any other number.
        """
        if phase not in (1, 2, 3, 4):
            raise ValueError(f"phase must be from 1 to 4, not {phase}.")
        self.go(4 * (max(self.t, 1) - 1) + phase)

    def jump(self, t: int) -> None:
        """Go to the end of iteration `t`, from 0 (the start) to `last`.

        Raises ValueError if there is no such iteration, and TypeError if `t` is not a whole number.
        """
        if not 0 <= index(t) <= self.last:
            raise ValueError(f"t must be an iteration from 0 to {self.last}, not {t}.")
        self.go(4 * t)

    # ------------------------------------------------------------------------ the current position
    @property
    def t(self) -> int:
        """The number of the current or just finished iteration, ≥ 1, or 0 at the start."""
        return (self.position + 3) // 4

    @property
    def phase(self) -> int:
        """The phase of iteration `t` that has just happened, 1 to 4, or 0 at the start."""
        return (self.position - 1) % 4 + 1 if self.position else 0

    @property
    def phase_name(self) -> str:
        """The name of the function of this phase, or "" at the start."""
        return ("", *PHASE_NAMES)[self.phase]

    @property
    def done(self) -> int:
        """The number of finished iterations."""
        return self.position // 4

    @property
    def iteration(self) -> Iteration | None:
        """The record of iteration `t`, or None before the first iteration."""
        return self.trace.iterations[self.t - 1] if self.t else None

    @property
    def root(self) -> Node:
        """The root of the tree at this position."""
        return self._replay.go(2 * self.done + (self.position % 4 >= 2))

    @property
    def earlier(self) -> Node:
        """The root of the tree before iteration `t`, which is the tree that selection used."""
        return self._earlier.go(2 * max(self.t - 1, 0))

    @property
    def selected(self) -> Path:
        """The actions from the root to the node at which selection ended in iteration `t`."""
        return _leaf_path(self.iteration) if self.iteration else ()

    @property
    def path(self) -> Path:
        """The actions from the root to the node of this phase."""
        if self.iteration is None:
            return ()
        return self.selected if self.phase == 1 else self.iteration.path

    @property
    def node(self) -> Node:
        """The node of this phase: the selected node, or later the node where the playout starts."""
        return walk(self.root, self.path)

    @property
    def new(self) -> Path | None:
        """The path of the node that this iteration has added, or None if it has added none yet."""
        return (
            self.iteration.path
            if self.iteration and self.iteration.expanded and self.phase > 1
            else None
        )

    @property
    def final_state(self) -> State:
        """The state in which the playout ended; before phase 3, the state of `node`."""
        state = self.node.state
        if self.iteration and self.phase >= 3:
            for action in self.iteration.rollout:
                state = state.apply(action)
        return state

    @property
    def changes(self) -> tuple[explain.Change, ...]:
        """The changes of phase 4 in the path's nodes, from the bottom up; empty in other phases."""
        return self._replay.changes() if self.phase == 4 and self.root else ()

    @property
    def before(self) -> dict[Path, tuple[int, float]]:
        """Path → (N, W) before phase 4, for the nodes that it changed; empty in other phases."""
        return {c.node.path(): (c.visits[0], c.value_sum[0]) for c in self.changes}

    @property
    def differs(self) -> set[Path]:
        """The paths of the nodes that did not gain 1 visit and the reward of their player."""
        if self.iteration is None:
            return set()
        rewards = self.iteration.rewards
        return {c.node.path() for c in self.changes if c.added != (1, rewards[c.node.player])}

    @property
    def sentence(self) -> str:
        """A description of the phase that has just happened, in plain words."""
        if self.iteration is None:
            return explain.nothing_yet(self.trace.state)
        who = f"Your {self.phase_name}" if self.own else NOUNS[self.phase]
        if self.phase == 1:
            return explain.selection(self.root, self.path, self.tree_policy, who)
        if self.phase == 2:
            return explain.expansion(self.iteration, who)
        if self.phase == 3:
            return explain.simulation(self.node.state, self.iteration, who)
        return explain.backpropagation(self.changes, self.iteration.rewards, who)

    @property
    def own(self) -> bool:
        """Whether this phase ran the reader's own function."""
        name = self.phase_name
        function = getattr(self.phases, name) if name else None
        return function is not None and not getattr(function, "__module__", "").startswith(
            "mctslib."
        )

    @property
    def code(self) -> str:
        """The source of the function of this phase, which may be the reader's own."""
        return source(getattr(self.phases, self.phase_name)) if self.phase else ""

    # ------------------------------------------------------------------------ predict
    def question(self) -> SelectionQuestion | None:
        """Return the next choice to predict, or None inside an iteration and after the last one.

        The questions follow the coming selection down the tree: one question for each node with
        children.
        """
        if self.position % 4 or self.done == self.last:
            return None
        path, node = _leaf_path(self.trace.iterations[self.done]), self.root
        for depth in range(len(path) + 1):
            if node.children and (self.done + 1, depth) not in self._answers:
                in_order = (
                    action for action in node.state.legal_actions() if action in node.children
                )
                return SelectionQuestion(self.done + 1, node, (*in_order, STOP))
            node = walk(node, path[depth : depth + 1])
        return None

    def answer(self, action: Action) -> tuple[bool, str]:
        """Judge the option that a reader expects selection to take, and count the answer.

        Returns whether the option is right, and the reason.  Raises ValueError unless the option
        is one of the options of `question()`.
        """
        question = self.question()
        if question is None or action not in question.options:
            raise ValueError(
                "This answer is not possible now: call question(), and choose one of its options."
            )
        right, reason = self.judged(question, action)
        self._answers[question.t, len(question.node.path())] = right
        return right, reason

    def judged(self, question: SelectionQuestion, action: Action) -> tuple[bool, str]:
        """Return the same result as `answer`, but do not count the option as an answer."""
        depth, path = len(question.node.path()), _leaf_path(self.trace.iterations[question.t - 1])
        truth = path[depth] if depth < len(path) else STOP
        taken = None if truth == STOP else truth
        return action == truth, explain.verdict(question.node, action, taken, self.tree_policy)

    @property
    def score(self) -> PredictionScore:
        """The numbers of right predictions and of all predictions."""
        return PredictionScore(sum(self._answers.values()), len(self._answers))


def _leaf_path(iteration: Iteration) -> Path:
    """Return the path to the node at which selection ended, without the action of expansion."""
    return iteration.path[:-1] if iteration.expanded else iteration.path
