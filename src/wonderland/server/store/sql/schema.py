"""The tables of the database. Times are milliseconds since 1970; ids are unguessable text."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id() -> Column[str]:
    return Column("id", String(32), primary_key=True)


people = Table(
    "people",
    metadata,
    _id(),
    #: guest, account or bot
    Column("kind", String(8), nullable=False),
    Column("name", String(64), nullable=False),
    #: What an account logs in with: the user name as it was chosen, and folded so that no two look alike.
    Column("user", String(64)),
    Column("user_key", String(64), unique=True),
    Column("password", String(256)),
    #: Whose a bot account is.
    Column("owner", ForeignKey("people.id")),
    #: Cookies of older epochs are worth nothing: this is how one logs out everywhere.
    Column("epoch", Integer, nullable=False, default=0),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("banned", Boolean, nullable=False, default=False),
    Column("muted", Boolean, nullable=False, default=False),
    #: The hash of a one-time link for a new password, and until when it holds.
    Column("reset_hash", String(64)),
    Column("reset_until", BigInteger),
    Index(None, "owner"),
)

#: Unfinished deletions: a row is inserted in the transaction that marks the person as gone, and removed at the end.
#: A row that is still here at a start was interrupted.
deletions = Table(
    "deletions",
    metadata,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("since", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    _id(),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("label", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

#: Every table, with what lists of tables and the server's start need to know without reading its log.
tables = Table(
    "tables",
    metadata,
    _id(),
    Column("game", String(16), nullable=False),
    #: gathering, playing, over or closed
    Column("phase", String(16), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("host", String(32), nullable=False, index=True),
    #: The invitation code; NULL once the table is closed, so that the code is free again.
    Column("invite", String(8), unique=True),
    #: Whether a seat is free for anybody.
    Column("joinable", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False, index=True),
    #: The log entry up to which this row is right. Where the log is longer, ``summary`` is out of date.
    Column("version", Integer, nullable=False),
    #: The table as lists show it, as JSON.
    Column("summary", LargeBinary, nullable=False),
    #: When the table must be loaded although nobody comes: a deadline, a bot's move; NULL: never. 0 while it is in
    #: memory (``log_rows.IN_MEMORY``): a server that was killed loads it again at its next start.
    Column("due", BigInteger, index=True),
    #: Since when nobody is connected; NULL while it is in memory.
    Column("empty_since", BigInteger),
    #: Its log could not be read when it was last loaded.
    Column("unreadable", Boolean, nullable=False, default=False),
    #: Which instance looks after it: its clocks, its bots, its archive. That holds while the instance lives
    #: (``instances``); NULL: nobody, or the only one.
    Column("instance", String(32)),
)
#: For the lobby. Of public tables only: most are not, and begin and end their games without it.
Index(
    None,
    tables.c.phase,
    tables.c.joinable,
    tables.c.touched,
    sqlite_where=tables.c.public,
    postgresql_where=tables.c.public,
)

#: A table as it was before one of its later games: it is rebuilt from here and the entries that follow.
checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table_id", String(32), primary_key=True),
    #: The entry after which this was the state.
    Column("number", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

#: What happened at each table, in order: a table is rebuilt from this alone.
log = Table(
    "log",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

#: Who sits (``current``), or sat, at which table.
seated = Table(
    "seated",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("current", Boolean, nullable=False),
    Index(None, "person", "current"),
    sqlite_with_rowid=False,
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person", ForeignKey("people.id"), index=True),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    #: The client's own name for the line: sent again, it is not said again.
    Column("message", String(40)),
    Index(None, "table_id", "person", "message", unique=True),
    sqlite_with_rowid=False,
)

#: Finished games, with their records (docs/formats.md).
games = Table(
    "games",
    metadata,
    _id(),
    Column("table_id", String(32), nullable=False),
    #: Which game of its table this is, from 1.
    Column("number", Integer, nullable=False),
    Column("game", String(16), nullable=False, index=True),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False, index=True),
    Column("rated", Boolean, nullable=False),
    #: hints or what_if, where it was played to learn: it says nothing of how well somebody plays. NULL for all others.
    Column("practice", String(8)),
    Column("record", LargeBinary, nullable=False),
    Column("result", LargeBinary, nullable=False),
    Index(None, "table_id", "number", unique=True),
)

#: Each seat of a finished game.
played = Table(
    "played",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(16), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("person", ForeignKey("people.id")),
    Column("bot", String(32)),
    Column("name", String(64), nullable=False),
    #: 1 is the best; equal places are shared.
    Column("place", Integer, nullable=False),
    #: The two numbers of the game's standings.
    Column("score", Integer, nullable=False),
    Column("second", Integer, nullable=False),
    #: late, away or resigned, when a bot held the seat at the end.
    Column("left", String(16)),
    Column("mu_before", Float),
    Column("mu_after", Float),
    Column("sigma_before", Float),
    Column("sigma_after", Float),
    #: How well the person played here, by the review: thousandths of a win lost a decision, its standard error, and
    #: how many decisions count. NULL where there is no review, or somebody else has played for them.
    Column("play_per_mille", Float),
    Column("play_se", Float),
    Column("play_decisions", Integer),
    #: What else the review tells of how the person played, to compare their later games with: numbers by name, as JSON.
    Column("figures", Text),
    Index(None, "person", "ended"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

#: Uploaded records.
imports = Table(
    "imports",
    metadata,
    _id(),
    Column("person", ForeignKey("people.id"), index=True),
    Column("created", BigInteger, nullable=False),
    Column("game", String(16), nullable=False),
    #: The names in it, as JSON, for lists: a record may be long.
    Column("players", LargeBinary, nullable=False),
    Column("record", LargeBinary, nullable=False),
)

#: Reviews of finished games and of uploaded records. A report holds no names: they come from the record.
reviews = Table(
    "reviews",
    metadata,
    #: That of the game or the record.
    _id(),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), index=True),
    Column("import_id", ForeignKey("imports.id", ondelete="CASCADE"), index=True),
    #: Who has asked for it last.
    Column("person", ForeignKey("people.id"), index=True),
    Column("asked", BigInteger, nullable=False),
    #: The jobs of the quick report and of the exact one.
    Column("quick_job", String(32), nullable=False),
    Column("exact_job", String(32), nullable=False),
    #: What made the report, with which settings (JSON), and whether they are the exact ones. NULL without a report.
    Column("evaluator", String(64)),
    Column("settings", Text),
    Column("refined", Boolean, nullable=False, default=False),
    Column("made", BigInteger),
    #: The report as JSON, compressed (zlib).
    Column("report", LargeBinary),
)

#: Work that any worker may do, such as a bot's decision.
jobs = Table(
    "jobs",
    metadata,
    _id(),
    Column("kind", String(16), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    #: Who does it, and until when nobody else may take it.
    Column("worker", String(32)),
    Column("leased_until", BigInteger),
    #: How often it was taken. With the worker it says whose lease holds: a worker may take its own job again.
    Column("attempts", Integer, nullable=False, default=0),
    #: The part that is done, from 0 to 1.
    Column("progress", Float, nullable=False, default=0.0),
    Column("finished", BigInteger),
    Column("result", LargeBinary),
    #: A word for why there is no result.
    Column("error", Text),
    #: After this nobody wants it any more: it is removed, done or not.
    Column("expires", BigInteger, nullable=False, index=True),
    Index(None, "finished", "created"),
)

#: The workers, while they run.
workers = Table(
    "workers",
    metadata,
    _id(),
    #: The kinds of jobs that it takes, as JSON.
    Column("kinds", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

#: The server processes that share this database, while they run; empty where there is only one.
instances = Table(
    "instances",
    metadata,
    _id(),
    Column("address", String(256), nullable=False),
    #: The version of Wonderland.
    Column("version", String(32), nullable=False),
    #: A fingerprint of the secrets, which all must share.
    Column("secrets", String(64), nullable=False),
    Column("started", BigInteger, nullable=False),
    #: The last heartbeat.
    Column("seen", BigInteger, nullable=False),
    #: It stops, and has given up its leases.
    Column("draining", Boolean, nullable=False, default=False),
)
