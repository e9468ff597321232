"""Rare messages, limits and defaults agree with the descriptions of their functions.

Each test was written for a small change to the library that no other test had noticed.
"""

import importlib.machinery
import pickle
import random
import signal
import sys
import threading
from concurrent.futures import Future
from fractions import Fraction
from math import exp
from sys import float_info
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest
from small_games import Climb, MovesTwice, ThreeWay, Urn
from toys import FixedRandom

from mctslib import ConnectFour, Nim, Node, TicTacToe, search
from mctslib.arena import thinking, tournament
from mctslib.arena.bradley_terry import LARGEST, Fit
from mctslib.arena.levels import Strength
from mctslib.arena.matches import MatchResult, Tally
from mctslib.arena.players import FlatMonteCarlo, RandomPlayer, flat_search
from mctslib.arena.session import Game
from mctslib.arena.spread import NOT_PORTABLE, TRIES, main_hidden, own_pool, spread, workers
from mctslib.chance import due_child
from mctslib.door.guard import CannotSearch
from mctslib.games import Kuhn, Pig, SudoTicTacToe, TwoCards, names
from mctslib.games.pig import HOLD, ROLL
from mctslib.games.putting import (
    LONGEST_WALL,
    MOST_ACTIONS,
    MOST_NOISE,
    RADIUS,
    WALL_Y,
    Putting,
    roll,
)
from mctslib.games.twentyfour import LARGEST as LARGEST_NUMBER
from mctslib.games.twentyfour import TwentyFour, count_lines, steps
from mctslib.methods import poker
from mctslib.methods.actions import by_action, is_weight
from mctslib.methods.alone import Alone, MeanAndMax, beam, best_first, grow, likeliest_first
from mctslib.methods.bias import ProgressiveBias
from mctslib.methods.dice import solve_pig
from mctslib.methods.dreamer import Dreamer
from mctslib.methods.generations import Generations
from mctslib.methods.gumbel import Gumbel, completed_values
from mctslib.methods.line_boards import LineRules
from mctslib.methods.muzero import Model, MuZero
from mctslib.methods.network import Brain, Net, arrays, sizes, softmax
from mctslib.methods.puct import Puct, dirichlet
from mctslib.methods.rave import Rave
from mctslib.methods.refuse import refuse_all_but_two_players
from mctslib.methods.side_by_side import Forest, Imagined
from mctslib.methods.solver import Solver
from mctslib.methods.widening import Widening, draw_new_outcome, least_visited
from mctslib.tree import attach


def refused(call, *arguments, error=ValueError, **options):
    """Return the message with which a call is refused."""
    with pytest.raises(error) as caught:
        call(*arguments, **options)
    return str(caught.value)


def random_game(start, rng):
    """Yield the positions of a random game."""
    state = start
    yield state
    while not state.is_terminal():
        state = state.apply(rng.choice(list(state.legal_actions())))
        yield state


# ---------------------------------------------------------------------------- games


def test_a_word_before_the_deal_is_refused_with_what_can_be_said_there():
    assert "with the cards (): it must be one of ''." in refused(Kuhn, (), "p")
    assert "(0, 1): it must be one of '', 'p', 'b'" in refused(Kuhn, (0, 1), "x")


class Solo(NamedTuple):
    """A finished game for one named player."""

    reward: float
    num_players = 1
    player_names = ("Ada",)

    def rewards(self):
        return (self.reward,)


class Duo(Solo):
    """A finished game for two named players, who get the same reward."""

    num_players = 2
    player_names = ("Ada", "Bo")

    def rewards(self):
        return (self.reward, 1.0 - self.reward)


def test_a_result_names_the_players_as_the_game_does():
    assert names.result(Solo(1.0), Solo(1.0)) == "The game is over: Ada wins."
    shares = names.result(Duo(0.25), Duo(0.25))
    assert "for Ada" in shares and "for Bo" in shares


