"""Which tests one worker takes together: those of a file; those of a notebook; a slow one goes alone."""
from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(_group(item)))


def _group(item) -> str:
    if item.get_closest_marker("slow"):
        return item.nodeid  # long enough to go to whoever is free
    given = item.callspec.params if hasattr(item, "callspec") else {}
    notebook = given.get("path") or given.get("source")
    return notebook.stem if item.path.stem == "test_notebooks" and notebook else item.path.stem
