"""Answers that test the checkers of chapters 00, 03 and 04, and tests of the checkers' stages."""

import ast
import inspect
import random
import sys
from fractions import Fraction

import numpy as np
import pytest
from solved import answers, exercises
from toys import crediting

import build
from mctslib import (
    UCB1,
    Highest,
    Phases,
    Playout,
    TicTacToe,
    TraceError,
    record,
    search,
)
from mctslib.course.ch00 import checkers as ch00
from mctslib.course.ch03 import checkers as ch03
from mctslib.course.ch04 import checkers as ch04
from mctslib.course.ch04.compare import compare_trees
from mctslib.course.ch04.own import own_phases
from mctslib.course.exercise import PATIENCE, Endless, Verdict, call, exercise, given, patience
from mctslib.search import PHASES
from mctslib.tree import PHASE_NAMES, attach

START = TicTacToe.from_text("X../XOO/OX.")
THEORY = UCB1(2**0.5)
TRACE = record(START, 12, seed=12, tree_policy=THEORY)
OTHER = record(START, 6, seed=11, tree_policy=THEORY)
UNSEEN = record(START, 5, seed=22, tree_policy=THEORY)
SCORES = {1: 1.665, 2: 2.177, 8: 2.165}

CHECKS = {
    "00": {"plan": ch00.check_plan},
    "03": {
        "after_five": lambda answer: ch03.check_children(answer, UNSEEN.tree(5)),
        "scores": lambda answer: ch03.check_scores(answer, 2, TRACE.tree(4)),
        "next_cell": lambda answer: ch03.check_scores(SCORES, answer, TRACE.tree(4)),
        "after": lambda answer: ch03.check_backpropagation(answer, OTHER, 6),
        "next_record": ch03.check_next_record,
    },
    "04": {name: getattr(ch04, f"check_{name}") for name in (*PHASE_NAMES, "first_seen")},
}

# ---------------------------------------------------------- wrong answers, chapter 00


LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def by_the_lines(state):
    """Return the result that follows from the lines on the board, without using the rewards."""
    cells = state.cells()
    for mark in "XO":
        if any(all(cells[int(cell)] == mark for cell in line) for line in LINES):
            return f"{mark} wins"
    return "not over" if "." in cells else "draw"


def by_matching(state):
    match state.rewards() if state.is_terminal() else None:
        case None:
            return np.str_("not over")
        case one, other if one == other:
            return np.str_("draw")
        case one, _:
            return np.str_("X wins" if one else "O wins")


WRONG_00 = [
    (
        "outcome",
        lambda state: "draw" if state.rewards()[0] == 0.5 else "X wins",
        "raised ValueError",
    ),
    ("plan", [4, 6, 8, 1, 2], "X's first move 4 throws the win away"),
    ("plan", [6, 4, 8, 1, 2], "X could have won at once with 8, but your plan took 4"),
    ("plan", [6, 8, 1, 2, 4], "After O's 8 your plan took 1"),
    ("plan", [6, 8, 4], "Missing: 1, 2"),
    ("plan", [6, "8", 4, 1, 2], "should be a whole number"),
]

# ---------------------------------------------------------- wrong answers, chapter 03

WRONG_03 = [
    (
        "after_five",
        {1: (1, 0.0), 2: (2, 0.5), 8: (2, 1.5)},
        "You added the other player's rewards. X moved",
    ),
    ("after_five", {1: (1, 0.0), 2: (2, 0.75), 8: (2, 0.25)}, "You wrote the mean"),
    ("after_five", {1: (1, 0.0), 2: (1, 0.5), 8: (1, 0.5)}, "Count the iterations"),
    ("after_five", {1: (0.0, 1), 2: (1.5, 2), 8: (0.5, 2)}, "You swapped the two numbers"),
    ("next_cell", 8, "the highest *score*"),
    ("next_cell", "2", "should be a whole number"),
    ("scores", {1: 1.960, 2: 1.980, 8: 2.460}, "square root is missing"),
    ("scores", {1: 0.0, 2: 1.833, 8: 0.5}, "logarithm of N, not of n"),
    ("scores", {1: 1.665, 2: 1.177, 8: 1.665}, "Add the mean"),
    ("scores", {1: 1.665, 2: 3.177, 8: 2.165}, "Divide the sum by n first"),
    ("after", {(): (6, 3.5), (1,): (3, 2.0), (1, 2): (1, 0.0)}, "O moved into this node"),
    ("after", {(): (6, 3.5), (1,): (3, 3.0), (1, 2): (1, 1.0)}, "X moved into this node"),
    ("after", {(): (6, 3.5), (1,): (3, 2.0)}, "gives the new node its first visit"),
    ("after", {(): (5, 3.5), (1,): (3, 2.0), (1, 2): (1, 1.0)}, "visited the node"),
    ("after", {(): (6, 4.5), (1,): (3, 2.0), (1, 2): (1, 1.0)}, "The root counts for X"),
    ("after", {(): (1, 0), (1,): (1, 0), (1, 2): (1, 1)}, "the amounts that the iteration adds"),
    ("after", {(): (6, 3.5), (1,): (3, -1.0), (1, 2): (1, 1.0)}, "a loss does not change W"),
    ("next_record", "A", "cell 2 has the highest score, but the path goes to cell 8"),
    ("next_record", "C", "adds 2 nodes"),
    ("next_record", "D", "has untried moves"),
]

