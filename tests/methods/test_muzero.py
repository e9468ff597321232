"""Check MuZero: its gradients, its search with a model, and its interruptible learning.

The exam of the model is tested as well.
"""

import numpy as np
import pytest
from learned import same_numbers

from mctslib import IllegalAction, TicTacToe, record, replay, search
from mctslib.course.ch20.exam import LinesExam
from mctslib.course.ch20.secrets import OTHER_RULES
from mctslib.methods.backward import Traced, backward
from mctslib.methods.dreamer import Dreamer
from mctslib.methods.line_boards import (
    TIC_TAC_TOE,
    GravityRules,
    LineRules,
    MisereRules,
    turns,
)
from mctslib.methods.muzero import Model, MuZero, shipped_model
from mctslib.methods.network import arrays, encode
from mctslib.methods.puct import Puct
from mctslib.methods.side_by_side import Forest, Imagined, TrueRules
from mctslib.oracle import optimal_actions, positions, value

RULES = LineRules()
SMALL = {"games": 4, "iterations": 5, "steps": 3, "batch": 8}


def some_states(count):
    going_on = [state for state in positions(TicTacToe()) if not state.is_terminal()]
    return going_on[:: len(going_on) // count]


# ---------------------------------------------------------------------------- the differentiator


def test_gradients_are_those_of_small_differences():
    model = Model(latent=8, hidden=16)
    for parameter in model.parameters:
        parameter.data = parameter.data.astype(float)
    rng = np.random.default_rng(0)
    boards = rng.random((5, 18))
    actions = rng.integers(9, size=(2, 5))
    weights = rng.normal(size=(3, 5, 10))

    def ends():
        latents = model.represent(Traced(boards))
        found = []
        for k in range(3):
            found.append((model.predict(latents), weights[k]))
            if k < 2:
                latents = model.imagine(latents, actions[k])
        return found

    def loss():
        return sum((end.data * gradient).sum() for end, gradient in ends())

    backward(ends())
    for parameter in model.parameters:
        flat = parameter.data.reshape(-1)
        for place in rng.choice(flat.size, min(4, flat.size), replace=False):
            kept = flat[place]
            flat[place] = kept + 1e-6
            above = loss()
            flat[place] = kept - 1e-6
            below = loss()
            flat[place] = kept
            gradient = parameter.gradient.reshape(-1)[place]
            assert (above - below) / 2e-6 == pytest.approx(gradient, abs=1e-6)


# ---------------------------------------------------------------------------- many boards at once


def test_the_rules_of_many_boards_are_those_of_the_game():
    for state in some_states(200):
        boards, legal = arrays([state], 9)
        assert (RULES.legal(boards) == legal).all()
        for action in state.legal_actions():
            after, over, next_gets = RULES.play(boards, np.array([action]))
            following = state.apply(action)
            assert over[0] == following.is_terminal()
            assert (after[0] == encode(following)).all()
            if over[0]:
                assert next_gets[0] == following.rewards()[following.current_player]


def test_mirror_images_keep_the_lines_of_tic_tac_toe():
    lines = {frozenset(line) for line in TIC_TAC_TOE}
    assert len({tuple(turn) for turn in turns()}) == 8
    for turn in turns():
        assert {frozenset(turn[list(line)].tolist()) for line in TIC_TAC_TOE} == lines


def falls_to(cells):
    """Return the lowest free cell of each column: the legal actions of an upright board."""
    free = []
    for column in range(3):
        empty = [cell for cell in (column, column + 3, column + 6) if cell in cells]
        if empty:
            free.append(max(empty))
    return free


def naive_value(rules, mine, theirs):
    """Return the exact value for the player to move, computed with sets of cells, not arrays."""
    free = [cell for cell in range(9) if cell not in mine | theirs]
    actions = falls_to(free) if isinstance(rules, GravityRules) else free
    best = 0
    for action in actions:
        after = mine | {action}
        if any(set(line) <= after for line in rules.lines):
            worth = 0 if isinstance(rules, MisereRules) else 1
        elif len(free) == 1:
            worth = 0.5
        else:
            worth = 1 - naive_value(rules, theirs, after)
        best = max(best, worth)
    return best


@pytest.mark.parametrize("name", OTHER_RULES)
def test_the_exact_values_of_games_with_other_rules(name):
    exam = LinesExam(OTHER_RULES[name])
    few_left = [row for row in range(len(exam.boards)) if exam.moves[row] >= 4]
    for row in few_left[:: max(1, len(few_left) // 60)]:
        mine, theirs = (set(np.flatnonzero(half)) for half in np.split(exam.boards[row], 2))
        assert exam.values[row] == naive_value(exam.rules, mine, theirs)


def test_a_mark_needs_the_floor_or_a_mark_below_it():
    board = GravityRules().start(1)
    assert list(np.flatnonzero(GravityRules().legal(board)[0])) == [6, 7, 8]
    board[0, 7] = board[0, 9 + 4] = 1
    assert list(np.flatnonzero(GravityRules().legal(board)[0])) == [1, 6, 8]


# ---------------------------------------------------------------------------- the search


@pytest.mark.parametrize("seed", range(3))
def test_with_the_rules_it_is_puct_record_by_record(seed):
    model = Model(seed=seed)
    for state in some_states(12):
        mine = []
        puct = []
        search(state, 60, seed=0, trace=mine, **MuZero(model, 1.2, rules=True).options())
        search(state, 60, seed=0, trace=puct, **Puct(model.judge, 1.2).options())
        assert mine == puct


@pytest.mark.parametrize("rules", [False, True])
def test_trees_side_by_side_are_those_of_single_searches(rules):
    model = shipped_model("muzero-0")
    states = some_states(40)
    boards, _ = arrays(states, 9)
    world = TrueRules(model, RULES) if rules else Imagined(model, RULES)
    visits = Forest(world, boards, 25).grow(25).root_visits
    same = 0
    for state, row in zip(states, visits, strict=True):
        root = search(state, 25, seed=0, **MuZero(model, rules=rules).options()).root
        wanted = [root.children[a].visits if a in root.children else 0 for a in range(9)]
        same += wanted == row.tolist()
    assert same >= len(states) - 1  # a different order of additions may break one tie differently


def test_a_search_that_begins_in_a_dream_can_be_replayed():
    model = shipped_model("muzero-0")
    trace = record(model.dream(TicTacToe()), 60, seed=0, **MuZero(model).options())
    root = replay(model.dream(TicTacToe()), trace.iterations)
    real = search(TicTacToe(), 60, seed=0, **MuZero(model).options()).root
    assert {a: c.visits for a, c in root.children.items()} == {
        a: c.visits for a, c in real.children.items()
    }


def test_it_finds_a_win():
    state = TicTacToe.from_text("XX./OO./...")
    method = MuZero(shipped_model("muzero-0"))
    assert search(state, 50, seed=0, **method.options()).action == 2


def test_a_dream_refuses_what_it_cannot():
    dream = Model().dream(TicTacToe.from_text("X../.../..."))
    with pytest.raises(IllegalAction):
        dream.apply(0)
    assert dream.apply(1).apply(1).legal_actions() == list(range(9))


# ---------------------------------------------------------------------------- training


def parameters_of(learner):
    return np.concatenate([parameter.data.ravel() for parameter in learner.parameters])


@pytest.mark.parametrize("known_rules", [False, True])
def test_training_stopped_in_the_middle_goes_on(known_rules):
    whole = Dreamer(seed=1, known_rules=known_rules, **SMALL)
    whole.learn(3)
    parts = Dreamer(seed=1, known_rules=known_rules, **SMALL)
    for _, _ in zip(range(5), parts.slices(3)):
        pass
    while parts.generation < 3:
        parts.step()
    assert parts.played == whole.played == 12
    assert same_numbers(parameters_of(parts), parameters_of(whole))


@pytest.mark.parametrize("where", ["backward", "together", "_step_down"])
def test_an_error_in_a_step_leaves_the_learner_as_it_was(where, monkeypatch):
    broken = Dreamer(seed=2, **SMALL)
    broken.learn(1)

    def breaks(*arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if where == "_step_down":
            patch.setattr(Dreamer, where, breaks)
        else:
            patch.setattr(f"mctslib.methods.dreamer.{where}", breaks)
        with pytest.raises(KeyboardInterrupt):
            while True:
                broken.step()
    broken.learn(2)
    whole = Dreamer(seed=2, **SMALL)
    whole.learn(3)
    assert broken.generation == whole.generation
    assert same_numbers(parameters_of(broken), parameters_of(whole))


def test_it_remembers_the_newest_games_only():
    learner = Dreamer(**SMALL, memory=6)
    learner.learn(3)
    assert len(learner.remembered.length) == 6


def test_a_lesson_follows_its_game_in_the_mirror():
    learner = Dreamer(seed=0, **{**SMALL, "batch": 64})
    learner.learn(1)
    rng = np.random.default_rng(0)
    lesson = learner.lesson(rng)
    games = learner.remembered
    for k in range(3):
        going_on = lesson.turn + k < games.length[lesson.game]
        before = learner.real_boards(lesson, k)
        actions = learner.moves_made(lesson, k, going_on, rng)
        after = learner.real_boards(lesson, k + 1)
        made = RULES.play(before, actions)[0]
        assert (after[going_on] == made[going_on]).all()
        assert (after[~going_on] == before[~going_on]).all()


# ---------------------------------------------------------------------------- exact answers


def test_exact_answers_are_those_of_the_oracle():
    from mctslib.course.ch20.exam import exam_of
    from mctslib.course.ch20.reading import keys

    exam = exam_of(TIC_TAC_TOE)
    states = [state for state in positions(TicTacToe()) if not state.is_terminal()]
    boards, _ = arrays(states, 9)
    number_of = {key: number for number, key in enumerate(keys(exam.boards).tolist())}
    assert len(states) == len(exam.boards)
    for state, key in zip(states, keys(boards).tolist(), strict=True):
        number = number_of[key]
        assert exam.values[number] == value(state)
        assert np.flatnonzero(exam.right[number]).tolist() == optimal_actions(state)
    best = exam.right.argmax(1)
    assert exam.mistakes(best, 0) == exam.mistakes(best, 1) == 0


def test_numpy_has_its_threads_again_afterwards():
    from mctslib.methods.one_thread import one_thread, openblas

    if openblas() is None:
        pytest.skip("this numpy does not use its own OpenBLAS")
    threads, _ = openblas()
    before = threads()
    with pytest.raises(KeyError), one_thread():
        assert threads() == 1
        raise KeyError
    assert threads() == before


MODEL = Model(9, seed=3)


def forest(node, legal, visits, values):
    """Return a forest of one tree, with two actions at a node, and with the given numbers.

    legal   the priors of the two actions
    visits  the visits of the two actions
    values  the mean values of the two actions
    """
    found = Forest(Imagined(MODEL, LineRules()), LineRules().start(1), 3)
    found.priors[0, node] = 0
    found.priors[0, node, :2] = legal
    found.visits[0, node, :2] = visits
    found.sums[0, node, :2] = np.array(visits) * values
    found.values[0, node] = 0.5
    return found


@pytest.mark.parametrize("node, picked", [(0, 0), (1, 1)])
def test_the_visits_of_a_node_in_a_forest_include_its_first_visit(node, picked):
    """The first action was taken once and has Q = 0.9; the second is untried and has Q = 0.5.

    N = 1 at the root: 0.9 + 1.5 · √1 · 0.5 / 2 = 1.28 is more than 0.5 + 1.5 · √1 · 0.5 = 1.25.
    N = 2 at another node: 0.9 + 1.5 · √2 · 0.5 / 2 = 1.43 is less than 0.5 + 1.06 = 1.56.
    """
    found = forest(node, (0.5, 0.5), (1, 0), (0.9, 0.0))
    assert found.pick(np.array([node])) == [picked]
