"""Checkers of chapter 13: the fact of a node, the facts above it, the score, and the final move."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from math import inf, isnan
from typing import Any, NamedTuple

from mctslib.course.ch13.forks import planted
from mctslib.course.ch13.positions import POSITIONS
from mctslib.course.exercise import (
    Mistakes,
    Wrong,
    alike,
    call,
    close,
    demand,
    exercise,
    explained,
    look,
    plain,
    short,
)
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
    "a win is known, and the other action is untried": (0, (LOSS, UNTRIED), (WIN, KNOWN)),
    "player 1 is to move, and a win is known": (1, (LOSS, KNOWN), (WIN, TRIED)),
    "every action is known to lose": (0, (LOSS, KNOWN), (LOSS, KNOWN)),
    "the only child loses, but one legal action is untried": (0, (LOSS, KNOWN), (WIN, UNTRIED)),
    "one child loses, and the other is not known": (0, (LOSS, KNOWN), (WIN, TRIED)),
    "one child is a known draw, and the other is not known": (0, (DRAW, KNOWN), (WIN, TRIED)),
    "a draw and a loss are known": (1, (DRAW, KNOWN), (WIN, KNOWN)),
    "nothing is known": (0, (LOSS, TRIED), (DRAW, TRIED)),
    "three players, the second is to move, and all children are known": (
        1,
        ((0.8, 0.0, 0.2), KNOWN),
        ((0.1, 0.5, 0.4), KNOWN),
        ((0.2, 0.1, 0.7), KNOWN),
    ),
    "there is one player, and both children are known": (0, ((0.4,), KNOWN), ((0.9,), KNOWN)),
    "a loss and a draw are known": (0, (LOSS, KNOWN), (DRAW, KNOWN)),
    "one child is known to be worth three quarters, and the other is not known": (
        0,
        ((0.75, 0.25), KNOWN),
        (LOSS, TRIED),
    ),
}


def conclude_cases() -> list[tuple[str, Node, dict[Node, Any]]]:
    """Return the cases of `check_conclude` as tuples (description, node, facts).

    In the last two cases, as in a real search, `facts` also contains the fact of a node that is not
    a child.
    """
    cases = [(words, *planted(*case)) for words, case in CASES.items()]
    over, _ = planted(0, (WIN, KNOWN))
    cases.append(("the game is over", over.children[0], {}))
    for words in ("nothing is known", "one child loses, and the other is not known"):
        node, facts = planted(*CASES[words])
        elsewhere, _ = planted(0, (WIN, TRIED))
        words = f"{words}, and there is a fact of another node"
        cases.append((words, node, {**facts, elsewhere: WIN}))
    return cases


def as_fact(answer: Any) -> Any:
    """Return a list or an array as a tuple, and any other answer unchanged."""
    value = plain(answer)
    if isinstance(value, list):
        return tuple(map(plain, value))
    return value


def mover(node: Node) -> int:
    """Return the player to move at a node."""
    return node.state.current_player


def mover_before(node: Node) -> int:
    """Return the player who made the move that leads to a node."""
    return node.player


def mover_after(node: Node) -> int:
    """Return the player who is next in turn after the player to move at a node."""
    return (node.state.current_player + 1) % node.state.num_players


def number_of_actions(node: Node) -> int:
    """Return the number of legal actions at a node."""
    return len(node.state.legal_actions())


def number_of_children(node: Node) -> int:
    """Return the number of children of a node."""
    return len(node.children)


def is_win(reward: float) -> bool:
    """Return whether a reward is the largest possible reward, 1."""
    return reward == 1


def concluding(
    node: Node,
    facts: Facts,
    *,
    whose: Callable[[Node], int] = mover,
    all_of: Callable[[Node], int] = number_of_actions,
    proves: Callable[[float], bool] = is_win,
    ends: bool = True,
    everywhere: bool = False,
    count_everywhere: bool = False,
) -> Fact | None:
    """Return the fact of a node as `conclude` does; the keyword parameters introduce mistakes.

    whose             a function that returns the player whose reward is compared
    all_of            a function that returns the number of facts needed if no single fact is a
                      proof
    proves            a function that returns whether a single known reward is a proof
    ends              whether the rewards of a finished game count as the fact of its node
    everywhere        whether the facts of all nodes are used, not only those of the children
    count_everywhere  whether the facts of all nodes are counted, not only those of the children
    """
    if ends and node.state.is_terminal():
        return tuple(node.state.rewards())
    known = [facts[child] for child in node.children.values() if child in facts]
    if everywhere:
        known = list(facts.values())
    if not known:
        return None
    player = whose(node)
    best = max(known, key=partial(reward_of, player))
    number = len(facts) if count_everywhere else len(known)
    if proves(best[player]) or number == all_of(node):
        return best
    return None


def reward_of(player: int, fact: Fact) -> float:
    """Return the reward of a player in a fact, or 0 if the fact has no reward for this player."""
    return fact[player] if player < len(fact) else 0


def draws_lose(node: Node, facts: Facts) -> Fact | None:
    """Return the fact of a node according to a wrong rule that turns a draw into a loss."""
    found = concluding(node, facts)
    player = node.state.current_player
    if found is None or found[player] == 1 or node.state.is_terminal():
        return found
    return tuple(float(other != player) for other in range(node.state.num_players))


def only_wins_compared(node: Node, facts: Facts) -> Fact | None:
    """Apply a wrong rule: if no child wins, return the fact of the first known child."""
    found = conclude(node, facts)
    player = node.state.current_player
    if found is None or found[player] == 1 or node.state.is_terminal():
        return found
    return next(facts[child] for child in node.children.values() if child in facts)


FACT_MISTAKES: Mistakes = [  # functions with the parameters of `conclude`
    (
        partial(concluding, whose=mover_before),
        "You took the reward of the wrong player. `node.player` is the player who moved *into* "
        "the node, but `node.state.current_player` chooses now.",
    ),
    (
        partial(concluding, whose=mover_after),
        "You took the fact that is best for the *next* player, but "
        "`node.state.current_player` chooses.",
    ),
    (
        partial(concluding, all_of=number_of_children),
        "All *children* of the node are known, but not all its *legal actions*. An untried action "
        "may "
        "be better.",
    ),
    (
        partial(concluding, proves=lambda reward: False),
        "A known win is enough: the other actions need not be known, or even tried.",
    ),
    (
        partial(concluding, proves=lambda reward: reward >= 0.5),
        "A draw is not the best possible result: an action that is not known may win.",
    ),
    (
        partial(concluding, proves=lambda reward: reward > 0.5),
        "A reward above ½ is not yet a win: an action that is not known may still yield 1.",
    ),
    (
        partial(concluding, everywhere=True),
        "`facts` contains the facts of *all* nodes: look only at `node.children`.",
    ),
    (
        partial(concluding, count_everywhere=True),
        "`len(facts)` counts the facts of *all* nodes: count the known children.",
    ),
    (
        partial(concluding, proves=lambda reward: True),
        "One known child is enough only if it wins. Otherwise every legal action "
        "must have a known child.",
    ),
    (
        partial(concluding, ends=False),
        "If the game is over, the fact is `node.state.rewards()`: check this case first.",
    ),
    (
        only_wins_compared,
        "Take the best of the known facts, not the first: a draw is worth more than a loss.",
    ),
    (
        draws_lose,
        "Your function turns a draw into a loss. Return the best of the known facts unchanged, "
        "even "
        "if it is a draw.",
    ),
]


@exercise(
    "Right: a known win proves the node at once, and other results need facts for every legal "
    "action."
)
def check_conclude(own: Callable[..., Any]) -> None:
    """Check that `own(node, facts)` returns the fact of the node, or None."""
    cases = conclude_cases()
    answers = []
    for words, node, facts in cases:
        shown = f"conclude(node, facts), where {words}"
        answers.append(as_fact(look(own, node, dict(facts), shown=shown)))
    for (words, node, facts), answer in zip(cases, answers):
        right = conclude(node, facts)
        if alike_facts(answer, right):
            continue
        why = explained(
            FACT_MISTAKES,
            [case[1:] for case in cases],
            answers,
            "The tree below shows the known nodes.",
        )
        picture = tree_svg(node, badge=partial(badge, facts=facts))
        raise Wrong(
            f"Where {words}: `conclude` returns {short(answer)}; it should be {short(right)}. "
            f"{why}",
            picture,
        )


def alike_facts(one: Any, other: Any) -> bool:
    """Return whether two facts have the same rewards up to rounding errors, or are both None."""
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        return one is other
    return len(one) == len(other) and all(alike(a, b) for a, b in zip(one, other))


@exercise("Right: facts are passed upwards from the leaf until no further fact follows.")
def check_learn(own: Callable[..., Any]) -> None:
    """Check that `own(node, facts)` adds all facts that follow, from the node upwards."""
    state = POSITIONS["S"].state
    root, ours, yours = Node(state), dict[Node, Fact](), dict[Node, Any]()
    for number, iteration in enumerate(record(state, 80, seed=1).iterations, 1):
        node = replay_one(root, iteration)
        learn(node, ours)
        call(own, node, yours, shown="learn(node, facts)")
        for known, fact in yours.items():
            yours[known] = as_fact(fact)
        if yours != ours:
            raise Wrong(
                _learned(number, node, ours, yours),
                tree_svg(root, badge=partial(badge, facts=ours)),
            )
    _continues_above_a_known_leaf(own, root, ours)


def _continues_above_a_known_leaf(
    own: Callable[..., Any], root: Node, facts: Mapping[Node, Fact]
) -> None:
    """Check that `own` looks at the parent of a leaf whose fact is already stored.

    root   the root of a tree
    facts  all facts that follow from the tree
    """
    for leaf, fact in facts.items():
        begun: dict[Node, Any] = {leaf: fact}
        right = dict(begun)
        learn(leaf, right)
        call(own, leaf, begun, shown="learn(node, facts)")
        missing = [node for node in right if node not in begun]
        if missing:
            raise Wrong(
                f"`facts` already contains the fact of the leaf {leaf.path()}, which "
                f"implies the fact of {missing[0].path() or '()'}: {short(right[missing[0]])}. "
                "Keep the stored fact, and continue with the parent.",
                tree_svg(root, badge=partial(badge, facts=right)),
            )


def _learned(number: int, node: Node, ours: dict[Node, Fact], yours: Mapping[Node, Any]) -> str:
    """Return a message about the wrong facts after an iteration that ended at `node`."""
    where = f"After iteration {number}, which ended in the node with the path {node.path()},"
    nothing = [one for one, fact in yours.items() if fact is None]
    if nothing:
        return (
            f"{where} `facts` holds None for {nothing[0].path()}: if no fact follows, store "
            "nothing and stop."
        )
    missing = [one for one in ours if one not in yours]
    if missing and missing[0] is node:
        return f"{where} the fact of this node should be known: {short(ours[node])}."
    if missing:
        ancestor = missing[0]
        return (
            f"{where} the ancestor {ancestor.path() or '()'} of this node should be known: "
            f"{short(ours[ancestor])}. Continue with `node.parent` as long as a fact follows."
        )
    wrong = next((one for one, fact in yours.items() if ours.get(one) != fact), node)
    return (
        f"{where} the fact of {wrong.path()} is {short(yours.get(wrong))}; it should be "
        f"{short(ours.get(wrong))}."
    )


@exercise("Right: position D is proved, and selection does not return to known children.")
def check_score(own: Callable[..., Any]) -> None:
    """Check that `own(node, child, facts, ucb1)` returns the score of the child.

    If the child is not known, its score must be its UCB1 score.  The score of a known child must be
    lower than the UCB1 score of each child that is not known.
    """
    cases = score_cases()
    answers = []
    for node, child, facts, ucb1 in cases:
        shown = _score_call(child, ucb1)
        answers.append(call(own, node, child, facts, ucb1, returns=float, shown=shown))
    why = explained(SCORE_MISTAKES, cases, answers, "")
    for case, answer in zip(cases, answers, strict=True):
        _judge_score(*case, answer, why)
    solver = Solver()
    options = {**solver.options(), "phases": Phases(after=solver.after)}
    options["tree_policy"] = Highest(
        lambda node, child: own(node, child, solver.facts, solver.ucb1)
    )
    found = search(POSITIONS["D"].state, 1000, seed=29, **options)
    demand(
        found.stopped_by == "proved",
        "In position D, with seed 29, a search with this score does not prove the draw within a "
        "thousand iterations.",
    )


ScoreCase = tuple[Node, Node, Facts, UCB1]


def score_cases() -> list[ScoreCase]:
    """Return the cases of `check_score`: tuples of a node, a child of it, the facts, and UCB1."""
    rows = (LOSS, TRIED), (WIN, KNOWN), (DRAW, KNOWN), (LOSS, KNOWN), (WIN, TRIED)
    cases: list[ScoreCase] = []
    for c in (1.0, 0.0):
        node, facts = planted(0, *rows, visits=(30, 5, 2, 4, 60))
        cases += [(node, child, facts, UCB1(c)) for child in node.children.values()]
    return cases


def _score_call(child: Node, ucb1: UCB1) -> str:
    return f"awake_score(node, child {child.action}, facts, UCB1({ucb1.c:g}))"


def _judge_score(
    node: Node, child: Node, facts: Facts, ucb1: UCB1, answer: float, why: str
) -> None:
    """Raise `Wrong` if `awake_score` has returned a wrong number.

    why  the message about the mistake, or "" if the mistake is not a common one
    """
    shown = _score_call(child, ucb1)
    picture = partial(tree_svg, node, badge=partial(badge, facts=facts))
    demand(
        not isnan(answer),
        f"`{shown}` is nan, and nan cannot be compared with other scores.",
        picture,
    )
    if child not in facts:
        rule = why or "This child is not known, so its score is its UCB1 score."
        close(answer, ucb1.score(node, child), shown, rule, picture=picture)
        return
    lowest = min(ucb1.score(node, other) for other in node.children.values() if other not in facts)
    rule = why or (
        "The score of a known child, whether won, drawn or lost, must be lower than the scores of "
        "all children that are not known."
    )
    demand(
        answer < lowest,
        f"`{shown}` is {answer:g} for a child that is known ({badge(child, facts)}), but another "
        f"child, which is not known, has the score {lowest:.3f}. {rule}",
        picture,
    )


def scored(
    known: Callable[[float, float], float], unknown: Callable[[float, float], float] | None = None
) -> Callable[..., float]:
    """Return a function with the parameters of `awake_score`.

    known    a function that takes the fact and the UCB1 score of a known child
    unknown  a function that takes the mean and the UCB1 score of any other child; by default the
             UCB1 score is returned
    """

    def score(node: Node, child: Node, facts: Facts, ucb1: UCB1) -> float:
        if child in facts:
            return known(facts[child][child.player], ucb1.score(node, child))
        if unknown is None:
            return ucb1.score(node, child)
        return unknown(child.value, ucb1.score(node, child))

    return score


SCORE_MISTAKES: Mistakes = [  # functions with the parameters of `awake_score`
    (
        scored(lambda fact, score: fact),
        "With this score the search falls asleep again, because the known child competes with "
        "children that are not known.",
    ),
    (
        scored(lambda fact, score: score),
        "You return the UCB1 score of each child, known or not.",
    ),
    (
        scored(lambda fact, score: -inf if fact == 0 else score),
        "Only known losses get a low score. Known wins and draws need a low score, too.",
    ),
    (
        scored(lambda fact, score: score if fact == 1 else -inf),
        "A known win gets its UCB1 score, but visiting a known win cannot lead to a new fact "
        "either.",
    ),
    (
        scored(lambda fact, score: 1 if fact == 1 else -inf),
        "A known win gets the score 1, but visiting a known win cannot lead to a new fact either.",
    ),
    (
        scored(lambda fact, score: inf if fact == 1 else -inf),
        "A known win gets the score ∞, but visiting a known win cannot lead to a new fact either.",
    ),
    (
        scored(lambda fact, score: 0),
        "0 is not low enough: with c = 0 a child that has lost all its playouts has the score 0.",
    ),
    (
        scored(lambda fact, score: inf),
        "+∞ makes selection go to known children first: the minus sign is missing.",
    ),
    (
        scored(lambda fact, score: score, lambda mean, score: -inf),
        "The two cases are swapped: the low score belongs to the known children.",
    ),
    (
        scored(lambda fact, score: -inf, lambda mean, score: mean),
        "For a child that is not known you return the mean alone: use `ucb1.score(node, child)`.",
    ),
]


class RootChild(NamedTuple):
    """A child of the root in one case of `check_final_move`.

    mean    the mean reward of the child's playouts, for the player to move at the root
    visits  the number of visits; 0 if the action is untried
    fact    the reward of the player to move at the root if the child is known, else None
    """

    mean: float
    visits: int
    fact: float | None = None


MOVES: dict[
    str, tuple[int, tuple[RootChild, ...]]
] = {  # the description of a case → the player to move, and the children
    "the most visited move is lost": (0, (RootChild(0.0, 9, 0), RootChild(0.1, 2))),
    "a known win is hardly visited": (0, (RootChild(0.9, 9), RootChild(1.0, 1, 1))),
    "a known draw is worth less than another move seems to be": (
        0,
        (RootChild(0.75, 8), RootChild(0.5, 1, 0.5)),
    ),
    "a known draw is worth more than another move seems to be": (
        0,
        (RootChild(0.25, 8), RootChild(0.5, 1, 0.5)),
    ),
    "all children are known": (
        0,
        (RootChild(0.0, 2, 0), RootChild(0.5, 1, 0.5), RootChild(0.0, 9, 0)),
    ),
    "every move is known to lose": (
        0,
        (RootChild(0.0, 2, 0), RootChild(0.3, 9, 0), RootChild(0.1, 4, 0)),
    ),
    "two moves are known draws, and the third is lost": (
        1,
        (RootChild(0.5, 3, 0.5), RootChild(0.2, 4, 0), RootChild(0.4, 7, 0.5)),
    ),
    "one move is lost and the other looks lost": (0, (RootChild(0.0, 2), RootChild(0.0, 5, 0))),
    "nothing is known": (0, (RootChild(0.8, 2), RootChild(0.4, 5))),
    "player 1 is to move, and a win is known": (
        1,
        (RootChild(0.6, 9), RootChild(0.3, 2, 1), RootChild(0.4, 3, 0)),
    ),
    "the first action is untried": (
        1,
        (RootChild(0, 0), RootChild(0.7, 3), RootChild(0.6, 8), RootChild(0.2, 2, 0.5)),
    ),
    "a known win is hardly visited, and another move has won every playout": (
        0,
        (RootChild(1.0, 9), RootChild(1.0, 1, 1)),
    ),
    "two moves are known to lose, and the less visited one has the higher mean": (
        0,
        (RootChild(0.9, 4, 0), RootChild(0.2, 9, 0)),
    ),
    "two draws are known, and the less visited one has the higher mean": (
        0,
        (RootChild(0.2, 8), RootChild(0.9, 3, 0.5), RootChild(0.4, 5, 0.5)),
    ),
    "the mean of a known win is still low": (0, (RootChild(0.7, 8), RootChild(0.2, 5, 1))),
    "the mean of a known loss is still high": (0, (RootChild(0.5, 4), RootChild(0.8, 9, 0))),
    "a move with few visits has the best mean": (
        0,
        (RootChild(0.9, 2), RootChild(0.4, 9), RootChild(0.5, 3, 0.5)),
    ),
    "several draws and losses are known": (
        1,
        (RootChild(0.6, 4, 0), RootChild(0.4, 3, 0.5), RootChild(0.3, 7, 0), RootChild(0.3, 6)),
    ),
    "the known rewards are ¾ and ¼": (
        0,
        (RootChild(0.9, 8), RootChild(0.6, 3, 0.75), RootChild(0.5, 2, 0.25)),
    ),
}


def final_move_cases() -> list[tuple[str, Node, dict[Node, Any]]]:
    """Return the cases of `check_final_move` as tuples (description, root, facts).

    The last 40 cases are random.
    """
    cases = [(words, *_root_of(mover, rows)) for words, (mover, rows) in MOVES.items()]
    rng = random.Random(13)
    for number in range(40):
        actions = rng.randrange(2, 6)
        visits = rng.sample(range(1, 40), actions)  # all different, so that only one move is right
        means = rng.sample([step / 20 for step in range(1, 20) if step != 10], actions)
        rewards = rng.sample([0, 0.25, 0.5, 0.75, 1, None, None, None], actions)
        rows = tuple(RootChild(*row) for row in zip(means, visits, rewards))
        words = f"the root is number {number + 1} of the roots drawn at random"
        cases.append((words, *_root_of(number % 2, rows)))
    return cases


def _root_of(mover: int, rows: tuple[RootChild, ...]) -> tuple[Node, dict[Node, Any]]:
    """Return a root with a child for each row that has visits, and the facts of the known
    children.
    """
    ends = []
    for row in rows:
        reward = row.mean if row.fact is None else row.fact
        end = (reward, 1 - reward) if mover == 0 else (1 - reward, reward)
        status = KNOWN if row.fact is not None else TRIED
        ends.append((end, status if row.visits else UNTRIED))
    root, facts = planted(mover, *ends, visits=[row.visits for row in rows])
    for action, child in root.children.items():
        child.value_sum = child.visits * rows[action].mean
    return root, facts


def best_mean(root: Node, facts: Facts) -> Action:
    """Apply a wrong rule: return the action with the highest mean."""
    return max(root.children.values(), key=lambda child: child.value).action


def promise_of(child: Node, facts: Facts) -> float:
    """Return the known reward of the player who moves into a child."""
    return facts[child][child.player]


def is_better(promise: float, value: float) -> bool:
    """Return whether a known move with the reward `promise` beats a move with the mean `value`."""
    return promise == 1 or promise > value


def playing(
    root: Node,
    facts: Facts,
    *,
    takes: Callable[[float, float], bool] = is_better,
    worth: Callable[[Node, Facts], float] = promise_of,
    usual: Callable[[Node], float] = lambda child: child.visits,
    best: Callable[[Node, Facts], Any] | None = None,
) -> Action:
    """Return an action as `final_move` does; the keyword parameters introduce mistakes.

    takes  a function that takes the reward of the best known child and the mean of the best other
           child, and returns whether the known child is played
    worth  a function that returns the reward of a known child
    usual  a function that takes a child that is not known, and returns the number by which such
           children are compared
    best   a function that returns the value by which known children are compared; by default their
           rewards are compared, and then their visits
    """

    def rank(child: Node) -> Any:
        if best is not None:
            return best(child, facts)
        return worth(child, facts), child.visits

    known = [child for child in root.children.values() if child in facts]
    others = [child for child in root.children.values() if child not in facts]
    if not others:
        return max(known, key=rank).action
    most = max(others, key=usual)
    if not known:
        return most.action
    first = max(known, key=rank)
    if takes(worth(first, facts), most.value):
        return first.action
    return most.action


MOVE_MISTAKES: Mistakes = [  # functions with the parameters of `final_move`
    (
        lambda root, facts: most_visited(root),
        "You play the most visited move of all. Selection avoids known moves, and the most visited "
        "move may be known to lose.",
    ),
    (
        best_mean,
        "You play the move with the best mean. Compare the best *fact* of a known child with the "
        "mean of the most visited other child.",
    ),
    (
        partial(playing, takes=lambda promise, value: False),
        "You play a known move only if there is no other move. Also play a known move that wins, "
        "or whose fact is higher than the mean of the other move.",
    ),
    (
        partial(playing, takes=lambda promise, value: True),
        "You play a known move in every case. Compare its fact with the mean of the most visited "
        "other move.",
    ),
    (
        partial(playing, takes=lambda promise, value: promise == 1),
        "You play a known move only if it wins, but a known draw may be better than the other "
        "moves.",
    ),
    (
        partial(playing, takes=lambda promise, value: promise > value),
        "Play a known win even if another move has a mean of 1: that mean is not certain.",
    ),
    (
        partial(playing, takes=lambda promise, value: promise >= 0.5),
        "A known draw is not always the better choice: compare its value with the mean of the most "
        "visited other move.",
    ),
    (
        partial(playing, worth=lambda child, facts: facts[child][0]),
        "You took the reward of player 0. Take the reward of `child.player`, the player who moves "
        "into the child.",
    ),
    (
        partial(playing, worth=lambda child, facts: facts[child][child.state.current_player]),
        "You took the reward of the player who moves *next*. Take the reward of `child.player`, "
        "who "
        "moves into the child.",
    ),
    (
        partial(playing, worth=lambda child, facts: child.value),
        "Use the *fact* of a known child: its mean still contains the rewards of earlier playouts.",
    ),
    (
        partial(playing, usual=lambda child: child.value),
        "Among the moves that are not known, take the most *visited* move: a high mean over few "
        "visits may be luck.",
    ),
    (
        partial(playing, best=lambda child, facts: child.visits),
        "Among the known moves, take the move with the best *fact*, not the most visited move.",
    ),
    (
        partial(playing, best=promise_of),
        "Among known moves with equal facts, take the most *visited* move, not the first: in a "
        "lost position the most visited move is the hardest for the opponent to answer.",
    ),
    (
        partial(playing, best=lambda child, facts: (facts[child][child.player], child.value)),
        "Among known moves with equal facts, take the most *visited* one, not the one with the "
        "best mean.",
    ),
    (
        partial(playing, best=lambda child, facts: (facts[child][child.player], child.value_sum)),
        "Among known moves with equal facts, take the most *visited* one: compare N, not W.",
    ),
]


@exercise(
    "Right: `final_move` plays a known move that wins or is worth more, else the most visited move."
)
def check_final_move(own: Callable[..., Any]) -> None:
    """Check that `own(root, facts)` returns the action to play."""
    cases = final_move_cases()
    answers = []
    for words, root, facts in cases:
        shown = f"final_move(root, facts), where {words}"
        answers.append(look(own, root, dict(facts), returns=int, shown=shown))
    for (words, root, facts), answer in zip(cases, answers):
        right = final_move(root, facts)
        if answer == right:
            continue
        why = explained(
            MOVE_MISTAKES,
            [case[1:] for case in cases],
            answers,
            "Compare the best fact with the mean of the most visited child.",
        )
        picture = partial(tree_svg, root, badge=partial(badge, facts=facts))
        message = f"Where {words}: `final_move` plays {answer!r}; it should play {right}."
        raise Wrong(f"{message} {why}", picture)
