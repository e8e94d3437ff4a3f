"""Whole games by the accessibility tree alone: roles, names, descriptions and the live region, and only the keyboard.

The player of these tests sees nothing. Each decision rests on what a screen reader says, in both languages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import CDPSession, Page, expect

from browser.kit import Visits, barriers

#: Flips in a row after which nothing that one holds fits: every card has been on top.
MAX_FLIPS = 45
MAX_STEPS = 2000


@dataclass(frozen=True)
class Node:
    """What a screen reader is given for an element."""

    role: str
    name: str
    description: str


class Reader:
    """Somebody who has nothing of a page but its accessibility tree, and a keyboard."""

    def __init__(self, page: Page, devtools: CDPSession) -> None:
        self.page, self._devtools = page, devtools

    @classmethod
    async def of(cls, page: Page) -> Reader:
        return cls(page, await page.context.new_cdp_session(page))

    async def within(self, role: str, name: str) -> list[Node]:
        """All that is in the element of this role and name."""
        nodes = (await self._devtools.send("Accessibility.getFullAXTree"))["nodes"]
        top = next((one for one in nodes if value(one, "role") == role and value(one, "name") == name), None)
        inside, found = {top["nodeId"]} if top else set(), []
        for one in nodes:  # parents come before their children
            if one.get("parentId") not in inside:
                continue
            inside.add(one["nodeId"])
            if not one["ignored"]:
                found.append(Node(value(one, "role"), value(one, "name"), value(one, "description")))
        return found

    async def press(self, name: str | re.Pattern[str], role: Any = "button") -> None:
        await self.page.get_by_role(role, name=name, exact=True).press("Enter")

    async def hear(self, *words: str) -> None:
        """Wait until the live region has told this, in this order."""
        await expect(self.page.get_by_role("log")).to_have_text(re.compile(".*".join(words), re.DOTALL))

    async def heard(self) -> str:
        return " ".join(await self.page.get_by_role("log").get_by_role("paragraph").all_inner_texts())


def value(node: dict[str, Any], field: str) -> str:
    return str(node.get(field, {}).get("value", ""))


PARADE = {
    "en": {
        "play": "Play Parade",
        "hand": "Your hand",
        "turn": "It is your turn",
        "played": "You play [^.]*{card}",
        "choice": "All turns are played",
        "two": "Set two cards aside",
        "aside": "Set aside ",
        "over": "The game is over",
        "score": "The score",
        "home": "Home",
    },
    "fr": {
        "play": "Jouer à Parade",
        "hand": "Votre main",
        "turn": "C’est à vous",
        "played": "Vous jouez [^.]*{card}",
        "choice": "Tous les tours sont joués",
        "two": "Écartez deux cartes",
        "aside": "Écarter",
        "over": "La partie est finie",
        "score": "Le décompte",
        "home": "Accueil",
    },
}


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_a_game_of_parade(visit: Visits, lang: str) -> None:
    says = PARADE[lang]
    page = await visit(lang=lang)
    reader = await Reader.of(page)
    await reader.press(says["play"])
    await reader.hear(says["turn"])
    await expect(page.get_by_role("group", name=says["hand"]).get_by_role("button")).to_have_count(5)
    while not re.search(says["choice"], await reader.heard()):
        hand = [node for node in await reader.within("group", says["hand"]) if node.role == "button"]
        assert all(node.description for node in hand)
        # Each card that it would take is told with the reason in brackets.
        cheapest = min(hand, key=lambda node: node.description.count("("))
        await reader.press(cheapest.name)
        await reader.hear(says["played"].format(card=cheapest.name), f"({says['turn']}|{says['choice']})")

    await expect(page.get_by_role("region", name=says["two"])).to_be_visible()
    hand = [node for node in await reader.within("group", says["hand"]) if node.role == "button"]
    assert len(hand) == 4
    # The two that are kept count: low ones are better.
    dearest = sorted(hand, key=lambda node: int(re.findall(r"\d+", node.name)[0]), reverse=True)[:2]
    for node in dearest:
        await reader.press(node.name)
    assert not await barriers(page)
    await reader.press(re.compile(f"^{says['aside']}"))
    await reader.hear(says["over"])
    # What is told is what stands in the table.
    told = await reader.heard()
    score = page.get_by_role("table", name=says["score"])
    for total in await score.get_by_role("row").filter(has=page.get_by_role("rowheader")).all():
        assert f"{await total.get_by_role('cell').last.inner_text()} point" in told
    assert await page.get_by_role("heading", level=2).first.inner_text() in told
    assert not await barriers(page)


NIMBLE = {
    "en": {
        "play": "Play Nimble",
        "easy": "Mock Turtle",
        "go": "Go!",
        "card": r"(\w+) frame, (\w+) circle",
        "mine": "Your card: ",
        "piles": "The three common piles",
        "own": "Your cards",
        "tops": "Pile 1: .*Pile 2: .*Pile 3: ",
        "others": r"Mock Turtle( has|:) \d+ cards left",
        "over": "The round is over",
        "check": "The piles are checked",
        "standings": "The round",
    },
    "fr": {
        "play": "Jouer à Nimble",
        "easy": "Simili-Tortue",
        "go": r"Partez\s!",
        "card": r"cadre (\w+), cercle (\w+)",
        "mine": "Votre carte\xa0: ",
        "piles": "Les trois piles communes",
        "own": "Vos cartes",
        "tops": r"Pile 1\s: .*Pile 2\s: .*Pile 3\s: ",
        "others": "Simili-Tortue.* cartes",
        "over": "La manche est finie",
        "check": "On vérifie les piles",
        "standings": "La manche",
    },
}


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_a_round_of_nimble(visit: Visits, lang: str) -> None:
    says = NIMBLE[lang]
    page = await visit(lang=lang)
    reader = await Reader.of(page)
    await page.get_by_role("radio", name=says["easy"]).press("Space")
    await reader.press(says["play"])
    await reader.hear(says["go"])
    # Where the keys are passed on by screen readers.
    await expect(page.get_by_role("application")).to_be_focused()
    for key, told in (("p", says["tops"]), ("o", says["others"])):
        await page.keyboard.press(key)
        await reader.hear(told)
    flips = 0
    for _ in range(MAX_STEPS):
        piles = [
            re.findall(says["card"], node.name)[0]
            for node in await reader.within("group", says["piles"])
            if node.role == "button"
        ]
        if not piles:
            break
        mine = [node.name for node in await reader.within("group", says["own"]) if node.name.startswith(says["mine"])]
        frame = re.findall(says["card"], mine[0])[0][0] if mine else None
        fits = [number for number, (_, circle) in enumerate(piles, 1) if circle == frame]
        if fits or (frame and flips > MAX_FLIPS):
            flips = 0
            await page.keyboard.press(str(fits[0] if fits else 1))
        else:
            flips += 1
            await page.keyboard.press(" ")
    await reader.hear(says["over"])
    await expect(page.get_by_role("region", name=says["check"])).to_be_focused()
    await expect(page.get_by_role("table", name=says["standings"]).get_by_role("rowheader")).to_have_count(2)
    await reader.hear(await page.get_by_role("heading", level=2).first.inner_text())
    assert not await barriers(page)
