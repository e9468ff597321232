"""Chapter 13's sheet to be printed: what follows for a node from what is known of its children, and a whole proof."""

import random
from functools import partial
from typing import Any

from mctslib.course.ch13.forks import planted
from mctslib.course.teach.html import BLANK, table
from mctslib.draw.show import tree_svg
from mctslib.games import TicTacToe
from mctslib.games.board import MARKS
from mctslib.methods.solver import Fact, badge, conclude, proofs
from mctslib.search import search
from mctslib.tree import Node, attach

TITLE = "Prove it"
ENDS, TOLD = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5)), ("known", "known", "tried", "untried")
FORKS = 6  # of the first question
EMPTY, SMALL, LARGE, VISITS = (
    3,
    8,
    12,
    100,
)  # empty cells, nodes and iterations of the second one's tree
Fork = tuple[int, list[tuple[tuple[float, float], str]]]
"""A **fork**: who is to move, and of each action what it brings and whether that is known."""


def handout(rng: random.Random) -> tuple[str, str]:
    """The page of one student and that of its answers, as HTML."""
    forks, root = draw_forks(rng), draw_tree(rng)
    facts = proofs(root)
    return _questions(forks, root), _answers(forks, root, facts)


def draw_forks(rng: random.Random) -> list[Fork]:
    """Forks of which some tell something and some do not, by either rule."""
    while True:
        forks: list[Fork] = [
            (int(2 * rng.random()), [(_one(rng, ENDS), _one(rng, TOLD)) for _ in range(3)])
            for _ in range(FORKS)
        ]
        if {_rule(fork)[0] for fork in forks} == {0, 1, 2} and len(
            {str(fork) for fork in forks}
        ) == FORKS:
            return forks


def _one(rng: random.Random, items: tuple[Any, ...]) -> Any:
    return items[int(len(items) * rng.random())]


def fact(fork: Fork) -> Fact | None:
    """What follows for the node of a fork, as the solver concludes it."""
    node, facts = planted(fork[0], *fork[1])
    return conclude(node, facts)


def _rule(fork: Fork) -> tuple[int, str]:
    """Which of the two rules tells something, 0 for none; and why, in words."""
    mover, found = fork[0], fact(fork)
    if found is None:
        return 0, "No known 1, and not every legal action is known: an open one may be better."
    if found[mover] == 1:
        return 1, f"A known 1 for {MARKS[mover]} is enough."
    return 2, f"Every legal action is known: the best of them for {MARKS[mover]}."


def draw_tree(rng: random.Random) -> Node:
    """Every game from a position with few empty cells, not too many nodes, and not all of them worth the same."""
    while True:
        state = TicTacToe()
        while not state.is_terminal() and len(state.legal_actions()) > EMPTY:
            state = state.apply(_one(rng, tuple(state.legal_actions())))
        every = _grown(Node(state))
        if (
            SMALL <= every.size() <= LARGE
            and len({str(found) for found in proofs(every).values()}) > 1
        ):
            root = search(state, VISITS, seed=int(1000 * rng.random())).root
            if root.size() == every.size():
                return root


def _grown(root: Node) -> Node:
    for node in (nodes := [root]):  # the list grows while it is walked
        nodes += [attach(node, action) for action in node.state.legal_actions()]
    return root


def _questions(forks: list[Fork], root: Node) -> str:
    who = MARKS[root.state.current_player]
    rows = [
        (f"{k}", MARKS[mover], *map(_shown, actions), BLANK)
        for k, (mover, actions) in enumerate(forks, 1)
    ]
    return (
        "<h2>1 · What follows?</h2><p>A fact is what X and O get if both play perfectly, (X, O). Below stands what is "
        "known of the three legal actions of six nodes. Write the fact of each node, or “nothing”.</p>"
        f"{table(('node', 'to move', 'action 0', 'action 1', 'action 2', 'the node’s fact'), rows)}"
        f"<h2>2 · A whole proof</h2><p>{who} is to move at the root. The tree holds "
        "every game from there; its averages are only opinions. Begin at the leaves. Write at each node ✓&nbsp;won, "
        f"✗&nbsp;lost or =&nbsp;drawn, for whoever moved into it; the root counts for {who}.</p>{_picture(root, {})}"
    )


def _answers(forks: list[Fork], root: Node, facts: dict[Node, Fact]) -> str:
    rows = [(f"{k}", _fact(fact(fork)), _rule(fork)[1]) for k, fork in enumerate(forks, 1)]
    return (
        f"<h2>1 · What follows?</h2>{table(('node', 'fact', 'why'), rows)}<h2>2 · A whole proof</h2>"
        f"{_picture(root, facts)}"
    )


def _shown(action: tuple[tuple[float, float], str]) -> str:
    end, status = action
    return (
        f"known: {_fact(end)}"
        if status == "known"
        else f"{status}, not known"
        if status == "tried"
        else status
    )


def _fact(found: Fact | None) -> str:
    return (
        "nothing"
        if found is None
        else f"({', '.join('½' if share == 0.5 else f'{share:g}' for share in found)})"
    )


def _picture(root: Node, facts: dict[Node, Fact]) -> str:
    return tree_svg(root, boards=EMPTY + 1, max_nodes=LARGE, badge=partial(badge, facts=facts))
