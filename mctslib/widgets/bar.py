"""Make the parts that widgets share: the headline above a figure, and the bar of controls below.

The headline tells the reader what to do, or what has happened.  The bar contains, in this order:
the filled button, which the reader presses first; other buttons; controls that choose the view; and
⚙ for settings.  While the widget works, the filled button becomes the Stop button, so that nothing
on the page moves.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

import ipywidgets as W

from mctslib.draw.look import TITLE, text_width
from mctslib.widgets.menus import Switch
from mctslib.widgets.work import Work
from mctslib.words import percent

BESIDE_WORDS = 50  # the width of a button's icon, padding and frame, without its text, in pixels
AT_WORK = "Stop 100%"  # the longest text of the button during work


class Headline(W.HTML):
    """One sentence in large type, and below it a few words in small type.

    The headline has room for two lines (more where the page is narrow), so that nothing below it
    moves.

    spoken   whether a screen reader reads the headline aloud when it changes; False if another part
             of the widget shows the same text
    longest  the longest sentences that the headline may show, each with its `more`.  If `longest`
             is given, the headline has room for exactly these sentences, without an empty line

    `headline.said` is the pair of the sentence and the few words.
    """

    def __init__(
        self,
        words: str = "",
        spoken: bool = True,
        longest: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__()
        self.role = "status" if spoken else "presentation"
        self.longest = tuple(longest)
        self.add_class("mcts-headline")
        if longest:
            self.add_class("mcts-fitted")
        self.say(words)

    def say(self, words: str, more: str = "") -> None:
        """Show a sentence, followed by `more` in small type; both are plain text."""
        self.said = words, more
        self.words = f"{words} {more}".strip()
        shown = f'<div role="{self.role}">{_sentence("b", words, more)}</div>'
        unseen = [_sentence("strong", *other) for other in self.longest]
        self.value = room_for(shown, unseen) if unseen else shown


def _sentence(tag: str, words: str, more: str) -> str:
    """Return a sentence in large type and `more` in small type, as HTML."""
    small = f" <small>{escape(more)}</small>" if more else ""
    return f"<{tag}>{escape(words)}</{tag}>{small}"


class ActButton(W.Button):
    """The filled button of a bar: the button to press first, which becomes Stop during work.

    work   the work that the button stops
    words  the text of the button while there is no work
    icon   the name of an icon of Font Awesome 4
    does   a description of the action, shown when the pointer is over the button
    act    a function that is called with the button when it is clicked while there is no work;
           `act` may also be set later
    later  other texts that `rename` may give the button later.  The button is wide enough for
           these texts from the beginning, so that nothing beside the button moves
    """

    def __init__(
        self,
        work: Work,
        words: str,
        icon: str,
        does: str,
        act: Callable[[W.Button], Any] = lambda button: None,
        later: Sequence[str] = (),
    ) -> None:
        self.idle = (words, icon, does)
        self.work = work
        self.act = act
        layout = W.Layout(min_width=width_for(words, AT_WORK, *later))
        super().__init__(description=words, icon=icon, tooltip=does, layout=layout)
        self.add_class("mcts-act")
        self.on_click(self._pressed)
        work.watchers.append(self.show)

    def rename(self, words: str, icon: str, does: str) -> None:
        """Change the text, icon and description that the button has while there is no work."""
        self.idle = (words, icon, does)
        if not self.work.running:
            self.show(None)

    def fill(self, filled: bool) -> None:
        """Fill the button, or show it like the others while the headline asks for something else."""
        if filled:
            self.remove_class("mcts-quiet")
        else:
            self.add_class("mcts-quiet")

    def show(self, fraction: float | None) -> None:
        """Show the fraction done, from 0 to 1, or the usual text if `fraction` is None."""
        if fraction is None:
            self.description, self.icon, self.tooltip = self.idle
        else:
            self.description, self.icon = f"Stop {percent(fraction)}", "stop"
            self.tooltip = "Stop, and keep the work done so far (Esc)"

    def _pressed(self, button: W.Button) -> None:
        if self.work.running:
            self.work.stop()
        elif not self.work.just_stopped:
            self.act(button)


def width_for(*words: str) -> str:
    """Return the smallest width of a button that has room for each text, as a CSS length."""
    widest = max(text_width(one, TITLE, bold=True) for one in words)
    return f"{math.ceil(widest) + BESIDE_WORDS}px"


class ControlBar(W.VBox):
    """The bar of controls below a figure, and the settings that ⚙ opens below the bar.

    act       the filled button, or None if the widget has no main action
    buttons   the buttons beside the filled button
    shown     the widgets at the right end, with which the reader chooses the view
    settings  widgets for settings that are rarely changed, such as seed, speed and sizes
    """

    def __init__(
        self,
        act: W.Button | None,
        buttons: Sequence[W.Widget] = (),
        shown: Sequence[W.Widget] = (),
        settings: Sequence[W.Widget] = (),
    ) -> None:
        self.gap = W.Box(layout=W.Layout(flex="1 1 0", height="0"))
        self.gap.add_class("mcts-gap")
        first = [act] if act is not None else []
        parts = [*first, *buttons, self.gap, *shown]
        self.settings = W.HBox(list(settings), layout=W.Layout(display="none"))
        self.settings.add_class("mcts-settings")
        self.gear = W.ToggleButton(description="⚙", tooltip="Settings: show or hide them")
        self.gear.add_class("mcts-gear")
        if settings and buttons and not shown:  # ⚙ is never alone on a line
            *others, last = buttons
            end = W.HBox([last, self.gear])
            end.add_class("mcts-bar-end")
            parts = [*first, *others, end]
        elif settings:
            parts.append(self.gear)
        self.row = W.HBox(parts)
        self.row.add_class("mcts-bar")
        self.gear.observe(self._opened, "value")
        super().__init__([self.row, self.settings])
        self.add_class("mcts-controls")

    def keep_together(self, last: W.Widget) -> None:
        """Keep the last control and ⚙ on one line, so that ⚙ is never alone on a line."""
        end = W.HBox([last, self.gear])
        end.add_class("mcts-together")
        self.row.children = (*self.row.children[:-2], end)

    def fold(self, panel: W.DOMWidget, *parts: W.DOMWidget) -> None:
        """On a phone, show some parts of a panel only after a press on a button "More".

        Without these parts, the figure and the bar fit on one screen of a phone.
        """
        for part in parts:
            part.add_class("mcts-second")
        self.more = W.ToggleButton(
            description="More", tooltip="Show or hide the rest of the figure"
        )
        self.more.add_class("mcts-more")

        def turn(change: Any) -> None:
            (panel.add_class if change["new"] else panel.remove_class)("mcts-all")

        self.more.observe(turn, "value")
        self.row.children = (*self.row.children, self.more)

    def _opened(self, change: Any) -> None:
        self.settings.layout.display = "" if change["new"] else "none"


def room_for(shown: str, others: Iterable[str]) -> str:
    """Return HTML that shows `shown` in an area with room for the tallest of `shown` and `others`.

    Nothing below the area moves when the area later shows one of the other texts, whatever the
    width of the page.  The other texts are neither visible nor read aloud.
    """
    unseen = "".join(f'<div class="mcts-unseen" aria-hidden="true">{one}</div>' for one in others)
    return f'<div class="mcts-room"><div>{shown}</div>{unseen}</div>'


def two_widths(wide: str, narrow: str) -> str:
    """Return HTML with a picture in a wide and a narrow version; the page shows the one that fits.

    wide    the version for a space wider than 600 pixels
    narrow  the version for a phone, at most 256 pixels wide
    """
    return f'<div class="mcts-for-wide">{wide}</div><div class="mcts-for-narrow">{narrow}</div>'


def three_widths(small: str, middle: str, large: str) -> str:
    """Return HTML with a picture in three versions; the page shows the largest that fits.

    small   the version for a panel narrower than 1004 pixels
    middle  the version for a panel narrower than 1196 pixels
    large   the version for a wider panel
    """
    versions = {"small": small, "middle": middle, "large": large}
    return "".join(f'<div class="mcts-{n}-chart">{one}</div>' for n, one in versions.items())


def framed(
    panel: Any, headline: W.Widget, figure: Sequence[W.Widget], controls: W.Widget
) -> list[W.Widget]:
    """Give a panel its frame, and return its children in the usual order.

    headline  the sentence above the figure
    figure    the parts of the figure, side by side if there is room, otherwise one below another
    controls  the bar of controls, which comes last
    """
    figures = W.HBox(list(figure))
    figures.add_class("mcts-figure")
    panel.add_class("mcts-framed")
    return [headline, figures, panel.status, controls]


def filled(words: str, icon: str, does: str, act: Callable[[W.Button], Any]) -> W.Button:
    """Make the filled button of a widget that has no long work to stop."""
    button = W.Button(description=words, icon=icon, tooltip=does)
    button.add_class("mcts-act")
    button.on_click(act)
    return button


def choice(words: str, options: Sequence[Any], value: Any) -> W.ToggleButtons:
    """Make a row of buttons of which exactly one is selected, for example to choose a display.

    words    the purpose of the choice, for screen readers and for the tooltip
    options  values, or pairs of a button's text and its value
    value    the value of the button that is selected at first
    """
    buttons = Switch(options=list(options), value=value, tooltips=[words] * len(options))
    buttons.add_class("mcts-choice")
    return buttons
