"""What somebody gets who can read the Redis of several instances, or write to it; and what ends at all of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from redis.asyncio import Redis

from server.cluster.instances import Instances, until
from server.cluster.test_tables import check_same, seated
from server.kit import Client, legal
from wonderland.games.parade import DECK
from wonderland.server.bus.envelope import SIGNATURE_BYTES, Envelopes
from wonderland.server.bus.messages import AnyMessage, Blocked, CredentialEnded, Draining, PeopleChanged, Written
from wonderland.server.tables.table import Table

PASSWORD = "four odd words"


class Neighbour:
    """Somebody who hears everything that goes over a Redis."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.heard: list[tuple[str, bytes]] = []

    async def listen(self) -> None:
        async with self.redis.pubsub() as everything:
            await everything.psubscribe("*")
            async for message in everything.listen():
                if message["type"] == "pmessage":
                    self.heard.append((message["channel"].decode(), message["data"]))

    @property
    def texts(self) -> set[str]:
        """Every text in every message, and the names of the channels."""
        read = [msgspec.msgpack.decode(data[SIGNATURE_BYTES:]) for _, data in self.heard]
        return {*(channel for channel, _ in self.heard), *(text for content in read for text in texts(content))}


def texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for pair in value.items():
                yield from texts(pair)
        case list() | tuple():
            for item in value:
                yield from texts(item)


@asynccontextmanager
async def neighbour(url: str) -> AsyncIterator[Neighbour]:
    async with Redis.from_url(url) as redis:
        found = Neighbour(redis)
        task = asyncio.create_task(found.listen())
        try:
            yield found
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def play(table: Table, clients: list[Client]) -> None:
    """A move, which everybody sees."""
    seat = table.now.waiting[0]
    mover = next(client for client in clients if client.seat == seat)
    assert (await mover.play(legal(table.now, seat)[0]))["type"] == "accepted"
    check_same([table], clients)


async def test_who_reads_redis_learns_no_card_name_or_word(instances: Instances, redis_url: str) -> None:
    async with neighbour(redis_url) as spy:
        (table, *_), clients = await seated(instances, "Zebulon", "Yolanda")
        await play(table, clients)
        assert (await clients[0].do("say", text="nobody reads this"))["type"] == "accepted"
        owner = await instances[0].people.claim(await instances[0].person("Xaver"), "xaver", PASSWORD)
        bot = await instances[0].people.make_bot(owner, "Quagga")
        _, token = await instances[0].people.make_token(owner, bot.id)
        await instances[1].people.rename(owner, "Xaverius")
        instances[2].limits.take("guests", "198.51.100.7")
        await instances.settle()
        await until(lambda: any(clients[0].id in text for text in spy.texts))
    secret = instances[0].secrets.session
    assert not spy.texts & set(map(str, DECK))
    hidden = ("Zebulon", "Yolanda", "nobody reads", "Xaver", PASSWORD, token, secret, "198.51.100.7")
    assert [word for word in hidden if any(word in text for text in spy.texts)] == []


async def test_who_writes_to_redis_is_not_believed(instances: Instances, redis_url: str) -> None:
    async with neighbour(redis_url) as spy:
        (table, *_), clients = await seated(instances, "Ann", "Bob")
        await play(table, clients)
        ann = clients[0]
        assert ann.person
        await until(lambda: bool(spy.heard))
        # All that was said once more, what was said to one table to all, and lies without the key.
        before = [instance.bus.refused for instance in instances.running]
        (everybody,) = {channel for channel, _ in spy.heard if channel.endswith(":all")}
        forger = Envelopes(b"a key of one's own", "forger", instances[0].clock.now)
        lies: list[AnyMessage] = [
            PeopleChanged((ann.person.id,), "x"),
            CredentialEnded(ann.person.id, None, 0, "x"),
            Blocked(ann.person.id, 3_600_000),
            Written({ann.id: 999}),
            Draining(),
        ]
        told = [*spy.heard, *((everybody, data) for _, data in spy.heard), (everybody, b"what?")]
        told += [(everybody, forger.seal(everybody, lie)) for lie in lies]
        for channel, data in told:
            await spy.redis.publish(channel, data)
        await until(lambda: all(one.bus.refused > was for one, was in zip(instances.running, before, strict=True)))
        await instances.settle()
        assert all(client.connected for client in clients)
        for instance in instances.running:
            instance.socket_sessions.enter(ann.person.id, "192.0.2.1")  # nobody keeps her out
        await play(table, clients)
        # Everything that Redis holds may be lost, too.
        await spy.redis.flushall()
        await play(table, clients)


async def test_logging_out_everywhere_ends_bots_at_other_instances(instances: Instances) -> None:
    first, second = instances[0], instances[1]
    owner = await first.people.claim(await first.person("Ann"), "ann", PASSWORD)
    bot = await first.people.make_bot(owner, "Robot")
    token, text = await first.people.make_token(owner, bot.id)
    assert await second.people.token_credential(text), "and is in the cache"
    tables, _ = await seated(instances, "Bob", "Cy")
    robot = Client(second, tables[1], bot, token=token.id)
    robot.connect()
    await instances.settle()
    await first.people.log_out_everywhere(owner)
    await second.settle_alone()
    assert not robot.connected
    assert await second.people.token_credential(text) is None
    await instances.settle()
