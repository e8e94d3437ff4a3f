"""Wiring only: a context behind Litestar."""

from __future__ import annotations

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

from wonderland import __version__
from wonderland.server.bounds import MAX_BODY_BYTES
from wonderland.server.context import ServerContext
from wonderland.server.hosting.health import Health
from wonderland.server.http import (
    authentication,
    describing,
    errors,
    games,
    headers,
    hosting,
    invitations,
    options,
    pages,
    people,
    profiles,
    records,
    security,
    tables,
    tokens,
)
from wonderland.server.sockets import route

DESCRIPTION = """Play Parade and Nimble: people, tables, games and bots.

What happens at a table comes over the socket (docs/protocol.md); everything else is here. Errors are
`{"error": {"kind": …, "key": …, "text": …}}`, with the text in the language that `Accept-Language` asks for."""


def make_app(context: ServerContext) -> Litestar:
    """The server's app around an open context."""
    health = Health(context)
    return Litestar(
        route_handlers=[
            *people.routes,
            *tokens.routes,
            *tables.routes,
            *invitations.routes,
            *games.routes,
            *profiles.routes,
            *records.routes,
            *route.routes,
            *hosting.routes,
            *pages.routes,
        ],
        dependencies={
            **authentication.dependencies,
            "context": Provide(lambda: context, sync_to_thread=False),
            "health": Provide(lambda: health, sync_to_thread=False),
        },
        middleware=[headers.bounded],
        guards=[security.same_site(context.settings)],
        exception_handlers=errors.handlers,
        before_send=[security.shield, options.list_methods],
        state=State({"context": context, "pages": pages.Pages(context.settings)}),
        request_max_body_size=MAX_BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="Wonderland",
            version=__version__,
            description=DESCRIPTION,
            path="/api/schema",
            use_handler_docstrings=True,
            # The pages that Litestar could render load their scripts from elsewhere, which our policy forbids; its
            # YAML takes a fifth of a second each time.
            render_plugins=[describing.DescriptionInMemory()],
        ),
        on_startup=[describing.describe],
        logging_config=None,
        debug=False,
    )
