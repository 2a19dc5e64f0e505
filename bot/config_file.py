"""The configuration file as it is written: single settings are changed, and everything else in it stays."""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from bot.config import Settings, parse_settings
from core.contracts.errors import ConfigurationError

EXAMPLE: Final = "config.example.toml"
Value = str | int | bool | None
"""What a setting can be given; None takes it out of the file."""


def example_config() -> str:
    """The file that a new configuration begins as; empty where it is not at hand."""
    home = Path(__file__).parent
    found = next((path for path in (home / EXAMPLE, home.parent / EXAMPLE) if path.is_file()), None)
    return "" if found is None else found.read_text(encoding="utf-8")


def update_config_text(text: str, values: Mapping[str, Value]) -> str:
    """The text with these settings, by `section.key`; comments and everything else stay as they are.

    A setting that is there as an example behind a "#" is switched on in its place. Raises ConfigurationError for a text
    that is no TOML.
    """
    for name, value in values.items():
        section, _, key = name.partition(".")
        text = _without(text, section, key) if value is None else _with(text, section, key, value)
    return text


def _with(text: str, section: str, key: str, value: str | int | bool) -> str:
    # The running program, which may be asked to change it, starts without.
    import tomlkit

    before = _parsed(text)
    kept = before.get(section, {})
    if key in kept and kept[key] == value:
        return text
    wanted = before | {section: kept | {key: value}}
    if key not in kept:
        switched = _switched_on(text, section, key, tomlkit.item(value).as_string())
        if _is(switched, wanted):
            return switched
    document: Any = tomlkit.parse(text)
    document.setdefault(section, tomlkit.table())[key] = value
    return _checked(tomlkit.dumps(document), wanted, f"{section}.{key}")


def _without(text: str, section: str, key: str) -> str:
    import tomlkit

    before = _parsed(text)
    if key not in before.get(section, {}):
        return text
    document: Any = tomlkit.parse(text)
    del document[section][key]
    wanted = before | {section: {name: value for name, value in before[section].items() if name != key}}
    return _checked(tomlkit.dumps(document), wanted, f"{section}.{key}")


def _checked(text: str, wanted: Mapping[str, Any], name: str) -> str:
    if not _is(text, wanted):
        raise ConfigurationError(f"{name} cannot be changed in the way this file is written; change it by hand.")
    return text


def _is(text: str, wanted: Mapping[str, Any]) -> bool:
    """Return True if both say the same; an empty section says nothing."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return _telling(found) == _telling(wanted)


def _telling(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: table for name, table in data.items() if table != {}}


def _switched_on(text: str, section: str, key: str, literal: str) -> str:
    """With the first `#key = ...` of the section as a setting; the same text where there is none."""
    head = re.search(rf"^\[{re.escape(section)}\][^\S\n]*(?:#.*)?$", text, re.MULTILINE)
    if head is None:
        return text
    following = re.compile(r"^\[", re.MULTILINE).search(text, head.end())
    end = len(text) if following is None else following.start()
    line = re.compile(rf"^#{re.escape(key)} = [^\r\n]*", re.MULTILINE).search(text, head.end(), end)
    return text if line is None else f"{text[: line.start()]}{key} = {literal}{text[line.end() :]}"


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise ConfigurationError("The configuration is not valid TOML; `raconteur doctor` says where.") from None


class ChangedMeanwhile(ConfigurationError):
    """Somebody else has written the file since it was read; what they wrote stays."""


@dataclass(slots=True, kw_only=True)
class ConfigFile:
    """One that is being changed; nothing is written until `save`."""

    path: Path
    before: str | None
    """None: there is no file yet."""
    text: str

    @classmethod
    def at(cls, path: Path) -> ConfigFile:
        """Raises ConfigurationError for one that cannot be read or is not valid."""
        # What a link leads to is changed, and not the link.
        path = path.resolve()
        before = _text_of(path)
        found = cls(path=path, before=before, text=example_config() if before is None else before)
        found.settings()
        return found

    def set(self, values: Mapping[str, Value]) -> None:
        """Raises ConfigurationError, and changes nothing then."""
        text = update_config_text(self.text, values)
        parse_settings(_parsed(text))
        self.text = text

    def settings(self) -> Settings:
        """As they would be read from it, with the environment over them. Raises ConfigurationError."""
        return parse_settings(_parsed(self.text))

    @property
    def is_changed(self) -> bool:
        return self.text != self.before

    def save(self, now: datetime) -> Path | None:
        """Write it, whole or not at all, for its owner only; where the one from before was put, if there was one.

        Raises ChangedMeanwhile, and ConfigurationError.
        """
        if _text_of(self.path) != self.before:
            raise ChangedMeanwhile(f"{self.path} was changed meanwhile, and stays as it is; begin once more.")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            kept = None
            if self.before is not None:
                kept = self.path.with_name(f"{self.path.name}.{now:%Y-%m-%d-%H%M%S}.bak")
                _replace(kept, self.path.read_bytes().decode("utf-8"), like=self.path)
            _replace(self.path, self.text)
        except OSError as error:
            raise ConfigurationError(f"{self.path} cannot be written: {error.strerror}.") from None
        return kept


def _text_of(path: Path) -> str | None:
    """Return None if there is no file. Raises ConfigurationError."""
    try:
        return path.read_bytes().decode("utf-8-sig") if path.exists() else None
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ConfigurationError(f"{path} is not text in UTF-8; save it as UTF-8.") from None


def _replace(path: Path, text: str, *, like: Path | None = None) -> None:
    """Put a file in the place of what is there, readable for the owner of that (or of `like`) alone. Raises OSError."""
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        _give_to_owner_of(like or path, Path(name))
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _give_to_owner_of(path: Path, file: Path) -> None:
    """A service that runs as somebody else has to be able to read what root has written."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = (path if path.exists() else path.parent).stat()
        os.chown(file, owner.st_uid, owner.st_gid)
