"""The web server: HTTP/1.1 and WebSockets over asyncio, with limits, for an ASGI app.

It rests on public interfaces only: asyncio's transports and protocols, httptools' parser, and ASGI towards the app. A
WebSocket offers the app a direct channel besides (``sockets/channel.py``), in the extensions of its scope.
"""
