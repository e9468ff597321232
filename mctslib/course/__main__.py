"""`python -m mctslib.course 03 [FOLDER]` writes the second reading of chapter 03, beside the notebooks.

They are looked for in FOLDER, or else in the current folder and in its folder `notebooks`.
"""
import sys
from pathlib import Path

from mctslib.course.rereading import write


def main(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(write(arguments[0], *map(Path, arguments[1:] or (".", "notebooks"))))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
