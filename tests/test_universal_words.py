"""Each sentence with a word such as always, every or only has a test or a reason.

This file contains some of these tests.
"""

import random
from statistics import fmean

import numpy as np
import pytest
import universal_words
from repository import ROOT
from universal_words import (
    FORMS,
    REASONS,
    Sentence,
    idle_entries,
    name_of,
    reason_for,
    register,
    sentences_of,
    sources,
    universal_sentences,
)

import build
from mctslib import ConnectFour, Node, TicTacToe, backpropagate, search, uniform
from mctslib.course import A
from mctslib.course.ch08.pgame import PGame, right_moves
from mctslib.course.ch16 import every_reply, network
from mctslib.course.ch16b import puct_shares
from mctslib.course.ch16b.checkers import improved_policy
from mctslib.course.small_games import Chomp
from mctslib.games import Hex, Kuhn, Pig, SudoTicTacToe, TwoCards
from mctslib.methods.parallel import SCHEMES, parallel_search
from mctslib.methods.poker import VIEWS, determinized_strategy
from mctslib.methods.puct import Puct
from mctslib.methods.rave import Rave
from mctslib.oracle import optimal_actions, value
from mctslib.tree import attach


@pytest.mark.parametrize("source", sources(), ids=name_of)
def test_every_sentence_with_a_universal_word_is_borne_out(source):
    """If this test fails for a new sentence, add the sentence to `universal_words.toml`.

    Quote a few words of the sentence there, with the reason why the sentence is true.
    """
    missing = [one.text for one in universal_sentences(source) if reason_for(one) is None]
    assert missing == []


def test_each_reason_is_one_that_is_explained_or_a_test_that_exists():
    reasons = list(FORMS.values())
    for entries in register().values():
        for words, reason in entries.items():
            assert len(words.split()) > 1
            reasons.append(reason)
    for reason in reasons:
        file, _, test = reason.partition("::")
        if test:
            assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), reason
        else:
            assert reason in REASONS, reason


@pytest.mark.long
def test_each_entry_of_the_register_fits_a_sentence():
    """Before a release, delete the entries that `python tests/universal_words.py --idle` prints."""
    assert idle_entries() == []


def test_an_entry_whose_sentence_is_gone_is_idle(monkeypatch):
    source = build.sources()[0]
    chapter = name_of(source)
    there = next(one.text for one in universal_sentences(source))
    monkeypatch.setattr(
        universal_words, "register", lambda: {chapter: {there: "story", "no such": "story"}}
    )
    assert idle_entries() == [(chapter, "no such")]


@pytest.mark.parametrize(
    "sentence",
    ["All sixty runs are right.", "Every seed gives the same tree.", "None of them fails."],
)
def test_what_was_measured_is_true_by_no_form(sentence):
    assert sentences_of(sentence) == [sentence]
    assert reason_for(Sentence("19", sentence)) is None


def test_a_sentence_is_found_where_it_says_so_and_not_in_titles_code_or_questions():
    text = (
        "# 19 · Nobody plays\n\nOne never loses. Ten win.\n\n`never` in code. Does it always win?"
    )
    assert sentences_of(text) == ["One never loses."]
    assert Sentence("19", "One never loses.").text == "One never loses."


# ---------------------------------------------------------- what the sentences say


def test_nobody_wins_against_a_perfect_player():
    """Chapter 08: a perfect player draws or wins, on either side and against any play."""
    for perfect in (0, 1):
        waiting = [TicTacToe()]
        seen = set()
        while waiting:
            state = waiting.pop()
            if state in seen:
                continue
            seen.add(state)
            if state.is_terminal():
                assert state.rewards()[perfect] >= 0.5
            elif state.current_player == perfect:
                waiting.append(state.apply(min(optimal_actions(state))))
            else:
                waiting += [state.apply(action) for action in state.legal_actions()]
    assert value(TicTacToe()) == 0.5


def test_backpropagation_never_asks_whose_turn_it_is():
    """Chapter 11: backpropagation never reads `current_player`."""

    class Silent:
        @property
        def current_player(self):
            raise AssertionError("it asks")

    root = Node(TicTacToe())
    leaf = attach(attach(root, 0), 4)
    for node in (root, leaf.parent, leaf):
        node.state = Silent()
    backpropagate(leaf, (1.0, 0.0))
    assert [root.visits, leaf.parent.value_sum, leaf.value_sum] == [1, 1.0, 0.0]


