"""Right and wrong answers that test the checkers of chapter 05b.

Right searches in different styles pass.  If a search makes one common mistake, it is refused, and
the message names this mistake.
"""

import random
import re
from functools import partial
from math import log, sqrt

import pytest
from front_end import press, send
from solved import answers, exercises

import build
from mctslib.checks import check_game
from mctslib.course.ch05b import engines, exam, selection, watched
from mctslib.course.ch05b.checkers import check_best_move
from mctslib.course.ch05b.coins import CoinRow
from mctslib.course.ch05b.widget import PlayYourEngine
from mctslib.door.entrance import search
from mctslib.oracle import optimal_actions
from mctslib.widgets.play.parts import ENGINE, HUMAN

CHECKS = {"05b": {"best_move": check_best_move}}
SLOW = {"best_move"}

# ---------------------------------------------------------- right searches in different styles


def recursion(state, iterations, rng):
    """Search with a list for each node and a recursive function."""

    def visit(node, state):
        if state.is_terminal():
            rewards = state.rewards()
        elif len(node[2]) < len(state.legal_actions()):
            action = rng.choice([a for a in state.legal_actions() if a not in node[2]])
            child = node[2][action] = [0, 0.0, {}]
            after = state.apply(action)
            rewards = playout(after, rng)
            child[0] += 1
            child[1] += rewards[state.current_player]
        else:
            best, most = None, -1.0
            for action, (visits, total, _) in node[2].items():
                score = total / visits + 1.4 * sqrt(log(node[0]) / visits)
                if score > most:
                    best, most = action, score
            rewards = visit(node[2][best], state.apply(best))
            node[2][best][1] += rewards[state.current_player]
        node[0] += 1
        return rewards

    def outer(node, state):
        """Call `visit`, which updates N of the node, and N and W of a child."""
        return visit(node, state)

    root = [0, 0.0, {}]
    for _ in range(iterations):
        outer(root, state)
    return max(root[2], key=lambda action: root[2][action][0])


def playout(state, rng):
    while not state.is_terminal():
        state = state.apply(rng.choice(state.legal_actions()))
    return state.rewards()


class Leaf:
    def __init__(self, state, parent=None, action=None):
        self.state, self.parent, self.action = state, parent, action
        self.children, self.untried = [], list(state.legal_actions())
        self.n, self.w = 0, 0.0

    def ucb(self):
        return self.w / self.n + 0.7 * sqrt(2 * log(self.parent.n) / self.n)


def with_class(state, iterations, rng):
    """Search with a class that keeps the untried actions in a shuffled list."""
    root = Leaf(state)
    for _ in range(iterations):
        node = root
        while not node.untried and node.children:
            node = max(node.children, key=Leaf.ucb)
        if node.untried:
            action = node.untried.pop(rng.randrange(len(node.untried)))
            node.children.append(Leaf(node.state.apply(action), node, action))
            node = node.children[-1]
        rewards = playout(node.state, rng)
        while node:
            node.n += 1
            if node.parent:
                node.w += rewards[node.parent.state.current_player]
            node = node.parent
    return max(root.children, key=lambda child: child.n).action


def all_children_at_once(state, iterations, rng):
    """Search, and add all children of a leaf at once; children without visits are chosen first."""
    root = Leaf(state)
    for _ in range(iterations):
        node = root
        while node.children:
            fresh = [child for child in node.children if child.n == 0]
            node = fresh[0] if fresh else max(node.children, key=Leaf.ucb)
        if node.n or node is root:
            node.children = [Leaf(node.state.apply(a), node, a) for a in node.untried]
            node = rng.choice(node.children) if node.children else node
        rewards = playout(node.state, rng)
        while node:
            node.n += 1
            node.w += rewards[node.parent.state.current_player] if node.parent else 0
            node = node.parent
    return max(root.children, key=lambda child: child.n).action


