"""Read stored measurements, which would take too long to repeat in a notebook.

The chapters' folders contain the measurements as JSON files.
"""

import json
from pathlib import Path
from typing import Any


def file_of(name: str) -> Path:
    """Return the path of a file of measurements, which a script writes.

    name  the folder and the name of the file, such as "ch12/connect_four" for
          `ch12/connect_four.json`
    """
    return Path(__file__).parent / f"{name}.json"


def measured(name: str) -> Any:
    """Return the content of a file of measurements, made of numbers, strings, lists and dicts."""
    return json.loads(file_of(name).read_text(encoding="utf-8"))
