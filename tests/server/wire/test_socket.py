"""Whatever a client sends over a real socket to a real server: it is answered, and nothing else happens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from server.hosting.running import Running, running
from server.wire.client import Client, Guest, Visitor
from server.wire.strategies import ids, junk, messages
from wonderland.core.errors import Unreadable
from wonderland.server.protocols.websocket import MAX_MESSAGE_BYTES
from wonderland.server.wire.codec import decode
from wonderland.server.wire.messages import Mute, Pong, Sync

quick = settings(max_examples=60, deadline=None)

#: Stands for a card that the seat has in its hand.
CARD = "a card of the hand"
some_ids = ids | st.integers(0, 2**40).map(str)
plays = st.fixed_dictionaries({"type": st.just("act"), "id": some_ids, "version": st.just(1), "action": st.just(CARD)})
#: Who resigns has a bot play on, which acts by itself: that is another test.
staying = (messages().map(json.dumps) | junk()).filter(lambda text: "resign" not in text)
anything = st.one_of(plays, plays, staying, staying, st.binary(max_size=60))


@dataclass
class Place:
    """A server with Ann at two tables: one where she waits, one where she plays both seats herself."""

    server: Running
    ann: Guest
    waiting: str
    playing: str

    def play_on(self) -> None:
        """A new table to play at, once every turn has been played at the other."""
        with self.ann.at(self.playing) as client:
            played = client.table_view["view"]["turn"] is None
        if played:
            self.playing = open_table(self.ann, "me")


def open_table(ann: Guest, other: str) -> str:
    new_table = {"game": "parade", "seats": [{"kind": "me"}, {"kind": other}]}
    table: str = ann.post("/api/tables", new_table)["id"]
    with ann.at(table) as client:
        while other == "me" and client.table_view["phase"] != "playing":  # it begins as soon as everybody sits
            client.read()
    return table


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    words = ("--messages-per-second", "100000", "--tables-per-person", "1000", "--limit-factor", "100")
    with running(tmp_path_factory.mktemp("data"), *words) as server:
        ann = Guest(server.address)
        yield Place(server, ann, open_table(ann, "open"), open_table(ann, "me"))
        assert server.stop() == 0


def is_answered(text: str | bytes) -> bool:
    """Whether a message gets one ``done`` or ``refused``; the others are answered by what they ask for, if at all."""
    try:
        return isinstance(text, bytes) or not isinstance(decode(text), Mute | Sync | Pong)
    except Unreadable:
        return True


def send(client: Client, message: Any) -> int:
    """Send without waiting; how many answers there will be."""
    if isinstance(message, dict):
        hand = (client.table_view["view"] or {}).get("hand") or ["R3"]
        message = json.dumps({**message, "version": client.version, "action": f"play {hand[0]}"})
    client.send(message)
    return is_answered(message)


def await_answers(client: Client, count: int) -> list[dict[str, Any]]:
    while len(client.answers) < count:
        client.read()
    return client.answers


def fresh(place: Place, table: str, seat: int = 0) -> tuple[int, Any]:
    """The table's version and table_view, as somebody sees them who comes in now."""
    with place.ann.at(table, seat=seat) as client:
        return client.version, client.table_view


@quick
@given(st.lists(anything, max_size=12))
def test_at_a_table_that_waits_nothing_counts(place: Place, sent: list[Any]) -> None:
    before = fresh(place, place.waiting)
    with place.ann.at(place.waiting) as client:
        answers = await_answers(client, sum(send(client, message) for message in sent))
        talk = {message["line"]["number"] for message in client.heard if message["type"] == "said"}
    assert fresh(place, place.waiting) == before
    assert len(talk) <= sum(answer["type"] == "accepted" for answer in answers)


@quick
@given(st.lists(st.tuples(st.integers(0, 1), anything), min_size=4, max_size=12))
def test_the_version_moves_with_what_is_accepted_only(place: Place, sent: list[tuple[int, Any]]) -> None:
    place.play_on()
    before, _ = fresh(place, place.playing)
    with place.ann.at(place.playing, seat=0) as one, place.ann.at(place.playing, seat=1) as two:
        clients, count = (one, two), [0, 0]
        for seat, message in sent:
            if isinstance(message, dict):  # cards are played in turn, most of the time
                seat = one.table_view["view"]["turn"] if message["id"] not in "abc" else seat
            seat = seat or 0
            count[seat] += send(clients[seat], message)
            if isinstance(message, dict):
                made = await_answers(clients[seat], count[seat])[-1]["version"]
                for client in clients:
                    while client.version < made:
                        client.read()
        answers = [*await_answers(one, count[0]), *await_answers(two, count[1])]
        made = {answer["version"] for answer in answers if answer["type"] == "accepted"}
        after, _ = fresh(place, place.playing)
        assert {version for version in made if version > before} == set(range(before + 1, after + 1))
        for seat, client in enumerate((one, two)):
            while client.version < after:
                client.read()
            assert (client.version, client.table_view) == fresh(place, place.playing, seat)


