"""Train the networks of chapter 16, and measure how well they play.

    python -m tests.bench.alphazero                 everything, in about twelve minutes on one core
    python -m tests.bench.alphazero train ttt 0     one run: "ttt" (seeds 0, 1, 2) or "c4" (0, 1)
    python -m tests.bench.alphazero worth           the matches and exams of the shipped networks

The script writes mctslib/methods/nets/*.npz, and tables to mctslib/course/ch16/.
"""

import sys
from functools import partial
from time import process_time
from typing import Any

from mctslib.arena.matches import match
from mctslib.arena.players import MCTSPlayer, PerfectPlayer, Player
from mctslib.course import A
from mctslib.course.ch16.exam import every_reply, tictactoe_exam
from mctslib.course.ch16.rare import as_one_image
from mctslib.door.entrance import search
from mctslib.game import State
from mctslib.games import ConnectFour, TicTacToe
from mctslib.methods.network import NETS, Brain, shipped
from mctslib.methods.puct import Puct, even
from mctslib.methods.selfplay import Learner
from tests.bench.keeping import keep

COMMAND = "python -m tests.bench.alphazero"
STARTS = {"ttt": TicTacToe(), "c4": ConnectFour(5, 4)}
SETTINGS: dict[str, dict[str, Any]] = {
    "ttt": {},
    "c4": {"iterations": 32, "hidden": (256, 128), "rate": 1e-3, "steps": 120, "memory": 40_000},
}
RUNS = (("ttt", 0), ("ttt", 1), ("ttt", 2), ("c4", 0), ("c4", 1))  # game, seed
GENERATIONS = {"ttt": 40, "c4": 60}
SHIPPED = {
    "ttt": (0, 1, 4, 16, 40),
    "c4": (0, 4, 16, 60),
}  # the generations of seed 0 whose networks are part of the library
EXAMINED = (
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
)  # the generations after which the network is also examined with a search
SAMPLE = 400  # the number of positions in an exam
ITERATIONS = 25

Row = dict[str, Any]


# ---------------------------------------------------------------------------- training


def train(game: str, seed: int) -> None:
    """Train one network; write its learning curve, and the networks of the shipped generations."""
    learner = Learner(STARTS[game], seed, **SETTINGS[game])
    rows: list[Row] = []
    spent = 0.0  # CPU seconds
    shipped_generations = SHIPPED[game] if seed == 0 else (GENERATIONS[game],)
    while True:
        if learner.generation in shipped_generations:
            learner.net.save(NETS / f"{game}-{seed}-{learner.generation}.npz")
        rows.append(looked_at(game, learner) | {"CPU seconds": round(spent, 1)})
        print(game, seed, rows[-1], flush=True)
        if learner.generation == GENERATIONS[game]:
            break
        begun = process_time()
        learner.learn(1)
        spent += process_time() - begun
    keep(
        f"ch16/curve-{game}-{seed}",
        {"command": COMMAND, "sample": SAMPLE, "iterations": ITERATIONS, "rows": rows},
    )


def looked_at(game: str, learner: Learner) -> Row:
    """Return one row of the curve: the current measurements of the learner."""
    first_results = []  # X's reward in each game in the learner's memory
    if learner.lessons is not None:
        planes, _, _, results = learner.lessons
        first_results = [float(results[k]) for k in range(len(planes)) if not planes[k].any()]
    row: Row = {
        "generation": learner.generation,
        "games": len(first_results),
        "X's points": sum(first_results),
    }
    if game == "ttt":
        exam = tictactoe_exam()
        for name, mark in exam.mark(learner.net)._asdict().items():
            row[name] = round(mark, 4)
        if learner.generation in EXAMINED:
            options = Puct(learner.brain).options
            row["searched"] = exam.searched(options, ITERATIONS, exam.sample(SAMPLE))
    return row


# ---------------------------------------------------------------------------- worth


def worth() -> None:
    """Measure the shipped networks and write the table."""
    parts = {"even": uniform(), "replies": replies(), "matches": matches()}
    parts["games with A"] = [games_with_a(seed) for seed in range(3)]
    keep("ch16/worth", {"command": COMMAND, "sample": SAMPLE, **parts})


