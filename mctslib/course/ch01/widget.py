"""`FlatExplorer`: a chart in which the averages of random games approach their exact values."""

from collections.abc import Iterator
from html import escape
from random import Random
from time import monotonic

import ipywidgets as W

from mctslib.arena.players import Estimates, flat_search
from mctslib.course.chosen import highest, of_all
from mctslib.course.estimates import Estimate, estimates_chart
from mctslib.course.own_position import offer_set_up
from mctslib.course.puzzles import POSITIONS, Puzzle, choose
from mctslib.draw.show import board_svg, gallery
from mctslib.draw.svg import fitted
from mctslib.game import Action, State
from mctslib.games.names import action_name, player_name
from mctslib.given import check_one_of
from mctslib.oracle import flat_values
from mctslib.widgets.bar import (
    ActButton,
    ControlBar,
    Headline,
    room_for,
    three_widths,
    two_widths,
)
from mctslib.widgets.menus import Menu
from mctslib.widgets.panel import SLICE, Panel, safely
from mctslib.widgets.picking import PickingPicture, pressable
from mctslib.words import count

PLAYOUTS = (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000)  # playouts for each move
FEW = 10  # up to this number of playouts the headline asks, and does not answer
MORE = ("Play on", "play", "Play more random games after each move")
AGAIN = ("Other seed", "refresh", "Begin again with few random games and the next seed")
CHOOSE = "Random games choose"
STATIC = 1000  # largest number of playouts for each move in the picture of a saved notebook
PAGE_TOTAL = 200_000  # largest number of playouts for a picture on a page, over all moves
STATIC_TOTAL = 20_000  # largest number of playouts in the saved picture, over all moves
CHUNK = 100  # largest number of playouts between two looks at the clock
LARGEST_SEED = 10**6
NARROW = 256  # the width of the chart on a phone, in pixels
BOARDS = (232, 176)  # the widths of the board in pixels, the second for a phone
WIDTHS = (400, 656, 860)  # the widths of the chart beside the board, in pixels


class Averages:
    """The averages of random games after each move of one position.

    The averages are kept for each number in `PLAYOUTS` that has been reached.

    puzzle  the position
    seed    the seed of the random games; the same seed gives the same averages
    """

    def __init__(self, puzzle: Puzzle, seed: int) -> None:
        self.puzzle = puzzle
        self.rng = Random(seed)
        self.exact = {action: float(mean) for action, mean in flat_values(puzzle.state).items()}
        self.now: Estimates | None = None
        self.kept: dict[int, Estimates] = {}

    def slices(self, playouts: int) -> Iterator[float]:
        """Play random games until each move has been tried in `playouts` games.

        Yields the fraction of the work that is done after each slice of time.
        """
        moves = len(self.exact)
        until = monotonic() + SLICE
        for mark in PLAYOUTS:
            if mark > playouts or mark in self.kept:
                continue
            while self.done < mark * moves:
                missing = mark * moves - self.done
                self.now = flat_search(
                    self.puzzle.state, min(CHUNK, missing), self.rng, start=self.now
                )
                if monotonic() > until:
                    yield self.done / (playouts * moves)
                    until = monotonic() + SLICE
            assert self.now is not None
            self.kept[mark] = self.now

    @property
    def done(self) -> int:
        """The number of playouts so far, summed over all moves."""
        if self.now is None:
            return 0
        return sum(playouts for playouts, _ in self.now.values())

    def rows(self, playouts: int) -> list[Estimate]:
        """Return one estimate for each move, without an answer as long as the headline asks.

        The estimates use the largest number of `PLAYOUTS` that has been reached and is at most
        `playouts`.
        """
        asks = playouts <= FEW
        reached = max((mark for mark in self.kept if mark <= playouts), default=0)
        found = self.kept.get(reached, {})
        chosen = max(found, key=lambda action: found[action][1], default=None)
        rows = []
        for action, exact in self.exact.items():
            mean = found[action][1] if found else None
            name = f"{action}" if asks else self.label(action, is_chosen=action == chosen)
            rows.append(Estimate(name, reached, mean, None if asks else exact))
        return rows

    def label(self, action: object, *, is_chosen: bool = False) -> str:
        """Return the name of a move, with ✓ or ✗ unless all moves are right.

        All right moves have a ✓, but only the chosen move has a ✗ if it is wrong.
        """
        correct = self.puzzle.correct
        if len(correct) == len(self.exact):
            return f"{action}"
        if action in correct:
            return f"{action} ✓"
        return f"{action} ✗" if is_chosen else f"{action}"

    def verdict(self, playouts: int) -> tuple[str, str]:
        """Return a sentence about the move with the best mean, and one about the bars.

        The first sentence says whether the move is right, and the second how many bars contain
        their exact values.  Both are "" while there are no means.
        """
        rows = self.rows(playouts)
        if rows[0].mean is None:
            return "", ""
        best = max(range(len(rows)), key=lambda k: rows[k].mean or 0.0)
        action = list(self.exact)[best]
        held = sum(row.holds for row in rows)
        chosen = f"{CHOOSE} {self.puzzle.judged(action)}."
        return chosen, f"{bars_that_hold(held, len(rows))}."


