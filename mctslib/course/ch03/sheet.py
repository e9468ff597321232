"""The paper sheet of chapter 03: one backpropagation, and the next selection at the root."""

import random
from html import escape
from math import log, sqrt

from mctslib.course.ch03.paper import Row, Sheet
from mctslib.course.ch03.widget import Paper
from mctslib.course.teach.html import BLANK, UCB1, table
from mctslib.draw.scores import scores
from mctslib.draw.show import board_svg, tree_svg
from mctslib.games import TicTacToe
from mctslib.games.names import player_name
from mctslib.policies import UCB1 as Policy
from mctslib.trace import record
from mctslib.tree import Node
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
    for row in sheet.rows:
        before = number(row.before["N"]), points(row.before["W"])
        rows.append((escape(row.name), *before, BLANK, BLANK))
    head = ("node", "N before", "W before", "N after", "W after")
    children = []
    for score in scores(sheet.later, POLICY):
        children.append((child_name(score.child), BLANK, BLANK, BLANK))
    board = board_svg(sheet.trace.state, width=110)
    return (
        f'<div class="row"><div class="wide">{Paper.drawn(sheet)}</div>'
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
    for row in sheet.rows:
        after = number(row.after["N"]), points(row.after["W"])
        rows.append((escape(row.name), *after, reason(row)))
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


def reason(row: Row) -> str:
    """Return the reason why the numbers of a node change or stay the same, as HTML."""
    if not row.on_path:
        return "This node is not on the path, so nothing changes."
    return f"{escape(row.mover)}; {escape(row.who)}’s reward is {points(row.reward)}."


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
        f"node. Then the random game ended: {sheet.result}. The rewards are ({rewards}), X’s "
        "first.</p>"
        "<p>Cells are numbered 0 to 8, row by row.</p>"
        "<p>W is the sum of the rewards of <em>the player who moved into the node</em>. The root "
        f"counts for {who}.</p>"
    )
