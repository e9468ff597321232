"""Read measurements that would take too long in a notebook: JSON files in chapters' folders."""

import json
from pathlib import Path
from typing import Any


def file_of(name: str) -> Path:
    """Return the path of a file with measurements, which a script writes.

    name  such as "ch12/connect_four" for `connect_four.json` in the folder of chapter 12
    """
    return Path(__file__).parent / f"{name}.json"


def measured(name: str) -> Any:
    """Return the content of a file with measurements: numbers, texts, lists and dicts."""
    return json.loads(file_of(name).read_text(encoding="utf-8"))
