"""What a connection was opened with is revoked: the connection ends, and nothing that it sent acts afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from server.kit import Client, TestContext, legal
from server.stores import execute
from wonderland.server.people import Person
from wonderland.server.store.people_store import Token
from wonderland.server.tables.entries import ActedEntry, decode_entry
from wonderland.server.tables.table import Table

PASSWORD = "correct horse"


class Scene:
    """An account at a table with its bot, which has two tokens, and a friend."""

    owner: Person
    bot: Person
    tokens: tuple[Token, Token]
    table: Table
    mine: Client
    robo: Client
    other: Client
    friend: Client

    def __init__(self, context: TestContext) -> None:
        self.context = context

    async def open(self, game: str = "nimble") -> Scene:
        context = self.context
        self.owner = await context.people.claim(await context.person("Ann"), "ann", PASSWORD)
        self.bot = await context.people.make_bot(self.owner, "Robo")
        first, second = [(await context.people.make_token(self.owner, self.bot.id))[0] for _ in range(2)]
        self.tokens = first, second
        friend = await context.person("Bob")
        self.table = await context.table(self.owner, game, "me open open")
        await context.sit(self.table, self.bot, friend)
        self.mine = Client(context, self.table, self.owner)
        self.robo = Client(context, self.table, self.bot, token=first.id)
        self.other = Client(context, self.table, self.bot, token=second.id)
        self.friend = Client(context, self.table, friend)
        for client in (self.mine, self.robo, self.other, self.friend):
            client.connect()
        await context.settle()
        for client in (self.mine, self.robo, self.friend):
            await client.do("ready")
        await context.advance(10_000)
        assert self.table.now.phase == "playing"
        return self

    def written(self, seat: int) -> tuple[int, int]:
        """How many actions of a seat, and how many lines of talk, are on disk at this very moment."""
        folder = self.context.settings.data
        ((lines,),) = execute(folder, "SELECT count(*) FROM chat")
        entries = [decode_entry(entry) for (entry,) in execute(folder, "SELECT entry FROM log")]
        return sum(isinstance(entry, ActedEntry) and entry.seat == seat for entry in entries), lines


@pytest.fixture
async def scene(context: TestContext) -> Scene:
    return await Scene(context).open()


async def revoke(scene: Scene) -> None:
    await scene.context.people.revoke(scene.owner, scene.bot.id, scene.tokens[0].id)


async def ban_bot(scene: Scene) -> None:
    await scene.context.people.ban(scene.bot.id)


async def ban_owner(scene: Scene) -> None:
    await scene.context.people.ban(scene.owner.id)


async def delete_bot(scene: Scene) -> None:
    await scene.context.people.delete(scene.bot)


async def delete_owner(scene: Scene) -> None:
    await scene.context.people.delete(scene.owner)


async def log_out_everywhere(scene: Scene) -> None:
    await scene.context.people.log_out_everywhere(scene.owner)


async def change_password(scene: Scene) -> None:
    await scene.context.people.change_password(scene.owner, PASSWORD, "another horse")


async def change_password_only(scene: Scene) -> None:
    await scene.context.people.change_password(scene.owner, PASSWORD, "another horse", keep_tokens=True)


async def reset_password(scene: Scene) -> None:
    key = (await scene.context.people.reset_link("ann")).partition("#")[2]
    await scene.context.people.reset(key, "another horse")


Operation = Callable[[Scene], Awaitable[None]]

#: What each operation ends, by the names of the clients, and the code that the owner is closed with; a bot gets 4403.
ENDED: list[tuple[Operation, str, int]] = [
    (revoke, "robo", 4403),
    (ban_bot, "robo other", 4403),
    (delete_bot, "robo other", 4403),
    (ban_owner, "mine robo other", 4403),
    (delete_owner, "mine robo other", 4403),
    (log_out_everywhere, "robo other mine", 1012),
    (change_password, "mine robo other", 1012),
    (change_password_only, "mine", 1012),
    (reset_password, "mine robo other", 1012),
]
operations = pytest.mark.parametrize(("operation", "ended", "code"), ENDED, ids=[one[0].__name__ for one in ENDED])


@operations
async def test_exactly_what_was_opened_with_it_ends(scene: Scene, operation: Operation, ended: str, code: int) -> None:
    await operation(scene)
    await scene.context.settle()
    for name in ("mine", "robo", "other", "friend"):
        client: Client = getattr(scene, name)
        expected = 4403 if name in ("robo", "other") else code
        assert (client.connected, client.code) == ((False, expected) if name in ended.split() else (True, None)), name


@operations
async def test_what_was_on_its_way_does_not_act_after_the_answer(
    scene: Scene, operation: Operation, ended: str, code: int
) -> None:
    """Talk and moves that are sent at every turn of the loop while the operation goes on, and after it was answered."""
    client: Client = getattr(scene, ended.split()[0])
    seat = client.seat
    assert seat is not None
    sent = 0

    def send() -> None:
        nonlocal sent
        if len(scene.context.journal._waiting) > 8:
            return  # enough for the next transaction
        client.read()
        for action in ("flip", "back"):
            client.send("act", id=f"{action}{sent}", version=client.version, action=action)
        if sent % 7 == 0:
            client.send("say", id=f"say{sent}", text=f"line {sent}")
        sent += 1

    answered = asyncio.ensure_future(operation(scene))
    at_answer: list[tuple[int, int]] = []
    answered.add_done_callback(lambda _: at_answer.append(scene.written(seat)))
    while not answered.done():
        send()
        await asyncio.sleep(0)
    await answered
    send()
    await scene.context.settle()
    assert at_answer == [scene.written(seat)]
    assert scene.written(seat)[0] > 0, "what came before was played"


@pytest.mark.sqlite("works run in the order in which they came; on PostgreSQL the line may come first")
async def test_a_line_that_waits_for_the_disk_is_not_said_by_a_revoked_token(scene: Scene) -> None:
    """The line comes right after the revocation in the same queue."""
    revoking = asyncio.ensure_future(revoke(scene))
    while not scene.context.journal._waiting:
        await asyncio.sleep(0)
    scene.robo.send("say", id="late", text="still here")
    await revoking
    await scene.context.settle()
    assert scene.written(0)[1] == 0
    assert not scene.friend.heard("said")


@pytest.mark.sqlite("works run in the order in which they came; on PostgreSQL the line may come first")
async def test_a_line_that_waits_for_the_disk_is_not_said_by_the_muted(scene: Scene) -> None:
    muting = asyncio.ensure_future(scene.context.people.mute(scene.owner.id))
    while not scene.context.journal._waiting:
        await asyncio.sleep(0)
    id = scene.mine.send("say", text="one more thing")
    await muting
    await scene.context.settle()
    assert scene.mine.answer(id)["key"] == "chat_muted"
    assert scene.mine.connected
    assert scene.written(0)[1] == 0


async def test_after_a_rename_the_same_connection_speaks_under_the_new_name(scene: Scene) -> None:
    await scene.context.people.rename(scene.owner, "Anna")
    assert (await scene.mine.do("say", text="hello"))["type"] == "accepted"
    assert scene.friend.heard("said")[-1]["line"]["name"] == "Anna"


async def test_who_is_let_in_again_comes_back_with_what_they_have(scene: Scene) -> None:
    await ban_owner(scene)
    await scene.context.settle()
    await scene.context.people.ban(scene.owner.id, False)
    for client in (scene.mine, scene.robo):
        client.connect()
        await scene.context.settle()
        assert (await client.do("say", text="back again"))["type"] == "accepted"
        assert (await client.play("flip"))["type"] == "accepted"


async def test_logging_out_ends_the_tabs_of_that_browser_only(scene: Scene, context: TestContext) -> None:
    here = await context.people.cookie_credential(context.people.cookie(scene.owner))
    context.clock.advance(1_000)
    cookie = context.people.cookie(scene.owner)
    there = await context.people.cookie_credential(cookie)
    clients = [Client(context, scene.table, scene.owner) for _ in range(2)]
    for client, credential in zip(clients, (here, there), strict=True):
        client.credential = credential
        client.connect()
    await context.settle()
    await context.people.log_out(cookie)
    await context.settle()
    assert [client.connected for client in clients] == [True, False]
    assert scene.robo.connected


async def test_a_parade_move_of_a_banned_person_is_not_played_later(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    seat = table.now.game_state.turn
    mover = clients[seat]
    assert mover.person
    move = legal(table.now, seat)[0]
    await context.people.ban(mover.person.id)
    mover.connection.receive(f'{{"type": "act", "id": "x", "version": {mover.version}, "action": "{move}"}}')
    await context.settle()
    assert table.now.game_state.turn == seat
    assert not table.actions
