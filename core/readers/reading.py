"""What is done with what strangers send. Imported in the reader processes only, since every parser comes with it.

A further kind of file (PDF, DOCX) is one more way in `_file`.
"""

from __future__ import annotations

import codecs
import encodings.aliases
from contextlib import suppress

from core.interviews.podcast.formats import inkwell
from core.interviews.podcast.formats.catalogues import read_card, read_catalogue
from core.interviews.podcast.formats.feeds import read_feed, search
from core.interviews.podcast.formats.matching import by_slug, matching
from core.interviews.podcast.formats.pages import read_page
from core.interviews.podcast.formats.transcripts import read_transcript
from core.interviews.podcast.sources.material import Episode, Feed, Material, Origin
from core.readers import archives, reading_messages
from core.readers.source_errors import Heavy, SourceError

_ZIP = b"PK\x03\x04"
_LONGEST_REASON = 300


def prepare() -> None:
    """Load everything that is otherwise loaded only when it is needed: later, no file can be opened any more."""
    for name in sorted(set(encodings.aliases.aliases.values())):
        with suppress(LookupError):
            codecs.lookup(name)
    page = f"<html><body><article><h1>T</h1>{'<p>A paragraph that is long enough, and a second one.</p>' * 9}</article>"
    read_page(page.encode(), "https://example.org/")
    feed = "<rss version='2.0'><channel><item><title>T</title><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item>"
    read_feed(f"{feed}</channel></rss>".encode(), "https://example.org/feed")
    read_transcript(page.encode(), "text/html", "")
    for text in ("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n", "1\n00:00:01,000 --> 00:00:02,000\nHello\n"):
        read_transcript(text.encode(), "", "")
    read_transcript(b"---\ntitle: T\ndate: 2026-03-02\n---\nAnna: Hello there\n", "", "t.md")


def answer(request: reading_messages.Request, body: bytes) -> tuple[reading_messages.Reply, bytes]:
    """Read something; what is said of it, and what is kept of it for a later request. Whatever else it raises is a bug.

    A reply that would be too long is a refusal.
    """
    try:
        reply, more = _answer(request, body)
        if len(more) > reading_messages.LONGEST_BODY or len(reply.model_dump_json()) > reading_messages.LONGEST_REPLY:
            raise Heavy("There is more in it than anybody needs.")
    except SourceError as error:
        return reading_messages.ReadingRefused(code=error.code, reason=str(error)[:_LONGEST_REASON]), b""
    return reply, more


def _answer(request: reading_messages.Request, body: bytes) -> tuple[reading_messages.Reply, bytes]:
    match request:
        case reading_messages.Begin():
            return reading_messages.Begun(), b""
        case reading_messages.ReadFeed():
            feed = read_feed(body, request.url, request.charset)
            audible = any(episode.audio for episode in feed.episodes)
            packed = feed.model_dump_json().encode()
            return reading_messages.FeedRead(url=feed.url, title=feed.title, audible=audible), packed
    return _small(request, body), b""


def _small(request: reading_messages.Request, body: bytes) -> reading_messages.Reply:
    """Everything of which nothing is kept."""
    match request:
        case reading_messages.ReadFile():
            return reading_messages.FileRead(material=_file(body, request))
        case reading_messages.ReadPage():
            return reading_messages.PageRead(page=read_page(body, request.url, request.charset))
        case reading_messages.ListFeed():
            return _listed(Feed.model_validate_json(body), request)
        case reading_messages.MatchFeed():
            return reading_messages.FeedMatched(episode=_matched(Feed.model_validate_json(body), request))
        case reading_messages.ReadCatalogue():
            address, episode = read_catalogue(body, request.episode)
            return reading_messages.CatalogueRead(feed=address, episode=episode)
        case reading_messages.ReadCard():
            title, author = read_card(body)
            return reading_messages.CardRead(title=title, author=author)
    raise ValueError(request.kind)


def _file(body: bytes, request: reading_messages.ReadFile) -> Material:
    """By how it begins, whatever it calls itself."""
    if body.startswith(_ZIP):
        return inkwell.read_folder(archives.unpack(body))
    transcript = read_transcript(body, request.media_type, request.name)
    return Material(episode=Episode(title=""), origin=Origin.TRANSCRIPT, transcript=transcript)


def _listed(feed: Feed, asked: reading_messages.ListFeed) -> reading_messages.FeedListed:
    episodes = search(feed, asked.search) if asked.search else feed.episodes
    start = min(asked.page, max(0, len(episodes) - 1) // asked.size) * asked.size
    shown = episodes[start : start + asked.size]
    short = (each.model_copy(update={"notes": each.notes[: asked.longest_notes]}) for each in shown)
    return reading_messages.FeedListed(episodes=tuple(short), more=start + asked.size < len(episodes))


def _matched(feed: Feed, asked: reading_messages.MatchFeed) -> Episode | None:
    if asked.slug:
        return by_slug(feed, asked.slug)
    return matching(feed, guid=asked.guid, audio=asked.audio, link=asked.link, title=asked.title)
