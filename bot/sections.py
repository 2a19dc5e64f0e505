"""The sections `[storage]`, `[documents]`, `[voice]`, `[timers]`, `[limits]`, `[gift]`, `[chamber]` and `[monitor]`."""

from __future__ import annotations

import itertools
import os
import re
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import tzlocal
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)

from bot.paths import DATA_FOLDER
from core.access.gate import InboxLimits
from core.contracts.platform_spec import File
from core.files.bucket_address import SCHEME, BucketAddress, check_endpoint, split_bucket_address
from core.store.database_url import Database, Server, parse_server
from core.timing.rules import parse_quiet_hours

if TYPE_CHECKING:
    from core.timing.rules import TimerRules

OFF = "off"
SQLITE = "sqlite:///"
AWS_SECRETS = ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
"""Variables in which Amazon's own programs look for what lets them in."""
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
_DURATION = re.compile(r"(\d{1,5}) ?([mhd])")
_SPANS = ("reminder", "pause", "abandon")
_MODES = {
    "chat": {"reminder": "1d", "pause": "3d", "abandon": "30d", "quiet_hours": "21:00-09:00"},
    # A live interview: who is silent for half an hour has left.
    "sitting": {"reminder": "10m", "pause": "20m", "abandon": "30m", "quiet_hours": OFF},
}


def _duration(value: str) -> str:
    found = _DURATION.fullmatch(value)
    if value not in {"", OFF} and (found is None or int(found[1]) == 0):
        raise ValueError('write a number and m, h or d, as in "30m", "12h" or "3d"; or "off"')
    return value


def _hours(value: str) -> str:
    if value not in {"", OFF} and parse_quiet_hours(value) is None:
        raise ValueError('write it as in "21:00-09:00"; or "off"')
    return value


