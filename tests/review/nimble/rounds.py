"""Records of rounds for tests: name the cards that matter, the rest of each pack follows in any order."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from wonderland.bots.nimble.levels import LEVELS
from wonderland.bots.nimble.player import NimblePlayer
from wonderland.bots.timeline import play_live
from wonderland.core.notation import read_cards
from wonderland.games.nimble import PACK, Card, game


def round_of(tops: str, packs: Sequence[str], setup: Sequence[int], events: str) -> dict[str, Any]:
    """A record whose piles start with ``tops`` and whose packs then begin with these cards.

    Events, one a line: ``120 0 flip`` is the time, the seat and the action; the time may be absent.
    """
    given: list[list[str]] = [[] for _ in packs]
    for card, seat in zip(tops.split(), setup, strict=True):
        given[seat].append(card)
    whole = []
    for first, named in zip(given, packs, strict=True):
        known = [*first, *map(str, read_cards(Card, named))]
        whole.append([*known, *(str(card) for card in PACK if str(card) not in known)])
    return {
        "game": "nimble",
        "version": 1,
        "players": ["Ann", "Bob", "Cy", "Dee"][: len(packs)],
        "packs": whole,
        "setup": list(setup),
        "events": [_event(line.split()) for line in events.strip().splitlines()],
    }


def _event(words: list[str]) -> list[Any]:
    place = next(place for place, word in enumerate(words) if word.isalpha())
    *time, seat = map(int, words[:place])
    return [words[place], seat, *map(int, words[place + 1 :]), *time]


#: Piles ask for B, V and O. Ann's cards fit B, B and G; Bob's fit B and Y.
RACE = round_of(
    "RB GV YO",
    ["BG BY GR", "BR YV", "RG"],
    [0, 1, 2],
    """
    1000 0 flip
    1400 1 flip
    1900 0 place 0
    2200 0 flip
    2500 1 flip
    2700 0 back
    3000 1 place 2
    3600 0 flip
    4000 0 flip
    4900 0 place 0
    """,
)


def played_by_bots(bots: Sequence[str], seed: int) -> dict[str, Any]:
    """The record of a round in virtual time."""
    players = [NimblePlayer(seed + place, LEVELS[bot]) for place, bot in enumerate(bots)]
    return play_live(game, game.shuffle(bots, Random(seed)), players, random=Random(seed)).log.record()


def without_times(record: dict[str, Any]) -> dict[str, Any]:
    """The same record as one writes it who has no clock."""
    return {**record, "events": [event[: 3 if event[0] == "place" else 2] for event in record["events"]]}
