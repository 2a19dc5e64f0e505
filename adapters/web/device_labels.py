"""Says which browser somebody is signed in with, on what kind of device, and when it was used last."""

from __future__ import annotations

from datetime import datetime, timedelta

from markupsafe import Markup

from adapters.web.markup import h
from core.languages.messages import say
from core.timing.time_formatting import format_ago

_TO_THE_HOUR = timedelta(hours=1)
"""How exactly it is kept when a browser was used."""


def device_label(language: str, name: str) -> str:
    """Return what people call a device, such as "Safari on an iPhone". `name`: as `device_of` returns it."""
    browser, _, system = name.partition(", ")
    if not browser:
        return say(language, "page-device-unnamed")
    return say(language, "page-device-name", browser=browser, system=system or "none")


def used_label(language: str, at: datetime, now: datetime) -> Markup:
    """Return when a device was used last, to the hour."""
    ago = say(language, "page-device-lately") if now - at < _TO_THE_HOUR else format_ago(language, at, now)
    return h("time", say(language, "page-device-used", ago=ago), datetime=at.isoformat())


def signed_in_label(language: str, at: datetime, now: datetime) -> Markup:
    return h("time", say(language, "page-device-since", ago=format_ago(language, at, now)), datetime=at.isoformat())
