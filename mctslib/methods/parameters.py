"""Save and load the parameters of a network (arrays), and update them with the optimizer Adam."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from mctslib.files import write_safely

Moments = list[tuple[np.ndarray, np.ndarray]]
"""Adam's running means of each parameter's gradient and of the squared gradient."""


def still(parameters: Sequence[np.ndarray]) -> Moments:
    """Return the moments before the first step of Adam: arrays of zeros."""
    return [(np.zeros_like(array), np.zeros_like(array)) for array in parameters]


def adam(
    parameters: Sequence[np.ndarray],
    gradients: Sequence[np.ndarray],
    moments: Moments,
    step: int,
    rate: float,
) -> tuple[list[np.ndarray], Moments]:
    """Take one step of Adam, and return the new parameters and moments (Kingma and Ba, 2015).

    gradients  the gradient of the loss for each parameter
    moments    the moments after the previous step
    step       ≥ 1, the number of this step
    rate       > 0, the size of the step

    Each number in the arrays has its own step size.  All arrays are new, so an interrupted step
    changes nothing.
    """
    mean_so_far = 1 - 0.9**step
    square_so_far = 1 - 0.999**step
    moved = []
    new_moments = []
    for parameter, gradient, (mean, square) in zip(parameters, gradients, moments, strict=True):
        mean = mean + 0.1 * (gradient - mean)
        square = square + 0.001 * (gradient * gradient - square)
        spread = np.sqrt(square / square_so_far) + 1e-8
        moved.append(parameter - rate * (mean / mean_so_far) / spread)
        new_moments.append((mean, square))
    return moved, new_moments


def write_parameters(path: Path | str, parameters: Sequence[np.ndarray]) -> None:
    """Write arrays to a file in half precision; the ending `.npz` is added if the path lacks it."""
    halves = {}
    for number, parameter in enumerate(parameters):
        halves[f"p{number}"] = parameter.astype(np.float16)
    file = Path(path)
    if file.suffix != ".npz":
        file = file.with_name(f"{file.name}.npz")
    content = BytesIO()
    np.savez_compressed(content, **halves)  # type: ignore[arg-type]
    write_safely(file, content.getvalue())


def read_parameters(path: Path | str, kind: str) -> list[np.ndarray]:
    """Read the arrays from a file that `write_parameters` has written, and return them.

    kind  the expected kind of content, such as "network", for the error message

    Raises ValueError if the file was not written by `write_parameters`.
    """
    try:
        with np.load(path) as file:
            names = [f"p{number}" for number in range(len(file.files))]
            return [file[name].astype(np.float32) for name in names]
    except (KeyError, ValueError, AttributeError, EOFError, BadZipFile):
        raise ValueError(f"{path} does not contain a {kind} that `save` has written.") from None
