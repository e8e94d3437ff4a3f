"""Plays a game of Parade at a Wonderland server, and comes back when the line drops (docs/protocol.md).

python server_bot.py http://127.0.0.1:8080          against one of the server's own bots
python server_bot.py http://127.0.0.1:8080 3        at a new table for three, once the others have come
python server_bot.py http://127.0.0.1:8080 TABLE    at somebody's table
As a guest or, with a token in WONDERLAND_TOKEN, as a bot account. Needs httpx and websockets.
"""

import asyncio
import json
import os
import sys

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

WHO = {"Authorization": f"Bearer {os.environ['WONDERLAND_TOKEN']}"} if os.environ.get("WONDERLAND_TOKEN") else {}


def sit_down(server, where=""):
    path, body = f"/api/tables/{where}/sit" if where else "/api/play-now", {"game": "parade"}
    if where.isdigit():
        path, body["seats"] = "/api/tables", [{"kind": "me"}] + [{"kind": "open"}] * (int(where) - 1)
    with httpx.Client(base_url=server, headers=WHO) as http:
        if not WHO:
            guest = http.post("/api/guest", json={"name": "Caterpillar"}).raise_for_status()
            WHO["Cookie"] = guest.headers["Set-Cookie"].partition(";")[0]
        return http.post(path, json=body).raise_for_status().json()["id"]


def apply(table, changes):
    for *path, last, value in changes:
        place = table
        for step in path:
            place = place[step]
        if isinstance(place, list) and last == len(place):
            place.append(value)
        else:
            place[last] = value
    return table


def choose(table, explanation):
    """What to do now: take the fewest points, play the dearest of such cards, and keep the cheapest two."""
    view, seat = table["view"], table["seat"]
    if table["seats"][seat]["left"]:  # we were gone too long, and a bot plays for us
        return {"type": "back"}
    if view["turn"] == seat:
        fates = {card: zip(view["parade"], explanation["cards"][card], strict=True) for card in view["hand"]}
        taken = {card: sum(int(one[1:]) for one, fate in fates[card] if fate[0] == "taken") for card in fates}
        return {"type": "act", "action": "play " + min(taken, key=lambda card: (taken[card], -int(card[1:])))}
    aside = {"type": "act", "action": "discard " + " ".join(sorted(view["hand"], key=lambda card: int(card[1:]))[2:])}
    return aside if view["phase"] == "discard" and not view["chosen"][seat] else None


async def play(server, table_id):
    """How it ended. ``sent`` has not been answered yet; ``version`` and ``at`` say how much of the table we know."""
    table, version, at, explanation, sent = {"phase": "unknown"}, 0, 0, None, None
    while table["phase"] != "over":
        url = f"{server.replace('http', 'ws', 1)}/api/tables/{table_id}/socket?explain=1&version={version}&at={at}"
        try:
            async with connect(url, additional_headers=WHO) as socket:
                if sent:
                    await socket.send(json.dumps(sent))  # the same id: it never acts twice
                while table["phase"] != "over":
                    told = json.loads(await socket.recv())
                    if told["type"] == "ping":
                        await socket.send(json.dumps({"type": "pong", "number": told["number"]}))
                    elif told["type"] in ("snapshot", "event"):
                        table = apply(table, told["changes"]) if told["type"] == "event" else told["table"]
                        version, at, explanation = told["version"], told["at"], told["explanation"]
                    elif told["type"] == "accepted":
                        sent = None  # what it has changed may only come after this
                    elif told["type"] == "refused" and told["id"]:
                        sent, version = None, 0
                        raise ConnectionError("the table is not as we thought: look at it anew")
                    elif told["type"] == "refused" or told.get("retry", 0) is None:
                        raise SystemExit(told.get("text") or told["why"])
                    ready = table["phase"] == "playing" and not sent and told.get("version", 0) <= version
                    if ready and (action := choose(table, explanation)):
                        sent = {"id": f"v{version}", "version": version, **action}
                        await socket.send(json.dumps(sent))
        except (OSError, WebSocketException):
            await asyncio.sleep(0.5)
    return table["result"]


if __name__ == "__main__":
    table_id = sit_down(*sys.argv[1:])
    print(table_id, flush=True)
    print(json.dumps(asyncio.run(play(sys.argv[1], table_id))))
