"""The present code still gives the numbers of the stored measurements.

Each test repeats a small part of a file with the seeds of the script that wrote the file.  Times
are not compared.  Processors round differently, so a network learns slightly different numbers on
another processor.  The numbers of networks are therefore compared within a tolerance.
"""

import random
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import mctslib
from mctslib import TicTacToe, oracle, search
from mctslib.arena.levels import strengths
from mctslib.arena.matches import Tally
from mctslib.arena.players import MCTSPlayer
from mctslib.course.ch16.exam import every_reply, tictactoe_exam
from mctslib.course.ch18 import exact
from mctslib.course.ch19.picking import picked
from mctslib.course.ch20.exam import LinesExam
from mctslib.course.ch20.learning import ObservedRun
from mctslib.course.ch20.secrets import SECRET
from mctslib.course.ch21.exam import draw_questions, questions
from mctslib.course.stored import measured
from mctslib.games import Putting
from mctslib.games.twentyfour import TwentyFour
from mctslib.methods.alone import Alone, MeanAndMax, grow
from mctslib.methods.dreamer import Dreamer
from mctslib.methods.muzero import shipped_model
from mctslib.methods.network import shipped
from mctslib.methods.puct import Puct, even
from mctslib.methods.selfplay import Learner
from mctslib.policies import UCB1
from tests.bench import (
    agreement,
    alphazero,
    clock,
    graph,
    heavy,
    last_exam,
    levels,
    muzero,
    parallel,
    putting,
    rave,
    reuse,
    self_play,
    solver,
    twentyfour,
)

ROOT = Path(mctslib.__file__).parent
CHECKSUMS = Path(__file__).with_name("stored.sha256")
CLOSE = 0.02  # the tolerance for shares that depend on a network
ELSEWHERE = {  # files that a test in another module repeats → the module
    "course/ch00/trap": "test_widgets_00",
    "course/ch05/matrix": "test_clinic",
    "course/ch07/map": "test_widgets_c_race",
    "course/ch14/favourites": "test_widgets_14",
    "course/ch17/hidden": "test_hidden",
}
ONLY_TIMES = {  # the numbers depend on a clock
    "course/ch12/connect_four",
    "course/ch12b/speeds",
    "course/ch21/prices",
}
REPEATED: set[str] = set()  # patterns of the files that tests in this module repeat


def repeats(*patterns: str) -> Callable:
    """Decorate a test that repeats a part of the files whose names match these patterns."""
    REPEATED.update(patterns)
    return lambda test: test


def stored_files() -> list[str]:
    """Return the names of the stored measurements, such as "course/ch12/connect_four"."""
    paths = sorted(ROOT.rglob("*.json"))
    return [path.relative_to(ROOT).with_suffix("").as_posix() for path in paths]


def test_a_part_of_each_stored_file_is_computed_again():
    for name in stored_files():
        here = any(fnmatch(name, pattern) for pattern in REPEATED)
        assert here + (name in ELSEWHERE) + (name in ONLY_TIMES) == 1, name


def checksums() -> dict[str, str]:
    """Return the checksum of each stored file, networks included.

    A text file has the same checksum with the line ends of Windows.
    """
    found = {}
    for path in sorted(ROOT.rglob("*.npz")):
        found[path.relative_to(ROOT).as_posix()] = sha256(path.read_bytes()).hexdigest()
    for name in stored_files():
        text = (ROOT / f"{name}.json").read_text(encoding="utf-8")
        found[name] = sha256(text.encode()).hexdigest()
    return found


def test_each_stored_file_is_what_its_script_wrote():
    """The file `stored.sha256` holds the checksums; this file run as a program writes it again."""
    lines = CHECKSUMS.read_text(encoding="utf-8").splitlines()
    assert checksums() == {line.split()[1]: line.split()[0] for line in lines}


# ---------------------------------------------------------------------------- matches


