"""How many connections there may be, and what is said of those that are refused."""

from __future__ import annotations

from structlog.testing import capture_logs

from wonderland.server.connection_limits import ConnectionLimits, OpenConnections, RefusalLog, limits_for
from wonderland.server.settings import Settings


def test_an_address_gets_its_share_and_no_more() -> None:
    connections = OpenConnections(ConnectionLimits(10, 3, 3), RefusalLog())
    gone = [connections.open("192.0.2.1") for _ in range(3)]
    assert all(gone)
    assert connections.open("192.0.2.1") is None
    assert connections.open("192.0.2.2")
    assert gone[0]
    gone[0]()
    assert connections.open("192.0.2.1")
    assert connections.total == 4


def test_an_ipv6_customer_is_one_address() -> None:
    connections = OpenConnections(ConnectionLimits(10, 3, 3), RefusalLog())
    assert all(connections.open(f"2001:db8::{place}") for place in range(3))
    assert connections.open("2001:db8::ffff") is None
    assert connections.open("2001:db8:0:1::1")


def test_a_proxy_speaks_for_many_but_not_for_more_than_there_is_room() -> None:
    connections = OpenConnections(ConnectionLimits(10, 3, 3), RefusalLog(), ["10.0.0.0/8"])
    assert all(connections.open("10.1.2.3") for _ in range(10))
    assert connections.open("10.1.2.3") is None
    assert connections.open("192.0.2.1") is None


def test_whoever_hosts_may_allow_more_but_not_all() -> None:
    wide = Settings(connections_per_address=1_000_000)
    assert limits_for(wide, 20_000) == ConnectionLimits(19_744, 4_936, 4_936)
    assert limits_for(Settings(connections_per_address=2), 20_000) == ConnectionLimits(19_744, 8, 2)
    assert limits_for(wide, 32).total > 0


def test_one_line_a_minute() -> None:
    time = 0.0
    log = RefusalLog(lambda: time)
    with capture_logs() as logged:
        for second in range(130):
            time = float(second)
            for _ in range(10):
                log.note("address")
        log.note("server")
    assert [(line["limit"], line["refused"]) for line in logged] == [
        ("address", 1),
        ("address", 600),
        ("address", 600),
        ("server", 1),
    ]
