"""Golden games: a record and the game it tells, in words, small enough to be checked by eye.

    python tests/golden/playthrough.py

writes them anew; look at the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from wonderland.bots.bot import Budget
from wonderland.bots.nimble.levels import turtle
from wonderland.bots.parade.simple import rabbit
from wonderland.bots.timeline import play_live
from wonderland.games import nimble, parade
from wonderland.games.parade import explain
from wonderland.games.registry import GAMES, AnyGame, find
from wonderland.records.log import Log
from wonderland.records.writing import encode

FOLDER = Path(__file__).parent
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")

#: Each option of Nimble is in one of the games.
OPTIONS = {
    ("nimble", 3): {"options": nimble.Options(assist=True)},
    ("nimble", 4): {"options": nimble.Options(errors="out")},
}


def golden_file(game: AnyGame, players: int) -> Path:
    return FOLDER / f"{game.name}-{players}.txt"


def playthrough(record: Mapping[str, Any]) -> str:
    """The record on one line, then the game."""
    tell = {"parade": tell_parade, "nimble": tell_nimble}[record["game"]]
    return "\n".join([encode(record).decode(), "", *tell(record)]) + "\n"


def tell_parade(record: Mapping[str, Any]) -> Iterator[str]:
    before = None
    for step in parade.game.steps(record):
        after = step.state
        if before is None:
            yield f"   {'':4} {' '.join(after.parade)}"
        elif isinstance(step.action, parade.Play):
            fates = explain(before.parade, step.action.card)
            taken = [f"{fate.card} ({fate.reason})" for fate in fates if fate.fate == "taken"]
            takes = f"   takes {', '.join(taken)}" if taken else ""
            name = after.players[step.seat or 0]
            yield f"{len(after.history):2} {name:4}{step.action.card:>4} -> {' '.join(after.parade)}{takes}"
            if after.trigger and not before.trigger:
                yield f"   the last round begins: {str(after).splitlines()[-2]}"
        elif step.action:
            yield f"   {after.players[step.seat or 0]:4} sets aside {' '.join(step.action.cards)}"
        before = after
    assert before is not None
    end = parade.game.outcome(before)
    assert end is not None
    for name, lines, score, cards in zip(before.players, end.sheet, end.scores, end.cards, strict=True):
        sums = [f"{' '.join(line.cards)}{' turned' if line.turned else ''} = {line.points}" for line in lines]
        yield f"   {name:4} {score} with {cards} cards: {'; '.join(sums)}"
    yield f"   won by {', '.join(before.players[seat] for seat in end.winners)}"


def tell_nimble(record: Mapping[str, Any]) -> Iterator[str]:
    steps = list(nimble.game.steps(record))
    players = steps[0].state.players
    yield f"piles {' '.join(steps[0].state.tops)}"
    for (seat, placing), run in groupby(steps[1:], lambda step: (step.seat, isinstance(step.action, nimble.Place))):
        done = list(run)
        last = done[-1].state
        words = [str(step.action) for step in done]
        if placing:
            yield f"{players[seat or 0]:4} {', '.join(words)}: piles {' '.join(last.tops)}"
        else:
            shown = last.discards[seat or 0][-1:] or ("nothing",)
            yield f"{players[seat or 0]:4} {', '.join(words)}: shows {shown[0]}"
    end = nimble.game.outcome(steps[-1].state)
    assert end is not None
    for name, title, left, errors in zip(players, end.titles, end.left, end.errors, strict=True):
        yield f"{name:4} {title}: {left} cards left, {errors} errors"
    yield f"{end.end}; won by {', '.join(players[seat] for seat in end.winners)}"


def play(game: AnyGame, players: int, seed: int) -> dict[str, Any]:
    """A game among simple bots."""
    random = Random(seed)
    deal = game.shuffle(NAMES[:players], random, **OPTIONS.get((game.name, players), {}))
    if game.name == "nimble":
        return play_live(game, deal, [turtle(seed + seat) for seat in range(players)]).log.record()
    log, bot = Log(game, deal), rabbit(seed)
    while game.outcome(log.state) is None:
        able = [seat for seat in range(players) if game.legal(log.state, seat)]
        seat = able[int(random.random() * len(able))]
        log.act(seat, bot.decide(game.view(log.state, seat), Budget()))
    return log.record()


def read(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = msgspec.json.decode(path.read_text("utf-8").partition("\n")[0])
    return record


if __name__ == "__main__":
    for name in GAMES:
        for number in find(name).seats:
            target = golden_file(find(name), number)
            kept = read(target) if target.exists() else play(find(name), number, seed=number)
            target.write_text(playthrough(kept), "utf-8")
            print(target.name)
