"""Draw the tree in a JSON file: `python -m mctslib tree file.json out.svg`."""

from __future__ import annotations

from argparse import RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from mctslib.draw.outline import MOST, tree_text
from mctslib.files import write_safely
from mctslib.foreign.page import page_of
from mctslib.foreign.readers import from_json
from mctslib.foreign.trees import ForeignTree
from mctslib.terminal.console import prepare, say
from mctslib.terminal.options import Options, start_of

DESCRIPTION = """\
Draw a search tree that any program has written as JSON.

A node is an object with the fields "visits" and "value", and perhaps "children":

  {"visits": 9, "value": 0.5, "children": {"left": {"visits": 8, "value": 0.6}}}

The value is the mean for the player who moved into the node (at the root: for the
player to move), from 0 to 1 or on another --scale.  Children may also be a list, each
with an "action".  A node may have "prior", "player" (who is to move) and "text".
"""
EPILOG = """\
examples:
  python -m mctslib tree search.json                     as text
  python -m mctslib tree search.json tree.svg
  python -m mctslib tree search.json tree.html --scale=-1,1
  python -m mctslib tree search.json tree.svg --game tictactoe
"""


def parser() -> Options:
    """Return the parser of the command line."""
    options = Options(
        prog="python -m mctslib tree",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    options.add_argument("file", help="the JSON file")
    options.add_argument("out", nargs="?", help="the file to write: .svg, or .html for a page")
    options.add_argument("--scale", default="0,1", help="the values that become 0 and 1 (0,1)")
    options.add_argument(
        "--for-next", action="store_true", help="the values count for the player to move in a node"
    )
    options.add_argument("--nodes", default=15, type=int, help="the number of nodes to draw (15)")
    options.add_argument(
        "--game", help="the game, as in python -m mctslib --game; then the nodes show boards"
    )
    options.add_argument("--size", default="", help="the size of that game's board")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw the tree in a file, or print it as text; return the exit code 0.

    Ends the program (SystemExit) with a sentence if the file or an option is not valid.
    """
    options = parser()
    given = options.parse_args(arguments)
    prepare()
    try:
        if not 1 <= given.nodes <= MOST:
            raise ValueError(f"--nodes must be from 1 to {MOST}, not {given.nodes}.")
        told = from_json(
            given.file,
            scale=scale_of(given.scale),
            for_next=given.for_next,
            state=start_of(given.game, given.size) if given.game else None,
        )
        if given.out is None:
            say("\n".join([tree_text(told.root, given.nodes), *told.notes]))
            return 0
        write_safely(given.out, drawing(told, Path(given.out), Path(given.file), given.nodes))
    except OSError as error:
        options.error(f"{error.filename}: {error.strerror}.")
    except ValueError as error:
        words = str(error).replace("scale=(-1, 1)", "--scale=-1,1")
        options.error(f"{given.file}: {words}")
    say(f"{given.out} shows the tree of {given.file}.")
    return 0


def scale_of(words: str) -> tuple[float, float]:
    """Return two numbers that were typed with a comma between them, such as "-1,1"."""
    try:
        low, high = map(float, words.split(","))
    except ValueError:
        raise ValueError(f"--scale needs two numbers, as in --scale=-1,1, not {words}.") from None
    return low, high


def drawing(told: ForeignTree, out: Path, file: Path, nodes: int) -> str:
    """Return the content of the file `out`: a picture, or a page if its name ends in .html."""
    if out.suffix.lower() == ".svg":
        return told.tree(max_nodes=nodes).svg
    if out.suffix.lower() in (".html", ".htm"):
        return page_of(told, file.stem, nodes)
    raise ValueError(f"the name of the file to write ends in .svg or .html, not {out.name}.")
