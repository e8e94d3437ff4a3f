"""The weights that ship with the package: one file for all numbers of players, and its SHA-256 beside it."""

from __future__ import annotations

import hashlib
import io
import zipfile
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from wonderland.bots.parade.network.layout import CHUNK, HIDDEN, WIDTH, Network, shapes
from wonderland.core.errors import Unreadable

CARD, POSITION = "card", "position"
FILE, HASH_FILE = "weights.npz", "weights.sha256"


@cache
def weights_hash() -> str:
    """The SHA-256 of the weights, by which an evaluator is named."""
    return resources.files(__package__).joinpath(HASH_FILE).read_text("ascii").split()[0]


@cache
def load_network(kind: str, players: int) -> Network:
    """The card network (``CARD``) or the position network (``POSITION``) for a number of players.

    >>> load_network(CARD, 2).out.shape, load_network(POSITION, 4).out.shape
    ((1, 64), (4, 96))
    """
    return network_of(_arrays(), kind, players)


def network_of(arrays: Any, kind: str, players: int) -> Network:
    """A network from arrays by name, such as ``2.card.colours``."""
    outputs = 1 if kind == CARD else players
    found = {}
    for name, shape in shapes(outputs, *_size(arrays[f"{players}.{kind}.pooled"])).items():
        values = np.ascontiguousarray(arrays[f"{players}.{kind}.{name}"], np.float32)
        if values.shape != shape:
            raise Unreadable(
                "network_shape", name=f"{players}.{kind}.{name}", found=str(values.shape), expected=str(shape)
            )
        values.flags.writeable = False
        found[name] = values
    return Network(**found)


def _size(pooled: Any) -> tuple[int, int]:
    """The width and the hidden units of a network: those of its file, if they are whole vectors."""
    if pooled.ndim == 2 and pooled.size and not any(length % CHUNK for length in pooled.shape):
        return pooled.shape[0], pooled.shape[1]
    return WIDTH, HIDDEN


def read_network(file: Path, kind: str, players: int) -> Network:
    """A network from a file that ``wonderland train --export`` has written."""
    try:
        with np.load(file) as arrays:
            return network_of(arrays, kind, players)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        raise Unreadable("network_unreadable", file=file, players=players) from None


@cache
def _arrays() -> dict[str, Any]:
    data = resources.files(__package__).joinpath(FILE).read_bytes()
    if hashlib.sha256(data).hexdigest() != weights_hash():
        raise Unreadable("network_hash", file=FILE, hash_file=HASH_FILE)
    with np.load(io.BytesIO(data)) as arrays:
        return dict(arrays)
