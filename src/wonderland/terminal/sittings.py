"""A person sits down to play: Parade to its score, Nimble for one round or a Challenge."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from shlex import quote

from rich.console import Console
from rich.text import Text

from wonderland.bots.nimble import Flipper
from wonderland.bots.parade import Greedy
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.games import nimble, parade
from wonderland.messages import say
from wonderland.records import save
from wonderland.records.log import Log
from wonderland.terminal.asking import Left, Talk
from wonderland.terminal.parade import ParadeTable
from wonderland.terminal.results import show_result, won_by
from wonderland.terminal.start import Start, resumed


def play_parade(start: Start, talk: Talk | None = None) -> None:
    talk = talk or Talk(start.lang)
    if start.resume:
        log = resumed(start.resume, parade.game)[-1]
    else:
        log = Log(parade.game, parade.game.shuffle(start.players(parade.game, usual=2), start.random))
    players = len(log.state.players)
    start.check_seat(players)
    path = start.file(parade.game, "json")
    bots = {seat: Greedy(Random(start.random.random())) for seat in range(players) if seat != start.seat}
    table = ParadeTable(talk, log, start.seat, bots, lambda: save(path, log.record()))
    try:
        table.play()
    except Left:
        talk.tell("play_saved_resume", file=quote(str(path)), game="parade")
    else:
        talk.tell("play_saved", "dim", file=path)


def play_nimble(start: Start, options: nimble.Options, pace: float, challenge: bool) -> None:
    """One round, or with ``challenge`` as many as players (N9), each saved as a line."""
    if not 0.05 <= pace <= 60:
        raise Unreadable("pace_wrong", value=pace).within("at_key", key="--pace")
    if start.resume:
        logs = resumed(start.resume, nimble.game)
    else:
        players = start.players(nimble.game, usual=1)
        of = (1, len(players)) if challenge else None
        logs = [Log(nimble.game, nimble.game.shuffle(players, start.random, options=options, of=of))]
    start.check_seat(len(logs[0].state.players))
    path = start.file(nimble.game, "jsonl" if logs[0].deal.round else "json")
    while _play_round(start, logs, path, pace):
        following = _next_round(start, logs)
        if following is None:
            break
        logs.append(following)


def _play_round(start: Start, logs: list[Log], path: Path, pace: float) -> bool:
    """Play the last of the rounds; False when the person left it."""
    from wonderland.terminal.nimble import NimbleApp

    log, lang, console = logs[-1], start.lang, Console(highlight=False)
    bots = {seat: Flipper(start.random) for seat in range(len(log.state.players)) if seat != start.seat}
    if nimble.game.outcome(log.state) is None:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise NotAllowed("nimble_terminal")
        NimbleApp(
            log, start.seat, bots, lang, start.random, pace, lambda: save(path, *(one.record() for one in logs))
        ).run()
    save(path, *(one.record() for one in logs))
    if nimble.game.outcome(log.state) is None:
        console.print(Text(say("play_saved_resume", lang, file=quote(str(path)), game="nimble")), soft_wrap=True)
        return False
    show_result(nimble.game, log.state, lang, console)
    console.print(Text(say("play_saved", lang, file=path), "dim"), soft_wrap=True)
    return True


def _next_round(start: Start, logs: list[Log]) -> Log | None:
    """The next round of a Challenge: the Pinocchio gives the fewest cards (N9); None after the last."""
    if logs[0].deal.round is None:
        return None
    console, players = Console(highlight=False), logs[0].state.players
    standing = nimble.Challenge.start(len(players))
    for log in logs:
        end = nimble.game.outcome(log.state)
        assert end is not None, "a round follows only a finished one"
        standing = standing.after(end)
    console.print(Text(say("challenge_standing", start.lang, wins=standing.wins, errors=standing.errors)))
    if standing.over:
        console.print(Text(say("challenge_over", start.lang) + " " + won_by(players, standing.winners(), start.lang)))
        return None
    deal = nimble.game.shuffle(
        players,
        start.random,
        options=logs[0].deal.options,
        fewest=standing.fewest,
        of=(standing.played + 1, len(players)),
    )
    return Log(nimble.game, deal)
