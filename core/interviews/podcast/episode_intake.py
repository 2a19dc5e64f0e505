"""Keep the state of the intake, which is the session's own until the interview begins. Nothing here reaches out."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
from pathlib import PurePath
from typing import Any, Final, Self

from core.contracts.frozen import Frozen
from core.contracts.session import INTAKE, Session
from core.interviews.podcast.settings import USUAL_QUESTIONS
from core.interviews.podcast.sources.material import ContextOrigin, Episode, SideRemark, Source
from core.interviews.podcast.sources.pieces import is_name
from core.languages import fold
from core.languages.lexicon import any_word

MOST_LINES: Final = 600  # lines that are looked at; of a longer text the first ones tell what it is
SPLIT_AT: Final = 1_800
"""Characters of a message from which on the rest of it may have gone into a further one: Discord cuts at 2,000,
Telegram at 4,096."""
TOGETHER: Final = timedelta(seconds=8)  # the parts of something pasted are sent within this time
_BEGINNING = 160  # characters of a line that are looked at; a heading has no more
_HEADING_LINES = 6  # lines among which a heading may stand
_FEWEST = 4  # lines with a speaker or a time
_FEWEST_HEADED = 2  # the same where the text says that it is a transcript
_LEAST = 200  # characters; less than that is somebody who tells of a conversation
_PROSE = 600  # characters of a transcript that says so, and names no speakers
_TIMING = re.compile(r"\s*(?:\d{1,3}:)?\d{1,3}:\d{2}[.,]\d{1,3}\s*--+>")
_TIME = re.compile(r"\s*[\[(<]?(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?[\])>]?(?=[\s:–—-]|\Z)")
_SPEAKER = re.compile(
    r"\s*(?:>{1,3}\s*|[-–—*_#]{1,3}\s*)?\[?(?P<name>[^\W\d_][^:：\[\]\n]{0,59}?)\]?[*_]{0,3}\s?[:：]"
    r"(?:[*_]{0,3}\s|\s*\Z)"
)
_NAME_AND_TIME = re.compile(
    r"\s*(?P<name>[^\W\d_][^:\[\](\n]{0,59}?)[,:]?\s+[\[(]?(?:\d{1,3}:)?\d{1,3}:\d{2}[\])]?:?\s*\Z"
)
_TRANSCRIPT = any_word("podcast", "transcript")
_SAYS_SO = re.compile(rf"(?<!\w){_TRANSCRIPT}(?!\w)", re.IGNORECASE)
_MENTIONED = re.compile(rf"\A\W*{any_word('podcast', 'here_is')}(?!\w)")
_LABEL = re.compile(rf"\A\W*{any_word('podcast', 'title_label')}\s*:\s*", re.IGNORECASE)
_TAIL = re.compile(rf"[\s,.:;–—|(\[-]*(?<!\w){_TRANSCRIPT}[\s.:)\]-]*\Z", re.IGNORECASE)
_HEAD = re.compile(rf"\A\W*{_TRANSCRIPT}(?:\s+{any_word('podcast', 'transcript_of')})?\s*[.:–—-]*\s*", re.IGNORECASE)


class PastedDetails(Frozen):
    """The words of one message about the episode."""

    ref: str
    """The platform's id of the message; edits and removals name it."""
    text: str
    wish: bool = False
    """It is about the interview, and not about the episode."""
    pasted: bool = False
    """It is (part of) a transcript: what others have said in the episode."""
    at: datetime | None = None
    seconds: float = 0.0
    audio: str = ""


def mark_transcripts(messages: Sequence[PastedDetails]) -> tuple[bool, ...]:
    """Return for each message whether it is (part of) a transcript. Parts sent together count as one text."""
    result: list[bool] = []
    names: frozenset[str] = frozenset()
    # Messages that were one text before it was sent.
    runs: list[list[PastedDetails]] = []
    for message in messages:
        before = runs[-1][-1] if runs else None
        sent_at = before.at if before is not None and len(before.text) >= SPLIT_AT else None
        if sent_at is not None and message.at is not None and abs(message.at - sent_at) <= TOGETHER:
            runs[-1].append(message)
        else:
            runs.append([message])
    for run in runs:
        whole = "\n".join(message.text for message in run)
        known = [is_transcript(whole)] * len(run)
        if not known[0]:
            known = [is_transcript(message.text) or not names.isdisjoint(_speakers(message.text)) for message in run]
        result += [here and not message.wish for here, message in zip(known, run, strict=True)]
        names |= frozenset().union(*(_speakers(m.text) for m, here in zip(run, known, strict=True) if here))
    return tuple(result)


