"""Measure how networks learn by self-play, for chapters 16 and 16b.

    python -m tests.bench.self_play           everything, in about 15 minutes on one core
    python -m tests.bench.self_play turned    networks whose values are turned round
    python -m tests.bench.self_play noise     self-play with and without noise and drawn moves
    python -m tests.bench.self_play looks     PUCT and Gumbel as teachers, with few iterations

The script writes turned.json to mctslib/course/ch16/, and noise.json and looks.json to
mctslib/course/ch16b/.
"""

import sys
from functools import partial
from time import process_time
from typing import Any

from mctslib.course.ch16.exam import every_reply, tictactoe_exam
from mctslib.games import TicTacToe
from mctslib.methods.gumbel import GumbelLearner
from mctslib.methods.network import Brain, shipped
from mctslib.methods.puct import Judge, Puct, even
from mctslib.methods.selfplay import Learner
from tests.bench.alphazero import favourite, searched
from tests.bench.keeping import keep

COMMAND = "python -m tests.bench.self_play"
START = TicTacToe()
ITERATIONS = 25  # iterations of each search in an exam
SAMPLE = 1_500  # the number of positions on which the turned values are tried
GENERATIONS = 40
SEEDS = (0, 1, 2, 3)
NOISE: dict[str, dict[str, Any]] = {
    "neither": {"noise": 0, "warm": 0},
    "noise alone": {"warm": 0},
    "drawing alone": {"noise": 0},
    "both": {},
}

Row = dict[str, Any]


# ---------------------------------------------------------------------------- turned values


def turned() -> None:
    """Count right moves with the network's values, with turned values, and with ½ as the value."""
    exam = tictactoe_exam()
    numbers = exam.sample(SAMPLE)
    rows = []
    for seed in (0, 1, 2):
        brain = shipped(f"ttt-{seed}-40", START)
        for priors, prior_judge in (("network", brain), ("even", even)):
            for values, value_of in VALUES.items():
                judge = judge_of(prior_judge, brain, value_of)
                right = exam.searched(Puct(judge).options, ITERATIONS, numbers)
                rows.append({"seed": seed, "priors": priors, "values": values, "right": right})
                print(rows[-1], flush=True)
    keep(
        "ch16/turned",
        {"command": f"{COMMAND} turned", "sample": SAMPLE, "iterations": ITERATIONS, "rows": rows},
    )


def right_value(value: float) -> float:
    """Return the value of the network unchanged."""
    return value


def turned_value(value: float) -> float:
    """Return the value for the other player."""
    return 1 - value


def constant_value(value: float) -> float:
    """Return ½, whatever the network's value is."""
    return 0.5


VALUES = {"right": right_value, "turned": turned_value, "constant ½": constant_value}


def judge_of(prior_judge: Judge, brain: Brain, value_of: Any) -> Judge:
    """Return a judge with the priors of `prior_judge` and the changed values of a network."""

    def judge(state: Any) -> Any:
        priors, _ = prior_judge(state)
        _, value = brain(state)
        return priors, value_of(value)

    return judge


# ---------------------------------------------------------------------------- noise


def noise() -> None:
    """Let networks learn with and without noise and drawn moves; write the results."""
    runs = []
    for name, settings in NOISE.items():
        for seed in SEEDS:
            runs.append({"setting": name} | learned(Learner(START, seed, **settings)))
            print(summary(runs[-1]), flush=True)
    keep("ch16b/noise", {"command": f"{COMMAND} noise", "generations": GENERATIONS, "runs": runs})


def learned(learner: Learner) -> Row:
    """Let a learner learn; return its curve and its final mistakes against all replies."""
    exam = tictactoe_exam()
    curve: dict[str, list[float]] = {"prior": [], "value": [], "error": []}
    spent = 0.0
    for generation in range(GENERATIONS + 1):
        if generation:
            begun = process_time()
            learner.learn(1)
            spent += process_time() - begun
        marks = exam.mark(learner.net)._asdict()
        for name, numbers in curve.items():
            numbers.append(round(marks[name], 4))
    row: Row = {"seed": learner.seed, **curve, "CPU seconds": round(spent, 1)}
    for who, choose in (("alone", favourite), ("searched", searched)):
        mistakes = []
        for player in (0, 1):
            _, wrong = every_reply(partial(choose, learner.brain), START, player)
            mistakes.append(len(wrong))
        row[f"mistakes {who}"] = mistakes  # the mistakes as X and as O
    return row


def summary(run: Row) -> Row:
    """Return the final numbers of a run."""
    return {name: entry[-1] if name in CURVES else entry for name, entry in run.items()}


CURVES = ("prior", "value", "error")


# ---------------------------------------------------------------------------- few looks


def looks() -> None:
    """Let networks learn from PUCT and Gumbel searches of few iterations; write the results."""
    runs = []
    for count in LOOKS:
        for name, make in TEACHERS.items():
            for seed in SEEDS[:3]:
                run = learned(make(START, seed, iterations=count))
                runs.append({"looks": count, "teacher": name} | run)
                print(summary(runs[-1]), flush=True)
    keep("ch16b/looks", {"command": f"{COMMAND} looks", "generations": GENERATIONS, "runs": runs})


LOOKS = (2, 4, 8)
TEACHERS: dict[str, Any] = {"PUCT": Learner, "Gumbel": GumbelLearner}


PARTS = {"turned": turned, "noise": noise, "looks": looks}


if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
