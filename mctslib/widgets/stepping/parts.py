"""What the stepper's page shows, part by part: pure functions from a `Stepper` to HTML."""
from functools import reduce
from html import escape
from math import sqrt
from typing import Any

from mctslib.draw.bars import children_bars_svg, number
from mctslib.draw.outline import move_name
from mctslib.draw.show import Picture, board_svg, film_strip, tree_svg
from mctslib.game import State
from mctslib.games.board import cell_of, columns
from mctslib.games.names import player_name
from mctslib.stepper.explain import outcome, path_name
from mctslib.stepper.model import NOUNS, SelectionQuestion, Stepper, four_lines
from mctslib.trace import walk
from mctslib.tree import in_order


def place_html(stepper: Stepper) -> str:
    """Which iteration, which phase."""
    phase = f"phase {stepper.phase} of 4, <b>{NOUNS[stepper.phase].lower()}</b>" if stepper.phase else "the start"
    words = f"iteration <b>{stepper.t}</b> of {stepper.last} · {phase}"
    ends = stepper.trouble and stepper.t == stepper.last
    return f"{words} · the record ends here: {escape(stepper.trouble)}" if ends else words


def sentence_html(stepper: Stepper) -> str:
    """What just happened; read out when it changes."""
    return f'<div class="mcts-sentence" role="status">{escape(stepper.sentence)}</div>'


def tree_html(stepper: Stepper, max_nodes: int) -> str:
    """The tree with the path of the phase."""
    picture = tree_svg(stepper.root, max_nodes=max_nodes, **tree_options(stepper))
    return f'<div class="mcts-tree">{picture}</div>'


def tree_options(stepper: Stepper) -> dict[str, Any]:
    """What the drawing of a tree is told about the moment."""
    if not stepper.iteration:
        return {}
    return {
        "path": stepper.path,
        "new": stepper.new,
        "phase": stepper.phase_name,
        "differs": stepper.differs,
        "result": outcome(stepper.trace.state, stepper.iteration.rewards).replace("½", "0.5"),
    }


def board_html(stepper: Stepper) -> str:
    """The board at the node of the phase; after the playout also the board it ended with."""
    node = stepper.node
    last = cell_of(node.parent.state, node.action) if node.parent else None
    boards = [_captioned(node.state, last, f"At {path_name(stepper.path)}: {_turn(node.state)}")]
    if stepper.phase >= 3 and stepper.iteration and stepper.iteration.rollout:
        rewards, moves = stepper.iteration.rewards, stepper.iteration.rollout
        end = f"The playout's end: {outcome(node.state, rewards)}"
        before = reduce(lambda state, action: state.apply(action), moves[:-1], node.state)
        boards.append(_captioned(stepper.final_state, cell_of(before, moves[-1]), end))
    return f'<div style="display:flex;gap:12px;flex-wrap:wrap">{"".join(boards)}</div>'


def _captioned(state: State, last: Any, caption: str) -> str:
    picture = board_svg(state, last=last, width=130)
    size = "width:140px" if columns(state) else "max-width:300px"  # a game's own text stays readable
    return f'<div style="{size}">{picture}<div class="mcts-caption">{escape(caption)}</div></div>'


def _turn(state: State) -> str:
    return "the game is over" if state.is_terminal() else f"{player_name(state, state.current_player)} to move"


def code_html(stepper: Stepper) -> str:
    """The four lines of an iteration, the running one marked; below, the function that it calls."""
    lines = [
        f"<mark>▶ {escape(line)}</mark>" if phase == stepper.phase else f"<span>{escape(line)}</span>"
        for phase, line in enumerate(four_lines(), 1)
    ]
    whose = "your own" if stepper.own else "the library's"
    title = f'<div class="mcts-caption">{stepper.phase_name}, {whose}:</div>' if stepper.phase else ""
    return f'<div class="mcts-code"><pre>{"".join(lines)}</pre>{title}<pre>{escape(stepper.code)}</pre></div>'


def table_html(stepper: Stepper, depth: int) -> str:
    """The children of the path's node at `depth`: both terms of the score, as numbers and bars."""
    return children_bars_svg(walk(stepper.root, stepper.path[:depth]), stepper.tree_policy)


def question_html(question: SelectionQuestion, stepper: Stepper) -> str:
    """What is asked, and the numbers that decide it, without the score that would give it away."""
    node, place = question.node, path_name(question.node.path())
    c = getattr(stepper.tree_policy, "c", None)
    ucb1 = f"Q + c·√(ln {node.visits} / n), c = {_named(c)}, n the N of a child" if c is not None else ""
    rows = "".join(
        f"<tr><th scope=row>{escape(move_name(child, 7))}</th><td>{child.visits}</td><td>{child.value_sum:g}</td>"
        f"<td>{number(child.value)}</td></tr>"
        for _, child in in_order(node)
    )
    return (
        f"<p><b>Iteration {question.t}: which way will selection go from {escape(place)}</b>, "
        f"by {escape(ucb1 or 'the tree policy')}?  Click a child below, or in the tree.</p>"
        f"<table><tr><th scope=col>move<th scope=col>N<th scope=col>W<th scope=col>Q = W / N</tr>{rows}</table>"
    )


def idle_html(stepper: Stepper) -> str:
    """Why nothing is asked just now, and what to do."""
    words = "Nothing to predict here: step on to the end of the iteration."
    if not stepper.position:
        words = "Nothing to predict in the first iteration, for the root has no children yet: press “Iteration on”."
    elif stepper.position == 4 * stepper.last:
        words = "This is the end of the search: “Search on” adds iterations to predict, or go back."
    return f"<p>{words}</p>"


def _named(c: float) -> str:
    return "√2" if c == sqrt(2) else f"{c:g}"


def verdict_html(right: bool, reason: str, stepper: Stepper) -> str:
    """Right or wrong, by sign and word, with the reason and the score."""
    sign = "✔ Right." if right else "✘ Not this one."
    score = f"Score: {stepper.score.right} of {stepper.score.asked}."
    return f"<p><b>{sign}</b> {escape(reason)} <b>{score}</b></p>"


def strip_of(stepper: Stepper, max_nodes: int = 7) -> Picture:
    """The four phases of the stepper's iteration (of the last one, before the first) as a film strip."""
    copy = Stepper(stepper.trace, stepper.phases, stepper.tree_policy)
    start = 4 * ((stepper.t or copy.last) - 1)
    pictures, captions = [], []
    for phase in range(1, 5) if copy.last else ():
        copy.go(start + phase)
        shown = max_nodes + (copy.new is not None)  # so that all four show the same nodes, and the new one
        pictures.append(tree_svg(copy.root, max_nodes=shown, boards=1, **tree_options(copy)))
        captions.append(copy.sentence)
    return film_strip(pictures or [tree_svg(copy.root)], captions or [copy.sentence])
