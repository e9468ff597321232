"""Which tests one worker takes together: those of a file; of the notebooks, which are slow, those of a notebook."""
from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(_group(item)))


def _group(item) -> str:
    given = item.callspec.params if hasattr(item, "callspec") else {}
    notebook = given.get("path") or given.get("source")
    if item.path.stem != "test_notebooks" or notebook is None:
        return item.path.stem
    return f"{item.originalname} {notebook.stem}" if item.get_closest_marker("slow") else notebook.stem
