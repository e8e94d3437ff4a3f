"""Who plays: guests, accounts and bot accounts."""

from wonderland.server.people.people import People
from wonderland.server.people.person import Person

__all__ = ["People", "Person"]
