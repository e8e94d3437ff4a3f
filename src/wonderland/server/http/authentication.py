"""Who asks: by cookie or by API token, over HTTP and at a socket's handshake alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency as Given
from litestar.di import Provide
from litestar.types import Scope

from wonderland.messages import negotiate
from wonderland.server.connection_limits import network_of
from wonderland.server.context import ServerContext
from wonderland.server.errors import Forbidden, NotSignedIn
from wonderland.server.http.headers import cookie, preferences
from wonderland.server.people import Person
from wonderland.server.people.credentials import Credential
from wonderland.server.people.sessions import COOKIE_LIFETIME_MS
from wonderland.server.settings import Settings

Connection = ASGIConnection[Any, Any, Any, Any]


async def credential(connection: Connection, context: ServerContext) -> Credential | None:
    """Who asks, and by what we know; None for a visitor.

    A wrong token is refused: whoever sends one expects to be somebody.
    """
    header = connection.headers.get("authorization")
    if header is not None:
        scheme, _, token = header.partition(" ")
        found = await context.people.token_credential(token.strip()) if scheme.lower() == "bearer" else None
        if found is None:
            raise NotSignedIn("token_wrong")
    else:
        found = await context.people.cookie_credential(own_cookie(connection, context.settings))
    if found and found.person.banned:
        raise Forbidden("person_banned")
    return found


async def find_caller(scope: Scope, context: Given[ServerContext]) -> Person | None:
    found = await credential(ASGIConnection(scope), context)
    return found.person if found else None


async def find_person(caller: Given[Person | None]) -> Person:
    if caller is None:
        raise NotSignedIn("person_needed")
    return caller


def find_address(scope: Scope) -> str:
    return address(ASGIConnection(scope))


def find_language(scope: Scope) -> str:
    return language(ASGIConnection(scope).headers)


#: For handlers: ``caller`` may be None, ``person`` is somebody; ``address`` and ``lang`` are theirs.
dependencies = {
    "caller": Provide(find_caller),
    "person": Provide(find_person),
    "address": Provide(find_address, sync_to_thread=False),
    "lang": Provide(find_language, sync_to_thread=False),
}


def address(connection: Connection) -> str:
    """Where the request comes from, as limits count it; behind a trusted proxy the server has put it right before."""
    return network_of(connection.client.host if connection.client else "")


def language(headers: Mapping[str, str]) -> str:
    """The language of ours that the reader likes best.

    >>> language({"accept-language": "de, fr-CA;q=0.8, en;q=0.5"}), language({})
    ('fr', 'en')
    """
    return negotiate(preferences(headers, "accept-language"))


def own_cookie(connection: Connection, settings: Settings) -> str:
    """The cookie that says who asks; empty when there is none."""
    return cookie(connection.headers, cookie_name(settings))


def cookie_name(settings: Settings) -> str:
    """With TLS the name has a prefix with which browsers take the cookie from this very host only."""
    return "__Host-wonderland" if _secure(settings) else "wonderland"


def cookie_for(context: ServerContext, person: Person) -> Cookie:
    """The cookie that says who this is. Scripts cannot read it, and other sites' requests do not carry it."""
    return _cookie(context.settings, context.people.cookie(person), COOKIE_LIFETIME_MS // 1000)


def no_cookie(settings: Settings) -> Cookie:
    """Makes the browser forget who it is."""
    return _cookie(settings, "", 0)


def _cookie(settings: Settings, value: str, seconds: int) -> Cookie:
    return Cookie(
        cookie_name(settings),
        value=value,
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=_secure(settings),
    )


def _secure(settings: Settings) -> bool:
    return settings.public_url.lower().startswith("https:")
