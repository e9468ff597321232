"""A small neural network with two heads, written with numpy only, and a judge that uses it.

Given a position, the network computes a prior for each action, and the value for the player to
move.  The input consists of two planes: the marks of the player to move, and the marks of the
opponent.  So the network never needs to know which player is X.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mctslib.door.guard import CannotSearch
from mctslib.game import State
from mctslib.games.board import MARKS, Board
from mctslib.methods.backward import Traced, backward, linear, relu
from mctslib.methods.parameters import adam, read_parameters, still, write_parameters
from mctslib.methods.puct import Priors

NETS = Path(__file__).parent / "nets"  # made by `tests.bench.alphazero` and `tests.bench.muzero`
TINY = 1e-9  # added to a number before its logarithm is taken, so that the logarithm is finite


# ---------------------------------------------------------------------------- the network


class Net:
    """A multilayer perceptron whose last layer gives a logit for each action and one for the value.

    inputs   the number of inputs
    actions  the number of actions, each of which has a logit
    hidden   the number of units in each hidden layer
    seed     the seed of the initial weights
    """

    def __init__(
        self, inputs: int, actions: int, hidden: Sequence[int] = (128, 64), seed: int = 0
    ) -> None:
        rng = np.random.default_rng(seed)
        units = [inputs, *hidden, actions + 1]
        scales = [np.sqrt(2 / n) for n in units[:-2]]  # He et al., 2015
        scales.append(0.05)  # at first the priors are nearly equal and the values near ½
        self.weights: list[np.ndarray] = []
        for below, above, scale in zip(units, units[1:], scales, strict=False):
            self.weights.append(rng.normal(0, scale, (below, above)).astype(np.float32))
        self.biases = [np.zeros(n, np.float32) for n in units[1:]]
        self.moments = still(self.parameters)
        self.learned = 0  # finished steps of Adam

    @property
    def parameters(self) -> list[np.ndarray]:
        """All weights, then all biases."""
        return self.weights + self.biases

    @property
    def inputs(self) -> int:
        """The number of inputs."""
        return self.weights[0].shape[0]

    @property
    def actions(self) -> int:
        """The number of actions, each of which has a logit."""
        return len(self.biases[-1]) - 1

    def layers(self, x: np.ndarray) -> list[np.ndarray]:
        """Return a list: the input of each layer, and then the output of the last layer."""
        found = [x]
        for weights, bias in zip(self.weights[:-1], self.biases, strict=False):
            found.append(np.maximum(found[-1] @ weights + bias, 0))
        found.append(found[-1] @ self.weights[-1] + self.biases[-1])
        return found

    def forward(self, x: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the priors and the values of several positions, one row for each position.

        x      the planes of each position
        legal  whether each action is legal.  Illegal actions are masked before the softmax, so the
               priors of the legal actions add up to 1
        """
        return heads(self.layers(x)[-1], legal)

    def learn(
        self,
        x: np.ndarray,
        legal: np.ndarray,
        shares: np.ndarray,
        results: np.ndarray,
        rate: float = 2e-3,
    ) -> tuple[float, float]:
        """Take one step of Adam; return the cross-entropies of priors and values before the step.

        x        the planes of each position, as for `forward`
        legal    whether each action is legal, as for `forward`
        shares   the target for the priors: each action's share of the visits of a search
        results  the target for the values: the reward of the player to move, in [0, 1]
        rate     > 0, the size of the step
        """
        gradients, losses = self.gradients(x, legal, shares, results)
        self.step_down(gradients, rate)
        return losses

    def gradients(
        self,
        x: np.ndarray,
        legal: np.ndarray,
        shares: np.ndarray,
        results: np.ndarray,
        decay: float = 1e-4,
    ) -> tuple[list[np.ndarray], tuple[float, float]]:
        """Return the gradient of the loss for each parameter, and the two cross-entropies.

        The first four arguments are the same as for `learn`.

        decay  ≥ 0, the weight decay, which pulls the weights towards 0
        """
        parameters = [Traced(array) for array in self.parameters]
        depth = len(self.weights)
        out = Traced(x)
        for number, (weights, bias) in enumerate(
            zip(parameters[:depth], parameters[depth:], strict=True)
        ):
            out = linear(relu(out) if number else out, weights, bias)
        priors, values = heads(out.data, legal)
        errors = [priors - shares, (values - results)[:, None]]
        # the gradient of both cross-entropies at the output
        backward([(out, np.concatenate(errors, 1) / len(x))])
        gradients = [np.asarray(traced.gradient) for traced in parameters]
        for number, array in enumerate(self.weights):
            gradients[number] = gradients[number] + decay * array
        of_shares = -float((shares * np.log(priors + TINY)).sum(1).mean())
        likelihood = results * np.log(values + TINY) + (1 - results) * np.log(1 - values + TINY)
        of_results = -float(likelihood.mean())
        return gradients, (of_shares, of_results)

    def step_down(self, gradients: Sequence[np.ndarray], rate: float) -> None:
        """Take one step of Adam; an interrupted step changes nothing."""
        learned = self.learned + 1
        parameters, moments = adam(self.parameters, gradients, self.moments, learned, rate)
        count = len(self.weights)
        self.weights, self.biases = parameters[:count], parameters[count:]
        self.moments, self.learned = moments, learned

    def save(self, path: Path | str) -> None:
        """Write the parameters to a file in half precision.

        Half precision is enough for playing.  To continue learning, pickle a `Learner`
        between two generations.
        """
        write_parameters(path, self.parameters)

    @classmethod
    def load(cls, path: Path | str) -> "Net":
        """Return the network from a file that `save` wrote; raise ValueError for any other file."""
        return cls.of(read_parameters(path, "network"))

    @classmethod
    def of(cls, parameters: Sequence[np.ndarray]) -> "Net":
        """Return a network with these parameters: all weights, then all biases.

        Raises ValueError if the shapes of the parameters do not fit each other.
        """
        half = len(parameters) // 2
        weights, biases = list(parameters[:half]), list(parameters[half:])
        if not fit(weights, biases):
            shapes = [parameter.shape for parameter in parameters]
            raise ValueError(
                f"These arrays are not a network: the shapes {shapes} do not fit each other."
            )
        hidden = [len(bias) for bias in biases[:-1]]
        net = cls(len(weights[0]), len(biases[-1]) - 1, hidden)
        net.weights = weights
        net.biases = biases
        return net


