"""No byte that a seat, or a spectator, receives depends on what it may not know.

A whole game is played twice, from two deals and with choices that are the same as far as one of them can know, and
all that this one receives is compared: the socket's frames, coming back and being refused included, and whatever HTTP
answers. The logs of both evenings are compared as well.
"""

from __future__ import annotations

import io
import json
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
import structlog
from httpx import ASGITransport, AsyncClient
from litestar import Litestar
from sqlalchemy import delete

from server.fakes import FakeClock
from server.kit import Client, TestContext
from server.rows import write_rows
from wonderland.core.errors import WonderlandError
from wonderland.games import registry
from wonderland.games.nimble.cards import PACK
from wonderland.games.nimble.state import Back, Place
from wonderland.games.parade.cards import DECK
from wonderland.server import logs
from wonderland.server.app import make_app
from wonderland.server.http import authentication
from wonderland.server.people import Person
from wonderland.server.store.sql import schema
from wonderland.server.tables.updates import Snapshot
from wonderland.server.tables.views import table_view
from wonderland.server.wire.codec import encode

START = 1_800_000_000_000
SWAPS = 250  #: tries to make the other world another one
NAMES = ("Ann", "Bob", "Cy")
#: How much of a game is played in two worlds. In Nimble every card has been face up for all after the first time
#: through the packs: from then on there is nothing that one could not have seen and noted down.
PARTS = {"parade": (0.2, 0.5, 1.0), "nimble": (0.05, 0.1, 0.2)}


class World(NamedTuple):
    """A deal and what is done in it."""

    deal: Any
    script: tuple[tuple[int, str], ...]


def first_world(game: str, seed: int) -> World:
    """Any deal, played anyhow to the end; in Nimble mostly with cards that fit, or it would take all night."""
    random, rules = Random(f"world {seed}"), registry.find(game)
    deal = rules.shuffle(NAMES, random)
    game_state, script = rules.deal(deal), []
    while rules.outcome(game_state) is None:
        seat = random.randrange(len(NAMES))
        if moves := rules.legal(game_state, seat):
            move = random.choice([move for move in moves if sensible(game_state, seat, move)] or moves)
            script.append((seat, str(move)))
            game_state = rules.apply(game_state, seat, move)
    return World(deal, tuple(script))


def sensible(game_state: Any, seat: int, move: Any) -> bool:
    """Whether it is no detour in Nimble; in Parade everything is sensible."""
    if isinstance(move, Place):
        return bool(game_state.discards[seat][-1].fits(game_state.tops[move.pile]))
    return not isinstance(move, Back)


def views(game: str, world: World, seat: int | None, until: int) -> list[Any] | None:
    """Everything that one may know, by the rules; None where the script breaks them."""
    rules = registry.find(game)
    game_state = rules.deal(world.deal)
    seen = [rules.view(game_state, seat)]
    try:
        for actor, action in world.script[:until]:
            game_state = rules.apply(game_state, actor, rules.read_action(action))
            seen.append(rules.view(game_state, seat))
    except WonderlandError:
        return None
    if rules.outcome(game_state) is not None:
        seen.append(rules.table.result(game_state, None))
    return seen


def other_world(game: str, world: World, seat: int | None, until: int, random: Random) -> World:
    """Hidden cards change places, and hidden choices with them, as long as the seat would not notice."""
    seen = views(game, world, seat, until)
    swap = swap_in_parade if game == "parade" else swap_in_nimble
    for _ in range(SWAPS):
        candidate = swap(world, seat, random)
        if views(game, candidate, seat, until) == seen:
            world = candidate
    return world


def swap_in_parade(world: World, seat: int | None, random: Random) -> World:
    one, two = random.sample(DECK, 2)
    swapped = {str(one): str(two), str(two): str(one)}
    deck = tuple({one: two, two: one}.get(card, card) for card in world.deal.deck)

    def other(actor: int, action: str) -> str:
        # What others set aside is face down: it may be anything.
        hidden = actor != seat and action.startswith("discard")
        return " ".join(swapped.get(word, word) for word in action.split()) if hidden else action

    script = tuple((actor, other(actor, action)) for actor, action in world.script)
    return World(msgspec.structs.replace(world.deal, deck=deck), script)


def swap_in_nimble(world: World, seat: int | None, random: Random) -> World:
    owner = random.randrange(len(NAMES))
    one, two = random.sample(PACK, 2)
    pack = tuple({one: two, two: one}.get(card, card) for card in world.deal.packs[owner])
    packs = tuple(pack if number == owner else held for number, held in enumerate(world.deal.packs))
    return World(msgspec.structs.replace(world.deal, packs=packs), world.script)


# ---- an evening --------------------------------------------------------------------------------------


