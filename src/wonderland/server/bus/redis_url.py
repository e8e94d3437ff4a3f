"""The address of a Redis: ``redis://user:password@host:port/number``, ``rediss://`` with TLS, or ``unix://``."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from wonderland.core.errors import Unreadable, shown

SCHEMES = ("redis", "rediss", "unix")
HIDDEN = "***"


def check_redis_url(url: str) -> None:
    """Refuse what is no address, without showing its password."""
    try:
        parts = urlsplit(url)
        _ = parts.port
        fine = parts.scheme in SCHEMES and bool(parts.path if parts.scheme == "unix" else parts.hostname)
    except ValueError:
        fine = False
    if not fine:
        raise Unreadable("setting_wrong_redis", value=shown(without_redis_password(url)))


def without_redis_password(url: str) -> str:
    """An address that may be shown.

    >>> without_redis_password("redis://:secret@cache.example:6379/0")
    'redis://:***@cache.example:6379/0'
    """
    url = re.sub(r"(://[^/:@?]*:).*@", rf"\1{HIDDEN}@", url)
    return re.sub(r"(?i)([?&]password=)[^&]*", rf"\1{HIDDEN}", url)
