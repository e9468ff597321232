"""`Bandit`: pull the arms of a slot machine, while UCB1 plays the same machine."""

import random

import ipywidgets as W

from mctslib.course.ch02.bandit import Machine, Pulls, UCB1Arm
from mctslib.course.ch02.pulls_chart import MARKS, WIDTHS, pulls_chart
from mctslib.course.ch02.pulls_chart import NARROW as BESIDE_ARMS
from mctslib.course.ch02.scores import C, next_arm, reason
from mctslib.draw import gallery
from mctslib.given import check_one_of
from mctslib.widgets.bar import (
    ControlBar,
    Headline,
    framed,
    three_widths,
    two_widths,
    width_for,
)
from mctslib.widgets.panel import Panel, push_button, safely
from mctslib.words import count, number

ARMS = range(2, 10)
PULLS = (10, 20, 40, 60, 100, 200)
RESULTS = {"you": "You win.", "UCB1": "UCB1 wins.", "equal": "A tie."}
# The longest of the reasons for UCB1's next arm.
LONGEST = "the highest sum, though neither term is the highest"
BEGINS = "Each arm was pulled once. Which next?"
EXAMPLE = (
    100_000  # added to the seed of a saved picture, which must not reveal the reader's machine
)


def new_machine(arms: int, pulls: int, seed: int) -> Machine:
    """Return a machine whose arms win with random probabilities from 0.10 to 0.90."""
    rng = random.Random(seed)
    means = [round(0.1 + 0.8 * rng.random(), 2) for _ in range(arms)]
    return Machine(means, pulls, rng)


