"""What somebody proved with who they are. A connection that lasts ends together with what it was opened with."""

from __future__ import annotations

import msgspec

from wonderland.server.people.person import Person


class Credential(msgspec.Struct, frozen=True, kw_only=True):
    """A session cookie or an API token that was valid when it was shown."""

    #: As they were at that state. A cookie is worth nothing once their epoch is another one.
    person: Person
    #: The id of the API token; None for a cookie.
    token: str | None = None
    #: When the cookie was made, which tells the sessions of one person apart; None for a token.
    session: int | None = None

    def same(self, other: Credential) -> bool:
        """Whether it is the same token or cookie, whatever has become of the person since."""
        return (self.person.id, self.token, self.session) == (other.person.id, other.token, other.session)
