"""Who plays: guests, accounts and bot accounts."""

from wonderland.server.people.people import People
from wonderland.server.people.person import Person
from wonderland.server.people.refusals import Forbidden, Nobody, Unknown

__all__ = ["Forbidden", "Nobody", "People", "Person", "Unknown"]