def test_a_position_of_pig_after_a_roll_is_the_one_made_from_its_numbers():
    rolled = Pig(20).apply(ROLL)
    assert repr(rolled.apply(3)) == repr(Pig(20, turn=3)) and rolled.apply(3) == Pig(20, turn=3)
    for face in range(1, 7):
        assert rolled.apply(face).rolling is False


def test_a_rolling_ball_ends_on_the_green():
    """The ball stops where it meets an edge, although rounding errors may lead beyond the edge."""
    rng = random.Random(0)
    for degrees in (0, 90, *(rng.uniform(0, 90) for _ in range(2000))):
        ball = rng.random(), rng.random()
        for axis in (0, 1):
            speed = (np.cos, np.sin)[axis](np.pi * degrees / 180)
            if speed > 1e-9:
                length = (1 - ball[axis]) / speed
                for x, y in roll(ball, degrees, length, 0.0):
                    assert 0 <= x <= 1 and 0 <= y <= 1


@pytest.mark.parametrize("mode", [1, 2])
def test_the_winner_of_sudo_is_who_gets_the_reward(mode):
    winners = set()
    for seed in range(30):
        *_, end = random_game(SudoTicTacToe(mode), random.Random(seed))
        winner = end.winner()
        winners.add(winner)
        wanted = (0.5, 0.5) if winner is None else (1.0 - winner, 0.0 + winner)
        assert tuple(end.rewards()) == wanted
    assert {0, 1} <= winners


@pytest.mark.parametrize("mode", [1, 2])
def test_a_mark_that_would_win_in_sudo_is_on_an_empty_cell_of_an_open_board(mode):
    """The winning cells are the cells that win if the player may mark any open cell."""
    found = 0
    for seed in range(20):
        for state in random_game(SudoTicTacToe(mode), random.Random(seed)):
            if state.is_terminal():
                continue
            opened = SudoTicTacToe(mode)._replace(x=state.x, o=state.o)
            for player in (0, 1):
                wins = set()
                for board in range(9):
                    if any(marks >> 81 + board & 1 for marks in (state.x, state.o)):
                        continue
                    for cell in range(9 * board, 9 * board + 9):
                        if (state.x | state.o) >> cell & 1 == 0:
                            free = opened._replace(current_player=player, actions=(cell,))
                            wins |= {cell} if free.apply(cell).winner() == player else set()
                bits = state.winning_bits(player)
                assert {cell for cell in range(81) if bits >> cell & 1} == wins
                found += len(wins)
    assert found > 20


def test_two_numbers_have_one_line_for_each_step():
    assert count_lines((2, 3)) == len(steps((2, 3)))


def test_a_hand_and_a_target_may_have_numbers_at_their_limits():
    assert TwentyFour(1, LARGEST_NUMBER, target=1).target == 1
    assert TwentyFour(1, 2, target=LARGEST_NUMBER).target == LARGEST_NUMBER
    for options in ({"target": 0}, {"target": LARGEST_NUMBER + 1}):
        assert refused(TwentyFour, 1, 2, **options).startswith("The target must be")


def test_the_safe_reward_ends_the_two_cards_at_once():
    laid = TwoCards().apply(0)
    assert laid.apply(0).is_terminal() != laid.apply(1).is_terminal()


def test_pig_names_the_number_that_it_refuses():
    assert refused(Pig, turn=1.5, error=TypeError).startswith("The turn total ")
    for scores in ((0.5, 0), (0, 0.5)):
        assert refused(Pig, scores=scores, error=TypeError).startswith("A score ")
    for first, second, turn in ((-1, 0, 0), (0, -1, 0), (0, 0, -1), (99, 0, 1), (0, 100, 0)):
        told = refused(Pig, 100, (first, second), turn)
        assert told == f"The points must be from 0 to 99, not {first} and {turn} against {second}."


def test_the_smallest_turn_total_can_be_held():
    assert Pig(20, turn=1).legal_actions() == (HOLD, ROLL)


