"""Keep measurements in the JSON files that `mctslib.course.stored.measured` reads."""

import json
import re
from pathlib import Path
from typing import Any

from mctslib.course.stored import file_of
from mctslib.files import write_safely


def keep(name: str, content: Any) -> Path:
    """Write a file of measurements, with a line for each entry of its tables.

    name  the folder and the name of the file, such as "ch12/connect_four"
    """
    text = json.dumps(content, ensure_ascii=False, indent=1)
    write_safely(file_of(name), re.sub(r"\n {3,}|\n  (?=[\]}])", " ", text) + "\n")
    return file_of(name)


def kept(name: str) -> Any:
    """Return the content of a file of measurements, or an empty dict if there is no file yet."""
    file = file_of(name)
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