def uniform() -> list[Row]:
    """Count the right moves of UCT, and of PUCT with equal priors.

    Return one row for each number of iterations.
    """
    exam = tictactoe_exam()
    numbers = exam.sample(SAMPLE)
    rows = []
    for iterations in (25, 100):
        row: Row = {"iterations": iterations, "UCT": exam.searched(dict, iterations, numbers)}
        for c in (1, 3, 6):
            options = Puct(even, c).options
            row[f"PUCT c = {c}"] = exam.searched(options, iterations, numbers)
        rows.append(row)
    print(rows, flush=True)
    return rows


def favourite(brain: Brain, state: State) -> int:
    """Return the action to which the network gives the highest prior."""
    priors, _ = brain(state)
    return max(priors, key=priors.__getitem__)


def searched(brain: Brain, state: State) -> int:
    """Return the action that a search with the network chooses."""
    return search(state, ITERATIONS, seed=0, **Puct(brain).options()).action


def replies() -> list[Row]:
    """Count the wrong moves of each network against all replies, without and with a search."""
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
                row = {"seed": seed, "who": who, "player": player, "met": met, "wrong": len(wrong)}
                rows.append(row)
                print(row, flush=True)
    return rows


def matches() -> list[Row]:
    """Play whole games and return their results; the sides are swapped after each game."""
    ttt, c4 = STARTS["ttt"], STARTS["c4"]
    rows = []
    for seed in range(3):
        row = {"match": f"network {seed} + 25 v perfect"}
        rows.append(row | played(looker(seed), PerfectPlayer(), 200, ttt))
        print(rows[-1], flush=True)
    uct = MCTSPlayer(25, reuse=False)
    rows.append({"match": "UCT 25 v perfect"} | played(uct, PerfectPlayer(), 200, ttt))
    print(rows[-1], flush=True)
    for seed in (0, 1):
        method = partial(Puct, shipped(f"c4-{seed}-60", c4))
        four = MCTSPlayer(32, method=method, name="32 looks")
        for iterations in (32, 100, 300):
            uct = MCTSPlayer(iterations, reuse=False)
            row = {"match": f"network {seed} + 32 v UCT {iterations}"}
            rows.append(row | played(four, uct, 100, c4))
            print(rows[-1], flush=True)
    return rows


def games_with_a(seed: int, generations: int = GENERATIONS["ttt"]) -> list[int]:
    """Train a network again; count the games of each generation in which position A comes up."""
    learner = Learner(STARTS["ttt"], seed, **SETTINGS["ttt"])
    image = as_one_image(A.state)
    counts = []
    while learner.generation < generations:
        learner.step()
        if not learner.live and not learner.studied:  # the games of this generation are over
            boards = [{as_one_image(state) for state, _ in game.searches} for game in learner.games]
            counts.append(sum(image in met for met in boards))
    return counts


def looker(seed: int) -> MCTSPlayer:
    """Return a player that uses the network of this seed and makes 25 iterations for each move."""
    brain = shipped(f"ttt-{seed}-40", STARTS["ttt"])
    return MCTSPlayer(ITERATIONS, method=partial(Puct, brain), name=f"network {seed}")


def duel(seed: int, games: int) -> dict[str, int]:
    """Return the results of this seed's network in `games` games against perfect play."""
    return played(looker(seed), PerfectPlayer(), games, STARTS["ttt"])


def played(one: Player, other: Player, games: int, start: State) -> dict[str, int]:
    """Play a match; return the wins, draws and losses of the player `one`."""
    return match(one, other, games, state=start, seed=0, progress=False).total._asdict()


def main(what: str = "all", game: str = "", seed: str = "0") -> None:
    """Run the command."""
    if what == "train":
        train(game, int(seed))
        return
    if what == "all":
        for name, number in RUNS:
            train(name, number)
    worth()


if __name__ == "__main__":
    main(*sys.argv[1:])
