"""How readers read what people send to talk about an episode; every parser comes with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import BaseModel, JsonValue

from core.interviews.podcast.formats import inkwell
from core.interviews.podcast.formats.catalogues import read_card, read_catalogue
from core.interviews.podcast.formats.feeds import read_feed, search
from core.interviews.podcast.formats.matching import by_slug, matching
from core.interviews.podcast.formats.pages import read_page
from core.interviews.podcast.formats.transcripts import read_transcript
from core.interviews.podcast.sources import opener
from core.interviews.podcast.sources.material import Episode, Feed, Material, Origin
from core.readers import archives
from core.readers.reading import Reading

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
    read_transcript("Анна: Здравствуйте".encode("koi8-r"), "", "")
    read_transcript(b"---\ntitle: T\ndate: 2026-03-02\n---\nAnna: Hello there\n", "", "t.md")


def _file(body: bytes, asked: _Asked) -> _Found:
    """By how it begins, whatever it calls itself."""
    wanted = opener.FileAsked.model_validate(asked)
    if body.startswith(_ZIP):
        return inkwell.read_folder(archives.unpack(body)), b""
    transcript = read_transcript(body, wanted.media_type, wanted.name)
    return Material(episode=Episode(title=""), origin=Origin.TRANSCRIPT, transcript=transcript), b""


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
    episodes = search(feed, wanted.search) if wanted.search else feed.episodes
    start = min(wanted.page, max(0, len(episodes) - 1) // wanted.size) * wanted.size
    shown = episodes[start : start + wanted.size]
    short = (each.model_copy(update={"notes": each.notes[: wanted.longest_notes]}) for each in shown)
    return opener.FeedListed(episodes=tuple(short), more=start + wanted.size < len(episodes)), b""


def _matched(body: bytes, asked: _Asked) -> _Found:
    wanted, feed = opener.MatchAsked.model_validate(asked), Feed.model_validate_json(body)
    if wanted.slug:
        episode = by_slug(feed, wanted.slug)
    else:
        episode = matching(feed, guid=wanted.guid, audio=wanted.audio, link=wanted.link, title=wanted.title)
    return opener.FeedMatched(episode=episode), b""


def _catalogue(body: bytes, asked: _Asked) -> _Found:
    return read_catalogue(body, opener.CatalogueAsked.model_validate(asked).episode), b""


def _card(body: bytes, _asked: _Asked) -> _Found:
    return read_card(body), b""


READINGS: Final[dict[str, Reading]] = {
    opener.FILE: _file,
    opener.FEED: _feed,
    opener.LIST: _listed,
    opener.MATCH: _matched,
    opener.PAGE: _page,
    opener.CATALOGUE: _catalogue,
    opener.CARD: _card,
}
