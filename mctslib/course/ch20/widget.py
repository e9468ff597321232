"""`SecretLines`: draw winning lines, and read them out of a model that learns from results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as W
import traitlets as T

from mctslib.course.budgets import in_full
from mctslib.course.ch20 import pictures
from mctslib.course.ch20.exam import exam_of
from mctslib.course.ch20.learning import Glimpse, ObservedRun, scenes, stored_snapshots
from mctslib.course.ch20.secrets import (
    SECRET,
    checked_line,
    checked_lines,
    lines_by_dice,
)
from mctslib.draw import svg
from mctslib.given import check_one_of
from mctslib.methods.line_boards import Line
from mctslib.widgets.bar import ActButton, ControlBar, Headline, room_for, two_widths
from mctslib.widgets.panel import Panel, in_slices, push_button, safely
from mctslib.words import count, number

HERE = Path(__file__).parent
# one press of Learn adds this many generations; on one slow core they take about half a minute
GENERATIONS = 60
IN_A_BROWSER = 15
LISTED = '<div style="min-height:92px">{}</div>'  # there is room for eight lines
HEADING = (
    '<p class="mcts-label" style="line-height:16px;max-width:{}px">{}<br>'
    '<span style="font-weight:400">{}</span></p>'
)
NO_LINES = "There are no lines: drag over three cells to draw one, then press “Learn”."
UNTAUGHT = "Before its first game it does not know that marks stay."
BEST = "After 44,444 games 12 of its 12 favourites are secret lines."
ONWARD = " And later?"
TOLD = "It is told only who won."
YOURS = "Now draw lines of your own."
VALUES = "belief in a win, bar from 50% · ✓ secret"
DREAMT = "pale: it is not sure · ✓ all nine cells right · ✗ not all"
MORE = "More games", "play", "Show what the model knows after more games"
FIRST_SEEN = 256  # the number of games after which the stored run is shown at first


class LinePad(anywidget.AnyWidget):
    """The board on which lines are drawn.

    listener  a function that is called with each message from the page: {"line": three cells} or
              {"command": "take back"}
    """

    _esm = (HERE / "pad.js").read_text(encoding="utf-8")
    _css = (HERE / "pad.css").read_text(encoding="utf-8")
    picture = T.Unicode().tag(sync=True)

    def __init__(self, listener: Callable[[Any], None]) -> None:
        super().__init__()
        self.listener = listener
        self.on_msg(self._heard)

    def _heard(self, widget: object, content: Any, buffers: object) -> None:
        self.listener(content)


class SecretLines(Panel):
    """Draw secret lines, let a model learn the game from results, and read the lines out of the
    model.

    lines        the initial winning lines, each of three cells from 0 to 8.  If no lines are given
                 the widget first shows a stored run
    generations  the number of generations that one press of Learn adds, from 1 to 200

    Raises ValueError if a line does not consist of three different cells, if the list of lines is
    empty, if there are more than 12 lines, or if `generations` is outside its range.
    """

    lives_as = "sliders"
    kept_slider = "age"

    def __init__(
        self,
        lines: Sequence[Sequence[int]] | None = None,
        *,
        generations: int | None = None,
    ) -> None:
        if generations is None:
            generations = GENERATIONS if in_full() else IN_A_BROWSER
        check_one_of("generations", generations, range(1, 201))
        self.lines: tuple[Line, ...] = SECRET if lines is None else checked_lines(lines)
        if not self.lines:
            raise ValueError("There are no lines: give at least one, such as (0, 1, 2).")
        super().__init__("learning")
        self.generations = generations
        self.run: ObservedRun | None = None
        self.upto = 0
        self.quiet = False
        self.hidden = False
        self.dice = 0
        self._make_parts()
        if lines is None:
            self.snapshots: list[Glimpse] = stored_snapshots()
            self.opening = True
            self._show(FIRST_SEEN)
        else:
            self._begin()

    def _make_parts(self) -> None:
        self.headline = Headline(longest=[(UNTAUGHT, TOLD), (BEST + ONWARD, TOLD), (BEST, YOURS)])
        self.pad = LinePad(self.heard)
        self.pad.picture = pictures.pad_svg()
        self.listed = W.HTML()
        self.in_a_row = W.HTML()  # the secret lines on a phone
        self.in_a_row.add_class("mcts-if-narrow")
        self.ranking = W.HTML()
        self.dream = W.HTML()
        self.age = W.SelectionSlider(
            options=[("0", 0)], description="games", layout=W.Layout(flex="1 1 240px")
        )
        self.age.observe(self._aged, "value")
        many = number(64 * self.generations)
        self.learns = "Learn", "graduation-cap", f"Learn from {many} more games"
        self.go = ActButton(self.work, *self.learns, self.go_on, later=[MORE[0]])
        back = push_button("Last line", "undo", "Take back the last line", self.take_back)
        dice = push_button(
            "Eight by dice", "random", "Replace the lines with eight random lines", self.by_dice
        )
        clear = push_button("No lines", "eraser", "Take back all lines", self.clear)
        bar = ControlBar(self.go, [self.age, back, dice, clear])
        beside = W.Box([self.pad, self.listed])
        beside.add_class("mcts-lines-drawn")
        lines = W.VBox([self.in_a_row, beside], layout=W.Layout(overflow="visible"))
        columns = [
            self._column("The secret lines", "drag: a new line · dark: found", 184, lines),
            self._column("Its favourite three cells", VALUES, pictures.NARROW, self.ranking),
            self._column("A game, and the game as imagined", DREAMT, 360, self.dream),
        ]
        columns[-1].add_class("mcts-second")
        figure = W.HBox(columns)
        figure.add_class("mcts-figure")
        bar.fold(self, back, dice, clear)
        self.add_class("mcts-framed")
        self.children = [self.headline, figure, self.status, bar]

    @staticmethod
    def _column(title: str, note: str, width: int, part: W.Widget) -> W.VBox:
        heading = W.HTML(HEADING.format(width, escape(title), escape(note)))
        return W.VBox([heading, part], layout=W.Layout(flex="0 1 auto", overflow="visible"))

    # ------------------------------------------------------------------------ lines

    @safely
    def heard(self, content: Any) -> None:
        """Carry out the request in a message from the page; the message may be malformed."""
        if not isinstance(content, dict):
            return
        if content.get("command") == "take back":
            self._new_lines(self.lines[:-1])
        elif "line" in content:
            self._add(content["line"])

    def _add(self, cells: Any) -> None:
        """Add a line, or show the reason why the line is not allowed."""
        try:
            line = checked_line(cells, self.lines)
        except ValueError as error:
            self.status.say(str(error))
        else:
            self._new_lines((*self.lines, line))

    @safely
    def take_back(self, button: object = None) -> None:
        """Remove the line that was drawn last."""
        self._new_lines(self.lines[:-1])

    @safely
    def by_dice(self, button: object = None) -> None:
        """Replace the lines with eight random lines, which are different at each press."""
        self.dice += 1
        self._new_lines(lines_by_dice(self.dice))

    @safely
    def clear(self, button: object = None) -> None:
        """Remove all lines."""
        self._new_lines(())

    def _new_lines(self, lines: tuple[Line, ...]) -> None:
        self.lines = lines
        self._begin()

    def _begin(self) -> None:
        """Start again with an untrained model for the current lines."""
        self.work.cancel()
        self.opening = False
        self.run = None
        self.upto = 0
        self.snapshots = []
        if self.lines:
            self.run = ObservedRun(self.lines)
            self.snapshots = self.run.snapshots
        self.status.say(self.noted())
        self._show()

    # ------------------------------------------------------------------------ learning

    @safely
    def go_on(self, button: object = None) -> None:
        """Show the stored run when it knows more or fewer lines, and after its end learn."""
        if self._has_more():
            here = self.age.value
            known = [one.found != self.snapshots[here].found for one in self.snapshots[here:]]
            self.age.value = here + known.index(True) if any(known) else len(self.snapshots) - 1
        else:
            self.learn()

    def _is_done(self) -> bool:
        """Return whether the model knows all lines in the last snapshot."""
        return bool(self.snapshots) and self.snapshots[-1].found == len(self.lines)

    def _has_more(self) -> bool:
        """Return whether the stored run, with which the widget opens, has later snapshots."""
        return self.opening and self.age.value < len(self.snapshots) - 1

    @safely
    def learn(self, button: object = None) -> None:
        """Learn for another `generations` generations; after a stop, learn only for the remaining
        ones.
        """
        if not self.lines:
            self.status.say(NO_LINES)
            return
        if self.run is None:  # the widget still shows the stored run, so begin the same run again
            self._begin()
        run = self.run
        assert run is not None
        if run.learner.generation >= self.upto:
            self.upto = run.learner.generation + self.generations
        self.status.say(self.noted())
        self.work.start(self._learning(run), self._ended)

    def _learning(self, run: ObservedRun) -> Iterator[float]:
        """Learn in time slices, and show each new snapshot."""
        known = len(run.snapshots)
        for fraction in in_slices(run.slices(self.upto - run.learner.generation)):
            if len(run.snapshots) > known:
                known = len(run.snapshots)
                self._show()
            yield fraction

    @safely
    def _ended(self, outcome: str) -> None:
        if outcome == "stop" and self.run is not None:
            games = number(self.run.learner.played)
            self.status.say(f"Stopped after {games} games. “Learn” continues from there.")

    # ------------------------------------------------------------------------ showing

    @safely
    def _aged(self, change: object = None) -> None:
        if not self.quiet:
            self._draw()

    def _show(self, at: int | None = None) -> None:
        """Show the lines and the newest snapshot, or the one after `at` games."""
        self.quiet = True
        games = [(number(one.games), k) for k, one in enumerate(self.snapshots)]
        self.age.options = games or [("0", 0)]
        after = [one.games for one in self.snapshots]
        self.age.value = after.index(at) if at is not None else max(len(games) - 1, 0)
        self.age.disabled = len(games) < 2
        self.quiet = False
        self._draw()

    def _draw(self) -> None:
        more = YOURS if self._is_done() and not self._has_more() else TOLD
        self.headline.say(self.told(self.age.value), more)
        self.go.rename(*(MORE if self._has_more() else self.learns))
        self.go.fill(self._has_more() or not self._is_done())
        found = self._favourites()
        drawn, self.in_a_row.value = (
            pictures.lines_svg(self.lines, wide, many, unit, found)
            for wide, many, unit in pictures.LISTS
        )
        if not self.snapshots:
            self.listed.value = LISTED.format(two_widths(drawn, ""))
            self._hide_pictures()
            return
        self.hidden = False
        now, game = self.snapshots[self.age.value], scenes(exam_of(self.lines))
        on_a_phone = pictures.ranking_svg(now, self.lines, phone=True)
        self.ranking.value = two_widths(pictures.ranking_svg(now, self.lines), on_a_phone)
        boards = pictures.dream_row(game, now, pictures.LARGE_UNIT)[1::2]
        side_by_side = '<div style="display:flex;flex-wrap:wrap;gap:4px">{}</div>'
        self.dream.value = side_by_side.format("".join(boards))
        self.listed.value = LISTED.format(two_widths(drawn, pictures.last_dream(game, now)))

    def _favourites(self) -> list[Line]:
        """Return as many of the model's favourites as there are lines."""
        if not self.snapshots:
            return []
        top = self.snapshots[self.age.value].top[: len(self.lines)]
        return [one.line for one in top]

    def _hide_pictures(self) -> None:
        """Hide the pictures of a model but keep their space, so that nothing below the pictures
        moves.
        """
        if self.hidden:
            return
        self.hidden = True
        for part in (self.ranking, self.dream):
            part.value = room_for("", [part.value])

    def _pictures(self, chosen: int) -> list[str]:
        """Return the pictures of the lines, of the ranking, and of every second board.

        chosen  the index of the snapshot
        """
        boards = pictures.dream_row(scenes(exam_of(self.lines)), self.snapshots[chosen])
        return [
            pictures.lines_svg(self.lines, *pictures.LISTS[0]),
            pictures.ranking_svg(self.snapshots[chosen], self.lines),
            *boards[1::2],
        ]

    def told(self, chosen: int) -> str:
        """Return the headline, which gives the model's results at a snapshot."""
        if not self.snapshots:
            return "Draw a line over three cells."
        now = self.snapshots[chosen]
        if not now.games:
            return UNTAUGHT
        ask = ONWARD if chosen < len(self.snapshots) - 1 else ""
        many = len(self.lines)
        found = f"{now.found} of its {many} favourites are secret lines"
        if many == 1:
            found = f"its favourite is {'the' if now.found else 'no'} secret line"
        return f"After {count(now.games, 'game')} {found}.{ask}"

    def noted(self) -> str:
        """Return a sentence if there are no lines, and otherwise nothing."""
        return "" if self.lines else NO_LINES

    def static_headline(self) -> tuple[str, str]:
        """Return what the model knows in the end, which is what the picture shows."""
        return self.told(len(self.snapshots) - 1), TOLD

    def static_picture(self) -> str:
        return self._still(len(self.snapshots) - 1)

    def page_picture(self) -> str:
        """Return the picture for a page without Python, whose slider chooses the snapshot."""
        return self._still(self.age.value)

    def _still(self, chosen: int) -> str:
        if not self.snapshots:
            return pictures.lines_svg(self.lines, *pictures.LISTS[0])
        parts = self._pictures(chosen)
        words = f"{self.told(chosen)} {svg.words(parts[1])}."
        return pictures.still_svg(parts[:2], parts[2:], words)

    def static_text(self) -> str:
        return f"{self.static_headline()[0]} (run this cell to draw lines of your own)"
