"""`Meeting`: a tree and a graph of one game side by side, and two nodes to merge by hand."""

from __future__ import annotations

from mctslib.course.ch06b.joining import (
    Joined,
    Nim,
    Pair,
    Path,
    copies,
    here,
    joined,
    parents,
    places,
    q,
    searched,
    sticks,
    w,
)
from mctslib.course.ch06b.picture import (
    GRAND,
    NARROW,
    TALL,
    WIDE,
    Size,
    close_up,
    graph_picture,
    tree_picture,
)
from mctslib.draw.show import gallery
from mctslib.methods.graph import Graph, Spot
from mctslib.widgets.bar import three_widths
from mctslib.widgets.explorer import Explorer, Held, OneOf, View, button
from mctslib.widgets.moments import Moments
from mctslib.widgets.picking import titled
from mctslib.words import count

GRAPH_BOXES = {
    f"g{sticks(state)}{state.current_player}": number for number, state in enumerate(places())
}
MERGE = "Merge two", "compress", "Merge the two copies that are held, or the most visited two"
NEXT = "Next two", "forward", "Go to a position that stands twice in the tree"
AGAIN = "Again", "refresh", "Begin again with the whole tree"
ITERATIONS, SEED = 24, 0  # of both searches
ALL = "Every position is one node now. Do the numbers agree with the right?"


def fixed(number: float) -> str:
    """Return a number with two decimals, without useless zeros if it is whole."""
    return f"{number:.0f}" if number == round(number) else f"{number:.2f}"


def who(state: Nim) -> str:
    """Return a position in words: "3 sticks, O to move"."""
    left = count(sticks(state), "stick")
    return f"{left}, " + (
        "the end" if state.is_terminal() else f"{'XO'[state.current_player]} to move"
    )


