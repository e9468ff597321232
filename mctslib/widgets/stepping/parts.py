"""Make the parts of the stepper's page with pure functions from a `Stepper` to HTML."""

from dataclasses import replace
from html import escape
from math import inf, isfinite, isnan, sqrt
from typing import Any

from mctslib.chance import seats
from mctslib.draw import svg
from mctslib.draw.bars import ChildRow, rows_of
from mctslib.draw.outline import has_value, move_name, step_name, value_in_words, visible
from mctslib.draw.pinned import Moment, Places, pinned_tree
from mctslib.draw.show import FilmStrip, board_svg, describe_tree, film_strip, tree_svg
from mctslib.game import Action
from mctslib.games.board import cell_of, columns
from mctslib.games.names import player_name
from mctslib.policies import UCB1, TreePolicy
from mctslib.stepper import lit
from mctslib.stepper.code import folded, four_lines
from mctslib.stepper.explain import only_winner, outcome
from mctslib.stepper.model import NOUNS, STOP, PredictionScore, SelectionQuestion, Stepper
from mctslib.tree import Node, Path, walk
from mctslib.words import count, number, worked

BOARD_WIDTHS = {3: 260, 5: 198}  # the width of a board below at most so many bars
NARROW_BOARD = 144  # and below more bars
FEW = 5  # a game with more first moves than this has many bars
MOST_ROWS = 9  # the picture of the scores shows at most this many children
ON_A_PHONE = 5  # and on a phone this many; the tree above it has the others
LONGEST_BAR = 1.6  # the score of a bar as long as its room; a larger score shortens all bars
# Below the bars, by the phase; 0 is for a node that this iteration does not pass.
NOTES = {
    0: "The longest is next.",
    2: "The longest was taken.",
    3: "Which bars will change?",
    4: "Violet: the score before.",
}
ONE_NAME = 12  # a child's name beside its bar has at most this many characters


def place(stepper: Stepper) -> dict[str, Any]:
    """Return the current iteration, the last iteration and the phase, in numbers and in words."""
    phase = f"phase {stepper.phase} of 4, {NOUNS[stepper.phase].lower()}"
    words = f"iteration {stepper.t} of {stepper.last}"
    bars = len(stepper.trace.state.legal_actions())  # in the pictures of the scores
    return {
        "position": stepper.position,
        "t": stepper.t,
        "last": stepper.last,
        "phase": stepper.phase,
        "words": words,
        "many": bars > FEW,
        "spoken": f"{words}, {phase if stepper.phase else 'the start'}",
    }


def said(stepper: Stepper) -> dict[str, str]:
    """Return the headline and the explanation of the current moment as HTML."""
    headline, words = stepper.said
    return {"headline": lit.html(headline), "words": lit.html(words)}


# ---------------------------------------------------------------------------- the tree


def tree_html(stepper: Stepper, places: Places, looked: Path | None, plain: bool = False) -> str:
    """Return the tree of the current moment, drawn at its places.

    looked   the path of a node that the reader has opened, or None
    plain    whether to show the tree between two iterations, without any phase
    """
    iteration, phase = stepper.iteration, 0 if plain else stepper.phase
    moment = Moment(opened=looked or (), badge=getattr(stepper.tree_policy, "badge", None))
    if iteration and phase:
        moment = replace(
            moment,
            path=stepper.path,
            opened=stepper.path if looked is None else looked,
            phase=phase,
            new=stepper.new,
            before=stepper.before,
            differs=stepper.differs,
            result=short_outcome(stepper) if phase >= 3 else "",
            winner=only_winner(stepper.trace.state, iteration.rewards),
        )
    name = stepper.phase_name if phase else None
    label = describe_tree(stepper.root, path=moment.path, phase=name or None)
    return pinned_tree(stepper.root, places, moment, label)


def short_outcome(stepper: Stepper) -> str:
    """Return the result of the playout in a few words, such as "X wins" or "draw"."""
    assert stepper.iteration is not None, "only an iteration has a result"
    words = outcome(stepper.trace.state, stepper.iteration.rewards)
    return svg.shorten(words.removeprefix("a ").partition(",")[0].removeprefix("rewards "), 22)


# ---------------------------------------------------------------------------- the board


