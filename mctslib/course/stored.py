"""Read stored measurements, which would take too long in a notebook.

The measurements are in JSON files in the chapters' folders.
"""

import json
from pathlib import Path
from typing import Any


def file_of(name: str) -> Path:
    """Return the path of a file with measurements, which a script writes.

    name  the folder and the name of the file, such as "ch12/connect_four" for
          `ch12/connect_four.json`
    """
    return Path(__file__).parent / f"{name}.json"


def measured(name: str) -> Any:
    """Return the content of a file with measurements: numbers, texts, lists and dicts."""
    return json.loads(file_of(name).read_text(encoding="utf-8"))
