"""What a web page says about an episode, from bytes that our own client fetched. Nothing here reaches out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import trafilatura

from core.interviews.podcast.formats.feed_dates import moment, seconds
from core.interviews.podcast.formats.feed_xml import absolute
from core.interviews.podcast.formats.main_text import main_text
from core.interviews.podcast.formats.page_data import Stated, stated
from core.interviews.podcast.sources.material import Episode, WebPage
from core.readers.decoding import decoded
from core.readers.html_text import lightened, line, plain, tidy
from core.readers.kinds import kind_of_media, tongue
from core.readers.source_errors import Unreadable

TEXT_LIMIT = 60_000
"""Characters of a page's text that are kept."""
_FEED_TYPES = ("application/rss+xml", "application/atom+xml", "application/rdf+xml", "text/xml", "application/xml")
_OF_COMMENTS = re.compile(r"comments?\b|комментари", re.IGNORECASE)
_OF_PODCASTS = re.compile(r"podcast|подкаст|episode|выпуск", re.IGNORECASE)
_BETWEEN = re.compile(r"\s+[|–—·•-]\s+")
_MOST_FEEDS = 20
_SINGLE = ("article", "music.song", "video.other", "video.episode", "video")


def read_page(body: bytes, url: str, charset: str = "") -> WebPage:
    """Read a page. It may take seconds, and holds the interpreter's lock: only a reader process does it.

    Raises Unreadable for what is no HTML.
    """
    tree = trafilatura.load_html(lightened(decoded(body, charset)))
    if tree is None:
        raise Unreadable("This is no web page.")
    metas = dict(reversed([*_metas(tree)]))
    said = stated(tree)
    audio = next(_recordings(tree, metas, said, url), "")
    own = _own_address(tree, metas, url)
    title = _said(said.title, metas, "og:title", "twitter:title") or line(tree.xpath("string(//title[1])"))
    show = line(said.show) or line(metas.get("og:site_name", ""))
    episode = Episode(
        title=_without(title, show),
        show=show,
        link=own,
        audio=audio,
        seconds=seconds(said.length),
        published=moment(said.published) or moment(metas.get("article:published_time", "")),
        language=tongue(said.language or str(tree.get("lang") or "") or metas.get("og:locale", "")),
        notes=_description(said, metas),
    )
    single = bool(audio or said.single or metas.get("og:type", "").lower() in _SINGLE)
    single = single or "article:published_time" in metas
    text = tidy(main_text(tree), TEXT_LIMIT)
    return WebPage(url=own, episode=episode, feeds=_feeds(tree, said, url), text=text, single=single)


def _metas(tree: Any) -> Iterator[tuple[str, str]]:
    for each in tree.iter("meta"):
        name = each.get("property") or each.get("name") or each.get("itemprop") or ""
        if name and each.get("content"):
            yield name.strip().lower(), each.get("content").strip()


def _said(first: str, metas: Mapping[str, str], *names: str) -> str:
    return line(first) or next((line(metas[name]) for name in names if name in metas), "")


def _without(title: str, show: str) -> str:
    """A title without the show's name that sites put before or behind it."""
    parts = _BETWEEN.split(title)
    kept = [part for part in parts if part.casefold() != show.casefold()]
    return title if not kept or len(kept) == len(parts) else line(" — ".join(kept))


def _description(said: Stated, metas: Mapping[str, str]) -> str:
    kinds = (said.notes, *(metas.get(name, "") for name in ("og:description", "description", "twitter:description")))
    return plain(max(kinds, key=len))


def _own_address(tree: Any, metas: Mapping[str, str], url: str) -> str:
    named = [each.get("href") for each in tree.iter("link") if "canonical" in _relations(each) and each.get("href")]
    for address in (*named, metas.get("og:url", "")):
        whole = absolute(url, address) if address else ""
        if whole and whole.split("/")[2:3] == url.split("/")[2:3]:
            return whole
    return url


def _relations(element: Any) -> list[str]:
    return (element.get("rel") or "").lower().split()


def _recordings(tree: Any, metas: Mapping[str, str], said: Stated, url: str) -> Iterator[str]:
    """What can be listened to: as stated for machines, in a player, then as a link to a file."""
    found = [(address, "") for address in said.audio]
    found += [(metas[name], metas.get("og:audio:type", "")) for name in _AUDIO_METAS if name in metas]
    for player in (*tree.iter("audio"), *tree.iter("video")):
        found += [(each.get("src") or "", each.get("type") or "") for each in (player, *player.iter("source"))]
    found += [(each.get("href") or "", "") for each in tree.iter("a")]
    for wanted in ("audio", "video"):
        for address, kind in found:
            whole = absolute(url, address) if address.strip() else ""
            if whole and kind_of_media(kind, whole) == wanted:
                yield whole


_AUDIO_METAS = ("og:audio:secure_url", "og:audio:url", "og:audio", "twitter:player:stream")


def _feeds(tree: Any, said: Stated, url: str) -> tuple[str, ...]:
    """The feed that is stated to be the show's, then those that are called podcasts, then others; none of comments."""
    offered = []
    for each in tree.iter("link"):
        kind, called = (each.get("type") or "").partition(";")[0].strip().lower(), each.get("title") or ""
        address = absolute(url, each.get("href") or "")
        if "alternate" not in _relations(each) or kind not in _FEED_TYPES or not address:
            continue
        if not _OF_COMMENTS.search(f"{called} {address}"):
            offered.append((not _OF_PODCASTS.search(f"{called} {address}"), address))
    ordered = [address for _, address in sorted(offered, key=lambda each: each[0])]
    named = filter(None, (absolute(url, each) for each in said.feeds))
    return tuple(dict.fromkeys([*named, *ordered]))[:_MOST_FEEDS]
