"""Search the games of OpenSpiel: `search(open_spiel("breakthrough"), 1000)`.

OpenSpiel (Lanctot et al., 2019) is a package of its own: `pip install 'mctslib[openspiel]'`.  This
file imports it only when a game is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from math import isfinite
from typing import Any

from mctslib.door.guard import CannotSearch
from mctslib.draw.svg import shorten
from mctslib.game import Action, illegal, not_over

Scale = tuple[float, float]
"""The utilities that become the rewards 0 and 1."""

COLOURS = re.compile("\x1b\\[[0-9;]*m")  # the codes with which a terminal changes its colours
INSTALL = "OpenSpiel is not installed: pip install 'mctslib[openspiel]'"


def open_spiel(game: Any, scale: Scale | None = None) -> OpenSpiel:
    """Return a position of a game of OpenSpiel as a state that this library can search.

    game   the name of the game, such as `"hex(board_size=5)"`; or a game or a state of `pyspiel`
    scale  the utilities that become the rewards 0 and 1, in OpenSpiel's units; by default the
           lowest and the highest possible utility.  Utilities outside become 0 or 1.  Pass a scale
           if the usual results lie close together: in 2048 the highest utility is 20,480

    Raises `CannotSearch` if players move at the same time, if something is hidden from a player, or
    if the probabilities of chance are unknown.  Raises ValueError for an unknown game, for a wrong
    parameter of a game, and for a scale that is infinite or whose second number is not the larger
    one.  Raises TypeError for anything that is not a game.  Raises ImportError without OpenSpiel.
    """
    pyspiel = need_pyspiel()
    if isinstance(game, str):
        game = loaded_game(game)
    elif not isinstance(game, pyspiel.Game | pyspiel.State):
        raise TypeError(
            f'A game of OpenSpiel is a name such as "breakthrough", not {shorten(repr(game), 60)}.'
        )
    raw = game if isinstance(game, pyspiel.State) else game.new_initial_state()
    kind = raw.get_game().get_type()
    refuse_game(kind)
    if scale is not None and not (isinstance(scale, tuple | list) and len(scale) == 2):
        raise ValueError(
            f"The scale must be a lower and a higher utility, not {shorten(repr(scale), 60)}."
        )
    low, high = scale or (raw.get_game().min_utility(), raw.get_game().max_utility())
    if not (isfinite(low) and isfinite(high)):
        raise ValueError(
            f"The utilities of {kind.short_name} have no limits: pass the two that become the"
            " rewards 0 and 1, as in scale=(-10, 10)."
        )
    if not low < high:
        raise ValueError(f"The scale must be a lower and a higher utility, not {(low, high)}.")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC:
        return WithChance(raw, low, high)
    return board_class(raw)(raw, low, high)


def need_pyspiel() -> Any:
    """Return the module `pyspiel`, or raise ImportError with the command that installs it."""
    try:
        import pyspiel
    except ImportError as error:
        raise ImportError(INSTALL) from error
    return pyspiel


def loaded_game(words: str) -> Any:
    """Return the game that OpenSpiel makes from a name and perhaps parameters.

    Raises ValueError if OpenSpiel has no game of this name, or refuses the parameters.
    """
    pyspiel = need_pyspiel()
    name = words.split("(")[0].strip()
    names = pyspiel.registered_names()
    if name not in names:
        near = get_close_matches(name, names, n=3)
        advice = f"did you mean {' or '.join(near)}?" if near else "see pyspiel.registered_names()."
        raise ValueError(f"OpenSpiel has no game {shorten(repr(name), 60)}: {advice}")
    try:
        return pyspiel.load_game(words)
    except pyspiel.SpielError as error:
        reason = str(error).splitlines()[0]
        raise ValueError(
            f"OpenSpiel cannot make the game {shorten(repr(words), 60)}: {reason}"
        ) from None


def refuse_game(kind: Any) -> None:
    """Raise `CannotSearch` for a kind of game that a search of positions cannot search.

    kind   the `pyspiel.GameType`
    """
    modes = need_pyspiel().GameType
    name = kind.short_name
    if kind.dynamics != modes.Dynamics.SEQUENTIAL:
        raise CannotSearch(f"In {name}, players move at the same time.")
    if kind.information != modes.Information.PERFECT_INFORMATION:
        raise CannotSearch(
            f"In {name}, something is hidden from a player, and a search of the position itself"
            " would see it."
        )
    if kind.chance_mode == modes.ChanceMode.SAMPLED_STOCHASTIC:
        raise CannotSearch(
            f"In {name}, OpenSpiel draws the outcomes of chance without telling their"
            " probabilities."
        )


class OpenSpiel:
    """One position of a game of OpenSpiel.

    raw        the state of `pyspiel`; this class never changes it, and nobody else should
    low, high  the utilities that become the rewards 0 and 1

    Two positions are equal if the same moves led to them.  OpenSpiel does not tell whether other
    moves lead to the same position, so `oracle.solve` visits such a position once for each path.
    """

    __slots__ = ("raw", "low", "high")

    def __init__(self, raw: Any, low: float, high: float) -> None:
        self.raw = raw
        self.low = low
        self.high = high

    @property
    def num_players(self) -> int:
        """The number of players; chance does not count."""
        return self.raw.num_players()

    @property
    def current_player(self) -> int:
        """The number of the player to move; negative, as in OpenSpiel, if the game is over."""
        return self.raw.current_player()

    def legal_actions(self) -> list[int]:
        """Return OpenSpiel's numbers of the legal actions, in ascending order; none at the end."""
        return self.raw.legal_actions()

    def apply(self, action: Action) -> OpenSpiel:
        """Return the position after an action.  Raises `IllegalAction` if it is not legal."""
        if action not in self.legal_actions():
            raise illegal(self, action)
        return type(self)(self.raw.child(action), self.low, self.high)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.raw.is_terminal()

    def rewards(self) -> tuple[float, ...]:
        """Return (utility − low) / (high − low) for each player, cut off below 0 and above 1.

        Raises ValueError while the game is still going on.
        """
        if not self.is_terminal():
            raise not_over(self)
        shares = [(utility - self.low) / (self.high - self.low) for utility in self.raw.returns()]
        return tuple(min(1.0, max(0.0, share)) for share in shares)

    def _key(self) -> tuple[Any, ...]:
        return (str(self.raw.get_game()), *self.raw.history())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenSpiel) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return COLOURS.sub("", str(self.raw)).rstrip("\n")

    __repr__ = __str__

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the data from which `copy` and `pickle` rebuild a position."""
        text = need_pyspiel().serialize_game_and_state(self.raw.get_game(), self.raw)
        return reopened, (type(self), text, self.low, self.high)


def reopened(kind: type[OpenSpiel], text: str, low: float, high: float) -> OpenSpiel:
    """Return the position of class `kind` that OpenSpiel has written as `text`."""
    return kind(need_pyspiel().deserialize_game_and_state(text)[1], low, high)


class InText(OpenSpiel):
    """One position that is shown as OpenSpiel's text, with OpenSpiel's names of the actions."""

    __slots__ = ()

    def action_name(self, action: Action) -> str:
        """Return OpenSpiel's name of an action of this position, such as "a2a3"."""
        return self.raw.action_to_string(self.raw.current_player(), action)


