"""The code of an invitation leads to its table, for those who were told it."""

from __future__ import annotations

from httpx import AsyncClient
from limits import parse

from server.games.quick import QuickContext, app_of, visitor
from wonderland.server.people import Person
from wonderland.server.rate_limits import RATE_LIMITS, RateLimits

NEW_TABLE = {"game": "parade", "seats": [{"kind": "me"}, {"kind": "reserved"}, {"kind": "open"}]}


async def test_the_code_of_an_invitation_leads_to_its_table(context: QuickContext, browser: AsyncClient) -> None:
    table_view = (await browser.post("/api/tables", json=NEW_TABLE)).json()
    await browser.post("/api/tables", json=NEW_TABLE)
    async with visitor(app_of(context), context) as nobody:
        answer = await nobody.get(f"/api/invitations/{table_view['invite']}")
        assert (answer.status_code, answer.json()) == (200, {"table": table_view["id"]})
        for other in (table_view["id"], table_view["invite"][:-1], table_view["invite"].swapcase()):
            refused = await nobody.get(f"/api/invitations/{other}", headers={"Accept-Language": "fr"})
            assert (refused.status_code, refused.json()["error"]["key"]) == (404, "invitation_unknown")
            assert table_view["id"] not in refused.text


async def test_the_code_of_an_invitation_ends_with_it(context: QuickContext, browser: AsyncClient, bob: Person) -> None:
    table_view = (await browser.post("/api/tables", json=NEW_TABLE)).json()
    path = f"/api/tables/{table_view['id']}"
    async with visitor(app_of(context), context, bob) as other:
        await other.post(f"{path}/sit", json={"invite": table_view["invite"]})
    after = (await browser.put(f"{path}/seats/1", json={"kind": "reserved"})).json()
    assert (await browser.get(f"/api/invitations/{table_view['invite']}")).status_code == 404
    assert (await browser.get(f"/api/invitations/{after['invite']}")).json() == {"table": table_view["id"]}
    await browser.delete(path)
    assert (await browser.get(f"/api/invitations/{after['invite']}")).status_code == 404


async def test_codes_cannot_be_found_by_trying(context: QuickContext, browser: AsyncClient) -> None:
    context.limits = RateLimits()
    table_view = (await browser.post("/api/tables", json=NEW_TABLE)).json()
    for number in range(parse(RATE_LIMITS["invitations"]).amount):
        assert (await browser.get(f"/api/invitations/guess{number}")).status_code == 404
    # Not even the right one is looked up.
    refused = await browser.get(f"/api/invitations/{table_view['invite']}")
    assert (refused.status_code, refused.json()["error"]["kind"]) == (429, "limited")
