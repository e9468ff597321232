"""MuZero: search, without knowing the rules, in positions that a network imagines.

MuZero has three small networks (Schrittwieser et al., 2020):

    representation  a real board → its **latent state**, 64 numbers
    dynamics        a latent state and an action → the latent state after this action
    prediction      a latent state → a prior for each action, and the value for the player to move

The search uses the real game only for the legal actions at the root.  All positions below the root
are imagined.  In an imagined position every action may be tried, even an illegal action, and no
game ends.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from mctslib.door.guard import CannotSearch
from mctslib.game import IllegalAction, State
from mctslib.methods.backward import Traced, beside, linear, relu, tanh
from mctslib.methods.network import NETS, encode, heads, sizes
from mctslib.methods.parameters import read_parameters, write_parameters
from mctslib.methods.puct import Judgement, Puct, even
from mctslib.tree import Node, attach

PARAMETERS = 12  # the number of arrays: weights and biases of two layers in three networks


# ---------------------------------------------------------------------------- the three networks


class Layers:
    """A network of two layers: weights and bias, ReLU, weights and bias.

    inputs, hidden, outputs  the number of units in the input, the hidden and the output layer
    scale                    the standard deviation of the last layer's initial weights
    """

    def __init__(
        self, rng: np.random.Generator, inputs: int, hidden: int, outputs: int, scale: float
    ) -> None:
        first = rng.normal(0, np.sqrt(2 / inputs), (inputs, hidden))  # He et al., 2015
        last = rng.normal(0, scale, (hidden, outputs))
        zeros = np.zeros(hidden), np.zeros(outputs)
        arrays = (first, zeros[0], last, zeros[1])
        self.parameters = [Traced(array.astype(np.float32)) for array in arrays]

    def __call__(self, x: Traced) -> Traced:
        """Return the output of the network, one row for each row of `x`."""
        first, first_bias, last, last_bias = self.parameters
        return linear(relu(linear(x, first, first_bias)), last, last_bias)


class Model:
    """A learned model of a game: representation, dynamics and prediction.

    cells   the number of cells of the board; each cell gives two inputs and one action
    latent  the length of a latent state, which is a row of numbers
    hidden  the number of units in the hidden layers
    seed    the seed of the initial weights
    """

    def __init__(self, cells: int = 9, *, latent: int = 64, hidden: int = 128, seed: int = 0):
        rng = np.random.default_rng(seed)
        small = 1 / np.sqrt(hidden)
        self.cells = cells
        self.latent = latent
        self.representation = Layers(rng, 2 * cells, hidden, latent, small)
        self.dynamics = Layers(rng, latent + cells, hidden, latent, small)
        # small weights, so that at first the priors are nearly equal and the values are near ½
        self.prediction = Layers(rng, latent, 64, cells + 1, 0.05)

    @property
    def parameters(self) -> list[Traced]:
        """The weights and biases of all three networks."""
        three = (self.representation, self.dynamics, self.prediction)
        return [parameter for layers in three for parameter in layers.parameters]

    # ------------------------------------------------------------------ represent, imagine, predict

    def represent(self, boards: Traced) -> Traced:
        """Return the latent states of real boards, as numbers between −1 and 1."""
        return tanh(self.representation(boards))

    def imagine(self, latents: Traced, actions: np.ndarray) -> Traced:
        """Return, for each latent state and its action, the next latent state."""
        chosen = np.eye(self.cells, dtype=np.float32)[actions]
        return tanh(self.dynamics(beside(latents, Traced(chosen))))

    def predict(self, latents: Traced) -> Traced:
        """Return the logits of the actions and of the value, one row for each latent state."""
        return self.prediction(latents)

    # ------------------------------------------------------------------------ plain arrays

    def latents_of(self, boards: np.ndarray) -> np.ndarray:
        """Return the latent states of real boards, as a plain array."""
        return self.represent(Traced(boards)).data

    def after(self, latents: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Return, for each latent state and its action, the next latent state, as a plain array."""
        return self.imagine(Traced(latents), actions).data

    def heads(
        self, latents: np.ndarray, legal: np.ndarray | bool = True
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the priors and the values for the player to move, one row for each latent state.

        legal  whether each action is legal; illegal actions get a prior of 0.  By default every
               action may be tried, because the model does not know the rules
        """
        return heads(self.predict(Traced(latents)).data, legal)

    # ------------------------------------------------------------------------ for a search

    def check_shape(self, state: State) -> None:
        """Raise `CannotSearch` if this model cannot read the boards of a game."""
        try:
            inputs, _ = sizes(state)
        except ValueError as error:
            raise CannotSearch(f"A model cannot imagine this game. {error}") from None
        if inputs != 2 * self.cells:
            raise CannotSearch(
                f"This model imagines boards of {self.cells} cells, but {type(state).__name__} has"
                f" {inputs // 2}: use a model that was trained for this game."
            )

    def dream(self, state: State) -> "Dream":
        """Return a `Dream` that begins at a real position; the position is not used again."""
        self.check_shape(state)
        [latent] = self.latents_of(np.array([encode(state)], np.float32))
        return Dream(self, latent, state.current_player, tuple(state.legal_actions()))

    def judge(self, state: State) -> Judgement:
        """Return the priors and the value of a real or an imagined position."""
        dream = state if isinstance(state, Dream) else self.dream(state)
        legal = np.zeros((1, self.cells), bool)
        legal[0, list(dream.actions)] = True
        priors, values = self.heads(dream.latent[None], legal)
        return {action: float(priors[0, action]) for action in dream.actions}, float(values[0])

    # ------------------------------------------------------------------------ files

    def save(self, path: Path | str) -> None:
        """Write the parameters to a file in half precision, which is enough for playing."""
        write_parameters(path, [parameter.data for parameter in self.parameters])

    @classmethod
    def load(cls, path: Path | str) -> "Model":
        """Return the model from a file that `save` wrote.  Raises ValueError for any other file."""
        return cls.of(read_parameters(path, "model"))

    @classmethod
    def of(cls, arrays: Sequence[np.ndarray]) -> "Model":
        """Return a model with these parameters.

        arrays  the weights and biases of representation, dynamics and prediction, in this order

        Raises ValueError if the shapes of the arrays do not fit each other.
        """
        shapes = [np.shape(array) for array in arrays]
        if len(shapes) == PARAMETERS and all(len(shape) == 2 for shape in shapes[::2]):
            inputs, hidden = shapes[0]
            model = cls(inputs // 2, latent=shapes[2][1], hidden=hidden)
            if [parameter.data.shape for parameter in model.parameters] == shapes:
                for parameter, array in zip(model.parameters, arrays, strict=True):
                    parameter.data = np.array(array, np.float32)
                return model
        raise ValueError(
            f"These {len(shapes)} arrays are not a model, because the shapes {shapes} do not fit"
            " each other: pass the arrays of `parameters` of a Model."
        )


# ---------------------------------------------------------------------------- dreams


class Dream:
    """A position that a model imagines: a `State` without a board.

    model           the `Model` that imagines the position
    latent          the latent state
    current_player  0 or 1; in a dream the two players always take turns
    actions         the actions that may be tried: at the beginning of a dream the legal actions,
                    later all actions

    A dream never ends, because the model does not know when a game is over.
    """

    num_players = 2

    def __init__(
        self, model: Model, latent: np.ndarray, current_player: int, actions: tuple[int, ...]
    ) -> None:
        self.model = model
        self.latent = latent
        self.current_player = current_player
        self.actions = actions

    def legal_actions(self) -> list[int]:
        """Return the actions that may be tried."""
        return list(self.actions)

    def apply(self, action: int) -> "Dream":
        """Return the imagined position after an action.

        Raises `IllegalAction` for an action that may not be tried.
        """
        if action not in self.actions:
            raise IllegalAction(
                f"{action!r} is not an action of this dream: try one of {self.actions}."
            )
        [latent] = self.model.after(self.latent[None], np.array([action]))
        everything = tuple(range(self.model.cells))
        return Dream(self.model, latent, 1 - self.current_player, everything)

    def is_terminal(self) -> bool:
        """Return False: a dream never ends."""
        return False

    def rewards(self) -> NoReturn:
        """Raise ValueError, because a dream does not end."""
        raise ValueError("A dream does not end, so it has no rewards: use the model's value.")

    def __repr__(self) -> str:
        return f"a dream, {'XO'[self.current_player]} to move"


# ---------------------------------------------------------------------------- the method


class MuZero(Puct):
    """A method: PUCT in positions that a model imagines.

    model  the `Model`; without a model the search uses the true rules, equal priors and playouts
    c      ≥ 0, the weight of the prior
    rules  whether the search uses the true rules below the root.  If so, the method is `Puct` with
           the judge `model.judge`, which is the search of AlphaZero

    For example, call `search(state, 25, **MuZero(model).options())`.  The states of the root's
    children are `Dream` positions.  To save or to replay the search, begin it in a dream:
    `record(model.dream(state), 25, **MuZero(model).options())`.
    """

    def __init__(self, model: Model | None = None, c: float = 1.5, *, rules: bool = False) -> None:
        super().__init__(even if model is None else model.judge, c)
        self.model = model
        self.rules = rules or model is None

    def options(self) -> dict[str, Any]:
        """Return the options for `search`; without the true rules, `expand` adds the nodes."""
        options = super().options()
        if not self.rules:
            options["phases"] = replace(options["phases"], expand=self.expand)
        return options

    def expand(self, node: Node, rng: random.Random) -> Node:
        """Phase 2: add an imagined child for the picked action, and return the child."""
        broken_off = not node.visits and node.parent is not None
        if broken_off or node.state.is_terminal():
            return node
        action = self.pick(node)
        if isinstance(node.state, Dream):
            return attach(node, action)
        assert self.model is not None
        return self.fall_asleep(node, action)

    def fall_asleep(self, root: Node, action: int) -> Node:
        """Add an imagined child to a root with a real position, and return the child."""
        assert self.model is not None
        child = Node(self.model.dream(root.state).apply(action), root, action)
        children = {**root.children, action: child}
        if len(children) == len(root.state.legal_actions()):
            children = {action: children[action] for action in root.state.legal_actions()}
        root.children = children
        return child


@cache
def shipped_model(name: str) -> Model:
    """Return a trained model of the library.

    name  the name of the model, such as "muzero-0"; the number is the seed

    Raises ValueError if there is no model with this name.
    """
    path = NETS / f"{name}.npz"
    if not path.exists():
        known = ", ".join(sorted(file.stem for file in NETS.glob("muzero-*.npz")))
        raise ValueError(f"There is no model {name!r}; there are {known}.")
    return Model.load(path)
