"""Keep the state of the intake: finding out what an interview is to be about, before it begins.

Its state is the session's own until then. Pure: what is read from the network is found by `episode_chores`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import PurePath
from typing import Any, Final, Self

from core.contracts.session import INTAKE, Session
from core.interviews.podcast.pasted import PastedDetails, mark_transcripts, title_of_transcript
from core.interviews.podcast.settings import USUAL_QUESTIONS
from core.interviews.podcast.sources.material import ContextOrigin, Episode, Frozen, SideRemark, Source

PAGE: Final = 6
"""Episodes that are shown at once."""
LONGEST_MEMORY: Final = 60_000
"""Characters of what somebody may tell before it begins, wishes included."""
LONGEST_PASTED: Final = 240_000
"""Characters of a transcript that somebody may paste; three hours of talk have fewer."""
LONGEST_TITLE: Final = 120
LISTED: Final = 36
"""Episodes that were shown whose buttons still work."""
_PACKED = frozenset(("application/zip", "application/x-zip-compressed", "application/x-zip"))
_TITLE_WORDS = 8
_MARKS = (("«", "»"), ("“", "”"), ("„", "“"), ('"', '"'))


class IntakeStep(StrEnum):
    """The intake waits for this: a word of the person, or (`FINDING`, `PREPARING`) a chore."""

    SOURCE = "source"
    FINDING = "finding"
    CHOOSING = "choosing"
    """The person chooses an episode of a feed."""
    TEMPLATE = "template"
    """The person chooses a way of talking about it."""
    PREPARING = "preparing"


class SentEpisode(Frozen):
    """A file: one that the person sent, or one behind a link."""

    file_ref: str = ""
    """The platform's name for it; empty for a file behind a link."""
    link: str = ""
    name: str = ""
    episode: Episode | None = None
    """The episode, where the file itself says which one it is about."""
    unread: tuple[str, ...] = ()
    """Files of a folder that could not be used, by their names."""
    media_type: str = ""
    size: int | None = None
    sound: bool = False
    """The episode's recording."""
    heard: str = ""
    """The words heard in it, where it was short enough to be listened to at once."""

    @property
    def packed(self) -> bool:
        return self.name.lower().endswith(".zip") or self.media_type in _PACKED

    @property
    def title(self) -> str:
        """Return what it says itself, else its name; empty where it has none."""
        if self.episode is not None:
            return self.episode.title
        return title_from_memory(re.sub(r"[_\s]+", " ", PurePath(self.name).stem)) if self.name else ""


class EpisodeIntake(Frozen):
    step: IntakeStep = IntakeStep.SOURCE
    template: str = ""
    questions: int = USUAL_QUESTIONS
    counted: bool = False
    """They have chosen the number by a button, or by nothing but the number."""
    told: tuple[PastedDetails, ...] = ()
    link: str = ""
    linked_by: str = ""
    """The message that the link came with."""
    file: SentEpisode | None = None
    episode: Episode | None = None
    origin: ContextOrigin = ContextOrigin.SHOW_NOTES
    """The kind of the episode's notes, where nothing better is found."""
    search: str = ""
    """Words by which an episode is looked for in its feed."""
    page: int = 0
    """The page of the feed's episodes, counted from 0."""
    failed: str = ""
    """A link, or the name of a file, that led nowhere. As long as it is set, the intake waits for something else."""
    unfinished: str = ""
    """An unfinished interview on the same episode, as long as they have not said whether to go on with it."""
    anew: bool = False
    """They want a new one although there is an unfinished one."""

    @property
    def _own(self) -> tuple[PastedDetails, ...]:
        """Their messages about the episode, in their own words."""
        return tuple(each for each in self.told if not (each.wish or each.pasted))

    @property
    def memory(self) -> str:
        """Return what they have written about it themselves: a title, notes, memories."""
        return "\n".join(each.text for each in self._own)

    @property
    def transcript(self) -> str:
        """Return the parts of a transcript that they have pasted."""
        return "\n".join(each.text for each in self.told if each.pasted)

    @property
    def names(self) -> PastedDetails | None:
        """The message whose words are the title, where nothing else says what it is called."""
        if self.episode is not None or self.file is not None or title_of_transcript(self.transcript):
            return None
        return self._own[0] if self._own and title_from_memory(self._own[0].text) else None

    @property
    def thoughts(self) -> tuple[PastedDetails, ...]:
        """Return what they have told of it, without what is nothing but its title."""
        named = self.names
        return tuple(each for each in self._own if not (each == named and is_mere_title(each.text)))

    @property
    def wishes(self) -> tuple[SideRemark, ...]:
        return tuple(SideRemark(ref=each.ref, text=each.text) for each in self.told if each.wish)

    @property
    def guidelines(self) -> str:
        return "; ".join(each.text for each in self.told if each.wish)

    @property
    def has_source(self) -> bool:
        if self.episode is not None or self.file is not None or self.transcript:
            return True
        return self.memory != "" and not (self.link or self.failed)

    @property
    def title(self) -> str:
        """Return the title of the episode; it may be empty."""
        if self.episode is not None:
            return self.episode.title
        if self.file is not None:
            return self.file.title
        named = self.names
        return (
            title_from_memory(named.text) if named is not None else title_of_transcript(self.transcript)[:LONGEST_TITLE]
        )

    @property
    def key(self) -> str:
        """The same for the same episode, as far as it is known by now; empty where nothing tells it from others."""
        return (self.stated or Episode(title=self.title)).key

    @property
    def stated(self) -> Episode | None:
        """Return the episode, where the person or a file has said which one it is."""
        return self.episode or (self.file.episode if self.file is not None else None)

    @property
    def request(self) -> str:
        """One word for what is being looked for or prepared: a result for another request is of no use any more."""
        if self.step in {IntakeStep.FINDING, IntakeStep.CHOOSING}:
            said = self.model_dump_json(include={"link", "search", "page", "file"})
        else:
            said = self.model_dump_json(include={"file", "episode", "template"}) + self.transcript
            said += "" if self.episode or self.file or self.transcript else self.memory
        return hashlib.sha256(said.encode()).hexdigest()[:16]

    def about(self, **what: Any) -> Self:
        """Return the intake about this and nothing else; what they have told of it stays."""
        fresh = {"link": "", "file": None, "episode": None, "search": "", "page": 0, "failed": "", "unfinished": ""}
        return self.model_copy(update=fresh | what)

    def with_file(self, file: SentEpisode) -> Self:
        """Return the intake about a file; a folder says itself what it is about, and is looked up first."""
        return self.about(file=file, step=IntakeStep.FINDING if file.packed else IntakeStep.SOURCE)

    def other(self) -> Self:
        """Return the intake for something else: only the wishes stay."""
        wishes = tuple(each for each in self.told if each.wish)
        return self.about(step=IntakeStep.SOURCE, told=wishes, anew=False)

    def telling(self, told: PastedDetails) -> Self:
        """Return the intake with these words; what they and the messages around them are together is decided again."""
        return self._with((*self.told, told))

    def without(self, ref: str) -> Self:
        return self._with(tuple(each for each in self.told if each.ref != ref))

    def _with(self, told: tuple[PastedDetails, ...]) -> Self:
        marked = zip(told, mark_transcripts(told), strict=True)
        return self.model_copy(
            update={"told": tuple(each.model_copy(update={"pasted": mark}) for each, mark in marked)}
        )


