"""The cookie: who somebody is, signed. Nothing is kept on the server but the person's epoch."""

from __future__ import annotations

import hashlib

import msgspec
from itsdangerous import BadData, URLSafeSerializer

from wonderland.server.people.person import Person

DAY_MS = 86_400_000
#: A guest is only their cookie: it lasts as long as browsers keep one …
COOKIE_LIFETIME_MS = 400 * DAY_MS
#: … and is made anew once it is this old, so that whoever comes back stays who they are.
COOKIE_RENEWAL_AGE_MS = 30 * DAY_MS


MAX_COOKIE_LENGTH = 300  #: characters; ours have fewer than 120


class CookieSession(msgspec.Struct, frozen=True, array_like=True):
    """What a cookie says."""

    person: str
    epoch: int
    since: int


class CookieSessions:
    """Signs and reads cookies."""

    def __init__(self, secret: bytes) -> None:
        how = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
        self._signer = URLSafeSerializer(secret, salt="wonderland.session", signer_kwargs=how)

    def sign(self, person: Person, now: int) -> str:
        signed: str = self._signer.dumps([person.id, person.epoch, now])
        return signed

    def read(self, cookie: str, now: int) -> CookieSession | None:
        """What the cookie says; None when it is not ours, or too old."""
        if len(cookie) > MAX_COOKIE_LENGTH:
            return None
        try:
            session = msgspec.convert(self._signer.loads(cookie), CookieSession)
        except (BadData, UnicodeError, msgspec.ValidationError):
            return None
        # One from the future was signed while the machine's clock was ahead, and is as good as new.
        return session if now - session.since < COOKIE_LIFETIME_MS else None
