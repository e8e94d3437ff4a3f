"""How many connections may be open, in all and from one address.

Every connection takes a file descriptor. When they run out nobody can connect any more, and the database cannot open
its files. So connections are counted from ``accept`` until they are gone, and refused before that happens.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from wonderland.server.logs import logger
from wonderland.server.settings import Settings

#: File descriptors kept for the database, bot processes, static files and logs: a quarter, within these bounds.
MIN_RESERVED_FILES, MAX_RESERVED_FILES = 64, 256
TOTAL_PER_ADDRESS_SHARE = 4  #: one address gets at most this fraction (a quarter) of all connections
CONNECTIONS_PER_SOCKET = 4  #: connections of any kind for each WebSocket an address may have: browsers open several
LOG_INTERVAL_SECONDS = 60.0  #: between two log lines about refused connections


class ConnectionLimits(NamedTuple):
    """The most connections at a time."""

    #: To the whole server.
    total: int
    #: From one address, of any kind.
    per_address: int
    #: From one address, WebSockets only.
    sockets_per_address: int


def limits_for(settings: Settings, open_files: int) -> ConnectionLimits:
    """The limits that fit the settings and the number of files the process may open.

    >>> limits_for(Settings(), open_files=65_536)
    ConnectionLimits(total=65280, per_address=256, sockets_per_address=64)
    >>> limits_for(Settings(), open_files=256)
    ConnectionLimits(total=192, per_address=48, sockets_per_address=48)
    """
    reserved = min(max(open_files // 4, MIN_RESERVED_FILES), MAX_RESERVED_FILES)
    total = max(open_files - reserved, TOTAL_PER_ADDRESS_SHARE)
    share = total // TOTAL_PER_ADDRESS_SHARE
    sockets = settings.connections_per_address
    return ConnectionLimits(total, min(CONNECTIONS_PER_SOCKET * sockets, share), min(sockets, share))


def network_of(host: str) -> str:
    """An address as limits count it: an IPv6 customer has a whole /64 network.

    >>> network_of("192.0.2.1"), network_of("2001:db8::1:2"), network_of("::ffff:192.0.2.1")
    ('192.0.2.1', '2001:db8::/64', '192.0.2.1')
    """
    try:
        ip = ip_address(host)
    except ValueError:
        return host or "?"
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(IPv6Address(int(ip) >> 64 << 64)) + "/64"
    return host


class RefusalLog:
    """At most one log line a minute about refused connections."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._refused: Counter[str] = Counter()
        self._next: dict[str, float] = {}

    def note(self, limit: str) -> None:
        """A connection was refused because of that limit."""
        self._refused[limit] += 1
        now = self._now()
        if now >= self._next.get(limit, now):
            self._next[limit] = now + LOG_INTERVAL_SECONDS
            logger.warning("connections refused", limit=limit, refused=self._refused.pop(limit))


class OpenConnections:
    """The connections of this process. Those of trusted proxies serve many people, so only the total limits them."""

    def __init__(self, limits: ConnectionLimits, log: RefusalLog, trusted_proxies: Iterable[str] = ()) -> None:
        self.limits = limits
        self._log = log
        self._proxies = [ip_network(proxy) for proxy in trusted_proxies]
        self.by_address: Counter[str] = Counter()
        self.total = 0

    def open(self, host: str) -> Callable[[], None] | None:
        """Count a connection; returns the function to call when it is lost, or None if there are too many."""
        address = network_of(host)
        if self.total >= self.limits.total:
            self._log.note("server")
            return None
        if self.by_address[address] >= self.limits.per_address and not self.trusts(host):
            self._log.note("address")
            return None
        self.total += 1
        self.by_address[address] += 1
        return lambda: self._close(address)

    def _close(self, address: str) -> None:
        self.total -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]

    def trusts(self, host: str) -> bool:
        """Whether it is a proxy of ours, whose word on where a request comes from counts."""
        try:
            ip = ip_address(host)
        except ValueError:
            return False
        return any(ip in network for network in self._proxies)
