"""The page "What Alice knows": its numbers, tables and pictures, and the opening table."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from wonderland.bots.parade import opening as reader
from wonderland.lab import alice_article as article
from wonderland.lab.endings import kept_by_value, last_choices
from wonderland.lab.numbers_file import NumbersFile
from wonderland.lab.opening import OPENING, opening_by_value, opening_decisions, opening_json, opening_table
from wonderland.lab.questions import (
    beginning_last_round,
    keeping_by_value,
    rule_in_decisions,
    rule_in_games,
    taking_or_spending,
    turn_order,
)
from wonderland.lab.rules_of_thumb import RULES
from wonderland.lab.studies import choices_of, decisions_of

PAGE, NUMBERS = "what-alice-knows.md", "numbers.json"


def measure(file: NumbersFile, players: int, options: Namespace) -> None:
    """All the page's numbers for a number of players; ``options`` are those of the command."""
    games, threads = options.games, options.threads
    few = max(games // 4, 2 * players)

    def seats() -> dict[str, Any]:
        return {"turn_order": turn_order(players, 2 * games, threads)}

    def decisions() -> dict[str, Any]:
        study = decisions_of(players, games, playing_out=True, threads=threads)
        return {
            "taking": taking_or_spending(study),
            "keeping": keeping_by_value(study),
            "last_round": beginning_last_round(study),
            "rule_costs": {rule: rule_in_decisions(study, rule) for rule in RULES},
        }

    def choices() -> dict[str, Any]:
        study = choices_of(players, games, threads=threads)
        return {"last_choice": last_choices(study), "kept": kept_by_value(study)}

    def rules() -> dict[str, Any]:
        return {"rules": {rule: rule_in_games(players, rule, few, threads) for rule in RULES}}

    def opening() -> dict[str, Any]:
        return {"opening": opening_by_value(opening_decisions(players, few, exchanging=True, threads=threads))}

    def keeping_table() -> dict[str, Any]:
        return {OPENING: opening_table(opening_decisions(players, options.opening_games, threads=threads))}

    for part in (seats, decisions, choices, rules, opening):
        file.measure(players, part.__name__, {"games": games}, part)
    file.measure(players, OPENING, {"games": options.opening_games}, keeping_table)


def make(options: Namespace) -> None:
    """Measure what has not been measured yet, and write what follows from it."""
    file = NumbersFile(options.out / NUMBERS, options.docs / NUMBERS)
    for players in options.players:
        measure(file, players, options)
    draw(options.docs / PAGE, options.out, file.numbers)
    # The table ships with the package.
    folder = Path(reader.__file__).parent if options.out == options.docs else options.out
    (folder / reader.FILE).write_text(opening_json(file.numbers), "utf-8")


def draw(page: Path, folder: Path, numbers: dict[str, Any]) -> None:
    """Write the page with its tables and pictures made anew into a folder."""
    for name, picture in article.pictures(numbers).items():
        (folder / name).write_text(picture, "utf-8")
    (folder / PAGE).write_text(article.page(page.read_text("utf-8"), numbers), "utf-8")