def fit(weights: Sequence[np.ndarray], biases: Sequence[np.ndarray]) -> bool:
    """Return whether consecutive layers have matching shapes and each bias fits its layer."""
    if not weights or len(weights) != len(biases):
        return False
    units = [len(weights[0])] + [len(bias) for bias in biases]
    wanted = list(zip(units, units[1:]))
    return [array.shape for array in weights] == wanted


def heads(out: np.ndarray, legal: np.ndarray | bool) -> tuple[np.ndarray, np.ndarray]:
    """Return priors and values, one row for each position, from the output of the last layer."""
    logits = np.where(legal, out[:, :-1], -np.inf)
    return softmax(logits), sigmoid(out[:, -1])


def softmax(logits: np.ndarray) -> np.ndarray:
    """Return the softmax of each row: positive numbers that add up to 1."""
    e = np.exp(logits - logits.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def sigmoid(logit: np.ndarray) -> np.ndarray:
    """Return 1 / (1 + e^−x) for each number x; the results lie between 0 and 1."""
    return 1 / (1 + np.exp(-logit))


# ---------------------------------------------------------------------------- positions as numbers


def encode(state: State) -> list[bool]:
    """Return the two planes of a board of X and O, one after the other in a single list.

    The first plane shows the marks of the player to move, and the second shows the opponent's
    marks.
    """
    cells = state.cells()  # type: ignore[attr-defined]
    player = state.current_player
    mine, theirs = MARKS[player], MARKS[1 - player]
    return [cell == mine for cell in cells] + [cell == theirs for cell in cells]


def sizes(start: State) -> tuple[int, int]:
    """Return the number of inputs and the number of actions of a network for a game.

    start  the first position of the game

    Raises ValueError for a game that has no encoding.
    """
    name = type(start).__name__
    if start.num_players != 2:
        raise ValueError(
            f"The network's value is for games of two players, but {name} has {start.num_players}."
        )
    actions = start.legal_actions()
    cells = start.cells() if isinstance(start, Board) else ""
    holds_other_marks = bool(set(cells) - {*MARKS, "."})
    has_whole_actions = all(type(action) is int for action in actions)
    if not cells or holds_other_marks or not has_whole_actions:
        raise ValueError(
            f"{name} has no encoding:"
            " it needs `cells()` of X, O and '.', and whole numbers as actions."
        )
    return 2 * len(cells), max(actions) + 1


def arrays(states: Sequence[State], actions: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the planes and the legal actions of several positions, one row for each position.

    actions  the number of the network's actions, legal or not
    """
    planes = np.array([encode(state) for state in states], np.float32)
    legal = np.zeros((len(states), actions), bool)
    for row, state in zip(legal, states, strict=True):
        row[list(state.legal_actions())] = True
    return planes, legal


# ---------------------------------------------------------------------------- the judge


class Brain:
    """A judge that uses a network: state → (priors, value for the player to move).

    net    the network
    start  the game's first position, which determines the shape that the network must have
    known  state → its judgement; the judgements are kept until `forget` is called

    Raises ValueError if the shape of the network does not fit the game.
    """

    def __init__(self, net: Net, start: State) -> None:
        inputs, actions = sizes(start)
        if (net.inputs, net.actions) != (inputs, actions):
            raise ValueError(
                f"A network for {type(start).__name__} of this size has {inputs} inputs"
                f" and {actions} actions; this one has {net.inputs} and {net.actions}."
            )
        self.net = net
        self.known: dict[State, tuple[Priors, float]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Return the contents of a pickle: the network, without judgements."""
        return {"net": self.net, "known": {}}

    def __call__(self, state: State) -> tuple[Priors, float]:
        """Return the judgement of a position in which the game is not over."""
        if state not in self.known:
            self.look([state])
        return self.known[state]

    def look(self, states: Iterable[State]) -> None:
        """Judge several positions in one batch, and keep the judgements.

        The game must not be over in any of these positions.  Judging a batch takes little more time
        than judging one position.
        """
        new = list(dict.fromkeys(state for state in states if state not in self.known))
        if not new:
            return
        try:
            priors, values = self.net.forward(*arrays(new, self.net.actions))
        except (AttributeError, IndexError, ValueError):
            self.check_shape(new[0])
            raise
        judgements: dict[State, tuple[Priors, float]] = {}
        for state, row, value in zip(new, priors.tolist(), values.tolist(), strict=True):
            legal = {action: row[action] for action in state.legal_actions()}
            judgements[state] = legal, value
        # All judgements of a batch are stored at once.  If an interrupt allowed only some of them
        # to be stored, the other positions would be judged in a smaller batch, and the last digits
        # of the numbers might differ.
        self.known.update(judgements)

    def check_shape(self, state: State) -> None:
        """Raise `CannotSearch` if the network does not fit the game of a position."""
        try:
            inputs, actions = sizes(state)
        except ValueError as error:
            raise CannotSearch(f"A network cannot judge this game. {error}") from None
        if inputs != self.net.inputs or actions > self.net.actions:
            raise CannotSearch(
                f"This network judges boards of {self.net.inputs // 2} cells with"
                f" {self.net.actions} actions, but {type(state).__name__} has {inputs // 2} cells"
                f" and {actions} actions here: use a network that was trained for this game."
            )

    def forget(self) -> None:
        """Drop all judgements; call this method after each change of the network."""
        self.known.clear()


def shipped(name: str, start: State) -> Brain:
    """Return a judge that uses one of the library's trained networks.

    name   the name of the network, which consists of game, seed and generation, as in "ttt-0-40"
    start  the game's first position

    Raises ValueError if there is no network with this name.
    """
    path = NETS / f"{name}.npz"
    if not path.exists():
        known = ", ".join(sorted(file.stem for file in NETS.glob("*.npz")))
        raise ValueError(f"There is no network {name!r}; there are {known}.")
    return Brain(Net.load(path), start)
