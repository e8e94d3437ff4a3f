"""What a client is told when something is refused or goes wrong: one shape, in the reader's language."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec
from litestar.types import ExceptionHandlersMap

from wonderland.core.errors import NotAllowed, TooLate, Unreadable, WonderlandError
from wonderland.messages import say
from wonderland.server.hosting.logs import logger
from wonderland.server.http.authentication import language
from wonderland.server.http.limits import Limited
from wonderland.server.http.security import has_body
from wonderland.server.people import Forbidden, Nobody, Unknown
from wonderland.server.store.journal import NotSaved
from wonderland.server.wire.codec import key_of

AnyRequest = Request[Any, Any, Any]


class ErrorInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why not. ``kind`` and ``key`` are for programs and do not change; ``text`` is for people."""

    kind: str
    key: str
    text: str
    #: After how many seconds it may be tried again.
    seconds: int | None = None


class ErrorResponse(msgspec.Struct, frozen=True):
    """The body of every response that is no success."""

    error: ErrorInfo


#: What each type of error is called and its status; the first that fits.
KINDS: list[tuple[type[WonderlandError], str, int]] = [
    (Limited, "limited", 429),
    (NotSaved, "not_saved", 503),
    (Nobody, "nobody", 401),
    (Forbidden, "forbidden", 403),
    (Unknown, "unknown", 404),
    (TooLate, "too_late", 410),
    (NotAllowed, "not_allowed", 409),
    (Unreadable, "unreadable", 400),
    (WonderlandError, "not_allowed", 409),
]

#: What we say where the framework refuses; anything else is ``http_refused``.
WORDS = {
    400: ("unreadable", "http_unreadable"),
    404: ("unknown", "http_nothing_here"),
    405: ("not_allowed", "http_method"),
    413: ("unreadable", "http_too_large"),
    414: ("unreadable", "http_too_large"),
    415: ("unreadable", "http_not_json"),
    431: ("unreadable", "http_too_large"),
}

TOO_LONG = (413, 414, 431)  #: a body, an address, a header

CUT_OFF = "client disconnected prematurely"  #: what the framework says, with status 500, when a body does not end


def refusal(error: WonderlandError, lang: str) -> ErrorInfo:
    """An error as clients read it."""
    kind = next(name for type_, name, _ in KINDS if isinstance(error, type_))
    return ErrorInfo(kind, key_of(error), error.say(lang), error.seconds if isinstance(error, Limited) else None)


def refused(request: AnyRequest, error: WonderlandError) -> Response[ErrorResponse]:
    status = next(status for type_, _, status in KINDS if isinstance(error, type_))
    headers = {}
    if isinstance(error, Limited):
        headers["Retry-After"] = str(error.seconds)
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return _answer(refusal(error, language(request.headers)), status, headers)


def misread(request: AnyRequest, error: HTTPException) -> Response[ErrorResponse]:
    """What the framework itself refuses: no such page, a body that is not what it should be …"""
    if error.status_code >= 500:
        return cut_off(request) if error.detail == CUT_OFF else failed(request, error)
    kind, key = WORDS.get(error.status_code, ("not_allowed", "http_refused"))
    if error.status_code == 400 and _first(error).get("key") == "data" and not has_body(request.headers):
        key = "http_no_body"
    # A message takes the values it has a place for.
    text = say(key, language(request.headers), problem=_told(error), status=error.status_code)
    return _answer(ErrorInfo(kind, key, text), error.status_code, error.headers)


def garbled(request: AnyRequest, error: UnicodeDecodeError | RecursionError) -> Response[ErrorResponse]:
    """A body that the framework stumbles over before it can refuse it."""
    broken = Unreadable("not_utf8", byte=error.start) if isinstance(error, UnicodeDecodeError) else None
    lang = language(request.headers)
    text = say("http_unreadable", lang, problem=(broken or Unreadable("json_deep")).say(lang))
    return _answer(
        ErrorInfo("unreadable", "http_unreadable", text), 400
    )  # as for any body that is not what it should be


def cut_off(request: AnyRequest) -> Response[ErrorResponse]:
    """The client went away in the middle of its request: nobody's mistake, and nobody reads the answer."""
    logger.debug("request cut off", method=request.method, path=_route(request))
    return _answer(ErrorInfo("unreadable", "http_refused", ""), 400)


def failed(request: AnyRequest, error: Exception) -> Response[ErrorResponse]:
    """Our own mistake: clients learn that it was one and nothing more. What happened is in the log, without values."""
    logger.error("request failed", method=request.method, path=_route(request), exc_info=error)
    lang = language(request.headers)
    return _answer(ErrorInfo("failed", "http_failed", say("http_failed", lang)), 500)


#: For the app's ``exception_handlers``.
handlers: ExceptionHandlersMap = {
    WonderlandError: refused,
    HTTPException: misread,
    UnicodeDecodeError: garbled,
    RecursionError: garbled,
    Exception: failed,
}


def documented(*statuses: int) -> dict[int, ResponseSpec]:
    """The answers of a route besides its result, for OpenAPI: refusals, and 204, which has no body.

    Whatever can be wrong can be too long as well.
    """
    if 400 in statuses:
        statuses = (*statuses, *TOO_LONG)
    return {
        status: ResponseSpec(
            ErrorResponse if status >= 400 else None, description=HTTPStatus(status).phrase, generate_examples=False
        )
        for status in statuses
    }


def _told(error: HTTPException) -> str:
    """Where the request is wrong and how, in msgspec's words; they quote types and keys, never values."""
    first = _first(error)
    if not first:
        return error.detail.partition(" for ")[0]
    place = "" if first.get("key") in (None, "data") else f"{first['key']}: "
    return place + str(first.get("message", ""))


def _first(error: HTTPException) -> dict[str, Any]:
    """The first thing that the framework found wrong with a request."""
    found = error.extra if isinstance(error, ValidationException) else None
    return found[0] if isinstance(found, list) and found else {}


def _route(request: AnyRequest) -> str:
    """The path as it is written in the code: ids in an address may be secrets."""
    return str(request.scope.get("path_template", ""))


def _answer(refusal: ErrorInfo, status: int, headers: dict[str, str] | None = None) -> Response[ErrorResponse]:
    return Response(ErrorResponse(refusal), status_code=status, headers=headers, media_type=MediaType.JSON)
