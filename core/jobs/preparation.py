"""Preparation: what an interview is about is found and read in the background, and its session is told when it is done.

Two chores: `find` looks up what is behind a link, `prepare` reads the episode and makes of it what the interview needs
to know. Each leaves an `Outcome` among the session's findings and an item in the mailbox of its person, in one
transaction. Nothing here speaks; what was found is said by `core.conversation.phases.intake`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Final
from weakref import WeakValueDictionary

import structlog

from core.contracts.errors import ModelError, StorageError
from core.contracts.messages import Incoming, Ready, Sender
from core.contracts.ports import Answer, LanguageModel, Listening, Platform, Prompt, Transcriber
from core.contracts.session import Person, Session
from core.conversation.phases.intake_steps import FIND, PREPARE
from core.conversation.runtime import Runtime
from core.interviews.podcast.intake import OUTCOME, PAGE, Intake, Outcome, intake_of, outcome_in
from core.interviews.podcast.interview import Podcast
from core.interviews.podcast.sources.links import EpisodeFound, FeedFound, FileFound, find
from core.interviews.podcast.sources.material import Episode, Material, Origin, Prepared, Source
from core.interviews.podcast.sources.opener import Opener, OpenFeed
from core.interviews.podcast.sources.services import Services
from core.jobs.gathering import Gathering, Reader, named
from core.jobs.scheduler import plainly
from core.readers.client import Client
from core.readers.port import Readers
from core.readers.source_errors import Empty, SourceError
from core.store import chores
from core.store.arrivals import accept
from core.store.chores import Chore
from core.store.codec import seconds
from core.store.desk_reads import session_by_id, session_with_person
from core.store.finding_rows import finding, put_finding
from core.store.store import Connection, Room, Wake
from core.words import LANGUAGES, known, say

log = structlog.get_logger()
FEEDS: Final = 32 << 20
"""Bytes of feeds that are kept for a while, so that looking for an episode does not read them again and again."""
LOOK: Final = 5.0
"""Seconds between two looks at whether somebody still waits for what is being prepared."""
LONGEST_NOTES: Final = 12_000
LONGEST_LISTED: Final = 3_000
"""Characters of an episode's notes that are kept: of the one that was found, and of one among others."""


