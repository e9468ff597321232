"""Slot machines with several arms: policies that choose the next arm, and the cost of mistakes.

Rewards are 0 or 1.  A policy is a function `policy(counts, sums, rng)`.  `counts` holds the number
of pulls of each arm, `sums` holds the sum of the rewards of each arm, and `rng` is the source of
random numbers.  The last axis of both arrays is the arm.  If there is another axis before it, that
axis is the run, and the policy chooses an arm for each run.

Auer, Cesa-Bianchi and Fischer (2002) write n for our N and n_j for our n.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log, pi
from typing import Any

import numpy as np

Policy = Callable[[Any, Any, Any], Any]  # (counts, sums, rng) → an arm for each run


# ---------------------------------------------------------- policies


def random_arm(counts: Any, sums: Any, rng: Any) -> Any:
    """Choose a random arm; all arms are equally likely."""
    arms = counts.shape[-1]
    return (rng.random(counts.shape[:-1]) * arms).astype(int)


def greedy(counts: Any, sums: Any, rng: Any = None) -> Any:
    """Choose each arm once, and after that the arm with the best mean so far.

    If several arms are equally good, the first of them is chosen.
    """
    return np.argmax(means_so_far(counts, sums), axis=-1)


@dataclass(frozen=True)
class EpsilonGreedy:
    """A policy that chooses a random arm with probability `epsilon`, and otherwise the greedy arm.

    epsilon  a probability from 0 to 1
    """

    epsilon: float = 0.1

    def __call__(self, counts: Any, sums: Any, rng: Any) -> Any:
        curious = rng.random(counts.shape[:-1]) < self.epsilon
        return np.where(curious, random_arm(counts, sums, rng), greedy(counts, sums))


@dataclass(frozen=True)
class UCB1Arm:
    """A policy that chooses each arm once, then the arm with the highest mean + c √(ln N / n).

    N is the number of all pulls, and n is the number of pulls of the arm.  With c = √2 and rewards
    in [0, 1], this is the policy UCB1 of Auer, Cesa-Bianchi and Fischer (2002).

    c  the exploration constant, 0 or more
    """

    c: float = 2**0.5

    def __call__(self, counts: Any, sums: Any, rng: Any = None) -> Any:
        return np.argmax(means_so_far(counts, sums) + self.c * bonus(counts), axis=-1)


def bonus(counts: Any) -> Any:
    """Return √(ln N / n) for each arm, or 0 for an arm without pulls.

    For an arm without pulls the bonus does not matter, because the arm's mean counts as infinity.
    """
    total = np.maximum(counts.sum(axis=-1, keepdims=True), 1)
    return np.where(counts > 0, np.sqrt(np.log(total) / np.maximum(counts, 1)), 0.0)


def means_so_far(counts: Any, sums: Any) -> Any:
    """Return the mean reward of each arm, or infinity for an arm without pulls."""
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.inf)


# ---------------------------------------------------------- many runs at once


@dataclass(frozen=True)
class Runs:
    """The results of many runs of one policy on one machine.

    marks   the numbers of pulls after which the regret was recorded
    regret  one row for each run, one column for each mark
    counts  one row for each run: the number of pulls of each arm at the end
    """

    marks: list[int]
    regret: Any
    counts: Any

    @property
    def mean(self) -> Any:
        """The mean regret at each mark."""
        return self.regret.mean(axis=0)

    @property
    def margin(self) -> Any:
        """Half the width of the 95% interval of the mean regret, at each mark."""
        return 1.96 * self.regret.std(axis=0, ddof=1) / np.sqrt(len(self.regret))

    def favourite(self, arm: int) -> int:
        """Return the number of runs in which this arm was pulled more often than any other arm."""
        others = np.delete(self.counts, arm, axis=-1)
        return int((self.counts[:, arm] > others.max(axis=-1)).sum())


def play_runs(
    policy: Policy,
    means: Sequence[float],
    marks: Sequence[int],
    runs: int = 1000,
    seed: int = 0,
) -> Runs:
    """Play many runs in parallel, up to the last of the `marks`, and return their results.

    means  the probability of a win for each arm, from 0 to 1
    marks  the numbers of pulls after which the regret is recorded, in increasing order
    runs   the number of runs, 2 or more
    """
    chance = np.array(means, dtype=float)
    rng = np.random.default_rng(seed)
    rows = np.arange(runs)
    counts = np.zeros((runs, len(chance)))
    sums = np.zeros((runs, len(chance)))
    noted: list[Any] = []
    for pull in range(1, marks[-1] + 1):
        arm = policy(counts, sums, rng)
        won = rng.random(runs) < chance[arm]
        counts[rows, arm] += 1
        sums[rows, arm] += won
        if pull == marks[len(noted)]:
            noted.append(counts @ (chance.max() - chance))
    return Runs(list(marks), np.stack(noted, axis=1), counts)


def auer_bound(means: Sequence[float], pulls: int) -> float:
    """Return an upper bound on the expected regret of UCB1 with c = √2.

    The bound is 8 Σ (ln N / Δ) + (1 + π²/3) Σ Δ.  Both sums run over the arms that are not the
    best.  The gap Δ of an arm is the best mean minus the arm's own mean (Auer, Cesa-Bianchi and
    Fischer, 2002, theorem 1).

    means  the true mean of each arm
    pulls  the number N of all pulls, at least 1
    """
    best = max(means)
    gaps = [best - mean for mean in means if mean < best]
    return 8 * sum(log(pulls) / gap for gap in gaps) + (1 + pi**2 / 3) * sum(gaps)


# ---------------------------------------------------------- one machine, some players


class Machine:
    """A machine with hidden means, on which several players have the same luck.

    The k-th pull of an arm pays each player the same reward, so the results of two players differ
    only if they choose different arms.

    means  the probability of reward 1 for each arm
    pulls  the number of rewards that are drawn in advance for each arm
    rng    the source of random numbers
    """

    def __init__(self, means: Sequence[float], pulls: int, rng: Any) -> None:
        self.means = tuple(means)
        self.rewards = [[int(rng.random() < mean) for _ in range(pulls)] for mean in means]


class Pulls:
    """The pulls of one player on a `Machine`.

    counts   the number of pulls of each arm
    sums     the sum of the rewards of each arm
    history  a list of pairs (arm, reward), one for each pull
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.counts = [0] * len(machine.means)
        self.sums = [0] * len(machine.means)
        self.history: list[tuple[int, int]] = []

    def pull(self, arm: int) -> int:
        """Pull an arm, record the reward, and return it."""
        reward = self.machine.rewards[arm][self.counts[arm]]
        self.counts[arm] += 1
        self.sums[arm] += reward
        self.history.append((arm, reward))
        return reward

    @property
    def seen(self) -> tuple[Any, Any]:
        """The counts and the sums as arrays, as a policy expects them."""
        return np.array(self.counts), np.array(self.sums)

    def follow(self, policy: Policy, rng: Any = None) -> int:
        """Pull the arm that the policy chooses, and return the index of the arm."""
        arm = int(policy(*self.seen, rng))
        self.pull(arm)
        return arm

    @property
    def score(self) -> int:
        """The sum of all rewards."""
        return sum(self.sums)

    @property
    def regret(self) -> float:
        """The regret so far: for each pull the gap of the pulled arm, summed over all pulls."""
        means = self.machine.means
        return sum(count * (max(means) - mean) for count, mean in zip(self.counts, means))
