"""Checkers of chapter 13: what follows for a node, how far up, where to walk, and what to play in the end."""

from collections.abc import Callable, Mapping
from functools import partial
from math import inf, isnan
from typing import Any

from mctslib.course.ch13.forks import planted
from mctslib.course.ch13.positions import POSITIONS
from mctslib.course.exercise import Wrong, call, close, demand, exercise, explained, plain, short
from mctslib.draw.show import tree_svg
from mctslib.game import Action
from mctslib.methods.solver import Fact, Solver, badge, conclude, final_move, learn
from mctslib.policies import UCB1, Highest, most_visited
from mctslib.search import Phases, search
from mctslib.trace import record, replay_one
from mctslib.tree import Node

Facts = Mapping[Node, Fact]
WIN, LOSS, DRAW = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)  # for player 0
KNOWN, TRIED, UNTRIED = "known", "tried", "untried"

CASES: dict[str, Any] = {
    "a win is known, the other action untried": (0, (LOSS, UNTRIED), (WIN, KNOWN)),
    "player 1 is to move and knows a win": (1, (LOSS, KNOWN), (WIN, TRIED)),
    "every action is known to lose": (0, (LOSS, KNOWN), (LOSS, KNOWN)),
    "the only child loses, but one legal action is untried": (0, (LOSS, KNOWN), (WIN, UNTRIED)),
    "one child loses, of the other nothing is known": (0, (LOSS, KNOWN), (WIN, TRIED)),
    "a draw is known, of the other child nothing": (0, (DRAW, KNOWN), (WIN, TRIED)),
    "a draw and a loss, both known": (1, (DRAW, KNOWN), (WIN, KNOWN)),
    "nothing is known": (0, (LOSS, TRIED), (DRAW, TRIED)),
    "three players, the second to move, all known": (
        1,
        ((0.8, 0.0, 0.2), KNOWN),
        ((0.1, 0.5, 0.4), KNOWN),
        ((0.2, 0.1, 0.7), KNOWN),
    ),
    "one player, all known": (0, ((0.4,), KNOWN), ((0.9,), KNOWN)),
}


def _concluding(
    node: Node,
    facts: Facts,
    *,
    whose: Callable[[Node], int] = lambda node: node.state.current_player,
    all_of: Callable[[Node], int] = lambda node: len(node.state.legal_actions()),
    enough: float = 1.0,
    ends: bool = True,
) -> Fact | None:
    """`conclude`, with room for the usual mistakes."""
    if ends and node.state.is_terminal():
        return tuple(node.state.rewards())
    known = [facts[child] for child in node.children.values() if child in facts]
    best = max(known, key=lambda fact: fact[whose(node)], default=None)
    return best if best and (best[whose(node)] >= enough or len(known) == all_of(node)) else None


def _draws_lose(node: Node, facts: Facts) -> Fact | None:
    """As if there were only won and lost."""
    found, player = _concluding(node, facts), node.state.current_player
    if found is None or found[player] == 1 or node.state.is_terminal():
        return found
    return tuple(float(other != player) for other in range(node.state.num_players))


MISTAKES = (
    (
        partial(_concluding, whose=lambda node: node.player),
        "Whose reward counts? `node.player` has moved *into* the node; who chooses now is `node.state.current_player`.",
    ),
    (
        partial(
            _concluding, whose=lambda node: (node.state.current_player + 1) % node.state.num_players
        ),
        "That takes what is best for the *next* player; `node.state.current_player` chooses.",
    ),
    (
        partial(_concluding, all_of=lambda node: len(node.children)),
        "All its *children* are known, but not all its *legal actions*: an untried one may be better.",
    ),
    (
        partial(_concluding, enough=inf),
        "A known win is enough: the others need not be known, or even tried.",
    ),
    (
        partial(_concluding, enough=0.5),
        "A draw is not the most there is: while an action is not known, it may win.",
    ),
    (
        partial(_concluding, enough=0.0),
        "What one child brings does not decide yet: only a win does. Else every legal action has to be known.",
    ),
    (
        partial(_concluding, ends=False),
        "Begin with the end of a game: there the fact is `node.state.rewards()`.",
    ),
    (
        _draws_lose,
        "A draw has become a loss: the fact is the best of the known ones as it stands, ½ and all.",
    ),
)


