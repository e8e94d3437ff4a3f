"""A person sits down to play: Parade to its score, Nimble for one round or a Challenge."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from shlex import quote

import msgspec

from wonderland.bots.registry import make
from wonderland.core.errors import NotAllowed
from wonderland.games import nimble, parade
from wonderland.games.registry import AnyGame
from wonderland.records.log import Log
from wonderland.terminal.asking import Left, Talk
from wonderland.terminal.menu import ask_levels, check_here
from wonderland.terminal.opponents import Opponent
from wonderland.terminal.parade import ParadeTable
from wonderland.terminal.results import show_result, won_by
from wonderland.terminal.start import Keeper, Start


def play_parade(start: Start) -> None:
    talk = Talk(start.lang)
    if start.resume:
        keeper = Keeper.resumed(start, start.resume, parade.game)
        opponents = _opponents(start, parade.game, keeper.log.state.players)
    else:
        start = invite(start, parade.game, talk, usual=2)
        deal = parade.game.shuffle(start.players(parade.game, usual=2), start.random)
        # Before there is a file: an opponent who is not installed here is told first.
        opponents = _opponents(start, parade.game, deal.players)
        keeper = Keeper.fresh(start, parade.game, deal, "json")
    try:
        ParadeTable(talk, keeper.log, start.seat, opponents, keeper.save, start.random).play()
    except (Left, KeyboardInterrupt):
        talk.show_whole(talk.text("play_saved_resume", file=quote(str(keeper.path)), game="parade"))
    else:
        talk.show_whole(talk.text("play_saved", file=keeper.path), "dim")


def invite(start: Start, game: AnyGame, talk: Talk, usual: int) -> Start:
    """Ask a person at a terminal who is to sit down with them, unless they have said so already."""
    if start.levels or start.opponents is not None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return start
    levels = ask_levels(talk, game, usual)
    return msgspec.structs.replace(start, levels=levels, opponents=len(levels) or None)


def _opponents(start: Start, game: AnyGame, players: Sequence[str]) -> dict[int, Opponent]:
    levels = start.levels_of(game, players)
    check_here(levels.values(), game, start.lang)
    return {seat: Opponent(level, make(level, int(start.random.random() * 2**32))) for seat, level in levels.items()}


def play_nimble(start: Start, options: nimble.Options, challenge: bool) -> None:
    """One round, or with ``challenge`` as many as players (N9), each saved as a line."""
    talk = Talk(start.lang)
    if start.resume:
        keeper = Keeper.resumed(start, start.resume, nimble.game)
    else:
        start = invite(start, nimble.game, talk, usual=1)
        players = start.players(nimble.game, usual=1)
        of = (1, len(players)) if challenge else None
        _need_a_terminal()
        deal = nimble.game.shuffle(players, start.random, options=options, of=of)
        keeper = Keeper.fresh(start, nimble.game, deal, "jsonl" if challenge else "json")
    try:
        while _play_round(start, keeper, talk):
            following = _next_round(start, keeper, talk)
            if following is None:
                return
            talk.ask("challenge_next")
            keeper.logs.append(following)
    except Left:
        talk.show_whole(talk.text("play_saved_resume", file=quote(str(keeper.path)), game="nimble"))


def _need_a_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NotAllowed("nimble_terminal")


def _play_round(start: Start, keeper: Keeper, talk: Talk) -> bool:
    """Play the last of the rounds to its end."""
    from wonderland.terminal.nimble import NimbleApp

    log = keeper.log
    if nimble.game.outcome(log.state) is None:
        _need_a_terminal()
        # Fresh ones each round: the packs are shuffled, so nothing that was seen before helps.
        opponents = _opponents(start, nimble.game, log.state.players)
        app = NimbleApp(log, start.seat, opponents, start.lang, keeper.save)
        app.run()
        keeper.save()
        if app.return_code:
            sys.exit(app.return_code)
    if nimble.game.outcome(log.state) is None:
        raise Left
    show_result(nimble.game, log.state, start.lang, talk.console)
    talk.show_whole(talk.text("play_saved", file=keeper.path), "dim")
    return True


def _next_round(start: Start, keeper: Keeper, talk: Talk) -> Log | None:
    """The next round of a Challenge: the Pinocchio gives the fewest cards (N9); None after the last."""
    rounds: list[Log] = []
    for log in keeper.logs:
        # A file may hold several Challenges, one after the other; a single round is none.
        rounds = [log] if log.deal.round is None or log.deal.round[0] == 1 else [*rounds, log]
    if rounds[0].deal.round is None or rounds[0].deal.round[0] != 1 or keeper.path.suffix != ".jsonl":
        return None
    players = rounds[0].state.players
    standing = nimble.Challenge.start(len(players))
    for log in rounds:
        end = nimble.game.outcome(log.state)
        assert end is not None, "a round follows only a finished one"
        standing = standing.after(end)
    talk.tell("challenge_standing", wins=standing.wins, errors=standing.errors)
    if standing.over:
        talk.tell("challenge_over", "bold", winners=won_by(players, standing.winners(), start.lang))
        return None
    deal = nimble.game.shuffle(
        players,
        start.random,
        options=rounds[0].deal.options,
        fewest=standing.fewest,
        of=(standing.played + 1, len(players)),
    )
    return Log(nimble.game, deal)