class Evening:
    """Plays a script at a table whose ids and times are always the same, and keeps what one of them receives."""

    def __init__(self, context: TestContext, people: list[Person]) -> None:
        self.context, self.people = context, people
        self.app = make_app(context)

    async def play(self, game: str, world: World, observer: int | None, until: int) -> list[str]:
        self.context.clock._now = START
        self.context.archiver._last_commit = 0
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(registry.find(game).table), "deal", lambda *_: world.deal)
            patch.setattr("wonderland.server.tables.tables.new_code", lambda: "K7M4PX")
            patch.setattr("wonderland.server.tables.tables.new_id", lambda: "table-table")
            return await self._play(game, world, observer, until)

    async def _play(self, game: str, world: World, observer: int | None, until: int) -> list[str]:
        context = self.context
        table = await context.table(self.people[0], game, "me open open", public=True)
        clients = [Client(context, table, person, explain=True) for person in self.people]
        watcher = Client(context, table, None, explain=True)
        for client in (*clients, watcher):
            client.connect()
        await context.settle()
        await context.sit(table, *self.people[1:])
        if registry.find(game).table.live:
            for client in clients:
                await client.do("ready")
        await context.advance(5_000)
        one = watcher if observer is None else clients[observer]
        person = None if observer is None else self.people[observer]
        answers: list[str] = []
        for number, (actor, action) in enumerate(world.script[:until]):
            await self._pry(game, one, number)
            if not clients[actor].connected:
                clients[actor].connect()
                await context.settle()
            answer = await clients[actor].play(action, id=f"a{number}")
            assert answer["type"] == "accepted", answer
            if number % 40 == 39:
                answers += await self._ask(table.now.id, person)
            await context.advance(500)
        one.vanish()
        await context.settle()
        one.connect(version=0)
        await context.settle()
        if table.now.phase == "playing":
            answers += await self._ask(table.now.id, person)
        frames = list(one.frames)
        await self._clear(table.now.id)
        return frames + answers

    async def _pry(self, game: str, one: Client, number: int) -> None:
        """The one who is looked at tries what is refused, goes away and comes back, and asks for everything."""
        if number % 9 == 4:
            one.vanish()
        elif number % 9 == 7 and not one.connected:
            one.connect()
        await self.context.settle()
        if not one.connected:
            return
        cards = PACK if game == "nimble" else DECK
        card = cards[number * 7 % len(cards)]
        tries = [f"play {card}", f"discard {card} {cards[0]}", "back", "turn", f"place 0 on {card}", "place 9", "?"]
        action = tries[number % len(tries)]
        if not self._stands(one, action):
            one.act(action, id=f"p{number}")
        if number % 11 == 0:
            one.read()
            one.send("sync", version=one.version if number % 2 else 0)

    def _stands(self, one: Client, action: str) -> bool:
        state = self.context.tables.find(one.id).now
        if one.seat is None or state.phase != "playing":
            return False
        try:
            return state.rules.check(state.game_state, one.seat, state.rules.read_action(action)) is None
        except WonderlandError:
            return False

    async def _ask(self, table: str, person: Person | None) -> list[str]:
        """Every page that can be read, for every table, person and game there is."""
        cookies = (
            {authentication.cookie_name(self.context.settings): self.context.people.cookie(person)} if person else {}
        )
        transport = ASGITransport(
            app=self.app,  # type: ignore[arg-type]  # Litestar types messages more narrowly
            client=("192.0.2.1", 50_000),
            raise_app_exceptions=False,
        )
        found: list[str] = []
        async with AsyncClient(transport=transport, base_url="http://127.0.0.1:8080", cookies=cookies) as browser:
            for path in pages(self.app, table, [person.id for person in self.people]):
                answer = await browser.get(path)
                found.append(f"{path} {answer.status_code} {answer.text}")
        return found

    async def _clear(self, id: str) -> None:
        """As if there had been no such table, so that the next one may have its id."""
        await self.context.tables.close(id)
        await self.context.settle()
        await write_rows(
            self.context.store,
            delete(schema.log).where(schema.log.c.table_id == id),
            delete(schema.seated).where(schema.seated.c.table_id == id),
            delete(schema.tables).where(schema.tables.c.id == id),
            delete(schema.played),
            delete(schema.games),
            delete(schema.ratings),
        )


def pages(app: Litestar, table: str, people: list[str]) -> list[str]:
    """Each path of the API that can be read, with all that may stand in it."""
    values = {"table_id": [table], "person_id": people, "game": ["parade", "nimble"]}
    found: list[str] = []
    for path, item in sorted((app.openapi_schema.paths or {}).items()):
        if not item.get:
            continue
        asked = [
            getattr(one, "name", "") for one in item.get.parameters or () if getattr(one, "param_in", "") == "query"
        ]
        filled = [f"{path}?game=parade", f"{path}?game=nimble"] if "game" in asked else [path]
        for part in path.partition("?")[0].split("/"):
            if part.startswith("{"):
                options = values.get(part.strip("{}").partition(":")[0], [table])
                filled = [one.replace(part, value) for one in filled for value in options]
        found += filled
    return found


