"""The weights that ship with the package: one file for all numbers of players, and its SHA-256 beside it.

Card and position networks are kept as halves. The deep network's rows are whole numbers from -127 to 127 with a scale
each, which takes half of the room and changes what it plays in one decision of a hundred.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from wonderland.bots.parade.network.deep import DeepNetwork, deep_shapes
from wonderland.bots.parade.network.layout import CHUNK, HIDDEN, WIDTH, Network, shapes
from wonderland.core.errors import Unreadable

CARD, POSITION, DEEP = "card", "position", "deep"
#: What the name of an array of scales ends with, and the largest whole number.
SCALE, MAX_WHOLE = ".scale", 127
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


@cache
def load_deep_network() -> DeepNetwork:
    """The deep network, for all numbers of players.

    >>> load_deep_network().out.shape
    (64,)
    """
    return deep_network_of(_arrays())


def deep_network_of(arrays: Any) -> DeepNetwork:
    """The deep network from arrays by name, such as ``deep.colours``; see :func:`packed`."""
    found = {}
    for name, shape in deep_shapes().items():
        values = np.asarray(arrays[f"{DEEP}.{name}"], np.float32)
        if f"{DEEP}.{name}{SCALE}" in arrays:
            values = values * np.asarray(arrays[f"{DEEP}.{name}{SCALE}"], np.float32)[:, None]
        found[name] = _checked(f"{DEEP}.{name}", values, shape)
    return DeepNetwork(**found)


def packed(network: DeepNetwork) -> dict[str, Any]:
    """The arrays of a deep network as they are kept: matrices as whole numbers with a scale for each row."""
    found = {}
    for name, values in network._asdict().items():
        key = f"{DEEP}.{name}"
        if values.ndim < 2:
            found[key] = values.astype(np.float16)
            continue
        scale = np.maximum(np.abs(values).max(1) / MAX_WHOLE, 1e-6).astype(np.float16)
        whole = np.round(values / scale.astype(np.float32)[:, None])
        found[key], found[key + SCALE] = np.clip(whole, -MAX_WHOLE, MAX_WHOLE).astype(np.int8), scale
    return found


def _checked(name: str, values: Any, shape: tuple[int, ...]) -> Any:
    """Weights nobody can change, of the shape that they must have."""
    if values.shape != shape:
        raise Unreadable("network_shape", name=name, found=str(values.shape), expected=str(shape))
    values = np.ascontiguousarray(values).reshape(shape)
    values.flags.writeable = False
    return values


def network_of(arrays: Any, kind: str, players: int) -> Network:
    """A network from arrays by name, such as ``2.card.colours``."""
    outputs = 1 if kind == CARD else players
    found = {}
    for name, shape in shapes(outputs, *_size(arrays[f"{players}.{kind}.pooled"])).items():
        key = f"{players}.{kind}.{name}"
        found[name] = _checked(key, np.asarray(arrays[key], np.float32), shape)
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
