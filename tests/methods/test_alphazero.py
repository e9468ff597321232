"""PUCT, its network and self-play agree with computations by hand and survive interruptions."""

import random
from math import exp

import numpy as np
import pytest
from learned import same_numbers

from mctslib import (
    ConnectFour,
    Node,
    PhaseError,
    TicTacToe,
    search,
)
from mctslib.checks import check_tree
from mctslib.door import limits
from mctslib.door.contract import BrokenContract
from mctslib.methods.actions import ActionPolicy
from mctslib.methods.network import Brain, Net, arrays, encode, sizes, softmax
from mctslib.methods.puct import Puct, dirichlet, even
from mctslib.methods.selfplay import Learner, SelfGame, images, mirrored, taught
from mctslib.policies import uniform
from mctslib.tree import attach

START = TicTacToe()
OVER = TicTacToe.from_text("XXX/OO./...")
SMALL = {"games": 4, "iterations": 4, "hidden": (8,), "steps": 3, "batch": 32}


def brain(start=START, seed=0):
    return Brain(Net(*sizes(start), (16,), seed), start)


def tried(visits, sums):
    """Return a root whose first actions have these numbers of visits and these sums of rewards."""
    root = Node(START)
    for action, (n, total) in enumerate(zip(visits, sums)):
        child = attach(root, action)
        child.visits, child.value_sum = n, total
    root.visits = sum(visits)
    return root


# ---------------------------------------------------------------------------- PUCT


def test_one_choice_by_hand():
    """Compute the scores of PUCT by hand for N = 4, c = 1 and P = 1/9.

    An action that lost its only playout scores 0 + 1/9 · 2 / 2.  An action that won two of three
    playouts scores 2/3 + 1/9 · 2 / 4.  An untried action scores ½ + 1/9 · 2.
    """
    root, puct = tried([1, 3], [0, 2]), Puct(c=1)
    assert puct.terms(root, 0) == pytest.approx((0, 1 / 9))
    assert puct.terms(root, 1) == pytest.approx((2 / 3, 1 / 18))
    assert puct.terms(root, 8) == pytest.approx((1 / 2, 2 / 9))
    # At c = 1 action 1 and the untried actions have the same score, 13/18.
    assert Puct(c=0.9).pick(root) == 1
    assert Puct(c=1.1).pick(root) == 2
    assert puct.letters(root) == ("Q", "1 · P · √4 / (1 + n)")
    assert even(START) == (dict.fromkeys(range(9), 1 / 9), None)
    assert puct.terms(Node(START), 0) == (0.5, 1 / 9), "√N is at least 1"
    sure = Puct(lambda state: ({action: float(action == 5) for action in range(9)}, 0.5))
    assert sure.pick(Node(START)) == 5


@pytest.mark.parametrize("judge", [even, brain()])
def test_the_fast_pick_is_the_generic_one(judge):
    puct = Puct(judge, 1.1)
    root = search(START, 300, seed=1, **puct.options()).root
    for node in root.descendants():
        if not node.state.is_terminal():
            assert puct.pick(node) == ActionPolicy.pick(puct, node)
    check_tree(root, 300, every_action_first=False, shared=judge is even)


def test_a_game_that_is_stuck_is_named_before_the_judge_sees_it():
    class Stuck(TicTacToe):
        def legal_actions(self):
            return [] if self.current_player else super().legal_actions()

    with pytest.raises(BrokenContract):
        search(Stuck(), 5, seed=0, **Puct(even).options())


def test_priors_of_any_scale_are_made_shares():
    puct = Puct(lambda state: ({action: action for action in state.legal_actions()}, 0.5))
    assert puct.prior(Node(START), 8) == pytest.approx(8 / 36)
    assert puct.badge(attach(Node(START), 4)) == "P 11%"
    assert puct.badge(Node(START)) == ""


def test_noise_is_the_root_s_alone_and_keeps_the_sum():
    puct = Puct(even, noise=dirichlet(random.Random(0)))
    root = Node(START)
    noisy = [puct.prior(root, action) for action in range(9)]
    assert sum(noisy) == pytest.approx(1)
    assert min(noisy) > 0.75 / 9
    assert len(set(noisy)) == 9
    assert puct.prior(attach(root, 0), 5) == 1 / 8