def _zone(value: str) -> str:
    try:
        ZoneInfo(value or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError('there is no such time zone; write it as in "Europe/Berlin"') from None
    return value


def _on_server(url: str) -> bool:
    """Return whether it is the address of a database of PostgreSQL, as far as that can be seen."""
    try:
        server = parse_server(url)
        return server is not None and bool(str(server))
    except ValueError:
        return False


Duration = Annotated[str, AfterValidator(_duration)]


def database_secrets(database: Database) -> tuple[str, ...]:
    """Return what no log may hold."""
    return (database.url, database.plain_url, database.password) if isinstance(database, Server) else ()


class StorageSection(BaseModel):
    """Where everything is kept."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    data_dir: File = DATA_FOLDER
    url: SecretStr = SecretStr("")
    """Empty: a SQLite file in `data_dir`."""
    url_file: File | None = None
    """A file with `url` and nothing else in it, as containers are given secrets."""
    files: str = ""
    """A folder for recordings and photographs, or `s3://bucket/prefix`. Empty: a folder in `data_dir`."""
    files_endpoint: Annotated[str, AfterValidator(check_endpoint)] = ""
    files_region: str = ""
    files_key_id: str = ""
    files_secret: SecretStr = SecretStr("")
    files_secret_file: File | None = None

    @model_validator(mode="before")
    @classmethod
    def _reads_its_url(cls, written: Any) -> Any:
        file = written.get("url_file") if isinstance(written, dict) else None
        if not file:
            return written
        if written.get("url"):
            raise ValueError("url and url_file are both set; leave one of them out")
        try:
            url = Path(file).expanduser().read_text(encoding="utf-8").strip()
        except OSError as error:
            raise ValueError(f"url_file: {file} cannot be read: {error.strerror}") from None
        except ValueError:
            raise ValueError(f"url_file: {file} cannot be a file with a secret in it") from None
        if not url:
            raise ValueError(f"url_file: {file} is empty")
        return {**written, "url": url}

    @field_validator("url")
    @classmethod
    def _names_a_database(cls, written: SecretStr) -> SecretStr:
        value = written.get_secret_value()
        file = value.removeprefix(SQLITE).strip("/") if value.startswith(SQLITE) else ""
        if value and not file and not _on_server(value):
            raise ValueError(
                "leave it out, or write sqlite:///path/to/file.db, or postgresql+psycopg://user:password@host/name"
            )
        if ":memory:" in file:
            raise ValueError("a database in memory would forget every word: name a file")
        return written

    @field_validator("files")
    @classmethod
    def _names_a_place(cls, written: str) -> str:
        if "://" in written:
            split_bucket_address(written)
        return written

    @model_validator(mode="after")
    def _lets_us_in(self) -> StorageSection:
        if bool(self.files_key_id) != bool(self.files_secret.get_secret_value() or self.files_secret_file):
            raise ValueError("files_key_id and files_secret go together: write both, or neither")
        return self

    @property
    def database(self) -> Database:
        url = self.url.get_secret_value()
        if not url:
            return self.data_dir / "raconteur.db"
        return parse_server(url) or Path(url.removeprefix(SQLITE))

    @property
    def secrets(self) -> tuple[str, ...]:
        """Return what of it no log may hold."""
        bucket = (self.files_secret.get_secret_value(), *map(os.environ.get, AWS_SECRETS))
        return (*database_secrets(self.database), *filter(None, bucket))

    @property
    def recordings(self) -> Path:
        """Return the folder of recordings, or of the copies in use where they are kept in a bucket."""
        return Path(self.files).expanduser() if self.files and not self.bucket else self.data_dir / "recordings"

    @property
    def bucket(self) -> BucketAddress | None:
        """Return where recordings and photographs are kept, if not in a folder."""
        return self.bucket_at(self.files) if self.files.startswith(SCHEME) else None

    def bucket_at(self, written: str) -> BucketAddress:
        """Return the bucket with this address, and the credentials for it. Raises ValueError."""
        bucket, prefix = split_bucket_address(written)
        return BucketAddress(
            bucket=bucket,
            prefix=prefix,
            endpoint=self.files_endpoint,
            region=self.files_region,
            key_id=self.files_key_id,
            secret=self.files_secret.get_secret_value(),
        )

    @property
    def log_file(self) -> Path:
        """Return where the log goes while a conversation is on the screen."""
        return self.data_dir / "raconteur.log"


class EngineSection(BaseModel):
    """Who sees to what waits."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["in-process", "procrastinate"] = "in-process"
    """One process for everything, or any number of them that share the database."""


class DocumentsSection(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    transcript: Literal["auto", "markdown", "pdf"] = "auto"
    """The form of a transcript; "auto" is PDF on the page and for gifts, and Markdown in chats."""


def _model_name(value: str) -> str:
    # It becomes part of a path.
    if not re.fullmatch(r"[a-z0-9]+([.-][a-z0-9]+)*", value):
        raise ValueError('name a model of Whisper, as in "base" or "small"')
    return value


class VoiceSection(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    engine: Literal["whisper", "faster-whisper", "off"] = "whisper"
    """Used when it is installed."""
    model: Annotated[str, AfterValidator(_model_name)] = "base"
    max_minutes: Annotated[int, Field(ge=1, le=240)] = 20
    """Of one recording."""
    keep_audio: bool = False
    """Whether recordings are kept when their words are."""
    models_dir: File | None = None
    """Where the weights are; None: `models` in the data folder."""
    speak: Literal["off", "asked", "always"] = "asked"
    """Whether questions are spoken too, where something that can is installed: to whoever asks for it, or to all."""


class TimersSection(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    mode: Literal["chat", "sitting"] = "chat"
    """What holds where nothing else is set below."""
    reminder: Duration = ""
    pause: Duration = ""
    abandon: Duration = ""
    quiet_hours: Annotated[str, AfterValidator(_hours)] = ""
    time_zone: Annotated[str, AfterValidator(_zone)] = ""
    """Empty: the one set on this computer."""
    retention_days: Annotated[int, Field(ge=2, le=36_500)] | None = None

    @model_validator(mode="after")
    def _in_order(self) -> TimersSection:
        spans = {name: span for name in _SPANS if (span := self._span(name))}
        if any(later <= earlier for earlier, later in itertools.pairwise(spans.values())):
            told = ", ".join(f"{name} {self.value(name)}" for name in spans)
            raise ValueError(f'they have to grow in this order: {told}; set those that are left out too, or to "off"')
        return self

    def allows(self, reminder: str) -> bool:
        """Return whether the reminder can come after this time, with the other settings as they are."""
        try:
            TimersSection.model_validate({**self.model_dump(), "reminder": reminder})
        except ValidationError:
            return False
        return True

    def told(self) -> str:
        """Return what is in force, in a line."""
        spans = ", ".join(f"{name} {self.value(name)}" for name in _SPANS)
        zone = self.time_zone or f"{_here().key} (set on this computer)"
        kept = "" if self.retention_days is None else f", retention_days {self.retention_days}"
        return f"{spans}, quiet hours {self.value('quiet_hours')}{kept}; time zone {zone}"

    def value(self, name: str) -> str:
        """Return what is in force for a setting, as the file would say it."""
        own: str = getattr(self, name)
        return own or _MODES[self.mode][name]

    def _span(self, name: str) -> timedelta | None:
        value = self.value(name)
        found = _DURATION.fullmatch(value)
        return None if found is None else timedelta(**{_UNITS[found[2]]: int(found[1])})

    def rules(self) -> TimerRules:
        from core.timing.rules import TimerRules

        hours = self.value("quiet_hours")
        return TimerRules(
            reminder=self._span("reminder"),
            pause=self._span("pause"),
            abandon=self._span("abandon"),
            retention=None if self.retention_days is None else timedelta(days=self.retention_days),
            quiet=None if hours == OFF else parse_quiet_hours(hours),
            zone=ZoneInfo(self.time_zone) if self.time_zone else _here(),
        )


def _here() -> ZoneInfo:
    try:
        return ZoneInfo(tzlocal.get_localzone_name() or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


MEGABYTE = 1_000_000
LEAST = 30
"""Messages in a minute; somebody who thinks in short lines must lose none."""


def _room_for_a_burst(value: int) -> int:
    if 0 < value < LEAST:
        raise ValueError(f"people write in bursts: {LEAST} or more, or 0 for no limit")
    return value


class LimitsSection(BaseModel):
    """For each person; 0 is no limit."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    messages_per_minute: Annotated[int, Field(ge=0), AfterValidator(_room_for_a_burst)] = 120
    megabytes_per_day: Annotated[int, Field(ge=0)] = 500
    """Of words, files and recordings."""
    sources_at_a_time: Annotated[int, Field(ge=0)] = 2
    """Episodes that are looked up, read or listened to side by side."""
    money_per_day: Annotated[Decimal, Field(ge=0)] | None = None
    """For models; None: half of what all may cost in a day."""

    def each(self) -> InboxLimits:
        return InboxLimits(
            messages_per_minute=self.messages_per_minute, bytes_per_day=self.megabytes_per_day * MEGABYTE
        )

    def money(self, day_budget: Decimal | None) -> Decimal | None:
        """Return what models may cost for one person in a day; None for no limit."""
        if self.money_per_day is not None:
            return self.money_per_day or None
        return None if day_budget is None else day_budget / 2

    def told(self, day_budget: Decimal | None) -> str:
        """Describe all limits, for the doctor."""
        parts = {
            f"{self.messages_per_minute} messages a minute": self.messages_per_minute,
            f"{self.megabytes_per_day} MB a day": self.megabytes_per_day,
            f"{self.sources_at_a_time} episodes at a time": self.sources_at_a_time,
        }
        if money := self.money(day_budget):
            parts[f"{money:.2f} a day for models"] = 1
        return ", ".join(text for text, limit in parts.items() if limit) or "none"


WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_LETTER_TIME = re.compile(rf"({'|'.join(WEEK)}) ([01]\d|2[0-3]):[0-5]\d")


def _letter_time(value: str) -> str:
    if _LETTER_TIME.fullmatch(value) is None:
        raise ValueError('write a day and a time, as in "sunday 10:00"')
    return value


class GiftSection(BaseModel):
    """Interviews that somebody is given, and the family around them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    enabled: bool = True
    who: Literal["admins", "everyone"] = "admins"
    """Who may give one: its link lets somebody new in."""
    grace_minutes: Annotated[int, Field(ge=0, le=1_440)] = 10
    """So long an answer stays here before it goes to the family."""
    letters: Annotated[str, AfterValidator(_letter_time)] = "sunday 10:00"
    """When weekly letters come, by the clock of whoever gets them."""
    invitation_days: Annotated[int, Field(ge=1, le=365)] = 30


class ChamberSection(BaseModel):
    """Runs in which one model interviews another."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    dir: File | None = None
    """Where the setups are that can be begun in a chat; None: none can."""
    parallel: Annotated[int, Field(ge=1, le=20)] = 2
    """Runs of which the engine holds so many at a time; the others wait."""
    day_budget: Annotated[Decimal, Field(ge=0)] | None = None
    """What all runs together may cost in a day of UTC; None for no limit but each run's own."""


def _collector(value: str) -> str:
    """Return the address, with the usual path if none is written."""
    try:
        place = urlsplit(value)
        usable = place.scheme in {"http", "https"} and place.hostname and (place.port or True)
    except ValueError:
        usable = False
    if not value:
        return value
    if not usable or place.username is not None:
        raise ValueError('write it as in "http://127.0.0.1:4318", without a name or a password in it')
    return value if place.path.strip("/") else f"{value.rstrip('/')}/v1/traces"


class MonitorSection(BaseModel):
    """For programs that watch."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 0
    """Where health and figures are told; 0: nowhere."""
    traces: Annotated[str, AfterValidator(_collector)] = ""
    """Where a collector takes OTLP over HTTP; empty: no traces are made."""
