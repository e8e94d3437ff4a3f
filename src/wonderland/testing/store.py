"""Checks that a store conforms to ``wonderland.server.store.store.Store``, from outside: by what it answers and keeps.

- entries of a log come back in order and byte for byte, also after the store was closed and opened again;
- a number that is taken is a ``LogConflict``, and one table's trouble never refuses another's entries;
- the lists of tables change with the log, or not at all;
- chat numbers, ratings, user names, jobs and reviews are right when many come at once;
- of several instances one at a time looks after a table;
- whatever happens to the store meanwhile: what it acknowledged is there exactly once, and what it refused is not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

import msgspec

from wonderland.core.errors import NotAllowed
from wonderland.games import registry
from wonderland.server.errors import LogConflict, NotRead, NotSaved
from wonderland.server.store.chat_store import NewChatLine
from wonderland.server.store.game_store import ArchivedGame, ArchivedSeat, ArchivePlan, BeforeArchiving, GameRow, Rating
from wonderland.server.store.instance_store import LEASE_MS, Instance, OtherSecrets
from wonderland.server.store.log_rows import Checkpoint, LogEntryRow, TableListChange, TableRow
from wonderland.server.store.people_store import Person, PersonChange
from wonderland.server.store.record_store import UploadedRecord
from wonderland.server.store.review_store import NewReview, Report, ReviewJobs, SeatSums
from wonderland.server.store.store import Store
from wonderland.server.store.table_store import LogRow, TablePosition
from wonderland.testing.game import NotConforming

#: Opens the store, always the same one; the first time it is empty.
OpenStore = Callable[[], AbstractAsyncContextManager[Store]]
#: Something that happens to the store while it is used. It returns once the store can be used again.
Trouble = Callable[[], Awaitable[object]]

GAME = next(iter(registry.GAMES))  #: that is archived and listed; any will do
TOGETHER = 20  #: who come at once
TABLES_IN_TROUBLE = 6
ENTRIES_IN_TROUBLE = 25  #: at each of these tables
MAX_TRIES = 2_000  #: of one entry, until the store works again


async def check_store(open_store: OpenStore, troubles: Iterable[Trouble] = ()) -> None:
    """Use the store as a server does; raises ``NotConforming`` at the first fault."""
    async with open_store() as store:
        _expect(await store.newest_time() == 0, "the store must be empty at first")
        await _check_people(store)
        await _check_log(store)
        await _check_conflicts(store)
        await _check_lists(store)
        await _check_chat(store)
        await _check_ratings(store)
        await _check_jobs(store)
        await _check_instances(store)
        await _check_reviews(store)
    async with open_store() as store:
        await _check_kept(store)
    for number, trouble in enumerate(troubles):
        async with open_store() as store:
            written = await _write_in_trouble(store, f"trouble{number}", trouble)
            await _check_written(store, written)
        async with open_store() as store:
            await _check_written(store, written)


async def append(store: Store, rows: Sequence[LogEntryRow], change: TableListChange | None = None) -> NotSaved | None:
    """Append to the log: None once it is on disk, or why it is not."""
    done: asyncio.Future[NotSaved | None] = asyncio.get_running_loop().create_future()
    store.tables.append(rows, done.set_result, change=change)
    return await done


def entry(table: str, number: int, text: str = "") -> LogEntryRow:
    """An entry of a log, with a time and a text that follow from its number."""
    return table, number, 1_000 + number, f"{table} {number} {text}".encode()


# ---- the log -----------------------------------------------------------------------------------------


async def _check_log(store: Store) -> None:
    rows = [entry("log", number, "\0é\U0001f0cf") for number in range(1, 11)]
    _expect(await append(store, rows[:1], _opened("log", "ann")) is None, "an entry must be written")
    answers = await asyncio.gather(append(store, rows[1:4]), append(store, rows[4:5]), append(store, rows[5:]))
    _expect(not any(answers), "appends that are given one after the other must all be written")
    await _expect_log(store, "log", rows)


async def _check_conflicts(store: Store) -> None:
    _expect(await append(store, [entry("one", 1)], _opened("one", "ann")) is None, "a table must be opened")
    ours, theirs, other, more = await asyncio.gather(
        append(store, [entry("one", 2, "ours")]),
        append(store, [entry("one", 2, "theirs"), entry("one", 3, "theirs")]),
        append(store, [entry("another", 1)]),
        append(store, [entry("another", 2)]),
    )
    _expect(ours is None, "of two writers of one number the first must be written")
    _expect(isinstance(theirs, LogConflict), f"the second must get LogConflict, not {theirs!r}")
    _expect(other is None and more is None, "the trouble of one table must not refuse another's entries")
    await _expect_log(store, "one", [entry("one", 1), entry("one", 2, "ours")])
    _expect(isinstance(await append(store, [entry("one", 1)]), LogConflict), "an old number is a conflict, too")
    unwritable: Any = [("one", 3, 0, None)]
    wrong, right = await asyncio.gather(append(store, unwritable), append(store, [entry("another", 3)]))
    _expect(isinstance(wrong, NotSaved) and not isinstance(wrong, LogConflict), "what cannot be written is NotSaved")
    _expect(right is None, "an entry that cannot be written must not refuse another table's")
    await _expect_log(store, "another", [entry("another", number) for number in (1, 2, 3)])


async def _check_lists(store: Store) -> None:
    taken = await append(store, [entry("same", 1)], _opened("same", "bob", invite="one"))
    _expect(isinstance(taken, NotSaved), "an invitation code is one table's only")
    _expect(await store.tables.find("same") is None, "what is refused must leave nothing")
    await _expect_log(store, "same", [])
    sits = [row.id for row in await store.tables.of_person("ann")]
    _expect(set(sits) == {"log", "one"}, f"ann sits at log and one, not {sits}")
    _expect(await store.tables.by_code("one") == "one", "an open table is found by its code")
    change = TableListChange(_row("ann", "closed", None, 3), stood_up=["ann"], checkpoint=Checkpoint(2, b"state"))
    _expect(await append(store, [entry("one", 3)], change) is None, "a table must be closed")
    _expect(await store.tables.find("one") is None, "a closed table is in no list")
    _expect([row.id for row in await store.tables.of_person("ann")] == ["log"], "who stood up sits there no more")
    found = await store.tables.load("log", 10)
    _expect(found is not None and len(found.entries) == 10, "an open table is loaded with its log")


# ---- many at once ------------------------------------------------------------------------------------


async def _check_people(store: Store) -> None:
    for id in ("ann", "bob"):
        await store.people.add(Person(id=id, kind="guest", name=id.title(), created=1, seen=1))
    ids = [f"guest{number}" for number in range(TOGETHER)]
    await asyncio.gather(*(store.people.add(Person(id=id, kind="guest", name=id)) for id in ids))
    change = PersonChange(kind="account", user="Alice", user_key="alice", password="hash")
    answers = await asyncio.gather(*(store.people.change(id, change) for id in ids), return_exceptions=True)
    got = [answer for answer in answers if isinstance(answer, Person)]
    _expect(len(got) == 1, f"a user name is one person's only, not {len(got)} people's")
    refused = [answer for answer in answers if not isinstance(answer, Person)]
    _expect(all(isinstance(answer, NotAllowed) for answer in refused), f"the others must be refused: {refused[0]!r}")


async def _check_chat(store: Store) -> None:
    lines = [
        NewChatLine(table="log", person=who, message=f"m{number}", at=1, text=f"{number}", epoch=0, token=None)
        for number in range(TOGETHER)
        for who in ("ann", "bob")
    ]
    said = await asyncio.gather(*(store.chat.add(line, lambda _: None) for line in (*lines, *lines)))
    numbers = sorted(line.number for line in said if line)
    _expect(numbers == list(range(1, len(lines) + 1)), f"each line must have a number of its own: {numbers}")


async def _check_ratings(store: Store) -> None:
    def game(number: int) -> ArchivedGame:
        id = f"game{number:04}"
        row = GameRow(id=id, table_id="log", number=number, game=GAME, started=1, ended=2, rated=True)
        return ArchivedGame(**msgspec.structs.asdict(row), record=b"{}", result=b"{}")

    def seat(number: int) -> ArchivedSeat:
        id = game(number).id
        return ArchivedSeat(
            game_id=id, seat=0, person="ann", bot=None, name="Ann", place=1, score=1, second=1, left=None
        )

    async def archive(number: int) -> bool:
        def plan(before: BeforeArchiving) -> ArchivePlan:
            if ("log", number) in before.archived:
                return ArchivePlan((), (), ())
            old = before.ratings.get(("ann", GAME))
            played = old.games + 1 if old else 1
            new = Rating(person="ann", game=GAME, mu=25.0 + played, sigma=1.0, games=played, updated=2)
            return ArchivePlan([game(number)], [seat(number)], [new])

        return bool((await store.games.archive([("log", number)], ["ann"], plan)).games)

    wanted = [*range(1, TOGETHER + 1), *range(1, TOGETHER + 1)]
    written = await asyncio.gather(*map(archive, wanted))
    _expect(sum(written) == TOGETHER, f"each game must be archived once: {sum(written)} of {TOGETHER} were")
    (rating,) = await store.games.ratings("ann")
    _expect(rating.games == TOGETHER, f"every game must count for the rating: {rating.games} of {TOGETHER} do")


async def _check_jobs(store: Store) -> None:
    ids = [await store.jobs.add("sums", b"%d" % number, keep_ms=60_000) for number in range(TOGETHER)]
    workers = [f"worker{number}" for number in range(2 * TOGETHER)]
    lease = {"sums": 60_000}
    taken = await asyncio.gather(*(store.jobs.take(worker, ["sums"], lease_ms=lease) for worker in workers))
    got = sorted(job.id for job in taken if job)
    _expect(got == sorted(ids), "each job must be taken by exactly one worker")
    await store.jobs.remove(ids)


# ---- several instances ------------------------------------------------------------------------------


async def _check_instances(store: Store) -> None:
    """A table has one holder at a time, and another one once that has died."""
    now = 1_000_000

    def instance(id: str, seen: int = now, secrets: str = "same") -> Instance:
        return Instance(id=id, address="", version="", secrets=secrets, started=1, seen=seen)

    for id in ("one", "two"):
        await store.instances.beat(instance(id))
    try:
        await store.instances.beat(instance("other", secrets="other"))
    except OtherSecrets:
        pass
    else:
        raise NotConforming("an instance with other secrets must be refused")
    claims = await asyncio.gather(*(store.tables.claim(["log"], id, now) for id in ("one", "two")))
    _expect(sorted(map(list, claims)) == [[], ["log"]], "a table must be claimed by exactly one instance")
    first, second = ("one", "two") if claims[0] else ("two", "one")
    _expect(not await store.tables.take_orphans(second, now, 10), "no table is an orphan while its holder lives")
    (position,) = await store.tables.positions(["log", "nowhere"], now)
    _expect(position == TablePosition("log", 10, position.chat, first, True), "a table's position must be known")
    later = now + LEASE_MS + 1
    await store.instances.beat(instance(second, later))
    taken = await store.tables.take_orphans(second, later, 10)
    _expect(taken == {"log": first}, "the table of a dead instance is taken over, once")
    _expect(not await store.tables.claim(["log"], first, later), "and not given back")
    entries = await store.tables.entries_after({"log": 8, "nowhere": 0, "another": 3})
    _expect([number for number, _, _ in entries.pop("log")] == [9, 10] and not entries, "only what is new is read")
    for id in ("one", "two"):
        await store.instances.remove(id)
    _expect(await store.instances.all() == [], "who has ended is not listed")


# ---- reviews -----------------------------------------------------------------------------------------


async def _check_reviews(store: Store) -> None:
    """Of a game and of a record: asked for once, the exact report wins, and it goes with its record."""
    record = UploadedRecord(id="record", created=1, game=GAME, record=b"{}")
    await store.records.add(record, ["Ann"], "ann", lambda gone, records: None)
    jobs = ReviewJobs(quick=("quick", b"1"), exact=("exact", b"2"), keep_ms=60_000)
    new = NewReview(id="game0001", subject="game", person="ann", jobs=jobs)
    counts: list[int] = []
    started = await asyncio.gather(*(store.reviews.start(new, counts.append) for _ in range(TOGETHER)))
    _expect(sum(started) == 1, f"of many who ask for a review one starts it, not {sum(started)}")
    about = NewReview(id="record", subject="record", person="ann", jobs=jobs)
    _expect(await store.reviews.start(about, counts.append), "a record can be reviewed")
    _expect(counts[-1] == 1, f"one review of ann's is being made, not {counts[-1]}")
    leases = {"quick": 60_000, "exact": 60_000}
    taken = [await store.jobs.take("worker", ["quick", "exact"], lease_ms=leases) for _ in range(5)]
    _expect([job and job.kind for job in taken] == ["quick", "quick", "exact", "exact", None], "a review is two jobs")
    for id in ("game0001", "record"):
        for refined in (True, False):
            report = Report(evaluator="any", settings="{}", refined=refined, body=b"\0exact" if refined else b"quick")
            _expect(await store.reviews.save(id, report, [SeatSums(0, 12.0, 2.0, 10)]), "a report is kept")
    _expect(not await store.reviews.save("nothing", report, []), "a report on nothing is not kept")
    _expect(await store.reviews.record("record") == b"{}", "the record of a review is found")
    _expect(await store.records.drop("record", "ann"), "a record can be deleted")
    _expect(await store.reviews.find("record") is None, "a review goes with its record")


# ---- kept --------------------------------------------------------------------------------------------


async def _check_kept(store: Store) -> None:
    """What was there before the store was closed."""
    await _expect_log(store, "log", [entry("log", number, "\0é\U0001f0cf") for number in range(1, 11)])
    await _expect_log(store, "one", [entry("one", 1), entry("one", 2, "ours"), entry("one", 3)])
    found = await store.people.find("ann")
    _expect(found is not None and found.name == "Ann", "people must be kept")
    (rating,) = await store.games.ratings("ann")
    _expect(rating.games == TOGETHER, "ratings must be kept")
    kept = await store.reviews.report("game0001")
    _expect(kept is not None and (kept.body, kept.refined) == (b"\0exact", True), "the exact report must be kept")
    (play,) = await store.reviews.play("ann")
    _expect((play.games, play.decisions, play.lost) == (1, 10, 120.0), f"how well ann played must be kept: {play}")
    newest = await store.newest_time()
    _expect(newest >= 1_010, f"the newest time is that of an entry at least, not {newest}")


async def _write_in_trouble(store: Store, name: str, trouble: Trouble) -> dict[str, list[LogEntryRow]]:
    """Several tables write, and at some moment there is trouble; gives what was acknowledged."""
    written: dict[str, list[LogEntryRow]] = {f"{name}-{number}": [] for number in range(TABLES_IN_TROUBLE)}
    half = asyncio.Event()

    async def write(table: str) -> None:
        for number in range(1, ENTRIES_IN_TROUBLE + 1):
            for attempt in range(MAX_TRIES):
                row = entry(table, number, f"attempt {attempt}")
                problem = await append(store, [row])
                if problem is None:
                    written[table].append(row)
                    break
                _expect(not isinstance(problem, LogConflict), f"entry {number} of {table} was refused, and is there")
                await asyncio.sleep(0.01)  # the store is in trouble
            else:
                raise NotConforming(f"the store refuses entries long after the trouble: {table} {number}")
            if number == ENTRIES_IN_TROUBLE // 2:
                half.set()

    async def disturb() -> None:
        await half.wait()
        await trouble()

    await asyncio.gather(*map(write, written), disturb())
    return written


async def _check_written(store: Store, written: dict[str, list[LogEntryRow]]) -> None:
    for table, rows in written.items():
        await _expect_log(store, table, rows)


async def _expect_log(store: Store, table: str, rows: Sequence[LogEntryRow]) -> None:
    found = await _read_log(store, table)
    expected = [(number, at, bytes_) for _, number, at, bytes_ in rows]
    if found != expected:
        raise NotConforming(f"the log of {table} must hold {expected}, not {found}")


async def _read_log(store: Store, table: str) -> list[LogRow]:
    for _ in range(MAX_TRIES):
        try:
            return await store.tables.read_log(table)
        except NotRead:
            await asyncio.sleep(0.01)  # after trouble, a connection may turn out to be lost
    raise NotConforming(f"the log of {table} cannot be read long after the trouble")


def _opened(table: str, host: str, invite: str | None = None) -> TableListChange:
    return TableListChange(_row(host, "gathering", invite or table, 1), new=True, sat_down=[host])


def _row(host: str, phase: str, invite: str | None, version: int) -> TableRow:
    return TableRow(GAME, phase, True, host, invite, False, version, b"{}")


def _expect(fine: bool, otherwise: str) -> None:
    if not fine:
        raise NotConforming(otherwise)