def test_very_uneven_noise_is_noise_too():
    """With a very small alpha, all parts of the noise may be 0, but the shares add up to 1."""
    noisy, priors = dirichlet(random.Random(0), 1e-6), dict.fromkeys(range(9), 1 / 9)
    favourites = set()
    for _ in range(1000):
        found = noisy(priors)
        assert sum(found.values()) == pytest.approx(1)
        assert min(found.values()) > 0.75 / 9 - 1e-9
        favourites.add(max(found, key=found.get))
    assert favourites == set(range(9))


@pytest.mark.parametrize("value", [0.5, None])
def test_the_judge_is_called_once_for_each_node(value):
    asked = []

    def judge(position):
        asked.append(position)
        return even(position)[0], value

    puct = Puct(judge)
    root = search(START, 100, seed=0, **puct.options()).root
    search(root, 100, seed=1, **puct.options())
    going_on = [node for node in root.descendants() if not node.state.is_terminal()]
    assert len(asked) == len(going_on)


def test_a_judgement_is_of_its_own_node_after_a_failure():
    """After the judge has failed once, each node still gets its own judgement."""
    fails = [False, False, True]

    def judge(position):
        if fails and fails.pop(0):
            raise RuntimeError("no opinion today")
        legal = position.legal_actions()
        return dict.fromkeys(legal, 1 / len(legal)), len(legal) / 10

    puct, root = Puct(judge), Node(START)
    with pytest.raises(PhaseError, match="no opinion today"):
        search(root, 30, seed=0, **puct.options())
    search(root, 60, seed=0, **puct.options())
    for node in root.descendants():
        if node.children:
            assert puct.opinion(node).untried == len(node.state.legal_actions()) / 10


def test_a_judge_s_value_is_the_mover_s():
    """If the judge expects a sure win for the player to move, the opponent's reward is 0."""
    puct = Puct(lambda state: (even(state)[0], 1.0))
    root = search(START, 9, seed=0, **puct.options()).root
    assert [puct.simulate(state, None, None).rewards for state in (START, START.apply(0))] == [
        (1, 0),
        (0, 1),
    ]
    assert {child.value for child in root.children.values()} <= {0.0, 1.0}
    assert root.children[0].value == 0


# ---------------------------------------------------------------------------- the network


def test_the_planes_are_those_of_the_player_to_move():
    state = TicTacToe.from_text("XO./.X./...")
    assert encode(state) == [c == 1 for c in range(9)] + [c in (0, 4) for c in range(9)]  # O's turn
    assert encode(TicTacToe.from_text("XO./.../...")) == [c == 0 for c in range(9)] + [
        c == 1 for c in range(9)
    ]


def test_a_step_of_learning_goes_down_the_gradient():
    """Adam gets the gradient of the sum of both cross-entropies with respect to each weight."""
    rng, net = np.random.default_rng(0), Net(18, 9, (7, 5))
    x, legal = arrays([START.apply(k) for k in (0, 4, 5)], 9)
    shares, results = rng.random((3, 9)) * legal, np.array([1, 0, 0.5])
    shares /= shares.sum(1, keepdims=True)
    net.weights, net.biases = (
        [w.astype(float) for w in net.weights],
        [b.astype(float) for b in net.biases],
    )
    gradients, _ = net.gradients(x, legal, shares, results, decay=0)
    for parameter, gradient in zip(net.parameters, gradients, strict=True):
        place = tuple(rng.integers(n) for n in parameter.shape)
        losses = []
        for step in (1e-5, -2e-5):
            parameter[place] += step
            losses.append(sum(net.gradients(x, legal, shares, results)[1]))
        parameter[place] += 1e-5
        assert gradient[place] == pytest.approx((losses[0] - losses[1]) / 2e-5, abs=1e-5)


