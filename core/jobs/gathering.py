"""Gathering: what can be read or heard of an episode, the best of it first.

A file that was sent is read as it is. Of an episode it is a transcript, else what is heard in its recording, else what
is written about it; what cannot be had is passed over, so that there is always something to talk about.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from core.contracts.errors import DeliveryError, HearingError, TooLarge
from core.contracts.ports import Hearing, Listening, Platform, Recording, Transcriber
from core.contracts.session import Session
from core.conversation.runtime import Runtime
from core.interviews.podcast.intake import Intake, Sent
from core.interviews.podcast.sources.bounds import LONGEST_MEMORY
from core.interviews.podcast.sources.material import Episode, Material, Origin, Passage, Transcript
from core.interviews.podcast.sources.opener import Opener
from core.readers.client import Client, Fetched
from core.readers.port import Readers
from core.readers.source_errors import Empty, Heavy, Slow, SourceError, Unfetchable, Unreadable
from core.words import say

log = structlog.get_logger()
LARGEST_TEXT: Final = 8 << 20
"""Bytes of a transcript, a page or an Inkwell ZIP."""
LARGEST_SOUND: Final = 400 << 20
SHORTEST_NOTES: Final = 200
"""Characters of show notes from which on they tell something."""
_ENOUGH = 40
"""Characters of a transcript; with fewer there is nothing in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """For whom something is gathered, and where they see how far it is."""

    session: Session
    language: str
    """Of the bot's words."""
    line: Listening

    def show(self, key: str, **values: int) -> None:
        self.line.show(say(self.language, key, **values))


