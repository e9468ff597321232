"""Draw playing cards, coins, and positions of the card games Kuhn poker and `TwoCards`."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mctslib.draw.look import (
    HEADLINE,
    HUGE,
    INK,
    NOTE,
    PAPER,
    ROUND,
    RULE,
    SHADE,
    SOFT,
    SURFACE,
    TITLE,
)
from mctslib.draw.svg import document, element, text
from mctslib.words import number

# All sizes are in pixels.
LETTERS = "JQK"  # the letters of the cards 0, 1 and 2
HIDDEN = ""  # the letter of a card that lies face down
CARD = 76  # the width of a card on the table
LEFT = 68  # the x coordinate of the cards on the table, to the right of the players' names
WIDTH, HEIGHT = 292, 262  # the size of a table
LAID = 190  # the height of the picture of `TwoCards`


# ---------------------------------------------------------------------------- cards and coins


def open_card(x: float, y: float, width: float, letter: str, mine: bool = False) -> str:
    """Draw a card face up, 1.4 times as high as it is wide.

    mine  whether the card belongs to the reader
    """
    height = 1.4 * width
    look: dict[str, Any] = {
        "stroke": INK,
        "stroke_width": 2.5 if mine else 1.2,
        "fill": PAPER,
        "rx": 6,
    }
    frame = element("rect", x=x, y=y, width=width, height=height, **look)
    size = HUGE if width > 40 else HEADLINE
    at = x + width / 2, y + height / 2 + size * 0.36
    return frame + text(letter, *at, size, text_anchor="middle", font_weight="bold")


def hidden_card(x: float, y: float, width: float) -> str:
    """Draw a card face down, 1.4 times as high as it is wide."""
    height = 1.4 * width
    look: dict[str, Any] = {"stroke": SHADE, "stroke_width": 1.2, "fill": SURFACE, "rx": 6}
    parts = [element("rect", x=x, y=y, width=width, height=height, **look)]
    for share in (0.22, 0.44, 0.66):
        line: dict[str, Any] = {"x1": x + 8, "x2": x + width - 8}
        rise: dict[str, Any] = {"y1": y + height * (share + 0.1), "y2": y + height * share}
        parts.append(element("line", stroke=RULE, stroke_width=2, **line, **rise))
    at = x + width / 2, y + height / 2 + HUGE * 0.36
    parts.append(text("?", *at, HUGE, text_anchor="middle", font_weight="bold"))
    return "".join(parts)


def card(x: float, y: float, letter: str, mine: bool = False) -> str:
    """Draw a card on the table: face up with its letter, or face down if there is no letter."""
    if letter == HIDDEN:
        return hidden_card(x, y, CARD)
    return open_card(x, y, CARD, letter, mine)


def coins(x: float, y: float, count: int, filled: bool) -> str:
    """Draw a row of coins in the pot: discs if `filled`, otherwise rings."""
    parts = []
    for place in range(count):
        look: dict[str, Any] = {
            "fill": SOFT if filled else PAPER,
            "stroke": SOFT,
            "stroke_width": 3,
        }
        parts.append(element("circle", cx=x + 22 * place, cy=y, r=8, **look))
    return "".join(parts)


# ---------------------------------------------------------------------------- Kuhn poker


class Seat(NamedTuple):
    """One of the two players at the table.

    name    the name of the player
    letter  the letter of the player's card, or `HIDDEN`
    coins   the number of the player's coins in the pot
    said    the words for the player's passes and bets so far
    """

    name: str
    letter: str
    coins: int
    said: Sequence[str] = ()


def table(far: Seat, near: Seat) -> str:
    """Draw the table with the pot and both players.

    far   the player above, whose coins are rings
    near  the player below, whose card has a thick frame and whose coins are discs
    """
    parts = [
        text(far.name, 4, 62, TITLE),
        _said(far, 82),
        card(LEFT, 12, far.letter),
        text(near.name, 4, 190, TITLE, font_weight="bold"),
        _said(near, 210),
        card(LEFT, 140, near.letter, mine=True),
        pot(LEFT + CARD + 10, far, near),
    ]
    return "".join(parts)


def _said(seat: Seat, y: float) -> str:
    """Write the passes and bets of a player below the name, one below the other.

    y  the baseline of the first word
    """
    rows = [text(word, 4, y + 16 * row, NOTE, fill=SOFT) for row, word in enumerate(seat.said)]
    return "".join(rows)


def pot(x: float, far: Seat, near: Seat) -> str:
    """Draw the pot, with the coins of both players."""
    width = 134
    ground = element("rect", x=x, y=78, width=width, height=104, rx=ROUND, fill=SURFACE)
    bold = {"text_anchor": "end", "font_weight": "bold"}
    words = text(f"pot {far.coins + near.coins}", x + width - 8, 136, TITLE, **bold)
    rows = coins(x + 24, 114, far.coins, False) + coins(x + 24, 148, near.coins, True)
    names = text(f"{far.name} ○", x + 8, 96, NOTE, fill=SOFT)
    names += text(f"{near.name} ●", x + 8, 176, NOTE, fill=SOFT)
    return ground + rows + words + names


def kuhn_svg(state: Any, player: int | None, names: Sequence[str]) -> str:
    """Draw the cards and the pot of a hand of Kuhn poker as SVG text.

    player  the player who looks at the table and sits below; the other player's card is hidden
            until the hand is over.  With None, both cards are shown
    names   the names of the players
    """
    is_over = state.is_terminal()
    seats = [_seat(state, one, is_over or player in (None, one), names[one]) for one in (0, 1)]
    near = 0 if player is None else player
    said = [f"{seat.name}: {_in_words(state, one, seat)}" for one, seat in enumerate(seats)]
    label = f"Kuhn poker; {'; '.join(said)}; {seats[0].coins + seats[1].coins} coins in the pot"
    return document(table(seats[1 - near], seats[near]), WIDTH, HEIGHT, label)


def _seat(state: Any, player: int, is_open: bool, name: str) -> Seat:
    letter = LETTERS[state.cards[player]] if state.cards and is_open else HIDDEN
    coins_in_pot = 1 + state.said[player::2].count("b")
    return Seat(name, letter, coins_in_pot, state.spoken()[player::2])


def _in_words(state: Any, player: int, seat: Seat) -> str:
    """Describe a player's card, and the player's passes and bets."""
    shown = "card face down"
    if seat.letter != HIDDEN:
        shown = ("jack", "queen", "king")[state.cards[player]]
    return ", ".join([shown, *seat.said])


# ---------------------------------------------------------------------------- two cards


def two_cards_svg(state: Any, player: int | None) -> str:
    """Draw a position of `TwoCards` as SVG text.

    player  the player who looks at the table; the ace is hidden from this player until the game is
            over.  With None, the ace is shown
    """
    is_open = (player is None or state.is_terminal()) and state.ace is not None
    pointed = state.choices[1] if len(state.choices) == 2 else None
    parts = []
    words = []
    for place, side in enumerate(("left", "right")):
        x = 8 + place * (CARD + 16)
        ace = is_open and place == state.ace
        letter, shown = _laid(is_open, ace)
        parts.append(card(x, 12, letter, mine=place == pointed))
        name = f"▲ {side}" if place == pointed else side
        parts.append(text(name, x + CARD / 2, 138, TITLE, text_anchor="middle"))
        words.append(f"{side}: {shown}")
    pays = f"safe pays {number(state.safe)}, the ace pays 1"
    parts.append(text(pays, 8, 168, NOTE, fill=SOFT))
    return document("".join(parts), WIDTH, LAID, f"Two cards; {'; '.join(words)}; {pays}")


def _laid(is_open: bool, ace: bool) -> tuple[str, str]:
    """Return the letter of one of the two cards, and its description in words."""
    if not is_open:
        return HIDDEN, "a card face down"
    return ("A", "the ace") if ace else ("–", "not the ace")
