"""Make the data of a `StepperView` for a page: the iterations around the current iteration."""

from typing import Any

from mctslib.game import State
from mctslib.games.names import player_name
from mctslib.stepper.lit import key_of
from mctslib.stepper.model import PredictionScore, SelectionQuestion, Stepper
from mctslib.trace import Trace
from mctslib.tree import Node, Path
from mctslib.widgets.atlas.rectangles import FIELDS
from mctslib.widgets.living.atlas import RULES
from mctslib.widgets.stepping import parts
from mctslib.widgets.stepping.view import StepperView, asked, moment, next_words

PAGE = ("widgets/stepping/stepping.js",)
STYLES = ("widgets/stepping/stepping.css",)
CARRIED = 16  # iterations on a page
FEW = 9  # of nodes with more siblings, a page knows only those on the path
MOST_ACTIONS = 42  # a page does not ask about a node with more options
ROOMS = ((240, 0), (640, 0), (640, 430))  # the page shows the largest tree that fits


class Words:
    """Texts, each stored once, because most texts occur in many phases.

    The rest of the data refers to a text by its number.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text; a new text gets the next free number."""
        return self.numbers.setdefault(text, len(self.numbers))


def data(view: StepperView) -> dict[str, Any]:
    """Return the frames of the positions from `first` on, the questions, and the search's record.

    The record has the form in which `Trace.save` writes it.
    """
    stepper = Stepper(view.trace, view.options["phases"], view.stepper.tree_policy)
    begin = max(0, min(view.stepper.t - CARRIED // 2, stepper.last - CARRIED))
    end = min(begin + CARRIED, stepper.last)
    words = Words()
    frames = []
    for position in range(4 * begin, 4 * end + 1):
        stepper.go(position)
        frames.append(_frame(view, stepper, words))
    questions = {}
    for t in range(begin, end) if view.predict else ():
        stepper.go(4 * t)
        questions[t + 1] = _questions(view, stepper, words)
    names = ("label", "phases")
    return {
        "state": {name: getattr(view.face, name) for name in names},
        "at": view.stepper.position,
        "first": 4 * begin,
        "asks": view.question is not None,
        "rooms": ROOMS,
        "frames": frames,
        "questions": questions,
        "words": list(words.numbers),
        "file": _file(view),
    }


def _frame(view: StepperView, stepper: Stepper, words: Words) -> dict[str, Any]:
    """Return the frame at the position of the stepper, with numbers in place of texts."""
    frame = moment(stepper, None) | {"next": next_words(stepper)}
    frame["code"] = parts.code_html(stepper) if view.code else ""
    for name in ("board", "scores", "code"):
        frame[name] = words.number(frame[name])
    frame["trees"] = _trees(view, stepper, words, None)
    frame["looks"] = {}
    for node in stepper.root.descendants():
        path = node.path()
        is_near = stepper.path[: max(0, len(path) - 1)] == path[:-1]
        if stepper.path[: len(path)] == path or (is_near and not _is_wide(node)):
            board = words.number(parts.board_html(stepper, path))
            frame["looks"][key_of(node)] = [board, words.number(parts.scores_html(stepper, path))]
    return frame


def _is_wide(node: Node) -> bool:
    """Return whether a node has so many siblings that a page answers only for those on the path."""
    return node.parent is not None and len(node.parent.state.legal_actions()) > FEW


def _trees(
    view: StepperView, stepper: Stepper, words: Words, looked: Path | None, plain: bool = False
) -> list[int]:
    """Return the tree of a moment, drawn for each of the `ROOMS`."""
    return [
        words.number(parts.tree_html(stepper, view.places_for(room, stepper), looked, plain))
        for room in ROOMS
    ]


def _questions(view: StepperView, stepper: Stepper, words: Words) -> list[dict[str, Any]]:
    """Return the questions at the stepper's position; skip nodes with too many actions."""
    found = []
    while question := stepper.question():
        if len(question.options) <= MOST_ACTIONS:
            found.append(_asked(view, stepper, question, words))
        stepper.answer(question.options[-1])
    return found


def _asked(
    view: StepperView, stepper: Stepper, question: SelectionQuestion, words: Words
) -> dict[str, Any]:
    """Return one question with the verdict on each option, and the option of each child."""
    verdicts = []
    for option in question.options:
        right, reason = stepper.judged(question, option)
        score = PredictionScore("{right}", "{asked}")  # type: ignore[arg-type]
        verdicts.append([right, parts.verdict_said(right, reason, score)])
    shown = asked(stepper, question)
    truth = stepper.truth(question)
    return {
        **shown,
        "board": words.number(shown["board"]),
        "scores": words.number(shown["scores"]),
        "answered": words.number(parts.asked_html(question, stepper.tree_policy, truth)),
        "trees": _trees(view, stepper, words, question.node.path(), plain=True),
        "verdicts": verdicts,
        "nodes": {
            key_of(child): question.options.index(action)
            for action, child in question.node.children.items()
        },
    }


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
