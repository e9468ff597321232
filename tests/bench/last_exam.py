"""Let every player of the course take the last exam of chapter 21 and play against the others.

    python -m tests.bench.last_exam questions     draws the questions in half a minute
    python -m tests.bench.last_exam prices        measures how many iterations fit into equal times
    python -m tests.bench.last_exam sittings      computes all answers, in ten minutes of CPU time
    python -m tests.bench.last_exam games         plays eight games for each pair, three times
    python -m tests.bench.last_exam               does all of this

The commands write questions.json, prices.json, sittings.json and games.json to
mctslib/course/ch21/.  If a command was interrupted, run it again.  The command keeps the results in
its file and adds the missing ones.  To compute a file again, delete it.  The times are CPU times,
so other programs on the machine hardly affect them.  Once prices.json exists, all answers and games
are determined by their seeds.
"""

import random
import sys
from collections.abc import Callable
from itertools import combinations, count, product
from math import inf
from time import process_time
from typing import Any

from mctslib.arena.matches import play_game
from mctslib.arena.players import Player
from mctslib.arena.ratings import differences
from mctslib.arena.tournament import random_opening
from mctslib.course.ch12.alphabeta import AlphaBetaPlayer
from mctslib.course.ch21 import results
from mctslib.course.ch21.answers import iterations_for
from mctslib.course.ch21.exam import START, draw_questions, questions
from mctslib.course.ch21.players import CANDIDATES, Candidate
from mctslib.game import Action, State
from mctslib.methods.one_thread import one_thread
from tests.bench.keeping import keep, kept

COMMAND = "python -m tests.bench.last_exam"
ITERATIONS = (100, 1000)
MILLISECONDS = (2, 10)
SEEDS = range(3)
APART = 1_000  # the distance between the seeds of two sittings
TOURNAMENTS = range(3)
GAMES = 8  # the number of games of each pair in a tournament
OPENING = 4  # random moves before a game
TURNS = 8  # how often a move is timed beside UCT
REPEATED = 3
PRICED = 60  # the number of questions on which a move is timed
FIRST = (5, 200)  # iterations of the first two measurements
RESULTS = {1.0: "w", 0.5: "d", 0.0: "l"}


def alpha_beta(positions: int) -> AlphaBetaPlayer:
    """Return an alpha-beta player with a budget of `positions` positions.

    Its clock ticks once for each position.
    """
    return AlphaBetaPlayer(positions, clock=count().__next__)


class ExamPlayer:
    """A player for matches that chooses its moves as a candidate does.

    candidate   the candidate that chooses the moves
    iterations  the budget for each move
    """

    def __init__(self, candidate: Candidate, iterations: int) -> None:
        self.candidate = candidate
        self.iterations = iterations
        self.name = candidate.name

    def choose(self, state: State, rng: random.Random) -> Action:
        return self.candidate.think(state, self.iterations, rng)


def of_player(name: str, chapter: str, make: Callable[[int], Player]) -> Candidate:
    """Return a candidate that lets a player for matches choose the moves.

    make  a function that takes a number of iterations and returns the player; it is called once for
          each question
    """

    def think(state: State, iterations: int, rng: random.Random) -> Action:
        return make(iterations).choose(state, rng)

    return Candidate(name, chapter, think)


EVERYBODY: tuple[Candidate, ...] = (*CANDIDATES, of_player("alpha-beta", "12", alpha_beta))


def draw() -> None:
    """Draw the questions and write them to their file, unless the file exists."""
    if not kept("ch21/questions"):
        keep("ch21/questions", draw_questions())
    print("questions:", len(questions()), flush=True)


# ---------------------------------------------------------------------------- prices


def measure_prices() -> None:
    """Measure how many iterations each candidate can make in the same time."""
    found = kept("ch21/prices") or {"command": COMMAND, "players": {}}
    for candidate in EVERYBODY:
        if not candidate.counts:
            continue
        row = found["players"].setdefault(candidate.name, {})
        missing = [time for time in MILLISECONDS if f"ms-{time}" not in row]
        if not missing:
            continue
        if candidate.shift:  # this candidate runs the same code as UCT at the same price
            row.update(found["players"]["UCT"])
        else:
            add_prices(row, candidate, missing)
        print(candidate.name, row, flush=True)
        keep("ch21/prices", found)


def price(candidate: Candidate, iterations: int) -> float:
    """Return the mean CPU time that a candidate takes for a move, in milliseconds.

    The candidate answers each question three times. Only the shortest time counts, because
    disturbances can only make a measurement longer.
    """
    total = 0.0
    for number, question in enumerate(questions()[:PRICED]):
        times = []
        for _ in range(REPEATED):
            rng = random.Random(number)
            begun = process_time()
            candidate.think(question.state, iterations, rng)
            times.append(process_time() - begun)
        total += min(times)
    return 1000 * total / PRICED


def price_now(candidate: Candidate, iterations: int) -> float:
    """Return the CPU time that a candidate takes for a move, in milliseconds of UCT's prices.

    A player that joins later is measured by turns with UCT, on a machine that may be slower or
    busier than when UCT got its prices.  Only the ratio counts.
    """
    uct = next(one for one in EVERYBODY if one.name == "UCT")
    stored = kept("ch21/prices")["players"].get("UCT", {}) if kept("ch21/prices") else {}
    if candidate is uct or len(stored) < 3:
        return price(candidate, iterations)
    spent = dict.fromkeys((uct.name, candidate.name), 0.0)
    for question in questions()[:PRICED]:
        shortest = dict.fromkeys(spent, inf)
        for _, one in product(range(TURNS), (uct, candidate)):
            rng = random.Random(len(question.moves))
            begun = process_time()
            one.think(question.state, iterations, rng)
            shortest[one.name] = min(shortest[one.name], process_time() - begun)
        spent = {name: spent[name] + shortest[name] for name in spent}
    (small, less), (large, more) = ((stored[f"ms-{ms}"], ms) for ms in MILLISECONDS)
    of_uct = less + (more - less) * (iterations - small) / (large - small)
    return of_uct * spent[candidate.name] / spent[uct.name]


