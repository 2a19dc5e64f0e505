"""The parts of the page for speaking an answer and for handing in a file."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.web.markup import escape_html, tag, void
from core.languages.messages import say

LIVE = (
    *("asking", "unheard", "denied", "none", "busy", "insecure", "unable", "broken", "full", "quiet"),
    *("recording", "paused", "longest", "left", "pause", "go-on", "send", "discard", "sure", "gone", "keep", "listen"),
    *("one", "sending", "waiting", "refused", "too-large", "again"),
)
"""Messages about the microphone that the browser shows."""
LIVE_FILES = ("empty", "too-large", "failed")
LIVE_TALK = ("reading", "ready", "hearing", "pausing", "patient", "sending", "offline", "over")
"""The states of a hands-free interview."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HearingSettings:
    """How recordings are taken on the page."""

    longest: float = 1_200.0
    """Seconds of one recording."""
    hears: bool = True
    """Recordings are transcribed here; otherwise they are kept until they can be."""


def browser_message_keys() -> tuple[str, ...]:
    """Return the names of the messages that the browser shows."""
    return (
        *(f"microphone-{name}" for name in LIVE),
        *(f"file-{name}" for name in LIVE_FILES),
        *(f"talk-{name}" for name in LIVE_TALK),
    )


def input_tools(language: str, hearing: HearingSettings, *, talks: bool = False) -> str:
    """Return the buttons next to the answer field. Without JavaScript a file can be handed in, but nothing spoken.

    `talks`: people can be followed while they speak, so that the interview can be spoken hands free.
    """
    talk = tag(
        "button",
        escape_html(say(language, "page-talk-with-me")),
        type="button",
        id="talk-with-me",
        class_="scripted",
        disabled=True,
    )
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
        aria_describedby=None if hearing.hears else "speak-hint",
    )
    later = say(language, "page-microphone-later")
    hint = "" if hearing.hears else tag("span", escape_html(later), id="speak-hint", class_="hint scripted")
    field = void("input", type="file", id="file", name="file", form="file-form", required=True)
    label = tag("label", escape_html(say(language, "page-file-add")) + " " + field, class_="button")
    plain = tag(
        "button", escape_html(say(language, "page-file-send")), type="submit", form="file-form", class_="unscripted"
    )
    return tag("div", (talk if talks else "") + speak + label + plain, id="tools") + hint


def talk_dialog(language: str) -> str:
    """Return what is seen while the interview is spoken hands free: the question, a ring, and the buttons."""

    def button(name: str, kind: str = "") -> str:
        words = escape_html(say(language, f"page-talk-{name}"))
        return tag("button", words, type="button", class_=f"{name} {kind}".strip())

    def circle(name: str, radius: int, **more: str | int) -> str:
        return tag("circle", "", class_=name, cx=60, cy=60, r=radius, **more)

    ring = tag(
        "svg",
        circle("track", 50) + circle("wait", 50, pathLength=100, stroke_dasharray="0 100") + circle("level", 20),
        viewBox="0 0 120 120",
        aria_hidden="true",
    )
    so_far = tag("span", escape_html(say(language, "page-talk-so-far"))) + tag("p", "", class_="words", dir="auto")
    inside = (
        tag("div", "", class_="asked", id="hands-free-asked", tabindex=-1, autofocus=True, dir="auto")
        + ring
        + tag("p", "", class_="state", aria_hidden="true")
        + tag("p", "", class_="said unseen", role="status")
        + tag("div", so_far, class_="so-far", hidden=True)
        + tag("div", button("now", "send") + button("more") + button("done", "send"), class_="ways")
        + tag("div", tag("button", "", type="button", class_="next quiet") + button("stop", "quiet"), class_="leads")
    )
    return tag("dialog", inside, id="hands-free", aria_labelledby="hands-free-asked")


def status_line() -> str:
    """Return the line that shows trouble with the microphone or a file."""
    return tag("p", "", id="tools-say", role="status")


def file_form(hidden: str) -> str:
    """Return the form of the file field. It comes before the field: its own fields must be sent before the file.

    `hidden` is what every form of the page carries.
    """
    return tag(
        "form", hidden, id="file-form", method="post", action="/files", enctype="multipart/form-data", hidden=True
    )


def format_length(seconds: float) -> str:
    """Return minutes and seconds, as in 3:07."""
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"
