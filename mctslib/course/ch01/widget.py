"""`FlatExplorer`: a chart in which the averages of random games approach their exact values."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from mctslib.arena.players import Estimates, flat_slices
from mctslib.course.estimates import Estimate, estimates_chart
from mctslib.course.puzzles import POSITIONS, Puzzle
from mctslib.draw.show import board_svg, gallery
from mctslib.draw.svg import fitted
from mctslib.game import Action
from mctslib.games.names import player_name
from mctslib.oracle import flat_values
from mctslib.widgets.bar import room_for, three_widths, two_widths
from mctslib.widgets.explorer import Explorer, Held, OneOf, View, button
from mctslib.widgets.picking import pressable
from mctslib.words import count, number

PLAYOUTS = (1, 3, 10, 30, 100, 300, 1000, 3000)  # playouts for each move
FEW = 10  # up to this number of playouts the headline asks, and does not answer
CHOOSE = "{} games each choose {}."
WHICH = "Which cell would you trust?"
LEADS = f"After {FEW} games each, cell {{}} leads. Do you trust it?"
PRESS = "{} moves: press the cell you trust, then play on."
PLAY_ON = "Play on", "play", "Play more random games after each move"
AGAIN = "From the start", "refresh", "Go back to one random game after each move"
MARKS = "Dot: average. Bar: holds the true average in about 95 of 100 cases."
NARROW = 256  # the width of the chart on a phone, in pixels
BOARDS = (232, 196)  # the widths of the board in pixels, the second for a phone
WIDTHS = (400, 656, 860)  # the widths of the chart beside the board, in pixels


def bars_that_hold(held: int, bars: int) -> str:
    """Return words that say how many of the bars hold their exact values."""
    return f"{held} of {bars} bars hold the exact value"


class FlatExplorer(Explorer):
    """Show the averages of random games after each move of a position, beside the exact values.

    Up to 10 playouts, the panel asks which move to trust, and shows neither the exact values nor the
    right moves.  The reader answers with a click on a cell.  Pointing at a cell lights its row of
    the chart, and the reverse.

    position  "A", "S", "W" or "empty board"
    playouts  number of playouts for each move, one of 1, 3, 10, 30 … 3,000
    seed      the seed of the random games; the same seed gives the same averages

    Raises ValueError for a name or a number of playouts that is not listed here.
    """

    lives_as = "sliders"
    kept = "playouts"
    folds = True
    headlines = (
        (CHOOSE.format("3,000", "cell 0, which is ✗ wrong"), f"{bars_that_hold(9, 9)}."),
        (LEADS.format(0), PRESS.format("O")),
    )

    position = OneOf(tuple(POSITIONS), menu="position")
    playouts = OneOf(PLAYOUTS, [f"{n:,}" for n in PLAYOUTS], "playouts per move")
    seed = Held()
    trusted = Held()  # the reader's answer: a position and a cell

    def __init__(self, position: str = "A", *, playouts: int = 3, seed: int = 0) -> None:
        self.found: dict[tuple[str, int, int], Estimates] = {}
        super().__init__(position=position, playouts=playouts, seed=seed, trusted=(position, None))
        self.add_class("mcts-averages")

    @property
    def puzzle(self) -> Puzzle:
        """The position that is shown."""
        return POSITIONS[self.position]

    @property
    def answer(self) -> Action | None:
        """The cell that the reader trusts in this position."""
        position, cell = self.trusted
        return cell if position == self.position else None

    def picked(self, words: str) -> None:
        """Keep the cell that the reader trusts; a page may send any words."""
        named = {str(action): action for action in self.puzzle.free_cells()}
        if words in named:
            self.set(trusted=(self.position, named[words]))

    @button(*PLAY_ON, filled=True, again=AGAIN)
    def play_on(self) -> None:
        """Go to the next number of playouts, and from the last to the first."""
        self.set(playouts=PLAYOUTS[(PLAYOUTS.index(self.playouts) + 1) % len(PLAYOUTS)])

    @button("Other seed", "refresh", "Play other random games, with the next seed")
    def other_seed(self) -> None:
        """Play other random games."""
        self.set(seed=self.seed + 1)

    def prepare(self, values: dict[str, Any]) -> Iterator[float]:
        """Play the random games that these settings need, in slices."""
        name, playouts, seed = key = values["position"], values["playouts"], values["seed"]
        if key not in self.found:
            state = POSITIONS[name].state
            games = playouts * len(state.legal_actions())
            self.found[key] = yield from flat_slices(state, games, seed)

    def rows(self) -> list[Estimate]:
        """Return one estimate for each move, without an answer as long as the headline asks."""
        for _ in self.prepare(self.values):
            pass
        found = self.found[self.position, self.playouts, self.seed]
        asks = self.playouts <= FEW
        rows = []
        for action, exact in flat_values(self.puzzle.state).items():
            name = f"{action}" if asks else self.label(action, is_chosen=action == self.best)
            true = None if asks else float(exact)
            rows.append(Estimate(name, self.playouts, found[action][1], true))
        return rows

    @property
    def best(self) -> Action:
        """The move with the best average."""
        found = self.found[self.position, self.playouts, self.seed]
        return max(found, key=lambda action: found[action][1])

    def label(self, action: Action, *, is_chosen: bool) -> str:
        """Return the name of a move, with ✓ or ✗ unless all moves are right.

        All right moves have a ✓, but only the chosen move has a ✗ if it is wrong.
        """
        correct = self.puzzle.correct
        if len(correct) == len(self.puzzle.free_cells()):
            return f"{action}"
        if action in correct:
            return f"{action} ✓"
        return f"{action} ✗" if is_chosen else f"{action}"

    def said(self) -> tuple[str, str]:
        """Name the move with the best average; ask for it while the games are few."""
        puzzle, answer = self.puzzle, self.answer
        if self.playouts <= FEW and answer is None:
            asks = LEADS.format(self.best) if self.playouts == FEW else WHICH
            return asks, PRESS.format(mover(puzzle))
        if self.playouts <= FEW:
            return f"You trust cell {answer}.", "Play more random games."
        rows = self.rows()
        more = f"{bars_that_hold(sum(row.holds for row in rows), len(rows))}."
        if answer is not None:
            more = f"You trusted {puzzle.judged(answer)}."
        return CHOOSE.format(number(self.playouts), puzzle.judged(self.best)), more

    def story(self) -> str:
        """Return what is known about the position, as HTML; only the turn while the headline asks."""
        puzzle = self.puzzle
        if self.playouts > FEW:
            return puzzle.html()
        return f"<b>Position {escape(puzzle.name)}.</b> {turn(puzzle)}"

    def chart(self, width: float = WIDTHS[0]) -> str:
        """Draw the estimates of all moves as SVG text, without numbers while the headline asks."""
        cells = self.puzzle.free_cells()
        of_each = f"{mover(self.puzzle)}'s average, {count(self.playouts, 'playout')}"
        return estimates_chart(
            self.rows(),
            title=of_each if width == NARROW else f"{of_each} per move",
            width=width,
            numbers=self.playouts > FEW,
            parts=[str(cell) for cell in cells],
            chosen=None if self.answer is None else str(self.answer),
            ringed=str(self.best) if self.playouts > FEW else None,
            longest=f"{cells[-1]} ✓",
        )

    def view(self) -> View:
        """Return the question or the answer, the board and the chart."""
        puzzle, cells = self.puzzle, self.puzzle.free_cells()
        ring = [self.best] if self.playouts > FEW else []
        boards = (numbered_board(puzzle, width, ring) for width in BOARDS)
        board = two_widths(*(pressable(one, puzzle.state, cells, self.answer) for one in boards))
        chart = two_widths(three_widths(*map(self.chart, WIDTHS)), self.chart(NARROW))
        story = room_for(self.story(), (one.html() for one in POSITIONS.values()))
        words = f'<div class="mcts-second mcts-whole-row">{story}</div>'
        line = (
            " Line: exact for random play. Dashed: their choice. ✓: right."
            if self.playouts > FEW
            else ""
        )
        marks = f"<small>{room_for(MARKS + line, [MARKS + 30 * ' m'])}</small>"
        return View(*self.said(), figure=f"<div>{board}</div><div>{chart}{marks}</div>{words}")

    @property
    def at_end(self) -> bool:
        return self.playouts == PLAYOUTS[-1]

    def page_words(self) -> str:
        """Return the headline for a page, whose only controls lead to fewer and to more games."""
        if self.playouts <= FEW:
            return f"{WHICH} Choose one, then go forward to more games."
        return self.headline.words

    def page_picture(self) -> str:
        """Return the board and the chart for a page without Python, in two widths."""
        versions = []
        for width, board in zip((WIDTHS[0], NARROW), BOARDS, strict=True):
            drawn = numbered_board(self.puzzle, board), self.chart(width)
            side_by_side = "display:flex;flex-wrap:wrap;gap:var(--mcts-space-4)"
            versions.append(f'<div style="{side_by_side}">{"".join(map(fitted, drawn))}</div>')
        return f"<div>{two_widths(*versions)}<p>{self.story()}</p></div>"

    def static_headline(self) -> tuple[str, str]:
        """Return the headline; a still picture has no button for more games."""
        return (WHICH, "") if self.playouts <= FEW else self.said()

    def static_picture(self) -> str:
        words = turn(self.puzzle) if self.playouts <= FEW else self.puzzle.story
        pictures = [numbered_board(self.puzzle), self.chart()]
        return gallery(pictures, [words, ""], spoken=True)._repr_html_()


def numbered_board(puzzle: Puzzle, width: float = 160, ring: Sequence[Action] = ()) -> str:
    """Draw the board of a position, with the numbers of the free cells, as SVG text.

    ring  the cells with a dashed ring
    """
    numbers = puzzle.free_cells()
    return board_svg(puzzle.state, numbers=numbers, width=width, highlight=ring)


def turn(puzzle: Puzzle) -> str:
    """Say whose turn it is in a position."""
    return f"{mover(puzzle)} moves next."


def mover(puzzle: Puzzle) -> str:
    """Return the name of the player whose turn it is in a position."""
    return player_name(puzzle.state, puzzle.state.current_player)
