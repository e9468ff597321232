"""All that a `StepperView` would say: of every phase of the iterations around the one on show."""

from typing import Any

from mctslib.game import State
from mctslib.games.names import player_name
from mctslib.stepper.model import PredictionScore, Stepper
from mctslib.trace import Trace
from mctslib.tree import Path
from mctslib.widgets.atlas.rectangles import FIELDS
from mctslib.widgets.atlas.view import PALETTE
from mctslib.widgets.living.atlas import RULES
from mctslib.widgets.stepping import parts
from mctslib.widgets.stepping.view import StepperView

CARRIED = 24  # iterations: a tree takes some 20 kB, ten times that where boards are large


class Words:
    """Texts, each kept once: most are the same in many phases."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        return self.places.setdefault(text, len(self.places))


def data(view: StepperView) -> dict[str, Any]:
    """Frames of positions `first` to `last`, the questions before each iteration, and the record as a file."""
    stepper, words = Stepper(view.trace, view.options["phases"], view.stepper.tree_policy), Words()
    begin = max(0, min(view.stepper.t - CARRIED // 2, stepper.last - CARRIED))
    end = min(begin + CARRIED, stepper.last)
    frames = []
    for position in range(4 * begin, 4 * end + 1):
        stepper.go(position)
        frames.append(_frame(stepper, view.trees.draw(position), words))
    return {
        "state": {
            name: getattr(view.face, name)
            for name in ("label", "phases", "speeds", "more", "predict")
        },
        "at": view.stepper.position,
        "first": 4 * begin,
        "frames": frames,
        "questions": {t + 1: _questions(stepper, t, words) for t in range(begin, end)},
        "words": list(words.places),
        "file": _file(view),
    }


def _frame(stepper: Stepper, tree: str, words: Words) -> dict[str, Any]:
    names = parts.children_of(stepper)
    return {
        "place": parts.place(stepper),
        "sentence": stepper.sentence,
        "children_of": names,
        "tree": words(tree),
        "board": words(parts.board_html(stepper)),
        "code": words(parts.code_html(stepper)),
        "tables": [words(parts.table_html(stepper, depth)) for depth in range(len(names))],
        "idle": words(parts.idle_html(stepper)),
    }


def _questions(stepper: Stepper, t: int, words: Words) -> list[dict[str, Any]]:
    """What is asked after `t` iterations, one question a level, and for each answer (right, what is said)."""
    stepper.go(4 * t)
    found = []
    while question := stepper.question():
        judged = (stepper.judged(question, option) for option in question.options)
        verdicts = [(right, _verdict(right, why)) for right, why in judged]
        found.append(
            {
                "html": words(parts.question_html(question, stepper)),
                "verdicts": verdicts,
                "nodes": {
                    parts.place_of(child, len(child.path())): question.options.index(action)
                    for action, child in question.node.children.items()
                },
            }
        )
        stepper.answer(question.options[-1])
    return found


def _verdict(right: bool, reason: str) -> str:
    """The verdict, with {right} and {asked} for the page to fill in."""
    return parts.verdict_html(right, reason, PredictionScore("{right}", "{asked}"))  # type: ignore[arg-type]


def _file(view: StepperView) -> dict[str, Any]:
    """The record as `Trace.save` writes it, and how to draw another; nothing where its actions cannot be saved."""
    try:
        return {"name": "my_search.json", "text": view.trace.to_json(), "opens": _opens(view.trace)}
    except TypeError:
        return {}


def _opens(trace: Trace) -> dict[str, Any] | None:
    """What a page has to know to draw the tree of a friend's search; None where the players do not take turns."""
    state = trace.state
    if state.num_players != 2 or not all(
        _takes_turns(state, one.path + one.rollout) for one in trace.iterations
    ):
        return None
    names = [player_name(state, player) for player in range(2)]
    return {
        "first": state.current_player,
        "players": names,
        "palette": PALETTE,
        "fields": FIELDS,
        **RULES,
    }


def _takes_turns(state: State, moves: Path) -> bool:
    for action in moves:
        before, state = state.current_player, state.apply(action)
        if not state.is_terminal() and state.current_player == before:
            return False
    return True
