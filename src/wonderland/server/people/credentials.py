"""What a person authenticated with. A long-lived connection ends together with its credential."""

from __future__ import annotations

import msgspec

from wonderland.server.people.person import Person


class Credential(msgspec.Struct, frozen=True, kw_only=True):
    """A session cookie or an API token that was valid when it was shown."""

    #: As they were then. A cookie is invalid once the person's epoch has changed.
    person: Person
    #: The id of the API token; None for a cookie.
    token: str | None = None
    #: When the cookie was made, which tells the sessions of one person apart; None for a token.
    session: int | None = None

    def same(self, other: Credential) -> bool:
        """Whether it is the same token or cookie, even if the person has changed since."""
        return (self.person.id, self.token, self.session) == (other.person.id, other.token, other.session)
