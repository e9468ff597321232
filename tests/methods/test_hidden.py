"""Results for Pig, information sets, determinization and Kuhn poker agree with other sources.

The expected numbers were computed by hand or with other programs.
"""

import inspect
import random
from fractions import Fraction
from itertools import permutations
from math import inf, isnan
from statistics import fmean

import pytest
from test_exercises_00_03_04 import exercises, skeleton

import build
from mctslib import UCB1, search
from mctslib.arena.session import Game
from mctslib.chance import chance_to_move
from mctslib.course import measured
from mctslib.course.ch17 import twelve_views
from mctslib.door import limits
from mctslib.games import Kuhn, Pig, TwoCards
from mctslib.methods import hidden, poker
from mctslib.methods.dice import chances, solve_pig
from mctslib.methods.hidden import counts_at, determinized, information_search, promised, shares
from mctslib.methods.poker import (
    VIEWS,
    best_plan,
    best_response,
    coins_of,
    counterfactual_regret,
    determinized_strategy,
    exploitability,
    matched,
    mean_coins,
    most_visited_strategy,
    nash,
    nearest_bluff,
    position_of,
    share_strategy,
    sweep,
    views_of,
    zeros,
)
from mctslib.tree import Node
from mctslib.widgets import Play
from mctslib.widgets.play.veil import hidden_slices, seen

STORED = measured("ch17/hidden")
HALVES = {view: Fraction(1, 2) for view in VIEWS}


# ---------------------------------------------------------------------------- Pig


def test_pig_to_two_by_hand():
    """Any face but 1 wins, so p = 5/6 + (1 − p) / 6."""
    assert solve_pig(2).win[0, 0, 0] == pytest.approx(6 / 7, abs=1e-8)


@pytest.mark.parametrize("goal", [3, 12])
def test_the_values_keep_bellman_s_equation(goal):
    found = solve_pig(goal)
    last = goal - 1
    for own, other, turn in (
        (0, 0, 0),
        (0, 0, last),
        (1, 2, 0),
        (1, 0, 1),
        (0, 1, last - 1),
        (last, 0, 0),
    ):
        state = Pig(goal, (own, other), turn)
        for action, chance in chances(state).items():
            after = state.apply(action)
            nexts = (
                [after.apply(face) for face in after.legal_actions()] if after.rolling else [after]
            )
            assert chance == pytest.approx(sum(map(_win, nexts)) / len(nexts), abs=1e-8)
    assert 0 < found.win[0, 0, 0] < 1 == found.win.max()


def _win(state):
    """Return player 0's probability of winning, from the solution for the player to move."""
    own = 1.0 if state.is_terminal() else max(chances(state).values())
    return own if state.mover == 0 else 1 - own


def test_what_is_known_of_pig():
    assert solve_pig(20).win[0, 0, 0] == pytest.approx(0.61556, abs=1e-5)
    assert STORED["pig"] == {"goal": 100, "first": 0.530593, "hold": 21}


@pytest.mark.long
def test_the_stored_value_of_pig_to_100():
    from tests.bench.hidden import pig

    assert pig(100) == STORED["pig"]


# ---------------------------------------------------------------------------- views


def reachable(state):
    yield state
    for action in state.legal_actions():
        yield from reachable(state.apply(action))


@pytest.mark.parametrize("start", [Kuhn(), TwoCards(0.6)], ids=lambda s: type(s).__name__)
def test_determinizations_are_what_the_player_cannot_tell_apart(start):
    positions = []
    for state in reachable(start):
        if not state.is_terminal() and not chance_to_move(state):
            positions.append(state)
    for state in positions:
        player = state.current_player
        alike = {
            s
            for s in positions
            if s.current_player == player and s.view(player) == state.view(player)
        }
        assert set(state.determinizations()) == alike
        assert state in alike
        assert {tuple(other.legal_actions()) for other in alike} == {tuple(state.legal_actions())}


def test_determinization_promises_1_and_the_truth_is_a_half():
    assert promised(TwoCards(0.6, 0)) == {0: 0.6, 1: 1.0} == promised(TwoCards(0.6, 1))
    risk = [determinized(TwoCards(0.6, 0), 300, random.Random(seed))[1] for seed in range(10)]
    assert min(risk) > 0.9
    for seed in range(10):
        table = information_search(TwoCards(0.6, 0), 300, random.Random(seed))
        counts = counts_at(table, TwoCards(0.6, 0))
        assert counts[0].visits > counts[1].visits
        assert counts[1].mean < 0.7


@pytest.mark.parametrize("iterations, each", [(21, 10), (1, 1)])
def test_determinization_is_a_search_of_each_deal_and_the_mean(iterations, each):
    state, rng = TwoCards(0.6, 0), random.Random(3)
    roots = [
        search(determinization, each, seed=rng, tree_policy=UCB1(0.3)).root
        for determinization in state.determinizations()
    ]
    found = determinized(state, iterations, random.Random(3), 0.3)
    for action in {action for root in roots for action in root.children}:
        values = [root.children[action].value for root in roots if action in root.children]
        assert found.pop(action) == fmean(values)
    assert not found
    beliefs = [{0: q} for q in (0.1, 0.2, 0.3)]
    assert hidden.mean_beliefs(beliefs) == {0: 0.6 / 3}, "on each version of Python"
    c_not_given = determinized(state, 60, random.Random(3))
    assert c_not_given == determinized(state, 60, random.Random(3), 1.0)