WRONG_NUMBERS = [
    ({"angles": 0.5}, TypeError, "The number of directions"),
    ({"strengths": 0.5}, TypeError, "The number of strengths must be"),
    ({"strokes": 0.5}, TypeError, "The number of strokes must be"),
    ({"wall": "x"}, TypeError, "The wall must be a number"),
    ({"noise": "x"}, TypeError, "The noise must be a number"),
    ({"hole": 3}, TypeError, "The hole must be a pair of numbers"),
    ({"ball": 3}, TypeError, "The ball must be a pair of numbers"),
    ({"hole": ("x", 0.5)}, TypeError, "A coordinate of the hole must be a number"),
    ({"hole": (0.5, "x")}, TypeError, "A coordinate of the hole must be a number"),
    ({"angles": MOST_ACTIONS + 1, "strengths": 1}, ValueError, "A green needs at least 1"),
    ({"strokes": 0}, ValueError, "The number of strokes must be from 1 to 9, not 0"),
    ({"strokes": 10}, ValueError, "The number of strokes must be from 1 to 9, not 10"),
    ({"wall": -0.01}, ValueError, "The wall must leave a gap"),
    ({"wall": LONGEST_WALL + 0.01}, ValueError, "The wall must leave a gap"),
    ({"noise": MOST_NOISE + 0.1}, ValueError, "The noise must be from 0"),
    ({"hole": (0.5, 1 - RADIUS / 2)}, ValueError, "The hole must lie on the green"),
    ({"hole": (RADIUS / 2, 0.9)}, ValueError, "The hole must lie on the green"),
    ({"hole": (0.7 + RADIUS / 2, WALL_Y)}, ValueError, "lies on the wall"),
    ({"ball": (0.5, 1.5)}, ValueError, "The ball must lie on the green"),
    ({"ball": (-0.5, 0.5)}, ValueError, "The ball must lie on the green"),
]
NUMBERS_AT_THEIR_LIMITS = [
    {"angles": MOST_ACTIONS, "strengths": 1},
    {"strokes": 1},
    {"strokes": 9},
    {"wall": 0},
    {"wall": LONGEST_WALL},
    {"noise": MOST_NOISE},
    {"hole": (RADIUS, RADIUS)},
    {"hole": (1 - RADIUS, 1 - RADIUS)},
    {"ball": (0, 0)},
    {"ball": (1, 1)},
    {"ball": (0, WALL_Y), "wall": 0},
]


@pytest.mark.parametrize("options, error, told", WRONG_NUMBERS)
def test_a_green_names_the_number_that_it_refuses(options, error, told):
    message = refused(Putting, **options, error=error)
    assert told in message if told.startswith("lies") else message.startswith(told)


@pytest.mark.parametrize("options", NUMBERS_AT_THEIR_LIMITS)
def test_a_green_may_have_numbers_at_their_limits(options):
    assert Putting(**options).legal_actions()


# ---------------------------------------------------------------------------- arena


def test_a_player_who_is_far_behind_has_no_chance_and_no_overflow():
    result = MatchResult("a", "b", Tally(3, 1, 1), Tally(2, 1, 2))
    fit = Fit([result], ["a", "b"])
    with np.errstate(over="raise"):
        behind = fit.expected_scores(np.array([-2 * LARGEST, 2 * LARGEST, 0.0]))
        ahead = fit.expected_scores(np.array([LARGEST, 0.0, 0.0]))
    assert behind[0] == pytest.approx(0) and ahead[0] == pytest.approx(1)


def test_the_strength_of_a_level_counts_its_losses():
    told = str(Strength(3, "Nim", "random", Tally(7, 0, 1)))
    assert told.startswith("level 3 against random, Nim: 7 wins, 0 draws, 1 loss; 87.5% (")


def test_a_flat_search_with_the_same_seed_makes_the_same_playouts():
    found = [flat_search(TicTacToe(), 45, seed=7) for _ in range(3)]
    assert found[0] == found[1] == found[2]


def test_a_flat_player_who_has_not_searched_has_no_estimates():
    assert FlatMonteCarlo(5).estimates == {}


