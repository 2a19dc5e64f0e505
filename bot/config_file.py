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
    """Return the text that a new configuration begins as; empty where the example file is missing."""
    home = Path(__file__).parent
    found = next((path for path in (home / EXAMPLE, home.parent / EXAMPLE) if path.is_file()), None)
    return "" if found is None else found.read_text(encoding="utf-8")


def update_config_text(text: str, values: Mapping[str, Value]) -> str:
    """Return the text with these settings, by `section.key`; comments and everything else stay as they are.

    A setting that is there as an example behind a "#" is switched on in its place. Raises ConfigurationError for a text
    that is no TOML.
    """
    import tomlkit  # the running program, which may be asked to change the file, starts without it

    for name, value in values.items():
        section, _, key = name.partition(".")
        before = _parsed(text)
        kept = before.get(section, {})
        if kept.get(key) == value:
            continue
        document: Any = tomlkit.parse(text)
        if value is None:
            del document[section][key]
            wanted = before | {section: {other: its for other, its in kept.items() if other != key}}
        else:
            wanted = before | {section: kept | {key: value}}
            if key not in kept:
                switched = _switched_on(text, section, key, tomlkit.item(value).as_string())
                if _is(switched, wanted):
                    text = switched
                    continue
            document.setdefault(section, tomlkit.table())[key] = value
        text = tomlkit.dumps(document)
        if not _is(text, wanted):
            raise ConfigurationError(f"{name} cannot be changed in the way this file is written; change it by hand.")
    return text


def _is(text: str, wanted: Mapping[str, Any]) -> bool:
    """Return whether the text holds these settings and no others; an empty section counts for nothing."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    told, expected = ({name: table for name, table in data.items() if table != {}} for data in (found, wanted))
    return told == expected


def _switched_on(text: str, section: str, key: str, literal: str) -> str:
    """Uncomment the first `#key = ...` of the section with this value; return the same text if there is none."""
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
    """A configuration file that is being changed; nothing is written until `save`."""

    path: Path
    before: str | None
    """None: there is no file yet."""
    text: str

    @classmethod
    def at(cls, path: Path) -> ConfigFile:
        """Read a file. Raises ConfigurationError if it cannot be read or is not valid."""
        # What a link leads to is changed, and not the link.
        path = path.resolve()
        before = _text_of(path)
        found = cls(path=path, before=before, text=example_config() if before is None else before)
        found.settings()
        return found

    def set(self, values: Mapping[str, Value]) -> None:
        """Change settings. Raises ConfigurationError, and changes nothing then."""
        text = update_config_text(self.text, values)
        parse_settings(_parsed(text))
        self.text = text

    def settings(self) -> Settings:
        """Return the settings as they would be read, with the environment over them. Raises ConfigurationError."""
        return parse_settings(_parsed(self.text))

    @property
    def is_changed(self) -> bool:
        return self.text != self.before

    def save(self, now: datetime) -> Path | None:
        """Write the file, whole or not at all, for its owner only. Return where the former one was put, if any.

        Raises ChangedMeanwhile, and ConfigurationError.
        """
        if _text_of(self.path) != self.before:
            raise ChangedMeanwhile(f"{self.path} was changed in the meantime, and stays as it is; start again.")
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
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            # A service that runs as somebody else has to be able to read what root has written.
            owned = like or path
            owner = (owned if owned.exists() else owned.parent).stat()
            os.chown(name, owner.st_uid, owner.st_gid)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
