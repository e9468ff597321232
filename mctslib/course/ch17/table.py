"""`PokerTable`: play Kuhn poker against an information-set search, with cards, pot and purse."""

import random
from itertools import pairwise

import ipywidgets as W

from mctslib.door.limits import whole_number
from mctslib.draw.cards import HIDDEN, LETTERS, Seat, open_card, table
from mctslib.draw.look import INK, NOTE, PAPER, RULE, SOFT
from mctslib.draw.svg import document, element, text
from mctslib.games.kuhn import CARDS, DEALS, Kuhn
from mctslib.games.names import coins
from mctslib.given import check_one_of
from mctslib.methods.hidden import information_search
from mctslib.methods.poker import BET, PASS, share_strategy
from mctslib.widgets.bar import ActButton, ControlBar, Headline, two_widths
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.words import count, number, signed

BUDGETS = (100, 1_000, 10_000, 30_000)
C = 0.7  # the exploration constant, the same as in the chapter's measurements
WIDTH, HEIGHT = 580, 370  # size of the picture, in pixels
NARROW, HIGH = 240, 476  # size of the picture on a phone
HAND = 256  # the height of the cards and the pot, in pixels
UNKNOWN = 116  # the height of the two unknown cards on a phone
HANDS = 20  # the line of the purse has room for this many hands, or for more if more were played
COINS = 3  # and for as many coins won or lost
STAYS_HIDDEN = "The engine's card stays hidden."
LONGEST = (
    ("Call or give up?", "The engine passes."),
    ("You lose 2 coins.", f"The engine gives up. {STAYS_HIDDEN}"),
)


