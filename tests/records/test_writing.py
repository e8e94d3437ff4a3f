"""Records are written whole or not at all, where and as the person wants them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from wonderland.core.errors import NotAllowed
from wonderland.records import save
from wonderland.records.writing import encode


def test_records_are_written_one_a_line_into_new_folders(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "games.jsonl"
    save(file, [{"game": "parade"}, {"game": "nimble"}])
    assert file.read_bytes() == b'{"game":"parade"}\n{"game":"nimble"}\n'
    assert os.listdir(file.parent) == ["games.jsonl"]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    save(file, [{"kept": 1}])
    with pytest.raises(NotImplementedError):
        save(file, [{"fine": 1}, {"broken": object()}])
    assert file.read_bytes() == b'{"kept":1}\n'
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_link_stays_a_link_and_the_file_keeps_its_mode(tmp_path: Path) -> None:
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    file.write_text("{}")
    file.chmod(0o640)
    link.symlink_to(file)
    save(link, [{"new": 1}])
    assert link.is_symlink()
    assert file.read_bytes() == b'{"new":1}\n'
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_what_is_no_ordinary_file_is_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(NotAllowed, match="is no ordinary file"):
        save(pipe, [{"game": "parade"}])
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_place_that_cannot_be_written_is_named_as_the_person_did(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    wanted = tmp_path / "file" / "game.json"
    with pytest.raises(NotADirectoryError) as problem:
        save(wanted, [{"game": "parade"}])
    assert problem.value.filename == str(wanted)


def test_only_cards_are_turned_into_text() -> None:
    with pytest.raises(NotImplementedError):
        encode({"secret": object()})
