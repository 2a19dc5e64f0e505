"""Notes on what an interview was about: written for the person, and put where the operator keeps such things."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Final

import structlog
from pydantic import BaseModel, ValidationError

from core.contracts.errors import ModelError
from core.contracts.messages import SendDocument
from core.contracts.ports import LanguageModel
from core.contracts.script import ScriptSet
from core.contracts.session import Record, Status
from core.contracts.turn import ABOUT, ChoreSituation, Preparing
from core.conversation.runtime import Runtime
from core.documents.files import write_atomically
from core.documents.transcript import document_name
from core.interviews.podcast.documents.found import Insights, Narrative
from core.interviews.podcast.documents.notes_file import NotesStyle, notes
from core.interviews.podcast.sources.material import Source, as_about
from core.store.codec import seconds
from core.store.finding_rows import put_finding
from core.words import say

log = structlog.get_logger()
MARKDOWN: Final = "text/markdown"
INSIGHTS: Final = "insights"
NARRATIVE: Final = "narrative"
"""What the model makes of an interview: chores and findings of these names."""
WRITTEN: Final = "notes-beside"
"""The finding that tells where copies of the notes are."""
STYLES: Final = {f"notes-{style.value}": style for style in NotesStyle}
"""By the name of the chore that sends notes in it."""
BESIDE_INKWELL: Final = "my-notes.md"
_LONGEST_NAME = 150
"""Bytes."""
_UNSAFE = re.compile(r"[^\w .,()'&+-]+")


class _Told(BaseModel):
    """A narrative, and up to which revision of the transcript it was written."""

    until: int
    narrative: Narrative


class _Written(BaseModel):
    """The copies that were written for a session: by the SHA-256 of their path, that of what was written last."""

    places: dict[str, str] = {}


class NotesWriter:
    """Writes the notes of a session."""

    def __init__(self, runtime: Runtime, model: LanguageModel, room: asyncio.Semaphore) -> None:
        """`room`: held during a model call, of which only so many are made at one time."""
        self._runtime = runtime
        self._model = model
        self._room = room

    async def document(
        self, whole: Record, scripts: ScriptSet, source: Source, style: NotesStyle, *, language: str
    ) -> SendDocument:
        """The file, in a style. What fails the checks, or what no model has written, is in the person's own words."""
        insights = _insights(whole)
        narrative = await self._narrative(whole, scripts, source) if style is NotesStyle.NARRATIVE else None
        text = await asyncio.to_thread(
            notes,
            whole,
            source,
            style=style,
            insights=insights,
            narrative=narrative,
            scripts=scripts,
            language=language,
        )
        if whole.session.status is Status.COMPLETED:
            await self._put_beside(whole, source, text)
        return SendDocument(
            name=_sent_as(whole, source, style, language),
            media_type=MARKDOWN,
            body=text.encode(),
            caption=say(language, "notes-caption"),
        )

    async def _narrative(self, whole: Record, scripts: ScriptSet, source: Source) -> Narrative | None:
        """The model's, written anew where something was said or changed since; None without a model."""
        until = max((revision.number for entry in whole.entries for revision in entry.revisions), default=0)
        with suppress(ValidationError):
            told = _Told.model_validate_json(whole.findings.get(NARRATIVE, ""))
            if told.until == until:
                return told.narrative
        interview = self._runtime.interviews.get(whole.session.kind)
        if self._model.offline or not isinstance(interview, Preparing):
            return None
        situation = ChoreSituation(
            person=whole.person,
            session=whole.session,
            scripts=scripts,
            digest=whole.digest,
            now=self._runtime.clock.now(),
            record=whole,
            about=as_about(source),
        )
        try:
            async with self._room:
                result = await interview.chore(NARRATIVE, situation, self._model)
            told = _Told(until=until, narrative=Narrative.model_validate_json(result.finding or ""))
        except (ModelError, ValidationError) as error:
            log.info("narrative-without-model", session=whole.session.id, error=type(error).__name__)
            return None
        now = seconds(self._runtime.clock.now())
        await self._runtime.store.write(
            lambda c: put_finding(c, whole.session.id, NARRATIVE, told.model_dump_json(), now=now)
        )
        return told.narrative

    async def _put_beside(self, whole: Record, source: Source, text: str) -> None:
        """A copy into the operator's folders. A folder in trouble keeps nobody's notes from them."""
        rules = self._runtime.podcast
        places: list[Path] = []
        if rules.notes_dir is not None:
            places.append(rules.notes_dir / f"{_file_name(whole, source)}.md")
        if source.folder and rules.inkwell_dir is not None and _lies_in(Path(source.folder), rules.inkwell_dir):
            places.append(Path(source.folder) / BESIDE_INKWELL)
        if not places:
            return
        written = _written(whole)
        for place in places:
            try:
                at = await asyncio.to_thread(_put, place, whole.session.id[:6], text.encode(), written.places)
            except OSError as error:
                log.warning("notes-not-put-beside", error=error.strerror)
            else:
                written.places[_digest(bytes(at))] = _digest(text.encode())
        now = seconds(self._runtime.clock.now())
        body = written.model_dump_json()
        await self._runtime.store.write(lambda c: put_finding(c, whole.session.id, WRITTEN, body, now=now))


