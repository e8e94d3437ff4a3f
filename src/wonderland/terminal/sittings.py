"""A person sits down to play: Parade to its score, Nimble for one round or a Challenge."""

from __future__ import annotations

import sys
from shlex import quote

from wonderland.bots.nimble.flipper import Flipper
from wonderland.bots.parade.simple import rabbit
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.games import nimble, parade
from wonderland.records.log import Log
from wonderland.terminal.asking import Left, Talk
from wonderland.terminal.parade import ParadeTable
from wonderland.terminal.results import show_result, won_by
from wonderland.terminal.start import Keeper, Start


def play_parade(start: Start) -> None:
    talk = Talk(start.lang)
    if start.resume:
        keeper = Keeper.resumed(start, start.resume, parade.game)
    else:
        deal = parade.game.shuffle(start.players(parade.game, usual=2), start.random)
        keeper = Keeper.fresh(start, parade.game, deal, "json")
    seats = range(len(keeper.log.state.players))
    bots = {seat: rabbit(int(start.random.random() * 2**32)) for seat in seats if seat != start.seat}
    try:
        ParadeTable(talk, keeper.log, start.seat, bots, keeper.save).play()
    except Left:
        talk.tell("play_saved_resume", file=quote(str(keeper.path)), game="parade")
    else:
        talk.tell("play_saved", "dim", file=keeper.path)


def play_nimble(start: Start, options: nimble.Options, pace: float, challenge: bool) -> None:
    """One round, or with ``challenge`` as many as players (N9), each saved as a line."""
    if not 0.05 <= pace <= 60:
        raise Unreadable("pace_wrong", value=pace).within("at_key", key="--pace")
    if start.resume:
        keeper = Keeper.resumed(start, start.resume, nimble.game)
    else:
        players = start.players(nimble.game, usual=1)
        of = (1, len(players)) if challenge else None
        _need_a_terminal()
        deal = nimble.game.shuffle(players, start.random, options=options, of=of)
        keeper = Keeper.fresh(start, nimble.game, deal, "jsonl" if challenge else "json")
    talk = Talk(start.lang)
    try:
        while _play_round(start, keeper, talk, pace):
            following = _next_round(start, keeper, talk)
            if following is None:
                return
            talk.ask("challenge_next")
            keeper.logs.append(following)
    except Left:
        talk.tell("play_saved_resume", file=quote(str(keeper.path)), game="nimble")


def _need_a_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NotAllowed("nimble_terminal")


def _play_round(start: Start, keeper: Keeper, talk: Talk, pace: float) -> bool:
    """Play the last of the rounds to its end."""
    from wonderland.terminal.nimble import NimbleApp

    log = keeper.log
    if nimble.game.outcome(log.state) is None:
        _need_a_terminal()
        bots = {seat: Flipper(start.random) for seat in range(len(log.state.players)) if seat != start.seat}
        app = NimbleApp(log, start.seat, bots, start.lang, start.random, pace, keeper.save)
        app.run()
        keeper.save()
        if app.return_code:
            sys.exit(app.return_code)
    if nimble.game.outcome(log.state) is None:
        raise Left
    show_result(nimble.game, log.state, start.lang, talk.console)
    talk.tell("play_saved", "dim", file=keeper.path)
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
