"""The page "Luck and skill": its numbers, tables and pictures."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from wonderland.bots.parade.network.weights import weights_hash
from wonderland.lab import luck_article as article
from wonderland.lab.ends import ends_of, majorities_worth, seats_and_ends
from wonderland.lab.markdown import plain
from wonderland.lab.table_bots import BOTS, SEARCHING_BOTS, TABLES, losses, luck_parts, reviews, strength

PAGE, NUMBERS = "luck-and-skill.md", "luck-and-skill.json"
#: Games of random and of greedy players for one of the card network: they are that much quicker.
QUICK_GAMES = 50
#: Letters of the weights' hash that tell them apart.
HASH_LETTERS = 12


def answers(players: int, options: Namespace) -> dict[str, Any]:
    """All the page's numbers for a number of players; ``options`` are those of the command."""
    games, rollouts, threads = options.games, options.rollouts, options.threads
    ends = ends_of(players, games, threads=threads)
    found: dict[str, Any] = {
        "weights": weights_hash()[:HASH_LETTERS],
        "players": seats_and_ends(ends, QUICK_GAMES * games, threads),
        "majorities": majorities_worth(ends) | {"games": games},
        "strength": {},
        "luck": {},
    }
    for bot in BOTS:
        count = options.bot_games if bot in SEARCHING_BOTS else 3 * options.bot_games
        wins = strength(bot, players, count, rollouts, threads)
        found["strength"][bot] = {"games": count, "rollouts": rollouts if bot in SEARCHING_BOTS else None, "wins": wins}
    for table in TABLES.get(players, ()):
        reports = reviews(players, table, options.reviewed_games)
        found["luck"][table] = luck_parts(reports) | {"games": len(reports), "lost": losses(reports)}
    return found


def make(options: Namespace) -> None:
    """Measure anew, for all numbers of players or some, and write what follows from it."""
    file = options.docs / NUMBERS
    numbers = json.loads(file.read_text("utf-8")) if file.exists() else {}
    for players in options.players:
        numbers[str(players)] = plain(answers(players, options))
        file.write_text(json.dumps(dict(sorted(numbers.items())), separators=(",", ":")) + "\n", "utf-8")
        print(f"{PAGE}: {players} players: done", flush=True)
    draw(options.docs)


def draw(folder: Path) -> None:
    """Write the tables and pictures of the numbers."""
    numbers = json.loads((folder / NUMBERS).read_text("utf-8"))
    for name, picture in article.pictures(numbers).items():
        (folder / name).write_text(picture, "utf-8")
    page = folder / PAGE
    page.write_text(article.page(page.read_text("utf-8"), numbers), "utf-8")
