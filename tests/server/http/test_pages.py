"""The web app's files: sent compressed, cached while they are the same, and never in place of what is missing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from server.process import Server, serving
from wonderland.server.http.pages import APP_PATHS

FILES = {
    "index.html": b"<!doctype html><title>Wonderland</title>",
    "index.html.gz": b"as gzip",
    "index.html.br": b"as brotli",
    "offline.js": b"// offline",
    "en.webmanifest": b"{}",
    "assets/app-1a2b3c.js": b"play()",
}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    for name, body in FILES.items():
        path = tmp_path / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    async with serving(tmp_path / "data", "--web", str(tmp_path / "web")) as server:
        yield server


async def raw(server: Server, path: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer and its body as it came over the wire."""
    wanted = {"Accept-Encoding": "identity", **{name.replace("_", "-"): value for name, value in headers.items()}}
    async with server.http.stream("GET", server.address + path, headers=wanted) as response:
        return response, b"".join([part async for part in response.aiter_raw()])


async def test_addresses_without_a_file_lead_to_the_page(server: Server) -> None:
    for path in ("/", "/score", "/t/S6T4yjpK5emT/gjITd6zrjSl5", "/learn/parade"):
        response, body = await raw(server, path)
        assert (response.status_code, body) == (200, FILES["index.html"]), path
        assert response.headers["content-type"] == "text/html; charset=utf-8"


async def test_an_address_without_a_page_is_told_so_by_the_page_and_by_the_status(server: Server) -> None:
    for path in ("/nowhere", "/learn/parade/further", "/t", "/scores", "/score/1"):
        for headers in ({}, {"if_none_match": (await raw(server, "/"))[0].headers["etag"]}):
            response, body = await raw(server, path, **headers)
            assert (response.status_code, body) == (404, FILES["index.html"]), path


def test_the_server_knows_the_addresses_of_the_app() -> None:
    app = Path(__file__).parents[3] / "web/src/app/App.svelte"
    routes = re.findall(r'^    \["(/[^"]+)", \(\) => import', app.read_text("utf-8"), re.MULTILINE)
    assert ("/", *routes) == APP_PATHS


async def test_a_missing_file_is_not_hidden_behind_the_page(server: Server) -> None:
    for path in ("/assets/app-old.js", "/favicon.ico", "/api/nothing", "/api"):
        response, _ = await raw(server, path)
        assert response.status_code == 404, path


async def test_the_best_coding_that_the_browser_knows(server: Server) -> None:
    for accepted, coding, body in (
        ("gzip, deflate, br, zstd", "br", "index.html.br"),
        ("gzip;q=1.0, deflate", "gzip", "index.html.gz"),
        ("deflate", None, "index.html"),
        ("br;q=0, gzip", "gzip", "index.html.gz"),
        ("br; q=0, gzip;q=0.0", None, "index.html"),
    ):
        response, came = await raw(server, "/", Accept_Encoding=accepted)
        assert response.headers.get("content-encoding") == coding
        assert came == FILES[body]
        assert response.headers["vary"] == "Accept-Encoding"


async def test_what_has_not_changed_is_not_sent_again(server: Server) -> None:
    first, _ = await raw(server, "/")
    etag = first.headers["etag"]
    for known in (etag, f"W/{etag}", f'"older", {etag}'):
        again, body = await raw(server, "/", If_None_Match=known)
        assert (again.status_code, body) == (304, b""), known
    assert first.headers["cache-control"] == "no-cache"
    named, _ = await raw(server, "/assets/app-1a2b3c.js")
    assert "immutable" in named.headers["cache-control"]


async def test_only_the_head_for_those_who_ask_for_it(server: Server) -> None:
    response = await server.http.head(server.address + "/offline.js")
    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["content-length"] == str(len(FILES["offline.js"]))


@pytest.mark.parametrize(
    "way", ["/../secret.txt", "/assets/../../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt"]
)
async def test_no_way_leads_out_of_the_folder(server: Server, tmp_path: Path, way: str) -> None:
    (tmp_path / "secret.txt").write_text("nobody's business")
    # As it stands: a client for people would tidy it up.
    reader, writer = await asyncio.open_connection(*server.address.removeprefix("http://").split(":"))
    writer.write(f"GET {way} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 404")


async def test_every_file_has_its_type(server: Server) -> None:
    types = {path: (await raw(server, path))[0].headers["content-type"] for path in ("/offline.js", "/en.webmanifest")}
    assert types == {"/offline.js": "text/javascript; charset=utf-8", "/en.webmanifest": "application/manifest+json"}


async def test_pages_keep_to_our_own_scripts_and_styles(server: Server) -> None:
    response, _ = await raw(server, "/")
    assert "script-src 'self'; style-src 'self'" in response.headers["content-security-policy"]


async def test_a_server_without_its_web_app_says_so(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    async with serving(tmp_path / "data", "--web", str(tmp_path / "empty")) as server:
        response, body = await raw(server, "/score", Accept_Language="fr")
        assert response.status_code == 503
        assert "sans son application web" in body.decode()
