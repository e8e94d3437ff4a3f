"""The page "Luck and skill": its numbers, tables and pictures."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any

from wonderland.lab import luck_article as article
from wonderland.lab.ends import ends_of, majorities_worth, seats_and_ends
from wonderland.lab.numbers_file import NumbersFile
from wonderland.lab.table_bots import BOTS, SEARCHING_BOTS, TABLES, WORLDS, losses, luck_parts, reviews, strength

PAGE, NUMBERS = "luck-and-skill.md", "luck-and-skill.json"
#: Games of random and of greedy players for one of the card network: they are that much quicker.
QUICK_GAMES = 50


def measure(file: NumbersFile, players: int, options: Namespace) -> None:
    """All the page's numbers for a number of players; ``options`` are those of the command."""
    games, threads = options.games, options.threads

    def ends() -> dict[str, Any]:
        found = ends_of(players, games, threads=threads)
        return {
            "players": seats_and_ends(found, QUICK_GAMES * games, threads),
            "majorities": majorities_worth(found) | {"games": games},
        }

    file.measure(players, "ends", {"games": games}, ends)
    for bot in BOTS:
        count = options.bot_games if bot in SEARCHING_BOTS else 3 * options.bot_games
        measured = {"games": count, "rollouts": options.rollouts if bot in SEARCHING_BOTS else None}
        file.measure(players, f"strength of {bot}", measured, partial(_strength, players, bot, measured, threads))
    for table in TABLES.get(players, ()):
        reviewed = {"games": options.reviewed_games, "worlds": WORLDS}
        file.measure(players, f"luck of {table}", reviewed, partial(_luck, players, table, reviewed["games"], threads))


def _strength(players: int, bot: str, settings: dict[str, Any], threads: int) -> dict[str, Any]:
    wins = strength(bot, players, settings["games"], settings["rollouts"], threads)
    return {"strength": {bot: {**settings, "wins": wins}}}


def _luck(players: int, table: str, games: int, threads: int) -> dict[str, Any]:
    reports = reviews(players, table, games, threads)
    return {"luck": {table: luck_parts(reports) | {"games": len(reports), "lost": losses(reports)}}}


def make(options: Namespace) -> None:
    """Measure what has not been measured yet, and write what follows from it."""
    file = NumbersFile(options.out / NUMBERS, options.docs / NUMBERS)
    for players in options.players:
        measure(file, players, options)
    draw(options.docs / PAGE, options.out, file.numbers)


def draw(page: Path, folder: Path, numbers: dict[str, Any]) -> None:
    """Write the page with its tables and pictures made anew into a folder."""
    for name, picture in article.pictures(numbers).items():
        (folder / name).write_text(picture, "utf-8")
    (folder / PAGE).write_text(article.page(page.read_text("utf-8"), numbers), "utf-8")