def can_begin(match: dict[str, int], games: dict[str, int]) -> bool:
    """Return whether each result occurs in the first games at most as often as in the match."""
    return all(games[result] <= match[result] for result in ("wins", "draws", "losses"))


@repeats("arena/levels")
@pytest.mark.parametrize("games", [4, pytest.param(200, marks=pytest.mark.long)])
def test_level_3_begins_its_match_of_connect_four_as_stored(games):
    (stored,) = (row.tally for row in strengths() if row[:2] == (3, "Connect Four"))
    (task,) = (task for task in levels.plan() if task[:2] == (3, "Connect Four"))
    again = levels.measure((*task[:3], games))
    assert can_begin(stored._asdict(), Tally(*again["tally"])._asdict())


@repeats("course/ch10/heavy_playouts")
@pytest.mark.long
def test_heavy_playouts_play_the_stored_match_at_equal_time_again():
    row = measured("ch10/heavy_playouts")["rows"][0]
    again = heavy.duel(row["game"], row["games"], row["light iterations at equal time"])
    assert again == row["equal time"]


@repeats("course/ch10/heavy_playouts")
@pytest.mark.slow
@pytest.mark.parametrize("game", heavy.STARTS)
def test_heavy_playouts_begin_each_match_at_equal_iterations_as_stored(game):
    row = next(row for row in measured("ch10/heavy_playouts")["rows"] if row["game"] == game)
    assert can_begin(row["equal iterations"], heavy.duel(game, 4))


@repeats("course/ch10/agreement")
@pytest.mark.parametrize("mode", agreement.MOVES)
def test_the_playouts_of_the_first_position_give_the_stored_mean_again(mode):
    stored = measured("ch10/agreement")["means"][str(mode)]
    assert agreement.means(mode, 0) == stored[0]


@repeats("course/ch10/tree_reuse")
def test_as_many_visits_are_kept_as_stored():
    row = measured("ch10/tree_reuse")["rows"][0]
    assert reuse.kept(row["game"]) == row["kept"]


@repeats("course/ch10/tree_reuse")
@pytest.mark.long
def test_kept_trees_play_the_stored_match_again():
    rows = measured("ch10/tree_reuse")["rows"]
    for row in rows:
        assert reuse.kept(row["game"]) == row["kept"]
    assert reuse.duel(rows[0]["game"], rows[0]["games"]).items() <= rows[0].items()


@repeats("course/ch13/matches")
@pytest.mark.slow
def test_the_solver_finds_the_stored_moves_and_points_again():
    stored = measured("ch13/matches")
    states = [state for state in oracle.positions(TicTacToe()) if not state.is_terminal()]
    right = solver.right_of(states, solver.FINDERS["facts and decisive moves"], 100, 0)
    assert right == stored["right"]["counts"]["facts and decisive moves"]["100"][0]
    opponent = MCTSPlayer(solver.OPPONENT, reuse=False)
    first = solver.lost_positions()[0]
    for name, method in solver.DEFENDERS.items():
        defender = MCTSPlayer(solver.DEFENDER, method=method, reuse=False)
        assert solver.mean_points(first, defender, opponent) == stored["lost"]["points"][name][0]


@repeats("course/ch14/matches")
@pytest.mark.slow
def test_rave_plays_a_whole_stored_match_again():
    row = measured("ch14/matches")["rows"][0]
    setting = rave.Setting(*(row[name] for name in rave.Setting._fields))
    again = rave.played(*setting, dict(rave.MATCHES)[setting])
    assert again._asdict().items() <= row.items()


@repeats("course/ch15/parallel")
@pytest.mark.long
def test_parallel_searches_play_whole_stored_matches_again():
    stored = measured("ch15/parallel")
    setting = ("root", 0, 32, 300)
    place = parallel.EQUAL_ITERATIONS.index(setting)
    assert parallel.equal_iterations(*setting) == stored["equal iterations"][place]
    assert parallel.budget(*parallel.BUDGETS[0]) == stored["budgets"][0]


