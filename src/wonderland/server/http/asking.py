"""Who asks: by cookie or by API token, over HTTP and at a socket's handshake alike."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency as Given
from litestar.di import Provide
from litestar.types import Scope

from wonderland.messages import LANGUAGES
from wonderland.server.house import House
from wonderland.server.http.headers import cookie, listed
from wonderland.server.people import Forbidden, Nobody, Person
from wonderland.server.people.sessions import LIFE
from wonderland.server.settings import Settings

Connection = ASGIConnection[Any, Any, Any, Any]


async def who(connection: Connection, house: House) -> Person | None:
    """Who asks; None for a visitor. A wrong token is refused: whoever sends one expects to be somebody."""
    header = connection.headers.get("authorization")
    if header is not None:
        scheme, _, token = header.partition(" ")
        person = await house.people.by_token(token.strip()) if scheme.lower() == "bearer" else None
        if person is None:
            raise Nobody("token_wrong")
    else:
        person = await house.people.by_cookie(own_cookie(connection, house.settings))
    if person and person.banned:
        raise Forbidden("person_banned")
    return person


async def find_asker(scope: Scope, house: Given[House]) -> Person | None:
    return await who(ASGIConnection(scope), house)


async def find_person(asker: Given[Person | None]) -> Person:
    if asker is None:
        raise Nobody("person_needed")
    return asker


def find_address(scope: Scope) -> str:
    return address(ASGIConnection(scope))


def find_language(scope: Scope) -> str:
    return language(ASGIConnection(scope).headers)


#: For handlers: ``asker`` may be None, ``person`` is somebody; ``address`` and ``lang`` are theirs.
dependencies = {
    "asker": Provide(find_asker),
    "person": Provide(find_person),
    "address": Provide(find_address, sync_to_thread=False),
    "lang": Provide(find_language, sync_to_thread=False),
}


def address(connection: Connection) -> str:
    """Where the request comes from, as limits count it; behind a trusted proxy the server has put it right before."""
    host = connection.client.host if connection.client else ""
    try:
        ip = ip_address(host)
    except ValueError:
        return host or "?"
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        # Everybody with IPv6 has at least 2**64 addresses; they are one place.
        return str(IPv6Address(int(ip) >> 64 << 64)) + "/64"
    return host


def language(headers: Mapping[str, str]) -> str:
    """The language of ours that the reader likes best.

    >>> language({"accept-language": "de, fr-CA;q=0.8, en;q=0.5"}), language({})
    ('fr', 'en')
    """
    ours = [(tag[:2], liked) for tag, liked in listed(headers, "accept-language") if tag[:2] in LANGUAGES]
    return max(ours, key=lambda pair: pair[1])[0] if ours else LANGUAGES[0]


def own_cookie(connection: Connection, settings: Settings) -> str:
    """The cookie that says who asks; empty when there is none."""
    return cookie(connection.headers, cookie_name(settings))


def cookie_name(settings: Settings) -> str:
    """With TLS the name has a prefix with which browsers take the cookie from this very host only."""
    return "__Host-wonderland" if _secure(settings) else "wonderland"


def cookie_for(house: House, person: Person) -> Cookie:
    """The cookie that says who this is. Scripts cannot read it, and other sites' requests do not carry it."""
    return _cookie(house.settings, house.people.cookie(person), LIFE // 1000)


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
