"""Chapter 03's sheet to be printed: backpropagate one iteration, then find the way of the next, with the calculator."""

import random
from html import escape
from math import log, sqrt

from mctslib.course.ch03.paper import Row, Sheet
from mctslib.course.ch03.widget import Paper
from mctslib.course.teach.html import BLANK, UCB1, table
from mctslib.draw.show import board_svg, tree_svg
from mctslib.games import TicTacToe
from mctslib.games.names import player_name
from mctslib.policies import UCB1 as Policy
from mctslib.scores import scores
from mctslib.trace import record
from mctslib.tree import Node
from mctslib.words import points

TITLE = "Walk one iteration by hand"
C = sqrt(2)
CLEAR = 0.02  # by how much the best score is ahead: three decimals on a calculator decide it
EMPTY_CELLS = (3, 4)


def handout(rng: random.Random) -> tuple[str, str]:
    """The page of one student and that of its answers, as HTML."""
    sheet = drawn(rng)
    return _questions(sheet), _answers(sheet)


def drawn(rng: random.Random) -> Sheet:
    """An iteration two levels down or more, after which the root has all its children and selection a clear choice."""
    while True:
        state, seed = _position(rng), int(10_000 * rng.random())
        trace = record(state, 9, seed=seed, tree_policy=Policy(C))
        sheet = Sheet(trace, 5 + int(5 * rng.random()))
        if sheet.iteration.expanded and len(sheet.iteration.path) > 1 and _clear(sheet.later):
            return sheet


def _position(rng: random.Random) -> TicTacToe:
    """A game that is not over, with few empty cells."""
    while True:
        state, left = TicTacToe(), EMPTY_CELLS[int(len(EMPTY_CELLS) * rng.random())]
        while not state.is_terminal() and len(state.legal_actions()) > left:
            actions = state.legal_actions()
            state = state.apply(actions[int(len(actions) * rng.random())])
        if not state.is_terminal():
            return state


def _clear(root: Node) -> bool:
    """Whether every move was tried and rounding cannot decide which of them is next."""
    if len(root.children) < len(root.state.legal_actions()):
        return False
    best, second = sorted((score.total for score in scores(root, Policy(C))), reverse=True)[:2]
    return best - second > CLEAR


def _questions(sheet: Sheet) -> str:
    rows = [
        (escape(row.name), f"{row.before['N']:g}", points(row.before["W"]), BLANK, BLANK)
        for row in sheet.rows
    ]
    head = ("node", "N before", "W before", "N after", "W after")
    children = [(_child(child), BLANK, BLANK, BLANK) for child in _children(sheet)]
    return (
        f'<div class="row"><div class="wide">{Paper.drawn(sheet)}</div>'
        f"<div>{board_svg(sheet.trace.state, width=110)}{_story(sheet)}</div></div><h2>1 · Backpropagate</h2>"
        "<p>Write N and W of these nodes after the iteration. One of them is not on its path.</p>"
        f"{table(head, rows)}<h2>2 · Select</h2><p>Which child of the root does the next iteration walk to? {UCB1}, "
        "with c = √2 = 1.414, N of the root, n of the child, both <em>after</em> the iteration; three decimals.</p>"
        f"{table(('child', 'Q = W / n', 'c · √(ln N / n)', 'score'), children)}<p>It walks to {BLANK}.</p>"
    )


def _answers(sheet: Sheet) -> str:
    after = [
        (escape(row.name), f"{row.after['N']:g}", points(row.after["W"]), _why(row))
        for row in sheet.rows
    ]
    best = Policy(C)(sheet.later)
    found = [
        (
            _child(score.child),
            f"{score.value:.3f}",
            f"{score.bonus:.3f}",
            f"<b>{score.total:.3f} ◀</b>" if score.child is best else f"{score.total:.3f}",
        )
        for score in scores(sheet.later, Policy(C))
    ]
    head = ("child", "Q = W / n", "c · √(ln N / n)", "score")
    return (
        f"<h2>1 · Backpropagate</h2>{table(('node', 'N after', 'W after', 'why'), after)}"
        f"<h2>2 · Select</h2><p>The root has N = {sheet.later.visits}, and ln {sheet.later.visits} = "
        f"{log(sheet.later.visits):.3f}.</p>{table(head, found)}<p>It walks to {_child(best)}: the highest score, "
        f"whatever its Q or its n.</p><h2>The tree after the iteration</h2>{tree_svg(sheet.later, boards=1, sums=True)}"
    )


def _why(row: Row) -> str:
    if not row.on_path:
        return "Not on the path: nothing changes."
    return f"{escape(row.mover)}; {escape(row.who)}’s reward is {points(row.reward)}."


def _children(sheet: Sheet) -> list[Node]:
    return [score.child for score in scores(sheet.later, Policy(C))]


def _child(node: Node) -> str:
    return f"cell {node.action}"


def _story(sheet: Sheet) -> str:
    it, state = sheet.iteration, sheet.trace.state
    who = player_name(state, state.current_player)
    rewards = ", ".join(map(points, it.rewards))
    return (
        f"<p>{who} is to move. Iteration {sheet.t} went along the bold path and added the dashed node. The game "
        f"then ended: {sheet.result}, rewards ({rewards}), X’s first.</p>"
        "<p>Cells are numbered 0 to 8, row by row.</p>"
        f"<p>W adds up the rewards of <em>the player who moved into the node</em>. Nobody moved into the root: it "
        f"counts for {who}.</p>"
    )
