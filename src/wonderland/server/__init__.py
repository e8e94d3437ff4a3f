"""The game server: tables, people, bots, real time; nothing that was acknowledged is lost (docs/server.md)."""
