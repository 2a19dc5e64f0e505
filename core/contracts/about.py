"""What an interview is about: its kind's own value, and the intake in which that is found out before it begins.

An intake is pure: it sees a scene and an event, and says what follows. What must be fetched, read or heard is a chore.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from core.contracts.messages import Attachment, Button, Choice, Say, Voice, encode_button, fits_button
from core.contracts.session import Person, Session

ABOUT: Final = "source"
"""The finding of a session that holds what it is about."""
COMMAND: Final = "about"
"""The command of an intake's buttons (`intake_button`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The subject of a session, for a kind that is about something."""

    value: str
    """JSON of the kind's own, which nobody else reads."""
    told: tuple[str, ...] = ()
    """What the person has told of it before the first question, as it stands now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionName:
    """The name of a session in lists, beside its kind."""

    title: str = ""
    within: str = ""
    """What that belongs to: of an episode its podcast."""


def intake_button(session_id: str, code: str, label: str) -> Choice:
    argument = f"{code}-{session_id}"
    return Choice(
        label=label, data=encode_button(Button(command=COMMAND, argument=argument if fits_button(argument) else code))
    )


# --- what an intake sees ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeScene:
    person: Person
    session: Session
    """Its state has the intake's value under `INTAKE`."""
    language: str
    """Of the bot's words."""
    zone: ZoneInfo
    now: datetime
    understands: bool = False
    """A model can read what they type."""
    findings: Mapping[str, str] = field(default_factory=dict)
    """What chores have written, by name."""
    others: tuple[tuple[Session, About], ...] = ()
    """The person's interviews that are about something, an active one first, then the one that was touched last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeMessage:
    ref: str
    """The platform's id of the message; edits and removals name it."""
    text: str
    at: datetime | None = None
    seconds: float = 0.0
    """How long the recording is, for what was spoken."""
    audio: str = ""
    """The name of the recording, where it is kept."""


@dataclass(frozen=True, slots=True)
class Opened:
    """It begins, with what was said and sent with the wish for it; asked for again, it begins anew."""

    about: str
    messages: tuple[IntakeMessage, ...] = ()
    files: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Reopened:
    """They come back to it."""


@dataclass(frozen=True, slots=True)
class WordsSaid:
    """A burst of messages, which are no wish to stop."""

    messages: tuple[IntakeMessage, ...]


@dataclass(frozen=True, slots=True)
class FileSent:
    file: Attachment
    ref: str = ""
    """Of the message that it came with."""


@dataclass(frozen=True, slots=True)
class SoundRef:
    """A recording that was there before it was sent; with its words, where it was short enough to be heard at once."""

    voice: Voice


@dataclass(frozen=True, slots=True)
class TooLargeSent:
    """A file that cannot be had because of its size."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """One of its buttons, with the code that it carries."""

    code: str


@dataclass(frozen=True, slots=True)
class Edited:
    """A message was changed; perhaps none of the intake's."""

    ref: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Removed:
    """A message was deleted; perhaps none of the intake's."""

    ref: str


@dataclass(frozen=True, slots=True)
class ChoreEnded:
    """What a chore has found is among the findings."""


@dataclass(frozen=True, slots=True)
class BeginNow:
    """They do not want to wait any longer."""


@dataclass(frozen=True, slots=True)
class StepBack:
    """They want what was before."""


IntakeEvent = (
    Opened
    | Reopened
    | WordsSaid
    | FileSent
    | SoundRef
    | TooLargeSent
    | Pressed
    | Edited
    | Removed
    | ChoreEnded
    | BeginNow
    | StepBack
)


# --- what follows -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    value: str
    """What it is about, as `About.value`."""
    title: str = ""
    told: tuple[IntakeMessage, ...] = ()
    """What becomes the beginning of the transcript."""
    notice: str = ""
    """Said before the first question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """They go on with an interview that they have left, instead of this one."""

    session_id: str
    erases: bool
    """Nothing stays of this one."""
    otherwise: IntakeMove
    """What follows where that interview is not there any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeMove:
    value: dict[str, JsonValue] | None = None
    """The intake's new value; None: it is as it was."""
    says: tuple[Say, ...] = ()
    chores: tuple[str, ...] = ()
    """To be done at once."""
    findings: tuple[tuple[str, str], ...] = ()
    """(name, text) to keep with the session; an empty text takes away what is kept under that name."""
    begins: Beginning | None = None
    resumes: Resumption | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """What an interview is about, after a message that stands in it was changed."""

    value: str
    title: str | None = None
    """Where that is another one now."""


class IntakeFlow(Protocol):
    """The way in which a kind finds out what its interview is about."""

    def step(self, scene: IntakeScene, event: IntakeEvent) -> IntakeMove | None:
        """Return what follows; None where the event means nothing here, such as a stale button or another's message."""

    def page(self, scene: IntakeScene) -> Say:
        """Return where it is, and what it waits for."""

    def has_told(self, session: Session) -> bool:
        """Return whether the person has told anything that they would miss."""

    def invited_by(self, text: str) -> bool:
        """Return whether words out of nowhere, such as a link, name something to talk about, and hardly more."""

    def followed(self, about: About, ref: str, text: str, gone: tuple[str, ...]) -> Followed | None:
        """Return the subject after a message was changed to `text` or deleted (`gone`: its words); or None."""
