"""``wonderland serve``: the game server, in one process."""

from __future__ import annotations

import os
import sys
import webbrowser
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from wonderland.cli.messages import tell
from wonderland.cli.options import Lang
from wonderland.cli.settings import show, with_settings
from wonderland.server.hosting.settings_parser import SettingValue, build_settings

if TYPE_CHECKING:
    from wonderland.server.settings import Settings


def _serve(
    choices: list[SettingValue],
    show_settings: Annotated[bool, typer.Option("--show-settings", help=tell("cli_serve_show"))] = False,
    open_: Annotated[bool, typer.Option("--open", help=tell("cli_serve_open"))] = False,
    lang: Lang = None,
) -> int:
    if show_settings:
        print(show(choices))
        return 0

    from wonderland.server.serving import serve as serving

    return serving(build_settings(choices), lambda settings: _started(settings, open_))


serve = with_settings(_serve)


def _started(settings: Settings, open_: bool) -> None:
    from wonderland.server.hosting import addresses

    here, others = addresses.local_url(settings), addresses.public_url(settings)
    print(tell("serve_open_this", address=here), flush=True)
    if others != here:
        print(tell("serve_others", address=others), flush=True)
    if settings.lan:
        print(addresses.qr_text(others), flush=True)
    print(tell("serve_how_to_stop"), flush=True)
    if open_ and _has_screen():
        Thread(target=webbrowser.open, args=[here], daemon=True).start()


def _has_screen() -> bool:
    """A browser in the terminal would be worse than none."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
