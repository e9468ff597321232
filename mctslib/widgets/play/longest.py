"""Write the longest texts that the play widget may show for a game, so that it reserves their room.

The numbers in these texts are examples with as many digits as usual.
"""

from itertools import islice
from typing import Any

from mctslib.arena.session import engine_called
from mctslib.chance import chance_to_move, hides, seats
from mctslib.door.guard import counted_actions
from mctslib.game import Action, State
from mctslib.games.board import is_grid
from mctslib.games.names import ENGINE, YOU, action_name, has_letters, player_name, where, wins
from mctslib.words import count, listing, number

MANY = 30_000
ITERATIONS = number(MANY)
MOST_NAMES = 200  # at most this many actions are compared


def cells_told(total: int, unit: str, who: str) -> str:
    """Return what the cells of a board show after a search.

    total  the number of games that the search has tried
    unit   "game", or another word for what a search makes many of
    who    the name of the player for whom the search chose a move
    """
    own = "your" if who == YOU else "the engine’s" if who == ENGINE else f"{who}’s"
    return (
        f"Bar: the cell’s share of the {count(total, unit)}. "
        f"Q: {own} average result there, from 0 (loss) to 1 (win)."
    )


def first_choice(start: State) -> State:
    """Return the first position in which a player chooses, after example moves of chance."""
    state = start
    while chance_to_move(state):
        state = state.apply(state.legal_actions()[0])
    return state


def longest_name(state: State) -> str:
    """Return the longest name of an action in a position, or "" if there are no actions."""
    actions: Any = islice(counted_actions(state), MOST_NAMES)
    return max((action_name(state, action) for action in actions), key=len, default="")


def _who(start: State) -> list[str]:
    """Return the names that the players of a game may have in sentences."""
    own = [player_name(start, player) for player in seats(start)]
    return own if has_letters(start) else [*own, YOU, ENGINE]


def longest_headlines(
    start: State, before_score: str = "", finds_visits: bool = True
) -> list[tuple[str, str]]:
    """Return the longest sentences of the headline, each with its text in small type.

    before_score   the text in small type before the score
    finds_visits   whether a search finds the visits of each action
    """
    marks = [player_name(start, player) for player in seats(start)]
    moved = _longest_move(start, finds_visits, "1,000 games")
    turns = [f"{moved} Your turn: {mark} to move. {where(start)}" for mark in marks]
    waits = [f"The engine, {mark}, waits: press “Engine moves”." for mark in marks]
    question = "Your turn: one action or another one?"
    scores = ", ".join(f"{mark} 10½" for mark in marks)
    more = f"{before_score} Points after 10 games: {scores}.".strip()
    sentences = [*turns, *waits, question, *_endings(start, marks)]
    return [(sentence, more) for sentence in sentences]


def _endings(start: State, marks: list[str]) -> list[str]:
    """Return the longest sentences about the end of a game."""
    endings = [f"The game is over: {wins(name)}." for name in _who(start)]
    if is_grid(start) and len(marks) == 2:
        return endings  # games on boards end with a win or a draw
    rewards = listing([f"0.5 for {mark}" for mark in marks])
    return [*endings, f"The game is over: rewards {rewards}."]


def longest_remarks(start: State, finds_visits: bool) -> list[str]:
    """Return the longest texts beside the board.

    finds_visits   whether a search finds the visits of each action
    """
    state = first_choice(start)
    dealt = _of_chance(start, start)
    moved = _longest_move(start, finds_visits, f"{ITERATIONS} iterations")
    if hides(start):
        return [f"{moved} {dealt}", "The cards have been shown. Press New game for another deal."]
    if not finds_visits:
        return [f"{moved} {dealt}"]
    effort = f"It had kept {ITERATIONS} iterations from its last search."
    after = _of_chance(start, _after_a_move(state))
    cells = [cells_told(MANY, "iteration", max(_who(start), key=len))] if is_grid(start) else []
    return [
        *cells,
        f"{moved} {after}",
        f"{effort} {after}",
        f"{dealt} Hint shows how often the engine tries each move, and the moves it expects.",
    ]


def _longest_move(start: State, finds_visits: bool, tried: str) -> str:
    """Return the longest sentence about a move of the engine.

    tried   how many games the search tries, with their noun
    """
    name, who = longest_name(first_choice(start)), max(_who(start), key=len)
    if hides(start):
        return f"{engine_called(who)} chose: {name}."
    if not finds_visits:
        return f"{engine_called(who)} chose to {name}."
    return f"{who} played {name}, after trying it in {tried.split()[0]} of {tried}."


def _after_a_move(state: State) -> State:
    """Return the position after the first action of a position, or the position itself."""
    actions: list[Action] = list(islice(counted_actions(state), 1))
    return state.apply(actions[0]) if actions else state


def _of_chance(start: State, state: State) -> str:
    """Return an example of the sentence about a move of chance in a position, or "" if none."""
    if not chance_to_move(state):
        return ""
    return "Chance has dealt." if hides(start) else f"{longest_name(state)}."
