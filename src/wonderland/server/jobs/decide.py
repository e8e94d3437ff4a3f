"""The kind ``decide``: a bot's decision from a seat's view. Never a game state, which would hold everybody's cards."""

from __future__ import annotations

from typing import Any

import msgspec

from wonderland.bots.bot import Budget
from wonderland.core.cards import read_card
from wonderland.games.registry import find
from wonderland.records.writing import encode
from wonderland.server.jobs.kinds import JobKind, JobRefused, JobTools

LEASE_MS = 2_000  #: how long a dead worker holds up a decision before another takes it over


class DecideJob(msgspec.Struct, frozen=True):
    """Who decides in which game, on what view, from which seed and within which budget."""

    bot: str
    game: str
    #: As JSON: what is in a database is never unpickled.
    view: msgspec.Raw
    seed: int
    budget: Budget


class Decision(msgspec.Struct, frozen=True):
    """An action as text. The server checks it by the rules before it counts."""

    action: str


def decide_payload(bot: str, game: str, view: Any, seed: int, budget: Budget) -> bytes:
    """A decision that is wanted, as it is kept in the queue."""
    return msgspec.json.encode(DecideJob(bot, game, msgspec.Raw(encode(view)), seed, budget))


def read_view(game: str, view: msgspec.Raw) -> Any:
    """The view, as the game made it."""
    return msgspec.json.decode(view, type=find(game).table.View, dec_hook=read_card)


async def handle(job: DecideJob, tools: JobTools) -> Decision:
    """The bot's action, or its substitute's when it fails, as on the server.

    A bot that is unknown here or not compiled yet may be ready on the server, so nobody decides for it.
    """
    rules, view = find(job.game), read_view(job.game, job.view)
    if not await tools.bots.ready(job.bot, len(view.players)):
        raise JobRefused("bot_not_ready")
    allowed = rules.choices(view)

    def check(action: Any) -> bool:
        return action not in allowed

    return Decision(str(await tools.bots.decide(job.bot, job.game, view, job.seed, job.budget, check)))


DECIDE = JobKind(payload=DecideJob, result=Decision, handle=handle, lease_ms=LEASE_MS)
