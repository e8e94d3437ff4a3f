"""What the score pad of the web app must agree with: fronts of cards, and how the rules of Python score them.

    python tests/web/scoring_cases.py

writes them anew to web/src/score/cases.json, which ``scoring.test.ts`` reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from wonderland.games.parade import Outcome, score
from wonderland.games.parade.cards import DECK, Card
from wonderland.games.parade.rules import SEATS
from wonderland.games.parade.scoring import ColourLine

FILE = Path(__file__).parents[2] / "web" / "src" / "score" / "cases.json"

Front = list[tuple[Card, ...]]

#: Each is there for a reason; the rest is chance.
CHOSEN = {
    "the example of the rulebooks": (
        "R10 R8 R3 B9 B7 B6 B5 B0 V0 G4 G2 S7 S4 S0",
        "R1 R0 B8 V8 V7 V5 V3 S9 S8 S1 O10 O1",
        "R7 R6 R5 R2 B4 B3 V2 V1 G9 G8 G7 G6 S10 O3 O2 O0",
    ),
    "nobody has a card": ("", ""),
    "somebody has none": ("R1 B2", "", "R3"),
    "P8: turned cards count 1 each": ("R10 R9", "R8", "B1"),
    "P8: a lone 0 costs 1": ("R0", "B5", ""),
    "P8: all tied for the most": ("R10 R9", "R8 R7", "R6"),
    "P8: a colour that everyone ties": ("R10", "R9", "R8"),
    "P9: of two, one card more is no majority": ("R10 R9", "R8"),
    "P9: of two, two cards more are": ("R10 R9", "B8"),
    "P9: of two, a tie turns nothing over": ("R10 B1", "R9 B2"),
    "P10: the fewest cards of equal scores": ("R10 R9 R8", "R2 B1", "B2 B3 G0"),
    "P10: a shared win": ("R10 R9", "B10 B9", "G10 G9 G8"),
    "one has everything": (" ".join(DECK), "", "", "", "", ""),
}


def cases() -> Iterator[dict[str, Any]]:
    for name, texts in CHOSEN.items():
        yield case(name, [tuple(map(Card, text.split())) for text in texts])
    random = Random("score pad")
    for players in SEATS:
        for number in range(24):
            yield case(f"{players} players, {number}", dealt(players, random))
        for kind, wanted in {"fewest": decided_by_cards, "shared": shared}.items():
            for number in range(6):
                yield case(f"{players} players, {kind} {number}", found(players, wanted, random))


def decided_by_cards(end: Outcome) -> bool:
    return end.tied and len({end.cards[seat] for seat in lowest(end)}) > 1


def shared(end: Outcome) -> bool:
    return len(end.winners) > 1 and max(end.cards) > 1


def lowest(end: Outcome) -> list[int]:
    return [seat for seat, points in enumerate(end.scores) if points == min(end.scores)]


def found(players: int, wanted: Callable[[Outcome], bool], random: Random) -> Front:
    while not wanted(score(front := dealt(players, random, most=4))):
        pass
    return front


def dealt(players: int, random: Random, most: int = 11) -> Front:
    """Some cards for each player, in the order in which they happen to be tapped."""
    count = random.randint(0, min(len(DECK), most * players))
    front: list[list[Card]] = [[] for _ in range(players)]
    for card in random.sample(DECK, count):
        random.choice(front).append(card)
    return [tuple(cards) for cards in front]


def case(name: str, front: Front) -> dict[str, Any]:
    end = score(front)
    return {
        "name": name,
        "front": [" ".join(cards) for cards in front],
        "scores": end.scores,
        "cards": end.cards,
        "majorities": {colour: seats for colour, seats in end.majorities.items() if seats},
        "winners": end.winners,
        "tied": end.tied,
        "sheet": [lines(sheet) for sheet in end.sheet],
    }


def lines(sheet: Sequence[ColourLine]) -> str:
    """Short, so that the file stays small: ``R3,8,10=21``, and with ``*`` in place of ``=`` where they are turned."""
    return " ".join(
        f"{line.colour}{','.join(str(card.value) for card in line.cards)}{'*' if line.turned else '='}{line.points}"
        for line in sheet
    )


def written() -> str:
    rows = ",\n".join(msgspec.json.encode(case).decode() for case in cases())
    return f"[\n{rows}\n]\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
