"""Show a tree that another library has grown: the pictures need only N, Q and the actions.

    told = from_dict({"visits": 9, "value": 0.5, "children": {"left": {"visits": 8, "value": 0.6}}})
    told.tree()
    told.table()

`from_tree` takes any tree, by four things: the root, and three functions that read a node.
`readers.py` has the readers of OpenSpiel, mctx, networkx and JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import isfinite
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from mctslib.door.guard import CannotSearch
from mctslib.draw.show import Picture, gallery, show_children, show_tree
from mctslib.draw.svg import shorten
from mctslib.foreign.policies import Priors, Their, ToldPuct, Untold
from mctslib.game import Action, State
from mctslib.games.names import action_name
from mctslib.policies import TreePolicy
from mctslib.tree import Node
from mctslib.words import count, number

Children = Iterable[tuple[Action, Their]] | Mapping[Action, Their]

CLOSE = 1e-6  # a value may miss the scale by this share, because numbers are rounded


class ForeignNode(Node):
    """A node of a tree that another library has grown.

    told_by   how that library selects in the whole tree
    """

    __slots__ = ("told_by",)

    def __init__(self, state: Any, parent: Node | None = None, action: Action = None) -> None:
        super().__init__(state, parent, action)
        self.told_by: TreePolicy = Untold()

    @property
    def grown_by(self) -> TreePolicy:
        """The policy with which pictures explain this node."""
        return self.told_by


@dataclass(frozen=True)
class ForeignTree:
    """A tree that another library has grown, as a tree of this library.

    root         the root, for every picture that takes a node, such as `Atlas(told.root)`
    tree_policy  how the other library selects; `Untold()` if it is not known
    priors       node → action → P; empty if there are none
    theirs       each node → the node of the other library
    notes        sentences about what was left out, and about visits that do not add up
    """

    root: ForeignNode
    tree_policy: TreePolicy
    priors: Priors = field(repr=False)
    theirs: WeakKeyDictionary[Node, Their] = field(repr=False)
    notes: tuple[str, ...] = ()

    def explained_by(self, tree_policy: TreePolicy) -> ForeignTree:
        """Return this tree, with pictures that explain it by a policy."""
        for node in self.root.descendants():
            if isinstance(node, ForeignNode):
                node.told_by = tree_policy
        return replace(self, tree_policy=tree_policy)

    def tree(self, **options: Any) -> Picture:
        """Return a picture of the tree, with the notes below it; the options are `show_tree`'s."""
        drawn = show_tree(self.root, **options)
        if not self.notes:
            return drawn
        return gallery([drawn.svg], [" ".join(self.notes)], spoken=True)

    def table(self, *path: Action) -> Picture:
        """Return a table of the children of the node to which a path of actions leads."""
        node: Node = self.root
        for action in path:
            node = node.children[action]
        return show_children(node)


# -------------------------------------------------------------------- positions that nobody knows