def board_html(stepper: Stepper, looked: Path | None) -> str:
    """Return one board: the position at a node or, after the playout, the end of the random game.

    The random moves are pale, and numbers give their order.
    """
    node = walk(stepper.root, stepper.path if looked is None else looked)
    played: Path = ()
    if looked is None and stepper.phase >= 3 and stepper.iteration:
        played = stepper.iteration.rollout
    state, cells = node.state, []
    for action in played:
        cells.append(cell_of(state, action))
        state = state.apply(action)
    bars = len(stepper.trace.state.legal_actions())
    width = next((wide for most, wide in BOARD_WIDTHS.items() if bars <= most), NARROW_BOARD)
    options: dict[str, Any] = {"width": width}
    if columns(state):
        options["pale"] = {cell: k for k, cell in enumerate(cells, 1)}
        if node.parent is not None and not played:
            options["last"] = cell_of(node.parent.state, node.action)
        if len(state.cells()) <= 9 and not state.is_terminal():  # type: ignore[attr-defined]
            options["numbers"] = state.legal_actions()
    where = "the root" if node.parent is None else move_name(node, ONE_NAME)
    about = f"At {where}."
    if played:
        about = "The end of the random game."
    turn = f"{player_name(state, state.current_player)} to move"
    if state.is_terminal():
        rewards = stepper.iteration.rewards if stepper.iteration and played else state.rewards()
        turn = outcome(stepper.trace.state, rewards).partition(",")[0]
    note = "Pale: played at random." if played else ""
    hues = ""
    if len(seats(state)) == 2:
        blue, orange = (escape(player_name(state, player)) for player in range(2))
        hues = f'<span class="mcts-hues">Blue is good for {blue}, orange for {orange}.</span>'
    kind = "mcts-cells" if columns(state) else "mcts-words"
    return (
        f'<figure class="{kind}" data-k="board" style="--digits:{12 * width / 92:.0f}px">{board_svg(state, **options)}'
        f"<figcaption>{escape(about)} <b>{escape(turn[:1].upper() + turn[1:])}.</b> "
        f"<small>{note}</small>{hues}</figcaption></figure>"
    )


# ---------------------------------------------------------------------------- the scores


def scored_path(stepper: Stepper, looked: Path | None) -> Path:
    """Return the path of the node whose children's scores are shown.

    It is the node at which selection made its last choice, unless the reader looks at another.
    """
    return stepper.selected[:-1] if looked is None else looked


def scores_html(stepper: Stepper, path: Path) -> str:
    """Return the scores of a node's children as bars; in phase 4 a mark shows the score before."""
    done = stepper.phase == 4
    was = _node_at(stepper.earlier, path)
    node = (None if done else was) or walk(stepper.root, path)
    follows = stepper.path[: len(path)] == path
    taken = dict(enumerate(stepper.path)).get(len(path)) if follows else None
    rows = rows_of(node, stepper.tree_policy, was if done else None)
    whole = _are_compared(node, rows)
    longest = max([LONGEST_BAR, *(row.longest for row in rows if whole)])
    shown = _most_important(rows, taken)
    major = _most_important(rows, taken, ON_A_PHONE)
    lines = []
    for row in shown:
        kind = "mcts-taken" if row.now.child.action == taken else ""
        kind += "" if row in major else " mcts-minor"
        lines.append(_line(row.now.child, _bar(row, longest, whole), kind))
    untried = _untried(node, rows)
    for action in untried:
        if (*path, action) == stepper.new and action in node.children:
            lines.append(_line(node.children[action], "<span>new</span><span></span>"))
            untried.remove(action)
            break
    if untried:
        lines.append(_untried_line(node, untried))
    note = NOTES.get(stepper.phase if follows or done else 0, NOTES[0]) if whole else ""
    left_out = len(rows) - len(shown)
    more = f" {count(left_out, 'more child', 'more children')}, not shown." if left_out else ""
    legend = _legend(node, stepper.tree_policy, whole) if rows else ""
    where = "the root" if node.parent is None else move_name(node, ONE_NAME)
    title = f"<strong>Children of {escape(where)}</strong>"
    rest = len(shown) - len(major)
    if rest:
        more += f' <span class="mcts-rest">{rest} more in the tree.</span>'
    return f"{title}<p>{legend}</p>{''.join(lines)}<p>{note}{more}</p>"


