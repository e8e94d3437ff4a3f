"""The path of an action: once only, in order, by the rules; and who was first when two are as quick (N11)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from server.kit import Client, TestContext, legal
from wonderland.games.nimble.cards import PACK
from wonderland.games.nimble.state import State
from wonderland.server.tables.table import Table

TRIALS = 1_500

# ---- the same id never acts twice --------------------------------------------------------------------


async def test_the_same_message_before_and_after_the_commit(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    seat = table.now.game_state.turn
    client = clients[seat]
    client.read()
    action, version = legal(table.now, seat)[0], client.version
    for _ in range(3):
        client.act(action, "once", version)
    assert not client.answers("once"), "nothing is acknowledged before it is on disk"
    await context.settle()
    await client.play(action, "once", version)
    assert client.answers("once") == [{"type": "accepted", "id": "once", "version": version + 1}] * 4
    assert table.now.version == version + 1
    client.check()


async def test_the_same_message_over_another_connection(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    seat = table.now.game_state.turn
    client = clients[seat]
    client.read()
    action, version = legal(table.now, seat)[0], client.version
    client.act(action, "once", version)
    client.vanish()
    await context.settle()
    client.connect(version)
    await context.settle()
    assert (await client.play(action, "once", version)) == {"type": "accepted", "id": "once", "version": version + 1}
    client.check()


async def test_an_answer_stays_what_it_was_when_a_bot_has_taken_over(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    seat = table.now.game_state.turn
    client = clients[seat]
    client.read()
    action, version = legal(table.now, seat)[0], client.version
    done = await client.play(action, "once", version)
    await client.do("resign")
    assert await client.play(action, "once", version) == done


async def test_two_seats_may_use_the_same_id(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob", game="nimble")
    answers = [await client.play("flip", "mine") for client in clients]
    assert [answer["type"] for answer in answers] == ["accepted", "accepted"]
    assert [len(discard) for discard in table.now.game_state.discards] == [1, 1]


async def test_a_refused_message_may_be_sent_again(context: TestContext) -> None:
    """A refusal is no action: the same id acts when it has become legal."""
    _, (ann, _) = await context.seated("Ann", "Bob", game="nimble")
    assert (await ann.play("back", "again"))["key"] == "refused_discard_empty"
    await ann.play("flip")
    assert (await ann.play("back", "again"))["type"] == "accepted"


# ---- versions ----------------------------------------------------------------------------------------


async def test_a_version_that_has_not_happened_is_refused(context: TestContext) -> None:
    table, (ann, _) = await context.seated("Ann", "Bob", game="nimble")
    answer = await ann.play("flip", version=table.now.version + 1)
    assert (answer["type"], answer["key"]) == ("refused", "version_ahead")


async def test_an_older_version_of_the_same_game_is_fine(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    for _ in range(3):
        await bob.play("flip")
    assert (await ann.play("flip", version=table.now.started))["type"] == "accepted"


async def test_what_was_meant_for_the_last_game_is_refused(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    old = table.now.version
    await end(context, table)
    assert (await ann.play("flip"))["kind"] == "too_late"
    await ann.do("ready")
    await bob.do("ready")
    await context.advance(10_000)
    answer = await ann.play("flip", version=old)
    assert (answer["kind"], answer["key"]) == ("too_late", "version_older_game")


async def end(context: TestContext, table: Table) -> None:
    random = Random(1)
    while table.now.phase == "playing":
        seat = random.randrange(len(table.now.seats))
        table.act(seat, str(random.choice(legal(table.now, seat))), None, None)
    await context.settle()


# ---- N11 ---------------------------------------------------------------------------------------------


def owned(state: State, seat: int) -> Counter[str]:
    placed = [on.card for pile in state.piles for on in pile if on.seat == seat]
    return Counter([*placed, *state.hands[seat], *state.discards[seat]])


class Race:
    """Four people place on the same pile in the same millisecond, in any order."""

    def __init__(self, context: TestContext, table: Table, clients: list[Client]) -> None:
        self.context, self.table, self.clients = context, table, clients
        self.random = Random(11)
        self.stood = self.bounced = self.errors = self.second = 0

    async def trial(self) -> None:
        random, state = self.random, self.table.now.game_state
        for client in self.clients:
            assert client.seat is not None
            if not state.discards[client.seat] or random.random() < 0.4:
                client.act("flip" if state.hands[client.seat] else "turn")
        await self.context.settle()
        before = self.table.now.game_state
        for client in self.clients:
            client.read()
        placing = [client for client in self.clients if client.table_view["view"]["discard"]]
        random.shuffle(placing)
        fits = {
            pile
            for client in placing
            for pile, top in enumerate(client.table_view["view"]["tops"])
            if client.table_view["view"]["discard"][-1][0] == top[1]
        }
        # Mostly where it fits somebody: else the piles would be full of mistakes.
        pile = random.choice(sorted(fits)) if fits else 0
        if not fits and random.random() < 0.9:
            return
        await self.place(before, pile, placing)

    async def place(self, before: State, pile: int, placing: list[Client]) -> None:
        seen = top = str(before.tops[pile])
        expected: list[tuple[int, str]] = []
        sent: list[tuple[Client, str, str]] = []
        over = False
        for client in placing:
            assert client.seat is not None
            card = str(before.discards[client.seat][-1])
            id = client.act(f"place {pile} on {seen}")
            # A card is its frame and its circle. The first stands, a mistake or not; the next only if it fits.
            stands = not over and (top == seen or card[0] == top[1])
            sent.append((client, id, "accepted" if stands else "refused"))
            if stands:
                self.errors += card[0] != top[1]
                self.second += top != seen
                expected.append((client.seat, card))
                top = card
            over = self.table.now.phase == "over"
        await self.context.settle()
        state = self.table.now.game_state
        assert [(on.seat, str(on.card)) for on in state.piles[pile][len(before.piles[pile]) :]] == expected
        for client, id, answer in sent:
            (told,) = client.answers(id)
            assert told["type"] == answer
            if answer == "refused":
                assert told["kind"] == "too_late"
                assert client.seat is not None
                assert state.discards[client.seat] == before.discards[client.seat], "the card comes back"
                self.bounced += 1
            else:
                self.stood += 1
        for client in self.clients:
            client.check()
            assert client.seat is not None
            assert owned(state, client.seat) == Counter(PACK), "nobody loses a card"


@pytest.mark.one_process("the order in which two messages arrive at one event loop")
async def test_two_who_are_as_quick(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob", "Cy", "Dee", game="nimble")
    race = Race(context, table, clients)
    for _ in range(TRIALS):
        if table.now.phase == "over":
            for client in clients:
                client.send("ready")
            await context.settle()
            await context.advance(5_000)
        await race.trial()
    assert race.bounced > 500
    assert race.stood > 500
    assert min(race.second, race.errors) > 20
