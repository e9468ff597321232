"""Make the parts of the stepper's page with pure functions from a `Stepper` to HTML."""

import re
from html import escape
from math import sqrt
from typing import Any

from mctslib.draw.bars import children_bars_svg
from mctslib.draw.dot import place as place_of
from mctslib.draw.outline import move_name, visible
from mctslib.draw.show import Picture, board_svg, film_strip, tree_svg
from mctslib.game import Action, State
from mctslib.games.board import cell_of, columns
from mctslib.games.names import player_name
from mctslib.policies import UCB1
from mctslib.scores import in_order
from mctslib.stepper.code import folded, four_lines
from mctslib.stepper.explain import outcome, path_name
from mctslib.stepper.model import NOUNS, STOP, PredictionScore, SelectionQuestion, Stepper
from mctslib.tree import Node, Path, walk
from mctslib.words import points, worked


def place(stepper: Stepper) -> dict[str, Any]:
    """Return the current iteration, the last iteration and the phase, in numbers and in words."""
    ends = stepper.trouble if stepper.t == stepper.last else ""
    phase = (
        f"phase {stepper.phase} of 4, {NOUNS[stepper.phase].lower()}"
        if stepper.phase
        else "the start"
    )
    words = f"iteration {stepper.t} of {stepper.last}" + f" · the record ends here: {ends}" * bool(
        ends
    )
    moment = {
        "position": stepper.position,
        "t": stepper.t,
        "last": stepper.last,
        "phase": stepper.phase,
    }
    return {**moment, "words": words, "spoken": f"{words}, {phase}"}


def tree_html(stepper: Stepper, max_nodes: int) -> str:
    """Return the tree with the path of the phase, marked for the page's script and style sheet.

    The marks are these attributes, properties and classes:

    data-path   the path of a node, as `mctslib.draw.dot.place` writes it
    --k         the index of a part of the picture in the order in which the parts appear or rise,
                from 0
    new         the class of the texts that first appear in phase 4
    """
    picture = tree_svg(stepper.root, live=True, **tree_options(stepper, max_nodes))
    depth, turns = len(stepper.path), iter(range(len(stepper.path)))
    leaf = re.search(r'class="node leaf (at[_\d]*)"', picture)

    def node(found: re.Match[str]) -> str:
        kind, where, inside = found.groups()
        if stepper.phase < 4 or leaf is None or not f"{leaf[1]}_".startswith(f"{where}_"):
            return f'<g class="node{kind or ""}" data-path="{where}">{inside}'
        inside = re.sub(r"<tspan(?=[^>]*>(→|&#8594;|\+|-|&#45;|Q ))", '<tspan class="new"', inside)
        turn = depth - where.count("_")
        return f'<g class="node{kind or ""} rise" data-path="{where}" style="--k:{turn}">{inside}'

    def edge(found: re.Match[str]) -> str:
        turn = next(turns, 0)
        return f'{found[0]} style="--k:{depth - 1 - turn if stepper.phase == 4 else turn}"'

    picture = re.sub(
        r'<g class="node( leaf)? (at[_\d]*)">(.*?</g>)', node, picture, flags=re.DOTALL
    )
    picture = re.sub(r'class="edge path"', edge, picture)
    # the page sets these properties itself
    picture = re.sub(r' xml:space="preserve"| font-family="Helvetica,sans-Serif"', "", picture)
    return f'<div class="mcts-tree" data-phase="{stepper.phase}">{picture}</div>'


def tree_options(stepper: Stepper, max_nodes: int) -> dict[str, Any]:
    """Return the options with which the tree of the current moment is drawn.

    All four phases show the same nodes, and the new node once it has been added.
    """
    shown = [one.path for one in visible(stepper.earlier, max_nodes, [stepper.selected]).all()]
    most = min(200, len(shown) + (stepper.new is not None))
    options: dict[str, Any] = {"sums": True, "keep": shown, "max_nodes": most}
    if badge := getattr(stepper.tree_policy, "badge", None):
        options["badge"] = badge
    if stepper.iteration:
        options |= {"path": stepper.path, "new": stepper.new, "phase": stepper.phase_name}
        options |= {"differs": stepper.differs, "before": stepper.before}
    if stepper.iteration and stepper.phase >= 3:
        options["rollout"] = stepper.iteration.rollout
        options["result"] = outcome(stepper.trace.state, stepper.iteration.rewards)
    return options


