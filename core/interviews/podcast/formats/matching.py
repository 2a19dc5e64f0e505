"""Which of a feed's episodes is meant by what a page or a catalogue says."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote, urlsplit

from core.interviews.podcast.sources.material import Episode, Feed


def match_episode(feed: Feed, *, guid: str = "", audio: str = "", link: str = "", title: str = "") -> Episode | None:
    """The one episode with this guid, else this recording, page or title; what several have tells nothing."""
    for wanted, said in (
        (guid.strip(), [episode.guid for episode in feed.episodes]),
        (_file(audio), [_file(episode.audio) for episode in feed.episodes]),
        (_page(link), [_page(episode.link) for episode in feed.episodes]),
        (_page(link), [_page(episode.guid) for episode in feed.episodes]),
        (_name(title), [_name(episode.title) for episode in feed.episodes]),
    ):
        if wanted and said.count(wanted) == 1:
            return feed.episodes[said.index(wanted)]
    return None


def match_episode_slug(feed: Feed, slug: str) -> Episode | None:
    """The one episode whose title makes this part of an address ("the-first-winter"); a show's name means none."""
    wanted = _name(unquote(slug))
    if wanted == _name(feed.title):
        return None
    found = [episode for episode in feed.episodes if wanted and _name(episode.title) == wanted]
    return found[0] if len(found) == 1 else None


def _name(title: str) -> str:
    """Return letters and digits alone, so that a title and the address made of it are alike."""
    bare = "".join(each for each in unicodedata.normalize("NFKD", title.casefold()) if not unicodedata.combining(each))
    return "".join(re.findall(r"\w", bare)).replace("_", "")


def _page(address: str) -> str:
    """Return host and path, and a query that names the page ("?p=12"): "www." and https are ignored."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return ""
    if not parts.netloc:
        return ""
    path = unquote(parts.path).rstrip("/")
    query = f"?{parts.query}" if re.match(r"(p|id|episode)=", parts.query) else ""
    return f"{parts.netloc.lower().removeprefix('www.')}{path}{query}" if path or query else ""


def _file(address: str) -> str:
    """Return a recording's address without its query and the counters that it is led through."""
    whole = re.split(r"https?://|(?<=/)(?=[\w-]+\.[\w.-]+/)", address.partition("?")[0].strip())[-1]
    return whole.lower() if "/" in whole else ""
