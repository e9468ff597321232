"""Make the data of `TwoTrees` for a page: both trees of every pair."""

from typing import Any

PAGE = ("widgets/twins/twins.js",)
STYLES = ("widgets/twins/twins.css",)


def data(widget: Any) -> dict[str, Any]:
    """Return the data that Python sends to the page script."""
    return {"data": widget.face.data}
