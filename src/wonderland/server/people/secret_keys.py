"""Secrets that are shown once and stored as a hash: API tokens and password reset keys."""

from __future__ import annotations

import hashlib
import secrets

#: The prefix of every API token, so that a leaked one is recognised.
TOKEN_PREFIX = "wl_"
MAX_KEY_LENGTH = 200  #: characters; ours have fewer than 70


def new_token() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(24)


def new_reset_key(person: str) -> str:
    """A one-time key for a new password; it begins with the person's id, which finds its row."""
    return f"{person}.{secrets.token_urlsafe(24)}"


def hash_key(key: str) -> str:
    """The stored hash of a key. A key has 24 random bytes, so one round of a fast hash is enough.

    Longer input cannot be valid: it is truncated, and then does not match.
    """
    key = key[:MAX_KEY_LENGTH]
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
