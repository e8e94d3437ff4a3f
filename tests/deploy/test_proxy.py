"""Three instances behind the proxies of deploy/: a game goes on whoever serves it, and while each of them restarts.

The shipped configurations keep a table at one instance; any other would do, too, and that is tested by changing them.
"""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from commands import wonderland
from deploy.proxies import caddy, nginx
from redis_server import RedisServer
from server.hosting.running import Running, running
from server.stores import postgres_database
from server.wire.client import Client

INSTANCES = 3
MOVES = 2  #: after each stop and each start
#: Of a folder, the ports of the instances, and whether a table is kept at one of them.
Proxy = Callable[..., AbstractContextManager[str]]

pytestmark = pytest.mark.long("three instances, PostgreSQL, Redis and a proxy, each restarted: a minute")


class Instance:
    """One of several servers on one database; started again on the same port."""

    def __init__(self, folder: Path, number: int, settings: dict[str, str]) -> None:
        self._data = folder / str(number)
        self._settings = settings
        self._stack = ExitStack()
        self.port = 0
        self.start()

    def start(self) -> None:
        self._server: Running = self._stack.enter_context(
            running(self._data, port=self.port, environment=self._settings)
        )
        self.port = self._server.port

    def stop(self) -> None:
        assert self._server.stop() == 0
        self._stack.close()

    @property
    def address(self) -> str:
        return self._server.address

    def command(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """A command of ``wonderland`` on this machine, with the settings of the instances."""
        return wonderland(*words, "--data", self._data, env=self._settings)

    @property
    def sockets(self) -> int:
        metrics = httpx.get(f"{self.address}/metrics").text
        (line,) = (line for line in metrics.splitlines() if line.startswith("wonderland_connections "))
        return int(float(line.split()[1]))


@contextmanager
def cluster(folder: Path, public_url: str) -> Iterator[list[Instance]]:
    with (
        postgres_database(f"wonderland_deploy_{folder.name}") as database,
        RedisServer() as redis,
        ExitStack() as stack,
    ):
        (folder / "database_url").write_text(database)
        settings = {
            "WONDERLAND_DATABASE_FILE": str(folder / "database_url"),
            "WONDERLAND_REDIS": redis.url,
            "WONDERLAND_SECRETS": str(folder / "secrets"),
            "WONDERLAND_PUBLIC_URL": public_url,
            "WONDERLAND_TRUSTED_PROXIES": "127.0.0.1",
            "WONDERLAND_LOG_LEVEL": "warning",
        }
        instances = [Instance(folder, number, settings) for number in range(INSTANCES)]
        for instance in instances:
            stack.callback(instance.stop)
        yield instances


class Player:
    """Somebody at a table, who comes back by way of the proxy whenever a connection ends."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self.tls = ssl._create_unverified_context() if address.startswith("https:") else None
        self.http = httpx.Client(base_url=address, verify=False)
        self.post("/api/guest", name=name)
        self.stack = ExitStack()
        self.client: Client | None = None
        self.returns = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()
        self.http.close()

    def post(self, path: str, **data: Any) -> Any:
        answer = self.http.post(path, json=data)
        assert answer.is_success, answer.text
        return answer.json()

    def come(self, table: str) -> None:
        self.table = table
        self.stack.close()
        cookie = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        url = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        socket = connect(url, additional_headers={"Cookie": cookie}, max_size=None, ssl=self.tls, ping_interval=None)
        self.client = Client(self.stack.enter_context(socket))
        self.client.until("snapshot")
        self.returns += 1

    def insist(self, work: Callable[[Client], Any]) -> Any:
        """Do something at the table, and again after every lost connection."""
        while True:
            assert self.client
            try:
                return work(self.client)
            except ConnectionClosed:
                self.come(self.table)

    def see(self, version: int) -> dict[str, Any]:
        """The table, once it has that version and its game has begun."""

        def wait(client: Client) -> dict[str, Any]:
            while client.version < version or client.table_view["view"] is None:
                client.read()
            return client.table_view

        view: dict[str, Any] = self.insist(wait)
        return view

    def move(self, id: str) -> int:
        """Play a card; the version that it made."""

        def play(client: Client) -> dict[str, Any]:
            # High cards take little, so that the game does not end.
            card = max(client.table_view["view"]["hand"], key=lambda card: int(card[1:]))
            return client.ask({"type": "act", "id": id, "version": client.version, "action": f"play {card}"})

        answer = self.insist(play)
        assert answer["type"] == "accepted", answer
        return int(answer["version"])


def play(players: list[Player], version: int, first: int) -> int:
    """Some moves, each of which the other sees."""
    for number in range(first, first + MOVES):
        views = [player.see(version) for player in players]
        turn = views[0]["view"]["turn"]
        version = players[turn].move(f"move{number}")
    return version


def public_url(proxy: Proxy) -> str:
    return "https://cards.example" if proxy is nginx else "http://127.0.0.1"


def start_game(stack: ExitStack, address: str) -> list[Player]:
    """Two players at a table, each with a socket."""
    players = [stack.enter_context(Player(address, name)) for name in ("Ann", "Bob")]
    table = players[0].post("/api/tables", game="parade", seats=[{"kind": "me"}, {"kind": "open"}])["id"]
    players[1].post(f"/api/tables/{table}/sit")
    for player in players:
        player.come(table)
    return players


def counts(instances: list[Instance]) -> list[int]:
    return [instance.sockets for instance in instances]


@pytest.mark.parametrize("by_table", [True, False], ids=["together", "spread"])
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_a_game_goes_on_while_each_instance_is_restarted(proxy: Proxy, by_table: bool, tmp_path: Path) -> None:
    with ExitStack() as stack:
        instances = stack.enter_context(cluster(tmp_path, public_url(proxy)))
        address = stack.enter_context(proxy(tmp_path, [one.port for one in instances], by_table))
        players = start_game(stack, address)
        assert sorted(counts(instances)) == ([0, 0, 2] if by_table else [0, 1, 1])
        version = play(players, 1, 0)
        for number, instance in enumerate(instances, 1):
            instance.stop()
            version = play(players, version, number * MOVES)
            instance.start()
            version = play(players, version, number * MOVES + 100)
        assert sum(player.returns for player in players) >= 2, "each was served by an instance that stopped"
        views = [player.see(version) for player in players]
        for player, view in zip(players, views, strict=True):
            assert player.http.get(f"/api/tables/{player.table}").json() == view


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_the_players_of_an_instance_that_stops_meet_at_another(proxy: Proxy, tmp_path: Path) -> None:
    with ExitStack() as stack:
        instances = stack.enter_context(cluster(tmp_path, public_url(proxy)))
        address = stack.enter_context(proxy(tmp_path, [one.port for one in instances]))
        players = start_game(stack, address)
        version = play(players, 1, 0)
        stopped = counts(instances).index(2)
        instances[stopped].stop()
        play(players, version, MOVES)
        assert [player.returns for player in players] == [1, 1]
        others = [instance for instance in instances if instance is not instances[stopped]]
        assert sorted(counts(others)) == [0, 2]
        instances[stopped].start()


def test_a_backup_of_several_instances_is_restored_with_one_of_them(tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    with cluster(tmp_path, "http://127.0.0.1") as instances:
        first, *others = instances
        ann = Player(first.address, "Ann")
        assert first.command("backup", backup).returncode == 0
        ann.post("/api/tables", game="parade", seats=[{"kind": "me"}, {"kind": "open"}])
        listed = first.command("admin", "instances").stdout.splitlines()
        assert [len([line for line in listed if one.address in line]) for one in instances] == [1, 1, 1]
        assert "stop all but one" in first.command("restore", backup).stderr
        assert len(ann.http.get("/api/me/tables").json()) == 1
        for other in others:
            other.stop()
        assert first.command("restore", backup).returncode == 0
        for other in others:
            other.start()
        with Player(others[0].address, "Bob") as bob:
            bob.http.cookies = ann.http.cookies
            assert bob.http.get("/api/me").json()["name"] == "Ann"
            assert bob.http.get("/api/me/tables").json() == []
        ann.http.close()


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_what_the_proxy_adds_and_what_it_keeps_back(proxy: Proxy, tmp_path: Path) -> None:
    with ExitStack() as stack:
        instances = stack.enter_context(cluster(tmp_path, public_url(proxy)))
        address = stack.enter_context(proxy(tmp_path, [one.port for one in instances]))
        player = stack.enter_context(Player(address, "Ann"))
        for path in ("/metrics", "/admin"):
            assert player.http.get(path).status_code == 404
        assert player.http.get("/readyz").json()["ready"]
        # Whatever a visitor says of themselves, the proxy says who they are and which request it is.
        said = {"X-Forwarded-For": "192.0.2.7", "X-Request-ID": "visitors-own-words"}
        answer = player.http.get("/api/nothing", headers=said)
        assert answer.headers["x-request-id"] == answer.json()["error"]["request"] != "visitors-own-words"
        assert len(answer.headers["x-request-id"]) in (32, 36), "nginx's or Caddy's, not ours"