def test_the_engine_does_not_look():
    """With the same random numbers, the table is the same whichever card is the ace."""
    deals = (0, ()), (1, ()), (0, (1.0,))  # c is 1 by default
    tables = [information_search(TwoCards(0.6, ace), 80, random.Random(3), *c) for ace, c in deals]
    first, second, third = (all_numbers(table) for table in tables)
    assert first == second == third


def test_the_table_adds_up():
    table = information_search(Kuhn(), 200, random.Random(0))
    first = [table[0, (card, "")] for card in range(3)]
    assert sum(count.visits for counts in first for count in counts.values()) == 200
    for counts in table.values():
        visits = sum(count.visits for count in counts.values())
        assert {count.available for count in counts.values()} == {visits}
        assert sum(shares(counts).values()) == 1
        assert all(0 <= count.mean <= 1 for count in counts.values())
    untried = hidden.Tried()
    assert counts_at({}, Kuhn((0, 1))) == {} == shares({}) == shares({0: untried})
    assert isnan(untried.mean)
    assert untried.score(1) == inf


def test_the_first_press_of_the_stop_button_keeps_the_table(monkeypatch):
    calls, iterate = [], hidden.iterate

    def pressing(*arguments):
        calls.append(arguments)
        if len(calls) == 30:
            limits.STOP_BUTTON.pressed(0, None)
        iterate(*arguments)

    monkeypatch.setattr(hidden, "iterate", pressing)
    table = information_search(TwoCards(0.6, 0), 10_000, random.Random(3))
    assert sum(count.visits for count in table[0, ()].values()) == len(calls) == 30


# ---------------------------------------------------------------------------- Kuhn poker


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhn_s_strategies_lose_nothing(bluff):
    assert (
        mean_coins(nash(bluff))
        == Fraction(-1, 18)
        == best_response(nash(bluff), 0)
        == -best_response(nash(bluff), 1)
    )
    assert exploitability(nash(bluff)) == 0
    assert isinstance(mean_coins(dict.fromkeys(VIEWS, 1)), Fraction), "also for whole numbers"


def test_known_exploitabilities():
    assert exploitability(HALVES) == Fraction(11, 24)
    believed = determinized_strategy()
    assert exploitability(believed) == Fraction(1, 6)
    assert [believed[2, said] for said in ("", "p", "b")] == [Fraction(1, 2), Fraction(1, 2), 1], (
        "a player who sees the king never calls, so a bet brings the same as a pass"
    )


def test_one_deal_of_regret_matching_by_hand():
    """Player 0 has the jack, player 1 has the queen, and each action has probability ½.

    Player 1 plays the moves that lead to this view with probability ¼.  In coins, pass pass is
    worth −1 and pass bet is worth (−1 − 2)/2 = −1.5, so a pass is worth −1.25.  A bet is worth
    (1 − 2)/2 = −0.5, and the mean is −0.875.
    """
    regret, total = zeros(), zeros()
    assert sweep(Kuhn((0, 1)), (1.0, 0.25), lambda view: (0.5, 0.5), regret, total) == -0.875
    assert {view: found for view, found in regret.items() if any(found)} == {
        (0, ""): [-0.09375, 0.09375],  # ¼ of −1.25 + 0.875
        (1, "p"): [-0.125, 0.125],
        (1, "b"): [-0.75, 0.75],  # ½ of −(−1 + 1.25), of −(1 + 0.5)
        (0, "pb"): [0.0625, -0.0625],  # ¼ · ½ of −1 + 1.5
    }
    assert {view: found for view, found in total.items() if any(found)} == {
        (0, ""): [0.5, 0.5],
        (1, "p"): [0.125, 0.125],
        (1, "b"): [0.125, 0.125],
        (0, "pb"): [0.25, 0.25],
    }


def test_regret_matching_by_hand():
    """Probabilities are proportional to positive regrets; if no regret is positive, both are ½."""
    assert matched([3.0, 1.0]) == (0.75, 0.25)
    assert matched([-2.0, 1.0]) == (0.0, 1.0)
    assert matched([0.0, 0.0]) == matched([-1.0, -2.0]) == (0.5, 0.5)


@pytest.mark.parametrize("iterations, expected", [(100, 0.0082), (1000, 0.0009)])
def test_how_exploitable_regret_minimisation_is(iterations, expected):
    """The expected values are those of open_spiel."""
    strategy = counterfactual_regret(iterations)
    assert round(float(exploitability(strategy)), 4) == expected
    assert mean_coins(strategy) == pytest.approx(-1 / 18, abs=2e-3)
    assert all(0 <= bet <= 1 for bet in strategy.values())
    assert list(strategy) == list(VIEWS)


