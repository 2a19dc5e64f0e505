"""What is found out about an episode in the background, before an interview about it begins.

`find` looks up what is behind a link, `prepare` reads the episode. Each leaves an `Outcome`, whatever goes wrong with
a source; what was found is said by the intake.
"""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Sees
from core.contracts.errors import ModelError
from core.contracts.ports import LanguageModel
from core.contracts.session import Session
from core.contracts.tools import Tool, Tools
from core.interviews.podcast.episode_intake import OUTCOME, PAGE, Intake, Outcome, Sent, intake_of, outcome_in
from core.interviews.podcast.gathering import Gathering
from core.interviews.podcast.preparing import Preparation, offline_context
from core.interviews.podcast.settings import PodcastSettings
from core.interviews.podcast.sources.links import EpisodeFound, FeedFound, FileFound, find
from core.interviews.podcast.sources.material import Material, Origin, Prepared, Source
from core.interviews.podcast.sources.opener import Opener, OpenFeed
from core.readers.source_errors import Empty, SourceError
from core.words import LANGUAGES, known, say

log = structlog.get_logger()
FIND: Final = "find"
PREPARE: Final = "prepare"
FEEDS: Final = 32 << 20
"""Bytes of feeds that are kept for a while, so that looking for an episode does not read them again and again."""
LONGEST_NOTES: Final = 12_000
LONGEST_LISTED: Final = 3_000
"""Characters of an episode's notes that are kept: of the one that was found, and of one among others."""


def request_of(session: Session) -> str:
    """What the intake of a session waits for."""
    intake = intake_of(session)
    return "" if intake is None else intake.request


def chore_kinds(settings: PodcastSettings) -> dict[str, ChoreKind]:
    """Both chores. Several are done at a time, for different sessions."""
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
            outcome = before  # it is ready, and only has to be told once more
        else:
            outcome = _with_earlier(await self._tried(name, situation, situation.tools, intake, model), before)
        return ChoreResult(findings=((OUTCOME, outcome.model_dump_json()),))

    async def _tried(
        self, name: str, situation: ChoreSituation, tools: Tools, intake: Intake, model: LanguageModel
    ) -> Outcome:
        try:
            if name == FIND:
                return await self._found(intake, situation.session, tools)
            return await self._prepared(situation, tools, intake, model)
        except SourceError as error:
            log.info("source-in-trouble", session=situation.session.id, error=error.code)
            return Outcome(request=intake.request, trouble=error.code, again=error.retryable)
        except Exception as error:  # noqa: BLE001 - nobody is to wait for what breaks each time
            log.error("preparing-broke", chore=name, session=situation.session.id, error=type(error).__name__)
            return Outcome(request=intake.request, trouble=SourceError.code)

    # --- finding ------------------------------------------------------------------------------------------------------

    async def _found(self, intake: Intake, session: Session, tools: Tools) -> Outcome:
        opener = Opener(readers=tools.readers, person=session.person_id)
        gathering = Gathering(self._settings, tools, session)
        if intake.file is not None:
            return Outcome(request=intake.request, file=await gathering.looked_into(intake.file))
        # A feed that is looked through has just been read; one that somebody sends anew may have changed.
        kept = self._feeds.get(intake.link) if intake.search or intake.page else None
        if kept is not None:
            return await _page_of(kept, intake, (), opener)
        match await find(intake.link, tools.web, opener):
            case FeedFound(feed=feed, lacks=lacks):
                self._remember(intake.link, feed)
                return await _page_of(feed, intake, lacks, opener)
            case EpisodeFound(episode=episode, lacks=lacks, origin=origin):
                # It is kept with the session until that begins: no more of its notes than an interview can use.
                short = episode.model_copy(update={"notes": episode.notes[:LONGEST_NOTES]})
                return Outcome(request=intake.request, episode=short, lacks=lacks, origin=origin)
            case FileFound(fetched=fetched):
                # What it is will be seen when it is read; here it only needs a name.
                size = len(fetched.body)
                file = Sent(link=intake.link, name=fetched.name, media_type=fetched.media_type, size=size)
                if file.packed:
                    file = await gathering.looked_into(file, fetched.body)
                return Outcome(request=intake.request, file=file)

    def _remember(self, link: str, feed: OpenFeed) -> None:
        self._feeds.pop(link, None)
        self._feeds[link] = feed
        while sum(len(kept.packed) for kept in self._feeds.values()) > FEEDS:
            self._feeds.pop(next(iter(self._feeds)))

    # --- preparing ----------------------------------------------------------------------------------------------------

    async def _prepared(self, situation: ChoreSituation, tools: Tools, intake: Intake, model: LanguageModel) -> Outcome:
        session = situation.session
        language = session.language if session.language in LANGUAGES else known(situation.person.language)
        material = await Gathering(self._settings, tools, session, language).material(intake)
        if not model.offline:
            tools.show(say(language, "intake-thinking"))
        prepared = await self._made_of(material.model_copy(update={"memory": intake.memory}), intake, session, model)
        episode = material.episode
        if material.origin is Origin.MEMORY:
            episode = episode.model_copy(update={"notes": ""})  # they are what the person remembers
        source = Source(
            episode=episode,
            origin=material.origin,
            context=prepared.context,
            template=intake.template,
            guidelines=intake.guidelines,
            questions=intake.questions,
            opening=prepared.opening,
            folder=material.folder,
        )
        return Outcome(request=intake.request, source=source, language=session.language)

    async def _made_of(self, material: Material, intake: Intake, session: Session, model: LanguageModel) -> Prepared:
        if not model.offline:
            try:
                return await self._preparation.prepare(
                    material,
                    language=session.language,
                    template=intake.template,
                    guidelines=intake.guidelines,
                    model=model,
                )
            except ModelError as error:
                log.info("prepared-without-model", error=error.code)
        return Prepared(context=await asyncio.to_thread(offline_context, material))


async def _page_of(feed: OpenFeed, intake: Intake, lacks: tuple[str, ...], opener: Opener) -> Outcome:
    """The episodes to choose from: the newest, or those that were looked for."""
    found = await opener.listed(feed, search=intake.search, page=intake.page, size=PAGE, longest_notes=LONGEST_LISTED)
    if not found.episodes and not intake.search:
        raise Empty("There is no episode in the feed.")
    return Outcome(request=intake.request, show=feed.title, episodes=found.episodes, more=found.more, lacks=lacks)


def _with_earlier(outcome: Outcome, before: Outcome | None) -> Outcome:
    """With the episodes that were shown before, so that whoever scrolls back can still press their buttons."""
    if before is None:
        return outcome
    keys = {episode.key for episode in outcome.episodes}
    return outcome.model_copy(update={"earlier": tuple(each for each in before.listed if each.key not in keys)})
