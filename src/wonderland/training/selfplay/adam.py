"""Networks whose weights lie in one array, and Adam's steps, on the CPU."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.network.layout import Network, shapes
from wonderland.training.compiling import sliced_entry_point
from wonderland.training.selfplay.settings import initial_scales

#: Adam's usual constants.
BETA_MEAN, BETA_SQUARE, EPSILON = 0.9, 0.999, 1e-8


class Size(NamedTuple):
    """How large a network is."""

    outputs: int
    width: int
    hidden: int


class Parameters:
    """The weights of some networks, their gradient and Adam's moments, each in one array with views of its parts."""

    def __init__(self, sizes: Mapping[str, Size], generator: np.random.Generator) -> None:
        count = sum(int(np.prod(shape)) for size in sizes.values() for shape in shapes(*size).values())
        self.weights, self.gradient, self.mean, self.square = (np.zeros(count, np.float32) for _ in range(4))
        self.steps = 0
        self.networks = _views(self.weights, sizes)
        self.gradients = _views(self.gradient, sizes)
        for kind, network in self.networks.items():
            for name, scale in initial_scales(sizes[kind].width, sizes[kind].hidden).items():
                part = getattr(network, name)
                part[:] = scale * generator.standard_normal(part.shape)

    def step(self, learning_rate: float, gradient_limit: float) -> None:
        """One step of Adam against the gradient, which is zero afterwards."""
        self.steps += 1
        corrections = 1 - BETA_MEAN**self.steps, 1 - BETA_SQUARE**self.steps
        moments = self.mean, self.square
        adam_step(learning_rate, gradient_limit, corrections, self.gradient, moments, self.weights)

    def arrays(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {"weights": self.weights, "mean": self.mean, "square": self.square, "steps": np.int64(self.steps)}

    def load(self, arrays: Mapping[str, Any]) -> None:
        """Go on with what :meth:`arrays` gave."""
        self.weights[:], self.mean[:], self.square[:] = (arrays[name] for name in ("weights", "mean", "square"))
        self.steps = int(arrays["steps"])


def _views(flat: Any, sizes: Mapping[str, Size]) -> dict[str, Network]:
    start, found = 0, {}
    for network, size in sizes.items():
        parts = {}
        for name, shape in shapes(*size).items():
            stop = start + int(np.prod(shape))
            parts[name] = flat[start:stop].reshape(shape)
            start = stop
        found[network] = Network(**parts)
    return found


@sliced_entry_point
def adam_step(learning_rate: Any, limit: Any, corrections: Any, gradient: Any, moments: Any, weights: Any) -> None:
    """Adam (Kingma and Ba), after shortening the gradient to ``limit``."""
    (mean, square), (mean_correction, square_correction) = moments, corrections
    length = 0.0
    for place in range(len(gradient)):
        length += np.float64(gradient[place]) * gradient[place]
    scale = np.float32(min(1.0, limit / (np.sqrt(length) + 1e-6)))
    rate, root = np.float32(learning_rate / mean_correction), np.float32(1 / np.sqrt(square_correction))
    old_mean, old_square = np.float32(BETA_MEAN), np.float32(BETA_SQUARE)
    new_mean, new_square = np.float32(1 - BETA_MEAN), np.float32(1 - BETA_SQUARE)
    epsilon = np.float32(EPSILON)
    for place in range(len(gradient)):
        slope = scale * gradient[place]
        mean[place] = old_mean * mean[place] + new_mean * slope
        square[place] = old_square * square[place] + new_square * slope * slope
        weights[place] -= rate * mean[place] / (np.sqrt(square[place]) * root + epsilon)
        gradient[place] = np.float32(0.0)
