"""Play in the terminal, or draw a tree: `python -m mctslib --help`, `python -m mctslib tree --help`."""

import sys

if __name__ == "__main__":
    try:  # Control-C while the program is loading
        from mctslib.terminal import app, tree
    except KeyboardInterrupt:
        print("\nGoodbye.")
        raise SystemExit from None
    if sys.argv[1:2] == ["tree"]:
        raise SystemExit(tree.main(sys.argv[2:]))
    raise SystemExit(app.main())
