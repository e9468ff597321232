"""Play random games from a state, and report which rules of the contract are broken (`check_game`).

The contract is defined in `game.py`.  Every search method for this kind of game can search a game
that keeps every rule.  Such a game can also be played in the terminal and in a notebook, drawn,
stepped through, saved and exported to a page.
"""

from dataclasses import dataclass
from functools import partial
from html import escape

from mctslib.checks.notes import Complaint, Played, Seen, play, result_of
from mctslib.checks.rules import EQUALS, RULES
from mctslib.draw import boards
from mctslib.game import Action, State
from mctslib.words import count

PRE = "white-space:pre-wrap;word-break:normal;overflow-wrap:break-word"  # breaks only long words


@dataclass(frozen=True)
class Report:
    """The result of `check_game`."""

    games: int  # the number of random games that were played
    broken: dict[str, str]  # broken rule → what happened instead
    skipped: tuple[str, ...] = ()  # rules that cannot be checked while other rules are broken
    position: State | None = None  # the first position that breaks a rule
    actions: tuple[Action, ...] = ()  # the actions that led to this position

    @property
    def ok(self) -> bool:
        """Whether the game keeps every rule."""
        return not self.broken

    def __str__(self) -> str:
        lines = [self.line(rule) for rule in RULES]
        if self.ok:
            verdict = "All rules are kept"
        else:
            verdict = f"Broken rules: {len(self.broken)} of {len(RULES)}"
        lines.append(f"{verdict} ({count(self.games, 'random game')}).")
        return "\n".join(lines)

    __repr__ = __str__

    def line(self, rule: str) -> str:
        """Return the line of the report on one rule."""
        if rule in self.broken:
            return f"✗ {rule} — {self.broken[rule]}"
        if rule in self.skipped:
            return f"– {rule} (not checked yet)"
        return f"✔ {rule}"

    def _repr_html_(self) -> str:
        """Return the report, and a picture of the first position that breaks a rule."""
        lines = f'<pre style="{PRE}">{escape(str(self))}</pre>'
        if self.position is None:
            return lines
        played = ", ".join(map(repr, self.actions)) or "no moves"
        return f"{lines}<p>The position after {escape(played)}:</p>{boards.picture(self.position)}"


def check_game(state: State, games: int = 200, seed: int = 0, *, max_moves: int = 10_000) -> Report:
    """Play random games from a state, and report which rules of the contract are broken.

    games      the number of random games.  The check ends after the first game that breaks a rule,
               so that the report shows the cause and not the consequences
    seed       the seed of the random games; the same seed gives the same games
    max_moves  a game with more moves than this number is reported as endless

    `check_game` raises no error, even if the game raises one.

    `check_game` cannot determine who should have won, and so cannot detect swapped rewards.  To
    detect swapped rewards, compare `perft_results` with numbers that you know, or look at some
    finished games.
    """
    if isinstance(state, type):
        first, *others = RULES
        name = state.__name__
        message = f"{name} is a class; a game starts from a state: write check_game({name}())"
        return Report(0, {first: message}, tuple(others))
    met: dict[State, Seen] = {}
    for number in range(games):
        game = play(state, seed=f"{seed}/{number}", max_moves=max_moves)
        game.met = met
        broken, skipped = judge(game)
        if broken:
            return report_on(game, number + 1, broken, skipped)
        result_of(partial(met.update, zip(game.states[:EQUALS], game.seen)))
    return Report(games, {})


def judge(game: Played) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the broken rules, each with a complaint, and the rules that were not checked.

    Some rules make sense only if all earlier rules are kept.  These rules are not checked if an
    earlier rule is broken.
    """
    broken: dict[str, str] = {}
    skipped = []
    for sentence, rule in RULES.items():
        if rule.needs_the_rest and broken:
            skipped.append(sentence)
            continue
        complaint = rule(game)
        if complaint:
            broken[sentence] = complaint
    return broken, tuple(skipped)


def report_on(game: Played, games: int, broken: dict[str, str], skipped: tuple[str, ...]) -> Report:
    """Return the report on a game that breaks rules, with the first position that breaks a rule."""
    moves = [
        complaint.moves or 0 for complaint in broken.values() if isinstance(complaint, Complaint)
    ]
    if not moves:
        return Report(games, broken, skipped)
    first = min(moves)
    return Report(games, broken, skipped, game.states[first], tuple(game.actions[:first]))
