"""RAVE against UCT at equal playouts: pairs of games from openings of two random moves, sides swapped.

    python -m tests.bench.rave          writes mctslib/course/ch14/matches.json; some fifteen minutes of CPU time

Every game follows from its number.  UCT's c is, of 0.15, 0.3, 0.5 and 1, the one that was best for that game.
"""
import json
from functools import partial
from pathlib import Path

from mctslib import UCB1
from mctslib.arena.matches import Tally
from mctslib.arena.players import MCTSPlayer
from mctslib.arena.tournament import paired_match
from mctslib.games import ConnectFour, Hex
from mctslib.methods.rave import Rave

DATA = Path(__file__).resolve().parents[2] / "mctslib" / "course" / "ch14" / "matches.json"
COMMAND, SEED = "python -m tests.bench.rave", 0
GAMES = {"Hex 5×5": (Hex(5), 0.3), "Hex 7×7": (Hex(7), 0.3), "Connect Four": (ConnectFour(), 0.5)}  # with UCT's c
MATCHES = [  # game, playouts a move, k, c of RAVE, pairs of games
    *(("Hex 5×5", 50, k, 0.0, 100) for k in (30, 300, 3000)),
    *(("Connect Four", 100, k, 0.0, 100) for k in (30, 300, 3000)),
    ("Connect Four", 100, 300, 0.25, 100),
    *(("Hex 5×5", 100, k, 0.0, 100) for k in (30, 300, 3000)),
    ("Hex 7×7", 100, 300, 0.0, 20),
    ("Hex 5×5", 1000, 30, 0.0, 30),
    ("Hex 5×5", 1000, 3000, 0.0, 30),
]


def played(game: str, playouts: int, k: float, c: float, pairs: int) -> Tally:
    """RAVE's wins, draws and losses."""
    state, uct_c = GAMES[game]
    rave = MCTSPlayer(playouts, method=partial(Rave, k, c), name="RAVE")
    uct = MCTSPlayer(playouts, tree_policy=UCB1(uct_c), reuse=False, name="UCT")
    tally = Tally()
    for pair in paired_match(rave, uct, pairs, state=state, seed=SEED, progress=False).pairs:
        for reward in pair:
            tally = tally.add(reward, 1 - reward)
    return tally


def main() -> None:
    rows = []
    for game, playouts, k, c, pairs in MATCHES:
        tally = played(game, playouts, k, c, pairs)
        rows.append({"game": game, "playouts": playouts, "k": k, "c": c, **tally._asdict()})
        text = json.dumps({"command": COMMAND, "seed": SEED, "rows": rows}, indent=1, ensure_ascii=False)
        DATA.write_text(text + "\n", encoding="utf-8")
        print(rows[-1], flush=True)


if __name__ == "__main__":
    main()