class EpisodeOutcome(Frozen):
    """The result of background work; kept among the session's findings under `OUTCOME`."""

    request: str
    trouble: str = ""
    """The code of a SourceError."""
    again: bool = False
    """It may work another time."""
    show: str = ""
    episodes: tuple[Episode, ...] = ()
    earlier: tuple[Episode, ...] = ()
    """Episodes that were shown before: their buttons still work."""
    more: bool = False
    episode: Episode | None = None
    file: SentEpisode | None = None
    """A transcript, notes or a ZIP behind a link."""
    lacks: tuple[str, ...] = ()
    """Codes of what cannot be had."""
    origin: ContextOrigin = ContextOrigin.SHOW_NOTES
    """The kind of the notes of `episode`."""
    source: Source | None = None
    """Everything is ready."""
    language: str = ""
    """The language in which it was made ready."""

    @property
    def listed(self) -> tuple[Episode, ...]:
        """Every episode with a button, the last shown first."""
        return (*self.episodes, *self.earlier)[:LISTED]


OUTCOME: Final = "intake-outcome"
"""The finding of a session in which it is kept."""


def intake_of(session: Session | None) -> EpisodeIntake | None:
    """Return the intake of a session; None where it has begun, or is of a kind that has none."""
    state = None if session is None else session.state.get(INTAKE)
    return EpisodeIntake.model_validate(state) if isinstance(state, Mapping) else None


def outcome_in(body: str | None) -> EpisodeOutcome | None:
    """Return the outcome as it is kept; None where nothing was found yet."""
    return None if body is None else EpisodeOutcome.model_validate_json(body)


def title_from_memory(memory: str) -> str:
    """Return what to call something that is only remembered: its first sentence, if that is short enough."""
    first = next((line.strip(" #*_\t") for line in memory.splitlines() if line.strip(" #*_\t")), "")
    title = clean_title(re.split(r"(?<=[.!?…])\s", first, maxsplit=1)[0])
    return title if len(title.split()) <= _TITLE_WORDS and len(title) <= LONGEST_TITLE else ""


def clean_title(text: str) -> str:
    """Return a title without a full stop and quotation marks of its own: it is put into some of ours."""
    bare = text.strip().rstrip(" .,;:")
    for opening, closing in _MARKS:
        if bare.startswith(opening) and bare.endswith(closing) and bare.count(opening) <= 1 + (opening == closing):
            bare = bare[1:-1].strip(" .,;:")
    return bare


def is_mere_title(text: str) -> bool:
    """Return whether a message is nothing but a title. Whatever ends like a sentence is kept as theirs, too."""
    one = text.strip()
    return "\n" not in one and not one.endswith((".", "!", "?", "…")) and title_from_memory(one) == clean_title(one)


def episode_code(episode: Episode) -> str:
    return "e" + hashlib.sha256(f"{episode.key}|{episode.title}".encode()).hexdigest()[:6]
