"""Reading settings: a flag before the environment, the environment before the default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from msgspec import inspect

from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import at, choice, integer
from wonderland.server.bus.redis_url import check_redis_url, without_redis_password
from wonderland.server.settings import Settings
from wonderland.server.store.database_url import DatabaseUrl, without_password

TRUE_WORDS = ("1", "true", "yes", "on")
FALSE_WORDS = ("0", "false", "no", "off")


class Setting(NamedTuple):
    """One field of the settings, as it is named on the command line and in the environment."""

    name: str
    type: inspect.Type
    default: Any

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return "WONDERLAND_" + self.name.upper()

    @property
    def is_switch(self) -> bool:
        return isinstance(self.type, inspect.BoolType)


class SettingValue(NamedTuple):
    """A setting's value and its source: the flag, the variable, or empty for the default."""

    setting: Setting
    value: Any
    source: str

    @property
    def shown(self) -> str:
        """The value as it may be shown: without a password."""
        hide = {"database": without_password, "redis": without_redis_password}.get(self.setting.name, as_text)
        return hide(self.value)


def all_settings() -> Iterator[Setting]:
    info = inspect.type_info(Settings)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        yield Setting(field.name, field.type, field.default)


def read_settings(flags: Mapping[str, str | bool | None], environment: Mapping[str, str]) -> list[SettingValue]:
    """Every setting's value; what cannot be read is refused by the name of its flag or variable."""
    return [
        _read_setting(setting, flags.get(setting.name), environment.get(setting.variable)) for setting in all_settings()
    ]


def build_settings(choices: list[SettingValue]) -> Settings:
    return Settings(**{choice.setting.name: choice.value for choice in choices})


def _read_setting(setting: Setting, flag: str | bool | None, variable: str | None) -> SettingValue:
    if flag is not None:
        return SettingValue(setting, _read(setting, str(flag), setting.flag), setting.flag)
    if variable:  # an empty variable counts as not set
        return SettingValue(setting, _read(setting, variable, setting.variable), setting.variable)
    return SettingValue(setting, setting.default, "")


def _read(setting: Setting, text: str, key: str) -> Any:
    with at("at_key", key=key):
        value = _value(setting.type, text)
        check = CHECKS.get(setting.name)
        if check:
            check(value)
        return value


def _value(kind: inspect.Type, text: str) -> Any:
    match kind:
        case inspect.BoolType():
            word = text.strip().lower()
            if word not in TRUE_WORDS + FALSE_WORDS:
                raise Unreadable("choice_wrong", allowed=", ".join(TRUE_WORDS + FALSE_WORDS), value=shown(text))
            return word in TRUE_WORDS
        case inspect.IntType(ge=low, le=high):
            assert low is not None
            assert high is not None
            try:
                return integer(int(text), low, high)
            except ValueError:
                raise Unreadable("integer_wrong", low=low, high=high, value=shown(text)) from None
        case inspect.LiteralType(values=allowed):
            return choice(text, allowed)
        case inspect.VarTupleType():
            return tuple(part.strip() for part in text.split(",") if part.strip())
        case inspect.CustomType(cls=cls) if cls is Path:
            return Path(text).expanduser()
        case inspect.UnionType(types=types):
            return _value(next(one for one in types if not isinstance(one, inspect.NoneType)), text)
        case inspect.StrType():
            return text.strip()
    raise TypeError(f"settings of type {kind} cannot be read yet")


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        # The web app lives at the root of its host, and so do its cookies.
        rest = parts.path.strip("/") or parts.query or parts.fragment
        fine = parts.scheme in ("http", "https") and parts.hostname and not rest
        _ = parts.port
    except ValueError:
        fine = False
    if url and not fine:
        raise Unreadable("setting_wrong_url", value=shown(url))


def _check_proxies(proxies: tuple[str, ...]) -> None:
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise Unreadable("setting_wrong_proxy", value=shown(proxy)) from None


def _check_web(folder: Path) -> None:
    if not folder.is_dir():
        raise Unreadable("setting_wrong_folder", value=shown(str(folder)))


def _check_database(url: str) -> None:
    if url:
        DatabaseUrl.parse(url)


def _check_redis(url: str) -> None:
    if url:
        check_redis_url(url)


CHECKS: dict[str, Any] = {
    "public_url": _check_url,
    "trusted_proxies": _check_proxies,
    "web": _check_web,
    "database": _check_database,
    "redis": _check_redis,
}


def as_text(value: object) -> str:
    """A value as it would be written on the command line.

    >>> as_text(("10.0.0.1", "10.0.0.2")), as_text(None), as_text(True)
    ('10.0.0.1,10.0.0.2', '', 'true')
    """
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case tuple():
            return ",".join(map(str, value))
    return str(value)


def replace(settings: Settings, **changes: object) -> Settings:
    return msgspec.structs.replace(settings, **changes)
