"""Links to services that give away something of what they have: Apple's catalogue, and the cards of two others.

Apple's look-up names a podcast's feed and at most 200 of its episodes. Spotify's card has a title and not even the
show's name; YouTube's has title and channel. Neither lets anybody read show notes, transcript or recording.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qs, urlencode, urlsplit

from core.contracts.tools import Fetcher
from core.interviews.podcast.sources.material import Episode
from core.interviews.podcast.sources.opener import CatalogueRead, Opener
from core.readers.source_errors import Unreadable

_JSON_LIMIT = 8 << 20
_CARD_LIMIT = 1 << 20
_YOUTUBE_HOSTS = ("youtube.com", "m.youtube.com", "music.youtube.com", "youtube-nocookie.com")
_YOUTUBE_ID = r"[\w-]{6,20}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PodcastServices:
    """The addresses of the services."""

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
    """The title, and of a film its channel. Raises a SourceError; FetchRefused for what is not public."""
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
