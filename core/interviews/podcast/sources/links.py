"""Find what is behind a link that a person sends, with an honest word about what is missing.

a feed                        FeedFound, to choose from
an episode's page             EpisodeFound, as its feed has it where the page names one and the episode is in it
the home of a podcast         FeedFound
Apple Podcasts                EpisodeFound, as its feed has it where that can be had, or FeedFound
Spotify, YouTube              EpisodeFound with hardly more than a title
a recording                   EpisodeFound with its address
a transcript, notes, a ZIP    FileFound
any other page                EpisodeFound with the page's text as its notes

Apple's look-up names a podcast's feed and at most 200 of its episodes. Spotify's card has a title and not even the
show's name; YouTube's has title and channel. Neither lets anybody read show notes, transcript or recording.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qs, urlencode, urlsplit

import structlog

from core.contracts.tools import Fetched, Fetcher
from core.interviews.podcast.sources.material import ContextOrigin, Episode, WebPage
from core.interviews.podcast.sources.opener import CatalogueRead, Opener, OpenFeed
from core.readers.kinds import FEED_LIMIT, PAGE_LIMIT, is_feed, kind_of_media, title_of_file
from core.readers.source_errors import Empty, Heavy, SourceError, Unreadable, slow_error
from core.timing.clock import TimeLimit

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

_log = structlog.get_logger()


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
    what: Literal["episode", "show", "film"]
    """The first two on Spotify, the last on YouTube."""


ServiceLink = AppleLink | CardLink


async def resolve_link(link: str, client: Fetcher, opener: Opener, *, services: PodcastServices | None = None) -> Found:
    """Return what is behind a link, after 150 seconds at the latest. Raises a SourceError and nothing else."""
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
        known = recognise_service_link(link)
        if known is not None:
            return await self._of_service(known)
        fetched = await self._client.get(link, limit=FEED_LIMIT, enough=_is_recording)
        known = recognise_service_link(fetched.url)
        if known is not None:  # a short link
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
            known = await self._opener.matching(feed, audio=guess.audio, link=page.url, title=guess.title)
            if known is not None:
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
            _log.info("feed-left-out", code=error.code)
            return None

    async def _read_feed(self, address: str) -> OpenFeed:
        fetched = await self._client.get(address, limit=FEED_LIMIT)
        return await self._opener.feed(fetched.body, fetched.url, fetched.charset)


def _is_recording(fetched: Fetched) -> bool:
    """Judge by its type, its name, or how it begins; a page that is called like a recording is none."""
    if _SOUND.match(fetched.body):
        return True
    return bool(kind_of_media(fetched.media_type, fetched.name)) and not _is_markup(fetched.body)


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
            what: Literal["episode", "show"] = "episode" if found[1] == "episode" else "show"
            return CardLink(address=f"https://open.spotify.com/{found[1]}/{found[2]}", what=what)
    if host in _YOUTUBE_HOSTS or host == "youtu.be":
        found = re.match(rf"/(?:live|shorts|embed|v)/({_YOUTUBE_ID})", parts.path)
        if host == "youtu.be":
            found = re.match(rf"/({_YOUTUBE_ID})", parts.path)
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