@dataclass(frozen=True)
class Told:
    """A position that is known only from a tree: the player to move, the moves, and a text.

    num_players     the number of players
    current_player  the number of the player to move
    actions         the actions that the tree holds.  There may have been more
    text            the text that pictures show as the position
    names           action → its name
    after           action → the position after it

    Such a position can be shown, but not played to its end: `rewards` raises `CannotSearch`.
    """

    num_players: int = 2
    current_player: int = 0
    actions: tuple[Action, ...] = ()
    text: str = ""
    names: Mapping[Action, str] = field(default_factory=dict, compare=False)
    after: Mapping[Action, Told] = field(default_factory=dict, compare=False, repr=False)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the actions that the tree holds."""
        return self.actions

    def apply(self, action: Action) -> Told:
        """Return the position after an action.  Raises KeyError if the tree does not hold it."""
        return self.after[action]

    def is_terminal(self) -> bool:
        """Return whether the tree holds no action here; the game need not be over."""
        return not self.actions

    def rewards(self) -> tuple[float, ...]:
        """Raise `CannotSearch`: a tree does not tell how its games ended."""
        raise CannotSearch(
            "Only the tree is known here, not the rules of its game, so it cannot be searched"
            " further.  Pass the position of the root: from_tree(…, state=…)."
        )

    def action_name(self, action: Action) -> str:
        """Return the name of an action."""
        return self.names.get(action, str(action))

    def __str__(self) -> str:
        return self.text


# ---------------------------------------------------------------------------------- any tree


def from_tree(
    root: Their,
    children: Callable[[Their], Children],
    visits: Callable[[Their], float],
    value: Callable[[Their], float],
    *,
    scale: tuple[float, float] = (0, 1),
    for_next: bool = False,
    state: Any = None,
    player: Callable[[Their], int] | None = None,
    players: int = 2,
    name: Callable[[Action], str] = str,
    text: Callable[[Their], str] = lambda node: "",
    prior: Callable[[Their], Mapping[Action, float]] | None = None,
    c_puct: float | None = None,
    tree_policy: TreePolicy | None = None,
) -> ForeignTree:
    """Return a tree that another library has grown as a tree of this library.

    root      the root of the other tree
    children  a node → its children, as a dict or as pairs (action, child).  Actions are numbers,
              texts or tuples of these
    visits    a node → N, a whole number
    value     a node with visits → its mean value for the player who moved into the node; at the
              root, for the player to move
    scale     the values that become 0 and 1, such as (−1, 1)
    for_next  whether the values count for the player to move in the node, as in many programs for
              two players.  They are then converted for the player who moved there
    state     the position of the root, as a state of this library.  If it is given, the nodes get
              their positions by playing the actions, which may also be written as texts or named
              as in the game; pictures show boards, and the tree can be searched further.  If not,
              the positions are `Told`
    player    without `state`: a node → the player to move; by default players take turns
    players   without `state`: the number of players
    name      without `state`: an action → its name
    text      without `state`: a node → a text about its position
    prior     a node → its priors, action → P
    c_puct    the constant of PUCT, for values on `scale`, if the other library selects with
              `ToldPuct`'s formula.  It needs `prior`
    tree_policy  how the other library selects, if not by PUCT, such as `UCB1(0.7)`

    Only say how the library selects if you know it: the pictures explain the tree with it.

    Children without visits and nodes below the end of a game are left out; what lies below a node
    that can be reached in two ways is read once, so that a circle ends.  `notes` says so.

    Raises ValueError if a number of visits is negative or not whole, if a value lies outside
    `scale`, if two children have the same action, or if an action is not legal in `state`.
    """
    if c_puct is not None and prior is None:
        raise ValueError("PUCT needs priors: pass prior=lambda node: {action: P, …}.")
    low, high = scale
    if not low < high:
        raise ValueError(f"The scale must be a lower and a higher value, not {scale}.")
    entries, notes = read(root, children, visits, value)
    check_values(entries, low, high)
    made = places(entries, state, player, players, name, text)
    priors: Priors = WeakKeyDictionary()
    theirs: WeakKeyDictionary[Node, Their] = WeakKeyDictionary()
    nodes: list[ForeignNode | None] = []
    for entry, position in zip(entries, made, strict=True):
        above = None if entry.parent is None else nodes[entry.parent]
        if position is None or (entry.parent is not None and above is None):
            nodes.append(None)
            continue
        action = entry.action
        if state is not None and above is not None:
            action = legal_action(above.state, action)
        node = ForeignNode(position, above, action)
        nodes.append(node)
        if above is not None:
            above.children[action] = node
        theirs[node] = entry.theirs
        share = min(1.0, max(0.0, (entry.value - low) / (high - low)))
        if for_next and node.player != node.state.current_player:
            share = 1 - share
        node.visits = entry.visits
        node.value_sum = entry.visits * share
        if prior is not None:
            known = (lambda told: told) if state is None else partial(legal_action, position)
            given = dict(prior(entry.theirs))
            priors[node] = {known(action): float(share) for action, share in given.items()}
    below_ends = nodes.count(None)
    if below_ends:
        notes.append(f"Left out: {count(below_ends, 'node')} below the end of a game.")
    if c_puct is not None:
        tree_policy = ToldPuct(priors, c_puct / (high - low))
    top = nodes[0]
    assert top is not None
    told = ForeignTree(top, Untold(), priors, theirs, tuple(notes))
    return told if tree_policy is None else told.explained_by(tree_policy)


class Entry(NamedTuple):
    """A node of the other tree, as it was read."""

    theirs: Their
    parent: int | None  # the place of its parent among the entries
    action: Action
    path: tuple[Any, ...]  # (path of the parent, action), nested; () for the root
    depth: int
    visits: int
    value: float  # 0 without visits
    actions: list[Action]  # the actions of all its children, also of those without visits


def read(
    root: Their,
    children: Callable[[Their], Children],
    visits: Callable[[Their], float],
    value: Callable[[Their], float],
) -> tuple[list[Entry], list[str]]:
    """Return the nodes of a tree, parents before their children, and notes on what was left out."""
    entries: list[Entry] = []
    seen: set[Any] = set()
    unvisited = twice = too_many = 0
    waiting: list[tuple[Their, int | None, Action, tuple[Any, ...], int]] = [
        (root, None, None, (), 0)
    ]
    for node, parent, action, path, depth in waiting:  # the list grows on the way
        visited = whole_visits(visits(node), path)
        pairs = in_order_of_actions(children(node), path)
        here = node if isinstance(node, int | str) else id(node)
        if here in seen and pairs:
            twice += 1
            pairs = []
        seen.add(here)
        mean = as_number(value(node), path, "value") if visited else 0.0
        actions = [each for each, _ in pairs]
        place = len(entries)
        entries.append(Entry(node, parent, action, path, depth, visited, mean, actions))
        total = 0
        for each, child in pairs:
            times = whole_visits(visits(child), (path, each))
            total += times
            if times:
                waiting.append((child, place, each, (path, each), depth + 1))
            else:
                unvisited += 1
        too_many += total > visited
    notes = []
    if unvisited:
        notes.append(f"Left out: {count(unvisited, 'child', 'children')} without visits.")
    if twice:
        nodes = count(twice, "node was", "nodes were")
        notes.append(f"{nodes} reached a second time; what lies below is shown once.")
    if too_many:
        nodes = count(too_many, "node")
        notes.append(f"At {nodes}, the children together have more visits than the node itself.")
    return entries, notes


def path_in_words(path: tuple[Any, ...]) -> str:
    """Return a nested path as words for a message."""
    actions = []
    while path:
        path, action = path
        actions.append(str(action))
    return f"the node {' → '.join(reversed(actions[:20]))}" if actions else "the root"


def as_number(given: Any, path: tuple[Any, ...], what: str) -> float:
    """Return as a float what a caller's function says about a node, or raise ValueError."""
    try:
        return float(given)
    except (TypeError, ValueError):
        words = shorten(repr(given), 60)
        raise ValueError(
            f"{path_in_words(path)}: the {what} must be a number, not {words}."
        ) from None