class TwoCoins(NamedTuple):
    """A game in which chance, player 1, tosses two coins before player 0 moves."""

    coins: tuple[str, ...] = ()
    num_players = 2
    chance_player = 1

    @property
    def current_player(self):
        return 1 if len(self.coins) < 2 else 0

    def legal_actions(self):
        return ("heads",)

    def chance_outcomes(self):
        return [("heads", 1.0)]

    def apply(self, action):
        return TwoCoins((*self.coins, action))

    def action_name(self, action):
        return action

    def is_terminal(self):
        return False


def test_the_moves_of_chance_are_told_one_after_the_other():
    assert Game(TwoCoins()).let_chance_move(random.Random(1)) == "Heads. Heads."


def test_the_first_step_of_a_match_of_pairs_is_no_pair(monkeypatch):
    seen = []
    monkeypatch.setattr(tournament, "followed", lambda steps, *_, **__: seen.extend(steps))
    tournament.paired_match(RandomPlayer(), RandomPlayer(), 3, progress=False)
    assert list(dict.fromkeys(seen)) == [0, 1, 2, 3]


def test_a_search_in_slices_goes_on_with_the_same_tree():
    limit = 12
    found = list(
        thinking.growing(Node(TicTacToe()), limit, random.Random(1), engine=search, slice_seconds=0)
    )
    assert len(found) > 1 and found[-1].iterations == found[-1].root.visits == limit


def test_in_a_browser_no_thread_watches_the_progress_bar(monkeypatch):
    from tqdm.auto import tqdm

    monkeypatch.setattr(tqdm, "monitor_interval", 10)
    monkeypatch.setattr(thinking, "in_browser", lambda: True)
    thinking.bar_of(3, "games", shown=False)
    assert tqdm.monitor_interval == 0


# ---------------------------------------------------------------------------- processes


class Broken:
    """A pool that accepts no job, and records how it is shut down."""

    def __init__(self, shut=None):
        self.shut = [] if shut is None else shut
        self.asked = 0

    def submit(self, *_):
        self.asked += 1
        raise RuntimeError("broken")

    def shutdown(self, **options):
        self.shut.append(options)


class Late(Broken):
    """A pool that finishes its only job after half a second."""

    def submit(self, function, *job):
        future = Future()
        timer = threading.Timer(0.5, lambda: future.set_result(function(*job)))
        timer.daemon = True
        timer.start()
        return future


def test_after_three_broken_pools_the_jobs_that_are_left_are_counted(monkeypatch):
    shut = []
    monkeypatch.setattr("mctslib.arena.spread.own_pool", lambda: Broken(shut))
    told = refused(list, spread(abs, [(1,), (2,)]), error=RuntimeError)
    assert told == f"The workers died {TRIES} times: 2 of 2 jobs are not done."
    assert shut == TRIES * [{"wait": False, "cancel_futures": True}]


def test_an_executor_that_is_broken_is_asked_once_and_left_open(monkeypatch):
    shut = []
    monkeypatch.setattr("mctslib.arena.spread.own_pool", lambda: Broken(shut))
    given = Broken()
    refused(list, spread(abs, [(1,)], given), error=RuntimeError)
    assert given.asked == 1 and given.shut == [] and len(shut) == TRIES - 1


def test_a_function_that_processes_cannot_receive_is_not_given_to_them(monkeypatch):
    monkeypatch.setattr("mctslib.arena.spread.own_pool", lambda: Broken())
    told = refused(list, spread(lambda n: n, [(1,)], Broken()), error=RuntimeError)
    assert told == NOT_PORTABLE


def test_while_no_job_is_done_the_caller_is_asked_again_and_again():
    found = list(spread(abs, [(-3,)], Late()))
    assert found[0] is None and found[-1] == (0, 3)


