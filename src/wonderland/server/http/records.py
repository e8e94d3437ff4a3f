"""Records that people upload to look at them here. Everyone with the link may see them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Router, delete, get, post
from litestar.di import NamedDependency as Given
from litestar.params import JSONBody

from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.core.fields import Data
from wonderland.records import encode
from wonderland.records.log import Log
from wonderland.server.context import ServerContext
from wonderland.server.errors import Unknown
from wonderland.server.http.errors import error_responses
from wonderland.server.http.games import After, AsText, Explain, ViewOf
from wonderland.server.http.ids import Id, checked_id
from wonderland.server.ids import new_id
from wonderland.server.people import Person
from wonderland.server.store.record_store import UploadedRecord
from wonderland.server.tables.replay_pages import ReplayPage
from wonderland.server.tables.table import MAX_ACTIONS_PER_SEAT

MAX_RECORD_BYTES = 524_288  #: of a record: one of as many actions as it may have needs less
MAX_RECORDS_PER_PERSON = 200  #: records one person may keep here
#: Actions of a record: as many as a game at a table of ours can have, by people and bots at four seats.
MAX_RECORD_ACTIONS = 4 * 2 * MAX_ACTIONS_PER_SEAT
MAX_PLAYER_NAME_LENGTH = 64  #: characters of a name in it


class ImportedRecord(msgspec.Struct, frozen=True):
    """An uploaded record."""

    id: str
    game: str
    created: int
    record: dict[str, Any]
    #: As ``wonderland replay --json`` prints it.
    result: dict[str, Any]


class ImportedRecordSummary(msgspec.Struct, frozen=True):
    """A record in the list of one's uploads."""

    id: str
    game: str
    created: int
    players: list[str]


@get("/records", operation_id="myRecords", summary="My uploaded records", responses=error_responses(401, 403))
async def my_records(person: Given[Person], context: Given[ServerContext]) -> list[ImportedRecordSummary]:
    rows = await context.store.records.of_person(person.id)
    return [ImportedRecordSummary(row.id, row.game, row.created, row.players) for row in rows]


@post(
    "/records",
    operation_id="importRecord",
    summary="Upload a record",
    description="The body is one game record (docs/formats.md), finished or not, of at most 512 KiB and 20,000 "
    "actions. Keys that are not in the format are not kept.",
    responses=error_responses(400, 401, 403, 409, 429),
)
async def import_record(
    data: JSONBody[dict[str, Any]], person: Given[Person], context: Given[ServerContext]
) -> ImportedRecord:
    context.limits.take("imports", person.id)
    check_length(data)
    game, record, result = await context.replays.run(check_record, data)
    id_, now = new_id(), context.clock.now()
    uploaded = UploadedRecord(id=id_, created=now, game=game, record=encode(record))
    await context.store.records.add(uploaded, record["players"], person.id, _check_uploader)
    return ImportedRecord(id_, game, now, record, result)


@get(
    "/records/{record_id:str}",
    operation_id="seeRecord",
    summary="An uploaded record",
    responses=error_responses(400, 404, 429),
)
async def see_record(record_id: Id, context: Given[ServerContext], address: Given[str]) -> ImportedRecord:
    context.limits.take("replays", address)
    row = await find_record(context, record_id)
    game, record, result = await context.replays.run(check_record, msgspec.json.decode(row.record))
    return ImportedRecord(row.id, game, row.created, record, result)


@get(
    "/records/{record_id:str}/steps",
    operation_id="recordSteps",
    summary="A record step by step, as a seat saw it",
    responses=error_responses(400, 404, 409, 429),
)
async def record_steps(
    record_id: Id,
    context: Given[ServerContext],
    address: Given[str],
    seat: ViewOf = "",
    after: After = 0,
    explain: Explain = 0,
    plain: AsText = 0,
) -> ReplayPage:
    context.limits.take("replays", address)
    row = await find_record(context, record_id)
    return await context.replays.page(row.record, seat, after, bool(explain), bool(plain))


@delete(
    "/records/{record_id:str}",
    operation_id="dropRecord",
    summary="Delete an uploaded record",
    responses=error_responses(400, 401, 403, 404),
)
async def drop_record(record_id: Id, person: Given[Person], context: Given[ServerContext]) -> None:
    id_ = checked_id(record_id, "record_not_here")
    if not await context.store.records.drop(id_, person.id):
        raise Unknown("record_not_here")


def _check_uploader(gone: bool, records: int) -> None:
    if gone:
        raise Unknown("person_gone")  # deleted while the record was checked
    if records >= MAX_RECORDS_PER_PERSON:
        raise NotAllowed("imports_too_many", most=MAX_RECORDS_PER_PERSON)


def check_length(data: Data) -> None:
    """Refuse a record that would take long to replay, whatever its game calls the list of actions."""
    if any(isinstance(value, list) and len(value) > MAX_RECORD_ACTIONS for value in data.values()):
        raise Unreadable("import_long", most=MAX_RECORD_ACTIONS)


def check_record(data: Data) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """The game, the record as we write it, and its result; raises what is wrong with it."""
    log = Log.resume(data)
    for name in log.deal.players:
        if len(name) > MAX_PLAYER_NAME_LENGTH:
            raise Unreadable("import_name_long", most=MAX_PLAYER_NAME_LENGTH).within("at_key", key="players")
    return log.game.name, log.game.record(log.deal, log.actions), log.game.result(log.state)


async def find_record(context: ServerContext, id_: str) -> UploadedRecord:
    """An uploaded record."""
    row = await context.store.records.find(checked_id(id_, "record_not_here"))
    if row is None:
        raise Unknown("record_not_here")
    return row


routes = [
    Router(
        "/api",
        route_handlers=[my_records, import_record, see_record, record_steps, drop_record],
        tags=["games"],
        request_max_body_size=MAX_RECORD_BYTES,
    )
]
