"""For each of several bugs found in public code, a named test fails if the library has the bug."""

import os
import shutil
import subprocess
import sys

import pytest
from repository import ROOT

pytestmark = pytest.mark.slow

BUGS = {
    "sign in backpropagation": (
        "search.py",
        "+= rewards[node.player]",
        "+= 1 - rewards[node.player]",
        "test_search.py::test_backpropagate_credits_each_node_to_who_moved_there",
    ),
    "value from the child's own view": (
        "tree.py",
        "else parent.state.current_player",
        "else state.current_player",
        "test_search.py::test_the_player_of_a_node_is_who_moved_into_it",
    ),
    "log of the child's visits": (
        "policies.py",
        "self.c * sqrt(log_visits / child.visits)",
        "self.c * sqrt(log(child.visits) / child.visits)",
        "test_search.py::test_call_picks_what_the_formula_says",
    ),
    "no square root": (
        "policies.py",
        "self.c * sqrt(log_visits / child.visits)",
        "self.c * (log_visits / child.visits)",
        "test_search.py::test_call_picks_what_the_formula_says",
    ),
    "c inside the root": (
        "policies.py",
        "self.c * sqrt(log_visits / child.visits)",
        "sqrt(self.c * log_visits / child.visits)",
        "test_search.py::test_call_picks_what_the_formula_says",
    ),
    "visits and value swapped in the final move": (
        "policies.py",
        "key=lambda child: (child.visits, child.value)",
        "key=lambda child: (child.value, child.visits)",
        "test_search.py::test_final_move_rules_can_differ",
    ),
    "rollout from the parent": (
        "search.py",
        "phases.simulate(child.state,",
        "phases.simulate(leaf.state,",
        "test_search.py::test_the_first_iteration_by_hand",
    ),
    "expansion repeats an action": (
        "search.py",
        " if action not in children]",
        "]",
        "test_search.py::test_expand_never_repeats_an_action",
    ),
    "a draw is a loss": (
        "games/grid.py",
        "return (0.5, 0.5)",
        "return (0.0, 0.0)",
        "test_games_naive.py::test_random_games_agree_with_the_naive_rules",
    ),
    "the game goes on after a win": (
        "games/tictactoe.py",
        "                actions = ()\n        return type",
        "                pass\n        return type",
        "test_games_naive.py::test_random_games_agree_with_the_naive_rules",
    ),
    "a line across the edge": (
        "games/grid.py",
        "falling, rising]",
        "falling, rising, slice(1, size + 1)]",
        "test_tictactoe.py::test_no_line_wraps_round_the_edge",
    ),
    "Connect Four: a line across the edge": (
        "games/connect4.py",
        "if last_column < columns and 0 <= last_row < rows:",
        "if last_column < columns:",
        "test_connect4.py::test_no_line_wraps_round_the_edge",
    ),
    "sudo: the other side's mark after a free move": (
        "games/sudo.py",
        "(o if player else x) | 1 <<",
        "(o if bool(player) == (len(self.actions) < 10) else x) | 1 <<",
        "test_games_naive.py::test_random_games_agree_with_the_naive_rules",
    ),
    "sudo: a won board stays open": (
        "games/sudo.py",
        "    if taken >> WON + board & 1:\n        return ()\n",
        "",
        "test_sudo.py::test_a_board_won_is_closed_in_mode_2_and_who_is_sent_there_plays_anywhere",
    ),
    "sudo: no legal move if sent to a full board": (
        "games/sudo.py",
        " or all_open_actions(x | o)",
        "",
        "test_sudo.py::test_who_is_sent_to_a_full_board_plays_anywhere_else",
    ),
    "hex: neighbours slant the other way": (
        "games/hex.py",
        "(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1)",
        "(-1, 0), (-1, -1), (0, -1), (0, 1), (1, 1)",
        "test_hex.py::test_the_corners_have_two_neighbours_or_three",
    ),
    "hex: a group joined to a new mark is not joined further": (
        "games/hex.py",
        "new = (new | near[cell] & marks) & ~joined",
        "new = new & ~joined",
        "test_games_naive.py::test_random_games_agree_with_the_naive_rules",
    ),
    "blocking does not block": (
        "policies.py",
        "return winning or safe or state.legal_actions()",
        "return winning or state.legal_actions()",
        "test_games_naive.py::test_a_games_own_careful_actions_are_those_found_by_trying",
    ),
    "ties are broken in the order of expansion": (
        "tree.py",
        "dict(sorted([*children.items(), (action, child)]))",
        "{**children, action: child}",
        "test_search.py::test_ties_go_to_the_first_legal_action_whatever_was_expanded_first",
    ),
    "old parent not cut off": (
        "search.py",
        "    node.parent = None\n",
        "",
        "test_search.py::test_reuse_cuts_the_old_parent_off",
    ),
    "a failed backpropagation leaves its W": (
        "guard.py",
        "        node.value_sum = value_sum\n",
        "",
        "test_search.py::test_backpropagation_that_fails_halfway_is_undone",
    ),
    "a draw counts as a loss": (
        "policies.py",
        "state.rewards()[player] == 0",
        "state.rewards()[player] < 1",
        "test_games_naive.py::test_a_draw_is_neither_won_nor_lost",
    ),
    "a saved reward may be True": (
        "trace.py",
        "type(reward) in (int, float) and 0 <=",
        "isinstance(reward, int | float) and 0 <=",
        "test_trace.py::test_a_damaged_file_names_the_place",
    ),
    "all outcomes of chance are equally likely": (
        "game.py",
        "    if not has_probabilities(state):\n        actions",
        "    if True:\n        actions",
        "test_chance.py::test_outcomes_are_drawn_by_their_probabilities",
    ),
    "selection treats chance as a player": (
        "policies.py",
        "        if chance_to_move(node.state):\n            return due_child(node)\n        # The",
        "        # The",
        "test_chance.py::test_a_search_visits_outcomes_in_proportion_to_their_probability",
    ),
    "exact values let chance choose": (
        "oracle.py",
        "        return mean_rewards(position, actions, rewards)\n",
        "        pass\n",
        "test_chance.py::test_exact_values_take_the_mean_over_outcomes",
    ),
    "heavy playouts choose the dice": (
        "policies.py",
        "    if chance_to_move(state):\n        return draw_outcome(state, rng)\n    if hasattr",
        "    if hasattr",
        "test_chance.py::test_heavy_playouts_do_not_choose_the_dice",
    ),
    "numpy's numbers are accepted as actions": (
        "checks/rules.py",
        "isinstance(action, int | float | str)",
        "isinstance(action, int | float | str | Integral)",
        "test_checks.py::test_a_broken_game_is_named_by_its_rule_and_shows_where",
    ),
    "results are counted for another player": (
        "checks/counting.py",
        "games[tuple(rewards)] += 1",
        "games[tuple(rewards)[::-1]] += 1",
        "test_checks.py::test_all_games_are_counted_by_their_results",
    ),
    "the number of wins instead of the mean": (
        "policies.py",
        "exploitation = child.value_sum / child.visits",
        "exploitation = child.value_sum",
        "test_search.py::test_call_picks_what_the_formula_says",
    ),
    "the oldest lessons are remembered": (
        "methods/selfplay.py",
        "part[-memory:] for",
        "part[:memory] for",
        "test_alphazero.py::test_of_too_many_lessons_the_newest_are_remembered",
    ),
    "one more move is drawn at random": (
        "methods/selfplay.py",
        "self.turn < self.warm",
        "self.turn <= self.warm",
        "test_alphazero.py::test_the_first_moves_are_drawn_and_the_later_ones_are_the_most_visited",
    ),
    "a hundred iterations in four trees become more than a hundred": (
        "methods/parallel.py",
        "[share] * (trees - left_over)",
        "[share + 1] * (trees - left_over)",
        "test_rounds.py::test_root_parallelisation_shares_the_iterations_out",
    ),
    "progress that could not be written is forgotten": (
        "course/store.py",
        "    del _unwritten[file]\n    return sentence",
        "    _unwritten.clear()\n    return sentence",
        "test_course.py::"
        "test_what_one_file_does_not_take_is_not_forgotten_when_another_takes_something",
    ),
    "predictions that were not made count as right": (
        "course/pages.py",
        "for question in predicted)",
        "for question in predictions)",
        "test_course.py::test_only_predictions_that_were_made_are_right",
    ),
    "a puzzle has the value for player 0": (
        "course/puzzles.py",
        "number(value(state))",
        "number(value(state, 0))",
        "test_course.py::test_a_puzzle_of_one_s_own_is_worth_what_it_is_to_the_player_to_move",
    ),
    "equal scores are called first and second": (
        "stepper/explain.py",
        "if second.total == taken.total:",
        "if False:",
        "test_stepper.py::test_ties_and_only_children_are_named_as_such",
    ),
    "the games of a pair have two seeds": (
        "arena/tournament.py",
        "game_steps((b, a), opening, random.Random(seed))",
        'game_steps((b, a), opening, random.Random(f"{seed}b"))',
        "test_ratings.py::test_both_games_of_a_pair_hear_the_same_random_numbers",
    ),
    "the terminal treats every board as a square": (
        "terminal/table.py",
        "return row * side + column",
        "return row * number_of_rows + column",
        "test_terminal.py::test_columns_and_names_of_actions",
    ),
    "two trees on a page have different levels": (
        "widgets/living/atlas.py",
        'tree["head"]["levels"] = deepest',
        "pass",
        "test_living.py::test_two_trees_of_an_atlas_have_equal_levels",
    ),
    "nodes without visits are lost at the edge of a window": (
        "widgets/atlas/rectangles.py",
        "start + np.maximum(visits, 1) >",
        "start + visits >",
        "test_atlas.py::test_at_the_edge_of_a_window_a_node_without_visits_is_as_wide_as_one_visit",
    ),
    "a board of hexagons is as wide as a board of squares": (
        "draw/labels.py",
        "        width += unit // 2 * (len(rows) - 1)\n",
        "",
        "test_walk_pictures.py::test_a_board_in_a_node_is_as_wide_and_as_high_as_its_cells",
    ),
    "an incomplete run counts": (
        "arena/thinking.py",
        "                break\n            found.append(run)\n    return found",
        "                found.append(run)\n                break\n"
        "            found.append(run)\n    return found",
        "test_arena.py::test_the_first_press_of_the_stop_button_ends_it_with_what_there_is",
    ),
    "an inner node is copied for the compiled engine": (
        "fast/nodes.py",
        "    if root.parent is not None:\n        raise NoKernel(",
        "    if False:\n        raise NoKernel(",
        "test_fast_nodes.py::test_a_node_within_a_tree_is_not_copied",
    ),
    "the table of logarithms is read beyond its end": (
        "fast/selection.py",
        "known = visits < KNOWN",
        "known = visits <= KNOWN",
        "test_fast_trace.py::test_the_table_ends_where_its_numbers_end",
    ),
    "no room for a row of scores beyond the last node": (
        "fast/kernels.py",
        "tree.shape[1] - layout.MOST_ACTIONS - ROW",
        "tree.shape[1] - layout.MOST_ACTIONS",
        "test_fast.py::test_behind_the_last_node_a_full_row_of_scores_can_be_read",
    ),
    "a proved draw has a number as its badge": (
        "methods/solver.py",
        "len(set(fact)) == 1:",
        "False:",
        "test_solver.py::test_badges_are_for_who_moved_there",
    ),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copy")
    skip = shutil.ignore_patterns("__pycache__", "browser")
    shutil.copytree(ROOT / "mctslib", folder / "mctslib", ignore=skip)
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=skip)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def run(folder, test):
    options = [
        "-qx",
        "-p",
        "no:cacheprovider",
        "-o",
        "addopts=--import-mode=importlib",
        "-m",
        "not slow and not long",
    ]
    command = [sys.executable, "-m", "pytest", *options, f"tests/{test}"]
    own = {
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **own}, capture_output=True, text=True, timeout=120
    )


def test_without_a_bug_the_same_tests_pass(copy):
    for test in {bug[3] for bug in BUGS.values()}:
        result = run(copy, test)
        assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("name", BUGS)
def test_a_planted_bug_is_seen(copy, name):
    file, right, wrong, test = BUGS[name]
    path = copy / "mctslib" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(right) == 1
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    try:
        result = run(copy, test)
    finally:
        path.write_text(text, encoding="utf-8")
    assert result.returncode == 1 and "failed" in result.stdout, result.stdout
