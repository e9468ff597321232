"""A small network with two heads, a hunch (prior) and a guess (value), in numpy alone; and the judge made of it.

A position is told to the network as two planes, the marks *of the player to move* and those of the other one: so a
value is always that of the player to move.
"""

from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from mctslib.files import write_safely
from mctslib.game import State
from mctslib.games.board import MARKS, Board
from mctslib.methods.puct import Priors

NETS = Path(__file__).parent / "nets"  # made by `python -m tests.bench.alphazero`


class Net:
    """Layers of a multilayer perceptron; its last one has a logit for each action, and one for the value.

    inputs, actions  how many numbers go in, and of how many actions there are logits
    hidden           units of the hidden layers
    """

    def __init__(
        self, inputs: int, actions: int, hidden: Sequence[int] = (128, 64), seed: int = 0
    ) -> None:
        rng, sizes = np.random.default_rng(seed), [inputs, *hidden, actions + 1]
        scales = [
            *(np.sqrt(2 / n) for n in sizes[:-2]),
            0.05,
        ]  # He et al., 2015; the heads begin undecided
        shapes = zip(sizes, sizes[1:])
        self.weights = [
            rng.normal(0, s, shape).astype(np.float32)
            for s, shape in zip(scales, shapes, strict=True)
        ]
        self.biases = [np.zeros(n, np.float32) for n in sizes[1:]]
        self.moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.parameters]
        self.learned = 0  # steps of Adam

    @property
    def parameters(self) -> list[np.ndarray]:
        return self.weights + self.biases

    @property
    def inputs(self) -> int:
        return self.weights[0].shape[0]

    @property
    def actions(self) -> int:
        return len(self.biases[-1]) - 1

    def layers(self, x: np.ndarray) -> list[np.ndarray]:
        """What goes into each layer, and what comes out of the last."""
        found = [x]
        for weights, bias in zip(self.weights[:-1], self.biases):
            found.append(np.maximum(found[-1] @ weights + bias, 0))
        return [*found, found[-1] @ self.weights[-1] + self.biases[-1]]

    def forward(self, x: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(priors, values), a row a position: illegal actions are masked *before* the softmax, so priors sum to 1."""
        out = self.layers(x)[-1]
        return softmax(np.where(legal, out[:, :-1], -np.inf)), sigmoid(out[:, -1])

    def learn(
        self,
        x: np.ndarray,
        legal: np.ndarray,
        shares: np.ndarray,
        results: np.ndarray,
        rate: float = 2e-3,
        decay: float = 1e-4,
    ) -> tuple[float, float]:
        """One step towards the search's shares of visits and the games' results; the two cross-entropies before it."""
        *inner, out = self.layers(x)
        priors, values = softmax(np.where(legal, out[:, :-1], -np.inf)), sigmoid(out[:, -1])
        slope = np.concatenate([priors - shares, (values - results)[:, None]], 1) / len(
            x
        )  # of both cross-entropies
        weights, biases = [], []
        for layer, own in zip(reversed(inner), reversed(self.weights)):
            weights.append(layer.T @ slope + decay * own)
            biases.append(slope.sum(0))
            slope = (slope @ own.T) * (layer > 0)
        self._adam(weights[::-1] + biases[::-1], rate)
        small = 1e-9
        guess = results * np.log(values + small) + (1 - results) * np.log(1 - values + small)
        return -float((shares * np.log(priors + small)).sum(1).mean()), -float(guess.mean())

    def _adam(self, slopes: list[np.ndarray], rate: float) -> None:
        """Kingma and Ba, 2015: each parameter with its own pace."""
        self.learned += 1
        first, second = 1 - 0.9**self.learned, 1 - 0.999**self.learned
        for parameter, slope, (mean, square) in zip(
            self.parameters, slopes, self.moments, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            parameter -= rate * (mean / first) / (np.sqrt(square / second) + 1e-8)

    def save(self, path: Path | str) -> None:
        """The weights with half the digits: enough to play, not to go on learning (a `Learner` is pickled for that)."""
        halves = {
            f"p{k}": parameter.astype(np.float16) for k, parameter in enumerate(self.parameters)
        }
        file = Path(path)
        if file.suffix != ".npz":
            file = file.with_name(f"{file.name}.npz")
        content = BytesIO()
        np.savez_compressed(content, **halves)  # type: ignore[arg-type]
        write_safely(file, content.getvalue())

    @classmethod
    def load(cls, path: Path | str) -> "Net":
        """The network that `save` wrote.  Raises ValueError for another file."""
        try:
            with np.load(path) as file:
                found = [file[f"p{k}"].astype(np.float32) for k in range(len(file.files))]
        except (KeyError, ValueError, AttributeError, EOFError, BadZipFile):
            raise ValueError(f"{path} holds no network: `save` writes them.") from None
        return cls.of(found)

    @classmethod
    def of(cls, parameters: Sequence[np.ndarray]) -> "Net":
        """The network of these arrays: first all weights, then all biases.  Raises ValueError where they do not fit."""
        weights, biases = parameters[: len(parameters) // 2], parameters[len(parameters) // 2 :]
        inner = [len(bias) for bias in biases[:-1]]
        shapes = (
            [(a, len(bias)) for a, bias in zip([len(weights[0]), *inner], biases)]
            if weights
            else []
        )
        if [w.shape for w in weights] != shapes or not shapes:
            raise ValueError(
                f"These arrays are no network: {[p.shape for p in parameters]} do not fit each other."
            )
        net = cls(len(weights[0]), len(biases[-1]) - 1, inner)
        net.weights, net.biases = list(weights), list(biases)
        return net


def softmax(logits: np.ndarray) -> np.ndarray:
    """Shares that add up to 1 in each row."""
    e = np.exp(logits - logits.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def sigmoid(logit: np.ndarray) -> np.ndarray:
    """A number from 0 to 1."""
    return 1 / (1 + np.exp(-logit))


def encode(state: State) -> list[bool]:
    """Two planes of a board of X and O: where the player to move has marks, and where the other one has."""
    cells, player = state.cells(), state.current_player  # type: ignore[attr-defined]
    mine, theirs = MARKS[player], MARKS[1 - player]
    return [cell == mine for cell in cells] + [cell == theirs for cell in cells]


def sizes(start: State) -> tuple[int, int]:
    """Inputs and actions of a network for this game.  Raises ValueError for a game that has no encoding."""
    name = type(start).__name__
    if start.num_players != 2:
        raise ValueError(
            f"The network's one value is for games of two players; {name} has {start.num_players}."
        )
    actions, cells = start.legal_actions(), start.cells() if isinstance(start, Board) else ""
    if (
        not cells
        or set(cells) - {*MARKS, "."}
        or not all(type(action) is int for action in actions)
    ):
        raise ValueError(
            f"{name} has no encoding: it needs `cells()` of X, O and '.', and whole numbers as actions."
        )
    return 2 * len(cells), max(actions) + 1


def arrays(states: Sequence[State], actions: int) -> tuple[np.ndarray, np.ndarray]:
    """The positions as the network takes them, and which actions are legal: a row a position."""
    x = np.array([encode(state) for state in states], np.float32)
    legal = np.zeros((len(states), actions), bool)
    for row, state in zip(legal, states):
        row[list(state.legal_actions())] = True
    return x, legal


class Brain:
    """A judge made of a network: state → (priors, value of the player to move), remembered until `forget`.

    start   the game's first position, against which the network's shape is checked
    """

    def __init__(self, net: Net, start: State) -> None:
        if (net.inputs, net.actions) != sizes(start):
            wanted, found = (
                "{} inputs and {} actions".format(*sizes(start)),
                f"{net.inputs} and {net.actions}",
            )
            raise ValueError(
                f"A network for {type(start).__name__} of this size has {wanted}; this one has {found}."
            )
        self.net = net
        self.known: dict[State, tuple[Priors, float]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {"net": self.net, "known": {}}

    def __call__(self, state: State) -> tuple[Priors, float]:
        if state not in self.known:
            self.look([state])
        return self.known[state]

    def look(self, states: Iterable[State]) -> None:
        """Judge all these positions (none of them over) in one go: a batch costs little more than one."""
        new = list({state: None for state in states if state not in self.known})
        if new:
            priors, values = self.net.forward(*arrays(new, self.net.actions))
            for state, row, value in zip(new, priors.tolist(), values.tolist()):
                self.known[state] = {action: row[action] for action in state.legal_actions()}, value

    def forget(self) -> None:
        """The network has learned: what it said before holds no longer."""
        self.known.clear()


def shipped(name: str, start: State) -> Brain:
    """A network that was trained before, such as "ttt-0-40": game, seed, generation.  Raises ValueError for others."""
    path = NETS / f"{name}.npz"
    if not path.exists():
        known = ", ".join(sorted(file.stem for file in NETS.glob("*.npz")))
        raise ValueError(f"There is no network {name!r}; there are {known}.")
    return Brain(Net.load(path), start)
