"""Two cards: what each choice pays, and what the player knows."""

import pytest

from mctslib.games import TwoCards


def test_two_cards_by_hand():
    """The safe card pays its amount, from 0 to 1; a player who points at the ace gets 1."""
    ace = TwoCards(0.6, 1)
    ends = [ace.apply(0), *(ace.apply(1).apply(side) for side in (0, 1))]
    assert [end.rewards() for end in ends] == [(0.6, 0), (0, 0), (1, 0)] and not ace.apply(
        1
    ).is_terminal()
    assert [TwoCards(safe, 0).apply(0).rewards()[0] for safe in (0, 1)] == [0, 1]
    assert TwoCards().determinizations() == [TwoCards()]


@pytest.mark.parametrize(
    ("played", "mover", "view", "words"),
    [
        ((), 1, (), "not laid yet"),
        ((1,), 0, (), "lies right"),
        ((1, 1), 0, (1,), "risk"),
        ((1, 1, 0), 0, (1, 0), "risk, points left"),
        ((0, 0), 0, (0,), "safe"),
    ],
)
def test_the_player_sees_the_own_choices_and_not_the_ace(played, mover, view, words):
    state = TwoCards(0.6)
    for action in played:
        state = state.apply(action)
    assert state.current_player == mover and state.view(0) == view and words in str(state)
    assert {other.seen_by(0) for other in state.determinizations()} == {state.seen_by(0)}
