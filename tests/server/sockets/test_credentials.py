"""Whatever makes a cookie or a token invalid ends the real sockets that were opened with it, and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from typing import Any, get_args

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from commands import wonderland
from server.hosting.running import Running, running
from server.wire.client import Client
from wonderland.server.admin.commands import AdminCommand

PASSWORD, OTHER = "correct horse", "another horse"
_numbers = count(1)

AT_ONCE, COME_AGAIN = 4403, 1012


class Scene:
    """Somebody with two browsers and a bot with two tokens, each connected to a table, and a friend who stays."""

    def __init__(self, server: Running, stack: ExitStack, kind: str) -> None:
        self.server = server
        self.user = f"user{next(_numbers)}"
        self.here, self.there = (stack.enter_context(httpx.Client(base_url=server.address)) for _ in range(2))
        self.friend = stack.enter_context(httpx.Client(base_url=server.address))
        self.me = self.post(self.here, "/api/guest", name="Ann")
        if kind == "account":
            self.post(self.here, "/api/me/claim", user=self.user, password=PASSWORD)
            self.post(self.there, "/api/login", user=self.user, password=PASSWORD)
            self.bot = self.post(self.here, "/api/me/bots", name="Robo")
            self.tokens = [self.post(self.here, f"/api/me/bots/{self.bot['id']}/tokens") for _ in range(2)]
        else:
            self.there.cookies.update(self.here.cookies)
            self.tokens = []
        self.post(self.friend, "/api/guest", name="Bob")
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        self.table = self.post(self.friend, "/api/tables", game="parade", seats=seats)["id"]
        self.post(self.here, f"/api/tables/{self.table}/sit")
        self.headers = {"here": cookie(self.here), "there": cookie(self.there), "friend": cookie(self.friend)}
        for name, token in zip(("token", "other"), self.tokens, strict=False):
            self.headers[name] = {"Authorization": f"Bearer {token['token']}"}
        self.sockets = {name: stack.enter_context(self.connected(name)) for name in self.headers}

    @contextmanager
    def connected(self, name: str) -> Iterator[Client]:
        """A socket opened with one of the credentials."""
        url = f"{self.server.address.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        # Whoever is not read from must not hold up the test's end: so nothing is left unread in the system's buffers.
        with connect(url, additional_headers=self.headers[name], max_queue=None, ping_interval=None) as socket:
            client = Client(socket)
            client.read()
            yield client

    def post(self, client: httpx.Client, path: str, **data: Any) -> Any:
        answer = client.post(path, json=data)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def admin(self, *words: str) -> str:
        """``wonderland admin`` in another process, as the host types it."""
        done = wonderland(*words, "--data", self.server.data)
        assert done.returncode == 0, done.stderr
        return done.stdout


def cookie(client: httpx.Client) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{key}={value}" for key, value in client.cookies.items())}


# ---- the operations ----------------------------------------------------------------------------------


def claim(scene: Scene) -> None:
    scene.post(scene.here, "/api/me/claim", user=scene.user, password=PASSWORD)


def logout(scene: Scene) -> None:
    scene.post(scene.here, "/api/logout")


def logout_everywhere(scene: Scene) -> None:
    scene.post(scene.here, "/api/me/logout-everywhere")


def change_password(scene: Scene) -> None:
    scene.post(scene.here, "/api/me/password", old=PASSWORD, new=OTHER)


def reset_password(scene: Scene) -> None:
    key = scene.admin("admin", "reset-password", scene.user).strip().partition("#")[2]
    scene.post(scene.friend, "/api/reset", key=key, password=OTHER)


def delete_me(scene: Scene) -> None:
    answer = scene.here.request("DELETE", "/api/me", json={"password": PASSWORD})
    assert answer.status_code == 204, answer.text


def delete_bot(scene: Scene) -> None:
    assert scene.here.delete(f"/api/me/bots/{scene.bot['id']}").status_code == 204


def revoke_token(scene: Scene) -> None:
    path = f"/api/me/bots/{scene.bot['id']}/tokens/{scene.tokens[0]['id']}"
    assert scene.here.delete(path).status_code == 204


def ban(scene: Scene) -> None:
    scene.admin("admin", "ban", scene.user)


def ban_a_bot(scene: Scene) -> None:
    scene.admin("admin", "ban", scene.bot["id"])


def restore(scene: Scene) -> None:
    """The backup is of a moment ago: everything in it is as valid as before."""
    backup = scene.server.data.with_name(f"{scene.user}.db")
    scene.admin("backup", str(backup))
    scene.admin("restore", str(backup))


def change_password_only(scene: Scene) -> None:
    scene.post(scene.here, "/api/me/password", old=PASSWORD, new=OTHER, keep_tokens=True)


#: What ends which sockets, with which code: by operation of the HTTP API and by order of an admin. A cookie's sockets
#: are asked to come again, for the browser may have a new one; a token's are not, unless the token still holds.
ENDS: dict[str, list[tuple[Callable[[Scene], None], str, str, int]]] = {
    "claim": [(claim, "guest", "here there", COME_AGAIN)],
    "logout": [(logout, "account", "here", COME_AGAIN)],
    "logoutEverywhere": [(logout_everywhere, "account", "here there token other", COME_AGAIN)],
    "changePassword": [
        (change_password, "account", "here there token other", COME_AGAIN),
        (change_password_only, "account", "here there", COME_AGAIN),
    ],
    "resetPassword": [(reset_password, "account", "here there token other", COME_AGAIN)],
    "deleteMe": [
        (delete_me, "account", "here there token other", AT_ONCE),
        (delete_me, "guest", "here there", AT_ONCE),
    ],
    "deleteBot": [(delete_bot, "account", "token other", AT_ONCE)],
    "revokeToken": [(revoke_token, "account", "token", AT_ONCE)],
    "BanPerson": [
        (ban, "account", "here there token other", AT_ONCE),
        (ban_a_bot, "account", "token other", AT_ONCE),
    ],
    "Restore": [(restore, "account", "here there token other friend", COME_AGAIN)],
}
#: What leaves every cookie and every token as valid as it was.
KEEPS = {
    *("becomeGuest", "login", "rename", "makeBot", "makeToken", "importRecord", "dropRecord"),
    *("openTable", "playNow", "sit", "leave", "changeSeat", "start", "closeTable", "setBotPace", "whatIf", "hint"),
    *("reviewGame", "reviewRecord"),
    *("ListPeople", "ListTables", "ListInstances", "CloseTable", "MutePerson", "ResetPassword"),
}
CASES = [case for cases in ENDS.values() for case in cases]


def ended_with(client: Client) -> int:
    """The code with which the server has closed the socket; fails if it answers us instead."""
    while (message := client.read())["type"] != "bye":
        assert message["type"] not in ("accepted", "refused"), message
    return client.until_closed()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    words = ("--limit-factor", "1000", "--connections-per-address", "1000", "--durability", "normal")
    with running(tmp_path_factory.mktemp("served") / "data", *words) as server:
        yield server
        assert server.stop() == 0


def test_every_operation_is_known_to_end_sockets_or_not_to(server: Running) -> None:
    """Whoever adds a route or an order decides here; if it makes a credential invalid, with a case above."""
    paths = httpx.get(server.address + "/api/schema/openapi.json").json()["paths"]
    routes = {
        what["operationId"] for path in paths.values() for method, what in path.items() if method not in ("get", "head")
    }
    orders = {order.__name__ for order in get_args(AdminCommand)}
    assert routes | orders == {*ENDS, *KEEPS}
    assert not KEEPS & ENDS.keys()


@pytest.mark.parametrize(("operation", "kind", "ended", "code"), CASES)
def test_it_ends_what_was_opened_with_it(
    server: Running, operation: Callable[[Scene], None], kind: str, ended: str, code: int
) -> None:
    with ExitStack() as stack:
        scene = Scene(server, stack, kind)
        for name, client in scene.sockets.items():
            assert client.ask({"type": "say", "id": f"{name}1", "text": f"before {name}"})["type"] == "accepted"
        operation(scene)
        over = ended.split()
        for name in over:
            with suppress(ConnectionClosed):  # already
                scene.sockets[name].send({"type": "say", "id": f"{name}2", "text": "too late"})
        for name, client in scene.sockets.items():
            if name in over:
                token = name in ("token", "other") and operation is not restore
                assert ended_with(client) == (AT_ONCE if token else code), name
            else:
                assert client.ask({"type": "say", "id": f"{name}2", "text": "still here"})["type"] == "accepted", name
        with scene.connected("friend") as fresh:
            said = [line["text"] for line in fresh.heard[0]["chat"]]
        assert "too late" not in said


@pytest.mark.parametrize(("operation", "name"), [(revoke_token, "token"), (delete_bot, "other"), (ban, "here")])
def test_who_was_shut_out_is_refused_at_the_door(
    server: Running, operation: Callable[[Scene], None], name: str
) -> None:
    with ExitStack() as stack:
        scene = Scene(server, stack, "account")
        operation(scene)
        with scene.connected(name) as client:
            assert client.heard[0]["type"] == "refused"
            assert client.until_closed() == 4403


def test_who_logged_out_everywhere_only_watches(server: Running) -> None:
    with ExitStack() as stack:
        scene = Scene(server, stack, "account")
        assert scene.sockets["there"].heard[0]["table"]["seat"] == 1
        logout_everywhere(scene)
        with scene.connected("there") as client:
            assert client.heard[0]["table"]["seat"] is None
            answer = client.ask({"type": "say", "id": "x", "text": "hello"})
            assert answer["key"] == "chat_nobody"


def test_who_is_let_in_again_can_come_with_the_same_cookie_and_token(server: Running) -> None:
    with ExitStack() as stack:
        scene = Scene(server, stack, "account")
        ban(scene)
        for name in ("here", "there", "token", "other"):
            assert scene.sockets[name].until_closed() == 4403
        scene.admin("admin", "unban", scene.user)
        for name in ("here", "there", "token", "other"):
            with scene.connected(name) as client:
                assert client.ask({"type": "say", "id": "x", "text": "back"})["type"] == "accepted"