def asked_html(question: SelectionQuestion, tree_policy: TreePolicy, truth: Any = None) -> str:
    """Return the bars of the children among which the reader chooses; each bar is an answer.

    truth   the right answer once it is known: then the bars are complete, and its bar is marked;
            before, they show only Q
    """
    node = question.node
    rows = rows_of(node, tree_policy)
    known = truth is not None
    whole = known and _are_compared(node, rows)
    longest = max([LONGEST_BAR, *(row.longest for row in rows if whole)])
    lines = []
    for row in _most_important(rows, truth):
        child = row.now.child
        if child.action in question.options:
            bar = _bar(row, longest, whole, visits=not known)
            number_of = None if known else question.options.index(child.action)
            kind = "mcts-taken" if child.action == truth else ""
            lines.append(_line(child, bar, kind, number_of))
    if not known:
        stop = f'data-option="{question.options.index(STOP)}"'
        lines.append(f'<button type="button" class="mcts-row" {stop}>it stops here</button>')
    return f"<p>{_legend(node, tree_policy, whole)}</p>{''.join(lines)}"


def _node_at(root: Node, path: Path) -> Node | None:
    """Return the node to which a path leads, or None if the tree does not reach so far."""
    try:
        return walk(root, path)
    except KeyError:
        return None


def _untried(node: Node, rows: list[ChildRow]) -> list[Action]:
    known = {row.now.child.action for row in rows}
    return [action for action in node.state.legal_actions() if action not in known]


def _are_compared(node: Node, rows: list[ChildRow]) -> bool:
    """Return whether selection compares the scores now: it does so once every move is tried."""
    scored = [row for row in rows if row.now.total == -inf or not isnan(row.now.bonus)]
    return bool(rows) and len(scored) == len(rows) and not _untried(node, rows)


def _most_important(rows: list[ChildRow], taken: Action, most: int = MOST_ROWS) -> list[ChildRow]:
    """Return the rows to show, in their order: the taken child, and the most visited others."""

    def rank(row: ChildRow) -> tuple[bool, int]:
        return row.now.child.action != taken, -row.now.child.visits

    chosen = sorted(rows, key=rank)[:most]
    return [row for row in rows if row in chosen]


def _line(child: Node, bar: str, kind: str = "", option: int | None = None) -> str:
    """Return the line of one child, which is a button if it is an answer."""
    inside = f"<span>{escape(move_name(child, ONE_NAME))}</span>{bar}"
    named = f'class="{f"mcts-row {kind}".strip()}" data-k="{lit.key_of(child)}"'
    if option is None:
        return f"<div {named}>{inside}</div>"
    return f'<button type="button" {named} data-option="{option}">{inside}</button>'


def _untried_line(node: Node, untried: list[Action]) -> str:
    """Return one line for all moves at a node that have not been tried."""
    first = untried[:MOST_ROWS]
    names = ", ".join(svg.shorten(step_name(node.state, action), ONE_NAME) for action in first)
    more = ", …" if len(untried) > MOST_ROWS else ""
    children = [Node(node.state.apply(action), node, action) for action in first]
    keys = " ".join(map(lit.key_of, children))
    return f'<p data-k="{keys}">{len(untried)} untried: {escape(names)}{more}</p>'


def _bar(row: ChildRow, longest: float, whole: bool, visits: bool = False) -> str:
    """Return the bar and the numbers of one child.

    whole    whether to show both terms of the score, or only Q
    visits   whether to show N beside Q
    """
    score, child = row.now, row.now.child
    if whole and isfinite(score.total):
        terms = {"q": score.value, "u": score.bonus}
        long, words = f"{worked(score.value)} + {worked(score.bonus)} = ", worked(score.total)
    else:
        terms = {"q": child.value if has_value(child) else 0}
        long, words = "", value_in_words(child) if child.visits else "no visit"
    if row.badge:
        long, words = f"{row.badge}  ", words if isfinite(score.total) else ""
    mark = ""
    if whole and row.was is not None and isfinite(row.was.total):
        mark = f'<b style="left:{_share(row.was.total, longest):.1f}%"></b>'
    bars = "".join(
        f'<i class="mcts-{kind}" style="width:{_share(value, longest):.1f}%"></i>'
        for kind, value in terms.items()
    )
    said = f"<s>{escape(long)}</s>{escape(words)}"
    if visits:
        said = f'<span class="mcts-n">N {child.visits:,} </span>{said}'
    return f'<span class="mcts-lengths">{bars}{mark}</span><span>{said}</span>'


def _share(value: float, longest: float) -> float:
    """Return the length of a term as a percentage; a negative term has length 0."""
    return 100 * max(0.0, value) / longest if isfinite(value) else 0.0