def best_mean(state, iterations, rng):
    """Search, and play the move with the best mean instead of the most visited one."""
    root = Leaf(state)
    for _ in range(iterations):
        node = root
        while not node.untried and node.children:
            node = max(node.children, key=Leaf.ucb)
        if node.untried:
            action = node.untried.pop()
            node.children.append(Leaf(node.state.apply(action), node, action))
            node = node.children[-1]
        rewards = playout(node.state, rng)
        while node:
            node.n += 1
            node.w += rewards[node.parent.state.current_player] if node.parent else 0
            node = node.parent
    return max(root.children, key=lambda child: child.w / child.n).action


def from_the_root_first(state, iterations, rng):
    """Search, and start the first playout at the root itself, before the root has a child."""
    visits, totals = {(): 0}, {}
    for _ in range(iterations):
        path, here, movers = (), state, []
        untried = [] if visits[()] else [""]
        while not untried and not here.is_terminal():
            actions = here.legal_actions()
            untried = [a for a in actions if path + (a,) not in visits]

            def score(a, path=path):
                n = visits[path + (a,)]
                return totals[path + (a,)] / n + sqrt(log(visits[path] + 1) / n)

            action = rng.choice(untried) if untried else max(actions, key=score)
            movers.append(here.current_player)
            path, here = path + (action,), here.apply(action)
        rewards = playout(here, rng)
        visits[()] += 1
        for depth, mover in enumerate(movers, 1):
            key = path[:depth]
            visits[key] = visits.get(key, 0) + 1
            totals[key] = totals.get(key, 0) + rewards[mover]
    return max(state.legal_actions(), key=lambda a: visits.get((a,), 0))


def from_minus_1_to_1(state, iterations, rng):
    """Search with rewards of 1 for a win, 0 for a draw and −1 for a defeat."""

    def signed(node, rewards, player):
        return 2 * rewards[node.player] - 1

    return engines.best_move(state, iterations, rng, reward=signed, c=2.0)


STYLES = [
    recursion,
    from_the_root_first,
    from_minus_1_to_1,
    with_class,
    all_children_at_once,
    engines.best_move,
    partial(engines.best_move, c=0.5),
]

# ---------------------------------------------------------- searches with one mistake


def ignores(state, iterations, rng):
    return engines.best_move(state, 50, rng)


def never_ends(state, iterations, rng):
    while state:
        iterations += 1


def from_everywhere(state, iterations, rng):
    return engines.best_move(state, iterations, random)


def takes_the_minus(state, iterations, rng):
    """Search with the opponent's reward, so that each side looks for its own worst moves."""

    def of_the_opponent(node, rewards, player):
        return 1 - rewards[node.player]

    return engines.best_move(state, iterations, rng, reward=of_the_opponent)


def flat(state, iterations, rng):
    """Choose by flat Monte Carlo, which divides the random games equally among the moves."""
    actions = state.legal_actions()
    totals = dict.fromkeys(actions, 0)
    for iteration in range(iterations):
        action = actions[iteration % len(actions)]
        totals[action] += playout(state.apply(action), rng)[state.current_player]
    return max(actions, key=totals.get)


def broken(**options):
    return partial(engines.best_move, **options)


def rewritten(old, new):
    """Return the solution with one piece of its text replaced."""
    text = build.solution(exercises("05b")[2])
    assert old in text
    names = dict(answers("05b"))
    exec(text.replace(old, new), names)
    return names["best_move"]


def exploring(term):
    """Return the solution with `term` in place of its exploration term."""
    return rewritten('sqrt(log(parent["N"]) / child["N"])', term)


ONE_GAME = """
        while not end.is_terminal():
            end = end.apply(rng.choice(end.legal_actions()))
"""
TWENTY_GAMES = """
        for _ in range(20):  # the rewards of the last game count
            end = path[-1]["state"]
            while not end.is_terminal():
                end = end.apply(rng.choice(end.legal_actions()))
"""
UNSEEN_IN_ROWS = [
    (exploring('sqrt(sqrt(parent["N"]) / child["N"])'), "No c explains"),
    (exploring('log(parent["N"]) / child["N"]'), "No c explains"),
    (rewritten(' if a not in node["children"]', ""), "before the right end had been tried"),
    (rewritten("(iterations)", "(iterations // 2)"), "played 200 games"),
    (rewritten(ONE_GAME, TWENTY_GAMES), "played 7962 games"),
    (rewritten("end.apply(rng.choice(end.legal_actions()))", 'end.apply("left")'), "not random"),
    (best_mean, "Play the most visited move"),
    (
        rewritten('root["children"][action]["N"])', 'root["children"][action]["W"])'),
        "returned 'right'. Play the most visited move",
    ),
]
"""Searches that choose the right move in every row, although their trees are wrong."""

