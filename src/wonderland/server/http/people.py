"""Guests, accounts, logging in and out, and the caller's own data."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from litestar import MediaType, Request, Response, Router, delete, get, patch, post
from litestar.di import NamedDependency as Given
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from wonderland.server.bounds import MAX_BODY_BYTES, Text
from wonderland.server.context import ServerContext
from wonderland.server.errors import Forbidden
from wonderland.server.http.authentication import cookie_for, no_cookie, own_cookie
from wonderland.server.http.errors import error_responses
from wonderland.server.people import Person
from wonderland.server.people.user_names import user_key


class Me(msgspec.Struct, frozen=True):
    """The caller."""

    id: str
    kind: Literal["guest", "account", "bot"]
    #: What others see.
    name: str
    #: What an account logs in with.
    user: str | None
    #: Whether the caller is muted in the chat.
    muted: bool
    #: Milliseconds since 1970.
    created: int


class NewGuest(msgspec.Struct):
    """Without a name, a random one is chosen."""

    name: Text | None = None


class NewName(msgspec.Struct):
    """1 to 24 characters."""

    name: Text


class Credentials(msgspec.Struct):
    """A user name has 3 to 24 letters, digits and ``-``, ``_``, ``.``; a password 8 to 256 characters."""

    user: Text
    password: Text


class NewPassword(msgspec.Struct):
    """The current password and the new one."""

    old: Text
    new: Text
    #: Whether the tokens of the caller's bots go on working; else they are revoked.
    keep_tokens: bool = False


class PasswordReset(msgspec.Struct):
    """The key from a one-time link, and the new password."""

    key: Text
    password: Text


class AccountDeletion(msgspec.Struct):
    """To delete an account, its password is needed."""

    password: Text | None = None


@post(
    "/guest",
    operation_id="becomeGuest",
    summary="Play at once as a guest",
    description="Sets the session cookie. Returns the current person if the caller is signed in.",
    responses=error_responses(400, 401, 403, 429),
)
async def become_guest(
    caller: Given[Person | None],
    context: Given[ServerContext],
    address: Given[str],
    lang: Given[str],
    data: JSONBody[NewGuest | None] = None,
) -> Response[Me]:
    if caller is None:
        context.limits.take("guests", address)
        caller = await context.people.guest(data.name if data else None, lang)
    return _as(context, caller)


@get(
    "/me",
    operation_id="me",
    summary="The current person",
    description="null if the caller is not signed in.",
    responses=error_responses(401, 403),
)
async def me(
    caller: Given[Person | None], context: Given[ServerContext], request: Request[Any, Any, Any]
) -> Response[Me | None]:
    if caller is None:
        return Response(None)
    await context.people.seen(caller)
    ageing = context.people.needs_renewal(own_cookie(request, context.settings))
    return Response(_me(caller), cookies=[cookie_for(context, caller)] if ageing else None)


@patch("/me", operation_id="rename", summary="Change the name", responses=error_responses(400, 401, 403, 429))
async def rename(data: JSONBody[NewName], person: Given[Person], context: Given[ServerContext]) -> Me:
    context.limits.take("names", person.id)
    return _me(await context.people.rename(person, data.name))


@post(
    "/me/claim",
    operation_id="claim",
    summary="Turn a guest into an account",
    description="The guest keeps name, games and ratings, and can now log in on other devices.",
    status_code=200,
    responses=error_responses(400, 401, 403, 409, 429),
)
async def claim(
    data: JSONBody[Credentials], person: Given[Person], context: Given[ServerContext], address: Given[str]
) -> Response[Me]:
    context.limits.take("accounts", address)
    return _as(context, await context.people.claim(person, data.user, data.password), 200)


@post(
    "/login",
    operation_id="login",
    summary="Log in with user name and password",
    status_code=200,
    responses=error_responses(400, 403, 429),
)
async def login(data: JSONBody[Credentials], context: Given[ServerContext], address: Given[str]) -> Response[Me]:
    _count(context, address, user_key(data.user))
    return _as(context, await context.people.login(data.user, data.password), 200)


@post(
    "/logout",
    operation_id="logout",
    summary="Log out in this browser",
    description="A guest is lost with the cookie. Other cookies of an account stay valid, and copies of this one, too.",
    status_code=204,
    responses=error_responses(204, 403),
)
async def logout(request: Request[Any, Any, Any], context: Given[ServerContext]) -> Response[None]:
    await context.people.log_out(own_cookie(request, context.settings))
    return Response(None, status_code=204, cookies=[no_cookie(context.settings)])


@post(
    "/me/logout-everywhere",
    operation_id="logoutEverywhere",
    summary="Log out everywhere: invalidates all cookies, and all tokens of the caller's bots",
    status_code=204,
    responses=error_responses(204, 401, 403),
)
async def logout_everywhere(person: Given[Person], context: Given[ServerContext]) -> Response[None]:
    await context.people.log_out_everywhere(person)
    return Response(None, status_code=204, cookies=[no_cookie(context.settings)])


@post(
    "/me/password",
    operation_id="changePassword",
    summary="Change the password; this logs out everywhere else, bots included unless their tokens are kept",
    status_code=200,
    responses=error_responses(400, 401, 403, 409, 429),
)
async def change_password(
    data: JSONBody[NewPassword], person: Given[Person], context: Given[ServerContext], address: Given[str]
) -> Response[Me]:
    _count(context, address, user_key(person.user or person.id))
    return _as(context, await context.people.change_password(person, data.old, data.new, data.keep_tokens), 200)


@post(
    "/reset",
    operation_id="resetPassword",
    summary="Set a new password with the key of a one-time link; this logs out everywhere else, bots included",
    status_code=200,
    responses=error_responses(400, 403, 410, 429),
)
async def reset_password(
    data: JSONBody[PasswordReset], context: Given[ServerContext], address: Given[str]
) -> Response[Me]:
    context.limits.take("password_by_address", address)
    return _as(context, await context.people.reset(data.key, data.password), 200)


@get(
    "/me/export",
    operation_id="exportMe",
    summary="Download my data, as one JSON object",
    description="Profile, bots, ratings, finished games with their records, chat, imported records.",
    responses={200: ResponseSpec(dict[str, Any], description="One JSON object"), **error_responses(401, 403, 429)},
)
async def export_me(person: Given[Person], context: Given[ServerContext]) -> Response[bytes]:
    context.limits.take("exports", person.id)
    headers = {"Content-Disposition": 'attachment; filename="wonderland-me.json"'}
    return Response(await context.people.export(person), headers=headers, media_type=MediaType.JSON)


@delete(
    "/me",
    operation_id="deleteMe",
    summary="Delete the account or guest, for good",
    description="Finished games stay, without the name. An account needs its password; its bots are deleted, too.",
    responses=error_responses(204, 400, 401, 403, 409, 429),
)
async def delete_me(
    person: Given[Person],
    context: Given[ServerContext],
    address: Given[str],
    data: JSONBody[AccountDeletion | None] = None,
) -> Response[None]:
    if person.kind == "bot":
        raise Forbidden("bot_by_owner")
    if person.kind == "account":
        _count(context, address, user_key(person.user or person.id))
        await context.people.check_password(person, (data and data.password) or "")
    await context.people.delete(person)
    return Response(None, status_code=204, cookies=[no_cookie(context.settings)])


def _count(context: ServerContext, address: str, user: str) -> None:
    """Count every password check, by address and by user name, whether or not the user exists."""
    context.limits.take("password_by_address", address)
    context.limits.take("password_by_user", user)


def _as(context: ServerContext, person: Person, status: int = 201) -> Response[Me]:
    """Respond with the person and their session cookie."""
    cookies = [] if person.kind == "bot" else [cookie_for(context, person)]
    return Response(_me(person), status_code=status, cookies=cookies)


def _me(person: Person) -> Me:
    return msgspec.convert(person, Me, from_attributes=True)


router = Router(
    "/api",
    route_handlers=[
        become_guest,
        me,
        rename,
        claim,
        login,
        logout,
        logout_everywhere,
        change_password,
        reset_password,
        export_me,
        delete_me,
    ],
    tags=["people"],
    request_max_body_size=MAX_BODY_BYTES,
)
routes = [router]
