"""What scripts have measured because a notebook would take too long: JSON files in the chapters' folders."""

import json
from pathlib import Path
from typing import Any


def file_of(name: str) -> Path:
    """The file that a script writes: "ch12/connect_four" is `connect_four.json` in the folder of chapter 12."""
    return Path(__file__).parent / f"{name}.json"


def measured(name: str) -> Any:
    """What stands in it."""
    return json.loads(file_of(name).read_text(encoding="utf-8"))
