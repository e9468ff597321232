"""A hand of Kuhn poker pays what its cards and words say."""

from mctslib.games import Kuhn


def test_a_hand_by_hand():
    state = Kuhn().apply(3)  # queen, king
    assert state.view(0) == (1, "")
    assert state.apply(0).view(1) == (2, "p")
    ends = {"pp": -1, "bb": -2, "bp": 1, "pbp": -1, "pbb": -2}
    for said, coins in ends.items():
        end = Kuhn(state.cards, said)
        assert end.is_terminal()
        assert end.coins() == coins
        assert end.rewards()[0] == (2 + coins) / 4
        assert f"player {int(coins < 0)} wins {abs(coins)} coin" in end.in_words("QK")
