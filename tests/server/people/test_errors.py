"""What a client is told when something is refused or goes wrong."""

from __future__ import annotations

import json
import socket
from typing import Any

import msgspec
import pytest
import structlog
from httpx import AsyncClient
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from server.people.small import SmallContext, app_of, visitor
from server.people.test_routes import error
from wonderland.core.errors import NotAllowed, TooLate, Unreadable
from wonderland.messages import say
from wonderland.server.connection_limits import ConnectionLimits, OpenConnections, RefusalLog
from wonderland.server.errors import Forbidden, Limited, NotSaved, NotSignedIn, Unknown
from wonderland.server.http.authentication import language
from wonderland.server.protocols.web_server import WebServer
from wonderland.server.sockets.channel import PendingWrites

TIMEOUT_SECONDS = 30  #: for connections to end

RAISED: dict[str, tuple[Exception, int]] = {
    "unreadable": (Unreadable("not_json"), 400),
    "not_signed_in": (NotSignedIn("person_needed"), 401),
    "forbidden": (Forbidden("person_banned"), 403),
    "unknown": (Unknown("person_gone"), 404),
    "not_allowed": (NotAllowed("refused_game_over"), 409),
    "too_late": (TooLate("reset_over"), 410),
    "limited": (Limited(seconds=7), 429),
    "not_saved": (NotSaved("not_saved_full"), 503),
    "failed": (ValueError("R10 is in the hand"), 500),
}


class Body(msgspec.Struct):
    number: int


@get("/raise/{kind:str}")
async def raise_it(kind: FromPath[str]) -> None:
    raise RAISED[kind][0]


@post("/body")
async def read_body(data: JSONBody[Body]) -> None: ...


@get("/ask")
async def ask(secret: FromQuery[int]) -> None: ...


@pytest.fixture
def troubled(context: SmallContext) -> AsyncClient:
    return visitor(app_of(context, raise_it, read_body, ask))


@pytest.mark.parametrize("kind", RAISED)
async def test_every_kind_of_error_has_a_status_and_a_text_in_both_languages(troubled: AsyncClient, kind: str) -> None:
    raised, status = RAISED[kind]
    for lang in ("en", "fr"):
        answer = await troubled.get(f"/raise/{kind}", headers={"Accept-Language": lang})
        told = answer.json()["error"]
        assert (answer.status_code, told["kind"]) == (status, kind)
        failed = say("http_failed", lang, request=told.get("request", ""))
        text = raised.say(lang) if isinstance(raised, (NotAllowed, Unreadable)) else failed
        assert told["text"] == text
        assert told.get("seconds") == (7 if kind == "limited" else None)
        assert answer.headers.get("retry-after") == ("7" if kind == "limited" else None)


async def test_our_own_mistakes_are_noted_but_not_told(troubled: AsyncClient) -> None:
    with structlog.testing.capture_logs() as logs:
        answer = await troubled.get("/raise/failed")
    assert "R10" not in answer.text
    assert "Traceback" not in answer.text
    (line,) = logs
    assert (line["log_level"], line["path"]) == ("error", "/raise/{kind}")
    assert line["exc_info"] is RAISED["failed"][0]
    # By this id whoever reports it helps to find that line.
    told = answer.json()["error"]
    assert told["request"] == line["request"]
    assert line["request"] in told["text"]


@pytest.mark.one_process("about the web server before one app")
async def test_every_error_names_its_request(context: SmallContext) -> None:
    app = app_of(context, raise_it)
    connections = OpenConnections(ConnectionLimits(9, 9, 9), RefusalLog())
    server = WebServer(app, connections, PendingWrites())
    with socket.create_server(("127.0.0.1", 0)) as door:
        await server.listen(door)
        async with AsyncClient(base_url=f"http://127.0.0.1:{door.getsockname()[1]}") as client:
            answers = [await client.get(path) for path in ("/nothing", "/raise/unknown", "/raise/failed")]
        await server.close(TIMEOUT_SECONDS)
    assert [answer.status_code for answer in answers] == [404, 404, 500]
    assert [answer.json()["error"]["request"] for answer in answers] == [
        answer.headers["x-request-id"] for answer in answers
    ]


@pytest.mark.parametrize(
    ("body", "key", "said"),
    [
        (b'{"number": "secret"}', "http_unreadable", "number: Expected `int`, got `str`"),
        (b"{}", "http_unreadable", "number"),
        (b"[]", "http_unreadable", "Expected `object`"),
        (b"secret", "http_unreadable", "malformed"),
        (b'{"number": ', "http_unreadable", "truncated"),
        (b'{"number": "\xff"}', "http_unreadable", "UTF-8"),
        (b'{"more": ' + b"[" * 100_000, "http_unreadable", "nested"),
        (b"", "http_no_body", "JSON"),
    ],
)
async def test_a_body_that_cannot_be_read_gets_one_clear_message(
    troubled: AsyncClient, body: bytes, key: str, said: str
) -> None:
    answer = await troubled.post("/body", content=body, headers={"Content-Type": "application/json"})
    assert error(answer) == (400, key)
    assert said in answer.json()["error"]["text"]
    assert "secret" not in answer.text


async def test_a_question_that_cannot_be_read(troubled: AsyncClient) -> None:
    answer = await troubled.get("/ask?secret=hidden")
    assert error(answer) == (400, "http_unreadable")
    assert "secret" in answer.json()["error"]["text"]
    assert "hidden" not in answer.text


async def test_what_the_framework_refuses_has_the_same_shape(browser: AsyncClient) -> None:
    large = await browser.post("/api/guest", json={"name": "x" * 20_000})
    answers = [await browser.get("/nothing"), await browser.put("/api/me"), large]
    assert [error(answer) for answer in answers] == [
        (404, "http_nothing_here"),
        (405, "http_method"),
        (413, "http_too_large"),
    ]
    french = await browser.get("/nothing", headers={"Accept-Language": "fr"})
    assert french.json()["error"]["text"] == say("http_nothing_here", "fr") != say("http_nothing_here", "en")


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("en;q=0.8, FR;q=0.9", "fr"),
        ("de, nl", "en"),
        ("de, fr;q=0.1", "fr"),
        ("fr;q=0", "en"),
        ("fr;q=x", "en"),
        ("*", "en"),
        (";;,,q=", "en"),
    ],
)
def test_the_reader_chooses_the_language(header: str, lang: str) -> None:
    assert language({"accept-language": header}) == lang


async def test_messages_in_french_when_asked(browser: AsyncClient) -> None:
    body = {"user": "nobody", "password": "12345678"}
    answer = await browser.post("/api/login", json=body, headers={"Accept-Language": "fr-FR"})
    assert answer.json()["error"]["text"] == "Nom d’utilisateur ou mot de passe incorrect."


async def test_the_api_is_described(browser: AsyncClient) -> None:
    described: dict[str, Any] = json.loads((await browser.get("/schema/openapi.json")).content)
    operations = [
        operation
        for path, methods in described["paths"].items()
        for operation in methods.values()
        if path.startswith("/api")
    ]
    assert len(operations) == 16
    assert len({operation["operationId"] for operation in operations}) == 16
    for operation in operations:
        assert operation["summary"]
