"""How the library's games show themselves in a notebook."""

from __future__ import annotations


class Drawn:
    """A state that a notebook shows as its board.  Rules know no pictures: they are loaded when one is asked for."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from mctslib.draw.boards import state_board

        return state_board(self)

    def _repr_html_(self) -> str:
        from mctslib.draw.boards import html

        return html(self)