@exercise("Right: a win proves at once; anything else only when every legal action is known.")
def check_conclude(own: Callable[..., Any]) -> None:
    """`own(node, facts)` → the fact of the node, or None."""
    cases = [(words, *planted(*case)) for words, case in CASES.items()]
    node, facts = planted(0, (WIN, KNOWN))
    cases.append(("the game is over", node.children[0], {}))
    shown = "conclude(node, facts), where {}"
    answers = [plain(call(own, *case, shown=shown.format(words))) for words, *case in cases]
    for (words, node, facts), answer in zip(cases, answers):
        right = conclude(node, facts)
        if answer == right:
            continue
        why = explained(
            MISTAKES, [case[1:] for case in cases], answers, "The tree shows what is known."
        )
        picture = tree_svg(node, badge=partial(badge, facts=facts))
        raise Wrong(
            f"Where {words}: `conclude` says {short(answer)}; it should be {short(right)}. {why}",
            picture,
        )


@exercise("Right: from the leaf upwards, until nothing follows any more.")
def check_learn(own: Callable[..., Any]) -> None:
    """`own(node, facts)` puts what follows into `facts`, from the node upwards."""
    state = POSITIONS["S"].state
    root, ours, yours = Node(state), dict[Node, Fact](), dict[Node, Any]()
    for number, iteration in enumerate(record(state, 80, seed=1).iterations, 1):
        node = replay_one(root, iteration)
        learn(node, ours)
        call(own, node, yours, shown="learn(node, facts)")
        if yours != ours:
            raise Wrong(
                _learned(number, node, ours, yours),
                tree_svg(root, badge=partial(badge, facts=ours)),
            )


def _learned(number: int, node: Node, ours: dict[Node, Fact], yours: Mapping[Node, Any]) -> str:
    """What is wrong with the facts after an iteration that ended in `node`."""
    where = f"After iteration {number}, which ended in the node of {node.path()},"
    if nothing := [one for one, fact in yours.items() if fact is None]:
        return f"{where} `facts` holds None for {nothing[0].path()}: where nothing follows, keep nothing and stop."
    if missing := [one for one in ours if one not in yours]:
        how = "it" if missing[0] is node else f"its ancestor {missing[0].path() or '()'}"
        also = (
            "" if missing[0] is node else " Go on with `node.parent`, as long as something follows."
        )
        return f"{where} {how} should be known: {short(ours[missing[0]])}.{also}"
    wrong = next((one for one, fact in yours.items() if ours.get(one) != fact), node)
    return f"{where} `facts` says {short(yours.get(wrong))} of {wrong.path()}; it should be {short(ours.get(wrong))}."


@exercise("Right: awake. Position D is proved, and no fact is walked to again.")
def check_score(own: Callable[..., Any]) -> None:
    """`own(node, child, facts, ucb1)` → the child's score: UCB1 if nothing is known of it, else below every score."""
    rows = (LOSS, TRIED), (WIN, KNOWN), (DRAW, KNOWN), (LOSS, KNOWN), (WIN, TRIED)
    for c in (1.0, 0.0):
        node, facts = planted(0, *rows, visits=(30, 5, 2, 4, 60))
        for child in node.children.values():
            _score_of(own, node, child, facts, UCB1(c))
    solver = Solver()
    options = {**solver.options(), "phases": Phases(after=solver.after)}
    options["tree_policy"] = Highest(
        lambda node, child: own(node, child, solver.facts, solver.ucb1)
    )
    found = search(POSITIONS["D"].state, 1000, seed=29, **options)
    demand(
        found.stopped_by == "proved", "On D with seed 29 a thousand iterations of it prove nothing."
    )


