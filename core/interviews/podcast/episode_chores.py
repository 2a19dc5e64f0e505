"""Look up what is behind a link, and read an episode, in the background of an intake, which shows the outcome."""

from __future__ import annotations

import asyncio
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlencode, urlsplit

import structlog

from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Sees
from core.contracts.errors import HearingError, ModelError
from core.contracts.ports import HearingProgress, LanguageModel
from core.contracts.session import Session
from core.contracts.tools import ChoreAccess, Fetched, Fetcher, Tool
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
from core.interviews.podcast.sources.material import (
    ContextOrigin,
    Episode,
    Material,
    SourcePassage,
    Transcript,
    WebPage,
)
from core.interviews.podcast.sources.opener import CatalogueRead, Opener, OpenFeed
from core.languages import FALLBACK, LANGUAGES
from core.languages.messages import match_locale, say
from core.readers.kinds import FEED_LIMIT, PAGE_LIMIT, is_feed, kind_of_media, title_of_file
from core.readers.source_errors import Empty, Heavy, SourceError, Unreadable, slow_error
from core.timing.clock import TimeLimit

log = structlog.get_logger()
LACKS = (
    "apple-episode",  # which of the feed's episodes the link means
    "audio",  # a recording: the page names none
    "feed",  # the show's feed: it is not public, or could not be read now
    "show-notes",  # anything but the recording
    "spotify-audio",  # recording, show notes and transcript: Spotify gives none of them away, only the title
    "spotify-episode",  # which episode it is: the link is a show's, and Spotify does not list its episodes
    "youtube-audio",  # the film's sound
    "youtube-transcript",  # what is said in it, and what is written below it
)
"""Codes of things that are missing; messages of the same names tell a person."""
FIND_SECONDS = 150.0
_MOST_FEEDS = 3
_SUBSCRIBING = re.compile(r"^(?:feed|pcast|itpc|podcast|podto|rss)(?::(?=https?:)|://)", re.IGNORECASE)
_LACKS_OF_CARDS = {
    "episode": ("spotify-audio",),
    "show": ("spotify-episode",),
    "film": ("youtube-audio", "youtube-transcript"),
}
_SOUND = re.compile(rb"ID3[\x02-\x04]|OggS|fLaC|\xff[\xf1-\xf3\xf9\xfb]|\x1aE\xdf\xa3|.{4}ftyp|RIFF.{4}WAVE", re.DOTALL)
_MARKUP = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|\?xml|rss|feed)\b", re.IGNORECASE)
_FILE_TYPES = (
    *("text/", "application/json", "application/zip", "application/x-zip-compressed"),
    *("application/x-subrip", "application/srt", "application/octet-stream"),
)
_FILE_ENDINGS = (".srt", ".vtt", ".json", ".txt", ".md", ".markdown", ".zip")
_JSON_LIMIT = 8 << 20
_CARD_LIMIT = 1 << 20
_YOUTUBE_HOSTS = ("youtube.com", "m.youtube.com", "music.youtube.com", "youtube-nocookie.com")
_YOUTUBE_ID = r"[\w-]{6,20}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedFound:
    """A podcast; which episode is meant is for the person to say."""

    feed: OpenFeed
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeFound:
    """One episode. Its title is empty when only the show is known."""

    episode: Episode
    lacks: tuple[str, ...] = ()
    """Codes from `LACKS`."""
    origin: ContextOrigin = ContextOrigin.SHOW_NOTES
    """The kind of the episode's notes: show notes, a page's text, or nothing but a title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFound:
    """A file to be read as a transcript, as notes, or unpacked; `fetched.body` is whole."""

    fetched: Fetched


Found = FeedFound | EpisodeFound | FileFound


@dataclass(frozen=True, slots=True, kw_only=True)
class PodcastServices:
    apple: str = "https://itunes.apple.com"
    spotify: str = "https://open.spotify.com"
    youtube: str = "https://www.youtube.com"


@dataclass(frozen=True, slots=True, kw_only=True)
class AppleLink:
    show: str
    """The catalogue's number of the podcast."""
    episode: str = ""
    """Its number of the episode; empty for a link to the whole podcast."""
    country: str = ""
    slug: str = ""
    """The readable part of the address: of an episode's link its title, or the show's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLink:
    """A link of which the service shows a card (oEmbed) and nothing else."""

    address: str
    what: str
    """An "episode" or a "show" on Spotify, a "film" on YouTube."""


ServiceLink = AppleLink | CardLink


async def resolve_link(link: str, client: Fetcher, opener: Opener, *, services: PodcastServices | None = None) -> Found:
    """Return what is behind a link, after 150 seconds at the latest. Raises a SourceError and nothing else.

    a feed, or the home of a podcast   FeedFound, to choose from
    an episode's page                  EpisodeFound, as its feed has it where the page names one that has the episode
    Apple Podcasts                     EpisodeFound, as its feed has it where that can be had, or FeedFound
    Spotify, YouTube                   EpisodeFound with hardly more than a title
    a recording                        EpisodeFound with its address
    a transcript, notes, a ZIP         FileFound
    any other page                     EpisodeFound with the page's text as its notes
    """
    finder = _Finder(client, opener, services or PodcastServices())
    bare = _SUBSCRIBING.sub("", link.strip().strip("<>"))
    whole = bare if re.match(r"[a-z][a-z0-9+.-]*:(?!\d)", bare, re.IGNORECASE) else f"https://{bare}"
    return await TimeLimit(client.clock, FIND_SECONDS, late=slow_error).bound(finder.find(whole))


class _Finder:
    def __init__(self, client: Fetcher, opener: Opener, services: PodcastServices) -> None:
        self._client = client
        self._opener = opener
        self._services = services

    async def find(self, link: str) -> Found:
        if (known := recognise_service_link(link)) is not None:
            return await self._of_service(known)
        fetched = await self._client.get(link, limit=FEED_LIMIT, enough=_is_recording)
        if (known := recognise_service_link(fetched.url)) is not None:  # a short link
            return await self._of_service(known)
        if _is_recording(fetched):
            episode = Episode(title=title_of_file(fetched.name), audio=fetched.url)
            return EpisodeFound(episode=episode, lacks=("show-notes",), origin=ContextOrigin.TITLE)
        if not fetched.body.strip():
            raise Empty("There is nothing at this address.")
        if is_feed(fetched.body):
            return FeedFound(feed=await self._opener.feed(fetched.body, fetched.url, fetched.charset))
        maybe = fetched.media_type in ("", "text/plain", "application/octet-stream") and _is_markup(fetched.body)
        if maybe or fetched.media_type in ("text/html", "application/xhtml+xml"):
            if len(fetched.body) > PAGE_LIMIT:
                raise Heavy("This page is too large to be read.")
            return await self._of_page(await self._opener.page(fetched.body, fetched.url, fetched.charset))
        if fetched.media_type.startswith(_FILE_TYPES) or fetched.name.lower().endswith(_FILE_ENDINGS):
            return FileFound(fetched=fetched)
        raise Unreadable(f"Files of the kind {fetched.media_type or 'unknown'} are not read.")

    async def _of_service(self, link: ServiceLink) -> Found:
        if isinstance(link, CardLink):
            card = await fetch_card(link, self._client, self._opener, self._services)
            return EpisodeFound(episode=card, lacks=_LACKS_OF_CARDS[link.what], origin=ContextOrigin.TITLE)
        listed = await look_up_catalogue(link, self._client, self._opener, self._services)
        address, episode = listed.feed, listed.episode
        feed = await self._feed(address) if address and episode is not None else None
        if episode is not None and feed is None:
            origin = ContextOrigin.SHOW_NOTES if episode.notes else ContextOrigin.TITLE
            return EpisodeFound(episode=episode, lacks=("feed",), origin=origin)
        if not address:
            raise Empty("Apple's catalogue names no feed of this podcast.")
        feed = feed or await self._read_feed(address)
        if episode is not None:
            known = await self._opener.matching(feed, guid=episode.guid, audio=episode.audio, title=episode.title)
            return EpisodeFound(episode=known or episode)
        if not link.episode:
            return FeedFound(feed=feed)
        known = await self._opener.matching(feed, slug=link.slug) if link.slug else None
        return EpisodeFound(episode=known) if known else FeedFound(feed=feed, lacks=("apple-episode",))

    async def _of_page(self, page: WebPage) -> Found:
        guess = page.episode
        feeds = [feed for address in page.feeds[:_MOST_FEEDS] if (feed := await self._feed(address)) is not None]
        for feed in feeds:
            if known := await self._opener.matching(feed, audio=guess.audio, link=page.url, title=guess.title):
                return EpisodeFound(episode=known)
        podcasts = [feed for feed in feeds if feed.audible]
        if podcasts and not page.single:
            return FeedFound(feed=podcasts[0])
        if not (guess.title or guess.audio or page.text):
            raise Empty("There is nothing to read on this page.")
        notes = max(page.text, guess.notes, key=len)
        return EpisodeFound(
            episode=guess.model_copy(update={"notes": notes, "title": guess.title or title_of_file(guess.audio)}),
            lacks=() if guess.audio else ("audio",),
            origin=ContextOrigin.PAGE if notes else ContextOrigin.TITLE,
        )

    async def _feed(self, address: str) -> OpenFeed | None:
        """Read a feed that would be welcome; None when it cannot be read."""
        try:
            return await self._read_feed(address)
        except SourceError as error:
            log.info("feed-left-out", code=error.code)
            return None

    async def _read_feed(self, address: str) -> OpenFeed:
        fetched = await self._client.get(address, limit=FEED_LIMIT)
        return await self._opener.feed(fetched.body, fetched.url, fetched.charset)


def _is_recording(fetched: Fetched) -> bool:
    """Judge by its type, its name, or how it begins; a page that is called like a recording is none."""
    named_so = bool(kind_of_media(fetched.media_type, fetched.name)) and not _is_markup(fetched.body)
    return named_so or _SOUND.match(fetched.body) is not None


def _is_markup(body: bytes) -> bool:
    return _MARKUP.match(body) is not None


# --- services that give away something of what they have: Apple's catalogue, and the cards of two others -----------


def recognise_service_link(link: str) -> ServiceLink | None:
    """Return what a link means to its service; None for every other address."""
    try:
        parts = urlsplit(link)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return None
    if host in ("podcasts.apple.com", "embed.podcasts.apple.com", "itunes.apple.com"):
        number = re.search(r"/id(\d{3,15})", parts.path)
        if number is None:
            return None
        country = re.match(r"/([a-z]{2})/", parts.path)
        slug = re.search(r"/podcast/([^/]+)/id", parts.path)
        episode = parse_qs(parts.query).get("i", [""])[0]
        return AppleLink(
            show=number[1],
            episode=episode if re.fullmatch(r"\d{3,20}", episode) else "",
            country=country[1] if country else "",
            slug=slug[1] if slug else "",
        )
    if host == "open.spotify.com":
        found = re.search(r"/(?:embed/)?(episode|show)/([A-Za-z0-9]{10,40})", parts.path)
        if found:
            return CardLink(address=f"https://open.spotify.com/{found[1]}/{found[2]}", what=found[1])
    if host in _YOUTUBE_HOSTS or host == "youtu.be":
        folder = "" if host == "youtu.be" else "(?:live|shorts|embed|v)/"
        found = re.match(rf"/{folder}({_YOUTUBE_ID})", parts.path)
        video = found[1] if found else parse_qs(parts.query).get("v", [""])[0]
        if re.fullmatch(_YOUTUBE_ID, video):
            return CardLink(address=f"https://www.youtube.com/watch?v={video}", what="film")
    return None


async def look_up_catalogue(
    link: AppleLink, client: Fetcher, opener: Opener, services: PodcastServices
) -> CatalogueRead:
    """Return what the catalogue says. Raises a SourceError; Absent for a podcast that it does not have."""
    asked = {"id": link.show, "media": "podcast", "entity": "podcastEpisode", "limit": "200"}
    asked |= {"country": link.country} if link.country else {}
    body = await _json(client, f"{services.apple}/lookup?{urlencode(asked)}", _JSON_LIMIT)
    return await opener.catalogue(body, link.episode)


async def fetch_card(link: CardLink, client: Fetcher, opener: Opener, services: PodcastServices) -> Episode:
    """Return the title, and of a film its channel. Raises a SourceError; FetchRefused for what is not public."""
    is_film = link.what == "film"
    asked = {"url": link.address} | ({"format": "json"} if is_film else {})
    service = services.youtube if is_film else services.spotify
    card = await opener.card(await _json(client, f"{service}/oembed?{urlencode(asked)}", _CARD_LIMIT))
    if not card.title:
        raise Unreadable("The card has no title.")
    if link.what == "show":
        return Episode(title="", show=card.title, link=link.address)
    return Episode(title=card.title, show=card.author if is_film else "", link=link.address)


async def _json(client: Fetcher, url: str, limit: int) -> bytes:
    return (await client.get(url, limit=limit, accept="application/json")).body


FIND: Final = "find"
PREPARE: Final = "prepare"
FEEDS: Final = 32 << 20
"""Bytes of feeds that are kept for a while, so that looking for an episode does not read them again and again."""
LONGEST_NOTES: Final = 12_000
LONGEST_LISTED: Final = 3_000
"""Characters of an episode's notes that are kept: of the one that was found, and of one among others."""
LARGEST_TEXT: Final = 8 << 20  # bytes of a transcript, a page or an Inkwell ZIP
LARGEST_SOUND: Final = 400 << 20
SHORTEST_NOTES: Final = 200  # characters of show notes from which on they tell something
_ENOUGH = 40  # characters of a transcript; with fewer there is nothing in it


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
        if (intake.search or intake.page) and (kept := self._feeds.get(intake.link)) is not None:
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
    """The reading and hearing of an episode for one session.

    An episode's transcript is tried first, then its recording, then what is written about it.
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
            if (transcript := await self._read_transcript(episode)) is not None:
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

    async def _body_of(self, sent: SentEpisode) -> bytes:
        if sent.link:
            return (await self.tools.web.get(sent.link, limit=LARGEST_TEXT)).body
        return await self.tools.file(sent.file_ref, limit=None if sent.sound else LARGEST_TEXT)

    async def _read(self, body: bytes, sent: SentEpisode, episode: Episode) -> Material:
        material = await self.opener.file(body, sent.media_type, sent.name)
        if material.origin is ContextOrigin.INKWELL:
            allowed = self.settings.inkwell_dir
            folder = "" if allowed is None else self.tools.folder(sent.file_ref, allowed)
            return material.model_copy(update={"folder": folder})
        return Material(episode=episode, origin=ContextOrigin.TRANSCRIPT, transcript=_words_of(material))

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
        longest = self.settings.max_seconds
        try:
            heard = await self.tools.hear(audio, language=language, max_seconds=longest, progress=progress)
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
