"""Read what people send to talk about an episode. Every parser comes with this module."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import trafilatura
from pydantic import BaseModel, JsonValue

from core.interviews.podcast.formats import inkwell
from core.interviews.podcast.formats.feeds import (
    absolute_address,
    match_episode,
    match_episode_slug,
    parse_date,
    parse_length,
    read_feed,
    search_episodes,
)
from core.interviews.podcast.formats.transcripts import read_transcript
from core.interviews.podcast.sources import opener
from core.interviews.podcast.sources.material import ContextOrigin, Episode, Feed, Material, WebPage
from core.languages import fold
from core.languages.lexicon import any_word
from core.readers import archives
from core.readers.html_text import decode_text, html_to_line, html_to_text, strip_heavy_tags, tidy_text
from core.readers.kinds import kind_of_media, language_code
from core.readers.page_text import data_nodes, data_one, data_text, main_text
from core.readers.reading import Reading
from core.readers.source_errors import Absent, Unreadable

_EPISODES = ("podcastepisode", "radioepisode", "episode")
_RECORDINGS = ("audioobject", "mediaobject", "videoobject")
_ARTICLES = ("article", "newsarticle", "blogposting", "reportagenewsarticle")
_RANK = {name: rank for rank, names in enumerate((_EPISODES, _RECORDINGS, _ARTICLES)) for name in names}
TEXT_LIMIT = 60_000
_FEED_TYPES = ("application/rss+xml", "application/atom+xml", "application/rdf+xml", "text/xml", "application/xml")
_OF_COMMENTS = re.compile(rf"{any_word('podcast', 'comments')}\b")
_OF_PODCASTS = re.compile(any_word("podcast", "podcasts"))
_MOST_FEEDS = 20
_SINGLE = ("article", "music.song", "video.other", "video.episode", "video")
_AUDIO_METAS = ("og:audio:secure_url", "og:audio:url", "og:audio", "twitter:player:stream")


@dataclass(slots=True, kw_only=True)
class Stated:
    """Facts that a page states; all may be empty, and nothing is checked yet."""

    title: str = ""
    show: str = ""
    notes: str = ""
    published: str = ""
    length: str = ""
    language: str = ""
    audio: list[str] = field(default_factory=list)
    feeds: list[str] = field(default_factory=list)
    single: bool = False
    """Something of its own is stated, and not only the series."""


def page_metadata(tree: Any) -> Stated:
    """Return what a page's tree (of lxml) states about the one thing that it is about, and about its series."""
    nodes = [*data_nodes(tree)]
    main = min((node for node in nodes if _kind(node) in _RANK), key=lambda node: _RANK[_kind(node)], default={})
    series = next((node for node in nodes if _kind(node) in ("podcastseries", "radioseries", "creativeworkseries")), {})
    parent = _first(main.get("partOfSeries")) or series
    return Stated(
        title=data_text(main, "name") or data_text(main, "headline"),
        show=data_text(parent, "name"),
        notes=data_text(main, "description") or data_text(main, "articleBody"),
        published=data_text(main, "datePublished") or data_text(main, "uploadDate"),
        length=data_text(main, "duration") or data_text(main, "timeRequired"),
        language=data_text(main, "inLanguage"),
        audio=[address for node in nodes if _kind(node) in _RECORDINGS and (address := data_text(node, "contentUrl"))],
        feeds=[
            address
            for node in (parent, *nodes)
            if (address := data_text(node, "webFeed") or data_text(_first(node.get("webFeed")), "url"))
        ],
        single=bool(main),
    )


