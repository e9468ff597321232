"""The figure of a `ProofExplorer` on a page: its page script knows all moments of both searches."""

from typing import Any

PAGE = ("course/ch13/proofs.js",)
STYLES = ("course/ch13/proofs.css",)


def data(explorer: Any) -> dict[str, Any]:
    """Return what Python sends to the figure, and the moment on show."""
    return {"data": explorer.figure.data, "t": explorer.figure.t}