# ---------------------------------------------------------- wrong answers, chapter 04


def tried(node):
    """Return whether all moves of a node have been tried, which is also true of a finished game."""
    return len(node.children) == len(node.state.legal_actions())


def walking(on):
    """Return a `select` that walks down as long as `on(node, root)` is true."""

    def select(root, tree_policy):
        node = root
        while on(node, root):
            node = tree_policy(node)
        return node

    return select


forgets_the_end = walking(lambda node, root: tried(node))
to_the_bottom = walking(lambda node, root: node.children)


def one_level(root, tree_policy):
    return tree_policy(root) if root.children and tried(root) else root


def never_stops(root, tree_policy):
    return walking(lambda node, root: tried(node))(
        root, lambda node: tree_policy(node) if node.children else node
    )


def counting(root, tree_policy):
    root.visits += 1
    return PHASES.select(root, tree_policy)


def expanding(pick):
    """Return an `expand` that takes the action `pick(untried, rng)`."""

    def expand(node, rng):
        untried = [a for a in node.state.legal_actions() if a not in node.children]
        return attach(node, pick(untried, rng)) if untried else node

    return expand


other_luck = expanding(lambda untried, rng: random.choice(untried))
first_untried = expanding(lambda untried, rng: untried[0])


def never_done(node, rng):
    """Expand the node of a finished game, too: Python's `rng.choice` raises an IndexError."""
    untried = [a for a in node.state.legal_actions() if a not in node.children]
    action = rng.choice(untried)
    return attach(node, action)


def attaches_twice(node, rng):
    untried = [a for a in node.state.legal_actions() if a not in node.children]
    action = rng.choice(untried)
    attach(node, action)
    return attach(node, action)


def attaches_twice_before_the_end(node, rng):
    """Attach the same child twice, which grows the right tree."""
    return node if node.state.is_terminal() else attaches_twice(node, rng)


def else_the_first(node, rng):
    legal = node.state.legal_actions()
    untried = [a for a in legal if a not in node.children]
    if not untried:
        return node
    action = legal[int(rng.random() * len(legal))]
    return attach(node, action if action in untried else untried[0])


def spoiling(spoil):
    """Return an `expand` that calls the library's `expand` and then `spoil(node, child)`.

    At the end of a game `node` and `child` are the same node.
    """

    def expand(node, rng):
        child = PHASES.expand(node, rng)
        spoil(node, child)
        return child

    return expand


def count(node):
    node.visits += 1


def every_child(node, rng):
    for action in node.state.legal_actions():
        attach(node, action)
    return rng.choice(list(node.children.values())) if node.children else node


def again_and_again(node, rng):
    legal = node.state.legal_actions()
    return attach(node, legal[0]) if legal else node


nine_cells = expanding(lambda untried, rng: rng.choice([a for a in untried if a < 9]))


def one_random_move(state, rng, rollout_policy):
    action = rollout_policy(state, rng)
    return Playout((action,), tuple(state.apply(action).rewards()))


def told(change):
    """Return a `simulate` that applies `change` to the result of the library's `simulate`.

    `change` gets the actions and the rewards, and returns both.
    """
    return lambda *given: Playout(*change(*PHASES.simulate(*given)))


def without_root(node, rewards):
    while node.parent is not None:
        node.visits += 1
        node.value_sum += rewards[node.player]
        node = node.parent


one_view = crediting(lambda node, rewards, leaf: rewards[leaf.player])


def flipping(node, rewards, leaf):
    return (
        rewards[leaf.player]
        if len(leaf.path()) % 2 == len(node.path()) % 2
        else 1 - rewards[leaf.player]
    )


def in_turn(node, rewards, leaf):
    here = node.state.current_player
    return rewards[1 - here if node.parent else here]


def ten_steps(node, rewards):
    for _ in range(10):
        if node is not None:
            node.visits += 1
            node.value_sum += rewards[node.player]
            node = node.parent