class WithChance(InText):
    """One position of a game with dice or open cards; chance is the last player."""

    __slots__ = ()

    @property
    def num_players(self) -> int:
        """The number of players, with chance."""
        return self.raw.num_players() + 1

    @property
    def chance_player(self) -> int:
        """The number of chance."""
        return self.raw.num_players()

    @property
    def current_player(self) -> int:
        """The number of the player to move, or of chance."""
        return self.chance_player if self.raw.is_chance_node() else self.raw.current_player()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of chance in ascending order, each with its probability above 0."""
        return sorted(outcome for outcome in self.raw.chance_outcomes() if outcome[1] > 0)

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the player to move, or of chance."""
        if self.raw.is_chance_node():
            return [action for action, _ in self.chance_outcomes()]
        return self.raw.legal_actions()

    def rewards(self) -> tuple[float, ...]:
        """Return the rewards of the players, and 0 for chance."""
        return (*super().rewards(), 0.0)


# ----------------------------------------------------------------------------- six drawn boards

PIECES = str.maketrans("xobw-", "XOXO.")  # OpenSpiel's letters → the marks of player 0 and player 1


def every_line(lines: Sequence[str]) -> Sequence[str]:
    """Return the rows of a text that contains the board and nothing else."""
    return lines


def below_the_mover(lines: Sequence[str]) -> Sequence[str]:
    """Return the rows of a text whose first line says who is to move."""
    return lines[1:]


