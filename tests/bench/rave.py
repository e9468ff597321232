"""RAVE against UCT at equal playouts: pairs of games from openings of two random moves, sides swapped.

    python -m tests.bench.rave          writes mctslib/course/ch14/matches.json; some fifteen minutes of CPU time

Every game follows from its number.  UCT's c is the one of `CS` with the most points when all four played each other.
Matches that stand in the file already are kept: delete it to play all of them again.
"""

import json
from functools import partial
from itertools import combinations
from typing import Any

from mctslib import UCB1
from mctslib.arena.matches import Tally
from mctslib.arena.players import MCTSPlayer
from mctslib.arena.tournament import paired_match
from mctslib.course.stored import file_of
from mctslib.games import ConnectFour, Hex
from mctslib.methods.rave import Rave, taken
from mctslib.tree import Node, Playout

DATA = file_of("ch14/matches")
COMMAND, SEED = "python -m tests.bench.rave", 0
GAMES = {
    "Hex 5×5": (Hex(5), 0.3),
    "Hex 7×7": (Hex(7), 0.3),
    "Connect Four": (ConnectFour(), 0.5),
}  # with UCT's c
MATCHES = [  # game, playouts a move, k, c of RAVE, whose moves it credits, pairs of games
    *(("Hex 5×5", 50, k, 0.0, "mover", 100) for k in (30, 300, 3000)),
    *(("Hex 5×5", 100, k, 0.0, "mover", 100) for k in (30, 300, 3000)),
    *(("Hex 5×5", 1000, k, 0.0, "mover", 60) for k in (30, 3000)),
    ("Hex 7×7", 100, 300, 0.0, "mover", 20),
    *(("Connect Four", 100, k, 0.0, "mover", 100) for k in (30, 300, 3000)),
    ("Connect Four", 1000, 300, 0.0, "mover", 20),
    ("Connect Four", 100, 300, 0.25, "mover", 100),
    ("Hex 5×5", 50, 300, 0.0, "root", 100),
    ("Connect Four", 100, 300, 0.0, "root", 100),
]
CS = 0.15, 0.3, 0.5, 1.0
KEYS = "game", "playouts", "k", "c", "credit"


class RootsMoves(Rave):
    """RAVE with a mistake: at every node it counts the moves of the root's player, and that player's reward."""

    def learn(self, node: Node, playout: Playout) -> None:
        root = node
        while root.parent is not None:
            root = root.parent
        player, above = root.state.current_player, node
        later = taken(node.state, playout.actions)[player]
        while above is not None:
            counts = self.counts.setdefault(above, {})
            for action in later:
                count = counts.setdefault(action, [0, 0.0])
                count[0] += 1
                count[1] += playout.rewards[player]
            later |= {above.action} if above.parent and above.player == player else set()
            above = above.parent


def played(game: str, playouts: int, k: float, c: float, credit: str, pairs: int) -> Tally:
    """RAVE's wins, draws and losses."""
    state, uct_c = GAMES[game]
    method = partial({"mover": Rave, "root": RootsMoves}[credit], k, c)
    rave = MCTSPlayer(playouts, method=method, name="RAVE")
    uct = MCTSPlayer(playouts, tree_policy=UCB1(uct_c), reuse=False, name="UCT")
    tally = Tally()
    for pair in paired_match(rave, uct, pairs, state=state, seed=SEED, progress=False).pairs:
        for reward in pair:
            tally = tally.add(reward, 1 - reward)
    return tally


def constants(game: str, pairs: int = 100, playouts: int = 100) -> dict[str, float]:
    """c of UCT → its points in all games against the other three."""
    points = dict.fromkeys(map(str, CS), 0.0)
    for one, other in combinations(CS, 2):
        a, b = (
            MCTSPlayer(playouts, tree_policy=UCB1(c), reuse=False, name=f"c = {c}")
            for c in (one, other)
        )
        won = sum(
            map(sum, paired_match(a, b, pairs, state=GAMES[game][0], seed=1, progress=False).pairs)
        )
        points[str(one)] += won
        points[str(other)] += 2 * pairs - won
    return points


def stored() -> dict[str, Any]:
    """What the file holds."""
    return json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {"rows": []}


def main() -> None:
    before = stored()
    rows = {tuple(row[name] for name in KEYS): row for row in before["rows"]}
    points = before.get("points of c") or {game: constants(game) for game in GAMES}
    for *settings, pairs in MATCHES:
        key = tuple(settings)
        if key not in rows:
            rows[key] = dict(zip(KEYS, key)) | played(*settings, pairs)._asdict()
            print(rows[key], flush=True)
        found = [rows[tuple(settings)] for *settings, _ in MATCHES if tuple(settings) in rows]
        told = {"command": COMMAND, "seed": SEED, "points of c": points, "rows": found}
        DATA.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
