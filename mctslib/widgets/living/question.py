"""All that a `Prediction` or a `Checkpoint` would say."""

from typing import Any

NOTED = {"kind": "noted", "mark": "●", "html": "Noted. Later in this chapter you see the result."}


def data(asked: Any) -> dict[str, Any]:
    """The question, and what is said to each answer: of a prediction no more than that it is
    noted.
    """
    checked = asked.KIND == "checkpoint"
    verdicts = [asked.verdict(option) if checked else NOTED for option in asked.options]
    return {
        "view": asked.page.view,
        "verdicts": verdicts,
        "noted": NOTED,
        "whole": asked.question.whole,
    }