def test_the_workers_are_as_many_as_the_limit_allows_and_ignore_the_stop_button(monkeypatch):
    made = []
    monkeypatch.setattr(
        "concurrent.futures.ProcessPoolExecutor", lambda **options: made.append(options)
    )
    own_pool()
    [options] = made
    assert options["max_workers"] == workers()
    assert options["initializer"] is signal.signal
    assert options["initargs"] == (signal.SIGINT, signal.SIG_IGN)
    assert options["mp_context"].get_start_method() == "spawn"


def test_the_main_script_gets_its_file_and_its_spec_back(monkeypatch):
    main = sys.modules["__main__"]
    spec = importlib.machinery.ModuleSpec("script", None)
    monkeypatch.setattr(main, "__spec__", spec)
    monkeypatch.setattr(main, "__file__", "script.py", raising=False)
    with main_hidden():
        assert main.__spec__ is None and not hasattr(main, "__file__")
    assert main.__spec__ is spec and main.__file__ == "script.py"


# ---------------------------------------------------------------------------- policies and actions


def test_a_chance_node_without_children_is_named():
    node = Node(Urn("draw"))
    assert repr(node) in refused(due_child, node)


def test_expansion_picks_an_action_if_selection_has_picked_none():
    root = Node(TicTacToe())
    phases = by_action(lambda node: {root: 4}[node], "the method")
    child = phases.expand(root, random.Random(0))
    assert child.action == 4 and child.parent is root


def test_the_largest_float_is_a_weight():
    assert is_weight(float_info.max) and is_weight(0) and not is_weight(float("inf"))


@pytest.mark.parametrize("name, options", [("weight", {"weight": -1.0}), ("c", {"c": "much"})])
def test_progressive_bias_names_the_number_that_it_refuses(name, options):
    told = refused(ProgressiveBias, **options)
    assert told.startswith(f"The {name} of progressive bias must be a number ≥ 0, not ")


def test_priors_are_scaled_whatever_they_add_up_to():
    priors = Puct(lambda state: (dict.fromkeys(state.legal_actions(), 2 / 9), None))
    assert set(priors.opinion(Node(TicTacToe())).priors.values()) == {1 / 9}


@pytest.mark.parametrize(
    "prior, told",
    [
        (0.0, "The priors add up to 0: give at least one legal action a prior above 0."),
        (float("inf"), "The prior of action 0 is inf; it should be a number ≥ 0."),
    ],
)
def test_priors_that_cannot_be_scaled_are_refused(prior, told):
    method = Puct(lambda state: (dict.fromkeys(state.legal_actions(), prior), None))
    assert refused(method.opinion, Node(TicTacToe())) == told


def test_noise_may_replace_the_whole_prior():
    noisy = dirichlet(random.Random(0), share=1)({0: 1.0, 1: 0.0})
    assert sum(noisy.values()) == pytest.approx(1) and noisy[1] > 0


def test_without_amaf_an_untried_action_comes_first():
    assert Rave(k=0).terms(Node(TicTacToe()), 3) == (0.0, float("inf"))


def test_a_method_for_two_players_names_the_game_that_it_refuses():
    assert refuse_all_but_two_players(TicTacToe(), "This") is None
    told = refused(refuse_all_but_two_players, ThreeWay(), "This", error=CannotSearch)
    assert told == (
        "This cannot search ThreeWay, because the method is for two players and this game has 3:"
        " use plain search(state)."
    )


def test_a_node_whose_fact_is_known_is_left_along_the_proof():
    """The child with the proof has fewer visits, so UCB1 would choose the other child.

    UCB1: 0.5 + √(ln 100 / 60) = 0.78 and 0.3 + √(ln 100 / 40) = 0.64.  The proof is worth 1.
    """
    root = Node(TicTacToe())
    root.visits = 100
    for action, visits, value in ((0, 60, 0.5), (1, 40, 0.3)):
        child = attach(root, action)
        child.visits, child.value_sum = visits, visits * value
    solver = Solver()
    assert solver(root) is root.children[0]
    solver.facts[root] = solver.facts[root.children[1]] = (1.0, 0.0)
    assert solver(root) is root.children[1]


