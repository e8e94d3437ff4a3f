"""The caller's bot accounts and their API tokens."""

from __future__ import annotations

import msgspec
from litestar import Router, delete, get, post
from litestar.di import NamedDependency as Given
from litestar.params import JSONBody

from wonderland.server.bounds import MAX_BODY_BYTES, Text
from wonderland.server.context import ServerContext
from wonderland.server.http.errors import error_responses
from wonderland.server.http.ids import Id, checked_id
from wonderland.server.people import Person
from wonderland.server.store.people_store import Token


class TokenInfo(msgspec.Struct, frozen=True):
    """An API token, without its secret text."""

    id: str
    label: str
    created: int
    #: When it was last used, by the hour; null when never.
    used: int | None


class BotAccount(msgspec.Struct, frozen=True):
    """A bot account."""

    id: str
    name: str
    created: int
    tokens: list[TokenInfo]


class NewBot(msgspec.Struct):
    """The name that others see: 1 to 24 characters."""

    name: Text


class NewToken(msgspec.Struct):
    """A label of up to 40 characters, to tell tokens apart."""

    label: Text = ""


class CreatedToken(msgspec.Struct, frozen=True):
    """A new API token, with its secret text."""

    id: str
    label: str
    created: int
    #: For the header ``Authorization: Bearer …``; it cannot be shown again.
    token: str


@get("/", operation_id="myBots", summary="My bots, with their tokens", responses=error_responses(401, 403))
async def my_bots(person: Given[Person], context: Given[ServerContext]) -> list[BotAccount]:
    bots, tokens = await context.people.bots(person), await context.people.tokens(person)
    return [_bot(bot, [token for token in tokens if token.bot == bot.id]) for bot in bots]


@post("/", operation_id="makeBot", summary="Create a bot account", responses=error_responses(400, 401, 403, 409, 429))
async def make_bot(data: JSONBody[NewBot], person: Given[Person], context: Given[ServerContext]) -> BotAccount:
    context.limits.take("bots", person.id)
    return _bot(await context.people.make_bot(person, data.name), [])


@delete(
    "/{bot_id:str}",
    operation_id="deleteBot",
    summary="Delete a bot for good; its games stay, without the name",
    responses=error_responses(400, 401, 403, 404),
)
async def delete_bot(bot_id: Id, person: Given[Person], context: Given[ServerContext]) -> None:
    await context.people.delete(await context.people.own_bot(person, bot_id))


@post(
    "/{bot_id:str}/tokens",
    operation_id="makeToken",
    summary="Create an API token, which is shown only once",
    responses=error_responses(400, 401, 403, 404, 409, 429),
)
async def make_token(
    data: JSONBody[NewToken], bot_id: Id, person: Given[Person], context: Given[ServerContext]
) -> CreatedToken:
    context.limits.take("bots", person.id)
    token, text = await context.people.make_token(person, bot_id, data.label)
    return CreatedToken(token.id, token.label, token.created, text)


@delete(
    "/{bot_id:str}/tokens/{token_id:str}",
    operation_id="revokeToken",
    summary="Revoke a token",
    responses=error_responses(400, 401, 403, 404),
)
async def revoke_token(bot_id: Id, token_id: Id, person: Given[Person], context: Given[ServerContext]) -> None:
    await context.people.revoke(person, bot_id, checked_id(token_id, "token_unknown"))


def _bot(bot: Person, tokens: list[Token]) -> BotAccount:
    lines = [TokenInfo(token.id, token.label, token.created, token.used) for token in tokens]
    return BotAccount(bot.id, bot.name, bot.created, lines)


router = Router(
    "/api/me/bots",
    route_handlers=[my_bots, make_bot, delete_bot, make_token, revoke_token],
    tags=["bots"],
    request_max_body_size=MAX_BODY_BYTES,
)
routes = [router]
