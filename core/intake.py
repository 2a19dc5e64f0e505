"""The intake: finding out what an interview is to be about, before it begins.

Its state is the session's own until then. Pure: what is read from the network is found by `core.preparation`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import PurePath
from typing import Any, Final, Self

from pydantic import BaseModel, ConfigDict, JsonValue

from core.session import Session
from core.sources.material import Episode, Origin, Source

STATE: Final = "intake"
"""The key of a session's state under which it stands; a session that has begun has none."""
MOST_QUESTIONS: Final = 30
USUAL_QUESTIONS: Final = 5
PAGE: Final = 6
"""Episodes that are shown at once."""
LONGEST_MEMORY: Final = 60_000
"""Characters of what somebody may tell before it begins, wishes included."""
LONGEST_TITLE: Final = 120
LISTED: Final = 36
"""Episodes that were shown whose buttons still work."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class Step(StrEnum):
    """What is waited for."""

    SOURCE = "source"
    """The person: what it is about."""
    FINDING = "finding"
    """The net: what is behind a link."""
    CHOOSING = "choosing"
    """The person: which episode of a feed."""
    TEMPLATE = "template"
    """The person: which way of talking about it."""
    PREPARING = "preparing"
    """The house: reading, listening, thinking."""


class Sent(_Frozen):
    """A file: one that the person sent, or one behind a link."""

    file_ref: str = ""
    """Of the platform; empty for one behind a link."""
    link: str = ""
    name: str = ""
    media_type: str = ""
    size: int | None = None
    sound: bool = False
    """The episode's recording."""
    heard: str = ""
    """What was heard in it, where it was short enough to be listened to at once."""

    @property
    def title(self) -> str:
        """By its name; empty where it has none."""
        return title_of(re.sub(r"[_\s]+", " ", PurePath(self.name).stem)) if self.name else ""


class Told(_Frozen):
    """What the person said of it in one message."""

    ref: str
    """The platform's id of the message; edits and removals name it."""
    text: str
    wish: bool = False
    """It is about the interview, and not about the episode."""


class Intake(_Frozen):
    """What is known so far."""

    step: Step = Step.SOURCE
    template: str = ""
    questions: int = USUAL_QUESTIONS
    told: tuple[Told, ...] = ()
    link: str = ""
    linked_by: str = ""
    """The message that the link came with."""
    file: Sent | None = None
    episode: Episode | None = None
    origin: Origin = Origin.SHOW_NOTES
    """What the episode's notes are, where nothing better can be had."""
    search: str = ""
    """Words by which an episode is looked for in its feed."""
    page: int = 0
    """Of the feed's episodes, counted from 0."""
    failed: str = ""
    """What led nowhere: its link, or the name of a file. As long as it is there, something else is waited for."""
    unfinished: str = ""
    """An unfinished interview on the same episode, as long as they have not said whether to go on with it."""
    anew: bool = False
    """They want a new one although there is an unfinished one."""

    @property
    def memory(self) -> str:
        """What they have written of it themselves: a title, notes, what they remember."""
        return "\n".join(each.text for each in self.told if not each.wish)

    @property
    def guidelines(self) -> str:
        """What they want the interview to be like."""
        return "; ".join(each.text for each in self.told if each.wish)

    @property
    def has_source(self) -> bool:
        return (
            self.episode is not None or self.file is not None or (self.memory != "" and not (self.link or self.failed))
        )

    @property
    def title(self) -> str:
        """What to call what it is about; may be empty."""
        if self.episode is not None:
            return self.episode.title
        return self.file.title if self.file is not None else title_of(self.memory)

    @property
    def request(self) -> str:
        """What is being looked for or prepared, as one word: a result for another request is of no use any more."""
        if self.step in {Step.FINDING, Step.CHOOSING}:
            said = self.model_dump_json(include={"link", "search", "page"})
        else:
            said = self.model_dump_json(include={"file", "episode", "template"})
            said += self.memory if self.episode is None and self.file is None else ""
        return hashlib.sha256(said.encode()).hexdigest()[:16]

    def about(self, **what: Any) -> Self:
        """The same, but about this and nothing else any more; what they have told of it stays."""
        fresh = {"link": "", "file": None, "episode": None, "search": "", "page": 0, "failed": "", "unfinished": ""}
        return self.model_copy(update=fresh | what)

    def other(self) -> Self:
        """They want to talk about something else: only their wishes stay."""
        wishes = tuple(each for each in self.told if each.wish)
        return self.about(step=Step.SOURCE, told=wishes, anew=False)

    def telling(self, ref: str, text: str, *, wish: bool) -> Self:
        """With these words."""
        return self.model_copy(update={"told": (*self.told, Told(ref=ref, text=text, wish=wish))})

    def without(self, ref: str) -> Self:
        """Without the words of a message."""
        return self.model_copy(update={"told": tuple(each for each in self.told if each.ref != ref)})


class Outcome(_Frozen):
    """What was found in the background; kept among the session's findings under `OUTCOME`."""

    request: str
    trouble: str = ""
    """The code of a SourceError."""
    again: bool = False
    """It may work another time."""
    show: str = ""
    episodes: tuple[Episode, ...] = ()
    """To choose from."""
    earlier: tuple[Episode, ...] = ()
    """That were shown before: their buttons still work."""
    more: bool = False
    """There are further ones."""
    episode: Episode | None = None
    file: Sent | None = None
    """A transcript, notes or a ZIP behind a link."""
    lacks: tuple[str, ...] = ()
    """Codes of what cannot be had."""
    origin: Origin = Origin.SHOW_NOTES
    """What the notes of `episode` are."""
    source: Source | None = None
    """Everything is ready."""
    language: str = ""
    """In which it was made ready."""

    @property
    def listed(self) -> tuple[Episode, ...]:
        """Every episode with a button, the last shown first."""
        return (*self.episodes, *self.earlier)[:LISTED]


OUTCOME: Final = "intake-outcome"
SOURCE: Final = "source"
"""The findings of a session that the intake writes."""


def intake_of(session: Session | None) -> Intake | None:
    """The intake of a session; None where it has begun, or is of a kind that has none."""
    state = None if session is None else session.state.get(STATE)
    return Intake.model_validate(state) if isinstance(state, Mapping) else None


def state_of(intake: Intake) -> dict[str, JsonValue]:
    """The session's state for an intake."""
    return {STATE: intake.model_dump(mode="json")}


def outcome_in(body: str | None) -> Outcome | None:
    """As it is kept; None where nothing was found yet."""
    return None if body is None else Outcome.model_validate_json(body)


def title_of(memory: str) -> str:
    """What to call something that is only remembered: its first line, if that can be a title."""
    first = next((line.strip(" #*_\t") for line in memory.splitlines() if line.strip(" #*_\t")), "")
    cut = re.split(r"(?<=[.!?…])\s", first, maxsplit=1)[0]
    return cut if len(cut) <= LONGEST_TITLE else cut[:LONGEST_TITLE].rsplit(" ", 1)[0] + " …"


def episode_code(episode: Episode) -> str:
    """What stands for an episode in a button."""
    return "e" + hashlib.sha256(f"{episode.key}|{episode.title}".encode()).hexdigest()[:6]
