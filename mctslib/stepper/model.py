"""Step through a recorded search, forward and back, phase by phase.

A position is a whole number: 0 at the start, and then four numbers for each iteration.

    position   0   1        2        3          4               5        6       …
    t          0   1        1        1          1               2        2
    phase      -   select   expand   simulate   backpropagate   select   expand

The tree at a position is computed from the record.  The tree contains the nodes of all finished
iterations and, from `expand` on, the new node of the current iteration.
"""

from functools import partialmethod
from operator import index
from typing import NamedTuple

from mctslib.door.guard import guarded
from mctslib.game import Action
from mctslib.policies import UCB1, TreePolicy
from mctslib.search import PHASES, Phases
from mctslib.stepper import explain
from mctslib.stepper.code import source
from mctslib.stepper.lit import plain
from mctslib.stepper.replay import Replay
from mctslib.trace import Trace
from mctslib.tree import PHASE_NAMES, Iteration, Node, Path, walk

# the names of the phases in sentences
NOUNS = (
    "",
    "Selection",
    "Expansion",
    "Simulation",
    "Backpropagation",
)


class NoFurther:
    """The answer “selection stops here”, which a reader may choose in place of an action."""

    def __repr__(self) -> str:
        return "stop"


STOP: Action = NoFurther()


class SelectionQuestion(NamedTuple):
    """The question of which option the next selection takes at `node`; one option is right."""

    t: int  # the number of the iteration that starts next, counted from 1
    node: Node
    options: tuple[Action, ...]  # the actions of the node's children, and STOP


class PredictionScore(NamedTuple):
    """The numbers of right predictions and of all predictions."""

    right: int
    asked: int


class Stepper:
    """A position in a recorded search, which can be moved forward and back.

    trace         the record of the search, which may grow while a reader looks at the tree (see
                  `survey`)
    phases        the functions that made the record; their source is shown, and `backpropagate` is
                  called to replay the record
    tree_policy   the policy that selection used, which also explains the choices

    If an iteration cannot be replayed, `trouble` describes the first such iteration, and `last` is
    the number of iterations before that iteration.
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
        """Find out how far the trace can be replayed; call `survey` again when the trace grows."""
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
        """Go to a position, or to the nearest position that exists."""
        self.position = min(max(position, 0), 4 * self.last)

    def step(self, phases: int) -> None:
        """Go forward by a number of phases, or back if the number is negative."""
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
        """Go to a phase, 1 to 4, of the current iteration (at the start: of the first iteration).

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
        """The number of the current or just finished iteration, from 1; or 0 at the start."""
        return (self.position + 3) // 4

    @property
    def phase(self) -> int:
        """The phase of iteration `t` that has just happened, 1 to 4, or 0 at the start."""
        return (self.position - 1) % 4 + 1 if self.position else 0

    @property
    def phase_name(self) -> str:
        """The name of the current phase's function, or "" at the start."""
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
        """The root of the tree at the current position."""
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
        """The actions from the root to the node of the current phase."""
        if self.iteration is None:
            return ()
        return self.selected if self.phase == 1 else self.iteration.path

    @property
    def node(self) -> Node:
        """The current phase's node: in phase 1 the selected node, later the node of the playout."""
        return walk(self.root, self.path)

    @property
    def new(self) -> Path | None:
        """The path of the node added in this iteration, or None if no node has been added yet."""
        return (
            self.iteration.path
            if self.iteration and self.iteration.expanded and self.phase > 1
            else None
        )

    @property
    def changes(self) -> tuple[explain.Change, ...]:
        """The changes made to the path's nodes in phase 4, from the bottom up; otherwise empty."""
        return self._replay.changes() if self.phase == 4 and self.root else ()

    @property
    def before(self) -> dict[Path, tuple[int, float]]:
        """Path → (N, W) before phase 4, for the nodes that phase 4 changed; otherwise empty."""
        return {c.node.path(): (c.visits[0], c.value_sum[0]) for c in self.changes}

    @property
    def differs(self) -> set[Path]:
        """The paths of nodes whose gain was not exactly 1 visit and their player's reward."""
        if self.iteration is None:
            return set()
        rewards = self.iteration.rewards
        return {c.node.path() for c in self.changes if c.added != (1, rewards[c.node.player])}

    @property
    def said(self) -> explain.Said:
        """The headline and the explanation of the phase that has just happened."""
        if self.iteration is None:
            return explain.nothing_yet(self.root)
        who = f"Your {self.phase_name}" if self.own else NOUNS[self.phase]
        if self.phase == 1:
            return explain.selection(self.root, self.path, self.tree_policy, who)
        if self.phase == 2:
            return explain.expansion(self.node, self.iteration, self.tree_policy, who)
        if self.phase == 3:
            return explain.simulation(self.node, self.iteration, who)
        return explain.backpropagation(self.changes, self.iteration.rewards, who)

    @property
    def sentence(self) -> str:
        """The headline and the explanation as plain text."""
        return plain(" ".join(self.said)).strip()

    @property
    def own(self) -> bool:
        """Whether the current phase ran the reader's own function."""
        name = self.phase_name
        function = getattr(self.phases, name) if name else None
        return function is not None and not getattr(function, "__module__", "").startswith(
            "mctslib."
        )

    @property
    def code(self) -> str:
        """The source of the current phase's function, which may be the reader's own function."""
        return source(getattr(self.phases, self.phase_name)) if self.phase else ""

    # ------------------------------------------------------------------------ predict
    def question(self) -> SelectionQuestion | None:
        """Return the next choice to predict, or None within an iteration and at the end.

        The questions follow the coming selection down the tree, with one question for each node
        that has children.
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
        """Judge and count a reader's answer, which is the option that selection should take.

        Returns whether the answer is right, and the reason.  Raises ValueError unless the answer is
        one of the options of `question()`.
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
        """Return the same result as `answer`, but do not count the answer."""
        truth = self.truth(question)
        taken = None if truth == STOP else truth
        return action == truth, explain.verdict(question.node, action, taken, self.tree_policy)

    def truth(self, question: SelectionQuestion) -> Action:
        """Return the right answer to a question."""
        path = _leaf_path(self.trace.iterations[question.t - 1])
        return (*path, STOP)[len(question.node.path())]

    @property
    def score(self) -> PredictionScore:
        """The numbers of right predictions and of all predictions."""
        return PredictionScore(sum(self._answers.values()), len(self._answers))


def _leaf_path(iteration: Iteration) -> Path:
    """Return the path to the node at which selection ended, before any expansion."""
    return iteration.path[:-1] if iteration.expanded else iteration.path