@repeats("course/ch15/parallel")
@pytest.mark.slow
@pytest.mark.parametrize("part", parallel.PARTS)
def test_parallel_searches_begin_every_sixth_match_as_stored(part):
    measure, settings = parallel.PARTS[part]
    rows = zip(settings, measured("ch15/parallel")[part], strict=True)
    for setting, row in list(rows)[::6]:
        again = measure(*setting[:-1], games=2)
        assert again.keys() == row.keys() and can_begin(row, again)
        assert all(again[name] == row[name] for name in again.keys() - {"wins", "draws", "losses"})


# ---------------------------------------------------------------------------- networks


@repeats("course/ch16/curve-ttt-*", "course/ch16/curve-c4-*")
@pytest.mark.slow
@pytest.mark.parametrize("game, seed", alphazero.RUNS)
def test_networks_learn_the_first_generations_again(game, seed):
    """The small board of Connect Four is only tried before the first game."""
    learner = Learner(alphazero.STARTS[game], seed, **alphazero.SETTINGS[game])
    for row in measured(f"ch16/curve-{game}-{seed}")["rows"][: 2 if game == "ttt" else 1]:
        if row["generation"] > learner.generation:
            learner.learn(1)
        again = alphazero.looked_at(game, learner)
        assert again["games"] == row["games"]
        assert again["X's points"] == pytest.approx(row["X's points"], abs=2)
        for name in {"prior", "hard", "value"} & set(row):
            assert again[name] == pytest.approx(row[name], abs=CLOSE)


@repeats("course/ch16/worth", "course/ch16/turned")
@pytest.mark.slow
def test_the_shipped_networks_choose_the_stored_moves_again():
    worth = measured("ch16/worth")
    for row in worth["replies"]:
        brain = shipped(f"ttt-{row['seed']}-40", TicTacToe())
        alone = row["who"] == "network alone"
        choose = alphazero.favourite if alone else alphazero.searched
        met, wrong = every_reply(partial(choose, brain), TicTacToe(), row["player"])
        assert (met, len(wrong)) == (row["met"], row["wrong"])
    exam = tictactoe_exam()
    numbers = exam.sample(worth["sample"])
    for name, options in {"UCT": dict, "PUCT c = 3": Puct(even, 3).options}.items():
        assert exam.searched(options, 25, numbers) == worth["even"][0][name]
    assert alphazero.games_with_a(0, 2) == pytest.approx(worth["games with A"][0][:2], abs=2)
    turned = measured("ch16/turned")
    row = turned["rows"][4]
    assert (row["priors"], row["values"]) == ("even", "turned")
    brain = shipped(f"ttt-{row['seed']}-40", TicTacToe())
    judge = self_play.judge_of(even, brain, self_play.turned_value)
    right = exam.searched(Puct(judge).options, turned["iterations"], exam.sample(turned["sample"]))
    assert right == row["right"]


def first_generations() -> Iterator[tuple[dict, Learner]]:
    """Yield stored runs of chapter 16b, each with a new learner that has the same settings."""
    for row in measured("ch16b/noise")["runs"]:
        if row["seed"] == 0 and row["setting"] == "both":
            yield row, Learner(TicTacToe(), 0, **self_play.NOISE[row["setting"]])
    for row in measured("ch16b/looks")["runs"]:
        if row["seed"] == 0 and row["looks"] == 2:
            make = self_play.TEACHERS[row["teacher"]]
            yield row, make(TicTacToe(), 0, iterations=row["looks"])


@repeats("course/ch16b/noise", "course/ch16b/looks")
@pytest.mark.slow
def test_teachers_teach_the_first_generation_again():
    for row, learner in first_generations():
        learner.learn(1)
        marks = tictactoe_exam().mark(learner.net)
        assert marks.prior == pytest.approx(row["prior"][1], abs=0.003)
        assert marks.value == pytest.approx(row["value"][1], abs=0.003)


