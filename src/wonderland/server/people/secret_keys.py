"""Secrets that are shown once and kept as their hash: API tokens and links for a new password."""

from __future__ import annotations

import hashlib
import secrets

#: What every API token begins with, so that one that got lost is recognised for what it is.
TOKEN_PREFIX = "wl_"
MAX_KEY_LENGTH = 200  #: characters; ours have fewer than 70


def new_token() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(24)


def new_reset_key(person: str) -> str:
    """A one-time key for a new password; it begins with whose it is, so that it is found without a search."""
    return f"{person}.{secrets.token_urlsafe(24)}"


def hash_key(key: str) -> str:
    """What is kept of a key. It has 24 random bytes, so one round of a fast hash cannot be turned back.

    Longer ones are nobody's: cut off, they are found to be wrong like any other.
    """
    key = key[:MAX_KEY_LENGTH]
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