def _put(place: Path, mark: str, data: bytes, written: Mapping[str, str]) -> Path:
    """Write the notes there, else beside it under another name; where. Blocking. Raises OSError.

    What is there is replaced only if it is just what was written for this session: all else is somebody's own.
    """
    others = (place.with_stem(f"{place.stem} ({mark}{'' if number == 1 else f' {number}'})") for number in count(1))
    for at in chain((place,), others):
        try:
            there = at.read_bytes()
        except FileNotFoundError:
            break
        if _digest(there) == written.get(_digest(bytes(at))):
            break
    write_atomically(at, data)
    return at


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _written(whole: Record) -> _Written:
    with suppress(ValidationError):
        return _Written.model_validate_json(whole.findings.get(WRITTEN, ""))
    return _Written()


def notes_of(whole: Record, scripts: ScriptSet, *, language: str) -> str:
    """The notes by headings, as far as they are known now; empty for an interview that is about nothing. Blocking."""
    body = whole.findings.get(ABOUT)
    if body is None:
        return ""
    source, insights = Source.model_validate_json(body), _insights(whole)
    style = NotesStyle.STRUCTURED
    return notes(whole, source, style=style, insights=insights, narrative=None, scripts=scripts, language=language)


def _insights(whole: Record) -> Insights | None:
    with suppress(ValidationError):
        return Insights.model_validate_json(whole.findings.get(INSIGHTS, ""))
    return None


def _lies_in(folder: Path, allowed: Path) -> bool:
    return folder.resolve().is_relative_to(allowed.resolve())


def _sent_as(whole: Record, source: Source, style: NotesStyle, language: str) -> str:
    """The episode, and what the file is; where nothing of the title can stand in a name, as any other document."""
    named = _named(whole, source)
    if not named:
        return document_name(whole, "notes" if style is NotesStyle.STRUCTURED else f"notes-{style.value}", "md")
    return f"{named} - {say(language, f'notes-file-{style.value}')}.md"


def _file_name(whole: Record, source: Source) -> str:
    """The same for the same interview, so that a newer copy takes the place of the one before; no path in it."""
    day = whole.session.created_at.date().isoformat()
    return f"{day} {_named(whole, source)} ({whole.session.id[:6]})"


def _named(whole: Record, source: Source) -> str:
    """Podcast and episode as a part of a file's name: letters, digits and a few marks; may be empty."""
    title = " - ".join(filter(None, (source.episode.show, source.episode.title))) or whole.session.title
    safe = " ".join(_UNSAFE.sub(" ", title).split()).strip(" .-")
    # File systems count bytes, and a letter has up to four of them.
    return safe.encode()[:_LONGEST_NAME].decode(errors="ignore").strip(" .-")