def board_html(stepper: Stepper) -> str:
    """Return the board at the current phase's node and, after the playout, the final board.

    Numbers in the cells give the order of the moves.
    """
    node = stepper.node
    path = _path_cells(node)
    boards = [_captioned(node.state, path, f"At {path_name(stepper.path)}: {_turn(node.state)}")]
    if stepper.phase >= 3 and stepper.iteration and stepper.iteration.rollout:
        played = [*path, *_cells(node.state, stepper.iteration.rollout)]
        first, last = len(path) + 1, len(played)
        which = (
            f"move {first}"
            if first == last
            else f"moves {first} {'and' if last == first + 1 else 'to'} {last}"
        )
        end = f"The playout's end, after {which}: {outcome(node.state, stepper.iteration.rewards)}"
        boards.append(_captioned(stepper.final_state, played, end))
    return "".join(boards)


def _path_cells(node: Node) -> list[Any]:
    """Return the cells of the moves from the root to a node."""
    cells = []
    while node.parent is not None:
        cells.append(cell_of(node.parent.state, node.action))
        node = node.parent
    return cells[::-1]


def _cells(state: State, moves: Path) -> list[Any]:
    """Return the cells of a sequence of moves that begins in the position `state`."""
    cells = []
    for action in moves:
        cells.append(cell_of(state, action))
        state = state.apply(action)
    return cells


def _captioned(state: State, played: list[Any], caption: str) -> str:
    """Return a board with a caption; if there is room, each played cell shows its move's number."""
    order = {cell: number for number, cell in enumerate(played, 1)}
    picture = board_svg(state, last=played[-1] if played else None, width=146, order=order)
    kind = (
        "mcts-board-of-cells" if columns(state) else "mcts-board-of-words"
    )  # this class keeps a game's own text readable
    return f'<figure class="{kind}">{picture}<figcaption>{escape(caption)}</figcaption></figure>'


def _turn(state: State) -> str:
    return (
        "the game is over"
        if state.is_terminal()
        else f"{player_name(state, state.current_player)} to move"
    )


def code_html(stepper: Stepper) -> str:
    """Return an iteration's four lines, with the current one marked, and the code that it calls."""
    lines = [
        f"<mark>▶ {escape(line)}</mark>"
        if phase == stepper.phase
        else f"<span>{escape(line)}</span>"
        for phase, line in enumerate(four_lines(), 1)
    ]
    whose = "your own" if stepper.own else "the library's"
    title = f"<p>{stepper.phase_name}, {whose}:</p>" if stepper.phase else ""
    body, words = folded(stepper.code)
    docs = (
        f"<details><summary>its docstring</summary><pre>{escape(words)}</pre></details>"
        if words
        else ""
    )
    return f"<pre>{''.join(lines)}</pre>{title}<pre>{escape(body)}</pre>{docs}"


def children_of(stepper: Stepper) -> list[str]:
    """Return the names of the nodes on the selected path, whose children the table can show."""
    return [path_name(stepper.selected[:depth]) for depth in range(len(stepper.selected) + 1)]


def table_html(stepper: Stepper, depth: int) -> str:
    """Return the table of the children of the path's node at `depth`, before this iteration.

    In phase 4 each number is shown as before → after.
    """
    path, done = stepper.selected[:depth], stepper.phase == 4
    before = walk(stepper.earlier, path)
    taken = dict(enumerate(stepper.iteration.path)).get(len(path)) if stepper.iteration else None
    shown, then = (walk(stepper.root, path), before) if done else (before, None)
    picture = children_bars_svg(shown, stepper.tree_policy, taken=taken, before=then)
    # keep the table on the left even if it shrinks
    return picture.replace("<svg ", '<svg preserveAspectRatio="xMinYMin" ', 1)


