"""Makes the faults of a schedule happen, and everything well again afterwards."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter

from server.faults.cluster.instances import Cluster, Instance
from server.faults.cluster.schedule import Fault
from server.faults.proxy import Proxy

SLOW_CONNECTION_SECONDS = 0.05  #: for every piece of data
SLOW_SYNC_MS = 150


class Injector:
    """Faults of a cluster; those of one thing (a service, an instance, a connection) come one after the other."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._locks: dict[object, asyncio.Lock] = {}
        self.counts: Counter[str] = Counter()

    async def run(self, faults: list[Fault]) -> None:
        """All of them, in their time; returns when the last one is over and every instance is up again."""
        async with asyncio.TaskGroup() as group:
            for fault in faults:
                await asyncio.sleep(fault.after)
                group.create_task(self._inject(fault))
        for instance in self._cluster.instances:
            await instance.until_up()

    async def _inject(self, fault: Fault) -> None:
        what, _, service = fault.kind.partition(" ")
        instance = None if fault.instance is None else self._cluster.instances[fault.instance]
        async with self._locks.setdefault((service, fault.instance), asyncio.Lock()):
            if instance is None:
                await self._of_service(what, service, fault.seconds)
            elif service:
                await self._of_connection(what, instance.proxies[service], fault.seconds)
            else:
                await self._of_instance(what, instance, fault.seconds)
        self.counts[fault.kind] += 1

    async def _of_instance(self, what: str, instance: Instance, seconds: float) -> None:
        await instance.until_up()
        if what == "freeze":
            instance.server.send(signal.SIGSTOP)
            await asyncio.sleep(seconds)
            instance.server.send(signal.SIGCONT)
            return
        instance.wanted.clear()
        if what == "kill":
            instance.kill()
        else:
            instance.terminate()
        await asyncio.sleep(seconds)
        instance.wanted.set()

    async def _of_connection(self, what: str, proxy: Proxy, seconds: float) -> None:
        if what == "cut":
            proxy.refusing = True
            proxy.cut()
        elif what == "hold":
            proxy.passing.clear()
        else:
            proxy.delay = SLOW_CONNECTION_SECONDS
        await asyncio.sleep(seconds)
        proxy.refusing, proxy.delay = False, 0.0
        proxy.passing.set()

    async def _of_service(self, what: str, service: str, seconds: float) -> None:
        if service == "disk":
            self._cluster.disk.set("slow", SLOW_SYNC_MS)
            await asyncio.sleep(seconds)
            self._cluster.disk.clear("slow")
        elif what == "flush":
            await asyncio.to_thread(self._cluster.redis.flush)
        else:
            server = self._cluster.redis if service == "redis" else self._cluster.postgres
            await asyncio.to_thread(server.stop)
            await asyncio.sleep(seconds)
            await asyncio.to_thread(server.start)
