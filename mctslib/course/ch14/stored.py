"""Read stored results: the matches of RAVE, and the favourite moves of many searches.

The measurements take too long for a notebook.  `python -m tests.bench.rave` and `python -m
tests.bench.favourites` run these measurements.
"""

from functools import cache
from typing import NamedTuple

from mctslib.arena import Tally, wilson
from mctslib.course.differences import Difference, difference
from mctslib.course.stored import measured
from mctslib.words import worth


class MatchSetting(NamedTuple):
    """The settings of a match of RAVE against UCT, which uses the c that is best for UCT.

    playouts  the number of playouts that each player makes per move
    k, c      the constants of RAVE; k = 0 switches AMAF off
    credit    the player whose moves RAVE counts at a node: "mover", or "root", which is a mistake
    """

    game: str
    playouts: int
    k: float
    c: float
    credit: str = "mover"


class Pair(NamedTuple):
    """A match of RAVE and its control, a match of the same search with the same c but k = 0."""

    setting: MatchSetting
    rave: Tally
    control: Tally

    @property
    def gain(self) -> Difference:
        """The gain from AMAF, in points per game."""
        return difference(self.rave, self.control)


def matches() -> dict[MatchSetting, Tally]:
    """Return the results of all matches of RAVE against UCT, as a dict from setting to tally."""
    found = {}
    for row in measured("ch14/matches")["rows"]:
        setting = MatchSetting(*(row[name] for name in MatchSetting._fields))
        found[setting] = Tally(row["wins"], row["draws"], row["losses"])
    return found


def with_controls(game: str) -> list[Pair]:
    """Return the matches of one game, each with its control, sorted by playouts, c and k."""
    found = matches()
    pairs = []
    for setting, tally in found.items():
        if setting.game != game or setting.k == 0 or setting.credit != "mover":
            continue
        control = found[setting._replace(k=0)]
        pairs.append(Pair(setting, tally, control))
    return sorted(pairs, key=lambda pair: (pair.setting.playouts, pair.setting.c, pair.setting.k))


def match_table(game: str) -> str:
    """Return the matches of one game as lines of text, each with its control and the difference."""
    lines = ["playouts     c      k    RAVE  games  control  difference (95% interval)"]
    for pair in with_controls(game):
        setting = pair.setting
        lines.append(
            f"{setting.playouts:8,} {setting.c:5g} {setting.k:6,}    {worth(pair.rave.score)} "
            f"{pair.rave.games:6,}     {worth(pair.control.score)}  {pair.gain}"
        )
    return "\n".join(lines)


@cache
def favourites() -> dict[int, dict[float, list[bool]]]:
    """Return whether each search's favourite move wins, for each number of playouts and each β.

    The searches are plain UCT on the empty board of Hex 4×4, with the seeds 0, 1, 2 and so on.
    """
    found: dict[int, dict[float, list[bool]]] = {}
    for playouts, row in measured("ch14/favourites")["wins"].items():
        found[int(playouts)] = {}
        for beta, letters in row.items():
            found[int(playouts)][float(beta)] = [letter == "1" for letter in letters]
    return found


def share_right(playouts: int, beta: float) -> tuple[float, float, float]:
    """Return the share of searches whose favourite move wins, and the ends of its 95% interval."""
    return _share(favourites()[playouts][beta])


def share_of_random(playouts: int) -> tuple[float, float, float]:
    """Return the share of right favourites, and its interval, if AMAF counts random playouts."""
    letters = measured("ch14/favourites")["random"][str(playouts)]
    return _share([letter == "1" for letter in letters])


def _share(right: list[bool]) -> tuple[float, float, float]:
    low, high = wilson(sum(right), len(right))
    return sum(right) / len(right), low, high


def favourite_table() -> str:
    """Return lines of text with the shares of searches whose favourite move wins."""
    lines = ["playouts    β = 0 (Q alone)           β = ½          β = 1 (AMAF alone)"]
    for playouts in favourites():
        shares = [share_right(playouts, beta) for beta in (0.0, 0.5, 1.0)]
        cells = [f"{worth(share)} ({worth(low)} to {worth(high)})" for share, low, high in shares]
        lines.append(f"{playouts:8,}   " + "   ".join(cells))
    return "\n".join(lines)
