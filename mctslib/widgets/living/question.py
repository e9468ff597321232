"""All that a `Prediction` or a `Checkpoint` would say."""

from typing import Any

NOTED = {"kind": "noted", "mark": "●", "html": "Noted. Read on: the chapter says what comes out."}


def data(asked: Any) -> dict[str, Any]:
    """Return the question, and the verdict on each answer.

    The verdict on a prediction is only that it is noted.
    """
    checked = asked.KIND == "checkpoint"
    verdicts = [asked.verdict(option) if checked else NOTED for option in asked.options]
    return {
        "view": asked.page.view,
        "verdicts": verdicts,
        "noted": NOTED,
        "whole": asked.question.whole,
    }
