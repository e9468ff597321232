"""Play and store the tournament that the widget `Tournament` shows at first.

python -m mctslib.course.ch09b.opening      plays the tournament again and writes opening.json
"""

import json
from typing import Any

from mctslib.arena.matches import MatchResult, Tally
from mctslib.arena.players import player_named
from mctslib.arena.tournament import round_robin
from mctslib.course.stored import file_of, measured
from mctslib.files import write_safely

PLAYERS = ("random", "flat 100", "MCTS 30", "MCTS 300", "perfect")
GAMES = 20  # the number of games for each pair
SEED = 0
NAME = "ch09b/opening"


def played() -> list[MatchResult]:
    """Play the tournament, which takes a few seconds, and return its results."""
    players = [player_named(name) for name in PLAYERS]
    return round_robin(players, GAMES, seed=SEED, progress=False)


def stored() -> list[MatchResult]:
    """Return the stored results of the tournament."""
    found = []
    for row in measured(NAME)["rows"]:
        found.append(MatchResult(row["a"], row["b"], Tally(*row["first"]), Tally(*row["second"])))
    return found


def as_rows(results: list[MatchResult]) -> list[dict[str, Any]]:
    """Return the results in the form in which they are stored as JSON."""
    rows = []
    for one in results:
        row = {"a": one.a, "b": one.b, "first": list(one.first), "second": list(one.second)}
        rows.append(row)
    return rows


def main() -> None:
    """Play the games anew and write their rows into the stored file."""
    text = json.dumps({"rows": as_rows(played())}, indent=1)
    write_safely(file_of(NAME), text + "\n")


if __name__ == "__main__":
    main()
