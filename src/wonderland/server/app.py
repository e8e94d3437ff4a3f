"""The Litestar app: wiring only."""

from __future__ import annotations

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

from wonderland import __version__
from wonderland.server.admin import routes as admin_routes
from wonderland.server.admin.readiness import ReadinessCheck
from wonderland.server.bounds import MAX_BODY_BYTES
from wonderland.server.context import ServerContext
from wonderland.server.http import (
    allow_header,
    authentication,
    bot_pace,
    errors,
    games,
    headers,
    hints,
    invitations,
    moves,
    openapi,
    pages,
    people,
    person_socket,
    previews,
    profiles,
    records,
    reviews,
    security,
    table_socket,
    tables,
    tokens,
    what_if,
)
from wonderland.server.previews.pictures import PreviewPictures

DESCRIPTION = """Play Parade and Nimble: people, tables, games and bots.

What happens at a table comes over its socket, and what changes at one's tables over `/api/me/socket`
(docs/protocol.md); everything else is here. Errors are
`{"error": {"kind": …, "key": …, "text": …}}`, with the text in the language that `Accept-Language` asks for."""


def make_app(context: ServerContext) -> Litestar:
    """The app of an open context."""
    readiness = ReadinessCheck(context)
    return Litestar(
        route_handlers=[
            *people.routes,
            *tokens.routes,
            *tables.routes,
            *moves.routes,
            *hints.routes,
            *what_if.routes,
            *bot_pace.routes,
            *invitations.routes,
            *games.routes,
            *profiles.routes,
            *records.routes,
            *reviews.routes,
            *table_socket.routes,
            *person_socket.routes,
            *admin_routes.routes,
            *previews.routes,
            *pages.routes,
        ],
        dependencies={
            **authentication.dependencies,
            "context": Provide(lambda: context, sync_to_thread=False),
            "readiness": Provide(lambda: readiness, sync_to_thread=False),
        },
        middleware=[headers.limit_request_head],
        guards=[security.require_same_site(context.settings)],
        exception_handlers=errors.handlers,
        before_send=[security.add_security_headers, allow_header.list_methods],
        state=State(
            {
                "context": context,
                "pages": pages.Pages(context.settings),
                "pictures": PreviewPictures(pages.web_folder(context.settings)),
            }
        ),
        request_max_body_size=MAX_BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="Wonderland",
            version=__version__,
            description=DESCRIPTION,
            path="/api/schema",
            use_handler_docstrings=True,
            # The pages that Litestar could render load their scripts from elsewhere, which our policy forbids; its
            # YAML takes a fifth of a second each time.
            render_plugins=[openapi.CachedSchemaPlugin()],
        ),
        on_startup=[openapi.build_schema],
        logging_config=None,
        debug=False,
    )