@pytest.fixture
async def context(tmp_path: Path, clock: FakeClock) -> AsyncIterator[TestContext]:
    async with lenient(tmp_path, clock) as context:
        yield context


def lenient(folder: Path, clock: FakeClock) -> TestContext:
    """A server that refuses nobody for asking too much."""
    return TestContext(folder, clock, limit_factor=1_000_000)


@contextmanager
def logging_to_memory() -> Iterator[io.StringIO]:
    """Everything that is logged, at the most talkative level."""
    root = logging.getLogger()
    handlers, level, stderr = root.handlers, root.level, sys.stderr
    sys.stderr = buffer = io.StringIO()
    logs.configure("debug", "json")
    for name in ("httpx", "faker"):  # our own browser, and what a library does the first time
        logging.getLogger(name).setLevel(logging.WARNING)
    try:
        yield buffer
    finally:
        sys.stderr = stderr
        root.handlers, root.level = handlers, level
        structlog.reset_defaults()


def without_time(text: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in text.splitlines()]
    return [{key: value for key, value in line.items() if key != "timestamp"} for line in lines]


def series(context: TestContext) -> set[str]:
    """What is counted, without the figures."""
    return {line.rpartition(" ")[0] for line in context.metrics.text().decode().splitlines() if line[0] != "#"}


async def compare_worlds(
    context: TestContext, game: str, observer: int | None, parts: Sequence[float], seed: int
) -> int:
    """Play a game, up to each of these parts of it, in two worlds that the observer cannot tell from one another.

    Returns how many cards lay elsewhere in the other world, in the part where these were the fewest.
    """
    people = [await context.person(name) for name in NAMES]
    evening = Evening(context, people)
    world = first_world(game, seed)
    hidden = len(DECK)
    for part in parts:
        until = round(len(world.script) * part)
        random = Random(f"{game} {observer} {until}")
        other = other_world(game, world, observer, until, random)
        hidden = min(hidden, different(world, other))
        with logging_to_memory() as written:
            mine = await evening.play(game, world, observer, until)
        figures = series(context)
        with logging_to_memory() as also_written:
            theirs = await evening.play(game, other, observer, until)
        assert len(mine) > until
        for place, (one, two) in enumerate(zip(mine, theirs, strict=True)):
            assert one == two, place
        assert without_time(written.getvalue()) == without_time(also_written.getvalue())
        assert figures == series(context)
    return hidden


async def look_for_leaks(folder: Path, random: Random) -> Counter[str]:
    """Both games, looked at by anybody, up to any moment. What was done, counted."""
    checked = 0
    for game, parts in PARTS.items():
        for observer in (random.randrange(len(NAMES)), None):
            part = random.uniform(min(parts), max(parts))
            async with lenient(folder / f"{game}-{observer}", FakeClock()) as context:
                hidden = await compare_worlds(context, game, observer, [part], random.randrange(1_000_000))
            checked += hidden > 0
    return Counter({"leaks checked": checked})


@pytest.mark.parametrize("game", ["parade", "nimble"])
@pytest.mark.parametrize("observer", [0, 1, 2, None])
async def test_nothing_depends_on_what_one_may_not_know(context: TestContext, game: str, observer: int | None) -> None:
    hidden = await compare_worlds(context, game, observer, PARTS[game], seed=observer or 0)
    assert hidden >= 10, "there was something to hide"


@pytest.mark.parametrize("game", ["parade", "nimble"])
async def test_at_every_moment_a_face_is_made_from_what_one_may_know(context: TestContext, game: str) -> None:
    """The same at each state of a whole game, whatever could have been noted down before it."""
    random = Random(game)
    world = first_world(game, 5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(registry.find(game).table), "deal", lambda *_: world.deal)
        table, clients = await context.seated(*NAMES, game=game)
    watcher = Client(context, table, None)
    watcher.connect()
    looking = [*clients, watcher]
    await context.settle()
    for number, (actor, action) in enumerate(world.script):
        assert (await clients[actor].play(action))["type"] == "accepted"
        state = table.now
        if state.phase != "playing" or number % 3:
            continue
        for client in looking:
            client.check()
            other = state.rules.reshuffle(state.game_state, client.seat, random)
            shown = table_view(msgspec.structs.replace(state, game_state=other), client.seat)
            told = Snapshot(state.version, 0, 0, shown, (), state.rules.table.explain(shown.view))
            mine = Snapshot(
                state.version, 0, 0, table_view(state, client.seat), (), state.rules.table.explain(shown.view)
            )
            assert encode(told) == encode(mine)
            assert json.loads(encode(told))["table"] == client.table_view
    assert table.now.phase == "over"


def different(one: World, two: World) -> int:
    """How many cards lie elsewhere."""
    if hasattr(one.deal, "deck"):
        return sum(a != b for a, b in zip(one.deal.deck, two.deal.deck, strict=True))
    packs = zip(one.deal.packs, two.deal.packs, strict=True)
    return sum(a != b for mine, theirs in packs for a, b in zip(mine, theirs, strict=True))