@repeats("course/ch20/curve-*", "course/ch20/opening")
@pytest.mark.slow
@pytest.mark.parametrize("kind", muzero.KINDS)
def test_models_begin_as_stored(kind):
    """The kinds "rules" and "gravity" learn fast, so they are also compared after a generation."""
    learner = Dreamer(seed=0, **muzero.KINDS[kind])
    exam = LinesExam(learner.rules)
    for row in measured(f"ch20/curve-{kind}-0")["rows"][: 2 if kind in ("rules", "gravity") else 1]:
        if row["generation"] > learner.generation:
            learner.learn(1)
        again = muzero.look(learner, exam)
        assert again["games"] == row["games"]
        assert again["right"] == pytest.approx(row["right"], abs=CLOSE)
        assert again["mistakes"] == pytest.approx(row["mistakes"], abs=5)
        assert again.get("whole") == pytest.approx(row.get("whole"), abs=CLOSE)


def test_the_run_of_the_widget_begins_as_stored():
    again, row = (
        muzero.as_data(ObservedRun(SECRET, 0).snapshots)[0],
        measured("ch20/opening")["rows"][0],
    )
    assert again["games"] == row["games"] == 0
    values = [[value for _, value, _ in one["top"]] for one in (again, row)]
    assert values[0] == pytest.approx(values[1], abs=CLOSE)


@pytest.mark.slow
@pytest.mark.parametrize("kind, generation", muzero.SHIPPED)
def test_the_shipped_models_play_as_stored(kind, generation):
    model = shipped_model(f"muzero-0{muzero.SHIPPED[kind, generation]}")
    rows = measured(f"ch20/curve-{kind}-0")["rows"]
    row = next(row for row in rows if row["generation"] == generation)
    exam = LinesExam(Dreamer(**muzero.KINDS[kind]).rules)
    moves = exam.moves_of(model, known_rules=False)
    assert exam.mistakes(moves, 0) == pytest.approx(row["mistakes"][0], abs=2)
    right = exam.right[range(len(moves)), moves][exam.matters].mean()
    assert right == pytest.approx(row["right"], abs=0.002)


# ---------------------------------------------------------------------------- putting, hands, exam


@repeats("course/ch18/putting")
def test_the_stored_putts_of_the_first_runs_are_holed_again():
    seeds = range(3)
    for row in measured("ch18/putting")["rows"]:
        if row["what"] == "even" and row["iterations"] == 300:
            options = putting.EVEN_SEARCHES[row["search"]]
            green = Putting(angles=row["angles"])
            holed = putting.ex.holing_runs(options, 300, seeds, green)
            assert [seed for seed in seeds if holed[seed]] == [
                n for n in row["holed"] if n in seeds
            ]
        if row["what"] == "noisy" and row["iterations"] == 1_000:
            options = putting.NOISY_SEARCHES[row["search"]]
            root = search(Putting(noise=putting.NOISE), 1_000, seed=0, **options()).root
            for name, number in putting.ex.belief(root)._asdict().items():
                assert number == pytest.approx(row["trees"][0][name], abs=1e-4)


@repeats("course/ch18/putting")
@pytest.mark.long
def test_rounds_that_plan_again_hole_the_ball_as_stored():
    green = Putting(noise=putting.NOISE)
    results = [putting.replanned_round("uct last", 3_000, seed, green) for seed in (2, 3)]
    assert results == [False, True]


@repeats("course/ch18/exact")
@pytest.mark.parametrize("row, column", [(5, 30), (20, 11), (38, 38)])
def test_a_stored_exact_value_is_computed_again(row, column):
    one, two = exact.tables()
    ball = ((column + 0.5) / exact.GRID, (row + 0.5) / exact.GRID)
    state = Putting(noise=putting.NOISE)._replace(ball=ball)
    for table, later in ((one, None), (two, one)):
        assert np.max(exact.stroke_values(state, later)) == pytest.approx(
            table[row, column], abs=6e-4
        )