def test_the_most_visited_action_is_worse_than_the_shares():
    for seed in range(3):
        table = information_search(Kuhn(), 1000, random.Random(seed), 0.7)
        assert (
            exploitability(share_strategy(table))
            < Fraction(1, 8)
            < exploitability(most_visited_strategy(table))
        )


def test_a_stored_row_can_be_computed_again():
    from tests.bench.hidden import growing, rounded

    row = next(row for row in STORED["kuhn"] if row["iterations"] == 300)
    for seed in range(2):
        tables = growing(Kuhn(), seed)
        next(tables)  # after 100 iterations
        table = next(tables)
        assert rounded(exploitability(share_strategy(table))) == row["shares"][seed]
        most_visited = exploitability(most_visited_strategy(table))
        assert rounded(most_visited) == row["most visited"][seed]
    for row in STORED["kuhn"]:
        assert len(row["shares"]) == len(row["most visited"]) == 10
        assert len(row["from the view"]) == 10


@pytest.mark.parametrize("state", [Kuhn(), *map(position_of, VIEWS)], ids=str)
def test_the_compiled_search_counts_what_the_library_counts(state):
    """The compiled search counts the same numbers as the library.

    The counts agree even if the table of the compiled search grows in two steps.
    """
    from tests.bench.kuhn_kernel import KuhnSearch

    compiled = KuhnSearch(state, 4, 0.7)
    compiled.grow(170)
    compiled.grow(230)
    assert all_numbers(compiled.table()) == all_numbers(
        information_search(state, 400, random.Random(4), 0.7)
    )


def all_numbers(table):
    """Return the numbers of a table as a dict: (view, action) → (available, visits, reward sum)."""
    found = {}
    for view, counts in table.items():
        for action, count in counts.items():
            found[view, action] = (count.available, count.visits, count.reward)
    return found


@pytest.mark.parametrize("seed", range(2))
def test_the_engine_at_the_board_is_the_one_that_is_measured(seed):
    """In each hand and at each turn, `Play` continues one table that begins at the deal."""
    panel = Play(Kuhn(), iterations=400, seed=seed, human=None)
    panel.pause()
    engine = panel.tables[400]
    again = random.Random()
    again.setstate(panel.rng.getstate())
    root = Node(Kuhn((0, 2), "b"))
    list(hidden_slices(root, engine, 400, again))
    bet = root.children[1].visits / root.visits
    assert engine.done == 400
    assert bet == float(share_strategy(engine.table)[2, "b"])


def test_the_best_plan_is_the_best_of_64():
    for player in (0, 1):
        plan = best_plan(HALVES, player)
        assert set(plan) == set(views_of(player))
        assert coins_of(plan, HALVES, player) == best_response(HALVES, player)
        for view in plan:
            other = {**plan, view: 1 - plan[view]}
            assert coins_of(other, HALVES, player) <= best_response(HALVES, player)


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(7, 100), Fraction(1, 3)])
def test_the_nearest_perfect_strategy_of_a_perfect_one_is_itself(bluff):
    assert nearest_bluff(nash(bluff)) == bluff


def test_the_table_of_the_twelve_views_says_both_shares():
    lines = twelve_views(determinized_strategy()).splitlines()
    assert len(lines) == 5 and lines[2].split()[:6] == ["after", "a", "pass", "0%", "◆", "33%"]


# ---------------------------------------------------------------------------- chapter 17


def test_the_notebook_s_code_is_the_library_s():
    cells = [build.solution(cell) for cell in exercises("17")]
    cell = next(cell for cell in cells if "def pick(" in cell)
    assert skeleton(cell) == skeleton(inspect.getsource(hidden.pick))


def test_two_people_at_one_screen_see_only_the_card_of_who_is_to_move():
    shown = {}
    for cards in permutations(range(3), 2):
        game = Game(Kuhn())
        game.states.append(Kuhn(cards))
        for action in (0, 1):  # a pass, then a bet: each player is to move, then the first again
            view = seen(game, lambda player: False, ["player 0", "player 1"])
            mover = game.state.current_player
            page = str(view), view._repr_svg_()
            shown.setdefault((mover, game.state.said, cards[mover]), set()).add(page)
            game.play(action)
    assert len(shown) == 6
    assert all(len(pages) == 1 for pages in shown.values()), "the other card changes the page"
    assert len(set().union(*shown.values())) == 6, "one's own card is shown"


def test_without_mixing_an_opponent_in_kuhn_poker_wins_a_sixth_of_a_coin():
    """The best plan without mixing loses 1/6 of a coin to an opponent who knows the plan.

    The test tries all pairs of plans for the two seats.
    """
    assert poker.least_without_mixing() == Fraction(1, 6)
    views = sorted(poker.VIEWS)
    rng = random.Random(0)
    for _ in range(20):
        plan = {view: rng.randrange(2) for view in views}
        assert poker.exploitability(plan) >= Fraction(1, 6)
