"""The page "What Alice knows": its numbers, tables and pictures, and the opening table."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from wonderland.bots.parade import opening as reader
from wonderland.lab import alice_article as article
from wonderland.lab.endings import kept_by_value, last_choices
from wonderland.lab.markdown import plain
from wonderland.lab.opening import opening_by_value, opening_decisions, opening_json, opening_table
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


def answers(players: int, games: int, threads: int = 1) -> dict[str, Any]:
    """All the page's numbers for a number of players."""
    study = decisions_of(players, games, playing_out=True, threads=threads)
    choices = choices_of(players, games, threads=threads)
    few = max(games // 4, 2 * players)
    return {
        "turn_order": turn_order(players, 2 * games, threads),
        "taking": taking_or_spending(study),
        "keeping": keeping_by_value(study),
        "last_round": beginning_last_round(study),
        "rules": {rule: rule_in_games(players, rule, few, threads) for rule in RULES},
        "rule_costs": {rule: rule_in_decisions(study, rule) for rule in RULES},
        "last_choice": last_choices(choices),
        "kept": kept_by_value(choices),
        "opening": opening_by_value(opening_decisions(players, few, exchanging=True, threads=threads)),
    }


def make(options: Namespace) -> None:
    """Measure anew, for all numbers of players or some, and write what follows from it."""
    file, table = options.docs / NUMBERS, Path(reader.__file__).with_name("opening.json")
    numbers = json.loads(file.read_text("utf-8")) if file.exists() else {}
    tables = json.loads(table.read_text("utf-8"))["tables"] if table.exists() else {}
    for players in options.players:
        numbers[str(players)] = plain(answers(players, options.games, options.threads))
        tables[str(players)] = opening_table(opening_decisions(players, options.opening_games, threads=options.threads))
        file.write_text(json.dumps(dict(sorted(numbers.items())), separators=(",", ":")) + "\n", "utf-8")
        table.write_text(opening_json(tables, options.opening_games), "utf-8")
        print(f"{PAGE}: {players} players: done", flush=True)
    draw(options.docs)


def draw(folder: Path) -> None:
    """Write the tables and pictures of the numbers."""
    numbers = json.loads((folder / NUMBERS).read_text("utf-8"))
    for name, picture in article.pictures(numbers).items():
        (folder / name).write_text(picture, "utf-8")
    page = folder / PAGE
    page.write_text(article.page(page.read_text("utf-8"), numbers), "utf-8")