@quick
@given(st.lists(messages(), max_size=12))
def test_who_only_watches_changes_nothing(place: Place, sent: list[dict[str, Any]]) -> None:
    before = fresh(place, place.playing)
    with Visitor(place.server.address).at(place.playing) as client:
        answers = await_answers(client, sum(send(client, json.dumps(message)) for message in sent))
        assert client.table_view["seat"] is None
        assert {answer["type"] for answer in answers} <= {"refused"}
    assert fresh(place, place.playing) == before


@pytest.mark.parametrize(
    ("message", "key"),
    [
        (b"", "message_binary"),
        (b'{"type": "sync"}', "message_binary"),
        ("", "message_wrong"),
        ("null", "message_wrong"),
        ("[" * 4_000, "message_wrong"),
        ('{"type": "dance"}', "message_wrong"),
        (json.dumps({"type": "say", "id": "a", "text": "x" * 4_096}), "message_too_long"),
        ("x" * MAX_MESSAGE_BYTES, "message_too_long"),
        (b"x" * MAX_MESSAGE_BYTES, "message_too_long"),
    ],
)
def test_what_cannot_be_read_is_refused_and_the_connection_lives_on(
    place: Place, message: str | bytes, key: str
) -> None:
    with place.ann.at(place.waiting) as client:
        answer = client.ask(message)
        assert (answer["type"], answer["kind"], answer["key"]) == ("refused", "unreadable", key)
        assert client.ask({"type": "resign", "id": "z"})["key"] == "table_not_begun"


@pytest.mark.parametrize("kind", [0x81, 0x82], ids=["text", "binary"])
def test_what_is_far_too_long_is_not_even_read(place: Place, kind: int) -> None:
    with place.ann.at(place.waiting) as client, place.ann.at(place.waiting) as other:
        # The first bytes of a frame say how long it will be: nothing more is waited for.
        client.socket.socket.sendall(bytes((kind, 0xFF)) + (MAX_MESSAGE_BYTES + 1).to_bytes(8) + b"mask")
        assert client.until_closed() == 1009
        assert other.ask({"type": "resign", "id": "z"})["key"] == "table_not_begun"


@pytest.mark.parametrize(
    "message", ["x" * (MAX_MESSAGE_BYTES + 1), b"x" * (50 * MAX_MESSAGE_BYTES), "é" * MAX_MESSAGE_BYTES]
)
def test_who_sends_far_too_much_harms_nobody(place: Place, message: str | bytes) -> None:
    with place.ann.at(place.waiting) as client, place.ann.at(place.waiting) as other:
        with suppress(ConnectionClosed):  # it may have been cut off before it has said everything
            client.send(message)
        # Then the reason may be lost on the way as well.
        assert client.until_closed() in (1009, 0)
        assert other.ask({"type": "resign", "id": "z"})["key"] == "table_not_begun"
    assert httpx.get(place.server.address + "/healthz").text == "ok"


def test_the_same_id_never_acts_twice(place: Place) -> None:
    table = open_table(place.ann, "me")
    with place.ann.at(table, seat=0) as one, place.ann.at(table, seat=1) as two:
        turn = one.table_view["view"]["turn"]
        first, second = (one, two) if turn == 0 else (two, one)
        card, other = first.table_view["view"]["hand"][:2]
        message = {"type": "act", "id": "once", "version": first.version, "action": f"play {card}"}
        done = first.ask(message)
        assert done["type"] == "accepted"
        assert first.ask(message) == done
        assert first.ask({**message, "action": f"play {other}"}) == done
        assert first.ask({**message, "id": "twice"})["key"] == "refused_not_your_turn"
        # The other seat's ids are its own.
        hand = second.table_view["view"]["hand"]
        own = {**message, "version": done["version"], "action": f"play {hand[0]}"}
        assert second.ask(own)["version"] == done["version"] + 1
    with place.ann.at(table, seat=turn) as again:
        assert again.ask(message) == done


def test_who_comes_back_with_a_version_gets_the_rest_or_everything(place: Place) -> None:
    table = open_table(place.ann, "me")
    with place.ann.at(table, seat=0) as one, place.ann.at(table, seat=1) as two:
        old = json.dumps(one.table_view), one.version
        for _ in range(6):
            client = (one, two)[one.table_view["view"]["turn"]]
            card = client.table_view["view"]["hand"][0]
            action = {"type": "act", "id": f"i{one.version}", "version": client.version, "action": f"play {card}"}
            made = client.ask(action)["version"]
            for other in (one, two):
                while other.version < made:
                    other.read()
        newest, table_view = one.version, one.table_view
    for version, kinds in ((old[1], {"event"}), (newest, set()), (0, {"snapshot"}), (newest + 5, {"snapshot"})):
        with place.ann.door(table, seat=0, version=version) as client:
            client.table_view, client.version = json.loads(old[0]), old[1]
            client.until("present")
            heard = {message["type"] for message in client.heard} & {"event", "snapshot"}
            assert heard == kinds
            if kinds:
                assert (client.version, client.table_view) == (newest, table_view)


@pytest.mark.parametrize("query", ["seat=1", "seat=x", "version=-1", "version=1e3", "seat=99999999999"])
def test_the_door_tells_why_it_stays_shut(place: Place, query: str) -> None:
    key, value = query.split("=")
    with place.ann.door(place.waiting, **{key: value}) as client:
        assert client.until_closed() == 4403
        assert [answer["type"] for answer in client.heard] == ["refused"]