def bars_that_hold(held: int, bars: int) -> str:
    """Return words that say how many of the bars hold their exact values."""
    return f"{held} of {bars} bars hold the exact value"


class FlatExplorer(Panel):
    """Show the averages of random games after each move of a position, beside the exact values.

    A slider sets the number of playouts for each move.  Up to 10 playouts, the panel asks which move
    to trust, and shows neither the exact values nor the right moves.  In tic-tac-toe the reader
    answers with a click on a cell.  Pointing at a cell lights its row of the chart, and the reverse.

    position  "A", "S", "W" or "empty board"; or a position of your own game, if the game is small
              enough for exact values
    playouts  number of playouts for each move, one of 1, 3, 10, 30 … 10,000
    seed      the seed of the random games; the same seed gives the same averages

    Raises ValueError for a name or a number of playouts that is not listed here.  Raises `TooLarge`
    for a position from which too many other positions can be reached.
    """

    lives_as = "sliders"
    kept_slider = "playouts"

    def __init__(self, position: str | State = "A", *, playouts: int = 3, seed: int = 0) -> None:
        check_one_of("playouts", playouts, PLAYOUTS)
        self.puzzles, name = choose(POSITIONS, position, "position")
        super().__init__("playing")
        self.trusted: Action | None = None  # the reader's answer
        self.averages = Averages(self.puzzles[name], seed)
        self._make_controls(name, playouts, seed)
        self._lay_out()
        offer_set_up(self, self.puzzles, self.position)
        self._draw()
        self.work.start(self._playing(), self._ended)

    def _make_controls(self, position: str, playouts: int, seed: int) -> None:
        self.position = Menu(options=list(self.puzzles), value=position, description="position")
        self.playouts = W.SelectionSlider(
            options=[(f"{n:,}", n) for n in PLAYOUTS],
            value=playouts,
            description="playouts",
            tooltip="number of playouts for each move",
            layout=W.Layout(flex="1 1 200px", max_width="420px"),
        )
        self.seed = W.BoundedIntText(value=seed, min=0, max=LARGEST_SEED, description="seed")
        self.more = ActButton(self.work, *MORE, self.play_more, later=[AGAIN[0]])
        self.playouts.observe(self._changed, "value")
        self.position.observe(self._new_dice, "value")
        self.seed.observe(self._new_dice, "value")

    def _lay_out(self) -> None:
        self.headline = Headline(longest=[self._longest_headline()])
        self.figure = PickingPicture(self.trust)
        bar = ControlBar(self.more, [self.playouts], [self.position], [self.seed])
        bar.fold(self, self.position)
        self.add_class("mcts-framed")
        self.add_class("mcts-averages")
        self.children = [self.headline, self.figure, self.status, bar]

    def _longest_headline(self) -> tuple[str, str]:
        """Return the longest headline and the words below it, for all positions."""
        judged = [
            one.judged(action)
            for one in self.puzzles.values()
            for action in one.state.legal_actions()
        ]
        most = max(len(one.state.legal_actions()) for one in self.puzzles.values())
        return (f"{CHOOSE} {max(judged, key=len)}.", f"{bars_that_hold(most, most)}.")

    @safely
    def trust(self, words: str) -> None:
        """Keep the cell that the reader trusts; a page may send any words."""
        named = {str(action): action for action in self.averages.puzzle.free_cells()}
        if words in named:
            self.trusted = named[words]
            self._draw()

    @safely
    def play_more(self, button: object = None) -> None:
        """Move the slider to the next number of playouts; from the end, begin with a new seed."""
        place = PLAYOUTS.index(self.playouts.value) + 1
        if place < len(PLAYOUTS):
            self.playouts.value = PLAYOUTS[place]
        else:
            self.playouts.value = PLAYOUTS[1]
            self.seed.value = (self.seed.value + 1) % self.seed.max

    @safely
    def _new_dice(self, change: object = None) -> None:
        self.averages = Averages(self.puzzles[self.position.value], self.seed.value)
        self.trusted = None
        self._changed()

    @safely
    def _changed(self, change: object = None) -> None:
        self.status.say("")
        self._draw()
        self.work.start(self._playing(), self._ended)

    def _playing(self) -> Iterator[float]:
        for fraction in self.averages.slices(self.playouts.value):
            self._draw()
            yield fraction
        self._draw()

    @safely
    def _ended(self, outcome: str) -> None:
        self._draw()
        if outcome == "stop":
            self.status.say("Stopped. The chart shows the averages of the playouts so far.")

    def _draw(self) -> None:
        puzzle = self.averages.puzzle
        wanted = self.playouts.value
        self.more.rename(*(AGAIN if wanted == PLAYOUTS[-1] else MORE))
        shown = question(puzzle) if wanted <= FEW else puzzle.html()
        story = room_for(shown, (one.html() for one in self.puzzles.values()))
        board = two_widths(*self._boards())
        wide, middle, large, narrow = (
            averages_chart(self.averages, wanted, width, self.trusted)
            for width in (*WIDTHS, NARROW)
        )
        chart = two_widths(three_widths(wide, middle, large), narrow)
        words = f'<div class="mcts-second mcts-whole-row">{story}</div>'
        self.figure.value = f"<div>{board}</div><div>{chart}</div>{words}"
        self.headline.say(*self._said(self.averages, wanted))

    def _boards(self) -> Iterator[str]:
        """Yield the board in both widths; the reader can press the cell to trust."""
        puzzle = self.averages.puzzle
        for width in BOARDS:
            board = numbered_board(puzzle, width)
            yield pressable(board, puzzle.state, puzzle.free_cells(), self.trusted)

    def _said(self, averages: Averages, wanted: int) -> tuple[str, str]:
        """Name the move with the best average; ask for it while the games are few."""
        puzzle, trusted = averages.puzzle, self.trusted
        if wanted <= FEW and trusted is None:
            press = "Press it, then play" if puzzle.free_cells() else "Play"
            return which(puzzle), f"{press} more random games."
        if wanted <= FEW:
            return f"You trust {action_name(puzzle.state, trusted)}.", "Play more random games."
        verdict, bars = averages.verdict(wanted)
        if trusted is not None:
            bars = f"You trusted {puzzle.judged(trusted)}."
        return verdict or "The random games are being played.", bars

    def static_headline(self) -> tuple[str, str]:
        """Return what the headline says about the random games of the still picture."""
        averages, wanted = self._played()
        if wanted <= FEW:  # a still picture has no button for more games
            return which(averages.puzzle), ""
        return self._said(averages, wanted)

    def page_words(self) -> str:
        """Return the headline for a page, whose only controls lead to fewer and to more games."""
        if self.playouts.value <= FEW:
            return f"{which(self.averages.puzzle)} Choose one, then go forward to more games."
        return self.headline.words

    def page_picture(self) -> str:
        """Return the board and the chart for a page without Python, in two widths."""
        puzzle, wanted = self.averages.puzzle, self.playouts.value
        versions = []
        for width, board in zip((WIDTHS[0], NARROW), BOARDS, strict=True):
            drawn = numbered_board(puzzle, board), averages_chart(self.averages, wanted, width)
            side_by_side = "display:flex;flex-wrap:wrap;gap:var(--mcts-space-4)"
            versions.append(f'<div style="{side_by_side}">{"".join(map(fitted, drawn))}</div>')
        story = question(puzzle) if wanted <= FEW else puzzle.html()
        return f"<div>{two_widths(*versions)}<p>{story}</p></div>"

    def static_picture(self) -> str:
        averages, wanted = self._played()
        puzzle = averages.puzzle
        pictures = [numbered_board(puzzle), averages_chart(averages, wanted)]
        words = turn(puzzle) if wanted <= FEW else puzzle.story
        return gallery(pictures, [words, ""], spoken=True)._repr_html_()

    def _played(self) -> tuple[Averages, int]:
        """Return random games of their own for the still picture, and how many there are per move.

        The explorer may still be playing.
        """
        averages = Averages(self.puzzles[self.position.value], self.seed.value)
        possible = [n for n in PLAYOUTS if n <= STATIC and n * len(averages.exact) <= STATIC_TOTAL]
        wanted = min(self.playouts.value, max(possible, default=PLAYOUTS[0]))
        for _ in averages.slices(wanted):
            pass
        return averages, wanted

    def page_allows(self, playouts: int) -> bool:
        """Return whether a page has a picture for this number of playouts per move."""
        return playouts * len(self.averages.exact) <= PAGE_TOTAL

    def static_text(self) -> str:
        name = self.averages.puzzle.name
        return f"Averages of random games in position {name} (run this cell to move the slider)"


