"""Learn a game from its results alone: train MuZero by self-play.

A **generation** consists of several games of self-play, which are played side by side, followed by
several steps of learning.  A step of learning uses many positions.  For each position the model
sees one real board of a game.  From this board the model imagines the next K moves of the game.
At the start and after each of the K moves the model is trained on two targets: the shares of the
search's visits, and the result of the game.  After each move there is a third target, the latent
state of the real board at this point in the game (the **consistency loss** of Ye et al., 2021).
The model never sees a rule.
"""

from typing import NamedTuple

import numpy as np

from mctslib.door.limits import whole_number
from mctslib.methods.backward import Traced, backward
from mctslib.methods.generations import Generations
from mctslib.methods.line_boards import LineRules, turns
from mctslib.methods.muzero import Model
from mctslib.methods.network import sigmoid, softmax
from mctslib.methods.one_thread import one_thread
from mctslib.methods.parameters import adam, still
from mctslib.methods.side_by_side import Forest, Imagined, TrueRules, World

C = 1.5  # the exploration constant of PUCT
RATE = 2e-3  # the learning rate
DECAY = 1e-4  # weight decay, which pulls the weights towards 0
UNROLLED = 3  # K, the number of moves that the model imagines in each step of learning


class Games(NamedTuple):
    """Finished games of self-play, one in each row; after the end of a game the entries are 0."""

    boards: np.ndarray  # [games, moves + 1, numbers per board]
    actions: np.ndarray  # [games, moves], the actions that were played
    shares: np.ndarray  # [games, moves, actions], the shares of the search's visits
    length: np.ndarray  # [games], the number of moves
    result: np.ndarray  # [games], the first player's reward


class Turn(NamedTuple):
    """One move in each of the games that were not over."""

    live: np.ndarray  # the indices of these games
    boards: np.ndarray  # the boards before the move
    shares: np.ndarray
    actions: np.ndarray


class Lesson(NamedTuple):
    """Positions of finished games from which to learn, one in each row."""

    game: np.ndarray
    turn: np.ndarray  # the number of the move, counted from 0
    cells: np.ndarray  # the mirror image: for each cell, its cell in the original