# ---------------------------------------------------------------------------- widening


def test_a_chance_node_may_have_one_child_at_first():
    widening = Widening(0.5, chance_exponent=0.5, chance_factor=0.5)
    assert widening.limit(Node(Urn("draw"))) == 1


@pytest.mark.parametrize(
    "number, by_probability, among_equals",
    [(0.1, "draw", "draw"), (0.25, "loss", "draw"), (0.6, "win", "loss"), (1.0, "win", None)],
)
def test_a_widening_method_draws_new_outcomes_by_their_probability(
    number, by_probability, among_equals
):
    """The outcomes are draw (0.2), loss (0.1) and win (0.7)."""
    drawn = Widening(0.5, chance_exponent=0.5).expand(Node(Urn("draw")), FixedRandom(number))
    assert drawn.action == by_probability
    if among_equals:
        plain = Widening(0.5).expand(Node(Urn("draw")), FixedRandom(number))
        assert plain.action == among_equals


@pytest.mark.parametrize("number, drawn", [(0.6, "draw"), (0.7, "loss")])
def test_the_outcomes_without_a_child_share_the_probability(number, drawn):
    """Without the win, a draw has 2/3 of the remaining probability, and a loss has 1/3."""
    node = Node(Urn("draw"))
    attach(node, "win")
    assert draw_new_outcome(node, FixedRandom(number)) == drawn


def test_outcomes_without_probabilities_are_drawn_among_equals():
    assert draw_new_outcome(Node(TicTacToe()), FixedRandom(0.6)) == 5


def test_without_a_generator_the_outcome_with_the_fewest_visits_is_kept():
    node = Node(Urn("draw"))
    for action, visits in (("win", 7), ("draw", 1), ("loss", 2)):
        attach(node, action).visits = visits
    kept = Widening(0.5, chance_exponent=0.5, replay="by count").kept_outcome(node)
    assert kept.action == "draw", "1 / 0.2 is less than 7 / 0.7 and 2 / 0.1"


def test_an_outcome_that_cannot_happen_is_not_visited_again():
    outcomes = [("never", 0.0), ("always", 1.0)]
    state = SimpleNamespace(chance_outcomes=lambda: outcomes, current_player=1)
    node = Node(state)
    for action in ("never", "always"):
        node.children[action] = Node(state, node, action)
        node.children[action].visits = 5
    assert least_visited(node).action == "always"


# ---------------------------------------------------------------------------- a single player


def even(state):
    actions = state.legal_actions()
    return dict.fromkeys(actions, 1 / len(actions)), None


@pytest.mark.parametrize(
    "method",
    [
        lambda state: best_first(state, 5, lambda position: 0.5),
        lambda state: likeliest_first(state, 5, even),
        lambda state: beam(state, 5, even, 2),
        lambda state: grow(state, 5),
    ],
)
def test_the_methods_for_one_player_say_that_chance_stops_them(method):
    assert "chance" in refused(method, Urn(), error=CannotSearch)


def test_a_judge_is_asked_once_for_each_position():
    asked = []

    def judge(state):
        asked.append(state)
        return even(state)[0], 0.25

    method = Alone(judge)
    found = search(Climb(), 60, seed=1, **method.options())
    inner = [node for node in found.root.descendants() if not node.state.is_terminal()]
    assert sorted(asked) == sorted(node.state for node in inner)


@pytest.mark.parametrize("value, untried", [(0.25, 0.25), (None, 0.75)])
def test_an_untried_action_is_worth_the_judge_s_value_if_there_is_one(value, untried):
    method = Alone(lambda state: (even(state)[0], value), untried=0.75)
    assert method.opinion(Node(Climb())).untried == untried


def test_a_child_without_a_known_best_reward_counts_as_if_it_had_earned_nothing():
    child = Node(Climb(1, 1))
    child.visits, child.value_sum = 4, 3.0
    assert MeanAndMax(weight=0.25).value(child) == 0.75 * 0.75


