"""Make the printable sheet of chapter 13: questions about single facts and about a whole proof."""

import random
from functools import partial
from typing import Any

from mctslib.course.ch13.forks import planted
from mctslib.course.teach.html import BLANK, table
from mctslib.door.entrance import search
from mctslib.draw.show import tree_svg
from mctslib.games import TicTacToe
from mctslib.games.board import MARKS
from mctslib.methods.solver import Fact, badge, conclude, proofs
from mctslib.tree import Node, attach
from mctslib.words import number

TITLE = "Prove it"
ENDS = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))
STATUSES = ("known", "known", "tried", "untried")
FORKS = 6  # forks in the first question
EMPTY = 3  # empty cells in the position of the second question
SMALL = 8  # the fewest nodes that the tree of this position may have
LARGE = 12  # the most nodes that the tree of this position may have
VISITS = 100  # iterations of the search that grows this tree
Fork = tuple[int, list[tuple[tuple[float, float], str]]]
"""A **fork**: the player to move, and for each action its rewards and whether they are known."""

TREE_QUESTION = (
    "is to move at the root. The tree contains every continuation of the game; the averages in "
    "its nodes are only estimates. Begin at the leaves. Mark each node ✓&nbsp;won, ✗&nbsp;lost or "
    "=&nbsp;drawn, for the player who moved into the node; mark the root for"
)


def handout(rng: random.Random) -> tuple[str, str]:
    """Return the page for one student and the page with the answers, as HTML."""
    forks = draw_forks(rng)
    root = draw_tree(rng)
    facts = proofs(root)
    return _questions(forks, root), _answers(forks, root, facts)


def draw_forks(rng: random.Random) -> list[Fork]:
    """Return different forks, with at least one for each rule and one to which no rule applies."""
    while True:
        forks = [_draw_fork(rng) for _ in range(FORKS)]
        rules = {_rule(fork)[0] for fork in forks}
        all_different = len({str(fork) for fork in forks}) == FORKS
        if rules == {0, 1, 2} and all_different:
            return forks


def _draw_fork(rng: random.Random) -> Fork:
    mover = int(2 * rng.random())
    return mover, [(_one(rng, ENDS), _one(rng, STATUSES)) for _ in range(3)]


def _one(rng: random.Random, items: tuple[Any, ...]) -> Any:
    return items[int(len(items) * rng.random())]


def fact(fork: Fork) -> Fact | None:
    """Return the fact that the solver concludes for the node of a fork, or None."""
    node, facts = planted(fork[0], *fork[1])
    return conclude(node, facts)


def _rule(fork: Fork) -> tuple[int, str]:
    """Return the number of the rule that applies, 1 or 2 (0 if none does), and the reason."""
    mover = fork[0]
    found = fact(fork)
    if found is None:
        return 0, "No known child is worth 1, and an action that is not known may be better."
    if found[mover] == 1:
        return 1, f"A known child that is worth 1 to {MARKS[mover]} is enough."
    return 2, f"All actions are known, so the fact that is best for {MARKS[mover]} counts."


def draw_tree(rng: random.Random) -> Node:
    """Return the tree of all games that can be played from a position with few empty cells.

    The tree has `SMALL` to `LARGE` nodes, and not all nodes have the same value.
    """
    while True:
        state = TicTacToe()
        while not state.is_terminal() and len(state.legal_actions()) > EMPTY:
            state = state.apply(_one(rng, tuple(state.legal_actions())))
        complete = _grown(Node(state))
        different_facts = {str(found) for found in proofs(complete).values()}
        if SMALL <= complete.size() <= LARGE and len(different_facts) > 1:
            root = search(state, VISITS, seed=int(1000 * rng.random())).root
            if root.size() == complete.size():
                return root


def _grown(root: Node) -> Node:
    """Add every node below the root; return the root."""
    nodes = [root]
    for node in nodes:  # the loop appends to this list
        nodes += [attach(node, action) for action in node.state.legal_actions()]
    return root


def _questions(forks: list[Fork], root: Node) -> str:
    who = MARKS[root.state.current_player]
    rows = []
    for place, (mover, actions) in enumerate(forks, 1):
        rows.append((f"{place}", MARKS[mover], *map(_shown, actions), BLANK))
    heads = ("node", "to move", "action 0", "action 1", "action 2", "the node’s fact")
    return (
        "<h2>1 · What follows?</h2><p>A fact is the pair of rewards (X, O) under perfect play. "
        "The table shows what is known about the three legal actions of each of six nodes. Write "
        f"the fact of each node, or “nothing”.</p>{table(heads, rows)}"
        f"<h2>2 · A whole proof</h2><p>{who} {TREE_QUESTION} {who}.</p>{_picture(root, {})}"
    )


def _answers(forks: list[Fork], root: Node, facts: dict[Node, Fact]) -> str:
    rows = []
    for place, fork in enumerate(forks, 1):
        rows.append((f"{place}", _fact(fact(fork)), _rule(fork)[1]))
    first = table(("node", "fact", "why"), rows)
    return f"<h2>1 · What follows?</h2>{first}<h2>2 · A whole proof</h2>{_picture(root, facts)}"


def _shown(action: tuple[tuple[float, float], str]) -> str:
    end, status = action
    if status == "known":
        return f"known: {_fact(end)}"
    if status == "tried":
        return "tried, not known"
    return status


def _fact(found: Fact | None) -> str:
    if found is None:
        return "nothing"
    rewards = ["½" if share == 0.5 else number(share) for share in found]
    return f"({', '.join(rewards)})"


def _picture(root: Node, facts: dict[Node, Fact]) -> str:
    return tree_svg(root, boards=EMPTY + 1, max_nodes=LARGE, badge=partial(badge, facts=facts))