def is_transcript(text: str) -> bool:
    """Return whether words are a transcript: captions, lines with times, or people who speak in turn."""
    lines = _lines(text)
    if sum(_TIMING.match(line) is not None for line in lines) > 1 or text.lstrip().startswith("WEBVTT"):
        return True
    # One of the first lines says that it is a transcript, and is no sentence about one.
    headed = any(
        len(line) < _BEGINNING
        and _SAYS_SO.search(line) is not None
        and (_MENTIONED.match(fold(line)) or _TAIL.search(line) or _HEAD.match(line))
        for line in lines[:_HEADING_LINES]
        if not _name(line)
    )
    spoken = _spoken(lines)
    timed = sum(_TIME.match(line) is not None or _NAME_AND_TIME.match(line) is not None for line in lines)
    fewest = _FEWEST_HEADED if headed else _FEWEST
    if len(text) < _LEAST:
        return False
    if (headed and len(text) >= _PROSE) or (timed >= fewest and 4 * timed >= len(lines)):
        return True
    in_turn = max(spoken.values(), default=0) > 1 or headed
    return spoken.total() >= fewest and 2 * spoken.total() >= len(lines) and in_turn


def title_of_transcript(text: str) -> str:
    """Return what stands above the first words of a transcript, as a title; empty where nothing does."""
    for line in _lines(text)[:_HEADING_LINES]:
        if len(line) >= _BEGINNING or _name(line) or _TIME.match(line) or _NAME_AND_TIME.match(line):
            return ""
        label = _LABEL.match(line)
        bare = line[label.end() :] if label else line
        title = _HEAD.sub("", _TAIL.sub("", bare)).strip(" \t#*_=.,:;–—-")
        if any(c.isalpha() for c in title) and not _MENTIONED.match(fold(line)) and title.upper() != "WEBVTT":
            return title
    return ""


def _speakers(text: str) -> frozenset[str]:
    return frozenset(_spoken(_lines(text)))


def _lines(text: str) -> list[str]:
    """Return the beginnings of the lines that are not empty."""
    return [line[:_BEGINNING] for line in islice(text.splitlines(), MOST_LINES) if not line.isspace() and line]


def _spoken(lines: Sequence[str]) -> Counter[str]:
    return Counter(name for line in lines if (name := _name(line)))


def _name(line: str) -> str:
    found = _SPEAKER.match(line)
    name = " ".join(found["name"].split()) if found else ""
    return name if name and is_name(name) else ""


PAGE: Final = 6
LONGEST_MEMORY: Final = 60_000  # characters of what somebody may tell before it begins, wishes included
LONGEST_PASTED: Final = 240_000  # characters of a transcript that somebody may paste; three hours of talk have fewer
LONGEST_TITLE: Final = 120
LISTED: Final = 36  # episodes that were shown whose buttons still work
_PACKED = frozenset(("application/zip", "application/x-zip-compressed", "application/x-zip"))
_TITLE_WORDS = 8
_MARKS = (("«", "»"), ("“", "”"), ("„", "“"), ('"', '"'))


class IntakeStep(StrEnum):
    """The intake waits for this: a word of the person, or (`FINDING`, `PREPARING`) a chore."""

    SOURCE = "source"
    FINDING = "finding"
    CHOOSING = "choosing"
    TEMPLATE = "template"
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
    media_type: str = ""
    size: int | None = None
    sound: bool = False
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
    file: SentEpisode | None = None
    episode: Episode | None = None
    origin: ContextOrigin = ContextOrigin.SHOW_NOTES
    search: str = ""
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
        return tuple(each for each in self.told if not (each.wish or each.pasted))

    @property
    def memory(self) -> str:
        """Return what they have written about it themselves: a title, notes, memories."""
        return "\n".join(each.text for each in self._own)

    @property
    def transcript(self) -> str:
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
        if self.episode is not None:
            return self.episode.title
        if self.file is not None:
            return self.file.title
        if (named := self.names) is not None:
            return title_from_memory(named.text)
        return title_of_transcript(self.transcript)[:LONGEST_TITLE]

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
        marks = zip(told, mark_transcripts(told), strict=True)
        marked = tuple(each.model_copy(update={"pasted": mark}) for each, mark in marks)
        return self.model_copy(update={"told": marked})


class EpisodeOutcome(Frozen):
    """The result of background work; kept among the session's findings under `OUTCOME`."""

    request: str
    trouble: str = ""
    again: bool = False
    """It may work another time."""
    show: str = ""
    episodes: tuple[Episode, ...] = ()
    earlier: tuple[Episode, ...] = ()
    """Episodes that were shown before: their buttons still work."""
    more: bool = False
    episode: Episode | None = None
    file: SentEpisode | None = None
    lacks: tuple[str, ...] = ()
    origin: ContextOrigin = ContextOrigin.SHOW_NOTES
    source: Source | None = None
    language: str = ""

    @property
    def listed(self) -> tuple[Episode, ...]:
        return (*self.episodes, *self.earlier)[:LISTED]


OUTCOME: Final = "intake-outcome"


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
