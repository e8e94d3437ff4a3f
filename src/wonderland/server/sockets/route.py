"""The door to a table: who may come in, and as whom."""

from __future__ import annotations

from typing import Any

from litestar import WebSocket, websocket

from wonderland.core.errors import NotAllowed, Unreadable, WonderlandError, shown
from wonderland.messages import LANGUAGES
from wonderland.server.house import House
from wonderland.server.http import asking
from wonderland.server.http.security import same_origin
from wonderland.server.sockets.connection import Connection
from wonderland.server.sockets.protocol import line_of
from wonderland.server.sockets.talking import Talk
from wonderland.server.sockets.visit import CODES, RETRY, Visit
from wonderland.server.tables.moment import Moment
from wonderland.server.tables.requests import Asker
from wonderland.server.wire.codec import encode, refused
from wonderland.server.wire.messages import Bye


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], house: House, table_id: str) -> None:
    """One connection to one table; the query may hold ``seat``, ``version``, ``lang`` and ``guide``."""
    await socket.accept()
    lang = language(socket)
    if not house.doors.open:  # closing, or another database is being put in place
        await socket.send_data(encode(Bye("restarting", RETRY["restarting"])))
        await socket.close(CODES["restarting"])
        return
    address = asking.address(socket)
    try:
        if not same_origin(socket, house.settings):
            raise NotAllowed("socket_origin")
        person = await asking.who(socket, house)
        asker = Asker(person.id, person.name) if person else None
        seat = chosen_seat(socket, house.tables.shown(table_id), asker)
        version, at = number(socket, "version") or 0, number(socket, "at")
        house.doors.enter(asker.id if asker else None, address)
    except WonderlandError as problem:
        await socket.send_data(encode(refused(problem, None, 0, lang)))
        await socket.close(CODES["banned"])
        return
    line = line_of(socket.scope)
    connection = Connection(
        lambda: house.tables.find(table_id),
        socket.send,  # type: ignore[arg-type]  # Litestar types it by its messages
        house.clock,
        asker,
        seat,
        lang=lang,
        guided=socket.query_params.get("guide") == "1",
        message_bytes=house.settings.message_bytes,
        messages_per_second=house.settings.messages_per_second,
        talk=Talk(house, table_id, person.id).say if person else None,
        metrics=house.metrics,
        at_once=line.put if line else None,
        talk_allowance=house.doors.talk(person.id) if person else None,
    )
    visit = Visit(house, table_id, connection, socket, person, address)
    house.doors.visits.add(visit)
    try:
        await visit.stay(version, at)
    finally:
        house.doors.visits.discard(visit)
        house.doors.leave(connection.person, address)


def chosen_seat(socket: WebSocket[Any, Any, Any], moment: Moment, asker: Asker | None) -> int | None:
    """The seat the client wants to play, one of its own; else its first; None for somebody who only watches."""
    mine = moment.seats_of(asker.id if asker else None)
    wanted = number(socket, "seat")
    if wanted is None:
        return mine[0] if mine else None
    if wanted not in mine:
        raise NotAllowed("socket_seat", seat=wanted)
    return wanted


def number(socket: WebSocket[Any, Any, Any], key: str) -> int | None:
    text = socket.query_params.get(key)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 15):
        raise Unreadable("integer_wrong", value=shown(text), low=0, high=10**14).within("at_key", key=key)
    return int(text)


def language(socket: WebSocket[Any, Any, Any]) -> str:
    wanted = socket.query_params.get("lang")
    return wanted if wanted in LANGUAGES else asking.language(socket.headers)


routes = [table_socket]