def solved_after(solve: Callable, hand: TwentyFour, steps: int, seed: int) -> int | None:
    """Return after how many steps a search has solved a hand, or None if it has not."""
    return solve(hand, steps, seed=seed).solved_after


@repeats("course/ch19/exam")
def test_the_hands_of_chapter_19_are_solved_again():
    stored, judge = measured("ch19/exam"), twentyfour.learned_judge()
    solvers = {
        ("proposer", "UCT"): partial(grow, options={"tree_policy": UCB1(1)}),
        ("proposer", "PUCT, proposer"): partial(
            grow, options=Alone(twentyfour.Proposer()).options()
        ),
        ("judge", "PUCT, proposer and judge"): partial(grow, options=Alone(judge, 0.3).options()),
        ("backup", "maximum, c = 1"): partial(
            grow, options=MeanAndMax(1.0, 1.0).options(), reward=twentyfour.nearness
        ),
    }
    for (part, name), solve in solvers.items():
        budgets = twentyfour.SHORT if part == "proposer" else twentyfour.LONG
        shares = twentyfour.shares(partial(solved_after, solve), budgets[:1], 0)
        assert shares == pytest.approx(stored[part][name][0][:1], abs=0.005)
    for name, rows in stored["picked"].items():
        assert picked(name, 1, twentyfour.SEEDS) == pytest.approx(rows[0], abs=1e-6)


@repeats("course/ch21/clock")
def test_the_first_games_against_the_clock_end_again_as_stored():
    for row in measured("ch21/clock")["rows"]:
        for number, points in enumerate(row["first"][:3]):
            again, used, allowed = clock.game(row["game"], number)
            assert again == points and used <= allowed


@repeats("course/ch21/questions")
@pytest.mark.long
def test_the_first_questions_are_drawn_again():
    assert draw_questions(3) == list(questions()[:3])


@repeats("course/ch21/sittings")
@pytest.mark.parametrize("candidate", last_exam.EVERYBODY, ids=lambda one: one.name)
def test_every_player_gives_its_stored_answers_again(candidate):
    stored = measured("ch21/sittings")["answers"][f"iterations-100|{candidate.name}"][1]
    for number in range(0, 300, 15):
        rng = random.Random(last_exam.APART + number + candidate.shift)  # of seed 1
        action = candidate.think(questions()[number].state, 100, rng)
        assert str(action) == stored[number]


@repeats("course/ch21/games")
def test_the_first_game_of_some_pairs_is_played_again(monkeypatch):
    monkeypatch.setattr(last_exam, "GAMES", 1)
    by_name = {one.name: one for one in last_exam.EVERYBODY}
    condition, prices = last_exam.results.GAMES_AT, measured("ch21/prices")
    for pair, letters in list(measured("ch21/games")["results"].items())[::12]:
        a, b = pair.split("|")
        again = last_exam.play(by_name[a], by_name[b], condition, 1, prices)
        assert again == letters[1][:1], pair


@repeats("course/ch06b/right_moves")
@pytest.mark.parametrize(
    "method", ["tree", "graph", "path only", "all parents, moves taken", "anew only"]
)
def test_right_moves_of_graphs_in_nim(method):
    stored = measured("ch06b/right_moves")["Nim"]
    again = graph.right("Nim", method, seed=0, budgets=1)
    assert again == stored["right"][method][0][:1]
    assert stored["positions"] == sum(weight for _, weight in graph.cases("Nim", 0))


@repeats("course/ch06b/right_moves")
@pytest.mark.long
@pytest.mark.parametrize("game", ["tic-tac-toe", "Connect Four 5×4"])
def test_right_moves_of_graphs_in_larger_games(game):
    stored = measured("ch06b/right_moves")[game]
    again = graph.right(game, "graph", seed=9, budgets=1)
    assert again == stored["right"]["graph"][9][:1]


if __name__ == "__main__":
    lines = [f"{checksum}  {name}\n" for name, checksum in checksums().items()]
    CHECKSUMS.write_text("".join(lines), encoding="utf-8")