class Meeting(Explorer):
    """Show a search of Nim with six sticks as a tree and as a graph; touched positions light up in both.

    position    the number of the position that is lit, from 0 to 11; a larger number has fewer
                sticks
    """

    kept = "position"
    folds = True
    headlines = (
        ("Two copies of 3 sticks, O to move, are one now. Which two are next?", ""),
        (ALL, ""),
    )

    position = OneOf(range(12))
    held = Held()  # the paths of up to two nodes that the reader has touched
    pairs = Held()  # the pairs of nodes that the reader has merged
    known = Held()  # whether the graph shows its numbers, after the first merge

    def __init__(self, position: int = 4) -> None:
        super().__init__(position=position, held=(), pairs=(), known=False, longest=(LONGEST,))
        self.status.add_class("mcts-second")  # on a phone the numbers stand in the picture

    # ------------------------------------------------------------------------ what is shown

    @property
    def tree(self) -> Graph:
        """The search without merging."""
        return searched(ITERATIONS, SEED, False)

    @property
    def graph(self) -> Graph:
        """The search with merging."""
        return searched(ITERATIONS, SEED, True)

    @property
    def nodes(self) -> Joined:
        """The nodes of the left picture."""
        return joined(self.tree, self.pairs)

    @property
    def lit(self) -> Nim:
        """The position that is lit in both pictures."""
        return places()[self.position]

    def picked(self, words: str) -> None:
        """Light the position of a box; in the left picture, also hold the touched copy.

        words  "t" and the path of a node of the tree, such as "t54", or "g" and the sticks and the
               player of a position of the graph, such as "g40"
        """
        if words in GRAPH_BOXES:
            self.set(position=GRAPH_BOXES[words], held=())
            return
        path = tuple(int(digit) for digit in words[1:] if digit in "0123456789")
        nodes = self.nodes
        if words[:1] != "t" or path not in nodes:
            return
        state = here(nodes[path])
        held: tuple[Path, ...] = (path,)
        if state == self.lit and self.held and self.held[-1] != path:
            held = (self.held[-1], path)
        self.set(position=places().index(state), held=held)

    @button(*MERGE, filled=True, again=AGAIN)
    def merge(self) -> None:
        """Merge two copies of the lit position, or go to a position that has two.

        Once everything is merged, begin again.
        """
        nodes = self.nodes
        same = copies(nodes, self.lit)
        if len(same) < 2:
            following = self.following(nodes)
            if following is None:
                self.set(pairs=(), held=(), known=True)
            else:
                self.set(position=following, held=())
            return
        one, other = self.next_pair(same)
        self.set(pairs=(*self.pairs, (one, other)), held=(), known=True)

    def next_pair(self, same: list[Path]) -> list[Path]:
        """Return the two of some copies that are held, or else visited most."""
        held = [path for path in self.held if path in same]
        return [*held, *(path for path in same if path not in held)][:2]

    def following(self, nodes: Joined) -> int | None:
        """Return the number of the next position that has two copies, or None."""
        order = [*range(self.position + 1, len(places())), *range(self.position)]
        return next((k for k in order if len(copies(nodes, places()[k])) > 1), None)

    # ------------------------------------------------------------------------ words and pictures

    def view(self) -> View:
        """Return the headline, the sentences and the two pictures."""
        nodes = self.nodes
        headline, told = self.sentences(nodes)
        return View(headline, "", told, self.both(narrow=False) + self.both(narrow=True))

    def _draw(self) -> None:
        super()._draw()
        if not self.at_end and len(copies(self.nodes, self.lit)) < 2:
            self.buttons["merge"].rename(*NEXT)

    @property
    def at_end(self) -> bool:
        return self.all_merged(self.nodes)

    def sentences(self, nodes: Joined) -> tuple[str, str]:
        """Return the headline, and sentences about the numbers of the lit position."""
        state = self.lit
        same = copies(nodes, state)
        if self.just_merged(nodes):
            head, told = self.merged_words(nodes, state, len(same))
            return (ALL if self.all_merged(nodes) else head), told
        if not same:
            return f"{who(state)}: the tree has not been there yet.", self.on_the_right(state)
        if self.all_merged(nodes):
            head = ALL
        elif len(same) == 1:
            head = f"{who(state)}: one node in the tree. Touch another."
        else:
            times, those = ("twice", "the two") if len(same) == 2 else (f"{len(same)} times", "two")
            head = f"{who(state)}, stands {times} in the tree. Merge {those} copies."
        counts = [str(nodes[path].visits) for path in same]
        n = " and ".join(filter(None, (", ".join(counts[:-1]), counts[-1])))
        return head, f"The tree counts {n}. {self.on_the_right(state)}".strip()

    def just_merged(self, nodes: Joined) -> bool:
        """Return whether the last merge joined copies of the lit position."""
        return bool(self.pairs) and state_of(nodes, self.pairs[-1]) == self.lit

    def all_merged(self, nodes: Joined) -> bool:
        """Return whether the left picture has each position once."""
        return len(nodes) == len({spot.state for spot in nodes.values()})

    def on_the_right(self, state: Nim) -> str:
        """Return a sentence about the lit position in the right picture."""
        if not self.known:
            return ""
        spot = self.graph.spots[state]
        if spot is self.graph.root:
            return f"The graph counts {spot.visits}."
        edges = [
            edge.visits
            for above in self.graph.spots.values()
            for edge in above.edges.values()
            if edge.end is spot
        ]
        taken = " + ".join(map(str, sorted(edges, reverse=True)))
        total = f" = {spot.visits}" if len(edges) > 1 else ""
        return f"The graph, a search of its own, counts {taken}{total}."

    def merged_words(self, nodes: Joined, state: Nim, left: int) -> tuple[str, str]:
        """Return the words about the last merge: what became of N, W and Q."""
        before = joined(self.tree, self.pairs[:-1])
        pair = [before[path] for path in self.pairs[-1]]
        spot = next(spot for spot in nodes.values() if spot.state == state and covers(spot, pair))
        head = f"Two copies of {who(state)}, are one now."
        head += " Touch two more." if left > 1 else " Which two are next?"
        numbers = (
            f"N {pair[0].visits} + {pair[1].visits} = {spot.visits}."
            f" W {fixed(w(pair[0]))} and {fixed(w(pair[1]))} become {fixed(w(spot))}."
            f" Q {fixed(q(pair[0]))} and {fixed(q(pair[1]))} become {fixed(q(spot))}."
        )
        changes = []
        for path, edge in parents(nodes, spot):
            above = nodes[path]
            if path in before and above.state != places()[0]:
                old, new = fixed(q(before[path])), fixed(q(above))
                changed = f"Q {old} → {new}" if old != new else f"Q stays {new}"
                changes.append(
                    f"{sticks(here(above))} {'XO'[above.state.current_player]} keeps its {edge.visits}, {changed}"
                )
        return head, f"{numbers} Above it: {'; '.join(changes[:3])}." if changes else numbers

    def pictures(self, narrow: bool = False) -> list[str]:
        """Return the tree and the graph as SVG text."""
        if narrow:
            return [self.close_up(), self.drawn(NARROW)]
        same = copies(self.nodes, self.lit)
        return [tree_picture(self.nodes, same, self.held, WIDE), self.drawn(TALL)]

    def close_up(self) -> str:
        """Return the copies that meet, or have just met, and the nodes above them."""
        nodes, before = self.nodes, joined(self.tree, self.pairs[:-1])
        if not self.just_merged(nodes):
            shown = self.next_pair(copies(nodes, self.lit))
            return close_up(nodes, before, shown, None, self.held)
        pair = self.pairs[-1]
        spots = [before[path] for path in pair]
        met = [path for path in copies(nodes, self.lit) if covers(nodes[path], spots)]
        return close_up(nodes, before, met[:1], pair, ())

    def drawn(self, size: Size) -> str:
        """Return the graph in a size as SVG text."""
        return graph_picture(self.graph, self.lit, size, known=self.known)

    def titles(self, narrow: bool = False) -> tuple[str, str]:
        """Return the titles of the pictures."""
        left = f"Tree: {count(len(self.nodes), 'node')}"
        if self.pairs:
            left = f"By hand: {count(len(self.nodes), 'node')}"
        left += ", close up" if narrow else ""
        return left, f"Graph: {len(self.graph.spots)} positions"

    def both(self, narrow: bool) -> str:
        """Return the pictures of one width as HTML."""
        titles, pictures = self.titles(narrow), self.pictures(narrow)
        if not narrow:
            pictures[1] = three_widths(pictures[1], pictures[1], self.drawn(GRAND))
        width = "narrow" if narrow else "wide"
        hues = "blue is good for X, orange for O"
        own = (
            "Nodes: N and Q of the move" if narrow else "X, O: who moves next; N and Q of the move"
        )
        notes = f"{own} before; {hues}", self.about_graph(narrow)
        parts: list[str] = []
        for title, picture, note in zip(titles, pictures, notes):
            part = titled(title, picture, note)
            parts.append(f'<div class="mcts-if-{width}">{part}</div>')
        return "".join(parts)

    def about_graph(self, narrow: bool) -> str:
        """Return a note for the graph, on a phone with the numbers of the lit position."""
        if not self.known:
            return "X, O: who moves next; numbers after your first merge"
        if not narrow:
            return "a search of its own; boxes: N above Q; lines: times chosen"
        return f"a search of its own, with Q; framed: N {self.graph.spots[self.lit].visits}"

    def static_picture(self) -> str:
        with self.as_if(known=True):
            return gallery(self.pictures(), self.titles(), columns=2, spoken=True).svg

    def static_headline(self) -> tuple[str, str]:
        with self.as_if(known=True):
            return self.sentences(self.nodes)[0], ""

    def static_text(self) -> str:
        with self.as_if(known=True):
            words = " ".join(self.sentences(self.nodes))
        return f"{words} (run this cell to change the settings)"

    def page_pictures(self) -> tuple[str, str]:
        """Return the pictures for a book page, wide and narrow."""
        with self.as_if(known=True):
            wide, narrow = (
                gallery(self.pictures(phone), self.titles(phone), columns=1 if phone else 2).svg
                for phone in (False, True)
            )
        return wide, narrow

    def page_words(self) -> str:
        """Return the headline for a page without Python, where nothing can be merged."""
        with self.as_if(known=True):
            headline, told = self.sentences(self.nodes)
        return f"{headline.split(' Merge ')[0].replace(' Touch another.', '')} {told}"

    def page_moments(self) -> Moments:
        """Return the positions of the game, for a page without Python."""

        def show(place: int) -> None:
            self.values = {**self.values, "position": place}
            self._draw()

        return Moments(
            "Position",
            [f"{sticks(state)} {'XO'[state.current_player]}" for state in places()],
            self.position,
            show,
        )


LONGEST = (
    "N 12 + 12 = 24. W 10.33 and 10.33 become 20.67. Q 0.86 and 0.86 become 0.86. Above it:"
    " 3 O keeps its 12, Q 0.86 → 0.86; 3 O keeps its 12, Q 0.86 → 0.86."
)


def state_of(nodes: Joined, pair: Pair) -> Nim | None:
    """Return the position of a pair of merged nodes."""
    for path in pair:
        if path in nodes:
            return here(nodes[path])
    return None


def covers(spot: Spot, pair: list[Spot]) -> bool:
    """Return whether a spot has as many visits as a pair of spots together."""
    return spot.visits == sum(one.visits for one in pair)
