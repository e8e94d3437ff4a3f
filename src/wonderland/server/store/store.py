"""All that is durable, behind one protocol: typed arguments and rows, no SQL and no connection.

What a method has written is on disk when it returns. One that cannot write raises ``NotSaved``, and then nothing is
written; one that cannot read raises ``NotRead``. Functions that are passed in are pure: they run within the
transaction, and run again when it must be repeated because another one came in between.
"""

from __future__ import annotations

from typing import Protocol

from wonderland.server.store.admin_store import AdminStore
from wonderland.server.store.chat_store import ChatStore
from wonderland.server.store.deletion_store import DeletionStore
from wonderland.server.store.game_store import GameStore
from wonderland.server.store.instance_store import InstanceStore
from wonderland.server.store.job_store import JobStore
from wonderland.server.store.people_store import PeopleStore, TokenStore
from wonderland.server.store.record_store import RecordStore
from wonderland.server.store.review_store import ReviewStore
from wonderland.server.store.table_store import TableStore


class Store(Protocol):
    """The store of a server, in parts."""

    @property
    def people(self) -> PeopleStore: ...

    @property
    def tokens(self) -> TokenStore: ...

    @property
    def chat(self) -> ChatStore: ...

    @property
    def games(self) -> GameStore: ...

    @property
    def records(self) -> RecordStore: ...

    @property
    def reviews(self) -> ReviewStore: ...

    @property
    def deletions(self) -> DeletionStore: ...

    @property
    def tables(self) -> TableStore: ...

    @property
    def jobs(self) -> JobStore: ...

    @property
    def admin(self) -> AdminStore: ...

    @property
    def instances(self) -> InstanceStore: ...

    async def newest_time(self) -> int:
        """The newest time that is kept, in milliseconds since 1970; 0 if nothing is. The clock must not be behind it.

        Takes the same time however much is kept: only the logs of tables that were in memory when the server was
        killed are read.
        """
        ...

    async def wait_for_writes(self) -> None:
        """Wait until everything that was given to the store before is on disk or refused. Does not raise."""
        ...