def _legend(node: Node, tree_policy: Any, whole: bool) -> str:
    """Return the names of both terms of a score, each with a sample of its bar, or Q alone."""
    if hasattr(tree_policy, "letters"):
        value, bonus = tree_policy.letters(node)
    elif isinstance(tree_policy, UCB1):
        value = "Q, its mean so far"
        bonus = f"exploration, {_named(tree_policy.c)} · √(ln {node.visits:,} ÷ its visits)"
    else:
        value, bonus = "Q", "bonus of the tree policy"
    terms = {"q": value, "u": bonus} if whole else {"q": "Q, its mean so far"}
    samples = []
    for kind, words in terms.items():
        term, comma, formula = words.partition(", ")
        more = f"<em>{comma}{escape(formula)}</em>" if whole else escape(comma + formula)
        samples.append(f'<span><i class="mcts-{kind}"></i>{escape(term)}{more}</span>')
    return "".join(samples)


def _named(c: float) -> str:
    return "√2" if c == sqrt(2) else number(round(c, 3))


# ---------------------------------------------------------------------------- code


def code_html(stepper: Stepper) -> str:
    """Return an iteration's four lines, with the current one marked, and the code that it calls."""
    lines = [
        f"<mark>▶ {escape(line)}</mark>"
        if phase == stepper.phase
        else f"<span>{escape(line)}</span>"
        for phase, line in enumerate(four_lines(), 1)
    ]
    whose = "your own" if stepper.own else "the library's"
    title = f"<p>{stepper.phase_name}, {whose}:</p>" if stepper.phase else ""
    body, _ = folded(stepper.code)
    return f"<pre>{''.join(lines)}</pre>{title}<pre>{escape(body)}</pre>"


# ---------------------------------------------------------------------------- predict


def question_said(question: SelectionQuestion) -> dict[str, str]:
    """Return the question as the headline, and what it asks for below."""
    node = question.node
    children = "one of its children" if len(node.children) > 1 else "its child"
    return {
        "headline": lit.html(
            f"Iteration {question.t}: where does selection go from {lit.named(node)}?"
        ),
        "words": f"To {children}, or does it stop here? Answer in the tree or on the bars.",
    }


def verdict_said(right: bool, reason: str, score: PredictionScore) -> dict[str, str]:
    """Return the verdict as the headline, and the reason below; after a wrong answer, ask again."""
    sign = "✓ Right." if right else "✗ Not this one."
    kind = "mcts-yes" if right else "mcts-no"
    return {
        "headline": f'<span class="{kind}">{sign}</span> {score.right} of {score.asked} right at the first try.',
        "words": lit.html(reason) + ("" if right else " Try another answer."),
    }


def option_at(question: SelectionQuestion, key: str) -> Action | None:
    """Return the option that belongs to a node of the tree, or None for any other node."""
    for action, child in question.node.children.items():
        if lit.key_of(child) == key:
            return action
    return None


# ---------------------------------------------------------------------------- without a kernel


def strip_of(stepper: Stepper, max_nodes: int = 7) -> FilmStrip:
    """Draw the four phases of the stepper's iteration as a film strip.

    Before the first iteration the strip shows the last iteration.
    """
    copy = Stepper(stepper.trace, stepper.phases, stepper.tree_policy)
    start = 4 * ((stepper.t or copy.last) - 1)
    pictures, captions = [], []
    for phase in range(1, 5) if copy.last else ():
        copy.go(start + phase)
        pictures.append(tree_svg(copy.root, boards=1, **_film_options(copy, max_nodes)))
        captions.append(copy.sentence)
    return film_strip(pictures or [tree_svg(copy.root)], captions or [copy.sentence])


def _film_options(stepper: Stepper, max_nodes: int) -> dict[str, Any]:
    """Return the options with which the film strip draws a tree.

    All four phases show the same nodes, and the new node once it has been added.
    """
    shown = [one.path for one in visible(stepper.earlier, max_nodes, [stepper.selected]).all()]
    most = min(200, len(shown) + (stepper.new is not None))
    options: dict[str, Any] = {"sums": True, "keep": shown, "max_nodes": most}
    if badge := getattr(stepper.tree_policy, "badge", None):
        options["badge"] = badge
    if stepper.iteration:
        options |= {"path": stepper.path, "new": stepper.new, "phase": stepper.phase_name}
        options |= {"differs": stepper.differs, "before": stepper.before}
        if stepper.phase == 3:
            options["rollout"] = stepper.iteration.rollout
            options["result"] = outcome(stepper.trace.state, stepper.iteration.rewards)
    return options
