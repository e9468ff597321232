"""Train the models of chapter 20, and measure what they have learned.

    python -m tests.bench.muzero                 everything, in about forty minutes on one core
    python -m tests.bench.muzero train plain 0   one run: a kind of `KINDS` and a seed
    python -m tests.bench.muzero worth           the tables of the shipped models
    python -m tests.bench.muzero opening         the run that the widget shows when it opens

The script writes mctslib/methods/nets/muzero-*.npz, and tables to mctslib/course/ch20/.
"""

import sys
from collections.abc import Sequence
from time import process_time
from typing import Any

from mctslib.course.ch20.exam import LinesExam
from mctslib.course.ch20.learning import Glimpse, ObservedRun
from mctslib.course.ch20.reading import beliefs, imagined_boards, lines_found
from mctslib.course.ch20.secrets import OTHER_RULES, SECRET
from mctslib.methods.dreamer import Dreamer
from mctslib.methods.line_boards import LineRules
from mctslib.methods.network import NETS
from tests.bench.keeping import keep

COMMAND = "python -m tests.bench.muzero"
KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "rules": {"known_rules": True},
    "loose": {"consistency": 0.0},  # without the consistency loss
    "unmirrored": {"mirrored": False},
    "secret": {"rules": LineRules(SECRET), "mirrored": False},
    **{name: {"rules": rules, "mirrored": False} for name, rules in OTHER_RULES.items()},
}
LONG = ("plain", "loose")  # the kinds that learn for 140 generations; the others learn for 70
SEEDS = (0, 1, 2)
OPENING = 60  # the number of generations in the run that the widget shows when it opens
LOOKS = (
    0,
    1,
    2,
    4,
    7,
    10,
    14,
    20,
    28,
    40,
    55,
    70,
    100,
    140,
)  # the generations after which a learner is examined
SHIPPED = {  # kind and generation → the ending of the file name
    ("plain", 14): "-early",
    ("plain", 140): "",
    ("loose", 140): "-loose",
}


def as_data(snapshots: Sequence[Glimpse]) -> list[dict[str, Any]]:
    """Return snapshots as data that JSON can store."""
    found = []
    for snapshot in snapshots:
        row = snapshot._asdict()
        row["top"] = [[list(e.line), round(e.value, 3), round(e.error, 3)] for e in snapshot.top]
        row["dream"] = [list(board) for board in snapshot.dream]
        found.append(row)
    return found


def train(kind: str, seed: int) -> None:
    """Train one learner; write its learning curve, and the models that are shipped."""
    learner = Dreamer(seed=seed, **KINDS[kind])
    exam = LinesExam(learner.rules)
    last = 140 if kind in LONG else 70
    rows: list[dict[str, Any]] = []
    spent = 0.0  # CPU seconds
    for generation in LOOKS:
        if generation > last:
            break
        begun = process_time()
        if generation > learner.generation:
            learner.learn(generation - learner.generation)
        spent += process_time() - begun
        row = look(learner, exam) | {"CPU seconds": round(spent, 1)}
        rows.append(row)
        print(kind, seed, row, flush=True)
        ending = SHIPPED.get((kind, generation))
        if ending is not None:
            learner.model.save(NETS / f"muzero-{seed}{ending}.npz")
    keep(f"ch20/curve-{kind}-{seed}", {"command": f"{COMMAND} train {kind} {seed}", "rows": rows})


def look(learner: Dreamer, exam: LinesExam) -> dict[str, Any]:
    """Return the measurements of a learner: whole boards, lines found, right moves, mistakes."""
    known = learner.known_rules
    moves = exam.moves_of(learner.model, known_rules=known)
    right = exam.right[range(len(moves)), moves]
    row: dict[str, Any] = {
        "generation": learner.generation,
        "games": learner.played,
        "right": round(float(right[exam.matters].mean()), 4),
        "mistakes": [exam.mistakes(moves, 0), exam.mistakes(moves, 1)],
    }
    if not known:
        ranking = beliefs(learner.model)
        row["whole"] = [read.whole for read in imagined_boards(learner.model, exam)]
        row["found"] = lines_found(ranking, exam.rules.lines)
        row["found last"] = lines_found(ranking[::-1], exam.rules.lines)
        row["top"] = [[list(b.line), round(b.value, 3), round(b.error, 3)] for b in ranking[:11]]
    return row


def opening() -> None:
    """Write the run that the widget shows when it opens, as if a reader had pressed Learn once."""
    run = ObservedRun(SECRET, 0)
    for _ in run.slices(OPENING):
        pass
    command = f"{COMMAND} opening"
    lines = [list(line) for line in SECRET]
    rows = as_data(run.snapshots)
    keep("ch20/opening", {"command": command, "lines": lines, "seed": 0, "rows": rows})


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["everything"]
    if wanted[0] == "train":
        train(wanted[1], int(wanted[2]))
    if wanted[0] == "everything":
        for kind in KINDS:
            for seed in SEEDS:
                train(kind, seed)
    if wanted[0] in ("opening", "everything"):
        opening()
