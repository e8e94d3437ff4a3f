"""Playing on from a moment of another game: a table whose first game begins there. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from wonderland.core.errors import NotAllowed, unknown_seat
from wonderland.core.fields import Data, at, integer
from wonderland.records.log import Log
from wonderland.records.replaying import game_of
from wonderland.server.tables.entries import Position
from wonderland.server.tables.requests import NewSeat, NewTable


def what_if_table(
    record: Data, ply: int, seat: int, bots: Sequence[str], open_seats: bool
) -> tuple[NewTable, Position]:
    """The table for a record, and where it begins: after ``ply`` actions, with the caller at ``seat``.

    Everything that the table needs is in it: the record may be deleted. Nobody's name is.
    ``bots`` are for all other seats; with ``open_seats`` they take those where nobody has sat down before.
    """
    game = game_of(record)
    if game.table.live:
        raise NotAllowed("what_if_live", game=game.name)
    log = Log.resume(record)
    players = len(log.deal.players)
    if nobody := unknown_seat(seat, players):
        raise nobody
    with at("at_key", key="ply"):
        integer(ply, 0, len(log.actions))
    if len(bots) != players - 1:
        raise NotAllowed("what_if_bots", needed=players - 1, found=len(bots))
    actions = log.actions[: _before_choices(log, ply)]
    begun = Log(game, log.deal)
    for done in actions:
        begun.act(done.seat, done.action)
    if game.outcome(begun.state) is not None:
        raise NotAllowed("what_if_over")
    others: list[str | None] = [*bots]
    others.insert(seat, None)
    deal = game.record(log.deal, [])
    del deal["players"]
    position = Position(deal, [(done.seat, str(done.action)) for done in actions], others, game.rules_version)
    seats = [NewSeat("me") if bot is None else NewSeat() if open_seats else NewSeat("bot", bot) for bot in others]
    return NewTable(game.name, seats), position


def _before_choices(log: Log, ply: int) -> int:
    """That moment; where several seats choose at once, the one before the first of them has chosen.

    What they chose is hidden until all have, so whoever plays on there chooses too.
    """
    state, waited = log.game.deal(log.deal), []
    for done in log.actions[:ply]:
        waited.append(log.game.table.waiting(state))
        state = log.game.apply(state, done.seat, done.action)
    while ply and (len(waited[ply - 1]) > 1 or (ply > 1 and _waited_before(log, waited, ply - 1))):
        ply -= 1
    return ply


def _waited_before(log: Log, waited: Sequence[Sequence[int]], number: int) -> bool:
    """Whether the table waited for whoever did an action before the one before it was done, by somebody else."""
    seat, before = log.actions[number].seat, log.actions[number - 1].seat
    return seat != before and seat in waited[number - 1]
