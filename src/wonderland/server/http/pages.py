"""The web app's files: read once at the start, sent compressed, and cached by browsers as long as each is the same.

Every address that is no file leads to the one page, which knows the rest: ``/t/…``, ``/score`` and so on. Where the app
has no page either, it says so itself, and the status is 404.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from litestar import HttpMethod, Request, Response, route
from litestar.di import NamedDependency as Given
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED, HTTP_404_NOT_FOUND, HTTP_503_SERVICE_UNAVAILABLE

from wonderland.messages import say
from wonderland.server.context import ServerContext
from wonderland.server.errors import Unknown
from wonderland.server.http.authentication import language
from wonderland.server.http.headers import preferences
from wonderland.server.http.previews import has_preview, link_preview, meta_tags
from wonderland.server.logs import logger
from wonderland.server.settings import Settings

INDEX_FILE = "index.html"
#: The addresses of the app's pages, as web/src/app/App.svelte has them: ``:name`` is any part, ``?`` one that may lack.
APP_PATHS = (
    "/",
    "/t/:table/:invite?",
    "/friends",
    "/device",
    "/lobby",
    "/learn",
    "/learn/:game",
    "/rules/:game",
    "/score",
    "/g/:game",
    "/r/:record",
    "/g/:game/review",
    "/r/:record/review",
    "/me",
    "/p/:person",
    "/leaders/:game?",
    "/settings",
    "/reset",
    "/about",
)
APP_PATH = re.compile(
    "|".join(
        re.sub(r"/:\w+", "/[^/]+", re.sub(r"/:\w+\?", "(?:/[^/]+)?", path.rstrip("/"))) + "/?" for path in APP_PATHS
    )
)
#: What Vite names after its content never changes; all else is asked for again, and mostly unchanged.
CACHE_FOREVER, REVALIDATE = "public, max-age=31536000, immutable", "no-cache"
#: Pages with tags for messengers (previews.py) are made for each link; each has a few kilobytes.
MAX_CACHED_PAGES = 256
HEAD_END = "</head>"
DESCRIPTION = re.compile(r'<meta name="description"[^>]*>\s*')
#: Better first; the build has made both beside each text.
ENCODINGS = {"br": ".br", "gzip": ".gz"}
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}


class File(NamedTuple):
    """One file in every form it can be sent."""

    type: str
    etag: str
    cache: str
    bodies: dict[str, bytes]


class Pages:
    """The files of a built web app, in memory: they are small and asked for all the time."""

    def __init__(self, settings: Settings) -> None:
        self._files = dict(_read(web_folder(settings)))
        if INDEX_FILE not in self._files:
            logger.warning("no web app")

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def find(self, path: str) -> File | None:
        """The file at an address; for an address without one, the page."""
        found = self._files.get(path.strip("/") or INDEX_FILE)
        # A name with a dot is a file's: its lack must not be hidden behind a page.
        return found if found or "." in path.rpartition("/")[2] else self._files.get(INDEX_FILE)

    def with_tags(self, file: File, tags: str) -> File:
        """The page with these tags in its head; as it is, where it has no head."""
        return _with_tags(file.bodies["identity"].decode(), tags) or file


def web_folder(settings: Settings) -> Path:
    """The folder of the built web app."""
    return settings.web or Path(str(resources.files("wonderland") / "web"))


@lru_cache(maxsize=MAX_CACHED_PAGES)
def _with_tags(page: str, tags: str) -> File | None:
    if HEAD_END not in page:
        return None
    body = DESCRIPTION.sub("", page).replace(HEAD_END, tags + HEAD_END, 1).encode()
    bodies = {"gzip": gzip.compress(body, mtime=0), "identity": body}
    return File("text/html", _etag(body), REVALIDATE, bodies)


def _read(folder: Path) -> list[tuple[str, File]]:
    names = {str(path.relative_to(folder).as_posix()): path for path in folder.rglob("*") if path.is_file()}
    return [(name, _file(name, path)) for name, path in names.items() if path.suffix not in ENCODINGS.values()]


def _file(name: str, path: Path) -> File:
    body = path.read_bytes()
    beside = {coding: path.with_name(path.name + end) for coding, end in ENCODINGS.items()}
    bodies = {coding: other.read_bytes() for coding, other in beside.items() if other.exists()}
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    cache = CACHE_FOREVER if name.startswith("assets/") else REVALIDATE
    return File(kind, _etag(body), cache, {**bodies, "identity": body})


def _etag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


@route(["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
async def page(request: Request[Any, Any, Any], address: Given[str], path: str = "/") -> Response[bytes]:
    """The web app."""
    pages: Pages = request.app.state.pages
    if path.startswith("/api"):
        raise Unknown("http_nothing_here")
    file = pages.find(path)
    if file is None:
        if "." in path:
            raise Unknown("http_nothing_here")
        text = say("web_not_built", language(request.headers))
        return Response(text.encode(), media_type="text/plain; charset=utf-8", status_code=HTTP_503_SERVICE_UNAVAILABLE)
    headers = {"Vary": "Accept-Encoding"}
    if has_preview(path):
        context: ServerContext = request.app.state.context
        lang = language(request.headers)
        tagged = pages.with_tags(file, meta_tags(context, path, await link_preview(context, path, lang, address), lang))
        if tagged is not file:
            file, headers["Vary"] = tagged, "Accept-Encoding, Accept-Language"
    headers |= {"ETag": file.etag, "Cache-Control": file.cache}
    known = path.strip("/") in pages or APP_PATH.fullmatch(path)
    # There may be several, and a proxy that compresses marks them as weak (W/"…").
    if known and file.etag in request.headers.get("if-none-match", ""):
        return Response(b"", headers=headers, status_code=HTTP_304_NOT_MODIFIED, media_type=file.type)
    coding = _coding(request.headers, file)
    if coding != "identity":
        headers["Content-Encoding"] = coding
    return Response(
        file.bodies[coding],
        headers=headers,
        media_type=file.type,
        status_code=HTTP_200_OK if known else HTTP_404_NOT_FOUND,
    )


def _coding(headers: Mapping[str, str], file: File) -> str:
    known = dict(preferences(headers, "accept-encoding"))
    return next((coding for coding in file.bodies if coding in known), "identity")


routes = [page]