BROKEN = [
    *UNSEEN_IN_ROWS,
    (broken(reward=engines.by_depth), "decides by depth"),
    (broken(reward=engines.of_the_next), "the reward of the player to move in a node"),
    (broken(reward=engines.of_player_0), "reward of player 0"),
    (broken(reward=engines.of_the_root), "In such a search the opponent helps you"),
    (broken(deep=False), "end had been tried"),
    (broken(least=True), "plays the worst move"),
    (broken(flip=True), "at each step up"),
    (broken(c=0.0), "Is c between ½ and 2?"),
    (takes_the_minus, "a search that adds the opponent's reward"),
    (flat, "end had been tried"),
    (rewritten('child["W"] / child["N"] +', 'child["W"] +'), "No c explains"),
    (ignores, "played 50 games"),
    (never_ends, "does not come to an end"),
    (from_everywhere, "the global generator"),
]

# ---------------------------------------------------------- the tables


def ucb(node, child, c):
    return child.value_sum / child.visits + c * sqrt(log(node.visits) / child.visits)


def picking(score):
    return lambda node, c: max(node.children.values(), key=lambda child: score(node, child, c))


RIGHT = [("best_move", style) for style in STYLES]
RIGHT.append(("final_action", lambda root: max((x.visits, a) for a, x in root.children.items())[1]))
RIGHT += [
    ("pick_child", picking(ucb)),
]
WRONG = [("best_move", engine, words) for engine, words in BROKEN]
WRONG += [
    (
        "pick_child",
        picking(lambda n, x, c: x.value + c * sqrt(log(n.visits + 1) / x.visits)),
        "Compare the score",
    ),
]

# ---------------------------------------------------------- the exam and the game


def test_the_game_keeps_the_contract():
    assert not check_game(CoinRow((3, 2, 5, 4))).broken


def test_every_row_of_the_exam_has_one_best_move_and_both_ends_are_asked_for():
    best = [optimal_actions(row) for row in exam.ROWS]
    assert all(len(actions) == 1 for actions in best)
    assert {"left", "right"} == {actions[0] for actions in best}


@pytest.mark.parametrize("c", [0.5, 1.0, 2.0])
def test_a_right_search_finds_every_best_move_with_other_seeds_too(c):
    for row in exam.ROWS:
        for seed in (101, 102):
            found = engines.best_move(row, exam.ITERATIONS, random.Random(seed), c=c)
            assert [found] == optimal_actions(row), row


def test_every_mistake_fails_in_several_rows():
    right = [optimal_actions(row)[0] for row in exam.ROWS]
    for mistake, theirs in exam.broken_answers():
        assert sum(answer != best for answer, best in zip(theirs, right, strict=True)) >= 4
        assert mistake.words in exam.diagnosis(theirs)


# ---------------------------------------------------------- the board


def test_until_it_passes_the_library_s_engine_plays_and_the_page_says_so():
    def stub(state, iterations, rng):
        raise NotImplementedError

    play = PlayYourEngine(stub, coins=(3, 2, 5), seed=0)
    assert "The library’s engine plays" in play.static_text()


def test_who_begins_is_said_only_to_a_reader_who_is_x():
    play = PlayYourEngine(coins=(3, 2, 5), seed=0)
    assert "You are X" in play.headline.words
    for sides in ((True, False), (True, True), (False, False)):
        for side, is_engine in zip(play.controls.sides, sides):
            side.who.value = ENGINE if is_engine else HUMAN
        assert "You are X" not in play.headline.words