def _score_of(own: Callable[..., Any], node: Node, child: Node, facts: Facts, ucb1: UCB1) -> None:
    shown = f"awake_score(node, child {child.action}, facts, UCB1({ucb1.c:g}))"
    answer = call(own, node, child, facts, ucb1, returns=float, shown=shown)
    picture = partial(tree_svg, node, badge=partial(badge, facts=facts))
    demand(not isnan(answer), f"`{shown}` is nan, which cannot be compared.", picture)
    if child not in facts:
        why = "Of this child nothing is known: the score is UCB1's."
        close(answer, ucb1.score(node, child), shown, why, picture=picture)
        return
    lowest = min(ucb1.score(node, other) for other in node.children.values() if other not in facts)
    word = badge(child, facts)
    asleep = answer == facts[child][child.player]
    if answer == ucb1.score(node, child) and not asleep:
        raise Wrong(
            f"The child is known ({word}), and `{shown}` is still its UCB1 score, {answer:.3f}.",
            picture,
        )
    why = "That is asleep again: the fact competes with what is not known." if asleep else ""
    message = f"`{shown}` is {answer:g} for a child that is known ({word}); another, not known, has {lowest:.3f}."
    demand(
        answer < lowest,
        f"{message} What is known should come after all the rest. {why}".rstrip(),
        picture,
    )


MOVES: dict[str, Any] = {
    "the most visited move is lost": ((0.0, KNOWN, 9), (0.1, TRIED, 2)),
    "a known win is hardly visited": ((0.9, TRIED, 9), (1.0, KNOWN, 1)),
    "a known draw is worth less than what looks good": ((0.75, TRIED, 8), (0.5, KNOWN, 1)),
    "a known draw is worth more than what looks bad": ((0.25, TRIED, 8), (0.5, KNOWN, 1)),
    "everything is known": ((0.0, KNOWN, 2), (0.5, KNOWN, 1), (0.0, KNOWN, 9)),
    "one is lost and the other looks lost": ((0.0, TRIED, 2), (0.0, KNOWN, 5)),
    "nothing is known": ((0.8, TRIED, 2), (0.4, TRIED, 5)),
}
MOVE_MISTAKES = (
    (
        lambda root, facts: most_visited(root),
        "That is the most visited of all: visits shun what is known, and may have gone to a move that is lost.",
    ),
    (
        lambda root, facts: max(root.children.values(), key=lambda child: child.value).action,
        "That is the best mean; of a known child the *fact* counts, and of the others the most visited.",
    ),
    (
        lambda root, facts: _played(root, facts, lambda others, known: not others),
        "That takes a known move only if there is no other: what if it wins, or promises more?",
    ),
    (
        lambda root, facts: _played(root, facts, lambda others, known: bool(known)),
        "That takes a known move whatever it brings: compare it with the mean of the most visited of the others.",
    ),
)


def _played(root: Node, facts: Facts, by_fact: Callable[[list[Node], list[Node]], bool]) -> Action:
    """The best of the known moves where `by_fact(others, known)`, else the most visited of the others."""
    known = [child for child in root.children.values() if child in facts]
    others = [child for child in root.children.values() if child not in facts]
    if by_fact(others, known):
        return max(known, key=lambda child: facts[child][child.player]).action
    return max(others, key=lambda child: (child.visits, child.value)).action


@exercise("Right: facts first where they win or promise more; else the visits.")
def check_final_move(own: Callable[..., Any]) -> None:
    """`own(root, facts)` → the action to play."""
    cases, answers = [], []
    for words, rows in MOVES.items():
        ends = [((mean, 1 - mean), status) for mean, status, _ in rows]
        cases.append(planted(0, *ends, visits=[visits for *_, visits in rows]))
        shown = f"final_move(root, facts), where {words}"
        answers.append(call(own, *cases[-1], returns=int, shown=shown))
    for words, case, answer in zip(MOVES, cases, answers):
        if answer != (right := final_move(*case)):
            why = explained(
                MOVE_MISTAKES,
                cases,
                answers,
                "Compare the best fact with the mean of the most visited.",
            )
            picture = partial(tree_svg, case[0], badge=partial(badge, facts=case[1]))
            raise Wrong(
                f"Where {words}: `final_move` plays {answer!r}; it should be {right}. {why}",
                picture,
            )
