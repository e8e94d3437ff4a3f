"""A person, as the rest of the server knows them; without password and token hashes."""

from __future__ import annotations

from typing import Literal

import msgspec

#: ``gone``: deleted.
Kind = Literal["guest", "account", "bot", "gone"]


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A guest, an account or a bot account, as it was when it was read."""

    id: str
    kind: Kind
    #: What others see; empty after deletion.
    name: str
    muted: bool = False
    banned: bool = False
    #: What an account logs in with.
    user: str | None = None
    #: The owner of a bot account.
    owner: str | None = None
    #: Cookies of other epochs are invalid.
    epoch: int = 0
    created: int = 0
    seen: int = 0