def _kind(node: dict[str, Any]) -> str:
    kinds = node.get("@type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    named = [kind.rpartition("/")[2].lower() for kind in kinds if isinstance(kind, str)]
    return min(named, key=lambda kind: _RANK.get(kind, len(_RANK)), default="")


def _first(value: object) -> dict[str, Any]:
    one = data_one(value)
    return one if isinstance(one, dict) else {}


def read_page(body: bytes, url: str, charset: str = "") -> WebPage:
    """Read a web page from bytes that our own client fetched; nothing here reaches out. Raises Unreadable.

    It takes seconds with the interpreter's lock: only a reader process does it.
    """
    tree = trafilatura.load_html(strip_heavy_tags(decode_text(body, charset)))
    if tree is None:
        raise Unreadable("This is not a web page.")
    stated = [
        (name.strip().lower(), each.get("content").strip())
        for each in tree.iter("meta")
        if each.get("content") and (name := each.get("property") or each.get("name") or each.get("itemprop"))
    ]
    metas = dict(reversed(stated))  # the first of several counts
    said = page_metadata(tree)
    audio = next(_recordings(tree, metas, said, url), "")
    # A page may name its own address, on its own host.
    canonical = [each.get("href") for each in tree.iter("link") if "canonical" in _relations(each) and each.get("href")]
    own_addresses = (absolute_address(url, each) for each in (*canonical, metas.get("og:url", "")) if each)
    own = next((each for each in own_addresses if each and each.split("/")[2:3] == url.split("/")[2:3]), url)
    named = next((html_to_line(metas[name]) for name in ("og:title", "twitter:title") if name in metas), "")
    title = html_to_line(said.title) or named or html_to_line(tree.xpath("string(//title[1])"))
    show = html_to_line(said.show) or html_to_line(metas.get("og:site_name", ""))
    kinds = (said.notes, *(metas.get(name, "") for name in ("og:description", "description", "twitter:description")))
    # Sites put the show's name before or behind a title.
    parts = re.split(r"\s+[|–—·•-]\s+", title)
    kept = [part for part in parts if part.casefold() != show.casefold()]
    episode = Episode(
        title=title if not kept or len(kept) == len(parts) else html_to_line(" — ".join(kept)),
        show=show,
        link=own,
        audio=audio,
        seconds=parse_length(said.length),
        published=parse_date(said.published) or parse_date(metas.get("article:published_time", "")),
        language=language_code(said.language or str(tree.get("lang") or "") or metas.get("og:locale", "")),
        notes=html_to_text(max(kinds, key=len)),
    )
    is_article = metas.get("og:type", "").lower() in _SINGLE or "article:published_time" in metas
    single = bool(audio or said.single or is_article)
    text = tidy_text(main_text(tree), TEXT_LIMIT)
    # The feed that is stated to be the show's, then those that are called podcasts, then others; none of comments.
    offered = []
    for each in tree.iter("link"):
        kind, called = (each.get("type") or "").partition(";")[0].strip().lower(), each.get("title") or ""
        address = absolute_address(url, each.get("href") or "")
        if "alternate" not in _relations(each) or kind not in _FEED_TYPES or not address:
            continue
        described = fold(f"{called} {address}")
        if not _OF_COMMENTS.search(described):
            offered.append((not _OF_PODCASTS.search(described), address))
    ordered = [address for _, address in sorted(offered, key=lambda each: each[0])]
    stated_feeds = filter(None, (absolute_address(url, each) for each in said.feeds))
    feeds = tuple(dict.fromkeys([*stated_feeds, *ordered]))[:_MOST_FEEDS]
    return WebPage(url=own, episode=episode, feeds=feeds, text=text, single=single)


def _relations(element: Any) -> list[str]:
    return (element.get("rel") or "").lower().split()


def _recordings(tree: Any, metas: Mapping[str, str], said: Stated, url: str) -> Iterator[str]:
    """Yield what can be listened to: as stated for machines, in a player, then as a link to a file."""
    found = [(address, "") for address in said.audio]
    found += [(metas[name], metas.get("og:audio:type", "")) for name in _AUDIO_METAS if name in metas]
    for player in (*tree.iter("audio"), *tree.iter("video")):
        found += [(each.get("src") or "", each.get("type") or "") for each in (player, *player.iter("source"))]
    found += [(each.get("href") or "", "") for each in tree.iter("a")]
    for wanted in ("audio", "video"):
        for address, kind in found:
            whole = absolute_address(url, address) if address.strip() else ""
            if whole and kind_of_media(kind, whole) == wanted:
                yield whole


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


_LONGEST_MILLISECONDS = 100 * 3_600_000
_LONGEST = 100_000  # characters of one value


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
