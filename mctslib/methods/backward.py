"""Reverse-mode differentiation: arrays that record how they were computed.

To train a neural network you need the gradient of its loss with respect to each of its weights.
`Traced` wraps a numpy array.  Each operation below returns a new `Traced`, which contains the
parents of the result and a function that computes the gradients at the parents from the gradient at
the result.  `backward` follows this record from the end to the beginning, and applies the chain
rule at each step.  (Linnainmaa, 1970; Rumelhart, Hinton and Williams, 1986.)
"""

from collections.abc import Callable, Sequence

import numpy as np

Back = Callable[[np.ndarray], "tuple[np.ndarray, ...]"]
"""The gradient of the loss at a result → the gradients at the parents of the result."""


class Traced:
    """An array that records how it was computed.

    data      the numbers, one row for each example
    parents   the arrays from which the numbers were computed; empty for inputs and weights
    back      the gradient at this array → the gradients at its parents
    gradient  the gradient of the loss with respect to `data`; None until `backward` has set it
    """

    __slots__ = ("data", "parents", "back", "gradient")

    def __init__(
        self, data: np.ndarray, parents: "tuple[Traced, ...]" = (), back: Back | None = None
    ) -> None:
        self.data = data
        self.parents = parents
        self.back = back
        self.gradient: np.ndarray | None = None


def linear(x: Traced, weights: Traced, bias: Traced) -> Traced:
    """Return x · weights + bias: one layer of a network before its activation function."""

    def back(gradient: np.ndarray) -> tuple[np.ndarray, ...]:
        return gradient @ weights.data.T, x.data.T @ gradient, gradient.sum(0)

    return Traced(x.data @ weights.data + bias.data, (x, weights, bias), back)


def relu(x: Traced) -> Traced:
    """Return the array with 0 in place of each negative number."""
    result = np.maximum(x.data, 0)

    def back(gradient: np.ndarray) -> tuple[np.ndarray, ...]:
        return (gradient * (result > 0),)

    return Traced(result, (x,), back)


def tanh(x: Traced) -> Traced:
    """Return the hyperbolic tangent of each number; the results lie between −1 and 1."""
    result = np.tanh(x.data)

    def back(gradient: np.ndarray) -> tuple[np.ndarray, ...]:
        return (gradient * (1 - result * result),)

    return Traced(result, (x,), back)


def beside(left: Traced, right: Traced) -> Traced:
    """Return both arrays side by side: each row of `left`, followed by the same row of `right`."""
    width = left.data.shape[1]

    def back(gradient: np.ndarray) -> tuple[np.ndarray, ...]:
        return gradient[:, :width], gradient[:, width:]

    return Traced(np.concatenate([left.data, right.data], 1), (left, right), back)


def backward(ends: Sequence[tuple[Traced, np.ndarray]]) -> None:
    """Compute the gradients of the loss at all arrays from which the ends were computed.

    ends  pairs: an array that enters the loss, and the gradient of the loss at this array

    The gradient at an array is stored in its attribute `gradient`.  If several paths lead to an
    array, the contributions of these paths are added.
    """
    for end, gradient in ends:
        add_gradient(end, gradient)
    for traced in reversed(in_order([end for end, _ in ends])):
        if traced.back is None or traced.gradient is None:
            continue
        for parent, gradient in zip(traced.parents, traced.back(traced.gradient), strict=True):
            add_gradient(parent, gradient)


def add_gradient(traced: Traced, gradient: np.ndarray) -> None:
    """Add a contribution to the gradient at an array."""
    traced.gradient = gradient if traced.gradient is None else traced.gradient + gradient


def in_order(ends: Sequence[Traced]) -> list[Traced]:
    """Return the ends and all arrays from which they were computed, parents before results."""
    order: list[Traced] = []
    seen: set[int] = set()
    waiting = [(end, False) for end in ends]
    while waiting:
        traced, parents_done = waiting.pop()
        if parents_done:
            order.append(traced)
        elif id(traced) not in seen:
            seen.add(id(traced))
            waiting.append((traced, True))
            waiting += [(parent, False) for parent in traced.parents]
    return order
