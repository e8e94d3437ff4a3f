"""What deploy/ and docs/hosting.md name exists: settings, options, files. The programs that read them accept them."""

from __future__ import annotations

import importlib
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
import typer

from commands import WONDERLAND
from deploy.proxies import DEPLOY, nginx_files, program
from redis_server import RedisServer
from wonderland.cli.app import app
from wonderland.server.hosting.settings_parser import all_settings

ROOT = DEPLOY.parent
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file() and "secrets" not in path.parts)
PAGES = [ROOT / "docs/hosting.md", ROOT / "docs/threat-model.md"]
#: Read elsewhere than in the settings: where compiled bots are kept.
OTHER_VARIABLES = {"WONDERLAND_CACHE"}
HOSTING_COMMANDS = ("serve", "worker", "backup", "restore", "migrate-database", "admin")
VARIABLE = re.compile(r"\bWONDERLAND_[A-Z_]+\b")
#: Lines of one command each, ``wonderland …``, in units, blocks of code and comments.
COMMAND = re.compile(r"(?:^|[\s`/])wonderland ((?!@)[a-z][\w -]*.*)$")


def known_variables() -> set[str]:
    return {name for setting in all_settings() for name in (setting.variable, setting.file_variable)}


def options() -> dict[str, set[str]]:
    """The options of every command for those who host, the commands of ``admin`` included."""
    root: Any = typer.main.get_command(app)
    found = {}
    for name in HOSTING_COMMANDS:
        command = root.resolve_command(typer.Context(root), [name])[1]
        found[name] = _options(command)
        for inner, deeper in getattr(command, "commands", {}).items():
            found[f"{name} {inner}"] = found[name] | _options(deeper)
    return found


def _options(command: Any) -> set[str]:
    return {word for one in command.params for word in (*one.opts, *one.secondary_opts)} | {"--help"}