def no_step(node, rewards):
    while node is not None:
        node.visits += 1


WRONG_04 = [
    ("select", forgets_the_end, "0 legal actions. Selection must stop at such a node"),
    (
        "select",
        walking(lambda node, root: not node.state.is_terminal()),
        "none of its actions has been tried",
    ),
    ("select", one_level, "stops too early"),
    ("select", to_the_bottom, "goes too far. The root still has an untried move"),
    ("select", never_stops, "does not come to an end"),
    (
        "select",
        lambda root, policy: PHASES.select(root, Highest(lambda node, child: child.visits)),
        "In each step, go to the child",
    ),
    ("select", counting, "changed the tree"),
    ("select", lambda root, tree_policy: None, "returned None"),
    ("expand", first_untried, "all actions are equally likely"),
    ("expand", else_the_first, "action 2 was chosen 480 times, not about 360"),
    (
        "expand",
        attaches_twice,
        "(a finished game, rng)` raised IndexError",
    ),
    ("expand", lambda node, rng: attach(node, PHASES.expand(node, rng)), "Call `attach` once"),
    ("expand", other_luck, "gave two different children"),
    (
        "expand",
        spoiling(lambda node, child: child is node or count(node)),
        "changed N or W",
    ),
    (
        "expand",
        spoiling(lambda node, child: child is node and count(node)),
        "changed N or W",
    ),
    ("expand", every_child, "added 3 children"),
    ("expand", again_and_again, "has already been tried"),
    ("expand", never_done, "in the line `action = rng.choice(untried)`: Cannot choose"),
    (
        "expand",
        spoiling(lambda node, new: new is node or setattr(new, "parent", None)),
        "`child.parent` should be the node",
    ),
    ("expand", nine_cells, "In 5,040 expansions of this node, action 1 was chosen 7"),
    (
        "expand",
        lambda n, rng: attach(
            n, rng.choice([a for a in n.state.legal_actions() if a not in n.children])
        ),
        "raised IndexError",
    ),
    ("simulate", one_random_move, "raised ValueError"),
    ("simulate", told(lambda actions, rewards: (actions[:-1], rewards)), "before the game is over"),
    (
        "simulate",
        lambda state, rng, policy: PHASES.simulate(
            state, rng, lambda state, rng: state.legal_actions()[-1]
        ),
        "Does every move come from",
    ),
    ("simulate", told(lambda moves, rewards: (moves, rewards[0])), "Return all the rewards"),
    (
        "simulate",
        told(lambda moves, rewards: (moves, rewards[::-1])),
        "`rewards()` of the last state",
    ),
    ("backpropagate", without_root, "update the root as well"),
    ("backpropagate", one_view, "X moved there"),
    ("backpropagate", crediting(flipping), "The root counts for"),
    (
        "backpropagate",
        crediting(lambda node, rewards, leaf: rewards[node.state.current_player]),
        "so W grows by",
    ),
    ("backpropagate", crediting(in_turn), "X moved twice in a row"),
    (
        "backpropagate",
        crediting(lambda n, rewards, leaf: (r := rewards[n.player]) * (r == max(rewards))),
        "X moved twice in a row",
    ),
    (
        "backpropagate",
        crediting(lambda node, rewards, leaf: rewards[0] if node.player == 0 else 1 - rewards[0]),
        "both players get points",
    ),
    ("backpropagate", ten_steps, "in a game of 12 moves"),
    ("backpropagate", no_step, "does not come to an end"),
    ("backpropagate", lambda node, rewards: None, "Walk up to the root"),
    ("first_seen", {"A": 2, "B": 2, "C": 2}, "X moved into the node that iteration 2 adds"),
    ("first_seen", {"A": 4, "B": 1, "C": 5}, "In iteration 1 the root has no child"),
    ("first_seen", {"A": 4, "B": 4, "C": 5}, "one child and two untried moves"),
    ("first_seen", {"A": 4, "B": 2, "C": 4}, "n = 1, so W / n is W"),
    ("first_seen", {"A": 0, "B": 2, "C": 5}, "has the number 1"),
]

WRONG = WRONG_00 + WRONG_03 + WRONG_04
RIGHT = [
    ("expand", attaches_twice_before_the_end),
    ("outcome", by_the_lines),
    ("outcome", by_matching),
    ("after", {(): np.array([6, 3.5]), (1,): [3, 2], (np.int64(1), 2): (1, 1)}),
    ("after", {(1, 2): (1.0, Fraction(1)), (1,): (3, np.float32(2)), (): (6, 3.5)}),
    ("next_cell", 2.0),
    ("next_record", np.str_("b ")),
    ("scores", {cell: np.float32(score) for cell, score in SCORES.items()}),
    ("next_cell", np.int64(2)),
    (
        "after_five",
        {1: (np.int64(1), np.float32(0)), 2: (2, np.float32(1.5)), 8: [2, np.float64(0.5)]},
    ),
]


