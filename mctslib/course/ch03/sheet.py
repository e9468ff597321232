"""The paper sheet of chapter 03: one backpropagation, and the next selection at the root."""

import random
from html import escape
from math import log, sqrt
from typing import NamedTuple

from mctslib.course.teach.html import BLANK, UCB1, table
from mctslib.draw.scores import scores
from mctslib.draw.show import board_svg, tree_svg
from mctslib.games import TicTacToe
from mctslib.games.names import player_name
from mctslib.policies import UCB1 as Policy
from mctslib.stepper.explain import outcome
from mctslib.trace import Trace, record, replay_one
from mctslib.tree import Node, Path, attach, walk
from mctslib.words import number, points, worked

TITLE = "Walk one iteration by hand"
POLICY = Policy(sqrt(2))
CLEAR = 0.02  # the best score leads by more than this, so three decimals are enough
EMPTY_CELLS = (3, 4)
ITERATIONS = 9  # iterations of the search; the sheet shows one of the last five
SCORE_HEAD = ("child", "Q = W / n", "c · √(ln N / n)", "score")


def handout(rng: random.Random) -> tuple[str, str]:
    """Return two pages as HTML: the questions for one student, and the answers."""
    sheet = drawn(rng)
    return questions(sheet), answers(sheet)


# ---------------------------------------------------------- the iteration


class Row(NamedTuple):
    """A node of the sheet before and after the iteration."""

    before: Node
    after: Node
    on_path: bool  # False for the one node beside the path, which the iteration does not change


class Sheet:
    """One iteration of a trace up to backpropagation, and the nodes to be filled in.

    root   the tree with the new node in it, not yet updated
    later  the tree after the iteration
    """

    def __init__(self, trace: Trace, t: int) -> None:
        self.trace, self.t = trace, t
        self.iteration = trace.iterations[t - 1]
        self.root, self.later = trace.tree(t - 1), trace.tree(t - 1)
        path = self.iteration.path
        if self.iteration.expanded:
            attach(walk(self.root, path[:-1]), path[-1])
        replay_one(self.later, self.iteration)

    def rows(self) -> list[Row]:
        """Return the nodes on the path from the root down, and then one that is not on the path."""
        path = self.iteration.path
        paths: list[Path] = [path[:length] for length in range(len(path) + 1)]
        others = (node.path() for node in self.root.descendants())
        beside = [other for other in others if other not in paths][:1]
        return [
            Row(walk(self.root, one), walk(self.later, one), one in paths)
            for one in [*paths, *beside]
        ]


def drawn(rng: random.Random) -> Sheet:
    """Return a random iteration whose path has at least two moves.

    After this iteration all moves at the root have been tried, and one child clearly leads.
    """
    while True:
        state = drawn_position(rng)
        seed = int(10_000 * rng.random())
        trace = record(state, ITERATIONS, seed=seed, tree_policy=POLICY)
        sheet = Sheet(trace, ITERATIONS - 4 + int(5 * rng.random()))
        iteration = sheet.iteration
        if iteration.expanded and len(iteration.path) > 1 and is_clear(sheet.later):
            return sheet


def drawn_position(rng: random.Random) -> TicTacToe:
    """Return a random position with few empty cells in which the game is not over."""
    while True:
        state = TicTacToe()
        left = EMPTY_CELLS[int(len(EMPTY_CELLS) * rng.random())]
        while not state.is_terminal() and len(state.legal_actions()) > left:
            actions = state.legal_actions()
            state = state.apply(actions[int(len(actions) * rng.random())])
        if not state.is_terminal():
            return state


def is_clear(root: Node) -> bool:
    """Return whether all moves have been tried and rounding cannot change the best child."""
    if len(root.children) < len(root.state.legal_actions()):
        return False
    totals = sorted(score.total for score in scores(root, POLICY))
    return totals[-1] - totals[-2] > CLEAR


# ---------------------------------------------------------- the pages