def test_the_reader_s_own_function_replies():
    asked = []

    def own(state, iterations, rng):
        asked.append(state)
        return with_class(state, iterations, rng)

    play = PlayYourEngine(own, coins=(2, 2, 5, 4), seed=0)
    assert "your own function" in play.static_text()
    asked.clear()
    play.play("left")
    play.work.catch_up(10)
    assert asked and asked[0] == CoinRow((2, 5, 4), (2, 0), 1)
    assert len(play.game.actions) > 1


def test_a_press_on_the_coin_at_one_end_takes_it():
    play = PlayYourEngine(coins=(3, 2, 5, 4), seed=0)
    row = play.board.row
    assert row.value.count("data-pick") == 2 * 2  # in two widths
    assert 'aria-label="take the 4 at the right end"' in row.value
    send(row, picked=["left", 1])
    assert list(play.game.actions) == ["left"]
    assert "X has 3" in row.value  # the 3 is odd: X moves again
    send(row, picked=["middle", 2])
    send(row, picked=[{"a": 1}, 3])
    assert len(play.game.actions) == 1 and play.status.error is None


def test_the_engine_may_begin_in_the_reader_s_place():
    play = PlayYourEngine(coins=(2, 3, 5, 4), seed=0)
    press(play.controls.buttons["new game"])
    play.work.catch_up(10)
    assert play.game.actions and "Your turn: O to move." in play.headline.words


# ---------------------------------------------------------- the tree and the exam, drawn


def numbers(root):
    """Return a dictionary of the nodes below a root: path → N and W."""
    below = [node for node in root.descendants() if node.parent is not None]
    return {node.path(): (node.visits, node.value_sum) for node in below}


@pytest.mark.parametrize("row", [CoinRow((3, 2, 5, 4, 6)), exam.ROWS[0], exam.ROWS[16]])
def test_the_games_of_a_search_determine_its_tree(row):
    state = watched.watched(row)
    found = search(state, 300, seed=1)
    assert numbers(watched.grown(row, state.notes.games)) == numbers(found.root)


@pytest.mark.parametrize("style", STYLES, ids=range(len(STYLES)))
def test_in_every_style_each_iteration_is_one_game_of_the_tree(style):
    root = watched.tree_of(style, exam.ROWS[0], 100, random.Random(0))
    assert root.visits == 100 == sum(child.visits for child in root.children.values())
    most = max(root.children.values(), key=lambda child: child.visits)
    assert most.action == optimal_actions(exam.ROWS[0])[0]


@pytest.mark.parametrize("c", [0.3, 1.0, 3.0])
def test_the_games_of_a_search_show_its_c(c):
    state = watched.watched(selection.ROW)
    engines.best_move(state, 400, random.Random(5), c=c)
    low, high = selection.range_of_c(selection.growth(state.notes.games).choices)
    assert low == pytest.approx(c, rel=0.01) and high == pytest.approx(c, rel=0.01)


def no_games(state, iterations, rng):
    return state.legal_actions()[0]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (no_games, "played no game to its end"),
        (never_ends, "does not come to an end"),
        (None, "Your search is not written yet."),
        (3, "Pass your function itself"),
    ],
)
def test_a_search_without_a_tree_is_a_sentence_above_the_library_s_tree(answer, words, capsys):
    picture = watched.show_own_tree(answer)
    said = capsys.readouterr().out
    assert words in said and "the library's engine" in said
    assert "400 visits" in picture.alt


def test_the_grid_shows_the_reader_s_answers_above_those_of_broken_engines(capsys):
    picture = watched.show_exam(partial(engines.best_move, reward=engines.by_depth))
    depth = exam.MISTAKES[0].name
    right = re.search(r"yours: (\d+) right", picture.alt)[1]
    assert f"{depth}: {right} right, 20 answers equal to yours" in picture.alt
    assert f"a correct engine: 20 right, {right} answers equal to yours" in picture.alt
    assert picture.svg.count("✓") + picture.svg.count("✗") == 20 * (2 + len(exam.MISTAKES))
    assert not capsys.readouterr().out