def whole_visits(visits: Any, path: tuple[Any, ...]) -> int:
    """Return a number of visits.  Raises ValueError unless it is a whole number ≥ 0."""
    found = as_number(visits, path, "number of visits")
    if not isfinite(found) or found != int(found) or found < 0:
        raise ValueError(f"{path_in_words(path)} has {visits} visits, not a whole number ≥ 0.")
    return int(found)


def in_order_of_actions(children: Children, path: tuple[Any, ...]) -> list[tuple[Action, Their]]:
    """Return the pairs of a node's children in the order of their actions.

    Actions that cannot be compared are ordered as texts.  Raises ValueError if an action is there
    twice.
    """
    pairs = list(children.items() if isinstance(children, Mapping) else children)
    if len({action for action, _ in pairs}) < len(pairs):
        raise ValueError(
            f"Two children of {path_in_words(path)} have the same action.  If an action has several"
            " results, name a child by both: (action, result)."
        )
    try:
        return sorted(pairs, key=lambda pair: pair[0])
    except TypeError:
        return sorted(pairs, key=lambda pair: str(pair[0]))


def check_values(entries: Sequence[Entry], low: float, high: float) -> None:
    """Raise ValueError unless all values lie on the scale."""
    values = [entry.value for entry in entries if entry.visits]
    wrong = [value for value in values if not isfinite(value)]
    if wrong:
        raise ValueError(f"A value must be a finite number, not {wrong[0]}.")
    room = CLOSE * (high - low)
    lowest, highest = min(values, default=low), max(values, default=high)
    if lowest < low - room or highest > high + room:
        raise ValueError(
            f"The values lie from {number(lowest)} to {number(highest)}, outside the scale"
            f" {number(low)} to {number(high)}: pass the lowest and the highest possible value,"
            " as in scale=(-1, 1)."
        )


def places(
    entries: Sequence[Entry],
    state: State | None,
    player: Callable[[Their], int] | None,
    players: int,
    name: Callable[[Action], str],
    text: Callable[[Their], str],
) -> list[Any]:
    """Return the position of each entry, or None for those below the end of a game."""
    if state is not None:
        return played(entries, state)
    turn = player or (lambda node: 0)
    after: list[dict[Action, Told]] = [{} for _ in entries]
    made: list[Any] = [None] * len(entries)
    for place in reversed(range(len(entries))):  # from the leaves upwards
        entry = entries[place]
        mover = turn(entry.theirs) if player else entry.depth % players
        names = {action: name(action) for action in entry.actions}
        for action in entry.actions:  # a child without visits has a position, but no node
            after[place].setdefault(action, Told(players, (mover + 1) % players))
        position = Told(
            players, mover, tuple(entry.actions), text(entry.theirs), names, after[place]
        )
        made[place] = position
        if entry.parent is not None:
            after[entry.parent][entry.action] = position
    return made


def played(entries: Sequence[Entry], state: State) -> list[Any]:
    """Return the positions of the entries, found by playing from `state`.

    Raises ValueError if an action is not legal.
    """
    made: list[Any] = []
    for entry in entries:
        if entry.parent is None:
            made.append(state)
            continue
        above = made[entry.parent]
        if above is None or above.is_terminal():
            made.append(None)
            continue
        action = legal_action(above, entry.action)
        if action not in above.legal_actions():
            words = path_in_words(entry.path)
            raise ValueError(f"The last action of {words} is not legal:\n{above}")
        made.append(above.apply(action))
    return made


def legal_action(state: State, told: Action) -> Action:
    """Return the legal action whose text or name is `told`; return any other action unchanged.

    JSON, for example, turns the action 4 into the text "4".
    """
    actions = state.legal_actions()
    if told in actions:
        return told
    for action in actions:
        if str(told) in (str(action), action_name(state, action)):
            return action
    return told