class Preparation:
    """Does the chores of intakes. Several at a time, for different sessions."""

    def __init__(
        self,
        runtime: Runtime,
        model: LanguageModel,
        platforms: Mapping[str, Platform],
        client: Client,
        readers: Readers,
        transcriber: Transcriber | None,
        services: Services | None = None,
    ) -> None:
        """`services`: where Apple, Spotify and YouTube are asked; None: at their own addresses."""
        self._runtime = runtime
        self._model = model
        self._platforms = platforms
        self._client = client
        self._services = services
        self._readers = readers
        self._gathering = Gathering(runtime, platforms, client, readers, transcriber)
        self._feeds: dict[str, tuple[OpenFeed, tuple[str, ...]]] = {}
        self._rooms: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def run(self, chore: Chore) -> None:
        """Do one of the two chores; whatever goes wrong with a source is an outcome too."""

        def unit(c: Connection) -> tuple[tuple[Session, Person] | None, Outcome | None]:
            return session_with_person(c, chore.session_id), outcome_in(finding(c, chore.session_id, OUTCOME))

        found, before = await self._runtime.store.read(unit)
        intake = intake_of(found[0]) if found is not None else None
        if found is None or intake is None:
            await self._runtime.store.write(lambda c: chores.finish(c, chore))
            return
        if before is not None and before.request == intake.request and before.source is not None:
            outcome: Outcome | None = before  # it is ready, and only has to be told once more
        else:
            outcome = await self._unless_unwanted(found[0].id, intake.request, self._in_turn(chore, *found, intake))
        await self._end(chore, found[0], outcome)

    async def _in_turn(self, chore: Chore, session: Session, person: Person, intake: Intake) -> Outcome:
        """As soon as there is room beside what else is being read for the same person."""
        at_a_time = self._runtime.podcast.at_a_time
        if not at_a_time:
            return await self._tried(chore, session, person, intake)
        # Kept in a name: it lives as long as somebody holds or awaits it.
        room = self._rooms.setdefault(person.id, asyncio.Semaphore(at_a_time))
        if room.locked():
            async with self._line(session) as line:
                line.show(say(_bot_speaks(session, person), "intake-waiting"))
                await room.acquire()
        else:
            await room.acquire()
        try:
            return await self._tried(chore, session, person, intake)
        finally:
            room.release()

    async def _tried(self, chore: Chore, session: Session, person: Person, intake: Intake) -> Outcome:
        try:
            if chore.name == FIND:
                return await self._found(intake, session)
            async with self._line(session) as line:
                return await self._prepared(session, person, intake, line)
        except SourceError as error:
            log.info("source-in-trouble", session=session.id, error=error.code)
            return Outcome(request=intake.request, trouble=error.code, again=error.retryable)
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - the task's boundary: nobody is to wait for what breaks each time
            log.error("preparing-broke", chore=chore.name, session=session.id, error=plainly(error))
            return Outcome(request=intake.request, trouble=SourceError.code)

    async def _unless_unwanted(
        self, session_id: str, request: str, work: Coroutine[Any, Any, Outcome]
    ) -> Outcome | None:
        """The result of the work; None as soon as nobody waits for it any more: hours may go into a recording."""
        task = asyncio.ensure_future(work)
        watch = asyncio.ensure_future(self._unwanted(session_id, request))
        try:
            await asyncio.wait({task, watch}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                watch.result()
                log.info("preparing-unwanted", session=session_id)
                return None
            return task.result()
        finally:
            for each in (task, watch):
                each.cancel()
            await asyncio.gather(task, watch, return_exceptions=True)

    async def _unwanted(self, session_id: str, request: str) -> None:
        """Return when something else is wanted, or nothing."""
        while True:
            await self._runtime.clock.sleep(LOOK)
            intake = intake_of(await self._runtime.store.read(lambda c: session_by_id(c, session_id)))
            if intake is None or intake.request != request:
                return

    async def _end(self, chore: Chore, session: Session, outcome: Outcome | None) -> None:
        now = self._runtime.clock.now()
        event = Incoming(
            event_id=f"ready:{session.id}:{chore.id}.{chore.round}",
            address=session.address,
            sender=Sender(id=""),
            content=Ready(session_id=session.id),
            sent_at=now,
        )

        def unit(c: Connection) -> str:
            chores.finish(c, chore)
            intake = intake_of(session_by_id(c, session.id))
            if outcome is None or intake is None or intake.request != outcome.request:
                return ""  # nobody waits for it any more
            body = _with_earlier(outcome, outcome_in(finding(c, session.id, OUTCOME)))
            put_finding(c, session.id, OUTCOME, body.model_dump_json(), now=seconds(now))
            return accept(c, event, person_id="", language="en", now=seconds(now))

        await self._runtime.store.write(unit, wake=lambda owner: (Wake(Room.DESK, owner),) if owner else ())

    # --- finding ------------------------------------------------------------------------------------------------------

    async def _found(self, intake: Intake, session: Session) -> Outcome:
        if intake.file is not None:
            return Outcome(request=intake.request, file=await self._gathering.looked_into(intake.file, session))
        opener = Opener(readers=self._readers, person=session.person_id)
        # A feed that is looked through has just been read; one that somebody sends anew may have changed.
        known_one = self._feeds.get(intake.link) if intake.search or intake.page else None
        if known_one is None:
            match await find(intake.link, self._client, opener, services=self._services):
                case FeedFound(feed=feed, lacks=lacks):
                    known_one = (feed, lacks)
                    self._remember(intake.link, feed)
                case EpisodeFound(episode=episode, lacks=lacks, origin=origin):
                    short = _short(episode, LONGEST_NOTES)
                    return Outcome(request=intake.request, episode=short, lacks=lacks, origin=origin)
                case FileFound(fetched=fetched):
                    file = named(fetched, intake.link)
                    if file.packed:
                        file = await self._gathering.looked_into(file, session, fetched.body)
                    return Outcome(request=intake.request, file=file)
        assert known_one is not None  # noqa: S101 - both other ways have returned
        return await _page_of(known_one[0], intake, known_one[1], opener)

    def _remember(self, link: str, feed: OpenFeed) -> None:
        self._feeds.pop(link, None)
        self._feeds[link] = (feed, ())
        while sum(len(kept.packed) for kept, _ in self._feeds.values()) > FEEDS:
            self._feeds.pop(next(iter(self._feeds)))

    # --- preparing ----------------------------------------------------------------------------------------------------

    async def _prepared(self, session: Session, person: Person, intake: Intake, line: Listening) -> Outcome:
        language = _bot_speaks(session, person)
        material = await self._gathering.material(intake, Reader(session=session, language=language, line=line))
        if not self._model.offline:
            line.show(say(language, "intake-thinking"))
        interview = self._runtime.interviews.get(session.kind)
        assert isinstance(interview, Podcast)  # noqa: S101 - no other kind has an intake
        told = "\n".join(filter(None, (material.memory, intake.memory)))
        prepared = await self._made_of(interview, material.model_copy(update={"memory": told}), intake, session)
        episode = material.episode
        if material.origin is Origin.MEMORY:
            episode = episode.model_copy(update={"notes": ""})  # they are what the person remembers
        source = Source(
            episode=episode,
            origin=material.origin,
            context=prepared.context,
            memory=material.memory,
            template=intake.template,
            guidelines=intake.guidelines,
            questions=intake.questions,
            opening=prepared.opening,
            folder=material.folder,
        )
        return Outcome(request=intake.request, source=source, language=session.language)

    async def _made_of(self, interview: Podcast, material: Material, intake: Intake, session: Session) -> Prepared:
        if not self._model.offline:
            try:
                return await interview.prepare(
                    material,
                    language=session.language,
                    template=intake.template,
                    guidelines=intake.guidelines,
                    model=_Accounted(self._model, session.id),
                )
            except ModelError as error:
                log.info("prepared-without-model", error=error.code)
        return Prepared(context=await asyncio.to_thread(interview.offline_context, material))

    @asynccontextmanager
    async def _line(self, session: Session) -> AsyncIterator[Listening]:
        """Where the person sees how far it is."""
        platform = self._platforms.get(session.address.platform)
        if platform is None:
            yield _Unseen()
            return
        async with platform.listening(session.address) as line:
            yield line


@dataclass(frozen=True, slots=True)
class _Accounted:
    """A model whose calls are counted to a session."""

    model: LanguageModel
    session_id: str

    @property
    def offline(self) -> bool:
        return self.model.offline

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        return await self.model.ask(replace(prompt, session_id=self.session_id), schema)


class _Unseen:
    """A line that nobody sees."""

    def show(self, text: str) -> None:
        """Nothing to do."""


def _bot_speaks(session: Session, person: Person) -> str:
    """The language of the bot's own words."""
    return session.language if session.language in LANGUAGES else known(person.language)


async def _page_of(feed: OpenFeed, intake: Intake, lacks: tuple[str, ...], opener: Opener) -> Outcome:
    """The episodes to choose from: the newest, or those that were looked for."""
    shown, more = await opener.listed(
        feed, search=intake.search, page=intake.page, size=PAGE, longest_notes=LONGEST_LISTED
    )
    if not shown and not intake.search:
        raise Empty("There is no episode in the feed.")
    return Outcome(request=intake.request, show=feed.title, episodes=shown, more=more, lacks=lacks)


def _with_earlier(outcome: Outcome, before: Outcome | None) -> Outcome:
    """With the episodes that were shown before, so that whoever scrolls back can still press their buttons."""
    if before is None:
        return outcome
    keys = {episode.key for episode in outcome.episodes}
    return outcome.model_copy(update={"earlier": tuple(each for each in before.listed if each.key not in keys)})


def _short(episode: Episode, limit: int) -> Episode:
    """Without more of its notes than an interview can use: it is kept with the session until that begins."""
    return episode.model_copy(update={"notes": episode.notes[:limit]})


__all__ = ["FIND", "PREPARE", "Preparation"]
