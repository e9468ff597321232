"""MuZero's learner computes the same numbers as plain loops over games of `TicTacToe`."""

from math import exp, fsum, log

import numpy as np
import pytest

from mctslib import TicTacToe
from mctslib.methods.dreamer import DECAY, RATE, Dreamer
from mctslib.methods.network import encode

SMALL = {"games": 6, "iterations": 8, "steps": 3, "batch": 24}


def learner_of(**options):
    """Return a learner that has played its first games but has learned nothing yet."""
    learner = Dreamer(seed=3, **SMALL | options)
    while len(learner.live):
        learner.step()
    return learner


# ---------------------------------------------------------------------------- games


def game_number(learner, number):
    """Play a remembered game again; return its positions from the empty board to the end."""
    games = learner.remembered
    states = [TicTacToe()]
    for action in games.actions[number][: games.length[number]]:
        states.append(states[-1].apply(int(action)))
    return states


@pytest.mark.parametrize("options", [{}, {"known_rules": True}, {"warm": 0}, {"warm": 3}], ids=str)
def test_the_games_that_are_remembered(options):
    """The stored boards, results and lengths agree with the games.

    Early moves are drawn at random, and later moves are not.
    """
    learner = learner_of(**options)
    games = learner.remembered
    drawn = 0
    for number in range(SMALL["games"]):
        states = game_number(learner, number)
        assert states[-1].is_terminal() and len(states) == games.length[number] + 1
        assert games.result[number] == states[-1].rewards()[0]
        for move, state in enumerate(states[:-1]):
            assert (games.boards[number, move] == encode(state)).all()
            shares = games.shares[number, move]
            assert shares.sum() == pytest.approx(1) and (shares >= 0).all()
            unlikely = games.actions[number, move] != shares.argmax()
            drawn += unlikely
            assert not unlikely or move < options.get("warm", 6)
        assert (games.boards[number, len(states) - 1] == encode(states[-1])).all()
        for rest in (games.boards[number, len(states) :], games.shares[number, len(states) - 1 :]):
            assert not rest.any()
    assert bool(drawn) == (options.get("warm", 6) > 0)
    for array in (games.boards, games.shares):
        assert array.dtype == np.float32
    assert games.boards.shape == (6, 10, 18) and games.shares.shape == (6, 9, 9)


# ---------------------------------------------------------------------------- lessons


def image_of(row, cells):
    """Return the numbers of a row in the order of `cells`, which describes a mirror image."""
    return [float(row[cell]) for cell in cells]


def targets(learner, lesson, i, k):
    """Return the targets of position i of a lesson, k moves later: shares, if any, and a result."""
    games = learner.remembered
    game, turn = lesson.game[i], lesson.turn[i] + k
    shares = None
    if turn < games.length[game]:
        shares = image_of(games.shares[game, turn], lesson.cells[i])
    first = game_number(learner, game)[-1].rewards()[0]
    return shares, (first if turn % 2 == 0 else 1 - first)


def head_loss(row, allowed, shares, result):
    """Return the cross-entropies of the shares and the value, and the error of the value.

    The last number of `row` is the logit of the value.
    """
    logits = [x for x, legal in zip(row, allowed) if legal]
    largest = max(logits)
    total = largest + log(fsum(exp(x - largest) for x in logits))
    of_shares = 0.0
    if shares:
        of_shares = fsum(
            share * (total - x) for x, share, legal in zip(row, shares, allowed) if legal
        )
    value = 1 / (1 + exp(-row[-1]))
    return of_shares, -result * log(value) - (1 - result) * log(1 - value), abs(value - result)


def slopes_of(row, allowed, shares, result):
    """Return the gradient of the loss, computed from small changes to each number."""
    found = []
    for number in range(len(row)):
        sides = []
        for change in (1e-4, -1e-4):
            moved = [x + change * (number == other) for other, x in enumerate(row)]
            sides.append(sum(head_loss(moved, allowed, shares, result)[:2]))
        found.append((sides[0] - sides[1]) / 2e-4)
    return found


@pytest.mark.parametrize("options", [{}, {"known_rules": True}, {"consistency": 0.5}], ids=str)
def test_what_a_lesson_teaches(options):
    """The gradients of both heads equal gradients computed from small changes.

    The losses equal losses computed with plain loops.
    """
    learner = learner_of(**options)
    lesson = learner.lesson(np.random.default_rng(0))
    ends, losses = learner.unroll(lesson, np.random.default_rng(1))
    known = bool(options.get("known_rules"))
    heads = [end for end in ends if end[0].data.shape[1] == 10]
    latents = [end for end in ends if end[0].data.shape[1] != 10]
    assert len(heads) == (1 if known else 4) and len(latents) == (0 if known else 3)
    sums = [0.0, 0.0, 0.0]
    for k, (out, slope) in enumerate(heads):
        weight = 1 / 24 / (3 if k else 1)
        for i, row in enumerate(out.data.astype(float).tolist()):
            shares, result = targets(learner, lesson, i, k)
            free = 9 * [True]
            if known:
                state = game_number(learner, lesson.game[i])[lesson.turn[i]]
                free = [cell in state.legal_actions() for cell in lesson.cells[i]]
            expected = [weight * one for one in slopes_of(row, free, shares, result)]
            assert slope[i].tolist() == pytest.approx(expected, abs=1e-6)
            of_shares, _, of_value = head_loss(row, free, shares, result)
            sums[0] += weight * of_shares
            sums[1] += weight * of_value
    for k, (latent, slope) in enumerate(latents, start=1):
        weight = 1 / 24 / 3
        for i in range(24):
            states = game_number(learner, lesson.game[i])
            turn = lesson.turn[i] + k
            if turn >= len(states):
                assert not slope[i].any()
                continue
            board = np.array(encode(states[turn])).reshape(2, 9)[:, lesson.cells[i]].ravel()
            [real] = learner.model.latents_of(np.array([board], np.float32))
            gap = latent.data[i] - real
            strength = options.get("consistency", 1.0)
            assert slope[i].tolist() == pytest.approx(strength * weight * gap, abs=1e-6)
            sums[2] += weight * fsum(gap.astype(float) ** 2) / 2
    assert losses == pytest.approx(tuple(sums), abs=1e-5)


def test_the_first_step_of_learning_moves_each_weight_by_the_rate_against_its_slope():
    """Adam's first step is rate · gradient / |gradient|.

    Every weight also decays a little.
    """
    learner = learner_of()
    before = [parameter.data.copy() for parameter in learner.parameters]
    learner.step()
    assert learner.learned == 1
    for parameter, data in zip(learner.parameters, before):
        slope = DECAY * data + (0 if parameter.gradient is None else parameter.gradient)
        clear = np.abs(slope) > 1e-5
        moved = (parameter.data - data)[clear]
        assert moved == pytest.approx(-RATE * np.sign(slope[clear]), rel=0.02, abs=1e-6)
