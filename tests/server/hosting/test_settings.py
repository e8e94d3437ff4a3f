"""Settings: a flag before the environment, the environment before the default."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands import refusal, wonderland
from wonderland.core.errors import Unreadable
from wonderland.messages import LANGUAGES, catalogue
from wonderland.server.hosting.settings_parser import all_settings, build_settings, read_settings
from wonderland.server.settings import Settings


def test_what_nobody_chooses_is_the_default() -> None:
    assert build_settings(read_settings({}, {})) == Settings()


def test_a_flag_comes_before_the_environment() -> None:
    environment = {"WONDERLAND_PORT": "1000", "WONDERLAND_LAN": "yes", "WONDERLAND_HOST": ""}
    choices = read_settings({"port": "2000"}, environment)
    sources = {choice.setting.name: (choice.value, choice.source) for choice in choices}
    assert sources["port"] == (2000, "--port")
    assert sources["lan"] == (True, "WONDERLAND_LAN")
    assert sources["host"] == ("127.0.0.1", "")


def test_every_kind_of_setting_is_read() -> None:
    found = build_settings(
        read_settings(
            {"data": "~/games", "secrets": "/run/secrets", "lan": False},
            {
                "WONDERLAND_TRUSTED_PROXIES": "10.0.0.1, 192.168.0.0/16",
                "WONDERLAND_DURABILITY": "normal",
                "WONDERLAND_PUBLIC_URL": "https://cards.example",
                "WONDERLAND_LAN": "1",
            },
        )
    )
    assert found == Settings(
        data=Path.home() / "games",
        secrets=Path("/run/secrets"),
        trusted_proxies=("10.0.0.1", "192.168.0.0/16"),
        durability="normal",
        public_url="https://cards.example",
        lan=False,
    )


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("port", "70000", "--port: must be a whole number from 0 to 65535, not 70000"),
        ("port", "eighty", '--port: must be a whole number from 0 to 65535, not "eighty"'),
        ("bot_processes", "0", "--bot-processes: must be a whole number from 1 to 256, not 0"),
        ("durability", "some", '--durability: must be one of: "full", "normal"; not "some"'),
        ("public_url", "cards.example", "--public-url: must be an address like https://cards.example"),
        ("public_url", "http://[::1", "--public-url: must be an address"),
        ("public_url", "https://cards.example/games", "--public-url: must be an address like https://cards.example"),
        ("web", "/nowhere/at/all", '--web: there is no folder "/nowhere/at/all"'),
        ("trusted_proxies", "10.0.0.1,proxy", '--trusted-proxies: "proxy" is no address or network'),
    ],
)
def test_a_bad_value_is_refused_by_its_flag(name: str, text: str, says: str) -> None:
    with pytest.raises(Unreadable) as problem:
        read_settings({name: text}, {})
    assert str(problem.value).startswith(says)


def test_a_bad_value_is_refused_by_its_variable() -> None:
    said = refusal("serve", env={"WONDERLAND_LAN": "perhaps"})
    assert said.startswith("WONDERLAND_LAN: must be one of: 1, true,")


def test_a_file_may_hold_a_value(tmp_path: Path) -> None:
    (tmp_path / "url").write_text("postgresql://ann:secret@db.example/wonderland\n")
    environment = {"WONDERLAND_DATABASE_FILE": str(tmp_path / "url"), "WONDERLAND_PORT_FILE": str(tmp_path / "none")}
    (found,) = [one for one in read_settings({"port": "9"}, environment) if one.setting.name == "database"]
    assert (found.value, found.source) == (
        "postgresql://ann:secret@db.example/wonderland",
        "WONDERLAND_DATABASE_FILE",
    )
    assert "secret" not in found.shown
    with pytest.raises(Unreadable, match=r"^WONDERLAND_PORT_FILE: the file .* cannot be read"):
        read_settings({}, environment)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_setting_is_explained(lang: str) -> None:
    assert {f"setting_{setting.name}" for setting in all_settings()} <= set(catalogue(lang))


def test_every_setting_is_an_option_and_is_shown(tmp_path: Path) -> None:
    words = ("--show-settings", "--port", "9", "--no-lan", "--data", tmp_path / "data")
    done = wonderland("serve", *words, env={"WONDERLAND_AWAY_AFTER": "7"})
    assert done.returncode == 0, done.stderr
    lines = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()}
    assert list(lines) == [setting.name for setting in all_settings()]
    assert lines["port"] == ["9", "--port"]
    assert lines["lan"] == ["false", "--lan"]
    assert lines["away_after"] == ["7", "WONDERLAND_AWAY_AFTER"]
    assert lines["durability"] == ["full", "default"]
    assert not (tmp_path / "data").exists()
    helped = wonderland("serve", "--help").stdout
    assert all(setting.flag in helped and setting.variable in helped for setting in all_settings())


def test_every_setting_is_in_the_docs() -> None:
    docs = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text("utf-8")
    assert [
        setting.flag for setting in all_settings() if f"| `{setting.flag}` | `{setting.variable}` |" not in docs
    ] == []