def test_who_begins_a_game_of_chomp_can_always_win():
    """Chapter 11: with best play, the player who begins a game of Chomp wins."""
    assert value(Chomp()) == 1


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_seed_always_gives_the_same_tree_of_workers(scheme):
    """Chapter 15: three searches with the same seed and four workers grow the same tree."""
    trees = []
    for _ in range(3):
        root = parallel_search(TicTacToe(), 200, workers=4, scheme=scheme, seed=5)
        nodes = [root, *root.descendants()]
        trees.append([(node.path(), node.visits, node.value_sum) for node in nodes])
    assert trees[0] == trees[1] == trees[2]


@pytest.mark.parametrize("worth", [0.0, 0.5, 0.99, 1.0])
def test_puct_never_looks_at_the_third_move(worth):
    """Chapter 16b: with few iterations PUCT never visits the third move, however good it is."""
    shares = puct_shares(np.array([[0.45, 0.35, 0.20]]), np.array([[0.2, 0.3, worth]]), 2)
    assert shares.tolist() == [[0.5, 0.5, 0]]


def test_the_improved_policy_is_never_worse_than_the_prior():
    """Chapter 16b: with exact values, the improved policy is never worse than the prior."""
    rng = random.Random(0)
    for _ in range(2000):
        number = rng.randint(2, 9)
        weights = [rng.random() ** 3 + 1e-6 for _ in range(number)]
        prior = [weight / sum(weights) for weight in weights]
        values = [rng.choice((rng.random(), 0.0, 1.0)) for _ in range(number)]
        improved = improved_policy(prior, values, rng.choice((0.1, 1, 10, 50)))
        before = sum(share * worth for share, worth in zip(prior, values))
        after = sum(share * worth for share, worth in zip(improved, values))
        assert after >= before - 1e-12


@pytest.mark.parametrize("start", [Pig(20), Kuhn(), TwoCards()], ids=str)
def test_the_reward_of_chance_is_always_0(start):
    """Chapter 17: the reward of chance is 0 in random games."""
    rng = random.Random(0)
    for _ in range(100):
        state = start
        while not state.is_terminal():
            state = state.apply(rng.choice(list(state.legal_actions())))
        assert state.rewards()[state.chance_player] == 0


def test_determinization_never_bets_with_the_jack():
    """Chapter 17: determinization does not bet with the jack in any view."""
    strategy = determinized_strategy()
    assert [strategy[view] for view in VIEWS if view[0] == 0] == [0] * 4


def test_in_most_long_games_of_connect_four_a_player_has_a_disc_in_every_column():
    """Chapter 14: in about 70% of long random games the first player has a disc in every column.

    Long games are those with 30 moves or more.
    """
    rng, long_games, with_all = random.Random(0), 0, 0
    while long_games < 500:
        state, columns = ConnectFour(), []
        while not state.is_terminal():
            columns.append(uniform(state, rng))
            state = state.apply(columns[-1])
        if len(columns) >= 30:
            long_games += 1
            with_all += len(set(columns[::2])) == 7
    assert 0.6 < with_all / long_games < 0.8


def test_the_most_visited_nodes_soon_have_far_more_than_30_visits():
    """Chapter 14: with 1,000 playouts and k = 30, two first moves have more than 60 visits."""
    root = search(Hex(5), 1000, seed=0, **Rave(30, c=0).options()).root
    visits = sorted(child.visits for child in root.children.values())
    assert visits[-1] > 500 and visits[-2] > 60


def test_the_whole_game_can_be_won_only_near_the_end():
    """Chapter 10: in mode 2, the first chance to win the whole game comes late in random games.

    On average, the first chance comes after more than 85% of the moves.
    """
    parts = []
    for seed in range(20):
        rng, state, before = random.Random(seed), SudoTicTacToe(mode=2), []
        while not state.is_terminal():
            after = [state.apply(action) for action in state.legal_actions()]
            before.append(any(one.is_terminal() and max(one.rewards()) == 1 for one in after))
            state = state.apply(uniform(state, rng))
        parts.append(before.index(True) / len(before) if True in before else 1)
    assert fmean(parts) > 0.85 and min(parts) > 0.5


def test_in_many_p_games_every_first_move_is_right():
    """Chapter 08: every first move is right in more than a quarter of these games.

    The games have eight moves at each of four turns.
    """
    games = [PGame(seed, branching=8, depth=4) for seed in range(120)]
    assert sum(len(right_moves(game)) == 8 for game in games) > 30


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_network_with_its_search_meets_position_a(seed):
    """Chapter 16: a network that plays O with 25 iterations does not meet A, whatever X plays."""
    brain, met = network(f"ttt-{seed}-40"), []

    def choose(state):
        met.append(state)
        return search(state, 25, seed=0, **Puct(brain).options()).action

    every_reply(choose, TicTacToe(), 1)
    assert A.state.current_player == 1 and A.state not in met and len(met) > 300
