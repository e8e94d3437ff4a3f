"""Authentication by cookie or API token, for requests and for socket handshakes."""

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
    """The caller's valid cookie or token; None for a visitor.

    A wrong token is refused instead of treating the caller as a visitor.
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


#: For handlers: ``caller`` may be None, ``person`` is signed in; ``address`` and ``lang`` are the caller's.
dependencies = {
    "caller": Provide(find_caller),
    "person": Provide(find_person),
    "address": Provide(find_address, sync_to_thread=False),
    "lang": Provide(find_language, sync_to_thread=False),
}


def address(connection: Connection) -> str:
    """The caller's address, as limits count it; behind a trusted proxy, the one that the proxy names."""
    return network_of(connection.client.host if connection.client else "")


def language(headers: Mapping[str, str]) -> str:
    """The available language that the reader prefers.

    >>> language({"accept-language": "de, fr-CA;q=0.8, en;q=0.5"}), language({})
    ('fr', 'en')
    """
    return negotiate(preferences(headers, "accept-language"))


def own_cookie(connection: Connection, settings: Settings) -> str:
    """The value of our session cookie; empty if there is none."""
    return cookie(connection.headers, cookie_name(settings))


def cookie_name(settings: Settings) -> str:
    """With TLS the name has the ``__Host-`` prefix: browsers accept it from this very host only."""
    return "__Host-wonderland" if _secure(settings) else "wonderland"


def cookie_for(context: ServerContext, person: Person) -> Cookie:
    """A session cookie for this person. Scripts cannot read it, and other sites' requests do not carry it."""
    return _cookie(context.settings, context.people.cookie(person), COOKIE_LIFETIME_MS // 1000)


def no_cookie(settings: Settings) -> Cookie:
    """Deletes the session cookie."""
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
