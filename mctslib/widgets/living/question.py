"""All that a `Prediction` or a `Checkpoint` would say."""
from typing import Any

NOTED = {"kind": "noted", "mark": "●", "html": "Noted. Read on: the chapter says what comes out."}


def data(asked: Any) -> dict[str, Any]:
    """The question, and what is said to each answer: of a prediction no more than that it is noted."""
    checked = asked.KIND == "checkpoint"
    told = [asked.told(option) if checked else NOTED for option in asked.options]
    return {"view": asked.page.view, "told": told, "noted": NOTED, "whole": asked.question.whole}