def commands() -> Iterator[tuple[str, str]]:
    """Every ``wonderland`` command that a file of deploy/ or a block of the pages shows, with where it stands."""
    for path in FILES:
        for line in path.read_text("utf-8").splitlines():
            if path.suffix == ".service" and not line.startswith("ExecStart="):
                continue
            if match := COMMAND.search(line.lstrip("# ")):
                yield path.name, match[1]
    for page in PAGES:
        for block in re.findall(r"^```(?:sh|ini)\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            for line in block.replace("\\\n", " ").splitlines():
                if match := re.match(r"(?:\S+=\S+ )*(?:ExecStart=\S*/|\S+/)?wonderland ([a-z].*)", line.strip()):
                    yield page.name, match[1]


def yaml(path: Path) -> Any:
    return importlib.import_module("yaml").safe_load(path.read_text("utf-8"))


@pytest.mark.parametrize("path", [*FILES, *PAGES], ids=lambda path: path.name)
def test_every_variable_is_a_setting(path: Path) -> None:
    named = set(VARIABLE.findall(path.read_text("utf-8")))
    own = set(re.findall(r"\{\$(WONDERLAND_\w+)", (DEPLOY / "Caddyfile").read_text("utf-8")))
    assert named - known_variables() - OTHER_VARIABLES - own == set()


def test_every_option_of_a_shown_command_exists() -> None:
    known, seen = options(), list(commands())
    assert len(seen) > 15
    for where, line in seen:
        words = shlex.split(line, comments=True)
        name = " ".join(words[:2]) if " ".join(words[:2]) in known else words[0]
        assert name in known, f"{where}: wonderland {line}"
        given = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert given <= known[name], f"{where}: wonderland {line}"


def test_the_compose_file_names_what_is_there() -> None:
    compose = yaml(DEPLOY / "compose.yaml")
    services, volumes, secrets = compose["services"], compose["volumes"], compose["secrets"]
    made = (DEPLOY / "make-secrets").read_text("utf-8")
    assert {path["file"] for path in secrets.values()} == {f"./secrets/{name}" for name in secrets}
    assert all(name.partition("_")[0] in made for name in secrets)
    instances = services["proxy"]["environment"]["WONDERLAND_INSTANCES"].split()
    assert instances == [f"{name}:8080" for name in services if name.startswith("instance-")]
    for name, service in services.items():
        assert set(service.get("secrets", [])) <= set(secrets), name
        assert set(service["networks"]) <= set(compose["networks"]), name
        assert set(service.get("depends_on", {})) <= set(services), name
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in volumes, volume
        if build := service.get("build"):
            assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
        if words := service.get("image") == "wonderland" and service.get("command"):
            assert {word for word in words[1:] if word.startswith("--")} <= options()[words[0]]
        for variable in service.get("environment", {}):
            assert not variable.endswith("_FILE") or service["secrets"], name
    # Whom instances believe about visitors: the network that only the proxy and they are in.
    trusted = services["instance-1"]["environment"]["WONDERLAND_TRUSTED_PROXIES"]
    assert trusted == compose["networks"]["front"]["ipam"]["config"][0]["subnet"]
    assert "back" not in services["proxy"]["networks"]


def test_no_command_of_the_compose_file_can_forget_the_host_name() -> None:
    """Variables without a default come from deploy/.env, which Compose reads beside the file that ``-f`` names."""
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    used = re.findall(r"(?<!\$)\$\{([^}]*)\}", text)
    assert used
    assert [one for one in used if not re.fullmatch(r"\w+:\?.+", one)] == []
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert {"deploy/.env", "deploy/secrets/"} <= set(ignored)
    for page in (text, *(page.read_text("utf-8") for page in PAGES)):
        for after in re.findall(r"docker compose (\S+ \S+)", page):
            assert after == "-f deploy/compose.yaml"


def test_redis_of_the_compose_file_asks_for_its_password(tmp_path: Path) -> None:
    make_secrets(tmp_path)
    name, *words = yaml(DEPLOY / "compose.yaml")["services"]["redis"]["command"]
    assert name == "redis-server", "the image's entrypoint leaves root for this and nothing else"
    words = [word.replace("/run/secrets", str(tmp_path / "secrets")) for word in words]
    password = (tmp_path / "secrets/redis_password").read_text()
    assert not any(password in word for word in words)
    with RedisServer(*words) as server:
        with redis.Redis(port=server.port) as stranger, pytest.raises(redis.AuthenticationError):
            stranger.get("anything")
        with redis.Redis(port=server.port, password=password) as known:
            assert known.config_get("save") == {"save": ""}


def test_the_image_is_made_of_what_is_there_and_runs_as_nobody_special() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")]
    assert [name for name in allowed if not (ROOT / name).exists()] == []
    assert "constraints.txt" in allowed
    last = text[text.rindex("FROM ") :]
    assert re.findall(r"^USER (.*)", last, re.MULTILINE) == ["wonderland"]
    # Every folder that it writes to is a volume, and belongs to its user.
    folders = re.findall(r"WONDERLAND_(?:DATA|SECRETS|CACHE)=(\S+)", last)
    (volumes,) = re.findall(r"^VOLUME (.*)", last, re.MULTILINE)
    assert [f'"{folder}"' in volumes for folder in folders] == [True] * 3
    assert all(f" {folder}" in last[last.index("install -d") :].splitlines()[0] for folder in folders)


def test_nginx_accepts_its_configuration(tmp_path: Path) -> None:
    executable = program("nginx")
    main = nginx_files(tmp_path, [8081, 8082], 8088, 8443)
    done = subprocess.run([executable, "-t", "-p", tmp_path, "-c", main], capture_output=True, text=True, check=False)
    assert "test is successful" in done.stderr, done.stderr


def test_caddy_accepts_its_configuration(tmp_path: Path) -> None:
    words = ["validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    folders = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run([program("caddy"), *words], capture_output=True, text=True, check=False, env=folders)
    assert "Valid configuration" in done.stdout + done.stderr, done.stderr


@pytest.mark.parametrize("unit", ["wonderland.service", "wonderland@1.service", "wonderland-worker.service"])
def test_systemd_accepts_its_units(unit: str, tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    for path in (DEPLOY / "systemd").iterdir():
        installed = path.read_text("utf-8").replace("/opt/wonderland/bin/wonderland", WONDERLAND)
        (tmp_path / path.name).write_text(installed)
    command = [analyze, "verify", "--man=no", "--generators=no", str(tmp_path / unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # Services of this machine have faults of their own, which are not ours to find.
    ours = [line for line in (done.stdout + done.stderr).splitlines() if "wonderland" in line.replace(WONDERLAND, "")]
    assert ours == []


@pytest.mark.parametrize("unit", sorted((DEPLOY / "systemd").iterdir()), ids=lambda path: path.name)
def test_no_unit_is_given_up(unit: Path) -> None:
    """A start without PostgreSQL fails within a second or two; after five of them in ten systemd would stop trying."""
    head = unit.read_text("utf-8").partition("[Service]")[0]
    assert "StartLimitIntervalSec=0" in head.splitlines(), "in [Unit]"


def make_secrets(folder: Path) -> None:
    """As ``deploy/make-secrets`` makes them, in this folder."""
    script = folder / "make-secrets"
    script.write_text((DEPLOY / "make-secrets").read_text("utf-8"))
    subprocess.run(["sh", str(script)], check=True, capture_output=True)


def test_the_secrets_of_the_compose_file_are_made_once(tmp_path: Path) -> None:
    for _ in range(2):
        make_secrets(tmp_path)
        made = {path.name: path.read_text().strip() for path in (tmp_path / "secrets").iterdir()}
        assert made == {
            "database_password": made["database_password"],
            "database_url": f"postgresql://wonderland:{made['database_password']}@database/wonderland",
            "redis_password": made["redis_password"],
            "redis_conf": f"requirepass {made['redis_password']}",
            "redis_url": f"redis://:{made['redis_password']}@redis:6379/0",
        }
        assert len(made["database_password"]) == 48 != len(set(made.values()))
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
