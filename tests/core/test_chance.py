"""In dice and card games, chance is a player who moves with the probabilities of the game."""

import random
from fractions import Fraction
from types import SimpleNamespace

import pytest
from small_games import Urn
from toys import FixedRandom

from mctslib import UCB1, Highest, Node, blocking, oracle, search, uniform
from mctslib.arena import MCTSPlayer, RandomPlayer, match
from mctslib.arena.matches import for_two, play_game
from mctslib.chance import chance_outcomes, chance_to_move, draw_outcome, due_child
from mctslib.checks import check_game, check_tree, perft
from mctslib.draw.scores import scores
from mctslib.game import IllegalAction
from mctslib.games import Kuhn, Nim, Pig, TwoCards
from mctslib.games.names import coins
from mctslib.search import uct
from mctslib.tree import attach
from mctslib.widgets.play.play import Play
from mctslib.words import count


@pytest.mark.parametrize("start", [Pig(12), Kuhn(), TwoCards()], ids=lambda s: type(s).__name__)
def test_the_games_keep_every_rule(start):
    assert check_game(start, 60).ok and str(start) == repr(start)
    root = Node(start)
    uct(root, 200, seed=0)
    check_tree(root, 200)


def test_perft_by_hand():
    """The counts of `perft` for Pig up to 3 points and for Kuhn poker agree with counts by hand.

    In Pig a roll comes first, followed by one of 6 faces.  After a 1 the other player rolls.  After
    a 2 the player may roll or hold.  The other faces end the game.  There are 6 + 1 + 6 = 13
    sequences of 4 actions and 3 + 6 + 1 = 10 sequences of 5.
    """
    assert [perft(Pig(3), depth) for depth in range(6)] == [1, 1, 6, 3, 13, 10]
    # In Kuhn poker one of 6 deals comes first.  Then the players pass (p) or bet (b) in turn.  The
    # sequences pp, bp and bb end the game.
    assert [perft(Kuhn(), depth) for depth in range(5)] == [
        1,
        6,
        12,
        24,
        12,
    ]
    assert [perft(TwoCards(), depth) for depth in range(4)] == [1, 2, 4, 4]


def test_what_is_not_legal():
    for state in (TwoCards(0.6, 0), Pig(20), Kuhn((0, 1)), Nim(3)):
        with pytest.raises(IllegalAction):
            state.apply(7)
        with pytest.raises(ValueError):
            state.rewards()
    with pytest.raises(IllegalAction):
        Pig(20).apply(0)
    with pytest.raises(IllegalAction, match="the legal actions are 0, 1, 2"):
        Nim(3).apply(7)
    with pytest.raises(IllegalAction, match="the game is over"):
        Nim(3).apply(0).apply(0)


# ---------------------------------------------------------------------------- probabilities


def test_without_probabilities_of_its_own_chance_is_even():
    assert chance_outcomes(TwoCards()) == [(0, Fraction(1, 2)), (1, Fraction(1, 2))]
    assert chance_outcomes(Urn("draw")) == [("draw", 0.2), ("loss", 0.1), ("win", 0.7)]


def test_outcomes_are_drawn_by_their_probabilities():
    """A random number below 0.2 gives "draw", from 0.2 to 0.3 "loss", and above 0.3 "win"."""
    for policy in [draw_outcome, uniform, blocking]:
        for number, outcome in [
            (0.0, "draw"),
            (0.19, "draw"),
            (0.21, "loss"),
            (0.29, "loss"),
            (0.31, "win"),
            (0.999, "win"),
        ]:
            assert policy(Urn("draw"), FixedRandom(number)) == outcome


def test_exact_values_take_the_mean_over_outcomes():
    """The exact values of the urn are 0.8 with best play and 0.6 with random play.

    With best play the mean is 0.2 · ½ + 0.1 · 0 + 0.7 · 1 = 0.8.  With random play it is ½ · 0.4 +
    ½ · 0.8 = 0.6.
    """
    assert oracle.value(Urn()) == pytest.approx(0.8) and oracle.optimal_actions(Urn()) == ["try"]
    assert oracle.expected_value(Urn()) == pytest.approx(0.6)
    assert oracle.flat_values(Urn()) == pytest.approx({"keep": 0.4, "try": 0.8})
    assert oracle.expected_value(Urn(), 0, lambda state: ["try"]) == pytest.approx(0.8)
    assert oracle.value(TwoCards(0.6), 0) == 1  # a player who sees the cards finds the ace


@pytest.mark.parametrize("policy", [UCB1(), UCB1(0.0), Highest(lambda node, child: child.value)])
def test_a_search_visits_outcomes_in_proportion_to_their_probability(policy):
    """Each outcome gets its share of the visits, whichever tree policy the search uses."""
    root = Node(Urn("draw"))
    uct(root, 1000, 0, policy)
    visits = {action: child.visits for action, child in root.children.items()}
    assert visits == {"draw": 200, "loss": 100, "win": 700}
    assert search(Urn(), 500, seed=0).action == "try"


