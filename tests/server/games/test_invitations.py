"""The code of an invitation leads to its table, for those who were told it."""

from __future__ import annotations

import pytest
from httpx import AsyncClient
from limits import parse

from server.games.quick import QuickContext, app_of, visitor
from wonderland.server.people import Person
from wonderland.server.rate_limits import RATE_LIMITS, RateLimits
from wonderland.server.tables.invitation_codes import CODE_ALPHABET, new_code, read_code

NEW_TABLE = {"game": "parade", "seats": [{"kind": "me"}, {"kind": "reserved"}, {"kind": "open"}]}


def spoken(code: str) -> list[str]:
    """How people write a code down."""
    return [code, code.lower(), f"{code[:3]} {code[3:]}", f" {code[:2]}-{code[2:4].lower()}-{code[4:]}"]


async def test_the_code_of_an_invitation_leads_to_its_table(context: QuickContext, browser: AsyncClient) -> None:
    table_view = (await browser.post("/api/tables", json=NEW_TABLE)).json()
    await browser.post("/api/tables", json=NEW_TABLE)
    code = table_view["invite"]
    assert len(code) == 6
    async with visitor(app_of(context), context) as nobody:
        for text in spoken(code):
            answer = await nobody.get(f"/api/invitations/{text}")
            assert (answer.status_code, answer.json()) == (200, {"table": table_view["id"], "invite": code})


async def test_a_wrong_code_is_refused_with_what_a_code_looks_like(context: QuickContext, browser: AsyncClient) -> None:
    table_view = (await browser.post("/api/tables", json=NEW_TABLE)).json()
    code = table_view["invite"]
    other = code[:-1] + ("X" if code[-1] != "X" else "W")
    refused = await browser.get(f"/api/invitations/{other}")
    assert (refused.status_code, refused.json()["error"]["key"]) == (404, "code_unknown")
    assert f"{other[:3]} {other[3:]}" in refused.json()["error"]["text"]
    for text in (table_view["id"], code[:-1], "hello!", "O0O0O0"):
        refused = await browser.get(f"/api/invitations/{text}")
        assert (refused.status_code, refused.json()["error"]["key"]) == (400, "code_unreadable")
        assert "K7M 4PX" in refused.json()["error"]["text"]


def test_look_alikes_that_are_in_no_code_are_read_as_what_was_meant() -> None:
    assert read_code("gu3 4pg") == "6V34P6"
    assert not set("01258OILZSBGUAEY") & set(CODE_ALPHABET)


def test_no_two_tables_have_one_code(monkeypatch: pytest.MonkeyPatch) -> None:
    signs = iter("333333" + "333333" + "444444")
    monkeypatch.setattr("secrets.choice", lambda alphabet: next(signs))
    assert [new_code(), new_code({"333333"})] == ["333333", "444444"]


async def test_the_code_of_an_invitation_ends_with_it(context: QuickContext, browser: AsyncClient, bob: Person) -> None:
    table_view = (await browser.post("/api/tables", json=NEW_TABLE)).json()
    path = f"/api/tables/{table_view['id']}"
    async with visitor(app_of(context), context, bob) as other:
        await other.post(f"{path}/sit", json={"invite": table_view["invite"]})
    after = (await browser.put(f"{path}/seats/1", json={"kind": "reserved"})).json()
    assert (await browser.get(f"/api/invitations/{table_view['invite']}")).status_code == 404
    assert (await browser.get(f"/api/invitations/{after['invite']}")).json() == {
        "table": table_view["id"],
        "invite": after["invite"],
    }
    await browser.delete(path)
    assert (await browser.get(f"/api/invitations/{after['invite']}")).status_code == 404


@pytest.mark.one_process("what one instance counts the others know a moment later")
async def test_codes_cannot_be_found_by_trying(context: QuickContext, browser: AsyncClient, bob: Person) -> None:
    context.limits = RateLimits()
    table_view = (await browser.post("/api/tables", json=NEW_TABLE)).json()
    code, wrong = table_view["invite"], new_code({table_view["invite"]})
    most = parse(RATE_LIMITS["wrong_codes"]).amount
    # A class that types the right one is no guesser.
    for _ in range(most + 1):
        assert (await browser.get(f"/api/invitations/{code}")).status_code == 200
    for _ in range(most):
        assert (await browser.get(f"/api/invitations/{wrong}")).status_code == 404
    async with visitor(app_of(context), context, bob) as other:
        # Not even the right one is looked up, for nobody at this address.
        for client in (browser, other):
            refused = await client.get(f"/api/invitations/{code}")
            assert (refused.status_code, refused.json()["error"]["kind"]) == (429, "limited")
        # Nor can it be found by sitting down, for somebody who has the table's link.
        path = f"/api/tables/{table_view['id']}/sit"
        for _ in range(most):
            assert (await other.post(path, json={"invite": wrong, "seat": 1})).status_code == 409
        assert (await other.post(path, json={"invite": code, "seat": 1})).status_code == 429


async def test_an_invitation_that_only_this_computer_can_open_says_so(browser: AsyncClient) -> None:
    table_view = (await browser.post("/api/tables", json=NEW_TABLE)).json()
    invitation = (await browser.get(f"/api/tables/{table_view['id']}/invitation")).json()
    assert (invitation["code"], invitation["local"]) == (table_view["invite"], True)
    assert invitation["url"].endswith(f"/t/{table_view['id']}/{table_view['invite']}")
