"""Gathering: what can be read or heard of an episode, the best of it first.

A file that was sent is read as it is. Of an episode it is a transcript, else what is heard in its recording, else what
is written about it; what cannot be had is passed over, so that there is always something to talk about.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Final

import structlog

from core.contracts.errors import HearingError
from core.contracts.ports import Hearing
from core.contracts.session import Session
from core.contracts.tools import Tools
from core.interviews.podcast.episode_intake import Intake, Sent
from core.interviews.podcast.settings import PodcastSettings
from core.interviews.podcast.sources.bounds import LONGEST_MEMORY
from core.interviews.podcast.sources.material import Episode, Material, Origin, Passage, Transcript
from core.interviews.podcast.sources.opener import Opener
from core.readers.source_errors import Empty, SourceError, Unreadable
from core.words import say

log = structlog.get_logger()
LARGEST_TEXT: Final = 8 << 20
"""Bytes of a transcript, a page or an Inkwell ZIP."""
LARGEST_SOUND: Final = 400 << 20
SHORTEST_NOTES: Final = 200
"""Characters of show notes from which on they tell something."""
_ENOUGH = 40
"""Characters of a transcript; with fewer there is nothing in it."""


class Gathering:
    def __init__(self, settings: PodcastSettings, tools: Tools, session: Session, language: str = "en") -> None:
        """`language`: of the bot's words about how far it is."""
        self._settings = settings
        self._tools = tools
        self._session = session
        self._language = language
        self._opener = Opener(readers=tools.readers, person=session.person_id)

    def _show(self, key: str, **values: int) -> None:
        self._tools.show(say(self._language, key, **values))

    async def material(self, intake: Intake) -> Material:
        """All that can be had beside what the person tells. Raises a SourceError where that is nothing."""
        if intake.file is not None or intake.episode is not None or intake.transcript:
            self._show("intake-reading")
        if intake.file is not None:
            return await self._from_file(intake.file)
        episode = intake.episode or Episode(title=intake.title)
        if intake.transcript:
            sent = Sent(name="transcript.txt", media_type="text/plain")
            return await self._read(intake.transcript.encode(), sent, episode)
        if intake.episode is not None:
            return await self._from_episode(intake, intake.episode)
        # Of long notes no more than their beginning is kept in view: a model reads all of them once.
        notes = intake.memory if len(intake.memory) > LONGEST_MEMORY else ""
        return Material(episode=episode.model_copy(update={"notes": notes}), origin=Origin.MEMORY)

    async def looked_into(self, sent: Sent, body: bytes | None = None) -> Sent:
        """A folder in one file, with the episode that it is about. Raises a SourceError where nothing can be read."""
        found = await self._body_of(sent) if body is None else body
        material = await self._read(found, sent, Episode(title=sent.title))
        notes = material.episode.notes[:SHORTEST_NOTES]
        return sent.model_copy(update={"episode": material.episode.model_copy(update={"notes": notes})})

    # --- files --------------------------------------------------------------------------------------------------------

    async def _from_file(self, sent: Sent) -> Material:
        episode = Episode(title=sent.title, link=sent.link)
        if sent.heard:
            return Material(episode=episode, origin=Origin.AUDIO, transcript=_transcript_of(sent.heard, ""))
        body = await self._body_of(sent)
        if not sent.sound:
            return await self._read(body, sent, episode)
        with tempfile.TemporaryDirectory(prefix="raconteur-") as folder:
            path = Path(folder) / "recording"
            await asyncio.to_thread(path.write_bytes, body)
            transcript = await self._heard(path)
        return Material(episode=episode, origin=Origin.AUDIO, transcript=transcript)

    async def _body_of(self, sent: Sent) -> bytes:
        if sent.link:
            return (await self._tools.web.get(sent.link, limit=LARGEST_TEXT)).body
        return await self._tools.file(sent.file_ref, limit=None if sent.sound else LARGEST_TEXT)

    async def _read(self, body: bytes, sent: Sent, episode: Episode) -> Material:
        """A file that was sent: an Inkwell folder, or a transcript."""
        material = await self._opener.file(body, sent.media_type, sent.name)
        if material.origin is Origin.INKWELL:
            allowed = self._settings.inkwell_dir
            folder = "" if allowed is None else self._tools.folder(sent.file_ref, allowed)
            return material.model_copy(update={"folder": folder})
        return Material(episode=episode, origin=Origin.TRANSCRIPT, transcript=_words_of(material))

    # --- episodes -----------------------------------------------------------------------------------------------------

    async def _from_episode(self, intake: Intake, episode: Episode) -> Material:
        transcript = await self._read_transcript(episode)
        if transcript is not None:
            return Material(episode=episode, origin=Origin.TRANSCRIPT, transcript=transcript)
        if self._may_listen(episode):
            try:
                heard = await self._listened(episode)
            except (SourceError, HearingError, OSError) as error:
                log.info("episode-not-heard", session=self._session.id, error=getattr(error, "code", "disk"))
            else:
                return Material(episode=episode, origin=Origin.AUDIO, transcript=heard)
        told = len(episode.notes) >= SHORTEST_NOTES
        return Material(episode=episode, origin=intake.origin if told else Origin.TITLE)

    async def _read_transcript(self, episode: Episode) -> Transcript | None:
        """The first of its transcripts that can be read, in the interview's language if there is one."""
        spoken = self._session.language[:2].lower()
        for link in sorted(episode.transcripts, key=lambda link: not link.language.lower().startswith(spoken)):
            try:
                fetched = await self._tools.web.get(link.url, limit=LARGEST_TEXT)
                kind = link.media_type or fetched.content_type
                return _words_of(await self._opener.file(fetched.body, kind, fetched.name))
            except SourceError as error:
                log.info("transcript-not-read", error=error.code)
        return None

    def _may_listen(self, episode: Episode) -> bool:
        settings = self._settings
        if not (self._tools.hears and settings.transcribe) or not episode.audio:
            return False
        return episode.seconds is None or episode.seconds <= settings.max_seconds

    async def _listened(self, episode: Episode) -> Transcript:
        def progress(done: int, whole: int | None) -> None:
            if whole:
                self._show("intake-fetching", percent=min(100, done * 100 // whole))

        with tempfile.TemporaryDirectory(prefix="raconteur-") as folder:
            path = Path(folder) / "episode"
            await self._tools.web.download(episode.audio, path, limit=LARGEST_SOUND, progress=progress)
            return await self._heard(path, spoken=episode.language)

    async def _heard(self, audio: Path, *, spoken: str = "") -> Transcript:
        if not self._tools.hears:
            raise Unreadable("Nothing here turns recordings into words.")

        def progress(hearing: Hearing) -> None:
            self._show("intake-hearing", percent=round(hearing.done * 100))

        language = (spoken or self._session.language)[:2].lower()
        try:
            heard = await self._tools.hear(
                audio, language=language, max_seconds=self._settings.max_seconds, progress=progress
            )
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