class Bandit(Panel):
    """Play a machine with hidden means against UCB1, which has the same luck and the same number of
    pulls.

    At the start, both players have pulled each arm once.  The chart shows the means of both players,
    and UCB1's scores.

    arms   number of arms, 2 to 9
    pulls  number of pulls for each player, one of 10, 20, 40, 60, 100, 200
    seed   the seed of the first machine; each new machine uses the next seed

    Raises ValueError for a number of arms or pulls that is not listed here.
    """

    def __init__(self, arms: int = 4, *, pulls: int = 40, seed: int = 0) -> None:
        check_one_of("arms", arms, ARMS)
        check_one_of("pulls", pulls, PULLS)
        super().__init__("pulling")
        self.arms, self.pulls, self.seed = arms, pulls, seed
        self.rounds = {"you": 0, "UCB1": 0, "equal": 0}  # machines won by each player
        self.buttons = [self._arm_button(arm) for arm in range(self.arms)]
        self.again = push_button("New machine", "refresh", "Play another machine", self.new)
        self.again.layout.min_width = width_for("New machine")
        self._lay_out()
        self._start()

    def _arm_button(self, arm: int) -> W.Button:
        button = W.Button(description=f"Arm {arm}", tooltip=f"Pull arm {arm}")
        button.on_click(lambda _: self.pull(arm))
        return button

    def _lay_out(self) -> None:
        self.score = W.HTML()
        self.score.add_class("mcts-whole-row")
        self.means = W.HTML()
        arms = W.VBox(self.buttons)
        arms.add_class("mcts-arms")
        # The button of an arm is at the left end of the arm's row.
        beside = W.HBox([arms, self.means])
        beside.add_class("mcts-rows-of-arms")
        # Screen readers speak the status line.
        self.headline = Headline(spoken=False, longest=longest_headlines())
        bar = ControlBar(self.again)
        self.children = framed(self, self.headline, [self.score, beside], bar)
        self.status.add_class("mcts-spoken")
        self.add_class("mcts-averages")

    def _say(self, words: str) -> None:
        """Show the words in the headline, and send them to screen readers."""
        self.status.say(words)
        happened, _, rest = words.partition(". ")
        self.headline.say(happened if not rest else f"{happened}.", rest)

    @safely
    def new(self, change: object = None) -> None:
        """Begin again with a new machine from the next seed."""
        self.seed += 1
        self._start()

    def _start(self) -> None:
        self.machine = new_machine(self.arms, self.pulls, self.seed)
        self.you = Pulls(self.machine)
        self.ucb1 = Pulls(self.machine)
        for arm in range(self.arms):
            self._pull_both(arm)
        theirs = self._next("UCB1's")
        self.status.say(f"{BEGINS} {theirs}")
        self.headline.say(BEGINS, theirs)
        self._draw()

    def _pull_both(self, arm: int) -> tuple[int, int, int]:
        """Pull an arm for you, and let UCB1 pull an arm.

        Returns your reward, UCB1's arm and UCB1's reward.
        """
        reward = self.you.pull(arm)
        other = self.ucb1.follow(UCB1Arm(C))
        return reward, other, self.ucb1.history[-1][1]

    @property
    def over(self) -> bool:
        """Whether all pulls are used."""
        return len(self.you.history) >= self.pulls

    @safely
    def pull(self, arm: int) -> None:
        """Pull the arm with this index (from 0), and let UCB1 make its next pull."""
        if self.over:
            self._say("All pulls are used. Press New machine to play again.")
            return
        reward, other, other_reward = self._pull_both(arm)
        if self.over:
            self._end()
        else:
            theirs = f"UCB1 pulls arm {other}, which {payment(other_reward)}."
            self._say(f"Arm {arm} {payment(reward)}. {theirs} {self._next()}")
        self._draw()

    def _next(self, whose: str = "Its") -> str:
        """Return a sentence that says which arm UCB1 pulls next, and why."""
        return f"{whose} next arm is {next_arm(self.ucb1)}: {reason(self.ucb1)}."

    def _end(self) -> None:
        winner = "equal"
        if self.you.score > self.ucb1.score:
            winner = "you"
        if self.you.score < self.ucb1.score:
            winner = "UCB1"
        self.rounds[winner] += 1
        mine, theirs = (number(player.regret, 1) for player in (self.you, self.ucb1))
        self._say(f"{RESULTS[winner]} {costs(mine, theirs)}")

    def _draw(self) -> None:
        left = self.pulls - len(self.you.history)
        scores = f"You {self.you.score} · UCB1 {self.ucb1.score}"
        rounds = ", ".join(f"{who} {count}" for who, count in self.rounds.items())
        more = f"machines won: {rounds}" if self.over else f"{count(left, 'pull')} left"
        marks = two_widths("", f"<small>{MARKS}</small>")  # else the chart has room for them
        self.score.value = f"<b>{scores}</b> ({more}){marks}"
        both = {"you": self.you, "UCB1": self.ucb1}
        over, begun = self.over, len(self.you.history) > self.arms
        *wide, narrow = (
            pulls_chart(both, width=width, reveal=over, now=begun, scored=0 if over else self.pulls)
            for width in (*WIDTHS, BESIDE_ARMS)
        )
        self.means.value = two_widths(three_widths(*wide), narrow)
        self._mark_what_to_press()

    def _mark_what_to_press(self) -> None:
        """Mark the arms while there are pulls left, and then the button for a new machine."""
        for button in self.buttons:
            button.remove_class("mcts-press")
            if not self.over:
                button.add_class("mcts-press")
        self.again.remove_class("mcts-act")
        if self.over:
            self.again.add_class("mcts-act")

    def static_headline(self) -> tuple[str, str]:
        """Return the task alone, because the saved picture is of another machine."""
        return "Find the best arm.", ""

    def static_picture(self) -> str:
        pulls = self.pulls
        player = Pulls(new_machine(self.arms, pulls, self.seed + EXAMPLE))
        for _ in range(pulls):
            player.follow(UCB1Arm(C))
        won = f"{number(player.score)} wins in {count(pulls, 'pull')}"
        title = f"UCB1 on a machine like this one: {won}"
        chart = pulls_chart({"UCB1": player}, title=title, reveal=True, named=True)
        return gallery([chart], ["the means that UCB1 saw, and the true means"], spoken=True).svg

    def static_text(self) -> str:
        return f"A slot machine with {self.arms} arms, you against UCB1 (run this cell to pull)"


def longest_headlines() -> list[tuple[str, str]]:
    """Return the longest headlines, for which the widget reserves room."""
    arm = ARMS[-1]
    pays = payment(0)
    return [
        (
            f"Arm {arm} {pays}.",
            f"UCB1 pulls arm {arm}, which {pays}. Its next arm is {arm}: {LONGEST}.",
        ),
        (max(RESULTS.values(), key=len), costs("10.0", "10.0")),
        ("All pulls are used.", "Press New machine to play again."),
    ]


def costs(mine: str, theirs: str) -> str:
    """Return a sentence with both regrets, which are given as text."""
    return f"Your choices cost {mine} wins on average, and UCB1's choices cost {theirs}."


def payment(reward: int) -> str:
    """Return the words for a reward in a sentence about a pull."""
    return "pays 1" if reward else "pays nothing"
