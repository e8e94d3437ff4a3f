"""Ids in addresses."""

from __future__ import annotations

from typing import Annotated

from litestar.params import Parameter

from wonderland.server.errors import Unknown

Id = Annotated[str, Parameter(max_length=32)]


def checked_id(id_: str, key: str) -> str:
    """The id, if it can be one at all: nor could the database be asked about everything that text can hold."""
    if not id_.isascii() or "\0" in id_:
        raise Unknown(key)
    return id_
