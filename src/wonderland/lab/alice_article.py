"""The tables and pictures of docs/lab/what-alice-knows.md, from a file of numbers."""

from __future__ import annotations

from typing import Any

from wonderland.lab.charts import two_panels
from wonderland.lab.markdown import per_mille, percent, table, with_tables
from wonderland.lab.numbers_file import MADE, weights_of
from wonderland.lab.questions import LEAD_GROUPS, POINT_GROUPS, STAGES
from wonderland.lab.rules_of_thumb import RULES

POINT_NAMES = [str(low) if low == high else f"{low}–{high}" for low, high in POINT_GROUPS[:-1]] + ["10 or more"]
LEAD_NAMES = ["11 or more behind", "6–10 behind", "1–5 behind", "level or 1–5 ahead", "6–10 ahead", "11 or more ahead"]
#: Fewer decisions than these are not shown.
MIN_DECISIONS = 40
WAYS = {
    "network": "the card network",
    "score": "best score as things lie",
    "lowest": "the two lowest",
    "random": "any two",
    "hindsight": "best in hindsight",
}
assert len(LEAD_NAMES) == len(LEAD_GROUPS)


def page(text: str, numbers: dict[str, Any]) -> str:
    """The page with its tables made anew."""
    return with_tables(text, tables(numbers))


def tables(numbers: dict[str, Any]) -> dict[str, str]:
    """The tables of the page by name."""
    return {
        "measured": _measured(numbers),
        "turn-order": _turn_order(numbers),
        "taking": _taking(numbers),
        "last-round": _last_round(numbers),
        "rules": _rules(numbers),
        "rule-costs": _rule_costs(numbers),
        "last-choice": _last_choice(numbers),
        "opening-check": _opening_check(numbers),
    }


def pictures(numbers: dict[str, Any]) -> dict[str, str]:
    """The pictures of the page by file name."""
    cards = [str(value) for value in range(11)]
    both = {f"{players} players": numbers[players] for players in ("2", "4")}

    def panels(question: str) -> Any:
        return {name: found[question] for name, found in both.items()}

    taking: Any = {
        name: {stage: [_shown(one, "right") for one in found["taking"][stage]] for stage in STAGES}
        for name, found in both.items()
    }
    return {
        "keeping.svg": two_panels("What keeping a card is worth", cards, panels("keeping"), "value of the card"),
        "taking.svg": two_panels("How often taking is right", POINT_NAMES, taking, "points taken"),
        "kept.svg": two_panels("How often a card is kept at the end", cards, panels("kept"), "value of the card"),
    }


def _measured(numbers: dict[str, Any]) -> str:
    """By which weights, for networks that have learned more play otherwise, and in how many games."""
    games = max(found[MADE]["decisions"]["games"] for found in numbers.values())
    return (
        f"\nThe network's weights were {' and '.join(f'`{one}`' for one in weights_of(numbers))};\n"
        f"{games:,} decisions of as many games for each number of players, twice as many games for the seats.\n\n"
    )


def _turn_order(numbers: dict[str, Any]) -> str:
    seats = ["first", "second", "third", "fourth", "fifth", "sixth"]
    rows = [[f"{n} (even: {100 / int(n):.1f})", *map(percent, found["turn_order"])] for n, found in numbers.items()]
    return table(["players", *seats], [row + [""] * (7 - len(row)) for row in rows])


def _taking(numbers: dict[str, Any]) -> str:
    rows = [
        [f"{n}, {stage}", *(percent(_shown(one, "right")) for one in found["taking"][stage])]
        for n, found in numbers.items()
        for stage in STAGES
    ]
    return table(["players, stage", *POINT_NAMES], rows)


def _last_round(numbers: dict[str, Any]) -> str:
    rows = []
    for n, found in numbers.items():
        for name, one in zip(LEAD_NAMES, found["last_round"], strict=True):
            if one["decisions"] >= MIN_DECISIONS:
                figures = (one["share"], one["waiting_share"], one["right"], one["expected"], one["played_out"])
                pile = [percent(_shown(one["pile"][left], "right")) for left in ("many", "few")]
                rows.append([n, name, *map(percent, figures), *pile])
    heads = [
        "players",
        "after taking it",
        "wins if taken",
        "wins if not",
        "right",
        "gain, expected",
        "gain, played out",
    ]
    return table([*heads, "right, over a third of the pile left", "right, less"], rows)


def _rules(numbers: dict[str, Any]) -> str:
    heads = ["the rule", *(f"{n} players (even: {100 / int(n):.1f})" for n in numbers)]
    rows = [[said, *(percent(found["rules"][str(rule)]) for found in numbers.values())] for rule, said in RULES.items()]
    return table(heads, rows)


def _rule_costs(numbers: dict[str, Any]) -> str:
    rows = []
    for rule, said in RULES.items():
        row = [said]
        for n in ("2", "4"):
            one = numbers[n]["rule_costs"][str(rule)]
            costs = (_shown(one, "expected"), _shown(one, "played_out"))
            row += [percent(one["differs"]), *(per_mille(cost) for cost in costs)]
        rows.append(row)
    heads = [
        f"{n} players: {head}" for n in (2, 4) for head in ("another card, % of turns", "cost, ‰", "played out, ‰")
    ]
    return table(["the rule", *heads], rows)


def _last_choice(numbers: dict[str, Any]) -> str:
    heads = ["kept", *(f"{n} players" for n in numbers)]
    rows = [[said, *(percent(found["last_choice"][way]) for found in numbers.values())] for way, said in WAYS.items()]
    return table(heads, rows)


def _opening_check(numbers: dict[str, Any]) -> str:
    rows = [
        [n, how.replace("_", " "), *(per_mille(one, margin=how == "played_out") for one in found["opening"][how])]
        for n, found in numbers.items()
        for how in ("expected", "played_out")
    ]
    return table(["players", "", *map(str, range(11))], rows)


def _shown(answer: dict[str, Any], name: str) -> Any:
    return answer[name] if answer["decisions"] >= MIN_DECISIONS else None
