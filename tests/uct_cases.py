"""The searches that `living/uct.js` must reproduce record by record.

The file also has the JavaScript function that runs the searches in the page.
"""

import json
from pathlib import Path

from mctslib import UCB1, TicTacToe, search
from mctslib.fast.xorshift import Xorshift
from mctslib.widgets import living

CODE = Path(living.__file__).with_name("uct.js").read_text(encoding="utf-8")
# the rows of the board → the player to move
POSITIONS = {
    ".../.../...": "X",
    ".../.X./...": "O",
    "X../XOO/OX.": "X",
    ".../O.X/.X.": "O",
    "X.O/.../.X.": "O",
    "XOX/XOX/O..": "X",
    "XX./OO./...": "O",
}
SEEDS = (0, 1, 7, 2**63, -5)
CASES = [(board, mover, seed) for board, mover in POSITIONS.items() for seed in SEEDS]
ITERATIONS = 600
# This JavaScript function takes the cases.  For each case it returns the records of the search, and
# the root's actions in the order of their visits.
RUN = f"""(cases) => {{
{CODE}
return cases.map(([board, player, seed, iterations, c]) => {{
    const root = nodeOf(stateOf(board, player));
    const random = xorshift(seed);
    const records = [];
    for (let k = 0; k < iterations; k += 1) records.push(iterate(root, random, c));
    const rows = byVisits(root).map((child) => [child.action, child.visits, child.valueSum]);
    return {{ records, rows }};
}});
}}"""


def asked(iterations: int = ITERATIONS, c: float = 1.0) -> list[list[object]]:
    """Return the cases in the form that the page expects.

    A seed is a string, because it may have 64 bits.
    """
    rows = []
    for board, mover, seed in CASES:
        rows.append([board.replace("/", ""), "XO".index(mover), str(seed), iterations, c])
    return rows


def compare(answers: list[dict], iterations: int = ITERATIONS, c: float = 1.0) -> int:
    """Compare the page's searches with the library's; return the number of compared searches."""
    assert len(answers) == len(CASES)
    for (board, mover, seed), answer in zip(CASES, answers):
        records: list = []
        state = TicTacToe.from_text(board, mover)
        result = search(state, iterations, seed=Xorshift(seed), tree_policy=UCB1(c), trace=records)
        expected = json.loads(json.dumps(records))
        assert answer["records"] == expected, (board, seed)
        rows = [[a, child.visits, child.value_sum] for a, child in result.root.children.items()]
        rows.sort(key=lambda row: (-row[1], -row[2] / row[1]))
        assert answer["rows"] == rows and rows[0][0] == result.action, (board, seed)
    return len(answers)
