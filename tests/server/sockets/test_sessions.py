"""Somebody at a table: what they say is answered, whatever it is, and they come and go as they like."""

from __future__ import annotations

import json

import pytest

from server.kit import Client, TestContext, actor, legal
from wonderland.server.sockets.connection import CHAT_WINDOW_MS, MAX_CHAT_LINES, TURN_PING_INTERVAL_MS
from wonderland.server.tables import requests
from wonderland.server.tables.entries import ClosedEntry

# ---- what is said ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "message_wrong"),
        ("{", "message_wrong"),
        ("[]", "message_wrong"),
        ("null", "message_wrong"),
        ('{"type": "dance"}', "message_wrong"),
        ('{"type": "act"}', "message_wrong"),
        ('{"type": "act", "id": "", "version": 1, "action": "flip"}', "message_wrong"),
        ('{"type": "act", "id": "a", "version": "1", "action": "flip"}', "message_wrong"),
        ('{"type": "act", "id": "a", "version": 1, "action": "' + "x" * 41 + '"}', "message_wrong"),
        ("[" * 4_000, "message_wrong"),
        ("x" * 4_097, "message_too_long"),
        (b'{"type": "sync"}', "message_binary"),
        (b"\xff\x00", "message_binary"),
    ],
)
async def test_what_cannot_be_read_is_refused_and_life_goes_on(
    context: TestContext, text: str | bytes, key: str
) -> None:
    _, (ann, _) = await context.seated("Ann", "Bob", game="nimble")
    ann.say(text)
    told = ann.heard("refused")[-1]
    assert (told["kind"], told["key"]) == ("unreadable", key)
    assert (await ann.play("flip"))["type"] == "accepted"


