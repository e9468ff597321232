"""Test a game in progress: its moves and undone moves, its texts, and the players' trees."""

import pytest
from small_games import Climb, Ten

from mctslib import IllegalAction, TicTacToe, search
from mctslib.arena.session import Game
from mctslib.games import Kuhn, Nim, Pig
from mctslib.games.names import result, score


def played(*actions, start=None):
    game = Game(start or TicTacToe())
    for action in actions:
        game.play(action)
    return game


def test_moves_are_played_and_taken_back():
    game = played(4, 0, 8)
    assert game.state.cells() == "O...X...X" and game.last == 8 and game.before() == game.states[2]
    with pytest.raises(IllegalAction):
        game.play(4)
    left = [
        (game.undo(people), list(game.actions), len(game.states))
        for people in ({0}, {1}, {1}, {0, 1})
    ]
    assert left == [(True, [4, 0], 3), (True, [4], 2), (False, [4], 2), (True, [], 1)]
    assert game.last is None and game.before() is game.state is game.start


def test_a_thinker_keeps_what_is_known_of_the_line_that_was_played():
    game = played(4)
    first = game.grow_from_here(1)
    assert (first.state, first.player, game.root) == (game.state, 1, first) and game.thinker == 1
    search(first, 200, seed=1)
    below = first.children[0].children[8]
    game.play(0), game.play(8)
    assert game.grow_from_here(1) is below is game.root and below.visits and below.parent is None
    assert game.holds(below) and not game.holds(first)
    other = game.grow_from_here(0)
    assert other.state == game.state and game.root is other and game.holds(below)
    game.undo({0})
    # The tree that grew after the undone moves does not contain this position.
    assert game.grow_from_here(1).visits == 0 and not game.holds(below)
    search(game.grow_from_here(None), 10, seed=1)
    assert game.grow_from_here(None).visits == 0  # a search without a player needs a new tree
    game.clear()
    assert (
        game.actions == []
        and game.states == [game.start]
        and game.thinker is None
        and game.root.visits == 0
    )
    search(game.grow_from_here(1), 1, seed=1)
    game.play(0), game.play(1)
    # A new tree belongs to the player to move.
    assert game.grow_from_here(1).player == 0 == game.root.visits


def test_after_a_move_is_taken_back_and_replaced_the_tree_belongs_to_the_new_position():
    """The line that was taken back is as long as the new one, so its length does not tell."""
    game = played(4, 0)
    search(game.grow_from_here(0), 50, seed=1)
    game.undo({0, 1}), game.play(2)
    assert game.grow_from_here(0).state == game.state and game.root.visits == 0


@pytest.mark.parametrize(
    "actions, words",
    [
        ((1, 1, 0), "The game is over: the reward is 0.67."),
        ((0, 0, 0), "The game is over: the reward is 0."),
        ((1, 1, 1), "The game is over: player 0 wins."),
    ],
)
def test_how_a_game_for_one_player_ends(actions, words):
    game = played(*actions, start=Climb())
    assert game.ending() == game.turn() == words


def test_you_are_asked_for_one_of_few_named_actions():
    you = ["you", "the engine"]
    assert Game(Kuhn((0, 1))).turn("", you) == "Your turn: pass or bet?"
    assert Game(Pig(20)).turn("", you) == "Your turn: roll."
    assert Game(Nim(3, 4)).turn("", you) == Game(Ten()).turn("", you) == "Your turn."
    assert Game(Ten()).turn("thinks", you[::-1]) == "The engine thinks"
    assert played(*[3, 3, 3, 1], start=Ten()).ending(you) == "The game is over: the engine wins."
    assert played(*[3, 3, 3, 1], start=Ten()).ending(you[::-1]) == "The game is over: you win."


def test_the_score_adds_up_rewards_and_the_purse_adds_up_coins():
    you = ["you", "the engine"]
    lost, won = Kuhn((0, 1), "pp"), Kuhn((2, 1), "bb")
    assert won.winnings() == (2, -2, 0) and lost.winnings() == (-1, 1, 0)
    assert score(Kuhn(), you, []) == "Your purse: 0 coins." and score(Ten(), you, []) == ""
    assert score(Kuhn(), you, [lost, won]) == "Your purse after 2 games: +1 coin."
    assert score(Kuhn(), ["A", "B"], [won]) == "Purses in coins after 1 game: A +2, B -2."
    ten = played(*[3, 3, 3, 1], start=Ten()).state
    assert score(Ten(), you, [ten, ten]) == "Points after 2 games: you 0, the engine 2."
    assert score(Climb(), ["you"], [Climb(3, 3)]) == "Points after 1 game: 1."
    assert result(won, Kuhn(), you) == "The game is over: you win 2 coins."
    assert result(lost, Kuhn(), you) == "The game is over: the engine wins 1 coin."