def questions(sheet: Sheet) -> str:
    """Return the page with the questions, as HTML."""
    rows = []
    for row in sheet.rows():
        before = number(row.before.visits), points(row.before.value_sum)
        rows.append((name_of(row.before), *before, BLANK, BLANK))
    head = ("node", "N before", "W before", "N after", "W after")
    children = []
    for score in scores(sheet.later, POLICY):
        children.append((child_name(score.child), BLANK, BLANK, BLANK))
    board = board_svg(sheet.trace.state, width=110)
    return (
        f'<div class="row"><div class="wide">{tree_before(sheet)}</div>'
        f"<div>{board}{story(sheet)}</div></div>"
        "<h2>1 · Backpropagate</h2>"
        "<p>Write N and W of these nodes after the iteration. One of the nodes is not on the path."
        "</p>"
        f"{table(head, rows)}"
        "<h2>2 · Select</h2>"
        f"<p>Which child of the root does the next iteration walk to? Compute the scores {UCB1} "
        "with c = √2 = 1.414, to three decimals. N is the number of visits of the root, and n is "
        "the number of visits of the child, both <em>after</em> the iteration.</p>"
        f"{table(SCORE_HEAD, children)}<p>The next iteration walks to {BLANK}.</p>"
    )


def answers(sheet: Sheet) -> str:
    """Return the page with the answers, as HTML."""
    rows = []
    for row in sheet.rows():
        after = number(row.after.visits), points(row.after.value_sum)
        rows.append((name_of(row.after), *after, reason(row)))
    best = POLICY(sheet.later)
    children = []
    for score in scores(sheet.later, POLICY):
        total = worked(score.total)
        if score.child is best:
            total = f"<b>{total} ◀</b>"
        terms = worked(score.value), worked(score.bonus), total
        children.append((child_name(score.child), *terms))
    visits = sheet.later.visits
    return (
        f"<h2>1 · Backpropagate</h2>{table(('node', 'N after', 'W after', 'why'), rows)}"
        f"<h2>2 · Select</h2><p>The root has N = {number(visits)}, "
        f"and ln {number(visits)} = {worked(log(visits))}.</p>"
        f"{table(SCORE_HEAD, children)}<p>The next iteration walks to {child_name(best)}, "
        "which has the highest score.</p>"
        f"<h2>The tree after the iteration</h2>{tree_svg(sheet.later, boards=1, sums=True)}"
    )


def tree_before(sheet: Sheet) -> str:
    """Draw the tree of a sheet as in phase 3 of the stepper, as SVG text."""
    iteration = sheet.iteration
    return tree_svg(
        sheet.root,
        boards=1,
        sums=True,
        path=iteration.path,
        new=iteration.path if iteration.expanded else None,
        phase="simulate",
        rollout=iteration.rollout,
        result=outcome(sheet.trace.state, iteration.rewards),
    )


def name_of(node: Node) -> str:
    """Return the moves down to a node, each with its player, such as "X 1, O 8", as HTML."""
    moves: list[str] = []
    while node.parent is not None:
        moves.append(f"{player_name(node.state, node.player)} {node.action}")
        node = node.parent
    return escape(", ".join(reversed(moves)) or "root")


def reason(row: Row) -> str:
    """Return the reason why the numbers of a node change or stay the same, as HTML."""
    if not row.on_path:
        return "This node is not on the path, so nothing changes."
    who = escape(player_name(row.after.state, row.after.player))
    if row.after.parent is None:
        mover = f"The root counts for {who}, who is to move there"
    else:
        mover = f"{who} moved into this node"
    reward = row.after.value_sum - row.before.value_sum
    return f"{mover}; {who}’s reward is {points(reward)}."


def child_name(node: Node) -> str:
    """Return the name of a child of the root."""
    return f"cell {node.action}"


def story(sheet: Sheet) -> str:
    """Return the text above the questions, as HTML."""
    state = sheet.trace.state
    who = player_name(state, state.current_player)
    rewards = ", ".join(map(points, sheet.iteration.rewards))
    return (
        f"<p>It is {who}’s turn. Iteration {sheet.t} went along the bold path and added the dashed "
        f"node. Then the random game ended: {outcome(state, sheet.iteration.rewards)}. The rewards are ({rewards}), X’s "
        "first.</p>"
        "<p>Cells are numbered 0 to 8, row by row.</p>"
        "<p>W is the sum of the rewards of <em>the player who moved into the node</em>. The root "
        f"counts for {who}.</p>"
    )