# -------------------- Predict


def question_html(question: SelectionQuestion, stepper: Stepper) -> str:
    """Return the question as HTML, with a button for each option.

    The numbers that decide the question are shown.  The score is not shown, because it would reveal
    the answer.
    """
    node, where = question.node, path_name(question.node.path())
    children = [child for _, child in in_order(node)]
    lines = {
        "move": [f"<th scope=col>{escape(move_name(child, 7))}" for child in children],
        "N": [f"<td>{child.visits:,}" for child in children],
        "W": [f"<td>{points(child.value_sum)}" for child in children],
        "Q = W / N": [f"<td>{worked(child.value)}" for child in children],
        "your answer": [f"<td>{_button(question, k)}" for k in range(len(question.options))],
    }
    rows = "".join(
        f"<tr><th scope=row>{name}{''.join(cells)}</tr>" for name, cells in lines.items()
    )
    return (
        f"<p><b>Iteration {question.t}: which way will selection go from {escape(where)}</b>, "
        f"according to {escape(_formula(node, stepper.tree_policy))}?  Click here, or on a "
        "child in the tree.</p>"
        f"<table>{rows}</table>"
    )


def _formula(node: Node, tree_policy: Any) -> str:
    """Return the formula by which selection chooses a child."""
    if isinstance(tree_policy, UCB1):
        return f"Q + c·√(ln {node.visits:,} / n), c = {_named(tree_policy.c)}, n the N of a child"
    return (
        " + ".join(tree_policy.letters(node))
        if hasattr(tree_policy, "letters")
        else "the tree policy"
    )


def _button(question: SelectionQuestion, number: int) -> str:
    return (
        '<button type="button" '
        f'data-option="{number}">{escape(option_words(question, number))}</button>'
    )


def option_words(question: SelectionQuestion, number: int) -> str:
    """Return the text on the button of an option."""
    option = question.options[number]
    return "it stops here" if option == STOP else move_name(question.node.children[option])


def clicked(question: SelectionQuestion, where: str) -> Action:
    """Return the option that belongs to the drawn node at `data-path`.

    Returns None if the node is not among the question's children.
    """
    children = question.node.children.items()
    return next(
        (action for action, child in children if place_of(child, len(child.path())) == where), None
    )


def idle_html(stepper: Stepper) -> str:
    """Return a sentence that explains why there is no question, and suggests the next step."""
    words = "There is nothing to predict here: step to the end of the iteration."
    if not stepper.position:
        words = (
            "There is nothing to predict in the first iteration, because the root has no children "
            "yet: step one iteration forward."
        )
    elif stepper.position == 4 * stepper.last:
        words = "This is the end of the search: add iterations with “Search on”, or go back."
    return f"<p>{words}</p>"


def _named(c: float) -> str:
    return "√2" if c == sqrt(2) else f"{c:g}"


def verdict_html(right: bool, reason: str, score: PredictionScore) -> str:
    """Return the verdict on an answer: a sign with a word, the reason and the score."""
    sign = "✔ Right." if right else "✘ Not this one."
    counted = f"Score: {score.right} of {score.asked}."
    return f"<p><b>{sign}</b> {escape(reason)} <b>{counted}</b></p>"


# -------------------- without a kernel


def strip_of(stepper: Stepper, max_nodes: int = 7) -> Picture:
    """Draw the four phases of the stepper's iteration as a film strip.

    Before the first iteration the strip shows the last iteration.
    """
    copy = Stepper(stepper.trace, stepper.phases, stepper.tree_policy)
    start = 4 * ((stepper.t or copy.last) - 1)
    pictures, captions = [], []
    for phase in range(1, 5) if copy.last else ():
        copy.go(start + phase)
        options = tree_options(copy, max_nodes)
        if phase == 4:  # in this phase a still picture shows nothing of the playout
            del options["rollout"], options["result"]
        pictures.append(tree_svg(copy.root, boards=1, **options))
        captions.append(copy.sentence)
    return film_strip(pictures or [tree_svg(copy.root)], captions or [copy.sentence])
