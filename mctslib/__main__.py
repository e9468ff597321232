"""Play in the terminal, or draw a tree: `python -m mctslib --help`, `python -m mctslib tree --help`."""

import sys

if __name__ == "__main__":
    from mctslib.start import begin
    from mctslib.terminal import app, tree

    try:
        begin()
        raise SystemExit(tree.main(sys.argv[2:]) if sys.argv[1:2] == ["tree"] else app.main())
    except KeyboardInterrupt:
        print("\nGoodbye.")
