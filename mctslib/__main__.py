"""Play in the terminal, or draw a tree: `python -m mctslib --help`, `python -m mctslib tree --help`."""

import sys

from mctslib.terminal import app, tree

if __name__ == "__main__":
    if sys.argv[1:2] == ["tree"]:
        raise SystemExit(tree.main(sys.argv[2:]))
    raise SystemExit(app.main())
