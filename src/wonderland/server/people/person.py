"""A person, as the rest of the server knows them; without password and token hashes."""

from wonderland.server.store.people_store import Kind, Person

__all__ = ["Kind", "Person"]
