"""Networks that learn from nothing: the curves, the networks that are shipped, and what they are worth.

    python -m tests.bench.alphazero                 everything: about six minutes of one core
    python -m tests.bench.alphazero train ttt 0     one run: "ttt" (seeds 0, 1, 2) or "c4" (seed 0)
    python -m tests.bench.alphazero worth           the matches and exams of the shipped networks

Writes mctslib/methods/nets/*.npz and the tables in mctslib/course/ch16/.  A run that was broken off goes on from its
last generation: it is kept in the folder for temporary files until it is over.
"""

import json
import pickle
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import process_time

from mctslib.arena.matches import match
from mctslib.arena.players import MCTSPlayer, PerfectPlayer, Player
from mctslib.course.ch16.exam import every_reply, tictactoe_exam
from mctslib.game import State
from mctslib.games import ConnectFour, TicTacToe
from mctslib.methods.network import NETS, Brain, shipped
from mctslib.methods.puct import Puct, even
from mctslib.methods.selfplay import Learner
from mctslib.search import search

CHAPTER = Path(__file__).resolve().parents[2] / "mctslib" / "course" / "ch16"
STARTS = {"ttt": TicTacToe(), "c4": ConnectFour(5, 4)}
SETTINGS = {
    "ttt": {},
    "c4": {"iterations": 32, "hidden": (256, 128), "rate": 1e-3, "steps": 120, "memory": 40_000},
}
GENERATIONS = {"ttt": 40, "c4": 60}
SHIPPED = {"ttt": (0, 1, 4, 16, 40), "c4": (0, 4, 16, 60)}
LOOKS = (
    0,
    1,
    2,
    3,
    4,
    6,
    8,
    10,
    13,
    16,
    20,
    25,
    30,
    35,
    40,
)  # generations at which a search is examined
SAMPLE, ITERATIONS = 400, 25


def train(game: str, seed: int) -> None:
    """One run; its curve, and the networks of the generations that are shipped."""
    kept = Path(tempfile.gettempdir()) / f"mctslib-{game}-{seed}.pickle"
    fresh = Learner(STARTS[game], seed, **SETTINGS[game]), [], 0.0
    learner, rows, spent = pickle.loads(kept.read_bytes()) if kept.exists() else fresh
    while True:
        if learner.generation in (SHIPPED[game] if seed == 0 else (GENERATIONS[game],)):
            learner.net.save(NETS / f"{game}-{seed}-{learner.generation}.npz")
        rows.append(looked_at(game, learner) | {"CPU seconds": round(spent, 1)})
        print(game, seed, rows[-1], flush=True)
        if learner.generation == GENERATIONS[game]:
            break
        begun = process_time()
        learner.learn(1)
        spent += process_time() - begun
        kept.write_bytes(pickle.dumps((learner, rows, spent)))
    write(f"curve-{game}-{seed}", {"sample": SAMPLE, "iterations": ITERATIONS, "rows": rows})
    kept.unlink(missing_ok=True)


def looked_at(game: str, learner: Learner) -> dict:
    """What the learner is worth now."""
    x, _, _, results = learner.lessons or ([], [], [], [])
    firsts = [
        float(result) for planes, result in zip(x, results) if not planes.any()
    ]  # X's result, a game
    row = {"generation": learner.generation, "games": len(firsts), "X's points": sum(firsts)}
    if game == "ttt":
        exam = tictactoe_exam()
        row |= {name: round(mark, 4) for name, mark in exam.mark(learner.net)._asdict().items()}
        if learner.generation in LOOKS:
            options = Puct(learner.brain).options
            row["searched"] = exam.searched(options, ITERATIONS, exam.sample(SAMPLE))
    return row


def worth() -> None:
    write("worth", {"even": uniform(), "replies": replies(), "matches": matches()})


def favourite(brain: Brain, state: State) -> int:
    """The action with the highest prior."""
    priors = brain(state)[0]
    return max(priors, key=priors.__getitem__)


def uniform() -> list[dict]:
    """UCT beside PUCT with an even prior and dice, the same positions."""
    exam = tictactoe_exam()
    numbers = exam.sample(SAMPLE)
    rows = []
    for n in (25, 100):
        found = {
            f"PUCT c = {c}": exam.searched(Puct(even, c).options, n, numbers) for c in (1, 3, 6)
        }
        rows.append({"iterations": n, "UCT": exam.searched(dict, n, numbers), **found})
    print(rows, flush=True)
    return rows


def replies() -> list[dict]:
    """Every reply to the network alone and to its search, on both sides."""
    rows = []
    for seed in range(3):
        brain = shipped(f"ttt-{seed}-40", STARTS["ttt"])
        choosers = {
            "network alone": partial(favourite, brain),
            "with 25 iterations": partial(searched, brain),
        }
        for who, choose in choosers.items():
            for player in (0, 1):
                met, wrong = every_reply(choose, STARTS["ttt"], player)
                rows.append(
                    {"seed": seed, "who": who, "player": player, "met": met, "wrong": len(wrong)}
                )
                print(rows[-1], flush=True)
    return rows


def searched(brain: Brain, state: State) -> int:
    return search(state, ITERATIONS, seed=0, **Puct(brain).options()).action


def matches() -> list[dict]:
    """Whole games, sides swapped after each."""
    ttt, c4 = STARTS["ttt"], STARTS["c4"]
    learned = [looker(k) for k in range(3)]
    four = MCTSPlayer(32, method=partial(Puct, shipped("c4-0-60", c4)), name="32 looks")
    pairs = [
        (f"network {k} + 25 v perfect", player, PerfectPlayer(), 200, ttt)
        for k, player in enumerate(learned)
    ]
    pairs += [("UCT 25 v perfect", MCTSPlayer(25, reuse=False), PerfectPlayer(), 200, ttt)]
    pairs += [
        (f"network + 32 v UCT {n}", four, MCTSPlayer(n, reuse=False), 100, c4)
        for n in (32, 100, 300)
    ]
    rows = []
    for name, one, other, games, start in pairs:
        rows.append({"match": name, **played(one, other, games, start)})
        print(rows[-1], flush=True)
    return rows


def looker(seed: int) -> MCTSPlayer:
    """The network of that seed with 25 iterations a move."""
    brain = shipped(f"ttt-{seed}-40", STARTS["ttt"])
    return MCTSPlayer(ITERATIONS, method=partial(Puct, brain), name=f"network {seed}")


def duel(seed: int, games: int) -> dict[str, int]:
    """The first games of the match of that network against perfect play."""
    return played(looker(seed), PerfectPlayer(), games, STARTS["ttt"])


def played(one: MCTSPlayer, other: Player, games: int, start: State) -> dict[str, int]:
    return match(one, other, games, state=start, seed=0, progress=False).total._asdict()


def write(name: str, table: dict) -> None:
    command = "python -m tests.bench.alphazero"
    text = json.dumps({"command": command, **table}, indent=1, ensure_ascii=False)
    (CHAPTER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def main(what: str = "all", game: str = "", seed: str = "0") -> None:
    if what == "train":
        return train(game, int(seed))
    if what == "all":
        for game, seed in (("ttt", 0), ("ttt", 1), ("ttt", 2), ("c4", 0)):
            train(game, seed)
    worth()


if __name__ == "__main__":
    main(*sys.argv[1:])
