"""Make the data of a `Prediction` or a `Checkpoint` for a page."""

from typing import Any

PAGE = ("course/asking.js",)
STYLES = ("course/asking.css",)
NOTED = {"kind": "noted", "mark": "●", "html": "Noted. The result comes below."}


def data(asked: Any) -> dict[str, Any]:
    """Return the question, and the response to each answer.

    The response to a prediction only confirms that the prediction has been noted.  The page repeats
    the prediction where it shows the result.
    """
    verdicts = [NOTED] * len(asked.options)
    if asked.KIND == "checkpoint":
        verdicts = [asked.verdict(option) for option in asked.options]
    return {
        "key": asked.key,
        "view": asked.page.view,
        "verdicts": verdicts,
        "noted": NOTED,
        "whole": asked.question.whole,
    }
