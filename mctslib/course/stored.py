"""Measurements that would take a notebook too long: JSON files in the chapters' folders."""

import json
from pathlib import Path
from typing import Any


def file_of(name: str) -> Path:
    """Return the file that a script writes.

    name  "ch12/connect_four" is `connect_four.json` in the folder of chapter 12
    """
    return Path(__file__).parent / f"{name}.json"


def measured(name: str) -> Any:
    """Return the content of this file: numbers, texts, lists and dicts."""
    return json.loads(file_of(name).read_text(encoding="utf-8"))
