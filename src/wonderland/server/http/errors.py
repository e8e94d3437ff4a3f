"""Error responses: one body for all of them, in the reader's language."""

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
from wonderland.server.errors import Forbidden, Limited, NotRead, NotSaved, NotSignedIn, Unknown
from wonderland.server.http.authentication import language
from wonderland.server.http.security import has_body
from wonderland.server.logs import logger
from wonderland.server.request_ids import current_request, new_request_id
from wonderland.server.wire.codec import key_of

AnyRequest = Request[Any, Any, Any]


class ErrorInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason. ``kind`` and ``key`` are for programs and stable; ``text`` is for people."""

    kind: str
    key: str
    text: str
    #: Seconds until the next try is allowed.
    seconds: int | None = None
    #: The request's id, by which the server's log tells more.
    request: str = ""


class ErrorResponse(msgspec.Struct, frozen=True):
    """The body of every error response."""

    error: ErrorInfo


#: Kind and status by type of error; the first match counts.
ERROR_KINDS: list[tuple[type[WonderlandError], str, int]] = [
    (Limited, "limited", 429),
    (NotSaved, "not_saved", 503),
    (NotSignedIn, "not_signed_in", 401),
    (Forbidden, "forbidden", 403),
    (Unknown, "unknown", 404),
    (TooLate, "too_late", 410),
    (NotAllowed, "not_allowed", 409),
    (Unreadable, "unreadable", 400),
    (WonderlandError, "not_allowed", 409),
]

#: Kind and message for errors of the framework, by status; others are ``http_refused``.
FRAMEWORK_ERRORS = {
    400: ("unreadable", "http_unreadable"),
    404: ("unknown", "http_nothing_here"),
    405: ("not_allowed", "http_method"),
    413: ("unreadable", "http_too_large"),
    414: ("unreadable", "http_too_large"),
    415: ("unreadable", "http_not_json"),
    431: ("unreadable", "http_too_large"),
}

TOO_LONG_STATUSES = (413, 414, 431)  #: a body, an address, a header

#: What the framework says, with status 500, when a body does not end.
DISCONNECTED_DETAIL = "client disconnected prematurely"


def error_info(error: WonderlandError, lang: str) -> ErrorInfo:
    """An error as it is sent to clients."""
    kind = next(name for type_, name, _ in ERROR_KINDS if isinstance(error, type_))
    return ErrorInfo(kind, key_of(error), error.say(lang), error.seconds if isinstance(error, Limited) else None)


def handle_wonderland_error(request: AnyRequest, error: WonderlandError) -> Response[ErrorResponse]:
    status = next(status for type_, _, status in ERROR_KINDS if isinstance(error, type_))
    logger.debug("request refused", method=request.method, path=_route(request), key=key_of(error))
    headers = {}
    if isinstance(error, Limited):
        headers["Retry-After"] = str(error.seconds)
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return _respond(error_info(error, language(request.headers)), status, headers)


def handle_http_exception(request: AnyRequest, error: HTTPException) -> Response[ErrorResponse]:
    """Errors of the framework itself: an unknown path, a body of the wrong type …"""
    if error.status_code >= 500:
        return handle_disconnect(request) if error.detail == DISCONNECTED_DETAIL else handle_unexpected(request, error)
    kind, key = FRAMEWORK_ERRORS.get(error.status_code, ("not_allowed", "http_refused"))
    if error.status_code == 400 and _first(error).get("key") == "data" and not has_body(request.headers):
        key = "http_no_body"
    # A message takes the values it has a place for.
    text = say(key, language(request.headers), problem=_problem_text(error), status=error.status_code)
    return _respond(ErrorInfo(kind, key, text), error.status_code, error.headers)


def handle_undecodable_body(request: AnyRequest, error: UnicodeDecodeError | RecursionError) -> Response[ErrorResponse]:
    """A body on which the framework fails before it can refuse it."""
    broken = Unreadable("not_utf8", byte=error.start) if isinstance(error, UnicodeDecodeError) else None
    lang = language(request.headers)
    text = say("http_unreadable", lang, problem=(broken or Unreadable("json_deep")).say(lang))
    return _respond(
        ErrorInfo("unreadable", "http_unreadable", text), 400
    )  # as for any body that is not what it should be


def handle_disconnect(request: AnyRequest) -> Response[ErrorResponse]:
    """The client disconnected in the middle of its request: no error of ours, and nobody reads the response."""
    logger.debug("request cut off", method=request.method, path=_route(request))
    return _respond(ErrorInfo("unreadable", "http_refused", ""), 400)


def handle_unexpected(request: AnyRequest, error: Exception) -> Response[ErrorResponse]:
    """Our own mistake: clients learn that it was one, and the id under which the log tells what happened."""
    id = current_request() or new_request_id()
    logger.error("request failed", method=request.method, path=_route(request), exc_info=error, request=id)
    text = say("http_failed", language(request.headers), request=id)
    return _respond(ErrorInfo("failed", "http_failed", text, request=id), 500)


def handle_not_read(request: AnyRequest, error: NotRead) -> Response[ErrorResponse]:
    """The database does not answer: that passes, and is no mistake of ours."""
    logger.warning("database not read", method=request.method, path=_route(request), error=str(error))
    return _respond(ErrorInfo("failed", "not_read", say("not_read", language(request.headers))), 503)


#: For the app's ``exception_handlers``.
handlers: ExceptionHandlersMap = {
    WonderlandError: handle_wonderland_error,
    HTTPException: handle_http_exception,
    NotRead: handle_not_read,
    UnicodeDecodeError: handle_undecodable_body,
    RecursionError: handle_undecodable_body,
    Exception: handle_unexpected,
}


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """The responses of a route besides its result, for OpenAPI: errors, and 204 without a body.

    Whatever can be wrong can be too long as well.
    """
    if 400 in statuses:
        statuses = (*statuses, *TOO_LONG_STATUSES)
    return {
        status: ResponseSpec(
            ErrorResponse if status >= 400 else None, description=HTTPStatus(status).phrase, generate_examples=False
        )
        for status in statuses
    }


def _problem_text(error: HTTPException) -> str:
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
    """The route's template instead of the path, which may contain secret ids."""
    return str(request.scope.get("path_template", ""))


def _respond(error: ErrorInfo, status: int, headers: dict[str, str] | None = None) -> Response[ErrorResponse]:
    named = msgspec.structs.replace(error, request=error.request or current_request())
    return Response(ErrorResponse(named), status_code=status, headers=headers, media_type=MediaType.JSON)
