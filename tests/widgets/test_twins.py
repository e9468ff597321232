"""Two trees back to back: the page gets what the trees hold, and nothing that cannot be seen."""

import json

import pytest

from mctslib import ConnectFour, TicTacToe, search
from mctslib.games import Nim, Pig
from mctslib.widgets import TwoTrees
from mctslib.widgets.twins.pairs import LEVELS, SMALLEST, branch

TRAP = TicTacToe.from_text(".../O.X/.X.")


def pair_of(state, few=60, many=300):
    return search(state, few, seed=0), search(state, many, seed=0)


def test_each_branch_has_the_visits_and_the_first_players_share_of_its_node():
    root = search(TRAP, 400, seed=1).root

    def compared(node, drawn, depth):
        assert drawn.visits == node.visits
        share = 1 - node.value if node.player else node.value
        assert drawn.share == pytest.approx(share, abs=1e-4)
        assert drawn.cells == node.state.cells() and depth <= LEVELS
        legal = list(node.state.legal_actions())
        for rank, child in drawn.below.items():
            assert child.visits >= SMALLEST * root.visits
            compared(node.children[legal[rank]], child, depth + 1)

    compared(root, branch(root, root, {}), 0)


@pytest.mark.parametrize("state", [TRAP, ConnectFour(), Nim(3, 4), Pig()])
def test_any_game_becomes_data_a_picture_and_a_sentence(state):
    view = TwoTrees([pair_of(state), pair_of(state)], names=("60", "300"))
    assert len(json.loads(json.dumps(view.face.data))["pairs"]) == 2
    assert view.static_picture().startswith("<svg")
    assert view.static_headline() == (view.static_text(), "")
    view.close()


def test_the_sentence_names_the_moves_of_both_searches():
    assert TwoTrees([pair_of(TRAP, 100, 1000)], ("100", "1,000")).static_text() == (
        "100: O 0. 1,000: O 8."
    )
    same = search(TRAP, 50, seed=0)
    assert "Both searches play" in TwoTrees([(same, same)]).static_text()


def test_searches_of_two_positions_are_refused():
    with pytest.raises(ValueError, match="same position"):
        TwoTrees([(search(TRAP, 9, seed=0), search(TicTacToe(), 9, seed=0))])