# ---------------------------------------------------------------------------- dice and cards


def test_holding_in_pig_leaves_the_opponent_what_the_own_points_leave():
    goal = 6
    found = solve_pig.__wrapped__(goal)
    for own in range(goal):
        for other in range(goal):
            for turn in range(goal - own):
                after = 1 - found.win[other, own + turn, 0]
                assert found.hold[own, other, turn] == pytest.approx(after, abs=1e-8)


def test_pig_is_not_solved_beyond_the_digits_of_a_float():
    """With a tolerance below 1e-12 the sweeps might never end, because last digits may change."""
    exact = solve_pig(3, 1e-12).win[0, 0, 0]
    assert exact == pytest.approx(solve_pig(3).win[0, 0, 0], abs=1e-8)
    assert refused(solve_pig, 3, 0.0) == "tolerance must be a number ≥ 1e-12, not 0.0."


def test_without_mixing_an_opponent_in_kuhn_poker_wins_a_sixth_of_a_coin():
    """The best plan without mixing loses 1/6 of a coin to an opponent who knows the plan.

    The test tries all pairs of plans for the two seats.
    """
    assert poker.least_without_mixing() == Fraction(1, 6)
    views = sorted(poker.VIEWS)
    rng = random.Random(0)
    for _ in range(200):
        plan = {view: rng.randrange(2) for view in views}
        assert poker.exploitability(plan) >= Fraction(1, 6)


# ---------------------------------------------------------------------------- learners


class Counting(Generations):
    """A learner whose generation consists of four steps."""

    def __init__(self):
        self.generation = 0
        self.done = 0

    @property
    def progress(self):
        return self.done / 4

    def step(self):
        self.done += 1
        if self.done == 4:
            self.generation, self.done = self.generation + 1, 0


def test_the_slices_of_a_learner_tell_the_fraction_of_the_generations_that_is_done():
    learner = Counting()
    assert list(learner.slices(1)) == [1 / 4, 2 / 4, 3 / 4, 1]
    assert list(learner.slices(2)) == [number / 8 for number in range(1, 9)]


FOUR = ((0, 1), (1, 2), (2, 3), (0, 3))
SMALL = {"games": 4, "iterations": 4, "steps": 3, "batch": 8}


def test_a_learner_imagines_a_board_of_another_size():
    learner = Dreamer(LineRules(FOUR, cells=4), **SMALL)
    assert learner.model.cells == 4
    learner.learn(1)
    assert learner.generation == 1


def test_a_learner_keeps_the_losses_of_its_last_thousand_steps():
    learner = Dreamer(LineRules(FOUR, cells=4), **SMALL)
    learner.losses = [(float(number), 0.0, 0.0) for number in range(1000)]
    learner.learn(1)
    assert len(learner.losses) == 1000 and learner.losses[0][0] == SMALL["steps"]


def test_a_stored_learner_has_no_gradients():
    learner = Dreamer(LineRules(FOUR, cells=4), **SMALL)
    learner.learn(1)
    stored = pickle.loads(pickle.dumps(learner))
    assert {parameter.gradient for parameter in stored.parameters} == {None}


def test_lines_that_do_not_fit_a_board_are_refused():
    assert refused(LineRules, ()) == "A game of lines needs at least one line."
    told = refused(LineRules, ((0, 1), (1, 4)), cells=4)
    assert told == "A line of this game must be 2 different cells from 0 to 3, not (1, 4)."


def test_a_line_may_go_through_the_whole_board():
    assert LineRules(((0, 1),), cells=2).length == 2


# ---------------------------------------------------------------------------- Gumbel


def visited(visits, value_sum):
    child = Node(TicTacToe())
    child.visits, child.value_sum = visits, value_sum
    return child


def test_actions_with_a_prior_of_0_count_in_the_mixed_value():
    """v = (own + N · mean) / (1 + N) = (0.5 + 3 · 1) / 4."""
    values = completed_values({0: 0.0, 1: 1.0}, {0: visited(3, 3.0)}, 0.5)
    assert values == {0: 1.0, 1: pytest.approx(0.875)}