class Dreamer(Generations):
    """A model that learns a game by playing against itself, in small steps.

    rules        the rules of the game.  These rules give the search the legal actions at the root,
                 and end the games of self-play.  The model never sees the rules
    seed         the seed of the model and of all games
    known_rules  whether the search uses the true rules below the root.  If so, no position is
                 imagined, and the learner is AlphaZero with the same networks
    games        the number of games in a generation
    iterations   the number of iterations in the search for each move
    steps        the number of steps of learning in each generation, each with `batch` positions
    memory       the number of finished games that the learner remembers
    consistency  ≥ 0, the weight of the consistency loss
    mirrored     whether the model also learns from mirror images of the board; the choice of these
                 images uses knowledge of the rules
    warm         the number of moves at the start of each game that are drawn in proportion to their
                 visits; from then on the most visited move is played

    All random numbers depend only on the seed and on the progress of the run.  A step of work is
    done completely or not at all.  A learner that was interrupted therefore continues as if nothing
    had happened.  Raises ValueError for a number out of range, such as 0 games.
    """

    def __init__(
        self,
        rules: LineRules | None = None,
        seed: int = 0,
        *,
        known_rules: bool = False,
        games: int = 64,
        iterations: int = 25,
        steps: int = 128,
        batch: int = 128,
        memory: int = 3000,
        consistency: float = 1.0,
        mirrored: bool = True,
        warm: int = 6,
    ) -> None:
        self.rules = LineRules() if rules is None else rules
        self.seed = seed
        self.known_rules = known_rules
        self.count = whole_number("games", games)
        self.iterations = whole_number("iterations", iterations)
        self.steps = whole_number("steps", steps)
        self.batch = whole_number("batch", batch)
        self.unrolled = 0 if known_rules else UNROLLED
        self.memory = whole_number("memory", memory)
        self.consistency = consistency
        self.warm = warm
        images = turns(self.rules.cells)
        self.images = np.array(images if mirrored else images[:1])
        self.model = Model(self.rules.cells, seed=seed)
        self.moments = still([parameter.data for parameter in self.parameters])
        self.learned = 0  # finished steps of Adam
        self.generation = 0
        self.losses: list[tuple[float, float, float]] = []
        self.remembered: Games | None = None
        self._begin_generation()

    @property
    def parameters(self) -> list[Traced]:
        """The weights and biases of the model."""
        return self.model.parameters

    @property
    def played(self) -> int:
        """The number of finished games whose results the learner may have seen."""
        return self.generation * self.count

    @property
    def world(self) -> World:
        """The world in which the learner searches."""
        return TrueRules(self.model, self.rules) if self.known_rules else self.dreams

    @property
    def dreams(self) -> World:
        """The world that the model imagines."""
        return Imagined(self.model, self.rules)

    def _begin_generation(self) -> None:
        self.turns: list[Turn] = []
        self.boards = self.rules.start(self.count)  # the boards of the games that are not over
        self.live = np.arange(self.count)
        self.results = np.zeros(self.count)  # the first player's reward in each game
        self.studied = 0

    # ------------------------------------------------------------------------ working

    @property
    def progress(self) -> float:
        """The approximate fraction of the current generation that is done, from 0 to 1."""
        if len(self.live):
            return 0.3 * len(self.turns) / (self.rules.cells + 1)
        return 0.3 + 0.7 * self.studied / self.steps

    def step(self) -> None:
        """Do one small step of work, completely or not at all.

        A step is one move in each game, or one step of learning.  Arrays are replaced, never
        changed in place, so after an interrupt the learner returns to its state before the step.
        """
        before = vars(self).copy()
        weights = [parameter.data for parameter in self.parameters]
        try:
            with one_thread():
                if len(self.live):
                    self._move()
                else:
                    self._study()
        except BaseException:
            vars(self).update(before)
            for parameter, data in zip(self.parameters, weights, strict=True):
                parameter.data = data
            raise

    # ------------------------------------------------------------------------ self-play

    def _move(self) -> None:
        """Search in all games that are not over, and make a move in each of these games."""
        number = len(self.turns)
        rng = np.random.default_rng([self.seed, self.generation, number])
        forest = Forest(self.world, self.boards, self.iterations, C, rng)
        visits = forest.grow(self.iterations).root_visits
        shares = visits / visits.sum(1, keepdims=True)
        drawn = (shares.cumsum(1) > rng.random((len(shares), 1))).argmax(1)
        actions = drawn if number < self.warm else shares.argmax(1)
        after, over, next_gets = self.rules.play(self.boards, actions)
        results = self.results.copy()
        # After the first player's move (number 0, 2, 4 …) the second player is to move.
        results[self.live[over]] = np.where(number % 2, next_gets, 1 - next_gets)[over]
        self.turns = [*self.turns, Turn(self.live, self.boards, shares, actions)]
        self.results = results
        self.boards = after[~over]
        self.live = self.live[~over]
        if not len(self.live):
            self.remembered = together(self.remembered, self._finished(), self.memory)

    def _finished(self) -> Games:
        """Return the games of this generation, all of which are over."""
        cells = self.rules.cells
        boards = np.zeros((self.count, cells + 1, 2 * cells), np.float32)
        actions = np.zeros((self.count, cells), int)
        shares = np.zeros((self.count, cells, cells), np.float32)
        length = np.zeros(self.count, int)
        for number, turn in enumerate(self.turns):
            boards[turn.live, number] = turn.boards
            actions[turn.live, number] = turn.actions
            shares[turn.live, number] = turn.shares
            length[turn.live] = number + 1
            boards[turn.live, number + 1] = self.rules.play(turn.boards, turn.actions)[0]
        return Games(boards, actions, shares, length, self.results)

    # ------------------------------------------------------------------------ learning

    def _study(self) -> None:
        """Take one step of learning; after the last step a new generation begins."""
        rng = np.random.default_rng([self.seed, self.generation, 100 + self.studied])
        for parameter in self.parameters:
            parameter.gradient = None
        ends, losses = self.unroll(self.lesson(rng), rng)
        backward(ends)
        self._step_down()
        self.losses = [*self.losses[-999:], losses]
        self.studied += 1
        if self.studied == self.steps:
            self.generation += 1
            self._begin_generation()

    def lesson(self, rng: np.random.Generator) -> Lesson:
        """Return random positions from the remembered games, each in a random mirror image."""
        assert self.remembered is not None
        ends = self.remembered.length.cumsum()
        place = rng.integers(ends[-1], size=self.batch)
        game = np.searchsorted(ends, place, side="right")
        turn = place - (ends[game] - self.remembered.length[game])
        return Lesson(game, turn, self.images[rng.integers(len(self.images), size=self.batch)])

    def unroll(
        self, lesson: Lesson, rng: np.random.Generator
    ) -> tuple[list[tuple[Traced, np.ndarray]], tuple[float, float, float]]:
        """Imagine the moves of a lesson; return the ends for `backward`, and the mean losses.

        The three mean losses belong to the priors, the values and the latent states, in this order.
        """
        assert self.remembered is not None
        ends: list[tuple[Traced, np.ndarray]] = []
        losses = np.zeros(3)
        latents = self.model.represent(Traced(self.real_boards(lesson, 0)))
        for k in range(self.unrolled + 1):
            weight = 1 / self.batch / (1 if k == 0 else self.unrolled)
            going_on = lesson.turn + k < self.remembered.length[lesson.game]
            losses[:2] += self._teach_heads(ends, latents, lesson, k, going_on, weight)
            if k and self.consistency:
                losses[2] += self._teach_latents(ends, latents, lesson, k, weight)
            if k < self.unrolled:
                actions = self.moves_made(lesson, k, going_on, rng)
                latents = self.model.imagine(latents, actions)
        return ends, (float(losses[0]), float(losses[1]), float(losses[2]))

    def real_boards(self, lesson: Lesson, k: int) -> np.ndarray:
        """Return the real board k moves after each position of a lesson, or the last board."""
        assert self.remembered is not None
        turn = np.minimum(lesson.turn + k, self.remembered.length[lesson.game])
        boards = self.remembered.boards[lesson.game, turn]
        both = np.concatenate([lesson.cells, lesson.cells + self.rules.cells], 1)
        return np.take_along_axis(boards, both, 1)

    def moves_made(
        self, lesson: Lesson, k: int, going_on: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Return the k-th moves after a lesson's positions, or random actions after a game's end.

        The random actions teach the model that no action changes anything after the end.
        """
        assert self.remembered is not None
        last = self.rules.cells - 1
        made = self.remembered.actions[lesson.game, np.minimum(lesson.turn + k, last)]
        where = np.argsort(lesson.cells, 1)  # the place of each cell in the mirror image
        made = np.take_along_axis(where, made[:, None], 1)[:, 0]
        return np.where(going_on, made, rng.integers(self.rules.cells, size=self.batch))

    def _teach_heads(
        self,
        ends: list[tuple[Traced, np.ndarray]],
        latents: Traced,
        lesson: Lesson,
        k: int,
        going_on: np.ndarray,
        weight: float,
    ) -> tuple[float, float]:
        """Add the gradients of both heads' losses to `ends`, and return the two losses.

        The heads are applied to `latents`, the states that the model has imagined after k moves.
        """
        games = self.remembered
        assert games is not None
        out = self.model.predict(latents)
        turn = np.minimum(lesson.turn + k, self.rules.cells - 1)
        shares = np.take_along_axis(games.shares[lesson.game, turn], lesson.cells, 1)
        first = games.result[lesson.game]
        results = np.where((lesson.turn + k) % 2 == 0, first, 1 - first)
        logits = out.data[:, :-1]
        if self.known_rules:
            logits = np.where(self.rules.legal(self.real_boards(lesson, k)), logits, -np.inf)
        priors = softmax(logits)
        values = sigmoid(out.data[:, -1])
        of_priors = (priors - shares) * going_on[:, None]
        of_values = (values - results)[:, None]
        gradient = np.concatenate([of_priors, of_values], 1) * weight
        ends.append((out, gradient.astype(np.float32)))
        surprises = -shares * np.log(priors + 1e-9) * going_on[:, None]
        return float(surprises.sum() * weight), float(np.abs(values - results).sum() * weight)

    def _teach_latents(
        self,
        ends: list[tuple[Traced, np.ndarray]],
        latents: Traced,
        lesson: Lesson,
        k: int,
        weight: float,
    ) -> float:
        """Add the gradient of the consistency loss to `ends`, and return the loss.

        The imagined state is pulled towards the latent state of the real board.  The loss has no
        gradient at the latent state of the real board.
        """
        games = self.remembered
        assert games is not None
        there = (lesson.turn + k <= games.length[lesson.game])[:, None]
        gap = (latents.data - self.model.latents_of(self.real_boards(lesson, k))) * there
        ends.append((latents, (self.consistency * weight * gap).astype(np.float32)))
        return float((gap * gap).sum() * weight / 2)

    def _step_down(self) -> None:
        """Take one step of Adam with the gradients of the parameters."""
        gradients = []
        for parameter in self.parameters:
            gradient = DECAY * parameter.data
            if parameter.gradient is not None:
                gradient = gradient + parameter.gradient
            gradients.append(gradient)
        before = [parameter.data for parameter in self.parameters]
        learned = self.learned + 1
        after, moments = adam(before, gradients, self.moments, learned, RATE)
        for parameter, data in zip(self.parameters, after, strict=True):
            parameter.data = data
        self.moments, self.learned = moments, learned


def together(old: Games | None, new: Games, memory: int) -> Games:
    """Return the old games followed by the new games, but at most the `memory` newest."""
    if old is None:
        return Games(*(part[-memory:] for part in new))
    return Games(*(np.concatenate(pair)[-memory:] for pair in zip(old, new, strict=True)))
