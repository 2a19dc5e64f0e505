"""Find out about an episode in the background, before an interview about it begins.

`resolve_link` looks up what is behind a link, `prepare` reads the episode. Each leaves an `EpisodeOutcome`, whatever
goes wrong with a source; what was found is said by the intake.
"""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Sees
from core.contracts.errors import HearingError, ModelError
from core.contracts.ports import HearingProgress, LanguageModel
from core.contracts.session import Session
from core.contracts.tools import ChoreAccess, Tool
from core.interviews.podcast.episode_intake import (
    OUTCOME,
    PAGE,
    EpisodeIntake,
    EpisodeOutcome,
    SentEpisode,
    intake_of,
    outcome_in,
)
from core.interviews.podcast.preparing import Preparation, source_from_material
from core.interviews.podcast.settings import PodcastSettings
from core.interviews.podcast.sources.bounds import LONGEST_MEMORY
from core.interviews.podcast.sources.links import EpisodeFound, FeedFound, FileFound, resolve_link
from core.interviews.podcast.sources.material import ContextOrigin, Episode, Material, SourcePassage, Transcript
from core.interviews.podcast.sources.opener import Opener, OpenFeed
from core.languages import FALLBACK, LANGUAGES
from core.languages.messages import match_locale, say
from core.readers.source_errors import Empty, SourceError, Unreadable

log = structlog.get_logger()
FIND: Final = "find"
PREPARE: Final = "prepare"
FEEDS: Final = 32 << 20
"""Bytes of feeds that are kept for a while, so that looking for an episode does not read them again and again."""
LONGEST_NOTES: Final = 12_000
LONGEST_LISTED: Final = 3_000
"""Characters of an episode's notes that are kept: of the one that was found, and of one among others."""
LARGEST_TEXT: Final = 8 << 20
"""Bytes of a transcript, a page or an Inkwell ZIP."""
LARGEST_SOUND: Final = 400 << 20
SHORTEST_NOTES: Final = 200
"""Characters of show notes from which on they tell something."""
_ENOUGH = 40
"""Characters of a transcript; with fewer there is nothing in it."""


def request_of(session: Session) -> str:
    intake = intake_of(session)
    return "" if intake is None else intake.request


def chore_kinds(settings: PodcastSettings) -> dict[str, ChoreKind]:
    """Return both chores. Several are done at a time, for different sessions."""
    return {
        name: ChoreKind(
            sees=Sees.SESSION,
            tools=frozenset(Tool),
            wakes=True,
            request=request_of,
            at_a_time=settings.at_a_time,
            waiting="intake-waiting",
            shows=name == PREPARE,
        )
        for name in (FIND, PREPARE)
    }


