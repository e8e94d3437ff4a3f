"""Clients that keep a transcript and go to another instance when one is gone or silent; and how they play."""

from __future__ import annotations

import asyncio
import json
from random import Random
from time import monotonic, time
from typing import Any, Self

from websockets.asyncio.client import ClientConnection

from server.clients import Client, Message, Person
from server.faults.cluster.transcripts import Line, Told
from server.faults.playing import choose
from server.process import Reachable

ANSWER_TIMEOUT_SECONDS = (1.5, 6.0)  #: without an answer, after which a client tries another instance
RETRY_SECONDS = (0.05, 0.4)  #: before it connects again
LOOK_SECONDS = 0.1
THINKING_SECONDS = 0.08  #: at most, before an action
STUCK_SECONDS = 60.0  #: without anything new at a table at which something should happen
NEWS_SECONDS = 1.0  #: to wait for something to happen, before looking again


class Player(Client):
    """A client that keeps a transcript. What has not been answered for a while it sends again elsewhere."""

    def __init__(self, server: Reachable, table: str, person: Person, idle: bool = False) -> None:
        super().__init__(server, table, person)
        self._random = Random(self._name)
        #: Whether it only looks on.
        self.idle = idle
        self.lines: list[Line] = []
        self._texts: dict[str, str] = {}
        #: By message, the connections on which it was sent.
        self._copies: dict[str, set[int]] = {}
        self._watchdog: asyncio.Task[None] | None = None
        #: When it last heard of a new version.
        self._moved = monotonic()

    async def __aenter__(self) -> Self:
        self._watchdog = asyncio.create_task(self._leave_the_silent())
        return await super().__aenter__()

    async def __aexit__(self, *words: object) -> None:
        assert self._watchdog
        self._watchdog.cancel()
        await asyncio.wait([self._watchdog])
        await super().__aexit__(*words)

    @property
    def name(self) -> str:
        return f"client {self._name}"

    @property
    def told(self) -> Told:
        return Told(self.name, self.table, self.lines)

    @property
    def done_with_game(self) -> bool:
        return self.settled if self.table_view["rated"] else self.over

    @property
    def replaced(self) -> bool:
        """Whether a bot plays for this seat."""
        view = self.table_view
        return view["phase"] == "playing" and self.seat is not None and view["seats"][self.seat]["left"] is not None

    async def act(self, action: str, id: str | None = None) -> Message:
        """As ever; but a message of which another copy may still be under way is not given up for a full disk.

        An instance that stood still may yet read the first copy: only an answer by the rules is final then.
        """
        id = id or f"{self._name}.{len(self.sent)}"
        answer = await super().act(action, id)
        while answer["type"] == "refused" and answer["kind"] == "not_saved" and len(self._copies[id]) > 1:
            await asyncio.sleep(self._random.uniform(*RETRY_SECONDS))
            answer = await self.answered(self.send(json.loads(self._texts[id])))
        return answer

    async def news(self) -> None:
        """Wait for the next message, though not for long; but nothing may stand still for good."""
        try:
            async with asyncio.timeout(NEWS_SECONDS):
                await self._told()
        except TimeoutError:
            if monotonic() - self._moved > STUCK_SECONDS:
                raise AssertionError(f"nothing happens any more: {self!r}") from None

    async def _leave_the_silent(self) -> None:
        waiting: dict[str, float] = {}
        timeout = self._random.uniform(*ANSWER_TIMEOUT_SECONDS)
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            waiting = {id: waiting.get(id, monotonic()) for id in self._waiting}
            if waiting and monotonic() - min(waiting.values()) > timeout:
                self.vanish()
                waiting, timeout = {}, self._random.uniform(*ANSWER_TIMEOUT_SECONDS)

    async def _pause(self) -> None:
        await asyncio.sleep(self._random.uniform(*RETRY_SECONDS))

    def _write(self, socket: ClientConnection, text: str) -> None:
        message = json.loads(text)
        if "id" in message:
            self._texts[message["id"]] = text
            self._copies.setdefault(message["id"], set()).add(self.sessions)
            self.lines.append(Line(monotonic(), self.sessions, True, message))
        super()._write(socket, text)

    def _hear(self, socket: ClientConnection, message: Message) -> None:
        if message["type"] == "refused" and message["id"] is None and message["kind"] == "not_saved":
            return  # the instance cannot let anybody in just now, and closes the connection
        if message.get("version", 0) > self.version:
            self._moved = monotonic()
        if message["type"] in ("snapshot", "event", "accepted", "refused", "bye"):
            # A copy: views are changed in place by the events that follow.
            self.lines.append(Line(monotonic(), self.sessions, False, json.loads(json.dumps(message))))
        super()._hear(socket, message)


def can_act(client: Player) -> bool:
    playing = client.table_view["phase"] == "playing" and time() >= client.table_view["begins"] / 1000
    return playing and not client.idle and client.seat is not None and choose(client, Random(0)) is not None


async def take_over(client: Player) -> None:
    """Back from the bot that plays on because the clock had run out: while every person is late, bots wait."""
    answer = await client.answered(client.send({"type": "back", "id": f"{client.name}, back at {client.version}"}))
    if answer["type"] == "refused":
        await client.news()


async def play(client: Player, random: Random) -> None:
    """Act whenever it can, until the game is over and rated."""
    while not client.done_with_game:
        if client.replaced and not client.idle:
            await take_over(client)
            continue
        if not can_act(client):
            await client.news()
            continue
        await asyncio.sleep(random.uniform(0, THINKING_SECONDS))
        if can_act(client) and (action := choose(client, random)):
            version, snapshots = client.version, client.snapshots
            answer = await client.act(action)
            if answer["type"] == "refused" and client.version == version and client.snapshots == snapshots:
                await client.news()


async def ready(client: Player, number: int) -> None:
    """Be ready until the game of this number has begun; whoever was away for long has to say it again."""
    attempts = 0
    while client.table_view["number"] < number:
        if client.seat is not None and not client.table_view["seats"][client.seat]["ready"]:
            attempts += 1
            await client.answered(client.send({"type": "ready", "id": f"{client.name}, {number}.{attempts}"}))
        await client.news()


async def play_on(table: list[Player], random: Random, enough: asyncio.Event) -> None:
    """One game after the other until it is enough; every game to its end."""
    number = 1
    if table[0].table_view["phase"] == "gathering" and table[0].table_view["game"] == "nimble":
        await asyncio.gather(*(ready(client, number) for client in table))
    while True:
        await asyncio.gather(*(play(client, Random(random.random())) for client in table))
        if enough.is_set():
            return
        number += 1
        await asyncio.gather(*(ready(client, number) for client in table))


def transcript(told: Told) -> str:
    """As lines of JSON, to be read after a failure."""
    lines: list[Any] = [line._asdict() for line in told.lines]
    return "".join(json.dumps(line) + "\n" for line in lines)
