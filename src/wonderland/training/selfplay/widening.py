"""A network made larger: it computes what it did, and has units that can still learn."""

from __future__ import annotations

import numpy as np

from wonderland.bots.parade.network.layout import Network
from wonderland.core.errors import Unreadable


def widened(network: Network, larger: Network) -> Network:
    """A network with the size of ``larger`` that computes what ``network`` does.

    What is new begins with the weights of ``larger``, a fresh network, but nothing of it reaches an output yet.
    """
    (width, hidden), size = network.pooled.shape, larger.pooled.shape
    if width > size[0] or hidden > size[1]:
        raise Unreadable("train_begin_too_large", found=f"{width}, {hidden}", most=f"{size[0]}, {size[1]}")
    found = Network(*(np.array(part, np.float32) for part in larger))
    # Units of the first layer that are new do not count in old units of the second; those that are new do not go out.
    found.pooled[width:, :hidden] = 0
    found.out[:, hidden:] = 0
    for part, old in zip(found, network, strict=True):
        part[tuple(slice(length) for length in old.shape)] = old
    return found
