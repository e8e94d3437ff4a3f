"""Prometheus metrics. No name, no card, and no id of a person or a table is ever a label."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from wonderland.games.registry import GAMES

PHASES = ("gathering", "playing", "over", "closed")
SECONDS_BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
ROWS_BUCKETS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

disable_created_metrics()  # type: ignore[no-untyped-call]  # the library has no types there


class Metrics:
    """The metrics of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        #: Set when the metrics are read.
        self.tables = Gauge("wonderland_tables", "Tables by phase", ["phase"], registry=registry)
        self.set_aside = Gauge("wonderland_tables_set_aside", "Tables that cannot be read", registry=registry)
        self.connections = Gauge("wonderland_connections", "Open sockets", registry=registry)
        self.bot_processes = Gauge("wonderland_bot_processes", "Processes in which bots think", registry=registry)
        self.waiting = Gauge("wonderland_decisions_waiting", "Decisions that wait for a process", registry=registry)
        self.actions = Counter("wonderland_actions", "Actions acknowledged", ["game"], registry=registry)
        #: The kind is a class of refusal (unreadable, not_allowed, too_late, too_many …), never a text.
        self.refused = Counter("wonderland_refused", "Messages refused, by kind", ["kind"], registry=registry)
        self.commit_seconds = Histogram(
            "wonderland_commit_seconds", "Seconds a group commit took", buckets=SECONDS_BUCKETS, registry=registry
        )
        self.commit_rows = Histogram(
            "wonderland_commit_rows", "Log entries in a group commit", buckets=ROWS_BUCKETS, registry=registry
        )
        self.decision_seconds = Histogram(
            "wonderland_decision_seconds",
            "Seconds a bot's decision took",
            ["bot"],
            buckets=SECONDS_BUCKETS,
            registry=registry,
        )
        self.round_trip_seconds = Histogram(
            "wonderland_round_trip_seconds",
            "Measured round trips to players",
            buckets=SECONDS_BUCKETS,
            registry=registry,
        )

        self.instance = Gauge(
            "wonderland_instance", "1, with the instance's id and version", ["instance", "version"], registry=registry
        )
        self.instances = Gauge("wonderland_instances", "Instances that live, with this one", registry=registry)
        self.leases = Gauge("wonderland_leases", "Tables that this instance looks after", registry=registry)
        self.bus_connected = Gauge(
            "wonderland_bus_connected", "1 while messages go to Redis and come from it", registry=registry
        )
        self.bus_refused = Gauge(
            "wonderland_bus_refused", "Messages from Redis that were forged or replayed", registry=registry
        )
        self.bus_late = Gauge("wonderland_bus_late", "Messages from Redis that came too late", registry=registry)
        self._acted = dict.fromkeys(GAMES, 0)

    def count_action(self, game: str) -> None:
        """Count an action that is on disk. A plain integer, since this happens thousands of times a second."""
        self._acted[game] += 1

    def observe_commit(self, rows: int, seconds: float) -> None:
        """For the journal, after every commit."""
        self.commit_rows.observe(rows)
        self.commit_seconds.observe(seconds)

    def observe_decision(self, bot: str, seconds: float) -> None:
        """For the bot processes, after every decision."""
        self.decision_seconds.labels(bot).observe(seconds)

    def count_tables(self, found: dict[str, int]) -> None:
        for phase in PHASES:
            self.tables.labels(phase).set(found.get(phase, 0))

    def text(self) -> bytes:
        for game, number in self._acted.items():
            self.actions.labels(game).inc(number)
        self._acted = dict.fromkeys(GAMES, 0)
        return generate_latest(self.registry)