class Gathering:
    """Reads and listens. Several at a time, for different sessions."""

    def __init__(
        self,
        runtime: Runtime,
        platforms: Mapping[str, Platform],
        client: Client,
        readers: Readers,
        transcriber: Transcriber | None,
    ) -> None:
        self._runtime = runtime
        self._readers = readers
        self._platforms = platforms
        self._client = client
        self._transcriber = transcriber

    async def material(self, intake: Intake, reader: Reader) -> Material:
        """All that can be had beside what the person tells. Raises a SourceError where that is nothing."""
        if intake.file is not None or intake.episode is not None or intake.transcript:
            reader.show("intake-reading")
        if intake.file is not None:
            return await self._from_file(intake.file, reader)
        episode = intake.episode or Episode(title=intake.title)
        if intake.transcript:
            sent = Sent(name="transcript.txt", media_type="text/plain")
            return await self._read(intake.transcript.encode(), sent, episode, reader.session)
        if intake.episode is not None:
            return await self._from_episode(intake, intake.episode, reader)
        # Of long notes no more than their beginning is kept in view: a model reads all of them once.
        notes = intake.memory if len(intake.memory) > LONGEST_MEMORY else ""
        return Material(episode=episode.model_copy(update={"notes": notes}), origin=Origin.MEMORY)

    async def looked_into(self, sent: Sent, session: Session, body: bytes | None = None) -> Sent:
        """A folder in one file, with the episode that it is about. Raises a SourceError where nothing can be read."""
        found = await self._body_of(sent, session) if body is None else body
        material = await self._read(found, sent, Episode(title=sent.title), session)
        notes = material.episode.notes[:SHORTEST_NOTES]
        return sent.model_copy(update={"episode": material.episode.model_copy(update={"notes": notes})})

    # --- files --------------------------------------------------------------------------------------------------------

    async def _from_file(self, sent: Sent, reader: Reader) -> Material:
        episode = Episode(title=sent.title, link=sent.link)
        if sent.heard:
            return Material(episode=episode, origin=Origin.AUDIO, transcript=_transcript_of(sent.heard, ""))
        body = await self._body_of(sent, reader.session)
        if not sent.sound:
            return await self._read(body, sent, episode, reader.session)
        with tempfile.TemporaryDirectory(prefix="raconteur-") as folder:
            path = Path(folder) / "recording"
            await asyncio.to_thread(path.write_bytes, body)
            transcript = await self._heard(path, reader)
        return Material(episode=episode, origin=Origin.AUDIO, transcript=transcript)

    async def _body_of(self, sent: Sent, session: Session) -> bytes:
        if sent.link:
            return (await self._client.get(sent.link, limit=LARGEST_TEXT)).body
        platform = self._platforms.get(session.address.platform)
        if platform is None:
            raise Unfetchable("The platform that the file came by is not served any more.")
        most = self._runtime.fetch_limits.get(session.address.platform, LARGEST_TEXT)
        try:
            return await platform.fetch(sent.file_ref, limit=most if sent.sound else min(most, LARGEST_TEXT))
        except TooLarge as error:
            raise Heavy(str(error)) from error
        except DeliveryError as error:
            kind = Slow if error.retryable else Unfetchable
            raise kind(f"The file cannot be had: {error.code}.") from error
        except OSError as error:
            raise Unfetchable(f"The file cannot be read: {error.strerror}.") from error

    async def _read(self, body: bytes, sent: Sent, episode: Episode, session: Session) -> Material:
        """A file that was sent: an Inkwell folder, or a transcript."""
        material = await self._opener(session).file(body, sent.media_type, sent.name)
        if material.origin is Origin.INKWELL:
            return material.model_copy(update={"folder": self._folder_of(sent)})
        return Material(episode=episode, origin=Origin.TRANSCRIPT, transcript=_words_of(material))

    def _opener(self, session: Session) -> Opener:
        return Opener(readers=self._readers, person=session.person_id)

    def _folder_of(self, sent: Sent) -> str:
        """The Inkwell folder of the operator that a file stands for; empty for what came through a chat."""
        allowed = self._runtime.podcast.inkwell_dir
        path = Path(sent.file_ref)
        if allowed is None or not path.is_absolute() or not path.is_dir():
            return ""
        return str(path) if path.resolve().is_relative_to(allowed.resolve()) else ""

    # --- episodes -----------------------------------------------------------------------------------------------------

    async def _from_episode(self, intake: Intake, episode: Episode, reader: Reader) -> Material:
        transcript = await self._read_transcript(episode, reader.session)
        if transcript is not None:
            return Material(episode=episode, origin=Origin.TRANSCRIPT, transcript=transcript)
        if self._may_listen(episode):
            try:
                heard = await self._listened(episode, reader)
            except (SourceError, HearingError, OSError) as error:
                log.info("episode-not-heard", session=reader.session.id, error=getattr(error, "code", "disk"))
            else:
                return Material(episode=episode, origin=Origin.AUDIO, transcript=heard)
        told = len(episode.notes) >= SHORTEST_NOTES
        return Material(episode=episode, origin=intake.origin if told else Origin.TITLE)

    async def _read_transcript(self, episode: Episode, session: Session) -> Transcript | None:
        """The first of its transcripts that can be read, in the interview's language if there is one."""
        spoken = session.language[:2].lower()
        opener = self._opener(session)
        for link in sorted(episode.transcripts, key=lambda link: not link.language.lower().startswith(spoken)):
            try:
                fetched = await self._client.get(link.url, limit=LARGEST_TEXT)
                kind = link.media_type or fetched.content_type
                return _words_of(await opener.file(fetched.body, kind, fetched.name))
            except SourceError as error:
                log.info("transcript-not-read", error=error.code)
        return None

    def _may_listen(self, episode: Episode) -> bool:
        rules = self._runtime.podcast
        if self._transcriber is None or not rules.transcribe or not episode.audio:
            return False
        return episode.seconds is None or episode.seconds <= rules.max_seconds

    async def _listened(self, episode: Episode, reader: Reader) -> Transcript:
        def progress(done: int, whole: int | None) -> None:
            if whole:
                reader.show("intake-fetching", percent=min(100, done * 100 // whole))

        with tempfile.TemporaryDirectory(prefix="raconteur-") as folder:
            path = Path(folder) / "episode"
            await self._client.download(episode.audio, path, limit=LARGEST_SOUND, progress=progress)
            return await self._heard(path, reader, spoken=episode.language)

    async def _heard(self, audio: Path, reader: Reader, *, spoken: str = "") -> Transcript:
        if self._transcriber is None:
            raise Unreadable("Nothing here turns recordings into words.")

        def progress(hearing: Hearing) -> None:
            reader.show("intake-hearing", percent=round(hearing.done * 100))

        recording = Recording(
            audio=audio,
            person=reader.session.person_id,
            language=(spoken or reader.session.language)[:2].lower(),
            max_seconds=self._runtime.podcast.max_seconds,
        )
        try:
            heard = await self._transcriber.hear(recording, progress=progress)
        except HearingError as error:
            raise Unreadable(f"The recording could not be heard: {error.code}.") from error
        return _transcript_of(heard.text, heard.language)


def _transcript_of(text: str, language: str) -> Transcript:
    return _with_words(Transcript(passages=(Passage(text=text),), language=language))


def _words_of(material: Material) -> Transcript:
    if material.origin is not Origin.TRANSCRIPT or material.transcript is None:
        raise Unreadable("It is no transcript.")
    return _with_words(material.transcript)


def _with_words(transcript: Transcript) -> Transcript:
    if len(transcript.text) < _ENOUGH:
        raise Empty("There is hardly a word in it.")
    return transcript


def named(fetched: Fetched, link: str) -> Sent:
    """A file behind a link; what it is will be seen when it is read, here it only needs a name."""
    return Sent(link=link, name=fetched.name, media_type=fetched.media_type, size=len(fetched.body))
