"""To which instance the proxies of deploy/ send a request, and what visitors get when none can serve them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx
import pytest

from deploy.proxies import caddy, nginx
from deploy.stubs import StubInstance, stub_instances
from wonderland.server.ids import new_id

INSTANCES = 3
TABLES = 12
#: All that a browser asks for at a table.
TABLE_PATHS = ("/api/tables/{}", "/api/tables/{}/socket", "/api/tables/{}/sit", "/t/{}", "/t/{}/ABCDEF")
CHECK_SECONDS = 20.0  #: until the proxy must have asked an instance whether it is ready

Proxy = Callable[[Path, list[int]], AbstractContextManager[str]]
both_proxies = pytest.mark.parametrize("proxy", [nginx, caddy])


@contextmanager
def balanced(proxy: Proxy, folder: Path, status: int = 200) -> Iterator[tuple[httpx.Client, list[StubInstance]]]:
    """A visitor before a proxy with instances that answer with that status."""
    with stub_instances(INSTANCES) as stubs:
        for stub in stubs:
            stub.status = status
        with (
            proxy(folder, [stub.port for stub in stubs]) as address,
            httpx.Client(base_url=address, verify=False, timeout=30) as visitor,
        ):
            yield visitor, stubs


def instance_of(visitor: httpx.Client, path: str) -> int:
    answer = visitor.get(path)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["instance"])


def places(visitor: httpx.Client, tables: list[str]) -> dict[str, int]:
    """The instance of each table, the same for all that is asked of the table."""
    found = {}
    for table in tables:
        (found[table],) = {instance_of(visitor, path.format(table)) for path in TABLE_PATHS}
    return found


def wait_for_checks(stubs: list[StubInstance]) -> None:
    """Until the proxy has asked each instance twice more: then it has the answer of the time before."""
    before = [stub.checked for stub in stubs]
    deadline = time.monotonic() + CHECK_SECONDS
    while any(stub.checked < count + 2 for stub, count in zip(stubs, before, strict=True)):
        assert time.monotonic() < deadline, "the proxy does not ask"
        time.sleep(0.05)


@both_proxies
def test_all_that_is_asked_of_a_table_goes_to_one_instance(proxy: Proxy, tmp_path: Path) -> None:
    with balanced(proxy, tmp_path) as (visitor, _):
        found = places(visitor, [new_id() for _ in range(TABLES)])
        assert len(set(found.values())) > 1, "the tables are spread"
        assert len({instance_of(visitor, "/api/me/tables") for _ in range(40)}) == INSTANCES, "all else goes anywhere"


@both_proxies
def test_the_tables_of_an_instance_that_stops_go_elsewhere_and_come_back(proxy: Proxy, tmp_path: Path) -> None:
    with balanced(proxy, tmp_path) as (visitor, stubs):
        tables = [new_id() for _ in range(TABLES)]
        before = places(visitor, tables)
        stopped = stubs[before[tables[0]]]
        stopped.stop()
        during = places(visitor, tables)
        assert stopped.number not in during.values()
        # Only its own tables move: sockets of the others stay where they are, and so should what follows.
        stayed = {table: place for table, place in before.items() if place != stopped.number}
        assert {table: during[table] for table in stayed} == stayed
        stopped.start()
        deadline = time.monotonic() + CHECK_SECONDS
        while instance_of(visitor, f"/t/{tables[0]}") != stopped.number:
            assert time.monotonic() < deadline, "it is not asked any more"
            time.sleep(0.1)
        assert places(visitor, tables) == before


@both_proxies
def test_when_no_instance_can_save_each_visitor_gets_the_servers_own_reason(proxy: Proxy, tmp_path: Path) -> None:
    with balanced(proxy, tmp_path, status=503) as (visitor, stubs):
        if proxy is caddy:
            wait_for_checks(stubs)
        # nginx would give all of them up after a few requests; Caddy has already, and waits before it asks one anyway.
        for _ in range(4 if proxy is nginx else 1):
            answers = [
                visitor.get("/api/me"),
                visitor.get("/t/k3aVx7Qm2bcd"),
                visitor.post("/api/guest", json={"name": "Ann"}),
            ]
            assert [answer.status_code for answer in answers] == [503] * 3
            assert all("instance" in answer.json() for answer in answers)


@both_proxies
def test_what_an_instance_may_have_done_is_not_sent_to_another(proxy: Proxy, tmp_path: Path) -> None:
    with balanced(proxy, tmp_path) as (visitor, stubs):
        for stub in stubs:
            stub.dies = True
        assert visitor.post("/api/tables", json={}).status_code == 502
        assert sum(stub.asked.count("/api/tables") for stub in stubs) == 1


def test_an_instance_that_is_not_ready_gets_nobody_while_others_are(tmp_path: Path) -> None:
    """As Caddy has it; nginx cannot ask."""
    with balanced(caddy, tmp_path) as (visitor, stubs):
        stubs[0].status = 503
        wait_for_checks(stubs)
        found = places(visitor, [new_id() for _ in range(TABLES)])
        assert set(found.values()) <= {1, 2}
        assert {instance_of(visitor, "/api/me/tables") for _ in range(20)} <= {1, 2}
