"""Signed session cookies. The server stores only the person's epoch."""

from __future__ import annotations

import hashlib

import msgspec
from itsdangerous import BadData, URLSafeSerializer

from wonderland.server.people.person import Person

DAY_MS = 86_400_000
#: A guest has nothing but the cookie: it lasts as long as browsers allow …
COOKIE_LIFETIME_MS = 400 * DAY_MS
#: … and is renewed at this age, so that guests who come back keep their identity.
COOKIE_RENEWAL_AGE_MS = 30 * DAY_MS


MAX_COOKIE_LENGTH = 300  #: characters; ours have fewer than 120


class CookieSession(msgspec.Struct, frozen=True, array_like=True):
    """The content of a cookie."""

    person: str
    epoch: int
    since: int


class CookieSessions:
    """Signs and verifies cookies."""

    def __init__(self, secret: bytes) -> None:
        how = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
        self._signer = URLSafeSerializer(secret, salt="wonderland.session", signer_kwargs=how)

    def sign(self, person: Person, now: int) -> str:
        signed: str = self._signer.dumps([person.id, person.epoch, now])
        return signed

    def read(self, cookie: str, now: int) -> CookieSession | None:
        """The content of a cookie; None if it is forged or too old."""
        if len(cookie) > MAX_COOKIE_LENGTH:
            return None
        try:
            session = msgspec.convert(self._signer.loads(cookie), CookieSession)
        except (BadData, UnicodeError, msgspec.ValidationError):
            return None
        # A cookie from the future was signed while the machine's clock was wrong; it is valid.
        return session if now - session.since < COOKIE_LIFETIME_MS else None
