"""The stepper shows the tree, words and scores at each moment of a recorded search."""

import re
from dataclasses import replace
from functools import lru_cache
from math import sqrt

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from toys import Script, crediting

from mctslib.door.entrance import search
from mctslib.door.guard import PhaseError
from mctslib.draw.dot import place
from mctslib.draw.scores import scores
from mctslib.games.tictactoe import TicTacToe
from mctslib.more_policies import Highest
from mctslib.policies import UCB1
from mctslib.search import PHASES, Phases
from mctslib.stepper import explain
from mctslib.stepper.code import folded, four_lines, source
from mctslib.stepper.lit import html, lit, plain
from mctslib.stepper.model import STOP, Stepper
from mctslib.trace import Trace, record, replay
from mctslib.tree import PHASE_NAMES, Node, attach, walk

A = TicTacToe.from_text(".../O.X/.X.")  # O to move
W = TicTacToe.from_text("OO./.../XX.")  # X to move, 8 wins at once


@lru_cache(maxsize=None)
def trace_of(state=A, iterations=60, seed=1):
    return record(state, iterations, seed=seed)


def facts(root):
    """Return the numbers of a tree as plain data: path → numbers."""
    return {
        node.path(): (node.state, node.player, node.visits, node.value_sum, set(node.children))
        for node in root.descendants()
    }