# ---------------------------------------------------------- the code shown is the library's


def skeleton(function, without=()):
    """Return the code of a function without its docstring and annotations.

    without  the beginnings of further statements to leave out
    """
    source = function if isinstance(function, str) else inspect.getsource(function)
    tree = next(part for part in ast.parse(source).body if isinstance(part, ast.FunctionDef))
    tree.returns = None
    for argument in tree.args.args:
        argument.annotation = None
    tree.body = [
        part for part in tree.body if not ast.unparse(part).startswith(('"', "'", *without))
    ]
    return ast.unparse(tree)


@pytest.mark.parametrize("name", [name for name in PHASE_NAMES if name != "expand"])
def test_the_solution_of_chapter_04_is_the_library_s_code(name):
    cell = next(build.solution(cell) for cell in exercises("04") if f"def {name}(" in cell)
    assert skeleton(cell) == skeleton(getattr(PHASES, name))


# ---------------------------------------------------------- the machinery


ENDLESS = (
    "def spin():\n    while True:\n        pass",
    "def spin():\n    while True: x = 1",
    "def spin():\n    return sum(1 for _ in iter(int, 1))",
    "from mctslib import TicTacToe, search\n\ndef spin():\n    search(TicTacToe(), 10**9)",
)


@pytest.mark.parametrize("source", ENDLESS)
def test_patience_ends_an_endless_loop_and_puts_the_tracer_back(source):
    functions = {}
    exec(source, functions)
    spin = functions["spin"]
    before = sys.gettrace()
    with pytest.raises(Endless, match=f"{PATIENCE:,} lines"), patience():
        spin()
    assert sys.gettrace() is before


def test_a_verdict_shows_its_status_in_letters_and_escapes_what_it_quotes():
    shown = Verdict("wrong", "`a<b` & <script>")._repr_html_()
    assert (
        "✗" in shown
        and "<code>a&lt;b</code> &amp; &lt;script&gt;" in shown
        and 'role="status"' in shown
    )


def test_a_checker_that_stumbles_gives_a_verdict():
    @exercise("fine")
    def check(own):
        raise TraceError("at 3")

    said = check(1)
    assert said.status == "wrong" and "TraceError" in said.message and "at 3" in said.message


@pytest.mark.parametrize("ends", [lambda: 1, lambda: None, lambda: 1 / 0, lambda: [][1]])
def test_no_answer_changes_the_shared_random_numbers(ends):
    """If an answer sets the seed, later cells still draw the numbers shown in the chapter."""

    def own():
        random.seed(0)
        return ends()

    @exercise("fine")
    def check(own):
        if call(own, returns=int) == 1:
            own()

    before = random.getstate()
    check(own)
    assert random.getstate() == before


@pytest.mark.parametrize("answer", [..., None, {1: (..., 2)}, [1, ...]])
def test_dots_anywhere_mean_not_yet(answer):
    @exercise("fine")
    def check(own):
        given(own, dict)

    assert check(answer).status == "pending"


# ---------------------------------------------------------- the reader's phases in the loop


def test_own_phases_keeps_what_runs_and_says_what_it_leaves_out(capsys):
    stubs = answers("04", build.stub)
    own = own_phases(
        select=stubs["select"],
        expand=PHASES.expand,
        simulate=lambda *a: None,
        backpropagate=one_view,
    )
    assert own == Phases(backpropagate=one_view)
    said = capsys.readouterr().out.splitlines()
    assert (
        said[0].endswith("yours is empty")
        and said[1].endswith("yours")
        and "returned None" in said[2]
    )
    # This phase runs although it is wrong, because the tree then shows the mistake.
    assert said[3].endswith("yours")


def test_the_solutions_grow_the_reference_s_tree():
    own = {name: answers("04")[name] for name in PHASE_NAMES}
    mine = search(TicTacToe(), 300, seed=3, phases=Phases(**own)).root
    assert compare_trees(mine, search(TicTacToe(), 300, seed=3).root) == set()


def test_what_is_not_a_function_is_told_so():
    @exercise("fine")
    def check(own):
        call(own, 1)

    assert "without brackets" in check(3.5).message and check(...).status == "pending"


# ---------------------------------------------------------- the reader's phases in the loop


DRAWN = {  # the mistakes whose message comes with a picture of the first counterexample
    ("select", "goes too far. The root still has an untried move"),
}