class EpisodeChores:
    def __init__(self, settings: PodcastSettings, preparation: Preparation) -> None:
        self._settings = settings
        self._preparation = preparation
        self._feeds: dict[str, OpenFeed] = {}
        """A cache: it may be lost at any time."""

    async def run(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        intake = intake_of(situation.session)
        if intake is None or situation.tools is None:
            return ChoreResult()
        before = outcome_in(situation.findings.get(OUTCOME))
        if before is not None and before.request == intake.request and before.source is not None:
            outcome = before  # it is ready, and only has to be told again
        else:
            outcome = await self._tried(name, situation, situation.tools, intake, model)
            if before is not None:
                # Whoever scrolls back can still press the buttons of episodes that were shown before.
                keys = {episode.key for episode in outcome.episodes}
                earlier = tuple(each for each in before.listed if each.key not in keys)
                outcome = outcome.model_copy(update={"earlier": earlier})
        return ChoreResult(findings=((OUTCOME, outcome.model_dump_json()),))

    async def _tried(
        self, name: str, situation: ChoreSituation, tools: ChoreAccess, intake: EpisodeIntake, model: LanguageModel
    ) -> EpisodeOutcome:
        try:
            if name == FIND:
                return await self._found(intake, situation.session, tools)
            session = situation.session
            language = session.language if session.language in LANGUAGES else match_locale(situation.person.language)
            gathered = await Gathering(self._settings, tools, session, language).material(intake)
            material = gathered.model_copy(update={"memory": intake.memory})
            source = await asyncio.to_thread(source_from_material, material, intake)
            if not model.offline:
                tools.show(say(language, "intake-thinking"))
                try:
                    source = await self._preparation.prepare(material, source, language=session.language, model=model)
                except ModelError as error:
                    log.info("prepared-without-model", error=error.code)
            return EpisodeOutcome(request=intake.request, source=source, language=session.language)
        except SourceError as error:
            log.info("source-in-trouble", session=situation.session.id, error=error.code)
            return EpisodeOutcome(request=intake.request, trouble=error.code, again=error.retryable)
        except Exception as error:  # noqa: BLE001 - nobody is to wait for what breaks each time
            log.error("preparing-broke", chore=name, session=situation.session.id, error=type(error).__name__)
            return EpisodeOutcome(request=intake.request, trouble=SourceError.code)

    async def _found(self, intake: EpisodeIntake, session: Session, tools: ChoreAccess) -> EpisodeOutcome:
        gathering = Gathering(self._settings, tools, session)
        opener = gathering.opener
        if intake.file is not None:
            return EpisodeOutcome(request=intake.request, file=await gathering.looked_into(intake.file))
        # A feed that is looked through has just been read; one that somebody sends again may have changed.
        kept = self._feeds.get(intake.link) if intake.search or intake.page else None
        if kept is not None:
            return await _page_of(kept, intake, (), opener)
        match await resolve_link(intake.link, tools.web, opener):
            case FeedFound(feed=feed, lacks=lacks):
                self._feeds.pop(intake.link, None)
                self._feeds[intake.link] = feed
                while sum(len(kept.packed) for kept in self._feeds.values()) > FEEDS:
                    self._feeds.pop(next(iter(self._feeds)))
                return await _page_of(feed, intake, lacks, opener)
            case EpisodeFound(episode=episode, lacks=lacks, origin=origin):
                # It is kept with the session until that begins: no more of its notes than an interview can use.
                short = episode.model_copy(update={"notes": episode.notes[:LONGEST_NOTES]})
                return EpisodeOutcome(request=intake.request, episode=short, lacks=lacks, origin=origin)
            case FileFound(fetched=fetched):
                # What it is will be seen when it is read; here it only needs a name.
                size = len(fetched.body)
                file = SentEpisode(link=intake.link, name=fetched.name, media_type=fetched.media_type, size=size)
                if file.packed:
                    file = await gathering.looked_into(file, fetched.body)
                return EpisodeOutcome(request=intake.request, file=file)


async def _page_of(feed: OpenFeed, intake: EpisodeIntake, lacks: tuple[str, ...], opener: Opener) -> EpisodeOutcome:
    """List the episodes to choose from: the newest, or those that were looked for."""
    found = await opener.listed(feed, search=intake.search, page=intake.page, size=PAGE, longest_notes=LONGEST_LISTED)
    if not found.episodes and not intake.search:
        raise Empty("There is no episode in the feed.")
    return EpisodeOutcome(
        request=intake.request, show=feed.title, episodes=found.episodes, more=found.more, lacks=lacks
    )


@dataclass(frozen=True, slots=True)
class Gathering:
    """The reading and hearing of an episode for one session, the best source first.

    A file that was sent is read as it is. Of an episode it is a transcript, else what is heard in its recording, else
    what is written about it; what cannot be had is passed over, so that there is always something to talk about.
    """

    settings: PodcastSettings
    tools: ChoreAccess
    session: Session
    language: str = FALLBACK
    """The language of the bot's words about how far it is."""

    @property
    def opener(self) -> Opener:
        return Opener(readers=self.tools.readers, person=self.session.person_id)

    def _show(self, key: str, **values: int) -> None:
        self.tools.show(say(self.language, key, **values))

    async def material(self, intake: EpisodeIntake) -> Material:
        """Return all that can be found apart from what the person tells. Raises a SourceError where that is nothing."""
        if intake.file is not None or intake.episode is not None or intake.transcript:
            self._show("intake-reading")
        if (sent := intake.file) is not None:
            episode = Episode(title=sent.title, link=sent.link)
            if sent.heard:
                return Material(episode=episode, origin=ContextOrigin.AUDIO, transcript=_transcript_of(sent.heard, ""))
            body = await self._body_of(sent)
            if not sent.sound:
                return await self._read(body, sent, episode)
            with tempfile.TemporaryDirectory(prefix="raconteur-") as folder:
                path = Path(folder) / "recording"
                await asyncio.to_thread(path.write_bytes, body)
                heard = await self._heard(path)
            return Material(episode=episode, origin=ContextOrigin.AUDIO, transcript=heard)
        episode = intake.episode or Episode(title=intake.title)
        if intake.transcript:
            sent = SentEpisode(name="transcript.txt", media_type="text/plain")
            return await self._read(intake.transcript.encode(), sent, episode)
        if intake.episode is not None:
            transcript = await self._read_transcript(episode)
            if transcript is not None:
                return Material(episode=episode, origin=ContextOrigin.TRANSCRIPT, transcript=transcript)
            short = episode.seconds is None or episode.seconds <= self.settings.max_seconds
            if self.tools.hears and self.settings.transcribe and episode.audio and short:
                try:
                    heard = await self._listened(episode)
                except (SourceError, HearingError, OSError) as error:
                    log.info("episode-not-heard", session=self.session.id, error=getattr(error, "code", "disk"))
                else:
                    return Material(episode=episode, origin=ContextOrigin.AUDIO, transcript=heard)
            told = len(episode.notes) >= SHORTEST_NOTES
            return Material(episode=episode, origin=intake.origin if told else ContextOrigin.TITLE)
        # Of long notes no more than their beginning is kept in view: a model reads all of them once.
        notes = intake.memory if len(intake.memory) > LONGEST_MEMORY else ""
        return Material(episode=episode.model_copy(update={"notes": notes}), origin=ContextOrigin.MEMORY)

    async def looked_into(self, sent: SentEpisode, body: bytes | None = None) -> SentEpisode:
        """Add to a folder in one file the episode that it is about. Raises a SourceError where nothing can be read."""
        found = await self._body_of(sent) if body is None else body
        material = await self._read(found, sent, Episode(title=sent.title))
        notes = material.episode.notes[:SHORTEST_NOTES]
        episode = material.episode.model_copy(update={"notes": notes})
        return sent.model_copy(update={"episode": episode, "unread": material.unread})

    # --- files --------------------------------------------------------------------------------------------------------

    async def _body_of(self, sent: SentEpisode) -> bytes:
        if sent.link:
            return (await self.tools.web.get(sent.link, limit=LARGEST_TEXT)).body
        return await self.tools.file(sent.file_ref, limit=None if sent.sound else LARGEST_TEXT)

    async def _read(self, body: bytes, sent: SentEpisode, episode: Episode) -> Material:
        """Read a file that was sent: an Inkwell folder, or a transcript."""
        material = await self.opener.file(body, sent.media_type, sent.name)
        if material.origin is ContextOrigin.INKWELL:
            allowed = self.settings.inkwell_dir
            folder = "" if allowed is None else self.tools.folder(sent.file_ref, allowed)
            return material.model_copy(update={"folder": folder})
        return Material(episode=episode, origin=ContextOrigin.TRANSCRIPT, transcript=_words_of(material))

    # --- episodes -----------------------------------------------------------------------------------------------------

    async def _read_transcript(self, episode: Episode) -> Transcript | None:
        """Return the first of its transcripts that can be read, in the interview's language if there is one."""
        spoken = self.session.language[:2].lower()
        for link in sorted(episode.transcripts, key=lambda link: not link.language.lower().startswith(spoken)):
            try:
                fetched = await self.tools.web.get(link.url, limit=LARGEST_TEXT)
                kind = link.media_type or fetched.content_type
                return _words_of(await self.opener.file(fetched.body, kind, fetched.name))
            except SourceError as error:
                log.info("transcript-not-read", error=error.code)
        return None

    async def _listened(self, episode: Episode) -> Transcript:
        def progress(done: int, whole: int | None) -> None:
            if whole:
                self._show("intake-fetching", percent=min(100, done * 100 // whole))

        with tempfile.TemporaryDirectory(prefix="raconteur-") as folder:
            path = Path(folder) / "episode"
            await self.tools.web.download(episode.audio, path, limit=LARGEST_SOUND, progress=progress)
            return await self._heard(path, spoken=episode.language)

    async def _heard(self, audio: Path, *, spoken: str = "") -> Transcript:
        if not self.tools.hears:
            raise Unreadable("Nothing here turns recordings into words.")

        def progress(hearing: HearingProgress) -> None:
            self._show("intake-hearing", percent=round(hearing.done * 100))

        language = (spoken or self.session.language)[:2].lower()
        try:
            heard = await self.tools.hear(
                audio, language=language, max_seconds=self.settings.max_seconds, progress=progress
            )
        except HearingError as error:
            raise Unreadable(f"The recording could not be heard: {error.code}.") from error
        return _transcript_of(heard.text, heard.language)


def _transcript_of(text: str, language: str) -> Transcript:
    return _with_words(Transcript(passages=(SourcePassage(text=text),), language=language))


def _words_of(material: Material) -> Transcript:
    if material.origin is not ContextOrigin.TRANSCRIPT or material.transcript is None:
        raise Unreadable("It is no transcript.")
    return _with_words(material.transcript)


def _with_words(transcript: Transcript) -> Transcript:
    if len(transcript.text) < _ENOUGH:
        raise Empty("There is hardly a word in it.")
    return transcript