def test_even_outcomes_are_visited_as_ucb1_would():
    """For equally likely outcomes, UCB1 grows the same tree, because chance's rewards are 0."""
    formula = UCB1(1.0)
    even = search(Pig(20), 400, seed=3).root
    by_formula = search(Pig(20), 400, seed=3, tree_policy=Highest(formula.score)).root
    visits = [node.visits for node in even.descendants()]
    assert visits == [node.visits for node in by_formula.descendants()]
    chance_nodes = [node for node in even.descendants() if chance_to_move(node.state)]
    for node in chance_nodes:
        faces = [child.visits for child in node.children.values()]
        assert max(faces, default=0) - min(faces, default=0) <= 1


def test_scores_of_outcomes_are_how_far_they_lag_behind():
    """The score of an outcome is p · N − n.

    For N = 10 the scores are 0.2 · 10 − 2, 0.1 · 10 − 2 and 0.7 · 10 − 6.
    """
    root = Node(Urn("draw"))
    root.visits = 10
    for action, visits in (("draw", 2), ("loss", 2), ("win", 6)):
        attach(root, action).visits = visits
    assert [score.total for score in scores(root, UCB1())] == pytest.approx([0, -1, 1])
    assert due_child(root).action == "win"
    del root.children["win"]  # an outcome without a node is skipped
    assert due_child(root).action == "draw" and len(scores(root, UCB1())) == 2
    root.children["draw"].visits = 3  # both lag 1 behind, and the first is due
    assert due_child(root).action == "draw"
    with pytest.raises(ValueError):
        due_child(Node(Urn("draw")))


def test_if_rounding_leaves_a_gap_above_the_probabilities_the_last_outcome_is_drawn():
    outcomes = [("first", 0.5), ("last", 0.5 - 1e-9), ("never", 0.0)]
    state = SimpleNamespace(chance_outcomes=lambda: outcomes)
    assert draw_outcome(state, FixedRandom(1 - 1e-12)) == "last"


def test_a_match_with_dice():
    assert match(MCTSPlayer(20), RandomPlayer(), 4, state=Pig(15), progress=False).games == 4
    done = play_game([RandomPlayer()] * 2, Pig(15), random.Random(0))
    assert sum(done.rewards) == 1 and len(done.rewards) == 3
    with pytest.raises(ValueError):
        for_two(TwoCards())


def test_the_widget_says_what_the_die_shows():
    play = Play(Pig(20), human="both", seed=0, iterations=20, tree=False)
    assert len(play.controls.sides) == 2
    play.play(1)
    assert play.remark == f"The die shows {play.game.last}." and not chance_to_move(play.game.state)
    play.take_back()
    assert play.game.state == Pig(20) and "Taken back" in play.board.line.text


# ----------------------------------------------------------------- hidden cards at the board


def told(play):
    """Return one string with a panel's still picture, its text, and the values of all its parts."""
    parts, words = [play], []
    for part in parts:
        parts += getattr(part, "children", ())
        state = {
            name: value
            for name, value in part.get_state().items()
            if name not in ("children", "layout", "style", "_esm", "_css")
        }
        words.append(str(state))
    return " ".join([*words, play.static_picture(), play.static_text()])


@pytest.mark.parametrize("human, mine, theirs", [(0, "queen", "king"), (1, "king", "queen")])
def test_the_other_s_card_is_neither_shown_nor_told(human, mine, theirs):
    play = Play(Kuhn((1, 2)), human=human, seed=0, iterations=60)
    play.work.catch_up(20)
    while not play.game.state.is_terminal():
        assert mine in told(play) and theirs not in told(play) and "Q = " not in told(play)
        play.hint()
        play.work.catch_up(20)
        assert theirs not in told(play) and "Q = " not in told(play)
        play.play(0)
        play.work.catch_up(20)
    assert (
        play.status.error is None
        and mine in told(play)
        and theirs in told(play)
        and "coin" in told(play)
    )


def test_the_purse_counts_each_hand_once():
    play = Play(Kuhn(), seed=2, iterations=60)
    assert play.headline.words == "Your turn: pass or bet? Your purse: 0 coins."
    for hand in range(1, 4):
        while not play.game.state.is_terminal():
            play.play(1)
            play.work.catch_up(20)
        assert f"Your purse after {count(hand, 'game')}: " in play.headline.words
        purse = sum(state.coins() for state in [*play.finished, play.game.state])
        play.new_game()
        assert f"Your purse after {count(hand, 'game')}: {coins(purse)}." in play.headline.words


@pytest.mark.parametrize("start", [Kuhn(), TwoCards()], ids=lambda state: type(state).__name__)
def test_after_the_cards_have_been_shown_nothing_is_taken_back(start):
    play = Play(start, seed=2, iterations=60)
    while not play.game.state.is_terminal():
        play.play(0)
        play.work.catch_up(20)
    shown = play.game.state
    play.take_back()
    assert play.game.state == shown and "cards have been shown" in play.board.line.text
    play.new_game()
    assert not play.game.state.is_terminal()


def test_the_engine_does_not_look_at_the_other_s_card():
    """With the same seed, the engine makes the same move whichever card the person holds."""
    found = []
    for card in (0, 2):
        play = Play(Kuhn((1, card)), human=1, seed=5, iterations=100)
        play.work.catch_up(20)
        found.append((play.game.last, play.distribution()))
    assert found[0] == found[1]
