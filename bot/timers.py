"""The section `[timers]`: when somebody is reminded, when an interview pauses, and when nobody is written to."""

from __future__ import annotations

import itertools
import re
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import tzlocal
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from core.timing import quiet

if TYPE_CHECKING:
    from core.timing.rules import Rules

OFF = "off"
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
    if value not in {"", OFF} and quiet.parse(value) is None:
        raise ValueError('write it as in "21:00-09:00"; or "off"')
    return value


def _zone(value: str) -> str:
    try:
        ZoneInfo(value or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError('there is no such time zone; write it as in "Europe/Berlin"') from None
    return value


Duration = Annotated[str, AfterValidator(_duration)]


class TimersSection(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    mode: Literal["chat", "sitting"] = "chat"
    """What holds where nothing else is set below."""
    reminder: Duration = ""
    pause: Duration = ""
    abandon: Duration = ""
    quiet_hours: Annotated[str, AfterValidator(_hours)] = ""
    time_zone: Annotated[str, AfterValidator(_zone)] = ""
    """Empty: this machine's."""
    retention_days: Annotated[int, Field(ge=2, le=36_500)] | None = None

    @model_validator(mode="after")
    def _in_order(self) -> TimersSection:
        spans = {name: span for name in _SPANS if (span := self._span(name))}
        if any(later <= earlier for earlier, later in itertools.pairwise(spans.values())):
            told = ", ".join(f"{name} {self._value(name)}" for name in spans)
            raise ValueError(f'they have to grow in this order: {told}; set those that are left out too, or to "off"')
        return self

    def told(self) -> str:
        """What is in force, in a line."""
        spans = ", ".join(f"{name} {self._value(name)}" for name in _SPANS)
        zone = self.time_zone or f"{_here().key}, this machine's"
        kept = "" if self.retention_days is None else f", retention_days {self.retention_days}"
        return f"{spans}, quiet hours {self._value('quiet_hours')}{kept}; time zone {zone}"

    def _value(self, name: str) -> str:
        own: str = getattr(self, name)
        return own or _MODES[self.mode][name]

    def _span(self, name: str) -> timedelta | None:
        value = self._value(name)
        found = _DURATION.fullmatch(value)
        return None if found is None else timedelta(**{_UNITS[found[2]]: int(found[1])})

    def rules(self) -> Rules:
        from core.timing.rules import Rules

        hours = self._value("quiet_hours")
        return Rules(
            reminder=self._span("reminder"),
            pause=self._span("pause"),
            abandon=self._span("abandon"),
            retention=None if self.retention_days is None else timedelta(days=self.retention_days),
            quiet=None if hours == OFF else quiet.parse(hours),
            zone=ZoneInfo(self.time_zone) if self.time_zone else _here(),
        )


def _here() -> ZoneInfo:
    try:
        return ZoneInfo(tzlocal.get_localzone_name() or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")