def test_decay_pulls_the_weights_towards_0_and_not_the_biases():
    net, (x, legal) = Net(18, 9, (7,)), arrays([START], 9)
    targets = np.eye(9, dtype=np.float32)[[4]], np.array([1.0], np.float32)
    plain, _ = net.gradients(x, legal, *targets, decay=0)
    pulled, _ = net.gradients(x, legal, *targets, decay=0.5)
    for weights, before, after in zip(net.weights, plain, pulled):
        assert np.allclose(after - before, 0.5 * weights, atol=1e-6)
    for before, after in zip(plain[len(net.weights) :], pulled[len(net.weights) :]):
        assert (before == after).all()


def test_with_equal_gradients_every_step_of_adam_is_the_rate():
    """Adam's mean and root mean square both equal the gradient from the first step on."""
    net = Net(18, 9, (7,))
    gradients = [np.where(p < 0.01, -3.0, 0.02).astype(np.float32) for p in net.parameters]
    for _ in range(4):
        before = net.parameters
        net.step_down(gradients, 0.01)
        for gradient, old, new in zip(gradients, before, net.parameters, strict=True):
            assert np.allclose(old - new, 0.01 * np.sign(gradient), atol=1e-5)
    assert net.learned == 4


def test_a_saved_network_comes_back_with_half_its_digits(tmp_path):
    net = Net(18, 9, (16, 8))
    net.save(tmp_path / "net.npz")
    again, (x, legal) = Net.load(tmp_path / "net.npz"), arrays([START], 9)
    assert np.abs(again.forward(x, legal)[0] - net.forward(x, legal)[0]).max() < 1e-3
    with np.load(tmp_path / "net.npz") as file:
        assert {file[name].dtype.name for name in file.files} == {"float16"}
    assert {p.dtype.name for p in again.parameters} == {"float32"}
    assert [mean.shape for mean, _ in again.moments] == [p.shape for p in again.parameters], (
        "the learner can continue"
    )


def test_a_batch_is_judged_as_each_alone():
    one, many = brain(), brain()
    states = [START, START.apply(3), START.apply(4)]
    many.look([*states, *states])
    assert all(one(state)[1] == pytest.approx(many(state)[1], abs=1e-6) for state in states)
    assert len(many.known) == 3
    for state in states:
        assert list(one(state)[0]) == list(many(state)[0]) == list(state.legal_actions())


# ---------------------------------------------------------------------------- learning


def parameters(learner):
    return np.concatenate([p.ravel() for p in learner.net.parameters])


def test_mirror_images_are_the_game_s_own():
    """If a position is rotated or mirrored, its actions are rotated or mirrored in the same way."""
    for start in (START, ConnectFour(5, 4)):
        rng, state = random.Random(1), start
        for _ in range(5):
            state = state.apply(uniform(state, rng))
        for cells, actions in images(start):
            own = np.array(list(state.cells()))[cells]
            for action in state.legal_actions():
                after = np.array(list(state.apply(action).cells()))[cells]
                [place] = np.flatnonzero(own != after)
                assert actions[place if start is START else place % 5] == action


@pytest.mark.parametrize(("where", "moment"), [("forward", 1), ("forward", 30), ("learn", 7)])
def test_a_learner_goes_on_after_an_error_as_if_nothing_had_happened(where, moment, monkeypatch):
    whole, broken = Learner(START, 5, **SMALL), Learner(START, 5, **SMALL)
    whole.learn(2)
    for _ in range(moment):
        broken.step()
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Net, where, interrupted)
        while True:
            broken.step()
    while broken.generation < 2:
        broken.step()
    assert same_numbers(parameters(whole), parameters(broken))
    assert all(map(np.array_equal, whole.lessons, broken.lessons))


def interrupted(*arguments):
    raise KeyboardInterrupt


def test_the_lessons_are_whole():
    learner = Learner(START, 2, **SMALL)
    learner.learn(1)
    x, legal, shares, results = learner.lessons
    assert (~x.any(1)).sum() == 4 and set(results) <= {0, 0.5, 1}  # one empty board for each game
    assert np.allclose(shares.sum(1), 1)
    assert not shares[~legal].any()
    assert not (x[:, :9] + x[:, 9:])[legal].any()


