"""The networks that a training of the deep network begins with: those of a weights file."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wonderland.bots.parade.network.deep import DeepNetwork
from wonderland.bots.parade.network.layout import Network
from wonderland.bots.parade.network.weights import (
    CARD,
    DEEP,
    POSITION,
    deep_network_of,
    load_network,
    read_network,
    weights_hash,
)
from wonderland.core.errors import Unreadable

#: The card network and the position network by the number of players.
Networks = dict[int, dict[str, Network]]


@dataclass
class Beginning:
    """What a learner begins with."""

    networks: Networks
    #: None for one with random weights.
    deep: DeepNetwork | None = None


def shipped_beginning(players: Collection[int]) -> tuple[Beginning, str]:
    """The card and position networks that ship with the package, and the hash of its weights.

    The deep network begins with random weights, so that what a training comes to does not rest on an earlier one.
    """
    networks = {number: {kind: load_network(kind, number) for kind in (CARD, POSITION)} for number in players}
    return Beginning(networks), weights_hash()


def beginning_of(file: Path, players: Collection[int]) -> tuple[Beginning, str]:
    """The networks of a weights file, with its deep network if it has one, and its hash."""
    networks = {number: {kind: read_network(file, kind, number) for kind in (CARD, POSITION)} for number in players}
    try:
        with np.load(file) as arrays:
            deep = deep_network_of(arrays) if f"{DEEP}.out" in arrays else None
    except KeyError:
        raise Unreadable("network_unreadable", file=file, players=", ".join(map(str, players))) from None
    return Beginning(networks, deep), hashlib.sha256(file.read_bytes()).hexdigest()
