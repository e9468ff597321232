"""`TwoTrees`: two searches of one position, drawn back to back."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets as T

from mctslib.chance import seats
from mctslib.draw.charts import share_chart
from mctslib.draw.outline import move_name
from mctslib.games.board import columns
from mctslib.games.names import player_name
from mctslib.policies import most_visited
from mctslib.tree import Node
from mctslib.widgets.panel import Panel
from mctslib.widgets.twins.pairs import Searched, branches, left_out, root_of, same_position
from mctslib.words import count, percent

HERE = Path(__file__).parent
MOST_BARS = 20  # first moves in the still picture


class Face(anywidget.AnyWidget):
    """The page: it gets both trees at once and needs no further answer.

    With `small` in its data, the picture is lower, and has the sentence `story` above it.
    """

    _esm = (HERE / "twins.js").read_text(encoding="utf-8")
    _css = (HERE / "twins.css").read_text(encoding="utf-8")
    data = T.Dict().tag(sync=True)


def facing(pairs: Sequence[tuple[Node, Node]], names: Sequence[str]) -> dict[str, Any]:
    """Return the data of a `Face`: the trees of each pair, and what both searches are called."""
    state = pairs[0][0].state
    return {
        "names": list(names),
        "columns": columns(state),
        "first": player_name(state, 0),
        "second": player_name(state, 1) if len(seats(state)) == 2 else "",
        "pairs": [branches(pair) for pair in pairs],
    }


def checked(pair: Any) -> tuple[Node, Node]:
    """Return the roots of both searches of a pair.

    Raises ValueError unless a pair consists of two searches of one position.
    """
    roots = [root_of(one) for one in pair] if isinstance(pair, tuple | list) else []
    if len(roots) != 2 or not all(isinstance(root, Node) and root.children for root in roots):
        raise ValueError(f"A pair should consist of two searches, not {pair!r}.")
    if not same_position(roots[0].state, roots[1].state):
        raise ValueError("Both searches of a pair must begin in the same position.")
    return roots[0], roots[1]


def numbers_of_iterations(pair: tuple[Node, Node]) -> tuple[str, str]:
    """Return names for both searches: their numbers of iterations, or "left" and "right"."""
    one, other = (count(root.visits, "iteration") for root in pair)
    return (one, other) if one != other else ("left", "right")


def most_visited_in_either(one: Node, other: Node) -> list[Any]:
    """Return the first moves with the largest shares of the visits, at most `MOST_BARS`."""

    def share(action: Any) -> float:
        visits = [(root.children.get(action), root.visits) for root in (one, other)]
        return max(child.visits / max(1, total) for child, total in visits if child is not None)

    return sorted({**one.children, **other.children}, key=share, reverse=True)[:MOST_BARS]


class TwoTrees(Panel):
    """Draws two searches of one position back to back, and walks through their differences.

    pairs    one pair of searches, or several pairs with different seeds; each search is the root of
             its tree, the result of `search`, or a tree of another program (`foreign.from_tree`)
    names    what the first and the second search of a pair are called, such as "100 games"; by
             default their numbers of iterations, if these differ

    Raises ValueError if the searches of a pair do not begin in the same position.
    """

    lives_as = "twins"

    def __init__(
        self,
        pairs: Sequence[tuple[Searched, Searched]],
        names: tuple[str, str] | None = None,
    ) -> None:
        super().__init__()
        self.pairs = [checked(pair) for pair in pairs]
        if not self.pairs:
            raise ValueError("pairs should hold at least one pair of searches.")
        self.names = names or numbers_of_iterations(self.pairs[0])
        self.face = Face(data=facing(self.pairs, self.names))
        notes = [note for pair in pairs for one in pair for note in getattr(one, "notes", ())]
        notes += map(left_out, self.pairs)
        self.status.say(" ".join(dict.fromkeys(filter(None, notes))))
        self.children = [self.status, self.face]
        self.add_class("mcts-twins")

    def moves(self) -> list[str]:
        """Return the move that each search of the first pair would play."""
        return [move_name(root.children[most_visited(root)]) for root in self.pairs[0]]

    def static_text(self) -> str:
        """Return the moves of both searches in a sentence."""
        one, other = self.moves()
        if one == other:
            return f"Both searches play {one}."
        return f"{self.names[0]}: {one}. {self.names[1]}: {other}."

    def static_picture(self) -> str:
        """Return a chart of each first move's share of the visits of both searches."""
        one, other = self.pairs[0]
        actions = sorted(most_visited_in_either(one, other))
        names = [move_name(other.children.get(a) or one.children[a]) for a in actions]
        shares = {}
        for name, root in zip(self.names, self.pairs[0]):
            visits = [root.children[a].visits if a in root.children else 0 for a in actions]
            shares[name] = [number / max(1, root.visits) for number in visits]
        told = "Shares of the visits: " + "; ".join(
            f"{search}: "
            + ", ".join(f"{name} {percent(share)}" for name, share in zip(names, shares[search]))
            for search in shares
        )
        return share_chart(names, shares, label=f"{told}.")

    def static_headline(self) -> tuple[str, str]:
        """Return the moves of both searches, as above the live trees."""
        return self.static_text(), ""
