"""Play in the terminal, or draw a tree: `python -m mctslib --help`, `python -m mctslib tree --help`."""

import sys

if __name__ == "__main__":
    from mctslib.terminal import app, tree

    raise SystemExit(tree.main(sys.argv[2:]) if sys.argv[1:2] == ["tree"] else app.main())
