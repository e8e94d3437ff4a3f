"""Which two of the last four cards to keep (P7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.network.policy import ASIDE_PLACES, PAIRS
from wonderland.figures.measure import Measure
from wonderland.lab.columns import CHOICE_EXPECTED, CHOICE_LEADS, CHOICE_LEADS_AFTER, CHOICE_SHARES, CHOICE_VALUES
from wonderland.lab.studies import Numbers, clustered_rate, mean

#: The groups of cards that the table of kept cards has, by the owner's lead in the colour: behind, level, ahead.
COLOUR_GROUPS = {"behind": (-9, -1), "level": (0, 0), "ahead": (1, 9)}


def pairs_by(costs: Numbers) -> Any:
    """The pair that is set aside so that the two cheapest of four cards are kept."""
    aside = np.stack([costs[:, ASIDE_PLACES[pair]].sum(axis=1) for pair in range(PAIRS)], axis=1)
    return aside.argmax(axis=1)


def last_choices(choices: Numbers) -> dict[str, Measure]:
    """The share of the win that each way of choosing brings, in the same games; the others choose by the network.

    ``lowest``: keep the two lowest. ``score``: work out all six pairs, and keep the one that leaves the best score
    beside the others' as things lie. ``hindsight``: the best that could be had, knowing what the others kept.
    """
    values = choices[:, CHOICE_VALUES : CHOICE_VALUES + 4]
    shares = choices[:, CHOICE_SHARES : CHOICE_SHARES + PAIRS]
    leads = choices[:, CHOICE_LEADS_AFTER : CHOICE_LEADS_AFTER + PAIRS]
    rows = np.arange(len(choices))
    network = shares[rows, choices[:, CHOICE_EXPECTED : CHOICE_EXPECTED + PAIRS].argmax(axis=1)]
    lowest, score = shares[rows, pairs_by(values)], shares[rows, leads.argmax(axis=1)]
    return {
        "network": mean(network),
        "score": mean(score),
        "lowest": mean(lowest),
        "random": mean(shares.mean(axis=1)),
        "hindsight": mean(shares.max(axis=1)),
        # In the same games, so that the interval of the difference is the narrower one.
        "score_loss": mean(network - score),
        "lowest_loss": mean(network - lowest),
    }


def kept_by_value(choices: Numbers) -> dict[str, list[Measure]]:
    """How often the network keeps a card, by the owner's lead in its colour and by its value."""
    aside = ASIDE_PLACES[choices[:, CHOICE_EXPECTED : CHOICE_EXPECTED + PAIRS].argmax(axis=1)]
    kept = np.ones((len(choices), 4), bool)
    np.put_along_axis(kept, aside, False, axis=1)
    values, leads = choices[:, CHOICE_VALUES : CHOICE_VALUES + 4], choices[:, CHOICE_LEADS : CHOICE_LEADS + 4]
    # One choice a game: the four cards are one cluster.
    games = np.broadcast_to(np.arange(len(kept))[:, None], kept.shape)
    found = {}
    for group, (low, high) in COLOUR_GROUPS.items():
        inside = (leads >= low) & (leads <= high)
        by_value = [inside & (values == value) for value in range(11)]
        found[group] = [clustered_rate(kept[one], games[one]) for one in by_value]
    return found
