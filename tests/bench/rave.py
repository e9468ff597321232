"""Measure RAVE against UCT at equal numbers of playouts.

    python -m tests.bench.rave

The script takes half an hour of CPU time and writes mctslib/course/ch14/matches.json.  Both
games of a pair start from the same opening of two random moves, with sides swapped.  Every game
depends only on its number.  As its c, UCT uses the value from `CS` that gets the most points when
players with these values meet.  Matches that are already in the file are kept.  To play all matches
again, delete the file.
"""

from functools import partial
from itertools import combinations
from typing import NamedTuple

from mctslib import UCB1
from mctslib.arena.matches import Tally
from mctslib.arena.players import MCTSPlayer
from mctslib.arena.tournament import paired_match
from mctslib.door.guard import upwards
from mctslib.games import ConnectFour, Hex
from mctslib.methods.rave import Rave, taken
from mctslib.tree import Node, Playout
from tests.bench.keeping import keep, kept

DATA = "ch14/matches"
COMMAND = "python -m tests.bench.rave"
SEED = 0
GAMES = {  # game → its first position, and UCT's c
    "Hex 5×5": (Hex(5), 0.3),
    "Hex 7×7": (Hex(7), 0.3),
    "Connect Four": (ConnectFour(), 0.5),
}
CS = (0.15, 0.3, 0.5, 1.0)


class Setting(NamedTuple):
    """The settings of a match; a row of the file has keys with the same names."""

    game: str
    playouts: int  # playouts for each move
    k: float
    c: float  # the exploration constant of RAVE
    credit: str  # whose moves RAVE counts at a node: "mover", or by mistake "root"


MATCHES = [  # the settings of each match, and its number of pairs of games
    *((Setting("Hex 5×5", 50, k, 0.0, "mover"), 100) for k in (30, 300, 3000)),
    *((Setting("Hex 5×5", 100, k, 0.0, "mover"), 100) for k in (30, 300, 3000)),
    *((Setting("Hex 5×5", 1000, k, 0.0, "mover"), 60) for k in (30, 3000)),
    (Setting("Hex 7×7", 100, 300, 0.0, "mover"), 20),
    *((Setting("Connect Four", 100, k, 0.0, "mover"), 100) for k in (30, 300, 3000)),
    (Setting("Connect Four", 1000, 300, 0.0, "mover"), 100),
    (Setting("Connect Four", 100, 300, 0.25, "mover"), 100),
    (Setting("Hex 5×5", 50, 300, 0.0, "root"), 100),
    (Setting("Connect Four", 100, 300, 0.0, "root"), 100),
    # The controls: with k = 0 the search has the same c but does not use AMAF.
    (Setting("Hex 5×5", 50, 0, 0.0, "mover"), 100),
    (Setting("Hex 5×5", 100, 0, 0.0, "mover"), 100),
    (Setting("Hex 5×5", 1000, 0, 0.0, "mover"), 60),
    (Setting("Hex 7×7", 100, 0, 0.0, "mover"), 20),
    (Setting("Connect Four", 100, 0, 0.0, "mover"), 100),
    (Setting("Connect Four", 1000, 0, 0.0, "mover"), 100),
    # Connect Four with exploration: more matches, each with its control.
    (Setting("Connect Four", 100, 0, 0.25, "mover"), 100),
    (Setting("Connect Four", 100, 300, 0.5, "mover"), 100),
    (Setting("Connect Four", 100, 0, 0.5, "mover"), 100),
    (Setting("Connect Four", 1000, 300, 0.5, "mover"), 100),
    (Setting("Connect Four", 1000, 0, 0.5, "mover"), 100),
]


class RootsMoves(Rave):
    """RAVE with a mistake: every node counts the moves and the reward of the root's player."""

    def learn(self, node: Node, playout: Playout) -> None:
        """Count a playout at `node` and at each node above it, always for the root's player."""
        root = list(upwards(node))[-1]
        player = root.state.current_player
        later = taken(node.state, playout.actions)[player]
        for above in upwards(node):
            counts = self.counts.setdefault(above, {})
            for action in later:
                count = counts.setdefault(action, [0, 0.0])
                count[0] += 1
                count[1] += playout.rewards[player]
            if above.parent is not None and above.player == player:
                later.add(above.action)


METHODS = {"mover": Rave, "root": RootsMoves}


def played(game: str, playouts: int, k: float, c: float, credit: str, pairs: int) -> Tally:
    """Return RAVE's wins, draws and losses in a match with these settings."""
    state, uct_c = GAMES[game]
    rave = MCTSPlayer(playouts, method=partial(METHODS[credit], k, c), name="RAVE")
    uct = MCTSPlayer(playouts, tree_policy=UCB1(uct_c), reuse=False, name="UCT")
    tally = Tally()
    for pair in paired_match(rave, uct, pairs, state=state, seed=SEED, progress=False).pairs:
        for reward in pair:
            tally = tally.add(reward, 1 - reward)
    return tally


def constants(game: str, pairs: int = 100, playouts: int = 100) -> dict[str, float]:
    """Return a dict: c of UCT → its points in all games against the other three values."""
    state, _ = GAMES[game]
    points = {str(c): 0.0 for c in CS}
    for one, other in combinations(CS, 2):
        a, b = (
            MCTSPlayer(playouts, tree_policy=UCB1(c), reuse=False, name=f"c = {c}")
            for c in (one, other)
        )
        found = paired_match(a, b, pairs, state=state, seed=1, progress=False)
        won = sum(sum(pair) for pair in found.pairs)
        points[str(one)] += won
        points[str(other)] += 2 * pairs - won
    return points


def main() -> None:
    """Play the matches that are missing from the file; write the file after each match."""
    before = kept(DATA)
    rows = {}
    for row in before.get("rows", []):
        setting = Setting(*(row[name] for name in Setting._fields))
        rows[setting] = row
    points = before.get("points of c") or {game: constants(game) for game in GAMES}
    for setting, pairs in MATCHES:
        if setting not in rows:
            rows[setting] = setting._asdict() | played(*setting, pairs)._asdict()
            print(rows[setting], flush=True)
        found = [rows[setting] for setting, _ in MATCHES if setting in rows]
        table = {"command": COMMAND, "seed": SEED, "points of c": points, "rows": found}
        keep(DATA, table)


if __name__ == "__main__":
    main()