class PokerTable(Panel):
    """Play Kuhn poker against the search whose exploitability the chapter measures.

    The engine searches only once, from the position before the deal.  In each view the engine bets
    with a probability that equals the share of bets in the search.  The players change seats after
    each hand.

    iterations  the number of iterations of the engine's search: 100, 1,000, 10,000 or 30,000
    seed        the seed of the search, of the deals, and of the engine's moves
    """

    def __init__(self, iterations: int = 1_000, *, seed: int = 0) -> None:
        check_one_of("iterations", iterations, BUDGETS)
        super().__init__()
        self.seed = W.BoundedIntText(value=seed, min=0, max=10**6, description="seed")
        options = [(number(n), n) for n in BUDGETS]
        self.iterations = Menu(options=options, value=iterations, description="iterations")
        self.bet = ActButton(
            self.work,
            "Bet 1",
            "",
            "Put one more coin into the pot",
            self.go_on,
        )
        self.bet.layout.min_width = "104px"  # both buttons and ⚙ fit in one row of a phone
        self.passing = push_button("Pass", "", "Put nothing into the pot", self.passed)
        self.passing.layout.min_width = "88px"
        self.passing.add_class("mcts-press")
        self.headline = Headline(longest=LONGEST)
        self.picture = W.HTML()
        self._lay_out()
        for control in (self.iterations, self.seed):
            control.observe(self.begin, "value")
        self.begin()

    def _lay_out(self) -> None:
        self.add_class("mcts-framed")
        self.layout.max_width = "640px"  # hardly wider than the table
        figure = W.HBox([self.picture])
        figure.add_class("mcts-figure")
        bar = ControlBar(self.bet, [self.passing], [], [self.iterations, self.seed])
        self.children = [self.headline, figure, self.status, bar]

    @safely
    def begin(self, change: object = None) -> None:
        """Let the engine search again, and begin with an empty purse."""
        iterations = whole_number("iterations", self.iterations.value)
        rng = random.Random(self.seed.value)
        self.strategy = share_strategy(information_search(Kuhn(), iterations, rng, C))
        self.rng = random.Random(self.seed.value + 1)
        self.purses = [0]  # the coins in the purse, at first and after each hand
        self.seat = 1  # the reader's seat; the first deal changes it to 0
        self.deal()

    def deal(self) -> None:
        """Swap the players' seats, and deal the next hand."""
        self.seat = 1 - self.seat
        self.state = Kuhn(DEALS[int(self.rng.random() * len(DEALS))])
        self.said: list[str] = []
        self.engine_moves()

    @property
    def purse(self) -> int:
        """Return the number of coins that the reader has won so far."""
        return self.purses[-1]

    @property
    def hands(self) -> int:
        """Return the number of hands that are over."""
        return len(self.purses) - 1

    @property
    def card(self) -> int:
        """Return the reader's card."""
        return self.state.cards[self.seat]

    @property
    def engine_card(self) -> int:
        """Return the engine's card."""
        return self.state.cards[1 - self.seat]

    @safely
    def go_on(self, button: object = None) -> None:
        """Bet for the reader, or deal the next hand if the current hand is over."""
        if self.state.is_terminal():
            self.deal()
        else:
            self.act(BET)

    @safely
    def passed(self, button: object = None) -> None:
        """Pass for the reader."""
        if not self.state.is_terminal():
            self.act(PASS)

    def act(self, action: int) -> None:
        """Make the reader's move, and then the engine's move."""
        self.said.append(self.in_words("You", action))
        self.state = self.state.apply(action)
        self.engine_moves()

    def engine_moves(self) -> None:
        """Let the engine move if it is the engine's turn; count the coins if the hand is over."""
        if not self.state.is_terminal() and self.state.current_player != self.seat:
            bet = float(self.strategy[self.state.view(1 - self.seat)])
            action = BET if self.rng.random() < bet else PASS
            self.said.append(self.in_words("The engine", action))
            self.state = self.state.apply(action)
        if self.state.is_terminal():
            self.purses.append(self.purse + self.won())
        self.show()

    def in_words(self, who: str, action: int) -> str:
        """Return a sentence that states an action of `who`: "You" or "The engine"."""
        facing = self.state.said.endswith("b")
        verbs = {
            (BET, False): ("bet", "bets"),
            (BET, True): ("call", "calls"),
            (PASS, False): ("pass", "passes"),
            (PASS, True): ("give up", "gives up"),
        }
        yours, theirs = verbs[action, facing]
        return f"{who} {yours if who == 'You' else theirs}."

    def won(self) -> int:
        """Return the number of coins that the reader has won in this hand."""
        coins_of_0 = self.state.coins()
        return coins_of_0 if self.seat == 0 else -coins_of_0

    def pot(self) -> tuple[int, int]:
        """Return the numbers of coins that the reader and the engine have put into the pot."""
        paid = [1, 1]
        for turn, letter in enumerate(self.state.said):
            if letter == "b":
                paid[turn % 2] += 1
        return paid[self.seat], paid[1 - self.seat]

    def ends(self) -> set[int]:
        """Return the coins that the reader can win in this hand, for all that the reader knows."""
        left = [deal for deal in DEALS if deal[self.seat] == self.card]
        states = [Kuhn(deal, self.state.said) for deal in left]
        over: set[Kuhn] = set()
        while states:
            state = states.pop()
            if state.is_terminal():
                over.add(state)
            states += [state.apply(action) for action in state.legal_actions()]
        return {state.coins() if self.seat == 0 else -state.coins() for state in over}

    # ---------------------------------------------------------------- what is seen

    def show(self) -> None:
        """Show the current hand: the buttons, the sentences and the picture."""
        over = self.state.is_terminal()
        facing = self.state.said.endswith("b")
        if over:
            self.bet.rename("Next hand", "", "Deal the next hand")
        else:
            words = "Call 1" if facing else "Bet 1"
            self.bet.rename(words, "", "Put one more coin into the pot")
        self.bet.fill(over)  # the question takes no side: both answers look alike
        (self.bet.remove_class if over else self.bet.add_class)("mcts-press")
        self.passing.description = "Give up" if facing else "Pass"
        self.passing.layout.visibility = "hidden" if over else "visible"
        self.headline.say(self.heading(), self.last_said())
        self.picture.value = two_widths(self.svg(), self.narrow_svg())

    def last_said(self) -> str:
        """Return the last action in words, and whether the engine's card stays hidden."""
        words = self.said[-1:]
        if self.state.is_terminal() and not self.shown_down():
            words = [*words, STAYS_HIDDEN]
        return " ".join(words)

    def heading(self) -> str:
        """Return a question about the reader's next move, or a sentence with the result of the
        hand.
        """
        if not self.state.is_terminal():
            return "Call or give up?" if self.state.said.endswith("b") else "Pass or bet?"
        coins_won = self.won()
        what = "win" if coins_won > 0 else "lose"
        return f"You {what} {count(abs(coins_won), 'coin')}."

    def told(self) -> str:
        """Return sentences about the hand and the purse, for the picture's description."""
        seen = self.state.is_terminal() and self.shown_down()
        theirs = f"the {CARDS[self.engine_card]}" if seen else "one of the other two cards"
        words = f"You hold the {CARDS[self.card]}, the engine {theirs}."
        return " ".join(filter(None, [words, self.in_purse(), self.in_reach()]))

    def in_purse(self) -> str:
        """Return a sentence about the purse, once a hand is over."""
        if not self.hands:
            return ""
        return f"Your purse after {count(self.hands, 'hand')}: {coins(self.purse)}."

    def in_reach(self) -> str:
        """Return a sentence about how the hand can end, or "" if it is over."""
        if self.state.is_terminal():
            return ""
        return f"This hand can end with {', '.join(map(signed, sorted(self.ends())))} coins."

    def shown_down(self) -> bool:
        """Return whether the hand ended with both cards shown."""
        return self.state.said in ("pp", "bb", "pbb")

    def svg(self) -> str:
        """Return the picture of the table."""
        content = self.hand_svg() + self.unknown_svg(350, 0) + self.purse_svg(WIDTH, HAND)
        return document(content, WIDTH, HEIGHT, f"{self.heading()} {self.told()}")

    def narrow_svg(self) -> str:
        """Return the picture for a phone, with the unknown cards below the hand."""
        content = self.hand_svg(narrow=True) + self.unknown_svg(4, HAND - 10, narrow=True)
        content += self.purse_svg(NARROW, HAND + UNKNOWN - 10)
        return document(content, NARROW, HIGH, f"{self.heading()} {self.told()}")

    def hand_svg(self, narrow: bool = False) -> str:
        """Draw the two cards and the pot, for a phone if `narrow`."""
        yours, theirs = self.pot()
        is_open = self.state.is_terminal() and self.shown_down()
        far = Seat("engine", LETTERS[self.engine_card] if is_open else HIDDEN, theirs)
        return table(far, Seat("you", LETTERS[self.card], yours), narrow=narrow)

    def unknown_svg(self, x: float, top: float, narrow: bool = False) -> str:
        """Draw the two cards that the reader does not hold, one of which is the engine's.

        x, top   the coordinates of the top left corner of the picture, in pixels
        narrow   whether the cards are side by side, for a phone
        """
        over = self.state.is_terminal()
        heading = "You could not tell these apart" if over else "You cannot tell these apart"
        parts = [text(heading, x, top + 30, NOTE, fill=SOFT, font_weight="bold")]
        others = [card for card in range(3) if card != self.card]
        for place, card in enumerate(others):
            if narrow:
                parts.append(open_card(x + 58 * place, top + 42, 46, LETTERS[card]))
                continue
            y = top + 50 + 84 * place
            parts.append(open_card(x, y, 46, LETTERS[card]))
            parts.append(text(f"the {CARDS[card]}?", x + 58, y + 38, NOTE, fill=INK))
        if narrow:
            return "".join(parts) + brace(x + 120, top + 42, 64, "one decision")
        return "".join(parts) + brace(x + 132, top + 50, 148, "one decision")

    def purse_svg(self, width: float, top: float) -> str:
        """Draw the purse as a line with a step for each hand, and rings where this hand can end.

        width   the width of the picture, in pixels
        top     the y coordinate of its upper end
        """
        left, right, low, high = 28, width - 56, top + 92, top + 30
        most = max(COINS, *(abs(coins_then) + 2 for coins_then in self.purses))
        room = max(HANDS, self.hands + 1)
        wide = (right - left) / room
        middle = (low + high) / 2

        def place(hand: int, coins: int = 0) -> tuple[float, float]:
            now = self.purses[hand] if hand <= self.hands else self.purse + coins
            return left + wide * hand, middle - (low - high) / 2 * now / most

        played = f" after {count(self.hands, 'hand')}: {signed(self.purse)}" if self.hands else ""
        parts = [text(f"Your purse{played}", 4, top + 16, NOTE, fill=SOFT, font_weight="bold")]
        for coins_then, y in ((most, high), (0, middle), (-most, low)):
            parts.append(element("line", x1=left, x2=right, y1=y, y2=y, stroke=RULE))
            parts.append(text(signed(coins_then), left - 6, y + 4, NOTE, text_anchor="end"))
        parts.append(text("you win", right + 6, high + 4, NOTE, fill=SOFT))
        parts.append(text(f"hand {room}", right + 6, middle + 4, NOTE, fill=SOFT))
        parts.append(text("you lose", right + 6, low + 4, NOTE, fill=SOFT))
        for hand, next_hand in pairwise(range(self.hands + 1)):
            (x1, y1), (x2, y2) = place(hand), place(next_hand)
            path = f"M{x1:.1f} {y1:.1f}V{y2:.1f}H{x2:.1f}"
            parts.append(element("path", d=path, fill="none", stroke=INK, stroke_width=2))
        x, y = place(self.hands)
        parts.append(element("circle", cx=x, cy=y, r=4, fill=INK))
        if not self.state.is_terminal():
            for end in sorted(self.ends()):
                x, y = place(self.hands + 1, end)
                parts.append(element("circle", cx=x, cy=y, r=3, fill=PAPER, stroke=INK))
            parts.append(text("○ where this hand can end", 4, low + 20, NOTE, fill=SOFT))
        return "".join(parts)

    def static_picture(self) -> str:
        return self.svg()

    def static_text(self) -> str:
        return f"{self.heading()} {self.told()} (run this cell to play)"


def brace(x: float, y: float, height: float, words: str) -> str:
    """Draw an upright line that groups the cards beside it, with a label to its right."""
    line = element("line", x1=x, x2=x, y1=y, y2=y + height, stroke=INK, stroke_width=3)
    return line + text(words, x + 10, y + height / 2 + 4, NOTE, font_weight="bold")
