"""Show the library's games in a notebook."""

from __future__ import annotations


class Drawn:
    """The base class of states that a notebook shows as a picture.

    The files with the rules do not import the drawing code at the top.  The drawing code is loaded
    when the first picture is drawn.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from mctslib.draw.boards import state_board

        return state_board(self)

    def _repr_html_(self) -> str:
        from mctslib.draw.boards import html

        return html(self)