def test_the_oldest_lessons_are_forgotten_and_results_are_the_mover_s():
    learner = Learner(START, 2, **SMALL, memory=10)
    learner.learn(2)
    assert [len(part) for part in learner.lessons] == [10] * 4
    game = SelfGame(OVER, [(START, {4: 1.0}), (START.apply(4), {0: 0.5, 8: 0.5})])
    assert taught([game], 9)[3].tolist() == [1, 0]
    assert taught([game], 9)[2][1, 8] == 0.5


@pytest.mark.parametrize("warm", [0, 1, 3])
def test_the_first_moves_are_drawn_and_the_later_ones_are_the_most_visited(warm):
    """The first `warm` moves of a game are drawn by visits; the later ones are the most visited."""
    learner = Learner(START, 1, **{**SMALL, "games": 40, "iterations": 12}, warm=warm)
    while learner.live:
        learner.step()
    by_turn = [[] for _ in range(9)]
    for game in learner.games:
        after = [state for state, _ in game.searches[1:]] + [game.state]
        for turn, ((state, shares), next_state) in enumerate(zip(game.searches, after)):
            best = max(shares, key=shares.get)
            by_turn[turn].append(state.apply(best) == next_state)
    assert not any(all(most_visited) for most_visited in by_turn[:warm])
    assert all(all(most_visited) for most_visited in by_turn[warm:])


# ---------------------------------------------------------------------------- interrupted


def test_the_first_press_of_the_stop_button_keeps_what_was_learned(monkeypatch):
    learner, steps = Learner(START, 5, **SMALL), []

    def step():
        steps.append(learner.generation)
        if len(steps) == 50:
            limits.STOP_BUTTON.pressed(0, None)
        Learner.step(learner)

    learner.step = step
    learner.learn(1000)
    assert len(steps) == 50
    del learner.step
    whole = Learner(START, 5, **SMALL)
    whole.learn(3)
    while learner.generation < 3:
        learner.step()
    assert same_numbers(parameters(whole), parameters(learner))


def test_a_lesson_in_the_mirror_is_a_lesson():
    learner = Learner(START, 2, **SMALL)
    learner.learn(1)
    lessons, count = learner.lessons, len(learner.lessons[0])
    for part, own in zip(mirrored(lessons, learner.images, np.arange(count)), lessons):
        assert (part == own).all()  # the first image is the board itself
    x, legal, shares, _ = mirrored(lessons, learner.images, np.arange(8 * count))
    assert not (x[:, :9] + x[:, 9:])[legal].any()
    assert not shares[~legal].any()
    assert np.allclose(shares.sum(1), 1)


def test_the_softmax_of_a_row_does_not_depend_on_the_other_rows():
    rows = np.array([[1000.0, 0.0], [-1000.0, -2000.0], [0.0, 1.0]])
    part = 1 / (1 + exp(1))
    with np.errstate(over="raise", invalid="raise"):
        assert softmax(rows) == pytest.approx(np.array([[1, 0], [1, 0], [part, 1 - part]]))


POSITION = TicTacToe.from_text("XO./.../...")


def lesson(net, result):
    """Return a lesson with one position, in which the first legal action is the right one."""
    planes, legal = arrays([POSITION], net.actions)
    shares = np.zeros((1, net.actions), np.float32)
    shares[0, POSITION.legal_actions()[0]] = 1
    return planes, legal, shares, np.array([result], np.float32)


@pytest.mark.parametrize("sure", [100.0, -100.0])
@pytest.mark.parametrize("result", [0.0, 1.0])
def test_the_loss_of_a_network_that_is_sure_is_a_finite_number(sure, result):
    """The value is exactly 1 or 0; one of the logarithms in the loss would be minus infinity."""
    net = Net(18, 9, (4,), seed=1)
    net.biases[-1][-1] = sure
    with np.errstate(over="ignore"):
        _, (_, loss) = net.gradients(*lesson(net, result))
    right = (sure > 0) == (result == 1)
    assert abs(loss) < 1e-6 if right else loss > 10