def add_prices(row: dict[str, Any], candidate: Candidate, times: list[int]) -> None:
    """Measure a candidate, and write into its row how many iterations fit into each time limit.

    times  the time limits in milliseconds
    """
    price(candidate, FIRST[0])  # load what the candidate needs before the measurements begin
    small, large = ((n, price_now(candidate, n)) for n in FIRST)
    if "ms for 100" not in row:
        row["ms for 100"] = round(price_now(candidate, 100), 3)
    for milliseconds in times:
        for _ in range(2):  # a second measurement, close to the budget
            iterations = iterations_for(milliseconds, small, large)
            if iterations > 2 * small[0]:
                large = (iterations, price_now(candidate, iterations))
        row[f"ms-{milliseconds}"] = iterations_for(milliseconds, small, large)


def iterations_at(candidate: Candidate, condition: str, prices: Any) -> int:
    """Return a candidate's number of iterations under a condition such as "ms-2"."""
    unit, _, number = condition.partition("-")
    if unit == "iterations" or not candidate.counts:
        return int(number)
    return int(prices["players"][candidate.name][condition])


# ---------------------------------------------------------------------------- sittings


def conditions() -> list[str]:
    """Return the names of the conditions of the exam."""
    return [f"iterations-{n}" for n in ITERATIONS] + [f"ms-{n}" for n in MILLISECONDS]


def sit(candidate: Candidate, iterations: int, seed: int) -> tuple[str, float]:
    """Let a candidate answer all questions.

    Returns the answers as digits, and the CPU milliseconds per move.
    """
    answers = ""
    begun = process_time()
    for number, question in enumerate(questions()):
        rng = random.Random(APART * seed + number + candidate.shift)
        answers += str(candidate.think(question.state, iterations, rng))
    return answers, 1000 * (process_time() - begun) / len(answers)


def measure_sittings() -> None:
    """Make the sittings that are missing from the file; write the file after each sitting."""
    prices = kept("ch21/prices")
    found = kept("ch21/sittings") or {"command": COMMAND, "answers": {}, "ms": {}}
    for condition, seed, candidate in product(conditions(), SEEDS, EVERYBODY):
        row = f"{condition}|{candidate.name}"
        answers = found["answers"].setdefault(row, [])
        if len(answers) > seed:
            continue
        given, spent = sit(candidate, iterations_at(candidate, condition, prices), seed)
        answers.append(given)
        found["ms"].setdefault(row, []).append(round(spent, 2))
        right = sum(
            int(move) in question.right for move, question in zip(given, questions(), strict=True)
        )
        print(f"seed {seed}, {row}: {right} right, {spent:.2f} ms", flush=True)
        keep("ch21/sittings", found)


# ---------------------------------------------------------------------------- games


def play(a: Candidate, b: Candidate, condition: str, tournament: int, prices: Any) -> str:
    """Play the games of one pair in one tournament; return the results of `a` as letters.

    `a` moves first in games with even numbers, and each of these games has the same opening as the
    next game.
    """
    players = [ExamPlayer(one, iterations_at(one, condition, prices)) for one in (a, b)]
    letters = ""
    for number in range(GAMES):
        opening = random_opening(START, OPENING, random.Random(APART * tournament + number // 2))
        rng = random.Random(f"{tournament}/{a.name}/{b.name}/{number}")
        if number % 2:
            reward = play_game(players[::-1], opening, rng).rewards[1]
        else:
            reward = play_game(players, opening, rng).rewards[0]
        letters += RESULTS[float(reward)]
    return letters


def measured_leads() -> dict[str, list[float]]:
    """Compute, for each pair of players, the lead of one player over the other, with its interval.

    The computation takes half a minute.

    In the result, the value for the key "a|b" holds the lead of player a over player b and the ends
    of its interval, in Elo points.
    """
    found = {}
    pairs = list(combinations(results.names(), 2))
    for row in differences(results.results(), pairs):
        found[f"{row.a}|{row.b}"] = [round(row.elo, 1), round(row.low, 1), round(row.high, 1)]
    return found


def play_games() -> None:
    """Play the games that are missing from the file; write the file after each pair."""
    prices = kept("ch21/prices")
    name = "ch21/games"
    found = kept(name) or {"command": COMMAND, "results": {}}
    for tournament in TOURNAMENTS:
        for a, b in combinations(EVERYBODY, 2):
            letters = found["results"].setdefault(f"{a.name}|{b.name}", [])
            if len(letters) > tournament:
                continue
            letters.append(play(a, b, results.GAMES_AT, tournament, prices))
            keep(name, found)
        print(f"tournament {tournament}: done", flush=True)
    results.games.cache_clear()
    found["leads"] = measured_leads()
    keep(name, found)


STEPS = {
    "questions": draw,
    "prices": measure_prices,
    "sittings": measure_sittings,
    "games": play_games,
}

if __name__ == "__main__":
    with one_thread():
        for step in sys.argv[1:] or STEPS:
            STEPS[step]()
