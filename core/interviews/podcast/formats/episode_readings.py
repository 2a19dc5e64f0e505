"""Read what people send to talk about an episode. Every parser comes with this module."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, JsonValue

from core.interviews.podcast.formats import inkwell
from core.interviews.podcast.formats.feed_dates import parse_date
from core.interviews.podcast.formats.feeds import match_episode, match_episode_slug, read_feed, search_episodes
from core.interviews.podcast.formats.pages import read_page
from core.interviews.podcast.formats.transcripts import read_transcript
from core.interviews.podcast.sources import opener
from core.interviews.podcast.sources.material import ContextOrigin, Episode, Feed, Material
from core.readers import archives
from core.readers.html_text import html_to_line, html_to_text
from core.readers.reading import Reading
from core.readers.source_errors import Absent, Unreadable

_ZIP = b"PK\x03\x04"
_Asked = Mapping[str, JsonValue]
_Found = tuple[BaseModel, bytes]


def prepare() -> None:
    """Read a little of everything: what is loaded late is loaded now."""
    page = f"<html><body><article><h1>T</h1>{'<p>A paragraph that is long enough, and a second one.</p>' * 9}</article>"
    read_page(page.encode(), "https://example.org/")
    feed = "<rss version='2.0'><channel><item><title>T</title><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item>"
    read_feed(f"{feed}</channel></rss>".encode(), "https://example.org/feed")
    read_transcript(page.encode(), "text/html", "")
    for text in ("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n", "1\n00:00:01,000 --> 00:00:02,000\nHello\n"):
        read_transcript(text.encode(), "", "")
    read_transcript(b"Ren\xe9: D\xe9j\xe0 vu", "", "")  # in an alphabet that has to be guessed
    read_transcript(b"---\ntitle: T\ndate: 2026-03-02\n---\nAnna: Hello there\n", "", "t.md")


def _file(body: bytes, asked: _Asked) -> _Found:
    """Read a file by how it begins, whatever it calls itself."""
    wanted = opener.FileAsked.model_validate(asked)
    if body.startswith(_ZIP):
        return inkwell.read_inkwell_folder(archives.unpack(body)), b""
    transcript = read_transcript(body, wanted.media_type, wanted.name)
    return Material(episode=Episode(title=""), origin=ContextOrigin.TRANSCRIPT, transcript=transcript), b""


def _feed(body: bytes, asked: _Asked) -> _Found:
    wanted = opener.AddressAsked.model_validate(asked)
    feed = read_feed(body, wanted.url, wanted.charset)
    audible = any(episode.audio for episode in feed.episodes)
    return opener.FeedRead(title=feed.title, audible=audible), feed.model_dump_json().encode()


def _page(body: bytes, asked: _Asked) -> _Found:
    wanted = opener.AddressAsked.model_validate(asked)
    return read_page(body, wanted.url, wanted.charset), b""


def _listed(body: bytes, asked: _Asked) -> _Found:
    wanted, feed = opener.ListAsked.model_validate(asked), Feed.model_validate_json(body)
    episodes = search_episodes(feed, wanted.search) if wanted.search else feed.episodes
    start = min(wanted.page, max(0, len(episodes) - 1) // wanted.size) * wanted.size
    shown = episodes[start : start + wanted.size]
    short = (each.model_copy(update={"notes": each.notes[: wanted.longest_notes]}) for each in shown)
    return opener.FeedListed(episodes=tuple(short), more=start + wanted.size < len(episodes)), b""


def _matched(body: bytes, asked: _Asked) -> _Found:
    wanted, feed = opener.MatchAsked.model_validate(asked), Feed.model_validate_json(body)
    if wanted.slug:
        episode = match_episode_slug(feed, wanted.slug)
    else:
        episode = match_episode(feed, guid=wanted.guid, audio=wanted.audio, link=wanted.link, title=wanted.title)
    return opener.FeedMatched(episode=episode), b""


# --- what services answer: Apple's catalogue, and cards ---------------------------------------------------------------

_LONGEST_MILLISECONDS = 100 * 3_600_000
_LONGEST = 100_000
"""Characters of one value."""


def _catalogue(body: bytes, asked: _Asked) -> _Found:
    """Return the feed, and the episode with this number. Raises Absent for a podcast not listed, and Unreadable."""
    number, found = opener.CatalogueAsked.model_validate(asked).episode, _object(body).get("results")
    results = [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
    if not results:
        raise Absent("Apple's catalogue does not have this podcast.")
    feed = next((address for each in results if (address := _text(each, "feedUrl"))), "")
    said = next((each for each in results if number and str(each.get("trackId")) == number), None)
    if said is None:
        return opener.CatalogueRead(feed=feed, episode=None), b""
    length = said.get("trackTimeMillis")
    episode = Episode(
        title=html_to_line(_text(said, "trackName")),
        show=html_to_line(_text(said, "collectionName")),
        guid=_text(said, "episodeGuid"),
        link=_text(said, "trackViewUrl"),
        feed=feed,
        audio=_text(said, "episodeUrl"),
        seconds=length / 1_000 if isinstance(length, int) and 0 < length < _LONGEST_MILLISECONDS else None,
        published=parse_date(_text(said, "releaseDate")),
        notes=html_to_text(_text(said, "description") or _text(said, "shortDescription")),
    )
    return opener.CatalogueRead(feed=feed, episode=episode), b""


def _card(body: bytes, _asked: _Asked) -> _Found:
    card = _object(body)
    return opener.CardRead(
        title=html_to_line(_text(card, "title")), author=html_to_line(_text(card, "author_name"))
    ), b""


def _object(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Unreadable("The service did not answer in its own form.")
    return answer


def _text(said: dict[str, Any], key: str) -> str:
    value = said.get(key)
    whole = value[:_LONGEST] if isinstance(value, str) else ""
    return whole.encode("utf-8", "ignore").decode()  # halves of characters go


READINGS: Final[dict[str, Reading]] = {
    opener.FILE: _file,
    opener.FEED: _feed,
    opener.LIST: _listed,
    opener.MATCH: _matched,
    opener.PAGE: _page,
    opener.CATALOGUE: _catalogue,
    opener.CARD: _card,
}