def test_before_the_first_visit_each_action_weighs_what_the_judge_says():
    method = Gumbel(lambda state: (even(state)[0], 0.25), c_visit=50.0, c_scale=2.0)
    weighed = method.weighed(Node(TicTacToe()))
    assert set(weighed.values()) == {50.0 * 2.0 * 0.25}


# ---------------------------------------------------------------------------- networks


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


def test_weight_decay_pulls_the_weights_towards_0():
    pulled, left = Net(18, 9, (4,), seed=1), Net(18, 9, (4,), seed=1)
    for net, decay in ((pulled, 10.0), (left, 0.0)):
        for _ in range(20):
            net.learn(*lesson(net, 1.0), decay=decay)
    assert sum(np.abs(w).sum() for w in pulled.weights) < sum(np.abs(w).sum() for w in left.weights)


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


def test_parameters_that_do_not_fit_are_refused_with_their_shapes():
    told = refused(Net.of, [np.zeros((18, 4)), np.zeros(3)])
    assert "the shapes [(18, 4), (3,)] do not fit each other" in told


@pytest.mark.parametrize("start", [Nim(3, 4), MovesTwice()])  # games with other cells or no cells
def test_a_game_without_cells_of_x_and_o_has_no_network(start):
    assert refused(sizes, start) == (
        f"{type(start).__name__} has no encoding: it needs `cells()` of X, O and '.', and whole "
        "numbers as actions."
    )


@pytest.mark.parametrize("state, cells, actions", [(TicTacToe(4), 16, 16), (ConnectFour(), 42, 7)])
def test_a_network_refuses_the_positions_of_another_game(state, cells, actions):
    brain = Brain(Net(18, 9, (4,)), TicTacToe())
    assert refused(brain, state, error=CannotSearch) == (
        "This network judges boards of 9 cells with 9 actions, but"
        f" {type(state).__name__} has {cells} cells and {actions} actions here:"
        " use a network that was trained for this game."
    )


def test_an_error_inside_a_network_that_fits_is_not_put_down_to_the_game(monkeypatch):
    brain = Brain(Net(18, 9, (4,)), TicTacToe())
    monkeypatch.setattr(brain.net, "forward", lambda *_: [][0])
    refused(brain, TicTacToe(), error=IndexError)


# ---------------------------------------------------------------------------- dreams

MODEL = Model(9, seed=3)


def test_a_dream_has_short_numbers_and_no_rewards():
    dream = MODEL.dream(POSITION)
    assert dream.latent.dtype == np.float32
    told = "A dream does not end, so it has no rewards: use the model's value."
    assert refused(dream.rewards) == told


def test_the_priors_of_a_model_for_the_legal_actions_add_up_to_1():
    priors, value = MODEL.judge(POSITION)
    assert set(priors) == set(POSITION.legal_actions())
    assert sum(priors.values()) == pytest.approx(1) and 0 < value < 1


def test_a_dream_whose_playout_was_interrupted_is_not_expanded():
    method = MuZero(MODEL)
    root = Node(POSITION)
    root.visits = 1
    child = method.expand(root, random.Random(0))
    assert child.parent is root
    assert method.expand(child, random.Random(0)) is child, "the node has no visits yet"


def test_the_children_of_a_root_are_in_the_order_of_the_actions_once_all_are_there():
    method = MuZero(MODEL)
    root = Node(POSITION)
    added = list(reversed(POSITION.legal_actions()))
    added = added[:2] + added[3:] + added[2:3]
    for action in added[:-1]:
        method.fall_asleep(root, action)
    assert list(root.children) == added[:-1]
    method.fall_asleep(root, added[-1])
    assert list(root.children) == sorted(added)


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


def test_an_action_without_a_prior_is_not_picked_in_a_forest():
    assert forest(0, (1.0, 0.0), (10, 0), (0.0, 0.0)).pick(np.array([0])) == [0]
