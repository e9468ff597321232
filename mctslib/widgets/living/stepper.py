"""Make the data of a `StepperView` for a page: the iterations around the current iteration."""

from typing import Any, NamedTuple

from mctslib.game import State
from mctslib.games.names import player_name
from mctslib.stepper.model import PredictionScore, SelectionQuestion, Stepper
from mctslib.trace import Trace
from mctslib.tree import Node, Path, walk
from mctslib.widgets.atlas.rectangles import FIELDS
from mctslib.widgets.living.atlas import RULES
from mctslib.widgets.stepping import parts
from mctslib.widgets.stepping.view import StepperView

PAGE = ("widgets/stepping/stepping.js",)
STYLES = ("widgets/stepping/stepping.css",)
CARRIED = 24  # iterations on a page; each drawn tree takes about 20 kB, or 200 kB with large boards
# If a node has more actions than this, the page has neither a table of the node's children nor a
# question about them, because each row takes 1.5 kB.
MOST_ACTIONS = 42
NO_TABLE = (
    f"<p>This page has no table of more than {MOST_ACTIONS} actions; the notebook has one.</p>"
)
NO_QUESTION = (
    f"<p>This page does not ask about a node with more than {MOST_ACTIONS} actions; "
    "the notebook does.</p>"
)


class Words:
    """Texts, each stored once, because most texts occur in many phases.

    The rest of the data refers to a text by its number.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text; a new text gets the next free number."""
        return self.numbers.setdefault(text, len(self.numbers))


class TableKey(NamedTuple):
    """The key of a table of children: the values on which the content of the table depends.

    The first three phases of an iteration share their tables.
    """

    t: int
    depth: int
    backpropagated: bool


def data(view: StepperView) -> dict[str, Any]:
    """Return the frames of the positions from `first` on, the questions, and the search's record.

    The record has the form in which `Trace.save` writes it.
    """
    stepper = Stepper(view.trace, view.options["phases"], view.stepper.tree_policy)
    begin = max(0, min(view.stepper.t - CARRIED // 2, stepper.last - CARRIED))
    end = min(begin + CARRIED, stepper.last)
    words = Words()
    tables: dict[TableKey, int] = {}
    frames = []
    for position in range(4 * begin, 4 * end + 1):
        stepper.go(position)
        frames.append(_frame(stepper, view.trees.draw(position), words, tables))
    questions = {}
    for t in range(begin, end):
        stepper.go(4 * t)
        questions[t + 1] = _questions(stepper, words)
    names = ("label", "phases", "speeds", "more", "predict")
    return {
        "state": {name: getattr(view.face, name) for name in names},
        "at": view.stepper.position,
        "first": 4 * begin,
        "frames": frames,
        "questions": questions,
        "words": list(words.numbers),
        "file": _file(view),
    }


def _frame(
    stepper: Stepper, tree: str, words: Words, tables: dict[TableKey, int]
) -> dict[str, Any]:
    """Return the frame at the position of the stepper, with numbers in place of texts."""
    names = parts.children_of(stepper)
    numbers = []
    for depth in range(len(names)):
        key = TableKey(stepper.t, depth, stepper.phase == 4)
        if key not in tables:
            tables[key] = words.number(_table(stepper, depth))
        numbers.append(tables[key])
    return {
        "place": parts.place(stepper),
        "sentence": stepper.sentence,
        "children_of": names,
        "tree": words.number(tree),
        "board": words.number(parts.board_html(stepper)),
        "code": words.number(parts.code_html(stepper)),
        "tables": numbers,
        "idle": words.number(_idle(stepper)),
    }


def _is_wide(node: Node) -> bool:
    """Return whether a node has too many actions for a table and a question on a page."""
    return len(node.state.legal_actions()) > MOST_ACTIONS


def _table(stepper: Stepper, depth: int) -> str:
    """Return the table of the children of the path's node at `depth`.

    If the table is too large for a page, return a notice instead.
    """
    node = walk(stepper.root, stepper.selected[:depth])
    return NO_TABLE if _is_wide(node) else parts.table_html(stepper, depth)


def _idle(stepper: Stepper) -> str:
    """Return the sentence that the page shows at a position without a question."""
    question = stepper.question()
    if question is not None and _is_wide(question.node):
        return NO_QUESTION
    return parts.idle_html(stepper)


def _questions(stepper: Stepper, words: Words) -> list[dict[str, Any]]:
    """Return the questions at the stepper's position; skip nodes with too many actions."""
    found = []
    question = stepper.question()
    while question:
        if not _is_wide(question.node):
            found.append(_asked(stepper, question, words))
        stepper.answer(question.options[-1])
        question = stepper.question()
    return found


def _asked(stepper: Stepper, question: SelectionQuestion, words: Words) -> dict[str, Any]:
    """Return one question: its text, the verdict on each option, and the option of each child."""
    verdicts = []
    for option in question.options:
        right, reason = stepper.judged(question, option)
        verdicts.append((right, _verdict(right, reason)))
    nodes = {}
    for action, child in question.node.children.items():
        place = parts.place_of(child, len(child.path()))
        nodes[place] = question.options.index(action)
    return {
        "html": words.number(parts.question_html(question, stepper)),
        "verdicts": verdicts,
        "nodes": nodes,
    }


def _verdict(right: bool, reason: str) -> str:
    """Return the text of a verdict with {right} and {asked}, which the page fills in."""
    return parts.verdict_html(right, reason, PredictionScore("{right}", "{asked}"))  # type: ignore[arg-type]


def _file(view: StepperView) -> dict[str, Any]:
    """Return the record as `Trace.save` writes it, and the data for drawing another search.

    Returns {} if the actions of the game cannot be saved.
    """
    try:
        return {"name": "my_search.json", "text": view.trace.to_json(), "opens": _opens(view.trace)}
    except TypeError:
        return {}


def _opens(trace: Trace) -> dict[str, Any] | None:
    """Return the data that a page needs to draw the tree of a friend's search.

    Returns None unless the game has two players who take turns.
    """
    state = trace.state
    if state.num_players != 2:
        return None
    if not all(_takes_turns(state, one.path + one.rollout) for one in trace.iterations):
        return None
    return {
        "first": state.current_player,
        "players": [player_name(state, player) for player in range(2)],
        "fields": FIELDS,
        **RULES,
    }


def _takes_turns(state: State, moves: Path) -> bool:
    """Return whether the players alternate in the given moves."""
    for action in moves:
        before = state.current_player
        state = state.apply(action)
        if not state.is_terminal() and state.current_player == before:
            return False
    return True
