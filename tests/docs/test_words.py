"""Words that docs/glossary.md has replaced do not come back as names in the code."""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.pages import ROOT

#: Words that no name may contain (``stand_in``, ``standIn`` and ``StandIn`` are "stand in"), and what took their place.
RETIRED = {
    "any asked": "ClientMessage",
    "any told": "ServerMessage",
    "asker": "Actor",
    "customs": "TableRules",
    "doors": "SocketSessions",
    "errand": "background task",
    "errands": "background tasks",
    "folding": "reducer",
    "happenings": "tableEvents",
    "haste": "bot_speedup",
    "house": "context",
    "imagining": "beliefs",
    "leniency": "limit_factor",
    "openly": "withoutSecrets",
    "patience": "away_after, or a timeout of something",
    "porch": "connection limits",
    "rehearsal": "warmup",
    "rehearse": "warm_up",
    "rehearsed": "warmup",
    "rehearsing": "warmup",
    "sparring": "match",
    "stand in": "substitute",
    "steward": "TableScheduler",
    "taste": "evaluation",
    "tasting": "evaluation",
    "thinker": "BotProcess",
    "thinkers": "bot_processes",
    "understudy": "substitute",
    "wish": "options",
    "wishes": "tableOptions",
}

#: Names that are retired as they stand; parts of other names they may be.
RETIRED_NAMES = {
    "Allowance": "TokenBucket",
    "AnyFace": "TableView",
    "BotFace": "BotAvatar or BotInfo",
    "Contest": "MatchRunner",
    "Face": "TableView or avatar",
    "GameFace": "GameInfo",
    "Guide": "Explanation",
    "Keeper": "MatchWriter",
    "Listed": "TableSummary",
    "Meetings": "HeadToHead",
    "Moment": "TableState",
    "Pace": "TimeLimit",
    "PersonFace": "PersonAvatar",
    "Register": "PersonRepository",
    "Roster": "MatchBots",
    "SeatFace": "SeatView",
    "Tally": "MatchResults",
    "Visit": "SocketSession",
    "guide": "explanation",
    "guided": "explain",
    "waits_for": "waiting",
}

#: The same for components and classes of the browser.
RETIRED_IN_BROWSER = {
    "Doing": "AsyncTask",
    "Hearing": "ChatInbox",
    "Leaf": "PageFrame",
    "Passing": "HotSeat",
    "Press": "AsyncButton",
    "Steady": "ReconnectingSocket",
    "calling": "notifications",
}

SOURCES = ("src/wonderland", "web/src", "web/build", "tests", "bench", "examples", "scripts")
#: Written by a compiler from the messages, whose keys are checked as such.
GENERATED = "src/messages/"


def tracked(*suffixes: str) -> list[Path]:
    """The files of the project; without git, whatever lies there."""
    command = ["git", "ls-files", "-z", *SOURCES]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split("\0")
    if not any(listed):
        listed = [str(path.relative_to(ROOT)) for part in SOURCES for path in (ROOT / part).rglob("*.*")]
    return [ROOT / path for path in listed if path.endswith(suffixes) and GENERATED not in path]


def python_names(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            yield token.start[0], token.string


def script_names(text: str) -> Iterator[tuple[int, str]]:
    """The words of TypeScript and Svelte outside comments and quotes; markup between tags is read as well."""
    quiet = re.sub(
        r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'",
        lambda part: "\n" * part[0].count("\n"),
        text,
        flags=re.DOTALL,
    )
    for number, line in enumerate(quiet.split("\n"), 1):
        for word in re.findall(r"[A-Za-z_$][\w$]*", line):
            yield number, word


def words_of(name: str) -> str:
    """The words of a name, lower case, apart by spaces and with one around.

    >>> words_of("AnyAsked"), words_of("stand_in"), words_of("HTTPServer")
    (' any asked ', ' stand in ', ' http server ')
    """
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)
    return f" {' '.join(parts).lower()} "


def retired(name: str, browser: bool = False) -> str | None:
    """What a name should say instead, if it is retired or has a retired word."""
    names = {**RETIRED_NAMES, **RETIRED_IN_BROWSER} if browser else RETIRED_NAMES
    if name in names:
        return names[name]
    words = words_of(name)
    return next((better for word, better in RETIRED.items() if f" {word} " in words), None)


@pytest.mark.parametrize(
    ("name", "browser", "better"),
    [
        ("stand_in", False, "substitute"),
        ("standIn", True, "substitute"),
        ("SmallHouse", False, "context"),
        ("MAX_PATIENCE", False, "away_after, or a timeout of something"),
        ("Press", True, "AsyncButton"),
        ("Press", False, None),
        ("pressed", True, None),
        ("guide", False, "explanation"),
        ("GUIDE", False, None),
        ("interface", False, None),
    ],
)
def test_a_retired_word_is_found_in_a_name(name: str, browser: bool, better: str | None) -> None:
    assert retired(name, browser) == better


def test_no_name_has_a_retired_word() -> None:
    files = tracked(".py", ".ts", ".svelte", ".js", ".mjs")
    assert len(files) > 300
    found = []
    for path in files:
        if path == Path(__file__):
            continue
        browser = path.suffix != ".py"
        names = script_names if browser else python_names
        for line, name in [(0, path.stem), *names(path.read_text("utf-8"))]:
            if better := retired(name, browser):
                found.append(f"{path.relative_to(ROOT)}:{line}: {name} (rather {better})")
    assert not found, "\n".join(found)
