"""Check the exercises of chapter 05: two tests for engines, a kit of instruments, a diagnosis.

The words and the common mistakes of the first two are in `exercises.toml`.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial

from mctslib.course.ch05.card import EVIDENCE, RIGHT_NAMES
from mctslib.course.ch05.engine import HEALTHY
from mctslib.course.ch05.exams import BY_HAND_START
from mctslib.course.ch05.instruments import INSTRUMENTS
from mctslib.course.ch05.matrix import PATIENTS, load_matrix
from mctslib.course.ch05.mutants import MUTANTS
from mctslib.course.exercise import Pending, Wrong, demand, exercise, given, look
from mctslib.course.grading import Case, Graded
from mctslib.course.puzzles import A, S, W
from mctslib.draw.show import tree_svg
from mctslib.games import TicTacToe
from mctslib.search import backpropagate
from mctslib.tree import Node, attach
from mctslib.words import count, number, signed

Backpropagation = Callable[[Node | None, tuple[float, ...]], None]

# ---------------------------------------------------------- the hand test


def short_line() -> tuple[Node, Node]:
    """Return the node of X's move and the node of O's reply, in a new tree."""
    x_node = attach(Node(TicTacToe()), 0)
    return x_node, attach(x_node, 4)


def hand_test(backpropagate: Backpropagation) -> bool:
    """Return whether a win of O gives W = 0 to X's node and W = 1 to O's node."""
    x_node, o_node = short_line()
    backpropagate(o_node, (0.0, 1.0))
    return (x_node.value_sum, o_node.value_sum) == (0, 1)


def recursive(node: Node | None, rewards: tuple[float, ...]) -> None:
    """Backpropagate as the library does, but recursively."""
    if node is not None:
        recursive(node.parent, rewards)
        node.visits += 1
        node.value_sum += rewards[node.player]


def crediting(share: Callable[[Node, tuple[float, ...]], float]) -> Backpropagation:
    """Return a backpropagation that adds a chosen number to W of each node.

    share  a function that takes a node and the rewards, and returns the number to add
    """

    def backpropagate(node: Node | None, rewards: tuple[float, ...]) -> None:
        while node is not None:
            node.visits += 1
            node.value_sum += share(node, rewards)
            node = node.parent

    return backpropagate


HEALTHY_BACKPROPAGATIONS = (
    backpropagate,
    recursive,
    # This function is right, although its source resembles the source of the functions with a bug.
    crediting(lambda node, rewards: rewards[node.player]),
)
SICK_BACKPROPAGATIONS = {
    "gives X's reward to each node": crediting(lambda node, rewards: rewards[0]),
    "gives O's reward to each node": crediting(lambda node, rewards: rewards[1]),
    "adds the reward of the side to move": crediting(
        lambda node, rewards: rewards[node.state.current_player]
    ),
    "counts every reward twice": crediting(lambda node, rewards: 2 * rewards[node.player]),
    "gives half a point to a loser": crediting(
        lambda node, rewards: max(rewards[node.player], 0.5)
    ),
    "subtracts half a point from every reward": crediting(
        lambda node, rewards: rewards[node.player] - 0.5
    ),
    "subtracts a hundredth from every reward": crediting(
        lambda node, rewards: rewards[node.player] - 0.01
    ),
    "adds a hundredth to every reward": crediting(
        lambda node, rewards: rewards[node.player] + 0.01
    ),
}


def backpropagation_cases() -> list[Case]:
    """Return a case for each backpropagation, healthy or not."""
    named = [("is healthy", function) for function in HEALTHY_BACKPROPAGATIONS]
    named += list(SICK_BACKPROPAGATIONS.items())
    return [
        Case((function,), f"the function {words}", partial(picture_after_win_for_o, function))
        for words, function in named
    ]


def picture_after_win_for_o(function: Backpropagation) -> str:
    """Draw the tree of three nodes after the backpropagation of a win for O, as SVG text."""
    x_node, o_node = short_line()
    function(o_node, (0.0, 1.0))
    assert x_node.parent is not None
    return tree_svg(x_node.parent, sums=True)


check_hand_test = Graded("05", hand_test, backpropagation_cases, returns=bool).checker()

# ---------------------------------------------------------- the invariant

O_FIRST = TicTacToe.from_text("XO./.X./..O", to_move="O")
STARTS = (TicTacToe(), BY_HAND_START, A.state, S.state, W.state, O_FIRST)
CONVICTED = ("no sides", "side to move", "parent's playout")


class Losing(TicTacToe):
    """Tic-tac-toe in which the player with three in a row loses."""

    __slots__ = ()

    def rewards(self) -> tuple[float, ...]:  # type: ignore[override]
        return super().rewards()[::-1]


class OtherPoints(TicTacToe):
    """Tic-tac-toe in which a win is worth ¾, a draw ½, and a loss ¼."""

    __slots__ = ()

    def rewards(self) -> tuple[float, ...]:  # type: ignore[override]
        points = {0.0: 0.25, 0.5: 0.5, 1.0: 0.75}
        return tuple(points[reward] for reward in super().rewards())


def finished_right(root: Node) -> bool:
    """Return whether W is N times the reward in all nodes with a finished game."""
    return all(
        node.value_sum == node.visits * node.state.rewards()[node.player]
        for node in root.descendants()
        if node.state.is_terminal()
    )


def tree_cases() -> list[Case]:
    """Return the cases of `check_finished_right`: healthy trees, and trees with a wrong W."""
    named = [*healthy_trees(), *sick_trees(), *spoilt_trees()]
    return [
        Case((root,), words, partial(tree_svg, root, max_nodes=14, sums=True))
        for words, root in named
    ]


def healthy_trees() -> Iterator[tuple[str, Node]]:
    """Yield words and a tree in which all is right."""
    for state in STARTS:
        for iterations in (1, 60):
            yield (
                f"a healthy tree has {count(iterations, 'iteration')}",
                HEALTHY.tree(state, iterations),
            )
    for rules, words in (Losing, "three in a row *loses*"), (OtherPoints, "a win is worth ¾"):
        tree = replace(HEALTHY, game=rules).tree(BY_HAND_START, 60, seed=1)
        yield f"all is right, in a game in which {words}", tree
    over = HEALTHY.tree(next(finished_nodes(HEALTHY.tree(BY_HAND_START, 60))).state, 3)
    yield "the game is over at the root, and all is right", over


def sick_trees() -> Iterator[tuple[str, Node]]:
    """Yield words and a tree of a mutant with a wrong W at a finished node."""
    for name in CONVICTED:
        trees = (MUTANTS[name].engine().tree(BY_HAND_START, 200, seed) for seed in range(6))
        root = next(tree for tree in trees if not finished_right(tree))
        yield f"the tree belongs to the mutant “{name}”{evidence(root)}", root


def spoilt_trees() -> Iterator[tuple[str, Node]]:
    """Yield words and a healthy tree in which W of one or two finished nodes was changed."""
    for place, change in (0, 1.0), (-1, -0.5), (1, 0.01), (2, -0.01):
        root = HEALTHY.tree(BY_HAND_START, 60, seed=3)
        list(finished_nodes(root))[place].value_sum += change
        yield f"one W was changed by {signed(change)}{evidence(root)}", root
    root = HEALTHY.tree(A.state, 400, seed=3)
    max(finished_nodes(root), key=lambda node: len(node.path())).value_sum -= 0.25
    yield f"one W far down was changed by {signed(-0.25)}{evidence(root)}", root
    for alike in False, True:
        root = HEALTHY.tree(BY_HAND_START, 60, seed=3)
        swap(root, alike)
        yield f"two finished nodes have swapped their W{evidence(root)}", root
    root = HEALTHY.tree(BY_HAND_START, 60, seed=7)
    level_out(root)
    yield f"part of one finished node's W was moved to another{evidence(root)}", root
    root = HEALTHY.tree(BY_HAND_START, 200, seed=1)
    for node in finished_nodes(root):
        node.value_sum = 1.5 * node.visits - node.value_sum
    yield f"wins are counted as draws, and draws as wins{evidence(root)}", root


def swap(root: Node, alike: bool) -> None:
    """Swap W of two finished nodes with different W.

    alike  whether the two nodes have the same reward, so that only N tells them apart
    """
    nodes = list(finished_nodes(root))
    a, b = next(
        (a, b)
        for a in nodes
        for b in nodes
        if a.value_sum != b.value_sum and (a.value == b.value) == alike
    )
    a.value_sum, b.value_sum = b.value_sum, a.value_sum


def level_out(root: Node) -> None:
    """Move W between two finished nodes of one player, a win and a draw, until their Q are equal.

    The sum of W stays right over all nodes, over each player's nodes, and over nodes of equal Q.
    """
    nodes = list(finished_nodes(root))
    a, b = next((a, b) for a in nodes for b in nodes if a.player == b.player and a.value < b.value)
    mean = (a.value_sum + b.value_sum) / (a.visits + b.visits)
    a.value_sum, b.value_sum = mean * a.visits, mean * b.visits


def evidence(root: Node) -> str:
    """Return a clause about a finished node with a wrong W."""
    node = next(node for node in finished_nodes(root) if node.value_sum != right_sum(node))
    numbers = f"W = {number(node.value_sum)} where N × reward = {number(right_sum(node))}"
    return f" (the finished node {node.path()} has {numbers})"


def right_sum(node: Node) -> float:
    """Return the right value of W for a finished node."""
    return node.visits * node.state.rewards()[node.player]


def finished_nodes(root: Node) -> Iterator[Node]:
    """Yield the nodes of a tree in which the game is over."""
    return (node for node in root.descendants() if node.state.is_terminal())


check_finished_right = Graded("05", finished_right, tree_cases, ask=look, returns=bool).checker()

# ---------------------------------------------------------- the kit

FEWEST = 2


@exercise("Your kit finds all eleven bugs, and no smaller kit does.")
def check_kit(kit: Collection[str]) -> None:
    """Check that `kit` names the fewest instruments that find all mutants without the paper tree."""
    names = given(list(kit) if isinstance(kit, set | frozenset) else kit, list, "kit")
    if not names:
        raise Pending("Your kit is still empty.")
    for name in names:
        demand(
            name in INSTRUMENTS,
            f"{name!r} is no instrument. The names are: {', '.join(INSTRUMENTS)}.",
        )
    demand(
        "tree by hand" not in names,
        "Your friend's engine draws its random numbers in another way, so it grows another tree, "
        "and fails “tree by hand” without a bug.",
    )
    missed = missed_by(names)
    demand(not missed, f"Your kit does not find: {', '.join(missed)}.")
    demand(
        len(set(names)) == FEWEST,
        f"Your kit finds all bugs with {count(len(set(names)), 'instrument')}. Fewer are enough. "
        "Which bug is found by only one instrument? And which bugs does this instrument miss?",
    )


def missed_by(names: Collection[str]) -> list[str]:
    """Return the mutants that none of these instruments finds."""
    seeing = load_matrix().seeing
    return [one for one in MUTANTS if not set(seeing(one)) & set(names)]


# ---------------------------------------------------------- the diagnosis


@exercise("All five names are right.")
def check_diagnosis(answers: dict[str, str]) -> None:
    """Check the diagnosis of each of the five patients, "healthy" or the name of a mutant."""
    given(answers, dict, "diagnosis")
    missing = [letter for letter in RIGHT_NAMES if answers.get(letter) in (None, "")]
    if missing:
        raise Pending(f"These engines have no name yet: {', '.join(missing)}.")
    for letter, patient in RIGHT_NAMES.items():
        guess = answers[letter]
        if guess not in PATIENTS:
            raise Wrong(f"{guess!r} is not in the list. The names are: {', '.join(PATIENTS)}.")
        if guess != patient:
            raise Wrong(f"Engine {letter} is not “{guess}”: {contradiction(letter, guess)}")


def contradiction(letter: str, guess: str) -> str:
    """Return the evidence that contradicts a guess.

    letter  the patient's letter
    guess   a wrong name
    """
    matrix, patient = load_matrix(), RIGHT_NAMES[letter]
    tool = matrix.tells_apart(patient, guess, EVIDENCE[letter])
    if tool not in EVIDENCE[letter]:
        return f"read the findings again. “{tool}” distinguishes the two engines."
    would = "finds something" if matrix.cell(guess, tool).guilty else "finds nothing"
    return f"look at “{tool}”. For “{guess}”, this instrument {would}."
