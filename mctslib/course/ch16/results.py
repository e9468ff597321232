"""Run the experiments of chapter 16, each with one call that returns a table or a picture."""

from collections.abc import Sequence

from mctslib.arena import Tally, wilson
from mctslib.course.ch16.tables import network, table
from mctslib.course.puzzles import A, S
from mctslib.course.texts import Lines, aligned
from mctslib.door.entrance import search
from mctslib.game import Action, State
from mctslib.given import check_between
from mctslib.methods.puct import Judgement, Puct, even
from mctslib.oracle import value
from mctslib.words import count, number, observed

SEEDS = (0, 1, 2)
MARKS = (1, 2, 4, 8, 16, 40)  # the generations that are shown
USELESS = 7  # a useless move in position S
MOST = 2_000  # `iterations_to_overrule` tries fewer iterations than this


def interval(right: int, of: int) -> str:
    """Return the 95% interval of a share as text."""
    low, high = wilson(right, of)
    return f"{observed(low)} to {observed(high)}"


# ---------------------------------------------------------------------------- PUCT


def iterations_to_overrule(prior: float) -> int:
    """Return the number of iterations after which the only right move of position S has the most
    visits.

    prior  the prior of the useless move 7, from 0 to 1; the other moves share the rest equally

    The values of the positions come from the oracle.  After more iterations the search may prefer
    another move again.

    Raises ValueError if the prior is outside its range, or if the right move does not have the most
    visits in fewer than 2,000 iterations.
    """
    for iterations in range(1, MOST):
        if move_with_wrong_prior(prior, iterations) in S.correct:
            return iterations
    raise ValueError(f"The right move never has the most visits in fewer than {MOST:,} iterations.")


def move_with_wrong_prior(prior: float, iterations: int) -> Action:
    """Return the most visited move in position S if the useless move 7 has a given prior.

    prior       the prior of move 7, from 0 to 1; the other moves share the rest equally
    iterations  the number of iterations of the search

    The values of the positions come from the oracle.
    Raises ValueError if the prior is outside its range.
    """
    check_between("prior", prior, 0, 1)
    actions = S.state.legal_actions()
    others = (1 - prior) / (len(actions) - 1)
    priors = {action: prior if action == USELESS else others for action in actions}

    def judge(state: State) -> Judgement:
        given = priors if state == S.state else even(state)[0]
        return given, value(state)

    return search(S.state, iterations, seed=0, **Puct(judge).options()).action


def moves_at_a(budgets: Sequence[int]) -> dict[int, list[Action]]:
    """Return the moves of the three networks in position A, for each number of iterations.

    budgets  the numbers of iterations
    """
    found = {}
    for budget in budgets:
        moves = []
        for seed in SEEDS:
            puct = Puct(network(f"ttt-{seed}-40"))
            moves.append(search(A.state, budget, seed=0, **puct.options()).action)
        found[budget] = moves
    return found


# ---------------------------------------------------------------------------- networks


def turned_table() -> Lines:
    """Return a table with the numbers of right moves if the values are right, if they are turned
    (given to the other player), and if they are ½ for every position.
    """
    stored = table("turned")
    found = {(row["priors"], row["values"], row["seed"]): row["right"] for row in stored["rows"]}
    head = ["priors", "values", *(f"network {seed}" for seed in SEEDS), "interval, network 0"]
    rows: list[Sequence[str]] = [head]
    for priors in ("network", "even"):
        for values in ("right", "turned", "constant ½"):
            right = [found[priors, values, seed] for seed in SEEDS]
            share = interval(right[0], stored["sample"])
            rows.append((priors, values, *map(number, right), share))
    return aligned(rows)


def match_table(game: str) -> Lines:
    """Return a table of the matches in one game, with the results for the player named first.

    game  "ttt" or "c4".  The last column is the interval of the share of losses if `game` is "ttt",
          and the interval of the score (a draw counts as ½) if `game` is "c4"
    """
    against_perfect = game == "ttt"
    share = "share lost" if against_perfect else "score"
    rows: list[Sequence[str]] = [("match", "won", "drawn", "lost", share, "interval")]
    for row in table("worth")["matches"]:
        if row["match"].endswith("v perfect") != against_perfect:
            continue
        tally = Tally(row["wins"], row["draws"], row["losses"])
        results = [number(n) for n in tally]
        if against_perfect:
            games = sum(tally)
            shown = (observed(tally.losses / games), interval(tally.losses, games))
        else:
            low, high = tally.score_interval()
            shown = (observed(tally.score), f"{observed(low)} to {observed(high)}")
        rows.append((row["match"], *results, *shown))
    return aligned(rows)


def replies_table() -> Lines:
    """Return a table with each network's mistakes against all replies, alone and with a search."""
    rows: list[Sequence[str]] = [("network", "player", "as X", "as O")]
    stored = table("worth")["replies"]
    for first, second in zip(stored[::2], stored[1::2], strict=True):
        mistakes = []
        for row in (first, second):
            words = count(row["wrong"], "mistake")
            mistakes.append(f"{words} in {number(row['met'])} positions")
        rows.append((f"seed {first['seed']}", first["who"], *mistakes))
    return aligned(rows)
