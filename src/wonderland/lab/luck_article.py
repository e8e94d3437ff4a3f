"""The tables and pictures of docs/lab/luck-and-skill.md, from a file of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wonderland.lab.charts import stacked_bars, two_panels
from wonderland.lab.ends import MAX_MAJORITIES, POLICIES
from wonderland.lab.markdown import figure, percent, table, with_tables
from wonderland.lab.numbers_file import weights_of
from wonderland.lab.table_bots import BOTS, PARTS

SEAT_NAMES = ["first", "second", "third", "fourth", "fifth", "sixth"]
TABLE_NAMES = {"network": "equals who hardly err", "hatter": "equals who err", "mixed": "strong and weak"}
PART_NAMES = {"deal": "the deal", "draws": "the draws", "hidden": "what lay hidden", "errors": "errors"}
SHORT_NAMES = {"alice:net": "net"}
MAJORITY_NAMES = [*map(str, range(MAX_MAJORITIES)), f"{MAX_MAJORITIES} or more"]


def page(text: str, numbers: dict[str, Any]) -> str:
    """The page with its tables made anew."""
    return with_tables(text, tables(numbers))


def tables(numbers: dict[str, Any]) -> dict[str, str]:
    """The tables of the page by name."""
    return {
        "measured": _measured(numbers),
        "seats": _seats(numbers),
        "ends": _ends(numbers),
        "majorities": _majorities(numbers),
        "luck": _luck(numbers),
        "strength": _strength(numbers),
    }


def pictures(numbers: dict[str, Any]) -> dict[str, str]:
    """The pictures of the page by file name."""
    wins: Any = {
        f"{n} players": {
            "share of the win": numbers[n]["majorities"]["wins"],
            "even": [[1 / int(n), 0.0]] * len(MAJORITY_NAMES),
        }
        for n in ("2", "4")
    }
    strength: Any = {
        f"{n} players": {
            "share of the win": [numbers[n]["strength"][bot]["wins"] for bot in BOTS],
            "even": [[1 / int(n), 0.0]] * len(BOTS),
        }
        for n in ("2", "4")
    }
    luck = {
        f"{n} players, {TABLE_NAMES[name]}": {PART_NAMES[part]: found[part][0] for part in PARTS}
        for n, name, found in _reviewed(numbers)
    }
    return {
        "majorities.svg": two_panels("Who wins, by majorities held", MAJORITY_NAMES, wins, "majorities at the end"),
        "luck-parts.svg": stacked_bars("What decides a game", luck),
        "strength.svg": two_panels(
            "One bot at a table of hatters", [SHORT_NAMES.get(bot, bot) for bot in BOTS], strength, "bot"
        ),
    }


def _measured(numbers: dict[str, Any]) -> str:
    """By which weights, for networks that have learned more play otherwise, and in how many games."""
    games = {who: _most(found["players"][who]["games"] for found in numbers.values()) for who in POLICIES}
    bots = [one for found in numbers.values() for one in found["strength"].values()]
    plain, searching = (_most(one["games"] for one in bots if bool(one["rollouts"]) == searches) for searches in (0, 1))
    reviewed = _most(one["games"] for _, _, one in _reviewed(numbers))
    return (
        f"\nThe network's weights were {' and '.join(f'`{one}`' for one in weights_of(numbers))}.\n"
        f"Seats, ends and majorities: {games['network']} games of networks for each number of players,\n"
        f"{games['random']} of random and as many of greedy players. Strength: {plain} games of each bot,\n"
        f"{searching} of one that searches. Luck: {reviewed} reviewed games a table.\n\n"
    )


def _most(games: Iterable[int]) -> str:
    return f"{max(games):,}"


def _seats(numbers: dict[str, Any]) -> str:
    rows = []
    for n, found in numbers.items():
        for who in POLICIES:
            cells = [percent(seat) for seat in found["players"][who]["seats"]]
            rows.append([f"{n} (even: {100 / int(n):.1f})", who, *cells, *[""] * (6 - len(cells))])
    return table(["players", "who plays", *SEAT_NAMES], rows)


def _ends(numbers: dict[str, Any]) -> str:
    rows = []
    for n, found in numbers.items():
        for who in POLICIES:
            one = found["players"][who]
            each = [one["turns"][0] / int(n), one["turns"][1] / int(n)]
            causes = [percent(one["ends"][cause]) for cause in ("colours", "pile", "both")]
            rows.append([n, who, figure(each, 2), *causes])
    return table(["players", "who plays", "turns each", "six colours, %", "empty pile, %", "both at once, %"], rows)


def _majorities(numbers: dict[str, Any]) -> str:
    heads = ["players", "majorities each", "points that one saves", "share of the win that one saves, %"]
    rows = []
    for n, found in numbers.items():
        one = found["majorities"]
        wins = [percent(point) for point in one["wins"]]
        rows.append([n, figure(one["majorities"], 2), figure(one["points"]), percent(one["share"]), *wins])
    return table([*heads, *(f"wins with {name}, %" for name in MAJORITY_NAMES)], rows)


def _luck(numbers: dict[str, Any]) -> str:
    rows = [
        [f"{n}, {TABLE_NAMES[name]}", *(percent(found[part], 0) for part in PARTS), figure(found["lost"])]
        for n, name, found in _reviewed(numbers)
    ]
    return table(["table", *(f"{PART_NAMES[part]}, %" for part in PARTS), "lost a decision, ‰"], rows)


def _strength(numbers: dict[str, Any]) -> str:
    heads = ["bot", *(f"{n} players (even: {100 / int(n):.1f})" for n in numbers)]
    rows = []
    for bot in BOTS:
        rollouts = next(iter(numbers.values()))["strength"][bot]["rollouts"]
        name = f"`{bot}`" + (f", {rollouts:,} rollouts" if rollouts else "")
        rows.append([name, *(percent(found["strength"][bot]["wins"]) for found in numbers.values())])
    return table(heads, rows)


def _reviewed(numbers: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """The tables whose games were reviewed: number of players, kind, answers."""
    return [(n, name, one) for n, found in numbers.items() for name, one in found["luck"].items()]
