"""A game like those that readers of chapter 11 write works in every tool of the library.

The game of these tests has thirty lines.
"""

from html import escape
from html.parser import HTMLParser
from typing import NamedTuple

import pytest
from ipywidgets import HTML
from panels import panel_of, panels_of_any_game

from mctslib.arena.matches import match
from mctslib.arena.players import FlatMonteCarlo, MCTSPlayer
from mctslib.checks import Report, check_game, perft
from mctslib.checks.rules import RULES
from mctslib.course.puzzles import choose, puzzle_of
from mctslib.door.entrance import search
from mctslib.draw import (
    board_svg,
    boards,
    children_bars_svg,
    show_board,
    tree_svg,
)
from mctslib.game import illegal, not_over
from mctslib.games import ConnectFour
from mctslib.oracle import TooLarge, optimal_actions, value
from mctslib.widgets import Play
from mctslib.widgets.picking import PickingPicture


class Ends(NamedTuple):
    """A game with a row of coins.

    The players take turns to take a coin from one end, and the richer player wins.
    """

    coins: tuple = (3, 1, 4, 1, 5, 2)
    purses: tuple = (0, 0)
    current_player: int = 0
    num_players = 2

    def legal_actions(self):
        return ["left", "right"] if self.coins else []

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        coin, rest = (
            (self.coins[0], self.coins[1:])
            if action == "left"
            else (self.coins[-1], self.coins[:-1])
        )
        purses = list(self.purses)
        purses[self.current_player] += coin
        return Ends(rest, tuple(purses), 1 - self.current_player)

    def is_terminal(self):
        return not self.coins

    def rewards(self):
        if self.coins:
            raise not_over(self)
        first, second = self.purses
        if first == second:
            return (0.5, 0.5)
        return (1.0, 0.0) if first > second else (0.0, 1.0)

    def __str__(self):
        return f"coins {self.coins}, purses {self.purses}"


def test_it_is_sound_and_counted():
    assert check_game(Ends()).ok
    assert [perft(Ends(), n) for n in (1, 2, 6, 7)] == [2, 4, 64, 0]


def test_it_is_searched_solved_drawn_and_plays_a_match():
    assert search(Ends(), 2000, seed=0).action in optimal_actions(Ends())
    assert value(Ends()) == 1 and ">right<" in tree_svg(search(Ends(), 100, seed=0).root)
    assert match(MCTSPlayer(20), FlatMonteCarlo(20), 4, state=Ends(), progress=False).games == 4


WIDGETS = panels_of_any_game()


LIVE = "<img src=x onerror=alert(1)>"


class Hostile(NamedTuple):
    """A game in which all texts contain markup."""

    game: Ends = Ends((3, 1, 4, 1))
    num_players = 2
    current_player = property(lambda self: self.game.current_player)

    def legal_actions(self):
        return [LIVE, "a<b"] if self.game.coins else []

    def apply(self, action):
        if action not in self.legal_actions():
            raise illegal(self, action)
        return Hostile(self.game.apply("right" if action == "a<b" else "left"))

    def is_terminal(self):
        return self.game.is_terminal()

    def rewards(self):
        return self.game.rewards()

    def __str__(self):
        return f"{LIVE} a<b {self.game}"

    def _repr_svg_(self):
        label = escape(LIVE)
        script = "<script>alert(1)</script>"
        return f'<svg viewBox="0 0 9 9" onload="alert(1)" aria-label="{label}">{script}</svg>'


Hostile.__name__ = LIVE


class Page(HTMLParser):
    """A parser that reads a page like a browser, and collects forbidden tags and the text."""

    def __init__(self, text):
        super().__init__()
        self.live, self.text = [], ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        foreign = tag == "img" and not said["src"].startswith("data:")
        if tag == "script" or foreign or any(name.startswith("on") for name in said):
            self.live.append((tag, attributes))
        self.text += f"{said.get('aria-label')} {said.get('alt')} "

    def handle_data(self, data):
        self.text += data


def page_of(widget):
    """Yield all HTML that a widget shows, and the words on its buttons."""
    for trait in ("value", "description"):
        word = getattr(widget, trait, "")
        if isinstance(word, str):
            yield (
                word
                if isinstance(widget, HTML | PickingPicture) and trait == "value"
                else escape(word)
            )
    for child in getattr(widget, "children", ()):
        yield from page_of(child)


def whole_page(widget):
    return "".join([*page_of(widget), widget.static_picture()])


def assert_is_text(html):
    """Check that a page shows the texts of the hostile game as plain text and runs none of them."""
    page = Page(html)
    assert not page.live and "a<b" in page.text


@pytest.mark.parametrize("name", WIDGETS)
def test_what_a_hostile_game_says_is_text_in_every_widget(name):
    assert_is_text(whole_page(panel_of(name, Hostile())))


def test_what_a_hostile_game_says_is_text_in_every_picture():
    state = Hostile()
    assert_is_text(f"{show_board(state)._repr_html_()}{board_svg(state)} a&lt;b")
    assert_is_text(f"{boards.html(state)} a&lt;b")
    assert_is_text(children_bars_svg(search(state, 30, seed=0).root))


def test_what_a_hostile_game_says_is_text_in_a_report():
    problems = {next(iter(RULES)): LIVE}
    assert_is_text(Report(1, problems, (), Hostile(), ("a<b", LIVE))._repr_html_())


def test_it_is_played_by_its_buttons_to_the_end():
    play = Play(Ends(), iterations=20, seed=1)
    while not play.game.state.is_terminal():
        before = play.game.state
        next(button for button in play.board.pool if not button.disabled).click()
        assert play.game.state != before and play.status.error is None


def test_a_puzzle_of_ones_own():
    own = puzzle_of(Ends())
    assert own.name == "Ends" and own.correct == set(optimal_actions(Ends()))
    assert "the player to move gets 1" in own.story
    assert choose({}, Ends()) == ({"Ends": own}, "Ends")
    with pytest.raises(TooLarge):
        puzzle_of(ConnectFour())
    with pytest.raises(ValueError):
        puzzle_of(Ends(()))
