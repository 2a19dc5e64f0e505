"""The parts of the page with which somebody speaks an answer, or hands in a file."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.web.markup import escape_html, tag, void
from core.languages.messages import say

LIVE = (
    *("asking", "unheard", "denied", "none", "busy", "insecure", "unable", "broken", "full", "quiet"),
    *("recording", "paused", "longest", "left", "pause", "go-on", "send", "discard", "sure", "gone", "keep", "listen"),
    *("one", "sending", "waiting", "refused", "too-large", "again"),
)
"""What the browser says of the microphone."""
LIVE_FILES = ("empty", "too-large", "failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class HearingSettings:
    """What the page knows of listening."""

    longest: float = 1_200.0
    """Seconds of one recording."""
    hears: bool = True
    """Somebody listens here; else recordings are kept until somebody does."""


def browser_message_keys() -> tuple[str, ...]:
    """The names of the words that the browser puts together."""
    return *(f"microphone-{name}" for name in LIVE), *(f"file-{name}" for name in LIVE_FILES)


def input_tools(language: str, hearing: HearingSettings) -> str:
    """What stands beside the field for the answer. Without a script a file can be handed in, and nothing be spoken."""
    speak = tag(
        "button",
        escape_html(say(language, "page-microphone-speak")),
        type="button",
        id="speak",
        class_="scripted",
        # Until somebody listens to it.
        disabled=True,
        data_longest=round(hearing.longest),
        data_hears="yes" if hearing.hears else None,
    )
    field = void("input", type="file", id="file", name="file", form="file-form", required=True)
    label = tag("label", escape_html(say(language, "page-file-add")) + " " + field, class_="button")
    plain = tag(
        "button", escape_html(say(language, "page-file-send")), type="submit", form="file-form", class_="unscripted"
    )
    return tag("div", speak + label + plain, id="tools")


def status_line() -> str:
    """Where it is said what is the matter with the microphone, or with a file."""
    return tag("p", "", id="tools-say", role="status")


def file_form(hidden: str) -> str:
    """The form that the field for a file belongs to, and before it: what it carries has to come before the file.

    `hidden`: what every form of the page carries.
    """
    return tag(
        "form", hidden, id="file-form", method="post", action="/files", enctype="multipart/form-data", hidden=True
    )


def format_length(seconds: float) -> str:
    """As a clock shows it."""
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"
