"""Secrets: made once, kept from others."""

from __future__ import annotations

from pathlib import Path

import pytest

from wonderland.core.errors import NotAllowed
from wonderland.server.hosting.server_secrets import ServerSecrets, load_or_create


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_made_at_the_first_start_for_the_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    made = load_or_create(folder)
    assert len(made.session) == len(made.admin) == 32
    assert made.session != made.admin
    assert mode(folder) == 0o700
    assert mode(folder / "secrets.json") == 0o600
    assert [path.name for path in folder.iterdir()] == ["secrets.json"]
    assert load_or_create(folder) == made


def test_another_folder_has_others(tmp_path: Path) -> None:
    assert load_or_create(tmp_path / "a") != load_or_create(tmp_path / "b")


def test_secrets_that_others_could_read_are_closed(tmp_path: Path) -> None:
    made = load_or_create(tmp_path)
    (tmp_path / "secrets.json").chmod(0o644)
    assert load_or_create(tmp_path) == made
    assert mode(tmp_path / "secrets.json") == 0o600


def test_a_broken_file_is_refused_and_left(tmp_path: Path) -> None:
    (tmp_path / "secrets.json").write_text("{}")
    (tmp_path / "secrets.json").chmod(0o600)
    with pytest.raises(NotAllowed, match="does not hold the server's secrets"):
        load_or_create(tmp_path)
    assert (tmp_path / "secrets.json").read_text() == "{}"


def test_secrets_do_not_show_themselves() -> None:
    assert "s3cret" not in repr(ServerSecrets("s3cret", "s3cret"))
