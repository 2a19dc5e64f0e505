"""What services answer about an episode, from bytes that our own client fetched: Apple's catalogue, and cards."""

from __future__ import annotations

import json
from typing import Any

from core.interviews.podcast.formats.feed_dates import moment
from core.interviews.podcast.sources.material import Episode
from core.interviews.podcast.sources.opener import CardRead, CatalogueRead
from core.readers.html_text import line, plain
from core.readers.source_errors import Absent, Unreadable


def read_catalogue(body: bytes, number: str) -> CatalogueRead:
    """The feed, and the episode with this number. Raises Absent for a podcast that is not listed, Unreadable."""
    found = _object(body).get("results")
    results = [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
    if not results:
        raise Absent("Apple's catalogue does not have this podcast.")
    feed = next((address for each in results if (address := _text(each, "feedUrl"))), "")
    meant = [each for each in results if number and str(each.get("trackId")) == number]
    return CatalogueRead(feed=feed, episode=_catalogued(meant[0], feed) if meant else None)


def read_card(body: bytes) -> CardRead:
    """Raises Unreadable."""
    card = _object(body)
    return CardRead(title=line(_text(card, "title")), author=line(_text(card, "author_name")))


def _catalogued(said: dict[str, Any], feed: str) -> Episode:
    length = said.get("trackTimeMillis")
    return Episode(
        title=line(_text(said, "trackName")),
        show=line(_text(said, "collectionName")),
        guid=_text(said, "episodeGuid"),
        link=_text(said, "trackViewUrl"),
        feed=feed,
        audio=_text(said, "episodeUrl"),
        seconds=length / 1_000 if isinstance(length, int) and 0 < length < _LONGEST_MILLISECONDS else None,
        published=moment(_text(said, "releaseDate")),
        notes=plain(_text(said, "description") or _text(said, "shortDescription")),
    )


_LONGEST_MILLISECONDS = 100 * 3_600_000
_LONGEST = 100_000
"""Characters of one value."""


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
