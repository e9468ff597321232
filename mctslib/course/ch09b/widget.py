"""`Tournament`: put some players in order, let them play, and watch the intervals of their ratings.

Each player plays against each of the others.  The games are played in rounds, so that a tournament
is fair to all players even if it is stopped early.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb, isfinite
from time import monotonic

import ipywidgets as W

from mctslib.arena.matches import MatchResult
from mctslib.arena.players import Player, player_named
from mctslib.arena.ratings import Lead, differences, ladder, players_of
from mctslib.arena.thinking import in_slices
from mctslib.arena.tournament import games_in, round_robin_steps
from mctslib.course.ch09b.ladders import WIDTH, ladder_svg
from mctslib.draw.svg import text_block
from mctslib.games import TicTacToe
from mctslib.widgets.bar import ActButton, ControlBar, Headline, two_widths
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.words import count

PLAYERS = (
    "random",
    "flat 30",
    "flat 100",
    "flat 300",
    "flat 1000",
    "MCTS 10",
    "MCTS 30",
    "MCTS 100",
    "MCTS 300",
    "MCTS 1000",
    "MCTS 3000",
    "perfect",
)
USUAL = ("flat 1000", "MCTS 300", "perfect", "MCTS 30", "random")
GAMES = (10, 20, 50, 100, 200, 500)
SEED = 0
PHONE = 256  # the width of the ladder on a phone, in pixels
PAUSE = 0.5  # seconds between two updates of the ladder while games are played
NO_LIMIT = " A bar over the whole axis: no limit yet."
MANY = 2  # more pairs than these are not named
ASKS = "Who is strongest? Put them in order, then press Start."
WHO = (
    "Press a player to move it up. flat n: n playouts for each move, no tree. "
    "MCTS n: n iterations for each move."
)


class Tournament(Panel):
    """Let the reader put players of tic-tac-toe in order, and play a tournament between them.

    The ratings are measured from one player, the ruler, which stays the same while games are played.

    results  the results of an earlier tournament, to which games are added; by default there are none
    players  names such as "random", "perfect", "flat 100" (100 playouts for each move) or "MCTS
             300" (300 iterations for each move); by default those of the results
    games    the number of games for each pair that a press adds; in half of them the sides are
             swapped
    """

    def __init__(
        self,
        results: Sequence[MatchResult] = (),
        *,
        players: Sequence[str] | None = None,
        games: int = 20,
    ) -> None:
        names = players or (players_of(results) if results else USUAL)
        seats(names)
        super().__init__("playing")
        self.results = list(results)
        self.order = list(names)  # the reader's order, the strongest first
        # The reader's order when the tournament began; empty if the results were there before.
        self.guess: list[str] = []
        self._make_controls(names, games)
        self._lay_out()
        for control in (*self.players.values(), self.games):
            control.observe(self._name_the_button, "value")
        self._show()

    def _make_controls(self, names: Sequence[str], games: int) -> None:
        self.players = {}
        for name in dict.fromkeys([*PLAYERS, *names]):
            self.players[name] = W.Checkbox(
                value=name in names, description=name, indent=False, layout=W.Layout(width="105px")
            )
        self.games = Menu(
            options=sorted({*GAMES, games}),
            value=games,
            description="games",
            tooltip="for each pair of players",
        )
        again = "Play the tournament from the beginning"
        self.start = ActButton(
            self.work, "Start", "play", again, self.play, later=[more(GAMES[-1])]
        )
        self.ruler = Menu(
            options=[],
            description="ruler",
            tooltip="The player from whom the others are measured",
            layout=W.Layout(width="165px"),  # the width must not depend on the names
        )
        self.ruler.observe(self._another_ruler, "value")

    def _lay_out(self) -> None:
        self.headline = Headline(longest=[(ASKS, WHO)])
        self.picture = W.HTML()
        self.picture.add_class("mcts-figure")
        self.places = W.VBox()
        self.places.add_class("mcts-figure")
        self.places.add_class("mcts-places")
        boxes = W.HBox(list(self.players.values()), layout=W.Layout(flex_flow="row wrap"))
        self.bar = ControlBar(self.start, [], [self.ruler, self.games], [boxes])
        self.bar.keep_together(self.games)
        self.bar.fold(self, self.ruler, self.games)
        self.add_class("mcts-framed")
        self.children = [self.headline, self.places, self.picture, self.status, self.bar]

    def chosen(self) -> list[str]:
        """Return the names of the players that are ticked."""
        return [name for name, box in self.players.items() if box.value]

    @safely
    def play(self, button: object = None) -> None:
        """Play more games, or with other players a new tournament; the ladder follows the games."""
        games = self.games.value
        if self._goes_on():
            games += min(result.games for result in self.results)
            players = seats(players_of(self.results))
        else:
            players = seats(self.chosen())
            self.guess = [] if self.is_rated else list(self.order)
            self.results = []
        self._show()
        for place in self.places.children:
            place.disabled = True  # the order is given now
        pairs = comb(len(players), 2)
        each = f"{count(pairs, 'pair')}, {count(games, 'game')} each"
        self.status.say("")
        self.headline.say(
            "Will the order hold?", f"Being played: {each}. Intervals come at the end."
        )
        steps = round_robin_steps(
            players, games, state=TicTacToe(), seed=SEED, results=self.results
        )
        self.work.start(self._playing(steps, games * pairs), self._ended)

    def _goes_on(self) -> bool:
        """Return whether more games can be added to those on the ladder."""
        return self.is_rated and sorted(self.chosen()) == sorted(players_of(self.results))

    @property
    def is_rated(self) -> bool:
        """Whether each pair has played, so that the players can be rated."""
        return bool(self.results) and all(result.games for result in self.results)

    @safely
    def _name_the_button(self, change: object = None) -> None:
        """Let the button say what it does with the current settings."""
        if self._goes_on():
            self.start.rename(more(self.games.value), "play", "Add these games to the results")
        else:
            self.start.rename("Start", "play", "Play the tournament from the beginning")
        # Filled is what the headline asks for: the first games, or more while a pair is not told apart.
        asks = bool(open_pairs(self.results)) if self._goes_on() else not self.is_rated
        self.start.fill(asks)
        chosen = self.chosen()
        known = [name for name in self.order if name in chosen]
        self.order = known + [name for name in chosen if name not in known]
        self._show_places()

    def _show_places(self) -> None:
        """Show a button for each place of the reader's order; once games are played, show none."""
        if self.is_rated:
            self.places.children = ()
            self.places.layout.display = "none"
            return
        self.places.layout.display = ""
        if len(self.places.children) != len(self.order):
            self.places.children = [self._place(k) for k in range(len(self.order))]
        for k, (place, name) in enumerate(zip(self.places.children, self.order)):
            place.description = f"{k + 1}\N{EM SPACE}{name}"
            place.disabled = False
            place.tooltip = f"Move {name} {'up' if k else 'down'}"

    def _place(self, k: int) -> W.Button:
        """Make the button that moves the player at a place up, or from the first place down."""

        @safely
        def swap(panel: Tournament, button: object) -> None:
            first = max(k - 1, 0)
            panel.order[first : first + 2] = reversed(panel.order[first : first + 2])
            panel._show_places()

        icon = "arrow-up" if k else "arrow-down"
        return push_button("", icon, "", lambda button: swap(self, button), width="100%")

    def _playing(self, steps: Iterator[list[MatchResult]], games: int) -> Iterator[float]:
        """Play the steps up to a number of games; yield the share of the new games."""
        before = games_in(self.results)
        drawn = monotonic()
        for results in in_slices(steps):
            self.results = results
            if self.is_rated and monotonic() > drawn + PAUSE:
                self._draw(intervals=False)
                drawn = monotonic()
            yield (games_in(results) - before) / (games - before)

    @safely
    def _ended(self, outcome: str) -> None:
        self._show()
        stopped = f"Stopped after {count(games_in(self.results), 'game')}."
        self.status.say(stopped if outcome == "stop" else "")

    @safely
    def _another_ruler(self, change: object = None) -> None:
        if self.is_rated and self.ruler.value:
            self._draw()

    def _show(self) -> None:
        """Show the ladder and the headline for the games played so far."""
        # Without a ladder the ruler measures nothing; the hidden menu keeps its space.
        self.ruler.layout.visibility = "visible" if self.is_rated else "hidden"
        if self.is_rated:
            self.headline.say(*headline(self.results, self.guess))
            self._draw()
        else:
            self.picture.layout.display = "none"
            self.headline.say(ASKS, WHO)
        self._name_the_button()

    def _keep_ruler(self) -> str:
        """Return the ruler: at first the perfect player if it plays, or the player in the middle."""
        order = order_of(self.results)
        kept = self.ruler.value
        if sorted(self.ruler.options) != sorted(order):
            self.ruler.unobserve(self._another_ruler, "value")  # the ladder is drawn anyway
            self.ruler.options = order
            first = "perfect" if "perfect" in order else order[len(order) // 2]
            self.ruler.value = kept if kept in order else first
            self.ruler.observe(self._another_ruler, "value")
        return str(self.ruler.value)

    def _draw(self, *, intervals: bool = True) -> None:
        """Draw the ladder; during the games without intervals, which take long to compute."""
        ruler = self._keep_ruler()
        ratings = ladder(self.results, anchor=ruler, intervals=intervals)
        clear = clear_places(self.results) if intervals else []
        pictures = (
            ladder_svg(ratings, ruler, width, self.guess, clear=clear, numbers=intervals)
            for width in (WIDTH, PHONE)
        )
        self.picture.value = f'<div class="mcts-grows">{two_widths(*pictures)}</div>'
        self.picture.layout.display = ""
        self._show_places()  # last, because the panel would be empty while the intervals are computed

    def static_picture(self) -> str:
        if not self.is_rated:
            return text_block(self.static_text())
        ruler = self.ruler.value
        clear = clear_places(self.results)
        return ladder_svg(ladder(self.results, anchor=ruler), ruler, guess=self.guess, clear=clear)

    def static_text(self) -> str:
        return f"A tournament between {', '.join(self.chosen())} (run this cell to play it)"


def more(games: int) -> str:
    """Return the words of the button that adds games of each pair."""
    return f"{count(games, 'more game')} each"


def seats(names: Sequence[str]) -> list[Player]:
    """Return the players with these names; raise ValueError if no tournament is possible."""
    if len(set(names)) < max(len(names), 2):
        raise ValueError("A tournament needs at least two players, each named only once.")
    return [player_named(name) for name in names]


def order_of(results: Sequence[MatchResult]) -> list[str]:
    """Return the names of the players, the strongest first."""
    return [step.name for step in ladder(results, intervals=False)]


@lru_cache(maxsize=1)
def leads_of(results: tuple[MatchResult, ...]) -> list[Lead]:
    """Return the lead of each player on the ladder over the next one, which takes long to compute."""
    return differences(results, list(pairwise(order_of(results))))


def open_pairs(results: Sequence[MatchResult]) -> list[str]:
    """Return the neighbours on the ladder that are not told apart, such as "perfect and MCTS 300".

    Two neighbours are told apart if the interval of their difference leaves out 0.
    """
    leads = leads_of(tuple(results))
    return [f"{lead.a} and {lead.b}" for lead in leads if not lead.settled]


def clear_places(results: Sequence[MatchResult]) -> list[str]:
    """Return the players on the ladder that are told apart from their neighbours."""
    order = order_of(results)
    settled = [lead.settled for lead in leads_of(tuple(results))]
    return [name for name, *both in zip(order, [True, *settled], [*settled, True]) if all(both)]


def headline(results: Sequence[MatchResult], guess: Sequence[str] = ()) -> tuple[str, str]:
    """Return how many of the reader's places are right, of those that are clear, or which neighbours on the ladder are not told apart.

    guess  the reader's order of the players; if it is empty, nothing is said about it
    """
    order = order_of(results)
    still_open = open_pairs(results)
    after = f"After {count(games_in(results), 'game')}"
    told = "each player is shown to be stronger than the next one."
    if still_open:
        told = f"not told apart: {'; '.join(still_open)}."
    if len(still_open) > MANY:
        told = f"not told apart: {len(still_open)} of {len(order) - 1} pairs of neighbours."
    if guess:
        clear = clear_places(results)
        right = sum(a == b for a, b in zip(order, guess, strict=True) if a in clear)
        found = f"{len(clear)} of {len(order)} places clear, you have {right} right."
        asks = " Will more change it?" if still_open else ""
        limits = ladder(results, anchor=order[0])
        told += NO_LIMIT if not all(isfinite(one.high) for one in limits) else ""
        return (
            f"{after}: {found if clear else 'too few to tell.'}{asks}",
            f"In brackets: your places; ✓ ✗ where told apart. {told[0].upper()}{told[1:]}",
        )
    leads = differences(results, list(pairwise(order)))
    few = "Too few for some intervals." if not all(isfinite(lead.high) for lead in leads) else ""
    asks = "Will more tell them apart?" if still_open else ""
    return f"{after} {told}", f"{few} {asks}".strip()
