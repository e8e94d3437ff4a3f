"""Two people at a real server: a whole game over sockets, and what can be read of it afterwards."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

from server.faults.playing import play, seated
from server.process import UNLIMITED, Server, serving
from wonderland.records import replay


async def get(server: Server, path: str) -> Any:
    answer = await server.http.get(server.address + path)
    answer.raise_for_status()
    return answer.json()


async def test_a_game_of_two_people(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", *UNLIMITED) as server:
        async with AsyncExitStack() as stack:
            one, other = await seated(server, stack, "parade", 2)
            assert one.person
            table, ann = one.table, one.person.id
            async with asyncio.TaskGroup() as both:
                for number, client in enumerate((one, other)):
                    both.create_task(play(client, Random(number)))
            await one.until(lambda client: client.table_view["ratings"])
            ratings, result = one.table_view["ratings"], one.table_view["result"]
        (line,) = await get(server, f"/api/tables/{table}/games")
        assert [player["rating"] for player in line["players"]] == ratings
        assert [player["place"] for player in line["players"]].count(1) == len(result["winners"])
        record = (await server.http.get(f"{server.address}/api/games/{line['id']}/record")).content
        assert list(replay(record)["scores"]) == result["scores"]
        await server.kill()
        await server.start()
        assert await get(server, f"/api/tables/{table}/games") == [line]
        assert (await get(server, f"/api/people/{ann}"))["ratings"][0]["games"] == 1
