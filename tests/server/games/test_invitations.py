"""The code of an invitation leads to its table, for those who were told it."""

from __future__ import annotations

from httpx import AsyncClient
from limits import parse

from server.games.quick import QuickHouse, app_of, visitor
from wonderland.server.http.limits import LIMITS, Limits
from wonderland.server.people import Person

WISH = {"game": "parade", "seats": [{"kind": "me"}, {"kind": "reserved"}, {"kind": "open"}]}


async def test_the_code_of_an_invitation_leads_to_its_table(house: QuickHouse, browser: AsyncClient) -> None:
    face = (await browser.post("/api/tables", json=WISH)).json()
    await browser.post("/api/tables", json=WISH)
    async with visitor(app_of(house), house) as nobody:
        answer = await nobody.get(f"/api/invitations/{face['invite']}")
        assert (answer.status_code, answer.json()) == (200, {"table": face["table"]})
        for other in (face["table"], face["invite"][:-1], face["invite"].swapcase()):
            refused = await nobody.get(f"/api/invitations/{other}", headers={"Accept-Language": "fr"})
            assert (refused.status_code, refused.json()["error"]["key"]) == (404, "invitation_unknown")
            assert face["table"] not in refused.text


async def test_the_code_of_an_invitation_ends_with_it(house: QuickHouse, browser: AsyncClient, bob: Person) -> None:
    face = (await browser.post("/api/tables", json=WISH)).json()
    path = f"/api/tables/{face['table']}"
    async with visitor(app_of(house), house, bob) as other:
        await other.post(f"{path}/sit", json={"invite": face["invite"]})
    after = (await browser.put(f"{path}/seats/1", json={"kind": "reserved"})).json()
    assert (await browser.get(f"/api/invitations/{face['invite']}")).status_code == 404
    assert (await browser.get(f"/api/invitations/{after['invite']}")).json() == {"table": face["table"]}
    await browser.delete(path)
    assert (await browser.get(f"/api/invitations/{after['invite']}")).status_code == 404


async def test_codes_cannot_be_found_by_trying(house: QuickHouse, browser: AsyncClient) -> None:
    house.limits = Limits()
    face = (await browser.post("/api/tables", json=WISH)).json()
    for number in range(parse(LIMITS["invitations"]).amount):
        assert (await browser.get(f"/api/invitations/guess{number}")).status_code == 404
    # Not even the right one is looked up.
    refused = await browser.get(f"/api/invitations/{face['invite']}")
    assert (refused.status_code, refused.json()["error"]["kind"]) == (429, "limited")