async def test_a_refusal_finds_its_message_and_speaks_the_readers_language(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    ann.vanish()
    await context.settle()
    ann.connect(lang="fr")
    await context.settle()
    ann.say(json.dumps({"type": "act", "id": "mine", "version": "wrong", "action": "flip"}))
    assert ann.answer("mine")["key"] == "message_wrong"
    french, english = await ann.play("back"), await bob.play("back")
    assert (
        (french["kind"], french["key"]) == (english["kind"], english["key"]) == ("not_allowed", "refused_discard_empty")
    )
    assert french["text"] != english["text"]
    assert french["version"] == table.now.version


async def test_too_many_messages_are_refused_by_their_ids_and_a_flood_ends_the_connection(context: TestContext) -> None:
    table, (_, bob) = await context.seated("Ann", "Bob", game="nimble")
    eve = Client(context, table, await context.person("Eve"), rate=40)
    eve.connect()
    await context.settle()
    for number in range(200):
        eve.send("act", id=f"f{number}", version=1, action="flip")
    assert eve.answer("f199")["kind"] == "limited"
    assert not eve.heard("bye")
    for number in range(200, 400):
        eve.send("act", id=f"f{number}", version=1, action="flip")
    await context.settle()
    assert eve.heard("bye")[-1]["why"] == "flood"
    assert eve.code == 4429
    assert (await bob.play("flip"))["type"] == "accepted"


@pytest.mark.parametrize("kind", ["resign", "back", "ready"])
async def test_what_was_meant_for_an_older_game_never_means_this_one(context: TestContext, kind: str) -> None:
    table, (ann, _) = await context.seated("Ann", "Bob")
    told = await ann.do(kind, version=table.now.started - 1)
    assert told["kind"] != "accepted"
    assert table.now.seats[0].left is None
    if kind == "resign":
        assert told["key"] == "version_older_game"
        assert (await ann.do(kind, version=table.now.started))["type"] == "accepted"


async def test_an_illegal_action_gets_the_rules_reason(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    mover, other = clients if table.now.game_state.turn == 0 else reversed(clients)
    assert other.seat is not None
    assert (await other.play(f"play {table.now.game_state.hands[other.seat][0]}"))["key"] == "refused_not_your_turn"
    assert (await mover.play(f"play {table.now.game_state.hands[other.seat][0]}"))["key"] == "refused_not_in_hand"
    assert (await mover.play("play R99"))["kind"] == "unreadable"
    assert (await mover.play("sing"))["kind"] == "unreadable"
    watcher = Client(context, table, None)
    watcher.connect()
    await context.settle()
    for said in ({"action": "play R1", "version": 1, "kind": "act"}, {"kind": "resign"}, {"kind": "ready"}):
        assert (await watcher.do(**said))["key"] == "table_not_seated"


async def test_a_refusal_tells_nothing_of_another_hand(context: TestContext) -> None:
    """The same words whether the card is another's, or in the pile."""
    table, clients = await context.seated("Ann", "Bob")
    seat = table.now.game_state.turn
    mine = table.now.game_state.hands[seat]
    texts = set()
    for card in (*table.now.game_state.hands[1 - seat], *table.now.game_state.pile[:5]):
        told = await clients[seat].play(f"play {card}")
        assert told["key"] == "refused_not_in_hand"
        texts.add(told["text"].replace(str(card), "?", 1))
    assert len(texts) == 1
    assert all(str(card) in texts.copy().pop() for card in mine)


async def test_too_many_messages_are_refused_until_time_has_passed(context: TestContext) -> None:
    """So many a second, and three times that at once."""
    person = await context.person("Ann")
    ann = Client(context, await context.table(person), person, rate=2)
    ann.connect()
    await context.settle()
    for _ in range(8):
        ann.say("?")
    assert [told["kind"] for told in ann.heard("refused")] == ["unreadable"] * 6 + ["limited"] * 2
    await context.advance(1_000)
    for _ in range(3):
        ann.say("?")
    assert [told["kind"] for told in ann.heard("refused")][8:] == ["unreadable"] * 2 + ["limited"]


# ---- the round trip ----------------------------------------------------------------------------------


async def test_the_round_trip_is_measured_and_shown(context: TestContext) -> None:
    person = await context.person("Ann")
    table = await context.table(person)
    ann = Client(context, table, person, pinged=True)
    ann.connect()
    await context.settle()
    (ping,) = ann.heard("ping")
    assert (ping["time"], ping["rtt"]) == (context.clock.now(), None)
    context.clock.advance(37)
    for number in (ping["number"], ping["number"], 99, -1):  # the first answer counts
        ann.say(json.dumps({"type": "pong", "number": number}))
        context.clock.advance(1)
    await context.advance(TURN_PING_INTERVAL_MS)
    assert ann.heard("ping")[-1]["rtt"] == 37
    ann.vanish()
    await context.settle()
    await context.advance(10 * TURN_PING_INTERVAL_MS)
    assert len(ann.heard("ping")) == 2, "nobody is pinged who is gone"


# ---- talk --------------------------------------------------------------------------------------------


async def test_talk_is_heard_by_everyone_but_those_who_do_not_want_to(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob")
    watcher = Client(context, table, None)
    watcher.connect()
    await context.settle()
    assert ann.person
    bob.say(json.dumps({"type": "mute", "person": ann.person.id}))
    assert (await ann.do("say", text="  well\t played\n"))["type"] == "accepted"
    lines = [client.heard("said") for client in (ann, bob, watcher)]
    assert [len(heard) for heard in lines] == [1, 0, 1]
    assert lines[0][0]["line"] == {
        "number": 1,
        "at": context.clock.now(),
        "person": ann.person.id,
        "name": "Ann",
        "text": "well played",
    }
    assert (await watcher.do("say", text="hello"))["key"] == "chat_nobody"
    bob.say(json.dumps({"type": "mute", "person": ann.person.id, "mute": False}))
    await ann.do("say", text="again")
    bob.read()
    assert [line["text"] for line in bob.chat] == ["again"]


async def test_who_was_away_hears_what_was_said(context: TestContext) -> None:
    _, (ann, bob) = await context.seated("Ann", "Bob")
    bob.vanish()
    await context.settle()
    await ann.do("say", text="where are you?")
    bob.connect()
    await context.settle()
    bob.check()
    assert [line["text"] for line in bob.chat] == ["where are you?"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (" \n ", "chat_empty"),
        ("\u200d", "chat_characters"),
        ("x" * 301, "chat_long"),
        ("a\x00b", "chat_characters"),
        ("turned \u202edesrever", "chat_characters"),
        ("hid\u200bden", "chat_characters"),
    ],
)
async def test_lines_that_are_not_said(context: TestContext, text: str, key: str) -> None:
    _, (ann, _) = await context.seated("Ann", "Bob")
    assert (await ann.do("say", text=text))["key"] == key
    assert not ann.heard("said")


async def test_nobody_talks_without_end(context: TestContext) -> None:
    _, (ann, _) = await context.seated("Ann", "Bob")
    answers = [await ann.do("say", text=f"line {number}") for number in range(MAX_CHAT_LINES + 1)]
    assert [answer["type"] for answer in answers] == ["accepted"] * MAX_CHAT_LINES + ["refused"]
    assert answers[-1]["kind"] == "limited"
    await context.advance(CHAT_WINDOW_MS)
    assert (await ann.do("say", text="patience"))["type"] == "accepted"


async def test_the_muted_are_not_heard(context: TestContext) -> None:
    _, (ann, _) = await context.seated("Ann", "Bob")
    assert ann.person
    await context.people.mute(ann.person.id)
    assert (await ann.do("say", text="hello"))["key"] == "chat_muted"


# ---- coming and going --------------------------------------------------------------------------------


async def test_who_goes_before_coming_in_is_not_there(context: TestContext) -> None:
    """Gone again while something is on its way to the disk: nobody may think they are still here."""
    table, (ann, bob) = await context.seated("Ann", "Bob")
    bob.vanish()
    await context.settle()
    seat = table.now.game_state.turn
    if seat == 0:
        ann.act(legal(table.now, seat)[0])
    bob.connect()
    bob.vanish()
    await context.settle()
    ann.read()
    assert ann.present == ([0], 0)
    assert [client.person for client in table.audience.everyone()] == [ann.connection.person]


async def test_one_device_goes_round(context: TestContext) -> None:
    """One person at two seats: each connection sees the cards of its own."""
    ann = await context.person("Ann")
    table = await context.table(ann, seats="me me")
    one, two = Client(context, table, ann), Client(context, table, ann)
    one.connect(seat=0)
    two.connect(seat=1)
    await context.settle()
    for client, seat in ((one, 0), (two, 1)):
        client.check()
        assert client.table_view["view"]["hand"] == list(table.now.game_state.hands[seat])
    for _ in range(4):
        seat = table.now.game_state.turn
        assert (await (one, two)[seat].play(legal(table.now, seat)[0]))["type"] == "accepted"
    await context.advance(24 * 3_600_000)
    assert [seat.left for seat in table.now.seats] == [None, None]
    two.vanish()
    await context.advance(24 * 3_600_000)
    assert [seat.left for seat in table.now.seats] == [None, None], "nobody else waits"


async def test_several_connections_of_one_person(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob")
    second = Client(context, table, ann.person)
    second.connect()
    await context.settle()
    ann.vanish()
    await context.settle()
    bob.read()
    assert bob.present == ([0, 1], 0), "she is still here"
    second.check()
    second.vanish()
    await context.settle()
    bob.read()
    assert bob.present == ([1], 0)


async def test_a_closed_table_says_goodbye(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob")
    await context.tables.close(table.now.id)
    await context.settle()
    for client in (ann, bob):
        client.read()
        assert client.table_view["phase"] == "closed"
        assert client.told[-1] == {"type": "bye", "why": "closed", "retry": None}
        assert (client.code, client.connected) == (1000, False)


async def test_what_is_said_while_the_table_closes_is_answered(context: TestContext) -> None:
    table, (ann, _) = await context.seated("Ann", "Bob")
    table.append([ClosedEntry("admin")])
    id = ann.send("resign")
    assert ann.answer(id)["kind"] == "too_late"
    await context.settle()
    ann.say(json.dumps({"type": "resign", "id": "late"}))  # nobody is left to answer, and nothing breaks


async def test_rising_over_http_shows_on_the_socket(context: TestContext) -> None:
    ann, bob = [await context.person(name) for name in ("Ann", "Bob")]
    table = await context.table(ann, seats="me open open")
    await context.sit(table, bob)
    client = Client(context, table, bob)
    client.connect()
    await context.settle()
    await context.ask(table, requests.leave(table.now, actor(bob)))
    client.check()
    assert (client.table_view["seat"], client.table_view["invite"]) == (None, None)
    await context.sit(table, bob)
    client.check()
    assert client.table_view["seat"] == 1


async def test_a_version_of_another_past_is_told_whole(context: TestContext) -> None:
    """After a backup has been put in place, the same number may mean something else: ``at`` tells."""
    table, _ = await context.seated("Ann", "Bob")
    version, at = table.now.version, table.now.at
    watcher = Client(context, table, await context.person("Eve"))
    for claimed, kind in ((at, None), (at - 1, "snapshot"), (None, None)):
        before = len(watcher.frames)
        watcher.connect(version)
        await context.settle()
        watcher.say(json.dumps({"type": "sync", "version": version, "at": claimed}))
        told = [json.loads(frame)["type"] for frame in watcher.frames[before:]]
        assert ("snapshot" in told) == (kind == "snapshot"), (claimed, told)
        watcher.vanish()
        await context.settle()


async def test_more_windows_are_no_more_talk(context: TestContext) -> None:
    first, second = (context.socket_sessions.chat_bucket("somebody") for _ in range(2))
    assert first is second
    assert context.socket_sessions.chat_bucket("another") is not first
