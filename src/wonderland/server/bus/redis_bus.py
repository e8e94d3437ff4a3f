"""The bus over Redis: one connection that publishes, one that listens, each made again whenever it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError

from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.server.bus.bus import ALL, Hear
from wonderland.server.bus.envelope import Envelopes, derive_key
from wonderland.server.bus.messages import AnyMessage
from wonderland.server.bus.redis_url import without_redis_password

CONNECT_SECONDS = 3.0
QUIET_SECONDS = 1.0  #: after which Redis is asked whether it is still there
ANSWER_SECONDS = 2.0  #: within which it must say so
RETRY_SECONDS = 0.5
MAX_WAITING = 20_000  #: messages; beyond that the oldest are lost
MAX_AT_ONCE = 500  #: that are sent at a time
CLOSE_SECONDS = 2.0
CANCEL_AGAIN_SECONDS = 0.05

_logger = structlog.get_logger(__name__)


class RedisBus:
    """Implements ``Bus``. ``secret``: of the server; instances with other secrets do not even share a channel."""

    def __init__(self, url: str, secret: bytes, instance: str, now: Callable[[], int]) -> None:
        self._url = url
        self._prefix = f"wonderland:{derive_key(secret, 'bus channels').hex()[:16]}:"
        self._envelopes = Envelopes(derive_key(secret, "bus messages"), instance, now)
        #: Whether the listener hears, and whether the publisher could send when it last tried.
        self._hearing, self._sending = False, True
        self.refused = self.late = 0
        self.on_message: list[Hear] = []
        self.on_connect: list[Callable[[], None]] = []
        self.on_subscribe: list[Callable[[str], None]] = []
        self._waiting: list[tuple[str, bytes]] = []
        self._wanted = asyncio.Event()
        #: What we want to hear, and what we have asked for on the present connection.
        self._channels = {self._prefix + ALL}
        self._changed = asyncio.Event()
        #: What we hear for certain.
        self._heard: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = self._lost = False

    @property
    def connected(self) -> bool:
        return self._hearing and self._sending

    @property
    def settled(self) -> bool:
        """Whether everything was sent, and everything is heard that is wanted."""
        return self.connected and not self._waiting and self._heard == self._channels

    def publish(self, channel: str, message: AnyMessage) -> None:
        name = self._prefix + channel
        self._waiting.append((name, self._envelopes.seal(name, message)))
        if len(self._waiting) > MAX_WAITING:
            del self._waiting[: MAX_WAITING // 2]
        self._wanted.set()

    def subscribe(self, channel: str) -> None:
        self._channels.add(self._prefix + channel)
        self._changed.set()

    def unsubscribe(self, channel: str) -> None:
        self._channels.discard(self._prefix + channel)
        self._changed.set()

    async def open(self) -> None:
        """Raises a sentence if there is no Redis at that address. Later it may be lost at any moment."""
        client = self._client()
        try:
            await asyncio.wait_for(client.ping(), CONNECT_SECONDS)
        except (ResponseError, AuthenticationError) as problem:
            reason = str(problem).rstrip(".")
            raise NotAllowed("redis_refused", redis=without_redis_password(self._url), reason=reason) from None
        except (RedisError, OSError, TimeoutError, ValueError):
            raise NotAllowed("redis_unreachable", redis=without_redis_password(self._url)) from None
        except TypeError:  # a parameter in the address that the client does not have
            raise Unreadable("setting_wrong_redis", value=shown(without_redis_password(self._url))) from None
        finally:
            await _close(client)
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._keep(self._publish), name="bus publisher"),
            loop.create_task(self._keep(self._listen), name="bus listener"),
        ]

    async def close(self) -> None:
        self._closing = True
        self._wanted.set()
        if self._tasks:
            publisher, _ = self._tasks
            await asyncio.wait([publisher], timeout=CLOSE_SECONDS)
            left = set(self._tasks)
            while left:
                for task in left:
                    task.cancel()
                # Again, because the client loses a cancellation that comes while it connects.
                _, left = await asyncio.wait(left, timeout=CANCEL_AGAIN_SECONDS)
        self._hearing = False

    async def _keep(self, work: Callable[[Redis], object]) -> None:
        """Run one of the two with a connection of its own, and again when that is lost."""
        while not self._closing or work == self._publish:
            client = self._client()
            try:
                await work(client)  # type: ignore[misc]  # both are coroutines
                return
            except (RedisError, OSError, TimeoutError) as problem:
                if self._closing:
                    return
                self._report_lost(problem)
            except Exception:
                _logger.exception("bus_failed")
            finally:
                await _close(client)
            await asyncio.sleep(RETRY_SECONDS)

    def _report_lost(self, problem: Exception) -> None:
        """Once, not at every attempt to connect again."""
        if not self._lost:
            self._lost = True
            _logger.warning("redis_lost", problem=type(problem).__name__)

    def _report_back(self) -> None:
        if self._lost and self.connected:
            self._lost = False
            _logger.warning("redis_back")

    def _client(self) -> Redis:
        return Redis.from_url(
            self._url,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=CONNECT_SECONDS,
            retry=Retry(NoBackoff(), 0),
            single_connection_client=True,
        )

    # ---- sending ------------------------------------------------------------------------------------

    async def _publish(self, client: Redis) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            while self._waiting:
                some, self._waiting = self._waiting[:MAX_AT_ONCE], self._waiting[MAX_AT_ONCE:]
                pipeline = client.pipeline(transaction=False)
                for channel, data in some:
                    pipeline.publish(channel, data)
                try:
                    await pipeline.execute()  # what is lost here is lost
                except BaseException:
                    self._sending = False
                    raise
                self._sending = True
                self._report_back()
            if self._closing:
                return

    # ---- hearing ------------------------------------------------------------------------------------

    async def _listen(self, client: Redis) -> None:
        pubsub = client.pubsub()
        subscriber: asyncio.Task[None] | None = None
        try:
            asked = set(self._channels)
            self._heard.clear()
            self._changed.clear()
            await pubsub.subscribe(*asked)
            subscriber = asyncio.create_task(self._follow_channels(pubsub, asked), name="bus channels")
            await self._receive(pubsub, subscriber)
        finally:
            self._hearing = False
            if subscriber:
                subscriber.cancel()
                await asyncio.wait([subscriber])
            with suppress(RedisError, OSError):
                await pubsub.aclose()  # type: ignore[no-untyped-call]  # the library has no types there

    async def _receive(self, pubsub: PubSub, subscriber: asyncio.Task[None]) -> None:
        asked = False
        while not subscriber.done():
            found = await pubsub.get_message(timeout=ANSWER_SECONDS if asked else QUIET_SECONDS)
            if found is None:
                if asked:
                    raise TimeoutError
                asked = True
                await pubsub.ping()
                continue
            asked = False
            if not self._hearing:
                self._hearing = True
                self._report_back()
                for observer in self.on_connect:
                    observer()
            if found["type"] == "message":
                self._hear(found["channel"].decode(), found["data"])
            elif found["type"] == "unsubscribe":
                self._heard.discard(found["channel"].decode())
            elif found["type"] == "subscribe":
                self._heard.add(found["channel"].decode())
                for hear in self.on_subscribe:
                    hear(found["channel"].decode().removeprefix(self._prefix))
        subscriber.result()

    def _hear(self, channel: str, data: bytes) -> None:
        received = self._envelopes.open(channel, data)
        self.refused, self.late = self._envelopes.refused, self._envelopes.late
        if received is None:
            return
        for observer in self.on_message:
            try:
                observer(received.sender, received.message)
            except Exception:
                _logger.exception("bus_message_failed", message=type(received.message).__name__)

    async def _follow_channels(self, pubsub: PubSub, asked: set[str]) -> None:
        """Hear what is wanted, and nothing else."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            wanted = set(self._channels)  # others may be wanted by the time Redis has been told of these
            if new := wanted - asked:
                await pubsub.subscribe(*new)
            if old := asked - wanted:
                await pubsub.unsubscribe(*old)
            asked = wanted


async def _close(client: Redis) -> None:
    with suppress(RedisError, OSError, RuntimeError):
        await client.aclose()
