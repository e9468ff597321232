"""Make the data of a `ProofExplorer` for a page: every moment of both searches."""

from typing import Any

PAGE = (
    "words.js",
    "course/ch13/proofs.js",
)
STYLES = ("course/ch13/proofs.css",)


def data(explorer: Any) -> dict[str, Any]:
    """Return the data that Python sends to the figure, and the moment that is shown first."""
    return {"data": explorer.figure.data, "t": explorer.figure.t}