def between_the_edges(lines: Sequence[str]) -> Sequence[str]:
    """Return the rows of a text in which each row has its number on both sides."""
    return [line[1:-1] for line in lines if line[0].isdecimal()]


ROWS: dict[str, Callable[[Sequence[str]], Sequence[str]]] = {
    "tic_tac_toe": every_line,
    "mnk": every_line,
    "connect_four": every_line,
    "hex": every_line,
    "gomoku": below_the_mover,
    "othello": between_the_edges,
}
"""The games that are drawn as a board, each with the function that finds the rows in its text.

The boards of all other games are shown as text.  We tried to guess the grid from the text.  This is
not safe: letters of a header, crowned pieces and empty squares look alike.
"""


def board_class(raw: Any) -> type[OpenSpiel]:
    """Return the class for a state of `pyspiel` without chance: drawn, or as text.

    Only the usual text and the usual rules of a game are drawn.
    """
    name, settings = raw.get_game().get_type().short_name, raw.get_game().get_parameters()
    usual = settings.get("string_rep", "standard") == "standard" and not settings.get("swap")
    if name not in ROWS or not usual or settings.get("dims", 2) != 2:
        return InText
    return NamedOnGrid if name == "othello" else OnGrid


class OnGrid(OpenSpiel):
    """One position of a game that this library can draw: see `games.board.Board`.

    An action is called by its number, as in this library's own games.
    """

    __slots__ = ("_rows",)  # the rows of the board, once they have been asked for

    @property
    def name(self) -> str:
        """OpenSpiel's short name of the game."""
        return self.raw.get_game().get_type().short_name

    def rows(self) -> Sequence[str]:
        """Return the rows of the board from the top, each with `X`, `O` or `.` for each cell."""
        if not hasattr(self, "_rows"):
            lines = ["".join(line.split()) for line in str(self.raw).splitlines() if line.strip()]
            self._rows = [row.translate(PIECES) for row in ROWS[self.name](lines)]
        return self._rows

    def cells(self) -> str:
        """Return one character for each cell, row by row from the top."""
        return "".join(self.rows())

    @property
    def columns(self) -> int:
        """The number of cells in a row."""
        return len(self.rows()[0])

    @property
    def by_column(self) -> bool:
        """Whether an action is a column."""
        return self.name == "connect_four"

    @property
    def sides(self) -> str:
        """In Hex, the owners of the top, bottom, left and right sides; otherwise an empty text."""
        return "XXOO" if self.name == "hex" else ""

    def cell_of(self, action: Action) -> int:
        """Return the number of the cell that an action fills."""
        if not self.by_column:
            return action
        column = self.cells()[action :: self.columns]
        return self.columns * column.rindex(".") + action

    def _repr_svg_(self) -> str:
        from mctslib.draw.boards import state_board

        return state_board(self)


class NamedOnGrid(OnGrid, InText):
    """A drawn position in which an action may lie outside the board: to pass, in Othello.

    Therefore an action has OpenSpiel's name, such as "d3" or "pass".
    """

    __slots__ = ()