def expected_tree(trace, position):
    """Return the tree at a position of a trace, computed without the stepper."""
    root = replay(trace.state, trace.iterations[: position // 4])
    if position % 4 >= 2 and trace.iterations[position // 4].expanded:
        *above, action = trace.iterations[position // 4].path
        attach(walk(root, above), action)
    return root


STEPS = {
    "forward": 1,
    "back": -1,
    "next_iteration": 4,
    "previous_iteration": -4,
    "home": -10_000,
    "end": 10_000,
}


def moved(position, step, trace):
    return min(max(position + STEPS[step], 0), 4 * len(trace))


class RandomWalk(RuleBasedStateMachine):
    """Try 10,000 random operations, and compare the stepper's position with a plain counter."""

    def __init__(self):
        super().__init__()
        self.trace = trace_of()
        self.stepper = Stepper(self.trace)
        self.position = 0
        self.asked = self.right = 0

    @rule(name=st.sampled_from([*STEPS]))
    def step(self, name):
        getattr(self.stepper, name)()
        self.position = moved(self.position, name, self.trace)

    @rule(t=st.integers(0, 60))
    def jump(self, t):
        self.stepper.jump(t)
        self.position = 4 * t

    @rule(t=st.integers(-100, 200).filter(lambda t: not 0 <= t <= 60))
    def jump_outside(self, t):
        with pytest.raises(ValueError, match="iteration from 0 to 60"):
            self.stepper.jump(t)

    @rule(pick=st.integers(0, 20))
    def predict(self, pick):
        question = self.stepper.question()
        if question is None:
            with pytest.raises(ValueError, match="This answer is not possible"):
                self.stepper.answer(STOP)
            return
        guess = question.options[pick % len(question.options)]
        record = self.trace.iterations[self.position // 4]
        way = (*record.path[: len(record.path) - record.expanded], STOP)
        truth = way[len(question.node.path())]
        right, reason = self.stepper.answer(guess)
        assert right == (guess == truth) and reason
        self.asked, self.right = self.asked + 1, self.right + right

    @invariant()
    def is_where_it_should_be(self):
        stepper = self.stepper
        assert stepper.position == self.position
        t, phase = divmod(self.position + 3, 4)
        assert (stepper.t, stepper.phase) == ((t, phase + 1) if self.position else (0, 0))
        assert facts(stepper.root) == facts(expected_tree(self.trace, self.position))
        assert stepper.node is walk(stepper.root, stepper.path)
        assert stepper.sentence and not stepper.differs
        assert stepper.score == (self.right, self.asked)


class TestRandomWalk(RandomWalk.TestCase):
    settings = settings(
        max_examples=10,
        stateful_step_count=100,
        deadline=None,
        suppress_health_check=[*HealthCheck],
    )


@pytest.mark.long
class TestLongRandomWalk(RandomWalk.TestCase):
    settings = settings(TestRandomWalk.settings, max_examples=200)


def test_the_first_iteration_phase_by_phase():
    stepper = Stepper(trace_of())
    assert (
        "The tree is the root alone, without a visit; O is to move" in stepper.sentence
        and stepper.code == ""
    )
    stepper.forward()  # select
    assert stepper.sentence.startswith("Selection stays at the root") and stepper.path == ()
    assert "def select(" in stepper.code and stepper.new is None and stepper.root.children == {}
    stepper.forward()  # expand
    assert (
        len(stepper.root.children) == 1 and stepper.node.visits == 0 and stepper.new == stepper.path
    )
    assert "def expand(" in stepper.code
    stepper.forward()  # simulate
    assert stepper.root.visits == 0
    assert f"{len(stepper.iteration.rollout)} random moves" in stepper.sentence
    stepper.forward()  # backpropagate
    assert stepper.root.visits == stepper.node.visits == 1
    assert [change.added[0] for change in stepper.changes] == [1, 1]


def test_the_sentence_of_selection_holds_the_hand_worked_numbers():
    # The root has N = 10; child 0 has N = 3, W = 2: 2/3 + √2·√(ln 10 / 3) = 0.667 + 1.239 = 1.906
    #                       child 1 has N = 7, W = 3: 3/7 + √2·√(ln 10 / 7) = 0.429 + 0.811 = 1.240
    root = Node(TicTacToe.from_text("..X/OXO/OXX"))  # X has one mark more, so O moves: 0 or 1
    for action, visits, value_sum in ((0, 3, 2.0), (1, 7, 3.0)):
        child = attach(root, action)
        child.visits, child.value_sum = visits, value_sum
    root.visits = 10
    first, second = scores(root, UCB1(sqrt(2)))
    assert explain.formula(first) == "0.667 + 1.239 = 1.906"
    assert explain.formula(second) == "0.429 + 0.811 = 1.240"
    policy = UCB1(sqrt(2))
    assert plain(explain.why_child(root, 0, policy)) == (
        "O 0 has the highest score, 0.667 + 1.239 = 1.906; O 1 has 1.240"
    )
    assert "although the tree policy puts O 0 first" in plain(explain.why_child(root, 1, policy))
    verdict = plain(explain.verdict(root, 1, 0, policy))
    assert "0.429 + 0.811 = 1.240" in verdict and "O 0" not in verdict
    assert "no move there is untried" in explain.verdict(root, STOP, 0, policy)


def test_other_tree_policies_are_explained_as_far_as_they_tell():
    root = record(A, 40, seed=0).tree()
    greedy = Highest(lambda node, child: child.value)
    best = greedy(root)
    reason = plain(explain.why_child(root, best.action, greedy))
    assert f"O {best.action} has the highest score, {best.value:.3f} + 0.000" in reason
    silent = plain(explain.why_child(root, best.action, lambda node: best))
    assert silent == f"the tree policy chose O {best.action}"


def test_ties_and_only_children_are_named_as_such():
    root = Node(A)
    for action in (0, 1, 2):
        attach(root, action).visits = 1
    root.visits = 3
    assert "the first of them is taken" in explain.why_child(root, 0, UCB1())
    only = Node(A)
    attach(only, 4).visits = 1
    only.visits = 1
    assert plain(explain.why_child(only, 4, UCB1())) == "O 4 is the only child"


def test_only_children_with_the_same_score_are_level():
    """One other child has the score of the chosen child, and two children have lower scores."""
    root = Node(A)
    for action, value_sum in ((0, 1.0), (1, 0.0), (2, 1.0), (4, 0.0)):
        child = attach(root, action)
        child.visits, child.value_sum = 1, value_sum
    root.visits = 4
    reason = plain(explain.why_child(root, 0, UCB1(0)))
    assert reason == (
        "O 0 and O 2 have the same score, 1.000 + 0.000 = 1.000; the first of them is taken"
    )


def test_a_finished_node_is_played_out_again():
    trace = record(W, 40, seed=3)  # X wins with 8: this child has no children and gets many visits
    t = next(k for k, one in enumerate(trace.iterations, 1) if not one.expanded)
    stepper = Stepper(trace)
    stepper.jump(t - 1)
    for words in (
        "the game is over there",
        "adds nothing. The game is over",
        "nothing to play",
        "up to the root",
    ):
        stepper.forward()
        assert words in stepper.sentence and stepper.new is None


class Greedy:
    def pick(self, node):
        """Take the best."""
        return node


def test_the_code_begins_at_the_left_edge_and_its_docstring_is_folded_away():
    told, words = folded(source(Greedy.pick))
    assert (told, words) == ("def pick(self, node):\n    return node", "Take the best.")
    assert folded("return 1") == ("return 1", "") and source(max).startswith("#")
    assert all(line == line.strip() for line in four_lines())


def test_the_four_lines_are_those_of_iterate():
    assert [line.split("phases.")[1].split("(")[0] for line in four_lines()] == list(PHASE_NAMES)


def test_a_phase_of_the_iteration_on_show_can_be_gone_to():
    stepper = Stepper(trace_of())
    for position, phase, there in ((0, 3, 3), (7, 1, 5), (8, 4, 8), (9, 2, 10)):
        stepper.go(position)
        stepper.to_phase(phase)
        assert stepper.position == there
    with pytest.raises(ValueError, match="phase must be from 1 to 4"):
        stepper.to_phase(5)


def test_the_tree_before_an_iteration_is_what_its_selection_saw():
    stepper = Stepper(trace_of())
    for position in (0, 1, 4, 50, 52, 51, 20, 240):
        stepper.go(position)
        assert facts(stepper.earlier) == facts(
            replay(A, stepper.trace.iterations[: max(stepper.t - 1, 0)])
        )
        changed = {
            path: before
            for path, before in stepper.before.items()
            if path in facts(stepper.earlier)
        }
        assert changed == {path: facts(stepper.earlier)[path][2:4] for path in changed}
        assert len(stepper.before) == (len(stepper.path) + 1 if stepper.phase == 4 else 0)


def backpropagate_twice(node, rewards):
    while node is not None:
        node.visits += 2
        node.value_sum += rewards[node.player]
        node = node.parent


def test_a_reward_given_to_the_wrong_player_is_told_and_marked():
    from_the_other_side = crediting(lambda node, rewards, leaf: rewards[1 - node.player])
    stepper = Stepper(trace_of(), replace(PHASES, backpropagate=from_the_other_side))
    for t, iteration in enumerate(stepper.trace.iterations, 1):
        stepper.jump(t)
        draw = iteration.rewards == (
            0.5,
            0.5,
        )  # in a draw, both players get the same reward, which hides the mistake
        assert bool(stepper.differs) != draw
        assert ("instead of" in stepper.sentence) != draw


def first_child(root, tree_policy):
    node = root
    while node.children and len(node.children) == len(node.state.legal_actions()):
        node = next(iter(node.children.values()))
    return node


def test_the_readers_own_phases_are_shown_as_theirs():
    phases = Phases(select=first_child, backpropagate=backpropagate_twice)
    live = []
    root = search(A, 30, seed=2, phases=phases, trace=live).root
    stepper = Stepper(Trace(A, live), phases)
    stepper.end()
    assert facts(stepper.root) == facts(root)
    assert (
        stepper.sentence.startswith("Your backpropagate")
        and "2 visits instead of 1" in stepper.sentence
    )
    assert "node.visits += 2" in stepper.code
    assert stepper.differs == {stepper.path[:depth] for depth in range(len(stepper.path) + 1)}
    stepper.go(4 * 29 + 1)
    assert stepper.sentence.startswith("Your select") and "first_child" in stepper.code
    assert "although the tree policy puts" in " ".join(
        (stepper.go(4 * t + 1), stepper.sentence)[1] for t in range(30)
    )


def test_a_trace_that_cannot_be_replayed_says_where_and_stops_before():
    good = trace_of().iterations
    stepper = Stepper(Trace(A, [*good[:3], good[0], *good[3:]]))
    assert stepper.last == 3 and stepper.trouble.startswith("Iteration 4 cannot be replayed")
    assert "although it already has a child" in stepper.trouble
    stepper.end()
    assert stepper.t == 3 and stepper.root.visits == 3


def test_a_backpropagate_that_fails_is_named_and_leaves_the_tree_before_it():
    def fails_at_the_fifth(node, rewards):
        if walk_up(node).visits == 4:
            raise ZeroDivisionError("on purpose")
        PHASES.backpropagate(node, rewards)

    def walk_up(node):
        return node if node.parent is None else walk_up(node.parent)

    stepper = Stepper(trace_of(), replace(PHASES, backpropagate=fails_at_the_fifth))
    assert stepper.last == 4 and PhaseError.__name__ in stepper.trouble
    assert "Your backpropagate raised ZeroDivisionError: on purpose" in stepper.trouble
    stepper.end()
    assert stepper.root.visits == 4


def test_a_trace_that_has_grown_can_be_surveyed_again():
    trace = Trace(A, list(trace_of().iterations[:10]))
    stepper = Stepper(trace)
    stepper.end()
    trace.iterations.extend(trace_of().iterations[10:20])
    stepper.survey()
    assert (stepper.t, stepper.last) == (10, 20)
    stepper.end()
    assert stepper.root.visits == 20


def test_questions_follow_the_coming_selection_down_the_tree():
    trace = trace_of()
    stepper = Stepper(trace)
    stepper.jump(50)
    coming = trace.iterations[50]
    way = coming.path[: len(coming.path) - coming.expanded]
    for depth, truth in enumerate(way):
        question = stepper.question()
        assert question.node.path() == way[:depth] and question.options[-1] == STOP
        right, reason = stepper.answer(truth)
        assert right and f" {truth} " in plain(reason)
    assert stepper.score == (len(way), len(way)) and len(way) >= 2


def test_before_the_root_is_complete_the_right_answer_is_to_stop():
    stepper = Stepper(trace_of())
    stepper.jump(2)
    question = stepper.question()
    assert not stepper.answer(question.options[0])[0]
    right, reason = stepper.judged(question, STOP)
    assert right and "4 moves are untried" in plain(reason)
    assert stepper.score == (0, 1) and stepper.question() is None


def test_a_question_is_asked_once_and_only_between_iterations():
    stepper = Stepper(trace_of())
    assert stepper.question() is None  # there are no children to choose between yet
    stepper.jump(2)
    stepper.answer(STOP)
    stepper.forward()
    assert stepper.question() is None
    stepper.back()
    assert stepper.question() is None and stepper.score == (1, 1)
    stepper.end()
    assert stepper.question() is None


def test_an_action_called_stop_is_not_the_end_of_selection():
    stepper = Stepper(record(Script.of({"go": (0.1,), "stop": (0.9,)}, (0, 0)), 9, seed=0))
    stepper.jump(8)
    assert stepper.question().options == ("go", "stop", STOP)
    right, reason = stepper.answer("stop")
    assert right and "stop has the highest score" in plain(reason)


def test_an_answer_that_is_no_option_is_refused_and_does_not_count():
    stepper = Stepper(trace_of())
    stepper.jump(30)
    with pytest.raises(ValueError, match="This answer is not possible"):
        stepper.answer(99)
    assert stepper.score == (0, 0)


class Ended:
    """A finished game with any number of players; the last player may be chance."""

    def __init__(self, players, chance=None):
        self.num_players = players
        self.chance_player = chance


@pytest.mark.parametrize(
    ("game", "rewards", "words"),
    [
        (Ended(2), (0, 0), "rewards 0 for player 0 and 0 for player 1"),
        (Ended(2), (0.5, 0.5), "a draw, ½ for each"),
        (Ended(2), (0, 1), "player 1 wins"),
        (Ended(1), (0.5,), "rewards ½ for player 0"),
        (Ended(2, chance=1), (0.5, 0), "rewards ½ for player 0"),
        (Ended(3, chance=2), (0.5, 0.5, 0), "a draw, ½ for each"),
        (Ended(3, chance=2), (1, 0, 0), "player 0 wins"),
        (Ended(3), (0, 1, 0), "player 1 wins"),
    ],
)
def test_an_ending_is_told_without_chance_and_a_draw_needs_an_opponent(game, rewards, words):
    assert explain.outcome(game, rewards) == words


def test_marked_words_are_plain_text_or_underlined_html():
    words = f"From {lit('X <4>', 'at_3', 'board')} on"
    assert plain(words) == "From X <4> on"
    assert html(words) == 'From <u tabindex="0" data-l="at_3 board">X &lt;4&gt;</u> on'


def test_every_marked_word_names_a_node_of_the_tree_or_an_untried_move():
    """Each key is the place of a node, or of a move that the tree could add."""
    stepper = Stepper(trace_of())
    for position in range(1, 4 * 60 + 1):
        stepper.go(position)
        places = {"board", "end"}
        for node in stepper.root.descendants():
            path = node.path()
            places.add(place(node, len(path)))
            for action in node.state.legal_actions():
                child = node.children.get(action) or Node(node.state.apply(action), node, action)
                places.add(place(child, len(path) + 1))
        marked = re.findall('data-l="([^"]*)"', html("".join(stepper.said)))
        keys = {key for one in marked for key in one.split()}
        assert keys and keys <= places, position
