"""The addresses of a server: where it listens, and what others type or scan to reach it."""

from __future__ import annotations

import errno
import socket
from functools import lru_cache
from io import StringIO
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno

from wonderland.core.errors import NotAllowed
from wonderland.server.settings import LOOPBACK, Settings

ALL_INTERFACES = "0.0.0.0"
MAX_CACHED_QR_CODES = 256  #: that are remembered; each has a few kilobytes


def listen_host(settings: Settings) -> str:
    """The address to listen on: all interfaces with ``--lan``, unless ``--host`` names one."""
    return ALL_INTERFACES if settings.lan and settings.host == LOOPBACK else settings.host


def bind(settings: Settings) -> socket.socket:
    """A socket on the configured address and port, bound before anything else starts."""
    host = listen_host(settings)
    try:
        family = socket.getaddrinfo(host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        return socket.create_server((host, settings.port), family=family, backlog=2048)
    except socket.gaierror:
        raise NotAllowed("serve_no_such_host", host=host) from None
    except PermissionError:
        raise NotAllowed("serve_port_denied", port=settings.port) from None
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            raise NotAllowed("serve_port_taken", port=settings.port) from None
        if problem.errno == errno.EADDRNOTAVAIL:
            raise NotAllowed("serve_no_such_host", host=host) from None
        raise


def local_url(settings: Settings) -> str:
    """The URL for people at this machine."""
    host = listen_host(settings)
    return _url({ALL_INTERFACES: LOOPBACK, "::": "::1", "": LOOPBACK}.get(host, host), settings.port)


def public_url(settings: Settings) -> str:
    """The URL that others can reach, as far as it is known."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    if listen_host(settings) in (ALL_INTERFACES, "::", ""):
        return _url(lan_address(), settings.port)
    return local_url(settings)


def link_to(settings: Settings, path: str) -> str:
    """A link for others to a page.

    >>> link_to(Settings(public_url="https://cards.example/"), "/t/abc")
    'https://cards.example/t/abc'
    """
    return public_url(settings) + "/" + path.lstrip("/")


def is_local(url: str) -> bool:
    """Whether only this computer can open a URL.

    >>> is_local("http://127.0.0.1:8080/t/abc"), is_local("http://[::1]/"), is_local("http://localhost:8080")
    (True, True, True)
    >>> is_local("http://192.168.1.5:8080/t/abc"), is_local("https://cards.example/")
    (False, False)
    """
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def lan_address() -> str:
    """The address of this machine in its network; loopback when it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only decides which of its addresses would be used.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


@lru_cache(maxsize=MAX_CACHED_QR_CODES)
def qr_svg(url: str) -> str:
    """A QR code for a page. Making one takes milliseconds, so the last ones are cached."""
    return segno.make(url, micro=False).svg_inline(scale=4, dark="#000", light="#fff")


def qr_text(url: str) -> str:
    """A QR code for the terminal."""
    out = StringIO()
    segno.make(url, micro=False).terminal(out, compact=True)
    return out.getvalue()


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"
