"""Play in the terminal: `python -m mctslib --help`."""

from mctslib.terminal.app import main

if __name__ == "__main__":
    raise SystemExit(main())
