"""Somebody, as the rest of the server knows them: nothing in it is secret but who else they are."""

from __future__ import annotations

from typing import Literal

import msgspec

#: ``gone`` is what is left of somebody who deleted their account.
Kind = Literal["guest", "account", "bot", "gone"]


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A guest, an account or a bot account, as it was when it was read."""

    id: str
    kind: Kind
    #: What others see; empty for who is gone.
    name: str
    muted: bool = False
    banned: bool = False
    #: What an account logs in with.
    user: str | None = None
    #: Whose a bot account is.
    owner: str | None = None
    #: Cookies of other epochs are worth nothing.
    epoch: int = 0
    created: int = 0
    seen: int = 0
