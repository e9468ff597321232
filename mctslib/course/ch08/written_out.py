"""A game whose tree is written out by hand, because no board game of the course has its properties.

In such a game the second player may move first, a player may move several times in a row, and
rewards may be any numbers from 0 to 1.
"""

from typing import NamedTuple

from mctslib.game import illegal, not_over

FIRST_ACTION = 10  # the actions are 10, 11, …, which cannot be mistaken for cells or indices


class WrittenOut(NamedTuple):
    """One position of a game for two players whose rewards add up to 1.

    current_player  the player to move, 0 or 1
    branches        the positions after the actions 10, 11, …; () if the game is over
    first_reward    the reward of player 0, from 0 to 1, if the game is over
    """

    current_player: int
    branches: tuple["WrittenOut", ...] = ()
    first_reward: float = 0.0

    @property
    def num_players(self) -> int:
        return 2

    def legal_actions(self) -> range:
        """Return the actions 10, 11, …, one for each branch."""
        return range(FIRST_ACTION, FIRST_ACTION + len(self.branches))

    def apply(self, action: int) -> "WrittenOut":
        """Return the position after an action.

        Raises `IllegalAction` if the action is not legal.
        """
        if action not in self.legal_actions():
            raise illegal(self, action)
        return self.branches[action - FIRST_ACTION]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self.branches

    def rewards(self) -> tuple[float, float]:
        """Return the rewards of both players.  Raises ValueError if the game is not over."""
        if self.branches:
            raise not_over(self)
        return self.first_reward, 1 - self.first_reward


def last_choice(player: int, *first_rewards: float) -> WrittenOut:
    """Return a position in which `player` makes the last move.

    first_rewards  the rewards of player 0, from 0 to 1, one for each possible last move
    """
    ends = tuple(WrittenOut(0, (), reward) for reward in first_rewards)
    return WrittenOut(player, ends)


UNUSUAL = WrittenOut(
    1,
    (
        WrittenOut(1, (last_choice(0, 0.3, 0.9), last_choice(0, 0.7, 0.2))),
        WrittenOut(0, (last_choice(1, 0.4, 0.8), last_choice(0, 2 / 3, 0.1))),
    ),
)
"""A game in which player 1 moves first.  In some lines a player moves twice in a row.  The value
for player 0 is 2/3, so a rounded value is wrong.
"""