def numbered_board(puzzle: Puzzle, width: float = 160) -> str:
    """Draw the board of a position, with the numbers of the free cells, as SVG text."""
    return board_svg(puzzle.state, numbers=puzzle.free_cells(), width=width)


def which(puzzle: Puzzle) -> str:
    """Ask for the move to trust; a game of the reader's own has no cells to name."""
    return f"Which {'cell' if puzzle.free_cells() else 'move'} would you trust?"


def turn(puzzle: Puzzle) -> str:
    """Say whose turn it is in a position."""
    return f"{player_name(puzzle.state, puzzle.state.current_player)} moves next."


def question(puzzle: Puzzle) -> str:
    """Return the name of a position and whose turn it is, as HTML."""
    return f"<b>Position {escape(puzzle.name)}.</b> {escape(turn(puzzle))}"


def averages_chart(
    averages: Averages,
    playouts: int,
    width: float = WIDTHS[0],
    trusted: Action | None = None,
) -> str:
    """Draw the estimates of all moves as SVG text; they have no numbers while the headline asks.

    If there are very many moves, the chart shows only the moves with the highest means.

    width    the width in pixels; the chart is for a phone if this is `NARROW`
    trusted  the move that the reader trusts
    """
    rows = averages.rows(playouts)
    shown = highest(rows, lambda row: row.mean or 0.0)
    left_out = of_all(len(shown), len(rows))
    of_each = f"Average, {count(rows[0].count, 'playout')} per move"
    title = f"{'Average' if width == NARROW else of_each}{left_out}"
    cells = averages.puzzle.free_cells()
    return estimates_chart(
        shown,
        title=title,
        width=width,
        numbers=playouts > FEW,
        parts=[str(cell) for cell in cells] if len(shown) == len(cells) else (),
        chosen=None if trusted is None else str(trusted),
    )
